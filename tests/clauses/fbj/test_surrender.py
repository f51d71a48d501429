"""A surrender, which this house does not have."""

from tests.clauses.fbj.floor import breaks, house
from tests.clauses.table import Ruled, differences

ROW = breaks(
    "FBJ-ERR?",
    "A surrender is told of a 19, and the croupier goes on to 21: dealt on (c) the bet is lost, void (b) it goes back.",
    "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 6c 1 9d; says 1 surrender; says 1 stand; D Tc D 5h; pay w1 0; close",
    Ruled(verdict="refer", branches={"FBJ-ERR?:a": {"w1": None}, "FBJ-ERR?:b": {"w1": 2000}, "FBJ-ERR?:c": {"w1": 0}}),
)


def test_a_surrender_that_the_house_does_not_know_is_ruled_on() -> None:
    assert differences(ROW, house()) == []

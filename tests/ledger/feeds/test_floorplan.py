"""What cannot be on a table's wheel and layout is refused as bad input, in a sentence; the rest of the feed goes on."""

from typing import Final

import pytest

from ledger.errors import MalformedDelivery
from ledger.events import Event, play, wheel
from ledger.events.table import TableOpened
from ledger.values import layout_check

DOUBLE_ZERO: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
)
SINGLE: Final = TableOpened(game="roulette", rulebook="eca-roulette", currency="EUR")
DOUBLE: Final = TableOpened(game="roulette", rulebook="eca-roulette", currency="EUR", wheel=DOUBLE_ZERO)
LOOK: Final = "the wager's place cannot be: {}; look again where the chips lay"


def bet(kind: str, numbers: str | None = None, **more: int | str) -> Event:
    fields = {"wager": "w1", "player": "P1", "kind": kind, "stake_minor": 500, "numbers": numbers, **more}
    return play.WagerPlaced.model_validate(fields)


def reason(event: Event, opening: TableOpened = SINGLE) -> str:
    with pytest.raises(MalformedDelivery) as refused:
        layout_check.check_layout(event, opening, has_wheel=opening.game == "roulette")
    return str(refused.value)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (bet("split", "1-17"), "1-17 is no split on a layout of 37 numbers"),
        (bet("split", "3-4"), "3-4 is no split on a layout of 37 numbers"),
        (bet("split", "17-17"), "17-17 is no split on a layout of 37 numbers"),
        (bet("straight", "37"), "37 is no straight on a layout of 37 numbers"),
        (bet("street", "2-3-4"), "2-3-4 is no street on a layout of 37 numbers"),
        (bet("street", "0-1-3"), "0-1-3 is no street on a layout of 37 numbers"),
        (bet("corner", "3-4-6-7"), "3-4-6-7 is no corner on a layout of 37 numbers"),
        (bet("first_four", "1-2-3-4"), "1-2-3-4 is no first four on a layout of 37 numbers"),
        (bet("six_line", "2-3-4-5-6-7"), "2-3-4-5-6-7 is no six line on a layout of 37 numbers"),
        (bet("split"), "a split names its numbers, as numbers=14-17"),
        (bet("dozen"), "a dozen is the first, second or third, as index=2"),
        (bet("neighbours"), "neighbours are so many pieces around a number, as of=26 pieces=5"),
        (bet("neighbours", of="37", pieces=5), "the wheel has no compartment 37"),
        (bet("neighbours", of="26", pieces=4), "4 pieces are no number with as many neighbours on either side"),
        (play.WagerMoved(wager="w1", kind="split", numbers="1-17"), "1-17 is no split on a layout of 37 numbers"),
    ],
)
def test_an_impossible_placement_is_refused(event: Event, why: str) -> None:
    assert reason(event) == LOOK.format(why)


@pytest.mark.parametrize("kind", [wheel.BallRested, wheel.BallReturned, wheel.DollyPlaced, wheel.DisplayShown])
@pytest.mark.parametrize("pocket", ["37", "00"])
def test_a_pocket_that_the_wheel_does_not_have_is_refused(kind: type[Event], pocket: str) -> None:
    sentence = reason(kind.model_validate({"pocket": pocket}))
    assert sentence.startswith(f"the wheel of this table has no compartment {pocket};")


@pytest.mark.parametrize(
    "event",
    [
        bet("split", "17-14"),
        bet("first_four", "0-1-2-3"),
        bet("final_4"),
        bet("red"),
        bet("dozen", index=3),
        bet("neighbours", of="0", pieces=9),
        play.WagerPlaced(wager="w1", player="P1", kind="split", stake_minor=500, numbers="17-18", instructed="1-17"),
        wheel.BallRested(pocket="36"),
        play.Announced(result="37"),
    ],
)
def test_what_can_be_is_taken_also_where_no_rule_allows_it(event: Event) -> None:
    layout_check.check_layout(event, SINGLE, has_wheel=True)


def test_a_table_s_own_wheel_says_what_can_be() -> None:
    layout_check.check_layout(wheel.BallRested(pocket="00"), DOUBLE, has_wheel=True)
    layout_check.check_layout(bet("split", "0-00"), DOUBLE, has_wheel=True)
    assert "0-3 is no split on a layout of 38 numbers" in reason(bet("split", "0-3"), DOUBLE)


def test_a_wheel_that_cannot_be_opens_no_table() -> None:
    wrong = SINGLE.model_copy(update={"wheel": "0-1-2-3-3-4-5-6"})
    assert "a compartment is named twice" in reason(wrong)
    other = SINGLE.model_copy(update={"game": "baccarat", "wheel": "0-1-2"})
    assert "a baccarat table has none" in reason(other, other)


def test_another_game_has_no_layout() -> None:
    opening = TableOpened(game="baccarat", rulebook="dcb", currency="CHF")
    layout_check.check_layout(bet("split", "1-17"), opening, has_wheel=False)

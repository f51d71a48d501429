"""Which branches are one outcome, and under which readings it comes about, in the fewest words that leave none out."""

from typing import Any

from replay.editions.loader import shipped_edition
from replay.ruling.outcomes import condition_of
from tests.clauses.table import Row, judged

CHOICES = ({"X-1?": "a", "X-2?": "a"}, {"X-1?": "b", "X-2?": "a"}, {"X-1?": "c", "X-2?": "a"}, {"X-2?": "b"})
"""The second question makes the first one idle where it is read as (b)."""


def test_a_branch_that_never_asked_the_other_question_is_named_by_its_own() -> None:
    assert condition_of((1, 3), CHOICES) == ((("X-1?", ("b",)),), (("X-2?", ("b",)),))


def test_readings_that_lead_to_the_same_are_one_alternative() -> None:
    assert condition_of((0, 2), CHOICES) == ((("X-1?", ("a", "c")), ("X-2?", ("a",))),)


def test_what_holds_in_every_branch_has_no_condition() -> None:
    assert condition_of((0, 1, 2, 3), CHOICES) == ()


SPUN = "spin cw ccw; nmb motion=yes; revolutions 11 after_call=4; rest 20; call 20; dolly 20"
LOWERED = (
    "table: table roulette eca-roulette EUR",
    "1: open; spin cw ccw; nmb motion=yes; revolutions 11 after_call=4; rest 8; call 8; dolly 8; close",
    "2: open; bet a P1 red 150000; spin cw ccw; nmb motion=yes; incident foreign_object; no_spin foreign_object by=dealer; "
    f"ball_out; change a 100000; ball_in 8; {SPUN}; pay a 0; close",
)
"""ECA-R-I8a?: 500.00 are taken up between the no spin and the re-spin, and the rest loses."""


def lowered_ruling() -> dict[str, Any]:
    row = Row(clause="ECA-R-I8a?", side="keeps", sentence="", transcript="\n".join(LOWERED), rulings=())
    return judged(row, shipped_edition("eca-roulette"))[1]


def test_what_was_paid_under_each_reading_makes_an_outcome_of_its_own() -> None:
    """(a) the wager stayed 1,500.00, and 500.00 of it are with the player; (b) it was 1,000.00 by right."""
    outcomes = lowered_ruling()["outcomes"]
    assert [tuple(outcome[key] for key in ("under", "verdict", "due_minor", "paid_minor")) for outcome in outcomes] == [
        ([{"ECA-R-I8a?": ["a"]}], "correct", {"a": 0}, {"a": 50000}),
        ([{"ECA-R-I8a?": ["b"]}], "stands", {"a": 0}, {"a": 0}),
    ]


def test_where_the_payment_depends_on_the_reading_somebody_decides_and_no_payment_is_stated_for_all() -> None:
    ruling = lowered_ruling()
    assert (ruling["verdict"], ruling["authority"]) == ("refer", "championship_director")
    (money,) = ruling["money"]
    assert (money["paid_minor"], money["awarded_minor"]) == (None, None)

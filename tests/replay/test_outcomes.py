"""Which branches are one outcome, and under which readings it comes about, in the fewest words that leave none out."""

from replay.judging.judgement import Judgement, WagerDue
from replay.rulebooks.rules import Branch
from replay.ruling.outcomes import condition_of, ruling_outcomes

CHOICES = ({"X-1?": "a", "X-2?": "a"}, {"X-1?": "b", "X-2?": "a"}, {"X-1?": "c", "X-2?": "a"}, {"X-2?": "b"})
"""The second question makes the first one idle where it is read as (b)."""


def test_a_branch_that_never_asked_the_other_question_is_named_by_its_own() -> None:
    assert condition_of((1, 3), CHOICES) == ((("X-1?", ("b",)),), (("X-2?", ("b",)),))


def test_readings_that_lead_to_the_same_are_one_alternative() -> None:
    assert condition_of((0, 2), CHOICES) == ((("X-1?", ("a", "c")), ("X-2?", ("a",))),)


def test_what_holds_in_every_branch_has_no_condition() -> None:
    assert condition_of((0, 1, 2, 3), CHOICES) == ()


def branch(letter: str, *, due_minor: int, paid_minor: int | None) -> Branch[Judgement]:
    """A reading under which so much is due on the only wager, and so much of it was paid."""
    wager = WagerDue("w1", "P1", "red", 150000, 150000, paid_minor, due_minor, due_minor)
    judgement = Judgement(
        findings=(),
        verdict="stands",
        declared_result=None,
        dealt_result=None,
        lawful_result=None,
        hands={},
        lawful_hands={},
        reconstruction=None,
        wagers_due=(wager,),
        cited_clauses=frozenset(),
        is_held_up=False,
    )
    return Branch({"X-1?": letter}, judgement)


def test_readings_under_which_another_amount_was_paid_are_outcomes_of_their_own() -> None:
    outcomes = ruling_outcomes([branch("a", due_minor=0, paid_minor=50000), branch("b", due_minor=0, paid_minor=0)])
    assert [outcome.paid_minor for outcome in outcomes] == [{"w1": 50000}, {"w1": 0}]


def test_readings_that_come_to_the_same_money_are_one_outcome() -> None:
    (outcome,) = ruling_outcomes([branch("a", due_minor=500, paid_minor=500), branch("b", due_minor=500, paid_minor=500)])
    assert outcome.condition == ()


def test_a_wager_that_is_collected_and_one_of_which_no_payment_is_on_record_come_to_the_same_nothing() -> None:
    assert len(ruling_outcomes([branch("a", due_minor=0, paid_minor=0), branch("b", due_minor=0, paid_minor=None)])) == 1

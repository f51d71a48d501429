"""Under which readings an outcome comes about, in the fewest words that leave none of them out."""

from replay.ruling.outcomes import condition_of

CHOICES = ({"X-1?": "a", "X-2?": "a"}, {"X-1?": "b", "X-2?": "a"}, {"X-1?": "c", "X-2?": "a"}, {"X-2?": "b"})
"""The second question makes the first one idle where it is read as (b)."""


def test_a_branch_that_never_asked_the_other_question_is_named_by_its_own() -> None:
    assert condition_of((1, 3), CHOICES) == ((("X-1?", ("b",)),), (("X-2?", ("b",)),))


def test_readings_that_lead_to_the_same_are_one_alternative() -> None:
    assert condition_of((0, 2), CHOICES) == ((("X-1?", ("a", "c")), ("X-2?", ("a",))),)


def test_what_holds_in_every_branch_has_no_condition() -> None:
    assert condition_of((0, 1, 2, 3), CHOICES) == ()

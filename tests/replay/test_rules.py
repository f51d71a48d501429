"""Reading an ambiguity: what is compared decides whether it matters, what holds is what the house has resolved."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from replay.editions.loader import shipped_edition
from replay.rulebooks.rules import Rules, judge_branches

DCB: Final = shipped_edition("dcb")


@dataclass(frozen=True)
class Answer:
    money: int
    letter: str = field(compare=False)


def read(resolved: dict[str, str], **money: int) -> tuple[Answer, Rules]:
    rules = Rules(shipped_edition("dcb").with_resolutions(resolved))
    answers = {letter: (lambda letter=letter, minor=minor: Answer(minor, letter)) for letter, minor in money.items()}
    return rules.branch_on("DCB-21f?", answers), rules


def test_where_all_readings_agree_the_first_answers_and_nothing_is_cited() -> None:
    answer, rules = read({}, a=5, b=5)
    assert (answer.letter, rules.cited_clauses, rules.chosen_readings) == ("a", set(), {})


def test_where_all_agree_and_the_house_has_resolved_its_reading_answers() -> None:
    answer, rules = read({"DCB-21f?": "b"}, a=5, b=5)
    assert (answer.letter, rules.cited_clauses, rules.chosen_readings) == ("b", set(), {})


def test_where_they_differ_the_resolved_one_answers_and_is_cited() -> None:
    answer, rules = read({"DCB-21f?": "b"}, a=5, b=6)
    assert (answer.letter, rules.cited_clauses, rules.chosen_readings) == ("b", {"DCB-21f?"}, {})


# Branching

OPEN: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21f?")
Question = tuple[str, dict[str, "Question | None"]]
"""A clause that is asked for, and by the letter of its reading what is asked for then."""


@st.composite
def questions(draw: st.DrawFn, left: tuple[str, ...] = OPEN) -> Question | None:
    """A judging in which it depends on the readings what else is asked for."""
    if not left or not draw(st.booleans()):
        return None
    clause = draw(st.sampled_from(left))
    rest = tuple(other for other in left if other != clause)
    return clause, {letter: draw(questions(rest)) for letter in DCB.reading_letters(clause)}


@given(questions())
def test_every_choice_of_readings_that_is_met_is_a_branch(first: Question | None) -> None:
    def judge(rules: Rules) -> str:
        asked, way = first, []
        while asked is not None:
            clause, then = asked
            letter = rules.branch_on(clause, {reading: partial(str, reading) for reading in then})
            asked = then[letter]
            way.append((clause, letter))
        return str(way)

    found = judge_branches(DCB, judge)
    ways = sorted(tuple(sorted(way)) for way in _ways(first))
    assert [tuple(branch.choices.items()) for branch in found] == ways
    assert sorted(branch.outcome for branch in found) == sorted(str(way) for way in _ways(first))


def _ways(asked: Question | None) -> list[list[tuple[str, str]]]:
    if asked is None:
        return [[]]
    clause, then = asked
    return [[(clause, letter), *way] for letter, following in then.items() for way in _ways(following)]

"""`recoup clauses` names the functions that decide what a clause says: without one of them a case that breaks it fails."""

from functools import cache
from typing import Final

import pytest

from desk.implementing import implementing
from replay.editions.loader import SHIPPED_RULEBOOKS, parse_edition, shipped_edition, shipped_text
from tests.clauses.disabling import breaking, noticed

RULES: Final = sorted(
    {
        clause
        for edition in map(shipped_edition, SHIPPED_RULEBOOKS)
        for clause, text in edition.sheet.clauses.items()
        if text.kind == "R"
    }
)


@cache
def pairs() -> list[tuple[str, str]]:
    """Each rule with each of its functions."""
    found = {
        (clause, function)
        for edition in map(shipped_edition, SHIPPED_RULEBOOKS)
        for clause in RULES
        if clause in edition.sheet.clauses
        for function in implementing(edition, clause)
    }
    return sorted(found)


@pytest.mark.parametrize("clause", RULES)
def test_something_implements_every_rule(clause: str) -> None:
    assert clause in {implemented for implemented, _ in pairs()}
    assert breaking(clause)


@pytest.mark.slow
def test_without_any_of_the_functions_a_case_that_breaks_the_clause_fails() -> None:
    unnoticed = [pair for pair in pairs() if not noticed(*pair)]
    assert unnoticed == [], "run `python -m tests.clauses.disabling`, or add cases that turn on these functions"


@pytest.mark.slow
def test_every_case_holds_as_long_as_nothing_is_disabled() -> None:
    for clause in RULES:
        for case in breaking(clause):
            case()


def test_a_house_of_its_own_numbers_has_the_same_functions() -> None:
    other = parse_edition(shipped_text("dcb").replace("DCB", "XYZ").replace('rulebook = "dcb"', 'rulebook = "xyz"'))
    assert "replay.games.baccarat.checks:both_sides" in implementing(other, "XYZ-7")

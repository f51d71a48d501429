"""Reports in German on drilled rounds of every house: nothing is English in them."""

from collections.abc import Iterator
from functools import partial

import pytest

from ledger.values.message import Message, Term
from projections.messages import extract
from projections.messages.catalogue import CLAUSE, TERM, Catalogue, _translations
from projections.reports.compose import round_section
from replay.ruling.ruling import Ruling
from tests.golden import rulings

GERMAN = Catalogue("de")
OF_THE_FLOOR = ("noted_irregularity", "unknown_wager")
"""Findings that repeat what somebody on the floor wrote, in whatever language."""


def drilled(house: str, sitting: int) -> Iterator[Ruling]:
    """The rulings on the rounds of a sitting of a house's drill."""
    return iter(rulings._SITTINGS.get(house, partial(rulings._blackjack, house))(sitting))


def untranslated(value: object) -> Iterator[str]:
    """The texts in a report that bear the mark of English."""
    if isinstance(value, str):
        yield from (line for line in value.splitlines() if "[en]" in line)
    elif isinstance(value, dict):
        yield from (text for part in value.values() for text in untranslated(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in untranslated(part))


def terms_in(value: object) -> Iterator[Term]:
    """The terms that a particular is made of."""
    if isinstance(value, Term):
        yield value
    elif isinstance(value, Message):
        yield from (term for part in value.particulars.values() for term in terms_in(part))


def test_everything_that_the_editions_say_of_their_clauses_has_german() -> None:
    clauses = [text for context, text in extract.texts() if context == CLAUSE]
    assert clauses
    assert [text for text in clauses if (CLAUSE, text) not in _translations("de")] == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("house", rulings.HOUSES)
@pytest.mark.parametrize("sitting", [1, *(pytest.param(sitting, marks=pytest.mark.nightly) for sitting in range(2, 8))])
def test_nothing_is_english_in_a_german_report(house: str, sitting: int) -> None:
    for number, ruling in enumerate(drilled(house, sitting)):
        english = [*untranslated(round_section(ruling, GERMAN).model_dump())]
        assert not english, f"round {number}: {english[0][:200]}"
        particulars = [
            value
            for finding in ruling.findings
            if finding.kind not in OF_THE_FLOOR
            for value in finding.particulars.values()
        ]
        for term in (term for value in particulars for term in terms_in(value)):
            assert (TERM, term.template) in _translations("de"), f"round {number}: the term {term!r} has no German"

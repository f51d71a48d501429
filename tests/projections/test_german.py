"""Reports in German on drilled rounds of every house: nothing is English in them."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Final

import pytest

from ledger.values.message import Message, Term
from projections.answers.round_answer import round_answer
from projections.messages import extract
from projections.messages.catalogue import CLAUSE, TERM, Catalogue, _translations
from projections.reports.letter import compose_letter
from projections.reports.round_sections import RoundPart
from projections.reports.sections import Quotations
from replay.ruling.ruling import Ruling
from tests.golden import rulings

GERMAN = Catalogue("de")
NOT_GERMAN = frozenset({"quote", "svg", "kind", "events", "refused"})
"""The fields of a report that are a document's or the record's own words, drawings, and data."""
_QUOTED = re.compile(r"„[^“]*“|“[^”]*”|`[^`]*`|\{[a-z_]+[^}]*\}")
OF_THE_FLOOR = ("noted_irregularity", "unknown_wager")
"""Findings that repeat what somebody on the floor wrote, in whatever language."""


def drilled(house: str, sitting: int) -> Iterator[Ruling]:
    """The rulings on the rounds of a sitting of a house's drill."""
    return iter(rulings._SITTINGS.get(house, partial(rulings._blackjack, house))(sitting))


ENGLISH_WORD: Final = re.compile(r"\b([Tt]he|[Aa]nd|of|were|is|be|not|by|with|which|from|to)\b")
"""Words that no German text has. What the floor wrote, names and quotations in their own language are looked at apart."""


def english_in(value: object) -> Iterator[str]:
    """The texts in a report in which a word is English. A clause's own words stand apart, in their language."""
    if isinstance(value, str):
        yield from (line for line in value.splitlines() if ENGLISH_WORD.search(_QUOTED.sub("", line)))
    elif isinstance(value, dict):
        yield from (text for name, part in value.items() if name not in NOT_GERMAN for text in english_in(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in english_in(part))


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


def test_no_german_text_has_an_english_word_in_it() -> None:
    """But the titles of laws in English, by which a deadline's source is found."""
    deadlines = (extract.PRODUCT / "ledger" / "cases" / "deadlines.toml").read_text(encoding="utf-8")
    sources = {*extract._sources_in(tomllib.loads(deadlines))}
    texts = {text: own for (_, text), own in _translations("de").items() if text not in sources}
    assert {text: own for text, own in texts.items() if ENGLISH_WORD.search(_QUOTED.sub("", own))} == {}


def letters(ruling: Ruling) -> Iterator[object]:
    """The letters to all who had a wager in a round."""
    for player in dict.fromkeys(award.wager_due.player for award in ruling.awards):
        yield compose_letter(round_answer(ruling), player, "sha256:0", GERMAN).model_dump()


def sections(part: RoundPart) -> Iterator[object]:
    """What a report says of a round, but for the record that it rests on."""
    quoted = [*part.clause_blocks(), Quotations(part.decisive())]
    blocks = [part.answer_box(), part.step_table(), *part.finding_blocks(), *quoted]
    parts = [*part.outcome_sections(""), part.money_section(), *part.decision_sections()]
    shown = [*blocks, *parts, *part.incomplete_sections(), *part.picture_sections()]
    yield from (block if isinstance(block, str | tuple) else asdict(block) for block in shown)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("house", rulings.HOUSES)
@pytest.mark.parametrize(
    "sitting", [1, 2, 3, *(pytest.param(sitting, marks=pytest.mark.nightly) for sitting in range(4, 8))]
)
def test_nothing_is_english_in_a_german_report(house: str, sitting: int) -> None:
    for number, ruling in enumerate(drilled(house, sitting)):
        report = [*sections(RoundPart(round_answer(ruling), GERMAN))]
        english = [*untranslated(report), *english_in(report)]
        english += [text for letter in letters(ruling) for text in (*untranslated(letter), *english_in(letter))]
        if any(finding.kind in OF_THE_FLOOR for finding in ruling.findings):
            english = [*untranslated(report)]
        assert not english, f"round {number}: {english[0][:200]}"
        particulars = [
            value
            for finding in ruling.findings
            if finding.kind not in OF_THE_FLOOR
            for value in finding.particulars.values()
        ]
        for term in (term for value in particulars for term in terms_in(value)):
            assert (TERM, term.template) in _translations("de"), f"round {number}: the term {term!r} has no German"

"""The oracles' terms, read from the documents, and the shipped editions' values, written down by somebody else."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from drill.baccarat.expected_money import terms_by_values as of_baccarat
from drill.blackjack.oracle_terms import terms_by_values as of_blackjack
from drill.oracles import baccarat, blackjack_terms, roulette
from drill.roulette.expected_money import terms_by_values as of_roulette
from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition

HOUSES: Final[dict[str, tuple[Callable[[Any], Any], Callable[[Edition], Any]]]] = {
    **{name: (own, of_baccarat) for name, own in baccarat.TERMS_BY_RULEBOOK.items()},
    **{name: (own, of_blackjack) for name, own in blackjack_terms.TERMS_BY_RULEBOOK.items()},
    **{name: (own, of_roulette) for name, own in roulette.TERMS_BY_RULEBOOK.items()},
}


def _choices(edition: Edition) -> Iterator[dict[str, str]]:
    """Every reading of every question by itself, and some all at once."""
    clauses = sorted(edition.sheet.readings)
    first = {clause: edition.reading_letters(clause)[0] for clause in clauses}
    yield first
    for clause in clauses:
        yield from ({**first, clause: letter} for letter in edition.reading_letters(clause)[1:])
    rng = Random(1)
    for _ in range(50):
        yield {clause: rng.choice(edition.reading_letters(clause)) for clause in clauses}


@pytest.mark.parametrize("house", HOUSES)
def test_the_edition_says_what_the_document_says(house: str) -> None:
    own, by_values = HOUSES[house]
    edition = shipped_edition(house)
    for letters in _choices(edition):
        assert own(letters) == by_values(edition.with_resolutions(letters)), letters


def test_every_house_with_rounds_has_an_oracle() -> None:
    assert set(HOUSES) == {"dcb", "ccl", "scb", "fbj", "eca-blackjack", "eca-roulette"}

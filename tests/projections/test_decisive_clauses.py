"""The clauses that decide a round, worked out from the houses' documents, and what is never among them."""

from collections.abc import Mapping
from itertools import islice
from typing import Final

import pytest

from projections.answers.round_answer import RoundAnswer, round_answer
from projections.documents.answers import answered_ruling_document
from projections.documents.rulings import ruling_document
from replay.ruling.ruling import Ruling
from tests.projections.drilled_cases import HOUSES, drilled, settled

pytestmark = pytest.mark.slow

ROUNDS: Final = 60
MOST: Final = 9
"""So many readings can be open in one round."""
USUAL: Final = 4

EQUIPMENT: Final = ("shoe.decks", "cards.points", "cards.modulus", "wheel.compartments", "wheel.colours_alternate")
LAYOUT: Final = ("wagers.offered", "zero.placements", "call_bets.pieces", "neighbours.pieces")


BY_HAND: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "BAC-1/2026-01-17/42": (
        "Banco had 0 and stood: a breach only as banco with 0 draws. What becomes of the misdrawn coup is open, it is put "
        "right in shoe order, and the doubt is the player's.",
        ("DCB-12a?", "DCB-21a?", "DCB-ERR", "DCB-2"),
    ),
    "BAC-1/2026-01-17/12": ("A banco win was paid even money; it pays 19 to 20.", ("DCB-15",)),
    "BAC-1/2026-01-17/17": ("A bet came after the first card and goes back.", ("DCB-3", "DCB-BETS")),
    "BAC-1/2026-01-17/27": ("A player bet on both sides: the management decides.", ("DCB-7", "DCB-BETS")),
    "BJ-1/2026-01-17/12": ("A box without a bet was dealt to: the cards are reconstructed.", ("CCL-26",)),
    "BJ-4/2026-01-17/1": ("The shoe is void after this round was paid.", ("CCL-7a?", "CCL-7")),
    "BJ-4/2026-01-17/4": ("The shoe is void before this round was decided.", ("CCL-7b?", "CCL-7")),
    "RO-1/2026-01-17/3": ("No spin for a foreign object: that spin is invalid.", ("ECA-R-I3", "ECA-R-I7")),
    "BAC-1/2026-01-17/1": ("A lawful coup.", ()),
    "BJ-1/2026-01-17/1": ("A lawful round of blackjack.", ()),
    "RO-1/2026-01-17/1": ("A lawful spin.", ()),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_the_clauses_that_decide_are_those_of_the_document(demo: Mapping[str, RoundAnswer], name: str) -> None:
    why, clauses = BY_HAND[name]
    assert demo[name].decisive_clauses == clauses, why


def test_nothing_decides_a_round_in_which_nothing_differs(demo: Mapping[str, RoundAnswer]) -> None:
    for name, answer in demo.items():
        plain = answer.ruling.verdict == "stands" and not answer.findings and name != "RO-1/2026-01-17/3"
        assert not (plain and answer.decisive_clauses), name
        assert len(answer.decisive_clauses) <= USUAL, name


def test_json_has_the_decisive_clauses_where_there_are_any(demo: Mapping[str, RoundAnswer]) -> None:
    def document(answer: RoundAnswer) -> Mapping[str, object]:
        leaves = dict.fromkeys(answer.ruling.positions, bytes(32))
        return answered_ruling_document(answer, ruling_document(answer.ruling, leaves)).model_dump()

    assert document(demo["BJ-1/2026-01-17/12"])["decisive_clauses"] == ["CCL-26"]
    assert "decisive_clauses" not in document(demo["BJ-1/2026-01-17/1"])


def equipment_clauses(ruling: Ruling) -> set[str]:
    """The clauses with nothing but what the game is played with."""
    names = (*EQUIPMENT, *LAYOUT)
    others = {clause for name, (_, clause) in ruling.edition.values.items() if name not in names}
    held = {ruling.edition.values[name][1] for name in names if name in ruling.edition.values}
    return held - others


@pytest.mark.parametrize("house", HOUSES)
def test_few_clauses_decide_a_drilled_round_and_none_that_only_defines_the_game(house: str) -> None:
    found = 0
    for ruling in islice((each for sitting in range(1, 100) for each in drilled(house, sitting)), ROUNDS):
        answer = round_answer(ruling)
        clauses = answer.decisive_clauses
        breached = {ruling.edition.sheet.conduct.get(finding.kind) for finding in answer.findings}
        assert len(clauses) <= MOST
        assert not (equipment_clauses(ruling) & {*clauses}) - breached
        grounds = {clause for name, (_, clause) in ruling.edition.values.items() if name.startswith("no_spin.")}
        assert {*clauses} <= {*ruling.clauses} | grounds
        grave = [finding for finding in answer.findings if finding.clauses and answer.consequence(finding) == 0]
        assert clauses or not grave, f"{ruling.round.name}: {[finding.text for finding in grave]}"
        found += bool(clauses)
    assert found > ROUNDS // 10


def test_a_settlement_does_not_change_what_decided(demo: Mapping[str, RoundAnswer]) -> None:
    answer = demo["BAC-1/2026-01-17/42"]
    (after,) = settled(answer.ruling, 1).round_answers
    assert after.decisive_clauses == answer.decisive_clauses

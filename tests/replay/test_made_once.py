"""What is made once for all readings of a ruling: the ruling is the same where it is made anew for each of them."""

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Final

import pytest

from drill.baccarat.drill import record_shoe
from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.recording import record_table_day
from drill.blackjack.rounds import ROUND_NAME as BLACKJACK
from drill.blackjack.rounds import drilled_rounds as blackjack_rounds
from drill.blackjack.rounds import lawful_scenario
from drill.roulette.recording import ROUND_NAME as ROULETTE
from drill.roulette.rounds import drilled_rounds as roulette_rounds
from replay.editions.loader import shipped_edition
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay


def _coups() -> Iterator[tuple[TableDay, str]]:
    story, _ = record_shoe(shipped_edition("dcb"), 7, 40)
    return ((story, name) for name in story.rounds)


def _spins() -> Iterator[tuple[TableDay, str]]:
    return ((drilled.table_day, ROULETTE) for drilled in roulette_rounds(shipped_edition("eca-roulette"), 7, 1, 40))


def _rounds(house: str) -> Iterator[tuple[TableDay, str]]:
    """Rounds with faults, in which the house has settled what it leaves open; and lawful ones, in which it has not."""
    edition = shipped_edition(house)
    yield from ((drilled.table_day, BLACKJACK) for drilled in blackjack_rounds(edition, 7, 1, 30))
    floor = SimulatedBlackjackTable(edition, 5)
    for _ in range(30):
        floor.next_round()
        script = lawful_scenario(floor)
        yield record_table_day(script, edition, floor.decks)[0], BLACKJACK
        floor.remove_cards(
            len(script.cards_out), [script.card_names.get(n, card) for n, card in enumerate(script.cards_out)]
        )


MADE: Final[dict[str, Callable[[], Iterator[tuple[TableDay, str]]]]] = {
    "baccarat": _coups,
    "roulette": _spins,
    **{house: partial(_rounds, house) for house in ("ccl", "eca-blackjack", "scb", "fbj")},
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MADE)
def test_a_ruling_is_the_same_whether_things_are_made_once_or_anew(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = list(MADE[kind]())
    once = [_said(rule(story, name)) for story, name in rounds]
    monkeypatch.setattr(Rules, "memoize", _anew)
    assert once == [_said(rule(story, name)) for story, name in rounds]


def _anew(_: Rules, __: Hashable, make: Callable[[], object]) -> object:
    return make()


def _said(ruling: Ruling) -> tuple[object, ...]:
    """All that a ruling says; the order in which clauses were met is no part of it."""
    return ruling.branches, ruling.findings, ruling.verdict, ruling.clauses, ruling.awards

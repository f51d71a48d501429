"""Bets that say what the first card will be: a six to a nine, which helps punto, or another one."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from ledger.events.play import WagerPlaced
from ledger.values.cards import SUITS, is_known, rank
from ledger.values.places import BANCO, PUNTO
from replay.judging.trials import BetTrial
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

_HELPING: Final = "6789"
"""Ranks that make punto likelier to win, as its first card."""


def bet_trials(round_: Round, _: Rules) -> Iterator[BetTrial]:
    """For each player who backed one side alone before the cards: whether the first card helped it."""
    cards = round_.card_entries
    first = next(iter(round_.entries), None)
    if not cards or first is None or round_.decks is None or round_.device == "machine":
        return
    card = cards[0].event
    face, place = getattr(card, "card", "??"), getattr(card, "place", "")
    if place != PUNTO or not is_known(face):
        return
    chance = _chance_of_helping(round_.copies_out_before, round_.decks)
    sides: dict[str, set[str]] = {}
    for round_entry, bet in round_.entries_of(WagerPlaced):
        if round_entry.index < cards[0].index and bet.kind in (PUNTO, BANCO):
            sides.setdefault(bet.player, set()).add(bet.kind)
    if 0 < chance < 1:
        for player, backed in sides.items():
            if len(backed) == 1:
                yield BetTrial(player, "next_card", rank(face) in _HELPING, chance, predicted=backed == {PUNTO})


def _chance_of_helping(copies_out: Mapping[str, int], decks: int) -> Fraction:
    """By the cards that were read, how likely the next one is a six to a nine."""
    out = sum(copies_out.values())
    helping_out = sum(number for card, number in copies_out.items() if rank(card) in _HELPING)
    left = 52 * decks - out
    return Fraction(len(_HELPING) * len(SUITS) * decks - helping_out, left) if left > 0 else Fraction(0)

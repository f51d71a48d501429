"""The boards of a round: as dealt, and as it should have been, with the cards that are misplaced or missing."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.events.play import CardDealt, CardMoved, CorrectionBegun
from ledger.values.cards import UNKNOWN
from projections.timeline.timeline import Step, timeline_steps
from replay.judging.judgement import Judgement
from replay.ruling.ruling import Ruling

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What joined cards are called; I and O look like figures."""

Hands = Mapping[str, tuple[str, ...]]
Slot = tuple[str, int]
"""A card by its place and its number there."""


@dataclass(frozen=True, slots=True)
class MisplacedCard:
    """A card that lies elsewhere than it should. `target` is None for one that belongs to no hand."""

    letter: str
    card: str
    origin: Slot
    target: Slot | None
    pile: str = ""
    turn: int = 0
    """Which of the cards of its pile it is, in the order in which they came out."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The two boards, the cards that moved from one to the other, and what is still to be drawn."""

    dealt: Hands
    lawful: Hands
    misplaced_cards: tuple[MisplacedCard, ...]
    undrawn_slots: tuple[Slot, ...]


def build_boards(
    ruling: Ruling, judgement: Judgement, step_number: int | None = None, steps: Sequence[Step] | None = None
) -> Boards | None:
    """The boards of a round under one reading; None where nobody can say what should have been.

    Of the step of this number, where one is named, both have the cards only that had left the shoe by then. `steps` are
    those of the round, for whoever has them.
    """
    due = (
        judgement.hands if judgement.standing == "decided_again" else judgement.lawful_hands
    )  # with what left the shoe next
    if not due:
        return None
    known = timeline_steps(ruling) if steps is None else steps
    shown = known[: step_number or None]
    dealt = _as_dealt(shown)
    coming = any(isinstance(step.round_entry.event, CardDealt) for step in known[len(shown) :])
    missing = judgement.reconstruction.draw if judgement.reconstruction and not coming else ()
    out_by_then = _without_undealt(due, shown) if coming else due
    lawful = {p: (*cards, *[UNKNOWN] * missing.count(p)) for p, cards in out_by_then.items()}
    lawful |= {place: (UNKNOWN,) * missing.count(place) for place in missing if place not in lawful}
    here = {(place, n): card for place, cards in dealt.items() for n, card in enumerate(cards)}
    there = {(place, n): card for place, cards in lawful.items() for n, card in enumerate(cards)}
    for place in dealt:
        _remove_matching(here, there, place)
    joined = tuple(_match_cards(here, there, _piles_of_cards(ruling, judgement)))
    return Boards(dealt, lawful, joined, tuple(there))


def _as_dealt(steps: Sequence[Step]) -> Hands:
    """The hands before anything was put right."""
    dealt: Hands = {}
    for step in steps:
        if isinstance(step.round_entry.event, CardMoved | CorrectionBegun):
            break
        dealt = step.hands
    return dealt


def _without_undealt(lawful_hands: Hands, steps: Sequence[Step]) -> Hands:
    """The lawful hands without the cards that were still in the shoe."""
    out = Counter(step.round_entry.event.card for step in steps if isinstance(step.round_entry.event, CardDealt))
    found: dict[str, tuple[str, ...]] = {}
    for place, cards in lawful_hands.items():
        kept = []
        for card in cards:
            if not out[card]:
                break
            out[card] -= 1
            kept.append(card)
        found[place] = tuple(kept)
    return found


def _remove_matching(dealt_by_slot: dict[Slot, str], lawful_by_slot: dict[Slot, str], place: str) -> None:
    """Cards that lie at the place where they should are on neither list."""
    for at in [at for at in lawful_by_slot if at[0] == place]:
        same = next(
            (other for other, card in dealt_by_slot.items() if other[0] == place and card == lawful_by_slot[at]), None
        )
        if same is not None:
            del dealt_by_slot[same], lawful_by_slot[at]


def _match_cards(
    dealt_by_slot: Mapping[Slot, str], lawful_by_slot: dict[Slot, str], pile_by_card: Mapping[str, str]
) -> Iterator[MisplacedCard]:
    turns = list(pile_by_card)
    for number, (at, card) in enumerate(dealt_by_slot.items()):
        to = next((other for other, lawful in lawful_by_slot.items() if lawful == card), None)
        if to is not None:
            del lawful_by_slot[to]
        turn = turns.index(card) if card in pile_by_card else 0
        yield MisplacedCard(LETTERS[number % len(LETTERS)], card, at, to, pile_by_card.get(card, ""), turn)


def _piles_of_cards(ruling: Ruling, judgement: Judgement) -> dict[str, str]:
    """Where cards went, or are to go, that belong to no hand."""
    gone = {
        round_entry.event.card: round_entry.event.place
        for round_entry in ruling.round.entries
        if isinstance(round_entry.event, CardMoved)
    }
    if judgement.reconstruction:
        gone |= {surplus.card: surplus.destination for surplus in judgement.reconstruction.surplus}
        gone |= {move.card: move.destination for move in judgement.reconstruction.moves}
    return gone

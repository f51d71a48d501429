"""A round as it is looked at, step by step: the hands after each entry, and what was due next by the rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.events.play import CardDealt, CardMoved
from replay.table_day.round import RoundEntry

Hands = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RoundFrame:
    """The table after one entry: the hands as they lay, the one that changed, and what was due next.

    `due` is None once the play had left the rules; `due_place` is the hand to which it was due.
    """

    round_entry: RoundEntry
    hands: Hands
    changed_place: str | None
    due: str | None
    due_place: str | None = None


def hands_after(hands: Hands, round_entry: RoundEntry) -> tuple[Hands, str | None]:
    """The hands after an entry, and the place that it changed; places that are nobody's hand are not shown."""
    match round_entry.event:
        case CardDealt() as dealt if _is_hand(dealt.place):
            return {**hands, dealt.place: (*hands.get(dealt.place, ()), dealt.card)}, dealt.place
        case CardMoved() as moved:
            after = dict(hands)
            if moved.card in after.get(moved.origin, ()):
                left = list(after[moved.origin])
                left.remove(moved.card)
                after[moved.origin] = tuple(left)
            if _is_hand(moved.place):
                after[moved.place] = (*after.get(moved.place, ()), moved.card)
            return after, moved.place if _is_hand(moved.place) else moved.origin
    return hands, None


def _is_hand(place: str) -> bool:
    return place in ("punto", "banco", "dealer") or place.startswith("box")


Frames = Iterator[RoundFrame]

"""Cards that lie at no hand, in every game: those that were collected, that wait, or that are out of play."""

from collections.abc import Callable, Iterable, Iterator

from ledger.events.play import CardMoved
from ledger.values.message import Term
from ledger.values.places import DISCARD
from replay.judging.game import Hands
from replay.table_day.round import RoundEntry


def aside_text(place: str) -> Term:
    """Return how findings name a place where no hand lies: `the burn cards`."""
    return Term(f"the {place} cards")


def collecting_indexes(steps: Iterable[tuple[RoundEntry, Hands]], may_be_collected: Callable[[str], bool]) -> Iterator[int]:
    """Yield where in the line cards of a hand went to the discards until none was left there: the hand was collected.

    `steps` are the entries of a round, each with the hands as they lay after it.
    """
    run: list[tuple[str, int]] = []
    for round_entry, hands in steps:
        event = round_entry.event
        if not (isinstance(event, CardMoved) and event.place == DISCARD):
            run = []
        elif may_be_collected(event.origin):
            run.append((event.origin, round_entry.index))
            if not hands.get(event.origin):
                yield from (index for place, index in run if place == event.origin)

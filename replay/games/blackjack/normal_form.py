"""One form for acts that a record can write in several ways, so that the same act is always judged the same."""

from collections.abc import Iterator

from ledger.events.play import CardDealt, CardMoved, WagerPlaced
from ledger.values.cards import is_known
from ledger.values.places import DEALER, EXPOSED, NEXT, box_of
from replay.games.blackjack.frames import hands_by_entry
from replay.games.blackjack.settlement import MAIN
from replay.judging.cards_aside import collecting_indexes
from replay.table_day.round import Round, RoundEntry


def normal_form(round_: Round) -> Round:
    """Return the round without the moves by which hands were collected, and with each card dealt once.

    A whole hand that is moved to the discards was collected, as `cards.collected` says. A card that waits as the next one
    and is then dealt was given from where it waited: it did not leave the shoe again.
    """
    if not round_.entries_of(CardMoved):
        return round_
    collected = frozenset(_collecting_indexes(round_))
    entries = list(_with_waiting_cards_given([entry for entry in round_.entries if entry.index not in collected]))
    return round_ if entries == round_.entries else round_.with_entries(entries)


def _collecting_indexes(round_: Round) -> Iterator[int]:
    """Yield where in the line the cards of a hand with a wager, or the dealer's, were collected."""
    boxes = {event.box for _, event in round_.entries_of(WagerPlaced) if event.kind == MAIN and event.box is not None}
    steps = ((round_entry, hands) for round_entry, hands, _ in hands_by_entry(round_, boxes))
    return collecting_indexes(steps, lambda place: place == DEALER or box_of(place) in boxes)


def _with_waiting_cards_given(entries: list[RoundEntry]) -> Iterator[RoundEntry]:
    """Yield the entries; a card that was put where the next one waits, and is then dealt, as moved from there."""
    waiting: dict[str, str] = {}
    for round_entry in entries:
        event = round_entry.event
        if isinstance(event, CardMoved):
            waiting.pop(event.card, None)
            if event.place in (NEXT, EXPOSED) and is_known(event.card):
                waiting[event.card] = event.place
        elif isinstance(event, CardDealt) and event.card in waiting and event.place not in (NEXT, EXPOSED):
            moved = CardMoved(card=event.card, origin=waiting.pop(event.card), place=event.place)
            round_entry = round_entry._replace(event=moved)  # noqa: PLW2901 - the same entry, in another form
        yield round_entry

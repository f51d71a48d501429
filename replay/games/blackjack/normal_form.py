"""One form for acts that a record can write in several ways, so that the same act is always judged the same."""

from collections.abc import Iterator

from ledger.events.play import CardDealt, CardMoved, WagerPlaced
from ledger.values.cards import is_known
from ledger.values.places import DEALER, EXPOSED, NEXT, box_of
from replay.games.blackjack.dealt_line import DISCARD
from replay.games.blackjack.frames import hands_by_entry
from replay.games.blackjack.settlement import MAIN
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
    """Yield where in the line cards of a hand with a wager, or the dealer's, went to the discards until none was left."""
    boxes = {event.box for _, event in round_.entries_of(WagerPlaced) if event.kind == MAIN and event.box is not None}
    run: list[tuple[str, int]] = []
    for round_entry, hands, _ in hands_by_entry(round_, boxes):
        event = round_entry.event
        if not (isinstance(event, CardMoved) and event.place == DISCARD):
            run = []
        elif event.origin == DEALER or box_of(event.origin) in boxes:
            run.append((event.origin, round_entry.index))
            if not hands.get(event.origin):
                yield from (index for place, index in run if place == event.origin)


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

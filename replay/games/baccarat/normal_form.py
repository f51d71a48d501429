"""One form for acts that a record of a coup can write in several ways, so that the same act is always judged the same."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from ledger.events.play import CardDealt, CardExposed, CardMoved
from ledger.events.shoe import CardBurned
from ledger.values.cards import is_known
from ledger.values.places import BANCO, BURN, EXPOSED, NEXT, PUNTO, PUT_AWAY_PLACES, SET_ASIDE_PLACES
from replay.judging.cards_aside import collecting_indexes
from replay.judging.game import Hands, hands_after
from replay.table_day.round import Round, RoundEntry

HANDS: Final = (PUNTO, BANCO)
WAITING_PLACES: Final = (EXPOSED, NEXT)
"""Where a card lies that is still the next one."""
CARD_EVENTS: Final = frozenset({CardDealt, CardExposed, CardBurned})
"""Events by which a card of the coup comes out of the shoe."""


def place_laid(round_entry: RoundEntry) -> str | None:
    """Return where a card of the coup came to lie as it left the shoe; None for an entry that is no card of the coup."""
    match round_entry.event:
        case CardDealt(place=place) if place in HANDS or place in SET_ASIDE_PLACES:
            return place
        case CardExposed():
            return EXPOSED
        case CardBurned(reason="error"):
            return BURN
    return None


def normal_form(coup: Round) -> Round:
    """Return the coup without the moves by which hands were collected, and with each card dealt where it was given.

    A card that came out before anybody was due it, and was then given to a hand before a later one was, was dealt to that
    hand. Every other move is left: by it cards were put right, or wrong.
    """
    if not (coup.entries_of(CardMoved) or any(map(_is_laid_aside, coup.entries))):
        return coup
    collected = frozenset(collecting_indexes(_hands_by_entry(coup), HANDS.__contains__))
    line = _CoupLine()
    for round_entry in coup.entries:
        if round_entry.index not in collected:
            line.add(round_entry)
    entries = [round_entry for round_entry in line.entries if round_entry is not None]
    return coup if entries == coup.entries else coup.with_entries(entries)


def _is_laid_aside(round_entry: RoundEntry) -> bool:
    return type(round_entry.event) in CARD_EVENTS and place_laid(round_entry) in SET_ASIDE_PLACES


def _hands_by_entry(coup: Round) -> Iterator[tuple[RoundEntry, Hands]]:
    hands: Hands = dict.fromkeys(HANDS, ())
    for round_entry in coup.entries:
        hands, _ = hands_after(hands, round_entry)
        yield round_entry, hands


def _laid_aside(round_entry: RoundEntry, card: str, place: str) -> RoundEntry:
    """The entry of a card that was given to nobody: exposed or burned, it was not dealt, and closes no betting."""
    burned = place in PUT_AWAY_PLACES
    return round_entry._replace(event=CardBurned(card=card, reason="error") if burned else CardExposed(card=card))


@dataclass(slots=True)
class _CardAside:
    """A card of the coup that has been given to no hand: where it lies, and which entry of the line it came by."""

    name: str
    place: str
    number: int


@dataclass(slots=True)
class _CoupLine:
    """The entries of a coup in one form, None where one was taken in by another."""

    entries: list[RoundEntry | None] = field(default_factory=list)
    _aside: list[_CardAside] = field(default_factory=list)
    _lifted: dict[str, str] = field(default_factory=dict)
    """By name the cards that were taken from a hand, each with the place where it lies."""
    _first_given: int = -1
    _last_given: int = -1
    """The entries of the line by which a card first and last came to a hand."""

    def add(self, round_entry: RoundEntry) -> None:
        place = place_laid(round_entry)
        match round_entry.event:
            case CardMoved() as moved:
                self._move(moved, round_entry)
            case CardDealt(card=card) if place in HANDS:
                self._deal(card, place or "", round_entry)
            case CardDealt(card=card) | CardExposed(card=card) | CardBurned(card=card) if place is not None:
                self._aside.append(_CardAside(card, place, len(self.entries)))
                self.entries.append(_laid_aside(round_entry, card, place) if self._last_given < 0 else round_entry)
            case _:
                self.entries.append(round_entry)

    def _deal(self, card: str, place: str, round_entry: RoundEntry) -> None:
        """Deal a card to a hand; one of its name that waits is this card, and does not leave the shoe again."""
        waiting = self._find(card, WAITING_PLACES) if is_known(card) else None
        if waiting is not None:
            self._give(waiting, place, round_entry)
        elif self._lifted.get(card) in WAITING_PLACES:
            self._append_move(card, self._lifted.pop(card), place, round_entry)
        else:
            self._append_dealt(round_entry)

    def _move(self, moved: CardMoved, round_entry: RoundEntry) -> None:
        origins = WAITING_PLACES if moved.origin in WAITING_PLACES else (moved.origin,)
        card = self._find(moved.card, origins)
        is_lifted = self._lifted.get(moved.card) in origins
        if card is not None and moved.place in HANDS:
            self._give(card, moved.place, round_entry)
        elif card is not None:
            self._put_aside(card, moved.place)
        elif is_lifted or moved.origin in HANDS:
            self._append_move(
                moved.card, self._lifted.pop(moved.card) if is_lifted else moved.origin, moved.place, round_entry
            )
            if moved.place not in HANDS and is_known(moved.card):
                self._lifted[moved.card] = moved.place
        elif moved.place in HANDS:  # it had waited since an earlier coup
            self._append_dealt(round_entry._replace(event=CardDealt(card=moved.card, place=moved.place)))

    def _find(self, name: str, places: tuple[str, ...]) -> _CardAside | None:
        """Return the card of this name that came last to one of these places."""
        return next((card for card in reversed(self._aside) if card.name == name and card.place in places), None)

    def _put_aside(self, card: _CardAside, place: str) -> None:
        """Put a card elsewhere aside; one that only waits on as before lies where it lay."""
        if {card.place, place} <= set(WAITING_PLACES):
            return
        entry = self.entries[card.number]
        assert entry is not None
        laid = self.entries[card.number] = _laid_aside(entry, card.name, place)
        card.place = place_laid(laid) or place

    def _give(self, card: _CardAside, place: str, round_entry: RoundEntry) -> None:
        """Give a card that had come out to a hand; if another came to a hand since, it is moved there, else it is dealt.

        One that had come out before the coup began is dealt in any case.
        """
        self._aside.remove(card)
        if self._first_given < card.number < self._last_given:
            self._append_move(card.name, card.place, place, round_entry)
            return
        self.entries[card.number] = None
        self._append_dealt(round_entry._replace(event=CardDealt(card=card.name, place=place)))
        for later in self._aside:
            if later.number > card.number:
                self.entries.append(self.entries[later.number])
                self.entries[later.number], later.number = None, len(self.entries) - 1

    def _append_dealt(self, round_entry: RoundEntry) -> None:
        self._first_given = len(self.entries) if self._first_given < 0 else self._first_given
        self._last_given = len(self.entries)
        self.entries.append(round_entry)

    def _append_move(self, card: str, origin: str, place: str, round_entry: RoundEntry) -> None:
        moved = CardMoved(card=card, origin=origin, place=place)
        self.entries.append(round_entry if round_entry.event == moved else round_entry._replace(event=moved))

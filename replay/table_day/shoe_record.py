"""The shoe that is dealt from, and its record: what was done with it and which cards left it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CardDealt, WagerPlaced
from ledger.events.shoe import (
    CardBurned,
    CardExchanged,
    CardSetAside,
    CutCardPlaced,
    CutCardReached,
    CutMade,
    CutOffered,
    ShoeClosed,
    ShoePrepared,
    ShoeShuffled,
)
from ledger.events.table import DealerChanged
from ledger.table_standing import ShoeState
from ledger.values.cards import has_suit, is_known
from ledger.values.places import BURN, box_of
from replay.forensics.examination import DEFAULT_ONE_IN, ShoeExamination
from replay.table_day.table_terms import TableTerms

PREPARING_EVENTS: Final = (ShoeShuffled, CutOffered, CutMade, CutCardPlaced)
"""What is done before the first card. A record that tells any of it is held to tell all of it."""

SHOE_RECORD_EVENTS: Final = frozenset(
    {
        *PREPARING_EVENTS,
        *(
            ShoePrepared,
            CardDealt,
            CardBurned,
            WagerPlaced,
            DealerChanged,
            CutCardReached,
            CardExchanged,
            CardSetAside,
            ShoeClosed,
        ),
    }
)
"""What the record of a shoe is made from."""

CUSTODY_EVENTS: Final = SHOE_RECORD_EVENTS - {CardDealt, WagerPlaced}
"""What is done with a shoe besides dealing from it."""


class ShoeAct(NamedTuple):
    """Something that was done with a shoe, what held at the table then, and who dealt."""

    event: Event
    position: int
    index: int  # type: ignore[assignment]  # a tuple has a method of this name, which nobody calls
    """Its place in the line of the day; what an earlier day told has a negative one."""
    terms: TableTerms
    dealer: str | None


class DrawnCard(NamedTuple):
    """A card that left a shoe: to which place, and in which round, if in one."""

    card: str
    place: str
    position: int
    index: int  # type: ignore[assignment]  # a tuple has a method of this name, which nobody calls
    round: str | None
    burned: bool = False


@dataclass(eq=False, repr=False)
class ShoeRecord:
    """All that the record has of one shoe. Filled while the day is told, read-only afterwards."""

    name: str
    decks: int
    device: str | None
    position: int
    is_new_game: bool
    """Whether it is the first shoe of the table's day."""
    least_one_in: int = DEFAULT_ONE_IN
    """How rarely a fair shoe may raise a suspicion: once in so many."""
    previous_shoe: "ShoeRecord | None" = None
    """The shoe that was dealt before it."""
    next_shoe: "ShoeRecord | None" = None
    acts: list[ShoeAct] = field(default_factory=list)
    drawn_cards: list[DrawnCard] = field(default_factory=list)
    records_preparation: bool = False
    """Whether the day's record tells of shuffles or cuts at all, so that one which is missing was not made."""
    cut_card_players: tuple[str, ...] = ()
    """The players on whose box the cut card came out."""
    players: set[str] = field(default_factory=set)
    """Everybody who was known as a player when the shoe was dealt."""
    dealt_cards: list[DrawnCard] = field(init=False, default_factory=list)
    """The cards that were dealt, without those that were burned."""
    cards_without_suit: list[DrawnCard] = field(init=False, default_factory=list)
    """The cards that left it of which the rank alone was read."""
    _examination: ShoeExamination = field(init=False)

    def __post_init__(self) -> None:
        before = self.previous_shoe.examined() if self.previous_shoe else None
        self._examination = ShoeExamination(self.decks, self.device == "machine", self.least_one_in, before)
        drawn_cards, self.drawn_cards = self.drawn_cards, []
        for drawn_card in drawn_cards:
            self.draw(drawn_card)

    def draw(self, drawn_card: DrawnCard) -> None:
        """A card leaves the shoe."""
        self.drawn_cards.append(drawn_card)
        if not drawn_card.burned:
            self.dealt_cards.append(drawn_card)
        if is_known(drawn_card.card) and not has_suit(drawn_card.card):
            self.cards_without_suit.append(drawn_card)

    def next_dealt(self, index: int) -> DrawnCard | None:
        """The first card that was dealt from there on."""
        at = bisect_left(self.dealt_cards, index, key=lambda drawn_card: drawn_card.index)
        return self.dealt_cards[at] if at < len(self.dealt_cards) else None

    def last_dealt(self, index: int) -> DrawnCard | None:
        """The last card that was dealt before."""
        at = bisect_left(self.dealt_cards, index, key=lambda drawn_card: drawn_card.index)
        return self.dealt_cards[at - 1] if at else None

    def examined(self) -> ShoeExamination:
        """What its cards say, as far as they were dealt."""
        examination = self._examination
        if not examination.is_over:
            examination.has_exchange |= any(self.acts_of(CardExchanged, CardSetAside))
            examination.extend(self.drawn_cards[examination.number_drawn :])
            if self.next_shoe is not None or any(self.acts_of(ShoeClosed)):
                examination.close()
        return examination

    def round_for_findings(self, index: int) -> str | None:
        """The round with which something about the shoe stands: the first one after it, else the last one before."""
        later = self.next_dealt(index) or next(iter(self.next_shoe.dealt_cards if self.next_shoe else ()), None)
        found = later or next(reversed(self.dealt_cards), None)
        return found.round if found else None

    def finding_places(self) -> set[tuple[str | None, int]]:
        """The rounds with which something about it can stand, each with the position of what it is about."""
        places = {(drawn_card.round, drawn_card.position) for drawn_card in self.dealt_cards[:1]}
        places |= {(self.round_for_findings(act.index), act.position) for act in self.acts}
        for suspicion in self.examined().suspicions.values():
            last = self.drawn_cards[suspicion.number - 1]
            places.add((self.round_for_findings(last.index), last.position))
        return places

    def acts_of(self, *kinds: type[Event]) -> Iterator[ShoeAct]:
        """What was done of these kinds, in order."""
        return (act for act in self.acts if isinstance(act.event, kinds))

    def earlier_shoes(self) -> Iterator["ShoeRecord"]:
        """The shoes that were dealt before it, the last one first."""
        shoe = self.previous_shoe
        while shoe is not None:
            yield shoe
            shoe = shoe.previous_shoe

    def carried_overnight(self) -> "ShoeRecord":
        """The same shoe as the next day finds it: all that was done lies before that day's line."""
        past = 1 + max(
            (*(act.index for act in self.acts), *(drawn_card.index for drawn_card in self.drawn_cards)), default=0
        )
        return replace(
            self,
            acts=[act._replace(index=act.index - past) for act in self.acts],
            drawn_cards=[drawn_card._replace(index=drawn_card.index - past) for drawn_card in self.drawn_cards],
            players=set(self.players),
            next_shoe=None,
        )


class ShoeRecorder:
    """Goes along a day's line and keeps the record of each shoe."""

    def __init__(self, carried_record: ShoeRecord | None, least_one_in: int):
        self.record = carried_record and carried_record.carried_overnight()
        """The shoe that is in play, or was last."""
        self.is_in_play = carried_record is not None
        self._least_one_in = least_one_in
        self.records_preparation = carried_record is not None and carried_record.records_preparation
        """Whether what prepares a shoe would be on record, as far as is known by now."""
        self._has_exchange = carried_record is not None and any(carried_record.acts_of(CardExchanged))
        self._pending_acts: list[ShoeAct] = []
        self._has_cards_out = carried_record is not None
        self._players_by_box: dict[tuple[str, int], dict[str, None]] = {}
        self._players: set[str] = set()
        self._dealer: str | None = None
        self._cut_card_is_out = False
        """Whether it came before a card of which the place is not known yet."""
        self._round = ""

    def add_entry(self, entry: Entry, index: int, name: str | None, terms: TableTerms) -> None:
        """The next entry of the line, the round it is of, and what was posted then."""
        self._round = name or self._round
        if type(entry.event) in SHOE_RECORD_EVENTS:
            self._add_act(ShoeAct(entry.event, entry.position, index, terms, self._dealer), name)

    def _add_act(self, act: ShoeAct, name: str | None) -> None:
        event = act.event
        self.records_preparation |= type(event) in PREPARING_EVENTS
        self._has_exchange |= type(event) is CardExchanged
        match event:
            case CardDealt() | CardBurned():
                self._draw(act, name)
            case WagerPlaced(player=player):
                self._players.add(player)
                if event.box is not None and name is not None:
                    self._players_by_box.setdefault((name, event.box), {})[player] = None
            case ShoePrepared():
                self._prepare(event, act)
            case DealerChanged(dealer=dealer):
                if self.record and self.is_in_play and dealer != self._dealer:
                    self.record.acts.append(act)
                self._dealer = dealer
            case ShoeShuffled() | CutOffered() | CutMade() | CutCardPlaced():
                own = self.record is not None and self.is_in_play and event.shoe == self.record.name
                (self.record.acts if self.record and own else self._pending_acts).append(act)
            case CutCardReached() | CardExchanged() | CardSetAside() | ShoeClosed() if self.record and self.is_in_play:
                self.record.acts.append(act)
                self._note_event(event)

    def finding_places(self) -> set[tuple[str | None, int]]:
        """Where something about the shoe in play, or the one before it, can stand."""
        shoe = self.record
        places = [record.finding_places() for record in (shoe, shoe.previous_shoe) if record] if shoe else []
        return set[tuple[str | None, int]]().union(*places)

    @property
    def what_holds_all_day(self) -> tuple[object, ...]:
        """What is known of the day, by now, that earlier rounds are judged by too."""
        return self.records_preparation, self._has_exchange and frozenset(self._players)

    def finish(self) -> None:
        """The line is at its end: what was told of one shoe of the day would have been told of each."""
        for shoe in (self.record, *self.record.earlier_shoes()) if self.record else ():
            shoe.records_preparation |= self.records_preparation
            shoe.players |= self._players

    def _prepare(self, event: ShoePrepared, act: ShoeAct) -> None:
        last = self.record
        if last is not None:
            over = last.drawn_cards[-1].index if last.drawn_cards else act.index
            self._pending_acts = [
                shoe_act for shoe_act in last.acts_of(*PREPARING_EVENTS) if shoe_act.index > over
            ] + self._pending_acts
        new_game = last is None and not self._has_cards_out
        new = ShoeRecord(event.shoe, event.decks, event.device, act.position, new_game, self._least_one_in, last)
        if last is not None:
            last.next_shoe = new
        new.acts += [*self._pending_acts, act]
        self._pending_acts, self.record, self.is_in_play, self._cut_card_is_out = [], new, True, False

    def _draw(self, act: ShoeAct, name: str | None) -> None:
        self._has_cards_out = True
        event = act.event
        if self.record is None or not self.is_in_play or not isinstance(event, CardDealt | CardBurned):
            return
        burned = isinstance(event, CardBurned)
        place = BURN if isinstance(event, CardBurned) else event.place
        if burned:
            self.record.acts.append(act)
        elif self._cut_card_is_out:
            self._note_cut_card(place)
        self.record.draw(DrawnCard(event.card, place, act.position, act.index, name, burned))

    def _note_event(self, event: Event) -> None:
        match event:
            case ShoeClosed():
                self.is_in_play = False
            case CutCardReached(player=str(player)) if self.record:
                self.record.cut_card_players = (player,)
            case CutCardReached(place=None):
                self._cut_card_is_out = True
            case CutCardReached(place=str(place)):
                self._note_cut_card(place)

    def _note_cut_card(self, place: str) -> None:
        """The cut card came when this place was served."""
        self._cut_card_is_out = False
        box = box_of(place)
        if self.record is not None and box is not None:
            self.record.cut_card_players = tuple(self._players_by_box.get((self._round, box), {}))


@dataclass(slots=True)
class Shoe:
    """The shoe that is dealt from: its decks, and what has left it."""

    name: str
    decks: int
    position: int
    device: str | None = None
    copies_out: Counter[str] = field(default_factory=Counter)
    cards_out: int = 0
    record: ShoeRecord | None = None
    state: ShoeState = field(default_factory=ShoeState)
    """How it stands by what was decided on it."""

    def draw(self, card: str) -> None:
        """A card left the shoe; copies are counted where rank and suit were read."""
        self.cards_out += 1
        if has_suit(card):
            self.copies_out[card] += 1

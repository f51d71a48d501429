"""The shoe that is dealt from, and its record: what was done with it and which cards left it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CardDealt, WagerPlaced
from ledger.events.shoe import (
    CardBurned,
    CardExchanged,
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
from replay.table_day.repeated_runs import chance_of, common_run
from replay.table_day.table_terms import Posting

BEFORE_IT_IS_DEALT: Final = (ShoeShuffled, CutOffered, CutMade, CutCardPlaced)
"""What is done before the first card. A record that tells any of it is held to tell all of it."""

OF_INTEREST: Final = frozenset(
    {
        *BEFORE_IT_IS_DEALT,
        *(ShoePrepared, CardDealt, CardBurned, WagerPlaced, DealerChanged, CutCardReached, CardExchanged, ShoeClosed),
    }
)
"""What the record of a shoe is made from."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done with a shoe, what held at the table then, and who dealt."""

    event: Event
    position: int
    index: int
    """Its place in the line of the day; what an earlier day told has a negative one."""
    under: Posting
    dealer: str | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that left a shoe: to which place, and in which round, if in one."""

    card: str
    place: str
    position: int
    index: int
    round: str | None
    burned: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """The longest run of a shoe that an earlier one had too: how many cards, from the first to the last of them."""

    shoe: str
    """The earlier one."""
    length: int
    first: Drawn
    last: Drawn
    was: int
    """The number of its first card among those that left the earlier shoe."""
    chance: Fraction
    """The chance of a run that long in a well-shuffled shoe, at most."""


@dataclass(eq=False, repr=False)
class ShoeRecord:
    """All that the record has of one shoe. Filled while the day is told, read-only afterwards."""

    name: str
    decks: int
    device: str | None
    position: int
    new_game: bool
    """Whether it is the first shoe of the table's day."""
    before: "ShoeRecord | None" = None
    """The shoe that was dealt before it."""
    after: "ShoeRecord | None" = None
    acts: list[Act] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    told: bool = False
    """Whether the day's record tells of shuffles or cuts at all, so that one which is missing was not made."""
    cut_card_at: tuple[str, ...] = ()
    """The players on whose box the cut card came out."""
    players: set[str] = field(default_factory=set)
    """Everybody who was known as a player when the shoe was dealt."""

    @cached_property
    def dealt(self) -> tuple[Drawn, ...]:
        """The cards that were dealt, without those that were burned."""
        return tuple(one for one in self.drawn if not one.burned)

    @cached_property
    def without_suit(self) -> tuple[Drawn, ...]:
        """The cards that left it of which the rank alone was read."""
        return tuple(one for one in self.drawn if is_known(one.card) and not has_suit(one.card))

    def next_dealt(self, index: int) -> Drawn | None:
        """The first card that was dealt from there on."""
        at = bisect_left(self.dealt, index, key=lambda one: one.index)
        return self.dealt[at] if at < len(self.dealt) else None

    def last_dealt(self, index: int) -> Drawn | None:
        """The last card that was dealt before."""
        at = bisect_left(self.dealt, index, key=lambda one: one.index)
        return self.dealt[at - 1] if at else None

    @cached_property
    def run(self) -> Run | None:
        """The longest run of cards that an earlier shoe had in the same order."""
        return _longest_run(self)

    def stands_with(self, index: int) -> str | None:
        """The round with which something about the shoe stands: the first one after it, else the last one before."""
        later = self.next_dealt(index) or next(iter(self.after.dealt if self.after else ()), None)
        found = later or next(reversed(self.dealt), None)
        return found.round if found else None

    def of(self, *kinds: type[Event]) -> Iterator[Act]:
        """What was done of these kinds, in order."""
        return (act for act in self.acts if isinstance(act.event, kinds))

    def earlier(self) -> Iterator["ShoeRecord"]:
        """The shoes that were dealt before it, the last one first."""
        shoe = self.before
        while shoe is not None:
            yield shoe
            shoe = shoe.before

    def kept_overnight(self) -> "ShoeRecord":
        """The same shoe as the next day finds it: all that was done lies before that day's line."""
        past = 1 + max((*(act.index for act in self.acts), *(one.index for one in self.drawn)), default=0)
        return replace(
            self,
            acts=[replace(act, index=act.index - past) for act in self.acts],
            drawn=[replace(one, index=one.index - past) for one in self.drawn],
            players=set(self.players),
            after=None,
        )


def _longest_run(shoe: ShoeRecord) -> Run | None:
    """The longest run of read cards that any earlier shoe had in the same order; None where no card came again."""
    earlier = list(shoe.earlier())
    found: tuple[int, int, int, ShoeRecord] | None = None
    for other in earlier:
        length, end, was = common_run(_read(other.drawn), _read(shoe.drawn))
        if length and (found is None or length > found[0]):
            found = length, end, was, other
    if found is None:
        return None
    length, end, was, other = found
    chance = chance_of(length, shoe.decks, [len(one.drawn) for one in earlier])
    cards = shoe.drawn
    return Run(other.name, length, cards[end - length + 1], cards[end], was - length + 2, chance)


def _read(drawn: Sequence[Drawn]) -> list[str | None]:
    return [one.card if has_suit(one.card) else None for one in drawn]


class Keeper:
    """Goes along a day's line and keeps the record of each shoe."""

    def __init__(self, carried: ShoeRecord | None):
        self.record = carried and carried.kept_overnight()
        """The shoe that is in play, or was last."""
        self.in_play = carried is not None
        self._told = carried is not None and carried.told
        self._coming: list[Act] = []
        self._cards_out = carried is not None
        self._bets: dict[tuple[str, int], dict[str, None]] = {}
        self._players: set[str] = set()
        self._dealer: str | None = None
        self._cut_card_is_out = False
        """Whether it came before a card of which the place is not known yet."""
        self._round = ""

    def take(self, entry: Entry, index: int, name: str | None, under: Posting) -> None:
        """The next entry of the line, the round it is of, and what was posted then."""
        self._round = name or self._round
        if type(entry.event) in OF_INTEREST:
            self._take(Act(entry.event, entry.position, index, under, self._dealer), name)

    def _take(self, act: Act, name: str | None) -> None:
        event = act.event
        self._told |= type(event) in BEFORE_IT_IS_DEALT
        match event:
            case CardDealt() | CardBurned():
                self._draw(act, name)
            case WagerPlaced(player=player):
                self._players.add(player)
                if event.box is not None and name is not None:
                    self._bets.setdefault((name, event.box), {})[player] = None
            case ShoePrepared():
                self._prepare(event, act)
            case DealerChanged(dealer=dealer):
                if self.record and self.in_play and dealer != self._dealer:
                    self.record.acts.append(act)
                self._dealer = dealer
            case ShoeShuffled() | CutOffered() | CutMade() | CutCardPlaced():
                own = self.record is not None and self.in_play and event.shoe == self.record.name
                (self.record.acts if self.record and own else self._coming).append(act)
            case CutCardReached() | CardExchanged() | ShoeClosed() if self.record and self.in_play:
                self.record.acts.append(act)
                self._note(event)

    def finish(self) -> None:
        """The line is at its end: what was told of one shoe of the day would have been told of each."""
        for shoe in (self.record, *self.record.earlier()) if self.record else ():
            shoe.told |= self._told
            shoe.players |= self._players

    def _prepare(self, event: ShoePrepared, act: Act) -> None:
        last = self.record
        if last is not None:
            over = last.drawn[-1].index if last.drawn else act.index
            self._coming = [one for one in last.of(*BEFORE_IT_IS_DEALT) if one.index > over] + self._coming
        new_game = last is None and not self._cards_out
        new = ShoeRecord(event.shoe, event.decks, event.device, act.position, new_game, before=last)
        if last is not None:
            last.after = new
        new.acts += [*self._coming, act]
        self._coming, self.record, self.in_play, self._cut_card_is_out = [], new, True, False

    def _draw(self, act: Act, name: str | None) -> None:
        self._cards_out = True
        event = act.event
        if self.record is None or not self.in_play or not isinstance(event, CardDealt | CardBurned):
            return
        burned = isinstance(event, CardBurned)
        place = BURN if isinstance(event, CardBurned) else event.place
        if burned:
            self.record.acts.append(act)
        elif self._cut_card_is_out:
            self._came(place)
        self.record.drawn.append(Drawn(event.card, place, act.position, act.index, name, burned))

    def _note(self, event: Event) -> None:
        match event:
            case ShoeClosed():
                self.in_play = False
            case CutCardReached(player=str(player)) if self.record:
                self.record.cut_card_at = (player,)
            case CutCardReached(place=None):
                self._cut_card_is_out = True
            case CutCardReached(place=str(place)):
                self._came(place)

    def _came(self, place: str) -> None:
        """The cut card came when this place was served."""
        self._cut_card_is_out = False
        box = box_of(place)
        if self.record is not None and box is not None:
            self.record.cut_card_at = tuple(self._bets.get((self._round, box), {}))


@dataclass(slots=True)
class Shoe:
    """The shoe that is dealt from: its decks, and what has left it."""

    name: str
    decks: int
    position: int
    device: str | None = None
    out: Counter[str] = field(default_factory=Counter)
    cards_out: int = 0
    record: ShoeRecord | None = None
    state: ShoeState = field(default_factory=ShoeState)
    """How it stands by what was decided on it."""

    def draw(self, card: str) -> None:
        """A card left the shoe; copies are counted where rank and suit were read."""
        self.cards_out += 1
        if has_suit(card):
            self.out[card] += 1

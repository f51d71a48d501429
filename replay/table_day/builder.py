"""A table's gaming day told in order: its rounds, each with what was posted, agreed and resolved when it was played."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Final, TypeVar

from ledger.entry import Entry
from ledger.events import REGISTRY
from ledger.events.decisions import Decided, DecisionConfirmed
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.play import (
    Announced,
    CardDealt,
    CardMoved,
    CorrectionCompleted,
    DecisionMade,
    NoticeGiven,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CardBurned, ShoeClosed, ShoePrepared
from ledger.events.table import (
    AccountAdopted,
    SeatTaken,
    SourceDeclared,
    TableOpened,
)
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced
from ledger.table_standing import Standings
from ledger.values.effective import Opening
from ledger.values.subjects import round_of, table_day
from replay.rulebooks.edition import Edition
from replay.table_day.event_order import Order, note_losses, ordered
from replay.table_day.resolutions import HouseResolution, Resolutions, at_opening, by_now, house_resolution
from replay.table_day.round import Round, Told
from replay.table_day.shoe_record import Keeper, Shoe
from replay.table_day.table_terms import Posting

FLOOR: Final = "floor"
REFUSALS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted})
DECIDED: Final = frozenset(kind for kind in REGISTRY.values() if issubclass(kind, Decided))
"""What people with authority decided: no play."""
OF_THE_SHOE: Final = frozenset({ShoePrepared, ShoeClosed, CardBurned, CardDealt})
"""Events after which another shoe is in play, or fewer cards are in it."""
T = TypeVar("T")
Editions = Callable[[str, date | Opening], Edition]
"""The edition of a rulebook that was in force on a day, or for a round opened in it. Raises UnknownRulebook."""


@dataclass(frozen=True, repr=False)
class Story:
    """All rounds of a table's day, in the order in which they were opened, and the doubts about that order."""

    day: str
    rounds: Mapping[str, Round]
    order: Order
    common: tuple[int, ...]
    """Positions of what concerns the table as a whole."""
    entries: tuple[Entry, ...]
    editions: Editions
    carried: Shoe | None
    account_of: Mapping[str, str]
    """Per source, the account that it tells."""
    left: Shoe | None
    """The shoe as the day left it."""
    standings: Standings

    def under(self, line: Sequence[Entry], name: str) -> Round:
        """The round as it looks when the day's entries came in this order."""
        account = self.rounds[name].account
        own = _of_account(line, account, self.account_of)
        telling = _Telling(self.day, self.editions, account, self.carried, self.standings.resolutions)
        one = telling.tell(own, self.entries)[name]
        _let_stand([one], self.standings)
        return one


def assemble(
    entries: Sequence[Entry],
    editions: Editions,
    carried: Shoe | None,
    later: Sequence[Entry],
    groundless: Callable[[Iterable[Round]], Mapping[int, str]],
) -> Story:
    """Assembles a table's day from all its entries. `carried` is the shoe as an earlier day left it, `later` what following
    days decided on the one that this day left in play, `groundless` says which decisions the rules give no ground for.

    Each round is told by the account that was adopted for it, else by the floor's, else by the first there is.
    Raises UnknownRulebook where no edition of the table's rulebook was in force.
    """
    day = table_day(entries[0].subject)
    events = [entry.event for entry in entries]
    declared = {event.about: event for event in events if type(event) is SourceDeclared}
    played = [entry for entry, event in zip(entries, events, strict=True) if type(event) not in REFUSALS]
    account_of = {source: _account(source, declared) for source in dict.fromkeys(entry.source for entry in played)}
    clocks = {source: event.uncertainty_ms * 1000 for source, event in declared.items()}
    order = ordered(played, clocks)
    adopted = {entry.subject: event.account for entry in played if type(event := entry.event) is AccountAdopted}
    told: dict[str, dict[str, Round]] = {name: {} for name in map(round_of, (e.subject for e in order.line)) if name}
    left: dict[str, Shoe | None] = {}
    standings = _standings(day, (*order.line, *later), editions, carried)
    floor = (entry for entry in played if type(entry.event) not in DECIDED and round_of(entry.subject))
    for account in sorted({account_of[entry.source] for entry in floor}):
        line = _of_account(order.line, account, account_of)
        telling = _Telling(day, editions, account, carried, standings.resolutions)
        for name, one in telling.tell(line, entries).items():
            told[name][account] = one
        left[account] = telling.shoe
    rounds = {n: _adopted(one, adopted.get(n) or adopted.get(day)) for n, one in told.items() if one}
    for name, one in rounds.items():
        one.others = [other for other in told[name].values() if other is not one]
    everyone = [one for accounts in told.values() for one in accounts.values()]
    _let_stand(everyone, standings)
    if without := groundless(rounds.values()):
        standings = _standings(day, (*order.line, *later), editions, carried, without)
        _let_stand(everyone, standings)
    for shoe in filter(None, left.values()):
        shoe.state = standings.shoes.get(shoe.name, shoe.state)
    note_losses(rounds, played, entries, declared)
    common = tuple(entry.position for entry in played if round_of(entry.subject) is None)
    shoe_left = _adopted(left, None) if left else carried
    return Story(day, rounds, order, common, tuple(entries), editions, carried, account_of, shoe_left, standings)


def _of_account(line: Iterable[Entry], account: str, account_of: Mapping[str, str]) -> list[Entry]:
    """What an account tells of the play; what people decided about it is no play, and holds whoever tells it."""
    return [
        entry
        for entry in line
        if (type(entry.event) not in DECIDED or type(entry.event) is DecisionConfirmed)
        and (account_of[entry.source] == account or round_of(entry.subject) is None)
    ]


def _standings(
    day: str,
    line: Iterable[Entry],
    editions: Editions,
    carried: Shoe | None,
    without: Mapping[int, str] = MappingProxyType({}),
) -> Standings:
    """How the day's shoes and rounds stand, by the authorities of the edition in force.

    `without` are the decisions that the rules give no ground for.
    """
    entries = list(line)
    opening = next((entry.event for entry in entries if isinstance(entry.event, TableOpened)), None)
    edition = opening and editions(opening.rulebook, date.fromisoformat(day.split("/")[1]))
    standings = Standings(edition.authorities if edition else {}, groundless=without)
    if carried is not None:
        standings.carry(carried.name, carried.state)
    return standings.follow(entries)


def _let_stand(rounds: Iterable[Round], standings: Standings) -> None:
    for one in rounds:
        one.stands_as = standings.standing(one.name, one.shoe)
        one.holding = standings.holding(one.name, one.shoe)
        one.answered = standings.answered(one.name)
        one.decisions = standings.concerning(one.name, one.shoe)
        one.lasting = frozenset(made.position for made in one.decisions if standings.in_force(made))


def _account(source: str, declared: Mapping[str, SourceDeclared]) -> str:
    if source in declared:
        return declared[source].account
    return source.replace("/", ".") if source.startswith("transcript/") else FLOOR


def _adopted(accounts: Mapping[str, T], adopted: str | None) -> T:
    """The adopted account's, else the floor's, else the first there is."""
    for account in (adopted or FLOOR, FLOOR):
        if account in accounts:
            return accounts[account]
    return next(iter(accounts.values()))


class _Telling:
    """Goes along one account's line of entries and keeps what holds at each moment."""

    def __init__(self, day: str, editions: Editions, account: str, carried: Shoe | None, resolutions: Resolutions):
        self._day = day
        self._resolutions = resolutions
        self._said: list[HouseResolution] = []
        self._editions = editions
        self._account = account
        self._opening: TableOpened | None = None
        self._posting = Posting()
        self.shoe = carried and replace(carried, out=Counter(carried.out))
        self._rounds: dict[str, Round] = {}
        self._dealing: Round | None = None
        self._wagers: dict[str | tuple[str, str], Round] = {}
        # A wager by its name is the last one of that name; by round and name it is that round's own.
        self._noticed: list[Round] = []
        self._keeper = Keeper(carried.record if carried else None)

    def tell(self, line: Sequence[Entry], everything: Sequence[Entry]) -> dict[str, Round]:
        now = by_now(self._resolutions, line)
        self._opening = next((e.event for e in everything if isinstance(e.event, TableOpened)), None)
        self._posting = replace(self._posting, seating_told=any(type(entry.event) is SeatTaken for entry in line))
        for index, entry in enumerate(line):
            event, name = entry.event, round_of(entry.subject)
            if type(event) is TableOpened:
                self._opening = event
            self._posting = self._posting.after(event)
            if entry.position in self._resolutions:
                self._said.append(house_resolution(self._resolutions[entry.position], entry))
            if name is not None and self._opening is not None and type(event) not in DECIDED:
                self._tell_round(self._rounds.get(name) or self._open(name, entry, now), entry, index)
            if type(event) in OF_THE_SHOE:
                self._keep_shoe(entry, index)
            self._keeper.take(entry, index, name, self._posting)
        self._keeper.finish()
        if self.shoe:
            self.shoe.record = self._keeper.record
        decisions_told = any(type(entry.event) is DecisionMade for entry in line)
        signs = _signs_told(self._rounds.values())
        for one in self._rounds.values():
            one.decisions_told, one.signs_told = decisions_told, signs
        return self._rounds

    def _keep_shoe(self, entry: Entry, index: int) -> None:
        if isinstance(entry.event, ShoePrepared | ShoeClosed) and self._dealing and self._dealing.shoe_over_at is None:
            self._dealing.shoe_over_at, self._dealing.shoe_over_position = index, entry.position
        match entry.event:
            case ShoePrepared():
                self.shoe = Shoe(entry.event.shoe, entry.event.decks, entry.position, entry.event.device)
            case ShoeClosed():
                self.shoe = None
            case CardBurned() | CardDealt() if self.shoe:
                self.shoe.draw(entry.event.card)

    def _open(self, name: str, entry: Entry, now: Mapping[str, HouseResolution]) -> Round:
        assert self._opening is not None
        shoe = self.shoe
        said = entry.event.shoe if isinstance(entry.event, RoundOpened) else None
        at = entry.delivery.time or entry.recorded_at
        opened = Round(
            name=name,
            account=self._account,
            opening=self._opening,
            edition=self._editions(self._opening.rulebook, Opening(date.fromisoformat(self._day.split("/")[1]), at)),
            opened_under=replace(self._posting, resolved=at_opening(self._said, entry)),
            resolved_by_now=now,
            shoe=said or (shoe.name if shoe else None),
            decks=shoe.decks if shoe and said in (None, shoe.name) else None,
            device=shoe.device if shoe else None,
            cards_out_before=shoe.cards_out if shoe else 0,
            out_before=dict(shoe.out) if shoe else {},
            previous=next(reversed(self._rounds.values()), None),
        )
        self._rounds[name] = opened
        return opened

    def _tell_round(self, one: Round, entry: Entry, index: int) -> None:
        told = Told(entry, self._bound(one), index)
        match told.event:
            case WagerPlaced(wager=wager):
                self._wagers[wager] = self._wagers[one.name, wager] = one
            case WagerReturned(wager=wager):
                owner = self._wagers.get((one.name, wager)) or self._wagers.get(wager, one)
                if owner is not one:
                    owner.add(told)
                    told = replace(told, elsewhere=True)
            case CardDealt() | CardMoved(origin="exposed" | "next") | BallSpun() | BallRested() if one.first is None:
                self._first_card(one, told)
            case NoticeGiven() if one not in self._noticed:
                self._noticed.append(one)
            case CorrectionCompleted() if one in self._noticed:
                self._noticed.remove(one)
        if one.dealt_from is None and self._keeper.in_play and type(told.event) is CardDealt:
            one.dealt_from = self._keeper.record
        one.add(told)

    def _bound(self, one: Round) -> Posting:
        """What is posted now, but for the limits: those that were posted when the round was opened bind it."""
        opened, now = one.opened_under, self._posting
        if opened.limits is now.limits and opened.units is now.units:
            return now
        return replace(now, limits=opened.limits, units=opened.units)

    def _first_card(self, one: Round, first: Told) -> None:
        """The round before is over with this card or spin, unless the record leaves something out between the two."""
        before = self._dealing
        if before is not None and _apart(one):
            before.followed_apart = True
        elif before is not None:
            before.following, before.played_on_at = one, first.index
        one.noticed_before = tuple(noticed for noticed in self._noticed if noticed is not one)
        self._dealing, one.first = one, first


def _signs_told(rounds: Collection[Round]) -> frozenset[str]:
    """Whether an account tells what the dealer announces and marks. One that has marked a number and announced none, or
    the other way about, in several rounds does not tell of the other; in a single round nothing shows that it would not.
    """
    having = {
        "call": sum(bool(one.of(Announced)) for one in rounds),
        "dolly": sum(bool(one.of(DollyPlaced)) for one in rounds),
    }
    told = frozenset(sign for sign, number in having.items() if number)
    return frozenset(having) if sum(having.values()) == 1 else told


def _apart(one: Round) -> bool:
    """Whether rounds may have been dealt before this one that are not on record."""
    opened = one.of(RoundOpened)
    return bool(opened) and opened[0][1].apart

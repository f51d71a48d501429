"""A table's gaming day told in order: its rounds, each with what was posted, agreed and resolved when it was played."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from types import MappingProxyType
from typing import Final, TypeVar

from ledger.acts.authority import Authority
from ledger.acts.roster import Roster
from ledger.entry import Entry
from ledger.events import REGISTRY
from ledger.events.decisions import AuthorityDecision, DecisionConfirmed
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
    SeatTaken,
    SourceDeclared,
    TableOpened,
)
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced
from ledger.table_standing import TableStanding
from ledger.values.effective import RoundOpening
from ledger.values.subjects import TRANSCRIPT, round_of, table_day
from replay.rulebooks.edition import Edition
from replay.table_day.event_order import EventOrder, note_sequence_gaps, order_entries
from replay.table_day.resolutions import (
    HouseResolution,
    Resolutions,
    house_resolution,
    resolutions_at_opening,
    resolutions_by_now,
)
from replay.table_day.round import Round, RoundEntry
from replay.table_day.shoe_record import Shoe, ShoeRecorder
from replay.table_day.table_terms import TableTerms

FLOOR_ACCOUNT: Final = "floor"
REFUSAL_EVENTS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted})
DECISION_EVENTS: Final = frozenset(kind for kind in REGISTRY.values() if issubclass(kind, AuthorityDecision))
"""What people with authority decided: no play."""
SHOE_EVENTS: Final = frozenset({ShoePrepared, ShoeClosed, CardBurned, CardDealt})
"""Events after which another shoe is in play, or fewer cards are in it."""
T = TypeVar("T")
AuthorityLookup = Callable[[str, date, int | None], Mapping[str, Authority]]
"""Who may decide what under a rulebook on a day, by the edition that was known at a position; None for the last one."""

EditionLookup = Callable[[str, date | RoundOpening], Edition]
"""The edition of a rulebook that was in force on a day, or for a round opened in it. Raises UnknownRulebook."""


@dataclass(frozen=True, repr=False)
class TableDay:
    """All rounds of a table's day, in the order in which they were opened, and the doubts about that order."""

    day: str
    rounds: Mapping[str, Round]
    order: EventOrder
    table_positions: tuple[int, ...]
    """Positions of what concerns the table as a whole."""
    entries: tuple[Entry, ...]
    editions: EditionLookup
    carried_shoe: Shoe | None
    account_by_source: Mapping[str, str]
    """Per source, the account that it tells."""
    shoe_left: Shoe | None
    """The shoe as the day left it."""
    standings: TableStanding

    def round_in_order(self, entries: Sequence[Entry], name: str) -> Round:
        """The round as it looks when the day's entries came in this order."""
        account = self.rounds[name].account
        own = _entries_of_account(entries, account, self.account_by_source)
        telling = _TableDayBuilder(self.day, self.editions, account, self.carried_shoe, self.standings.resolutions)
        round_ = telling.build(own, self.entries)[name]
        _apply_standings([round_], self.standings)
        return round_


def assemble(
    entries: Sequence[Entry],
    editions: EditionLookup,
    carried: Shoe | None,
    later: Sequence[Entry],
    groundless: Callable[[Iterable[Round]], Mapping[int, str]],
    roster: Roster,
    authorities: AuthorityLookup | None = None,
) -> TableDay:
    """Assembles a table's day from all its entries. `carried` is the shoe as an earlier day left it, `later` what following
    days decided on the one that this day left in play, `groundless` says which decisions the rules give no ground for,
    `roster` who is known to the house, `authorities` who might decide what by the edition known at a position.

    Each round is told by the account that was chosen for it, else by a device's, the floor's first, else by a typed one.
    Raises UnknownRulebook where no edition of the table's rulebook was in force.
    """
    day = table_day(entries[0].subject)
    events = [entry.event for entry in entries]
    declared = {event.about: event for event in events if type(event) is SourceDeclared}
    played = [entry for entry, event in zip(entries, events, strict=True) if type(event) not in REFUSAL_EVENTS]
    account_of = _account_names(dict.fromkeys(entry.source for entry in played), declared)
    clocks = {source: event.uncertainty_ms * 1000 for source, event in declared.items()}
    order = order_entries(played, clocks)
    rounds_by_account: dict[str, dict[str, Round]] = {
        name: {} for name in map(round_of, (e.subject for e in order.entries)) if name
    }
    left: dict[str, Shoe | None] = {}
    standings = _standings(day, (*order.entries, *later), editions, carried, roster, authorities)
    floor = (entry for entry in played if type(entry.event) not in DECISION_EVENTS and round_of(entry.subject))
    for account in sorted({account_of[entry.source] for entry in floor}):
        line = _entries_of_account(order.entries, account, account_of)
        telling = _TableDayBuilder(day, editions, account, carried, standings.resolutions)
        for name, round_ in telling.build(line, entries).items():
            rounds_by_account[name][account] = round_
        left[account] = telling.shoe
    devices = {account_of[entry.source] for entry in played if not entry.source.startswith(TRANSCRIPT)}
    rounds = {
        name: _choose_account(accounts, standings.account_of(name), devices)
        for name, accounts in rounds_by_account.items()
        if accounts
    }
    for name, round_ in rounds.items():
        round_.other_accounts = [other for other in rounds_by_account[name].values() if other is not round_]
        if standings.account_of(name) not in rounds_by_account[name]:
            is_device = round_.account in devices
            round_.rival_accounts = [other for other in round_.other_accounts if (other.account in devices) == is_device]
    everyone = [round_ for accounts in rounds_by_account.values() for round_ in accounts.values()]
    _apply_standings(everyone, standings)
    if without := groundless(rounds.values()):
        standings = _standings(day, (*order.entries, *later), editions, carried, roster, authorities, without)
        _apply_standings(everyone, standings)
    for shoe in filter(None, left.values()):
        shoe.state = standings.shoes.get(shoe.name, shoe.state)
    note_sequence_gaps(rounds, played, entries, declared)
    common = tuple(entry.position for entry in played if round_of(entry.subject) is None)
    shoe_left = _choose_account(left, None, devices) if left else carried
    return TableDay(day, rounds, order, common, tuple(entries), editions, carried, account_of, shoe_left, standings)


def _entries_of_account(entries: Iterable[Entry], account: str, account_by_source: Mapping[str, str]) -> list[Entry]:
    """What an account tells of the play; what people decided about it is no play, and holds whoever tells it."""
    return [
        entry
        for entry in entries
        if (type(entry.event) not in DECISION_EVENTS or type(entry.event) is DecisionConfirmed)
        and (account_by_source[entry.source] == account or round_of(entry.subject) is None)
    ]


def _standings(
    day: str,
    ordered_entries: Iterable[Entry],
    edition_lookup: EditionLookup,
    carried_shoe: Shoe | None,
    roster: Roster,
    authorities: AuthorityLookup | None,
    groundless: Mapping[int, str] = MappingProxyType({}),
) -> TableStanding:
    """How the day's shoes and rounds stand, by the authorities of the edition in force.

    `without` are the decisions that the rules give no ground for.
    """
    entries = list(ordered_entries)
    opening = next((entry.event for entry in entries if isinstance(entry.event, TableOpened)), None)
    date_ = date.fromisoformat(day.split("/")[1])
    edition = opening and edition_lookup(opening.rulebook, date_)
    known_at = partial(authorities, opening.rulebook, date_) if authorities and opening else None
    standings = TableStanding(edition.authorities if edition else {}, roster, known_at, groundless=groundless)
    if carried_shoe is not None:
        standings.carry_shoe(carried_shoe.name, carried_shoe.state)
    return standings.apply_all(entries)


def _apply_standings(rounds: Iterable[Round], standings: TableStanding) -> None:
    for round_ in rounds:
        round_.standing = standings.round_standing(round_.name, round_.shoe)
        round_.decisions_in_force = standings.decisions_in_force(round_.name, round_.shoe)
        round_.case_settlements = standings.settled_wagers(round_.name)
        round_.decisions = standings.decisions_concerning(round_.name, round_.shoe)
        round_.table_decision_positions = frozenset(
            decision.position for decision in round_.decisions if standings.is_in_force(decision)
        )


def _account_names(sources: Iterable[str], declarations: Mapping[str, SourceDeclared]) -> dict[str, str]:
    """Whose account each source tells, as declared. What somebody typed never goes into an account that a device tells."""
    names: dict[str, str] = {}
    for source in sorted(sources, key=lambda source: source.startswith(TRANSCRIPT)):
        is_typed = source.startswith(TRANSCRIPT)
        declared = declarations[source].account if source in declarations else None
        told_by_devices = {name for other, name in names.items() if not other.startswith(TRANSCRIPT)}
        if not is_typed:
            names[source] = declared or FLOOR_ACCOUNT
        else:
            names[source] = declared if declared and declared not in told_by_devices else source.replace("/", ".")
    return names


def _choose_account(accounts: Mapping[str, T], chosen: str | None, devices: Collection[str]) -> T:
    """The one that somebody chose; else the floor's, else another device's; else what somebody typed."""
    first_device = next((account for account in accounts if account in devices), None)
    for account in (chosen, FLOOR_ACCOUNT, first_device):
        if account is not None and account in accounts:
            return accounts[account]
    return next(iter(accounts.values()))


class _TableDayBuilder:
    """Goes along one account's line of entries and keeps what holds at each moment."""

    def __init__(
        self, day: str, edition_lookup: EditionLookup, account: str, carried_shoe: Shoe | None, resolutions: Resolutions
    ):
        self._day = day
        self._resolutions = resolutions
        self._resolutions_so_far: list[HouseResolution] = []
        self._editions = edition_lookup
        self._account = account
        self._table_opening: TableOpened | None = None
        self._terms = TableTerms()
        self.shoe = carried_shoe and replace(carried_shoe, copies_out=Counter(carried_shoe.copies_out))
        self._rounds: dict[str, Round] = {}
        self._current_round: Round | None = None
        self._rounds_by_wager: dict[str | tuple[str, str], Round] = {}
        # A wager by its name is the last one of that name; by round and name it is that round's own.
        self._noticed_rounds: list[Round] = []
        self._shoe_recorder = ShoeRecorder(carried_shoe.record if carried_shoe else None)

    def build(self, account_entries: Sequence[Entry], all_entries: Sequence[Entry]) -> dict[str, Round]:
        now = resolutions_by_now(self._resolutions, account_entries)
        self._table_opening = next((e.event for e in all_entries if isinstance(e.event, TableOpened)), None)
        self._terms = replace(
            self._terms, is_seating_recorded=any(type(entry.event) is SeatTaken for entry in account_entries)
        )
        for index, entry in enumerate(account_entries):
            event, name = entry.event, round_of(entry.subject)
            if type(event) is TableOpened:
                self._table_opening = event
            self._terms = self._terms.after(event)
            if entry.position in self._resolutions:
                self._resolutions_so_far.append(house_resolution(self._resolutions[entry.position], entry))
            if name is not None and self._table_opening is not None and type(event) not in DECISION_EVENTS:
                self._add_to_round(self._rounds.get(name) or self._open_round(name, entry, now), entry, index)
            if type(event) in SHOE_EVENTS:
                self._follow_shoe(entry, index)
            self._shoe_recorder.add_entry(entry, index, name, self._terms)
        self._shoe_recorder.finish()
        if self.shoe:
            self.shoe.record = self._shoe_recorder.record
        decisions_told = any(type(entry.event) is DecisionMade for entry in account_entries)
        signs = _recorded_signs(self._rounds.values())
        for round_ in self._rounds.values():
            round_.records_decisions, round_.recorded_signs = decisions_told, signs
        return self._rounds

    def _follow_shoe(self, entry: Entry, index: int) -> None:
        if (
            isinstance(entry.event, ShoePrepared | ShoeClosed)
            and self._current_round
            and self._current_round.shoe_end_index is None
        ):
            self._current_round.shoe_end_index, self._current_round.shoe_end_position = index, entry.position
        match entry.event:
            case ShoePrepared():
                self.shoe = Shoe(entry.event.shoe, entry.event.decks, entry.position, entry.event.device)
            case ShoeClosed():
                self.shoe = None
            case CardBurned() | CardDealt() if self.shoe:
                self.shoe.draw(entry.event.card)

    def _open_round(self, name: str, entry: Entry, day_resolutions: Mapping[str, HouseResolution]) -> Round:
        assert self._table_opening is not None
        shoe = self.shoe
        named_shoe = entry.event.shoe if isinstance(entry.event, RoundOpened) else None
        at = entry.delivery.time or entry.recorded_at
        opened = Round(
            name=name,
            account=self._account,
            table_opening=self._table_opening,
            edition=self._editions(
                self._table_opening.rulebook, RoundOpening(date.fromisoformat(self._day.split("/")[1]), at)
            ),
            terms_at_opening=replace(self._terms, resolutions=resolutions_at_opening(self._resolutions_so_far, entry)),
            resolutions_by_now=day_resolutions,
            shoe=named_shoe or (shoe.name if shoe else None),
            decks=shoe.decks if shoe and named_shoe in (None, shoe.name) else None,
            device=shoe.device if shoe else None,
            cards_out_before=shoe.cards_out if shoe else 0,
            copies_out_before=dict(shoe.copies_out) if shoe else {},
            previous=next(reversed(self._rounds.values()), None),
        )
        self._rounds[name] = opened
        return opened

    def _add_to_round(self, round_: Round, entry: Entry, index: int) -> None:
        round_entry = RoundEntry(entry, self._binding_terms(round_), index)
        match round_entry.event:
            case WagerPlaced(wager=wager):
                self._rounds_by_wager[wager] = self._rounds_by_wager[round_.name, wager] = round_
            case WagerReturned(wager=wager):
                owner = self._rounds_by_wager.get((round_.name, wager)) or self._rounds_by_wager.get(wager, round_)
                if owner is not round_:
                    owner.add(round_entry)
                    round_entry = replace(round_entry, belongs_to_earlier=True)
            case CardDealt() | CardMoved(origin="exposed" | "next") | BallSpun() | BallRested() if (
                round_.first_draw is None
            ):
                self._begin_dealing(round_, round_entry)
            case NoticeGiven() if round_ not in self._noticed_rounds:
                self._noticed_rounds.append(round_)
            case CorrectionCompleted() if round_ in self._noticed_rounds:
                self._noticed_rounds.remove(round_)
        if round_.shoe_record is None and self._shoe_recorder.is_in_play and type(round_entry.event) is CardDealt:
            round_.shoe_record = self._shoe_recorder.record
        round_.add(round_entry)

    def _binding_terms(self, round_: Round) -> TableTerms:
        """What is posted now, but for the limits: those that were posted when the round was opened bind it."""
        opened, now = round_.terms_at_opening, self._terms
        if opened.limits is now.limits and opened.units is now.units:
            return now
        return replace(now, limits=opened.limits, units=opened.units)

    def _begin_dealing(self, round_: Round, round_entry: RoundEntry) -> None:
        """The round before is over with this card or spin, unless the record leaves something out between the two."""
        before = self._current_round
        if before is not None and _has_gap_before(round_):
            before.has_gap_after = True
        elif before is not None:
            before.following, before.next_round_index = round_, round_entry.index
        round_.uncorrected_before = tuple(noticed for noticed in self._noticed_rounds if noticed is not round_)
        self._current_round, round_.first_draw = round_, round_entry


def _recorded_signs(rounds: Collection[Round]) -> frozenset[str]:
    """Whether an account tells what the dealer announces and marks. One that has marked a number and announced none, or
    the other way about, in several rounds does not tell of the other; in a single round nothing shows that it would not.
    """
    having = {
        "call": sum(bool(round_.entries_of(Announced)) for round_ in rounds),
        "dolly": sum(bool(round_.entries_of(DollyPlaced)) for round_ in rounds),
    }
    signs = frozenset(sign for sign, number in having.items() if number)
    return frozenset(having) if sum(having.values()) == 1 else signs


def _has_gap_before(round_: Round) -> bool:
    """Whether rounds may have been dealt before this one that are not on record."""
    opened = round_.entries_of(RoundOpened)
    return bool(opened) and opened[0][1].apart

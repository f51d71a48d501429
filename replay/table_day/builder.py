"""A table's gaming day told in order: its rounds, each with what was posted, agreed and resolved when it was played."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final, TypeVar

from ledger.acts.authority import Authority
from ledger.acts.roster import Roster
from ledger.corrections import as_mended, corrections
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.base import Act
from ledger.events.decisions import AuthorityAct
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined, EntryUnreadable
from ledger.events.play import (
    Announced,
    CardDealt,
    CardExposed,
    CardMixed,
    CardMoved,
    CardsCollected,
    CorrectionCompleted,
    DecisionMade,
    NoticeGiven,
    PaymentTakenBack,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CardBurned, CardExchanged, CardSetAside, ShoeClosed, ShoePrepared
from ledger.events.table import (
    AccountCorrected,
    DealerChanged,
    SeatTaken,
    SourceDeclared,
    SourceTopicsDeclared,
    TableClosed,
    TableOpened,
)
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced
from ledger.table_standing import TableStanding
from ledger.values.effective import RoundOpening
from ledger.values.subjects import TRANSCRIPT, round_of, table_day
from replay.forensics.examination import DEFAULT_ONE_IN
from replay.rulebooks.edition import Edition
from replay.table_day.event_order import EventOrder, note_sequence_gaps, order_entries
from replay.table_day.reporting import DeclaredTopics, Reporting, declared_topics, reporting_of
from replay.table_day.resolutions import (
    HouseResolution,
    Resolutions,
    house_resolution,
    resolutions_at_opening,
    resolutions_by_now,
)
from replay.table_day.round import Round, RoundEntry
from replay.table_day.shoe_record import CUSTODY_EVENTS, PREPARING_EVENTS, Shoe, ShoeRecorder
from replay.table_day.table_terms import TableTerms
from replay.table_day.version_completion import completed_line, completes, is_whole
from replay.table_day.version_lines import DECISION_EVENTS, RECORDED_ONCE, VersionLine, is_play, version_line

FLOOR_ACCOUNT: Final = "floor"
REFUSAL_EVENTS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted, EntryUnreadable})
NOT_PLAYED: Final = REFUSAL_EVENTS | {AccountCorrected}
"""Events that tell nothing of the table, but of what was told."""
SHOE_EVENTS: Final = frozenset({ShoePrepared, ShoeClosed, CardBurned, CardDealt})
"""Events after which another shoe is in play, or fewer cards are in it."""
_CARD_EVENTS: Final = frozenset({CardDealt, CardExposed, CardMoved, CardMixed, CardBurned, CardsCollected})
"""What of a round can bear on the one before, besides its beginning: the cards that were missing there came out next."""

_FOLLOWED_EVENTS: Final = frozenset(
    {
        WagerPlaced,
        WagerReturned,
        PaymentTakenBack,
        CardDealt,
        CardMoved,
        BallSpun,
        BallRested,
        NoticeGiven,
        CorrectionCompleted,
    }
)
"""What of a round bears on another one, or says where a round begins or is put right."""

_OFFICE_EVENTS: Final = (AuthorityAct, CardSetAside, CardExchanged)
"""Events that say in which office somebody did something."""
_SIGNS: Final[Mapping[type[Event], str]] = {Announced: "call", DollyPlaced: "dolly"}
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
    reporting_by_account: Mapping[str, Reporting]
    """Per account, what its sources can report."""
    shoe_left: Shoe | None
    """The shoe as the day left it."""
    standings: TableStanding
    is_closed: bool
    """Whether the table was closed, so that a round that is still open stays so."""
    false_alarm_one_in: int
    """How rarely a fair shoe may raise a suspicion: once in so many."""
    opening_times: Mapping[str, str]
    """By round of several versions, when it was opened, for a version that does not say."""
    _lines: dict[tuple[str, str | None], VersionLine] = field(default_factory=dict)
    """By version, and by the one from which it takes what it lacks."""
    _completed: dict[tuple[str, str], Mapping[str, Round]] = field(default_factory=dict)
    """The rounds of the lines that were completed, by the same."""

    def line_of(self, round_: Round) -> VersionLine:
        """The line of a version of a round; what it lacks is taken from another one."""
        version, other = round_.account, self._completing(round_)
        for account in filter(None, (version, other)):
            if (account, None) not in self._lines:
                self._lines[account, None] = version_line(self.order, account, self.account_by_source)
        if other is not None and (version, other) not in self._lines:
            own, theirs = self._lines[version, None], self._lines[other, None]
            self._lines[version, other] = completed_line(own, theirs, version)
        return self._lines[version, other]

    def completed(self, round_: Round) -> Round:
        """A version of a round with what it lacks, as it is judged."""
        version, other = round_.account, self._completing(round_)
        if other is None or self.line_of(round_) is self._lines[version, None]:
            return round_
        if (version, other) not in self._completed:
            self._completed[version, other] = self._rounds_in_line(self.line_of(round_), version, other)
        return self._as_judged(self._completed[version, other], round_)

    def _completing(self, round_: Round) -> str | None:
        """The version from which another one takes what it lacks: the used one, or for that one the first that has it."""
        used = self.rounds[round_.name]
        if round_.account != used.account:
            return used.account
        return next((other.account for other in used.completing_accounts if completes(used, other)), None)

    def round_in_order(self, line: VersionLine, round_: Round) -> Round:
        """A round as it looks when the entries of its version came in this order."""
        version, other = round_.account, self._completing(round_)
        return self._as_judged(self._rounds_in_line(line, version, other), round_)

    def _as_judged(self, rounds: Mapping[str, Round], round_: Round) -> Round:
        """A version of a round out of another line, with what is known of the round besides its entries."""
        found = rounds[round_.name]
        found.missing_parts = round_.missing_parts
        _apply_standings([found], self.standings)
        return found

    def _rounds_in_line(self, line: VersionLine, version: str, other: str | None) -> Mapping[str, Round]:
        """The rounds of a version's line, of which some entries may be another one's."""
        reporting = self.reporting_by_account[version]
        if other is not None and line.added:
            reporting = reporting.with_sources_of(self.reporting_by_account[other])
        shoe_recorder = ShoeRecorder(self.carried_shoe.record if self.carried_shoe else None, self.false_alarm_one_in)
        builder = _AccountBuilder(
            self.day,
            self.editions,
            version,
            self.carried_shoe,
            self.standings.resolutions,
            shoe_recorder,
            reporting,
            self.opening_times,
        )
        return builder.build(line.entries, as_mended(self.entries))


Grounds = Callable[[Iterable[Round]], Mapping[int, str]]
"""By position, the decisions on these rounds that the rules give no ground for, each with the reason."""


@dataclass(frozen=True, repr=False)
class DayContext:
    """What a table's day is judged with besides its own entries.

    `carried` is the shoe as an earlier day left it, `later` what following days decided on the one that this day left in
    play, `groundless` says which decisions the rules give no ground for, `roster` who is known to the house, `authorities`
    who might decide what by the edition known at a position. `left_out`: the entries are those on which
    the rulings asked for rest, and the positions those of what else is about the table; numbers left out are no gaps.
    """

    editions: EditionLookup
    groundless: Grounds
    roster: Roster
    carried: Shoe | None = None
    later: Sequence[Entry] = ()
    authorities: AuthorityLookup | None = None
    false_alarm_one_in: int = DEFAULT_ONE_IN
    left_out: Sequence[int] | None = None


class OpenTableDay:
    """A table's day that may go on: its rounds as they stand, carried on with what is recorded next.

    Each round is told by the account that was chosen for it, else by a device's, the floor's first, else by the one that
    was typed first.
    Raises UnknownRulebook where no edition of the table's rulebook was in force.
    """

    def __init__(self, entries: Sequence[Entry], context: DayContext):
        self._context = context
        self._day = table_day(entries[0].subject)
        self._entries = tuple(entries)
        self._corrections = corrections(entries)
        mended = as_mended(entries)
        events = [entry.event for entry in mended]
        self._declared = {event.about: event for event in events if type(event) is SourceDeclared}
        played = [entry for entry, event in zip(mended, events, strict=True) if type(event) not in NOT_PLAYED]
        self._account_by_source = _account_names(dict.fromkeys(entry.source for entry in played), self._declared)
        clocks = {source: event.uncertainty_ms * 1000 for source, event in self._declared.items()}
        self._order = order_entries(played, clocks)
        self._standings = self._standings_without({})
        self._devices = {
            account for source, account in self._account_by_source.items() if not source.startswith(TRANSCRIPT)
        }
        self._builders: dict[str, _AccountBuilder] = {}
        self._first_positions: dict[tuple[str, str], int] = {}
        """Per version and round, the position of the first entry that it has, corrected since or not."""
        self._round_sources = sources = _sources_of_rounds(played)
        self._reporting = _reporting_by_account(played, self._account_by_source, sources, declared_topics(mended))
        accounts = dict.fromkeys(self._account_by_source[entry.source] for entry in played if entry.source in sources)
        several = len(accounts) > 1
        self._opening_times = _opening_times(self._order.entries, self._account_by_source) if several else {}
        for account in accounts:
            line = version_line(self._order, account, self._account_by_source).entries
            shoe_recorder = ShoeRecorder(context.carried.record if context.carried else None, context.false_alarm_one_in)
            builder = _AccountBuilder(
                self._day,
                context.editions,
                account,
                context.carried,
                self._standings.resolutions,
                shoe_recorder,
                self._reporting[account],
                self._opening_times,
            )
            builder.build(line, mended)
            self._builders[account] = builder
        self._note_first_positions(entries)
        self._rounds: dict[str, Round] = {}
        subjects = dict.fromkeys(entry.delivery.subject for entry in self._order.entries)
        self._choose_accounts(subject for subject in subjects if round_of(subject))
        self._note_corrections()
        self._apply_standings()
        if without := context.groundless(self._rounds.values()):
            self._standings = self._standings_without(without)
            self._apply_standings()
        refused = (event for event in events if isinstance(event, DeliveryQuarantined))
        self._quarantined = {(event.source or "", event.delivery or "") for event in refused}
        self._uncounted = {source for source, event in self._declared.items() if not event.counted}
        self._last_sequences: dict[str, int] = {}
        for _, source, _, sequence, *_ in (entry.delivery for entry in played):
            if sequence is not None and sequence > self._last_sequences.get(source, -1):
                self._last_sequences[source] = sequence
        self._sources_after_gap = set[str]() if context.left_out is not None else self._note_gaps(played, mended)
        """Those that have told of no round since a gap in their numbers."""
        refused_rounds = {entry.subject for entry in entries if type(entry.event) in REFUSAL_EVENTS}
        self._unheard_rounds = refused_rounds - self._rounds.keys() - {self._day}
        """Rounds of which only something is on record that was refused."""
        about_table = [entry.position for entry in played if round_of(entry.subject) is None]
        self._table_positions = (*about_table, *(context.left_out or ()))
        self._decided_at = _decided_at(entries)
        self._is_closed = any(type(event) is TableClosed for event in events)

    @property
    def entry_count(self) -> int:
        """How many entries it keeps."""
        return len(self._entries)

    @property
    def table_day(self) -> TableDay:
        """The day as it stands."""
        shoes_left = {account: builder.shoe for account, builder in self._builders.items()}
        for shoe in filter(None, shoes_left.values()):
            shoe.state = self._standings.shoes.get(shoe.name, shoe.state)
        return TableDay(
            day=self._day,
            rounds=self._rounds,
            order=self._order,
            table_positions=self._table_positions,
            entries=self._entries,
            editions=self._context.editions,
            carried_shoe=self._context.carried,
            account_by_source=self._account_by_source,
            reporting_by_account=self._reporting,
            shoe_left=_choose_account(shoes_left, None, self._devices) if shoes_left else self._context.carried,
            standings=self._standings,
            is_closed=self._is_closed,
            false_alarm_one_in=self._context.false_alarm_one_in,
            opening_times=self._opening_times,
        )

    def carry_on(self, entries: Sequence[Entry]) -> Collection[str] | None:
        """Take in what was recorded next, and return the names of the rounds on which it can bear.

        None where it may bear on more than the rounds that are being played and those before them: people decided
        something, another account is told, a source has left something out or speaks of earlier. This day is of no use
        then, and is to be told anew.
        """
        if not all(self._is_play(entry) and self._follows(entry) for entry in entries):
            return None
        order = self._order.carried_on(entries)
        if order is None:
            return None
        self._order, self._entries = order, (*self._entries, *entries)
        self._table_positions += tuple(entry.position for entry in entries if round_of(entry.subject) is None)
        concerned: set[str] = set()
        if any(type(entry.event) is TableClosed for entry in entries):
            self._is_closed = True
            concerned.update(name for name, round_ in self._rounds.items() if not round_.is_over)
        for account, builder in self._builders.items():
            names = builder.carry_on(_entries_of_account(entries, account, self._account_by_source))
            if names is None:
                return None
            concerned |= names
        for entry in entries:
            self._standings.apply(entry)
        self._note_first_positions(entries)
        in_play = filter(None, (round_of(entry.subject) for entry in entries))
        known = {name: self._rounds[name] for name in concerned & self._rounds.keys()}
        self._choose_accounts([*known, *in_play])
        if any(self._rounds[name] is not round_ for name, round_ in known.items()):
            return None  # what is missing of its record stands with the account that was chosen before
        concerned &= self._rounds.keys()
        if any(decision.round == name for name in concerned for decision in self._rounds[name].decisions):
            return None  # whether the rules give a ground for it is to be asked again
        for builder in self._builders.values():
            _apply_standings((builder.rounds[name] for name in concerned if name in builder.rounds), self._standings)
        return concerned

    def _is_play(self, entry: Entry) -> bool:
        """Whether an entry tells of play, and of nothing that people decided or that was said of the table's sources."""
        if any(len(correction.replacements) < correction.event.replacements for correction in self._corrections):
            return False
        declarations = TableOpened | SourceDeclared | SourceTopicsDeclared
        return not isinstance(entry.event, Act | declarations | DeliveryQuarantined | DeliveryConflicted)

    def _follows(self, entry: Entry) -> bool:
        """Whether an entry is its source's next, and came after all that was decided."""
        if self._account_by_source.get(entry.source) not in self._builders:
            return False
        if round_of(entry.subject) is not None and entry.source not in self._round_sources:
            return False
        if len(self._builders) > 1 and type(entry.event) in RECORDED_ONCE:
            return False  # which versions go by it depends on what they have of their own
        if (entry.delivery.time or entry.recorded_at) <= self._decided_at:
            return False
        if entry.delivery.key in self._quarantined or entry.delivery.sequence is None:
            return False
        if entry.subject in self._unheard_rounds or (entry.source in self._sources_after_gap and round_of(entry.subject)):
            return False
        last, number = self._last_sequences.get(entry.source), entry.delivery.sequence
        self._last_sequences[entry.source] = number
        return last is None or number == last + 1 or entry.source in self._uncounted

    def _note_first_positions(self, entries: Iterable[Entry]) -> None:
        for entry in entries if len(self._builders) > 1 else ():
            name = round_of(entry.subject)
            account = self._account_by_source.get(entry.source)
            if name is not None and account is not None:
                self._first_positions.setdefault((account, name), entry.position)

    def _choose_accounts(self, names: Iterable[str]) -> None:
        """Choose whose account of each round rulings go by."""
        for name in dict.fromkeys(names):
            accounts = {
                account: builder.rounds[name] for account, builder in self._builders.items() if name in builder.rounds
            }
            if not accounts:
                continue
            if len(accounts) > 1:
                accounts = dict(sorted(accounts.items(), key=self._precedence))
            chosen = self._standings.account_of(name)
            self._rounds[name] = round_ = _choose_account(accounts, chosen, self._devices)
            round_.other_accounts = [other for other in accounts.values() if other is not round_]
            is_device = round_.account in self._devices
            rivals = [other for other in round_.other_accounts if (other.account in self._devices) == is_device]
            round_.rival_accounts = [] if chosen in accounts else rivals
            round_.completing_accounts = round_.other_accounts if chosen in accounts else rivals

    def _precedence(self, version: tuple[str, Round]) -> tuple[bool, bool, int]:
        """Which versions of a round go first: devices', then those that have the whole round, then the first recorded."""
        account, round_ = version
        return account not in self._devices, not is_whole(round_), self._first_positions[account, round_.name]

    def _rounds_of_source(self, source: str) -> Mapping[str, Round]:
        """The rounds of the account that a source tells."""
        builder = self._builders.get(self._account_by_source.get(source, ""))
        return builder.rounds if builder is not None else {}

    def _note_gaps(self, played: Sequence[Entry], mended: Sequence[Entry]) -> set[str]:
        """Each round is told what is missing of its record. Return the sources that have told of no round since a gap."""
        return note_sequence_gaps(self._rounds, self._rounds_of_source, played, mended, self._declared, self._corrections)

    def _note_corrections(self) -> None:
        """Each round is told of the corrections of its account that are about it, or about its table."""
        for correction in self._corrections:
            builder = self._builders.get(self._account_by_source.get(correction.event.source, ""))
            if builder is None:
                continue
            names = builder.rounds if self._day in correction.subjects else correction.subjects & builder.rounds.keys()
            for name in names:
                builder.rounds[name].corrections.append(correction)

    def _apply_standings(self) -> None:
        for builder in self._builders.values():
            _apply_standings(builder.rounds.values(), self._standings)

    def _standings_without(self, groundless: Mapping[int, str]) -> TableStanding:
        """How the day's shoes and rounds stand, by the authorities of the edition in force; `groundless` are decisions that
        the rules give no ground for.
        """
        context = self._context
        entries = [*self._order.entries, *context.later]
        opening = next((entry.event for entry in entries if isinstance(entry.event, TableOpened)), None)
        date_ = date.fromisoformat(self._day.split("/")[1])
        edition = opening and context.editions(opening.rulebook, date_)
        known_at = partial(context.authorities, opening.rulebook, date_) if context.authorities and opening else None
        standings = TableStanding(edition.authorities if edition else {}, context.roster, known_at, groundless=groundless)
        if context.carried is not None:
            standings.carry_shoe(context.carried.name, context.carried.state)
        return standings.apply_all(entries)


def _sources_of_rounds(entries: Iterable[Entry]) -> set[str]:
    """The sources that tell what was played in some round."""
    found: set[str] = set()
    for entry in entries:
        if entry.source not in found and type(entry.event) not in DECISION_EVENTS and round_of(entry.subject):
            found.add(entry.source)
    return found


def _reporting_by_account(
    entries: Iterable[Entry],
    account_by_source: Mapping[str, str],
    round_sources: Collection[str],
    declared: Mapping[str, DeclaredTopics],
) -> dict[str, Reporting]:
    """What the sources of each account can report. One of which nothing is declared counts where it reports some round."""
    sources = dict.fromkeys(entry.source for entry in entries)
    return {
        account: reporting_of(
            [s for s in sources if account_by_source[s] == account and (s in declared or s in round_sources)],
            sources,
            declared,
        )
        for account in dict.fromkeys(account_by_source.values())
    }


def _decided_at(entries: Sequence[Entry]) -> str:
    """A time that is not before any at which a decision on record counts; empty where nothing was decided."""
    last = next((at for at in reversed(range(len(entries))) if isinstance(entries[at].event, Act)), -1)
    times = (time for entry in entries[: last + 1] for time in (entry.delivery.time, entry.recorded_at) if time)
    return max(times, default="")


def _entries_of_account(entries: Iterable[Entry], account: str, account_by_source: Mapping[str, str]) -> list[Entry]:
    """What is told next in an account's line."""
    return [
        entry
        for entry in entries
        if is_play(entry) and (account_by_source[entry.source] == account or round_of(entry.subject) is None)
    ]


def _opening_times(entries: Iterable[Entry], account_by_source: Mapping[str, str]) -> dict[str, str]:
    """By round, when it was opened: the earliest time that a version has, or else when the first of them was recorded."""
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        if round_of(entry.subject) is not None and type(entry.event) not in DECISION_EVENTS:
            first.setdefault((entry.subject, account_by_source[entry.source]), entry)
    found: dict[str, list[Entry]] = {}
    for (name, _), entry in first.items():
        found.setdefault(name, []).append(entry)
    return {
        name: min(
            (entry.delivery.time for entry in openings if entry.delivery.time is not None),
            default=min(entry.recorded_at for entry in openings),
        )
        for name, openings in found.items()
        if len(openings) > 1
    }


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
    """The one that somebody chose; else the floor's, else another device's; else what was typed first."""
    first_device = next((account for account in accounts if account in devices), None)
    for account in (chosen, FLOOR_ACCOUNT, first_device):
        if account is not None and account in accounts:
            return accounts[account]
    return next(iter(accounts.values()))


class _AccountBuilder:
    """Goes along one account's line of entries and keeps what holds at each moment."""

    def __init__(
        self,
        day: str,
        edition_lookup: EditionLookup,
        account: str,
        carried_shoe: Shoe | None,
        resolutions: Resolutions,
        shoe_recorder: ShoeRecorder,
        reporting: Reporting,
        opening_times: Mapping[str, str],
    ):
        self._day = day
        self._opening_times = opening_times
        self._resolutions = resolutions
        self._resolutions_so_far: list[HouseResolution] = []
        self._editions = edition_lookup
        self._account = account
        self._table_opening: TableOpened | None = None
        self._terms = TableTerms()
        self.shoe = carried_shoe and replace(carried_shoe, copies_out=Counter(carried_shoe.copies_out))
        self.rounds: dict[str, Round] = {}
        self._changed: set[str] = set()
        """The rounds to which something came since this was asked last."""
        self._dealt_to: set[str] = set()
        """Those among them to which a card came."""
        self._dealt_before: dict[str, Round] = {}
        self._entry_count = 0
        self._resolutions_by_now: Mapping[str, HouseResolution] = {}
        self._dealer: str | None = None
        self._offices: dict[str, str] = {}
        self._tells_decisions = False
        self._rounds_by_sign: dict[str, set[str]] = {"call": set(), "dolly": set()}
        self._current_round: Round | None = None
        self._rounds_by_wager: dict[str | tuple[str, str], Round] = {}
        # A wager by its name is the last one of that name; by round and name it is that round's own.
        self._noticed_rounds: list[Round] = []
        self._shoe_recorder = shoe_recorder
        self._reporting = reporting
        shoe_recorder.records_preparation |= any(reporting.is_recorded(kind, is_told=False) for kind in PREPARING_EVENTS)

    def build(self, account_entries: Sequence[Entry], all_entries: Sequence[Entry]) -> dict[str, Round]:
        """All rounds, from the account's line of the whole day."""
        self._resolutions_by_now = resolutions_by_now(self._resolutions, account_entries)
        self._table_opening = next((e.event for e in all_entries if isinstance(e.event, TableOpened)), None)
        are_seats_told = any(type(entry.event) is SeatTaken for entry in account_entries)
        self._terms = self._terms._replace(
            is_seating_recorded=self._reporting.is_recorded(SeatTaken, is_told=are_seats_told)
        )
        self._add(account_entries)
        for round_ in self.rounds.values():
            round_.records_decisions, round_.recorded_signs = self._records_decisions, self._recorded_signs()
        return self.rounds

    def carry_on(self, entries: Sequence[Entry]) -> set[str] | None:
        """Take in what the account tells next, and return the rounds on which that bears.

        None where it may bear on all of the day: something is told for the first time that may have been left out before.
        """
        if any(type(entry.event) is SeatTaken for entry in entries) and not self._terms.is_seating_recorded:
            return None
        whole_day = self._what_holds_all_day()
        before = self._shoe_recorder.finding_places()
        self._changed.clear()
        self._dealt_to.clear()
        self._add(entries)
        if self._what_holds_all_day() != whole_day:
            return None
        for name in self._changed:
            round_ = self.rounds[name]
            round_.records_decisions, round_.recorded_signs = self._records_decisions, self._recorded_signs()
        after = self._shoe_recorder.finding_places()
        is_custody = any(type(entry.event) in CUSTODY_EVENTS for entry in entries)
        places = before | after if is_custody else before ^ after
        return self._rounds_beside(self._changed) | {name for name, _ in places if name is not None}

    def _add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._add_entry(entry, self._entry_count)
            self._entry_count += 1
        self._shoe_recorder.finish()
        if self.shoe:
            self.shoe.record = self._shoe_recorder.record

    def _add_entry(self, entry: Entry, index: int) -> None:
        event, name = entry.event, round_of(entry.subject)
        if type(event) is TableOpened:
            self._table_opening = event
        elif type(event) is DealerChanged:
            self._dealer = event.dealer
        elif type(event) is DecisionMade:
            self._tells_decisions = True
        elif isinstance(event, _OFFICE_EVENTS) and event.role is not None:
            self._offices[event.by] = event.role
        self._terms = self._terms.after(event)
        if entry.position in self._resolutions:
            self._resolutions_so_far.append(house_resolution(self._resolutions[entry.position], entry))
        if name is not None and self._table_opening is not None and type(event) not in DECISION_EVENTS:
            self._add_to_round(self.rounds.get(name) or self._open_round(name, entry), entry, index)
            if (sign := _SIGNS.get(type(event))) is not None:
                self._rounds_by_sign[sign].add(name)
        if type(event) in SHOE_EVENTS:
            self._follow_shoe(entry, index)
        self._shoe_recorder.add_entry(entry, index, name, self._terms)

    def _what_holds_all_day(self) -> tuple[object, ...]:
        offices = tuple(self._offices.items())
        return self._records_decisions, self._recorded_signs(), offices, self._shoe_recorder.what_holds_all_day

    @property
    def _records_decisions(self) -> bool:
        return self._reporting.is_recorded(DecisionMade, is_told=self._tells_decisions)

    def _recorded_signs(self) -> frozenset[str]:
        """Whether the account tells what the dealer announces and marks. One that has marked a number and announced none,
        or the other way about, in several rounds does not tell of the other; in a single round nothing shows that it would
        not.
        """
        numbers = {sign: len(rounds) for sign, rounds in self._rounds_by_sign.items()}
        signs = frozenset(sign for sign, number in numbers.items() if number)
        likely = frozenset(numbers) if sum(numbers.values()) == 1 else signs
        recorded = (sign for kind, sign in _SIGNS.items() if self._reporting.is_recorded(kind, is_told=sign in likely))
        return frozenset(recorded)

    def _rounds_beside(self, changed: Collection[str]) -> set[str]:
        """The earliest of these rounds and all that came after, and the ones before whose missing cards may have come."""
        before = (self._dealt_before.get(name) for name in self._dealt_to)
        beside, left = {round_.name for round_ in before if round_ is not None}, set(changed)
        for name in reversed(self.rounds):
            if not left:
                break
            beside.add(name)
            left.discard(name)
        return beside

    def _follow_shoe(self, entry: Entry, index: int) -> None:
        if (
            isinstance(entry.event, ShoePrepared | ShoeClosed)
            and self._current_round
            and self._current_round.shoe_end_index is None
        ):
            self._current_round.shoe_end_index, self._current_round.shoe_end_position = index, entry.position
            self._changed.add(self._current_round.name)
        match entry.event:
            case ShoePrepared():
                self.shoe = Shoe(entry.event.shoe, entry.event.decks, entry.position, entry.event.device)
            case ShoeClosed():
                self.shoe = None
            case CardBurned() | CardDealt() if self.shoe:
                self.shoe.draw(entry.event.card)

    def _open_round(self, name: str, entry: Entry) -> Round:
        assert self._table_opening is not None
        shoe = self.shoe
        named_shoe = entry.event.shoe if isinstance(entry.event, RoundOpened) else None
        at = entry.delivery.time or self._opening_times.get(name) or entry.recorded_at
        opened = Round(
            name=name,
            account=self._account,
            table_opening=self._table_opening,
            edition=self._editions(
                self._table_opening.rulebook, RoundOpening(date.fromisoformat(self._day.split("/")[1]), at)
            ),
            terms_at_opening=self._terms._replace(resolutions=resolutions_at_opening(self._resolutions_so_far, at)),
            resolutions_by_now=self._resolutions_by_now,
            shoe=named_shoe or (shoe.name if shoe else None),
            decks=shoe.decks if shoe and named_shoe in (None, shoe.name) else None,
            device=shoe.device if shoe else None,
            dealer=self._dealer,
            offices=self._offices,
            cards_out_before=shoe.cards_out if shoe else 0,
            copies_out_before=dict(shoe.copies_out) if shoe else {},
            previous=next(reversed(self.rounds.values()), None),
            reporting=self._reporting,
        )
        self.rounds[name] = opened
        return opened

    def _add_to_round(self, round_: Round, entry: Entry, index: int) -> None:
        event = entry.event
        round_entry = RoundEntry(entry, self._binding_terms(round_), index, event, entry.position)
        self._changed.add(round_.name)
        if type(event) in _CARD_EVENTS:
            self._dealt_to.add(round_.name)
        if type(event) in _FOLLOWED_EVENTS:
            round_entry = self._follow(round_, round_entry)
        if round_.shoe_record is None and type(event) is CardDealt and self._shoe_recorder.is_in_play:
            round_.shoe_record = self._shoe_recorder.record
        round_.add(round_entry)

    def _follow(self, round_: Round, round_entry: RoundEntry) -> RoundEntry:
        """What an entry of a round changes of others; the entry, with a mark where it concerns an earlier one."""
        match round_entry.event:
            case WagerPlaced(wager=wager):
                self._rounds_by_wager[wager] = self._rounds_by_wager[round_.name, wager] = round_
            case WagerReturned(wager=wager) | PaymentTakenBack(wager=wager):
                owner = self._rounds_by_wager.get((round_.name, wager)) or self._rounds_by_wager.get(wager, round_)
                if owner is not round_:
                    owner.add(round_entry)
                    self._changed.add(owner.name)
                    round_entry = round_entry._replace(belongs_to_earlier=True)
            case CardDealt() | CardMoved(origin="exposed" | "next") | BallSpun() | BallRested() if (
                round_.first_draw is None
            ):
                self._begin_dealing(round_, round_entry)
            case NoticeGiven() if round_ not in self._noticed_rounds:
                self._noticed_rounds.append(round_)
            case CorrectionCompleted(by=by) if round_ in self._noticed_rounds and not round_.is_player(by):
                self._noticed_rounds.remove(round_)
        return round_entry

    def _binding_terms(self, round_: Round) -> TableTerms:
        """What is posted now, but for the limits: those that were posted when the round was opened bind it."""
        opened, now = round_.terms_at_opening, self._terms
        if opened.limits is now.limits and opened.units is now.units:
            return now
        return now._replace(limits=opened.limits, units=opened.units)

    def _begin_dealing(self, round_: Round, round_entry: RoundEntry) -> None:
        """The round before is over with this card or spin, unless the record leaves something out between the two."""
        before = self._current_round
        if before is not None:
            self._changed.add(before.name)
            self._dealt_before[round_.name] = before
            before.later_round_index = round_entry.index
        if before is not None and _has_gap_before(round_):
            before.has_gap_after = True
        elif before is not None:
            before.following, before.next_round_index = round_, round_entry.index
        round_.uncorrected_before = tuple(noticed for noticed in self._noticed_rounds if noticed is not round_)
        self._current_round, round_.first_draw = round_, round_entry


def _has_gap_before(round_: Round) -> bool:
    """Whether rounds may have been dealt before this one that are not on record."""
    opened = round_.entries_of(RoundOpened)
    return bool(opened) and opened[0][1].apart

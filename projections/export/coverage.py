"""What an export is about: which streams of the ledger, which days are judged, what is not shown."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson

from ledger.acts.adoptions import ENGINE_STREAM, Adoption
from ledger.acts.roster import ROSTER
from ledger.application import Ledger
from ledger.cases.case import Case
from ledger.cases.casebook import Casebook
from ledger.corrections import as_mended
from ledger.entry import Entry
from ledger.errors import UnknownRound, UnknownRulebook
from ledger.events.deliveries import RulebookAdopted
from ledger.events.evidence import ExportScope
from ledger.events.play import WagerPlaced
from ledger.events.table import TableOpened
from ledger.evidence.log import EVIDENCE
from ledger.mapper import MAPPER, content_bytes
from ledger.merkle import digest
from ledger.package.format import EDITIONS
from ledger.values.subjects import play_stream, ruling_stream
from ledger.verify.fast_check import KEEPING
from projections.reports.masking import players_named
from projections.rulings.ruled_day import ruled_day
from projections.table_days import TableDays

_CASE_PREFIX: Final = "case/"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What goes into a package. `streams` is None where all of them do; `rounds` where every round of the days is told."""

    days: tuple[str, ...]
    cases: tuple[str, ...]
    streams: frozenset[str] | None = None
    rounds: frozenset[str] | None = None
    redaction: "Redaction | None" = None


@dataclass(frozen=True)
class Redaction:
    """What a case's package does not show: other rounds of the day, and whatever speaks of a player who claims nothing."""

    case: str
    claimants: frozenset[str]
    day: str
    rounds: frozenset[str]
    other_players: frozenset[str]
    other_wagers: frozenset[tuple[str, str]]
    """Round and wager of the others' wagers."""
    hidden_digests: frozenset[str] = frozenset()
    """Digests of what is withheld: an act that covers one of them would confirm whoever guesses what it says."""
    _player_pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        spelt = "|".join(re.escape(who) for who in sorted(self.other_players)) or r"(?!)"
        object.__setattr__(self, "_player_pattern", re.compile(rf"(?<![A-Za-z0-9])(?:{spelt})(?![A-Za-z0-9])"))

    def hides(self, state: bytes) -> bool:
        """Whether an entry is withheld. Every text of it is looked at, so rather too much is than too little."""
        envelope = orjson.loads(state)
        if envelope["stream"] not in (play_stream(self.day), _CASE_PREFIX + self.case):
            return False
        subject, data = envelope["subject"], envelope["data"]
        other_round = subject.count("/") == 2 and subject not in self.rounds
        other_case = data.get("case", self.case) != self.case
        if envelope["topic"] in KEEPING:  # it names the digest of bytes that can be of anybody, and could be guessed
            return True
        if not self.hidden_digests.isdisjoint((envelope.get("signature") or {}).get("covers", ())):
            return True
        other_wager = any((subject, data.get(name)) in self.other_wagers for name in ("wager", "parent"))
        return other_round or other_case or other_wager or any(map(self._player_pattern.search, _texts_in(envelope)))


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for part in value.values() for text in _texts_in(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in _texts_in(part))


def last_position(ledger: Ledger, scope: ExportScope) -> int:
    """The position up to which the log must reach, to cover what the scope speaks of.

    Raises UnknownRound or UnknownCase where nothing of it is on record.
    """
    if scope == ExportScope():
        return ledger.size()
    days, cases = _days_in_scope(ledger, scope), _cases_in_scope(ledger, scope)
    streams = [*(f"table/{day}" for day in days), *(_CASE_PREFIX + case.number for case in cases)]
    streams += [] if scope.case else map(ruling_stream, days)
    last_entries = (ledger.recorder.select_events(stream, desc=True, limit=1) for stream in streams)
    return max(notification.id for page in last_entries for notification in page)


def coverage_of(ledger: Ledger, scope: ExportScope) -> Coverage:
    """What a scope comes to in a ledger as it is. Raises UnknownRound or UnknownCase."""
    if scope == ExportScope():
        return Coverage(tuple(ledger.table_days()), tuple(Casebook(ledger).numbers()))
    days, cases = _days_in_scope(ledger, scope), _cases_in_scope(ledger, scope)
    beside = (
        _ReadTrackingTableDays(ledger).other_days_read(days) if scope.case is None else ()
    )  # nothing is judged again from a case's package
    common = {EVIDENCE, ROSTER}
    streams = {f"table/{day}" for day in (*days, *beside)} | {_CASE_PREFIX + case.number for case in cases} | common
    events = (entry.event for day in (*days, *beside) for entry in _day_entries(ledger, day))
    streams |= {f"rulebook/{event.rulebook}" for event in events if isinstance(event, TableOpened)}
    numbers = tuple(case.number for case in cases)
    if scope.case is None:
        streams |= {ENGINE_STREAM, *map(ruling_stream, days)}
        rounds = None if scope.shoe is None else frozenset(_rounds_of_shoe(ledger, days, scope.shoe))
        return Coverage(days, numbers, frozenset(streams), rounds)
    discretion = _redaction_for(ledger, cases[0])
    return Coverage((), numbers, frozenset(streams), discretion.rounds, discretion)


def covered_adoptions(ledger: Ledger, coverage: Coverage) -> list[Adoption]:
    """The adoptions of editions by the entries of a package."""
    rows = ledger.adoptions().rows
    return [row for row in rows if coverage.streams is None or row.entry.stream in coverage.streams]


def edition_file(event: RulebookAdopted) -> str:
    """Where the text of an edition is in a package."""
    return f"{EDITIONS}/{event.rulebook}-{event.edition}.toml"


def _days_in_scope(ledger: Ledger, scope: ExportScope) -> tuple[str, ...]:
    if scope.case is not None:
        return (Casebook(ledger).case(scope.case).opened.day,)
    named = ledger.table_days(scope.table)
    found = [day for day in named if (scope.since or "") <= day.split("/")[1] <= (scope.until or "9999")]
    if scope.shoe is not None:
        found = [
            day for day in found if any(getattr(e.event, "shoe", None) == scope.shoe for e in _day_entries(ledger, day))
        ]
    if not found:
        raise UnknownRound("nothing is on record for this; `recoup rounds` lists what is")
    return tuple(sorted(found, key=lambda day: day.split("/")[::-1]))


def _cases_in_scope(ledger: Ledger, scope: ExportScope) -> list[Case]:
    work = Casebook(ledger)
    if scope.case is not None:
        return [work.case(scope.case)]
    days = set(_days_in_scope(ledger, scope))
    return [case for case in work.cases() if case.opened.day in days]


def _day_entries(ledger: Ledger, day: str) -> list[Entry]:
    return ledger.entries(f"table/{day}")


def _rounds_of_shoe(ledger: Ledger, days: Iterable[str], shoe: str) -> Iterator[str]:
    size = ledger.size()
    for day in days:
        rows = ruled_day(ledger, day, upto=size).rows
        yield from (row["round"] for row in rows.rounds if row["shoe"] == shoe)


def _redaction_for(ledger: Ledger, case: Case) -> Redaction:
    """The rounds of a case are those it names, or those of its shoe on its day."""
    opened, claimants = case.opened, frozenset(case.claims) | frozenset(case.answers())
    entries = _day_entries(ledger, opened.day)
    rounds = frozenset(opened.rounds or (_rounds_of_shoe(ledger, [opened.day], opened.shoe) if opened.shoe else ()))
    others = frozenset(players_named(entries)) - claimants
    placed = [(entry.subject, entry.event) for entry in as_mended(entries) if isinstance(entry.event, WagerPlaced)]
    wagers = frozenset((name, event.wager) for name, event in placed if event.player not in claimants)
    redaction = Redaction(case.number, claimants, opened.day, rounds, others, wagers)
    streams = play_stream(opened.day), _CASE_PREFIX + case.number
    stored = [
        event for stream in streams for event in ledger.recorder.select_events(stream) if redaction.hides(event.state)
    ]
    hidden = (MAPPER.to_domain_event(event).delivery for event in stored)
    return replace(redaction, hidden_digests=frozenset(digest(content_bytes(delivery)) for delivery in hidden))


class _ReadTrackingTableDays(TableDays):
    """An archive that notes which days it reads."""

    def __init__(self, ledger: Ledger):
        super().__init__(ledger)
        self._days_read: set[str] = set()

    def entries(self, day: str) -> list[Entry]:
        self._days_read.add(day)
        return super().entries(day)

    def other_days_read(self, days: Iterable[str]) -> tuple[str, ...]:
        """The days that are read to tell these, and are none of them: a shoe may outlive a day."""
        for day in days:
            try:
                self.get(day)
            except UnknownRulebook:
                continue  # such a day is exported and not judged
        return tuple(sorted(self._days_read - set(days)))

"""What a feed would come to, tried in a ledger that is thrown away: nothing of it is recorded."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from desk.opening import is_absent, load_signer, open_existing, open_or_create
from ledger.application import Ledger
from ledger.errors import did_you_mean
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.play import WagerPlaced
from ledger.feeds import intake
from ledger.feeds.notation_check import Fault, notation_faults
from ledger.feeds.reading import Reader
from ledger.mapper import MAPPER
from ledger.values.subjects import TRANSCRIPT, play_stream, round_of
from projections.table_days import TableDays
from replay.games.registry import GAMES
from replay.ruling.ruling import Ruling

OTHER_WORDS: Final = "it is on record with other words; `recoup retype` mends what was typed"
_CARRIED: Final = ("rulebook/", "roster", "house")
"""Streams besides the tables' own on which the reading of a feed rests."""
_TABLE_DAY: Final = re.compile(rb"(?<![A-Za-z0-9_.-])[A-Za-z0-9][A-Za-z0-9_.-]{0,63}/[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass
class FeedCheck:
    """What was found in a feed: the faults in the order of their lines, doubts, and how its rounds would be ruled on."""

    faults: list[Fault] = field(default_factory=list)
    doubts: list[Fault] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    recorded: int = 0
    known: int = 0


def check_feed(url: str, path: Path, read: Reader, show: Callable[[FeedCheck], None]) -> FeedCheck:
    """Reads a feed as it would be recorded into the ledger at a URL, and shows what it would come to."""
    check = FeedCheck()
    if path.suffix in (".txt", ".recoup"):
        check.faults += notation_faults(path.read_text(encoding="utf-8", errors="replace"), f"{TRANSCRIPT}{path.stem}")
    with trial_ledger(url, _days_in_file(path)) as ledger:
        before = ledger.size()
        with path.open("rb") as stream:
            fates = intake.ingest_stream(ledger, stream, path.name, read, GAMES)
        check.recorded, check.known = fates["recorded"], fates["known"]
        lines = {fault.line for fault in check.faults}
        new = ledger.entries(after=before)
        for entry in new:
            event = entry.event
            if isinstance(event, DeliveryQuarantined | DeliveryConflicted) and event.line not in lines:
                why = event.why if isinstance(event, DeliveryQuarantined) else OTHER_WORDS
                check.faults.append(Fault(event.line, 1, "", why))
        check.faults.sort()
        table_days = TableDays(ledger)
        taken_in = [entry for entry in new if not isinstance(entry.event, DeliveryQuarantined | DeliveryConflicted)]
        names = dict.fromkeys(
            name for entry in taken_in if (name := round_of(entry.subject)) and entry.stream == play_stream(name)
        )
        check.rulings = list(table_days.rulings(list(names)))
        check.doubts += _doubted_wagers(check.rulings)
        show(check)
    return check


@contextmanager
def retype_ledger(url: str, path: Path, sign: Path | None) -> Iterator[Ledger]:
    """A ledger to try a correction in, in the hands of whoever would make it."""
    with trial_ledger(url, _days_in_file(path)) as ledger:
        if sign is not None:
            ledger.signer = load_signer(sign)
        yield ledger


@contextmanager
def trial_ledger(url: str, days: set[str]) -> Iterator[Ledger]:
    """A ledger to try a feed in, with the house's editions and roster and these days of its tables; it is thrown away."""
    with TemporaryDirectory(prefix="recoup-") as room, open_or_create(f"sqlite:///{room}/check.db") as ledger:
        if not is_absent(url):
            with open_existing(url) as opened:
                _copy(opened, ledger, days)
        yield ledger


def _days_in_file(path: Path) -> set[str]:
    """The tables' days whose names are in a file."""
    with path.open("rb") as lines:
        return {day for line in lines for day in days_named(line)}


def days_named(raw: bytes) -> set[str]:
    """The tables' days whose names are in bytes."""
    return {found.decode() for found in _TABLE_DAY.findall(raw)}


def _copy(opened: Ledger, ledger: Ledger, days: set[str]) -> None:
    """Enters what is on record of editions, the roster, the house and these days, as it is stored."""
    held = {(entry.stream, entry.version) for entry in ledger.entries()}
    streams = [stream for prefix in _CARRIED for stream in opened.streams(prefix)]
    streams += [stream for day in sorted(days) for stream in opened.streams(f"table/{day}") if stream == f"table/{day}"]
    for stream in streams:
        entries = [entry for entry in opened.entries(stream) if (entry.stream, entry.version) not in held]
        ledger.recorder.insert_events([MAPPER.to_stored_event(entry) for entry in entries])


def _doubted_wagers(rulings: list[Ruling]) -> Iterator[Fault]:
    """Wagers of a kind that the rulebook does not know and that is spelt like one that it does."""
    for ruling in rulings:
        known = {key.split(".")[0] for key in ruling.edition.values if key.endswith(".odds")}
        for round_entry in ruling.round.entries:
            event: Any = round_entry.event
            if not isinstance(event, WagerPlaced) or event.parent is not None:
                continue  # what is staked on a bet, as to double it, has no odds of its own
            if event.kind not in known and (near := did_you_mean(event.kind, known)):
                yield Fault(
                    0,
                    0,
                    f"{ruling.round.name}, bet {event.wager}",
                    f"no bet of the rulebook is called {event.kind}; {near}",
                )

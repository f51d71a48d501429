"""The daily log of a table: opening, what was posted, dealers, shoes, rounds, irregularities, decisions, closing."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from ledger.corrections import as_mended
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CorrectionCompleted, IrregularityReported, NoticeGiven, RoundInterrupted
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import DealerChanged, LimitsPosted, OddsPosted, TableClosed, TableOpened
from ledger.events.wheel import NoSpinCalled, SpinDisturbed
from ledger.values.subjects import round_of
from projections.answers.status import STATUS_WORDS, StatusWord, recorded_shoe_status
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.office_reports.days import OfficeDay, entry_time
from projections.office_reports.register import subject_text
from projections.office_reports.report import Cell, Columns, OfficeReport, ReportFact, cell_text, report_fact, report_table
from projections.office_reports.stakes import decider_text, status_text
from projections.read_models.register import refused_in_row
from projections.read_models.rows import Row
from projections.reports.decisions import act_words, person_and_office, reason_text
from projections.reports.readings import readable_time
from projections.table_days import TableDays
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.games.registry import GAMES, load_game

ReportRows = Iterator[dict[str, Cell]]

_POSTED_COLUMNS: Final[Columns] = {"time": "text", "wager": "text", "least": "money", "most": "money", "odds": "text"}
_DEALER_COLUMNS: Final[Columns] = {"from": "text", "until": "text", "dealer": "text", "rounds": "count"}
_SHOE_COLUMNS: Final[Columns] = {
    "shoe": "text",
    "time": "text",
    "decks": "count",
    "rounds": "count",
    "cards": "count",
    "findings": "count",
    "standing": "text",
}
_ROUND_COLUMNS: Final[Columns] = {
    "standing": "text",
    "rounds": "count",
    "found": "count",
    "wagers": "count",
    "staked": "money",
}
_REPORTED_COLUMNS: Final[Columns] = {"time": "text", "round": "text", "told": "wide"}
_FINDING_COLUMNS: Final[Columns] = {
    "time": "text",
    "round": "text",
    "dealer": "text",
    "finding": "wide",
    "clauses": "some",
    "decides": "some",
    "standing": "some",
}
_DECISION_COLUMNS: Final[Columns] = {
    "position": "count",
    "time": "text",
    "about": "some",
    "act": "some",
    "by": "some",
    "reason": "some",
    "clause": "text",
    "refused": "wide",
}
_IRREGULARITY_EVENTS: Final = (
    IrregularityReported,
    NoticeGiven,
    CorrectionCompleted,
    RoundInterrupted,
    NoSpinCalled,
    SpinDisturbed,
)
"""What is said at the table of something that is not as it should be."""


def daily_log(day: OfficeDay, words: Catalogue, *, masked: bool) -> OfficeReport:
    """The daily log of a table and day."""
    return OfficeReport(
        kind="day",
        language=words.language,
        masked=masked,
        title=words.say("paper.day_title", table=day.table, day=day.day),
        facts=tuple(_day_facts(day, words)),
        sections=(
            report_table("posted", _POSTED_COLUMNS, _posted_rows(day, words), words),
            report_table("dealers", _DEALER_COLUMNS, _dealer_rows(day, words), words),
            report_table("shoes", _SHOE_COLUMNS, _shoe_rows(day, words), words),
            report_table("rounds", _ROUND_COLUMNS, _round_rows(day, words), words),
            report_table("reported", _REPORTED_COLUMNS, _reported_rows(day, words), words),
            report_table("found", _FINDING_COLUMNS, _finding_rows(day, words), words),
            report_table("decided", _DECISION_COLUMNS, _decision_rows(day, words), words),
        ),
        recorded_at=day.recorded_at,
    )


def _day_facts(day: OfficeDay, words: Catalogue) -> Iterator[ReportFact]:
    entries = as_mended(day.entries)
    opened = next((entry for entry in entries if isinstance(entry.event, TableOpened)), None)
    closed = next((entry for entry in entries if isinstance(entry.event, TableClosed)), None)
    yield report_fact("opened", opened and entry_time(opened), words)
    if day.opening is not None:
        yield report_fact("game", words.term(day.opening.game), words)
        yield report_fact("currency", day.opening.currency, words)
        yield report_fact("cutoff", f"{day.opening.cutoff} {day.opening.zone}", words)
    editions = {edition.digest: edition for edition in TableDays(day.ledger).editions()}
    for mark in dict.fromkeys(ruled.begun["edition_digest"] for ruled in day.ruled.rounds):
        edition = editions[mark]
        yield report_fact("rulebook", f"{edition.sheet.edition.document}, {edition.id} {edition.name}", words)
        yield report_fact("edition_digest", edition.digest, words)
    yield report_fact("float", None, words)
    if day.opening is not None:
        staked = sum(row["staked_minor"] for row in day.ruled.rows.rounds)
        yield report_fact(
            "rounds",
            words.say("paper.rounds_told", rounds=len(day.ruled.rounds), staked=cell_text(day.money_amount(staked), words)),
            words,
        )
    yield report_fact("closed", closed and entry_time(closed), words)
    positions = [entry.position for entry in day.entries]
    spread = {"number": f"{len(positions):,}", "first": positions[0], "last": positions[-1]}
    yield report_fact("entries", words.say("paper.entries_told", **spread, at=readable_time(day.recorded_at)), words)


def _entries_of(day: OfficeDay, *kinds: type[Event]) -> Iterator[Entry]:
    """The day's entries of these kinds, in the order in which they happened."""
    return (entry for entry in day.entries_in_order if isinstance(entry.event, kinds))


def _posted_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    spell = load_game(day.opening.game).wager_name if day.opening and day.opening.game in GAMES else str
    for entry in _entries_of(day, LimitsPosted, OddsPosted):
        event, row = entry.event, dict[str, Cell]({"time": entry_time(entry), "least": None, "most": None, "odds": None})
        if isinstance(event, LimitsPosted):
            row |= {"wager": words.value(spell(event.kind))}
            yield row | {"least": day.money_amount(event.least_minor), "most": day.money_amount(event.most_minor)}
        elif isinstance(event, OddsPosted):
            total = "" if event.total is None else f" {event.total}"
            yield row | {"wager": words.value(spell(event.kind)) + total, "odds": event.odds}


def _dealer_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    """Every stretch in which one person dealt, and the rounds that began in it; first what nobody is on record for."""
    changes: list[Entry | None] = [None]
    began = dict[str, int]()
    for entry in day.entries_in_order:
        if isinstance(entry.event, DealerChanged):
            changes.append(entry)
        elif (name := round_of(entry.subject)) is not None:
            began.setdefault(name, len(changes) - 1)
    rounds = Counter(began.values())
    for number, (change, after) in enumerate(zip_longest(changes, changes[1:])):
        until = _closing_time(day, words) if after is None else entry_time(after)
        if change is not None and isinstance(change.event, DealerChanged):
            yield {"from": entry_time(change), "until": until, "dealer": change.event.dealer, "rounds": rounds[number]}
        elif rounds[number]:
            yield {"from": "", "until": until, "dealer": words.say("paper.not_told"), "rounds": rounds[number]}


def _closing_time(day: OfficeDay, words: Catalogue) -> str:
    closed = next(_entries_of(day, TableClosed), None)
    return words.say("paper.not_told") if closed is None else entry_time(closed)


def _shoe_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    cells = {
        entry.event.shoe: entry_time(entry)
        for entry in _entries_of(day, ShoePrepared)
        if isinstance(entry.event, ShoePrepared)
    }
    closed = {entry.event.shoe for entry in _entries_of(day, ShoeClosed) if isinstance(entry.event, ShoeClosed)}
    for row in day.ruled.rows.shoes:
        own: dict[str, Cell] = {name: row[name] for name in ("shoe", "decks", "rounds", "cards", "findings")}
        status = recorded_shoe_status(row["standing"], is_closed=row["shoe"] in closed)
        yield own | {"time": cells.get(row["shoe"], ""), "standing": words.say(f"status_word.{status}")}


def _round_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    """The rounds counted by their status."""
    rows: dict[StatusWord, list[Row]] = {word: [] for word in STATUS_WORDS}
    for ruled in day.ruled.rounds:
        rows[day.answers[ruled.name].status.word].append(ruled.row)
    for word, own in rows.items():
        if not own:
            continue
        yield {
            "standing": words.say(f"status_word.{word}"),
            "rounds": len(own),
            "found": sum(row["findings"] > 0 for row in own),
            "wagers": sum(row["wagers"] for row in own),
            "staked": day.money_amount(sum(row["staked_minor"] for row in own)),
        }


def _reported_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    opening = day.opening
    money = amount_formatter(opening.minor_digits, opening.currency) if opening else amount_formatter(2, "")
    place = load_game(opening.game).place_name if opening and opening.game in GAMES else str
    spelling = EventFormatter(money, place, with_suit_signs, words=words)
    for entry in _entries_of(day, *_IRREGULARITY_EVENTS):
        yield {
            "time": entry_time(entry),
            "round": round_of(entry.subject) or "",
            "told": describe_event(entry.event, spelling),
        }


def _finding_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    for ruled in day.ruled.rounds:
        for finding in ruled.findings:
            yield {
                "time": day.time_at(finding.position),
                "round": ruled.name,
                "dealer": day.dealers_by_position.get(finding.position) or ruled.row["dealer"] or "",
                "finding": words.finding(finding),
                "clauses": ", ".join(finding.clauses),
                "decides": decider_text(day.answers[ruled.name], words),
                "standing": status_text(day.answers[ruled.name], words),
            }


def _decision_rows(day: OfficeDay, words: Catalogue) -> ReportRows:
    signed = {entry.position for entry in day.entries if entry.is_signed}
    for row in day.ruled.rows.decisions:
        yield {
            "position": row["position"],
            "time": readable_time(row["decided_at"]),
            "about": subject_text(
                row | {"table": row["table_name"], "case": None, "championship": None, "rulebook": None, "engine": None},
                words,
            ),
            "act": act_words(row["act"], words, refused=row["refused"] is not None),
            "by": person_and_office(row["taken_by"], row["office"], words, claimed=row["position"] not in signed),
            "reason": reason_text(row["reason"], words) if row["reason"] else "",
            "clause": row["clause"] or "",
            "refused": words.value(refused_in_row(row) or ""),
        }

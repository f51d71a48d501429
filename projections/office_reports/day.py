"""The daily log of a table: opening, what was posted, dealers, shoes, rounds, irregularities, decisions, closing."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CorrectionCompleted, IrregularityReported, NoticeGiven, RoundInterrupted
from ledger.events.shoe import ShoePrepared
from ledger.events.table import DealerChanged, LimitsPosted, OddsPosted, TableClosed, TableOpened
from ledger.events.wheel import NoSpinCalled, SpinDisturbed
from ledger.values.subjects import round_of
from projections.messages.catalogue import Words, pretty
from projections.office_reports.days import DayTold, told_at
from projections.office_reports.register import about_told, act_told
from projections.office_reports.report import Cell, Columns, Fact, Paper, fact, section, spelt
from projections.office_reports.stakes import decides, ruled, stands
from projections.read_models.dealers import dealers
from projections.reports.decisions import officer, reason
from projections.reports.readings import when
from projections.timeline.event_text import Spelling, amount, phrase
from replay.games.registry import GAMES, load_game

Rows = Iterator[dict[str, Cell]]

_POSTED: Final[Columns] = {"time": "text", "wager": "text", "least": "money", "most": "money", "odds": "text"}
_DEALERS: Final[Columns] = {"from": "text", "until": "text", "dealer": "text", "rounds": "count"}
_SHOES: Final[Columns] = {
    "shoe": "text",
    "time": "text",
    "decks": "count",
    "rounds": "count",
    "cards": "count",
    "findings": "count",
    "standing": "text",
}
_ROUNDS: Final[Columns] = {
    "standing": "text",
    "rounds": "count",
    "found": "count",
    "wagers": "count",
    "staked": "money",
}
_REPORTED: Final[Columns] = {"time": "text", "round": "text", "told": "wide"}
_FOUND: Final[Columns] = {
    "time": "text",
    "round": "text",
    "dealer": "text",
    "finding": "wide",
    "clauses": "some",
    "ruling": "some",
    "decides": "some",
    "standing": "some",
}
_DECIDED: Final[Columns] = {
    "position": "count",
    "time": "text",
    "about": "some",
    "act": "some",
    "by": "some",
    "reason": "some",
    "clause": "text",
    "refused": "wide",
}
_SAID: Final = (
    IrregularityReported,
    NoticeGiven,
    CorrectionCompleted,
    RoundInterrupted,
    NoSpinCalled,
    SpinDisturbed,
)
"""What is said at the table of something that is not as it should be."""


def daily_log(day: DayTold, words: Words, *, masked: bool) -> Paper:
    """The daily log of a table and day."""
    return Paper(
        kind="day",
        language=words.language,
        masked=masked,
        title=words.say("paper.day_title", table=day.table, day=day.day),
        facts=tuple(_facts(day, words)),
        sections=(
            section("posted", _POSTED, _posted(day, words), words),
            section("dealers", _DEALERS, _dealt(day, words), words),
            section("shoes", _SHOES, _shoes(day, words), words),
            section("rounds", _ROUNDS, _rounds(day, words), words),
            section("reported", _REPORTED, _reported(day, words), words),
            section("found", _FOUND, _found(day, words), words),
            section("decided", _DECIDED, _decided(day, words), words),
        ),
        recorded_at=day.recorded_at,
    )


def _facts(day: DayTold, words: Words) -> Iterator[Fact]:
    opened = next((entry for entry in day.story.entries if isinstance(entry.event, TableOpened)), None)
    closed = next((entry for entry in day.story.entries if isinstance(entry.event, TableClosed)), None)
    yield fact("opened", opened and told_at(opened), words)
    if day.opening is not None:
        yield fact("game", words.value(day.opening.game), words)
        yield fact("currency", day.opening.currency, words)
        yield fact("cutoff", f"{day.opening.cutoff} {day.opening.zone}", words)
    for edition in {ruling.edition.digest: ruling.edition for ruling in day.rulings}.values():
        yield fact("rulebook", f"{edition.sheet.edition.document}, {edition.id} {edition.name}", words)
        yield fact("edition_digest", edition.digest, words)
    yield fact("float", None, words)
    if day.opening is not None:
        staked = sum(row["staked_minor"] for row in day.rows.rounds)
        yield fact(
            "rounds", words.say("paper.rounds_told", rounds=len(day.rulings), staked=spelt(day.amount(staked))), words
        )
    yield fact("closed", closed and told_at(closed), words)
    positions = [entry.position for entry in day.story.entries]
    spread = {"number": f"{len(positions):,}", "first": positions[0], "last": positions[-1]}
    yield fact("entries", words.say("paper.entries_told", **spread, at=when(day.recorded_at)), words)


def _of(day: DayTold, *kinds: type[Event]) -> Iterator[Entry]:
    """The day's entries of these kinds, in the order in which they happened."""
    return (entry for entry in day.story.order.entries if isinstance(entry.event, kinds))


def _posted(day: DayTold, words: Words) -> Rows:
    spell = load_game(day.opening.game).wager_name if day.opening and day.opening.game in GAMES else str
    for entry in _of(day, LimitsPosted, OddsPosted):
        event, row = entry.event, dict[str, Cell]({"time": told_at(entry), "least": None, "most": None, "odds": None})
        if isinstance(event, LimitsPosted):
            row |= {"wager": words.value(spell(event.kind))}
            yield row | {"least": day.amount(event.least_minor), "most": day.amount(event.most_minor)}
        elif isinstance(event, OddsPosted):
            total = "" if event.total is None else f" {event.total}"
            yield row | {"wager": words.value(spell(event.kind)) + total, "odds": event.odds}


def _dealt(day: DayTold, words: Words) -> Rows:
    """Every stretch in which one person dealt, and the rounds that began in it; first what nobody is on record for."""
    changes: list[Entry | None] = [None]
    began = dict[str, int]()
    for entry in day.story.order.entries:
        if isinstance(entry.event, DealerChanged):
            changes.append(entry)
        elif (name := round_of(entry.subject)) is not None:
            began.setdefault(name, len(changes) - 1)
    rounds = Counter(began.values())
    for number, (change, after) in enumerate(zip_longest(changes, changes[1:])):
        until = _end(day, words) if after is None else told_at(after)
        if change is not None and isinstance(change.event, DealerChanged):
            yield {"from": told_at(change), "until": until, "dealer": change.event.dealer, "rounds": rounds[number]}
        elif rounds[number]:
            yield {"from": "", "until": until, "dealer": words.say("paper.not_told"), "rounds": rounds[number]}


def _end(day: DayTold, words: Words) -> str:
    closed = next(_of(day, TableClosed), None)
    return words.say("paper.not_told") if closed is None else told_at(closed)


def _shoes(day: DayTold, words: Words) -> Rows:
    made = {entry.event.shoe: told_at(entry) for entry in _of(day, ShoePrepared) if isinstance(entry.event, ShoePrepared)}
    for row in day.rows.shoes:
        own: dict[str, Cell] = {name: row[name] for name in ("shoe", "decks", "rounds", "cards", "findings")}
        yield own | {"time": made.get(row["shoe"], ""), "standing": words.say(f"shoe_standing.{row['standing']}")}


def _rounds(day: DayTold, words: Words) -> Rows:
    """The rounds counted by how they stand."""
    counted = Counter(row["standing"] for row in day.rows.rounds)
    for standing, number in sorted(counted.items()):
        own = [row for row in day.rows.rounds if row["standing"] == standing]
        yield {
            "standing": words.say(f"round_standing.{standing}"),
            "rounds": number,
            "found": sum(row["findings"] > 0 for row in own),
            "wagers": sum(row["wagers"] for row in own),
            "staked": day.amount(sum(row["staked_minor"] for row in own)),
        }


def _reported(day: DayTold, words: Words) -> Rows:
    opening = day.opening
    money = amount(opening.minor_digits, opening.currency) if opening else amount(2, "")
    place = load_game(opening.game).place_name if opening else str
    spelling = Spelling(money, place, pretty, words=words)
    for entry in _of(day, *_SAID):
        yield {"time": told_at(entry), "round": round_of(entry.subject) or "", "told": phrase(entry.event, spelling)}


def _found(day: DayTold, words: Words) -> Rows:
    dealt_by = dealers(day.story)
    for ruling in day.rulings:
        for finding in ruling.findings:
            yield {
                "time": day.at(finding.position),
                "round": ruling.round.name,
                "dealer": day.dealers.get(finding.position) or dealt_by.get(ruling.round.name, ""),
                "finding": words.finding(finding),
                "clauses": ", ".join(finding.clauses),
                "ruling": ruled(ruling, words),
                "decides": decides(ruling, words),
                "standing": stands(ruling, words),
            }


def _decided(day: DayTold, words: Words) -> Rows:
    for row in day.rows.decisions:
        yield {
            "position": row["position"],
            "time": when(row["decided_at"]),
            "about": about_told(row | {"table": row["table_name"], "case": None, "championship": None}, words),
            "act": act_told(row["act"], words, refused=row["refused"] is not None),
            "by": officer(row["taken_by"], row["office"], words),
            "reason": reason(row["reason"], words) if row["reason"] else "",
            "clause": row["clause"] or "",
            "refused": row["refused"] or "",
        }

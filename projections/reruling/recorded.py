"""A table's day as it was ruled on, beside what this engine rules on it now: a row for each round and each wager."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ledger.application import Ledger
from ledger.events.rulings import RoundRuled, RuledWager, kept_on_record
from projections.reruling.compared import MONEY, ROUNDS, ParquetTable, RerulingRows, Row, amount_change, change_kind
from projections.rulings.difference import FreshRuling, RulingDifference, explain, fresh_ruling, is_on_record, say_the_same
from projections.rulings.events import wagers_owed
from projections.rulings.on_record import StandingRuling
from projections.table_days import TableDays
from replay.table_day.builder import TableDay

ROUNDS_ON_RECORD: Final = ParquetTable(
    "rounds",
    {
        **ROUNDS.text_columns,
        "edition": "the edition by which the ruling on record was made",
        "edition_under": "the edition in force",
        "verdict_under": "the verdict of this engine",
        "findings_under": "what this engine finds",
        "on_clauses": "the clauses of the findings that differ, between blanks",
        "engine": "the engine that made the ruling on record",
        "causes": "why they differ, between blanks: engine, edition, later (entries that came since), unexplained",
        "withdrawn": "the kinds of what was found then and is not found now, between blanks",
        "added": "the kinds of what is found now and was not found then, between blanks",
    },
    ROUNDS.integer_columns,
)
MONEY_ON_RECORD: Final = ParquetTable(
    "money",
    {**MONEY.text_columns, "on_clauses": "the clauses of the findings that differ, between blanks"},
    {
        **MONEY.integer_columns,
        "awarded_under_minor": "the same by this engine",
        "if_claimed_under_minor": "the same by this engine",
        "change_minor": "by how much more goes back by this engine; empty where it is not settled on both sides",
    },
)


class AwardOnRecord(NamedTuple):
    """What a wager's player gets, as far as it goes on record: where nothing is to be corrected, what was paid."""

    awarded_minor: int | None
    if_claimed_minor: int | None


def compare_with_record(
    ledger: Ledger, table_days: TableDays, story: TableDay, standing: Mapping[str, StandingRuling]
) -> RerulingRows:
    """Compares the rulings on record of a day with what this engine rules on what `table_days` reads."""
    rounds: list[Row] = []
    money: list[Row] = []
    for name, on_record in standing.items():
        if name in story.rounds:
            fresh = fresh_ruling(story, name)
            differs = None
            if not is_on_record(fresh, on_record, say_the_same):
                differs = explain(ledger, table_days, fresh, on_record, say_the_same)
            clauses = _clauses(differs)
            of_wagers = list(_wager_rows(fresh, on_record.event, clauses))
            rounds.append(_round_row(fresh, on_record, differs, clauses, of_wagers))
            money.extend(of_wagers)
    return RerulingRows(tuple(rounds), tuple(money))


def _clauses(differs: RulingDifference | None) -> str:
    findings = () if differs is None else (*differs.withdrawn, *differs.added)
    return " ".join(sorted({clause for finding in findings for clause in finding.clauses}))


def _round_row(
    fresh: FreshRuling, standing: StandingRuling, differs: RulingDifference | None, clauses: str, of_wagers: list[Row]
) -> Row:
    table, day, _ = standing.entry.subject.split("/")
    return {
        "round": standing.entry.subject,
        "table_name": table,
        "day": day,
        "game": standing.begun.game,
        "rulebook": standing.begun.rulebook,
        "edition": standing.begun.edition,
        "edition_under": fresh.ruling.edition.name,
        "verdict": standing.event.verdict,
        "verdict_under": fresh.event.verdict,
        "findings": " ".join(event.kind for event in standing.irregularities.values()),
        "findings_under": " ".join(event.kind for event in fresh.findings),
        "ruling_changed": int(differs is not None),
        "wagers_changed": sum(row["change"] != "same" for row in of_wagers),
        "on_clauses": clauses,
        "engine": standing.begun.engine,
        "causes": " ".join(differs.causes) if differs else "",
        "withdrawn": " ".join(finding.kind for finding in differs.withdrawn) if differs else "",
        "added": " ".join(finding.kind for finding in differs.added) if differs else "",
    }


def _wager_rows(fresh: FreshRuling, before: RoundRuled, clauses: str) -> Iterator[Row]:
    opening = fresh.ruling.round.table_opening
    dues = {award.wager_due.wager: award.wager_due for award in fresh.ruling.awards}
    owed_before = {wager.wager: wager for wager in before.owed or ()}
    owed_now = {wager.wager: wager for wager in wagers_owed(fresh.ruling) or ()}
    known_before = {wager for outcome in before.outcomes for wager in outcome.due_minor}
    for wager in dict.fromkeys((*dues, *owed_before)):
        shown = dues.get(wager) or owed_before[wager]
        as_kept = dues[wager].kept_minor if wager in dues else None
        was = _award(owed_before.get(wager), as_kept) if wager in known_before else None
        now = _award(owed_now.get(wager), as_kept) if wager in dues else None
        change = change_kind(was, now)
        yield {
            "round": fresh.ruling.round.name,
            "wager": wager,
            "player": shown.player,
            "kind": shown.kind,
            "currency": opening.currency,
            "minor_digits": opening.minor_digits,
            "stake_minor": shown.stake_minor,
            "paid_minor": dues[wager].kept_minor if wager in dues else kept_on_record(before, owed_before[wager]),
            "awarded_minor": was and was.awarded_minor,
            "awarded_under_minor": now and now.awarded_minor,
            "if_claimed_minor": was and was.if_claimed_minor,
            "if_claimed_under_minor": now and now.if_claimed_minor,
            "change": change,
            "change_minor": amount_change(was, now),
            "on_clauses": clauses if change != "same" else "",
        }


def _award(owed: RuledWager | None, kept_minor: int | None) -> AwardOnRecord:
    if owed is None:
        return AwardOnRecord(kept_minor, None)
    return AwardOnRecord(owed.awarded_minor, owed.if_claimed_minor)

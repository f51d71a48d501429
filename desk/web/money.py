"""The money of a round, outcome beside outcome, and of a whole shoe."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.values.money import pounds_and_pence
from projections.messages.catalogue import Words
from projections.reports.money import Columns, awarded, balances, beyond, columns, lies, plain
from projections.reports.readings import comes_to, leads_there, resolved, righted, verdict
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import MoneyTotals, ShoeTotals


@dataclass(frozen=True, slots=True)
class Line:
    """A wager, its amounts written out; empty where the record does not say, or somebody must decide.

    `dues` has an amount per column of outcomes, and by how much it is not what went back.
    """

    player: str
    wager: str
    on: str
    stake: str
    back: str
    dues: tuple[tuple[str, str], ...]
    awarded: str


@dataclass(frozen=True, slots=True)
class Told:
    """What holds in an outcome, and the money of all of them side by side. `under` has the readings by the outcome's id."""

    verdict: str
    holds: str
    under: Mapping[str, str]
    verdicts: Mapping[str, str]
    """By the outcome's id, what is to be done, in a few words."""
    readings: tuple[str, ...]
    resolved: tuple[tuple[str, str], ...]
    """By clause, the readings that the ruling rests on and that were resolved beforehand."""
    righting: tuple[str, ...]
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    balances: tuple[str, ...]
    currency: str


def told(ruling: Ruling, outcome: RulingOutcome, words: Words) -> Told:
    """What a ruling says, looked at in one of its outcomes."""
    shown = columns(ruling, ruling.awards)
    return Told(
        verdict(ruling, words),
        comes_to(ruling, outcome, words),
        {each.id: words.condition(each.condition) for each in ruling.outcomes},
        {each.id: words.say(f"case_verdict.{each.verdict}") for each in ruling.outcomes},
        tuple(leads_there(ruling, outcome.condition, words)),
        tuple((resolved_reading.clause, resolved(resolved_reading, words)) for resolved_reading in ruling.resolved),
        tuple(righted(ruling, outcome, words)),
        tuple(", ".join(map(str, numbers)) for numbers in shown.heads),
        tuple(_lines(ruling, shown, words)),
        tuple(balance.told for balance in balances(ruling, words)),
        ruling.round.table_opening.currency,
    )


def _lines(ruling: Ruling, shown: Columns, words: Words) -> Iterator[Line]:
    money = plain(ruling)
    for at, row in enumerate(ruling.awards):
        claim, paid = row.wager_due, row.wager_due.paid_minor
        dues = [column[at] for column in shown.due_minor]
        free = claim.nominal_minor != claim.stake_minor
        yield Line(
            claim.player,
            claim.wager,
            lies(ruling, claim, words),
            words.say("report.free", amount=money(claim.nominal_minor)) if free else money(claim.stake_minor),
            "" if paid is None else money(paid),
            tuple(
                (words.say("report.open") if due is None else money(due), beyond(claim, due, words, money)) for due in dues
            ),
            awarded(row, words, money),
        )


@dataclass(frozen=True, slots=True)
class ShoeMoney:
    """What a shoe comes to under one choice of readings, player by player, the last line being all of them together."""

    chosen: str
    lines: tuple[tuple[str, ...], ...]


def shoe_money(totals: Sequence[ShoeTotals], digits: int) -> list[ShoeMoney]:
    """What a whole shoe comes to."""

    def cells(name: str, sums: MoneyTotals) -> tuple[str, ...]:
        amounts = (sums.stake_minor, sums.paid_minor, sums.due_minor, sums.withheld_minor, sums.balance_minor)
        return name, *("open" if minor is None else pounds_and_pence(minor, digits) for minor in amounts)

    return [
        ShoeMoney(
            ", ".join(f"{clause} ({letter})" for clause, letter in shoe_totals.choices.items()),
            (*(cells(player, sums) for player, sums in shoe_totals.players.items()), cells("all", shoe_totals.total)),
        )
        for shoe_totals in totals
    ]

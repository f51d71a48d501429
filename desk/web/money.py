"""The money of a round under the branch that was chosen, and of a whole shoe."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.money import pounds_and_pence
from projections.reports.money import awarded, balances, lies, plain
from projections.reports.readings import chosen, holds, put_right, verdict
from projections.words import Words
from replay.judgement import Judgement
from replay.reckoning import Reckoning, Sums
from replay.rules import Branch
from replay.rulings import Ruling, awards


@dataclass(frozen=True, slots=True)
class Line:
    """A wager, its amounts written out; empty where the record does not say, or somebody must decide."""

    player: str
    wager: str
    on: str
    stake: str
    back: str
    due: str
    awarded: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What holds under a branch."""

    verdict: str
    holds: str
    readings: tuple[str, ...]
    righting: str
    lines: tuple[Line, ...]
    balances: tuple[str, ...]
    currency: str


def told(ruling: Ruling, branch: Branch[Judgement], words: Words) -> Told:
    """What a ruling says under one branch."""
    how = branch.outcome.reconstruction
    return Told(
        verdict(ruling, words),
        holds(ruling, branch.outcome, words),
        tuple(chosen(ruling, branch.choices, words)),
        put_right(how, ruling.edition.game, words) if how else "",
        tuple(_lines(ruling, branch, words)),
        tuple(one.told for one in balances(ruling, words)),
        ruling.round.opening.currency,
    )


def _lines(ruling: Ruling, branch: Branch[Judgement], words: Words) -> Iterator[Line]:
    money = plain(ruling)
    dues = {claim.wager: claim.due_minor for claim in branch.outcome.claims}
    for row in awards(ruling):
        claim, due = row.claim, dues.get(row.claim.wager, 0)
        yield Line(
            claim.player,
            claim.wager,
            lies(ruling, claim, words),
            words.say("report.free", amount=money(claim.nominal_minor))
            if claim.nominal_minor != claim.stake_minor
            else money(claim.stake_minor),
            "" if claim.paid_minor is None else money(claim.paid_minor),
            words.say("report.open") if due is None else money(due),
            awarded(row, words, money),
            claim.paid_minor is not None and due is not None and claim.paid_minor != due,
        )


@dataclass(frozen=True, slots=True)
class ShoeMoney:
    """What a shoe comes to under one choice of readings, player by player, the last line being all of them together."""

    chosen: str
    lines: tuple[tuple[str, ...], ...]


def shoe_money(totals: Sequence[Reckoning], digits: int) -> list[ShoeMoney]:
    """What a whole shoe comes to."""

    def cells(name: str, sums: Sums) -> tuple[str, ...]:
        amounts = (sums.stake_minor, sums.paid_minor, sums.due_minor, sums.withheld_minor, sums.balance_minor)
        return name, *("open" if minor is None else pounds_and_pence(minor, digits) for minor in amounts)

    return [
        ShoeMoney(
            ", ".join(f"{clause} ({letter})" for clause, letter in one.choices.items()),
            (*(cells(player, sums) for player, sums in one.players.items()), cells("all", one.all)),
        )
        for one in totals
    ]

"""What a whole shoe comes to, player by player: the money of its rounds added up, under each reading of a decision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ledger.values.subjects import table_day
from replay.judging.judgement import Judgement
from replay.rulebooks.common_parameters import INVALID_HAND, WITHHELD_PAID, WITHHELD_STAKES
from replay.rulebooks.rules import Branch
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class MoneyTotals:
    """Money of several wagers, in minor units; None where an amount is not established.

    `paid_minor` is what was paid by the record, `due_minor` what should be by the rulings, both with the stakes;
    `taken_back_minor` is what came back of the payments;
    `balance_minor` what the house still has to give, negative where it is to be given back to it; `withheld_minor` the
    winnings that are kept back.
    """

    stake_minor: int = 0
    paid_minor: int | None = 0
    due_minor: int | None = 0
    balance_minor: int | None = 0
    withheld_minor: int | None = 0
    taken_back_minor: int = 0

    def __add__(self, other: "MoneyTotals") -> "MoneyTotals":
        return MoneyTotals(
            self.stake_minor + other.stake_minor,
            _add(self.paid_minor, other.paid_minor),
            _add(self.due_minor, other.due_minor),
            _add(self.balance_minor, other.balance_minor),
            _add(self.withheld_minor, other.withheld_minor),
            self.taken_back_minor + other.taken_back_minor,
        )


def _add(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


@dataclass(frozen=True, slots=True)
class ShoeTotals:
    """The money of a shoe up to a round of it, under one choice among the readings of what was decided."""

    choices: Mapping[str, str]
    players: Mapping[str, MoneyTotals]

    @property
    def total(self) -> MoneyTotals:
        """All players together."""
        return sum(self.players.values(), MoneyTotals())


def group_by_shoe(rulings: Iterable[Ruling]) -> Iterator[list[Ruling]]:
    """Rulings in order, shoe by shoe: another table's is another shoe, and another day's unless it was carried over."""
    shoe: list[Ruling] = []
    for ruling in rulings:
        if shoe and not _is_same_shoe(shoe[-1], ruling):
            yield shoe
            shoe = []
        shoe.append(ruling)
    if shoe:
        yield shoe


def _is_same_shoe(last: Ruling, ruling: Ruling) -> bool:
    round_, other = last.round, ruling.round
    same_table = round_.name.split("/")[0] == other.name.split("/")[0] and round_.shoe == other.shoe
    return same_table and (table_day(round_.name) == table_day(other.name) or other.cards_out_before > 0)


def running_totals(rulings: Sequence[Ruling]) -> Iterator[tuple[ShoeTotals, ...]]:
    """After each ruling of one shoe, in order, what its rounds come to so far."""
    chosen = _possible_choices(rulings)
    totals: list[dict[str, MoneyTotals]] = [{} for _ in chosen]
    for ruling in rulings:
        for choices, players in zip(chosen, totals, strict=True):
            for player, sums in _round_totals(ruling, choices).items():
                players[player] = players.get(player, MoneyTotals()) + sums
        yield tuple(ShoeTotals(choices, dict(players)) for choices, players in zip(chosen, totals, strict=True))


def _possible_choices(rulings: Sequence[Ruling]) -> list[Mapping[str, str]]:
    """All choices among the readings, met in these rulings, of the clauses on what a decision does to money."""
    met: dict[str, tuple[str, ...]] = {}
    for ruling in rulings:
        clauses = {ruling.edition.values[key.name][1] for key in (WITHHELD_PAID, WITHHELD_STAKES, INVALID_HAND)}
        for clause in sorted(clauses & {clause for branch in ruling.branches for clause in branch.choices}):
            met[clause] = ruling.edition.reading_letters(clause)
    return [dict(zip(sorted(met), letters, strict=True)) for letters in product(*(met[clause] for clause in sorted(met)))]


def _round_totals(ruling: Ruling, choices: Mapping[str, str]) -> dict[str, MoneyTotals]:
    """A round's money by player; where other questions are open too, what they leave open is not established."""
    fitting = [b for b in ruling.branches if all(choices.get(c, letter) == letter for c, letter in b.choices.items())]
    totals = [_totals_by_player(branch) for branch in fitting or ruling.branches]
    players = dict.fromkeys(player for sums in totals for player in sums)
    return {player: _agreed_totals([sums.get(player, MoneyTotals()) for sums in totals]) for player in players}


def _agreed_totals(totals: Sequence[MoneyTotals]) -> MoneyTotals:
    """What all of them say, None where they differ."""
    first = totals[0]
    return MoneyTotals(
        first.stake_minor,
        _common_amount([money_totals.paid_minor for money_totals in totals]),
        _common_amount([money_totals.due_minor for money_totals in totals]),
        _common_amount([money_totals.balance_minor for money_totals in totals]),
        _common_amount([money_totals.withheld_minor for money_totals in totals]),
        first.taken_back_minor,
    )


def _common_amount(amounts: Sequence[int | None]) -> int | None:
    return amounts[0] if len(set(amounts)) == 1 else None


def _totals_by_player(branch: Branch[Judgement]) -> dict[str, MoneyTotals]:
    found: dict[str, MoneyTotals] = {}
    for claim in branch.outcome.wagers_due:
        due, balance = claim.due_minor, None if claim.due_minor is None else claim.due_minor - (claim.kept_minor or 0)
        withheld = branch.outcome.withheld_minor.get(claim.wager, 0)
        sums = MoneyTotals(claim.stake_minor, claim.paid_minor or 0, due, balance, withheld, claim.taken_back_minor)
        found[claim.player] = found.get(claim.player, MoneyTotals()) + sums
    return found

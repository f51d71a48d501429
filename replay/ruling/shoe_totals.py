"""What a whole shoe comes to, player by player: the money of its rounds added up, under each reading of a decision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from ledger.values.subjects import table_day
from replay.judging.judgement import Judgement
from replay.rulebooks.common_parameters import INVALID_HAND, WITHHELD_PAID, WITHHELD_STAKES
from replay.rulebooks.rules import Branch
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Sums:
    """Money of several wagers, in minor units; None where an amount is not established.

    `paid_minor` is what went back by the record, `due_minor` what should by the rulings, both with the stakes;
    `balance_minor` what the house still has to give, negative where it is to be given back to it; `withheld_minor` the
    winnings that are kept back.
    """

    stake_minor: int = 0
    paid_minor: int = 0
    due_minor: int | None = 0
    balance_minor: int | None = 0
    withheld_minor: int | None = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.stake_minor + other.stake_minor,
            self.paid_minor + other.paid_minor,
            _sum(self.due_minor, other.due_minor),
            _sum(self.balance_minor, other.balance_minor),
            _sum(self.withheld_minor, other.withheld_minor),
        )


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The money of a shoe up to a round of it, under one choice among the readings of what was decided."""

    choices: Mapping[str, str]
    players: Mapping[str, Sums]

    @property
    def all(self) -> Sums:
        """All players together."""
        return sum(self.players.values(), Sums())

    def document(self) -> dict[str, Any]:
        """As JSON for others."""
        players = {player: asdict(sums) for player, sums in self.players.items()}
        return {"choices": dict(self.choices), "players": players, "all": asdict(self.all)}


def by_shoe(rulings: Iterable[Ruling]) -> Iterator[list[Ruling]]:
    """Rulings in order, shoe by shoe: another table's is another shoe, and another day's unless it was carried over."""
    shoe: list[Ruling] = []
    for ruling in rulings:
        if shoe and not _goes_on(shoe[-1], ruling):
            yield shoe
            shoe = []
        shoe.append(ruling)
    if shoe:
        yield shoe


def _goes_on(last: Ruling, ruling: Ruling) -> bool:
    one, other = last.round, ruling.round
    same_table = one.name.split("/")[0] == other.name.split("/")[0] and one.shoe == other.shoe
    return same_table and (table_day(one.name) == table_day(other.name) or other.cards_out_before > 0)


def running(rulings: Sequence[Ruling]) -> Iterator[tuple[Reckoning, ...]]:
    """After each ruling of one shoe, in order, what its rounds come to so far."""
    chosen = _choices(rulings)
    totals: list[dict[str, Sums]] = [{} for _ in chosen]
    for ruling in rulings:
        for choices, players in zip(chosen, totals, strict=True):
            for player, sums in _of_round(ruling, choices).items():
                players[player] = players.get(player, Sums()) + sums
        yield tuple(Reckoning(choices, dict(players)) for choices, players in zip(chosen, totals, strict=True))


def _choices(rulings: Sequence[Ruling]) -> list[Mapping[str, str]]:
    """All choices among the readings, met in these rulings, of the clauses on what a decision does to money."""
    met: dict[str, tuple[str, ...]] = {}
    for ruling in rulings:
        clauses = {ruling.edition.values[key.name][1] for key in (WITHHELD_PAID, WITHHELD_STAKES, INVALID_HAND)}
        for clause in sorted(clauses & {clause for branch in ruling.branches for clause in branch.choices}):
            met[clause] = ruling.edition.readings(clause)
    return [dict(zip(sorted(met), letters, strict=True)) for letters in product(*(met[clause] for clause in sorted(met)))]


def _of_round(ruling: Ruling, choices: Mapping[str, str]) -> dict[str, Sums]:
    """A round's money by player; where other questions are open too, what they leave open is not established."""
    fitting = [b for b in ruling.branches if all(choices.get(c, letter) == letter for c, letter in b.choices.items())]
    told = [_by_player(branch) for branch in fitting or ruling.branches]
    players = dict.fromkeys(player for sums in told for player in sums)
    return {player: _agreed([sums.get(player, Sums()) for sums in told]) for player in players}


def _agreed(sums: Sequence[Sums]) -> Sums:
    """What all of them say, None where they differ."""
    first = sums[0]
    return Sums(
        first.stake_minor,
        first.paid_minor,
        _same([one.due_minor for one in sums]),
        _same([one.balance_minor for one in sums]),
        _same([one.withheld_minor for one in sums]),
    )


def _same(amounts: Sequence[int | None]) -> int | None:
    return amounts[0] if len(set(amounts)) == 1 else None


def _by_player(branch: Branch[Judgement]) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    for claim in branch.outcome.claims:
        due, paid = claim.due_minor, claim.paid_minor or 0
        withheld = branch.outcome.withheld.get(claim.wager, 0)
        sums = Sums(claim.stake_minor, paid, due, None if due is None else due - paid, withheld)
        found[claim.player] = found.get(claim.player, Sums()) + sums
    return found

"""`python -m bench.mimic ROUNDS`: a million rounds of "mimic the dealer" beside an enumeration that knows no procedure.

The player draws to 17 and never doubles, splits or insures. The rounds are dealt and settled by the product; the
expectation is summed here over what both hands can hold, with its own few lines of arithmetic.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import perm, prod, sqrt
from random import Random
from time import perf_counter

from rich.console import Console
from rich.progress import track

from ledger.values.cards import RANKS, SUITS
from replay.editions.loader import shipped_edition
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.settlement import stake_multiple
from replay.games.blackjack.table import BlackjackTable, total
from replay.procedure.procedure import Due, simulate
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

HOUSE = "ccl"
ROUNDS_A_SHOE = 10
"""A fixed number: to stop where the cards say so would bend the expectation."""

COPIES = {**dict.fromkeys(range(1, 10), 24), 10: 96}
"""Six decks by what the cards count, an ace as 1."""

Held = tuple[int, ...]


def hands(held: Held = (0,) * 10, pips: int = 0, cards: int = 0) -> Iterator[tuple[Held, int, bool]]:
    """Every order in which a hand is drawn to 17: what it holds by value, its total, whether it is a blackjack."""
    soft = pips + 10 if held[0] and pips + 10 <= 21 else pips
    if soft >= 17:
        yield held, soft, cards == 2 and soft == 21
        return
    for value in range(1, 11):
        more = tuple(count + (value == at) for at, count in enumerate(held, 1))
        yield from hands(more, pips + value, cards + 1)


def expectation() -> tuple[Fraction, Fraction]:
    """The mean and the mean square of what a stake of one wins."""
    kinds: dict[tuple[Held, int, bool], int] = {}
    for hand in hands():
        kinds[hand] = kinds.get(hand, 0) + 1
    mean, square = Fraction(0), Fraction(0)
    for (mine, has, natural), orders in track(kinds.items(), "enumerating"):
        drawn = sum(mine)
        ways = orders * prod(perm(COPIES[value], count) for value, count in enumerate(mine, 1))
        if has > 21:
            mean -= Fraction(ways, perm(312, drawn))
            square += Fraction(ways, perm(312, drawn))
            continue
        left = [COPIES[value] - count for value, count in enumerate(mine, 1)]
        sums: dict[tuple[int, Fraction], int] = {}
        for (theirs, dealer, dealers), others in kinds.items():
            won = _won(has, natural, dealer, dealers)
            if won:
                both = others
                for at, count in enumerate(theirs):
                    if count:
                        both *= perm(left[at], count)
                key = (sum(theirs), won)
                sums[key] = sums.get(key, 0) + both
        for (number, won), both in sums.items():
            share = Fraction(ways * both, perm(312, drawn + number))
            mean += won * share
            square += won * won * share
    return mean, square


def _won(has: int, natural: bool, dealer: int, dealers: bool) -> Fraction:  # noqa: FBT001 - two hands, side by side
    if natural or dealers:
        return Fraction(natural - dealers) * (Fraction(3, 2) if natural and not dealers else 1)
    if dealer > 21 or has > dealer:
        return Fraction(1)
    return Fraction(-1 if has < dealer else 0)


def played(edition: Edition, rounds: int) -> Fraction:
    """What a stake of one won on average over so many rounds of the product's own."""
    rules, play, random = Rules(edition), Play(), Random(20261120)
    stands = rules.value(parameters.STANDS_ON)

    def mimic(board: BlackjackTable, _: Due) -> str:
        return "hit" if total(board.hands[0], rules)[0] < stands else "stand"

    fresh = [rank + suit for rank in RANKS for suit in SUITS] * rules.value(DECKS)
    won = Fraction(0)
    shoe: list[str] = []
    for number in track(range(rounds), "playing"):
        if number % ROUNDS_A_SHOE == 0:
            shoe = random.sample(fresh, len(fresh))
            rules = Rules(edition)  # one that lived on would remember every table that it settled
        board, _ = simulate(play, BlackjackTable.before_deal((1,)), rules, shoe.pop, mimic)
        worth = stake_multiple(board, board.hands[0], rules)
        assert worth is not None
        won += worth - 1
    return won / rounds


def main() -> None:
    """Prints both and how far they lie apart, in standard errors; exits 1 beyond three."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    began = perf_counter()
    mean, square = expectation()
    counted = perf_counter()
    found = played(shipped_edition(HOUSE).with_resolutions({"CCL-13a?": "a"}), rounds)
    spread = sqrt((square - mean * mean) / rounds)
    apart = float(found - mean) / spread
    console = Console()
    console.print(f"mimic the dealer, {HOUSE}, six decks: exact {float(mean):+.6f} a stake ({counted - began:.0f} s)")
    console.print(
        f"{rounds:,} rounds: {float(found):+.6f} ({perf_counter() - counted:.0f} s), {apart:+.2f} standard errors"
    )
    sys.exit(abs(apart) > 3)


if __name__ == "__main__":
    main()

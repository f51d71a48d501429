"""Exact odds of the dealer's hand, by walking every way in which it can come through the play that rules on disputes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

from ledger.cards import RANKS
from ledger.money import ratio
from replay.blackjack import values
from replay.blackjack.play import Play
from replay.blackjack.table import Table, total, two_card_21
from replay.customs import DECKS
from replay.procedure import enumerate_exact
from replay.rulebook import Edition
from replay.rules import Rules


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely it is that the dealer's hand comes to something: `17` to `21`, `blackjack`, `22` and more, `over`."""

    outcome: str
    probability: Fraction


def faces(rules: Rules) -> dict[str, int]:
    """A fresh shoe, cards that count alike taken together."""
    worth, decks = rules.value(values.POINTS), rules.value(DECKS)
    alike: dict[int, list[str]] = {}
    for rank in RANKS:
        alike.setdefault(worth[rank], []).append(rank)
    return {ranks[0] + "?": 4 * decks * len(ranks) for ranks in alike.values()}


def dealer(edition: Edition) -> Iterator[Chance]:
    """The dealer's hand from a fresh shoe, drawn to its end whatever the players have."""
    rules = Rules(edition)
    shoe = faces(rules)
    cards = sum(shoe.values())
    found: Counter[tuple[str, int]] = Counter()
    for board, ways, left in enumerate_exact(Play(to_the_end=True), Table(()), rules, shoe):
        found[_outcome(board, rules), cards - left] += ways
    exact: dict[str, Fraction] = {}
    for (outcome, drawn), ways in found.items():
        exact[outcome] = exact.get(outcome, Fraction(0)) + Fraction(ways, perm(cards, drawn))
    most = rules.value(values.MOST)
    yield from (Chance(outcome, exact[outcome]) for outcome in sorted(exact, key=_order))
    yield Chance("over", sum((exact[o] for o in exact if o.isdigit() and int(o) > most), Fraction(0)))


def insurance_edge(edition: Edition) -> Fraction:
    """The expected loss per stake insured when nothing but the dealer's ace has been seen."""
    rules = Rules(edition)
    shoe = faces(rules)
    cards = sum(shoe.values()) - 1
    tens = sum(copies for card, copies in shoe.items() if rules.value(values.POINTS)[card[0]] == values.TEN)
    return 1 - Fraction(tens, cards) * (1 + ratio(rules.value(values.INSURANCE_ODDS)))


def _outcome(board: Table, rules: Rules) -> str:
    return "blackjack" if two_card_21(board.dealer, rules) else str(total(board.dealer, rules)[0])


def _order(outcome: str) -> tuple[int, str]:
    return (int(outcome), "") if outcome.isdigit() else (21, outcome)

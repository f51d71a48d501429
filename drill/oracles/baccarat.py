"""What Double Chance Baccarat gives for each wager: the tableau, the winner, the odds, and what readings make of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from ledger.values.cards import rank

NOTHING: Final = Fraction(0)
PIPS: Final[Mapping[str, int]] = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 0)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a house deals and pays by: the document's own figures, where none else are given.

    DCB-5 `pips` and `drops`; DCB-DEAL `first` and `thirds`; DCB-14 `most_cards`; DCB-11 and 11a? the natural; DCB-11
    `punto_draws`; DCB-12, 12a? and 12b? banco's draw; DCB-10 `nearest`; DCB-15 `banco`; DCB-16 `punto`; DCB-17 and 17a? the
    tie and the shares; DCB-18 `any_tie`; DCB-U1 and U2 `ur_way`; DCB-9 and DCB-T0 `needs`; DCB-T1 to T3 `g38`; DCB-ROUND
    `fraction_to`; DCB-BETS what becomes of bets that lack something.
    """

    pips: Mapping[str, int] = field(default_factory=lambda: PIPS)
    drops: int = 10
    first: tuple[str, ...] = ("punto", "banco", "punto", "banco")
    thirds: tuple[str, ...] = ("punto", "banco")
    most_cards: int = 3
    natural: int = 8
    natural_of_three: bool = False
    """Whether punto's 8 or 9 of three cards stops banco too."""
    punto_draws: frozenset[int] = frozenset(range(6))
    banco_draws: Mapping[int, frozenset[int]] = field(
        default_factory=lambda: {
            3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
            4: frozenset({2, 3, 4, 5, 6, 7}),
            5: frozenset({4, 5, 6, 7}),
            6: frozenset({6, 7}),
            7: frozenset(),
        }
    )
    below_draws: bool = True
    """Whether banco draws with a total for which the table has no row."""
    given_nothing: str = "as_punto"
    """What banco does when punto has stood: `as_punto` does, it `stands`, or as if it had been given a 0."""
    nearest: int = 9
    banco: Fraction = Fraction(19, 20)
    punto: Fraction = Fraction(1)
    tie: str = "agreed_share"
    tie_keeps_stake: bool = True
    least_share_bp: int = 200
    most_share_bp: int = 1000
    without_share: str = "least"
    any_tie: Fraction = Fraction(9)
    ur_way: Mapping[int, Fraction] = field(default_factory=dict)
    ur_way_totals: frozenset[int] = frozenset(range(10))
    ur_way_else: str = "lost"
    needs: Mapping[str, frozenset[str]] = field(
        default_factory=lambda: {"ur_way": frozenset({"banco", "punto", "any_tie"})}
    )
    without_main: str = "returned"
    g38: Fraction = Fraction(180)
    g38_banco: int = 3
    g38_third: int = 8
    g38_else: str = "lost"
    fraction_to: str = "player"


def dcb(readings: Mapping[str, str]) -> Terms:
    """The document under one choice of readings, the first where nothing is said."""
    return Terms(
        natural_of_three=readings.get("DCB-11a?") == "b",
        below_draws=readings.get("DCB-12a?") != "b",
        given_nothing={"b": "stands", "c": "as_given_0"}.get(readings.get("DCB-12b?", "a"), "as_punto"),
        tie_keeps_stake=readings.get("DCB-17a?") != "b",
    )


DOCUMENT: Final = dcb({})
DOCUMENTS: Final[Mapping[str, Callable[[Mapping[str, str]], Terms]]] = {"dcb": dcb}
"""The terms of each document, by its rulebook."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of both hands in the order in which they came."""

    punto: tuple[str, ...] = ()
    banco: tuple[str, ...] = ()

    def of(self, place: str) -> tuple[str, ...]:
        """The cards of one hand."""
        return self.punto if place == "punto" else self.banco

    def with_card(self, place: str, card: str) -> "Hands":
        """The hands after a card to one of them."""
        if place == "punto":
            return replace(self, punto=(*self.punto, card))
        return replace(self, banco=(*self.banco, card))


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager as it was laid: `stake_minor` before the first card, `late_minor` after it."""

    name: str
    player: str
    kind: str
    stake_minor: int
    total: int | None = None
    late_minor: int = 0


@dataclass(frozen=True, slots=True)
class Posted:
    """What the house has posted, winnings to a stake of one, and agreed: UR WAY by its total, shares by the player."""

    ur_way: Mapping[int, Fraction] = field(default_factory=dict)
    shares_bp: Mapping[str, int] = field(default_factory=dict)
    any_tie: Fraction | None = None


# The cards


def total(cards: Sequence[str], terms: Terms = DOCUMENT) -> int:
    """DCB-5: an ace one, tens and court cards nothing, the rest their pips, of which the tens drop.

    DCB-14: a hand has three cards at the most, so that a fourth never counts.
    """
    return sum(terms.pips[rank(card)] for card in cards[: max(2, terms.most_cards)]) % terms.drops


def draws(place: str, hands: Hands, terms: Terms = DOCUMENT) -> bool:
    """DCB-11 to DCB-13: whether this hand, of two cards, is due a third one now."""
    if terms.most_cards < 3 or len(hands.of(place)) != 2 or _over(hands, terms):
        return False
    if place == "punto":
        return total(hands.punto, terms) in terms.punto_draws
    has, given = total(hands.banco, terms), hands.punto[2:]
    if has not in terms.banco_draws:
        return terms.below_draws
    if given:
        return terms.pips[rank(given[0])] in terms.banco_draws[has]
    if terms.given_nothing == "stands":
        return False
    return has in terms.punto_draws if terms.given_nothing == "as_punto" else 0 in terms.banco_draws[has]


def _over(hands: Hands, terms: Terms) -> bool:
    """DCB-11: an 8 or a 9 of two cards ends the coup; under DCB-11a? (b) one of punto's three cards does too."""
    counting = hands.punto if terms.natural_of_three else hands.punto[:2]
    return max(total(counting, terms), total(hands.banco[:2], terms)) >= terms.natural


def due(hands: Hands, terms: Terms = DOCUMENT) -> str | None:
    """DCB-DEAL, DCB-11, DCB-12: where the next card goes; None when the coup has all its cards."""
    out = len(hands.punto) + len(hands.banco)
    if out < len(terms.first):
        return terms.first[out]
    return next((place for place in terms.thirds if draws(place, hands, terms)), None)


def dealt(cards: Iterable[str], terms: Terms = DOCUMENT) -> Hands:
    """DCB-ERR: the hands that the cards make in the order in which they left the shoe, as many as the coup needs."""
    hands = Hands()
    for card in cards:
        place = due(hands, terms)
        if place is None:
            return hands
        hands = hands.with_card(place, card)
    return hands


def lying(cards: Iterable[tuple[str, str]]) -> Hands:
    """The hands as they lie on the table, each card where it was put."""
    hands = Hands()
    for place, card in cards:
        hands = hands.with_card(place, card)
    return hands


def winner(hands: Hands, terms: Terms = DOCUMENT) -> str:
    """DCB-10: `banco`, `punto` or `egalite`, by which hand is nearer to nine."""
    punto, banco = (abs(terms.nearest - total(hand, terms)) for hand in (hands.punto, hands.banco))
    return "egalite" if punto == banco else "punto" if punto < banco else "banco"


# The money


def money(wagers: Sequence[Wager], hands: Hands | None, posted: Posted, terms: Terms = DOCUMENT) -> dict[str, int | None]:
    """What goes back for each wager on these hands; None for all of them where a hand has no two cards.

    DCB-ROUND: a fraction of the smallest unit goes to the player, of each wager by itself. DCB-BETS, DCB-3: what was laid
    after the first card goes back, the rest plays; UR WAY goes back to a player without a bet of those that it needs.
    """
    decided = hands is not None and min(len(hands.punto), len(hands.banco)) > 1
    kinds: dict[str, set[str]] = {}
    for one in wagers:
        if one.stake_minor:
            kinds.setdefault(one.player, set()).add(one.kind)
    return {
        one.name: _due(one, hands, kinds.get(one.player, set()), posted, terms) if decided and hands else None
        for one in wagers
    }


def _due(one: Wager, hands: Hands, beside: set[str], posted: Posted, terms: Terms) -> int | None:
    needs = terms.needs.get(one.kind)
    if needs and not beside & needs and terms.without_main == "returned":
        return one.stake_minor + one.late_minor
    back = settled(one, hands, posted, terms)
    return None if back is None else rounded(back + one.late_minor, terms)


def rounded(amount: Fraction, terms: Terms = DOCUMENT) -> int:
    """DCB-ROUND: in whole minor units."""
    return ceil(amount) if terms.fraction_to == "player" else floor(amount)


def void(wagers: Sequence[Wager]) -> dict[str, int]:
    """DCB-21a? (c): every stake goes back, all that lay there of it."""
    return {one.name: one.stake_minor + one.late_minor for one in wagers}


def settled(one: Wager, hands: Hands, posted: Posted, terms: Terms = DOCUMENT) -> Fraction | None:
    """What goes back for the part of a wager that plays, exactly; None for what the house does not have, or posts."""
    match one.kind:
        case "banco" | "punto":
            return _on_a_side(one, hands, posted, terms)
        case "any_tie":
            return _on_any_tie(one, hands, posted, terms)
        case "ur_way":
            return _on_a_total(one, hands, posted, terms)
        case "3g8":
            return _on_three_giving_eight(one, hands, terms)
    return None


def _on_a_side(one: Wager, hands: Hands, posted: Posted, terms: Terms) -> Fraction:
    """DCB-15 bank at 19 to 20, DCB-16 punto at 1 to 1; DCB-17 on a tie the stake and the agreed share of it."""
    won = winner(hands, terms)
    if won == one.kind:
        return one.stake_minor * (1 + (terms.banco if won == "banco" else terms.punto))
    if won != "egalite":
        return NOTHING
    if terms.tie != "agreed_share":
        return Fraction(one.stake_minor if terms.tie == "push" else 0)
    least = terms.least_share_bp if terms.without_share == "least" else terms.most_share_bp
    share = one.stake_minor * Fraction(posted.shares_bp.get(one.player, least), 10_000)
    return share + (one.stake_minor if terms.tie_keeps_stake else 0)


def _on_any_tie(one: Wager, hands: Hands, posted: Posted, terms: Terms) -> Fraction:
    """DCB-8 and DCB-18: 9 to 1 on any tie, unless the house has posted other odds."""
    if winner(hands, terms) != "egalite":
        return NOTHING
    return one.stake_minor * (1 + (terms.any_tie if posted.any_tie is None else posted.any_tie))


def _on_a_total(one: Wager, hands: Hands, posted: Posted, terms: Terms) -> Fraction | None:
    """DCB-U1 to U3?: a tie on that very total, at the odds that the house must have posted."""
    both = {total(hands.punto, terms), total(hands.banco, terms)}
    if both != {one.total} or one.total not in terms.ur_way_totals:
        return Fraction(one.stake_minor if terms.ur_way_else == "returned" else 0)
    odds = posted.ur_way.get(one.total, terms.ur_way.get(one.total))
    return None if odds is None else one.stake_minor * (1 + odds)


def _on_three_giving_eight(one: Wager, hands: Hands, terms: Terms) -> Fraction:
    """DCB-T1 to T3: banco's first two cards make 3, punto is entitled to a third card, and that card is an 8."""
    two = Hands(hands.punto[:2], hands.banco[:2])
    third = [terms.pips[rank(card)] for card in hands.punto[2:3] if draws("punto", two, terms)]
    if total(two.banco, terms) == terms.g38_banco and third == [terms.g38_third]:
        return one.stake_minor * (1 + terms.g38)
    return Fraction(one.stake_minor if terms.g38_else == "returned" else 0)


# The player's favour


def favourable(wagers: Sequence[Wager], under: Sequence[Mapping[str, int]], wager: Wager, *, together: bool = True) -> int:
    """DCB-2: what a player who disputes gets for a wager, `under` being the money under each reading left open.

    DCB-2b?: one reading for all of the player's wagers `together`, the first of those that give most; or wager by wager.
    """
    if not together:
        return max(one[wager.name] for one in under)
    own = [one.name for one in wagers if one.player == wager.player]
    best = max(under, key=lambda one: sum(one[name] for name in own))
    return best[wager.name]

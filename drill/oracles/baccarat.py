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
class BaccaratTerms:
    """What a house deals and pays by: the document's own figures, where none else are given.

    DCB-5 `pips` and `modulus`; DCB-DEAL `first_places` and `third_places`; DCB-14 `most_cards`; DCB-11 and 11a? the
    natural; DCB-11 `punto_draws`; DCB-12, 12a? and 12b? banco's draw; DCB-10 `target`; DCB-15 `banco_odds`; DCB-16
    `punto_odds`; DCB-17 and 17a? the tie and the shares; DCB-18 `any_tie_odds`; DCB-U1 and U2 `ur_way_odds`; DCB-9 and
    DCB-T0 `required_kinds`; DCB-T1 to T3 `g38_odds`; DCB-ROUND `fraction_to`; DCB-BETS what becomes of bets that lack
    something.
    """

    pips: Mapping[str, int] = field(default_factory=lambda: PIPS)
    modulus: int = 10
    first_places: tuple[str, ...] = ("punto", "banco", "punto", "banco")
    third_places: tuple[str, ...] = ("punto", "banco")
    most_cards: int = 3
    natural: int = 8
    has_three_card_natural: bool = False
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
    draws_below_table: bool = True
    """Whether banco draws with a total for which the table has no row."""
    banco_after_stand: str = "as_punto"
    """What banco does when punto has stood: `as_punto` does, it `stands`, or as if it had been given a 0."""
    target: int = 9
    banco_odds: Fraction = Fraction(19, 20)
    punto_odds: Fraction = Fraction(1)
    tie_rule: str = "agreed_share"
    tie_keeps_stake: bool = True
    least_share_bp: int = 200
    most_share_bp: int = 1000
    without_share: str = "least"
    any_tie_odds: Fraction = Fraction(9)
    ur_way_odds: Mapping[int, Fraction] = field(default_factory=dict)
    ur_way_totals: frozenset[int] = frozenset(range(10))
    ur_way_else: str = "lost"
    required_kinds: Mapping[str, frozenset[str]] = field(
        default_factory=lambda: {"ur_way": frozenset({"banco", "punto", "any_tie"})}
    )
    without_main: str = "returned"
    g38_odds: Fraction = Fraction(180)
    g38_banco_total: int = 3
    g38_third_points: int = 8
    g38_else: str = "lost"
    fraction_to: str = "player"


def dcb(readings: Mapping[str, str]) -> BaccaratTerms:
    """The document under one choice of readings, the first where nothing is said."""
    return BaccaratTerms(
        has_three_card_natural=readings.get("DCB-11a?") == "b",
        draws_below_table=readings.get("DCB-12a?") != "b",
        banco_after_stand={"b": "stands", "c": "as_given_0"}.get(readings.get("DCB-12b?", "a"), "as_punto"),
        tie_keeps_stake=readings.get("DCB-17a?") != "b",
    )


DEFAULT_TERMS: Final = dcb({})
TERMS_BY_RULEBOOK: Final[Mapping[str, Callable[[Mapping[str, str]], BaccaratTerms]]] = {"dcb": dcb}
"""The terms of each document, by its rulebook."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of both hands in the order in which they came."""

    punto: tuple[str, ...] = ()
    banco: tuple[str, ...] = ()

    def hand_at(self, place: str) -> tuple[str, ...]:
        """The cards of one hand."""
        return self.punto if place == "punto" else self.banco

    def with_card(self, place: str, card: str) -> "Hands":
        """The hands after a card to one of them."""
        if place == "punto":
            return replace(self, punto=(*self.punto, card))
        return replace(self, banco=(*self.banco, card))


@dataclass(frozen=True, slots=True)
class BaccaratWager:
    """A wager as it was laid: `stake_minor` before the first card, `late_minor` after it."""

    name: str
    player: str
    kind: str
    stake_minor: int
    total: int | None = None
    late_minor: int = 0


@dataclass(frozen=True, slots=True)
class PostedTerms:
    """What the house has posted, winnings to a stake of one, and agreed: UR WAY by its total, shares by the player."""

    ur_way: Mapping[int, Fraction] = field(default_factory=dict)
    shares_bp: Mapping[str, int] = field(default_factory=dict)
    any_tie: Fraction | None = None


# The cards


def total(cards: Sequence[str], terms: BaccaratTerms = DEFAULT_TERMS) -> int:
    """DCB-5: an ace one, tens and court cards nothing, the rest their pips, of which the tens drop.

    DCB-14: a hand has three cards at the most, so that a fourth never counts.
    """
    return sum(terms.pips[rank(card)] for card in cards[: max(2, terms.most_cards)]) % terms.modulus


def is_due_third_card(place: str, hands: Hands, terms: BaccaratTerms = DEFAULT_TERMS) -> bool:
    """DCB-11 to DCB-13: whether this hand, of two cards, is due a third one now."""
    if terms.most_cards < 3 or len(hands.hand_at(place)) != 2 or _has_natural(hands, terms):
        return False
    if place == "punto":
        return total(hands.punto, terms) in terms.punto_draws
    has, given = total(hands.banco, terms), hands.punto[2:]
    if has not in terms.banco_draws:
        return terms.draws_below_table
    if given:
        return terms.pips[rank(given[0])] in terms.banco_draws[has]
    if terms.banco_after_stand == "stands":
        return False
    return has in terms.punto_draws if terms.banco_after_stand == "as_punto" else 0 in terms.banco_draws[has]


def _has_natural(hands: Hands, terms: BaccaratTerms) -> bool:
    """DCB-11: an 8 or a 9 of two cards ends the coup; under DCB-11a? (b) one of punto's three cards does too."""
    counting = hands.punto if terms.has_three_card_natural else hands.punto[:2]
    return max(total(counting, terms), total(hands.banco[:2], terms)) >= terms.natural


def due_place(hands: Hands, terms: BaccaratTerms = DEFAULT_TERMS) -> str | None:
    """DCB-DEAL, DCB-11, DCB-12: where the next card goes; None when the coup has all its cards."""
    out = len(hands.punto) + len(hands.banco)
    if out < len(terms.first_places):
        return terms.first_places[out]
    return next((place for place in terms.third_places if is_due_third_card(place, hands, terms)), None)


def deal_hands(cards: Iterable[str], terms: BaccaratTerms = DEFAULT_TERMS) -> Hands:
    """DCB-ERR: the hands that the cards make in the order in which they left the shoe, as many as the coup needs."""
    hands = Hands()
    for card in cards:
        place = due_place(hands, terms)
        if place is None:
            return hands
        hands = hands.with_card(place, card)
    return hands


def hands_as_laid(cards: Iterable[tuple[str, str]]) -> Hands:
    """The hands as they lie on the table, each card where it was put."""
    hands = Hands()
    for place, card in cards:
        hands = hands.with_card(place, card)
    return hands


def winner(hands: Hands, terms: BaccaratTerms = DEFAULT_TERMS) -> str:
    """DCB-10: `banco`, `punto` or `egalite`, by which hand is nearer to nine."""
    punto, banco = (abs(terms.target - total(hand, terms)) for hand in (hands.punto, hands.banco))
    return "egalite" if punto == banco else "punto" if punto < banco else "banco"


# The money


def returns_by_wager(
    wagers: Sequence[BaccaratWager], hands: Hands | None, posted: PostedTerms, terms: BaccaratTerms = DEFAULT_TERMS
) -> dict[str, int | None]:
    """What goes back for each wager on these hands; None for all of them where a hand has no two cards.

    DCB-ROUND: a fraction of the smallest unit goes to the player, of each wager by itself. DCB-BETS, DCB-3: what was laid
    after the first card goes back, the rest plays; UR WAY goes back to a player without a bet of those that it needs.
    """
    decided = hands is not None and min(len(hands.punto), len(hands.banco)) > 1
    kinds: dict[str, set[str]] = {}
    for wager in wagers:
        if wager.stake_minor:
            kinds.setdefault(wager.player, set()).add(wager.kind)
    return {
        wager.name: _wager_return(wager, hands, kinds.get(wager.player, set()), posted, terms)
        if decided and hands
        else None
        for wager in wagers
    }


def _wager_return(
    wager: BaccaratWager, hands: Hands, player_kinds: set[str], posted: PostedTerms, terms: BaccaratTerms
) -> int | None:
    needs = terms.required_kinds.get(wager.kind)
    if needs and not player_kinds & needs and terms.without_main == "returned":
        return wager.stake_minor + wager.late_minor
    back = exact_return(wager, hands, posted, terms)
    return None if back is None else rounded(back + wager.late_minor, terms)


def rounded(amount: Fraction, terms: BaccaratTerms = DEFAULT_TERMS) -> int:
    """DCB-ROUND: in whole minor units."""
    return ceil(amount) if terms.fraction_to == "player" else floor(amount)


def void_returns(wagers: Sequence[BaccaratWager]) -> dict[str, int]:
    """DCB-21a? (c): every stake goes back, all that lay there of it."""
    return {wager.name: wager.stake_minor + wager.late_minor for wager in wagers}


def exact_return(
    wager: BaccaratWager, hands: Hands, posted: PostedTerms, terms: BaccaratTerms = DEFAULT_TERMS
) -> Fraction | None:
    """What goes back for the part of a wager that plays, exactly; None for what the house does not have, or posts."""
    match wager.kind:
        case "banco" | "punto":
            return _side_return(wager, hands, posted, terms)
        case "any_tie":
            return _any_tie_return(wager, hands, posted, terms)
        case "ur_way":
            return _total_return(wager, hands, posted, terms)
        case "3g8":
            return _three_gives_eight_return(wager, hands, terms)
    return None


def _side_return(wager: BaccaratWager, hands: Hands, posted: PostedTerms, terms: BaccaratTerms) -> Fraction:
    """DCB-15 bank at 19 to 20, DCB-16 punto at 1 to 1; DCB-17 on a tie the stake and the agreed share of it."""
    won = winner(hands, terms)
    if won == wager.kind:
        return wager.stake_minor * (1 + (terms.banco_odds if won == "banco" else terms.punto_odds))
    if won != "egalite":
        return NOTHING
    if terms.tie_rule != "agreed_share":
        return Fraction(wager.stake_minor if terms.tie_rule == "push" else 0)
    least = terms.least_share_bp if terms.without_share == "least" else terms.most_share_bp
    share = wager.stake_minor * Fraction(posted.shares_bp.get(wager.player, least), 10_000)
    return share + (wager.stake_minor if terms.tie_keeps_stake else 0)


def _any_tie_return(wager: BaccaratWager, hands: Hands, posted: PostedTerms, terms: BaccaratTerms) -> Fraction:
    """DCB-8 and DCB-18: 9 to 1 on any tie, unless the house has posted other odds."""
    if winner(hands, terms) != "egalite":
        return NOTHING
    return wager.stake_minor * (1 + (terms.any_tie_odds if posted.any_tie is None else posted.any_tie))


def _total_return(wager: BaccaratWager, hands: Hands, posted: PostedTerms, terms: BaccaratTerms) -> Fraction | None:
    """DCB-U1 to U3?: a tie on that very total, at the odds that the house must have posted."""
    both = {total(hands.punto, terms), total(hands.banco, terms)}
    if both != {wager.total} or wager.total not in terms.ur_way_totals:
        return Fraction(wager.stake_minor if terms.ur_way_else == "returned" else 0)
    odds = posted.ur_way.get(wager.total, terms.ur_way_odds.get(wager.total))
    return None if odds is None else wager.stake_minor * (1 + odds)


def _three_gives_eight_return(wager: BaccaratWager, hands: Hands, terms: BaccaratTerms) -> Fraction:
    """DCB-T1 to T3: banco's first two cards make 3, punto is entitled to a third card, and that card is an 8."""
    two = Hands(hands.punto[:2], hands.banco[:2])
    third = [terms.pips[rank(card)] for card in hands.punto[2:3] if is_due_third_card("punto", two, terms)]
    if total(two.banco, terms) == terms.g38_banco_total and third == [terms.g38_third_points]:
        return wager.stake_minor * (1 + terms.g38_odds)
    return Fraction(wager.stake_minor if terms.g38_else == "returned" else 0)


# The player's favour


def favourable_return(
    wagers: Sequence[BaccaratWager],
    returns_by_reading: Sequence[Mapping[str, int]],
    wager: BaccaratWager,
    *,
    together: bool = True,
) -> int:
    """DCB-2: what a player who disputes gets for a wager, `returns_by_reading` being the money under each reading left
    open.

    DCB-2b?: one reading for all of the player's wagers `together`, the first of those that give most; or wager by wager.
    """
    if not together:
        return max(returns[wager.name] for returns in returns_by_reading)
    own = [baccarat_wager.name for baccarat_wager in wagers if baccarat_wager.player == wager.player]
    best = max(returns_by_reading, key=lambda returns: sum(returns[name] for name in own))
    return best[wager.name]

"""What a drilled house deals and pays by, as the oracle takes it."""

from collections.abc import Callable
from typing import Any, Final

from drill.oracles.blackjack_terms import DOCUMENTS, JackLine, Terms
from ledger.values.money import ratio
from replay.blackjack import values
from replay.customs import FRACTION
from replay.keys import Key
from replay.loader import shipped
from replay.rulebook import Edition, Readings

SIDES: Final = {"pair": "pair", "dealer_blackjack": "blackjack", "dealer_over": "over", "dealer_total": "total"}
"""What side bets are on, as the oracle calls it."""


def terms_of(edition: Edition) -> Terms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself.

    What it leaves open is taken by its first reading.
    """
    own = DOCUMENTS.get(edition.id)
    if own is not None and edition.digest == shipped(edition.id).digest:
        return own(edition.resolved)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> Terms:
    """The terms that an edition's values come to."""

    def value(key: Key[Any]) -> Any:
        found, clause = edition.values[key.name]
        if not isinstance(found, Readings):
            return found
        return found.by_letter[edition.resolved.get(clause, "a")]

    return Terms(**_of_cards(value), **_of_decisions(value), **_of_payment(value), **_of_extras(value), **_of_sides(value))


Value = Callable[[Key[Any]], Any]


def _of_cards(value: Value) -> dict[str, Any]:
    draws_for = value(values.DRAWS_FOR)
    return {
        "pips": value(values.POINTS),
        "ace_also": value(values.ACE_HIGH),
        "most": value(values.MOST),
        "no_draw_at": value(values.NO_DRAW_AT),
        "stands_on": value(values.STANDS_ON),
        "stands_on_soft": value(values.SOFT_STANDS),
        "draws_for": "hands" if draws_for == "any_hand_left" else draws_for,
        "draws_for_sides": value(values.SIDE_DRAWS),
        "pushes": value(values.PUSHES_ON),
    }


def _of_decisions(value: Value) -> dict[str, Any]:
    double_on, surrender = value(values.DOUBLE_ON), value(values.SURRENDER)
    return {
        "double_on": None if double_on == "any" else double_on,
        "double_low": value(values.DOUBLE_SOFT) == "either",
        "double_split": value(values.DOUBLE_SPLIT),
        "double_blackjack": value(values.DOUBLE_BLACKJACK),
        "pair_by": value(values.PAIR),
        "most_hands": value(values.SPLITS),
        "aces_one_card": value(values.ACES_ONE),
        "aces_again": value(values.ACES_AGAIN),
        "must_draw_to": value(values.MUST_DRAW),
        "must_draw_low": value(values.MUST_DRAW_COUNTS) == "low",
        "free_pairs": value(values.FREE_SPLIT),
        "free_doubles": value(values.FREE_DOUBLE),
        "free_on_first": value(values.FREE_ON_FIRST),
        "free_for_each": value(values.FREE_FOR) == "each",
        "surrender": None if surrender == "none" else ratio(surrender),
        "surrender_until_any": value(values.SURRENDER_UNTIL) == "any_box_decides",
        "insurance_against": value(values.INSURED_AGAINST),
        "insurance_until": "card" if value(values.INSURANCE_UNTIL) == "first_card" else "decision",
        "even_against": value(values.EVEN_MONEY),
    }


def _of_payment(value: Value) -> dict[str, Any]:
    return {
        "win": ratio(value(values.WIN_ODDS)),
        "dealer_over": ratio(value(values.DEALER_OVER)),
        "lower_keeps": value(values.LOWER) != "lost",
        "equal_keeps": value(values.EQUAL) == "stand_off",
        "blackjack": ratio(value(values.BLACKJACK_ODDS)),
        "even_money": ratio(value(values.EVEN_ODDS)),
        "split_aces_blackjack": value(values.SPLIT_ACES_BJ),
        "split_tens_blackjack": value(values.SPLIT_TENS_BJ),
        "beats_21": value(values.BEATS_21),
        "takes_doubled": value(values.DOUBLE_LOST),
        "takes_split": value(values.SPLIT_LOST),
        "fraction_to": value(FRACTION),
    }


def _of_extras(value: Value) -> dict[str, Any]:
    sevens = value(values.SEVENS)
    return {
        "insurance": ratio(value(values.INSURANCE_ODDS)),
        "insured_part": ratio(value(values.INSURANCE_SHARE)),
        "insured_exactly": value(values.INSURANCE_AMOUNT) == "exactly",
        "above_part": "void" if value(values.INSURANCE_OVER) == "void" else "counts",
        "insured_extras": value(values.INSURED_EXTRAS),
        "others_stay": value(values.SPLIT_OTHERS) == "may_stay",
        "draws_ride": value(values.DRAW_OTHERS) != "stay",
        "unlawful": "plays" if value(values.UNLAWFUL_EXTRA) == "plays" else "returned",
        "free_double": ratio(value(values.FREE_DOUBLE_ODDS)),
        "free_split": ratio(value(values.FREE_SPLIT_ODDS)),
        "sevens": None if sevens == "none" else ratio(sevens),
        "sevens_on_split": value(values.SEVENS_SPLIT),
        "sevens_play_on": value(values.SEVENS_STAKE) == "plays_on",
        "reduces": "last" if value(values.REDUCES) == "last" else "proportion",
    }


def _of_sides(value: Value) -> dict[str, Any]:
    return {
        "sides": {name: SIDES[kind] for name, kind in value(values.SIDE_BETS).items()},
        "sides_after_surrender": value(values.SURRENDERED_SIDES) == "live",
        "pair_bet_by": value(values.PAIR_BET_OF),
        "jack": tuple(JackLine(ratio(one.odds), one.ace, one.ten, one.ranks) for one in value(values.JACK_LINES)),
        "over_bet": ratio(value(values.OVER_BET_ODDS)),
        "total_bet_on": value(values.TOTAL_BET),
        "total_bet": ratio(value(values.TOTAL_BET_ODDS)),
    }

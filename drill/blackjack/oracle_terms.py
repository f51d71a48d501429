"""What a drilled house deals and pays by, as the oracle takes it."""

from collections.abc import Callable
from typing import Any, Final

from drill.oracles.blackjack_terms import TERMS_BY_RULEBOOK, BlackjackTerms, JackOddsLine
from ledger.values.money import odds_ratio
from replay.editions.loader import shipped_edition
from replay.games.blackjack import parameters
from replay.rulebooks.common_parameters import FRACTION_GOES_TO
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter

SIDE_BET_OUTCOMES: Final = {"pair": "pair", "dealer_blackjack": "blackjack", "dealer_over": "over", "dealer_total": "total"}
"""What side bets are on, as the oracle calls it."""


def terms_of(edition: Edition) -> BlackjackTerms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself.

    What it leaves open is taken by its first reading.
    """
    own = TERMS_BY_RULEBOOK.get(edition.id)
    if own is not None and edition.digest == shipped_edition(edition.id).digest:
        return own(edition.resolved_letters)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> BlackjackTerms:
    """The terms that an edition's values come to."""

    def value(key: Parameter[Any]) -> Any:
        found, clause = edition.values[key.name]
        if not isinstance(found, ValueByReading):
            return found
        return found.by_letter[edition.resolved_letters.get(clause, "a")]

    return BlackjackTerms(
        **_card_terms(value),
        **_decision_terms(value),
        **_payment_terms(value),
        **_extra_terms(value),
        **_side_bet_terms(value),
    )


ValueLookup = Callable[[Parameter[Any]], Any]


def _card_terms(value: ValueLookup) -> dict[str, Any]:
    draws_for = value(parameters.DRAWS_FOR)
    return {
        "pips": value(parameters.POINTS),
        "ace_also": value(parameters.ACE_HIGH),
        "most": value(parameters.MOST_POINTS),
        "no_draw_at": value(parameters.NO_DRAW_AT),
        "stands_on": value(parameters.STANDS_ON),
        "stands_on_soft": value(parameters.SOFT_STANDS),
        "draws_for": "hands" if draws_for == "any_hand_left" else draws_for,
        "draws_for_sides": value(parameters.SIDE_DRAWS),
        "pushes": value(parameters.PUSHES_ON),
    }


def _decision_terms(value: ValueLookup) -> dict[str, Any]:
    double_on, surrender = value(parameters.DOUBLE_ON), value(parameters.SURRENDER)
    return {
        "double_on": None if double_on == "any" else double_on,
        "double_low": value(parameters.DOUBLE_SOFT) == "either",
        "double_split": value(parameters.DOUBLE_SPLIT),
        "double_blackjack": value(parameters.DOUBLE_BLACKJACK),
        "pair_by": value(parameters.PAIR_IS_OF),
        "most_hands": value(parameters.MOST_SPLIT_HANDS),
        "aces_one_card": value(parameters.ACES_ONE),
        "aces_again": value(parameters.ACES_AGAIN),
        "must_draw_to": value(parameters.MUST_DRAW),
        "must_draw_low": value(parameters.MUST_DRAW_COUNTS) == "low",
        "free_pairs": value(parameters.FREE_SPLIT),
        "free_doubles": value(parameters.FREE_DOUBLE),
        "free_on_first": value(parameters.FREE_ON_FIRST),
        "free_for_each": value(parameters.FREE_FOR) == "each",
        "surrender": None if surrender == "none" else odds_ratio(surrender),
        "surrender_until_any": value(parameters.SURRENDER_UNTIL) == "any_box_decides",
        "insurance_against": value(parameters.INSURED_AGAINST),
        "insurance_until": "card" if value(parameters.INSURANCE_UNTIL) == "first_card" else "decision",
        "even_against": value(parameters.EVEN_MONEY),
        "even_until": "turn" if value(parameters.EVEN_UNTIL) == "own_turn" else "decision",
    }


def _payment_terms(value: ValueLookup) -> dict[str, Any]:
    return {
        "win": odds_ratio(value(parameters.WIN_ODDS)),
        "dealer_over": odds_ratio(value(parameters.DEALER_OVER)),
        "lower_keeps": value(parameters.LOWER_TOTAL) != "lost",
        "equal_keeps": value(parameters.EQUAL_TOTALS) == "stand_off",
        "blackjack": odds_ratio(value(parameters.BLACKJACK_ODDS)),
        "even_money": odds_ratio(value(parameters.EVEN_ODDS)),
        "split_aces_blackjack": value(parameters.SPLIT_ACES_BJ),
        "split_tens_blackjack": value(parameters.SPLIT_TENS_BJ),
        "beats_21": value(parameters.BEATS_21),
        "takes_doubled": value(parameters.DOUBLE_LOST),
        "takes_split": value(parameters.SPLIT_LOST),
        "fraction_to": value(FRACTION_GOES_TO),
    }


def _extra_terms(value: ValueLookup) -> dict[str, Any]:
    sevens, step = value(parameters.SEVENS), value(parameters.INSURANCE_STEP)
    return {
        "insurance": odds_ratio(value(parameters.INSURANCE_ODDS)),
        "insured_part": odds_ratio(value(parameters.INSURANCE_SHARE)),
        "insured_exactly": value(parameters.INSURANCE_AMOUNT) == "exactly",
        "above_part": "void" if value(parameters.INSURANCE_OVER) == "void" else "counts",
        "insured_extras": value(parameters.INSURED_EXTRAS),
        "others_stay": value(parameters.SPLIT_OTHERS) == "may_stay",
        "draws_ride": value(parameters.DRAW_OTHERS) != "stay",
        "unlawful": "plays" if value(parameters.UNLAWFUL_EXTRA) == "plays" else "returned",
        "off_limits": {"up_to_limit": "up_to", "returned": "returned"}.get(value(parameters.OFF_LIMITS), "whole"),
        "extra_equal": value(parameters.EACH_STAKE) == "equal",
        "unequal_extra": "returned" if value(parameters.EXTRA_UNEQUAL) == "returned" else "up_to",
        "insurance_step": None if step == "none" else odds_ratio(step),
        "off_step": value(parameters.INSURANCE_OFF_STEP),
        "free_double": odds_ratio(value(parameters.FREE_DOUBLE_ODDS)),
        "free_split": odds_ratio(value(parameters.FREE_SPLIT_ODDS)),
        "sevens": None if sevens == "none" else odds_ratio(sevens),
        "sevens_on_split": value(parameters.SEVENS_SPLIT),
        "sevens_play_on": value(parameters.SEVENS_STAKE) == "plays_on",
        "reduces": "last" if value(parameters.BOX_MAXIMUM_REDUCES) == "last" else "proportion",
    }


def _side_bet_terms(value: ValueLookup) -> dict[str, Any]:
    offered = value(parameters.SIDE_BETS)
    stakes = {"dealer_blackjack": value(parameters.JACK_STAKE), "dealer_over": value(parameters.OVER_BET_STAKE)}
    return {
        "sides": {name: SIDE_BET_OUTCOMES[kind] for name, kind in offered.items()},
        "side_stakes": {name: stakes[kind] for name, kind in offered.items() if stakes.get(kind, "posted") != "posted"},
        "sides_after_surrender": value(parameters.SURRENDERED_SIDES) == "live",
        "pair_bet_by": value(parameters.PAIR_BET_OF),
        "jack": tuple(
            JackOddsLine(odds_ratio(line.odds), line.ace, line.ten, line.ranks) for line in value(parameters.JACK_LINES)
        ),
        "over_bet": odds_ratio(value(parameters.OVER_BET_ODDS)),
        "total_bet_on": value(parameters.TOTAL_BET),
        "total_bet": odds_ratio(value(parameters.TOTAL_BET_ODDS)),
    }

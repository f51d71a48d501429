"""All that the drill injects, how often, and what of it a house knows for a fault."""

from collections.abc import Callable, Mapping
from typing import Final

from drill.blackjack.faults.absence import somebody_away
from drill.blackjack.faults.bets import BET_FAULTS, LAWFUL_STAKES, late_and_dealt_to
from drill.blackjack.faults.cards import CARD_FAULTS, LAWFUL_MISHAPS
from drill.blackjack.faults.interruption import interrupt_game, may_be_interrupted
from drill.blackjack.faults.people import PEOPLE_FAULTS
from drill.blackjack.faults.shared import SHARED_FAULTS, SPOKEN_FAULTS
from drill.blackjack.scenario import Fault
from replay.games.blackjack import parameters
from replay.rulebooks.common_parameters import LATE_WITHDRAWAL
from replay.rulebooks.rules import Rules

LAWFUL_FAULTS: Final[Mapping[str, Fault]] = {
    **LAWFUL_MISHAPS,
    **LAWFUL_STAKES,
    "player_away": somebody_away,
    "interrupted": interrupt_game,
}
"""What is dealt with as it should be, and what looks as if it were: nothing is to be found."""

OTHER_FAULTS: Final[Mapping[str, tuple[str, Fault]]] = {
    **BET_FAULTS,
    **SHARED_FAULTS,
    **PEOPLE_FAULTS,
    "late_and_dealt_to": ("late_bet", late_and_dealt_to),
}
"""Faults that are none of the deal's, each with the finding that it must lead to."""

FAULTS: Final[Mapping[str, Fault]] = {
    **CARD_FAULTS,
    **{name: fault for name, (_, fault) in {**OTHER_FAULTS, **SPOKEN_FAULTS}.items()},
    **LAWFUL_FAULTS,
}

FINDINGS_WITHOUT_CLAUSE: Final = frozenset({"wrong_payment", "unread_card", "unpaid"})
"""Findings that need no clause of the house's."""


def _is_exposed_card_next(rules: Rules) -> bool:
    return bool(rules.value(parameters.EXPOSED_CARD) == "next")


def _may_refuse_card(rules: Rules) -> bool:
    return _is_exposed_card_next(rules) and rules.value(parameters.CARD_MAY_BE_REFUSED) != "never"


def _has_free_bets(rules: Rules) -> bool:
    return bool(rules.value(parameters.FREE_SPLIT) or rules.value(parameters.FREE_DOUBLE))


FAULT_CONDITIONS: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "exposed_and_not_used": _is_exposed_card_next,
    "burned_in_error": _is_exposed_card_next,
    "exposed_and_used": _is_exposed_card_next,
    "burned_and_used": _is_exposed_card_next,
    "refused_by_one": _may_refuse_card,
    "refused_by_all": _may_refuse_card,
    "refused_where_it_lies": _may_refuse_card,
    "drawn_on_soft_17": lambda rules: rules.value(parameters.SOFT_STANDS),
    "drawn_when_nothing_is_open": lambda rules: rules.value(parameters.DRAWS_FOR) != "always",
    "second_card_on_split_aces": lambda rules: rules.value(parameters.ACES_ONE),
    "insurance_too_low": lambda rules: rules.value(parameters.INSURANCE_AMOUNT) == "exactly",
    "insurance_off_step": lambda rules: rules.value(parameters.INSURANCE_STEP) != "none",
    "insurance_below_the_share": lambda rules: rules.value(parameters.INSURANCE_AMOUNT) == "up_to",
    "insurance_collected_late": lambda rules: rules.value(parameters.INSURANCE_LOST) == "with_the_second_card",
    "blackjack_paid_late": lambda rules: rules.value(parameters.PAID_AT_ONCE),
    "even_money_in_own_turn": lambda rules: rules.value(parameters.EVEN_UNTIL) == "own_turn",
    "late_withdrawal": lambda rules: rules.value(LATE_WITHDRAWAL) == "plays",
    "late_and_dealt_to": lambda rules: rules.value(parameters.LATE_DEALT_TO) == "accepted",
    "missing_signal": lambda rules: rules.value(parameters.SIGNALS) == "both",
    "free_bet_paid_as_stake": _has_free_bets,
    "wrong_side_payment": lambda rules: bool(rules.value(parameters.SIDE_BETS)),
    "illegal_free_double": _has_free_bets,
    "illegal_free_split": _has_free_bets,
    "box_beyond_the_table": lambda rules: rules.value(parameters.BOXES) < parameters.MOST_BOXES,
    "split_not_followed": lambda rules: rules.value(parameters.SPLIT_OTHERS) == "must_follow",
    "paid_before_the_dealer": lambda rules: bool(rules.value(parameters.DEALER_FIRST)),
    "given_up_too_late": lambda rules: rules.value(parameters.SURRENDER) != "none",
    "told_by_who_left": lambda rules: rules.value(parameters.SURRENDER) != "none",
    "interrupted": may_be_interrupted,
    "player_away": lambda rules: bool(rules.value(parameters.ABSENT_STANDS_ON)),
    "tip": lambda rules: not rules.value(parameters.TIPS),
    "face_down": lambda rules: rules.value(parameters.FACE_UP),
}
"""What the house must say for a fault to be one."""


def possible_faults(rules: Rules) -> list[str]:
    """What can be injected where these rules hold."""
    conduct = rules.edition.sheet.conduct
    named = {**OTHER_FAULTS, **SPOKEN_FAULTS}
    unheard = {name for name, (kind, _) in named.items() if kind not in conduct and kind not in FINDINGS_WITHOUT_CLAUSE}
    return [
        name for name in FAULTS if name not in unheard and (name not in FAULT_CONDITIONS or FAULT_CONDITIONS[name](rules))
    ]


WEIGHTS: Final[Mapping[str, int]] = {
    "appliance": 8,
    "blackjack_paid_late": 14,
    "blackjack_paid_too_soon": 14,
    "box_beyond_the_table": 20,
    "box_dealt_twice": 66,
    "box_over_maximum": 14,
    "box_skipped_in_round_one": 58,
    "box_skipped_in_round_two": 52,
    "boxes_in_wrong_order": 42,
    "burned_and_used": 37,
    "burned_in_error": 34,
    "caller_not_named": 16,
    "card_before_it_was_asked_for": 21,
    "card_to_empty_box": 53,
    "card_to_hand_that_stood": 41,
    "card_touched": 21,
    "chips_taken_early": 24,
    "dealer_skipped": 56,
    "dealer_stopped": 33,
    "dealers_second_card_early": 47,
    "double_by_another": 14,
    "drawn_on_17": 30,
    "drawn_on_soft_17": 72,
    "drawn_when_nothing_is_open": 120,
    "drawn_while_a_box_is_undecided": 38,
    "even_money_in_own_turn": 60,
    "even_money_not_open": 10,
    "exposed_and_not_used": 32,
    "exposed_and_used": 34,
    "face_down": 11,
    "face_up_ill_treated": 54,
    "face_up_well_treated": 61,
    "free_bet_paid_as_stake": 20,
    "given_up_too_late": 40,
    "hands_mixed_after_all_was_seen": 11,
    "hit_not_given": 40,
    "hit_that_nobody_noted": 17,
    "hit_to_neighbour": 45,
    "illegal_double": 66,
    "illegal_free_double": 30,
    "illegal_free_split": 30,
    "illegal_hit_on_21": 66,
    "illegal_split": 66,
    "insurance_below_the_share": 15,
    "insurance_collected_late": 22,
    "insurance_late": 18,
    "insurance_not_open": 13,
    "insurance_off_step": 22,
    "insurance_too_high": 17,
    "insurance_too_low": 125,
    "interrupted": 30,
    "interrupted_by_another": 10,
    "laid_behind_another_hand": 14,
    "late_and_dealt_to": 21,
    "late_bet": 21,
    "late_raise": 21,
    "late_withdrawal": 21,
    "misread_card": 2,
    "missing_signal": 11,
    "mixed_before_it_was_seen": 31,
    "off_limits": 67,
    "paid_by_no_reading": 40,
    "paid_before_the_dealer": 24,
    "nobody_called": 20,
    "partnership": 8,
    "played_against_the_rule": 40,
    "player_away": 24,
    "put_right_wrongly": 40,
    "refused_by_all": 66,
    "refused_by_one": 68,
    "refused_where_it_lies": 40,
    "second_card_on_double": 60,
    "second_card_on_split_aces": 68,
    "side_bet_stake": 20,
    "side_bet_without_box": 20,
    "side_bet_without_seat": 20,
    "split_by_another": 14,
    "split_hands_filled_in_wrong_order": 62,
    "split_not_followed": 30,
    "stood_too_low": 40,
    "tip": 21,
    "told_by_another": 60,
    "told_by_who_left": 40,
    "two_places_in_wrong_order": 58,
    "unread_card": 21,
    "winner_never_paid": 40,
    "wrong_caller": 16,
    "wrong_double_stake": 20,
    "wrong_free_bet": 20,
    "wrong_payout": 120,
    "wrong_side_payment": 30,
    "wrong_split_stake": 20,
    "wrong_total": 39,
}
"""More where a fault often leaves no trace or seldom fits; less where it is none of the play's."""

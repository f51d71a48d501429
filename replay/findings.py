"""Findings: what is out of order in a round. They are values, all of them are collected, in order of precedence."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from replay.sentences import SENTENCES

_PARTS: Final = re.compile(r"[0-9]+|[^0-9]+")
_SPLIT_HANDS: Final = (("The hand of hand", "Hand"), ("the hand of hand", "hand"), ("hand of hand", "hand"))
"""A split hand is a place of its own: `hand 2 of box 3`, where others are the hand of a place."""

PRECEDENCE: Final = (
    # what makes the record itself doubtful
    "delivery_quarantined",
    "delivery_conflicted",
    "sequence_gap",
    "accounts_differ",
    "opened_again",
    "order_not_established",
    # the cards
    "unexplained",
    "unread_card",
    "short_hand",
    "underdraw",
    "overdraw",
    "fourth_card",
    "wrong_deal_order",
    "out_of_order",
    "card_astray",
    "wrong_correction",
    "empty_box",
    "not_supervised",
    "skipped_box",
    "skipped_dealer",
    "extra_card",
    "hit_not_given",
    "split_not_filled",
    "split_order",
    "card_not_asked_for",
    "card_on_double",
    "card_on_split_aces",
    "dealer_too_soon",
    "dealer_stopped",
    "dealer_overdrew",
    "idle_draw",
    "exposed_not_next",
    "late_card_used",
    "burned_in_error",
    "face_up_not_burned",
    "face_down",
    # the wheel
    "wrong_wheel",
    "two_pockets",
    "wheel_contradicts",
    "wheel_warned",
    "ran_with_the_wheel",
    "too_few_revolutions",
    "foreign_object_not_called",
    "no_compartment_not_called",
    "ball_left_not_called",
    "interference_not_called",
    "no_spin_too_late",
    "with_the_wheel_left_in",
    "too_few_left_in",
    "foreign_object_left_in",
    "not_spun_again",
    "opened_late",
    "called_before_spin",
    "called_after_rest",
    "not_called",
    "no_hand_motion",
    "too_few_after_call",
    "ball_not_examined",
    "ball_not_returned",
    "ball_to_wrong_pocket",
    "spun_again",
    # the decisions
    "illegal_double",
    "illegal_split",
    "illegal_hit",
    "illegal_stand",
    "illegal_free_double",
    "illegal_free_split",
    "illegal_surrender",
    "not_his_call",
    "against_the_rule",
    "nobody_called",
    "caller_not_named",
    "wrong_caller",
    "caller_behind",
    "not_asked",
    "out_of_turn",
    "missing_signal",
    "interrupted_by_another",
    # the shoe
    "one_copy_too_many",
    "too_many_cards",
    "too_many_of_rank",
    "wrong_decks",
    "wrong_count",
    "repeated_run",
    "shuffle_missing",
    "shuffle_out_of_order",
    "not_cut",
    "wrong_cutter",
    "short_cut",
    "cut_card_astray",
    "wrong_burn",
    "new_dealer_burn",
    "idle_burn",
    "burned_face_up",
    "wrong_exchanger",
    # the bets
    "late_bet",
    "changed_late",
    "withdrawn_late",
    "bet_after_call",
    "moved_after_call",
    "changed_after_call",
    "withdrawn_after_call",
    "no_bet",
    "both_sides",
    "without_main_bet",
    "off_limits",
    "off_limits_inside",
    "off_limits_outside",
    "too_many_colour_chips",
    "colour_chips_outside",
    "wrong_colour_value",
    "not_for_the_print",
    "not_offered",
    "no_agreed_share",
    "share_out_of_range",
    "no_posted_odds",
    "unread_suit",
    "unknown_wager",
    "payment_without_wager",
    "partnership",
    "no_such_box",
    "too_many_wagers",
    "too_many_players",
    "over_box_maximum",
    "wrong_double_stake",
    "wrong_split_stake",
    "wrong_free_bet",
    "may_not_follow",
    "must_follow",
    "moved_to_wrong_hand",
    "side_bet_without_seat",
    "side_bet_without_box",
    "side_bet_stake",
    "not_in_chips",
    "appliance",
    "insurance_not_open",
    "insurance_amount",
    "late_insurance",
    "even_money_not_open",
    "played_on",
    # the word and the money
    "wrong_announcement",
    "announced_too_soon",
    "dolly_too_soon",
    "call_corrected",
    "dolly_corrected",
    "wrong_number_called",
    "wrong_dolly",
    "not_announced",
    "not_marked",
    "wrong_display",
    "wrong_total",
    "paid_on_no_spin",
    "wrong_payment",
    "unpaid",
    "mispaid_as_dealt",
    "dolly_after_payment",
    "print_not_added",
    "print_added_late",
    "paid_before_collected",
    "left_on_the_box",
    "not_paid_at_once",
    "paid_too_soon",
    "paid_before_dealer",
    "insurance_not_collected",
    "chips_taken_early",
    "carried_over",
    "card_touched",
    "tip",
    "noted_irregularity",
    # the championship
    "played_in_dispute",
    "not_by_judge",
    "not_runner_up",
    "not_advanced",
    "missing_scores",
    "impossible_exercise",
    "exercise_on_another_wheel",
    "exercise_not_due",
    "exercise_left_out",
    "undecided_advance",
    "wrong_advance",
    "prize_not_listed",
    "not_informed",
)
"""The order in which findings are told. The first one never hides the next."""

_RANKS: Final = {kind: rank for rank, kind in enumerate(PRECEDENCE)}


Alternative = tuple[tuple[str, tuple[str, ...]], ...]
"""Letters of some ambiguities that hold together: `A? (a or b) and B? (c)`."""

Condition = tuple[Alternative, ...]
"""Under which choices something holds: under any of these. Empty where it holds whatever is chosen."""

CONDITIONAL: Final = "Under "
"""How the sentence of a finding begins that holds under some readings only; no other one does."""

ORDER: Final = "order"
"""The choice between two possible orders of events, beside the choices between readings."""


def spelled(condition: Condition, either: str = " or ", both: str = " and ", order: str = "the order {order}") -> str:
    """A condition in words: `MIN-4a? (a or b) and MIN-4b? (b), or MIN-4a? (c)`."""
    return f",{either}".join(
        both.join(
            order.format(order=either.join(letters)) if clause == ORDER else f"{clause} ({either.join(letters)})"
            for clause, letters in alternative
        )
        for alternative in condition
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach or a doubt: its kind, the clauses it rests on, the position where it happened, and its particulars."""

    kind: str
    clauses: tuple[str, ...]
    at: int
    about: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    wagers: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    """The branches of the ruling under which it holds; empty where it holds under every one."""
    condition: Condition = ()
    """Under which choices that is. With one, nobody may take the finding for a fact."""

    @property
    def text(self) -> str:
        """The finding in one sentence, beginning with the condition under which it holds."""
        sentence = self.sentence
        return f"{CONDITIONAL}{spelled(self.condition)}: {sentence}" if self.condition else sentence

    @property
    def sentence(self) -> str:
        """The finding in one sentence, without its condition."""
        sentence = SENTENCES[self.kind].format_map(self.about)
        for twice, once in _SPLIT_HANDS:
            sentence = sentence.replace(twice, once)
        return sentence

    def on(self, clauses: Iterable[str]) -> "Finding":
        """The finding resting on other clauses."""
        return replace(self, clauses=cited(clauses))


def cited(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses in the order of their numbers: the third before the tenth."""
    return tuple(sorted(set(clauses), key=_numbered))


@cache
def _numbered(clause: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part) if part.isdigit() else 0, part) for part in _PARTS.findall(clause))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings by precedence, then by where they happened."""
    found = list(findings)
    apart = len(set(map(_place, found))) == len(found)  # else their sentences decide
    return tuple(sorted(found, key=_place if apart else lambda one: (_place(one), one.text)))


def _place(one: Finding) -> tuple[int, int, tuple[str, ...]]:
    return _RANKS[one.kind], one.at, one.wagers

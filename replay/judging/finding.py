"""Findings: what is out of order in a round. They are values, all of them are collected, in order of precedence."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "delivery_quarantined": "A delivery about this round was refused: {reason} ({feed}, line {line}).",
    "delivery_conflicted": "Delivery {delivery} of {source} came twice and did not say the same; the first one stands.",
    "sequence_gap": "Source {source} numbered its deliveries {last} and {next}: what lies between is not on record.",
    "opened_again": "The round was opened {times} times: two rounds may have been told under one name.",
    "accounts_differ": "Account {account} tells {theirs} where {used}, which is used, tells {mine}.",
    "order_not_established": "Whether {one} came before {other} is not established by the clocks.",
    "unexplained": "From {card} on, the deal cannot be explained by a few errors; a person must look at it.",
    "unread_card": "A card at {place} was not read.",
    "short_hand": "The hand of {place} was left with {held}; a hand has two cards at least.",
    "underdraw": "The hand of {place} with {total}{given} was due a card and got none.",
    "overdraw": "The hand of {place} with {total}{given} was given {card}, which was not due.",
    "fourth_card": "The hand of {place} was given {card} as card number {number}; {most} is the most.",
    "wrong_deal_order": "The first cards went {went}; the order is {order}.",
    "out_of_order": "The hand of {place} was given {card} before {due} had its card.",
    "card_astray": "Card {card} was laid to {place}; it was due to {due}.",
    "wrong_correction": "What was done to put it right was wrong: {what}.",
    "empty_box": "Card {card} was dealt to {place}, on which there is no wager.",
    "not_supervised": "What {place} was dealt without a wager was put right by {by} without the {due}, who must be there.",
    "skipped_box": "When the first cards were dealt {place} was passed over.",
    "skipped_dealer": "When the first cards were dealt the dealer was passed over.",
    "extra_card": "When the first cards were dealt {place} was given {card}, which was due to {due}.",
    "hit_not_given": "The hand of {place} ({has}) was due a card and got none.",
    "split_not_filled": "The split hand of {place} ({has}) was due its second card and got none.",
    "split_order": "{place} was given {card} before it was its turn among the split hands.",
    "card_not_asked_for": "The hand of {place} ({has}) was given {card}, which was not due to it.",
    "card_on_double": "The hand of {place} was doubled, had its one card, and was given {card} besides.",
    "card_on_split_aces": "The hand of {place}, of split aces, had its one card and was given {card} besides.",
    "dealer_too_soon": "The dealer took {card} while {due} was still to be played.",
    "dealer_stopped": "The dealer stopped with {total} ({has}); a card was due.",
    "dealer_overdrew": "The dealer had {total} ({has}) and took {card} all the same.",
    "idle_draw": "The dealer took {card}, though no card could change anything any more.",
    "exposed_not_next": "Card {card} was exposed and not used as the next card.",
    "late_card_used": "Card {card} came out too late for its round and was used as the next card; it is to be burned.",
    "burned_in_error": "Card {card} was burned in error and not used as the next card.",
    "face_up_not_burned": "Card {card} lay face up and was dealt to {place} instead of being burned.",
    "face_down": "A card was dealt face down to {place}.",
    "illegal_double": "The hand of {place} ({has}) was doubled, which was not open to it.",
    "illegal_split": "The hand of {place} ({has}) was split, which was not open to it.",
    "illegal_hit": "The hand of {place} ({has}) asked for a card, which was not open to it.",
    "illegal_stand": "The hand of {place} ({has}) stood, which was not open to it.",
    "illegal_free_double": "The hand of {place} ({has}) was doubled free, which was not open to it.",
    "illegal_free_split": "The hand of {place} ({has}) was split free, which was not open to it.",
    "illegal_surrender": "A wager on {place} ({has}) was surrendered, which was not open to it.",
    "not_his_call": "Player {by} said {what} for the hand of {place} ({has}), on which {caller} has the say.",
    "against_the_rule": "Nobody was there for {place} ({total}), and {what} is not what the rule has for such a hand.",
    "nobody_called": "Player {player} was absent and nobody was called to the hand; {due} is to be called.",
    "caller_not_named": "Who calls the cards of box {box} was not established before the deal.",
    "wrong_caller": "Player {player} was named to call the cards of box {box}; {caller} has the say there.",
    "caller_behind": "On box {box} the wager of {caller}, who calls its cards, does not lie before that of {others}.",
    "interrupted_by_another": "The game was interrupted by {by}; only {due} may do so.",
    "not_asked": "The hand of {place} ({has}) was passed over: nobody asked for its decision.",
    "out_of_turn": "The hand of {place} was played while it was the turn of {due}.",
    "missing_signal": "The hand of {place} said {what} without {missing}.",
    "no_such_box": "Wager {wager} of {player} lies on box {box}; the table has {most} boxes.",
    "too_many_wagers": "On box {box} lie {number} wagers; {most} is the most.",
    "too_many_players": "On box {box} play {number} players; {most} is the most.",
    "over_box_maximum": "On box {box} lie {amount}, {over} above the maximum of {most}: {who} must take back {back}.",
    "wrong_free_bet": "The {kind} ({wager}) of {player} stands for {amount}; {due} is what it must stand for.",
    "may_not_follow": "Player {player} laid {amount} for a {kind} ({wager}), which whoever calls box {box} did not decide.",
    "must_follow": "Player {player} did not follow the split of box {box}, and {wager} was not taken back.",
    "moved_to_wrong_hand": "Wager {wager} of {player} was laid behind hand {hand} of box {box}; it rides on the first.",
    "side_bet_without_seat": "Player {player} bet {amount} on {kind} ({wager}) without a seat at the table.",
    "side_bet_without_box": "Player {player} bet {amount} on {kind} ({wager}) without a wager on the box.",
    "side_bet_stake": "Wager {wager} of {player} on {kind} is {amount}; {due} is what it must be.",
    "not_in_chips": "Wager {wager} of {player}, {amount}, was not laid in chips.",
    "appliance": "An appliance was seen with {player}.",
    "wrong_double_stake": "The {kind} ({wager}) of {player} is {amount}; {due} is what it must be.",
    "wrong_split_stake": "The {kind} ({wager}) of {player} is {amount}; {due} is what it must be.",
    "insurance_not_open": "Player {player} insured ({wager}) against {upcard}, which cannot be insured.",
    "insurance_amount": "The insurance {wager} of {player} is {amount}; {share} of {parent} may be insured.",
    "late_insurance": "The insurance {wager} of {player} came after the play had begun.",
    "even_money_not_open": "The hand of {place} asked for even money, which was not open to it.",
    "wrong_total": "The dealer told {said} for {place}; it was {total}. That binds nobody.",
    "left_on_the_box": "Wager {wager} of {player}, who was not there, tied and was left on the box.",
    "not_paid_at_once": "The blackjack of {player} ({wager}) against {upcard} was not paid before the play went on.",
    "paid_too_soon": "The blackjack of {player} ({wager}) against {upcard} was paid before the dealer's second card.",
    "paid_before_dealer": "Wager {wager} of {player} was paid before the dealer's hand with {upcard} was complete.",
    "chips_taken_early": "Player {player} took chips from a box before all of it was paid.",
    "insurance_not_collected": "The lost insurance {wager} of {player} was not collected with the dealer's second card.",
    "card_touched": "Player {player} touched a card.",
    "tip": "Player {player} gave a tip of {amount}; tips are not allowed.",
    "noted_irregularity": "An irregularity was noted by {by}: {what}.",
    "one_copy_too_many": "Card {card} came out of shoe {shoe} as copy number {number}; {decks} decks hold {decks}.",
    "too_many_cards": "Card number {number} came out of shoe {shoe}; {decks} decks hold {cards}.",
    "too_many_of_rank": "Card {card} came out of shoe {shoe} as number {number} of its rank; {decks} decks hold {cards}.",
    "wrong_count": "Shoe {shoe} was counted at its end and had {number} cards; {decks} decks hold {cards}.",
    "repeated_run": "{length} cards of shoe {shoe}, {first} to {last}, came as in shoe {other} from its card {number} on; "
    "by chance in one shoe of {chance} at most.",
    "shuffle_missing": "Shoe {shoe} was dealt from without the {step} that is due before.",
    "shuffle_out_of_order": "Shoe {shoe} had its {step} before the {other}, which is due first.",
    "not_cut": "Shoe {shoe} was dealt from and had not been cut.",
    "wrong_cutter": "The cut of shoe {shoe} was {what} {who}; it was {due} to cut.",
    "short_cut": "The cut of shoe {shoe} left {left} cards at the {end}; {least} is the least, and it was not made again.",
    "cut_card_astray": "The cut card of shoe {shoe} lies {deep} cards from the {end}; {least} to {most} are due.",
    "wrong_burn": "{found} cards were burned after the shuffle of shoe {shoe}; {due} are due.",
    "new_dealer_burn": "Dealer {dealer} took over in the midst of shoe {shoe} and burned {found} cards; {due} are due.",
    "idle_burn": "A card of shoe {shoe} was burned as for a {why}, which was not then.",
    "burned_face_up": "Card {card} of shoe {shoe} was burned face up; nobody is to see it.",
    "wrong_exchanger": "Card {card} of shoe {shoe} was exchanged by {who}; {due} is to do that.",
    "wrong_decks": "Shoe {shoe} was made of {found} decks; the house plays with {decks}.",
    "late_bet": "Player {player} bet {amount} on {kind} ({wager}) after {closing}.",
    "changed_late": "Wager {wager} of {player} was changed from {before} to {after} after {closing}.",
    "withdrawn_late": "Wager {wager} of {player} was taken back after {closing}.",
    "both_sides": "Player {player} bet on both sides of the coup ({wagers}).",
    "without_main_bet": "Player {player} bet on {kind} ({wager}) without a bet on {needs}.",
    "off_limits": "Wager {wager} of {player}, {amount} on {kind}, is {side} the posted {limit}.",
    "no_agreed_share": "No tie share was agreed with {player}; {wager} is settled at {share} (up to {most} is possible).",
    "share_out_of_range": "The share agreed with {player}, {share}, lies outside {least} to {most}.",
    "no_posted_odds": "Wager {wager} of {player} won on {what}, for which the house has posted no odds.",
    "unread_suit": "Wager {wager} of {player} on {kind} turns on a suit that was not read.",
    "unknown_wager": "Wager {wager} of {player} is on {kind}, which this house does not offer.",
    "payment_without_wager": "{amount} went back for {wager}, and no such wager is on record.",
    "partnership": "Players {players} bet {how}, together over the maximum of {most}.",
    "played_on": "An error in {earlier} had been noticed and was not put right when this coup was dealt.",
    "wrong_wheel": "The wheel has {what}; it should have {due}.",
    "two_pockets": "The same account says that the ball rested in {one} and in {other}; a person must look at it.",
    "wheel_contradicts": "The wheel's own device told {said} {besides}.",
    "wheel_warned": "The wheel's own device reported: {what}.",
    "ran_with_the_wheel": "The ball was spun in the direction of the wheel, and nobody called a no spin.",
    "too_few_revolutions": "The ball made {number} revolutions, {least} are the least, and nobody called a no spin.",
    "foreign_object_not_called": "A foreign object came into the wheel, and nobody called a no spin.",
    "no_compartment_not_called": "The ball fell into no compartment, and nobody called a no spin.",
    "ball_left_not_called": "The ball left the wheel, and nobody called a no spin.",
    "interference_not_called": "Somebody interfered with the ball or the wheel, and nobody called a no spin.",
    "no_spin_too_late": 'The dealer called "no spin" only after the ball had come to rest in {pocket}.',
    "with_the_wheel_left_in": "A no spin was called because the ball ran with the wheel; it came to rest in {pocket}, and "
    "no attempt to take it out is on record.",
    "too_few_left_in": "A no spin was called because the ball would not make its revolutions; it came to rest in {pocket}, "
    "and no attempt to take it out is on record.",
    "foreign_object_left_in": "A no spin was called because of a foreign object; the ball came to rest in {pocket}, and no "
    "attempt to take it out is on record.",
    "not_spun_again": "After the no spin the ball was not spun again before the round was closed.",
    "opened_late": 'The dealer called "place your bets" only after the ball had been spun.',
    "called_before_spin": 'The dealer called "no more bets" before the ball was spun.',
    "called_after_rest": 'The dealer called "no more bets" only after the ball had come to rest in {pocket}.',
    "not_called": 'The dealer did not call "no more bets".',
    "no_hand_motion": 'No motion of the hand over the layout went with the call "no more bets".',
    "too_few_after_call": 'The ball made {number} revolutions after "no more bets"; {least} are the least.',
    "ball_not_examined": "The ball had left the wheel and was not examined before it went back.",
    "ball_not_returned": "After the no spin the ball was not returned to the previous winning compartment.",
    "ball_to_wrong_pocket": "After the no spin the ball was put into {given}; the last winning compartment was {previous}.",
    "spun_again": "The ball was spun again without a no spin.",
    "bet_after_call": 'Player {player} bet {amount} on {kind} ({wager}) after "no more bets", when the ball {when}.',
    "moved_after_call": 'Wager {wager} of {player} was moved from {before} to {after} after "no more bets".',
    "changed_after_call": 'Wager {wager} of {player} was changed from {before} to {after} after "no more bets".',
    "withdrawn_after_call": 'Wager {wager} of {player} on {kind} was taken back after "no more bets".',
    "no_bet": "The {amount} that {player} called on {kind} ({wager}) were not {why}: no bet.",
    "off_limits_inside": "Wager {wager} of {player}, {amount} on {kind}, brings a place {how}.",
    "off_limits_outside": "Wager {wager} of {player}, {amount} on {kind}, brings a place {how}.",
    "too_many_colour_chips": "Player {player} has {number} colour chips inside; {most} is the most.",
    "colour_chips_outside": "Wager {wager} of {player} on {kind} is of colour chips, which are for inside bets only.",
    "wrong_colour_value": "Wager {wager} of {player}, {amount}, is not what its chips come to at {value} each.",
    "not_for_the_print": "Wager {wager} of {player} on {kind} lies on the print, which is not for such a bet.",
    "not_offered": "Wager {wager} of {player} is on {kind}, which this house does not offer.",
    "announced_too_soon": "The dealer announced {said} before the ball had come to rest.",
    "dolly_too_soon": "The dolly was put on {said} before the ball had come to rest.",
    "call_corrected": "The dealer announced {said} and then {then}; the ball lay in {pocket}.",
    "dolly_corrected": "The dolly was put on {said} and then on {then}; the ball lay in {pocket}.",
    "not_announced": "The ball came to rest in {pocket}, and the dealer did not announce it.",
    "not_marked": "The ball came to rest in {pocket}, and the dolly was not placed.",
    "wrong_number_called": "The dealer announced {said}; the ball lay in {pocket}.",
    "wrong_dolly": "The dolly was put on {said}; the ball lay in {pocket}.",
    "wrong_display": "The display showed {said}; {pocket}.",
    "paid_on_no_spin": "Wager {wager} of {player} on {kind} was settled on a no spin: {paid} went back.",
    "dolly_after_payment": "The dolly was placed only after wagers had been settled.",
    "print_not_added": "The winning pieces of {given} were not added from the print before it was settled.",
    "print_added_late": "The winning pieces of {given} were added from the print only after wagers had been settled.",
    "paid_before_collected": "Winners were paid before {given}, which had lost, was collected.",
    "wrong_announcement": "The dealer called {declared}; the cards say {result}.",
    "wrong_payment": "Wager {wager} of {player}, {amount} on {kind}: {paid} went back, {due} is due.",
    "unpaid": "Wager {wager} of {player}, {amount} on {kind}: no payment is on record; {due} is still due.",
    "mispaid_as_dealt": "Wager {wager} of {player}, {amount} on {kind}: {paid} went back; "
    "by the table as it lay at that time it should have been {due}.",
    "carried_over": "Wager {wager} of {player} was settled after the next coup had begun.",
    "played_in_dispute": "Round {round} was played while dispute {dispute} was open.",
    "not_by_judge": "Wager {wager} in round {round} was placed by {player}, who is no judge.",
    "not_runner_up": "{contestant} of {casino} was invited as {invited_as}; those who may be invited are each a {wanted}.",
    "not_advanced": "{contestant} was to deal in round {round} without having gone on from round {before}.",
    "missing_scores": "Round {round} was decided though {contestant} has no scores in it.",
    "impossible_exercise": "Nobody could answer exercise {exercise} of round {round}: {why}.",
    "exercise_on_another_wheel": "Exercise {exercise} of round {round} was on another wheel than the rules have.",
    "exercise_not_due": "Exercise {exercise} was set for {contestant}, who was not drawn at the line of round {round}.",
    "exercise_left_out": "Exercise {exercise} was set without {contestant}, who was drawn at the line of round {round}.",
    "undecided_advance": "{contestant} went on from round {round} though {drawn} were still drawn for the last place.",
    "wrong_advance": "From round {round} {gone} went on; by the rules it is {due}.",
    "prize_not_listed": "{contestant} was given {prize} for place {place}; the published list has {listed}.",
    "not_informed": "{casino} was not informed of amendment {amendment}.",
}


_DIGIT_RUNS: Final = re.compile(r"[0-9]+|[^0-9]+")
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

_RANKS: Final[dict[str, int]] = {kind: rank for rank, kind in enumerate(PRECEDENCE)}


Alternative = tuple[tuple[str, tuple[str, ...]], ...]
"""Letters of some ambiguities that hold together: `A? (a or b) and B? (c)`."""

Condition = tuple[Alternative, ...]
"""Under which choices something holds: under any of these. Empty where it holds whatever is chosen."""

CONDITION_PREFIX: Final = "Under "
"""How the sentence of a finding begins that holds under some readings only; no other one does."""

ORDER_CHOICE: Final = "order"
"""The choice between two possible orders of events, beside the choices between readings."""


def condition_text(
    condition: Condition, either: str = " or ", both: str = " and ", order: str = "the order {order}"
) -> str:
    """A condition in words: `MIN-4a? (a or b) and MIN-4b? (b), or MIN-4a? (c)`."""
    return f",{either}".join(
        both.join(
            order.format(order=either.join(letters)) if clause == ORDER_CHOICE else f"{clause} ({either.join(letters)})"
            for clause, letters in alternative
        )
        for alternative in condition
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach or a doubt: its kind, the clauses it rests on, the position where it happened, and its particulars."""

    kind: str
    clauses: tuple[str, ...]
    position: int
    particulars: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    wagers: tuple[str, ...] = ()
    branch_ids: tuple[str, ...] = ()
    """The branches of the ruling under which it holds; empty where it holds under every one."""
    condition: Condition = ()
    """Under which choices that is. With one, nobody may take the finding for a fact."""

    @property
    def text(self) -> str:
        """The finding in one sentence, beginning with the condition under which it holds."""
        sentence = self.sentence
        return f"{CONDITION_PREFIX}{condition_text(self.condition)}: {sentence}" if self.condition else sentence

    @property
    def sentence(self) -> str:
        """The finding in one sentence, without its condition."""
        sentence = SENTENCES[self.kind].format_map(self.particulars)
        for twice, once in _SPLIT_HANDS:
            sentence = sentence.replace(twice, once)
        return sentence

    def with_clauses(self, clauses: Iterable[str]) -> "Finding":
        """The finding resting on other clauses."""
        return replace(self, clauses=sorted_clauses(clauses))


def declare_kind(kind: str, sentence: str) -> None:
    """Adds a kind of finding for a check outside this package; it ranks after those there are.

    `sentence` names its particulars in braces. Raises ValueError where there is a kind of this name.
    """
    if kind in SENTENCES:
        raise ValueError(f"there is a kind of finding named {kind}")
    SENTENCES[kind] = sentence
    _RANKS[kind] = len(_RANKS)


def sorted_clauses(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses in the order of their numbers: the third before the tenth."""
    return tuple(sorted(set(clauses), key=_clause_sort_key))


@cache
def _clause_sort_key(clause: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part) if part.isdigit() else 0, part) for part in _DIGIT_RUNS.findall(clause))


def sorted_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings by precedence, then by where they happened."""
    found = list(findings)
    apart = len(set(map(_finding_sort_key, found))) == len(found)  # else their sentences decide
    return tuple(
        sorted(found, key=_finding_sort_key if apart else lambda finding: (_finding_sort_key(finding), finding.text))
    )


def _finding_sort_key(finding: Finding) -> tuple[int, int, tuple[str, ...]]:
    return _RANKS[finding.kind], finding.position, finding.wagers

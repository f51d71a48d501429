"""Findings: what is out of order in a round. They are values, all of them are collected, in order of precedence."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

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
    "out_of_order",
    "card_astray",
    "empty_box",
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
    "burned_in_error",
    "face_up_not_burned",
    "face_down",
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
    "both_sides",
    "without_main_bet",
    "off_limits",
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
    "wrong_total",
    "wrong_payment",
    "not_paid_at_once",
    "paid_too_soon",
    "paid_before_dealer",
    "insurance_not_collected",
    "chips_taken_early",
    "carried_over",
    "card_touched",
    "tip",
)
"""The order in which findings are told. The first one never hides the next."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach or a doubt: its kind, the clauses it rests on, the position where it happened, and its particulars."""

    kind: str
    clauses: tuple[str, ...]
    at: int
    about: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    wagers: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The finding in one sentence."""
        told = _SENTENCES[self.kind].format_map(self.about)
        for twice, once in _SPLIT_HANDS:
            told = told.replace(twice, once)
        return told


def cited(clauses: Iterable[str]) -> tuple[str, ...]:
    """Clauses in the order of their numbers: the third before the tenth."""
    return tuple(
        sorted(set(clauses), key=lambda clause: [(int(p) if p.isdigit() else 0, p) for p in _PARTS.findall(clause)])
    )


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """All findings by precedence, then by where they happened."""
    return tuple(sorted(findings, key=lambda f: (PRECEDENCE.index(f.kind), f.at, f.wagers, f.text)))


_SENTENCES: Final[Mapping[str, str]] = {
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
    "out_of_order": "The hand of {place} was given {card} before {due} had its card.",
    "card_astray": "Card {card} was laid to {place}; it was due to {due}.",
    "empty_box": "Card {card} was dealt to {place}, on which there is no wager.",
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
    "not_paid_at_once": "The blackjack of {player} ({wager}) against {upcard} was not paid before the play went on.",
    "paid_too_soon": "The blackjack of {player} ({wager}) against {upcard} was paid before the dealer's second card.",
    "paid_before_dealer": "Wager {wager} of {player} was paid before the dealer's hand with {upcard} was complete.",
    "chips_taken_early": "Player {player} took chips from a box before all of it was paid.",
    "insurance_not_collected": "The lost insurance {wager} of {player} was not collected with the dealer's second card.",
    "card_touched": "Player {player} touched a card.",
    "tip": "Player {player} gave a tip of {amount}; tips are not allowed.",
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
    "late_bet": "Player {player} bet {amount} on {kind} ({wager}) after {card}, the first card, was drawn.",
    "changed_late": "Wager {wager} of {player} was changed from {before} to {after} after {card}, the first card, came.",
    "withdrawn_late": "Wager {wager} of {player} was taken back after {card}, the first card, was drawn.",
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
    "wrong_announcement": "The dealer called {declared}; the cards say {result}.",
    "wrong_payment": "Wager {wager} of {player}, {amount} on {kind}: {paid} went back, {due} is due.",
    "carried_over": "Wager {wager} of {player} was settled after the next coup had begun.",
}

"""From when a player may take, raise or lower a wager again: once the cards have decided it, whatever has been paid."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ledger.events.play import CardDealt, CardMoved, DecisionMade, WagerChanged, WagerWithdrawn
from ledger.values.places import box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import is_ten, is_two_card_21
from replay.games.blackjack.wagers_due import BlackjackMoney
from replay.judging.wagers import Bet
from replay.table_day.round import RoundEntry

PASSED_OVER_KINDS: Final = frozenset({"underdraw", "not_asked"})
"""Departures after which a hand is not complete although nothing more is due."""


def free_from_by_wager(money: BlackjackMoney) -> Mapping[str, int | None]:
    """Return by wager the place in the line after which it is its player's again; None where it is lost.

    A wager is decided with the dealer's hand, or at once where the house pays or returns it then. One of which the cards
    say nothing is left out. Empty where nothing was done to a wager once the betting had closed.
    """
    touched = _touched_wagers(money)
    if not touched:
        return {}
    complete = _completion_index(money)
    found: dict[str, int | None] = {}
    for bet in money.context.bets:
        due = money.due_on(replace(bet, late_minor=0), money.deal.board) if bet.wager in touched else None
        decided = _own_decision_index(bet, money)
        index = complete if decided is None else decided
        if due == 0:
            found[bet.wager] = None
        elif due is not None and index is not None:
            found[bet.wager] = index
    return found


def _touched_wagers(money: BlackjackMoney) -> set[str]:
    """Return the wagers that were taken, raised or lowered once the betting had closed."""
    closing, round_ = money.context.round_wagers.closing_entry, money.context.round
    changes: list[tuple[RoundEntry, WagerWithdrawn | WagerChanged]] = [
        *round_.entries_of(WagerWithdrawn),
        *round_.entries_of(WagerChanged),
    ]
    return {event.wager for round_entry, event in changes if closing is not None and round_entry.index > closing.index}


def _completion_index(money: BlackjackMoney) -> int | None:
    """Return where the dealer's hand was complete, as the cards were dealt: the last that was dealt, moved or decided."""
    deal, round_ = money.deal, money.context.round
    kinds = {deviation.kind for deviation in deal.uncorrected_stretch.deviations}
    explained = deal.is_clean or deal.explanation is not None
    if not explained or kinds & PASSED_OVER_KINDS or deal.play.due(deal.board, money.rules) is not None:
        return None
    played = (
        round_entry.index for kind in (CardDealt, CardMoved, DecisionMade) for round_entry, _ in round_.entries_of(kind)
    )
    return max(played, default=None)


def _own_decision_index(bet: Bet, money: BlackjackMoney) -> int | None:
    """Return where a wager was decided before the dealer's hand: given up, paid even money, or a blackjack paid at once."""
    context, rules, box = money.context, money.rules, money.context.box_of(bet)
    how = money.deal.board.exit_of(box, bet.player)
    if how == "surrendered" or (how == "paid" and rules.evaluate(parameters.EVEN_PAID, lambda when: when == "at_once")):
        what = "surrender" if how == "surrendered" else "even_money"
        decisions = (
            round_entry.index
            for round_entry, event in context.round.entries_of(DecisionMade)
            if event.what == what and box_of(event.place) == box and event.by in (None, bet.player)
        )
        return next(decisions, None)
    hand, dealer = money.deal.board.hand_at(hand_place(box or 0)), money.deal.board.dealer.all_cards[:1]
    is_natural = bet.kind == MAIN and hand is not None and not hand.split_from and is_two_card_21(hand, rules)
    if not is_natural or not dealer or dealer[0][0] == "A" or is_ten(dealer[0], rules):
        return None
    return context.deal_end_index(rules) if rules.value(parameters.PAID_AT_ONCE) else None

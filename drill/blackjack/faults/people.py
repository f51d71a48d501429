"""Faults of what people do about wagers and chips: who plays where, who follows, who is paid, and when; interruptions."""

from collections.abc import Iterator
from random import Random
from typing import Final

from drill.blackjack.expected_money import money_after
from drill.blackjack.faults.absence import nobody_called
from drill.blackjack.faults.cards import HANDS_AFTER_FIRST_SPLIT
from drill.blackjack.recording import RoundRecording
from drill.blackjack.scenario import BlackjackScenario, Fault
from ledger.events.play import WagerPlaced, WagerReturned
from ledger.values.places import BURN, DEALER, EXPOSED, hand_number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import FREE_KINDS, MAIN


def correct_wrongly(scenario: BlackjackScenario, rng: Random) -> bool:
    """The card in error is put to a hand to which it does not belong either."""
    if len(scenario.faults) != 1 or not scenario.is_misdealt or not scenario.is_correctable:
        return False
    act = scenario.line.acts[scenario.deviation_index]
    number = len(scenario.line.up_to(scenario.deviation_index).cards)
    right = [simulated_act.place for simulated_act in scenario.truth.acts if simulated_act.kind == "card"][number]
    hands = [hand.place for hand in act.board.hands]
    others = [place for place in (*hands, DEALER) if place not in (act.place, right)]
    in_any_order = any(
        hand_number_of(place) > HANDS_AFTER_FIRST_SPLIT for place in hands
    )  # of further splits the table has its own
    if act.place in (EXPOSED, BURN, right) or not others or in_any_order:
        return False
    scenario.wrong_correction_place = rng.choice(others)
    belonged = scenario.truth.acts[scenario.deviation_index].kind == "card"  # else its new hand may have asked for it
    scenario.is_wrong_correction_left = belonged and bool(rng.randrange(2))
    return True


SettledWager = tuple[WagerPlaced, int]
"""A wager and what goes back on it."""


def _settled_wagers(scenario: BlackjackScenario) -> Iterator[SettledWager]:
    """The wagers as they are paid and collected, in order."""
    laid = {bet.wager: bet for bet in scenario.wagers}
    for event, _ in RoundRecording(scenario).events():
        if isinstance(event, WagerReturned):
            yield laid[event.wager], event.amount_minor


def _is_paid_win(bet: WagerPlaced, minor: int) -> bool:
    return minor > bet.stake_minor and bet.kind not in FREE_KINDS


def _is_untroubled(scenario: BlackjackScenario) -> bool:
    """Whether nothing but the payment of the wagers is left to go wrong."""
    troubled = (
        scenario.payment_errors
        or scenario.referred_wagers
        or scenario.late_withdrawals
        or scenario.late_raises
        or scenario.over_maximum
    )
    return not (scenario.is_misdealt or scenario.card_names or troubled)


def _never_paid(scenario: BlackjackScenario, rng: Random) -> bool:
    """A winner gets nothing, while others of the round are settled."""
    settled = list(_settled_wagers(scenario)) if _is_untroubled(scenario) else []
    timed = scenario.paid_late | scenario.paid_early  # when it was paid is no question of what was never paid
    winners = [bet for bet, minor in settled if _is_paid_win(bet, minor) and bet.wager not in timed]
    if not winners or len(settled) < 2:
        return False
    scenario.unpaid_wagers.add(rng.choice(winners).wager)
    return True


def _chips_taken_early(scenario: BlackjackScenario, rng: Random) -> bool:
    """Somebody who was paid takes bet and win while something of the box has still to be paid or collected."""
    settled = list(_settled_wagers(scenario)) if _is_untroubled(scenario) else []
    begins = [
        bet.wager
        for at, (bet, minor) in enumerate(settled)
        if minor and bet.kind == MAIN and any(o.box == bet.box and m != o.stake_minor for o, m in settled[at + 1 :])
    ]
    scenario.taken_early |= {rng.choice(begins)} if begins else set()
    return bool(begins)


def _paid_before_dealer(scenario: BlackjackScenario, rng: Random) -> bool:
    """A winner is paid before the dealer has the second card, where the dealer's hand comes first."""
    line, rules = scenario.line, scenario.rules
    drawn = sum(act.place == DEALER and act.kind == "card" for act in line.acts) > 1
    if not (
        _is_untroubled(scenario)
        and drawn
        and line.final_board.dealer.all_cards[0][0] in rules.value(parameters.DEALER_FIRST)
    ):
        return False
    due = money_after(scenario, line.acts)
    in_play = [bet for bet in scenario.box_bets if not line.final_board.exit_of(bet.box, bet.player)]
    winners = [bet.wager for bet in in_play if _is_paid_win(bet, due[bet.wager] or 0)]
    scenario.paid_before_dealer |= {rng.choice(winners)} if winners else set()
    return bool(winners)


def _paid_by_no_reading(scenario: BlackjackScenario, rng: Random) -> bool:
    """After a misdeal somebody gets a sum that no reading has, neither by the cards as they lie nor as they should."""
    if (
        not scenario.is_misdealt
        or scenario.card_names
        or scenario.payment_errors
        or scenario.referred_wagers
        or scenario.late_withdrawals
    ):
        return False
    due = money_after(scenario, scenario.line.acts, is_over=True)
    paid = [bet.wager for bet in scenario.box_bets if due[bet.wager]]
    scenario.payment_errors |= {rng.choice(paid): rng.choice((-100, 100))} if paid else {}
    return bool(paid)


def _box_beyond_table(scenario: BlackjackScenario, _: Random) -> bool:
    """A stake lies on a box that the table does not have, and no card is dealt to it."""
    box = scenario.rules.value(parameters.BOXES) + 1
    bet = WagerPlaced(wager="beyond", player="P9", kind=MAIN, stake_minor=scenario.limits[0], box=box)
    scenario.bets_beyond_table = (bet,)
    scenario.referred_wagers.add(bet.wager)
    return True


def _split_not_followed(scenario: BlackjackScenario, rng: Random) -> bool:
    """A co-player lays nothing for a split that must be followed, and does not take the wager back either."""
    if scenario.is_misdealt or scenario.is_line_final or scenario.over_maximum:
        return False
    followed = {bet.player for _, bet in scenario.extras_of(scenario.line) if bet.kind.endswith("split")}
    callers = {act.speaker for act in scenario.line.acts if act.value.endswith("split")}
    laid_elsewhere = {wager for _, wager in scenario.moved_wagers}
    others = [
        bet.player
        for box in scenario.co_player_bets.values()
        for bet in box
        if bet.player in followed - callers and bet.wager not in laid_elsewhere
    ]
    scenario.non_followers |= {rng.choice(others)} if others else set()
    return bool(others)


def _incident(kind: str) -> Fault:
    def fault(script: BlackjackScenario, rng: Random) -> bool:
        script.incidents.append((rng.randrange(len(script.line.acts)), kind))
        return True

    return fault


PEOPLE_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "winner_never_paid": ("unpaid", _never_paid),
    "chips_taken_early": ("chips_taken_early", _chips_taken_early),
    "paid_before_the_dealer": ("paid_before_dealer", _paid_before_dealer),
    "paid_by_no_reading": ("wrong_payment", _paid_by_no_reading),
    "put_right_wrongly": ("wrong_correction", correct_wrongly),
    "nobody_called": ("nobody_called", nobody_called),
    "box_beyond_the_table": ("no_such_box", _box_beyond_table),
    "split_not_followed": ("must_follow", _split_not_followed),
    "partnership": ("partnership", _incident("partnership")),
    "appliance": ("appliance", _incident("appliance")),
    "interrupted_by_another": ("interrupted_by_another", _incident("interrupted")),
}
"""Each with the finding that it must lead to."""

ROUND_ENDING_FAULTS: Final = frozenset(
    {"winner_never_paid", "chips_taken_early", "paid_before_the_dealer", "paid_by_no_reading"}
    | {"interrupted", "put_right_wrongly", "refused_where_it_lies"}
)
"""Faults of the payment, which would be another after further faults, and what ends the round."""

"""Faults besides the cards' order: of the bets, of the word, of the money, of the reading of cards."""

from collections.abc import Callable, Collection
from random import Random
from typing import Final

from drill.baccarat.expected_money import hands_as_left, money_on
from drill.baccarat.scenario import LIMITS, BaccaratScenario, Fault
from ledger.events.play import WagerPlaced


def _bet(wager: str, player: str, kind: str, stake_minor: int, total: int | None = None) -> WagerPlaced:
    return WagerPlaced(wager=wager, player=player, kind=kind, stake_minor=stake_minor, total=total)


def _added_bets(kind: str, make_bets: Callable[[BaccaratScenario, Random], Collection[WagerPlaced]]) -> Fault:
    """A fault that lies in more bets; in a coup that has more bets already there is none."""

    def fault(script: BaccaratScenario, rng: Random) -> bool:
        bets = [] if script.added_bets else make_bets(script, rng)
        script.added_bets.extend(bets)
        if bets:
            script.required_findings.add(kind)
        return bool(bets)

    return fault


def _late_bet(scenario: BaccaratScenario, rng: Random) -> bool:
    bet = _bet(f"late{len(scenario.late_bets)}", "P1", "any_tie", 700)
    scenario.late_bets.append((rng.randrange(1, len(scenario.cards)), bet))
    scenario.required_findings.add("late_bet")
    return True


def _late_raise(scenario: BaccaratScenario, rng: Random) -> bool:
    return _late_change(scenario, rng, scenario.late_raises, lambda stake: stake + 300)


def _late_lowering(scenario: BaccaratScenario, rng: Random) -> bool:
    """A part of a bet is taken back once a card is out: it plays all the same."""
    return _late_change(scenario, rng, scenario.late_reductions, lambda stake: stake // 2)


def _late_change(
    scenario: BaccaratScenario, rng: Random, changes: list[tuple[int, str, int]], new_stake: Callable[[int], int]
) -> bool:
    bets = [bet for bet in scenario.truth.bets if bet.wager not in scenario.changed_wagers]
    if not bets:
        return False
    bet = rng.choice(bets)
    changes.append((rng.randrange(1, len(scenario.cards)), bet.wager, new_stake(bet.stake_minor)))
    scenario.required_findings.add("changed_late")
    return True


def _late_withdrawal(*, is_winner: bool) -> Fault:
    """A bet that wins, or one that loses, is taken back once a card is out: it plays all the same."""

    def fault(script: BaccaratScenario, rng: Random) -> bool:
        backs = money_on(script, hands_as_left(script))
        bets = [
            bet
            for bet in script.truth.bets
            if bet.wager not in script.changed_wagers and bool(backs[bet.wager]) == is_winner
        ]
        if not bets or script.late_withdrawals:
            return False
        script.late_withdrawals.append((rng.randrange(1, len(script.cards)), rng.choice(bets).wager))
        script.required_findings.add("withdrawn_late")
        return True

    return fault


def _wrong_payout(scenario: BaccaratScenario, rng: Random) -> bool:
    """Too much for one bet, or too little where it won."""
    scenario.payment_errors[rng.choice(scenario.truth.bets).wager] = rng.choice((1, 100, 250, 999, -1, -100, -250))
    scenario.required_findings.add("wrong_payment")
    return True


def _paid_for_nothing(scenario: BaccaratScenario, _: Random) -> bool:
    scenario.has_payment_without_wager = True
    scenario.required_findings.add("payment_without_wager")
    return True


def _wrong_call(scenario: BaccaratScenario, _: Random) -> bool:
    scenario.has_wrong_call = True
    scenario.required_findings.add("wrong_announcement")
    return True


def _both_sides(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    mains = [bet for bet in scenario.truth.bets if bet.kind in ("banco", "punto") and bet.player.startswith("P")]
    if not mains:
        return []
    bet = rng.choice(mains)
    scenario.referred_bets |= {bet.wager, "both"}
    return [_bet("both", bet.player, "punto" if bet.kind == "banco" else "banco", 1005)]


def _no_main_bet(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    """UR WAY alone, or beside 3G8, which is no main bet."""
    scenario.returned_bets.add("alone")
    beside = [_bet("beside", "P9", "3g8", 500)] if rng.randrange(2) else []
    total = rng.choice(sorted(scenario.ur_way_odds))
    if scenario.truth.result.punto == scenario.truth.result.banco in scenario.ur_way_odds:
        total = scenario.truth.result.punto
    return [_bet("alone", "P9", "ur_way", 500, total), *beside]


def _off_limits(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    kind, (least, most) = rng.choice(sorted(LIMITS.items()))
    scenario.referred_bets.add("limit")
    main = [_bet("main", "P5", "any_tie", 500)] if kind == "ur_way" else []
    total = rng.choice(sorted(scenario.ur_way_odds)) if kind == "ur_way" else None
    return [_bet("limit", "P5", kind, rng.choice((least - 1, most + 1)), total), *main]


def _unknown_wager(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    scenario.referred_bets.add("unknown")
    return [_bet("unknown", "P5", rng.choice(("pair", "dragon", "small")), 500)]


def _is_tied(scenario: BaccaratScenario) -> bool:
    return scenario.truth.result.punto == scenario.truth.result.banco


def _no_share(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    """On a tie: a player with whom nothing was agreed."""
    return [_bet("share", "P7", rng.choice(("banco", "punto")), 1005)] if _is_tied(scenario) else []


def _share_out_of_range(scenario: BaccaratScenario, rng: Random) -> list[WagerPlaced]:
    """On a tie: a player with whom a share was agreed that the house does not give."""
    return [_bet("range", rng.choice(("P6", "P8")), rng.choice(("banco", "punto")), 1005)] if _is_tied(scenario) else []


def _no_posted_odds(scenario: BaccaratScenario, _: Random) -> list[WagerPlaced]:
    """On a tie on a total for which nothing is posted."""
    total = scenario.truth.result.punto
    if not _is_tied(scenario) or total in scenario.ur_way_odds:
        return []
    return [_bet("unposted", "P5", "ur_way", 500, total), _bet("main", "P5", "any_tie", 500)]


def _paid_later(scenario: BaccaratScenario, rng: Random) -> bool:
    """One bet of several is settled only when the next coup is being dealt."""
    if len(scenario.truth.bets) < 2 or scenario.late_paid_wager:
        return False
    scenario.late_paid_wager = rng.choice(scenario.truth.bets).wager
    scenario.required_findings.add("carried_over")
    return True


def _left_riding(scenario: BaccaratScenario, rng: Random) -> bool:
    """One bet of several is left to lie, and paid or collected by what the next coup comes to."""
    bets = [bet for bet in scenario.truth.bets if bet.wager not in scenario.changed_wagers]
    if len(scenario.truth.bets) < 2 or scenario.late_paid_wager or not bets:
        return False
    scenario.late_paid_wager, scenario.is_left_riding = rng.choice(bets).wager, True
    scenario.required_findings.add("carried_over")
    return True


def _never_paid(scenario: BaccaratScenario, rng: Random) -> bool:
    """Of several bets one has won and is forgotten."""
    backs = money_on(scenario, hands_as_left(scenario))
    bets = [
        bet
        for bet in scenario.truth.bets
        if bet.wager not in scenario.changed_wagers and (backs[bet.wager] or 0) > bet.stake_minor
    ]
    if scenario.unpaid_wager or len(scenario.truth.bets) < 2 or not bets:
        return False
    scenario.unpaid_wager = rng.choice(bets).wager
    return True


def _unread_card(scenario: BaccaratScenario, rng: Random) -> bool:
    if scenario.card_names:
        return False
    scenario.card_names[rng.randrange(len(scenario.cards))] = "??"
    scenario.required_findings.add("unread_card")
    return True


def _misread_card(scenario: BaccaratScenario, rng: Random) -> bool:
    """A face read as another of the same count: unless a copy too many appears nothing can show it."""
    if scenario.card_names:
        return False
    at = rng.randrange(len(scenario.cards))
    card = scenario.cards[at][1]
    alike = {"T": "J", "J": "Q", "Q": "K", "K": "T"}
    scenario.card_names[at] = alike.get(card[0], card[0]) + ("h" if card[1] == "s" else "s")
    scenario.has_misread_card = True
    return True


OTHER_FAULTS: Final[dict[str, Fault]] = {
    "no_posted_odds": _added_bets("no_posted_odds", _no_posted_odds),
    "share_out_of_range": _added_bets("share_out_of_range", _share_out_of_range),
    "no_share": _added_bets("no_agreed_share", _no_share),
    "late_bet": _late_bet,
    "late_raise": _late_raise,
    "late_lowering": _late_lowering,
    "late_withdrawal_of_a_winner": _late_withdrawal(is_winner=True),
    "late_withdrawal_of_a_loser": _late_withdrawal(is_winner=False),
    "wrong_payout": _wrong_payout,
    "paid_for_nothing": _paid_for_nothing,
    "wrong_call": _wrong_call,
    "both_sides": _added_bets("both_sides", _both_sides),
    "no_main_bet": _added_bets("without_main_bet", _no_main_bet),
    "off_limits": _added_bets("off_limits", _off_limits),
    "unknown_wager": _added_bets("unknown_wager", _unknown_wager),
    "paid_later": _paid_later,
    "rides_on": _left_riding,
    "never_paid": _never_paid,
    "unread_card": _unread_card,
    "misread_card": _misread_card,
}
"""Those that fit on a tie only come first."""

TIE_FAULT_COUNT: Final = 3
"""How many of these come first."""

"""What a drilled round comes to: a script's line and wagers as the oracle takes them, and what it says of them."""

from collections.abc import Iterable, Mapping
from typing import Final

from drill.blackjack.deal import ODDS
from drill.blackjack.deal import SimulatedAct as Done
from drill.blackjack.scenario import BlackjackScenario
from drill.oracles.blackjack import (
    BlackjackWager,
    OracleAct,
    OracleTable,
    PostedPairOdds,
    StakeLimits,
    returns_by_wager,
    void_returns,
)
from ledger.values.money import odds_ratio
from ledger.values.places import DEALER, hand_place
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE

POSTED_PAIR_ODDS: Final = PostedPairOdds({line: odds_ratio(odds) for line, odds in ODDS.items()})


def wagers_of(scenario: BlackjackScenario) -> list[BlackjackWager]:
    """The wagers of the record, and what of each came too late or has no room on its box."""
    rules, late = scenario.rules, {bet.wager for _, bet in scenario.late_bets}
    found = []
    for placed in scenario.wagers:
        plays = stake = placed.stake_minor
        if placed.wager in late and rules.value(LATE_BET) == "returned":
            plays = 0
        acts, raised = scenario.late_raises.get(placed.wager, (0, stake))
        if acts and not scenario.is_decided_after(placed, acts):
            stake = raised
            plays = plays if rules.value(LATE_RAISE) == "returned" else stake
        plays -= scenario.over_maximum.get(placed.wager, 0)
        found.append(
            BlackjackWager(
                name=placed.wager,
                player=placed.player,
                kind=placed.kind,
                stake_minor=plays,
                box=placed.box,
                hand=placed.hand or 1,
                parent=placed.parent,
                nominal_minor=placed.nominal_minor,
                late_minor=stake - plays,
                is_not_open=(placed.kind, placed.box, placed.hand or 1) in scenario.not_open_extras,
            )
        )
    return found


def table_after(scenario: BlackjackScenario, acts: Iterable[Done], *, is_over: bool = False) -> OracleTable:
    """The table after the acts of a line; `is_over` if it counts as it lies."""
    terms = scenario.terms
    players = {
        box: sorted((bet.player for bet in scenario.bets_on_box(box)), key=scenario.absent_players.__contains__)
        for box in scenario.main_bets
    }
    sides = frozenset(terms.sides[bet.kind] for bet in scenario.side_bets if bet.kind in terms.sides)
    table = OracleTable(terms, players, is_over, sides)
    return table.follow_acts(OracleAct(act.place, act.value, act.kind == "card", act.speaker) for act in acts)


def money_after(scenario: BlackjackScenario, acts: Iterable[Done], *, is_over: bool = False) -> Mapping[str, int | None]:
    """What goes back for each wager after the acts of a line."""
    table = table_after(scenario, acts, is_over=is_over)
    return returns_by_wager(table, wagers_of(scenario), POSTED_PAIR_ODDS, StakeLimits(*scenario.limits))


def stakes_back(scenario: BlackjackScenario) -> Mapping[str, int | None]:
    """What lies there of each wager in the end."""
    return dict(void_returns(wagers_of(scenario)))


def hands_after(scenario: BlackjackScenario, acts: Iterable[Done]) -> dict[str, tuple[str, ...]]:
    """The cards of every hand, by its place, after the acts of a line."""
    table = table_after(scenario, acts)
    hands = {hand_place(hand.box, hand.number): tuple(hand.cards) for hand in table.hands.values()}
    return {**hands, DEALER: tuple(table.dealer_cards)}


def taken_up_by_wager(scenario: BlackjackScenario) -> dict[str, int]:
    """What players took up of wagers that play all the same: it is not to be given to them once more."""
    return {bet.wager: bet.stake_minor for bet in scenario.box_bets if bet.wager in scenario.late_withdrawals}

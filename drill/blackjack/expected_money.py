"""What a drilled round comes to: a script's line and wagers as the oracle takes them, and what it says of them."""

from collections.abc import Iterable, Mapping
from typing import Final

from drill.blackjack.deal import ODDS
from drill.blackjack.deal import Act as Done
from drill.blackjack.scenario import Script
from drill.oracles.blackjack import Act, Posted, Table, Wager, money, void
from ledger.values.money import ratio
from ledger.values.places import DEALER, hand_place
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE

POSTED: Final = Posted({line: ratio(odds) for line, odds in ODDS.items()})


def wagers_of(script: Script) -> list[Wager]:
    """The wagers of the record, and what of each came too late or has no room on its box."""
    rules, late = script.rules, {bet.wager for _, bet in script.late}
    found = []
    for placed in script.wagers:
        plays = stake = placed.stake_minor
        if placed.wager in late and rules.value(LATE_BET) == "returned":
            plays = 0
        if placed.wager in script.raises:
            stake = script.raises[placed.wager][1]
            plays = plays if rules.value(LATE_RAISE) == "returned" else stake
        plays -= script.over.get(placed.wager, 0)
        found.append(
            Wager(
                name=placed.wager,
                player=placed.player,
                kind=placed.kind,
                stake_minor=plays,
                box=placed.box,
                hand=placed.hand or 1,
                parent=placed.parent,
                nominal_minor=placed.nominal_minor,
                late_minor=stake - plays,
                not_open=(placed.kind, placed.box, placed.hand or 1) in script.not_open,
            )
        )
    return found


def table_after(script: Script, acts: Iterable[Done], *, over: bool = False) -> Table:
    """The table after the acts of a line; `over` if it counts as it lies."""
    terms = script.terms
    players = {
        box: sorted((bet.player for bet in script.on_box(box)), key=script.absent.__contains__) for box in script.mains
    }
    sides = frozenset(terms.sides[bet.kind] for bet in script.sides if bet.kind in terms.sides)
    table = Table(terms, players, over, sides)
    return table.follow(Act(act.place, act.given, act.kind == "card", act.by) for act in acts)


def money_after(script: Script, acts: Iterable[Done], *, over: bool = False) -> Mapping[str, int | None]:
    """What goes back for each wager after the acts of a line."""
    return money(table_after(script, acts, over=over), wagers_of(script), POSTED)


def stakes_back(script: Script) -> Mapping[str, int | None]:
    """What lies there of each wager in the end."""
    return dict(void(wagers_of(script)))


def hands_after(script: Script, acts: Iterable[Done]) -> dict[str, tuple[str, ...]]:
    """The cards of every hand, by its place, after the acts of a line."""
    table = table_after(script, acts)
    hands = {hand_place(hand.box, hand.number): tuple(hand.cards) for hand in table.hands.values()}
    return {**hands, DEALER: tuple(table.dealer)}


def in_hand(script: Script) -> dict[str, int]:
    """What players took up of wagers that play all the same: it is not to be given to them once more."""
    return {bet.wager: bet.stake_minor for bet in script.laid if bet.wager in script.withdrawals}

"""Faults of what people do about wagers and chips: who plays where, who follows, who is paid, and when; interruptions."""

from collections.abc import Iterator
from random import Random
from typing import Final

from drill.blackjack.expected_money import money_after
from drill.blackjack.faults.absence import nobody_called
from drill.blackjack.faults.cards import FIRST_SPLIT
from drill.blackjack.recording import Telling
from drill.blackjack.scenario import Fault, Script
from ledger.events.play import WagerPlaced, WagerReturned
from ledger.values.places import BURN, DEALER, EXPOSED, number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import FREE_KINDS, MAIN


def misput(script: Script, rng: Random) -> bool:
    """The card in error is put to a hand to which it does not belong either."""
    if len(script.faults) != 1 or not script.misdealt or not script.can_be_put_right:
        return False
    act = script.line.acts[script.departs_at]
    number = len(script.line.upto(script.departs_at).cards)
    right = [one.place for one in script.truth.acts if one.kind == "card"][number]
    hands = [hand.place for hand in act.board.hands]
    others = [place for place in (*hands, DEALER) if place not in (act.place, right)]
    in_any_order = any(number_of(place) > FIRST_SPLIT for place in hands)  # of further splits the table has its own
    if act.place in (EXPOSED, BURN, right) or not others or in_any_order:
        return False
    script.misput = rng.choice(others)
    belonged = script.truth.acts[script.departs_at].kind == "card"  # else its new hand may have asked for it
    script.misput_stays = belonged and bool(rng.randrange(2))
    return True


Paid = tuple[WagerPlaced, int]
"""A wager and what goes back on it."""


def _settled(script: Script) -> Iterator[Paid]:
    """The wagers as they are paid and collected, in order."""
    laid = {bet.wager: bet for bet in script.wagers}
    for event, _ in Telling(script).events():
        if isinstance(event, WagerReturned):
            yield laid[event.wager], event.amount_minor


def _won(bet: WagerPlaced, minor: int) -> bool:
    return minor > bet.stake_minor and bet.kind not in FREE_KINDS


def _untroubled(script: Script) -> bool:
    """Whether nothing but the payment of the wagers is left to go wrong."""
    troubled = script.payouts or script.referred or script.withdrawals or script.raises or script.over
    return not (script.misdealt or script.names or troubled)


def _never_paid(script: Script, rng: Random) -> bool:
    """A winner gets nothing, while others of the round are settled."""
    settled = list(_settled(script)) if _untroubled(script) else []
    timed = script.paid_late | script.paid_soon  # when it was paid is no question of what was never paid
    winners = [bet for bet, minor in settled if _won(bet, minor) and bet.wager not in timed]
    if not winners or len(settled) < 2:
        return False
    script.never_paid.add(rng.choice(winners).wager)
    return True


def _chips_taken(script: Script, rng: Random) -> bool:
    """Somebody who was paid takes bet and win while something of the box has still to be paid or collected."""
    settled = list(_settled(script)) if _untroubled(script) else []
    begins = [
        bet.wager
        for at, (bet, minor) in enumerate(settled)
        if minor and bet.kind == MAIN and any(o.box == bet.box and m != o.stake_minor for o, m in settled[at + 1 :])
    ]
    script.taken |= {rng.choice(begins)} if begins else set()
    return bool(begins)


def _paid_first(script: Script, rng: Random) -> bool:
    """A winner is paid before the dealer has the second card, where the dealer's hand comes first."""
    line, rules = script.line, script.rules
    drawn = sum(act.place == DEALER and act.kind == "card" for act in line.acts) > 1
    if not (_untroubled(script) and drawn and line.end.dealer.all_cards[0][0] in rules.value(parameters.DEALER_FIRST)):
        return False
    due = money_after(script, line.acts)
    in_play = [bet for bet in script.laid if not line.end.exit_of(bet.box, bet.player)]
    winners = [bet.wager for bet in in_play if _won(bet, due[bet.wager] or 0)]
    script.paid_first |= {rng.choice(winners)} if winners else set()
    return bool(winners)


def _by_no_reading(script: Script, rng: Random) -> bool:
    """After a misdeal somebody gets a sum that no reading has, neither by the cards as they lie nor as they should."""
    if not script.misdealt or script.names or script.payouts or script.referred or script.withdrawals:
        return False
    due = money_after(script, script.line.acts, over=True)
    paid = [bet.wager for bet in script.laid if due[bet.wager]]
    script.payouts |= {rng.choice(paid): rng.choice((-100, 100))} if paid else {}
    return bool(paid)


def _beyond_the_table(script: Script, _: Random) -> bool:
    """A stake lies on a box that the table does not have, and no card is dealt to it."""
    box = script.rules.value(parameters.BOXES) + 1
    bet = WagerPlaced(wager="beyond", player="P9", kind=MAIN, stake_minor=script.limits[0], box=box)
    script.beyond = (bet,)
    script.referred.add(bet.wager)
    return True


def _stays_behind(script: Script, rng: Random) -> bool:
    """A co-player lays nothing for a split that must be followed, and does not take the wager back either."""
    if script.misdealt or script.fixed or script.over:
        return False
    followed = {bet.player for _, bet in script.extras(script.line) if bet.kind.endswith("split")}
    callers = {act.by for act in script.line.acts if act.given.endswith("split")}
    laid_elsewhere = {wager for _, wager in script.shifted}
    others = [
        bet.player
        for box in script.others.values()
        for bet in box
        if bet.player in followed - callers and bet.wager not in laid_elsewhere
    ]
    script.unfollowing |= {rng.choice(others)} if others else set()
    return bool(others)


def _noted(what: str) -> Fault:
    def fault(script: Script, rng: Random) -> bool:
        script.manners.append((rng.randrange(len(script.line.acts)), what))
        return True

    return fault


PEOPLE_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "winner_never_paid": ("unpaid", _never_paid),
    "chips_taken_early": ("chips_taken_early", _chips_taken),
    "paid_before_the_dealer": ("paid_before_dealer", _paid_first),
    "paid_by_no_reading": ("wrong_payment", _by_no_reading),
    "put_right_wrongly": ("wrong_correction", misput),
    "nobody_called": ("nobody_called", nobody_called),
    "box_beyond_the_table": ("no_such_box", _beyond_the_table),
    "split_not_followed": ("must_follow", _stays_behind),
    "partnership": ("partnership", _noted("partnership")),
    "appliance": ("appliance", _noted("appliance")),
    "interrupted_by_another": ("interrupted_by_another", _noted("interrupted")),
}
"""Each with the finding that it must lead to."""

AT_THE_END: Final = frozenset(
    {"winner_never_paid", "chips_taken_early", "paid_before_the_dealer", "paid_by_no_reading"}
    | {"interrupted", "put_right_wrongly", "refused_where_it_lies"}
)
"""Faults of the payment, which would be another after further faults, and what ends the round."""

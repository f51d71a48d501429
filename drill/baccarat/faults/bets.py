"""Faults besides the cards' order: of the bets, of the word, of the money, of the reading of cards."""

from collections.abc import Callable, Collection
from random import Random
from typing import Final

from drill.baccarat.expected_money import lies, money_on
from drill.baccarat.scenario import LIMITS, Fault, Script
from ledger.events.play import WagerPlaced


def _bet(wager: str, player: str, kind: str, stake_minor: int, total: int | None = None) -> WagerPlaced:
    return WagerPlaced(wager=wager, player=player, kind=kind, stake_minor=stake_minor, total=total)


def _more(kind: str, make: Callable[[Script, Random], Collection[WagerPlaced]]) -> Fault:
    """A fault that lies in more bets; in a coup that has more bets already there is none."""

    def fault(script: Script, rng: Random) -> bool:
        bets = [] if script.more_bets else make(script, rng)
        script.more_bets.extend(bets)
        if bets:
            script.kinds.add(kind)
        return bool(bets)

    return fault


def _late_bet(script: Script, rng: Random) -> bool:
    bet = _bet(f"late{len(script.late_bets)}", "P1", "any_tie", 700)
    script.late_bets.append((rng.randrange(1, len(script.cards)), bet))
    script.kinds.add("late_bet")
    return True


def _late_raise(script: Script, rng: Random) -> bool:
    return _late_change(script, rng, script.raises, lambda stake: stake + 300)


def _late_lowering(script: Script, rng: Random) -> bool:
    """A part of a bet is taken back once a card is out: it plays all the same."""
    return _late_change(script, rng, script.lowered, lambda stake: stake // 2)


def _late_change(script: Script, rng: Random, into: list[tuple[int, str, int]], to: Callable[[int], int]) -> bool:
    bets = [bet for bet in script.truth.bets if bet.wager not in script.touched]
    if not bets:
        return False
    bet = rng.choice(bets)
    into.append((rng.randrange(1, len(script.cards)), bet.wager, to(bet.stake_minor)))
    script.kinds.add("changed_late")
    return True


def _late_withdrawal(*, won: bool) -> Fault:
    """A bet that wins, or one that loses, is taken back once a card is out: it plays all the same."""

    def fault(script: Script, rng: Random) -> bool:
        backs = money_on(script, lies(script))
        bets = [bet for bet in script.truth.bets if bet.wager not in script.touched and bool(backs[bet.wager]) == won]
        if not bets or script.withdrawals:
            return False
        script.withdrawals.append((rng.randrange(1, len(script.cards)), rng.choice(bets).wager))
        script.kinds.add("withdrawn_late")
        return True

    return fault


def _wrong_payout(script: Script, rng: Random) -> bool:
    """Too much for one bet, or too little where it won."""
    script.short_payments[rng.choice(script.truth.bets).wager] = rng.choice((1, 100, 250, 999, -1, -100, -250))
    script.kinds.add("wrong_payment")
    return True


def _paid_for_nothing(script: Script, _: Random) -> bool:
    script.paid_for_nothing = True
    script.kinds.add("payment_without_wager")
    return True


def _wrong_call(script: Script, _: Random) -> bool:
    script.wrong_call = True
    script.kinds.add("wrong_announcement")
    return True


def _both_sides(script: Script, rng: Random) -> list[WagerPlaced]:
    mains = [bet for bet in script.truth.bets if bet.kind in ("banco", "punto") and bet.player.startswith("P")]
    if not mains:
        return []
    bet = rng.choice(mains)
    script.referred |= {bet.wager, "both"}
    return [_bet("both", bet.player, "punto" if bet.kind == "banco" else "banco", 1005)]


def _no_main_bet(script: Script, rng: Random) -> list[WagerPlaced]:
    """UR WAY alone, or beside 3G8, which is no main bet."""
    script.goes_back.add("alone")
    beside = [_bet("beside", "P9", "3g8", 500)] if rng.randrange(2) else []
    total = rng.choice(sorted(script.odds))
    if script.truth.outcome.punto == script.truth.outcome.banco in script.odds:
        total = script.truth.outcome.punto
    return [_bet("alone", "P9", "ur_way", 500, total), *beside]


def _off_limits(script: Script, rng: Random) -> list[WagerPlaced]:
    kind, (least, most) = rng.choice(sorted(LIMITS.items()))
    script.referred.add("limit")
    main = [_bet("main", "P5", "any_tie", 500)] if kind == "ur_way" else []
    total = rng.choice(sorted(script.odds)) if kind == "ur_way" else None
    return [_bet("limit", "P5", kind, rng.choice((least - 1, most + 1)), total), *main]


def _unknown_wager(script: Script, rng: Random) -> list[WagerPlaced]:
    script.referred.add("unknown")
    return [_bet("unknown", "P5", rng.choice(("pair", "dragon", "small")), 500)]


def _tied(script: Script) -> bool:
    return script.truth.outcome.punto == script.truth.outcome.banco


def _no_share(script: Script, rng: Random) -> list[WagerPlaced]:
    """On a tie: a player with whom nothing was agreed."""
    return [_bet("share", "P7", rng.choice(("banco", "punto")), 1005)] if _tied(script) else []


def _share_out_of_range(script: Script, rng: Random) -> list[WagerPlaced]:
    """On a tie: a player with whom a share was agreed that the house does not give."""
    return [_bet("range", rng.choice(("P6", "P8")), rng.choice(("banco", "punto")), 1005)] if _tied(script) else []


def _no_posted_odds(script: Script, _: Random) -> list[WagerPlaced]:
    """On a tie on a total for which nothing is posted."""
    total = script.truth.outcome.punto
    if not _tied(script) or total in script.odds:
        return []
    return [_bet("unposted", "P5", "ur_way", 500, total), _bet("main", "P5", "any_tie", 500)]


def _paid_later(script: Script, rng: Random) -> bool:
    """One bet of several is settled only when the next coup is being dealt."""
    if len(script.truth.bets) < 2 or script.paid_later:
        return False
    script.paid_later = rng.choice(script.truth.bets).wager
    script.kinds.add("carried_over")
    return True


def _rides_on(script: Script, rng: Random) -> bool:
    """One bet of several is left to lie, and paid or collected by what the next coup comes to."""
    bets = [bet for bet in script.truth.bets if bet.wager not in script.touched]
    if len(script.truth.bets) < 2 or script.paid_later or not bets:
        return False
    script.paid_later, script.rides_on = rng.choice(bets).wager, True
    script.kinds.add("carried_over")
    return True


def _never_paid(script: Script, rng: Random) -> bool:
    """Of several bets one has won and is forgotten."""
    backs = money_on(script, lies(script))
    bets = [
        bet for bet in script.truth.bets if bet.wager not in script.touched and (backs[bet.wager] or 0) > bet.stake_minor
    ]
    if script.never_paid or len(script.truth.bets) < 2 or not bets:
        return False
    script.never_paid = rng.choice(bets).wager
    return True


def _unread_card(script: Script, rng: Random) -> bool:
    if script.names:
        return False
    script.names[rng.randrange(len(script.cards))] = "??"
    script.kinds.add("unread_card")
    return True


def _misread_card(script: Script, rng: Random) -> bool:
    """A face read as another of the same count: unless a copy too many appears nothing can show it."""
    if script.names:
        return False
    at = rng.randrange(len(script.cards))
    card = script.cards[at][1]
    alike = {"T": "J", "J": "Q", "Q": "K", "K": "T"}
    script.names[at] = alike.get(card[0], card[0]) + ("h" if card[1] == "s" else "s")
    script.misread = True
    return True


OTHER_FAULTS: Final[dict[str, Fault]] = {
    "no_posted_odds": _more("no_posted_odds", _no_posted_odds),
    "share_out_of_range": _more("share_out_of_range", _share_out_of_range),
    "no_share": _more("no_agreed_share", _no_share),
    "late_bet": _late_bet,
    "late_raise": _late_raise,
    "late_lowering": _late_lowering,
    "late_withdrawal_of_a_winner": _late_withdrawal(won=True),
    "late_withdrawal_of_a_loser": _late_withdrawal(won=False),
    "wrong_payout": _wrong_payout,
    "paid_for_nothing": _paid_for_nothing,
    "wrong_call": _wrong_call,
    "both_sides": _more("both_sides", _both_sides),
    "no_main_bet": _more("without_main_bet", _no_main_bet),
    "off_limits": _more("off_limits", _off_limits),
    "unknown_wager": _more("unknown_wager", _unknown_wager),
    "paid_later": _paid_later,
    "rides_on": _rides_on,
    "never_paid": _never_paid,
    "unread_card": _unread_card,
    "misread_card": _misread_card,
}
"""Those that fit on a tie only come first."""

WHEN_TIED: Final = 3
"""How many of these come first."""

"""Faults that a misdealt coup can have once it is known who noticed: of the money, of the correction, of the word."""

from random import Random
from typing import Final

from ledger.events.play import WagerPlaced
from replay.baccarat.faults.money import lawful, lies, money_on, stakes_back
from replay.baccarat.faults.script import Fault, Script


def _otherwise_by_right(script: Script) -> list[WagerPlaced]:
    """The bets that are paid by cards that lie wrongly, and are worth something else by right."""
    if script.silent or script.put_right:
        return []
    lay, right = money_on(script, lies(script)), money_on(script, lawful(script))
    return [
        bet
        for bet in script.truth.bets
        if bet.wager not in script.touched
        and None not in (lay[bet.wager], right[bet.wager])
        and lay[bet.wager] != right[bet.wager]
    ]


def _pay(script: Script, wager: str, minor: int) -> None:
    script.short_payments[wager] = minor - (money_on(script, lies(script))[wager] or 0)


def _fits_no_reading(script: Script, rng: Random) -> bool:
    """More is paid than the cards as they lie, the lawful ones or a void come to."""
    if bets := _otherwise_by_right(script):
        wager = rng.choice(bets).wager
        worth = (money_on(script, lies(script)), money_on(script, lawful(script)), stakes_back(script))
        _pay(script, wager, max(backs[wager] or 0 for backs in worth) + rng.choice((1, 500)))
    return bool(bets)


def _fits_the_tableau_only(script: Script, rng: Random) -> bool:
    """The cards are called as they lie, and a bet is paid by the lawful ones."""
    if bets := _otherwise_by_right(script):
        wager = rng.choice(bets).wager
        _pay(script, wager, money_on(script, lawful(script))[wager] or 0)
    return bool(bets)


FAULTS_AFTERWARDS: Final[dict[str, Fault]] = {
    "fits_no_reading": _fits_no_reading,
    "fits_the_tableau_only": _fits_the_tableau_only,
}

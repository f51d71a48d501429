"""Faults that a misdealt coup can have once it is known who noticed: of the money, of the correction, of the word."""

from random import Random
from typing import Final

from drill.baccarat.expected_money import lawful, lies, money_on, stakes_back
from drill.baccarat.scenario import Fault, Script
from ledger.events.play import WagerPlaced
from replay.games.baccarat.deal import HANDS, LEAST_CARDS


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


def _put_right_wrongly(script: Script, rng: Random) -> bool:
    """A card that is to be moved goes to another wrong place; management leaves it there or moves it once more."""
    astray = [at for at, (place, _) in enumerate(script.cards) if place != script.belongs[at]]
    if len(script.faults) != 1 or not script.put_right or script.missing or script.names or not astray:
        return False
    at = rng.choice(astray)
    others = {"punto", "banco", "burn"} - {script.belongs[at], script.cards[at][0]}
    wrong = [place for place in sorted(others) if script.belongs.count(place) < script.terms.most_cards or place == "burn"]
    if not wrong:
        return False
    script.misput = at, rng.choice(wrong)
    left = [place for n, place in enumerate(script.belongs) if n != at]
    whole = all((*left, script.misput[1]).count(hand) >= LEAST_CARDS for hand in HANDS)
    script.misput_stays = script.notice == "by_management" and whole and rng.randrange(4) != 0
    if script.misput_stays:  # where all are paid as they should be, that puts the coup right too
        script.misput_stays = money_on(script, lies(script)) != money_on(script, lawful(script))
    script.kinds.add("wrong_correction")
    return True


def _said_to_be_on_purpose(script: Script, rng: Random) -> bool:
    """Somebody notes that the dealer did it deliberately."""
    if rng.randrange(3):
        return False
    script.on_purpose = True
    script.kinds.add("noted_irregularity")
    return True


FAULTS_AFTERWARDS: Final[dict[str, Fault]] = {
    "fits_no_reading": _fits_no_reading,
    "fits_the_tableau_only": _fits_the_tableau_only,
    "put_right_wrongly": _put_right_wrongly,
    "said_to_be_on_purpose": _said_to_be_on_purpose,
}

"""A stake that comes too late, and that the dealer accepts by dealing to it."""

from random import Random

from ledger.events.play import WagerPlaced
from ledger.values.places import hand_place
from replay.blackjack.faults.script import Script
from replay.blackjack.settlement import MAIN
from replay.blackjack.simulation import BOXES, Act


def late_and_dealt_to(script: Script, rng: Random) -> bool:
    """The only stake on a box is laid once other boxes have their first card, and the box gets its own all the same.

    Under the reading by which such a stake plays it is one like any other.
    """
    free = [box for box in BOXES if box > min(script.mains) and box not in script.mains]
    if script.misdealt or not free:
        return False
    box = rng.choice(free)
    bet = WagerPlaced(wager=f"w{box}", player=f"P{box}", kind=MAIN, stake_minor=script.limits[0], box=box)
    script.joined_by(bet)
    script.accepted[bet.wager] = rng.randint(1, next(at for at, act in enumerate(script.line.acts) if _first(act, bet)))
    script.fixed = True
    return True


def _first(act: Act, bet: WagerPlaced) -> bool:
    """Whether it is the first card to a wager's box."""
    return act.kind == "card" and act.place == hand_place(bet.box or 0)

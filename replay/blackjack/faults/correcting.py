"""Errors made while an error is put right: a card goes to another wrong place, and stays there or goes on from there."""

from random import Random

from ledger.values.places import BURN, DEALER, EXPOSED, number_of
from replay.blackjack.faults.cards import FIRST_SPLIT
from replay.blackjack.faults.script import Script


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

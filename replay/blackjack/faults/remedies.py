"""Which of a house's rules on errors speaks of what went wrong in a drilled round."""

from collections.abc import Mapping
from typing import Final

from ledger.values.places import BURN, DEALER
from replay.blackjack import values
from replay.blackjack.faults.catalogue import LAWFUL
from replay.blackjack.faults.expected import Dues
from replay.blackjack.faults.script import CUT, Script
from replay.blackjack.faults.shared import ILLEGAL_STAKES, SPOKEN_FAULTS
from replay.keys import Key
from replay.procedure import Due
from replay.rulebook import Readings
from replay.rules import Rules

MERELY_OUT: Final = frozenset({"exposed_and_not_used", "burned_in_error", "face_up_ill_treated"})
"""Faults of which the house says by itself that the card is the next one."""

PLAYED_ON: Final = ("next_round", "never")
"""Notices after which the next round has begun, and the cards are off the table."""

AFTERWARDS: Final = ("after_the_round", "after_payout", *PLAYED_ON)
"""Notices after the round was closed, or none."""

AT_THE_END: Final = frozenset({"dealer_stopped", "drawn_on_17", "drawn_on_soft_17", "drawn_when_nothing_is_open"})
"""Faults in the dealer's own hand, once the boxes are played."""


def is_at_once(script: Script) -> bool:
    """Whether no card came on top of the card in error."""
    since = script.told_line.acts[script.departs_at :]
    return sum(act.kind == "card" for act in since) <= 1 and not script.ill_treated


def after_all(script: Script) -> bool:
    """Whether the round is closed, and all that went wrong is in the dealer's hand, for which nobody waited any more."""
    if script.notice in CUT or not of_the_dealer(script) <= AT_THE_END:
        return False
    cards = [act for act in script.told_line.acts if act.place == DEALER and act.kind == "card"]
    drawn = [act.board for act in cards if script.play.due(act.board, script.rules) != Due(DEALER)]
    return not any(script.play.waited_for(board, script.rules) for board in (*drawn, script.told_line.end))


def remedy(script: Script, *, at_once: bool) -> Key[str]:
    """What the house's word on such an error is found under."""
    key = values.OTHERWISE
    boxed = any(act.board.at(act.place) is None and act.place.startswith("box") for act in script.told_line.acts)
    late = script.notice in AFTERWARDS and script.rules.held(values.ONCE_CLOSED) != "not_said"
    if late and (merely_out(script) or boxed):
        key = values.ONCE_CLOSED
    elif script.notice in PLAYED_ON:
        key = values.PLAYED_ON
    elif at_once:
        key = values.AT_ONCE
    elif merely_out(script):
        key = values.NOT_USED
    elif boxed:
        key = values.EMPTY_BOX
    return key


def told_apart(how: str, key: Key[str] | None, rules: Rules, money: Mapping[str, Dues]) -> str:
    """The first of the house's readings where all come to the same money: then there is no question."""
    value = rules.edition.values.get(key.name, (None,))[0] if key is not None else None
    if not isinstance(value, Readings):
        return how
    ways = list(value.by_letter.values())
    return ways[0] if all(money[way] == money[ways[0]] for way in ways) else how


def merely_out(script: Script) -> bool:
    """Whether all that went wrong is that a card came out and was not used as the next one."""
    ways = [act for act in script.told_line.acts if act.by_way_of == "face_up"]
    if script.ill_treated and any(act.place != BURN for act in ways):
        return False
    return of_the_dealer(script) <= MERELY_OUT


def merely_said(script: Script) -> bool:
    """Whether all that went wrong is what was said: boxes were played out of turn, or what was not open was decided."""
    staked = {fault for fault, kinds in script.wanted.items() if kinds & set(ILLEGAL_STAKES)}
    return of_the_dealer(script) <= {"boxes_in_wrong_order", *SPOKEN_FAULTS, *staked}


def of_the_dealer(script: Script) -> set[str]:
    """The faults that put cards where they do not belong; those upon an illegal hit, double or split are among them."""
    others = {fault for fault, kinds in script.wanted.items() if not kinds & {"illegal_hit", *ILLEGAL_STAKES}}
    found = [fault for fault in script.faults if fault not in others and fault not in LAWFUL]
    return set(found[:1] if script.notice in CUT else found)

"""A game that whoever may do so breaks off: what is open at that moment, and what comes of it."""

from random import Random
from typing import Final

from drill.blackjack.expected import Dues, Expected
from drill.blackjack.expected_money import hands_after, money_after, stakes_back
from drill.blackjack.recording import Telling
from drill.blackjack.scenario import Script
from ledger.events.play import WagerReturned
from replay.games.blackjack import parameters
from replay.rulebooks.rules import Rules

INTERRUPTS: Final = "interrupt_game"
"""The decision by which a game is broken off."""


def may_be_interrupted(rules: Rules) -> bool:
    """Whether anybody of the house may break a game off."""
    return INTERRUPTS in rules.edition.authorities


def interrupted(script: Script, rng: Random) -> bool:
    """The game is broken off, and nothing is dealt, decided or paid after that."""
    if script.faults:
        return False
    role = script.rules.edition.authorities[INTERRUPTS].roles[0]
    script.broken_off = rng.randrange(1, len(script.line.acts)), role
    return True


def when_interrupted(script: Script) -> Expected:
    """How such a round stands: it is finished by the rules, or every wager that was open goes back.

    Where none was, nobody waits for a card any more.
    """
    acts, board = script.told_line.acts, script.told_line.end
    hands = hands_after(script, acts)
    if _settled(script) == {bet.wager for bet in script.wagers}:
        return Expected("as it is", money_after(script, acts), hands)
    if script.rules.value(parameters.INTERRUPTED) == "void":
        return Expected("called_off", _called_off(script), hands)
    due = script.play.due(board, script.rules)
    asked = due is not None and due.kind == "choose"
    open_to = [(hand.place, script.play.due_to_hand(board, hand, script.rules)) for hand in board.hands if asked]
    return Expected(
        "to_finish",
        money_after(script, acts),
        hands,
        draw=due.place if due is not None and not asked else None,
        asks=due.place if due is not None and asked else None,
        again=frozenset(place for place, next_ in open_to if next_ is not None and next_.kind == "choose"),
    )


def _called_off(script: Script) -> Dues:
    """What was settled stays so; the rest goes back."""
    settled = _settled(script)
    then, back = money_after(script, script.told_line.acts), stakes_back(script)
    return {wager: then[wager] if wager in settled else back[wager] for wager in back}


def _settled(script: Script) -> set[str]:
    """The wagers that were paid or collected before the game was broken off."""
    return {event.wager for event, _ in Telling(script).events() if isinstance(event, WagerReturned)}

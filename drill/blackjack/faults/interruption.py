"""A game that whoever may do so breaks off: what is open at that moment, and what comes of it."""

from random import Random
from typing import Final

from drill.blackjack.expected import Dues, ExpectedBlackjackOutcome
from drill.blackjack.expected_money import hands_after, money_after, stakes_back
from drill.blackjack.recording import RoundRecording
from drill.blackjack.scenario import BlackjackScenario
from ledger.events.play import WagerReturned
from replay.games.blackjack import parameters
from replay.rulebooks.rules import Rules

INTERRUPT_DECISION: Final = "interrupt_game"
"""The decision by which a game is broken off."""


def may_be_interrupted(rules: Rules) -> bool:
    """Whether anybody of the house may break a game off."""
    return INTERRUPT_DECISION in rules.edition.authorities


def interrupt_game(scenario: BlackjackScenario, rng: Random) -> bool:
    """The game is broken off, and nothing is dealt, decided or paid after that."""
    if scenario.faults:
        return False
    role = scenario.rules.edition.authorities[INTERRUPT_DECISION].roles[0]
    scenario.interruption = rng.randrange(1, len(scenario.line.acts)), role
    return True


def interrupted_outcome(scenario: BlackjackScenario) -> ExpectedBlackjackOutcome:
    """How such a round stands: it is finished by the rules, or every wager that was open goes back.

    Where none was, nobody waits for a card any more.
    """
    acts, board = scenario.recorded_line.acts, scenario.recorded_line.final_board
    hands = hands_after(scenario, acts)
    if _settled_wagers(scenario) == {bet.wager for bet in scenario.wagers}:
        return ExpectedBlackjackOutcome("as it is", money_after(scenario, acts), hands)
    if scenario.rules.value(parameters.INTERRUPTED) == "void":
        return ExpectedBlackjackOutcome("called_off", _called_off_dues(scenario), hands)
    due = scenario.play.due(board, scenario.rules)
    asked = due is not None and due.kind == "choose"
    open_to = [(hand.place, scenario.play.due_to_hand(board, hand, scenario.rules)) for hand in board.hands if asked]
    return ExpectedBlackjackOutcome(
        "to_finish",
        money_after(scenario, acts),
        hands,
        draw_place=due.place if due is not None and not asked else None,
        undecided_place=due.place if due is not None and asked else None,
        places_to_decide=frozenset(place for place, next_ in open_to if next_ is not None and next_.kind == "choose"),
    )


def _called_off_dues(scenario: BlackjackScenario) -> Dues:
    """What was settled stays so; the rest goes back."""
    settled = _settled_wagers(scenario)
    then, back = money_after(scenario, scenario.recorded_line.acts), stakes_back(scenario)
    return {wager: then[wager] if wager in settled else back[wager] for wager in back}


def _settled_wagers(scenario: BlackjackScenario) -> set[str]:
    """The wagers that were paid or collected before the game was broken off."""
    return {event.wager for event, _ in RoundRecording(scenario).events() if isinstance(event, WagerReturned)}

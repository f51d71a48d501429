"""Players who are not there to decide: another of the box calls for them, or the house's rule plays their hands."""

from collections.abc import Callable
from random import Random

from drill.blackjack.deal import SimulatedAct
from drill.blackjack.scenario import BlackjackScenario, Fault
from ledger.events.play import WagerPlaced
from ledger.values.places import box_of
from replay.games.blackjack import parameters

CallerChoice = Callable[[BlackjackScenario, Random], str | None]
"""Whom the dealer calls to a hand that nobody is there to call."""


def _call_supervisor(scenario: BlackjackScenario, _: Random) -> str | None:
    return scenario.rules.edition.authority


def _call_somebody_else(_: BlackjackScenario, rng: Random) -> str | None:
    return rng.choice((None, "inspector"))


def _mark_absent(scenario: BlackjackScenario, box: int, absent_bets: list[WagerPlaced], called: str | None) -> bool:
    """Whether these players of a box can be absent: who gets a free bet for an absent caller is left out."""
    whole = len(absent_bets) == len(scenario.bets_on_box(box))
    if not whole and scenario.rules.value(parameters.FREE_FOR) != "each":
        return False
    scenario.remove_players({bet.player: called for bet in absent_bets})
    return True


def somebody_away(scenario: BlackjackScenario, rng: Random) -> bool:
    """Some or all players of a box are away, and the supervisor stands by."""
    box = rng.choice(list(scenario.main_bets))
    players = scenario.bets_on_box(box)
    away = list(players) if rng.randrange(2) else rng.sample(players, rng.randint(1, len(players)))
    return _mark_absent(scenario, box, away, _call_supervisor(scenario, rng))


def _play_by_rule(called: CallerChoice) -> Fault:
    def fault(script: BlackjackScenario, rng: Random) -> bool:
        box = rng.choice(list(script.main_bets))
        return _mark_absent(script, box, list(script.bets_on_box(box)), called(script, rng))

    return fault


nobody_called = _play_by_rule(_call_somebody_else)


def against_the_rule(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hand that nobody is there to call stands though it must draw, or draws though it must stand."""
    if scenario.is_misdealt or scenario.is_line_final or not _play_by_rule(_call_supervisor)(scenario, rng):
        return False
    begins = scenario.fault_indices(lambda act: act.is_play_decision and is_by_rule(scenario, act))
    if not begins:
        return False
    at = rng.choice(begins)
    act = scenario.line.acts[at]
    dealing = scenario.alter_from(at)
    dealing.follow_speaker("", act.place, "stand" if act.value == "hit" else "hit")
    return dealing.finish_round()


def is_by_rule(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """Whether an act is one on a hand that the house's rule plays."""
    return scenario.play.is_by_rule(act.board, box_of(act.place), scenario.rules)

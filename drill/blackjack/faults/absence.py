"""Players who are not there to decide: another of the box calls for them, or the house's rule plays their hands."""

from collections.abc import Callable
from random import Random

from drill.blackjack.deal import Act
from drill.blackjack.scenario import Fault, Script
from ledger.events.play import WagerPlaced
from ledger.values.places import box_of
from replay.games.blackjack import parameters

Called = Callable[[Script, Random], str | None]
"""Whom the dealer calls to a hand that nobody is there to call."""


def _supervisor(script: Script, _: Random) -> str | None:
    return script.rules.edition.authority


def _somebody_else(_: Script, rng: Random) -> str | None:
    return rng.choice((None, "inspector"))


def _leave(script: Script, box: int, away: list[WagerPlaced], called: str | None) -> bool:
    """Whether these players of a box can be absent: who gets a free bet for an absent caller is left out."""
    whole = len(away) == len(script.on_box(box))
    if not whole and script.rules.value(parameters.FREE_FOR) != "each":
        return False
    script.without({bet.player: called for bet in away})
    return True


def somebody_away(script: Script, rng: Random) -> bool:
    """Some or all players of a box are away, and the supervisor stands by."""
    box = rng.choice(list(script.mains))
    players = script.on_box(box)
    away = list(players) if rng.randrange(2) else rng.sample(players, rng.randint(1, len(players)))
    return _leave(script, box, away, _supervisor(script, rng))


def _hand_by_rule(called: Called) -> Fault:
    def fault(script: Script, rng: Random) -> bool:
        box = rng.choice(list(script.mains))
        return _leave(script, box, list(script.on_box(box)), called(script, rng))

    return fault


nobody_called = _hand_by_rule(_somebody_else)


def against_the_rule(script: Script, rng: Random) -> bool:
    """A hand that nobody is there to call stands though it must draw, or draws though it must stand."""
    if script.misdealt or script.fixed or not _hand_by_rule(_supervisor)(script, rng):
        return False
    begins = script.begins(lambda act: act.played and by_rule(script, act))
    if not begins:
        return False
    at = rng.choice(begins)
    act = script.line.acts[at]
    dealing = script.back_to(at)
    dealing.said_by("", act.place, "stand" if act.given == "hit" else "hit")
    return dealing.go_on()


def by_rule(script: Script, act: Act) -> bool:
    """Whether an act is one on a hand that the house's rule plays."""
    return box_of(act.place) in script.play.boxes_by_rule

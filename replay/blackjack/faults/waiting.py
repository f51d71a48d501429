"""Cards that come out in mid-round and wait: taken as the next one, refused by somebody, or refused by all."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final, Literal

from ledger.values.places import BURN, DEALER, EXPOSED, box_of
from replay.blackjack.faults.script import Dealing, Fault, Script
from replay.blackjack.simulation import Act, Line, named
from replay.blackjack.table import Table
from replay.procedure import Due

Place = Literal["exposed", "burn"]
_PLACES: Final[tuple[Place, ...]] = (EXPOSED, BURN)


def used(place: Place) -> Fault:
    """A card comes out while it is due, and is given to whom it is due."""

    def fault(script: Script, rng: Random) -> bool:
        begins = script.begins(lambda act: _due(script, act))
        if script.fixed or not begins:
            return False
        at = rng.choice(begins)
        _given_at(script, at, at, place)
        return True

    return fault


def _due(script: Script, act: Act) -> bool:
    return act.kind == "card" and not act.by_way_of and script.play.due(act.board, script.rules) == Due(act.place)


def _given_at(script: Script, out: int, given: int, place: Place) -> None:
    """A card came out before one act, waited, and was given with another."""
    acts = list(script.line.acts)
    acts[given] = replace(acts[given], by_way_of=place)
    script.laid_out[out] = place
    script.line, script.since = Line(tuple(acts), script.line.end), given + 1


def refused_by_one(script: Script, rng: Random) -> bool:
    """A card waits; one hand refuses it, another one asks for a card and takes it."""
    begins = script.begins(_could_refuse)
    if script.fixed or script.misdealt or not begins:
        return False
    at = rng.choice(begins)
    place = script.line.acts[at].place
    line = _refusing(script, at, [script.line.acts[at]])
    given = next((n for n, act in enumerate(line.acts) if n > at and act.kind == "card"), None)
    if given is None or box_of(line.acts[given].place) in (None, box_of(place)):
        return False
    return _refused(script, line, at, given, rng)


def refused_by_all(script: Script, rng: Random) -> bool:
    """A card waits, and everybody who is still to decide refuses it: it is the dealer's next card."""
    begins = script.begins(_could_refuse)
    if script.fixed or script.misdealt or not begins:
        return False
    at = rng.choice(begins)
    refusing = list(_all_from(script, at))
    if len(refusing) < 2:
        return False
    line = _refusing(script, at, refusing)
    given = at + len(refusing)
    if len(line.acts) <= given or line.acts[given].place != DEALER:
        return False
    return _refused(script, line, at, given, rng)


def refused_where_it_lies(script: Script, rng: Random) -> bool:
    """The dealer draws while boxes are undecided; it is noticed, and they refuse the card before anybody moves it."""
    begins = script.begins(lambda act: act.played)
    if script.faults or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    refusing = tuple(_all_from(script, at))
    hands = [act.board.at(act.place) for act in refusing]
    then = script.play.take(refusing[-1].board, Due(refusing[-1].place, "choose"), "refuse_card")
    if any(hand is None or hand.split_from for hand in hands) or script.play.due(then, script.rules) != Due(DEALER):
        return False
    dealing = script.back_to(at)
    dealing.lay(DEALER, rng)
    script.refusing = refusing
    return dealing.go_on()


def _could_refuse(act: Act) -> bool:
    hand = act.board.at(act.place)
    return act.played and hand is not None and not hand.split_from


def _all_from(script: Script, at: int) -> Iterator[Act]:
    """The decisions that are due from an act on, as long as each refuses."""
    board: Table = script.line.acts[at].board
    while (due := script.play.due(board, script.rules)) is not None and due.act == "choose":
        yield Act(board, due.place, "refuse_card", "choose", by=_speaker(script, board, due.place))
        board = script.play.take(board, due, "refuse_card")


def _speaker(script: Script, board: Table, place: str) -> str:
    return named(script.play, place, script.play.caller(board, box_of(place)))


def _refusing(script: Script, at: int, acts: list[Act]) -> Line:
    """The round if these refuse, from an act on."""
    refused = {script.play.info(act.board, Due(act.place, "choose")) for act in acts}
    dealing: Dealing = script.back_to(at)
    before, script.refused = script.refused, script.refused | refused
    line, script.refused = script.lawful(dealing.board, dealing.acts), before
    return line


def _refused(script: Script, line: Line, out: int, given: int, rng: Random) -> bool:
    script.refused |= {
        script.play.info(act.board, Due(act.place, "choose")) for act in line.acts[out:] if act.given == "refuse_card"
    }
    script.line = script.truth = line
    _given_at(script, out, given, rng.choice(_PLACES))
    return True

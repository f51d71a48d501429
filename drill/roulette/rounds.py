"""The rounds of the drill for roulette: played, with a fault put in now and then, told as a table would tell them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from drill.roulette.deal import Floor
from drill.roulette.expected_money import Expected, expected, ways
from drill.roulette.faults.catalogue import BEFORE, FAULTS, OPENING, go_together, grounds_for
from drill.roulette.faults.settling import SETTLING_FAULTS
from drill.roulette.faults.spins import IN_PLACE
from drill.roulette.recording import story
from drill.roulette.scenario import Script, Way
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class Drilled:
    """A round of the drill as it is told, and what is right in it. It can be judged any number of times."""

    number: int
    edition: Edition
    script: Script
    story: TableDay
    right: tuple[tuple[Way, Expected], ...]


def told_rounds(edition: Edition, seed: int, number: int, most: int) -> Iterator[Drilled]:
    """The rounds of one sitting. In some of them the house has settled some of what it leaves open."""
    rng = Random(seed * 1_000_003 + number)  # noqa: S311 - play that can be repeated, no secret
    for n in range(most):
        held = edition.with_resolutions(_resolved(edition, rng))
        script = _script(Floor(held, rng))
        right = tuple((way, expected(script, held, way)) for way in ways(script, held))
        yield Drilled(number * 1000 + n, held, script, story(script, held), right)


def _resolved(edition: Edition, rng: Random) -> dict[str, str]:
    opened = [clause for clause in edition.sheet.readings if clause not in edition.resolved_letters]
    some = rng.sample(opened, rng.randint(0, len(opened))) if not rng.randrange(3) else []
    return {clause: rng.choice(edition.reading_letters(clause)) for clause in some}


def _script(floor: Floor) -> Script:
    """A round; nearly all have a fault, a good part of these two, and some three."""
    rng = floor.rng
    names: tuple[str, ...] = ()
    if rng.randrange(20):
        for _ in range(rng.choice((1, 1, 1, 1, 1, 1, 2, 2, 3))):
            others = [other for other in sorted(FAULTS) if other not in names and all(go_together(other, n) for n in names)]
            names = (*names, rng.choice(others)) if others else names
        opening = OPENING.get(names[0], ())
        names = (names[0], rng.choice(opening)) if opening else names
    for _ in range(200):
        script = _tried(floor, names)
        if script is not None:
            return script
    return _script(floor)


def _tried(floor: Floor, names: tuple[str, ...]) -> Script | None:
    """A round with these faults, None where they cannot happen in it."""
    possible = grounds_for(names) or (() if floor.rng.randrange(6) else IN_PLACE)
    grounds: Any = (floor.rng.choice(possible),) if possible else ()
    script = floor.script(*grounds)
    for name in sorted(names, key=[*FAULTS].index):
        if name in BEFORE and not FAULTS[name](script, floor):
            return None
    floor.settle(script)
    for name in sorted(names, key=[*FAULTS].index):
        if name in SETTLING_FAULTS and not script.silent and not FAULTS[name](script, floor):
            return None
    script.faults = list(names)
    return script

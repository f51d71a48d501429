"""The rounds of the drill for roulette: played, with a fault put in now and then, told as a table would tell them."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from drill.roulette.deal import SimulatedRouletteTable
from drill.roulette.expected_money import ExpectedRouletteOutcome, expected_outcome, reading_choices
from drill.roulette.faults.catalogue import FAULTS, FAULTS_BEFORE_MONEY, OPENING_FAULTS, are_compatible, required_grounds
from drill.roulette.faults.settling import SETTLING_FAULTS
from drill.roulette.faults.spins import IN_PLACE
from drill.roulette.recording import record_table_day
from drill.roulette.scenario import ReadingChoice, RouletteScenario
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class DrilledRouletteRound:
    """A round of the drill as it is told, and what is right in it. It can be judged any number of times."""

    number: int
    edition: Edition
    scenario: RouletteScenario
    table_day: TableDay
    expected: tuple[tuple[ReadingChoice, ExpectedRouletteOutcome], ...]


def drilled_rounds(edition: Edition, seed: int, number: int, most_rounds: int) -> Iterator[DrilledRouletteRound]:
    """The rounds of one sitting. In some of them the house has settled some of what it leaves open."""
    rng = Random(seed * 1_000_003 + number)  # noqa: S311 - play that can be repeated, no secret
    for n in range(most_rounds):
        held = edition.with_resolutions(_random_resolutions(edition, rng))
        script = _play_scenario(SimulatedRouletteTable(held, rng))
        right = tuple((way, expected_outcome(script, held, way)) for way in reading_choices(script, held))
        yield DrilledRouletteRound(number * 1000 + n, held, script, record_table_day(script, held), right)


def _random_resolutions(edition: Edition, rng: Random) -> dict[str, str]:
    opened = [clause for clause in edition.sheet.readings if clause not in edition.resolved_letters]
    some = rng.sample(opened, rng.randint(0, len(opened))) if not rng.randrange(3) else []
    return {clause: rng.choice(edition.reading_letters(clause)) for clause in some}


def _play_scenario(table: SimulatedRouletteTable) -> RouletteScenario:
    """A round; nearly all have a fault, a good part of these two, and some three."""
    rng = table.rng
    names: tuple[str, ...] = ()
    if rng.randrange(20):
        for _ in range(rng.choice((1, 1, 1, 1, 1, 1, 2, 2, 3))):
            others = [
                other for other in sorted(FAULTS) if other not in names and all(are_compatible(other, n) for n in names)
            ]
            names = (*names, rng.choice(others)) if others else names
        opening = OPENING_FAULTS.get(names[0], ())
        names = (names[0], rng.choice(opening)) if opening else names
    for _ in range(200):
        script = _try_faults(table, names)
        if script is not None:
            return script
    return _play_scenario(table)


def _try_faults(table: SimulatedRouletteTable, faults: tuple[str, ...]) -> RouletteScenario | None:
    """A round with these faults, None where they cannot happen in it."""
    possible = required_grounds(faults) or (() if table.rng.randrange(6) else IN_PLACE)
    grounds: Any = (table.rng.choice(possible),) if possible else ()
    script = table.lawful_scenario(*grounds)
    for name in sorted(faults, key=[*FAULTS].index):
        if name in FAULTS_BEFORE_MONEY and not FAULTS[name](script, table):
            return None
    table.settle(script)
    for name in sorted(faults, key=[*FAULTS].index):
        if name in SETTLING_FAULTS and not script.is_money_unrecorded and not FAULTS[name](script, table):
            return None
    script.faults = list(faults)
    return script

"""The bundled roulette tables: one with chips, a no spin and a display that errs; one told by the wheel's own device."""

from collections.abc import Iterator
from random import Random
from typing import Final

from drill.roulette.deal import COLOUR_CHIP_VALUES, LAYOUT, SimulatedRouletteTable
from drill.roulette.faults.spins import NUMBER_FAULTS
from drill.roulette.recording import round_events
from drill.roulette.scenario import RouletteScenario
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.table import DealerChanged, TableOpened
from ledger.events.wheel import ColourValued, NoSpinCalled, SpinDisturbed
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition

SEED: Final = 20261122
ROUNDS: Final = 8
DAY: Final = "RO-1/2026-01-17"
OPENED: Final = "2026-01-17T23:00:00Z"
SOURCE: Final = "table/RO-1"
NO_SPIN: Final = f"{DAY}/3"
"""A coin falls into the wheel; the dealer calls a no spin and spins again."""
DISPLAY: Final = f"{DAY}/6"
"""The display shows another number than the dolly marks."""

CAPTURED: Final = "RO-2/2026-01-17"
SPINS: Final = 6
WARNED: Final = 4
"""In this game of the wheel's the ball runs with it, and is launched again."""
BALL_WITH_THE_WHEEL: Final = f"{CAPTURED}/r{WARNED}"

MAPPING: Final = f"""source = "wheel/RO-2"
table = "RO-2"
day = "{CAPTURED.partition("/")[2]}"

[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
"""
"""What the wheel's line does not tell of itself."""


def day() -> Iterator[Delivery]:
    """Every delivery of the first table's night, in order. Same seed, same bytes."""
    opened = parse_instant(OPENED)
    for number, (subject, event) in enumerate(_day_events(), 1):
        yield Delivery(event, SOURCE, str(number), number, subject, format_instant(opened + number * 4_000_000))


def _day_events() -> Iterator[tuple[str, Event]]:
    floor = SimulatedRouletteTable(shipped_edition("eca-roulette"), Random(SEED))  # noqa: S311 - play that can be repeated, no secret
    yield DAY, TableOpened(game="roulette", rulebook="eca-roulette", currency="EUR", zone="Europe/Vienna")
    yield DAY, DealerChanged(dealer="D8")
    for player, value in COLOUR_CHIP_VALUES.items():
        yield (
            DAY,
            ColourValued(
                player=player, colour="blue" if value == min(COLOUR_CHIP_VALUES.values()) else "pink", value_minor=value
            ),
        )
    previous = None
    for number in range(1, ROUNDS + 1):
        name = f"{DAY}/{number}"
        script = _play_scenario(floor, name, previous)
        previous = script.spins[-1].pocket
        yield from ((name, event) for event in round_events(script))


def _play_scenario(table: SimulatedRouletteTable, name: str, previous: str | None) -> RouletteScenario:
    """A round whose money is told."""
    while True:
        script = (
            table.lawful_scenario("foreign_object", previous_pocket=previous)
            if name == NO_SPIN
            else table.lawful_scenario(previous_pocket=previous)
        )
        if name == NO_SPIN:
            at = next(n for n, event in enumerate(script.spin_events) if isinstance(event, NoSpinCalled))
            script.spin_events.insert(at, SpinDisturbed(what="foreign_object"))
        if name == DISPLAY:
            NUMBER_FAULTS["display_on_another_number"](script, table)
        table.settle(script)
        if script.money_events:
            return script


# The wheel's own line


def serial_capture() -> bytes:
    """What the second table's wheel says on its serial line. Same seed, same bytes."""
    rng = Random(SEED)  # noqa: S311 - play that can be repeated, no secret
    before, lines = rng.choice(LAYOUT.wheel), list[str]()
    for game in range(1, SPINS + 1):
        won, way = rng.choice(LAYOUT.wheel), rng.randrange(2)
        spun = [(2, before, 0), (3, before, 0), (4, before, 0)]
        astray = [(2, before, 0), (3, before, 2)] if game == WARNED else []
        lines += [line for state in (*astray, *spun) for line in _status_lines(game, *state, way)]
        lines += [f"{won:>2}", *_status_lines(game, 5, won, 0, way)]
        before = won
    lines += [*_status_lines(SPINS + 1, 1, before, 0, 0)] * 2
    return "".join(f"{line}\r\n" for line in lines).encode()


def _status_lines(game: int, state: int, number: str, warnings: int, direction: int) -> list[str]:
    """The wheel says its status twice a second."""
    return [f"*X;{state};{game:03};{number:>2};{warnings};150;{direction}"] * 2

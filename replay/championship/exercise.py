"""The exercise that decides a draw: a series of winning wagers at roulette, made from a seed and marked by settlement."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from ledger.championships.championship import Wager, impossible, read
from ledger.events.championships import ExerciseSet
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, Numbers, layout_of
from replay.championship import parameters
from replay.games.roulette.bets import Spot
from replay.games.roulette.parameters import OFFERED
from replay.games.roulette.settlement import pieces_of, settle
from replay.rulebooks.rules import Rules

EVEN_CHANCE: Final = "even_chance"


def payout(wager: Wager, layout: Layout, rules: Rules, roulette: Rules) -> int | None:
    """What is to be stated for a wager, in chips, at the odds of a house's roulette; None where it is no winning one."""
    on = pieces_of(_spot(wager), layout, roulette) if wager.pocket in layout.wheel else None
    if on is None:
        return None
    back = settle(on, wager.chips, wager.pocket, layout, roulette)
    stated = back - wager.chips if rules.value(parameters.PAYOUT_IS) == "winnings" else back
    return int(stated) if back > wager.chips and stated.denominator == 1 else None


def marks(exercise: ExerciseSet, stated: Sequence[int], rules: Rules, roulette: Rules) -> int:
    """One mark for each right payout."""
    layout = layout_of(exercise.wheel)
    right = [payout(read(wager), layout, rules, roulette) for wager in exercise.wagers]
    return sum(1 for due, stated_amount in zip(right, stated, strict=False) if due == stated_amount)


def exercise_faults(exercise: ExerciseSet, rules: Rules, roulette: Rules) -> Iterator[str]:
    """What in an exercise nobody could answer: what is impossible on its wheel, and what the house does not offer."""
    found = list(impossible(exercise))
    layout = layout_of(exercise.wheel)
    yield from found
    for wager in map(read, exercise.wagers) if not found else ():
        if payout(wager, layout, rules, roulette) is None:
            yield f"`{wager}`: the house has no odds for it"


def _spot(wager: Wager) -> Spot:
    return Spot(wager.kind, wager.numbers, wager.index)


def generate_exercise(seed: int, rules: Rules, roulette: Rules) -> tuple[str, ...]:
    """The wagers of the exercise that belongs to a seed, on the wheel of the rules; same seed, same exercise."""
    layout, chance = layout_of(rules.value(parameters.WHEEL)), Random(seed)  # noqa: S311 - an exercise that can be made again
    kinds = [kind for kind in (*NUMBERED_KINDS, *INDEXED_KINDS, EVEN_CHANCE) if _places(kind, layout, roulette)]
    order: list[str] = []
    while len(order) < rules.value(parameters.WAGERS):
        order += chance.sample(kinds, len(kinds))
    series = [
        _draw_wager(_places(kind, layout, roulette), chance, rules) for kind in order[: rules.value(parameters.WAGERS)]
    ]
    return tuple(map(str, series))


def _draw_wager(places: list[tuple[Spot, Numbers]], chance: Random, rules: Rules) -> Wager:
    spot, numbers = chance.choice(places)
    chips = chance.randint(rules.value(parameters.LEAST_CHIPS), rules.value(parameters.MOST_CHIPS))
    return Wager(chips, spot.kind, spot.numbers, spot.index, chance.choice(_sorted_numbers(numbers)))


def _places(kind: str, layout: Layout, roulette: Rules) -> list[tuple[Spot, Numbers]]:
    """Where a chip of a kind can lie, in order; the even chances are one kind."""
    offered = roulette.value(OFFERED)
    if kind == EVEN_CHANCE:
        return [(Spot(kind), layout.even_chance_numbers(kind)) for kind in EVEN_CHANCES if kind in offered]
    if kind not in offered:
        return []
    if kind in INDEXED_KINDS:
        return [(Spot(kind, index=index), layout.third_numbers(kind, index)) for index in THIRDS]
    groups = sorted(layout.placements[kind], key=lambda group: [(int(n), n) for n in _sorted_numbers(group)])
    return [(Spot(kind, numbers="-".join(_sorted_numbers(group))), group) for group in groups]


def _sorted_numbers(numbers: Numbers) -> list[str]:
    return sorted(numbers, key=lambda number: (int(number), number))

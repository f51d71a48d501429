"""A further wager in a round of the drill, on places where no other chips lie."""

from collections.abc import Callable
from typing import Any, Final

from drill.roulette.deal import Floor
from drill.roulette.scenario import Chips, Laid, Script
from ledger.events.play import WagerPlaced
from ledger.values.wheel_layout import BY_INDEX, BY_NUMBERS, EVEN_CHANCES

TRIES: Final = 60


def _places(chips: tuple[Chips, ...]) -> set[tuple[str, frozenset[str]]]:
    return {(one.paid_as, one.numbers) for one in chips}


def is_free(script: Script, chips: tuple[Chips, ...]) -> bool:
    """Whether nobody has chips on any of these places."""
    taken = {place for one in script.wagers for place in _places((*one.chips, *one.other_chips))}
    return taken.isdisjoint(_places(chips))


def another(script: Script, floor: Floor, fits: Callable[[WagerPlaced], bool] = lambda _: True) -> Laid | None:
    """A further wager of value chips on the layout, where no others lie; None if there is no room for it.

    In every second round it is one that wins, if there is such a place.
    """
    winning = floor.rng.randrange(2) > 0
    for tried in range(TRIES):
        one = floor.wager(script, f"w{len(script.wagers) + 1}")
        plain = {"on": None, "by": "chips", "with_chips": None, "chips": None, "chip_count": None, "chip_value_minor": None}
        one.event, one.acts = one.event.model_copy(update=plain), []
        wins = any(script.spins[-1].pocket in chips.numbers for chips in one.chips)
        if fits(one.event) and is_free(script, one.chips) and (wins or not winning or tried > TRIES // 2):
            script.wagers.append(one)
            return one
    return None


def with_this(script: Script, one: Laid | None, *wanted: str, **update: Any) -> bool:
    """Whether there is such a wager: then it is told like this, and these findings there must be."""
    if one is not None:
        one.event = one.event.model_copy(update=update)
        script.wanted.update(wanted)
    return one is not None


def is_single(bet: WagerPlaced) -> bool:
    """Whether it lies on one place inside."""
    return bet.kind in BY_NUMBERS


def is_outside(bet: WagerPlaced) -> bool:
    """Whether it lies outside."""
    return bet.kind in (*BY_INDEX, *EVEN_CHANCES)


def any_stake(one: Laid | None, floor: Floor) -> int:
    """Of a wager that does not play it is no matter whether it is within the limits."""
    stake = 1 if one is None else one.event.stake_minor
    return stake * 60 if not floor.rng.randrange(3) else stake

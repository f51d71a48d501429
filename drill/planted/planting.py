"""What plants a bug in the engine for the time of a `with`, and takes it out again."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial, wraps
from importlib import import_module
from inspect import getattr_static
from sys import modules
from types import FunctionType
from typing import Any, Final
from unittest.mock import patch

from drill.games import drill_names

GAMES: Final = drill_names()

BrokenFunction = Callable[..., Any]
"""What the engine does instead: it takes the sound function, then whatever that takes."""


@dataclass(frozen=True, slots=True)
class PlantedBug:
    """An engine's function that does something else: `target` is its module and its name there.

    `house` is the only rulebook under which it does anything; None where it does under any of the game.
    """

    name: str
    does: str
    """What it does wrong, in one sentence."""
    games: tuple[str, ...]
    target: str
    broken_function: BrokenFunction
    house: str | None = None

    @contextmanager
    def plant(self) -> Iterator[None]:
        """The engine with the bug in it, wherever the function is known by a name or stands in a table."""
        module, _, path = self.target.partition(":")
        *owners, name = path.split(".")
        owner: Any = import_module(module)
        for attribute in owners:
            owner = getattr(owner, attribute)
        sound = getattr_static(owner, name)
        with ExitStack() as planting:
            if isinstance(sound, property):
                assert isinstance(sound.fget, FunctionType)
                planting.enter_context(patch.object(owner, name, property(self._broken_version(sound.fget))))
            elif owners:
                planting.enter_context(patch.object(owner, name, self._broken_version(sound)))
            else:
                _patch_everywhere(sound, self._broken_version(sound), planting)
            yield

    def _broken_version(self, original: FunctionType) -> Callable[..., Any]:
        @wraps(original)
        def broken(*given: Any, **named: Any) -> Any:
            return self.broken_function(original, *given, **named)

        return broken


def _patch_everywhere(original: FunctionType, broken: Callable[..., Any], planting: ExitStack) -> None:
    """Whoever has imported the function, and every table that has it, has the broken one instead."""
    for module in [module_ for name, module_ in modules.items() if name.partition(".")[0] == "replay"]:
        for name, held in list(vars(module).items()):
            if held is original:
                planting.enter_context(patch.object(module, name, broken))
            elif isinstance(held, dict) and (rows := dict(_broken_rows(held, original, broken))):
                planting.enter_context(patch.dict(held, rows))


def _broken_rows(table: dict[Any, Any], original: FunctionType, broken: Callable[..., Any]) -> Iterator[tuple[Any, Any]]:
    """The rows of a table that are the function, or that name it in one of their fields, with the broken one."""
    for key, row in table.items():
        if row is original:
            yield key, broken
        elif is_dataclass(row) and not isinstance(row, type):
            naming = {field.name: broken for field in fields(row) if getattr(row, field.name, None) is original}
            if naming:
                yield key, replace(row, **naming)


def planted_bug(target: str, *games: str, house: str | None = None) -> Callable[[BrokenFunction], PlantedBug]:
    """Makes a planted bug of a function: its name is the bug's, its docstring says what the engine does wrong."""
    return partial(_make_bug, target, games, house)


def _make_bug(target: str, games: tuple[str, ...], house: str | None, broken_function: Any) -> PlantedBug:
    return PlantedBug(
        broken_function.__name__.replace("_", " "), broken_function.__doc__, games, target, broken_function, house
    )

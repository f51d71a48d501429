"""Pockets of a roulette wheel, as strings: `0`, `17`, `00`; several of them joined by `-`: `8-9-11-12`."""

from typing import Annotated, Final

from pydantic import Field

_POCKET: Final = "(?:00|0|[1-9][0-9]?)"

Pocket = Annotated[str, Field(pattern=rf"^{_POCKET}$", description="a compartment of the wheel: `0`, `17`, `00`")]
Pockets = Annotated[
    str,
    Field(pattern=rf"^{_POCKET}(?:-{_POCKET}){{0,99}}$", description="compartments or their numbers: `8-9-11-12`"),
]


def pockets_of(numbers: str) -> tuple[str, ...]:
    """`8-9-11-12` one by one."""
    return tuple(numbers.split("-"))

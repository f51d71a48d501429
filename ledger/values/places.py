"""Where a card can lie on a table."""

from functools import lru_cache
from typing import Annotated, Final

from pydantic import Field

PUNTO: Final = "punto"
BANCO: Final = "banco"
DEALER: Final = "dealer"
BURN: Final = "burn"
NEXT: Final = "next"
EXPOSED: Final = "exposed"
DISCARD: Final = "discard"

PUT_AWAY_PLACES: Final = (BURN, DISCARD)
"""Where a card is out of play: burned, or among the discards, where some houses burn."""

SET_ASIDE_PLACES: Final = (*PUT_AWAY_PLACES, EXPOSED, NEXT)
"""Where a card lies that nobody has been given."""

Box = Annotated[int, Field(strict=True, ge=1, le=99, description="a box, numbered from the dealer's left")]
HandNumber = Annotated[int, Field(strict=True, ge=1, le=99, description="a hand of a box; 1 unless the box was split")]
Spot = Annotated[int, Field(strict=True, ge=1, le=9, description="a betting spot of a box; 1 is nearest the dealer")]
Place = Annotated[
    str,
    Field(
        pattern=r"^(?:punto|banco|dealer|box[1-9][0-9]?(?:\.(?:[2-9]|[1-9][0-9]))?|burn|next|exposed|discard)$",
        description="`punto`, `banco`; `dealer`, `box3`, `box3.2` the second hand of box 3; `burn` the burn cards; "
        "`next` back as the shoe's next card; `exposed`; `discard`",
    ),
]


def hand_place(box: int, number: int = 1) -> str:
    """Where a box's hand lies: `box3`, and `box3.2` for its second hand after a split."""
    return f"box{box}" if number == 1 else f"box{box}.{number}"


@lru_cache(maxsize=1024)
def box_of(place: str) -> int | None:
    """The box of a hand's place; None for a place that is no box's."""
    return int(place[3:].split(".", maxsplit=1)[0]) if place.startswith("box") else None


def hand_number_of(place: str) -> int:
    """Which hand of its box lies at a place, 1 for the first."""
    return int(place.partition(".")[2] or 1)

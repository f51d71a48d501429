"""Where a card can lie on a table."""

from typing import Annotated, Final

from pydantic import Field

PUNTO: Final = "punto"
BANCO: Final = "banco"
BURN: Final = "burn"
NEXT: Final = "next"

Place = Annotated[
    str,
    Field(
        pattern=r"^(?:punto|banco|burn|next|exposed|discard)$",
        description="`punto`, `banco`; `burn` the burn cards; `next` back as the shoe's next card; `exposed`; `discard`",
    ),
]

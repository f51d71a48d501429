"""Chips with what is said of them beside: whose they are, how much, and what became of them."""

from collections.abc import Sequence
from typing import Final

from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import MARK_BADGES, MARK_COLOURS, Drawing
from projections.pictures.scene import Chips

WAGER_HEIGHT: Final = 46
"""How much room a wager takes downwards."""

_COLOURS: Final = ("#1a4fb4", "#1c6b2f", "#8a4b08", "#6a2c91", "#0b6470")
_CHIP_SIGNS: Final = {"main": "●"}
_MAX_LENGTH: Final = 18


def draw_wagers(
    drawing: Drawing,
    chips: Sequence[Chips],
    x: int,
    y: int,
    words: Catalogue,
    sign: str = "",
    max_length: int = _MAX_LENGTH,
) -> None:
    """Draws wagers one below the other; on the chip stands a sign, or the first letter of the kind."""
    for row, chip in enumerate(chips):
        middle = y + row * WAGER_HEIGHT + 16
        drawing.chip(
            x + 14, middle, sign or _CHIP_SIGNS.get(chip.kind, chip.placed_on[:1].upper()), _player_colour(chip.player)
        )
        drawing.write(x + 34, middle - 3, _shorten(chip.player, max_length), 14, font_weight="bold")
        size = chip.amount if not chip.is_free else f"{words.say('picture.free')} {chip.amount}"
        kind = "" if chip.kind == "main" else f" {chip.placed_on}"
        drawing.write(x + 34, middle + 13, _shorten(size + kind, max_length), 13)
        if chip.returned_amount is not None:
            became = (
                words.say("picture.paid", amount=chip.returned_amount)
                if chip.returned_amount
                else words.say("picture.collected")
            )
            drawing.write(x + 34, middle + 27, became, 12, fill=MARK_COLOURS[chip.mark], font_style="italic")
        if chip.mark:
            drawing.badge(x + 20, middle - 11, MARK_BADGES[chip.mark], MARK_COLOURS[chip.mark])


def _player_colour(player: str) -> str:
    """A colour for a player, the same in every picture; the name stands beside it."""
    return _COLOURS[sum(player.encode()) % len(_COLOURS)]


def _shorten(text: str, max_length: int) -> str:
    return text if len(text) <= max_length else text[: max_length - 1] + "…"

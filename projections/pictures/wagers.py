"""Chips with what is said of them beside: whose they are, how much, and what became of them."""

from collections.abc import Sequence
from typing import Final

from projections.messages.catalogue import Words
from projections.pictures.drawing import BADGES, COLOURS, Drawing
from projections.pictures.scene import Chips

ROW: Final = 46
"""How much room a wager takes downwards."""

_COLOURS: Final = ("#1a4fb4", "#1c6b2f", "#8a4b08", "#6a2c91", "#0b6470")
_SIGNS: Final = {"main": "●"}
_LONGEST: Final = 18


def lay(
    drawing: Drawing, chips: Sequence[Chips], x: int, y: int, words: Words, sign: str = "", longest: int = _LONGEST
) -> None:
    """Draws wagers one below the other; on the chip stands a sign, or the first letter of the kind."""
    for row, one in enumerate(chips):
        middle = y + row * ROW + 16
        drawing.chip(x + 14, middle, sign or _SIGNS.get(one.kind, one.on[:1].upper()), _colour(one.player))
        drawing.write(x + 34, middle - 3, _short(one.player, longest), 14, font_weight="bold")
        size = one.amount if not one.free else f"{words.say('picture.free')} {one.amount}"
        kind = "" if one.kind == "main" else f" {one.on}"
        drawing.write(x + 34, middle + 13, _short(size + kind, longest), 13)
        if one.back is not None:
            became = words.say("picture.paid", amount=one.back) if one.back else words.say("picture.collected")
            drawing.write(x + 34, middle + 27, became, 12, fill=COLOURS[one.mark], font_style="italic")
        if one.mark:
            drawing.badge(x + 20, middle - 11, BADGES[one.mark], COLOURS[one.mark])


def _colour(player: str) -> str:
    """A colour for a player, the same in every picture; the name stands beside it."""
    return _COLOURS[sum(player.encode()) % len(_COLOURS)]


def _short(told: str, longest: int) -> str:
    return told if len(told) <= longest else told[: longest - 1] + "…"

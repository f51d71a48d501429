"""The fonts that documents are set in, and text from outside as it can be set: no character of it stops a document.

Which characters a font has is in `coverage.txt`: those that come with the compiler of documents, and those beside it. They
stand there in the order in which the compiler asks them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal
from unicodedata import bidirectional, category

FONT_FOLDERS: Final = tuple(sorted(folder.parent for folder in Path(str(files("projections.fonts"))).glob("*/*.ttf")))
"""One for each font, in an order of our own: a folder's own order is another one on each machine."""

_LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
_KEEPS_FONT: Final = frozenset("\t\n\r\N{SOFT HYPHEN}\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}") | frozenset(
    map(chr, range(0xFE00, 0xFE10))
)
"""What breaks lines and joins letters, and the variants of a letter: no font need have it."""

_UNSEEN: Final = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"  # control characters
    "|[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
    "|[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]|[\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
"""What shows nothing, turns the writing round, is half a character or none, or means what two parties agreed on."""

_RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
_FROM_RIGHT: Final = re.compile(f"[{_RIGHT_TO_LEFT}]")

Setting = Literal["accented", "letters", "first_font"]
"""Each accent in the font of its letter; no accent that is a character of its own; and of that the first font alone."""


def visible(text: str) -> str:
    """The text with a visible mark for each character that shows nothing or turns the writing round."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(_marked, text)


def readable(text: str) -> str:
    """The text for whoever has fonts of their own: visible, and writing from right to left turns nothing else round."""
    return _held(visible(text))


def printable(text: str, setting: Setting = "accented") -> str:
    """The text for a document that brings its fonts: readable, with a visible mark for what no font has in that setting."""
    seen = visible(text)
    return seen if seen.isascii() else _held("".join(_set(seen, setting)))


def _marked(found: re.Match[str]) -> str:
    return _mark(found[0])


def _mark(letter: str) -> str:
    return f"\N{WHITE SQUARE}U+{ord(letter):04X}"


def _set(text: str, setting: Setting) -> Iterator[str]:
    """Each character, or the mark for it. A font is a bit, the first one the lowest."""
    fonts, every = _fonts_with(), 1 if setting == "first_font" else -1
    font = 1
    for letter in text:
        having = fonts.get(letter, 0) & every
        is_accent = category(letter).startswith("M")
        if letter in _KEEPS_FONT:
            yield letter
        elif not having or (is_accent and (setting != "accented" or not having & font)):
            yield _mark(letter)
            font = 1
        else:
            yield letter
            having &= font if is_accent else -1
            font = having if letter.isspace() else having & -having


def _held(text: str) -> str:
    """The text in which what runs from right to left ends before what does not, so that no amount behind it is moved."""
    if not _FROM_RIGHT.search(text):
        return text
    ends = []
    last = None
    for at, letter in enumerate(text):
        if _FROM_RIGHT.match(letter):
            last = at + 1
        elif last is not None and bidirectional(letter) == "L":
            ends.append(last)
            last = None
    cuts = [0, *ends, *([] if last is None else [last])]
    return _LEFT_TO_RIGHT.join([text[start:end] for start, end in pairwise(cuts)] + [text[cuts[-1] :]])


@cache
def _fonts_with() -> Mapping[str, int]:
    """The fonts that have a character, each a bit."""
    found: dict[str, int] = {}
    lines = (files("projections.fonts") / "coverage.txt").read_text(encoding="ascii").splitlines()
    for bit, line in enumerate(lines):
        _, _, ranges = line.partition(": ")
        for first, _, last in (given.partition("-") for given in ranges.split()):
            for code in range(int(first, 16), int(last or first, 16) + 1):
                found[chr(code)] = found.get(chr(code), 0) | 1 << bit
    return found

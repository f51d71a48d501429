"""Text on a terminal: none that a device, a file or a person wrote may command it."""

import sys
from itertools import chain
from typing import Final

_KEPT: Final = b"\t\n"
_DELETE: Final = 0x7F
_DIRECTIONS: Final = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_LINE_ENDS: Final = (0x2028, 0x2029)
_SURROGATES: Final = range(0xD800, 0xE000)
_MARKS: Final = (
    dict.fromkeys(chain(range(0x80, 0xA0), _DIRECTIONS, _LINE_ENDS, _SURROGATES), "\N{REPLACEMENT CHARACTER}")
    | {code: chr(0x2400 + code) for code in range(0x20) if code not in _KEPT}
    | {_DELETE: "\N{SYMBOL FOR DELETE}"}
)
"""The visible mark, one cell wide, of each character that moves the cursor, colours, links, or turns the writing round."""


def harmless(text: str) -> str:
    """The text with a visible mark for each control character; lines and tabs stay."""
    return text if text.isprintable() else text.translate(_MARKS)


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print on standard output or standard error; every text of a command goes through here or through the console of
    Rich.
    """
    print(harmless(text), file=sys.stderr if err else sys.stdout, end="\n" * nl, flush=True)

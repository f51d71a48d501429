"""The fonts of documents: which characters they have.

`python -m tests.projections.test_fonts` writes what is on file of the fonts, from the fonts themselves.
"""

import importlib.util
import re
import struct
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

from projections import fonts
from projections.fonts import FONT_FOLDERS, visible

COVERAGE: Final = Path(fonts.__file__).parent / "coverage.txt"
SET_IN: Final = "Libertinus Serif"
FIXED_WIDTH: Final = "DejaVu Sans Mono"
EMBEDDED: Final = (SET_IN, "NewComputerModern10-Regular", "NewComputerModernMath-Regular", FIXED_WIDTH)
"""Of the fonts in the compiler those that have what any of their family has, by their full names."""

FAMILIES: Final = {
    "NewComputerModern10-Regular": "New Computer Modern",
    "NewComputerModernMath-Regular": "New Computer Modern Math",
}
MOST_BYTES: Final = 4_000_000
"""Of all fonts beside the compiler's own."""


def table(font: bytes, wanted: bytes) -> bytes:
    """A table of an OpenType font."""
    for at in range(12, 12 + 16 * struct.unpack_from(">H", font, 4)[0], 16):
        tag, _, offset, length = struct.unpack_from(">4sIII", font, at)
        if tag == wanted:
            return font[offset : offset + length]
    return b""


def full_name(font: bytes) -> str:
    names = table(font, b"name")
    count, texts = struct.unpack_from(">HH", names, 2)
    for at in range(6, 6 + 12 * count, 12):
        platform, _, _, name, length, offset = struct.unpack_from(">6H", names, at)
        if (platform, name) == (3, 4):
            return names[texts + offset : texts + offset + length].decode("utf-16-be")
    return ""


def characters(font: bytes) -> set[int]:
    """The characters that a font has a glyph for: formats 4 and 12 of its table of characters."""
    cmap, found = table(font, b"cmap"), set[int]()
    for at in range(4, 4 + 8 * struct.unpack_from(">H", cmap, 2)[0], 8):
        start = struct.unpack_from(">I", cmap, at + 4)[0]
        form = struct.unpack_from(">H", cmap, start)[0]
        if form == 12:
            for group in range(start + 16, start + 16 + 12 * struct.unpack_from(">I", cmap, start + 12)[0], 12):
                first, last, _ = struct.unpack_from(">3I", cmap, group)
                found |= set(range(first, last + 1))
        elif form == 4:
            found |= set(_format_4(cmap[start:]))
    return found


def _format_4(sub: bytes) -> Iterator[int]:
    count = struct.unpack_from(">H", sub, 6)[0] // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", sub, 14 + 2 * count * i + 2 * (i > 0)) for i in range(4)
    )
    for i, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(first, last + 1):
            place = 16 + 6 * count + 2 * i + offset + 2 * (code - first)
            glyph = struct.unpack_from(">H", sub, place)[0] if offset and place + 2 <= len(sub) else code
            if glyph and (offset or (code + delta) % 0x10000):
                yield code


@cache
def embedded_fonts() -> dict[str, bytes]:
    """The fonts that the compiler of documents brings, by their full names."""
    library = importlib.util.find_spec("typst._typst")
    assert library
    assert library.origin
    data, found = Path(library.origin).read_bytes(), dict[str, bytes]()
    for match in re.finditer(rb"(?:OTTO|\x00\x01\x00\x00)\x00[\x05-\x28]", data):
        tables = [
            struct.unpack_from(">4sIII", data, at)
            for at in range(match.start() + 12, match.start() + 12 + 16 * data[match.end() - 1], 16)
        ]
        if {b"cmap", b"name", b"head"} <= {tag for tag, *_ in tables} and all(tag.isascii() for tag, *_ in tables):
            font = data[match.start() : match.start() + max(offset + length for _, _, offset, length in tables)]
            found.setdefault(full_name(font).removesuffix(" Regular"), font)
    return found


def measured() -> str:
    """What is on file of the fonts: one a line, in the order in which the compiler asks them."""
    found = {FAMILIES.get(name, name): embedded_fonts()[name] for name in EMBEDDED}
    for folder in FONT_FOLDERS:
        (font,) = (path.read_bytes() for path in folder.glob("*.ttf"))
        found[full_name(font).removesuffix(" Regular")] = font
    order = sorted(found, key=lambda family: (family != SET_IN, family == FIXED_WIDTH, len(family)))
    return "".join(f"{family}: {' '.join(ranges(shown(found[family])))}\n" for family in order)


def shown(font: bytes) -> list[int]:
    """The characters of a font that show something by themselves."""
    return sorted(code for code in characters(font) if chr(code) == visible(chr(code)) and chr(code) not in "\t\n\r")


def ranges(codes: Sequence[int]) -> Iterator[str]:
    for _, group in groupby(enumerate(codes), lambda numbered: numbered[1] - numbered[0]):
        _, first, *rest = (code for pair in group for code in pair)
        yield f"{first:X}-{rest[-1]:X}" if rest else f"{first:X}"


def test_what_is_on_file_of_the_fonts_is_what_they_have() -> None:
    assert COVERAGE.read_text(encoding="ascii") == measured()


def test_the_fonts_are_as_they_came_and_their_licence_is_with_them() -> None:
    folder = COVERAGE.parent
    lock = tomllib.loads((folder / "LOCK.toml").read_text(encoding="utf-8"))
    files = sorted(folder.glob("*/*.ttf"))
    assert {path.name: f"sha256:{sha256(path.read_bytes()).hexdigest()}" for path in files} == lock["files"]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    assert "SIL OPEN FONT LICENSE Version 1.1" in (folder / "OFL.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    COVERAGE.write_text(measured(), encoding="ascii")

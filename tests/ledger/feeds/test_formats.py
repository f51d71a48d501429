"""The formats of feeds: those of the product, and what installed packages add."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.errors import MalformedMapping
from ledger.feeds import formats, notation
from ledger.feeds.formats import Format, format_named, format_of_suffix
from ledger.feeds.reading import line_by_line

SCORES: Final = Format("scores", lambda _path, _mapping: line_by_line(lambda _line, _text: []), suffixes=(".score",))
RENAMED: Final = Format("notation", SCORES.open_reader)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points that installed packages declare."""
    entry_points: list[EntryPoint] = []

    def declared(group: str) -> list[Any]:
        return [entry_point for entry_point in entry_points if entry_point.group == group]

    monkeypatch.setattr(formats, "entry_points", declared)
    formats.formats.cache_clear()
    yield entry_points
    formats.formats.cache_clear()


def test_a_format_is_found_by_its_name_and_by_its_suffix() -> None:
    assert format_named("notation") is notation.FORMAT
    assert format_of_suffix(".TXT") is notation.FORMAT
    assert format_of_suffix(".doc") is None
    with pytest.raises(MalformedMapping, match=r"'morse' is no format; write angel-eye, .* or notation"):
        format_named("morse")


def test_a_format_that_needs_a_mapping_says_which() -> None:
    with pytest.raises(MalformedMapping, match=r"spins.csv is read as CSV; name the file .* with --map"):
        format_named("csv").reader(Path("spins.csv"))


def test_an_installed_package_adds_a_format(installed: list[EntryPoint]) -> None:
    installed.append(EntryPoint("scores", f"{__name__}:SCORES", formats.ENTRY_POINTS))
    assert format_of_suffix(".score") == SCORES
    assert [item.number for item in format_named("scores").reader(Path("a.score"))(BytesIO(b"1\n2\n"))] == [1, 2]


def test_no_installed_package_takes_the_name_of_another_format(installed: list[EntryPoint]) -> None:
    installed.append(EntryPoint("renamed", f"{__name__}:RENAMED", formats.ENTRY_POINTS))
    with pytest.raises(MalformedMapping, match="declares the format notation, which there is"):
        format_named("notation")

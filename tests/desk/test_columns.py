"""Tables on the terminal: nothing of them is cut, however narrow it is."""

from io import StringIO
from typing import Final

import pytest
from rich.console import Console

from desk.terminal.columns import show_columns

HEADS: Final = ("wager", "player", "on", "went back", "due 1", "due 2", "awarded")
ROW: Final = ("w1", "P1", "split, hand 2 of box 3", "80.00", "120.00", "80.00", "open")


def lines(width: int, part_at: int | None) -> list[str]:
    out = StringIO()
    show_columns(Console(file=out, width=width), HEADS, [ROW], wraps=(2,), right=range(3, 7), part_at=part_at)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_table_that_has_room_is_one() -> None:
    heads, row = lines(120, 4)
    assert heads.split("  ")[0] == "wager"
    assert row.endswith("open")


def test_one_that_has_none_goes_on_below_with_its_first_column() -> None:
    printed = lines(60, 4)
    assert [line.split() for line in printed if line.startswith("wager")] == [
        ["wager", "player", "on", "went", "back"],
        ["wager", "due", "1", "due", "2", "awarded"],
    ]
    assert printed[-1].split() == ["w1", "120.00", "80.00", "open"]


@pytest.mark.parametrize("width", [24, 40, 56, 80])
@pytest.mark.parametrize("part_at", [None, 4])
def test_no_word_is_replaced_by_dots(width: int, part_at: int | None) -> None:
    assert "…" not in "".join(lines(width, part_at))

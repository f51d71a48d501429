"""The roads of a baccarat shoe as its display shows them: bead plate, big road, and the three that are derived from it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.events.play import Announced
from projections.messages.catalogue import Catalogue
from projections.pictures.drawing import INK, LINE_COLOUR, MUTED_INK, PAPER, Drawing
from replay.table_day.round import Round

Result = Literal["punto", "banco", "egalite"]
Slot = tuple[int, int]
"""A column and a row, both from 0."""

ROWS: Final = 6
DERIVED: Final = {"big_eye": 1, "small": 2, "cockroach": 3}
"""By road, how many columns of the big road it looks back."""

_COLOURS: Final[dict[Result, str]] = {"punto": "#1a4fb4", "banco": "#b3261e", "egalite": "#1c6b2f"}
_RED: Final = "#b3261e"
_BLUE: Final = "#1a4fb4"
_BEAD: Final = 26
_SMALL: Final = 13
_MOST_COLUMNS: Final = 40
"""Of a road that is longer its last columns are shown, as on a display."""


@dataclass(frozen=True, slots=True)
class RoadMark:
    """A coup on the big road: who won it, where it lies, and how many ties came right after it."""

    result: Result
    slot: Slot
    ties: int = 0


def results_of(rounds: Iterable[Round]) -> list[Result]:
    """What was called of each coup last, in order; one of which nothing was called is not on a display."""
    called = ([row.event.result for row in round_.entries if isinstance(row.event, Announced)] for round_ in rounds)
    return [last for calls in called for last in calls[-1:] if last in _COLOURS]


def streaks(results: Sequence[Result]) -> list[list[int]]:
    """The winners in columns: a new one begins with each change of the winner. Per win the ties right after it.

    Ties before the first win belong to it.
    """
    columns: list[list[int]] = []
    last, early = "", 0
    for result in results:
        if result == "egalite":
            if columns:
                columns[-1][-1] += 1
            else:
                early += 1
            continue
        if result != last:
            columns.append([])
        columns[-1].append(early if not last else 0)
        last = result
    return columns


def big_road(results: Sequence[Result]) -> list[RoadMark]:
    """The winners downwards, column beside column; one that finds no room below runs on to the right."""
    winners = [result for result in results if result != "egalite"]
    marks: list[RoadMark] = []
    wins = iter(winners)
    for slots, ties in zip(_laid_out(list(map(len, streaks(results)))), streaks(results), strict=True):
        marks += [RoadMark(next(wins), slot, tied) for slot, tied in zip(slots, ties, strict=True)]
    return marks


def derived_road(results: Sequence[Result], looks_back: int) -> list[tuple[bool, Slot]]:
    """A derived road: red where the big road repeats what it did so many columns before, else blue; and where it lies."""
    lengths = list(map(len, streaks(results)))
    repeats = list(_repeats(lengths, looks_back))
    runs: list[list[bool]] = []
    for red in repeats:
        if not runs or runs[-1][0] != red:
            runs.append([])
        runs[-1].append(red)
    laid_out = _laid_out(list(map(len, runs)))
    return [(run[0], slot) for run, slots in zip(runs, laid_out, strict=True) for slot in slots]


def _repeats(lengths: Sequence[int], looks_back: int) -> Iterator[bool]:
    """From the second entry of the column after so many, or the first of the next: whether the big road repeats itself.

    The first entry of a column compares the lengths of the column before it and of the one so many columns before that;
    a later one asks whether the column so many before has an entry in its row, or none in the row above either.
    """
    for column, length in enumerate(lengths):
        for row in range(length):
            if row == 0:
                if column > looks_back:
                    yield lengths[column - 1] == lengths[column - 1 - looks_back]
            elif column >= looks_back:
                before = lengths[column - looks_back]
                yield row < before or row > before


def _laid_out(lengths: Sequence[int]) -> list[list[Slot]]:
    """Where the entries of columns of these lengths lie: downwards as long as there is room, then to the right."""
    taken: set[Slot] = set()
    found: list[list[Slot]] = []
    for number, length in enumerate(lengths):
        column = number if not found else max(found[-1][0][0] + 1, 0)
        while (column, 0) in taken:
            column += 1
        slots = [(column, 0)]
        for _ in range(length - 1):
            x, y = slots[-1]
            turned = len(slots) > 1 and slots[-1][1] == slots[-2][1]
            below = (x, y + 1)
            slots.append(below if not turned and y + 1 < ROWS and below not in taken else (x + 1, y))
        taken |= set(slots)
        found.append(slots)
    return found


def draw_roads(results: Sequence[Result], words: Catalogue) -> Drawing:
    """All five roads in one drawing."""
    beads = [(result, divmod(number, ROWS)) for number, result in enumerate(results)]
    big = big_road(results)
    derived = {name: derived_road(results, back) for name, back in DERIVED.items()}
    widest = max([slot[0] + 1 for _, slot in beads] + [mark.slot[0] + 1 for mark in big] + [1])
    columns = min(widest, _MOST_COLUMNS)
    small_columns = min(max([slot[0] + 1 for road in derived.values() for _, slot in road] + [1]), 2 * _MOST_COLUMNS)
    width = 24 + max(columns * _BEAD, min(3 * (small_columns * _SMALL + 14), columns * _BEAD * 2), 520)
    height = 2 * (ROWS * _BEAD + 36) + ROWS * _SMALL + 44
    drawing = Drawing(width, height, words.say("picture.roads"), roads_in_words(results, words))
    top = _grid(drawing, words.say("picture.bead_plate"), 12, 8, columns, _BEAD)
    first = max(widest - _MOST_COLUMNS, 0)
    for result, (column, row) in beads:
        if column >= first:
            _bead(drawing, result, 12 + (column - first) * _BEAD, top + row * _BEAD, words)
    below = _grid(drawing, words.say("picture.big_road"), 12, top + ROWS * _BEAD + 10, columns, _BEAD)
    for mark in big:
        column, row = mark.slot
        if column >= first:
            _ring(drawing, mark, 12 + (column - first) * _BEAD, below + row * _BEAD)
    left = 12
    room = (width - 24) // 3
    shown = (room - 14) // _SMALL
    for name, road in derived.items():
        start = _grid(drawing, words.say(f"picture.{name}"), left, below + ROWS * _BEAD + 10, shown, _SMALL)
        skipped = max([slot[0] + 1 for _, slot in road] + [0]) - shown
        for red, (column, row) in road:
            if column >= skipped:
                x, y = left + (column - max(skipped, 0)) * _SMALL, start + row * _SMALL
                _derived(drawing, name, x, y, colour=_RED if red else _BLUE)
        left += room
    return drawing


def roads_in_words(results: Sequence[Result], words: Catalogue) -> str:
    """The results in a sentence: how often each came, and the run at the end."""
    counts = {name: sum(result == name for result in results) for name in ("punto", "banco", "egalite")}
    lengths = list(map(len, streaks(results)))
    winners = [result for result in results if result != "egalite"]
    sentence = words.say("picture.roads_counts", coups=len(results), **counts)
    if not winners:
        return sentence
    last = words.value(winners[-1])
    return f"{sentence} {words.say('picture.roads_run', result=last, length=lengths[-1])}"


def _grid(drawing: Drawing, title: str, x: int, y: int, columns: int, size: int) -> int:
    """An empty road under its name; gives where its cells begin."""
    drawing.write(x, y + 12, title, 12, fill=MUTED_INK, font_weight="bold")
    top = y + 18
    drawing.shape("rect", x=x, y=top, width=columns * size, height=ROWS * size, fill=PAPER, stroke=LINE_COLOUR)
    for column in range(1, columns):
        at = x + column * size
        drawing.shape("line", x1=at, y1=top, x2=at, y2=top + ROWS * size, stroke=LINE_COLOUR, stroke_width=1)
    for row in range(1, ROWS):
        at = top + row * size
        drawing.shape("line", x1=x, y1=at, x2=x + columns * size, y2=at, stroke=LINE_COLOUR, stroke_width=1)
    return top


def _bead(drawing: Drawing, result: Result, x: int, y: int, words: Catalogue) -> None:
    """A filled disc with the first letter of the result, so that nobody needs the colour."""
    half = _BEAD // 2
    drawing.shape("circle", cx=x + half, cy=y + half, r=half - 2, fill=_COLOURS[result])
    letter = words.value(result)[:1].upper()
    drawing.write(x + half, y + half + 4, letter, 12, "middle", fill=PAPER, font_weight="bold")


def _ring(drawing: Drawing, mark: RoadMark, x: int, y: int) -> None:
    """A ring in the winner's colour: solid for banco, with a gap for punto; a green stroke for a tie, counted from two."""
    half = _BEAD // 2
    dash: dict[str, str | int] = {"stroke_dasharray": "9 3"} if mark.result == "punto" else {}
    ring: dict[str, str | int] = {"stroke": _COLOURS[mark.result], "stroke_width": 3, **dash}
    drawing.shape("circle", cx=x + half, cy=y + half, r=half - 4, fill="none", **ring)
    if mark.ties:
        green: dict[str, str | int] = {"stroke": _COLOURS["egalite"], "stroke_width": 3}
        drawing.shape("line", x1=x + 5, y1=y + _BEAD - 5, x2=x + _BEAD - 5, y2=y + 5, **green)
    if mark.ties > 1:
        drawing.write(x + half, y + half + 4, str(mark.ties), 11, "middle", fill=INK, font_weight="bold")


def _derived(drawing: Drawing, road: str, x: int, y: int, *, colour: str) -> None:
    """A ring on the big eye boy, a disc on the small road, a stroke on the cockroach pig; blue ones are smaller."""
    half, radius = _SMALL // 2, 5 if colour == _RED else 4
    if road == "cockroach":
        drawing.shape("line", x1=x + 2, y1=y + _SMALL - 2, x2=x + _SMALL - 2, y2=y + 2, stroke=colour, stroke_width=2)
        return
    fill: dict[str, str | int] = {"fill": colour} if road == "small" else {"fill": "none", "stroke_width": 2}
    drawing.shape("circle", cx=x + half, cy=y + half, r=radius, stroke=colour, **fill)

"""Every wager of the layout against a table that a chip on a drawn cloth gives: where it touches, there it plays.

The cloth is drawn here anew, cell by cell, and knows nothing of the product's: column `x`, line `y`, both counted in
halves so that a chip can lie in a cell, on an edge, on a corner, or on the line outside the numbers. What it touches
tells what it is: `n` numbers pay `36/n - 1` to 1.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import pytest

from ledger.values.wheel_layout import NUMBERED_KINDS, layout_of
from replay.editions.loader import shipped_edition
from replay.games.roulette import odds, parameters
from replay.games.roulette.bets import Spot
from replay.games.roulette.settlement import pieces_of, settle
from replay.rulebooks.rules import Rules
from tests.clauses.table import Row, Ruled, judged

EDITION: Final = shipped_edition("eca-roulette")
RULES: Final = Rules(EDITION)
LAYOUT: Final = layout_of(None)
ALL: Final = [str(number) for number in range(37)]

CLOCKWISE: Final = [
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
]
"""The wheel, as it is printed in every casino of Europe."""

Cloth = dict[tuple[int, int], set[int]]
"""Which numbers a chip at a point touches."""


def cloth() -> Cloth:
    """A chip on the cloth, in halves of a cell: the cell of column x and line y has its middle at (2x+1, 2y+1)."""
    touched: Cloth = {}
    for number in range(1, 37):
        x, y = (number - 1) // 3, (number - 1) % 3
        for dx in range(3):
            for dy in range(3):
                touched.setdefault((2 * x + dx, 2 * y + dy), set()).add(number)
    for y in range(7):
        touched.setdefault((0, y), set()).add(0)
    return touched


def rows_outside(touched: Cloth) -> Cloth:
    """On the line along the foot of the columns a chip plays all three numbers of each column that it touches."""
    whole: Cloth = {}
    for (x, y), numbers in touched.items():
        if y == 0:
            columns = {(number - 1) // 3 for number in numbers if number}
            whole[x, y] = {0} & numbers | {3 * column + 1 + n for column in columns for n in range(3)}
        elif y < 6:
            whole[x, y] = numbers
    return whole


def on_the_cloth() -> dict[frozenset[str], int]:
    """Every group of numbers that a chip can lie on, and its odds to 1."""
    groups = {frozenset(map(str, numbers)) for numbers in rows_outside(cloth()).values()}
    groups.add(frozenset({"0"}))
    return {group: 36 // len(group) - 1 for group in groups}


GROUPS: Final = on_the_cloth()


def test_the_cloth_has_as_many_places_as_every_cloth_has() -> None:
    sizes = [len(group) for group in GROUPS]
    assert {size: sizes.count(size) for size in set(sizes)} == {1: 37, 2: 60, 3: 14, 4: 23, 6: 11}


def test_the_layout_has_the_places_of_the_cloth_and_no_others() -> None:
    found = {group for kind in NUMBERED_KINDS for group in LAYOUT.placements[kind]}
    assert found == set(GROUPS)
    assert list(LAYOUT.wheel) == [str(number) for number in CLOCKWISE]


def test_red_and_black_alternate_around_the_wheel() -> None:
    colours = [LAYOUT.colour(pocket) for pocket in LAYOUT.wheel]
    assert colours == ["green", *("red", "black") * 18]


def spot_of(group: frozenset[str]) -> Spot:
    kind = next(kind for kind in NUMBERED_KINDS if group in LAYOUT.placements[kind])
    return Spot(kind, "-".join(sorted(group, key=int)))


def outside() -> Iterator[tuple[Spot, Mapping[int, Fraction]]]:
    """Dozens, columns and even chances, number by number as the cloth prints them."""
    reds = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    for index in (1, 2, 3):
        yield Spot("dozen", index=index), {n: Fraction(3) for n in range(1, 37) if 12 * index - 11 <= n <= 12 * index}
        yield Spot("column", index=index), {n: Fraction(3) for n in range(1, 37) if n % 3 == index % 3}
    halves = {
        "low": range(1, 19),
        "high": range(19, 37),
        "even": range(2, 37, 2),
        "odd": range(1, 37, 2),
        "red": reds,
        "black": set(range(1, 37)) - reds,
    }
    for kind, numbers in halves.items():
        yield Spot(kind), {**dict.fromkeys(numbers, Fraction(2)), 0: Fraction(1, 2)}


NET: Final[Mapping[str, tuple[int, Mapping[int, int]]]] = {
    "series_5_8": (6, dict.fromkeys((5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36), 12)),
    "orphans": (5, {1: 31, 17: 31, **dict.fromkeys((6, 9, 14, 20, 31, 34), 13)}),
    "grand_series": (
        9,
        {**dict.fromkeys((0, 2, 3), 15), **dict.fromkeys((4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35), 9)},
    ),
    "zero_game": (4, {26: 32, **dict.fromkeys((0, 3, 12, 15, 32, 35), 14)}),
}
"""Pieces of each call bet, and its net in pieces per number that wins."""


def call_bets() -> Iterator[tuple[Spot, Mapping[int, Fraction]]]:
    """What goes back per unit of stake."""
    for kind, (number, nets) in NET.items():
        yield Spot(kind), {n: Fraction(net + number, number) for n, net in nets.items()}
    for number in (3, 5, 7):
        for at, middle in enumerate(CLOCKWISE):
            covered = [CLOCKWISE[(at + step) % 37] for step in range(-(number // 2), number // 2 + 1)]
            yield Spot("neighbours", centre=str(middle), pieces=number), dict.fromkeys(covered, Fraction(36, number))


def every_wager() -> list[tuple[Spot, Mapping[int, Fraction]]]:
    """All wagers, and what goes back per unit of stake, by number; where it names none, nothing does."""
    single = [(spot_of(group), {int(n): Fraction(odds + 1) for n in group}) for group, odds in GROUPS.items()]
    return [*single, *outside(), *call_bets()]


WAGERS: Final = every_wager()


def test_every_wager_is_in_the_table() -> None:
    assert len(WAGERS) == 37 + 60 + 14 + 23 + 11 + 12 + 4 + 3 * 37


@pytest.mark.parametrize("pocket", ALL)
def test_every_wager_settles_as_the_cloth_says(pocket: str) -> None:
    for spot, back in WAGERS:
        on = pieces_of(spot, LAYOUT, RULES)
        assert on is not None
        assert settle(on, 1, pocket, LAYOUT, RULES) == back.get(int(pocket), 0), (str(spot), pocket)


def laid(n: int, spot: Spot) -> str:
    """A wager of 5.00 a piece, or of 500.00 outside."""
    stake = 500 * (spot.pieces or NET.get(spot.kind, (1, {}))[0])
    stake = 50_000 if spot.kind not in (*NUMBERED_KINDS, *NET, "neighbours") else stake
    fields = {"numbers": spot.numbers, "index": spot.index, "of": spot.centre, "pieces": spot.pieces}
    more = "".join(f" {name}={value}" for name, value in fields.items() if value is not None)
    return f"bet w{n} P{n} {spot.kind} {stake}{more}"


@pytest.mark.parametrize("pocket", ALL)
def test_a_round_with_every_wager_is_ruled_as_the_cloth_says(pocket: str) -> None:
    """Nobody is over a maximum: sixteen pieces of 5.00 at most lie on one number."""
    bets = "; ".join(laid(n, spot) for n, (spot, _) in enumerate(WAGERS))
    ended = f"rest {pocket}; call {pocket}; dolly {pocket}; close"
    spun = f"spin cw ccw; nmb; revolutions 11 after_call=4; {ended}"
    transcript = f"table: table roulette eca-roulette EUR\n1: open; {bets}; {spun}"
    (ruling,) = judged(Row("ECA-R-S1", "keeps", "All.", transcript, (Ruled(),)), EDITION)
    assert ruling["findings"] == []
    assert ruling["verdict"] == "stands"
    dues: dict[str, Any] = ruling["branches"][0]["due_minor"]
    for n, (spot, back) in enumerate(WAGERS):
        stake = int(laid(n, spot).split()[4])
        assert dues[f"w{n}"] == stake * back.get(int(pocket), 0), (str(spot), pocket)


def test_the_edges_are_those_of_the_wheel() -> None:
    edges = {row.wager: row.edge for row in odds.wager_odds(EDITION)}
    assert len(edges) == 6 + 6 + 2 + 4 + 3
    chances = {"low", "high", "even", "odd", "red", "black"}
    assert {kind: edge for kind, edge in edges.items() if kind in chances} == dict.fromkeys(chances, Fraction(1, 74))
    assert {edge for kind, edge in edges.items() if kind not in chances} == {Fraction(1, 37)}


def test_the_nets_are_those_of_every_table_of_call_bets() -> None:
    rows = {row.wager: row for row in odds.wager_odds(EDITION)}
    for kind, (number, nets) in NET.items():
        assert rows[kind].pieces == number
        assert rows[kind].net_amounts == {str(n): Fraction(net) for n, net in nets.items()}
    assert [set(rows[f"neighbours_{n}"].net_amounts.values()) for n in (3, 5, 7)] == [{33}, {31}, {29}]


def test_a_wheel_with_two_zeros_has_its_own_places_at_the_top() -> None:
    """Sixty-two splits, fifteen streets; five numbers with both zeros are no first four."""
    wheel = "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
    other = layout_of(wheel)
    assert list(other.faults()) == []
    counted = {kind: len(groups) for kind, groups in other.placements.items()}
    assert counted == {"straight": 38, "split": 62, "street": 15, "corner": 22, "first_four": 0, "six_line": 11}
    assert frozenset({"0", "3"}) not in other.placements["split"]
    assert frozenset({"00", "3"}) in other.placements["split"]


@pytest.mark.parametrize("wheel", ["1-2-3", "0-1-2-3-3-4-5-6", "0-1-2-4-5-6-7", "0-1-2-3"])
def test_a_wheel_that_has_no_layout_says_why(wheel: str) -> None:
    assert list(layout_of(wheel).faults())


def test_the_pieces_of_the_edition_are_shares_of_a_whole() -> None:
    for kind in parameters.CALL_BETS.parse(EDITION.values["call_bets.pieces"][0]):
        on = pieces_of(Spot(kind), LAYOUT, RULES)
        assert on is not None
        assert sum(piece.share for piece in on) == 1

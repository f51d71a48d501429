"""The layout and the wheel in signs: what won, where the dolly stands, and who has chips where."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.events.wheel import DollyPlaced
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, layout_of
from replay.games.roulette.bets import RouletteWagers
from replay.games.roulette.settlement import Piece, pieces_of
from replay.judging.board import Board, BoardCell, BoardLine, BoardWager, Look
from replay.judging.judgement import Judgement
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

POCKET_LOOKS: Final[Mapping[str, Look]] = {"red": "red", "black": "black", "green": "green"}
LETTERS_PER_CELL: Final = 4
NEIGHBOURS_SHOWN: Final = 5
"""So many compartments are shown on each side of the one that won."""

LyingPiece = tuple[str, Piece]
"""A piece with the letter of its player."""


def draw_board(round_: Round, judgement: Judgement, rules: Rules) -> Board:
    """What lay where, from the numbers to the wheel; chips are told by a letter for each player."""
    layout, won = layout_of(round_.table_opening.wheel), judgement.lawful_result
    bets = RouletteWagers(None, (), reopens=False).follow_round(round_)
    letters = {player: chr(ord("A") + n % 26) for n, player in enumerate(dict.fromkeys(bet.player for bet in bets))}
    lying = [(letters[bet.player], piece) for bet in bets for piece in pieces_of(bet.last_spot, layout, rules) or ()]
    dollies = [round_entry.event.pocket for round_entry in round_.entries if isinstance(round_entry.event, DollyPlaced)]
    sections = [tuple(_grid(layout, won, dollies[-1] if dollies else None, lying)), tuple(_outside(layout, won, lying))]
    if won is not None and won in layout.wheel:
        sections.append((_wheel_line(layout, won),))
    wagers = (BoardWager(letters[bet.player], bet.wager, bet.player, str(bet.spot), bet.stake_minor) for bet in bets)
    return Board(tuple(sections), tuple(wagers))


def _grid(layout: Layout, won: str | None, dolly: str | None, lying: Sequence[LyingPiece]) -> Iterator[BoardLine]:
    """The numbers as they lie, the third column uppermost; under each who has chips on it, alone or with others."""
    on: Mapping[str, set[str]] = defaultdict(set)
    for letter, piece in lying:
        for number in piece.numbers if piece.kind in NUMBERED_KINDS else ():
            on[number].add(letter)
    for line in reversed(range(3)):
        zeros = layout.zeros if line == 1 else ()
        pockets = [*zeros, *(row[line] for row in layout.rows)]
        margin = BoardCell("" if zeros else "     " * len(layout.zeros))
        yield margin, *(BoardCell(_pocket_text(p, won, dolly), POCKET_LOOKS[layout.colour(p)]) for p in pockets)
        yield margin, BoardCell("".join(f"{_letters_text(on[pocket]):^5}" for pocket in pockets), "chips")
    legend = "no number counts" if won is None else "[n] won"
    legend += ("" if dolly is None else "   n* the dolly") + "   letters: chips that cover the number"
    yield (BoardCell(legend, "dim"),)


def _letters_text(letters: set[str]) -> str:
    """Who has chips there, as far as a cell has room."""
    shown = "".join(sorted(letters))
    return shown if len(shown) <= LETTERS_PER_CELL else shown[: LETTERS_PER_CELL - 1] + "+"


def _pocket_text(pocket: str, won: str | None, dolly: str | None) -> str:
    mark = "*" if pocket == dolly else ""
    return f"[{pocket:>2}{mark or ']'}" + (" " if not mark else "]") if pocket == won else f" {pocket:>2}{mark:<2}"


def _outside(layout: Layout, won: str | None, lying: Sequence[LyingPiece]) -> Iterator[BoardLine]:
    """Dozens, columns and even chances with their chips; those in brackets have won."""
    thirds = ((f"{kind} {n}", kind, layout.third_numbers(kind, n)) for kind in INDEXED_KINDS for n in THIRDS)
    chances = ((kind, kind, layout.even_chance_numbers(kind)) for kind in EVEN_CHANCES)
    for fields in (thirds, chances):
        cells: list[BoardCell] = []
        for name, kind, numbers in fields:
            letters = sorted({letter for letter, piece in lying if (piece.kind, piece.numbers) == (kind, numbers)})
            cells.append(BoardCell(f"[{name}]", "bold") if won in numbers else BoardCell(f" {name} ", "dim"))
            cells.append(BoardCell("".join(letters) + " ", "chips"))
        yield tuple(cells)


def _wheel_line(layout: Layout, won: str) -> BoardLine:
    """The compartments around the one that won, clockwise."""
    around = layout.neighbours_of(won, 2 * NEIGHBOURS_SHOWN + 1)
    pockets = (
        BoardCell(f"[{pocket:>2}]" if pocket == won else f" {pocket:>2} ", POCKET_LOOKS[layout.colour(pocket)])
        for pocket in around
    )
    return BoardCell("wheel …"), *pockets, BoardCell("…")

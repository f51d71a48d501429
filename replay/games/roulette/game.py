"""Roulette, as the registry offers it.

The keys by which a spin is typed beside the footage.

A spin as a trial of the wheel, and bets that were laid when the ball lay already.

A round of roulette as it is looked at, step by step: where the ball lies, and what the dealer was due to do next.

The layout and the wheel in signs: what won, where the dolly stands, and who has chips where.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ledger.events.play import WagerPlaced
from ledger.events.wheel import BallRemoved, BallRested, BallReturned, BallSpun, DollyPlaced
from ledger.values.message import Message, Term
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, layout_of, position_text
from replay.games.roulette.bets import CALL_BETS, NEIGHBOURS, RouletteWagers, Spot
from replay.games.roulette.judge import judge
from replay.games.roulette.no_spin import previous_pocket
from replay.games.roulette.settlement import Piece, pieces_of
from replay.games.roulette.spin import SpinBoard, SpinProcedure, entries_with_acts, follow_acts
from replay.games.roulette.supposed import supposed_rounds
from replay.games.roulette.wagers_due import RouletteMoney
from replay.judging.felt import LaidPiece
from replay.judging.game import (
    BetTrial,
    Board,
    BoardCell,
    BoardLine,
    BoardWager,
    Frames,
    Game,
    Hands,
    KeyPattern,
    Look,
    RoundFrame,
    TypingKeys,
    WheelSpin,
)
from replay.judging.house_acts import no_spin_calls
from replay.judging.judgement import Judgement
from replay.procedure.procedure import Due
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


_DUE_TEXTS: Final[dict[str, Message]] = {
    "open": Message('"place your bets" is called'),
    "spin": Message("the ball is spun"),
    "no more bets": Message('"no more bets" is called'),
    "rest": Message("the ball comes to rest"),
    "announcement": Message("the winning number is announced"),
    "dolly": Message("the dolly is placed"),
    "print": Message("pieces are added from the print"),
    "collect": Message("losers are collected"),
    "pay": Message("winners are paid"),
    "ball back": Message("the ball is brought back"),
    "examination": Message("the ball is examined"),
    "return": Message("the ball goes back to the previous winning compartment"),
}


def frames(round_: Round, rules: Rules) -> Frames:
    """The wheel after each entry of a round."""
    bets = RouletteWagers(None, (), reopens=False).follow_round(round_)
    money = RouletteMoney(
        bets, layout_of(round_.table_opening.wheel), round_.table_opening.minor_digits, round_.terms_at_opening, rules
    )
    procedure, hands, touched = SpinProcedure(money.wagers_to_settle), dict[str, tuple[str, ...]](), None
    board = SpinBoard(previous_pocket=previous_pocket(round_) or "")
    for round_entry, act in entries_with_acts(round_, money.wagers_to_settle):
        if act is not None:
            board, _ = follow_acts(procedure, board, rules, [act])
        touched = None
        match round_entry.event:
            case BallRested() | BallReturned():
                hands, touched = {"pocket": (round_entry.event.pocket,)}, "pocket"
            case BallSpun() | BallRemoved():
                hands = {}
        yield RoundFrame(round_entry, _shown_hands(hands), touched, _due_text(procedure.due(board, rules)))


def _shown_hands(hands: Hands) -> Hands:
    return hands or {"pocket": ()}


def _due_text(due: Due | None) -> str:
    return Message("nothing more") if due is None else _DUE_TEXTS[due.place]


def count(cards: tuple[str, ...], rules: Rules) -> str:  # noqa: ARG001 - the games' door asks all of them alike
    """A pocket is what it is."""
    return ""


def spin_of(round_: Round) -> WheelSpin | None:
    """Where the ball came to rest, unless the spin was none."""
    rests = round_.entries_of(BallRested)
    calls = [call for call, _ in no_spin_calls(round_)]
    if not rests or (calls and calls[-1].index > rests[-1][0].index):
        return None
    wheel, pocket = layout_of(round_.table_opening.wheel).wheel, rests[-1][1].pocket
    return WheelSpin(wheel, pocket) if pocket in wheel else None


def bet_trials(round_: Round, rules: Rules) -> Iterator[BetTrial]:
    """Bets laid after the ball had come to rest: whoever does not look wins with them as often as anybody."""
    spin, rests = spin_of(round_), round_.entries_of(BallRested)
    if spin is None:
        return
    layout = layout_of(round_.table_opening.wheel)
    for round_entry, bet in round_.entries_of(WagerPlaced):
        if round_entry.index > rests[-1][0].index:
            pieces = pieces_of(Spot(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces), layout, rules) or ()
            numbers = frozenset[str]().union(*(piece.numbers for piece in pieces))
            if numbers and len(numbers) < len(spin.wheel):
                chance = Fraction(len(numbers), len(spin.wheel))
                yield BetTrial(bet.player, "ball_at_rest", spin.pocket in numbers, chance)


_GROUNDS: Final = {
    "w": "with_the_wheel",
    "r": "too_few_revolutions",
    "f": "foreign_object",
    "c": "no_compartment",
    "l": "left_the_wheel",
    "i": "interference",
    "o": "other",
}

KEYS: Final = TypingKeys(
    patterns=(
        KeyPattern("w", "bet {wager} {player} {kind} {stake}", Message("a wager"), ("player", "kind", "stake")),
        KeyPattern("s", "spin", Message("the ball is spun")),
        KeyPattern("r", "rest {pocket}", Message("the ball comes to rest"), ("pocket",)),
        KeyPattern("c", "call {pocket}", Message("the number is announced"), ("pocket",)),
        KeyPattern("d", "dolly {pocket}", Message("the dolly is placed"), ("pocket",)),
        KeyPattern("z", "no_spin {ground}", Message("“no spin” is called"), ("ground",)),
        KeyPattern("i", "incident {ground}", Message("what disturbs the spin"), ("ground",)),
        KeyPattern("t", "ball_out", Message("the ball is taken out")),
        KeyPattern("b", "ball_in {pocket}", Message("the ball is put back"), ("pocket",)),
    ),
    choices={
        "kind": {"r": "red", "b": "black", "o": "odd", "e": "even", "l": "low", "h": "high"},
        "ground": _GROUNDS,
    },
)


def _wager_name(kind: str) -> str:
    """The kind in words, as in six line."""
    return Term(kind)


def _wager_position(bet: WagerPlaced) -> str:
    return position_text(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces)


def _laid_pieces(bet: WagerPlaced, round_: Round, rules: Rules) -> tuple[LaidPiece, ...]:
    """The pieces of a call bet, the numbers of each in the order of the wheel."""
    if bet.kind not in (*CALL_BETS, NEIGHBOURS):
        return ()
    layout = layout_of(round_.table_opening.wheel)
    pieces = pieces_of(Spot(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces), layout, rules) or ()
    return tuple(
        LaidPiece(piece.kind, tuple(sorted(piece.numbers, key=layout.wheel.index)), piece.share) for piece in pieces
    )


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_wager_name,
    place_name=Term,
    supposed_rounds=supposed_rounds,
    wager_position=_wager_position,
    laid_pieces=_laid_pieces,
    draw_board=draw_board,
    has_wheel=True,
    typing_keys=KEYS,
    spin_of=spin_of,
    bet_trials=bet_trials,
)

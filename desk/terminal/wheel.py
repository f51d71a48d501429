"""A round of roulette on the terminal: its steps, and what the wagers on the layout came to."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.terminal.ruling import show_findings, step_line
from ledger.events.wheel import DollyPlaced
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, layout_of
from projections.timeline.event_text import amount_formatter
from projections.timeline.timeline import Step, timeline_steps
from replay.games.roulette.bets import RouletteBet, RouletteWagers
from replay.games.roulette.settlement import Piece, pieces_of
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

STYLES = {"red": "bold white on red", "black": "bold white on black", "green": "bold white on green"}
ROOM = 4
SIDE = 5
"""So many compartments are shown on each side of the one that won."""


def drawing(ruling: Ruling) -> Iterator[Text | Table]:
    """What lay where, from the wheel to the money; chips are told by a letter for each player."""
    round_, outcome = ruling.round, ruling.branches[0].outcome
    layout, rules = layout_of(round_.table_opening.wheel), Rules(ruling.edition)
    bets = RouletteWagers(None, (), reopens=False).follow_round(round_)
    letters = {player: chr(ord("A") + n % 26) for n, player in enumerate(dict.fromkeys(bet.player for bet in bets))}
    lying = [(letters[bet.player], piece) for bet in bets for piece in pieces_of(bet.rest_spot, layout, rules) or ()]
    dollies = [round_entry.event.pocket for round_entry in round_.entries if isinstance(round_entry.event, DollyPlaced)]
    yield _grid(layout, outcome.lawful_result, dollies[-1] if dollies else None, lying)
    yield _outside(layout, outcome.lawful_result, lying)
    if outcome.lawful_result in layout.wheel:
        yield _wheel(layout, outcome.lawful_result or "")
    if bets:
        yield _wagers(ruling, bets, letters)


def _grid(layout: Layout, won: str | None, dolly: str | None, lying: Sequence[tuple[str, Piece]]) -> Text:
    """The numbers as they lie, the third column uppermost; under each who has chips on it, alone or with others."""
    on: Mapping[str, set[str]] = defaultdict(set)
    for letter, piece in lying:
        for number in piece.numbers if piece.kind in NUMBERED_KINDS else ():
            on[number].add(letter)
    drawn = Text()
    for line in reversed(range(3)):
        zeros = layout.zeros if line == 1 else ()
        cells = [*zeros, *(row[line] for row in layout.rows)]
        margin = "" if zeros else "     " * len(layout.zeros)
        drawn.append(margin)
        for pocket in cells:
            drawn.append(_cell(pocket, won, dolly), style=STYLES[layout.colour(pocket)])
        drawn.append("\n" + margin)
        drawn.append("".join(f"{_players(on[pocket]):^5}" for pocket in cells) + "\n", style="yellow")
    legend = "no number counts" if won is None else "[n] won"
    legend += ("" if dolly is None else "   n* the dolly") + "   letters: chips that cover the number\n"
    return drawn.append(legend, style="dim")


def _players(letters: set[str]) -> str:
    """Who has chips there; a cell has room for four."""
    return "".join(sorted(letters)) if len(letters) <= ROOM else "".join(sorted(letters)[: ROOM - 1]) + "+"


def _cell(pocket: str, won: str | None, dolly: str | None) -> str:
    mark = "*" if pocket == dolly else ""
    return f"[{pocket:>2}{mark or ']'}" + (" " if not mark else "]") if pocket == won else f" {pocket:>2}{mark:<2}"


def _outside(layout: Layout, won: str | None, lying: Sequence[tuple[str, Piece]]) -> Text:
    """Dozens, columns and even chances with their chips; those in brackets have won."""
    drawn = Text()
    for kinds in (INDEXED_KINDS, EVEN_CHANCES):
        for kind in kinds:
            for index in THIRDS if kind in INDEXED_KINDS else (0,):
                numbers = layout.third_numbers(kind, index) if index else layout.even_chance_numbers(kind)
                letters = "".join(sorted({who for who, piece in lying if (piece.kind, piece.numbers) == (kind, numbers)}))
                name = f"{kind} {index}" if index else kind
                drawn.append(f"[{name}]" if won in numbers else f" {name} ", style="bold" if won in numbers else "dim")
                drawn.append(f"{letters} ", style="yellow")
        drawn.append("\n")
    return drawn


def _wheel(layout: Layout, won: str) -> Text:
    """The compartments around the one that won, clockwise."""
    drawn = Text("wheel …")
    for pocket in layout.neighbours_of(won, 2 * SIDE + 1):
        drawn.append(f"[{pocket:>2}]" if pocket == won else f" {pocket:>2} ", style=STYLES[layout.colour(pocket)])
    return drawn.append("…\n")


def _wagers(ruling: Ruling, bets: Sequence[RouletteBet], letters: Mapping[str, str]) -> Table:
    """What became of each wager under the first of the readings."""
    shown = Table("", "player", "wager", "stake", "goes back", "", box=None, pad_edge=False, header_style="dim")
    opening = ruling.round.table_opening
    format_money = amount_formatter(opening.minor_digits, opening.currency)
    dues = {claim.wager: claim.due_minor for claim in ruling.branches[0].outcome.wagers_due}
    for bet in bets:
        due = dues.get(bet.wager)
        came = (
            "open" if due is None else "lost" if not due else "won" if due > bet.stake_minor else "goes back, or part of it"
        )
        style = {"won": "green", "lost": "red"}.get(came, "")
        money = "" if due is None else format_money(due)
        shown.add_row(
            letters[bet.player], bet.player, str(bet.spot), format_money(bet.stake_minor), money, Text(came, style=style)
        )
    return shown


def show_spins(console: Console, ruling: Ruling, at: int | None) -> None:
    """Prints the round up to step `at`, and the layout with the number that won."""
    round_, steps = ruling.round, timeline_steps(ruling)
    console.print(
        Text(f"{round_.name}  ·  {ruling.edition.sheet.edition.document}, edition {ruling.edition.name}", style="bold")
    )
    console.print(Text(f"account {round_.account}, {len(steps)} steps", style="dim"))
    console.print(_steps(steps[: at or None]))
    if at is None or at >= len(steps):
        for drawn in drawing(ruling):
            console.print(drawn)
        show_findings(console, ruling)


def _steps(steps: Sequence[Step]) -> Table:
    shown = Table("step", "what happened", "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        shown.add_row(Text(f"{step.number}", style="dim"), step_line(step), Text(step.due or "", style="dim"))
    return shown

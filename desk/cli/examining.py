"""`recoup examine`: a table over many days: its wheel, and bets that follow what nobody could know."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.rounds import Since, Until
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, bar, console, print_json
from ledger.errors import UnknownRound
from projections.documents.examined import (
    ArcDocument,
    DurationsDocument,
    ExaminedTableDocument,
    SpeedsDocument,
    examine_table,
)
from projections.table_days import TableDays

_MOST_SHOWN = 10
_STAGES = {
    "betting": "Bets placed until the ball is spun",
    "ball_in_rim": "Ball spun until no more bets",
    "ball_falling": "No more bets until the number",
    "between_games": "Number until the next game",
}
_WORDS = {"next_card": "follow the next card", "ball_at_rest": "laid when the ball lay"}


def examine(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table, such as RO-1.")],
    ledger: LedgerUrl = DEFAULT,
    since: Since = None,
    until: Until = None,
    as_json: Json = False,
) -> None:
    """Examine a table's wheel over many days, and bets that follow what nobody could know: questions, no verdicts."""
    with open_existing(ledger) as opened:
        table_days = TableDays(opened)
        known = table_days.days(table)
        if not known:
            raise UnknownRound(f"nothing is on record of a table {table}; `recoup rounds` lists rounds with their tables")
        days = [
            day
            for day in known
            if (since is None or day.partition("/")[2] >= since.date().isoformat())
            and (until is None or day.partition("/")[2] <= until.date().isoformat())
        ]
        with bar("examined", len(days)) as progress:
            examined = examine_table(table_days, table, days, progress)
    if as_json:
        print_json(examined)
        return
    _show(examined)


def _show(examined: ExaminedTableDocument) -> None:
    out = console()
    out.print(
        Text(
            f"{examined.table}  ·  {examined.days:,} {'day' if examined.days == 1 else 'days'}, {examined.rounds:,} rounds",
            style="bold",
        )
    )
    if examined.spins:
        out.print(Text(f"  Wheel, {examined.spins:,} spins: {_arc_text(examined.wheel, 'pocket')}"))
        for warning, number in examined.warnings.items():
            out.print(Text(f"  The wheel itself warned of {warning.replace('_', ' ')} {number:,} times."))
    for durations in examined.durations or ():
        out.print(Text(f"  {_duration_text(durations)}"))
    if examined.speeds:
        out.print(Text(f"  {_speed_text(examined.speeds)}"))
    for dealer in examined.dealers:
        where = _arc_text(dealer.offsets, "distance")
        out.print(Text(f"  Dealer {dealer.dealer}, {dealer.spins:,} spins, from where the ball lay before: {where}"))
    if examined.bettors:
        shown = Table("player", "bets that", "bets", "hits", "by chance", "once in", box=None, pad_edge=False)
        for bettor in examined.bettors:
            cells = (f"{bettor.bets:,}", f"{bettor.hits:,}", bettor.expected, f"{bettor.one_in:,}")
            shown.add_row(bettor.player, _WORDS[bettor.kind], *cells)
        out.print(shown)
    if not examined.spins and not examined.bettors:
        out.print(Text("  Nothing on record can show anything of the kind."))
    out.print(
        Text(
            "  “once in” is how rarely chance ever comes to it, however often one looks. It is no verdict on anybody.",
            style="dim",
        )
    )


def _duration_text(durations: DurationsDocument) -> str:
    text = f"{_STAGES[durations.stage]}: {_seconds(durations.median_ms)} in the median of {durations.games:,} games"
    if durations.usual_from_ms is None or durations.usual_to_ms is None:
        return f"{text}; too few to know what is usual."
    text += f", usually {_seconds(durations.usual_from_ms)} to {_seconds(durations.usual_to_ms)}."
    return text + _unusual_text([(game.round, _seconds(game.milliseconds)) for game in durations.unusual])


def _speed_text(speeds: SpeedsDocument) -> str:
    median = _rpm(speeds.median_rpm_tenths)
    text = f"Speed of the wheel when the ball is spun: {median} in the median of {speeds.spins:,} spins"
    if speeds.usual_from_rpm_tenths is None or speeds.usual_to_rpm_tenths is None:
        return f"{text}; too few to know what is usual."
    text += f", usually {_rpm(speeds.usual_from_rpm_tenths)} to {_rpm(speeds.usual_to_rpm_tenths)}."
    return text + _unusual_text([(game.round, _rpm(game.rpm_tenths)) for game in speeds.unusual])


def _unusual_text(games: list[tuple[str, str]]) -> str:
    """The first unusual games of a table, each with its value; empty where there is none."""
    shown = [f"{name.rpartition('/')[2]} {value}" for name, value in games[:_MOST_SHOWN]]
    more = len(games) - len(shown)
    return f" Unusual: {', '.join(shown)}{f', and {more:,} more' if more else ''}." if shown else ""


def _rpm(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10} rpm"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000 // 100} s"


def _arc_text(arc: ArcDocument | None, what: str) -> str:
    if arc is None or arc.one_in < 2:
        return "nothing beyond chance"
    names = arc.pockets[0] if len(arc.pockets) == 1 else f"{arc.pockets[0]} to {arc.pockets[-1]}"
    plural = what if len(arc.pockets) == 1 else f"{what}s"
    came = f"{plural} {names} came {arc.hits:,} times in {arc.spins:,}, {arc.expected} by chance"
    return f"{came}: once in {arc.one_in:,} at most"

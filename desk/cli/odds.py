"""`recoup odds`: exact probabilities and edges, and the advice in writing that follows from them."""

from contextlib import nullcontext
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook
from desk.cli.rulebooks import edition
from desk.terminal.console import DEFAULT, WRONG_USE, Json, LedgerUrl, console, print_json
from ledger.values.wheel_layout import layout_of
from replay.games.baccarat.odds import BaccaratWagerOdds, ResultCounts, count_results, decimal_text, edges_at_share
from replay.games.baccarat.odds import wager_odds as exact_odds
from replay.games.blackjack import odds as blackjack
from replay.games.blackjack.odds import SideBetOdds
from replay.games.roulette import odds as roulette
from replay.games.roulette.odds import RouletteWagerOdds as WheelOdds
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

Share = Annotated[
    int | None, typer.Option("--advise", metavar="BP", min=0, max=10_000, help="The edge for an agreed tie share.")
]


def odds(
    name: Annotated[str, typer.Argument(metavar="RULEBOOK", autocompletion=complete_rulebook)],
    wager: Annotated[str | None, typer.Option("--wager", help="Only this wager.")] = None,
    share: Share = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Exact odds by walking every hand through the procedure and the settlement that rule on disputes."""
    edition_ = edition(name, ledger)
    if edition_.game == "championship":
        typer.echo(f"recoup: {name} is of a championship; ask for the odds of the rulebook of a game", err=True)
        raise typer.Exit(WRONG_USE)
    if edition_.game != "baccarat":
        if share is not None or wager is not None:
            typer.echo(f"recoup: {name} is {edition_.game}; --advise and --wager are for baccarat", err=True)
            raise typer.Exit(WRONG_USE)
        (_blackjack if edition_.game == "blackjack" else _roulette)(edition_, as_json=as_json)
        return
    with nullcontext() if as_json else console().status("counting every coup of a fresh shoe"):
        counted = count_results(edition_)
    if share is not None:
        _advise(edition_, share, edges_at_share(edition_, counted, share))
        return
    rows = [row for row in exact_odds(edition_, counted) if wager in (None, row.wager)]
    if not rows:
        typer.echo(f"recoup: {name} has no wager {wager!r}", err=True)
        raise typer.Exit(WRONG_USE)
    if as_json:
        print_json(_document(edition_, counted, rows))
    else:
        _show(edition_, counted, rows)


def _blackjack(edition_: Edition, *, as_json: bool) -> None:
    """The dealer's hand from a fresh shoe, what an insurance costs, and the side bets."""
    with nullcontext() if as_json else console().status("drawing the dealer's hand in every way"):
        chances, sides = list(blackjack.dealer_chances(edition_)), list(blackjack.side_bets(edition_))
    edge = blackjack.insurance_edge(edition_)
    if as_json:
        dealer = [{"outcome": chance.outcome, "probability": decimal_text(chance.probability)} for chance in chances]
        document = {
            "rulebook": edition_.id,
            "edition": edition_.name,
            "dealer": dealer,
            "insurance_edge": decimal_text(edge),
        }
        print_json({**document, "side_bets": [_side_bet(row) for row in sides]})
        return
    shown = Table("the dealer comes to", "probability", box=None, pad_edge=False)
    shown.columns[1].justify = "right"
    for chance in chances:
        label = {"over": "over, altogether"}.get(chance.outcome, chance.outcome)
        shown.add_row(label, f"{decimal_text(chance.probability * 100, 4)}%")
    console().print(Text(f"{edition_.sheet.edition.document}: the dealer's hand from a fresh shoe, exactly", style="bold"))
    console().print(shown)
    console().print(f"Of an insurance against an ace the house keeps {decimal_text(edge * 100, 4)}% on average.")
    if sides:
        _show_sides(sides)


def _roulette(edition_: Edition, *, as_json: bool) -> None:
    """What every wager of the layout costs, and what a winner is worth net, in pieces."""
    rows, of = list(roulette.wager_odds(edition_)), len(layout_of(None).wheel)
    if as_json:
        print_json(
            {"rulebook": edition_.id, "edition": edition_.name, "of": of, "wagers": [_layout_wager(row) for row in rows]}
        )
        return
    shown = Table("wager", "placements", "pieces", "edge", "net per piece laid", box=None, pad_edge=False)
    for column in shown.columns[1:4]:
        column.justify = "right"
    for row in rows:
        nets = [f"{'+' if net > 0 else ''}{net} on {' '.join(pockets)}" for net, pockets in _by_net(row).items()]
        edge = f"{row.edge} ({decimal_text(row.edge * 100, 4)}%)"
        shown.add_row(row.wager.replace("_", " "), str(row.placements), str(row.pieces), edge, "; ".join(nets))
    console().print(Text(f"{edition_.sheet.edition.document}: every compartment of the wheel, counted", style="bold"))
    console().print(shown)


def _by_net(row: WheelOdds) -> dict[Fraction, list[str]]:
    found: dict[Fraction, list[str]] = {}
    for pocket, net in row.net_amounts.items():
        found.setdefault(net, []).append(pocket)
    return found


def _layout_wager(row: WheelOdds) -> dict[str, Any]:
    return {
        "wager": row.wager,
        "placements": row.placements,
        "pieces": row.pieces,
        "nets": {pocket: str(net) for pocket, net in row.net_amounts.items()},
        "edge": decimal_text(row.edge),
    }


def _side_bet(row: SideBetOdds) -> dict[str, Any]:
    return {
        "wager": row.wager,
        "readings": dict(row.readings),
        "lines": [
            {
                "on": line.name,
                "odds": line.odds,
                "probability": decimal_text(line.probability),
                "ways": None if line.ways is None else str(line.ways),
            }
            for line in row.lines
        ],
        "of": None if row.pair_count is None else str(row.pair_count),
        "edge": None if row.edge is None else decimal_text(row.edge),
        "published": row.published,
        "convention": row.convention,
        "remark": row.remark,
    }


def _show_sides(sides: list[SideBetOdds]) -> None:
    shown = Table("side bet", "on", "odds", "probability", "ways", "edge", "published", "", box=None, pad_edge=False)
    for column in shown.columns[3:7]:
        column.justify = "right"
    for row in sides:
        reading = ", ".join(f"{clause} ({letter})" for clause, letter in row.readings.items())
        words = Text("; ".join(filter(None, (reading, row.convention))), style="dim")
        for n, line in enumerate(row.lines):
            whole = (
                "" if row.edge is None else f"{decimal_text(row.edge * 100, 4)}%",
                row.published or "",
                words,
            )
            shown.add_row(
                "" if n else row.wager,
                line.name.replace("_", " "),
                line.odds or "not posted",
                f"{decimal_text(line.probability * 100, 4)}%",
                "" if line.ways is None else f"{line.ways:,} of {row.pair_count:,}",
                *(("", "", "") if n else whole),
            )
    console().print(shown)
    for row in sides:
        if row.remark:
            console().print(f"{row.wager} at {' and '.join(line.odds or '' for line in row.lines)}: {row.remark}")


def _document(edition_: Edition, counted: ResultCounts, rows: list[BaccaratWagerOdds]) -> dict[str, Any]:
    by_result = counted.draws_by_winner(Rules(edition_))
    return {
        "rulebook": edition_.id,
        "edition": edition_.name,
        "counts": {**{result: str(ways) for result, ways in by_result.items()}, "of": str(counted.draws)},
        "wagers": [
            {
                "wager": row.wager,
                "odds": row.odds,
                "tie_share_bp": row.tie_share_bp,
                "win": str(row.win),
                "of": str(row.draws),
                "edge": None if row.edge is None else decimal_text(row.edge),
                "published": row.published,
                "convention": row.convention,
            }
            for row in rows
        ],
    }


def _show(edition_: Edition, counted: ResultCounts, rows: list[BaccaratWagerOdds]) -> None:
    by_result = counted.draws_by_winner(Rules(edition_))
    shown = Table("wager", "odds", "tie share", "wins", "edge", "published", "", box=None, pad_edge=False)
    for column in shown.columns[2:6]:
        column.justify = "right"
    for row in rows:
        shown.add_row(
            row.wager,
            row.odds or ("" if row.edge is not None else "not posted"),
            "" if row.tie_share_bp is None else f"{row.tie_share_bp // 100}%",
            f"{row.win:,}" if row.draws == counted.draws else "",
            "" if row.edge is None else f"{decimal_text(row.edge * 100, 4)}%",
            row.published or "",
            Text(row.convention or "", style="dim"),
        )
    console().print(Text(f"{edition_.sheet.edition.document}: every coup of a fresh shoe, counted", style="bold"))
    console().print(", ".join(f"{result} {ways:,}" for result, ways in by_result.items()) + f" of {counted.draws:,}")
    console().print(shown)


def _advise(edition_: Edition, share: int, edges: dict[str, Fraction]) -> None:
    """The advice on an agreed share, ready to be given in writing."""
    percent = {side: f"{decimal_text(edge * 100, 4)}%" for side, edge in edges.items()}
    document = edition_.sheet.edition.document
    typer.echo(
        f"{document}. With {share // 100}.{share % 100:02d}% of the stake paid on a tie, the house edge "
        f"is {percent['banco']} on banco and {percent['punto']} on punto, {percent['mean']} on average: of every 100 "
        "staked the player loses so much on average, over time."
    )

"""Exact odds: every placement of every wager settled for every compartment of the wheel, as disputes are settled."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from pydantic import Field

from ledger.values.document import Decimal, Document
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, layout_of
from replay.games.roulette import parameters
from replay.games.roulette.bets import Spot
from replay.games.roulette.settlement import pieces_of, settle
from replay.judging.odds import GameOdds, OddsReport, OddsTable, decimal_text, percent_text
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True)
class RouletteWagerOdds:
    """A kind of wager: its placements, and what a stake that is its number of pieces wins or loses net, by pocket.

    `nets` are those of the first placement, for the pockets that do not lose all of it.
    """

    wager: str
    placements: int
    pieces: int
    net_amounts: dict[str, Fraction]
    edge: Fraction


def all_spots(layout: Layout, rules: Rules) -> Iterator[tuple[str, Spot]]:
    """Every wager that can be laid, with the name of its kind."""
    offered = rules.value(parameters.OFFERED)
    for kind in filter(offered.__contains__, NUMBERED_KINDS):
        for group in sorted(layout.placements[kind], key=lambda group: sorted(map(layout.wheel.index, group))):
            yield kind, Spot(kind, "-".join(sorted(group, key=int)))
    for chance in filter(offered.__contains__, EVEN_CHANCES):
        yield chance, Spot(chance)
    for third in filter(offered.__contains__, INDEXED_KINDS):
        yield from ((third, Spot(third, index=index)) for index in THIRDS)
    for bet in rules.value(parameters.CALL_BETS):
        yield bet, Spot(bet)
    numbers = rules.value(parameters.NEIGHBOURS)
    for number in sorted(numbers):
        for pocket in layout.wheel:
            yield f"neighbours_{number}", Spot("neighbours", centre=pocket, pieces=number)


def net_by_pocket(spot: Spot, layout: Layout, rules: Rules) -> tuple[int, dict[str, Fraction]]:
    """The number of pieces of a wager, and what one unit on each wins or loses net, by pocket."""
    on = pieces_of(spot, layout, rules) or ()
    number = int(1 / Fraction(min((piece.share for piece in on), default=1)))
    return number, {pocket: Fraction(settle(on, number, pocket, layout, rules) - number) for pocket in layout.wheel}


def wager_odds(edition: Edition) -> Iterator[RouletteWagerOdds]:
    """The odds of every kind of wager on the wheel with one zero; kinds whose placements differ are told apart."""
    rules, layout = Rules(edition), layout_of(None)
    found: dict[tuple[str, Fraction], tuple[int, int, dict[str, Fraction]]] = {}
    for kind, spot in all_spots(layout, rules):
        whole, by_pocket = net_by_pocket(spot, layout, rules)
        edge = -sum(by_pocket.values(), Fraction(0)) / (whole * len(layout.wheel))
        number, first, shown = found.get((kind, edge), (0, whole, by_pocket))
        found[kind, edge] = number + 1, first, shown
    for (kind, edge), (number, whole, by_pocket) in found.items():
        kept = {pocket: net for pocket, net in by_pocket.items() if net != -whole}
        yield RouletteWagerOdds(kind, number, whole, kept, edge)


class LayoutWagerOddsDocument(Document):
    """A kind of wager at roulette: `nets` are what a piece on each of its places wins or loses together, by pocket."""

    wager: str
    placements: int
    pieces: int
    nets: dict[str, Annotated[str, Field(pattern=r"^-?[0-9]+(?:/[0-9]+)?$")]]
    edge: Decimal


class WheelOddsDocument(Document):
    """The exact odds of every wager on the layout; `of` are the compartments of the wheel."""

    rulebook: str
    edition: str
    of: int
    wagers: list[LayoutWagerOddsDocument]


def _report(edition: Edition, _: str | None) -> OddsReport:
    """What every wager of the layout costs, and what a winner is worth net, in pieces."""
    rows = list(wager_odds(edition))
    shown = OddsTable(
        ("wager", "placements", "pieces", "edge", "net per piece laid"),
        tuple(_table_row(row) for row in rows),
        right=frozenset({1, 2, 3}),
    )
    return OddsReport(
        f"{edition.sheet.edition.document}: every compartment of the wheel, counted",
        (shown,),
        WheelOddsDocument(
            rulebook=edition.id,
            edition=edition.name,
            of=len(layout_of(None).wheel),
            wagers=list(map(_wager_document, rows)),
        ),
    )


def _wager_document(row: RouletteWagerOdds) -> LayoutWagerOddsDocument:
    nets = {pocket: str(net) for pocket, net in row.net_amounts.items()}
    return LayoutWagerOddsDocument.from_object(row, nets=nets, edge=decimal_text(row.edge))


def _table_row(row: RouletteWagerOdds) -> tuple[str, ...]:
    by_net: dict[Fraction, list[str]] = {}
    for pocket, net in row.net_amounts.items():
        by_net.setdefault(net, []).append(pocket)
    nets = "; ".join(f"{'+' if net > 0 else ''}{net} on {' '.join(pockets)}" for net, pockets in by_net.items())
    edge = f"{row.edge} ({percent_text(row.edge)})"
    return row.wager.replace("_", " "), str(row.placements), str(row.pieces), edge, nets


ODDS: Final = GameOdds("settling every wager on every compartment", _report, document=WheelOddsDocument)

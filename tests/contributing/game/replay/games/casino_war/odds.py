"""Exact odds from a fresh shoe, by settling every pair of first cards and every pair of cards of a war.

The burned cards are seen by nobody: they change no chance.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import perm
from typing import Final

from replay.games.casino_war import parameters
from replay.games.casino_war.deal import SURRENDER, WAR, WarTable
from replay.games.casino_war.settlement import settle

from ledger.values.cards import RANKS
from ledger.values.places import DEALER, hand_place
from replay.judging.odds import GameOdds, OddsDocument, OddsReport, OddsTable, WagerOddsDocument, decimal_text, percent_text
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

BOX: Final = 1
Chance = tuple[str, int, int, Fraction]
"""A wager: its name, in how many of how many ordered draws more than the stake goes back, and the loss per stake."""


def chances(edition: Edition) -> Iterator[Chance]:
    """The wagers, the main one as played by who always surrenders and by who always goes to war; a raise is no stake."""
    rules = Rules(edition)
    deals = list(_deals(rules))
    for name, kinds, decision in (
        ("main, surrendering", ("main",), SURRENDER),
        ("main, going to war", ("main", "war"), WAR),
        ("tie", ("tie",), SURRENDER),
    ):
        won, of, back = 0, 0, Fraction(0)
        for table, ways in deals:
            decided = WarTable(table.boxes, table.cards, ((BOX, decision),))
            at_war = table.hand(DEALER)[0][0] == table.hand(hand_place(BOX))[0][0]
            laid = kinds if at_war else kinds[:1]
            net = sum((settle(kind, 1, decided, BOX, rules, is_over=True) or Fraction(0)) - 1 for kind in laid)
            won, of, back = won + ways * (net > 0), of + ways, back + ways * net
        yield name, won, of, -back / of


def _deals(rules: Rules) -> Iterator[tuple[WarTable, int]]:
    """Every way in which four cards can come, with the number of ordered draws."""
    copies = 4 * rules.value(DECKS)
    for first, dealer, second, last in product(RANKS, repeat=4):
        ways, out = 1, dict[str, int]()
        for rank in (first, dealer, second, last):
            ways *= copies - out.get(rank, 0)
            out[rank] = out.get(rank, 0) + 1
        cards = (
            (hand_place(BOX), first + "?"),
            (DEALER, dealer + "?"),
            (hand_place(BOX), second + "?"),
            (DEALER, last + "?"),
        )
        yield WarTable((BOX,), cards), ways


def _report(edition: Edition, _: str | None) -> OddsReport:
    rows = list(chances(edition))
    odds = {"tie": Rules(edition).value(parameters.TIE_ODDS)}
    main = Rules(edition).value(parameters.MAIN_ODDS)
    assert all(of == perm(52 * Rules(edition).value(DECKS), 4) for _, _, of, _ in rows)
    return OddsReport(
        f"{edition.sheet.edition.document}: every four cards of a fresh shoe, counted",
        (
            OddsTable(
                ("wager", "odds", "wins", "edge"),
                tuple((name, odds.get(name, main), f"{won:,}", percent_text(edge)) for name, won, _, edge in rows),
                right=frozenset({2, 3}),
            ),
            "The edge is what the house keeps of a first stake on average; the raise is not counted as one.",
        ),
        OddsDocument(
            rulebook=edition.id,
            edition=edition.name,
            counts={"of": str(rows[0][2])},
            wagers=[
                WagerOddsDocument(
                    wager=name,
                    odds=odds.get(name, main),
                    tie_share_bp=None,
                    win=str(won),
                    of=str(of),
                    edge=decimal_text(edge),
                    published=None,
                    convention=None,
                )
                for name, won, of, edge in rows
            ],
        ),
    )


ODDS: Final = GameOdds("settling every four cards of a fresh shoe", _report)

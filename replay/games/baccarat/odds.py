"""Exact odds of every wager, by walking the whole game through the tableau and the settlement that rule on disputes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Final

from replay.games.baccarat import parameters
from replay.games.baccarat.coup import CoupHands, Tableau
from replay.games.baccarat.settlement import (
    MAIN_BETS,
    WAGERS,
    Result,
    Stake,
    coup_result,
    distinct_faces,
    has_wager,
    settle,
    winner,
)
from replay.judging.odds import GameOdds, OddsDocument, OddsReport, OddsTable, WagerOddsDocument, decimal_text, percent_text
from replay.procedure.procedure import enumerate_exact
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

LONGEST_COUP: Final = 6
"""Cards of the longest coup: all counts are of ordered draws of so many cards."""


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """How many of the `of` equally likely draws come to each result."""

    results: Mapping[Result, int]
    draws: int

    def draws_by_winner(self, rules: Rules) -> dict[str, int]:
        """Draws that banco, punto and egalite win."""
        won = Counter[str]()
        for outcome, ways in self.results.items():
            won[winner(outcome, rules)] += ways
        return {name: won[name] for name in ("banco", "punto", "egalite")}


@dataclass(frozen=True, slots=True)
class BaccaratWagerOdds:
    """A wager's exact odds: `win` of `of` draws pay more than the stake, and the edge is the expected loss per stake.

    None for a wager that the house has posted no odds for. `convention` says what a published figure refers to.
    """

    wager: str
    odds: str | None
    win: int
    draws: int
    edge: Fraction | None
    published: str | None = None
    convention: str | None = None
    tie_share_bp: int | None = None


def count_results(edition: Edition) -> ResultCounts:
    """Walks every coup of a fresh shoe. About a second for eight decks."""
    rules = Rules(edition)
    decks = rules.value(DECKS)
    faces = {face: 4 * decks * ranks for face, ranks in distinct_faces(rules).items()}
    cards = sum(faces.values())
    found = Counter[Result]()
    for board, ways, left in enumerate_exact(Tableau(), CoupHands(), rules, faces):
        found[coup_result(board, rules)] += ways * prod(range(left, cards - LONGEST_COUP, -1))
    return ResultCounts(dict(found), prod(range(cards, cards - LONGEST_COUP, -1)))


def wager_odds(edition: Edition, counts: ResultCounts) -> Iterator[BaccaratWagerOdds]:
    """The odds of all wagers of a house, with the published figures of its document where there are any."""
    rules = Rules(edition)
    is_agreed = rules.value(parameters.TIE_PAYS) == parameters.AGREED_SHARE
    if is_agreed:
        for share in (rules.value(parameters.TIE_LEAST_BP), rules.value(parameters.TIE_MOST_BP)):
            yield from _main_bets(edition, counts, share)
    for kind in WAGERS:
        if not has_wager(kind, rules) or (is_agreed and kind in MAIN_BETS):
            continue
        for total, odds in _posted_odds(kind, rules):
            yield _odds_of_stake(edition, counts, Stake(kind, 1, total), odds)
            published = edition.sheet.published.get(_row_name(kind, total))
            if odds is None and published and published.implied_odds:
                stake = Stake(kind, 1, total, posted_odds={(kind, total): published.implied_odds})
                yield _odds_of_stake(edition, counts, stake, published.implied_odds)


def _posted_odds(kind: str, rules: Rules) -> Iterator[tuple[int | None, str | None]]:
    """The odds that a house gives for a kind of wager: for each total on which it can be, where it is on one."""
    odds = rules.value(parameters.PARAMETERS[f"{kind}.odds"])
    if isinstance(odds, str):
        yield None, odds
    else:
        yield from ((total, odds.get(total)) for total in sorted(rules.value(parameters.PARAMETERS[f"{kind}.totals"])))


def _row_name(kind: str, total: int | None) -> str:
    return kind if total is None else f"{kind}_{total}"


def _main_bets(edition: Edition, counts: ResultCounts, share_bp: int) -> Iterator[BaccaratWagerOdds]:
    """Both sides at a share that is paid on a tie, and their mean."""
    rules = Rules(edition)
    both = [
        _odds_of_stake(edition, counts, Stake(side, 1, share_bp=share_bp), odds)
        for side in MAIN_BETS
        for _, odds in _posted_odds(side, rules)
    ]
    yield from both
    published = edition.sheet.published.get(f"main_{share_bp}")
    yield BaccaratWagerOdds(
        wager="main",
        odds=None,
        win=sum(side.win for side in both),
        draws=len(both) * counts.draws,
        edge=sum((side.edge or Fraction(0) for side in both), Fraction(0)) / len(both),
        published=published.edge if published else None,
        convention=published.convention if published else None,
        tie_share_bp=share_bp,
    )


def _odds_of_stake(edition: Edition, counts: ResultCounts, stake: Stake, odds: str | None) -> BaccaratWagerOdds:
    """One wager, settled on every result. A share that is paid on a tie is no win."""
    rules, back, won = Rules(edition), Fraction(0), 0
    no_win = stake.stake_minor * (1 + Fraction(stake.share_bp or 0, 10_000))
    for outcome, ways in counts.results.items():
        returned = settle(outcome, stake, rules)
        back += (returned or 0) * ways
        won += ways if returned is None or returned > no_win else 0
    name = _row_name(stake.kind, stake.total)
    published = edition.sheet.published.get(name) if odds else None
    return BaccaratWagerOdds(
        wager=name,
        odds=odds,
        win=won,
        draws=counts.draws,
        edge=1 - back / counts.draws if odds else None,
        published=published.edge if published else None,
        convention=published.convention if published else None,
        tie_share_bp=stake.share_bp,
    )


def edges_at_share(edition: Edition, counts: ResultCounts, share_bp: int) -> dict[str, Fraction]:
    """The edges that follow from a player's agreed share, for the advice in writing (DCB-H2)."""
    rules = Rules(edition)
    edges: dict[str, Fraction] = {}
    for side in MAIN_BETS:
        back = Fraction(0)
        for outcome, ways in counts.results.items():
            back += (settle(outcome, Stake(side, 1, share_bp=share_bp), rules) or 0) * ways
        edges[side] = 1 - back / counts.draws
    edges["mean"] = (edges["banco"] + edges["punto"]) / 2
    return edges


def _report(edition: Edition, wager: str | None) -> OddsReport | None:
    """Every coup of a fresh shoe, and each wager settled on them."""
    counts = count_results(edition)
    rows = [row for row in wager_odds(edition, counts) if wager in (None, row.wager)]
    if not rows:
        return None
    by_result = counts.draws_by_winner(Rules(edition))
    shown = OddsTable(
        ("wager", "odds", "tie share", "wins", "edge", "published", ""),
        tuple(_table_row(row, counts) for row in rows),
        right=frozenset({2, 3, 4, 5}),
        dim=frozenset({6}),
    )
    results = ", ".join(f"{result} {ways:,}" for result, ways in by_result.items())
    return OddsReport(
        f"{edition.sheet.edition.document}: every coup of a fresh shoe, counted",
        (f"{results} of {counts.draws:,}", shown),
        OddsDocument(
            rulebook=edition.id,
            edition=edition.name,
            counts={**{result: str(ways) for result, ways in by_result.items()}, "of": str(counts.draws)},
            wagers=list(map(_wager_document, rows)),
        ),
    )


def _wager_document(row: BaccaratWagerOdds) -> WagerOddsDocument:
    edge = None if row.edge is None else decimal_text(row.edge)
    return WagerOddsDocument.from_object(row, win=str(row.win), of=str(row.draws), edge=edge)


def _table_row(row: BaccaratWagerOdds, counts: ResultCounts) -> tuple[str, ...]:
    return (
        row.wager,
        row.odds or ("" if row.edge is not None else "not posted"),
        "" if row.tie_share_bp is None else f"{row.tie_share_bp // 100}%",
        f"{row.win:,}" if row.draws == counts.draws else "",
        "" if row.edge is None else percent_text(row.edge),
        row.published or "",
        row.convention or "",
    )


def _advice(edition: Edition, share_bp: int) -> str:
    """The advice on an agreed share, ready to be given in writing."""
    edges = edges_at_share(edition, count_results(edition), share_bp)
    percent = {side: percent_text(edge) for side, edge in edges.items()}
    return (
        f"{edition.sheet.edition.document}. With {share_bp // 100}.{share_bp % 100:02d}% of the stake paid on a tie, "
        f"the house edge is {percent['banco']} on banco and {percent['punto']} on punto, {percent['mean']} on average: "
        "of every 100 staked the player loses so much on average, over time."
    )


ODDS: Final = GameOdds("counting every coup of a fresh shoe", _report, _advice)

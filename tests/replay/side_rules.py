"""A house with side bets: the riverboat's rules, with more rows. And its bets and tables, laid by hand."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from ledger.values.places import DEALER, hand_place
from replay.editions.loader import parse_edition
from replay.games.blackjack.table import BlackjackTable, Hand
from replay.judging.wagers import Bet
from replay.rulebooks.edition import Edition
from replay.table_day.table_terms import TableTerms

RIVERBOAT: Final = Path(__file__).parents[1] / "editions" / "riverboat.toml"
CLAUSES: Final = ("RB-12", "RB-13", "RB-14", "RB-15", "RB-16", "RB-17?", "RB-18?", "RB-19?")
"""RB-12 the side bets in general, RB-13 pairs, RB-14 the dealer's blackjack, RB-15 the dealer over, RB-16 a total."""

SIDE_BETS: Final[Mapping[str, str]] = {
    "side_bets.offered": '{ value = { pairs = "pair", jack = "dealer_blackjack", bust = "dealer_over", '
    'push = "dealer_total" }, clause = "RB-12" }',
    "pair_bet.pair_is_of": '{ value = "rank", clause = "RB-13" }',
    "dealer_blackjack_bet.lines": '{ value = [{ ten = "black", ranks = ["J"], odds = "50:1" }, '
    '{ ace = "red", ten = "red", odds = "25:1" }, { odds = "10:1" }], clause = "RB-14" }',
    "dealer_blackjack_bet.stake": '{ value = "least", clause = "RB-14" }',
    "dealer_blackjack_bet.for": '{ value = "seated", clause = "RB-14" }',
    "dealer_over_bet.odds": '{ value = "5:2", clause = "RB-15" }',
    "dealer_over_bet.stake": '{ value = "up_to_least", clause = "RB-15" }',
    "dealer_total_bet.total": '{ value = 22, clause = "RB-16" }',
    "dealer_total_bet.odds": '{ value = "1:1", clause = "RB-16" }',
}
CONDUCT: Final = "".join(
    f'{kind} = "{clause}"\n'
    for kind, clause in {
        "no_posted_odds": "RB-13",
        "side_bet_without_seat": "RB-12",
        "side_bet_without_box": "RB-12",
        "side_bet_stake": "RB-12",
    }.items()
)
SOFT_STANDS: Final = '"dealer.stands_on_soft" = { value = false, clause = "RB-7" }'


def either(clause: str, a: str, b: str) -> str:
    """A row that says one thing or another."""
    return f'{{ readings = {{ a = {a}, b = {b} }}, clause = "{clause}" }}'


def written(published: str = "", *, conduct: bool = True, **rows: str) -> str:
    """The house's edition with other rows: a key's dots are written as two underlines."""
    of = {**SIDE_BETS, **{key.replace("__", "."): row for key, row in rows.items()}}
    own = RIVERBOAT.read_text(encoding="utf-8").replace(SOFT_STANDS, SOFT_STANDS.replace("false", "true"))
    kept = "\n".join(line for line in own.splitlines() if not any(line.startswith(f'"{key}"') for key in of))
    added = "\n".join(f'"{key}" = {row}' for key, row in of.items()) + "\n\n[conduct]\n" + (CONDUCT if conduct else "")
    clause_rows = "".join(
        f'\n[clauses."{clause}"]\nkind = "R"\ntitle = "A side bet"\ntext = "As it says."\n' for clause in CLAUSES
    )
    doubtful = [clause for clause in CLAUSES if clause.endswith("?") and f'clause = "{clause}"' in added]
    doubts = "".join(
        f'\n[readings."{clause}".readings]\na = "so"\nb = "otherwise"\n' for clause in CLAUSES if clause in doubtful
    )
    return kept.replace("\n[conduct]\n", "\n" + added) + clause_rows + doubts + published


_parsed = cache(parse_edition)


def house(published: str = "", *, conduct: bool = True, **rows: str) -> Edition:
    """The house with other rows."""
    return _parsed(written(published, conduct=conduct, **rows))


def bet(kind: str, stake: int = 100, box: int | None = 1, odds: Mapping[str, str] | None = None) -> Bet:
    """A side bet, with what the table has posted."""
    under = TableTerms(odds={(line, None): posted for line, posted in (odds or {}).items()})
    return Bet("s1", "P1", kind, None, stake, stake, 0, 0, under, box=box)


def hand(place: str, cards: str, state: str = "stood") -> Hand:
    dealt = tuple(cards.split())
    return Hand(place, dealt, dealt, state)  # type: ignore[arg-type]  # one of the states


def against(dealer: str, *boxes: str, state: str = "stood") -> BlackjackTable:
    """A table on which these hands, on box 1 and on, are done, and the dealer's."""
    hands = tuple(hand(hand_place(box), cards, state) for box, cards in enumerate(boxes, 1))
    return BlackjackTable(hands, hand(DEALER, dealer, ""))

"""Rounds found by table, shoe, day, dealer, player, cards, amount, finding and standing: what needs somebody first.

Pages go on from the last row seen, so that the hundredth costs what the first did.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, case, select, tuple_

from projections.read_models.tables import FINDINGS, PLAYERS, ROUNDS, SHOES
from replay.judging.finding import CONDITION_PREFIX

PAGE: Final = 50
_KEY: Final = (ROUNDS.c.attention, ROUNDS.c.day, ROUNDS.c.table_name, ROUNDS.c.number)
_EXACT: Final = ("table_name", "shoe", "day", "dealer", "standing", "game")
_LARGEST_DIGITS: Final = 4

After = tuple[int, str, str, int]
"""The last row seen: its attention, day, table and number."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What rounds are looked for; None where it does not matter.

    `cards` are cards (or a pocket) in the order in which they were dealt, `?` for a rank or a suit that may be any;
    `least` and `most` are what was staked in all, in ten-thousandths of the currency's unit.
    """

    table_name: str | None = None
    shoe: str | None = None
    day: str | None = None
    dealer: str | None = None
    standing: str | None = None
    game: str | None = None
    player: str | None = None
    cards: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    finding: str | None = None
    found_only: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A page of rounds, each with the kinds of what was found, and where the next page goes on; None at the end."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    after: After | None = None


def search(connection: Connection, wanted: Wanted, after: After | None = None, page: int = PAGE) -> Found:
    """A page of the rounds that are looked for."""
    query = select(ROUNDS).where(*_conditions(wanted)).order_by(*(column.desc() for column in _KEY)).limit(page + 1)
    if after is not None:
        query = query.where(tuple_(*_KEY) < tuple_(*after))
    rows = [dict(row) for row in connection.execute(query).mappings()]
    kinds = _kinds(connection, [row["round"] for row in rows[:page]])
    shown = [row | {"kinds": kinds.get(row["round"], {})} for row in rows[:page]]
    if len(rows) <= page:
        return Found(shown)
    last = shown[-1]
    return Found(shown, (last["attention"], last["day"], last["table_name"], last["number"]))


def _conditions(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    for name in _EXACT:
        if (value := getattr(wanted, name)) is not None:
            yield ROUNDS.c[name] == value
    if wanted.player is not None:
        yield ROUNDS.c.round.in_(select(PLAYERS.c.round).where(PLAYERS.c.player == wanted.player))
    if wanted.finding is not None:
        yield ROUNDS.c.round.in_(select(FINDINGS.c.round).where(FINDINGS.c.kind == wanted.finding))
    if wanted.found_only:
        yield ROUNDS.c.findings > 0
    if wanted.cards:
        yield ROUNDS.c.drawn.like("%" + "".join(f" {card.replace('?', '_')} " for card in wanted.cards) + "%")
    if wanted.least is not None:
        yield _staked() >= wanted.least
    if wanted.most is not None:
        yield _staked() <= wanted.most


def _staked() -> ColumnElement[int]:
    """What was staked, in ten-thousandths of the unit, whatever the currency's smallest coin."""
    shares = {digits: 10 ** (_LARGEST_DIGITS - digits) for digits in range(_LARGEST_DIGITS + 1)}
    return ROUNDS.c.staked_minor * case(shares, value=ROUNDS.c.minor_digits)


Kinds = dict[str, tuple[int, bool]]
"""What was found of a round, the gravest first: the position of the first entry that each is about, and whether it is found
under some readings only.
"""


def _kinds(connection: Connection, names: list[str]) -> dict[str, Kinds]:
    found: dict[str, Kinds] = {}
    query = select(FINDINGS.c.round, FINDINGS.c.kind, FINDINGS.c.at, FINDINGS.c.text).where(FINDINGS.c.round.in_(names))
    for name, kind, at, text in connection.execute(query.order_by(FINDINGS.c.round, FINDINGS.c.number)):
        kinds, conditional = found.setdefault(name, {}), text.startswith(CONDITION_PREFIX)
        if kind not in kinds or (kinds[kind][1] and not conditional):
            kinds[kind] = at, conditional
    return found


def rounds_of_day(connection: Connection, table: str, day: str) -> list[dict[str, Any]]:
    """The rounds of a table's day in their order, each with the kinds of what was found."""
    where = (ROUNDS.c.table_name == table, ROUNDS.c.day == day)
    rows = [dict(row) for row in connection.execute(_in_order(select(ROUNDS).where(*where))).mappings()]
    kinds: dict[str, Kinds] = {}
    for first in range(0, len(rows), 500):
        kinds |= _kinds(connection, [row["round"] for row in rows[first : first + 500]])
    return [row | {"kinds": kinds.get(row["round"], {})} for row in rows]


def _in_order(query: Select[Any]) -> Select[Any]:
    return query.order_by(ROUNDS.c.number)


def shoes_of_day(connection: Connection, table: str, day: str) -> list[dict[str, Any]]:
    """The shoes of a table's day."""
    query = select(SHOES).where(SHOES.c.table_name == table, SHOES.c.day == day).order_by(SHOES.c.shoe)
    return [dict(row) for row in connection.execute(query).mappings()]


def void_shoes(connection: Connection, page: int = PAGE) -> list[dict[str, Any]]:
    """The shoes that do not simply stand: suspect, void, or void no more; the latest first."""
    query = (
        select(SHOES).where(SHOES.c.standing != "in_play").order_by(SHOES.c.day.desc(), SHOES.c.table_name, SHOES.c.shoe)
    )
    return [dict(row) for row in connection.execute(query.limit(page)).mappings()]

"""Rounds found by table, shoe, day, dealer, player, cards, amount, finding and standing: what needs somebody first.

Pages go on from the last row seen, so that the hundredth costs what the first did.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, Table, case, exists, func, select, tuple_

from projections.read_models.tables import FINDINGS, PLAYERS, ROUNDS, SHOES
from replay.judging.finding import CONDITION_PREFIX

PAGE_SIZE: Final = 50
_SORT_KEY: Final = (ROUNDS.c.urgency, ROUNDS.c.day, ROUNDS.c.table_name, ROUNDS.c.opened_at, ROUNDS.c.first_position)
_EXACT_FILTERS: Final = ("table_name", "shoe", "day", "dealer", "standing", "status", "game")
_MAX_MINOR_DIGITS: Final = 4

PageKey = tuple[str, str, str, str, int]
"""The last row seen: its urgency, day, table, when it began and where."""


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """What rounds are looked for; None where it does not matter.

    `cards` are cards (or a pocket) in the order in which they were dealt, `?` for a rank or a suit that may be any;
    `least` and `most` are what was staked in all, in ten-thousandths of the currency's unit.
    """

    table_name: str | None = None
    shoe: str | None = None
    day: str | None = None
    dealer: str | None = None
    standing: str | None = None
    status: str | None = None
    game: str | None = None
    player: str | None = None
    cards: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    finding: str | None = None
    found_only: bool = False
    tables: tuple[str, ...] | None = None
    """The tables of which rounds may be shown; None where all may."""


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of rounds, each with the kinds of what was found, and where the next page goes on; None at the end."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    after: PageKey | None = None


def search(
    connection: Connection, round_filter: RoundFilter, after: PageKey | None = None, page_size: int = PAGE_SIZE
) -> SearchPage:
    """A page of the rounds that are looked for."""
    query = (
        select(ROUNDS)
        .where(*_conditions(round_filter))
        .order_by(*(column.desc() for column in _SORT_KEY))
        .limit(page_size + 1)
    )
    if after is not None:
        query = query.where(tuple_(*_SORT_KEY) < tuple_(*after))
    rows = [dict(row) for row in connection.execute(query).mappings()]
    kinds = _finding_kinds(connection, [row["round"] for row in rows[:page_size]])
    shown = [row | {"kinds": kinds.get(row["round"], {})} for row in rows[:page_size]]
    if len(rows) <= page_size:
        return SearchPage(shown)
    last = shown[-1]
    return SearchPage(shown, tuple(last[column.name] for column in _SORT_KEY))


def _conditions(round_filter: RoundFilter) -> Iterator[ColumnElement[bool]]:
    if round_filter.tables is not None:
        yield ROUNDS.c.table_name.in_(round_filter.tables)
    for name in _EXACT_FILTERS:
        if (value := getattr(round_filter, name)) is not None:
            yield ROUNDS.c[name] == value
    if round_filter.player is not None:
        yield _has_row(PLAYERS, PLAYERS.c.player == round_filter.player, round_filter)
    if round_filter.finding is not None:
        yield _has_row(FINDINGS, FINDINGS.c.kind == round_filter.finding, round_filter)
    if round_filter.found_only:
        yield ROUNDS.c.findings > 0
    if round_filter.cards:
        yield ROUNDS.c.drawn.like("%" + "".join(f" {card.replace('?', '_')} " for card in round_filter.cards) + "%")
    if round_filter.least is not None:
        yield _staked_normalised() >= round_filter.least
    if round_filter.most is not None:
        yield _staked_normalised() <= round_filter.most


def _has_row(model: Table, condition: ColumnElement[bool], round_filter: RoundFilter) -> ColumnElement[bool]:
    """Whether a read model has such a row of a round. A table's rounds are gone through, and each is looked up; of all
    tables it is the rows that are fewer.
    """
    if round_filter.table_name is not None:
        return exists().where(model.c.round == ROUNDS.c.round, condition)
    return ROUNDS.c.round.in_(select(model.c.round).where(condition))


def _staked_normalised() -> ColumnElement[int]:
    """What was staked, in ten-thousandths of the unit, whatever the currency's smallest coin."""
    shares = {digits: 10 ** (_MAX_MINOR_DIGITS - digits) for digits in range(_MAX_MINOR_DIGITS + 1)}
    return ROUNDS.c.staked_minor * case(shares, value=ROUNDS.c.minor_digits)


FindingKinds = dict[str, tuple[int, bool]]
"""What was found of a round, the gravest first: the position of the first entry that each is about, and whether it is found
under some readings only.
"""


def _finding_kinds(connection: Connection, names: list[str]) -> dict[str, FindingKinds]:
    found: dict[str, FindingKinds] = {}
    query = select(FINDINGS.c.round, FINDINGS.c.kind, FINDINGS.c.at, FINDINGS.c.text).where(FINDINGS.c.round.in_(names))
    for name, kind, at, text in connection.execute(query.order_by(FINDINGS.c.round, FINDINGS.c.number)):
        kinds, conditional = found.setdefault(name, {}), text.startswith(CONDITION_PREFIX)
        if kind not in kinds or (kinds[kind][1] and not conditional):
            kinds[kind] = at, conditional
    return found


def latest_day(connection: Connection, tables: tuple[str, ...] | None = None) -> str | None:
    """The last gaming day of which there are rounds; `tables` are those that may be shown."""
    query = select(func.max(ROUNDS.c.day))
    if tables is not None:
        query = query.where(ROUNDS.c.table_name.in_(tables))
    day: str | None = connection.execute(query).scalar_one()
    return day


def day_by_table(
    connection: Connection, day: str, tables: tuple[str, ...] | None = None
) -> dict[str, list[dict[str, Any]]]:
    """The rounds of a gaming day by table, each in its order; `tables` are those that may be shown."""
    query = select(ROUNDS.c.table_name).where(ROUNDS.c.day == day).distinct().order_by(ROUNDS.c.table_name)
    names = connection.execute(query).scalars().all()
    return {name: rounds_of_day(connection, name, day) for name in names if tables is None or name in tables}


def rounds_of_day(connection: Connection, table: str, day: str) -> list[dict[str, Any]]:
    """The rounds of a table's day in their order, each with the kinds of what was found."""
    where = (ROUNDS.c.table_name == table, ROUNDS.c.day == day)
    rows = [dict(row) for row in connection.execute(_in_day_order(select(ROUNDS).where(*where))).mappings()]
    kinds: dict[str, FindingKinds] = {}
    for first in range(0, len(rows), 500):
        kinds |= _finding_kinds(connection, [row["round"] for row in rows[first : first + 500]])
    return [row | {"kinds": kinds.get(row["round"], {})} for row in rows]


def _in_day_order(query: Select[Any]) -> Select[Any]:
    return query.order_by(ROUNDS.c.opened_at, ROUNDS.c.first_position)


def shoes_of_day(connection: Connection, table: str, day: str) -> list[dict[str, Any]]:
    """The shoes of a table's day."""
    query = select(SHOES).where(SHOES.c.table_name == table, SHOES.c.day == day).order_by(SHOES.c.shoe)
    return [dict(row) for row in connection.execute(query).mappings()]


def shoes_not_in_play(
    connection: Connection, tables: tuple[str, ...] | None = None, page_size: int = PAGE_SIZE
) -> list[dict[str, Any]]:
    """The shoes that do not simply stand: suspect, void, or void no more; the latest first. `tables` are those that may be
    shown.
    """
    query = (
        select(SHOES).where(SHOES.c.standing != "in_play").order_by(SHOES.c.day.desc(), SHOES.c.table_name, SHOES.c.shoe)
    )
    if tables is not None:
        query = query.where(SHOES.c.table_name.in_(tables))
    return [dict(row) for row in connection.execute(query.limit(page_size)).mappings()]

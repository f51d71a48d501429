"""Samples of CSV: what each column is, as far as its name and its cells show."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from ledger.errors import MalformedMapping
from ledger.feeds import csvmap
from ledger.feeds.csvmap import parse_csv_mapping
from ledger.feeds.mapping import UNANSWERED
from ledger.feeds.reading import FeedItem
from ledger.feeds.samples.mapping_draft import (
    ASSUMED_TABLE,
    MappingDraft,
    ask_gaming_day,
    ask_opening,
    ask_table,
    inline_table,
    is_instant,
    toml_value,
)
from ledger.feeds.samples.sample import Sample
from ledger.feeds.samples.sampler import ReadPast, RulebooksByGame, Sampler, UnreadPiece
from ledger.values.subjects import NAME
from ledger.values.times import format_instant, parse_instant
from ledger.values.wheel_layout import SINGLE_ZERO, ZEROS

CARD_GAME, WHEEL_GAME = "baccarat", "roulette"
_MOST_SESSIONS: Final = 40
_DELIMITERS: Final = (",", ";", "\t", "|")
_POCKETS: Final = frozenset((*SINGLE_ZERO.split("-"), *ZEROS))
_CUTOFF: Final = timedelta(hours=6)

_TIMES: Final = (
    "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S.%f", "%Y-%m-%d %H:%M",
    "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M:%S", "%m/%d/%Y %H:%M",
)  # fmt: skip
"""Forms in which a time is looked for."""

_WINNERS: Final = (
    (re.compile(r"(?:p|player|punto)(?: wins?!?)?", re.I), "punto", "punto"),
    (re.compile(r"(?:b|bank|banker|banco)(?: wins?!?)?", re.I), "banco", "banco"),
    (re.compile(r"(?:t|(?:it's a )?tie!?|egalit[eé]|draw)", re.I), "egalite", "any_tie"),
)
"""Words for the three results of a coup: as it is announced, and as a bet on it is called."""


class _NamedColumn(NamedTuple):
    name: str
    cells: tuple[str, ...]

    @property
    def filled(self) -> tuple[str, ...]:
        return tuple(cell for cell in self.cells if cell.strip())

    def is_called(self, pattern: str) -> bool:
        """Whether its name has a word of a pattern."""
        return (
            re.search(rf"(?:^|[^a-z])(?:{pattern})(?:$|[^a-z])", re.sub("([a-z])([A-Z])", r"\1_\2", self.name).lower())
            is not None
        )


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The first rows of a file."""

    delimiter: str
    columns: tuple[_NamedColumn, ...]
    has_header: bool

    def first(self, fits: Callable[[_NamedColumn], bool], taken: Sequence[str] = ()) -> _NamedColumn | None:
        """The first column of a kind that is not taken for something else."""
        return next((column for column in self.columns if column.name not in taken and fits(column)), None)


def _read_sheet(raw: bytes) -> _Sheet | None:
    """The first rows of text; None where they are not rows."""
    try:
        lines = [line for line in raw.decode("utf-8-sig", "replace").splitlines() if line.strip()]
        delimiter = max(_DELIMITERS, key=lambda sign: min((line.count(sign) for line in lines[:20]), default=0))
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    width = len(rows[0]) if rows else 0
    whole = [row for row in rows if len(row) == width]
    if len(whole) * 10 < len(rows) * 9:
        return None
    has_header = not any(map(_is_datum, rows[0])) and len(set(rows[0])) == width
    names = rows[0] if has_header else ["number"] if width == 1 else [f"column{n}" for n in range(1, width + 1)]
    cells = list(zip(*whole[1 if has_header else 0 :], strict=True)) or [()] * width
    return _Sheet(delimiter, tuple(map(_NamedColumn, names, cells)), has_header)


def _is_datum(cell: str) -> bool:
    """Whether a cell of the first row is not the name of a column."""
    return not re.search("[A-Za-z]", cell) or is_instant(cell)


def _count_rows(head: bytes) -> int:
    """1 where the head may be rows: of several columns, or a list of numbers."""
    if b"\0" in head or head.lstrip()[:1] in (b"{", b"[", b"<"):
        return 0
    sheet = _read_sheet(head[: head.rfind(b"\n") + 1] or head)
    if sheet is None or not all(column.cells for column in sheet.columns):
        return 0
    return int(len(sheet.columns) > 1 or _is_pocket(sheet.columns[0]))


def _is_pocket(column: _NamedColumn) -> bool:
    cells = [cell.strip() for cell in column.filled]
    return bool(cells) and set(cells) <= _POCKETS


_NUMBER_NAMES: Final = "number|pocket|result|outcome|winning|spin|ball|zahl|win"


def _pocket_column(sheet: _Sheet) -> _NamedColumn | None:
    """The column of winning numbers: called so, else the only one with nothing but compartments."""
    columns = [column for column in sheet.columns if not column.is_called("id|idx|index|round") and not _counts(column)]
    called = [column for column in columns if column.is_called(_NUMBER_NAMES) and _is_mostly_pockets(column)]
    found = [column for column in columns if _is_pocket(column)]
    return called[0] if called else found[0] if len(found) == 1 and len(sheet.columns) <= 3 else None


def _counts(column: _NamedColumn) -> bool:
    """Whether a column counts its rows, from 0 or 1."""
    cells = column.cells
    numbers = [int(cell) for cell in cells if cell.isdecimal()]
    return len(numbers) == len(cells) > 2 and numbers in ([*range(len(cells))], [*range(1, len(cells) + 1)])


def _is_mostly_pockets(column: _NamedColumn) -> bool:
    """Whether at least half of a column's cells are compartments: a wrong number is refused, not the column."""
    cells = [cell.strip() for cell in column.filled]
    return bool(cells) and sum(cell in _POCKETS for cell in cells) * 2 >= len(cells)


def _time_forms(column: _NamedColumn) -> list[str | None]:
    """The forms that all cells of a column have; None is RFC 3339 with a zone."""
    if not column.filled:
        return []
    if all(map(is_instant, column.filled)):
        return [None]
    return [form for form in _TIMES if all(_is_of_form(cell, form) for cell in column.filled)]


def _is_of_form(cell: str, form: str) -> bool:
    try:
        datetime.strptime(cell, form)
    except ValueError:
        return False
    return True


def _clock_time(cell: str, form: str | None) -> datetime:
    """The time in a cell of a form that all cells of its column have."""
    return datetime.fromisoformat(format_instant(parse_instant(cell))) if form is None else datetime.strptime(cell, form)


class _CardForm(NamedTuple):
    spelling: str
    separator: str
    tokens: tuple[str, ...]


_SPELLINGS: Final[Mapping[str, re.Pattern[str]]] = {
    "suit.rank": re.compile(r"[SHDCshdc]\.(?:1[0-3]|[1-9TJQKA])"),
    "ranksuit": re.compile(r"(?:10|[2-9TJQKA])[SHDCshdc?]"),
    "suitrank": re.compile(r"[SHDCshdc](?:1[0-3]|[1-9TJQKA])"),
    "rank": re.compile(r"(?:1[0-3]|[1-9TJQKA])"),
}
_SEPARATORS: Final = (",", " ", ";", "|", "-", "/")


def _card_form(column: _NamedColumn) -> _CardForm | None:
    """How a column spells cards; None where it has none. Ranks alone are cards where cells have several."""
    for separator in _SEPARATORS:
        tokens = [token.strip() for cell in column.filled for token in cell.split(separator) if token.strip()]
        several = len(tokens) > len(column.filled)
        for spelling, form in _SPELLINGS.items():
            if tokens and all(map(form.fullmatch, tokens)) and (several or spelling != "rank"):
                return _CardForm(spelling, separator, tuple(tokens))
    return None


def _places(column: _NamedColumn) -> list[str]:
    """The hands to which cards of a column go, by its name; none where that does not show it."""
    in_turn = re.findall(r"(?:^|_)([PB])[1-3](?=_|$)", column.name)
    if len(in_turn) > 1:
        return ["punto" if hand == "P" else "banco" for hand in in_turn]
    if column.is_called("p[1-3]?|player|punto"):
        return ["punto"]
    return ["banco"] if column.is_called("b[1-3]?|bank|banker|banco") else []


def _result_words(column: _NamedColumn, *, is_bet: bool) -> list[tuple[str, str]]:
    """The words of a column and the results that they are; none where one of them is not a result."""
    words = sorted(set(column.cells))
    found = [
        next((bet if is_bet else result for form, result, bet in _WINNERS if form.fullmatch(word)), None) for word in words
    ]
    return [] if None in found else [(word, meaning) for word, meaning in zip(words, found, strict=True) if meaning]


def _is_amount(column: _NamedColumn) -> bool:
    return bool(column.filled) and all(re.fullmatch(r"-?[0-9]+(?:\.[0-9]+)?", cell) for cell in column.cells)


def _begin_mapping(sample: Sample, rulebooks: RulebooksByGame, _: Sequence[UnreadPiece], __: str | None) -> MappingDraft:
    """What the columns are, and whose rounds the rows have. Raises MalformedMapping where the sample has no rows."""
    sheet = _read_sheet(sample.raw)
    if sheet is None:
        raise MalformedMapping(f"{sample.name} has no rows with equally many cells; save it as CSV in UTF-8")
    draft, columns = MappingDraft(), _ColumnGuesses(sheet)
    draft.remark(f"Mapping of the rounds in {sample.name}, one a row.")
    if columns.sessions is None:
        ask_table(draft, "recorder")
        ask_gaming_day(draft, columns.first_day or sample.day, columns.first_time)
    if not sheet.has_header:
        draft.put("header", [column.name for column in sheet.columns], "the file does not name its columns")
    if sheet.delimiter != ",":
        draft.put("delimiter", sheet.delimiter)
    if columns.has_hands_apart:
        draft.put("deal", ["punto", "banco"] * 3, "the hands are in columns of their own: cards in the order of the deal")
    if unused := [column.name for column in sheet.columns if column.name not in columns.taken]:
        draft.remark(f"Columns that are read past: {', '.join(unused)[:300]}.")
    columns.write_tables(draft, rulebooks)
    if columns.sessions is not None:
        _ask_sessions(draft, columns.sessions, columns.first_day or sample.day)
    return draft


def _ask_sessions(draft: MappingDraft, column: _NamedColumn, day: str) -> None:
    """Ask where and when each session was played."""
    draft.table("[sessions]", "sessions")
    draft.put("column", column.name)
    for number, session in enumerate(dict.fromkeys(column.cells), 1):
        draft.table(f"[sessions.of.{toml_value(session)}]", f"session {number}")
        draft.put("source", f"notes/{number}", "two transcripts of one session are two sources")
        draft.ask("table", "The name of the table of this session", f"{ASSUMED_TABLE[:-1]}{number}")
        draft.ask("day", "The gaming day of this session", day)


class _ColumnGuesses:
    """What each column of a sheet is taken for."""

    def __init__(self, sheet: _Sheet):
        self.sheet, self.taken = sheet, list[str]()
        self.sessions = self._take(self._is_session)
        self.time = self._take(lambda column: bool(_time_forms(column)))
        self.cards = [
            (column, form) for column in sheet.columns if self._may_be_cards(column) and (form := _card_form(column))
        ]
        self.taken += [column.name for column, _ in self.cards]
        self.pocket = None if self.cards else _pocket_column(sheet)
        self.taken += [self.pocket.name] if self.pocket else []
        self.round = self._take(self._is_round)
        self.bet = self._take(lambda column: column.is_called("bet|side|on") and bool(_result_words(column, is_bet=True)))
        self.result = self._take(lambda column: bool(_result_words(column, is_bet=False))) if self.cards else None
        self.stake = self._take(lambda column: column.is_called("stake|wager|amount|einsatz") and _is_amount(column))
        self.paid = self._take(
            lambda column: column.is_called("payout|paid|returned|net|win|profit") and _is_amount(column)
        )

    def _take(self, fits: Callable[[_NamedColumn], bool]) -> _NamedColumn | None:
        column = self.sheet.first(fits, self.taken)
        self.taken += [column.name] if column else []
        return column

    @cached_property
    def _first(self) -> datetime | None:
        """The earliest time by the clock of the file; None without times."""
        if self.time is None:
            return None
        form = _time_forms(self.time)[0]
        return min(_clock_time(cell, form) for cell in self.time.filled)

    @property
    def first_day(self) -> str | None:
        """The gaming day of the earliest time; None without times."""
        return None if self._first is None else (self._first - _CUTOFF).date().isoformat()

    @property
    def first_time(self) -> str | None:
        """The earliest time as text; None without times."""
        return None if self._first is None else self._first.isoformat(" ", "seconds")

    @property
    def has_hands_apart(self) -> bool:
        return len(self.cards) > 1

    def _is_session(self, column: _NamedColumn) -> bool:
        number = len(set(column.cells))
        is_name = column.is_called("file|session|table|source|evening|shift")
        return is_name and 1 < number <= _MOST_SESSIONS and number * 3 < len(column.cells)

    def _may_be_cards(self, column: _NamedColumn) -> bool:
        return column.name not in self.taken

    def _is_round(self, column: _NamedColumn) -> bool:
        is_name = column.is_called("id|idx|round|game|hand|coup|spin|nr|no")
        cells = column.cells
        sessions = self.sessions.cells if self.sessions else ("",) * len(cells)
        return is_name and len(set(zip(sessions, cells, strict=True))) == len(cells) and all(map(NAME.match, cells))

    def write_tables(self, draft: MappingDraft, rulebooks: RulebooksByGame) -> None:
        """Add a table of the mapping for each column that was recognised."""
        draft.table("[opening]", "opening")
        if self.cards or self.pocket:
            game = CARD_GAME if self.cards else WHEEL_GAME
            ask_opening(draft, game, rulebooks.get(game, ()), None)
        else:
            game, books = next(iter(rulebooks.items()), (WHEEL_GAME, ()))
            draft.ask("game", f"The game ({', '.join(rulebooks)}); no column has cards or winning numbers", game)
            draft.ask("rulebook", "The rulebook of these tables", next(iter(books), "none"))
            draft.ask("currency", "The currency of these tables, such as EUR", "EUR")
            draft.offer(["[pocket]", f"column = {toml_value(UNANSWERED)}"], "Where a column has the winning number:")
            draft.offer(
                ["[[cards]]", f"column = {toml_value(UNANSWERED)}", 'places = ["punto"]'],
                "Where a column has cards (docs/feeds.md):",
            )
        self._write_round(draft)
        self._write_time(draft)
        for column, form in self.cards:
            _write_cards(draft, column, form)
        if self.pocket:
            draft.table("[pocket]", "pocket")
            draft.put("column", self.pocket.name)
        self._write_result(draft)
        self._write_wager(draft)

    def _write_round(self, draft: MappingDraft) -> None:
        draft.table("[round]", "round")
        if self.round:
            draft.put("column", self.round.name)
        else:
            draft.put("prefix", "row-", "rounds are named by their line")
        draft.offer(["apart = true"], "Where rounds may be missing between the rows:")

    def _write_time(self, draft: MappingDraft) -> None:
        if self.time is None:
            return
        draft.table("[time]", "time")
        draft.put("column", self.time.name)
        forms = _time_forms(self.time)
        if forms == [None]:
            return
        if len(forms) == 1:
            draft.put("format", str(forms[0]))
        else:
            draft.ask("format", f"How its times are written: {' or '.join(map(str, forms))}", str(forms[0]))
        draft.ask("zone", "The clock of these times, an IANA zone such as Europe/Riga", "UTC")

    def _write_result(self, draft: MappingDraft) -> None:
        if self.result is not None:
            draft.table("[result]", "result")
            draft.put("column", self.result.name)
            _put_words(draft, "words", _result_words(self.result, is_bet=False))

    def _write_wager(self, draft: MappingDraft) -> None:
        if self.bet is None or self.stake is None:
            return
        draft.table("[wager]", "wager")
        draft.put("player", "P1", "the file names no player")
        draft.put("kind", self.bet.name)
        _put_words(draft, "kinds", _result_words(self.bet, is_bet=True))
        draft.put("stake", self.stake.name)
        if self.paid is None:
            return
        draft.put("paid", self.paid.name)
        if any(cell.startswith("-") for cell in self.paid.filled):
            draft.put("paid_is", "net", "some amounts are negative")
        else:
            draft.ask("paid_is", '"returned" if the amounts have the stake in them, "net" if they do not', "returned")


def _put_words(draft: MappingDraft, key: str, words: Sequence[tuple[str, str]]) -> None:
    draft.put_table(key, inline_table(words))


def _write_cards(draft: MappingDraft, column: _NamedColumn, form: _CardForm) -> None:
    draft.table("[[cards]]", f"cards {column.name[:40]}")
    draft.put("column", column.name)
    if places := _places(column):
        draft.put("places", places)
    else:
        draft.ask("places", 'The hand of these cards: ["punto"] or ["banco"]', ["punto"])
    if form.separator != ",":
        draft.put("separator", form.separator)
    draft.put("spelling", form.spelling)
    ranks = [("1", "A"), ("10", "T"), ("11", "J"), ("12", "Q"), ("13", "K")]
    tokens = set(form.tokens)
    here = [row for row in ranks if any(_rank_of(token, form.spelling) == row[0] for token in tokens)]
    if here:
        draft.put_table("ranks", inline_table(here))
    upper = sorted({sign for token in tokens for sign in _suit_of(token, form.spelling) if sign in "SHDC"})
    if upper:
        draft.put_table("suits", inline_table([(sign, sign.lower()) for sign in upper]))


def _rank_of(token: str, spelling: str) -> str:
    if spelling == "rank":
        return token
    return token[:-1] if spelling == "ranksuit" else token[1:].lstrip(".")


def _suit_of(token: str, spelling: str) -> str:
    if spelling == "rank":
        return ""
    return token[-1] if spelling == "ranksuit" else token[0]


def _read_past(map_text: str) -> ReadPast:
    """The columns that the mapping does not name, with the first row."""
    mapping = parse_csv_mapping(map_text)
    is_first = True

    def names(item: FeedItem) -> Iterator[str]:
        nonlocal is_first
        if not is_first:
            return
        is_first = False
        header = mapping.header or _header_of(item.raw, mapping.delimiter)
        named = set(mapping.named_columns())
        yield from (f"column {name[:40]}" for name in header if name not in named)

    return names


def _header_of(raw: bytes, delimiter: str) -> Sequence[str]:
    try:
        return next(islice(csv.reader([raw.decode("utf-8-sig", "replace")], delimiter=delimiter), 1), [])
    except csv.Error:
        return []


SAMPLER: Final = Sampler(csvmap.FORMAT.name, _count_rows, begin_mapping=_begin_mapping, read_past=_read_past)

"""A rulebook as a book: one page that has each clause beside what it is worth, and its worked rounds as replays.

The pages load nothing and link to each other alone, so the folder can be given to anybody, or printed.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from desk.opening import open_or_create
from desk.web.ledger_view import LedgerView
from desk.web.replay_page import standalone_replay
from desk.web.templating import render_fragment
from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from ledger.files import write_plain
from projections.following.read_models import catch_up, open_read_models
from projections.messages.catalogue import Catalogue
from replay.editions.amendment import edition_rows
from replay.games.registry import GAMES
from replay.rulebooks.edition import Edition
from replay.rulebooks.worked import WorkedRound, worked_rounds

INDEX: Final = "index.html"
_ROUNDS: Final = "rounds"
_DATE: Final = "2026-11-20"
_CITED: Final = 20
"""So many rulings that cite a clause are named; the others are counted."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class BookRound:
    """A worked round: which side of the clause it is on, what it shows, its notation, and its replay if there is one."""

    side: str
    sentence: str
    transcript: str
    replay: str | None


@dataclass(slots=True)
class BookClause:
    """A clause, and all that hangs on it."""

    id: str
    anchor: str
    kind: str
    title: str
    text: str
    quote: str | None
    values: list[tuple[str, str]] = field(default_factory=list)
    authorities: list[tuple[str, str]] = field(default_factory=list)
    readings: list[tuple[str, str, str | None]] = field(default_factory=list)
    """Letter, text, and on whose word it holds, if it does."""
    rounds: list[BookRound] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    cited_by: list[str] = field(default_factory=list)
    cited_count: int = 0
    code: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Difference:
    """A row in which two editions differ: under which clause, what, and what each says."""

    clause: str
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class BesideEdition:
    """Another edition beside this one: in what they differ, and the smallest round found whose money differs."""

    edition: Edition
    differences: Sequence[Difference]
    transcript: str | None
    money: Sequence[tuple[str, str, str]]
    """By wager what each edition gives, in minor units."""
    tried: int


def write_book(
    edition: Edition,
    text: str,
    folder: Path,
    words: Catalogue,
    implementing: Callable[[Edition, str], Sequence[str]],
    citing: Mapping[str, Sequence[str]],
    beside: BesideEdition | None = None,
    progress: Progress = lambda _: None,
) -> int:
    """Writes the book of an edition, whose text is given, into a folder; how many replays are in it.

    `citing` has, by clause, the rounds on record that cite it.
    """
    clauses = {clause.id: clause for clause in _clauses(edition, words, implementing, citing)}
    replays = 0
    for shown in _worked(edition, text, words, folder, progress):
        replays += shown.replay is not None
        replay = None if shown.replay is None else f"{_ROUNDS}/{shown.replay.name}"
        worked = shown.worked
        clauses[worked.clause].rounds.append(BookRound(worked.side, worked.sentence, worked.lines(f"T/{_DATE}"), replay))
        for cited, kind in shown.findings:
            label = words.named("kind", kind)
            if cited in clauses and label not in clauses[cited].findings:
                clauses[cited].findings.append(label)
    variables = {
        "language": words.language,
        "head": edition.sheet.edition,
        "digest": edition.digest,
        "authority": words.named("role", edition.sheet.edition.authority),
        "clauses": list(clauses.values()),
        "beside": beside,
    }
    write_plain(folder / INDEX, render_fragment("book", variables, words.language).encode())
    return replays


def anchor_of(clause: str) -> str:
    """A clause's id as the end of an address."""
    return re.sub(r"[^A-Za-z0-9-]", "_", clause)


def _clauses(
    edition: Edition,
    words: Catalogue,
    implementing: Callable[[Edition, str], Sequence[str]],
    citing: Mapping[str, Sequence[str]],
) -> Iterator[BookClause]:
    sheet = edition.sheet
    for id_, row in sheet.clauses.items():
        title, text = words.clause_text(row.title), words.clause_text(row.text)
        clause = BookClause(id_, anchor_of(id_), row.kind, title, text, row.quote)
        for key, value in sheet.values.items():
            if value.clause == id_:
                clause.values.append((key, _value_text(value.value if value.readings is None else value.readings)))
        for act, authority in sheet.authority.items():
            if authority.clause == id_:
                clause.authorities.append((act, ", ".join(words.named("role", role) for role in authority.roles)))
        if id_ in sheet.readings:
            resolved = sheet.resolved.get(id_)
            for letter, reading in sheet.readings[id_].readings.items():
                word = f"{resolved.by}: {resolved.source}" if resolved and resolved.reading == letter else None
                clause.readings.append((letter, words.clause_text(reading), word))
        clause.findings += [words.named("kind", kind) for kind, cited in sheet.conduct.items() if cited == id_]
        clause.cited_by, clause.cited_count = list(citing.get(id_, ()))[:_CITED], len(citing.get(id_, ()))
        clause.code += implementing(edition, id_)
        yield clause


def _value_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_value_text(part)}" for name, part in value.items()) or "–"  # noqa: RUF001
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_value_text, value)) if isinstance(value, list | tuple) else str(value)


class _WorkedRound(NamedTuple):
    """A worked round, its replay's file if there is one, and what is found in it: clauses and kinds."""

    worked: WorkedRound
    replay: Path | None = None
    findings: tuple[tuple[str, str], ...] = ()


def _worked(edition: Edition, text: str, words: Catalogue, folder: Path, progress: Progress) -> Iterator[_WorkedRound]:
    """The worked rounds, each told on a table of its own in a ledger that is thrown away.

    One in which the house has left something open, or that this edition cannot judge, has no replay.
    """
    rounds = [worked for worked in worked_rounds(edition.id) if worked.clause in edition.sheet.clauses]
    with TemporaryDirectory(prefix="recoup-") as room, open_or_create(f"sqlite:///{room}/book.db") as ledger:
        ledger.adopt(edition.id, edition.name, text)
        for worked in rounds:
            if not worked.unresolved:
                _record(ledger, _name_of(worked), worked.lines(_day_of(worked)))
        with open_read_models(ledger) as models:
            catch_up(ledger, models)
            view = LedgerView(ledger, models).in_language(words.language)
            for worked in rounds:
                yield _WorkedRound(worked) if worked.unresolved else _replayed(view, worked, folder)
                progress(1)


def _name_of(worked: WorkedRound) -> str:
    return f"{anchor_of(worked.clause)}-{worked.side}"


def _day_of(worked: WorkedRound) -> str:
    return f"{_name_of(worked)}/{_DATE}"


def _record(ledger: Ledger, name: str, lines: str) -> None:
    file = f"{name}.txt"  # a transcript's source is named after its file
    intake.ingest_stream(ledger, BytesIO(lines.encode()), file, format_named("notation").reader(Path(file)), GAMES)


def _replayed(view: LedgerView, worked: WorkedRound, folder: Path) -> _WorkedRound:
    """The replay of a worked round that bears on its clause: the last one in which something is found, else the last."""
    try:
        rulings = [view.ruling(name) for name in view.table_day(_day_of(worked)).rounds]
    except RecoupError:
        return _WorkedRound(worked)
    bearing = [ruling for ruling in rulings if any(worked.clause in finding.clauses for finding in ruling.findings)]
    if not rulings:
        return _WorkedRound(worked)
    shown = (bearing or rulings)[-1]
    file = folder / _ROUNDS / f"{_name_of(worked)}.html"
    file.parent.mkdir(exist_ok=True)
    write_plain(file, standalone_replay(view, shown.round.name, masked=False).encode())
    findings = ((clause, f.kind) for ruling in rulings for f in ruling.findings for clause in f.clauses)
    return _WorkedRound(worked, file, tuple(findings))


def differences(before: Edition, after: Edition) -> list[Difference]:
    """In what two editions differ, row by row, in the order of the first one's text."""
    was, is_now = edition_rows(before), edition_rows(after)
    rows = (row for row in dict.fromkeys((*was, *is_now)) if was.get(row) != is_now.get(row))
    return [
        Difference(clause, what, was.get(row, ""), is_now.get(row, ""))
        for row, (clause, _, what) in ((row, row.partition(" ")) for row in rows)
    ]

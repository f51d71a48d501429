"""The ambiguities on which a ruling rests and that were resolved beforehand: by whom, on what grounds, and how else."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ledger.values.message import Message, Term
from ledger.values.offices import ROLES
from replay.judging.finding import sorted_clauses
from replay.rulebooks.edition import Edition
from replay.table_day.resolutions import HouseResolution
from replay.table_day.round import Round


@dataclass(frozen=True, slots=True)
class ResolvedReading:
    """A reading that holds because somebody resolved its ambiguity. Under another one the ruling might be another.

    `by` is the word trade or house where the edition has it so, else the person who resolved it at the table, and then
    there is a time from which it holds and a position of the ledger.
    """

    clause: str
    reading: str
    text: str
    by: str
    source: str
    alternatives: tuple[tuple[str, str], ...]
    since: str | None = None
    position: int | None = None


def resolved_readings(round_: Round, edition: Edition, clauses: Iterable[str]) -> Iterator[ResolvedReading]:
    """Of these clauses, those whose ambiguity was resolved for the round."""
    for clause in sorted_clauses(set(clauses) & set(edition.resolved_letters) & set(edition.sheet.readings)):
        letter, readings = edition.resolved_letters[clause], edition.sheet.readings[clause].readings
        others = tuple((other, text) for other, text in readings.items() if other != letter)
        resolution = _table_resolution(round_, clause, letter)
        by, source = _edition_source(edition, clause) if resolution is None else _personal_source(resolution)
        since, at = (None, None) if resolution is None else (resolution.since, resolution.position)
        yield ResolvedReading(clause, letter, readings[letter], by, source, others, since, at)


def _edition_source(edition: Edition, clause: str) -> tuple[str, str]:
    row = edition.sheet.resolved.get(clause)
    return (
        (row.by, row.source)
        if row and row.reading == edition.resolved_letters[clause]
        else ("house", Term("not on record"))
    )


def _personal_source(resolution: HouseResolution) -> tuple[str, str]:
    by = Term(f"the {resolution.by}") if resolution.by in ROLES else resolution.by
    if not resolution.reason:
        return by, Message("decision at position {position}", position=resolution.position)
    reason = Term(resolution.reason)
    return by, Message("decision at position {position}, {reason}", position=resolution.position, reason=reason)


def _table_resolution(round_: Round, clause: str, letter: str) -> HouseResolution | None:
    """What was resolved at the table, where the reading holds for that reason."""
    both = (round_.terms_at_opening.resolutions.get(clause), round_.resolutions_by_now.get(clause))
    return next((resolution for resolution in both if resolution is not None and resolution.reading == letter), None)

"""The rows of a package's tables that are of no single day: cases and what was claimed, settled and due in them, decisions,
checkpoints, clauses.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from ledger.acts.adoptions import Adoption
from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casebook import Casebook
from ledger.cases.clocks import zone_of
from ledger.cases.deadlines import local_day
from ledger.errors import UnknownGame
from ledger.events.cases import Answer, CaseClosed, CaseSettled, CaseworkAct, ClaimStated, ClaimWithdrawn
from ledger.events.table import TableOpened
from ledger.evidence.checkpoint import checkpoint_of
from ledger.evidence.note import parse
from projections.answers.status import case_status
from projections.documents.cases import clock_document
from projections.export.columns import ExportedTable, Row
from projections.export.coverage import edition_file
from projections.export.proof_bundle import BundledCheckpoint
from projections.export.tables import (
    ACTS,
    AWARDS,
    CASE_ROUNDS,
    CASES,
    CHECKPOINTS,
    CLAIMS,
    CLAUSES,
    DEADLINES,
    EDITIONS,
    READINGS,
    SETTLEMENTS,
)
from projections.read_models.settlements import CaseSettlement, case_settlements, decided_at, settlement_document
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import EditionSheet

CompleteRow = dict[str, Any]


class HouseRows:
    """The rows of cases, decisions and clauses, as of the position up to which the ledger is read."""

    def __init__(self, past_ledger: Ledger, case_numbers: Collection[str]):
        self._ledger = past_ledger
        work = Casebook(past_ledger)
        self._cases = [work.case(number) for number in case_numbers]
        self._opening: Callable[[str], TableOpened | None] = cache(self._ledger.table_opening)

    def cases(self) -> Iterator[CompleteRow]:
        """A row a case."""
        for case in self._cases:
            opened = case.opened
            table, day = opened.day.split("/")
            row = {
                "case": case.number,
                "status": case_status(case).word,
                "state": case.state,
                "table_name": table,
                "day": day,
                "shoe": opened.shoe,
                "rulebook": opened.rulebook,
                "edition": opened.edition,
                "jurisdiction": opened.jurisdiction,
                "opened_by": opened.by,
                "incident_at": opened.at,
                "received_at": opened.received_at,
                "opened_at": decided_at(case.taken[0]),
                "settled_at": _last_time(case, CaseSettled),
                "closed_at": _last_time(case, CaseClosed),
                "held": case.held,
            }
            yield CASES.complete(row, self._zone(opened.day))

    def case_rounds(self) -> Iterator[CompleteRow]:
        """A row a round that a case is about."""
        for case in self._cases:
            yield from (CASE_ROUNDS.complete({"case": case.number, "round": name}) for name in case.opened.rounds)

    def deadlines(self) -> Iterator[CompleteRow]:
        """A row a term of a case."""
        for case in self._cases:
            as_of = local_day(case.recorded_at, zone_of(case.opened)).isoformat()
            for number, standing in enumerate(case.clocks(), 1):
                named = {"case": case.number, "number": number, "as_of": as_of}
                yield DEADLINES.complete(named | clock_document(standing).model_dump())

    def claims(self) -> Iterator[CompleteRow]:
        """A row a claim that was stated."""
        for case in self._cases:
            for act in case.taken:
                event = act.event
                if isinstance(event, ClaimStated):
                    row = {
                        "position": act.position,
                        "case": case.number,
                        "player": event.player,
                        "claimed_minor": event.amount_minor,
                        "stated_at": decided_at(act),
                        "status": _claim_status(case, act),
                        "reason": event.reason,
                    }
                    yield self._complete_money(CLAIMS, row, case)

    def settlements(self) -> Iterator[CompleteRow]:
        """A row an answer of a settlement."""
        for case, settlement, answer in self._answers():
            opening = self._opening(case.opened.day)
            if opening is not None:
                document = settlement_document(case, settlement, answer, opening).model_dump()
                row = document | {"clauses": " ".join(document["clauses"]), "claimed_only": document["claimed"]}
                yield self._complete_money(SETTLEMENTS, row, case)

    def awards(self) -> Iterator[CompleteRow]:
        """A row a wager of an answer."""
        for case, settlement, answer in self._answers():
            for award in answer.awards:
                named = {"position": settlement.act.position, "case": case.number, "player": answer.player}
                yield self._complete_money(AWARDS, named | award.model_dump(), case)

    def _answers(self) -> Iterator[tuple[Case, CaseSettlement, Answer]]:
        for case in self._cases:
            for settlement in case_settlements(case):
                yield from ((case, settlement, answer) for answer in settlement.proposal.answers)

    def acts(self, register: Iterable[Row]) -> Iterator[CompleteRow]:
        """A row a decision or attempt, of the register's."""
        for registered in register:
            row = dict(registered)
            table, day = row.pop("table"), row["day"]
            zone = self._zone(f"{table}/{day}") if table and day else None
            yield ACTS.complete(row | {"table_name": table}, zone)

    def clauses(self, adoptions: Iterable[Adoption]) -> Iterator[CompleteRow]:
        """A row a clause of these editions."""
        rows: dict[str, CompleteRow] = {}
        for sheet in _known_sheets(adoptions):
            for clause, text in sheet.clauses.items():
                row = {"clause": clause, "document": sheet.edition.document} | text.model_dump()
                rows.setdefault(clause, CLAUSES.complete(row))
        yield from rows.values()

    def readings(self, adoptions: Iterable[Adoption]) -> Iterator[CompleteRow]:
        """A row a reading of a clause that these editions leave open."""
        rows: dict[tuple[str, str, str, str], CompleteRow] = {}
        for sheet in _known_sheets(adoptions):
            head = sheet.edition
            for clause, ambiguity in sheet.readings.items():
                resolution = sheet.resolved.get(clause)
                named = {"rulebook": head.rulebook, "edition": head.edition, "clause": clause}
                for letter, meaning in ambiguity.readings.items():
                    row: CompleteRow = {**named, "reading": letter, "means": meaning}
                    if resolution is not None:
                        row |= {"applied": resolution.reading == letter, "resolved_by": resolution.by}
                        row["source"] = resolution.source
                    rows.setdefault((head.rulebook, head.edition, clause, letter), READINGS.complete(row))
        yield from rows.values()

    def editions(self, adoptions: Iterable[Adoption]) -> Iterator[CompleteRow]:
        """A row an adoption of an edition."""
        for adoption in adoptions:
            event = adoption.event
            row = {
                "position": adoption.entry.position,
                "rulebook": event.rulebook,
                "edition": event.edition,
                "holds_from": None if adoption.position is None else adoption.holds_from.isoformat(),
                "by": adoption.by,
                "confirmed_by": adoption.confirmed_by,
                "back_dated": adoption.is_back_dated,
                "digest": event.digest,
                "file": edition_file(event),
            }
            yield EDITIONS.complete(row)

    def _complete_money(self, table: ExportedTable, row: Row, case: Case) -> CompleteRow:
        opening = self._opening(case.opened.day)
        money = {"currency": opening and opening.currency, "minor_digits": opening.minor_digits if opening else 0}
        return table.complete({**row, **money}, self._zone(case.opened.day))

    def _zone(self, day: str) -> str | None:
        opening = self._opening(day)
        return None if opening is None else opening.zone


def checkpoint_rows(checkpoints: Iterable[BundledCheckpoint]) -> Iterator[CompleteRow]:
    """A row a checkpoint."""
    for checkpoint in checkpoints:
        stored, note = checkpoint.stored, parse(checkpoint.written)
        row = {
            "number": stored.number,
            "size": stored.size,
            "root": checkpoint_of(note).root.hex(),
            "made_at": stored.made_at,
            "occasion": stored.reason,
            "signed_by": " ".join(dict.fromkeys(signature.name for signature in note.signatures)),
            "file": checkpoint.file,
        }
        yield CHECKPOINTS.complete(row)


def _known_sheets(adoptions: Iterable[Adoption]) -> Iterator[EditionSheet]:
    """The editions, but for those of games that this version does not have."""
    for adoption in adoptions:
        with suppress(UnknownGame):
            yield parse_edition(adoption.event.text).sheet


def _last_time(case: Case, kind: type[CaseworkAct]) -> str | None:
    times = [decided_at(act) for act in case.taken if act.refused is None and isinstance(act.event, kind)]
    return times[-1] if times else None


def _claim_status(case: Case, stated: CaseAct) -> str:
    if stated.refused is not None:
        return "refused"
    later = [act.event for act in case.taken if act.position > stated.position and act.refused is None]
    player = stated.event.player
    of_player = [event for event in later if isinstance(event, ClaimStated | ClaimWithdrawn) and event.player == player]
    if not of_player:
        return "stands"
    return "withdrawn" if isinstance(of_player[0], ClaimWithdrawn) else "replaced"

"""The rows of a package's tables that are of no single day: cases and what was claimed, settled and due in them, decisions,
checkpoints, clauses.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
from ledger.evidence.checkpoint_store import checkpoint_of
from ledger.evidence.note import parse
from projections.answers.status import case_status
from projections.documents.cases import clock_document
from projections.export.codes import code_rows
from projections.export.columns import Row
from projections.export.coverage import edition_file
from projections.export.proof_bundle import BundledCheckpoint
from projections.export.tables import OF_THE_HOUSE
from projections.read_models.settlements import CaseSettlement, case_settlements, decided_at, settlement_document
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import EditionSheet


class HouseRows:
    """The rows of cases, decisions and clauses, as of the position up to which the ledger is read."""

    def __init__(self, past_ledger: Ledger, case_numbers: Collection[str]):
        work = Casebook(past_ledger)
        self._cases = [work.case(number) for number in case_numbers]
        self._opening: Callable[[str], TableOpened | None] = cache(past_ledger.table_opening)

    def rows(
        self, adoptions: Sequence[Adoption], register: Iterable[Row], checkpoints: Iterable[BundledCheckpoint]
    ) -> Mapping[str, Iterable[Row]]:
        """The rows by table, each with every column."""
        rows_by_table: Mapping[str, Iterable[Row]] = {
            "checkpoints": map(_checkpoint_row, checkpoints),
            "clauses": _clauses(adoptions),
            "readings": _readings(adoptions),
            "editions": map(_edition_row, adoptions),
            "cases": map(self._case_row, self._cases),
            "case_rounds": ({"case": case.number, "round": name} for case in self._cases for name in case.opened.rounds),
            "deadlines": self._deadlines(),
            "claims": self._claims(),
            "settlements": self._settlements(),
            "awards": self._awards(),
            "acts": map(self._act_row, register),
            "codes": code_rows(),
        }
        return {table.name: map(table.complete, rows_by_table[table.name]) for table in OF_THE_HOUSE}

    def _case_row(self, case: Case) -> Row:
        opened, (table, day) = case.opened, case.opened.day.split("/")
        return {
            **dict(opened),
            "zone": self._zone(opened.day),
            "case": case.number,
            "status": case_status(case).word,
            "state": case.state,
            "table_name": table,
            "day": day,
            "opened_by": opened.by,
            "incident_at": opened.at,
            "opened_at": decided_at(case.taken[0]),
            "settled_at": _last_time(case, CaseSettled),
            "closed_at": _last_time(case, CaseClosed),
            "held": case.held,
        }

    def _deadlines(self) -> Iterator[Row]:
        """A row a term of a case."""
        for case in self._cases:
            as_of = local_day(case.recorded_at, zone_of(case.opened)).isoformat()
            for number, standing in enumerate(case.clocks(), 1):
                named = {"case": case.number, "number": number, "as_of": as_of}
                yield named | clock_document(standing).model_dump()

    def _claims(self) -> Iterator[Row]:
        """A row a claim that was stated."""
        for case in self._cases:
            for act in case.taken:
                if isinstance(act.event, ClaimStated):
                    yield {
                        **self._of_case(case),
                        "position": act.position,
                        "player": act.event.player,
                        "claimed_minor": act.event.amount_minor,
                        "stated_at": decided_at(act),
                        "status": _claim_status(case, act),
                        "reason": act.event.reason,
                    }

    def _settlements(self) -> Iterator[Row]:
        """A row an answer of a settlement."""
        for case, settlement, answer in self._answers():
            opening = self._opening(case.opened.day)
            if opening is not None:
                document = settlement_document(case, settlement, answer, opening).model_dump()
                named = {"clauses": " ".join(document["clauses"]), "claimed_only": document["claimed"]}
                yield document | self._of_case(case) | named

    def _awards(self) -> Iterator[Row]:
        """A row a wager of an answer."""
        for case, settlement, answer in self._answers():
            for award in answer.awards:
                named = {"position": settlement.act.position, "player": answer.player}
                yield self._of_case(case) | named | dict(award)

    def _answers(self) -> Iterator[tuple[Case, CaseSettlement, Answer]]:
        for case in self._cases:
            for settlement in case_settlements(case):
                yield from ((case, settlement, answer) for answer in settlement.proposal.answers)

    def _act_row(self, registered: Row) -> Row:
        """A decision or attempt of the register."""
        table, day = registered["table"], registered["day"]
        return {**registered, "table_name": table, "zone": self._zone(f"{table}/{day}") if table and day else None}

    def _of_case(self, case: Case) -> dict[str, Any]:
        """The case of a row, and the currency and the clock of its table."""
        opening = self._opening(case.opened.day)
        money = {"currency": opening and opening.currency, "minor_digits": opening.minor_digits if opening else 0}
        return {"case": case.number, "zone": self._zone(case.opened.day), **money}

    def _zone(self, day: str) -> str | None:
        opening = self._opening(day)
        return None if opening is None else opening.zone


def _checkpoint_row(checkpoint: BundledCheckpoint) -> Row:
    stored, note = checkpoint.stored, parse(checkpoint.written)
    return {
        "number": stored.number,
        "size": stored.size,
        "root": checkpoint_of(note).root.hex(),
        "made_at": stored.made_at,
        "occasion": stored.reason,
        "signed_by": " ".join(dict.fromkeys(signature.name for signature in note.signatures)),
        "file": checkpoint.file,
    }


def _clauses(adoptions: Iterable[Adoption]) -> Iterable[Row]:
    """A row a clause of these editions."""
    rows: dict[str, Row] = {}
    for sheet in _known_sheets(adoptions):
        for clause, text in sheet.clauses.items():
            rows.setdefault(clause, {"clause": clause, "document": sheet.edition.document, **dict(text)})
    return rows.values()


def _readings(adoptions: Iterable[Adoption]) -> Iterable[Row]:
    """A row a reading of a clause that these editions leave open."""
    rows: dict[tuple[str, str, str, str], Row] = {}
    for sheet in _known_sheets(adoptions):
        head = sheet.edition
        for clause, ambiguity in sheet.readings.items():
            resolution = sheet.resolved.get(clause)
            for letter, meaning in ambiguity.readings.items():
                key = head.rulebook, head.edition, clause, letter
                row: dict[str, Any] = dict(zip(("rulebook", "edition", "clause", "reading"), key, strict=True))
                row["means"] = meaning
                if resolution is not None:
                    row |= {"applied": resolution.reading == letter, "resolved_by": resolution.by}
                    row["source"] = resolution.source
                rows.setdefault(key, row)
    return rows.values()


def _edition_row(adoption: Adoption) -> Row:
    """An adoption of an edition."""
    event = adoption.event
    return {
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

"""What a bulk re-ruling comes to, as JSON."""

from pydantic import Field

from ledger.values.document import Digest, Document, EditionDocument, Minor
from projections.rulings.difference import DifferenceCause


class SourceDocument(Document):
    """A ledger or a package, whose it is, and up to which position it was read."""

    address: str
    house: str
    size: int


class DayCountsDocument(Document):
    """Tables' days: those ruled on again, and those that were not, by why."""

    ruled: int
    another_rulebook: int
    never_opened: int
    no_edition_in_force: int
    told_twice: int


class ChangeTotalsDocument(Document):
    """Wagers whose money differs; `more_minor` goes back to players beyond what did, `less_minor` falls short of it."""

    wagers: int
    more: int
    less: int
    opened: int
    settled: int
    if_claimed: int
    more_minor: Minor
    less_minor: Minor
    currency: str
    minor_digits: int


class ClauseTotalsDocument(ChangeTotalsDocument):
    """Those on one set of amended clauses."""

    on_clauses: list[str]
    players: int


class PlayerTotalsDocument(ChangeTotalsDocument):
    """Those of one player."""

    house: str
    player: str


class RerunDocument(Document):
    """What a bulk re-ruling comes to; `players` names those with whom most changes."""

    rulebook: EditionDocument = Field(description="The edition under which was ruled again.")
    engine: str
    sources: list[SourceDocument]
    table: str | None
    since: str | None
    until: str | None
    days: DayCountsDocument
    rounds: int
    wagers: int
    rulings_changed: int
    digest: Digest = Field(description="over the rows of all days; the same for the same question, whoever did the work")
    clauses: list[ClauseTotalsDocument]
    players_concerned: int
    players: list[PlayerTotalsDocument]


class EngineDayCountsDocument(Document):
    """Tables' days whose rulings on record were compared, and those that were not, by why."""

    ruled: int
    not_ruled_on: int
    no_edition_in_force: int
    told_twice: int


class CauseTotalsDocument(Document):
    """Rulings on record that differ, for one reason; a ruling may have several."""

    cause: DifferenceCause
    rounds: int


class FindingTotalsDocument(Document):
    """A kind of finding: how many on record are not found any more, and how many are found that are not on record."""

    kind: str
    withdrawn: int
    added: int


class EngineRerunDocument(Document):
    """What this engine rules on a period beside what is on record; `players` names those with whom most changes."""

    engine: str
    engine_digest: Digest
    sources: list[SourceDocument]
    table: str | None
    since: str | None
    until: str | None
    days: EngineDayCountsDocument
    rounds: int
    wagers: int
    rulings_changed: int
    causes: list[CauseTotalsDocument]
    findings: list[FindingTotalsDocument]
    digest: Digest = Field(description="over the rows of all days; the same for the same question, whoever did the work")
    clauses: list[ClauseTotalsDocument] = Field(description="The money that differs, by the clauses of findings that do.")
    players_concerned: int
    players: list[PlayerTotalsDocument]

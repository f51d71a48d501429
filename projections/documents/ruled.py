"""The ruling on a round as it is on record, as JSON: a line of a package's rulings."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from ledger.events.rulings import RuledOutcome, RuledStakes, RuledWager, WithdrawalReason
from ledger.mapper import canonical
from ledger.table_standing import RoundStanding
from ledger.values.document import Digest, Document, EditionDocument, Minor, Position, is_none
from projections.documents.rulings import FindingDocument, finding_document
from projections.read_models.rows import RuledRound
from replay.games.registry import GAMES
from replay.judging.judgement import Verdict


class RuledDocument(Document):
    """The ruling that stands on a round as of a package's log.

    `head` is the position up to which the ledger was known when it was made. `document_digest` is over what
    `recoup rule --json` prints of the round, without its prose, engine and basis.
    """

    round: str
    table: str
    shoe: str | None
    game: Annotated[str, Field(json_schema_extra={"enum": list(GAMES)})]
    account: str
    rulebook: EditionDocument = Field(description="The edition that the ruling was made under.")
    engine: str
    engine_digest: Digest
    findings: list[FindingDocument]
    outcomes: list[RuledOutcome]
    verdict: Verdict
    authority: str | None
    standing: RoundStanding
    currency: str
    minor_digits: int
    staked_minor: Minor
    owed: list[RuledWager]
    taken_back_minor: dict[str, Minor] | None = Field(
        None,
        description="By wager, what its player gave back of the payments on it; absent where nothing was taken back.",
        exclude_if=is_none,
    )
    at_stake: RuledStakes | None
    players: list[str]
    dealer: str | None
    basis: list[tuple[Position, Position]] = Field(description="The entries of the round, as ranges.")
    beside: list[Position] = Field(description="The decisions and notes that it rests on besides.")
    head: Position
    recorded_at: str
    reason: WithdrawalReason | None = Field(description="Why it takes an earlier ruling's place.")
    document_digest: Digest

    @classmethod
    def of(cls, ruled: RuledRound) -> Self:
        """The document of a ruling on record."""
        data, begun = ruled.data, ruled.begun
        named: Mapping[str, Any] = {
            name: data.get(name) for name in ("authority", "at_stake", "taken_back_minor", "reason")
        }
        listed: Mapping[str, Any] = {name: data.get(name, []) for name in ("owed", "players", "beside")}
        kept = {name: data[name] for name in ("outcomes", "staked_minor", "basis", "head", "document_digest")}
        return cls(
            round=ruled.name,
            table=ruled.row["table_name"],
            rulebook=EditionDocument(id=begun["rulebook"], edition=begun["edition"], digest=begun["edition_digest"]),
            findings=list(map(finding_document, ruled.findings)),
            recorded_at=ruled.record.recorded_at,
            **{name: begun[name] for name in ("engine", "engine_digest", "game", "currency", "minor_digits")},
            **{name: ruled.row[name] for name in ("shoe", "account", "standing", "verdict", "dealer")},
            **{**named, **listed, **kept},
        )

    @property
    def canonical(self) -> bytes:
        """Canonical JSON (RFC 8785): its line in a package."""
        return canonical(self.model_dump(mode="json"))

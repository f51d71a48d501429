"""Which sources the house has enrolled: what each may deliver, from when, and by which key or token it is known."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.events.roster import SourceEnrolled
from ledger.merkle import digest
from ledger.values.refusals import Refusal


class SourceProof(NamedTuple):
    """What whoever feeds shows of themselves: the fingerprint of a key of theirs, or a token."""

    key: str | None = None
    token: bytes | None = None


@dataclass(slots=True)
class Sources:
    """The enrolled sources by name. While they are not required, any other is only unattested."""

    enrolled: dict[str, SourceEnrolled] = field(default_factory=dict)
    revoked: dict[str, int] = field(default_factory=dict)
    """The positions at which sources were revoked."""
    required_since: int | None = None

    def refusal(self, source: str, table: str, topic: str, day: str, proof: SourceProof) -> str | None:
        """Why a source may not deliver this, about a table on a day (UTC); None if it may."""
        event = self.enrolled.get(source)
        if event is None:
            return Refusal("source_revoked" if source in self.revoked else "source_unknown", source=source)
        if not event.since <= day <= (event.until or "9999"):
            if event.until:
                return Refusal("source_enrolled_until", source=source, since=event.since, until=event.until)
            return Refusal("source_enrolled_from", source=source, since=event.since)
        if event.tables and table not in event.tables:
            return Refusal("source_of_others", source=source, others=", ".join(event.tables), what=table)
        if event.topics and not any(f"{topic}.".startswith(f"{prefix}.") for prefix in event.topics):
            return Refusal("source_of_others", source=source, others=", ".join(event.topics), what=topic)
        return _proof_refusal(event, proof)

    def has_word(self, source: str, table: str, proof: SourceProof) -> bool:
        """Whether it is enrolled for the table, on whatever day, and the proof is its own."""
        event = self.enrolled.get(source)
        return event is not None and (not event.tables or table in event.tables) and _proof_refusal(event, proof) is None


def _proof_refusal(event: SourceEnrolled, proof: SourceProof) -> str | None:
    if event.key is not None and proof.key != event.key.fingerprint:
        return Refusal("source_key_missing", source=event.source, key=event.key.fingerprint)
    if event.token is not None and (proof.token is None or digest(proof.token) != event.token):
        return Refusal("source_token_missing", source=event.source)
    return None

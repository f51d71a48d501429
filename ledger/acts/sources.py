"""Which sources the house has enrolled: what each may deliver, from when, and by which key or token it is known."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.events.roster import SourceEnrolled
from ledger.merkle import digest


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
            return f"{source} is no enrolled source" + (", it was revoked" if source in self.revoked else "")
        if not event.since <= day <= (event.until or "9999"):
            return f"{source} is enrolled from {event.since}" + (f" to {event.until}" if event.until else "")
        if event.tables and table not in event.tables:
            return f"{source} is enrolled for {', '.join(event.tables)}, not for {table}"
        if event.topics and not any(f"{topic}.".startswith(f"{prefix}.") for prefix in event.topics):
            return f"{source} is enrolled for {', '.join(event.topics)}, not for {topic}"
        return _proof_refusal(event, proof)


def _proof_refusal(event: SourceEnrolled, proof: SourceProof) -> str | None:
    if event.key is not None and proof.key != event.key.fingerprint:
        return f"{event.source} is known by the key {event.key.fingerprint}; whoever feeds it must have it (--sign)"
    if event.token is not None and (proof.token is None or digest(proof.token) != event.token):
        return f"{event.source} is known by a token; whoever feeds it must have it (--token)"
    return None

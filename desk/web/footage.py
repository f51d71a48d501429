"""The footage of a moment: which camera shows it, at which time of its own clock, and until when it is kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.events.cases import EvidenceAttached
from ledger.values.times import instant, written
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Footage:
    """A camera's footage that is attached to a case about the round; `shows` says whether the moment is on it."""

    case: str
    evidence: str
    camera: str
    clock: str | None
    """What the camera's own clock said at the moment; None where the moment's time is not told."""
    shows: bool
    expires_on: str | None


def footage(ledger: Ledger, ruling: Ruling, time: str | None) -> Iterator[Footage]:
    """The footage attached to the cases about a round, at a time of the table's device."""
    cases = dict.fromkeys(getattr(one.event, "case", None) for one in ruling.round.decisions)
    for number in filter(None, cases):
        for one in Casework(ledger).case(number).evidence:
            if one.camera is not None:
                clock = written(instant(time) + one.offset_ms * 1000) if time else None
                yield Footage(number, one.evidence, one.camera, clock, _shows(one, time), one.expires_on)


def _shows(one: EvidenceAttached, time: str | None) -> bool:
    if time is None:
        return False
    return (one.begins_at is None or one.begins_at <= time) and (one.ends_at is None or time <= one.ends_at)

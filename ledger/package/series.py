"""Packages that follow one another: none is missing between them, no two tell of the same days, and all are of one log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from ledger.events.evidence import ExportScope
from ledger.evidence.checkpoint_store import Checkpoint
from ledger.merkle import digest
from ledger.package.format import TAG_MANIFEST, Contents
from ledger.package.reader import Package


@dataclass(frozen=True, slots=True)
class SeriesMember:
    """A package of a series, the digest of its tag manifest, and its checkpoint."""

    folder: Path
    contents: Contents
    manifest: str
    checkpoint: Checkpoint

    @property
    def since(self) -> date:
        """Its first gaming day."""
        return date.fromisoformat(str(self.contents.scope.since))

    @property
    def until(self) -> date:
        """Its last gaming day."""
        return date.fromisoformat(str(self.contents.scope.until))


def series_member(folder: Path) -> SeriesMember:
    """A package as one of a series. Raises BrokenEvidence where it cannot be read."""
    package = Package(folder)
    _, _, checkpoint = package.checkpoint()
    return SeriesMember(folder, package.contents, digest((folder / TAG_MANIFEST).read_bytes()), checkpoint)


def is_series(scope: ExportScope, other: ExportScope) -> bool:
    """Whether two scopes are of the same series: of the same table or shoe, or of all, over bounded days."""
    whole = {"since": None, "until": None}
    bounded = all((scope.since, scope.until, other.since, other.until))
    return bounded and scope.model_copy(update=whole) == other.model_copy(update=whole) and scope.case is None


@dataclass(frozen=True, slots=True)
class Series:
    """The packages that hold, in the order of their days, with what was replaced and by which."""

    standing: tuple[SeriesMember, ...]
    replaced: tuple[tuple[SeriesMember, SeriesMember], ...]
    misfits: tuple[str, ...]


def check_series(members: Sequence[SeriesMember]) -> Series:
    """Looks at packages beside one another; each has been verified by itself."""
    by_manifest = {member.manifest: member for member in members}
    replaced = tuple(
        (by_manifest[member.contents.replaces.manifest], member)
        for member in members
        if member.contents.replaces is not None and member.contents.replaces.manifest in by_manifest
    )
    gone = {old.manifest for old, _ in replaced}
    standing = [member for member in by_manifest.values() if member.manifest not in gone]
    foreign = [member for member in standing if not is_series(member.contents.scope, standing[0].contents.scope)]
    in_order = sorted((m for m in standing if m not in foreign), key=lambda member: (member.since, member.until))
    misfits = [f"{member.folder} is not of the same series as {standing[0].folder}" for member in foreign]
    for before, after in pairwise(in_order):
        misfits += _between(before, after, {old.manifest: new.manifest for old, new in replaced})
    return Series(tuple(in_order), replaced, (*misfits, *_forks(members)))


def _between(before: SeriesMember, after: SeriesMember, replaced: dict[str, str]) -> Iterator[str]:
    """What is wrong between two packages of which one should follow the other."""
    expected = before.until + timedelta(days=1)
    if after.since > expected:
        last = after.since - timedelta(days=1)
        yield f"gap: no package tells of {expected} to {last}, between {before.folder} and {after.folder}"
    elif after.since < expected:
        last = min(before.until, after.until)
        days = f"{after.since} to {last}"
        yield f"overlap: {before.folder} and {after.folder} both tell of {days}, and neither replaces the other"
    previous = after.contents.previous
    if previous is None:
        yield f"{after.folder} names no package before it, where {before.folder} lies before it"
    elif previous.manifest != before.manifest and replaced.get(previous.manifest) != before.manifest:
        yield f"{after.folder} follows another package than {before.folder}: one with the tag manifest {previous.manifest}"


def _forks(members: Sequence[SeriesMember]) -> Iterator[str]:
    """Checkpoints that cannot be of one log: another name, or another root at the same size."""
    first = members[0]
    roots: dict[int, SeriesMember] = {}
    for member in members:
        if member.checkpoint.origin != first.checkpoint.origin:
            logs = member.checkpoint.origin, first.checkpoint.origin
            yield f"fork: {member.folder} is of the log {logs[0]}, {first.folder} of {logs[1]}"
        other = roots.setdefault(member.checkpoint.size, member)
        if other.checkpoint.root != member.checkpoint.root:
            yield f"fork: {other.folder} and {member.folder} have different roots at {member.checkpoint.size:,} entries"
    by_manifest = {member.manifest: member for member in members}
    for member in members:
        named = member.contents.previous and by_manifest.get(member.contents.previous.manifest)
        written = Package(member.folder).previous()
        if named and (written is None or written.checkpoint != named.checkpoint):
            yield f"fork: the checkpoint that {member.folder} gives for {named.folder} is not the one that is in it"

"""Making a package: as of which checkpoint, in which order, and how it goes on after it was broken off.

A package is made in a folder beside its place, `NAME.partial`, and moved there when it is complete and signed. No clock is
read: the same scope as of the same checkpoint gives the same bytes, whatever was recorded since.
"""

import shutil
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key
from pydantic import BaseModel, ConfigDict

from ledger.acts.roster import Roster, allowed_signers
from ledger.application import Ledger
from ledger.as_of import LedgerAsOf
from ledger.entry import Entry
from ledger.errors import UnusableExport, UnusableWitness
from ledger.events.evidence import ExportMade, ExportScope
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore, StoredCheckpoint
from ledger.evidence.key_chain import reigns
from ledger.evidence.keys import Signer, pem_of
from ledger.evidence.log import Log
from ledger.evidence.policies import policies_of
from ledger.files import refuse_link
from ledger.mapper import MAPPER, canonical, statement
from ledger.merkle import digest
from ledger.package import bag as bagging
from ledger.package.format import (
    ACTS,
    CONTENTS,
    HEADS,
    KEYS,
    LIMITS,
    PERSONS,
    REFUSED,
    SCHEMAS,
    TABLES,
    VERIFY,
    VERIFY_PROGRAM,
    Contents,
    EarlierPackage,
    PackagePolicy,
    ReplacedPackage,
)
from ledger.package.series import is_series
from ledger.roster import passkey, sshsig
from ledger.roster.signing import ledger_id
from ledger.values.money import Count
from ledger.verify.act_check import acts_on_record
from projections.export import pages, proof_bundle
from projections.export.coverage import Coverage, coverage_of, covered_adoptions, edition_file, last_position
from projections.export.entries import EntryTotals, EntryWriter, read_entries
from projections.export.judged import RulingWriter
from projections.export.proof_bundle import cosigned_note
from projections.export.tables import EXPORTED_TABLES
from projections.export.writing import pretty_json, write_whole
from projections.workers import ALONE, Workers
from replay import ENGINE

EXPORTS_STREAM: Final = "exports"
"""The stream of exports that were made."""

ProgressBar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Shows how something goes on: what, how many steps it has, and then each step."""


class ExportPlan(BaseModel):
    """What is exported, as of which log and with which cosignatures; a broken off export goes on by it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scope: ExportScope
    size: Count
    cosignatures: Count
    reports: bool
    masked: bool
    previous: str | None = None
    replaces: str | None = None
    reason: str | None = None


class ExportResult(NamedTuple):
    """A package as it was made."""

    size: int
    events: int
    withheld: int
    manifest: str


class SignedActs(NamedTuple):
    """How many acts of a package are signed by a key in a file, and by a passkey."""

    key_files: int
    passkeys: int


class Export:
    """Exports one scope of a ledger into a folder.

    `schemas` are the JSON Schemas that go with it, by name. With --anew it is as of everything on record, where without
    it an export that was made before is repeated as it was. `masked`: the tables call persons by other names. Raises
    UnusableExport, UnusableKey, UnknownRound, UnknownCase.
    """

    def __init__(
        self,
        ledger: Ledger,
        signer: Signer,
        scope: ExportScope,
        target: Path,
        schemas: Mapping[str, bytes],
        *,
        as_of_now: bool = False,
        reports: bool = True,
        masked: bool = True,
        reason: str | None = None,
        workers: Workers = ALONE,
    ):
        self._workers = workers
        self._ledger, self._signer, self._scope, self._target = ledger, signer, scope, target
        self._schemas, self._as_of_now, self._reason = schemas, as_of_now, reason
        self._reports, self._masked = reports, masked
        self._partial = target.with_name(target.name + ".partial")
        self._bag_folder, self._work_folder = self._partial / "bag", self._partial / "work"

    def run(self, progress_bar: ProgressBar) -> ExportResult:
        """Makes the package, signs it, moves it to its place, and records that it was given out."""
        if self._target.exists():
            raise UnusableExport(f"{self._target} is there already; name another folder, or take it away")
        with (
            closing(CheckpointPublisher(self._ledger, self._signer)) as notary,
            closing(CheckpointStore(self._ledger.url)) as seals,
        ):
            plan = self._resume_or_plan(notary, seals)
            at = next(checkpoint for checkpoint in seals.checkpoints() if checkpoint.size == plan.size)
            with LedgerAsOf(self._ledger.url, plan.size) as past:
                covered = coverage_of(past, plan.scope)
                result = self._write_package(past, plan, covered, at, seals, progress_bar)
            self._record_export(plan, result)  # before it is at its place: what leaves the house is on record
            notary.finish()
        refuse_link(self._target)
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._bag_folder.rename(self._target)
        shutil.rmtree(self._partial)
        return result

    # What is told

    def _resume_or_plan(self, notary: CheckpointPublisher, seals: CheckpointStore) -> ExportPlan:
        kept = self._work_folder / "plan.json"
        if kept.exists():
            plan = ExportPlan.model_validate_json(kept.read_bytes())
            if (plan.scope, plan.reports, plan.masked) != (self._scope, self._reports, self._masked):
                raise UnusableExport(f"{self._partial} is the beginning of another export; take it away, then try again")
            return plan
        plan = (None if self._as_of_now else self._repeat_recorded()) or self._plan_new(notary, seals)
        write_whole(kept, plan.model_dump_json().encode())
        return plan

    def _repeat_recorded(self) -> ExportPlan | None:
        """The export of the same scope that is on record first."""
        package = next((event for event in self._made() if event.scope == self._scope), None)
        if package is None:
            return None
        return self._plan(package.size, package.cosignatures, package.previous, package.replaces, package.reason)

    def _plan(
        self, size: int, cosignatures: int, previous: str | None, replaces: str | None, reason: str | None
    ) -> ExportPlan:
        return ExportPlan(
            scope=self._scope,
            size=size,
            cosignatures=cosignatures,
            reports=self._reports,
            masked=self._masked,
            previous=previous,
            replaces=replaces,
            reason=reason,
        )

    def _made(self) -> list[ExportMade]:
        """The packages on record."""
        return [entry.event for entry in self._ledger.entries(EXPORTS_STREAM) if isinstance(entry.event, ExportMade)]

    def _previous(self) -> ExportMade | None:
        """The last package of the series that tells of days before those of this one."""
        series = (package for package in self._made() if is_series(package.scope, self._scope))
        before = [package for package in series if str(package.scope.until) < str(self._scope.since)]
        # of the same days the one that came last
        return max(reversed(before), key=lambda package: str(package.scope.until), default=None)

    def _plan_new(self, notary: CheckpointPublisher, seals: CheckpointStore) -> ExportPlan:
        """As of the first checkpoint that covers the scope; where there is none it is made now."""
        previous = self._previous()
        replaced = [export_made for export_made in self._made() if export_made.scope == self._scope]
        last = self._ledger.size() if self._as_of_now else last_position(self._ledger, self._scope)
        last = max(last, previous.size if previous else 0)
        at = self._published_checkpoint(notary, seals, last)
        seen = max((cosignature.number for cosignature in seals.cosignatures()), default=0)
        replaces, reason = (replaced[-1].manifest, self._reason) if replaced else (None, None)
        return self._plan(at.size, seen, previous.manifest if previous else None, replaces, reason)

    def _published_checkpoint(self, notary: CheckpointPublisher, seals: CheckpointStore, size: int) -> StoredCheckpoint:
        """The first checkpoint over so many entries that the house's policy lets out, now and at the checkpoint's size;
        without a policy it may be made now.

        Raises UnusableWitness where the policy asks for cosignatures that are not there.
        """
        policies = policies_of(self._ledger)
        covering = [checkpoint for checkpoint in seals.checkpoints() if checkpoint.size >= size]
        if policies.in_force() is None:
            return covering[0] if covering else notary.checkpoint("export")
        lines = seals.cosignatures()
        missing: list[str] = []
        for checkpoint in covering or [notary.checkpoint("export")]:
            note = cosigned_note(checkpoint, lines)
            rows = [policies.in_force(), policies.in_force(checkpoint.size)]
            unmet = [row.policy for row in rows if row and row.policy and not row.policy.is_met(note)]
            if not unmet:
                return checkpoint
            missing = list(dict.fromkeys(name for policy in unmet for name in policy.missing(note)))
        raise UnusableWitness(
            f"the policy lets no checkpoint out yet that covers this: {', '.join(missing)} have not signed; "
            "`recoup witness ask` asks them"
        )

    def _package_on_record(self, manifest: str | None) -> ExportMade | None:
        return next((export_made for export_made in self._made() if export_made.manifest == manifest), None)

    def _earlier_package(self, plan: ExportPlan) -> EarlierPackage | None:
        package = self._package_on_record(plan.previous)
        return (
            None if package is None else EarlierPackage(scope=package.scope, size=package.size, manifest=package.manifest)
        )

    def _replaced_package(self, plan: ExportPlan, coverage: Coverage) -> ReplacedPackage | None:
        export_made = self._package_on_record(plan.replaces)
        if export_made is None:
            return None
        since = read_entries(self._ledger.recorder, coverage.streams, export_made.size, {}, plan.size)
        added = Counter(notification.topic for notification in since if notification.id > export_made.size)
        return ReplacedPackage(
            size=export_made.size, manifest=export_made.manifest, reason=plan.reason, added=dict(sorted(added.items()))
        )

    # Making it

    def _write_package(
        self,
        past_ledger: Ledger,
        plan: ExportPlan,
        coverage: Coverage,
        checkpoint: StoredCheckpoint,
        seals: CheckpointStore,
        progress_bar: ProgressBar,
    ) -> ExportResult:
        earlier = self._earlier_package(plan)
        lines = [cosignature for cosignature in seals.cosignatures() if cosignature.number <= plan.cosignatures]
        checkpoints = seals.checkpoints()
        given = proof_bundle.collect_proof_bundle(
            past_ledger, checkpoints, lines, checkpoint, earlier.size if earlier else None
        )
        proof_bundle.write_proof_bundle(given, checkpoint, Log(self._ledger), self._bag_folder)
        with progress_bar("entries", plan.size if coverage.streams is None else None) as progress:
            entries = EntryWriter(self._ledger, coverage, plan.size, self._bag_folder, self._work_folder)
            written = entries.write(progress)
        judged = RulingWriter(
            past_ledger,
            coverage,
            self._bag_folder,
            self._work_folder,
            proof_bundle.bundled_checkpoints(given, checkpoints, checkpoint),
            reports=plan.reports,
            masked=plan.masked,
            workers=self._workers,
        )
        with progress_bar("days", len(coverage.days)) as progress:
            judged.write(progress)
        for adoption in covered_adoptions(past_ledger, coverage):
            write_whole(self._bag_folder / edition_file(adoption.event), adoption.event.text.encode())
        shown = (
            entry
            for entry in acts_on_record(past_ledger, plan.size, coverage.streams)
            if not (coverage.redaction and coverage.redaction.hides(MAPPER.to_stored_event(entry).state))
        )
        signed = write_signed_acts(shown, past_ledger.roster(), self._bag_folder)
        for name, text in self._schemas.items():
            write_whole(self._bag_folder / f"{SCHEMAS}/{name}.json", text)
        contents = Contents(
            origin=self._signer.key.name,
            scope=plan.scope,
            size=plan.size,
            whole=coverage.streams is None,
            events=written.shown,
            withheld=written.withheld,
            days=coverage.days,
            engine=ENGINE,
            previous=earlier,
            replaces=self._replaced_package(plan, coverage),
            policy=_policy_of(past_ledger),
        )
        write_whole(self._bag_folder / CONTENTS, pretty_json(contents.model_dump(mode="json", exclude_none=True)))
        self._write_pages(past_ledger, contents, given, written, signed)
        with progress_bar("manifests", None):
            manifest = bagging.close(self._bag_folder, _bag_info(contents), self._signer)
        return ExportResult(plan.size, written.shown, written.withheld, digest(manifest))

    def _write_pages(
        self,
        past_ledger: Ledger,
        contents: Contents,
        bundle: proof_bundle.ProofBundle,
        totals: EntryTotals,
        signed: SignedActs,
    ) -> None:
        keys = [reign.key for reign in reigns(past_ledger)]
        for key in keys:
            write_whole(self._bag_folder / f"{KEYS}/{key.id.hex()}.pem", pem_of(key).encode())
        variables = pages.page_variables(contents, bundle, (totals.first, totals.last), past_ledger, keys, self._signer.key)
        tables = [
            (table.name, table.means)
            for table in EXPORTED_TABLES
            if (self._bag_folder / f"{TABLES}/{table.name}.csv").exists()
        ]
        variables |= {
            "signed_by_key_file": signed.key_files,
            "signed_by_passkey": signed.passkeys,
            "tables": tables,
            "masked": (self._bag_folder / PERSONS).exists(),
            "refused": (self._bag_folder / REFUSED).exists(),
        }
        write_whole(self._bag_folder / VERIFY, pages.render_page("VERIFY.md", variables))
        write_whole(self._bag_folder / VERIFY_PROGRAM, pages.verify_program())
        write_whole(self._bag_folder / LIMITS, pages.render_page("LIMITS.md", variables))

    def _record_export(self, plan: ExportPlan, result: ExportResult) -> None:
        """Once under what it says: a repetition that comes out the same is not recorded again."""
        planned = {name: value for name, value in plan if name in ExportMade.model_fields}
        heads = digest((self._bag_folder / HEADS).read_bytes())
        event = ExportMade(**planned, events=result.events, heads=heads, manifest=result.manifest)
        ident = digest(canonical(event.model_dump(mode="json", exclude_none=True)))
        self._ledger.record(event, f"export:{ident}", EXPORTS_STREAM)


def _policy_of(past_ledger: Ledger) -> PackagePolicy | None:
    """The witness policy in force in a ledger as of a checkpoint."""
    row = policies_of(past_ledger).in_force()
    if row is None or row.position is None:
        return None
    return PackagePolicy(position=row.entry.position, in_force=row.position, digest=row.digest)


def _bag_info(contents: Contents) -> dict[str, str]:
    return {
        "External-Identifier": f"{contents.origin} {contents.size}",
        "External-Description": f"{contents.events} entries of {contents.origin}, {pages.scope_in_words(contents.scope)}",
        "Bag-Software-Agent": contents.engine,
    }


def write_signed_acts(entries: Iterable[Entry], roster: Roster, bag: Path) -> SignedActs:
    """Writes what each signed act was signed over, its signature, and the roster's keys."""
    key_files = passkeys = 0
    for entry in entries:
        signature = entry.delivery.signature
        if signature is None:
            continue
        place = f"{ACTS}/{entry.position:09d}"
        ledger = ledger_id(roster, entry.delivery)
        signed = statement(entry.delivery, entry.stream, entry.version, ledger, signature.rests_on, signature.covers)
        write_whole(bag / f"{place}.json", signed)
        if signature.sshsig is not None:
            key_files += 1
            write_whole(bag / f"{place}.sig", sshsig.armoured(b64decode(signature.sshsig)).encode())
        elif signature.passkey is not None:
            passkeys += 1
            write_whole(bag / f"{place}.client.json", b64decode(signature.passkey.client_data))
            write_whole(bag / f"{place}.signed", passkey.signed_bytes(signature.passkey))
            write_whole(bag / f"{place}.der", b64decode(signature.passkey.signature))
            key = roster.public_key(signature.key)
            assert key is not None
            public = load_der_public_key(b64decode(key.public))
            write_whole(bag / f"{place}.pem", public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    if key_files:
        write_whole(bag / f"{ACTS}/signers", allowed_signers(roster).encode())
    return SignedActs(key_files, passkeys)

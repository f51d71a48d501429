"""Making a package: as of which checkpoint, in which order, and how it goes on after it was broken off.

A package is made in a folder beside its place, `NAME.partial`, and moved there when it is complete and signed. No clock is
read: the same scope as of the same checkpoint gives the same bytes, whatever was recorded since.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final, NamedTuple

import orjson
from pydantic import BaseModel, ConfigDict

from ledger.application import Ledger
from ledger.as_of import PastLedger
from ledger.errors import RecoupError, UnusableExport
from ledger.events.deliveries import RulebookAdopted
from ledger.events.evidence import ExportMade, ExportScope
from ledger.evidence.checkpoint_publisher import Notary
from ledger.evidence.checkpoint_store import Sealed, Seals
from ledger.evidence.key_chain import reigns
from ledger.evidence.keys import Signer, pem_of
from ledger.evidence.log import Log
from ledger.mapper import canonical
from ledger.merkle import digest
from ledger.package import bag as bagging
from ledger.package.format import CONTENTS, EDITIONS, HEADS, KEYS, LIMITS, SCHEMAS, VERIFY, Contents
from ledger.values.money import Count
from projections.export import pages, proof_bundle
from projections.export.coverage import Coverage, coverage, last_position
from projections.export.entries import Entries, Written
from projections.export.judged import Judged, rulings_of
from projections.export.writing import pretty, put
from projections.table_days import Archive
from replay import ENGINE

EXPORTS: Final = "exports"
"""The stream of exports that were made."""

Bar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Shows how something goes on: what, how many steps it has, and then each step."""


class Plan(BaseModel):
    """What is exported, as of which log and with which cosignatures; a broken off export goes on by it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scope: ExportScope
    size: Count
    cosignatures: Count
    reports: bool


class Made(NamedTuple):
    """A package as it was made."""

    size: int
    events: int
    withheld: int
    manifest: str


class Export:
    """Exports one scope of a ledger into a folder.

    `schemas` are the JSON Schemas that go with it, by name. `anew` tells as of everything on record, where without it an
    export that was made before is repeated as it was. Raises UnusableExport, UnusableKey, UnknownRound, UnknownCase.
    """

    def __init__(
        self,
        ledger: Ledger,
        signer: Signer,
        scope: ExportScope,
        out: Path,
        schemas: Mapping[str, bytes],
        *,
        anew: bool = False,
        reports: bool = True,
    ):
        self._ledger, self._signer, self._scope, self._out = ledger, signer, scope, out
        self._schemas, self._anew, self._reports = schemas, anew, reports
        self._partial = out.with_name(out.name + ".partial")
        self._bag, self._work = self._partial / "bag", self._partial / "work"

    def run(self, bar: Bar) -> Made:
        """Makes the package, signs it, moves it to its place, and records that it was given out."""
        if self._out.exists():
            raise UnusableExport(f"{self._out} is there already; name another folder, or take it away")
        with closing(Notary(self._ledger, self._signer)) as notary, closing(Seals(self._ledger.url)) as seals:
            plan = self._planned(notary, seals)
            at = next(one for one in seals.checkpoints() if one.size == plan.size)
            with PastLedger(self._ledger.url, plan.size) as past:
                covered = coverage(past, plan.scope)
                made = self._make(past, plan, covered, at, seals, bar)
            self._record(plan, made)  # before it is at its place: what leaves the house is on record
            notary.finish()
        self._out.parent.mkdir(parents=True, exist_ok=True)
        self._bag.rename(self._out)
        shutil.rmtree(self._partial)
        return made

    # What is told

    def _planned(self, notary: Notary, seals: Seals) -> Plan:
        kept = self._work / "plan.json"
        if kept.exists():
            plan = Plan.model_validate_json(kept.read_bytes())
            if (plan.scope, plan.reports) != (self._scope, self._reports):
                raise UnusableExport(f"{self._partial} is the beginning of another export; take it away, then try again")
            return plan
        plan = (None if self._anew else self._repeated()) or self._first(notary, seals)
        put(kept, plan.model_dump_json().encode())
        return plan

    def _repeated(self) -> Plan | None:
        """The export of the same scope that is on record first."""
        events = (entry.event for entry in self._ledger.entries(EXPORTS) if isinstance(entry.event, ExportMade))
        for event in events:
            if event.scope == self._scope:
                return Plan(scope=self._scope, size=event.size, cosignatures=event.cosignatures, reports=self._reports)
        return None

    def _first(self, notary: Notary, seals: Seals) -> Plan:
        """As of the first checkpoint that covers the scope; where there is none it is made now."""
        last = self._ledger.size() if self._anew else last_position(self._ledger, self._scope)
        at = next((one for one in seals.checkpoints() if one.size >= last), None) or notary.checkpoint("export")
        seen = max((one.number for one in seals.cosignatures()), default=0)
        return Plan(scope=self._scope, size=at.size, cosignatures=seen, reports=self._reports)

    # Making it

    def _make(self, past: Ledger, plan: Plan, covered: Coverage, at: Sealed, seals: Seals, bar: Bar) -> Made:
        lines = [one for one in seals.cosignatures() if one.number <= plan.cosignatures]
        given = proof_bundle.vouchers(past, seals.checkpoints(), lines, at)
        proof_bundle.write(given, at, Log(self._ledger), self._bag)
        with bar("entries", plan.size if covered.streams is None else None) as progress:
            entries = Entries(self._ledger, covered, plan.size, given.told, self._bag, self._work)
            written = entries.write(progress)
        judged = Judged(past, covered, self._bag, self._work, reports=plan.reports)
        with bar("days", len(covered.days)) as progress:
            judged.write(progress)
        self._editions(past, covered)
        for name, text in self._schemas.items():
            put(self._bag / f"{SCHEMAS}/{name}.json", text)
        contents = Contents(
            origin=self._signer.key.name,
            scope=plan.scope,
            size=plan.size,
            whole=covered.streams is None,
            events=written.shown,
            withheld=written.withheld,
            days=covered.days,
            engine=ENGINE,
        )
        put(self._bag / CONTENTS, pretty(contents.model_dump(mode="json", exclude_none=True)))
        self._pages(past, contents, given, written)
        with bar("manifests", None):
            manifest = bagging.close(self._bag, _info(contents), self._signer)
        return Made(plan.size, written.shown, written.withheld, digest(manifest))

    def _editions(self, past: Ledger, covered: Coverage) -> None:
        """The editions that the entries of the package adopt, as files."""
        for entry in past.rulebooks():
            if covered.streams is not None and entry.stream not in covered.streams:
                continue
            if isinstance(entry.event, RulebookAdopted):
                name = f"{EDITIONS}/{entry.event.rulebook}-{entry.event.edition}.toml"
                put(self._bag / name, entry.event.text.encode())

    def _pages(self, past: Ledger, contents: Contents, given: proof_bundle.Vouchers, written: Written) -> None:
        keys = [reign.key for reign in reigns(past)]
        for key in keys:
            put(self._bag / f"{KEYS}/{key.id.hex()}.pem", pem_of(key).encode())
        told = pages.facts(contents, given, (written.first, written.last), past, keys, self._signer.key)
        put(self._bag / VERIFY, pages.page("VERIFY.md", told))
        put(self._bag / LIMITS, pages.page("LIMITS.md", told))

    def _record(self, plan: Plan, made: Made) -> None:
        """Once under what it says: a repetition that comes out the same is not recorded again."""
        event = ExportMade(
            scope=plan.scope,
            size=plan.size,
            cosignatures=plan.cosignatures,
            events=made.events,
            heads=digest((self._bag / HEADS).read_bytes()),
            manifest=made.manifest,
        )
        ident = digest(canonical(event.model_dump(mode="json", exclude_none=True)))
        self._ledger.enter(event, f"export:{ident}", EXPORTS)


def _info(contents: Contents) -> dict[str, str]:
    return {
        "External-Identifier": f"{contents.origin} {contents.size}",
        "External-Description": f"{contents.events} entries of {contents.origin}, {pages.spoken(contents.scope)}",
        "Bag-Software-Agent": contents.engine,
    }


def differences(opened: Ledger, folder: Path, contents: Contents, progress: Callable[[int], None]) -> Iterator[str]:
    """Makes every ruling of a package again and says which comes out otherwise; `progress` hears of days.

    `opened` is the package opened as a ledger. What another version of the engine ruled is not compared.
    """
    if contents.engine != ENGINE:
        yield f"the rulings are of {contents.engine}, and this is {ENGINE}: take that version to make them again"
        return
    archive = Archive(opened)
    for day in contents.days:
        path = folder / rulings_of(day)
        try:
            for line in path.read_bytes().splitlines() if path.exists() else ():
                name = orjson.loads(line)["round"]
                if canonical(next(archive.documents([name]))) != line:
                    yield f"the ruling on {name} is not the one that the entries of the package give"
        except (RecoupError, ValueError, LookupError) as error:
            yield f"the rulings on {day} cannot be made again ({error})"
        progress(1)

"""A house with two evenings at one table, whose shoe was carried over the night, a witness, and a case."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from desk.cli.export import schemas
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.events.cases import ClaimStated
from ledger.events.evidence import ExportScope
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.keys import Signer, keep, load, new_key, published
from ledger.evidence.log import EVIDENCE
from ledger.evidence.note import VerifierKey
from ledger.evidence.witness import WitnessClient, witness_of
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from ledger.package.inspection import InspectionReport, inspect
from projections.export.exporting import Export, ExportResult
from projections.rulings.process import catch_up
from projections.workers import ALONE, Workers
from replay.games.registry import GAMES
from tests.desk import floor
from tests.ledger.evidence.witnesses import Witness, serving
from tests.ledgers import NOTHING_JUDGED, as_cloudevents

ORIGIN: Final = "casino.example/recoup"
FIRST: Final = floor.DAY
SECOND: Final = "BAC-1/2026-01-21"
SECOND_EVENING: Final = f"""\
!source night/2
{SECOND}: table baccarat dcb GBP zone=Europe/London; limits banco 500 100000; limits punto 500 100000; terms P-1 200
{SECOND}/1: open shoe=S1; bet w1 P-1 punto 1000; bet w2 P-2 banco 2500; nmb
{SECOND}/1: P 9h B 2c P Tc B 5d; call punto; pay w1 2000; pay w2 0; close
{SECOND}/2: open shoe=S1; bet w1 P-2 banco 1000; nmb; P 2c B 7d P 2d B Kh; call banco; pay w1 1950; close
"""
OTHER: Final = "BAC-2/2026-01-21"
ELSEWHERE: Final = f"""\
!source table/BAC-2
{OTHER}: table baccarat dcb GBP zone=Europe/London; limits punto 500 100000; shoe T1 8
{OTHER}/1: open shoe=T1; bet w1 P-9 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
"""
CASE: Final = "2026-0001"


def no_bar(what: str, total: int | None) -> "nullcontext[object]":
    """Nothing is shown."""
    del what, total
    return nullcontext(lambda _: None)


@dataclass(frozen=True)
class House:
    """A ledger, its key, and what it gives away."""

    folder: Path
    url: str
    key_file: Path
    public: Path

    @property
    def signer(self) -> Signer:
        return load(self.key_file)

    @property
    def key(self) -> VerifierKey:
        return self.signer.key

    def export(
        self,
        out: Path,
        scope: ExportScope | None = None,
        *,
        anew: bool = False,
        reports: bool = False,
        masked: bool = True,
        reason: str | None = None,
        workers: Workers = ALONE,
    ) -> ExportResult:
        """Makes a package; schemas and reports are left out where a test is not about them."""
        documents = schemas() if reports else {}
        with self.opened() as ledger:
            export = Export(
                ledger,
                self.signer,
                scope or ExportScope(),
                out,
                documents,
                as_of_now=anew,
                reports=reports,
                masked=masked,
                reason=reason,
                workers=workers,
            )
            return export.run(no_bar)  # type: ignore[arg-type]

    @contextmanager
    def opened(self) -> Iterator[Ledger]:
        with Ledger(self.url, clock=lambda: 1_780_000_000_000_000) as ledger:
            yield ledger

    def record(self, text: str) -> None:
        """Takes in what the sources of a text tell."""
        with self.opened() as ledger:
            intake.ingest_stream(
                ledger,
                BytesIO(as_cloudevents(text, "transcript/typed")),
                "typed.ndjson",
                format_named("cloudevents").reader(Path("typed.ndjson")),
                GAMES,
            )
            catch_up(ledger)


def built(folder: Path) -> House:
    """The first evening is sealed and witnessed; the second one sealed; the case is sealed and witnessed."""
    house = House(folder, f"sqlite:///{folder / 'recoup.db'}", folder / "recoup.key", folder / "regulator.pub")
    keep(new_key(ORIGIN), house.key_file)
    house.public.write_text(published(house.key), encoding="utf-8")
    floor.record(house.url)
    witness = Witness(ORIGIN, house.key.public)
    with (
        serving(witness) as address,
        house.opened() as ledger,
        closing(CheckpointPublisher(ledger, house.signer)) as notary,
    ):
        named = witness_of(None, address, witness.verifier_key)
        ledger.record(named, "witness:1", EVIDENCE)
        with closing(CheckpointStore(house.url)) as seals:
            asking = WitnessClient(ledger, seals)
            asking.ask(named, notary.checkpoint("command"))
            house.record(SECOND_EVENING)
            notary.checkpoint("command")
            house.record(ELSEWHERE)
            work = Casework(ledger, NOTHING_JUDGED)
            number = work.open(Complaint("I7", "investigator", FIRST, (floor.DISPUTED, floor.UNDECIDED)))
            assert number == CASE
            work.act(number, ClaimStated(by="I7", role="investigator", player="P-1", amount_minor=1000))
            witness.now += 600
            asking.ask(named, notary.checkpoint("command"))
    return house


def inspected(folder: Path, house: House) -> InspectionReport:
    """What `recoup verify` says of a package, without making its rulings again."""
    return inspect(folder, house.key)

"""`recoup verify`: whether the record still is what was recorded, and who can vouch for it."""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Final

import typer
from eventsourcing.persistence import PersistenceError

from desk.cli import export
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, PINNED, Json, LedgerUrl, PinnedWitnesses, bar, print_json
from ledger.application import Ledger
from ledger.errors import BrokenEvidence, UnusableLedger
from ledger.events.evidence import ExportMade
from ledger.events.roster import SourceEnrolled
from ledger.evidence.keys import public_key
from ledger.evidence.log import witnesses
from ledger.evidence.note import VerifierKey
from ledger.evidence.policies import policies_of
from ledger.evidence.witness import checkpoints_in, unpinned
from ledger.package.format import is_package
from ledger.package.series import check_series, series_member
from ledger.values.subjects import HOUSE
from ledger.values.terminal import say
from ledger.verify.act_check import ActCheck, check_acts
from ledger.verify.verifier import TOLERANCE, Misfit, VerificationReport, Verifier
from projections.documents.evidence import package_verify_document, series_verify_document, verify_document
from projections.export.exporting import EXPORTS_STREAM
from projections.following.comparison import differences
from projections.following.read_models import open_read_models
from projections.messages.catalogue import Catalogue
from projections.rulings.difference import difference_sentences
from projections.rulings.judged_again import DifferingRuling, RulingsCheck
from projections.table_days import TableDays

_PERCENT: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?%")
_NAMED: Final = 5
"""So many unattested sources are named; the others are counted."""


def verify(
    packages: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[DIR]…", help="An export package, or a series of them, instead of a ledger."),
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    witness: Annotated[
        Path | None, typer.Option("--witness", metavar="DIR", help="A folder with checkpoints that somebody else kept.")
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The house's public key, as you were given it.")
    ] = None,
    tolerance: Annotated[
        int,
        typer.Option(
            "--tolerance", metavar="N", min=0, help="With --key: so many entries may be covered by no checkpoint of it."
        ),
    ] = TOLERANCE,
    pinned_witnesses: PinnedWitnesses = PINNED,
    read_models: Annotated[
        bool,
        typer.Option(
            "--read-models/--no-read-models",
            " /--no-rulings",
            help="Fold what was ruled again and compare the read models; of a package, rule again.",
        ),
    ] = True,
    rulings: Annotated[
        str | None,
        typer.Option("--rulings", metavar="SHARE|all", help="Judge rulings on record again: a sample, as 5%, or all."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Draw the same sample of rulings again.")] = None,
    as_json: Json = False,
) -> None:
    """Recompute everything from the stored bytes; name the first position that does not fit."""
    pinned = None if key is None else public_key(key)
    share = None if rulings is None else _share_of(rulings)
    packages = packages or ([Path(ledger)] if is_package(Path(ledger)) else [])
    if packages:
        if share is not None:
            raise typer.BadParameter("of a package all rulings are made again anyway; leave out --rulings")
        verify_packages = _package if len(packages) == 1 else _series
        verify_packages(packages, pinned, rulings=read_models, as_json=as_json)
        return
    held = [] if witness is None else checkpoints_in(witness)
    check: RulingsCheck | None = None
    with open_existing(ledger) as opened:
        report = verify_ledger(opened, Verifier(opened, pinned, held, tolerance), pinned_witnesses, read_models=read_models)
        if share is not None or read_models:
            check = RulingsCheck(share or Fraction(0), rulings or "", randbelow(2**32) if seed is None else seed)
            with _reading(report):
                _judge_again(opened, report, check)
    if as_json:
        print_json(verify_document(report, check if share is not None else None))
    else:
        print_report(report, check)
    if report.misfits:
        raise typer.Exit(NO)


def verify_ledger(
    opened: Ledger, verifier: Verifier, pinned_witnesses: Path, *, read_models: bool = True
) -> VerificationReport:
    """Goes through the record, who vouches for it, the acts and, where wanted, the read models."""
    with bar("entries", verifier.size()) as progress:
        report = verifier.run(progress)
    with _reading(report):
        for what in unpinned(pinned_witnesses, witnesses(opened)):
            report.add(Misfit(what))
        _check_acts(opened, report)
        _check_policies(opened, report)
        if read_models:
            _compare(opened, report)
    return report


@contextmanager
def _reading(report: VerificationReport) -> Iterator[None]:
    """What of the record cannot be read is a misfit like others."""
    try:
        yield
    except (BrokenEvidence, PersistenceError, UnusableLedger) as error:
        if not (report.misfits or isinstance(error, BrokenEvidence)):
            raise
        report.add(Misfit(f"the record cannot be read as the program reads it: {error}"))


def _package(folders: Sequence[Path], pinned: VerifierKey | None, *, rulings: bool, as_json: bool) -> None:
    found = export.verified(folders[0], pinned, rulings=rulings)
    if as_json:
        print_json(package_verify_document(found))
    else:
        export.print_inspection(found)
    if found.misfits:
        raise typer.Exit(NO)


def _series(folders: Sequence[Path], pinned: VerifierKey | None, *, rulings: bool, as_json: bool) -> None:
    """Each package by itself, then all beside one another."""
    reports = {folder: export.verified(folder, pinned, rulings=rulings) for folder in folders}
    broken = [folder for folder, report in reports.items() if report.misfits]
    series = None if broken else check_series([series_member(folder) for folder in folders])
    if as_json:
        print_json(series_verify_document(reports, series))
    else:
        for folder, report in reports.items():
            say(f"{folder}:")
            export.print_inspection(report)
        export.print_series(series)
    if broken or series is None or series.misfits:
        raise typer.Exit(NO)


def _check_acts(opened: Ledger, report: VerificationReport) -> None:
    """The signatures under acts, unless the record itself cannot be read."""
    if any(misfit.position is not None for misfit in report.misfits):
        return
    check = ActCheck(opened.roster())
    for entry, what in check_acts(opened, check):
        report.add(Misfit(what, entry.position, entry.stream))
    attested = {
        row.event.source for row in opened.roster().rows if isinstance(row.event, SourceEnrolled) and not row.refused
    }
    sources = [source for source, *_ in opened.recorder.sources()]
    report.unattested = [source for source in sources if source not in (HOUSE, *attested)]
    report.acts_signed, report.acts_claimed = check.signed, check.claimed


def _check_policies(opened: Ledger, report: VerificationReport) -> None:
    """Where the witness policy was weakened, and since which package, unless the record itself cannot be read."""
    if any(misfit.position is not None for misfit in report.misfits):
        return
    sizes = [entry.event.size for entry in opened.entries(EXPORTS_STREAM) if isinstance(entry.event, ExportMade)]
    report.warnings += policies_of(opened).warnings(sizes[-1] if sizes else None)


def _compare(opened: Ledger, report: VerificationReport) -> None:
    """The read models too; where the record itself does not fit, what follows from it is not listed again."""
    if any(misfit.position is not None for misfit in report.misfits):
        return
    days = len(TableDays(opened).days())
    with open_read_models(opened) as engine, bar("read models", days) as progress:
        for what in differences(opened, engine, progress):
            report.add(Misfit(what))


def _share_of(typed: str) -> Fraction:
    """A share of all rulings."""
    if typed == "all":
        return Fraction(1)
    share = Fraction(typed.removesuffix("%")) / 100 if _PERCENT.fullmatch(typed) else Fraction(0)
    if not 0 < share <= 1:
        raise typer.BadParameter(f"{typed!r} is no share of the rulings; write all, or a percentage as 5%")
    return share


def _judge_again(opened: Ledger, report: VerificationReport, check: RulingsCheck) -> None:
    """Rulings on record; where the record itself does not fit, nothing can be said of them."""
    if any(misfit.position is not None for misfit in report.misfits):
        if check.share:
            report.skipped.append("the rulings on record, as the record itself does not fit")
        return
    with bar("rulings", check.draw(opened)) as progress:
        check.judge(opened, progress)
    for differing in check.differing:
        if not differing.fits:
            entry = differing.difference.on_record.entry
            report.add(Misfit(_altered(differing), entry.position, entry.stream))


def _altered(differing: DifferingRuling) -> str:
    """What is wrong with a ruling on record for which nothing accounts."""
    head = differing.difference.on_record.event.head
    if "unexplained" in differing.difference.causes:
        return (
            f"the ruling on {differing.round} is not what this engine rules by that edition from the entries up to "
            f"{head:,}: the record was altered, or the program is at fault"
        )
    return (
        f"the ruling on {differing.round} rests on the entries up to {head:,}, and what came since makes it another one: "
        "the ruling process has passed it over"
    )


def _print_check(check: RulingsCheck) -> None:
    drawn = "" if check.seed is None else f", drawn by seed {check.seed}"
    if check.share:
        say(f"{check.judged:,} of {check.on_record:,} rulings on record judged again ({check.share}{drawn})")
        if check.rested_on:
            say(f"{check.rested_on:,} rulings on which answers of cases rest judged again, as of their own time")
    for differing in check.differing:
        if differing.fits:
            say(f"{differing.round}: {difference_sentences(differing.difference, Catalogue())[0]}")


def print_report(report: VerificationReport, check: RulingsCheck | None = None) -> None:
    """Prints what was gone through, who vouches for how much, and what does not fit."""
    say(f"{report.size:,} entries, root {b64encode(report.root).decode()}")
    say(f"{report.checkpoints:,} checkpoints, {report.held:,} more held by the witness; {_covered(report)}")
    say(f"{report.acts_signed:,} acts are signed; {report.acts_claimed:,} are only claimed: nobody signed them")
    if report.unattested:
        more = "" if len(report.unattested) <= _NAMED else f" and {len(report.unattested) - _NAMED:,} more"
        say(f"unattested, as nobody enrolled them: {', '.join(report.unattested[:_NAMED])}{more}")
    for name, size, at in report.seen:
        say(f"{name} saw {size:,} entries at {at}")
    for what in report.skipped:
        say(f"not looked at: {what}")
    if check is not None:
        _print_check(check)
    for what in report.warnings:
        say(f"WARNING: {what}")
    for misfit in report.misfits:
        say(f"DOES NOT FIT: {misfit}")
    if report.more:
        say(f"DOES NOT FIT: {report.more:,} places more")
    if not report.misfits:
        say("everything fits")


def _covered(report: VerificationReport) -> str:
    if not report.covered:
        return "nothing is covered: whoever can write to the database can have changed anything"
    left = report.size - report.covered
    if left > 0:
        return f"the last {left:,} entries are covered by none"
    return "every entry is covered"

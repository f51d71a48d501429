"""`recoup demo`: the main job on a bundled gaming day."""

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.cli import export
from desk.opening import open_existing, open_or_create, publishing_checkpoints
from desk.terminal.board import show_replay
from desk.terminal.cases import act_line, show_register
from desk.terminal.championship import show_championship
from desk.terminal.console import bar, console
from desk.terminal.decisions import show_history, show_totals
from desk.terminal.ruling import show_ruling
from drill.sample import cases, championship, evening, house, people
from ledger.application import Ledger
from ledger.cases.case import Case, project_case
from ledger.cases.casebook import Casebook
from ledger.events.cases import LetterSent
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import keep, load, new_key, public_key, published
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from ledger.feeds.reading import Reader
from ledger.files import refuse_link
from ledger.ingest import IngestOutcome
from projections.answers.round_answer import Answers
from projections.documents.history import history_documents
from projections.export.exporting import Export
from projections.following.read_models import catch_up, open_read_models
from projections.messages.catalogue import Catalogue
from projections.read_models.cases import case_register
from projections.read_models.championships import JudgedChampionships
from projections.reports.case_file import gather_case_file
from projections.reports.case_report import compose_case_report
from projections.reports.decisions import decision_lines
from projections.reports.forms import render
from projections.table_days import TableDays
from replay.games.registry import GAMES
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import running_totals


def demo(out: Annotated[Path, typer.Option("--out", help="Where everything is written.")] = Path("demo-out")) -> None:
    """Record a gaming day with irregularities, replay some rounds of it, and rule on all of them."""
    refuse_link(out)
    out.mkdir(parents=True, exist_ok=True)
    feed, url = out / "day.ndjson", f"sqlite:///{out / 'ledger.db'}"
    wheel, wheel_map = out / "wheel.bin", out / "wheel.toml"
    feed.write_bytes(b"".join(cloudevents.write(delivery) + b"\n" for delivery in evening.deliveries()))
    wheel.write_bytes(evening.wheel_capture())
    wheel_map.write_text(evening.wheel_mapping(), encoding="utf-8")
    captured = format_named("cammegh").reader(wheel, evening.wheel_mapping())
    shown = console()
    shown.print(_record({feed: format_named("cloudevents").reader(feed), wheel: captured}, url, out / "recoup.key"))
    with open_existing(url) as opened:
        case = _record_dispute(opened, out)
        sent = [act.event for act in Casebook(opened).case(case).taken if isinstance(act.event, LetterSent)]
        _report(opened, case, out)
        archive = TableDays(opened)
        rulings = [ruling for day in evening.DAYS for ruling in archive.rulings(archive.get(day).rounds)]
        found = [ruling for ruling in rulings if ruling.findings]
        misdealt = next(ruling for ruling in found if ruling.branches[0].outcome.standing)
        answers = Answers(opened, archive)
        named = {ruling.round.name: answers.of(ruling) for ruling in rulings}
    worth_seeing = [(what, named[name]) for what, name in evening.WORTH_SEEING]
    for what, answer in [("a coup that left the tableau", named[misdealt.round.name]), *worth_seeing]:
        shown.rule(f"{what}, step by step")
        show_replay(shown, answer, None, "both")
        shown.print()
        shown.rule("its ruling")
        show_ruling(shown, answer)
    shown.rule("a shoe that management voids, and its money")
    show_ruling(shown, named[evening.UNPAID])
    of_shoe = [ruling for ruling in rulings if ruling.round.name.startswith(f"{evening.VOID_SHOE}/")]
    show_totals(shown, of_shoe[-1], [*running_totals(of_shoe)][-1])
    shown.rule(f"the day: {len(rulings)} rounds, {len(found)} with findings")
    shown.print(_lines(rulings))
    _late_card(out, url, shown)
    _dispute(url, case, shown)
    _championship(url, shown)
    _export(url, out)
    shown.print()
    shown.print(f"the feeds    {feed}, {wheel}\nthe ledger   {out / 'ledger.db'}")
    shown.print(f"the report   {out / 'report.html'} and {out / 'report.pdf'}, on case {case}", soft_wrap=True)
    letters = " and ".join(str(out / cases.letter_name(event.letter, event.player)) for event in sent)
    shown.print(f"the letters  {letters}, to the player", soft_wrap=True)
    shown.print(
        f"the export   {out / 'export'}, signed; its VERIFY.md says how to check it without this program", soft_wrap=True
    )
    shown.print(
        f"the people   {len(people.OFFICES)} on the roster; their keys are in {out / 'people'}, the passphrase is "
        f"{people.PASSPHRASE!r}",
        soft_wrap=True,
    )
    shown.print(f"look further .venv/bin/recoup rounds --findings --ledger {url}", soft_wrap=True)
    shown.print(f"             .venv/bin/recoup replay {misdealt.round.name} --ledger {url}", soft_wrap=True)
    shown.print(f"             .venv/bin/recoup verify --ledger {url}", soft_wrap=True)
    shown.print(f"             .venv/bin/recoup verify {out / 'export'} --key {out / 'regulator.pub'}", soft_wrap=True)
    shown.print(f"in a browser .venv/bin/recoup desk --ledger {url}", soft_wrap=True)


def _late_card(out: Path, url: str, shown: Console) -> None:
    """Records a coup of which one card comes an hour late, and tells what was found before and after."""
    for name, delivered in (("late-card-1.ndjson", evening.on_time()), ("late-card-2.ndjson", evening.late())):
        (out / name).write_bytes(b"".join(cloudevents.write(delivery) + b"\n" for delivery in delivered))
        _record({out / name: format_named("cloudevents").reader(out / name)}, url, out / "recoup.key")
    shown.rule("a card that is delivered late: what was found, and what was withdrawn since")
    with open_existing(url) as opened:
        show_history(shown, history_documents(opened, evening.LATE_COUP))


def _export(url: str, out: Path) -> None:
    """The whole ledger as the regulator gets it, verified with nothing but the key; a second run makes it anew."""
    signer, folder = load(out / "recoup.key"), out / "export"
    (out / "regulator.pub").write_text(published(signer.key), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    with open_existing(url) as opened:
        Export(opened, signer, ExportScope(), folder, export.schemas()).run(bar)
        with open_read_models(opened) as engine:
            catch_up(opened, engine)  # the export itself is on record, and the championship
    export.print_inspection(export.verified(folder, public_key(out / "regulator.pub"), rulings=False))


def _record_dispute(opened: Ledger, out: Path) -> str:
    """The number of the case about the misdealt coup in which most is owed, run once, with keys and letters in a folder."""
    number = cases.existing_case(opened)
    if number is None:
        archive = TableDays(opened)
        with publishing_checkpoints(opened, out / "recoup.key"):
            disputed = cases.most_owed(archive.rulings(archive.get(evening.DISPUTED_DAY).rounds))
            signers = people.enrol(opened, out / "people")
            house.set_house(opened, signers[people.MANAGEMENT])
            number = cases.run(opened, disputed, signers, out)
        with open_read_models(opened) as engine:
            catch_up(opened, engine)
    return number


def _dispute(url: str, number: str, shown: Console) -> None:
    """Tells the case act by act, as the record keeps it, then the ruling on its round, and the register."""
    shown.rule("a dispute about a misdealt coup, from the claim to the settled answer")
    with open_existing(url) as opened:
        case: Case | None = None
        opening = Casebook(opened).table_opening(Casebook(opened).case(number))
        roster = opened.roster()
        for entry in opened.entries(f"case/{number}"):
            case = project_case(case, [entry], roster)
            if case is not None:
                shown.print(act_line(case, case.taken[-1], opening), soft_wrap=True)
        shown.print()
        archive = TableDays(opened)
        ruling = next(archive.rulings(Casebook(opened).case(number).opened.rounds))
        show_ruling(shown, Answers(opened, archive).of(ruling))
        shown.rule("the register of cases: what was decided, and what was refused")
        show_register(shown, case_register(opened))


def _championship(url: str, shown: Console) -> None:
    shown.rule("a championship, whose final is drawn down to the second exercise")
    with open_existing(url) as opened:
        championship.run(opened)
        show_championship(shown, JudgedChampionships(opened).document(championship.NAME))


def _record(feeds: Mapping[Path, Reader], url: str, key_file: Path) -> str:
    """Takes in feeds, rules on them, and says what became of them."""
    if not key_file.exists():
        keep(new_key("demo.example/recoup"), key_file)
    with open_or_create(url) as opened:
        fates = Counter[IngestOutcome]()
        with publishing_checkpoints(opened, key_file):
            for feed, read in feeds.items():
                with feed.open("rb") as stream, bar(f"recording {feed.name}", feed.stat().st_size) as progress:
                    fates += intake.ingest_stream(opened, stream, feed.name, read, GAMES, progress)
        with open_read_models(opened) as engine:
            catch_up(opened, engine)
    return ", ".join(f"{count:,} {fate}" for fate, count in fates.items()) + f" from {' and '.join(map(str, feeds))}"


def _report(opened: Ledger, number: str, out: Path) -> None:
    """The report on the case, as the office would get it."""
    words = Catalogue()
    file = gather_case_file(opened, number, words, mask_names=False)
    report = compose_case_report(file, words, masked=False)
    (out / "report.html").write_bytes(render("html", report))
    (out / "report.pdf").write_bytes(render("pdf", report))


def _lines(rulings: list[Ruling]) -> Table:
    """One line per ruling that found something, or on whose round something was decided; the others are counted."""
    lines = Table("round", "verdict", "found", "clauses", box=None, pad_edge=False)
    for ruling in rulings:
        for number, (text, clauses) in enumerate(_one_line(ruling)):
            first = number == 0
            lines.add_row(
                ruling.round.name if first else "",
                Text(
                    Catalogue().say(f"verdict_word.{ruling.verdict}") if first else "",
                    style="yellow" if ruling.verdict == "correct" else "red",
                ),
                text,
                Text(" ".join(clauses), style="cyan"),
            )
    clean = sum(not _one_line(ruling) for ruling in rulings)
    lines.add_row(f"{clean} others", Text(Catalogue().say("verdict_word.stands"), style="green"), "nothing found", "")
    return lines


def _one_line(ruling: Ruling) -> list[tuple[str, Sequence[str]]]:
    """What was found of a round, and the decisions that hold on it, each with its clauses."""
    found = [(finding.text, finding.clauses) for finding in ruling.findings]
    in_force = ruling.round.positions_in_force
    decided = [decision for decision in ruling.round.decisions if decision.position in in_force]
    lines = decision_lines(decided, in_force, ruling.round.table_opening, Catalogue())
    return [*found, *((line.text, (line.clause,) if line.clause else ()) for line in lines)]

"""`recoup demo`: the main job on a bundled gaming day."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk import blackjack_sample, sample, shared_sample, void_sample
from desk.board import show_replay
from desk.decisions import show_totals, told
from desk.opening import reading, sealing, writing
from desk.ruling import show_ruling
from desk.terminal import bar, console
from ledger.evidence.keys import keep, new_key
from ledger.feeds import cloudevents, intake
from projections.archive import Archive
from projections.runner import catch_up, models
from replay.reckoning import running
from replay.rulings import Ruling


def demo(out: Annotated[Path, typer.Option("--out", help="Where everything is written.")] = Path("demo-out")) -> None:
    """Record a gaming day with irregularities, replay some rounds of it, and rule on all of them."""
    out.mkdir(parents=True, exist_ok=True)
    feed, url = out / "day.ndjson", f"sqlite:///{out / 'ledger.db'}"
    evening = (*sample.day(), *blackjack_sample.day(), *shared_sample.day(), *void_sample.day())
    feed.write_bytes(b"".join(cloudevents.write(delivery) + b"\n" for delivery in evening))
    _record(feed, url, out / "recoup.key")
    shown = console()
    with reading(url) as opened:
        archive = Archive(opened)
        rulings = [
            ruling
            for day in (sample.DAY, blackjack_sample.DAY, *shared_sample.DAYS, void_sample.DAY)
            for ruling in archive.rulings(archive.story(day).rounds)
        ]
    found = [ruling for ruling in rulings if ruling.findings]
    misdealt = next(ruling for ruling in found if ruling.branches[0].outcome.standing)
    named = {ruling.round.name: ruling for ruling in rulings}
    worth_seeing = (
        ("a coup that left the tableau", misdealt),
        ("a blackjack round with a card astray", named[blackjack_sample.MISDEALT]),
        ("a shared box, one of whose players refuses the double", named[shared_sample.REFUSED]),
        ("free bets, and a dealer who ends on 22", named[shared_sample.TWENTY_TWO]),
    )
    for what, one in worth_seeing:
        shown.rule(f"{what}, step by step")
        show_replay(shown, one, None, "both")
        shown.print()
        shown.rule("its ruling")
        show_ruling(shown, one)
    shown.rule("a shoe that management voids, and its money")
    show_ruling(shown, named[void_sample.UNPAID])
    of_shoe = [ruling for ruling in rulings if ruling.round.name.startswith(f"{void_sample.DAY}/")]
    show_totals(shown, of_shoe[-1], [*running(of_shoe)][-1])
    shown.rule(f"the day: {len(rulings)} rounds, {len(found)} with findings")
    shown.print(_lines(rulings))
    shown.print()
    shown.print(f"the feed     {feed}\nthe ledger   {out / 'ledger.db'}")
    shown.print(f"look further .venv/bin/recoup rounds --findings --ledger {url}", soft_wrap=True)
    shown.print(f"             .venv/bin/recoup replay {misdealt.round.name} --ledger {url}", soft_wrap=True)
    shown.print(f"             .venv/bin/recoup verify --ledger {url}", soft_wrap=True)


def _record(feed: Path, url: str, key_file: Path) -> None:
    if not key_file.exists():
        keep(new_key("demo.example/recoup"), key_file)
    with writing(url) as opened:
        with (
            sealing(opened, key_file),
            feed.open("rb") as stream,
            bar("recording", feed.stat().st_size) as progress,
        ):
            fates = intake.record(opened, stream, feed.name, intake.reader(feed, "cloudevents", None), progress)
        with models(opened) as made:
            catch_up(opened, made)
    console().print(", ".join(f"{count:,} {fate}" for fate, count in fates.items()) + f" from {feed}")


def _lines(rulings: list[Ruling]) -> Table:
    """One line per ruling that found something, or on whose round something was decided; the others are counted."""
    lines = Table("round", "verdict", "found", "clauses", box=None, pad_edge=False)
    for ruling in rulings:
        for number, (text, clauses) in enumerate(_said(ruling)):
            first = number == 0
            lines.add_row(
                ruling.round.name if first else "",
                Text(ruling.verdict if first else "", style="yellow" if ruling.verdict == "correct" else "red"),
                text,
                Text(" ".join(clauses), style="cyan"),
            )
    clean = sum(not _said(ruling) for ruling in rulings)
    lines.add_row(f"{clean} others", Text("stands", style="green"), "nothing found", "")
    return lines


def _said(ruling: Ruling) -> list[tuple[str, Sequence[str]]]:
    """What was found of a round, and the decisions that hold on it, each with its clauses."""
    found = [(finding.text, finding.clauses) for finding in ruling.findings]
    held = [(told(one, in_force=True), (one.clause,) if one.clause else ()) for one in ruling.round.holding]
    return [*found, *held]

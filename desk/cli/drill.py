"""`recoup drill`: simulate rounds, inject faults, rule on them, and count what was found."""

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from itertools import repeat
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook
from desk.cli.rulebooks import edition
from desk.terminal.console import DEFAULT, DONE, NO, WRONG_USE, Json, LedgerUrl, bar, console, print_json
from drill.docket.docket import PublishedCase, published_cases
from drill.games import drill_names, load_drill
from drill.planted.planting import PlantedBug
from drill.planted.table import BugDetection, bugs_of, detect_bug
from drill.runner import worker_processes
from drill.tally import DrillBatch, Tally, run_drill
from ledger.values.terminal import say
from projections.documents.outputs import (
    PlantedBugDocument,
    PublishedCaseDocument,
    StagedFindingDocument,
    StagedIncidentDocument,
)
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule


def try_planted(
    bugs: Sequence[PlantedBug],
    editions: Mapping[str, Edition],
    usual: str,
    rounds: int,
    seed: int,
    progress: Callable[[int], None],
) -> Iterator[BugDetection]:
    """Each bug planted by itself, under its own house or else the usual one."""
    for bug in bugs:
        yield detect_bug(bug, editions[bug.house or usual], rounds, seed)
        progress(1)


def show_planted(table: Sequence[BugDetection], *, as_json: bool) -> None:
    """One row a bug."""
    if as_json:
        print_json(
            [
                PlantedBugDocument.from_object(
                    row.bug, rulebook=row.house, rounds=row.rounds_played, counted=row.failure_kinds
                )
                for row in table
            ]
        )
        return
    shown = Table("bug", "what it does wrong", "rulebook", "rounds", "caught as", box=None, pad_edge=False)
    shown.columns[0].no_wrap = True
    shown.columns[2].no_wrap = True
    shown.columns[3].justify = "right"
    for row in table:
        as_what = ", ".join(row.failure_kinds).replace("_", " ") or "[red]not caught[/red]"
        shown.add_row(row.bug.name, row.bug.does, row.house, f"{row.rounds_played:,}", as_what)
    console().print(shown)


COUNTS: Final = (
    "injected",
    "two_faults",
    "lawful",
    "noop",
    "undetectable",
    "found",
    "dealing_faults",
    "restored",
    "drawn",
    "asked",
    "impossible",
    "missed",
    "invented",
    "wrong_money",
)
WORTH_A_POOL: Final = 1000
"""Fewer rounds are drilled sooner than other processes have started."""


def drill(
    game: Annotated[str, typer.Option("--game", help="Which game.")] = drill_names()[0],
    rulebook: Annotated[
        str | None, typer.Option("--rulebook", help="Which house; else the game's own.", autocompletion=complete_rulebook)
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same drill.")] = 1,
    planted: Annotated[
        bool, typer.Option("--planted", help="Drill engines with a bug planted in them, one at a time, until it is caught.")
    ] = False,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Simulate rounds with faults, rule on them, and count. Exits 1 if anything was missed, invented or miscounted.

    With --planted it exits 1 if a bug was not caught in so many rounds.
    """
    if game not in drill_names():
        say(f"recoup: there is no drill for {game!r}; there is one for {', '.join(drill_names())}", err=True)
        raise typer.Exit(WRONG_USE)
    game_drill = load_drill(game)
    held = edition(rulebook or game_drill.rulebook, ledger)
    if held.game != game:
        say(f"recoup: {held.id} is a rulebook of {held.game}; add --game {held.game}", err=True)
        raise typer.Exit(WRONG_USE)
    if planted:
        bugs = bugs_of(game, rulebook)
        editions = {house: edition(house, ledger) for house in {bug.house or held.id for bug in bugs}}
        with bar(f"planting in {game}", len(bugs)) as progress:
            table = list(try_planted(bugs, editions, held.id, rounds, seed, progress))
        show_planted(table, as_json=as_json)
        raise typer.Exit(DONE if all(row.failure_kinds for row in table) else NO)
    with bar(f"drilling {game}", rounds) as progress:
        workers = (os.cpu_count() or 1) if rounds > WORTH_A_POOL else 1
        tally = by_workers(game_drill.play, held, rounds, seed, workers, progress)
    if as_json:
        print_json(tally.document().in_order(first=("seed",)))
    else:
        _show(tally)
    if tally.has_failed:
        raise typer.Exit(NO)


def by_workers(
    play: DrillBatch, house: Edition, rounds: int, seed: int, workers: int, progress: Callable[[int], None] = lambda _: None
) -> Tally:
    """A drill by so many workers; what is counted does not depend on them."""
    return run_drill(
        play, house, rounds, seed, progress=progress, finished_batches=_submit_ahead(play, house, rounds, seed, workers)
    )


def _submit_ahead(play: DrillBatch, house: Edition, rounds: int, seed: int, workers: int) -> Iterator[Tally | None]:
    """The shoes in their order, played ahead by other processes; none where there is one worker."""
    if workers == 1:
        yield from repeat(None)
    with worker_processes(workers) as pool:
        ahead: deque[Future[Tally]] = deque()
        number = 0
        while True:
            while len(ahead) < 4 * workers:
                number += 1
                ahead.append(pool.submit(play, house, seed, number, rounds, rule))
            yield ahead.popleft().result()


def _show(tally: Tally) -> None:
    shown = Table("fault", *(name.replace("_", " ") for name in COUNTS), box=None, pad_edge=False, collapse_padding=True)
    shown.columns[0].no_wrap = True
    for column in shown.columns[1:]:
        column.justify = "right"
    for fault, counts in sorted(tally.by_fault.items()):
        shown.add_row(fault.replace("_", " "), *_count_rows(counts))
    shown.add_section()
    for circumstance, counts in sorted(tally.by_circumstance.items()):
        shown.add_row(circumstance, *_count_rows(counts))
    shown.add_section()
    shown.add_row("rounds with a fault", *(f"{getattr(tally, name):,}" for name in COUNTS), style="bold")
    console().print(Text(f"{tally.rounds:,} rounds from seed {tally.seed}", style="bold"))
    console().print(shown)
    for example in tally.examples:
        console().print(Text(example, style="red"))


def _count_rows(counts: Counter[str]) -> list[str]:
    return [f"{counts[name]:,}" if counts[name] else "" for name in COUNTS]


_CERTAINTY = {"primary": "primary source", "court": "text in a law reporter", "press": "press only"}


def docket(
    numbers: Annotated[list[str] | None, typer.Argument(metavar="[NUMBER]...", help="Only these cases.")] = None,
    as_json: Json = False,
) -> None:
    """Published cases of irregularities and disputes: what was decided, and what is found where they are staged."""
    known = {case.number: case for case in published_cases()}
    if unknown := [number for number in numbers or () if number not in known]:
        say(f"recoup: there is no case {unknown[0]}; they are numbered 1 to {len(known)}", err=True)
        raise typer.Exit(WRONG_USE)
    chosen = [known[number] for number in numbers] if numbers else list(known.values())
    with bar("cases staged", len(chosen)) as progress:
        documents = [_document(case, progress) for case in chosen]
    if as_json:
        print_json(documents)
        return
    for document in documents:
        _show_case(document)
    staged = sum(bool(document.incidents) for document in documents)
    console().print(Text(f"{staged} of {len(documents)} cases are staged.", style="bold"))


def _document(case: PublishedCase, progress: Callable[[int], None]) -> PublishedCaseDocument:
    incidents = [
        StagedIncidentDocument(
            incident=name,
            rounds=outcome.rounds,
            found=[
                StagedFindingDocument(kind=found.kind, after_rounds=found.after_rounds, text=found.text)
                for found in outcome.found
            ],
            notes=list(outcome.notes),
        )
        for name, outcome in case.outcomes()
    ]
    progress(1)
    return PublishedCaseDocument.from_object(case, case=case.number, incidents=incidents)


def _show_case(document: PublishedCaseDocument) -> None:
    shown = Table.grid(padding=(0, 2))
    shown.add_column(style="dim", no_wrap=True)
    shown.add_column()
    for label, text in _lines(document):
        shown.add_row(f"  {label}", text)
    console().print(Text(f"{document.case}  {document.title}", style="bold"))
    console().print(shown)
    console().print()


def _lines(document: PublishedCaseDocument) -> Iterator[tuple[str, str]]:
    yield "source", f"{document.source} ({_CERTAINTY[document.certainty]})"
    yield "facts", document.facts
    for incident in document.incidents:
        label = f"found, {incident.incident}" if len(document.incidents) > 1 else "found"
        texts = [_when(found, incident.rounds) + found.text for found in incident.found]
        for text in texts or [f"Nothing against the rules in {_rounds(incident.rounds)}."]:
            yield label, text
        for note in incident.notes:
            yield "", note
    yield "decided", document.decided
    if document.differs:
        yield "differs", document.differs
    if document.missing:
        yield "missing", document.missing


def _when(found: StagedFindingDocument, rounds: int) -> str:
    return "" if rounds == 1 else f"After {found.after_rounds:,} of {rounds:,} rounds: "


def _rounds(number: int) -> str:
    return "one round" if number == 1 else f"{number:,} rounds"

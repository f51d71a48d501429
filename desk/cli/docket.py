"""`recoup docket`: published cases, staged and ruled on, beside what was decided."""

from collections.abc import Callable, Iterator
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk.terminal.console import WRONG_USE, Json, bar, console, print_json
from drill.docket.docket import PublishedCase, published_cases
from ledger.values.terminal import say
from projections.documents.drills import PublishedCaseDocument, StagedFindingDocument, StagedIncidentDocument

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
        _show(document)
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


def _show(document: PublishedCaseDocument) -> None:
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

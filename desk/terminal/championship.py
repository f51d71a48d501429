"""A championship on the terminal: who goes on and why, what was found, what was refused."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ledger.values.money import format_minor
from projections.documents.championships import (
    ChampionshipDocument,
    ChampionshipRoundDocument,
    ExerciseDocument,
    RankingDocument,
)
from projections.messages.catalogue import Catalogue

_STATES: Final = {
    "scores": "scores are missing",
    "exercise": "waits for an exercise",
    "decided": "decided",
    "refer": "readings differ",
}


def show_championship(console: Console, document: ChampionshipDocument) -> None:
    """Prints a championship's document for people."""
    style = {"open": "green", "held": "yellow", "cancelled": "red"}[document.standing]
    rules = document.rulebook
    console.print(Text.assemble((document.championship, "bold"), "  ", (document.standing.upper(), f"bold {style}")))
    console.print(
        f"Director {document.director}, appointed by {document.organiser}; judges {_names(document.judges)}; "
        f"{len(document.entries)} contestants; {rules.id} {rules.edition}",
        soft_wrap=True,
    )
    for sentence in _record_lines(document):
        console.print(sentence, soft_wrap=True)
    if document.rounds:
        console.print(_rounds(document))
    for row in document.rounds:
        for line in _finding_line(row):
            console.print(line, soft_wrap=True)
    for exercise in document.exercises:
        _show_exercise(console, exercise)
    for prize in document.prizes:
        console.print(f"place {prize.place}: {prize.prize or 'not listed'}, {prize.awarded_to or 'not awarded'}")
    for finding in document.findings:
        console.print(Text.assemble((" ".join(finding.clauses), "cyan"), f"  {finding.text}"), soft_wrap=True)
    for tried in document.attempts:
        clause = f" ({tried.clause})" if tried.clause else ""
        sentence = f"refused: {tried.act.replace('_', ' ')} by {tried.by}: {tried.refused}{clause}"
        console.print(Text(sentence, style="red"), soft_wrap=True)
    if document.authority:
        console.print(f"Between the readings {document.authority.replace('_', ' ')} decides.")


def _record_lines(document: ChampionshipDocument) -> Iterator[str]:
    """Who withdrew, and what was disputed."""
    for entry in document.entries:
        if entry.withdrawn_at:
            yield f"{entry.contestant} of {entry.casino} withdrew at {entry.withdrawn_at}."
    for dispute in document.disputes:
        settled = f"settled by {dispute.settled_by}: {dispute.decision}" if dispute.settled_by else "open"
        yield f"dispute {dispute.dispute} of {dispute.by}: {dispute.about}; {settled}"


def _rounds(document: ChampionshipDocument) -> Table:
    shown = Table("round", "state", "readings", "go on by the rules", "decided by", "drawn", box=None, pad_edge=False)
    for row in document.rounds:
        for number, branch in enumerate(row.branches):
            readings = _readings(branch)
            first = number == 0
            shown.add_row(
                str(row.round) if first else "",
                _STATES[row.state] if first else "",
                Text(readings, style="cyan"),
                _names(branch.advance),
                ", ".join(branch.decided_by) or ("the result" if row.state == "decided" else ""),
                _names(branch.drawn),
            )
    return shown


_PLACES: Final = {
    "next": "a withdrawn contestant's place goes to the next",
    "empty": "a withdrawn contestant's place stays empty",
}


def _readings(branch: RankingDocument) -> str:
    chosen = [f"{clause} ({letter})" for clause, letter in branch.choices.items()]
    return ", ".join([*chosen, *([_PLACES[branch.withdrawn_place]] if branch.withdrawn_place else [])])


_REVIEWS: Final = {
    "hospitality": "hospitality",
    "technical": "technical skills",
    "control": "control of the game",
}


def _finding_line(row: ChampionshipRoundDocument) -> Iterator[Text]:
    """A round in sentences: who is drawn with whom, what decided it, who went on."""
    for branch in row.branches:
        if branch.level:
            under = _readings(branch)
            places = f"{branch.level_places} place{'' if branch.level_places == 1 else 's'}"
            when = f"Round {row.round}{f', under {under}' if under else ''}"
            drawn = f"{when}: {Catalogue().all_of(branch.level)} are drawn for {places}; {_decided(branch)}"
            yield Text.assemble(drawn, "  ", (" ".join(branch.clauses), "cyan"))
    if row.advanced is not None:
        yield Text(f"Round {row.round}: {Catalogue().all_of(row.advanced)} went on.")


def _decided(branch: RankingDocument) -> str:
    by = Catalogue().all_of([_REVIEWS.get(review, review) for review in branch.decided_by])
    gone = [name for name in branch.level if name in branch.advance]
    went = [f"{Catalogue().all_of(gone)} {'goes' if len(gone) == 1 else 'go'} on by {by}"] if gone else []
    still = [f"{Catalogue().all_of(branch.drawn)} are still level"] if branch.drawn else []
    return f"{', '.join((*went, *still))}."


def _show_exercise(console: Console, document: ExerciseDocument) -> None:
    shown = Table(f"exercise {document.exercise}", "payout", *document.contestants, box=None, pad_edge=False)
    stated = {answer.contestant: answer for answer in document.answers}
    for number, row in enumerate(document.wagers):
        cells = []
        for name in document.contestants:
            payout = stated[name].payouts[number : number + 1] if name in stated else []
            right = payout == [row.payout]
            cells.append(Text(str(payout[0]) + ("" if right else " ✗") if payout else "", style="" if right else "red"))
        shown.add_row(row.wager, str(row.payout), *cells)
    marks = [
        f"{stated[name].marks} in {format_minor(stated[name].time_ms, 3)} s" if name in stated else ""
        for name in document.contestants
    ]
    shown.add_row("marks and time", "", *marks, style="bold")
    console.print(shown)


def _names(names: list[str]) -> str:
    return ", ".join(names) or "none"

"""Cases on the terminal: the list, what is due, one case with its file, the register."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.terminal.columns import show_columns
from ledger.cases.case import Case, CaseAct
from ledger.events.cases import Answer
from ledger.events.table import TableOpened
from ledger.values.money import format_minor
from projections.answers.case_answer import CaseAnswer
from projections.answers.status import case_status
from projections.documents.cases import ActDocument, CaseDeadlineDocument, CaseDocument, CaseLineDocument, ClockDocument
from projections.documents.settlements import SettlementDocument
from projections.messages.catalogue import Catalogue
from projections.reports.clocks import clock_words
from projections.reports.decisions import act_words, answer_words, person_and_office, reason_text, refusal_words
from projections.reports.readings import readable_time

_WORDS = Catalogue()

Money = Callable[[int], str]
"""Writes an amount in minor units as people do."""


def act_line(case: Case, act: CaseAct, opening: TableOpened, words: Catalogue = _WORDS) -> str:
    """An act in a sentence: what, by whom, in which office, and whether it holds."""
    event, minor = act.event, getattr(act.event, "amount_minor", None)
    amount = None if minor is None else words.money(minor, opening.minor_digits, opening.currency)
    particulars = ", ".join(filter(None, (getattr(event, "player", None), amount)))
    what = act_words(act.act, words, refused=act.refused is not None) + (f" ({particulars})" if particulars else "")
    fields = {
        "who": person_and_office(event.by, event.office, words, claimed=act.is_claimed),
        "what": what if act.refused or not act.clause else f"{what}, {act.clause}",
        "number": case.number,
        "position": act.entry.position,
    }
    if act.refused:
        return words.say("case.act_refused", why=refusal_words(act.refused, words), **fields)
    line = words.say("case.act_taken", status=words.say(f"status_word.{case_status(case).word}"), **fields)
    return f"{line}, {case.digest}" if act.act in ("propose_ruling", "alter_ruling") else line


def show_cases(console: Console, rows: Sequence[CaseLineDocument], amounts: Sequence[tuple[str, str]]) -> None:
    """Prints one line a case, with the money in question and what is claimed, as people write amounts."""
    heads, cells = ("case", "status", "table and day", "about", "in question", "claims", "claimed", "held"), []
    for row, (in_question, amount) in zip(rows, amounts, strict=True):
        about = ", ".join(name.rsplit("/", 1)[1] for name in row.rounds) or row.shoe or "the table"
        held = "yes" if row.held else ""
        status = _WORDS.say(f"status_word.{row.status}")
        cells.append((row.case, status, row.day, about, in_question, str(row.claims), amount, held))
    if cells:
        show_columns(console, heads, cells, wraps=(3,))
    else:
        console.print("No case is on record.")


def show_due(console: Console, rows: Iterable[CaseDeadlineDocument]) -> None:
    """Prints what is due, the soonest first."""
    shown = Table("due by the end of", "days", "case", "what", "why", box=None, pad_edge=False)
    for row in rows:
        style = "red" if row.overdue else ""
        what = row.what.replace("_", " ")
        shown.add_row(row.due_on or "", clock_words(row, _WORDS), row.case, what, _source_line(row), style=style)
    console.print(shown if shown.rows else "Nothing is due.")


def _source_line(clock: ClockDocument) -> str:
    """Where a term comes from, and whether that was looked up."""
    return clock.source + ("" if clock.verified or clock.state == "not_verified" else " (not verified)")


def _clock_line(clock: ClockDocument) -> str:
    """A clock of a case with its last day and how it stands."""
    due = f" by the end of {clock.due_on}" if clock.due_on else ""
    return f"  {clock.what.replace('_', ' ')}{due}, {clock_words(clock, _WORDS)}: {_source_line(clock)}"


def _answer_line(answer: Answer, money: Money, left_minor: int | None = None) -> str:
    """An answer in a line; of a settled one with what is still to be paid."""
    ground = f" ({answer.ground})" if answer.ground else ""
    return f"{answer.player}: claim {answer_words(answer, _WORDS, money, left_minor)}{ground}"


def show_case(console: Console, case: Case, document: CaseDocument, money: Money) -> None:
    """Print a case: its head, file and answers, the amounts owed, and every act in order."""
    edition = document.rulebook
    console.print(Text(f"Case {document.case}  ·  {document.status.replace('_', ' ')}  ·  {document.day}", style="bold"))
    console.print(Text(f"rulebook {edition.id} {edition.edition}, {edition.digest}", style="dim"))
    for clock in document.clocks:
        console.print(_clock_line(clock))
    for line in (*_claim_lines(case, money), *_evidence_lines(case), *_ruling_lines(case)):
        console.print(Text(f"  {line}"), soft_wrap=True)
    for answer in document.proposal if document.proposal and document.proposal != document.settled else ():
        console.print(f"  Proposed: {_answer_line(answer, money)}", soft_wrap=True)
    for answer in document.settled or ():
        left_minor = document.owed[answer.player].owed_minor
        console.print(f"  Settled: {_answer_line(answer, money, left_minor)}", soft_wrap=True)
    if document.digest:
        deciders = CaseAnswer(case, case.recorded_at).deciders
        acts = ((name, getattr(deciders, name, None)) for name in ("proposed", "approved", "settled"))
        done = [f"{name} by {act.event.by}" for name, act in acts if act is not None]
        console.print(Text(", ".join([f"  {document.digest}", *done])))
    for player, owed in document.owed.items():
        if owed.owed_minor or owed.ex_gratia_minor:
            kindly = f", ex gratia {money(owed.ex_gratia_minor)}" if owed.ex_gratia_minor else ""
            console.print(f"  Still to be paid to {player}: {money(owed.owed_minor)}{kindly}")
    show_register(console, document.acts)


def _claim_lines(case: Case, money: Money) -> Iterator[str]:
    """What each player claims and why, then what the parties say."""
    for claim in case.claims.values():
        reason = f" (reason: {reason_text(claim.reason, _WORDS)})" if claim.reason else ""
        words = "; own words sealed" if claim.words else ""
        yield f"Claim: {claim.player} claims {money(claim.amount_minor)}{reason}{words}"
    for position in case.positions:
        about = f" on {position.fact}" if position.fact else ""
        relies = f" (relies on {', '.join(position.relies_on)})" if position.relies_on else ""
        yield f"Position of {position.party}{about}: “{position.text}”{relies}"


def _evidence_lines(case: Case) -> Iterator[str]:
    held = ", on hold" if case.held else ""
    for row in case.evidence:
        parts = [f"camera {row.camera}" if row.camera else "", row.media_type or ""]
        parts += [
            f"{readable_time(row.begins_at)} to {readable_time(row.ends_at)}" if row.begins_at and row.ends_at else ""
        ]
        parts += [f"kept until {row.expires_on}" if row.expires_on else "", row.digest or ""]
        yield f"Evidence: {', '.join(filter(None, (row.evidence, *parts)))}{held}"


def _ruling_lines(case: Case) -> Iterator[str]:
    for on_file in case.rulings:
        yield f"Ruling: {on_file.round}, {_WORDS.say(f'verdict_word.{on_file.verdict}')}, {on_file.digest}"


def show_register(console: Console, rows: Iterable[ActDocument]) -> None:
    """Prints acts and attempts, one line each."""
    heads, rows_of_cells, styles = ("position", "case", "act", "by", "office", "clause", "refused"), [], []
    for row in rows:
        office = (row.role or "").replace("_", " ")
        cells = (
            row.case,
            act_words(row.act, _WORDS, refused=row.refused is not None),
            f"{row.by}, claimed" if row.claimed else row.by,
            office,
            row.clause,
            row.refused,
        )
        rows_of_cells.append((str(row.position), *(cell or "" for cell in cells)))
        styles.append("red" if row.refused else "")
    if rows_of_cells:
        show_columns(console, heads, rows_of_cells, styles=styles, wraps=(2, 4, 6))
    else:
        console.print("Nothing was decided.")


def show_settlements(console: Console, rows: Iterable[SettlementDocument]) -> None:
    """Prints what settlements gave, one line a player; amounts in the table's currency."""
    heads: tuple[str, ...] = ("case", "settled", "player", "outcome", "owed", "ex gratia", "asked back", "paid", "unpaid")
    heads = (*heads, "currency", "why", "clauses", "proposed by", "approved by", "settled by", "status")
    cells = [_settlement_cells(row) for row in rows]
    if cells:
        show_columns(console, heads, cells, wraps=(3, 10, 11, 12, 13, 14), right=(4, 5, 6, 7, 8), part_at=10)
    else:
        console.print("Nothing was settled.")


def _settlement_cells(row: SettlementDocument) -> tuple[str, ...]:
    paid = row.paid_minor + row.paid_ex_gratia_minor
    amounts = (row.pay_minor, row.ex_gratia_minor, row.ask_back_minor, paid, row.open_minor)
    why = row.ground or (row.reason or "").replace("_", " ")
    return (
        row.case,
        row.settled_at[:10],
        row.player,
        row.outcome.replace("_", " "),
        *(format_minor(minor, row.minor_digits) for minor in amounts),
        row.currency,
        f"{why} {row.ex_gratia_ground or ''}".strip(),
        ", ".join(row.clauses),
        ", ".join((row.proposed_by, *row.altered_by)),
        f"{row.approved_by}, claimed" if row.claimed else row.approved_by,
        row.settled_by,
        row.status,
    )

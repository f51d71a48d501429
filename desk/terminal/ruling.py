"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from desk.terminal.columns import show_columns
from desk.terminal.decisions import show_decisions
from projections.certainty import MARK_SIGNS, finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.money import (
    as_dealt_text,
    balances_in_outcome,
    due_columns,
    money_formatter,
    paid_text,
    plain_formatter,
    wager_description,
)
from projections.reports.readings import (
    incomplete_lines,
    outcome_sentence,
    reconstruction_sentences,
    resolved_reading_sentence,
    verdict_sentence,
)
from projections.rulings.difference import RulingDifference, difference_sentences
from replay.ruling.ruling import Award, Ruling

if TYPE_CHECKING:
    from projections.timeline.timeline import Step

_WORDS = Catalogue()
"""The terminal speaks English."""


def show_ruling(console: Console, ruling: Ruling) -> None:
    """Prints a ruling as an inspector would want to read it."""
    style = {"stands": "green", "correct": "yellow"}.get(ruling.verdict, "red")
    console.print(Text.assemble((ruling.round.name, "bold"), "  ", (verdict_sentence(ruling, _WORDS), f"bold {style}")))
    if ruling.findings:
        show_findings(console, ruling)
    _show_incomplete(console, ruling)
    show_decisions(console, ruling)
    _show_outcomes(console, ruling)
    _show_money(console, ruling)
    console.print()


def show_difference(console: Console, differs: RulingDifference) -> None:
    """Says that another ruling is on record, why, and what of it was found then and what now."""
    first, *more = difference_sentences(differs, _WORDS)
    console.print(Padding(Text(first, style="yellow"), (0, 0, 0, 2)))
    for sentence in more:
        console.print(Padding(Text(sentence), (0, 0, 0, 4)))


def show_findings(console: Console, ruling: Ruling) -> None:
    """Prints the findings by precedence, each with its clauses."""
    if not ruling.findings:
        console.print(Text("  Nothing was found against the rules.", style="green"))
        return
    rows = Table.grid(padding=(0, 1))
    for finding in ruling.findings:
        clauses = Text(" ".join(finding.clauses), style="cyan")
        sentence = finding_in_words(ruling, finding, _WORDS, lambda finding_: finding_.sentence)
        rows.add_row(f"  {MARK_SIGNS[mark(ruling, [finding])]}", Text.assemble(sentence, "  ", clauses))
    console.print(rows)
    if any(mark(ruling, [finding]) == "conditional" for finding in ruling.findings):
        console.print(Text("  ? holds only under the reading that is named; ✗ holds however it is read.", style="dim"))


def _show_incomplete(console: Console, ruling: Ruling) -> None:
    """What the record lacks, and what that leaves open."""
    for line in incomplete_lines(ruling, _WORDS, lambda finding: finding.sentence):
        console.print(Padding(Text(f"… {line}"), (0, 0, 0, 2)))


def step_line(step: "Step") -> Text:
    """A step with its sign: wrong in any case, or only under some readings, which are named."""
    style = {"certain": "bold red", "conditional": "yellow"}.get(step.mark, "")
    return Text(f"{MARK_SIGNS[step.mark] or ' '} {step.text_with_condition}", style=style)


def _show_outcomes(console: Console, ruling: Ruling) -> None:
    """What each outcome comes to and the readings that lead there; then these readings in their words."""
    several = len(ruling.outcomes) > 1
    rows = Table.grid(padding=(0, 1))
    for outcome in ruling.outcomes:
        here = outcome_sentence(ruling, outcome, _WORDS)
        if several:
            under = Text(_WORDS.condition(outcome.condition), style="cyan")
            rows.add_row(" ", Text.assemble((f"Outcome {outcome.id}", "bold"), ", under ", under, ": ", here))
            for balance in balances_in_outcome(ruling, outcome, _WORDS):
                rows.add_row("", Text("  " + balance))
        elif any(branch.outcome.standing for branch in ruling.branches):
            rows.add_row(" ", here)
        for how in reconstruction_sentences(ruling, outcome, _WORDS, str):
            rows.add_row("", Text("  " + how))
    for clause in dict.fromkeys(clause for branch in ruling.branches for clause in branch.choices):
        if clause in ruling.edition.sheet.readings:
            title = _title(ruling, clause)
            letters = "; ".join(f"({k}) {v}" for k, v in ruling.edition.sheet.readings[clause].readings.items())
            rows.add_row(" ", Text.assemble((clause, "cyan"), f" {title}: {letters}", style="dim"))
    for resolved_reading in ruling.resolved:
        rows.add_row(
            " ",
            Text.assemble(
                (resolved_reading.clause, "cyan"),
                f" {_title(ruling, resolved_reading.clause)}: ",
                resolved_reading_sentence(resolved_reading, _WORDS),
                style="dim",
            ),
        )
    if rows.row_count:
        console.print(rows)


def _title(ruling: Ruling, clause: str) -> str:
    """What a clause is called in the edition."""
    return ruling.edition.sheet.clauses[clause].title


def _show_money(console: Console, ruling: Ruling) -> None:
    """One row a wager; where outcomes pay differently, one column for each amount that they come to."""
    if not ruling.awards:
        return
    dues = due_columns(ruling, ruling.awards)
    named = [", ".join(map(str, numbers)) for numbers in dues.heads] if len(dues.heads) > 1 else [""]
    dealt = [as_dealt_text(ruling, row, plain_formatter(ruling)) for row in ruling.awards]
    shows = any(dealt)
    is_taken_back = any(row.wager_due.taken_back_minor for row in ruling.awards)
    heads = ["wager", "player", "on", "stake", "went back", *(["taken back"] if is_taken_back else [])]
    heads += ["as dealt"] if shows else []
    heads += [*(f"due {name}".strip() for name in named), "awarded"]
    rows = []
    for at, row in enumerate(ruling.awards):
        cells = [
            row.wager_due.wager,
            row.wager_due.player,
            wager_description(ruling, row.wager_due, _WORDS),
            *_paid_cell(ruling, row),
        ]
        cells += [_amount(ruling, row.wager_due.taken_back_minor or None)] if is_taken_back else []
        cells += [dealt[at] or ""] if shows else []
        cells += [_amount(ruling, column[at]) for column in dues.due_minor]
        rows.append([*cells, _awarded_cell(ruling, row)])
    wrong = [
        row.awarded_minor is not None and row.wager_due.returned_minor(row.awarded_minor) not in (None, row.awarded_minor)
        for row in ruling.awards
    ]
    styles = ["yellow" if is_wrong else "" for is_wrong in wrong]
    show_columns(
        console,
        heads,
        rows,
        styles=styles,
        indent=2,
        wraps=(2,),
        right=range(3, len(heads)),
        part_at=len(heads) - len(named) - 1,
    )
    sentence = f"In {ruling.round.table_opening.currency}, stakes included"
    sentence += (
        "; an empty field: no payment is on record."
        if any(row.wager_due.paid_minor is None and not row.wager_due.is_paid_by_reading for row in ruling.awards)
        else "."
    )
    if any(row.wager_due.is_paid_by_reading for row in ruling.awards):
        sentence += " Where what went back depends on the reading, the outcomes are in brackets."
    sentence += " Due 1 is what is due in outcome 1." if len(named) > 1 else ""
    if shows:
        sentence += " As dealt is what would be due for the cards as they lay"
        sentence += ", with the outcomes in brackets where it depends on them." if len(named) > 1 else "."
    console.print(Padding(Text(sentence, style="dim"), (0, 0, 0, 2)))
    _show_withheld(console, ruling)


def _paid_cell(ruling: Ruling, row: Award) -> list[str]:
    """What was staked and what went back."""
    claim = row.wager_due
    free = claim.nominal_minor != claim.stake_minor
    stake = f"free {plain_formatter(ruling)(claim.nominal_minor)}" if free else plain_formatter(ruling)(claim.stake_minor)
    return [stake, paid_text(ruling, row, plain_formatter(ruling)) or ""]


def _amount(ruling: Ruling, minor: int | None) -> str:
    return "" if minor is None else plain_formatter(ruling)(minor)


def _awarded_cell(ruling: Ruling, row: Award) -> str:
    if row.if_claimed_minor is not None:
        return f"{plain_formatter(ruling)(row.if_claimed_minor)} if claimed"
    return "open" if row.awarded_minor is None else plain_formatter(ruling)(row.awarded_minor)


def _show_withheld(console: Console, ruling: Ruling) -> None:
    """The winnings that a decision keeps back, wager by wager."""
    money = money_formatter(ruling)
    withheld = {
        wager: minor for branch in ruling.branches for wager, minor in branch.outcome.withheld_minor.items() if minor
    }
    if withheld:
        console.print(Text("  Winnings withheld: " + ", ".join(f"{money(m)} on {w}" for w, m in withheld.items()) + "."))

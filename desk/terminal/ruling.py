"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from desk.terminal.columns import show_columns
from desk.terminal.decisions import show_decisions
from projections.answers.round_answer import RoundAnswer
from projections.certainty import MARK_SIGNS, finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.headline import headline
from projections.reports.money import (
    as_dealt_text,
    award_text,
    balances_in_outcome,
    bet_description,
    due_columns,
    money_formatter,
    paid_text,
    plain_formatter,
    stake_text,
)
from projections.reports.readings import (
    incomplete_lines,
    outcome_sentence,
    reconstruction_sentences,
    resolved_reading_sentence,
)
from projections.rulings.difference import RulingDifference, difference_sentences
from projections.timeline.event_text import FormatMoney
from replay.ruling.ruling import Ruling

if TYPE_CHECKING:
    from projections.timeline.timeline import Step

_WORDS = Catalogue()
"""The terminal speaks English."""

_STYLES: Final[Mapping[str, str]] = {
    "open": "green",
    "closed": "green",
    "corrected": "green",
    "settled": "green",
    "paid": "green",
    "to_be_corrected": "yellow",
}
"""By status, the colour of its sentence; others are red."""


def show_ruling(console: Console, answer: RoundAnswer) -> None:
    """Prints the answer on a round as an inspector would want to read it."""
    ruling, style, top = answer.ruling, _STYLES.get(answer.status.word, "red"), headline(answer, _WORDS)
    console.print(Text.assemble((ruling.round.name, "bold"), "  ", (top.status, f"bold {style}")))
    if ruling.findings:
        show_findings(console, answer)
    _show_incomplete(console, ruling)
    show_decisions(console, answer)
    _show_outcomes(console, answer)
    _show_money(console, answer)
    for sentence in top.to_act_on:
        console.print(Padding(Text(sentence), (0, 0, 0, 2)))
    console.print()


def show_difference(console: Console, differs: RulingDifference) -> None:
    """Says that another ruling is on record, why, and what of it was found then and what now."""
    first, *more = difference_sentences(differs, _WORDS)
    console.print(Padding(Text(first, style="yellow"), (0, 0, 0, 2)))
    for sentence in more:
        console.print(Padding(Text(sentence), (0, 0, 0, 4)))


def show_findings(console: Console, answer: RoundAnswer) -> None:
    """Prints the findings, those with consequences first, each with its clauses."""
    ruling = answer.ruling
    if not ruling.findings:
        console.print(Text("  Nothing was found against the rules.", style="green"))
        return
    rows = Table.grid(padding=(0, 1))
    for finding in answer.findings:
        clauses = Text(" ".join(finding.clauses), style="cyan")
        sentence = finding_in_words(ruling, finding, _WORDS)
        rows.add_row(f"  {MARK_SIGNS[mark(ruling, [finding])]}", Text.assemble(sentence, "  ", clauses))
    console.print(rows)
    if any(mark(ruling, [finding]) == "conditional" for finding in ruling.findings):
        console.print(Text("  ? holds only under the reading that is named; ✗ holds however it is read.", style="dim"))


def _show_incomplete(console: Console, ruling: Ruling) -> None:
    """What the record lacks, and what that leaves open."""
    for line in incomplete_lines(ruling, _WORDS):
        console.print(Padding(Text(f"… {line}"), (0, 0, 0, 2)))


def step_line(step: "Step") -> Text:
    """A step with its sign: wrong in any case, or only under some readings, which are named."""
    style = {"certain": "bold red", "conditional": "yellow"}.get(step.mark, "")
    return Text(f"{MARK_SIGNS[step.mark] or ' '} {step.text_with_condition}", style=style)


def _show_outcomes(console: Console, answer: RoundAnswer) -> None:
    """What each outcome comes to and the readings that lead there; then these readings in their words."""
    ruling = answer.ruling
    several = len(ruling.outcomes) > 1
    rows = Table.grid(padding=(0, 1))
    for outcome in ruling.outcomes:
        here = outcome_sentence(ruling, outcome, _WORDS)
        if several:
            under = Text(_WORDS.condition(outcome.condition), style="cyan")
            holds = ", which holds" if outcome is answer.outcome else ""
            rows.add_row(" ", Text.assemble((f"Outcome {outcome.id}{holds}", "bold"), ", under ", under, ": ", here))
            for balance in balances_in_outcome(answer, outcome, _WORDS):
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


def _show_money(console: Console, answer: RoundAnswer) -> None:
    """One row a bet; where outcomes pay differently, one column for each amount due."""
    if not answer.bets:
        return
    ruling, bets, plain = answer.ruling, answer.bets, plain_formatter(answer.ruling)
    dues = due_columns(answer)
    named = [", ".join(map(str, numbers)) for numbers in dues.heads] if len(dues.heads) > 1 else [""]
    dealt = [as_dealt_text(answer, bet, plain) for bet in bets]
    columns: list[tuple[str, list[str]]] = [("went back", [paid_text(bet, plain) or "" for bet in bets])]
    if any(bet.taken_back_minor for bet in bets):
        columns.append(("taken back", [_amount(bet.taken_back_minor or None, plain) for bet in bets]))
    if any(bet.paid_by_case_minor for bet in bets):
        columns.append(("by case", [_amount(bet.paid_by_case_minor or None, plain) for bet in bets]))
    if any(dealt):
        columns.append(("as dealt", [text or "" for text in dealt]))
    columns += [
        (f"due {name}".strip(), [_amount(minor, plain) for minor in column])
        for name, column in zip(named, dues.due_minor, strict=True)
    ]
    columns.append(("awarded", [award_text(bet, _WORDS, plain) for bet in bets]))
    heads = ["wager", "player", "on", "stake", *(head for head, _ in columns)]
    rows = [
        [
            bet.bet,
            bet.player,
            bet_description(ruling, bet, _WORDS),
            stake_text(bet, _WORDS, plain),
            *(cells[at] for _, cells in columns),
        ]
        for at, bet in enumerate(bets)
    ]
    show_columns(
        console,
        heads,
        rows,
        styles=["yellow" if bet.outstanding_minor or bet.overpaid_minor else "" for bet in bets],
        indent=2,
        wraps=(2,),
        right=range(3, len(heads)),
        part_at=len(heads) - len(named) - 1,
    )
    console.print(Padding(Text(_money_sentence(answer, named, shows_dealt=any(dealt)), style="dim"), (0, 0, 0, 2)))
    _show_withheld(console, answer)


def _money_sentence(answer: RoundAnswer, named: Sequence[str], *, shows_dealt: bool) -> str:
    """What the amounts are in, and what the columns mean."""
    sentence = f"In {answer.ruling.round.table_opening.currency}, stakes included"
    is_missing = any(bet.paid_minor is None and not bet.is_paid_by_outcome for bet in answer.bets)
    sentence += "; an empty field: no payment is on record." if is_missing else "."
    if any(bet.is_paid_by_outcome for bet in answer.bets):
        sentence += " Where what went back depends on the reading, the outcomes are in brackets."
    sentence += " Due 1 is what is due in outcome 1." if len(named) > 1 else ""
    if shows_dealt:
        sentence += " As dealt is what would be due for the cards as they lay"
        sentence += ", with the outcomes in brackets where it depends on them." if len(named) > 1 else "."
    return sentence


def _amount(minor: int | None, plain: FormatMoney) -> str:
    return "" if minor is None else plain(minor)


def _show_withheld(console: Console, answer: RoundAnswer) -> None:
    """The winnings that a decision keeps back, bet by bet."""
    money = money_formatter(answer.ruling)
    withheld = ", ".join(f"{money(minor)} on {bet}" for bet, minor in answer.withheld_minor.items())
    if withheld:
        console.print(Text(f"  Winnings withheld: {withheld}."))

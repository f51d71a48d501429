"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.decisions import show_decisions
from projections.reports.money import columns, lies, money_of
from projections.reports.readings import holds, resolved, righted, verdict
from projections.words import Words
from replay.rulings import Ruling

_WORDS = Words()
"""The terminal speaks English."""


def show_ruling(console: Console, ruling: Ruling) -> None:
    """Prints a ruling as an inspector would want to read it."""
    told = verdict(ruling, _WORDS)
    style = {"stands": "green", "correct": "yellow"}.get(ruling.verdict, "red")
    console.print(Text.assemble((ruling.round.name, "bold"), "  ", (ruling.verdict.upper(), f"bold {style}"), "  ", told))
    if ruling.findings:
        show_findings(console, ruling)
    show_decisions(console, ruling)
    _show_outcomes(console, ruling)
    _show_money(console, ruling)
    console.print()


def show_findings(console: Console, ruling: Ruling) -> None:
    """Prints the findings by precedence, each with its clauses."""
    if not ruling.findings:
        console.print(Text("  Nothing was found against the rules.", style="green"))
    for finding in ruling.findings:
        console.print(Text.assemble("  ✗ ", finding.text, "  ", (" ".join(finding.clauses), "cyan")))


def _show_outcomes(console: Console, ruling: Ruling) -> None:
    """What each outcome comes to and the readings that lead there; then these readings in their words."""
    several = len(ruling.outcomes) > 1
    for outcome in ruling.outcomes:
        here = holds(ruling, outcome.judgement, _WORDS)
        if several:
            under = Text(_WORDS.condition(outcome.condition), style="cyan")
            console.print(Text.assemble(f"  Outcome {outcome.id}, under ", under, ": ", here[0].lower() + here[1:]))
        elif outcome.judgement.standing:
            console.print(Text("  " + here))
        for how in righted(ruling, outcome, _WORDS, str):
            console.print(Text("    " + how))
    for clause in dict.fromkeys(clause for branch in ruling.branches for clause in branch.choices):
        if clause in ruling.edition.sheet.readings:
            title = ruling.edition.sheet.clauses[clause].title
            letters = "; ".join(f"({k}) {v}" for k, v in ruling.edition.sheet.readings[clause].readings.items())
            console.print(Text.assemble("    ", (clause, "cyan"), f" {title}: {letters}"), style="dim")
    for one in ruling.resolved:
        console.print(Text.assemble("    ", (one.clause, "cyan"), " ", resolved(one, _WORDS)), style="dim")


def _show_money(console: Console, ruling: Ruling) -> None:
    """One row a wager; where outcomes pay differently, one column for each amount that they come to."""
    rows = ruling.awards
    if not rows:
        return
    money = money_of(ruling)
    shown_dues = columns(ruling, rows)
    named = [", ".join(map(str, numbers)) for numbers in shown_dues.heads] if len(shown_dues.heads) > 1 else [""]
    heads = ("stake", "went back", "as dealt", *(f"due {name}".strip() for name in named), "awarded")
    shown = Table("  wager", "player", "on", *heads, box=None, pad_edge=False)
    for column in shown.columns[3:]:
        column.justify = "right"
    for at, row in enumerate(rows):
        claim = row.claim
        awarded = "open" if row.awarded_minor is None else money(row.awarded_minor)
        if row.if_claimed_minor is not None:
            awarded = f"{money(row.if_claimed_minor)} if claimed"
        wrong = row.awarded_minor is not None and claim.went_back(row.awarded_minor) not in (None, row.awarded_minor)
        cells = (
            claim.stake_minor,
            claim.paid_minor,
            claim.as_dealt_minor,
            *(column[at] for column in shown_dues.due_minor),
        )
        told = ["" if cell is None else money(cell) for cell in cells]
        if claim.nominal_minor != claim.stake_minor:
            told[0] = f"free {money(claim.nominal_minor)}"
        on = lies(ruling, claim, _WORDS)
        shown.add_row(f"  {claim.wager}", claim.player, on, *told, awarded, style="yellow" if wrong else "")
    console.print(shown)
    _show_withheld(console, ruling)
    if any(row.claim.paid_minor is None for row in rows):
        console.print(Text('  Where nothing stands under "went back", no payment is on record.', style="dim"))


def _show_withheld(console: Console, ruling: Ruling) -> None:
    """The winnings that a decision keeps back, wager by wager."""
    money = money_of(ruling)
    withheld = {wager: minor for branch in ruling.branches for wager, minor in branch.outcome.withheld.items() if minor}
    if withheld:
        console.print(Text("  Winnings withheld: " + ", ".join(f"{money(m)} on {w}" for w, m in withheld.items()) + "."))

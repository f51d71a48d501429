"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.phrases import amount
from replay.judgement import Reconstruction
from replay.rulings import Ruling, awards

_VERDICTS = {
    "stands": "The coup stands: nothing is to be corrected.",
    "correct": "The cards stand; money is to be corrected.",
    "reconstruct": "Cards are to be put where they belong.",
    "refer": "To be decided by {authority}.",
    "void": "Void, if {authority} says so.",
}


def show_ruling(console: Console, ruling: Ruling) -> None:
    """Prints a ruling as an inspector would want to read it."""
    verdict = _VERDICTS[ruling.verdict].format(authority=ruling.authority or "")
    style = {"stands": "green", "correct": "yellow"}.get(ruling.verdict, "red")
    console.print(
        Text.assemble((ruling.round.name, "bold"), "  ", (ruling.verdict.upper(), f"bold {style}"), "  ", verdict)
    )
    if ruling.findings:
        show_findings(console, ruling)
    _show_branches(console, ruling)
    _show_money(console, ruling)
    console.print()


def show_findings(console: Console, ruling: Ruling) -> None:
    """Prints the findings by precedence, each with its clauses."""
    if not ruling.findings:
        console.print(Text("  Nothing was found against the rules.", style="green"))
    for finding in ruling.findings:
        console.print(Text.assemble("  ✗ ", finding.text, "  ", (" ".join(finding.clauses), "cyan")))


def _show_branches(console: Console, ruling: Ruling) -> None:
    for branch in ruling.branches:
        outcome = branch.outcome
        if len(ruling.branches) > 1:
            chosen = ", ".join(f"{clause} ({reading})" for clause, reading in branch.choices.items())
            console.print(
                Text.assemble("  under ", (chosen, "cyan"), f": {outcome.verdict}, the cards say {outcome.lawful}")
            )
        if outcome.reconstruction:
            console.print(Text("  " + _put_right(outcome.reconstruction, outcome.lawful)))


def _put_right(how: Reconstruction, lawful: str | None) -> str:
    if how.why:
        return f"It cannot be put right: {how.why}."
    acts = [f"{move.card} goes from {move.origin} to {move.to}" for move in how.moves]
    acts += [f"{card.card} is surplus" for card in how.surplus]
    acts += [f"a card is missing at {place}" for place in how.draw]
    result = f"; the lawful result is {lawful}" if lawful else ""
    return f"To put it right: {', '.join(acts) or 'nothing is to be moved'}{result}."


def _show_money(console: Console, ruling: Ruling) -> None:
    rows = awards(ruling)
    if not rows:
        return
    opening = ruling.round.opening
    money = amount(opening.minor_digits, opening.currency)
    shown = Table(
        "  wager", "player", "on", "stake", "went back", "as dealt", "lawful", "awarded", box=None, pad_edge=False
    )
    for column in shown.columns[3:]:
        column.justify = "right"
    for row in rows:
        claim = row.claim
        awarded = "open" if row.awarded_minor is None else money(row.awarded_minor)
        if row.if_claimed_minor is not None:
            awarded = f"{money(row.if_claimed_minor)} if claimed"
        wrong = claim.paid_minor is not None and row.awarded_minor is not None and claim.paid_minor != row.awarded_minor
        cells = (claim.stake_minor, claim.paid_minor, claim.as_dealt_minor, claim.due_minor)
        shown.add_row(
            f"  {claim.wager}",
            claim.player,
            claim.kind.replace("_", " "),
            *("" if cell is None else money(cell) for cell in cells),
            awarded,
            style="yellow" if wrong else "",
        )
    console.print(shown)

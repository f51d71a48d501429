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
    "ask": "Cards are to be put where they belong, and decisions asked again.",
    "respin": "No spin: the ball is to be spun again.",
    "refer": "To be decided by {authority}.",
    "void": "Void, if {authority} says so.",
}


_STANDINGS = {
    "reconstruct": "the error was noticed in time (or still can be), so the coup is put right: {lawful}.",
    "put_right": "the error was put right before the next coup: {lawful} stands.",
    "as_dealt": "the window closed unnoticed, so the coup stands as dealt: {dealt}.",
    "decided_again": "the window closed unnoticed; the coup is decided again on the tableau, as money: {lawful}.",
    "void": "the window closed unnoticed; the coup is void and the stakes go back.",
    "as_money": "it is no over- or under-drawing, so it is put right at any time, as money: {lawful}.",
    "not_told": "the record does not show whether it was noticed before the next coup; by the tableau it is {lawful}.",
}
_PLACES = {"next": "the shoe, as its next card", "burn": "the burn cards", "discard": "the discard"}


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
    """What holds under each choice of readings; where a surplus card may go is told once."""
    told: list[str] = []
    for branch in ruling.branches:
        outcome = branch.outcome
        chosen = ", ".join(f"{clause} ({letter})" for clause, letter in branch.choices.items())
        if outcome.standing:
            holds = _STANDINGS[outcome.standing].format(lawful=outcome.lawful, dealt=outcome.dealt)
        else:
            holds = f"{outcome.verdict}, the cards say {outcome.lawful or 'nothing yet'}."
        if len(ruling.branches) > 1:
            console.print(Text.assemble("  Under ", (chosen, "cyan"), ": ", holds))
        elif outcome.standing:
            console.print(Text("  " + holds))
        if outcome.reconstruction and (how := _put_right(outcome.reconstruction)) not in told:
            told.append(how)
            console.print(Text("    " + how))
    for clause in dict.fromkeys(clause for branch in ruling.branches for clause in branch.choices):
        if clause in ruling.edition.sheet.readings:
            title = ruling.edition.sheet.clauses[clause].title
            letters = "; ".join(f"({k}) {v}" for k, v in ruling.edition.sheet.readings[clause].readings.items())
            console.print(Text.assemble("    ", (clause, "cyan"), f" {title}: {letters}"), style="dim")


def _put_right(how: Reconstruction) -> str:
    if how.why:
        return f"It cannot be put right: {how.why}."
    acts = [f"{move.card} goes from {move.origin} to {_PLACES.get(move.to, move.to)}" for move in how.moves]
    acts += [f"a card is to be drawn for {place}" for place in how.draw]
    return f"To put it right: {', '.join(acts) or 'nothing is to be moved'}."


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

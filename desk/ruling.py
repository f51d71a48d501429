"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.decisions import show_decisions
from projections.reports.money import lies, money_of
from projections.reports.readings import holds, put_right, verdict
from projections.words import Words
from replay.rulings import Ruling, awards

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
        here = holds(ruling, outcome, _WORDS)
        if len(ruling.branches) > 1:
            console.print(Text.assemble("  Under ", (chosen, "cyan"), ": ", here[0].lower() + here[1:]))
        elif outcome.standing:
            console.print(Text("  " + here))
        if (
            outcome.reconstruction
            and (how := put_right(outcome.reconstruction, ruling.edition.game, _WORDS, str)) not in told
        ):
            told.append(how)
            console.print(Text("    " + how))
    for clause in dict.fromkeys(clause for branch in ruling.branches for clause in branch.choices):
        if clause in ruling.edition.sheet.readings:
            title = ruling.edition.sheet.clauses[clause].title
            letters = "; ".join(f"({k}) {v}" for k, v in ruling.edition.sheet.readings[clause].readings.items())
            console.print(Text.assemble("    ", (clause, "cyan"), f" {title}: {letters}"), style="dim")


def _show_money(console: Console, ruling: Ruling) -> None:
    """One row a wager; where readings pay differently, one column for each amount that they come to."""
    rows = awards(ruling)
    if not rows:
        return
    money = money_of(ruling)
    dues = _dues(ruling)
    heads = ("stake", "went back", "as dealt", *(f"due{' under ' + name if name else ''}" for name in dues), "awarded")
    shown = Table("  wager", "player", "on", *heads, box=None, pad_edge=False)
    for column in shown.columns[3:]:
        column.justify = "right"
    for at, row in enumerate(rows):
        claim = row.claim
        awarded = "open" if row.awarded_minor is None else money(row.awarded_minor)
        if row.if_claimed_minor is not None:
            awarded = f"{money(row.if_claimed_minor)} if claimed"
        wrong = claim.paid_minor is not None and row.awarded_minor is not None and claim.paid_minor != row.awarded_minor
        cells = (claim.stake_minor, claim.paid_minor, claim.as_dealt_minor, *(column[at] for column in dues.values()))
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


def _dues(ruling: Ruling) -> dict[str, list[int | None]]:
    """What is due on each wager, by the choice of readings; those that move no money are left out."""
    found: dict[tuple[int | None, ...], list[str]] = {}
    for branch in ruling.branches:
        chosen = [f"{clause} ({letter})" for clause, letter in branch.choices.items() if _moves_money(ruling, clause)]
        found.setdefault(tuple(claim.due_minor for claim in branch.outcome.claims), []).append(" ".join(chosen))
    if len(found) == 1:
        return {"": list(next(iter(found)))}
    return {" or ".join(dict.fromkeys(names)): list(due) for due, names in found.items()}


def _moves_money(ruling: Ruling, clause: str) -> bool:
    """Whether what is due depends on how this clause is read."""
    by_letter: dict[str, set[tuple[int | None, ...]]] = {}
    for branch in ruling.branches:
        if clause in branch.choices:
            dues = tuple(claim.due_minor for claim in branch.outcome.claims)
            by_letter.setdefault(branch.choices[clause], set()).add(dues)
    return len({frozenset(dues) for dues in by_letter.values()}) > 1

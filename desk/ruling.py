"""A ruling on the terminal: what was found, on which clause, and what each player is owed."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.decisions import show_decisions
from desk.phrases import amount, on_layout
from ledger.events.play import WagerPlaced
from ledger.places import hand_place
from replay.games import GAMES, Game
from replay.judgement import Ask, Claim, Reconstruction
from replay.rulings import Ruling, awards
from replay.void import DECLARED

_VERDICTS = {
    "stands": "It stands: nothing is to be corrected.",
    "correct": "Money is to be corrected.",
    "reconstruct": "Cards are to be put where they belong.",
    "ask": "Cards are to be put where they belong, and decisions asked again.",
    "respin": "No spin: the ball is to be spun again.",
    "refer": "To be decided by {authority}.",
    "void": "Void, if {authority} says so.",
}


_STANDINGS = {
    "reconstruct": "The error was noticed in time (or still can be), so the coup is put right: {lawful}.",
    "put_right": "The error was put right before the next coup: {lawful} stands.",
    "as_dealt": "The window closed unnoticed, so the coup stands as dealt: {dealt}.",
    "decided_again": "The window closed unnoticed; the coup is decided again on the tableau, as money: {lawful}.",
    "void": "The window closed unnoticed; the coup is void and the stakes go back.",
    "as_money": "It is no over- or under-drawing, so it is put right at any time, as money: {lawful}.",
    "not_told": "The record does not show whether it was noticed before the next coup; by the tableau: {lawful}.",
    DECLARED: "What was decided on it counts, not the cards.",
}
_TABLE_STANDINGS = {
    "reconstruct": "The round is to be put right.",
    "put_right": "The error was put right at the table.",
    "as_dealt": "The round stands as it was dealt.",
    "void": "The round is void and the stakes go back.",
    "not_told": "Nobody can say from the record what should have been.",
    DECLARED: "What was decided on it counts, not the cards.",
}
_PLACES = {"next": "the shoe, as its next card", "burn": "the burn cards", "discard": "the discard"}


def show_ruling(console: Console, ruling: Ruling) -> None:
    """Prints a ruling as an inspector would want to read it."""
    verdict = _VERDICTS[ruling.verdict].format(authority=ruling.authority or "")
    if ruling.verdict == "stands" and all(branch.outcome.lawful is None for branch in ruling.branches):
        verdict = "Not finished on record: nothing is to be corrected so far."
    if ruling.verdict == "void" and ruling.round.holding:
        verdict = "Void by decision, and it stays on record as it was played."
    style = {"stands": "green", "correct": "yellow"}.get(ruling.verdict, "red")
    console.print(
        Text.assemble((ruling.round.name, "bold"), "  ", (ruling.verdict.upper(), f"bold {style}"), "  ", verdict)
    )
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
    game = GAMES[ruling.edition.game]
    for branch in ruling.branches:
        outcome = branch.outcome
        chosen = ", ".join(f"{clause} ({letter})" for clause, letter in branch.choices.items())
        if outcome.standing:
            open_ = "the result is open as long as a card is missing"
            standings = _TABLE_STANDINGS if ruling.edition.game == "blackjack" else _STANDINGS
            holds = standings[outcome.standing].format(lawful=outcome.lawful or open_, dealt=outcome.dealt or open_)
        else:
            say = "the ball says" if ruling.edition.game == "roulette" else "the cards say"
            holds = f"{outcome.verdict}, {say} {outcome.lawful or 'nothing yet'}."
        if len(ruling.branches) > 1:
            console.print(Text.assemble("  Under ", (chosen, "cyan"), ": ", holds[0].lower() + holds[1:]))
        elif outcome.standing:
            console.print(Text("  " + holds))
        if outcome.reconstruction and (how := _put_right(outcome.reconstruction, game)) not in told:
            told.append(how)
            console.print(Text("    " + how))
    for clause in dict.fromkeys(clause for branch in ruling.branches for clause in branch.choices):
        if clause in ruling.edition.sheet.readings:
            title = ruling.edition.sheet.clauses[clause].title
            letters = "; ".join(f"({k}) {v}" for k, v in ruling.edition.sheet.readings[clause].readings.items())
            console.print(Text.assemble("    ", (clause, "cyan"), f" {title}: {letters}"), style="dim")


def _put_right(how: Reconstruction, game: Game) -> str:
    if how.why:
        return f"It cannot be put right: {how.why}."
    acts = [f"{m.card} goes from {game.place(m.origin)} to {_PLACES.get(m.to) or game.place(m.to)}" for m in how.moves]
    acts += [f"a card is to be drawn for {game.place(place)}" for place in how.draw]
    told = f"To put it right: {', '.join(acts) or 'nothing is to be moved'}."
    return told + "".join(_asked(ask, game) for ask in how.ask)


def _asked(ask: Ask, game: Game) -> str:
    place, who = game.place(ask.place), f" ({ask.who})" if ask.who else ""
    return f" {place[:1].upper()}{place[1:]}{who} decides again: {ask.why}."


def _show_money(console: Console, ruling: Ruling) -> None:
    """One row a wager; where readings pay differently, one column for each amount that they come to."""
    rows = awards(ruling)
    if not rows:
        return
    opening, game = ruling.round.opening, GAMES[ruling.edition.game]
    money = amount(opening.minor_digits, opening.currency)
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
        on = _lies(ruling, claim, game)
        shown.add_row(f"  {claim.wager}", claim.player, on, *told, awarded, style="yellow" if wrong else "")
    console.print(shown)
    _show_withheld(console, ruling)
    if any(row.claim.paid_minor is None for row in rows):
        console.print(Text('  Where nothing stands under "went back", no payment is on record.', style="dim"))


def _show_withheld(console: Console, ruling: Ruling) -> None:
    """The winnings that a decision keeps back, wager by wager."""
    money = amount(ruling.round.opening.minor_digits, ruling.round.opening.currency)
    withheld = {wager: minor for branch in ruling.branches for wager, minor in branch.outcome.withheld.items() if minor}
    if withheld:
        console.print(Text("  Winnings withheld: " + ", ".join(f"{money(m)} on {w}" for w, m in withheld.items()) + "."))


def _lies(ruling: Ruling, claim: Claim, game: Game) -> str:
    """What a wager is on: its kind, and the box or the hand of it on which it rides."""
    placed = {told.event.wager: told.event for told in ruling.round.told if isinstance(told.event, WagerPlaced)}
    own, parent = placed.get(claim.wager), placed.get(claim.parent or "")
    if own is not None and ruling.edition.game == "roulette":
        return on_layout(own)
    box = own.box if own and own.box else parent.box if parent else None
    if own is None or box is None:
        return game.wager(claim.kind)
    place = game.place(hand_place(box, own.hand or 1))
    return place if claim.kind == "main" else f"{claim.kind.replace('_', ' ')}, {place}"


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

"""A round on the terminal: every step, where it left the rules, and the two boards side by side."""

from collections.abc import Sequence

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from desk.terminal.decisions import show_decisions
from desk.terminal.ruling import show_findings, step_line
from desk.terminal.wheel import show_spins
from ledger.events.play import DecisionMade
from ledger.values.cards import is_known
from projections.timeline.timeline import Step, timeline_steps
from replay.games.registry import load_game
from replay.judging.judgement import MisdrawWindow
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "?": "·"}


def show_replay(console: Console, ruling: Ruling, at: int | None, show: str) -> None:
    """Prints the round up to step `at`; `show` says which of the boards."""
    if ruling.edition.game == "roulette":
        show_spins(console, ruling, at)
        return
    round_, steps = ruling.round, timeline_steps(ruling)
    shown = steps[: at or None]
    console.print(
        Text(f"{round_.name}  ·  {ruling.edition.sheet.edition.document}, edition {ruling.edition.name}", style="bold")
    )
    console.print(Text(f"account {round_.account}, shoe {round_.shoe or 'not known'}, {len(steps)} steps", style="dim"))
    console.print(_steps(shown, ruling))
    window = ruling.branches[0].outcome.window
    if window is not None:
        console.print(_band(shown, window))
    boards = []
    moved = ruling.branches[0].outcome.reconstruction
    if show in ("dealt", "both") and shown:
        astray = {move.card for move in moved.moves} | {card.card for card in moved.surplus} if moved else set()
        boards.append(_board("as dealt", shown[-1].hands, ruling, astray))
    if show in ("lawful", "both") and (at is None or at >= len(steps)):
        missing = moved.draw if moved else ()
        hands = {p: (*cards, *["??"] * missing.count(p)) for p, cards in ruling.branches[0].outcome.lawful_hands.items()}
        differ = len({tuple(branch.outcome.lawful_hands.items()) for branch in ruling.branches}) > 1
        title = "as it should have been" + (", outcome 1" if differ and len(ruling.outcomes) > 1 else "")
        boards.append(_board(title, hands, ruling, set()))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*boards)
    console.print(grid)
    if at is None or at >= len(steps):
        show_findings(console, ruling)
        show_decisions(console, ruling)


_STATES = {
    "open": "still open: nobody has spoken up, and the next coup has not begun",
    "noticed": "an error was brought to attention in time",
    "put_right": "the error was put right in time",
    "closed": "closed: the next coup began before anybody with authority was told",
    "not_told": "the record does not show the coup that was dealt next",
}


def _band(steps: Sequence[Step], window: MisdrawWindow) -> Text:
    """The misdraw window over the steps: one sign a step, from the misdraw to its close."""
    band = Text("misdraw window  ", style="dim")
    for step in steps:
        at = step.round_entry.position
        inside = window.opened_at <= at and (window.closed_at is None or at < window.closed_at)
        sign = (
            "✗"
            if at == window.opened_at
            else "!"
            if at in (window.noticed_at, window.put_right_at)
            else "━"
            if inside
            else "·"
        )
        band.append(sign, style="bold red" if inside else "dim")
    return band.append(f"  {_STATES[window.state]}", style="bold")


def _steps(steps: Sequence[Step], ruling: Ruling) -> Table:
    """One line a step; where there are more than two hands only the one that changed is shown."""
    places = list(steps[-1].hands) if steps else []
    columns = (
        [head for place in places for head in (load_game(ruling.edition.game).place_name(place), "total")]
        if len(places) == 2
        else ["hand", "cards", "total"]
    )
    shown = Table("step", "what happened", *columns, "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        dealt = step.changed_place is not None
        cells = [
            Text(f"{step.number}", style="dim"),
            step_line(step),
        ]
        seen = places if len(places) == 2 else [step.changed_place or ""]
        if len(places) != 2:
            cells.append(Text(load_game(ruling.edition.game).place_name(step.changed_place) if step.changed_place else ""))
        for place in seen:
            hand = step.hands.get(place, ()) if dealt else ()
            cells += [cards_as_text(hand), Text(_total(hand, ruling), style="bold")]
        is_shown = dealt or isinstance(step.round_entry.event, DecisionMade)
        cells.append(Text((step.due or "the rules were left") if is_shown else "", style="dim"))
        shown.add_row(*cells)
    return shown


def cards_as_text(cards: Sequence[str], astray: set[str] | None = None) -> Text:
    """Cards with the signs of their suits."""
    text = Text()
    for card in cards:
        face = "▒▒" if not is_known(card) else card[0].replace("T", "10") + _SUITS[card[1]]
        style = "reverse red" if astray and card in astray else "red" if card[1] in "hd" else ""
        text.append(face, style=style)
        text.append(" ")
    return text


def _total(cards: Sequence[str], ruling: Ruling) -> str:
    if not cards:
        return ""
    known = all(is_known(card) for card in cards)
    return load_game(ruling.edition.game).count(tuple(cards), Rules(ruling.edition)) if known else "?"


def _board(title: str, hands: object, ruling: Ruling, astray: set[str]) -> Panel:
    assert isinstance(hands, dict)
    rows = Table.grid(padding=(0, 1))
    for place, cards in hands.items():
        rows.add_row(
            load_game(ruling.edition.game).place_name(place),
            cards_as_text(cards, astray),
            Text(_total(cards, ruling), style="bold"),
        )
    return Panel(Group(rows), title=title, width=38)

"""A round on the terminal: every step, where it left the rules, and then the hands side by side or the layout."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from desk.terminal.decisions import show_decisions
from desk.terminal.ruling import show_findings, step_line
from ledger.events.play import DecisionMade
from ledger.values.cards import is_known
from projections.answers.boards import build_boards
from projections.answers.round_answer import RoundAnswer
from projections.answers.status import shoe_status
from projections.messages.catalogue import Catalogue
from projections.reports.money import money_formatter
from projections.reports.shoe_examination import shoe_notes
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from projections.timeline.timeline import Step, account_mends, timeline_steps, window_mark
from replay.games.registry import load_game
from replay.judging.game import BoardWager, DrawBoard, Look
from replay.judging.judgement import MisdrawWindow
from replay.rulebooks.rules import Rules
from replay.ruling.card_sequence import CardSequence
from replay.ruling.ruling import Ruling
from replay.table_day.shoe_record import ShoeRecord

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "?": "·"}
_STYLES: Final[Mapping[Look, str]] = {
    "plain": "",
    "bold": "bold",
    "dim": "dim",
    "red": "bold white on red",
    "black": "bold white on black",
    "green": "bold white on green",
    "chips": "yellow",
}


def show_replay(console: Console, answer: RoundAnswer, at: int | None, show: str) -> None:
    """Prints the round up to step `at`; `show` says which of the boards, where there are two."""
    ruling = answer.ruling
    round_, steps, game = ruling.round, timeline_steps(ruling), load_game(ruling.edition.game)
    shown, is_whole = steps[: at or None], at is None or at >= len(steps)
    shoe = "" if game.has_wheel else f"shoe {round_.shoe or 'not known'}, "
    console.print(
        Text(f"{round_.name}  ·  {ruling.edition.sheet.edition.document}, edition {ruling.edition.name}", style="bold")
    )
    console.print(Text(f"account {round_.account}, {shoe}{len(steps)} steps", style="dim"))
    if game.draw_board is None:
        _show_hands(console, answer, shown, show, is_whole=is_whole)
    else:
        console.print(_steps_without_hands(shown))
        if is_whole:
            _show_layout(console, answer, game.draw_board)
    if is_whole:
        show_findings(console, answer)
        _show_corrections(console, ruling)
        show_decisions(console, answer)


def _show_corrections(console: Console, ruling: Ruling) -> None:
    """Prints what stood in a typed account before it was corrected, and what was told instead."""
    for mend in account_mends(ruling):
        at = mend.at[:19].replace("T", " ")
        console.print(Text(f"  Corrected by {mend.by} at {at} UTC (position {mend.position}): {mend.reason}"))
        for event in mend.before:
            console.print(Text(f"    - {event.text}  (position {event.position})", style="dim"))
        for event in mend.instead:
            console.print(Text(f"    + {event.text}  (position {event.position})"))


def _show_layout(console: Console, answer: RoundAnswer, draw_board: DrawBoard) -> None:
    """The layout in the outcome that holds, else in the first, and what became of each bet."""
    board = draw_board(answer.ruling.round, answer.shown_judgement, Rules(answer.ruling.edition))
    for section in board.sections:
        text = Text()
        for line in section:
            for cell in line:
                text.append(cell.text, style=_STYLES[cell.look])
            text.append("\n")
        console.print(text)
    if board.wagers:
        console.print(_wager_table(answer, board.wagers))


def _wager_table(answer: RoundAnswer, wagers: Sequence[BoardWager]) -> Table:
    table = Table("", "player", "wager", "stake", "goes back", "", box=None, pad_edge=False, header_style="dim")
    format_money, dues = money_formatter(answer.ruling), answer.shown_due_minor
    for line in wagers:
        due = dues.get(line.wager)
        won = "won" if due is not None and due > line.stake_minor else "goes back, or part of it"
        came = "open" if due is None else won if due else "lost"
        style = {"won": "green", "lost": "red"}.get(came, "")
        money = "" if due is None else format_money(due)
        stake = format_money(line.stake_minor)
        table.add_row(line.letter, line.player, line.position, stake, money, Text(came, style=style))
    return table


def _steps_without_hands(steps: Sequence[Step]) -> Table:
    table = Table("step", "what happened", "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        table.add_row(Text(f"{step.number}", style="dim"), step_line(step), Text(step.due or "", style="dim"))
    return table


def _show_hands(console: Console, answer: RoundAnswer, shown: Sequence[Step], show: str, *, is_whole: bool) -> None:
    """The steps with the hands after each, the misdraw window over them, and the boards beside each other.

    The board as it should have been is that of the outcome that holds, else that of the first.
    """
    ruling = answer.ruling
    console.print(_steps(shown, ruling))
    window = answer.shown_judgement.window
    if window is not None:
        console.print(_band(shown, window))
    boards = []
    both = build_boards(ruling, answer.shown_judgement)
    if show in ("dealt", "both") and shown:
        astray = {misplaced.card for misplaced in both.misplaced_cards} if both else set()
        boards.append(_board("as dealt", shown[-1].hands, ruling, astray))
    if show in ("lawful", "both") and is_whole and both is not None:
        title = "as it should have been"
        if len(ruling.outcomes) > 1:
            title += f", outcome {answer.shown_outcome.id}"
        boards.append(_board(title, both.lawful, ruling, set()))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*boards)
    console.print(grid)


_STATES = {
    "open": "still open: nobody has spoken up, and the next coup has not begun",
    "noticed": "an error was brought to attention in time",
    "put_right": "the error was put right in time",
    "closed": "closed: the next coup began before anybody with authority was told",
    "not_told": "the record does not show the coup that was dealt next",
}


_MARKS = {"": "·", "opened": "✗", "noticed": "!", "inside": "━"}


def _band(steps: Sequence[Step], window: MisdrawWindow) -> Text:
    """The misdraw window over the steps: one sign a step, from the misdraw to its close."""
    band = Text("misdraw window  ", style="dim")
    for step in steps:
        mark = window_mark(step.round_entry.position, window)
        band.append(_MARKS[mark], style="bold red" if mark else "dim")
    return band.append(f"  {_STATES[window.state]}", style="bold")


def _steps(steps: Sequence[Step], ruling: Ruling) -> Table:
    """One line a step; where there are more than two hands only the one that changed is shown."""
    places, game = list(steps[-1].hands) if steps else [], load_game(ruling.edition.game)
    heads = [head for place in places for head in (game.place_name(place), "total")]
    columns = heads if len(places) == 2 else ["hand", "cards", "total"]
    shown = Table("step", "what happened", *columns, "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        dealt = step.changed_place is not None
        cells = [Text(f"{step.number}", style="dim"), step_line(step)]
        seen = places if len(places) == 2 else [step.changed_place or ""]
        if len(places) != 2:
            cells.append(Text(game.place_name(step.changed_place) if step.changed_place else ""))
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
    if not all(map(is_known, cards)):
        return "?"
    return load_game(ruling.edition.game).count(tuple(cards), Rules(ruling.edition)) if cards else ""


def _board(title: str, hands: Mapping[str, Sequence[str]], ruling: Ruling, astray: set[str]) -> Panel:
    rows, game = Table.grid(padding=(0, 1)), load_game(ruling.edition.game)
    for place, cards in hands.items():
        rows.add_row(game.place_name(place), cards_as_text(cards, astray), Text(_total(cards, ruling), style="bold"))
    return Panel(Group(rows), title=title, width=38)


_WORDS = Catalogue()


def show_strip(console: Console, strip: CardSequence) -> None:
    """Prints a shoe."""
    shoe = strip.shoe
    left = 52 * shoe.decks - len(shoe.drawn_cards)
    heading = Text(f"Shoe {shoe.name}  ·  {strip.day}, {shoe.decks} decks  ·  ", style="bold")
    word = shoe_status(strip).word
    style = "" if word in ("open", "closed") else "red"
    console.print(heading.append(_WORDS.say(f"status_word.{word}"), style=style))
    burned = sum(drawn_card.burned for drawn_card in shoe.drawn_cards)
    out = f"{len(shoe.drawn_cards)} cards left it, {burned} of them burned, {strip.unread_count} not read"
    console.print(Text(f"{out}; {max(left, 0)} are left in it", style="dim"))
    for text in _acts(shoe):
        console.print(Text(f"  {text}"))
    shown = Table("round", "cards", "stands", "found", box=None, pad_edge=False, header_style="dim")
    for stretch in strip.stretches:
        cards = cards_as_text([drawn_card.card for drawn_card in stretch.cards])
        stands, found = (stretch.standing or "").replace("_", " "), str(len(stretch.findings) or "")
        shown.add_row(stretch.round or "burned", cards, stands, found, style="" if stretch.round else "dim")
    console.print(shown)
    for finding in strip.findings:
        console.print(Text.assemble("  ✗ ", finding.text, "  ", (" ".join(finding.clauses), "cyan")))
    if not strip.findings:
        console.print(Text("  Nothing was found against the custody of the shoe.", style="green"))
    for sentence in shoe_notes(strip, _WORDS):
        console.print(Text(f"  {sentence}", style="dim"))
    console.print()


def _acts(shoe: ShoeRecord) -> Iterator[str]:
    """What was done with the shoe, the same things in a row together."""
    for text, same in groupby(describe_event(act.event, EventFormatter(amount_formatter(2, ""))) for act in shoe.acts):
        times = sum(1 for _ in same)
        yield text + (f" ({times} times)" if times > 1 else "")

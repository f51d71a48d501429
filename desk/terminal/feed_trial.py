"""A trial of a feed's sample on the terminal, on one page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from desk.terminal.columns import show_columns
from projections.documents.feed_trials import FeedTrialDocument, MappingQuestionDocument

_MOST_ROWS: Final = 12
"""So many rows of a part are shown; how many more there are is said."""
_MOST_NAMES: Final = 14
_WIDEST: Final = 28
"""So many characters of an assumed value are shown."""
_NAMED: Final = 4
"""So many tables of a question are named."""


def show_trial(console: Console, trial: FeedTrialDocument, next_steps: Sequence[str]) -> None:
    """Print what a sample would come to, and the next steps."""
    extent = "the whole feed" if trial.is_whole else "the beginning of the feed"
    size = f"{trial.bytes:,} bytes, {extent}; nothing was recorded"
    console.print(Text.assemble((trial.feed, "bold"), "  ", (trial.format, "bold cyan"), f"  {size}"))
    if trial.looks_like is not None:
        console.print(Text(f"The content looks like {trial.looks_like}.", style="yellow"))
    _show_recognised(console, trial)
    _show_part(console, "Read past", [_counted(trial.read_past), _extensions_text(trial)])
    _show_refused(console, trial)
    _show_rulings(console, trial)
    _show_mapping(console, trial)
    if next_steps:
        _show_part(console, "Next", next_steps)


def _show_part(console: Console, head: str, sentences: Sequence[str], style: str = "") -> None:
    """A heading and its sentences, those that are not empty."""
    written = [sentence for sentence in sentences if sentence]
    if not written:
        return
    console.print()
    console.print(Text(head, style="bold"))
    for sentence in written:
        console.print(Padding(Text(sentence, style=style), (0, 0, 0, 2)))


def _show_recognised(console: Console, trial: FeedTrialDocument) -> None:
    rounds = sum(table.rounds for table in trial.tables)
    events = f"{trial.recorded:,} events would be recorded"
    known = f"; {trial.known:,} came twice or are known" if trial.known else ""
    _show_part(
        console, "Recognised", [f"{events}{known}: {_counted(trial.events)}" if trial.events else f"{events}{known}"]
    )
    if trial.tables:
        rows = [
            [table.day, table.game, table.rulebook, table.currency, f"{table.rounds:,}"]
            for table in trial.tables[:_MOST_ROWS]
        ]
        heads = ["table and day", "game", "rulebook", "currency", "rounds"]
        show_columns(console, heads, rows, indent=2, wraps=(0,), right=(4,))
        if len(trial.tables) > _MOST_ROWS:
            more = f"{len(trial.tables) - _MOST_ROWS:,} more tables' days, {rounds:,} rounds in total"
            console.print(Padding(Text(more, style="dim"), (0, 0, 0, 2)))


def _counted(numbers: Mapping[str, int]) -> str:
    """Names with their numbers, the first ones."""
    shown = [f"{name} {number:,}" for name, number in list(numbers.items())[:_MOST_NAMES]]
    more = [f"{len(numbers) - _MOST_NAMES:,} more"] if len(numbers) > _MOST_NAMES else []
    return ", ".join([*shown, *more])


def _extensions_text(trial: FeedTrialDocument) -> str:
    kept = _counted(trial.extensions)
    return f"Extensions, kept with the entries: {kept}" if kept else ""


def _show_refused(console: Console, trial: FeedTrialDocument) -> None:
    if not trial.refused:
        _show_part(console, "Refused", ["Nothing would be refused."], "green")
        return
    number = sum(group.number for group in trial.refused)
    _show_part(console, "Refused", ["1 piece would be refused." if number == 1 else f"{number:,} pieces would be refused."])
    rows = Table.grid(padding=(0, 1))
    for group in trial.refused[:_MOST_ROWS]:
        place = f"{trial.place} {group.at:,}"
        which = f"{place}, and {group.number - 1:,} more" if group.number > 1 else place
        rows.add_row(" ", Text("✗", style="red"), Text(f"{which}: {group.reason}"))
    console.print(rows)
    _show_left_out(console, len(trial.refused), "reasons")


def _show_left_out(console: Console, number: int, what: str) -> None:
    if number > _MOST_ROWS:
        left = f"{number - _MOST_ROWS:,} more {what}; --json lists all of them"
        console.print(Padding(Text(left, style="dim"), (0, 0, 0, 2)))


def _show_rulings(console: Console, trial: FeedTrialDocument) -> None:
    if not trial.rulings:
        return
    rounds = sum(group.number for group in trial.rulings)
    _show_part(
        console, "Rulings", [f"{rounds:,} rounds would be ruled on." if rounds > 1 else "1 round would be ruled on."]
    )
    rows = Table.grid(padding=(0, 1))
    for group in trial.rulings[:_MOST_ROWS]:
        named = ", ".join(group.rounds) + (", …" if group.number > len(group.rounds) else "")
        found = f" Found: {', '.join(group.findings)}." if group.findings else ""
        line = Text.assemble(f"{group.sentence}{found}  ", (named, "dim"))
        rows.add_row(" ", Text(f"{group.number:,}", justify="right"), line)
    console.print(rows)
    _show_left_out(console, len(trial.rulings), "kinds of rulings")


def _show_mapping(console: Console, trial: FeedTrialDocument) -> None:
    if not trial.needs_mapping:
        _show_part(console, "Mapping", ["This format needs no mapping."])
        return
    if trial.questions:
        rows = list(_question_rows(trial.questions))
        _show_part(console, "Mapping", [f"{len(rows):,} questions that only a person can answer. This trial went by:"])
        show_columns(console, ["assumed", "question"], rows, indent=2, wraps=(1,))
    if trial.offers:
        head = "Mapping" if not trial.questions else "Offered in the mapping, as comments"
        _show_part(console, head, trial.offers[:_MOST_ROWS])
        _show_left_out(console, len(trial.offers), "rows")


def _question_rows(questions: Sequence[MappingQuestionDocument]) -> Iterator[list[str]]:
    """Questions with what was assumed; one that is asked in several tables once."""
    asked: dict[str, list[MappingQuestionDocument]] = {}
    for question in questions:
        asked.setdefault(question.text, []).append(question)
    for text, alike in asked.items():
        first, where = alike[0].assumed, [question.key.rpartition(".")[0] for question in alike]
        is_cut = len(first) > _WIDEST or any(question.assumed != first for question in alike)
        named = f" ({', '.join(where[:_NAMED])}{', …' if len(where) > _NAMED else ''})" if len(where) > 1 else ""
        yield [f"{first[:_WIDEST]}{'…' if is_cut else ''}", f"{text}{named}"]

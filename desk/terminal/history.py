"""The history of rulings on the terminal: one line for each thing that was put on record."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from desk.terminal.columns import show_columns
from projections.documents.history import HistoryDocument
from projections.messages.catalogue import Catalogue
from projections.reports.readings import readable_time

_STYLES = {"ruled": "", "found": "bold", "withdrawn": "dim", "not ruled": "bold"}


def show_history(console: Console, documents: Sequence[HistoryDocument]) -> None:
    """Prints when what was ruled, found and withdrawn, and why."""
    heads = ("recorded", "position", "round", "what", "")
    rows = [
        (
            readable_time(document.at),
            f"{document.position:,}",
            document.round.rpartition("/")[2],
            document.act,
            Text(_sentence(document, Catalogue())),
        )
        for document in documents
    ]
    show_columns(console, heads, rows, styles=[_STYLES[document.act] for document in documents], wraps=(4,), right=(1,))


def _sentence(document: HistoryDocument, words: Catalogue) -> str:
    why = document.reason and words.say(f"on_record.reason_{document.reason}")
    if document.act == "ruled":
        verdict = words.say(f"verdict_word.{document.verdict}")
        standing = words.say(f"round_standing.{document.standing}")
        edition = f"{document.rulebook} {document.edition}"
        state = ", ".join(dict.fromkeys((verdict, standing)))
        return words.say("on_record.ruled", state=state, edition=edition) + (f" ({why})" if why else "")
    if document.act == "not ruled":
        return words.say("on_record.not_ruled", engine=document.engine, fault=document.fault)
    return (f"{why}: " if why else "") + f"{document.text} {' '.join(document.clauses)}".rstrip()

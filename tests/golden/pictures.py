"""Pictures of the demo's rounds, drawn to be laid over those that were drawn before."""

from collections.abc import Iterator
from typing import Final

from drill.sample import evening
from ledger.application import Ledger
from projections.answers.boards import build_boards
from projections.messages.catalogue import Catalogue
from projections.pictures import compare
from projections.pictures.scene import build_scene
from projections.pictures.table import draw_table
from projections.table_days import TableDays

DRAWN: Final = (
    f"{evening.BACCARAT}/7",
    f"{evening.BACCARAT}/42",
    evening.MISDEALT,
    evening.REFUSED,
    evening.DEALER_22,
    evening.UNPAID,
    evening.NO_SPIN,
    evening.DISPLAY,
)
"""The rounds that are drawn: of each game some, lawful and not."""


def pictures(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Each round's table as an SVG by a name for a file; beside a misdealt one, dealt and lawful boards."""
    archive, words = TableDays(ledger), Catalogue()
    for ruling in archive.rulings(DRAWN):
        name = ruling.round.name.replace("/", "_")
        yield name, draw_table(build_scene(ruling, words), words)
        boards = build_boards(ruling, ruling.branches[0].outcome)
        if boards is not None and ruling.edition.game != "roulette" and ruling.findings:
            yield f"{name}_boards", compare.BoardComparison(ruling, boards, words).draw()

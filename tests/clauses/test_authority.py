"""Every decision that a document gives to a person of authority (kind P) has a case of who may, and one of who may not."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition
from tests.clauses.ccl.rows import ROWS as CCL
from tests.clauses.eca_blackjack.rows import ROWS as ECA_BLACKJACK
from tests.clauses.eca_championship.rows import ROWS as ECA_CHAMPIONSHIP
from tests.clauses.fbj.rows import ROWS as FBJ
from tests.clauses.scb.rows import ROWS as SCB

EDITIONS: Final = [shipped_edition(name) for name in SHIPPED_RULEBOOKS]
ROWS: Final[tuple[Any, ...]] = (*CCL, *ECA_BLACKJACK, *ECA_CHAMPIONSHIP, *FBJ, *SCB)
CLAUSES: Final = sorted(
    {clause for edition in EDITIONS for clause, text in edition.sheet.clauses.items() if text.kind == "P"}
)
CATALOGUE: Final = Path(__file__).resolve().parents[2].parent / "shared" / "clauses"
OF_KIND_P: Final = re.compile(r"^\| ([A-Z]+-[^ |]+) \| P \|", re.MULTILINE)


def test_the_editions_know_them_all() -> None:
    wanted = """CCL-7 CCL-10 CCL-18 CCL-24 CCL-36 CCL-39 CCL-40 ECA-B-I4c ECA-G2 ECA-G6 ECA-G8 FBJ-43 SCB-24"""
    assert sorted(wanted.split()) == CLAUSES


@pytest.mark.skipif(not CATALOGUE.is_dir(), reason="the documents' catalogue is not beside this checkout")
def test_the_catalogue_has_no_other() -> None:
    catalogue = "".join(path.read_text(encoding="utf-8") for path in sorted(CATALOGUE.glob("*.md")))
    assert sorted(set(OF_KIND_P.findall(catalogue))) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
@pytest.mark.parametrize("side", ["keeps", "breaks"])
def test_each_has_a_row_on_each_side(clause: str, side: str) -> None:
    assert any(row.clause == clause and row.side == side for row in ROWS)


def _acts(rows: Iterable[Any]) -> set[str]:
    return {word for row in rows for word in re.findall(r"[a-z_]+", row.transcript if hasattr(row, "transcript") else "")}


@pytest.mark.parametrize(
    ("edition", "act"),
    [(edition_, act) for edition_ in EDITIONS if edition_.game == "blackjack" for act in edition_.sheet.authority],
    ids=lambda cell: str(getattr(cell, "id", cell)),
)
def test_each_act_that_an_edition_gives_to_somebody_is_taken_and_tried(edition: Any, act: str) -> None:
    """In some row whoever may does it; that nobody else may do it is seen by the flips of the edition's offices."""
    word = {"interrupt_game": "interrupted"}.get(act, act)
    assert word in _acts(row for row in ROWS if row.clause.startswith(edition.sheet.edition.prefix))

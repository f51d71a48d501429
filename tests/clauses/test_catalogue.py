"""The editions have the clauses of the documents' catalogue: ids, kinds and readings, and what it resolves."""

import re
from pathlib import Path
from typing import Final

import pytest

from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition
from replay.rulebooks.edition import Edition

CATALOGUE: Final = Path(__file__).resolve().parents[2].parent / "shared" / "clauses"
TO_BE_ADDED: Final = CATALOGUE.parent / "open-clauses.md"
"""Rows that the catalogue does not have yet; an edition may be without them."""
ROW: Final = re.compile(r"^\| ([A-Z]+-[^ |]+) \| ([A-Z]) \| (.*)$", re.MULTILINE)
LETTER: Final = re.compile(r"\(([a-d])\)")
RESOLVED: Final = re.compile(r"[Rr]esolved as \(([a-d])\)")
OF_THE_EDITIONS: Final = {"CCL-TIPS", "FBJ-TIPS"}
"""On which the documents are silent and the catalogue too; the editions have the trade's answer."""
RESOLVED_BY_THE_EDITIONS: Final = {"ECA-D1a?", "SCB-23b?"}

pytestmark = pytest.mark.skipif(not CATALOGUE.is_dir(), reason="the documents' catalogue is not beside this checkout")


def rows() -> dict[str, tuple[str, str]]:
    """By id, the kind and the words of each row."""
    return rows_of(*sorted(CATALOGUE.glob("*.md")), *([TO_BE_ADDED] if TO_BE_ADDED.is_file() else []))


def rows_of(*paths: Path) -> dict[str, tuple[str, str]]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return {clause: (kind, words) for clause, kind, words in ROW.findall(text)}


def editions() -> dict[str, list[Edition]]:
    """By clause, the shipped editions that have it."""
    found: dict[str, list[Edition]] = {}
    for edition in map(shipped_edition, SHIPPED_RULEBOOKS):
        for clause in edition.sheet.clauses:
            found.setdefault(clause, []).append(edition)
    return found


def test_the_ids_are_the_same() -> None:
    to_be_added = set(rows()) - set(rows_of(*CATALOGUE.glob("*.md")))
    assert (set(editions()) ^ set(rows())) - to_be_added == OF_THE_EDITIONS


def test_the_kinds_are_the_same() -> None:
    catalogue = rows()
    kinds = {
        clause: {edition.sheet.clauses[clause].kind for edition in having}
        for clause, having in editions().items()
        if clause in catalogue
    }
    assert kinds == {clause: {catalogue[clause][0]} for clause in kinds}


def test_the_readings_are_the_same() -> None:
    having, wrong = editions(), []
    for clause, (_, words) in rows().items():
        letters = set(LETTER.findall(re.split("[Rr]eadings", words, maxsplit=1)[-1])) if clause.endswith("?") else set()
        for edition in having.get(clause, []):
            readings = edition.sheet.readings.get(clause)
            if set(readings.readings if readings else ()) != letters:
                wrong.append((edition.id, clause, letters))
    assert wrong == []


def test_what_the_catalogue_resolves_is_resolved_so_and_nothing_else() -> None:
    having, wrong = editions(), []
    for clause, (_, words) in rows().items():
        match = RESOLVED.search(words)
        for edition in having.get(clause, []):
            row = edition.sheet.resolved.get(clause)
            if clause not in RESOLVED_BY_THE_EDITIONS and (row and row.reading) != (match and match[1]):
                wrong.append((edition.id, clause, match and match[1]))
    assert wrong == []

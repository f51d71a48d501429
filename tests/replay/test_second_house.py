"""Another house plays the same game: whatever it calls itself and its clauses, the branches and the money are the same."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.games.baccarat.parameters import PARAMETERS
from replay.rulebooks.edition import Edition
from tests.clauses.dcb import test_cards, test_disputes, test_misdraws, test_window_closed, test_window_readings
from tests.clauses.dcb.misdraws import MISDRAWS
from tests.clauses.table import Row, judged

TEXT: Final = shipped_text("dcb")
CLAUSES: Final = tuple(shipped_edition("dcb").sheet.clauses)
ID: Final = re.compile(r"DCB-[A-Za-z0-9]+\??")
ROWS: Final[tuple[Row, ...]] = (
    *test_cards.READINGS,
    *test_disputes.DOUBTS,
    *(test_misdraws.too_late(misdraw) for misdraw in MISDRAWS[::3]),
    *test_window_closed.ROWS,
    *test_window_readings.ROWS,
)
"""Coups on which every ambiguity of the document turns."""

OLD: Final = tuple(name for name, key in PARAMETERS.items() if key.former_ambiguity is not None)
Named = Callable[[str], str]


def prefixed(clause: str) -> str:
    """The clause under its number, in another document."""
    return clause.replace("DCB-", "XYZ-")


def numbered(clause: str) -> str:
    """The clause counted from the last one, so that none has the number or the place it had."""
    return f"NX-{len(CLAUSES) - CLAUSES.index(clause)}n" + "?" * clause.endswith("?")


def house(named: Named, *, without: tuple[str, ...] = ()) -> Edition:
    """The shipped edition under other names, some keys left out."""
    text = "".join(line for line in TEXT.splitlines(True) if not line.startswith(tuple(f'"{key}" =' for key in without)))
    text = ID.sub(lambda found: named(found[0]), text)
    return parse_edition(
        text.replace('prefix = "DCB"', f'prefix = "{named("DCB-1").split("-")[0]}"').replace('"dcb"', '"other"')
    )


def came_of(row: Row, edition: Edition, named: Named) -> list[Any]:
    """What is ruled on each coup of a row, in this house's names."""
    renamed_row = replace(
        row,
        transcript=ID.sub(lambda found: named(found[0]), row.transcript),
        unresolved=tuple(map(named, row.unresolved)),
    )
    return [_told(ruling, str) for ruling in judged(renamed_row, edition)]


def _told(ruling: Mapping[str, Any], named: Named) -> dict[str, Any]:
    findings = [(finding["kind"], sorted(map(named, finding["clauses"])), finding["at"]) for finding in ruling["findings"]]
    branches = [
        (
            sorted((named(clause), letter) for clause, letter in branch["choices"].items()),
            *(branch[what] for what in ("verdict", "due_minor", "standing", "hands", "reconstruction")),
        )
        for branch in ruling["branches"]
    ]
    return {
        **{what: ruling[what] for what in ("verdict", "authority", "money")},
        "clauses": sorted(map(named, ruling["clauses"])),
        "findings": sorted(findings),
        "branches": sorted(branches, key=lambda branch: branch[0]),
    }


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize(
    ("named", "without"),
    [(prefixed, ()), (prefixed, OLD), (numbered, ())],
    ids=["another prefix", "from before the keys", "other numbers"],
)
def test_the_same_coups_come_to_the_same(row: Row, named: Named, without: tuple[str, ...]) -> None:
    ours = [_told(ruling, named) for ruling in judged(row, shipped_edition("dcb"))]
    assert came_of(row, house(named, without=without), named) == ours


def test_an_edition_from_before_the_keys_is_read_by_the_numbers_of_its_clauses() -> None:
    old = house(prefixed, without=OLD)
    assert old.values["misdraw.once_closed"][1] == "XYZ-21a?"
    assert old.consulted_clauses == set(old.sheet.readings)
    assert shipped_edition("dcb").consulted_clauses == set(shipped_edition("dcb").sheet.readings)


def test_another_number_is_not_guessed_at() -> None:
    with pytest.raises(MalformedRulebook, match="values missing"):
        house(numbered, without=("shoe.decks",))
    other = house(numbered, without=OLD)
    assert {other.values[name] for name in OLD} == {(PARAMETERS[name].default, "") for name in OLD}
    assert other.consulted_clauses == {numbered("DCB-21g?")}


def test_a_reading_that_the_old_number_never_had_is_refused() -> None:
    tables = tomllib.loads(TEXT)
    assert "d" not in tables["readings"]["DCB-21a?"]["readings"]
    text = TEXT.replace('c = "it is void and the stakes go back"', 'c = "it is void"\nd = "it is dealt again"')
    text = "".join(line for line in text.splitlines(True) if not line.startswith('"misdraw.once_closed"'))
    with pytest.raises(MalformedRulebook, match=r"readings DCB-21a\?: d says nothing to misdraw.once_closed"):
        parse_edition(text)

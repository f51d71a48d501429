"""What an amendment cannot touch is taken from the record, and is what ruling on it again would say."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Final
from unittest.mock import patch

import pytest

from bench.corpus import evenings, record
from desk.opening import open_existing, open_or_create
from ledger.application import Ledger
from ledger.events.decisions import RoundSettled
from projections.reruling import unit
from projections.reruling.unit import Source, Task, Unit, UnitResult, rerule_unit
from projections.reruling.untouched import RecordedDay, RecordedRulings, amended_names, recorded_rulings
from projections.rulings import process
from projections.table_days import TableDays
from replay.editions.loader import parse_edition, shipped_edition
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.projections.reruling.house import FIRST, PUNTO_BANCO, amended, record_into
from tests.projections.rulings.test_asked import HOUSES, Amendment, amendments

FLIPS: Final = 6


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A table of each rulebook on one evening, ruled on."""
    url = f"sqlite:///{tmp_path_factory.mktemp('evening') / 'recoup.db'}"
    with open_or_create(url) as ledger:
        record(ledger, (delivery for delivery in evenings(1) if delivery.source.endswith("-0")))
        process.catch_up(ledger)
    return url


def ruled_again(url: str, day: str, edition: Edition, *, by_record: bool) -> tuple[UnitResult, int]:
    """A day under another edition, and how many of its rounds were ruled on for it."""
    with open_existing(url) as ledger:
        size = ledger.size()
    ruled = 0

    def counted(table_day: TableDay, name: str) -> Ruling:
        nonlocal ruled
        ruled += 1
        return rule(table_day, name)

    with (
        patch.object(unit, "_open_source", unit._OpenSource()),
        patch.object(unit, "_cached_edition", lambda _: edition),
        patch("projections.reruling.compared.rule", counted),
        patch.object(unit, "recorded_rulings", recorded_rulings if by_record else nothing_recorded),
    ):
        return rerule_unit(Task("its text", open_existing), Unit(0, Source(url, "house", size), day)), ruled


def nothing_recorded(ledger: Ledger, size: int) -> RecordedRulings:
    return recorded_rulings(ledger, size)._replace(is_usable=False)


def flips(rulebook: str) -> list[Amendment]:
    every = amendments(rulebook)
    return Random(11).sample(every, min(FLIPS, len(every)))


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", HOUSES)
def test_what_is_taken_from_the_record_is_what_ruling_again_says(rulebook: str, evening: str) -> None:
    day, shares = f"{rulebook}-0/2025-01-01", list[float]()
    for amendment in flips(rulebook):
        every, ruled_of_all = ruled_again(evening, day, amendment.edition, by_record=False)
        taken, ruled = ruled_again(evening, day, amendment.edition, by_record=True)
        assert taken == every, amendment.what
        shares.append(1 - ruled / ruled_of_all)
    assert median(shares) > (0 if rulebook == "eca-roulette" else 0.4), shares


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_or_create(record_into(f"sqlite:///{tmp_path / 'recoup.db'}")) as ledger:
        yield ledger


def untouched(ledger: Ledger, before: Edition, after: Edition) -> list[str]:
    size = ledger.size()
    day = RecordedDay(ledger, recorded_rulings(ledger, size), FIRST, size)
    return list(day.untouched(before, after, amended_names(before, after)))


BEFORE: Final = shipped_edition("dcb")
OTHER_TIE: Final = parse_edition(
    amended("dcb", ('"tie.least_share_bp" = { value = 200', '"tie.least_share_bp" = { value = 199'))
)


def test_only_what_was_asked_for_can_touch(ledger: Ledger) -> None:
    process.catch_up(ledger)
    assert untouched(ledger, BEFORE, OTHER_TIE) == [f"{FIRST}/1", f"{FIRST}/2"]
    assert untouched(ledger, BEFORE, parse_edition(amended("dcb", *PUNTO_BANCO))) == []


def test_what_was_not_ruled_on_yet_is_not_taken_from_the_record(ledger: Ledger) -> None:
    assert untouched(ledger, BEFORE, OTHER_TIE) == []
    process.catch_up(ledger)
    record_into(ledger.url, "!source table/BAC-9\nBAC-9/2026-01-20: table baccarat dcb GBP; shoe S1 8\n")
    assert untouched(ledger, BEFORE, OTHER_TIE) == []
    process.catch_up(ledger)
    assert untouched(ledger, BEFORE, OTHER_TIE) == [f"{FIRST}/1", f"{FIRST}/2"]


def test_a_day_on_which_something_was_decided_is_ruled_on_again(ledger: Ledger) -> None:
    process.catch_up(ledger)
    ledger.decide(f"{FIRST}/2", RoundSettled(by="M1", role="management", outcome="stands"))
    process.catch_up(ledger)
    assert untouched(ledger, BEFORE, OTHER_TIE) == []


def test_another_engine_s_rulings_are_not_taken(ledger: Ledger) -> None:
    process.catch_up(ledger)
    with patch("projections.reruling.untouched.engine_digest", lambda: "sha256:" + "0" * 64):
        assert untouched(ledger, BEFORE, OTHER_TIE) == []


def test_who_decides_is_no_name_that_a_ruling_asks_for() -> None:
    text = amended("dcb", ('authority = "management"\n', 'authority = "inspector"\n'))
    assert amended_names(BEFORE, parse_edition(text)) is None


def test_words_amend_nothing(ledger: Ledger) -> None:
    assert amended_names(BEFORE, parse_edition(amended("dcb"))) == frozenset()
    assert TableDays(ledger).edition_of(FIRST).digest == BEFORE.digest

"""A newer edition that comes with the program: rounds opened afterwards go by it, and a house's own edition is kept."""

from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from desk.opening import migrate, open_or_create
from ledger.acts.adoptions import released_editions
from ledger.application import Ledger
from ledger.values.effective import RoundOpening, in_force_on
from projections.edition_digests import digests_toml
from replay.editions.loader import released_text, released_texts, shipped_edition
from tests.ledgers import AT

DAY = date(2026, 1, 20)
BEFORE, AFTER = "2026-01-20T21:00:00.000000Z", "2099-01-01T00:00:00.000000Z"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A ledger in which an earlier version of the program entered its editions."""
    address = f"sqlite:///{tmp_path / 'house.db'}"
    migrate(address)
    with Ledger(address, clock=lambda: AT) as ledger:
        for name in ("dcb", "ccl"):
            ledger.adopt(name, "2026.2", released_text(name, "2026.2"))
    return address


def test_a_round_of_before_goes_by_the_earlier_edition_and_one_opened_afterwards_by_the_newer(url: str) -> None:
    with open_or_create(url) as ledger:
        editions = [(row.holds_from, row.event.edition) for row in ledger.adoptions().holding("ccl")]
    held = {at: in_force_on(editions, RoundOpening(DAY, at)) for at in (BEFORE, AFTER)}
    assert held == {BEFORE: "2026.2", AFTER: shipped_edition("ccl").name}
    assert shipped_edition("ccl").name != "2026.2"


def test_an_edition_of_the_houses_own_is_not_replaced(url: str) -> None:
    own = released_text("ccl", "2026.2").replace('edition = "2026.2"', 'edition = "house.1"')
    with Ledger(url) as ledger:
        ledger.adopt("ccl", "house.1", own)
    with open_or_create(url) as ledger:
        assert [row.event.edition for row in ledger.adoptions().holding("ccl")] == ["2026.2", "house.1"]


def test_every_released_text_is_listed_with_its_digest() -> None:
    assert {"sha256:" + sha256(text.encode()).hexdigest() for text in released_texts()} == released_editions()
    assert digests_toml().count("sha256:") == len(released_editions())

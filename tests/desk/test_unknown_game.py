"""A ledger may tell of games that this version does not have: they are recorded, and the rest is judged as ever."""

from pathlib import Path
from typing import Final

import pytest

from desk.opening import open_or_create
from desk.terminal.console import DONE, WRONG_USE
from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_text
from replay.games.registry import GAMES, load_game
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

FARO: Final = shipped_text("dcb").replace('game = "baccarat"', 'game = "faro"').replace('"dcb"', '"tiger"')
DAY: Final = "FAR-1/2026-01-20"
PLAYED: Final = f"{DAY}: table faro tiger GBP; shoe S1 1\n{DAY}/1: open; deal dealer 9c; deal box1 Kd; close\n"
SENTENCE: Final = "this version of recoup has no game 'faro'; it has baccarat, blackjack and roulette"


@pytest.fixture
def recorded(files: Recoup, tmp_path: Path) -> Recoup:
    """A day of baccarat, and one of a game that another version of the program knew when it adopted its edition."""
    assert files("record", "day.ndjson").code == DONE
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        assert ledger.adopt("tiger", "2026.2", FARO) == "recorded"
    (tmp_path / "faro.txt").write_text(PLAYED, encoding="utf-8")
    return files


def test_what_is_dealt_is_recorded_and_the_ruling_says_which_games_there_are(recorded: Recoup) -> None:
    taken = recorded("record", "faro.txt")
    assert (taken.code, taken.out.splitlines()[0]) == (DONE, "6 recorded, 0 already known, 0 conflicting, 0 quarantined")
    ruled = recorded("rule", f"{DAY}/1")
    assert ruled.code == WRONG_USE
    assert ruled.complaint == f"nothing can be judged by edition 2026.2 of tiger here: {SENTENCE}"


def test_tables_of_the_other_games_are_judged_as_ever(recorded: Recoup) -> None:
    before = recorded("rule", floor.CLEAN, "--json").json
    assert recorded("record", "faro.txt").code == DONE
    assert recorded("rule", floor.CLEAN, "--json").json == before
    assert DAY not in recorded("rounds").out
    assert "tiger" not in recorded("rulebook", "list").out
    assert recorded("projections", "rebuild").code == DONE


def test_an_edition_of_such_a_game_cannot_be_adopted_by_hand(files: Recoup, tmp_path: Path) -> None:
    (tmp_path / "faro.toml").write_text(FARO, encoding="utf-8")
    assert SENTENCE in files("rulebook", "adopt", "faro.toml").complaint


def test_whoever_asks_for_it_hears_what_there_is() -> None:
    for ask in (lambda: load_game("faro"), lambda: parse_edition(FARO)):
        with pytest.raises(MalformedRulebook, match=SENTENCE):
            ask()
    assert "faro" not in GAMES

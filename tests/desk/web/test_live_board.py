"""The board of the open tables: kept up entry by entry it is what a new one reads, and late news stays aside."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest

from desk.opening import open_or_create
from desk.web.live_board import ROUNDS_SHOWN, LiveBoard, LiveDay
from ledger.application import Ledger
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.messages.catalogue import Catalogue
from replay.games.registry import GAMES

ROUND = "{day}/{n}: open shoe=S1; bet w{n} P{n} punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w{n} 2000; close\n"


def feed(ledger: Ledger, text: str) -> None:
    """Records what somebody typed of a table's day."""
    file = Path(f"{text[:16].replace('/', '-')}.txt")
    intake.ingest_stream(ledger, BytesIO(text.encode()), file.name, format_named("notation").reader(file), GAMES)


def shown(board: LiveBoard) -> list[tuple[str, list[tuple[str, str]], list[str]]]:
    """What a page shows of the open days."""
    found = []
    with board.open_days() as days:
        for day in days:
            rounds = [(name, type(entry.event).__name__) for name, entry in day.last_entries.items()]
            found.append((day.day, rounds, names(day)))
    return found


def names(day: LiveDay) -> list[str]:
    """What its players are called where names are masked."""
    masked = day.named.names(Catalogue())
    return [masked.name_of(f"P{n}") for n in range(1, 9)]


@pytest.mark.slow
def test_kept_up_entry_by_entry_it_is_what_a_new_one_reads(tmp_path: Path) -> None:
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        kept = LiveBoard(ledger)
        assert shown(kept) == []
        typed = dict[str, str]()
        for n in range(1, 9):
            for table in ("BAC-1", "BAC-2"):
                day = f"{table}/2026-01-{17 if n < 6 else 18}"
                before = typed.get(day, f"{day}: table baccarat dcb GBP; limits punto 500 100000; shoe S1 8\n")
                typed[day] = before + ROUND.format(day=day, n=n)
                feed(ledger, typed[day])
                assert shown(kept) == shown(LiveBoard(ledger))
        assert [day for day, *_ in shown(kept)] == ["BAC-1/2026-01-18", "BAC-2/2026-01-18"]
        assert [len(rounds) for _, rounds, _ in shown(kept)] == [ROUNDS_SHOWN, ROUNDS_SHOWN]
        day = "BAC-1/2026-01-18"
        feed(ledger, typed[day] + f"{day}: table_closed\n")
        assert [name for name, *_ in shown(kept)] == ["BAC-2/2026-01-18"]
        assert shown(kept) == shown(LiveBoard(ledger))


@pytest.mark.slow
def test_late_news_of_an_old_round_does_not_bring_it_back(tmp_path: Path) -> None:
    day = "BAC-1/2026-01-17"
    text = f"{day}: table baccarat dcb GBP; limits punto 500 100000; shoe S1 8\n"
    text += "".join(ROUND.format(day=day, n=n) for n in range(1, 6))
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        kept = LiveBoard(ledger)
        feed(ledger, text)
        before = shown(kept)
        feed(ledger, text + f"{day}/1: notice P1 inspector\n")
        assert shown(kept) == before == shown(LiveBoard(ledger))
        assert [name for name, _ in before[0][1]] == [f"{day}/{n}" for n in (3, 4, 5)]


@pytest.mark.slow
def test_what_is_shown_stands_still_while_somebody_reads_it(tmp_path: Path) -> None:
    day = "BAC-1/2026-01-17"
    text = f"{day}: table baccarat dcb GBP; limits punto 500 100000; shoe S1 8\n" + ROUND.format(day=day, n=1)
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger, ThreadPoolExecutor(1) as pool:
        board = LiveBoard(ledger)
        feed(ledger, text)
        with board.open_days() as days:
            feed(ledger, text + ROUND.format(day=day, n=2))
            other = pool.submit(shown, board)
            with pytest.raises(TimeoutError):
                other.result(0.2)
            assert list(days[0].last_entries) == [f"{day}/1"]
        assert [name for name, _ in other.result()[0][1]] == [f"{day}/1", f"{day}/2"]

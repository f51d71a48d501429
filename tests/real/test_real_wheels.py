"""Spins that nobody here spun: a wheel's capture, noted sessions and a long list, against a second reading of the files."""

import csv
import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final

import pytest

from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.events.wheel import BallRested, BallSpun, WheelReported
from ledger.feeds.cammegh import CammeghReader, parse_wheel_mapping
from ledger.feeds.formats import format_named
from ledger.feeds.intake import ingest_stream
from ledger.feeds.reading import FeedItem
from projections.table_days import TableDays
from replay.games.registry import GAMES
from replay.table_day.builder import TableDay

DATA: Final = Path(__file__).parents[3] / "shared" / "data"
OPENING: Final = '[opening]\ngame = "roulette"\nrulebook = "eca-roulette"\ncurrency = "EUR"\n'
HERE: Final = 'source = "real"\ntable = "ROU-1"\nday = "2026-01-20"\n'
DAY: Final = "ROU-1/2026-01-20"
ALIKE: Final = 0.5
"""Two transcripts that have so many spins of their first hundred at the same places in common are of one session."""

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real spins are not part of the product and not here")


def days_of(tmp_path: Path, feed: Path, form: str, mapping: str, *days: str) -> tuple[list[TableDay], dict[str, int]]:
    """The days' stories after a file was recorded, and what became of its deliveries."""
    url = f"sqlite:///{tmp_path / 'real.db'}"
    with open_or_create(url) as ledger, feed.open("rb") as stream:
        fates = ingest_stream(ledger, stream, feed.name, format_named(form).reader(feed, mapping), GAMES)
    with Ledger(url) as ledger:
        return [TableDays(ledger).get(day) for day in days], {str(fate): count for fate, count in fates.items()}


def found(tmp_path: Path, story: TableDay) -> dict[str, list[str]]:
    """The findings of the rounds that have any, as the rulings tell them."""
    with Ledger(f"sqlite:///{tmp_path / 'real.db'}") as ledger:
        rulings = list(TableDays(ledger).rulings(story.rounds))
    assert {ruling.verdict for ruling in rulings} == {"stands"}
    return {ruling.round.name: [finding.text for finding in ruling.findings] for ruling in rulings if ruling.findings}


def numbers(story: TableDay) -> dict[str, list[str]]:
    """The winning numbers of each round."""
    return {
        name.removeprefix(story.day + "/"): [
            round_entry.event.pocket for round_entry in round_.entries if isinstance(round_entry.event, BallRested)
        ]
        for name, round_ in story.rounds.items()
    }


class TestCapture:
    """A part of a real capture of a wheel, as a terminal saved it."""

    feed: Final = DATA / "wheel_cammegh_ss2_capture.txt"

    def games(self) -> list[tuple[int, str, str, int]]:
        """By another reading, line by line: counter, winning line, status, and the line of the winning line."""
        found, bare = [], ("", 0)
        for number, line in enumerate(self.feed.read_text(encoding="utf-8").splitlines(), 1):
            text = line.strip("␍␊")
            if re.fullmatch(r"[ 0-9][0-9]", text):
                bare = (text.strip(), number)
            elif text.startswith("*X;5;") and bare[1]:
                found.append((int(text[5:8]), bare[0], text[9:11].strip(), bare[1]))
                bare = ("", 0)
        return found

    def launch_speeds(self) -> list[int]:
        """By another reading: the speed in the first line of each run of lines with the ball in the rim."""
        states = [line.split(";") for line in self.feed.read_text(encoding="utf-8").splitlines() if line.count(";") == 6]
        return [int(line[5]) for before, line in pairwise(states) if line[1] == "3" != before[1]]

    def pieces(self) -> list[FeedItem]:
        with self.feed.open("rb") as stream:
            return list(CammeghReader(parse_wheel_mapping(HERE + OPENING), b"")(stream))

    def test_every_number_and_every_contradiction_is_told_and_none_is_invented(self) -> None:
        events = [delivery.event for piece in self.pieces() for delivery in piece.deliveries]
        games = self.games()
        assert [event.pocket for event in events if isinstance(event, BallRested)] == [status for _, _, status, _ in games]
        assert [(event.counter, event.warning, event.pocket) for event in events if isinstance(event, WheelReported)] == [
            (counter, "winning_line_contradicts", bare) for counter, bare, status, _ in games if bare != status
        ]
        assert games == [(7, "31", "31", 102), (8, "20", "23", 206), (9, "5", "1", 305)]

    def test_the_wheel_turns_the_other_way_for_each_spin(self) -> None:
        spun = [
            delivery.event
            for piece in self.pieces()
            for delivery in piece.deliveries
            if isinstance(delivery.event, BallSpun)
        ]
        assert [event.number for event in spun] == [7, 8, 9, 10]
        assert all(former.wheel != later.wheel for former, later in pairwise(spun))
        assert [event.wheel_rpm_tenths for event in spun] == self.launch_speeds()

    def test_nothing_of_it_is_refused(self) -> None:
        assert [piece for piece in self.pieces() if piece.refused] == []

    def test_it_is_recorded_and_told(self, tmp_path: Path) -> None:
        (story,), fates = days_of(tmp_path, self.feed, "cammegh", HERE + OPENING, DAY)
        assert numbers(story) == {"r1": ["31"], "r2": ["23"], "r3": ["1"], "r4": []}
        assert fates == {"recorded": 22}
        assert list(found(tmp_path, story)) == [f"{DAY}/r2", f"{DAY}/r3"]


class TestSessions:
    """Spins noted at several tables. Two of the transcripts are of one session, and contradict each other."""

    feed: Final = DATA / "roulette_table_sessions.csv"

    def noted(self) -> dict[str, list[tuple[int, str]]]:
        """The sessions by name, each spin with its line."""
        found: dict[str, list[tuple[int, str]]] = {}
        with self.feed.open(newline="", encoding="utf-8") as file:
            for line, row in enumerate(csv.DictReader(file), 2):
                found.setdefault(row["source_file"], []).append((line, row["number"]))
        return found

    def twins(self) -> list[tuple[str, str]]:
        """The transcripts that are of one session."""
        return [
            (first, other)
            for (first, mine), (other, theirs) in combinations(self.noted().items(), 2)
            if sum(a[1] == b[1] for a, b in zip(mine[:100], theirs[:100], strict=False)) > 100 * ALIKE
        ]

    def mapping(self) -> str:
        """A table for each session, but one for the two transcripts, of which the later is an account of its own."""
        ((first, second),) = self.twins()
        names = list(self.noted())
        sittings = [
            f'[sessions.of.\'{name}\']\nsource = "notes/{number}"\nday = "2026-01-20"\n'
            + (f'table = "T{names.index(first)}"\naccount = "again"\n' if name == second else f'table = "T{number}"\n')
            for number, name in enumerate(names)
        ]
        columns = '[round]\ncolumn = "idx"\nprefix = "s"\n[pocket]\ncolumn = "number"\n'
        return OPENING + '[sessions]\ncolumn = "source_file"\n' + "".join(sittings) + columns

    def test_every_spin_of_every_session_is_told(self, tmp_path: Path) -> None:
        noted = self.noted()
        ((_, second),) = self.twins()
        apart = [number for number, name in enumerate(noted) if name != second]
        stories, fates = days_of(tmp_path, self.feed, "csv", self.mapping(), *(f"T{number}/2026-01-20" for number in apart))
        for number, story in zip(apart, stories, strict=True):
            spins = list(noted.values())[number]
            assert numbers(story) == {f"s{at}": [spin] for at, (_, spin) in enumerate(spins)}
        assert fates == {"recorded": 3 * 2892 + 3 * 20}

    def test_the_two_transcripts_part_where_the_files_part(self, tmp_path: Path) -> None:
        noted = self.noted()
        ((first, second),) = self.twins()
        day = f"T{list(noted).index(first)}/2026-01-20"
        (story,), _ = days_of(tmp_path, self.feed, "csv", self.mapping(), day)
        pairs = list(zip(noted[first], noted[second], strict=False))
        parted = {f"{day}/s{at}": (mine, theirs) for at, ((_, mine), (_, theirs)) in enumerate(pairs) if mine != theirs}
        assert found(tmp_path, story) == {
            name: [f"Account again has the ball in {theirs}; account floor, which is used, has the ball in {mine}."]
            for name, (mine, theirs) in parted.items()
        }
        assert (len(pairs), len(parted)) == (242, 91)
        at = int(next(iter(parted)).rpartition("/s")[2])
        assert (at, pairs[at]) == (5, ((452, "4"), (1805, "0")))

    def test_in_no_other_session_anything_is_found(self, tmp_path: Path) -> None:
        noted = self.noted()
        twins = self.twins()[0]
        days = [f"T{number}/2026-01-20" for number, name in enumerate(noted) if name not in twins]
        stories, _ = days_of(tmp_path, self.feed, "csv", self.mapping(), *days)
        assert [found(tmp_path, story) for story in stories] == [{}] * 18


class TestList:
    """A hundred thousand spins without a table, a day or anything else."""

    feed: Final = DATA / "roulette_spins_100k.txt"

    def check_recorded(self, tmp_path: Path, spins: int) -> None:
        lines = self.feed.read_text(encoding="utf-8").splitlines()[:spins]
        part = tmp_path / "spins.txt"
        part.write_text("\n".join(lines) + "\n", encoding="utf-8")
        columns = HERE + 'header = ["number"]\n' + OPENING + '[pocket]\ncolumn = "number"\n'
        (story,), fates = days_of(tmp_path, part, "csv", columns, DAY)
        assert numbers(story) == {str(number): [spin] for number, spin in enumerate(lines, 1)}
        assert fates == {"recorded": 3 * spins + 3}

    def test_its_beginning_is_recorded_and_told(self, tmp_path: Path) -> None:
        self.check_recorded(tmp_path, 2_000)

    @pytest.mark.nightly
    def test_all_of_it_is_recorded_and_told(self, tmp_path: Path) -> None:
        self.check_recorded(tmp_path, 100_000)

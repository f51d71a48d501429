"""Local times: what a clock shows twice is placed by what stands around it or stays open; what it skips is no time."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from ledger.feeds.local_clock import Timed, placed_in_time
from ledger.values.local_times import gaming_day, in_order, instants_of
from ledger.values.times import format_instant

ZURICH: Final = ZoneInfo("Europe/Zurich")
MINUTE: Final = 60_000_000


def shown(text: str, zone: ZoneInfo = ZURICH) -> tuple[int, ...]:
    return instants_of(datetime.fromisoformat(text), zone)


def hours(texts: list[str], **how: int) -> list[str | None]:
    """The times of a night in October, as UTC."""
    found = in_order([shown(f"2026-10-25T{text}") for text in texts], **how)
    return [None if at is None else format_instant(at)[11:16] for at in found]


class TestInstants:
    @pytest.mark.parametrize(
        ("text", "utc"),
        [
            ("2026-10-25T01:59:59", ["2026-10-24T23:59:59"]),
            ("2026-10-25T02:30:00", ["2026-10-25T00:30:00", "2026-10-25T01:30:00"]),
            ("2026-10-25T03:00:00", ["2026-10-25T02:00:00"]),
            ("2026-03-29T01:59:59", ["2026-03-29T00:59:59"]),
            ("2026-03-29T02:30:00", []),
            ("2026-03-29T03:00:00", ["2026-03-29T01:00:00"]),
            ("2026-10-25T02:30:00+01:00", ["2026-10-25T01:30:00"]),
        ],
    )
    def test_none_one_or_two(self, text: str, utc: list[str]) -> None:
        assert [format_instant(at)[:19] for at in shown(text)] == utc

    def test_half_an_hour_on_lord_howe(self) -> None:
        zone = ZoneInfo("Australia/Lord_Howe")
        assert len(shown("2026-04-05T01:45:00", zone)) == 2
        assert len(shown("2026-04-05T01:15:00", zone)) == 1
        assert shown("2026-10-04T02:15:00", zone) == ()


class TestOrder:
    def test_a_time_that_is_behind_the_one_before_is_of_the_second_pass(self) -> None:
        times = ["01:59", "02:30", "02:45", "02:10", "03:05"]
        assert hours(times) == ["23:59", "00:30", "00:45", "01:10", "02:05"]

    def test_without_a_step_back_it_is_open_which_pass_it_is(self) -> None:
        assert hours(["01:59", "02:30", "03:05"]) == ["23:59", None, "02:05"]

    def test_two_steps_back_are_no_order_of_two_passes(self) -> None:
        assert set(hours(["02:30", "02:20", "02:10"])) == {None}

    def test_a_clock_that_goes_back_a_little_shows_no_second_pass(self) -> None:
        assert hours(["02:30", "02:29", "02:40"], tolerance_us=2 * MINUTE) == [None, None, None]
        assert hours(["02:30", "02:10", "02:40"], tolerance_us=2 * MINUTE) == ["00:30", "01:10", "01:40"]

    def test_a_time_with_its_offset_decides_those_around_it(self) -> None:
        times = [shown("2026-10-25T02:30:00"), shown("2026-10-25T02:31:00+02:00"), shown("2026-10-25T02:40:00")]
        assert [at and format_instant(at)[11:16] for at in in_order(times)] == ["00:30", "00:31", None]

    def test_a_device_that_is_never_silent_for_long_has_skipped_no_hour(self) -> None:
        times = ["01:59", "02:00", "02:01"]
        assert hours(times) == ["23:59", None, None]
        assert hours(times, silence_us=5 * MINUTE) == ["23:59", "00:00", "00:01"]
        assert hours(["02:58", "02:59", "03:00"], silence_us=5 * MINUTE) == ["01:58", "01:59", "02:00"]


class TestFeed:
    def test_each_clock_is_followed_by_itself(self) -> None:
        rows = [("a", "02:30"), ("b", "02:40"), ("a", "02:10"), ("b", "02:50"), ("a", "03:05"), ("b", "03:06")]
        timed = [Timed(text, clock, shown(f"2026-10-25T{text}")) for clock, text in rows]
        placed = [(each.piece, each.instant and format_instant(each.instant)[11:16]) for each in placed_in_time(timed)]
        assert placed == [
            ("02:30", "00:30"), ("02:40", None), ("02:10", "01:10"), ("02:50", None), ("03:05", "02:05"),
            ("03:06", "02:06"),
        ]  # fmt: skip

    def test_the_steps_back_of_the_evening_tell_how_exact_a_clock_is(self) -> None:
        def placed(*texts: str) -> list[bool]:
            return [each.is_open for each in placed_in_time(Timed(t, "", shown(f"2026-10-25T{t}")) for t in texts)]

        assert placed("01:50", "02:30", "02:29", "03:05") == [False, False, False, False]
        assert placed("01:50", "01:48", "01:55", "02:30", "02:29", "03:05") == [False] * 3 + [True, True, False]

    def test_a_piece_without_a_time_keeps_its_place(self) -> None:
        timed = [Timed("x"), Timed("02:30", "", shown("2026-10-25T02:30")), Timed("y"), Timed("z")]
        assert [each.piece for each in placed_in_time(timed)] == ["x", "02:30", "y", "z"]


class TestGamingDay:
    @pytest.mark.parametrize(
        ("utc", "cutoff", "day"),
        [
            ("2026-10-25T00:20:00.000000Z", "02:30", "2026-10-24"),  # 02:20, first pass
            ("2026-10-25T00:40:00.000000Z", "02:30", "2026-10-25"),  # 02:40, first pass
            ("2026-10-25T01:10:00.000000Z", "02:30", "2026-10-25"),  # 02:10 again: the day has begun
            ("2026-10-25T01:40:00.000000Z", "02:30", "2026-10-25"),
            ("2026-10-25T03:59:00.000000Z", "06:00", "2026-10-24"),
            ("2026-10-25T05:00:00.000000Z", "06:00", "2026-10-25"),
            ("2026-03-29T00:59:00.000000Z", "02:30", "2026-03-28"),  # 01:59
            ("2026-03-29T01:00:00.000000Z", "02:30", "2026-03-29"),  # 03:00: there is no 02:30
        ],
    )
    def test_a_day_that_has_begun_does_not_end_again(self, utc: str, cutoff: str, day: str) -> None:
        assert gaming_day(utc, ZURICH, cutoff) == day

"""A time-stamped log of a wheel without a day in its mapping: each game is of the gaming day on which it began."""

from typing import Final

import pytest

from ledger.errors import MalformedMapping
from ledger.feeds.cammegh import parse_wheel_mapping
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.wheel_wire import MAPPING as FIXED

MAPPING: Final = """\
source = "wheel/ROU-1"
table = "ROU-1"

[log]
zone = "Europe/Riga"
uncertainty_ms = 300

[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
zone = "Europe/Zurich"
cutoff = "06:00"
"""
"""The log's clock is an hour ahead of the one by which the house counts its days."""


def game(minute: str, counter: int, number: str, before: str = "3") -> str:
    """A game that begins in a minute of 20 November by the log's clock, and whose number comes in the next one."""
    hour, minutes = minute.split(":")
    later = f"{hour}:{int(minutes) + 1:02}"

    def line(at: str, state: int, shown: str) -> str:
        return f"[2026-11-20 {at}] Receive >>> *X;{state};{counter:03};{shown:>2};0;150;1\n"

    steps = [(f"{minute}:30.000", 2), (f"{minute}:30.500", 2), (f"{minute}:50.000", 3), (f"{minute}:50.500", 3)]
    steps += [(f"{later}:05.000", 4), (f"{later}:05.500", 4)]
    bare = f"[2026-11-20 {later}:20.000] Receive >>> {number:>2}\n"
    won = [line(f"{later}:20.{part}00", 5, number) for part in (1, 6)]
    return "".join([*(line(at, state, before) for at, state in steps), bare, *won])


EVENING: Final = game("06:57", 17, "23")
ACROSS: Final = game("06:59", 18, "5", "23")
MORNING: Final = game("07:02", 19, "31", "5")
END: Final = "[2026-11-20 07:05:00.000] Receive >>> *X;2;020;31;0;150;1\n" * 2


def words(desk: Desk) -> dict[str, list[str]]:
    """What is on record of each round and of each day, as the words of the notation."""
    found: dict[str, list[str]] = {}
    for entry in desk.played:
        found.setdefault(entry.subject, []).append(entry.event.WORD)
    return found


WHOLE: Final = ["open", "spin", "nmb", "rest", "close"]
OPENED: Final = ["table", "source", "reports"]


def test_a_game_across_the_cutoff_is_of_the_day_on_which_it_began(desk: Desk) -> None:
    tally = desk.feed(EVENING + ACROSS + MORNING + END, "cammegh", "wheel.log", MAPPING)
    assert tally.keys() == {"recorded"}
    assert words(desk) == {
        "ROU-1/2026-11-19": OPENED,
        "ROU-1/2026-11-19/r045730.017": WHOLE,
        "ROU-1/2026-11-19/r045930.018": WHOLE,
        "ROU-1/2026-11-20": OPENED,
        "ROU-1/2026-11-20/r050230.019": WHOLE,
        "ROU-1/2026-11-20/r050500.020": ["open"],
    }
    sequences = [entry.delivery.sequence or 0 for entry in desk.played if entry.subject.count("/") == 2]
    assert sequences == sorted(set(sequences))


def test_a_log_that_overlaps_adds_only_what_is_new(desk: Desk) -> None:
    first = desk.feed(EVENING + ACROSS, "cammegh", "first.log", MAPPING)
    assert first["recorded"] == 2 * len(WHOLE) - 1 + len(OPENED)
    assert desk.feed(EVENING + ACROSS, "cammegh", "first.log", MAPPING).keys() == {"known"}
    second = desk.feed(ACROSS + MORNING + END, "cammegh", "second.log", MAPPING)
    assert second == {"known": len(WHOLE) - 1 + len(OPENED), "recorded": 1 + len(OPENED) + len(WHOLE) + 1}
    assert all(round_ == WHOLE for name, round_ in words(desk).items() if name.count("/") == 2 and "020" not in name[-3:])


def test_a_line_before_the_first_time_is_of_no_day(desk: Desk) -> None:
    desk.feed("*X;2;017; 3;0;150;1\n" + EVENING, "cammegh", "wheel.log", MAPPING)
    assert list(desk.reasons.values()) == [
        "byte 0: neither the line nor one before it has a time, so its gaming day is not known"
    ]
    assert "ROU-1/2026-11-19/r045730.017" in words(desk)


def test_a_refused_line_is_filed_on_the_day_of_its_time(desk: Desk) -> None:
    odd = "[2026-11-20 07:01:30.000] Receive >>> *Q\n"
    desk.feed(EVENING + ACROSS + odd + MORNING + END, "cammegh", "wheel.log", MAPPING)
    assert [refused.entry.subject for refused in desk.refused] == ["ROU-1/2026-11-20"]


@pytest.mark.parametrize("year", ["0001", "0002", "1969", "9999"])
def test_a_time_at_which_no_log_is_kept_is_refused(desk: Desk, year: str) -> None:
    odd = f"[{year}-01-01 00:00:00.000] Receive >>> *X;2;017; 3;0;150;1\n"
    desk.feed(odd + EVENING + odd.replace("-01-01 00", "-12-31 23") + ACROSS, "cammegh", "wheel.log", MAPPING)
    assert {reason.partition(": ")[2][:50] for reason in desk.reasons.values()} <= {
        "the time before the line is not one at which a wheel's log can be kept"[:50],
        "neither the line nor one before it has a time, so its gaming day is not known"[:50],
    }
    assert [name for name in words(desk) if name.count("/") == 2] == [
        "ROU-1/2026-11-19/r045730.017",
        "ROU-1/2026-11-19/r045930.018",
    ]


def test_one_line_at_a_wrong_time_moves_no_game_after_it(desk: Desk) -> None:
    odd = "[2036-11-20 06:58:40.000] Receive >>> *u 1\n"
    desk.feed(EVENING + odd + ACROSS + MORNING + END, "cammegh", "wheel.log", MAPPING)
    assert "ROU-1/2026-11-20/r050230.019" in words(desk)


def test_a_clock_that_is_set_back_a_little_keeps_the_order(desk: Desk) -> None:
    """The first line of the next game came at 06:59:30; by the adjusted clock that is before the last line of this one."""
    log = EVENING + ACROSS.replace("06:59:30", "06:58:10")
    desk.feed(log, "cammegh", "wheel.log", MAPPING)
    order = sorted((entry.delivery.sequence or 0, entry.subject[-3:], entry.event.WORD) for entry in desk.played)
    assert [f"{game} {word}" for _, game, word in order if game in ("017", "018")] == [
        *(f"017 {word}" for word in WHOLE),
        *(f"018 {word}" for word in WHOLE[:-1]),
    ]


@pytest.mark.parametrize(
    "mapping",
    [
        FIXED.replace('day = "2026-11-20"\n', ""),
        MAPPING.replace('zone = "Europe/Zurich"\n', ""),
        MAPPING.replace('[log]\nzone = "Europe/Riga"\nuncertainty_ms = 300\n', ""),
    ],
)
def test_without_a_day_the_mapping_names_log_and_zone(mapping: str) -> None:
    with pytest.raises(
        MalformedMapping, match=r"needs a day; or a \[log\], with the zone of the gaming day in \[opening\]"
    ):
        parse_wheel_mapping(mapping)


def test_the_zone_of_the_gaming_day_is_one() -> None:
    with pytest.raises(MalformedMapping, match="'Europe/Zorich' is no IANA time zone"):
        parse_wheel_mapping(MAPPING.replace("Zurich", "Zorich"))

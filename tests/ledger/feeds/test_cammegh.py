"""The wheel's lines: what each of them tells of a spin, and what is doubtful in it."""

from pathlib import Path
from typing import Final

import pytest

from ledger.errors import MalformedMapping
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import SourceDeclared, TableOpened
from ledger.events.wheel import BallRested, BallSpun
from ledger.feeds.formats import format_named
from tests.ledger.feeds.wheel_captures import DAY, by_round, deliveries, events, numbers, pieces, refusals, reports
from tests.ledger.feeds.wheel_wire import MAPPING, Wheel, status


class TestMapping:
    @pytest.mark.parametrize(
        ("this", "that", "sentence"),
        [
            ('game = "roulette"', 'game = "baccarat"', "opening is of baccarat; this feed reads roulette"),
            ('table = "ROU-1"', "", "table is missing"),
            ('day = "2026-11-20"', 'day = "2026-02-30"', "day names no day of the calendar"),
            ("[opening]", 'wheels = 2\n[opening]', "wheels is not a field of this event"),
            ("[opening]", 'rounds = "-"\n[opening]', "rounds '-' is not of its form"),
        ],
    )  # fmt: skip
    def test_a_mapping_that_cannot_be_used_names_the_row(self, this: str, that: str, sentence: str) -> None:
        assert this in MAPPING
        with pytest.raises(MalformedMapping) as refused:
            format_named("cammegh").reader(Path("wheel.bin"), MAPPING.replace(this, that, 1))
        assert str(refused.value) == f"the mapping file: {sentence}"


class TestGames:
    def test_the_opening_comes_before_the_first_good_line(self) -> None:
        noise, opening, first = pieces(b"noise\r\n" + Wheel().at(2).capture)[:3]
        assert noise.refused
        assert opening.raw == MAPPING.encode()
        assert [(delivery.id, type(delivery.event), delivery.subject) for delivery in opening.deliveries] == [
            ("2026-11-20.1", TableOpened, DAY),
            ("2026-11-20.2", SourceDeclared, DAY),
        ]
        assert [(delivery.id, type(delivery.event), delivery.subject) for delivery in first.deliveries] == [
            ("2026-11-20.3", RoundOpened, DAY + "/r1")
        ]

    def test_a_file_without_a_good_line_opens_no_table(self) -> None:
        assert [piece.deliveries for piece in pieces(b"Dear Sir,\r\nyours\r\n")] == [(), ()]

    def test_a_game_from_its_bets_to_its_number(self) -> None:
        assert events(Wheel(counter=7).game("31").at(2)) == [
            RoundOpened(),
            BallSpun(wheel="ccw", number=7, wheel_rpm_tenths=150),
            BetsClosed(),
            BallRested(pocket="31"),
            RoundClosed(),
            RoundOpened(),
        ]

    def test_the_wheel_turns_the_other_way_for_each_game(self) -> None:
        spun = [event for event in events(Wheel().game("31").game("0").game("5")) if isinstance(event, BallSpun)]
        assert [(event.wheel, event.number) for event in spun] == [("ccw", 17), ("cw", 18), ("ccw", 19)]
        assert {event.ball for event in spun} == {None}

    @pytest.mark.parametrize(
        ("speeds", "recorded"),
        [
            (("087", "088", "300"), 87),
            (("150", "160", "150"), 150),
            (("950", "150", "150"), None),
            (("15*", "150", "150"), None),
            (("150", "   ", "150"), None),
            (("  5", "  4", "150"), 5),
            (("15", "15", "15"), None),
        ],
    )
    def test_a_speed_is_recorded_of_the_spin_where_the_next_status_confirms_it(
        self, speeds: tuple[str, ...], recorded: int | None
    ) -> None:
        spin = Wheel().at(2).say(*(b"*X;3;017; 3;0;%b;1" % speed.encode() for speed in speeds)).at(4).win("31")
        spun = [event for event in events(spin) if isinstance(event, BallSpun)]
        assert [(event.wheel, event.wheel_rpm_tenths) for event in spun] == [("ccw", recorded)]
        assert refusals(spin) == []

    def test_each_piece_has_the_offset_of_its_bytes(self) -> None:
        capture = Wheel().game("31").capture
        for piece in pieces(capture)[1:]:
            assert capture[piece.number : piece.number + piece.length] == piece.raw

    def test_the_number_of_the_game_before_is_no_result(self) -> None:
        assert numbers(Wheel(last="3").at(1).spin(times=40)) == []

    @pytest.mark.parametrize("other", [b"*F 12", b"*Y01", b"*w", b"*W", b"*M", b"*R", b"*M 17"])
    def test_other_lines_are_passed_over(self, other: bytes) -> None:
        capture = Wheel().spin().say(other).win("31", times=1).say(other).at(2)
        assert numbers(capture) == ["31"]
        assert (refusals(capture), reports(capture)) == ([], [])

    def test_a_closed_wheel_and_one_before_its_game_open_no_round(self) -> None:
        assert by_round(Wheel().game("31").at(6, 40).at(1)) == {"r1": ["open", "spin", "nmb", "rest", "close"]}

    def test_the_rounds_names_begin_as_the_mapping_says(self) -> None:
        evening = MAPPING.replace("\n[opening]", 'rounds = "evening-"\n[opening]')
        assert {delivery.subject for delivery in deliveries(Wheel().at(2).capture, evening)} == {DAY + "/evening-1"}

    def test_a_wheel_of_other_compartments(self) -> None:
        small = MAPPING + 'wheel = "0-1-3-5-00-2-4-6"\n'
        assert numbers(Wheel(last="1").game("00").game("2").capture, small) == ["00", "2"]
        assert refusals(Wheel(last="1").game("7").capture, small) == [
            "byte 210: 7 is no compartment of this wheel",
            *[f"byte {214 + 21 * n}: 7 is no compartment of this wheel" for n in range(3)],
        ]


class TestCounter:
    def test_after_256_comes_1(self) -> None:
        capture = Wheel(counter=255).game("31").game("0").game("5").at(2)
        assert (numbers(capture), reports(capture)) == (["31", "0", "5"], [])
        assert len(by_round(capture)) == 4

    @pytest.mark.parametrize("counter", [19, 16, 1, 256])
    def test_a_jump_is_told_in_the_game_after_it(self, counter: int) -> None:
        capture = Wheel(counter=17).game("31")
        capture.counter = counter
        assert reports(capture.game("5")) == [f"{counter} counter_skipped"]
        assert [event.apart for event in events(capture) if isinstance(event, RoundOpened)] == [False, True]

    def test_the_number_before_a_skipped_game_is_nobodys(self) -> None:
        capture = Wheel().game("31")
        capture.counter, capture.last = 19, "8"
        assert numbers(capture.game("5")) == ["31", "5"]
        assert reports(capture) == ["19 counter_skipped"]

    def test_a_status_beyond_a_skipped_game_bears_out_no_winning_line(self) -> None:
        capture = Wheel().spin().say(b"23")
        capture.counter, capture.last = 19, "23"
        assert numbers(capture.at(2)) == []
        assert reports(capture) == ["17 winning_line_contradicts 23", "19 counter_skipped"]

    @pytest.mark.parametrize("counter", [b"000", b"257", b"999"])
    def test_it_is_from_1_to_256(self, counter: bytes) -> None:
        assert refusals(b"*X;2;%b; 3;0;150;0" % counter) == [
            f"byte 0: the status' counter {int(counter)} is not from 1 to 256"
        ]

    def test_an_idle_wheel_waits_in_the_same_game(self) -> None:
        capture = Wheel().at(2, 2000).say(b"", b"").at(6, 500).at(2, 500).game("31")
        assert by_round(capture) == {"r1": ["open", "spin", "nmb", "rest"]}


class TestWarnings:
    @pytest.mark.parametrize(
        ("flag", "warning"),
        [(1, "ball_removed"), (2, "wrong_ball_direction"), (4, "sensor_fault"), (8, "failed_launch")],
    )
    def test_one_line_is_enough(self, flag: int, warning: str) -> None:
        capture = Wheel().at(2).at(3).at(3, 1, flag).at(3).at(4).win("31").game("5")
        assert (numbers(capture), reports(capture)) == (["31", "5"], [f"17 {warning}"])

    def test_several_at_once(self) -> None:
        assert reports(Wheel().at(3, 3, 10)) == ["17 failed_launch", "17 wrong_ball_direction"]

    def test_one_that_stays_up_is_told_once_a_game(self) -> None:
        assert reports(Wheel().at(2, 9, 4).at(3, 9, 4).on("9").at(2, 5, 4)) == ["17 sensor_fault", "18 sensor_fault"]

    def test_a_failed_launch_is_spun_again_in_the_same_round(self) -> None:
        capture = Wheel().at(2).at(3).at(2, 3, 8).at(2).at(3).at(4).win("31").at(2)
        assert by_round(capture)["r1"] == ["open", "spin", "wheel", "spin", "nmb", "rest", "close"]
        assert reports(capture) == ["17 failed_launch"]

    def test_one_line_of_a_failed_launch_is_enough(self) -> None:
        capture = Wheel().at(2).at(3).at(2, 1, 8).at(3).at(4).win("31")
        assert by_round(capture)["r1"] == ["open", "spin", "wheel", "spin", "nmb", "rest"]

    def test_each_attempt_may_fail(self) -> None:
        capture = Wheel().at(3).at(2, 2, 8).at(2).at(3).at(2, 2, 8).at(2).spin().win("31")
        assert reports(capture) == ["17 failed_launch", "17 failed_launch"]

    @pytest.mark.parametrize("counted_on", [True, False])
    def test_a_ball_that_was_removed_makes_no_number(self, *, counted_on: bool) -> None:
        capture = Wheel().spin().at(4, 3, 1)
        capture = capture.on("3") if counted_on else capture
        assert reports(capture.at(2)) == ["17 ball_removed"]
        assert numbers(capture) == []
        assert numbers(capture.spin().win("3")) == ["3"]

    def test_a_warning_before_the_game_opens_its_round(self) -> None:
        assert by_round(Wheel().at(1, 3, 4)) == {"r1": ["open", "wheel"]}


class TestNumber:
    @pytest.mark.parametrize("number", ["0", "7", "10", "36"])
    def test_a_winning_line_bears_out_the_status(self, number: str) -> None:
        assert reports(Wheel().game(number)) == []
        assert numbers(Wheel().game(number)) == [number]

    def test_a_winning_line_of_another_number_is_another_account(self) -> None:
        capture = Wheel().game("23", "20").at(2)
        assert (numbers(capture), reports(capture)) == (["23"], ["17 winning_line_contradicts 20"])

    def test_a_winning_line_may_be_missing(self) -> None:
        capture = Wheel().game("23", "").at(2)
        assert (numbers(capture), reports(capture)) == (["23"], ["17 winning_line_missing"])

    def test_a_winning_line_may_come_twice(self) -> None:
        assert reports(Wheel().game("23", "23", "23").at(2)) == ["17 winning_line_doubled 23"]
        assert reports(Wheel().game("23", "23", "20").at(2)) == [
            "17 winning_line_doubled 20",
            "17 winning_line_contradicts 20",
        ]

    def test_a_winning_line_after_the_status_is_held_against_it_too(self) -> None:
        assert reports(Wheel().spin().at(5, 1, number="23").say(b"23").at(5, number="23")) == []
        assert reports(Wheel().game("23").say(b"23")) == ["17 winning_line_doubled 23"]
        assert reports(Wheel().game("23").say(b"20")) == ["17 winning_line_doubled 20", "17 winning_line_contradicts 20"]

    def test_a_winning_line_alone_makes_no_number(self) -> None:
        assert numbers(Wheel().spin().say(b"23")) == []
        assert numbers(Wheel().spin().say(b"23", b"23")) == []

    def test_a_winning_line_that_no_status_bears_out(self) -> None:
        capture = Wheel(last="3").spin().say(b"23").on("3").at(2)
        assert (numbers(capture), reports(capture)) == ([], ["17 winning_line_contradicts 23"])

    def test_it_is_told_once_when_the_ball_is_spun_again(self) -> None:
        capture = Wheel(last="3").spin().say(b"23").at(2).spin().win("5")
        assert (numbers(capture), reports(capture)) == (["5"], ["17 winning_line_contradicts 23"])

    @pytest.mark.parametrize("state", [1, 2, 6])
    def test_the_next_status_may_bear_it_out_where_the_winning_state_was_lost(self, state: int) -> None:
        capture = Wheel(last="3").spin().say(b"23").on("23").at(state).at(2)
        assert (numbers(capture), reports(capture)) == (["23"], [])

    def test_what_the_next_game_alone_says_makes_no_number(self) -> None:
        capture = Wheel(last="3").spin().on("23").game("5")
        assert (numbers(capture), reports(capture)) == (["5"], [])

    def test_one_line_of_the_winning_state_and_the_next_game_are_enough(self) -> None:
        capture = Wheel().spin().win("23", "", times=1).at(2)
        assert (numbers(capture), reports(capture)) == (["23"], ["17 winning_line_missing"])

    def test_a_game_of_which_only_the_end_was_heard(self) -> None:
        capture = Wheel().win("23", "").game("5")
        assert by_round(capture)["r1"] == ["open", "spin", "rest", "close"]
        assert (numbers(capture), reports(capture)) == (["23", "5"], [])
        assert reports(Wheel().win("23", "20")) == ["17 winning_line_contradicts 20"]

    def test_a_gap_from_the_bets_to_the_number(self) -> None:
        capture = Wheel().at(2).win("23").at(2)
        assert by_round(capture)["r1"] == ["open", "spin", "rest", "close"]
        assert reports(capture) == []

    def test_a_status_that_changes_its_mind_is_a_doubt(self) -> None:
        capture = Wheel().game("23").on("23")
        capture.counter -= 1
        assert reports(capture.at(2, number="5")) == ["17 winning_line_contradicts 5"]
        again = Wheel().spin().say(b"23").at(5, number="23").at(5, number="5")
        assert (numbers(again), reports(again)) == (["23"], ["17 winning_line_contradicts 5"])

    def test_a_second_spin_under_the_same_counter(self) -> None:
        capture = Wheel().game("23")
        capture.counter = 17
        assert by_round(capture.game("5").at(2))["r1"] == [
            "open",
            "spin",
            "nmb",
            "rest",
            "spin",
            "nmb",
            "rest",
            "close",
        ]

    def test_the_number_of_a_first_spin_is_none_of_the_game_before(self) -> None:
        capture = Wheel().game("31").game("5")
        capture.counter = 18
        assert (numbers(capture.game("7")), reports(capture)) == (["31", "5", "7"], [])


class TestWhoseBall:
    """A number belongs to the game whose ball it was, also where the wheel counts from 1 again in between."""

    def test_a_wheel_that_was_just_switched_on_has_no_last_number(self) -> None:
        capture = Wheel(counter=1, last="  ").at(2).at(3).at(4).win("23").game("5").at(2)
        assert (numbers(capture), refusals(capture)) == (["23", "5"], [])
        assert by_round(capture)["r1"] == ["open", "spin", "nmb", "rest", "close"]

    def test_a_wheel_restarted_with_its_ball_in_it_names_the_number_of_that_ball(self) -> None:
        capture = Wheel(counter=17).spin()
        capture.counter = 1
        capture.win("23", "", times=3)
        assert [(d.subject[-2:], d.event.WORD) for d in deliveries(capture.game("5").at(2).capture)] == [
            ("r1", "open"), ("r1", "spin"), ("r1", "nmb"), ("r1", "rest"), ("r1", "wheel"), ("r1", "close"),
            ("r2", "open"), ("r2", "wheel"), ("r2", "spin"), ("r2", "nmb"), ("r2", "rest"), ("r2", "close"), ("r3", "open"),
        ]  # fmt: skip
        assert (numbers(capture), reports(capture)) == (
            ["23", "5"],
            ["17 winning_line_missing", "2 counter_skipped"],
        )

    def test_a_game_that_is_spun_after_a_restart_has_its_own_number(self) -> None:
        capture = Wheel(counter=17).spin()
        capture.counter, capture.last = 1, "  "
        capture.game("5").at(2)
        assert by_round(capture)["r1"] == ["open", "spin", "nmb", "close"]
        assert by_round(capture)["r2"] == ["open", "wheel", "spin", "nmb", "rest", "close"]

    def test_a_restart_is_seen_where_the_last_number_is_lost_also_under_the_same_counter(self) -> None:
        capture = Wheel(counter=1, last="  ").game("23").at(2)
        capture.counter, capture.last = 1, "  "
        capture.at(6).at(2).at(3).at(4).win("5").at(2)
        assert [
            (d.subject[-2:], d.event.pocket) for d in deliveries(capture.capture) if isinstance(d.event, BallRested)
        ] == [
            ("r1", "23"),
            ("r3", "5"),
        ]

    @pytest.mark.parametrize("states", [(1, 1), (6, 1), (2, 2)])
    def test_a_number_without_a_launch_after_the_restart_is_of_the_ball_before(self, states: tuple[int, ...]) -> None:
        capture = Wheel(counter=17).spin()
        capture.counter, capture.last = 1, "  "
        for state in states:
            capture.at(state)
        capture.win("23", "").game("5").at(2)
        assert [
            (d.subject[-2:], d.event.pocket) for d in deliveries(capture.capture) if isinstance(d.event, BallRested)
        ] == [
            ("r1", "23"),
            ("r3", "5"),
        ]

    def test_one_status_without_a_last_number_is_no_restart(self) -> None:
        capture = Wheel().game("23").at(2).at(2, 1, number="  ").at(2).spin().win("5").at(2)
        assert (numbers(capture), reports(capture)) == (["23", "5"], [])
        assert len(by_round(capture)) == 3

    @pytest.mark.parametrize("answer", [b"*u 1", b"*t h", b"*p 1", b"*o 1157", b"*t"])
    def test_answers_to_a_program_are_passed_over(self, answer: bytes) -> None:
        assert refusals(Wheel().spin().say(answer).win("31").at(2)) == []

    def test_a_winning_line_that_comes_when_the_counter_has_gone_on_is_of_the_ball_before(self) -> None:
        capture = Wheel(counter=17).spin()
        capture.counter, capture.last = 18, "  "
        capture.at(2).say(b"23")
        capture.last = "23"
        capture.at(2).spin().win("5").at(2)
        assert (numbers(capture), reports(capture)) == (["23", "5"], [])
        assert by_round(capture)["r1"] == ["open", "spin", "nmb", "close", "rest"]


LOG: Final = MAPPING.replace("\n[opening]", '\n[log]\nzone = "Europe/Zurich"\nuncertainty_ms = 300\n\n[opening]', 1)


def logged(*lines: str) -> bytes:
    """A log: each line is a time of the day, two blanks and what was received; the day is the last of summer time."""
    return "".join(f"[2026-10-25 {line[:12]}] Receive >>> {line[14:]}\n" for line in lines).encode()


class TestLog:
    """A program noted when it received each line."""

    GAME: Final = (
        "01:30:00.000  *X;2;017; 3;0;150;0", "01:30:00.500  *X;2;017; 3;0;150;0", "01:30:20.000  *X;3;017; 3;0;150;1",
        "01:30:20.500  *X;3;017; 3;0;150;1", "01:30:35.000  *X;4;017; 3;0;150;1", "01:30:35.500  *X;4;017; 3;0;150;1",
        "01:30:50.000  23", "01:30:50.123  *X;5;017;23;0;150;1", "01:30:50.500  *X;5;017;23;0;150;1",
    )  # fmt: skip

    def test_the_time_is_the_time_of_receipt(self) -> None:
        assert [(d.event.WORD, d.time) for d in deliveries(logged(*self.GAME), LOG)] == [
            ("open", "2026-10-24T23:30:00.000000Z"),
            ("spin", "2026-10-24T23:30:20.000000Z"),
            ("nmb", "2026-10-24T23:30:35.000000Z"),
            ("rest", "2026-10-24T23:30:50.123000Z"),
        ]
        assert refusals(logged(*self.GAME), LOG) == []

    def test_how_far_the_times_may_be_off_is_declared(self) -> None:
        (declared,) = [
            d.event
            for piece in pieces(logged(*self.GAME), LOG)
            for d in piece.deliveries
            if isinstance(d.event, SourceDeclared)
        ]
        assert declared == SourceDeclared(about="wheel/ROU-1", uncertainty_ms=300, counted=False)

    def test_what_the_log_says_of_itself_is_read_past(self) -> None:
        own = (
            b"[2026-10-25 01:30:10.000] Send <<< *u 1\n[2026-10-25 01:30:10.000] WebSocket >>> Stop recording\n"
            b"[2026-10-25 01:30:10.000] Receive >>> Detected *X;6 message with warning_flag: 4\n"
        )
        capture = logged(*self.GAME[:2]) + own + logged(*self.GAME[2:])
        assert refusals(capture, LOG) == []
        assert [d.event.WORD for d in deliveries(capture, LOG)] == ["open", "spin", "nmb", "rest"]

    def test_a_log_that_is_not_declared_is_told_at_once(self) -> None:
        with pytest.raises(MalformedMapping, match=r"write \[log\] with zone and uncertainty_ms"):
            pieces(logged(*self.GAME))

    def test_an_hour_that_comes_twice_is_placed_by_the_lines_around_it(self) -> None:
        again = [line.replace("01:30", "02:30", 1) for line in self.GAME]
        second = [line.replace("017", "018").replace("23;0", " 5;0").replace("  23", "   5") for line in again]
        lines = logged("01:59:59.000  *X;2;017; 3;0;150;0", *again, *second)
        times = [d.time[11:16] for d in deliveries(lines, LOG) if d.time and d.event.WORD == "rest"]
        assert times == ["00:30", "01:30"]

    def test_a_log_that_stops_within_that_hour_went_on_without_a_break(self) -> None:
        lines = logged(
            "01:59:59.000  *X;2;017; 3;0;150;0", "02:00:00.000  *X;2;017; 3;0;150;0", "02:00:01.000  *X;2;017; 3;0;150;0"
        )
        assert refusals(lines, LOG) == []
        assert [d.time for d in deliveries(lines, LOG)] == ["2026-10-24T23:59:59.000000Z"]

    def test_a_time_that_is_neither_of_the_two_hours_for_sure_is_refused(self) -> None:
        lines = logged("02:30:00.000  *X;2;017; 3;0;150;0", "02:30:00.500  *X;2;017; 3;0;150;0")
        assert {refusal.partition(": ")[2] for refusal in refusals(lines, LOG)} == {
            "the time before the line came twice in the log's zone, and the lines around it fit both"
        }

    def test_a_time_that_does_not_exist_is_refused(self) -> None:
        lines = logged("02:30:00.000  *X;2;017; 3;0;150;0").replace(b"2026-10-25", b"2026-03-29")
        assert [refusal.partition(": ")[2] for refusal in refusals(lines, LOG)] == [
            "the time before the line does not exist in the log's zone: the clocks were put forward past it"
        ]


class TestAlone:
    """A line has no checksum: what one line tells alone, between lines that agree, is not believed."""

    @pytest.mark.parametrize(
        "line",
        [status(5, 17, "3"), status(2, 17, "3"), status(3, 17, "3"), status(6, 17, "3"),
         status(4, 18, "3"), status(4, 16, "3"), status(2, 18, "23")],
    )  # fmt: skip
    def test_a_status_of_something_else_is_refused(self, line: bytes) -> None:
        capture = Wheel().spin(times=2).say(line).at(4).win("23").at(2)
        assert refusals(capture) == [
            "byte 147: the status stands alone: the lines before and after it agree that something else was going on"
        ]
        assert by_round(capture)["r1"] == ["open", "spin", "nmb", "rest", "close"]
        assert (numbers(capture), reports(capture)) == (["23"], [])

    def test_the_winning_state_of_the_game_before(self) -> None:
        capture = Wheel().game("23").spin().at(5, 1).at(4).win("5")
        assert (numbers(capture), len(refusals(capture))) == (["23", "5"], 1)
        assert by_round(capture)["r2"] == ["open", "spin", "nmb", "rest"]

    def test_the_winning_state_just_after_a_winning_line_of_another_game(self) -> None:
        capture = Wheel().spin().say(b"23").at(4).at(5, 1, number="23").at(4).win("5", "")
        assert len(refusals(capture)) == 1
        assert (numbers(capture), reports(capture)) == (["5"], ["17 winning_line_contradicts 23"])

    def test_another_number_among_those_of_the_result(self) -> None:
        capture = Wheel().spin().say(b"23").at(5, number="23").at(5, 1, number="22").at(5, number="23")
        assert (numbers(capture), reports(capture), len(refusals(capture))) == (["23"], [], 1)

    def test_the_first_line_of_the_result_may_be_wrong(self) -> None:
        capture = Wheel().spin().say(b"23").at(5, 1, number="22").at(5, number="23").on("23").at(2)
        assert (numbers(capture), reports(capture)) == (["23"], [])

    def test_a_result_with_its_winning_line_is_told_at_once(self) -> None:
        assert numbers(Wheel().spin().win("23", times=1)) == ["23"]

    def test_what_nobody_knows_the_end_of_is_not_told_yet(self) -> None:
        assert by_round(Wheel().spin().at(2, 1))["r1"] == ["open", "spin", "nmb"]
        assert numbers(Wheel().spin().win("23", "", times=1).say(b"*M", b"23")) == []

    def test_it_is_told_when_nothing_but_noise_follows(self) -> None:
        capture = Wheel().spin().win("23", "", times=1).say(*[b"*M"] * 1000).say(b"23")
        assert numbers(capture) == ["23"]

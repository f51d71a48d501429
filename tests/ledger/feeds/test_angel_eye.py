"""The shoe's frames: every byte is either told or refused with its place; what is sent again is no second delivery."""

from pathlib import Path

import pytest

from ledger.errors import MalformedMapping
from ledger.events.play import Announced, CardDealt, IrregularityReported, RoundClosed, RoundOpened
from ledger.events.shoe import CardBurned, CutCardReached, ShoeClosed, ShoePrepared
from ledger.feeds.formats import format_named
from tests.ledger.feeds import wire
from tests.ledger.feeds.captures import (
    CARD,
    DAY,
    RESULT,
    dealt,
    deliveries,
    events,
    pieces,
    reasons,
    reported,
    session,
    split,
)
from tests.ledger.feeds.wire import BRIDGE, FIRST_COUP, SECOND_COUP, Shoe, frame


class TestVectors:
    def test_puntos_first_card_is_the_eight_of_spades(self) -> None:
        assert events(CARD) == [RoundOpened(shoe="S7"), CardDealt(card="8s", place="punto")]

    def test_punto_wins_with_a_pair(self) -> None:
        assert events(CARD + RESULT)[2:] == [Announced(result="punto"), RoundClosed()]

    def test_the_encoder_of_these_tests_gives_the_same_bytes(self) -> None:
        assert Shoe().deal(("punto", "8s")).sent == [CARD]
        assert frame("2", b"G\x91") == RESULT

    @pytest.mark.parametrize("rank", wire.RANKS[1:])
    @pytest.mark.parametrize("suit", wire.SUITS)
    def test_every_card(self, rank: str, suit: str) -> None:
        assert dealt(Shoe().deal(("banco", rank + suit)).capture) == [("banco", rank + suit)]

    @pytest.mark.parametrize("sign", [0x80, 0x90, 0xC0])
    def test_a_card_without_a_rank_was_not_read(self, sign: int) -> None:
        assert dealt(frame("1", bytes((0x44, 0x81, sign)))) == [("punto", "??")]


class TestMapping:
    @pytest.mark.parametrize(
        ("this", "that", "sentence"),
        [
            ('shoe = "S7"', "", "the mapping file: shoe is missing"),
            ('shoe = "S7"', 'shoe = "S7"\ncounter = "90"', "the mapping file: counter must name the first and the last"),
            ('shoe = "S7"', 'shoe = "S7"\ncounter = "019"', "the mapping file: counter '019' is not of its form"),
            ('shoe = "S7"', 'shoe = "S7"\nindex = "shoe"', "the mapping file: index input should be 'hand' or 'coup'"),
            ('shoe = "S7"', 'shoe = "S7"\nrounds = "/"', "the mapping file: rounds '/' is not of its form"),
            (
                'game = "baccarat"',
                'game = "roulette"',
                "the mapping file: opening is of roulette; this feed reads baccarat",
            ),
            ('day = "2026-11-20"', 'day = "2026-02-30"', "the mapping file: day names no day of the calendar"),
        ],
    )
    def test_a_mapping_that_cannot_be_used_names_the_row(self, this: str, that: str, sentence: str) -> None:
        assert this in BRIDGE
        with pytest.raises(MalformedMapping) as wrong:
            format_named("angel-eye").reader(Path("shoe.bin"), BRIDGE.replace(this, that))
        assert str(wrong.value).startswith(sentence)

    def test_the_opening_comes_with_the_first_good_frame_and_rests_on_the_mapping(self) -> None:
        noise, opening, first = pieces(b"\x00\x01" + CARD)
        assert noise.refused
        assert (opening.raw, [delivery.id for delivery in opening.deliveries]) == (
            BRIDGE.encode(),
            ["opening.1", "opening.2", "opening.3"],
        )
        assert opening.deliveries[2].event == ShoePrepared(shoe="S7", decks=8)
        assert (first.number, first.raw) == (2, CARD)

    @pytest.mark.parametrize("capture", [b"", b"no capture of a shoe\n" * 1000, b"\x05" * 50])
    def test_what_is_no_capture_opens_no_table(self, capture: bytes) -> None:
        assert [piece for piece in pieces(capture) if piece.deliveries] == []


class TestPlay:
    def test_rounds_are_counted_and_begin_with_their_first_card(self) -> None:
        deliveries_ = deliveries(Shoe().coup(FIRST_COUP, "banco").coup(SECOND_COUP, "egalite").capture)
        assert [delivery.subject for delivery in deliveries_] == [f"{DAY}/r1"] * 7 + [f"{DAY}/r2"] * 7
        assert [delivery.event for delivery in deliveries_ if isinstance(delivery.event, Announced)] == [
            Announced(result="banco"),
            Announced(result="egalite"),
        ]
        assert {delivery.source for delivery in deliveries_} == {"shoe/BAC-1"}
        assert {delivery.time for delivery in deliveries_} == {None}

    def test_the_name_of_the_rounds_is_the_houses(self) -> None:
        deliveries_ = deliveries(CARD, BRIDGE.replace('shoe = "S7"', 'shoe = "S7"\nrounds = "early-"'))
        assert {delivery.subject for delivery in deliveries_} == {f"{DAY}/early-1"}

    def test_the_sequence_has_no_gap_where_nothing_was_lost(self) -> None:
        deliveries_ = deliveries(session()[0])
        assert [delivery.sequence for delivery in deliveries_] == list(range(4, len(deliveries_) + 4))

    @pytest.mark.parametrize("mode", ["hand", "coup"])
    def test_an_index_that_gives_another_order_is_reported_and_the_card_told(self, mode: str) -> None:
        mapping = BRIDGE.replace('shoe = "S7"', f'shoe = "S7"\nindex = "{mode}"')
        shoe = Shoe(index=mode).deal(*FIRST_COUP)
        assert reported(shoe.capture, mapping) == []
        shoe.tell("D", wire.PUNTO, 9, "5d").call("banco")
        assert dealt(shoe.capture, mapping) == [*FIRST_COUP, ("punto", "5d")]
        assert reported(shoe.capture, mapping) == ["card_order"]

    def test_a_first_card_after_a_lost_result_opens_the_next_round(self) -> None:
        shoe = Shoe().deal(*FIRST_COUP)
        shoe.held.clear()
        deliveries_ = deliveries(shoe.coup(SECOND_COUP, "punto").capture)
        assert [delivery.subject[-2:] for delivery in deliveries_ if isinstance(delivery.event, CardDealt)] == [
            "r1"
        ] * 4 + ["r2"] * 4
        assert reported(shoe.capture) == []

    def test_burn_cards_and_what_they_are_counted_by(self) -> None:
        events_ = events(Shoe().burn("3h", "2c", "??", "Kd").capture)
        assert events_ == [CardBurned(card=item) for item in ("3h", "2c", "??", "Kd")]

    def test_another_burn_than_was_counted_is_reported_with_the_next_round(self) -> None:
        short = Shoe().tell("D", wire.FIRST, 1, "3h").tell("D", wire.TO_BURN, 3, "??").tell("D", wire.BURN, 1, "2c")
        assert reported(short.coup(FIRST_COUP, "banco").coup(SECOND_COUP, "punto").capture) == ["burn_count"]

    def test_a_first_card_after_play_comes_out_of_the_next_shoe(self) -> None:
        capture = (
            Shoe().burn("2h", "3c", "4c").coup(FIRST_COUP, "banco").burn("Ah", "3c").coup(SECOND_COUP, "punto").capture
        )
        events_ = events(capture)
        assert [event for event in events_ if isinstance(event, ShoeClosed | ShoePrepared)] == [
            ShoeClosed(shoe="S7"),
            ShoePrepared(shoe="S7.2", decks=8),
        ]
        assert [event.shoe for event in events_ if isinstance(event, RoundOpened)] == ["S7", "S7.2"]

    @pytest.mark.parametrize(("mode", "reason"), [(0, "other"), (1, "error"), (2, "other")])
    def test_a_card_outside_a_game_left_the_shoe_unplayed(self, mode: int, reason: str) -> None:
        (event,) = events(Shoe().tell("d", mode, 0, "7c").capture)
        assert event == CardBurned.model_validate({"card": "7c", "reason": reason})

    def test_the_cut_card(self) -> None:
        assert events(Shoe().send(b"C").capture) == [CutCardReached(shoe="S7")]

    @pytest.mark.parametrize(
        ("code", "kind"),
        [
            (1, "cannot_read"),
            (2, "overdraw"),
            (3, "button"),
            (4, "reverse_run"),
            (5, "reverse_run"),
            (6, "card_code"),
            (7, "timeout"),
        ],
    )
    @pytest.mark.parametrize("mode", [0x80, 0xC0])
    def test_errors_and_their_end(self, code: int, kind: str, mode: int) -> None:
        capture = Shoe().deal(("punto", "3c")).send(bytes((0x45, mode | code))).send(bytes((0x65, 0x80 | code))).capture
        assert reported(capture) == [kind, f"{kind}_cleared"]
        assert {delivery.subject for delivery in deliveries(capture)} == {f"{DAY}/r1"}

    def test_a_forced_quit_ends_the_round_without_a_result(self) -> None:
        events_ = events(Shoe().deal(("punto", "3c")).call("forced_quit").capture)
        assert events_[2:] == [IrregularityReported(kind="forced_quit", by="shoe"), RoundClosed()]

    @pytest.mark.parametrize("data", [b"S", b"P", b"L\x80", b"L\x81", b"M010008"])
    def test_what_the_device_says_of_itself_is_read_and_tells_nothing(self, data: bytes) -> None:
        (_, piece) = pieces(Shoe().send(data).capture)
        assert (piece.deliveries, piece.refused) == ([], None)


class TestSentAgain:
    def test_every_frame_three_times_is_the_same_capture(self) -> None:
        capture, _ = session()
        thrice = b"".join(part * 3 for part in split(capture))
        assert deliveries(thrice) == deliveries(capture)
        assert reasons(thrice) == []

    def test_a_card_that_is_sent_again_is_the_same_delivery(self) -> None:
        shoe = Shoe().deal(*FIRST_COUP).tell("R", wire.BANCO, 2, "2s")
        first, again = pieces(shoe.capture)[-2:]
        assert first.deliveries == again.deliveries
        assert dealt(shoe.call("banco").capture) == list(FIRST_COUP)

    def test_a_card_that_was_lost_on_its_first_way_is_told_once_it_comes_again(self) -> None:
        shoe = Shoe().deal(*FIRST_COUP)
        del shoe.sent[3]
        shoe.tell("R", wire.BANCO, 2, "2s").tell("R", wire.BANCO, 2, "2s")
        assert dealt(shoe.capture) == list(FIRST_COUP)

    def test_a_card_of_a_round_that_is_over_may_be_sent_again(self) -> None:
        shoe = Shoe().coup(FIRST_COUP, "banco").tell("R", wire.BANCO, 2, "2s")
        assert pieces(shoe.capture)[-1].deliveries[0].subject == f"{DAY}/r1"

    def test_a_card_that_is_sent_again_opens_no_round(self) -> None:
        shoe = Shoe().tell("R", wire.PUNTO, 1, "3c")
        assert reasons(shoe.capture) == ["byte 0: a card is sent again, but no round is open"]
        assert events(shoe.capture) == []

    def test_a_card_that_is_sent_again_as_another_is_refused(self) -> None:
        shoe = Shoe().deal(*FIRST_COUP).tell("R", wire.BANCO, 2, "2h")
        assert reasons(shoe.capture) == ["byte 32: a card is sent again as 2h, but was 2s"]

    def test_a_burnt_card_may_be_sent_again(self) -> None:
        shoe = Shoe().burn("2h", "3c", "4c").tell("R", wire.BURN, 2, "4c")
        assert events(shoe.capture) == [CardBurned(card=item) for item in ("2h", "3c", "4c")]

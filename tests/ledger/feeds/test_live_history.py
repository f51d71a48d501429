"""The live dealers' history: a game is the same wherever it stands, money is exact, other games are refused."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.errors import MalformedDelivery, MalformedMapping
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import Announced, CardDealt, IrregularityReported, WagerPlaced, WagerReturned
from ledger.events.table import DealerChanged, TableOpened
from ledger.feeds import reading
from ledger.feeds.formats import format_named
from ledger.feeds.live_history import LiveHistoryReader, parse_studio_mapping
from ledger.feeds.resettled import SEQUENCE_STEPS_PER_GAME
from ledger.recorder.rows import EVERYTHING
from ledger.values.times import parse_instant
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.games import DAY, GAME, STUDIO, bet, changed, history, lined, listed, pieces, read
from tests.ledger.feeds.roundtrip import comes_back


def refusal(game: dict[str, Any], mapping: str = STUDIO) -> str:
    with pytest.raises(MalformedDelivery) as refused:
        read(game, mapping)
    return str(refused.value)


class TestGames:
    def test_a_game_with_every_field(self) -> None:
        items = [
            (delivery.id, delivery.event.TOPIC, delivery.event.model_dump(exclude_none=True), delivery.time)
            for delivery in read(GAME)
        ]
        started, settled = "2026-11-20T03:12:04.250000Z", "2026-11-20T03:12:31.904000Z"
        chips = {"by": "chips"}
        assert items == [
            ("18aa3f0c77.1", "round.opened.v1", {"apart": True}, started),
            ("18aa3f0c77.2", "table.dealer_changed.v1", {"dealer": "d31________"}, None),
            ("18aa3f0c77.3", "wager.placed.v1",
             {"wager": "w1", "player": "cas_4711", "kind": "banco", "stake_minor": 1000} | chips,
             "2026-11-20T03:12:10.001000Z"),
            ("18aa3f0c77.4", "wager.placed.v1",
             {"wager": "w2", "player": "cas_4711", "kind": "bac_playerpair", "stake_minor": 250} | chips,
             "2026-11-20T03:12:11.002000Z"),
            ("18aa3f0c77.5", "wager.placed.v1",
             {"wager": "w3", "player": "cas_0815", "kind": "any_tie", "stake_minor": 10} | chips, None),
            ("18aa3f0c77.6", "card.dealt.v1", {"place": "punto", "card": "Td", "face": "up"}, None),
            ("18aa3f0c77.7", "card.dealt.v1", {"place": "banco", "card": "3c", "face": "up"}, None),
            ("18aa3f0c77.8", "card.dealt.v1", {"place": "punto", "card": "5h", "face": "up"}, None),
            ("18aa3f0c77.9", "card.dealt.v1", {"place": "banco", "card": "4d", "face": "up"}, None),
            ("18aa3f0c77.10", "card.dealt.v1", {"place": "punto", "card": "Ks", "face": "up"}, None),
            ("18aa3f0c77.11", "round.announced.v1", {"result": "banco"}, settled),
            ("18aa3f0c77.12", "wager.returned.v1", {"wager": "w1", "amount_minor": 1950}, settled),
            ("18aa3f0c77.13", "wager.returned.v1", {"wager": "w2", "amount_minor": 0}, settled),
            ("18aa3f0c77.14", "wager.returned.v1", {"wager": "w3", "amount_minor": 0}, settled),
            ("18aa3f0c77.15", "round.closed.v1", {}, settled),
        ]  # fmt: skip
        assert {(delivery.subject, delivery.source) for delivery in read(GAME)} == {(f"{DAY}/18aa3f0c77", "live/tbl7nd")}
        assert {delivery.correlation for delivery in read(GAME) if isinstance(delivery.event, WagerPlaced)} == {
            "c0a8-1",
            None,
        }
        first = parse_instant(started) // 1000 * SEQUENCE_STEPS_PER_GAME
        assert [delivery.sequence for delivery in read(GAME)] == [first + n for n in range(1, 16)]

    def test_no_name_of_a_person_is_told(self, desk: Desk) -> None:
        desk.feed(json.dumps(GAME), "live-history", "games.ndjson", STUDIO)
        stored = b"".join(row.state for row in desk.ledger.recorder.rows(0, EVERYTHING, EVERYTHING))
        assert b"d31____" in stored
        assert not [name for name in (b"VERA", b"night owl", b"Salon") if name in stored]

    @pytest.mark.parametrize(
        "fields",
        [
            {"settledAt": None},
            {"status": None},
            {"dealer": None},
            {"dealer__uid": None},
            {"currency": None},
            {"participants": None},
            {"participants": []},
            {"participants__0__bets": []},
            {"participants__0__bets__0__placedOn": None},
            {"participants__0__bets__0__transactionId": None},
            {"participants__0__bets__0__payout": None},
            {"result__outcome": None},
            {"result__player__score": None},
            {"gameSubType": None},
        ],
    )
    def test_what_may_be_missing(self, fields: dict[str, Any]) -> None:
        deliveries = read(changed(**fields))
        assert [delivery.event.card for delivery in deliveries if isinstance(delivery.event, CardDealt)] == [
            "Td",
            "3c",
            "5h",
            "4d",
            "Ks",
        ]
        assert len(deliveries) <= 15
        comes_back(deliveries)

    def test_what_is_missing_is_not_made_up(self) -> None:
        bare = changed(settledAt=None, status=None, dealer=None, participants=None, result__outcome=None)
        kinds = {type(delivery.event) for delivery in read(bare)}
        assert not kinds & {DealerChanged, Announced, WagerPlaced, WagerReturned, IrregularityReported}
        assert [delivery.event for delivery in read(bet(payout=None)) if isinstance(delivery.event, WagerReturned)] == []

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"gameType": None}, "not a game of this feed: gameType is missing"),
            ({"startedAt": None}, "not a game of this feed: startedAt is missing"),
            ({"table": None}, "not a game of this feed: table is missing"),
            ({"table__id": "salon 7"}, "table.id 'salon 7' is no name of a table"),
            ({"id": "a/b"}, "not a game of this feed: id 'a/b' is not of its form"),
            ({"result": None}, "not a game of this feed: result is missing"),
            ({"result__player": None}, "not a game of this feed: result.player is missing"),
            ({"result__player__cards": "TD"}, "not a game of this feed: result.player.cards input should be a valid tuple"),
            ({"result__player__cards": ["XD"]}, "card.dealt.v1: card 'Xd' is not of its form"),
            ({"result__player__cards": ["10D"]}, "card.dealt.v1: card '10d' is not of its form"),
            ({"result__player__cards": [""]}, "card.dealt.v1: card '' is not of its form"),
            ({"startedAt": "2026-11-20T03:12:04"}, "startedAt '2026-11-20T03:12:04' has no offset; name the zone"),
            ({"startedAt": "1969-12-31T23:59:59Z"}, "startedAt 1969-12-31T23:59:59.000000Z is no time at which a game"),
            ({"startedAt": "9999-12-31T23:59:59Z"}, "startedAt 9999-12-31T23:59:59.000000Z is no time at which a game"),
            ({"settledAt": "later"}, "time 'later' is no RFC 3339 time with a zone"),
            ({"dealer__uid": "Vera K."}, "table.dealer_changed.v1: dealer 'Vera K.' is not of its form"),
            ({"participants__1__playerId": "a@b.ch"}, "wager.placed.v1: player 'a@b.ch' is not of its form"),
            ({"participants__0__currency": "mBTC"}, "a bet is in 'mBTC', which is not a currency of ISO 4217"),
            ({"participants__0__bets__0__transactionId": "a b"}, "transactionId 'a b' is no id"),
            ({"participants__0__bets__0__stake": None}, "not a game of this feed: participants.0.bets.0.stake is missing"),
            ({"result__player__cards": ["2D"] * SEQUENCE_STEPS_PER_GAME}, "the game tells 2"),
        ],
    )
    def test_what_does_not_fit_says_why(self, fields: dict[str, Any], sentence: str) -> None:
        assert refusal(changed(**fields)).startswith(sentence)

    def test_an_unknown_outcome_is_refused_in_its_place_and_the_game_recorded(self, desk: Desk) -> None:
        counts = desk.feed(json.dumps(changed(result__outcome="Dealer")), "live-history", "games.ndjson", STUDIO)
        assert counts == {"recorded": 17, "quarantined": 1}
        assert list(desk.reasons.values()) == [
            "round.announced.v1: outcome 'Dealer' is not among Player, Banker, Tie; the rest of the game is on record"
        ]

    def test_bets_in_other_currencies_are_of_a_table_of_that_currency(self, desk: Desk) -> None:
        """The same coup, told with the bets in each currency; what is staked in two is never added up."""
        game = changed(participants__0__currency="SEK", participants__0__bets__0__stake=60)
        tally = desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        subjects = {"EUR": DAY, "SEK": DAY.replace("tbl7nd", "tbl7nd.SEK")}
        staked = {
            entry.event.wager: (entry.subject.rpartition("/")[0], entry.event.stake_minor)
            for entry in desk.played
            if isinstance(entry.event, WagerPlaced)
        }
        assert staked == {"w1": (subjects["SEK"], 6000), "w2": (subjects["SEK"], 250), "w3": (subjects["EUR"], 10)}
        opened = {
            e.subject: (e.event.currency, e.event.minor_digits) for e in desk.played if isinstance(e.event, TableOpened)
        }
        assert opened == {subjects["EUR"]: ("EUR", 2), subjects["SEK"]: ("SEK", 2)}
        cards = [entry.subject.rpartition("/")[0] for entry in desk.played if isinstance(entry.event, CardDealt)]
        assert cards == [subjects["EUR"]] * 5 + [subjects["SEK"]] * 5
        assert desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO) == {"known": tally["recorded"]}

    @pytest.mark.parametrize(
        ("currency", "rows", "minor"), [("JPY", "", 10), ("KWD", "", 10_000), ("JPY", "currencies = { JPY = 2 }\n", 1000)]
    )
    def test_the_decimals_of_a_currency(self, currency: str, rows: str, minor: int) -> None:
        game = bet(stake=10, payout=None)
        game["participants"][0]["currency"] = currency
        assert [d.event.stake_minor for d in read(game, rows + STUDIO) if isinstance(d.event, WagerPlaced)] == [minor]

    def test_a_game_that_was_not_resolved_is_reported(self) -> None:
        (event,) = [
            delivery.event
            for delivery in read(changed(status="Cancelled"))
            if isinstance(delivery.event, IrregularityReported)
        ]
        assert event == IrregularityReported(kind="game_cancelled", by="supplier")

    def test_another_code_is_a_kind_of_its_own_unless_the_house_names_it(self) -> None:
        named = STUDIO + '\n[kinds]\nBAC_Banker = "banco"\nBAC_SuperSix = "super_6"\n'
        kinds = [
            delivery.event.kind
            for code in ("BAC_Banker", "BAC_SuperSix", "BAC_Tie", "BAC_Player")
            for delivery in read(bet(code=code), named)
            if isinstance(delivery.event, WagerPlaced)
        ]
        assert kinds == ["banco", "super_6", "bac_tie", "bac_player"]

    @pytest.mark.parametrize(
        ("started", "cutoff", "day"),
        [
            ("2026-11-20T03:59:59.999Z", "06:00", "2026-11-19"),
            ("2026-11-20T04:00:00Z", "06:00", "2026-11-20"),
            ("2026-11-19T22:30:00Z", "00:00", "2026-11-20"),
            ("2026-07-20T02:59:59Z", "06:00", "2026-07-19"),
            ("2026-07-20T05:00:00+02:00", "06:00", "2026-07-20"),
        ],
    )
    def test_the_gaming_day_is_told_by_the_tables_clock(self, started: str, cutoff: str, day: str) -> None:
        mapping = STUDIO + f'cutoff = "{cutoff}"\n'
        assert {delivery.subject for delivery in read(changed(startedAt=started), mapping)} == {f"tbl7nd/{day}/18aa3f0c77"}


class TestOtherGames:
    BLACKJACK: Final[dict[str, Any]] = {
        "dealer": {"score": 20, "cards": ["KD", "QH"], "isBlackjack": False},
        "burnedCards": ["7C"],
        "seats": {"Seat5": {"score": 18, "cards": ["TD", "8H"], "decisions": [], "outcome": "Lose"}},
    }
    ROULETTE: Final[dict[str, Any]] = {"outcomes": [{"number": "17", "type": "Odd", "color": "Black"}]}

    @pytest.mark.parametrize("kind", ["blackjack", "roulette", "Baccarat", "bacbo", "dragontiger", "", "baccarat "])
    def test_another_game_is_refused_whatever_its_result_looks_like(self, kind: str) -> None:
        text = f"{kind!r} is another game; this feed reads baccarat"
        assert refusal(changed(gameType=kind)) == text
        assert refusal(changed(gameType=kind, result=self.BLACKJACK)) == text

    @pytest.mark.parametrize("result", [BLACKJACK, ROULETTE])
    def test_another_game_by_the_name_of_baccarat_is_refused_too(self, result: dict[str, Any]) -> None:
        assert refusal(changed(result=result)).startswith("not a game of this feed: result.player is missing")


class TestMoney:
    @pytest.mark.parametrize(
        ("spelt", "digits", "minor"),
        [
            ("10", 2, 1000),
            ("0", 2, 0),
            ("0.1", 2, 10),
            ("19.99", 2, 1999),
            ("1.50000", 2, 150),
            ("1.2345", 4, 12345),
            ("100", 0, 100),
            ("100.0", 0, 100),
            ("90071992547409.91", 2, 2**53 - 1),
            ("0.29", 2, 29),
            ("1.15", 2, 115),
            ('"12.5"', 2, 1250),
        ],
    )
    def test_decimals_are_minor_units_exactly(self, spelt: str, digits: int, minor: int) -> None:
        mapping = STUDIO + f"minor_digits = {digits}\n"
        text = json.dumps(bet(stake=777)).replace("777", spelt)
        deliveries = LiveHistoryReader(parse_studio_mapping(mapping), b"").read_game(
            reading.EXACT_JSON.decode(text.replace("19.5", "0"))
        )
        assert [delivery.event.stake_minor for delivery in deliveries if isinstance(delivery.event, WagerPlaced)] == [minor]

    @pytest.mark.parametrize(
        ("spelt", "sentence"),
        [
            ("1.005", "stake 1.005 is finer than the 2 decimals in which the table's money counts"),
            ("19.999999999999996", "stake 19.999999999999996 is finer than the 2 decimals"),
            ("30.12549", "stake 30.12549 is finer than the 2 decimals"),
            ("-5", "stake '-5' is no amount written out in decimals"),
            ("1e2", "stake '1e2' is no amount written out in decimals"),
            ('""', "stake '' is no amount"),
            ('"1,50"', "stake '1,50' is no amount"),
            ('".5"', "stake '.5' is no amount"),
            ('"٣"', "stake '٣' is no amount"),
            ("90071992547409.92", "wager.placed.v1: stake_minor input should be less than or equal to 9007199254740991"),
            ("9" * 400, "stake '9999999999999999999999999999999999999999' is no amount"),
            ("true", "not a game of this feed: participants.0.bets.0.stake must be text"),
            ("[1]", "not a game of this feed: participants.0.bets.0.stake must be text"),
        ],
    )
    def test_what_is_not_exact_is_refused(self, spelt: str, sentence: str) -> None:
        text = json.dumps(bet(stake=777)).replace("777", spelt)
        (piece,) = pieces(text)
        assert str(piece.refused).startswith(sentence)

    @pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
    def test_what_is_no_number_is_no_json(self, word: str) -> None:
        (piece,) = pieces(json.dumps(bet(stake=777)).replace("777", word))
        assert str(piece.refused) == f"the line is not JSON ({word} is no JSON)"


class TestIdentity:
    def test_a_game_without_an_id_has_the_same_name_wherever_it_stands(self) -> None:
        (name,) = {delivery.subject for delivery in read(changed(id=None))}
        assert name.startswith(f"{DAY}/20261120031204250000-")
        assert {delivery.subject for delivery in read(changed(id=None, participants=[], settledAt=None))} == {name}

    @pytest.mark.parametrize(
        "fields",
        [{"startedAt": "2026-11-20T03:12:04.251Z"}, {"table__id": "tbl8"}, {"result__banker__cards": ["3C", "4H"]}],
    )
    def test_another_time_table_or_card_is_another_game(self, fields: dict[str, Any]) -> None:
        deliveries, other = read(changed(id=None)), read(changed(id=None, **fields))
        assert {each.subject for each in deliveries} != {each.subject for each in other}

    def test_an_id_may_be_a_number(self) -> None:
        assert {delivery.subject for delivery in read(changed(id=12345))} == {f"{DAY}/12345"}

    def test_a_refused_game_is_known_by_what_could_be_read(self, desk: Desk) -> None:
        desk.feed(json.dumps(GAME | {"settledAt": "x"}), "live-history", "games.ndjson", STUDIO)
        event = desk.refused[0].entry.event
        assert isinstance(event, DeliveryQuarantined)
        assert (event.source, event.delivery, event.about) == ("live/tbl7nd", "18aa3f0c77.1", f"{DAY}/18aa3f0c77")
        assert event.sequence == read(GAME)[0].sequence

    def test_a_history_that_overlaps_adds_only_what_is_new(self, desk: Desk) -> None:
        games = history()[:20]
        assert desk.feed(lined(games[:12]), "live-history", "a.ndjson", STUDIO).keys() == {"recorded"}
        again = desk.feed(listed(games[5:]), "live-history", "b.json", STUDIO)
        assert again.keys() == {"recorded", "known"}
        size = desk.ledger.size()
        assert desk.feed(lined(games[::-1]), "live-history", "c.ndjson", STUDIO) == {"known": len(desk.played)}
        assert desk.ledger.size() == size


class TestMapping:
    @pytest.mark.parametrize(
        ("this", "that", "sentence"),
        [
            ('source = "live"', "", "the mapping file: source is missing"),
            ("[opening]", "[[openings]]\n[opening]", "the mapping file: openings.0"),
            ("[opening]", "[none]", "the mapping file: "),
            ("Europe/Riga", "Europe/Atlantis", "the mapping file: opening 'Europe/Atlantis' is no IANA time zone"),
            (
                'source = "live"',
                'source = "live"\nkinds = {BAC_Tie = "A Tie"}',
                "the mapping file: kinds.BAC_Tie 'A Tie' is",
            ),
        ],
    )
    def test_a_mapping_that_cannot_be_used_names_the_row(self, this: str, that: str, sentence: str) -> None:
        assert this in STUDIO
        with pytest.raises(MalformedMapping) as wrong:
            format_named("live-history").reader(Path("games.ndjson"), STUDIO.replace(this, that))
        assert str(wrong.value).startswith(sentence)

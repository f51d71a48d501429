"""Blackjack and roulette in a live history: what was dealt comes back as it was, faults are found, nothing is dropped."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.recording import record_table_day as blackjack_day
from drill.blackjack.rounds import ROUND_NAME as BLACKJACK_ROUND
from drill.blackjack.rounds import lawful_scenario
from ledger.entry import Delivery
from ledger.events.base import Event
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import (
    Announced,
    CardDealt,
    DecisionMade,
    IrregularityReported,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CardBurned
from ledger.events.wheel import BallRested
from ledger.feeds.live_history import LiveHistoryReader, parse_studio_mapping
from ledger.feeds.reading import EXACT_JSON
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.ledger.feeds.conftest import Desk

STUDIO: Final = """\
source = "live"
[[openings]]
game = "blackjack"
rulebook = "ccl"
currency = "CZK"
zone = "Europe/Prague"
[[openings]]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
zone = "Europe/Prague"
"""
STUDIO_ROWS: Final = """\
source = "live"
openings = [
    { game = "blackjack", rulebook = "ccl", currency = "CZK", zone = "Europe/Prague" },
    { game = "roulette", rulebook = "eca-roulette", currency = "EUR", zone = "Europe/Prague" },
]
"""
"""The same without tables of its own, so that others can follow."""
BLACKJACK: Final[dict[str, Any]] = {
    "id": "185beb2338f7",
    "gameProvider": "studio",
    "gameSubProvider": "studio",
    "gameType": "blackjack",
    "startedAt": "2026-11-20T10:53:01.508Z",
    "settledAt": "2026-11-20T10:53:33.674Z",
    "status": "Resolved",
    "table": {"id": "bj7", "name": "Blackjack A"},
    "dealer": {"uid": "d31", "name": "VERA"},
    "currency": "CZK",
    "participants": [
        {
            "playerId": "P2",
            "screenName": "night owl",
            "sessionId": "s1",
            "playMode": "RealMoney",
            "currency": "CZK",
            "bets": [
                {"code": "BJ_PlaySeat2", "stake": 100, "payout": 0, "placedOn": "2026-11-20T10:53:06Z"},
                {"code": "BJ_InsuranceSeat2", "stake": 50, "payout": 0},
                {"code": "BJ_PairsSeat2", "stake": 20, "payout": 0},
            ],
            "seats": {"Seat2": {"insurance": True, "doubleDown": False, "splitHand": False}},
        },
        {
            "playerId": "P5",
            "currency": "CZK",
            "bets": [
                {"code": "BJ_PlaySeat5", "stake": 100, "payout": 200},
                {"code": "BJ_SplitSeat5", "stake": 100, "payout": 0},
                {"code": "BJ_DoubleSeat5", "stake": 100, "payout": 200},
            ],
        },
    ],
    "result": {
        "dealer": {"score": 20, "cards": ["AD", "9H"], "isBlackjack": False, "bonusCards": []},
        "burnedCards": ["7C"],
        "seats": {
            "Seat5": {
                "score": 21,
                "cards": ["8H", "3C", "TD"],
                "decisions": [
                    {"recordedAt": "2026-11-20T10:53:20Z", "type": "Split"},
                    {"recordedAt": "2026-11-20T10:53:22Z", "type": "Double"},
                ],
                "outcome": "Win",
                "splitHand": {"score": 18, "cards": ["8S", "TC"], "decisions": [{"type": "Stand"}], "outcome": "Lose"},
            },
            "Seat2": {
                "score": 17,
                "cards": ["TH", "7H"],
                "decisions": [{"type": "Insurance"}, {"type": "AutoStand"}],
                "outcome": "Lose",
                "insuranceOutcome": "Lose",
            },
        },
    },
}


def read(game: dict[str, Any], mapping: str = STUDIO) -> list[Delivery]:
    """The deliveries of a game, without the table's opening."""
    return LiveHistoryReader(parse_studio_mapping(mapping), b"").read_game(EXACT_JSON.decode(json.dumps(game)))


def in_short(event: Event) -> str:
    """An event in a few signs."""
    match event:
        case CardDealt():
            return f"{event.place} {event.card}"
        case CardBurned():
            return f"burn {event.card}"
        case DecisionMade():
            return f"{event.place} says {event.what}" + (" by rule" if event.how else "")
        case WagerPlaced():
            fields = (event.box, event.hand, event.parent, event.numbers, event.index)
            on = " ".join(str(part) for part in fields if part is not None)
            return f"bet {event.wager} {event.player} {event.kind} {event.stake_minor} {on}".strip()
        case WagerReturned():
            return f"pay {event.wager} {event.amount_minor}"
        case BallRested():
            return f"rest {event.pocket}"
        case Announced():
            return f"call {event.result}"
        case IrregularityReported():
            return f"irregular {event.kind} {event.by}"
    return event.WORD


def changed(*path: str | int, to: object) -> dict[str, Any]:
    """The round of blackjack with another value in one place."""
    game: dict[str, Any] = json.loads(json.dumps(BLACKJACK))
    place: Any = game
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return game


def refusals(desk: Desk) -> list[str]:
    return [event.reason for event in (row.entry.event for row in desk.refused) if isinstance(event, DeliveryQuarantined)]


class TestBlackjack:
    def test_a_round_is_told_as_it_is_dealt(self) -> None:
        assert [in_short(delivery.event) for delivery in read(BLACKJACK)] == [
            "open",
            "dealer",
            "bet w1 P2 main 10000 2",
            "bet w3 P2 bj_pairsseat 2000 2",
            "bet w4 P5 main 10000 5",
            "burn 7c",
            "box2 Th",
            "box5 8h",
            "dealer Ad",
            "box2 7h",
            "box5 8s",
            "bet w2 P2 insurance 5000 2 w1",
            "box2 says insurance",
            "box2 says stand by rule",
            "box5 says split",
            "bet w5 P5 split 10000 5 2 w4",
            "box5 3c",
            "box5 says double",
            "bet w6 P5 double 10000 5 w4",
            "box5 Td",
            "box5.2 Tc",
            "box5.2 says stand",
            "dealer 9h",
            "pay w1 0",
            "pay w2 0",
            "pay w3 0",
            "pay w4 20000",
            "pay w5 0",
            "pay w6 20000",
            "close",
        ]

    def test_a_hole_card_comes_with_the_players_second_cards(self) -> None:
        texts = [in_short(delivery.event) for delivery in read(BLACKJACK, "hole_card = true\n" + STUDIO)]
        assert texts[6:12] == ["box2 Th", "box5 8h", "dealer Ad", "box2 7h", "box5 8s", "dealer 9h"]

    def test_side_bets_are_named_by_the_studio(self) -> None:
        named = STUDIO.replace('source = "live"', 'source = "live"\nkinds = { BJ_PairsSeat = "pairs" }')
        assert "bet w3 P2 pairs 2000 2" in [in_short(delivery.event) for delivery in read(BLACKJACK, named)]

    def test_whoever_bets_behind_has_a_spot_of_the_box(self) -> None:
        behind = {"playerId": "P9", "currency": "CZK", "bets": [{"code": "BJ_BetBehindSeat5", "stake": 10}]}
        game = changed("participants", to=[*BLACKJACK["participants"], behind])
        (bet,) = [e.event for e in read(game) if isinstance(e.event, WagerPlaced) and e.event.player == "P9"]
        assert (bet.kind, bet.box, bet.spot) == ("main", 5, 2)

    def test_what_the_pit_took_back_is_reported_and_no_card_of_the_round(self) -> None:
        """The five was scanned for seat 2 and taken back; a decision of seat 5 was cancelled."""
        game = changed("result", "seats", "Seat2", "cancelledCards", to=["5H"])
        game["result"]["seats"]["Seat5"]["cancelledActions"] = ["Hit"]
        texts = [in_short(delivery.event) for delivery in read(game)]
        assert [text for text in texts if text.startswith("irregular")] == [
            "irregular scan_taken_back pit",
            "irregular decision_taken_back pit",
        ]
        assert not any("5h" in text for text in texts)

    def test_a_cancelled_round_is_reported(self) -> None:
        assert "irregular game_cancelled supplier" in [in_short(d.event) for d in read(changed("status", to="Cancelled"))]

    @pytest.mark.parametrize(
        ("path", "value", "sentence"),
        [
            (
                ("result", "seats"),
                {"Chair 1": {"cards": []}},
                "result.seats.Chair 1 is no seat",
            ),
            (("result", "dealer", "cards"), ["1X"], "card.dealt.v1: card '1x' is not of its form"),
        ],
    )
    def test_what_cannot_be_read_is_quarantined_whole(self, desk: Desk, path: Any, value: object, sentence: str) -> None:
        tally = desk.feed(json.dumps(changed(*path, to=value)), "live-history", "games.ndjson", STUDIO)
        assert tally == {"quarantined": 1}
        assert refusals(desk)[0].startswith(sentence)

    def test_hands_of_guests_whose_bets_are_not_in_the_history_are_left_out(self, desk: Desk) -> None:
        """The numbers of the other events stay, so that what is on record of such a game is known."""
        seats = BLACKJACK["result"]["seats"]
        others = {"cards": ["5D", "5S", "9C"], "decisions": [{"type": "Hit"}, {"type": "Stand"}]}
        game = changed("result", "seats", to={"Seat1": others, **seats})
        desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        assert not [entry for entry in desk.played if getattr(entry.event, "place", "") == "box1"]
        table_day = build_table_day(desk.ledger.entries("table/bj7/2026-11-20"), lambda *_: shipped_edition("ccl"))
        found = {finding.kind for finding in rule(table_day, next(iter(table_day.rounds))).findings}
        assert "empty_box" not in found
        first, own = read(game)[0], {in_short(delivery.event): delivery.sequence for delivery in read(game)}
        assert first.sequence is not None
        assert own["box2 Th"] == first.sequence + 7

    def test_guests_with_different_currencies_are_ruled_on_by_their_own_hands(self, desk: Desk) -> None:
        game = changed("participants", 1, "currency", to="SEK")
        desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        for table, player in (("bj7", "P2"), ("bj7.SEK", "P5")):
            table_day = build_table_day(desk.ledger.entries(f"table/{table}/2026-11-20"), lambda *_: shipped_edition("ccl"))
            ruling = rule(table_day, next(iter(table_day.rounds)))
            assert {award.wager_due.player for award in ruling.awards} == {player}
            assert "empty_box" not in {finding.kind for finding in ruling.findings}

    def test_an_unknown_decision_is_refused_in_its_place_and_the_game_recorded(self, desk: Desk) -> None:
        game = changed("result", "seats", "Seat2", "decisions", 1, "type", to="EarlyCashOut")
        tally = desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        assert tally == {"recorded": len(read(BLACKJACK)) + 3 - 1, "quarantined": 1}
        (refused,) = (row.entry.event for row in desk.refused)
        assert isinstance(refused, DeliveryQuarantined)
        assert refused.reason.startswith("decision.made.v1: decision 'EarlyCashOut' at box2 is a word that is not known;")
        whole = {delivery.sequence: in_short(delivery.event) for delivery in read(BLACKJACK)}
        assert refused.sequence is not None
        assert whole[refused.sequence] == "box2 says stand by rule"
        recorded = [entry.delivery.sequence for entry in desk.played if entry.subject.count("/") == 2]
        assert recorded == [sequence for sequence in whole if sequence != refused.sequence]

    @pytest.mark.parametrize("decision", [0, 1])
    def test_no_bet_is_lost_with_the_decision_that_asked_for_it(self, decision: int) -> None:
        game = changed("result", "seats", "Seat5", "decisions", decision, "type", to="EarlyCashOut")
        placed = [delivery.event.wager for delivery in read(game) if isinstance(delivery.event, WagerPlaced)]
        assert sorted(placed) == ["w1", "w2", "w3", "w4", "w5", "w6"]

    @pytest.mark.parametrize(("seat", "in_question"), [("Seat2", set()), ("Seat5", {"w6"})])
    def test_an_unknown_decision_refers_no_other_bet(self, desk: Desk, seat: str, in_question: set[str]) -> None:
        """Without seat 2's stand its bet was paid as the cards give it. Seat 5's double may have been none."""
        game = changed("result", "seats", seat, "decisions", 1, "type", to="EarlyCashOut")
        desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        table_day = build_table_day(desk.ledger.entries("table/bj7/2026-11-20"), lambda *_: shipped_edition("ccl"))
        ruling = rule(table_day, next(iter(table_day.rounds)))
        referred = {award.wager_due.wager for award in ruling.awards if award.awarded_minor is None}
        assert referred == {"w3", *in_question}  # w3 is a side bet that the house does not offer
        assert {finding.kind for finding in ruling.findings} == {"delivery_quarantined", "unknown_wager"}
        assert not any(finding.condition for finding in ruling.findings)
        (missing, *_) = ruling.incomplete
        assert (missing.what, missing.topics) == ("refused", ("decision.made",))

    def test_a_mapping_gives_the_meaning_of_a_decision(self) -> None:
        game = changed("result", "seats", "Seat2", "decisions", 1, "type", to="Stay")
        events = [in_short(delivery.event) for delivery in read(game, STUDIO_ROWS + '[decisions]\nStay = "stand"\n')]
        assert "box2 says stand" in events

    def test_a_bet_whose_code_is_not_known_is_recorded_under_its_code(self) -> None:
        events = [in_short(d.event) for d in read(changed("participants", 0, "bets", 2, "code", to="BJ Bust-It 21+3"))]
        assert "bet w3 P2 bj_bust_it_21_3 2000" in events


class TestRoulette:
    @staticmethod
    def spin(number: str, *bets: tuple[str, float, float], **others: Any) -> dict[str, Any]:
        return {
            **BLACKJACK,
            "gameType": "roulette",
            "table": {"id": "ro1", "name": "Roulette"},
            "currency": "EUR",
            "participants": [
                {
                    "playerId": "P1",
                    "currency": "EUR",
                    "bets": [{"code": code, "stake": stake, "payout": payout} for code, stake, payout in bets],
                }
            ],
            "result": {"outcomes": [{"number": number, "type": "Odd", "color": "Black"}], **others},
        }

    BETS = (("ROU_Straight17", 5, 180), ("ROU_Split_17_20", 2, 36), ("ROU_Dozen2", 10, 30), ("ROU_Red", 1, 0))

    def test_a_spin_is_told_with_its_bets(self) -> None:
        game = self.spin(
            "17", ("ROU_Straight17", 5, 180), ("ROU_Split_17_20", 2, 36), ("ROU_Dozen2", 10, 30), ("ROU_Red", 1, 0)
        )
        assert [in_short(delivery.event) for delivery in read(game)][2:8] == [
            "bet w1 P1 straight 500 17",
            "bet w2 P1 split 200 17-20",
            "bet w3 P1 dozen 1000 2",
            "bet w4 P1 red 100",
            "rest 17",
            "call 17",
        ]

    @pytest.mark.parametrize(
        ("code", "placed"),
        [
            ("ROU_7Red", "straight 100 7"),
            ("ROU_0Green", "straight 100 0"),
            ("ROU_26Black", "straight 100 26"),
            ("ROU_17", "straight 100 17"),
            ("ROU_118", "low 100"),
            ("ROU_1936", "high 100"),
            ("ROU_1to18", "low 100"),
            ("ROU_DozenBet112", "dozen 100 1"),
            ("ROU_DozenBet1324", "dozen 100 2"),
            ("ROU_DozenBet2536", "dozen 100 3"),
            ("ROU_ColumnBet14Etc", "column 100 1"),
            ("ROU_ColumnBet25Etc", "column 100 2"),
            ("ROU_ColumnBet36Etc", "column 100 3"),
            ("ROU_Column2", "column 100 2"),
            ("ROU_SplitBet1720", "split 100 17-20"),
            ("ROU_Split_0_3", "split 100 0-3"),
            ("ROU_Street131415", "street 100 13-14-15"),
            ("ROU_Corner25262829", "corner 100 25-26-28-29"),
            ("ROU_LineBet123456", "six_line 100 1-2-3-4-5-6"),
            ("ROU_Even", "even 100"),
            ("ROU_Split12", "split 100 1-2"),
            ("ROU_Split_1_17", "rou_split_1_17 100"),  # no such place: its code is its kind, and the game is recorded
            ("ROU_Straight99", "rou_straight99 100"),
            ("ROU_Dozen7", "rou_dozen7 100"),
            ("ROU_Voisins", "rou_voisins 100"),
        ],
    )
    def test_codes_as_suppliers_spell_them(self, code: str, placed: str) -> None:
        assert in_short(read(self.spin("17", (code, 1, 0)))[2].event) == f"bet w1 P1 {placed}"

    CODES = """
[codes]
ROU_Z5 = { kind = "neighbours", of = "26", pieces = 5 }
ROU_A = { kind = "split", numbers = "17-20" }
"""

    def test_a_mapping_gives_the_place_of_a_code(self) -> None:
        mapping = STUDIO_ROWS + self.CODES
        events = [read(self.spin("17", (code, 1, 0)), mapping)[2].event for code in ("ROU_Z5", "ROU_A")]
        assert events == [
            WagerPlaced(wager="w1", player="P1", kind="neighbours", stake_minor=100, of="26", pieces=5),
            WagerPlaced(wager="w1", player="P1", kind="split", stake_minor=100, numbers="17-20"),
        ]

    def test_a_list_of_one_may_be_a_single_outcome(self) -> None:
        game = self.spin("8")
        game["result"] = {"outcome": {"number": "8", "type": "Even", "color": "Black"}, "luckyNumbers": {"24": 49}}
        assert "rest 8" in [in_short(delivery.event) for delivery in read(game)]

    def test_no_number_is_quarantined(self, desk: Desk) -> None:
        game = {**self.spin("8"), "result": {"outcomes": []}}
        assert desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO) == {"quarantined": 1}
        assert refusals(desk) == ["not a game of this feed: result.outcomes tells no number"]

    def test_a_wrong_payment_is_found(self, desk: Desk) -> None:
        games = [self.spin("17", ("ROU_Straight17", 5, 175)), {**self.spin("8", ("ROU_Straight17", 5, 0)), "id": "other"}]
        desk.feed("\n".join(map(json.dumps, games)), "live-history", "games.ndjson", STUDIO)
        table_day = build_table_day(desk.ledger.entries("table/ro1/2026-11-20"), lambda *_: shipped_edition("eca-roulette"))
        found = {name.split("/")[2]: {f.kind for f in rule(table_day, name).findings} for name in table_day.rounds}
        assert ("wrong_payment" in found["185beb2338f7"], "wrong_payment" in found["other"]) == (True, False)

    @pytest.mark.parametrize("reports", ["", '[reports]\nalso = ["dolly.placed"]\n'])
    def test_a_dolly_is_missed_only_where_the_studio_can_report_it(self, desk: Desk, reports: str) -> None:
        bets = (("ROU_Straight17", 10, 360), ("ROU_Straight20", 10, 0))
        games = [{**self.spin("17", *bets), "id": f"game{n}"} for n in range(3)]
        desk.feed("\n".join(map(json.dumps, games)), "live-history", "games.ndjson", STUDIO + reports)
        table_day = build_table_day(desk.ledger.entries("table/ro1/2026-11-20"), lambda *_: shipped_edition("eca-roulette"))
        found = [[finding.kind for finding in rule(table_day, name).findings] for name in table_day.rounds]
        assert found == [["not_marked"] if reports else []] * 3


class TestUnknownFields:
    def test_a_field_that_nobody_knows_goes_to_the_quarantine_and_the_game_on_record(self, desk: Desk) -> None:
        game = changed("result", "seats", "Seat2", "sixCardCharlie", to=True)
        game["jackpot"] = {"level": 2}
        tally = desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        assert tally == {"recorded": len(read(BLACKJACK)) + 3, "quarantined": 1}
        assert refusals(desk) == [
            "nobody knows what these fields are: jackpot, result.seats.Seat2.sixCardCharlie; "
            "the rest of the game is on record"
        ]
        (row,) = desk.refused
        assert json.loads(row.raw or b"")["jackpot"] == {"level": 2}
        size = desk.ledger.size()
        assert "recorded" not in desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
        assert desk.ledger.size() == size

    def test_a_game_that_is_all_known_leaves_nothing_in_the_quarantine(self, desk: Desk) -> None:
        assert desk.feed(json.dumps(BLACKJACK), "live-history", "games.ndjson", STUDIO).keys() == {"recorded"}


# What a simulator deals


def dealt_rounds(number: int, seed: int) -> Iterator[list[Event]]:
    """Lawful rounds, each as its events, without those of which a history has no word."""
    table, edition = SimulatedBlackjackTable(shipped_edition("ccl"), seed), shipped_edition("ccl")
    while number:
        table.next_round()
        scenario = lawful_scenario(table)
        day, _ = blackjack_day(scenario, edition, table.decks)
        events = [entry.event for entry in day.entries if entry.subject == BLACKJACK_ROUND]
        if all(_is_told(event) for event in events):
            number -= 1
            yield events
        cards = [scenario.card_names.get(n, card) for n, card in enumerate(scenario.cards_out)]
        table.remove_cards(len(scenario.cards_out), cards)


def _is_told(event: Event) -> bool:
    """Boxes 1 to 9, two hands at most: what a history tells."""
    if isinstance(event, CardDealt | DecisionMade):
        return not event.place.endswith((".3", ".4"))
    return not (isinstance(event, WagerPlaced) and (event.hand or 1) > 2) and event.WORD not in ("move", "laid", "change")


CODES: Final = {"main": "BJ_PlaySeat", "split": "BJ_SplitSeat", "insurance": "BJ_InsuranceSeat"}


def as_game(number: int, events: list[Event]) -> dict[str, Any]:
    """The round as the supplier tells it."""
    hands: dict[str, list[str]] = {}
    decisions: dict[str, list[dict[str, str]]] = {}
    bets: dict[str, list[dict[str, Any]]] = {}
    by_wager: dict[str, dict[str, Any]] = {}
    split_cards: dict[str, str] = {}
    for event in events:
        match event:
            case CardDealt():
                hands.setdefault(event.place, []).append(event.card.upper())
            case DecisionMade():
                decisions.setdefault(event.place, []).append({"type": event.what.replace("_", "").capitalize()})
                if event.what == "split":
                    split_cards[event.place] = hands[event.place].pop(1)
            case WagerPlaced(box=int(box)):
                on_second = "BJ_DoubleSplitSeat" if event.hand == 2 else "BJ_DoubleSeat"
                code = on_second if event.kind == "double" else CODES.get(event.kind, f"BJ_{event.kind}Seat")
                bet = {"code": f"{code}{box}", "stake": event.stake_minor / 100}
                by_wager[event.wager] = bet
                bets.setdefault(event.player, []).append(bet)
            case WagerReturned():
                by_wager[event.wager]["payout"] = event.amount_minor / 100
    seats = {}
    for place, cards_there in hands.items():
        if place.startswith("box") and "." not in place:
            hand: dict[str, Any] = {"cards": cards_there, "decisions": decisions.get(place, [])}
            if place in split_cards:
                second = f"{place}.2"
                cards = [split_cards[place], *hands.get(second, [])]
                hand["splitHand"] = {"cards": cards, "decisions": decisions.get(second, [])}
            seats[f"Seat{place[3:]}"] = hand
    started = parse_instant("2026-11-20T08:00:00Z") + number * 60_000_000
    return {
        "id": f"game{number}",
        "gameType": "blackjack",
        "startedAt": format_instant(started),
        "settledAt": format_instant(started + 50_000_000),
        "status": "Resolved",
        "table": {"id": "bj7"},
        "participants": [{"playerId": player, "bets": placed} for player, placed in bets.items()],
        "result": {"dealer": {"cards": hands["dealer"]}, "seats": seats},
    }


def content(events: list[Event]) -> dict[str, list[str]]:
    """What was told, place by place and wager by wager, whatever the wagers are called."""
    found: dict[str, list[str]] = {}
    kinds: dict[str, str] = {}
    for event in events:
        match event:
            case CardDealt() | DecisionMade():
                found.setdefault(event.place, []).append(in_short(event).removesuffix(" by rule"))
            case WagerPlaced():
                kinds[event.wager] = f"{event.player} {event.kind} {event.box} {event.hand or 1} {event.spot or 1}"
                found.setdefault("bets", []).append(f"{kinds[event.wager]} {event.stake_minor}")
            case WagerReturned():
                found.setdefault("bets", []).append(f"{kinds[event.wager]} back {event.amount_minor}")
    found["bets"] = sorted(found.get("bets", []))
    return found


ROUNDS: Final = 60


@pytest.fixture(scope="module")
def rounds() -> list[list[Event]]:
    return list(dealt_rounds(ROUNDS, 31))


def named(rounds: list[list[Event]]) -> str:
    """The studio's mapping, with the side bets of these rounds."""
    kinds = {e.kind for events in rounds for e in events if isinstance(e, WagerPlaced)} - {*CODES, "double"}
    codes = ", ".join(f'BJ_{kind}Seat = "{kind}"' for kind in sorted(kinds))
    return STUDIO.replace('source = "live"', f'source = "live"\nkinds = {{ {codes} }}')


def test_simulated_rounds_come_back_as_they_were_dealt(rounds: list[list[Event]]) -> None:
    assert {"split", "double"} <= {e.what for events in rounds for e in events if isinstance(e, DecisionMade)}
    for number, events in enumerate(rounds):
        read_events = [delivery.event for delivery in read(as_game(number, events), named(rounds))]
        assert content(read_events) == content(events)


def wrong_card(game: dict[str, Any]) -> None:
    """The dealer has a card too many."""
    game["result"]["dealer"]["cards"] += ["2C"]


def overpaid(game: dict[str, Any]) -> None:
    """A wager is paid a unit too much."""
    game["participants"][0]["bets"][0]["payout"] += 1


@pytest.mark.parametrize("fault", [wrong_card, overpaid])
def test_every_fault_is_found_and_lawful_rounds_have_none(desk: Desk, rounds: list[list[Event]], fault: Any) -> None:
    games = [as_game(number, events) for number, events in enumerate(rounds)]
    faulty = {f"game{number}" for number in range(0, ROUNDS, 5)}
    for game in games:
        if game["id"] in faulty:
            fault(game)
    tally = desk.feed("\n".join(map(json.dumps, games)), "live-history", "games.ndjson", named(rounds))
    assert tally.keys() == {"recorded"}
    table_day = build_table_day(desk.ledger.entries("table/bj7/2026-11-20"), lambda *_: shipped_edition("ccl"))
    certain = {
        name.split("/")[2]
        for name in table_day.rounds
        if any(not finding.condition for finding in rule(table_day, name).findings)
    }
    assert certain == faulty


def test_fields_that_the_mapping_knows_leave_no_mark(desk: Desk) -> None:
    game = changed("result", "seats", "Seat2", "sixCardCharlie", to=True)
    game["jackpot"] = {"level": 2}
    game["participants"][0]["jackpot"] = 1
    known = 'read_past = ["sixCardCharlie", "participants.jackpot"]\n' + STUDIO
    assert desk.feed(json.dumps(game), "live-history", "games.ndjson", known)["quarantined"] == 1
    assert refusals(desk) == ["nobody knows what these fields are: jackpot; the rest of the game is on record"]
    assert desk.feed(
        json.dumps(game), "live-history", "games.ndjson", 'read_past = ["jackpot", "sixCardCharlie"]\n' + STUDIO
    ) == {"known": len(read(BLACKJACK)) + 3}


class TestStream:
    """Messages of a supplier's stream: an envelope around each game, sent at least once."""

    @staticmethod
    def message(number: int, kind: str, data: object) -> str:
        return json.dumps({"transmissionID": f"1-{number}", "messageType": kind, "data": data})

    def test_games_are_taken_out_of_their_envelopes_and_other_messages_read_past(self, desk: Desk) -> None:
        lines = [
            "",
            self.message(1, "system", {"text": "maintenance"}),
            self.message(2, "game", BLACKJACK),
            "",
            self.message(2, "game", BLACKJACK),
            self.message(3, "keep-alive", None),
            self.message(4, "tip", {"playerId": "P2", "amount": 1}),
        ]
        tally = desk.feed("\n".join(lines), "live-history", "stream.ndjson", STUDIO)
        assert tally == {"recorded": len(read(BLACKJACK)) + 3, "known": len(read(BLACKJACK))}

    def test_a_message_of_an_unknown_kind_is_refused_unless_the_mapping_knows_it(self, desk: Desk) -> None:
        line = self.message(1, "jackpotWon", {"amount": 5})
        assert desk.feed(line, "live-history", "stream.ndjson", STUDIO) == {"quarantined": 1}
        assert refusals(desk)[0].startswith("message 'jackpotWon' is not known to this feed")
        assert desk.feed(line, "live-history", "stream.ndjson", 'read_past = ["jackpotWon"]\n' + STUDIO) == {}


class TestSharedTable:
    def test_a_table_with_two_games_on_a_day_is_two_tables(self, desk: Desk) -> None:
        spin = {**TestRoulette.spin("17", ("ROU_17", 1, 36)), "id": "spin1", "table": {"id": "bj7"}}
        games = "\n".join(map(json.dumps, (BLACKJACK, spin)))
        first = desk.feed(games, "live-history", "games.ndjson", STUDIO)
        assert desk.feed(games, "live-history", "games.ndjson", STUDIO) == {"known": first["recorded"]}
        again = desk.feed(json.dumps(spin), "live-history", "later.ndjson", STUDIO)
        assert again == {"known": len(read(spin)) + 3}
        assert {entry.subject.rpartition("/")[0] for entry in desk.played if entry.subject.count("/") == 2} == {
            "bj7/2026-11-20",
            "bj7.roulette/2026-11-20",
        }


def test_the_limits_of_a_rulebook_are_not_compared_with_bets_in_another_currency(desk: Desk) -> None:
    """Most on red is 10,000 in whole units, and least is 5."""
    game = TestRoulette.spin("1", ("ROU_Red", 20000, 40000), ("ROU_Red", 0.5, 1))
    game["participants"][0]["currency"] = "SEK"
    desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
    table_day = build_table_day(desk.ledger.entries("table/ro1.SEK/2026-11-20"), lambda *_: shipped_edition("eca-roulette"))
    ruling = rule(table_day, next(iter(table_day.rounds)))
    assert (ruling.verdict, ruling.findings) == ("stands", ())
    game["participants"][0]["currency"] = "EUR"
    desk.feed(json.dumps(game), "live-history", "games.ndjson", STUDIO)
    table_day = build_table_day(desk.ledger.entries("table/ro1/2026-11-20"), lambda *_: shipped_edition("eca-roulette"))
    kinds = {finding.kind for finding in rule(table_day, next(iter(table_day.rounds))).findings}
    assert kinds == {"off_limits_outside", "wrong_payment"}

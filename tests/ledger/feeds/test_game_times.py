"""Live histories whose times have no offset: by the clock of a zone, which shows an hour twice and skips one."""

import json
from typing import Any, Final

import pytest

from ledger.errors import MalformedMapping
from ledger.events.play import DecisionMade, RoundClosed, RoundOpened, WagerPlaced
from ledger.feeds.live_history import parse_studio_mapping
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.games import GAME, STUDIO, changed, lined, listed, pieces
from tests.ledger.feeds.test_live_games import BLACKJACK
from tests.ledger.feeds.test_live_games import STUDIO as STUDIO_OF_TWO

RIGA: Final = STUDIO + '\n[time]\nzone = "Europe/Riga"\n'
"""On 25 October the clock of Riga shows 03:00 to 04:00 twice: from midnight in UTC, and an hour later."""


def game(
    ident: str, begun: str, settled: str | None = None, table: str = "tbl7nd", placed: str | None = None
) -> dict[str, Any]:
    """The game at local times of 25 October."""
    day = "2026-10-25"
    return changed(
        id=ident,
        table__id=table,
        startedAt=f"{day} {begun}",
        settledAt=f"{day} {settled}" if settled else None,
        participants__0__bets__0__placedOn=f"{day} {placed}" if placed else None,
        participants__0__bets__1__placedOn=None,
    )


def begun(desk: Desk) -> dict[str, str]:
    """When each round was opened, as hours and minutes of UTC."""
    opened = (entry for entry in desk.played if isinstance(entry.event, RoundOpened))
    return {entry.subject.rpartition("/")[2]: (entry.delivery.time or "")[11:16] for entry in opened}


def feed(desk: Desk, *games: dict[str, Any], mapping: str = RIGA) -> dict[str, str]:
    desk.feed(lined(list(games)), "live-history", "games.ndjson", mapping)
    return begun(desk)


@pytest.mark.parametrize("between", ["T", " "])
@pytest.mark.parametrize("form", [lined, listed])
def test_times_by_the_clock_of_a_zone_are_the_same_instants(form: Any, between: str) -> None:
    local = changed(
        startedAt=f"2026-11-20{between}05:12:04.250",
        settledAt=f"2026-11-20{between}05:12:31.904",
        participants__0__bets__0__placedOn=f"2026-11-20{between}05:12:10.001",
    )
    local_game, same_game = (
        [list(item.deliveries) for item in pieces(form([each]), mapping)]
        for each, mapping in ((local, RIGA), (GAME, STUDIO))
    )
    assert local_game == same_game


def test_an_hour_that_comes_twice_is_placed_by_the_games_of_the_table(desk: Desk) -> None:
    times = {"a": "02:50:00", "b": "03:10:00", "c": "03:50:00", "d": "03:05:00", "e": "04:10:00"}
    found = feed(desk, *(game(ident, time) for ident, time in times.items()))
    assert found == {"a": "23:50", "b": "00:10", "c": "00:50", "d": "01:05", "e": "02:10"}
    assert desk.reasons == {}


def test_a_game_that_fits_both_is_refused_in_its_round(desk: Desk) -> None:
    assert feed(desk, game("a", "03:30:00", "03:30:40")) == {}
    (refused,) = desk.refused
    assert refused.reason == (
        "startedAt: '2026-10-25 03:30:00' came twice in Europe/Riga, and the games around it fit both; ask the supplier for"
        " times with their offset"
    )
    assert refused.entry.subject == "tbl7nd/2026-10-24/a"
    assert (
        feed(desk, game("b", "02:59:00"), game("a", "03:30:00"), game("c", "03:20:00"), game("d", "04:00:00"))["a"]
        == "00:30"
    )


def test_games_of_another_table_decide_nothing(desk: Desk) -> None:
    around = [game(ident, time, table="other") for ident, time in (("a", "02:50:00"), ("c", "03:50:00"), ("d", "03:05:00"))]
    assert feed(desk, around[0], game("b", "03:10:00"), *around[1:], game("e", "04:10:00")) == {
        "a": "23:50", "c": "00:50", "d": "01:05", "e": "02:10"
    }  # fmt: skip
    assert [reason.partition(" came")[0] for reason in desk.reasons.values()] == ["startedAt: '2026-10-25 03:10:00'"]


def test_the_times_of_a_game_decide_one_another(desk: Desk) -> None:
    """Settled after the hour, the game began in its second pass; bets placed within it follow the beginning."""
    assert feed(desk, game("a", "03:50:00", "04:05:00", placed="03:51:00"), game("b", "02:59:50", placed="03:00:05")) == {
        "a": "01:50", "b": "23:59"
    }  # fmt: skip
    placed = {
        entry.subject.rpartition("/")[2]: entry.delivery.time
        for entry in desk.played
        if isinstance(entry.event, WagerPlaced) and entry.delivery.time
    }
    assert placed == {"a": "2026-10-25T01:51:00.000000Z", "b": "2026-10-25T00:00:05.000000Z"}
    closed = {entry.delivery.time for entry in desk.played if isinstance(entry.event, RoundClosed)}
    assert closed == {"2026-10-25T02:05:00.000000Z", None}


def test_a_time_that_the_clock_skips_is_refused(desk: Desk) -> None:
    assert feed(desk, changed(startedAt="2026-03-29T03:30:00", settledAt=None)) == {}
    assert list(desk.reasons.values()) == [
        "startedAt: '2026-03-29T03:30:00' does not exist in Europe/Riga: the clocks were put forward past it; correct the"
        " time or the zone"
    ]


@pytest.mark.parametrize("year", ["0001", "1969", "9999"])
def test_a_time_at_the_ends_of_the_calendar_is_refused(desk: Desk, year: str) -> None:
    for day in ("01-01 00:00:00", "12-31 23:59:59"):
        assert feed(desk, changed(startedAt=f"{year}-{day}")) == {}
    assert len(desk.refused) == 2


def test_times_with_an_offset_need_no_clock(desk: Desk) -> None:
    feed(desk, GAME)
    assert desk.feed(json.dumps(GAME), "live-history", "games.ndjson", STUDIO).keys() == {"known"}


def test_without_a_zone_the_refusal_says_what_to_write(desk: Desk) -> None:
    assert feed(desk, game("a", "12:00:00"), mapping=STUDIO) == {}
    assert list(desk.reasons.values()) == [
        "startedAt '2026-10-25 12:00:00' has no offset; name the zone of the supplier's clock as `zone` under [time] in the"
        " mapping"
    ]


def test_lines_that_are_no_games_are_refused_as_before(desk: Desk) -> None:
    feed_text = b'nonsense\n{"a": \xff}\n[1]\n' + lined([game("a", "12:00:00"), {"gameType": "moneywheel"}])
    assert desk.feed(feed_text, "live-history", "games.ndjson", RIGA)["quarantined"] == 4
    assert begun(desk) == {"a": "10:00"}


def test_times_deep_in_a_message_are_read_and_an_unknown_part_may_be_of_any_depth(desk: Desk) -> None:
    decided = [{"type": "Hit", "recordedAt": "2026-10-25 12:00:07"}]
    hand = {"cards": ["TD", "5H"], "splitHand": {"cards": ["9D", "2H"], "decisions": decided}}
    blackjack = {**BLACKJACK, "startedAt": "2026-10-25 12:00:00", "settledAt": None}
    blackjack["result"] = {**BLACKJACK["result"], "seats": {"Seat2": hand, "Seat5": BLACKJACK["result"]["seats"]["Seat5"]}}
    deep: Any = 1
    for _ in range(600):
        deep = {"a": deep}
    blackjack["jackpot"] = deep
    message = {"transmissionID": "1", "messageType": "game", "data": blackjack}
    feed(desk, message, mapping=STUDIO_OF_TWO + '\n[time]\nzone = "Europe/Riga"\n')
    assert [reason.partition(";")[0] for reason in desk.reasons.values()] == ["nobody knows what these fields are: jackpot"]
    decision_times = [entry.delivery.time for entry in desk.played if isinstance(entry.event, DecisionMade)]
    assert "2026-10-25T10:00:07.000000Z" in decision_times


def test_a_zone_that_is_none_refuses_the_mapping() -> None:
    with pytest.raises(MalformedMapping, match="'Europe/Rigga' is no IANA time zone"):
        parse_studio_mapping(RIGA.replace("Riga", "Rigga"))

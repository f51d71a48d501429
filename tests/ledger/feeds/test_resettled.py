"""A supplier settles a game again: what is on record stays, and the difference is a payment or one taken back."""

import json
from collections import Counter
from typing import Any, Final

import pytest

from ledger.events.play import IrregularityReported, PaymentTakenBack, RoundClosed, WagerReturned
from ledger.ingest import IngestOutcome
from projections.table_days import TableDays
from replay.ruling.ruling import Ruling, rule
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.games import DAY, STUDIO, changed, lined, listed

ROUND: Final = f"{DAY}/18aa3f0c77"


def game(payout: object, settled_at: str = "2026-11-20T03:12:31.904Z", **fields: Any) -> dict[str, Any]:
    """One bet of 10.00 on banco, which wins with 7 against 5; the pay is 19 to 20, so that 19.50 is due."""
    bet = {"code": "BAC_Banker", "stake": 10, "payout": payout, "transactionId": "c0a8-1"}
    participants = [{"playerId": "P1", "currency": "EUR", "bets": [bet]}]
    return changed(participants=participants, settledAt=settled_at, **fields)


def feed(desk: Desk, *games: dict[str, Any]) -> Counter[IngestOutcome]:
    return desk.feed(lined(list(games)), "live-history", "games.ndjson", STUDIO)


def money(desk: Desk) -> list[tuple[str, int, str | None]]:
    """What was paid and taken back on record, in the order of the source, with the times of day."""
    entries = [entry for entry in desk.played if entry.subject == ROUND]
    return [
        (entry.event.WORD, entry.event.amount_minor, entry.delivery.time and entry.delivery.time[11:19])
        for entry in sorted(entries, key=lambda entry: entry.delivery.sequence or 0)
        if isinstance(entry.event, WagerReturned | PaymentTakenBack)
    ]


def ruled(desk: Desk) -> Ruling:
    return rule(TableDays(desk.ledger).get(DAY), ROUND)


FIRST: Final = game(20)
CORRECTED: Final = game(19.5, "2026-11-20T03:12:40Z")


def test_a_lower_payout_is_a_payment_taken_back(desk: Desk) -> None:
    feed(desk, FIRST)
    assert feed(desk, CORRECTED) == {"known": 14, "recorded": 1}
    assert desk.refused == []
    assert money(desk) == [("pay", 2000, "03:12:31"), ("take_back", 50, "03:12:40")]
    (back,) = [entry for entry in desk.played if isinstance(entry.event, PaymentTakenBack)]
    assert back.event == PaymentTakenBack(wager="w1", amount_minor=50, by="supplier")
    assert back.delivery.correlation == "c0a8-1"


def test_the_corrected_game_stands_and_says_so(desk: Desk) -> None:
    feed(desk, FIRST, CORRECTED)
    ruling = ruled(desk)
    (award,) = ruling.awards
    assert ruling.verdict == "stands"
    assert [finding.kind for finding in ruling.findings] == ["payment_corrected"]
    assert (award.wager_due.paid_minor, award.wager_due.taken_back_minor, award.awarded_minor) == (2000, 50, 1950)


def test_a_higher_payout_is_a_further_payment(desk: Desk) -> None:
    feed(desk, game(10))
    assert feed(desk, CORRECTED) == {"known": 14, "recorded": 1}
    assert money(desk) == [("pay", 1000, "03:12:31"), ("pay", 950, "03:12:40")]
    assert (ruled(desk).verdict, ruled(desk).findings) == ("stands", ())


@pytest.mark.parametrize("write", [lined, listed])
def test_both_settlements_may_stand_in_one_file(desk: Desk, write: Any) -> None:
    assert desk.feed(write([FIRST, CORRECTED]), "live-history", "games.ndjson", STUDIO)["recorded"] == 15
    assert money(desk) == [("pay", 2000, "03:12:31"), ("take_back", 50, "03:12:40")]


def test_settlements_fed_again_add_nothing(desk: Desk) -> None:
    third = game(20, "2026-11-20T03:12:50Z")
    feed(desk, FIRST, CORRECTED, third)
    stored = len(desk.ledger.entries())
    for again in (FIRST, CORRECTED, third, CORRECTED):
        assert set(feed(desk, again)) == {"known"}
    assert feed(desk, third, FIRST, CORRECTED).keys() == {"known"}
    assert len(desk.ledger.entries()) == stored
    assert [amount for word, amount, _ in money(desk) if word == "pay"] == [2000, 50]


def test_the_same_payouts_settled_later_add_nothing(desk: Desk) -> None:
    feed(desk, FIRST)
    assert set(feed(desk, game(20, "2026-11-20T04:00:00Z"))) == {"known"}


def test_a_settlement_that_comes_late_was_taken_back_since(desk: Desk) -> None:
    feed(desk, CORRECTED)
    assert feed(desk, FIRST) == {"known": 14, "recorded": 2}
    assert sorted(money(desk)) == [("pay", 50, "03:12:31"), ("pay", 1950, "03:12:40"), ("take_back", 50, "03:12:40")]
    assert ruled(desk).verdict == "stands"


def test_a_payout_that_was_missing_is_paid(desk: Desk) -> None:
    unsettled = game(None)
    del unsettled["participants"][0]["bets"][0]["payout"]
    feed(desk, unsettled)
    feed(desk, CORRECTED)
    assert money(desk) == [("pay", 1950, "03:12:40")]


def test_a_status_that_is_new_is_reported_and_the_game_closed_once(desk: Desk) -> None:
    feed(desk, FIRST)
    feed(desk, game(10, "2026-11-20T03:20:00Z", status="Cancelled"))
    events = [entry.event for entry in desk.played if entry.subject == ROUND]
    assert [event for event in events if isinstance(event, IrregularityReported)] == [
        IrregularityReported(kind="game_cancelled", by="supplier")
    ]
    assert sum(isinstance(event, RoundClosed) for event in events) == 1
    assert desk.refused == []


def test_a_game_settled_again_after_the_next_one_began_was_corrected_late(desk: Desk) -> None:
    following = game(0, "2026-11-20T03:13:40Z", id="18aa3f0c78", startedAt="2026-11-20T03:13:04.250Z")
    feed(desk, FIRST, following, game(19.5, "2026-11-20T03:30:00Z"))
    assert [finding.kind for finding in ruled(desk).findings] == ["taken_back_late"]
    assert ruled(desk).verdict == "stands"


def test_other_bets_contradict_the_record(desk: Desk) -> None:
    feed(desk, FIRST)
    other = json.loads(json.dumps(CORRECTED))
    other["participants"][0]["bets"][0]["stake"] = 20
    assert feed(desk, other)["conflicting"] > 0
    assert money(desk) == [("pay", 2000, "03:12:31")]


def test_other_cards_contradict_the_record_and_the_payments_count(desk: Desk) -> None:
    feed(desk, FIRST)
    other = json.loads(json.dumps(CORRECTED))
    other["result"]["player"]["cards"][2] = "QS"
    assert feed(desk, other)["conflicting"] == 1
    assert money(desk) == [("pay", 2000, "03:12:31"), ("take_back", 50, "03:12:40")]

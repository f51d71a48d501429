"""Decisions by command: what holds is recorded as an event, what is refused as an attempt, on either database."""

from collections.abc import Iterator

import pytest

from ledger.application import Ledger
from ledger.errors import UnknownRound
from ledger.events.decisions import DecisionRefused, HandInvalidated, RoundVoided, ShoeVoided, ShoeVoidReversed
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.subjects import HOUSE
from replay.editions.loader import shipped_text
from tests.ledgers import opened

DAY = "BJ-1/2026-11-20"
NEXT_DAY = "BJ-1/2026-11-21"
ROUND = f"{DAY}/1"
PLAY = (
    f"{DAY}: table blackjack ccl CZK; shoe S1 6",
    f"{ROUND}: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand; D Js; close",
)


@pytest.fixture
def played(ledger_url: str) -> Iterator[Ledger]:
    """A ledger with a round of a shoe, under the Czech house."""
    with opened(ledger_url) as ledger:
        ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
        tell(ledger, *PLAY)
        yield ledger


def tell(ledger: Ledger, *lines: str, source: str = "table/BJ-1") -> None:
    transcript = Transcript(source)
    ledger.ingest(incoming_deliveries([delivery for line in lines for delivery in transcript.read(line)], "feed"))


def test_a_decision_says_who_when_why_on_which_clause_and_on_what_basis(played: Ledger) -> None:
    event = ShoeVoided(shoe="S1", by="M1", role="management", reason="no_riffle", basis="2-14")
    decision = played.decide(DAY, event)
    assert (decision.refused, decision.clause, decision.act, decision.scope, decision.shoe) == (
        None,
        "CCL-7",
        "void_shoe",
        "shoe",
        "S1",
    )
    entry = played.entries()[-1]
    assert entry.event == event.model_copy(update={"clause": "CCL-7"})
    assert (entry.position, entry.subject, entry.source) == (decision.position, DAY, HOUSE)
    assert entry.delivery.time == entry.recorded_at


def test_a_refused_attempt_is_an_event_too(played: Ledger) -> None:
    decision = played.decide(DAY, ShoeVoided(shoe="S1", by="D1", role="dealer", reason="no_riffle"))
    assert decision.refused == "CCL-7 gives this to management; D1 acted as dealer"
    event = played.entries()[-1].event
    assert isinstance(event, DecisionRefused)
    assert (event.act, event.by, event.role, event.reason, event.shoe) == ("void_shoe", "D1", "dealer", "no_riffle", "S1")
    assert (event.clause, event.refused, event.scope) == ("CCL-7", decision.refused, "shoe")
    assert played.decide(DAY, ShoeVoided(shoe="S1", by="management")).refused is None


def test_a_void_shoe_is_not_voided_again_until_that_is_taken_back(played: Ledger) -> None:
    void, back = ShoeVoided(shoe="S1", by="management"), ShoeVoidReversed(shoe="S1", by="management")
    found = [played.decide(DAY, event).refused for event in (back, void, void, back, back, void)]
    assert found == ["the shoe is not void", None, "the shoe is void already", None, "the shoe is not void", None]
    assert len({entry.delivery.key for entry in played.entries()}) == played.size()


def test_a_command_and_a_transcript_meet_in_the_same_state(played: Ledger) -> None:
    tell(played, f"{DAY}: void_shoe S1 management", source="transcript/night")
    assert played.decide(DAY, ShoeVoided(shoe="S1", by="management")).refused == "the shoe is void already"
    assert played.decide(DAY, ShoeVoidReversed(shoe="S1", by="management")).refused is None


def test_what_a_transcript_tells_of_a_decision_without_authority_voids_nothing(played: Ledger) -> None:
    tell(played, f"{DAY}: void_shoe S1 dealer", source="transcript/night")
    assert played.standings(DAY, played.entries(f"table/{DAY}")).shoes["S1"].standing == "in_play"
    assert played.decide(DAY, ShoeVoided(shoe="S1", by="management")).refused is None


def test_hands_and_rounds(played: Ledger) -> None:
    assert played.decide(ROUND, HandInvalidated(by="management", box=1)).clause == "CCL-18"
    assert played.decide(ROUND, HandInvalidated(by="management", box=1)).refused == "that is decided already"
    assert played.decide(ROUND, RoundVoided(by="M1", role="management")).clause == "CCL-40"
    assert played.decide(ROUND, HandInvalidated(by="management", box=2)).refused == "the round is void"


@pytest.mark.parametrize("subject", [f"{DAY}/9", "BJ-2/2026-11-20", "BJ-1/2026-11-19/1"])
def test_what_is_not_on_record_cannot_be_decided_on(played: Ledger, subject: str) -> None:
    before = played.size()
    with pytest.raises(UnknownRound):
        played.decide(subject, RoundVoided(by="management"))
    assert played.size() == before


def test_two_who_decide_at_once_do_not_both_hold(played: Ledger, ledger_url: str) -> None:
    """The other one's ledger knows of nothing that happened since it was opened; the store tells it."""
    with opened(ledger_url) as other:
        other.decide(ROUND, RoundVoided(by="inspector"))
        assert played.decide(DAY, ShoeVoided(shoe="S1", by="management")).refused is None
        assert other.decide(DAY, ShoeVoided(shoe="S1", by="management")).refused == "the shoe is void already"


def test_a_shoe_that_outlives_the_day_is_decided_on_in_the_day_it_was_made(played: Ledger) -> None:
    tell(played, f"{NEXT_DAY}: table blackjack ccl CZK", f"{NEXT_DAY}/1: open; 1 Th D 8h", source="table/next")
    decision = played.decide(NEXT_DAY, ShoeVoided(shoe="S1", by="management"))
    assert (decision.refused, decision.entry.subject) == (None, DAY)
    tell(played, f"{NEXT_DAY}: reverse_void_shoe S1 management", source="transcript/next")
    assert played.standings(DAY, played.entries(f"table/{DAY}")).shoes["S1"].standing == "reversed"

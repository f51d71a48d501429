"""A house's own edition rules what is decided after it was adopted: nobody gives himself authority over last week."""

from collections.abc import Iterator

import pytest

from ledger.acts.roster import SignedBy
from ledger.application import Ledger
from ledger.edition_acts import adopt_edition, confirm_adoption
from ledger.events.decisions import RoundVoided
from ledger.events.house import AdoptionConfirmed, EditionAdopted
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.merkle import digest
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.ledger.roster.people import begin, key_of
from tests.ledgers import AT

DAY = "BJ-1/2026-11-13"
ROUND = f"{DAY}/1"
PLAYED = "open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand P1; D Js; pay w1 20000; close"
TEXT = (
    shipped_text("ccl")
    .replace('edition = "2026.3"', 'edition = "house.1"')
    .replace('void_round = { roles = ["management"]', 'void_round = { roles = ["inspector"]')
)


@pytest.fixture
def house(ledger_url: str) -> Iterator[Ledger]:
    """A round of last week, by the edition that ships."""
    with Ledger(ledger_url, clock=lambda: AT) as ledger:
        ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
        transcript = Transcript("table/BJ-1")
        lines = (f"{DAY}: table blackjack ccl CZK; shoe S1 6; dealer D7", f"{ROUND}: {PLAYED}")
        played = [delivery for line in lines for delivery in transcript.read(line)]
        ledger.ingest(incoming_deliveries(played, "feed"))
        yield ledger


def adoption(by: str, role: str | None, *, back_dated: bool = False, reason: str | None = None) -> EditionAdopted:
    return EditionAdopted.model_validate(
        {
            "rulebook": "ccl",
            "edition": "house.1",
            "digest": digest(TEXT.encode()),
            "text": TEXT,
            "by": by,
            "role": role,
            "back_dated": back_dated,
            "reason": reason,
        }
    )


def seconded(ledger: Ledger, by: str) -> str | None:
    row = ledger.adoptions().rows[-1]
    return confirm_adoption(ledger, AdoptionConfirmed(by=by, role="management", adoption=row.entry.position))


def void(ledger: Ledger, by: str, role: str) -> str | None:
    return ledger.decide(ROUND, RoundVoided.model_validate({"by": by, "role": role, "reason": "tried"})).refused


def findings(ledger: Ledger) -> list[str]:
    (ruling,) = TableDays(ledger).rulings([ROUND])
    return [finding.kind for finding in ruling.findings]


def test_an_edition_that_is_adopted_now_gives_nobody_authority_over_last_week(house: Ledger) -> None:
    assert adopt_edition(house, adoption("M1", "management")) == ("recorded", None)
    assert seconded(house, "M2") is None
    assert "CCL-40 gives this to management; I1 acted as inspector" in (void(house, "I1", "inspector") or "")
    assert void(house, "M1", "management") is None


def test_one_that_is_dated_back_takes_two_persons_a_reason_and_is_named_in_each_ruling(house: Ledger) -> None:
    assert "for a reason" in (adopt_edition(house, adoption("M1", "management", back_dated=True))[1] or "")
    dated = adoption("M1", "management", back_dated=True, reason="forgotten")
    assert adopt_edition(house, dated) == ("recorded", None)
    assert void(house, "I1", "inspector") is not None
    assert "another person must confirm it" in (seconded(house, "m-1") or "")
    assert seconded(house, "M2") is None
    assert "edition_back_dated" in findings(house)
    assert void(house, "I1", "inspector") is None


def test_a_decision_taken_before_stands_by_the_authority_known_then(house: Ledger) -> None:
    assert void(house, "M1", "management") is None
    adopt_edition(house, adoption("M1", "management", back_dated=True, reason="forgotten"))
    assert seconded(house, "M2") is None
    (ruling,) = TableDays(house).rulings([ROUND])
    assert ruling.round.standing == "void"


@pytest.mark.parametrize(("by", "role"), [("nobody", None), ("M1", "management"), ("D7", "dealer")])
def test_once_the_roster_is_required_an_edition_that_nobody_signed_is_none(
    house: Ledger, by: str, role: str | None
) -> None:
    begin(house, [("D7", "dealer"), ("I1", "inspector")], required=True)
    _, why = adopt_edition(house, adoption(by, role))
    assert "the roster is required here" in (why or "")
    assert [row.event.edition for row in house.adoptions().holding("ccl")] == ["2026.3"]


def test_a_dealer_who_signs_adopts_nothing(house: Ledger) -> None:
    begin(house, [("D7", "dealer")], required=True)
    house.signer = key_of("D7")
    assert house.signed_by(adoption("D7", "dealer")) == SignedBy("D7", key_of("D7").fingerprint)
    _, why = adopt_edition(house, adoption("D7", "dealer"))
    assert "gives this to management or direction; D7 acted as dealer" in (why or "")
    _, why = adopt_edition(house, adoption("D7", "management"))
    assert "the roster has D7 as dealer" in (why or "")

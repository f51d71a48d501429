"""A house adopts another engine: two persons do, and earlier rulings are made anew from the day on that they name."""

from typing import Any

import pytest

from ledger.application import Ledger
from ledger.edition_acts import adopt_engine, confirm_engine
from ledger.events.house import EngineAdoptionCarriedOut, EngineAdoptionConfirmed
from ledger.events.rulings import IrregularityWithdrawn, RoundRuled
from projections.following.read_models import open_read_models
from projections.read_models.register import register
from projections.rulings.events import engine_digest
from projections.rulings.process import catch_up, rulings_behind
from replay.editions.loader import shipped_text
from tests.ledger.roster.people import begin, key_of
from tests.projections.rulings.engines import adopted, adoption, engine_that_overlooks
from tests.projections.rulings.test_on_record import DAY, ROUND, UNDERDRAWN, OnRecord, deliveries, on_record, take_in

EARLIER = "BAC-1/2026-11-19"


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """Two days with the same fault, ruled on by the engine that finds it."""
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    take_in(ledger, deliveries(UNDERDRAWN))
    take_in(ledger, [_earlier(delivery) for delivery in deliveries(UNDERDRAWN)])
    catch_up(ledger)
    return ledger


def _earlier(delivery: Any) -> Any:
    time = delivery.time.replace("11-20", "11-19")
    return delivery._replace(
        id=f"e{delivery.id}", source="table/E", subject=delivery.subject.replace(DAY, EARLIER), time=time
    )


def carried_out(ledger: Ledger) -> list[Any]:
    return [entry.event for entry in ledger.entries("engine") if isinstance(entry.event, EngineAdoptionCarriedOut)]


def test_an_adopted_engine_makes_anew_what_was_ruled_from_the_day_on_that_is_named(house: Ledger) -> None:
    before, size = on_record(house), house.size()
    with engine_that_overlooks("underdraw"):
        catch_up(house)
        assert house.size() == size, "an engine that nobody adopted leaves alone what is on record"
        position = adopted(house, "2026-11-20")
        assert rulings_behind(house) == 2, "the adoption and its confirmation are still to be ruled on"
        catch_up(house)
        after = OnRecord(on_record(house).entries[len(before.entries) :])
        (withdrawn,), (ruled,) = after.of(IrregularityWithdrawn), after.of(RoundRuled)
        assert (withdrawn.event.reason, withdrawn.event.cause) == ("engine", position)
        assert (ruled.subject, ruled.event.reason) == (ROUND, "engine")
        assert ruled.event.supersedes == next(e.position for e in before.of(RoundRuled) if e.subject == ROUND)
        assert ("1", "underdraw") in on_record(house, EARLIER).kinds()
        assert on_record(house, EARLIER).of(IrregularityWithdrawn) == [], "earlier days are left alone"
        assert [(event.adoption, event.days) for event in carried_out(house)] == [(position, 1)]
        size = house.size()
        catch_up(house)
        assert (house.size(), rulings_behind(house)) == (size, 0)
    catch_up(house)
    assert house.size() == size, "the engine of before takes nothing back"


def test_an_adoption_without_a_day_is_on_record_and_leaves_earlier_rulings_alone(house: Ledger) -> None:
    with engine_that_overlooks("underdraw"):
        adopted(house)
        size = house.size()
        catch_up(house)
        assert (house.size(), carried_out(house), rulings_behind(house)) == (size, [], 0)


def test_it_is_carried_out_by_the_engine_that_was_adopted_whoever_read_it_before(house: Ledger) -> None:
    """A program of the version before is still running when the house adopts, and reads the adoption first."""
    with engine_that_overlooks("underdraw"):
        adopted(house, "2026-11-01")
    size = house.size()
    catch_up(house)
    assert (house.size(), carried_out(house)) == (size, [])
    with engine_that_overlooks("underdraw"):
        catch_up(house)
        assert [event.days for event in carried_out(house)] == [2]
        assert len(on_record(house, EARLIER).of(IrregularityWithdrawn)) == 1


def test_a_later_adoption_of_another_engine_ends_it(house: Ledger) -> None:
    with engine_that_overlooks("underdraw"):
        adopted(house, "2026-11-01")
    adopted(house)
    with engine_that_overlooks("underdraw"):
        size = house.size()
        catch_up(house)
        assert house.size() == size


def test_what_came_later_is_ruled_on_by_an_engine_that_nobody_adopted(house: Ledger) -> None:
    """The engine of before would have come to the same: a late fact is no matter of the engine."""
    late = deliveries(f"{ROUND}: notice P-1 inspector", "table/B")[0]
    take_in(house, [late._replace(time="2026-11-20T20:01:00.000000Z")])
    with engine_that_overlooks("underdraw"):
        catch_up(house)
        last = on_record(house).of(RoundRuled)[-1]
        assert (last.subject, last.event.reason) == (ROUND, "delivery")
        (withdrawn,) = on_record(house).of(IrregularityWithdrawn)
        assert withdrawn.event.reason == "delivery"


def test_one_person_alone_adopts_nothing(house: Ledger) -> None:
    with engine_that_overlooks("underdraw"):
        row, refused = adopt_engine(house, adoption("2026-11-01"))
        assert row is not None
        assert (row.position, refused) == (None, None)
        size = house.size()
        catch_up(house)
        assert house.size() == size
        seconded = {"role": "management", "adoption": row.entry.position}
        for by in ("m-1", "management"):
            assert confirm_engine(house, EngineAdoptionConfirmed.model_validate(seconded | {"by": by})) is not None
        assert confirm_engine(house, EngineAdoptionConfirmed(by="D7", role="dealer", adoption=row.entry.position)) == (
            "the house gives this to management or direction; D7 acted as dealer"
        )
        assert (
            confirm_engine(house, EngineAdoptionConfirmed(by="M2", role="direction", adoption=row.entry.position)) is None
        )
        again = confirm_engine(house, EngineAdoptionConfirmed(by="M3", role="direction", adoption=row.entry.position))
        assert again == "no engine waits there for a second person"
        with open_read_models(house) as engine:
            rows = [row for row in register(house, engine) if row["engine"]]
    assert [(row["act"], row["by"], row["status"], row["confirmed_by"], row["claimed"]) for row in rows] == [
        ("adopt_engine", "M1", "confirmed", "M2", True),
        ("confirm_engine", "m-1", "refused", None, True),
        ("confirm_engine", "management", "refused", None, True),
        ("confirm_engine", "D7", "refused", None, True),
        ("confirm_engine", "M3", "refused", None, True),
    ]


@pytest.mark.parametrize(("by", "role"), [("I1", "inspector"), ("M1", None), ("direction", "direction")])
def test_who_has_no_such_office_is_refused_and_the_attempt_is_kept(house: Ledger, by: str, role: str | None) -> None:
    row, refused = adopt_engine(house, adoption(by=by, role=role))
    assert row is None
    assert refused
    (attempt,) = (entry for entry in house.entries("engine") if entry.event.TOPIC == "engine.act_refused.v2")
    assert attempt.event.model_dump(include={"by", "refused", "act", "engine_digest"}) == {
        "by": by,
        "refused": refused,
        "act": "adopt_engine",
        "engine_digest": engine_digest(),
    }


def test_once_the_roster_is_required_an_adoption_is_signed_or_none(house: Ledger) -> None:
    begin(house, [("D7", "dealer")], required=True)
    house.signer = None
    assert "the roster is required here" in (adopt_engine(house, adoption())[1] or "")
    house.signer = key_of("D7")
    assert "the roster has D7 as dealer" in (adopt_engine(house, adoption(by="D7"))[1] or "")
    house.signer = key_of("M1")
    row, refused = adopt_engine(house, adoption("2026-11-01"))
    assert row is not None
    assert refused is None
    assert row.entry.is_signed

"""What is on record of a day is what judging it anew comes to: every reader rests on that."""

from collections.abc import Iterator

import pytest

from bench.corpus import faulted
from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.rulings import RoundRuled
from ledger.ingest import incoming_deliveries
from projections.rulings.judged_again import differences_from_record
from projections.rulings.process import catch_up
from projections.rulings.ruled_day import RuledDay, day_records, ruled_day, what_is_not_ruled_on
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text


def drilled(game: str, rounds: int) -> Iterator[Delivery]:
    """Rounds with faults, each day of them under a name of its own."""
    for number, (story, _) in enumerate(faulted(game, rounds)):
        table, day = story.day.split("/")
        for delivery in (entry.delivery for entry in story.entries if entry.event.FROM_FEEDS):
            subject = delivery.subject.replace(story.day, f"{table}-{number}/{day}", 1)
            yield delivery._replace(subject=subject, source=f"{delivery.source}/{number}", after=())


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """A ledger that knows the shipped editions."""
    for rulebook in SHIPPED_RULEBOOKS:
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
    return ledger


def differences(ledger: Ledger) -> list[str]:
    return [what for day in ledger.table_days() for what in differences_from_record(ledger, ruled_day(ledger, day))]


@pytest.mark.parametrize(("game", "rounds"), [("baccarat", 60), ("blackjack", 30), ("roulette", 30)])
def test_drilled_days_are_on_record_as_they_are_judged(house: Ledger, game: str, rounds: int) -> None:
    house.ingest(incoming_deliveries(list(drilled(game, rounds)), "drill"))
    catch_up(house)
    days = [ruled_day(house, day) for day in house.table_days()]
    assert sum(bool(round_.findings) for day in days for round_ in day.rounds) >= rounds // 3
    assert differences(house) == []


def test_the_sample_evening_is_on_record_as_it_is_judged(house: Ledger) -> None:
    house.ingest(incoming_deliveries(list(evening.deliveries()), "sample"))
    catch_up(house)
    assert differences(house) == []


def test_a_ruling_that_is_not_what_judging_comes_to_is_named(house: Ledger) -> None:
    house.ingest(incoming_deliveries(list(drilled("roulette", 1)), "drill"))
    catch_up(house)
    (day,) = house.table_days()
    records = day_records(house, day)
    changed = [
        record.__class__(record.topic, record.subject, record.id, {**record.data, "staked_minor": 1})
        if record.topic == RoundRuled.TOPIC
        else record
        for record in records
    ]
    what, *_ = differences_from_record(house, RuledDay(day, changed))
    assert what == f"the ruling on {ruled_day(house, day).rounds[0].name} is not the one that the entries give"


def test_what_was_told_after_a_ruling_makes_it_no_other_until_it_is_ruled_on(house: Ledger) -> None:
    coming = list(drilled("roulette", 1))
    closed = next(number for number, delivery in enumerate(coming) if delivery.event.WORD == "close")
    house.ingest(incoming_deliveries(coming[:closed], "drill"))
    catch_up(house)
    house.ingest(incoming_deliveries(coming[closed:], "drill"))
    assert what_is_not_ruled_on(house) == (
        f"{len(coming) - closed} entries are not ruled on yet; `recoup follow --once` rules on them"
    )
    assert differences(house) == []
    catch_up(house)
    assert what_is_not_ruled_on(house) is None
    assert differences(house) == []

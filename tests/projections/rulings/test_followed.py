"""What a process that follows a table puts on record is what judging the whole day anew comes to."""

from collections.abc import Iterable
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.rulings import IrregularityFound, RoundRuled
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.subjects import ruling_stream
from ledger.values.times import format_instant, parse_instant
from projections.rulings.day_draft import comes_to_the_same
from projections.rulings.difference import fresh_ruling, is_on_record
from projections.rulings.on_record import day_rulings
from projections.rulings.process import RulingProcess
from projections.table_days import TableDays
from replay.editions.loader import shipped_edition, shipped_text

BACCARAT: Final = "BAC-1/2026-11-20"
COUP: Final = "open; P 9h B 2c P Td B 5d; call punto; close"
BLACKJACK: Final = "BJ-1/2026-11-{day}: table blackjack ccl CZK; limits main 10000 500000"
LOST: Final = "open; bet w1 P1 main 10000 box=1; nmb; 1 8h D 6s 1 Td; says 1 stand P1; D Kd D 5c; pay w1 0; close"


class Table:
    """A device at a table, and the process that follows it."""

    def __init__(self, ledger: Ledger, source: str = "table/BAC-1", began: str = "2026-11-20T19:00:00.000000Z"):
        self._ledger = ledger
        self._source = source
        self._began = parse_instant(began)
        self.number = 0

    def deliveries(self, *lines: str) -> list[Delivery]:
        transcript, given = Transcript(self._source), list[Delivery]()
        for delivery in (delivery for line in lines for delivery in transcript.read(line)):
            self.number += 1
            time = format_instant(self._began + self.number * 5_000_000)
            given.append(delivery._replace(id=f"d{self.number}", sequence=self.number, time=time))
        return given

    def tell(self, *lines: str) -> None:
        take_in(self._ledger, self.deliveries(*lines))


def take_in(ledger: Ledger, given: Iterable[Delivery]) -> None:
    ledger.ingest(incoming_deliveries(given, "feed"))


def rounds_unlike_the_record(ledger: Ledger) -> list[str]:
    """The rounds on which judging comes to something else than stands on record."""
    table_days, unlike = TableDays(ledger), []
    for day in table_days.days():
        story, standing = table_days.get(day), day_rulings(ledger.entries(ruling_stream(day))).rounds
        unlike += [
            name
            for name in story.rounds
            if name not in standing or not is_on_record(fresh_ruling(story, name), standing[name], comes_to_the_same)
        ]
    return unlike


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """A ledger that knows two shipped editions."""
    for rulebook in ("dcb", "ccl"):
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))
    return ledger


@pytest.fixture
def process(house: Ledger) -> RulingProcess:
    return RulingProcess(house, is_live=True)


def test_what_contradicts_the_record_about_a_round_that_is_opened_later(house: Ledger, process: RulingProcess) -> None:
    table = Table(house)
    for lines in ([f"{BACCARAT}: table baccarat dcb GBP; shoe S1 8", f"{BACCARAT}/1: {COUP}"], [f"{BACCARAT}/2: {COUP}"]):
        table.tell(*lines)
        process.catch_up()
    known = table.number
    (card,) = table.deliveries(f"{BACCARAT}/3: P 9h")
    table.number = known
    take_in(house, [card._replace(id="d3", sequence=3)])
    process.catch_up()
    for line in (f"{BACCARAT}/3: open; P 9h B 2c", f"{BACCARAT}/3: P Td B 5d; call punto; close"):
        table.tell(line)
        process.catch_up()
    assert not rounds_unlike_the_record(house)
    recorded = [(entry.subject, entry.event) for entry in house.entries(ruling_stream(BACCARAT))]
    found = [(subject, event.kind) for subject, event in recorded if isinstance(event, IrregularityFound)]
    assert found == [(f"{BACCARAT}/3", "delivery_conflicted")]


def test_what_is_lost_before_a_word_on_the_table_is_laid_at_the_next_round(house: Ledger, process: RulingProcess) -> None:
    table = Table(house)
    for lines in ([f"{BACCARAT}: table baccarat dcb GBP; shoe S1 8", f"{BACCARAT}/1: {COUP}"], [f"{BACCARAT}/2: {COUP}"]):
        table.tell(*lines)
        process.catch_up()
    table.number += 1
    for line in (f"{BACCARAT}: dealer D2", f"{BACCARAT}/3: open; P 9h", f"{BACCARAT}/3: B 2c P Td B 5d; call punto; close"):
        table.tell(line)
        process.catch_up()
        assert not [name for name in rounds_unlike_the_record(house) if not name.endswith("/3")]
    assert not rounds_unlike_the_record(house)


def test_a_round_that_is_declared_void_while_it_is_dealt(house: Ledger, process: RulingProcess) -> None:
    day = "BJ-1/2026-11-20"
    table = Table(house)
    table.tell(BLACKJACK.format(day=20), f"{day}: shoe S1 6", f"{day}/1: open; bet w1 P1 main 100 box=1; nmb; 1 8h")
    process.catch_up()
    table.tell(f"{day}/1: void_round management reason=x clause=CCL-40")
    process.catch_up()
    assert not rounds_unlike_the_record(house)
    ruled = [entry.event for entry in house.entries(ruling_stream(day)) if isinstance(entry.event, RoundRuled)]
    assert [(event.standing, event.reason) for event in ruled] == [("open", None), ("void", "decision")]


def test_another_account_goes_on_and_its_difference_is_found_once(house: Ledger, process: RulingProcess) -> None:
    day = "BJ-1/2026-11-20"
    table, second = Table(house), Table(house, "transcript/i7")
    table.tell(BLACKJACK.format(day=20), f"{day}: shoe S1 6", f"{day}/1: open; bet w1 P1 main 10000 box=1")
    second.tell(f"{day}/1: open")
    process.catch_up()
    for line in (f"{day}/1: bet w1 P2 main 20000 box=1", f"{day}/1: bet w2 P2 main 10000 box=2"):
        second.tell(line)
        process.catch_up()
        assert not rounds_unlike_the_record(house)
    found = [entry.event for entry in house.entries(ruling_stream(day)) if isinstance(entry.event, IrregularityFound)]
    assert [event.kind for event in found].count("accounts_differ") == 1


@pytest.mark.parametrize("is_live", [True, False])
@pytest.mark.parametrize(
    "late",
    [
        pytest.param([(24, ["shoe S1 6"])], id="the name is another shoe's by then"),
        pytest.param([(day, []) for day in (21, 22, 23)], id="days come between"),
    ],
)
def test_what_takes_a_later_decision_from_an_earlier_day_s_shoe(
    house: Ledger, late: list[tuple[int, list[str]]], *, is_live: bool
) -> None:
    process = RulingProcess(house, is_live=is_live)
    devices = {day: Table(house, f"table/{day}", f"2026-11-{day}T19:00:00.000000Z") for day in (20, 21, 22, 23, 24)}
    openings = {day: devices[day].deliveries(BLACKJACK.format(day=day)) for day in devices}
    first = devices[20].deliveries("BJ-1/2026-11-20: shoe S1 6", f"BJ-1/2026-11-20/1: {LOST}")
    later = [devices[day].deliveries(f"BJ-1/2026-11-{day}: {line}") for day, lines in late for line in lines]
    void = devices[24].deliveries("BJ-1/2026-11-24: void_shoe S1 management reason=x")
    take_in(house, [*openings.pop(20), *first, *openings.pop(24), *void])
    process.catch_up()
    standing = [day_rulings(house.entries(ruling_stream("BJ-1/2026-11-20"))).rounds["BJ-1/2026-11-20/1"].event.standing]
    for given in later or openings.values():
        take_in(house, given)
        process.catch_up()
        assert not rounds_unlike_the_record(house)
    standing.append(day_rulings(house.entries(ruling_stream("BJ-1/2026-11-20"))).rounds["BJ-1/2026-11-20/1"].event.standing)
    assert standing == ["void", "closed"]


def test_a_round_that_is_open_when_the_table_closes_is_ruled_on(house: Ledger, process: RulingProcess) -> None:
    table = Table(house)
    table.tell(f"{BACCARAT}: table baccarat dcb GBP; shoe S1 8", f"{BACCARAT}/1: {COUP}", f"{BACCARAT}/2: open; P 9h B 2c")
    process.catch_up()
    assert rounds_unlike_the_record(house) == [f"{BACCARAT}/2"], "nothing is to be said of it yet"
    table.tell(f"{BACCARAT}: table_closed")
    process.catch_up()
    assert rounds_unlike_the_record(house) == []

"""The edition in force when a round opens judges it, in every game: one that begins to hold in the midst of a day, too."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Final

import pytest

from ledger.application import Ledger
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.effective import RoundOpening, in_force_on
from projections.table_days import TableDays
from replay.editions.loader import shipped_edition, shipped_text
from replay.ruling.ruling import Ruling
from tests.ledgers import opened

NINE: Final = "2026-03-07T21:00:00Z"

HOUSES: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "dcb": (
        "BAC-1: table baccarat dcb GBP; terms P1 500; shoe S1 8",
        "open {at}; bet w P1 any_tie 1000; nmb; P 9h B 6c; {midst}P Td B 3s; call tie; close",
        '"9:1"',
        '"8:1"',
        "10000 9000",
    ),
    "ccl": (
        "BJ-1: table blackjack ccl CZK; shoe S1 6",
        "open {at}; bet w P1 main 20000 box=1; nmb; 1 Ah D 8d; {midst}1 Kc; D Js; close",
        '"3:2"',
        '"6:5"',
        "50000 44000",
    ),
    "eca-roulette": (
        "ROU-1: table roulette eca-roulette EUR",
        "open {at}; bet w J1 straight 1000 numbers=7; spin cw ccw; nmb; revolutions 9 after_call=4; {midst}rest 7; call 7; "
        "dolly 7; close",
        '"35:1"',
        '"36:1"',
        "36000 37000",
    ),
}
"""By house: the table, a round, what the amendment changes, and what is due on the wager before and after."""


@pytest.fixture(params=list(HOUSES))
def amended(request: pytest.FixtureRequest, sqlite_url: str) -> Iterator[tuple[str, Ledger]]:
    """A ledger in which a second edition of a house's rulebook holds from nine o'clock on."""
    name = request.param
    _, _, before, after, _ = HOUSES[name]
    first = shipped_edition(name)
    text = shipped_text(name).replace(f'edition = "{first.name}"', 'edition = "amended"').replace(before, after)
    since = str(first.sheet.edition.in_force)
    assert f"in_force = {since}" in text
    with opened(sqlite_url) as ledger:
        ledger.adopt(name, first.name, shipped_text(name))
        ledger.adopt(name, "amended", text.replace(f"in_force = {since}", f"in_force = {NINE}"))
        yield name, ledger


def rulings(name: str, ledger: Ledger, *rounds: str) -> list[Ruling]:
    table, play, *_ = HOUSES[name]
    day = f"{table.partition(':')[0]}/2026-03-07"
    lines = [f"{day}: {table.partition(': ')[2]}"]
    for number, times in enumerate(rounds, 1):
        at, _, midst = times.partition(" ")
        entries = play.format(at=f"@2026-03-07T{at}:00Z", midst=f"tip P1 0 @2026-03-07T{midst}:00Z; " if midst else "")
        lines.append(f"{day}/{number}: {entries.replace('w J1', f'w{number} J1').replace('w P1', f'w{number} P1')}")
    reader = Transcript("table/1")
    ledger.ingest(incoming_deliveries([delivery for line in lines for delivery in reader.read(line)], "feed"))
    return list(TableDays(ledger).rulings(f"{day}/{number}" for number in range(1, len(rounds) + 1)))


def test_rounds_before_and_after_are_each_judged_by_their_own(amended: tuple[str, Ledger]) -> None:
    name, ledger = amended
    before, after = rulings(name, ledger, "20:59", "21:00")
    assert (before.edition.name, after.edition.name) == (shipped_edition(name).name, "amended")
    assert [ruling.awards[0].awarded_minor for ruling in (before, after)] == list(map(int, HOUSES[name][4].split()))


def test_an_amendment_in_the_midst_of_a_round_is_for_the_next(amended: tuple[str, Ledger]) -> None:
    name, ledger = amended
    within, after = rulings(name, ledger, "20:59 21:01", "21:02")
    assert (within.edition.name, after.edition.name) == (shipped_edition(name).name, "amended")
    assert within.awards[0].awarded_minor == int(HOUSES[name][4].split()[0])


def test_an_edition_in_force_from_a_day_on_holds_from_its_beginning_whatever_the_hour() -> None:
    first, later = date(2026, 3, 1), date(2026, 3, 7)
    midst = datetime(2026, 3, 7, 21, tzinfo=UTC)
    both = [(first, "first"), (later, "later")]
    assert in_force_on(both, RoundOpening(later, "2026-03-07T08:00:00.000000Z")) == "later"
    assert in_force_on(both, date(2026, 3, 6)) == "first"
    assert in_force_on([(first, "first"), (midst, "midst")], later) == "first"
    assert in_force_on([(first, "first"), (midst, "midst")], date(2026, 3, 8)) == "midst"
    assert in_force_on([(midst, "midst")], RoundOpening(later, "2026-03-07T08:00:00.000000Z")) == "midst"
    assert in_force_on([(later, "one"), (later, "two")], later) == "two"
    assert in_force_on([(later, "one")], first) is None


LIMITED: Final = {
    "dcb": ("any_tie", "off_limits"),
    "ccl": ("main", "off_limits"),
    "eca-roulette": ("straight", "off_limits_inside"),
}
"""By house the kind of the wager, and what is found where it is too small."""


@pytest.mark.parametrize("name", list(LIMITED))
def test_the_limits_that_were_posted_when_a_round_opened_bind_it(name: str, sqlite_url: str) -> None:
    """Raised between the call for bets and the wager of round 1: that round keeps the lower ones, the next does not."""
    table, play, *_ = HOUSES[name]
    kind, breach = LIMITED[name]
    day = f"{table.partition(':')[0]}/2026-03-07"
    head, _, rest = play.format(at="", midst="").partition("; ")
    lines = [
        f"{day}: {table.partition(': ')[2]}; limits {kind} 100 90000",
        f"{day}/1: {head.strip()}",
        f"{day}: limits {kind} 30000 90000",
        f"{day}/1: {rest.replace('bet w ', 'bet w1 ')}",
        f"{day}/2: open; {rest.replace('bet w ', 'bet w2 ')}",
    ]
    with opened(sqlite_url) as ledger:
        ledger.adopt(name, "1", shipped_text(name).replace(f'edition = "{shipped_edition(name).name}"', 'edition = "1"'))
        reader = Transcript("table/1")
        ledger.ingest(incoming_deliveries([delivery for line in lines for delivery in reader.read(line)], "feed"))
        first, second = TableDays(ledger).rulings(f"{day}/{number}" for number in (1, 2))
    assert [breach in {finding.kind for finding in ruling.findings} for ruling in (first, second)] == [False, True]

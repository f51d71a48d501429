"""What is recorded and judged in the benchmarks: evenings like a house's, the bundled day again and again, and rounds of
the drill.
"""

import heapq
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice, takewhile
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

from desk.opening import open_or_create
from drill.baccarat.deal import Player, SimulatedBaccaratTable
from drill.baccarat.drill import record_shoe
from drill.baccarat.recording import DAY as DRILLED_DAY
from drill.blackjack.deal import SimulatedBlackjackTable as BlackjackFloor
from drill.blackjack.recording import record_table_day as blackjack_story
from drill.blackjack.rounds import ROUND_NAME as BLACKJACK_ROUND
from drill.blackjack.rounds import drilled_rounds as blackjack_rounds
from drill.blackjack.rounds import lawful_scenario
from drill.roulette.deal import SimulatedRouletteTable as RouletteFloor
from drill.roulette.recording import ROUND_NAME as ROULETTE_ROUND
from drill.roulette.recording import record_table_day as roulette_story
from drill.roulette.rounds import drilled_rounds as roulette_rounds
from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import NoticeGiven
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import LimitsPosted, OddsPosted, SeatLeft, SeatTaken, TableOpened, TermsAgreed
from ledger.events.wheel import ColourValued
from ledger.feeds import cloudevents
from ledger.ingest import incoming_deliveries
from ledger.values.subjects import round_of
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.table_day.builder import TableDay

BATCH: Final = 1000
SEED: Final = 20261121
BOXES: Final = 5
COUPS: Final = 60
"""So many rounds are in a bundled day."""
T = TypeVar("T")


def batched(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Pieces of a sequence (itertools has this from Python 3.12 on)."""
    return (rows[at : at + size] for at in range(0, len(rows), size))


def days(number_of_days: int, first: int = 0) -> Iterator[Delivery]:
    """The bundled day again and again, each under a date of its own: 336 days of a table, then the next table."""
    deliveries = list(evening.deliveries("baccarat"))
    for number in range(first, first + number_of_days):
        table, date = divmod(number, 336)
        name = f"BAC-{table}/2025-{date // 28 + 1:02d}-{date % 28 + 1:02d}"
        for delivery in deliveries:
            subject = delivery.subject.replace(evening.BACCARAT, name)
            yield Delivery(delivery.event, f"bench/{number}", delivery.id, delivery.sequence, subject, delivery.time)


class House(NamedTuple):
    """How many tables a house has under a rulebook, and how many rounds are played at each in an evening."""

    rulebook: str
    tables: int
    rounds: int


HOUSES: Final = (
    House("dcb", 6, 144),
    House("eca-roulette", 5, 100),
    House("ccl", 3, 45),
    House("scb", 2, 45),
    House("fbj", 2, 45),
    House("eca-blackjack", 2, 45),
)
"""Every rulebook that tables play by: three games, twenty tables. (The championship's are about such tables.)"""
FAULTED_ONE_IN: Final = 50
SECONDS_APART: Final = 3
"""So many seconds are at most between two events of a table."""


def forget_checked() -> None:
    """What was checked before is looked at again: a program that has just been started remembers nothing."""
    for remembering in vars(cloudevents).values():
        if hasattr(remembering, "cache_clear"):
            remembering.cache_clear()


_OF_THE_TABLE: Final = (LimitsPosted, OddsPosted, ColourValued, SeatTaken, SeatLeft, ShoePrepared, ShoeClosed)
TableLines = tuple[list[Event], Iterator[list[Event]]]
"""What a table's day opens with, and round after round of it."""


def evenings(count: int) -> Iterator[Delivery]:
    """Evenings of twenty tables of three games, each table telling in its own time; every fiftieth round has a fault."""
    for number in range(count):
        yield from _evening(number)


@cache
def _evening(number: int) -> list[Delivery]:
    day, tables = f"2025-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}", list[list[tuple[int, Delivery]]]()
    for house in HOUSES:
        for table in range(house.tables):
            rng = Random(f"{SEED} {number} {house.rulebook} {table}")
            tables.append(list(table_evening(house, f"{house.rulebook}-{table}/{day}", rng)))
    return [delivery for _, delivery in heapq.merge(*tables, key=itemgetter(0))]


def table_evening(house: House, day: str, rng: Random) -> Iterator[tuple[int, Delivery]]:
    """An evening of a table of a house, each delivery with its time in microseconds since 1970."""
    edition, source = shipped_edition(house.rulebook), f"table/{day.partition('/')[0]}"
    opening, rounds = _LINES[edition.game](edition, rng)
    lines = [(day, event) for event in opening]
    for at, events in enumerate(islice(rounds, house.rounds), 1):
        lines += [(day if isinstance(event, _OF_THE_TABLE) else f"{day}/{at}", event) for event in events]
    at = parse_instant(f"{day.partition('/')[2]}T17:00:00.000000Z")
    for sequence, (subject, event) in enumerate(lines, 1):
        at += rng.randrange(1, SECONDS_APART * 1_000_000)
        yield at, Delivery(event, source, f"{day.partition('/')[2]}.{sequence}", sequence, subject, format_instant(at))


def long_day(rounds: int) -> list[Delivery]:
    """A table's day of so many coups, every shoe another one."""
    baccarat = next(house for house in HOUSES if shipped_edition(house.rulebook).game == "baccarat")
    timed = table_evening(baccarat._replace(rounds=rounds), "BAC-1/2026-01-17", Random(f"{SEED} long day"))
    return [delivery for _, delivery in timed]


def _rounds_named(days: Iterable[TableDay], name: str) -> Iterator[list[Event]]:
    """The round of this name of each of the days, behind what is posted for it and the change of who sits where."""
    seated: set[str] = set()
    for story in days:
        posted = [entry.event for entry in story.entries if round_of(entry.subject) is None]
        events = [entry.event for entry in story.entries if entry.subject == name]
        left = [SeatLeft(player=player) for player in sorted(seated)]
        yield [*left, *(event for event in posted if not isinstance(event, TableOpened)), *events]
        seated = {event.player for event in posted if isinstance(event, SeatTaken)}


def _now_and_then(lawful: Iterator[list[Event]], faulted: Iterator[list[Event]], rng: Random) -> Iterator[list[Event]]:
    for events in lawful:
        yield next(faulted) if rng.randrange(FAULTED_ONE_IN) == 0 else events


def _baccarat_lines(edition: Edition, rng: Random) -> TableLines:
    opening = [delivery.event for delivery in evening.deliveries("baccarat") if delivery.subject == evening.BACCARAT]
    shares = [event for event in opening if isinstance(event, TermsAgreed)]
    table = SimulatedBaccaratTable(edition, [Player(e.player, e.tie_share_bp, 1000) for e in shares], rng.randrange(10**6))
    shoe = table.new_shoe()

    def coups(shoe: str) -> Iterator[list[Event]]:
        while True:
            before: list[Event] = []
            if table.is_spent:
                before = [ShoeClosed(shoe=shoe), ShoePrepared(shoe=(shoe := table.new_shoe()), decks=8)]
            yield [*before, *table.deal_coup().events()]

    drilled = (record_shoe(edition, rng.randrange(10**6), 1)[0] for _ in count())
    faulted = (events for events in _rounds_named(drilled, f"{DRILLED_DAY}/1") if not _is_left_unmended(events))
    return opening, _now_and_then(coups(shoe), faulted, rng)


def _is_left_unmended(events: Iterable[Event]) -> bool:
    """Whether somebody noticed a fault: unless it is put right, every round after it is at fault too."""
    return any(isinstance(event, NoticeGiven) for event in events)


def _blackjack_lines(edition: Edition, rng: Random) -> TableLines:
    floor = BlackjackFloor(edition, rng.randrange(10**6))

    def stories() -> Iterator[TableDay]:
        while True:
            floor.next_round()
            script = lawful_scenario(floor)
            if not script.side_bets and not script.co_player_bets:  # who was there first would have the say next time too
                yield blackjack_story(script, edition, floor.decks)[0]
            cards = [script.card_names.get(n, card) for n, card in enumerate(script.cards_out)]
            floor.remove_cards(len(script.cards_out), cards)

    drilled = (drilled.table_day for drilled in blackjack_rounds(edition, rng.randrange(10**6), 1, 1000))
    faulted = (events for events in _rounds_named(drilled, BLACKJACK_ROUND) if not _is_left_unmended(events))
    return _opening(next(stories())), _now_and_then(_rounds_named(stories(), BLACKJACK_ROUND), faulted, rng)


def _opening(story: TableDay) -> list[Event]:
    return [entry.event for entry in story.entries if isinstance(entry.event, TableOpened)]


def _roulette_lines(edition: Edition, rng: Random) -> TableLines:
    floor = RouletteFloor(edition, rng)

    def stories() -> Iterator[TableDay]:
        while True:
            script = floor.lawful_scenario()
            floor.settle(script)
            yield roulette_story(script, edition)

    drilled = (drilled.table_day for drilled in roulette_rounds(edition, rng.randrange(10**6), 1, 1000))
    faulted = _rounds_named(drilled, ROULETTE_ROUND)
    return _opening(next(stories())), _now_and_then(_rounds_named(stories(), ROULETTE_ROUND), faulted, rng)


_LINES: Final[Mapping[str, Callable[[Edition, Random], TableLines]]] = {
    "baccarat": _baccarat_lines,
    "blackjack": _blackjack_lines,
    "roulette": _roulette_lines,
}


def grown(ledger: Ledger, events: int) -> None:
    """Records bundled days until so many events are on record."""
    record(ledger, islice(days(10**9), events - ledger.size()))


def record(ledger: Ledger, coming: Iterator[Delivery]) -> None:
    """Records all that comes."""
    while batch := list(islice(coming, BATCH)):
        ledger.ingest(incoming_deliveries(batch, "bench"))


class Ledgers:
    """Fresh ledgers with the shipped editions, copied from one that was made once."""

    def __init__(self, folder: Path):
        self._folder, self._made = folder, 0
        self._blank = folder / "blank.db"
        with open_or_create(f"sqlite:///{self._blank}"):
            pass

    def fresh(self) -> Path:
        """The file of a ledger in which nothing was played yet."""
        self._made += 1
        path = self._folder / f"ledger-{self._made}.db"
        shutil.copyfile(self._blank, path)
        return path

    def holding(self, deliveries: Sequence[Delivery]) -> Ledger:
        """An open ledger with these deliveries on record."""
        ledger = Ledger(f"sqlite:///{self.fresh()}")
        for batch in batched(deliveries, BATCH):
            ledger.ingest(incoming_deliveries(batch, "bench"))
        return ledger


Told = tuple[TableDay, Sequence[str]]
"""A day as it was told, and the rounds of it that are judged."""


def clean(game: str, rounds: int) -> list[Told]:
    """Lawful rounds: the bundled table's coups without their mishaps, five boxes of blackjack, spins."""
    return {"baccarat": _coups, "blackjack": _five_boxes, "roulette": _spins}[game](rounds)


def faulted(game: str, rounds: int) -> list[Told]:
    """Rounds as the drill makes them: nearly all with one fault or more (of the coups every second)."""
    drilled: dict[str, Callable[[], list[Told]]] = {
        "baccarat": lambda: [_of_shoe(record_shoe(shipped_edition("dcb"), SEED, rounds)[0])],
        "blackjack": lambda: [
            (drilled_blackjack_round.table_day, (BLACKJACK_ROUND,))
            for drilled_blackjack_round in blackjack_rounds(shipped_edition("ccl"), SEED, 1, rounds)
        ],
        "roulette": lambda: [
            (drilled_roulette_round.table_day, (ROULETTE_ROUND,))
            for drilled_roulette_round in roulette_rounds(shipped_edition("eca-roulette"), SEED, 1, rounds)
        ],
    }
    return drilled[game]()


def _of_shoe(story: TableDay) -> Told:
    return story, tuple(story.rounds)


def _coups(rounds: int) -> list[Told]:
    edition, day = shipped_edition("dcb"), evening.BACCARAT
    opening = [delivery.event for delivery in takewhile(lambda d: d.subject == day, evening.deliveries("baccarat"))]
    players = [Player(event.player, event.tie_share_bp, 1000) for event in opening if isinstance(event, TermsAgreed)]
    table = SimulatedBaccaratTable(edition, players, SEED)
    events: list[tuple[str, Event]] = [(day, event) for event in opening]
    table.new_shoe()
    while table.coup_count < rounds:
        if table.is_spent:
            events += [(day, ShoeClosed(shoe=f"S{table.shoe_count}")), (day, ShoePrepared(shoe=table.new_shoe(), decks=8))]
        coup = table.deal_coup()
        events += [(f"{day}/{table.coup_count}", event) for event in coup.events()]
    deliveries = [Delivery(event, "table/BAC-1", str(n), n, subject) for n, (subject, event) in enumerate(events, 1)]
    entries = [Entry(n, f"table/{day}", n, "", delivery) for n, delivery in enumerate(deliveries, 1)]
    return [_of_shoe(build_table_day(entries, lambda _, __: shipped_edition("dcb")))]


def _five_boxes(rounds: int) -> list[Told]:
    edition = shipped_edition("ccl")
    floor, days = BlackjackFloor(edition, SEED), list[Told]()
    while len(days) < rounds:
        floor.next_round()
        script = lawful_scenario(floor)
        if len(script.main_bets) == BOXES:
            days.append((blackjack_story(script, edition, floor.decks)[0], (BLACKJACK_ROUND,)))
        floor.remove_cards(
            len(script.cards_out), [script.card_names.get(n, card) for n, card in enumerate(script.cards_out)]
        )
    return days


def _spins(rounds: int) -> list[Told]:
    edition = shipped_edition("eca-roulette")
    floor, days = RouletteFloor(edition, Random(SEED)), list[Told]()
    for _ in range(rounds):
        script = floor.lawful_scenario()
        floor.settle(script)
        days.append((roulette_story(script, edition), (ROULETTE_ROUND,)))
    return days

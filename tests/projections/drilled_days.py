"""Days of every rulebook with many rounds, in which something is decided, posted, changed, lost or refused in between."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

from bench.corpus import House, table_evening
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.decisions import RoundSettled, RoundVoided, RoundVoidReversed, ShoeVoided
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.play import CardDealt, NoticeGiven, RoundOpened, WagerReturned
from ledger.events.shoe import CutMade, ShoeClosed, ShoePrepared, ShoeShuffled
from ledger.events.table import DealerChanged, LimitsPosted, SeatLeft, SeatTaken, SourceDeclared, TableOpened
from ledger.values.subjects import HOUSE, round_of, table_day
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition

ROUNDS: Final = 44
SHOE_EVERY: Final = 15
"""So many rounds are dealt from a shoe."""

Line = list[Delivery]
Change = Callable[[Line, Random], Line]


@cache
def evening_of(rulebook: str) -> tuple[Delivery, ...]:
    """A drilled day; where there are cards a new shoe comes every few rounds."""
    game = shipped_edition(rulebook).game
    timed = table_evening(House(rulebook, 1, ROUNDS), f"{rulebook}-0/2026-06-01", Random(rulebook))
    line, shoe, opened = Line(), 0, 0
    for delivery in (delivery for _, delivery in timed):
        if isinstance(delivery.event, ShoePrepared | ShoeClosed):
            continue
        if isinstance(delivery.event, RoundOpened):
            if game != "roulette" and opened % SHOE_EVERY == 0:
                shoe += 1
                about = delivery._replace(subject=table_day(delivery.subject))
                ended = [ShoeClosed(shoe=f"S{shoe - 1}")] if shoe > 1 else []
                prepared = ShoePrepared(shoe=f"S{shoe}", decks=8 if game == "baccarat" else 6)
                line += [about._replace(event=event) for event in (*ended, prepared)]
            opened += 1
        line.append(delivery)
    return tuple(line)


def numbered(line: Sequence[Delivery], source: str = "table/1") -> Line:
    """The same in the order given: with numbers and times that follow each other, but for what the house entered."""
    began, found, number = parse_instant("2026-06-01T17:00:00.000000Z"), Line(), 0
    for at, delivery in enumerate(line):
        time = format_instant(began + at * 2_000_000)
        if delivery.source == HOUSE:
            found.append(delivery._replace(time=time, id=f"decision:{table_day(delivery.subject)}:{at:010}"))
            continue
        number += 1
        found.append(delivery._replace(source=source, id=f"{at}", sequence=number, time=time))
    return found


def _spliced(line: Line, rng: Random, *events: tuple[str, Event]) -> Line:
    """The line with these events, each with its subject, at places drawn by lot, in their order."""
    places = sorted(rng.randrange(len(line) // 8, len(line)) for _ in events)
    found = list(line)
    for place, (subject, event) in reversed(list(zip(places, events, strict=True))):
        found.insert(place, Delivery(event, HOUSE if _is_decided(event) else "", "", None, subject))
    return found


def _is_decided(event: Event) -> bool:
    return isinstance(event, RoundSettled | RoundVoided | RoundVoidReversed | ShoeVoided | DeliveryQuarantined)


def _rounds(line: Line) -> list[str]:
    return list(dict.fromkeys(filter(None, (round_of(each.subject) for each in line))))


def terms(line: Line, rng: Random) -> Line:
    """Limits, seats and dealers change during the day."""
    day = table_day(line[0].subject)
    kinds = sorted({each.event.kind for each in line if hasattr(each.event, "kind") and hasattr(each.event, "stake_minor")})
    return _spliced(
        line,
        rng,
        (day, LimitsPosted(kind=kinds[0], least_minor=100, most_minor=900)),
        (day, SeatTaken(player="P1", seat=1)),
        (day, DealerChanged(dealer="D7")),
        (day, LimitsPosted(kind=kinds[-1], least_minor=1, most_minor=99_000_000)),
        (day, SeatLeft(player="P1")),
    )


def decisions(line: Line, rng: Random) -> Line:
    """People decide on rounds; one decision is taken back, and one has no ground."""
    voided, spared, settled = rng.sample(_rounds(line)[2:-2], 3)
    return _spliced(
        line,
        rng,
        (voided, RoundVoided(by="M1", role="management", reason="cards_on_the_floor")),
        (spared, RoundVoided(by="S1", role="supervisor")),
        (voided, RoundVoidReversed(by="M1", role="management")),
        (settled, RoundSettled(by="M2", role="management", outcome="stands")),
    )


def void_shoe(line: Line, rng: Random) -> Line:
    """A shoe is announced void while it is dealt from, or later."""
    shoe = ShoeVoided(shoe="S2", by="M1", role="management", reason="a_card_too_many")
    return _spliced(line, rng, (table_day(line[0].subject), shoe))


def custody(line: Line, _: Random) -> Line:
    """One shoe is shuffled and cut on record, so that it would be on record of each."""
    day = table_day(line[0].subject)
    at = next(at for at, each in enumerate(line) if isinstance(each.event, ShoePrepared) and each.event.shoe == "S2")
    acts = (ShoeShuffled(shoe="S2", procedure="riffle", by="D1"), CutMade(shoe="S2", by="P1"))
    return [*line[:at], *(Delivery(act, "", "", None, day) for act in acts), *line[at:]]


def notices(line: Line, rng: Random) -> Line:
    """Errors are brought to attention and left as they are."""
    return _spliced(line, rng, *((name, NoticeGiven(by="P1", to="S1")) for name in rng.sample(_rounds(line), 2)))


def late_payments(line: Line, rng: Random) -> Line:
    """Payments are recorded among the lines of later rounds, of the next one and of far ones."""
    found, names = list(line), _rounds(line)
    for apart in (1, 2, len(names) // 2):
        payments = [at for at, each in enumerate(found) if isinstance(each.event, WagerReturned)]
        payment = found.pop(rng.choice(payments[: len(payments) // 3]))
        later = names[min(len(names) - 1, names.index(payment.subject) + apart)]
        at = next(at for at, each in enumerate(found) if each.subject == later)
        found.insert(at + 1, payment._replace(subject=later))
    return found


def opened_before(line: Line, rng: Random) -> Line:
    """Rounds are opened while the one before is being played, and entries of rounds come late."""
    found = list(line)
    for _ in range(6):
        at = rng.choice([at for at, each in enumerate(found) if isinstance(each.event, RoundOpened)][1:])
        found.insert(at - rng.randint(1, 4), found.pop(at))
    for _ in range(3):
        at = rng.randrange(len(found) // 2)
        if round_of(found[at].subject) and not isinstance(found[at].event, RoundOpened | CardDealt):
            found.insert(at + rng.choice([30, 200]), found.pop(at))
    return found


def nothing(line: Line, _: Random) -> Line:
    return line


CHANGES: Final[Mapping[str, Change]] = {
    change.__name__: change
    for change in (nothing, terms, decisions, void_shoe, custody, notices, late_payments, opened_before)
}
"""What can happen in a day of which a part is enough to rule on a round."""
OF_CARDS: Final = (void_shoe, custody)


def with_gap(line: Line, rng: Random) -> Line:
    """A number is left out."""
    at = rng.randrange(len(line) // 3, len(line) // 2)
    return [*line[:at], *line[at + 1 :]]


def with_refusal(line: Line, rng: Random) -> Line:
    """A delivery about a round was refused."""
    event = DeliveryQuarantined(
        digest="sha256:" + "7" * 64, length=1, reason="the line is not JSON", feed="feed", line=1, source=line[0].source
    )
    at = rng.randrange(len(line) // 3, len(line) // 2)
    name = next(name for each in line[at:] if (name := round_of(each.subject)))
    refused = Delivery(event, HOUSE, "refused:1", None, name, line[at].time)
    return [*line[:at], refused, *line[at:]]


def with_second_version(line: Line, rng: Random) -> Line:
    """Another source tells of some rounds too."""
    names = rng.sample(_rounds(line), 3)
    second = [each for each in line if each.subject in names and each.source != HOUSE]
    return [
        *line,
        *(
            each._replace(source="transcript/i7", id=f"i7-{number}", sequence=number)
            for number, each in enumerate(second, 1)
        ),
    ]


def with_clock_back(line: Line, rng: Random) -> Line:
    """A clock is set back for a while."""
    at = rng.randrange(len(line) // 2)
    back = [each._replace(time=line[max(0, at - 60)].time) for each in line[at : at + 20]]
    return [*line[:at], *back, *line[at + 20 :]]


DISTURBANCES: Final[Mapping[str, Change]] = {
    change.__name__: change for change in (with_gap, with_refusal, with_second_version, with_clock_back)
}
"""What can be wrong with the record of a day, once it is numbered."""


def drilled_days(rulebook: str, rng: Random) -> Iterator[tuple[str, Line]]:
    """Days by a rulebook, each with what was changed in it: one thing, or several, or something wrong with the record."""
    line = list(evening_of(rulebook))
    changes = [change for change in CHANGES.values() if "roulette" not in rulebook or change not in OF_CARDS]
    for change in changes:
        yield change.__name__, numbered(change(line, rng))
    several = line
    for change in changes:
        several = change(several, rng)
    yield "several", numbered(several)
    for disturbance in DISTURBANCES.values():
        yield disturbance.__name__, disturbance(numbered(decisions(line, rng)), rng)


def carried_over(rulebook: str) -> Line:
    """Two days of a table: the second is dealt from the shoe that the first one left in play."""
    line = list(evening_of(rulebook))
    names = _rounds(line)
    moved = set(names[SHOE_EVERY + 5 :])
    day = table_day(line[0].subject)
    next_day = f"{day.partition('/')[0]}/2026-06-02"
    first = [each for each in line if each.subject not in moved and not _is_late_shoe(each)]
    second = [
        each._replace(subject=each.subject.replace(day, next_day))
        for each in line
        if each.subject in moved or isinstance(each.event, TableOpened | LimitsPosted | SourceDeclared)
    ]
    return [*numbered(first), *numbered(second, "table/2")]


def _is_late_shoe(delivery: Delivery) -> bool:
    """Whether it is about a shoe behind the second one."""
    name = getattr(delivery.event, "shoe", None)
    return (isinstance(delivery.event, ShoePrepared | ShoeClosed) and name not in ("S1", "S2")) or (
        isinstance(delivery.event, ShoeClosed) and name == "S2"
    )

"""What each format declares of itself is complete, is what docs/formats.md says, and is what happens when it is tried."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from shutil import copy
from typing import Any, Final, NamedTuple

import orjson
import pytest

from desk.opening import open_or_create
from ledger.errors import MalformedMapping
from ledger.events.play import WagerPlaced
from ledger.feeds import cloudevents
from ledger.feeds.format_facts import Handling, UnknownPart
from ledger.feeds.formats import format_named, formats
from ledger.feeds.notation import Transcript
from ledger.values.subjects import table_day
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.ledger.feeds import formats_page, games
from tests.ledger.feeds.conftest import NOW, Desk
from tests.ledger.feeds.test_cammegh import LOG, logged
from tests.ledger.feeds.test_csvmap import FILE, HEADER, ROWS
from tests.ledger.feeds.test_csvmap import MAPPING as COLUMNS
from tests.ledger.feeds.test_csvmap_spins import NOTED, SESSIONS
from tests.ledger.feeds.test_live_games import BLACKJACK, STUDIO, TestRoulette, changed
from tests.ledger.feeds.wheel_wire import MAPPING as WHEEL
from tests.ledger.feeds.wheel_wire import Wheel
from tests.ledger.feeds.wire import BRIDGE, FIRST_COUP, SECOND_COUP, Shoe

DOCS: Final = Path(__file__).parents[3] / "docs"


class Tried(NamedTuple):
    """A file in which everything is known, and the same with something unknown; `word` is the unknown word, where it is
    recorded.
    """

    known: bytes
    odd: bytes
    mapping: str | None = None
    word: str = ""


def tried(known: bytes | str, odd: bytes | str, mapping: str | None = None, word: str = "") -> Tried:
    known, odd = (text.encode() if isinstance(text, str) else text for text in (known, odd))
    return Tried(known, odd, mapping, word)


# The notation, and CloudEvents of the same

NIGHT: Final = """\
BAC-1/2026-11-20: table baccarat dcb CHF; terms P1 500
BAC-1/2026-11-20/1: open; bet w1 P1 banco 4000; nmb; P Th B 3c P 6d B 4s; call banco; pay w1 7800; close
"""
BLACKJACK_NIGHT: Final = """\
BJ-1/2026-11-20: table blackjack ccl CZK
BJ-1/2026-11-20/1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 6c 1 9d; says 1 stay; D 8c D 5c; pay w1 20000; close
"""


def typed(before: str, after: str, word: str = "", night: str = NIGHT) -> Tried:
    assert before in night
    return tried(night, night.replace(before, after, 1), word=word)


def as_events(night: str = NIGHT) -> list[dict[str, Any]]:
    transcript = Transcript("table/1")
    return [orjson.loads(cloudevents.write(each)) for text in night.splitlines() for each in transcript.read(text)]


def sent(topic: str, changes: Mapping[str, object], word: str = "", night: str = NIGHT) -> Tried:
    """The night as CloudEvents, and with attributes of the first event of a topic changed; those in `data` by `data__`."""
    events = as_events(night)
    known = b"\n".join(map(orjson.dumps, events))
    event = next(event for event in events if event["type"] == topic)
    for name, value in changes.items():
        place, field = (event["data"], name.removeprefix("data__")) if name.startswith("data__") else (event, name)
        place[field] = value
    return tried(known, b"\n".join(map(orjson.dumps, events)), word=word)


# Devices


def shoe(data: bytes | None, *, junk: bytes = b"") -> bytes:
    """Two coups, and between their frames another one."""
    sending = Shoe().coup(FIRST_COUP, "banco")
    if data is not None:
        sending.send(data)
    middle = sending.capture + junk
    return middle + sending.coup(SECOND_COUP, "banco").capture[len(sending.capture[: len(middle) - len(junk)]) :]


def framed(*data: bytes) -> list[Tried]:
    return [tried(shoe(None), shoe(each), BRIDGE) for each in data]


def wheel(line: bytes | None) -> bytes:
    """A game, and between its lines another one."""
    spun = Wheel().spin()
    return (spun if line is None else spun.say(line)).win("23").at(2).at(2).capture


def spoken(*lines: bytes) -> list[Tried]:
    return [tried(wheel(None), wheel(line), WHEEL) for line in lines]


# Live histories


def lines(*documents: object) -> str:
    return "\n".join(map(json.dumps, documents))


def coup(word: str = "", **fields: Any) -> Tried:
    return tried(lines(games.GAME), lines(games.changed(**fields)), games.STUDIO, word)


def hand(*path: str | int, to: object, word: str = "") -> Tried:
    return tried(lines(BLACKJACK), lines(changed(*path, to=to)), STUDIO, word)


def bet_on(code: str, word: str) -> Tried:
    spins = [TestRoulette.spin("17", (each, 1, 0)) for each in ("ROU_18", code)]
    return tried(lines(spins[0]), lines(spins[1]), STUDIO, word)


def message(kind: str, data: object) -> Tried:
    whole = {"transmissionID": "1", "messageType": "game", "data": BLACKJACK}
    return tried(lines(whole), lines(whole, {"transmissionID": "2", "messageType": kind, "data": data}), STUDIO)


CASES: Final[Mapping[str, Mapping[str, list[Tried]]]] = {
    "angel-eye": {
        "a byte more or less than the data of a frame have": framed(b"D\x81\xb8\x80", b"D\x81", b"C\x81"),
        "the code of a target, a card, a result, an error or a mode": framed(
            b"D\xb1\xb8", b"D\x81\xf8", b"D\x81\x8e", b"G\xb0", b"E\x89", b"d\xd1\xb8"
        ),
        "the letter of a frame, and bytes that are not a frame": [
            *framed(b"X\x81", b"D1"),
            tried(shoe(None), shoe(None, junk=b"hello"), BRIDGE),
        ],
    },
    "cammegh": {
        "a field more or less than the six of a status": spoken(b"*X;4;017; 3;0;150;1;7", b"*X;4;017; 3;0;150"),
        "a sign for the speed or the direction, and a last number that the wheel does not have": [
            tried(wheel(b"*X;4;017; 3;0;   ; "), wheel(line), WHEEL)
            for line in (b"*X;4;017; 3;0;a%z;1", b"*X;4;017; 3;0;150;9", b"*X;4;017;99;0;150;1", b"*X;4;017;--;0;150;1")
        ],
        "a state, a warning, or a winning number that the wheel does not have": spoken(
            b"*X;7;017; 3;0;150;1", b"*X;4;017; 3;G;150;1", b"*X;5;017;99;0;150;1", b"99"
        ),
        "a line `*F`, `*Y`, `*W`, `*M` or `*R`, and an answer to a program such as `*u 1`": spoken(
            b"*F 12", b"*Y1", b"*W", b"*M3", b"*R", b"*w", b"*u 1", b"*p 7 8"
        ),
        "a remark in words in a log": [
            tried(
                logged("01:30:00.000  *X;2;017; 3;0;150;0", "01:30:01.000  *X;2;017; 3;0;150;0"),
                logged("01:30:00.000  *X;2;017; 3;0;150;0", "01:30:01.000  *X;2;017; 3;0;150;0", "01:30:02.000  Restarted"),
                LOG,
            )
        ],
        "any other line": spoken(b"hello", b"*Q 1", b"*X", b"?"),
    },
    "cloudevents": {
        "an extension attribute": [sent("card.dealt.v1", {name: "x1"}) for name in ("traceparent", "firmware")],
        "a `dataschema` of another maker": [sent("card.dealt.v1", {"dataschema": "https://maker.example/card.json"})],
        "a field of the data that the topic does not have": [sent("card.dealt.v1", {"data__weight": 3})],
        "a kind of bet": [sent("wager.placed.v1", {"data__kind": "dragon"}, "dragon")],
        "a place, a card, a decision or another word with a fixed list": [
            sent("card.dealt.v1", {"data__place": "shelf"}),
            sent("card.dealt.v1", {"data__card": "11h"}),
            sent("wager.placed.v1", {"data__by": "post"}),
            sent("decision.made.v1", {"data__what": "peek"}, night=BLACKJACK_NIGHT),
        ],
        "a topic, or a version of one": [
            sent("card.dealt.v1", {"type": name}) for name in ("card.eaten.v1", "card.dealt.v9")
        ],
        "a `specversion` other than 1.0, data that are not JSON": [
            sent("card.dealt.v1", {"specversion": "0.3"}),
            sent("card.dealt.v1", {"datacontenttype": "text/xml"}),
        ],
    },
    "csv": {
        "a column that the mapping does not name": [
            tried(FILE, "".join(f"{row},{cell}\n" for row, cell in zip((HEADER, *ROWS), "wabc", strict=True)), COLUMNS)
        ],
        "a word in the column of the result, of the bet's kind or of the session": [
            tried(FILE, FILE.replace("Banker,Banker", "Dragon,Banker"), COLUMNS),
            tried(FILE, FILE.replace("Banker,Banker", "Banker,Dragon"), COLUMNS),
            tried(NOTED, NOTED.replace("Saturday", "Sunday"), SESSIONS),
        ],
        "a spelling of a card": [tried(FILE, FILE.replace("3 K 5", "3 Z 5"), COLUMNS)],
        "a row with more or fewer cells than the header": [
            tried(FILE, FILE.replace('47.5,""', '47.5,"",9'), COLUMNS),
            tried(FILE, FILE.replace('47.5,""', "47.5"), COLUMNS),
        ],
    },
    "live-history": {
        "a field of a game": [
            coup(jackpot={"level": 2}),
            coup(participants__0__bets__0__odds=2),
            coup(result__player__colour="red"),
            coup(table__floor="1"),
            hand("result", "seats", "Seat2", "sixCardCharlie", to=True),
        ],
        "a decision": [hand("result", "seats", "Seat5", "decisions", 1, "type", to="EarlyCashOut")],
        "the result of a coup": [coup(result__outcome="Dealer")],
        "the code of a bet": [
            coup("bac_dragon", participants__0__bets__0__code="BAC_Dragon"),
            hand("participants", 0, "bets", 0, "code", to="BJ_LuckySeat2", word="bj_luckyseat"),
            bet_on("ROU_Z5", "rou_z"),
        ],
        "a `status` other than `Resolved`": [coup("game_cancelled", status="Cancelled")],
        "a seat, a card or a currency": [
            coup(result__player__cards=["ZZ", "5H", "KS"]),
            coup(participants__0__currency="mBTC"),
            hand("result", "seats", to={"Place2": {"cards": ["TD", "5H"]}}),
        ],
        "a keep-alive, a tip, a system message": [
            message(kind, {"text": "x"}) for kind in ("keep-alive", "KeepAlive", "tip", "system", "heartbeat")
        ],
        "another `messageType`": [message("jackpotWon", {"amount": 5})],
        "a `gameType` for which the mapping has no opening": [coup(gameType="moneywheel"), coup(gameType="roulette")],
    },
    "notation": {
        "a field that the word does not have": [typed("open", "open weather=fine")],
        "a kind of bet": [typed("banco 4000", "dragon 4000", "dragon")],
        "a place, a card, a decision or another word with a fixed list": [
            typed("B 3c", "Q 3c"),
            typed("B 3c", "B 11c"),
            typed("banco 4000", "banco 4000 by=post"),
            typed("says 1 stay", "says 1 peek", night=BLACKJACK_NIGHT),
        ],
        "a phrase": [typed("nmb", "sneeze")],
        "a remark behind `//`": [
            typed("close\n", "close  // the dealer sneezed\n"),
            typed("BAC-1", "// cold night\nBAC-1"),
        ],
    },
}
"""By format and by what is unknown, files in which it is."""

ALL: Final = [
    pytest.param(name, unknown.what, unknown.handling, case, id=f"{name}: {unknown.what} {number}")
    for name, form in formats().items()
    if form.facts is not None
    for unknown in form.facts.unknown
    for number, case in enumerate(CASES.get(name, {}).get(unknown.what, ()), 1)
]


def stored(desk: Desk) -> Counter[tuple[str, str]]:
    """What is on record from the feed, by the subject and the event; ids and times count for nothing."""
    return Counter((entry.subject, f"{entry.topic} {entry.event!r}") for entry in desk.played)


def for_decision(desk: Desk) -> set[tuple[str, str]]:
    """The bets whose amount is open, by round."""
    days = {table_day(entry.subject) for entry in desk.played}
    found = set()
    for day in days:
        day_of_table = build_table_day(desk.ledger.entries(f"table/{day}"), lambda rulebook, *_: shipped_edition(rulebook))
        for name in day_of_table.rounds:
            found |= {
                (name, award.wager_due.wager) for award in rule(day_of_table, name).awards if award.awarded_minor is None
            }
    return found


def is_wholly_refused(desk: Desk, form: str, case: Tried) -> bool:
    """Whether nothing is recorded of any item that is in the quarantine."""
    numbers = {refused.line for refused in desk.refused}
    items = format_named(form).reader(Path("night.bin"), case.mapping)(BytesIO(case.odd))
    return not any(item.deliveries for item in items if item.number in numbers and item.raw.strip())


def handling(known: Desk, odd: Desk, form: str, case: Tried) -> Handling | None:
    """What happened with the unknown part; None where it was nothing that can be declared."""
    lost, new = stored(known) - stored(odd), stored(odd) - stored(known)
    if odd.refused:
        if is_wholly_refused(odd, form, case):
            return Handling.REFUSED
        return Handling.REFERRED if for_decision(odd) - for_decision(known) else Handling.MARKED
    if not lost and not new:
        has_more = any(entry.delivery.extensions for entry in odd.played)
        return Handling.KEPT if has_more else Handling.READ_PAST
    return Handling.OWN_WORD if case.word and any(repr(case.word) in event for _, event in new) else None


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with an empty ledger."""
    path = tmp_path_factory.mktemp("ledgers") / "empty.db"
    with open_or_create(f"sqlite:///{path}"):
        return path


@pytest.fixture
def desks(tmp_path: Path, empty: Path) -> Iterator[tuple[Desk, Desk]]:
    """Two empty ledgers."""
    with ExitStack() as opened:
        paths = [Path(copy(empty, tmp_path / name)) for name in ("known.db", "odd.db")]
        ledgers = [opened.enter_context(open_or_create(f"sqlite:///{path}")) for path in paths]
        for ledger in ledgers:
            ledger.clock = lambda: NOW
        yield Desk(ledgers[0]), Desk(ledgers[1])


def test_every_format_of_this_package_declares_its_facts() -> None:
    assert [name for name, form in formats().items() if form.facts is None] == []
    for form in formats().values():
        facts = form.facts
        assert facts is not None
        texts = (facts.title, facts.guide, facts.specification, facts.times, facts.tables, facts.currencies)
        assert all(texts), form.name
        assert {unknown.part for unknown in facts.unknown} == set(UnknownPart), form.name


def test_the_page_is_what_the_formats_declare() -> None:
    assert formats_page.written() == formats_page.generated(), "run python -m tests.ledger.feeds.formats_page"


def test_every_section_leads_to_the_guide_of_its_format() -> None:
    for form in formats().values():
        assert form.facts is not None
        page, _, place = form.facts.guide.partition("#")
        headings = re.findall("^#+ (.*)", (DOCS / page).read_text("utf-8"), re.MULTILINE)
        anchors = {re.sub("[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not place or place in anchors


def test_everything_that_is_declared_unknown_is_tried() -> None:
    declared = {name: {each.what for each in form.facts.unknown} for name, form in formats().items() if form.facts}
    assert {name: set(cases) for name, cases in CASES.items()} == declared
    assert all(cases for whats in CASES.values() for cases in whats.values())


@pytest.mark.parametrize(("form", "what", "declared", "case"), ALL)
def test_the_unknown_is_handled_as_declared(
    desks: tuple[Desk, Desk], form: str, what: str, declared: Handling, case: Tried
) -> None:
    known, odd = desks
    known.feed(case.known, form, "night.bin", case.mapping)
    assert known.reasons == {}
    odd.feed(case.odd, form, "night.bin", case.mapping)
    assert handling(known, odd, form, case) == declared, (what, odd.reasons)
    bets = {
        (entry.subject, entry.event.wager)
        for entry in odd.played
        if isinstance(entry.event, WagerPlaced) and case.word and entry.event.kind == case.word
    }
    assert bets <= for_decision(odd)


@pytest.mark.parametrize("name", [name for name, form in formats().items() if form.mapping])
def test_an_unknown_key_of_a_mapping_refuses_the_mapping(name: str) -> None:
    mapping = next(case.mapping for cases in CASES[name].values() for case in cases)
    form = format_named(name)
    form.reader(Path("night.bin"), mapping)
    with pytest.raises(MalformedMapping, match="weather is not a field"):
        form.reader(Path("night.bin"), f'weather = "fine"\n{mapping}')

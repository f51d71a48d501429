"""What is found goes on record: as events, once, withdrawn where it no longer holds, and with the reason."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import orjson
import pytest

from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.errors import UnknownRound
from ledger.events.decisions import RoundSettled
from ledger.events.rulings import (
    RULING_EVENTS,
    EngineUsed,
    IrregularityFound,
    IrregularityWithdrawn,
    RoundNotRuled,
    RoundRuled,
    ShoeRuled,
)
from ledger.events.versions import topics_of
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.mapper import canonical, content
from projections.documents.history import history_documents
from projections.documents.rulings import ruling_documents
from projections.following.comparison import differences
from projections.following.read_models import catch_up as follow_read_models
from projections.following.read_models import open_read_models
from projections.read_models.rows import finding_of
from projections.rulings import events, process
from projections.rulings.events import names_asked
from projections.rulings.on_record import day_rulings
from projections.rulings.process import catch_up, ruled_position, rulings_behind
from projections.table_days import TableDays
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

DAY: Final = "BAC-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
UNDERDRAWN: Final = f"""
{DAY}: table baccarat dcb GBP; shoe S1 8
{ROUND}: open; P 2h B 2c P Tc B As P 2d; call punto; close
{DAY}/2: open; P 9h B 2c P Td B 5d; call punto; close
"""
"""Punto's 2 draws a two, and banco with 3 is due a card that it does not get (DCB-8). The second coup is lawful."""


def deliveries(lines: str, source: str = "table/BAC-1") -> list[Delivery]:
    """What a device tells, numbered as devices number it."""
    transcript = Transcript(source)
    delivered = (delivery for line in lines.strip().splitlines() for delivery in transcript.read(line))
    return [
        delivery._replace(id=f"d{number}", sequence=number, time=f"2026-11-20T19:00:{number:02}.000000Z")
        for number, delivery in enumerate(delivered, 1)
    ]


def take_in(ledger: Ledger, given: list[Delivery]) -> None:
    ledger.ingest(incoming_deliveries(given, "feed"))


@dataclass(frozen=True)
class OnRecord:
    """What is on record of the rulings on a day."""

    entries: list[Entry]

    def of(self, *kinds: type) -> list[Any]:
        return [entry for entry in self.entries if isinstance(entry.event, kinds)]

    def kinds(self) -> list[tuple[str, str]]:
        return [(entry.subject.rpartition("/")[2], entry.event.kind) for entry in self.of(IrregularityFound)]


def on_record(ledger: Ledger, day: str = DAY) -> OnRecord:
    return OnRecord(ledger.entries(f"ruling/{day}"))


@pytest.fixture
def house(ledger: Ledger) -> Ledger:
    """A ledger that knows the shipped edition."""
    ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    return ledger


def test_a_round_is_ruled_on_once_and_what_is_found_is_an_event(house: Ledger) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    recorded = on_record(house)
    assert recorded.kinds() == [("1", "underdraw")]
    ruled = {entry.subject: entry.event for entry in recorded.of(RoundRuled)}
    assert list(ruled) == [ROUND, f"{DAY}/2"]
    assert ruled[ROUND].irregularities == (recorded.of(IrregularityFound)[0].delivery.id,)
    assert ruled[f"{DAY}/2"].irregularities is None
    (finding,) = next(TableDays(house).rulings([ROUND])).findings
    assert finding_of(recorded.of(IrregularityFound)[0].event.model_dump(exclude_none=True)) == finding
    size = house.size()
    catch_up(house)
    catch_up(house)
    assert house.size() == size, "nothing is written again"
    assert (ruled_position(house), rulings_behind(house)) == (size, 0)


def test_a_late_delivery_withdraws_one_irregularity_and_finds_another(house: Ledger) -> None:
    feed = deliveries(UNDERDRAWN)
    late = next(delivery for delivery in feed if content(delivery)["data"].get("card") == "2d")
    take_in(house, [delivery for delivery in feed if delivery is not late])
    catch_up(house)
    before = on_record(house)
    assert ("1", "underdraw") in before.kinds()
    take_in(house, [late])
    position = house.size()
    catch_up(house)
    after = OnRecord(on_record(house).entries[len(before.entries) :])
    withdrawn = {entry.event.irregularity: entry.event for entry in after.of(IrregularityWithdrawn)}
    assert withdrawn.keys() == {entry.delivery.id for entry in before.of(IrregularityFound) if entry.subject == ROUND}
    assert {(event.reason, event.cause) for event in withdrawn.values()} == {("delivery", position)}
    assert after.kinds() == [("1", "underdraw")]
    assert after.of(IrregularityFound)[0].event.particulars["place"] == {"term": "banco"}
    (first, *_), (last,) = before.of(RoundRuled), after.of(RoundRuled)
    assert (last.event.supersedes, last.event.reason, last.event.head) == (first.position, "delivery", position)
    assert list(day_rulings(on_record(house).entries).rounds[ROUND].irregularities) == list(last.event.irregularities)


def test_a_decision_and_a_notice_change_a_ruling_and_say_so(house: Ledger) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    settled = RoundSettled.model_validate({"by": "M1", "role": "management", "reason": "seen_on_film", "outcome": "stands"})
    assert house.decide(ROUND, settled).refused is None
    catch_up(house)
    notice = deliveries(f"{ROUND}: notice P-1 inspector", "table/B")[0]
    take_in(house, [notice._replace(time="2026-11-20T20:01:00.000000Z")])
    catch_up(house)
    ruled = [entry.event for entry in on_record(house).of(RoundRuled) if entry.subject == ROUND]
    assert [(event.standing, event.reason) for event in ruled] == [
        ("closed", None),
        ("stands", "decision"),
        ("disputed", "delivery"),
    ]


def test_another_edition_rules_anew_and_says_so(house: Ledger) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    changed = shipped_text("dcb").replace('edition = "2026.2"', 'edition = "2026.3"')
    house.adopt("dcb", "2026.3", changed.replace("in_force = 2000-01-01", "in_force = 2026-01-01"))
    catch_up(house)
    ruled = on_record(house).of(RoundRuled)
    assert [(entry.subject, entry.event.reason) for entry in ruled[2:]] == [(ROUND, "edition"), (f"{DAY}/2", "edition")]
    engines: list[Any] = [entry.event for entry in house.entries("engine")]
    assert [(type(event), event.edition) for event in engines] == [(EngineUsed, "2026.2"), (EngineUsed, "2026.3")]
    assert on_record(house).of(IrregularityWithdrawn) == [], "it is found under the new edition as it was under the old"


def test_another_engine_rules_nothing_again_by_itself(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    size = house.size()
    monkeypatch.setattr("projections.rulings.events.engine_digest", lambda: "sha256:" + "0" * 64)
    monkeypatch.setattr("projections.rulings.events.document_digest", lambda _: "sha256:" + "1" * 64)
    take_in(house, deliveries(f"{DAY}/3: open; bet w3 P-1 punto 1000; P 9c B 2d P Tc B 5h; call punto; close", "table/B"))
    catch_up(house)
    ruled = [entry for entry in on_record(house).of(RoundRuled) if entry.position > size]
    assert [entry.subject for entry in ruled] == [f"{DAY}/3"], "what rests on what it did is left as it is"


def test_a_shoe_that_is_void_is_on_record(record_evening: "RecordEvening") -> None:
    ledger = record_evening()
    shoes = [entry.event for entry in ledger.entries("ruling/BJ-4/2026-01-17") if isinstance(entry.event, ShoeRuled)]
    assert [(shoe.shoe, shoe.decks, shoe.standing) for shoe in shoes] == [("S3", 6, "void")]
    assert shoes[0].decisions


RecordEvening = Callable[[], Ledger]


@pytest.fixture
def record_evening(sqlite_url: str) -> Iterator[RecordEvening]:
    """Records the bundled evening."""
    ledger = Ledger(sqlite_url)
    for rulebook in ("dcb", "ccl", "scb", "fbj", "eca-roulette"):
        ledger.adopt(rulebook, shipped_edition(rulebook).name, shipped_text(rulebook))

    def record() -> Ledger:
        take_in(ledger, list(evening.deliveries()))
        catch_up(ledger)
        return ledger

    yield record
    ledger.close()


def test_a_lawful_ruling_is_short_and_a_day_grows_by_less_than_a_sixth(record_evening: RecordEvening) -> None:
    ledger = record_evening()
    rows = ledger.recorder.rows(0, ledger.size(), ledger.size())
    play = sum(len(row.state) for row in rows if row.stream.startswith("table/"))
    of_rulings = sum(len(row.state) for row in rows if row.topic in topics_of(RoundRuled))
    lawful = [
        len(canonical(stored["data"]))
        for stored in map(orjson.loads, (row.state for row in rows if row.topic in topics_of(RoundRuled)))
        if stored["data"]["verdict"] == "stands" and len(stored["data"]["outcomes"]) == 1
    ]
    assert max(lawful) <= 610
    assert of_rulings <= play * 15 / 100, (of_rulings, play)


def test_what_was_asked_of_the_edition_is_named(house: Ledger) -> None:
    """The coup asked for the tableau, cited or not, and never for a fourth hand of blackjack."""
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    engine: Any = house.entries("engine")[0]
    event = on_record(house).of(RoundRuled)[0].event
    bits = int(event.asked, 16)
    asked = [name for place, name in enumerate(engine.event.names) if bits >> place & 1]
    assert {"value punto.draws_on", "value natural.from", "conduct underdraw", "reading DCB-11a?"} <= set(asked)
    assert not any(name.startswith("value split") for name in asked)


def test_what_can_be_asked_is_named_again_where_there_is_more_of_it(house: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version has a kind of finding more, which no edition of before has: its rulings mean the same."""
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    names = names_asked(parse_edition(shipped_text("dcb")))
    first = names.index(next(name for name in names if name.startswith("conduct ")))
    more = (*names[:first], "conduct a_kind_more", *names[first:])
    monkeypatch.setattr(events, "_names_by_edition", {})
    monkeypatch.setattr(events, "names_asked", lambda _: more)
    take_in(house, deliveries(UNDERDRAWN.replace(f"{DAY}/", f"{DAY}/1").splitlines()[2], "table/B"))
    catch_up(house)
    used: list[Any] = [entry.event for entry in house.entries("engine")]
    assert [event.names for event in used] == [names, more]
    ruled = on_record(house).of(RoundRuled)
    asked = [
        {name for place, name in enumerate(event.names) if int(entry.event.asked, 16) >> place & 1}
        for event, entry in ((used[0], ruled[0]), (used[1], ruled[-1]))
    ]
    assert asked[0] == asked[1]


def test_a_round_that_is_being_dealt_waits_until_something_is_found(house: Ledger) -> None:
    feed = deliveries(UNDERDRAWN)
    closed = next(place for place, delivery in enumerate(feed) if delivery.event.WORD == "close")
    take_in(house, feed[: closed - 4])  # up to punto's second card
    catch_up(house, is_live=True)
    assert on_record(house).of(RoundRuled) == []
    take_in(house, feed[closed - 4 : closed + 1])
    catch_up(house, is_live=True)
    assert [entry.subject for entry in on_record(house).of(RoundRuled)] == [ROUND]


def test_only_one_rules_at_a_time_and_recording_waits_for_nobody(house: Ledger, ledger_url: str) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    with Ledger(ledger_url) as another, another.recorder.dialect.alone(process.RULING_PROCESS) as is_alone:
        assert is_alone
        assert not process.RulingProcess(house).rule_if_alone()
        take_in(house, deliveries(f"{DAY}/3: open; P 9c B 2d P Tc B 5h; close", "table/B"))
        assert on_record(house).entries == []
        assert rulings_behind(house) == house.size()
    assert process.RulingProcess(house).rule_if_alone()
    assert len(on_record(house).of(RoundRuled)) == 3


@pytest.mark.parametrize("kind", [*RULING_EVENTS, EngineUsed])
def test_no_feed_tells_a_ruling(kind: Any) -> None:
    assert not kind.FROM_FEEDS


def test_the_digest_can_be_made_from_what_the_program_prints(house: Ledger) -> None:
    """By plain JSON: without findings' texts, reconstructions' reasons, and what the ruling rests on."""
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    (document,) = ruling_documents(TableDays(house), [ROUND])
    printed = orjson.loads(orjson.dumps(document.model_dump(mode="json")))
    for name in ("engine", "basis", "totals"):
        del printed[name]
    for finding in printed["findings"]:
        del finding["text"]
    for part in (*printed["outcomes"], *printed["branches"]):
        if part["reconstruction"]:
            del part["reconstruction"]["why"]
            for ask in part["reconstruction"]["ask"]:
                del ask["why"]
    for resolved in printed["resolved"]:
        for name in ("text", "source", "alternatives"):
            del resolved[name]
    digest = "sha256:" + sha256(orjson.dumps(printed, option=orjson.OPT_SORT_KEYS)).hexdigest()
    assert on_record(house).of(RoundRuled)[0].event.document_digest == digest


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("BAC-1", "'BAC-1' is no round and no day of a table; write TABLE/DAY/ROUND or TABLE/DAY"),
        ("BAC-1/2026-02-30", "2026-02-30 is no day of the calendar; write it as YYYY-MM-DD, such as 2026-01-20"),
        (
            "BAC-2/2026-11-20",
            "nothing is on record for BAC-2/2026-11-20; did you mean BAC-1/2026-11-20? `recoup rounds` lists what is",
        ),
        (f"{DAY}/9", f"nothing is on record of rulings on {DAY}/9; `recoup follow --once` rules on what there is"),
    ],
)
def test_the_history_of_what_is_not_there_says_so(house: Ledger, name: str, sentence: str) -> None:
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    with pytest.raises(UnknownRound) as refused:
        history_documents(house, name)
    assert str(refused.value) == sentence


def test_a_round_that_cannot_be_judged_keeps_back_no_other(
    house: Ledger, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is wrong with the program: the others are ruled on, and which one is not is said once."""

    def broken(story: TableDay, name: str) -> Ruling:
        if name == ROUND:
            raise IndexError("tuple index out of range")
        return rule(story, name)

    monkeypatch.setattr("projections.rulings.process.rule", broken)
    take_in(house, deliveries(UNDERDRAWN))
    catch_up(house)
    assert [entry.subject for entry in on_record(house).of(RoundRuled)] == [f"{DAY}/2"]
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"recoup: {ROUND} could not be ruled on, the others are (IndexError")
    assert complaint.count("\n") == 1


def test_a_failure_of_the_program_is_on_record_until_the_round_is_ruled_on(
    house: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands once, `verify` names the round, and the ruling that is made later takes its place."""

    def broken(_: TableDay, name: str) -> Ruling:
        raise IndexError(name)

    *first, last = deliveries(UNDERDRAWN)
    with open_read_models(house) as engine:
        with monkeypatch.context() as patch:
            patch.setattr("projections.rulings.process.rule", broken)
            for given in (first, [last]):
                take_in(house, given)
                follow_read_models(house, engine)
        failures = on_record(house).of(RoundNotRuled)
        assert [(entry.subject, entry.event.fault) for entry in failures] == [
            (ROUND, "IndexError"),
            (f"{DAY}/2", "IndexError"),
        ]
        assert [document.act for document in history_documents(house, ROUND)] == ["not ruled"]
        assert [sentence.partition(" by ")[0] for sentence in differences(house, engine)] == [
            f"{ROUND} could not be ruled on",
            f"{DAY}/2 could not be ruled on",
        ]
        notice = deliveries(f"{ROUND}: notice P-1 inspector", "table/B")[0]
        take_in(house, [notice._replace(time="2026-11-20T20:01:00.000000Z")])
        follow_read_models(house, engine)
        assert [document.act for document in history_documents(house, ROUND)] == ["not ruled", "found", "ruled"]
        assert list(differences(house, engine)) == []

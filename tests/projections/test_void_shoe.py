"""A shoe of sixty rounds that management voids, takes back and voids again: standings, money and replay at every position.

Five kinds of rounds come in turn: two that are won (100.00 each), two that are lost (300.00 and 200.00) and a stand-off
(100.00); P1 plays the odd ones, P2 the even ones. Rounds 1 to 55 are paid, 56 to 59 are over and unpaid, 60 is undecided.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from sqlalchemy import Engine, select

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.decisions import ShoeVoided, ShoeVoidReversed
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.recorder.tables import TRACKING
from ledger.values.subjects import round_of
from projections.answers.status import shoe_status
from projections.following.read_models import catch_up, open_read_models, rebuild
from projections.read_models.tables import DECISIONS, FINDINGS, ROUNDS, SHOES
from projections.table_days import TableDays
from projections.timeline.timeline import timeline_steps
from replay.editions.loader import shipped_text
from replay.ruling.card_sequence import card_sequences
from replay.ruling.ruling import round_standing
from replay.ruling.shoe_totals import group_by_shoe, running_totals

DAY: Final = "BJ-1/2026-11-20"
ALL: Final = 60
KINDS: Final = (
    ("A7", "6A", 10_000, 20_000),  # 18 against a soft 17
    ("T9", "89", 10_000, 20_000),  # 19 against 17
    ("23", "7T", 30_000, 0),  # 5 against 17
    ("45", "8J", 20_000, 0),  # 9 against 18
    ("JQ", "KQ", 10_000, 10_000),  # 20 against 20
)
"""The player's cards, the dealer's, the stake and what goes back."""
VOID: Final = ShoeVoided(shoe="S1", by="M1", role="management", reason="no_riffle")
BACK: Final = ShoeVoidReversed(shoe="S1", by="M1", role="management", reason="video_shows_the_riffle")
BY_DEALER: Final = ShoeVoided(shoe="S1", by="D1", role="dealer")

A: Final = "CCL-7a?"
B: Final = "CCL-7b?"
SUMS: Final = {
    # by the readings of both clauses: due to P1, to P2, to both; what the house still has to give
    ("a", "a"): (310_000, 320_000, 630_000, 80_000),
    ("a", "b"): (280_000, 270_000, 550_000, 0),
    ("b", "a"): (480_000, 480_000, 960_000, 410_000),
    ("b", "b"): (450_000, 430_000, 880_000, 330_000),
}


def shoe() -> Iterator[Delivery]:
    """The shoe's rounds as a table tells them."""
    transcript, dealt = Transcript("table/BJ-1"), Counter[str]()

    def card(rank: str) -> str:
        dealt[rank] += 1
        return rank + "shdc"[(dealt[rank] - 1) // 6]

    yield from transcript.read(f"{DAY}: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6")
    for n in range(1, ALL + 1):
        (first, second), (up, down), stake, back = KINDS[(n - 1) % 5]
        player = "P1" if n % 2 else "P2"
        line = f"open; bet w{n} {player} main {stake} box=1; nmb; 1 {card(first)} D {card(up)} 1 {card(second)}"
        line += f"; says 1 stand; D {card(down)}" if n < ALL else ""
        line += f"; pay w{n} {back}" if n <= 55 else ""
        yield from transcript.read(f"{DAY}/{n}: {line}{'; close' if n < ALL else ''}")


@pytest.fixture
def ledger(sqlite_url: str) -> Iterator[Ledger]:
    with Ledger(sqlite_url) as opened:
        opened.adopt("ccl", "2026.3", shipped_text("ccl"))
        opened.ingest(incoming_deliveries(shoe(), "feed"))
        yield opened


def contents(engine: Engine) -> dict[str, list[Any]]:
    """Everything that the read models say."""
    with engine.connect() as connection:
        return {
            t.name: sorted(map(repr, connection.execute(select(t)).all())) for t in (ROUNDS, SHOES, FINDINGS, DECISIONS)
        }


@pytest.mark.slow
def test_standings_money_and_replay_at_every_position(ledger: Ledger) -> None:
    played = ledger.size()
    steps = _replayed(ledger, played)
    moments = {ledger.decide(DAY, event).position: then for event, then in ((BY_DEALER, "in_play"), (VOID, "void"))}
    moments |= {ledger.decide(DAY, event).position: then for event, then in ((VOID, "void"), (BACK, "reversed"))}
    moments |= {ledger.decide(DAY, VOID).position: "void"}
    assert [*moments.values()] == ["in_play", "void", "void", "reversed", "void"]
    assert [*moments] == [*range(played + 1, played + 6)]
    for position, state in moments.items():
        archive = TableDays(ledger, position)
        story = archive.get(DAY)
        assert story.standings.shoes["S1"].standing == state
        (strip,) = card_sequences(story, "S1", lambda _: ())
        assert shoe_status(strip).word == ("void" if state == "void" else "open")
        assert _standings(story.rounds.values()) == (Counter(void=ALL) if state == "void" else Counter(closed=59, open=1))
        rulings = [*archive.rulings(story.rounds)]
        _the_money_is_right(rulings, void=state == "void")
        assert _replayed(ledger, position) == steps


@pytest.mark.slow
def test_while_it_is_played_every_round_stands_as_it_was_played(ledger: Ledger) -> None:
    """At every seventh position up to the announcement, and at the one after it."""
    entries = ledger.entries(f"table/{DAY}")
    for entry in entries[1::7]:
        rounds = TableDays(ledger, entry.position).get(DAY).rounds
        closed = {e.subject for e in entries if e.position <= entry.position and e.topic == "round.closed.v1"}
        begun = {e.subject for e in entries if e.position <= entry.position} & {
            *filter(None, (round_of(e.subject) for e in entries))
        }
        assert {round_.name for round_ in rounds.values() if round_standing(round_) == "closed"} == closed
        assert set(rounds) == begun


def _standings(rounds: Any) -> Counter[str]:
    return Counter(round_standing(round_) for round_ in rounds)


def _replayed(ledger: Ledger, position: int) -> list[list[str]]:
    """All that was played, step by step."""
    archive = TableDays(ledger, position)
    return [[step.text for step in timeline_steps(ruling)] for ruling in archive.rulings(archive.get(DAY).rounds)]


def _the_money_is_right(rulings: Any, *, void: bool) -> None:
    totals = [*running_totals(rulings)][-1]
    if not void:
        (total,) = totals
        assert (total.total.stake_minor, total.total.paid_minor, total.total.due_minor) == (960_000, 550_000, None)
        assert {ruling.verdict for ruling in rulings} == {"stands"}
        return
    found = {
        (shoe_totals.choices[A], shoe_totals.choices[B]): (
            shoe_totals.players["P1"].due_minor,
            shoe_totals.players["P2"].due_minor,
            shoe_totals.total.due_minor,
            shoe_totals.total.balance_minor,
        )
        for shoe_totals in totals
    }
    assert found == SUMS
    assert {shoe_totals.total.withheld_minor for shoe_totals in totals} == {20_000}
    assert {ruling.verdict for ruling in rulings} == {"void"}
    settled = [ruling for ruling in rulings if {A} == set(ruling.branches[0].choices)]
    stands_off = [ruling for ruling in rulings if not ruling.branches[0].choices]
    assert (len(settled), len(stands_off)) == (44, 11)


@pytest.mark.slow
def test_read_models_that_were_kept_up_say_what_a_rebuild_says(ledger: Ledger) -> None:
    with open_read_models(ledger) as engine:
        states = []
        for event in (BY_DEALER, VOID, BACK, VOID):
            ledger.decide(DAY, event)
            catch_up(ledger, engine)
            kept_up = contents(engine)
            rebuild(ledger, engine)
            assert contents(engine) == kept_up
            states.append(_told(engine))
        assert states == [
            ("in_play", {"closed", "open"}, 1, 1),
            ("void", {"void"}, 2, 1),
            ("reversed", {"closed", "open"}, 3, 1),
            ("void", {"void"}, 4, 1),
        ]


def _told(engine: Engine) -> tuple[str, set[str], int, int]:
    """The shoe's standing, those of its rounds, the decisions and how many of them were refused."""
    with engine.connect() as connection:
        state = connection.scalar(select(SHOES.c.standing))
        rounds = {row.standing for row in connection.execute(select(ROUNDS.c.standing))}
        refused = [row.refused for row in connection.execute(select(DECISIONS.c.refused))]
        assert connection.scalar(select(TRACKING.c.position))
    return str(state), rounds, len(refused), sum(why is not None for why in refused)


CARRIED: Final = (
    "BJ-1/2026-11-20: table blackjack ccl CZK; shoe S1 6",
    "BJ-1/2026-11-20/1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand; D Js; pay w1 20000; close",
    "BJ-1/2026-11-21: table blackjack ccl CZK",
    "BJ-1/2026-11-21/1: open; bet w1 P1 main 10000 box=1; nmb; 1 9h D 8d 1 Kc; says 1 stand; D Jc; pay w1 20000; close",
)


@pytest.mark.parametrize("told_on", ["2026-11-20", "2026-11-21"])
def test_a_void_shoe_that_outlived_a_day_is_void_on_both(told_on: str, sqlite_url: str) -> None:
    """Whichever day's transcript tells it, and whoever rules on which day."""
    with Ledger(sqlite_url) as ledger, open_read_models(ledger) as engine:
        ledger.adopt("ccl", "2026.3", shipped_text("ccl"))
        for lines, source in ((CARRIED, "table/BJ-1"), ([f"BJ-1/{told_on}: void_shoe S1 management"], "transcript/note")):
            transcript = Transcript(source)
            ledger.ingest(incoming_deliveries([delivery for line in lines for delivery in transcript.read(line)], "feed"))
            catch_up(ledger, engine)
        kept_up = contents(engine)
        rebuild(ledger, engine)
        assert contents(engine) == kept_up
        assert len(kept_up["decisions"]) == 1
        for day in ("2026-11-20", "2026-11-21"):
            ruling = next(TableDays(ledger).rulings([f"BJ-1/{day}/1"]))
            assert (round_standing(ruling.round), ruling.verdict) == ("void", "void")
            assert [decision.act for decision in ruling.round.decisions] == ["void_shoe"]
        rulings = [*TableDays(ledger).rulings(["BJ-1/2026-11-20/1", "BJ-1/2026-11-21/1"])]
        assert [len(shoe) for shoe in group_by_shoe(rulings)] == [2]

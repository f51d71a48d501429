"""What the house says of an ambiguity holds for rounds opened afterwards, if whoever says it may."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from desk.opening import migrate
from ledger.application import Ledger
from ledger.events.decisions import AuthorityAct, DecisionRefused
from ledger.events.table import AmbiguityResolved
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from ledger.values.times import parse_instant
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from tests.clauses.dcb.floor import breaks, house, keeps
from tests.clauses.table import Row, Ruled, differences
from tests.ledgers import new_sqlite

EIGHTS: Final = "P 9h B 6c P 9d B 2s; close"
"""A tie: on 100.00 with a share of 5% it is 105.00 where the stake comes back (a), or 5.00 where it does not (b)."""
STAKE: Final = ("DCB-17a?",)
BOTH: Final = Ruled(branches={"DCB-17a?:a": {"w1": 10_500}, "DCB-17a?:b": {"w1": 500}})
LATER: Final = "resolved DCB-17a? b management effective_at=2026-11-20T21:00:00.000000Z"

ROWS: Final = (
    keeps(
        "DCB-2a?",
        "Management resolves it between two coups: the one before keeps its readings, the one after has none.",
        f"""1: bet w1 P1 banco 10000; {EIGHTS}
        table: resolved DCB-17a? b M1 role=management
        2: bet w2 P1 banco 10000; {EIGHTS}""",
        BOTH,
        Ruled(verdict="stands", due={"w2": 500}, branches={"1": {"w2": 500}}),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2a?",
        "A dealer says which reading holds: the readings stay open.",
        f"table: resolved DCB-17a? b dealer\n1: bet w1 P1 banco 10000; {EIGHTS}",
        BOTH,
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2a?",
        "A person whose office nobody has told says it.",
        f"table: resolved DCB-17a? b M1\n1: bet w1 P1 banco 10000; {EIGHTS}",
        BOTH,
        unresolved=STAKE,
    ),
    keeps(
        "DCB-2a?",
        "It holds from nine o'clock: a coup opened at nine has one reading.",
        f"table: {LATER}\n1: open @2026-11-20T21:00:00Z; bet w1 P1 banco 10000; {EIGHTS}",
        Ruled(verdict="stands", due={"w1": 500}, branches={"1": {"w1": 500}}),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2a?",
        "A coup opened a microsecond before nine has both, though it was said before.",
        f"table: {LATER}\n1: open @2026-11-20T20:59:59.999999Z; bet w1 P1 banco 10000; {EIGHTS}",
        BOTH,
        unresolved=STAKE,
    ),
    keeps(
        "DCB-2a?",
        "Management says it twice: the last word holds.",
        f"table: resolved DCB-17a? b management; resolved DCB-17a? a management\n1: bet w1 P1 banco 10000; {EIGHTS}",
        Ruled(verdict="stands", due={"w1": 10_500}, branches={"1": {"w1": 10_500}}),
        unresolved=STAKE,
    ),
)

DAY: Final = "BAC-1/2026-11-20"
START: Final = "2026-11-20T20:00:00Z"
RESOLVED: Final = AmbiguityResolved(clause="DCB-17a?", reading="b", by="M1", role="management")
TWO: Final = '\n[authority]\nresolve_ambiguity = { roles = ["management"], clause = "DCB-2", eyes = 2 }\n'


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    found = differences(row, house())
    assert not found, f"{row}\n{row.transcript}\n" + "\n".join(found)


class Night:
    """A table whose coups are recorded as they come, each five minutes after the one before."""

    def __init__(self, ledger: Ledger, clock: list[int]):
        self.ledger, self.clock, self.floor = ledger, clock, Transcript("table/BAC-1")
        self.tell("source recoup 0; source table/BAC-1 0; table baccarat dcb GBP; terms P1 500; shoe S1 8")

    def tell(self, phrases: str, number: int | None = None) -> None:
        """Phrases of the table, or of a coup, each at its time."""
        subject = DAY if number is None else f"{DAY}/{number}"
        at = [phrase + f" @2026-11-20T20:{self.minute:02}:{n:02}Z" for n, phrase in enumerate(phrases.split("; "))]
        self.ledger.ingest(incoming_deliveries(self.floor.read(f"{subject}: {'; '.join(at)}"), "floor"))
        self.clock[0] += 300_000_000

    @property
    def minute(self) -> int:
        return (self.clock[0] - parse_instant(START)) // 60_000_000

    def coup(self, number: int) -> set[int | None]:
        """What goes back on 100.00 under the readings that are left, once the coup was dealt."""
        self.tell(f"open; bet w{number} P1 banco 10000; P 9h; B 6c; P 9d; B 2s; close", number)
        return self.money(number)

    def money(self, number: int) -> set[int | None]:
        (ruling,) = TableDays(self.ledger).rulings([f"{DAY}/{number}"])
        assert len(ruling.awards) == 1
        return {claim.due_minor for branch in ruling.branches for claim in branch.outcome.wagers_due}

    def say(self, event: AuthorityAct) -> str | None:
        self.clock[0] += 60_000_000
        refusal = self.ledger.decide(DAY, event).refused
        self.clock[0] += 60_000_000
        return refusal


@pytest.fixture(params=["one", "two"])
def night(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Night]:
    """Under an edition that leaves the stake open, and asks one person or two to resolve it."""
    text = re.sub(r'^\[resolved\."DCB-17a\?"\]\n(?:[^\[\n].*\n|\n)*', "", shipped_text("dcb"), flags=re.MULTILINE)
    clock = [parse_instant(START)]
    url = new_sqlite(tmp_path)
    migrate(url)
    with Ledger(url, clock=lambda: clock[0]) as ledger:
        ledger.adopt("dcb", "2026.2", text + (TWO if request.param == "two" else ""))
        yield Night(ledger, clock)


@pytest.mark.parametrize("night", ["one"], indirect=True)
def test_by_command_it_holds_for_the_coups_after_it(night: Night) -> None:
    assert night.coup(1) == {10_500, 500}
    assert night.say(RESOLVED) is None
    assert night.coup(2) == {500}
    assert night.money(1) == {10_500, 500}


@pytest.mark.parametrize("night", ["one"], indirect=True)
def test_by_somebody_without_authority_it_is_an_attempt_and_holds_for_none(night: Night) -> None:
    refused = night.say(RESOLVED.model_copy(update={"by": "D1", "role": "dealer"}))
    assert refused == "the rulebook gives this to management; D1 acted as dealer"
    kept = night.ledger.entries()[-1].event
    assert isinstance(kept, DecisionRefused)
    assert (kept.act, kept.clause, kept.reading, kept.scope) == ("resolve_ambiguity", "DCB-17a?", "b", "table")
    assert night.coup(1) == {10_500, 500}


@pytest.mark.parametrize("night", ["two"], indirect=True)
def test_where_two_persons_must_it_holds_from_the_second_one_s_word_on(night: Night) -> None:
    assert night.say(RESOLVED) is None
    at = night.ledger.size()
    assert night.coup(1) == {10_500, 500}
    assert night.ledger.confirm(at, AuthorityAct(by="M1", role="management")).refused
    assert night.ledger.confirm(at, AuthorityAct(by="M2", role="management")).refused is None
    night.clock[0] += 60_000_000
    assert night.coup(2) == {500}
    assert night.money(1) == {10_500, 500}

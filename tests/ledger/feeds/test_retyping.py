"""Any sequence of typing, mending, devices' feeds and decisions: nothing that was superseded is lost, and the ruling is
that of the account as it was last mended.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from ledger.application import Ledger
from ledger.corrections import as_mended, corrections
from ledger.entry import Entry
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events.decisions import RoundVoided, RoundVoidReversed
from ledger.events.table import AccountCorrected
from ledger.feeds import notation
from ledger.feeds.intake import ingest_stream
from ledger.feeds.notation import Transcript
from ledger.feeds.retyping import retype
from ledger.ingest import PendingEntry, incoming_deliveries
from ledger.verify.act_check import ActCheck, check_acts
from projections.table_days import TableDays
from projections.timeline.timeline import timeline_steps
from replay.editions.loader import shipped_text
from replay.games.registry import GAMES
from replay.ruling.ruling import Ruling
from tests.ledger.strategies import repeatable
from tests.ledgers import AT, new_sqlite

DAY: Final = "BAC-1/2026-11-20"
SOURCE: Final = "transcript/night"
OPENINGS: Final = ("table baccarat dcb GBP; shoe S1 8", "table baccarat dcb GBP; limits banco 2000 90000; shoe S1 8")
ROUNDS: Final[Sequence[Sequence[str]]] = (
    (
        "open; bet w1 P1 punto 1000; nmb; P 9h B 3c P Tc B 5d; call punto; pay w1 2000; close",
        "open; bet w1 P1 punto 1000; nmb; P 7h B 3c P Tc B 5d; call punto; pay w1 2000; close",
        "open; bet w1 P1 punto 1000; nmb; P 7h B 3c B 5d; call banco; close",
        "open; bet w1 P1 punto 1000; bet w2 P2 tie 500; nmb; P 7h B 3c P Tc B 5d; call banco; pay w2 500; close",
    ),
    (
        "open; bet w1 P1 banco 1000; nmb; P 2h B 4c P 5c B 5d; call banco; pay w1 1950; close",
        "open; bet w1 P1 banco 1500; nmb; P 2h B 4c P 5c B 5d; call banco; pay w1 1950; close",
        "open; nmb; bet w1 P1 banco 1000; P 2h B 4c P 5c B 5d; call banco; pay w1 1950",
    ),
)
DEVICE: Final[Sequence[str]] = tuple(
    f"{DAY}/{number}: open; nmb; {cards}; close"
    for number, cards in ((1, "P 7h B 3c P Tc B 5d"), (2, "P 2h B 4c P 5c B 5d"))
)
"""What the shoe's own device tells of the rounds."""


@dataclass(frozen=True)
class Text:
    """The account as a file has it: which opening, and which of the tellings of each round."""

    opening: int
    rounds: tuple[int, ...]

    @property
    def lines(self) -> bytes:
        lines = (f"{DAY}/{n}: {ROUNDS[n - 1][which]}" for n, which in enumerate(self.rounds, 1))
        return "\n".join((f"{DAY}: {OPENINGS[self.opening]}", *lines, "")).encode()


texts = st.builds(
    Text, st.sampled_from(range(len(OPENINGS))), st.tuples(*(st.sampled_from(range(len(tellings))) for tellings in ROUNDS))
)
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["type", "mend"]), texts),
        st.tuples(st.just("device"), st.integers(1, len(DEVICE))),
        st.tuples(st.just("decide"), st.tuples(st.sampled_from(range(1, 1 + len(ROUNDS))), st.booleans())),
    ),
    max_size=8,
)


@contextmanager
def new_ledger(template: bytes) -> Iterator[Ledger]:
    ticks = count(AT, 1_000_000)
    with tempfile.TemporaryDirectory(prefix="recoup-") as folder:
        (Path(folder) / "recoup.db").write_bytes(template)
        with Ledger(new_sqlite(Path(folder)), clock=lambda: next(ticks)) as ledger:
            ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
            yield ledger


def typed(ledger: Ledger, text: Text) -> None:
    ingest_stream(ledger, BytesIO(text.lines), "night.txt", notation.FORMAT.reader(Path("night.txt")), GAMES)


def mended(ledger: Ledger, text: Text) -> bool:
    """Mends the account; whether anything was on record of it and differed."""
    transcript = Transcript(SOURCE)
    deliveries = [delivery for line in text.lines.decode().splitlines() for delivery in transcript.read(line)]
    try:
        return retype(ledger, SOURCE, deliveries, {"by": "I7", "reason": "a slip"}, GAMES) is not None
    except MalformedDecision:
        return False


def told_by_device(ledger: Ledger, number: int) -> None:
    transcript = Transcript("shoe/7")
    deliveries = [delivery for line in DEVICE[:number] for delivery in transcript.read(line)]
    ledger.ingest(incoming_deliveries(deliveries, "device"))


def decided(ledger: Ledger, number: int, *, void: bool) -> None:
    event = (RoundVoided if void else RoundVoidReversed)(by="M1", role="management")
    with suppress(UnknownRound):
        ledger.decide(f"{DAY}/{number}", event)


def comes_to(ruling: Ruling) -> object:
    """What a ruling says of play and money; not where in the record that stands, nor that it was mended. None where what
    contradicts the account has not been mended: that leaves open what may not be so.
    """
    if any(part.what == "conflicting" for part in ruling.incomplete):
        return None
    of_record = {"account_corrected", "delivery_conflicted"}
    return (
        ruling.verdict,
        [(award.wager_due.wager, award.awarded_minor) for award in ruling.awards],
        [outcome.judgement.lawful_hands for outcome in ruling.outcomes],
        [step.text for step in timeline_steps(ruling)],
        sorted(finding.text for finding in ruling.findings if finding.kind not in of_record),
    )


@repeatable(max_examples=60)
@given(done=steps)
def test_the_ruling_is_that_of_the_account_as_last_mended(done: list[tuple[str, Any]], sqlite_template: Path) -> None:
    template = sqlite_template.read_bytes()
    with new_ledger(template) as ledger:
        stands: Text | None = None
        before: list[Entry] = []
        for what, how in done:
            match what:
                case "type":
                    typed(ledger, how)
                    stands = stands or how
                case "mend":
                    stands = how if mended(ledger, how) else stands
                case "device":
                    told_by_device(ledger, how)
                case "decide":
                    decided(ledger, how[0], void=how[1])
            now = ledger.entries(f"table/{DAY}")
            assert now[: len(before)] == before, "everything that was ever on record can be read as it was"
            before = now
        superseded = {entry.position for correction in corrections(before) for entry in correction.superseded}
        assert superseded <= {entry.position for entry in before}
        assert not superseded & {entry.position for entry in as_mended(before)}
        assert {entry.source for entry in before if entry.position in superseded} <= {SOURCE}
        assert [what for _, what in check_acts(ledger, ActCheck(ledger.roster()))] == []
        found = rulings(ledger)
    with new_ledger(template) as afresh:
        is_typed = False
        for what, how in done:
            if what == "type" and not is_typed and stands is not None:
                typed(afresh, stands)
                is_typed = True
            elif what == "device":
                told_by_device(afresh, how)
            elif what == "decide":
                decided(afresh, how[0], void=how[1])
        whole = {name for name, ruling in found.items() if ruling is not None}
        assert {name: ruling for name, ruling in rulings(afresh).items() if name in whole} == {n: found[n] for n in whole}


def rulings(ledger: Ledger) -> dict[str, object]:
    table_days = TableDays(ledger)
    try:
        rounds = table_days.get(DAY).rounds
    except UnknownRound:
        return {}
    return {name: comes_to(ruling) for name, ruling in zip(rounds, table_days.rulings(list(rounds)), strict=True)}


def test_replacements_that_are_not_those_of_the_act_are_found(sqlite_template: Path) -> None:
    """Whoever can write to the database puts another card behind a correction."""
    with new_ledger(sqlite_template.read_bytes()) as ledger:
        typed(ledger, Text(0, (0, 0)))
        assert mended(ledger, Text(0, (1, 0)))
        assert list(check_acts(ledger, ActCheck(ledger.roster()))) == []
        stream = f"table/{DAY}"
        act, event = next(
            (entry, entry.event) for entry in ledger.entries(stream) if isinstance(entry.event, AccountCorrected)
        )
        forged = event.model_copy(update={"replaced_by": "sha256:" + "0" * 64})
        again = act.delivery._replace(event=forged, id="correction:forged")
        replacements = [entry.delivery for entry in ledger.entries(stream, after=act.version, limit=event.replacements)]
        behind = [each._replace(id=f"{each.id}x") for each in replacements]
        ledger.append([PendingEntry(delivery, stream) for delivery in (again, *behind)])
        assert [what for _, what in check_acts(ledger, ActCheck(ledger.roster()))] == [
            "what stands behind this correction is not what it says replaces the superseded entries"
        ]

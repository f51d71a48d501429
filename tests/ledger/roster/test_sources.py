"""Which sources may deliver: unattested until enrolled sources are required, quarantined from then on."""

from io import BytesIO
from pathlib import Path

import pytest
from pydantic import ValidationError

from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.events.roster import RosterAct, SourceEnrolled, SourceRevoked, SourcesRequired
from ledger.feeds.formats import format_named
from ledger.feeds.intake import NO_PROOF, ingest_stream
from ledger.ingest import REFUSALS
from ledger.merkle import digest
from projections.documents.roster import sources_document
from projections.table_days import TableDays
from replay.editions.loader import shipped_edition, shipped_text
from replay.games.registry import GAMES
from tests.ledger.roster.people import act, begin, confirmed, key_of
from tests.ledgers import AT

TOKEN = b"a token of some length"
TRANSCRIPT = """\
!source transcript/BAC-1
BAC-1/2026-01-20: table baccarat dcb GBP; shoe S1 8; shuffled S1 riffle; burn 4s
BAC-1/2026-01-20/1: open shoe=S1; bet w1 P-1 punto 1000; P 9h B 2c P Tc B 5d; call punto; close
"""


def source(name: str = "transcript/BAC-1", /, **fields: object) -> SourceEnrolled:
    given = {"by": "M1", "source": name, "since": "2026-01-01", "token": digest(TOKEN), **fields}
    return SourceEnrolled.model_validate(given)


def fed(ledger: Ledger, proof: SourceProof = NO_PROOF, text: str = TRANSCRIPT) -> list[str]:
    """Feeds a transcript; why something of it was refused."""
    ledger.adopt("dcb", shipped_edition("dcb").name, shipped_text("dcb"))
    before = len(ledger.quarantine())
    read = format_named("notation").reader(Path("day.txt"))
    ingest_stream(ledger, BytesIO(text.encode()), "day.txt", read, GAMES, proof=proof)
    return [getattr(entry.event, "reason", "") for entry, _ in ledger.quarantine()[before:]]


def enrol(ledger: Ledger, *acts: RosterAct) -> None:
    for event in acts:
        assert confirmed(ledger, "M1", event, "M2").refused is None


def opened(url: str) -> Ledger:
    return Ledger(url, clock=lambda: AT)


def test_until_sources_are_required_everything_is_taken_and_unattested(ledger: Ledger) -> None:
    begin(ledger)
    enrol(ledger, source("shoe/7"))
    assert fed(ledger) == []
    rows = sources_document(
        ledger.roster().sources, [(name, count) for name, count, *_ in ledger.recorder.sources()]
    ).sources
    assert [(row.source, row.status, row.entries > 0) for row in rows] == [
        ("shoe/7", "enrolled", False),
        ("transcript/BAC-1", "unattested", True),
    ]


REMITS = {
    "as it is enrolled": ({}, None),
    "for this table and another": ({"tables": ("BAC-1", "BAC-2")}, None),
    "for topics by their beginnings": (
        {"topics": ("table", "shoe")},
        "is enrolled for table, shoe, not for ",
    ),
    "for another table": ({"tables": ("BAC-2",)}, "is enrolled for BAC-2, not for BAC-1"),
    "for a wheel": ({"topics": ("wheel",)}, "is enrolled for wheel, not for table.opened.v1"),
    "from tomorrow on": ({"since": "2026-11-21"}, "is enrolled from 2026-11-21"),
    "until last year": ({"until": "2026-01-02"}, "is enrolled from 2026-01-01 to 2026-01-02"),
    "under another name": ({"source": "transcript/BAC-2"}, "transcript/BAC-1 is no enrolled source"),
    "with another token": ({"token": digest(b"another")}, "is known by a token; whoever feeds it must have it"),
}


@pytest.mark.parametrize(("fields", "why"), REMITS.values(), ids=REMITS)
def test_once_required_only_what_is_enrolled_is_taken(sqlite_url: str, fields: dict[str, object], why: str | None) -> None:
    with opened(sqlite_url) as ledger:
        begin(ledger)
        enrol(ledger, source(str(fields.get("source", "transcript/BAC-1")), **fields), SourcesRequired(by="M1"))
        refused = fed(ledger, SourceProof(token=TOKEN))
        assert bool(refused) == (why is not None)
        assert all("enrolled sources are required here" in reason or "never opened" in reason for reason in refused)
        if why:
            assert any(why in reason for reason in refused), refused


def test_whoever_types_a_transcript_shows_the_key_of_its_source(ledger: Ledger) -> None:
    begin(ledger, [("I7", "inspector")])
    enrol(ledger, source(token=None, key=key_of("I7").public), SourcesRequired(by="M1"))
    assert any("is known by the key" in reason for reason in fed(ledger, SourceProof(key=key_of("D7").fingerprint)))
    assert fed(ledger, SourceProof(key=key_of("I7").fingerprint)) == []


def test_what_a_revoked_source_delivers_is_quarantined_and_what_it_delivered_stays(ledger: Ledger) -> None:
    begin(ledger)
    enrol(ledger, source(), SourcesRequired(by="M1"))
    assert fed(ledger, SourceProof(token=TOKEN)) == []
    enrol(ledger, SourceRevoked(by="M1", source="transcript/BAC-1"))
    more = TRANSCRIPT.replace("BAC-1/2026-01-20/1: open", "BAC-1/2026-01-20/2: open").splitlines()
    refused = fed(ledger, SourceProof(token=TOKEN), "\n".join([more[0], more[2]]))
    assert refused
    assert all("is no enrolled source, it was revoked" in reason for reason in refused)


def test_sources_are_kept_under_four_eyes(sqlite_url: str) -> None:
    with opened(sqlite_url) as ledger:
        begin(ledger, [("I7", "inspector")])
        row = act(ledger, "M1", source())
        assert row.entry.position in ledger.roster().pending
        assert ledger.roster().sources.enrolled == {}
        assert "is none of them" in (act(ledger, "I7", source(by="I7")).refused or "")
        assert "no source is enrolled yet" in (act(ledger, "M1", SourcesRequired(by="M1")).refused or "")
        assert "is no enrolled source" in (act(ledger, "M1", SourceRevoked(by="M1", source="shoe/7")).refused or "")


def test_a_source_is_known_by_something() -> None:
    with pytest.raises(ValidationError, match="by a key or by a token"):
        source("shoe/7", token=None)


@pytest.mark.parametrize("line", ["bet w9 P-1 punto 9000; call banco", "bet w9 P-1 punto 9000; nothing of the kind"])
def test_what_a_device_says_of_another_s_table_is_filed_under_itself(sqlite_url: str, line: str) -> None:
    other = b"the token of the other"
    name = "BAC-2/2026-01-20/1"
    with opened(sqlite_url) as ledger:
        begin(ledger)
        rows = (source(tables=("BAC-1",)), source("transcript/BAC-2", tables=("BAC-2",), token=digest(other)))
        enrol(ledger, *rows, SourcesRequired(by="M1"))
        assert fed(ledger, SourceProof(token=other), TRANSCRIPT.replace("BAC-1", "BAC-2")) == []
        (before,) = TableDays(ledger).rulings([name])
        assert fed(ledger, SourceProof(token=TOKEN), f"!source transcript/BAC-2\n{name}: {line}\n")
        assert {entry.subject for entry, _ in ledger.quarantine()} == {REFUSALS}
        (after,) = TableDays(ledger).rulings([name])
        assert after.findings == before.findings

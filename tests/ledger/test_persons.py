"""A person is noted, looked at and forgotten: what the ledger holds of it, and what stays proven."""

from base64 import b64encode
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import inspect, text

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, MalformedDecision, UnknownPerson, UnusableVault
from ledger.events.personal_data import (
    AboutPerson,
    ForgettingProposed,
    PersonActRefused,
    PersonForgotten,
    PersonNoted,
)
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import checkpoint_of
from ledger.evidence.keys import new_key
from ledger.evidence.log import Log
from ledger.evidence.note import parse
from ledger.merkle import consistent, includes
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData
from ledger.verify.verifier import Verifier
from tests.ledger.roster.people import begin, key_of
from tests.ledgers import RECORDED_AT, arrivals, deliveries, owner_engine

NAME: Final = "Ottilie Quandt-Überkamp"
CLAIM: Final = "I said stand before the dealer touched the shoe, and Ottilie saw it."
ROUND: Final = "BAC-1/2026-11-20/3"


def act(person: str = "P1", by: str = "I7", reason: str | None = "dispute") -> AboutPerson:
    return AboutPerson(person=person, by=by, role="investigator", reason=reason)


def forget(persons: PersonalData, person: str = "P1") -> None:
    """Two persons of management forget somebody."""
    for by in ("M1", "M2"):
        persons.forget(AboutPerson(person=person, by=by, role="management"), "no_longer_needed")


@pytest.fixture
def vault(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "recoup.vault")


@pytest.fixture
def persons(ledger: Ledger, vault: KeyStore) -> PersonalData:
    """A ledger with a few rounds, and two persons of whom something is noted."""
    ledger.ingest(arrivals(deliveries(range(300))))
    personal_data = PersonalData(ledger, vault)
    personal_data.note(act(), "name", NAME)
    personal_data.note(act(), "claim", CLAIM, ROUND)
    personal_data.note(act("P2"), "name", "Bo")
    return personal_data


def whole_database(url: str) -> bytes:
    """Every cell of every table and view, and of SQLite the file itself with what lies beside it."""
    engine_ = owner_engine(url)
    try:
        with engine_.connect() as connection:
            names = [*inspect(connection).get_table_names(), *inspect(connection).get_view_names()]
            cells = [cell for name in names for row in connection.execute(text(f"SELECT * FROM {name}")) for cell in row]
    finally:
        engine_.dispose()
    found = b"\n".join(bytes(cell) if isinstance(cell, (bytes, memoryview)) else str(cell).encode() for cell in cells)
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        found += b"".join(path.read_bytes() for path in file.parent.glob(file.name + "*"))
    return found


def traces(text_: str) -> set[bytes]:
    """What would give a text away to who can guess it: itself, its words, and plain hashes."""
    raw = text_.encode()
    words = {word.encode() for word in text_.split() if len(word) > 6}
    hashes = {sha256(prefix + raw).digest() for prefix in (b"", b"\x00")}
    return {raw, *words, b64encode(raw)[:-4], *hashes, *(hash_.hex().encode() for hash_ in hashes)}


def test_what_was_noted_is_shown_and_every_look_is_on_record(persons: PersonalData) -> None:
    assert [
        (note.kind, note.text, note.about) for note in persons.read_notes(act(by="M1", reason="claim_at_the_desk"))
    ] == [
        ("name", NAME, None),
        ("claim", CLAIM, ROUND),
    ]
    persons.read_notes(act("P2", by="I9"))
    looks = [(entry.recorded_at, entry.event.model_dump()) for entry in persons.access_entries()]
    assert [(at, look["person"], look["by"], look["role"], look["reason"]) for at, look in looks] == [
        (RECORDED_AT, "P1", "M1", "investigator", "claim_at_the_desk"),
        (RECORDED_AT, "P2", "I9", "investigator", "dispute"),
    ]
    assert [entry.event.model_dump()["by"] for entry in persons.access_entries("P2")] == ["I9"]


def test_a_look_is_on_record_though_the_vault_opens_nothing(ledger: Ledger, persons: PersonalData, tmp_path: Path) -> None:
    with pytest.raises(UnusableVault, match="has no key of P1"):
        PersonalData(ledger, KeyStore(tmp_path)).read_notes(act(by="M1"))
    assert [entry.event.model_dump()["by"] for entry in persons.access_entries("P1")] == ["M1"]


def test_the_ledger_never_holds_a_name_nor_a_hash_of_it(ledger: Ledger, persons: PersonalData) -> None:
    held = whole_database(ledger.url)
    assert b"person.noted.v1" in held, "else nothing is shown by what is not found"
    assert [trace for item in (NAME, CLAIM) for trace in traces(item) if trace in held] == []
    persons.note(act(), "remark", NAME)
    sealed = [entry.event.sealed for entry in ledger.entries("person/P1") if isinstance(entry.event, PersonNoted)]
    assert len(set(sealed)) == 3
    assert len(sealed[0]) == len(sealed[2]), "the same text twice is not the same bytes"


def test_a_short_name_is_as_long_as_a_long_one(ledger: Ledger, persons: PersonalData) -> None:
    noted = [entry.event for name in ("person/P1", "person/P2") for entry in ledger.entries(name)]
    names = [event.sealed for event in noted if isinstance(event, PersonNoted) and event.kind == "name"]
    assert persons is not None
    assert len(names[0]) == len(names[1])


def test_forgetting_changes_no_leaf_and_every_proof_made_before_still_verifies(
    ledger: Ledger, persons: PersonalData, vault: KeyStore
) -> None:
    key = new_key("casino.example/recoup")
    with closing(CheckpointPublisher(ledger, key)) as notary:
        before = checkpoint_of(parse(notary.checkpoint("export").note))
    log, leaves = Log(ledger), ledger.recorder.leaves(0, before.size)
    proofs = [log.inclusion(position, before.size) for position in range(1, before.size + 1)]
    forget(persons)
    assert not vault.has_key("P1")
    assert ledger.recorder.leaves(0, before.size) == leaves
    for index, (leaf, proof) in enumerate(zip(leaves, proofs, strict=True)):
        assert includes(leaf, index, before.size, proof, before.root)
    with closing(CheckpointPublisher(ledger, key)) as notary:
        after = checkpoint_of(parse(notary.checkpoint("export").note))
    assert after.size == before.size + 2
    grown = Log(ledger).consistency(before.size, after.size)
    assert consistent(before.size, after.size, grown, before.root, after.root)
    assert Verifier(ledger, key.key).run().misfits == []


def test_a_forgotten_person_can_be_read_by_nobody(ledger: Ledger, persons: PersonalData, tmp_path: Path) -> None:
    (key,) = (path.read_bytes() for path in (tmp_path / "recoup.vault").glob(f"{b'P1'.hex()}.*"))
    forget(persons)
    assert [path for path in (tmp_path / "recoup.vault").iterdir() if key in path.read_bytes()] == []
    with pytest.raises(UnknownPerson, match="P1 was forgotten; nobody can read"):
        persons.read_notes(act())
    with pytest.raises(UnknownPerson, match="another id"):
        persons.note(act(), "name", NAME)
    held = whole_database(ledger.url)
    assert [trace for item in (NAME, CLAIM) for trace in traces(item) if trace in held] == []
    assert [note.text for note in persons.read_notes(act("P2"))] == ["Bo"], "others are not touched"
    assert [entry.event.model_dump(exclude_none=True) for entry in ledger.entries("person/P1")[2:4]] == [
        {"person": "P1", "by": "M1", "role": "management", "ground": "no_longer_needed"},
        {
            "person": "P1",
            "by": "M2",
            "role": "management",
            "ground": "no_longer_needed",
            "proposal": ledger.entries("person/P1")[2].position,
        },
    ]


def test_a_key_that_a_restore_brought_back_opens_nothing_and_is_destroyed_again(
    persons: PersonalData, vault: KeyStore, tmp_path: Path
) -> None:
    path = tmp_path / "recoup.vault" / f"{b'P1'.hex()}.key"
    backup = path.read_bytes()
    forget(persons)
    path.write_bytes(backup)
    path.with_suffix(".0123456789abcdef").write_bytes(backup)  # as if its making had broken off
    with pytest.raises(UnknownPerson, match="was forgotten"):
        persons.read_notes(act())
    assert persons.destroy_restored_keys() == ["P1"]
    assert [item for item in (tmp_path / "recoup.vault").iterdir() if item.stem == b"P1".hex()] == []
    assert persons.destroy_restored_keys() == []
    assert vault.has_key("P2")


def test_a_note_cannot_be_laid_at_another_person_or_round(vault: KeyStore) -> None:
    vault.create_key("P1")
    sealed = vault.seal("P1", NAME, b"of P1")
    assert vault.unseal("P1", sealed, b"of P1") == NAME
    with pytest.raises(BrokenEvidence, match="does not open"):
        vault.unseal("P1", sealed, b"of another round")


def test_what_cannot_be_kept_is_refused_with_a_sentence(persons: PersonalData, tmp_path: Path) -> None:
    with pytest.raises(MalformedDecision, match="at most 8,000 bytes"):
        persons.note(act(), "claim", "x" * 8001)
    with pytest.raises(UnknownPerson, match="nothing is on record about P9"):
        persons.read_notes(act("P9"))
    with pytest.raises(UnknownPerson, match="nothing is on record about P9"):
        forget(persons, "P9")
    (tmp_path / "recoup.vault").chmod(0o755)
    with pytest.raises(UnusableVault, match="open to others"):
        persons.note(act(), "name", NAME)
    (tmp_path / "recoup.vault").chmod(0o700)
    (tmp_path / "recoup.vault" / f"{b'P1'.hex()}.key").unlink()
    with pytest.raises(UnusableVault, match="of whom something is noted"):
        persons.note(act(), "name", NAME)


def test_ids_that_differ_in_case_have_keys_of_their_own(vault: KeyStore, tmp_path: Path) -> None:
    vault.create_key("p1")
    vault.create_key("P1")
    vault.create_key("P1")
    assert len(list((tmp_path / "recoup.vault").iterdir())) == 2
    assert vault.destroy_key("p1")
    assert vault.has_key("P1")


WHO = {
    "nobody in particular": (None, "the house gives this to"),
    "a dealer": ("dealer", "M3 acted as dealer"),
    "an administrator": ("administrator", "M3 acted as administrator"),
    "a regulator": ("regulator", "M3 acted as regulator"),
}


@pytest.mark.parametrize(("role", "why"), WHO.values(), ids=WHO)
def test_who_may_not_look_sees_nothing_and_the_attempt_is_on_record(
    ledger: Ledger, persons: PersonalData, role: str | None, why: str
) -> None:
    looked = AboutPerson.model_validate({"person": "P1", "by": "M3", "role": role, "reason": "curious"})
    with pytest.raises(MalformedDecision, match=why):
        persons.read_notes(looked)
    assert persons.access_entries("P1") == []
    assert isinstance(ledger.entries("person/P1")[-1].event, PersonActRefused)


@pytest.mark.parametrize(
    ("by", "role", "why"),
    [
        ("M1", "management", "M1 proposed it; another person must do it"),
        ("m-1", "management", "M1 proposed it; another person must do it"),
        ("I7", "investigator", "the house gives this to management or direction; I7 acted as investigator"),
        ("management", "management", "management is an office; two persons answer for this"),
    ],
)
def test_nobody_is_forgotten_by_one_person(persons: PersonalData, vault: KeyStore, by: str, role: str, why: str) -> None:
    assert not persons.forget(AboutPerson(person="P1", by="M1", role="management"), "objection")
    with pytest.raises(MalformedDecision, match=why):
        persons.forget(AboutPerson.model_validate({"person": "P1", "by": by, "role": role}), "objection")
    assert vault.has_key("P1")
    assert persons.forget(AboutPerson(person="P1", by="D2", role="direction"), "objection")
    assert not vault.has_key("P1")


def test_once_the_roster_is_required_only_who_signs_looks_and_forgets(ledger: Ledger, persons: PersonalData) -> None:
    begin(ledger, [("D7", "dealer")], required=True)
    look = AboutPerson(person="P1", by="M1", role="management", reason="dispute")
    with pytest.raises(MalformedDecision, match="the roster is required here"):
        persons.read_notes(look)
    ledger.signer = key_of("D7")
    with pytest.raises(MalformedDecision, match="the roster has D7 as dealer"):
        persons.read_notes(look.model_copy(update={"by": "D7"}))
    for by in ("M1", "M2"):
        ledger.signer = key_of(by)
        persons.read_notes(look.model_copy(update={"by": by}))
        persons.forget(AboutPerson(person="P1", by=by, role="management"), "unlawful")
    acts = [entry for entry in ledger.entries("person/P1") if isinstance(entry.event, PersonForgotten | ForgettingProposed)]
    assert [(entry.event.by, entry.is_signed, isinstance(entry.event, PersonForgotten)) for entry in acts] == [  # type: ignore[attr-defined]
        ("M1", True, False),
        ("M2", True, True),
    ]

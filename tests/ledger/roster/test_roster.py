"""The roster: who may enrol whom, with whose signatures, and what a change of it needs."""

from typing import Final

import pytest

from ledger.application import Ledger
from ledger.errors import UnusableKey
from ledger.events.roster import KeyEnrolled, RosterAct, RosterConfirmed, RosterRequired, RosterRevoked
from ledger.roster.commands import act_on_roster
from tests.ledger.roster.people import act, begin, confirmed, enrolment, key_of

DAY: Final = "2026-11-20"


def test_the_first_person_enrols_themselves_and_the_second_signs_too(ledger: Ledger) -> None:
    first = act(ledger, "M1", enrolment("M1", "M1", "management"))
    assert first.refused is None
    assert len(ledger.roster().ledger) == 32
    second = act(ledger, "M1", enrolment("M1", "M2", "administrator"))
    assert list(ledger.roster().members) == ["M1"]  # it waits
    assert act(ledger, "M2", RosterConfirmed(by="M2", act=second.entry.position)).refused is None
    assert list(ledger.roster().members) == ["M1", "M2"]


@pytest.mark.parametrize(
    ("signer", "event", "why"),
    [
        ("M1", enrolment("M1", "M1", "investigator"), "holds management or direction today"),
        ("M1", enrolment("M1", "M2", "management"), "enrols themselves"),
        ("X9", enrolment("M1", "M1", "management"), "enrols themselves"),
        ("M1", RosterRequired(by="M1"), "no roster yet"),
        ("management", enrolment("management", "management", "management"), "is an office"),
    ],
)
def test_nobody_else_begins_a_roster(sqlite_url: str, signer: str, event: RosterAct, why: str) -> None:
    with Ledger(sqlite_url) as ledger:
        assert why in (act(ledger, signer, event).refused or "")
        assert ledger.roster().members == {}


def test_the_second_person_must_be_able_to_go_on(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        act(ledger, "M1", enrolment("M1", "M1", "management"))
        assert "no third could be enrolled" in (
            confirmed(ledger, "M1", enrolment("M1", "D1", "dealer"), "D1").refused or ""
        )


CHANGES: Final = """
who    signs  does                confirmed by  then
M1     M1     enrols D1 dealer    M2            holds
M1     M1     enrols D1 dealer    A1            holds
A1     A1     enrols D1 dealer    M2            holds
A1     A1     enrols D1 dealer    A2            kept by management or direction
M1     M1     enrols D1 dealer    I1            kept by management or direction or administrator
I1     I1     enrols D1 dealer    M2            kept by management or direction or administrator
M1     M1     enrols D1 dealer    M1            another person must confirm it
M1     X9     enrols D1 dealer    M2            not on the roster
M1     I1     enrols D1 dealer    M2            the key is I1's, and M1 is named
M1     M1     enrols i-1 dealer   M2            cannot be told from I1
M1     M1     enrols I_1 dealer   M2            cannot be told from I1
M1     M1     enrols inspector x  M2            is an office
M1     M1     enrols D1 with I1   M2            is, or was, I1's
M1     M1     revokes I1          M2            holds
M1     M1     revokes nobody      M2            not on the roster
"""


def change(text: str, by: str) -> RosterAct:
    match text.split():
        case ["enrols", person, "with", key]:
            return enrolment(by, person, "dealer", key=key)
        case ["enrols", person, _]:
            return enrolment(by, person, "dealer")
        case ["revokes", person]:
            return RosterRevoked(by=by, person=person)
    raise ValueError(text)


def change_rows() -> list[list[str]]:
    head, *lines = CHANGES.strip().splitlines()
    starts = [head.index(word) for word in ("who", "signs", "does", "confirmed", "then")]
    return [[line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)] for line in lines]


@pytest.mark.parametrize(("by", "signer", "text", "second", "then"), change_rows())
def test_a_change_needs_two_persons_who_keep_the_roster(
    sqlite_url: str, by: str, signer: str, text: str, second: str, then: str
) -> None:
    with Ledger(sqlite_url) as ledger:
        begin(ledger, [("A1", "administrator"), ("A2", "administrator"), ("I1", "inspector")])
        before = list(ledger.roster().members)
        row = act(ledger, signer, change(text, by))
        if row.refused is None:
            row = act(ledger, second, RosterConfirmed(by=second, act=row.entry.position))
        if then == "holds":
            assert row.refused is None
            assert list(ledger.roster().members) != before or ledger.roster().offices("I1", DAY) == []
        else:
            assert then in (row.refused or "")
            assert list(ledger.roster().members) == before
            assert ledger.roster().offices("I1", DAY) == ["inspector"]


def test_a_lost_key_is_revoked_and_replaced(ledger: Ledger) -> None:
    begin(ledger, [("I1", "inspector")])
    lost = key_of("I1").fingerprint
    assert confirmed(ledger, "M1", RosterRevoked(by="M1", person="I1", key=lost), "M2").refused is None
    again = KeyEnrolled(by="M1", person="I1", key=key_of("I1").public)
    assert "a key is one person's, and is enrolled once" in (confirmed(ledger, "M1", again, "M2").refused or "")
    fresh = KeyEnrolled(by="M1", person="I1", key=key_of("I1 again").public)
    assert confirmed(ledger, "M1", fresh, "M2").refused is None
    keys = ledger.roster().members["I1"].keys
    assert [term.until is None for term in keys.values()] == [False, True]


def test_whose_key_was_revoked_changes_nothing_any_more(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        begin(ledger, [("M3", "management")])
        confirmed(ledger, "M1", RosterRevoked(by="M1", person="M2"), "M3")
        assert "not on the roster, or was revoked" in (act(ledger, "M2", enrolment("M2", "D1", "dealer")).refused or "")


def test_a_roster_of_one_cannot_be_required(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        act(ledger, "M1", enrolment("M1", "M1", "management"))
        assert "four eyes need two" in (act(ledger, "M1", RosterRequired(by="M1")).refused or "")


def test_required_once_is_required_for_good(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        begin(ledger, required=True)
        assert ledger.roster().is_required()
        assert "required already" in (act(ledger, "M1", RosterRequired(by="M1")).refused or "")


def test_without_a_key_nothing_is_done_to_the_roster(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger, pytest.raises(UnusableKey, match="--sign"):
        act_on_roster(ledger, enrolment("M1", "M1", "management"))


def test_what_another_program_does_to_the_roster_is_known_at_once(ledger_url: str) -> None:
    with Ledger(ledger_url) as ledger, Ledger(ledger_url) as other:
        begin(ledger)
        before = other.roster()
        assert list(before.members) == ["M1", "M2"]
        assert confirmed(ledger, "M1", enrolment("M1", "I3", "investigator"), "M2").refused is None
        assert list(other.roster().members) == ["M1", "M2", "I3"]
        assert list(before.members) == ["M1", "M2"]  # what was asked before stays as it was

"""What authorities require: every requirement's result on a house that has set everything up, and every check where the
ledger does not show what it asks for.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import orjson
import pytest
from jsonschema import Draft202012Validator

from desk.opening import open_existing, open_or_create
from ledger.application import Ledger
from ledger.cases.clocks import ClockStanding
from ledger.events.cases import CaseClock
from ledger.events.decisions import ShoeVoided
from ledger.events.desk import SignedIn
from ledger.events.house import EditionAdopted
from projections.compliance.checks import CHECKS, Inspected
from projections.compliance.requirements import REGIMES, ComplianceRow, compliance, regime
from projections.documents.outputs import schema
from tests.commands import Recoup
from tests.desk.service import night
from tests.ledger.evidence.forger import owner
from tests.projections.compliance import house
from tests.projections.compliance.document import DOCUMENT, lists

NOT_MET: Final = frozenset(
    {
        *("uk-9", "uk-10", "uk-11", "nigc-9", "nigc-14", "ks-10", "ks-11", "nv-3", "nv-5", "nv-12"),
        *("nj-10", "ch-1", "ch-5", "ch-12", "mo-7", "mo-13"),
    }
)
"""What Recoup does not do, whatever the house sets up: video, training, inspections, rooms, backups, counts, notices."""
REQUIREMENTS: Final = [requirement for name in REGIMES for requirement in regime(name).requirement]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The ledger of a house that has set everything up."""
    return house.record(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def rows(url: str) -> dict[str, ComplianceRow]:
    with open_existing(url) as ledger:
        return {row.requirement.id: row for row in compliance(Inspected(ledger))}


def test_there_are_at_least_sixty_requirements_of_six_authorities_and_each_has_an_id_of_its_own() -> None:
    assert len(REGIMES) >= 6
    assert len({requirement.id for requirement in REQUIREMENTS}) == len(REQUIREMENTS) >= 60
    assert {requirement.check for requirement in REQUIREMENTS} - {None} <= set(CHECKS)


def test_at_least_45_are_met_by_a_house_that_has_set_everything_up(rows: dict[str, ComplianceRow]) -> None:
    assert sum(row.status == "met" for row in rows.values()) >= 45


@pytest.mark.parametrize("number", [requirement.id for requirement in REQUIREMENTS])
def test_each_requirement_s_result(number: str, rows: dict[str, ComplianceRow]) -> None:
    row = rows[number]
    assert row.status == ("not met" if number in NOT_MET else "met"), row.what
    assert row.what


def test_the_document_lists_them_as_they_are() -> None:
    assert lists() in DOCUMENT.read_text(encoding="utf-8")


# Each check where it fails


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger of one night's play as somebody records it who has set up nothing."""
    play = (
        "BAC-1/2026-01-20: table baccarat dcb GBP; shoe S1 8\n"
        "BAC-1/2026-01-20/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto\n"
        "BAC-1/2026-01-20: table_closed\n"
        "BAC-1/2026-01-21: table baccarat dcb GBP\n"
        "BAC-1/2026-01-21/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close\n"
        "BAC-1/2026-01-22: table baccarat dcb GBP; table_closed\n"
    )
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        night.feed(ledger, play)
        yield ledger


AT_ONCE: Final = (
    "record_sealed",
    "record_witnessed",
    "persons_enrolled",
    "signature_required",
    "sources_enrolled",
    "rounds_complete",
    "rounds_ruled",
    "dealers_named",
    "limits_posted",
    "shoes_prepared",
    "tables_closed",
    "house_named",
    "dispute_body_named",
    "exports_recorded",
    "witnesses_named",
    "checkpoints_kept",
)


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_check_fails_where_nobody_has_set_anything_up(name: str, bare: Ledger) -> None:
    shown = CHECKS[name](Inspected(bare))
    assert shown.is_met is False, shown.what


def _three_days_late(what: str) -> ClockStanding:
    clock = CaseClock(what=what, kind="duty", counts_from="received", met_by=("letter",), source="-", verified=True)
    return ClockStanding(clock, "past", date(2026, 1, 21), days=-3)


def case(**fields: Any) -> SimpleNamespace:
    """A case of which no more is there than a check asks for."""
    of_nobody: dict[str, Any] = {
        "number": "2026-0001",
        "claims": {},
        "evidence": [],
        "rulings": [],
        "approval": None,
        "writings": [SimpleNamespace(event=SimpleNamespace(by="E1"))],
        "settled": True,
        "state": "settled",
        "held": False,
        "taken": [SimpleNamespace(position=7, event=SimpleNamespace(DECIDES=True, by=""))],
        "opened": SimpleNamespace(jurisdiction=None),
        "answers": lambda: {"P1": None},
        "letters": list,
        "owed": lambda _, ex_gratia=False: 0 if ex_gratia else 100,
        "clocks": lambda _: [_three_days_late("acknowledgement"), _three_days_late("final_position")],
    }
    return SimpleNamespace(**{**of_nobody, **fields})


OF_CASES: Final[dict[str, SimpleNamespace]] = {
    "two_persons_decide": case(approval=SimpleNamespace(event=SimpleNamespace(by="E1"))),
    "complaints_recorded": case(),
    "complaints_in_time": case(),
    "acknowledged_in_time": case(),
    "terms_set": case(),
    "answers_with_reasons": case(),
    "answers_written": case(),
    "awards_paid": case(),
    "footage_named": case(),
    "footage_held": case(evidence=[SimpleNamespace(expires_on="2026-01-21")]),
    "decisions_registered": case(),
}


@pytest.mark.parametrize("name", OF_CASES)
def test_a_check_of_cases_fails_on_a_case_that_does_not_show_it(name: str, bare: Ledger) -> None:
    seen = Inspected(bare)
    seen.__dict__["cases"] = [OF_CASES[name]]
    shown = CHECKS[name](seen)
    assert shown.is_met is False, shown.what
    assert "2026-0001" in shown.what or "position 7" in shown.what


def changed(statement: str) -> Callable[[Path], None]:
    """A change of the database past its guards."""

    def change(path: Path) -> None:
        with owner(path) as connection:
            connection.execute(statement)

    return change


def unguarded(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        connection.commit()


CHANGES: Final[dict[str, Callable[[Path], None]]] = {
    "record_unchanged": changed("UPDATE events SET state = replace(state, 'P1', 'P2') WHERE position = 5"),
    "nothing_is_missing": changed("DELETE FROM events WHERE position = 5"),
    "refused_input_kept": changed("DELETE FROM refused"),
    "database_refuses_changes": unguarded,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_check_fails_where_the_database_was_changed(name: str, tmp_path: Path) -> None:
    url = house.record(tmp_path)
    CHANGES[name](tmp_path / "recoup.db")
    with open_existing(url) as ledger:
        shown = CHECKS[name](Inspected(ledger))
    assert shown.is_met is False, shown.what


ELSEWHERE: Final = frozenset(
    {"acts_signed", "sign_ins_recorded", "rules_adopted", "rule_changes_by_two", "voids_by_authority"}
)


def test_an_act_that_nobody_signed_an_unknown_rulebook_and_a_sign_in_of_a_stranger_are_named(bare: Ledger) -> None:
    seen = Inspected(bare)
    seen.__dict__["act_check"] = (SimpleNamespace(signed=3, claimed=1), [])
    assert CHECKS["acts_signed"](seen) == (False, "3 acts are signed, 1 are only claimed")
    seen.__dict__["openings"] = {day: SimpleNamespace(rulebook="of-nobody") for day in seen.played}
    assert CHECKS["rules_adopted"](seen).is_met is False
    bare.record(SignedIn(person="X9", session="0123456789abcdef", method="passkey"), "signed-in:1", "desk")
    assert CHECKS["sign_ins_recorded"](seen) == (False, "not on the roster: X9")


def test_an_edition_that_one_person_adopted_and_a_void_without_an_office_are_named(
    bare: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Inspected(bare)
    voided = SimpleNamespace(causation=None)
    seen.__dict__["acts"] = [SimpleNamespace(position=9, event=ShoeVoided(shoe="S1", by="X9"), delivery=voided)]
    assert CHECKS["voids_by_authority"](seen) == (False, "no office is named: position 9")
    own = EditionAdopted.model_construct(rulebook="dcb", edition="2027.1", digest="", text="")
    adopted = SimpleNamespace(event=own, position=9, by="X9", confirmed_by=None)
    monkeypatch.setattr(Ledger, "adoptions", lambda _: SimpleNamespace(rows=[adopted]))
    assert CHECKS["rule_changes_by_two"](seen) == (False, "one person adopted: 2027.1")


def test_every_check_has_a_test_in_which_it_fails() -> None:
    assert {*AT_ONCE, *OF_CASES, *CHANGES, *ELSEWHERE} == set(CHECKS)


# The command


def test_the_command_lists_everything_with_its_source(recoup: Recoup, tmp_path: Path) -> None:
    night.record(f"sqlite:///{tmp_path / 'recoup.db'}")
    printed = recoup("compliance", "--json").out
    documents = orjson.loads(printed)
    Draft202012Validator(schema("compliance")).validate(documents)
    assert [document["id"] for document in documents] == [requirement.id for requirement in REQUIREMENTS]
    assert {document["status"] for document in documents} == {"met", "not met", "not shown"}
    shown = recoup("compliance", "switzerland").out
    assert "ch-13" in shown
    assert "Geldspielverordnung" in shown
    assert "uk-1" not in shown
    assert not [style for style in ("green", "red", "dim") if f"[{style}]" in shown]


def test_an_authority_that_is_not_listed_is_refused_with_those_that_are(recoup: Recoup, tmp_path: Path) -> None:
    night.record(f"sqlite:///{tmp_path / 'recoup.db'}")
    ran = recoup("compliance", "malta")
    assert ran.code == 2
    assert "kansas, macau, nevada" in " ".join(ran.complaint.split())


def test_a_package_is_no_ledger_of_which_compliance_can_be_shown(recoup: Recoup, tmp_path: Path) -> None:
    house.record(tmp_path)
    ran = recoup("compliance", "--ledger", str(tmp_path / "package"))
    assert ran.code == 2
    assert "a package shows a part" in " ".join(ran.complaint.split())

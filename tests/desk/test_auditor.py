"""An auditor whose login is a member of `recoup_reader` and nothing else verifies a ledger on PostgreSQL, as documented."""

import re
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url

from desk.opening import migrate
from desk.terminal.console import DONE, NO
from tests.commands import Recoup
from tests.desk import three_rounds
from tests.ledger.store.old_ledgers import old_ledger
from tests.ledgers import execute

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).resolve().parents[2]


def auditor_url(url: str) -> str:
    """The same ledger for an auditor's login, which is made as docs/operations.md says."""
    name = f"auditor_{make_url(url).database}"
    (documented,) = re.findall(r"^CREATE ROLE auditor .*;$", (ROOT / "docs/operations.md").read_text("utf-8"), re.MULTILINE)
    execute(url, documented.replace("auditor", name, 1).replace("'…'", "'secret'"))
    return make_url(url).set(username=name).render_as_string(hide_password=False)


def verify_as_documented(url: str) -> tuple[str, ...]:
    """The command line of docs/evidence.md for this ledger and the witness's folder here."""
    lines = (ROOT / "docs/evidence.md").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("$ recoup verify --ledger postgresql://")]
    words = {"postgresql://reader@host/recoup": url, "/mnt/notary": "notary"}
    return tuple(words.get(word, word) for word in line.split()[2:])


@pytest.fixture
def house(postgresql_url: str, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """A house that has recorded and ruled on a day, and whose witness keeps checkpoints in a folder."""
    three_rounds.record(postgresql_url, tmp_path / "people")
    monkeypatch.setenv("RECOUP_LEDGER", postgresql_url)
    (tmp_path / "notary").mkdir()
    assert recoup("keys", "new", "--origin", "casino.example/recoup").code == DONE
    assert recoup("witness", "add", "notary").code == DONE
    assert recoup("checkpoint").code == DONE
    assert recoup("witness", "ask").code == DONE
    return recoup


def test_the_auditor_verifies_as_documented(house: Recoup, postgresql_url: str) -> None:
    ran = house(*verify_as_documented(auditor_url(postgresql_url)))
    assert ran.code == DONE, ran
    assert ran.out.endswith("everything fits\n")
    assert "every entry is covered" in ran.out


def test_the_auditor_finds_an_altered_list(house: Recoup, postgresql_url: str) -> None:
    execute(postgresql_url, "UPDATE rounds SET verdict = 'another'")
    ran = house(*verify_as_documented(auditor_url(postgresql_url)))
    assert ran.code == NO
    assert f"does not say of {three_rounds.ROUNDS[0]} what the ledger says" in ran.out


@pytest.mark.parametrize("command", [["rounds"], ["rule", three_rounds.ROUNDS[0]], ["replay", three_rounds.ROUNDS[0]]])
def test_the_auditor_reads(house: Recoup, postgresql_url: str, command: list[str]) -> None:
    ran = house(*command, "--ledger", auditor_url(postgresql_url))
    assert ran.code in (DONE, NO), ran
    assert three_rounds.ROUNDS[0] in ran.out


@pytest.mark.parametrize("table", ["events", "decisions", "checkpoints", "tracking"])
def test_the_auditor_changes_nothing(postgresql_url: str, table: str) -> None:
    login = auditor_url(postgresql_url)
    for statement in (f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM {table}"):
        with pytest.raises(Exception, match="permission denied"):
            execute(login, statement)


def test_a_ledger_of_before_gives_the_auditor_the_rights_when_it_is_migrated(blank_postgresql: str, recoup: Recoup) -> None:
    old_ledger(blank_postgresql, "r0010")
    execute(blank_postgresql, "REVOKE ALL ON SCHEMA public FROM PUBLIC")
    migrate(blank_postgresql)
    ran = recoup("verify", "--ledger", auditor_url(blank_postgresql))
    assert ran.code == DONE, ran

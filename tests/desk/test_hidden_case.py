"""The database's owner hides a case by what a name means to PostgreSQL: it is in every list and package all the same, and
`verify` names how it was tried.
"""

from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import make_url

from desk.terminal.console import DONE, NO
from drill.sample import people
from tests.commands import Recoup
from tests.desk import three_rounds
from tests.desk.three_rounds import DAY, ROUNDS
from tests.ledgers import execute

pytestmark = pytest.mark.slow

CASE: Final = "2026-0001"
SEEN: Final = (
    "CREATE FUNCTION public.seen(text, {right}) RETURNS boolean LANGUAGE sql IMMUTABLE AS "
    "$$ SELECT $1 OPERATOR(pg_catalog.>=) $2::text AND $1 OPERATOR(pg_catalog.!~~) 'case/%%' $$",
    "CREATE OPERATOR public.>= (LEFTARG = text, RIGHTARG = {right}, FUNCTION = public.seen)",
)
HIDING: Final = {
    "an operator before the server's own": (*(text.format(right="text") for text in SEEN), "public, pg_catalog"),
    "an operator that fits more exactly": (*(text.format(right="varchar") for text in SEEN), None),
}
"""The statements, and the search path of the database, where it is set."""


@pytest.fixture
def house(postgresql_url: str, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a ledger of three rounds with a case about the first, under a checkpoint that a witness keeps."""
    three_rounds.record(postgresql_url, tmp_path / "people")
    (tmp_path / "passphrase").write_text(people.PASSPHRASE, encoding="utf-8")
    (tmp_path / "notary").mkdir()
    monkeypatch.setenv("RECOUP_LEDGER", postgresql_url)
    monkeypatch.setenv("RECOUP_PASSPHRASE_FILE", str(tmp_path / "passphrase"))
    signed = ("--sign", "people/E7.key", "--role", "dispute_manager")
    for step in (
        ("case", "open", DAY, "--round", ROUNDS[0], *signed),
        ("keys", "new", "--origin", "casino.example/recoup"),
        ("witness", "add", "notary"),
        ("checkpoint",),
        ("witness", "ask"),
    ):
        ran = recoup(*step)
        assert ran.code == DONE, ran
    return recoup


@pytest.mark.parametrize("hiding", HIDING)
def test_a_hidden_case_is_listed_and_exported_and_named(hiding: str, house: Recoup, postgresql_url: str) -> None:
    *statements, path = HIDING[hiding]
    execute(postgresql_url, *map(str, statements))
    if path is not None:
        execute(postgresql_url, f"ALTER DATABASE {make_url(postgresql_url).database} SET search_path = {path}")
    assert CASE in house("case", "list").out
    ran = house("export", "-o", "package", "--no-reports")
    assert ran.code == DONE, ran
    entries = b"".join(file.read_bytes() for file in Path("package/data/events").iterdir())
    assert f'"stream":"case/{CASE}"'.encode() in entries
    ran = house("verify", "--key", "recoup.pub", "--witness", "notary")
    assert ran.code == NO
    assert "DOES NOT FIT: the schema has an operator public.>=(text," in ran.out
    assert path is None or f"DOES NOT FIT: the database has a setting search_path={path} of the database" in ran.out

"""`recoup serve --check`: whether a service could begin, in one sentence, before it is begun."""

import subprocess
from pathlib import Path

import pytest

from desk.opening import open_or_create
from desk.terminal.console import DONE, UNUSABLE, WRONG_USE
from tests.commands import Recoup
from tests.ledger.roster.people import begin

pytestmark = pytest.mark.slow

LOCAL = ("serve", "--check", "--origin", "http://localhost:8443")


@pytest.fixture
def house(recoup: Recoup) -> Recoup:
    """A ledger with a roster in the current folder."""
    with open_or_create("sqlite:///recoup.db") as ledger:
        begin(ledger)
    return recoup


def test_what_can_be_served_is_said_and_nothing_is_begun(house: Recoup) -> None:
    ran = house(*LOCAL)
    assert (ran.code, ran.err) == (DONE, "")
    assert ran.out.startswith("the desk can be served at http://localhost:8443, with ")
    assert not Path("recoup.files").exists()


def test_what_cannot_be_served_is_said_in_one_sentence(house: Recoup) -> None:
    for words, code, complaint in (
        (("serve", "--check"), WRONG_USE, "origin: Field required"),
        ((*LOCAL, "--ledger", "sqlite:///none.db"), UNUSABLE, "there is no ledger at sqlite:///none.db"),
        ((*LOCAL, "--settings", "none.toml"), WRONG_USE, "the settings none.toml cannot be read"),
    ):
        ran = house(*words)
        assert ran.code == code
        assert complaint in ran.complaint
    Path("files").write_text("no folder")
    Path("desk.toml").write_text('origin = "http://localhost:8443"\nfiles = "files/inside"\nmonitors = ["10.0.0.0/8"]\n')
    assert "files/inside cannot be written to" in house("serve", "--check", "--settings", "desk.toml").complaint
    Path("desk.toml").write_text('origin = "http://localhost:8443"\nmonitors = ["everybody"]\n')
    assert house("serve", "--check", "--settings", "desk.toml").complaint.startswith("monitors.0: value is not a valid IP")


def test_a_certificate_and_another_s_key_are_refused(house: Recoup) -> None:
    for name in ("one", "two"):
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        subprocess.run([*command, "-keyout", f"{name}.key", "-out", f"{name}.pem"], check=True, capture_output=True)
    over_tls = ("serve", "--check", "--origin", "https://localhost:8443", "--certificate", "one.pem", "--certificate-key")
    assert house(*over_tls, "one.key").code == DONE
    ran = house(*over_tls, "two.key")
    assert ran.code == WRONG_USE
    assert ran.complaint.startswith("one.pem and two.key are no certificate and its key")
    assert "cannot be read" in house(*over_tls, "three.key").complaint


def test_a_ledger_without_a_roster_serves_nobody(recoup: Recoup) -> None:
    recoup("migrate")
    assert "this ledger has no roster" in recoup(*LOCAL).complaint

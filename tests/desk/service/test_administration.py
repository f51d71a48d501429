"""What an administrator of the desk does: from nothing to two people signed in, and whatever comes after."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from playwright.sync_api import Browser, Locator, expect

from desk.service.settings import ServiceSettings
from ledger.application import Ledger
from ledger.events import Event
from ledger.events.desk import SignedIn, SignInRefused
from tests import browser
from tests.commands import Recoup
from tests.desk.service import permission_table, provider
from tests.desk.service.conftest import (
    Window,
    enrol_passkey,
    free_port,
    give_offices,
    identity_provider,
    provider_settings,
    serving,
)
from tests.ledger.roster.people import key_of

ROOT = Path(__file__).parents[3]
PASSPHRASE = "only for the tests"
ROUND = "BJ-1/2026-01-17/1"
DAYS_AGO = timedelta(days=1)

OpenWindow = Callable[[str], Window]


@pytest.fixture
def keys(recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` in a folder with the key files of M1 and M2."""
    for name in ("M1", "M2"):
        private, file = key_of(name).private, tmp_path / f"{name.lower()}.key"
        file.touch(0o600)
        file.write_bytes(
            private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, BestAvailableEncryption(PASSPHRASE.encode()))
        )
    (tmp_path / "passphrase").write_text(PASSPHRASE, "utf-8")
    monkeypatch.setenv("RECOUP_PASSPHRASE_FILE", str(tmp_path / "passphrase"))
    return recoup


def roster(keys: Recoup, house: str, *words: str, second: bool = True) -> str:
    """What `recoup roster` says, signed by M1 and by M2."""
    signed = ["--sign", "m1.key", *(["--second", "m2.key"] if second else [])]
    ran = keys("roster", *words, *signed, "--ledger", house)
    assert ran.code == 0, ran.err
    return ran.out


def seen(ledger: Ledger, kind: type[Event]) -> list[Event]:
    """What is on record of the desk, of a kind."""
    return [entry.event for entry in ledger.entries("desk") if isinstance(entry.event, kind)]


def sign_in_in_vain(window: Window) -> Locator:
    """Tries to sign in by the passkey; gives where the page says why not."""
    window.page.goto("/sign-in")
    window.page.get_by_role("button", name="Sign in with a passkey").click()
    return window.page.locator("#said")


def is_out(window: Window) -> None:
    """The next page that somebody asks for is the sign-in page."""
    window.page.goto("/decisions")
    expect(window.page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.slow
def test_who_loses_a_passkey_is_out_at_once_and_comes_back_with_a_new_one(
    house: str, window: OpenWindow, keys: Recoup, tmp_path: Path
) -> None:
    with serving(house) as desk:
        lost, new = window(desk.origin), window(desk.origin)
        key = lost.new_passkey("I7")
        enrol_passkey(desk.ledger, "I7", key)
        lost.sign_in()
        lost.page.goto("/decisions")
        expect(lost.page.get_by_role("heading", name="Decisions")).to_be_visible()

        roster(keys, house, "revoke", "I7", "--key", key.fingerprint, "--reason", "lost_key")
        is_out(lost)
        expect(sign_in_in_vain(lost)).to_have_text("This passkey was revoked.")

        (tmp_path / "I7.passkey.json").write_text(new.new_passkey("I7").model_dump_json(), "utf-8")
        roster(keys, house, "key", "I7", "--key", "I7.passkey.json")
        new.sign_in()
        new.page.goto("/me")
        expect(new.page.get_by_role("heading", name="I7")).to_be_visible()


@pytest.mark.slow
def test_who_leaves_is_out_at_once_and_the_attempt_to_come_back_is_on_record(
    house: str, window: OpenWindow, keys: Recoup
) -> None:
    with serving(house) as desk:
        leaver = window(desk.origin)
        enrol_passkey(desk.ledger, "I7", leaver.new_passkey("I7"))
        leaver.sign_in()
        roster(keys, house, "revoke", "I7", "--reason", "left")
        is_out(leaver)
        expect(sign_in_in_vain(leaver)).to_have_text("This passkey was revoked.")
        is_out(leaver)
        assert seen(desk.ledger, SignInRefused) == [
            SignInRefused(person="I7", method="passkey", refused="this passkey was revoked")
        ]


@pytest.mark.slow
def test_a_new_office_counts_from_the_next_request_and_one_that_ended_lets_nobody_in(
    house: str, window: OpenWindow
) -> None:
    with serving(house) as desk:
        person = window(desk.origin)
        enrol_passkey(desk.ledger, "I7", person.new_passkey("I7"))
        person.sign_in()
        person.page.goto(f"/rounds/{ROUND}")
        expect(person.page.locator("main")).to_contain_text("P2")
        expect(person.page.get_by_role("link", name="People")).to_have_count(0)

        give_offices(desk.ledger, "I7", "regulator")
        person.page.goto(f"/rounds/{ROUND}")
        expect(person.page.locator("main")).not_to_contain_text("P2")
        person.page.goto("/decisions")
        expect(person.page.locator("main")).to_contain_text("you are regulator today")

        give_offices(desk.ledger, "I7", "administrator")
        person.page.goto("/people")
        expect(person.page.get_by_role("heading", name="People")).to_be_visible()

        yesterday = (datetime.now(UTC) - DAYS_AGO).date().isoformat()
        give_offices(desk.ledger, "I7", "administrator", "investigator", until=yesterday)
        is_out(person)
        expect(sign_in_in_vain(person)).to_have_text("Only a person who holds an office today is let in.")
        is_out(person)
        assert len(seen(desk.ledger, SignInRefused)) == 1


@pytest.mark.slow
def test_an_administrator_s_desk_begins_with_the_page_people(house: str, window: OpenWindow) -> None:
    with serving(house) as desk:
        administrator = window(desk.origin)
        enrol_passkey(desk.ledger, "Z7", administrator.new_passkey("Z7"))
        administrator.sign_in()
        expect(administrator.page.get_by_role("heading", name="People", exact=True)).to_be_visible()


@pytest.mark.slow
def test_an_account_at_the_provider_is_bound_by_two_people(
    house: str, window: OpenWindow, keys: Recoup, tmp_path: Path
) -> None:
    port = free_port()
    settings = provider_settings(tmp_path, f"http://localhost:{port}/o")
    with (
        serving(house, provider=settings) as desk,
        identity_provider(tmp_path, f"{desk.origin}/sign-in/provider/callback", port) as issuer,
    ):
        reader = window(desk.origin)

        def come_by_the_house_s_account() -> None:
            reader.page.goto("/sign-in")
            reader.page.get_by_role("link", name="Sign in with the house's account").click()

        come_by_the_house_s_account()
        reader.page.get_by_label("Username").fill(provider.USERS[0])
        reader.page.get_by_label("Password").fill(provider.PASSWORD)
        reader.page.get_by_role("button", name="Log in").click()
        expect(reader.page.locator("main")).to_contain_text("belongs to no person")
        account = re.search(r"sha256:[0-9a-f]{64}", reader.page.locator("main").inner_text())
        assert account is not None

        bind = ("bind", "R7", "--issuer", issuer, "--account", account[0])
        waits = roster(keys, house, *bind, second=False)
        come_by_the_house_s_account()
        expect(reader.page.locator("main")).to_contain_text("belongs to no person")

        position = re.search(r"roster confirm (\d+)", waits)
        assert position is not None
        himself = keys("roster", "confirm", position[1], "--sign", "m1.key", "--ledger", house)
        assert "another person" in himself.err
        assert keys("roster", "confirm", position[1], "--sign", "m2.key", "--ledger", house).code == 0
        come_by_the_house_s_account()
        expect(reader.page.get_by_role("heading", name="Find a round")).to_be_visible()
        assert [type(event) for event in seen(desk.ledger, SignedIn)] == [SignedIn]


@pytest.mark.slow
def test_the_forms_of_the_page_people_change_the_roster(house: str, window: OpenWindow, tmp_path: Path) -> None:
    file, account = tmp_path / "N9.passkey.json", f"sha256:{'5' * 64}"
    with serving(house) as desk:
        first, second, newcomer = (window(desk.origin) for _ in range(3))
        enrol_passkey(desk.ledger, "M1", first.new_passkey("M1"))
        enrol_passkey(desk.ledger, "M2", second.new_passkey("M2"))
        key = newcomer.new_passkey("N9")
        file.write_text(key.model_dump_json(), "utf-8")
        for each in (first, second):
            each.sign_in()
            each.page.goto("/people")
            each.page.on("dialog", lambda dialog: dialog.accept())

        def row(whose: Window) -> Locator:
            named = whose.page.get_by_role("rowheader", name="N9", exact=True)
            return whose.page.locator("table").first.get_by_role("row").filter(has=named)

        def confirm() -> None:
            expect(first.page.locator("#told")).to_contain_text("It holds once another person confirms it.")
            expect(first.page.get_by_text("another person confirms it", exact=True)).to_be_visible()
            second.page.goto("/people")
            second.page.get_by_role("button", name="Confirm").click()
            expect(second.page.locator("#told")).to_contain_text("confirm")
            expect(second.page.get_by_role("heading", name="Waits for a second person")).to_have_count(0)
            first.page.goto("/people")

        first.page.get_by_text("Enrol a person, or give one other offices").click()
        form = first.page.locator('form[data-roster-form="enrol_person"]')
        form.get_by_label("Id", exact=True).fill("N9")
        form.get_by_label("Offices").select_option(["investigator", "supervisor"])
        form.get_by_label("From").fill("2026-01-01")
        form.get_by_label("Public half").set_input_files(file)
        form.get_by_role("button", name="Sign").click()
        expect(first.page.get_by_role("listitem").filter(has_text=key.fingerprint)).to_be_visible()
        confirm()
        expect(row(first)).to_contain_text("supervisor from 2026-01-01")
        newcomer.sign_in()

        first.page.get_by_text("Bind an account at the identity provider").click()
        form = first.page.locator('form[data-roster-form="bind_account"]')
        form.get_by_label("Id", exact=True).fill("N9")
        form.get_by_label("Provider").fill("https://login.house.example")
        form.get_by_label("Account").fill(account)
        form.get_by_role("button", name="Sign").click()
        confirm()
        assert desk.ledger.roster().holder_of(account) == "N9"

        row(first).get_by_role("button", name="Release").click()
        confirm()
        assert desk.ledger.roster().holder_of(account) is None

        row(first).get_by_role("button", name="Revoke").click()
        confirm()
        expect(row(first)).to_contain_text("revoked")
        is_out(newcomer)

        file.write_text(newcomer.new_passkey("N9").model_dump_json(), "utf-8")
        first.page.get_by_text("Enrol another passkey of a person").click()
        form = first.page.locator('form[data-roster-form="enrol_key"]')
        form.get_by_label("Id", exact=True).fill("N9")
        form.get_by_label("Public half").set_input_files(file)
        form.get_by_role("button", name="Sign").click()
        confirm()
        assert len([term for term in desk.ledger.roster().members["N9"].keys.values() if term.until is None]) == 1

        row(first).get_by_role("button", name="N9 leaves").click()
        confirm()
        expect(row(first)).to_contain_text("no office")


def test_the_page_has_the_table_of_permissions_as_it_is() -> None:
    assert permission_table.written() == permission_table.table()


def test_the_page_has_every_setting() -> None:
    section = permission_table.PAGE.read_text("utf-8").partition("\n## Settings\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z_]+)", section, re.M)) == set(ServiceSettings.model_fields)


def test_the_page_has_every_figure() -> None:
    section = permission_table.PAGE.read_text("utf-8").partition("\n## Health, figures, logs\n")[2].partition("\n## ")[0]
    described = {name.removesuffix("_total") for name in re.findall(r"^\| `(recoup_[a-z_]+)", section, re.M)}
    source = (ROOT / "desk" / "service" / "metrics.py").read_text("utf-8")
    assert described == set(re.findall(r'"(recoup_[a-z_]+)"', source))


@contextmanager
def trusting_browser(chromium: Browser, home: Path) -> Iterator[Browser]:
    """A Chromium that trusts the CA in a folder, as the page says; without certutil, the desk's certificate alone."""
    trust: list[str] = []
    if shutil.which("certutil"):
        store = home / ".pki" / "nssdb"
        store.mkdir(parents=True)
        certutil = ["certutil", "-d", f"sql:{store}"]
        subprocess.run([*certutil, "-N", "--empty-password"], check=True)
        subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "Trial CA", "-i", str(home / "ca.pem")], check=True)
    else:
        public = load_pem_x509_certificate((home / "desk.pem").read_bytes()).public_key()
        digest = sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
        trust = [f"--ignore-certificate-errors-spki-list={b64encode(digest).decode()}"]
    arguments = ["--disable-dev-shm-usage", *trust]
    env: dict[str, str | float | bool] = {**os.environ, "HOME": str(home)}
    started = chromium.browser_type.launch(executable_path=browser.found(), args=arguments, env=env)
    yield started
    started.close()


@pytest.mark.slow
def test_the_page_s_commands_lead_from_nothing_to_two_people_signed_in_over_tls(chromium: Browser, tmp_path: Path) -> None:
    page = permission_table.PAGE.read_text("utf-8")
    blocks = [re.sub(r"^\$ ", "", block, flags=re.M) for block in re.findall(r"```console\n(.*?)```", page, re.S)]
    settings = re.findall(r"```toml\n(.*?)```", page, re.S)[0]
    port = free_port()
    (tmp_path / "desk.toml").write_text(settings.replace("8443", str(port)) + f"port = {port}\n", "utf-8")
    (tmp_path / "passphrase").write_text(PASSPHRASE, "utf-8")
    command = tmp_path / "bin" / "recoup"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m desk "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    env = {name: value for name, value in os.environ.items() if not name.startswith("RECOUP_")}
    env |= {"PATH": f"{command.parent}{os.pathsep}{env['PATH']}", "PYTHONPATH": str(ROOT)}
    env |= {"RECOUP_PASSPHRASE_FILE": str(tmp_path / "passphrase")}

    def run(block: str) -> None:
        done = subprocess.run(["sh", "-ec", block], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, block + done.stdout + done.stderr

    begin, certify, serve, enrol = blocks
    run(begin)
    run(certify)
    with (tmp_path / "serve.log").open("wb") as log:
        desk = subprocess.Popen(["sh", "-ec", f"exec {serve}"], cwd=tmp_path, env=env, stdout=log, stderr=log)
    origin = f"https://localhost:{port}"
    try:
        for _ in range(600):
            assert desk.poll() is None, (tmp_path / "serve.log").read_text("utf-8")
            if f"the desk is at {origin}" in (tmp_path / "serve.log").read_text("utf-8"):
                break
            time.sleep(0.1)
        with trusting_browser(chromium, tmp_path) as trusting:
            windows = {person: Window(trusting, origin) for person in ("M1", "Z7")}
            for person, window in windows.items():
                key = window.new_passkey(person)
                (tmp_path / f"{person}.passkey.json").write_text(key.model_dump_json(), "utf-8")
            run(enrol)
            for person, heading in (("M1", "Find a round"), ("Z7", "People")):
                windows[person].sign_in()
                expect(windows[person].page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
                cookies = windows[person].context.cookies()
                assert [(each["name"], each["secure"], each["httpOnly"]) for each in cookies] == [
                    ("__Host-recoup_session", True, True)
                ]
                assert windows[person].complaints == []
    finally:
        desk.send_signal(signal.SIGINT)
        assert desk.wait(60) == 0, (tmp_path / "serve.log").read_text("utf-8")

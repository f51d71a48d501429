"""A service that is killed, stopped and full while its devices send: what was acknowledged is there, once."""

import re
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from desk.opening import open_existing
from ledger.recorder.database import sqlite_file
from ledger.verify.verifier import Verifier
from tests.desk.service.conftest import free_port
from tests.desk.service.devices import Device, devices, enrol, send_together, served
from tests.ledgers import rows

pytestmark = pytest.mark.slow


def check_record(url: str, tables: list[Device]) -> None:
    """Everything is on record once, in the order of its table, and verifies."""
    on_record = rows(url)
    counts = Counter((row["source"], row["delivery_id"]) for row in on_record)
    assert max(counts.values()) == 1
    for device in tables:
        ids = [row["delivery_id"] for row in on_record if row["source"] == device.source]
        assert ids == [f"{device.name}-{number}" for number in range(1, len(device.events) + 1)]
        assert set(device.acknowledged) == set(ids)
        assert set(device.acknowledged.values()) <= {"recorded", "known"}
    with open_existing(url) as ledger:
        assert Verifier(ledger).run().misfits == []


def test_a_killed_service_loses_nothing_that_it_acknowledged(blank_url: str, tmp_path: Path) -> None:
    tables, port = devices(4, 60), free_port()
    enrol(blank_url, tables)
    origin = f"http://127.0.0.1:{port}"
    sending = list[Thread]()
    for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
        with served(blank_url, tmp_path, port) as process:
            sending = sending or send_together(tables, origin, 7, 0.02)
            time.sleep(0.8)
            acknowledged = {(device.source, id_) for device in tables for id_ in list(device.acknowledged)}
            process.send_signal(end)
            process.wait(30)
        assert acknowledged <= {(row["source"], row["delivery_id"]) for row in rows(blank_url)}
    with served(blank_url, tmp_path, port):
        for thread in sending:
            thread.join()
    assert sum(device.refusals for device in tables) > 0
    check_record(blank_url, tables)


def test_several_services_on_one_server_take_the_same_devices_in(postgresql_url: str, tmp_path: Path) -> None:
    tables, ports = devices(4, 40), (free_port(), free_port())
    enrol(postgresql_url, tables)
    with served(postgresql_url, tmp_path, ports[0]), served(postgresql_url, tmp_path, ports[1]):
        sending = [
            thread
            for tables_of_one, port in ((tables, ports[0]), (tables, ports[1]))
            for thread in send_together(tables_of_one, f"http://127.0.0.1:{port}", 5)
        ]
        for thread in sending:
            thread.join()
    check_record(postgresql_url, tables)


def test_a_full_disk_acknowledges_nothing_and_loses_nothing(blank_sqlite: str, tmp_path: Path) -> None:
    """The file may not grow for a while, as on a full disk; the device goes on asking."""
    tables, port = devices(1, 400), free_port()
    enrol(blank_sqlite, tables)
    file = sqlite_file(blank_sqlite)
    assert file is not None
    with served(blank_sqlite, tmp_path, port) as process:
        beside = file.with_name(f"{file.name}-wal")
        limit = str(max(file.stat().st_size, beside.stat().st_size if beside.exists() else 0) + 100_000)
        subprocess.run(["prlimit", "--pid", str(process.pid), f"--fsize={limit}:unlimited"], check=True)
        sending = send_together(tables, f"http://127.0.0.1:{port}", 20)
        wait_for(lambda: tables[0].refusals > 3)
        assert len(tables[0].acknowledged) < len(tables[0].events)
        answer = httpx.get(f"http://127.0.0.1:{port}/healthz")
        assert answer.status_code == httpx.codes.OK
        subprocess.run(["prlimit", "--pid", str(process.pid), "--fsize=unlimited:unlimited"], check=True)
        sending[0].join()
    check_record(blank_sqlite, tables)
    assert re.search(r"is not recorded: .* cannot (grow|be used) ", (tmp_path / "service.log").read_text())


def wait_for(happened: Any) -> None:
    ends_at = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < ends_at
        time.sleep(0.05)


def test_a_database_that_is_killed_comes_back_and_nothing_is_lost(postgresql_to_kill: Any, tmp_path: Path) -> None:
    url = postgresql_to_kill.get_uri()
    tables, port = devices(2, 100), free_port()
    enrol(url, tables)
    with served(url, tmp_path, port):
        sending = send_together(tables, f"http://127.0.0.1:{port}", 10, 0.05)
        wait_for(lambda: len(tables[0].acknowledged) > 50)
        postmaster = postgresql_to_kill.get_postmaster_info().process
        postmaster.send_signal(signal.SIGQUIT)  # no checkpoint, no farewell: it recovers from its log
        postmaster.wait(30)
        wait_for(lambda: sum(device.refusals for device in tables) > 0)
        postgresql_to_kill.ensure_postgres_running()
        for thread in sending:
            thread.join()
    check_record(url, tables)

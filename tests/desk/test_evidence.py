"""The commands about evidence, as a house, a witness and an auditor use them, and the documents' own command lines."""

import os
import re
import shutil
import sqlite3
import subprocess
from base64 import b64encode
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from desk.terminal.console import DONE, NO, UNUSABLE, WRONG_USE
from ledger.application import Ledger
from ledger.evidence.note import verifier_key
from tests.commands import Recoup
from tests.ledger.evidence import forger
from tests.ledger.evidence.witnesses import Witness, serving
from tests.ledgers import owner_engine

pytestmark = pytest.mark.slow

DOCUMENT: Final = Path(__file__).resolve().parents[2] / "docs" / "evidence.md"
ORIGIN: Final = "casino.example/recoup"


@pytest.fixture
def house(files: Recoup) -> Recoup:
    """A house with a key that has recorded a day."""
    assert files("keys", "new", "--origin", ORIGIN).code == DONE
    assert files("record", "day.ndjson").code == DONE
    return files


def validated(recoup: Recoup, schema: str, *args: str) -> object:
    ran = recoup(*args, "--json")
    Draft202012Validator(recoup("schema", schema).json).validate(ran.json)
    return ran.json


def test_recording_with_a_key_makes_a_checkpoint_and_all_fits(house: Recoup) -> None:
    ran = house("verify")
    assert (ran.code, ran.err) == (DONE, "")
    assert "1 checkpoints, 0 more held by the witness; every entry is covered" in ran.out
    assert ran.out.endswith("everything fits\n")


def test_without_a_key_nothing_is_covered_and_that_is_said(files: Recoup) -> None:
    files("record", "day.ndjson")
    ran = files("verify")
    assert ran.code == DONE
    assert "nothing is covered: whoever can write to the database can have changed anything" in ran.out
    assert "cannot be read (No such file or directory)" in files("checkpoint").complaint
    assert "there is no witness to ask" in files("witness", "ask").complaint
    Path("notary").mkdir()
    files("witness", "add", "notary")
    assert "there is no checkpoint to show yet" in files("witness", "ask").complaint


def test_what_is_printed_is_what_the_schemas_say(house: Recoup, tmp_path: Path) -> None:
    (tmp_path / "notary").mkdir()
    house("witness", "add", "notary")
    validated(house, "key", "keys", "show")
    validated(house, "checkpoint", "checkpoint")
    validated(house, "witnesses", "witness", "list")
    validated(house, "verify", "verify")
    with forger.owner(tmp_path / "recoup.db") as connection:
        connection.execute("UPDATE events SET state = leaf WHERE position = 7")
    found = validated(house, "verify", "verify")
    assert isinstance(found, dict)
    assert (found["verified"], found["misfits"][0]["position"]) == (False, 7)


def test_the_first_position_its_stream_and_since_when_are_named(house: Recoup, tmp_path: Path) -> None:
    with forger.owner(tmp_path / "recoup.db") as connection:
        rows = forger.rows_of(connection)
        connection.execute("UPDATE events SET state = ? WHERE position = 30", [forger.otherwise(rows[29])[forger.STATE]])
    ran = house("verify")
    assert ran.code == NO
    assert (
        "DOES NOT FIT: position 30 (table/BAC-1/2026-01-20): the stored bytes are not those that were hashed when they "
        "were recorded; it can have happened at any time since it was recorded; no checkpoint is older"
    ) in ran.out


def test_an_edited_read_model_is_found(house: Recoup, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "recoup.db")) as connection:
        connection.execute("UPDATE rounds SET verdict = 'stands'")
        connection.commit()
    ran = house("verify")
    assert ran.code == NO
    assert "the read model rounds of BAC-1/2026-01-20 does not say of BAC-1/2026-01-20/2 what the ledger says" in ran.out
    assert house("verify", "--no-read-models").code == DONE
    house("projections", "rebuild")
    assert house("verify").code == DONE


def test_a_rolled_back_ledger_is_found_with_the_witness_s_folder(house: Recoup, tmp_path: Path) -> None:
    """What docs/operations.md says of a restore that lost the tail."""
    (tmp_path / "notary").mkdir()
    house("witness", "add", "notary")
    with closing(sqlite3.connect(tmp_path / "recoup.db")) as connection, closing(sqlite3.connect("backup.db")) as backup:
        connection.backup(backup)
    house("record", "camera.ndjson")
    assert "notary: laid down as 000000000" in house("witness", "ask").out
    for leftover in tmp_path.glob("recoup.db*"):
        leftover.unlink()
    shutil.copy("backup.db", "recoup.db")
    assert house("verify", "--key", "recoup.pub").code == DONE
    ran = house("verify", "--key", "recoup.pub", "--witness", "notary")
    assert ran.code == NO
    assert re.search(
        r"position \d+: the witness's \d+-\w+\.checkpoint vouches for \d+ entries and \d+ are on record", ran.out
    )
    house("checkpoint")
    ran = house("witness", "ask")
    assert ran.code == UNUSABLE
    assert "entries were changed or taken away; run `recoup verify`, and keep the ledger as it is" in ran.err


def test_a_witness_over_http_is_named_asked_and_listed(house: Recoup) -> None:
    key = verifier_key(house("keys", "show").out.split("\n")[0])
    witness = Witness(ORIGIN, key.public)
    with serving(witness) as address:
        house("witness", "add", address, "--key", witness.verifier_key)
        house("checkpoint")
        ran = house("witness", "ask")
        assert ran.out.startswith("witness.example/w1: cosigned at 2027-01-15T08:00:00.000000Z, ")
    [listed] = house("witness", "list", "--json").json
    assert (listed["name"], listed["size"], listed["at"]) == (witness.name, witness.size, "2027-01-15T08:00:00.000000Z")
    assert f"{witness.name} saw {witness.size} entries at 2027-01-15T08:00:00.000000Z" in house("verify").out
    ran = house("witness", "ask")
    assert ran.code == UNUSABLE
    assert "cannot be reached" in ran.err


def test_recording_without_the_key_that_there_was_says_what_is_not_covered(house: Recoup, tmp_path: Path) -> None:
    (tmp_path / "recoup.key").rename(tmp_path / "elsewhere.key")
    ran = house("record", "camera.ndjson")
    assert ran.code == 3
    assert "there is no key at recoup.key: the last 9 entries are covered by no checkpoint" in ran.err
    assert "the last 9 entries are covered by none" in house("verify").out
    ran = house("record", "camera.ndjson", "--key-file", "elsewhere.key")
    assert "covered" not in ran.err
    assert "every entry is covered" in house("verify").out


def test_keys_are_made_once_and_rotated(house: Recoup, tmp_path: Path) -> None:
    first = house("keys", "show", "--json").json
    assert (
        "there is a key in recoup.key; `recoup keys rotate` goes on with another"
        in house("keys", "new", "--origin", ORIGIN).complaint
    )
    shutil.copy("recoup.pub", "first.pub")
    assert house("keys", "rotate").code == DONE
    second = house("keys", "show", "--json").json
    assert (first["origin"], first["id"]) != (second["origin"], second["id"])
    assert (tmp_path / f"recoup.key.{first['id']}").is_file()
    assert house("record", "camera.ndjson").code == 3
    for public in ("first.pub", "recoup.pub"):
        assert house("verify", "--key", public).code == DONE
    house("keys", "new", "--origin", ORIGIN, "--key-file", "other.key")
    assert "the log goes by key" in house("checkpoint", "--key-file", "other.key").complaint
    ran = house("verify", "--key", "other.pub")
    assert ran.code == NO
    assert "the log does not name the key" in ran.out


def test_a_key_that_others_can_read_is_refused(house: Recoup, tmp_path: Path) -> None:
    (tmp_path / "recoup.key").chmod(0o644)
    ran = house("record", "camera.ndjson")
    assert ran.code == UNUSABLE
    assert "is open to others than its owner; run `chmod 600 recoup.key`" in ran.complaint


MISUSED: Final = {
    ("keys", "new"): (WRONG_USE, "missing option '--origin'"),
    ("keys", "new", "--origin", "a b", "--key-file", "n.key"): (WRONG_USE, "'a b' names no Ed25519 key"),
    ("keys", "new", "--origin", "x", "--signer", "hsm"): (UNUSABLE, "give both --signer and --public"),
    ("keys", "show", "--key-file", "none"): (UNUSABLE, "the key file none cannot be read"),
    ("witness", "add", "nowhere"): (UNUSABLE, "nowhere is no folder, nor an address that begins with http:// or https://"),
    ("witness", "add", "http://127.0.0.1:1"): (UNUSABLE, "needs its verifier key, NAME+ID+BASE64: give it with --key"),
    ("witness", "add", "http://127.0.0.1:1", "--key", "x"): (WRONG_USE, "'x' is no verifier key"),
    ("witness", "ask", "nobody"): (UNUSABLE, "there is no witness 'nobody'; `recoup witness list` lists them"),
    ("verify", "--witness", "nowhere"): (UNUSABLE, "nowhere cannot be read (No such file or directory)"),
    ("verify", "--key", "day.ndjson"): (
        UNUSABLE,
        "day.ndjson holds no verifier key (NAME+ID+BASE64) and no public key in PEM",
    ),
}


@pytest.mark.parametrize("args", MISUSED, ids=" ".join)
def test_what_cannot_be_done_is_said_in_one_sentence(args: tuple[str, ...], house: Recoup) -> None:
    ran = house(*args)
    code, message = MISUSED[args]
    assert message in ran.complaint
    assert ran.code == code


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this machine")
def test_the_document_s_own_commands_verify_a_checkpoint_and_make_a_leaf(house: Recoup, tmp_path: Path) -> None:
    """As they stand in docs/evidence.md, on what the product writes; and the signature of another text is refused."""
    verifying, leaf = re.findall(r"^```sh\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    house("checkpoint", "-o", "checkpoint")
    done = shell(verifying, tmp_path)
    assert (done.returncode, done.stdout) == (0, "Signature Verified Successfully\n"), done.stderr
    text = (tmp_path / "checkpoint").read_text()
    (tmp_path / "checkpoint").write_text(text.replace(text.split("\n")[1], "7", 1))
    assert shell(verifying, tmp_path).returncode != 0
    with Ledger(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger:
        [stored] = ledger.recorder.rows(4, 5, 1)
        (tmp_path / "state").write_bytes(stored.state)
        [kept] = ledger.recorder.leaves(4, 5)
    assert shell(leaf, tmp_path).stdout.strip() == b64encode(kept).decode()
    assert kept == sha256(b"\x00" + stored.state).digest()


def shell(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(["sh", "-ec", commands], cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_verify_works_for_a_reader_of_postgresql(house: Recoup, postgresql_url: str) -> None:
    house("keys", "new", "--origin", "casino.example/second", "--key-file", "second.key")
    house("record", "day.ndjson", "--ledger", postgresql_url, "--key-file", "second.key")
    house("checkpoint", "--ledger", postgresql_url, "--key-file", "second.key")
    assert house("verify", "--ledger", postgresql_url, "--key", "second.pub").code == DONE
    engine_ = owner_engine(postgresql_url)
    with engine_.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER ALL")
        connection.exec_driver_sql("UPDATE events SET source = topic WHERE position = 12")
    engine_.dispose()
    ran = house("verify", "--ledger", postgresql_url, "--key", "recoup.pub")
    assert ran.code == NO
    assert "position 12" in ran.out
    assert "the row's source is not what its stored bytes say" in ran.out


def test_a_row_that_the_program_would_not_read_is_named_and_verify_ends_with_1(house: Recoup, tmp_path: Path) -> None:
    with forger.owner(tmp_path / "recoup.db") as connection:
        connection.execute("UPDATE events SET position = -3 WHERE position = (SELECT max(position) FROM events)")
    ran = house("verify")
    assert (ran.code, ran.err) == (NO, "")
    assert "DOES NOT FIT: position -3" in ran.out
    assert house("checkpoint").code == UNUSABLE

"""Somebody knows all of an entry that a case's package withholds, but for one value, and tries every value it can have.

The wager w6 is P-2's, who claims nothing. The stake was 20.00, and the attacker knows that it was below 100.00: he has
10,000 guesses. He holds each of them against every digest and every hash that stands anywhere in the package.
"""

import re
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from ledger.events.evidence import ExportScope
from ledger.package.reader import Package
from ledger.recorder.rows import EVERYTHING
from tests.desk import floor
from tests.ledgers import without_salts
from tests.projections.export.house import CASE, House, built

GUESSES: Final = range(1, 10_001)
LEDGERS_OWN: Final = ("recorded_at", "salt", "stream", "version")


def withheld_wager(house: House, package: Path) -> dict[str, Any]:
    """What the ledger holds of P-2's wager in the undecided round, which the package withholds."""
    withheld = {entry.position for entry in Package(package).withheld()}
    with house.opened() as ledger:
        rows = ledger.recorder.rows(0, EVERYTHING, EVERYTHING)
    entries = [(row.position, orjson.loads(row.state)) for row in rows]
    [found] = [
        (position, entry)
        for position, entry in entries
        if (entry["topic"], entry["subject"], entry["data"].get("wager")) == ("wager.placed.v1", floor.UNDECIDED, "w6")
    ]
    assert found[0] in withheld
    return dict(found[1])


def digests_in(package: Path) -> set[bytes]:
    """Every run of 32 bytes that a file of the package spells in hexadecimal digits or Base64."""
    found: set[bytes] = set()
    for path in package.rglob("*"):
        if path.is_file():
            text = path.read_bytes()
            found |= {bytes.fromhex(each.decode()) for each in re.findall(rb"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text)}
            found |= {b64decode(each) for each in re.findall(rb"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=", text)}
    return found


def confirmed(known: dict[str, Any], public: set[bytes]) -> list[int]:
    """The stakes that an attacker finds confirmed, trying each way in which the program hashes an entry or its content."""
    stakes = []
    for stake in GUESSES:
        guess = {**known, "data": {**known["data"], "stake_minor": stake}}
        content = {name: value for name, value in guess.items() if name not in LEDGERS_OWN}
        written = [orjson.dumps(each, option=orjson.OPT_SORT_KEYS) for each in (guess, content)]
        if any(sha256(prefix + each).digest() in public for each in written for prefix in (b"", b"\0")):
            stakes.append(stake)
    return stakes


def test_an_attacker_who_knows_all_but_one_of_10_000_values_confirms_none(of_case: Path, house: House) -> None:
    entry = withheld_wager(house, of_case)
    assert entry["data"]["stake_minor"] in GUESSES
    known = {name: value for name, value in entry.items() if name != "salt"}
    public = digests_in(of_case)
    assert len(public) > 50
    assert confirmed(known, public) == []


def test_the_salt_alone_keeps_him_from_it(of_case: Path, house: House) -> None:
    """With the salt, which stands in no file of the package, the same attacker confirms the one stake."""
    entry = withheld_wager(house, of_case)
    assert confirmed(entry, digests_in(of_case)) == [entry["data"]["stake_minor"]]
    files = [path for path in of_case.rglob("*") if path.is_file()]
    assert not any(entry["salt"].encode() in path.read_bytes() for path in files)


@pytest.mark.slow
def test_entries_from_before_there_were_salts_keep_their_leaves_and_can_be_guessed(tmp_path: Path) -> None:
    """As docs/export.md says of them; what is recorded later in the same ledger has salts, and all of it verifies."""
    with without_salts():
        house = built(tmp_path)
    out = tmp_path / "package"
    house.export(out, ExportScope(case=CASE))
    entry = withheld_wager(house, out)
    assert "salt" not in entry
    assert confirmed(entry, digests_in(out)) == [entry["data"]["stake_minor"]]
    with house.opened() as ledger:
        salts = ["salt" in orjson.loads(row.state) for row in ledger.recorder.rows(0, EVERYTHING, EVERYTHING)]
    assert salts == sorted(salts)
    assert True in salts

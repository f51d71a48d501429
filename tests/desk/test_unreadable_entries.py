"""An entry that this version cannot read stops nothing: the record goes on without it, and says what is missing."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import orjson
import pytest

from desk.terminal.console import DONE, NO, REFUSED, UNUSABLE
from ledger.merkle import leaf_hash
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow


def _invalid_card(state: bytes) -> bytes:
    return re.sub(rb'"card":"..', b'"card":"1x', state)


def _fraction(state: bytes) -> bytes:
    return re.sub(rb'("sequence":[0-9]+)', rb"\1.0", state)


def _unknown_topic(state: bytes) -> bytes:
    return re.sub(rb'"topic":"[^"]+"', b'"topic":"card.teleported.v7"', state)


def _nothing(_: bytes) -> bytes:
    return b"{}"


def _no_json(_: bytes) -> bytes:
    return b"\xff\x00 nothing of the kind"


ALTERED: Final = "so it was altered"
NEWER: Final = "a newer one wrote it"
ALTERATIONS: Final = [
    (_invalid_card, ALTERED),
    (_fraction, ALTERED),
    (_unknown_topic, NEWER),
    (_nothing, ALTERED),
    (_no_json, ALTERED),
]
OF_EVERY_KIND: Final = ("table.opened.v1", "shoe.prepared.v1", "round.opened.v1", "round.closed.v1", "wager.placed.v1")


def positions(path: Path, topic: str, subject: str = "") -> list[int]:
    """Where entries of a topic are, about a round where one is given."""
    with closing(sqlite3.connect(path)) as opened:
        stored = opened.execute("SELECT position, state FROM events ORDER BY position").fetchall()
    envelopes = [(position, orjson.loads(state)) for position, state in stored]
    return [at for at, box in envelopes if box["topic"] == topic and box["subject"].startswith(subject)]


def alter(path: Path, position: int, change: Callable[[bytes], bytes]) -> None:
    """Write other bytes at a position, with a leaf that fits them."""
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("DROP TRIGGER events_no_update")
        (state,) = opened.execute("SELECT state FROM events WHERE position = ?", (position,)).fetchone()
        changed = change(state)
        assert changed != state
        opened.execute("UPDATE events SET state = ?, leaf = ? WHERE position = ?", (changed, leaf_hash(changed), position))
        opened.commit()


@pytest.mark.parametrize(("change", "why"), ALTERATIONS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_round_is_ruled_on_without_a_card_that_cannot_be_read(
    change: Callable[[bytes], bytes], why: str, files: Recoup, tmp_path: Path
) -> None:
    assert files("record", "day.ndjson").code == DONE
    ledger = tmp_path / "recoup.db"
    at = positions(ledger, "card.dealt.v1", floor.CLEAN)[-1]
    alter(ledger, at, change)
    (ruled,) = orjson.loads(files("rule", floor.CLEAN, "--json").out)
    assert "entry_unreadable" in {finding["kind"] for finding in ruled["findings"]}
    part = next(part for part in ruled["incomplete"] if (part["what"], part["at"]) == ("unreadable", at))
    assert f"position {at} of the ledger" in part["reason"]
    assert why in part["reason"]
    for command in (("rule", floor.LATE), ("rule", "--all"), ("replay", floor.CLEAN), ("follow", "--once"), ("rounds",)):
        assert files(*command).code == DONE
    verified = files("verify")
    assert verified.code == NO
    assert f"position {at}" in " ".join(verified.out.split())


@pytest.mark.parametrize("change", [_unknown_topic, _no_json], ids=lambda change: change.__name__)
@pytest.mark.parametrize(
    "topic", ["table.opened.v1", "shoe.prepared.v1", "round.opened.v1", "round.closed.v1", "wager.placed.v1"]
)
def test_whatever_cannot_be_read_of_a_day_more_of_it_is_recorded(
    topic: str, change: Callable[[bytes], bytes], files: Recoup, tmp_path: Path
) -> None:
    assert files("record", "day.ndjson").code == DONE
    ledger = tmp_path / "recoup.db"
    alter(ledger, positions(ledger, topic)[0], change)
    recorded = files("record", "camera.ndjson")
    assert (recorded.code, "Traceback" in recorded.err) == (REFUSED, False), "one of its lines is refused"
    for command in (("rule", "--all"), ("follow", "--once"), ("rounds",), ("quarantine",)):
        ran = files(*command)
        assert "Traceback" not in ran.err
        assert ran.code == DONE


def test_the_same_delivery_again_does_not_take_the_place_of_an_altered_one(files: Recoup, tmp_path: Path) -> None:
    """It is kept as one that says something else under the same name: nothing on record is written anew."""
    assert files("record", "day.ndjson").code == DONE
    ledger = tmp_path / "recoup.db"
    at = positions(ledger, "card.dealt.v1", floor.CLEAN)[-1]
    alter(ledger, at, _no_json)
    assert "1 conflicting" in " ".join(files("record", "day.ndjson").out.split())


def test_nothing_is_judged_by_a_rulebook_of_which_an_adoption_cannot_be_read(files: Recoup, tmp_path: Path) -> None:
    assert files("record", "day.ndjson").code == DONE
    ledger = tmp_path / "recoup.db"
    at = positions(ledger, "rulebook.adopted.v1", "rulebook/dcb")[0]
    alter(ledger, at, _unknown_topic)
    ran = files("rule", floor.CLEAN)
    assert ran.code == UNUSABLE
    assert f"nothing can be judged by rulebook dcb: position {at} of the ledger" in ran.complaint


def test_no_act_is_taken_in_a_case_of_which_an_act_cannot_be_read(files: Recoup, tmp_path: Path) -> None:
    """Any of them may be what speaks against it, as a hold; another case goes on."""
    manager = ("--by", "E7", "--role", "dispute_manager")
    assert files("record", "day.ndjson").code == DONE
    for _ in range(2):
        opened = files("case", "open", floor.DAY, "--round", floor.DISPUTED, "--claim", "P-1=10.00", *manager)
        assert opened.code == DONE, opened.err
    ledger = tmp_path / "recoup.db"
    at = positions(ledger, "case.claim_stated.v1")[0]
    alter(ledger, at, _no_json)
    numbers = [line["case"] for line in orjson.loads(files("case", "list", "--json").out)]
    refused, taken = (files("case", "close", number, "--reason", "withdrawn", *manager) for number in sorted(numbers))
    assert refused.code == UNUSABLE
    assert f"nothing can be done in case/{min(numbers)}: position {at} of the ledger cannot be read" in refused.complaint
    assert "cannot be read" not in taken.out + taken.err

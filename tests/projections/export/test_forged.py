"""Whoever changes a package is found out: at random, with the manifests worked out again, with a key of his own; and the
house itself, with its own key, where the log says otherwise.
"""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import orjson
import pytest

from ledger.evidence.keys import Signer, new_key, pem_of
from ledger.package import bag
from ledger.package.format import EVENTS, HEADS, KEYS, SIGNATURE, segment_of
from ledger.package.reader import Package
from tests.projections.export.house import ORIGIN, House, inspected

pytestmark = pytest.mark.slow

SEED: Final = 20261121
SHORT: Final = 40
LONG: Final = 200
Change = Callable[[Path, random.Random], None]


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def flip(folder: Path, chance: random.Random) -> None:
    """One byte of one file becomes another."""
    path = chance.choice([path for path in files(folder) if path.stat().st_size])
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def cut(folder: Path, chance: random.Random) -> None:
    """The end of a file goes."""
    path = chance.choice([path for path in files(folder) if path.stat().st_size])
    path.write_bytes(path.read_bytes()[: chance.randrange(path.stat().st_size)])


def lengthen(folder: Path, chance: random.Random) -> None:
    """Something is written behind a file's end."""
    with chance.choice(files(folder)).open("ab") as file:
        file.write(chance.choice([b"\n", b"{}\n", b" ", b"\0"]))


def exchange(folder: Path, chance: random.Random) -> None:
    """Two lines of a file change places."""
    texts = [path for path in files(folder) if len(set(path.read_bytes().splitlines())) > 2]
    path = chance.choice(texts)
    lines = path.read_bytes().splitlines(keepends=True)
    first, second = chance.sample(range(len(lines)), 2)
    while lines[first] == lines[second]:
        first, second = chance.sample(range(len(lines)), 2)
    lines[first], lines[second] = lines[second], lines[first]
    path.write_bytes(b"".join(lines))


def remove(folder: Path, chance: random.Random) -> None:
    """A file goes."""
    chance.choice(files(folder)).unlink()


def rename(folder: Path, chance: random.Random) -> None:
    """A file gets another name."""
    path = chance.choice(files(folder))
    path.rename(path.with_name(path.name + ".old"))


def add(folder: Path, chance: random.Random) -> None:
    """A file is put in."""
    place = chance.choice([folder, folder / "data", folder / EVENTS])
    (place / f"note-{chance.randrange(100)}.txt").write_text("The house says so.", encoding="utf-8")


def link(folder: Path, chance: random.Random) -> None:
    """A file becomes a link to the same bytes elsewhere."""
    path = chance.choice(files(folder))
    elsewhere = folder.parent / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def empty(folder: Path, chance: random.Random) -> None:
    """A folder with nothing in it appears."""
    (chance.choice([folder, folder / "data"]) / "empty").mkdir()


def retell(folder: Path, chance: random.Random) -> None:
    """An entry says something else, and is still an entry."""
    path = folder / segment_of(1)[0]
    lines = path.read_bytes().splitlines()
    at = chance.randrange(len(lines))
    entry = orjson.loads(lines[at])
    entry["recorded_at"] = "2026-11-20T20:00:00.000001Z"
    lines[at] = orjson.dumps(entry, option=orjson.OPT_SORT_KEYS)
    path.write_bytes(b"\n".join(lines) + b"\n")


def leave_out(folder: Path, chance: random.Random) -> None:
    """An entry goes with its position; where streams end is told anew."""
    states, places = (folder / name for name in segment_of(1))
    at = chance.randrange(len(states.read_bytes().splitlines()))
    for path in (states, places):
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[:at] + lines[at + 1 :]))
    _tell_heads(folder)


def move(folder: Path, chance: random.Random) -> None:
    """Two entries change places."""
    path = folder / segment_of(1)[0]
    lines = path.read_bytes().splitlines(keepends=True)
    first, second = chance.sample(range(len(lines)), 2)
    lines[first], lines[second] = lines[second], lines[first]
    path.write_bytes(b"".join(lines))
    _tell_heads(folder)


def _tell_heads(folder: Path) -> None:
    ends = {}
    for position, state in Package(folder).stored():
        entry = orjson.loads(state)
        ends[entry["stream"]] = {"stream": entry["stream"], "version": entry["version"], "position": position}
    (folder / HEADS).write_bytes(orjson.dumps([ends[name] for name in sorted(ends)]))


ANYBODY: Final[tuple[Change, ...]] = (
    flip,
    cut,
    lengthen,
    exchange,
    remove,
    rename,
    add,
    link,
    empty,
    retell,
    leave_out,
    move,
)
ENTRIES: Final[tuple[Change, ...]] = (retell, leave_out, move)


def worked_out_again(folder: Path, signer: Signer, *, keep_signature: bool) -> None:
    """A forger makes all manifests anew, and signs them or leaves the house's signature; where he can."""
    signature = (folder / SIGNATURE).read_bytes() if (folder / SIGNATURE).is_file() else b""
    try:
        bag.close(folder, {}, signer)
    except Exception:
        return
    if keep_signature:
        (folder / SIGNATURE).write_bytes(signature)
    else:
        for path in (folder / KEYS).glob("*.pem"):
            path.write_text(pem_of(signer.key), encoding="utf-8")
        bag.close(folder, {}, signer)


def _bytes_of(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in files(folder)}


def changed(package: Path, folder: Path, number: int, by: tuple[Change, ...] = ANYBODY) -> tuple[Path, str]:
    """A copy of a package with the n-th random change."""
    chance = random.Random(f"{SEED}/{number}")
    copy = folder / f"{number}" / "package"
    shutil.copytree(package, copy)
    change = by[number % len(by)]
    change(copy, chance)
    return copy, change.__name__


TRIES: Final = [pytest.param(n, marks=() if n < SHORT else (pytest.mark.nightly,)) for n in range(LONG)]


@pytest.mark.slow
@pytest.mark.parametrize("number", TRIES)
def test_a_random_change_is_found(number: int, whole: Path, evening: Path, house: House, tmp_path: Path) -> None:
    """Of a whole package and of a part by turns; raw, with new manifests, and signed with a key of the forger's."""
    package = (whole, evening)[number // len(ANYBODY) % 2]
    copy, what = changed(package, tmp_path / "forged", number)
    forged = (number + number // len(ANYBODY)) % 3  # every change in each of the three ways
    if forged:
        worked_out_again(copy, new_key(ORIGIN), keep_signature=forged == 1)
    if _bytes_of(copy) == _bytes_of(package):  # the change was of a manifest, and working it out again has undone it
        copy, what = changed(package, tmp_path / "raw", number)
    assert inspected(copy, house).misfits, what


@pytest.mark.parametrize("number", range(len(ENTRIES) * 4))
def test_the_house_itself_cannot_change_an_entry(number: int, whole: Path, house: House, tmp_path: Path) -> None:
    """It signs the changed package with its own key: every file fits, and the log does not."""
    copy, what = changed(whole, tmp_path, number, ENTRIES)
    bag.close(copy, {}, house.signer)
    assert list(bag.faults(copy)) == []
    found = inspected(copy, house).misfits
    assert found, what
    assert not any("tag manifest" in misfit for misfit in found)


@pytest.mark.parametrize("change", [retell, move])
def test_nor_one_that_has_a_proof(change: Change, evening: Path, house: House, tmp_path: Path) -> None:
    copy, _ = changed(evening, tmp_path, 0, (change,))
    bag.close(copy, {}, house.signer)
    assert any("are not shown to be in the log" in misfit for misfit in inspected(copy, house).misfits)


SEEN_BY_ALL: Final = (flip, cut, lengthen, exchange, remove, rename, retell, leave_out, move)
"""Changes of listed files, which bagit and sha256sum find too unless the manifests are worked out again."""


@pytest.mark.parametrize("change", SEEN_BY_ALL, ids=lambda change: str(change.__name__))
def test_what_the_public_commands_find_alone(change: Change, whole: Path, tmp_path: Path) -> None:
    """Of files that the manifests list: in the payload."""
    copy = tmp_path / "package"
    shutil.copytree(whole, copy)
    aside = {path: path.read_bytes() for path in copy.iterdir() if path.is_file()}
    for path in aside:
        path.unlink()
    change(copy, random.Random(SEED))
    for path, content in aside.items():
        path.write_bytes(content)
    done = subprocess.run(
        ["sha256sum", "--check", "--quiet", "manifest-sha256.txt"], cwd=copy, capture_output=True, check=False
    )
    assert done.returncode == 1
    assert list(bag.faults(copy))

"""`recoup export`, `recoup verify DIR`, and a package opened as a ledger, as the house and a regulator use them."""

import shutil
from pathlib import Path
from typing import Final

import orjson
import pytest
from jsonschema import Draft202012Validator

from desk.terminal.console import DONE, NO, UNUSABLE, WRONG_USE
from ledger.evidence.keys import load
from ledger.package import bag
from tests.commands import Recoup
from tests.desk import floor
from tests.desk.conftest import Demo
from tests.projections.export.test_verify_page import verified

pytestmark = pytest.mark.slow

ORIGIN: Final = "casino.example/recoup"


@pytest.fixture
def demo_out(demo_run: Demo) -> Path:
    """What `recoup demo` writes, the export among it."""
    return demo_run.folder


@pytest.fixture
def house(files: Recoup) -> Recoup:
    """A house with a key that has recorded a day."""
    assert files("keys", "new", "--origin", ORIGIN).code == DONE
    assert files("record", "day.ndjson").code == DONE
    return files


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this machine")
def test_a_package_of_the_demo_day_verifies_by_its_own_page(demo_out: Path, tmp_path: Path) -> None:
    done = verified(demo_out / "export", demo_out / "regulator.pub", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Signature Verified Successfully\n") == 2
    assert done.stdout.count('Good "recoup" signature for ') > 20
    assert "NO:" not in done.stdout


def test_every_ruling_of_the_demo_day_comes_out_the_same_from_the_package(demo_out: Path, recoup: Recoup) -> None:
    """The whole document of each round, the digest of the leaves it rests on included; and so does the list.

    What is written beside the entries is what is on record of it.
    """
    package, ledger = str(demo_out / "export"), f"sqlite:///{demo_out / 'ledger.db'}"
    ruled = recoup("rule", "--all", "--json", "--ledger", package)
    assert ruled.code == DONE
    assert ruled.out == recoup("rule", "--all", "--json", "--ledger", ledger).out
    listed = recoup("rounds", "--json", "--ledger", package)
    assert listed.out == recoup("rounds", "--json", "--ledger", ledger).out
    assert listed.err.startswith("recoup: NOTHING of the package"), "no key is here"
    filed = [path.read_bytes().splitlines() for path in (demo_out / "export/data/rulings").rglob("*.ndjson")]
    rulings = {ruling["round"]: ruling for lines in filed for ruling in map(orjson.loads, lines)}
    assert rulings.keys() == {ruling["round"] for ruling in ruled.json}
    for ruling in ruled.json:
        line = rulings[ruling["round"]]
        alike = ("verdict", "standing", "rulebook", "game")
        assert [line[name] for name in alike] == [ruling[name] for name in alike]
        assert without_text(line["findings"]) == without_text(ruling["findings"])
    assert len(rulings) > 80


def without_text(findings: list[dict[str, object]]) -> list[dict[str, object]]:
    """A package has the sentence that the digest of the ruling is over, `recoup rule` that of the pages."""
    return [{name: value for name, value in finding.items() if name != "text"} for finding in findings]


def test_a_part_gives_the_same_rulings_too(demo_out: Path, recoup: Recoup, tmp_path: Path) -> None:
    """Of one table, with what other tables recorded between left out."""
    shutil.copytree(demo_out, tmp_path / "out")
    ledger = ("--ledger", f"sqlite:///{tmp_path / 'out/ledger.db'}")
    table = recoup("rounds", "--json", *ledger).json[-1]["table"]
    ran = recoup("export", "--key", "out/recoup.key", "--table", table, "--no-reports", "-o", "part", *ledger)
    assert (ran.code, ran.err) == (DONE, "")
    ran = recoup("verify", "part", "--key", "out/regulator.pub")
    assert "proven: the rulings are those which these entries and editions give\n" in ran.out
    assert ran.code == DONE
    name = recoup("rounds", "--json", "--ledger", "part").json[0]["round"]
    assert recoup("replay", name, "--ledger", "part").out == recoup("replay", name, *ledger).out
    assert recoup("rule", name, "--json", "--ledger", "part").out == recoup("rule", name, "--json", *ledger).out


@pytest.mark.slow
def test_the_demo_s_package_verifies_in_one_go(demo_out: Path, recoup: Recoup) -> None:
    ran = recoup("verify", str(demo_out / "export"), "--key", str(demo_out / "regulator.pub"), "--json")
    Draft202012Validator(recoup("schema", "verify-package").json).validate(ran.json)
    assert (ran.code, ran.json["verified"], ran.json["ruled"], ran.json["whole"]) == (DONE, True, True, True)
    contents = orjson.loads((demo_out / "export/data/package.json").read_bytes())
    Draft202012Validator(recoup("schema", "package").json).validate(contents)


@pytest.mark.slow
def test_what_does_not_fit_is_said_and_the_exit_code_is_1(house: Recoup, tmp_path: Path) -> None:
    assert house("export", "-o", "package").code == DONE
    ran = house("verify", "package", "--key", "recoup.pub")
    assert (ran.code, ran.err) == (DONE, "")
    assert ran.out.endswith("everything fits\n")
    with (tmp_path / "package/data/rulings" / f"{floor.DAY}.ndjson").open("ab") as file:
        file.write(b"{}\n")
    ran = house("verify", "package", "--key", "recoup.pub")
    assert ran.code == NO
    assert f"DOES NOT FIT: data/rulings/{floor.DAY}.ndjson" in ran.out
    assert "proven" not in ran.out
    assert "is not as it was made" in house("rounds", "--ledger", "package").complaint
    (tmp_path / "package/data/package.json").write_text("nothing of the kind", encoding="utf-8")
    ran = house("verify", "package", "--key", "recoup.pub")
    assert (ran.code, "package.json cannot be read" in ran.out) == (NO, True)


@pytest.mark.slow
def test_a_ruling_that_the_house_signed_falsely_is_found(house: Recoup, tmp_path: Path) -> None:
    """Every file fits and the log does; only the rulings do not follow from it."""
    house("export", "-o", "package")
    path = tmp_path / "package/data/rulings" / f"{floor.DAY}.ndjson"
    path.write_bytes(path.read_bytes().replace(b'"verdict":"refer"', b'"verdict":"stands"'))
    bag.close(tmp_path / "package", {}, load(tmp_path / "recoup.key"))
    assert house("verify", "package", "--key", "recoup.pub", "--no-rulings").code == DONE
    ran = house("verify", "package", "--key", "recoup.pub")
    assert ran.code == NO
    assert "is not the one that is on record in the package" in ran.out


@pytest.mark.slow
def test_a_package_can_only_be_read(house: Recoup) -> None:
    house("export", "-o", "package")
    ran = house("void", "round", floor.CLEAN, "--by", "M1", "--role", "management", "--ledger", "package")
    assert ran.code == UNUSABLE
    assert "can only be read" in ran.complaint


MISUSED: Final = {
    ("export", "-o", "package", "--day", "2026-01-20", "--to", "2026-01-21"): "a --day is one day",
    ("export", "-o", "package", "--case", "2026-0001", "--table", "BAC-1"): "a --case says itself what it is about",
    ("export", "-o", "package", "--case", "seven"): "a table, a shoe or a case is not spelt like that",
    ("export", "-o", "package", "--case", "2026-0007"): "case 2026-0007 is not on record",
    ("export", "-o", "package", "--table", "BAC-9"): "nothing is on record for this",
    ("export", "-o", "folder"): "folder is there already",
    ("export",): "missing option",
}


@pytest.mark.parametrize("args", MISUSED, ids=" ".join)
def test_what_cannot_be_exported_is_said_in_one_sentence(args: tuple[str, ...], house: Recoup) -> None:
    ran = house(*args)
    assert MISUSED[args] in ran.complaint.lower()
    assert ran.code == WRONG_USE


def test_without_a_key_nothing_is_exported(files: Recoup, tmp_path: Path) -> None:
    files("record", "day.ndjson")
    ran = files("export", "-o", "package")
    assert (ran.code, "the key file recoup.key cannot be read" in ran.complaint) == (UNUSABLE, True)
    assert not (tmp_path / "package").exists()

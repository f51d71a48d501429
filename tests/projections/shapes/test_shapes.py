"""Six disputes in the forms of three authorities: worked out by hand, and valid by the published schemas, where had.

The schemas belong to the authorities and are not in the project. `RECOUP_XSD` names a folder that has them as `nl/…`,
`dk/view/…` and `gr/…`; each is held against the digest that its mapping pins before anything is held against it.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
import xmlschema

from ledger.errors import UnusableExport
from ledger.evidence.keys import keep, new_key, published
from projections.rulings.process import catch_up
from projections.shapes.records import PackageTables
from projections.shapes.shape import SHAPES, Shape, ShapeFile, every_field, shape
from projections.shapes.writing import FIRST_MANIFEST, check_chain, document, write_shape
from tests.commands import Recoup
from tests.projections import six_disputes
from tests.projections.export.house import ORIGIN, House

SCHEMAS: Final = Path(os.environ.get("RECOUP_XSD", Path(__file__).resolve().parents[4] / "xsd"))
GIVEN: Final = {
    "extracted_at": "2026-02-01T00:00:00Z",
    "operator": "operator-1",
    "safe": "safe-1",
    "licensee": "el000000000",
    "manufacturer": "M-1",
    "studio": "S-1",
    "wheel": "R-1",
    "domain": "casino.example",
    "licence": "licence-1",
    "terminal": "table-hall",
    "generator": "none",
    "generator_software": "none",
}
NL: Final = "wok_game_session"
DAY: Final = six_disputes.DAY


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of the six disputes, with persons by their ids."""
    folder = tmp_path_factory.mktemp("six")
    house = House(folder, six_disputes.record(folder), folder / "recoup.key", folder / "regulator.pub")
    keep(new_key(ORIGIN), house.key_file)
    house.public.write_text(published(house.key), encoding="utf-8")
    with house.opened() as ledger:
        catch_up(ledger)
    house.export(folder / "package", masked=False)
    return folder / "package"


@pytest.fixture(scope="module")
def written(package: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder with each shape's files."""
    folders = {name: tmp_path_factory.mktemp(name) for name in SHAPES}
    for name, folder in folders.items():
        write_shape(shape(name), PackageTables(package), folder, GIVEN)
    return folders


def texts(file: Path, record: str) -> list[dict[str, str]]:
    """The records of a file, by the names of their elements without a namespace."""
    found = []
    for element in ET.parse(file).getroot().iter():
        if element.tag.rpartition("}")[2] == record:
            found.append({part.tag.rpartition("}")[2]: part.text or "" for part in element.iter()})
    return found


def test_a_player_s_evening_at_a_table_is_one_session(written: dict[str, Path]) -> None:
    """P1 lost 50.00 on punto and 75.00 on banco at BAC-1, and nothing came back; P2 staked 40.00 and got 80.00 back."""
    records = texts(written["gr"] / "Online_Games-0001.xml", "Online_Game")
    baccarat = [record for record in records if record["GameCategoryB"] == "4"]
    money = [(r["PlayerID"], r["GameSessionAmountWagered"], r["GameSessionAmountWon"]) for r in baccarat]
    assert money == [("P1", "125.00", "0.00"), ("P2", "40.00", "80.00"), ("P3", "100.00", "0.00")]
    assert {record["Currency"] for record in baccarat} == {"GBP"}
    assert [record["RouletteID"] for record in records if record["GameCategoryB"] == "3"] == ["R-1", "R-1"]
    assert not any("RouletteID" in record for record in baccarat)


def test_rounds_and_rounds_won_are_counted_for_each_player(written: dict[str, Path]) -> None:
    """At BAC-1 P1 played two rounds and won none, P2 played one and won it, P3 played one and lost."""
    records = texts(written["nl"] / f"{NL}-0001.xml", "WOK_Game_Session_v1.11")
    counts = [(record["Game_Session_Rounds"], record["Game_Session_Rounds_Won"]) for record in records]
    assert counts[:3] == [("2", "0"), ("1", "1"), ("1", "0")]


def test_each_claim_is_a_complaint_with_its_answer(written: dict[str, Path]) -> None:
    records = texts(written["nl"] / "wok_complaint-0001.xml", "WOK_Complaint_v1.11")
    by_player = {(record["Complaint_Player_ID"], record["Complaint_Type"]): record for record in records}
    misdeal = by_player["P1", "no_third_card"]
    assert misdeal["Response_Type"] == "upheld"
    assert misdeal["Response_Description"].startswith("upheld: 146.25 GBP on DCB-2 DCB-21")
    assert len({record["Record_ID"] for record in records}) == len(records)


def test_the_files_are_chained_and_a_changed_or_missing_one_is_named(written: dict[str, Path]) -> None:
    folder = written["nl"]
    assert list(check_chain(folder)) == []
    path = folder / "wok_complaint-0001.xml"
    data = path.read_bytes()
    path.write_bytes(data.replace(b"upheld", b"denied", 1))
    assert list(check_chain(folder)) == ["wok_complaint-0001.xml is not the file that its manifest names"]
    path.write_bytes(data)
    first = folder / "wok_complaint-0001.manifest.xml"
    kept = first.read_bytes()
    first.unlink()
    assert list(check_chain(folder)) == ["manifest 1 is missing"]
    first.write_bytes(kept)
    assert list(check_chain(folder, "1" * 64)) == [
        "wok_complaint-0001.manifest.xml does not follow upon the manifest before"
    ]
    assert list(check_chain(folder, FIRST_MANIFEST)) == []


def test_the_same_package_gives_the_same_ids(package: Path, written: dict[str, Path], tmp_path: Path) -> None:
    write_shape(shape("nl"), PackageTables(package), tmp_path, GIVEN)
    for file in written["nl"].glob("*.xml"):
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_what_the_house_must_give_is_asked_for_by_name_and_reason(package: Path, tmp_path: Path) -> None:
    without = {name: value for name, value in GIVEN.items() if name != "safe"}
    with pytest.raises(UnusableExport, match=r"safe \(Data_Safe_ID: the authority gives it to the house\)"):
        write_shape(shape("nl"), PackageTables(package), tmp_path, without)


@pytest.mark.parametrize("name", SHAPES)
def test_whatever_no_table_answers_is_named(name: str) -> None:
    named = " ".join(gap.element for gap in shape(name).gap)
    assert [given for given in shape(name).given if given != "extracted_at" and given not in named] == []
    for file in shape(name).file:
        assert all(field.element for field in every_field(file.field))


@pytest.mark.parametrize(("name", "file"), [(name, file.name) for name in SHAPES for file in shape(name).file])
def test_the_files_are_valid_by_the_published_schema(name: str, file: str, written: dict[str, Path]) -> None:
    wanted: Shape = shape(name)
    [kind] = [each for each in wanted.file if each.name == file]
    schema = xmlschema.XMLSchema11(str(_pinned(kind)))
    if kind.records == "cancellations":
        withdrawn = {"case": "2026-0009", "player": "P1", "stated_at": "2026-01-18T10:00:00.000000Z"}
        schema.validate(document(wanted, kind, [withdrawn], GIVEN).decode())
    files = sorted(path for path in written[name].glob(f"{file}-*.xml") if ".manifest" not in path.name)
    assert files or kind.records == "cancellations"
    for path in files:
        schema.validate(str(path))
        with pytest.raises(xmlschema.XMLSchemaValidationError):
            schema.validate(path.read_text(encoding="utf-8").replace(kind.record, "Nothing"))


def _pinned(kind: ShapeFile) -> Path:
    """The first schema of a file, once all that it needs are there and are those that are pinned."""
    for name, digest in kind.schemas.items():
        if not (SCHEMAS / name).is_file():
            pytest.skip(f"the authority's schema {name} is not in {SCHEMAS}; RECOUP_XSD names a folder that has it")
        assert sha256((SCHEMAS / name).read_bytes()).hexdigest() == digest, name
    return SCHEMAS / next(iter(kind.schemas))


def test_the_command_writes_them_and_says_what_nothing_answers(package: Path, recoup: Recoup, tmp_path: Path) -> None:
    ran = recoup("shape", "nl", str(package), "-o", "nl", "--given", "operator=o", "--given", "safe=s")
    assert ran.code == 0
    assert "wok_complaint-0001.xml" in ran.out
    assert "players' accounts, deposits, limits and exclusions are not recorded" in ran.out
    assert list(check_chain(tmp_path / "nl")) == []
    assert recoup("shape", "nl", str(package), "-o", "nl").code == 2
    assert recoup("shape", "nl", str(package), "-o", "other").code != 0
    assert not (tmp_path / "other").exists()
    assert recoup("shape", "xx", str(package), "-o", "xx").code == 2
    assert "is not there" in recoup("shape", "dk", str(tmp_path / "nothing"), "-o", "dk").complaint

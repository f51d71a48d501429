"""`recoup person`: a name is noted, looked at and forgotten, and nothing that others are given ever has it."""

from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator
from pypdf import PdfReader
from sqlalchemy import inspect

from desk.terminal.console import DONE, UNUSABLE, WRONG_USE
from ledger.recorder.database import engine
from tests.commands import Recoup
from tests.desk import floor

pytestmark = pytest.mark.slow

NAME: Final = "Ottilie Quandt-Überkamp"
GIVEN: Final = (
    ("rounds", "--json"),
    ("rule", "--all", "--json"),
    ("rule", "--all"),
    ("replay", floor.DISPUTED, "--json"),
    ("quarantine", "--json"),
    ("decisions", "--json"),
    ("shoe", "S1"),
    ("shoe", "S1", "--json"),
    ("replay", floor.DISPUTED),
    ("case", "show", "2026-0001", "--json"),
    ("case", "show", "2026-0001"),
)
"""What the house gives to others on its output."""

FILES: Final = (
    ("report", floor.DISPUTED, "--format", "html"),
    ("report", floor.DISPUTED, "--format", "pdf"),
    ("report", floor.DISPUTED, "--format", "json"),
    ("report", floor.DISPUTED, "--format", "json", "--masked"),
    ("report", floor.DISPUTED, "--format", "html", "--letter", "P-1"),
    ("report", "2026-0001", "--format", "html"),
    ("report", "2026-0001", "--format", "pdf"),
    ("report", "2026-0001", "--format", "json"),
)
"""What it gives to others in a file: commands to which `-o FILE` is added."""


def given(house: Recoup, path: Path) -> dict[tuple[str, ...], bytes]:
    """All that others are given, of a PDF also its text, and what the views of the database show."""
    out: dict[tuple[str, ...], bytes] = {args: house(*args).out.encode() for args in GIVEN}
    for args in FILES:
        assert house(*args, "-o", str(path)).code == DONE, args
        raw = path.read_bytes()
        text = "".join(page.extract_text() for page in PdfReader(path).pages) if raw.startswith(b"%PDF") else ""
        out[args] = text.encode() or raw
        assert b"Ottilie" not in raw, args
    engine_ = engine(f"sqlite:///{path.parent / 'recoup.db'}")
    try:
        with engine_.connect() as connection:
            for name in inspect(connection).get_view_names():
                shown = connection.exec_driver_sql(f"SELECT * FROM {name}").all()
                out[name,] = repr(shown).encode()
    finally:
        engine_.dispose()
    return out


@pytest.fixture
def house(files: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """A house that noted a name and a claim."""
    monkeypatch.delenv("RECOUP_VAULT", raising=False)
    (tmp_path / "name.txt").write_text(NAME + "\n", encoding="utf-8")
    (tmp_path / "claim.txt").write_text(f"My name is {NAME} [bold] \x1b[2J and I said stand.", encoding="utf-8")
    assert files("keys", "new", "--origin", "casino.example/recoup").code == DONE
    assert files("record", "day.ndjson").code == DONE
    assert files("person", "note", "P1", "--by", "I7", "--file", "name.txt").code == DONE
    claim = ("--kind", "claim", "--about", floor.DISPUTED, "--file", "claim.txt", "--role", "inspector")
    assert files("person", "note", "P1", "--by", "I7", *claim).code == DONE
    opened = ("--round", floor.DISPUTED, "--by", "I7", "--role", "investigator", "--jurisdiction", "uk", "--json")
    assert files("case", "open", floor.DISPUTED.rsplit("/", 1)[0], *opened).json["case"] == "2026-0001"
    words = ("--sure", "--player", "P1", "--amount", "50.00", "--file", "claim.txt", "--by", "I7", "--role", "investigator")
    assert files("case", "claim", "2026-0001", *words).code == DONE
    return files


def forget(house: Recoup) -> None:
    """Two persons of management forget P1."""
    for by in ("M1", "M2"):
        words = ("--by", by, "--role", "management", "--ground", "consent_withdrawn")
        assert house("person", "forget", "P1", *words).code == DONE


def package(house: Recoup, scope: tuple[str, ...], folder: Path) -> dict[str, bytes]:
    """The files of an export, by their place in it; the package fits, as far as it tells."""
    assert house("export", *scope, "--key", "recoup.key", "-o", str(folder)).code == DONE
    assert house("verify", str(folder), "--key", "recoup.pub").code == DONE
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("scope", [("--day", floor.DISPUTED.split("/")[1]), ("--case", "2026-0001")])
def test_an_export_never_has_the_name_and_fits_when_the_person_is_forgotten(
    scope: tuple[str, ...], house: Recoup, tmp_path: Path
) -> None:
    before = package(house, scope, tmp_path / "before")
    forget(house)
    assert house("verify", "before", "--key", "recoup.pub").code == DONE
    after = package(house, scope, tmp_path / "after")
    assert [name for name, held in {**before, **after}.items() if b"Ottilie" in held] == []
    assert after == before


@pytest.mark.slow
def test_what_others_are_given_is_the_same_before_and_after_and_never_has_the_name(house: Recoup, tmp_path: Path) -> None:
    assert house("checkpoint", "-o", "before.checkpoint").code == DONE
    before = given(house, tmp_path / "given")
    shown = house("person", "show", "P1", "--by", "M1", "--role", "management", "--reason", "dispute", "--json").json
    assert shown[0]["text"] == NAME
    forget(house)
    after = given(house, tmp_path / "given")
    assert [args for args in before if args != ("v_events",) and after[args] != before[args]] == []
    assert [args for args in before if b"Ottilie" in before[args] + after[args] or not after[args]] == []
    assert (
        "P1 was forgotten"
        in house("person", "show", "P1", "--by", "M1", "--role", "management", "--reason", "dispute").complaint
    )
    (tmp_path / "held").mkdir()
    (tmp_path / "before.checkpoint").rename(tmp_path / "held" / "before.checkpoint")
    ran = house("verify", "--witness", "held", "--key", "recoup.pub")
    assert (ran.code, ran.out.splitlines()[-1]) == (DONE, "everything fits")
    looks = house("person", "looks", "--json").json
    assert [(look["person"], look["by"], look["reason"]) for look in looks] == [("P1", "M1", "dispute")] * 2
    assert all(b"Ottilie" not in path.read_bytes() for path in tmp_path.glob("recoup.*") if path.is_file())


def test_what_is_printed_is_what_the_schemas_say(house: Recoup) -> None:
    show = ("person", "show", "P1", "--by", "M1", "--role", "management", "--reason", "dispute")
    Draft202012Validator(house("schema", "person").json).validate(house(*show, "--json").json)
    Draft202012Validator(house("schema", "looks").json).validate(house("person", "looks", "--json").json)
    out = house(*show).out
    assert "[bold]" in out
    assert "\x1b[2J" not in out
    assert "M1" in house("person", "looks", "P1").out
    assert house("person", "looks", "P2").out == "Nobody looked.\n"


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("note", "P 1", "--by", "I7", "--file", "name.txt"), WRONG_USE, "person '"),
        (("note", "P1", "--by", "I7", "--kind", "rumour", "--file", "name.txt"), WRONG_USE, "no kind of note"),
        (("note", "P1", "--by", "I7", "--about", "there", "--file", "name.txt"), WRONG_USE, "names no round"),
        (("note", "P1", "--by", "I7", "--file", "latin.toml"), WRONG_USE, "cannot be read as UTF-8"),
        (("show", "P9", "--by", "I7", "--reason", "dispute"), WRONG_USE, "nothing is on record about P9"),
        (("show", "P1", "--by", "I7", "--reason", "Mr Smith"), WRONG_USE, "reason '"),
        (
            ("show", "P1", "--by", "I7", "--role", "investigator", "--reason", "dispute", "--vault", "folder"),
            UNUSABLE,
            "open to others",
        ),
        (("show", "P1", "--by", "I7", "--reason", "dispute"), WRONG_USE, "gives this to management"),
        (("forget", "P1", "--by", "M1", "--role", "management"), WRONG_USE, "on which ground"),
        (("forget", "P1"), WRONG_USE, "--by ID"),
        (("forget",), WRONG_USE, "name one person"),
    ],
)
def test_wrong_use_is_one_sentence(args: tuple[str, ...], code: int, message: str, house: Recoup, tmp_path: Path) -> None:
    (tmp_path / "folder").chmod(0o755)
    ran = house("person", *args)
    assert message in ran.complaint
    assert ran.code == code


def test_after_a_restore_keys_are_destroyed_again(house: Recoup, tmp_path: Path) -> None:
    (key,) = (tmp_path / "recoup.vault").iterdir()
    backup = key.read_bytes()
    forget(house)
    key.write_bytes(backup)
    assert house("person", "forget", "--again").out == "1 keys destroyed again\n"
    assert not key.exists()

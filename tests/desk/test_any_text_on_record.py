"""What a device, a claimant or the house wrote in any writing stops no paper of a table, and turns none round."""

from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import orjson
import pytest
from pypdf import PdfReader

from desk.terminal.console import DONE, REFUSED
from projections.fonts import visible
from tests.commands import Recoup
from tests.desk import floor, three_rounds
from tests.desk.three_rounds import DAY, ROUNDS

pytestmark = pytest.mark.slow

NAME: Final = (
    "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2 \u0421\u0435\u0440\u0433\u0435\u0439 \u738b\u5c0f\u660e \U0001f600"
)
TEXT: Final = f"{NAME} \u202eRUE\u202c \u05d0\u05d1 100.00 \x1b[2J"
CASE: Final = "2026-0001"
MANAGER: Final = ("--by", "E7", "--role", "dispute_manager")
IN_PDF: Final = (
    "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2 \u0421\u0435\u0440\u0433\u0435\u0439 □U+738B□U+5C0F□U+660E □U+1F600"
)


@pytest.fixture
def house(recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """A day with refused deliveries, and a case from the claim to its settlement, in which everybody writes so."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    three_rounds.record(url, tmp_path / "people")
    monkeypatch.setenv("RECOUP_LEDGER", url)
    line = orjson.loads(floor._line(2, "b", TEXT)) | {"subject": ROUNDS[0], "after": ""}
    refused = [line, line | {"type": TEXT}, line | {"data": {TEXT: 1}}, line | {"source": TEXT}]
    (tmp_path / "refused.ndjson").write_bytes(b"\n".join(map(orjson.dumps, refused)) + f"\n{TEXT}\n".encode())
    (tmp_path / "name.txt").write_text(f"{NAME}\n{NAME} 1\n", encoding="utf-8")
    settings = three_rounds.HOUSE.replace("Casino at the Harbour", f"Casino {NAME}").replace("Anytown", NAME)
    (tmp_path / "house.toml").write_text(settings, encoding="utf-8")
    taken_up = [part for name in ROUNDS for part in ("--round", name)]
    person = ("person", "note", "P1", "--kind", "name", "--file", "name.txt", "--vault", "vault")
    for code, command in (
        (REFUSED, ("record", "refused.ndjson")),
        (DONE, ("follow", "--once")),
        (DONE, ("house", "set", "house.toml", "--by", "M1", "--role", "management")),
        (DONE, (*person, "--by", "M1", "--role", "management")),
        (DONE, ("case", "open", DAY, *taken_up, "--claim", "P1=5.00", "--claim", "P2=9.50", *MANAGER)),
        (DONE, ("case", "note", CASE, TEXT, *MANAGER)),
        (DONE, ("case", "propose", CASE, "--ground", f"P1={TEXT}", *MANAGER)),
        (DONE, ("case", "approve", CASE, "--settle", "--by", "A7", "--role", "approver")),
    ):
        assert recoup(*command).code == code
    return recoup


PAPERS: Final[dict[str, tuple[str, ...]]] = {
    "round": ("report", ROUNDS[0]),
    "case": ("report", CASE),
    "letter": ("report", CASE, "--letter", "P1"),
    "day": ("papers", "day", DAY),
    "incidents": ("papers", "incidents"),
    "register": ("papers", "register"),
    "settlements": ("papers", "settlements"),
    "dealers": ("papers", "dealers"),
}


@pytest.mark.parametrize("name", PAPERS)
def test_every_paper_is_written(house: Recoup, tmp_path: Path, name: str) -> None:
    for form in ("pdf", "html"):
        ran = house(*PAPERS[name], "--format", form, "-o", f"paper.{form}")
        assert (ran.code, ran.err) == (DONE, "")
    page = (tmp_path / "paper.html").read_text(encoding="utf-8").replace("\N{LEFT-TO-RIGHT MARK}", "")
    assert visible(page) == page
    if name in ("case", "letter"):
        read = PdfReader(tmp_path / "paper.pdf")
        assert IN_PDF in " ".join(" ".join(sheet.extract_text() for sheet in read.pages).split())


def test_letters_go_out_and_the_table_s_day_can_be_exported(house: Recoup, tmp_path: Path) -> None:
    ran = house("case", "send", CASE, "final", "--vault", "vault", *MANAGER)
    assert (ran.code, ran.err) == (DONE, "")
    sent = house("case", "show", CASE, "--json").json["acts"][-1]["data"]["digest"]
    letters = [PdfReader(path).pages[0].extract_text() for path in (tmp_path / "recoup.files").iterdir()]
    assert sent.removeprefix("sha256:") in {path.name for path in (tmp_path / "recoup.files").iterdir()}
    assert any(IN_PDF in " ".join(letter.split()) for letter in letters)
    assert house("keys", "new", "--origin", "house.example/recoup").code == DONE
    ran = house("export", "-o", "package")
    assert ran.code == DONE
    assert house("verify", "package", "--key", "recoup.pub").code == DONE
    assert house("returns", "nl", "--from", "2026-01-01", "--to", "2027-12-31", "-o", "complaints.xlsx").code == DONE
    assert ZipFile(BytesIO((tmp_path / "complaints.xlsx").read_bytes())).testzip() is None

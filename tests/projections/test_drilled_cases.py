"""Cases about drilled rounds: no letter contradicts its settlement, no picture leaves its page, nothing is untranslated."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import CaseFile
from projections.reports.case_report import compose_case_report
from projections.reports.forms import render
from projections.reports.sections import Picture
from tests.projections.drilled_cases import HOUSES, drilled, settled
from tests.projections.test_letters import contradictions
from tests.projections.test_reports import text_of

pytestmark = pytest.mark.slow

AT_ONCE: Final = 5
"""How many cases of a house the normal run has; 30 of all houses."""
AT_NIGHT: Final = 84
"""And how many more a nightly run; 504 of all houses."""

TRANSLATED: Final = re.compile(r"translate\((-?[0-9.]+)[ ,]+(-?[0-9.]+)\)")


def cases(house: str, first: int, number: int) -> Iterator[CaseFile]:
    """So many cases of a house, from one on."""
    rounds = (ruling for sitting in range(1, 1000) for ruling in drilled(house, sitting))
    for seed, ruling in enumerate(islice(rounds, first, first + number), first):
        yield settled(ruling, seed)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("first", "number"), [(0, AT_ONCE), pytest.param(AT_ONCE, AT_NIGHT - AT_ONCE, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("house", HOUSES)
def test_what_is_said_of_a_drilled_case(house: str, first: int, number: int) -> None:
    for at, file in enumerate(cases(house, first, number), first):
        for language in languages():
            words = Catalogue(language)
            assert list(contradictions(file, words)) == [], f"{house} {at} {language}"
            document = compose_case_report(file, words, masked=False).document
            pictures = [block for part in document.sections for block in part.blocks if isinstance(block, Picture)]
            assert pictures
            assert [outside for picture in pictures for outside in leaving(picture)] == [], f"{house} {at} {language}"
            assert "[en]" not in str(document), f"{house} {at} {language}"


@pytest.mark.parametrize("house", HOUSES)
def test_a_drilled_case_can_be_set(house: str) -> None:
    file = next(cases(house, 0, 1))
    for language in languages():
        report = compose_case_report(file, Catalogue(language), masked=False)
        assert report.document.title in text_of(render("pdf", report))


def leaving(picture: Picture) -> Iterator[str]:
    """What of a picture lies outside its frame; what is turned is left out."""
    root = ET.fromstring(picture.svg)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert width > 0 < height
    for name, x, y in placed(root, 0, 0):
        if not (left - 1 <= x <= left + width + 1 and top - 1 <= y <= top + height + 1):
            yield f"{name} at {x}, {y} in {root.get('viewBox')}"


def placed(parent: ET.Element, right: float, down: float) -> Iterator[tuple[str, float, float]]:
    """Where the corners of what a picture is made of lie."""
    for part in parent:
        name, moved = part.tag.rsplit("}", 1)[-1], part.get("transform", "")
        shift = TRANSLATED.fullmatch(moved)
        if name in ("symbol", "defs") or (moved and shift is None):
            continue
        at = (right + float(shift[1]), down + float(shift[2])) if shift else (right, down)
        if part.get("x") is not None and part.get("y") is not None:
            x, y = at[0] + float(part.get("x", 0)), at[1] + float(part.get("y", 0))
            yield name, x, y
            if name in ("rect", "use", "image") and part.get("width") is not None:
                yield name, x + float(part.get("width", 0)), y + float(part.get("height", 0))
        yield from placed(part, *at)

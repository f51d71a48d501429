"""No text leaves its picture or its box, in the browser's own faces: drilled rounds of every house, in both languages."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from projections.answers.boards import build_boards
from projections.messages.catalogue import Catalogue, languages
from projections.pictures import compare
from projections.pictures.scene import build_scene
from projections.pictures.table import draw_table
from replay.games.registry import load_game
from replay.ruling.ruling import Ruling
from tests.golden.rulings import HOUSES
from tests.projections.drilled_cases import drilled

pytestmark = pytest.mark.slow

AT_ONCE: Final = 25
ROUNDS: Final = [pytest.param(25, id="some"), pytest.param(1_000, id="a_thousand", marks=pytest.mark.nightly)]
OUTSIDE: Final = """
(svgs) => svgs.flatMap((text) => {
  document.body.innerHTML = text;
  const svg = document.body.firstElementChild, [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const area = (box) => box.width * box.height;
  const boxes = [...svg.querySelectorAll(":scope > rect")].filter((each) => ["8", "14"].includes(each.getAttribute("rx")))
    .map((each) => each.getBBox()).filter((box) => box.height > 20);
  const holds = (box, x, y) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  return [...svg.querySelectorAll(":scope > text:not([transform])")].flatMap((each) => {
    const at = each.getBBox(), within = boxes.filter((box) => holds(box, at.x + 2, at.y + at.height / 2));
    const box = within.sort((one, other) => area(one) - area(other))[0] ?? { x: 0, y: 0, width, height };
    const fits = at.x >= box.x - 1 && at.x + at.width <= box.x + box.width + 1;
    const shown = at.x >= -1 && at.y >= -1 && at.x + at.width <= width + 1 && at.y + at.height <= height + 1;
    return fits && shown ? [] : [each.textContent];
  });
})
"""
"""The texts of drawings that reach beyond the drawing, or beyond the box in which they begin."""


def drawings(ruling: Ruling) -> Iterator[str]:
    for language in languages():
        words = Catalogue(language)
        yield draw_table(build_scene(ruling, words), words)
        both = None if load_game(ruling.edition.game).has_wheel else build_boards(ruling, ruling.branches[0].outcome)
        if both is not None:
            yield compare.BoardComparison(ruling, both, words).draw()


@pytest.mark.parametrize("most", ROUNDS)
@pytest.mark.parametrize("house", HOUSES)
def test_every_text_stays_where_it_belongs(chromium: Browser, house: str, most: int) -> None:
    page = chromium.new_page()
    rounds = islice((ruling for sitting in range(most) for ruling in drilled(house, sitting)), most)
    outside: list[Any] = []
    while some := list(islice(rounds, AT_ONCE)):
        outside += page.evaluate(OUTSIDE, [drawing for ruling in some for drawing in drawings(ruling)])
    page.close()
    assert outside == []

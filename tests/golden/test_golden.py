"""Nothing that others see or that is stored has changed: every golden file is what it was.

A ruling that should change does so in a commit that says why, with `python -m tests.golden`.
"""

from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from itertools import islice
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.golden.files import FOLDER, of_sitting, of_the_house
from tests.golden.house import record
from tests.golden.rulings import HOUSES, ROUNDS, SITTINGS, WHOLE

pytestmark = pytest.mark.slow

AT_ONCE: Final = 3
"""So many sittings of a house are held to the golden file in each run; the others where there is time for it."""


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What the golden files would hold if they were written now."""
    url = f"sqlite:///{tmp_path_factory.mktemp('golden') / 'golden.db'}"
    ledger = record(url)
    yield dict(of_the_house(url, ledger))
    ledger.close()


@pytest.mark.slow
def test_what_others_see_is_what_it_was(now: dict[str, str]) -> None:
    for name, content in now.items():
        if not name.startswith("pictures/"):
            _same(name, content)


def test_there_is_a_golden_file_for_each_picture(now: dict[str, str]) -> None:
    drawn = {name for name in now if name.startswith("pictures/")}
    assert drawn == {f"pictures/{path.name}" for path in (FOLDER / "pictures").iterdir()}


@pytest.mark.slow
def test_pictures_look_as_they_did(now: dict[str, str], page: Page) -> None:
    for name in sorted(now):
        if name.startswith("pictures/") and now[name] != (golden := (FOLDER / name).read_text(encoding="utf-8")):
            assert _pixels(page, now[name]) == _pixels(page, golden), f"{name} looks otherwise than it did"


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "sitting", [pytest.param(n, marks=[] if n < AT_ONCE else [pytest.mark.nightly]) for n in range(SITTINGS)]
)
def test_drilled_rounds_are_ruled_on_as_they_were(house: str, sitting: int) -> None:
    digests, whole = of_sitting(house, sitting)
    assert whole == _part(f"drilled-{house}.ndjson", sitting, -(-ROUNDS // WHOLE))
    assert digests == _part(f"drilled-{house}.txt", sitting, ROUNDS)


@cache
def _golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _part(name: str, sitting: int, size: int) -> str:
    """The lines of a sitting."""
    return "".join(islice(_golden(name).splitlines(keepends=True), sitting * size, (sitting + 1) * size))


def _same(name: str, content: str) -> None:
    golden = _golden(name)
    if content != golden:
        changed = unified_diff(golden.splitlines(), content.splitlines(), "golden", "now", lineterm="", n=0)
        pytest.fail(f"{name} has changed:\n" + "\n".join(line[:300] for line in islice(changed, 40)))


def _pixels(page: Page, drawing: str) -> bytes:
    page.set_content(drawing)
    return page.screenshot(full_page=True)

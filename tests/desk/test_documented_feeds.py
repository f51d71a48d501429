"""The examples of docs/feeds.md, run as they stand there."""

import re
from pathlib import Path
from typing import Final

import pytest

from desk.terminal.console import DONE, REFUSED
from tests.commands import Recoup

DOCS: Final = Path(__file__).resolve().parents[2] / "docs" / "feeds.md"


def blocks(title: str) -> dict[str, str]:
    """The code blocks of a section, by their language."""
    section = DOCS.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL))


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("The shoe Angel Eye II-EX", REFUSED),
        ("The wheel Cammegh Slingshot 2", REFUSED),
        ("Live-dealer game history", DONE),
    ],
)
def test_an_example_says_what_stands_there(title: str, code: int, recoup: Recoup, tmp_path: Path) -> None:
    found = blocks(title)
    command, printed = re.fullmatch(r"\$ recoup (.*)\n(.*\n)", found["console"]).groups()  # type: ignore[union-attr]
    feed = bytes.fromhex(found["hex"]) if "hex" in found else found.get("json", found.get("text", "")).encode()
    words = command.split()
    (tmp_path / words[1]).write_bytes(feed)
    (tmp_path / words[-1]).write_text(found["toml"], encoding="utf-8")
    ran = recoup(*words)
    assert (ran.code, ran.out) == (code, printed)
    again = recoup(*words)
    assert again.out == printed.replace("0 already known", printed.split()[0] + " already known").replace(
        printed.split(",", maxsplit=1)[0], "0 recorded", 1
    )
    assert recoup("rule", "--all").code == DONE


@pytest.mark.parametrize("form", ["angel-eye", "cammegh", "live-history"])
def test_a_feed_of_a_device_needs_its_mapping(form: str, files: Recoup) -> None:
    ran = files("record", "odd.xyz", "--format", form)
    assert "name the file that says " in ran.complaint
    assert "with --map" in ran.complaint

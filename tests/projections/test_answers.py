"""The answer on a round: the same fact in every place."""

import re
from pathlib import Path
from typing import Final

from projections.answers.status import STATUS_WORDS

ROOT: Final = Path(__file__).parents[2]


def test_the_glossary_explains_every_status() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rounds = text.split("## Rounds")[1].split("## ")[0]
    words = re.findall(r"^\| ([a-z ]+) \| [A-Z]", rounds, re.MULTILINE)
    assert {word.replace(" ", "_") for word in words} == set(STATUS_WORDS)

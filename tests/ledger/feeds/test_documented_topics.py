"""docs/feeds.md lists the topics that no feed decides."""

import re
from pathlib import Path

from ledger.acts.authority import AUTHORITY_TOPICS

PAGE = Path(__file__).parents[3] / "docs/feeds.md"


def test_every_topic_of_authority_is_listed() -> None:
    chapter = PAGE.read_text(encoding="utf-8").partition("## What no feed decides")[2].partition("What players")[0]
    assert set(re.findall(r"`([a-z_]+\.[a-z_]+\.v\d)`", chapter)) == set(AUTHORITY_TOPICS)

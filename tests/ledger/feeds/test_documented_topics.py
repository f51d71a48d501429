"""docs/feeds.md lists the topics that no feed decides, and those that each format can report."""

import re
from pathlib import Path

from ledger.acts.authority import AUTHORITY_TOPICS
from ledger.feeds.formats import formats
from tests.ledger.feeds.test_csvmap import MAPPING as ROWS
from tests.ledger.feeds.test_csvmap_spins import LISTED as SPINS

PAGE = Path(__file__).parents[3] / "docs/feeds.md"


def test_every_topic_of_authority_is_listed() -> None:
    chapter = PAGE.read_text(encoding="utf-8").partition("## What no feed decides")[2].partition("What players")[0]
    assert set(re.findall(r"`([a-z_]+\.[a-z_]+\.v\d)`", chapter)) == set(AUTHORITY_TOPICS)


def test_the_topics_of_every_format_are_listed() -> None:
    chapter = PAGE.read_text(encoding="utf-8").partition("## What a source can report")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", chapter, re.MULTILINE)
    listed = {name: frozenset(re.findall(r"`([a-z_.]+)`", topics)) for name, topics in rows}
    declared = {name: form.topics() for name, form in formats().items() if name != "csv"}
    csv = (formats()["csv"].topics(ROWS) or frozenset()) | (formats()["csv"].topics(SPINS) or frozenset())
    assert listed == {"csv": csv} | {name: topics for name, topics in declared.items() if topics is not None}
    assert {name for name, topics in declared.items() if topics is None} == {"cloudevents", "notation"}

"""Samples of the notation: each line names its table and day."""

import re
from collections.abc import Iterator
from typing import Final

from ledger.feeds import notation
from ledger.feeds.reading import FeedItem
from ledger.feeds.samples.sampler import ReadPast, Sampler

_LINE: Final = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:[A-Za-z0-9_.-]+/[0-9]{4}-[0-9]{2}-[0-9]{2}(?:/[A-Za-z0-9_.-]+)?: |!source )", re.M
)


def _count_lines(head: bytes) -> int:
    return len(_LINE.findall(head))


def _read_past(_: str) -> ReadPast:
    def names(item: FeedItem) -> Iterator[str]:
        if not item.deliveries and item.raw.lstrip().startswith(b"//"):
            yield "comments"

    return names


SAMPLER: Final = Sampler(notation.FORMAT.name, _count_lines, read_past=_read_past)

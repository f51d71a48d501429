"""Samples of a Cammegh wheel: whether its lines have times, and on which day."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ledger.feeds import cammegh
from ledger.feeds.reading import FeedItem
from ledger.feeds.samples.mapping_draft import MappingDraft, ask_day_end, ask_gaming_day, ask_opening, ask_table
from ledger.feeds.samples.sample import Sample
from ledger.feeds.samples.sampler import ReadPast, RulebooksByGame, Sampler, UnreadPiece

GAME: Final = "roulette"
_STATUS: Final = re.compile(rb"\*X;[1-6];[0-9]{3};[^;\r\n]{0,2};[0-9A-Fa-f];")
_LOG_TIME: Final = re.compile(rb"^\[[0-9]{4}-[0-9]{2}-[0-9]{2}[^\]]{1,40}\] *[^\r\n]*\*[A-Za-z]", re.MULTILINE)
_COMMAND: Final = re.compile(rb"\*[A-Za-z]")


def _count_statuses(head: bytes) -> int:
    return len(_STATUS.findall(head))


def _begin_mapping(sample: Sample, rulebooks: RulebooksByGame, _: Sequence[UnreadPiece], __: str | None) -> MappingDraft:
    """What the wire does not show: whose wheel it is, and by whose clock its log has times."""
    draft, logged = MappingDraft(), _LOG_TIME.search(sample.raw)
    draft.remark(f"Mapping of the wheel in {sample.name}.")
    ask_table(draft, "wheel")
    if logged is None:
        ask_gaming_day(draft, sample.day)
    draft.table("[opening]", "opening")
    ask_opening(draft, GAME, rulebooks.get(GAME, ()), None)
    if logged is not None:
        ask_day_end(draft)
    draft.offer(
        ['wheel = "0-32-15-19-…"'], "Where the wheel has other compartments than one zero and 36 numbers, clockwise:"
    )
    if logged is not None:
        draft.table("[log]", "log")
        draft.ask("zone", "The clock of the log, an IANA zone such as Europe/Riga", "UTC")
        draft.ask("uncertainty_ms", "How far the times of the log may be off, in milliseconds", 1000)
    return draft


def _read_past(_: str) -> ReadPast:
    def names(item: FeedItem) -> Iterator[str]:
        if item.deliveries or item.refused is not None:
            return
        if _STATUS.search(item.raw):
            yield "statuses that repeat the one before"
        elif command := _COMMAND.search(item.raw):
            yield f"lines {command[0].decode()}"
        elif any(sign not in b" 0123456789" for sign in item.raw):
            yield "remarks of the log"

    return names


SAMPLER: Final = Sampler(cammegh.FORMAT.name, _count_statuses, "byte", _begin_mapping, _read_past)

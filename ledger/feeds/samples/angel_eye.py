"""Samples of the shoe Angel Eye: how its frames are counted, and what a card's index counts."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

from ledger.errors import MalformedDelivery
from ledger.feeds import angel_eye
from ledger.feeds.angel_eye import Frame, parse_frame, split_frames
from ledger.feeds.reading import FeedItem
from ledger.feeds.samples.mapping_draft import MappingDraft, ask_gaming_day, ask_opening, ask_table
from ledger.feeds.samples.sample import Sample
from ledger.feeds.samples.sampler import ReadPast, RulebooksByGame, Sampler, UnreadPiece

GAME: Final = "baccarat"
_USUAL_COUNTER: Final = range(ord("0"), ord("9") + 1)
_TARGET_BANCO: Final = 1
_QUIET: Final = {"S": "frames S (start)", "P": "frames P (standby)", "L": "frames L (lock)", "M": "frames M (preset)"}


def _good_frames(raw: bytes) -> Iterator[Frame]:
    for _, stretch in split_frames(BytesIO(raw)):
        try:
            yield parse_frame(stretch.rstrip(b"\r\n"))
        except MalformedDelivery:
            continue


def _count_frames(head: bytes) -> int:
    return sum(1 for _ in _good_frames(head)) if b"\x05" in head else 0


def _begin_mapping(sample: Sample, rulebooks: RulebooksByGame, _: Sequence[UnreadPiece], __: str | None) -> MappingDraft:
    """What the wire does not show: whose shoe it is; and how it counts, which it shows."""
    draft, frames = MappingDraft(), list(_good_frames(sample.raw))
    draft.remark(f"Mapping of the shoe in {sample.name}.")
    ask_table(draft, "shoe")
    ask_gaming_day(draft, sample.day)
    draft.ask("shoe", "The name of the first shoe of cards; the next ones in the file are counted", "S1")
    draft.ask("decks", "The number of decks in the shoe", 8)
    counters = {frame.counter for frame in frames}
    if not counters <= set(_USUAL_COUNTER):
        draft.put(
            "counter", f"{chr(min(counters))}{chr(max(counters))}", "the first and last sign of the counter in the sample"
        )
    draft.put("index", _index_of(frames), "a card's index counts the cards of its hand, or of the coup")
    draft.table("[opening]", "opening")
    ask_opening(draft, GAME, rulebooks.get(GAME, ()), None)
    return draft


def _index_of(frames: Sequence[Frame]) -> str:
    """What indexes count: where they count the coup's cards, banco never has the first one."""
    indexes = {frame.data[1] & 15 for frame in frames if frame.kind == "D" and frame.data[1] >> 4 & 7 == _TARGET_BANCO}
    return "coup" if indexes and 1 not in indexes else "hand"


def _read_past(_: str) -> ReadPast:
    def names(item: FeedItem) -> Iterator[str]:
        if not item.deliveries and item.refused is None and (kind := chr(item.raw[2])) in _QUIET:
            yield _QUIET[kind]

    return names


SAMPLER: Final = Sampler(angel_eye.FORMAT.name, _count_frames, "byte", _begin_mapping, _read_past)

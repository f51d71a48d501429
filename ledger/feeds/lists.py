"""A file that is one JSON list, item by item; numbers are kept as they are spelt."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import SEEK_CUR
from typing import BinaryIO, Final

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.feeds.lines import KEPT, LONGEST
from ledger.feeds.pieces import Piece, Reader, digest_of, refused, taken

LARGEST: Final = 1 << 26
"""A list is held whole; what is longer must come one item a line."""

NO_JSON: Final = (ValueError, RecursionError)
"""What text that is no JSON raises; nesting without end is none."""

_PEEKED: Final = 256
_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = (" ", "\t", "\r", "\n")


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


EXACT: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_no_number)
"""Reads numbers as the text they are written in: a float does not hold every amount."""


def is_list(stream: BinaryIO) -> bool:
    """Whether a file begins with a bracket; it is left at its beginning."""
    head = stream.read(_PEEKED)
    stream.seek(-len(head), SEEK_CUR)
    return head.removeprefix(_BOM).lstrip().startswith(b"[")


def item_by_item(read: Callable[[object], list[Delivery]]) -> Reader:
    """A reader of a list: each item is taken or refused alone, up to where the list breaks off."""

    def pieces(stream: BinaryIO) -> Iterator[Piece]:
        raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            yield _too_long(raw, stream)
            return
        try:
            text = raw.removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            yield _cut(1, raw, f"the list is not UTF-8 (byte {error.start + 1}); save the file as UTF-8")
            return
        yield from _items(text, read)

    return pieces


def _items(text: str, read: Callable[[object], list[Delivery]]) -> Iterator[Piece]:
    at, number = _past_blanks(text, _past_blanks(text, 0) + 1), 1
    while text[at : at + 1] != "]":
        try:
            told, end = EXACT.raw_decode(text, at)
        except NO_JSON as error:
            yield _cut(number, text[at:].encode(), f"from here on the list is not JSON ({str(error)[:80]})")
            return
        raw = text[at:end].encode()
        try:
            yield taken(number, raw, read(told))
        except MalformedDelivery as error:
            yield refused(number, raw, error)
        number, at = number + 1, _past_blanks(text, end)
        if text[at : at + 1] == ",":
            at = _past_blanks(text, at + 1)
        elif text[at : at + 1] != "]":
            yield _cut(number, text[at:].encode(), "the list breaks off")
            return
    if rest := text[at + 1 :].strip():
        yield _cut(number, rest.encode(), "something stands after the list's end")


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in _BLANKS:
        at += 1
    return at


def _cut(number: int, raw: bytes, why: str) -> Piece:
    return Piece(number, raw[:KEPT], len(raw), digest_of(raw), refused=MalformedDelivery(why))


def _too_long(head: bytes, stream: BinaryIO) -> Piece:
    mark, length = sha256(head), len(head)
    while more := stream.read(LONGEST):
        mark.update(more)
        length += len(more)
    why = f"the list has {length:,} bytes, more than are read at once; write one item a line: `jq -c '.[]' FILE`"
    return Piece(1, head[:KEPT], length, f"sha256:{mark.hexdigest()}", refused=MalformedDelivery(why))

"""Media types as headers and attributes write them (RFC 2046), and JSON in the character sets that they name."""

import re
from typing import Final

from ledger.errors import MalformedDelivery

_WORD: Final = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_PARAMETER: Final = rf';[ \t]*(?:({_WORD})=({_WORD}|"(?:[^"\\]|\\.)*")[ \t]*)?'
_MEDIA_TYPE: Final = re.compile(rf"[ \t]*({_WORD})/({_WORD})[ \t]*((?:{_PARAMETER})*)\Z")
_EACH_PARAMETER: Final = re.compile(_PARAMETER)
_MOST_CHARACTERS: Final = 400
_BOM: Final = b"\xef\xbb\xbf"

_CHARSETS: Final = {
    "utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "iso-8859-1": "latin-1",
    "utf-16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be",
}  # fmt: skip
"""The character sets that are read, and the codec of each."""


def is_media_type(text: str) -> bool:
    """Return whether a text is a media type, with or without parameters."""
    return len(text) <= _MOST_CHARACTERS and _MEDIA_TYPE.match(text) is not None


def is_json_type(text: str) -> bool:
    """Return whether a media type declares JSON: its subtype is `json` or ends in `+json`."""
    found = _MEDIA_TYPE.match(text) if len(text) <= _MOST_CHARACTERS else None
    return found is not None and (found[2].lower() == "json" or found[2].lower().endswith("+json"))


def utf8_of(raw: bytes, media_type: str | None) -> bytes:
    """Return text in UTF-8 that came in the character set of its media type, without a byte order mark.

    Raises MalformedDelivery for an unknown character set, or bytes that are not in it.
    """
    charset = "utf-8" if media_type is None else _charset(media_type)
    codec = _CHARSETS.get(charset)
    if codec is None:
        raise MalformedDelivery("charset_unknown", charset=repr(charset[:40]))
    if codec == "utf-8":
        return raw.removeprefix(_BOM)
    try:
        return raw.decode(codec).removeprefix("\ufeff").encode()
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise MalformedDelivery("not_in_charset", charset=charset) from error


def _charset(media_type: str) -> str:
    found = _MEDIA_TYPE.match(media_type)
    given = _EACH_PARAMETER.findall(found[3]) if found else []
    return next((value.strip('"').lower() for name, value in given if name.lower() == "charset"), "utf-8")

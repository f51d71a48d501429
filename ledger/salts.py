"""Salts: what keeps an entry that is not shown from being guessed by its leaf."""

from base64 import urlsafe_b64encode
from secrets import token_bytes
from typing import Annotated, Final

from pydantic import Field

Salt = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
"""128 random bits in Base64 for addresses (RFC 4648, section 5), without the padding."""

_BYTES: Final = 16


def draw_salts(count: int) -> list[str]:
    """New salts, from the operating system's source of secrets."""
    drawn = token_bytes(_BYTES * count)
    return [urlsafe_b64encode(drawn[at : at + _BYTES])[:22].decode() for at in range(0, len(drawn), _BYTES)]

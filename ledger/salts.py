"""Salts: what keeps an entry that is not shown from being guessed by its leaf."""

from base64 import urlsafe_b64encode
from secrets import token_bytes
from typing import Annotated, Final

from pydantic import Field

Salt = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
"""132 random bits as signs of Base64 for addresses (RFC 4648, section 5); older ones have 128."""

_SIGNS: Final = 24
"""Of so many signs, 18 bytes, 22 are used: so a salt is a part of one long text."""


def draw_salts(count: int) -> list[str]:
    """New salts, from the operating system's source of secrets."""
    drawn = urlsafe_b64encode(token_bytes(_SIGNS * 3 // 4 * count)).decode()
    return [drawn[at : at + 22] for at in range(0, len(drawn), _SIGNS)]

"""TOML that a stranger may have written."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=16)
def parse_toml(text: str) -> Mapping[str, Any]:
    """What a text in TOML says. Raises tomllib.TOMLDecodeError, also where it is nested too deeply to be read."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("it is nested too deeply") from None

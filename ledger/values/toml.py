"""TOML that a stranger may have written."""

import tomllib
from typing import Any


def parse_toml(text: str) -> dict[str, Any]:
    """What a text in TOML says. Raises tomllib.TOMLDecodeError, also where it is nested too deeply to be read."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("it is nested too deeply") from None

"""An edition's tables written as TOML again."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any


def written(tables: Mapping[str, Any]) -> str:
    """The tables as TOML text: one line a value, all that lies deeper inline."""
    return "".join(
        f"[{_key(table)}]\n" + "".join(f"{_key(name)} = {_value(value)}\n" for name, value in rows.items())
        for table, rows in tables.items()
    )


def _key(name: str) -> str:
    return json.dumps(name)


def _value(value: Any) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{_key(name)} = {_value(inner)}" for name, inner in value.items()) + " }"
        case list():
            return "[" + ", ".join(_value(inner) for inner in value) + "]"
        case date():
            return value.isoformat()
        case _:
            return json.dumps(value)

"""Whether the database declares what the migrations make: tables, indexes, triggers, views, policies and grants."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import orjson

EXPECTED: Final = Path(__file__).with_name("schemas.json")
"""What the migrations make in each database, by kind and name."""


def schema_faults(database: str, found: Mapping[str, str]) -> Iterator[str]:
    """Each object of a schema that is not what the migrations make of it, in a few words."""
    expected: dict[str, str] = orjson.loads(EXPECTED.read_bytes())[database]
    for name in sorted(expected.keys() | found.keys()):
        if name not in found:
            yield f"the schema has no {name}, which the migrations make"
        elif name not in expected:
            yield f"the schema has a {name}, which no migration makes"
        elif found[name] != expected[name]:
            yield f"the schema's {name} is not what the migrations make"

"""Whether the database declares what the migrations make, in the ledger's schema and wherever a name could get another
meaning: tables, indexes, triggers, views, policies, grants, operators, casts, settings.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import orjson

EXPECTED: Final = Path(__file__).with_name("schemas.json")
"""What the migrations make in each database, by kind and name."""


_BEYOND: Final = ("aggregate", "cast", "event trigger", "member of an operator family", "role", "setting")
"""The kinds that no schema has, but the database or its server."""


def schema_faults(database: str, found: Mapping[str, str]) -> Iterator[str]:
    """Each object of a schema that is not what the migrations make of it, in a few words."""
    expected: dict[str, str] = orjson.loads(EXPECTED.read_bytes())[database]
    for name in sorted(expected.keys() | found.keys()):
        where = "database" if name.startswith(_BEYOND) else "schema"
        if name not in found:
            yield f"the {where} has no {name}, which the migrations make"
        elif name not in expected:
            article = "an" if name[0] in "aeio" else "a"
            yield f"the {where} has {article} {name}, which no migration makes"
        elif found[name] != expected[name]:
            yield f"the {where}'s {name} is not what the migrations make"

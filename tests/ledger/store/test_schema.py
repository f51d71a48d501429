"""The schema that `verify` expects is the one that the migrations make.

`python -m tests.ledger.store.test_schema URL…` writes it again, from a fresh ledger in each database.
"""

import sys

import orjson

from ledger.recorder.dialects import dialect_of
from ledger.verify.schema_check import EXPECTED, schema_faults


def test_the_expected_schema_is_what_the_migrations_make(ledger_url: str) -> None:
    dialect = dialect_of(ledger_url)
    assert list(schema_faults(dialect.name, dialect.schema())) == []


if __name__ == "__main__":
    schemas = {dialect.name: dialect.schema() for dialect in map(dialect_of, sys.argv[1:])}
    EXPECTED.write_bytes(orjson.dumps(schemas, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")

"""What PostgreSQL's catalogue says of a ledger's schema, and its own check of the indexes."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from psycopg import Error
from psycopg.errors import InsufficientPrivilege

_OF_EXTENSION: Final = "SELECT FROM pg_depend WHERE objid = {}.oid AND deptype = 'e'"
"""An extension's own objects, as those of `amcheck`, are none of the ledger's."""

_OF_SCHEMA: Final = f"relnamespace = current_schema()::regnamespace AND NOT EXISTS ({_OF_EXTENSION.format('pg_class')})"

_SCHEMA: Final = {
    "table": f"""
SELECT relname, concat_ws(' ', relkind, relpersistence, 'rls', relrowsecurity, relforcerowsecurity)
FROM pg_class WHERE {_OF_SCHEMA} AND relkind NOT IN ('i', 'I')""",
    "column": f"""
SELECT relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), collname,
CASE WHEN attnotnull THEN 'not null' END, pg_get_expr(adbin, adrelid), nullif(attidentity, ''), nullif(attgenerated, ''))
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE {_OF_SCHEMA} AND relkind NOT IN ('i', 'I') AND attnum > 0 AND NOT attisdropped""",
    "constraint": """
SELECT conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || CASE WHEN NOT convalidated THEN '!' ELSE '' END
FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'""",
    "index": f"""
SELECT relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive, indimmediate)
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE {_OF_SCHEMA}""",
    "trigger": f"""
SELECT relname || ' ' || CASE WHEN tgisinternal THEN 'of ' || coalesce(conname, '') || ' ' || proname ELSE tgname END,
concat_ws(' ', tgenabled, CASE WHEN NOT tgisinternal THEN pg_get_triggerdef(pg_trigger.oid) END)
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
LEFT JOIN pg_constraint ON pg_constraint.oid = tgconstraint WHERE {_OF_SCHEMA}""",
    "event trigger": "SELECT evtname, evtevent || ' ' || evtfoid::regproc FROM pg_event_trigger",
    "function": f"""
SELECT proname || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')',
concat_ws(' ', lanname, provolatile, prosecdef, proconfig::text, prosrc, probin)
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang WHERE pronamespace = current_schema()::regnamespace
AND NOT EXISTS ({_OF_EXTENSION.format("pg_proc")})""",
    "view": f"SELECT relname, pg_get_viewdef(oid) FROM pg_class WHERE {_OF_SCHEMA} AND relkind IN ('v', 'm')",
    "rule": """
SELECT tablename || ' ' || rulename, definition FROM pg_rules WHERE schemaname = current_schema()""",
    "policy": """
SELECT tablename || ' ' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check)
FROM pg_policies WHERE schemaname = current_schema()""",
    "grant": f"""
SELECT relname || ' to ' || CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END,
string_agg(privilege_type || CASE WHEN is_grantable THEN ' to pass on' ELSE '' END, ', ' ORDER BY privilege_type)
FROM pg_class, aclexplode(relacl) WHERE {_OF_SCHEMA} AND grantee <> relowner GROUP BY relname, grantee""",
    "grant on column": f"""
SELECT relname || '.' || attname || ' to ' || CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END,
string_agg(privilege_type, ', ' ORDER BY privilege_type)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid, aclexplode(attacl)
WHERE {_OF_SCHEMA} AND grantee <> relowner GROUP BY relname, attname, grantee""",
    "owner": f"""
SELECT 'of every table', 'one role' FROM pg_class
WHERE {_OF_SCHEMA} AND relkind = 'r' HAVING count(DISTINCT relowner) = 1""",
}
"""What is asked of the catalogue, by kind: a name, and what is declared under it."""

_INDEXES: Final = f"""
SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE {_OF_SCHEMA} AND relam = (SELECT oid FROM pg_am WHERE amname = 'btree') ORDER BY 1"""


def schema(cursor: Any) -> dict[str, str]:
    """All that is declared in the current schema, by kind and name, with the schema's own name left out."""
    cursor.execute(b"SELECT current_schema(), quote_ident(current_schema())")
    plain, quoted = cursor.fetchone()
    found: dict[str, str] = {}
    for kind, query in _SCHEMA.items():
        cursor.execute(query.encode())
        for name, declared in cursor.fetchall():
            text = " ".join(declared.split()).replace(f"{quoted}.", "").replace(f"{plain}.", "")
            found[f"{kind} {name}"] = _unqualified(text) if kind == "view" else text
    return found


def _unqualified(view: str) -> str:
    """A view with its tables' own names taken off its columns: up to version 15 the server writes them there."""
    for table in set(re.findall(r"\b(?:FROM|JOIN) \(*(\w+)", view)):
        view = view.replace(f"{table}.", "")
    return view


def integrity_faults(reading: Callable[[], AbstractContextManager[Any]]) -> tuple[list[str], str | None]:
    """What `amcheck` finds in the indexes; and why it was not asked, where it was not."""
    with reading() as cursor:
        cursor.execute(b"SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'amcheck'")
        if (installed := cursor.fetchone()) is None:
            return [], "the extension amcheck is not installed (as the database's owner: CREATE EXTENSION amcheck)"
        cursor.execute(_INDEXES.encode())
        indexes = [index for (index,) in cursor.fetchall()]
    check = f"SELECT {installed[0]}.bt_index_check(%s::regclass, true)"
    faults: list[str] = []
    for index in indexes:
        with reading() as cursor:
            try:
                cursor.execute(check.encode(), [index])
            except InsufficientPrivilege:
                cursor.connection.rollback()
                return faults, "this role may not use amcheck (GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean))"
            except Error as error:
                cursor.connection.rollback()
                faults.append(f"{index}: {error.diag.message_primary}")
    return faults, None

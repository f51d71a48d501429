"""What PostgreSQL's catalogue says of a ledger's schema, and its own check of the indexes."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from psycopg import Error
from psycopg.errors import InsufficientPrivilege

_OF_EXTENSION: Final = "SELECT FROM pg_depend WHERE objid = {}.oid AND deptype = 'e'"
"""An extension's own objects, as those of `amcheck`, are none of the ledger's."""

_SCHEMA: Final = "%(schema)s::regnamespace"
_OF_SCHEMA: Final = f"relnamespace = {_SCHEMA} AND NOT EXISTS ({_OF_EXTENSION.format('pg_class')})"

_FIRST_ADDED: Final = 16384
"""What comes with the server has a lower object id."""

_AT_FIRST: Final = "'1'::xid"
"""The transaction that wrote the operators, casts and aggregates that come with the server."""

_TYPES: Final = ", ".join(f"'{name}'::regtype" for name in ("bool", "int2", "int4", "int8", "oid", "text", "name", "bytea"))
"""Types whose operators the program asks for: the functions behind them are as they came, too."""

_ADDED: Final = f"oid >= {_FIRST_ADDED} AND {{}} IN ({_SCHEMA}, 'pg_catalog'::regnamespace)"
"""What somebody added where the program's names, or those of the ledger's views, are looked up."""

_HARMLESS: Final = (
    "application_name",
    "auto_explain.%",
    "checkpoint_%",
    "client_min_messages",
    "commit_%",
    "cpu_%",
    "deadlock_timeout",
    "default_statistics_target",
    "effective_%",
    "enable_%",
    "geqo%",
    "hash_mem_multiplier",
    "idle_%",
    "jit%",
    "lc_messages",
    "lock_timeout",
    "log_%",
    "maintenance_%",
    "max_parallel_%",
    "parallel_%",
    "password_encryption",
    "pg_stat_statements.%",
    "plan_cache_mode",
    "random_page_cost",
    "seq_page_cost",
    "statement_timeout",
    "tcp_%",
    "temp_%",
    "track_%",
    "vacuum_%",
    "work_mem",
)
"""Settings that change when an answer comes and never which."""

_CRITICAL: Final = (
    "allow_system_table_mods",
    "array_nulls",
    "ignore_checksum_failure",
    "ignore_invalid_pages",
    "ignore_system_indexes",
    "row_security",
    "search_path",
    "session_replication_role",
    "standard_conforming_strings",
    "transform_null_equals",
    "zero_damaged_pages",
)
"""Settings that are named wherever they come from: the server's file, `ALTER SYSTEM`, the database or the login."""


def _strings(values: Sequence[str]) -> str:
    return ", ".join(f"'{value}'" for value in values)


_DECLARED: Final = {
    "table": f"""
SELECT relname, concat_ws(' ', relkind, relpersistence, 'rls', relrowsecurity, relforcerowsecurity,
(SELECT amname FROM pg_am WHERE pg_am.oid = relam AND amname <> 'heap'))
FROM pg_class WHERE {_OF_SCHEMA} AND relkind NOT IN ('i', 'I')""",
    "column": f"""
SELECT relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
CASE WHEN collnamespace <> 'pg_catalog'::regnamespace THEN collnamespace::regnamespace || '.' ELSE '' END || collname,
CASE WHEN attnotnull THEN 'not null' END, pg_get_expr(adbin, adrelid), nullif(attidentity, ''), nullif(attgenerated, ''))
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_collation ON pg_collation.oid = attcollation
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE {_OF_SCHEMA} AND relkind NOT IN ('i', 'I') AND attnum > 0 AND NOT attisdropped""",
    "constraint": f"""
SELECT coalesce(relname, '') || ' ' || conname,
pg_get_constraintdef(pg_constraint.oid) || CASE WHEN NOT convalidated THEN '!' ELSE '' END
FROM pg_constraint LEFT JOIN pg_class ON pg_class.oid = conrelid WHERE connamespace = {_SCHEMA} AND contype <> 'n'""",
    "index": f"""
SELECT relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive, indimmediate)
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE {_OF_SCHEMA}""",
    "inheritance": f"""
SELECT inhrelid::regclass || ' of ' || inhparent::regclass, inhseqno::text FROM pg_inherits
WHERE {_SCHEMA} IN (SELECT relnamespace FROM pg_class WHERE pg_class.oid IN (inhparent, inhrelid))""",
    "trigger": f"""
SELECT relname || ' ' || CASE WHEN tgisinternal THEN 'of ' || coalesce(conname, '') || ' ' || proname ELSE tgname END,
concat_ws(' ', tgenabled, CASE WHEN NOT tgisinternal THEN pg_get_triggerdef(pg_trigger.oid) END)
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
LEFT JOIN pg_constraint ON pg_constraint.oid = tgconstraint WHERE {_OF_SCHEMA}""",
    "event trigger": "SELECT evtname, concat_ws(' ', evtevent, evtenabled, evtfoid::regproc) FROM pg_event_trigger",
    "function": f"""
SELECT CASE pronamespace WHEN {_SCHEMA} THEN '' ELSE 'pg_catalog.' END || proname
|| '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')',
concat_ws(' ', lanname, provolatile, prosecdef, proconfig::text, prosrc, pg_get_function_sqlbody(pg_proc.oid), probin)
FROM pg_proc JOIN pg_language ON pg_language.oid = prolang WHERE pg_proc.{_ADDED.format("pronamespace")}
AND NOT (EXISTS ({_OF_EXTENSION.format("pg_proc")}) AND (lanname = 'c' OR NOT EXISTS (SELECT FROM pg_proc AS own
WHERE own.proname = pg_proc.proname AND own.oid < {_FIRST_ADDED})))""",
    "operator": f"""
SELECT oid::regoperator::text, oprcode::regprocedure::text FROM pg_operator
WHERE {_ADDED.format("oprnamespace")} OR oid < {_FIRST_ADDED} AND (xmin <> {_AT_FIRST} OR oprcode <> 0
AND NOT EXISTS (SELECT FROM pg_proc WHERE pg_proc.oid = oprcode AND pg_proc.oid < {_FIRST_ADDED}
AND (pg_proc.xmin = {_AT_FIRST} OR oprright NOT IN ({_TYPES}))))""",
    "aggregate": f"""
SELECT aggfnoid::regprocedure::text, aggtransfn::regprocedure::text FROM pg_aggregate
WHERE aggfnoid < {_FIRST_ADDED} AND xmin <> {_AT_FIRST}""",
    "cast": f"""
SELECT castsource::regtype || ' to ' || casttarget::regtype, concat_ws(' ', castfunc::regprocedure, castcontext, castmethod)
FROM pg_cast WHERE oid >= {_FIRST_ADDED} AND NOT (EXISTS ({_OF_EXTENSION.format("pg_cast")})
AND greatest(castsource, casttarget) >= {_FIRST_ADDED}) OR oid < {_FIRST_ADDED} AND xmin <> {_AT_FIRST}""",
    "collation": f"""
SELECT collnamespace::regnamespace || '.' || collname, concat_ws(' ', collprovider, collisdeterministic, collcollate)
FROM pg_collation WHERE {_ADDED.format("collnamespace")}
AND (collnamespace = {_SCHEMA} OR collname IN ('C', 'POSIX', 'default'))""",
    "type": f"""
SELECT oid::regtype::text, typtype::text FROM pg_type
WHERE {_ADDED.format("typnamespace")} AND typrelid = 0 AND typcategory <> 'A'
AND NOT (EXISTS ({_OF_EXTENSION.format("pg_type")}) AND typnamespace = {_SCHEMA})""",
    "conversion": f"""
SELECT connamespace::regnamespace || '.' || conname, conproc::regproc::text FROM pg_conversion
WHERE {_ADDED.format("connamespace")}""",
    "operator class": f"""
SELECT opcname || ' of ' || amname, opcintype::regtype::text FROM pg_opclass JOIN pg_am ON pg_am.oid = opcmethod
WHERE pg_opclass.{_ADDED.format("opcnamespace")} AND opcintype < {_FIRST_ADDED}""",
    "member of an operator family": f"""
SELECT opfname || ' ' || amopopr::regoperator, amopstrategy::text
FROM pg_amop JOIN pg_opfamily ON pg_opfamily.oid = amopfamily
WHERE amopfamily < {_FIRST_ADDED} AND (pg_amop.oid >= {_FIRST_ADDED} OR pg_amop.xmin <> {_AT_FIRST})
UNION ALL SELECT opfname || ' ' || amproc::regprocedure, amprocnum::text
FROM pg_amproc JOIN pg_opfamily ON pg_opfamily.oid = amprocfamily
WHERE amprocfamily < {_FIRST_ADDED} AND (pg_amproc.oid >= {_FIRST_ADDED} OR pg_amproc.xmin <> {_AT_FIRST})""",
    "view": f"""
SELECT relname, concat_ws(' ', reloptions::text, pg_get_viewdef(oid)) FROM pg_class
WHERE {_OF_SCHEMA} AND relkind IN ('v', 'm')""",
    "rule": """
SELECT tablename || ' ' || rulename, definition FROM pg_rules WHERE schemaname = %(schema)s::name""",
    "policy": """
SELECT tablename || ' ' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check)
FROM pg_policies WHERE schemaname = %(schema)s::name""",
    "setting": f"""
SELECT concat_ws(' ', given, 'of', CASE setdatabase WHEN 0 THEN 'every database' ELSE 'the database' END,
'for', CASE setrole WHEN 0 THEN 'every role' ELSE setrole::regrole::text END), ''
FROM pg_db_role_setting CROSS JOIN unnest(setconfig) AS given
WHERE (setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
OR setdatabase = 0 AND (setrole = 0 OR has_table_privilege(setrole, %(schema)s::text || '.events', 'SELECT')))
AND NOT split_part(given, '=', 1) LIKE ANY (ARRAY[{_strings(_HARMLESS).replace("%", "%%")}])
UNION ALL SELECT name || '=' || reset_val || ' at the beginning of a session', '' FROM pg_settings
WHERE name IN ({_strings(_CRITICAL)}) AND reset_val <> boot_val AND NOT (name = 'search_path' AND %(named)s::boolean)""",
    "grant": f"""
SELECT relname || ' to ' || CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END,
string_agg(privilege_type || CASE WHEN is_grantable THEN ' to pass on' ELSE '' END, ', ' ORDER BY privilege_type)
FROM pg_class, aclexplode(relacl) WHERE {_OF_SCHEMA} AND grantee <> relowner GROUP BY relname, grantee""",
    "default grant": f"""
SELECT 'by ' || defaclrole::regrole || ' on ' || CASE defaclobjtype WHEN 'r' THEN 'tables' WHEN 'f' THEN 'functions'
WHEN 'S' THEN 'sequences' WHEN 'T' THEN 'types' ELSE 'schemas' END, string_agg(defaclacl::text, ' ')
FROM pg_default_acl WHERE defaclnamespace IN (0, {_SCHEMA}) GROUP BY defaclrole, defaclobjtype""",
    "grant on column": f"""
SELECT relname || '.' || attname || ' to ' || CASE grantee WHEN 0 THEN 'everybody' ELSE grantee::regrole::text END,
string_agg(privilege_type, ', ' ORDER BY privilege_type)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid, aclexplode(attacl)
WHERE {_OF_SCHEMA} AND grantee <> relowner GROUP BY relname, attname, grantee""",
    "role": """
SELECT rolname, concat_ws(', ', CASE WHEN rolsuper THEN 'superuser' END,
CASE WHEN rolbypassrls THEN 'bypasses policies' END,
CASE WHEN rolcreaterole THEN 'makes roles' END, CASE WHEN rolreplication THEN 'replicates' END,
(SELECT 'member of ' || string_agg(roleid::regrole::text, ' and ' ORDER BY roleid)
FROM pg_auth_members WHERE member = pg_roles.oid))
FROM pg_roles WHERE rolname IN ('recoup_application', 'recoup_reader')""",
    "owner": f"""
SELECT 'of every table', 'one role' FROM pg_class
WHERE {_OF_SCHEMA} AND relkind = 'r' HAVING count(DISTINCT relowner) = 1""",
}
"""What is asked of the catalogue, by kind: a name, and what is declared under it."""

_INDEXES: Final = f"""
SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE {_OF_SCHEMA} AND relam = (SELECT oid FROM pg_am WHERE amname = 'btree') ORDER BY 1"""


_AMCHECK: Final = """
SELECT extnamespace::regnamespace::text, EXISTS (SELECT FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
WHERE pronamespace = extnamespace AND proname = 'bt_index_check' AND pg_get_function_identity_arguments(pg_proc.oid)
LIKE 'index regclass, heapallindexed boolean%' AND lanname = 'c' AND probin = '$libdir/amcheck')
FROM pg_extension WHERE extname = 'amcheck'"""


def schema(cursor: Any, name: str, *, is_named: bool) -> dict[str, str]:
    """All that is declared in a schema, and all beyond it that can alter what a name means, by kind and name.

    In what is declared the schema's own name is `ledger`. `is_named`: the address itself gives the path.
    """
    qualified = re.compile(rf'(?<![\w"])"?{re.escape(name)}"?\.')
    found: dict[str, str] = {}
    for kind, query in _DECLARED.items():
        cursor.execute(query.encode(), {"schema": name, "named": is_named})
        for object_name, declared in cursor.fetchall():
            text = qualified.sub("ledger.", " ".join(declared.split()))
            found[f"{kind} {object_name}"] = _unqualified(text) if kind == "view" else text
    return found


def _unqualified(view: str) -> str:
    """A view with its tables' own names taken off its columns: up to version 15 the server writes them there."""
    for table in set(re.findall(r"\b(?:FROM|JOIN) \(*(?:ledger\.)?(\w+)", view)):
        view = re.sub(rf"(?<!\.)\b{table}\.", "", view)
    return view


def integrity_faults(reading: Callable[[], AbstractContextManager[Any]], name: str) -> tuple[list[str], str | None]:
    """What `amcheck` finds in the indexes; and why it was not asked, where it was not."""
    with reading() as cursor:
        cursor.execute(_AMCHECK.encode())
        if (installed := cursor.fetchone()) is None:
            return [], "the extension amcheck is not installed (as the database's owner: CREATE EXTENSION amcheck)"
        if not installed[1]:
            return ["the function bt_index_check is not the one that comes with amcheck"], None
        cursor.execute(_INDEXES.encode(), {"schema": name})
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

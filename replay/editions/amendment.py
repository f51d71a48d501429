"""What one edition of a rulebook has otherwise than another, clause by clause."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from replay.editions.loader import contradictions, edition_parameters
from replay.rulebooks.edition import Edition
from replay.rulebooks.parameter import missing_names

T = TypeVar("T")
WORDING_ROWS = {"title", "text", "quote", "source"}


def edition_rows(edition: Edition) -> dict[str, str]:
    """Everything that an edition says, each row under its clause and what of it."""
    sheet = edition.sheet
    rows = {f"edition {name}": str(value) for name, value in sheet.edition.model_dump().items()}
    rows |= {f"{clause} {name}": str(v) for clause, row in sheet.clauses.items() for name, v in row.model_dump().items()}
    for key, row in sheet.values.items():
        rows[f"{row.clause} {key}"] = str(row.value if row.readings is None else dict(row.readings))
    for act, who in sheet.authority.items():
        rows[f"{who.clause} authority {act}"] = f"{', '.join(who.roles)} {who.money}{' two persons' * (who.eyes - 1)}"
    rows |= {f"{clause} finding {kind}": "yes" for kind, clause in sheet.conduct.items()}
    rows |= {f"{clause} readings": str(dict(row.readings)) for clause, row in sheet.readings.items()}
    return rows | {f"{clause} resolved": row.reading for clause, row in sheet.resolved.items()}


def amended_clauses(before: Edition, after: Edition) -> frozenset[str]:
    """The clauses on which two editions say something else, or only one says something. Mere wording is no amendment."""
    was, is_now = edition_rows(before), edition_rows(after)
    changed = (row for row in {**was, **is_now} if was.get(row) != is_now.get(row))
    named = (row.split(" ", 1) for row in changed)
    return frozenset(clause for clause, what in named if clause != "edition" and what not in WORDING_ROWS)


def without_amendment(after: Edition, before: Edition, clause: str) -> Edition | None:
    """The later edition as it would be, had this one clause stayed as it was; None where that would contradict itself."""
    both = (before.values, after.values)
    keys = {key for values in both for key, (_, cited) in values.items() if cited == clause}
    kept = {key: row for key, row in after.values.items() if key not in keys}
    values = kept | {key: before.values[key] for key in keys if key in before.values}
    if missing_names(edition_parameters(after.game).PARAMETERS, values) or any(
        contradictions(after.game, {key: value for key, (value, _) in values.items()})
    ):
        return None
    was, is_now = before.sheet, after.sheet
    sheet = is_now.model_copy(
        update={
            "clauses": _restore_clause(is_now.clauses, was.clauses, clause),
            "readings": _restore_clause(is_now.readings, was.readings, clause),
            "conduct": _restore_conduct(is_now.conduct, was.conduct, clause),
            "authority": {
                **{act: row for act, row in is_now.authority.items() if row.clause != clause},
                **{act: row for act, row in was.authority.items() if row.clause == clause},
            },
        }
    )
    resolved = _restore_clause(after.resolved_letters, before.resolved_letters, clause)
    return replace(after, sheet=sheet, values=values, resolved_letters=resolved)


def _restore_clause(current: Mapping[str, T], earlier: Mapping[str, T], clause: str) -> dict[str, T]:
    kept = {name: row for name, row in current.items() if name != clause}
    return {**kept, clause: earlier[clause]} if clause in earlier else kept


def _restore_conduct(current: Mapping[str, str], earlier: Mapping[str, str], clause: str) -> dict[str, str]:
    kept = {kind: cited for kind, cited in current.items() if cited != clause}
    return {**kept, **{kind: cited for kind, cited in earlier.items() if cited == clause}}

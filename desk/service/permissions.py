"""What each office may do at the desk of several people: one table, in permissions.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from fastapi import HTTPException, Request

from desk.service.visitor import Visitor, visitor_of
from ledger.values.message import Message

FIRST_PAGES: Final = ("/", "/people", "/me")
"""Where somebody begins: on the first of these that they may open."""


@dataclass(frozen=True, slots=True)
class Permission:
    """A row of the table. `offices` are those that may; None where no office is needed."""

    route: str
    action: str
    offices: tuple[str, ...] | None
    needs_sign_in: bool
    shows_names: bool
    unmasked_only: bool

    def refusal(self, visitor: Visitor) -> str | None:
        """Why somebody who is signed in may not; None where they may."""
        if self.offices is not None and not set(self.offices) & set(visitor.offices):
            return (
                f"To {self.action} is for {_listed(self.offices, 'or')}; you are {_listed(visitor.offices, 'and')} today."
            )
        if self.unmasked_only and visitor.limit.masked:
            return "Names are shown there as they are on record, and for you they are masked; see the other pages."
        return None


@cache
def permissions() -> Mapping[str, Permission]:
    """The table, by `METHOD /path`."""
    table = tomllib.loads((files("desk.service") / "permissions.toml").read_text("utf-8"))
    rows = (_permission(row, table["groups"]) for row in table["routes"])
    return {row.route: row for row in rows}


def _permission(row: Mapping[str, object], groups: Mapping[str, list[str]]) -> Permission:
    who = str(row["who"])
    return Permission(
        route=str(row["route"]),
        action=str(row["action"]),
        offices=None if who in ("anyone", "person") else tuple(groups[who]),
        needs_sign_in=who != "anyone",
        shows_names=bool(row.get("names", False)),
        unmasked_only=bool(row.get("unmasked_only", False)),
    )


def may(visitor: Visitor, path: str) -> bool:
    """Whether somebody may open a page of the desk."""
    return permissions()[f"GET {path}"].refusal(visitor) is None


def may_post(visitor: Visitor, path: str) -> bool:
    """Whether somebody may send something to a path of the desk."""
    return permissions()[f"POST {path}"].refusal(visitor) is None


def first_page(visitor: Visitor) -> str:
    """Where somebody begins who has signed in."""
    return next(path for path in FIRST_PAGES if may(visitor, path))


def permission_of(request: Request) -> Permission | None:
    """The row of the route that a request has come to."""
    path = getattr(request.scope.get("route"), "path", "")
    method = "GET" if request.method == "HEAD" else request.method
    return permissions().get(f"{method} {path}")


def _listed(offices: Sequence[str], last: str) -> str:
    """Offices in a sentence: inspector, management or supervisor."""
    *others, final = (office.replace("_", " ") for office in offices)
    return f"{', '.join(others)} {last} {final}" if others else final


def table_not_shown(table: str) -> Message:
    """What is said to a person who asks for a table that the person's limit leaves out."""
    return Message("Table {table} is not among those that you are shown.", table=table)


def require_permission(request: Request) -> None:
    """Lets through who may. Raises HTTPException: 403 for anybody else, and for a route that the table does not have."""
    permission, visitor = permission_of(request), visitor_of(request)
    if permission is None:
        raise HTTPException(403, Message("Nobody may do that here."))
    if visitor is None:
        if permission.needs_sign_in:
            raise HTTPException(401, Message("Sign in first."))
        return
    if (refused := permission.refusal(visitor)) is not None:
        raise HTTPException(403, refused)
    table = request.path_params.get("table")
    if table is not None and not visitor.sees(table):
        raise HTTPException(403, table_not_shown(table))
    if permission.shows_names and table is not None:
        request.app.state.looks.note(request, visitor)

"""Who may do what about a case: the edition's own table before the desk's, pinned in the case when it is opened."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ledger.decisions.authority import CASEWORK, Authority
from ledger.events.cases import Grant

DECIDING: Final = "deciding"
SETTLING: Final = "settle_round"
"""The act whose offices decide disputes in an edition."""


@cache
def desk_roles() -> Mapping[str, tuple[str, ...]]:
    """The desk's own order: act to roles."""
    text = files("ledger.cases").joinpath("desk.toml").read_text(encoding="utf-8")
    return {act: tuple(roles) for act, roles in tomllib.loads(text)["roles"].items()}


def grants(edition: Mapping[str, Authority]) -> tuple[Grant, ...]:
    """The table of authorities that a case is opened with, given that of the edition in force."""
    return tuple(_grant(act, roles, edition) for act, roles in desk_roles().items())


def _grant(act: str, roles: tuple[str, ...], edition: Mapping[str, Authority]) -> Grant:
    if act in CASEWORK and act in edition:
        return Grant(act=act, roles=edition[act].roles, clause=edition[act].clause)
    deciding = edition.get(SETTLING)
    named = [role for role in roles if role != DECIDING]
    if DECIDING not in roles or deciding is None:
        return Grant.model_validate({"act": act, "roles": named})
    return Grant.model_validate({"act": act, "roles": (*named, *deciding.roles), "clause": deciding.clause})

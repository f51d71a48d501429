"""Who may do what: at the table, about a case, in a championship; the edition's table comes before the desk's."""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Final, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.events.base import REGISTRY, acts_of
from ledger.events.cases import CaseOpened, CaseworkAct, Grant
from ledger.events.championships import ACT_WORDS as CHAMPIONSHIP
from ledger.events.decisions import AuthorityAct, ClauseId
from ledger.events.deliveries import RulebookAdopted
from ledger.values.effective import InForce
from ledger.values.offices import ROLES, AuthorityRole
from ledger.values.subjects import Word
from ledger.values.toml import parse_toml


class Authority(BaseModel):
    """The offices that may take an act, the clause that says so, and what the act does to the money.

    `returned`: the wagers go back as if the round had not been played. `withheld`: payments are withheld, which the
    values `withheld.…` of the edition spell out. An act that moves no money has neither. Without a clause it is what falls
    to whoever decides what the rules leave open.

    `where` is `left_open` for an act that holds only where the rules themselves may void the round: under a reading of
    theirs, or because it cannot be put right. `named`: it holds there too, and besides wherever whoever takes it names a
    clause or a reason. Without it the clause is ground enough.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    roles: Annotated[tuple[AuthorityRole, ...], Field(min_length=1)]
    clause: ClauseId | None = None
    money: Literal["returned", "withheld"] | None = None
    where: Literal["left_open", "named"] | None = None
    eyes: Literal[1, 2] = 1
    """2: it holds only once another person with the same authority has confirmed it."""


class EditionAuthorities(BaseModel):
    """What an edition's text says of authority; all else in it is for those who judge."""

    class Header(BaseModel):
        """From when the edition holds, and who decides what it leaves open."""

        in_force: InForce
        authority: str

    edition: Header
    authority: Mapping[Word, Authority] = {}

    @model_validator(mode="after")
    def _check_acts(self) -> Self:
        check_authorities(self.authority)
        return self


_ACTS_AT_TABLES: Final = [kind for kind in acts_of(AuthorityAct) if kind.NEEDS_AUTHORITY]
TABLE_ACTS: Final = frozenset(kind.ACT or kind.WORD for kind in _ACTS_AT_TABLES)
"""What one person decides at a table, and another may confirm."""
MOVES_MONEY: Final = frozenset(kind.WORD for kind in _ACTS_AT_TABLES if kind.MOVES_MONEY)
ROUND_ACTS: Final = frozenset(kind.WORD for kind in _ACTS_AT_TABLES if kind.MOVES_MONEY and kind.SCOPE in ("round", "hand"))
"""Of these, what is decided about a round and nothing beyond it."""
CASE_ACTS: Final = frozenset(kind.WORD for kind in acts_of(CaseworkAct) if kind.DECIDES and kind is not CaseOpened)
"""What is decided in a dispute; an edition that says nothing of an act leaves it to the desk's own table."""
ACTS: Final = TABLE_ACTS | CASE_ACTS | CHAMPIONSHIP
"""Everything that somebody needs authority for."""
BARRED_ROLES = frozenset({"regulator", "administrator"})
"""A regulator reads and an administrator keeps the machine: no edition may have them decide."""


def check_authorities(table: Mapping[str, Authority]) -> None:
    """Raises ValueError for an act that nobody knows, and where what becomes of the money is missing or idle."""
    for act, row in table.items():
        if act not in ACTS:
            raise ValueError(f"authority.{act}: there is no such act; the acts are {', '.join(sorted(ACTS))}")
        if row.clause is None:
            raise ValueError(f"authority.{act}: it rests on a clause")
        if barred := sorted(BARRED_ROLES & set(row.roles)):
            raise ValueError(f"authority.{act}: {barred[0]} decides nothing, in no house")
        if row.where is not None and act not in ROUND_ACTS:
            raise ValueError(f"authority.{act}: only what is decided on a single round may hold `where` the rules void it")
        if (row.money is None) == (act in MOVES_MONEY):
            raise ValueError(
                f"authority.{act}: the act moves money; say whether it is returned or withheld"
                if row.money is None
                else f"authority.{act}: the act moves no money"
            )


def with_deciding_role(table: Mapping[str, Authority], deciding_role: str) -> Mapping[str, Authority]:
    """The table with what falls to whoever decides what the rules leave open, where the house gives it to nobody else.

    A lawful round is void on a clause only: what falls to somebody without one covers no round but those left open.
    """
    if deciding_role not in ROLES:
        return {**_account_authorities(("management",)), **table}
    roles = cast("tuple[AuthorityRole, ...]", (deciding_role,))
    return {
        **_account_authorities(roles),
        "void_round": Authority(roles=roles, money="returned", where="left_open"),
        "reverse_void_round": Authority(roles=roles),
        "settle_round": Authority(roles=roles),
        "resolve_ambiguity": Authority(roles=roles),
        "interrupt_game": Authority(roles=roles),
        **table,
    }


def _account_authorities(roles: tuple[AuthorityRole, ...]) -> Mapping[str, Authority]:
    """Who says which account of a round counts; what is only written down of it needs nobody else."""
    decided = Authority(roles=roles, eyes=2)
    return {"adopt_account": decided, "reverse_account": decided, "claim_account": Authority(roles=roles)}


@lru_cache(maxsize=64)
def _parse_authorities(text: str) -> EditionAuthorities:
    return EditionAuthorities.model_validate(parse_toml(text))


def edition_header(text: str) -> EditionAuthorities.Header:
    """From when an edition says that it holds, and who decides what it leaves open."""
    return _parse_authorities(text).edition


def authorities_of(event: RulebookAdopted | None) -> Mapping[str, Authority]:
    """The table of authorities that an adopted edition carries; empty where there is none."""
    if event is None:
        return {}
    edition_authorities = _parse_authorities(event.text)
    return with_deciding_role(edition_authorities.authority, edition_authorities.edition.authority)


AUTHORITY_TOPICS: Final = frozenset(
    topic for topic, kind in REGISTRY.items() if issubclass(kind, AuthorityAct) and kind.NEEDS_AUTHORITY
)
"""What is decided by somebody with authority: a device tells none of it, and what somebody types of it is only claimed."""

DECIDING_ROLE: Final = "deciding"
SETTLING_ACT: Final = "settle_round"
"""The act whose offices decide disputes in an edition."""


@cache
def desk_roles() -> Mapping[str, tuple[str, ...]]:
    """The desk's own order: act to roles."""
    text = files("ledger.cases").joinpath("desk.toml").read_text(encoding="utf-8")
    return {act: tuple(roles) for act, roles in parse_toml(text)["roles"].items()}


def case_grants(edition: Mapping[str, Authority]) -> tuple[Grant, ...]:
    """The table of authorities that a case is opened with, given that of the edition in force."""
    return tuple(_case_grant(act, roles, edition) for act, roles in desk_roles().items())


def _case_grant(act: str, roles: tuple[str, ...], edition: Mapping[str, Authority]) -> Grant:
    if act in CASE_ACTS and act in edition:
        return Grant(act=act, roles=edition[act].roles, clause=edition[act].clause)
    deciding = edition.get(SETTLING_ACT)
    named = [role for role in roles if role != DECIDING_ROLE]
    if DECIDING_ROLE not in roles or deciding is None:
        return Grant.model_validate({"act": act, "roles": named})
    return Grant.model_validate({"act": act, "roles": (*named, *deciding.roles), "clause": deciding.clause})


Minimum = Annotated[int, Field(strict=True, ge=0)]


class _ValueRow(BaseModel):
    value: Any = None
    clause: str
    readings: Mapping[str, Any] = {}


class ChampionshipTerms(EditionAuthorities):
    """The authorities of an edition, and the values by which acts are refused; all else is for those who judge."""

    values: Mapping[str, _ValueRow] = {}

    @property
    def least_entries(self) -> tuple[int, str]:
        """How many must enter before a round is scheduled, and the clause that says so."""
        row = self.values[LEAST_ENTRIES_KEY]
        return int(row.value), row.clause

    @property
    def exercise_clause(self) -> str:
        """The clause by which an exercise is made of wagers whose payouts can be stated."""
        return self.values[ODDS_KEY].clause

    @property
    def wheels(self) -> tuple[frozenset[str], str]:
        """The wheels on which an exercise may be, by the readings of the clause that says so, and that clause."""
        row = self.values[WHEEL_KEY]
        return frozenset(row.readings.values() or (row.value,)), row.clause

    @property
    def repeat_clause(self) -> str:
        """The clause by which an exercise is never set twice."""
        return self.values[REPEAT_KEY].clause

    def roles_for(self, act: str) -> tuple[AuthorityRole, ...]:
        """Who may do this; nobody, where the edition does not name the act."""
        return self.authority[act].roles if act in self.authority else ()

    def clause_for(self, act: str) -> str | None:
        """The clause that gives the authority for an act."""
        return self.authority[act].clause if act in self.authority else None


LEAST_ENTRIES_KEY: Final = "entries.least"
REPEAT_KEY: Final = "exercise.again"
ODDS_KEY: Final = "exercise.odds_of"
WHEEL_KEY: Final = "exercise.wheel"


@lru_cache(maxsize=64)
def championship_terms(text: str) -> ChampionshipTerms:
    """The terms of an edition from its text."""
    return ChampionshipTerms.model_validate(parse_toml(text))

"""Who may decide what: the table of authorities that an edition carries as data."""

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.decisions.effective import InForce, holding
from ledger.events.championship import ACTS as CHAMPIONSHIP
from ledger.events.decisions import ClauseId
from ledger.events.house import RulebookAdopted
from ledger.names import Word
from ledger.people import ROLES, Rank


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

    roles: Annotated[tuple[Rank, ...], Field(min_length=1)]
    clause: ClauseId | None = None
    money: Literal["returned", "withheld"] | None = None
    where: Literal["left_open", "named"] | None = None
    eyes: Literal[1, 2] = 1
    """2: it holds only once another person with the same authority has confirmed it."""


class Authorities(BaseModel):
    """What an edition's text says of authority; all else in it is for those who judge."""

    class Header(BaseModel):
        """From when the edition holds, and who decides what it leaves open."""

        in_force: InForce
        authority: str

    edition: Header
    authority: Mapping[Word, Authority] = {}

    @model_validator(mode="after")
    def _moves_money(self) -> Self:
        check(self.authority)
        return self


MOVES_MONEY = frozenset(
    {"void_shoe", "void_round", "invalid_hand", "invalid_stakes", "withhold_payment", "invalid_game", "terminate_game"}
)
ON_A_ROUND = frozenset({"void_round", "invalid_hand", "invalid_stakes", "withhold_payment"})
"""Of these, what is decided about a round and nothing beyond it."""
CASEWORK = frozenset(
    {"propose_ruling", "alter_ruling", "approve_ruling", "reject_ruling", "settle_case", "pay_player"}
    | {"appeal_case", "reopen_case", "close_case"}
)
"""What is decided in a dispute; an edition that says nothing of an act leaves it to the desk's own table."""
AT_THE_TABLE = frozenset({"resolve_ambiguity", "interrupt_game", "eject"})
OTHERS = frozenset({"reverse_void_shoe", "reverse_void_round", "reinstate_game", "settle_round"}) | AT_THE_TABLE | CASEWORK
ACTS = MOVES_MONEY | OTHERS | CHAMPIONSHIP
"""Everything that somebody needs authority for."""
WITHOUT = frozenset({"regulator", "administrator"})
"""A regulator reads and an administrator keeps the machine: no edition may have them decide."""


def check(table: Mapping[str, Authority]) -> None:
    """Raises ValueError for an act that nobody knows, and where what becomes of the money is missing or idle."""
    for act, row in table.items():
        if act not in ACTS:
            raise ValueError(f"authority.{act}: there is no such act; the acts are {', '.join(sorted(ACTS))}")
        if row.clause is None:
            raise ValueError(f"authority.{act}: it rests on a clause")
        if barred := sorted(WITHOUT & set(row.roles)):
            raise ValueError(f"authority.{act}: {barred[0]} decides nothing, in no house")
        if row.where is not None and act not in ON_A_ROUND:
            raise ValueError(f"authority.{act}: only what is decided on a single round may hold `where` the rules void it")
        if (row.money is None) == (act in MOVES_MONEY):
            raise ValueError(
                f"authority.{act}: the act moves money; say whether it is returned or withheld"
                if row.money is None
                else f"authority.{act}: the act moves no money"
            )


def completed(table: Mapping[str, Authority], deciding: str) -> Mapping[str, Authority]:
    """The table with what falls to whoever decides what the rules leave open, where the house gives it to nobody else.

    A lawful round is void on a clause only: what falls to somebody without one covers no round but those left open.
    """
    if deciding not in ROLES:
        return table
    roles = (deciding,)
    return {
        "void_round": Authority(roles=roles, money="returned", where="left_open"),
        "reverse_void_round": Authority(roles=roles),
        "settle_round": Authority(roles=roles),
        "resolve_ambiguity": Authority(roles=roles),
        "interrupt_game": Authority(roles=roles),
        **table,
    }


@lru_cache(maxsize=64)
def _read(text: str) -> Authorities:
    return Authorities.model_validate(tomllib.loads(text))


def edition_in_force(adopted: Iterable[RulebookAdopted], day: date) -> RulebookAdopted | None:
    """The edition in force on a day, of those adopted, in the order of the record."""
    return holding(((_read(event.text).edition.in_force, event) for event in adopted), day)


def authorities(event: RulebookAdopted | None) -> Mapping[str, Authority]:
    """The table of authorities that an adopted edition carries; empty where there is none."""
    if event is None:
        return {}
    said = _read(event.text)
    return completed(said.authority, said.edition.authority)


def in_force(adopted: Iterable[RulebookAdopted], day: date) -> Mapping[str, Authority]:
    """The authorities of the edition in force on a day, of those adopted, in the order of the record."""
    return authorities(edition_in_force(adopted, day))

"""The player's favour (DCB-2): what an ambiguity that the house has left open is worth to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from replay.baccarat.values import FAVOUR
from replay.judgement import Claim
from replay.round import Round
from replay.rulebook import Edition
from replay.rules import Branch, Rules, branches


def in_force(one: Round) -> list[Branch["InForce"]]:
    """The edition with what the house has resolved for this round; more than one where DCB-2a? is open and matters."""
    return branches(one.edition, partial(_resolved, one))


@dataclass(frozen=True, slots=True)
class InForce:
    """An edition with the house's resolutions, and the clause that says which of them count."""

    edition: Edition
    clauses: frozenset[str]


def _resolved(one: Round, rules: Rules) -> InForce:
    resolved = rules.read("DCB-2a?", {"a": lambda: one.opened_under.resolved, "b": lambda: one.resolved_by_now})
    return InForce(one.edition.with_resolved(resolved), frozenset(rules.cites))


@dataclass(frozen=True, slots=True)
class Best:
    """The best reading's money for one wager, and the clauses by which it is the best."""

    minor: int
    clauses: frozenset[str]


def best(edition: Edition, columns: Sequence[Sequence[Claim]], at: int) -> Best | None:
    """What the player of the wager at this place gets, given every branch's claims; None if the house has no such rule.

    How far the favour goes is decided in the player's favour too, as long as the house has left that open.
    """
    rules = Rules(edition, {"DCB-2b?": "b"})
    if FAVOUR.name not in edition.values or rules.value(FAVOUR) != "player":
        return None
    player = columns[0][at].player
    sums = [sum(claim.due_minor or 0 for claim in claims if claim.player == player) for claims in columns]
    minor = rules.read(
        "DCB-2b?",
        {
            "a": lambda: columns[sums.index(max(sums))][at].due_minor or 0,
            "b": lambda: max(claims[at].due_minor or 0 for claims in columns),
        },
    )
    return Best(minor, frozenset(rules.cites))

"""The player's favour (DCB-2): what an ambiguity that the house has left open is worth to whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from replay.baccarat.values import FAVOUR
from replay.judgement import Claim
from replay.rulebook import Edition
from replay.rules import Rules
from replay.story import Round


def in_force(one: Round) -> tuple[Edition, frozenset[str]]:
    """The edition with what the house has resolved for this round, and the clause that says which resolutions count."""
    earlier, by_now = one.opened_under.resolved, one.resolved_by_now
    if earlier == by_now:
        return one.edition.with_resolved(earlier), frozenset()
    rules = Rules(one.edition)
    resolved = rules.read("DCB-2a?", {"a": lambda: earlier, "b": lambda: by_now})
    return one.edition.with_resolved(resolved), frozenset(rules.cites)


@dataclass(frozen=True, slots=True)
class Best:
    """The best reading's money for one wager, and the clauses by which it is the best."""

    minor: int
    clauses: frozenset[str]


def best(edition: Edition, columns: Sequence[Sequence[Claim]], at: int) -> Best | None:
    """What the player of the wager at this place gets, given every branch's claims; None if the house has no such rule."""
    rules = Rules(edition)
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

"""The player's favour: what an ambiguity that the house has left open is worth to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from replay.games.baccarat.parameters import FAVOUR, FAVOUR_FOR, RESOLVED_FOR
from replay.judging.judgement import Claim
from replay.rulebooks.edition import Edition, Readings
from replay.rulebooks.rules import Branch, Rules, branches
from replay.table_day.resolutions import letters
from replay.table_day.round import Round


def in_force(one: Round) -> list[Branch["InForce"]]:
    """The edition with what the house has resolved for this round; several where it is open from when that holds."""
    return branches(one.edition, partial(_resolved, one))


@dataclass(frozen=True, slots=True)
class InForce:
    """An edition with the house's resolutions, and the clause that says which of them count."""

    edition: Edition
    clauses: frozenset[str]


def _resolved(one: Round, rules: Rules) -> InForce:
    before, now = letters(one.opened_under.resolved), letters(one.resolved_by_now)
    known = RESOLVED_FOR.name in rules.edition.values
    resolved = rules.depends(RESOLVED_FOR, lambda of: before if of == "for_coups_after" else now) if known else before
    return InForce(one.edition.with_resolved(resolved), frozenset(rules.cites))


@dataclass(frozen=True, slots=True)
class Best:
    """The best reading's money for one wager, and the clauses by which it is the best."""

    minor: int
    clauses: frozenset[str]


def favours_players(edition: Edition) -> bool:
    """Whether the house's rules decide a dispute that an ambiguity leaves open for the player."""
    return FAVOUR.name in edition.values and Rules(edition).value(FAVOUR) == "player"


def best(edition: Edition, columns: Sequence[Sequence[Claim]], at: int) -> Best | None:
    """What the player of the wager at this place gets, given every branch's claims; None if the house has no such rule.

    How far the favour goes is decided in the player's favour too, as long as the house has left that open.
    """
    if not favours_players(edition):
        return None
    rules = Rules(edition, _mildest(edition))
    rules.value(FAVOUR)
    player = columns[0][at].player
    sums = [sum(claim.due_minor or 0 for claim in claims if claim.player == player) for claims in columns]
    by_reading = columns[sums.index(max(sums))][at].due_minor or 0
    by_wager = max(claims[at].due_minor or 0 for claims in columns)
    minor = rules.depends(FAVOUR_FOR, lambda one: by_reading if one == "player" else by_wager)
    return Best(minor, frozenset(rules.cites))


def _mildest(edition: Edition) -> dict[str, str]:
    """Wager by wager, as long as the house has left it open."""
    value, clause = edition.values[FAVOUR_FOR.name]
    letters = [letter for letter, one in value.by_letter.items() if one == "wager"] if isinstance(value, Readings) else []
    return {clause: letters[0]} if letters else {}

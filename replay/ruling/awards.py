"""The player's favour: what an ambiguity that the house has left open is worth to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from replay.judging.judgement import WagerDue
from replay.rulebooks.common_parameters import AMBIGUITY_FAVOURS, FAVOURED_READING_FOR, RESOLUTION_HOLDS
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.rules import Branch, Consulted, Rules, judge_branches
from replay.table_day.resolutions import letters_by_clause
from replay.table_day.round import Round


def editions_in_force(round_: Round, consulted: Consulted | None = None) -> list[Branch["EditionInForce"]]:
    """The edition with what the house has resolved for this round; several where it is open from when that holds."""
    return judge_branches(round_.edition, partial(_edition_in_force, round_), consulted)


@dataclass(frozen=True, slots=True)
class EditionInForce:
    """An edition with the house's resolutions, and the clause that says which of them count."""

    edition: Edition
    clauses: frozenset[str]


def _edition_in_force(round_: Round, rules: Rules) -> EditionInForce:
    before, now = letters_by_clause(round_.terms_at_opening.resolutions), letters_by_clause(round_.resolutions_by_now)
    known = rules.gives(RESOLUTION_HOLDS)
    resolved = rules.evaluate(RESOLUTION_HOLDS, lambda of: before if of == "for_coups_after" else now) if known else before
    return EditionInForce(round_.edition.with_resolutions(resolved), frozenset(rules.cited_clauses))


@dataclass(frozen=True, slots=True)
class FavouredAward:
    """The best reading's money for one wager, and the clauses by which it is the best."""

    amount_minor: int
    clauses: frozenset[str]


def favours_players(edition: Edition, consulted: Consulted | None = None) -> bool:
    """Whether the house's rules decide a dispute that an ambiguity leaves open for the player."""
    rules = Rules(edition, consulted=consulted)
    return rules.gives(AMBIGUITY_FAVOURS) and rules.value(AMBIGUITY_FAVOURS) == "player"


def favoured_award(
    edition: Edition, columns: Sequence[Sequence[WagerDue]], wager_index: int, consulted: Consulted
) -> FavouredAward | None:
    """What the player of the wager at this place gets, given every branch's claims; None if the house has no such rule.

    How far the favour goes is decided in the player's favour too, as long as the house has left that open.
    """
    if not favours_players(edition, consulted):
        return None
    rules = Rules(edition, _mildest_plan(edition), consulted=consulted)
    rules.value(AMBIGUITY_FAVOURS)
    player = columns[0][wager_index].player
    sums = [sum(claim.due_minor or 0 for claim in claims if claim.player == player) for claims in columns]
    by_reading = columns[sums.index(max(sums))][wager_index].due_minor or 0
    by_wager = max(claims[wager_index].due_minor or 0 for claims in columns)
    minor = rules.evaluate(FAVOURED_READING_FOR, lambda mode: by_reading if mode == "player" else by_wager)
    return FavouredAward(minor, frozenset(rules.cited_clauses))


def _mildest_plan(edition: Edition) -> dict[str, str]:
    """Wager by wager, as long as the house has left it open."""
    value, clause = edition.values[FAVOURED_READING_FOR.name]
    letters = (
        [letter for letter, mode in value.by_letter.items() if mode == "wager"] if isinstance(value, ValueByReading) else []
    )
    return {clause: letters[0]} if letters else {}

"""Whether the rules give a ground for a decision on a round: a lawful round is void on a clause, and on nothing else."""

from collections.abc import Iterable, Mapping
from functools import partial

from ledger.decisions.authority import Authority
from replay.favour import in_force
from replay.games import GAMES
from replay.round import Round
from replay.rules import branches


def groundless(rounds: Iterable[Round]) -> Mapping[int, str]:
    """By position, the decisions on these rounds that the rules give no ground for, each with the reason."""
    found: dict[int, str] = {}
    for one in rounds:
        asked = {made.position: made.act for made in one.decisions if made.round == one.name}
        why = {act: without_ground(one, act) for act in set(asked.values())}
        found |= {position: reason for position, act in asked.items() if (reason := why[act]) is not None}
    return found


def without_ground(one: Round, act: str) -> str | None:
    """Why the rules give no ground for an act on this round; None where they do."""
    row = one.edition.authorities.get(act)
    if row is None or row.where is None or _may_be_void(one):
        return None
    who = " or ".join(role.replace("_", " ") for role in row.roles)
    return f"no reading of the rules makes this round void; {who} may void it only where one does{_further(row)}"


def _further(row: Authority) -> str:
    return f" ({row.clause})" if row.clause else ", and no clause goes further"


def _may_be_void(one: Round) -> bool:
    """Whether the round is void under a reading of the rules, or beyond what they can put right."""
    judged = (
        branch.outcome
        for held in in_force(one)
        for branch in branches(held.outcome.edition, partial(GAMES[one.edition.game].judge, one))
    )
    return any("void" in (outcome.verdict, outcome.standing) for outcome in judged)

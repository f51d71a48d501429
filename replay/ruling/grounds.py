"""Whether the rules give a ground for a decision on a round: a lawful round is void on a clause, and on nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from ledger.acts.authority import Authority
from ledger.acts.refusal import act_of
from ledger.entry import Entry
from ledger.events.decisions import Taken
from replay.games.registry import GAMES
from replay.rulebooks.rules import branches
from replay.ruling.awards import in_force
from replay.table_day.builder import Editions, Story, assemble
from replay.table_day.round import Round
from replay.table_day.shoe_record import Shoe


def tell(entries: Sequence[Entry], editions: Editions, carried: Shoe | None = None, later: Sequence[Entry] = ()) -> Story:
    """Tells a table's day from all its entries, a decision for which the rules give no ground being an attempt.

    `carried` is the shoe as an earlier day left it, `later` what following days decided on the one that this day left in
    play. Raises UnknownRulebook where no edition of the table's rulebook was in force.
    """
    return assemble(entries, editions, carried, later, groundless)


def groundless(rounds: Iterable[Round]) -> Mapping[int, str]:
    """By position, the decisions on these rounds that the rules give no ground for, each with the reason."""
    found: dict[int, str] = {}
    for one in rounds:
        asked = {made.position: made.event for made in one.decisions if made.round == one.name}
        why = {position: without_ground(one, event) for position, event in asked.items()}
        found |= {position: reason for position, reason in why.items() if reason is not None}
    return found


def without_ground(one: Round, decided: Taken) -> str | None:
    """Why the rules give no ground for a decision on this round; None where they do."""
    row = one.edition.authorities.get(act_of(decided))
    if row is None or row.where is None or _named(row, decided) or _may_be_void(one):
        return None
    who = " or ".join(role.replace("_", " ") for role in row.roles)
    return f"no reading of the rules makes this round void; {who} may void it only where one does{_further(row)}"


def _named(row: Authority, decided: Taken) -> bool:
    """Whether a clause or a reason was named, where that is ground enough."""
    return row.where == "named" and bool(getattr(decided, "clause", None) or decided.reason)


def _further(row: Authority) -> str:
    if row.where == "named":
        return f", or on a clause or a reason that is named ({row.clause})"
    return f" ({row.clause})" if row.clause else ", and no clause goes further"


def _may_be_void(one: Round) -> bool:
    """Whether the round is void under a reading of the rules, or beyond what they can put right."""
    judged = (
        branch.outcome
        for held in in_force(one)
        for branch in branches(held.outcome.edition, partial(GAMES[one.edition.game].judge, one))
    )
    return any("void" in (outcome.verdict, outcome.standing) for outcome in judged)

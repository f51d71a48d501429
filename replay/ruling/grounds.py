"""Whether the rules give a ground for a decision on a round: a lawful round is void on a clause, and on nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from ledger.acts.authority import Authority
from ledger.acts.refusal import act_of
from ledger.acts.roster import Roster
from ledger.entry import Entry
from ledger.events.decisions import AuthorityAct
from replay.forensics.examination import DEFAULT_ONE_IN
from replay.games.registry import load_game
from replay.rulebooks.rules import judge_branches
from replay.ruling.awards import editions_in_force
from replay.table_day.builder import AuthorityLookup, DayContext, EditionLookup, OpenTableDay, TableDay
from replay.table_day.round import Round
from replay.table_day.shoe_record import Shoe


def build_table_day(
    entries: Sequence[Entry],
    editions: EditionLookup,
    carried: Shoe | None = None,
    later: Sequence[Entry] = (),
    roster: Roster | None = None,
    authorities: AuthorityLookup | None = None,
    false_alarm_one_in: int = DEFAULT_ONE_IN,
) -> TableDay:
    """Tells a table's day from all its entries, as `open_table_day` does."""
    return open_table_day(entries, editions, carried, later, roster, authorities, false_alarm_one_in).table_day


def open_table_day(
    entries: Sequence[Entry],
    editions: EditionLookup,
    carried: Shoe | None = None,
    later: Sequence[Entry] = (),
    roster: Roster | None = None,
    authorities: AuthorityLookup | None = None,
    false_alarm_one_in: int = DEFAULT_ONE_IN,
    *,
    left_out: Sequence[int] | None = None,
) -> OpenTableDay:
    """Tells a table's day from all its entries, a decision for which the rules give no ground being an attempt.

    `carried` is the shoe as an earlier day left it, `later` what following days decided on the one that this day left in
    play, `roster` who is known to the house, `authorities` who might decide what by the edition known at a position,
    `false_alarm_one_in` how rarely a fair shoe may raise a suspicion. With `left_out` the entries are those that are enough
    to rule on some of the day's rounds (`projections.needed_entries`), and the positions those of what else is about the
    table. Raises UnknownRulebook where no edition of the table's rulebook was in force.
    """
    context = DayContext(
        editions, groundless_decisions, roster or Roster(), carried, later, authorities, false_alarm_one_in, left_out
    )
    return OpenTableDay(entries, context)


def groundless_decisions(rounds: Iterable[Round]) -> Mapping[int, str]:
    """By position, the decisions on these rounds that the rules give no ground for, each with the reason."""
    found: dict[int, str] = {}
    for round_ in rounds:
        asked = {decision.position: decision.event for decision in round_.decisions if decision.round == round_.name}
        why = {position: reason_groundless(round_, event) for position, event in asked.items()}
        found |= {position: reason for position, reason in why.items() if reason is not None}
    return found


def reason_groundless(round_: Round, decision: AuthorityAct) -> str | None:
    """Why the rules give no ground for a decision on this round; None where they do."""
    row = round_.edition.authorities.get(act_of(decision))
    if row is None or row.where is None or _is_ground_named(row, decision) or _may_be_void(round_):
        return None
    who = " or ".join(role.replace("_", " ") for role in row.roles)
    return f"no reading of the rules makes this round void; {who} may void it only where one does{_other_grounds_text(row)}"


def _is_ground_named(row: Authority, decision: AuthorityAct) -> bool:
    """Whether a clause or a reason was named, where that is ground enough."""
    return row.where == "named" and bool(getattr(decision, "clause", None) or decision.reason)


def _other_grounds_text(row: Authority) -> str:
    if row.where == "named":
        return f", or on a clause or a reason that is named ({row.clause})"
    return f" ({row.clause})" if row.clause else ", and no clause goes further"


def _may_be_void(round_: Round) -> bool:
    """Whether the round is void under a reading of the rules, or beyond what they can put right."""
    judged = (
        branch.outcome
        for held in editions_in_force(round_)
        for branch in judge_branches(held.outcome.edition, partial(load_game(round_.edition.game).judge, round_))
    )
    return any("void" in (outcome.verdict, outcome.standing) for outcome in judged)

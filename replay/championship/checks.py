"""What in a championship was not as its rules have it, apart from the ranking: invitations, prizes, amendments, rounds."""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.championships.championship import NOT_OPENED, Championship, ChampionshipAct
from ledger.events.championships import ContestantInvited, PrizeAwarded, RoundScheduled, RulesAmended
from replay.championship import parameters
from replay.judging.finding import Finding, Phase, declare, sorted_clauses
from replay.rulebooks.rules import Rules

declare(
    __name__,
    Phase.CHAMPIONSHIP,
    "record",
    {
        "not_runner_up": "{contestant} of {casino} was invited as {invited_as}; only a {wanted} may be invited.",
        "not_advanced": "{contestant} was to deal in round {round} without having advanced from round {before}.",
        "prize_not_listed": "{contestant} was given {prize} for place {place}; the published list has {listed}.",
        "not_informed": "{casino} was not informed of amendment {amendment}.",
    },
)


def rule_finding(kind: str, position: int, rules: Rules, /, **particulars: str | int) -> Iterator[Finding]:
    """A finding on the clause that the rules name for its kind; none where they name none."""
    clause = rules.clause_of(kind)
    if clause is not None:
        yield Finding(kind, sorted_clauses((clause,)), position, particulars)


def conduct_findings(
    championship: Championship, rules: Rules, substitutes: Mapping[int, frozenset[str]]
) -> Iterator[Finding]:
    """All findings on what was done in a championship, whatever anybody's scores were.

    `substitutes` are those who may deal in a round for contestants who advanced to it and withdrew.
    """
    before = NOT_OPENED
    for act in championship.acts:
        match act.event:
            case ContestantInvited():
                yield from _invitation_findings(act, rules)
            case RoundScheduled():
                yield from _schedule_findings(before, act, rules, substitutes.get(act.event.round, frozenset()))
            case PrizeAwarded():
                yield from _prize_findings(before, act, rules)
            case RulesAmended():
                yield from _information_findings(championship, before, act, rules)
        before = before.after(act.event, act.at, act.position)


def _invitation_findings(act: ChampionshipAct, rules: Rules) -> Iterator[Finding]:
    invited: Any = act.event
    wanted = rules.value(parameters.INVITED_ARE)
    if invited.invited_as != wanted:
        about = {"contestant": invited.contestant, "casino": invited.casino}
        particulars = {"invited_as": invited.invited_as.replace("_", " "), "wanted": wanted.replace("_", " ")}
        yield from rule_finding("not_runner_up", act.position, rules, **about, **particulars)


def _schedule_findings(
    before: Championship, act: ChampionshipAct, rules: Rules, substitutes: frozenset[str]
) -> Iterator[Finding]:
    """Who deals in a round went on from the one before it, where it was decided who does, or may deal for who did."""
    number = act.event.round
    gone = before.advanced.get(number - 1)
    for name in act.event.contestants if gone is not None else ():
        if gone is not None and name not in gone and name not in substitutes:
            yield from rule_finding("not_advanced", act.position, rules, contestant=name, round=number, before=number - 1)


def _prize_findings(before: Championship, act: ChampionshipAct, rules: Rules) -> Iterator[Finding]:
    award: Any = act.event
    listed = before.prizes.get(award.place)
    if listed != award.prize:
        about = {"contestant": award.contestant, "prize": award.prize, "place": award.place, "listed": listed or "none"}
        yield from rule_finding("prize_not_listed", act.position, rules, **about)


def _information_findings(
    championship: Championship, before: Championship, act: ChampionshipAct, rules: Rules
) -> Iterator[Finding]:
    """Every casino that took part when the rules were amended is informed."""
    amendment = act.event.amendment
    for casino in before.casinos:
        if (amendment, casino) not in championship.notified:
            yield from rule_finding("not_informed", act.position, rules, casino=casino, amendment=amendment)

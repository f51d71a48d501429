"""What holds in a round whatever of the acts was done that it may lack, or that no source of it can report.

The round is judged as it is on record, and once more with each of these acts. Payments tell which of it was so: where
wagers were settled as they would be by some of these records alone, what these have in common holds. Else what is due
is open, and nothing is found that does not hold with all of them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ledger.events import Event
from ledger.events.play import WagerReturned
from ledger.events.wheel import BallRested
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, WagerDue
from replay.table_day.round import Round


class SupposedJudgement(NamedTuple):
    """How a round is judged with acts that are supposed in it, and the kinds of these."""

    judgement: Judgement
    kinds: frozenset[type[Event]]


def with_supposed_acts(judged: Judgement, others: Sequence[SupposedJudgement], round_: Round) -> Judgement:
    """The judgement as far as it holds under every supposition."""
    turning = [other for other in others if _differs(other.judgement, judged)]
    if not turning:
        return judged
    possible = [judged, *(other.judgement for other in turning)]
    fitting = _fitting(possible, round_)
    base = next((each for each in fitting if each.verdict == "stands"), fitting[0])
    findings = tuple(finding for finding in base.findings if all(finding in each.findings for each in possible))
    doubtful = _differing_wagers(fitting)
    claims = tuple(_with_due_open(claim) if claim.wager in doubtful else claim for claim in base.wagers_due)
    kinds = frozenset[type[Event]]().union(*(other.kinds for other in turning))
    is_held_up = any(each.is_held_up for each in fitting)
    is_result_open = any(each.lawful_result != base.lawful_result for each in fitting)
    return replace(
        base,
        findings=findings,
        wagers_due=claims,
        verdict="refer" if doubtful or is_held_up else base.verdict,
        is_held_up=is_held_up,
        lawful_result=None if is_result_open else base.lawful_result,
        hands={} if is_result_open else base.hands,
        lawful_hands={} if is_result_open else base.lawful_hands,
        unreported=() if all(map(round_.can_report, kinds)) else _dropped(possible, findings),
        supposed=kinds,
    )


def _differs(other: Judgement, judged: Judgement) -> bool:
    """Whether a supposition takes something from what is stated of the round as it is on record."""
    return (
        not set(judged.findings) <= set(other.findings)
        or bool(_differing_wagers((judged, other)))
        or (judged.lawful_result, judged.verdict) != (other.lawful_result, other.verdict)
    )


def _fitting(possible: Sequence[Judgement], round_: Round) -> Sequence[Judgement]:
    """Those by whose result the wagers that are at issue were all paid as due, where nobody objected; else all.

    Where the ball came to rest again after a payment, this does not show which of the spins was the one that counts.
    """
    payments, rests = round_.entries_of(WagerReturned), round_.entries_of(BallRested)
    is_spun_after_payment = bool(payments and rests) and rests[-1][0].index > payments[0][0].index
    if is_spun_after_payment or any(each.disputing_players for each in possible):
        return possible
    at_issue = _differing_wagers(possible)
    fitting = []
    for each in possible:
        paid = [claim for claim in each.wagers_due if claim.wager in at_issue and claim.on_record]
        if each.lawful_result is not None and paid and all(claim.kept_minor == claim.due_minor for claim in paid):
            fitting.append(each)
    return fitting or possible


def _differing_wagers(judgements: Sequence[Judgement]) -> frozenset[str]:
    """The wagers on which it turns what is due, or whether it is on record at all."""
    dues = [{claim.wager: (claim.due_minor, claim.unpaid) for claim in each.wagers_due} for each in judgements]
    wagers = frozenset[str]().union(*dues)
    return frozenset(wager for wager in wagers if len({own.get(wager) for own in dues}) > 1)


def _with_due_open(wager_due: WagerDue) -> WagerDue:
    return wager_due._replace(due_minor=None, as_dealt_minor=None, referred=True, unpaid=False)


def _dropped(possible: Sequence[Judgement], findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """What would be found of the round as it is on record, and does not hold under every supposition."""
    return tuple(finding for finding in possible[0].findings if finding not in findings)

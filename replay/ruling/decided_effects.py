"""What a decision does to the money: a void shoe or round, an invalid hand, stakes that do not count, payments withheld,
and what a settled case gives on a wager.

One place for every game. What was played stays what it was; only what is due changes, under each reading of the house's
clauses on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ledger.entry import Entry
from ledger.events.play import PaymentTakenBack, WagerPlaced, WagerReturned
from ledger.table_standing import Decision
from ledger.values.subjects import HOUSE
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, WagerDue
from replay.judging.wagers import may_take_back
from replay.rulebooks.common_parameters import INVALID_HAND, WITHHELD_PAID, WITHHELD_STAKES
from replay.rulebooks.rules import Rules
from replay.ruling.awards import favours_players
from replay.table_day.round import Round

DUE_FINDINGS: Final = frozenset({"wrong_payment", "unpaid", "payment_corrected"})
"""Findings that name what is due on a wager by the cards."""

DECLARED_VOID: Final = "declared_void"
"""The standing of a judgement that a decision has overtaken."""


def apply_decisions(judgement: Judgement, round_: Round, rules: Rules) -> Judgement:
    """The judgement as the decisions in force and the settled cases leave it; unchanged where there are none.

    Where they cover some of the wagers only, whatever else is to be done about the round stays to be done.
    """
    covered = _decisions_by_wager(judgement, round_, rules) if round_.decisions_in_force else {}
    return _note_settlements(_apply_voids(judgement, round_, rules, covered), round_, covered)


def _note_settlements(judgement: Judgement, round_: Round, decisions_by_wager: Mapping[str, Decision]) -> Judgement:
    """The judgement with what cases settled on its wagers, unless a later decision covers the wager.

    What each reading gives stays beside it: a settlement decides between readings, and does not change them.
    """
    held = {
        wager: decision
        for wager, decision in round_.case_settlements.items()
        if not _is_later(decisions_by_wager.get(wager), decision)
    }
    if not any(claim.wager in held for claim in judgement.wagers_due):
        return judgement
    return replace(
        judgement,
        settled_minor={wager: decision.event.due_minor for wager, decision in held.items()},
        withheld_minor={wager: minor for wager, minor in judgement.withheld_minor.items() if wager not in held},
        cited_clauses=judgement.cited_clauses | {decision.clause for decision in held.values() if decision.clause},
    )


def _is_later(decision: Decision | None, other: Decision) -> bool:
    return decision is not None and decision.holds_from > other.holds_from


def _apply_voids(
    judgement: Judgement, round_: Round, rules: Rules, decisions_by_wager: Mapping[str, Decision]
) -> Judgement:
    if not round_.decisions_in_force:
        return judgement
    if judgement.wagers_due and not decisions_by_wager:
        return judgement
    whole = len(decisions_by_wager) == len(judgement.wagers_due)
    money = {wager: rules.edition.authorities[decision.act].money for wager, decision in decisions_by_wager.items()}
    claims = tuple(
        _decided_wager_due(claim, decisions_by_wager.get(claim.wager), judgement, round_, rules)
        for claim in judgement.wagers_due
    )
    grounds = {
        decision.clause
        for decision in (decisions_by_wager.values() if judgement.wagers_due else round_.decisions_in_force)
        if decision.clause
    }
    return replace(
        judgement,
        wagers_due=claims,
        findings=tuple(
            finding for finding in judgement.findings if not _is_overtaken(finding, judgement.wagers_due, claims)
        ),
        verdict="void" if whole or judgement.verdict in ("stands", "correct") else judgement.verdict,
        standing=DECLARED_VOID if whole else judgement.standing,
        reconstruction=None if whole else judgement.reconstruction,
        is_held_up=False,
        cited_clauses=judgement.cited_clauses | rules.cited_clauses | grounds,
        withheld_minor={
            claim.wager: _unpaid_winnings(
                claim, decisions_by_wager[claim.wager], round_, is_known=not (judgement.is_held_up or claim.referred)
            )
            for claim in judgement.wagers_due
            if money.get(claim.wager) == "withheld"
        },
    )


def _is_overtaken(finding: Finding, judged_dues: Sequence[WagerDue], decided_dues: Sequence[WagerDue]) -> bool:
    """Whether a finding says of a wager what was due before the decision, and the decision has changed that."""
    if finding.kind not in DUE_FINDINGS:
        return False
    before, after = ({claim.wager: claim.due_minor for claim in claims} for claims in (judged_dues, decided_dues))
    return any(before.get(wager) != after.get(wager) for wager in finding.wagers)


def _decisions_by_wager(judgement: Judgement, round_: Round, rules: Rules) -> Mapping[str, Decision]:
    """The decision that each wager comes under, the widest where there are several.

    Who disputes what an ambiguity leaves open is decided for by the house's favour, if it has such a rule, and not by an
    office that rests on nothing but that ambiguity.
    """
    boxes, favoured = _box_by_wager(round_), bool(rules.chosen_readings) and favours_players(rules.edition, rules.consulted)
    found: dict[str, Decision] = {}
    for decision in round_.decisions_in_force:
        left_open = rules.edition.authorities[decision.act].where == "left_open"
        spared = judgement.disputing_players if favoured and left_open else frozenset()
        for claim in judgement.wagers_due:
            if claim.player not in spared and _is_about_wager(decision, claim, boxes, rules):
                found.setdefault(claim.wager, decision)
    return found


def _is_about_wager(decision: Decision, wager_due: WagerDue, box_by_wager: Mapping[str, int | None], rules: Rules) -> bool:
    """Whether a decision is about this wager: what a hand is may be a question of reading."""
    event = decision.event
    match decision.act:
        case "withhold_payment":
            return event.wager in (None, wager_due.wager)
        case "invalid_stakes":
            return event.player in (None, wager_due.player)
        case "invalid_hand" if event.scope is None:
            own = event.box is None or box_by_wager.get(wager_due.wager) == event.box
            return rules.evaluate(INVALID_HAND, lambda hand: own or hand == "round")
    return decision.scope != "hand" or event.scope == "round" or event.box in (None, box_by_wager.get(wager_due.wager))


def _box_by_wager(round_: Round) -> dict[str, int | None]:
    """The box that each wager is on, a double's or split's being that of its parent."""
    placed = {event.wager: event for _, event in round_.entries_of(WagerPlaced)}
    return {
        wager: event.box or (placed[event.parent].box if event.parent in placed else None)
        for wager, event in placed.items()
    }


def _decided_wager_due(
    wager_due: WagerDue, decision: Decision | None, judgement: Judgement, round_: Round, rules: Rules
) -> WagerDue:
    """A wager with what is due on it by the decision, stake included; another waits if the whole round did."""
    if decision is None:
        return wager_due._replace(referred=wager_due.referred or judgement.is_held_up)
    returned = rules.edition.authorities[decision.act].money == "returned"
    return wager_due._replace(
        due_minor=wager_due.stake_minor if returned else _withheld_due(wager_due, decision, round_, rules),
        referred=False,
    )


def _withheld_due(wager_due: WagerDue, decision: Decision, round_: Round, rules: Rules) -> int:
    """What goes back where payments are withheld.

    What was paid or collected before stays so, or is reversed; where neither had happened the stake goes back, or is
    withheld with the payment. What never played goes back in any case.
    """
    paid, stake = _paid_before_minor(wager_due, decision, round_), wager_due.stake_minor
    if paid is not None:
        return rules.evaluate(WITHHELD_PAID, lambda then: stake if then == "reversed" else paid)
    return rules.evaluate(WITHHELD_STAKES, lambda then: wager_due.late_minor if then == "withheld" else stake)


def _paid_before_minor(wager_due: WagerDue, decision: Decision, round_: Round) -> int | None:
    """What its player had of a wager when the decision was taken, 0 where it had been collected; None where neither.

    That is what had been paid until then, less what had been taken back.
    """
    payments = [
        (entry, event.amount_minor)
        for (entry, *_), event in round_.entries_of(WagerReturned)
        if event.wager == wager_due.wager
    ]
    later = [amount for entry, amount in payments if _is_after(entry, decision.entry)]
    if wager_due.is_rest_unrecorded or (later and len(later) == len(payments)):
        return None
    taken_back_later = (
        event.amount_minor
        for (entry, *_), event in round_.entries_of(PaymentTakenBack)
        if event.wager == wager_due.wager
        and may_take_back(event.by, wager_due.player, round_)
        and _is_after(entry, decision.entry)
    )
    kept = wager_due.kept_minor
    return None if kept is None else max(kept - sum(later) + sum(taken_back_later), 0)


def _is_after(payment: Entry, decided: Entry) -> bool:
    """Whether the record establishes that a payment was made after a decision."""
    if payment.source == decided.source:
        return _place_in_source(payment) > _place_in_source(decided)
    decided_at = decided.delivery.time or (decided.recorded_at if decided.source == HOUSE else None)
    return None not in (payment.delivery.time, decided_at) and str(payment.delivery.time) > str(decided_at)


def _place_in_source(entry: Entry) -> int:
    return entry.position if entry.delivery.sequence is None else entry.delivery.sequence


def _unpaid_winnings(wager_due: WagerDue, decision: Decision, round_: Round, *, is_known: bool) -> int | None:
    """What the wager has won and was not paid, stake not included; None where somebody would have had to say."""
    if wager_due.due_minor is None:
        return 0 if is_known else None
    paid = _paid_before_minor(wager_due, decision, round_) or 0
    return max(wager_due.due_minor - max(wager_due.stake_minor, paid), 0)

"""What a decision does to the money: a void shoe or round, an invalid hand, stakes that do not count, payments withheld,
and what a settled case gives on a wager.

One place for every game. What was played stays what it was; only what is due changes, under each reading of the house's
clauses on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from ledger.events.play import WagerPlaced
from ledger.table_standing import Decision
from replay.judging.finding import Finding
from replay.judging.judgement import Claim, Judgement
from replay.rulebooks.common_parameters import INVALID_HAND, WITHHELD_PAID, WITHHELD_STAKES
from replay.rulebooks.rules import Rules
from replay.ruling.awards import favours_players
from replay.table_day.round import Round

OF_WHAT_IS_DUE: Final = frozenset({"wrong_payment", "unpaid"})
"""Findings that name what is due on a wager by the cards."""

DECLARED: Final = "declared_void"
"""The standing of a judgement that a decision has overtaken."""


def decided(judged: Judgement, one: Round, rules: Rules) -> Judgement:
    """The judgement as the decisions in force and the settled cases leave it; unchanged where there are none.

    Where they cover some of the wagers only, whatever else is to be done about the round stays to be done.
    """
    covered = _covered(judged, one, rules) if one.holding else {}
    return _settled(_voided(judged, one, rules, covered), one, covered)


def _settled(judged: Judgement, one: Round, covered: Mapping[str, Decision]) -> Judgement:
    """What a case settled on a wager is due on it, unless a later decision covers the wager; what was found stays found."""
    held = {wager: made for wager, made in one.answered.items() if not _later(covered.get(wager), made)}
    given = {wager: made.event.due_minor for wager, made in held.items()}
    if not any(claim.wager in given for claim in judged.claims):
        return judged
    whole = all(claim.wager in given for claim in judged.claims)
    claims = tuple(
        replace(claim, due_minor=given[claim.wager], referred=False)
        if claim.wager in given
        else replace(claim, referred=claim.referred or judged.held_up)
        for claim in judged.claims
    )
    return replace(
        judged,
        claims=claims,
        verdict="correct" if whole else judged.verdict,
        reconstruction=None if whole else judged.reconstruction,
        held_up=False,
        cites=judged.cites | {made.clause for made in held.values() if made.clause},
        settled=given,
        withheld={wager: minor for wager, minor in judged.withheld.items() if wager not in given},
    )


def _later(decision: Decision | None, than: Decision) -> bool:
    return decision is not None and decision.holds_from > than.holds_from


def _voided(judged: Judgement, one: Round, rules: Rules, covered: Mapping[str, Decision]) -> Judgement:
    if not one.holding:
        return judged
    if judged.claims and not covered:
        return judged
    whole = len(covered) == len(judged.claims)
    money = {wager: rules.edition.authorities[decision.act].money for wager, decision in covered.items()}
    claims = tuple(_claim(claim, money.get(claim.wager), judged, rules) for claim in judged.claims)
    grounds = {decision.clause for decision in (covered.values() if judged.claims else one.holding) if decision.clause}
    return replace(
        judged,
        claims=claims,
        findings=tuple(finding for finding in judged.findings if not _overtaken(finding, judged.claims, claims)),
        verdict="void" if whole or judged.verdict in ("stands", "correct") else judged.verdict,
        standing=DECLARED if whole else judged.standing,
        reconstruction=None if whole else judged.reconstruction,
        held_up=False,
        cites=judged.cites | rules.cites | grounds,
        withheld={
            claim.wager: _winnings(claim, known=not (judged.held_up or claim.referred))
            for claim in judged.claims
            if money.get(claim.wager) == "withheld"
        },
    )


def _overtaken(finding: Finding, judged: Sequence[Claim], declared: Sequence[Claim]) -> bool:
    """Whether a finding says of a wager what was due before the decision, and the decision has changed that."""
    if finding.kind not in OF_WHAT_IS_DUE:
        return False
    before, after = ({claim.wager: claim.due_minor for claim in claims} for claims in (judged, declared))
    return any(before.get(wager) != after.get(wager) for wager in finding.wagers)


Money = Literal["returned", "withheld"]


def _covered(judged: Judgement, one: Round, rules: Rules) -> Mapping[str, Decision]:
    """The decision that each wager comes under, the widest where there are several.

    Who disputes what an ambiguity leaves open is decided for by the house's favour, if it has such a rule, and not by an
    office that rests on nothing but that ambiguity.
    """
    boxes, favoured = _boxes(one), bool(rules.touched) and favours_players(rules.edition)
    found: dict[str, Decision] = {}
    for decision in one.holding:
        left_open = rules.edition.authorities[decision.act].where == "left_open"
        spared = judged.disputing if favoured and left_open else frozenset()
        for claim in judged.claims:
            if claim.player not in spared and _covers(decision, claim, boxes, rules):
                found.setdefault(claim.wager, decision)
    return found


def _covers(decision: Decision, claim: Claim, boxes: Mapping[str, int | None], rules: Rules) -> bool:
    """Whether a decision is about this wager: what a hand is may be a question of reading."""
    event = decision.event
    match decision.act:
        case "withhold_payment":
            return event.wager in (None, claim.wager)
        case "invalid_stakes":
            return event.player in (None, claim.player)
        case "invalid_hand" if event.scope is None:
            own = event.box is None or boxes.get(claim.wager) == event.box
            return rules.depends(INVALID_HAND, lambda hand: own or hand == "round")
    return decision.scope != "hand" or event.scope == "round" or event.box in (None, boxes.get(claim.wager))


def _boxes(one: Round) -> dict[str, int | None]:
    """The box that each wager is on, a double's or split's being that of its parent."""
    placed = {event.wager: event for _, event in one.of(WagerPlaced)}
    return {
        wager: event.box or (placed[event.parent].box if event.parent in placed else None)
        for wager, event in placed.items()
    }


def _claim(claim: Claim, money: Money | None, judged: Judgement, rules: Rules) -> Claim:
    """A wager with what is due on it by the decision, stake included; another waits if the whole round did."""
    if money is None:
        return replace(claim, referred=claim.referred or judged.held_up)
    return replace(claim, due_minor=claim.stake_minor if money == "returned" else _withheld(claim, rules), referred=False)


def _withheld(claim: Claim, rules: Rules) -> int:
    """What goes back where payments are withheld.

    What was paid or collected stays so, or is reversed; where neither has happened the stake goes back, or is withheld
    with the payment. What never played goes back in any case.
    """
    paid, stake = claim.paid_minor, claim.stake_minor
    if paid is not None and not claim.rest_untold:
        return rules.depends(WITHHELD_PAID, lambda then: stake if then == "reversed" else paid)
    return rules.depends(WITHHELD_STAKES, lambda then: claim.late_minor if then == "withheld" else stake)


def _winnings(claim: Claim, *, known: bool) -> int | None:
    """What the wager has won and was not paid, stake not included; None where somebody would have had to say."""
    if claim.due_minor is None:
        return 0 if known else None
    return max(claim.due_minor - max(claim.stake_minor, claim.paid_minor or 0), 0)

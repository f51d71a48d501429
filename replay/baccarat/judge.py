"""Judges one coup under one choice of readings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.events.play import NoticeGiven
from ledger.people import ROLES
from replay.baccarat import values
from replay.baccarat.bets import Bet, Layout
from replay.baccarat.checks import CHECKS, Facts, declared, without_main
from replay.baccarat.deal import TABLEAU, Deal, deal, dealt_result, departures
from replay.baccarat.settlement import KINDS, Result, called_result, result, rounded, settle, spoken, winner
from replay.findings import Finding, cited, in_order
from replay.judgement import Claim, Judgement, Move, Reconstruction, Surplus, Verdict
from replay.rules import Rules
from replay.story import Round

MATTERS = frozenset({"off_limits", "both_sides", "no_agreed_share", "no_posted_odds", "unknown_wager"})
"""Findings on single wagers that a person decides: the rest of the coup is not held up by them."""
GRAVE = frozenset({"one_copy_too_many", "too_many_cards", "wrong_decks", "unexplained", "unread_card"})
"""Findings after which nobody but the authority says what the coup is worth."""


def judge(coup: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a coup."""
    one = deal(coup, rules)
    layout = Layout(rules).follow(coup)
    posted = next((told.under for told in coup.cards), coup.opened_under)
    ended = one.complete and TABLEAU.due(one.lawful.board, rules) is None
    lawful = result(one.lawful.board, rules) if ended else None
    facts = Facts(coup, layout, posted, dealt_result(one, rules) if ended or coup.closed else None, lawful)
    findings = [*departures(coup, one, rules), *(finding for check in CHECKS for finding in check(facts, rules))]
    claims = []
    for bet in facts.bets:
        if not bet.withdrawn:
            settled = _Settling(facts, bet, rules)
            claims.append(settled.claim(findings))
            findings += settled.findings()
    said = declared(coup)
    return Judgement(
        findings=in_order(findings),
        verdict=_verdict(one, findings, claims, facts, rules),
        declared=said[0] if said else None,
        dealt=winner(facts.dealt, rules) if facts.dealt else None,
        lawful=winner(lawful, rules) if lawful else None,
        hands={"punto": one.lawful.board.hand("punto"), "banco": one.lawful.board.hand("banco")},
        reconstruction=None if one.clean else _reconstruction(one),
        claims=tuple(claims),
        cites=frozenset(rules.cites),
        held_up=_held_up(one, findings),
        disputing=frozenset(_disputing(coup)),
    )


def _disputing(coup: Round) -> Iterator[str]:
    """A player who gives notice of an error disputes the coup."""
    for told in coup.told:
        if isinstance(told.event, NoticeGiven) and told.event.by not in ROLES:
            yield told.event.by


@dataclass
class _Settling:
    """One bet: what is due on the lawful hands, what would be on the dealt ones, what the record says went back."""

    facts: Facts
    bet: Bet
    rules: Rules

    def __post_init__(self) -> None:
        self.owed: int | None = None
        with self.rules.scope() as self.cited:
            self.as_dealt = self._on(self.facts.dealt)
        with self.rules.scope():
            self.due = self._on(self.facts.lawful)

    def _on(self, outcome: Result | None) -> int | None:
        """What goes back, stake included, in whole minor units."""
        bet, rules = self.bet, self.rules
        if outcome is None or bet.kind not in KINDS:
            return None
        if without_main(self.facts, bet, rules) and rules.value(values.NEEDLESS) == "returned":
            return bet.stake_minor
        if bet.late_minor:
            rules.value(values.LATE_BET if bet.late else values.LATE_RAISE)
        share = self.facts.posted.shares_bp.get(bet.player)
        back = settle(outcome, bet.stake(self.facts.posted, share), rules) if bet.playing_minor else Fraction(0)
        return None if back is None else rounded(bet.late_minor + back, rules)

    def claim(self, findings: list[Finding]) -> Claim:
        referred = {w for finding in findings if finding.kind in MATTERS and self._refers(finding) for w in finding.wagers}
        return Claim(
            wager=self.bet.wager,
            player=self.bet.player,
            kind=self.bet.kind if self.bet.total is None else f"{self.bet.kind}_{self.bet.total}",
            stake_minor=self.bet.stake_minor,
            nominal_minor=self.bet.stake_minor,
            paid_minor=self.bet.paid_minor,
            due_minor=self.due,
            as_dealt_minor=self.as_dealt,
            referred=self.bet.wager in referred or (self.due is None and self.facts.lawful is not None),
        )

    def _refers(self, finding: Finding) -> bool:
        keys = {"off_limits": values.OFF_LIMITS, "both_sides": values.BOTH_SIDES}
        return finding.kind not in keys or self.rules.value(keys[finding.kind]) == "refer"

    def findings(self) -> Iterator[Finding]:
        bet, facts = self.bet, self.facts
        about: dict[str, str | int] = {"wager": bet.wager, "player": bet.player, "kind": spoken(bet.kind, bet.total)}
        if self.as_dealt is None and facts.dealt is not None and bet.kind in KINDS:
            clause = self.rules.conduct("no_posted_odds")
            if clause:
                yield Finding("no_posted_odds", (clause,), bet.at, {**about, "total": bet.total or 0}, (bet.wager,))
        if bet.paid_minor is None:
            return
        if self.as_dealt is not None and bet.paid_minor != self.as_dealt:
            told = {
                **about,
                "amount": facts.money(bet.stake_minor),
                "paid": facts.money(bet.paid_minor),
                "due": facts.money(self.as_dealt),
            }
            yield Finding("wrong_payment", cited(self.cited), bet.paid_at, told, (bet.wager,))
        if self._carried_over():
            clause = self.rules.conduct("carried_over")
            if clause:
                yield Finding("carried_over", (clause,), bet.paid_at, about, (bet.wager,))

    def _carried_over(self) -> bool:
        """Settled only once the next coup was dealt; a later payment that makes the sum right is a correction."""
        if self.rules.value(values.COUPS_VALID) > 1 or not self.bet.last_paid_played_on:
            return False
        return self.bet.first_paid_played_on or self.bet.paid_minor != self.as_dealt


def _reconstruction(one: Deal) -> Reconstruction:
    """Where each card goes that does not lie where it belongs."""
    if not one.readable:
        return Reconstruction("impossible", why="a card of the coup was not read, so nobody can say where the cards belong")
    moves = [
        Move(act.card, act.place, place)
        for act, place in zip(one.done, one.lawful.places, strict=False)
        if act.place != place
    ]
    surplus = [one.done[index] for index in one.lawful.surplus]
    return Reconstruction(
        outcome="draw" if one.lawful.draw else "exact",
        moves=tuple(moves),
        draw=one.lawful.draw,
        surplus=tuple(Surplus(act.card, "open") for act in surplus),
    )


def _held_up(one: Deal, findings: list[Finding]) -> bool:
    return not one.clean or any(finding.kind in GRAVE for finding in findings)


def _verdict(one: Deal, findings: list[Finding], claims: list[Claim], facts: Facts, rules: Rules) -> Verdict:
    """`refer` where cards are to be moved or somebody must decide; else whether money is to be corrected."""
    if _held_up(one, findings) or any(claim.referred for claim in claims):
        return "refer"
    paid = {claim.wager: claim.paid_minor for claim in claims}
    if all(minor is None for minor in paid.values()):
        paid = {bet.wager: _by_the_call(facts, bet, rules) for bet in facts.bets if bet.wager in paid}
    short = any(paid[c.wager] is not None and c.due_minor is not None and paid[c.wager] != c.due_minor for c in claims)
    return "correct" if short else "stands"


def _by_the_call(facts: Facts, bet: Bet, rules: Rules) -> int | None:
    """Where no payment is on record, what the dealer called is taken as what will be paid, on all that lies there."""
    said = declared(facts.coup)
    if said is None or facts.dealt is None or bet.kind not in KINDS:
        return None
    whole = replace(bet, playing_minor=bet.stake_minor, late_minor=0)
    with rules.scope():
        called = facts.dealt if said[0] == winner(facts.dealt, rules) else called_result(said[0], bet.kind)
        share = facts.posted.shares_bp.get(bet.player)
        back = settle(called, whole.stake(facts.posted, share), rules) if called else None
        return None if back is None else rounded(back, rules)

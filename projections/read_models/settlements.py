"""The settlements of all cases, player by player. Read straight from the ledger, so it is never out of date."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casebook import Casebook
from ledger.events.cases import (
    Answer,
    CaseReopened,
    CaseSettled,
    ClaimStated,
    ClaimWithdrawn,
    PlayerPaid,
    Proposal,
    RulingApproved,
    RulingProposed,
)
from ledger.events.table import TableOpened
from projections.documents.settlements import SettlementDocument


def settlements(ledger: Ledger) -> list[SettlementDocument]:
    """Every answer that a settlement gave, in the order of the record."""
    work = Casebook(ledger)

    @cache
    def opening(day: str) -> TableOpened:
        opened = ledger.table_opening(day)
        assert opened is not None  # a case is about a table that was opened
        return opened

    rows = [
        settlement_document(case, settlement, answer, opening(case.opened.day))
        for case in work.cases()
        for settlement in case_settlements(case)
        for answer in settlement.proposal.answers
    ]
    return sorted(rows, key=lambda row: row.position)


@dataclass(slots=True)
class CaseSettlement:
    """One settlement of a case: the acts that led to it, the claims as they stood, and what was paid since."""

    act: CaseAct
    writings: tuple[CaseAct, ...]
    approval: CaseAct
    claims: dict[str, ClaimStated]
    paid: dict[tuple[str, bool], int] = field(default_factory=dict)
    """What each player had had from the case, as owed (False) and ex gratia (True), until now or until it was replaced."""
    is_replaced: bool = False

    @property
    def proposal(self) -> Proposal:
        """The answers that were given."""
        event: Proposal = self.writings[-1].event
        return event

    def answer_to(self, player: str) -> Answer | None:
        """What it gave a player; None where the player has no answer."""
        return next((answer for answer in self.proposal.answers if answer.player == player), None)


def case_settlements(case: Case) -> list[CaseSettlement]:
    """The settlements of a case, oldest first; the last one stands."""
    walk = _Walk()
    for act in case.taken:
        if act.refused is None:
            walk.take(act)
    return walk.settlements


@dataclass(slots=True)
class _Walk:
    """Goes along the acts of a case that hold."""

    settlements: list[CaseSettlement] = field(default_factory=list)
    writings: list[CaseAct] = field(default_factory=list)
    approval: CaseAct | None = None
    claims: dict[str, ClaimStated] = field(default_factory=dict)
    paid: dict[tuple[str, bool], int] = field(default_factory=dict)

    def take(self, act: CaseAct) -> None:
        """Takes in one act."""
        event: Any = act.event
        match event:
            case ClaimStated():
                self.claims[event.player] = event
            case ClaimWithdrawn():
                self.claims.pop(event.player, None)
            case RulingProposed() | CaseReopened():
                self.writings = [act] if isinstance(event, RulingProposed) else []
            case Proposal():
                self.writings.append(act)
            case RulingApproved():
                self.approval = act
            case PlayerPaid():
                key = (event.player, event.ex_gratia)
                self.paid[key] = self.paid.get(key, 0) + event.amount_minor
            case CaseSettled():
                self._settle(act)
        if self.settlements:
            self.settlements[-1].paid = dict(self.paid)

    def _settle(self, act: CaseAct) -> None:
        assert self.approval is not None
        if self.settlements:
            self.settlements[-1].is_replaced = True
        self.settlements.append(CaseSettlement(act, tuple(self.writings), self.approval, dict(self.claims)))


def decided_at(act: CaseAct) -> str:
    """When an act was done by its own account, else when it was recorded."""
    return act.entry.delivery.time or act.entry.recorded_at


def settlement_document(case: Case, settlement: CaseSettlement, answer: Answer, opening: TableOpened) -> SettlementDocument:
    """An answer that a settlement gave, as the register has it; amounts are in the currency that the table opened with."""
    first, *later = settlement.writings
    claim = settlement.claims.get(answer.player)
    paid, paid_kindly = (settlement.paid.get((answer.player, kindly), 0) for kindly in (False, True))
    left = max(answer.pay_minor - paid, 0) + max(answer.ex_gratia_minor - paid_kindly, 0)
    approval = settlement.approval
    return SettlementDocument.from_object(
        answer,
        case=case.number,
        position=settlement.act.position,
        settled_at=decided_at(settlement.act),
        status="replaced" if settlement.is_replaced else "stands",
        day=case.opened.day,
        rounds=list(case.opened.rounds),
        currency=opening.currency,
        minor_digits=opening.minor_digits,
        claimed_minor=claim.amount_minor if claim else None,
        ask_back_minor=answer.ask_back_minor or 0,
        paid_minor=paid,
        paid_ex_gratia_minor=paid_kindly,
        open_minor=0 if settlement.is_replaced else left,
        proposed_by=first.event.by,
        altered_by=list(dict.fromkeys(act.event.by for act in later if act.event.by != first.event.by)),
        approved_by=approval.event.by,
        approver_role=approval.event.office,
        authority_clause=approval.event.clause or approval.clause,
        settled_by=settlement.act.event.by,
        claimed=approval.is_claimed,
        proposal=settlement.act.event.proposal,
    )

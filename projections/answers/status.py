"""The status of rounds, cases and shoes: one word list, and which word goes first where several hold at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from ledger.cases.case import Case
from ledger.entry import Entry
from ledger.events.play import NoticeGiven, RoundClosed
from ledger.events.shoe import ShoeClosed
from ledger.table_standing import RoundStanding
from ledger.values.offices import ROLES
from replay.judging.finding import Finding
from replay.ruling.card_sequence import CardSequence
from replay.ruling.ruling import Ruling, is_incomplete

StatusWord = Literal[
    "open",
    "closed",
    "no_spin",
    "incomplete",
    "disputed",
    "for_decision",
    "to_be_corrected",
    "corrected",
    "settled",
    "paid",
    "void",
]
STATUS_WORDS: Final[tuple[StatusWord, ...]] = get_args(StatusWord)
"""All words, as docs/glossary.md explains them."""

DECIDED: Final[frozenset[StatusWord]] = frozenset({"settled", "paid", "corrected"})
"""Statuses of a round about which nobody must decide any more."""

CORRECTED_AT_THE_TABLE: Final = frozenset({"payment_corrected"})
"""Kinds of findings that name an error and its correction."""


@dataclass(frozen=True, slots=True)
class AnswerStatus:
    """The status of a round, a case or a shoe, with the act that it rests on.

    `at` is when that happened (RFC 3339) and `position` where it is on record; None where it follows from the rules alone.
    """

    word: StatusWord
    at: str | None = None
    position: int | None = None
    decider: str | None = None
    """The role that must decide by the rules; None where nothing is left to decide, or a case has decided it."""
    cases: tuple[str, ...] = ()
    """The cases about it, by number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusGrounds:
    """What the status of a round follows from, besides its cases: from its ruling, or from what is on record of it."""

    standing: RoundStanding
    """How it stands by what happened and was decided."""
    is_over: bool
    verdict: str
    authority: str | None
    is_money_wrong: bool
    is_incomplete: bool
    """Whether the record lacks something that could change the ruling."""
    is_corrected_at_table: bool
    is_decided: bool
    """Whether a decision settled a dispute about it."""
    has_open_bets: bool
    """Whether it is open what a bet is due whose player no case has answered."""
    disputed: Entry | None = None
    voided: Entry | None = None
    decided: Entry | None = None
    closed: Entry | None = None


def round_status(ruling: Ruling, cases: tuple[Case, ...], *, is_money_wrong: bool, has_open_bets: bool) -> AnswerStatus:
    """Return the status of a round by its ruling."""
    settlement, void = ruling.round.dispute_settlement, ruling.round.void_decision
    state = StatusGrounds(
        standing=ruling.round.standing,
        is_over=ruling.round.is_over,
        verdict=ruling.verdict,
        authority=ruling.authority,
        is_money_wrong=is_money_wrong,
        is_incomplete=is_incomplete(ruling),
        is_corrected_at_table=is_corrected_at_table(
            (outcome.judgement.standing for outcome in ruling.outcomes), ruling.established_findings
        ),
        is_decided=settlement is not None,
        has_open_bets=has_open_bets,
        disputed=_disputing(ruling),
        voided=void.entry if void else None,
        decided=settlement.entry if settlement else None,
        closed=next((entry for (entry, *_), _ in ruling.round.entries_of(RoundClosed)), None),
    )
    return status_of(state, cases)


def status_of(state: StatusGrounds, cases: Sequence[Case]) -> AnswerStatus:
    """Return the status of a round.

    Where several hold: disputed, void, paid, settled, corrected by decision, for decision, to be corrected, no spin,
    incomplete, corrected at the table, closed, open.
    """
    in_work = [case for case in cases if case_status(case).word in ("open", "for_decision", "disputed")]
    settled = _settled(cases)
    if state.standing == "disputed" or in_work:
        status = _since("disputed", state.disputed)
    elif state.standing == "void":
        status = _since("void", state.voided)
    elif settled is not None:
        status = settled
    elif state.is_decided:
        status = _since("corrected" if state.standing == "corrected" else "settled", state.decided)
    elif state.authority is not None:
        status = AnswerStatus("for_decision")
    elif state.verdict == "correct" or state.is_money_wrong:
        status = AnswerStatus("to_be_corrected")
    elif state.verdict == "respin":
        status = AnswerStatus("no_spin")
    elif state.is_incomplete:
        status = AnswerStatus("incomplete")
    elif state.is_corrected_at_table:
        status = AnswerStatus("corrected")
    else:
        status = _since("closed" if state.is_over else "open", state.closed)
    is_settled_void = status.word == "void" and not state.has_open_bets and (settled is not None or state.is_decided)
    decider = None if status.word in DECIDED or is_settled_void else state.authority
    return replace(status, decider=decider, cases=tuple(case.number for case in cases))


def is_corrected_at_table(standings: Iterable[str | None], established: Iterable[Finding]) -> bool:
    """Return whether an error was put right at the table, by what counts in an outcome or by a finding that says so."""
    return "put_right" in standings or any(finding.kind in CORRECTED_AT_THE_TABLE for finding in established)


def _disputing(ruling: Ruling) -> Entry | None:
    decided = [decision for decision in ruling.round.decisions if decision.act == "dispute_round" and not decision.refused]
    if decided:
        return decided[-1].entry
    notices = [row.entry for row, event in ruling.round.entries_of(NoticeGiven) if event.by not in ROLES]
    return notices[-1] if notices else None


def _settled(cases: Sequence[Case]) -> AnswerStatus | None:
    """Settled by a case, or paid by it."""
    decided = [status for case in cases if (status := settlement_status(case)) is not None]
    if not decided:
        return None
    return next((status for status in decided if status.word == "settled"), decided[-1])


def case_status(case: Case) -> AnswerStatus:
    """Return the status of a case: its state in the words of the list."""
    match case.state:
        case "open":
            return _since("open", case.taken[0].entry)
        case "proposed":
            return _for_decision(case, "approve_ruling")
        case "approved":
            return _for_decision(case, "settle_case")
        case "appealed":
            appeal = [act.entry for act in case.taken if act.act == "appeal_case" and act.refused is None]
            return _since("disputed", appeal[-1])
        case "closed":
            closed = [act.entry for act in case.taken if act.act == "close_case" and act.refused is None]
            return _since("closed", closed[-1])
    return settlement_status(case) or _since("settled", None)


def settlement_status(case: Case) -> AnswerStatus | None:
    """Return `settled`, or `paid` once all that a case gives was paid; None of a case that has no settlement."""
    if case.settled is None:
        return None
    settled = [act.entry for act in case.taken if act.act == "settle_case" and act.refused is None][-1]
    payments = [act.entry for act in case.taken if act.act == "pay_player" and act.refused is None]
    owed = (case.owed(player, ex_gratia=kind) for player in case.answers() for kind in (False, True))
    if payments and all(minor <= 0 for minor in owed):
        return _since("paid", payments[-1])
    return _since("settled", settled)


def _for_decision(case: Case, act: str) -> AnswerStatus:
    grant = case.grant(act)
    return _since("for_decision", case.writings[-1].entry, decider=" or ".join(grant.roles) if grant else None)


def shoe_status(shoe: CardSequence) -> AnswerStatus:
    """Return the status of a shoe; one under suspicion waits for a role that may declare it void."""
    is_closed = any(isinstance(act.event, ShoeClosed) for act in shoe.shoe.acts)
    word = recorded_shoe_status(shoe.standing, is_closed=is_closed)
    return AnswerStatus(word, decider=(" or ".join(shoe.void_roles) or None) if word == "for_decision" else None)


def recorded_shoe_status(standing: str, *, is_closed: bool) -> StatusWord:
    """Return the status of a shoe by how it stands on record, and by whether it was closed."""
    match standing:
        case "void":
            return "void"
        case "suspect":
            return "for_decision"
    return "closed" if is_closed else "open"


def _since(word: StatusWord, entry: Entry | None, *, decider: str | None = None) -> AnswerStatus:
    if entry is None:
        return AnswerStatus(word, decider=decider)
    return AnswerStatus(word, entry.delivery.time or entry.recorded_at, entry.position, decider)

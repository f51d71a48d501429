"""The status of rounds, cases and shoes: one word list, and which word goes first where several hold at once."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from ledger.cases.case import Case
from ledger.entry import Entry
from ledger.events.play import NoticeGiven, RoundClosed
from ledger.table_standing import Decision, ShoeStanding
from ledger.values.offices import ROLES
from replay.ruling.ruling import Ruling

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
    """The role that must decide, where the status is `for_decision`."""
    cases: tuple[str, ...] = ()
    """The cases about it, by number."""


def round_status(ruling: Ruling, cases: tuple[Case, ...], *, is_money_wrong: bool) -> AnswerStatus:
    """Return the status of a round.

    Where several hold: disputed, void, paid, settled, corrected by decision, for decision, to be corrected, no spin,
    incomplete, corrected at the table, closed, open.
    """
    numbers = tuple(case.number for case in cases)
    for status in (
        _dispute(ruling, cases),
        _voided(ruling),
        _settled(cases),
        _decided(ruling),
        _by_rules(ruling, is_money_wrong=is_money_wrong),
    ):
        if status is not None:
            return AnswerStatus(status.word, status.at, status.position, status.decider, numbers)
    closed = next((entry for (entry, *_), _ in ruling.round.entries_of(RoundClosed)), None)
    return _since("closed" if ruling.round.is_over else "open", closed, cases=numbers)


def _dispute(ruling: Ruling, cases: tuple[Case, ...]) -> AnswerStatus | None:
    in_work = [case for case in cases if case_status(case).word in ("open", "for_decision", "disputed")]
    if ruling.round.standing != "disputed" and not in_work:
        return None
    decided = [decision for decision in ruling.round.decisions if decision.act == "dispute_round" and not decision.refused]
    if decided:
        return _since("disputed", decided[-1].entry)
    notices = [row.entry for row, event in ruling.round.entries_of(NoticeGiven) if event.by not in ROLES]
    return _since("disputed", notices[-1] if notices else None)


def _voided(ruling: Ruling) -> AnswerStatus | None:
    if ruling.round.standing != "void":
        return None
    voids = [held for held in ruling.round.decisions_in_force if held.scope in ("game", "shoe", "round")]
    return _since("void", voids[0].entry if voids else None)


def _settled(cases: tuple[Case, ...]) -> AnswerStatus | None:
    """Settled by a case, or paid by it."""
    decided = [status for case in cases if (status := settlement_status(case)) is not None]
    if not decided:
        return None
    return next((status for status in decided if status.word == "settled"), decided[-1])


def _decided(ruling: Ruling) -> AnswerStatus | None:
    decision: Decision | None = ruling.round.dispute_settlement
    if decision is None:
        return None
    return _since("corrected" if ruling.round.standing == "corrected" else "settled", decision.entry)


def _by_rules(ruling: Ruling, *, is_money_wrong: bool) -> AnswerStatus | None:
    """What is still to be done by the rules, or was done at the table."""
    if ruling.authority is not None:
        return AnswerStatus("for_decision", decider=ruling.authority)
    if ruling.verdict == "correct" or is_money_wrong:
        return AnswerStatus("to_be_corrected")
    if ruling.verdict == "respin":
        return AnswerStatus("no_spin")
    if any(part.findings or part.open_wagers for part in ruling.incomplete):
        return AnswerStatus("incomplete")
    windows = (branch.outcome.window for branch in ruling.branches)
    is_corrected = any(window is not None and window.state == "put_right" for window in windows)
    if is_corrected or any(finding.kind in CORRECTED_AT_THE_TABLE for finding in ruling.established_findings):
        return AnswerStatus("corrected")
    return None


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


def shoe_status(standing: ShoeStanding, *, is_closed: bool, decider: str | None = None) -> AnswerStatus:
    """Return the status of a shoe; one under suspicion waits for the role that may declare it void."""
    match standing:
        case "void":
            return AnswerStatus("void")
        case "suspect":
            return AnswerStatus("for_decision", decider=decider)
    return AnswerStatus("closed" if is_closed else "open")


def _since(
    word: StatusWord, entry: Entry | None, *, decider: str | None = None, cases: tuple[str, ...] = ()
) -> AnswerStatus:
    if entry is None:
        return AnswerStatus(word, decider=decider, cases=cases)
    return AnswerStatus(word, entry.delivery.time or entry.recorded_at, entry.position, decider, cases)

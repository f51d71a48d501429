"""The inbox of cases: what is due next in each, what is to be done next, and by whom."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from desk.service.visitor import Visitor
from desk.web.case_clocks import DueLine, due_lines
from desk.web.ledger_view import LedgerView
from ledger.cases.case import Case
from ledger.cases.casework import Casework
from ledger.values.message import Message
from projections.documents.cases import CaseDeadlineDocument, ClockDocument
from projections.read_models.cases import open_deadlines
from projections.timeline.event_text import amount_formatter

STEPS: Final[Mapping[str, tuple[Message, str]]] = {
    "claim": (Message("State what is claimed"), "state_claim"),
    "acknowledge": (Message("Acknowledge the complaint"), "send_letter"),
    "attach": (Message("Attach what shows it"), "attach_evidence"),
    "propose": (Message("Propose an answer"), "propose_ruling"),
    "approve": (Message("Approve or reject the answer"), "approve_ruling"),
    "settle": (Message("Settle"), "settle_case"),
    "pay": (Message("Pay"), "pay_player"),
    "letter": (Message("Send the final letter"), "send_letter"),
    "close": (Message("Close"), "close_case"),
    "appeal": (Message("Wait for the body outside, or close"), "close_case"),
}
"""What is to be done next, in words, and the act that does it."""

COMMANDS: Final[Mapping[str, str]] = {
    "acknowledge": "recoup case send {} acknowledgement",
    "letter": "recoup case send {} final",
    "appeal": "recoup case close {}",
}
"""The commands that are not called as what is to be done next."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is to be done next in a case, by which offices."""

    name: str
    words: Message
    act: str
    offices: tuple[str, ...]

    def command(self, number: str) -> str:
        """The command that does it in the case of a number."""
        return COMMANDS.get(self.name, f"recoup case {self.name} {{}}").format(number)


def next_step(case: Case, clocks: Iterable[ClockDocument]) -> NextStep | None:
    """What is to be done next in a case whose clocks stand so; None where nothing remains."""
    name = _next_name(case, is_acknowledged=not any(_awaits_letter(clock) for clock in clocks))
    if name is None:
        return None
    words, act = STEPS[name]
    grant = case.grant(act)
    return NextStep(name, words, act, tuple(grant.roles) if grant else ())


def _awaits_letter(clock: ClockDocument) -> bool:
    return clock.what == "acknowledgement" and clock.state in ("running", "past") and clock.may_be_met


def _next_name(case: Case, *, is_acknowledged: bool) -> str | None:
    match case.state:
        case "open" if not case.claims:
            return "claim"
        case "open" if not is_acknowledged:
            return "acknowledge"
        case "open":
            return "propose" if case.evidence or case.writings else "attach"
        case "proposed":
            return "approve"
        case "approved":
            return "settle"
        case "closed":
            return None
    if any(case.owed(player) > 0 or case.owed(player, ex_gratia=True) > 0 for player in case.answers()):
        return "pay"
    if any(not has_final_letter(case, player) for player in case.answers()):
        return "letter"
    return "appeal" if case.state == "appealed" else "close"


def has_final_letter(case: Case, player: str) -> bool:
    """Whether a player was sent the final letter since the case was settled last."""
    settled_at = max((act.position for act in case.taken if act.refused is None and act.act == "settle_case"), default=0)
    return any(
        act.event.player == player and act.event.letter == "final" and act.position > settled_at for act in case.letters()
    )


@dataclass(frozen=True, slots=True)
class InboxRow:
    """A case in the inbox."""

    case: Case
    due: DueLine | None
    claims: tuple[tuple[str, str], ...]
    step: NextStep | None
    is_mine: bool

    @property
    def key(self) -> tuple[bool, bool, str, str]:
        """The order: what is late or due soonest first, then what nothing is due in, then what is closed."""
        return (
            self.case.state == "closed",
            self.due is None,
            self.due.key if self.due else self.case.opened.received_at,
            self.case.number,
        )


def inbox_rows(view: LedgerView, visitor: Visitor | None) -> list[InboxRow]:
    """All cases that whoever looks is shown, by what is due next."""
    work, due = Casework(view.ledger), defaultdict[str, list[CaseDeadlineDocument]](list)
    for document in open_deadlines(view.ledger):
        due[document.case].append(document)
    rows = []
    for number in work.numbers():
        case = work.case(number)
        if visitor is not None and not visitor.sees(case.opened.day.partition("/")[0]):
            continue
        pending = [line for line in due_lines(due[number], view.words) if line.is_pending]
        step, opening = next_step(case, due[number]), work.table_opening(case)
        money = amount_formatter(opening.minor_digits, opening.currency, view.words)
        claims = tuple((player, money(claim.amount_minor)) for player, claim in case.claims.items())
        rows.append(InboxRow(case, pending[0] if pending else None, claims, step, is_step_of(case, step, visitor)))
    return sorted(rows, key=lambda row: row.key)


def is_step_of(case: Case, step: NextStep | None, visitor: Visitor | None) -> bool:
    """Whether it is somebody's turn: an office of theirs does what is next, and they may."""
    if visitor is None or step is None or not set(step.offices) & set(visitor.offices):
        return False
    wrote = {act.event.by.lower() for act in case.writings}
    return step.name != "approve" or visitor.person.lower() not in wrote

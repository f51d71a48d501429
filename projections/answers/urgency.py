"""The order in which rounds and cases need action: by the money that players are owed, by deadline, and by age."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from ledger.cases.case import Case
from ledger.values.times import parse_instant
from projections.answers.status import AnswerStatus

Need = Literal["disputed", "undecided", "money", "nothing"]
NEEDS: Final[tuple[Need, ...]] = ("disputed", "undecided", "money", "nothing")
"""What a round needs, in the order in which lists have them."""

_ATTENTION: Final[dict[Need, int]] = {"disputed": 4, "undecided": 3, "money": 2}
_AMOUNT_DIGITS: Final = 19
_SECOND_DIGITS: Final = 11
_NO_MONEY: Final = "000" + "0" * _AMOUNT_DIGITS
_NO_DEADLINE: Final = "0" * _SECOND_DIGITS


def need_of(status: AnswerStatus, owed_minor: int) -> Need:
    """Return what a round of a status needs, where so much is owed to its players."""
    match status.word:
        case "disputed":
            return "disputed"
        case "for_decision" | "no_spin":
            return "undecided"
        case "void" if status.decider is not None:
            return "undecided"
        case "to_be_corrected":
            return "money"
    return "money" if owed_minor else "nothing"


def attention_of(need: Need, *, has_findings: bool) -> int:
    """Return the need as the number that exports and JSON have: 1 where nothing is needed and something was found."""
    return _ATTENTION.get(need, int(has_findings))


@dataclass(frozen=True, slots=True, kw_only=True)
class Urgency:
    """How urgent a round or a case is.

    Amounts are in minor units of one currency, and are compared within it: what is owed in two is never added up.
    """

    needs_action: bool
    currency: str
    in_question_minor: int
    """What players are owed, or would be at most where somebody must decide."""
    deadline: str | None
    """RFC 3339; None where there is none."""
    since: str
    """Since when it waits, in RFC 3339."""

    @property
    def key(self) -> str:
        """The place in the order, the greatest first; empty where nobody must act.

        Money comes first, currency by currency in the order of the alphabet, the largest amount first. What is due
        soonest comes next, then what waits longest. The key has digits and capital letters only, so that every database
        puts it in the same order.
        """
        if not self.needs_action:
            return ""
        money = _NO_MONEY
        if self.in_question_minor:
            letters = "".join(chr(ord("A") + ord("Z") - ord(letter)) for letter in self.currency)  # A is the greatest
            money = f"{letters}{self.in_question_minor:0{_AMOUNT_DIGITS}d}"
        return money + (_soonest_first(self.deadline) if self.deadline else _NO_DEADLINE) + _soonest_first(self.since)


def _soonest_first(at: str) -> str:
    latest = 10**_SECOND_DIGITS - 1
    return f"{latest - parse_instant(at) // 1_000_000:0{_SECOND_DIGITS}d}"


def duty_deadline(cases: Iterable[Case]) -> str | None:
    """Return when the next duty of the house in some cases ends, whatever the time is now; None where none is left."""
    ends = [
        clock.due_at
        for case in cases
        if case.state != "closed"
        for clock in case.clocks(case.taken[-1].entry.recorded_at)
        if clock.clock.kind == "duty" and clock.clock.met_by and clock.state in ("running", "past") and clock.due_at
    ]
    return min(ends, key=parse_instant, default=None)

"""The cases about rounds, by number."""

from collections.abc import Iterable

from ledger.application import Ledger
from ledger.cases.case import Case, case_on_record
from projections.answers.money import CaseDecision


class CaseLookup:
    """The cases of a ledger, each read once, as they are now or were at a position; a package may lack one."""

    def __init__(self, ledger: Ledger, upto: int | None = None):
        self._ledger, self._upto = ledger, upto
        self._cases: dict[str, Case | None] = {}

    def cases(self, numbers: Iterable[str | None]) -> list[Case]:
        """The cases with these numbers, in that order, each once."""
        found = (self._case(number) for number in dict.fromkeys(numbers) if number is not None)
        return [case for case in found if case is not None]

    def _case(self, number: str) -> Case | None:
        if number not in self._cases:
            self._cases[number] = case_on_record(self._ledger, number, self._upto)
        return self._cases[number]


def decisions_of(cases: Iterable[Case]) -> list[CaseDecision]:
    """The answers that these cases gave last."""
    return [CaseDecision(case, case.settled) for case in cases]

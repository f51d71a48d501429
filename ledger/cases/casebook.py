"""The casebook of a ledger: its cases, to be read."""

from collections.abc import Callable, Iterator

from ledger.application import Ledger
from ledger.cases.case import Case, case_on_record
from ledger.errors import UnknownCase, UnknownRound, did_you_mean
from ledger.events.table import TableOpened
from ledger.values.message import Message
from ledger.values.money import format_minor


class Casebook:
    """The cases of a ledger, to be read."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger

    def numbers(self) -> list[str]:
        """The numbers of all cases, oldest first."""
        found = (stream.removeprefix("case/") for stream in self._ledger.streams("case/"))
        return sorted(found, key=lambda number: tuple(map(int, number.split("-"))))

    def case(self, number: str) -> Case:
        """A case as it stands. Raises UnknownCase."""
        case = case_on_record(self._ledger, number)
        if case is None:
            near = did_you_mean(number, self.numbers())
            raise UnknownCase(
                Message(
                    "case {number} is not on record; {near}`recoup case list` shows those that are",
                    number=number,
                    near=near,
                )
            )
        return case

    def cases(self) -> Iterator[Case]:
        """All cases, oldest first, but for one of which the opening cannot be read: nobody knows what it is about."""
        return (case for number in self.numbers() if (case := case_on_record(self._ledger, number)) is not None)

    def table_opening(self, case: Case) -> TableOpened:
        """How the table of a case was opened: its currency and its time zone are the case's."""
        return self._table_opening(case.opened.day)

    def _table_opening(self, day: str) -> TableOpened:
        opened = self._ledger.table_opening(day)
        if opened is None:
            raise UnknownRound.never_opened(day, self._ledger.table_days())
        return opened

    def money(self, case: Case) -> Callable[[int], str]:
        """Writes amounts in minor units as people do, in the currency of the case's table."""
        opened = self.table_opening(case)
        return lambda minor: f"{format_minor(minor, opened.minor_digits)} {opened.currency}"

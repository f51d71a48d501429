"""What is due in a case, as the inbox and the case's page say it: in days of the case's own zone."""

from dataclasses import dataclass

from projections.answers.case_answer import ClockAnswer
from projections.documents.cases import ClockDocument, clock_document
from projections.messages.catalogue import Catalogue
from projections.reports.clocks import clock_words


@dataclass(frozen=True, slots=True)
class DueLine:
    """A clock of a case, in words."""

    answer: ClockAnswer
    clock: ClockDocument
    what: str
    words: str

    @property
    def is_late(self) -> bool:
        """Whether the house has missed what is its duty, as far as the record shows."""
        return self.answer.is_late

    @property
    def is_pending(self) -> bool:
        """Whether somebody of the house has to look at it."""
        return self.answer.is_pending


def due_line(answer: ClockAnswer, words: Catalogue) -> DueLine:
    """A clock in words."""
    clock = clock_document(answer.standing)
    return DueLine(answer, clock, words.say(f"deadline.{clock.what}"), clock_words(clock, words))

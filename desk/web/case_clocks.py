"""What is due in a case, as the inbox and the case's page say it: in days of the case's own zone."""

from collections.abc import Iterable
from dataclasses import dataclass

from projections.documents.cases import ClockDocument
from projections.messages.catalogue import Catalogue
from projections.reports.clocks import clock_words


@dataclass(frozen=True, slots=True)
class DueLine:
    """A clock of a case, in words."""

    clock: ClockDocument
    what: str
    words: str

    @property
    def is_late(self) -> bool:
        """Whether the house has missed what is its duty, as far as the record shows."""
        return self.clock.kind == "duty" and bool(self.clock.days_late)

    @property
    def is_pending(self) -> bool:
        """Whether somebody of the house has to look at it: a duty that is not done, or something that expires."""
        if self.clock.state == "past":
            return self.clock.kind == "duty" and self.clock.may_be_met
        return self.clock.state == "running" and self.clock.kind != "right"

    @property
    def key(self) -> str:
        """The soonest first; what has no last day comes last."""
        return self.clock.due_at or "9999"


def due_lines(clocks: Iterable[ClockDocument], words: Catalogue) -> list[DueLine]:
    """Clocks in words, the soonest first."""
    lines = [DueLine(clock, words.say(f"deadline.{clock.what}"), clock_words(clock, words)) for clock in clocks]
    return sorted(lines, key=lambda line: line.key)

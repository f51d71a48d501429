"""The drill: simulated rounds with injected faults, judged, and counted against the truth.

Truth is the same seed without the fault. A fault is *found* if something is found at the first event that departs (or,
where a shorter explanation begins earlier, before it); *restored* if the lawful line is the truth; *drawn* if it is,
once the missing cards are drawn from the same shoe; *invented* is a finding that no injected fault accounts for;
*wrong money* is a due that differs from the truth under the same reading.
"""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(slots=True)
class Tally:
    """What a drill counted. `injected` counts neither noops nor what cannot be detected in principle."""

    seed: int
    rounds: int = 0
    injected: int = 0
    noop: int = 0
    undetectable: int = 0
    found: int = 0
    restored: int = 0
    drawn: int = 0
    asked: int = 0
    impossible: int = 0
    missed: int = 0
    invented: int = 0
    wrong_money: int = 0
    by_fault: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    """The first rounds that went wrong, in words, so that they can be run again from the seed."""

    @property
    def failed(self) -> bool:
        """Whether the engine missed, invented or miscounted anything."""
        return bool(self.missed or self.invented or self.wrong_money)

    def count(self, what: str, *faults: str) -> None:
        """Counts something, for the whole and for each fault of the round."""
        setattr(self, what, getattr(self, what) + 1)
        for fault in faults:
            self.by_fault.setdefault(fault, Counter())[what] += 1

    def wrong(self, what: str, faults: tuple[str, ...], example: str) -> None:
        """Counts a failure and keeps the first of them."""
        self.count(what, *faults)
        if len(self.examples) < 20:
            self.examples.append(f"seed {self.seed}: {what} ({', '.join(faults) or 'no fault'}): {example}")

    def document(self) -> dict[str, Any]:
        """The tally as JSON for others (contract: `recoup drill --json`)."""
        names = [name for name, kept in asdict(self).items() if isinstance(kept, int)]
        return {name: getattr(self, name) for name in names} | {
            "by_fault": {fault: dict(sorted(counts.items())) for fault, counts in sorted(self.by_fault.items())},
            "examples": self.examples,
        }

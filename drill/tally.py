"""The drill: simulated rounds with injected faults, judged, and counted against the truth.

Truth is the same seed without the fault. A fault is *found* if something is found at the first event that departs (or,
where a shorter explanation begins earlier, before it); *restored* if the lawful line is the truth; *drawn* if it is,
once the missing cards are drawn from the same shoe; *invented* is a finding that no injected fault accounts for;
*wrong money* is money, a verdict or a choice of readings that differs from what the truth makes of it. A *noop* is a
fault that left no trace: the record is that of a coup without it. *Lawful* is what merely looks like a fault, or was
dealt with at once as it should be.

*Dealing faults* are those injected that put a card where it does not belong, each by itself. Each is restored, drawn,
*asked* (a decision must be made again) or *impossible* (a face is lost that matters), so that these four add up to them
unless something went wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import repeat
from typing import Final

from projections.documents.outputs import DrillDocument
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

Judge = Callable[[TableDay, str], Ruling]
"""Rules on a round of a table's day by its name."""


FAILURES: Final = ("missed", "invented", "wrong_money")
"""What a judge can make wrong of a round."""


@dataclass(slots=True)
class Tally:
    """What a drill counted. `injected` counts neither noops nor what cannot be detected in principle."""

    seed: int
    rounds: int = 0
    injected: int = 0
    two_faults: int = 0
    lawful: int = 0
    noop: int = 0
    undetectable: int = 0
    found: int = 0
    dealing_faults: int = 0
    restored: int = 0
    drawn: int = 0
    asked: int = 0
    impossible: int = 0
    missed: int = 0
    invented: int = 0
    wrong_money: int = 0
    by_fault: dict[str, Counter[str]] = field(default_factory=dict)
    by_circumstance: dict[str, Counter[str]] = field(default_factory=dict)
    """The same of rounds with a misdeal, by when it was noticed and where it fell."""
    examples: list[str] = field(default_factory=list)
    """The first rounds that went wrong, in words, with the batch, so that they can be run again from the seed."""

    @property
    def has_failed(self) -> bool:
        """Whether the engine missed, invented or miscounted anything."""
        return any(getattr(self, failure) for failure in FAILURES)

    def count(self, counter: str, faults: tuple[str, ...] = (), circumstances: tuple[str, ...] = ()) -> None:
        """Counts something, for the whole and for each fault and circumstance of the round."""
        setattr(self, counter, getattr(self, counter) + 1)
        for fault in faults:
            self.by_fault.setdefault(fault, Counter())[counter] += 1
        for circumstance in circumstances:
            self.by_circumstance.setdefault(circumstance, Counter())[counter] += 1

    def add_example(self, text: str) -> None:
        """Keeps the first of the failures."""
        if len(self.examples) < 20:
            self.examples.append(f"seed {self.seed}: {text}")

    def merge(self, other: "Tally", batch: int | None = None) -> None:
        """Takes in what another part of the drill counted; its examples say which batch of the drill it is."""
        for name in _counter_names(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.by_fault, other.by_fault), (self.by_circumstance, other.by_circumstance)):
            for name, counts in theirs.items():
                mine.setdefault(name, Counter()).update(counts)
        where = "" if batch is None else f"batch {batch}, "
        self.examples += [where + example for example in other.examples[: 20 - len(self.examples)]]

    def document(self) -> DrillDocument:
        """The tally as JSON for others."""
        return DrillDocument.from_object(
            self, by_fault=_sorted_counts(self.by_fault), by_circumstance=_sorted_counts(self.by_circumstance)
        )


def _sorted_counts(table: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(counts.items())) for name, counts in sorted(table.items())}


def _counter_names(tally: Tally) -> list[str]:
    return [name for name, kept in asdict(tally).items() if isinstance(kept, int) and name != "seed"]


RoundScorer = Callable[[Tally, Judge], None]
"""One drilled round: has it judged, and counts what came of it."""

DrillBatch = Callable[[Edition, int, int, int, Judge], Tally]
"""What there is to count in one shoe or sitting of a drill: its edition, seed and number, how many rounds it has at most,
and who judges. None knows anything of another.
"""


def run_drill(
    drill_batch: DrillBatch,
    edition: Edition,
    rounds: int,
    seed: int,
    judge: Judge = rule,
    progress: Callable[[int], None] = lambda _: None,
    finished_batches: Iterable[Tally | None] = repeat(None),
) -> Tally:
    """Plays shoe after shoe under `edition` until there are so many rounds, injects faults, judges, and counts.

    `finished_batches` are the shoes that were played already, as if there were no end; the one in which the rounds are
    full is played again up to there.
    """
    tally = Tally(seed)
    for number, whole in enumerate(finished_batches, 1):
        left = rounds - tally.rounds
        counted = whole if whole is not None and whole.rounds <= left else drill_batch(edition, seed, number, left, judge)
        tally.merge(counted, number)
        progress(counted.rounds)
        if tally.rounds >= rounds:
            break
    return tally

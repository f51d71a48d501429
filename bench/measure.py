"""How a figure is measured: ours and what is beside it in turn, several times, in the same run; medians are compared."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final, Literal, NamedTuple


class Span(NamedTuple):
    """What something took: seconds by the clock, and seconds of this process's processors."""

    seconds: float
    processor: float


By = Literal["clock", "processor", "memory"]
Measured = Callable[[], Span]
"""Does something once and says what it took, without what had to be made ready for it."""


class Stopwatch:
    """Measures what is done inside its block."""

    span = Span(0, 0)

    def __enter__(self) -> "Stopwatch":
        self._began = perf_counter(), process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.span = Span(perf_counter() - self._began[0], process_time() - self._began[1])


def timed(act: Callable[[], object]) -> Measured:
    """Something that needs nothing made ready."""

    def once() -> Span:
        with Stopwatch() as watch:
            act()
        return watch.span

    return once


@dataclass(frozen=True, slots=True)
class Target:
    """What a ratio should be: at least so much of another's speed, or at most so many times its time; None is no bound."""

    bound: float | None
    least: bool

    def __str__(self) -> str:
        if self.bound is None:
            return "none"
        return f"at least {self.bound:g}" if self.least else f"at most {self.bound:g} times"

    def verdict(self, ratio: float) -> str:
        """`met` or `missed`, nothing where no bound was set."""
        if self.bound is None:
            return ""
        return "met" if (ratio >= self.bound if self.least else ratio <= self.bound) else "missed"


def at_least(share: float) -> Target:
    """The ratio is how fast ours is as a part of what is beside it: 1 is as fast, more is faster."""
    return Target(share, least=True)


def at_most(times: float) -> Target:
    """The ratio is how many times as long ours takes as what is beside it."""
    return Target(times, least=False)


SHARE: Final = Target(None, least=True)
TIMES: Final = Target(None, least=False)
"""No bound, but a figure: how fast as a part of another, how many times as long."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured ratio. `ours` and `theirs` are median seconds; `lowest` and `highest` bound the ratio over the runs.

    `by` says of what: seconds by the clock where a disk or a server is waited for, else of the processor, so that what
    else the machine does at that moment does not count; or bytes of memory. `processor` is the ratio of processor time
    where the clock's is the figure. `size` says on how much it was measured.
    """

    what: str
    beside: str
    size: str
    ours: float
    theirs: float
    ratio: float
    lowest: float
    highest: float
    runs: int
    by: By
    target: Target
    processor: float | None = None

    @property
    def both(self) -> str:
        """Ours and what is beside it, in milliseconds or megabytes."""
        factor, unit = (1e-6, "MB") if self.by == "memory" else (1000, "ms")
        return f"{self.ours * factor:,.1f} / {self.theirs * factor:,.1f} {unit}"

    @property
    def verdict(self) -> str:
        """`met` or `missed`, nothing where no target was set."""
        return self.target.verdict(self.ratio)


class Beside(NamedTuple):
    """What ours is held against, and what the ratio to it should be."""

    measured: Measured
    target: Target = SHARE


def computed(what: str, size: str, ours: Measured, others: Mapping[str, Beside], runs: int) -> Iterator[Figure]:
    """A figure, of processor time, for each of the others, all measured in turn."""
    mine, theirs = _in_turn(ours, others, runs)
    for name, other in others.items():
        pairs = [(a.processor, b.processor) for a, b in zip(mine, theirs[name], strict=True)]
        yield _figure(what, name, size, pairs, other.target, "processor")


def waited(
    what: str, size: str, ours: Measured, others: Mapping[str, Beside], runs: int, *, here: bool = True
) -> Iterator[Figure]:
    """A figure, by the clock, for each of the others, all measured in turn; with the processor's ratio beside it if all
    is done `here`, in this process.
    """
    mine, theirs = _in_turn(ours, others, runs)
    for name, other in others.items():
        pairs = [(a.seconds, b.seconds) for a, b in zip(mine, theirs[name], strict=True)]
        worked = [(a.processor, b.processor) for a, b in zip(mine, theirs[name], strict=True)]
        figure = _figure(what, name, size, pairs, other.target, "clock")
        yield replace(figure, processor=median(ratio(a, b, other.target) for a, b in worked)) if here else figure


def _in_turn(ours: Measured, others: Mapping[str, Beside], runs: int) -> tuple[list[Span], dict[str, list[Span]]]:
    mine, theirs = list[Span](), {name: list[Span]() for name in others}
    gc.collect()
    gc.freeze()  # what the bench itself keeps is nobody's garbage
    acts = [(mine, ours), *((theirs[name], other.measured) for name, other in others.items())]
    for run in range(runs):
        for spans, measured in acts[:: -1 if run % 2 else 1]:  # whoever comes first has no advantage
            spans.append(measured())
    gc.unfreeze()
    return mine, theirs


def _figure(what: str, beside: str, size: str, pairs: Sequence[tuple[float, float]], target: Target, by: By) -> Figure:
    ratios = [ratio(a, b, target) for a, b in pairs]
    ours, theirs = median(a for a, _ in pairs), median(b for _, b in pairs)
    return Figure(what, beside, size, ours, theirs, median(ratios), min(ratios), max(ratios), len(pairs), by, target)


def ratio(ours: float, theirs: float, target: Target) -> float:
    """What the target speaks of: the part of the speed, or times as long."""
    return theirs / ours if target.least else ours / theirs


def most_memory() -> float:
    """The most bytes that this process has held. (What getrusage says is the parent's too.)"""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(float(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))

"""Which entries of a table's day are enough to rule on some of its rounds as from all of them.

A round is judged by its own entries, by all that is about the table, by the shoes up to its own, by all that people
decided, by the rounds that were opened, dealt and recorded around it, and by what the whole day shows: whether a kind of
event is recorded at all, whose bets there were, which errors were noticed. For each of these a part of the day has the
rounds that show it.

Where a part cannot be enough, all of the day is needed: several sources, an account that was corrected, a refusal about the
table or the round, a gap beside the round, decisions on a day on which a clock ran backwards.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from ledger.events.play import PaymentTakenBack, WagerPlaced, WagerReturned
from ledger.recorder.rows import EVERYTHING
from ledger.stretches import (
    ACTS,
    APART,
    BACK,
    CALLED,
    CARDS,
    DEALS,
    DECIDED,
    DOLLY,
    GAP,
    HOUSE_ACTS,
    LASTING,
    NEWCOMER,
    NO_SPIN,
    NOTICED,
    OPENS,
    PASSING,
    PREPARED,
    REFUSED,
    RESTED,
    SEATED,
    SHOE_BEGINS,
    UNCLEAR,
    UNPLACED,
    EntryOutline,
    Stretch,
)

BEFORE: Final = 24
"""So many rounds before a round are needed: no edition looks at more than twenty that were dealt running."""
BESIDE: Final = 3
"""So many rounds on each side of one are needed, in the order of dealing and of the record: a gap touches two before it."""

_PAGE: Final = 64
_SHOWN: Final[Mapping[int, int]] = {DECIDED: 1, CALLED: 2, DOLLY: 2}
"""Of what the day shows whether it is recorded, and in how many of its rounds that must be seen."""
_PAYMENTS: Final = (WagerReturned, PaymentTakenBack)

Span = tuple[int, int]
"""The first and the last version of some entries."""


class Stretches(Protocol):
    """The stretches of a table's day, as it was up to a version of its stream."""

    def flags(self) -> int:
        """All that is shown anywhere in the day."""

    def of(self, rounds: Collection[str]) -> Sequence[Stretch]:
        """The stretches of these rounds, in order."""

    def beside(self, version: int, most: int, *, later: bool) -> Sequence[Stretch]:
        """The stretches that begin before a version, the last one first, or after it, the first one first."""

    def showing(self, flags: int, *, upto: int = EVERYTHING, most: int = EVERYTHING) -> Sequence[Stretch]:
        """The first stretches that show any of this, in order, of those that begin up to and with a version."""

    def with_bet(self, name: str, version: int) -> Sequence[Stretch]:
        """The last stretch that begins before a version, in which a bet of this name was placed."""

    def outlines(self, span: Span) -> Sequence[EntryOutline]:
        """What the entries of some versions say. Raises UnreadableOutline where one cannot be read."""


class NeededEntries(NamedTuple):
    """The entries that are enough: all of some spans, and of others those about the table and its shoes. What is about the
    table and comes after `end` may be left out.
    """

    whole: Sequence[Span]
    kept: Sequence[Span]
    end: int


class _Run(NamedTuple):
    """Entries of one round that follow each other, but for what is about none: a stretch, or several."""

    round: str
    first: int
    last: int


class UnreadableOutline(Exception):
    """An entry says nothing of its place, or that of another day."""


def needed_entries(day: Stretches, rounds: Collection[str]) -> NeededEntries | None:
    """The entries needed to rule on these rounds; None where all of the day is."""
    try:
        return _PartOfDay(day, rounds).needed()
    except UnreadableOutline:
        return None


class _PartOfDay:
    """What is needed of a day, gathered from its stretches."""

    def __init__(self, day: Stretches, rounds: Collection[str]):
        self._day, self._rounds = day, rounds
        self._flags = day.flags()
        self._stretches: dict[str, list[Stretch]] = {}
        """Of rounds that were asked for, all that they have."""

    def needed(self) -> NeededEntries | None:
        if self._flags & UNCLEAR or (self._flags & HOUSE_ACTS and self._flags & BACK):
            return None
        self._ask(self._rounds)
        if not all(self._opening(name) for name in self._rounds):
            return None
        if any(stretch.flags & REFUSED for name in self._rounds for stretch in self._stretches[name]):
            return None
        windows = [self._window(run) for name in self._rounds for run in self._runs_of(name)]
        if any(self._has_gap(span) for _, span in windows):
            return None
        end = max(last for _, (_, last) in windows)
        chosen = {run.round for runs, _ in windows for run in runs}
        for name in self._rounds:
            chosen.update(self._opened_before(name), self._beside(name))
        noticed = {stretch.round for stretch in self._showing(NOTICED, upto=end)}
        self._ask(noticed)
        chosen.update(*map(self._beside, noticed))
        chosen.update(self._decided(), self._shown())
        chosen = self._with_foreign_payments(chosen)
        self._ask(chosen)
        whole = [(run.first, run.last) for name in chosen for run in self._runs_of(name)]
        house = [stretch[:2] for stretch in self._showing(HOUSE_ACTS)]
        end = self._end_of_shoe(end)
        kept = [
            *self._showing(LASTING),
            *self._showing(PASSING, upto=end),
            *self._showing(CARDS, upto=end),
            *self._showing(SEATED, most=1),
            *self._showing(PREPARED, most=1),
        ]
        return NeededEntries(_joined([(1, 1), *whole, *house]), _joined(stretch[:2] for stretch in kept), end)

    def _showing(self, flags: int, *, upto: int = EVERYTHING, most: int = EVERYTHING) -> Sequence[Stretch]:
        return self._day.showing(flags, upto=upto, most=most) if self._flags & flags else ()

    def _ask(self, rounds: Iterable[str]) -> None:
        new = set(rounds) - self._stretches.keys()
        if new:
            self._stretches.update((name, []) for name in new)
            for stretch in self._day.of(new):
                self._stretches[stretch.round].append(stretch)

    def _runs_of(self, name: str) -> list[_Run]:
        """Each stretch that a source tells of the round."""
        return [_Run(name, *stretch[:2]) for stretch in self._stretches[name] if not stretch.flags & APART]

    def _opening(self, name: str, flag: int = OPENS) -> int:
        """The version with which the round begins, or is first dealt to; 0 where it never is."""
        own = (stretch for stretch in self._stretches[name] if not stretch.flags & APART)
        return next((stretch.first for stretch in own if stretch.flags & flag), 0)

    def _window(self, run: _Run) -> tuple[list[_Run], Span]:
        """The runs on both sides of one, and how far they reach: where there are fewer, to the ends of the day."""
        before = self._runs_beside(run, later=False)
        after = self._runs_beside(run, later=True)
        first = before[-1].first if len(before) == BESIDE else 0
        last = after[-1].last if len(after) == BESIDE else EVERYTHING
        return [*before, run, *after], (first, last)

    def _runs_beside(self, run: _Run, *, later: bool) -> list[_Run]:
        found: list[_Run] = []
        for stretch in self._walk(run.first, later=later):
            if not stretch.round or stretch.flags & APART:
                continue
            last = found[-1].round if found else run.round
            if stretch.round == last and found:
                near = found[-1]
                found[-1] = _Run(near.round, min(near.first, stretch.first), max(near.last, stretch.last))
            elif stretch.round != last:
                if len(found) == BESIDE:
                    break
                found.append(_Run(stretch.round, *stretch[:2]))
        return found

    def _walk(self, version: int, *, later: bool) -> Iterator[Stretch]:
        """The stretches on one side, away from a version."""
        while page := self._day.beside(version, _PAGE, later=later):
            yield from page
            version = page[-1].first

    def _has_gap(self, span: Span) -> bool:
        """Whether numbers were left out so near to a stretch of a round that they may have been about the round."""
        return any(stretch.first <= span[1] and stretch.last >= span[0] for stretch in self._showing(GAP))

    def _opened_before(self, name: str) -> list[str]:
        """The rounds opened before one, as far back as it may look: at a wheel to one whose ball certainly came to rest."""
        found: list[str] = []
        for other in self._rounds_beside(name, OPENS, later=False):
            found.append(other)
            if len(found) >= BEFORE and (not self._flags & RESTED or any(map(self._is_spun, found))):
                break
        return found

    def _is_spun(self, name: str) -> bool:
        """Whether the ball certainly came to rest in it in a spin that counts."""
        shown = [stretch.flags for stretch in self._stretches[name] if not stretch.flags & APART]
        return any(flags & RESTED for flags in shown) and not any(flags & NO_SPIN for flags in shown)

    def _beside(self, name: str) -> set[str]:
        """The round and those opened and dealt just before and after it."""
        found = {name}
        for flag in (OPENS, DEALS):
            if self._opening(name, flag):
                for later in (False, True):
                    beside = self._rounds_beside(name, flag, later=later)
                    found.update(other for other, _ in zip(beside, range(BESIDE), strict=False))
        return found

    def _rounds_beside(self, name: str, flag: int, *, later: bool) -> Iterator[str]:
        """The rounds on one side of a round, in the order in which they were opened or first dealt to."""
        version, seen = self._opening(name, flag), {name}
        while page := self._day.beside(version, _PAGE, later=later):
            showing = [each for each in page if each.round and each.flags & flag and not each.flags & APART]
            self._ask(stretch.round for stretch in showing)
            for stretch in showing:
                if stretch.round not in seen and self._opening(stretch.round, flag) == stretch.first:
                    seen.add(stretch.round)
                    yield stretch.round
            version = page[-1].first

    def _decided(self) -> Iterator[str]:
        """The rounds of which somebody decided something, and those that were played when the house did."""
        for stretch in self._showing(ACTS | HOUSE_ACTS):
            if stretch.round:
                yield stretch.round
            if stretch.flags & HOUSE_ACTS:
                before = next((s for s in self._walk(stretch.first, later=False) if not s.flags & APART), None)
                if before is not None and before.round:
                    yield before.round

    def _shown(self) -> Iterator[str]:
        """The rounds that show what is recorded, and those that name a player or a shoe."""
        for flag, number in _SHOWN.items():
            rounds = (stretch.round for stretch in self._showing(flag, most=_PAGE))
            yield from list(dict.fromkeys(rounds))[:number]
        if self._flags & (CARDS | SHOE_BEGINS):
            yield from (stretch.round for stretch in self._showing(NEWCOMER))

    def _with_foreign_payments(self, chosen: set[str]) -> set[str]:
        """Rounds, with those that paid on bets of others and those that had such bets, where it has one of either."""
        payments = [(stretch, bet) for stretch in self._showing(UNPLACED) for bet in self._unplaced(stretch)]
        if not payments:
            return chosen
        while True:
            self._ask(chosen)
            pairs = [
                {stretch.round, self._owner(bet, stretch)}
                for stretch, bet in payments
                if self._may_own(chosen, bet, stretch)
            ]
            more = [pair for pair in pairs if not pair.isdisjoint(chosen)]
            if all(pair <= chosen for pair in more):
                return chosen
            chosen = chosen.union(*more)

    def _may_own(self, chosen: Collection[str], bet: str, paid: Stretch) -> bool:
        """Whether one of the rounds made the payment, or had a bet of this name before it."""
        return paid.round in chosen or any(
            each.first < paid.first and each.has_bet(bet) for name in chosen for each in self._stretches[name]
        )

    def _owner(self, bet: str, paid: Stretch) -> str:
        """The round that had a bet of this name last; the one that paid where none had."""
        return next((each.round for each in self._day.with_bet(bet, paid.first)), paid.round)

    def _unplaced(self, stretch: Stretch) -> set[str]:
        """The bets on which a stretch pays, and which its round had not placed by then."""
        self._ask([stretch.round])
        before = [each for each in self._stretches[stretch.round] if each.first < stretch.first]
        placed: set[str] = set()
        unplaced: set[str] = set()
        for entry in self._day.outlines(stretch[:2]):
            bet = entry.field("wager")
            if entry.kind is WagerPlaced:
                placed.add(bet)
            elif entry.kind in _PAYMENTS and bet not in placed and not any(each.has_bet(bet) for each in before):
                unplaced.add(bet)
        return unplaced

    def _end_of_shoe(self, end: int) -> int:
        """Up to which version all about shoes is needed: beyond the first rounds of the shoe that comes after."""
        if not self._flags & (CARDS | SHOE_BEGINS):
            return end
        following = next((stretch for stretch in self._showing(SHOE_BEGINS) if stretch.first > end), None)
        if following is None:
            return EVERYTHING
        rounds: dict[str, int] = {}
        for stretch in self._walk(following.first, later=True):
            if stretch.round and stretch.flags & DEALS:
                rounds[stretch.round] = stretch.last
                if len(rounds) > BESIDE:
                    return stretch.last
        return EVERYTHING


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch as one."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else:
            joined.append((first, last))
    return joined

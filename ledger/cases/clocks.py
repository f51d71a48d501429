"""How the clocks of a case stand at a moment: due when, met when, stopped since when, late or left by how many days.

Days are whole days of the jurisdiction's zone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from ledger.cases.deadlines import (
    NO_HOLIDAYS,
    due_on,
    end_of,
    holidays_of,
    is_business_day,
    jurisdictions,
    last_day,
    local_day,
)
from ledger.events.cases import (
    CaseAppealed,
    CaseClock,
    CaseOpened,
    CaseSettled,
    CaseworkAct,
    ClockPaused,
    ClockResumed,
    Deadline,
    LetterKind,
    LetterSent,
)
from ledger.values.refusals import Refusal
from ledger.values.times import parse_instant

SETTLED: Final = "settled"
NOTICES: Final = ("letter_final", "letter_deadlock")
"""The letters that give a player the final position of the house."""

FINAL_POSITION: Final = (SETTLED, *NOTICES)
BEGINNINGS: Final = {"final_position": NOTICES, "appealed": ("appealed",)}
"""What a clock counts from that comes after the opening, and the steps that are it."""

BEFORE_CLOCKS: Final = {
    "final_position": CaseClock(
        what="final_position", kind="duty", counts_from="received", met_by=FINAL_POSITION, source="-", verified=True
    ),
    "patron_complaint": CaseClock(
        what="patron_complaint", kind="right", counts_from="incident", met_by=("appealed",), source="-", verified=True
    ),
    "footage": CaseClock(what="footage", kind="expiry", counts_from="incident", source="-", verified=True),
    "records": CaseClock(what="records", kind="expiry", counts_from="incident", source="-", verified=True),
}
"""The deadlines of cases that were opened with no clocks on record."""


@dataclass(frozen=True, slots=True)
class ClockStep:
    """Something in the course of a case that may begin a clock, meet it or stop it; `words` say what it is."""

    words: tuple[str, ...]
    at: str
    clock: str | None = None
    player: str | None = None
    """Whom it concerns; None where it concerns everybody."""


def step_of(event: CaseworkAct, at: str) -> ClockStep | None:
    """What an act that holds, done at a time, is to the clocks of its case; None where it is nothing to them."""
    match event:
        case CaseSettled():
            return ClockStep((SETTLED,), at)
        case CaseAppealed():
            return ClockStep(("appealed",), at, player=event.player)
        case ClockPaused() | ClockResumed():
            return ClockStep((event.WORD,), at, event.clock)
        case LetterSent():
            return letter_step(event.letter, event.player, at)
    return None


def letter_step(letter: LetterKind, player: str, at: str) -> ClockStep:
    """What a letter that is sent to a player at a time is to the clocks of the case."""
    return ClockStep(("letter", f"letter_{letter}"), at, player=player)


ClockState = Literal["not_verified", "not_begun", "running", "paused", "past", "met"]


@dataclass(frozen=True, slots=True)
class ClockStanding:
    """A clock of a case at a moment. `days` are those left to the last day, or to it from the day on which it was met;
    negative where it is past. A stopped clock has as many as it had left.
    """

    clock: CaseClock
    state: ClockState
    due_on: date | None = None
    due_at: str | None = None
    """The first instant after its last day."""
    met_on: date | None = None
    paused_on: date | None = None
    days: int | None = None

    @property
    def days_left(self) -> int | None:
        """How many days are left, the last day being 0; None where nothing runs or it is past."""
        return self.days if self.state in ("running", "paused") else None

    @property
    def days_late(self) -> int | None:
        """By how many days it is late, or was met late; None where it has no last day."""
        return None if self.days is None else max(0, -self.days)


def zone_of(opened: CaseOpened) -> ZoneInfo:
    """The zone whose days a case counts: its jurisdiction's, else UTC."""
    jurisdiction = jurisdictions().get(opened.jurisdiction or "")
    return ZoneInfo(jurisdiction.zone if jurisdiction else "UTC")


def standings(opened: CaseOpened, steps: Sequence[ClockStep], at: str) -> tuple[ClockStanding, ...]:
    """How all clocks of a case stand at a moment, by what holds in it."""
    zone = zone_of(opened)
    fixed = {deadline.what: deadline for deadline in opened.deadlines}
    clocks = [_clock_of(deadline) for deadline in opened.deadlines] if opened.clocks is None else opened.clocks
    return tuple(_Course(clock, fixed.get(clock.what), steps, zone).standing(at) for clock in clocks)


def _clock_of(deadline: Deadline) -> CaseClock:
    """The clock of a deadline that is on record without one."""
    clock = BEFORE_CLOCKS.get(deadline.what) or BEFORE_CLOCKS["final_position"].model_copy(update={"met_by": ()})
    return clock.model_copy(
        update={"what": deadline.what, "source": deadline.source, "verified": deadline.verified is not False}
    )


@dataclass(frozen=True, slots=True)
class _Course:
    """A clock, its deadline if it was fixed when the case was opened, and what came of it."""

    clock: CaseClock
    deadline: Deadline | None
    steps: Sequence[ClockStep]
    zone: ZoneInfo

    def standing(self, at: str) -> ClockStanding:
        clock = self.clock
        if self.deadline is None and not clock.verified:
            return ClockStanding(clock, "not_verified")
        begun = None if self.deadline else self._begun()
        if self.deadline is None and begun is None:
            met = self._first(clock.met_by, self._last((SETTLED,)))
            return ClockStanding(clock, "met", met_on=self._day(met)) if met else ClockStanding(clock, "not_begun")
        due = date.fromisoformat(self.deadline.due_on) if self.deadline else last_day(clock, self._day(begun or at))
        return self._running(due, self._first(clock.met_by, begun), at)

    def _running(self, due: date, met: str | None, at: str) -> ClockStanding:
        until, paused_on = self._day(met or at), None
        for paused, resumed in self._pauses(met or at):
            due = self._moved(due, paused, resumed or until)
            paused_on = None if resumed else paused
        if met is not None:
            return ClockStanding(self.clock, "met", due, end_of(due, self.zone), until, days=(due - until).days)
        days = (due - until).days
        if paused_on is not None:
            return ClockStanding(self.clock, "paused", paused_on=paused_on, days=days)
        return ClockStanding(self.clock, "past" if days < 0 else "running", due, end_of(due, self.zone), days=days)

    def _moved(self, due: date, paused: date, resumed: date) -> date:
        """The last day after a pause: it moves by the days that did not count."""
        stopped = (resumed - paused).days
        if self.clock.after is None or not self.clock.after.endswith("business_days"):
            return due + timedelta(days=stopped)
        holidays = holidays_of(self.clock.calendar) if self.clock.calendar else NO_HOLIDAYS
        days = (paused + timedelta(days=number) for number in range(1, stopped + 1))
        return due_on(due, f"{sum(is_business_day(day, holidays) for day in days)} business_days", holidays)

    def _pauses(self, until: str) -> Iterable[tuple[date, date | None]]:
        """The days of each pause, and of its end if it has one, as far as they lie before a moment."""
        paused: date | None = None
        for step in self.steps:
            if step.clock != self.clock.what or parse_instant(step.at) > parse_instant(until):
                continue
            if step.words == (ClockPaused.WORD,):
                paused = self._day(step.at)
            elif paused is not None:
                yield paused, self._day(step.at)
                paused = None
        if paused is not None:
            yield paused, None

    def _day(self, at: str) -> date:
        return local_day(at, self.zone)

    def _begun(self) -> str | None:
        """When the term began that ends last: of the house's final position for each player by himself."""
        words = BEGINNINGS.get(self.clock.counts_from, ())
        if words != NOTICES:
            return self._last(words)
        players = {step.player for step in self.steps if set(words) & set(step.words)}
        return max(filter(None, map(self._notified, players)), default=None)

    def _notified(self, player: str | None) -> str | None:
        """When a player was first given the final position that holds: a further letter about it moves no last day, and
        until a new settlement is put to him the earlier day counts.
        """
        begun, is_new = None, True
        for step in self.steps:
            if SETTLED in step.words:
                is_new = True
            elif is_new and step.player == player and set(NOTICES) & set(step.words):
                begun, is_new = step.at, False
        return begun

    def _last(self, words: Iterable[str]) -> str | None:
        return max((step.at for step in self.steps if set(words) & set(step.words)), default=None)

    def _first(self, words: Iterable[str], begun: str | None) -> str | None:
        met = (step.at for step in self.steps if set(words) & set(step.words))
        return min((at for at in met if begun is None or at >= begun), default=None)


def pause_refusal(event: ClockPaused | ClockResumed, clocks: Sequence[ClockStanding]) -> str | None:
    """Why a clock cannot be stopped, or run again, as the clocks of the case stand; None if it can."""
    standing = next((standing for standing in clocks if standing.clock.what == event.clock), None)
    if standing is None:
        named = ", ".join(standing.clock.what for standing in clocks)
        if not named:
            return Refusal("no_clock", clock=event.clock)
        return Refusal("no_clock_but", clock=event.clock, others=named)
    if isinstance(event, ClockResumed):
        return None if standing.state == "paused" else Refusal("clock_not_stopped", clock=event.clock)
    if not standing.clock.pauses:
        return Refusal("clock_never_stops", clock=event.clock)
    match standing.state:
        case "paused":
            return Refusal("clock_stopped", clock=event.clock)
        case "met":
            return Refusal("clock_met", clock=event.clock, day=str(standing.met_on))
        case "past":
            return Refusal("clock_ran_out", clock=event.clock, day=str(standing.due_on))
    return None

"""A round at one moment: the table, the time line, what is to come and what was known, under one of its outcomes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import orjson

from desk.web.templating import query_string
from ledger.application import Ledger
from ledger.cases.casework import Casework
from ledger.events.cases import EvidenceAttached
from ledger.events.wheel import BallRested
from ledger.feeds import cloudevents
from ledger.table_standing import RoundStanding
from ledger.values.times import format_instant, parse_instant
from projections.messages.catalogue import Catalogue
from projections.pictures import compare
from projections.pictures.scene import build_scene, describe_scene
from projections.pictures.table import draw_table
from projections.timeline.phases import PhaseSpan, phases, standings_by_position
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from projections.timeline.visible_information import PersonKnowledge, knowledge
from replay.games.registry import load_game
from replay.judging.finding import Finding
from replay.judging.judgement import Judgement, MisdrawWindow
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class MomentQuery:
    """The moment that an address names: a position or a step, an outcome, and whether what comes is hidden."""

    at: int | None = None
    step: int | None = None
    outcome: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A step on the time line."""

    step: Step
    phase: str
    begins: bool
    """Whether a phase begins with it."""
    window: str
    """`opened`, `inside` or `noticed` within the misdraw window, else empty."""
    standing: RoundStanding
    changed: bool
    """Whether the round stands otherwise than a step before."""


@dataclass(frozen=True, slots=True)
class DescribedPicture:
    """A picture, and what it shows in words."""

    svg: str
    description: str


class RoundView:
    """Everything that a page says of a round at a moment."""

    def __init__(self, table_day: TableDay, ruling: Ruling, moment: MomentQuery, words: Catalogue):
        self.table_day, self.ruling, self.words, self.hidden = table_day, ruling, words, moment.hidden
        self.all_steps = timeline_steps(ruling, formatter_for(ruling, words))
        self.number = self._step_number(moment)
        self.has_wheel = load_game(ruling.edition.game).has_wheel
        self.outcomes = {outcome.id: outcome for outcome in ruling.outcomes}
        self.outcome = self.outcomes.get(moment.outcome or "", ruling.outcomes[0])

    def _step_number(self, moment: MomentQuery) -> int:
        """The step asked for; of a position the last step that was on record by then, in the order of the round."""
        last = len(self.all_steps)
        if moment.at is not None:
            exact = next((step.number for step in self.all_steps if step.round_entry.position == moment.at), None)
            return exact or max((s.number for s in self.all_steps if s.round_entry.position <= moment.at), default=1)
        return min(max(moment.step or 1, 1), last)

    @property
    def name(self) -> str:
        return self.ruling.round.name

    @property
    def step(self) -> Step:
        """The step of the moment."""
        return self.all_steps[self.number - 1]

    @property
    def steps(self) -> list[Step]:
        """The steps that are shown: all of them, or those up to the moment where what comes is hidden."""
        return self.all_steps[: self.number] if self.hidden else self.all_steps

    @property
    def judged(self) -> Judgement:
        """The judgement of the outcome that was chosen."""
        return self.outcome.judgement

    # Where the keys lead

    @cached_property
    def steps_by_key(self) -> Mapping[str, int]:
        """By key, the step that it leads to; those that lead nowhere are left out."""
        here, last = self.number, len(self.all_steps)
        begins = [stretch.first for stretch in self.phases]
        amiss = [step.number for step in self.steps if step.findings]
        found = {
            "Home": 1,
            "ArrowLeft": here - 1,
            "ArrowRight": here + 1,
            "End": last,
            "Shift+ArrowLeft": max((n for n in begins if n < here), default=0),
            "Shift+ArrowRight": min((n for n in begins if n > here), default=0),
            "p": max((n for n in amiss if n < here), default=0),
            "n": min((n for n in amiss if n > here), default=0),
        }
        return {key: number for key, number in found.items() if 1 <= number <= last and number != here}

    @cached_property
    def rounds_by_key(self) -> Mapping[str, str]:
        """By key, the round before and the round after in the day."""
        names = list(self.table_day.rounds)
        at = names.index(self.name)
        found = {"Control+ArrowLeft": at - 1, "Control+ArrowRight": at + 1}
        return {key: names[index] for key, index in found.items() if 0 <= index < len(names)}

    def query(self, number: int | None = None, **other: object) -> str:
        """The end of the address of a step, of this one where none is named, under the outcome that was chosen."""
        several = len(self.outcomes) > 1
        asked = {"at": self.position(number or self.number), "outcome": self.outcome.id if several else None}
        return query_string({**asked, "hidden": "1" if self.hidden else None, **other})

    def position(self, number: int) -> int:
        """The position in the ledger of a step."""
        return self.all_steps[number - 1].round_entry.position

    # The time line

    @cached_property
    def phases(self) -> list[PhaseSpan]:
        return phases(self.all_steps)

    @cached_property
    def line(self) -> list[Tick]:
        """The steps as the time line shows them."""
        standings = standings_by_position(self.table_day, self.ruling.round)
        phase = {n: stretch.phase for stretch in self.phases for n in range(stretch.first, stretch.last + 1)}
        begins = {stretch.first for stretch in self.phases}
        ticks: list[Tick] = []
        before: RoundStanding = "open"
        for step in self.steps:
            now = standings.get(step.round_entry.position, before)
            inside = _window_mark(step.round_entry.position, self.judged.window)
            ticks.append(Tick(step, phase[step.number], step.number in begins, inside, now, now != before))
            before = now
        return ticks

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found; where what comes is hidden, only what happened by then."""
        if not self.hidden:
            return self.ruling.findings
        by_then = {step.round_entry.position for step in self.steps}
        return tuple(finding for finding in self.ruling.findings if finding.position in by_then)

    def step_of(self, finding: Finding) -> int | None:
        """The step that a finding is about, if it is one of this round."""
        return next((step.number for step in self.all_steps if step.round_entry.position == finding.position), None)

    # What is to be seen

    @cached_property
    def table(self) -> DescribedPicture:
        """The table as it lay."""
        shown = build_scene(self.ruling, self.words, self.number)
        return DescribedPicture(draw_table(shown, self.words), describe_scene(shown, self.words))

    @cached_property
    def boards(self) -> DescribedPicture | None:
        """As dealt beside as it should have been, with the cards that had left the shoe; None where nobody can say."""
        if self.hidden:
            return None
        if self.has_wheel:
            return self._wheel_by_the_rules()
        both = compare.build_boards(self.ruling, self.judged, self.number)
        if both is None:
            return None
        drawn = compare.BoardComparison(self.ruling, both, self.words)
        return DescribedPicture(drawn.draw(), drawn.description)

    def _wheel_by_the_rules(self) -> DescribedPicture | None:
        """The wheel with the number that counts, from the moment on in which the ball came to rest for the last time."""
        rests = [step.number for step in self.all_steps if isinstance(step.round_entry.event, BallRested)]
        if self.judged.lawful_result is None or not rests or self.number < rests[-1]:
            return None
        shown = build_scene(self.ruling, self.words, self.number)
        by_rules = replace(shown, pocket=self.judged.lawful_result, dolly=shown.dolly and self.judged.lawful_result)
        return DescribedPicture(draw_table(by_rules, self.words), describe_scene(by_rules, self.words))

    @cached_property
    def known(self) -> list[PersonKnowledge]:
        """What each person knew."""
        return knowledge(self.ruling, self.all_steps[: self.number], self.words)

    @property
    def delivery_json(self) -> bytes:
        """The step's event as JSON, with the names that are shown."""
        return cloudevents.write(self.step.round_entry.entry.delivery)


def _window_mark(position: int, window: MisdrawWindow | None) -> str:
    if window is None or position < window.opened_at:
        return ""
    if position == window.opened_at:
        return "opened"
    if window.closed_at is not None and position >= window.closed_at:
        return ""
    return "noticed" if position in (window.noticed_at, window.put_right_at) else "inside"


def readable_json(stored: bytes) -> str:
    """JSON with a line for each of its values."""
    return orjson.dumps(orjson.loads(stored), option=orjson.OPT_INDENT_2).decode()


@dataclass(frozen=True, slots=True)
class Footage:
    """A camera's footage that is attached to a case about the round; `shows` says whether the moment is on it."""

    case: str
    evidence: str
    camera: str
    clock: str | None
    """What the camera's own clock said at the moment; None where the moment's time is not told."""
    shows: bool
    expires_on: str | None


def footage(ledger: Ledger, ruling: Ruling, time: str | None) -> Iterator[Footage]:
    """The footage attached to the cases about a round, at a time of the table's device."""
    cases = dict.fromkeys(getattr(decision.event, "case", None) for decision in ruling.round.decisions)
    for number in filter(None, cases):
        for event in Casework(ledger).case(number).evidence:
            if event.camera is not None:
                clock = format_instant(parse_instant(time) + event.offset_ms * 1000) if time else None
                yield Footage(number, event.evidence, event.camera, clock, _covers_time(event, time), event.expires_on)


def _covers_time(event: EvidenceAttached, time: str | None) -> bool:
    if time is None:
        return False
    return (event.begins_at is None or event.begins_at <= time) and (event.ends_at is None or time <= event.ends_at)

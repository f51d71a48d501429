"""A round as its page shows it: all its moments, the time line, and the ruling outcome by outcome."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import orjson

from desk.web.templating import query_string
from ledger.application import Ledger
from ledger.cases.casebook import Casebook
from ledger.events.cases import EvidenceAttached
from ledger.table_standing import RoundStanding
from ledger.values.times import format_instant, parse_instant
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.moments import Moment, RoundMoments
from projections.pictures.drawing import Drawing
from projections.pictures.roads import draw_roads, results_of
from projections.pictures.scene import decisive_step
from projections.timeline.timeline import (
    PhaseSpan,
    Step,
    formatter_for,
    phases,
    standings_by_position,
    timeline_steps,
    window_mark,
)
from replay.games.registry import load_game
from replay.judging.finding import Finding
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class MomentQuery:
    """The moment that an address names: a position or a step, an outcome, and whether what comes is hidden.

    Where it names none it is that of the gravest irregularity.
    """

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
    standing: RoundStanding
    changed: bool
    """Whether the round stands otherwise than a step before."""


class RoundView:
    """Everything that a page says of a round."""

    def __init__(
        self, table_day: TableDay, answer: RoundAnswer, query: MomentQuery, words: Catalogue, moments: RoundMoments
    ):
        ruling = answer.ruling
        self.table_day, self.answer, self.ruling, self.words, self.hidden = table_day, answer, ruling, words, query.hidden
        self.moments = moments
        self.steps = timeline_steps(ruling, formatter_for(ruling, words))
        self.number = self._step_number(query)
        self.has_wheel = load_game(ruling.edition.game).has_wheel
        self.outcomes = {outcome.id: outcome for outcome in ruling.outcomes}
        self.outcome = self.outcomes.get(query.outcome or "") or answer.shown_outcome

    def _step_number(self, query: MomentQuery) -> int:
        """The step asked for; of a position the last step that was on record by then, in the order of the round."""
        if query.at is not None:
            exact = next((step.number for step in self.steps if step.round_entry.position == query.at), None)
            return exact or max((s.number for s in self.steps if s.round_entry.position <= query.at), default=1)
        if query.step is not None:
            return min(max(query.step, 1), len(self.steps))
        return decisive_step(self.ruling, self.steps)

    @property
    def name(self) -> str:
        return self.ruling.round.name

    @property
    def moment(self) -> Moment:
        """What is shown first."""
        return self.moments.moments[self.number - 1]

    @property
    def zone(self) -> str:
        """The zone of the table's times, by name."""
        opening = self.ruling.round.table_opening
        return self.words.zone(opening.zone, f"{self.name.split('/')[1]}T12:00:00+00:00")

    @property
    def zone_id(self) -> str:
        """The zone of the table's times, by its id."""
        return self.ruling.round.table_opening.zone

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
        return self.steps[number - 1].round_entry.position

    def step_of(self, finding: Finding) -> int | None:
        """The step that a finding is about, if it is one of this round."""
        return self.step_at(finding.position)

    def step_at(self, position: int | None) -> int | None:
        """The step at a position of the ledger, if it is one of this round."""
        return next((step.number for step in self.steps if step.round_entry.position == position), None)

    @cached_property
    def roads(self) -> Drawing | None:
        """The display's roads up to this coup; None where the game has none."""
        if not load_game(self.ruling.edition.game).has_roads:
            return None
        own = self.table_day.rounds[self.name].shoe_record
        played = [round_ for round_ in self.table_day.rounds.values() if round_.shoe_record is own]
        at = [round_.name for round_ in played].index(self.name)
        return draw_roads(results_of(played[: at + 1]), self.words)

    # The time line

    @cached_property
    def phases(self) -> list[PhaseSpan]:
        return phases(self.steps)

    @cached_property
    def line(self) -> list[Tick]:
        """The steps as the time line shows them."""
        standings = standings_by_position(self.table_day, self.ruling.round)
        begins = {stretch.first for stretch in self.phases}
        ticks: list[Tick] = []
        before: RoundStanding = "open"
        for step, moment in zip(self.steps, self.moments.moments, strict=True):
            now = standings.get(step.round_entry.position, before)
            ticks.append(Tick(step, moment.phase, step.number in begins, now, now != before))
            before = now
        return ticks

    @cached_property
    def windows(self) -> Mapping[str, list[str]]:
        """By outcome, a word at each step: whether the misdraw window opens, is open or was noticed in time; else empty."""
        windows = {name: outcome.judgement.window for name, outcome in self.outcomes.items()}
        return {
            name: [window_mark(step.round_entry.position, window) for step in self.steps]
            for name, window in windows.items()
            if window is not None
        }


def readable_json(stored: bytes) -> str:
    """JSON with a line for each of its values."""
    return orjson.dumps(orjson.loads(stored), option=orjson.OPT_INDENT_2).decode()


def footage_sentences(ledger: Ledger, ruling: Ruling, words: Catalogue, time: str | None) -> Iterator[str]:
    """What the footage that is attached to the cases about a round shows at a time of the table's device."""
    zone = ruling.round.table_opening.zone
    cases = dict.fromkeys(getattr(decision.event, "case", None) for decision in ruling.round.decisions)
    for number in filter(None, cases):
        for event in Casebook(ledger).case(number).evidence:
            if event.camera is not None:
                shown = format_instant(parse_instant(time) + event.offset_ms * 1000) if time else None
                clock = words.instant(shown, zone) if shown else None
                covered = "on" if _covers_time(event, time) else "off"
                yield words.say(f"footage.{covered}" if clock else "footage.no_time", camera=event.camera, time=clock)
                kept = "kept" if event.expires_on else "attached"
                until = words.day(event.expires_on) if event.expires_on else ""
                yield words.say(f"footage.{kept}", evidence=event.evidence, case=number, day=until)


def _covers_time(event: EvidenceAttached, time: str | None) -> bool:
    if time is None:
        return False
    return (event.begins_at is None or event.begins_at <= time) and (event.ends_at is None or time <= event.ends_at)

"""All moments of a round at once, as whoever steps through it needs them: told, drawn, and in few bytes.

A drawing is kept as the numbers of its shapes, and each shape once for the whole round: from one moment to the next hardly
any of them changes.
"""

import gzip
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import orjson

from ledger.events.wheel import BallRested
from projections.answers.boards import build_boards
from projections.certainty import finding_in_words
from projections.messages.catalogue import Catalogue
from projections.pictures import compare
from projections.pictures.drawing import Drawing
from projections.pictures.scene import build_scene, build_scenes
from projections.pictures.table import draw_table, table_drawing
from projections.timeline.timeline import Step, formatter_for, phases, timeline_steps
from projections.timeline.visible_information import knowledge
from replay.games.registry import load_game
from replay.judging.felt import Scene
from replay.judging.judgement import Judgement
from replay.ruling.ruling import Ruling

EventText = Callable[[Step], str]
"""A step's event as it is shown: the stored bytes, or the event with masked names."""

FootageText = Callable[[str | None], Iterable[str]]
"""What is said of the footage of a time of the table's device."""


@dataclass(frozen=True, slots=True)
class DrawnMoment:
    """A drawing: what it is of, what it shows in words, and the numbers of its shapes."""

    title: str
    description: str
    shapes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A round after one of its steps.

    `time` is the local one of the table, `utc` that of the device. `boards` are by the outcome's id, None where nobody
    can say what should have been.
    """

    position: int
    text: str
    amiss: tuple[str, ...]
    """What is wrong with the step."""
    mark: str
    phase: str
    time: str
    utc: str
    due: str
    source: str
    event: str
    footage: tuple[str, ...]
    known: tuple[tuple[str, tuple[str, ...]], ...]
    table: DrawnMoment
    boards: Mapping[str, DrawnMoment | None]


@dataclass(frozen=True, slots=True)
class RoundMoments:
    """The moments of a round, with the shapes and the cards of its drawings."""

    round: str
    table_size: tuple[int, int]
    """Width and height within which the table is drawn at every moment, so that nothing moves but what moved."""
    boards_size: tuple[int, int]
    symbols: tuple[str, ...]
    shapes: tuple[str, ...]
    moments: tuple[Moment, ...]

    def picture(self, drawn: DrawnMoment) -> str:
        """The shapes of a drawing, to be put into an SVG element."""
        return "".join(self.shapes[number] for number in drawn.shapes)

    @property
    def packed(self) -> str:
        """All of it as JSON, compressed, in letters that stand in any page. The same round gives the same."""
        return b64encode(gzip.compress(orjson.dumps(self), 9, mtime=0)).decode()


def round_moments(
    ruling: Ruling, steps: Sequence[Step], words: Catalogue, event_text: EventText, footage_text: FootageText
) -> RoundMoments:
    """All moments of a round."""
    sheets = _Sheets()
    tables, boards = _Frame(sheets), _Frame(sheets)
    spans = phases(steps)
    phase_of = {number: span.phase for span in spans for number in range(span.first, span.last + 1)}
    zone = ruling.round.table_opening.zone
    parts = [(outcome.id, partial(_boards, ruling, outcome.judgement, steps, words)) for outcome in ruling.outcomes]

    def moment(step: Step, scene: Scene) -> Moment:
        at = step.round_entry.entry.delivery.time
        return Moment(
            position=step.round_entry.position,
            text=step.text,
            amiss=tuple(finding_in_words(ruling, finding, words) for finding in step.findings),
            mark=step.mark,
            phase=phase_of[step.number],
            time=words.clock(at, zone) if at else "",
            utc=words.instant(at) if at else "",
            due=words.value(step.due) if step.due else "",
            source=step.round_entry.entry.source,
            event=event_text(step),
            footage=tuple(footage_text(at)),
            known=tuple((known.who, known.sentences) for known in knowledge(ruling, steps[: step.number], words)),
            table=tables.add(table_drawing(scene, words)),
            boards={name: None if (drawn := draw(step, scene)) is None else boards.add(drawn) for name, draw in parts},
        )

    moments = tuple(map(moment, steps, build_scenes(ruling, words, steps)))
    return RoundMoments(ruling.round.name, tables.size, boards.size, sheets.symbols, sheets.shapes, moments)


def table_picture(ruling: Ruling, number: int, words: Catalogue) -> str:
    """The table after a step, as SVG."""
    return draw_table(build_scene(ruling, words, number), words)


def boards_picture(ruling: Ruling, judged: Judgement, number: int, words: Catalogue) -> str | None:
    """As dealt beside as it should have been after a step, as SVG; None where nobody can say."""
    steps = timeline_steps(ruling, formatter_for(ruling, words))
    drawing = _boards(ruling, judged, steps, words, steps[number - 1], build_scene(ruling, words, number))
    return None if drawing is None else drawing.text()


def _boards(
    ruling: Ruling, judged: Judgement, steps: Sequence[Step], words: Catalogue, step: Step, scene: Scene
) -> Drawing | None:
    """As dealt beside as it should have been, with the cards that had left the shoe; None where nobody can say."""
    if load_game(ruling.edition.game).has_wheel:
        return _wheel_by_the_rules(judged, steps, words, step, scene)
    both = build_boards(ruling, judged, step.number, steps)
    return None if both is None else compare.BoardComparison(ruling, both, words).drawing()


def _wheel_by_the_rules(
    judged: Judgement, steps: Sequence[Step], words: Catalogue, step: Step, scene: Scene
) -> Drawing | None:
    """The wheel with the number that counts, from the moment on in which the ball came to rest for the last time."""
    rests = [other.number for other in steps if isinstance(other.round_entry.event, BallRested)]
    if judged.lawful_result is None or not rests or step.number < rests[-1]:
        return None
    dolly = scene.dolly and judged.lawful_result
    by_rules = replace(scene, pocket=judged.lawful_result, dolly=dolly, is_ball_running=False, no_spin=None)
    return table_drawing(by_rules, words)


class _Sheets:
    """Shapes and cards of several drawings, each kept once."""

    def __init__(self) -> None:
        self._number_by_shape: dict[str, int] = {}
        self._symbols: dict[str, None] = {}

    @property
    def shapes(self) -> tuple[str, ...]:
        return tuple(self._number_by_shape)

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(self._symbols)

    def add(self, drawing: Drawing) -> tuple[int, ...]:
        """Takes in a drawing; gives the numbers of its shapes."""
        self._symbols |= dict.fromkeys(drawing.symbols)
        return tuple(self._number_by_shape.setdefault(shape, len(self._number_by_shape)) for shape in drawing.shapes)


class _Frame:
    """The drawings of one place of the page, all in a frame of the same size."""

    def __init__(self, sheets: _Sheets):
        self._sheets = sheets
        self.size = (0, 0)

    def add(self, drawing: Drawing) -> DrawnMoment:
        self.size = max(self.size[0], drawing.width), max(self.size[1], drawing.height)
        return DrawnMoment(drawing.title, drawing.description, self._sheets.add(drawing))

"""A round step by step: what happened, how the table then stood, what was due next, what was wrong with it.

The phases of a round as an investigator steps through them, and how the round stood after each of its entries.

What stood in a typed account before it was corrected: what was superseded, and what was told instead.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ledger.events import Event, play, wheel
from ledger.events.table import TableOpened
from ledger.table_standing import RoundStanding, TableStanding, in_decision_order
from ledger.values.subjects import round_of, table_day
from projections.certainty import condition_in_words, mark
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.games.registry import GAMES, load_game
from replay.judging.finding import Finding, Mark
from replay.judging.judgement import MisdrawWindow
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay
from replay.table_day.round import Round, RoundEntry


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `changed_place` is the hand it changed, `due` what was due next by the rules, None once the
    play had left them.
    """

    number: int
    round_entry: RoundEntry
    text: str
    hands: Mapping[str, tuple[str, ...]]
    changed_place: str | None
    due: str | None
    findings: tuple[Finding, ...]
    mark: Mark = ""
    """Whether something was wrong with it in any case, or under some readings only."""
    only: str = ""
    """Under which, in a few words."""

    @property
    def text_with_condition(self) -> str:
        """What happened, and under what it was wrong, where that is not so in any case."""
        return f"{self.text} ({self.only})" if self.only else self.text


def formatter_for(ruling: Ruling, words: Catalogue) -> EventFormatter:
    """How a round is told in print: cards by their signs, places and amounts as at its table."""
    return formatter_at(ruling.round.table_opening, words)


def terminal_formatter_for(ruling: Ruling) -> EventFormatter:
    """How a round is told on the terminal: in English, with cards as they are recorded."""
    return replace(formatter_for(ruling, Catalogue()), card=str, wager=str)


def formatter_at(opening: TableOpened, words: Catalogue) -> EventFormatter:
    """How what happens at a table is told in print; of a game that this version does not have as it is recorded."""
    money = amount_formatter(opening.minor_digits, opening.currency, words)
    if opening.game not in GAMES:
        return EventFormatter(money, card=with_suit_signs, words=words)
    game = load_game(opening.game)
    return EventFormatter(money, game.place_name, with_suit_signs, game.wager_name, words)


def timeline_steps(ruling: Ruling, formatter: EventFormatter | None = None) -> list[Step]:
    """All steps of a round in order; in English for the terminal where no spelling is given."""
    round_ = ruling.round
    game = load_game(ruling.edition.game)
    spelt = formatter or terminal_formatter_for(ruling)
    steps: list[Step] = []
    for number, look in enumerate(game.frames(round_, Rules(ruling.edition)), 1):
        here = tuple(finding for finding in ruling.findings if finding.position == look.round_entry.position)
        text = describe_event(look.round_entry.event, spelt)
        if round_of(look.round_entry.entry.subject) != round_.name:
            text = spelt.say("later", said=text)
        holds = condition_in_words(ruling, here, spelt.words)
        steps.append(
            Step(number, look.round_entry, text, look.hands, look.changed_place, look.due, here, mark(ruling, here), holds)
        )
    return steps


Phase = Literal["bets", "play", "call", "money", "error", "end"]

_PHASE_STARTS: Final[tuple[tuple[Phase, tuple[type[Event], ...]], ...]] = (
    ("bets", (play.RoundOpened,)),
    ("play", (play.BetsClosed, play.CardDealt, play.DecisionMade, wheel.BallSpun, wheel.BallRested)),
    ("call", (play.Announced, wheel.DollyPlaced)),
    ("money", (play.WagerReturned, play.PaymentTakenBack)),
    ("error", (play.NoticeGiven, play.IrregularityReported, play.CorrectionBegun, play.CardMoved)),
    ("end", (play.RoundClosed,)),
)
"""What a phase begins with; everything else belongs to the phase in which it happens."""


@dataclass(frozen=True, slots=True)
class PhaseSpan:
    """The steps of one phase, by their numbers."""

    phase: Phase
    first: int
    last: int


def phases(steps: Sequence[Step]) -> list[PhaseSpan]:
    """The phases of a round in order."""
    found: list[PhaseSpan] = []
    for step, phase in zip(steps, _phase_of_each(steps), strict=True):
        if found and found[-1].phase == phase:
            found[-1] = PhaseSpan(phase, found[-1].first, step.number)
        else:
            found.append(PhaseSpan(phase, step.number, step.number))
    return found


def _phase_of_each(steps: Sequence[Step]) -> Iterator[Phase]:
    now: Phase = "bets"
    for step in steps:
        now = next((phase for phase, kinds in _PHASE_STARTS if isinstance(step.round_entry.event, kinds)), now)
        yield now


def standings_by_position(table_day: TableDay, round_: Round) -> Mapping[int, RoundStanding]:
    """By position, how the round stood once that entry was made."""
    own = {round_entry.position for round_entry in round_.entries}
    of_day = table_day.standings
    standings = TableStanding(of_day.authorities, of_day.roster, of_day.authorities_at, groundless=of_day.groundless)
    found: dict[int, RoundStanding] = {}
    if table_day.carried_shoe is not None:
        standings.carry_shoe(table_day.carried_shoe.name, table_day.carried_shoe.state)
    for entry in in_decision_order(table_day.order.entries):
        standings.apply(entry)
        if entry.position in own:
            found[entry.position] = standings.round_standing(round_.name, round_.shoe)
    return found


def window_mark(position: int, window: MisdrawWindow) -> Literal["", "opened", "inside", "noticed"]:
    """Return where an entry is in the misdraw window; empty before it and from its close on."""
    if position == window.opened_at:
        return "opened"
    if position < window.opened_at or (window.closed_at is not None and position >= window.closed_at):
        return ""
    return "noticed" if position in (window.noticed_at, window.put_right_at) else "inside"


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event of a typed account that stands, or stood once."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class AccountMend:
    """What one correction changed of a round: at `at`, in UTC."""

    position: int
    at: str
    by: str
    reason: str
    before: tuple[ToldEvent, ...]
    instead: tuple[ToldEvent, ...]


def account_mends(ruling: Ruling, formatter: EventFormatter | None = None) -> list[AccountMend]:
    """What was corrected of a round and of its table, in the order of the record; in English where no spelling is given."""
    return list(_account_mends(ruling, formatter or terminal_formatter_for(ruling)))


def _account_mends(ruling: Ruling, formatter: EventFormatter) -> Iterator[AccountMend]:
    about = (ruling.round.name, table_day(ruling.round.name))
    for correction in ruling.round.corrections:
        act = correction.entry
        yield AccountMend(
            act.position,
            act.delivery.time or act.recorded_at,
            correction.event.by,
            correction.event.reason,
            *(
                _told(((entry.position, entry.event) for entry in entries if entry.subject in about), formatter)
                for entries in (correction.superseded, correction.replacements)
            ),
        )


def _told(events: Iterable[tuple[int, Event]], formatter: EventFormatter) -> tuple[ToldEvent, ...]:
    return tuple(ToldEvent(position, describe_event(event, formatter)) for position, event in events)

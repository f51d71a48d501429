"""A round step by step: what happened, how the table then stood, what was due next, what was wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ledger.events.table import TableOpened
from ledger.values.subjects import round_of
from projections.certainty import condition_in_words, mark
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.games.registry import GAMES, load_game
from replay.judging.finding import Finding, Mark
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling
from replay.table_day.round import RoundEntry


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `touched` is the hand it changed, `due` what was due next by the rules, None once the play
    had left them.
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

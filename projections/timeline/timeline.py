"""A round step by step: what happened, how the table then stood, what was due next, what was wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ledger.values.subjects import round_of
from projections.certainty import Mark, mark, only
from projections.messages.catalogue import Words, pretty
from projections.timeline.event_text import Spelling, amount, phrase
from replay.games.registry import load_game
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling
from replay.table_day.round import RoundEntry


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `touched` is the hand it changed, `due` what was due next by the rules, None once the play
    had left them.
    """

    number: int
    told: RoundEntry
    text: str
    hands: Mapping[str, tuple[str, ...]]
    touched: str | None
    due: str | None
    findings: tuple[Finding, ...]
    mark: Mark = ""
    """Whether something was wrong with it in any case, or under some readings only."""
    only: str = ""
    """Under which, in a few words."""

    @property
    def flagged(self) -> str:
        """What happened, and under what it was wrong, where that is not so in any case."""
        return f"{self.text} ({self.only})" if self.only else self.text


def spelling_of(ruling: Ruling, words: Words) -> Spelling:
    """How a round is told in print: cards by their signs, places and amounts as at its table."""
    opening, game = ruling.round.table_opening, load_game(ruling.edition.game)
    return Spelling(amount(opening.minor_digits, opening.currency), game.place_name, pretty, game.wager_name, words)


def walk(ruling: Ruling, spelling: Spelling | None = None) -> list[Step]:
    """All steps of a round in order; in English for the terminal where no spelling is given."""
    round_ = ruling.round
    game = load_game(ruling.edition.game)
    spelt = spelling or replace(spelling_of(ruling, Words()), card=str, wager=str)
    steps: list[Step] = []
    for number, look in enumerate(game.frames(round_, Rules(ruling.edition)), 1):
        here = tuple(finding for finding in ruling.findings if finding.position == look.round_entry.position)
        text = phrase(look.round_entry.event, spelt)
        if round_of(look.round_entry.entry.subject) != round_.name:
            text = spelt.say("later", said=text)
        holds = only(ruling, here, spelt.words)
        steps.append(
            Step(number, look.round_entry, text, look.hands, look.changed_place, look.due, here, mark(ruling, here), holds)
        )
    return steps

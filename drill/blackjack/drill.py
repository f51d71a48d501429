"""The drill for blackjack: seeded shoes, players of a fixed strategy, faults of every kind, judged and counted.

The players' strategy is a function of what they see. So a lawful line that is the beginning of the true round becomes
the true round, once what it asks is answered by the strategy and what it lacks is drawn from the same shoe.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from drill.blackjack.absences import ABSENCES
from drill.blackjack.deal import BOXES, SimulatedBlackjackTable
from drill.blackjack.recording import RoundRecording, posted_odds_events
from drill.blackjack.rounds import ROUND_NAME, DrilledBlackjackRound, drilled_rounds, lawful_scenario, random_resolutions
from drill.blackjack.scoring import score
from drill.games import GameDrill
from drill.record_variations import with_record_variations
from drill.shoe.shift_drill import drill_shift
from drill.shoe.void_drill import deal_void_shoe, score_void_shoe
from drill.taken_back import PAYMENTS_TAKEN_BACK
from drill.tally import Judge, RoundScorer, Tally
from ledger.events import Event
from ledger.events.table import LimitsPosted
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import MAIN
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule


@dataclass
class BlackjackRoundSource:
    """Rounds from the cards that a night gives them, in a house that has resolved what it left open. Same seed, same
    rounds.
    """

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = Random(self.seed)  # noqa: S311 - play that can be repeated, no secret
        self.edition = self.edition.with_resolutions(random_resolutions(self.edition, rng))
        self._table = SimulatedBlackjackTable(self.edition, self.seed)
        self._table.device = "shoe"

    def opening_events(self) -> list[Event]:
        """Odds and limits."""
        least, most, unit = self._table.limits
        posted = self.edition.values[parameters.BOX_LIMITS.name][0] == "posted"
        limits = [LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit)] if posted else []
        return [*limits, *posted_odds_events(self._table.rules)]

    def next_round(self) -> list[Event]:
        """The next round."""
        self._table.cards = self.cards
        script = lawful_scenario(self._table)
        events = [event for event, _ in RoundRecording(script).events()]
        self.cards = self.cards[len(script.cards_out) :]
        return events


SEATED_PLAYERS: Final = tuple(f"P{box}" for box in BOXES)
"""Who sits at the table when the custody of its shoes is drilled."""

ROUNDS_PER_SHOE: Final = 40
"""So many rounds are dealt from a floor before another one, with other resolutions, is set up."""


def drill_shoe(edition: Edition, seed: int, number: int, most_rounds: int, judge: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many rounds. Shoes know nothing of each other."""
    tally = Tally(seed)
    for each in scored(edition, seed, number, most_rounds):
        each(tally, judge)
    tally.merge(
        drill_shift(BlackjackRoundSource(edition, night := seed * 1_000_003 + number), night, SEATED_PLAYERS, judge)
    )
    return tally


def scored_rounds(edition: Edition, seed: int, number: int, most_rounds: int) -> Iterator[RoundScorer]:
    """The rounds of one shoe, each to be judged and scored."""
    return (
        partial(_score_round, drilled)
        for drilled in drilled_rounds(edition, seed, number, min(ROUNDS_PER_SHOE, most_rounds))
    )


def scored(edition: Edition, seed: int, number: int, most_rounds: int) -> Iterator[RoundScorer]:
    """The same, some rounds once more on another record, and a shoe of lawful rounds that is announced void."""
    yield from with_record_variations(
        scored_rounds(edition, seed, number, most_rounds), seed, number, {**PAYMENTS_TAKEN_BACK, **ABSENCES}
    )
    shoe_seed = seed * 1_000_003 + number
    yield partial(
        score_void_shoe, deal_void_shoe(BlackjackRoundSource(edition, shoe_seed), shoe_seed, SEATED_PLAYERS), shoe_seed
    )


def _score_round(drilled: DrilledBlackjackRound, tally: Tally, judge: Judge) -> None:
    score(tally, drilled, judge(drilled.table_day, ROUND_NAME))
    tally.rounds += 1


DRILL: Final = GameDrill("ccl", drill_shoe, scored_rounds, scored)

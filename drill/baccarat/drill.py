"""The drill for baccarat: seeded shoes with players and wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from drill.baccarat.deal import UR_WAY_ODDS, SimulatedBaccaratTable
from drill.baccarat.recording import DAY, entries
from drill.baccarat.rounds import PLAYERS, deal_shoe
from drill.baccarat.scenario import LIMITS
from drill.baccarat.scoring import DrilledCoup, score
from drill.baccarat.truth import expected_rulings
from drill.games import GameDrill
from drill.record_variations import with_record_variations
from drill.shoe.shift_drill import drill_shift
from drill.shoe.void_drill import deal_void_shoe, score_void_shoe
from drill.taken_back import PAYMENTS_TAKEN_BACK
from drill.tally import Judge, RoundScorer, Tally
from ledger.events import Event
from ledger.events.table import LimitsPosted, OddsPosted, TermsAgreed
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay


@dataclass
class CoupSource:
    """Coups from the cards that a night gives them. Same seed, same coups."""

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._table = SimulatedBaccaratTable(self.edition, PLAYERS, self.seed)

    def opening_events(self) -> list[Event]:
        """Odds, limits, and what was agreed with the players."""
        odds = [OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total) for total, odds in UR_WAY_ODDS.items()]
        limits = [LimitsPosted(kind=kind, least_minor=least, most_minor=most) for kind, (least, most) in LIMITS.items()]
        return [
            *odds,
            *limits,
            *(TermsAgreed(player=player_.name, tie_share_bp=player_.tie_share_bp) for player_ in PLAYERS),
        ]

    def next_round(self) -> list[Event]:
        """The next coup."""
        self._table.cards = self.cards[::-1]
        events = self._table.deal_coup().events()
        self.cards = self._table.cards[::-1]
        return events


SEATED_PLAYERS: Final = tuple(player.name for player in PLAYERS)
"""Who sits at the table when the custody of its shoes is drilled."""


def drill_shoe(edition: Edition, seed: int, number: int, most_coups: int, judge: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many coups. Shoes know nothing of each other."""
    tally = Tally(seed)
    for each in scored(edition, seed, number, most_coups):
        each(tally, judge)
    tally.merge(drill_shift(CoupSource(edition, night := seed * 1_000_003 + number), night, SEATED_PLAYERS, judge))
    return tally


def scored_coups(edition: Edition, seed: int, number: int, most_coups: int) -> Iterator[RoundScorer]:
    """The coups of one shoe, each to be judged and scored."""
    story, coups = record_shoe(edition, seed * 1_000_003 + number, most_coups)
    for at, coup in enumerate(coups, 1):
        yield partial(_score_coup, coup, story, f"{DAY}/{at}")


def scored(edition: Edition, seed: int, number: int, most_coups: int) -> Iterator[RoundScorer]:
    """The same, some coups once more on another record, and a shoe of lawful coups that is announced void."""
    yield from with_record_variations(scored_coups(edition, seed, number, most_coups), seed, number, PAYMENTS_TAKEN_BACK)
    shoe_seed = seed * 1_000_003 + number
    yield partial(score_void_shoe, deal_void_shoe(CoupSource(edition, shoe_seed), shoe_seed, SEATED_PLAYERS), shoe_seed)


def _score_coup(coup: DrilledCoup, table_day: TableDay, name: str, tally: Tally, judge: Judge) -> None:
    score(tally, coup, judge(table_day, name))
    tally.rounds += 1


def record_shoe(edition: Edition, seed: int, most_coups: int) -> tuple[TableDay, list[DrilledCoup]]:
    """A shoe with its faults as the record tells it, and what is right in each of its coups."""
    shoe = deal_shoe(edition, seed, most_coups)
    story = build_table_day(entries(edition, shoe), lambda _, __: edition)
    return story, [DrilledCoup(edition, shoe, at, right) for at, right in enumerate(expected_rulings(edition, shoe))]


DRILL: Final = GameDrill("dcb", drill_shoe, scored_coups, scored)

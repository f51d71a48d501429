"""The drill for baccarat: seeded shoes with players and wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from drill.baccarat.deal import UR_WAY_ODDS, Table
from drill.baccarat.recording import DAY, entries
from drill.baccarat.rounds import PLAYERS, deal_shoe
from drill.baccarat.scenario import LIMITS
from drill.baccarat.scoring import Drilled, score
from drill.baccarat.truth import rights
from drill.shoe.shift_drill import drill_night
from drill.tally import Judge, Scoring, Tally
from ledger.events import Event
from ledger.events.table import LimitsPosted, OddsPosted, TermsAgreed
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import tell
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay


@dataclass
class Coups:
    """Coups from the cards that a night gives them. Same seed, same coups."""

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._table = Table(self.edition, PLAYERS, self.seed)

    def posted(self) -> list[Event]:
        """Odds, limits, and what was agreed with the players."""
        odds = [OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total) for total, odds in UR_WAY_ODDS.items()]
        limits = [LimitsPosted(kind=kind, least_minor=least, most_minor=most) for kind, (least, most) in LIMITS.items()]
        return [*odds, *limits, *(TermsAgreed(player=one.name, tie_share_bp=one.tie_share_bp) for one in PLAYERS)]

    def round(self) -> list[Event]:
        """The next coup."""
        self._table.cards = self.cards[::-1]
        events = self._table.coup().events()
        self.cards = self._table.cards[::-1]
        return events


SEATED: Final = tuple(player.name for player in PLAYERS)
"""Who sits at the table when the custody of its shoes is drilled."""


def drill_shoe(edition: Edition, seed: int, number: int, most: int, judged_by: Judge = rule) -> Tally:
    """What there is to count in one shoe of a drill, of at most so many coups. Shoes know nothing of each other."""
    tally = Tally(seed)
    for scored in scored_coups(edition, seed, number, most):
        scored(tally, judged_by)
    tally.add(drill_night(Coups(edition, night := seed * 1_000_003 + number), night, SEATED, judged_by))
    return tally


def scored_coups(edition: Edition, seed: int, number: int, most: int) -> Iterator[Scoring]:
    """The coups of one shoe, each to be judged and scored."""
    story, coups = told_shoe(edition, seed * 1_000_003 + number, most)
    for at, coup in enumerate(coups, 1):
        yield partial(_scored, coup, story, f"{DAY}/{at}")


def _scored(coup: Drilled, story: TableDay, name: str, tally: Tally, judged_by: Judge) -> None:
    score(tally, coup, judged_by(story, name))
    tally.rounds += 1


def told_shoe(edition: Edition, seed: int, most: int) -> tuple[TableDay, list[Drilled]]:
    """A shoe with its faults as the record tells it, and what is right in each of its coups."""
    shoe = deal_shoe(edition, seed, most)
    story = tell(entries(edition, shoe), lambda _, __: edition)
    return story, [Drilled(edition, shoe, at, right) for at, right in enumerate(rights(edition, shoe))]

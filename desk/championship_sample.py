"""The bundled championship: sixteen contestants, a dispute, and a final that is drawn down to the second exercise."""

from collections.abc import Iterator
from itertools import count
from typing import Final

from ledger.application import Ledger
from ledger.championships import Championships
from ledger.events import Event
from ledger.events.championship import (
    ChampionshipOpened,
    ContestantEntered,
    ContestantInvited,
    ContestantsAdvanced,
    DisputeOpened,
    DisputeSettled,
    ExerciseAnswered,
    ExerciseSet,
    JudgesNamed,
    PrizeAwarded,
    PrizeListed,
    RoundScheduled,
    ScoresGiven,
)
from ledger.times import instant, written
from projections.championships import ChampionshipArchive
from replay.rulebook import shipped

NAME: Final = "EDC-2026"
RULEBOOK: Final = "eca-championship"
OPENED: Final = "2026-01-17T09:00:00Z"
FINALISTS: Final = ("C01", "C02")
WHEEL: Final = "a"
SEEDS: Final = (1, 2)


class _Running:
    """A championship that is run act by act, a minute apart, saying what is worth saying."""

    def __init__(self, ledger: Ledger):
        self.ledger = ledger
        self.championships = Championships(ledger)
        self.minutes = count()

    def do(self, *events: Event) -> str:
        """What became of the last of these acts."""
        said = ""
        for event in events:
            at = written(instant(OPENED) + next(self.minutes) * 60_000_000)
            refused = self.championships.do(NAME, event, at).refused
            said = f"refused ({refused.clause}): {refused.sentence}" if refused else "done"
        return said

    def exercise(self, seed: int) -> ExerciseSet:
        """The exercise of a seed for those who are drawn in the final."""
        return ChampionshipArchive(self.ledger).exercise(NAME, 2, "DIR", seed, reading=WHEEL)

    def payouts(self, number: int) -> tuple[int, ...]:
        """What is rightly stated of an exercise."""
        found = ChampionshipArchive(self.ledger).document(NAME)["exercises"]
        return tuple(row["payout"] for one in found if one["exercise"] == number for row in one["wagers"])


def run(ledger: Ledger) -> Iterator[str]:
    """Runs the championship in a ledger and tells it line by line; nothing where it was run before."""
    if NAME in Championships(ledger).names():
        return
    held = _Running(ledger)
    edition = shipped(RULEBOOK).name
    opened = ChampionshipOpened(by="ECA", director="DIR", rulebook=RULEBOOK, edition=edition, on_display=True)
    entered = [ContestantEntered(by=f"K{n:02}", contestant=f"C{n:02}", casino=f"K{n:02}") for n in range(1, 16)]
    held.do(opened, JudgesNamed(by="ECA", judges=("J1", "J2")), PrizeListed(by="ECA", place=1, prize="the cup"), *entered)
    everybody = tuple(f"C{n:02}" for n in range(1, 17))
    first = RoundScheduled(by="DIR", round=1, contestants=everybody[:15], advance=2)
    yield f"a first round of fifteen contestants: {held.do(first)}"
    held.do(ContestantInvited(by="ECA", contestant="C16", casino="K16"))
    held.do(first.model_copy(update={"contestants": everybody}))
    held.do(*(_scores(1, name, 60 - n, 60 - n, 60 - n) for n, name in enumerate(everybody)))
    yield from _disputed(held)
    held.do(ContestantsAdvanced(by="DIR", round=1, contestants=FINALISTS))
    held.do(RoundScheduled(by="DIR", round=2, contestants=FINALISTS, advance=1))
    held.do(*(_scores(2, name, 50, 40, 30) for name in FINALISTS))
    yield from _exercises(held)
    yield f"{FINALISTS[1]} is the winner: {held.do(ContestantsAdvanced(by='DIR', round=2, contestants=FINALISTS[1:]))}"
    held.do(PrizeAwarded(by="ECA", place=1, contestant=FINALISTS[1], prize="the cup"))


def _scores(number: int, contestant: str, hospitality: int, technical: int, control: int) -> ScoresGiven:
    return ScoresGiven(
        by="J1", round=number, contestant=contestant, hospitality=hospitality, technical=technical, control=control
    )


def _disputed(held: _Running) -> Iterator[str]:
    advance = ContestantsAdvanced(by="DIR", round=1, contestants=FINALISTS)
    held.do(DisputeOpened(by="K03", dispute="Q1", about="whether a draw is reviewed by all rounds", round=1))
    yield f"who goes on, while a dispute is open: {held.do(advance)}"
    said = "by the scores of its own round"
    settled = DisputeSettled(by="K01", dispute="Q1", decision=said, clause="ECA-D1b?", reading="a")
    yield f"a casino settles the dispute: {held.do(settled)}"
    yield f"the Director settles it, {said}: {held.do(settled.model_copy(update={'by': 'DIR'}))}"


def _exercises(held: _Running) -> Iterator[str]:
    """In the first one both state all payouts rightly in the same time; in the second one of them counts a stake in."""
    for number, seed in enumerate(SEEDS, 1):
        held.do(held.exercise(seed))
        right = held.payouts(number)
        wrong = (right[0] + 1, *right[1:])
        for name in FINALISTS:
            stated = wrong if number == len(SEEDS) and name == FINALISTS[0] else right
            answer = ExerciseAnswered(by=name, exercise=number, contestant=name, payouts=stated, time_ms=95_000)
            held.do(answer)
        final = ChampionshipArchive(held.ledger).judged(NAME).rounds[2]
        ranking = final.branches[0].outcome.ranking
        drawn = f"{' and '.join(ranking.drawn)} still drawn" if ranking.drawn else f"decided by {ranking.decided_by[-1]}"
        yield f"exercise {number}, of {len(right)} wagers from seed {seed}: {drawn}"
        if number == 1:
            once_more = held.championships.told(NAME).exercises[1].model_copy(update={"exercise": 2})
            yield f"the same exercise once more: {held.do(once_more)}"

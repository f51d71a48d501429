"""The bundled championship: sixteen contestants, a dispute, and a final that is drawn down to the second exercise."""

from itertools import count
from typing import Final

from ledger.application import Ledger
from ledger.championships.commands import Championships
from ledger.events import Event
from ledger.events.championships import (
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
from ledger.values.times import format_instant, parse_instant
from projections.read_models.championships import JudgedChampionships
from replay.editions.loader import shipped_edition

NAME: Final = "EDC-2026"
RULEBOOK: Final = "eca-championship"
OPENED: Final = "2026-01-17T09:00:00Z"
FINALISTS: Final = ("C01", "C02")
WHEEL: Final = "a"
SEEDS: Final = (1, 2)


class _ChampionshipRun:
    """A championship that is run act by act, a minute apart."""

    def __init__(self, ledger: Ledger):
        self.ledger = ledger
        self.championships = Championships(ledger)
        self.minutes = count()

    def perform(self, *events: Event) -> None:
        """Does these acts; what is refused is an attempt on record."""
        for event in events:
            at = format_instant(parse_instant(OPENED) + next(self.minutes) * 60_000_000)
            self.championships.act(NAME, event, at)

    def exercise(self, seed: int) -> ExerciseSet:
        """The exercise of a seed for those who are drawn in the final."""
        return JudgedChampionships(self.ledger).next_exercise(NAME, 2, "DIR", seed, reading=WHEEL)

    def right_payouts(self, number: int) -> tuple[int, ...]:
        """What is rightly stated of an exercise."""
        found = JudgedChampionships(self.ledger).document(NAME).exercises
        return tuple(row.payout or 0 for exercise in found if exercise.exercise == number for row in exercise.wagers)


def run(ledger: Ledger) -> None:
    """Runs the championship in a ledger, unless it was run in it before."""
    if NAME in Championships(ledger).names():
        return
    held = _ChampionshipRun(ledger)
    edition = shipped_edition(RULEBOOK).name
    opened = ChampionshipOpened(by="ECA", director="DIR", rulebook=RULEBOOK, edition=edition, on_display=True)
    entered = [ContestantEntered(by=f"K{n:02}", contestant=f"C{n:02}", casino=f"K{n:02}") for n in range(1, 16)]
    held.perform(
        opened, JudgesNamed(by="ECA", judges=("J1", "J2")), PrizeListed(by="ECA", place=1, prize="the cup"), *entered
    )
    everybody = tuple(f"C{n:02}" for n in range(1, 17))
    first = RoundScheduled(by="DIR", round=1, contestants=everybody, advance=2)
    too_few = first.model_copy(update={"contestants": everybody[:15]})
    held.perform(too_few, ContestantInvited(by="ECA", contestant="C16", casino="K16"), first)
    held.perform(*(_scores(1, name, 60 - n, 60 - n, 60 - n) for n, name in enumerate(everybody)))
    _perform_dispute(held)
    held.perform(ContestantsAdvanced(by="DIR", round=1, contestants=FINALISTS))
    held.perform(RoundScheduled(by="DIR", round=2, contestants=FINALISTS, advance=1))
    held.perform(*(_scores(2, name, 50, 40, 30) for name in FINALISTS))
    _perform_exercises(held)
    held.perform(ContestantsAdvanced(by="DIR", round=2, contestants=FINALISTS[1:]))
    held.perform(PrizeAwarded(by="ECA", place=1, contestant=FINALISTS[1], prize="the cup"))


def _scores(number: int, contestant: str, hospitality: int, technical: int, control: int) -> ScoresGiven:
    return ScoresGiven(
        by="J1", round=number, contestant=contestant, hospitality=hospitality, technical=technical, control=control
    )


def _perform_dispute(championship_run: _ChampionshipRun) -> None:
    """While it is open nobody goes on, and a casino cannot settle it."""
    championship_run.perform(
        DisputeOpened(by="K03", dispute="Q1", about="whether a draw is reviewed by all rounds", round=1)
    )
    championship_run.perform(ContestantsAdvanced(by="DIR", round=1, contestants=FINALISTS))
    reason = "by the scores of its own round"
    settled = DisputeSettled(by="K01", dispute="Q1", decision=reason, clause="ECA-D1b?", reading="a")
    championship_run.perform(settled, settled.model_copy(update={"by": "DIR"}))


def _perform_exercises(championship_run: _ChampionshipRun) -> None:
    """In the first one both state all payouts rightly in the same time; it is not set again, and in the second one of
    them is wrong on a wager.
    """
    for number, seed in enumerate(SEEDS, 1):
        event = championship_run.exercise(seed)
        championship_run.perform(event)
        right = championship_run.right_payouts(number)
        wrong = (right[0] + 1, *right[1:])
        for name in FINALISTS:
            stated = wrong if number == len(SEEDS) and name == FINALISTS[0] else right
            championship_run.perform(
                ExerciseAnswered(by=name, exercise=number, contestant=name, payouts=stated, time_ms=95_000)
            )
        if number < len(SEEDS):
            championship_run.perform(event.model_copy(update={"exercise": number + 1}))

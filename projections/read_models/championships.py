"""Championships out of a ledger: judged, as a document for others, and the exercises that their rules ask for."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from ledger.application import Ledger
from ledger.championships.championship import Championship, impossible
from ledger.championships.commands import Championships
from ledger.errors import MalformedAct
from ledger.events.championships import ExerciseSet
from projections.documents.championships import ChampionshipDocument, championship_document
from projections.table_days import TableDays
from replay.championship import parameters
from replay.championship.exercise import exercise_faults, generate_exercise
from replay.championship.judge import JudgedChampionship, judge, settled_readings
from replay.championship.scores import table_findings
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules, judge_branches
from replay.table_day.round import Round


class JudgedChampionships:
    """The championships of a ledger, read and judged."""

    def __init__(self, ledger: Ledger):
        self._championships = Championships(ledger)
        self._table_days = TableDays(ledger)

    def get(self, name: str) -> JudgedChampionship:
        """A championship judged as far as it has come. Raises UnknownChampionship."""
        championship = self._championships.get(name)
        now = self._edition(championship, championship.acts[-1].at)
        played = table_findings(championship, self._rounds(championship), Rules(now))
        return judge(
            championship,
            lambda at: self._edition(championship, at),
            self._roulette_edition(now, championship.acts[-1].at),
            tuple(played),
        )

    def next_exercise(
        self,
        name: str,
        round_number: int,
        by: str,
        seed: int,
        contestants: tuple[str, ...] = (),
        reading: str | None = None,
        wagers: tuple[str, ...] = (),
    ) -> ExerciseSet:
        """The next exercise for a round, made from a seed unless its wagers are given, for those drawn at the line.

        `reading` says which wheel, where the rules leave that open. Raises UnknownChampionship, and MalformedAct where
        nobody is drawn, the wheel is open, or the house has no odds for a wager; what is impossible the act is refused for.
        """
        judged = self.get(name)
        championship = judged.championship
        edition = self._with_wheel_reading(
            judged.edition.with_resolutions(settled_readings(championship, round_number)), reading
        )
        roulette = Rules(self._roulette_edition(edition, championship.acts[-1].at))
        rules = Rules(edition)
        given = wagers or generate_exercise(seed, rules, roulette)
        event = ExerciseSet(
            by=by,
            exercise=max(championship.exercises, default=0) + 1,
            round=round_number,
            contestants=contestants or _drawn_contestants(judged, round_number),
            wagers=given,
            wheel=rules.value(parameters.WHEEL),
            seed=None if wagers else seed,
        )
        for why in exercise_faults(event, rules, roulette) if not any(impossible(event)) else ():
            raise MalformedAct(f"exercise {event.exercise}: {why}")
        return event

    def document(self, name: str) -> ChampionshipDocument:
        """A championship as JSON for others. Raises UnknownChampionship."""
        judged = self.get(name)
        return championship_document(name, judged, self._roulette_edition(judged.edition, judged.championship.acts[-1].at))

    def _edition(self, championship: Championship, at: str) -> Edition:
        return parse_edition(self._championships.text(*championship.edition(at)))

    def _roulette_edition(self, edition: Edition, at: str) -> Edition:
        """The house whose roulette pays the odds of an exercise."""
        return self._table_days.edition(Rules(edition).value(parameters.ODDS_OF), date.fromisoformat(at[:10]))

    def _rounds(self, championship: Championship) -> Iterator[Round]:
        known = set(self._table_days.days())
        for day in sorted({table for scheduled in championship.rounds.values() for table in scheduled.tables}):
            if day in known:
                yield from self._table_days.get(day).rounds.values()

    @staticmethod
    def _with_wheel_reading(edition: Edition, reading: str | None) -> Edition:
        _, clause = edition.values[parameters.WHEEL.name]
        open_ = len(judge_branches(edition, lambda rules: rules.value(parameters.WHEEL))) > 1
        letters = edition.sheet.readings[clause].readings if clause in edition.sheet.readings else {}
        if reading is None and open_:
            readings_named = "; ".join(f"{letter}: {text}" for letter, text in letters.items())
            raise MalformedAct(
                f"{clause} leaves open which wheel it is; name the reading that the Director takes ({readings_named})"
            )
        if reading is not None and reading not in letters:
            raise MalformedAct(f"{clause} has no reading {reading!r}")
        return edition if reading is None else edition.with_resolutions({clause: reading})


_NO_EXERCISE_REASONS: Final = {
    "scores": "has contestants without scores",
    "decided": "is not drawn at the line",
    "refer": "comes to different results under different readings, between which somebody must decide first",
}


def _drawn_contestants(judged: JudgedChampionship, round_number: int) -> tuple[str, ...]:
    judged_round = judged.rounds.get(round_number)
    if judged_round is None:
        raise MalformedAct(f"round {round_number} is not scheduled")
    if judged_round.state != "exercise":
        why = _NO_EXERCISE_REASONS[judged_round.state]
        raise MalformedAct(f"round {round_number} {why}; name the contestants if there is an exercise all the same")
    return judged_round.branches[0].outcome.ranking.drawn

"""Championships out of a ledger: judged, as a document for others, and the exercises that their rules ask for."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from ledger.application import Ledger
from ledger.championships.championship import Championship, ChampionshipAct
from ledger.championships.commands import Championships
from ledger.championships.exercises import impossible, read
from ledger.errors import MalformedAct
from ledger.events.championships import ContestantInvited, ExerciseAnswered, ExerciseSet
from ledger.values.wheel_layout import layout_of
from projections.table_days import TableDays
from replay import ENGINE
from replay.championship import parameters
from replay.championship.exercise import exercise_faults, generate_exercise, marks, payout
from replay.championship.judge import JudgedChampionship, JudgedRound, judge, settled_readings
from replay.championship.scores import table_findings
from replay.editions.loader import parse_edition
from replay.judging.finding import Finding
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

    def document(self, name: str) -> dict[str, Any]:
        """A championship as JSON for others. Raises UnknownChampionship."""
        judged = self.get(name)
        roulette = Rules(self._roulette_edition(judged.edition, judged.championship.acts[-1].at))
        return {
            "championship": name,
            **_championship_document(judged),
            "exercises": list(_exercise_documents(judged, roulette)),
        }

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


def _championship_document(judged: JudgedChampionship) -> dict[str, Any]:
    championship, edition = judged.championship, judged.edition
    assert championship.opened is not None
    invited = {act.event.contestant for act in championship.acts if isinstance(act.event, ContestantInvited)}
    return {
        "standing": championship.standing,
        "organiser": championship.opened.by,
        "director": championship.opened.director,
        "designees": list(championship.designees),
        "judges": list(championship.judges),
        "rulebook": {"id": edition.id, "edition": edition.name, "digest": edition.digest},
        "on_display": championship.opened.on_display,
        "engine": ENGINE,
        "entries": [
            {
                "contestant": contestant,
                "casino": casino,
                "invited": contestant in invited,
                "disqualified": contestant in championship.disqualified,
            }
            for contestant, casino in championship.entries.items()
        ],
        "rounds": [_round_document(one_round) for one_round in judged.rounds.values()],
        "prizes": [
            {"place": place, "prize": championship.prizes.get(place), "awarded_to": championship.awarded.get(place)}
            for place in sorted({*championship.prizes, *championship.awarded})
        ],
        "amendments": [
            {
                "amendment": name,
                "what": amended.what,
                "clause": amended.clause,
                "effective_at": amended.effective_at,
                "edition": amended.edition,
                "informed": [casino for casino in championship.casinos if (name, casino) in championship.notified],
            }
            for name, amended in championship.amendments.items()
        ],
        "disputes": [
            {
                "dispute": name,
                "about": dispute.about,
                "by": dispute.by,
                "round": dispute.round,
                "decision": championship.settled[name].decision if name in championship.settled else None,
                "settled_by": championship.settled[name].by if name in championship.settled else None,
            }
            for name, dispute in championship.disputes.items()
        ],
        "attempts": [_attempt_document(act) for act in championship.attempts],
        "findings": list(map(_finding_document, judged.findings)),
        "authority": judged.authority,
    }


def _round_document(judged_round: JudgedRound) -> dict[str, Any]:
    record = judged_round.record
    return {
        "round": record.number,
        "contestants": list(record.contestants),
        "places": record.places,
        "state": judged_round.state,
        "advanced": None if record.advanced is None else list(record.advanced),
        "branches": [
            {
                "choices": dict(branch.choices),
                "advance": list(branch.outcome.ranking.advance),
                "drawn": list(branch.outcome.ranking.drawn),
                "unscored": list(branch.outcome.ranking.unscored),
                "decided_by": list(branch.outcome.ranking.decided_by),
                "level": list(branch.outcome.ranking.level),
                "level_places": branch.outcome.ranking.level_places,
                "clauses": sorted(branch.outcome.cited_clauses),
                "findings": list(map(_finding_document, branch.outcome.findings)),
            }
            for branch in judged_round.branches
        ],
    }


def _exercise_documents(judged: JudgedChampionship, roulette: Rules) -> Iterator[dict[str, Any]]:
    rules = Rules(judged.edition)
    answers = [act.event for act in judged.championship.acts if isinstance(act.event, ExerciseAnswered)]
    for number, event in judged.championship.exercises.items():
        layout = layout_of(event.wheel)
        yield {
            "exercise": number,
            "round": event.round,
            "contestants": list(event.contestants),
            "seed": event.seed,
            "wagers": [{"wager": w, "payout": payout(read(w), layout, rules, roulette)} for w in event.wagers],
            "answers": [
                {
                    "contestant": answer.contestant,
                    "payouts": list(answer.payouts),
                    "marks": marks(event, answer.payouts, rules, roulette),
                    "time_ms": answer.time_ms,
                }
                for answer in answers
                if answer.exercise == number
            ],
        }


def _attempt_document(act: ChampionshipAct) -> dict[str, Any]:
    tried = act.event
    return {
        "act": tried.act,
        "by": tried.by,
        "at": act.at,
        "position": act.position,
        "refused": tried.refused,
        "clause": tried.clause,
    }


def _finding_document(finding: Finding) -> dict[str, Any]:
    return {"kind": finding.kind, "clauses": list(finding.clauses), "at": finding.position, "text": finding.text}

"""A worked case of a championship: done act by act, and compared. championship/README.md says how it is read."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.application import Ledger
from ledger.championships.championship import Championship
from ledger.championships.commands import Championships
from ledger.entry import Delivery
from ledger.events import Event, play, table
from ledger.events import championships as acts
from ledger.ingest import incoming_deliveries
from ledger.values.times import canonical_instant, format_instant, parse_instant
from projections.read_models.championships import JudgedChampionships
from projections.table_days import TableDays
from replay.championship.judge import JudgedChampionship
from replay.editions.loader import shipped_edition, shipped_text
from tests.cases.telling import Case
from tests.cases.words import UnknownKey, person

NAME: Final = "case"
BEGINS: Final = "2026-05-03T09:00:00Z"
DAY: Final = "2026-05-03"
TABLES: Final = {"blackjack": ("BJ-1", "eca-blackjack"), "roulette": ("RO-1", "eca-roulette")}
SETUP: Final = frozenset({"currency", "cash_value", "result", "payout", "mark", "unresolved"})
"""The setup's conventions are those of the edition; that its chips have no value says nothing to be recorded."""

Said = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What came of a case: the ids of the refused lines, the championship judged, and the findings of its tables."""

    refused: frozenset[str]
    judged: JudgedChampionship
    marks: Mapping[str, Mapping[str, int]]
    found: Sequence[tuple[tuple[str, ...], frozenset[str]]]
    """Each finding's clauses, and whom and what it names."""

    @property
    def championship_so_far(self) -> Championship:
        return self.judged.championship


@dataclass
class Running:
    """Goes along the lines of a case, one minute after the other."""

    championships: Championships
    edition: str
    director: str = ""
    organiser: str = ""
    at: int = field(default_factory=lambda: parse_instant(BEGINS))
    refused: set[str] = field(default_factory=set)
    dealt: list[tuple[str, str, Event]] = field(default_factory=list)
    """Table and round, time and event of what was played."""
    playing: str | None = None
    """The round that goes on at a table."""

    def line(self, fields: Mapping[str, Any]) -> None:
        fields = dict(fields)
        kind, key = fields.pop("t"), fields.pop("id", None)
        self.at = max(self.at + 60_000_000, parse_instant(fields.pop("at")) if "at" in fields else 0)
        if kind in _AT_TABLES:
            _AT_TABLES[kind](self, fields, key)
        elif kind in _ACTS:
            for event in _ACTS[kind](self, fields):
                if self.championships.act(NAME, event, format_instant(self.at)).refused is not None:
                    self.refused.add(str(key))
        else:
            raise UnknownKey(f"an event {kind}")
        if fields:
            raise UnknownKey(f"an event {kind} with {', '.join(fields)}")

    def by(self, fields: Said, default: str) -> str:
        return person(fields.pop("by", default))

    # At the tables

    def wager(self, line: Said, key: str) -> None:
        game = line.pop("game")
        if self.playing is None:
            self._tell(game, key, play.RoundOpened())
        fields: Said = {name: line.pop(name) for name in ("box", "index", "of", "pieces", "chips") if name in line}
        fields |= {"numbers": "-".join(line.pop("numbers"))} if "numbers" in line else {}
        fields |= {"chip_count": line.pop("count")} if "count" in line else {}
        fields |= {"chip_value_minor": line.pop("chip_value")} if "chip_value" in line else {}
        player = person(line.pop("by"))
        if game == "blackjack":
            self._tell(game, key, play.CallerNamed(box=fields["box"], player=player))
        kind, stake = line.pop("kind", "main"), line.pop("amount")
        self._tell(game, key, play.WagerPlaced(wager=key, player=player, kind=kind, stake_minor=stake, **fields))

    def tip(self, fields: Said, key: str) -> None:
        game = fields.pop("game", "blackjack")
        if self.playing is None:
            self._tell(game, key, play.RoundOpened())
        giver = person(fields.pop("by", fields.pop("player", "somebody")))
        self._tell(game, key, play.TipGiven(player=giver, amount_minor=fields.pop("amount")))

    def table_round(self, fields: Said, key: str) -> None:
        self.playing = str(fields.pop("round", key))
        self._tell(fields.pop("game"), key, play.RoundOpened())

    def table_round_closed(self, fields: Said, _: str) -> None:
        fields.pop("round", None)
        self.playing = None

    def _tell(self, game: str, key: str, event: Event) -> None:
        self.dealt.append((f"{TABLES[game][0]}/{DAY}/{self.playing or key}", format_instant(self.at), event))


def _opened(running: Running, fields: Said) -> Iterator[Event]:
    running.director, running.organiser = fields.pop("director"), fields.pop("organiser")
    yield acts.ChampionshipOpened(
        by=running.organiser, director=running.director, rulebook="eca-championship", edition=running.edition
    )
    yield acts.JudgesNamed(by=running.organiser, judges=tuple(fields.pop("judges")))


def _entered(running: Running, fields: Said) -> Iterator[Event]:
    contestant, casino = fields.pop("contestant"), fields.pop("casino")
    yield acts.ContestantEntered(by=running.by(fields, casino), contestant=contestant, casino=casino)


def _invited(running: Running, fields: Said) -> Iterator[Event]:
    invited = "_".join(fields.pop("as", "runner_up").replace("-", " ").replace("national ", "").split())
    names = {name: fields.pop(name) for name in ("contestant", "casino")}
    yield acts.ContestantInvited(by=running.by(fields, running.organiser), invited_as=invited, **names)


def _amended(_: Running, fields: Said) -> Iterator[Event]:
    by = fields.pop("by")
    first, *others = [by] if isinstance(by, str) else by
    what = fields.pop("what")
    clause = what.get("clause") if isinstance(what, Mapping) else None
    yield acts.RulesAmended(
        by=first,
        together_with=others[0] if others else None,
        amendment=fields.pop("amendment"),
        what=what if isinstance(what, str) else json.dumps(what),
        clause=clause,
        effective_at=canonical_instant(fields.pop("effective_at")),
    )


def _settled(running: Running, fields: Said) -> Iterator[Event]:
    decision = fields.pop("decision", "settled")
    details = decision if isinstance(decision, Mapping) else {}
    yield acts.DisputeSettled(
        by=running.by(fields, running.director),
        dispute=fields.pop("dispute"),
        decision=decision if isinstance(decision, str) else json.dumps(decision),
        clause=details.get("clause"),
        reading=details.get("reading"),
    )


def _exercise(running: Running, fields: Said) -> Iterator[Event]:
    wagers = []
    for item in fields.pop("items"):
        where = "-".join(item["numbers"]) if "numbers" in item else item.get("index")
        wagers.append(f"{item['chips']} {item['kind']}{'' if where is None else f' {where}'} on {item['pocket']}")
    yield acts.ExerciseSet(
        by=running.by(fields, running.director),
        exercise=fields.pop("n"),
        round=fields.pop("round"),
        contestants=tuple(fields.pop("contestants")),
        wagers=tuple(wagers),
    )


def _prize_list(running: Running, fields: Said) -> Iterator[Event]:
    listed = fields.pop("prizes")
    rows = listed.items() if isinstance(listed, Mapping) else [(row["place"], row["prize"]) for row in listed]
    by = running.by(fields, running.organiser)
    yield from (acts.PrizeListed(by=by, place=int(place), prize=str(prize)) for place, prize in rows)


def _scheduled(running: Running, fields: Said) -> Iterator[Event]:
    """A case says nothing of where a round is dealt: at any of its tables."""
    contestants = tuple(fields.pop("contestants"))
    yield acts.RoundScheduled(
        by=running.by(fields, running.director),
        round=fields.pop("round"),
        contestants=contestants,
        advance=fields.pop("advance"),
        tables=tuple(f"{name}/{DAY}" for name, _ in TABLES.values()),
    )


def _formed(kind: type[Event], fields: Mapping[str, str], by: str) -> Callable[[Running, Said], Iterator[Event]]:
    """Lines whose fields are the product's under these names."""

    def details(running: Running, line: Said) -> Iterator[Event]:
        data = {name: line.pop(key) for key, name in fields.items() if key in line}
        data = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        who = running.by(line, getattr(running, by, "") or data.get(by, by))
        yield kind.model_validate({"by": who, **data})

    return details


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


_ACTS: Final[Mapping[str, Callable[[Running, Said], Iterator[Event]]]] = {
    "champ_open": _opened,
    "entered": _entered,
    "invited": _invited,
    "amended": _amended,
    "settled": _settled,
    "exercise": _exercise,
    "prize_list": _prize_list,
    "cancelled": _formed(acts.ChampionshipCancelled, _same("reason"), "organiser"),
    "disqualified": _formed(acts.ContestantDisqualified, _same("contestant", "reason"), "director"),
    "withdrawn": _formed(acts.ContestantWithdrew, _same("contestant", "reason"), "contestant"),
    "champ_round": _scheduled,
    "scores": _formed(
        acts.ScoresGiven, _same("round", "contestant", "hospitality", "technical", "control", "result"), "director"
    ),
    "advanced": _formed(acts.ContestantsAdvanced, _same("round", "contestants"), "director"),
    "answers": _formed(acts.ExerciseAnswered, _same("exercise", "contestant", "payouts", "time_ms"), "contestant"),
    "dispute": _formed(acts.DisputeOpened, _same("dispute", "about", "round"), "somebody"),
    "designee": _formed(acts.DesigneeRecorded, {"designee": "designee", "person": "designee"}, "director"),
    "notice": _formed(acts.CasinoNotified, {"amendment": "amendment", "to": "casino"}, "organiser"),
    "prize": _formed(acts.PrizeAwarded, _same("place", "contestant", "prize"), "director"),
}
_AT_TABLES: Final[Mapping[str, Callable[[Running, Said, Any], None]]] = {
    "wager": Running.wager,
    "tip": Running.tip,
    "table_round": Running.table_round,
    "table_round_closed": Running.table_round_closed,
}


def run(case: Case, url: str) -> Outcome:
    """Does all of a case in an empty ledger. Raises UnknownKey."""
    if unknown := set(case.content["setup"]) - SETUP:
        raise UnknownKey(f"setup has {', '.join(sorted(unknown))}")
    with Ledger(url) as ledger:
        for name in ("eca-blackjack", "eca-roulette"):
            ledger.adopt(name, shipped_edition(name).name, shipped_text(name))
        edition = shipped_edition("eca-championship").name + (".open" if case.content["setup"].get("unresolved") else "")
        ledger.adopt("eca-championship", edition, case.edition)
        running = Running(Championships(ledger), edition)
        for event in case.content["events"]:
            running.line(event)
        judged, at_tables = _judged(ledger, running)
        exercises = JudgedChampionships(ledger).document(NAME).exercises
    marks = {
        str(exercise.exercise): {answer.contestant: answer.marks for answer in exercise.answers} for exercise in exercises
    }
    own = [
        (finding.clauses, frozenset(map(str, (*finding.particulars.values(), *finding.wagers))))
        for finding in judged.findings
    ]
    return Outcome(frozenset(running.refused), judged, marks, (*own, *at_tables))


def _judged(ledger: Ledger, running: Running) -> tuple[JudgedChampionship, list[Any]]:
    """The championship with what was played at its tables, and the findings of the games on that."""
    days = sorted({subject.rpartition("/")[0] for subject, _, _ in running.dealt})
    deliveries = []
    for day in days:
        game = next(game for game, (name, _) in TABLES.items() if day.startswith(name))
        opening = table.TableOpened(game=game, rulebook=TABLES[game][1], currency="EUR")
        deliveries.append(Delivery(opening, "table", f"{day}:0", None, day, canonical_instant(BEGINS)))
    for number, (subject, at, event) in enumerate(running.dealt, 1):
        deliveries.append(Delivery(event, "table", str(number), number, subject, at))
    assert set(ledger.ingest(incoming_deliveries(deliveries, "case"))) <= {"recorded"}
    archive = JudgedChampionships(ledger)
    rulings = TableDays(ledger)
    found = [
        (finding.clauses, frozenset((*map(str, finding.particulars.values()), *finding.wagers)))
        for day in days
        for ruling in rulings.rulings(rulings.get(day).rounds)
        for finding in ruling.findings
    ]
    return archive.get(NAME), found


# Comparing


def differences(case: Case, url: str) -> list[str]:
    """Everything in which the outcome is not what the case expects, one sentence each."""
    outcome = run(case, url)
    wrong = []
    for key, wanted in case.content["expect"].items():
        compare = _COMPARED.get(key)
        if compare is None:
            wrong.append(f"{key}: the adapter does not know this key")
        else:
            wrong += [f"{key}: {sentence}" for sentence in compare(outcome, wanted, case.content["expect"])]
    return wrong


Compare = Callable[[Outcome, Any, Mapping[str, Any]], Iterator[str]]


def _findings(outcome: Outcome, wanted: Sequence[str], expect: Mapping[str, Any]) -> Iterator[str]:
    cited = {clause for clauses, _ in outcome.found for clause in clauses}
    yield from (f"no finding cites {clause}" for clause in wanted if clause not in cited)
    either = {item["finding"] for item in _either(expect)}
    allowed = {*wanted, *expect.get("findings_may", ()), *either}
    silent = {id_ for id_, row in shipped_edition("eca-championship").sheet.clauses.items() if row.kind == "S"}
    for clauses, names in outcome.found:
        counting = {clause for clause in clauses if clause not in silent and not clause.endswith("?")}
        if counting and not allowed & counting:
            yield f"invented by {', '.join(clauses)} about {', '.join(sorted(names))}"


def _either(expect: Mapping[str, Any]) -> Sequence[Mapping[str, str]]:
    return [*expect.get("either", ()), *expect.get("either_refused_or_found", ())]


def _one_or_other(outcome: Outcome, wanted: Sequence[Mapping[str, str]], _: Mapping[str, Any]) -> Iterator[str]:
    cited = {clause for clauses, _ in outcome.found for clause in clauses}
    for item in wanted:
        if item["finding"] not in cited and item["refused"] not in outcome.refused:
            yield f"neither is {item['refused']} refused nor {item['finding']} found"


def _refused(outcome: Outcome, wanted: Sequence[str], expect: Mapping[str, Any]) -> Iterator[str]:
    may = {item["refused"] for item in _either(expect)}
    if set(wanted) - outcome.refused or outcome.refused - set(wanted) - may:
        yield f"{sorted(outcome.refused)} instead of {sorted(wanted)}"


def _readings(outcome: Outcome, wanted: Sequence[str], expect: Mapping[str, Any]) -> Iterator[str]:
    shown = {
        clause
        for judged_round in outcome.judged.rounds.values()
        for branch in judged_round.branches
        for clause in branch.choices
    }
    if not set(wanted) <= shown or shown - set(wanted) - set(expect.get("readings_may", ())):
        yield f"{sorted(shown)} instead of {sorted(wanted)}"


def _authority(outcome: Outcome, wanted: str | None, _: Mapping[str, Any]) -> Iterator[str]:
    found = outcome.judged.authority
    if (found and found.replace("_", " ")) != wanted:
        yield f"{found} instead of {wanted}"


def _about(outcome: Outcome, wanted: Mapping[str, Sequence[str]], _: Mapping[str, Any]) -> Iterator[str]:
    for clause, names in wanted.items():
        named = [found for clauses, found in outcome.found if clause in clauses]
        for name in names:
            if not any(name in found for found in named):
                yield f"no finding on {clause} is about {name}"
        yield from (f"a finding on {clause} is about {sorted(found)}" for found in named if not found & set(names))


def _advance(outcome: Outcome, wanted: Mapping[str, Any], _: Mapping[str, Any]) -> Iterator[str]:
    for number, names in wanted.items():
        for letters, expected in names.items() if isinstance(names, Mapping) else [("", names)]:
            for branch in outcome.judged.rounds[int(number)].branches:
                meant = not letters or letters[-1] in branch.choices.values()
                if meant and set(branch.outcome.ranking.advance) != set(expected):
                    yield f"round {number}: {sorted(branch.outcome.ranking.advance)} instead of {sorted(expected)}"


def _decided_by(outcome: Outcome, wanted: Mapping[str, Sequence[str]], _: Mapping[str, Any]) -> Iterator[str]:
    for number, reviews in wanted.items():
        found = outcome.judged.rounds[int(number)].branches[0].outcome.ranking.decided_by
        if list(found) != list(reviews):
            yield f"round {number}: {list(found)} instead of {list(reviews)}"


def _marks(outcome: Outcome, wanted: Mapping[str, Mapping[str, int]], _: Mapping[str, Any]) -> Iterator[str]:
    if outcome.marks != wanted:
        yield f"{outcome.marks} instead of {wanted}"


def _standing(outcome: Outcome, wanted: str, _: Mapping[str, Any]) -> Iterator[str]:
    if outcome.championship_so_far.standing != wanted:
        yield f"{outcome.championship_so_far.standing} instead of {wanted}"


def _nothing(_: Outcome, __: Any, ___: Mapping[str, Any]) -> Iterator[str]:
    yield from ()


_COMPARED: Final[Mapping[str, Compare]] = {
    "findings": _findings,
    "findings_may": _nothing,
    "readings_may": _nothing,
    "refused": _refused,
    "either": _one_or_other,
    "either_refused_or_found": _one_or_other,
    "readings": _readings,
    "authority": _authority,
    "about": _about,
    "advance": _advance,
    "decided_by": _decided_by,
    "marks": _marks,
    "standing": _standing,
}

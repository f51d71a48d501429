"""The championship in which the rows are played, and what may be expected of it.

A row's acts are lines as `tests/championship/lines.py` reads them; `open` is the opening, with sixteen contestants unless a
number follows. Acts that are refused are recorded as attempts and change nothing. Rounds at the tables are told in the
notation, on the day 2026-05-03.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from ledger.championships.championship import NOT_OPENED, Championship
from ledger.championships.refusals import ActRefusal, refusal
from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import content
from ledger.values.subjects import play_stream
from replay.championship.judge import JudgedChampionship, judge
from replay.championship.scores import table_findings
from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.grounds import build_table_day
from replay.table_day.round import Round
from tests.championship.lines import RULEBOOK, after, house, lines
from tests.clauses.table import left_open
from tests.ledgers import decode, encode

Side = Literal["keeps", "breaks"]
DAY: Final = "BJ-1/2026-05-03"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a row comes to. Findings, as `kind clause`, and refusals, as clauses, are always compared.

    `advance`, `drawn` and `decided_by` are of the last round, under each choice of readings by its letter; `""` where
    nothing branches. `next` and `empty` say who has the place of a contestant who withdrew.
    """

    findings: tuple[str, ...] = ()
    refused: tuple[str | None, ...] = ()
    advance: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)
    decided_by: Mapping[str, str] = field(default_factory=dict)
    standing: str | None = None
    authority: str | None = None
    cites: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """Whom and what the findings name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A case on one side of a clause. `unresolved` are the ambiguities that are left open for it."""

    clause: str
    side: Side
    sentence: str
    acts: str
    expected: Expected
    tables: str = ""
    unresolved: tuple[str, ...] = ()
    recorded: str = ""
    """Further acts that are on record, whether or not they would be accepted now."""

    def __str__(self) -> str:
        return f"{self.clause} {self.side}: {self.sentence}"


def keeps(
    clause: str, sentence: str, acts: str, tables: str = "", unresolved: tuple[str, ...] = (), **value: object
) -> Row:
    """A case that is as the clause has it."""
    return Row(clause, "keeps", sentence, acts, Expected(**value), tables, unresolved)  # type: ignore[arg-type]  # its fields


def breaks(
    clause: str,
    sentence: str,
    acts: str,
    tables: str = "",
    unresolved: tuple[str, ...] = (),
    recorded: str = "",
    **value: object,
) -> Row:
    """Its neighbour on the other side."""
    expected = Expected(**value)  # type: ignore[arg-type]  # its fields
    return Row(clause, "breaks", sentence, acts, expected, tables, unresolved, recorded)


def scored(number: int, *rows: str) -> str:
    """Scores of J1 in a round, each as `C08 42 41 40`."""
    return "; ".join(f"J1: give_scores {number} {row}" for row in rows)


def edition(row: Row) -> Edition:
    """The shipped edition, less what the row leaves open."""
    return left_open(shipped_edition(RULEBOOK), row.unresolved)


def run(row: Row) -> tuple[Championship, list[ActRefusal]]:
    """Does the acts of a row; the refused ones change nothing."""
    championship, refused = NOT_OPENED, []
    for event in lines(row.acts):
        if (why := refusal(championship, event, house())) is not None:
            refused.append(why)
        else:
            championship = after([event], championship)
    return after(lines(row.recorded), championship), refused


def judged(row: Row) -> tuple[JudgedChampionship, list[ActRefusal]]:
    """The championship of a row, judged with what was played at its tables."""
    championship, refused = run(row)
    by = edition(row)
    played = tuple(table_findings(championship, _rounds(row.tables), Rules(by)))
    return judge(championship, lambda _: by, shipped_edition("eca-roulette"), played), refused


def _rounds(tables: str) -> Sequence[Round]:
    """Rounds as `10:30 1: open; bet …`: the time, the name, the round in the notation."""
    transcript, entries = Transcript("floor"), list[Entry]()
    items = [("08:00", f"{DAY}: table blackjack eca-blackjack EUR")]
    for line in filter(None, map(str.strip, tables.splitlines())):
        time, _, rest = line.partition(" ")
        items.append((time, f"{DAY}/{rest}"))
    for time, line in items:
        for delivery in transcript.read(line):
            position = 1000 + len(entries)
            when = delivery._replace(time=f"2026-05-03T{time}:00.000000Z")
            state = encode(content(when), play_stream(when.subject), len(entries) + 1, "2026-05-03T20:00:00.000000Z")
            entries.append(decode(position, state))
    return [*build_table_day(entries, lambda *_: shipped_edition("eca-blackjack")).rounds.values()]


def differences(row: Row) -> list[str]:
    """Where a row does not come to what is expected; empty if it holds."""
    outcome, refused = judged(row)
    wanted, wrong = row.expected, list[str]()
    found = tuple(f"{finding.kind} {' '.join(finding.clauses)}" for finding in outcome.findings)
    if found != wanted.findings:
        wrong.append(f"found {found}, not {wanted.findings}")
    if tuple(why.clause for why in refused) != wanted.refused:
        wrong.append(f"refused {[(why.clause, why.sentence) for why in refused]}, not {wanted.refused}")
    if wanted.standing is not None and outcome.championship.standing != wanted.standing:
        wrong.append(f"it is {outcome.championship.standing}, not {wanted.standing}")
    named = {str(name) for finding in outcome.findings for name in finding.particulars.values()}
    wrong += [f"no finding names {name}" for name in wanted.about if name not in named]
    return wrong + _of_round(outcome, wanted)


def _of_round(outcome: JudgedChampionship, wanted: Expected) -> list[str]:
    if outcome.authority != wanted.authority:
        return [f"{outcome.authority} decides, not {wanted.authority}"]
    if not outcome.rounds:
        return []
    wrong = []
    branches = {
        "".join((*branch.choices.values(), branch.outcome.withdrawn_place or "")): branch.outcome
        for branch in [*outcome.rounds.values()][-1].branches
    }
    for what in ("advance", "drawn", "decided_by"):
        value = getattr(wanted, what)
        found = {
            letters: ", ".join(getattr(round_judgement.ranking, what)) for letters, round_judgement in branches.items()
        }
        if value and found != dict(value):
            wrong.append(f"{what} is {found}, not {dict(value)}")
    cites = {clause for round_judgement in branches.values() for clause in round_judgement.cited_clauses}
    return wrong + [f"{clause} is not cited" for clause in wanted.cites if clause not in cites]

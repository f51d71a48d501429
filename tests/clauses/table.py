"""Rows of clause tables: what a coup on the floor must come to under an edition, one full sentence a row.

A row's transcript is written in the notation of docs/notation.md with two abbreviations: a line begins with `1:` for
coup 1 of the table's day, or with `table:` for the table itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import canonical, content
from ledger.merkle import leaf_hash
from ledger.values.subjects import play_stream
from projections.documents.rulings import ruling_document
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.ledgers import decode, encode

DAY: Final = "BAC-1/2026-11-20"
_RECORDED_AT: Final = "2026-11-20T20:00:00.000000Z"

Side = Literal["keeps", "breaks"]
Breach = tuple[str, str]
"""A finding's kind, and a clause that it cites; empty where it rests on none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """What is expected of the ruling on one coup. Findings are always compared, all else only where it is stated.

    `grounds` are all clauses of the findings of a kind, `under` the branches under which they hold, by their ids, none
    where they hold in any case. `due`, `hands` and the results hold in every branch; `branches`
    gives the money due per branch by its id, and says that there are no others. `verdicts`, `standing` and how the coup
    is put right are per readings: each is meant for all branches that do not contradict its key, and for one at least.
    """

    findings: tuple[Breach, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    under: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verdict: str | None = None
    authority: str | None = None
    declared: str | None = None
    dealt: str | None = None
    lawful: str | None = None
    hands: Mapping[str, str] = field(default_factory=dict)
    due: Mapping[str, int | None] = field(default_factory=dict)
    awarded: Mapping[str, int | None] = field(default_factory=dict)
    if_claimed: Mapping[str, int | None] = field(default_factory=dict)
    branches: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)
    verdicts: Mapping[str, str] = field(default_factory=dict)
    standing: Mapping[str, str | None] = field(default_factory=dict)
    outcome: Mapping[str, str | None] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    """As `Kc banco>next`, one after the other."""
    laid: Mapping[str, str] = field(default_factory=dict)
    """The hands that count, as `9h Kd / 2c 6s`: punto's, then banco's."""
    draw: Mapping[str, str] = field(default_factory=dict)
    surplus: Mapping[str, str] = field(default_factory=dict)
    """As `Kc>next`."""
    cites: tuple[str, ...] = ()
    stands_as: str | None = None
    """How the round stands by what happened and what was decided."""
    in_force: tuple[str, ...] | None = None
    """The acts that hold, in order."""
    attempts: tuple[str, ...] | None = None
    """The acts that were tried and refused, in order."""
    withheld: Mapping[str, int | None] = field(default_factory=dict)
    """Winnings that are kept back; in every branch that has any of the wager's."""


@dataclass(frozen=True, slots=True)
class Row:
    """A case on one side of a clause. `unresolved` are the ambiguities that the house has left open for it."""

    clause: str
    side: Side
    sentence: str
    transcript: str
    rulings: tuple[Ruled, ...]
    unresolved: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.clause} {self.side}: {self.sentence}"


def judged(row: Row, edition: Edition) -> list[dict[str, Any]]:
    """The rulings on all coups of a row, in the order in which they were opened."""
    entries, leaves = on_record(row.transcript)
    house = left_open(edition, row.unresolved)
    story = build_table_day(entries, lambda *_: house)
    return [ruling_document(rule(story, name), leaves).model_dump() for name in story.rounds]


def differences(row: Row, edition: Edition) -> list[str]:
    """Where the rulings are not what the row expects; empty if it holds."""
    rulings = judged(row, edition)
    if len(rulings) != len(row.rulings):
        return [f"{len(row.rulings)} coups expected, {len(rulings)} told"]
    pairs = zip(row.rulings, rulings, strict=True)
    return [
        f"coup {number}: {what}"
        for number, pair in enumerate(pairs, 1)
        for what in (*_of_whole(*pair), *_of_branches(*pair), *_of_readings(*pair))
    ]


def left_open(edition: Edition, clauses: Iterable[str]) -> Edition:
    """The edition as if its text had no `[resolved]` table for these clauses."""
    gone = frozenset(clauses)
    resolved = {clause: row for clause, row in edition.sheet.resolved.items() if clause not in gone}
    sheet = edition.sheet.model_copy(update={"resolved": resolved})
    return replace(edition, sheet=sheet, resolved_letters={clause: row.reading for clause, row in resolved.items()})


@cache
def on_record(transcript: str) -> tuple[list[Entry], dict[int, bytes]]:
    """A transcript as the ledger would hold it: encoded and read back, with the hash of each leaf."""
    floor = Transcript("floor")
    entries: list[Entry] = []
    leaves: dict[int, bytes] = {}
    for line in transcript.splitlines():
        for delivery in floor.read(in_full(line)):
            position = len(entries) + 1
            fields = content(delivery)
            state = encode(fields, play_stream(delivery.subject), position, _RECORDED_AT)
            entries.append(decode(position, state))
            leaves[position] = leaf_hash(canonical(fields))
    return entries, leaves


def in_full(line: str) -> str:
    """A line of a row as the notation has it."""
    subject, colon, phrases = line.strip().partition(": ")
    return f"{DAY if subject == 'table' else f'{DAY}/{subject}'}{colon}{phrases}"


def _of_whole(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    yield from _of_findings(expected, ruling)
    yield from _of_decisions(expected, ruling)
    for what in ("verdict", "authority"):
        wanted = getattr(expected, what)
        if wanted is not None and ruling[what] != wanted:
            yield f"{what} is {ruling[what]}, not {wanted}"
    for what in ("awarded", "if_claimed"):
        money = {wager["wager"]: wager[f"{what}_minor"] for wager in ruling["money"]}
        yield from _of_money(what, getattr(expected, what), money)
    for clause in expected.cites:
        if clause not in ruling["clauses"]:
            yield f"{clause} is not cited"


def _of_findings(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    """Each expected finding is met by one of its kind that cites its clause, and none is left over."""
    left = [(finding["kind"], finding["clauses"]) for finding in ruling["findings"]]
    for kind, clause in expected.findings:
        met = next((found for found in left if found[0] == kind and clause in (found[1] or [""])), None)
        if met is None:
            yield f"{kind} of {clause} is not found"
        else:
            left.remove(met)
    for kind, clauses in left:
        yield f"{kind} of {', '.join(clauses) or 'no clause'} is found"
    for kind, wanted in expected.grounds.items():
        for finding in ruling["findings"]:
            if finding["kind"] == kind and sorted(finding["clauses"]) != sorted(wanted):
                yield f"{kind} rests on {', '.join(finding['clauses'])}, not on {', '.join(wanted)}"
    for kind, branches in expected.under.items():
        for finding in ruling["findings"]:
            if finding["kind"] == kind and sorted(finding["under"] or ()) != sorted(branches):
                held = ", ".join(finding["under"] or ("all",))
                yield f"{kind} holds under {held}, not under {', '.join(branches) or 'all'}"


def _of_decisions(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    """Which decisions hold, which were refused, and how the round then stands."""
    items = (
        ("stands_as", expected.stands_as, ruling["standing"]),
        ("in_force", expected.in_force, tuple(decision["act"] for decision in ruling["decisions"] if decision["in_force"])),
        ("attempts", expected.attempts, tuple(decision["act"] for decision in ruling["decisions"] if decision["refused"])),
    )
    for what, wanted, found in items:
        if wanted is not None and wanted != found:
            yield f"{what} is {found}, not {wanted}"
    for wager, minor in expected.withheld.items():
        held = [branch["withheld_minor"][wager] for branch in ruling["branches"] if wager in branch["withheld_minor"]]
        if not held or any(item != minor for item in held):
            yield f"withheld on {wager} is {held}, not {minor}"


def _of_branches(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    ids = [branch["id"] for branch in ruling["branches"]]
    named = [_without_places(name) for name in ids]
    if expected.branches and sorted(set(named)) != sorted(expected.branches):
        yield f"the branches are {ids}, not {list(expected.branches)}"
    for branch in ruling["branches"]:
        where = f"in branch {branch['id']} "
        yield from _of_money(f"{where}due", expected.due, branch["due_minor"])
        yield from _of_money(f"{where}due", expected.branches.get(_without_places(branch["id"]), {}), branch["due_minor"])
        for word in ("declared", "dealt", "lawful"):
            wanted = getattr(expected, word)
            if wanted is not None and branch["result"][word] != wanted:
                yield f"{where}{word} is {branch['result'][word]}, not {wanted}"
        for place, cards in expected.hands.items():
            if branch["hands"][place] != cards.split():
                yield f"{where}{place} has {' '.join(branch['hands'][place])}, not {cards}"


def _of_readings(expected: Ruled, ruling: Mapping[str, Any]) -> Iterator[str]:
    """What is expected under some of the readings."""
    for what, read in _TOLD.items():
        for key, wanted in getattr(expected, what).items():
            choices = dict(part.rsplit(":", 1) for part in key.split(",") if part)
            held = [item for item in ruling["branches"] if all(item["choices"].get(c, r) == r for c, r in choices.items())]
            if not held:
                yield f"{what}: there is no branch {key}"
            for branch in held:
                if (found := read(branch)) != wanted:
                    yield f"in branch {branch['id']} {what} is {found}, not {wanted}"


def _reconstruction(branch: Mapping[str, Any], what: str) -> list[Any]:
    return list((branch["reconstruction"] or {what: ()})[what])


_TOLD: Final[Mapping[str, Callable[[Mapping[str, Any]], str | None]]] = {
    "verdicts": lambda branch: str(branch["verdict"]),
    "standing": lambda branch: branch["standing"],
    "outcome": lambda branch: (branch["reconstruction"] or {"outcome": None})["outcome"],
    "moves": lambda branch: ", ".join(f"{m['card']} {m['from']}>{m['to']}" for m in _reconstruction(branch, "moves")),
    "laid": lambda branch: " / ".join(" ".join(branch["hands"][place]) for place in ("punto", "banco")),
    "draw": lambda branch: " ".join(_reconstruction(branch, "draw")),
    "surplus": lambda branch: ", ".join(f"{item['card']}>{item['goes']}" for item in _reconstruction(branch, "surplus")),
}


def _without_places(branch: str) -> str:
    """A branch's name but for where a surplus card goes: that moves no money."""
    return ",".join(part for part in branch.split(",") if not part.startswith("DCB-21c?")) or "1"


def _of_money(what: str, wanted: Mapping[str, int | None], money: Mapping[str, int | None]) -> Iterator[str]:
    for wager, minor in wanted.items():
        if wager not in money:
            yield f"{what}: {wager} is not settled"
        elif money[wager] != minor:
            yield f"{what} for {wager} is {money[wager]}, not {minor}"

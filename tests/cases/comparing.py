"""What a case asserts against the ruling's document. How an expectation is read stands in FORMAT.md and dcb/README.md."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from replay.rulebook import shipped
from tests.cases.telling import Case, UnknownKey

Document = Mapping[str, Any]
Branch = Mapping[str, Any]
Compare = Callable[["View", Any], Iterator[str]]

PRINCIPLES: Final = frozenset({"DCB-1", "DCB-2"})
"""Clauses that any finding may cite."""

COMPARED: Final[dict[str, Compare]] = {}
"""The keys of an expectation, each with what it asserts. All others fail the case."""

_KEY: Final = re.compile(r"([A-Z]{2,4}-[A-Za-z0-9-]+\?):([a-z])\Z")


def differences(case: Case, documents: Mapping[str, Document]) -> list[str]:
    """Everything in which the rulings are not what the case expects, one sentence each."""
    whole, by_round = case.told.get("expect"), case.told.get("expect_rounds", {})
    if not whole and not by_round:
        return ["nothing is expected"]
    free = PRINCIPLES | {id_ for id_, row in shipped(case.rulebook).sheet.clauses.items() if row.kind == "S"}
    wrong: list[str] = []
    for name, wanted in by_round.items():
        if name not in documents:
            wrong.append(f"round {name}: there is no ruling on it")
            continue
        view = View((documents[name],), wanted, free, _allowed(whole or {}))
        wrong += [f"round {name}: {sentence}" for sentence in view.differences()]
    if whole:
        others = [document for name, document in documents.items() if name not in by_round]
        wrong += View((*documents.values(),), whole, free, frozenset(), tuple(others)).differences()
    return wrong


def _allowed(wanted: Mapping[str, Any]) -> frozenset[str]:
    """The clauses that findings may cite by this expectation."""
    groups = [wanted.get("findings", ()), wanted.get("findings_may", ()), *wanted.get("findings_any_of", ())]
    return frozenset(clause for group in groups for clause in group)


@dataclass(frozen=True)
class View:
    """An expectation and the rulings that it speaks of: one, or all of a case.

    `also` are clauses that the expectation beside it allows; `alone` the rulings of which no other one speaks.
    """

    documents: Sequence[Document]
    wanted: Mapping[str, Any]
    free: frozenset[str]
    also: frozenset[str] = frozenset()
    alone: Sequence[Document] | None = None

    def differences(self) -> list[str]:
        wrong: list[str] = []
        for key, value in self.wanted.items():
            compare = COMPARED.get(key)
            if compare is None:
                wrong.append(f"{key}: the adapter does not know this key")
                continue
            try:
                wrong += [f"{key}: {sentence}" for sentence in compare(self, value)]
            except UnknownKey as error:
                wrong.append(f"{key}: {error}")
        return wrong

    @property
    def document(self) -> Document:
        """The ruling, where there is one."""
        if len(self.documents) != 1:
            raise UnknownKey("this can be said of a round only, the case has several")
        return self.documents[0]

    @property
    def findings(self) -> list[Mapping[str, Any]]:
        return [finding for document in self.documents for finding in document["findings"]]

    @property
    def branches(self) -> Sequence[Branch]:
        return [branch for document in self.documents for branch in document["branches"]]

    def choices(self, key: str) -> dict[str, str]:
        """The readings that a key names. Raises UnknownKey."""
        if re.fullmatch("[a-z]", key):
            readings = self.wanted.get("readings", ())
            if len(readings) != 1:
                raise UnknownKey(f"reading {key} of which ambiguity?")
            return {readings[0]: key}
        found = [_KEY.match(part) for part in key.split(",")]
        if None in found:
            raise UnknownKey(f"{key} is no key of readings")
        return {match[1]: match[2] for match in found if match}

    def holding(self, key: str, branches: Sequence[Branch]) -> list[Branch]:
        """Those of the branches that do not contradict a key."""
        choices = self.choices(key)
        return [branch for branch in branches if _agree(branch["choices"], choices)]

    def settled(self) -> Branch:
        """The branch whose cards are compared: of those to which the keys of `due` point, the one with readings (a)."""
        branches: Sequence[Branch] = self.document["branches"]
        dues = [due for due in self.wanted.get("due", {}).values() if isinstance(due, Mapping)]
        keys = {key for due in dues for key, amount in due.items() if amount is not None}
        pointed = [branch for branch in branches if any(self.holding(key, [branch]) for key in keys)]
        return min(pointed or branches, key=lambda branch: sum(reading != "a" for reading in branch["choices"].values()))


def _agree(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two choices of readings do not contradict each other."""
    return all(other.get(clause, reading) == reading for clause, reading in one.items())


def compares(key: str) -> Callable[[Compare], Compare]:
    """Registers what a key of an expectation asserts."""

    def register(compare: Compare) -> Compare:
        COMPARED[key] = compare
        return compare

    return register


def _unless_same(found: object, wanted: object) -> Iterator[str]:
    if found != wanted:
        yield f"{found} instead of {wanted}"


@compares("open")
@compares("findings_may")
@compares("readings_may")
def explains(_: View, __: object) -> Iterator[str]:
    """Says why something is not compared, or what may be besides: no assertion of its own."""
    yield from ()


# What was found


@compares("findings")
def findings(view: View, wanted: Sequence[str]) -> Iterator[str]:
    cited = {clause for finding in view.findings for clause in finding["clauses"]}
    for clause in wanted:
        if clause not in cited:
            yield f"no finding cites {clause}"
    allowed = _allowed(view.wanted) | view.also
    for document in view.documents if view.alone is None else view.alone:
        for finding in document["findings"]:
            counting = {clause for clause in finding["clauses"] if clause not in view.free and not clause.endswith("?")}
            if counting and not allowed & set(finding["clauses"]):
                yield f"invented {finding['kind']} by {', '.join(finding['clauses'])}: {finding['text']}"


@compares("findings_any_of")
def findings_any_of(view: View, wanted: Sequence[Sequence[str]]) -> Iterator[str]:
    cited = {clause for finding in view.findings for clause in finding["clauses"]}
    for group in wanted:
        if not cited & set(group):
            yield f"no finding cites any of {', '.join(group)}"


@compares("about")
def about(view: View, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for clause, wagers in wanted.items():
        named = {wager for finding in view.findings if clause in finding["clauses"] for wager in finding["wagers"]}
        if named != set(wagers):
            yield f"the finding on {clause} names {sorted(named)} instead of {sorted(wagers)}"


# What was decided


@compares("verdict")
def verdict(view: View, wanted: str) -> Iterator[str]:
    yield from _unless_same(view.document["verdict"], wanted)


@compares("verdict_any")
def verdict_any(view: View, wanted: Sequence[str]) -> Iterator[str]:
    if view.document["verdict"] not in wanted:
        yield f"{view.document['verdict']} is none of {', '.join(wanted)}"


@compares("branches")
def branches(view: View, wanted: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    for key, verdicts in wanted.items():
        allowed = {verdicts} if isinstance(verdicts, str) else set(verdicts)
        held = view.holding(key, view.document["branches"])
        if not held:
            yield f"there is no branch {key}"
        for branch in held:
            void = branch["choices"].get("DCB-21a?") == "c" and allowed & {"void", "correct"}
            if branch["verdict"] not in (allowed | {"void", "correct"} if void else allowed):
                yield f"{key}: {branch['verdict']} instead of {' or '.join(sorted(allowed))}"


@compares("authority")
def authority(view: View, wanted: str | None) -> Iterator[str]:
    found = view.document["authority"]
    yield from _unless_same(found and found.lower(), wanted)


@compares("readings")
def readings(view: View, wanted: Sequence[str]) -> Iterator[str]:
    shown = {clause for branch in view.branches for clause in branch["choices"]}
    for clause in wanted:
        if not any(_matters(document["branches"], clause) for document in view.documents):
            yield f"{clause} is not shown to matter" + (": it changes no due" if clause in shown else "")
    for clause in sorted(shown - set(wanted) - set(view.wanted.get("readings_may", ()))):
        yield f"{clause} is shown besides"


def _matters(branches: Sequence[Branch], clause: str) -> bool:
    """Whether two branches that differ in the reading of this clause alone come to other money."""
    return any(
        one["choices"][clause] != other["choices"][clause]
        and _agree({**one["choices"], clause: ""}, {**other["choices"], clause: ""})
        and one["due_minor"] != other["due_minor"]
        for one in branches
        for other in branches
        if clause in one["choices"] and clause in other["choices"]
    )


# Money


@compares("due")
def due(view: View, wanted: Mapping[str, int | Mapping[str, int | None] | None]) -> Iterator[str]:
    for wager, amount in wanted.items():
        own = [branch for branch in view.branches if wager in branch["due_minor"]]
        if isinstance(amount, Mapping):
            for key, minor in amount.items():
                yield from _due(wager, minor, view.holding(key, own), f" under {key}")
        else:
            yield from _due(wager, amount, own, "")


def _due(wager: str, wanted: int | None, branches: Sequence[Branch], under: str) -> Iterator[str]:
    if wanted is None:
        return
    if not branches:
        yield f"{wager}: nothing is due in any branch{under}"
    for branch in branches:
        found = branch["due_minor"][wager]
        if found != wanted:
            yield f"{wager}: {found} instead of {wanted}{under} in branch {branch['id']}"


@compares("dcb2")
def dcb2(view: View, wanted: Mapping[str, int]) -> Iterator[str]:
    for player, minor in wanted.items():
        rows = [row for row in view.document["money"] if row["player"] == player]
        shown = [row["if_claimed_minor"] if row["awarded_minor"] is None else row["awarded_minor"] for row in rows]
        if not shown or None in shown or sum(shown) != minor:
            yield f"{player} gets {' + '.join(str(one) for one in shown) or 'nothing'} instead of {minor}"


# Cards


@compares("lawful")
def lawful(view: View, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    hands = view.settled()["hands"]
    for place, cards in wanted.items():
        if hands.get(place) != list(cards):
            yield f"{place} {hands.get(place)} instead of {list(cards)}"


@compares("moves")
def moves(view: View, wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """In the settled branch, and in those that differ from it only in readings by which a card goes elsewhere."""
    unknown = {key for move in wanted for key in move} - {"card", "from", "to"}
    if unknown:
        raise UnknownKey(f"a move with {', '.join(sorted(unknown))}")
    ways = {
        clause for move in wanted if isinstance(move["to"], Mapping) for key in move["to"] for clause in view.choices(key)
    }
    fixed = {clause: reading for clause, reading in view.settled()["choices"].items() if clause not in ways}
    for branch in view.document["branches"]:
        if not _agree(branch["choices"], fixed):
            continue
        left = [*(branch["reconstruction"] or {"moves": ()})["moves"]]
        for move in wanted:
            places = _places(view, move["to"], branch)
            made = next(
                (m for m in left if (m["card"], m["from"]) == (move["card"], move["from"]) and m["to"] in places), None
            )
            if made:
                left.remove(made)
            else:
                yield f"{move['card']} from {move['from']} to {' or '.join(places)} is missing in branch {branch['id']}"
        for move in left:
            yield f"{move['card']} from {move['from']} to {move['to']} is too much in branch {branch['id']}"


def _places(view: View, to: str | Mapping[str, str], branch: Branch) -> list[str]:
    """Where the card may go: where the branch leaves the reading open, a place under any of them."""
    if isinstance(to, str):
        return [to]
    return [place for key, place in to.items() if view.holding(key, [branch])]


@compares("outcome")
def outcome(view: View, wanted: str) -> Iterator[str]:
    yield from _unless_same((view.settled()["reconstruction"] or {}).get("outcome"), wanted)


@compares("draw")
def draw(view: View, wanted: str | Sequence[str]) -> Iterator[str]:
    places = (view.settled()["reconstruction"] or {"draw": []})["draw"]
    yield from _unless_same(
        places[:1] if isinstance(wanted, str) else places, [wanted] if isinstance(wanted, str) else wanted
    )


@compares("declared")
def declared(view: View, wanted: str) -> Iterator[str]:
    yield from _unless_same(view.settled()["result"]["declared"], wanted)


@compares("result")
def result(view: View, wanted: str) -> Iterator[str]:
    yield from _unless_same(view.settled()["result"]["lawful"], wanted)

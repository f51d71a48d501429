"""An expectation beside the rulings that it speaks of, and what its keys assert: registered game by game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.cases.words import UnknownKey

Document = Mapping[str, Any]
Branch = Mapping[str, Any]
Compare = Callable[["View", Any], Iterator[str]]

COMPARED: Final[dict[tuple[str, str | None], Compare]] = {}
"""The keys of an expectation, each with what it asserts: in one game, else in all. All others fail the case."""

_KEY: Final = re.compile(r"([A-Z]{2,4}-[A-Za-z0-9-]+\?):([a-z])\Z")


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
    game: str = "baccarat"
    raised: Mapping[str, str] = field(default_factory=dict)
    """Chips that were added to a wager under an id of their own, and that wager."""
    lacking: frozenset[str] = frozenset()
    """Open questions of the document that have no readings: something is missing, which a finding tells."""

    def differences(self) -> list[str]:
        wrong: list[str] = []
        for key, value in self.wanted.items():
            compare = COMPARED.get((key, self.game)) or COMPARED.get((key, None))
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
        return [branch for branch in branches if agree(branch["choices"], choices)]

    def settled(self) -> Branch:
        """The branch whose cards are compared: of those to which the keys of `due` point, the one with readings (a)."""
        branches: Sequence[Branch] = self.document["branches"]
        dues = [due for due in self.wanted.get("due", {}).values() if isinstance(due, Mapping)]
        keys = {key for due in dues for key, amount in due.items() if amount is not None}
        pointed = [branch for branch in branches if any(self.holding(key, [branch]) for key in keys)]
        return min(pointed or branches, key=lambda branch: sum(reading != "a" for reading in branch["choices"].values()))


def agree(fields: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Whether two choices of readings do not contradict each other."""
    return all(other.get(clause, reading) == reading for clause, reading in fields.items())


def compares(key: str, game: str | None = None) -> Callable[[Compare], Compare]:
    """Registers what a key of an expectation asserts, in a game or in all."""

    def register(compare: Compare) -> Compare:
        COMPARED[key, game] = compare
        return compare

    return register


def unless_same(found: object, wanted: object) -> Iterator[str]:
    if found != wanted:
        yield f"{found} instead of {wanted}"

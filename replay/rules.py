"""The only way from code to an edition: every read cites its clause, every ambiguity is evaluated."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

from replay.keys import Key
from replay.rulebook import Edition

T = TypeVar("T")


class Rules:
    """An edition under a plan of readings. What was read since the scope began stands in `cites`."""

    def __init__(self, edition: Edition, plan: Mapping[str, str] | None = None):
        self.edition = edition
        self._plan = plan or {}
        self.touched: dict[str, str] = {}
        self.cites: set[str] = set()

    def value(self, key: Key[T]) -> T:
        """The house's value for a key; cites its clause."""
        value, clause = self.edition.values[key.name]
        self.cites.add(clause)
        return value  # type: ignore[no-any-return]  # checked against the key's form when the edition was parsed

    def conduct(self, kind: str) -> str | None:
        """The clause that a finding of this kind rests on; None where this house has no such finding."""
        return self.edition.sheet.conduct.get(kind)

    def read(self, clause: str, answers: Mapping[str, Callable[[], T]]) -> T:
        """The answer under the reading that holds.

        All readings are evaluated on the spot; where they agree nothing is cited and nothing branches, and the answer
        is the resolved reading's in what is not compared. A resolved ambiguity cites and does not branch. One that the
        edition does not know has its first reading.
        """
        if clause not in self.edition.sheet.readings:
            return next(iter(answers.values()))()
        given = {letter: answer() for letter, answer in answers.items()}
        first = next(iter(given.values()))
        letter = self.edition.resolved.get(clause)
        if all(answer == first for answer in given.values()):
            return first if letter is None else given[letter]
        self.cites.add(clause)
        if letter is None:
            letter = self._plan.get(clause) or self.touched.get(clause) or self.edition.readings(clause)[0]
            self.touched[clause] = letter
        return given[letter]

    def chosen(self, clause: str) -> str:
        """The letter of the reading that holds, without evaluating anything; the first where none was chosen."""
        return self.edition.resolved.get(clause) or self._plan.get(clause) or self.touched.get(clause) or "a"

    @contextmanager
    def scope(self) -> Iterator[set[str]]:
        """Collects what is cited within, so that a finding rests on its own clauses and no others."""
        outer, self.cites = self.cites, set()
        try:
            yield self.cites
        finally:
            outer |= self.cites
            self.cites = outer


@dataclass(frozen=True, slots=True)
class Branch(Generic[T]):
    """What comes out under one choice of readings."""

    choices: Mapping[str, str]
    outcome: T


def branches(edition: Edition, judge: Callable[[Rules], T]) -> list[Branch[T]]:
    """Judges once per combination of readings that the judging really met, first readings first."""
    found: dict[tuple[tuple[str, str], ...], T] = {}
    plans: list[dict[str, str]] = [{}]
    while plans:
        rules = Rules(edition, plans.pop())
        outcome = judge(rules)
        choice = tuple(sorted(rules.touched.items()))
        if choice in found:
            continue
        found[choice] = outcome
        for clause, letter in choice:
            others = (other for other in edition.readings(clause) if other != letter)
            plans += [{**dict(choice), clause: other} for other in others]
    return [Branch(dict(choice), found[choice]) for choice in sorted(found)]

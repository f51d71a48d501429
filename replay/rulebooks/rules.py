"""The only way from code to an edition: every read cites its clause, every ambiguity is evaluated."""

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, TypeVar

from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.remedies import Remedy

T = TypeVar("T")
V = TypeVar("V")


def _identity(value: T) -> T:
    return value


Memo = dict[Hashable, list[tuple[Mapping[str, str], set[str], Any]]]
"""What was made in a judging, with the readings it met and what it cited."""


@dataclass(slots=True)
class Consulted:
    """What of an edition was looked at, cited or not: values by name, conduct rows by kind, ambiguities by clause."""

    values: set[str] = field(default_factory=set)
    conduct: set[str] = field(default_factory=set)
    readings: set[str] = field(default_factory=set)

    def add(self, other: "Consulted") -> None:
        """What was looked at besides."""
        self.values |= other.values
        self.conduct |= other.conduct
        self.readings |= other.readings


@dataclass(frozen=True, slots=True)
class _Recalled:
    """Something that was worked out under an edition, and what of it was read."""

    computed: Any
    cited_clauses: frozenset[str]
    chosen_readings: Mapping[str, str]
    consulted: Consulted


MOST_RECALLED: Final = 20_000
"""So much of what was worked out under an edition is kept with it."""


class Rules:
    """An edition under a plan of readings. What was read since the scope began stands in `cites`, all that was looked at
    in `consulted`.
    """

    def __init__(
        self,
        edition: Edition,
        plan: Mapping[str, str] | None = None,
        memo: "Memo | None" = None,
        consulted: Consulted | None = None,
    ):
        self.edition = edition
        self.consulted = Consulted() if consulted is None else consulted
        self._values = edition.values
        self._plan = plan or {}
        self._memo: Memo = {} if memo is None else memo
        self.chosen_readings: dict[str, str] = {}
        self.cited_clauses: set[str] = set()

    def value(self, parameter: Parameter[T]) -> T:
        """The house's value for a key; cites its clause. Of several readings it is the one that holds."""
        self.consulted.values.add(parameter.name)
        value, clause = self._values[parameter.name]
        if type(value) is ValueByReading:
            value = self.branch_on(
                clause, {letter: partial(_identity, answer) for letter, answer in value.by_letter.items()}
            )
        if clause:
            self.cited_clauses.add(clause)
        return value  # type: ignore[no-any-return]  # checked against the key's form when the edition was parsed

    def has(self, parameter: Parameter[Any]) -> bool:
        """Whether the house has the part of the game to which a key belongs; cites nothing."""
        self.consulted.values.add(parameter.name)
        return parameter.name in self._values

    def evaluate(self, parameter: Parameter[V], answer: Callable[[V], T]) -> T:
        """The answer that the house's value for a key gives.

        Where the house's clause is ambiguous the answer is sought under each of its readings; where they agree
        nothing is cited and nothing branches.
        """
        self.consulted.values.add(parameter.name)
        value, clause = self._values[parameter.name]
        if type(value) is ValueByReading:
            return self.branch_on(
                clause, {letter: partial(answer, reading_value) for letter, reading_value in value.by_letter.items()}
            )
        if clause:
            self.cited_clauses.add(clause)
        return answer(value)

    def gives(self, parameter: Parameter[Any]) -> bool:
        """Whether the game has a key at all: then every edition of it has a value; cites nothing."""
        return parameter.name in self._values

    def clause_of_value(self, parameter: Parameter[Any]) -> str:
        """The clause on which the house's value for a key rests; cites nothing."""
        self.consulted.values.add(parameter.name)
        return self._values[parameter.name][1]

    def clause_of(self, kind: str) -> str | None:
        """The clause that a finding of this kind rests on; None where this house has no such finding."""
        self.consulted.conduct.add(kind)
        return self.edition.sheet.conduct.get(kind)

    def remedy_for(self, kinds: Collection[str]) -> Remedy | None:
        """What the house does about errors of these kinds together, where it says so apart; cites the clause of it."""
        if not self.edition.sheet.remedies:
            return None
        self.consulted.conduct.update(kinds)
        found = next((remedy for remedy in self.edition.sheet.remedies.values() if remedy.is_for(kinds)), None)
        if found is not None:
            self.cited_clauses.add(found.clause)
        return found

    def branch_on(self, clause: str, answers: Mapping[str, Callable[[], T]]) -> T:
        """The answer under the reading that holds.

        All readings are evaluated on the spot; where they agree nothing is cited and nothing branches, and the answer
        is the resolved reading's in what is not compared. A resolved ambiguity cites and does not branch. One that the
        edition does not know has its first reading.
        """
        self.consulted.readings.add(clause)
        if clause not in self.edition.sheet.readings:
            return next(iter(answers.values()))()
        given = {letter: answer() for letter, answer in answers.items()}
        first = next(iter(given.values()))
        letter = self.edition.resolved_letters.get(clause)
        if all(answer == first for answer in given.values()):
            return first if letter is None else given[letter]
        self.cited_clauses.add(clause)
        if letter is None:
            letter = self._letter(clause)
            self.chosen_readings[clause] = letter
        return given[letter]

    def memoize(self, key: Hashable, compute: Callable[[], T]) -> T:
        """What `compute` gives; computed once for all branches that choose alike among the readings that it met."""
        known = self._memo.setdefault(key, [])
        for touched, cites, computed in known:
            if not touched or all(self._letter(clause) == letter for clause, letter in touched.items()):
                self.chosen_readings.update(touched)
                self.cited_clauses |= cites
                return computed  # type: ignore[no-any-return]  # `what` names one kind of thing
        before, self.chosen_readings = self.chosen_readings, {}
        with self.scope() as met:
            computed = compute()
        known.append((self.chosen_readings, met, computed))
        self.chosen_readings = {**before, **self.chosen_readings} if self.chosen_readings else before
        return computed

    def recall(self, key: Hashable, compute: "Callable[[Rules], T]") -> T:
        """What `compute` gives, kept for all rounds under this edition and these readings: it turns on them and on the key
        alone. What it looked at, cited and chose is taken in each time.
        """
        recalled: dict[Hashable, _Recalled] = self.edition.recalled
        of_key = tuple(sorted(self._plan.items())), tuple(sorted(self.chosen_readings.items())), key
        kept = recalled.get(of_key)
        if kept is None:
            aside = Rules(self.edition, self._plan, self._memo)
            aside.chosen_readings.update(self.chosen_readings)
            kept = _Recalled(compute(aside), frozenset(aside.cited_clauses), aside.chosen_readings, aside.consulted)
            while len(recalled) >= MOST_RECALLED:
                recalled.pop(next(iter(recalled)), None)
            recalled[of_key] = kept
        self.cited_clauses |= kept.cited_clauses
        self.chosen_readings.update(kept.chosen_readings)
        self.consulted.add(kept.consulted)
        return kept.computed  # type: ignore[no-any-return]  # the key names one kind of thing

    def _letter(self, clause: str) -> str:
        return self._plan.get(clause) or self.chosen_readings.get(clause) or self.edition.reading_letters(clause)[0]

    def value_uncited(self, parameter: Parameter[T]) -> T:
        """The house's value under the reading that holds, without evaluating or citing anything."""
        self.consulted.values.add(parameter.name)
        value, clause = self._values[parameter.name]
        if type(value) is not ValueByReading:
            return value  # type: ignore[no-any-return]  # checked against the key's form when the edition was parsed
        self.consulted.readings.add(clause)
        letter = self.edition.resolved_letters.get(clause) or self._letter(clause)
        return value.by_letter[letter]  # type: ignore[no-any-return]

    def has_readings(self, parameter: Parameter[Any]) -> bool:
        """Whether the house's clause for a key has readings, be they resolved or not; cites nothing."""
        self.consulted.values.add(parameter.name)
        return type(self._values[parameter.name][0]) is ValueByReading

    def possible_values(self, parameter: Parameter[T]) -> tuple[T, ...]:
        """The values that a key can have under the readings that the house has left open; cites nothing."""
        self.consulted.values.add(parameter.name)
        value, clause = self._values[parameter.name]
        if type(value) is not ValueByReading:
            return (value,)
        self.consulted.readings.add(clause)
        letter = self.edition.resolved_letters.get(clause)
        return tuple(value.by_letter.values()) if letter is None else (value.by_letter[letter],)

    def scope(self) -> "_CitationScope":
        """Collects what is cited within, so that a finding rests on its own clauses and no others."""
        return _CitationScope(self)


class _CitationScope:
    """A part of a judging whose clauses are collected by themselves; with its end they are the whole's too."""

    __slots__ = ("_outer", "_rules")

    def __init__(self, rules: Rules):
        self._rules = rules

    def __enter__(self) -> set[str]:
        self._outer = self._rules.cited_clauses
        self._rules.cited_clauses = set()
        return self._rules.cited_clauses

    def __exit__(self, *_: object) -> None:
        self._outer |= self._rules.cited_clauses
        self._rules.cited_clauses = self._outer


@dataclass(frozen=True, slots=True)
class Branch(Generic[T]):
    """What comes out under one choice of readings."""

    choices: Mapping[str, str]
    outcome: T


def judge_branches(edition: Edition, judge: Callable[[Rules], T], consulted: Consulted | None = None) -> list[Branch[T]]:
    """Judges once per combination of readings that the judging really met, first readings first.

    What the judging looked at is added to `consulted`.
    """
    found: dict[tuple[tuple[str, str], ...], T] = {}
    plans: list[dict[str, str]] = [{}]
    tried: set[tuple[tuple[str, str], ...]] = set()
    known: Memo = {}
    while plans:
        plan = plans.pop()
        chosen = tuple(sorted(plan.items()))
        if chosen in tried or chosen in found:
            continue
        tried.add(chosen)
        rules = Rules(edition, plan, known, consulted)
        outcome = judge(rules)
        choice = tuple(sorted(rules.chosen_readings.items()))
        if choice in found:
            continue
        if len(choice) < len(chosen):  # a reading that makes no difference here is the first one, however we came here
            plans.append(dict(choice))
            continue
        found[choice] = outcome
        for clause, letter in choice:
            others = (other for other in edition.reading_letters(clause) if other != letter)
            plans += [{**dict(choice), clause: other} for other in others]
    return [Branch(dict(choice), found[choice]) for choice in sorted(found)]

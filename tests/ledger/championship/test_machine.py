"""Whatever anybody tries in whatever order: nothing goes on while a dispute is open, and no exercise comes twice."""

from typing import Any, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ledger.championships.championship import NOT_OPENED
from ledger.championships.refusals import refusal
from ledger.events import Event
from ledger.events.championships import ACT_KINDS
from tests.championship.lines import act, after, entered, house, judges, opening
from tests.ledger.strategies import repeatable

PERSONS: Final = st.sampled_from(["DIR", "ECA", "D2", "J1", "K01", "C01", "C02"])
CONTESTANTS: Final = st.sampled_from(["C01", "C02", "C03", "C16", "C17"])
ROUNDS: Final = st.integers(1, 3)
WAGERS: Final = st.sampled_from(["5_red_on_1", "5_red_on_3", "9_split_17-20_on_17", "9_split_1-17_on_17", "5_red_on_0"])
IMPOSSIBLE: Final = frozenset({"9 split 1-17 on 17", "5 red on 0"})
DISPUTES: Final = st.sampled_from(["Q1", "Q2"])

WORDS: Final = frozenset(str(getattr(kind, "WORD", "")) for kind in ACT_KINDS)
STEPS: Final = WORDS - {
    *("designate", "amend", "notify", "inform_team", "dispute", "settle", "cancel", "open_championship"),
    "withdraw_contestant",
}
"""What makes a championship go on."""
OF_THE_DIRECTOR: Final = frozenset(["disqualify", "schedule", "find_drawn", "set_exercise", "advance", "settle"])


class Run(RuleBasedStateMachine):
    """A championship in which everything is tried by everybody; what was accepted is kept beside it in plain sets."""

    def __init__(self) -> None:
        super().__init__()
        self.championship: Any = NOT_OPENED
        self.disputes: set[str] = set()
        self.exercises: list[tuple[str, ...]] = []
        self.designees: set[str] = set()
        self.cancelled = False

    @initialize(number=st.sampled_from([3, 15, 16]))
    def open(self, number: int) -> None:
        self.championship = after([opening(), judges(), *entered(number)])

    def tried(self, line: str) -> Event | None:
        """The act, if it was accepted."""
        event = act(line)
        if refusal(self.championship, event, house()) is not None:
            return None
        assert not self.cancelled
        assert not (self.disputes and event.WORD in STEPS), line
        if event.WORD in OF_THE_DIRECTOR:
            assert event.by in {"DIR", *self.designees}, line  # type: ignore[attr-defined]  # every act has its `by`
        self.championship = after([event], self.championship)
        return event

    @rule(by=PERSONS, name=st.sampled_from(["D2", "K01"]))
    def designate(self, by: str, name: str) -> None:
        if self.tried(f"{by}: designate {name}"):
            self.designees.add(name)

    @rule(by=PERSONS, name=CONTESTANTS, word=st.sampled_from(["enter", "invite"]))
    def take_part(self, by: str, name: str, word: str) -> None:
        self.tried(f"{by}: {word} {name} K{name[1:]}")

    @rule(by=PERSONS, name=CONTESTANTS)
    def disqualify(self, by: str, name: str) -> None:
        self.tried(f"{by}: disqualify {name} tips")

    @rule(by=PERSONS, name=CONTESTANTS)
    def withdraw(self, by: str, name: str) -> None:
        if self.tried(f"{by}: withdraw_contestant {name}"):
            assert by in (name, f"K{name[1:]}")

    @rule(by=PERSONS, number=ROUNDS)
    def schedule(self, by: str, number: int) -> None:
        if self.tried(f"{by}: schedule {number} C01,C02,C03 1"):
            assert len(self.championship.entries) >= 16

    @rule(by=PERSONS, number=ROUNDS, name=CONTESTANTS)
    def score(self, by: str, number: int, name: str) -> None:
        self.tried(f"{by}: give_scores {number} {name} 42 41 40")

    @rule(by=PERSONS, exercise=st.integers(1, 4), number=ROUNDS, wager=WAGERS, seed=st.integers(1, 3))
    def set_exercise(self, by: str, exercise: int, number: int, wager: str, seed: int) -> None:
        event = self.tried(f"{by}: set_exercise {exercise} {number} C01,C02 {wager} {seed}")
        if event is not None:
            assert IMPOSSIBLE.isdisjoint(event.wagers)  # type: ignore[attr-defined]  # it is an exercise
            self.exercises.append(event.wagers)  # type: ignore[attr-defined]  # it is an exercise

    @rule(exercise=st.integers(1, 3), name=CONTESTANTS)
    def answer(self, exercise: int, name: str) -> None:
        self.tried(f"{name}: answer {exercise} {name} 5 95000")

    @rule(by=PERSONS, number=ROUNDS)
    def advance(self, by: str, number: int) -> None:
        self.tried(f"{by}: advance {number} C01")

    @rule(by=PERSONS, name=DISPUTES)
    def dispute(self, by: str, name: str) -> None:
        if self.tried(f"{by}: dispute {name} the_scores"):
            self.disputes.add(name)

    @rule(by=PERSONS, name=DISPUTES)
    def settle(self, by: str, name: str) -> None:
        if self.tried(f"{by}: settle {name} they_stand"):
            self.disputes.remove(name)

    @rule(by=PERSONS, lot=st.integers(1, 20))
    def cancel(self, by: str, lot: int) -> None:
        if lot == 1 and self.tried(f"{by}: cancel rain"):
            assert by == "ECA"
            self.cancelled = True

    @invariant()
    def no_exercise_comes_twice(self) -> None:
        assert len(set(self.exercises)) == len(self.exercises)

    @invariant()
    def it_is_held_up_while_a_dispute_is_open(self) -> None:
        held = "cancelled" if self.cancelled else "held" if self.disputes else "open"
        assert self.championship.opened is None or self.championship.standing == held


TestRun = Run.TestCase
TestRun.settings = repeatable(80)
TestRun = pytest.mark.slow(TestRun)

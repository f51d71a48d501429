"""A championship's rounds, scored, drawn, sat and decided in whatever order, beside a ranking that is reckoned here.

The result, the three criteria, then each exercise's marks and time stand beside one another in a row of numbers for each
contestant; who goes on are those with the highest rows. The engine's ranking knows nothing of such rows.
"""

from typing import Any, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.championships.championship import NOT_OPENED
from ledger.championships.refusals import refusal
from replay.championship.judge import JudgedRound, judge
from replay.editions.loader import shipped_edition
from tests.championship.lines import RULEBOOK, act, after, entered, house, judges, opening
from tests.ledger.strategies import repeatable

EDITION: Final = shipped_edition(RULEBOOK).with_resolutions({"ECA-D1b?": "a"})
ROULETTE: Final = shipped_edition("eca-roulette")
POINTS: Final = st.sampled_from([(40, 40, 40), (40, 40, 40), (40, 40, 40), (41, 39, 40), (40, 41, 39)])
"""So alike that most rounds come down to an exercise, and some to a further one."""
RIGHT: Final = st.sampled_from([(True, True), (True, True), (True, True), (True, True), (True, False), (False, True)])
NAMES: Final = ("C01", "C02", "C03", "C04")


class Drawn(RuleBasedStateMachine):
    """One round of four; `rows` is what each contestant has to show, the weightiest first."""

    def __init__(self) -> None:
        super().__init__()
        self.championship: Any = NOT_OPENED
        self.places = 0
        self.rows: dict[str, list[int]] = {}
        self.sitting: dict[str, tuple[int, int] | None] = {}
        """Who sits the last exercise, with marks and time once answered."""
        self.exercises = 0
        self.gone: tuple[str, ...] | None = None

    @initialize(places=st.integers(1, 3))
    def open(self, places: int) -> None:
        self.places = places
        self.championship = after([opening(), judges(), *entered(16), act(f"DIR: schedule 1 C01-C04 {places}")])

    def do(self, line: str) -> None:
        event = act(line)
        why = refusal(self.championship, event, house())
        assert why is None, why
        self.championship = after([event], self.championship)

    def at_the_line(self) -> tuple[set[str], set[str]]:
        """Who is above the line, and who is level on it with too few places; nobody is where scores are missing."""
        if len(self.rows) < len(NAMES):
            return set(), set()
        last = sorted(self.rows.values(), reverse=True)[self.places - 1]
        above = {name for name, row in self.rows.items() if row > last}
        level = {name for name, row in self.rows.items() if row == last}
        return (above | level, set()) if len(above | level) == self.places else (above, level)

    @precondition(lambda self: self.gone is None and len(self.rows) < len(NAMES))
    @rule(points=POINTS, result=st.sampled_from([120, 120, 120, 119]))
    def score(self, points: tuple[int, int, int], result: int) -> None:
        name = NAMES[len(self.rows)]
        self.do(f"J1: give_scores 1 {name} {points[0]} {points[1]} {points[2]} {result}")
        self.rows[name] = [result, *points]

    @precondition(lambda self: self.gone is None and not self.sitting and self.at_the_line()[1])
    @rule()
    def set_exercise(self) -> None:
        self.exercises += 1
        chips, level = 6 + self.exercises, sorted(self.at_the_line()[1])
        wagers = f"{chips}_straight_17_on_17,{chips}_split_17-20_on_17"
        self.do(f"DIR: set_exercise {self.exercises} 1 {','.join(level)} {wagers} {self.exercises}")
        self.sitting = dict.fromkeys(level)

    @precondition(lambda self: self.gone is None and None in self.sitting.values())
    @rule(right=RIGHT, seconds=st.sampled_from([60, 60, 60, 60, 61]))
    def answer(self, right: tuple[bool, bool], seconds: int) -> None:
        name = next(name for name, answered in self.sitting.items() if answered is None)
        chips = 6 + self.exercises
        answers = ",".join(str(chips * odds + (not good)) for odds, good in zip((35, 17), right, strict=True))
        self.do(f"{name}: answer {self.exercises} {name} {answers} {seconds * 1000}")
        self.sitting[name] = (sum(right), -seconds)
        if None not in self.sitting.values():
            for other in NAMES:
                self.rows[other] += self.sitting.get(other) or (0, 0)
            self.sitting = {}

    @precondition(lambda self: self.gone is None and len(self.rows) == len(NAMES))
    @rule(lot=st.integers(0, 8), chosen=st.permutations(NAMES), number=st.integers(1, 4))
    def advance(self, lot: int, chosen: tuple[str, ...], number: int) -> None:
        if lot:
            return
        self.gone = tuple(chosen[:number])
        self.do(f"DIR: advance 1 {','.join(self.gone)}")

    @precondition(lambda self: self.gone is not None)
    @rule(name=st.sampled_from(NAMES))
    def score_too_late(self, name: str) -> None:
        assert refusal(self.championship, act(f"J2: give_scores 1 {name} 40 40 40"), house()) is not None

    def judged(self) -> JudgedRound:
        return judge(self.championship, lambda _: EDITION, ROULETTE).rounds[1]

    @invariant()
    def the_ranking_is_that_of_the_rows(self) -> None:
        if self.championship is NOT_OPENED:
            return
        (branch,) = self.judged().branches
        above, level = self.at_the_line()
        assert set(branch.outcome.ranking.advance) == above
        assert set(branch.outcome.ranking.drawn) == level
        assert branch.outcome.ranking.decided == (len(self.rows) == len(NAMES) and not level)

    @invariant()
    def who_went_on_against_the_ranking_is_found_and_nothing_else(self) -> None:
        if self.championship is NOT_OPENED:
            return
        found = sorted(finding.kind for finding in self.judged().findings)
        gone, (above, level) = set(self.gone or ()), self.at_the_line()
        if self.gone is None:
            assert found == []
        elif not above <= gone <= above | level or len(gone) != self.places:
            assert found == ["wrong_advance"]
        else:
            assert found == ["undecided_advance"] * len(gone & level)


TestDrawn = Drawn.TestCase
TestDrawn.settings = repeatable(80)
TestDrawn = pytest.mark.slow(TestDrawn)

"""The drill of custody finds nothing wrong with the engine in any house, and something with a broken one."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from drill.baccarat.drill import SEATED_PLAYERS as AT_BACCARAT
from drill.baccarat.drill import CoupSource
from drill.blackjack.drill import SEATED_PLAYERS as AT_BLACKJACK
from drill.blackjack.drill import BlackjackRoundSource
from drill.shoe.faults import FAULTS
from drill.shoe.shift import Shift
from drill.shoe.shift_drill import deal_shift, drill_shift, judge_shift
from drill.tally import Judge, Tally
from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.forensics.examination import DEFAULT_ONE_IN
from replay.rulebooks.common_parameters import CUSTODY_PARAMETERS
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.clauses.blackjack_flips import flips
from tests.clauses.dcb.toml import written

pytestmark = pytest.mark.slow

NIGHTS: Final = 90
ANYWHERE: Final = {"copy_too_many", "lost_card", "card_brought_in", "repeated_run"}
OF_A_CUT: Final = {"missing_cut", "cut_before_shuffle", "cut_offered_to_another", "cut_by_another", "short_cut"}
OF_REFUSALS: Final = {"refusal_passed_over", "cut_card_astray"}
KNOWN: Final = {
    "dcb": ANYWHERE,
    "eca-blackjack": ANYWHERE,
    "scb": ANYWHERE,
    "fbj": {*ANYWHERE, *OF_A_CUT, *OF_REFUSALS, "missing_shuffle"},
    "ccl": set(FAULTS) - OF_REFUSALS,
}
"""The faults that a house can have, by what its document says."""

IDLE: Final = {"cut_card.measured_from b becomes back"}
"""What decides nothing: the other reading of a question that is resolved."""


@cache
def shift_and_day(name: str, seed: int, one_in: int = DEFAULT_ONE_IN) -> tuple[Shift, TableDay]:
    """A night of a house, dealt and recorded once for all who judge it."""
    edition = shipped_edition(name)
    baccarat = edition.game == "baccarat"
    dealing = CoupSource(edition, seed) if baccarat else BlackjackRoundSource(edition, seed)
    night = deal_shift(dealing, seed, AT_BACCARAT if baccarat else AT_BLACKJACK)
    return night, build_table_day(night.entries(), lambda *_: dealing.edition, false_alarm_one_in=one_in)


def judged(name: str, seed: int, judge: Judge = rule, one_in: int = DEFAULT_ONE_IN) -> Tally:
    return judge_shift(*shift_and_day(name, seed, one_in), seed, judge)


@cache
def tally(name: str) -> Tally:
    whole = Tally(0)
    for seed in range(NIGHTS):
        whole.merge(judged(name, seed))
    return whole


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_nothing_is_missed_invented_or_miscounted(name: str) -> None:
    found = tally(name)
    assert (found.missed, found.invented, found.wrong_money) == (0, 0, 0), "\n".join(found.examples)
    assert found.found == found.injected > NIGHTS
    assert found.rounds == 0


@pytest.mark.parametrize("name", KNOWN)
def test_every_fault_that_the_house_knows_occurs(name: str) -> None:
    assert set(tally(name).by_fault) == KNOWN[name]


def test_the_same_seed_is_the_same_night() -> None:
    tally_, other = (drill_shift(BlackjackRoundSource(shipped_edition("ccl"), 7), 7, AT_BLACKJACK, rule) for _ in range(2))
    assert tally_.document() == other.document() == judged("ccl", 7).document()


def broken(name: str) -> Iterator[tuple[str, Edition]]:
    """Each flip of a value on custody."""
    for flip in flips(tomllib.loads(shipped_text(name))):
        if flip.name.split(" ")[0] in CUSTODY_PARAMETERS:
            try:
                yield flip.name, parse_edition(written(flip.tables))
            except MalformedRulebook:
                continue


def judging_by(edition: Edition) -> Judge:
    """Rules as the engine does, but by this edition, resolved as the round's is."""

    def judge(story: TableDay, name: str) -> Ruling:
        held = edition.with_resolutions(dict(story.rounds[name].edition.resolved_letters))
        return rule(replace(story, rounds={name: replace(story.rounds[name], edition=held)}), name)

    return judge


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ccl", "fbj"])
def test_an_engine_with_another_value_on_custody_fails(name: str) -> None:
    tried = dict(broken(name))
    passing = [
        what
        for what, edition in tried.items()
        if not any(judged(name, seed, judging_by(edition)).has_failed for seed in range(NIGHTS))
    ]
    assert tried
    assert set(passing) <= IDLE


def test_an_engine_that_holds_every_run_for_chance_fails() -> None:
    assert any(judged("dcb", seed, one_in=10**24).missed for seed in range(NIGHTS))


@pytest.mark.slow
def test_an_engine_that_holds_no_run_for_chance_fails() -> None:
    assert any(judged("dcb", seed, one_in=2).invented for seed in range(5 * NIGHTS))

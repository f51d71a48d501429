"""The answer on a round: the same fact in every place."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from ledger.events.cases import Answer, WagerAward
from projections.answers.money import CaseDecision, PaidBet, has_open_bets, with_cases
from projections.answers.status import STATUS_WORDS, StatusGrounds, status_of

ROOT: Final = Path(__file__).parents[2]


def test_the_glossary_explains_every_status() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    rounds = text.split("## Rounds")[1].split("## ")[0]
    words = re.findall(r"^\| ([a-z ]+) \| [A-Z]", rounds, re.MULTILINE)
    assert {word.replace(" ", "_") for word in words} == set(STATUS_WORDS)


ROUND: Final = "BAC-1/2026-01-17/42"


def bet(name: str, awarded_minor: int | None, paid_minor: int | None) -> PaidBet:
    """A bet of P1 on which 100.00 were staked."""
    return PaidBet(
        bet=name,
        player="P1",
        kind="banco",
        stake_minor=10_000,
        paid_minor=paid_minor,
        taken_back_minor=0,
        awarded_minor=awarded_minor,
        if_claimed_minor=None,
        is_settled=False,
        is_unpaid=False,
        kept_minor=paid_minor,
    )


def after_case(
    bets: tuple[PaidBet, ...], pay_minor: int, paid_minor: int, *named: WagerAward
) -> list[tuple[int | None, ...]]:
    """Bet by bet what a case paid, what is set off, outstanding and overpaid, once it gives P1 so much and paid so much."""
    opened = SimpleNamespace(rounds=(ROUND,))
    case: Any = SimpleNamespace(claims={"P1": None}, paid={("P1", False): paid_minor}, opened=opened)
    answer = Answer(player="P1", outcome="upheld", pay_minor=pay_minor, awards=named)
    decision = CaseDecision(case, SimpleNamespace(answers=(answer,)))  # type: ignore[arg-type]
    found = with_cases({ROUND: bets}, [decision], str)[ROUND]
    return [(row.paid_by_case_minor, row.set_off_minor, row.outstanding_minor, row.overpaid_minor) for row in found]


def test_too_much_on_one_bet_is_set_off_against_another() -> None:
    """150 are lacking on w1 and 100 were paid too much on w2: the case gives the 50 between them."""
    bets = bet("w1", 15_000, 0), bet("w2", 0, 10_000)
    assert after_case(bets, 5_000, 0) == [(0, 10_000, 5_000, 0), (0, -10_000, 0, 0)]
    assert after_case(bets, 5_000, 5_000) == [(5_000, 10_000, 0, 0), (0, -10_000, 0, 0)]


def test_nothing_is_set_off_where_the_house_pays_all_that_is_lacking() -> None:
    """The house pays the whole 150, and the 100 that were paid too much remain so."""
    bets = bet("w1", 15_000, 0), bet("w2", 0, 10_000)
    assert after_case(bets, 15_000, 15_000) == [(15_000, 0, 0, 0), (0, 0, 0, 10_000)]


def test_of_more_paid_too_much_than_is_lacking_the_rest_remains() -> None:
    """40 are lacking, 100 were paid too much, the case gives nothing: 60 remain paid too much."""
    bets = bet("w1", 4_000, 0), bet("w2", 0, 10_000)
    assert after_case(bets, 0, 0) == [(0, 4_000, 0, 0), (0, -4_000, 0, 6_000)]


def test_a_case_that_paid_more_than_it_now_gives_has_paid_too_much() -> None:
    """An earlier answer gave 100 and paid them; the one that counts gives 60."""
    assert after_case((bet("w1", 6_000, 0),), 6_000, 10_000) == [(10_000, 0, 0, 4_000)]


@pytest.mark.parametrize(("paid", "left"), [(0, 7_000), (2_000, 5_000), (7_000, 0)])
def test_what_a_case_gives_on_an_undecided_bet_is_outstanding(paid: int, left: int) -> None:
    """The rules leave the bet open, and the answer names none."""
    assert after_case((bet("w1", None, 0),), 7_000, paid) == [(paid, 0, left, None)]


@pytest.mark.parametrize(("answered", "decider"), [(("w1",), "management"), (("w1", "w2"), None)])
def test_a_void_round_waits_for_a_decision_until_all_its_players_are_answered(
    answered: tuple[str, ...], decider: str | None
) -> None:
    """It is open whether two payments are reversed (CCL-7a?); a case has answered the player of one, or of both."""
    bets = tuple(replace(bet(name, None, 20_000), is_answered=name in answered) for name in ("w1", "w2"))
    grounds = StatusGrounds(
        standing="void",
        is_over=True,
        verdict="void",
        authority="management",
        is_money_wrong=False,
        is_incomplete=False,
        is_corrected_at_table=False,
        is_decided=True,
        has_open_bets=has_open_bets(bets),
    )
    found = status_of(grounds, ())
    assert (found.word, found.decider) == ("void", decider)

"""A void shoe by the oracle, worked out by hand: 100.00 won and paid, 200.00 lost and collected, 100.00 won and unpaid."""

from typing import Final

import pytest

from drill.oracles.void_shoe import (
    BetMoney,
    PlayerMoney,
    ShoeAnnouncement,
    ShoeBet,
    bet_money,
    is_effective,
    player_totals,
    void_shoe_terms,
    void_since,
)

PAID: Final = ShoeBet("w1", "P1", 10_000, 20_000, ((5, 20_000),))
COLLECTED: Final = ShoeBet("w2", "P2", 20_000, 0, ((6, 0),))
UNPAID: Final = ShoeBet("w3", "P1", 10_000, 20_000)
UNDECIDED: Final = ShoeBet("w4", "P2", 20_000, None)
PAID_AFTER: Final = ShoeBet("w3", "P1", 10_000, 20_000, ((30, 20_000),))
VOID, BACK, BY_DEALER = (
    ShoeAnnouncement(10, "void", "management"),
    ShoeAnnouncement(20, "reverse", "management"),
    ShoeAnnouncement(9, "void", "dealer"),
)


def due(bet: ShoeBet, letters: str) -> int | None:
    """What is due under the readings of 7a? and 7b?, void from 10 on."""
    terms = void_shoe_terms("ccl", dict(zip(("CCL-7a?", "CCL-7b?"), letters, strict=True)))
    return bet_money(bet, 10, terms).due_minor


@pytest.mark.parametrize(
    ("bet", "dues"),
    [
        (PAID, (20_000, 20_000, 10_000, 10_000)),
        (COLLECTED, (0, 0, 20_000, 20_000)),
        (UNPAID, (10_000, 0, 10_000, 0)),
        (UNDECIDED, (20_000, 0, 20_000, 0)),
        (PAID_AFTER, (10_000, 0, 10_000, 0)),
    ],
)
def test_a_bet_of_a_void_shoe(bet: ShoeBet, dues: tuple[int, ...]) -> None:
    assert tuple(due(bet, letters) for letters in ("aa", "ab", "ba", "bb")) == dues


def test_winnings_that_were_not_paid_are_withheld() -> None:
    terms = void_shoe_terms("ccl", {})
    kept = [bet_money(bet, 10, terms).withheld_minor for bet in (PAID, COLLECTED, UNPAID, PAID_AFTER, UNDECIDED)]
    assert kept == [0, 0, 10_000, 10_000, None]
    assert bet_money(UNPAID, None, terms) == BetMoney(20_000)


def test_the_money_of_a_shoe_player_by_player() -> None:
    bets = (PAID, COLLECTED, UNPAID)
    aa, bb = (player_totals(bets, 10, void_shoe_terms("ccl", {"CCL-7a?": x, "CCL-7b?": x})) for x in "ab")
    assert aa == {"P1": PlayerMoney(20_000, 20_000, 30_000, 10_000), "P2": PlayerMoney(20_000, 0, 0, 0)}
    assert bb == {"P1": PlayerMoney(20_000, 20_000, 10_000, 10_000), "P2": PlayerMoney(20_000, 0, 20_000, 0)}
    assert [money.balance_minor for money in bb.values()] == [-10_000, 20_000]


def test_only_management_voids_a_shoe_and_takes_it_back() -> None:
    ccl, scb = void_shoe_terms("ccl", {}), void_shoe_terms("scb", {})
    again = ShoeAnnouncement(25, "void", "management")
    assert [void_since(acts, ccl) for acts in ((BY_DEALER,), (VOID,), (VOID, BACK), (VOID, BACK, again))] == [
        None,
        10,
        None,
        25,
    ]
    assert void_since((VOID,), scb) is None
    assert [is_effective((VOID, BACK, again), act, ccl) for act in (VOID, BACK, again)] == [True] * 3
    assert not is_effective((VOID, again), again, ccl)
    assert not is_effective((BACK,), BACK, ccl)

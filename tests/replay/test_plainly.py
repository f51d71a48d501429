"""What is reckoned in a shorter way comes out as in the plain one."""

from collections import Counter
from fractions import Fraction
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from drill.blackjack.rounds import ROUND_NAME, drilled_rounds
from ledger.values.cards import SUITS, has_suit, is_known, rank
from replay.editions.loader import shipped_edition
from replay.judging.composition import CardCount
from replay.judging.finding import Finding, sorted_findings
from replay.judging.wagers import share_of
from replay.ruling.finding_kinds import finding_kinds

CARDS: Final = ("As", "Ah", "A?", "7c", "7?", "??")
OFTEN: Final = ("card_touched", "tip", "late_bet")

KINDS = [kind.name for kind in finding_kinds()]


@given(st.fractions(min_value=0, max_value=1, max_denominator=40), st.integers(0, 10**9))
def test_a_share_of_an_amount(share: Fraction, amount: int) -> None:
    found = share_of(share, amount)
    assert found == share * amount
    assert isinstance(found, int) == ((share * amount).denominator == 1)


@given(
    st.lists(st.sampled_from(CARDS), max_size=30), st.dictionaries(st.sampled_from(("As", "Ah", "7c")), st.integers(1, 2))
)
def test_the_cards_that_are_one_too_many(cards: list[str], exchanged: dict[str, int]) -> None:
    count = CardCount(1)
    for at, card in enumerate(cards):
        assert list(count.draw(card, exchanged)) == _plainly(cards[: at + 1], exchanged)


def _plainly(cards: list[str], exchanged: dict[str, int]) -> list[tuple[str, int, int]]:
    """In which ways the last of these cards is one too many in a shoe of one deck, everything counted anew."""
    last = cards[-1]
    out = Counter(card for card in cards if has_suit(card))
    loose = sum(is_known(card) and not has_suit(card) and rank(card) == rank(last) for card in cards)
    held = {rank(last) + suit: 1 + exchanged.get(rank(last) + suit, 0) for suit in SUITS}
    of_rank = sum(min(out[card], most) for card, most in held.items()) + loose
    found = []
    if out[last] > 1 + exchanged.get(last, 0):
        found.append(("one_copy_too_many", out[last], 1))
    elif is_known(last) and of_rank > sum(held.values()):
        found.append(("too_many_of_rank", of_rank, sum(held.values())))
    if len(cards) > 52 + sum(exchanged.values()):
        found.append(("too_many_cards", len(cards), 52))
    return found


@given(
    st.lists(
        st.builds(
            Finding,
            st.sampled_from(OFTEN),
            st.just(()),
            st.integers(1, 3),
            st.fixed_dictionaries(
                {name: st.sampled_from("ab") for name in ("player", "amount", "wager", "kind", "card", "closing")}
            ),
            st.sampled_from(((), ("w1",))),
        )
    )
)
def test_the_order_of_findings(findings: list[Finding]) -> None:
    plainly = sorted(
        findings, key=lambda finding: (KINDS.index(finding.kind), finding.position, finding.wagers, finding.text)
    )
    assert list(sorted_findings(findings)) == plainly


def test_what_a_round_is_told_of_a_kind() -> None:
    for drilled in drilled_rounds(shipped_edition("fbj"), 3, 1, 20):
        round_ = drilled.table_day.rounds[ROUND_NAME]
        for kind in {type(round_entry.event) for round_entry in round_.entries}:
            assert list(round_.entries_of(kind)) == [
                (round_entry, round_entry.event) for round_entry in round_.entries if isinstance(round_entry.event, kind)
            ]

"""A shoe as a strip: its stretches, what its unread cards could be, and two accounts of it side by side."""

import pytest

from replay.ruling.card_sequence import CardSequence, card_sequences, count_unaccounted
from replay.ruling.ruling import rule
from tests.replay.custody.test_custody_states import DAY, OPENS, READY, ROUND, recorded_day

OTHER = "bet w1 P1 main 10000 box=1; nmb; 1 ?? D 9? 1 4h; says 1 stand; D Jc; close"


def strip_of(*lines: str, house: str = "ccl", shoe: str = "S1") -> CardSequence:
    table_day = recorded_day(house, list(lines))
    return next(card_sequences(table_day, shoe, lambda name: rule(table_day, name).findings))


def test_a_strip_has_a_stretch_for_each_round_and_for_what_was_burned_between() -> None:
    strip = strip_of(f"{DAY}: {OPENS}", READY, f"{DAY}/1: {ROUND}", f"{DAY}: burn 4s reason=other", f"{DAY}/2: {OTHER}")
    assert [(stretch.round, " ".join(card.card for card in stretch.cards)) for stretch in strip.stretches] == [
        (None, "?? ?? ??"),
        (f"{DAY}/1", "Th 9c 8d Kc 8s Jc"),
        (None, "4s"),
        (f"{DAY}/2", "?? 9? 4h Jc"),
    ]
    assert strip.unread_count == 5
    assert [finding.kind for finding in strip.findings] == ["short_cut"]
    assert strip.shoe.examined().suspicions == {}


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_what_is_not_accounted_for_is_bounded_by_the_copies_and_by_the_rank(decks: int) -> None:
    """`9c` was read once, `9?` once: of nines one more is out, but nobody knows which."""
    strip = strip_of(
        f"{DAY}: {OPENS}; shoe S1 {decks}", f"{DAY}/1: {ROUND}", f"{DAY}: exchanged S1 Jc management", f"{DAY}/2: {OTHER}"
    )
    left = count_unaccounted(strip.shoe)
    assert left["As"] == decks
    assert left["9c"] == decks - 1
    assert left["9h"] == min(decks, 4 * decks - 2)
    assert left["Jc"] == decks - 2 + 1
    assert len(left) == 52


def test_all_suits_of_a_rank_are_accounted_for_where_so_many_came_half_read() -> None:
    burned = "; ".join(["burn 9? reason=other"] * 3)
    strip = strip_of(f"{DAY}: {OPENS}; shoe S1 1; {burned}", f"{DAY}/1: {ROUND}")
    assert {card: left for card, left in strip.unaccounted_cards.items() if card[0] == "9"} == dict.fromkeys(
        ("9s", "9h", "9d", "9c"), 0
    )


def test_two_accounts_of_a_shoe_are_laid_side_by_side() -> None:
    """The camera read another card in the first round, and one that the floor does not have in the second."""
    strip = strip_of(
        f"{DAY}: {OPENS}; source cam 0 account=camera",
        READY,
        f"{DAY}/1: {ROUND}",
        f"{DAY}/2: {OTHER.replace('??', '2h').replace('9?', '9h')}",
        "!source cam",
        f"{DAY}/1: open <floor#11; {ROUND.replace('8d', '8h')}",
        f"{DAY}/2: {OTHER.replace('??', '2h').replace('9?', '9h').replace('; D Jc', '; D 5c D Jc')}",
    )
    assert [
        (difference.account, difference.number, difference.own_cards, difference.other_cards)
        for difference in strip.differences
    ] == [
        ("camera", 6, ("8d",), ("8h",)),
        ("camera", 13, (), ("5c",)),
    ]


def test_a_run_of_the_shoe_before_is_told_with_its_chance() -> None:
    strip = strip_of(
        f"{DAY}: {OPENS}; shoe S1 6",
        f"{DAY}/1: {ROUND}",
        f"{DAY}: shoe S2 6",
        f"{DAY}/2: {ROUND}",
        f"{DAY}: shoe_closed S2 counted=310",
        shoe="S2",
    )
    suspicion = strip.shoe.examined().suspicions["repeated_run"]
    assert (suspicion.number, suspicion.first_number, suspicion.earlier_shoe, suspicion.earlier_number) == (6, 1, 1, 1)
    assert (suspicion.order, [finding.kind for finding in strip.findings]) == ("dealt", ["wrong_count", "repeated_run"])

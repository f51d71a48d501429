"""How soon faulty shoes are found, beside the best test that was known: likelihood ratios at one in a million each.

The figures are that test's, measured over 21 runs a row: median rounds until found. The program's level is one in a million
for all suspicions together, and it is to find each fault within a quarter more rounds, or one round more.
"""

from random import Random
from statistics import median_low
from typing import Final

import pytest

from replay.forensics.examination import DEFAULT_ONE_IN, ShoeExamination
from tests.replay.forensics.simulated import DECKS, KINDS, faces_of

NEVER: Final = 10**9
NUMBERS: Final = (1, 2, 3, 4, 5, 6, 8)


def of_cards(what: str, *rounds: int) -> dict[str, int]:
    """Rows of so many cards; nought where there is none."""
    return {f"{number} {what} face": found for number, found in zip(NUMBERS, rounds, strict=False) if found}


SLUGS: Final = ("slug 8", "slug 10", "slug 15", "slug 26", "slug reversed 10", "slug reversed 26")
BY_HAND: Final = ("slug by hand 10", "slug by hand 26")
YARDSTICK: Final[dict[str, dict[str, int]]] = {
    "baccarat": {
        **of_cards("missing, same", 1115, 484, 288, 207, 157, 130, 77),
        **of_cards("missing, different", 1100, 654, 517, 459, 399, 363, 315),
        **of_cards("surplus, same", 78, 67, 65, 58, 56, 53, 46),
        **of_cards("surplus, different", 78, 76, 72, 68, 70, 69, 68),
        "factory": 2,
        "factory one deck": 2,
        "repeated deck": 12,
        **dict.fromkeys((*SLUGS, *BY_HAND), 2),
        "riffle 1": 2,
        "riffle 2": 3,
        "riffle 3": 6,
        "riffle 4": 17,
    },
    "blackjack": {
        **of_cards("missing, same", 1265, 387, 192, 115, 77, 53),
        **of_cards("missing, different", 1193, 746, 578, 496, 443, 366, 315),
        **of_cards("surplus, same", 0, 39, 20, 17, 17, 15, 13),
        **of_cards("surplus, different", 0, 54, 40, 36, 20, 20, 21),
        "factory": 1,
        "factory one deck": 1,
        "repeated deck": 6,
        **dict.fromkeys(SLUGS, 2),
        **dict.fromkeys(BY_HAND, 1),
        "riffle 1": 1,
        "riffle 2": 2,
        "riffle 3": 5,
    },
}
"""By game and fault, the median rounds of the rows that it found in at least 11 of 21 runs.

One surplus card at blackjack is left out (58 and 40 rounds there): it shows only by the seventh copy of its face, which no
test can see before it comes (`test_one_surplus_card_shows_when_its_last_copy_comes`).
"""
ROWS: Final = [(game, fault, rounds) for game, rows in YARDSTICK.items() for fault, rounds in rows.items()]
SOON: Final = [(game, fault, rounds) for game, fault, rounds in ROWS if rounds <= 100 and "surplus" not in fault]
"""Surplus cards are left to the night: the rounds until the last copy of a face comes vary too much for few runs."""


def rounds_until_found(game: str, fault: str, chance: Random) -> int:
    """After how many rounds since it began a fault is suspected; NEVER where it is not."""
    kind, make = KINDS[fault]
    faulty, before, previous = make(game, chance), 0, None
    for rounds in faulty.shoes:
        shoe, cards = ShoeExamination(DECKS[game], False, DEFAULT_ONE_IN, previous), faces_of(rounds, before)
        shoe.extend(cards)
        shoe.close()
        if kind in shoe.suspicions:
            return int(cards[shoe.suspicions[kind].number - 1].round) + 1 - faulty.rounds_before
        before, previous = before + len(rounds), shoe
    return NEVER


def median_rounds(game: str, fault: str, runs: int) -> int:
    chance = Random(f"{game} {fault} {runs}")
    return median_low(rounds_until_found(game, fault, chance) for _ in range(runs))


@pytest.mark.parametrize(("game", "fault", "rounds"), SOON, ids=[f"{game} {fault}" for game, fault, _ in SOON])
def test_a_faulty_shoe_is_found_about_as_soon_as_can_be(game: str, fault: str, rounds: int) -> None:
    assert median_rounds(game, fault, 31) <= max(rounds * 1.5, rounds + 2)


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "fault", "rounds"), ROWS, ids=[f"{game} {fault}" for game, fault, _ in ROWS])
def test_every_row_of_the_yardstick_is_reached(game: str, fault: str, rounds: int) -> None:
    assert median_rounds(game, fault, 200) <= max(rounds * 1.25, rounds + 1)


@pytest.mark.nightly
def test_one_surplus_card_shows_when_its_last_copy_comes() -> None:
    """About 238 of 313 cards are dealt, with all seven copies among them in 0.147 of the shoes: the median is the fifth."""
    chance = Random(31)
    rounds = [rounds_until_found("blackjack", "1 surplus, same face", chance) for _ in range(200)]
    assert 60 <= median_low(rounds) <= 110


def test_sixteen_missing_cards_are_found_where_eight_were_the_most_that_was_looked_for() -> None:
    """Rounds of blackjack with sixteen different faces missing: the yardstick, which stops at eight, does not find them."""
    assert median_rounds("blackjack", "16 missing, different face", 9) <= 21 * 12

"""A machine that takes cards back: one that gives back too soon what it took in is found, and a fair one is not."""

from random import Random
from statistics import median_low

from replay.forensics.examination import DEFAULT_ONE_IN, ShoeExamination
from tests.replay.forensics.simulated import RANKS, SUITS, Card, decks

NEVER = 10**9
FACES = [rank + suit for suit in SUITS for rank in RANKS]


def rounds_until_suspected(too_soon: float, chance: Random, rounds: int = 200, one_in: int = DEFAULT_ONE_IN) -> int:
    """Rounds of eleven cards out of a machine of six decks; of each card so likely one of the last round's comes."""
    shoe = ShoeExamination(6, True, one_in, None)
    inside, on_table = decks("blackjack"), list[int]()
    for number in range(1, rounds + 1):
        last, on_table = on_table, []
        inside += last
        left = list(last)
        for place in range(11):
            back = left and chance.random() < too_soon
            face = left.pop(chance.randrange(len(left))) if back else inside[chance.randrange(len(inside))]
            inside.remove(face)
            if not back and face in left:
                left.remove(face)
            on_table.append(face)
            shoe.extend([Card(FACES[face], f"box{place}", str(number))])
        if "early_return" in shoe.suspicions:
            return number
    return NEVER


def test_a_machine_that_gives_back_too_soon_is_found() -> None:
    chance = Random(1)
    assert median_low(rounds_until_suspected(0.3, chance) for _ in range(9)) <= 20
    assert median_low(rounds_until_suspected(0.15, chance) for _ in range(9)) <= 60


def test_a_fair_machine_comes_under_suspicion_no_more_often_than_is_said() -> None:
    chance = Random(2)
    found = sum(rounds_until_suspected(0, chance, 60, 10) < NEVER for _ in range(60))
    assert found <= 60 / 10 + 3 * (60 / 10) ** 0.5


def test_a_machine_is_not_suspected_of_missing_cards() -> None:
    shoe = ShoeExamination(6, True, DEFAULT_ONE_IN, None)
    shoe.extend(Card("As", "box1", str(number)) for number in range(40))
    shoe.close()
    assert set(shoe.suspicions) <= {"early_return", "repeated_deck", "deck_order"}

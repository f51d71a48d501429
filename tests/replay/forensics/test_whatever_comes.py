"""Whatever comes out of a shoe, examining it never fails: unread cards, too many, one face alone, machines in between."""

from random import Random

import pytest

from replay.forensics.examination import ShoeExamination
from tests.replay.forensics.simulated import RANKS, SUITS, Card


def cards_of(decks: int, chance: Random) -> list[str]:
    """A shoe of some kind: well shuffled or not at all, with cards too many, or of a few faces alone; some unread."""
    cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
    match chance.randrange(4):
        case 0:
            chance.shuffle(cards)
        case 1:
            cards += chance.choices(cards, k=20)
        case 2:
            faces = cards[: chance.randrange(1, 52)]
            cards = chance.choices(faces, k=chance.randrange(400))
    return ["??" if chance.random() < 0.03 else card[0] + "?" if chance.random() < 0.02 else card for card in cards]


@pytest.mark.parametrize("seed", range(40))
def test_examining_never_fails(seed: int) -> None:
    chance, previous = Random(seed), None
    for _ in range(4):
        decks = chance.choice((1, 1, 2, 6, 8))
        shoe = ShoeExamination(decks, chance.random() < 0.3, chance.choice((2, 100, 10**6)), previous)
        shoe.has_exchange = chance.random() < 0.2
        names = cards_of(decks, chance)
        drawn = [Card(card, chance.choice("PBD1"), str(number // 5)) for number, card in enumerate(names)]
        while drawn and chance.random() < 0.95:
            piece = chance.randrange(1, 60)
            shoe.extend(drawn[:piece])
            drawn = drawn[piece:]
            shoe.evidence()
        if chance.random() < 0.7:
            shoe.close()
        assert set(shoe.suspicions) <= set(shoe.shares)
        assert all(0 < suspicion.number <= shoe.number_drawn for suspicion in shoe.suspicions.values())
        previous = shoe

"""Baccarat shoes and a recogniser that looks at them, drawn from a seed: nothing here knows the program.

A card is seen clearly or badly. Of each the recogniser names six faces, the true one among them, with confidences that are
exact: noise falls on the evidence for each face, and the confidence is what the evidence makes of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

FACES = tuple(rank + suit for rank in "A23456789TJQK" for suit in "shdc")
WORTH = {face: 0 if face[0] in "TJQK" else "A23456789".index(face[0]) + 1 for face in FACES}
MISSED, INVENTED, UNLAWFUL, MISCALLED = 0.02, 0.001, 0.005, 0.005
BANCO_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}


@dataclass(frozen=True)
class Coup:
    """A coup as it was dealt, what was seen of its cards by place and number, and the dealer's call."""

    punto: tuple[str, ...]
    banco: tuple[str, ...]
    seen: dict[tuple[str, int], dict[str, float]]
    left: dict[str, int]
    """The shoe before it."""
    call: str


def lawful_thirds(punto: int, banco: int, given: int | None) -> tuple[bool, bool]:
    """Whether punto and banco draw, having these totals of two cards; `given` is what punto's third counts, if any."""
    if punto >= 8 or banco >= 8:
        return False, False
    punto_draws = punto <= 5
    if given is None or banco < 3:
        return punto_draws, banco <= (5 if given is None else 2)
    return punto_draws, str(given) in BANCO_DRAWS[banco]


@dataclass
class Recogniser:
    """Sees a share `clear` of the cards clearly and the others badly, by how far evidence stands out from its noise."""

    random: Random
    clear: float
    clear_signal: float = 5.0
    bad_signal: float = 1.0

    def look(self, card: str) -> dict[str, float]:
        signal = self.clear_signal if self.random.random() < self.clear else self.bad_signal
        shortlist = [card, *self.random.sample([face for face in FACES if face != card], 5)]
        evidence = {face: signal * (signal * (face == card) + self.random.gauss(0, 1)) for face in shortlist}
        most = max(evidence.values())
        weight = {face: exp(amount - most) for face, amount in evidence.items()}
        return {face: amount / sum(weight.values()) for face, amount in weight.items()}


def shoes(seed: int, clear: float, rounds: int) -> Iterator[Sequence[Coup]]:
    """So many coups, shoe by shoe."""
    random = Random(seed)
    recogniser = Recogniser(random, clear)
    while rounds > 0:
        shoe = list(FACES) * 8
        random.shuffle(shoe)
        coups: list[Coup] = []
        while len(shoe) > 20 and rounds > len(coups):
            coups.append(_coup(random, recogniser, shoe))
        rounds -= len(coups)
        yield coups


def _coup(random: Random, recogniser: Recogniser, shoe: list[str]) -> Coup:
    left = dict.fromkeys(FACES, 0)
    for face in shoe:
        left[face] += 1
    punto, banco = [shoe.pop()], [shoe.pop()]
    punto.append(shoe.pop())
    banco.append(shoe.pop())
    totals = [sum(WORTH[card] for card in hand) % 10 for hand in (punto, banco)]
    draws, _ = lawful_thirds(totals[0], totals[1], None)
    way = random.choice([1, 2, 3]) if random.random() < UNLAWFUL else 0
    if draws != (way in (1, 3)):
        punto.append(shoe.pop())
    # whether banco's card is lawful is a matter of the card that punto has by right or by error
    given = WORTH[punto[2]] if len(punto) > 2 else None
    _, answers = lawful_thirds(totals[0], totals[1], given)
    if answers != (way in (2, 3)):
        banco.append(shoe.pop())
    seen = {}
    for place, hand in (("punto", punto), ("banco", banco)):
        for number in (1, 2, 3):
            if number <= len(hand):
                if random.random() >= MISSED:
                    seen[place, number] = recogniser.look(hand[number - 1])
            elif random.random() < INVENTED:
                seen[place, number] = recogniser.look(random.choice(FACES))
    punto_total, banco_total = (sum(WORTH[card] for card in hand) % 10 for hand in (punto, banco))
    result = "egalite" if punto_total == banco_total else "punto" if punto_total > banco_total else "banco"
    if random.random() < MISCALLED:
        result = random.choice([other for other in ("punto", "banco", "egalite") if other != result])
    return Coup(tuple(punto), tuple(banco), seen, left, result)

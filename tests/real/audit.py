"""A second audit in a few lines, written without the product: what the tableau and plain payouts say of one row."""

from dataclasses import dataclass

COUNT = {rank: n for n, rank in enumerate("A23456789", 1)} | dict.fromkeys("TJQK", 0)
BANCO_DRAWS = {3: "0123456790", 4: "234567", 5: "4567", 6: "67"}


def total(cards: list[str]) -> int:
    return sum(COUNT[card[0]] for card in cards) % 10


def by_the_tableau(punto: list[str], banco: list[str]) -> bool:
    """Whether exactly the cards were dealt that were due."""
    p, b = total(punto[:2]), total(banco[:2])
    if max(p, b) > 7:
        return len(punto) == len(banco) == 2
    third = len(punto) == 3
    if third != (p < 6):
        return False
    given = str(COUNT[punto[2][0]]) if third else None
    draws = b < 3 or (b < 6 if given is None else given in BANCO_DRAWS.get(b, "") and not (b == 3 and given == "8"))
    return (len(banco) == 3) == draws


def winner(punto: list[str], banco: list[str]) -> str:
    p, b = total(punto), total(banco)
    return "egalite" if p == b else "punto" if p > b else "banco"


@dataclass
class PlainBet:
    """A bet under plain punto banco: 5% commission, tie 8 to 1, banco and punto pushed on a tie; money in cents."""

    kind: str
    stake: int

    def back(self, won: str) -> int:
        if won == "egalite" and self.kind != "any_tie":
            return self.stake
        if {"any_tie": "egalite"}.get(self.kind, self.kind) != won:
            return 0
        return self.stake + {"banco": self.stake * 95 // 100, "punto": self.stake, "any_tie": 8 * self.stake}[self.kind]

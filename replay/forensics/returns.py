"""Cards that come back too soon from a machine which takes them in after every round and deals on without end.

Such a machine holds all cards but those on the table, each as likely as any other. The bets are that the cards of the
last rounds come again more often.
"""

from dataclasses import dataclass, field
from typing import Final

from replay.forensics.evidence import UNIT

_EXTRA: Final = (8, 4, 2)
"""One card in so many comes from the last rounds, besides those that come by chance."""
_ROUNDS: Final = (1, 2, 4)
"""So many of the last rounds."""
_NUMBER: Final = len(_EXTRA) * len(_ROUNDS)


@dataclass(slots=True)
class ReturnBets:
    """The bets that a machine gives back too soon what it took in."""

    decks: int
    values: list[int] = field(default_factory=lambda: [UNIT] * _NUMBER)
    _round: str | None = None
    _last_rounds: list[dict[int, int]] = field(default_factory=list)
    """The cards of the last rounds by number, the last round first."""

    @property
    def value(self) -> int:
        """The mean of the bets."""
        return sum(self.values) // _NUMBER

    def begin_round(self, name: str | None, counts: list[int]) -> None:
        """Where another round begins, the cards on the table go back into the machine."""
        if name is None or name == self._round:
            return
        on_table = {code: number for code, number in enumerate(counts) if number}
        if self._round is not None and on_table:
            self._last_rounds = [on_table, *self._last_rounds][: max(_ROUNDS)]
        self._round = name
        counts[:] = [0] * len(counts)

    def follow(self, card: int, copies_left: int, cards_left: int) -> int:
        """Takes in the next card, and gives the mean of the bets."""
        if not self._last_rounds:
            return self.value
        values = []
        for number, rounds in enumerate(_ROUNDS):
            last = self._last_rounds[:rounds]
            of_face = sum(of_round.get(card, 0) for of_round in last)
            of_all = sum(sum(of_round.values()) for of_round in last)
            for value, extra in zip(self.values[number * len(_EXTRA) :], _EXTRA, strict=False):
                numerator = (extra - 1) * of_all * copies_left + of_face * cards_left
                values.append(value * numerator // (extra * of_all * copies_left))
        self.values = values
        return self.value

"""The tableau: what is due in a coup, card by card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.values.cards import rank
from replay.games.baccarat.parameters import (
    BANCO_BELOW,
    BANCO_DRAWS,
    BANCO_GIVEN_NOTHING,
    DEAL,
    MODULUS,
    MOST_CARDS,
    NATURAL,
    NATURAL_OF,
    POINTS,
    PUNTO_DRAWS,
    THIRDS,
)
from replay.procedure.procedure import HOLE, Due, Procedure
from replay.rulebooks.rules import Rules

PUNTO: Final = Due("punto")
BANCO: Final = Due("banco")
_DUE: Final = {"punto": PUNTO, "banco": BANCO}


@dataclass(frozen=True, slots=True)
class Coup:
    """The cards of both hands in the order in which they came; HOLE where a card was passed over.

    `astray` are cards that lie on the table without ever having been due.
    """

    punto: tuple[str, ...] = ()
    banco: tuple[str, ...] = ()
    astray: tuple[tuple[str, str], ...] = ()

    def hand(self, place: str) -> tuple[str, ...]:
        """The cards at a place, without holes."""
        cards = self.punto if place == "punto" else self.banco
        return tuple(card for card in cards if card != HOLE)


def points(card: str, rules: Rules) -> int:
    """What a card counts; a card passed over counts nothing."""
    return 0 if card == HOLE else rules.value(POINTS)[rank(card)]


def total(cards: Sequence[str], rules: Rules) -> int:
    """The total of a hand, its tens dropped."""
    worth = rules.value(POINTS)
    pips = 0
    for card in cards:
        if card != HOLE:
            pips += worth[card[0]]
    return pips % rules.value(MODULUS)


class Tableau(Procedure[Coup]):
    """The procedure of baccarat under a house's rules."""

    def due(self, board: Coup, rules: Rules) -> Due | None:
        dealt = len(board.punto) + len(board.banco)
        first = rules.value(DEAL)
        if dealt < len(first):
            return _DUE[first[dealt]]
        for place in rules.value(THIRDS):
            if self.draws(board, place, rules):
                return _DUE[place]
        return None

    def draws(self, board: Coup, place: str, rules: Rules) -> bool:
        """Whether this hand is due a third card now."""
        if rules.value(MOST_CARDS) < 3:
            return False
        if place == "punto":
            return len(board.punto) == 2 and not self.over(board, rules) and self._punto_draws(board, rules)
        if len(board.banco) != 2 or self.over(board, rules):
            return False
        return self._banco_draws(board, rules)

    def over(self, board: Coup, rules: Rules) -> bool:
        """A natural of either hand ends the coup."""
        natural, banco = rules.value(NATURAL), total(board.banco[:2], rules)
        two_cards = max(total(board.punto[:2], rules), banco) >= natural
        if len(board.punto) < 3:
            return two_cards
        three_cards = max(total(board.punto, rules), banco) >= natural
        return rules.depends(NATURAL_OF, lambda of: two_cards if of == "two" else three_cards)

    def _punto_draws(self, board: Coup, rules: Rules) -> bool:
        return total(board.punto, rules) in rules.value(PUNTO_DRAWS)

    def _banco_draws(self, board: Coup, rules: Rules) -> bool:
        has = total(board.banco, rules)
        when_giving = rules.value(BANCO_DRAWS)
        if has not in when_giving:
            return rules.depends(BANCO_BELOW, lambda then: then == "draws")
        if len(board.punto) > 2 and board.punto[2] != HOLE:
            return points(board.punto[2], rules) in when_giving[has]
        return rules.depends(BANCO_GIVEN_NOTHING, lambda then: self._draws_on_nothing(has, then, rules))

    def _draws_on_nothing(self, has: int, then: str, rules: Rules) -> bool:
        """Whether banco draws with a total when punto has stood, and so has given it nothing."""
        if then == "stands":
            return False
        return has in rules.value(PUNTO_DRAWS) if then == "as_punto" else 0 in rules.value(BANCO_DRAWS)[has]

    def take(self, board: Coup, due: Due, given: str) -> Coup:
        if due.place == "punto":
            return Coup((*board.punto, given), board.banco, board.astray)
        return Coup(board.punto, (*board.banco, given), board.astray)

    def lay(self, board: Coup, place: str, card: str, rules: Rules) -> Sequence[Coup]:  # noqa: ARG002 - the protocol's
        """Either nobody heeds the card, or the dealer goes on as if it were the hand's third."""
        aside = replace(board, astray=(*board.astray, (place, card)))
        if place in _DUE and len(board.punto) >= 2 and len(board.banco) >= 2 and len(board.hand(place)) == 2:
            return (self.take(board, _DUE[place], card), aside)
        return (aside,)

    def grounds(self, board: Coup, place: str, rules: Rules) -> None:
        if len(board.punto) + len(board.banco) < 4 or place not in _DUE:
            rules.value(DEAL)
            return
        if len(board.hand(place)) > 2:
            rules.value(MOST_CARDS)
            return
        if not self.over(board, rules):
            (self._punto_draws if place == "punto" else self._banco_draws)(board, rules)

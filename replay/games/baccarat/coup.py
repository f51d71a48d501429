"""The tableau: what is due in a coup, card by card."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.values.cards import rank
from replay.games.baccarat.parameters import (
    BANCO_BELOW,
    BANCO_DRAWS,
    BANCO_GIVEN_NOTHING,
    FIRST_CARDS,
    MODULUS,
    MOST_CARDS,
    NATURAL,
    NATURAL_OF,
    POINTS,
    PUNTO_DRAWS,
    THIRD_CARDS,
)
from replay.procedure.procedure import PASSED_OVER, Due, Procedure
from replay.rulebooks.rules import Rules

PUNTO: Final = Due("punto")
BANCO: Final = Due("banco")
_DUE_BY_PLACE: Final = {"punto": PUNTO, "banco": BANCO}


class CoupHands(NamedTuple):
    """The cards of both hands in the order in which they came; PASSED_OVER where a card was.

    `stray_cards` are cards that lie on the table without ever having been due.
    """

    punto: tuple[str, ...] = ()
    banco: tuple[str, ...] = ()
    stray_cards: tuple[tuple[str, str], ...] = ()

    def hand(self, place: str) -> tuple[str, ...]:
        """The cards at a place, without holes."""
        cards = self.punto if place == "punto" else self.banco
        return tuple(card for card in cards if card != PASSED_OVER)


def points(card: str, rules: Rules) -> int:
    """What a card counts; a card passed over counts nothing."""
    return 0 if card == PASSED_OVER else rules.value(POINTS)[rank(card)]


def total(cards: Sequence[str], rules: Rules) -> int:
    """The total of a hand, its tens dropped."""
    worth = rules.value(POINTS)
    pips = 0
    for card in cards:
        if card != PASSED_OVER:
            pips += worth[card[0]]
    return pips % rules.value(MODULUS)


class Tableau(Procedure[CoupHands]):
    """The procedure of baccarat under a house's rules."""

    def due(self, board: CoupHands, rules: Rules) -> Due | None:
        dealt = len(board.punto) + len(board.banco)
        first = rules.value(FIRST_CARDS)
        if dealt < len(first):
            return _DUE_BY_PLACE[first[dealt]]
        for place in rules.value(THIRD_CARDS):
            if self.draws_third(board, place, rules):
                return _DUE_BY_PLACE[place]
        return None

    def draws_third(self, board: CoupHands, place: str, rules: Rules) -> bool:
        """Whether this hand is due a third card now."""
        if rules.value(MOST_CARDS) < 3:
            return False
        if place == "punto":
            return len(board.punto) == 2 and not self.has_natural(board, rules) and self._punto_draws(board, rules)
        if len(board.banco) != 2 or self.has_natural(board, rules):
            return False
        return self._banco_draws(board, rules)

    def has_natural(self, board: CoupHands, rules: Rules) -> bool:
        """A natural of either hand ends the coup."""
        natural, banco = rules.value(NATURAL), total(board.banco[:2], rules)
        two_cards = max(total(board.punto[:2], rules), banco) >= natural
        if len(board.punto) < 3:
            return two_cards
        three_cards = max(total(board.punto, rules), banco) >= natural
        return rules.evaluate(NATURAL_OF, lambda of: two_cards if of == "two" else three_cards)

    def _punto_draws(self, board: CoupHands, rules: Rules) -> bool:
        return total(board.punto, rules) in rules.value(PUNTO_DRAWS)

    def _banco_draws(self, board: CoupHands, rules: Rules) -> bool:
        has = total(board.banco, rules)
        when_giving = rules.value(BANCO_DRAWS)
        if has not in when_giving:
            return rules.evaluate(BANCO_BELOW, lambda then: then == "draws")
        if len(board.punto) > 2 and board.punto[2] != PASSED_OVER:
            return points(board.punto[2], rules) in when_giving[has]
        return rules.evaluate(BANCO_GIVEN_NOTHING, lambda then: self._banco_draws_unanswered(has, then, rules))

    def _banco_draws_unanswered(self, own_total: int, rule: str, rules: Rules) -> bool:
        """Whether banco draws with a total when punto has stood, and so has given it nothing."""
        if rule == "stands":
            return False
        return own_total in rules.value(PUNTO_DRAWS) if rule == "as_punto" else 0 in rules.value(BANCO_DRAWS)[own_total]

    def after_due(self, board: CoupHands, due: Due, value: str) -> CoupHands:
        if due.place == "punto":
            return CoupHands((*board.punto, value), board.banco, board.stray_cards)
        return CoupHands(board.punto, (*board.banco, value), board.stray_cards)

    def after_undue_card(self, board: CoupHands, place: str, card: str, rules: Rules) -> Sequence[CoupHands]:  # noqa: ARG002 - the protocol's
        """Either nobody heeds the card, or the dealer goes on as if it were the hand's third."""
        aside = board._replace(stray_cards=(*board.stray_cards, (place, card)))
        if place in _DUE_BY_PLACE and len(board.punto) >= 2 and len(board.banco) >= 2 and len(board.hand(place)) == 2:
            return (self.after_due(board, _DUE_BY_PLACE[place], card), aside)
        return (aside,)

    def cite_grounds(self, board: CoupHands, place: str, rules: Rules) -> None:
        if len(board.punto) + len(board.banco) < 4 or place not in _DUE_BY_PLACE:
            rules.value(FIRST_CARDS)
            return
        if len(board.hand(place)) > 2:
            rules.value(MOST_CARDS)
            return
        if not self.has_natural(board, rules):
            (self._punto_draws if place == "punto" else self._banco_draws)(board, rules)

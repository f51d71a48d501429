"""A coup as it is looked at, card by card."""

from replay.games.baccarat.coup import Coup, Tableau, total
from replay.judging.frame import Hands, Look, Looks, laid
from replay.procedure.procedure import Done, step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def looks(coup: Round, rules: Rules) -> Looks:
    """The table after each entry of a coup."""
    hands: Hands = {"punto": (), "banco": ()}
    board: Coup | None = Coup()
    for told in coup.told:
        hands, touched = laid(hands, told)
        if touched is not None and board is not None:
            card = hands[touched][-1] if hands[touched] else "??"
            went = step(Tableau(), board, rules, Done(touched, card, told.position)) if card[0] != "?" else None
            board = went[0] if went else None
        yield Look(told, hands, touched, _due(board, rules))


def _due(board: Coup | None, rules: Rules) -> str | None:
    if board is None:
        return None
    due = Tableau().due(board, rules)
    return f"card to {due.place}" if due else "no more cards"


def count(cards: tuple[str, ...], rules: Rules) -> str:
    """A hand's total."""
    return str(total(cards, rules))

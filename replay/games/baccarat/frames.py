"""A coup as it is looked at, card by card."""

from ledger.values.message import Message, Term
from replay.games.baccarat.coup import CoupHands, Tableau, total
from replay.judging.frame import Frames, Hands, RoundFrame, hands_after
from replay.procedure.procedure import Due, TableAct, lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def frames(coup: Round, rules: Rules) -> Frames:
    """The table after each entry of a coup."""
    hands: Hands = {"punto": (), "banco": ()}
    board: CoupHands | None = CoupHands()
    for round_entry in coup.entries:
        hands, touched = hands_after(hands, round_entry)
        if touched is not None and touched in hands and board is not None:
            card = hands[touched][-1] if hands[touched] else "??"
            went = (
                lawful_step(Tableau(), board, rules, TableAct(touched, card, round_entry.position))
                if card[0] != "?"
                else None
            )
            board = went[0] if went else None
        due = None if board is None else Tableau().due(board, rules)
        yield RoundFrame(round_entry, hands, touched, _due_text(board, due), due.place if due else None)


def _due_text(board: CoupHands | None, due: Due | None) -> str | None:
    if board is None:
        return None
    return Message("card to {place}", place=Term(due.place)) if due else Term("no more cards")


def count(cards: tuple[str, ...], rules: Rules) -> str:
    """A hand's total."""
    return str(total(cards, rules))

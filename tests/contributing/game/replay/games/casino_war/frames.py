"""A round as it is looked at: the cards at each place, and what was due next."""

from replay.games.casino_war.deal import (
    PROCEDURE,
    SURRENDER,
    WAR,
    WarTable,
    acts_of,
    boxes_in_play,
    place_name,
)

from ledger.values.places import BURN, DEALER, hand_place
from replay.judging.game import Frames, Hands, RoundFrame, hands_after
from replay.judging.wagers import RoundWagers
from replay.procedure.procedure import lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def frames(round_: Round, rules: Rules) -> Frames:
    """The table after each entry of a round."""
    boxes = boxes_in_play(list(RoundWagers(rules, ("war",)).follow_round(round_).bets.values()))
    hands: Hands = {**{hand_place(box): () for box in boxes}, DEALER: ()}
    acts = {round_entry.position: act for round_entry, act in acts_of(round_, boxes)}
    board: WarTable | None = WarTable(boxes)
    for round_entry in round_.entries:
        hands, touched = hands_after(hands, round_entry)
        act = acts.get(round_entry.position)
        if act is not None and board is not None:
            is_unread = act.kind == "card" and act.place != BURN and act.value[0] == "?"
            went = None if is_unread else lawful_step(PROCEDURE, board, rules, act)
            board = went[0] if went else None
        yield RoundFrame(round_entry, hands, touched, _due_text(board, rules))


def _due_text(board: WarTable | None, rules: Rules) -> str | None:
    if board is None:
        return None
    due = PROCEDURE.due(board, rules)
    if due is None:
        return "no more cards"
    if due.kind == "choose":
        return f"{place_name(due.place)} says: {SURRENDER}, {WAR}"
    return "a card is burned" if due.place == BURN else f"card to {place_name(due.place)}"


def count(cards: tuple[str, ...], _: Rules) -> str:
    """A hand counts by its cards: the first, then that of the war."""
    return " ".join(card[0].replace("T", "10") for card in cards)

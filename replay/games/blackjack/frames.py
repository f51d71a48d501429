"""A blackjack round as it is looked at: hands, decisions, and whose turn it was."""

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.events.play import CardDealt, DecisionMade, WagerPlaced
from ledger.values.message import Message, Term, listed
from ledger.values.places import DEALER, box_of, hand_number_of, hand_place
from replay.games.blackjack.box_control import main_bets_on_time, play_of
from replay.games.blackjack.dealt_line import decision_act
from replay.games.blackjack.presence import presence_acts, presence_changes
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.settlement import EXTRA_KINDS
from replay.games.blackjack.table import BlackjackTable, Hand, place_name, total
from replay.judging.game import Frames, Hands, RoundFrame, hands_after
from replay.judging.wagers import Bet, RoundWagers
from replay.procedure.procedure import Due, TableAct, is_act_consumed, lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

_SHOWN_DECISIONS: Final = ("hit", "stand", "double", "free_double", "split", "free_split", "surrender")


def frames(round_: Round, rules: Rules) -> Frames:
    """The table after each entry of a round."""
    bets = tuple(RoundWagers(rules, EXTRA_KINDS).follow_round(round_).bets.values())
    play = play_of(round_, bets, rules)
    board: BlackjackTable | None = BlackjackTable.before_deal(boxes_with_wagers(bets))
    presence = presence_acts(presence_changes(round_))
    for round_entry, hands, touched in hands_by_entry(round_, boxes_with_wagers(bets)):
        act = _table_act(round_entry, play)
        for done in (*presence.get(round_entry.index, ()), *([] if act is None else [act])):
            board = _board_after(play, board, done, rules)
        due = None if board is None else play.due(board, rules)
        text = None if board is None else _due_text(play, board, due, rules)
        yield RoundFrame(round_entry, hands, touched, text, due.place if due else None)


def boxes_with_wagers(bets: Iterable[Bet]) -> list[int]:
    """The boxes in play, from the dealer's left."""
    return sorted({bet.box for bet in main_bets_on_time(bets) if bet.box is not None})


def hands_by_entry(round_: Round, boxes: Iterable[int]) -> Iterator[tuple[RoundEntry, Hands, str | None]]:
    """The hands as they lay after each entry of a round, and the one that it changed."""
    hands: Hands = {**{hand_place(box): () for box in boxes}, DEALER: ()}
    for round_entry in round_.entries:
        hands, touched = hands_after(hands, round_entry)
        after = _hands_after_split(hands, round_entry)
        touched = touched if after is hands or not isinstance(round_entry.event, DecisionMade) else round_entry.event.place
        hands = after
        yield round_entry, hands, touched


def _table_act(round_entry: RoundEntry, play: Play) -> TableAct | None:
    match round_entry.event:
        case CardDealt() as dealt:
            return TableAct(dealt.place, dealt.card, round_entry.position)
        case DecisionMade() as event:
            return decision_act(event, round_entry.position, play)
        case WagerPlaced(kind="insurance", box=int(box)) as insured:
            return TableAct(hand_place(box), "insurance", round_entry.position, "choose", insured.player)
    return None


def _board_after(play: Play, board: BlackjackTable | None, act: TableAct, rules: Rules) -> BlackjackTable | None:
    """The board after what was done, None once it was not due or a card was not read."""
    while board is not None and not (act.kind == "card" and act.value[0] == "?"):
        went = lawful_step(play, board, rules, act)
        if went is None:
            return None
        board, due, _ = went
        if is_act_consumed(act, due):
            return board
    return None


def _hands_after_split(hands: Hands, round_entry: RoundEntry) -> Hands:
    """A split lays the hand's second card to a hand of its own."""
    event = round_entry.event
    held = hands.get(event.place, ()) if isinstance(event, DecisionMade) and event.what in ("split", "free_split") else ()
    box = box_of(event.place) if isinstance(event, DecisionMade) else None
    if len(held) < 2 or box is None or not isinstance(event, DecisionMade):
        return hands
    of_box = [place for place in hands if place.split(".")[0] == event.place.split(".")[0]]
    new = hand_place(box, max(map(hand_number_of, of_box)) + 1)
    after: dict[str, tuple[str, ...]] = {}
    for place, cards in hands.items():
        after[place] = (cards[0], *cards[2:]) if place == event.place else cards
        if place == of_box[-1]:
            after[new] = (held[1],)
    return after


def _due_text(play: Play, board: BlackjackTable, due: Due | None, rules: Rules) -> str:
    if due is None:
        return Term("no more cards")
    if due.kind == "card":
        return Message("card to {place}", place=place_name(due.place))
    return _open_decisions_text(play, board, due, rules)


def _open_decisions_text(play: Play, board: BlackjackTable, due: Due, rules: Rules) -> str:
    """Who calls a hand, if that is known, and the decisions that are open, asked one by one."""
    box = box_of(due.place)
    who = Term("the house's rule") if play.is_by_rule(board, box, rules) else play.caller(board, box)
    open_ = [Term(what) for what in _SHOWN_DECISIONS if play.is_legal(board, due, what, rules)]
    place, decisions = place_name(due.place), listed(open_)
    if who:
        return Message("{place} ({who}) says: {decisions}", place=place, who=who, decisions=decisions)
    return Message("{place} says: {decisions}", place=place, decisions=decisions)


def count(cards: tuple[str, ...], rules: Rules) -> str:
    """A hand's total; a soft one by both its counts."""
    has, soft = total(Hand("dealer", cards), rules)
    return f"{has - 10}/{has}" if soft and has < 21 else str(has)

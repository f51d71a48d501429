"""A blackjack round as it is looked at: hands, decisions, and whose turn it was."""

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.events.play import CardDealt, DecisionMade, WagerPlaced
from ledger.values.places import DEALER, box_of, hand_place, number_of
from replay.games.blackjack.box_control import on_time, play_of
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.settlement import EXTRAS
from replay.games.blackjack.table import Hand, Table, spoken, total
from replay.judging.frame import Hands, Look, Looks, laid
from replay.judging.wagers import Bet, Layout
from replay.procedure.procedure import Done, Due, consumed, step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

_ASKED: Final = ("hit", "stand", "double", "free_double", "split", "free_split", "surrender")


def looks(one: Round, rules: Rules) -> Looks:
    """The table after each entry of a round."""
    bets = tuple(Layout(rules, EXTRAS).follow(one).bets.values())
    play = play_of(one, bets, rules)
    board: Table | None = Table.of(boxes(bets))
    for told, hands, touched in lying(one, boxes(bets)):
        act = _act(told)
        board = _on(play, board, act, rules) if act is not None else board
        yield Look(told, hands, touched, _due(play, board, rules))


def boxes(bets: Iterable[Bet]) -> list[int]:
    """The boxes in play, from the dealer's left."""
    return sorted({bet.box for bet in on_time(bets) if bet.box is not None})


def lying(one: Round, boxes: Iterable[int]) -> Iterator[tuple[Told, Hands, str | None]]:
    """The hands as they lay after each entry of a round, and the one that it changed."""
    hands: Hands = {**{hand_place(box): () for box in boxes}, DEALER: ()}
    for told in one.told:
        hands, touched = laid(hands, told)
        after = _split(hands, told)
        touched = touched if after is hands or not isinstance(told.event, DecisionMade) else told.event.place
        hands = after
        yield told, hands, touched


def _act(told: Told) -> Done | None:
    match told.event:
        case CardDealt() as dealt:
            return Done(dealt.place, dealt.card, told.position)
        case DecisionMade() as made:
            return Done(made.place, made.what, told.position, "choose", made.by or "")
        case WagerPlaced(kind="insurance", box=int(box)) as insured:
            return Done(hand_place(box), "insurance", told.position, "choose", insured.player)
    return None


def _on(play: Play, board: Table | None, act: Done, rules: Rules) -> Table | None:
    """The board after what was done, None once it was not due or a card was not read."""
    while board is not None and not (act.act == "card" and act.given[0] == "?"):
        went = step(play, board, rules, act)
        if went is None:
            return None
        board, due, _ = went
        if consumed(act, due):
            return board
    return None


def _split(hands: Hands, told: Told) -> Hands:
    """A split lays the hand's second card to a hand of its own."""
    event = told.event
    held = hands.get(event.place, ()) if isinstance(event, DecisionMade) and event.what in ("split", "free_split") else ()
    if len(held) < 2 or not isinstance(event, DecisionMade):
        return hands
    of_box = [place for place in hands if place.split(".")[0] == event.place.split(".")[0]]
    new = hand_place(int(of_box[0][3:]), max(map(number_of, of_box)) + 1)
    after: dict[str, tuple[str, ...]] = {}
    for place, cards in hands.items():
        after[place] = (cards[0], *cards[2:]) if place == event.place else cards
        if place == of_box[-1]:
            after[new] = (held[1],)
    return after


def _due(play: Play, board: Table | None, rules: Rules) -> str | None:
    if board is None:
        return None
    due = play.due(board, rules)
    if due is None:
        return "no more cards"
    return f"card to {spoken(due.place)}" if due.act == "card" else _open_to(play, board, due, rules)


def _open_to(play: Play, board: Table, due: Due, rules: Rules) -> str:
    """Who calls a hand, if that is known, and the decisions that are open, asked one by one."""
    box = box_of(due.place)
    who = "the house's rule" if box in play.ruled else play.caller(board, box)
    open_ = [what.replace("_", " ") for what in _ASKED if play.legal(board, due, what, rules)]
    return f"{spoken(due.place)}{f' ({who})' if who else ''} says: {', '.join(open_)}"


def count(cards: tuple[str, ...], rules: Rules) -> str:
    """A hand's total; a soft one by both its counts."""
    has, soft = total(Hand("dealer", cards), rules)
    return f"{has - 10}/{has}" if soft and has < 21 else str(has)

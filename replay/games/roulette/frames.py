"""A round of roulette as it is looked at, step by step: where the ball lies, and what the dealer was due to do next."""

from ledger.events.wheel import BallRemoved, BallRested, BallReturned, BallSpun
from ledger.values.wheel_layout import layout_of
from replay.games.roulette.bets import Following
from replay.games.roulette.no_spin import previous_pocket
from replay.games.roulette.spin import Spin, Wheel, course, in_turn
from replay.games.roulette.wagers_due import Money
from replay.judging.frame import Hands, Look, Looks
from replay.procedure.procedure import Due
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

_SAID = {
    "open": "place your bets",
    "spin": "the ball is spun",
    "rest": "the ball comes to rest",
    "dolly": "the dolly is placed",
    "print": "pieces are added from the print",
    "collect": "losers are collected",
    "pay": "winners are paid",
    "ball back": "the ball is brought back",
    "examination": "the ball is examined",
    "return": "the ball goes back to the previous winning compartment",
}


def looks(one: Round, rules: Rules) -> Looks:
    """The wheel after each entry of a round."""
    bets = Following(None, (), open_again=False).along(one)
    money = Money(bets, layout_of(one.opening.wheel), one.opening.minor_digits, one.opened_under, rules)
    procedure, hands, touched = Spin(money.decided), dict[str, tuple[str, ...]](), None
    board = Wheel(previous=previous_pocket(one) or "")
    for told, act in in_turn(one, money.decided):
        if act is not None:
            board, _ = course(procedure, board, rules, [act])
        touched = None
        match told.event:
            case BallRested() | BallReturned():
                hands, touched = {"pocket": (told.event.pocket,)}, "pocket"
            case BallSpun() | BallRemoved():
                hands = {}
        yield Look(told, _seen(hands), touched, _due(procedure.due(board, rules)))


def _seen(hands: Hands) -> Hands:
    return hands or {"pocket": ()}


def _due(due: Due | None) -> str:
    return "nothing more" if due is None else _SAID.get(due.place, due.place)


def count(cards: tuple[str, ...], rules: Rules) -> str:  # noqa: ARG001 - the games' door asks all of them alike
    """A pocket is what it is."""
    return ""

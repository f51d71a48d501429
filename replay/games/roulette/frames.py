"""A round of roulette as it is looked at, step by step: where the ball lies, and what the dealer was due to do next."""

from typing import Final

from ledger.events.wheel import BallRemoved, BallRested, BallReturned, BallSpun
from ledger.values.message import Message
from ledger.values.wheel_layout import layout_of
from replay.games.roulette.bets import RouletteWagers
from replay.games.roulette.no_spin import previous_pocket
from replay.games.roulette.spin import SpinBoard, SpinProcedure, entries_with_acts, follow_acts
from replay.games.roulette.wagers_due import RouletteMoney
from replay.judging.frame import Frames, Hands, RoundFrame
from replay.procedure.procedure import Due
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

_DUE_TEXTS: Final[dict[str, Message]] = {
    "open": Message('"place your bets" is called'),
    "spin": Message("the ball is spun"),
    "no more bets": Message('"no more bets" is called'),
    "rest": Message("the ball comes to rest"),
    "announcement": Message("the winning number is announced"),
    "dolly": Message("the dolly is placed"),
    "print": Message("pieces are added from the print"),
    "collect": Message("losers are collected"),
    "pay": Message("winners are paid"),
    "ball back": Message("the ball is brought back"),
    "examination": Message("the ball is examined"),
    "return": Message("the ball goes back to the previous winning compartment"),
}


def frames(round_: Round, rules: Rules) -> Frames:
    """The wheel after each entry of a round."""
    bets = RouletteWagers(None, (), reopens=False).follow_round(round_)
    money = RouletteMoney(
        bets, layout_of(round_.table_opening.wheel), round_.table_opening.minor_digits, round_.terms_at_opening, rules
    )
    procedure, hands, touched = SpinProcedure(money.wagers_to_settle), dict[str, tuple[str, ...]](), None
    board = SpinBoard(previous_pocket=previous_pocket(round_) or "")
    for round_entry, act in entries_with_acts(round_, money.wagers_to_settle):
        if act is not None:
            board, _ = follow_acts(procedure, board, rules, [act])
        touched = None
        match round_entry.event:
            case BallRested() | BallReturned():
                hands, touched = {"pocket": (round_entry.event.pocket,)}, "pocket"
            case BallSpun() | BallRemoved():
                hands = {}
        yield RoundFrame(round_entry, _shown_hands(hands), touched, _due_text(procedure.due(board, rules)))


def _shown_hands(hands: Hands) -> Hands:
    return hands or {"pocket": ()}


def _due_text(due: Due | None) -> str:
    return Message("nothing more") if due is None else _DUE_TEXTS[due.place]


def count(cards: tuple[str, ...], rules: Rules) -> str:  # noqa: ARG001 - the games' door asks all of them alike
    """A pocket is what it is."""
    return ""

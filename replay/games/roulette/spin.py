"""The procedure of a spin: what the dealer is due to do next, from "place your bets" to the last payment."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from ledger.events import Event
from ledger.events.play import Announced, BetsClosed, RoundOpened, WagerReturned
from ledger.events.wheel import (
    BallExamined,
    BallRested,
    BallRetrieved,
    BallReturned,
    BallSpun,
    DollyPlaced,
    Ground,
    NoSpinCalled,
    PrintAdded,
    SpinDisturbed,
)
from replay.games.roulette import parameters
from replay.games.roulette.no_spin import spin_attempts
from replay.judging.house_acts import is_dealers_act
from replay.procedure.procedure import PASSED_OVER, Due, Procedure, TableAct, lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

OPEN: Final = Due("open", "act")
SPIN: Final = Due("spin", "act")
CALL: Final = Due("no more bets", "act")
REST: Final = Due("rest", "act")
ANNOUNCE: Final = Due("announcement", "act")
DOLLY: Final = Due("dolly", "act")
PRINT: Final = Due("print", "act")
COLLECT: Final = Due("collect", "act")
PAY: Final = Due("pay", "act")
BALL_BACK: Final = Due("ball back", "act")
EXAMINE: Final = Due("examination", "act")
RETURN: Final = Due("return", "act")
NO_SPIN: Final = "no spin"
BALL_LEFT: Final = "ball left"
"""Nobody's act: that the ball left the wheel, whatever the dealer calls it."""


class SpinBoard(NamedTuple):
    """The table in the course of a round: `previous_pocket` is the last winning compartment, `pocket` where the ball
    rests.
    """

    previous_pocket: str = ""
    opened: bool = False
    spun: bool = False
    called: bool = False
    no_spin_ground: str = ""
    ball_left: Literal["", "out", "examined"] = ""
    """Whether the ball left the wheel before anybody said a word, and whether it was examined since."""
    is_ball_out: bool = False
    examined: bool = True
    returned: bool = True
    pocket: str = ""
    announced: bool = False
    is_dolly_placed: bool = False
    to_add: frozenset[str] = frozenset()
    to_collect: frozenset[str] = frozenset()
    to_pay: frozenset[str] = frozenset()
    passed_over: frozenset[str] = frozenset()
    """What was due and passed over."""


class WagersToSettle(NamedTuple):
    """The wagers that a pocket decides: what is added from the print, collected, paid."""

    to_add: frozenset[str] = frozenset()
    to_collect: frozenset[str] = frozenset()
    to_pay: frozenset[str] = frozenset()


def _no_wagers(_: str) -> WagersToSettle:
    return WagersToSettle()


@dataclass(frozen=True)
class SpinProcedure(Procedure[SpinBoard]):
    """The procedure of a round at a wheel; `decided` says what a pocket decides.

    Whatever a no spin is worth that comes too late, the dealer goes on from it as from any other.
    """

    wagers_to_settle: Callable[[str], WagersToSettle] = field(default=_no_wagers)

    def due(self, board: SpinBoard, rules: Rules) -> Due | None:
        if board.no_spin_ground:
            return self._due_after_no_spin(board, rules)
        steps = (
            (OPEN, board.opened),
            (SPIN, board.spun),
            (CALL, board.called),
            (REST, bool(board.pocket)),
            (ANNOUNCE, board.announced),
            (DOLLY, board.is_dolly_placed),
            (PRINT, not board.to_add),
            (COLLECT, not board.to_collect),
            (PAY, not board.to_pay),
        )
        return next((due for due, done in steps if not done), None)

    def _due_after_no_spin(self, board: SpinBoard, rules: Rules) -> Due:
        if board.is_ball_out:
            return BALL_BACK
        if not board.examined and rules.value(parameters.BALL_IS_EXAMINED):
            return EXAMINE
        return SPIN if board.returned else RETURN

    def after_due(self, board: SpinBoard, due: Due, value: str) -> SpinBoard:
        after = self._after_step(board, due, value)
        return after._replace(passed_over=after.passed_over | {due.place}) if value == PASSED_OVER else after

    def _after_step(self, board: SpinBoard, due: Due, value: str) -> SpinBoard:
        match due.place:
            case "open":
                return board._replace(opened=True)
            case "spin":
                return SpinBoard(board.previous_pocket, board.opened, spun=True, passed_over=board.passed_over)
            case "no more bets":
                return board._replace(called=True)
            case "rest":
                return self._after_rest(board, value)
            case "announcement":
                return board._replace(announced=True)
            case "dolly":
                return board._replace(is_dolly_placed=True)
            case "ball back":
                return board._replace(is_ball_out=False)
            case "examination":
                return board._replace(examined=True)
            case "return":
                return board._replace(returned=True)
        return _after_settling(board, due, value)

    def _after_rest(self, board: SpinBoard, pocket: str) -> SpinBoard:
        decided = self.wagers_to_settle(pocket)
        return board._replace(pocket=pocket, to_add=decided.to_add, to_collect=decided.to_collect, to_pay=decided.to_pay)

    def is_legal(self, board: SpinBoard, due: Due, value: str, rules: Rules) -> bool:
        """The ball goes back where it belongs. What spin counts and which number won is said elsewhere."""
        if due.place != RETURN.place or not board.previous_pocket or rules.value(parameters.BALL_GOES) == "any_pocket":
            return True
        return value == board.previous_pocket

    def after_optional(self, board: SpinBoard, act: TableAct, rules: Rules) -> SpinBoard | None:  # noqa: ARG002 - the protocol's
        """The dealer may call "no spin" once the ball is spun, and then it may come to rest all the same; it may leave."""
        if act.place == BALL_LEFT:
            return _after_ball_left(board)
        if act.place == NO_SPIN and board.spun:
            return _after_no_spin_call(board, act.value)
        return board if act.place == REST.place and board.no_spin_ground else None

    def after_undue_card(self, board: SpinBoard, place: str, card: str, rules: Rules) -> Sequence[SpinBoard]:  # noqa: ARG002
        """What was done out of turn happened all the same, and play goes on from there."""
        match place:
            case "no spin":
                return (_after_no_spin_call(board, card),)
            case "ball back":  # it had left then
                return (_after_ball_left(board)._replace(is_ball_out=False),)
            case "examination":
                return (board._replace(ball_left=board.ball_left and "examined"),)
            case "spin" if SPIN.place not in board.passed_over:
                return (SpinBoard(board.previous_pocket, board.opened, spun=True, passed_over=board.passed_over),)
            case "spin" | "open":
                return (board._replace(passed_over=board.passed_over - {place}),)
        return (board,)

    def cite_grounds(self, board: SpinBoard, place: str, rules: Rules) -> None:
        """Nothing of the order of acts is decided by a house's value but what makes an act lawful."""


def _after_no_spin_call(board: SpinBoard, ground: str) -> SpinBoard:
    out = board.ball_left == "out" or (ground == "left_the_wheel" and not board.ball_left)
    return SpinBoard(
        board.previous_pocket,
        board.opened,
        no_spin_ground=ground,
        is_ball_out=out,
        examined=not out,
        returned=False,
        passed_over=board.passed_over,
    )


def _after_ball_left(board: SpinBoard) -> SpinBoard:
    if board.no_spin_ground:
        return board._replace(is_ball_out=True, examined=False)
    return board._replace(ball_left="out")


def _after_settling(board: SpinBoard, due: Due, value: str) -> SpinBoard:
    gone = frozenset({value})
    match due.place:
        case "print":
            return board._replace(to_add=frozenset() if value == PASSED_OVER else board.to_add - gone)
        case "collect":
            return board._replace(to_collect=frozenset() if value == PASSED_OVER else board.to_collect - gone)
    return board._replace(to_pay=frozenset() if value == PASSED_OVER else board.to_pay - gone)


def entries_with_acts(
    round_: Round, wagers_to_settle: Callable[[str], WagersToSettle]
) -> Iterator[tuple[RoundEntry, TableAct | None]]:
    """All that is told of a round, with the dealer's act; of those with wagers only what the ball made necessary."""
    necessary: Mapping[str, frozenset[str]] = {}
    misnamed = _misnamed_grounds(round_)
    for round_entry in round_.entries:
        dealer_step = None if round_entry.belongs_to_earlier else _dealer_step(round_entry, round_)
        act = dealer_step and TableAct(dealer_step[0], dealer_step[1], round_entry.position, "act")
        if act is not None and act.place == NO_SPIN:
            act = act._replace(value=misnamed.get(round_entry.index, act.value))
        if act is not None and act.place == REST.place:
            now = wagers_to_settle(act.value)
            necessary = {PRINT.place: now.to_add, COLLECT.place: now.to_collect, PAY.place: now.to_pay}
        idle = act is not None and act.value not in necessary.get(act.place, (act.value,))
        yield round_entry, None if idle else act


def _misnamed_grounds(round_: Round) -> Mapping[int, Ground]:
    """By the place of the word "no spin" what happened, where the dealer said that the ball left and something else did."""
    found: dict[int, Ground] = {}
    for spin in spin_attempts(round_) if round_.entries_of(SpinDisturbed) else ():
        occurred, call = [ground for ground, _ in spin.disturbances], spin.no_spin_call
        if call is not None and occurred and "left_the_wheel" not in occurred:
            found[call.index] = occurred[-1]
    return found


_PLAIN_STEPS: Final[Mapping[type[Event], Due]] = {
    RoundOpened: OPEN,
    BallSpun: SPIN,
    BetsClosed: CALL,
    BallRetrieved: BALL_BACK,
}
_STEPS_IN_POCKET: Final[Mapping[type[Event], Due]] = {BallRested: REST, DollyPlaced: DOLLY, BallReturned: RETURN}


def _dealer_step(round_entry: RoundEntry, round_: Round) -> tuple[str, str] | None:
    event = round_entry.event
    plain = _PLAIN_STEPS.get(type(event))
    if plain is not None:
        return plain.place, ""
    match event:
        case Announced():
            return ANNOUNCE.place, announced_number(event)
        case NoSpinCalled() | BallExamined() if not is_dealers_act(event.by, round_):
            return None
        case NoSpinCalled():
            return NO_SPIN, event.ground
        case BallExamined():
            return EXAMINE.place, ""
        case SpinDisturbed(what="left_the_wheel"):
            return BALL_LEFT, ""
        case WagerReturned():
            return (PAY if event.amount_minor else COLLECT).place, event.wager
        case PrintAdded():
            return PRINT.place, event.wager
        case BallRested() | DollyPlaced() | BallReturned():
            return _STEPS_IN_POCKET[type(event)].place, event.pocket
    return None


def announced_number(event: Announced) -> str:
    """The number that the dealer announced."""
    return "0" if event.result == "zero" else event.result


@dataclass(frozen=True, slots=True)
class SpinDeviation:
    """Where the dealer left the procedure: what was due was passed over, or something was done out of turn or wrongly."""

    kind: str
    """`passed_over`, `out_of_turn` or `wrong`."""
    place: str
    value: str
    board: SpinBoard
    position: int


def follow_acts(
    procedure: SpinProcedure, board: SpinBoard, rules: Rules, acts: Sequence[TableAct]
) -> tuple[SpinBoard, list[SpinDeviation]]:
    """Goes along what was done: the board at the end, and every departure from what was due."""
    found: list[SpinDeviation] = []
    for act in acts:
        went = lawful_step(procedure, board, rules, act)
        if went is not None:
            board = went[0]
            continue
        passed, ahead, due = _skip_to_act(procedure, board, rules, act)
        if due is None:
            found.append(SpinDeviation("out_of_turn", act.place, act.value, board, act.position))
            board = procedure.after_undue_card(board, act.place, act.value, rules)[0]
            continue
        found += [SpinDeviation("passed_over", step.place, "", before, act.position) for step, before in passed]
        if not procedure.is_legal(ahead, due, act.value, rules):
            found.append(SpinDeviation("wrong", act.place, act.value, ahead, act.position))
        board = procedure.after_due(ahead, due, act.value)
    return board, found


def _skip_to_act(
    procedure: SpinProcedure, board: SpinBoard, rules: Rules, act: TableAct
) -> tuple[list[tuple[Due, SpinBoard]], SpinBoard, Due | None]:
    """What was passed over on the way to this act: nothing where the act lies behind."""
    passed: list[tuple[Due, SpinBoard]] = []
    ahead, due = board, procedure.due(board, rules)
    barrier = (SPIN, REST) if board.no_spin_ground else (REST,)
    while due is not None and not act.fits(due) and due not in barrier:
        passed.append((due, ahead))
        ahead = procedure.after_due(ahead, due, PASSED_OVER)
        due = procedure.due(ahead, rules)
    return passed, ahead, due if due is not None and act.fits(due) else None

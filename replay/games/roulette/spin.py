"""The procedure of a spin: what the dealer is due to do next, from "place your bets" to the last payment."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events import Event
from ledger.events.play import Announced, BetsClosed, RoundOpened, WagerReturned
from ledger.events.wheel import (
    BallExamined,
    BallRested,
    BallRetrieved,
    BallReturned,
    BallSpun,
    DollyPlaced,
    NoSpinCalled,
    PrintAdded,
)
from replay.games.roulette import parameters
from replay.procedure.procedure import HOLE, Done, Due, Procedure, step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

OPEN: Final = Due("open", "act")
SPIN: Final = Due("spin", "act")
CALL: Final = Due("no more bets", "act")
REST: Final = Due("rest", "act")
ANNOUNCE: Final = Due("announcement", "act")
DOLLY: Final = Due("dolly", "act")
PRINT: Final = Due("print", "act")
COLLECT: Final = Due("collect", "act")
PAY: Final = Due("pay", "act")
BACK: Final = Due("ball back", "act")
EXAMINE: Final = Due("examination", "act")
RETURN: Final = Due("return", "act")
NO_SPIN: Final = "no spin"


@dataclass(frozen=True, slots=True)
class Wheel:
    """The table in the course of a round: `previous` is the last winning compartment, `pocket` where the ball rests."""

    previous: str = ""
    opened: bool = False
    spun: bool = False
    called: bool = False
    stopped: str = ""
    out: bool = False
    examined: bool = True
    returned: bool = True
    pocket: str = ""
    announced: bool = False
    dolly: bool = False
    to_add: frozenset[str] = frozenset()
    to_collect: frozenset[str] = frozenset()
    to_pay: frozenset[str] = frozenset()
    passed: frozenset[str] = frozenset()
    """What was due and passed over."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The wagers that a pocket decides: what is added from the print, collected, paid."""

    to_add: frozenset[str] = frozenset()
    to_collect: frozenset[str] = frozenset()
    to_pay: frozenset[str] = frozenset()


def _nothing(_: str) -> Decided:
    return Decided()


@dataclass(frozen=True)
class Spin(Procedure[Wheel]):
    """The procedure of a round at a wheel; `decided` says what a pocket decides.

    Whatever a no spin is worth that comes too late, the dealer goes on from it as from any other.
    """

    decided: Callable[[str], Decided] = field(default=_nothing)

    def due(self, board: Wheel, rules: Rules) -> Due | None:
        if board.stopped:
            return self._after_no_spin(board, rules)
        steps = (
            (OPEN, board.opened),
            (SPIN, board.spun),
            (CALL, board.called),
            (REST, bool(board.pocket)),
            (ANNOUNCE, board.announced),
            (DOLLY, board.dolly),
            (PRINT, not board.to_add),
            (COLLECT, not board.to_collect),
            (PAY, not board.to_pay),
        )
        return next((due for due, done in steps if not done), None)

    def _after_no_spin(self, board: Wheel, rules: Rules) -> Due:
        if board.out:
            return BACK
        if not board.examined and rules.value(parameters.EXAMINED):
            return EXAMINE
        return SPIN if board.returned else RETURN

    def take(self, board: Wheel, due: Due, given: str) -> Wheel:
        after = self._taken(board, due, given)
        return replace(after, passed=after.passed | {due.place}) if given == HOLE else after

    def _taken(self, board: Wheel, due: Due, given: str) -> Wheel:
        match due.place:
            case "open":
                return replace(board, opened=True)
            case "spin":
                return Wheel(board.previous, board.opened, spun=True, passed=board.passed)
            case "no more bets":
                return replace(board, called=True)
            case "rest":
                return self._rested(board, given)
            case "announcement":
                return replace(board, announced=True)
            case "dolly":
                return replace(board, dolly=True)
            case "ball back":
                return replace(board, out=False)
            case "examination":
                return replace(board, examined=True)
            case "return":
                return replace(board, returned=True)
        return _settled(board, due, given)

    def _rested(self, board: Wheel, pocket: str) -> Wheel:
        decided = self.decided(pocket)
        return replace(board, pocket=pocket, to_add=decided.to_add, to_collect=decided.to_collect, to_pay=decided.to_pay)

    def legal(self, board: Wheel, due: Due, given: str, rules: Rules) -> bool:
        """The ball goes back where it belongs. What spin counts and which number won is said elsewhere."""
        if due.place != RETURN.place or not board.previous or rules.value(parameters.BALL_GOES) == "any_pocket":
            return True
        return given == board.previous

    def allows(self, board: Wheel, act: Done, rules: Rules) -> Wheel | None:  # noqa: ARG002 - the protocol's
        """The dealer may call "no spin" once the ball is spun, and then it may come to rest all the same."""
        if act.place == NO_SPIN and board.spun:
            return _stopped(board, act.given)
        return board if act.place == REST.place and board.stopped else None

    def lay(self, board: Wheel, place: str, card: str, rules: Rules) -> Sequence[Wheel]:  # noqa: ARG002
        """What was done out of turn happened all the same, and play goes on from there."""
        match place:
            case "no spin":
                return (_stopped(board, card),)
            case "spin" if SPIN.place not in board.passed:
                return (Wheel(board.previous, board.opened, spun=True, passed=board.passed),)
            case "spin" | "open":
                return (replace(board, passed=board.passed - {place}),)
        return (board,)

    def grounds(self, board: Wheel, place: str, rules: Rules) -> None:
        """Nothing of the order of acts is decided by a house's value but what `legal` reads."""


def _stopped(board: Wheel, ground: str) -> Wheel:
    out = ground == "left_the_wheel"
    return Wheel(
        board.previous, board.opened, stopped=ground, out=out, examined=not out, returned=False, passed=board.passed
    )


def _settled(board: Wheel, due: Due, given: str) -> Wheel:
    gone = frozenset({given})
    match due.place:
        case "print":
            return replace(board, to_add=frozenset() if given == HOLE else board.to_add - gone)
        case "collect":
            return replace(board, to_collect=frozenset() if given == HOLE else board.to_collect - gone)
    return replace(board, to_pay=frozenset() if given == HOLE else board.to_pay - gone)


def act_of(told: Told) -> Done | None:
    """What the dealer did, as the procedure speaks of it; None for what is no step of it."""
    said = _said(told.event)
    return Done(said[0], said[1], told.position, "act") if said else None


def in_turn(one: Round, decided: Callable[[str], Decided]) -> Iterator[tuple[Told, Done | None]]:
    """All that is told of a round, with the dealer's act; of those with wagers only what the ball made necessary."""
    necessary: Mapping[str, frozenset[str]] = {}
    for told in one.told:
        act = None if told.elsewhere else act_of(told)
        if act is not None and act.place == REST.place:
            now = decided(act.given)
            necessary = {PRINT.place: now.to_add, COLLECT.place: now.to_collect, PAY.place: now.to_pay}
        idle = act is not None and act.given not in necessary.get(act.place, (act.given,))
        yield told, None if idle else act


def _said(event: Event) -> tuple[str, str] | None:
    match event:
        case Announced():
            return ANNOUNCE.place, called(event)
        case NoSpinCalled():
            return NO_SPIN, event.ground
        case WagerReturned():
            return (PAY if event.amount_minor else COLLECT).place, event.wager
        case PrintAdded():
            return PRINT.place, event.wager
        case BallRested() | DollyPlaced() | BallReturned():
            return {BallRested: REST, DollyPlaced: DOLLY, BallReturned: RETURN}[type(event)].place, event.pocket
    plain = {RoundOpened: OPEN, BallSpun: SPIN, BetsClosed: CALL, BallRetrieved: BACK, BallExamined: EXAMINE}.get(
        type(event)
    )
    return None if plain is None else (plain.place, "")


def called(event: Announced) -> str:
    """The number that the dealer announced."""
    return "0" if event.result == "zero" else event.result


@dataclass(frozen=True, slots=True)
class Departure:
    """Where the dealer left the procedure: what was due was passed over, or something was done out of turn or wrongly."""

    kind: str
    """`passed_over`, `out_of_turn` or `wrong`."""
    place: str
    given: str
    board: Wheel
    at: int


def course(spin: Spin, board: Wheel, rules: Rules, acts: Sequence[Done]) -> tuple[Wheel, list[Departure]]:
    """Goes along what was done: the board at the end, and every departure from what was due."""
    found: list[Departure] = []
    for act in acts:
        went = step(spin, board, rules, act)
        if went is not None:
            board = went[0]
            continue
        passed, ahead, due = _ahead(spin, board, rules, act)
        if due is None:
            found.append(Departure("out_of_turn", act.place, act.given, board, act.position))
            board = spin.lay(board, act.place, act.given, rules)[0]
            continue
        found += [Departure("passed_over", one.place, "", before, act.position) for one, before in passed]
        if not spin.legal(ahead, due, act.given, rules):
            found.append(Departure("wrong", act.place, act.given, ahead, act.position))
        board = spin.take(ahead, due, act.given)
    return board, found


def _ahead(spin: Spin, board: Wheel, rules: Rules, act: Done) -> tuple[list[tuple[Due, Wheel]], Wheel, Due | None]:
    """What was passed over on the way to this act: nothing where the act lies behind."""
    passed: list[tuple[Due, Wheel]] = []
    ahead, due = board, spin.due(board, rules)
    barrier = (SPIN, REST) if board.stopped else (REST,)
    while due is not None and not act.fits(due) and due not in barrier:
        passed.append((due, ahead))
        ahead = spin.take(ahead, due, HOLE)
        due = spin.due(ahead, rules)
    return passed, ahead, due if due is not None and act.fits(due) else None

"""Rounds of blackjack in which several share a box otherwise than in the drill: who calls it, and how much is on it."""

from collections.abc import Iterator, Sequence

from ledger.events.play import WagerPlaced
from ledger.events.table import PlayerArrived, SeatTaken
from replay.blackjack import values
from replay.blackjack.faults.script import Script
from replay.blackjack.rounds import Drilled
from replay.rulebook import Edition
from tests.replay.retold import Line, retold
from tests.replay.stacked import laid, made, on_box

STOOD = "T69"
"""Nineteen against a six."""


def shared_boxes(held: Edition, number: int) -> Iterator[Drilled]:
    """Each of these, where so many may share a box."""
    rules = laid(held, number, STOOD, [on_box(1, 20_00)]).rules
    most = min(rules.value(values.MOST_BETS), rules.value(values.MOST_PLAYERS))
    if most > 2:
        yield _above_the_most(held, number)
    if most > 1 and rules.value(values.CALLER)[0] == "seated":
        yield from (_nobody_seated(held, number, wagers) for wagers in _UNSEATED[: 2 if most == 2 else None])
    if most > 1 and "first_at_box" in rules.value(values.CALLER):
        yield _came_first(held, number)


def _above_the_most(held: Edition, number: int) -> Drilled:
    """Three on a box have together more than may lie there, though each alone has less."""
    script = laid(held, number, STOOD, [on_box(1, 200_00, other) for other in range(3)])
    rules = script.rules
    if "over_box_maximum" in held.sheet.conduct:
        last = rules.value(values.REDUCES) == "last"
        script.over = {"w12": 100_00} if last else {"w11": 50_00, "w12": 50_00}
        _wants(script, "over_box_maximum")
    else:
        _wants(script, "off_limits")
    if rules.value(values.OFF_LIMITS) == "refer":
        script.referred |= {*(script.over or ["w12"])}
    return made(script, held, number)


def _wants(script: Script, kind: str) -> None:
    script.faults.append(kind)
    script.wanted[kind] = {kind}


_UNSEATED: Sequence[Sequence[WagerPlaced]] = (
    (on_box(1, 50_00, spot=2), on_box(1, 20_00, 1, spot=1)),
    (on_box(1, 50_00, spot=1), on_box(1, 50_00, 1, spot=2)),
    (on_box(1, 50_00, spot=2), on_box(1, 50_00, 1, spot=3), on_box(1, 20_00, 2, spot=1)),
)
"""Wagers on a box at which nobody sits: the caller's is the highest, or the nearest to the dealer of the highest."""


def _nobody_seated(held: Edition, number: int, wagers: Sequence[WagerPlaced]) -> Drilled:
    def standing(line: Line) -> None:
        line[:] = [told for told in line if not isinstance(told[1], SeatTaken)]
        _caller_last(line, wagers)

    return retold(made(laid(held, number, STOOD, wagers), held, number), standing)


def _came_first(held: Edition, number: int) -> Drilled:
    """The one who came first to the box lays his wager last; another came first to the table."""
    wagers = (on_box(1, 50_00), on_box(1, 50_00, 1))

    def arriving(line: Line) -> None:
        at = next(n for n, (_, event) in enumerate(line) if isinstance(event, SeatTaken))
        came: tuple[tuple[str, int | None], ...] = (("P11", None), ("P1", 1), ("P11", 1))
        line[at : at + 1] = [(line[at][0], PlayerArrived(player=player, box=box)) for player, box in came]
        _caller_last(line, wagers)

    return retold(made(laid(held, number, STOOD, wagers), held, number), arriving)


def _caller_last(line: Line, wagers: Sequence[WagerPlaced]) -> None:
    """The wagers are laid in the opposite order."""
    at = [n for n, (_, event) in enumerate(line) if event in wagers]
    for n, bet in zip(at, reversed(wagers), strict=True):
        line[n] = line[n][0], bet

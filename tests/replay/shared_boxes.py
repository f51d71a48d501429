"""Rounds of blackjack in which several share a box otherwise than in the drill: who calls it, and how much is on it."""

from collections.abc import Iterator, Sequence
from typing import Final

from drill.blackjack.deal import SimulatedAct
from drill.blackjack.faults.shared import is_crowd_referred
from drill.blackjack.rounds import DrilledBlackjackRound
from drill.blackjack.scenario import BlackjackScenario
from ledger.events.play import CardDealt, DecisionMade, WagerPlaced
from ledger.events.table import PlayerArrived, SeatTaken
from replay.games.blackjack import parameters
from replay.procedure.procedure import TableAct
from replay.rulebooks.edition import Edition
from tests.replay.retold import Line, retold
from tests.replay.stacked import as_played, drilled_round, laid, on_box, resolved_to

STOOD: Final = "T69"
"""Nineteen against a six."""

ECHOED: Final = ("6T7349", "56699T", "868T9TT")
"""Hands that draw, double and split."""


def shared_boxes(held: Edition, number: int) -> Iterator[DrilledBlackjackRound]:
    """Each of these, where so many may share a box."""
    rules = laid(held, number, STOOD, [on_box(1, 20_00)]).rules
    most = min(rules.value(parameters.MOST_BETS), rules.value(parameters.MOST_PLAYERS))
    if most > 2:
        yield _above_the_most(held, number)
    if most > 1 and rules.value(parameters.CALLER) == ("seated", "highest_wager", "nearest_dealer"):
        yield from (_nobody_seated(held, number, wagers) for wagers in _UNSEATED[: 2 if most == 2 else None])
    if most > 1 and rules.value(parameters.EVEN_MONEY):
        yield _one_takes_even_money(held, number)
    if most > 1:
        yield from (_echoed(held, number, front) for front in ECHOED)
        yield _stands_on_21(held, number)
    for others in ("ride", "stay"):
        stays = resolved_to(held, parameters.DRAW_OTHERS, others)
        if stays is not None:
            yield _one_stays(stays, number)
    if most > 1 and rules.value(parameters.SURRENDER) != "none":
        yield _one_gives_up(held, number)
    if most > 2 and rules.value(parameters.INSURED_AGAINST):
        yield _one_insures_late(held, number)
    if most > 1 and "first_at_box" in rules.value(parameters.CALLER):
        yield _came_first(held, number)


def _above_the_most(held: Edition, number: int) -> DrilledBlackjackRound:
    """Three on a box have together more than may lie there, though each alone has less."""
    script = laid(held, number, STOOD, [on_box(1, 200_00, other) for other in range(3)])
    rules = script.rules
    refers = rules.value(parameters.OFF_LIMITS) == "refer"
    if "over_box_maximum" in held.sheet.conduct:
        refers = is_crowd_referred(rules)
        last = rules.value(parameters.BOX_MAXIMUM_REDUCES) == "last"
        script.over_maximum = {"w12": 100_00} if last else {"w11": 50_00, "w12": 50_00}
        _wants(script, "over_box_maximum")
    elif rules.value(parameters.MOST_IS_OF) == "player":
        return drilled_round(script, held, number)
    else:
        _wants(script, "off_limits")
    if refers:
        script.referred_wagers |= {*(script.over_maximum or ["w12"])}
    return drilled_round(script, held, number)


def _wants(script: BlackjackScenario, kind: str) -> None:
    script.faults.append(kind)
    script.required_findings[kind] = {kind}


def _one_takes_even_money(held: Edition, number: int) -> DrilledBlackjackRound:
    """Two have a blackjack against an ace, and the one who does not call the box takes even money."""
    return drilled_round(laid(held, number, "AATT", [on_box(4, 50_00), on_box(4, 50_00, 1)]), held, number)


def _one_gives_up(held: Edition, number: int) -> DrilledBlackjackRound:
    """Of two on a box the one who does not call it gives up his wager, and the other plays on."""
    script = laid(held, number, "9T749", [on_box(1, 50_00, other) for other in range(2)])
    dealing = script.alter_from(next(at for at, act in enumerate(script.line.acts) if act.is_play_decision))
    given_up = script.play.after_optional(dealing.board, TableAct("box1", "surrender", 0, "choose", "P11"), script.rules)
    assert given_up is not None
    dealing.acts.append(SimulatedAct(dealing.board, "box1", "surrender", "choose", speaker="P11"))
    dealing.board = given_up
    as_played(script, dealing)
    return drilled_round(script, held, number)


def _echoed(held: Edition, number: int, front: str) -> DrilledBlackjackRound:
    """Of two on a box the second says after the first what that one has decided."""

    def echo(line: Line) -> None:
        decisions = [(n, subject, event) for n, (subject, event) in enumerate(line) if isinstance(event, DecisionMade)]
        for n, subject, event in reversed(decisions):
            if event.what in ("hit", "stand", "double", "split"):
                line.insert(n + 1, (subject, event.model_copy(update={"by": "P11"})))

    return retold(
        drilled_round(laid(held, number, front, [on_box(1, 50_00, other) for other in range(2)]), held, number), echo
    )


def _stands_on_21(held: Edition, number: int) -> DrilledBlackjackRound:
    """Of two on a box the second says that he stands, when there is no more to decide."""

    def stand(line: Line) -> None:
        last = max(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt) and event.place == "box1")
        line.insert(last + 1, (line[last][0], DecisionMade(place="box1", what="stand", by="P11")))

    return retold(
        drilled_round(laid(held, number, "6T78T", [on_box(1, 50_00, other) for other in range(2)]), held, number), stand
    )


def _one_stays(held: Edition, number: int) -> DrilledBlackjackRound:
    """Of two on a box the second does not follow the draw that the first has asked for."""
    script = laid(held, number, "6T789", [on_box(1, 50_00, other) for other in range(2)])
    dealing = script.alter_from(1 + next(at for at, act in enumerate(script.line.acts) if act.value == "hit"))
    stays = script.play.after_optional(dealing.board, TableAct("box1", "stand", 0, "choose", "P11"), script.rules)
    assert stays is not None
    dealing.acts.append(SimulatedAct(dealing.board, "box1", "stand", "choose", speaker="P11"))
    dealing.board = stays
    as_played(script, dealing)
    return drilled_round(script, held, number)


def _one_insures_late(held: Edition, number: int) -> DrilledBlackjackRound:
    """Of three on a box two insure in time, and the third when a card has been drawn."""
    script = laid(held, number, "5A6T9T", [on_box(2, 50_00, other) for other in range(3)])
    drawn = next(at for at, act in enumerate(script.line.acts) if act.is_play_decision) + 2
    bet = on_box(2, 25_00, 2).model_copy(update={"wager": "late", "kind": "insurance", "parent": "w22"})
    script.undue_extras.append((drawn, bet))
    _wants(script, "late_insurance")
    return drilled_round(script, held, number)


_UNSEATED: Sequence[Sequence[WagerPlaced]] = (
    (on_box(1, 50_00, spot=2), on_box(1, 20_00, 1, spot=1)),
    (on_box(1, 50_00, spot=1), on_box(1, 50_00, 1, spot=2)),
    (on_box(1, 50_00, spot=2), on_box(1, 50_00, 1, spot=3), on_box(1, 20_00, 2, spot=1)),
)
"""Wagers on a box at which nobody sits: the caller's is the highest, or the nearest to the dealer of the highest."""


def _nobody_seated(held: Edition, number: int, wagers: Sequence[WagerPlaced]) -> DrilledBlackjackRound:
    def standing(line: Line) -> None:
        line[:] = [entry for entry in line if not isinstance(entry[1], SeatTaken)]
        _caller_last(line, wagers)

    script = laid(held, number, STOOD, wagers)
    first, *others = (wager.spot or 0 for wager in wagers)
    if "caller_behind" in held.sheet.conduct and first > min(others):
        _wants(script, "caller_behind")
    return retold(drilled_round(script, held, number), standing)


def _came_first(held: Edition, number: int) -> DrilledBlackjackRound:
    """The one who came first to the box lays his wager last; another came first to the table."""
    wagers = (on_box(1, 50_00), on_box(1, 50_00, 1))

    def arriving(line: Line) -> None:
        at = next(n for n, (_, event) in enumerate(line) if isinstance(event, SeatTaken))
        came: tuple[tuple[str, int | None], ...] = (("P11", None), ("P1", 1), ("P11", 1))
        line[at : at + 1] = [(line[at][0], PlayerArrived(player=player, box=box)) for player, box in came]
        _caller_last(line, wagers)

    return retold(drilled_round(laid(held, number, STOOD, wagers), held, number), arriving)


def _caller_last(line: Line, wagers: Sequence[WagerPlaced]) -> None:
    """The wagers are laid in the opposite order."""
    at = [n for n, (_, event) in enumerate(line) if event in wagers]
    for n, bet in zip(at, reversed(wagers), strict=True):
        line[n] = line[n][0], bet

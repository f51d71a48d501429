"""Lawful rounds of roulette from a seed: players with wagers of every kind, and a dealer who does what is due."""

from random import Random
from typing import Any, Final

from drill.roulette.expected_money import chips_of, clause_of, due, expected, permits, settled, ways
from drill.roulette.scenario import Laid, Script, Tried
from ledger.events import Event
from ledger.events.play import Announced, BetsClosed, RoundOpened, WagerLaid, WagerPlaced, WagerReturned
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
)
from ledger.values.wheel_layout import BY_INDEX, BY_NUMBERS, EVEN_CHANCES, layout_of
from replay.games.roulette import parameters
from replay.games.roulette.spin import NO_SPIN, SpinBoard, SpinProcedure, WagersToSettle
from replay.procedure.procedure import TableAct
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

PLAYERS: Final = ("P1", "P2", "P3", "P4")
COLOURS: Final = {"P3": 100, "P4": 250}
"""Who plays with colour chips, and what one of them is worth, in minor units."""

LAYOUT: Final = layout_of(None)
UNITS: Final = (500, 1000)
"""What lies on a place inside, so little that all wagers of a round together are within its maximum."""

OUTSIDE: Final = (50_000, 100_000)
MOST_OUTSIDE: Final = 4
MOST_WAGERS: Final = 9


def spoken_groups(kind: str) -> list[str]:
    """The places of a kind that names its numbers, as they are written."""
    return sorted("-".join(sorted(group, key=int)) for group in LAYOUT.placements[kind])


GROUPS: Final = {kind: spoken_groups(kind) for kind in BY_NUMBERS}


class Floor:
    """A table with a wheel, and its players. Same seed, same rounds."""

    def __init__(self, edition: Edition, rng: Random):
        self.edition, self.rng = edition, rng
        self.rules = Rules(edition)
        zeros = self.rules.value(parameters.ZERO_PLACEMENTS) == "trade"
        groups = {kind: [one for one in GROUPS[kind] if zeros or not one.startswith("0-")] for kind in GROUPS}
        self.groups = {kind: places for kind, places in groups.items() if places}
        """The places inside that the house offers, as they are written."""

    def script(self, *grounds: Ground, previous: str | None = None) -> Script:
        """A lawful round after one that `previous` won; for each ground a no spin comes before the spin that counts."""
        rng = self.rng
        script = Script(
            rules=self.rules,
            wheel=LAYOUT.wheel,
            previous=previous or rng.choice(LAYOUT.wheel),
            known=rng.randrange(4) > 0,
            colours=dict(COLOURS),
            stray=None if rng.randrange(4) else rng.choice(LAYOUT.wheel),
        )
        for n in range(1, rng.randint(2, MOST_WAGERS) + 1):
            script.wagers.append(self.wager(script, f"w{n}"))
        won = "0" if not rng.randrange(5) else rng.choice(LAYOUT.wheel)
        script.line = list(self._acts(script, grounds, won))
        script.spins = [*(Tried(stopped="in time") for _ in grounds), Tried(won)]
        return script

    def _acts(self, script: Script, grounds: tuple[Ground, ...], won: str) -> list[Event]:
        """What the dealer does up to the dolly: always what is due."""
        procedure, board, acts = SpinProcedure(), SpinBoard(previous_pocket=script.previous), list[Event]()
        coming = list(grounds)
        while (one := procedure.due(board, self.rules)) is not None:
            ball = self.rng.choice(("cw", "ccw"))
            wheel = {"cw": "ccw", "ccw": "cw"}[ball]
            with_it = one.place == "spin" and coming[:1] == ["with_the_wheel"]
            spun: Any = {"ball": ball, "wheel": ball if with_it else wheel}
            made: dict[str, tuple[Event, str]] = {
                "open": (RoundOpened(), ""),
                "spin": (BallSpun(**spun), ""),
                "no more bets": (BetsClosed(), ""),
                "rest": (BallRested(pocket=won), won),
                "announcement": (Announced(result="zero" if won == "0" else won), won),
                "dolly": (DollyPlaced(pocket=won), won),
                "ball back": (BallRetrieved(), ""),
                "examination": (BallExamined(), ""),
                "return": (BallReturned(pocket=script.previous), script.previous),
            }
            event, given = made[one.place]
            acts.append(event)
            board = procedure.after_due(board, one, given)
            if one.place == "no more bets" and coming:
                ground = coming.pop(0)
                acts.append(NoSpinCalled(ground=ground))
                board = procedure.after_optional(board, TableAct(NO_SPIN, ground, 0, "act"), self.rules) or board
        return acts

    # Wagers

    def wager(self, script: Script, name: str, player: str | None = None) -> Laid:
        """A wager within every limit."""
        rng = self.rng
        outside = [one for one in script.wagers if one.event.kind in (*BY_INDEX, *EVEN_CHANCES)]
        kinds = [*self.groups, "neighbours", *self.rules.value(parameters.CALL_BETS)]
        if len(outside) < MOST_OUTSIDE:
            kinds += [*BY_INDEX, *EVEN_CHANCES]
        kind, who = rng.choice(kinds), player or rng.choice(PLAYERS)
        about = self._place(kind)
        bet = WagerPlaced(wager=name, player=who, kind=kind, stake_minor=1, **about)
        chips = chips_of(bet, script.wheel, self.edition)
        if kind in (*BY_INDEX, *EVEN_CHANCES):
            return Laid(bet.model_copy(update={"stake_minor": rng.choice(OUTSIDE)}), chips)
        pieces = int(1 / min(one.share for one in chips))
        stake = pieces * rng.choice(UNITS)
        update: dict[str, Any] = {"stake_minor": stake, **self._colour(script, who, stake)}
        called = kind not in BY_NUMBERS
        laid = Laid(bet, chips)
        if called and rng.randrange(2):
            update["on"] = "print"
        if called and not rng.randrange(3):
            update |= {"by": "word", "with_chips": True}
            laid.acts.append(("betting", WagerLaid(wager=name, by="dealer")))
        laid.event = bet.model_copy(update=update)
        return laid

    def _place(self, kind: str) -> dict[str, Any]:
        if kind in BY_NUMBERS:
            return {"numbers": self.rng.choice(self.groups[kind])}
        if kind in BY_INDEX:
            return {"index": self.rng.randint(1, 3)}
        if kind == "neighbours":
            numbers = self.rules.value(parameters.NEIGHBOURS)
            return {"of": self.rng.choice(LAYOUT.wheel), "pieces": self.rng.choice(sorted(numbers))}
        return {}

    def _colour(self, script: Script, player: str, stake: int) -> dict[str, Any]:
        """Colour chips, if so many may still lie inside."""
        if player not in COLOURS:
            return {}
        had = sum(one.event.chip_count or 0 for one in script.wagers if one.event.player == player)
        number = stake // COLOURS[player]
        if had + number > self.rules.value(parameters.COLOUR_CHIPS):
            return {}
        return {"chips": "colour", "chip_count": number, "chip_value_minor": COLOURS[player]}

    # Money

    def settle(self, script: Script) -> None:
        """The dealer pays by one of the readings under which some spin counts; now and then nothing of it is told."""
        rng = self.rng
        if script.paid_on_no_spin or not rng.randrange(8):
            script.silent = not script.paid_on_no_spin
            return
        possible = [way for way in ways(script, self.edition) if expected(script, self.edition, way).pocket is not None]
        if not possible:
            script.silent = True
            return
        way = rng.choice(possible)
        pocket = script.paid_by or expected(script, self.edition, way).pocket or ""
        amounts = {one.event.wager: self._back(one, due(one, pocket, self.edition, way)) for one in script.wagers}
        for one in script.wagers:
            if one.paid_as is not None:
                amounts[one.event.wager] = int(settled(one.paid_as, one.event.stake_minor, pocket, self.edition))
        told = {name: amount for name, amount in amounts.items() if amount is not None}
        script.money = self._raises_first(script, paying(script, pocket, told, self.edition))
        changed = any(told.get(one.event.wager, one.event.stake_minor) != one.event.stake_minor for one in script.wagers)
        if script.spins[-1].stopped == "late" and changed:
            script.paid_on_no_spin = True
            script.questions.add(clause_of(parameters.ONCE_PAID, self.edition))
            if not permits(parameters.AFTER_REST, "too_late", self.edition):
                script.wanted.add("paid_on_no_spin")

    def _raises_first(self, script: Script, money: list[Event]) -> list[Event]:
        """Now and then what was raised too late goes back before anything is collected: it is no winner that is paid."""
        raised = {one.event.wager: one for one in script.wagers if one.late is not None and one.late[0] == "raised"}
        lost = [
            event
            for event in money
            if isinstance(event, WagerReturned)
            and event.wager in raised
            and event.amount_minor == raised[event.wager].event.stake_minor
        ]
        first = lost if not script.paid_by and self.rng.randrange(2) else []
        return [*first, *(event for event in money if event not in first)]

    def _back(self, one: Laid, minor: int | None) -> int | None:
        """What the dealer hands over: not what the player has taken up already, and nothing for what never lay there."""
        if minor is None or one.fate == "nothing" or one.back_minor >= one.all_minor:
            return None
        return max(0, minor - one.back_minor)


def paying(script: Script, pocket: str, amounts: dict[str, int], edition: Edition) -> list[Event]:
    """Winners added from the print, losers collected, winners paid, as each is due."""
    on = {one.event.wager: one for one in script.wagers}
    added = [
        name
        for name, amount in amounts.items()
        if on[name].event.on == "print" and on[name].fate == "plays" and amount > on[name].event.stake_minor
    ]
    to_collect = frozenset(name for name, amount in amounts.items() if not amount)
    decided = WagersToSettle(frozenset(added), to_collect, frozenset(amounts) - to_collect)
    procedure, rules, acts = SpinProcedure(lambda _: decided), Rules(edition), list[Event]()
    board = SpinBoard(
        opened=True,
        spun=True,
        called=True,
        pocket=pocket,
        announced=True,
        is_dolly_placed=True,
        to_add=decided.to_add,
        to_collect=decided.to_collect,
        to_pay=decided.to_pay,
    )
    while (one := procedure.due(board, rules)) is not None:
        waiting = {"print": board.to_add, "collect": board.to_collect, "pay": board.to_pay}[one.place]
        name = min(waiting)
        paid = WagerReturned(wager=name, amount_minor=amounts[name])
        acts.append(PrintAdded(wager=name) if one.place == "print" else paid)
        board = procedure.after_due(board, one, name)
    return acts

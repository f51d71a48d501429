"""Lawful rounds of roulette from a seed: players with wagers of every kind, and a dealer who does what is due."""

from random import Random
from typing import Any, Final

from drill.roulette.expected_money import (
    chips_of,
    chips_return,
    clause_of,
    due_minor,
    expected_outcome,
    is_settled_as,
    reading_choices,
)
from drill.roulette.scenario import RouletteScenario, ScenarioSpin, ScenarioWager
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
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, layout_of
from replay.games.roulette import parameters
from replay.games.roulette.spin import NO_SPIN, SpinBoard, SpinProcedure, WagersToSettle
from replay.procedure.procedure import TableAct
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

PLAYERS: Final = ("P1", "P2", "P3", "P4")
COLOUR_CHIP_VALUES: Final = {"P3": 100, "P4": 250}
"""Who plays with colour chips, and what one of them is worth, in minor units."""

LAYOUT: Final = layout_of(None)
INSIDE_STAKES: Final = (500, 1000)
"""What lies on a place inside, so little that all wagers of a round together are within its maximum."""

OUTSIDE_STAKES: Final = (50_000, 100_000)
MOST_OUTSIDE: Final = 4
MOST_WAGERS: Final = 9


def written_places(kind: str) -> list[str]:
    """The places of a kind that names its numbers, as they are written."""
    return sorted("-".join(sorted(group, key=int)) for group in LAYOUT.placements[kind])


PLACES_BY_KIND: Final = {kind: written_places(kind) for kind in NUMBERED_KINDS}


class SimulatedRouletteTable:
    """A table with a wheel, and its players. Same seed, same rounds."""

    def __init__(self, edition: Edition, rng: Random):
        self.edition, self.rng = edition, rng
        self.rules = Rules(edition)
        zeros = self.rules.value(parameters.ZERO_PLACEMENTS) == "trade"
        groups = {
            kind: [spot for spot in PLACES_BY_KIND[kind] if zeros or not spot.startswith("0-")] for kind in PLACES_BY_KIND
        }
        self.places_by_kind = {kind: places for kind, places in groups.items() if places}
        """The places inside that the house offers, as they are written."""

    def lawful_scenario(self, *grounds: Ground, previous_pocket: str | None = None) -> RouletteScenario:
        """A lawful round after one that `previous_pocket` won; for each ground a no spin comes before the spin that
        counts.
        """
        rng = self.rng
        script = RouletteScenario(
            rules=self.rules,
            wheel=LAYOUT.wheel,
            previous_pocket=previous_pocket or rng.choice(LAYOUT.wheel),
            is_previous_known=rng.randrange(4) > 0,
            colour_values=dict(COLOUR_CHIP_VALUES),
            stray_pocket=None if rng.randrange(4) else rng.choice(LAYOUT.wheel),
        )
        for n in range(1, rng.randint(2, MOST_WAGERS) + 1):
            script.wagers.append(self.random_wager(script, f"w{n}"))
        won = "0" if not rng.randrange(5) else rng.choice(LAYOUT.wheel)
        script.spin_events = list(self._spin_events(script, grounds, won))
        script.spins = [*(ScenarioSpin(no_spin_call="in time") for _ in grounds), ScenarioSpin(won)]
        return script

    def _spin_events(self, scenario: RouletteScenario, grounds: tuple[Ground, ...], pocket: str) -> list[Event]:
        """What the dealer does up to the dolly: always what is due."""
        procedure, board, acts = SpinProcedure(), SpinBoard(previous_pocket=scenario.previous_pocket), list[Event]()
        coming = list(grounds)
        while (due := procedure.due(board, self.rules)) is not None:
            ball = self.rng.choice(("cw", "ccw"))
            wheel = {"cw": "ccw", "ccw": "cw"}[ball]
            with_it = due.place == "spin" and coming[:1] == ["with_the_wheel"]
            spun: Any = {"ball": ball, "wheel": ball if with_it else wheel}
            wager_events: dict[str, tuple[Event, str]] = {
                "open": (RoundOpened(), ""),
                "spin": (BallSpun(**spun), ""),
                "no more bets": (BetsClosed(), ""),
                "rest": (BallRested(pocket=pocket), pocket),
                "announcement": (Announced(result="zero" if pocket == "0" else pocket), pocket),
                "dolly": (DollyPlaced(pocket=pocket), pocket),
                "ball back": (BallRetrieved(), ""),
                "examination": (BallExamined(), ""),
                "return": (BallReturned(pocket=scenario.previous_pocket), scenario.previous_pocket),
            }
            event, given = wager_events[due.place]
            acts.append(event)
            board = procedure.after_due(board, due, given)
            if due.place == "no more bets" and coming:
                ground = coming.pop(0)
                acts.append(NoSpinCalled(ground=ground))
                board = procedure.after_optional(board, TableAct(NO_SPIN, ground, 0, "act"), self.rules) or board
        return acts

    # Wagers

    def random_wager(self, scenario: RouletteScenario, name: str, player: str | None = None) -> ScenarioWager:
        """A wager within every limit."""
        rng = self.rng
        outside = [wager for wager in scenario.wagers if wager.event.kind in (*INDEXED_KINDS, *EVEN_CHANCES)]
        kinds = [*self.places_by_kind, "neighbours", *self.rules.value(parameters.CALL_BETS)]
        if len(outside) < MOST_OUTSIDE:
            kinds += [*INDEXED_KINDS, *EVEN_CHANCES]
        kind, who = rng.choice(kinds), player or rng.choice(PLAYERS)
        about = self._random_place(kind)
        bet = WagerPlaced(wager=name, player=who, kind=kind, stake_minor=1, **about)
        chips = chips_of(bet, scenario.wheel, self.edition)
        if kind in (*INDEXED_KINDS, *EVEN_CHANCES):
            return ScenarioWager(bet.model_copy(update={"stake_minor": rng.choice(OUTSIDE_STAKES)}), chips)
        pieces = int(1 / min(piece.share for piece in chips))
        stake = pieces * rng.choice(INSIDE_STAKES)
        update: dict[str, Any] = {"stake_minor": stake, **self._colour_chips(scenario, who, stake)}
        called = kind not in NUMBERED_KINDS
        laid = ScenarioWager(bet, chips)
        if called and rng.randrange(2):
            update["on"] = "print"
        if called and not rng.randrange(3):
            update |= {"by": "word", "with_chips": True}
            laid.later_events.append(("betting", WagerLaid(wager=name, by="dealer")))
        laid.event = bet.model_copy(update=update)
        return laid

    def _random_place(self, kind: str) -> dict[str, Any]:
        if kind in NUMBERED_KINDS:
            return {"numbers": self.rng.choice(self.places_by_kind[kind])}
        if kind in INDEXED_KINDS:
            return {"index": self.rng.randint(1, 3)}
        if kind == "neighbours":
            numbers = self.rules.value(parameters.NEIGHBOURS)
            return {"of": self.rng.choice(LAYOUT.wheel), "pieces": self.rng.choice(sorted(numbers))}
        return {}

    def _colour_chips(self, scenario: RouletteScenario, player: str, stake_minor: int) -> dict[str, Any]:
        """Colour chips, if so many may still lie inside."""
        if player not in COLOUR_CHIP_VALUES:
            return {}
        had = sum(wager.event.chip_count or 0 for wager in scenario.wagers if wager.event.player == player)
        number = stake_minor // COLOUR_CHIP_VALUES[player]
        if had + number > self.rules.value(parameters.COLOUR_CHIPS):
            return {}
        return {"chips": "colour", "chip_count": number, "chip_value_minor": COLOUR_CHIP_VALUES[player]}

    # Money

    def settle(self, scenario: RouletteScenario) -> None:
        """The dealer pays by one of the readings under which some spin counts; now and then nothing of it is told."""
        rng = self.rng
        if scenario.is_paid_on_no_spin or not rng.randrange(8):
            scenario.is_money_unrecorded = not scenario.is_paid_on_no_spin
            return
        possible = [
            way
            for way in reading_choices(scenario, self.edition)
            if expected_outcome(scenario, self.edition, way).pocket is not None
        ]
        if not possible:
            scenario.is_money_unrecorded = True
            return
        way = rng.choice(possible)
        pocket = scenario.paid_by_number or expected_outcome(scenario, self.edition, way).pocket or ""
        amounts = {
            wager.event.wager: self._amount_to_hand_over(wager, due_minor(wager, pocket, self.edition, way))
            for wager in scenario.wagers
        }
        for wager in scenario.wagers:
            if wager.chips_paid_as is not None:
                amounts[wager.event.wager] = int(
                    chips_return(wager.chips_paid_as, wager.event.stake_minor, pocket, self.edition)
                )
        recorded = {name: amount for name, amount in amounts.items() if amount is not None}
        scenario.money_events = self._return_raises_first(
            scenario, payment_events(scenario, pocket, recorded, self.edition)
        )
        changed = any(
            recorded.get(wager.event.wager, wager.event.stake_minor) != wager.event.stake_minor for wager in scenario.wagers
        )
        if scenario.spins[-1].no_spin_call == "late" and changed:
            scenario.is_paid_on_no_spin = True
            scenario.open_clauses.add(clause_of(parameters.ONCE_PAID, self.edition))
            if not is_settled_as(parameters.AFTER_REST, "too_late", self.edition):
                scenario.required_findings.add("paid_on_no_spin")

    def _return_raises_first(self, scenario: RouletteScenario, money_events: list[Event]) -> list[Event]:
        """Now and then what was raised too late goes back before anything is collected: it is no winner that is paid."""
        raised = {
            wager.event.wager: wager
            for wager in scenario.wagers
            if wager.late_act is not None and wager.late_act[0] == "raised"
        }
        lost = [
            event
            for event in money_events
            if isinstance(event, WagerReturned)
            and event.wager in raised
            and event.amount_minor == raised[event.wager].event.stake_minor
        ]
        first = lost if not scenario.paid_by_number and self.rng.randrange(2) else []
        return [*first, *(event for event in money_events if event not in first)]

    def _amount_to_hand_over(self, wager: ScenarioWager, minor: int | None) -> int | None:
        """What the dealer hands over: not what the player has taken up already, and nothing for what never lay there."""
        if minor is None or wager.treatment == "nothing" or wager.taken_up_minor >= wager.total_minor:
            return None
        return max(0, minor - wager.taken_up_minor)


def payment_events(
    scenario: RouletteScenario, pocket: str, amount_by_wager: dict[str, int], edition: Edition
) -> list[Event]:
    """Winners added from the print, losers collected, winners paid, as each is due."""
    on = {wager.event.wager: wager for wager in scenario.wagers}
    added = [
        name
        for name, amount in amount_by_wager.items()
        if on[name].event.on == "print" and on[name].treatment == "plays" and amount > on[name].event.stake_minor
    ]
    to_collect = frozenset(name for name, amount in amount_by_wager.items() if not amount)
    decided = WagersToSettle(frozenset(added), to_collect, frozenset(amount_by_wager) - to_collect)
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
    while (due := procedure.due(board, rules)) is not None:
        waiting = {"print": board.to_add, "collect": board.to_collect, "pay": board.to_pay}[due.place]
        name = min(waiting)
        paid = WagerReturned(wager=name, amount_minor=amount_by_wager[name])
        acts.append(PrintAdded(wager=name) if due.place == "print" else paid)
        board = procedure.after_due(board, due, name)
    return acts

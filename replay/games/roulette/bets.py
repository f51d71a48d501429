"""The wagers of a round: where they lay at the call and when the ball came to rest, and what was done to them after."""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from ledger.events.play import (
    BetsClosed,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from replay.table_day.round import Round, Told

Doing = Literal["bet", "moved", "withdrawn", "changed"]
CALL_BETS: Final = ("series_5_8", "orphans", "grand_series", "zero_game")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the layout, or a bet that stands for several of them."""

    kind: str
    numbers: str | None = None
    index: int | None = None
    of: str | None = None
    pieces: int | None = None

    def __str__(self) -> str:
        """As it is said at the table: `split 14-17`, `dozen 2`, `5 neighbours of 26`."""
        if self.kind == "neighbours":
            return f"{self.pieces} neighbours of {self.of}"
        where = self.numbers if self.numbers is not None else self.index
        return self.kind.replace("_", " ") + ("" if where is None else f" {where}")


@dataclass(frozen=True, slots=True)
class Late:
    """Something that was done to a wager after "no more bets"."""

    what: Doing
    at: int
    before: str = ""
    after: str = ""
    rested: bool = False
    waiting: bool = False
    """Whether it was done between a no spin and the re-spin's call."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One wager. `spot` and `stake_minor` are those at the call, `rest_spot` and `rest_minor` those at which the ball
    came to rest; `back_minor` is what the player took up, `raised_minor` what was added too late, `late_rest_minor` what
    of all that was laid too late lay there at the ball's rest.
    """

    wager: str
    player: str
    spot: Spot
    stake_minor: int
    rest_spot: Spot
    rest_minor: int
    at: int
    index: int
    told_spot: Spot
    """Where it lay when betting was closed first, as findings speak of it under every reading; and how much, and where
    it lies in the end.
    """
    told_minor: int
    last_spot: Spot
    spoken: bool = False
    with_chips: bool = True
    laid: Literal["in_time", "late", "never"] = "in_time"
    late: bool = False
    withdrawn: bool = False
    back_minor: int = 0
    raised_minor: int = 0
    late_rest_minor: int = 0
    afterwards: tuple[Late, ...] = ()
    in_cash: bool = False
    colour: bool = False
    chip_count: int | None = None
    chip_minor: int | None = None
    on_print: bool = False
    added_at: int | None = None
    instructed: str | None = None
    paid_minor: int | None = None
    paid_at: int = 0

    settled: bool = False
    """Whether something was paid on it, or it was collected, after the rest that counts: its chips are no wager then."""

    @property
    def moved(self) -> bool:
        """Whether it lay otherwise at the ball's rest than at the call."""
        return (self.spot, self.stake_minor) != (self.rest_spot, self.rest_minor)

    @property
    def went_back_minor(self) -> int | None:
        """What the player has of it by the record, None where the record says nothing."""
        return (self.paid_minor or 0) + self.back_minor if self.back_minor else self.paid_minor

    @property
    def left(self) -> bool:
        """Whether nothing was paid on it, and a part of it at least was left where it lay."""
        return self.paid_minor is None and self.back_minor < self.stake_minor + self.raised_minor


@dataclass(slots=True)
class Following:
    """Goes along a round and keeps its wagers. Betting ends with the call, and with the ball's rest at `rest_at`; from
    then on the positions are fixed, unless they count until the payment.

    After the no spins at `stopped` it is open again, or else the wagers stay as they were at the call.
    """

    rest_at: int | None
    stopped: Container[int]
    open_again: bool
    until_rest: bool = True
    bets: dict[str, Bet] = field(default_factory=dict)
    _called: bool = False
    _closed_once: bool = False
    _rested: bool = False
    _staying: bool = False
    """Whether a no spin was called and the re-spin's call is still to come, and nothing may change until then."""

    def along(self, one: Round) -> tuple[Bet, ...]:
        """The wagers of the round."""
        for told in (told for told in one.told if not told.elsewhere):
            if told.index == self.rest_at:
                self._rested = True
            if told.index in self.stopped:
                self._staying = self._called
                if self.open_again:
                    self._reopen()
            match told.event:
                case BetsClosed():
                    self._called, self._closed_once, self._staying = True, True, False
                case WagerPlaced() as event:
                    self._place(event, told)
                case WagerLaid() | WagerMoved() | WagerChanged() | WagerWithdrawn() | WagerReturned() as event:
                    self._touch(event, told)
        return tuple(self.bets.values())

    def _touch(self, event: WagerLaid | WagerMoved | WagerChanged | WagerWithdrawn | WagerReturned, told: Told) -> None:
        bet = self.bets.get(event.wager)
        if bet is None:
            return
        match event:
            case WagerLaid():
                self.bets[bet.wager] = replace(bet, laid="late" if self._closed else "in_time")
            case WagerReturned():
                paid = (bet.paid_minor or 0) + event.amount_minor
                self.bets[bet.wager] = replace(bet, paid_minor=paid, paid_at=told.position, settled=self._rested)
            case _ if bet.settled:
                return
            case WagerMoved():
                spot = Spot(event.kind, event.numbers, event.index)
                self.bets[bet.wager] = self._changed(bet, spot, bet.rest_minor, "moved", told)
            case WagerChanged():
                self.bets[bet.wager] = self._changed(bet, bet.rest_spot, event.stake_minor, "changed", told)
            case WagerWithdrawn():
                self.bets[bet.wager] = self._changed(bet, bet.rest_spot, 0, "withdrawn", told)

    @property
    def _closed(self) -> bool:
        return self._called or self._rested

    @property
    def _fixed(self) -> bool:
        """Whether what is done now changes no position that counts."""
        return (self._rested and self.until_rest) or self._staying

    @property
    def _will_lie(self) -> bool:
        """Whether chips that are laid now, too late, lie there when the ball comes to rest."""
        return self.rest_at is not None and self._called and not self._rested and not self._staying

    def _reopen(self) -> None:
        """Whatever lies there when betting is open again lies there in time; what was done after the call was late."""
        self._called = self._staying = False
        for name, bet in self.bets.items():
            if not bet.withdrawn:
                gone = not bet.rest_minor
                self.bets[name] = replace(
                    bet,
                    spot=bet.rest_spot,
                    stake_minor=bet.stake_minor if gone else bet.rest_minor + bet.raised_minor,
                    rest_minor=bet.rest_minor + bet.raised_minor,
                    back_minor=bet.stake_minor if gone else 0,
                    withdrawn=gone,
                    late=False,
                    raised_minor=0,
                    late_rest_minor=0,
                )

    def _place(self, event: WagerPlaced, told: Told) -> None:
        name, again = event.wager, 1
        while name in self.bets:
            again += 1
            name = f"{event.wager}~{again}"
        spot = Spot(event.kind, event.numbers, event.index, event.of, event.pieces)
        spoken = event.by == "word"
        late = self._closed and not spoken
        self.bets[name] = Bet(
            wager=name,
            player=event.player,
            spot=spot,
            stake_minor=event.stake_minor,
            rest_spot=spot,
            rest_minor=event.stake_minor,
            at=told.position,
            index=told.index,
            told_spot=spot,
            told_minor=event.stake_minor,
            last_spot=spot,
            spoken=spoken,
            with_chips=event.with_chips is not False,
            laid="never" if spoken else "in_time",
            late=late,
            late_rest_minor=event.stake_minor if late and self._will_lie else 0,
            afterwards=(Late("bet", told.position, rested=self._rested, waiting=self._staying),) if late else (),
            in_cash=event.by == "cash",
            colour=event.chips == "colour",
            chip_count=event.chip_count,
            chip_minor=event.chip_value_minor,
            on_print=event.on == "print",
            instructed=event.instructed,
        )

    def _changed(self, bet: Bet, spot: Spot, stake_minor: int, what: Doing, told: Told) -> Bet:
        """The wager after it was moved, or after what lies there became another whole."""
        if not self._closed:
            if not stake_minor:
                return replace(bet, rest_minor=0, back_minor=bet.stake_minor, withdrawn=True)
            first = (bet.told_spot, bet.told_minor) if self._closed_once else (spot, stake_minor)
            return replace(
                bet,
                spot=spot,
                stake_minor=stake_minor,
                rest_spot=spot,
                rest_minor=stake_minor,
                last_spot=spot,
                told_spot=first[0],
                told_minor=first[1],
            )
        lay, lies = bet.stake_minor + bet.raised_minor - bet.back_minor, stake_minor
        before, after = (str(bet.last_spot), str(spot)) if what == "moved" else (str(lay), str(lies))
        noted = replace(bet, afterwards=(*bet.afterwards, Late(what, told.position, before, after, self._rested)))
        if what == "moved":
            return replace(noted, last_spot=spot, rest_spot=bet.rest_spot if self._fixed else spot)
        if lies >= lay:
            more, lying = lies - lay, bet.late_rest_minor
            return replace(
                noted, raised_minor=bet.raised_minor + more, late_rest_minor=lying + more if self._will_lie else lying
            )
        return self._lowered(noted, lay - lies)

    def _lowered(self, bet: Bet, taken: int) -> Bet:
        """The wager after so much of it was taken up: first of what was added last, which is then as if it had not been."""
        lying = bet.late_rest_minor
        counts = max(lying - bet.stake_minor, 0) if bet.late else lying  # of the raise, what counts already
        of_raise = min(taken, bet.raised_minor - (counts if self._fixed else 0))
        of_stake = taken - of_raise
        kept = replace(bet, raised_minor=bet.raised_minor - of_raise, back_minor=bet.back_minor + of_stake)
        if self._fixed:
            return kept
        still = max(lying - (taken if bet.late else of_raise), 0)
        return replace(kept, rest_minor=bet.rest_minor - of_stake, late_rest_minor=still)

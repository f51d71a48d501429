"""The wagers of a round: where they lay at the call and when the ball came to rest, and what was done to them after."""

from collections.abc import Container
from dataclasses import dataclass, field
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
from ledger.values.wheel_layout import position_text
from replay.table_day.round import Round, RoundEntry

LateActKind = Literal["bet", "moved", "withdrawn", "changed"]
CALL_BETS: Final = ("series_5_8", "orphans", "grand_series", "zero_game")
NEIGHBOURS: Final = "neighbours"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the layout, or a bet that stands for several of them."""

    kind: str
    numbers: str | None = None
    index: int | None = None
    centre: str | None = None
    pieces: int | None = None

    def __str__(self) -> str:
        return position_text(self.kind, self.numbers, self.index, self.centre, self.pieces)


@dataclass(frozen=True, slots=True)
class LateAct:
    """Something that was done to a wager after "no more bets"."""

    kind: LateActKind
    position: int
    before: str = ""
    after: str = ""
    is_after_rest: bool = False
    is_before_respin: bool = False
    """Whether it was done between a no spin and the re-spin's call."""


@dataclass(slots=True)
class RouletteBet:
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
    position: int
    index: int
    closing_spot: Spot
    """Where it lay when betting was closed first, as findings speak of it under every reading; and how much, and where
    it lies in the end.
    """
    closing_minor: int
    last_spot: Spot
    is_spoken: bool = False
    has_chips: bool = True
    laid_when: Literal["in_time", "late", "never"] = "in_time"
    late: bool = False
    withdrawn: bool = False
    taken_up_minor: int = 0
    raised_minor: int = 0
    late_rest_minor: int = 0
    late_acts: tuple[LateAct, ...] = ()
    is_in_cash: bool = False
    is_colour: bool = False
    chip_count: int | None = None
    chip_minor: int | None = None
    is_on_print: bool = False
    added_position: int | None = None
    instruction: str | None = None
    paid_minor: int | None = None
    paid_position: int = 0

    is_settled: bool = False
    """Whether something was paid on it, or it was collected, after the rest that counts: its chips are no wager then."""

    @property
    def is_moved(self) -> bool:
        """Whether it lay otherwise at the ball's rest than at the call."""
        return (self.spot, self.stake_minor) != (self.rest_spot, self.rest_minor)

    @property
    def returned_minor(self) -> int | None:
        """What the player has of it by the record, None where the record says nothing."""
        return (self.paid_minor or 0) + self.taken_up_minor if self.taken_up_minor else self.paid_minor

    @property
    def is_left(self) -> bool:
        """Whether nothing was paid on it, and a part of it at least was left where it lay."""
        return self.paid_minor is None and self.taken_up_minor < self.stake_minor + self.raised_minor


@dataclass(slots=True)
class RouletteWagers:
    """Goes along a round and keeps its wagers. Betting ends with the call, and with the ball's rest at `rest_at`; from
    then on the positions are fixed, unless they count until the payment.

    After the no spins at `stopped` it is open again, or else the wagers stay as they were at the call.
    """

    rest_index: int | None
    no_spin_indexes: Container[int]
    reopens: bool
    is_fixed_at_rest: bool = True
    bets: dict[str, RouletteBet] = field(default_factory=dict)
    _is_called: bool = False
    _was_closed: bool = False
    _is_at_rest: bool = False
    _is_frozen: bool = False
    """Whether a no spin was called and the re-spin's call is still to come, and nothing may change until then."""

    def follow_round(self, round_: Round) -> tuple[RouletteBet, ...]:
        """The wagers of the round."""
        for round_entry in round_.entries:
            if round_entry.belongs_to_earlier:
                continue
            if round_entry.index == self.rest_index:
                self._is_at_rest = True
            if round_entry.index in self.no_spin_indexes:
                self._is_frozen = self._is_called
                if self.reopens:
                    self._reopen()
            match round_entry.event:
                case BetsClosed():
                    self._is_called, self._was_closed, self._is_frozen = True, True, False
                case WagerPlaced() as event:
                    self._place(event, round_entry)
                case WagerLaid() | WagerMoved() | WagerChanged() | WagerWithdrawn() | WagerReturned() as event:
                    self._apply_change(event, round_entry)
        return tuple(self.bets.values())

    def _apply_change(
        self, event: WagerLaid | WagerMoved | WagerChanged | WagerWithdrawn | WagerReturned, round_entry: RoundEntry
    ) -> None:
        bet = self.bets.get(event.wager)
        if bet is None:
            return
        match event:
            case WagerLaid():
                bet.laid_when = "late" if self._is_closed else "in_time"
            case WagerReturned():
                bet.paid_minor = (bet.paid_minor or 0) + event.amount_minor
                bet.paid_position, bet.is_settled = round_entry.position, self._is_at_rest
            case _ if bet.is_settled:
                return
            case WagerMoved():
                self._change(bet, Spot(event.kind, event.numbers, event.index), bet.rest_minor, "moved", round_entry)
            case WagerChanged():
                self._change(bet, bet.rest_spot, event.stake_minor, "changed", round_entry)
            case WagerWithdrawn():
                self._change(bet, bet.rest_spot, 0, "withdrawn", round_entry)

    @property
    def _is_closed(self) -> bool:
        return self._is_called or self._is_at_rest

    @property
    def _is_fixed(self) -> bool:
        """Whether what is done now changes no position that counts."""
        return (self._is_at_rest and self.is_fixed_at_rest) or self._is_frozen

    @property
    def _will_lie_at_rest(self) -> bool:
        """Whether chips that are laid now, too late, lie there when the ball comes to rest."""
        return self.rest_index is not None and self._is_called and not self._is_at_rest and not self._is_frozen

    def _reopen(self) -> None:
        """Whatever lies there when betting is open again lies there in time; what was done after the call was late."""
        self._is_called = self._is_frozen = False
        for bet in self.bets.values():
            if not bet.withdrawn:
                bet.withdrawn = not bet.rest_minor
                bet.taken_up_minor = bet.stake_minor if bet.withdrawn else 0
                bet.rest_minor += bet.raised_minor
                bet.stake_minor = bet.stake_minor if bet.withdrawn else bet.rest_minor
                bet.spot, bet.late, bet.raised_minor, bet.late_rest_minor = bet.rest_spot, False, 0, 0

    def _place(self, event: WagerPlaced, round_entry: RoundEntry) -> None:
        name, again = event.wager, 1
        while name in self.bets:
            again += 1
            name = f"{event.wager}~{again}"
        spot = Spot(event.kind, event.numbers, event.index, event.of, event.pieces)
        spoken = event.by == "word"
        late = self._is_closed and not spoken
        self.bets[name] = RouletteBet(
            wager=name,
            player=event.player,
            spot=spot,
            stake_minor=event.stake_minor,
            rest_spot=spot,
            rest_minor=event.stake_minor,
            position=round_entry.position,
            index=round_entry.index,
            closing_spot=spot,
            closing_minor=event.stake_minor,
            last_spot=spot,
            is_spoken=spoken,
            has_chips=event.with_chips is not False,
            laid_when="never" if spoken else "in_time",
            late=late,
            late_rest_minor=event.stake_minor if late and self._will_lie_at_rest else 0,
            late_acts=(
                LateAct("bet", round_entry.position, is_after_rest=self._is_at_rest, is_before_respin=self._is_frozen),
            )
            if late
            else (),
            is_in_cash=event.by == "cash",
            is_colour=event.chips == "colour",
            chip_count=event.chip_count,
            chip_minor=event.chip_value_minor,
            is_on_print=event.on == "print",
            instruction=event.instructed,
        )

    def _change(self, bet: RouletteBet, spot: Spot, stake_minor: int, kind: LateActKind, round_entry: RoundEntry) -> None:
        """The wager was moved, or what lies there became another whole."""
        if not self._is_closed:
            self._change_in_time(bet, spot, stake_minor)
            return
        lay, lies = bet.stake_minor + bet.raised_minor - bet.taken_up_minor, stake_minor
        before, after = (str(bet.last_spot), str(spot)) if kind == "moved" else (str(lay), str(lies))
        bet.late_acts = (*bet.late_acts, LateAct(kind, round_entry.position, before, after, self._is_at_rest))
        if kind == "moved":
            bet.last_spot, bet.rest_spot = spot, bet.rest_spot if self._is_fixed else spot
        elif lies >= lay:
            bet.raised_minor += lies - lay
            bet.late_rest_minor += lies - lay if self._will_lie_at_rest else 0
        else:
            self._lower(bet, lay - lies)

    def _change_in_time(self, bet: RouletteBet, spot: Spot, stake_minor: int) -> None:
        if not stake_minor:
            bet.rest_minor, bet.taken_up_minor, bet.withdrawn = 0, bet.stake_minor, True
            return
        bet.spot = bet.rest_spot = bet.last_spot = spot
        bet.stake_minor = bet.rest_minor = stake_minor
        if not self._was_closed:
            bet.closing_spot, bet.closing_minor = spot, stake_minor

    def _lower(self, bet: RouletteBet, taken_minor: int) -> None:
        """So much of it was taken up: first of what was added last, which is then as if it had not been."""
        lying = bet.late_rest_minor
        counts = max(lying - bet.stake_minor, 0) if bet.late else lying  # of the raise, what counts already
        of_raise = min(taken_minor, bet.raised_minor - (counts if self._is_fixed else 0))
        of_stake = taken_minor - of_raise
        bet.raised_minor -= of_raise
        bet.taken_up_minor += of_stake
        if not self._is_fixed:
            bet.rest_minor -= of_stake
            bet.late_rest_minor = max(lying - (taken_minor if bet.late else of_raise), 0)

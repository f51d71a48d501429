"""The wagers of a round: where they lay at the call and when the ball came to rest, and what was done to them after."""

from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from ledger.events.play import (
    BetsClosed,
    PaymentTakenBack,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.wheel import BallRested
from ledger.values.offices import Office
from ledger.values.wheel_layout import position_text
from replay.judging.house_acts import is_house_act
from replay.judging.taken_back import NOTHING_TAKEN_BACK, TakenBack
from replay.judging.wagers import StrangersAct, may_take_back
from replay.table_day.round import Round, RoundEntry

LateActKind = Literal["bet", "moved", "withdrawn", "changed"]
CALL_BETS: Final = ("series_5_8", "orphans", "grand_series", "zero_game")
NEIGHBOURS: Final = "neighbours"
JUDGE: Final[Office] = "judge"
"""At a championship the judges lay the wagers."""


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
    is_pushed_back: bool = False
    """Whether the house pushed back chips that had been laid in time."""


class BetPayment(NamedTuple):
    """What the dealer paid on a wager at one time, and how much of it lay there then."""

    round_entry: RoundEntry
    amount_minor: int
    lay_minor: int


@dataclass(slots=True)
class BetChips:
    """Some of a wager's chips: where they lie now, and where they count by the call and by the ball's rest.

    None where they do not lie, or count nowhere. Late chips are those that were laid after the call.
    """

    minor: int
    lie_on: Spot | None
    at_call: Spot | None = None
    at_rest: Spot | None = None
    is_late: bool = False
    is_raise: bool = False
    """Whether they were added to a wager that lay there."""
    is_pushed_back: bool = False
    """Whether the house pushed them back, though they had been laid in time."""


@dataclass(slots=True)
class RouletteBet:
    """One wager. `spot` is where it lay at the call, `last_spot` where it lies in the end."""

    wager: str
    player: str
    spot: Spot
    position: int
    closing_spot: Spot
    """Where it lay when betting was closed first, as findings speak of it under every reading; and how much."""
    closing_minor: int
    last_spot: Spot
    chips: list[BetChips] = field(default_factory=list)
    """All chips that count, or are with the player though they may count, in the order in which they were laid."""
    is_spoken: bool = False
    has_chips: bool = True
    laid_when: Literal["in_time", "late", "never"] = "in_time"
    late: bool = False
    withdrawn: bool = False
    late_acts: tuple[LateAct, ...] = ()
    strangers_acts: tuple[StrangersAct, ...] = ()
    is_in_cash: bool = False
    is_colour: bool = False
    chip_count: int | None = None
    chip_minor: int | None = None
    is_on_print: bool = False
    instruction: str | None = None
    payments: tuple[BetPayment, ...] = ()
    taken_back: TakenBack = NOTHING_TAKEN_BACK
    """What came back of its payments."""

    is_settled: bool = False
    """Whether something was paid on it, or it was collected, after the rest that counts: its chips are no wager then."""
    also_taken_up_minor: int = 0
    """What the player took up of it besides that is the player's own under the readings that hold, and a part of the
    wager under others: it is both due and paid, so that what was paid is the same under every reading.
    """

    @property
    def total_minor(self) -> int:
        """All chips that were laid for it and were not taken up in time."""
        return sum(chips.minor for chips in self.chips)

    @property
    def stake_minor(self) -> int:
        """What was laid for it at first, or in time."""
        return sum(chips.minor for chips in self.chips if not chips.is_raise)

    @property
    def raised_minor(self) -> int:
        """What was added too late."""
        return sum(chips.minor for chips in self.chips if chips.is_raise)

    @property
    def lying_minor(self) -> int:
        """What lies there now."""
        return sum(chips.minor for chips in self.chips if chips.lie_on is not None)

    @property
    def taken_up_minor(self) -> int:
        """What of it the player took up."""
        return self.total_minor - self.lying_minor

    @property
    def is_moved(self) -> bool:
        """Whether chips that were laid in time lay otherwise at the ball's rest than at the call."""
        return any(chips.at_call != chips.at_rest for chips in self.chips if not chips.is_late)

    @property
    def paid_minor(self) -> int | None:
        """What the dealer paid on it, None where the record says nothing."""
        return sum(payment.amount_minor for payment in self.payments) if self.payments else None

    @property
    def returned_minor(self) -> int | None:
        """What the player has of it by the record, None where the record says nothing."""
        in_hand = self.taken_up_minor + self.also_taken_up_minor
        return (self.paid_minor or 0) + in_hand if in_hand else self.paid_minor

    @property
    def is_settled_on_record(self) -> bool:
        """Whether the record has a payment or a collection of it, or something taken back."""
        return self.paid_minor is not None or bool(self.taken_back.amount_minor)

    @property
    def kept_minor(self) -> int | None:
        """What its player has of it: what was returned, less what was taken back; None where the record has neither."""
        back = self.taken_back.amount_minor
        return self.returned_minor if not back else (self.returned_minor or 0) - back

    @property
    def is_left(self) -> bool:
        """Whether nothing was paid on it, and a part of it at least was left where it lay."""
        return not self.payments and self.lying_minor > 0


@dataclass(slots=True)
class RouletteWagers:
    """Goes along a round and keeps its wagers. Betting ends with the call, and with the ball's rest at `rest_index`; from
    then on the positions are fixed, unless they count until the payment.

    After the no spins at `no_spin_indexes` it is open again, or else the wagers stay as they were at the call.
    """

    rest_index: int | None
    no_spin_indexes: Container[int]
    reopens: bool
    is_fixed_at_rest: bool = True
    bets: dict[str, RouletteBet] = field(default_factory=dict)
    _bet_by_id: dict[str, RouletteBet] = field(default_factory=dict)
    """By the id that the record gives, the wager that is meant by it now."""
    _is_called: bool = False
    _was_closed: bool = False
    """Whether betting was closed before, by a call or by the ball's rest, whatever that spin is worth."""
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
            self._apply(round_entry, round_)
        return tuple(self.bets.values())

    def _apply(self, round_entry: RoundEntry, round_: Round) -> None:
        match round_entry.event:
            case BetsClosed():
                self._is_called, self._was_closed, self._is_frozen = True, True, False
            case BallRested():
                self._was_closed = True
            case WagerPlaced() as event:
                self._place(event, round_entry)
            case WagerReturned() as event if event.wager in self._bet_by_id:
                bet = self._bet_by_id[event.wager]
                bet.payments += (BetPayment(round_entry, event.amount_minor, bet.lying_minor),)
                bet.is_settled = self._is_at_rest
            case PaymentTakenBack() as event if event.wager in self._bet_by_id:
                bet = self._bet_by_id[event.wager]
                if may_take_back(event.by, bet.player, round_):
                    bet.taken_back = bet.taken_back.after(event, round_entry, round_, bet.paid_minor)
                else:
                    bet.strangers_acts += (StrangersAct("payment", round_entry.position, event.by or ""),)
            case WagerLaid() | WagerMoved() | WagerChanged() | WagerWithdrawn() as event:
                self._apply_change(event, round_entry, round_)

    def _apply_change(
        self, event: WagerLaid | WagerMoved | WagerChanged | WagerWithdrawn, round_entry: RoundEntry, round_: Round
    ) -> None:
        """Do to a wager what its player or the house did to it; what anybody else did has no effect."""
        bet, by = self._bet_by_id.get(event.wager), event.by
        if bet is None or bet.is_settled:
            return
        if not (by in (None, bet.player, JUDGE) or is_house_act(by, round_)):
            bet.strangers_acts += (StrangersAct(_DONE[type(event)], round_entry.position, by),)
            return
        is_house = is_house_act(by, round_)
        match event:
            case WagerLaid():
                bet.laid_when = "late" if self._is_closed else "in_time"
            case WagerMoved():
                self._move(bet, Spot(event.kind, event.numbers, event.index), round_entry, is_house=is_house)
            case WagerChanged():
                self._resize(bet, event.stake_minor, "changed", round_entry, is_house=is_house)
            case WagerWithdrawn():
                self._resize(bet, 0, "withdrawn", round_entry, is_house=is_house)

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
        """Whatever lies there when betting is open again lies there in time; what was taken up before is the player's."""
        self._is_called = self._is_frozen = False
        for bet in self.bets.values():
            if bet.laid_when == "late":
                bet.laid_when = "in_time"
            lying = sum(chips.minor for chips in bet.chips if chips.lie_on is not None)
            if lying:
                bet.spot, bet.late = bet.last_spot, False
                bet.chips = [BetChips(lying, bet.spot, bet.spot, bet.spot)]
            elif not bet.withdrawn:
                bet.withdrawn, bet.chips = True, [BetChips(bet.total_minor, None)]

    def _place(self, event: WagerPlaced, round_entry: RoundEntry) -> None:
        """Keep a new wager. One that was taken back while betting was first open is forgotten for another by its id."""
        earlier = self._bet_by_id.get(event.wager)
        if earlier is not None and earlier.withdrawn and not self._was_closed:
            del self.bets[earlier.wager]
        name, again = event.wager, 1
        while name in self.bets:
            again += 1
            name = f"{event.wager}~{again}"
        spot = Spot(event.kind, event.numbers, event.index, event.of, event.pieces)
        spoken = event.by == "word"
        late = self._is_closed and not spoken
        placed = self.bets[name] = RouletteBet(
            wager=name,
            player=event.player,
            spot=spot,
            position=round_entry.position,
            closing_spot=spot,
            closing_minor=event.stake_minor,
            last_spot=spot,
            is_spoken=spoken,
            has_chips=event.with_chips is not False,
            laid_when="never" if spoken else "in_time",
            late=late,
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
        placed.chips = [
            self._late_chips(event.stake_minor, spot) if late else BetChips(event.stake_minor, spot, spot, spot)
        ]
        if earlier is None or not earlier.lying_minor:
            self._bet_by_id[event.wager] = placed

    def _late_chips(self, minor: int, spot: Spot, *, is_raise: bool = False) -> BetChips:
        return BetChips(minor, spot, None, spot if self._will_lie_at_rest else None, is_late=True, is_raise=is_raise)

    def _move(self, bet: RouletteBet, spot: Spot, round_entry: RoundEntry, *, is_house: bool) -> None:
        """The chips of a wager that lie there were moved; that the house puts them back is no change."""
        lying, before = [chips for chips in bet.chips if chips.lie_on is not None], bet.last_spot
        for chips in lying:
            chips.lie_on = spot
            if not self._is_closed:
                chips.at_call = chips.at_rest = spot
            elif chips.at_rest is not None and not self._is_fixed:
                chips.at_rest = spot
        bet.last_spot = spot
        if not self._is_closed:
            bet.spot = spot
            if not self._was_closed:
                bet.closing_spot = spot
        elif not (is_house and all(chips.at_call == spot for chips in lying if not chips.is_late) and not bet.late):
            moved = LateAct("moved", round_entry.position, str(before), str(spot), self._is_at_rest)
            bet.late_acts = (*bet.late_acts, moved)

    def _resize(
        self,
        bet: RouletteBet,
        whole_minor: int,
        kind: Literal["changed", "withdrawn"],
        round_entry: RoundEntry,
        *,
        is_house: bool,
    ) -> None:
        """What lies there became another whole; that the house pushes late chips back is no change."""
        lay = bet.lying_minor
        late_lay = sum(chips.minor for chips in bet.chips if chips.is_late and chips.lie_on is not None)
        if whole_minor > lay:
            self._raise(bet, whole_minor - lay)
        else:
            self._take_up(bet, lay - whole_minor, is_house=is_house)
        if not self._is_closed:
            if whole_minor and not self._was_closed:
                bet.closing_minor = whole_minor
        elif not (is_house and 0 < lay - whole_minor <= late_lay):
            is_pushed_back = is_house and whole_minor < lay
            late_act = LateAct(
                kind, round_entry.position, str(lay), str(whole_minor), self._is_at_rest, is_pushed_back=is_pushed_back
            )
            bet.late_acts = (*bet.late_acts, late_act)

    def _raise(self, bet: RouletteBet, added_minor: int) -> None:
        """So much was added, where the wager lies or lay last."""
        spot = bet.last_spot
        if self._is_closed:
            bet.chips.append(self._late_chips(added_minor, spot, is_raise=True))
            return
        lying = 0 if bet.withdrawn else bet.lying_minor
        bet.withdrawn, bet.spot, bet.chips = False, spot, [BetChips(lying + added_minor, spot, spot, spot)]

    def _take_up(self, bet: RouletteBet, taken_minor: int, *, is_house: bool) -> None:
        """So much of it was taken up: first of what was added last, late chips before the others."""
        lying = [chips for chips in reversed(bet.chips) if chips.lie_on is not None]
        whole = taken_minor == sum(chips.minor for chips in lying)
        if whole and lying and not self._is_closed:
            bet.withdrawn, bet.chips = True, [BetChips(taken_minor, None)]
            return
        for chips in sorted(lying, key=lambda chips: not chips.is_late):
            taken = min(chips.minor, taken_minor)
            if not taken:
                break
            if taken < chips.minor:
                bet.chips.insert(bet.chips.index(chips), replace(chips, minor=chips.minor - taken))
            chips.minor, taken_minor = taken, taken_minor - taken
            chips.is_pushed_back = is_house and not chips.is_late
            self._take_from_layout(bet, chips)

    def _take_from_layout(self, bet: RouletteBet, chips: BetChips) -> None:
        """These chips are with the player. What was added too late, and lay there at no rest, is as if it had not been."""
        chips.lie_on = None
        if not self._is_fixed or (chips.is_late and not self._is_at_rest):
            chips.at_rest = None
        if not self._is_closed or (chips.is_raise and chips.at_rest is None):
            bet.chips = [other for other in bet.chips if other is not chips]


_DONE: Final[dict[type[object], Literal["taken back", "changed", "moved", "put on the layout"]]] = {
    WagerLaid: "put on the layout",
    WagerMoved: "moved",
    WagerChanged: "changed",
    WagerWithdrawn: "taken back",
}

"""The wagers of a round, as they lay when bets were closed, and what was done to them afterwards."""

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Final

from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CardMoved,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from replay.rulebooks.common_parameters import BETS_CLOSE, FRACTION, LATE_BET, LATE_RAISE, LATE_WITHDRAWAL
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told
from replay.table_day.table_terms import Posting


@dataclass(slots=True)
class Bet:
    """One wager: what plays, what was laid too late and goes back, what was done to it and when.

    Changed only by its layout, while that follows the round. `stake_minor` is what lies there in the end;
    `playing_minor` plays, whether or not it still lies there, and `late_minor` goes back.
    """

    wager: str
    player: str
    kind: str
    total: int | None
    stake_minor: int
    playing_minor: int
    late_minor: int
    at: int
    under: Posting
    late: bool = False
    accepted: bool = False
    """Whether it plays although it was laid too late, because the dealer dealt to it."""
    withdrawn: bool = False
    changed_late: tuple[tuple[int, int | str, int | str], ...] = ()
    withdrawn_late: int | None = None
    taken_up: bool = False
    """Whether its player has picked up what plays of it, which is then in the player's hand."""
    paid_minor: int | None = None
    paid_at: int = 0
    paid_index: int = 0
    first_paid_played_on: bool = False
    last_paid_played_on: bool = False
    box: int | None = None
    hand: int = 1
    parent: str | None = None
    spot: int | None = None
    """The betting spot on the box, 1 the one nearest the dealer."""
    nominal_minor: int | None = None
    """What a free bet, which has no stake, is paid by."""
    how: str = "chips"
    moved_to: int | None = None
    """The hand of its box behind which it was laid in the course of play."""

    @property
    def staked_minor(self) -> int:
        """What its player has put on it, wherever those chips are now."""
        return max(self.stake_minor, self.playing_minor + self.late_minor)

    @property
    def in_hand_minor(self) -> int:
        """What plays of it and is in its player's hand again."""
        if self.taken_up:
            return self.playing_minor + self.late_minor
        return max(self.playing_minor - self.stake_minor, 0)

    @property
    def went_back_minor(self) -> int | None:
        """What its player has of it: what was paid and what was taken up; None where the record tells of neither."""
        if self.paid_minor is None and not (self.taken_up or self.in_hand_minor):
            return None
        return (self.paid_minor or 0) + self.in_hand_minor

    @property
    def picked_up(self) -> bool:
        """Whether its player took it, or a part of it, from the table while the round was being settled."""
        return bool(self.taken_up or self.in_hand_minor) and self.withdrawn_late is None and not self.changed_late

    @property
    def worth_minor(self) -> int:
        """What plays of it: its stake, or what a free bet stands for."""
        return self.playing_minor if self.nominal_minor is None else self.nominal_minor

    @property
    def size_minor(self) -> int:
        """What it is paid by: its stake, or what a free bet stands for."""
        return self.staked_minor if self.nominal_minor is None else self.nominal_minor


OF_THE_WAGERS: Final = frozenset(
    {CardDealt, CardMoved, BetsClosed, WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, WagerReturned}
)
"""Events that say what lies on the table, or until when it may be laid."""


@dataclass(slots=True)
class Layout:
    """Follows a round's wagers in order, under the house's rule on when bets close.

    Wagers of the kinds `later` belong to the play itself and are never too late here; those of the kinds `to_the_card`
    may be laid until the first card even where all others close with the call. `accepted` are wagers that play although
    they were late. A second wager under an id that is
    already down is kept beside it, as `w1~2`.
    """

    rules: Rules
    later: Collection[str] = ()
    to_the_card: Collection[str] = ()
    accepted: Collection[str] = ()
    bets: dict[str, Bet] = field(default_factory=dict)
    closing: Told | None = field(default=None, compare=False)
    _carded: bool = False
    _last_card: int = field(default=-1, compare=False)
    """Where in the line of a closed round its last card is; what is paid after it is its settlement."""
    _settling: bool = field(default=False, compare=False)

    def follow(self, one: Round) -> "Layout":
        """The wagers of a round; where it is open when bets close, under the reading that holds."""
        return self.rules.depends(
            BETS_CLOSE,
            lambda closes: Layout(self.rules, self.later, self.to_the_card, self.accepted).closed_by(closes, one),
        )

    def closed_by(self, closes: str, one: Round) -> "Layout":
        self._last_card = one.cards[-1].index if one.cards and one.closed else -1
        for told in one.told:
            if type(told.event) not in OF_THE_WAGERS:
                continue
            match told.event:
                case CardDealt() | CardMoved(origin="burn" | "exposed" | "next"):
                    self.closing, self._carded = self.closing or told, True
                case WagerPlaced() as event:
                    self._place(event, told)
                case BetsClosed() if self.closing is None and closes == "call":
                    self.closing = told
                case WagerReturned() as event if event.wager in self.bets:
                    self._settling = self._settling or told.index > self._last_card >= 0
                    self._pay(self.bets[event.wager], event.amount_minor, told, played_on=one.played_on(told))
                case WagerChanged() | WagerMoved() | WagerWithdrawn() as event if event.wager in self.bets:
                    self._touch(self.bets[event.wager], event, told)
        return self

    def _touch(self, bet: Bet, event: WagerChanged | WagerMoved | WagerWithdrawn, told: Told) -> None:
        """What is done to a wager; once paid or collected it is none any more, and its chips may be taken or added to."""
        if bet.paid_minor is not None:
            return
        match event:
            case WagerChanged():
                self._change(bet, event.stake_minor, told)
            case WagerMoved():
                self._move(bet, event, told)
            case WagerWithdrawn():
                self._withdraw(bet, told)

    def _place(self, event: WagerPlaced, told: Told) -> None:
        late = self.closing is not None and event.kind not in self.later
        if event.kind in self.to_the_card:
            late = self._carded
        name, again = event.wager, 1
        while name in self.bets and not self.bets[name].withdrawn:
            again += 1
            name = f"{event.wager}~{again}"
        accepted = late and name in self.accepted
        back = event.stake_minor if late and not accepted and self.rules.value(LATE_BET) == "returned" else 0
        self.bets[name] = Bet(
            wager=name,
            player=event.player,
            kind=event.kind,
            total=event.total,
            stake_minor=event.stake_minor,
            playing_minor=event.stake_minor - back,
            late_minor=back,
            at=told.position,
            under=told.under,
            late=late,
            accepted=accepted,
            box=event.box,
            hand=event.hand or 1,
            parent=event.parent,
            spot=event.spot,
            nominal_minor=event.nominal_minor,
            how=event.by,
        )

    def _change(self, bet: Bet, stake_minor: int, told: Told) -> None:
        if self.closing is None:
            bet.stake_minor = bet.playing_minor = stake_minor
        elif self._settling:
            bet.stake_minor = min(bet.stake_minor, stake_minor)
        else:
            self._change_late(bet, stake_minor, told)

    def _change_late(self, bet: Bet, stake_minor: int, told: Told) -> None:
        bet.changed_late = (*bet.changed_late, (told.position, bet.stake_minor, stake_minor))
        bet.stake_minor, bet.late_minor = stake_minor, 0
        if stake_minor > bet.playing_minor:
            if self.rules.value(LATE_RAISE) == "returned":
                bet.late_minor = stake_minor - bet.playing_minor
            else:
                bet.playing_minor = stake_minor

    def _move(self, bet: Bet, event: WagerMoved, told: Told) -> None:
        if self.closing is None:
            bet.kind, bet.total = event.kind, event.total
        elif event.hand is not None:
            bet.moved_to = event.hand
        else:
            bet.changed_late = (*bet.changed_late, (told.position, bet.kind, event.kind))

    def _withdraw(self, bet: Bet, told: Told) -> None:
        if self.closing is None:
            bet.withdrawn = True
        else:
            if (bet.late and not bet.accepted) or self.rules.value(LATE_WITHDRAWAL) == "off":
                bet.withdrawn = True
            else:
                bet.taken_up = True
            if not self._settling:
                bet.withdrawn_late = told.position

    def _pay(self, bet: Bet, amount_minor: int, told: Told, *, played_on: bool) -> None:
        if bet.paid_minor is None:
            bet.first_paid_played_on = played_on
        bet.paid_minor = (bet.paid_minor or 0) + amount_minor
        bet.paid_at, bet.paid_index, bet.last_paid_played_on = told.position, told.index, played_on


def closing_before(one: Round, at: int) -> str:
    """What had ended the betting before a position of the ledger: the first card, else the call."""
    index = next((told.index for told in one.told if told.position == at), at)
    first = next(((told, card) for told, card in one.of(CardDealt) if told.index < index), None)
    return "the call" if first is None else f"the first card ({first[1].card})"


def part(share: Fraction | int, amount_minor: int) -> Fraction | int:
    """A share of an amount, exactly; a whole number where it comes out whole, since these are reckoned with faster."""
    whole, rest = divmod(share.numerator * amount_minor, share.denominator)
    return share * amount_minor if rest else whole


def rounded(amount: Fraction | int, rules: Rules) -> int:
    """Whole minor units; the fraction goes where the house says."""
    if amount.denominator == 1:
        return amount.numerator
    return ceil(amount) if rules.value(FRACTION) == "player" else floor(amount)

"""The wagers of a coup, as they lay when the first card was drawn."""

from dataclasses import dataclass, field, replace

from ledger.events.play import (
    BetsClosed,
    CardDealt,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from replay.baccarat.settlement import Stake
from replay.baccarat.values import BETS_CLOSE, LATE_BET, LATE_RAISE, LATE_WITHDRAWAL
from replay.rules import Rules
from replay.story import Posting, Round, Told


@dataclass(frozen=True, slots=True)
class Bet:
    """One wager: what plays, what was laid too late and goes back, what was done to it and when.

    `stake_minor` is what lies there in the end; `playing_minor` of it plays, `late_minor` goes back.
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
    withdrawn: bool = False
    changed_late: tuple[tuple[int, int | str, int | str], ...] = ()
    withdrawn_late: int | None = None
    paid_minor: int | None = None
    paid_at: int = 0
    paid_index: int = 0
    first_paid_played_on: bool = False
    last_paid_played_on: bool = False

    def stake(self, posted: Posting, share_bp: int | None) -> Stake:
        """What is settled."""
        return Stake(self.kind, self.playing_minor, self.total, share_bp, posted.odds)


@dataclass(slots=True)
class Layout:
    """Follows a coup's wagers in order, under the house's rule on when bets close.

    A second wager under an id that is already down is kept beside it, as `w1~2`.
    """

    rules: Rules
    bets: dict[str, Bet] = field(default_factory=dict)
    closing: Told | None = None

    def follow(self, coup: Round) -> "Layout":
        closes_with_card = self.rules.value(BETS_CLOSE) == "first_card"
        for told in coup.told:
            match told.event:
                case CardDealt() if self.closing is None and closes_with_card:
                    self.closing = told
                case BetsClosed() if self.closing is None and not closes_with_card:
                    self.closing = told
                case WagerPlaced() as event:
                    self._place(event, told)
                case WagerChanged() as event if event.wager in self.bets:
                    self._change(self.bets[event.wager], event.stake_minor, told)
                case WagerMoved() as event if event.wager in self.bets:
                    self._move(self.bets[event.wager], event, told)
                case WagerWithdrawn() as event if event.wager in self.bets:
                    self._withdraw(self.bets[event.wager], told)
                case WagerReturned() as event if event.wager in self.bets:
                    self._pay(self.bets[event.wager], event.amount_minor, told, played_on=coup.played_on(told))
        return self

    def _place(self, event: WagerPlaced, told: Told) -> None:
        late = self.closing is not None
        back = event.stake_minor if late and self.rules.value(LATE_BET) == "returned" else 0
        name, again = event.wager, 1
        while name in self.bets and not self.bets[name].withdrawn:
            again += 1
            name = f"{event.wager}~{again}"
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
        )

    def _change(self, bet: Bet, stake_minor: int, told: Told) -> None:
        if self.closing is None:
            changed = replace(bet, stake_minor=stake_minor, playing_minor=stake_minor)
        else:
            changed = self._changed_late(bet, stake_minor, told)
        self.bets[bet.wager] = changed

    def _changed_late(self, bet: Bet, stake_minor: int, told: Told) -> Bet:
        note = (told.position, bet.stake_minor, stake_minor)
        changed = replace(bet, stake_minor=stake_minor, changed_late=(*bet.changed_late, note))
        if stake_minor <= bet.playing_minor:
            return replace(changed, late_minor=0)
        if self.rules.value(LATE_RAISE) == "returned":
            return replace(changed, late_minor=stake_minor - bet.playing_minor)
        return replace(changed, playing_minor=stake_minor, late_minor=0)

    def _move(self, bet: Bet, event: WagerMoved, told: Told) -> None:
        if self.closing is None:
            self.bets[bet.wager] = replace(bet, kind=event.kind, total=event.total)
        else:
            note = (told.position, bet.kind, event.kind)
            self.bets[bet.wager] = replace(bet, changed_late=(*bet.changed_late, note))

    def _withdraw(self, bet: Bet, told: Told) -> None:
        if self.closing is None:
            self.bets[bet.wager] = replace(bet, withdrawn=True)
        elif bet.late or self.rules.value(LATE_WITHDRAWAL) == "off":
            self.bets[bet.wager] = replace(bet, withdrawn=True, withdrawn_late=told.position)
        else:
            self.bets[bet.wager] = replace(bet, withdrawn_late=told.position)

    def _pay(self, bet: Bet, amount_minor: int, told: Told, *, played_on: bool) -> None:
        self.bets[bet.wager] = replace(
            bet,
            paid_minor=(bet.paid_minor or 0) + amount_minor,
            paid_at=told.position,
            paid_index=told.index,
            first_paid_played_on=played_on if bet.paid_minor is None else bet.first_paid_played_on,
            last_paid_played_on=played_on,
        )

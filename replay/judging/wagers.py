"""The wagers of a round, as they lay when bets were closed, and what was done to them afterwards."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, NamedTuple

from ledger.events import Event
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CardMoved,
    PaymentTakenBack,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.values.message import Message, Term
from replay.judging.finding import Finding
from replay.judging.house_acts import is_house_act, person_text
from replay.judging.taken_back import NOTHING_TAKEN_BACK, TakenBack
from replay.rulebooks.common_parameters import BETS_CLOSE, FRACTION_GOES_TO, LATE_BET, LATE_RAISE, LATE_WITHDRAWAL
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry
from replay.table_day.table_terms import TableTerms


class StrangersAct(NamedTuple):
    """Something that was done to a bet by a person who may not do it, and that has no effect."""

    kind: Literal["taken back", "changed", "moved", "put on the layout", "payment"]
    position: int
    by: str


_DONE: Final[dict[type[Event], Literal["taken back", "changed", "moved"]]] = {
    WagerChanged: "changed",
    WagerMoved: "moved",
    WagerWithdrawn: "taken back",
}


_HANDLED: Final = {
    "taken back": Term("taken back"),
    "changed": Term("changed"),
    "moved": Term("moved"),
    "put on the layout": Term("put on the layout"),
}


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
    position: int
    terms: TableTerms
    late: bool = False
    accepted: bool = False
    """Whether it plays although it was laid too late, because the dealer dealt to it."""
    withdrawn: bool = False
    late_changes: tuple[tuple[int, int | str, int | str], ...] = ()
    withdrawn_late_position: int | None = None
    cut_from_minor: int | None = None
    """What it was before the dealer cut it down to the limit after bets had closed."""
    strangers_acts: tuple[StrangersAct, ...] = ()
    """What persons did to it whose bet it is not and who are not the house's: that has no effect."""
    is_taken_up: bool = False
    """Whether its player has picked up what plays of it, which is then in the player's hand."""
    paid_minor: int | None = None
    taken_back: TakenBack = NOTHING_TAKEN_BACK
    """What came back of its payments."""
    paid_position: int = 0
    paid_index: int = 0
    """Where in the line something was last paid on it, or taken back."""
    is_first_paid_in_next_round: bool = False
    is_last_paid_in_next_round: bool = False
    box: int | None = None
    hand: int = 1
    parent: str | None = None
    spot: int | None = None
    """The betting spot on the box, 1 the one nearest the dealer."""
    nominal_minor: int | None = None
    """What a free bet, which has no stake, is paid by."""
    laid_in: str = "chips"
    moved_to_hand: int | None = None
    """The hand of its box behind which it was laid in the course of play."""

    @property
    def staked_minor(self) -> int:
        """What its player has put on it, wherever those chips are now."""
        return max(self.stake_minor, self.playing_minor + self.late_minor)

    @property
    def taken_up_minor(self) -> int:
        """What plays of it and is in its player's hand again."""
        if self.is_taken_up:
            return self.playing_minor + self.late_minor
        return max(self.playing_minor - self.stake_minor, 0)

    @property
    def is_settled_on_record(self) -> bool:
        """Whether the record has a payment or a collection of it, or something taken back."""
        return self.paid_minor is not None or bool(self.taken_back.amount_minor)

    @property
    def returned_minor(self) -> int | None:
        """What was paid on it and what its player took up; None where the record tells of neither."""
        if self.paid_minor is None and not (self.is_taken_up or self.taken_up_minor):
            return None
        return (self.paid_minor or 0) + self.taken_up_minor

    @property
    def kept_minor(self) -> int | None:
        """What its player has of it: what was returned, less what was taken back; None where the record has neither."""
        if self.returned_minor is None and not self.taken_back.amount_minor:
            return None
        return (self.returned_minor or 0) - self.taken_back.amount_minor

    @property
    def is_picked_up(self) -> bool:
        """Whether its player took it, or a part of it, from the table while the round was being settled."""
        return (
            bool(self.is_taken_up or self.taken_up_minor) and self.withdrawn_late_position is None and not self.late_changes
        )

    @property
    def value_in_play_minor(self) -> int:
        """What plays of it: its stake, or what a free bet stands for."""
        return self.playing_minor if self.nominal_minor is None else self.nominal_minor

    @property
    def value_minor(self) -> int:
        """What it is paid by: its stake, or what a free bet stands for."""
        return self.staked_minor if self.nominal_minor is None else self.nominal_minor


WAGER_EVENTS: Final = frozenset(
    {
        CardDealt,
        CardMoved,
        BetsClosed,
        WagerPlaced,
        WagerChanged,
        WagerMoved,
        WagerWithdrawn,
        WagerReturned,
        PaymentTakenBack,
    }
)
"""Events that say what lies on the table, or until when it may be laid."""


@dataclass(slots=True)
class RoundWagers:
    """Follows a round's wagers in order, under the house's rule on when bets close.

    Wagers of the kinds `in_play_kinds` belong to the play itself and are never too late here; those of the kinds
    `until_card_kinds` may be laid until the first card even where all others close with the call. `accepted_late` are
    wagers that play although they were late. A second wager under an id that is already down is kept beside it, as `w1~2`.
    """

    rules: Rules
    in_play_kinds: Collection[str] = ()
    until_card_kinds: Collection[str] = ()
    accepted_late: Collection[str] = ()
    free_from: Mapping[str, int | None] = field(default_factory=dict)
    """By wager, the place in the line after which the cards had decided it, so that it is its player's again; None where
    it is lost. A wager that is not named is free once the payments have begun."""
    bounds_of: Callable[[Bet], tuple[int, int, int] | None] | None = field(default=None, compare=False)
    """The least, the most and the unit of a wager, where the house's rules have limits of their own."""
    are_limits_open: bool = False
    """Whether it is open what becomes of a wager above a limit: then it is open also of what the house pushes back."""
    bets: dict[str, Bet] = field(default_factory=dict)
    closing_entry: RoundEntry | None = field(default=None, compare=False)
    _has_first_card: bool = False
    _last_card_index: int = field(default=-1, compare=False)
    """Where in the line of a closed round its last card is; what is paid after it is its settlement."""
    _is_settling: bool = field(default=False, compare=False)

    def follow_round(self, round_: Round) -> "RoundWagers":
        """The wagers of a round; where it is open when bets close, under the reading that holds."""
        return self.rules.evaluate(
            BETS_CLOSE,
            lambda closes: RoundWagers(
                self.rules,
                self.in_play_kinds,
                self.until_card_kinds,
                self.accepted_late,
                self.free_from,
                self.bounds_of,
                self.are_limits_open,
            ).follow_closing_with(closes, round_),
        )

    def follow_closing_with(self, closes: str, round_: Round) -> "RoundWagers":
        self._last_card_index = round_.card_entries[-1].index if round_.card_entries and round_.is_over else -1
        for round_entry in round_.entries:
            if type(round_entry.event) not in WAGER_EVENTS:
                continue
            match round_entry.event:
                case CardDealt() | CardMoved(origin="burn" | "exposed" | "next"):
                    self.closing_entry, self._has_first_card = self.closing_entry or round_entry, True
                case WagerPlaced() as event:
                    self._place(event, round_entry)
                case BetsClosed() if self.closing_entry is None and closes == "call":
                    self.closing_entry = round_entry
                case WagerReturned() as event if event.wager in self.bets:
                    self._is_settling = self._is_settling or round_entry.index > self._last_card_index >= 0
                    self._pay(
                        self.bets[event.wager],
                        event.amount_minor,
                        round_entry,
                        is_in_next_round=round_.is_after_next_card(round_entry),
                    )
                case PaymentTakenBack() as event if event.wager in self.bets:
                    self._take_back(self.bets[event.wager], event, round_entry, round_)
                case WagerChanged() | WagerMoved() | WagerWithdrawn() as event if event.wager in self.bets:
                    self._apply_change(self.bets[event.wager], event, round_entry, round_)
        return self

    def _apply_change(
        self, bet: Bet, event: WagerChanged | WagerMoved | WagerWithdrawn, round_entry: RoundEntry, round_: Round
    ) -> None:
        """What is done to a wager; once paid or collected it is none any more, and its chips may be taken or added to.

        What anybody does but its player and the house has no effect.
        """
        is_house = is_house_act(event.by, round_)
        if event.by is not None and event.by != bet.player and not is_house:
            bet.strangers_acts += (StrangersAct(_DONE[type(event)], round_entry.position, event.by),)
            return
        if bet.paid_minor is not None:
            return
        match event:
            case WagerChanged() if is_house and self._is_remedy(bet, event.stake_minor):
                self._cut(bet, event.stake_minor)
            case WagerChanged():
                self._change(bet, event.stake_minor, round_entry)
            case WagerMoved():
                self._move(bet, event, round_entry)
            case WagerWithdrawn() if is_house and self._is_remedy(bet, 0):
                bet.withdrawn = True
            case WagerWithdrawn():
                self._withdraw(bet, round_entry)

    def _is_remedy(self, bet: Bet, stake_minor: int) -> bool:
        """Whether the house takes off only what was not to lie there: what came too late, or is outside the limits."""
        if self.closing_entry is None or stake_minor >= bet.stake_minor:
            return False
        if bet.late_minor and not bet.accepted and stake_minor >= bet.playing_minor:
            return True
        least, most = bet.terms.limits.get(bet.kind, (0, None))
        unit = bet.terms.units.get(bet.kind, 1)
        if self.bounds_of is not None and (held := self.bounds_of(bet)) is not None:
            least, most, unit = held
        within = bet.stake_minor if most is None else min(bet.stake_minor, most)
        within -= within % unit
        return stake_minor >= (within if within >= least else 0)

    def _cut(self, bet: Bet, stake_minor: int) -> None:
        """The house takes off what was not to lie there; the rest is what plays, unless that is open."""
        if stake_minor < bet.playing_minor and self.are_limits_open:
            bet.stake_minor, bet.late_minor = stake_minor, 0
            return
        if stake_minor < bet.playing_minor:
            bet.cut_from_minor = bet.cut_from_minor or bet.playing_minor
            bet.playing_minor = stake_minor
        bet.stake_minor, bet.late_minor = stake_minor, stake_minor - bet.playing_minor

    def _place(self, event: WagerPlaced, round_entry: RoundEntry) -> None:
        late = self.closing_entry is not None and event.kind not in self.in_play_kinds
        if event.kind in self.until_card_kinds:
            late = self._has_first_card
        name, again = event.wager, 1
        while name in self.bets and not self.bets[name].withdrawn:
            again += 1
            name = f"{event.wager}~{again}"
        accepted = late and name in self.accepted_late
        back = event.stake_minor if late and not accepted and self.rules.value(LATE_BET) == "returned" else 0
        self.bets[name] = Bet(
            wager=name,
            player=event.player,
            kind=event.kind,
            total=event.total,
            stake_minor=event.stake_minor,
            playing_minor=event.stake_minor - back,
            late_minor=back,
            position=round_entry.position,
            terms=round_entry.terms,
            late=late,
            accepted=accepted,
            box=event.box,
            hand=event.hand or 1,
            parent=event.parent,
            spot=event.spot,
            nominal_minor=event.nominal_minor,
            laid_in=event.by,
        )

    def _change(self, bet: Bet, stake_minor: int, round_entry: RoundEntry) -> None:
        if self.closing_entry is None:
            bet.stake_minor = bet.playing_minor = stake_minor
        elif self._is_free(bet, round_entry):
            bet.stake_minor = min(bet.stake_minor, stake_minor)
        else:
            self._change_late(bet, stake_minor, round_entry)

    def _change_late(self, bet: Bet, stake_minor: int, round_entry: RoundEntry) -> None:
        bet.late_changes = (*bet.late_changes, (round_entry.position, bet.stake_minor, stake_minor))
        bet.stake_minor, bet.late_minor = stake_minor, 0
        if stake_minor > bet.playing_minor:
            if self.rules.value(LATE_RAISE) == "returned":
                bet.late_minor = stake_minor - bet.playing_minor
            else:
                bet.playing_minor = stake_minor

    def _move(self, bet: Bet, event: WagerMoved, round_entry: RoundEntry) -> None:
        if self.closing_entry is None:
            bet.kind, bet.total = event.kind, event.total
        elif event.hand is not None and bet.box is not None:
            bet.moved_to_hand = event.hand
        else:
            bet.late_changes = (*bet.late_changes, (round_entry.position, bet.kind, event.kind))

    def _withdraw(self, bet: Bet, round_entry: RoundEntry) -> None:
        if self.closing_entry is None:
            bet.withdrawn = True
        else:
            is_free = self._is_free(bet, round_entry)
            is_late_bet = bet.late and not bet.accepted
            if is_late_bet or (not is_free and self.rules.value(LATE_WITHDRAWAL) == "off"):
                bet.withdrawn = True
            else:
                bet.is_taken_up = True
            if not is_free:
                bet.withdrawn_late_position = round_entry.position

    def _is_free(self, bet: Bet, round_entry: RoundEntry) -> bool:
        """Whether the wager was its player's again by then: decided by the cards, or else while payments were made."""
        if bet.wager not in self.free_from:
            return self._is_settling
        free_from = self.free_from[bet.wager]
        return free_from is not None and round_entry.index > free_from

    def _take_back(self, bet: Bet, event: PaymentTakenBack, round_entry: RoundEntry, round_: Round) -> None:
        if may_take_back(event.by, bet.player, round_):
            bet.taken_back = bet.taken_back.after(event, round_entry, round_, bet.paid_minor)
        else:
            bet.strangers_acts += (StrangersAct("payment", round_entry.position, event.by or ""),)
            return
        bet.paid_position, bet.paid_index = round_entry.position, round_entry.index

    def _pay(self, bet: Bet, amount_minor: int, round_entry: RoundEntry, *, is_in_next_round: bool) -> None:
        if bet.paid_minor is None:
            bet.is_first_paid_in_next_round = is_in_next_round
        bet.paid_minor = (bet.paid_minor or 0) + amount_minor
        bet.paid_position, bet.paid_index, bet.is_last_paid_in_next_round = (
            round_entry.position,
            round_entry.index,
            is_in_next_round,
        )


def strangers_findings(
    bets: Iterable[Bet], particulars: Callable[[Bet], Mapping[str, str | int]], rules: Rules
) -> Iterator[Finding]:
    """Yield what was done to bets by persons whose bets they are not."""
    clause = rules.clause_of("changed_late")
    for bet in bets:
        for act in bet.strangers_acts:
            yield strangers_finding(act, particulars(bet), bet.wager, clause)


def strangers_finding(act: StrangersAct, particulars: Mapping[str, str | int], wager: str, clause: str | None) -> Finding:
    """Return the finding of something that was done to a bet, or to the money that was paid on it, by a stranger."""
    about = {**particulars, "by": person_text(act.by)}
    if act.kind == "payment":
        return Finding("payment_taken_by_another", (), act.position, about, (wager,))
    handled = {**about, "what": _HANDLED[act.kind]}
    return Finding("handled_by_another", (clause,) if clause else (), act.position, handled, (wager,))


def may_take_back(by: str | None, player: str, round_: Round) -> bool:
    """Return whether somebody may take a payment back: the house from the player, or the player who gives it back."""
    return by in (None, player) or is_house_act(by, round_)


def closing_event_text(round_: Round, position: int) -> str:
    """What had ended the betting before a position of the ledger: the first card, else the call."""
    index = next((round_entry.index for round_entry in round_.entries if round_entry.position == position), position)
    first = next(
        ((round_entry, card) for round_entry, card in round_.entries_of(CardDealt) if round_entry.index < index), None
    )
    return Term("the call") if first is None else Message("the first card ({card})", card=first[1].card)


def share_of(share: Fraction | int, amount_minor: int) -> Fraction | int:
    """A share of an amount, exactly; a whole number where it comes out whole, since these are reckoned with faster."""
    whole, rest = divmod(share.numerator * amount_minor, share.denominator)
    return share * amount_minor if rest else whole


def round_to_minor(amount: Fraction | int, rules: Rules) -> int:
    """Whole minor units; the fraction goes where the house says."""
    if amount.denominator == 1:
        return amount.numerator
    return ceil(amount) if rules.value(FRACTION_GOES_TO) == "player" else floor(amount)

"""The money of a round, wager by wager: what is due when the ball rests in a pocket, and what the record says went back."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from ledger.values.wheel_layout import Layout
from replay.games.roulette import parameters
from replay.games.roulette.bets import Bet, Spot
from replay.games.roulette.limits import Limits, Lying, Off, off_limits, within
from replay.games.roulette.settlement import Piece, back, pieces, settle
from replay.games.roulette.spin import Decided
from replay.judging.judgement import Claim
from replay.judging.wagers import rounded
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE
from replay.rulebooks.rules import Rules
from replay.table_day.table_terms import Posting


@dataclass
class Money:
    """The wagers of a round with what they come to."""

    bets: Sequence[Bet]
    layout: Layout
    digits: int
    posted: Posting
    """What was posted at the table when the round opened."""
    rules: Rules
    _known: dict[tuple[str, str | None], tuple[int | None, set[str]]] = field(default_factory=dict)
    """By the wager and the pocket what is due, with the clauses that say so: it is asked for more than once."""

    def __post_init__(self) -> None:
        """What lies outside the limits is found first, so that no wager's own grounds have it."""
        _ = self.offs

    def no_bet(self, bet: Bet) -> bool:
        """Whether it was only spoken: without chips, or not put on the layout in time."""
        if not bet.spoken or (bet.with_chips and bet.laid == "in_time"):
            return False
        return self.rules.value(parameters.CALLED) == "chips_and_time"

    def plays(self, bet: Bet) -> bool:
        """Whether the ball decides on it."""
        if bet.withdrawn or self.no_bet(bet):
            return False
        return not bet.late or self._late_playing(bet) > 0

    def _late_playing(self, bet: Bet) -> int:
        """How much plays of what was laid too late: chips that lay there at the ball's rest may be a case of their own."""
        late, lying = bet.raised_minor + (bet.stake_minor if bet.late else 0), bet.late_rest_minor
        then = self.rules.value(parameters.LATE_AT_REST) if lying else "not_said"
        others = late if then == "not_said" else late - lying
        if others and self.rules.value(LATE_BET if bet.late else LATE_RAISE) == "returned":
            others = 0
        return others + (lying if then == "plays" else 0)

    def _lying(self, bet: Bet) -> Lying:
        """Where and how much of it is counted against the limits."""
        if bet.late:
            return Lying(bet.wager, bet.player, bet.rest_spot, self._late_playing(bet))
        raised = 0 if bet.moved else self._late_playing(bet)
        return Lying(bet.wager, bet.player, bet.spot, bet.stake_minor + raised)

    @cached_property
    def offs(self) -> tuple[Off, ...]:
        """What lies outside the limits."""
        lying = [self._lying(bet) for bet in self.bets if self.plays(bet)]
        return off_limits(lying, self.layout, Limits(self.digits, self.posted, self.rules))

    def pieces(self, spot: Spot) -> tuple[Piece, ...] | None:
        """Where a wager lies; None for one that the house does not offer."""
        return pieces(spot, self.layout, self.rules)

    def due(self, bet: Bet, pocket: str | None) -> int | None:
        """What goes back, stake included, in whole minor units; None where nothing decides it."""
        what = bet.wager, pocket
        if what not in self._known:
            with self.rules.scope() as cites:
                self._known[what] = self._due(bet, pocket), cites
        due, cites = self._known[what]
        self.rules.cites |= cites
        return due

    def _due(self, bet: Bet, pocket: str | None) -> int | None:
        if bet.withdrawn:
            return bet.stake_minor
        if self.no_bet(bet):
            return bet.stake_minor if bet.with_chips else 0
        if not self.plays(bet):
            return bet.stake_minor + bet.raised_minor
        if pocket is None:
            return None
        if any(late.rested for late in bet.afterwards):
            self.rules.value(parameters.POSITION_UNTIL)
        playing = self._late_playing(bet)
        if bet.late:
            back = self._settled(bet, bet.rest_spot, playing, pocket)
            return None if back is None else back + bet.stake_minor + bet.raised_minor - playing
        if not bet.moved:
            back = self._settled(bet, bet.spot, bet.stake_minor + playing, pocket)
            return None if back is None else back + bet.raised_minor - playing
        back = self.rules.depends(parameters.SETTLED_AT, lambda at: self._at(at, bet, pocket))
        raised = self._raised(bet, playing, pocket)
        return None if back is None or raised is None else back + raised

    def _raised(self, bet: Bet, playing: int, pocket: str) -> int | None:
        """What goes back for chips that were added too late to a wager that was moved too: they lie where it ended."""
        on = self.pieces(bet.rest_spot)
        if on is None or not playing:
            return None if on is None else bet.raised_minor
        won = rounded(settle(on, playing, pocket, self.layout, self.rules), self.rules)
        return won + bet.raised_minor - playing

    def _at(self, at: str, bet: Bet, pocket: str) -> int | None:
        """By the position at the call, in which it stays, or by that at the ball's rest."""
        if at == "call" and self.rules.value(parameters.AFTER_CALL_STAYS):
            return self._settled(bet, bet.spot, bet.stake_minor, pocket)
        due = self._settled(bet, bet.rest_spot, bet.rest_minor, pocket)
        return None if due is None else due + bet.stake_minor - bet.rest_minor

    def _settled(self, bet: Bet, spot: Spot, stake_minor: int, pocket: str) -> int | None:
        if bet.instructed not in (None, spot.numbers) and self.rules.value(parameters.INSTRUCTED) == "instruction":
            spot = replace(spot, numbers=bet.instructed)
        on = self.pieces(spot)
        if on is None:
            return None
        offs = [off for off in self.offs if off.wager == bet.wager]
        if not offs:
            return rounded(settle(on, stake_minor, pocket, self.layout, self.rules), self.rules)
        return self.rules.depends(parameters.OFF_LIMITS, lambda then: self._off(then, on, stake_minor, pocket, offs))

    def _off(self, then: str, on: Sequence[Piece], stake_minor: int, pocket: str, offs: Sequence[Off]) -> int:
        """What becomes of a wager outside the limits."""
        if then == "returned":
            return stake_minor
        if then == "settled":
            return rounded(settle(on, stake_minor, pocket, self.layout, self.rules), self.rules)
        kept = within(on, stake_minor, offs)
        won = (back(piece, held, pocket, self.layout, self.rules) for piece, held in zip(on, kept, strict=True))
        return rounded(sum(won, Fraction(stake_minor) - sum(kept)), self.rules)

    def decided(self, pocket: str) -> Decided:
        """What the dealer has to do with each wager once the ball lies there."""
        playing = [(bet, self.due(bet, pocket)) for bet in self.bets if self.plays(bet)]
        won = frozenset(bet.wager for bet, due in playing if due is not None and due > bet.stake_minor + bet.raised_minor)
        return Decided(
            to_add=frozenset(bet.wager for bet, _ in playing if bet.on_print and bet.wager in won),
            to_collect=frozenset(bet.wager for bet, due in playing if due == 0),
            to_pay=won,
        )

    def claim(self, bet: Bet, due_minor: int | None) -> Claim:
        """The wager with its money."""
        return Claim(
            wager=bet.wager,
            player=bet.player,
            kind=bet.spot.kind,
            stake_minor=bet.stake_minor + bet.raised_minor,
            nominal_minor=bet.stake_minor + bet.raised_minor,
            paid_minor=bet.went_back_minor,
            due_minor=due_minor,
            as_dealt_minor=due_minor,
            referred=self.plays(bet) and self.pieces(bet.spot) is None,
            on_record=bet.paid_minor is not None,
        )

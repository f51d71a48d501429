"""The money of a round, wager by wager: what is due when the ball rests in a pocket, and what the record says went back."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from ledger.values.wheel_layout import Layout
from replay.games.roulette import parameters
from replay.games.roulette.bets import RouletteBet, Spot
from replay.games.roulette.limits import LimitBreach, Limits, PlayingStake, amounts_within_limits, find_limit_breaches
from replay.games.roulette.settlement import Piece, piece_return, pieces_of, settle
from replay.games.roulette.spin import WagersToSettle
from replay.judging.judgement import WagerDue
from replay.judging.wagers import round_to_minor
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE
from replay.rulebooks.rules import Rules
from replay.table_day.table_terms import TableTerms


@dataclass
class RouletteMoney:
    """The wagers of a round with what they come to."""

    bets: Sequence[RouletteBet]
    layout: Layout
    digits: int
    terms_at_opening: TableTerms
    """What was posted at the table when the round opened."""
    rules: Rules
    _memo: dict[tuple[str, str | None], tuple[int | None, set[str]]] = field(default_factory=dict)
    """By the wager and the pocket what is due, with the clauses that say so: it is asked for more than once."""

    def __post_init__(self) -> None:
        """What lies outside the limits is found first, so that no wager's own grounds have it."""
        _ = self.limit_breaches

    def is_no_bet(self, bet: RouletteBet) -> bool:
        """Whether it was only spoken: without chips, or not put on the layout in time."""
        if not bet.is_spoken or (bet.has_chips and bet.laid_when == "in_time"):
            return False
        return self.rules.value(parameters.CALLED_BET_NEEDS) == "chips_and_time"

    def is_playing(self, bet: RouletteBet) -> bool:
        """Whether the ball decides on it."""
        if bet.withdrawn or self.is_no_bet(bet):
            return False
        return not bet.late or self._late_minor_playing(bet) > 0

    def _late_minor_playing(self, bet: RouletteBet) -> int:
        """How much plays of what was laid too late: chips that lay there at the ball's rest may be a case of their own."""
        late, lying = bet.raised_minor + (bet.stake_minor if bet.late else 0), bet.late_rest_minor
        then = self.rules.value(parameters.LATE_AT_REST) if lying else "not_said"
        others = late if then == "not_said" else late - lying
        if others and self.rules.value(LATE_BET if bet.late else LATE_RAISE) == "returned":
            others = 0
        return others + (lying if then == "plays" else 0)

    def _playing_stake(self, bet: RouletteBet) -> PlayingStake:
        """Where and how much of it is counted against the limits."""
        if bet.late:
            return PlayingStake(bet.wager, bet.player, bet.rest_spot, self._late_minor_playing(bet))
        raised = 0 if bet.is_moved else self._late_minor_playing(bet)
        return PlayingStake(bet.wager, bet.player, bet.spot, bet.stake_minor + raised)

    @cached_property
    def limit_breaches(self) -> tuple[LimitBreach, ...]:
        """What lies outside the limits."""
        lying = [self._playing_stake(bet) for bet in self.bets if self.is_playing(bet)]
        return find_limit_breaches(lying, self.layout, Limits(self.digits, self.terms_at_opening, self.rules))

    def pieces(self, spot: Spot) -> tuple[Piece, ...] | None:
        """Where a wager lies; None for one that the house does not offer."""
        return pieces_of(spot, self.layout, self.rules)

    def due(self, bet: RouletteBet, pocket: str | None) -> int | None:
        """What goes back, stake included, in whole minor units; None where nothing decides it."""
        what = bet.wager, pocket
        if what not in self._memo:
            with self.rules.scope() as cites:
                self._memo[what] = self._due(bet, pocket), cites
        due, cites = self._memo[what]
        self.rules.cited_clauses |= cites
        return due

    def _due(self, bet: RouletteBet, pocket: str | None) -> int | None:
        if bet.withdrawn:
            return bet.stake_minor
        if self.is_no_bet(bet):
            return bet.stake_minor if bet.has_chips else 0
        if not self.is_playing(bet):
            return bet.stake_minor + bet.raised_minor
        if pocket is None:
            return None
        if any(late.is_after_rest for late in bet.late_acts):
            self.rules.value(parameters.POSITION_UNTIL)
        playing = self._late_minor_playing(bet)
        if bet.late:
            back = self._settled_due(bet, bet.rest_spot, playing, pocket)
            return None if back is None else back + bet.stake_minor + bet.raised_minor - playing
        if not bet.is_moved:
            back = self._settled_due(bet, bet.spot, bet.stake_minor + playing, pocket)
            return None if back is None else back + bet.raised_minor - playing
        back = self.rules.evaluate(parameters.SETTLED_AT, lambda at: self._due_at(at, bet, pocket))
        raised = self._raised_due(bet, playing, pocket)
        return None if back is None or raised is None else back + raised

    def _raised_due(self, bet: RouletteBet, playing: int, pocket: str) -> int | None:
        """What goes back for chips that were added too late to a wager that was moved too: they lie where it ended."""
        on = self.pieces(bet.rest_spot)
        if on is None or not playing:
            return None if on is None else bet.raised_minor
        won = round_to_minor(settle(on, playing, pocket, self.layout, self.rules), self.rules)
        return won + bet.raised_minor - playing

    def _due_at(self, moment: str, bet: RouletteBet, pocket: str) -> int | None:
        """By the position at the call, in which it stays, or by that at the ball's rest."""
        if moment == "call" and self.rules.value(parameters.AFTER_CALL_STAYS):
            return self._settled_due(bet, bet.spot, bet.stake_minor, pocket)
        due = self._settled_due(bet, bet.rest_spot, bet.rest_minor, pocket)
        return None if due is None else due + bet.stake_minor - bet.rest_minor

    def _settled_due(self, bet: RouletteBet, spot: Spot, stake_minor: int, pocket: str) -> int | None:
        if bet.instruction not in (None, spot.numbers) and self.rules.value(parameters.SETTLED_BY) == "instruction":
            spot = replace(spot, numbers=bet.instruction)
        on = self.pieces(spot)
        if on is None:
            return None
        offs = [off for off in self.limit_breaches if off.wager == bet.wager]
        if not offs:
            return round_to_minor(settle(on, stake_minor, pocket, self.layout, self.rules), self.rules)
        return self.rules.evaluate(
            parameters.OFF_LIMITS, lambda then: self._off_limits_due(then, on, stake_minor, pocket, offs)
        )

    def _off_limits_due(
        self, rule: str, pieces: Sequence[Piece], stake_minor: int, pocket: str, breaches: Sequence[LimitBreach]
    ) -> int:
        """What becomes of a wager outside the limits."""
        if rule == "returned":
            return stake_minor
        if rule == "settled":
            return round_to_minor(settle(pieces, stake_minor, pocket, self.layout, self.rules), self.rules)
        kept = amounts_within_limits(pieces, stake_minor, breaches)
        won = (piece_return(piece, held, pocket, self.layout, self.rules) for piece, held in zip(pieces, kept, strict=True))
        return round_to_minor(sum(won, Fraction(stake_minor) - sum(kept)), self.rules)

    def wagers_to_settle(self, pocket: str) -> WagersToSettle:
        """What the dealer has to do with each wager once the ball lies there."""
        playing = [(bet, self.due(bet, pocket)) for bet in self.bets if self.is_playing(bet)]
        won = frozenset(bet.wager for bet, due in playing if due is not None and due > bet.stake_minor + bet.raised_minor)
        return WagersToSettle(
            to_add=frozenset(bet.wager for bet, _ in playing if bet.is_on_print and bet.wager in won),
            to_collect=frozenset(bet.wager for bet, due in playing if due == 0),
            to_pay=won,
        )

    def wager_due(self, bet: RouletteBet, due_minor: int | None) -> WagerDue:
        """The wager with its money."""
        return WagerDue(
            wager=bet.wager,
            player=bet.player,
            kind=bet.spot.kind,
            stake_minor=bet.stake_minor + bet.raised_minor,
            nominal_minor=bet.stake_minor + bet.raised_minor,
            paid_minor=bet.returned_minor,
            due_minor=due_minor,
            as_dealt_minor=due_minor,
            referred=self.is_playing(bet) and self.pieces(bet.spot) is None,
            on_record=bet.paid_minor is not None,
        )

"""The money of a round, wager by wager: what is due when the ball rests in a pocket, and what the record says went back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from ledger.values.wheel_layout import Layout
from replay.games.roulette import parameters
from replay.games.roulette.bets import RouletteBet, Spot
from replay.games.roulette.limits import LimitBreach, Limits, PlayingStake, amounts_within_limits, find_limit_breaches
from replay.games.roulette.settlement import ExactAmount, Piece, piece_return, pieces_of, settle
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
    _breaches_by_moment: dict[str, tuple[LimitBreach, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What lies outside the limits is found first, so that no wager's own grounds have it."""
        _ = self.limit_breaches
        for moment in ("call", "rest") if any(bet.is_moved for bet in self.bets) else ():
            self._limit_breaches_at(moment)
        for bet in self.bets:
            self._accept_cut_to_limit(bet)

    def _accept_cut_to_limit(self, bet: RouletteBet) -> None:
        """That the house pushes back what is outside the limits is no change of the wager: it plays as far as it may."""
        cut_minor = sum(chips.minor for chips in bet.chips if chips.is_pushed_back)
        offs = [off for off in self._limit_breaches_at("call") if off.wager == bet.wager] if cut_minor else []
        if offs and (not bet.lying_minor or cut_minor <= sum(off.over for off in offs)):
            for chips in bet.chips:
                chips.at_rest = chips.at_call if chips.is_pushed_back else chips.at_rest
            bet.late_acts = tuple(late_act for late_act in bet.late_acts if not late_act.is_pushed_back)

    def is_no_bet(self, bet: RouletteBet) -> bool:
        """Whether it was only spoken: without chips, or not put on the layout in time."""
        if not bet.is_spoken or (bet.has_chips and bet.laid_when == "in_time"):
            return False
        return self.rules.value(parameters.CALLED_BET_NEEDS) == "chips_and_time"

    def is_playing(self, bet: RouletteBet) -> bool:
        """Whether the ball decides on it."""
        if self.is_no_bet(bet):
            return False
        is_in_time = any(chips.at_call or chips.at_rest for chips in bet.chips if not chips.is_late)
        return is_in_time or self._late_minor_playing(bet) > 0

    def _late_minor_playing(self, bet: RouletteBet) -> int:
        """How much plays of what was laid too late: chips that lay there at the ball's rest may be a case of their own."""
        late = sum(chips.minor for chips in bet.chips if chips.is_late)
        lying = sum(chips.minor for chips in bet.chips if chips.is_late and chips.at_rest is not None)
        then = self.rules.value(parameters.LATE_AT_REST) if lying else "not_said"
        others = late if then == "not_said" else late - lying
        if others and self.rules.value(LATE_BET if bet.late else LATE_RAISE) == "returned":
            others = 0
        return others + (lying if then == "plays" else 0)

    def _placements(self, bet: RouletteBet, moment: str) -> dict[Spot, int]:
        """Where and how much of it plays: by the position at the call, in which it stays, or by that at the ball's rest."""
        at_call = moment == "call" and self.rules.value(parameters.AFTER_CALL_STAYS)
        in_time = ((chips.at_call if at_call else chips.at_rest, chips.minor) for chips in bet.chips if not chips.is_late)
        return _by_spot((*in_time, *self._late_placements(bet)))

    def _late_placements(self, bet: RouletteBet) -> Iterator[tuple[Spot, int]]:
        """Where and how much plays of what was laid too late; what lay there at the ball's rest comes first."""
        left = self._late_minor_playing(bet)
        for chips in sorted((chips for chips in bet.chips if chips.is_late), key=lambda chips: chips.at_rest is None):
            if playing := min(chips.minor, left):
                yield chips.at_rest or chips.lie_on or bet.last_spot, playing
            left -= playing

    def _limited_placements(self, bet: RouletteBet, moment: str) -> dict[Spot, int]:
        """Where and how much of it is held against the limits: a wager with all chips with which it was made."""
        at_call = moment == "call"
        in_time = [
            (chips.at_call if at_call else chips.at_rest or chips.at_call, chips.minor)
            for chips in bet.chips
            if not chips.is_late
        ]
        return _by_spot((*in_time, *(() if bet.is_moved else self._late_placements(bet))))

    def _limit_breaches_at(self, moment: str) -> tuple[LimitBreach, ...]:
        """What lies outside the limits by the position at a moment."""
        if moment not in self._breaches_by_moment:
            lying = [
                PlayingStake(bet.wager, bet.player, spot, minor)
                for bet in self.bets
                if self.is_playing(bet)
                for spot, minor in self._limited_placements(bet, moment).items()
            ]
            limits = Limits(self.digits, self.terms_at_opening, self.rules)
            self._breaches_by_moment[moment] = find_limit_breaches(lying, self.layout, limits)
        return self._breaches_by_moment[moment]

    @cached_property
    def limit_breaches(self) -> tuple[LimitBreach, ...]:
        """What lies outside the limits."""
        if not any(bet.is_moved for bet in self.bets):
            return self._limit_breaches_at("rest")
        return self.rules.evaluate(parameters.SETTLED_AT, self._limit_breaches_at)

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
        return None if due is None else due + bet.also_taken_up_minor

    def _due(self, bet: RouletteBet, pocket: str | None) -> int | None:
        if self.is_no_bet(bet):
            return bet.total_minor if bet.has_chips else 0
        if not self.is_playing(bet):
            return bet.total_minor
        if pocket is None:
            return None
        if any(late.is_after_rest for late in bet.late_acts):
            self.rules.value(parameters.POSITION_UNTIL)
        if not bet.is_moved:
            return self._due_at("rest", bet, pocket)
        return self.rules.evaluate(parameters.SETTLED_AT, lambda at: self._due_at(at, bet, pocket))

    def _due_at(self, moment: str, bet: RouletteBet, pocket: str) -> int | None:
        """What goes back by the position at a moment: what the chips that play come to, and all others."""
        placements = self._placements(bet, moment)
        pieces = {spot: self.pieces(self._settled_spot(bet, spot)) for spot in placements}
        if None in pieces.values():
            return None
        limited = self._limited_placements(bet, moment)
        gone = {spot: max(limited.get(spot, 0) - minor, 0) for spot, minor in placements.items()}
        offs = [
            still_off
            for off in self._limit_breaches_at(moment)
            if off.wager == bet.wager and (still_off := off.after_taking(gone.get(off.spot, 0), pieces.get(off.spot)))
        ]

        def back(rule: str) -> int:
            total: ExactAmount = bet.total_minor - sum(placements.values())
            for spot, minor in placements.items():
                off = [breach for breach in offs if breach.spot == spot]
                total += self._placement_return(rule if off else "settled", pieces[spot] or (), minor, pocket, off)
            return round_to_minor(total, self.rules)

        return self.rules.evaluate(parameters.OFF_LIMITS, back) if offs else back("settled")

    def _settled_spot(self, bet: RouletteBet, spot: Spot) -> Spot:
        """The place by which a wager is settled that lies there."""
        if bet.instruction in (None, spot.numbers) or self.rules.value(parameters.SETTLED_BY) != "instruction":
            return spot
        return replace(spot, numbers=bet.instruction)

    def _placement_return(
        self, rule: str, pieces: Sequence[Piece], stake_minor: int, pocket: str, breaches: Sequence[LimitBreach]
    ) -> ExactAmount:
        """What goes back for the chips on one place; the rule says what becomes of them outside the limits."""
        if rule == "returned":
            return stake_minor
        if rule == "settled":
            return settle(pieces, stake_minor, pocket, self.layout, self.rules)
        kept = amounts_within_limits(pieces, stake_minor, breaches)
        won = (piece_return(piece, held, pocket, self.layout, self.rules) for piece, held in zip(pieces, kept, strict=True))
        return sum(won, Fraction(stake_minor) - sum(kept))

    def wagers_to_settle(self, pocket: str) -> WagersToSettle:
        """What the dealer has to do with each wager once the ball lies there."""
        playing = [(bet, self.due(bet, pocket)) for bet in self.bets if self.is_playing(bet)]
        won = frozenset(
            bet.wager for bet, due in playing if due is not None and due > bet.total_minor + bet.also_taken_up_minor
        )
        return WagersToSettle(
            to_add=frozenset(bet.wager for bet, _ in playing if bet.is_on_print and bet.wager in won),
            to_collect=frozenset(bet.wager for bet, due in playing if due == bet.also_taken_up_minor),
            to_pay=won,
        )

    def wager_due(self, bet: RouletteBet, due_minor: int | None) -> WagerDue:
        """The wager with its money."""
        return WagerDue(
            wager=bet.wager,
            player=bet.player,
            kind=bet.spot.kind,
            stake_minor=bet.total_minor + bet.also_taken_up_minor,
            nominal_minor=bet.total_minor + bet.also_taken_up_minor,
            paid_minor=bet.returned_minor,
            due_minor=due_minor,
            as_dealt_minor=due_minor,
            referred=self.is_playing(bet) and self.pieces(bet.spot) is None,
            on_record=bet.is_settled_on_record,
            taken_back_minor=bet.taken_back.amount_minor,
        )


def _by_spot(placements: Iterable[tuple[Spot | None, int]]) -> dict[Spot, int]:
    """How much lies on each spot; what lies nowhere is left out."""
    found: dict[Spot, int] = {}
    for spot, minor in placements:
        if spot is not None:
            found[spot] = found.get(spot, 0) + minor
    return found

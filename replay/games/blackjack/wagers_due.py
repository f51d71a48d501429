"""The money of a blackjack round, wager by wager: what a table gives, what is referred, what was paid wrongly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from replay.games.blackjack import parameters
from replay.games.blackjack.box_checks import (
    BoxCallers,
    bets_by_box,
    reductions,
    stakes_off_limits,
    unfollowed_wagers,
)
from replay.games.blackjack.checks import BlackjackCheckContext, bounds, is_insurance_off_step, is_unequal_extra
from replay.games.blackjack.deal import BlackjackDeal, interruption_index
from replay.games.blackjack.settlement import EXTRA_KINDS, FREE_KINDS, MAIN, WAGER_KINDS, settle, with_late_part
from replay.games.blackjack.side_bet_checks import REFERRED_SIDE_FINDINGS, side_limit_excess
from replay.games.blackjack.side_bets import side_bet_return
from replay.games.blackjack.table import BlackjackTable
from replay.judging.finding import Finding
from replay.judging.judgement import WagerDue
from replay.judging.payments import Payment
from replay.judging.wagers import Bet, round_to_minor
from replay.rulebooks.rules import Rules

REFERRED_FINDINGS: Final = REFERRED_SIDE_FINDINGS | {
    "no_such_box",
    "off_limits",
    "over_box_maximum",
    "too_many_players",
    "too_many_wagers",
    "unknown_wager",
}
"""Findings on single wagers that a person decides: the rest of the round is not held up by them."""

LIMIT_FINDINGS: Final = frozenset({"off_limits", "side_bet_stake"})
"""Those of them that are about a stake outside its limits."""

SETTLED_WHOLE: Final = frozenset({"refer", "plays"})
"""What becomes of a stake outside the limits that is settled as it was laid."""

CROWDED_FINDINGS: Final = frozenset({"over_box_maximum", "too_many_players", "too_many_wagers"})
"""Those of them that are about a box with too much on it."""


class _ReducingRules(NamedTuple):
    """What becomes of wagers outside the limits, and of extra ones that are not as much as they must be."""

    off_limits: str
    unequal_extra: str = "plays_up_to_it"


@dataclass(frozen=True)
class BlackjackMoney:
    """The wagers of a round and what they are worth on a table, in whole minor units."""

    context: BlackjackCheckContext
    bets: Sequence[Bet]
    deal: BlackjackDeal
    rules: Rules

    def __post_init__(self) -> None:
        """What hangs on no table is asked first, so that no wager's own grounds have it."""
        _ = self._reductions, self._unfollowed_wagers, self._limit_excess, self._off_step_insurances

    def dues_on(self, board: BlackjackTable) -> list[int | None]:
        """What goes back on each wager on a table that is kept; None where that is not decided."""
        apart = self._unfollowed_wagers, tuple(self._reductions.items()), tuple(self._limit_excess.items())
        what = "worth", id(self.context), id(board), *apart, self._off_step_insurances
        return self.rules.memoize(what, lambda: [self.due_on(bet, board) for bet in self.bets])

    def due_on(self, bet: Bet, board: BlackjackTable) -> int | None:
        """What goes back on one wager."""
        exact = self._exact_due(bet, board)
        due = None if exact is None else round_to_minor(exact, self.rules)
        if due and bet.player in self._absent_players:
            self.rules.value(parameters.ABSENT_BET)
        if not self._is_open_at_interruption(bet):
            return due
        return self.rules.evaluate(parameters.INTERRUPTED, lambda then: bet.staked_minor if then == "void" else due)

    def _exact_due(self, bet: Bet, board: BlackjackTable) -> Fraction | None:
        if bet.kind not in WAGER_KINDS and bet.kind not in self.rules.value(parameters.SIDE_BETS):
            return None
        matters = (
            self.rules.has_readings(parameters.OFF_LIMITS)
            or self.rules.value_uncited(parameters.OFF_LIMITS) not in SETTLED_WHOLE
        )
        if matters and any(held.wager in self._limit_excess for held in self._hangs_on(bet)):
            return self.rules.evaluate(parameters.OFF_LIMITS, lambda rule: self._due_off_limits(bet, board, rule))
        return self._due_off_limits(bet, board, "plays")

    def _due_off_limits(self, bet: Bet, board: BlackjackTable, off_limits: str) -> Fraction | None:
        """What goes back for a wager if that becomes of those outside the limits."""
        if not any(self._is_unequal(extra) for extra in self._hangs_on(bet)):
            return self._due_counted(bet, board, _ReducingRules(off_limits))
        return self.rules.evaluate(
            parameters.EXTRA_UNEQUAL, lambda rule: self._due_counted(bet, board, _ReducingRules(off_limits, rule))
        )

    def _due_counted(self, bet: Bet, board: BlackjackTable, reducing_rules: "_ReducingRules") -> Fraction | None:
        """What goes back for a wager: what counts of it as the cards have it, and the rest as it is."""
        counted = self._counted(bet, reducing_rules)
        over = bet.playing_minor - counted.playing_minor
        playing = self._due_in_play(counted, self._counted_parent(bet, reducing_rules), board)
        return None if playing is None else playing + over

    def _hangs_on(self, bet: Bet) -> list[Bet]:
        """A wager, and those that it hangs on in turn."""
        chain: list[Bet] = [bet]
        while chain[-1].kind in EXTRA_KINDS:
            parent = self.context.parent(chain[-1])
            if parent is None or any(parent.wager == other.wager for other in chain):
                break
            chain.append(parent)
        return chain

    def _is_unequal(self, bet: Bet) -> bool:
        """Whether an extra wager is not staked as the one that it hangs on."""
        parent = self.context.parent(bet) if bet.kind in EXTRA_KINDS else None
        return parent is not None and is_unequal_extra(bet, parent.value_in_play_minor, self.rules)

    def _counted(self, bet: Bet, reducing_rules: "_ReducingRules") -> Bet:
        """A wager with what of it counts, on the box on which it lies."""
        counted = bet.playing_minor - self._reductions.get(bet.wager, 0)
        if bet.wager in self._limit_excess and reducing_rules.off_limits == "up_to_limit":
            counted -= self._limit_excess[bet.wager]
        returned = (bet.wager in self._limit_excess and reducing_rules.off_limits == "returned") or (
            reducing_rules.unequal_extra == "returned" and self._is_unequal(bet)
        )
        counted = 0 if returned else counted
        if counted == bet.playing_minor and self.context.box_of(bet) == bet.box:
            return bet
        lying = min(bet.stake_minor, counted + bet.late_minor)
        return replace(bet, box=self.context.box_of(bet), playing_minor=counted, stake_minor=lying)

    def _counted_parent(self, bet: Bet, reducing_rules: "_ReducingRules") -> Bet | None:
        """The wager that an extra one hangs on, with what of it counts; a free bet counts for its original bet."""
        parent, *others = self._hangs_on(bet)[1:] or (None,)
        if parent is None or parent.kind not in FREE_KINDS:
            return parent and self._counted(parent, reducing_rules)
        original = next((other for other in others if other.kind not in FREE_KINDS), None)
        if original is None:
            return parent
        return replace(parent, nominal_minor=self._counted(original, reducing_rules).playing_minor)

    @cached_property
    def _off_step_insurances(self) -> frozenset[str]:
        return frozenset(
            bet.wager
            for bet in self.bets
            if bet.kind == "insurance"
            and self.context.parent(bet) is not None
            and is_insurance_off_step(self.context, bet, self.rules)
        )

    @cached_property
    def _limit_excess(self) -> Mapping[str, int]:
        """The wagers outside the limits, each with what of it is too much: above a maximum, or not in whole units."""
        excess: dict[str, int] = {}
        for off_limits in stakes_off_limits(self.context, self.rules):
            for wager, over in off_limits.excess_minor.items():
                excess[wager] = excess.get(wager, 0) + over
        excess.update(side_limit_excess(self.context, self.rules))
        return excess

    @cached_property
    def _reductions(self) -> Mapping[str, int]:
        """What must be taken back of wagers on boxes above their maximum, and so does not play."""
        back: dict[str, int] = {}
        for _, bets in bets_by_box(self.context.main_bets):
            held = bounds(bets[-1], self.context, self.rules)
            back |= {} if held is None else reductions(bets, held, self.rules)
        return back

    @cached_property
    def _absent_players(self) -> frozenset[str]:
        """Who is not there to take his money."""
        return frozenset(player for player, _ in self.deal.presence_states[-1])

    @cached_property
    def _unfollowed_wagers(self) -> frozenset[str]:
        return unfollowed_wagers(self.context, self.rules)

    def _due_in_play(self, bet: Bet, parent: Bet | None, board: BlackjackTable) -> Fraction | None:
        """What goes back for that part of a wager which plays."""
        if bet.kind not in WAGER_KINDS:
            return self._side_bet_due(bet, board)
        if bet.wager in self._unfollowed_wagers and self.rules.value(parameters.UNLAWFUL_EXTRA) != "plays":
            return Fraction(bet.staked_minor)
        if not self._is_following(bet, board):
            return self.rules.evaluate(parameters.SPLIT_OTHERS, lambda may: self._due_if_split(bet, board, may))
        settled = settle(board, bet, parent, self.rules)
        if settled is None or bet.wager not in self._off_step_insurances:
            return settled
        return self.rules.evaluate(
            parameters.INSURANCE_OFF_STEP, lambda rule: Fraction(bet.staked_minor) if rule == "returned" else settled
        )

    def _side_bet_due(self, bet: Bet, board: BlackjackTable) -> Fraction | None:
        return with_late_part(
            bet, self.rules, lambda: side_bet_return(board, bet, self.rules, surrendered=self._is_surrendered(bet, board))
        )

    @property
    def is_interrupted(self) -> bool:
        """Whether the game was interrupted while a wager had still to be paid or collected."""
        return any(self._is_open_at_interruption(bet) for bet in self.bets)

    def _is_surrendered(self, bet: Bet, board: BlackjackTable) -> bool:
        """Whether the player of a side bet has given up the wager on its box, or on all boxes where it has none."""
        own = [box for box, players in self.deal.play.calling_order if bet.player in players and bet.box in (None, box)]
        return bool(own) and all(board.exit_of(box, bet.player) == "surrendered" for box in own)

    def _is_following(self, bet: Bet, board: BlackjackTable) -> bool:
        """Whether a player of a box that was split has laid a stake for it too; who calls the box has split it."""
        split = bet.kind == MAIN and any(hand.split_from for hand in board.hands_of(bet.box))
        players = self.deal.play.players(bet.box)
        if not split or len(players) < 2 or board.exit_of(bet.box, bet.player):
            return True
        splitter = BoxCallers(self.context, self.rules).splitter(bet.box) or players[0]
        return bet.player == splitter or self.context.has_followed_split(bet)

    def _due_if_split(self, bet: Bet, board: BlackjackTable, rule: str) -> Fraction | None:
        """The stake of a player who did not follow a split."""
        return settle(board, bet, None, self.rules) if rule == "may_stay" else Fraction(bet.staked_minor)

    def _is_open_at_interruption(self, bet: Bet) -> bool:
        """Whether whoever may do so interrupted the game before the wager had been paid or collected."""
        at = interruption_index(self.context.round)
        if at is None:
            return False
        paid = self.context.payment_entry(bet)
        return paid is None or paid.index > at

    def wager_due(
        self, number: int, due_minor: int | None, as_dealt_minor: int | None, findings: Sequence[Finding]
    ) -> WagerDue:
        """A wager with its money, `due_minor` being what counts."""
        bet = self.bets[number]
        return WagerDue(
            wager=bet.wager,
            player=bet.player,
            kind=bet.kind,
            stake_minor=bet.staked_minor,
            nominal_minor=bet.value_minor,
            paid_minor=bet.returned_minor,
            due_minor=due_minor,
            as_dealt_minor=as_dealt_minor,
            referred=any(self._refers(finding) for finding in findings if bet.wager in finding.wagers)
            or self._is_unlawful(bet),
            parent=bet.parent,
            late_minor=bet.late_minor + self._reductions.get(bet.wager, 0),
            on_record=bet.is_settled_on_record,
            taken_back_minor=bet.taken_back.amount_minor,
        )

    def _refers(self, finding: Finding) -> bool:
        """Whether a person must decide on the wagers that a finding names."""
        if finding.kind in CROWDED_FINDINGS:
            becomes = self.rules.value(parameters.CROWDED_BOX)
            return self._is_off_limits_referred() if becomes == "as_off_limits" else becomes == "refer"
        return self._is_off_limits_referred() if finding.kind in LIMIT_FINDINGS else finding.kind in REFERRED_FINDINGS

    def _is_off_limits_referred(self) -> bool:
        """Whether the house leaves stakes outside its limits to a person, without readings of what becomes of them."""
        possible = self.rules.possible_values(parameters.OFF_LIMITS)
        return "refer" in possible and self.rules.value(parameters.OFF_LIMITS) == "refer"

    def _is_unlawful(self, bet: Bet) -> bool:
        """Whether a double or split was not open, so that somebody must say what becomes of it."""
        place = f"box{self.context.box_of(bet)}"
        unlawful = {of for at, of in self.deal.board.unlawful_decisions if at.split(".")[0] == place}
        return bet.kind in unlawful and self.rules.value(parameters.UNLAWFUL_EXTRA) == "refer"

    def payment(
        self, number: int, wager_due: WagerDue, as_dealt_amounts: Sequence[int | None], settling_board: BlackjackTable
    ) -> Payment:
        """What was paid on a wager, and what it is held against: `as_dealt_amounts` were right by the cards as they lay.

        `settling_board` is the table by which the wager is settled.
        """
        bet = self.bets[number]
        with self.rules.scope() as grounds:
            self.due_on(bet, settling_board)
        with self.rules.scope() as then_grounds:
            self.due_on(bet, self.deal.board)
        known = [minor for minor in as_dealt_amounts if minor is not None]
        at, about = bet.paid_position or bet.position, self.context.particulars(bet)
        return Payment(
            wager_due,
            at,
            about,
            grounds,
            known,
            then_grounds,
            bet.taken_up_minor,
            bet.is_picked_up,
            taken_back=bet.taken_back,
        )

    def payments(
        self,
        wagers_due: Sequence[WagerDue],
        as_dealt_amounts: Sequence[Sequence[int | None]],
        settling_board: BlackjackTable,
    ) -> list[Payment]:
        """The payments of the wagers that this house has, where it is known what was right to give."""
        return [
            self.payment(number, claim, as_dealt_amounts[number], settling_board)
            for number, claim in enumerate(wagers_due)
            if claim.kind not in self._unknown_kinds and None not in as_dealt_amounts[number]
        ]

    @property
    def _unknown_kinds(self) -> set[str]:
        """The kinds of wagers that this house does not have."""
        known = {*WAGER_KINDS, *self.rules.value(parameters.SIDE_BETS)}
        return {bet.kind for bet in self.bets} - known

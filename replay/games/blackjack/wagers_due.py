"""The money of a blackjack round, wager by wager: what a table gives, what is referred, what was paid wrongly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from replay.games.blackjack import parameters
from replay.games.blackjack.box_checks import on_boxes, reductions, unfollowed
from replay.games.blackjack.box_control import absentees
from replay.games.blackjack.checks import Facts, bounds
from replay.games.blackjack.deal import Deal, interruption
from replay.games.blackjack.settlement import KINDS, MAIN, in_time, settle
from replay.games.blackjack.side_bet_checks import SIDE_MATTERS
from replay.games.blackjack.side_bets import back
from replay.games.blackjack.table import Table
from replay.judging.finding import Finding
from replay.judging.judgement import Claim
from replay.judging.payments import Payment
from replay.judging.wagers import Bet, rounded
from replay.rulebooks.rules import Rules

MATTERS: Final = SIDE_MATTERS | {
    "no_such_box",
    "off_limits",
    "over_box_maximum",
    "too_many_players",
    "too_many_wagers",
    "unknown_wager",
}
"""Findings on single wagers that a person decides: the rest of the round is not held up by them."""

SETTLES_ANYWAY: Final = frozenset(
    {"off_limits", "over_box_maximum", "too_many_players", "too_many_wagers", "side_bet_stake"}
)
"""Those of them that a house may let play."""


@dataclass(frozen=True)
class Money:
    """The wagers of a round and what they are worth on a table, in whole minor units."""

    facts: Facts
    bets: Sequence[Bet]
    deal: Deal
    rules: Rules

    def __post_init__(self) -> None:
        """What hangs on no table is asked first, so that no wager's own grounds have it."""
        _ = self._reductions, self._unfollowed

    def on(self, board: Table) -> list[int | None]:
        """What goes back on each wager on a table that is kept; None where that is not decided."""
        what = "worth", id(self.facts), id(board), self._unfollowed, tuple(self._reductions.items())
        return self.rules.once(what, lambda: [self.settled(bet, board) for bet in self.bets])

    def settled(self, bet: Bet, board: Table) -> int | None:
        """What goes back on one wager."""
        exact = self._back(bet, board)
        due = None if exact is None else rounded(exact, self.rules)
        if due and bet.player in self._absent:
            self.rules.value(parameters.ABSENT_BET)
        if not self._open_when_interrupted(bet):
            return due
        return self.rules.depends(parameters.INTERRUPTED, lambda then: bet.staked_minor if then == "void" else due)

    def _back(self, bet: Bet, board: Table) -> Fraction | None:
        if bet.kind not in KINDS and bet.kind not in self.rules.value(parameters.SIDE_BETS):
            return None
        over, box = self._reductions.get(bet.wager, 0), self.facts.box_of(bet)
        if over or box != bet.box:
            bet = replace(bet, box=box, playing_minor=bet.playing_minor - over)
        playing = self._playing(bet, board)
        return None if playing is None else playing + over

    @cached_property
    def _reductions(self) -> Mapping[str, int]:
        """What must be taken back of wagers on boxes above their maximum, and so does not play."""
        back: dict[str, int] = {}
        for _, bets in on_boxes(self.facts.mains):
            held = bounds(bets[-1], self.facts, self.rules)
            back |= {} if held is None else reductions(bets, held, self.rules)
        return back

    @cached_property
    def _absent(self) -> frozenset[str]:
        return absentees(self.facts.one)

    @cached_property
    def _unfollowed(self) -> frozenset[str]:
        return unfollowed(self.facts, self.rules)

    def _playing(self, bet: Bet, board: Table) -> Fraction | None:
        """What goes back for that part of a wager which plays."""
        if bet.kind not in KINDS:
            return self._side_bet(bet, board)
        if bet.wager in self._unfollowed and self.rules.value(parameters.UNLAWFUL_EXTRA) != "plays":
            return Fraction(bet.staked_minor)
        if not self._follows(bet, board):
            return self.rules.depends(parameters.SPLIT_OTHERS, lambda may: self._if_split(bet, board, may))
        return settle(board, bet, self.facts.parent(bet), self.rules)

    def _side_bet(self, bet: Bet, board: Table) -> Fraction | None:
        return in_time(bet, self.rules, lambda: back(board, bet, self.rules, surrendered=self._given_up(bet, board)))

    @property
    def interrupted(self) -> bool:
        """Whether the game was interrupted while a wager had still to be paid or collected."""
        return any(self._open_when_interrupted(bet) for bet in self.bets)

    def _given_up(self, bet: Bet, board: Table) -> bool:
        """Whether the player of a side bet has given up the wager on its box, or on all boxes where it has none."""
        own = [box for box, players in self.deal.play.say if bet.player in players and bet.box in (None, box)]
        return bool(own) and all(board.left(box, bet.player) == "surrendered" for box in own)

    def _follows(self, bet: Bet, board: Table) -> bool:
        """Whether a player of a box that was split has laid a stake for it too; who calls the box has split it."""
        split = bet.kind == MAIN and any(hand.split_from for hand in board.hands_of(bet.box))
        players = self.deal.play.players(bet.box)
        if not split or len(players) < 2 or bet.player == players[0] or board.left(bet.box, bet.player):
            return True
        return self.facts.followed(bet)

    def _if_split(self, bet: Bet, board: Table, may: str) -> Fraction | None:
        """The stake of a player who did not follow a split."""
        return settle(board, bet, None, self.rules) if may == "may_stay" else Fraction(bet.staked_minor)

    def _open_when_interrupted(self, bet: Bet) -> bool:
        """Whether whoever may do so interrupted the game before the wager had been paid or collected."""
        at = interruption(self.facts.one)
        if at is None:
            return False
        paid = self.facts.paid(bet)
        return paid is None or paid.index > at

    def claim(self, number: int, due_minor: int | None, as_dealt_minor: int | None, found: Sequence[Finding]) -> Claim:
        """A wager with its money, `due_minor` being what counts."""
        bet = self.bets[number]
        return Claim(
            wager=bet.wager,
            player=bet.player,
            kind=bet.kind,
            stake_minor=bet.staked_minor,
            nominal_minor=bet.size_minor,
            paid_minor=bet.went_back_minor,
            due_minor=due_minor,
            as_dealt_minor=as_dealt_minor,
            referred=any(self._refers(finding) for finding in found if bet.wager in finding.wagers) or self._unlawful(bet),
            parent=bet.parent,
            late_minor=bet.late_minor + self._reductions.get(bet.wager, 0),
            on_record=bet.paid_minor is not None,
        )

    def _refers(self, finding: Finding) -> bool:
        """Whether a person must decide on the wagers that a finding names."""
        if finding.kind not in SETTLES_ANYWAY:
            return finding.kind in MATTERS
        return self.rules.value(parameters.OFF_LIMITS) == "refer"

    def _unlawful(self, bet: Bet) -> bool:
        """Whether a double or split was not open, so that somebody must say what becomes of it."""
        place = f"box{self.facts.box_of(bet)}"
        unlawful = {of for at, of in self.deal.board.unlawful if at.split(".")[0] == place}
        return bet.kind in unlawful and self.rules.value(parameters.UNLAWFUL_EXTRA) == "refer"

    def payment(self, number: int, claim: Claim, then: Sequence[int | None], counts: Table) -> Payment:
        """What was paid on a wager, and what it is held against: `then` was right by the cards as they lay.

        `counts` is the table by which the wager is settled.
        """
        bet = self.bets[number]
        with self.rules.scope() as grounds:
            self.settled(bet, counts)
        with self.rules.scope() as then_grounds:
            self.settled(bet, self.deal.board)
        known = [minor for minor in then if minor is not None]
        at, about = bet.paid_at or bet.at, self.facts.about(bet)
        return Payment(claim, at, about, grounds, known, then_grounds, bet.in_hand_minor, bet.picked_up)

    def payments(self, claims: Sequence[Claim], then: Sequence[Sequence[int | None]], counts: Table) -> list[Payment]:
        """The payments of the wagers that this house has, where it is known what was right to give."""
        return [
            self.payment(number, claim, then[number], counts)
            for number, claim in enumerate(claims)
            if claim.kind not in self._unsettled and None not in then[number]
        ]

    @property
    def _unsettled(self) -> set[str]:
        """The kinds of wagers that this house does not have."""
        known = {*KINDS, *self.rules.value(parameters.SIDE_BETS)}
        return {bet.kind for bet in self.bets} - known

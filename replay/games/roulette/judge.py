"""Judges one round of roulette under one choice of readings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from ledger.events.play import BetsClosed, NoticeGiven, WagerChanged, WagerReturned, WagerWithdrawn
from ledger.events.wheel import BallExamined, BallRested, BallReturned, BallSpun, DollyPlaced, NoSpinCalled, PrintAdded
from ledger.values.wheel_layout import layout_of
from replay.games.roulette import checks, number, parameters
from replay.games.roulette.bets import BetPayment, RouletteBet, RouletteWagers
from replay.games.roulette.facts import RouletteCheckContext, wager_particulars
from replay.games.roulette.no_spin import SpinAttempt, counted_spin, previous_pocket, spin_attempts, spin_findings
from replay.games.roulette.spin import (
    SpinBoard,
    SpinDeviation,
    SpinProcedure,
    WagersToSettle,
    entries_with_acts,
    follow_acts,
)
from replay.games.roulette.wagers_due import RouletteMoney
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_findings
from replay.judging.house_acts import no_spin_calls, office_of
from replay.judging.judgement import Judgement, Verdict, WagerDue
from replay.judging.payments import Payment, has_outstanding_money, mark_unpaid, payment_findings, with_shown_payments
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

declare(
    __name__,
    Phase.WHEEL,
    "dealing",
    {
        "opened_late": 'The dealer called "place your bets" only after the ball had been spun.',
        "called_before_spin": 'The dealer called "no more bets" before the ball was spun.',
        "called_after_rest": 'The dealer called "no more bets" only after the ball had come to rest in {pocket}.',
        "not_called": 'The dealer did not call "no more bets".',
        "ball_not_examined": "The ball had left the wheel and was not examined before it went back.",
        "ball_not_returned": "After the no spin the ball was not returned to the previous winning compartment.",
        "ball_to_wrong_pocket": "After the no spin the ball was put into {given}; the last winning compartment "
        "was {previous}.",
        "spun_again": "The ball was spun again without a no spin.",
    },
    {
        "not_called": Absence((BetsClosed,)),
        "ball_not_examined": Absence((BallExamined,), "before"),
        "ball_not_returned": Absence((BallReturned,), "before"),
        "ball_to_wrong_pocket": Absence((BallRested,), "before"),
        "spun_again": Absence((NoSpinCalled,), "before"),
    },
)
declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "paid_on_no_spin": "Wager {wager} of {player} on {kind} was settled on a no spin: {paid} was paid.",
        "dolly_after_payment": "The dolly was placed only after wagers had been settled.",
        "print_not_added": "The winning pieces of {given} were not added from the print before it was settled.",
        "print_added_late": "The winning pieces of {given} were added from the print only after wagers had been settled.",
        "paid_before_collected": "Winners were paid before {given}, which had lost, was collected.",
    },
    {
        "paid_on_no_spin": Absence((BallSpun,), "before"),
        "print_not_added": Absence((PrintAdded,)),
        "paid_before_collected": Absence((WagerReturned,), "before", is_of_order=True),
    },
)


REFERS_WHOLE_ROUND: Final = frozenset({"two_pockets"})
"""Findings after which nobody but the authority says what the round is worth."""


def _always(_: SpinBoard) -> bool:
    return True


def _has_rested(board: SpinBoard) -> bool:
    return bool(board.pocket)


_FINDING_KINDS: Final[Mapping[tuple[str, str], tuple[tuple[str, Callable[[SpinBoard], bool]], ...]]] = {
    ("out_of_turn", "open"): (("opened_late", lambda board: "open" in board.passed_over),),
    ("out_of_turn", "spin"): (("called_before_spin", lambda board: "spin" in board.passed_over), ("spun_again", _always)),
    ("out_of_turn", "no more bets"): (("called_after_rest", _has_rested),),
    ("out_of_turn", "dolly"): (("dolly_after_payment", lambda board: "dolly" in board.passed_over),),
    ("out_of_turn", "collect"): (("paid_before_collected", _has_rested),),
    ("out_of_turn", "print"): (("print_added_late", _has_rested),),
    ("passed_over", "examination"): (("ball_not_examined", _always),),
    ("passed_over", "return"): (("ball_not_returned", _always),),
    ("wrong", "return"): (("ball_to_wrong_pocket", _always),),
}
"""What it is that the dealer did, by how the procedure was left and how the table then stood."""


def judge(round_: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""
    return RouletteJudge(round_, rules).judgement()


@dataclass
class RouletteJudge:
    """The steps of judging one round: spins, wagers, acts, money, verdict."""

    round: Round
    rules: Rules
    _wagers_by_pocket: dict[str, WagersToSettle] = field(default_factory=dict)
    """By the compartment, what there is to do with the wagers."""

    def __post_init__(self) -> None:
        round_, rules = self.round, self.rules
        self.spins = spin_attempts(round_)
        with rules.scope() as self.spin_clauses:
            self.spin = counted_spin(self.spins, rules)
        self.pocket = None if self.spin is None else self.spin.pocket
        self.layout = layout_of(round_.table_opening.wheel)
        self.money = RouletteMoney(
            self._bets(), self.layout, round_.table_opening.minor_digits, round_.terms_at_opening, rules
        )
        self.context = RouletteCheckContext(round_, self.layout, self.money, self.spins, self.spin)
        self.findings = [
            *spin_findings(round_, self.spins, self.spin, rules),
            *self._deviation_findings(),
            *self._no_spin_payment_findings(),
            *(finding for check in (*checks.CHECKS, *number.CHECKS) for finding in check(self.context, rules)),
        ]

    def _bets(self) -> tuple[RouletteBet, ...]:
        """The wagers; whether they may be changed before a re-spin is the house's to say."""
        stay = self._follow_wagers(self.spin, is_open_again=False)
        changed = self._follow_wagers(self.spin, is_open_again=True) if self._no_spin_indexes(self.spin) else stay
        self.respin_dependent = {bet.wager for bet, other in zip(stay, changed, strict=True) if bet != other}
        """Wagers that are other ones if betting was open again before a re-spin."""
        bets = self.rules.evaluate(parameters.BEFORE_RESPIN, lambda then: changed if then == "open" else stay)
        is_any_taken = any(self.round.entries_of(kind) for kind in (WagerChanged, WagerWithdrawn))
        if is_any_taken and (len(self.spins) > 1 or self._no_spin_indexes(None)):
            for bet, taken_up_minor in zip(bets, self._most_taken_up(), strict=True):
                bet.also_taken_up_minor = taken_up_minor - bet.taken_up_minor
        return bets

    def _no_spin_indexes(self, counted: SpinAttempt | None) -> frozenset[int]:
        """After which no spins the ball was spun again, until the spin that counts came to its end."""
        rest = counted.rest if counted is not None else None
        calls = [spin.no_spin_call for spin in self.spins if spin is not counted]
        return frozenset(call.index for call in calls if call is not None and (rest is None or call.index < rest.index))

    def _follow_wagers(self, counted: SpinAttempt | None, *, is_open_again: bool) -> tuple[RouletteBet, ...]:
        """The wagers if this spin counts, and if betting was open again after the no spins before it or not."""
        rest = None if counted is None or counted.rest is None else counted.rest.index
        is_fixed = self.rules.value(parameters.POSITION_UNTIL) == "rest"
        wagers = RouletteWagers(rest, self._no_spin_indexes(counted), is_open_again, is_fixed_at_rest=is_fixed)
        return wagers.follow_round(self.round)

    def _most_taken_up(self) -> Sequence[int]:
        """What players took up of each wager, where that is a part of the wager under any reading of the spins."""
        ends = [spin for spin in self.spins if spin.rest is not None and (spin.no_spin_call is None or spin.is_called_late)]
        ways = [(spin, is_open) for spin in (None, *ends) for is_open in (False, True)]
        followed = [self._follow_wagers(spin, is_open_again=is_open) for spin, is_open in ways]
        return [max(bet.taken_up_minor for bet in bets) for bets in zip(*followed, strict=True)]

    def judgement(self) -> Judgement:
        dues, left = self._dues()
        claims = [self.money.wager_due(bet, due) for bet, due in zip(self.money.bets, dues, strict=True)]
        if not left:
            claims = list(mark_unpaid(claims, self.round))
            self.findings += payment_findings(self._payments(claims), self.context.format_money)
        held_up = any(finding.kind in REFERS_WHOLE_ROUND for finding in self.findings)
        hands = {"pocket": (self.pocket,)} if self.pocket is not None else {}
        rested = [spin.pocket for spin in self.spins if spin.rest is not None]
        return Judgement(
            findings=sorted_findings(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(claims, is_left_paid=left),
            declared_result=number.last_stated_number(self.context, "call"),
            dealt_result=rested[-1] if rested else None,
            lawful_result=self.pocket,
            hands=hands,
            lawful_hands=hands,
            reconstruction=None,
            wagers_due=tuple(claims),
            cited_clauses=frozenset(self.rules.cited_clauses),
            is_held_up=held_up,
            disputing_players=frozenset(self._disputing_players()),
        )

    # What the dealer did

    def _deviation_findings(self) -> Iterator[Finding]:
        """Where the dealer left the procedure. What nobody tells is no breach by itself, only the call and the ball."""
        acts = [act for _, act in entries_with_acts(self.round, self._wagers_to_settle) if act is not None]
        board = SpinBoard(previous_pocket=self._previous_pocket if any(no_spin_calls(self.round)) else "")
        _, left = follow_acts(SpinProcedure(self._wagers_to_settle), board, self.rules, acts)
        later = {(deviation.place, deviation.value) for deviation in left if deviation.kind == "out_of_turn"}
        for departure in left:
            yield from self._deviation_finding(departure, later)

    @cached_property
    def _previous_pocket(self) -> str:
        """The last winning compartment, as far as is on record; looked for only where something turns on it."""
        return previous_pocket(self.round) or ""

    def _wagers_to_settle(self, pocket: str) -> WagersToSettle:
        """What there is to do with the wagers by the spin that counts; where none does, by the compartment at hand."""
        where = self.pocket or pocket
        if where not in self._wagers_by_pocket:
            self._wagers_by_pocket[where] = self.money.wagers_to_settle(where)
        return self._wagers_by_pocket[where]

    def _deviation_finding(self, deviation: SpinDeviation, later_acts: set[tuple[str, str]]) -> Iterator[Finding]:
        board = deviation.board
        particulars = {"given": deviation.value, "previous": self._previous_pocket, "pocket": board.pocket}
        if (deviation.kind, deviation.place) == ("passed_over", "no more bets"):
            yield from self._not_called_findings(deviation.position)
        elif (deviation.kind, deviation.place) == ("passed_over", "print"):
            for wager in sorted(board.to_add - {given for place, given in later_acts if place == "print"}):
                yield from breach(self.rules, "print_not_added", deviation.position, {"given": wager}, wager)
        else:
            named = (deviation.value,) if deviation.place in ("collect", "print") else ()
            kinds = _FINDING_KINDS.get((deviation.kind, deviation.place), ())
            kind = next((kind for kind, happened in kinds if happened(board)), None)
            silent = kind == "spun_again" and any(spin.disturbances for spin in self.spins if spin.no_spin_call is None)
            if deviation.place == "spin" and board.ball_left == "out":
                yield from breach(self.rules, "ball_not_examined", deviation.position, particulars)
            if kind is not None and not silent:  # a ground that nobody announced is a finding of its own
                yield from breach(self.rules, kind, deviation.position, particulars, *named)

    def _not_called_findings(self, position: int) -> Iterator[Finding]:
        """A round that tells the ball's spin and the wagers, and nowhere that betting was closed."""
        if not self.round.entries_of(BetsClosed) and self.round.entries_of(BallSpun) and self.money.bets:
            yield from breach(self.rules, "not_called", position, {})

    # The money

    def _paid_on_no_spin(self) -> Iterator[tuple[RouletteBet, BetPayment]]:
        """Payments and collections on spins that the dealer had called no spin; a stake that went back is none."""
        for n, spin in enumerate(self.spins):
            if spin.no_spin_call is None or spin is self.spin:
                continue
            following = self.spins[n + 1].first_entry.index if n + 1 < len(self.spins) else None
            for bet in self.money.bets:
                for payment in () if self.money.is_no_bet(bet) else bet.payments:
                    at = payment.round_entry.index
                    within = at > spin.no_spin_call.index and (following is None or at < following)
                    if within and payment.amount_minor != payment.lay_minor:
                        yield bet, payment

    def _no_spin_payment_findings(self) -> Iterator[Finding]:
        for bet, payment in self._paid_on_no_spin():
            paid = {**wager_particulars(self.context, bet), "paid": self.context.format_money(payment.amount_minor)}
            yield from breach(self.rules, "paid_on_no_spin", payment.round_entry.position, paid, bet.wager)

    def _dues(self) -> tuple[list[int | None], bool]:
        """What goes back on each wager, and whether what was paid on an invalid spin is left as it is."""
        dues, self.due_clauses = [], []
        for bet in self.money.bets:
            with self.rules.scope() as cites:
                dues.append(self.money.due(bet, self.pocket))
            self.due_clauses.append(cites)
        if self.spin is not None or not self.round.is_over or not any(self._paid_on_no_spin()):
            return dues, False
        left = self.rules.evaluate(parameters.ONCE_PAID, lambda then: then == "left")
        whole = [None if bet.is_left else bet.kept_minor for bet in self.money.bets]
        return (
            ([due if paid is None else paid for due, paid in zip(dues, whole, strict=True)], True)
            if left
            else (
                dues,
                False,
            )
        )

    def _payments(self, wagers_due: Sequence[WagerDue]) -> Iterator[Payment]:
        """What was paid on each wager; what hangs on a reading rests on the open question alone."""
        on_no_spin = {bet.wager for bet, _ in self._paid_on_no_spin()}
        for bet, claim, cites in zip(self.money.bets, wagers_due, self.due_clauses, strict=True):
            respin = {self.rules.clause_of_value(parameters.BEFORE_RESPIN)} if bet.wager in self.respin_dependent else set()
            open_questions = (cites | self.spin_clauses | respin) & set(self.rules.chosen_readings)
            invalid = {self.rules.clause_of_value(parameters.NO_SPIN)} if bet.wager in on_no_spin else set()
            grounds = open_questions or cites | invalid
            yield Payment(
                claim,
                bet.payments[-1].round_entry.position if bet.payments else bet.position,
                wager_particulars(self.context, bet),
                grounds,
                taken_up_minor=bet.taken_up_minor + bet.also_taken_up_minor,
                taken_back=bet.taken_back,
            )

    def _verdict(self, wagers_due: Sequence[WagerDue], *, is_left_paid: bool) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if self.spin is None:
            last = self.spins[-1] if self.spins else None
            ended = last is not None and (last.no_spin_call is not None or last.rest is not None)
            return (
                "respin" if ended and not (is_left_paid and all(c.due_minor is not None for c in wagers_due)) else "stands"
            )
        if not any(claim.on_record for claim in wagers_due):
            wagers_due = with_shown_payments(wagers_due, self._dues_by_shown_number(), self.round)
        return "correct" if has_outstanding_money(wagers_due) else "stands"

    def _dues_by_shown_number(self) -> dict[str, int | None]:
        """Where no payment is on record, what the dealer marked or called is taken as what will be paid.

        The dolly may have put right what was called, though it is not on record.
        """
        shown = number.last_stated_number(self.context, "dolly")
        if shown is None and self.round.can_report(DollyPlaced) and not self.round.may_lack(DollyPlaced):
            shown = number.last_stated_number(self.context, "call")
        with self.rules.scope():
            known = shown in self.layout.wheel
            return {bet.wager: self.money.due(bet, shown) if known else None for bet in self.money.bets}

    def _disputing_players(self) -> Iterator[str]:
        """A player who gives notice of an error disputes the round."""
        return (notice.by for _, notice in self.round.entries_of(NoticeGiven) if office_of(notice.by, self.round) is None)

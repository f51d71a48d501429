"""Judges one round of roulette under one choice of readings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.events.play import BetsClosed, NoticeGiven, WagerReturned
from ledger.events.wheel import BallSpun
from ledger.values.offices import ROLES
from ledger.values.wheel_layout import layout_of
from replay.games.roulette import checks, number, parameters
from replay.games.roulette.bets import Bet, Following
from replay.games.roulette.facts import Facts, about
from replay.games.roulette.no_spin import attempts, counted, findings, previous_pocket
from replay.games.roulette.spin import Decided, Departure, Spin, Wheel, course, in_turn
from replay.games.roulette.wagers_due import Money
from replay.judging.composition import breach
from replay.judging.finding import Finding, in_order
from replay.judging.judgement import Claim, Judgement, Verdict
from replay.judging.payments import Payment, as_shown, outstanding, payment_findings, with_unpaid
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told

GRAVE: Final = frozenset({"two_pockets"})
"""Findings after which nobody but the authority says what the round is worth."""


def _any(_: Wheel) -> bool:
    return True


def _rested(board: Wheel) -> bool:
    return bool(board.pocket)


_BREACHES: Final[Mapping[tuple[str, str], tuple[tuple[str, Callable[[Wheel], bool]], ...]]] = {
    ("out_of_turn", "open"): (("opened_late", lambda board: "open" in board.passed),),
    ("out_of_turn", "spin"): (("called_before_spin", lambda board: "spin" in board.passed), ("spun_again", _any)),
    ("out_of_turn", "no more bets"): (("called_after_rest", _rested),),
    ("out_of_turn", "dolly"): (("dolly_after_payment", lambda board: "dolly" in board.passed),),
    ("out_of_turn", "collect"): (("paid_before_collected", _rested),),
    ("out_of_turn", "print"): (("print_added_late", _rested),),
    ("passed_over", "examination"): (("ball_not_examined", _any),),
    ("passed_over", "return"): (("ball_not_returned", _any),),
    ("wrong", "return"): (("ball_to_wrong_pocket", _any),),
}
"""What it is that the dealer did, by how the procedure was left and how the table then stood."""


def judge(one: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""
    return _Judging(one, rules).judgement()


@dataclass
class _Judging:
    """The steps of judging one round: spins, wagers, acts, money, verdict."""

    one: Round
    rules: Rules
    _decisions: dict[str, Decided] = field(default_factory=dict)
    """By the compartment, what there is to do with the wagers."""

    def __post_init__(self) -> None:
        one, rules = self.one, self.rules
        self.spins = attempts(one)
        with rules.scope() as self.of_the_spin:
            self.spin = counted(self.spins, rules)
        self.pocket = None if self.spin is None else self.spin.pocket
        self.layout = layout_of(one.opening.wheel)
        self.money = Money(self._bets(), self.layout, one.opening.minor_digits, one.opened_under, rules)
        self.facts = Facts(one, self.layout, self.money, self.spins, self.spin)
        self.findings = [
            *findings(one, self.spins, self.spin, rules),
            *self._departures(),
            *self._settled_on_no_spin(),
            *(finding for check in (*checks.CHECKS, *number.CHECKS) for finding in check(self.facts, rules)),
        ]

    def _bets(self) -> tuple[Bet, ...]:
        """The wagers; whether they may be changed before a re-spin is the house's to say."""
        rest = self.spin.rest if self.spin is not None else None
        stopped = [spin.stopped.index for spin in self.spins if spin.stopped is not None and spin is not self.spin]
        again = frozenset(at for at in stopped if rest is None or at < rest.index)

        until = self.rules.value(parameters.POSITION_UNTIL)

        def follow(then: str) -> tuple[Bet, ...]:
            at = None if rest is None else rest.index
            return Following(at, again, open_again=then == "open", until_rest=until == "rest").along(self.one)

        stay = follow("stay")
        changed = follow("open") if again else stay
        self.hanging = {one.wager for one, other in zip(stay, changed, strict=True) if one != other}
        """Wagers that are other ones if betting was open again before a re-spin."""
        return self.rules.depends(parameters.BEFORE_RESPIN, lambda then: changed if then == "open" else stay)

    def judgement(self) -> Judgement:
        dues, left = self._dues()
        claims = [self.money.claim(bet, due) for bet, due in zip(self.money.bets, dues, strict=True)]
        if not left:
            claims = list(with_unpaid(claims, self.one))
            self.findings += payment_findings(self._payments(claims), self.facts.amount)
        held_up = any(finding.kind in GRAVE for finding in self.findings)
        hands = {"pocket": (self.pocket,)} if self.pocket is not None else {}
        rested = [spin.pocket for spin in self.spins if spin.rest is not None]
        return Judgement(
            findings=in_order(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(claims, left=left),
            declared=number.shown(self.facts, "call"),
            dealt=rested[-1] if rested else None,
            lawful=self.pocket,
            hands=hands,
            lawful_hands=hands,
            reconstruction=None,
            claims=tuple(claims),
            cites=frozenset(self.rules.cites),
            held_up=held_up,
            disputing=frozenset(self._disputing()),
        )

    # What the dealer did

    def _departures(self) -> Iterator[Finding]:
        """Where the dealer left the procedure. What nobody tells is no breach by itself, only the call and the ball."""
        acts = [act for _, act in in_turn(self.one, self._decided) if act is not None]
        _, left = course(Spin(self._decided), Wheel(previous=previous_pocket(self.one) or ""), self.rules, acts)
        later = {(one.place, one.given) for one in left if one.kind == "out_of_turn"}
        for departure in left:
            yield from self._breach(departure, later)

    def _decided(self, rested: str) -> Decided:
        """What there is to do with the wagers by the spin that counts; where none does, by the compartment at hand."""
        where = self.pocket or rested
        if where not in self._decisions:
            self._decisions[where] = self.money.decided(where)
        return self._decisions[where]

    def _breach(self, left: Departure, later: set[tuple[str, str]]) -> Iterator[Finding]:
        board = left.board
        told = {"given": left.given, "previous": board.previous, "pocket": board.pocket}
        if (left.kind, left.place) == ("passed_over", "no more bets"):
            yield from self._never_called(left.at)
        elif (left.kind, left.place) == ("passed_over", "print"):
            for wager in sorted(board.to_add - {given for place, given in later if place == "print"}):
                yield from breach(self.rules, "print_not_added", left.at, {"given": wager}, wager)
        else:
            named = (left.given,) if left.place in ("collect", "print") else ()
            kinds = _BREACHES.get((left.kind, left.place), ())
            kind = next((kind for kind, happened in kinds if happened(board)), None)
            silent = kind == "spun_again" and any(spin.disturbed for spin in self.spins if spin.stopped is None)
            if kind is not None and not silent:  # a ground that nobody announced is a finding of its own
                yield from breach(self.rules, kind, left.at, told, *named)

    def _never_called(self, at: int) -> Iterator[Finding]:
        """A round that tells the ball's spin and the wagers, and nowhere that betting was closed."""
        if not self.one.of(BetsClosed) and self.one.of(BallSpun) and self.money.bets:
            yield from breach(self.rules, "not_called", at, {})

    # The money

    def _paid_on_no_spin(self) -> Iterator[tuple[Told, WagerReturned]]:
        """Payments and collections on spins that the dealer had called no spin."""
        playing = {bet.wager: bet for bet in self.money.bets if self.money.plays(bet)}
        for n, spin in enumerate(self.spins):
            if spin.stopped is None or spin is self.spin:
                continue
            following = self.spins[n + 1].first.index if n + 1 < len(self.spins) else None
            for told, event in self.one.of(WagerReturned):
                within = told.index > spin.stopped.index and (following is None or told.index < following)
                if within and event.wager in playing and event.amount_minor != playing[event.wager].stake_minor:
                    yield told, event

    def _settled_on_no_spin(self) -> Iterator[Finding]:
        for told, event in self._paid_on_no_spin():
            bet = next(bet for bet in self.money.bets if bet.wager == event.wager)
            paid = {**about(self.facts, bet), "paid": self.facts.amount(event.amount_minor)}
            yield from breach(self.rules, "paid_on_no_spin", told.position, paid, bet.wager)

    def _dues(self) -> tuple[list[int | None], bool]:
        """What goes back on each wager, and whether what was paid on an invalid spin is left as it is."""
        dues, self.cites = [], []
        for bet in self.money.bets:
            with self.rules.scope() as cites:
                dues.append(self.money.due(bet, self.pocket))
            self.cites.append(cites)
        if self.spin is not None or not self.one.closed or not any(self._paid_on_no_spin()):
            return dues, False
        left = self.rules.depends(parameters.ONCE_PAID, lambda then: then == "left")
        whole = [None if bet.left else bet.went_back_minor for bet in self.money.bets]
        return (
            ([due if paid is None else paid for due, paid in zip(dues, whole, strict=True)], True)
            if left
            else (
                dues,
                False,
            )
        )

    def _payments(self, claims: Sequence[Claim]) -> Iterator[Payment]:
        """What was paid on each wager; what hangs on a reading rests on the open question alone."""
        on_no_spin = {event.wager for _, event in self._paid_on_no_spin()}
        for bet, claim, cites in zip(self.money.bets, claims, self.cites, strict=True):
            respin = {self.rules.edition.values[parameters.BEFORE_RESPIN.name][1]} if bet.wager in self.hanging else set()
            open_questions = (cites | self.of_the_spin | respin) & set(self.rules.touched)
            invalid = {self.rules.edition.values[parameters.NO_SPIN.name][1]} if bet.wager in on_no_spin else set()
            grounds = open_questions or cites | invalid
            yield Payment(claim, bet.paid_at or bet.at, about(self.facts, bet), grounds, in_hand_minor=bet.back_minor)

    def _verdict(self, claims: Sequence[Claim], *, left: bool) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if self.spin is None:
            last = self.spins[-1] if self.spins else None
            ended = last is not None and (last.stopped is not None or last.rest is not None)
            return "respin" if ended and not (left and all(c.due_minor is not None for c in claims)) else "stands"
        if not any(claim.on_record for claim in claims):
            claims = as_shown(claims, self._by_the_number())
        return "correct" if outstanding(claims) else "stands"

    def _by_the_number(self) -> dict[str, int | None]:
        """Where no payment is on record, what the dealer marked or called is taken as what will be paid."""
        shown = number.shown(self.facts, "dolly") or number.shown(self.facts, "call")
        with self.rules.scope():
            known = shown in self.layout.wheel
            return {bet.wager: self.money.due(bet, shown) if known else None for bet in self.money.bets}

    def _disputing(self) -> Iterator[str]:
        """A player who gives notice of an error disputes the round."""
        return (notice.by for _, notice in self.one.of(NoticeGiven) if notice.by not in ROLES)

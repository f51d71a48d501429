"""How players and dealer behave about a box: absence, appliances, chips, interruptions, and when winners are paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    IrregularityReported,
    NoticeGiven,
    PlayerAbsent,
    RoundInterrupted,
    WagerWithdrawn,
)
from ledger.values.offices import ROLES
from ledger.values.places import DEALER, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.box_checks import Say
from replay.games.blackjack.box_control import absentees
from replay.games.blackjack.checks import Facts, check
from replay.games.blackjack.deal import Deal
from replay.games.blackjack.deviations import first_kinds
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import spoken
from replay.judging.composition import breach
from replay.judging.finding import Finding, cited
from replay.judging.judgement import Claim
from replay.judging.wagers import Bet
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told


@check
def absent_players(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Hands that nobody is there to call, and to which the dealer called nobody."""
    absent = {event.player: (told, event) for told, event in facts.one.of(PlayerAbsent)}
    order, due = Say(facts, rules).order, rules.edition.authority.replace("_", " ")
    for player, (told, event) in absent.items():
        theirs = [there for there in order.values() if there[0] == player]
        unheld = any(_by_rule(there, frozenset(absent), rules) for there in theirs)
        if event.called != rules.edition.authority and unheld:
            yield from breach(rules, "nobody_called", told.position, {"player": player, "due": due})


def _by_rule(there: Sequence[str], absent: frozenset[str], rules: Rules) -> bool:
    """Whether the house's rule plays a box whose first player is absent, and nobody else of it."""
    if not rules.value(parameters.ABSENT_STANDS_ON):
        return False
    return set(there) <= absent or rules.depends(parameters.ABSENT_CALLER, lambda who: who == "rule")


@check
def irregularities(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for told, seen in facts.one.of(IrregularityReported):
        if seen.kind == "appliance":
            yield from breach(rules, "appliance", told.position, {"player": seen.about or "somebody"})
        elif seen.kind == "partnership":
            yield from breach(rules, "partnership", told.position, _partners(seen.about, facts))
    for told, broken in facts.one.of(RoundInterrupted):
        if any(made.position == told.position and made.refused for made in facts.one.decisions):
            may = rules.edition.authorities.get("interrupt_game")
            due = " or ".join(role.replace("_", " ") for role in may.roles) if may else "nobody"
            yield from breach(rules, "interrupted_by_another", told.position, {"by": broken.by, "due": due})


def _partners(player: str | None, facts: Facts) -> dict[str, str | int]:
    most = max((limit[1] for bet in facts.mains for kind, limit in bet.under.limits.items() if kind == MAIN), default=0)
    return {"players": f"{player or 'somebody'} and others", "how": "in partnership", "most": facts.money(most)}


@check
def other_than_chips(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.bets:
        if bet.how != "chips":
            yield from breach(rules, "not_in_chips", bet.at, facts.about(bet), bet.wager)


@check
def winners_paid(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Winners who were paid before the dealer's hand was complete, where that comes first."""
    upcard = facts.board.dealer.lying[:1]
    if not upcard or upcard[0][0] not in rules.value(parameters.DEALER_FIRST):
        return
    came: list[tuple[Told, CardDealt | CardMoved]] = [*facts.one.of(CardDealt), *facts.one.of(CardMoved)]
    cards = sorted(told.index for told, card in came if card.place == DEALER)
    incomplete = len(cards) < 2 and facts.deal.play.due(facts.board, rules) is not None
    for bet in facts.bets:
        paid = facts.paid(bet)
        if paid is None or (bet.paid_minor or 0) <= bet.stake_minor or _evenly(bet, facts, rules):
            continue
        if incomplete or (cards and paid.index < cards[-1]):
            yield from breach(
                rules, "paid_before_dealer", paid.position, {**facts.about(bet), "upcard": upcard[0]}, bet.wager
            )


def _evenly(bet: Bet, facts: Facts, rules: Rules) -> bool:
    """Whether a player took even money, which is paid at once."""
    box, say = facts.box_of(bet), Say(facts, rules)
    taken = (
        said.by or say.caller(box, told.index)
        for told, said in facts.one.of(DecisionMade)
        if said.what == "even_money" and box_of(said.place) == box
    )
    return bet.player in taken and rules.depends(parameters.EVEN_PAID, lambda when: when == "at_once")


def supervision(one: Round, dealt: Deal, rules: Rules) -> Iterator[Finding]:
    """Such a correction that nobody supervised whom the house wants there."""
    clause = rules.conduct("not_supervised")
    if clause is None or dealt.explanation is None or "empty_box" not in first_kinds(dealt, rules):
        return
    done = _done(one, dealt)
    with rules.scope() as grounds:
        due = rules.value(parameters.SUPERVISED_BY)
    if due == "nobody" or not done or any(_above(person, due) for person in _present(one, done)):
        return
    faults = zip(dealt.explanation.faults, first_kinds(dealt, rules), strict=True)
    fault = next(fault for fault, kind in faults if kind == "empty_box")
    who = [told.event.by for told in done if isinstance(told.event, CorrectionBegun | CorrectionCompleted)]
    by = _named(who[0]) if who else "somebody"
    about: dict[str, str | int] = {"place": spoken(fault.place), "by": by, "due": due}
    yield Finding("not_supervised", cited({clause, *grounds}), done[0].position, about)


def _done(one: Round, dealt: Deal) -> list[Told]:
    """What was done to put the round right."""
    said = [told for kind in (CorrectionBegun, CorrectionCompleted) for told, _ in one.of(kind)]
    return said or ([] if dealt.touched is None else [dealt.touched])


def _present(one: Round, done: list[Told]) -> Iterator[str]:
    """Who put the round right, or was told of the error before that was over."""
    for told in done:
        if isinstance(told.event, CorrectionBegun | CorrectionCompleted):
            yield told.event.by
    for told, notice in one.of(NoticeGiven):
        if told.index < done[-1].index:
            yield from (notice.by, notice.to)


def _above(person: str, office: str) -> bool:
    """Whether somebody has this office, or one above it."""
    below = ("dealer",) if office == "inspector" else ("dealer", "inspector")
    return person in ROLES and person not in below


def _named(person: str) -> str:
    return f"the {person}" if person in ROLES else person


@dataclass(frozen=True)
class Chips:
    """The chips of a round's wagers, with what is due on each."""

    facts: Facts
    claims: Mapping[str, Claim]
    rules: Rules

    def found(self) -> Iterator[Finding]:
        """What is wrong with where chips went, apart from payments."""
        yield from self._left_lying()
        yield from self._taken_early()

    def _left_lying(self) -> Iterator[Finding]:
        """Tied bets of players who were not there, where the house takes them off and others of the round were settled."""
        one = self.facts.one
        if not (one.closed and any(claim.on_record for claim in self.claims.values())):
            return
        absent = absentees(one)
        for bet, claim in self._bets():
            tied = claim.due_minor == claim.as_dealt_minor == claim.stake_minor != 0 and claim.paid_minor is None
            if tied and bet.player in absent and self.rules.value(parameters.ABSENT_BET) == "taken_off":
                yield from breach(self.rules, "left_on_the_box", bet.at, self.facts.about(bet), bet.wager)

    def _taken_early(self) -> Iterator[Finding]:
        """Chips taken from a box of which something had still to be paid or collected."""
        one, layout = self.facts.one, self.facts.layout
        closing = layout.closing.index if layout.closing else None
        for told, event in one.of(WagerWithdrawn):
            bet = layout.bets.get(event.wager)
            early = bet is not None and closing is not None and told.index > closing
            if bet is None or not early or bet.withdrawn_late == told.position:
                continue
            if self.facts.box_of(bet) in self._waiting(told.index):
                yield from breach(self.rules, "chips_taken_early", told.position, {"player": bet.player}, bet.wager)
        for told, seen in one.of(IrregularityReported):
            own = {self.facts.box_of(bet) for bet, _ in self._bets() if bet.player == seen.about}
            if seen.kind == "takes_chips" and own <= self._waiting(told.index):
                yield from breach(self.rules, "chips_taken_early", told.position, {"player": seen.about or "somebody"})

    def _waiting(self, index: int) -> set[int | None]:
        """The boxes with a wager that had to be paid or collected and was not yet; a tied one needs neither."""
        return {
            self.facts.box_of(bet)
            for bet, claim in self._bets()
            if claim.due_minor != claim.stake_minor and not self._settled(bet, index)
        }

    def _settled(self, bet: Bet, index: int) -> bool:
        paid = self.facts.paid(bet)
        return paid is not None and paid.index < index

    def _bets(self) -> Sequence[tuple[Bet, Claim]]:
        return [(bet, self.claims[bet.wager]) for bet in self.facts.bets if bet.wager in self.claims]

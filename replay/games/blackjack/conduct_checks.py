"""How players and dealer behave about a box: absence, appliances, chips, interruptions, and when winners are paid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    PlayerAbsent,
    WagerChanged,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.values.message import SOMEBODY, Message, Term
from ledger.values.places import DEALER, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.checks import BlackjackCheckContext, check
from replay.games.blackjack.deal import HAND_DECISIONS, BlackjackDeal
from replay.games.blackjack.deviations import first_deviation_kinds
from replay.games.blackjack.procedure import DecisionView
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import Absences, BlackjackTable, place_name
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.judging.house_acts import office_of, person_text
from replay.judging.judgement import WagerDue
from replay.judging.strangers import floor_notes
from replay.judging.wagers import Bet
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "not_supervised": "Cards dealt to {place} without a wager were dealt with by {by} in the absence of the "
        "{due}, who must be present.",
    },
    {
        "not_supervised": Absence((NoticeGiven,), "before"),
    },
)
declare(
    __name__,
    Phase.DECISIONS,
    "dealing",
    {
        "nobody_called": "Player {player} was absent and nobody was called to the hand; {due} must be called.",
    },
    {
        "nobody_called": Absence((PlayerAbsent,)),
    },
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "appliance": "An appliance was seen with {player}.",
    },
    holds_anyhow=("appliance",),
)
declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "left_on_the_box": "Wager {wager} of {player}, who was absent, tied and was left on the box.",
        "paid_before_dealer": "Wager {wager} of {player} was paid before the dealer's hand with {upcard} was complete.",
    },
    {
        "left_on_the_box": Absence((WagerReturned,)),
    },
)
declare(
    __name__,
    Phase.MONEY,
    "players",
    {
        "chips_taken_early": "Player {player} took chips from a box before all of it was paid.",
    },
    {
        "chips_taken_early": Absence((WagerReturned,), "before"),
    },
)


@check
def absent_players(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Hands that were to be played when nobody was there to call them, and to which the dealer called nobody."""
    called = {
        round_entry.position
        for round_entry, event in context.round.entries_of(PlayerAbsent)
        if event.called == rules.edition.authority
    }
    found: set[Absences] = set()
    for box, absences in _moments_by_rule(context, rules):
        positions = {position for _, position in absences}
        if absences in found or positions & called:
            continue
        found.add(absences)
        players = context.deal.play.players(box)
        player, position = min(absences, key=lambda absence: players.index(absence[0]))
        about: dict[str, str | int] = {"player": player, "due": Term(rules.edition.authority)}
        yield from breach(rules, "nobody_called", position, about)


def _moments_by_rule(context: BlackjackCheckContext, rules: Rules) -> Iterator[tuple[int, Absences]]:
    """When the house's rule decided, or should have: the box, and which of its players were not there."""
    play = context.deal.play
    for stretch in context.deal.stretches if len(context.deal.presence_states) > 1 else ():
        decided = stretch.explanation.decisions if stretch.explanation else ()
        moments = [
            (view.place, view.absences)
            for view, what in decided
            if isinstance(view, DecisionView) and what in HAND_DECISIONS
        ]
        missed = [fault for fault in stretch.deviations if fault.kind == "not_asked"]
        moments += [(fault.place, fault.board.absences) for fault in missed if isinstance(fault.board, BlackjackTable)]
        for place, absences in moments:
            box = box_of(place) or 0
            own = frozenset(absence for absence in absences if absence[0] in play.players(box))
            if own and play.is_by_rule(context.deal.start_board._replace(absences=own), box, rules):
                yield box, own


@check
def irregularities(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    for round_entry, seen in floor_notes(context.round):
        if seen.kind == "appliance":
            yield from breach(rules, "appliance", round_entry.position, {"player": seen.about or SOMEBODY})
        elif seen.kind == "partnership":
            yield from breach(rules, "partnership", round_entry.position, _partnership_particulars(seen.about, context))


def _partnership_particulars(player: str | None, context: BlackjackCheckContext) -> dict[str, str | int]:
    most = max(
        (limit[1] for bet in context.main_bets for kind, limit in bet.terms.limits.items() if kind == MAIN), default=0
    )
    players = Message("{player} and others", player=player or SOMEBODY)
    return {"players": players, "how": Term("in partnership"), "most": context.format_money(most)}


@check
def other_than_chips(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.bets:
        if bet.laid_in != "chips":
            yield from breach(rules, "not_in_chips", bet.position, context.particulars(bet), bet.wager)


@check
def winners_paid(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Winners who were paid before the dealer's hand was complete, where that comes first."""
    upcard = context.board.dealer.all_cards[:1]
    if not upcard or upcard[0][0] not in rules.value(parameters.DEALER_FIRST):
        return
    came: list[tuple[RoundEntry, CardDealt | CardMoved]] = [
        *context.round.entries_of(CardDealt),
        *context.round.entries_of(CardMoved),
    ]
    cards = sorted(round_entry.index for round_entry, card in came if card.place == DEALER)
    incomplete = len(cards) < 2 and context.deal.play.due(context.board, rules) is not None
    for bet in context.bets:
        paid = context.payment_entry(bet)
        held_minor = (bet.paid_minor or 0) - bet.taken_back.amount_minor
        if paid is None or held_minor <= bet.stake_minor or _is_even_money(bet, context, rules):
            continue
        if incomplete or (cards and paid.index < cards[-1]):
            yield from breach(
                rules, "paid_before_dealer", paid.position, {**context.particulars(bet), "upcard": upcard[0]}, bet.wager
            )


def _is_even_money(bet: Bet, context: BlackjackCheckContext, rules: Rules) -> bool:
    """Whether a player took even money, which is paid at once."""
    taken = context.has_even_money(context.board.hand_at(hand_place(context.box_of(bet) or 0)), bet.player)
    return taken and rules.evaluate(parameters.EVEN_PAID, lambda when: when == "at_once")


def supervision_findings(round_: Round, deal: BlackjackDeal, rules: Rules) -> Iterator[Finding]:
    """Such a correction that nobody supervised whom the house wants there."""
    clause = rules.clause_of("not_supervised")
    if clause is None or deal.explanation is None or "empty_box" not in first_deviation_kinds(deal, rules):
        return
    done = _correction_entries(round_, deal)
    with rules.scope() as grounds:
        due = rules.value(parameters.SUPERVISED_BY)
    if due == "nobody" or not done or any(_has_office(person, due, round_) for person in _people_present(round_, done)):
        return
    faults = zip(deal.explanation.deviations, first_deviation_kinds(deal, rules), strict=True)
    fault = next(fault for fault, kind in faults if kind == "empty_box")
    who = [
        round_entry.event.by for round_entry in done if isinstance(round_entry.event, CorrectionBegun | CorrectionCompleted)
    ]
    by = person_text(who[0]) if who else SOMEBODY
    about: dict[str, str | int] = {"place": place_name(fault.place), "by": by, "due": Term(due)}
    yield Finding("not_supervised", sorted_clauses({clause, *grounds}), done[0].position, about)


def _correction_entries(round_: Round, deal: BlackjackDeal) -> list[RoundEntry]:
    """What was done to put the round right."""
    round_entries = [
        round_entry for kind in (CorrectionBegun, CorrectionCompleted) for round_entry, _ in round_.entries_of(kind)
    ]
    return round_entries or ([] if deal.last_move is None else [deal.last_move])


def _people_present(round_: Round, correction_entries: list[RoundEntry]) -> Iterator[str]:
    """Who put the round right, or was told of the error before that was over."""
    for round_entry in correction_entries:
        if isinstance(round_entry.event, CorrectionBegun | CorrectionCompleted):
            yield round_entry.event.by
    for round_entry, notice in round_.entries_of(NoticeGiven):
        if round_entry.index < correction_entries[-1].index:
            yield from (notice.by, notice.to)


def _has_office(person: str, office: str, round_: Round) -> bool:
    """Whether somebody has this office, or one above it."""
    below = (None, "dealer") if office == "inspector" else (None, "dealer", "inspector")
    return office_of(person, round_) not in below


@dataclass(frozen=True)
class ChipHandling:
    """The chips of a round's wagers, with what is due on each."""

    context: BlackjackCheckContext
    wagers_due: Mapping[str, WagerDue]
    rules: Rules

    def findings(self) -> Iterator[Finding]:
        """What is wrong with where chips went, apart from payments."""
        yield from self._left_on_box()
        yield from self._taken_early()

    def _left_on_box(self) -> Iterator[Finding]:
        """Tied bets of players who were not there, where the house takes them off and others of the round were settled."""
        round_ = self.context.round
        if not (round_.is_over and any(claim.on_record for claim in self.wagers_due.values())):
            return
        absent = {player for player, _ in self.context.deal.presence_states[-1]}
        for bet, claim in self._bets_with_dues():
            tied = claim.due_minor == claim.as_dealt_minor == claim.stake_minor != 0 and claim.paid_minor is None
            if tied and bet.player in absent and self.rules.value(parameters.ABSENT_BET) == "taken_off":
                yield from breach(self.rules, "left_on_the_box", bet.position, self.context.particulars(bet), bet.wager)

    def _taken_early(self) -> Iterator[Finding]:
        """Chips taken from a box of which something had still to be paid or collected, as far as payments are recorded."""
        round_ = self.context.round
        for round_entry, bet in self._pick_ups() if round_.entries_of(WagerReturned) else ():
            if self.context.box_of(bet) in self._boxes_to_settle(round_entry.index):
                yield from breach(self.rules, "chips_taken_early", round_entry.position, {"player": bet.player}, bet.wager)
        for round_entry, seen in floor_notes(round_):
            own = {self.context.box_of(bet) for bet, _ in self._bets_with_dues() if bet.player == seen.about}
            if seen.kind == "takes_chips" and own <= self._boxes_to_settle(round_entry.index):
                yield from breach(self.rules, "chips_taken_early", round_entry.position, {"player": seen.about or SOMEBODY})

    def _pick_ups(self) -> Iterator[tuple[RoundEntry, Bet]]:
        """Bets of which their players took chips once the cards had decided them, or the payments had begun."""
        layout = self.context.round_wagers
        closing = layout.closing_entry
        for round_entry in self.context.round.entries:
            event = round_entry.event
            if closing is None or round_entry.index < closing.index or not isinstance(event, WagerWithdrawn | WagerChanged):
                continue
            bet = layout.bets.get(event.wager)
            if bet is None or event.by not in (None, bet.player):
                continue
            if round_entry.position in (bet.withdrawn_late_position, *(at for at, _, _ in bet.late_changes)):
                continue
            if isinstance(event, WagerWithdrawn) or event.stake_minor < bet.playing_minor:
                yield round_entry, bet

    def _boxes_to_settle(self, index: int) -> set[int | None]:
        """The boxes with a wager that had to be paid or collected and was not yet; a tied one needs neither."""
        return {
            self.context.box_of(bet)
            for bet, claim in self._bets_with_dues()
            if claim.due_minor != claim.stake_minor and not self._is_settled(bet, index)
        }

    def _is_settled(self, bet: Bet, index: int) -> bool:
        paid = self.context.payment_entry(bet)
        return paid is not None and paid.index < index

    def _bets_with_dues(self) -> Sequence[tuple[Bet, WagerDue]]:
        return [(bet, self.wagers_due[bet.wager]) for bet in self.context.bets if bet.wager in self.wagers_due]

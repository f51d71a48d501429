"""What is no matter of the order of the cards: wagers, limits, insurance, signals, times of payment, the shoe."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from ledger.events.play import (
    CardDealt,
    CardMoved,
    CorrectionBegun,
    DecisionMade,
    TipGiven,
    TotalAnnounced,
    WagerReturned,
)
from ledger.values.cards import is_known
from ledger.values.message import NO_CARD, SOMEBODY, Message, Term
from ledger.values.places import DEALER, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.box_control import box_bounds, calling_order, main_bets_on_time
from replay.games.blackjack.deal import HAND_DECISIONS, BlackjackDeal
from replay.games.blackjack.frames import boxes_with_wagers, hands_by_entry
from replay.games.blackjack.procedure import is_even_money_open, is_insurance_open
from replay.games.blackjack.settlement import EXTRA_KINDS, FREE_KINDS, MAIN, WAGER_KINDS
from replay.games.blackjack.table import BlackjackTable, Hand, is_ten, is_two_card_21, place_name, total
from replay.judging.composition import breach, composition
from replay.judging.finding import Finding, Phase, declare, sorted_clauses
from replay.judging.game import Hands, hands_after
from replay.judging.payments import payments_without_wager
from replay.judging.strangers import floor_notes
from replay.judging.wagers import Bet, RoundWagers, closing_event_text, strangers_findings
from replay.rulebooks.rules import Rules
from replay.shoe.checks import custody_findings
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.CARDS,
    "dealing",
    {
        "face_down": "A card was dealt face down to {place}.",
    },
    holds_anyhow=("face_down",),
)
declare(
    __name__,
    Phase.DECISIONS,
    "players",
    {
        "missing_signal": "At {place}, {what} was said without {missing}.",
    },
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "wrong_double_stake": "The {kind} ({wager}) of {player} is {amount}; it must be {due}.",
        "wrong_split_stake": "The {kind} ({wager}) of {player} is {amount}; it must be {due}.",
        "insurance_not_open": "Player {player} insured ({wager}) against {upcard}, which cannot be insured.",
        "insurance_amount": "The insurance {wager} of {player} is {amount}; {share} of {parent} may be insured.",
        "late_insurance": "The insurance {wager} of {player} was placed after play had begun.",
        "even_money_not_open": "{place} asked for even money, which is not allowed for this hand.",
    },
)
declare(
    __name__,
    Phase.MONEY,
    "dealing",
    {
        "wrong_total": "The dealer announced {said} for {place}; the correct total was {total}. An announced "
        "total is not binding.",
        "not_paid_at_once": "The blackjack of {player} ({wager}) against {upcard} was not paid before play continued.",
        "paid_too_soon": "The blackjack of {player} ({wager}) against {upcard} was paid before the dealer's second card.",
        "insurance_not_collected": "The lost insurance {wager} of {player} was not collected with the dealer's "
        "second card.",
    },
)
declare(
    __name__,
    Phase.MONEY,
    "players",
    {
        "card_touched": "Player {player} touched a card.",
    },
    holds_anyhow=("card_touched",),
)


@dataclass(frozen=True)
class BlackjackCheckContext:
    """What the checks look at: the round, its wagers, and the cards as they were dealt."""

    round: Round
    round_wagers: RoundWagers
    deal: BlackjackDeal
    board: BlackjackTable
    """The table as it was dealt; once it was put right, as it lay then."""

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        return tuple(self.round_wagers.bets.values())

    @cached_property
    def main_bets(self) -> tuple[Bet, ...]:
        """The wagers on boxes that were down when bets closed."""
        return tuple(main_bets_on_time(self.bets))

    def parent(self, bet: Bet) -> Bet | None:
        """Return the wager that an extra one hangs on. A free bet counts for its original bet, whatever its chip says."""
        parent = self._named_parent(bet)
        if parent is None or parent.kind not in FREE_KINDS:
            return parent
        return replace(parent, nominal_minor=self._original_minor(parent))

    def _original_minor(self, free_bet: Bet) -> int:
        """Return the original bet's value, which a free bet must stand for and is paid by."""
        bet, seen = free_bet, {free_bet.wager}
        while bet.kind in FREE_KINDS:
            parent = self._named_parent(bet)
            if parent is None or parent.wager in seen:
                return free_bet.value_in_play_minor
            bet = parent
            seen.add(bet.wager)
        return bet.playing_minor

    def _named_parent(self, bet: Bet) -> Bet | None:
        """Return the wager that an extra one names, else the player's on the box, else the box's."""
        if bet.parent is not None:
            return self.round_wagers.bets.get(bet.parent)
        on_box = [main for main in self.main_bets if main.box == bet.box]
        return next((main for main in on_box if main.player == bet.player), next(iter(on_box), None))

    def box_of(self, bet: Bet) -> int | None:
        """The box that a wager lies on; an extra one without a box lies on that of the wager it hangs on."""
        parent = self.parent(bet) if bet.box is None and bet.kind in EXTRA_KINDS else None
        return bet.box if parent is None else parent.box

    def has_followed_split(self, bet: Bet) -> bool:
        """Whether the player of a wager has laid a stake for a split of its box."""
        staked = (split_bet for split_bet in self.bets if split_bet.kind.endswith("split") and not split_bet.withdrawn)
        return any(split_bet.player == bet.player and self.box_of(split_bet) == self.box_of(bet) for split_bet in staked)

    def has_even_money(self, hand: Hand | None, player: str | None) -> bool:
        """Whether even money was taken on a hand by whoever asked for it, on the cards as they lay then or lie now."""
        explanations = (stretch.explanation for stretch in self.deal.stretches)
        boards = (self.board, self.deal.board, *(explanation.board for explanation in explanations if explanation))
        exits = {exit_ for board in boards for exit_ in board.exits}
        return any(hand and box == hand.box and how == "paid" and player in (None, who) for box, who, how in exits)

    def format_money(self, minor: int) -> str:
        """An amount with its currency."""
        return self.round.format_money(minor)

    def particulars(self, bet: Bet) -> dict[str, str | int]:
        """A wager's particulars, as findings tell them."""
        return {
            "wager": bet.wager,
            "player": bet.player,
            "kind": _placed_on(bet),
            "amount": self.format_money(bet.value_minor),
            "closing": closing_event_text(self.round, bet.position),
        }

    def play_start_index(self, rules: Rules) -> int | None:
        """Where in the line the play began: with the first decision on a hand, else the dealer's next card."""
        announced = (
            round_entry.index
            for round_entry, decision in self.round.entries_of(DecisionMade)
            if decision.what in HAND_DECISIONS
        )
        return next(announced, None) or self._dealer_draw_index(rules)

    def first_draw_index(self, rules: Rules) -> int | None:
        """Where the first card after the deal was drawn; what lay there when the deal was put right is part of it."""
        righted = [round_entry.index for round_entry, _ in self.round.entries_of(CorrectionBegun)]
        dealt = max(self.deal_end_index(rules), self.deal.last_move.index if self.deal.last_move else 0, *righted)
        return next((round_entry.index for round_entry in self.round.card_entries if round_entry.index > dealt), None)

    def deal_end_index(self, rules: Rules) -> int:
        """Where the last of the first cards was dealt; a box that lacks its second card has its only one."""
        own = sum(row.count("dealer") for row in rules.value(parameters.DEAL_ROUNDS))
        boxes = (self.card_entry(hand.place, 2) or self.card_entry(hand.place, 1) for hand in self.deal.start_board.hands)
        first = [self.card_entry(DEALER, own), *boxes]
        return max((round_entry.index for round_entry in first if round_entry is not None), default=0)

    def _dealer_draw_index(self, rules: Rules) -> int | None:
        """Where the dealer drew after all boxes had their first cards."""
        dealt = self.deal_end_index(rules)
        cards = (round_entry.index for round_entry, card in self.round.entries_of(CardDealt) if card.place == DEALER)
        return next((index for index in cards if index > dealt), None)

    def placement_entry(self, bet: Bet) -> RoundEntry:
        """Where a wager was laid."""
        return next(round_entry for round_entry in self.round.entries if round_entry.position == bet.position)

    def payment_entry(self, bet: Bet) -> RoundEntry | None:
        """Where a wager was first paid or collected."""
        return self._payment_entries.get(bet.wager)

    @cached_property
    def _payment_entries(self) -> Mapping[str, RoundEntry]:
        return {returned.wager: round_entry for round_entry, returned in reversed(self.round.entries_of(WagerReturned))}

    def card_entry(self, place: str, number: int) -> RoundEntry | None:
        """By what a place came to hold so many cards: dealt there, or moved; one that was moved away again is none."""
        held: RoundEntry | None = None
        for round_entry, hands in self._hands_after_cards:
            there = len(hands.get(place, ()))
            if there >= number:
                held = held or round_entry
            elif isinstance(round_entry.event, CardMoved):
                held = None
        return held

    @cached_property
    def _hands_after_cards(self) -> list[tuple[RoundEntry, Hands]]:
        """The hands after each card that was dealt or moved."""
        hands: Hands = {}
        found: list[tuple[RoundEntry, Hands]] = []
        for round_entry in self.round.entries:
            if type(round_entry.event) in (CardDealt, CardMoved):
                hands, _ = hands_after(hands, round_entry)
                found.append((round_entry, hands))
        return found


def _placed_on(bet: Bet) -> str:
    """What a wager is on, as it is said: its box, or its kind and the box beside which it lies."""
    if bet.kind == MAIN:
        return Message("box {box}", box=bet.box)
    return Term(bet.kind) if bet.box is None else Message("{kind} on box {box}", kind=Term(bet.kind), box=bet.box)


Check = Callable[[BlackjackCheckContext, Rules], Iterator[Finding]]
CHECKS: Final[list[Check]] = []
Bounds = tuple[int, int, int]
"""The least and the most, and the unit between, in minor units."""


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


@check
def late_bets(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    for bet in context.bets:
        known = bet.kind in WAGER_KINDS or bet.kind in rules.value(parameters.SIDE_BETS)
        if known and not (bet.late or bet.late_changes):
            continue
        about = context.particulars(bet)
        if bet.late:
            yield from _late_bet_findings(bet, about, rules)
        for at, before, after in bet.late_changes:
            shown = {
                n: context.format_money(v) if isinstance(v, int) else v for n, v in (("before", before), ("after", after))
            }
            yield from breach(
                rules, "changed_late", at, {**about, **shown, "closing": closing_event_text(context.round, at)}, bet.wager
            )
        if not known:
            yield Finding("unknown_wager", (), bet.position, about, (bet.wager,))


def _late_bet_findings(bet: Bet, particulars: Mapping[str, str | int], rules: Rules) -> Iterator[Finding]:
    """A bet that may be laid longer than others rests on its own clause."""
    with rules.scope() as grounds:
        longer = rules.value(parameters.SIDE_BETS).get(bet.kind) == "dealer_blackjack"
        grounds.clear()
        own = grounds if longer and rules.value(parameters.JACK_UNTIL) == "first_card" else set[str]()
    for finding in breach(rules, "late_bet", bet.position, particulars, bet.wager):
        yield replace(finding, clauses=sorted_clauses(own or finding.clauses))


def bounds(bet: Bet, context: BlackjackCheckContext, rules: Rules) -> Bounds | None:
    """The limits of the box on which a bet lies, in minor units."""
    return box_bounds(bet, context.round, rules)


@check
def extra_stakes(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Doubles and splits are staked as much as the wager that they hang on."""
    for bet in context.bets:
        if bet.kind not in ("double", "split") or bet.withdrawn:
            continue
        about, parent = context.particulars(bet), context.parent(bet)
        if parent is None or not _is_decided(context, bet):
            if not _is_follower(context, bet, rules):
                yield from breach(rules, "late_bet", bet.position, about, bet.wager)
        elif is_unequal_extra(bet, parent.value_in_play_minor, rules):
            due = context.format_money(parent.value_in_play_minor)
            yield from breach(rules, f"wrong_{bet.kind}_stake", bet.position, {**about, "due": due}, bet.wager)


def is_unequal_extra(bet: Bet, due_minor: int, rules: Rules) -> bool:
    """Whether a double or a split is not staked as it must be, against the value of the wager that it hangs on."""
    if bet.kind not in ("double", "split") or bet.playing_minor == due_minor:
        return False
    return bet.playing_minor > due_minor or rules.value(parameters.EACH_STAKE) == "equal"


def _is_follower(context: BlackjackCheckContext, bet: Bet, rules: Rules) -> bool:
    """Whether whoever else has the say on the box would have had to decide it first: that is a breach of its own."""
    order = next((there for box, there in calling_order(context.main_bets, rules) if box == context.box_of(bet)), ())
    return rules.clause_of("may_not_follow") is not None and bet.player in order[1:]


def _is_decided(context: BlackjackCheckContext, bet: Bet) -> bool:
    """Whether the hand was doubled or split at the table, rightly or not."""
    box = context.box_of(bet)
    hand = context.board.hand_at(hand_place(box or 0, bet.hand))
    asked = any(
        event.what == bet.kind and box_of(event.place) == box for _, event in context.round.entries_of(DecisionMade)
    )
    return asked or (hand is not None and (hand.doubled if bet.kind == "double" else bool(hand.split_from)))


@check
def insurances(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    righted = max((round_entry.index for round_entry, _ in context.round.entries_of(CorrectionBegun)), default=-1)
    began = (
        context.play_start_index(rules)
        if rules.value(parameters.INSURANCE_UNTIL) == "first_decision"
        else context.first_draw_index(rules)
    )
    yield from _words_of_insurance(context, rules)
    for bet in context.bets:
        if bet.kind != "insurance" or bet.withdrawn:
            continue
        about, parent = context.particulars(bet), context.parent(bet)
        upcard = " ".join(context.board.dealer.all_cards[:1]) or NO_CARD
        if parent is None or not is_insurance_open(context.board, rules):
            yield from breach(rules, "insurance_not_open", bet.position, {**about, "upcard": upcard}, bet.wager)
            continue
        of_extra = parent.kind != MAIN and rules.evaluate(parameters.INSURED_EXTRAS, bool)
        settled, laid_at = context.payment_entry(parent), context.placement_entry(bet).index
        over = settled is not None and righted < settled.index < laid_at
        begun = over or (began is not None and began < laid_at)
        if begun and not of_extra:
            yield from breach(rules, "late_insurance", bet.position, about, bet.wager)
        yield from _insured_amount(context, bet, parent, rules)


def _words_of_insurance(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Insurances that were asked for without a stake where the house insures nothing."""
    staked = {(context.box_of(bet), bet.player) for bet in context.bets if bet.kind == "insurance"}
    for round_entry, event in context.round.entries_of(DecisionMade):
        box = box_of(event.place)
        if event.what != "insurance" or box is None or is_insurance_open(context.board, rules):
            continue
        players = context.deal.play.players(box)
        player = event.by or next(iter(players), SOMEBODY)
        if player in players and (box, player) not in staked:
            upcard = " ".join(context.board.dealer.all_cards[:1]) or NO_CARD
            about: dict[str, str | int] = {"player": player, "wager": Term("no stake"), "upcard": upcard}
            yield from breach(rules, "insurance_not_open", round_entry.position, about)


def _insured_amount(context: BlackjackCheckContext, bet: Bet, parent: Bet, rules: Rules) -> Iterator[Finding]:
    """An insurance above the share, below it where it must be exact, or no multiple of the house's step."""
    part, whole = map(int, rules.value(parameters.INSURANCE_SHARE).split(":"))
    share = parent.value_in_play_minor * Fraction(part, whole)
    with rules.scope() as grounds:
        exact = bet.playing_minor >= share or not rules.evaluate(parameters.INSURANCE_AMOUNT, lambda how: how == "exactly")
    about = {**context.particulars(bet), "share": f"{part}/{whole}", "parent": context.format_money(parent.playing_minor)}
    if is_insurance_off_step(context, bet, rules):
        step = context.format_money(int(_insurance_step(context, bet, rules)))
        shown = Message("multiples of {amount}, up to {share}", amount=step, share=f"{part}/{whole}")
        yield from breach(rules, "insurance_amount", bet.position, {**about, "share": shown}, bet.wager)
    elif bet.playing_minor > share or not exact:
        for finding in breach(rules, "insurance_amount", bet.position, about, bet.wager):
            yield replace(finding, clauses=sorted_clauses({*finding.clauses, *grounds}))


def is_insurance_off_step(context: BlackjackCheckContext, bet: Bet, rules: Rules) -> bool:
    """Whether an insurance is no multiple of the house's step: below its minimum, or between two steps."""
    step = _insurance_step(context, bet, rules)
    return bool(step and bet.playing_minor % step)


def _insurance_step(context: BlackjackCheckContext, bet: Bet, rules: Rules) -> Fraction:
    """What an insurance is a multiple of; 0 where the house has no such rule or posts no minimum."""
    step, held = rules.value(parameters.INSURANCE_STEP), bounds(bet, context, rules)
    return Fraction(0) if step == "none" or held is None else held[0] * Fraction(*map(int, step.split(":")))


@check
def signals(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Decisions without hand or voice, and even money for what is no blackjack against such a card, or too late."""
    for round_entry, event in context.round.entries_of(DecisionMade):
        about: dict[str, str | int] = {"place": place_name(event.place), "what": Term(event.what)}
        if event.signal != "both" and event.what in HAND_DECISIONS and rules.value(parameters.SIGNALS) == "both":
            missing = Term({"hand": "voice", "voice": "sign of the hand"}[event.signal])
            yield from breach(rules, "missing_signal", round_entry.position, {**about, "missing": missing})
        hand = context.board.hand_at(event.place)
        if event.what != "even_money":
            continue
        if not context.deal.play.is_player_of(box_of(event.place), event.by or ""):
            continue  # it is nobody's wager to take it for
        late = not context.has_even_money(hand, event.by)
        if late or hand is None or not is_even_money_open(context.board, hand, rules):
            yield from breach(rules, "even_money_not_open", round_entry.position, about)


@check
def table_manners(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Cards touched, tips, cards the wrong way up."""
    for round_entry, noted in floor_notes(context.round):
        if noted.kind == "touch":
            yield from breach(rules, "card_touched", round_entry.position, {"player": noted.about or SOMEBODY})
    for round_entry, tip in context.round.entries_of(TipGiven):
        if not rules.value(parameters.TIPS):
            about: dict[str, str | int] = {"player": tip.player, "amount": context.format_money(tip.amount_minor)}
            yield from breach(rules, "tip", round_entry.position, about)
    for round_entry, dealt in context.round.entries_of(CardDealt):
        if dealt.face == "down" and rules.value(parameters.FACE_UP):
            yield from breach(rules, "face_down", round_entry.position, {"place": place_name(dealt.place)})


@check
def announced_totals(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """A total that was told wrongly: it binds nobody. A soft hand may be told by either count."""
    if not context.round.entries_of(TotalAnnounced):
        return
    for round_entry, hands, _ in hands_by_entry(context.round, boxes_with_wagers(context.bets)):
        event = round_entry.event
        cards = hands.get(event.place, ()) if isinstance(event, TotalAnnounced) else ()
        if not isinstance(event, TotalAnnounced) or not cards or not all(map(is_known, cards)):
            continue
        has, soft = total(Hand(event.place, tuple(cards)), rules)
        if event.total not in ({has, has - 10} if soft else {has}):
            about: dict[str, str | int] = {"place": place_name(event.place), "said": event.total, "total": has}
            yield from breach(rules, "wrong_total", round_entry.position, about)


@check
def times_of_payment(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Blackjacks are paid when the house says so, not later and not sooner."""
    upcard = context.board.dealer.all_cards[:1]
    began, first, second = context.play_start_index(rules), context.card_entry(DEALER, 1), context.card_entry(DEALER, 2)
    if not upcard or first is None or (began is not None and first.index > began):
        return
    half = upcard[0][0] == "A" or is_ten(upcard[0], rules)
    for bet in context.main_bets:
        hand, paid = context.board.hand_at(hand_place(bet.box or 0)), context.payment_entry(bet)
        if (
            hand is None
            or paid is None
            or hand.split_from
            or not is_two_card_21(hand, rules)
            or context.board.exit_of(bet.box, bet.player)
        ):
            continue
        round_entry = context.card_entry(hand.place, 2)
        if round_entry is None or (began is not None and round_entry.index > began):
            continue  # it was no blackjack yet when the play began
        about = {**context.particulars(bet), "upcard": upcard[0]}
        if not half and rules.value(parameters.PAID_AT_ONCE) and began is not None and paid.index > began:
            yield from breach(rules, "not_paid_at_once", paid.position, about, bet.wager)
        elif half and (second is None or paid.index < second.index):
            yield from breach(rules, "paid_too_soon", paid.position, about, bet.wager)


@check
def lost_insurances(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Where lost insurances are collected with the dealer's second card, those that lay there are, not later."""
    second, third = context.card_entry(DEALER, 2), context.card_entry(DEALER, 3)
    if second is None or third is None or rules.value(parameters.INSURANCE_LOST) != "with_the_second_card":
        return
    for bet in context.bets:
        paid = context.payment_entry(bet)
        if bet.kind != "insurance" or paid is None or bet.kept_minor != 0:
            continue
        if paid.index > third.index and context.placement_entry(bet).index < second.index:
            yield from breach(rules, "insurance_not_collected", paid.position, context.particulars(bet), bet.wager)


@check
def bets_of_others(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    yield from strangers_findings(context.bets, context.particulars, rules)


@check
def payments(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:  # noqa: ARG001 - of the checks' form
    yield from payments_without_wager(context.round, context.round_wagers.bets, context.format_money)


@check
def shoe_composition(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    yield from composition(context.round, rules)
    yield from custody_findings(context.round, rules)

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
    IrregularityReported,
    TipGiven,
    TotalAnnounced,
    WagerReturned,
)
from ledger.values.cards import is_known
from ledger.values.money import pounds_and_pence
from ledger.values.places import DEALER, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.box_control import on_time, order_of_say
from replay.games.blackjack.deal import PLAYED, Deal
from replay.games.blackjack.frames import boxes, lying
from replay.games.blackjack.procedure import even_money_open, insurance_open
from replay.games.blackjack.settlement import EXTRAS, KINDS, MAIN
from replay.games.blackjack.table import Hand, Table, is_ten, spoken, total, two_card_21
from replay.judging.composition import breach, composition
from replay.judging.finding import Finding, cited
from replay.judging.frame import Hands, laid
from replay.judging.wagers import Bet, Layout, closing_before
from replay.rulebooks.rules import Rules
from replay.shoe.checks import custody
from replay.table_day.round import Round, Told


@dataclass(frozen=True)
class Facts:
    """What the checks look at: the round, its wagers, and the cards as they were dealt."""

    one: Round
    layout: Layout
    deal: Deal
    board: Table
    """The table as it was dealt; once it was put right, as it lay then."""

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        return tuple(self.layout.bets.values())

    @cached_property
    def mains(self) -> tuple[Bet, ...]:
        """The wagers on boxes that were down when bets closed."""
        return tuple(on_time(self.bets))

    def parent(self, bet: Bet) -> Bet | None:
        """The wager that an extra one hangs on: the one it names, else the player's on the box, else the box's."""
        if bet.parent is not None:
            return self.layout.bets.get(bet.parent)
        on_box = [main for main in self.mains if main.box == bet.box]
        return next((main for main in on_box if main.player == bet.player), next(iter(on_box), None))

    def box_of(self, bet: Bet) -> int | None:
        """The box that a wager lies on; an extra one without a box lies on that of the wager it hangs on."""
        parent = self.parent(bet) if bet.box is None and bet.kind in EXTRAS else None
        return bet.box if parent is None else parent.box

    def followed(self, bet: Bet) -> bool:
        """Whether the player of a wager has laid a stake for a split of its box."""
        staked = (one for one in self.bets if one.kind.endswith("split") and not one.withdrawn)
        return any(one.player == bet.player and self.box_of(one) == self.box_of(bet) for one in staked)

    def money(self, minor: int) -> str:
        """An amount with its currency."""
        return f"{pounds_and_pence(minor, self.one.opening.minor_digits)} {self.one.opening.currency}"

    def about(self, bet: Bet) -> dict[str, str | int]:
        """A wager's particulars, as findings tell them."""
        where = "" if bet.box is None else f" on box {bet.box}"
        kind = f"box {bet.box}" if bet.kind == MAIN else bet.kind.replace("_", " ") + where
        told = {"wager": bet.wager, "player": bet.player, "kind": kind}
        return {**told, "amount": self.money(bet.size_minor), "closing": closing_before(self.one, bet.at)}

    def played_at(self, rules: Rules) -> int | None:
        """Where in the line the play began: with the first decision on a hand, else the dealer's next card."""
        said = (told.index for told, decision in self.one.of(DecisionMade) if decision.what in PLAYED)
        return next(said, None) or self._drawn_at(rules)

    def drawn_at(self, rules: Rules) -> int | None:
        """Where the first card after the deal was drawn; what lay there when the deal was put right is part of it."""
        righted = [told.index for told, _ in self.one.of(CorrectionBegun)]
        dealt = max(self._dealt_at(rules), self.deal.touched.index if self.deal.touched else 0, *righted)
        return next((told.index for told in self.one.cards if told.index > dealt), None)

    def _dealt_at(self, rules: Rules) -> int:
        """Where the last of the first cards was dealt; a box that lacks its second card has its only one."""
        own = sum(row.count("dealer") for row in rules.value(parameters.DEAL))
        boxes = (self.card(hand.place, 2) or self.card(hand.place, 1) for hand in self.deal.start.hands)
        first = [self.card(DEALER, own), *boxes]
        return max((told.index for told in first if told is not None), default=0)

    def _drawn_at(self, rules: Rules) -> int | None:
        """Where the dealer drew after all boxes had their first cards."""
        dealt = self._dealt_at(rules)
        cards = (told.index for told, card in self.one.of(CardDealt) if card.place == DEALER)
        return next((index for index in cards if index > dealt), None)

    def placed(self, bet: Bet) -> Told:
        """Where a wager was laid."""
        return next(told for told in self.one.told if told.position == bet.at)

    def paid(self, bet: Bet) -> Told | None:
        """Where a wager was first paid or collected."""
        return self._paid.get(bet.wager)

    @cached_property
    def _paid(self) -> Mapping[str, Told]:
        return {returned.wager: told for told, returned in reversed(self.one.of(WagerReturned))}

    def card(self, place: str, number: int) -> Told | None:
        """By what a place came to hold so many cards: dealt there, or moved; one that was moved away again is none."""
        held: Told | None = None
        for told, hands in self._lying:
            there = len(hands.get(place, ()))
            if there >= number:
                held = held or told
            elif isinstance(told.event, CardMoved):
                held = None
        return held

    @cached_property
    def _lying(self) -> list[tuple[Told, Hands]]:
        """The hands after each card that was dealt or moved."""
        hands: Hands = {}
        found: list[tuple[Told, Hands]] = []
        for told in self.one.told:
            if type(told.event) in (CardDealt, CardMoved):
                hands, _ = laid(hands, told)
                found.append((told, hands))
        return found


Check = Callable[[Facts, Rules], Iterator[Finding]]
CHECKS: Final[list[Check]] = []
Bounds = tuple[int, int, int]
"""The least and the most, and the unit between, in minor units."""


def check(function: Check) -> Check:
    """Registers a check of every round."""
    CHECKS.append(function)
    return function


@check
def late_bets(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.bets:
        known = bet.kind in KINDS or bet.kind in rules.value(parameters.SIDE_BETS)
        if known and not (bet.late or bet.changed_late):
            continue
        about = facts.about(bet)
        if bet.late:
            yield from _late(bet, about, rules)
        for at, before, after in bet.changed_late:
            shown = {n: facts.money(v) if isinstance(v, int) else v for n, v in (("before", before), ("after", after))}
            yield from breach(
                rules, "changed_late", at, {**about, **shown, "closing": closing_before(facts.one, at)}, bet.wager
            )
        if not known:
            yield Finding("unknown_wager", (), bet.at, about, (bet.wager,))


def _late(bet: Bet, about: Mapping[str, str | int], rules: Rules) -> Iterator[Finding]:
    """A bet that may be laid longer than others rests on its own clause."""
    with rules.scope() as grounds:
        longer = rules.value(parameters.SIDE_BETS).get(bet.kind) == "dealer_blackjack"
        grounds.clear()
        own = grounds if longer and rules.value(parameters.JACK_UNTIL) == "first_card" else set[str]()
    for finding in breach(rules, "late_bet", bet.at, about, bet.wager):
        yield replace(finding, clauses=cited(own or finding.clauses))


def bounds(bet: Bet, facts: Facts, rules: Rules) -> Bounds | None:
    """The least and the most on a box and the unit between, in minor units: what is posted, else the rulebook's."""
    posted = bet.under.limits.get(MAIN)
    if posted is not None:
        return (*posted, bet.under.units.get(MAIN, 1))
    held = rules.value(parameters.BOX_LIMITS)
    if isinstance(held, str):
        return None
    whole = 10**facts.one.opening.minor_digits
    return held.least * whole, held.most * whole, held.unit * whole


@check
def extra_stakes(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Doubles and splits are staked as much as the wager that they hang on."""
    for bet in facts.bets:
        if bet.kind not in ("double", "split") or bet.withdrawn:
            continue
        about, parent = facts.about(bet), facts.parent(bet)
        if parent is None or not _decided(facts, bet):
            if not _follower(facts, bet, rules):
                yield from breach(rules, "late_bet", bet.at, about, bet.wager)
            continue
        due = parent.worth_minor
        if bet.playing_minor > due or (bet.playing_minor < due and rules.value(parameters.EACH_STAKE) == "equal"):
            yield from breach(rules, f"wrong_{bet.kind}_stake", bet.at, {**about, "due": facts.money(due)}, bet.wager)


def _follower(facts: Facts, bet: Bet, rules: Rules) -> bool:
    """Whether whoever else has the say on the box would have had to decide it first: that is a breach of its own."""
    order = next((there for box, there in order_of_say(facts.mains, rules) if box == facts.box_of(bet)), ())
    return rules.conduct("may_not_follow") is not None and bet.player in order[1:]


def _decided(facts: Facts, bet: Bet) -> bool:
    """Whether the hand was doubled or split at the table, rightly or not."""
    box = facts.box_of(bet)
    hand = facts.board.at(hand_place(box or 0, bet.hand))
    asked = any(said.what == bet.kind and box_of(said.place) == box for _, said in facts.one.of(DecisionMade))
    return asked or (hand is not None and (hand.doubled if bet.kind == "double" else bool(hand.split_from)))


@check
def insurances(facts: Facts, rules: Rules) -> Iterator[Finding]:
    righted = max((told.index for told, _ in facts.one.of(CorrectionBegun)), default=-1)
    began = facts.played_at(rules) if rules.value(parameters.INSURANCE_UNTIL) == "first_decision" else facts.drawn_at(rules)
    for bet in facts.bets:
        if bet.kind != "insurance" or bet.withdrawn:
            continue
        about, parent = facts.about(bet), facts.parent(bet)
        upcard = " ".join(facts.board.dealer.lying[:1]) or "no card"
        if parent is None or not insurance_open(facts.board, rules):
            yield from breach(rules, "insurance_not_open", bet.at, {**about, "upcard": upcard}, bet.wager)
            continue
        of_extra = parent.kind != MAIN and rules.depends(parameters.INSURED_EXTRAS, bool)
        settled, laid_at = facts.paid(parent), facts.placed(bet).index
        over = settled is not None and righted < settled.index < laid_at
        begun = over or (began is not None and began < laid_at)
        if begun and not of_extra:
            yield from breach(rules, "late_insurance", bet.at, about, bet.wager)
        yield from _insured_amount(facts, bet, parent, rules)


def _insured_amount(facts: Facts, bet: Bet, parent: Bet, rules: Rules) -> Iterator[Finding]:
    """An insurance above the share, below it where it must be exact, or no multiple of the house's step."""
    part, whole = map(int, rules.value(parameters.INSURANCE_SHARE).split(":"))
    share = parent.worth_minor * Fraction(part, whole)
    with rules.scope() as grounds:
        exact = bet.playing_minor >= share or not rules.depends(parameters.INSURANCE_AMOUNT, lambda how: how == "exactly")
    about = {**facts.about(bet), "share": f"{part}/{whole}", "parent": facts.money(parent.playing_minor)}
    step = _step(facts, bet, rules)
    if bet.playing_minor > share or not exact:
        for finding in breach(rules, "insurance_amount", bet.at, about, bet.wager):
            yield replace(finding, clauses=cited({*finding.clauses, *grounds}))
    elif step and bet.playing_minor % step:
        shown = f"multiples of {facts.money(int(step))}, up to {part}/{whole}"
        yield from breach(rules, "insurance_amount", bet.at, {**about, "share": shown}, bet.wager)


def _step(facts: Facts, bet: Bet, rules: Rules) -> Fraction:
    """What an insurance is a multiple of; 0 where the house has no such rule or posts no minimum."""
    step, held = rules.value(parameters.INSURANCE_STEP), bounds(bet, facts, rules)
    return Fraction(0) if step == "none" or held is None else held[0] * Fraction(*map(int, step.split(":")))


@check
def signals(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Decisions without hand or voice, and even money for what is no blackjack against such a card."""
    began = facts.played_at(rules)
    for told, event in facts.one.of(DecisionMade):
        about: dict[str, str | int] = {"place": spoken(event.place), "what": event.what.replace("_", " ")}
        if event.signal != "both" and event.what in PLAYED and rules.value(parameters.SIGNALS) == "both":
            missing = {"hand": "voice", "voice": "sign of the hand"}[event.signal]
            yield from breach(rules, "missing_signal", told.position, {**about, "missing": missing})
        hand = facts.board.at(event.place)
        late = began is not None and told.index > began
        if event.what == "even_money" and (late or hand is None or not even_money_open(facts.board, hand, rules)):
            yield from breach(rules, "even_money_not_open", told.position, about)


@check
def manners(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Cards touched, tips, cards the wrong way up."""
    for told, noted in facts.one.of(IrregularityReported):
        if noted.kind == "touch":
            yield from breach(rules, "card_touched", told.position, {"player": noted.about or "somebody"})
    for told, tip in facts.one.of(TipGiven):
        if not rules.value(parameters.TIPS):
            about: dict[str, str | int] = {"player": tip.player, "amount": facts.money(tip.amount_minor)}
            yield from breach(rules, "tip", told.position, about)
    for told, dealt in facts.one.of(CardDealt):
        if dealt.face == "down" and rules.value(parameters.FACE_UP):
            yield from breach(rules, "face_down", told.position, {"place": spoken(dealt.place)})


@check
def announced_totals(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """A total that was told wrongly: it binds nobody. A soft hand may be told by either count."""
    if not facts.one.of(TotalAnnounced):
        return
    for told, hands, _ in lying(facts.one, boxes(facts.bets)):
        said = told.event
        cards = hands.get(said.place, ()) if isinstance(said, TotalAnnounced) else ()
        if not isinstance(said, TotalAnnounced) or not cards or not all(map(is_known, cards)):
            continue
        has, soft = total(Hand(said.place, tuple(cards)), rules)
        if said.total not in ({has, has - 10} if soft else {has}):
            about: dict[str, str | int] = {"place": spoken(said.place), "said": said.total, "total": has}
            yield from breach(rules, "wrong_total", told.position, about)


@check
def times_of_payment(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Blackjacks are paid when the house says so, not later and not sooner."""
    upcard = facts.board.dealer.lying[:1]
    began, first, second = facts.played_at(rules), facts.card(DEALER, 1), facts.card(DEALER, 2)
    if not upcard or first is None or (began is not None and first.index > began):
        return
    half = upcard[0][0] == "A" or is_ten(upcard[0], rules)
    for bet in facts.mains:
        hand, paid = facts.board.at(hand_place(bet.box or 0)), facts.paid(bet)
        if (
            hand is None
            or paid is None
            or hand.split_from
            or not two_card_21(hand, rules)
            or facts.board.left(bet.box, bet.player)
        ):
            continue
        made = facts.card(hand.place, 2)
        if made is None or (began is not None and made.index > began):
            continue  # it was no blackjack yet when the play began
        about = {**facts.about(bet), "upcard": upcard[0]}
        if not half and rules.value(parameters.PAID_AT_ONCE) and began is not None and paid.index > began:
            yield from breach(rules, "not_paid_at_once", paid.position, about, bet.wager)
        elif half and (second is None or paid.index < second.index):
            yield from breach(rules, "paid_too_soon", paid.position, about, bet.wager)


@check
def lost_insurances(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Where lost insurances are collected with the dealer's second card, those that lay there are, not later."""
    second, third = facts.card(DEALER, 2), facts.card(DEALER, 3)
    if second is None or third is None or rules.value(parameters.INSURANCE_LOST) != "with_the_second_card":
        return
    for bet in facts.bets:
        paid = facts.paid(bet)
        if bet.kind != "insurance" or paid is None or bet.paid_minor != 0:
            continue
        if paid.index > third.index and facts.placed(bet).index < second.index:
            yield from breach(rules, "insurance_not_collected", paid.position, facts.about(bet), bet.wager)


@check
def shoe(facts: Facts, rules: Rules) -> Iterator[Finding]:
    yield from composition(facts.one, rules)
    yield from custody(facts.one, rules)

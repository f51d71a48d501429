"""A drilled blackjack round told as entries, as one source would tell it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from drill.blackjack.deal import ODDS, Act, Line, rides_on
from drill.blackjack.expected_money import in_hand, money_after
from drill.blackjack.faults.absence import by_rule
from drill.blackjack.scenario import Script
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import (
    BetsClosed,
    CallerNamed,
    CardDealt,
    CardMixed,
    CardMoved,
    CardsCollected,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    IrregularityReported,
    NoticeGiven,
    PlayerAbsent,
    RoundClosed,
    RoundInterrupted,
    RoundOpened,
    TipGiven,
    TotalAnnounced,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.shoe import CardBurned
from ledger.events.table import LimitsPosted, OddsPosted, SeatTaken, TableOpened
from ledger.values.places import BURN, DEALER, EXPOSED
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import FREE_KINDS, MAIN
from replay.games.blackjack.table import BlackjackTable, is_bust, is_two_card_21
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.grounds import tell
from replay.table_day.builder import TableDay
from replay.table_day.shoe_record import Shoe

DAY: Final = "DRILL/2026-01-01"
Told = tuple[Event, int]
"""An event, and the number of the act that it tells; -1 for what is no act."""

ON_A_HAND: Final = (MAIN, "double", "split", *FREE_KINDS)
"""Wagers that are lost with the hand on which they ride."""

_CORRECTED: Final = 1000
"""Acts of the lawful line after a correction are numbered from here."""


class Telling:
    """Tells one script, act by act, and keeps who has been paid."""

    def __init__(self, script: Script):
        self.script = script
        self.line = script.told_line
        self.complete = script.truth if script.notice == "put_right" and script.misdealt else None
        lying = script.misdealt and self.complete is None
        self.amounts = money_after(script, (self.complete or self.line).acts, over=lying)
        self.in_hand = in_hand(script)
        self.paid: set[str] = set()
        self.extras = by_act(script.extras(self.line))
        self.pays_at_once = script.rules.value(parameters.PAID_AT_ONCE)

    def events(self) -> list[Told]:
        told: list[Told] = [(event, -1) for event in self._opening()]
        begun = False
        for at, act in enumerate(self.line.acts):
            if not begun and self._begins(act):
                begun = True
                told += [(event, -1) for event in self._blackjacks(act.board)]
            told += self._act(at, act)
            told += [(event, -1) for event in self._after(at)]
        if not begun and self.script.play.due_first_card(self.line.end, self.script.rules) is None:
            told += [(event, -1) for event in self._blackjacks(self.line.end)]
        return told + list(self._ending())

    def _opening(self) -> Iterator[Event]:
        """The wagers of a box lie in order, its caller's first; the dealer makes sure who that is if others play on it."""
        yield RoundOpened()
        yield from (bet for bet in self.script.laid if bet.wager not in self.script.accepted)
        yield from self.script.sides
        yield from self.script.beyond
        yield BetsClosed()
        for box in sorted(self.script.others):
            named = self.script.named.get(box, self.script.mains[box].player)
            if named:
                yield CallerNamed(box=box, player=named)
        for player, called in self.script.absent.items():
            yield PlayerAbsent(player=player, called=called)

    def _begins(self, act: Act) -> bool:
        """Whether the play after the deal begins with this act."""
        dealt = self.script.play.due_first_card(act.board, self.script.rules) is None
        return dealt and (act.kind == "card" or act.played)

    def _act(self, at: int, act: Act) -> Iterator[Told]:
        script = self.script
        for when, place, player in script.misstatements:
            if when == at:
                yield DecisionMade(place=place, what="even_money", by=player), -1
        yield from ((bet, -1) for bet in script.laid if script.accepted.get(bet.wager) == at)
        for when, bet in script.more:
            if when == at:
                yield bet, -1
        yield from ((WagerMoved(wager=w, kind=MAIN, hand=2), -1) for when, w in script.shifted if when == at)
        if at in script.laid_out:
            yield from ((event, -1) for event in self._laid_out(at, script.laid_out[at]))
        if act.kind == "choose":
            if at not in script.untold:
                signal = script.signals.get(at, "both")
                how = "rule" if by_rule(script, act) else None
                said = {"place": act.place, "what": act.given, "signal": signal, "by": act.by or None, "how": how}
                yield DecisionMade.model_validate(said), at
            yield from ((bet, -1) for bet in self.extras.get(at, ()))
            return
        if script.dealer_left(act) and len(act.board.dealer.all_cards) == 1:
            yield from ((event, -1) for wager in sorted(script.paid_first) for event in self._pay(wager))
        yield _card(act, self._name(at), down=at in script.face_down), at

    def _name(self, at: int) -> str:
        """The next card at an act, as it was read."""
        number = sum(one.kind == "card" for one in self.line.acts[:at])
        return self.script.names.get(number, self.line.cards[number])

    def _laid_out(self, at: int, place: Literal["exposed", "burn"]) -> Iterator[Event]:
        name = self._name(at)
        yield CardBurned(card=name, reason="error") if place == BURN else CardDealt(place=EXPOSED, card=name)

    def _after(self, at: int) -> Iterator[Event]:
        """What happens right after an act: totals, what players do, and hands that are over."""
        script = self.script
        for when, place, total in script.totals:
            if when == at:
                yield TotalAnnounced(place=place, total=total)
        yield from (bet for when, bet in script.late if when == at + 1)
        for wager, (when, stake) in script.raises.items():
            if when == at + 1:
                yield WagerChanged(wager=wager, stake_minor=stake)
        yield from (WagerWithdrawn(wager=w) for w, when in script.withdrawals.items() if when == at + 1)
        for when, what in script.manners:
            if when == at and what == "tip":
                yield TipGiven(player="P9", amount_minor=500)
            elif when == at and what == "interrupted":
                yield RoundInterrupted(by="inspector")
            elif when == at:
                yield IrregularityReported(kind=what, by="inspector", about="P9")
        yield from self._decided(self.line, at)

    def _decided(self, line: Line, at: int) -> Iterator[Event]:
        """Even money, hands that are over, and lost insurances, where these are collected at once."""
        act, board, rules = line.acts[at], line.after(at), self.script.rules
        hand = board.hand_at(act.place)
        evenly = act.given == "even_money" and rules.value(parameters.EVEN_PAID) == "at_once"
        for bet in self.script.on_box(hand.box or 0) if evenly and hand is not None else ():
            if board.exit_of(bet.box, bet.player) == "paid":
                yield from self._pay(bet.wager)
        if act.kind == "card" and hand is not None and hand.place != DEALER and is_bust(hand, rules):
            riding = [bet for bet in self.script.wagers if rides_on(bet) == hand.place and bet.kind in ON_A_HAND]
            for bet in riding:
                if self.amounts[bet.wager] == 0:
                    yield from self._pay(bet.wager)
        second = act.kind == "card" and act.place == DEALER and len(board.dealer.all_cards) == 2
        if second and rules.value(parameters.INSURANCE_LOST) == "with_the_second_card":
            for bet in (bet for when, bet in self.script.extras(line) if when < at):
                if bet.kind == "insurance" and self.amounts[bet.wager] == 0 and bet.wager not in self.script.paid_late:
                    yield from self._pay(bet.wager)

    def _blackjacks(self, board: BlackjackTable) -> Iterator[Event]:
        """Blackjacks that are paid before the play goes on, rightly or not."""
        rules = self.script.rules
        for bet in self.script.laid:
            hand = board.hand_at(rides_on(bet))
            gone = board.exit_of(bet.box, bet.player)
            if hand is None or hand.split_from or not is_two_card_21(hand, rules) or gone:
                continue
            upcard = board.dealer.all_cards[:1]
            at_once = bool(upcard) and upcard[0][0] not in "ATJQK" and self.pays_at_once
            if (at_once and bet.wager not in self.script.paid_late) or bet.wager in self.script.paid_soon:
                yield from self._pay(bet.wager)

    def _pay(self, wager: str) -> Iterator[Event]:
        amount = self.amounts.get(wager)
        if amount is not None and wager not in self.paid | self.script.never_paid:
            self.paid.add(wager)
            amount = max(amount - self.in_hand.get(wager, 0), 0)
            wrong = self.script.payouts.get(wager, 0)
            yield WagerReturned(wager=wager, amount_minor=amount + (wrong if amount + wrong >= 0 else -wrong))
            yield from (WagerWithdrawn(wager=wager) for _ in self.script.taken & {wager})

    def _ending(self) -> Iterator[Told]:
        script = self.script
        if script.broken_off is not None:
            yield RoundInterrupted(by=script.broken_off[1]), -1
            return
        if script.misdealt and script.notice == "at_once":
            yield NoticeGiven(by="inspector", to="management"), -1
            yield from ((event, -1) for event in self._misput())
            for act in script.refusing:
                yield DecisionMade(place=act.place, what="refuse_card", by=act.by or None), -1
            return
        if self.complete:
            yield from self._put_right(self.complete)
        if not (script.misdealt and script.notice == "after_the_round"):
            for bet in script.wagers:
                yield from ((event, -1) for event in self._pay(bet.wager))
        yield from ((event, -1) for place in script.mixed for event in self._mixed(place))
        yield RoundClosed(), -1
        if script.misdealt and script.notice in ("after_the_round", "after_payout"):
            yield NoticeGiven(by="P9", to="management"), -1

    def _mixed(self, place: str) -> Iterator[Event]:
        """A hand's cards go into the discard, where they cannot be told from others."""
        yield CardsCollected(place=place)
        here = [at for at, act in enumerate(self.line.acts) if act.kind == "card" and act.place == place]
        yield from (CardMixed(card=self._name(at)) for at in here)

    def _misput(self) -> Iterator[Event]:
        """The card in error is put to another wrong place, and the round said to be right."""
        last = self.line.acts[-1]
        if not self.script.misput:
            return
        yield CorrectionBegun(by="inspector")
        yield CardMoved(card=last.given, origin=last.place, place=self.script.misput)
        yield CorrectionCompleted(by="inspector")

    def _put_right(self, right: Line) -> Iterator[Told]:
        """Every card goes where it belongs, and the round is played on from there."""
        yield NoticeGiven(by="inspector", to="management"), -1
        yield from ((event, -1) for event in self._misput())
        yield CorrectionBegun(by="inspector"), -1
        out = [act for act in self.line.acts if act.kind == "card"]
        extras = by_act(self.script.extras(right))
        number, begun = 0, False
        for at, act in enumerate(right.acts):
            if not begun and at >= self.script.departs_at and self._begins(act):
                begun = True
                yield from ((event, -1) for event in self._blackjacks(act.board))
            if act.kind == "card":
                if number >= len(out):
                    yield CardDealt(place=act.place, card=act.given), _CORRECTED + at
                elif out[number].place != act.place:
                    lies = self.script.misput or out[number].place
                    yield CardMoved(card=act.given, origin=lies, place=act.place), _CORRECTED + at
                number += 1
            elif at >= self.script.departs_at:
                how = "rule" if by_rule(self.script, act) else None
                said = {"place": act.place, "what": act.given, "by": act.by or None, "how": how}
                yield DecisionMade.model_validate(said), _CORRECTED + at
                yield from ((bet, -1) for bet in extras.get(at, ()))
            if at >= self.script.departs_at:
                yield from ((event, -1) for event in self._decided(right, at))
        yield CorrectionCompleted(by="inspector"), -1


def by_act(laid: Iterable[tuple[int, WagerPlaced]]) -> dict[int, list[WagerPlaced]]:
    """Wagers by the number of the act upon which they are laid."""
    found: dict[int, list[WagerPlaced]] = {}
    for at, bet in laid:
        found.setdefault(at, []).append(bet)
    return found


def _card(act: Act, name: str, *, down: bool) -> Event:
    if act.by_way_of in (EXPOSED, BURN):
        return CardMoved(card=name, origin=act.by_way_of, place=act.place)
    if act.by_way_of == "face_up":
        return CardDealt(place=act.place, card=name, found="face_up")
    if act.place == BURN:
        return CardBurned(card=name, reason="error")
    return CardDealt(place=act.place, card=name, face="down" if down else "up")


def _around(script: Script) -> Iterator[Event]:
    """Who sits where, and the odds that the house posts."""
    yield from (SeatTaken(player=main.player, seat=box) for box, main in script.mains.items())
    yield from odds_posted(script.rules)


def odds_posted(rules: Rules) -> Iterator[Event]:
    """The odds of pairs, where the house has bets on them."""
    if "pair" in rules.value(parameters.SIDE_BETS).values():
        yield from (OddsPosted(kind=pair, odds=odds) for pair, odds in ODDS.items())


def story(script: Script, edition: Edition, decks: int) -> tuple[TableDay, dict[int, int]]:
    """The round as one source tells it, and the position of each act."""
    told = Telling(script).events()
    least, most, unit = script.limits
    opening = TableOpened(game="blackjack", rulebook=edition.id, currency="EUR")
    line: list[tuple[str, Event, int]] = [(DAY, opening, -1)]
    if edition.values[parameters.BOX_LIMITS.name][0] == "posted":
        line.append((DAY, LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit), -1))
    line += [(DAY, event, -1) for event in _around(script)]
    line += [(f"{DAY}/1", event, at) for event, at in told]
    if script.notice in ("next_round", "never"):
        following = script.shoe[len(script.told_line.cards)]
        bet = WagerPlaced(wager="n1", player="P1", kind=MAIN, stake_minor=least, box=1)
        line += [(f"{DAY}/2", e, -1) for e in (RoundOpened(), bet, BetsClosed(), CardDealt(place="box1", card=following))]
    if script.misdealt and script.notice == "next_round":
        line.append((f"{DAY}/1", NoticeGiven(by="P9", to="management"), -1))
    entries = [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event, _) in enumerate(line, 1)
    ]
    shoe = Shoe("S1", decks, 1, script.device, Counter(script.before), script.out_before)
    positions = {at: n for n, (_, _, at) in enumerate(line, 1) if at >= 0}
    return tell(entries, lambda _, __: edition, shoe), positions

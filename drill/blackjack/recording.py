"""A drilled blackjack round told as entries, as one source would tell it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from drill.blackjack.deal import ODDS, RoundLine, SimulatedAct, riding_place
from drill.blackjack.expected_money import money_after, taken_up_by_wager
from drill.blackjack.faults.absence import is_by_rule
from drill.blackjack.scenario import BlackjackScenario
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
from replay.ruling.grounds import build_table_day
from replay.table_day.builder import TableDay
from replay.table_day.shoe_record import Shoe

DAY: Final = "DRILL/2026-01-01"
ActEvent = tuple[Event, int]
"""An event, and the number of the act that it tells; -1 for what is no act."""

HAND_WAGER_KINDS: Final = (MAIN, "double", "split", *FREE_KINDS)
"""Wagers that are lost with the hand on which they ride."""

_CORRECTION_OFFSET: Final = 1000
"""Acts of the lawful line after a correction are numbered from here."""


class RoundRecording:
    """Tells one script, act by act, and keeps who has been paid."""

    def __init__(self, scenario: BlackjackScenario):
        self.scenario = scenario
        self.line = scenario.recorded_line
        self.corrected_line = scenario.truth if scenario.notice == "put_right" and scenario.is_misdealt else None
        lying = scenario.is_misdealt and self.corrected_line is None
        self.amounts = money_after(scenario, (self.corrected_line or self.line).acts, is_over=lying)
        self.taken_up_by_wager = taken_up_by_wager(scenario)
        self.paid_wagers: set[str] = set()
        self.extras_by_act = group_by_act(scenario.extras_of(self.line))
        self.is_paid_at_once = scenario.rules.value(parameters.PAID_AT_ONCE)

    def events(self) -> list[ActEvent]:
        act_events: list[ActEvent] = [(event, -1) for event in self._opening_events()]
        begun = False
        for at, act in enumerate(self.line.acts):
            if not begun and self._is_start_of_play(act):
                begun = True
                act_events += [(event, -1) for event in self._blackjack_payments(act.board)]
            act_events += self._act_events(at, act)
            act_events += [(event, -1) for event in self._events_after_act(at)]
        if not begun and self.scenario.play.due_first_card(self.line.final_board, self.scenario.rules) is None:
            act_events += [(event, -1) for event in self._blackjack_payments(self.line.final_board)]
        return act_events + list(self._closing_events())

    def _opening_events(self) -> Iterator[Event]:
        """The wagers of a box lie in order, its caller's first; the dealer makes sure who that is if others play on it."""
        yield RoundOpened()
        yield from (bet for bet in self.scenario.box_bets if bet.wager not in self.scenario.accepted_late_bets)
        yield from self.scenario.side_bets
        yield from self.scenario.bets_beyond_table
        yield BetsClosed()
        for box in sorted(self.scenario.co_player_bets):
            named = self.scenario.named_callers.get(box, self.scenario.main_bets[box].player)
            if named:
                yield CallerNamed(box=box, player=named)
        for player, called in self.scenario.absent_players.items():
            yield PlayerAbsent(player=player, called=called)

    def _is_start_of_play(self, act: SimulatedAct) -> bool:
        """Whether the play after the deal begins with this act."""
        dealt = self.scenario.play.due_first_card(act.board, self.scenario.rules) is None
        return dealt and (act.kind == "card" or act.is_play_decision)

    def _act_events(self, at: int, act: SimulatedAct) -> Iterator[ActEvent]:
        script = self.scenario
        for when, place, player in script.undue_even_money:
            if when == at:
                yield DecisionMade(place=place, what="even_money", by=player), -1
        yield from ((bet, -1) for bet in script.box_bets if script.accepted_late_bets.get(bet.wager) == at)
        for when, bet in script.undue_extras:
            if when == at:
                yield bet, -1
        yield from ((WagerMoved(wager=w, kind=MAIN, hand=2), -1) for when, w in script.moved_wagers if when == at)
        if at in script.waiting_cards:
            yield from ((event, -1) for event in self._waiting_card_events(at, script.waiting_cards[at]))
        if act.kind == "choose":
            if at not in script.unrecorded_acts:
                signal = script.signals.get(at, "both")
                how = "rule" if is_by_rule(script, act) else None
                fields = {"place": act.place, "what": act.value, "signal": signal, "by": act.speaker or None, "how": how}
                yield DecisionMade.model_validate(fields), at
            yield from ((bet, -1) for bet in self.extras_by_act.get(at, ()))
            return
        if script.is_dealer_draw(act) and len(act.board.dealer.all_cards) == 1:
            yield from ((event, -1) for wager in sorted(script.paid_before_dealer) for event in self._pay(wager))
        yield _card_event(act, self._card_name(at), is_face_down=at in script.face_down_acts), at

    def _card_name(self, at: int) -> str:
        """The next card at an act, as it was read."""
        number = sum(act.kind == "card" for act in self.line.acts[:at])
        return self.scenario.card_names.get(number, self.line.cards[number])

    def _waiting_card_events(self, at: int, place: Literal["exposed", "burn"]) -> Iterator[Event]:
        name = self._card_name(at)
        yield CardBurned(card=name, reason="error") if place == BURN else CardDealt(place=EXPOSED, card=name)

    def _events_after_act(self, at: int) -> Iterator[Event]:
        """What happens right after an act: totals, what players do, and hands that are over."""
        script = self.scenario
        for when, place, total in script.announced_totals:
            if when == at:
                yield TotalAnnounced(place=place, total=total)
        yield from (bet for when, bet in script.late_bets if when == at + 1)
        for wager, (when, stake) in script.late_raises.items():
            if when == at + 1:
                yield WagerChanged(wager=wager, stake_minor=stake)
        yield from (WagerWithdrawn(wager=w) for w, when in script.late_withdrawals.items() if when == at + 1)
        for when, what in script.incidents:
            if when == at and what == "tip":
                yield TipGiven(player="P9", amount_minor=500)
            elif when == at and what == "interrupted":
                yield RoundInterrupted(by="inspector")
            elif when == at:
                yield IrregularityReported(kind=what, by="inspector", about="P9")
        yield from self._early_settlements(self.line, at)

    def _early_settlements(self, line: RoundLine, at: int) -> Iterator[Event]:
        """Even money, hands that are over, and lost insurances, where these are collected at once."""
        act, board, rules = line.acts[at], line.board_after(at), self.scenario.rules
        hand = board.hand_at(act.place)
        evenly = act.value == "even_money" and rules.value(parameters.EVEN_PAID) == "at_once"
        for bet in self.scenario.bets_on_box(hand.box or 0) if evenly and hand is not None else ():
            if board.exit_of(bet.box, bet.player) == "paid":
                yield from self._pay(bet.wager)
        if act.kind == "card" and hand is not None and hand.place != DEALER and is_bust(hand, rules):
            riding = [
                bet for bet in self.scenario.wagers if riding_place(bet) == hand.place and bet.kind in HAND_WAGER_KINDS
            ]
            for bet in riding:
                if self.amounts[bet.wager] == 0:
                    yield from self._pay(bet.wager)
        second = act.kind == "card" and act.place == DEALER and len(board.dealer.all_cards) == 2
        if second and rules.value(parameters.INSURANCE_LOST) == "with_the_second_card":
            for bet in (bet for when, bet in self.scenario.extras_of(line) if when < at):
                if bet.kind == "insurance" and self.amounts[bet.wager] == 0 and bet.wager not in self.scenario.paid_late:
                    yield from self._pay(bet.wager)

    def _blackjack_payments(self, board: BlackjackTable) -> Iterator[Event]:
        """Blackjacks that are paid before the play goes on, rightly or not."""
        rules = self.scenario.rules
        for bet in self.scenario.box_bets:
            hand = board.hand_at(riding_place(bet))
            gone = board.exit_of(bet.box, bet.player)
            if hand is None or hand.split_from or not is_two_card_21(hand, rules) or gone:
                continue
            upcard = board.dealer.all_cards[:1]
            at_once = bool(upcard) and upcard[0][0] not in "ATJQK" and self.is_paid_at_once
            if (at_once and bet.wager not in self.scenario.paid_late) or bet.wager in self.scenario.paid_early:
                yield from self._pay(bet.wager)

    def _pay(self, wager: str) -> Iterator[Event]:
        amount = self.amounts.get(wager)
        if amount is not None and wager not in self.paid_wagers | self.scenario.unpaid_wagers:
            self.paid_wagers.add(wager)
            amount = max(amount - self.taken_up_by_wager.get(wager, 0), 0)
            wrong = self.scenario.payment_errors.get(wager, 0)
            yield WagerReturned(wager=wager, amount_minor=amount + (wrong if amount + wrong >= 0 else -wrong))
            yield from (WagerWithdrawn(wager=wager) for _ in self.scenario.taken_early & {wager})

    def _closing_events(self) -> Iterator[ActEvent]:
        script = self.scenario
        if script.interruption is not None:
            yield RoundInterrupted(by=script.interruption[1]), -1
            return
        if script.is_misdealt and script.notice == "at_once":
            yield NoticeGiven(by="inspector", to="management"), -1
            yield from ((event, -1) for event in self._wrong_correction_events())
            for act in script.refusals:
                yield DecisionMade(place=act.place, what="refuse_card", by=act.speaker or None), -1
            return
        if self.corrected_line:
            yield from self._correction_events(self.corrected_line)
        if not (script.is_misdealt and script.notice == "after_the_round"):
            for bet in script.wagers:
                yield from ((event, -1) for event in self._pay(bet.wager))
        yield from ((event, -1) for place in script.mixed_places for event in self._mixing_events(place))
        yield RoundClosed(), -1
        if script.is_misdealt and script.notice in ("after_the_round", "after_payout"):
            yield NoticeGiven(by="P9", to="management"), -1

    def _mixing_events(self, place: str) -> Iterator[Event]:
        """A hand's cards go into the discard, where they cannot be told from others."""
        yield CardsCollected(place=place)
        here = [at for at, act in enumerate(self.line.acts) if act.kind == "card" and act.place == place]
        yield from (CardMixed(card=self._card_name(at)) for at in here)

    def _wrong_correction_events(self) -> Iterator[Event]:
        """The card in error is put to another wrong place, and the round said to be right."""
        last = self.line.acts[-1]
        if not self.scenario.wrong_correction_place:
            return
        yield CorrectionBegun(by="inspector")
        yield CardMoved(card=last.value, origin=last.place, place=self.scenario.wrong_correction_place)
        yield CorrectionCompleted(by="inspector")

    def _correction_events(self, corrected_line: RoundLine) -> Iterator[ActEvent]:
        """Every card goes where it belongs, and the round is played on from there."""
        yield NoticeGiven(by="inspector", to="management"), -1
        yield from ((event, -1) for event in self._wrong_correction_events())
        yield CorrectionBegun(by="inspector"), -1
        out = [act for act in self.line.acts if act.kind == "card"]
        extras = group_by_act(self.scenario.extras_of(corrected_line))
        number, begun = 0, False
        for at, act in enumerate(corrected_line.acts):
            if not begun and at >= self.scenario.deviation_index and self._is_start_of_play(act):
                begun = True
                yield from ((event, -1) for event in self._blackjack_payments(act.board))
            if act.kind == "card":
                if number >= len(out):
                    yield CardDealt(place=act.place, card=act.value), _CORRECTION_OFFSET + at
                elif out[number].place != act.place:
                    lies = self.scenario.wrong_correction_place or out[number].place
                    yield CardMoved(card=act.value, origin=lies, place=act.place), _CORRECTION_OFFSET + at
                number += 1
            elif at >= self.scenario.deviation_index:
                how = "rule" if is_by_rule(self.scenario, act) else None
                fields = {"place": act.place, "what": act.value, "by": act.speaker or None, "how": how}
                yield DecisionMade.model_validate(fields), _CORRECTION_OFFSET + at
                yield from ((bet, -1) for bet in extras.get(at, ()))
            if at >= self.scenario.deviation_index:
                yield from ((event, -1) for event in self._early_settlements(corrected_line, at))
        yield CorrectionCompleted(by="inspector"), -1


def group_by_act(bets: Iterable[tuple[int, WagerPlaced]]) -> dict[int, list[WagerPlaced]]:
    """Wagers by the number of the act upon which they are laid."""
    found: dict[int, list[WagerPlaced]] = {}
    for at, bet in bets:
        found.setdefault(at, []).append(bet)
    return found


def _card_event(act: SimulatedAct, card_name: str, *, is_face_down: bool) -> Event:
    if act.card_origin in (EXPOSED, BURN):
        return CardMoved(card=card_name, origin=act.card_origin, place=act.place)
    if act.card_origin == "face_up":
        return CardDealt(place=act.place, card=card_name, found="face_up")
    if act.place == BURN:
        return CardBurned(card=card_name, reason="error")
    return CardDealt(place=act.place, card=card_name, face="down" if is_face_down else "up")


def _seats_and_odds(scenario: BlackjackScenario) -> Iterator[Event]:
    """Who sits where, and the odds that the house posts."""
    yield from (SeatTaken(player=main.player, seat=box) for box, main in scenario.main_bets.items())
    yield from posted_odds_events(scenario.rules)


def posted_odds_events(rules: Rules) -> Iterator[Event]:
    """The odds of pairs, where the house has bets on them."""
    if "pair" in rules.value(parameters.SIDE_BETS).values():
        yield from (OddsPosted(kind=pair, odds=odds) for pair, odds in ODDS.items())


def record_table_day(scenario: BlackjackScenario, edition: Edition, decks: int) -> tuple[TableDay, dict[int, int]]:
    """The round as one source tells it, and the position of each act."""
    act_events = RoundRecording(scenario).events()
    least, most, unit = scenario.limits
    opening = TableOpened(game="blackjack", rulebook=edition.id, currency="EUR")
    line: list[tuple[str, Event, int]] = [(DAY, opening, -1)]
    if edition.values[parameters.BOX_LIMITS.name][0] == "posted":
        line.append((DAY, LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit), -1))
    line += [(DAY, event, -1) for event in _seats_and_odds(scenario)]
    line += [(f"{DAY}/1", event, at) for event, at in act_events]
    if scenario.notice in ("next_round", "never"):
        following = scenario.next_cards[len(scenario.recorded_line.cards)]
        bet = WagerPlaced(wager="n1", player="P1", kind=MAIN, stake_minor=least, box=1)
        line += [(f"{DAY}/2", e, -1) for e in (RoundOpened(), bet, BetsClosed(), CardDealt(place="box1", card=following))]
    if scenario.is_misdealt and scenario.notice == "next_round":
        line.append((f"{DAY}/1", NoticeGiven(by="P9", to="management"), -1))
    entries = [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event, _) in enumerate(line, 1)
    ]
    shoe = Shoe("S1", decks, 1, scenario.device, Counter(scenario.copies_out_before), scenario.cards_out_before)
    positions = {at: n for n, (_, _, at) in enumerate(line, 1) if at >= 0}
    return build_table_day(entries, lambda _, __: edition, shoe), positions

"""A drilled shoe told as entries, as one source would tell it."""

from collections.abc import Iterator
from typing import Final

from drill.baccarat.expected_money import right_call
from drill.baccarat.faults.paying import is_paid_later, paid_by_wager
from drill.baccarat.rounds import DrilledShoe
from drill.baccarat.scenario import LIMITS, SHARES, UNANSWERED_NOTICES, BaccaratScenario
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    IrregularityReported,
    NoticeGiven,
    RoundClosed,
    RoundOpened,
    WagerChanged,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import AmbiguityResolved, LimitsPosted, OddsPosted, TableOpened, TermsAgreed
from replay.rulebooks.edition import Edition

DAY: Final = "DRILL/2026-01-01"
SubjectEvent = tuple[str, Event]
"""An event and what it is about."""


def entries(edition: Edition, shoe: DrilledShoe) -> list[Entry]:
    """The shoe as one source tells it."""
    return [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate([*_table_lines(edition, shoe), *_coup_lines(shoe)], 1)
    ]


def _table_lines(edition: Edition, shoe: DrilledShoe) -> Iterator[SubjectEvent]:
    yield DAY, TableOpened(game="baccarat", rulebook=edition.id, currency="GBP")
    for total, odds in shoe.ur_way_odds.items():
        yield DAY, OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total)
    for kind, (least, most) in LIMITS.items():
        yield DAY, LimitsPosted(kind=kind, least_minor=least, most_minor=most)
    for player, share in SHARES.items():
        yield DAY, TermsAgreed(player=player, tie_share_bp=share)
    yield DAY, ShoePrepared(shoe=shoe.name, decks=shoe.announced_decks)


def _coup_lines(shoe: DrilledShoe) -> Iterator[SubjectEvent]:
    late: dict[int, list[SubjectEvent]] = {}
    ridden: dict[int, list[SubjectEvent]] = {}
    for number, script in enumerate(shoe.scenarios, 1):
        name = f"{DAY}/{number}"
        last = number == len(shoe.scenarios)
        opening, cards, ending = _coup_events(script)
        before = shoe.scenarios[number - 2] if number > 1 else None
        if shoe.resolution and shoe.resolution[0] == number - 1:
            yield DAY, AmbiguityResolved(clause=shoe.resolution[1], reading=shoe.resolution[2], by="management")
        yield from ((name, event) for event in opening)
        if before is not None and before.notice == "next_bets_down":
            yield f"{DAY}/{number - 1}", NoticeGiven(by="management", to="management")
        yield from ((name, event) for event in cards[:1])
        yield from late.pop(number, [])
        yield from ((name, event) for event in cards[1:])
        yield from ridden.pop(number, [])
        yield from ((name, event) for event in ending)
        if before is not None and before.notice in UNANSWERED_NOTICES:
            yield f"{DAY}/{number - 1}", CorrectionCompleted(by="management")
        if script.notice in ("late", "several_later"):
            after = number + (1 if script.notice == "late" else 3)
            answered = [(name, NoticeGiven(by="P2", to="management")), (name, CorrectionCompleted(by="management"))]
            late.setdefault(after, []).extend(answered)
        if is_paid_later(script, is_last=last):
            returned = WagerReturned(
                wager=script.late_paid_wager or "", amount_minor=paid_by_wager(script)[script.late_paid_wager or ""]
            )
            (ridden if script.is_left_riding else late).setdefault(number + 1, []).append((name, returned))
    if shoe.scenarios and shoe.scenarios[-1].notice == "next_bets_down":
        yield f"{DAY}/{len(shoe.scenarios)}", NoticeGiven(by="management", to="management")
    yield DAY, ShoeClosed(shoe=shoe.name)


def _coup_events(scenario: BaccaratScenario) -> tuple[list[Event], list[Event], list[Event]]:
    """A coup's bets, its cards with what happened among them, and its end."""
    bets: list[Event] = [*scenario.truth.bets, *scenario.added_bets]
    called_after = len(bets) - scenario.has_bet_after_call
    opening = [RoundOpened(), *bets[:called_after], BetsClosed(), *bets[called_after:]]
    cards: list[Event] = []
    last = len(scenario.cards) - 1
    among: list[tuple[int, Event]] = [*scenario.late_bets]
    among += [
        (at, WagerChanged(wager=wager, stake_minor=stake))
        for at, wager, stake in (*scenario.late_raises, *scenario.late_reductions)
    ]
    among += [(at, WagerWithdrawn(wager=wager)) for at, wager in scenario.late_withdrawals]
    for at, (place, card) in enumerate(scenario.cards):
        cards += [event for when, event in among if min(when, last) == at]
        cards.append(CardDealt(place=place, card=scenario.card_names.get(at, card)))
    return opening, cards, list(_closing_events(scenario))


def _closing_events(scenario: BaccaratScenario) -> Iterator[Event]:
    """The dealer's word and the money, by the cards as they lie or, once put right, by the lawful ones."""
    if scenario.notice == "unasked":
        yield from _correction_events(scenario, "dealer")
    if scenario.notice == "by_management":
        yield NoticeGiven(by="inspector", to="management")
        yield from _correction_events(scenario, "management")
    if scenario.notice == "in_time":
        yield NoticeGiven(by="inspector", to="management")
    if not scenario.is_never_called:
        yield from _settlement_events(scenario)
    if scenario.notice == "players_word":
        yield NoticeGiven(by="P2", to="dealer")
    if scenario.notice == "played_on":
        yield NoticeGiven(by="P2", to="management")
    if scenario.is_noted_deliberate:
        yield IrregularityReported(by="inspector", kind="misdeal_deliberate", about="dealer")
    yield RoundClosed()


def _settlement_events(scenario: BaccaratScenario) -> Iterator[Event]:
    word = right_call(scenario)
    yield Announced(
        result={"banco": "punto", "punto": "banco", "egalite": "punto"}[word] if scenario.has_wrong_call else word
    )
    for wager, amount in paid_by_wager(scenario).items():
        if wager != scenario.late_paid_wager:
            yield WagerReturned(wager=wager, amount_minor=amount)
    if scenario.has_payment_without_wager:
        yield WagerReturned(wager="nothing", amount_minor=500)


def _correction_events(scenario: BaccaratScenario, by: str) -> Iterator[Event]:
    """Each card is moved to where it belongs, what is over is burned and what is missing is drawn."""
    yield CorrectionBegun(by=by)
    astray, wrong = scenario.wrong_correction or (None, "")
    for at, ((place, card), belongs) in enumerate(zip(scenario.cards, scenario.right_places, strict=True)):
        if belongs != place:
            to = wrong if at == astray else belongs
            yield CardMoved(card=scenario.card_names.get(at, card), origin=place, place=to)
    for place, card in scenario.missing_cards:
        yield CardDealt(place=place, card=card)
    yield CorrectionCompleted(by=by)
    if astray is not None and not scenario.is_wrong_correction_left:
        yield CorrectionBegun(by=by)
        yield CardMoved(card=scenario.cards[astray][1], origin=wrong, place=scenario.right_places[astray])
        yield CorrectionCompleted(by=by)

"""A drilled shoe told as entries, as one source would tell it."""

from collections.abc import Iterator
from typing import Final

from drill.baccarat.expected_money import called
from drill.baccarat.faults.paying import paid, pays_later
from drill.baccarat.rounds import Shoe
from drill.baccarat.scenario import LIMITS, OPEN_NOTICES, SHARES, Script
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
Line = tuple[str, Event]
"""An event and what it is about."""


def entries(edition: Edition, shoe: Shoe) -> list[Entry]:
    """The shoe as one source tells it."""
    return [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate([*_floor(edition, shoe), *_coups(shoe)], 1)
    ]


def _floor(edition: Edition, shoe: Shoe) -> Iterator[Line]:
    yield DAY, TableOpened(game="baccarat", rulebook=edition.id, currency="GBP")
    for total, odds in shoe.odds.items():
        yield DAY, OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total)
    for kind, (least, most) in LIMITS.items():
        yield DAY, LimitsPosted(kind=kind, least_minor=least, most_minor=most)
    for player, share in SHARES.items():
        yield DAY, TermsAgreed(player=player, tie_share_bp=share)
    yield DAY, ShoePrepared(shoe=shoe.name, decks=shoe.said)


def _coups(shoe: Shoe) -> Iterator[Line]:
    late: dict[int, list[Line]] = {}
    ridden: dict[int, list[Line]] = {}
    for number, script in enumerate(shoe.scripts, 1):
        name = f"{DAY}/{number}"
        last = number == len(shoe.scripts)
        opening, cards, ending = _acts(script)
        before = shoe.scripts[number - 2] if number > 1 else None
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
        if before is not None and before.notice in OPEN_NOTICES:
            yield f"{DAY}/{number - 1}", CorrectionCompleted(by="management")
        if script.notice in ("late", "several_later"):
            after = number + (1 if script.notice == "late" else 3)
            answered = [(name, NoticeGiven(by="P2", to="management")), (name, CorrectionCompleted(by="management"))]
            late.setdefault(after, []).extend(answered)
        if pays_later(script, last=last):
            returned = WagerReturned(wager=script.paid_later or "", amount_minor=paid(script)[script.paid_later or ""])
            (ridden if script.rides_on else late).setdefault(number + 1, []).append((name, returned))
    if shoe.scripts and shoe.scripts[-1].notice == "next_bets_down":
        yield f"{DAY}/{len(shoe.scripts)}", NoticeGiven(by="management", to="management")
    yield DAY, ShoeClosed(shoe=shoe.name)


def _acts(script: Script) -> tuple[list[Event], list[Event], list[Event]]:
    """A coup's bets, its cards with what happened among them, and its end."""
    bets: list[Event] = [*script.truth.bets, *script.more_bets]
    called_after = len(bets) - script.bet_after_the_call
    opening = [RoundOpened(), *bets[:called_after], BetsClosed(), *bets[called_after:]]
    cards: list[Event] = []
    last = len(script.cards) - 1
    among: list[tuple[int, Event]] = [*script.late_bets]
    among += [(at, WagerChanged(wager=wager, stake_minor=stake)) for at, wager, stake in (*script.raises, *script.lowered)]
    among += [(at, WagerWithdrawn(wager=wager)) for at, wager in script.withdrawals]
    for at, (place, card) in enumerate(script.cards):
        cards += [event for when, event in among if min(when, last) == at]
        cards.append(CardDealt(place=place, card=script.names.get(at, card)))
    return opening, cards, list(_ending(script))


def _ending(script: Script) -> Iterator[Event]:
    """The dealer's word and the money, by the cards as they lie or, once put right, by the lawful ones."""
    if script.notice == "unasked":
        yield from _put_right(script, "dealer")
    if script.notice == "by_management":
        yield NoticeGiven(by="inspector", to="management")
        yield from _put_right(script, "management")
    if script.notice == "in_time":
        yield NoticeGiven(by="inspector", to="management")
    if not script.silent:
        yield from _called_and_paid(script)
    if script.notice == "players_word":
        yield NoticeGiven(by="P2", to="dealer")
    if script.notice == "played_on":
        yield NoticeGiven(by="P2", to="management")
    if script.on_purpose:
        yield IrregularityReported(by="inspector", kind="misdeal_deliberate", about="dealer")
    yield RoundClosed()


def _called_and_paid(script: Script) -> Iterator[Event]:
    word = called(script)
    yield Announced(result={"banco": "punto", "punto": "banco", "egalite": "punto"}[word] if script.wrong_call else word)
    for wager, amount in paid(script).items():
        if wager != script.paid_later:
            yield WagerReturned(wager=wager, amount_minor=amount)
    if script.paid_for_nothing:
        yield WagerReturned(wager="nothing", amount_minor=500)


def _put_right(script: Script, by: str) -> Iterator[Event]:
    """Each card is moved to where it belongs, what is over is burned and what is missing is drawn."""
    yield CorrectionBegun(by=by)
    astray, wrong = script.misput or (None, "")
    for at, ((place, card), belongs) in enumerate(zip(script.cards, script.belongs, strict=True)):
        if belongs != place:
            to = wrong if at == astray else belongs
            yield CardMoved(card=script.names.get(at, card), origin=place, place=to)
    for place, card in script.missing:
        yield CardDealt(place=place, card=card)
    yield CorrectionCompleted(by=by)
    if astray is not None and not script.misput_stays:
        yield CorrectionBegun(by=by)
        yield CardMoved(card=script.cards[astray][1], origin=wrong, place=script.belongs[astray])
        yield CorrectionCompleted(by=by)

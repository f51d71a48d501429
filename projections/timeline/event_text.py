"""What happened, in the words of the floor: one short sentence per event, for the step-by-step replay."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ledger.events import Event, play, shoe, table, wheel
from ledger.values.message import Term
from ledger.values.places import hand_place
from ledger.values.wheel_layout import position_text
from projections.messages.catalogue import Catalogue
from replay.judging.house_acts import person_text

FormatMoney = Callable[[int], str]
FormatPlace = Callable[[str], str]
_FREE_BETS: Final = ("free_double", "free_split")
_ENGLISH: Final = Catalogue()


@dataclass(frozen=True, slots=True)
class EventFormatter:
    """How amounts, places, cards and kinds of wagers are written, and in which language."""

    money: FormatMoney
    place: FormatPlace = str
    card: Callable[[str], str] = str
    wager: Callable[[str], str] = str
    words: Catalogue = _ENGLISH

    def say(self, key: str, **values: object) -> str:
        """A sentence of the floor; what stands in it is put into its language, a sentence within it is already."""
        texts = {name: value if name == "said" else self.words.value(value) for name, value in values.items()}
        return self.words.say(f"step.{key}", **texts)


def describe_event(event: Event, formatter: EventFormatter) -> str:
    """The event in a few words; by its topic where there are no words for it."""
    spell = _PHRASES.get(type(event))
    return spell(event, formatter) if spell else " ".join(event.TOPIC.split(".")[:2]).replace("_", " ")


def destination(place: str, words: Catalogue, spoken: FormatPlace, cards: int = 1) -> str:
    """Where a card goes that belongs to no hand, or another hand; `cards` go there."""
    if place == "next" and cards > 1:
        return words.say("righting.next_cards")
    return words.say(f"righting.{place}") if place in ("next", "burn", "discard") else words.value(spoken(place))


def amount_formatter(minor_digits: int, currency: str, words: Catalogue = _ENGLISH) -> FormatMoney:
    """Writes amounts of a table's currency, as a language does."""
    return lambda minor: words.money(minor, minor_digits, currency)


def _wager_kind(event: Any, formatter: EventFormatter) -> str:
    return formatter.wager(event.kind) if event.total is None else f"{formatter.wager(event.kind)} {event.total}"


def _bet_key(event: Any) -> str:
    if event.by == "word":
        return "called_without_chips" if event.with_chips is False else "called"
    return "on_print" if event.on == "print" else "bet"


def _describe_bet(event: Any, formatter: EventFormatter) -> str:
    named = {"player": event.player, "wager": event.wager, "amount": formatter.money(event.stake_minor)}
    if event.numbers is not None or event.index is not None or event.of is not None:
        return formatter.say(
            _bet_key(event), **named, on=position_text(event.kind, event.numbers, event.index, event.of, event.pieces)
        )
    if getattr(event, "box", None) is None:
        return formatter.say("bet", **named, on=_wager_kind(event, formatter))
    named |= {"kind": Term(event.kind), "on": formatter.place(hand_place(event.box, event.hand or 1))}
    if event.kind == "main":
        return formatter.say("bet", **named)
    if event.kind in _FREE_BETS:
        return formatter.say("free", **named | {"amount": formatter.money(event.nominal_minor or 0)})
    return formatter.say("extra" if event.kind in ("double", "split", "insurance") else "side_bet", **named)


def _describe_decision(event: Any, formatter: EventFormatter) -> str:
    fields = {"place": formatter.place(event.place), "what": Term(event.what)}
    if event.how == "rule":
        return formatter.say("by_rule", **fields)
    sentence = formatter.say("says_by", **fields, by=event.by) if event.by else formatter.say("says", **fields)
    missing = {"hand": "without_word", "voice": "without_sign"}.get(event.signal)
    return formatter.say(missing, said=sentence) if missing else sentence


def _describe_moved_wager(event: Any, formatter: EventFormatter) -> str:
    if event.numbers is not None or event.index is not None:
        return formatter.say("moved_to", wager=event.wager, on=position_text(event.kind, event.numbers, event.index))
    if event.hand is None:
        return formatter.say("moved_to", wager=event.wager, on=_wager_kind(event, formatter))
    return formatter.say("moved_behind", wager=event.wager, hand=event.hand)


def _describe_card(event: Any, formatter: EventFormatter) -> str:
    key = "card_found_up" if event.found else "card_down" if event.face == "down" else "card"
    return formatter.say(key, card=formatter.card(event.card), place=formatter.place(event.place))


def _describe_return(event: Any, formatter: EventFormatter) -> str:
    if not event.amount_minor:
        return formatter.say("collected", wager=event.wager)
    return formatter.say("back", wager=event.wager, amount=formatter.money(event.amount_minor))


def _describe_report(event: Any, formatter: EventFormatter) -> str:
    fields = {"by": event.by, "kind": Term(event.kind)}
    return (
        formatter.say("reported_about", **fields, about=event.about) if event.about else formatter.say("reported", **fields)
    )


def _describe_absence(event: Any, formatter: EventFormatter) -> str:
    if event.called:
        return formatter.say("absent_called", player=event.player, called=event.called)
    return formatter.say("absent", player=event.player)


def _describe_terms(event: Any, formatter: EventFormatter) -> str:
    share = formatter.words.money(event.tie_share_bp, 2)
    return formatter.say("terms", share=share, player=event.player)


def _describe_spin(event: Any, formatter: EventFormatter) -> str:
    spun = formatter.say(f"spun_{event.ball}") if event.ball else formatter.say("spun")
    if event.wheel_rpm_tenths is None:
        return spun
    return formatter.say("spun_at", spun=spun, speed=formatter.words.money(event.wheel_rpm_tenths, 1))


def _describe_revolutions(event: Any, formatter: EventFormatter) -> str:
    if event.after_call is None:
        return formatter.say("revolutions", total=event.total)
    return formatter.say("revolutions_after", total=event.total, after=event.after_call)


def _describe_no_spin(event: Any, formatter: EventFormatter) -> str:
    ground = Term(event.ground)
    if event.by in (None, "dealer"):
        return formatter.say("no_spin", ground=ground)
    return formatter.say("no_spin_by", ground=ground, by=person_text(event.by))


def _describe_disturbance(event: Any, formatter: EventFormatter) -> str:
    what = Term(event.what)
    return formatter.say("disturbed_by", what=what, by=event.by) if event.by else formatter.say("disturbed", what=what)


_WHEEL_PHRASES: Final[dict[type[Event], Callable[[Any, EventFormatter], str]]] = {
    play.WagerLaid: lambda e, s: s.say("laid_by", wager=e.wager, by=e.by) if e.by else s.say("laid", wager=e.wager),
    wheel.BallSpun: _describe_spin,
    wheel.RevolutionsCounted: _describe_revolutions,
    wheel.NoSpinCalled: _describe_no_spin,
    wheel.SpinDisturbed: _describe_disturbance,
    wheel.BallRemoved: lambda _, s: s.say("ball_out"),
    wheel.BallRetrieved: lambda _, s: s.say("ball_back"),
    wheel.BallExamined: lambda _, s: s.say("ball_examined"),
    wheel.BallReturned: lambda e, s: s.say("ball_in", pocket=e.pocket),
    wheel.BallRested: lambda e, s: s.say("rests", pocket=e.pocket),
    wheel.DollyPlaced: lambda e, s: s.say("dolly", pocket=e.pocket),
    wheel.DisplayShown: lambda e, s: s.say("display", pocket=e.pocket),
    wheel.PrintAdded: lambda e, s: s.say("from_print", wager=e.wager),
    wheel.ColourValued: lambda e, s: s.say("colour", player=e.player, colour=Term(e.colour), amount=s.money(e.value_minor)),
    wheel.WheelReported: lambda e, s: s.say("wheel_reports", warning=Term(e.warning)),
}

_SHOE_PHRASES: Final[dict[type[Event], Callable[[Any, EventFormatter], str]]] = {
    shoe.ShoePrepared: lambda e, s: s.say("shoe_made", shoe=e.shoe, decks=e.decks),
    shoe.ShoeShuffled: lambda e, s: s.say("shuffle_by" if e.by else "shuffle", procedure=Term(e.procedure), by=e.by or ""),
    shoe.CutOffered: lambda e, s: s.say("cut_refused" if e.refused else "cut_offered", to=e.to),
    shoe.CutMade: lambda e, s: s.say("cut" if e.depth is None else "cut_at", by=e.by, depth=e.depth or 0),
    shoe.CutCardPlaced: lambda e, s: s.say("cut_card_in" if e.depth is None else "cut_card_in_at", depth=e.depth or 0),
    shoe.CutCardReached: lambda e, s: s.say("cut_card_out_to" if e.player else "cut_card_out", player=e.player or ""),
    shoe.CardBurned: lambda e, s: s.say("burned_up" if e.face == "up" else "burned", card=s.card(e.card)),
    shoe.CardSetAside: lambda e, s: s.say("set_aside", card=s.card(e.card), by=e.by),
    shoe.CardExchanged: lambda e, s: s.say(
        "replaced" if e.replacement else "exchanged", card=s.card(e.card), by=e.by, other=s.card(e.replacement or e.card)
    ),
    shoe.ShoeClosed: lambda e, s: s.say("shoe_closed" if e.counted is None else "shoe_counted", counted=e.counted or 0),
    table.DealerChanged: lambda e, s: s.say("new_dealer", dealer=e.dealer),
}

_PHRASES: Final[dict[type[Event], Callable[[Any, EventFormatter], str]]] = {
    play.RoundOpened: lambda _, s: s.say("place_bets"),
    play.BetsClosed: lambda _, s: s.say("no_more_bets"),
    play.Announced: lambda e, s: s.say("call", result=e.result),
    play.RoundClosed: lambda _, s: s.say("closed"),
    play.WagerPlaced: _describe_bet,
    play.WagerChanged: lambda e, s: s.say(
        "changed_by" if e.by else "changed", wager=e.wager, amount=s.money(e.stake_minor), by=e.by or ""
    ),
    play.WagerMoved: _describe_moved_wager,
    play.WagerWithdrawn: lambda e, s: s.say("taken_back", wager=e.wager),
    play.CardDealt: _describe_card,
    play.CardMoved: lambda e, s: s.say("card_moved", card=s.card(e.card), origin=s.place(e.origin), place=s.place(e.place)),
    play.CardsCollected: lambda e, s: s.say("cleared", place=s.place(e.place)),
    play.CardMixed: lambda e, s: s.say("mixed", card=s.card(e.card)),
    play.DecisionMade: _describe_decision,
    play.TotalAnnounced: lambda e, s: s.say("total", total=e.total, place=s.place(e.place)),
    play.CallerNamed: lambda e, s: s.say("caller", player=e.player, box=e.box),
    play.PlayerAbsent: _describe_absence,
    play.RoundInterrupted: lambda e, s: s.say("interrupted", by=e.by),
    play.CardExposed: lambda e, s: s.say("exposed", card=s.card(e.card)),
    play.WagerReturned: _describe_return,
    play.PaymentTakenBack: lambda e, s: s.say(
        "payment_taken_back_by" if e.by else "payment_taken_back",
        wager=e.wager,
        amount=s.money(e.amount_minor),
        by=e.by or "",
    ),
    play.StakeDeclined: lambda e, s: s.say(
        "declined", player=e.player, kind=s.wager(e.kind), amount=s.money(e.amount_minor)
    ),
    play.TipGiven: lambda e, s: s.say("tip", player=e.player, amount=s.money(e.amount_minor)),
    play.IrregularityReported: _describe_report,
    play.NoticeGiven: lambda e, s: s.say("notice", by=e.by, to=e.to),
    play.CorrectionBegun: lambda e, s: s.say("correcting", by=e.by),
    play.CorrectionCompleted: lambda e, s: s.say("corrected", by=e.by),
    table.TermsAgreed: _describe_terms,
    table.AmbiguityResolved: lambda e, s: s.say("resolved", by=e.by, clause=e.clause, reading=e.reading),
    **_WHEEL_PHRASES,
    **_SHOE_PHRASES,
}

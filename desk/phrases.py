"""What happened, in the words of the floor: one short sentence per event, for the step-by-step replay."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ledger.events import Event, play, shoe, table, wheel
from ledger.money import pounds_and_pence
from ledger.places import hand_place

Money = Callable[[int], str]
Place = Callable[[str], str]
_WAYS: Final = {"cw": "clockwise", "ccw": "counter-clockwise"}
_FREE: Final = ("free_double", "free_split")


@dataclass(frozen=True, slots=True)
class _Spelling:
    """How amounts and places are written."""

    money: Money
    place: Place


def phrase(event: Event, money: Money, place: Place = str) -> str:
    """The event in a few words. `money` writes an amount of minor units, `place` where a card lies."""
    spell = _PHRASES.get(type(event))
    return spell(event, _Spelling(money, place)) if spell else " ".join(event.TOPIC.split(".")[:2]).replace("_", " ")


def amount(digits: int, currency: str) -> Money:
    """Writes amounts of a table's currency."""
    return lambda minor: f"{pounds_and_pence(minor, digits)} {currency}"


def _kind(event: Any) -> str:
    return str(event.kind) if event.total is None else f"{event.kind} {event.total}"


def on_layout(event: Any) -> str:
    """Where a wager lies on a roulette layout: `split 14-17`, `dozen 2`, `5 neighbours of 26`."""
    if event.kind == "neighbours":
        return f"{event.pieces} neighbours of {event.of}"
    where = event.numbers if event.numbers is not None else event.index
    return f"{event.kind.replace('_', ' ')}{'' if where is None else f' {where}'}"


def _bet(event: Any, s: _Spelling) -> str:
    if event.numbers is not None or event.index is not None or event.of is not None:
        return f"{event.player} {_puts(event)} {s.money(event.stake_minor)} on {on_layout(event)} ({event.wager})"
    if getattr(event, "box", None) is None:
        return f"{event.player} bets {s.money(event.stake_minor)} on {_kind(event)} ({event.wager})"
    kind, lies = event.kind.replace("_", " "), s.place(hand_place(event.box, event.hand or 1))
    if event.kind == "main":
        return f"{event.player} bets {s.money(event.stake_minor)} on {lies} ({event.wager})"
    if event.kind in _FREE:
        return f"{event.player} has a {kind} for {s.money(event.nominal_minor or 0)} on {lies} ({event.wager})"
    if event.kind in ("double", "split", "insurance"):
        return f"{event.player} puts down {s.money(event.stake_minor)} as {kind} on {lies} ({event.wager})"
    return f"{event.player} bets {s.money(event.stake_minor)} on {kind}, {lies} ({event.wager})"


def _puts(event: Any) -> str:
    if event.by == "word":
        return "calls, without chips," if event.with_chips is False else "calls"
    return "bets, on the print," if event.on == "print" else "bets"


def _decision(event: Any, s: _Spelling) -> str:
    what = event.what.replace("_", " ")
    if event.how == "rule":
        return f"{s.place(event.place)} is played by the house's rule: {what}"
    by = f" ({event.by})" if event.by else ""
    how = {"hand": ", without a word", "voice": ", without a sign"}.get(event.signal, "")
    return f"{s.place(event.place)}{by} says {what}{how}"


def _moved(event: Any, _: _Spelling) -> str:
    if event.numbers is not None or event.index is not None:
        return f"{event.wager} moved to {on_layout(event)}"
    return f"{event.wager} moved " + (f"to {_kind(event)}" if event.hand is None else f"behind hand {event.hand}")


_PHRASES: Final[dict[type[Event], Callable[[Any, _Spelling], str]]] = {
    play.RoundOpened: lambda _, __: "place your bets",
    play.BetsClosed: lambda _, __: "no more bets",
    play.Announced: lambda e, _: f"dealer calls {e.result}",
    play.RoundClosed: lambda _, __: "round closed",
    play.WagerPlaced: _bet,
    play.WagerChanged: lambda e, s: f"{e.wager} changed to {s.money(e.stake_minor)}",
    play.WagerMoved: _moved,
    play.WagerWithdrawn: lambda e, _: f"{e.wager} taken back",
    play.WagerLaid: lambda e, _: f"{e.wager} put on the layout" + (f" by {e.by}" if e.by else ""),
    play.CardDealt: lambda e, s: (
        f"{e.card} to {s.place(e.place)}"
        + (" face down" if e.face == "down" else "")
        + (", found face up in the shoe" if e.found else "")
    ),
    play.CardMoved: lambda e, s: f"{e.card} moved from {s.place(e.origin)} to {s.place(e.place)}",
    play.CardsCollected: lambda e, s: f"{s.place(e.place)} is cleared",
    play.CardMixed: lambda e, _: f"{e.card} is mixed among other cards",
    play.DecisionMade: _decision,
    play.TotalAnnounced: lambda e, s: f"dealer tells {e.total} for {s.place(e.place)}",
    play.CallerNamed: lambda e, _: f"{e.player} is named to call box {e.box}",
    play.PlayerAbsent: lambda e, _: f"{e.player} is absent" + (f", {e.called} is called" if e.called else ""),
    play.RoundInterrupted: lambda e, _: f"{e.by} interrupts the game",
    play.CardExposed: lambda e, _: f"{e.card} exposed",
    play.WagerReturned: lambda e, s: (
        f"{e.wager}: {s.money(e.amount_minor)} back" if e.amount_minor else f"{e.wager} collected"
    ),
    play.TipGiven: lambda e, s: f"{e.player} tips {s.money(e.amount_minor)}",
    play.IrregularityReported: lambda e, _: (
        f"{e.by} reports: {e.kind.replace('_', ' ')}" + (f" ({e.about})" if e.about else "")
    ),
    play.NoticeGiven: lambda e, _: f"{e.by} tells {e.to} of an error",
    play.CorrectionBegun: lambda e, _: f"{e.by} begins to put it right",
    play.CorrectionCompleted: lambda e, _: f"{e.by} has put it right",
    wheel.BallSpun: lambda e, _: "the ball is spun" + (f" {_WAYS[e.ball]}" if e.ball else ""),
    wheel.RevolutionsCounted: lambda e, _: (
        f"{e.total} revolutions" + ("" if e.after_call is None else f", {e.after_call} of them after the call")
    ),
    wheel.NoSpinCalled: lambda e, _: f"dealer calls no spin: {e.ground.replace('_', ' ')}",
    wheel.SpinDisturbed: lambda e, _: f"{e.what.replace('_', ' ')}" + (f" ({e.by})" if e.by else ""),
    wheel.BallRemoved: lambda _, __: "the ball is taken out",
    wheel.BallRetrieved: lambda _, __: "the ball comes back",
    wheel.BallExamined: lambda _, __: "the ball is examined",
    wheel.BallReturned: lambda e, _: f"the ball is put into {e.pocket}",
    wheel.BallRested: lambda e, _: f"the ball rests in {e.pocket}",
    wheel.DollyPlaced: lambda e, _: f"the dolly is put on {e.pocket}",
    wheel.DisplayShown: lambda e, _: f"the display shows {e.pocket}",
    wheel.PrintAdded: lambda e, _: f"{e.wager} is added from the print",
    wheel.ColourValued: lambda e, s: f"{e.player}'s chips, {e.colour.replace('_', ' ')}, are {s.money(e.value_minor)} each",
    wheel.WheelReported: lambda e, _: f"the wheel reports: {e.warning.replace('_', ' ')}",
    shoe.CardBurned: lambda e, _: f"{e.card} burned",
    table.TermsAgreed: lambda e, _: f"{e.tie_share_bp // 100}.{e.tie_share_bp % 100:02d}% on a tie agreed with {e.player}",
    table.AmbiguityResolved: lambda e, _: f"{e.by} resolves {e.clause} as ({e.reading})",
    table.AccountAdopted: lambda e, _: f"{e.by} adopts the account {e.account}",
}

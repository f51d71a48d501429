"""What happened, in the words of the floor: one short sentence per event, for the step-by-step replay."""

from collections.abc import Callable
from typing import Any, Final

from ledger.events import Event, play, shoe, table
from ledger.money import pounds_and_pence

Money = Callable[[int], str]


def phrase(event: Event, money: Money) -> str:
    """The event in a few words. `money` writes an amount of minor units."""
    spell = _PHRASES.get(type(event))
    return spell(event, money) if spell else " ".join(event.TOPIC.split(".")[:2]).replace("_", " ")


def amount(digits: int, currency: str) -> Money:
    """Writes amounts of a table's currency."""
    return lambda minor: f"{pounds_and_pence(minor, digits)} {currency}"


def _kind(event: Any) -> str:
    return str(event.kind) if event.total is None else f"{event.kind} {event.total}"


_PHRASES: Final[dict[type[Event], Callable[[Any, Money], str]]] = {
    play.RoundOpened: lambda _, __: "place your bets",
    play.BetsClosed: lambda _, __: "no more bets",
    play.Announced: lambda e, _: f"dealer calls {e.result}",
    play.RoundClosed: lambda _, __: "round closed",
    play.WagerPlaced: lambda e, money: f"{e.player} bets {money(e.stake_minor)} on {_kind(e)} ({e.wager})",
    play.WagerChanged: lambda e, money: f"{e.wager} changed to {money(e.stake_minor)}",
    play.WagerMoved: lambda e, _: f"{e.wager} moved to {_kind(e)}",
    play.WagerWithdrawn: lambda e, _: f"{e.wager} taken back",
    play.CardDealt: lambda e, _: f"{e.card} to {e.place}" + (" face down" if e.face == "down" else ""),
    play.CardMoved: lambda e, _: f"{e.card} moved from {e.origin} to {e.place}",
    play.CardExposed: lambda e, _: f"{e.card} exposed",
    play.WagerReturned: lambda e, money: (
        f"{e.wager}: {money(e.amount_minor)} back" if e.amount_minor else f"{e.wager} collected"
    ),
    play.TipGiven: lambda e, money: f"{e.player} tips {money(e.amount_minor)}",
    play.IrregularityReported: lambda e, _: f"{e.by} reports: {e.kind.replace('_', ' ')}",
    play.NoticeGiven: lambda e, _: f"{e.by} tells {e.to} of an error",
    play.CorrectionBegun: lambda e, _: f"{e.by} begins to put it right",
    play.CorrectionCompleted: lambda e, _: f"{e.by} has put it right",
    shoe.CardBurned: lambda e, _: f"{e.card} burned",
    table.TermsAgreed: lambda e, _: f"{e.tie_share_bp // 100}.{e.tie_share_bp % 100:02d}% on a tie agreed with {e.player}",
    table.AmbiguityResolved: lambda e, _: f"{e.by} resolves {e.clause} as ({e.reading})",
    table.AccountAdopted: lambda e, _: f"{e.by} adopts the account {e.account}",
}

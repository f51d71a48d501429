"""Two accounts of one round, a feed's and a typed transcript's say: both are kept, and where they part is found."""

from collections.abc import Iterator
from itertools import zip_longest

from ledger.events.play import Announced, CardDealt, WagerPlaced
from ledger.events.wheel import BallRested
from ledger.values.cards import has_suit, is_known
from ledger.values.message import Message, Term
from replay.judging.finding import Finding, Phase, declare
from replay.table_day.round import Round

declare(
    __name__,
    Phase.RECORD,
    "record",
    {
        "accounts_differ": "Account {account} has {theirs}; account {used}, which is used, has {mine}.",
    },
)


def differences(round_: Round) -> Iterator[Finding]:
    """The first card, compartment and wager and the word in which each other account differs from the one that is used."""
    for other in round_.other_accounts:
        for mine, theirs in (
            _first_card_difference(round_, other),
            _first_pocket_difference(round_, other),
            _first_wager_difference(round_, other),
            _call_difference(round_, other),
        ):
            if mine != theirs:
                about = {"account": other.account, "theirs": theirs, "used": round_.account, "mine": mine}
                yield Finding("accounts_differ", (), round_.basis[0], about)


def _first_card_difference(round_: Round, other: Round) -> tuple[str, str]:
    """The first cards that cannot be the same; what was not read differs from nothing."""
    for mine, theirs in zip_longest(_cards_dealt(round_), _cards_dealt(other)):
        if mine is None or theirs is None or not _may_be_same(mine, theirs):
            return _card_text(mine), _card_text(theirs)
    return "", ""


def _cards_dealt(round_: Round) -> list[CardDealt]:
    return [event for _, event in round_.entries_of(CardDealt)]


def _may_be_same(mine: CardDealt, theirs: CardDealt) -> bool:
    if mine.place != theirs.place or not (is_known(mine.card) and is_known(theirs.card)):
        return mine.place == theirs.place
    return mine.card[0] == theirs.card[0] and (
        mine.card == theirs.card or not (has_suit(mine.card) and has_suit(theirs.card))
    )


def _card_text(dealt: CardDealt | None) -> str:
    return (
        Term("no further card") if dealt is None else Message("{card} to {place}", card=dealt.card, place=Term(dealt.place))
    )


def _first_pocket_difference(round_: Round, other: Round) -> tuple[str, str]:
    """The first compartments in which they differ; an account without any spin tells nothing of them."""
    mine, theirs = _pockets(round_), _pockets(other)
    if not mine or not theirs:
        return "", ""
    for here, there in zip_longest(mine, theirs, fillvalue=Term("no further spin")):
        if here != there:
            return here, there
    return "", ""


def _pockets(round_: Round) -> list[str]:
    return [Message("the ball in {pocket}", pocket=event.pocket) for _, event in round_.entries_of(BallRested)]


def _first_wager_difference(round_: Round, other: Round) -> tuple[str, str]:
    """The first wager that only one of them tells; an account without any wager tells nothing of them."""
    mine, theirs = sorted(map(_wager_text, _wagers_placed(round_))), sorted(map(_wager_text, _wagers_placed(other)))
    if not mine or not theirs:
        return "", ""
    for here, there in zip_longest(mine, theirs, fillvalue=Term("no such wager")):
        if here != there:
            return here, there
    return "", ""


def _wagers_placed(round_: Round) -> list[WagerPlaced]:
    return [event for _, event in round_.entries_of(WagerPlaced)]


def _wager_text(bet: WagerPlaced) -> str:
    kind = bet.kind if bet.total is None else f"{bet.kind} {bet.total}"
    return Message("{amount} of {player} on {kind}", amount=bet.stake_minor, player=bet.player, kind=Term(kind))


def _call_difference(round_: Round, other: Round) -> tuple[str, str]:
    mine, theirs = _last_call(round_), _last_call(other)
    return (
        (Message("the call {result}", result=Term(mine)), Message("the call {result}", result=Term(theirs)))
        if mine and theirs and mine != theirs
        else ("", "")
    )


def _last_call(round_: Round) -> str:
    results = [event.result for _, event in round_.entries_of(Announced)]
    return results[-1] if results else ""

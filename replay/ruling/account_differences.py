"""Two accounts of one round, a feed's and a typed transcript's say: both are kept, and where they part is found."""

from collections.abc import Iterator
from itertools import zip_longest

from ledger.events.play import Announced, CardDealt, WagerPlaced
from ledger.events.wheel import BallRested
from ledger.values.cards import has_suit, is_known
from replay.judging.finding import Finding
from replay.table_day.round import Round


def differences(one: Round) -> Iterator[Finding]:
    """The first card, compartment and wager and the word in which each other account differs from the one that is used."""
    for other in one.others:
        for mine, theirs in (_cards(one, other), _spins(one, other), _wagers(one, other), _words(one, other)):
            if mine != theirs:
                about = {"account": other.account, "theirs": theirs, "used": one.account, "mine": mine}
                yield Finding("accounts_differ", (), one.basis[0], about)


def _cards(one: Round, other: Round) -> tuple[str, str]:
    """The first cards that cannot be the same; what was not read differs from nothing."""
    for mine, theirs in zip_longest(_dealt(one), _dealt(other)):
        if mine is None or theirs is None or not _alike(mine, theirs):
            return _card(mine), _card(theirs)
    return "", ""


def _dealt(one: Round) -> list[CardDealt]:
    return [event for _, event in one.of(CardDealt)]


def _alike(mine: CardDealt, theirs: CardDealt) -> bool:
    if mine.place != theirs.place or not (is_known(mine.card) and is_known(theirs.card)):
        return mine.place == theirs.place
    return mine.card[0] == theirs.card[0] and (
        mine.card == theirs.card or not (has_suit(mine.card) and has_suit(theirs.card))
    )


def _card(dealt: CardDealt | None) -> str:
    return "no further card" if dealt is None else f"{dealt.card} to {dealt.place}"


def _spins(one: Round, other: Round) -> tuple[str, str]:
    """The first compartments in which they differ; an account without any spin tells nothing of them."""
    mine, theirs = _pockets(one), _pockets(other)
    if not mine or not theirs:
        return "", ""
    for here, there in zip_longest(mine, theirs, fillvalue="no further spin"):
        if here != there:
            return here, there
    return "", ""


def _pockets(one: Round) -> list[str]:
    return [f"the ball in {event.pocket}" for _, event in one.of(BallRested)]


def _wagers(one: Round, other: Round) -> tuple[str, str]:
    """The first wager that only one of them tells; an account without any wager tells nothing of them."""
    mine, theirs = sorted(map(_wager, _placed(one))), sorted(map(_wager, _placed(other)))
    if not mine or not theirs:
        return "", ""
    for here, there in zip_longest(mine, theirs, fillvalue="no such wager"):
        if here != there:
            return here, there
    return "", ""


def _placed(one: Round) -> list[WagerPlaced]:
    return [event for _, event in one.of(WagerPlaced)]


def _wager(bet: WagerPlaced) -> str:
    return f"{bet.stake_minor} of {bet.player} on {bet.kind}{'' if bet.total is None else f' {bet.total}'}"


def _words(one: Round, other: Round) -> tuple[str, str]:
    mine, theirs = _word(one), _word(other)
    return (f"the call {mine}", f"the call {theirs}") if mine and theirs and mine != theirs else ("", "")


def _word(one: Round) -> str:
    said = [event.result for _, event in one.of(Announced)]
    return said[-1] if said else ""

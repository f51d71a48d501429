"""Two versions of one round, a feed's and a typed transcript's say: both are kept, and where they part is found."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal, NamedTuple, TypeVar

from ledger.events import Event
from ledger.events.play import Announced, CardDealt, DecisionMade, WagerReturned
from ledger.events.wheel import BallRested
from ledger.values.cards import has_suit, is_known
from ledger.values.message import Message, Term
from replay.games.registry import load_game
from replay.judging.finding import Finding, Phase, declare
from replay.table_day.round import Round
from replay.table_day.version_wagers import BetState, VersionPayment, VersionWager, paired_wagers, version_wagers

declare(
    __name__,
    Phase.RECORD,
    "record",
    {
        "accounts_differ": "Account {account} has {theirs}; account {used}, which is used, has {mine}.",
    },
)

Aspect = Literal["payment", "bet", "card", "spin", "decision", "call"]
"""What two versions of a round can differ in."""

E = TypeVar("E", bound=Event)
_NO_PAYMENT: Final = Term("no payment")


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """The first thing of its kind in which two versions part, and what each of them has there.

    `position` is that of the entry in the version that is used, or of the other one's where it has nothing there.
    """

    aspect: Aspect
    position: int
    mine: str
    theirs: str


class _StrayPayment(NamedTuple):
    """What was paid for a wager that is not on record, and the position of the last payment."""

    minor: int
    position: int


_NOTHING_PAID: Final = _StrayPayment(0, 0)


def differences(round_: Round, in_question: Mapping[str, Collection[Aspect]]) -> Iterator[Finding]:
    """Where each other version first differs from the one that is used, in each aspect of which both have something.

    `in_question` are the aspects on which the ruling depends, by version. A difference in them comes first, any other last.
    """
    for other in round_.other_accounts:
        asked = in_question.get(other.account, ())
        for difference in version_differences(round_, other):
            about = {
                "account": other.account,
                "theirs": difference.theirs,
                "used": round_.account,
                "mine": difference.mine,
            }
            rank = None if difference.aspect in asked else Phase.NOTES
            yield Finding("accounts_differ", (), difference.position, about, phase=rank)


def version_differences(round_: Round, other: Round) -> Iterator[VersionDifference]:
    """Where another version of a round first differs from this one, in each aspect of which both have something."""
    found = (
        _bet_difference(round_, other),
        _first_difference("card", round_, other, CardDealt, _card_text, Term("no further card"), _may_be_same),
        _first_difference("spin", round_, other, BallRested, _pocket_text, Term("no further spin")),
        _first_difference("decision", round_, other, DecisionMade, _decision_text(round_), Term("no further decision")),
        _call_difference(round_, other),
        _payment_difference(round_, other),
    )
    yield from filter(None, found)


def _first_difference(
    aspect: Aspect,
    round_: Round,
    other: Round,
    kind: type[E],
    text: Callable[[E], str],
    nothing: str,
    is_same: Callable[[E, E], bool] | None = None,
) -> VersionDifference | None:
    """The first events of a kind that are not the same; a version without any of them is silent on it."""
    mine, theirs = round_.entries_of(kind), other.entries_of(kind)
    if not mine or not theirs:
        return None
    for here, there in zip_longest(mine, theirs):
        if here is None:
            return VersionDifference(aspect, there[0].position, nothing, text(there[1]))
        if there is None:
            return VersionDifference(aspect, here[0].position, text(here[1]), nothing)
        if not (is_same(here[1], there[1]) if is_same else text(here[1]) == text(there[1])):
            return VersionDifference(aspect, here[0].position, text(here[1]), text(there[1]))
    return None


def _may_be_same(mine: CardDealt, theirs: CardDealt) -> bool:
    """Whether two cards can be the same; what was not read differs from nothing."""
    if mine.place != theirs.place or not (is_known(mine.card) and is_known(theirs.card)):
        return mine.place == theirs.place
    return mine.card[0] == theirs.card[0] and (
        mine.card == theirs.card or not (has_suit(mine.card) and has_suit(theirs.card))
    )


def _card_text(dealt: CardDealt) -> str:
    return Message("{card} to {place}", card=dealt.card, place=Term(dealt.place))


def _pocket_text(rested: BallRested) -> str:
    return Message("the ball in {pocket}", pocket=rested.pocket)


def _decision_text(round_: Round) -> Callable[[DecisionMade], str]:
    place_name = load_game(round_.edition.game).place_name
    return lambda call: Message("{what} at {place}", what=Term(call.what), place=place_name(call.place))


def _bet_difference(round_: Round, other: Round) -> VersionDifference | None:
    """The first bet that only one of them has, or that was not the same when bets closed, or after a change since."""
    mine, theirs = version_wagers(round_.entries), version_wagers(other.entries)
    if not mine or not theirs:
        return None
    for here, there in paired_wagers(mine, theirs):
        for state, other_state in zip_longest(here.states if here else (), there.states if there else ()):
            here_text, there_text = _bet_text(round_, here, state), _bet_text(round_, there, other_state)
            if here_text != there_text:
                return VersionDifference("bet", (state or other_state).position, here_text, there_text)
    return None


def _bet_text(round_: Round, bet: VersionWager | None, state: BetState | None) -> str:
    if bet is None or state is None or state.is_withdrawn:
        return Term("no such wager")
    kind = state.kind if bet.placed.total is None else f"{state.kind} {bet.placed.total}"
    amount = round_.format_money(state.stake_minor)
    return Message("{amount} of {player} on {kind}", amount=amount, player=bet.placed.player, kind=Term(kind))


def _payment_difference(round_: Round, other: Round) -> VersionDifference | None:
    """The first bet on which not the same was paid in all, then the first payment for none; a version without any payment
    is silent on them.
    """
    mine, theirs = version_wagers(round_.entries), version_wagers(other.entries)
    if not any(bet.paid_minor is not None for bet in mine) or not any(bet.paid_minor is not None for bet in theirs):
        return None
    for here, there in paired_wagers(mine, theirs):
        if here is None or there is None:
            continue
        here_text, there_text = _payment_text(round_, here), _payment_text(round_, there)
        if here_text != there_text:
            return VersionDifference("payment", _parting_payment(here, there).position, here_text, there_text)
    return _stray_payment_difference(round_, other, {bet.wager for bet in (*mine, *theirs)})


def _parting_payment(mine: VersionWager, theirs: VersionWager) -> VersionPayment:
    """The first payment on a bet in which two versions part; the other version's where this one has none there."""
    pairs = zip_longest(mine.payments, theirs.payments)
    return next(here or there for here, there in pairs if here is None or there is None or here[:2] != there[:2])


def _stray_payment_difference(round_: Round, other: Round, wagers: Collection[str]) -> VersionDifference | None:
    """The first name of a wager that neither has on record and for which not the same was paid in all."""
    mine, theirs = _stray_payments(round_, wagers), _stray_payments(other, wagers)
    for wager in dict.fromkeys((*mine, *theirs)):
        here, there = mine.get(wager), theirs.get(wager)
        if here is None or there is None or here.minor != there.minor:
            here_text, there_text = (_stray_payment_text(round_, wager, payment) for payment in (here, there))
            return VersionDifference("payment", (here or there or _NOTHING_PAID).position, here_text, there_text)
    return None


def _stray_payments(round_: Round, wagers: Collection[str]) -> dict[str, _StrayPayment]:
    """What was paid in all for each wager that is not on record."""
    found: dict[str, _StrayPayment] = {}
    for round_entry, paid in round_.entries_of(WagerReturned):
        if paid.wager not in wagers and not round_entry.belongs_to_earlier:
            before = found.get(paid.wager, _NOTHING_PAID)
            found[paid.wager] = _StrayPayment(before.minor + paid.amount_minor, round_entry.position)
    return found


def _stray_payment_text(round_: Round, wager: str, payment: _StrayPayment | None) -> str:
    if payment is None:
        return _NO_PAYMENT
    amount = round_.format_money(payment.minor)
    return Message("{amount} paid for {wager}, a wager that is not on record", amount=amount, wager=wager)


def _payment_text(round_: Round, bet: VersionWager) -> str:
    if bet.paid_minor is None:
        return _NO_PAYMENT
    player, kind = bet.placed.player, Term(bet.states[-1].kind)
    paid = Message(
        "{amount} paid to {player} on {kind}", amount=round_.format_money(bet.paid_minor), player=player, kind=kind
    )
    if not bet.returned_minor:
        return paid
    return Message("{paid}, {amount} taken back", paid=paid, amount=round_.format_money(bet.returned_minor))


def _call_difference(round_: Round, other: Round) -> VersionDifference | None:
    """Another last word of the dealer on the result, where both have one."""
    mine, theirs = round_.entries_of(Announced), other.entries_of(Announced)
    if not mine or not theirs or mine[-1][1].result == theirs[-1][1].result:
        return None
    here, there = (Message("the call {result}", result=Term(calls[-1][1].result)) for calls in (mine, theirs))
    return VersionDifference("call", mine[-1][0].position, here, there)

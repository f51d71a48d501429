"""Who has the say on a box that several players share, and the play as they make it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from ledger.events.play import CardDealt, NoticeGiven, PlayerAbsent
from ledger.values.places import box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.settlement import EXTRAS, MAIN
from replay.judging.wagers import Bet, Layout
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

OrderOfSay = tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a player can put forward for the say on a box; what is not known, or not so, comes last."""

    player: str
    seat: int | None
    box: int
    at_box: int
    at_table: int
    stake_minor: int
    spot: int

    @property
    def distance(self) -> int:
        return _LAST if self.seat is None else abs(self.seat - self.box)


_LAST: Final = 10**6
_BEFORE: Final[Mapping[str, Callable[[_Claim], int]]] = {
    "seated": lambda claim: claim.seat != claim.box,
    "seated_anywhere": lambda claim: claim.seat is None,
    "nearest_seat": lambda claim: claim.distance,
    "lowest_seat": lambda claim: _LAST if claim.seat is None else claim.seat,
    "first_at_box": lambda claim: claim.at_box,
    "first_at_table": lambda claim: claim.at_table,
    "highest_wager": lambda claim: -claim.stake_minor,
    "sole_highest_wager": lambda claim: -claim.stake_minor,
    "nearest_dealer": lambda claim: claim.spot,
}
"""Per criterion, the lower the better."""


def order_of_say(mains: Sequence[Bet], rules: Rules) -> OrderOfSay:
    """Per box, from the dealer's left, the players with a wager on it in the order in which they have the say.

    `mains` are the wagers on boxes that were down when bets closed.
    """
    on_boxes = sorted((bet for bet in mains if bet.box is not None), key=attrgetter("box"))

    def ordered() -> OrderOfSay:
        shared = {box: list(bets) for box, bets in groupby(on_boxes, key=attrgetter("box"))}
        return tuple((box, _in_order(box, bets, rules)) for box, bets in shared.items())

    staked = tuple((bet.wager, bet.box, bet.playing_minor) for bet in on_boxes)
    return rules.once(("order of say", staked), ordered)


def absentees(one: Round) -> frozenset[str]:
    """The players who were not there to decide."""
    return frozenset(event.player for _, event in one.of(PlayerAbsent))


def on_time(bets: Iterable[Bet]) -> list[Bet]:
    """The wagers on boxes that were down when bets closed."""
    return [bet for bet in bets if bet.kind == MAIN and (bet.accepted or not bet.late) and not bet.withdrawn]


def layout_of(one: Round, rules: Rules) -> Layout:
    """The wagers of a round. A late stake on a box that has no other, and got a card after it, plays where it counts as
    accepted.
    """
    layout = Layout(rules, EXTRAS, _to_the_card(rules)).follow(one)
    dealt_to = _dealt_to(layout, one)
    if not dealt_to or rules.value(parameters.LATE_DEALT_TO) == "as_late":
        return layout
    return Layout(rules, EXTRAS, _to_the_card(rules), dealt_to).follow(one)


def _to_the_card(rules: Rules) -> frozenset[str]:
    """The side bets that may be laid until the first card, even where all others close with the call."""
    offered = rules.value(parameters.SIDE_BETS)
    jack = {name for name, on in offered.items() if on == "dealer_blackjack"}
    return frozenset(jack if jack and rules.value(parameters.JACK_UNTIL) == "first_card" else ())


def _dealt_to(layout: Layout, one: Round) -> frozenset[str]:
    """The late wagers without which their box would not have got the cards that came to it afterwards."""
    staked = {bet.box for bet in on_time(layout.bets.values())}
    late = [bet for bet in layout.bets.values() if bet.kind == MAIN and bet.late and bet.box not in staked]
    cards = [(told.index, box_of(card.place)) for told, card in one.of(CardDealt)]
    laid = {told.position: told.index for told in one.told}
    return frozenset(bet.wager for bet in late if any(box == bet.box and at > laid[bet.at] for at, box in cards))


def boxes_in_play(one: Round, mains: Iterable[Bet], rules: Rules) -> tuple[int, ...]:
    """The boxes to which cards are due: on one that the table does not have a wager is none, unless it was dealt to."""
    most = rules.value(parameters.BOXES)
    dealt = {box_of(event.place) for _, event in one.of(CardDealt)}
    return tuple(bet.box for bet in mains if bet.box is not None and (bet.box <= most or bet.box in dealt))


def play_of(one: Round, bets: Sequence[Bet], rules: Rules) -> Play:
    """The play as a round's record and its wagers make it."""
    say, absent = order_of_say(on_time(bets), rules), absentees(one)
    there = tuple((box, tuple(who for who in players if who not in absent)) for box, players in say)
    alone = frozenset(box for box, players in there if not players)
    of_absent = frozenset(box for box, players in say if players[0] in absent)
    by_rule = rules.depends(parameters.ABSENT_CALLER, lambda who: of_absent if who == "rule" else alone)
    if of_absent - alone and rules.value(parameters.ABSENT_NEXT) == "nobody":
        by_rule = of_absent
    sides = rules.value(parameters.SIDE_BETS)
    return Play(
        told=one.decisions_told or not one.closed,
        say=tuple((box, here or players) for (box, here), (_, players) in zip(there, say, strict=True)),
        stood_in=of_absent - alone,
        ruled=by_rule if rules.value(parameters.ABSENT_STANDS_ON) else frozenset(),
        sides=frozenset(sides[bet.kind] for bet in bets if bet.kind in sides and not bet.withdrawn),
        closed=one.closed,
        noticed=bool(one.of(NoticeGiven)),
    )


def _in_order(box: int, bets: Sequence[Bet], rules: Rules) -> tuple[str, ...]:
    claims = _claims(box, bets)
    if len(claims) < 2:
        return tuple(claim.player for claim in claims)
    ranked = rules.depends(parameters.CALLER, lambda criteria: _ranked(claims, criteria))
    return _after(ranked[0], claims, rules, ranked)


def _claims(box: int, bets: Sequence[Bet]) -> list[_Claim]:
    """The claims of a box's players, in the order in which their wagers were laid."""
    laid = sorted(bets, key=attrgetter("at"))
    under = laid[-1].under
    at_table = [player for player, _ in under.arrived]
    at_box = [player for player, came_to in under.arrived if came_to == box]
    return [
        _Claim(
            player=player,
            seat=under.seats.get(player),
            box=box,
            at_box=_place(player, at_box, number),
            at_table=_place(player, at_table, number),
            stake_minor=sum(bet.playing_minor for bet in laid if bet.player == player),
            spot=min((bet.spot for bet in laid if bet.player == player and bet.spot is not None), default=_LAST),
        )
        for number, player in enumerate(dict.fromkeys(bet.player for bet in laid))
    ]


def _place(player: str, came: Sequence[str], laid: int) -> int:
    """When a player came; after those who were seen to come, in the order of the wagers."""
    return came.index(player) if player in came else _LAST + laid


def _after(first: str, claims: Sequence[_Claim], rules: Rules, ranked: tuple[str, ...]) -> tuple[str, ...]:
    """The order of say once it is known who comes first."""
    if rules.value(parameters.NEXT_CALLER) == "by_the_same":
        return ranked
    return (first, *(claim.player for claim in claims if claim.player != first))


def _ranked(claims: Sequence[_Claim], criteria: Sequence[str]) -> tuple[str, ...]:
    left, order = list(claims), []
    while left:
        best = _best(left, criteria)
        order.append(best.player)
        left.remove(best)
    return tuple(order)


def _best(claims: Sequence[_Claim], criteria: Sequence[str]) -> _Claim:
    """Whom the criteria put before all others: the first one that leaves a single player decides."""
    left = list(claims)
    for criterion in criteria:
        before = _BEFORE[criterion]
        ahead = [claim for claim in left if before(claim) == min(map(before, left))]
        if len(ahead) == 1 or criterion != "sole_highest_wager":
            left = ahead
    return left[0]

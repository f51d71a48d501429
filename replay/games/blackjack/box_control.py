"""Who has the say on a box that several players share, and the play as they make it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from ledger.events.play import CardDealt, NoticeGiven
from ledger.values.offices import Role
from ledger.values.places import box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import BY_RULE, Play
from replay.games.blackjack.settlement import EXTRA_KINDS, MAIN
from replay.judging.wagers import Bet, RoundWagers
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

DEALER_ROLE: Final[Role] = "dealer"

CallingOrder = tuple[tuple[int, tuple[str, ...]], ...]


class _CallerCandidate(NamedTuple):
    """What a player can put forward for the say on a box; what is not known, or not so, comes last."""

    player: str
    seat: int | None
    box: int
    box_arrival: int
    table_arrival: int
    stake_minor: int
    spot: int

    @property
    def distance(self) -> int:
        return _COMES_LAST if self.seat is None else abs(self.seat - self.box)


_COMES_LAST: Final = 10**6
_RANK_BY_CRITERION: Final[Mapping[str, Callable[[_CallerCandidate], int]]] = {
    "seated": lambda claim: claim.seat != claim.box,
    "seated_anywhere": lambda claim: claim.seat is None,
    "nearest_seat": lambda claim: claim.distance,
    "lowest_seat": lambda claim: _COMES_LAST if claim.seat is None else claim.seat,
    "first_at_box": lambda claim: claim.box_arrival,
    "first_at_table": lambda claim: claim.table_arrival,
    "highest_wager": lambda claim: -claim.stake_minor,
    "sole_highest_wager": lambda claim: -claim.stake_minor,
    "nearest_dealer": lambda claim: claim.spot,
}
"""Per criterion, the lower the better."""


def calling_order(main_bets: Sequence[Bet], rules: Rules) -> CallingOrder:
    """Per box, from the dealer's left, the players with a wager on it in the order in which they have the say.

    `main_bets` are the wagers on boxes that were down when bets closed.
    """
    on_boxes = sorted((bet for bet in main_bets if bet.box is not None), key=attrgetter("box"))

    def ordered() -> CallingOrder:
        shared = {box: list(bets) for box, bets in groupby(on_boxes, key=attrgetter("box"))}
        return tuple((box, _box_calling_order(box, bets, rules)) for box, bets in shared.items())

    staked = tuple((bet.wager, bet.box, bet.playing_minor) for bet in on_boxes)
    return rules.memoize(("order of say", staked), ordered)


def main_bets_on_time(bets: Iterable[Bet]) -> list[Bet]:
    """The wagers on boxes that were down when bets closed."""
    return [bet for bet in bets if bet.kind == MAIN and (bet.accepted or not bet.late) and not bet.withdrawn]


def round_wagers_of(round_: Round, rules: Rules, free_from: Mapping[str, int | None] | None = None) -> RoundWagers:
    """The wagers of a round. A late stake on a box that has no other, and got a card after it, plays where it counts as
    accepted. `free_from` says from when a wager is its player's again, by the cards.
    """
    free = {} if free_from is None else free_from
    follow = partial(
        RoundWagers,
        rules,
        EXTRA_KINDS,
        _until_card_kinds(rules),
        free_from=free,
        bounds_of=lambda bet: box_bounds(bet, round_, rules) if bet.kind == MAIN else None,
        are_limits_open=True,
    )
    layout = follow().follow_round(round_)
    dealt_to = _late_wagers_dealt_to(layout, round_)
    if not dealt_to or rules.value(parameters.LATE_DEALT_TO) == "as_late":
        return layout
    return follow(accepted_late=dealt_to).follow_round(round_)


def box_bounds(bet: Bet, round_: Round, rules: Rules) -> tuple[int, int, int] | None:
    """The least and the most on a box and the unit between, in minor units: what is posted, else the rulebook's."""
    posted = bet.terms.limits.get(MAIN)
    if posted is not None:
        return (*posted, bet.terms.units.get(MAIN, 1))
    held = rules.value(parameters.BOX_LIMITS)
    if isinstance(held, str):
        return None
    whole = 10**round_.table_opening.minor_digits
    return held.least * whole, held.most * whole, held.unit * whole


def _until_card_kinds(rules: Rules) -> frozenset[str]:
    """The side bets that may be laid until the first card, even where all others close with the call."""
    offered = rules.value(parameters.SIDE_BETS)
    jack = {name for name, on in offered.items() if on == "dealer_blackjack"}
    return frozenset(jack if jack and rules.value(parameters.JACK_UNTIL) == "first_card" else ())


def _late_wagers_dealt_to(round_wagers: RoundWagers, round_: Round) -> frozenset[str]:
    """The late wagers without which their box would not have got the cards that came to it afterwards."""
    staked = {bet.box for bet in main_bets_on_time(round_wagers.bets.values())}
    late = [bet for bet in round_wagers.bets.values() if bet.kind == MAIN and bet.late and bet.box not in staked]
    cards = [(round_entry.index, box_of(card.place)) for round_entry, card in round_.entries_of(CardDealt)]
    laid = {round_entry.position: round_entry.index for round_entry in round_.entries}
    return frozenset(bet.wager for bet in late if any(box == bet.box and at > laid[bet.position] for at, box in cards))


def boxes_in_play(round_: Round, main_bets: Iterable[Bet], rules: Rules) -> tuple[int, ...]:
    """The boxes to which cards are due: on one that the table does not have a wager is none, unless it was dealt to."""
    most = rules.value(parameters.BOXES)
    dealt = {box_of(event.place) for _, event in round_.entries_of(CardDealt)}
    return tuple(bet.box for bet in main_bets if bet.box is not None and (bet.box <= most or bet.box in dealt))


def play_of(round_: Round, bets: Sequence[Bet], rules: Rules) -> Play:
    """The play as a round's record and its wagers make it."""
    sides = rules.value(parameters.SIDE_BETS)
    return Play(
        records_decisions=round_.records_decisions or not round_.is_over,
        calling_order=calling_order(main_bets_on_time(bets), rules),
        has_absence_rule=rules.value(parameters.ABSENT_STANDS_ON) > 0,
        rule_callers=frozenset({BY_RULE, DEALER_ROLE, rules.edition.authority}),
        side_bet_kinds=frozenset(sides[bet.kind] for bet in bets if bet.kind in sides and not bet.withdrawn),
        is_closed=round_.is_over,
        is_error_noticed=bool(round_.entries_of(NoticeGiven)),
    )


def _box_calling_order(box: int, bets: Sequence[Bet], rules: Rules) -> tuple[str, ...]:
    claims = _candidates(box, bets)
    if len(claims) < 2:
        return tuple(claim.player for claim in claims)
    ranked = rules.evaluate(parameters.CALLER, lambda criteria: _rank_candidates(claims, criteria))
    return _order_after_first(ranked[0], claims, rules, ranked)


def _candidates(box: int, bets: Sequence[Bet]) -> list[_CallerCandidate]:
    """The claims of a box's players, in the order in which their wagers were laid."""
    laid = sorted(bets, key=attrgetter("position"))
    under = laid[-1].terms
    at_table = [player for player, _ in under.arrivals]
    at_box = [player for player, came_to in under.arrivals if came_to == box]
    return [
        _CallerCandidate(
            player=player,
            seat=under.seats.get(player),
            box=box,
            box_arrival=_arrival_rank(player, at_box, number),
            table_arrival=_arrival_rank(player, at_table, number),
            stake_minor=sum(bet.playing_minor for bet in laid if bet.player == player),
            spot=min((bet.spot for bet in laid if bet.player == player and bet.spot is not None), default=_COMES_LAST),
        )
        for number, player in enumerate(dict.fromkeys(bet.player for bet in laid))
    ]


def _arrival_rank(player: str, arrivals: Sequence[str], wager_index: int) -> int:
    """When a player came; after those who were seen to come, in the order of the wagers."""
    return arrivals.index(player) if player in arrivals else _COMES_LAST + wager_index


def _order_after_first(
    first: str, candidates: Sequence[_CallerCandidate], rules: Rules, ranked: tuple[str, ...]
) -> tuple[str, ...]:
    """The order of say once it is known who comes first."""
    if rules.value(parameters.NEXT_CALLER) == "by_the_same":
        return ranked
    return (first, *(claim.player for claim in candidates if claim.player != first))


def _rank_candidates(candidates: Sequence[_CallerCandidate], criteria: Sequence[str]) -> tuple[str, ...]:
    left, order = list(candidates), []
    while left:
        best = _best_candidate(left, criteria)
        order.append(best.player)
        left.remove(best)
    return tuple(order)


def _best_candidate(candidates: Sequence[_CallerCandidate], criteria: Sequence[str]) -> _CallerCandidate:
    """Whom the criteria put before all others: the first one that leaves a single player decides."""
    left = list(candidates)
    for criterion in criteria:
        before = _RANK_BY_CRITERION[criterion]
        ahead = [claim for claim in left if before(claim) == min(map(before, left))]
        if len(ahead) == 1 or criterion != "sole_highest_wager":
            left = ahead
    return left[0]

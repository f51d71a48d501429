"""Limits of the layout: least, most and unit of what lies on a place, however many wagers and pieces it is made of."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ledger.layout import BY_NUMBERS, Layout, Numbers
from replay.roulette import values
from replay.roulette.bets import Bet
from replay.roulette.settlement import Exact, Piece, pieces
from replay.rules import Rules
from replay.wagers import part

Breach = Literal["above", "below", "not_in_units"]


@dataclass(frozen=True, slots=True)
class Off:
    """A piece of a wager that is outside the limits of its place; `over` of it is too much."""

    wager: str
    piece: int
    kind: str
    how: Breach
    limit_minor: int
    over: Exact


@dataclass(frozen=True, slots=True)
class _Lying:
    wager: str
    piece: int
    amount: Exact


Place = tuple[str, str, Numbers]
"""Whose chips are counted together, and where."""


def off_limits(bets: Sequence[Bet], layout: Layout, digits: int, rules: Rules) -> tuple[Off, ...]:
    """Everything outside the limits, counted together as the house counts."""
    unit = 10**digits
    mine = _together(bets, layout, rules, by_player=True)
    found = [off for (_, kind, _), lying in mine.items() for off in _small(kind, lying, unit, rules)]

    def above(whose: str) -> tuple[Off, ...]:
        counted = mine if whose == "player" else _together(bets, layout, rules, by_player=False)
        return tuple(off for (_, kind, _), lying in counted.items() for off in _above(kind, lying, unit, rules))

    return (*found, *rules.depends(values.MOST_IS_OF, above))


def _together(bets: Sequence[Bet], layout: Layout, rules: Rules, *, by_player: bool) -> Mapping[Place, list[_Lying]]:
    places: dict[Place, list[_Lying]] = defaultdict(list)
    for bet in bets:
        for n, piece in enumerate(pieces(bet.spot, layout, rules) or ()):
            place = (bet.player if by_player else "", piece.kind, piece.numbers)
            places[place].append(_Lying(bet.wager, n, part(piece.share, bet.stake_minor)))
    return places


def _small(kind: str, lying: Sequence[_Lying], unit: int, rules: Rules) -> Iterator[Off]:
    """What a player has on a place is too little, or no whole number of units: then what is over lies in the last."""
    total = sum((one.amount for one in lying), 0)
    outside = None if kind in BY_NUMBERS else rules.value(values.OUTSIDE)
    least = (rules.value(values.INSIDE_LEAST) if outside is None else outside.least) * unit
    if total < least:
        yield from (Off(one.wager, one.piece, kind, "below", least, 0) for one in lying)
    elif outside is not None and total % (outside.unit * unit):
        yield from _last(kind, lying, total % (outside.unit * unit), "not_in_units", outside.unit * unit)


def _above(kind: str, lying: Sequence[_Lying], unit: int, rules: Rules) -> Iterator[Off]:
    total = sum((one.amount for one in lying), 0)
    inside = kind in BY_NUMBERS
    most = (rules.value(values.INSIDE_MOST)[kind] if inside else rules.value(values.OUTSIDE).most) * unit
    if total > most:
        yield from _last(kind, lying, total - most, "above", most)


def _last(kind: str, lying: Sequence[_Lying], over: Exact, how: Breach, limit_minor: int) -> Iterator[Off]:
    """What is over lies in the chips that came last."""
    for one in reversed(lying):
        if over > 0:
            yield Off(one.wager, one.piece, kind, how, limit_minor, min(over, one.amount))
            over -= one.amount


def within(on: Sequence[Piece], stake_minor: int, offs: Sequence[Off]) -> list[Exact]:
    """What of each piece of a wager is within the limits."""
    amounts: list[Exact] = [part(piece.share, stake_minor) for piece in on]
    for n in range(len(amounts)):
        amounts[n] -= min(amounts[n], max((off.over for off in offs if off.piece == n), default=0))
    return amounts

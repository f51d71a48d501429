"""Limits of the layout: least, most and unit of what lies on a place, however many wagers and pieces it is made of."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeVar

from ledger.values.wheel_layout import EVEN_CHANCES, NUMBERED_KINDS, Layout, Numbers
from replay.games.roulette import parameters
from replay.games.roulette.bets import Spot
from replay.games.roulette.settlement import ExactAmount, Piece, pieces_of
from replay.judging.wagers import share_of
from replay.rulebooks.rules import Rules
from replay.table_day.table_terms import TableTerms

BreachKind = Literal["above", "below", "not_in_units"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LimitBreach:
    """A piece of a wager that is outside the limits of its place; `over` of it is too much."""

    wager: str
    piece: int
    kind: str
    breach: BreachKind
    limit_minor: int
    over: ExactAmount
    spot: Spot = field(compare=False)
    """Where the wager lies, by which it is told from other places on which chips of it play."""

    def after_taking(self, gone_minor: int, pieces: Sequence[Piece] | None) -> "LimitBreach | None":
        """Return what is still too much when so much of the wager does not lie there, None where nothing is."""
        if not (self.over and gone_minor and pieces):
            return self
        over = self.over - share_of(pieces[self.piece].share, gone_minor)
        return replace(self, over=over) if over > 0 else None


class PlayingStake(NamedTuple):
    """What of a wager plays, and where it lies."""

    wager: str
    player: str
    spot: Spot
    minor: int


class _PieceChips(NamedTuple):
    wager: str
    piece: int
    amount: ExactAmount
    spot: Spot


Place = tuple[str, str, Numbers]
"""Whose chips are counted together, and where."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The house's limits, in minor units, and those posted at the table, which hold there in their place."""

    digits: int
    terms: TableTerms
    rules: Rules

    def least(self, kind: str) -> int:
        """The least that a player may have on a place of this kind."""
        outside = None if kind in NUMBERED_KINDS else self.rules.value(parameters.OUTSIDE_LIMITS)
        least = self.rules.value(parameters.INSIDE_LEAST) if outside is None else outside.least
        posted = self._posted_value(kind, self.terms.limits)
        return least * 10**self.digits if posted is None else posted[0]

    def most(self, kind: str) -> int:
        """The most that may lie on a place of this kind."""
        inside = kind in NUMBERED_KINDS
        most = (
            self.rules.value(parameters.INSIDE_MOST)[kind] if inside else self.rules.value(parameters.OUTSIDE_LIMITS).most
        )
        posted = self._posted_value(kind, self.terms.limits)
        return most * 10**self.digits if posted is None else posted[1]

    def unit(self, kind: str) -> int | None:
        """What a wager is a whole number of, if of anything: the house's unit gives way to a posted least."""
        if posted := self._posted_value(kind, self.terms.units):
            return posted
        if kind in NUMBERED_KINDS:
            return None
        unit: int = self.rules.value(parameters.OUTSIDE_LIMITS).unit * 10**self.digits
        return None if self.least(kind) % unit else unit

    def _posted_value(self, kind: str, posted: Mapping[str, T]) -> T | None:
        """What is posted for the kind, else for all kinds that are paid alike, else for the side of the layout."""
        alike = "even_chance" if kind in EVEN_CHANCES else kind
        side = "inside" if kind in NUMBERED_KINDS else "outside"
        return next((posted[name] for name in (kind, alike, side) if name in posted), None)


def find_limit_breaches(playing_stakes: Sequence[PlayingStake], layout: Layout, limits: Limits) -> tuple[LimitBreach, ...]:
    """Everything outside the limits, counted together as the house counts."""
    mine = _chips_by_place(playing_stakes, layout, limits.rules, is_by_player=True)
    found = [off for (_, kind, _), chips in mine.items() for off in _below_or_off_unit(kind, chips, limits)]
    everybodys = _chips_by_place(playing_stakes, layout, limits.rules, is_by_player=False)
    together = _above_maximum(everybodys, limits)

    def above(whose: str) -> tuple[LimitBreach, ...]:
        if whose != "player" or not together:  # where all together are not above it, no single player is
            return together
        return _above_maximum(mine, limits)

    return (*found, *limits.rules.evaluate(parameters.MOST_IS_OF, above))


def _chips_by_place(
    playing_stakes: Sequence[PlayingStake], layout: Layout, rules: Rules, *, is_by_player: bool
) -> Mapping[Place, list[_PieceChips]]:
    places: dict[Place, list[_PieceChips]] = defaultdict(list)
    for playing_stake in playing_stakes:
        for n, piece in enumerate(pieces_of(playing_stake.spot, layout, rules) or ()):
            place = (playing_stake.player if is_by_player else "", piece.kind, piece.numbers)
            amount = share_of(piece.share, playing_stake.minor)
            places[place].append(_PieceChips(playing_stake.wager, n, amount, playing_stake.spot))
    return places


def _below_or_off_unit(kind: str, chips: Sequence[_PieceChips], limits: Limits) -> Iterator[LimitBreach]:
    """What a player has on a place is too little, or no whole number of units: then what is over lies in the last."""
    total = sum((piece_chips.amount for piece_chips in chips), 0)
    least, unit = limits.least(kind), limits.unit(kind)
    if total < least:
        yield from (LimitBreach(at.wager, at.piece, kind, "below", least, 0, at.spot) for at in chips)
    elif unit and total % unit:
        yield from _breaches_from_last(kind, chips, total % unit, "not_in_units", unit)


def _above_maximum(chips_by_place: Mapping[Place, Sequence[_PieceChips]], limits: Limits) -> tuple[LimitBreach, ...]:
    """What is too much of the chips that are counted together on a place."""
    found: list[LimitBreach] = []
    most_by_kind: dict[str, int] = {}
    for (_, kind, _), chips in chips_by_place.items():
        most = most_by_kind.get(kind) or most_by_kind.setdefault(kind, limits.most(kind))
        total = sum((piece_chips.amount for piece_chips in chips), 0)
        if total > most:
            found += _breaches_from_last(kind, chips, total - most, "above", most)
    return tuple(found)


def _breaches_from_last(
    kind: str, chips: Sequence[_PieceChips], over: ExactAmount, breach: BreachKind, limit_minor: int
) -> Iterator[LimitBreach]:
    """What is over lies in the chips that came last."""
    for piece_chips in reversed(chips):
        if over > 0:
            over_here = min(over, piece_chips.amount)
            yield LimitBreach(piece_chips.wager, piece_chips.piece, kind, breach, limit_minor, over_here, piece_chips.spot)
            over -= piece_chips.amount


def amounts_within_limits(pieces: Sequence[Piece], stake_minor: int, breaches: Sequence[LimitBreach]) -> list[ExactAmount]:
    """What of each piece of a wager is within the limits."""
    amounts: list[ExactAmount] = [share_of(piece.share, stake_minor) for piece in pieces]
    for n in range(len(amounts)):
        amounts[n] -= min(amounts[n], max((off.over for off in breaches if off.piece == n), default=0))
    return amounts

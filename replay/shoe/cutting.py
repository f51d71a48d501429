"""The cut: whose it is, to whom it is offered in which order, how deep it is, and where the cut card lies."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from ledger.events.shoe import CutCardPlaced, CutMade, CutOffered
from replay.judging.finding import Finding, cited
from replay.rulebooks.common_parameters import (
    CUT_BY_DEALER,
    CUT_BY_NOBODY,
    CUT_CARD_LEAST,
    CUT_CARD_MEASURED,
    CUT_CARD_MOST,
    CUT_FIRST,
    CUT_LATER,
    CUT_LEAST,
    CUT_MEASURED,
    CUT_REFUSED,
)
from replay.rulebooks.rules import Rules
from replay.shoe.preparation import About, Preparation
from replay.table_day.shoe_record import Act

SILENT = "not_said"


def cutting(made: Preparation, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cut of a shoe; nothing where the house does not speak of one."""
    with rules.scope() as grounds:
        first = rules.value(CUT_FIRST)
    if first == SILENT:
        return
    told = [act for act in made.since_shuffled if isinstance(act.event, CutOffered | CutMade)]
    cut = _Cut(made, rules, cited(grounds))
    for act in told:
        yield from cut.goes_on(act)
    yield from cut.ends()


@dataclass
class _Cut:
    """The cut of a shoe as it goes on: who refused, who took it, and whether the last cut was deep enough."""

    made: Preparation
    rules: Rules
    clauses: tuple[str, ...]
    refused: list[str] = field(default_factory=list)
    taken_by: str | None = None
    was_cut: bool = False
    short: Finding | None = None

    def goes_on(self, act: Act) -> Iterator[Finding]:
        match act.event:
            case CutOffered(to=who) as offer:
                yield from self._unless(self._due(act), act, who, "offered to")
                self.taken_by = None if offer.refused else who
                self.refused += [who] if offer.refused else []
            case CutMade(by=who) as cut:
                if self._dealers_own(act, who):
                    return
                due = self._due(act) if self.taken_by is None else (self.taken_by,)
                yield from self._unless(due, act, who, "made by")
                self.taken_by, self.was_cut, self.short = None, True, self._too_short(act, cut.depth)

    def ends(self) -> Iterator[Finding]:
        if self.short is not None:
            yield self.short
        unsaid = bool(self.refused) and self.rules.value(CUT_REFUSED) == SILENT
        if not self.was_cut and self.made.demanded and not unsaid:
            yield Finding("not_cut", self.clauses, self.made.first.position, {"shoe": self.made.shoe.name})

    def _dealers_own(self, act: Act, who: str) -> bool:
        """Whether it is the dealer's cut that follows the player's."""
        mine = who in ("dealer", act.dealer)
        return mine and self.was_cut and self.short is None and self.rules.value(CUT_BY_DEALER)

    def _unless(self, due: Collection[str] | None, act: Act, who: str, what: str) -> Iterator[Finding]:
        if due is not None and who not in due:
            about: About = {"shoe": self.made.shoe.name, "what": what, "who": who, "due": " or ".join(due)}
            yield Finding("wrong_cutter", self.clauses, act.position, about)

    def _due(self, act: Act) -> Collection[str] | None:
        """Whose turn it is to cut; None where that is not known or not said."""
        right = self._right(act)
        if not self.refused:
            return right
        if self.rules.value(CUT_REFUSED) == SILENT:
            return None
        seats = act.under.seats
        if not act.under.seating_told or self.refused[-1] not in seats:
            return None
        left = [player for player in _from(seats[self.refused[-1]], seats) if player not in self.refused]
        nobody = self.rules.value(CUT_BY_NOBODY)
        return left[:1] or (None if nobody == SILENT else (nobody,))

    def _right(self, act: Act) -> Collection[str] | None:
        """Who is asked first."""
        shoe, under = self.made.shoe, act.under
        if shoe.new_game and self.made.new:
            if self.rules.value(CUT_FIRST) == "leftmost_seat":
                return sorted(under.seats, key=lambda player: under.seats[player])[:1] or None
            first = next((player for player, _ in under.arrived), None)
            return None if first is None or (under.seating_told and first not in under.seats) else (first,)
        if self.rules.value(CUT_LATER) == SILENT or shoe.before is None or not self.made.new:
            return None
        here = [player for player in shoe.before.cut_card_at if not under.seating_told or player in under.seats]
        return here or None

    def _too_short(self, act: Act, depth: int | None) -> Finding | None:
        with self.rules.scope() as grounds:
            least, measured = self.rules.value(CUT_LEAST), self.rules.value(CUT_MEASURED)
        if depth is None:
            return None
        back = 52 * self.made.shoe.decks - depth
        end, left = ("back", back) if back < depth and measured == "either_end" else ("front", depth)
        if left >= least:
            return None
        about: About = {"shoe": self.made.shoe.name, "left": max(left, 0), "end": end, "least": least}
        return Finding("short_cut", cited(grounds), act.position, about)


def _from(seat: int, seats: Mapping[str, int]) -> list[str]:
    """The players to the right of a seat, then those from the left on."""
    return sorted(seats, key=lambda player: (seats[player] <= seat, seats[player]))


def cut_cards(made: Preparation, rules: Rules) -> Iterator[Finding]:
    """Where the cut card was put in, if that is on record: neither too near nor too far from the end."""
    cards = 52 * made.shoe.decks
    for act in made.acts:
        if isinstance(act.event, CutCardPlaced) and act.event.depth is not None:
            deep = {"front": act.event.depth, "back": cards - act.event.depth}
            with rules.scope() as grounds:
                least, most = rules.value(CUT_CARD_LEAST), rules.value(CUT_CARD_MOST)
                end = rules.value(CUT_CARD_MEASURED) if _matters(deep, least, most) else "back"
            if not least <= deep[end] <= most:
                about: About = {"shoe": made.shoe.name, "deep": deep[end], "end": end, "least": least, "most": most}
                yield Finding("cut_card_astray", cited(grounds), act.position, about)


def _matters(deep: dict[str, int], least: int, most: int) -> bool:
    """Whether it makes a difference from which end one counts."""
    return len({least <= cards <= most for cards in deep.values()}) > 1

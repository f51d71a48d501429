"""The cut: whose it is, to whom it is offered in which order, how deep it is, and where the cut card lies."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from ledger.events.shoe import CutCardPlaced, CutMade, CutOffered
from ledger.values.message import Term, either
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
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
from replay.shoe.preparation import Particulars, Preparation
from replay.table_day.shoe_record import ShoeAct

declare(
    __name__,
    Phase.SHOE,
    "dealing",
    {
        "not_cut": "Cards were dealt from shoe {shoe} although it had not been cut.",
        "cut_card_astray": "The cut card of shoe {shoe} lies {deep} cards from the {end}; {least} to {most} are required.",
    },
    {
        "not_cut": Absence((CutMade,), "before"),
    },
)
declare(
    __name__,
    Phase.SHOE,
    "players",
    {
        "wrong_cutter": "The cut of shoe {shoe} was {what} {who}; it was for {due} to cut.",
        "short_cut": "The cut of shoe {shoe} left {left} {left:card|cards} at the {end}; at least {least} "
        "are required, and it was not repeated.",
    },
    {
        "wrong_cutter": Absence((CutOffered,), "before"),
        "short_cut": Absence((CutMade,), "after"),
    },
)


NOT_SAID = "not_said"


def cut_findings(preparation: Preparation, rules: Rules) -> Iterator[Finding]:
    """What is wrong with the cut of a shoe; nothing where the house does not speak of one."""
    with rules.scope() as grounds:
        first = rules.value(CUT_FIRST)
    if first == NOT_SAID:
        return
    acts = [act for act in preparation.acts_since_shuffle if isinstance(act.event, CutOffered | CutMade)]
    cut = _Cut(preparation, rules, sorted_clauses(grounds))
    for act in acts:
        yield from cut.check_act(act)
    yield from cut.check_end()


@dataclass
class _Cut:
    """The cut of a shoe as it goes on: who refused, who took it, and whether the last cut was deep enough."""

    preparation: Preparation
    rules: Rules
    clauses: tuple[str, ...]
    refusing_players: list[str] = field(default_factory=list)
    accepted_by: str | None = None
    is_cut: bool = False
    short_cut: Finding | None = None

    def check_act(self, act: ShoeAct) -> Iterator[Finding]:
        match act.event:
            case CutOffered(to=who) as offer:
                yield from self._wrong_cutter_findings(self._due_cutters(act), act, who, "offered to")
                self.accepted_by = None if offer.refused else who
                self.refusing_players += [who] if offer.refused else []
            case CutMade(by=who) as cut:
                if self._is_dealers_cut(act, who):
                    return
                due = self._due_cutters(act) if self.accepted_by is None else (self.accepted_by,)
                yield from self._wrong_cutter_findings(due, act, who, "made by")
                self.accepted_by, self.is_cut, self.short_cut = None, True, self._short_cut_finding(act, cut.depth)

    def check_end(self) -> Iterator[Finding]:
        if self.short_cut is not None:
            yield self.short_cut
        unsaid = bool(self.refusing_players) and self.rules.value(CUT_REFUSED) == NOT_SAID
        if not self.is_cut and self.preparation.must_be_recorded and not unsaid:
            yield Finding(
                "not_cut", self.clauses, self.preparation.first_card.position, {"shoe": self.preparation.shoe.name}
            )

    def _is_dealers_cut(self, act: ShoeAct, who: str) -> bool:
        """Whether it is the dealer's cut that follows the player's."""
        mine = who in ("dealer", act.dealer)
        return mine and self.is_cut and self.short_cut is None and self.rules.value(CUT_BY_DEALER)

    def _wrong_cutter_findings(self, due: Collection[str] | None, act: ShoeAct, who: str, action: str) -> Iterator[Finding]:
        if due is not None and who not in due:
            about: Particulars = {
                "shoe": self.preparation.shoe.name,
                "what": action,
                "who": who,
                "due": either([Term(office) for office in due]),
            }
            yield Finding("wrong_cutter", self.clauses, act.position, about)

    def _due_cutters(self, act: ShoeAct) -> Collection[str] | None:
        """Whose turn it is to cut; None where that is not known or not said."""
        right = self._first_cutters(act)
        if not self.refusing_players:
            return right
        if self.rules.value(CUT_REFUSED) == NOT_SAID:
            return None
        seats = act.terms.seats
        if not act.terms.is_seating_recorded or self.refusing_players[-1] not in seats:
            return None
        left = [
            player
            for player in _players_from(seats[self.refusing_players[-1]], seats)
            if player not in self.refusing_players
        ]
        nobody = self.rules.value(CUT_BY_NOBODY)
        return left[:1] or (None if nobody == NOT_SAID else (nobody,))

    def _first_cutters(self, act: ShoeAct) -> Collection[str] | None:
        """Who is asked first."""
        shoe, under = self.preparation.shoe, act.terms
        if shoe.is_new_game and self.preparation.is_new_shoe:
            if self.rules.value(CUT_FIRST) == "leftmost_seat":
                return sorted(under.seats, key=lambda player: under.seats[player])[:1] or None
            first = next((player for player, _ in under.arrivals), None)
            return None if first is None or (under.is_seating_recorded and first not in under.seats) else (first,)
        if self.rules.value(CUT_LATER) == NOT_SAID or shoe.previous_shoe is None or not self.preparation.is_new_shoe:
            return None
        here = [
            player
            for player in shoe.previous_shoe.cut_card_players
            if not under.is_seating_recorded or player in under.seats
        ]
        return here or None

    def _short_cut_finding(self, act: ShoeAct, depth: int | None) -> Finding | None:
        with self.rules.scope() as grounds:
            least, measured = self.rules.value(CUT_LEAST), self.rules.value(CUT_MEASURED)
        if depth is None:
            return None
        back = 52 * self.preparation.shoe.decks - depth
        end, left = ("back", back) if back < depth and measured == "either_end" else ("front", depth)
        if left >= least:
            return None
        about: Particulars = {"shoe": self.preparation.shoe.name, "left": max(left, 0), "end": end, "least": least}
        return Finding("short_cut", sorted_clauses(grounds), act.position, about)


def _players_from(seat: int, seats: Mapping[str, int]) -> list[str]:
    """The players to the right of a seat, then those from the left on."""
    return sorted(seats, key=lambda player: (seats[player] <= seat, seats[player]))


def cut_card_findings(preparation: Preparation, rules: Rules) -> Iterator[Finding]:
    """Where the cut card was put in, if that is on record: neither too near nor too far from the end."""
    cards = 52 * preparation.shoe.decks
    for act in preparation.acts:
        if isinstance(act.event, CutCardPlaced) and act.event.depth is not None:
            deep = {"front": act.event.depth, "back": cards - act.event.depth}
            with rules.scope() as grounds:
                least, most = rules.value(CUT_CARD_LEAST), rules.value(CUT_CARD_MOST)
                end = rules.value(CUT_CARD_MEASURED) if _does_end_matter(deep, least, most) else "back"
            if not least <= deep[end] <= most:
                about: Particulars = {
                    "shoe": preparation.shoe.name,
                    "deep": deep[end],
                    "end": end,
                    "least": least,
                    "most": most,
                }
                yield Finding("cut_card_astray", sorted_clauses(grounds), act.position, about)


def _does_end_matter(depths: dict[str, int], least: int, most: int) -> bool:
    """Whether it makes a difference from which end one counts."""
    return len({least <= cards <= most for cards in depths.values()}) > 1

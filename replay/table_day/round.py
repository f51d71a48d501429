"""A round as one account tells it: what was told of it, each with what was posted then, and what is known around it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ledger.corrections import Correction
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CardDealt, DecisionMade, RoundClosed, WagerPlaced
from ledger.events.table import TableOpened
from ledger.events.wheel import BallSpun
from ledger.table_standing import Decision, RoundStanding
from ledger.values.money import format_minor
from replay.rulebooks.edition import Edition
from replay.table_day.missing import MissingPart
from replay.table_day.reporting import EVERY_KIND, Reporting
from replay.table_day.resolutions import HouseResolution
from replay.table_day.shoe_record import ShoeRecord
from replay.table_day.table_terms import TableTerms

E = TypeVar("E", bound=Event)


class RoundEntry(NamedTuple):
    """An entry of a round with what was posted when it happened."""

    entry: Entry
    terms: TableTerms
    index: int  # type: ignore[assignment]  # a tuple has a method of this name, which nobody calls
    """Its place in the line of the day."""
    event: Event
    position: int
    belongs_to_earlier: bool = False
    """Whether it concerns a wager of an earlier round, where it is told too."""


@dataclass(slots=True, eq=False, repr=False)
class Round:
    """A round as one account tells it. Filled while the story is told, read-only afterwards."""

    name: str
    account: str
    table_opening: TableOpened
    edition: Edition
    terms_at_opening: TableTerms
    resolutions_by_now: Mapping[str, HouseResolution]
    shoe: str | None
    decks: int | None
    device: str | None
    """`shoe` or `machine`, where the record says which."""
    dealer: str | None
    """Who dealt when it began, as far as the record tells."""
    offices: Mapping[str, str]
    """By person the office in which somebody did something on the day, where the record says so."""
    cards_out_before: int
    copies_out_before: Mapping[str, int]
    previous: "Round | None"
    entries: list[RoundEntry] = field(default_factory=list)
    first_draw: RoundEntry | None = None
    """Its first card or spin: with it the round before is over."""
    following: "Round | None" = None
    """The round that was dealt next, where the record shows that nothing was dealt between."""
    next_round_index: int | None = None
    """Place in the line of the next round's first card."""
    later_round_index: int | None = None
    """The same of the round that the record has next, whether or not others were dealt between."""
    has_gap_after: bool = False
    """Whether the record goes on with a round that may not be the next one that was dealt."""
    shoe_end_index: int | None = None
    """Place in the line of the shoe's end, if it ended with this round."""
    shoe_end_position: int | None = None
    uncorrected_before: tuple["Round", ...] = ()
    """Earlier rounds of which an error had been noticed, and not put right, when this one's first card was drawn."""
    sequence_gaps: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Gaps in a source's sequence: source, last and next number, position of the next."""
    refused_entries: list[Entry] = field(default_factory=list)
    missing_parts: list[MissingPart] = field(default_factory=list)
    """What is missing of its record, or may be."""
    is_taken_as_complete: bool = True
    """Whether it is judged as if nothing were missing; else nothing is held to be an omission that may be missing."""
    reporting: Reporting = EVERY_KIND
    """What the sources of its version can report."""
    corrections: list[Correction] = field(default_factory=list)
    """By what its account was mended."""
    records_decisions: bool = False
    """Whether the account tells the players' decisions at all, in this round or another of the day."""
    recorded_signs: frozenset[str] = frozenset()
    """Of `call` and `dolly` those that the account tells of a spin's number, so that their absence says something."""
    other_accounts: list["Round"] = field(default_factory=list)
    """The same round as other accounts tell it."""
    rival_accounts: list["Round"] = field(default_factory=list)
    """Those of them that count as much as this one, where nobody has chosen."""
    completing_accounts: list["Round"] = field(default_factory=list)
    """Those from which this one may take what it lacks, the bets or the cards."""
    shoe_record: ShoeRecord | None = None
    """The shoe that its first card came from."""
    standing: RoundStanding = "open"
    """How it stands by what was decided, whatever the account."""
    decisions_in_force: tuple[Decision, ...] = ()
    """The decisions in force that make it, or something of it, void."""
    case_settlements: Mapping[str, Decision] = field(default_factory=dict)
    """By wager, what a case settled on it last."""
    decisions: tuple[Decision, ...] = ()
    """All decisions and attempts that concern it."""
    table_decision_positions: frozenset[int] = frozenset()
    """Positions of those among them that hold and are about the table itself."""

    _by_kind: defaultdict[type[Event], list[Any]] = field(default_factory=partial(defaultdict, list))
    """What is told, by the kind of event: each with its event, in order."""

    def __repr__(self) -> str:
        return f"<{self.name} as {self.account} tells it>"

    def add(self, round_entry: RoundEntry) -> None:
        """What is told next of the round."""
        self.entries.append(round_entry)
        self._by_kind[type(round_entry.event)].append((round_entry, round_entry.event))

    def with_entries(self, entries: Iterable[RoundEntry]) -> "Round":
        """Return the round with other entries."""
        other = replace(self, entries=[], _by_kind=defaultdict(list))
        for round_entry in entries:
            other.add(round_entry)
        return other

    def with_supposed(self, event: Event, behind: Collection[int]) -> "Round":
        """Return the round with an act that is not on record, behind the entries at these places of the line.

        The places are numbered anew, so that there is room between any two.
        """
        line: list[RoundEntry] = []
        for known in self.entries:
            line.append(known._replace(index=2 * known.index))
            if known.index in behind:
                entry = replace(known.entry, delivery=known.entry.delivery._replace(event=event, sequence=None))
                line.append(known._replace(entry=entry, event=event, index=2 * known.index + 1))
        first, following, later, end = self.first_draw, self.next_round_index, self.later_round_index, self.shoe_end_index
        renumbered = replace(
            self,
            first_draw=None if first is None else first._replace(index=2 * first.index),
            next_round_index=None if following is None else 2 * following,
            later_round_index=None if later is None else 2 * later,
            shoe_end_index=None if end is None else 2 * end,
        )
        return renumbered.with_entries(line)

    def entries_of(self, kind: type[E]) -> Sequence[tuple[RoundEntry, E]]:
        """What is told of a kind of event, each with its event, in order."""
        return self._by_kind.get(kind, ())

    def taken_as_incomplete(self) -> "Round":
        """Return the round to be judged as one of which something is missing."""
        return replace(self, is_taken_as_complete=False)

    def may_lack(self, *kinds: type[Event], after: int = -1, before: int | None = None) -> bool:
        """Whether such an event may be missing between two places of the line, where that is to be thought of."""
        return not self.is_taken_as_complete and any(
            part.lies_between(self, after, before) and any(part.may_be(kind, self) for kind in kinds)
            for part in self.missing_parts
        )

    def is_player(self, person: str) -> bool:
        """Whether somebody is a player at the table, as far as the record tells: by a wager, a seat, or coming there."""
        terms = self.entries[-1].terms if self.entries else self.terms_at_opening
        return (
            any(wager.player == person for _, wager in self.entries_of(WagerPlaced))
            or person in terms.seats
            or any(person == player for player, _ in terms.arrivals)
        )

    def format_money(self, minor: int) -> str:
        """Return an amount in the table's currency, as findings show it: `20.00 GBP`."""
        return f"{format_minor(minor, self.table_opening.minor_digits)} {self.table_opening.currency}"

    def can_report(self, kind: type[Event]) -> bool:
        """Whether a source of this version can report such an event, so that its absence from the record says something."""
        return self.reporting.can_report(kind)

    def reports_order_of(self, kind: type[Event]) -> bool:
        """Whether a source of this version can report in what order such events came."""
        return self.reporting.reports_order_of(kind)

    @property
    def is_over(self) -> bool:
        """Whether the round was played to its end: it was closed, or another one was dealt after it.

        A round that was declared void in the middle came to none: nobody had to go on.
        """
        is_left = self.next_round_index is not None or self.has_gap_after or bool(self.entries_of(RoundClosed))
        return is_left and not self._is_broken_off_by_decision

    @property
    def _is_broken_off_by_decision(self) -> bool:
        """Whether it was declared void, or its shoe, before it was closed, and was not played on."""
        if not self.decisions_in_force:
            return False
        played = (*self.entries_of(CardDealt), *self.entries_of(DecisionMade), *self.entries_of(BallSpun))
        last = max((round_entry.position for round_entry, _ in played), default=0)
        closed = min((round_entry.position for round_entry, _ in self.entries_of(RoundClosed)), default=None)
        return any(
            decision.act in ("void_shoe", "void_round") and last < decision.position and decision.position < (closed or 0)
            for decision in self.decisions_in_force
        )

    @property
    def dispute_settlement(self) -> Decision | None:
        """The decision by which a dispute about it is settled, as long as nobody has disputed it again."""
        if self.standing not in ("stands", "corrected"):
            return None
        taken = (
            decision for decision in reversed(self.decisions) if decision.act == "settle_round" and decision.refused is None
        )
        return next(taken, None)

    @property
    def positions_in_force(self) -> frozenset[int]:
        """The positions of the decisions on it that hold: that void it, settle it, or are about its table."""
        held = (*self.decisions_in_force, *self.case_settlements.values(), *filter(None, [self.dispute_settlement]))
        return frozenset(decision.position for decision in held) | self.table_decision_positions

    @property
    def void_decision(self) -> Decision | None:
        """The decision by which the whole round is void."""
        return next((held for held in self.decisions_in_force if held.scope in ("game", "shoe", "round")), None)

    @property
    def card_entries(self) -> list[RoundEntry]:
        """The cards dealt in the round, in order."""
        return [round_entry for round_entry, _ in self.entries_of(CardDealt)]

    def is_after_next_card(self, round_entry: RoundEntry) -> bool:
        """Whether the next round's first card had been drawn by then."""
        return self.next_round_index is not None and round_entry.index > self.next_round_index

    def is_after_later_round(self, round_entry: RoundEntry) -> bool:
        """Whether the first card of a later round had been drawn by then."""
        return self.later_round_index is not None and round_entry.index > self.later_round_index

    @property
    def basis(self) -> list[int]:
        """The positions that a ruling on the round rests on, apart from the table's own."""
        return [round_entry.position for round_entry in self.entries]

"""A round as one account tells it: what was told of it, each with what was posted then, and what is known around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import CardDealt, RoundClosed
from ledger.events.table import TableOpened
from ledger.table_standing import Decision, RoundStanding
from replay.rulebooks.edition import Edition
from replay.table_day.resolutions import HouseResolution
from replay.table_day.shoe_record import ShoeRecord
from replay.table_day.table_terms import Posting

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of a round with what was posted when it happened."""

    entry: Entry
    under: Posting
    index: int
    """Its place in the line of the day."""
    elsewhere: bool = False
    """Whether it concerns a wager of an earlier round, where it is told too."""
    event: Event = field(init=False, repr=False, compare=False)
    position: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "event", self.entry.delivery.event)
        object.__setattr__(self, "position", self.entry.position)


@dataclass(slots=True, eq=False, repr=False)
class Round:
    """A round as one account tells it. Filled while the story is told, read-only afterwards."""

    name: str
    account: str
    opening: TableOpened
    edition: Edition
    opened_under: Posting
    resolved_by_now: Mapping[str, HouseResolution]
    shoe: str | None
    decks: int | None
    device: str | None
    """`shoe` or `machine`, where the record says which."""
    cards_out_before: int
    out_before: Mapping[str, int]
    previous: "Round | None"
    told: list[Told] = field(default_factory=list)
    first: Told | None = None
    """Its first card or spin: with it the round before is over."""
    following: "Round | None" = None
    """The round that was dealt next, where the record shows that nothing was dealt between."""
    played_on_at: int | None = None
    """Place in the line of the next round's first card."""
    followed_apart: bool = False
    """Whether the record goes on with a round that may not be the next one that was dealt."""
    shoe_over_at: int | None = None
    """Place in the line of the shoe's end, if it ended with this round."""
    shoe_over_position: int | None = None
    noticed_before: tuple["Round", ...] = ()
    """Earlier rounds of which an error had been noticed, and not put right, when this one's first card was drawn."""
    lost: list[tuple[str, int, int, int]] = field(default_factory=list)
    """Gaps in a source's sequence: source, last and next number, position of the next."""
    refused: list[Entry] = field(default_factory=list)
    decisions_told: bool = False
    """Whether the account tells the players' decisions at all, in this round or another of the day."""
    signs_told: frozenset[str] = frozenset()
    """Of `call` and `dolly` those that the account tells of a spin's number, so that their absence says something."""
    others: list["Round"] = field(default_factory=list)
    """The same round as other accounts tell it."""
    dealt_from: ShoeRecord | None = None
    """The shoe that its first card came from."""
    stands_as: RoundStanding = "open"
    """How it stands by what was decided, whatever the account."""
    holding: tuple[Decision, ...] = ()
    """The decisions in force that make it, or something of it, void."""
    answered: Mapping[str, Decision] = field(default_factory=dict)
    """By wager, what a case settled on it last."""
    decisions: tuple[Decision, ...] = ()
    """All decisions and attempts that concern it."""
    lasting: frozenset[int] = frozenset()
    """Positions of those among them that hold and are about the table itself."""

    _by_kind: dict[type[Event], list[Any]] = field(default_factory=dict)
    """What is told, by the kind of event: each with its event, in order."""

    def __repr__(self) -> str:
        return f"<{self.name} as {self.account} tells it>"

    def add(self, told: Told) -> None:
        """What is told next of the round."""
        self.told.append(told)
        self._by_kind.setdefault(type(told.event), []).append((told, told.event))

    def of(self, kind: type[E]) -> Sequence[tuple[Told, E]]:
        """What is told of a kind of event, each with its event, in order."""
        return self._by_kind.get(kind, ())

    @property
    def closed(self) -> bool:
        """Whether the round is over: it was closed, or another one was dealt after it."""
        return self.played_on_at is not None or self.followed_apart or bool(self.of(RoundClosed))

    @property
    def settled_by(self) -> Decision | None:
        """The decision by which a dispute about it is settled, as long as nobody has disputed it again."""
        if self.stands_as not in ("stands", "corrected"):
            return None
        taken = (made for made in reversed(self.decisions) if made.act == "settle_round" and made.refused is None)
        return next(taken, None)

    @property
    def cards(self) -> list[Told]:
        """The cards dealt in the round, in order."""
        return [told for told, _ in self.of(CardDealt)]

    def played_on(self, told: Told) -> bool:
        """Whether the next round's first card had been drawn by then."""
        return self.played_on_at is not None and told.index > self.played_on_at

    @property
    def basis(self) -> list[int]:
        """The positions that a ruling on the round rests on, apart from the table's own."""
        return [told.position for told in self.told]

"""The table: its opening, what it has posted, what it has agreed with its players."""

from typing import Annotated, ClassVar

from pydantic import Field, StrictBool

from ledger.events.base import Act, ActCommand, Event, Scope
from ledger.events.decisions import AuthorityAct, AuthorityDecision, ClauseId, Position, Reading
from ledger.events.deliveries import Digest, Sentence
from ledger.values.money import BasisPoints, Count, Currency, Minor, Odds
from ledger.values.offices import Person
from ledger.values.places import Box
from ledger.values.pockets import Pockets
from ledger.values.subjects import Name, Source, Word
from ledger.values.times import Instant

Cutoff = Annotated[str, Field(pattern=r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]$", description="when the gaming day ends")]
Zone = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_+/-]{0,63}$", description="IANA time zone")]
Total = Annotated[int, Field(strict=True, ge=0, le=9)]
MinorDigits = Annotated[int, Field(strict=True, ge=0, le=4)]
TopicStems = Annotated[
    str,
    Field(
        pattern=r"^[a-z_]+\.[a-z_]+(?:,[a-z_]+\.[a-z_]+)*$",
        max_length=8_000,
        description="topics without their version, joined by commas: `card.dealt,round.announced`",
    ),
]


class TableOpened(Event):
    """A table opens its gaming day under a rulebook; the edition in force when a round opens judges that round.

    `game` may be one that this version does not have: the day is recorded, and judged by a version that has it.
    `wheel` are the compartments in their order around a roulette wheel, clockwise from zero, where it is another wheel
    than the rulebook's.
    """

    TOPIC: ClassVar = "table.opened.v1"
    WORD: ClassVar = "table"
    SAID: ClassVar = ("game", "rulebook", "currency")
    game: Word
    rulebook: Name
    currency: Currency
    minor_digits: MinorDigits = 2
    seats: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    cutoff: Cutoff = "06:00"
    zone: Zone = "UTC"
    wheel: Pockets | None = None


class LimitsPosted(Event):
    """The least and the most that one wager of this kind may be, both included, in whole units, from here on."""

    TOPIC: ClassVar = "table.limits_posted.v1"
    WORD: ClassVar = "limits"
    SAID: ClassVar = ("kind", "least_minor", "most_minor")
    kind: Word
    least_minor: Minor
    most_minor: Minor
    unit_minor: Minor | None = None


class OddsPosted(Event):
    """Odds that the house has posted for a wager, from here on; `total` for a wager on one exact total."""

    TOPIC: ClassVar = "table.odds_posted.v1"
    WORD: ClassVar = "odds"
    SAID: ClassVar = ("kind", "odds")
    kind: Word
    odds: Odds
    total: Total | None = None


class TermsAgreed(Event):
    """The share of a main stake that this player is paid on a tie, agreed beforehand."""

    TOPIC: ClassVar = "table.terms_agreed.v1"
    WORD: ClassVar = "terms"
    SAID: ClassVar = ("player", "tie_share_bp")
    player: Person
    tie_share_bp: BasisPoints


class EdgeAdvised(Event):
    """The house edge that follows from a player's agreed share was given to that player in writing."""

    TOPIC: ClassVar = "table.edge_advised.v1"
    WORD: ClassVar = "advised"
    SAID: ClassVar = ("player", "tie_share_bp", "edge")
    player: Person
    tie_share_bp: BasisPoints
    edge: Annotated[str, Field(pattern=r"^-?[0-9]\.[0-9]{1,20}$", description="expected loss per unit of stake")]


class PlayerArrived(Event):
    """A player came to the table, or to one of its boxes: whoever comes first may have the say there."""

    TOPIC: ClassVar = "table.player_arrived.v1"
    WORD: ClassVar = "arrives"
    SAID: ClassVar = ("player",)
    player: Person
    box: Box | None = None


class SeatTaken(Event):
    """A player sat down; the seat of a number faces the box of the same number."""

    TOPIC: ClassVar = "table.seat_taken.v1"
    WORD: ClassVar = "sits"
    SAID: ClassVar = ("player", "seat")
    player: Person
    seat: Box


class SeatLeft(Event):
    """A player gave up a seat."""

    TOPIC: ClassVar = "table.seat_left.v1"
    WORD: ClassVar = "rises"
    SAID: ClassVar = ("player",)
    player: Person


class DealerChanged(Event):
    """Another dealer deals from here on."""

    TOPIC: ClassVar = "table.dealer_changed.v1"
    WORD: ClassVar = "dealer"
    SAID: ClassVar = ("dealer",)
    dealer: Person


class TableClosed(Event):
    """The table ends its gaming day."""

    TOPIC: ClassVar = "table.closed.v1"
    WORD: ClassVar = "table_closed"


class AmbiguityResolved(AuthorityAct, Event):
    """The house has said which reading of an ambiguous clause holds for rounds opened from here on.

    `effective_at` is from when, where that is later than when it was said.
    """

    TOPIC: ClassVar = "ambiguity.resolved.v1"
    WORD: ClassVar = "resolved"
    SAID: ClassVar = ("clause", "reading", "by")
    ACT: ClassVar = "resolve_ambiguity"
    COMMAND: ClassVar = ActCommand(
        "resolve",
        "Say which reading of an ambiguous clause holds at a table, for rounds that are opened from then on.",
        {"clause": "CLAUSE", "reading": "READING", "effective_at": "--from"},
        order="clause reading by role effective_at reason basis",
    )
    SCOPE: ClassVar[Scope] = "table"
    clause: ClauseId = Field(description="The ambiguous clause; `recoup clauses` lists them.")
    reading: Reading = Field(description="The letter of the reading that holds.")
    effective_at: Instant | None = Field(None, description="From when, with its time zone; else at once.")


class SourceDeclared(Event):
    """How far a source's clock may be off, and whose account of the table it tells.

    `counted` says that its sequence numbers every delivery, so that a gap is a loss; else they only give the order.
    """

    TOPIC: ClassVar = "source.declared.v1"
    WORD: ClassVar = "source"
    SAID: ClassVar = ("about", "uncertainty_ms")
    about: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$")]
    uncertainty_ms: Count
    account: Name = "floor"
    counted: StrictBool = True


class SourceTopicsDeclared(Event):
    """The kinds of events that a source can report, from here on: its silence on any other kind shows nothing.

    `topics` are topics without their version, joined by commas. A source of which nothing is declared may report any kind.
    `unordered` are those of them of which it does not report in what order they came within a round.
    """

    TOPIC: ClassVar = "source.topics_declared.v1"
    WORD: ClassVar = "reports"
    SAID: ClassVar = ("about", "topics")
    about: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$")]
    topics: TopicStems
    unordered: TopicStems | None = None


class AccountAdopted(AuthorityDecision, Event):
    """Somebody wrote down that of several accounts of a round, or of all rounds, rulings go by this one: it is claimed."""

    TOPIC: ClassVar = "account.adopted.v1"
    WORD: ClassVar = "adopted"
    SAID: ClassVar = ("account", "by")
    ACT: ClassVar = "claim_account"
    account: Name = Field(description="The account, as rulings name it.")


class AccountCorrected(Act, Event):
    """Somebody mended what was typed of a table's day: events of a typed account are superseded by those that follow.

    What is superseded stays on record and can be read; rulings go by what replaces it. `replaced_by` is the digest over the
    contents of the entries that replace it, and `replacements` their number.
    """

    TOPIC: ClassVar = "account.corrected.v1"
    WORD: ClassVar = "correct_account"
    SAID: ClassVar = ("source", "by")
    FROM_FEEDS: ClassVar = False
    SCOPE: ClassVar[Scope] = "table"
    NEEDS_AUTHORITY: ClassVar = False
    DECIDES: ClassVar = False
    source: Source = Field(description="The typed account's source; never a device's.")
    reason: Sentence = Field(min_length=1, description="Why, in a sentence that names nobody but by id.")
    superseded: tuple[tuple[Position, Position], ...] = Field(description="The entries that no longer count, as ranges.")
    replaced_by: Digest | None = Field(None, description="The digest over the contents of what replaces it.")
    replacements: Count = Field(description="How many entries replace it.")


class AccountDecided(AuthorityDecision, Event):
    """Of several accounts of a round, the one that rulings go by: decided by one person, and confirmed by another."""

    TOPIC: ClassVar = "account.decided.v1"
    WORD: ClassVar = "adopt_account"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "account adopt", "Decide which account of a round rulings go by; another person confirms it."
    )
    ALWAYS_ASKED: ClassVar = frozenset({"reason"})
    account: Name = Field(description="The account, as rulings name it.")


class AccountDecisionReversed(AuthorityDecision, Event):
    """Which account of a round rulings go by is not decided after all."""

    TOPIC: ClassVar = "account.decision_reversed.v1"
    WORD: ClassVar = "reverse_account"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("reverse account", "Take back which account of a round rulings go by.")

"""What the program itself finds and rules, as it goes on record: each ruling, each irregularity, and by which engine."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from ledger.events.base import Event
from ledger.events.decisions import Position
from ledger.events.deliveries import Digest
from ledger.values.money import Count, Currency, Minor
from ledger.values.subjects import Name, RoundName, Word

WithdrawalReason = Literal["delivery", "correction", "decision", "resolution", "edition", "engine", "contradicted"]
"""Why a ruling is no longer what it was: what came to be known, was put right, decided or resolved since, or by what;
`contradicted` where the entries did not give it.
"""

EngineName = Annotated[str, Field(pattern=r"^[a-z]+/[0-9A-Za-z.+-]{1,32}$")]
Text = Annotated[str, Field(min_length=1)]


class RulingPart(BaseModel):
    """A part of a ruling on record."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class EngineUsed(Event):
    """From here on rounds under an edition are ruled on by this engine.

    `names` are the values, conduct rows and readings that it may ask of the edition, each as `value NAME`, `conduct KIND`
    or `reading CLAUSE`; a ruling says by their places in this list which of them it asked for.
    """

    TOPIC: ClassVar = "engine.used.v1"
    WORD: ClassVar = "use_engine"
    FROM_FEEDS: ClassVar = False
    engine: EngineName = Field(description="Its name and version.")
    engine_digest: Digest = Field(description="The digest of what its rulings mean.")
    rulebook: Name = Field(description="The rulebook.")
    edition: Name = Field(description="Its edition.")
    edition_digest: Digest = Field(description="The digest of the edition's text.")
    names: tuple[str, ...] = Field(description="What it may ask of the edition.")


class RulingsBegun(Event):
    """What rulings on a table's day go by that name this number: the engine, the edition, and the table's money."""

    TOPIC: ClassVar = "rulings.begun.v1"
    WORD: ClassVar = "begin_rulings"
    FROM_FEEDS: ClassVar = False
    number: Annotated[int, Field(strict=True, ge=1)] = Field(description="Its number, within the day.")
    engine: EngineName = Field(description="The engine's name and version.")
    engine_digest: Digest = Field(description="The digest of what its rulings mean.")
    game: Word = Field(description="The game.")
    rulebook: Name = Field(description="The rulebook.")
    edition: Name = Field(description="Its edition.")
    edition_digest: Digest = Field(description="The digest of the edition's text.")
    currency: Currency = Field(description="What the table plays in.")
    minor_digits: Count = Field(description="The decimals of its unit.")


class RuledMove(RulingPart):
    """A card that goes to another place."""

    card: str
    origin: str
    destination: str


class RuledOutcome(RulingPart):
    """What a round comes to under some readings: what is due on each wager, and where the cards belong.

    `under` are the readings that lead there, null where there is no other outcome. Hands and moves are told where they are
    not as they were dealt.
    """

    verdict: Word
    under: tuple[Mapping[str, tuple[str, ...]], ...] | None = None
    due_minor: Mapping[str, Minor | None]
    standing: str | None = None
    lawful_hands: Mapping[str, str] | None = None
    moves: tuple[RuledMove, ...] | None = None


class RuledWager(RulingPart):
    """A wager whose money is not as it was paid, in minor units, stake included; null where that is not established.

    `paid_minor` is what was paid, whatever was taken back of it later. `awarded_minor` is what its player gets,
    `if_claimed_minor` what would be given on a claim.
    """

    wager: str
    player: str
    kind: str
    stake_minor: Minor
    paid_minor: Minor | None = None
    awarded_minor: Minor | None = None
    if_claimed_minor: Minor | None = None


class RuledStakes(RulingPart):
    """What is at stake in a round, in minor units by wager: what its player got less (`short`) or more (`over`) than is
    awarded. A wager is `open` where somebody must decide what is due on it, or where it is not on record what was got.

    `stake` has the stakes of these wagers, and of those that an irregularity names.
    """

    stake: Mapping[str, Minor]
    short: Mapping[str, Minor] | None = None
    over: Mapping[str, Minor] | None = None
    open: tuple[str, ...] | None = None


class RoundRuled(Event):
    """The ruling on a round as of a position of the ledger. A later one takes its place.

    `document_digest` is over the ruling as `recoup rule --json` prints it, without its prose, engine and basis. `asked`
    says which of the names in the engine's entry were asked of the edition: bit n is the name at place n, in hexadecimal.
    """

    TOPIC: ClassVar = "round.ruled.v2"
    WORD: ClassVar = "rule_round"
    FROM_FEEDS: ClassVar = False
    verdict: Word = Field(description="What is to be done about the round.")
    standing: Word = Field(description="How it stands by what happened and was decided.")
    attention: Annotated[int, Field(strict=True, ge=0, le=4)] = Field(description="How much it needs somebody, 4 the most.")
    authority: Word | None = Field(None, description="Who must decide.")
    outcomes: tuple[RuledOutcome, ...] = Field(description="What it comes to.")
    irregularities: tuple[Text, ...] | None = Field(None, description="The ids of what is irregular, by precedence.")
    owed: tuple[RuledWager, ...] | None = Field(None, description="The wagers whose money is not as it was paid.")
    taken_back_minor: Mapping[str, Minor] | None = Field(
        None, description="By wager, what its player gave back of the payments on it, where something was taken back."
    )
    at_stake: RuledStakes | None = Field(
        None, description="What is at stake, where the round needs somebody or something in it is irregular."
    )
    established: tuple[Count, ...] | None = Field(
        None, description="The places, from 0, of the irregularities that are facts under every reading, where not all are."
    )
    players: tuple[str, ...] | None = Field(None, description="Who has a wager in it.")
    staked_minor: Minor = Field(description="What was staked in all.")
    account: str | None = Field(None, description="Whose account of the round it goes by, if not the floor's.")
    shoe: Name | None = Field(None, description="The shoe.")
    dealer: Name | None = Field(None, description="Who dealt.")
    opened_at: str = Field(description="When the round began.")
    drawn: str | None = Field(None, description="The cards dealt, or the pockets, in their order.")
    is_open: StrictBool | None = Field(None, description="True where more may be dealt in it.")
    incomplete: StrictBool | None = Field(
        None, description="True where the record lacks something that could change the ruling."
    )
    basis: tuple[tuple[Position, Position], ...] = Field(description="The entries of the round, as ranges.")
    beside: tuple[Position, ...] | None = Field(None, description="The decisions and notes that it rests on besides.")
    head: Position = Field(description="Up to which position the ledger was known.")
    by: Annotated[int, Field(strict=True, ge=1)] = Field(description="The number of what it goes by.")
    document_digest: Digest = Field(description="The digest of the whole ruling.")
    asked: Annotated[str, Field(pattern=r"^[0-9a-f]+$")] = Field(description="What was asked of the edition, as bits.")
    asked_besides: tuple[str, ...] | None = Field(None, description="What was asked that the engine's list lacks.")
    supersedes: Position | None = Field(None, description="The ruling whose place it takes.")
    reason: WithdrawalReason | None = Field(None, description="Why it takes that one's place.")


def kept_on_record(ruling: RoundRuled, owed: RuledWager) -> int | None:
    """Return what a player has from the table on a wager by a ruling on record: what was paid, less what was taken back.

    None where the record has neither a payment nor anything taken back.
    """
    taken_back_minor = (ruling.taken_back_minor or {}).get(owed.wager, 0)
    if owed.paid_minor is None and not taken_back_minor:
        return None
    return (owed.paid_minor or 0) - taken_back_minor


class IrregularityFound(Event):
    """The program found something out of order in a round.

    `particulars` are data: numbers, texts, `{"term": …}` for a word of the trade and `{"message": …, "of": …}` for a
    phrase with parts of its own. `under` are the branches of the ruling under which it holds, null where it does under all.
    """

    TOPIC: ClassVar = "irregularity.found.v1"
    WORD: ClassVar = "irregularity_found"
    FROM_FEEDS: ClassVar = False
    kind: Word = Field(description="The kind of finding.")
    clauses: tuple[str, ...] = Field(description="The clauses it rests on.")
    at: Position = Field(description="The position of the entry it is about.")
    wagers: tuple[str, ...] | None = Field(None, description="The wagers it is about.")
    under: tuple[str, ...] | None = Field(None, description="The branches under which it holds.")
    condition: tuple[Mapping[str, tuple[str, ...]], ...] | None = Field(
        None, description="The choices under which that is."
    )
    particulars: Mapping[str, Any] = Field(description="What it says, as data.")


class IrregularityWithdrawn(Event):
    """What the program found no longer holds: something came to be known, was put right, decided or resolved."""

    TOPIC: ClassVar = "irregularity.withdrawn.v1"
    WORD: ClassVar = "irregularity_withdrawn"
    FROM_FEEDS: ClassVar = False
    irregularity: Text = Field(description="Its id.")
    reason: WithdrawalReason = Field(description="Why.")
    cause: Position | None = Field(None, description="The entry that brought it about, where it is one.")


class ShoeRuled(Event):
    """How a shoe stands: in play, suspect, void, or reversed; and by which decisions."""

    TOPIC: ClassVar = "shoe.ruled.v1"
    WORD: ClassVar = "rule_shoe"
    FROM_FEEDS: ClassVar = False
    shoe: Name = Field(description="The shoe.")
    decks: Count | None = Field(None, description="Its decks, where the record says.")
    standing: Word = Field(description="How it stands.")
    decisions: tuple[Position, ...] | None = Field(None, description="The decisions by which it is void.")
    head: Position = Field(description="Up to which position the ledger was known.")


class DecisionWeighed(Event):
    """Whether a decision at a table holds, or why it does not, as the program sees it."""

    TOPIC: ClassVar = "decision.weighed.v2"
    WORD: ClassVar = "weigh_decision"
    FROM_FEEDS: ClassVar = False
    decision: Position = Field(description="Where the decision stands.")
    act: Word = Field(description="What was decided.")
    scope: Word = Field(description="What it is about.")
    by: str = Field(description="Who decided.")
    office: str | None = Field(None, description="In which office.")
    reason: str | None = Field(None, description="Why.")
    clause: str | None = Field(None, description="The clause that it rests on.")
    basis: str | None = Field(None, description="On what ground.")
    shoe: Name | None = Field(None, description="The shoe that it is about.")
    round: RoundName | None = Field(None, description="The round that it is about.")
    decided_at: str = Field(description="When.")
    refused: str | None = Field(None, description="Why it does not hold.")
    code: Word | None = Field(None, description="The code of that reason.")
    particulars: Mapping[str, Any] | None = Field(None, description="What its sentence says, as data.")


class RoundNotRuled(Event):
    """The program failed on a round: it made no ruling of it. A ruling that is made later takes its place."""

    TOPIC: ClassVar = "round.not_ruled.v1"
    WORD: ClassVar = "fail_on_round"
    FROM_FEEDS: ClassVar = False
    engine: EngineName = Field(description="The engine's name and version.")
    engine_digest: Digest = Field(description="The digest of what its rulings mean.")
    fault: Text = Field(description="The kind of error in the program.")
    head: Position = Field(description="Up to which position the ledger was known.")


RULING_EVENTS = (
    RulingsBegun,
    RoundRuled,
    RoundNotRuled,
    IrregularityFound,
    IrregularityWithdrawn,
    ShoeRuled,
    DecisionWeighed,
)
"""What stands in a day's stream of rulings."""

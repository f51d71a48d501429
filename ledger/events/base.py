"""What every event is: a frozen model with a topic of its own and a word in the notation; and what an act of people is."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.offices import Person
from ledger.values.refusals import MOST_STORED, stored_refusal
from ledger.values.subjects import Word

REGISTRY: dict[str, type["Event"]] = {}


class Event(BaseModel):
    """Something that happened. Only what is malformed is refused; what is against the rules is recorded.

    TOPIC names the event for ever, whatever becomes of the class. WORD is what an investigator types in the
    notation, and SAID the fields that follow it in order; all other fields are written `field=value`.
    FROM_FEEDS is False for what only the ledger itself may say, IS_STORED for what takes the place of an entry at reading.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    TOPIC: ClassVar[str]
    WORD: ClassVar[str]
    SAID: ClassVar[tuple[str, ...]] = ()
    FROM_FEEDS: ClassVar[bool] = True
    IS_STORED: ClassVar[bool] = True

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if cls.TOPIC in REGISTRY:
            raise TypeError(f"two events share the topic {cls.TOPIC}")
        if cls.IS_STORED:
            REGISTRY[cls.TOPIC] = cls


def topic_stem(topic: str) -> str:
    """A topic without its version: `card.dealt` for `card.dealt.v1`."""
    return topic.rpartition(".")[0]


class Asked(NamedTuple):
    """How a field of an act is asked for, where its name and type do not say so.

    `option` is the option, `--from` or `--outcome --decision`, or an argument in capitals. `default` is what holds
    where nothing is typed, and `like` the field whose value does. Of a field with `each`, every value is an act of its own.
    """

    option: str = ""
    metavar: str | None = None
    default: str | int | None = None
    like: str | None = None
    each: bool = False


class ActCommand(NamedTuple):
    """The command by which an act is taken: its words after the program's name, and its sentence in the help.

    Words that end in an option, as `case hold --release`, make it an alternative to the act of the same command without
    it; the sentence is that option's. `asks` says how fields are asked for, and `order` which and in what order, if it is
    not the order of the class: names of fields, and options of alternatives.
    """

    words: str
    help: str
    asks: Mapping[str, str | Asked] = {}
    order: str = ""


Scope = Literal[
    "hand", "round", "shoe", "game", "table", "case", "championship", "roster", "rulebook", "engine", "person", "house"
]


class Act(BaseModel):
    """What a person does, as opposed to what happens: who does it, and how it is asked for, judged and listed.

    SCOPE is what an act is about; ACT is what an edition calls it, where that is not the event's WORD. ORDER is the
    order of fields in commands and forms, where the words required and optional stand for the act's own. NOT_ASKED are
    fields that the ledger fills in.
    """

    model_config = ConfigDict(defer_build=True)

    WORD: ClassVar[str]
    ACT: ClassVar[str] = ""
    SCOPE: ClassVar[Scope]
    COMMAND: ClassVar[ActCommand | None] = None
    ORDER: ClassVar[tuple[str, ...]]
    NOT_ASKED: ClassVar[frozenset[str]] = frozenset()

    NEEDS_AUTHORITY: ClassVar[bool] = True
    """Whether an edition, or else the desk, must give somebody authority for it."""
    MOVES_MONEY: ClassVar[bool] = False
    """Whether it makes wagers void or withholds payments, so that an edition must say what becomes of the money."""
    DECIDES: ClassVar[bool] = True
    """Whether it is a decision, which the register lists; anything else is only put on record."""

    ALWAYS_ASKED: ClassVar[frozenset[str]] = frozenset()
    """Fields without which the desk takes no act, though the record may be without them."""

    by: Person = Field(description="Who does it: a person's id.")


class RefusedAct(BaseModel):
    """What the record of a refused act has: the act, and why it was refused, as a sentence and as what it is made of."""

    model_config = ConfigDict(defer_build=True)

    act: Word = Field(description="The act that was tried.")
    refused: str = Field(max_length=MOST_STORED, description="Why it was refused.")
    code: Word | None = Field(None, description="The code of that reason.")
    particulars: Mapping[str, Any] | None = Field(None, description="What its sentence says, as data.")

    @property
    def why(self) -> str:
        """Why it was refused: with its code where it is stored, so that every language can write it."""
        return stored_refusal(self.refused, self.code, self.particulars)


A = TypeVar("A", bound=Act)


def acts_of(family: type[A]) -> list[type[A]]:
    """The events that are acts of a family, in the order in which they are declared."""
    return [cast("type[A]", kind) for kind in REGISTRY.values() if issubclass(kind, family)]

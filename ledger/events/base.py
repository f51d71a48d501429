"""What every event of the vocabulary is: a frozen model with a topic of its own and a word in the notation."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

REGISTRY: dict[str, type["Event"]] = {}


class Event(BaseModel):
    """Something that happened. Only what is malformed is refused; what is against the rules is recorded.

    TOPIC names the event for ever, whatever becomes of the class. WORD is what an investigator types in the
    notation, and SAID the fields that follow it in order; all other fields are written `field=value`.
    FROM_FEEDS is False for what only the ledger itself may say.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    TOPIC: ClassVar[str]
    WORD: ClassVar[str]
    SAID: ClassVar[tuple[str, ...]] = ()
    FROM_FEEDS: ClassVar[bool] = True

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if cls.TOPIC in REGISTRY:
            raise TypeError(f"two events share the topic {cls.TOPIC}")
        REGISTRY[cls.TOPIC] = cls

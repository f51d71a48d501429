"""Why a delivery is refused, in one sentence that names the field and never quotes free text."""

from collections.abc import Sequence
from typing import TypedDict

from pydantic import ValidationError

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import REGISTRY, Event
from ledger.names import unknown_day

_MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this event",
    "int_type": "must be an integer",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "dict_type": "must be an object",
}


class Glimpse(TypedDict, total=False):
    """What can be told of a refused line: which delivery it would have been, about which round."""

    source: str
    id: str
    sequence: int
    subject: str


class MalformedLine(MalformedDelivery):
    """A refused line of which something can be told, so that its round and its source's sequence know of it."""

    def __init__(self, why: str, seen: Glimpse):
        super().__init__(why)
        self.seen = seen


def glimpse_of(deliveries: Sequence[Delivery]) -> Glimpse:
    """What refused deliveries would have been; of several, the first."""
    if not deliveries:
        return {}
    first = deliveries[0]
    seen: Glimpse = {"source": first.source, "id": first.id, "subject": first.subject}
    return seen if first.sequence is None else {**seen, "sequence": first.sequence}


def event_of(topic: object, data: object) -> Event:
    """The event of that topic with that data. Raises MalformedDelivery with all that is wrong with it."""
    kind = REGISTRY.get(topic) if isinstance(topic, str) else None
    if kind is None or not isinstance(topic, str):
        raise MalformedDelivery(f"{str(topic)[:40]!r} is no topic of this ledger; `recoup schema` lists them")
    if not kind.FROM_FEEDS:
        raise MalformedDelivery(f"{topic} is entered by the ledger itself and cannot come from a feed")
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise MalformedDelivery(f"{topic}: {wrongs(error)}") from error


def wrongs(error: ValidationError) -> str:
    """Every field that is wrong and why."""
    said = []
    for wrong in error.errors(include_url=False, include_input=True):
        field = ".".join(_printable(str(part)[:40]) for part in wrong["loc"]) or "the data"
        message = _MESSAGES.get(wrong["type"], "")
        if not message and wrong["type"] == "string_pattern_mismatch":
            message = f"{str(wrong['input'])[:24]!r} is not of its form"
            if field == "card" and str(wrong["input"]).startswith("10"):
                message += "; ten is T"
            if field in ("subject", "day") and unknown_day(str(wrong["input"])):
                message = "names no day of the calendar"
        if wrong["type"] == "value_error":
            message = str(wrong["ctx"]["error"])
        said.append(f"{field} {message or wrong['msg'][:1].lower() + wrong['msg'][1:]}")
    return "; ".join(said)


def _printable(text: str) -> str:
    """A refusal is printed on terminals: nothing in it may steer one."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)

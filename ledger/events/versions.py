"""The versions of events: what an earlier one lacks, and how it is read as the newest."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.events import REGISTRY, Event

Upcast = Callable[[dict[str, Any]], dict[str, Any]]


def _unchanged(data: dict[str, Any]) -> dict[str, Any]:
    return data


UPCASTS: Final[dict[str, tuple[str, Upcast]]] = {
    "ball.spun.v1": ("ball.spun.v2", _unchanged),
    "case.act_refused.v1": ("case.act_refused.v2", _unchanged),
    "decision.refused.v1": ("decision.refused.v2", _unchanged),
    "decision.weighed.v1": ("decision.weighed.v2", _unchanged),
    "delivery.quarantined.v1": ("delivery.quarantined.v2", _unchanged),
    "championship.act_refused.v1": ("championship.act_refused.v2", _unchanged),
    "roster.act_refused.v1": ("roster.act_refused.v2", _unchanged),
    "rulebook.act_refused.v1": ("rulebook.act_refused.v2", _unchanged),
    "engine.act_refused.v1": ("engine.act_refused.v2", _unchanged),
    "person.act_refused.v1": ("person.act_refused.v2", _unchanged),
    "house.act_refused.v1": ("house.act_refused.v2", _unchanged),
    "round.ruled.v1": ("round.ruled.v2", _unchanged),
    "wager.changed.v1": ("wager.changed.v2", _unchanged),
}
"""Old topic to (next topic, data of the one to data of the other): applied at reading, in turn, never stored."""

ADDED_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "ball.spun.v2": frozenset({"wheel_rpm_tenths"}),
    "case.act_refused.v2": frozenset({"code", "particulars"}),
    "decision.refused.v2": frozenset({"code", "particulars"}),
    "decision.weighed.v2": frozenset({"code", "particulars"}),
    "delivery.quarantined.v2": frozenset({"code", "particulars"}),
    "championship.act_refused.v2": frozenset({"code", "particulars"}),
    "roster.act_refused.v2": frozenset({"code", "particulars"}),
    "rulebook.act_refused.v2": frozenset({"code", "particulars"}),
    "engine.act_refused.v2": frozenset({"code", "particulars"}),
    "person.act_refused.v2": frozenset({"code", "particulars"}),
    "house.act_refused.v2": frozenset({"code", "particulars"}),
    "round.ruled.v2": frozenset({"taken_back_minor", "incomplete"}),
    "wager.changed.v2": frozenset({"by"}),
}
"""Topic to the fields that its version added to the one before it.

An event without any of them is written as the earlier version. So the same report has the same bytes and the same digest,
whichever version a source sends, and earlier programs can read it.
"""

_EARLIER_TOPICS: Final = {later: earlier for earlier, (later, _) in UPCASTS.items()}


def written_topic(event: Event) -> str:
    """Return the topic under which an event is written: the earliest version with all fields that the event has."""
    topic = event.TOPIC
    while topic in _EARLIER_TOPICS and all(getattr(event, name) is None for name in ADDED_FIELDS[topic]):
        topic = _EARLIER_TOPICS[topic]
    return topic


def topics_of(*kinds: type[Event]) -> frozenset[str]:
    """Return all topics under which events of some kinds can be stored, of every version."""
    found = {kind.TOPIC for kind in kinds}
    while earlier := {_EARLIER_TOPICS[topic] for topic in found if topic in _EARLIER_TOPICS} - found:
        found |= earlier
    return frozenset(found)


def newest_topic(topic: str) -> str:
    """Return the newest version of a topic, which may be of any version."""
    while topic in UPCASTS:
        topic = UPCASTS[topic][0]
    return topic


def kind_of(topic: str) -> type[Event]:
    """Return the kind of event that a topic, of any version, is read as. Raises LookupError for an unknown topic."""
    return REGISTRY[newest_topic(topic)]


def upcast_data(topic: str, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a topic, of any version, as its newest version has them."""
    while topic in UPCASTS:
        topic, upcast = UPCASTS[topic]
        data = upcast(data)
    return data


def earlier_fields(topic: str) -> frozenset[str]:
    """Return the fields of the newest version that an earlier topic does not have; none for a newest topic."""
    missing: frozenset[str] = frozenset()
    while topic in UPCASTS:
        topic = UPCASTS[topic][0]
        missing |= ADDED_FIELDS[topic]
    return missing

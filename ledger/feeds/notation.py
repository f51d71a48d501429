"""The notation: one line a round, as an investigator types it from the footage. Its grammar is in docs/notation.md."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, get_args

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import REGISTRY, Event
from ledger.events.play import CardDealt
from ledger.feeds.cloudevents import instant_text
from ledger.feeds.refusing import event_of
from ledger.names import DELIVERY_ID, REF, SOURCE, SUBJECT

PLACE_CODES: Final = {"P": "punto", "B": "banco"}
_CODES: Final = {place: code for code, place in PLACE_CODES.items()}
_WORDS: Final = {kind.WORD: kind for kind in REGISTRY.values() if kind.FROM_FEEDS}
_TOKEN: Final = re.compile(r"\S+")
_MARKS: Final = {"@": "time", "#": "id", "%": "sequence", "<": "after", "~": "correlation", "^": "causation"}


@dataclass
class Transcript:
    """Reads the lines of one transcript; the count of its events is their default sequence and id."""

    source: str
    count: int = field(default=0)

    def read(self, line: str) -> list[Delivery]:
        """The deliveries on a line. Raises MalformedDelivery naming the phrase that cannot be read.

        A line is taken whole or not at all: the count does not move on a line that is refused.
        """
        line = line.split("  //", maxsplit=1)[0].strip()
        if not line or line.startswith("//"):
            return []
        if line.startswith("!source "):
            source = line.removeprefix("!source ").strip()
            if not SOURCE.match(source):
                raise MalformedDelivery(f"{source[:40]!r} is no name of a source")
            self.source, self.count = source, 0
            return []
        subject, colon, phrases = line.partition(": ")
        if not colon or not SUBJECT.match(subject):
            raise MalformedDelivery("a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank")
        before = self.count
        try:
            return [self._delivery(subject, *said) for phrase in phrases.split(";") for said in _phrase(phrase)]
        except MalformedDelivery:
            self.count = before
            raise

    def _delivery(self, subject: str, event: Event, marks: dict[str, Any]) -> Delivery:
        self.count = int(marks.get("sequence", self.count + 1))
        return Delivery(
            event=event,
            source=self.source,
            id=marks.get("id", str(self.count)),
            sequence=self.count,
            subject=subject,
            time=marks.get("time"),
            after=tuple(marks.get("after", ())),
            correlation=marks.get("correlation"),
            causation=marks.get("causation"),
        )


def _phrase(phrase: str) -> Iterator[tuple[Event, dict[str, Any]]]:
    tokens = _TOKEN.findall(phrase)
    if not tokens:
        raise MalformedDelivery("there is nothing between two semicolons")
    said = [token for token in tokens if token[0] not in _MARKS]
    marks = _marks(token for token in tokens if token[0] in _MARKS)
    if said and said[0] in PLACE_CODES:
        yield from _cards(said, marks)
        return
    kind = _WORDS.get(said[0]) if said else None
    if kind is None:
        raise MalformedDelivery(f"{phrase.strip()[:40]!r} begins with no word of the notation")
    yield event_of(kind.TOPIC, _data(kind, said[1:])), marks


def _cards(said: list[str], marks: dict[str, Any]) -> Iterator[tuple[Event, dict[str, Any]]]:
    if len(said) % 2 or (marks and len(said) > 2):
        raise MalformedDelivery("cards are written in pairs, place and card; a mark goes with one pair only")
    for code, card in zip(said[::2], said[1::2], strict=True):
        if code not in PLACE_CODES:
            raise MalformedDelivery(f"{code[:20]!r} is no place; write {' or '.join(PLACE_CODES)}")
        yield event_of(CardDealt.TOPIC, {"place": PLACE_CODES[code], "card": card}), marks


def _marks(tokens: Iterable[str]) -> dict[str, Any]:
    marks: dict[str, Any] = {}
    for token in tokens:
        name, value = _MARKS[token[0]], token[1:]
        if name == "after":
            if not REF.match(value):
                raise MalformedDelivery(f"{token[:40]!r} does not name a delivery as source#id")
            marks.setdefault("after", []).append(value)
        elif name == "time":
            marks["time"] = instant_text(value)
        elif name == "sequence" and not (value.isascii() and value.isdigit() and len(value) < 16):
            raise MalformedDelivery(f"{token[:20]!r} is no sequence number")
        elif name not in ("after", "time", "sequence") and not DELIVERY_ID.match(value):
            raise MalformedDelivery(f"{token[:20]!r} is no id of a delivery")
        else:
            marks[name] = value
    return marks


def _data(kind: type[Event], said: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    free = [token for token in said if "=" not in token]
    if len(free) > len(kind.SAID):
        raise MalformedDelivery(f"{kind.WORD} takes {' '.join(kind.SAID) or 'nothing'}; the rest is written field=value")
    pairs = [*zip(kind.SAID, free, strict=False), *(token.split("=", 1) for token in said if "=" in token)]
    for name, text in pairs:
        if name in data:
            raise MalformedDelivery(f"{kind.WORD}: {name[:40]} is said twice")
        data[name] = _value(kind, name, text)
    return data


def _value(kind: type[Event], name: str, text: str) -> object:
    form = _forms(kind).get(name)
    if form is int and text.isascii() and text.isdigit() and len(text) < 20:
        return int(text)
    if form is bool and text in ("yes", "no"):
        return text == "yes"
    return text


@cache
def _forms(kind: type[Event]) -> dict[str, type]:
    """Which fields are integers and which are yes or no; all others are text."""
    forms: dict[str, type] = {}
    for name, spec in kind.model_fields.items():
        told = (spec.annotation, *get_args(spec.annotation), *(a for g in get_args(spec.annotation) for a in get_args(g)))
        forms[name] = next((form for form in (bool, int) if form in told), str)
    return forms


def write(deliveries: Iterable[Delivery], source: str | None = None) -> str:
    """Deliveries as a transcript of theirs: read again, it gives the same deliveries in the same order."""
    lines: list[str] = []
    count, subject, phrases = 0, "", list[str]()

    def end() -> None:
        if phrases:
            lines.append(f"{subject}: " + "; ".join(phrases))
            phrases.clear()

    for delivery in deliveries:
        if delivery.source != source:
            end()
            lines.append(f"!source {delivery.source}")
            source, count = delivery.source, 0
        if delivery.subject != subject:
            end()
            subject = delivery.subject
        phrase = _written(delivery, count)
        count = delivery.sequence or 0
        if (
            phrases
            and phrases[-1][0] in PLACE_CODES
            and _plain(phrases[-1])
            and phrase[0] in PLACE_CODES
            and _plain(phrase)
        ):
            phrases[-1] += " " + phrase
        else:
            phrases.append(phrase)
    end()
    return "".join(line + "\n" for line in lines)


def _plain(phrase: str) -> bool:
    return len(phrase.split()) % 2 == 0 and not any(token[0] in _MARKS for token in phrase.split())


def _written(delivery: Delivery, count: int) -> str:
    event = delivery.event
    said = event.model_dump(exclude_none=True, exclude_defaults=True)
    if isinstance(event, CardDealt) and event.place in _CODES and event.face == "up":
        tokens = [_CODES[event.place], event.card]
    else:
        tokens = [event.WORD, *(_text(said.pop(name)) for name in event.SAID if name in said)]
        tokens += [f"{name}={_text(value)}" for name, value in said.items()]
    if delivery.sequence != count + 1:
        tokens.append(f"%{delivery.sequence}")
    if delivery.id != str(delivery.sequence):
        tokens.append(f"#{delivery.id}")
    if delivery.time is not None:
        tokens.append(f"@{delivery.time}")
    tokens += [f"<{ref}" for ref in delivery.after]
    tokens += [f"~{delivery.correlation}"] if delivery.correlation else []
    tokens += [f"^{delivery.causation}"] if delivery.causation else []
    return " ".join(tokens)


def _text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

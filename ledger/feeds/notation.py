"""The notation: one line a round, as an investigator types it from the footage. Its grammar is in docs/notation.md."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, get_args

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery, nearest
from ledger.events import REGISTRY, Event
from ledger.events.play import CardDealt, DecisionMade
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.reading import MalformedLine, PartialDelivery, Reader, event_of, instant_text, line_by_line
from ledger.values.message import Message
from ledger.values.money import LARGEST
from ledger.values.subjects import DELIVERY_ID, REF, SOURCE, TRANSCRIPT, day_error, is_subject

PLACE_CODES: Final = {"P": "punto", "B": "banco", "D": "dealer"}
_CODE_OF_PLACE: Final = {place: code for code, place in PLACE_CODES.items()}
_BOX: Final = re.compile(r"[1-9][0-9]?(?:\.[1-9][0-9]?)?\Z")
_EVENT_BY_WORD: Final = {kind.WORD: kind for kind in REGISTRY.values() if kind.FROM_FEEDS}
_TOKEN: Final = re.compile(r"\S+")
_INTEGER: Final = re.compile(r"-?[0-9]{1,19}\Z")
_NUMBER: Final = re.compile(r"[0-9]{1,16}\Z")
_SPOKEN_DECISIONS: Final = {"card": "hit", "stay": "stand"}
"""What players say at some tables, and what it means."""
_MARKS: Final = {"@": "time", "#": "id", "%": "sequence", "<": "after", "~": "correlation", "^": "causation"}


@dataclass
class Transcript:
    """Reads the lines of one transcript; the count of a source's events is their default sequence and id.

    `is_typed`: somebody wrote it, who tells what they saw and cannot speak as a device.
    """

    source: str
    count: int = field(default=0)
    is_typed: bool = False
    _paused_counts: dict[str, int] = field(default_factory=dict)
    """How far the count of the sources had come that are not being read now."""

    def read(self, line: str) -> list[Delivery]:
        """The deliveries on a line. Raises MalformedDelivery naming the phrase that cannot be read.

        A line is taken whole or not at all. The events of a line that is refused are counted as well as they can
        be, so that the rest of the transcript keeps its numbers when the line is mended.
        """
        line = line.split("  //", maxsplit=1)[0].strip()
        if not line or line.startswith("//"):
            return []
        if line.startswith("!"):
            self._switch_source(line)
            return []
        if not self.source:
            raise MalformedDelivery("source_line_refused")
        subject, colon, phrases = line.partition(": ")
        before = self.count
        try:
            return list(self._read_phrases(subject if colon else "", phrases))
        except MalformedDelivery as error:
            self.count = before
            raise MalformedLine(error.refusal, self._count_refused(subject, phrases if colon else line)) from error

    def _read_phrases(self, subject: str, phrases: str) -> Iterator[Delivery]:
        if not is_subject(subject):
            raise MalformedDelivery(day_error(subject) or "line_without_subject")
        for phrase in phrases.split(";"):
            for event, marks in _parse_phrase(phrase):
                yield self._delivery(subject, event, marks)

    def _switch_source(self, line: str) -> None:
        """From here on another source is told. Until its name can be read, nobody knows whose the lines are."""
        word, _, source = line.partition(" ")
        self._paused_counts[self.source], self.source = self.count, ""
        if word != "!source" or not SOURCE.match(source.strip()):
            raise MalformedDelivery("source_not_named", line=repr(line[:40]))
        if self.is_typed and not source.strip().startswith(TRANSCRIPT):
            raise MalformedDelivery("source_not_a_transcript", source=source.strip())
        self.source = source.strip()
        self.count = self._paused_counts.get(self.source, 0)

    def _count_refused(self, subject: str, phrases: str) -> PartialDelivery:
        """Counts the events of a refused line, and tells what its first one would have been."""
        seen: PartialDelivery = {"source": self.source}
        if is_subject(subject):
            seen["subject"] = subject
        for phrase in phrases.split(";"):
            tokens = phrase.split()
            words = [token for token in tokens if token[0] not in _MARKS]
            numbers = [int(token[1:]) for token in tokens if token[0] == "%" and _is_sequence(token[1:])]
            names = [token[1:] for token in tokens if token[0] == "#" and DELIVERY_ID.match(token[1:])]
            self.count = min(numbers[0] if numbers else self.count + 1, LARGEST)
            seen.setdefault("sequence", self.count)
            seen.setdefault("id", names[0] if names else str(self.count))
            if words and _parse_place(words[0]):
                self.count += max(len(words) // 2 - 1, 0)
        return seen

    def _delivery(self, subject: str, event: Event, marks: dict[str, Any]) -> Delivery:
        self.count = int(marks.get("sequence", self.count + 1))
        if self.count > LARGEST:
            raise MalformedDelivery("sequence_beyond", largest=LARGEST)
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


def read_phrase(phrase: str) -> None:
    """Reads what stands between two semicolons. Raises MalformedDelivery where it cannot be read."""
    for _ in _parse_phrase(phrase):
        pass


def _parse_phrase(phrase: str) -> Iterator[tuple[Event, dict[str, Any]]]:
    tokens = _TOKEN.findall(phrase)
    if not tokens:
        raise MalformedDelivery("phrase_empty")
    words = [token for token in tokens if token[0] not in _MARKS]
    marks = _parse_marks(token for token in tokens if token[0] in _MARKS)
    if words and _parse_place(words[0]):
        yield from _parse_cards(words, marks)
        return
    kind = _EVENT_BY_WORD.get(words[0]) if words else None
    if kind is None:
        near = nearest(words[0], (*_EVENT_BY_WORD, *PLACE_CODES)) if words else ""
        begun = repr(phrase.strip()[:40])
        if near:
            raise MalformedDelivery("phrase_unknown_near", phrase=begun, near=near)
        raise MalformedDelivery("phrase_unknown", phrase=begun)
    yield event_of(kind.TOPIC, _parse_fields(kind, words[1:])), marks


def _parse_cards(tokens: list[str], marks: dict[str, Any]) -> Iterator[tuple[Event, dict[str, Any]]]:
    if len(tokens) % 2 or (marks and len(tokens) > 2):
        raise MalformedDelivery("cards_not_in_pairs")
    for code, card in zip(tokens[::2], tokens[1::2], strict=True):
        place = _parse_place(code)
        if place is None:
            raise MalformedDelivery("not_a_place", place=repr(code[:20]), codes=", ".join(PLACE_CODES))
        yield event_of(CardDealt.TOPIC, {"place": place, "card": card}), marks


def _parse_place(code: str) -> str | None:
    """The place that a letter or a box's number stands for: `D`, `3`, `3.2`."""
    if _BOX.match(code):
        return "box" + code.removesuffix(".1")
    return PLACE_CODES.get(code)


def _parse_marks(tokens: Iterable[str]) -> dict[str, Any]:
    marks: dict[str, Any] = {}
    for token in tokens:
        name, value = _MARKS[token[0]], token[1:]
        if name in marks and name != "after":
            raise MalformedDelivery("mark_twice", mark=repr(token[:40]), name=name)
        if name == "after":
            if not REF.match(value):
                raise MalformedDelivery("not_a_reference", mark=repr(token[:40]))
            marks.setdefault("after", []).append(value)
        elif name == "time":
            marks["time"] = instant_text(value)
        elif name == "sequence" and not _is_sequence(value):
            raise MalformedDelivery("not_a_sequence", mark=repr(token[:20]))
        elif name not in ("after", "time", "sequence") and not DELIVERY_ID.match(value):
            raise MalformedDelivery("not_a_delivery_id", mark=repr(token[:20]))
        else:
            marks[name] = value
    return marks


def _is_sequence(text: str) -> bool:
    return _NUMBER.match(text) is not None and int(text) <= LARGEST


def _parse_fields(kind: type[Event], tokens: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    free = [token for token in tokens if "=" not in token]
    if len(free) > len(kind.SAID):
        fields = " ".join(kind.SAID) or Message("nothing")
        raise MalformedDelivery("too_many_words", word=kind.WORD, fields=fields)
    pairs = [*zip(kind.SAID, free, strict=False), *(token.split("=", 1) for token in tokens if "=" in token)]
    for name, text in pairs:
        if name in data:
            raise MalformedDelivery("field_twice", word=kind.WORD, field=name[:40])
        data[name] = _parse_value(kind, name, text)
    return data


def _parse_value(kind: type[Event], name: str, text: str) -> object:
    form = _field_types(kind).get(name)
    if name in ("place", "origin"):
        return _parse_place(text) or text
    if kind is DecisionMade and name == "what":
        return _SPOKEN_DECISIONS.get(text, text)
    if form is int and _INTEGER.match(text):
        return int(text)
    if form is bool and text in ("yes", "no"):
        return text == "yes"
    return text


@cache
def _field_types(kind: type[Event]) -> dict[str, type]:
    """Which fields are integers and which are yes or no; all others are text."""
    forms: dict[str, type] = {}
    for name, spec in kind.model_fields.items():
        annotations = (
            spec.annotation,
            *get_args(spec.annotation),
            *(a for g in get_args(spec.annotation) for a in get_args(g)),
        )
        forms[name] = next((form for form in (bool, int) if form in annotations), str)
    return forms


def has_word(event: Event) -> bool:
    """Whether the notation has a word for an event: what the ledger alone may say has none."""
    return type(event) in _EVENT_BY_WORD.values()


def write(deliveries: Iterable[Delivery], source: str | None = None, *, last_sequence: int = 0) -> str:
    """Deliveries as a transcript of theirs: read again, it gives the same deliveries in the same order.

    It may go on from lines of a source up to a sequence number.
    """
    lines: list[str] = []
    counts, subject, phrases = {source: last_sequence}, "", list[str]()

    def end() -> None:
        if phrases:
            lines.append(f"{subject}: " + "; ".join(phrases))
            phrases.clear()

    for delivery in deliveries:
        if delivery.source != source:
            end()
            lines.append(f"!source {delivery.source}")
            source = delivery.source
        if delivery.subject != subject:
            end()
            subject = delivery.subject
        phrase = _write_phrase(delivery, counts.get(source, 0))
        counts[source] = delivery.sequence or 0
        if phrases and _is_unmarked_cards(phrases[-1]) and _is_unmarked_cards(phrase):
            phrases[-1] += " " + phrase
        else:
            phrases.append(phrase)
    end()
    return "".join(line + "\n" for line in lines)


def phrase_of(delivery: Delivery) -> str:
    """What a delivery tells, as somebody types it, without its number."""
    return _write_phrase(delivery._replace(id="1", sequence=1), 0)


def _is_unmarked_cards(phrase: str) -> bool:
    """Whether the phrase is of cards without marks, which others may follow."""
    tokens = phrase.split()
    return _parse_place(tokens[0]) is not None and not any(token[0] in _MARKS for token in tokens)


def _write_phrase(delivery: Delivery, count: int) -> str:
    event = delivery.event
    fields = event.model_dump(exclude_none=True, exclude_defaults=True)
    if isinstance(event, CardDealt) and (code := place_code(event.place)) and set(fields) == {"place", "card"}:
        tokens = [code, event.card]
    else:
        in_turn = list(takewhile(fields.__contains__, event.SAID))
        tokens = [event.WORD, *(_write_value(fields.pop(name)) for name in in_turn)]
        tokens += [f"{name}={_write_value(value)}" for name, value in fields.items()]
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


def place_code(place: str) -> str | None:
    """A place as it stands before a card: `P`, `3.2`; None for one that has no such code."""
    return place[3:] if place.startswith("box") else _CODE_OF_PLACE.get(place)


def _write_value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _transcript_reader(path: Path, _: str) -> Reader:
    """A transcript's source is named after its file."""
    stem = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "._-") else "-" for sign in path.stem)
    transcript = Transcript(f"{TRANSCRIPT}{stem[:64] or 'file'}", is_typed=True)
    return line_by_line(lambda _, text: transcript.read(text))


FORMAT: Final = Format(
    "notation",
    _transcript_reader,
    suffixes=(".txt", ".recoup"),
    facts=FormatFacts(
        title="Notation",
        guide="notation.md",
        specification="The notation of this program, with the grammar on its page. It has a word for every topic that a "
        "feed can report.",
        times="The mark `@`: RFC 3339 with an offset; may be absent.",
        tables="The beginning of each line: `TABLE/DAY/ROUND`, or `TABLE/DAY`.",
        currencies="That of the phrase `table`. Amounts are integers in minor units.",
        unknown=(
            Unknown(
                UnknownPart.FIELD, "a field that the word does not have", Handling.REFUSED, "the whole line is refused"
            ),
            Unknown(UnknownPart.WORD, "a kind of bet", Handling.OWN_WORD),
            Unknown(
                UnknownPart.WORD,
                "a place, a card, a decision or another word with a fixed list",
                Handling.REFUSED,
                "the whole line is refused",
            ),
            Unknown(
                UnknownPart.MESSAGE,
                "a phrase",
                Handling.REFUSED,
                "the whole line is refused; the reason names the phrase, and the word that is nearest",
            ),
            Unknown(UnknownPart.MESSAGE, "a remark behind `//`", Handling.READ_PAST),
        ),
    ),
)

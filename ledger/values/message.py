"""Texts that know what they are made of, so that every language can write them: messages, and terms of the trade.

Languages by their codes.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Self

from pydantic import Field


class Message(str):
    """A phrase in English, with the template and the particulars that it was made of.

    It is its English text wherever a text is wanted. A language puts its own sentence in the place of `template`, and
    writes the particulars anew, which may be messages themselves.
    """

    template: str
    particulars: Mapping[str, Any]

    __slots__ = ("particulars", "template")

    def __new__(cls, template: str, /, **particulars: object) -> Self:
        message = super().__new__(cls, template.format_map(particulars) if particulars else template)
        message.template = template
        message.particulars = particulars
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), dict(self.particulars)


class Term(Message):
    """A word of the trade or of the house: stand, the dealer, inspector. One that a language lacks stays as it is."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        return super().__new__(cls, text.replace("_", " "))

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), {}


class Written(str):
    """A particular as a text takes it in. What stands after a colon in the text chooses its form: `{place:cap}` begins a
    sentence, `{cards:all}` is all of them in a row, `{number:card|cards}` the word that goes with a number or with several.
    """

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if form == "cap":
            return self[:1].upper() + self[1:]
        if form == "all":
            *others, last = self.split(" ")
            return f"{', '.join(others)} and {last}" if others else last
        if "|" in form:
            singular, plural = form.split("|")
            return singular if self == "1" or not (self.isdigit() or " " in self) else plural
        return super().__format__(form)


def data_of(value: object) -> Any:
    """A particular as data: numbers and texts as they are, `{"term": …}`, or `{"message": …, "of": {…}}`."""
    if isinstance(value, Term):
        return {"term": value.template}
    if isinstance(value, Message):
        return {"message": value.template, "of": {name: data_of(part) for name, part in value.particulars.items()}}
    return value if isinstance(value, int) else str(value)


def from_data(data: Any) -> Any:
    """The particular again that `data_of` made data of."""
    if not isinstance(data, Mapping):
        return data
    if "term" in data:
        return Term(data["term"])
    return Message(data["message"], **{name: from_data(part) for name, part in data["of"].items()})


NOBODY: Final = Term("nobody")
SOMEBODY: Final = Term("somebody")
NO_CARD: Final = Term("no card")


def listed(items: Sequence[str]) -> str:
    """`punto, banco, punto`."""
    return _joined(items, "{item}, {rest}")


def in_turn(sentences: Sequence[str]) -> str:
    """`Kc lies at banco and belongs to punto; 4d lies at punto and belongs to nobody`."""
    return _joined(sentences, "{item}; {rest}")


def either(items: Sequence[str]) -> str:
    """`red or black`."""
    return _joined(items, "{item} or {rest}")


def both(items: Sequence[str]) -> str:
    """`red and black`."""
    return _joined(items, "{item} and {rest}")


def _joined(items: Sequence[str], template: str) -> str:
    if len(items) < 2:
        return items[0] if items else ""
    return Message(template, item=items[0], rest=_joined(items[1:], template))


LanguageCode = Annotated[str, Field(pattern=r"^[a-z]{2}$", description="ISO 639-1: `en`, `de`")]

"""Texts that know what they are made of, so that every language can write them: messages, and terms of the trade."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self


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
    """A word of the trade or of the house: `stand`, `the dealer`, `inspector`. One that a language lacks stays as it is."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        return super().__new__(cls, text.replace("_", " "))

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), {}


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

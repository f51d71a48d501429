"""The texts of reports, pictures and the terminal in the languages that there are: one TOML file a language in `texts`.

A further language is a further file. What it does not have is told in English and marked, so that nobody takes it for
translated.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from replay.judging.finding import Condition, Finding, condition_text

DEFAULT_LANGUAGE: Final = "en"
"""The language that has every text."""

_SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "?": "·"}
_CARD_PATTERN: Final = re.compile(r"(?<![\w♠♥♦♣])([A2-9TJQK])([shdc?])(?!\w)")
_NAME_PARTICULARS: Final = frozenset(
    {"player", "players", "by", "who", "caller", "dealer", "wager", "wagers", "source", "account"}
)
"""Particulars in which what looks like a card is a name."""


def with_suit_signs(text: str) -> str:
    """Cards as they are printed: `7♠` for `7s`, `10♥` for `Th`."""
    return _CARD_PATTERN.sub(lambda found: found[1].replace("T", "10") + _SUIT_SIGNS[found[2]], text)


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are texts in."""
    folder = files("projections") / "texts"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


@cache
def _texts(language: str) -> Mapping[str, Any]:
    found = tomllib.loads((files("projections") / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{part}.{key}": text for part, rows in found.items() for key, text in rows.items()}


@cache
def _clause_texts(language: str) -> Mapping[str, str]:
    """What the shipped editions say of their clauses, in this language, by the edition's own text."""
    file = files("projections") / "texts" / "clauses" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language."""

    language: str = DEFAULT_LANGUAGE

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its particulars; in English and marked where this language has none.

        Raises KeyError for a key that no language has.
        """
        own = _texts(self.language)
        if key in own:
            return str(own[key]).format_map(values)
        return self._mark_untranslated(str(_texts(DEFAULT_LANGUAGE)[key]).format_map(values))

    def value(self, value: object) -> str:
        """A particular as judging writes it, in the words of this language: a place, a decision, a reason."""
        particular = str(value)
        for pattern, text in _value_patterns(self.language):
            if found := pattern.fullmatch(particular):
                return str(text).format(*(self.value(group) for group in found.groups()))
        return particular

    def finding(self, finding: Finding) -> str:
        """A finding in one sentence that a player understands, beginning with the readings under which it holds."""
        sentence = self.plain_finding(finding)
        if not finding.condition:
            return sentence
        return self.say("condition.under", condition=self.condition(finding.condition), told=sentence)

    def plain_finding(self, finding: Finding) -> str:
        """A finding without the readings under which it holds, cards as they are printed."""
        about = {
            name: value if name in _NAME_PARTICULARS else with_suit_signs(str(value))
            for name, value in finding.particulars.items()
        }
        key = f"finding.{finding.kind}"
        if key in _texts(self.language):
            sentence = self.say(key, **{name: self.value(value) for name, value in about.items()})
        elif self.language == DEFAULT_LANGUAGE:
            spoken = {name: self.value(value) for name, value in about.items()}
            sentence = replace(finding, particulars=spoken).sentence
        else:
            sentence = self._mark_untranslated(replace(finding, particulars=about).sentence)
        return sentence[:1].upper() + sentence[1:]

    def condition(self, condition: Condition) -> str:
        """Under which readings something holds: `MIN-5a? (b) and MIN-23a? (a)`."""
        either, both = self.say("condition.either"), self.say("condition.both")
        return condition_text(condition, f" {either} ", f" {both} ", self.say("condition.order", order="{order}"))

    def clause_text(self, english: str) -> str:
        """What an edition says of a clause, in this language; as the edition has it, and marked, where nobody put just
        this text into it.
        """
        if self.language == DEFAULT_LANGUAGE:
            return english
        return _clause_texts(self.language).get(english) or self._mark_untranslated(english)

    def _mark_untranslated(self, english: str) -> str:
        return f"{english} [{DEFAULT_LANGUAGE}]"


@cache
def _value_patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What this language says for particulars, most particular first as the file has them."""
    rows = {key.removeprefix("value."): text for key, text in _texts(language).items() if key.startswith("value.")}
    return tuple((re.compile(pattern), text) for pattern, text in rows.items())


def particulars(text: str) -> set[str]:
    """The names of the particulars that a text has a place for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def labels(words: Catalogue, part: str) -> dict[str, str]:
    """All texts of a part that have no particulars, by their keys without the part."""
    keys = [key for key, text in _texts(DEFAULT_LANGUAGE).items() if key.startswith(part + ".") and not particulars(text)]
    return {key.removeprefix(part + "."): words.say(key) for key in keys}

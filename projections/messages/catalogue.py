"""The texts of reports, pictures, pages and the terminal, in the languages that there are.

English stands in the sources: the texts that are asked for by key in `en.toml`, the sentences of findings above their
checks, messages where they are made, clauses in their editions. A language is a gettext catalogue of all of these,
`locale/<language>/LC_MESSAGES/recoup.po`. What it lacks is told in English and marked.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from ledger.values.cards import RANKS
from ledger.values.message import Message, Term
from replay.judging.finding import Condition, Finding, condition_text, finding_sentence, kind_of

DEFAULT_LANGUAGE: Final = "en"
"""The language of the sources, which has every text."""

SENTENCE, PHRASE, TERM, CLAUSE = "finding", "phrase", "term", "clause"
"""The contexts of what has no key: findings' sentences, templates of messages, terms of the trade, texts of editions."""

_SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "?": "·"}
_CARD_PARTICULARS: Final = frozenset({"card", "cards", "has", "upcard", "against", "first", "last"})
"""The particulars of messages and findings that are cards, one or several with blanks between."""

FormatCard = Callable[[str], str]
LOCALE: Final = files("projections.messages") / "locale"


def with_suit_signs(cards: str) -> str:
    """Cards as they are printed: `7♠ 10♥` for `7s Th`."""
    return " ".join(map(_with_suit_sign, cards.split(" ")))


def _with_suit_sign(card: str) -> str:
    if len(card) != 2 or card[0] not in RANKS or card[1] not in _SUIT_SIGNS:
        return card
    return card[0].replace("T", "10") + _SUIT_SIGNS[card[1]]


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are texts in."""
    others = (folder.name for folder in LOCALE.iterdir() if folder.is_dir())
    return tuple(sorted((DEFAULT_LANGUAGE, *others)))


@cache
def _sources() -> Mapping[str, Any]:
    return tomllib.loads((files("projections.messages") / "en.toml").read_text(encoding="utf-8"))


@cache
def english_texts() -> Mapping[str, str]:
    """The English texts that are asked for by key, `part.name`."""
    parts = {part: texts for part, texts in _sources().items() if isinstance(texts, dict)}
    return {f"{part}.{name}": text for part, texts in parts.items() for name, text in texts.items()}


def unkeyed_texts(context: str) -> list[str]:
    """Terms that come as data, and phrases that are put together: what no code spells out."""
    return list(_sources()[f"{context}s"])


@cache
def _translations(language: str) -> Mapping[tuple[str, str], str]:
    """What a language has for the English texts, by context and text. A fuzzy entry, whose English has changed, is none."""
    if language == DEFAULT_LANGUAGE:
        return {}
    from babel.messages.pofile import read_po  # noqa: PLC0415 - English needs no catalogue, and starts without it

    with (LOCALE / language / "LC_MESSAGES" / "recoup.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    return {
        (str(message.context), str(message.id)): str(message.string)
        for message in catalog
        if message.id and message.string and not message.fuzzy
    }


@cache
def words_of_language(language: str) -> frozenset[str]:
    """Every word of the English texts and of a language's, in small letters."""
    texts = [*english_texts().values(), *unkeyed_texts(PHRASE), *unkeyed_texts(TERM), *_translations(language).values()]
    return frozenset(word.casefold() for text in texts for word in re.findall(r"[^\W\d_]+", re.sub(r"{\w*}", " ", text)))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language."""

    language: str = DEFAULT_LANGUAGE

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its particulars; in English and marked where this language has none.

        Raises KeyError for a key that there is not.
        """
        english = english_texts()[key]
        own = self._own(key, english)
        return self._mark_untranslated(english.format_map(values)) if own is None else own.format_map(values)

    def value(self, value: object, card: FormatCard = with_suit_signs) -> str:
        """A message or a term in this language, or a word that stands for a term; any other word stays as it is."""
        if isinstance(value, Message):
            return self._particular("", value, card)
        return self._own(TERM, str(value)) or str(value)

    def term(self, code: str) -> str:
        """What a code stands for: `championship_director` is the championship director; empty for an empty one."""
        return self.value(Term(code))

    def finding(self, finding: Finding) -> str:
        """A finding in one sentence that a player understands, beginning with the readings under which it holds."""
        sentence = self.plain_finding(finding)
        if not finding.condition:
            return sentence
        return self.say("condition.under", condition=self.condition(finding.condition), sentence=sentence)

    def plain_finding(self, finding: Finding) -> str:
        """A finding without the readings under which it holds, cards as they are printed."""
        english = kind_of(finding.kind).text
        particulars = {name: self._particular(name, value, with_suit_signs) for name, value in finding.particulars.items()}
        own = self._own(SENTENCE, english)
        if self.language == DEFAULT_LANGUAGE:
            sentence = finding_sentence(english, particulars)
        elif own is None:
            sentence = self._mark_untranslated(finding_sentence(english, particulars))
        else:
            sentence = own.format_map(particulars)
        return sentence[:1].upper() + sentence[1:]

    def condition(self, condition: Condition) -> str:
        """Under which readings something holds: `MIN-5a? (b) and MIN-23a? (a)`."""
        any_of, all_of = self.say("condition.either"), self.say("condition.both")
        order, account = self.say("condition.order", order="{order}"), self.say("condition.account", account="{account}")
        return condition_text(condition, f" {any_of} ", f" {all_of} ", order, account)

    def clause_text(self, english: str) -> str:
        """What an edition says of a clause, in this language; as the edition has it, and marked, where nobody put just
        this text into it.
        """
        if isinstance(english, Message):
            return self.value(english)
        own = self._own(CLAUSE, english)
        return self._mark_untranslated(english) if own is None else own

    def _particular(self, name: str, value: object, card: FormatCard) -> str:
        """A particular of a sentence: names as they are, cards as they are printed, messages in this language."""
        if not isinstance(value, Message):
            return card(str(value)) if name in _CARD_PARTICULARS else str(value)
        if isinstance(value, Term):
            return self._own(TERM, value.template) or value
        own = self._own(PHRASE, value.template)
        particulars = {part: self._particular(part, held, card) for part, held in value.particulars.items()}
        text = (value.template if own is None else own).format_map(particulars)
        return self._mark_untranslated(text) if own is None else text

    def _own(self, context: str, english: str) -> str | None:
        """What this language has for an English text; None where it has nothing."""
        if self.language == DEFAULT_LANGUAGE:
            return english_texts().get(f"{context}.{english}", english)
        return _translations(self.language).get((context, english))

    def _mark_untranslated(self, english: str) -> str:
        return f"{english} [{DEFAULT_LANGUAGE}]"


def particulars(text: str) -> set[str]:
    """The names of the particulars that a text has a place for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def labels(words: Catalogue, part: str) -> dict[str, str]:
    """All texts of a part that have no particulars, by their keys without the part."""
    keys = [key for key, text in english_texts().items() if key.startswith(part + ".") and not particulars(text)]
    return {key.removeprefix(part + "."): words.say(key) for key in keys}

"""The texts of reports, pictures, pages and the terminal, in the languages that there are.

English stands in the sources: the texts that are asked for by key in `en.toml`, the sentences of findings above their
checks, messages where they are made, clauses in their editions. A language is a gettext catalogue of all of these,
`locale/<language>/LC_MESSAGES/recoup.po`. What it lacks is told in English and marked.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final, Self

from ledger.values.cards import RANKS
from ledger.values.message import Message, Term, Written
from projections.messages import numbers
from replay.judging.finding import RECORDS, Condition, Finding, condition_text, finding_sentence, kind_of
from replay.rulebooks.edition import EditionSheet

DEFAULT_LANGUAGE: Final = "en"
"""The language of the sources, which has every text."""

SENTENCE, PHRASE, TERM, CLAUSE, QUOTE, PAGE = "finding", "phrase", "term", "clause", "quote", "page"
"""The contexts of what has no key: findings' sentences, templates of messages, terms of the trade, texts of editions, what
these quote, and what stands in the templates of pages.
"""

_SUIT_SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "?": "·"}
_CARD_PARTICULARS: Final = frozenset({"card", "cards", "has", "upcard", "against", "first", "last"})
"""The particulars of messages and findings that are cards, one or several with blanks between."""

CASES: Final = frozenset({"nom", "gen", "dat", "acc"})
"""The cases in which a text may ask for a particular, as in `{origin:dat}`, with its article where it has one."""

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


@cache
def _document_languages() -> Mapping[str, str]:
    text = (files("projections.messages") / "documents.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["language"])


def document_language(sheet: EditionSheet) -> str:
    """The language of the document that an edition is made of."""
    return sheet.edition.language or _document_languages().get(sheet.edition.rulebook, DEFAULT_LANGUAGE)


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
def _inflections(language: str) -> Mapping[str, Mapping[str, str]]:
    """The other forms of what a language calls a thing, by what texts ask for them with: `{origin:dat}`."""
    path = LOCALE / language / "inflections.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if language != DEFAULT_LANGUAGE and path.is_file() else {}


def _inflected(language: str, case: str, text: str) -> str:
    """A text in a case: as a whole, else what stands before a bracket, else each of several things."""
    forms = _inflections(language)
    if text in forms:
        return forms[text].get(case, text)
    if " (" in text:
        thing, rest = text.split(" (", 1)
        return f"{_inflected(language, case, thing)} ({rest}"
    joint = next((joint for joint in forms.get("", {}).values() if joint in text), None)
    return text if joint is None else joint.join(_inflected(language, case, part) for part in text.split(joint))


class Inflected(Written):
    """A particular in a language whose words change with their place in the sentence."""

    __slots__ = ("language",)
    language: str

    def __new__(cls, value: object, language: str) -> Self:
        inflected = super().__new__(cls, value)
        inflected.language = language
        return inflected

    def __format__(self, form: str) -> str:
        if form in CASES:
            return _inflected(self.language, form, str(self))
        return numbers.written_list(self.language, self.split(" ")) if form == "all" else super().__format__(form)


@cache
def words_of_language(language: str) -> frozenset[str]:
    """Every word of the English texts and of a language's, in small letters."""
    texts = [*english_texts().values(), *unkeyed_texts(PHRASE), *unkeyed_texts(TERM), *_translations(language).values()]
    return frozenset(
        word.casefold() for text in texts for word in re.findall(r"[^\W\d_]+", re.sub(r"{\w*(:\w*})?", " ", text))
    )


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
        written = self.written(values)
        return self._mark_untranslated(english.format_map(written)) if own is None else own.format_map(written)

    def value(self, value: object, card: FormatCard = with_suit_signs) -> str:
        """A message or a term in this language, or a word that stands for a term; any other word stays as it is."""
        if isinstance(value, Message):
            return self._particular("", value, card)
        return self._own(TERM, str(value)) or str(value)

    def term(self, code: str) -> str:
        """What a code stands for: the code of an office is its name; empty for an empty one."""
        return self.value(Term(code))

    def office(self, code: str) -> str:
        """What somebody in an office is called: `the dealer` of a game is at the table the croupier."""
        return self.named("office", code)

    def named(self, part: str, code: str) -> str:
        """What a code is called among the texts of a part, of kinds or acts; as a term where the part does not have it."""
        key = f"{part}.{code}"
        return self.say(key) if key in english_texts() else self.term(code)

    def page_text(self, english: str) -> str:
        """A text of a page, with the places for its particulars; in English and marked where this language has none."""
        own = self._own(PAGE, english)
        return self._mark_untranslated(english) if own is None else own

    def page(self, english: str, **values: object) -> str:
        """A text of a page with its particulars."""
        return self.page_text(english).format_map(self.written(values))

    def number(self, number: int) -> str:
        """A number within a sentence: up to twelve in words."""
        key = f"number.{number}"
        return self.say(key) if key in english_texts() else str(number)

    def finding(self, finding: Finding) -> str:
        """A finding in one sentence that a player understands, beginning with the readings under which it holds."""
        sentence = self.plain_finding(finding)
        if not finding.condition:
            return sentence
        return self.say("condition.under", condition=self.condition(finding.condition), sentence=sentence)

    def plain_finding(self, finding: Finding, card: FormatCard = with_suit_signs) -> str:
        """A finding without the readings under which it holds; `card` writes its cards."""
        english = kind_of(finding.kind).text
        particulars = self.finding_particulars(finding, card)
        own = self._own(SENTENCE, english)
        if self.language == DEFAULT_LANGUAGE:
            sentence = finding_sentence(english, particulars)
        elif own is None:
            sentence = self._mark_untranslated(finding_sentence(english, particulars))
        else:
            sentence = own.format_map(self.written(particulars))
        return sentence[:1].upper() + sentence[1:]

    def finding_particulars(self, finding: Finding, card: FormatCard = with_suit_signs) -> dict[str, str]:
        """The particulars of a finding as this language writes them, by name."""
        return {name: self._particular(name, value, card) for name, value in finding.particulars.items()}

    def condition(self, condition: Condition) -> str:
        """Under which readings something holds: `MIN-5a? (b) and MIN-23a? (a)`."""
        any_of, all_of = self.say("condition.either"), self.say("condition.both")
        order, account = self.say("condition.order", order="{order}"), self.say("condition.account", account="{account}")
        records = {letter: self.say(f"condition.record_{letter}") for letter in RECORDS}
        return condition_text(condition, f" {any_of} ", f" {all_of} ", order, account, records)

    def clause_text(self, english: str) -> str:
        """What an edition says of a clause, in this language; as the edition has it, and marked, where nobody put just
        this text into it.
        """
        if isinstance(english, Message):
            return self.value(english)
        own = self._own(CLAUSE, english)
        return self._mark_untranslated(english) if own is None else own

    def money(self, minor: int, digits: int, currency: str = "") -> str:
        """An amount in minor units: `1,946.25 GBP`, `1.946,25 GBP`; without a currency the number alone."""
        return numbers.written_amount(self.language, minor, digits, currency)

    def day(self, day: str) -> str:
        """A day, as `2026-01-17` or as an instant that begins with it, as a letter dates it: `17 January 2026`."""
        return numbers.written_day(self.language, day)

    def moment(self, instant: str, zone: str = "UTC", *, seconds: bool = True) -> str:
        """Day and time of day of an instant in a time zone: `17 January 2026, 22:05:12`. The zone is not named."""
        clock = numbers.written_clock(instant, zone, seconds=seconds)
        return self.say("time.moment", day=self.day(numbers.local_day(instant, zone)), clock=clock)

    def clock(self, instant: str, zone: str = "UTC", *, seconds: bool = True) -> str:
        """The time of day of an instant in a time zone: `22:05:12`."""
        return numbers.written_clock(instant, zone, seconds=seconds)

    def instant(self, instant: str, zone: str = "UTC") -> str:
        """An instant as a list has it, by the clock of a zone, which is named: `17 Jan 2026, 22:05:12 CET`."""
        return numbers.written_instant(self.language, instant, zone)

    def zone(self, zone: str, instant: str) -> str:
        """What the time of a zone is called at an instant: `Central European Summer Time`, `UTC`."""
        return numbers.written_zone(self.language, zone, instant)

    def all_of(self, items: Sequence[str]) -> str:
        """Several things in a row: `P1, P2 and P3`."""
        return numbers.written_list(self.language, items)

    def any_of(self, items: Sequence[str]) -> str:
        """Several things of which one holds: `P1, P2 or P3`."""
        return numbers.written_list(self.language, items, "or")

    def quote_translation(self, quote: str, language: str) -> str:
        """What a document's words in another language mean in this one; empty where nobody put them into it."""
        if language == self.language:
            return ""
        if self.language == DEFAULT_LANGUAGE:
            return english_texts().get(f"{QUOTE}.{quote}", "")
        return self._own(QUOTE, quote) or ""

    def _particular(self, name: str, value: object, card: FormatCard) -> str:
        """A particular of a sentence: names as they are, cards as they are printed, messages in this language."""
        if not isinstance(value, Message):
            return card(str(value)) if name in _CARD_PARTICULARS else numbers.rewritten_amount(self.language, str(value))
        if isinstance(value, Term):
            return self._own(TERM, value.template) or value
        own = self._own(PHRASE, value.template)
        particulars = {part: self._particular(part, held, card) for part, held in value.particulars.items()}
        text = (value.template if own is None else own).format_map(self.written(particulars))
        return self._mark_untranslated(text) if own is None else text

    def written(self, values: Mapping[str, object]) -> Mapping[str, Written]:
        """Particulars as the texts of this language take them in."""
        if self.language == DEFAULT_LANGUAGE:
            return {name: Written(value) for name, value in values.items()}
        return {name: Inflected(value, self.language) for name, value in values.items()}

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

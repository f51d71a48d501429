"""One box in which a search is typed as it is said: `BAC-1 yesterday overdraw over 100`, `BAC-1 gestern Karte zu viel`."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Final, get_args

from ledger.table_standing import RoundStanding
from projections.messages.catalogue import Catalogue

_NAMED: Final = ("table", "shoe", "dealer", "player")
"""Words after which a name follows."""

_BOUNDS: Final = ("least", "most")
"""Words after which an amount follows."""

ROUND_STANDINGS: Final = frozenset(get_args(RoundStanding))
"""How rounds are on record; where a status has the same code, both names are understood."""

_DAYS_AGO: Final = {"today": 0, "yesterday": 1}
_MEANINGS: Final = (*_NAMED, *_BOUNDS, *_DAYS_AGO, "found", "fillers")
_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DOTTED_DAY: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}|[0-9]{4}))?")
_CARD: Final = re.compile(r"(10|[a2-9tjqk?])[shdc?]", re.IGNORECASE)
ROUND: Final = re.compile(r"[^/\s]+/[0-9]{4}-[0-9]{2}-[0-9]{2}/[^/\s]+")
_TABLE_DAY: Final = re.compile(r"([^/\s]+)/([0-9]{4}-[0-9]{2}-[0-9]{2})")


@dataclass(frozen=True, slots=True)
class SearchWords:
    """What can be meant by a word: the tables on record; by filter, the phrases that stand for what it filters by; and
    the words that say what follows them.
    """

    tables: Collection[str]
    phrases: Mapping[str, Mapping[str, str]]
    keywords: Mapping[str, str]
    today: date


@dataclass(slots=True)
class TypedSearch:
    """What was typed as filters by their names, and the words of which nobody knows what they mean."""

    filters: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def search_words(
    spoken: Sequence[Catalogue],
    tables: Collection[str],
    kinds: Iterable[str],
    statuses: Iterable[str],
    games: Iterable[str],
    today: date,
) -> SearchWords:
    """What is understood of those who speak some languages; the codes of the record are understood in any."""
    return SearchWords(
        tables=tables,
        phrases={
            "finding": _phrases(kinds, [partial(words.named, "kind") for words in spoken]),
            "status": _status_phrases(list(statuses), spoken),
            "game": _phrases(games, [words.term for words in spoken]),
        },
        keywords={
            word.casefold(): meaning
            for words in spoken
            for meaning in _MEANINGS
            for word in words.say(f"search.{meaning}").split()
        },
        today=today,
    )


def _phrases(codes: Iterable[str], namings: Sequence[Callable[[str], str]]) -> dict[str, str]:
    """By what codes are called, and by what they are written as, the codes."""
    listed = list(codes)
    called = {_without_stops(naming(code)).casefold(): code for naming in reversed(namings) for code in reversed(listed)}
    return called | {code.replace("_", " "): code for code in listed}


def _status_phrases(statuses: Collection[str], spoken: Sequence[Catalogue]) -> dict[str, str]:
    """By what statuses are called, and by what the rounds that have them are said to be, the statuses."""
    alike = [word for word in statuses if word in ROUND_STANDINGS]
    return {
        **_phrases(alike, [partial(words.named, "round_standing") for words in spoken]),
        **_phrases(statuses, [partial(words.named, "status_word") for words in spoken]),
    }


def _without_stops(text: str) -> str:
    """A text without the commas and semicolons that part its words."""
    return " ".join(re.sub(r"[,;](?=\s|$)", " ", text).split())


def parse_search(text: str, words: SearchWords) -> TypedSearch:
    """Reads what was typed, word by word; what something is called may be of several."""
    search, left = TypedSearch(), _without_stops(text).split()
    cards: list[str] = []
    while left:
        taken = _take_phrase(left, words, search.filters) or _take_pair(left, words, search.filters)
        if not taken:
            word = left[0]
            taken = 1
            if _CARD.fullmatch(word):
                cards.append(word)
            elif not _take_word(word, words, search.filters):
                search.unknown.append(word)
        del left[:taken]
    if cards:
        search.filters["cards"] = " ".join(cards)
    return search


def parse_day(text: str, words: SearchWords) -> str | None:
    """The day that is meant by `2026-01-17`, `17.1.2026` or a word for today or yesterday; None where none is."""
    meaning = words.keywords.get(text.casefold(), "")
    if meaning in _DAYS_AGO:
        return (words.today - timedelta(days=_DAYS_AGO[meaning])).isoformat()
    if found := _DAY.fullmatch(text):
        parts = found.groups()
    elif found := _DOTTED_DAY.fullmatch(text):
        parts = found.groups()[::-1]
    else:
        return None
    try:
        return date(*map(int, parts)).isoformat()
    except ValueError:
        return None


def parse_amount(text: str, words: SearchWords | None = None) -> str | None:  # noqa: ARG001 - fields are read alike
    """An amount with a point before its decimals; None where it is none, or where `1.000` may be a thousand or one."""
    if (amount := _AMOUNT.fullmatch(text)) is None:
        return None
    return f"{amount[1]}.{amount[2]}" if amount[2] else amount[1]


def _take_phrase(left: Sequence[str], words: SearchWords, filters: dict[str, str]) -> int:
    """Of how many words the name is that stands here, of a finding, a status or a game; 0 for none. The longest is
    meant.
    """
    for length in range(min(len(left), 8), 0, -1):
        phrase = " ".join(left[:length]).casefold().replace("_", " ")
        for name, known in words.phrases.items():
            if phrase in known:
                filters[name] = known[phrase]
                return length
    return 0


def _take_pair(left: Sequence[str], words: SearchWords, filters: dict[str, str]) -> int:
    """Two words that belong together: `shoe S1`, `over 100`; 0 for none."""
    if len(left) == 1:
        return 0
    meaning, second = words.keywords.get(left[0].casefold(), ""), left[1]
    if meaning in _NAMED:
        filters[meaning] = second
        return 2
    if meaning in _BOUNDS and (amount := parse_amount(second)):
        filters[meaning] = amount
        return 2
    return 0


def _take_word(word: str, words: SearchWords, filters: dict[str, str]) -> bool:
    """A word that says all by itself."""
    for table in words.tables:
        if table.casefold() == word.casefold():
            filters["table"] = table
            return True
    meaning = words.keywords.get(word.casefold())
    if day := parse_day(word, words):
        filters["day"] = day
    elif both := _TABLE_DAY.fullmatch(word):
        filters |= {"table": both[1], "day": both[2]}
    elif meaning == "found":
        filters["found"] = "true"
    else:
        return meaning == "fillers"
    return True

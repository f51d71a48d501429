"""One box in which a search is typed as it is said: `BAC-1 yesterday overdraw over 100`."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

_NAMED: Final = {"table": "table", "shoe": "shoe", "dealer": "dealer", "player": "player"}
"""Words after which a name follows."""

_LEAST: Final = frozenset({"over", "above", "from"})
_MOST: Final = frozenset({"under", "below", "to"})
_FOUND: Final = frozenset({"irregular", "irregularities", "findings", "found"})
_DAYS_AGO: Final = {"today": 0, "yesterday": 1}
_FILLERS: Final = frozenset({"on", "in", "at", "with", "and", "of", "the", "rounds", "round"})
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_AMOUNT: Final = re.compile(r"[0-9]{1,9}([.][0-9]{1,4})?")
_CARD: Final = re.compile(r"(10|[a2-9tjqk?])[shdc?]", re.IGNORECASE)
ROUND: Final = re.compile(r"[^/\s]+/[0-9]{4}-[0-9]{2}-[0-9]{2}/[^/\s]+")
_TABLE_DAY: Final = re.compile(r"([^/\s]+)/([0-9]{4}-[0-9]{2}-[0-9]{2})")


@dataclass(frozen=True, slots=True)
class SearchWords:
    """What can be meant by a word: the tables on record, kinds of findings, how rounds stand, games."""

    tables: Collection[str]
    kinds: Collection[str]
    standings: Collection[str]
    games: Collection[str]
    today: date


@dataclass(slots=True)
class TypedSearch:
    """What was typed as filters by their names, and the words of which nobody knows what they mean."""

    filters: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    @property
    def sentence(self) -> str:
        """What was not understood, and what would be; empty where all was."""
        if not self.unknown:
            return ""
        words = ", ".join(f"“{word}”" for word in self.unknown)
        return (
            f"{words}: no table, day, card, finding or standing that is known here, and left out. Write a table, a day as "
            "2026-01-17 or yesterday, cards as 7c Kh, a finding such as overdraw, `over 100`, `shoe S1`, `player P1`"
        )


def parse_search(text: str, words: SearchWords) -> TypedSearch:
    """Reads what was typed, word by word; a finding's name may be of several."""
    search, left = TypedSearch(), text.replace(",", " ").split()
    cards: list[str] = []
    while left:
        taken = _take_kind(left, words.kinds, search.filters) or _take_pair(left, search.filters)
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


def _take_kind(left: list[str], kinds: Collection[str], filters: dict[str, str]) -> int:
    """Of how many words the name of a finding is that stands here; 0 for none. The longest one is meant."""
    for length in range(min(len(left), 5), 0, -1):
        kind = "_".join(word.casefold() for word in left[:length])
        if kind in kinds:
            filters["finding"] = kind
            return length
    return 0


def _take_pair(left: list[str], filters: dict[str, str]) -> int:
    """Two words that belong together: `shoe S1`, `over 100`; 0 for none."""
    if len(left) == 1:
        return 0
    first, second = left[0].casefold(), left[1]
    if first in _NAMED:
        filters[_NAMED[first]] = second
        return 2
    bound = "least" if first in _LEAST else "most" if first in _MOST else ""
    if bound and _AMOUNT.fullmatch(second):
        filters[bound] = second
        return 2
    return 0


def _take_word(word: str, words: SearchWords, filters: dict[str, str]) -> bool:
    """A word that says all by itself."""
    folded = word.casefold()
    by_name: Mapping[str, Mapping[str, str]] = {
        "table": {table.casefold(): table for table in words.tables},
        "standing": {standing: standing for standing in words.standings},
        "game": {game: game for game in words.games},
    }
    for name, known in by_name.items():
        if folded in known:
            filters[name] = known[folded]
            return True
    if folded in _DAYS_AGO:
        filters["day"] = (words.today - timedelta(days=_DAYS_AGO[folded])).isoformat()
    elif _DAY.fullmatch(word):
        filters["day"] = word
    elif both := _TABLE_DAY.fullmatch(word):
        filters |= {"table": both[1], "day": both[2]}
    elif folded in _FOUND:
        filters["found"] = "true"
    else:
        return folded in _FILLERS
    return True

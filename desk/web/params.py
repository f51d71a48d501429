"""What is asked in an address, and what of it is refused: names of tables and days, cards, amounts, pages."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from desk.web.typed_search import SearchWords, parse_amount, parse_day
from ledger.values.message import Message
from ledger.values.subjects import Day, Name
from projections.read_models.search import PageKey, RoundFilter

CasePart = Annotated[str, Path(pattern=r"^[0-9]{4}-[0-9]{4,9}$", description="a case's number")]
TablePart = Annotated[Name, Path(description="the table")]
DayPart = Annotated[Day, Path(description="the gaming day")]
RoundPart = Annotated[Name, Path(description="the round's name in the day")]
ShoePart = Annotated[Name, Path(description="the shoe")]


def _round_subject(table: TablePart, day: DayPart, round_name: RoundPart) -> str:
    return f"{table}/{day}/{round_name}"


RoundAsked = Annotated[str, Depends(_round_subject)]
"""The round of an address, as TABLE/DAY/ROUND."""


class TypedBody(BaseModel):
    """What a page's script sends: nothing in it is passed over."""

    model_config = ConfigDict(extra="forbid")


_CARD_PATTERN: Final = re.compile(r"(10|[A2-9TJQK?])([shdc?])", re.IGNORECASE)
_POCKET_PATTERN: Final = re.compile(r"[0-9]{1,2}")
_CURSOR_PATTERN: Final = re.compile(
    r"([0-9A-Z]{0,64})\.([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z)\.([0-9]{1,16})"
    r"\.([A-Za-z0-9][A-Za-z0-9_.-]{0,63})"
)
_UNIT: Final = 10_000


class Filters(TypedBody):
    """What rounds are looked for."""

    table: Annotated[str, Field(max_length=64, description="only this table")] = ""
    day: Annotated[str, Field(max_length=10, description="only this gaming day, as 2026-11-20")] = ""
    shoe: Annotated[str, Field(max_length=64, description="only this shoe")] = ""
    dealer: Annotated[str, Field(max_length=32, description="only what this dealer dealt")] = ""
    player: Annotated[str, Field(max_length=32, description="only rounds with a wager of this player")] = ""
    cards: Annotated[str, Field(max_length=60, description="cards in the order dealt, or a pocket: `7c ?h K?`, `17`")] = ""
    least: Annotated[str, Field(pattern=r"^([0-9]{1,9}([.][0-9]{1,4})?)?$", description="staked at least")] = ""
    most: Annotated[str, Field(pattern=r"^([0-9]{1,9}([.][0-9]{1,4})?)?$", description="staked at most")] = ""
    finding: Annotated[str, Field(max_length=64, description="only with this kind of finding")] = ""
    standing: Annotated[str, Field(max_length=20, description="only rounds that stand so")] = ""
    status: Annotated[str, Field(max_length=20, description="only rounds with this status")] = ""
    game: Annotated[str, Field(max_length=20, description="only this game")] = ""
    found: Annotated[bool, Field(description="only rounds with findings")] = False
    after: Annotated[str, Field(max_length=200, description="go on after the page that gave this")] = ""

    @field_validator("cards")
    @classmethod
    def _check_cards(cls, text: str) -> str:
        if unknown := [card for card in text.split() if not _is_card(card)]:
            raise ValueError(f"{unknown[0]} is not a card; write 7c, Th, ?s for any spade, K? for any king, or a pocket")
        return text

    @field_validator("after")
    @classmethod
    def _check_cursor(cls, text: str) -> str:
        if text and not _CURSOR_PATTERN.fullmatch(text):
            raise ValueError("that is no page that this desk gave")
        return text

    @property
    def criteria(self) -> RoundFilter:
        """The rounds that are looked for."""
        exact = {
            name: getattr(self, name) or None for name in ("day", "shoe", "dealer", "player", "standing", "status", "game")
        }
        return RoundFilter(
            **exact,
            table_name=self.table or None,
            finding=self.finding.strip().replace(" ", "_") or None,
            cards=tuple(_normal_card(card) for card in self.cards.split()),
            least=_ten_thousandths(self.least),
            most=_ten_thousandths(self.most),
            found_only=self.found,
        )

    @property
    def cursor(self) -> PageKey | None:
        """The last row of the page before."""
        if (match := _CURSOR_PATTERN.fullmatch(self.after)) is None:
            return None
        return match[1], match[2], match[5], match[3], int(match[4])

    def without_cursor(self) -> dict[str, Any]:
        """What is asked, for the address of another page."""
        return self.model_dump(exclude={"after"}, exclude_defaults=True)


FilterQuery = Annotated[Filters, Query()]


def cursor_text(cursor: PageKey | None) -> str | None:
    """The last row of a page as an address names it."""
    if cursor is None:
        return None
    urgency, day, table, opened_at, position = cursor
    return f"{urgency}.{day}.{opened_at}.{position}.{table}"


def parse_filters(query_params: Mapping[str, str], words: SearchWords) -> tuple[Filters, dict[str, Message]]:
    """What a person typed into the fields, and by field what is wrong with it; what is wrong is not looked for."""
    known = {name: value.strip() for name, value in query_params.items() if name in Filters.model_fields and value.strip()}
    wrong: dict[str, Message] = {}
    for name, (reads, complaint) in _TYPED_FIELDS.items():
        if typed := known.get(name):
            meant = reads(typed, words)
            known[name] = meant or ""
            if meant is None:
                wrong[name] = Message(complaint, typed=typed)
    try:
        return Filters.model_validate(known), wrong
    except ValidationError as error:
        for problem in error.errors():
            name = str(problem["loc"][0])
            wrong[name] = Message("“{typed}” cannot be looked for", typed=known.pop(name))
        return Filters.model_validate(known), wrong


def _read_cards(typed: str, words: SearchWords) -> str | None:  # noqa: ARG001 - fields are read alike
    return typed if all(_is_card(card) for card in typed.split()) else None


_TYPED_FIELDS: Final[Mapping[str, tuple[Callable[[str, SearchWords], str | None], str]]] = {
    "day": (parse_day, Message("“{typed}” is not a day; write 2026-01-17, 17.1.2026, today or yesterday")),
    "least": (parse_amount, Message("“{typed}” is not an amount; write 100 or 12.50")),
    "most": (parse_amount, Message("“{typed}” is not an amount; write 100 or 12.50")),
    "cards": (
        _read_cards,
        Message("“{typed}” are not cards; write 7c, Th, ?s for any spade, K? for any king, or a pocket such as 17"),
    ),
}
"""Fields that may be filled in as people write, how each is read, and what is said of what cannot be."""


def _is_card(text: str) -> bool:
    return bool(_CARD_PATTERN.fullmatch(text) or _POCKET_PATTERN.fullmatch(text))


def _normal_card(text: str) -> str:
    """A card as the record spells it; any letter's case, `10` or `T`."""
    if found := _CARD_PATTERN.fullmatch(text):
        return found[1].upper().replace("10", "T") + found[2].lower()
    return text


def _ten_thousandths(amount: str) -> int | None:
    """An amount in ten-thousandths of the unit."""
    return int(Fraction(amount) * _UNIT) if amount else None

"""Samples of a live history: its games and currencies, and the codes, words and fields that are not known."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Final, get_args

from ledger.errors import MalformedDelivery
from ledger.events.play import Decision, WagerPlaced
from ledger.feeds import live_history
from ledger.feeds.game_times import BEGINNING, local_time
from ledger.feeds.live_history import GAMES_READ, LiveHistoryReader, game_of_message, parse_studio_mapping
from ledger.feeds.mapping import UNANSWERED
from ledger.feeds.reading import EXACT_JSON, JSON_ERRORS, FeedItem, is_list, item_by_item, line_by_line
from ledger.feeds.samples.mapping_draft import MappingDraft, ask_day_end, ask_opening, inline_table, toml_value
from ledger.feeds.samples.sample import Sample
from ledger.feeds.samples.sampler import ReadPast, RulebooksByGame, Sampler, UnreadPiece
from ledger.values.money import minor_digits_of
from ledger.values.wheel_layout import ZEROS

_MARKS: Final = re.compile(rb'"(?:gameType|transmissionI[Dd]|messageType)"\s*:')
_HOLE_CARD: Final = "blackjack"
_DOUBLE_ZERO: Final = (
    "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
)
_OF_SEAT: Final = re.compile(r"(.*Seat)[1-9]")
_MOST_DIGITS: Final = 4
_MOST_NAMES: Final = 60


def _count_games(head: bytes) -> int:
    return len(_MARKS.findall(head))


def _documents(raw: bytes) -> list[Any]:
    """All JSON values of a sample that can be read: lines, or items of a list."""
    found = list[Any]()

    def keep(document: object, _: bytes = b"") -> tuple[()]:
        found.append(document)
        return ()

    def keep_line(_: object, text: str) -> tuple[()]:
        try:
            return keep(EXACT_JSON.decode(text))
        except JSON_ERRORS as error:
            raise MalformedDelivery("line_not_json", error=str(error)[:80]) from error

    stream = BytesIO(raw)
    for _ in item_by_item(keep)(stream) if is_list(stream) else line_by_line(keep_line)(stream):
        pass
    return found


def _games(raw: bytes) -> list[Mapping[str, Any]]:
    """The games of a sample, out of their messages."""
    found = list[Mapping[str, Any]]()
    for document in _documents(raw):
        try:
            game = game_of_message(document)
        except MalformedDelivery:
            continue
        if isinstance(game, Mapping) and isinstance(game.get("gameType"), str):
            found.append(game)
    return found


def _begin_mapping(
    sample: Sample, rulebooks: RulebooksByGame, unread: Sequence[UnreadPiece], tried: str | None
) -> MappingDraft:
    """What a history does not show: by which rules its tables play, and when a gaming day ends."""
    games = _games(sample.raw)
    draft, names = MappingDraft(), Counter(str(game["gameType"]) for game in games)
    draft.remark(f"Mapping of the live history in {sample.name}.")
    draft.put("source", "live", "each table is a source of its own on record: live/TABLE")
    if _HOLE_CARD in names:
        text = f"{_HOLE_CARD}: true if the dealer takes the second card with the players, otherwise false"
        draft.ask("hole_card", text, assumed=False)
    _offer_words(draft, unread)
    read = [name for name in names if name in GAMES_READ]
    for name, number in names.items():
        if name not in read:
            draft.remark(f"{number:,} games of {name[:40]!r} are not read: Recoup has no procedure for them.")
    for name in read or GAMES_READ[:1]:
        of_name = [game for game in games if game["gameType"] == name]
        draft.table("[[openings]]", name)
        _ask_opening(draft, name, of_name, rulebooks)
    if any(local_time(game.get(BEGINNING)) is not None for game in games):
        draft.table("[time]", "time")
        draft.ask("zone", "The clock of the supplier's times, which have no offset, such as Europe/Riga", "UTC")
    _offer_codes(draft, games, tried or draft.trial_text)
    return draft


def _ask_opening(draft: MappingDraft, name: str, games: Sequence[Mapping[str, Any]], rulebooks: RulebooksByGame) -> None:
    currencies, digits = _currencies(games), _most_decimals(games)
    currency = next(iter(currencies), None)
    if len(currencies) > 1:
        counted = ", ".join(f"{code} {number:,}" for code, number in currencies.most_common())
        draft.remark(f"Games by currency: {counted}. Bets in others than the first are at a table of their own.")
    ask_opening(draft, name, rulebooks.get(name, ()), currency)
    usual = minor_digits_of(currency or "EUR")
    note = f"amounts have up to {digits} decimals; ISO 4217 has {usual}" if digits > usual else ""
    draft.put("minor_digits", min(max(usual, digits), _MOST_DIGITS), note)
    ask_day_end(draft)
    if any(ZEROS[1] in number for game in games for number in _numbers(game)):
        draft.ask("wheel", "The compartments of the wheel with two zeros, clockwise and joined by -", _DOUBLE_ZERO)


def _currencies(games: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """How many games are in which currency, where the supplier names one of three letters; the commonest first."""
    named = Counter(str(game.get("currency")) for game in games)
    return Counter(dict(row for row in named.most_common() if re.fullmatch("[A-Z]{3}", row[0])))


def _parts(value: object, name: str) -> Iterator[Any]:
    """The items of a list or an object under a name, as far as the value has any."""
    found = value.get(name) if isinstance(value, Mapping) else None
    yield from found.values() if isinstance(found, Mapping) else found if isinstance(found, list) else ()


def _bets(game: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for participant in _parts(game, "participants"):
        yield from (bet for bet in _parts(participant, "bets") if isinstance(bet, Mapping))


def _numbers(game: Mapping[str, Any]) -> Iterator[str]:
    outcomes = (outcome for outcome in _parts(game.get("result"), "outcomes") if isinstance(outcome, Mapping))
    yield from (str(outcome.get("number")) for outcome in outcomes)


def _most_decimals(games: Iterable[Mapping[str, Any]]) -> int:
    """The decimals of the finest amount of a bet in its game's currency."""
    amounts = (str(bet.get(field, "")) for game in games for bet in _bets(game) for field in ("stake", "payout"))
    return max((len(amount.partition(".")[2].rstrip("0")) for amount in amounts), default=0)


def _offer_words(draft: MappingDraft, unread: Sequence[UnreadPiece]) -> None:
    """Offer fields and words that were refused: only a person knows whether they matter."""
    fields, words = Counter[str](), Counter[str]()
    decisions = Counter[str]()
    for code, given in unread:
        if code == "fields_unknown":
            paths = (_without_places(path) for path in str(given["fields"]).split(", ") if path != "…")
            fields.update(list(dict.fromkeys(paths)))
        elif code in ("outcome_unread", "message_unknown"):
            words[str(given["outcome" if code == "outcome_unread" else "kind"]).strip("'")] += 1
        elif code == "decision_unread":
            decisions[str(given["decision"]).strip("'")] += 1
    if decisions:
        known = ", ".join(get_args(Decision))
        rows = [f"decisions = {inline_table([(word, UNANSWERED) for word in decisions])}"]
        draft.offer(rows, f"Decisions that are not known; each means one of {known}:")
    if names := [*fields.most_common(_MOST_NAMES), *words.most_common(_MOST_NAMES)]:
        rows = ["read_past = [", *(f"    {toml_value(name)},  # pieces: {number:,}" for name, number in names), "]"]
        draft.offer(rows, "Fields and words that are not known. Name here those that have nothing to record:")


def _without_places(path: str) -> str:
    """The path of a field without places in a list, as `read_past` takes it."""
    return ".".join(name for name in path.split(".") if not name.isdecimal())


def _offer_codes(draft: MappingDraft, games: Sequence[Mapping[str, Any]], map_text: str) -> None:
    """Offer the codes of bets that no kind of bet is known for: they are kinds of their own, which no rulebook has."""
    unknown = _unknown_codes(games, map_text)
    seats = sorted({found[1] for code in unknown if (found := _OF_SEAT.fullmatch(code))})
    if others := sorted(code for code in unknown if not _OF_SEAT.fullmatch(code)):
        rows = [
            "[codes]",
            *(f"{toml_value(code)} = {{ kind = {toml_value(UNANSWERED)} }}  # bets: {unknown[code]:,}" for code in others),
        ]
        draft.offer(
            rows, "Codes of bets that are not known, with the kind as in the rulebook; `numbers` or `index` say where:"
        )
    if seats:
        draft.remark(f"Side bets that are not known: {', '.join(seats)[:200]}. `kinds` names them (docs/feeds.md).")


def _unknown_codes(games: Sequence[Mapping[str, Any]], map_text: str) -> Counter[str]:
    """The codes that the reader makes kinds of their own under a mapping."""
    reader = LiveHistoryReader(parse_studio_mapping(map_text), b"")
    unknown = Counter[str]()
    for game in games:
        codes = {f"w{number}": str(bet.get("code")) for number, bet in enumerate(_bets(game), 1)}
        try:
            deliveries = reader.read_game(game)
        except MalformedDelivery:
            continue
        for delivery in deliveries:
            event = delivery.event
            if isinstance(event, WagerPlaced) and _is_own_kind(event.kind, codes.get(event.wager, "")):
                unknown[codes[event.wager]] += 1
    return unknown


def _is_own_kind(kind: str, code: str) -> bool:
    """Whether a kind of bet is but its code in small letters."""
    return "_" in kind and re.sub("[^a-z0-9]+", "_", code.lower()).startswith(kind)


def _read_past(_: str) -> ReadPast:
    def names(item: FeedItem) -> Iterator[str]:
        if item.deliveries or item.refused is not None:
            return
        for document in _documents(item.raw):
            kind = document.get("messageType") if isinstance(document, Mapping) else None
            yield f"messages of kind {str(kind)[:40]}"

    return names


SAMPLER: Final = Sampler(live_history.FORMAT.name, _count_games, begin_mapping=_begin_mapping, read_past=_read_past)

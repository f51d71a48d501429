"""Rounds that an amendment cannot touch: their rulings are on record, and asked the edition for nothing that it amends.

They are not ruled on again. What is said of them is what the ruling on record says, and only where nothing about the round
or its day is out of the ordinary.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import orjson
from eventsourcing.persistence import Notification

from ledger.acts.adoptions import ENGINE_STREAM
from ledger.acts.roster import ROSTER
from ledger.application import Ledger
from ledger.events import REGISTRY
from ledger.events.decisions import AuthorityAct, DecisionRefused
from ledger.events.house import HOUSE_STREAM
from ledger.events.play import WagerChanged, WagerMoved, WagerPlaced, WagerWithdrawn
from ledger.events.rulings import RoundNotRuled, RoundRuled, RulingsBegun
from ledger.events.table import AccountCorrected, TableOpened
from ledger.events.versions import newest_topic, topics_of
from ledger.readable import is_readable, readable_envelopes
from ledger.table_standing import CARRY_DAYS
from ledger.values.subjects import play_stream, round_of, ruling_stream
from projections.reruling.compared import SAME, ComparedRound, Row
from projections.rulings.events import engine_digest, names_asked_of
from projections.rulings.process import ruled_position
from replay.rulebooks.edition import Edition

_NAMED_PARTS: Final = {"values", "conduct", "readings", "resolved"}
_WORDS: Final = {
    "edition": {"edition", "document", "in_force", "language"},
    "clauses": {"title", "text", "quote", "source"},
}
"""What of an edition no ruling turns on."""
_OUT_OF_THE_ORDINARY: Final = topics_of(
    *(kind for kind in REGISTRY.values() if issubclass(kind, AuthorityAct | DecisionRefused | AccountCorrected))
)
"""With one of these in a day, a ruling may turn on more than what it asked for."""
_WAGERS_CHANGED: Final = topics_of(WagerChanged, WagerMoved, WagerWithdrawn)


class RecordedRulings(NamedTuple):
    """What may be taken from the record of a source: nothing, where it was not ruled on up to the position that is read."""

    is_usable: bool
    days_out_of_the_ordinary: frozenset[str]


def recorded_rulings(ledger: Ledger, size: int) -> RecordedRulings:
    """Whether the rulings on record are those on the first `size` entries, and the days that want to be looked at."""
    recorder, house = ledger.recorder, (ROSTER, HOUSE_STREAM, ENGINE_STREAM, *ledger.streams("rulebook/"))
    last = (recorder.select_events(stream, desc=True, limit=1) for stream in house)
    is_usable = (
        not ledger.is_part
        and ruled_position(ledger) >= size
        and all(notification.id <= size for found in last for notification in found)
    )
    if not is_usable:
        return RecordedRulings(is_usable=False, days_out_of_the_ordinary=frozenset())
    unusual = recorder.select_notifications(0, size, size, sorted(_OUT_OF_THE_ORDINARY))
    streams = {str(notification.originator_id) for notification in unusual}
    days = frozenset(stream.removeprefix("table/") for stream in streams if stream.startswith("table/"))
    return RecordedRulings(is_usable=True, days_out_of_the_ordinary=days)


def amended_names(before: Edition, after: Edition) -> frozenset[str] | None:
    """What a ruling can have asked for of which two editions say something else, as `value NAME`, `conduct KIND` or
    `reading CLAUSE`; None where they differ in more than that.
    """
    if _unnamed_parts(before) != _unnamed_parts(after):
        return None
    was, now = before.sheet, after.sheet
    return frozenset(
        (
            *(f"value {name}" for name in _differing(was.values, now.values)),
            *(f"conduct {kind}" for kind in _differing(was.conduct, now.conduct)),
            *(f"reading {clause}" for clause in _differing(was.readings, now.readings)),
            *(f"reading {clause}" for clause in _differing(before.resolved_letters, after.resolved_letters)),
        )
    )


def _differing(was: Mapping[str, object], now: Mapping[str, object]) -> Iterator[str]:
    return (name for name in {**was, **now} if was.get(name) != now.get(name))


def _unnamed_parts(edition: Edition) -> dict[str, Any]:
    """What rulings may turn on without a name for it."""
    parts: dict[str, Any] = edition.sheet.model_dump(exclude=_NAMED_PARTS)
    parts["edition"] = {name: part for name, part in parts["edition"].items() if name not in _WORDS["edition"]}
    parts["clauses"] = {
        clause: {name: part for name, part in row.items() if name not in _WORDS["clauses"]}
        for clause, row in parts["clauses"].items()
    }
    return parts


class RecordedDay:
    """What is on record of a table's day, as stored: enough for what does not have to be ruled on again."""

    def __init__(self, ledger: Ledger, recorded: RecordedRulings, day: str, size: int):
        self._ledger, self._day, self._size = ledger, day, size
        is_ordinary = recorded.is_usable and _is_ordinary(ledger, recorded, day)
        stored = ledger.recorder.select_events(play_stream(day)) if is_ordinary else []
        is_readable_ = all(is_readable(each.state) for each in stored)
        self._stored = stored if stored and stored[-1].id <= size and is_readable_ else []

    @property
    def rulebook(self) -> str | None:
        """By which the table was opened, where nothing about the day is out of the ordinary."""
        openings = [orjson.loads(each.state)["data"] for each in self._stored if each.topic == TableOpened.TOPIC]
        return str(openings[0]["rulebook"]) if len(openings) == 1 else None

    def untouched(self, before: Edition, after: Edition, names: frozenset[str] | None) -> dict[str, ComparedRound]:
        """The rows of the rounds that stay under the second edition as they are under the first, of which it amends these
        names.
        """
        if names is None or not self._stored:
            return {}
        places = {name: place for place, name in enumerate(names_asked_of(before))}
        amended = sum(1 << places[name] for name in names if name in places)
        wagers = _plain_wagers(self._stored)
        found: dict[str, ComparedRound] = {}
        for name, (ruling, begun) in _standing(self._ledger.recorder.select_events(ruling_stream(self._day))).items():
            if (
                _is_plain(ruling, begun, before, self._size)
                and not int(ruling["asked"], 16) & amended
                and names.isdisjoint(ruling.get("asked_besides", ()))
                and wagers.get(name, {}).keys() == ruling["outcomes"][0]["due_minor"].keys()
            ):
                found[name] = _rows(name, ruling, begun, wagers.get(name, {}), (before, after))
        return found

    def rounds_in_order(self) -> list[str] | None:
        """All rounds of the day in the order of play, where one source tells of them and in its order; else None."""
        names: dict[str, None] = {}
        sources: set[str] = set()
        last = -1
        for notification in self._stored:
            stored = orjson.loads(notification.state)
            sources.add(stored["source"])
            if len(sources) > 1 or stored.get("sequence", -1) <= last:
                return None
            last = stored["sequence"]
            if (name := round_of(stored["subject"])) is not None:
                names.setdefault(name)
        return list(names)


def _is_ordinary(ledger: Ledger, recorded: RecordedRulings, day: str) -> bool:
    """Whether nothing was decided or corrected on a day, nor on those that can speak of its shoe."""
    table = day.partition("/")[0]
    days = ledger.table_days(table)
    at = days.index(day) if day in days else 0
    return recorded.days_out_of_the_ordinary.isdisjoint(days[max(0, at - CARRY_DAYS) : at + CARRY_DAYS + 1])


def _standing(notifications: Iterable[Notification]) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """The ruling on each round that stands, and what it goes by."""
    begun: dict[int, dict[str, Any]] = {}
    rulings: dict[str, dict[str, Any]] = {}
    for notification, stored in readable_envelopes(notifications):
        topic = newest_topic(notification.topic)
        if topic not in (RulingsBegun.TOPIC, RoundRuled.TOPIC, RoundNotRuled.TOPIC):
            continue
        if topic == RulingsBegun.TOPIC:
            begun[stored["data"]["number"]] = stored["data"]
        elif topic == RoundRuled.TOPIC:
            rulings[stored["subject"]] = stored["data"]
        else:
            rulings.pop(stored["subject"], None)
    return {name: (ruling, begun[ruling["by"]]) for name, ruling in rulings.items() if ruling["by"] in begun}


def _is_plain(ruling: Mapping[str, Any], begun: Mapping[str, Any], before: Edition, size: int) -> bool:
    """Whether a ruling of this engine by this edition finds nothing and leaves nothing open."""
    return (
        begun["engine_digest"] == engine_digest()
        and begun["edition_digest"] == before.digest
        and ruling["head"] <= size
        and ruling["standing"] == "closed"
        and len(ruling["outcomes"]) == 1
        and not ruling.keys() & {"irregularities", "at_stake", "authority", "account", "is_open", "beside"}
        and None not in ruling["outcomes"][0]["due_minor"].values()
        and all(wager.get("awarded_minor") is not None for wager in ruling.get("owed", ()))
    )


def _plain_wagers(notifications: Sequence[Notification]) -> dict[str, dict[str, dict[str, Any]]]:
    """By round and name, the wagers as they were placed, of rounds in which nothing was done to them afterwards."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    changed: set[str] = set()
    for notification in notifications:
        if notification.topic != WagerPlaced.TOPIC and notification.topic not in _WAGERS_CHANGED:
            continue
        stored = orjson.loads(notification.state)
        name, placed = round_of(stored["subject"]), stored["data"]
        if name is None:
            continue
        wagers = found.setdefault(name, {})
        if notification.topic in _WAGERS_CHANGED or placed["wager"] in wagers:
            changed.add(name)
        wagers[placed["wager"]] = placed
    return {name: wagers for name, wagers in found.items() if name not in changed}


def _kind(placed: Mapping[str, Any]) -> str:
    """The kind of a wager as rulings name it: one on a total has the total in its name."""
    total = placed.get("total")
    return str(placed["kind"]) if total is None else f"{placed['kind']}_{total}"


def _rows(
    name: str,
    ruling: Mapping[str, Any],
    begun: Mapping[str, Any],
    wagers: Mapping[str, Mapping[str, Any]],
    editions: tuple[Edition, Edition],
) -> ComparedRound:
    before, after = editions
    table, day, _ = name.split("/")
    round_row: Row = {
        "round": name,
        "table_name": table,
        "day": day,
        "game": after.game,
        "rulebook": after.id,
        "edition": before.name,
        "edition_under": after.name,
        "verdict": ruling["verdict"],
        "verdict_under": ruling["verdict"],
        "findings": "",
        "findings_under": "",
        "ruling_changed": 0,
        "wagers_changed": 0,
        "on_clauses": "",
    }
    due = ruling["outcomes"][0]["due_minor"]
    paid = due | {wager["wager"]: wager.get("paid_minor") for wager in ruling.get("owed", ())}
    money = [
        {
            "round": name,
            "wager": wager,
            "player": placed["player"],
            "kind": _kind(placed),
            "currency": begun["currency"],
            "minor_digits": begun["minor_digits"],
            "stake_minor": placed["stake_minor"],
            "paid_minor": paid[wager],
            "awarded_minor": due[wager],
            "awarded_under_minor": due[wager],
            "if_claimed_minor": None,
            "if_claimed_under_minor": None,
            "change": SAME,
            "change_minor": 0,
            "on_clauses": "",
        }
        for wager, placed in sorted(wagers.items())
    ]
    return ComparedRound(round_row, tuple(money))

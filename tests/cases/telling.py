"""A worked case as the product's own events: the setup first, then what happened, from one source and in one order."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ledger.application import Ledger, one_by_one
from ledger.entry import Delivery
from ledger.events import Event, play, shoe, table
from projections.archive import Archive
from replay.rulebook import parse, shipped, shipped_text

DAY: Final = "BAC-1/2026-01-01"
SOURCE: Final = "table"
TOP: Final = {"id", "topic", "title", "rulebook", "clauses", "setup", "events", "expect", "expect_rounds", "why", "fault"}


class UnknownKey(Exception):
    """A case says something that the adapter does not understand, so it cannot be said to hold."""


@dataclass(frozen=True)
class Case:
    """A worked case as it is written in its file."""

    name: str
    told: Mapping[str, Any]

    @property
    def rulebook(self) -> str:
        return str(self.told.get("rulebook"))

    @property
    def title(self) -> str:
        return f"{self.told['id']}: {self.told['title']}"

    @property
    def is_told_in_events(self) -> bool:
        """Whether the file has the form of a case at all."""
        return "id" in self.told and "events" in self.told

    @cached_property
    def edition(self) -> str:
        """The text of the edition in force: the shipped one, less what the case says it leaves open."""
        text = shipped_text(self.rulebook)
        for clause in self.told["setup"].get("unresolved", ()):
            text = _left_open(text, clause)
        return text


def read(path: Path) -> Case:
    """A case from its file; percentages stay exact."""
    return Case(path.stem, json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal))


def _left_open(text: str, clause: str) -> str:
    table_of = re.compile(rf'^\[resolved\."{re.escape(clause)}"\]\n(?:[^\[\n].*\n|\n)*', re.MULTILINE)
    opened = re.sub(r'^edition = "([^"]*)"$', r'edition = "\1.open"', table_of.sub("", text + "\n"), flags=re.MULTILINE)
    edition = parse(opened)
    if clause not in edition.sheet.readings or clause in edition.resolved:
        raise UnknownKey(f"setup.unresolved: {clause} is no ambiguity that the edition could leave open")
    return opened


def rulings(case: Case, url: str) -> dict[str, Any]:
    """Records the case in an empty ledger and rules on its rounds: the documents that others see, by round."""
    with Ledger(url) as ledger:
        edition = parse(case.edition)
        ledger.adopt(edition.id, edition.name, case.edition)
        fates = ledger.take_in(one_by_one(deliveries(case), case.name))
        assert set(fates) == {"recorded"}, fates
        archive = Archive(ledger)
        found = [*archive.documents(archive.story(DAY).rounds)]
    documents: list[dict[str, Any]] = json.loads(json.dumps(found))
    return {str(document["round"]).rsplit("/", 1)[1]: document for document in documents}


def deliveries(case: Case) -> list[Delivery]:
    """The case as one source delivers it, numbered in the order of the file. Raises UnknownKey."""
    unknown = set(case.told) - TOP
    if unknown:
        raise UnknownKey(f"{case.name} has {', '.join(sorted(unknown))}")
    telling = _Telling()
    said = [(DAY, event) for event in _setup(case)]
    said += [(subject, event) for one in case.told["events"] for subject, event in telling.tell(one)]
    return [Delivery(event, SOURCE, str(n), n, subject) for n, (subject, event) in enumerate(said, 1)]


def _setup(case: Case) -> Iterator[Event]:
    setup = case.told["setup"]
    unknown = set(setup) - {"currency", "limits", "agreed_percent", "odds", "unresolved"}
    if unknown:
        raise UnknownKey(f"setup has {', '.join(sorted(unknown))}")
    yield table.TableOpened(game=shipped(case.rulebook).game, rulebook=case.rulebook, currency=setup["currency"])
    for kind, limits in setup.get("limits", {}).items():
        if set(limits) != {"min", "max"}:
            raise UnknownKey(f"setup.limits.{kind} has {', '.join(sorted(limits))}")
        yield table.LimitsPosted(kind=kind, least_minor=limits["min"], most_minor=limits["max"])
    for kind, odds in setup.get("odds", {}).items():
        for total, one in odds.items() if isinstance(odds, Mapping) else [(None, odds)]:
            yield table.OddsPosted(kind=kind, odds=one, total=None if total is None else int(total))
    for player, percent in setup.get("agreed_percent", {}).items():
        yield table.TermsAgreed(player=player, tie_share_bp=_basis_points(percent))


def _basis_points(percent: int | Decimal) -> int:
    exact = Decimal(percent) * 100
    if exact != int(exact):
        raise UnknownKey(f"{percent}% is no whole number of basis points")
    return int(exact)


@dataclass(frozen=True)
class _Form:
    """How a line of a case is said in the product's words: the case's keys and the event's fields."""

    event: type[Event]
    fields: Mapping[str, str]
    of_table: bool = False
    """Whether it concerns the table, so that it belongs to no round unless it names one."""
    passed_over: frozenset[str] = frozenset()
    """Keys that are not recorded: free text about persons."""


_FORMS: Final[Mapping[str, _Form]] = {
    "place_your_bets": _Form(play.RoundOpened, {}),
    "wager": _Form(
        play.WagerPlaced,
        {"id": "wager", "player": "player", "kind": "kind", "amount": "stake_minor", "total": "total"},
    ),
    "wager_changed": _Form(play.WagerChanged, {"wager": "wager", "amount": "stake_minor"}),
    "wager_withdrawn": _Form(play.WagerWithdrawn, {"wager": "wager"}),
    "no_more_bets": _Form(play.BetsClosed, {}),
    "card": _Form(play.CardDealt, {"card": "card", "to": "place"}),
    "moved": _Form(play.CardMoved, {"card": "card", "from": "origin", "to": "place"}),
    "announce": _Form(play.Announced, {"text": "result"}),
    "returned": _Form(play.WagerReturned, {"wager": "wager", "amount": "amount_minor"}),
    "correction begun": _Form(play.CorrectionBegun, {"by": "by"}),
    "correction completed": _Form(play.CorrectionCompleted, {"by": "by"}),
    "notice": _Form(play.NoticeGiven, {"by": "by", "to": "to"}, passed_over=frozenset({"text"})),
    "round_closed": _Form(play.RoundClosed, {}),
    "shoe": _Form(shoe.ShoePrepared, {"decks": "decks"}, of_table=True),
    "cut": _Form(shoe.CutMade, {"by": "by", "depth": "depth"}, of_table=True),
    "burn": _Form(shoe.CardBurned, {"card": "card"}, of_table=True),
    "shoe_closed": _Form(shoe.ShoeClosed, {}, of_table=True),
    "terms_agreed": _Form(table.TermsAgreed, {"player": "player", "percent": "tie_share_bp"}, of_table=True),
    "ambiguity_resolved": _Form(
        table.AmbiguityResolved, {"clause": "clause", "reading": "reading", "by": "by"}, of_table=True
    ),
}


@dataclass
class _Telling:
    """Goes along the lines of a case and keeps the round and the shoe that they belong to."""

    subject: str = DAY
    shoes: int = field(default=0)

    def tell(self, line: Mapping[str, Any]) -> Iterator[tuple[str, Event]]:
        """What the line says, and about what. Raises UnknownKey."""
        said = dict(line)
        kind = said.pop("t")
        kind = f"correction {said.pop('phase', '?')}" if kind == "correction" else kind
        form, times = _FORMS.get(kind), said.pop("n", 1) if kind == "burn" else 1
        if form is None:
            raise UnknownKey(f"an event {kind}")
        named = f"{DAY}/{said.pop('round')}" if "round" in said else None
        if kind == "place_your_bets":
            self.subject = named or self.subject
        self.shoes += kind == "shoe"
        event = form.event(**self._data(kind, form, said))
        for _ in range(times):
            yield named or (DAY if form.of_table else self.subject), event

    def _data(self, kind: str, form: _Form, said: Mapping[str, Any]) -> dict[str, Any]:
        unknown = set(said) - set(form.fields) - form.passed_over
        if unknown or (kind == "card" and said["to"] not in ("punto", "banco")):
            raise UnknownKey(f"an event {kind} with {', '.join(f'{key} {value}' for key, value in said.items())}")
        data = {form.fields[key]: value for key, value in said.items() if key in form.fields}
        if "tie_share_bp" in data:
            data["tie_share_bp"] = _basis_points(data["tie_share_bp"])
        if kind in ("shoe", "cut", "shoe_closed"):
            data["shoe"] = f"shoe-{self.shoes}"
        return data

"""A worked case as the product's own events: the setup first, then what happened, from one source and in one order."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event, shoe, table, wheel
from ledger.events.play import CardDealt, CardMoved
from ledger.events.shoe import CardBurned
from ledger.feeds.intake import Gate
from ledger.ingest import incoming_deliveries
from projections.documents.rulings import ruling_documents
from projections.table_days import TableDays
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.games.registry import GAMES
from replay.table_day.round import Round
from tests.cases.roulette_wording import RouletteWording
from tests.cases.wording import Wording
from tests.cases.words import DAY, UnknownKey, basis_points, calls, person

SOURCE: Final = "transcript/table"
TOP: Final = {
    "id",
    "topic",
    "title",
    "rulebook",
    "clauses",
    "setup",
    "events",
    "expect",
    "expect_rounds",
    "why",
    "fault",
    "check",
    "proposed",
}
"""`check` is for a script beside the cases only."""


@dataclass(frozen=True)
class Case:
    """A worked case as it is written in its file."""

    name: str
    content: Mapping[str, Any]
    named: dict[str, str] = field(default_factory=dict, compare=False)
    """The case's own names of its lines, by the number of the delivery."""
    malformed: list[str] = field(default_factory=list, compare=False)
    """The lines that no event has the form of."""

    @property
    def rulebook(self) -> str:
        return str(self.content.get("rulebook"))

    @property
    def game(self) -> str:
        return shipped_edition(self.rulebook).game

    @property
    def title(self) -> str:
        return f"{self.content['id']}: {self.content['title']}"

    @property
    def is_told_in_events(self) -> bool:
        """Whether the file has the form of a case at all."""
        return "id" in self.content and "events" in self.content

    @cached_property
    def edition(self) -> str:
        """The text of the edition in force: the shipped one, less what the case says it leaves open."""
        text = shipped_text(self.rulebook)
        for clause in self.content["setup"].get("unresolved", ()):
            text = _left_open(text, clause)
        return text


def read(path: Path) -> Case:
    """A case from its file; percentages stay exact."""
    return Case(path.stem, json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal))


def _left_open(text: str, clause: str) -> str:
    table_of = re.compile(rf'^\[resolved\."{re.escape(clause)}"\]\n(?:[^\[\n].*\n|\n)*', re.MULTILINE)
    opened = re.sub(r'^edition = "([^"]*)"$', r'edition = "\1.open"', table_of.sub("", text + "\n"), flags=re.MULTILINE)
    edition = parse_edition(opened)
    if clause not in edition.sheet.readings or clause in edition.resolved_letters:
        raise UnknownKey(f"setup.unresolved: {clause} is no ambiguity that the edition could leave open")
    return opened


def rulings(case: Case, url: str) -> dict[str, Any]:
    """Records the case in an empty ledger and rules on its rounds: the documents that others see, by round.

    Each branch has besides what the document does not say: the `lawful_hands`, and what was `burned` in the round.
    """
    with Ledger(url) as ledger:
        edition = parse_edition(case.edition)
        ledger.adopt(edition.id, edition.name, case.edition)
        gate, deliveries_ = Gate(ledger, GAMES), deliveries(case)
        refused = [delivery.id for delivery in deliveries_ if _refused(gate, delivery)]
        fates = ledger.ingest(
            incoming_deliveries([delivery for delivery in deliveries_ if delivery.id not in refused], case.name)
        )
        assert set(fates) == {"recorded"}, fates
        archive = TableDays(ledger)
        rounds = archive.get(DAY).rounds
        found = [document.model_dump() for document in ruling_documents(archive, rounds)]
        ruled = [*archive.rulings(rounds)]
    documents: list[dict[str, Any]] = json.loads(json.dumps(found))
    for document, ruling in zip(documents, ruled, strict=True):
        burned = _burned(ruling.round)
        for shown, branch in zip(document["branches"], ruling.branches, strict=True):
            lawful = {at: list(cards) for at, cards in branch.outcome.lawful_hands.items()}
            shown.update(lawful_hands=lawful, burned=burned)
    for document in documents:
        document["refused"] = [*case.malformed, *(case.named[number] for number in refused)]
    return {str(document["round"]).rsplit("/", 1)[1]: document for document in documents}


def _refused(gate: Gate, delivery: Delivery) -> bool:
    """Whether the intake refuses the delivery as bad input."""
    try:
        gate.admit([delivery])
    except MalformedDelivery:
        return True
    return False


def _burned(round_: Round) -> list[str]:
    """The cards of a round that lie with the burned ones."""
    burned: list[str] = []
    for round_entry in round_.entries:
        match round_entry.event:
            case (
                CardDealt(card=card, place="burn")
                | CardBurned(card=card, reason="error")
                | CardMoved(card=card, place="burn")
            ):
                burned.append(card)
            case CardMoved(card=card, origin="burn") if card in burned:
                burned.remove(card)
    return burned


def deliveries(case: Case) -> list[Delivery]:
    """The case as one source delivers it, numbered in the order of the file. Raises UnknownKey."""
    unknown = set(case.content) - TOP
    if unknown:
        raise UnknownKey(f"{case.name} has {', '.join(sorted(unknown))}")
    wording = RouletteWording() if case.game == "roulette" else Wording(case.game)
    items = [(DAY, event, "") for event in _setup(case)]
    case.malformed.clear()
    for call in calls(case.content["events"]):
        try:
            items += [(subject, event, str(call.get("id", ""))) for subject, event in wording.tell(call)]
        except ValidationError:  # no event has such a form: bad input, where the case says that it is
            if call.get("id") not in case.content.get("expect", {}).get("refused", ()):
                raise
            case.malformed.append(str(call["id"]))
    case.named.update({str(n): named for n, (_, _, named) in enumerate(items, 1) if named})
    return [Delivery(event, SOURCE, str(n), n, subject) for n, (subject, event, _) in enumerate(items, 1)]


SETUP: Final = {
    "baccarat": frozenset({"currency", "limits", "agreed_percent", "odds", "unresolved"}),
    "blackjack": frozenset(
        {
            *("currency", "limits", "odds", "unresolved", "seats", "standing", "arrivals", "box_arrivals", "judges"),
            *("shoe_in_progress", "start_of_game", "leftmost_seat", "cut_card_dealt_to"),
        }
    ),
    "roulette": frozenset({"currency", "unresolved", "colour_values", "limits", "judges"}),
}
"""What a setup may say. Who judges is passed over, which seat is the leftmost (it has the lowest number), and limits at
roulette, which the edition has itself.
"""

PAIRS: Final = {"mixed": "mixed_pair", "coloured": "coloured_pair", "colored": "coloured_pair", "perfect": "perfect_pair"}
"""The three pairs of a bet on pairs, as odds for them are posted."""


def _setup(case: Case) -> Iterator[Event]:
    setup = case.content["setup"]
    unknown = set(setup) - SETUP[case.game]
    if unknown:
        raise UnknownKey(f"setup has {', '.join(sorted(unknown))}")
    yield table.TableOpened(game=case.game, rulebook=case.rulebook, currency=setup["currency"])
    for player, value in setup.get("colour_values", {}).items():
        yield wheel.ColourValued(player=player, colour="of_the_player", value_minor=value)
    limits = setup.get("limits", {}) if case.game != "roulette" else {}
    for kind, posted in {"main": limits}.items() if "min" in limits else limits.items():
        if set(posted) - {"unit"} != {"min", "max"}:
            raise UnknownKey(f"setup.limits.{kind} has {', '.join(sorted(posted))}")
        least, most, unit = posted["min"], posted["max"], posted.get("unit")
        yield table.LimitsPosted(kind=kind, least_minor=least, most_minor=most, unit_minor=unit)
    for kind, odds in setup.get("odds", {}).items():
        yield from _of_pairs(odds) if kind == "perfect_pairs" else _odds(kind, odds)
    for player, percent in setup.get("agreed_percent", {}).items():
        yield table.TermsAgreed(player=player, tie_share_bp=basis_points(percent))
    yield from _came(case)
    yield from _earlier_shoe(setup)


def _earlier_shoe(setup: Mapping[str, Any]) -> Iterator[Event]:
    """The shoe before, where the game has not just begun: all that is known of it is to whom the cut card came."""
    dealt_to = setup.get("cut_card_dealt_to")
    if dealt_to is None and setup.get("start_of_game", True):
        return
    yield shoe.ShoePrepared(shoe="shoe-0", decks=6)
    yield shoe.CutCardReached(shoe="shoe-0", player=None if dealt_to is None else person(dealt_to))
    yield shoe.ShoeClosed(shoe="shoe-0")


def _odds(kind: str, odds: Any) -> Iterator[Event]:
    for total, first in odds.items() if isinstance(odds, Mapping) else [(None, odds)]:
        yield table.OddsPosted(kind=kind, odds=first, total=None if total is None else int(total))


def _of_pairs(odds: Mapping[str, Any]) -> Iterator[Event]:
    """Odds to 1 for each kind of pair."""
    for pair, first in odds.items():
        name = pair.removesuffix("_pair")
        if name not in PAIRS:
            raise UnknownKey(f"odds for a pair {pair}")
        content = first if isinstance(first, str) else "{}:{}".format(*Decimal(first).as_integer_ratio())
        yield table.OddsPosted(kind=PAIRS[name], odds=content)


def _came(case: Case) -> Iterator[Event]:
    """Who came to the table and to its boxes, in order, and who sits; where nobody sits, that the others stand."""
    setup = case.content["setup"]
    for player in setup.get("arrivals", ()):
        yield table.PlayerArrived(player=person(player))
    for box, players in setup.get("box_arrivals", {}).items():
        for player in players:
            yield table.PlayerArrived(player=person(player), box=int(box))
    for seat, player in setup.get("seats", {}).items():
        yield table.SeatTaken(player=person(player), seat=int(seat))
    standing = [*setup.get("standing", ()), *(event["player"] for event in case.content["events"] if event.get("standing"))]
    for player in dict.fromkeys(standing) if not setup.get("seats") else ():
        yield table.SeatLeft(player=person(player))

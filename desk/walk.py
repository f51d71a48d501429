"""A round step by step: what happened, how the table then stood, what was due next, what was wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from desk.phrases import amount, phrase
from ledger.events.play import CardDealt
from ledger.names import round_of
from replay.baccarat.coup import Coup, Tableau
from replay.findings import Finding
from replay.rules import Rules
from replay.rulings import Ruling
from replay.story import Told


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `due` is what was due next by the rules, None once the deal had left them."""

    number: int
    told: Told
    text: str
    hands: Mapping[str, tuple[str, ...]]
    due: str | None
    findings: tuple[Finding, ...]


def walk(ruling: Ruling) -> list[Step]:
    """All steps of a round in order."""
    one = ruling.round
    money = amount(one.opening.minor_digits, one.opening.currency)
    hands: dict[str, tuple[str, ...]] = {"punto": (), "banco": ()}
    steps: list[Step] = []
    lawful: Coup | None = Coup()
    rules = Rules(ruling.edition)
    for number, told in enumerate(one.told, 1):
        if isinstance(told.event, CardDealt) and told.event.place in hands:
            place, card = told.event.place, told.event.card
            hands = {**hands, place: (*hands[place], card)}
            lawful = _step(lawful, place, card, rules)
        here = tuple(finding for finding in ruling.findings if finding.at == told.position)
        mine = "" if round_of(told.entry.subject) == one.name else " (in a later round)"
        steps.append(Step(number, told, phrase(told.event, money) + mine, hands, _due(lawful, rules), here))
    return steps


def _step(board: Coup | None, place: str, card: str, rules: Rules) -> Coup | None:
    """The lawful board after one more card, None once a card was not due or not read."""
    if board is None or card[0] == "?":
        return None
    due = Tableau().due(board, rules)
    return Tableau().take(board, due, card) if due and due.place == place else None


def _due(board: Coup | None, rules: Rules) -> str | None:
    if board is None:
        return None
    due = Tableau().due(board, rules)
    return f"card to {due.place}" if due else "no more cards"

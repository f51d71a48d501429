"""A round step by step: what happened, how the table then stood, what was due next, what was wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass

from desk.phrases import amount, phrase
from ledger.names import round_of
from replay.findings import Finding
from replay.games import GAMES
from replay.rules import Rules
from replay.rulings import Ruling
from replay.story import Told


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round. `touched` is the hand it changed, `due` what was due next by the rules, None once the play
    had left them.
    """

    number: int
    told: Told
    text: str
    hands: Mapping[str, tuple[str, ...]]
    touched: str | None
    due: str | None
    findings: tuple[Finding, ...]


def walk(ruling: Ruling) -> list[Step]:
    """All steps of a round in order."""
    one = ruling.round
    game = GAMES[ruling.edition.game]
    money = amount(one.opening.minor_digits, one.opening.currency)
    steps: list[Step] = []
    for number, look in enumerate(game.looks(one, Rules(ruling.edition)), 1):
        here = tuple(finding for finding in ruling.findings if finding.at == look.told.position)
        mine = "" if round_of(look.told.entry.subject) == one.name else " (in a later round)"
        text = phrase(look.told.event, money, game.place) + mine
        steps.append(Step(number, look.told, text, look.hands, look.touched, look.due, here))
    return steps

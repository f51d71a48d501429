"""Rulings to be held to: of the bundled days, and of drilled rounds of every house, faults in about half of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any, Final

import rfc8785

from drill.baccarat.drill import record_shoe
from drill.baccarat.recording import DAY
from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.recording import record_table_day
from drill.blackjack.rounds import ROUND_NAME, drilled_rounds, lawful_scenario, random_resolutions
from drill.roulette.deal import SimulatedRouletteTable as Wheel
from drill.roulette.recording import ROUND_NAME as SPIN
from drill.roulette.recording import record_table_day as spin_story
from drill.roulette.rounds import drilled_rounds as told_spins
from projections.documents.rulings import ruling_document
from replay.editions.loader import released_edition
from replay.ruling.ruling import Ruling, rule

SEED: Final = 21
SITTINGS: Final = 50
ROUNDS: Final = 40
"""Of a house, 50 sittings of 40 rounds."""
WHOLE: Final = 20
"""Every so many rounds one is kept in full."""

GOLDEN_EDITION: Final = "2026.2"
"""A released edition is ruled by as it always was, but for what was wrong in the engine."""

PROSE: Final = frozenset({"text", "why", "source", "engine"})
"""The keys of a ruling that hold sentences, and the program's version."""

Named = tuple[str, dict[str, Any]]
"""A round's name among the golden ones, and the ruling on it as others get it."""


def bare(document_: Any) -> Any:
    """A document without its prose."""
    match document_:
        case Mapping():
            return {key: bare(value) for key, value in document_.items() if key not in PROSE}
        case list() | tuple():
            return [bare(value) for value in document_]
        case _:
            return document_


def digest(document_: Any) -> str:
    """SHA-256 of a document in canonical JSON, shortened."""
    return sha256(rfc8785.dumps(document_)).hexdigest()[:32]


def drilled(house: str, sitting: int) -> Iterator[Named]:
    """The rulings on the rounds of one sitting of a house's drill. In every other sitting nothing goes wrong."""
    for number, ruling in enumerate(_SITTINGS.get(house, partial(_blackjack, house))(sitting)):
        yield f"{sitting}/{number}", bare(ruling_document(ruling, defaultdict(lambda: bytes(32))).model_dump())


def lines(rulings: Iterable[Named]) -> Iterator[str]:
    """One digest a line."""
    return (f"{name} {digest(ruling)}" for name, ruling in rulings)


def _blackjack(house: str, sitting: int) -> Iterator[Ruling]:
    edition = released_edition(house, GOLDEN_EDITION)
    if sitting % 2:
        drilled_ = drilled_rounds(edition, SEED, sitting, ROUNDS, plays_new_hands_last=True)
        yield from (rule(each.table_day, ROUND_NAME) for each in drilled_)
        return
    rng = Random(SEED * 1_000_003 + sitting)
    held = edition.with_resolutions(random_resolutions(edition, rng))
    floor = SimulatedBlackjackTable(held, rng.randrange(1 << 30), plays_new_hands_last=True)
    for _ in range(ROUNDS):
        floor.next_round()
        script = lawful_scenario(floor)
        yield rule(record_table_day(script, held, floor.decks)[0], ROUND_NAME)
        floor.remove_cards(len(script.cards_out), script.cards_out)


def _baccarat(sitting: int) -> Iterator[Ruling]:
    shoe, coups = record_shoe(released_edition("dcb", GOLDEN_EDITION), SEED * 1_000_003 + sitting, ROUNDS)
    return (rule(shoe, f"{DAY}/{number}") for number in range(1, len(coups) + 1))


def _roulette(sitting: int) -> Iterator[Ruling]:
    edition = released_edition("eca-roulette", GOLDEN_EDITION)
    if sitting % 2:
        yield from (rule(drilled_.table_day, SPIN) for drilled_ in told_spins(edition, SEED, sitting, ROUNDS))
        return
    wheel = Wheel(edition, Random(SEED * 1_000_003 + sitting))
    for _ in range(ROUNDS):
        script = wheel.lawful_scenario()
        wheel.settle(script)
        yield rule(spin_story(script, edition), SPIN)


_SITTINGS: Final[Mapping[str, Callable[[int], Iterator[Ruling]]]] = {"dcb": _baccarat, "eca-roulette": _roulette}
HOUSES: Final = ("dcb", "eca-roulette", "eca-blackjack", "scb", "ccl", "fbj")

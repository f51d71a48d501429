"""A ruling bears all that it asked of the edition: whatever else of the edition is another, it stays what it is."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import count, islice
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from drill.games import load_drill
from drill.tally import Tally
from ledger.entry import Entry
from ledger.errors import MalformedRulebook
from projections.rulings.events import document_digest, names_asked, round_ruled
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.clauses.dcb.toml import written
from tests.clauses.flips import Flip, Recorded

HOUSES: Final = {
    "dcb": ("baccarat", "tests.clauses.dcb.flips"),
    "ccl": ("blackjack", "tests.clauses.blackjack_flips"),
    "scb": ("blackjack", "tests.clauses.blackjack_flips"),
    "fbj": ("blackjack", "tests.clauses.blackjack_flips"),
    "eca-blackjack": ("blackjack", "tests.clauses.blackjack_flips"),
    "eca-roulette": ("roulette", "tests.clauses.eca_roulette.flips"),
}
SHOES: Final = 12
ROUNDS: Final = 6
FLIPS_BY_DAY: Final = 30
ROUNDS_BY_DAY: Final = 4
"""So many flips of each house are tried in every run, each on so many rounds that did not ask for it."""
ROUNDS_BY_NIGHT: Final = 20_000
FLIPS_OF_A_ROUND: Final = 2
"""So many rounds of each house, no two alike, are tried at night, each under so many flips that it did not ask for."""


@dataclass(frozen=True)
class Drilled:
    """A drilled round: what is on record of its day, its ruling, and the names that this asked for."""

    entries: tuple[Entry, ...]
    name: str
    digest: str
    names: frozenset[str]


class DrilledRound(NamedTuple):
    """A round of a day that was told."""

    story: TableDay
    name: str


def dealt(rulebook: str, edition: Edition) -> Iterator[DrilledRound]:
    """Rounds with faults of all kinds, and nights of custody."""
    found: list[DrilledRound] = []

    def note(story: TableDay, name: str) -> Ruling:
        found.append(DrilledRound(story, name))
        return rule(story, name)

    drill = load_drill(HOUSES[rulebook][0])
    for number in range(SHOES):
        for scored in drill.scored_rounds(edition, 7, number, ROUNDS):
            scored(Tally(7), note)
    drill.play(edition, 7, SHOES, 1, note)
    return iter(found)


def dealt_on(rulebook: str, edition: Edition) -> Iterator[DrilledRound]:
    """Rounds with faults of all kinds, as many as anybody asks for."""
    drill, found = load_drill(HOUSES[rulebook][0]), list[DrilledRound]()

    def note(story: TableDay, name: str) -> Ruling:
        found.append(DrilledRound(story, name))
        return rule(story, name)

    for number in count():
        for scored in drill.scored_rounds(edition, 9, number, ROUNDS):
            scored(Tally(9), note)
        yield from found
        found.clear()


def names_of(ruling: Ruling) -> frozenset[str]:
    """What a ruling says that it asked for."""
    event = round_ruled(ruling, 1, 1)
    bits = int(event.asked, 16)
    listed = (name for place, name in enumerate(names_asked(ruling.edition)) if bits >> place & 1)
    return frozenset((*listed, *(event.asked_besides or ())))


@cache
def drilled(rulebook: str) -> tuple[Drilled, ...]:
    edition = shipped_edition(rulebook)
    return tuple(_drilled(each, edition) for each in dealt(rulebook, edition))


def _drilled(dealt_round: DrilledRound, edition: Edition) -> Drilled:
    entries, name = tuple(dealt_round.story.entries), dealt_round.name
    ruling = _ruling(entries, name, edition)
    return Drilled(entries, name, document_digest(ruling), names_of(ruling))


def _ruling(entries: tuple[Entry, ...], name: str, edition: Edition) -> Ruling:
    return rule(build_table_day(list(entries), lambda _, __: edition), name)


class Amendment(NamedTuple):
    """An edition in which one value, reading or row of conduct is another one, under the digest of the one that is not."""

    name: str
    what: str
    edition: Edition


@cache
def amendments(rulebook: str) -> tuple[Amendment, ...]:
    tables = tomllib.loads(shipped_text(rulebook))
    digest = shipped_edition(rulebook).digest
    found = []
    for flip in import_module(HOUSES[rulebook][1]).flips(tables):
        if (name := name_of(flip)) is None:
            continue
        try:
            found.append(Amendment(name, flip.name, replace(parse_edition(written(flip.tables)), digest=digest)))
        except MalformedRulebook:
            continue  # no house can amend its edition so
    return tuple(found)


def name_of(flip: Flip) -> str | None:
    """What a ruling must have asked for to be touched by a flip; None where that is no single value."""
    first, _, rest = flip.name.partition(" ")
    if first in flip.tables["values"]:
        return f"value {first}"
    if first.startswith("conduct."):
        return f"conduct {first.removeprefix('conduct.')}"
    clause = flip.clause or ""
    return f"reading {clause}" if clause in flip.tables["readings"] and clause in flip.name and rest else None


def changed(amendment: Amendment, rounds: Iterable[Drilled]) -> list[str]:
    """The rounds whose ruling is another one under the amendment."""
    return [
        each.name for each in rounds if document_digest(_ruling(each.entries, each.name, amendment.edition)) != each.digest
    ]


@pytest.mark.parametrize("rulebook", HOUSES)
def test_a_ruling_names_all_that_it_reads_of_the_edition(rulebook: str) -> None:
    """By an edition that notes itself what is read of it. What no edition of the game can have is nothing to name."""
    missed: dict[str, list[str]] = {}
    edition = shipped_edition(rulebook)
    amendable = frozenset(names_asked(edition))
    for story, name in dealt(rulebook, edition):
        read = set[str]()
        sheet = edition.sheet.model_copy(
            update={
                "conduct": Recorded(edition.sheet.conduct, read, "conduct "),
                "readings": Recorded(edition.sheet.readings, read, "reading "),
            }
        )
        noted = replace(
            edition,
            sheet=sheet,
            values=Recorded(edition.values, read, "value "),
            resolved_letters=Recorded(edition.resolved_letters, read, "reading "),
        )
        under = replace(story, rounds={name: replace(story.rounds[name], edition=noted)})
        for unnamed in (read & amendable) - names_of(rule(under, name)):
            missed.setdefault(unnamed, []).append(name)
    assert missed == {}


def assert_untouched(rulebook: str, flips: int, rounds: int) -> None:
    rng, wrong = Random(5), []
    for amendment in rng.sample(amendments(rulebook), min(flips, len(amendments(rulebook)))):
        idle = [each for each in drilled(rulebook) if amendment.name not in each.names]
        wrong += [(amendment.what, name) for name in changed(amendment, rng.sample(idle, min(rounds, len(idle))))]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", HOUSES)
def test_an_amendment_of_what_a_ruling_did_not_ask_for_leaves_it_alone(rulebook: str) -> None:
    assert_untouched(rulebook, FLIPS_BY_DAY, ROUNDS_BY_DAY)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rulebook", HOUSES)
def test_no_amendment_of_what_a_ruling_did_not_ask_for_touches_it(rulebook: str) -> None:
    assert_untouched(rulebook, len(amendments(rulebook)), 10 * ROUNDS_BY_DAY)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rulebook", HOUSES)
def test_of_very_many_rounds_none_is_touched_by_what_it_did_not_ask_for(rulebook: str) -> None:
    rng, edition, every, wrong = Random(5), shipped_edition(rulebook), amendments(rulebook), list[tuple[str, str]]()
    for dealt_round in islice(dealt_on(rulebook, edition), ROUNDS_BY_NIGHT):
        each = _drilled(dealt_round, edition)
        idle = [amendment for amendment in every if amendment.name not in each.names]
        for amendment in rng.sample(idle, FLIPS_OF_A_ROUND):
            wrong += [(amendment.what, name) for name in changed(amendment, [each])]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", HOUSES)
def test_an_amendment_of_what_a_ruling_asked_for_may_change_it(rulebook: str) -> None:
    """Else the tests above would hold of anything."""
    touching: list[Any] = []
    for amendment in Random(6).sample(amendments(rulebook), len(amendments(rulebook))):
        asking = tuple(each for each in drilled(rulebook) if amendment.name in each.names)[:ROUNDS]
        if asking and changed(amendment, asking):
            touching.append(amendment.what)
        if len(touching) == 3:
            return
    raise AssertionError(f"only {touching} changed anything")

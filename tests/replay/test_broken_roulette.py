"""An engine for roulette that is broken in any one place fails the drill.

Every value of the edition is flipped in turn, and every operator, number and condition in the code of the procedure, of
what is owed, of which spin counts, of the limits and of where the wagers lay. Neither is chosen by hand. Every flip of a
value but those named is caught; of the changes of the code a few may pass, and are listed. `make test-nightly` tries them.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from drill.roulette.recording import ROUND_NAME
from drill.roulette.scoring import failures
from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition, shipped_text
from replay.games.roulette.parameters import PARAMETERS
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.clauses.dcb.toml import written
from tests.clauses.eca_roulette.flips import flips
from tests.replay.engines import Engine, few_survive, mutilated, patience
from tests.replay.roulette_rounds import CODE, Met, rounds

pytestmark = pytest.mark.timeout(900)

PATIENCE: Final = 1.0
KINDS: Final = ("values", *CODE)
"""What is changed: the edition, and the code of each of these modules."""


HELD_BY_ROWS: Final = {
    "colour_chips.inside_most becomes 99": "no round here has just as many chips inside as may be; a row of ECA-C4 has",
}
"""Flips of values that no round here catches, and what does."""


@cache
def engines(kind: str) -> tuple[Engine, ...]:
    """All engines with a flip of a value, or with a change in the code."""
    return tuple(_misled() if kind == "values" else mutilated(CODE[kind], further=True))


def _misled() -> Iterator[Engine]:
    tables = tomllib.loads(shipped_text("eca-roulette"))
    for flip in flips(tables):
        key = flip.name.split(" ")[0]
        if key in PARAMETERS:
            try:
                edition = parse_edition(written(flip.tables))
            except MalformedRulebook:
                continue
            yield Engine(flip.name, _Judge(edition), within=key)


class _Judge:
    """Rules as the engine does, but by this edition, resolved as the round's own is."""

    def __init__(self, edition: Edition):
        self.edition = edition

    def __call__(self, story: TableDay, name: str) -> Ruling:
        played = story.rounds[name]
        edition = self.edition.with_resolutions(played.edition.resolved_letters)
        return rule(replace(story, rounds={**story.rounds, name: replace(played, edition=edition)}), name)


def passing(kind: str, tried: tuple[Engine, ...]) -> Iterator[str]:
    """The engines that no round catches. The rounds that caught most are tried first."""
    held = rounds() if kind == "values" else (*rounds(), *rounds(otherwise=True))
    for engine in tried:
        meeting = [met for met in held if engine.within in met.met]
        by = next((met for met in sorted(meeting, key=lambda met: -met.caught) if _catches(met, engine)), None)
        if by is None:
            yield engine.name
        else:
            by.caught += 1


def _catches(met: Met, engine: Engine) -> bool:
    """Whether the drill fails, or the engine breaks down or comes to no end."""
    try:
        with engine.broken(), patience(PATIENCE):
            ruling = engine.judge(met.drilled.table_day, ROUND_NAME)
    except Exception:
        return True
    return any(failures(met.drilled, ruling))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_broken_engines_are_caught(kind: str) -> None:
    passed = set(passing(kind, engines(kind)))
    if kind == "values":
        assert passed == set(HELD_BY_ROWS)
    else:
        few_survive(f"roulette-{kind}", passed, len(engines(kind)))

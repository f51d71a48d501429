"""Every kind of finding there is, for whoever lists them."""

from importlib import import_module
from typing import Final

from replay.games.registry import GAMES, load_game
from replay.judging.finding import FindingKind, declared_kinds

BESIDE_THE_GAMES: Final = ("replay.championship.judge", "replay.ruling.ruling")
"""Modules that yield findings and belong to no game."""


def finding_kinds() -> tuple[FindingKind, ...]:
    """All kinds, in the order in which findings are told."""
    for game in GAMES:
        load_game(game)
    for module in BESIDE_THE_GAMES:
        import_module(module)
    return declared_kinds()

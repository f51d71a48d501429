"""Which engine this is: what its rulings mean, as distinct from how it is written."""

from functools import cache

from ledger.mapper import canonical
from ledger.merkle import digest
from replay import ENGINE, MEANING
from replay.editions.loader import edition_parameters
from replay.games.registry import GAME_NAMES
from replay.rulebooks.edition import Edition
from replay.ruling.finding_kinds import finding_kinds


@cache
def engine_digest() -> str:
    """The digest of the declared meaning and of all values that an edition can give."""
    values = {game: sorted(edition_parameters(game).PARAMETERS) for game in GAME_NAMES}
    return digest(canonical({"engine": ENGINE.partition("/")[0], "meaning": MEANING, "values": values}))


def names_asked(edition: Edition) -> tuple[str, ...]:
    """What judging may ask of an edition: `value NAME`, `reading CLAUSE`, `conduct KIND`, in an order that stays."""
    kinds = {*edition.sheet.conduct, *(kind.name for kind in finding_kinds())}
    return (
        *(f"value {name}" for name in sorted(edition.values)),
        *(f"reading {clause}" for clause in edition.sheet.readings),
        *(f"conduct {kind}" for kind in sorted(kinds)),  # last: a lawful round asks for few of them
    )

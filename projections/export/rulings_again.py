"""The rulings of a package made again from its entries, and held against what it says of them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from ledger.application import Ledger
from ledger.as_of import PartLedger
from ledger.errors import RecoupError
from ledger.package.format import Contents
from projections.documents.ruled import RuledDocument
from projections.export.judged import rulings_file
from projections.read_models.rows import RuledRound
from projections.rulings.judged_again import differences_from_record, is_of_this_engine
from projections.rulings.ruled_day import ruled_day
from projections.workers import ALONE, Workers

_SENTENCE: Final = "text"
"""The key of a document that says in words what its other keys say."""


class _PackedDays(NamedTuple):
    """The days of a package: where its ledger is, of how many entries, which days are whole in it, and its files."""

    url: str
    size: int
    whole: frozenset[str]
    folder: Path


class RulingsMadeAgain(NamedTuple):
    """What comes out otherwise where rulings of a package are made again, in sentences, and how many rulings are not made
    again, as an engine of another meaning made them, by that engine.
    """

    differences: list[str]
    of_other_engines: Counter[str]


def make_rulings_again(
    package: Ledger, folder: Path, contents: Contents, progress: Callable[[int], None], workers: Workers = ALONE
) -> RulingsMadeAgain:
    """Makes every ruling of a package again that this engine can make; `progress` hears of days.

    `package` is the package opened as a ledger. A ruling is made again as of the position up to which it knew the ledger.
    """
    packed = _PackedDays(package.url, contents.size, frozenset(contents.days), folder)
    found: dict[str, RulingsMadeAgain] = {}
    for of_days in workers.hand_out(partial(_make_days_again, packed), workers.stretches(contents.days)):
        found.update(of_days)
        progress(len(of_days))
    of_days = [found[day] for day in contents.days]
    return RulingsMadeAgain(
        [what for day in of_days for what in day.differences], sum((day.of_other_engines for day in of_days), Counter())
    )


def _make_days_again(packed: _PackedDays, days: Sequence[str]) -> dict[str, RulingsMadeAgain]:
    """By day, what making its rulings again comes to."""
    found: dict[str, RulingsMadeAgain] = {}
    with PartLedger(packed.url, packed.size, packed.whole) as package:
        for day in days:
            try:
                found[day] = _make_day_again(package, packed.folder, day)
            except (RecoupError, ValueError, LookupError) as error:
                found[day] = RulingsMadeAgain([f"the rulings on {day} cannot be made again ({error})"], Counter())
    return found


def _make_day_again(package: Ledger, folder: Path, day: str) -> RulingsMadeAgain:
    """Whether a day's rulings are written as they are on record in the package, and are those that its entries give."""
    path, ruled = folder / rulings_file(day), ruled_day(package, day)
    rounds = {round_.name: round_ for round_ in ruled.rounds}
    written = [(orjson.loads(line)["round"], line) for line in path.read_bytes().splitlines()] if path.exists() else []
    unlike = (name for name, line in written if name not in rounds or not _is_on_record(line, rounds[name]))
    return RulingsMadeAgain(
        [
            *(f"the ruling on {name} is not the one that is on record in the package" for name in unlike),
            *differences_from_record(package, ruled),
        ],
        Counter(round_.begun["engine"] for round_ in ruled.rounds if not is_of_this_engine(round_)),
    )


def _is_on_record(line: bytes, ruled: RuledRound) -> bool:
    """Whether a package's line says of a ruling what is on record of it.

    A version whose rulings mean something else may word findings in another way, and tell more of a ruling than the
    version that wrote the line.
    """
    document = RuledDocument.of(ruled)
    if is_of_this_engine(ruled):
        return document.canonical == line
    return _says_as_much(orjson.loads(line), document.model_dump(mode="json"))


def _says_as_much(written: Any, now: Any) -> bool:
    """Whether a document of now says what was written, but for sentences; what it says besides must be nothing."""
    match written, now:
        case Mapping(), Mapping():
            return written.keys() <= now.keys() and all(
                key == _SENTENCE or (_says_as_much(written[key], value) if key in written else not value)
                for key, value in now.items()
            )
        case list(), list():
            return len(written) == len(now) and all(map(_says_as_much, written, now))
    return bool(written == now)

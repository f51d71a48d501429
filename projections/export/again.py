"""Whether the rulings of a package are those that its own entries and editions give."""

from collections.abc import Callable, Iterator
from pathlib import Path

import orjson

from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.mapper import canonical
from ledger.package.format import Contents
from projections.archive import Archive
from projections.export.judged import rulings_of
from replay import ENGINE


def differences(opened: Ledger, folder: Path, contents: Contents, progress: Callable[[int], None]) -> Iterator[str]:
    """Makes every ruling of a package again and says which comes out otherwise; `progress` hears of days.

    `opened` is the package opened as a ledger. What another version of the engine ruled is not compared.
    """
    if contents.engine != ENGINE:
        yield f"the rulings are of {contents.engine}, and this is {ENGINE}: take that version to make them again"
        return
    archive = Archive(opened)
    for day in contents.days:
        path = folder / rulings_of(day)
        try:
            for line in path.read_bytes().splitlines() if path.exists() else ():
                name = orjson.loads(line)["round"]
                if canonical(next(archive.documents([name]))) != line:
                    yield f"the ruling on {name} is not the one that the entries of the package give"
        except (RecoupError, ValueError, LookupError) as error:
            yield f"the rulings on {day} cannot be made again ({error})"
        progress(1)

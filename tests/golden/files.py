"""The golden files: what each holds, worked out anew."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import rfc8785

from ledger.application import Ledger
from tests.golden import house
from tests.golden.pictures import pictures
from tests.golden.rulings import HOUSES, SITTINGS, WHOLE, drilled, lines

FOLDER: Final = Path(__file__).parent / "files"


def of_the_house(url: str, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Each file but those of the drilled rounds: its name and what it should hold."""
    yield from _each(
        {
            "stored.txt": lambda: house.stored(ledger),
            "rulings.ndjson": lambda: (rfc8785.dumps(ruling).decode() for _, ruling in house.day_rulings(ledger)),
            "editions.txt": house.editions,
            "outputs.txt": lambda: house.outputs(url),
        }
    )
    yield "schemas.json", house.pretty(house.schemas())
    yield "commands.json", house.pretty(house.commands())
    for name, drawing in pictures(ledger):
        yield f"pictures/{name}.svg", drawing


def of_sitting(name: str, sitting: int) -> tuple[str, str]:
    """The digests of a sitting of a house's drill, and the rulings that are kept whole."""
    rulings = list(drilled(name, sitting))
    whole = (rfc8785.dumps({"golden": name, **ruling}).decode() for name, ruling in rulings[::WHOLE])
    return _text(lines(rulings)), _text(whole)


def write(url: str, ledger: Ledger, houses: Iterable[str] = HOUSES) -> None:
    """Writes all files anew: what they hold is then what is right."""
    for name, content in of_the_house(url, ledger):
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    for name in houses:
        sittings = [of_sitting(name, sitting) for sitting in range(SITTINGS)]
        for suffix, contents in zip(("txt", "ndjson"), zip(*sittings, strict=True), strict=True):
            (FOLDER / f"drilled-{name}.{suffix}").write_text("".join(contents), encoding="utf-8")


def _each(fields: Mapping[str, Callable[[], Iterable[str]]]) -> Iterator[tuple[str, str]]:
    return ((name, _text(make())) for name, make in fields.items())


def _text(lines_: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines_)

"""The house's witnesses as a file beside its key names them: whoever changes the database does not change this."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ledger.errors import UnusableWitness
from ledger.events.evidence import WitnessNamed
from ledger.files import read_plain

_LINES = TypeAdapter(WitnessNamed)


def pinned(path: Path) -> list[WitnessNamed] | None:
    """The witnesses in a file, one JSON object a line; None where there is no such file. Raises UnusableWitness."""
    try:
        lines = read_plain(path).decode().splitlines()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableWitness(f"the list of witnesses {path} cannot be read ({error})") from error
    try:
        named = [_LINES.validate_json(line) for line in lines if line.strip()]
    except ValidationError as error:
        raise UnusableWitness(f"{path} is no list of witnesses; `recoup witness add` writes it, one to a line") from error
    return list({witness.name: witness for witness in named}.values())


def pin(path: Path, witness: WitnessNamed) -> None:
    """Adds a witness to the file. Raises UnusableWitness where it cannot be written."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(witness.model_dump_json() + "\n")
    except OSError as error:
        raise UnusableWitness(f"the list of witnesses {path} cannot be written ({error.strerror})") from error


def unpinned(path: Path, on_record: Sequence[WitnessNamed]) -> Iterator[str]:
    """Where a ledger names other witnesses than the file does, in a few words; nothing where there is no file."""
    expected = pinned(path)
    if expected is None:
        return
    named, there = {witness.name: witness for witness in expected}, {witness.name: witness for witness in on_record}
    for name in sorted(named.keys() | there.keys()):
        if name not in there:
            yield f"{path} names the witness {name}, and the ledger does not"
        elif name not in named:
            yield f"the ledger names the witness {name}, and {path} does not"
        elif (named[name].address, named[name].key) != (there[name].address, there[name].key):
            yield f"the witness {name} has another address or key in {path} than in the ledger"

"""The digests of all editions that came with the program: `python -m projections.edition_digests [--write]`."""

import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from ledger.values.toml import parse_toml
from replay.editions.loader import released_texts

HEAD: Final = (
    "# The editions that came with the program, by the digest of their text: what it may enter by itself.\n\n[editions]\n"
)


def digests_toml() -> str:
    """Return the text of `ledger/acts/released.toml`: each edition by its name, with the SHA-256 of its text."""
    lines = []
    for text in released_texts():
        header = parse_toml(text)["edition"]
        lines.append(f'"{header["rulebook"]} {header["edition"]}" = "sha256:{sha256(text.encode()).hexdigest()}"\n')
    return HEAD + "".join(lines)


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        Path(str(files("ledger.acts") / "released.toml")).write_text(digests_toml(), encoding="utf-8")
    else:
        sys.stdout.write(digests_toml())

"""Where everything lies in a package (BagIt, RFC 8493), and what its small files say."""

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.errors import BrokenEvidence
from ledger.events.evidence import ExportScope
from ledger.values.money import Count

FORMAT: Final[Literal["recoup-package/2"]] = "recoup-package/2"
FORMAT_1: Final = "recoup-package/1"
"""With a file for the proof of each entry; still read."""

BAGIT: Final = "bagit.txt"
MANIFEST: Final = "manifest-sha256.txt"
TAG_MANIFEST: Final = "tagmanifest-sha256.txt"
SIGNATURE: Final = "tagmanifest-sha256.txt.sig"
"""64 bytes of Ed25519 over the tag manifest: the one file that no manifest can list."""
VERIFY: Final = "VERIFY.md"
VERIFY_PROGRAM: Final = "verify.py"

CONTENTS: Final = "data/package.json"
CHECKPOINT: Final = "data/checkpoint"
"""The checkpoint as of which everything is told, with the signatures of the house and of witnesses."""
EARLIER: Final = "data/checkpoints"
"""Those before it that somebody else signed, or that pass from one key to the next, each with its proof."""
LATER: Final = "data/later"
"""The first after it that somebody else signed, where it has no such signature itself."""
PREVIOUS: Final = "data/previous"
"""The checkpoint of the package before in a series, with its proof."""
HEADS: Final = "data/heads.json"
WITHHELD: Final = "data/withheld.ndjson"
EVENTS: Final = "data/events"
PROOFS: Final = "data/proofs"
REFUSED: Final = "data/refused.ndjson"
RULINGS: Final = "data/rulings"
REPORTS: Final = "data/reports"
KEYS: Final = "data/keys"
EDITIONS: Final = "data/editions"
SCHEMAS: Final = "data/schemas"
TABLES: Final = "data/tables"
PERSONS: Final = "data/persons.csv"
"""Who the persons are whom the tables mask."""
BETS: Final = "data/bets.csv"
"""The ids of the bets for which the tables have tokens."""
CASES: Final = "data/cases"
ACTS: Final = "data/acts"
"""Of each signed act, by its position: what was signed, and the signature as ssh-keygen or openssl checks it."""
REGISTER: Final = "data/decisions.ndjson"
LIMITS: Final = "data/LIMITS.md"

CONSISTENCY: Final = ".consistency"
NOTE: Final = ".checkpoint"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class EarlierPackage(_Part):
    """The package before in a series: what it tells of, as of which size of the log, and the digest of its tag manifest."""

    scope: ExportScope
    size: Count
    manifest: str


class ReplacedPackage(_Part):
    """The package whose place is taken, why, and how many entries of each kind have come to its streams since."""

    size: Count
    manifest: str
    reason: str | None = None
    added: dict[str, Count]


class PackagePolicy(_Part):
    """The witness policy under which a package left: the position of its adoption, the first position under it, and the
    digest of its text.
    """

    position: Count
    in_force: Count
    digest: str


class Contents(_Part):
    """What a package is. `whole`: it holds every entry up to `size`. `days` are those of which everything is told, so that
    rulings on them can be made again. `policy` is the witness policy in force at `size`; absent where there is none.
    """

    format: Literal["recoup-package/1", "recoup-package/2"] = FORMAT
    origin: str
    scope: ExportScope
    size: Count
    whole: bool
    events: Count
    withheld: Count
    days: tuple[str, ...]
    engine: str
    previous: EarlierPackage | None = None
    replaces: ReplacedPackage | None = None
    policy: PackagePolicy | None = None


class Head(_Part):
    """Where a stream of the package ended as of the checkpoint: its last version, and the position of that."""

    stream: str
    version: Count
    position: Count


class Withheld(_Part):
    """An entry that is not shown: its place in the log and in its stream, and its leaf in hexadecimal digits."""

    position: Count
    stream: str
    version: Count
    leaf: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class KeptBytes(_Part):
    """The bytes of a refused delivery, in Base64, beside the entry at this position, which names their digest."""

    position: Count
    bytes: str


def segment_of(number: int) -> tuple[str, str]:
    """The files of a segment of entries: the stored bytes, a line each, and their positions, line by line."""
    return f"{EVENTS}/events-{number:04d}.ndjson", f"{EVENTS}/positions-{number:04d}.txt"


def blocks_of(number: int) -> str:
    """The proofs of a segment of entries: a line for each block of them."""
    return f"{PROOFS}/proof-{number:04d}.txt"


def proof_of(position: int) -> str:
    """In a package of format 1 the file with the proof that the entry at this position is in the log."""
    return f"{PROOFS}/{position // 1000:06d}/{position:09d}.tlog-proof"


def is_package(folder: Path) -> bool:
    """Whether a folder looks like a package."""
    return (folder / BAGIT).is_file()


def contents_of(folder: Path) -> Contents:
    """What a package says that it is. Raises BrokenEvidence."""
    try:
        return Contents.model_validate_json((folder / CONTENTS).read_bytes())
    except (OSError, ValueError) as error:
        raise BrokenEvidence(f"{folder} is no export package of this version ({CONTENTS} cannot be read)") from error

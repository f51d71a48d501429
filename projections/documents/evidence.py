"""The shapes of what the commands about evidence print as JSON."""

from projections.documents.document import Document


class KeyDocument(Document):
    """The house's key, as others are given it: a verifier key (C2SP signed-note) and PEM."""

    origin: str
    id: str
    key: str
    pem: str


class CheckpointDocument(Document):
    """A checkpoint as it was signed."""

    number: int
    origin: str
    size: int
    root: str
    made_at: str
    reason: str
    note: str


class WitnessDocument(Document):
    """A witness, and what it saw last: how many entries, and when by its own clock. A folder has neither key nor clock."""

    name: str
    address: str
    key: str | None
    size: int | None
    at: str | None


class DiscrepancyDocument(Document):
    """Something that does not fit. `position` and `stream` are null where it is not about an entry."""

    position: int | None
    stream: str | None
    what: str
    since: str | None


class WitnessedSizeDocument(Document):
    """How much of the log a witness saw, and when by its own clock."""

    name: str
    size: int
    at: str


class VerifyDocument(Document):
    """What was gone through and what does not fit, the first position first; `more` were found and are not listed."""

    verified: bool
    size: int
    root: str
    checkpoints: int
    covered: int
    held: int
    seen: list[WitnessedSizeDocument]
    misfits: list[DiscrepancyDocument]
    more: int


class PackageVerifyDocument(Document):
    """What verifying a package found: what does not fit, what is proven and what is not. `pinned`: the key was given;
    `ruled`: the rulings were made again.
    """

    verified: bool
    events: int
    withheld: int
    size: int
    root: str
    whole: bool
    pinned: bool
    ruled: bool
    seen: list[WitnessedSizeDocument]
    misfits: list[str]
    more: int
    proven: list[str]
    unproven: list[str]


class PersonNoteDocument(Document):
    """Something noted about a person, opened."""

    position: int
    at: str
    by: str
    kind: str
    about: str | None
    text: str


class PersonalDataAccessDocument(Document):
    """Somebody looked at what is noted about a person."""

    position: int
    at: str
    person: str
    by: str
    role: str | None
    reason: str | None

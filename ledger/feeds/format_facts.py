"""What a format says about itself: its specification, how it is read, and what happens with parts that it does not know."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Handling(StrEnum):
    """What happens with a part that a format does not know."""

    REFUSED = "refused"
    READ_PAST = "read past"
    KEPT = "kept"
    MARKED = "marked"
    REFERRED = "referred"
    OWN_WORD = "own word"


MEANINGS: Final = {
    Handling.REFUSED: "The item (line, row, frame, game) goes to the quarantine with its bytes. Nothing of it is recorded.",
    Handling.READ_PAST: "The item is recorded. The unknown part leaves no mark.",
    Handling.KEPT: "The item is recorded. The unknown part is stored with it and has no effect on rulings.",
    Handling.MARKED: "The item is recorded. The quarantine has it too, with the name of the unknown part.",
    Handling.REFERRED: "The rest of the item is recorded. The unknown part is in the quarantine, and the bets that it may "
    "have changed are for decision.",
    Handling.OWN_WORD: "The item is recorded under the sender's own word. A bet of a kind that the rulebook does not know "
    "is for decision.",
}
"""What each of them means, in the words of the reference page."""


class UnknownPart(StrEnum):
    """What of an item may be unknown."""

    FIELD = "field"
    WORD = "word"
    MESSAGE = "message"


@dataclass(frozen=True)
class Unknown:
    """Something that a format does not know: `what` it is, what happens with it, and in `note` what a house can do."""

    part: UnknownPart
    what: str
    handling: Handling
    note: str = ""


@dataclass(frozen=True)
class FormatFacts:
    """The facts of a format for its section in docs/formats.md, in Markdown. `guide` is the place in docs/ that says how a
    source of this format is set up.

    What the format can report is not among them: the format declares it as its topics.
    """

    title: str
    guide: str
    specification: str
    times: str
    tables: str
    currencies: str
    unknown: tuple[Unknown, ...]

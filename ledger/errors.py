"""What can go wrong with the record itself. Breaches of a house's rules are findings, never exceptions.

    RecoupError
    ├── MalformedDelivery      a line or an event that cannot be an event of this ledger: quarantined
    ├── MalformedMapping       a mapping file for a CSV feed that cannot be used
    ├── MalformedRulebook      an edition that cannot be used: a bad row, a foreign clause
    │   └── UnknownGame        a game that this version does not have
    ├── MalformedDecision      a decision that cannot be recorded as it was put
    ├── MalformedNote          a signed note, a checkpoint or a verifier key that is none
    ├── UnknownRound           asked for a round, shoe or account that is not on record
    ├── UnknownChampionship    asked for a championship that was never opened
    ├── MalformedAct           an act that cannot be recorded as it was typed: what is wrong with it
    ├── UnknownCase            asked for a case that is not on record
    ├── UnknownRulebook        asked for an edition that was never adopted
    ├── UnusableKey            the house's key cannot be used: absent, open to others, not the log's
    ├── UnusableVault          the vault of persons' keys cannot be used, or has not the key that is needed
    ├── UnknownPerson          nothing is on record about a person, or the person was forgotten
    ├── UnusableExport         a package cannot be made where it is asked for
    ├── UnusableBackup         a backup that cannot be made, read or restored where it is asked for
    ├── UnusableWitness        a witness cannot be asked, or refuses
    ├── BrokenEvidence         stored bytes that no longer say what they must
    └── UnusableLedger         the database is missing, locked, read-only, or of another migration

Each says what, where, and what to do next, in one sentence that can be printed as it is.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Self

from ledger.values.message import Message, either
from ledger.values.refusals import REFUSALS, Refusal


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `did you mean X or Y?` for a name that is not known; an empty text where no known name is like it."""
    by_lower_case = {spelling.lower(): spelling for spelling in known}
    close = get_close_matches(name.lower(), by_lower_case, n=2)
    if name.lower() in close:
        close = [name.lower()]
    return Message("did you mean {names}?", names=either([by_lower_case[match] for match in close])) if close else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the same with a blank, for the words that follow it."""
    near = nearest(name, known)
    return near and Message("{near} ", near=near)


class RecoupError(Exception):
    """Base of all errors that a user of the product is meant to read."""


class MalformedDelivery(RecoupError):
    """A delivery that is refused: `refusal` says why, in words without the delivery's free text."""

    def __init__(self, why: str, /, **particulars: object):
        """Take a refusal, its code with its particulars, or a sentence of a reader that has no codes."""
        if not isinstance(why, Refusal):
            why = Refusal(why, **particulars) if why in REFUSALS or particulars else Refusal("in_words", text=why)
        self.refusal = why
        super().__init__(self.refusal)


class MalformedMapping(RecoupError):
    """A mapping file that does not say how a CSV's rows become events."""


class MalformedRulebook(RecoupError):
    """An edition whose text breaks the rulebook's schema; names the row."""


class UnknownGame(MalformedRulebook):
    """A game that this version does not have; names those that it has."""

    @classmethod
    def among(cls, name: str, known: Sequence[str]) -> Self:
        """For a name that is none of these."""
        names = f"{', '.join(known[:-1])} and {known[-1]}"
        return cls(f"this version of recoup has no game {name[:40]!r}; it has {names}")


class MalformedDecision(RecoupError):
    """A decision whose words or names have no form that can be recorded."""


class MalformedNote(RecoupError):
    """A text that is no signed note, no checkpoint or no verifier key."""


class UnusableKey(RecoupError):
    """The key that checkpoints are signed with is absent, open to others, or not the one that the log names."""


class UnusableSettings(RecoupError):
    """What a program is told to do cannot be done so."""


class UnusableVault(RecoupError):
    """The vault of persons' keys is open to others, cannot be read, or has not the key that is needed."""


class UnknownPerson(RecoupError):
    """Nothing is on record about the person, or the person was forgotten."""


class UnusableExport(RecoupError):
    """A package cannot be made where it is asked for: something else is there."""


class UnusableBackup(RecoupError):
    """A backup cannot be made, read or restored, or a ledger cannot be moved, where it is asked for."""


class UnusableRerun(RecoupError):
    """A re-ruling cannot be made where it is asked for, or its workers are gone."""


class MixedVersions(RecoupError):
    """Workers that judge by another version of the engine than the one that asks them."""


class UnusableWitness(RecoupError):
    """A witness that cannot be reached, or that refuses to cosign."""


class UnknownRound(RecoupError):
    """No such round, shoe or account on record."""

    @classmethod
    def of_day(cls, name: str, rounds: Iterable[str]) -> Self:
        """For a round that is not among those of its table's day."""
        day = name.rpartition("/")[0]
        return cls(f"round {name} is not on record; {did_you_mean(name, rounds)}`recoup rounds` lists the rounds of {day}")

    @classmethod
    def no_day(cls, day: str, days: Iterable[str]) -> Self:
        """For a table and day, `TABLE/DAY`, of which nothing is on record."""
        return cls(f"nothing is on record for {day}; {did_you_mean(day, days)}`recoup rounds` lists what is")

    @classmethod
    def of_a_part(cls, day: str) -> Self:
        """For a table and day of which a package has only what the days beside it need."""
        return cls(f"of {day} only a part is in this package; ask for a package of that day to judge it")

    @classmethod
    def never_opened(cls, day: str, days: Iterable[str]) -> Self:
        """For a table and day, `TABLE/DAY`, on which the table did not open."""
        near = did_you_mean(day, days)
        return cls(f"table and day {day} never opened; {near}`recoup rounds` lists what is on record")


class UnknownChampionship(RecoupError):
    """No championship of that name was opened."""


class MalformedAct(RecoupError):
    """An act that says something impossible, or has no form that can be recorded; names what."""


class UnknownCase(RecoupError):
    """No such case on record."""


class UnknownRulebook(RecoupError):
    """No adopted edition of that rulebook was in force."""


class BrokenEvidence(RecoupError):
    """Stored bytes that cannot be read back as the event that they were, or a log that does not fit its record."""


class UnusableLedger(RecoupError):
    """The database behind the ledger cannot be used as it is."""

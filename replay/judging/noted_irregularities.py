"""What somebody noted on the floor of a round, where no finding of its own tells it: in every game, whoever's account."""

from collections.abc import Collection, Iterator
from typing import Final

from ledger.events.play import IrregularityReported
from ledger.values.message import Message, Term
from ledger.values.offices import ROLES
from replay.judging.finding import Finding, Phase, declare
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.NOTES,
    "record",
    {
        "noted_irregularity": "An irregularity was noted by {by}: {what}.",
    },
)


_CLEARED_SUFFIX: Final = "_cleared"
"""The ending by which a device says that what it had reported is in order again."""


def noted_irregularities(round_: Round, found_positions: Collection[int], rules: Rules) -> Iterator[Finding]:
    """The irregularities noted on a round. `found_positions` are those at which judging has found something."""
    for round_entry, seen in irregularity_notes(round_):
        if round_entry.position in found_positions or seen.kind.endswith(_CLEARED_SUFFIX):
            continue
        by = Term(f"the {seen.by}") if seen.by in ROLES else seen.by
        what: Message = Term(seen.kind)
        if seen.about:
            what = Message("{what} ({player})", what=what, player=seen.about)
        if seen.step:
            what = Message("{what}, at step {step}", what=what, step=seen.step)
        clause = rules.clause_of(seen.kind)
        yield Finding("noted_irregularity", (clause,) if clause else (), round_entry.position, {"by": by, "what": what})


def noted_positions(round_: Round) -> set[int]:
    """The positions of what was noted on a round, in any account."""
    return {round_entry.position for round_entry, _ in irregularity_notes(round_)}


def irregularity_notes(round_: Round) -> Iterator[tuple[RoundEntry, IrregularityReported]]:
    """Yield what was noted on a round; of the other versions only what no version before them has."""
    noted: set[tuple[str, str | None, int | None]] = set()
    for version in (round_, *round_.other_accounts):
        notes = version.entries_of(IrregularityReported)
        yield from ((at, note) for at, note in notes if (note.kind, note.about, note.step) not in noted)
        noted |= {(note.kind, note.about, note.step) for _, note in notes}

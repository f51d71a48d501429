"""What is for the house alone to do with a round, done by somebody else: it has no effect, in any game."""

from collections.abc import Iterator

from ledger.events.play import CorrectionBegun, CorrectionCompleted, IrregularityReported, RoundInterrupted
from ledger.values.message import Term, either
from replay.judging.finding import Finding, Phase, declare
from replay.judging.house_acts import person_text
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.DECISIONS,
    "players",
    {
        "corrected_by_another": "The round was corrected by {by}, which is for the house to do: that has no effect.",
        "interrupted_by_another": "The game was interrupted by {by}; only {due} may do so.",
        "interrupted_without_power": "The game was interrupted by {by}, to whom the rules give no such power: that has no "
        "effect.",
    },
    holds_anyhow=("corrected_by_another", "interrupted_by_another", "interrupted_without_power"),
)


def without_players_corrections(round_: Round) -> Round:
    """Return the round without the words of players that they correct it, or have done so."""
    idle = {round_entry.index for round_entry, _ in _players_corrections(round_)}
    return round_.with_entries(entry for entry in round_.entries if entry.index not in idle) if idle else round_


def _players_corrections(round_: Round) -> Iterator[tuple[RoundEntry, str]]:
    words = [(round_entry, event.by) for round_entry, event in round_.entries_of(CorrectionBegun)]
    words += [(round_entry, event.by) for round_entry, event in round_.entries_of(CorrectionCompleted)]
    return ((round_entry, by) for round_entry, by in words if round_.is_player(by))


def strangers_findings(round_: Round, rules: Rules) -> Iterator[Finding]:
    """Yield what was done by persons who may not do it: who corrected as a player, or interrupted without the power."""
    players: dict[str, RoundEntry] = {}
    for round_entry, by in _players_corrections(round_):
        players.setdefault(by, round_entry)
    for by, round_entry in players.items():
        yield Finding("corrected_by_another", (), round_entry.position, {"by": by})
    refused = {decision.position for decision in round_.decisions if decision.refused}
    for round_entry, broken in round_.entries_of(RoundInterrupted):
        if round_entry.position not in refused:
            continue
        may, clause = rules.edition.authorities.get("interrupt_game"), rules.clause_of("interrupted_by_another")
        if may and clause:
            about = {"by": broken.by, "due": either([Term(role) for role in may.roles])}
            yield Finding("interrupted_by_another", (clause,), round_entry.position, about)
        else:
            about = {"by": person_text(broken.by)}
            yield Finding("interrupted_without_power", (), round_entry.position, about)


def floor_notes(round_: Round) -> Iterator[tuple[RoundEntry, IrregularityReported]]:
    """Yield what the floor noted of a round. What a player says of another is a word of his, and establishes nothing."""
    notes = round_.entries_of(IrregularityReported)
    return ((round_entry, note) for round_entry, note in notes if not round_.is_player(note.by))

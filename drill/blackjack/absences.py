"""Players who leave while their box is played: drilled rounds in which it makes no difference who speaks.

Presence is a state at a moment: what a player decided before leaving stands (FBJ-8: "If at such moment a player is not
present"). After that the box is called by who has the next say, here the only other player on it (FBJ-10, ECA-B-W4). Where
nobody else is on it, FBJ-8 has it played by the rules of Banco: draw to 16, stand on 17. Other documents are silent on a
box that nobody is there to call; then nothing may be stated of it as sure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from drill.oracles.blackjack_table import total
from drill.oracles.blackjack_terms import BlackjackTerms
from drill.record_variations import Failure, RecordKind, Variation, retold, scored_errors, with_events
from drill.tally import Judge, RoundScorer
from ledger.entry import Entry
from ledger.events.play import CardDealt, DecisionMade, PlayerAbsent, WagerPlaced
from ledger.values.places import box_of
from replay.ruling.ruling import Ruling
from replay.table_day.builder import TableDay

PLAYED: Final = frozenset({"hit", "stand"})
"""Decisions for which nobody stakes anything more."""
BANCO_STANDS_ON: Final = 17
HOUSES_WITH_RULE: Final = frozenset({"fbj"})
"""Houses whose document says how a box is played that nobody is there to call, and that its tied bet is taken off."""
TIED_BET_LEFT: Final = "left_on_the_box"


class _Turn(NamedTuple):
    """The turn of a box: where its decisions stand in the record, who made them, and who else plays on it."""

    box: int
    decisions: tuple[int, ...]
    player: str
    others: tuple[str, ...]


def _turns(entries: Sequence[Entry], name: str) -> Iterator[_Turn]:
    """The boxes that their callers played with cards alone, and who have no other box to call after them."""
    own = [(at, entry.event) for at, entry in enumerate(entries) if entry.subject == name]
    bets = [event for _, event in own if isinstance(event, WagerPlaced) and event.kind == "main"]
    decided: dict[int, list[tuple[int, DecisionMade]]] = {}
    for at, event in own:
        if isinstance(event, DecisionMade):
            decided.setdefault(box_of(event.place) or 0, []).append((at, event))
    for box, decisions in decided.items():
        players = list(dict.fromkeys(bet.player for bet in bets if bet.box == box))
        begins, first = decisions[0]
        player = first.by or (players[0] if len(players) == 1 else "")
        later = {bet.player for bet in bets if bet.box in decided and decided[bet.box][0][0] > begins}
        if all(event.what in PLAYED for _, event in decisions) and player in players and player not in later:
            yield _Turn(box, tuple(at for at, _ in decisions), player, tuple(other for other in players if other != player))


def _absent(kind: str, table_day: TableDay, name: str, rng: Random) -> Variation | None:
    """A player leaves when the box has been played, or in the middle of its turn."""
    entries, edition = list(table_day.entries), table_day.rounds[name].edition
    turns = [turn for turn in _turns(entries, name) if kind == "absent_after_the_turn" or _can_go_on(entries, turn)]
    if not turns or any(isinstance(entry.event, PlayerAbsent) for entry in entries):
        return None
    turn = rng.choice(turns)
    if kind == "absent_after_the_turn":
        leaves, called = turn.decisions[-1], None
    else:
        (decided, *left), called = turn.decisions, None
        leaves = max((at for at in range(decided, left[0]) if isinstance(entries[at].event, CardDealt)), default=decided)
        spoken: dict[str, str | None] = {"by": turn.others[0]} if turn.others else {"by": None, "how": "rule"}
        if not turn.others and edition.id in HOUSES_WITH_RULE:
            called = edition.authority
        for at in left:
            event = entries[at].event.model_copy(update=spoken)
            entries[at] = replace(entries[at], delivery=entries[at].delivery._replace(event=event))
    gone = PlayerAbsent(player=turn.player, called=called)
    return Variation(kind, retold(table_day, with_events(entries, leaves, [entries[leaves].event, gone])))


def _can_go_on(entries: Sequence[Entry], turn: _Turn) -> bool:
    """Whether it is clear who speaks after the first decision, and says the same."""
    if len(turn.decisions) == 1 or len(turn.others) > 1:
        return False
    return bool(turn.others) or _fits_banco(entries, turn.box, turn.decisions[1:], BlackjackTerms())


def _fits_banco(entries: Sequence[Entry], box: int, decisions: Sequence[int], terms: BlackjackTerms) -> bool:
    """Whether the rest of a turn was played as the rules of Banco have it."""
    for at in decisions:
        cards = [
            entry.event.card
            for entry in entries[:at]
            if entry.subject == entries[at].subject
            and isinstance(entry.event, CardDealt)
            and box_of(entry.event.place) == box
        ]
        event = entries[at].event
        assert isinstance(event, DecisionMade)
        if "?" in "".join(cards) or (event.what == "hit") != (total(cards, terms)[0] < BANCO_STANDS_ON):
            return False
    return True


def _absence_errors(scored: RoundScorer, varied: Variation, whole: Ruling, judge: Judge) -> Iterator[Failure]:
    """What the absence changes, and should not."""
    is_sure = varied.kind == "absent_after_the_turn" or whole.edition.id in HOUSES_WITH_RULE
    if is_sure:
        left = _tied_bets_left(varied.table_day, whole)
        found: set[str] = set()

        def without_tied_bets(_: TableDay, name: str) -> Ruling:
            ruled = judge(varied.table_day, name)
            found.update(bet for finding in ruled.findings if finding.kind == TIED_BET_LEFT for bet in finding.wagers)
            return replace(ruled, findings=tuple(finding for finding in ruled.findings if finding.kind != TIED_BET_LEFT))

        yield from scored_errors(scored, without_tied_bets)
        if found != left:
            yield ("missed" if left - found else "invented"), f"tied bets left on the box: {sorted(found ^ left)}"
        return
    ruling = judge(varied.table_day, whole.round.name)
    stated = {finding.kind for finding in ruling.findings if not finding.branch_ids}
    if invented := stated - {finding.kind for finding in whole.findings}:
        yield "invented", f"{', '.join(sorted(invented))} in any case"
    right = {award.wager_due.wager: award.awarded_minor for award in whole.awards}
    for award in ruling.awards:
        if award.awarded_minor not in (None, right.get(award.wager_due.wager)):
            yield "wrong_money", f"{award.wager_due.wager} is awarded {award.awarded_minor}"
    if ruling.verdict not in (whole.verdict, "refer"):
        yield "wrong_money", f"the verdict is {ruling.verdict}, not {whole.verdict}"


def _tied_bets_left(table_day: TableDay, whole: Ruling) -> set[str]:
    """The tied bets of absent players that were not taken off, where others of the round were settled (FBJ-8)."""
    absent = {entry.event.player for entry in table_day.entries if isinstance(entry.event, PlayerAbsent)}
    bets = [award.wager_due for award in whole.awards]
    if whole.edition.id not in HOUSES_WITH_RULE or not whole.round.is_over or not any(bet.on_record for bet in bets):
        return set()
    tied = (bet for bet in bets if bet.due_minor == bet.stake_minor != 0 and bet.paid_minor is None)
    return {bet.wager for bet in tied if bet.player in absent}


def _is_quiet(ruling: Ruling) -> bool:
    return ruling.verdict == "stands" and not ruling.findings


ABSENCES: Final = dict.fromkeys(
    ("absent_after_the_turn", "absent_in_mid_turn"), RecordKind(_absent, _absence_errors, _is_quiet)
)
"""How players leave in the middle of a round."""

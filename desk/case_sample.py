"""The bundled dispute: about a misdealt round, with an answer that its writer may not approve."""

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.application import Ledger
from ledger.cases.case import Act, Case
from ledger.casework import Casework, Complaint
from ledger.events import cases as said
from ledger.names import table_day
from projections.casebook import ruling_taken
from replay.rulings import Award, Ruling, awards

JURISDICTION: Final = "uk"
REASON: Final = "misdealt_coup"


def dispute(ledger: Ledger, misdealt: Ruling) -> Iterator[tuple[Case, Act]]:
    """Opens a case on a misdealt round, and takes it to the settled answer; each act as it was taken or refused.

    The wagers of the player who is owed most are put where the ruling, or the best of its readings, puts them.
    """
    work, name = Casework(ledger), misdealt.round.name
    number = work.open(Complaint("I7", "investigator", table_day(name), (name,), jurisdiction=JURISDICTION))

    def done(event: said.Acted) -> tuple[Case, Act]:
        made = work.act(number, event)
        return work.case(number), made

    answer = _answer(misdealt)
    yield work.case(number), work.case(number).taken[0]
    asked = answer.pay_minor or sum(row.claim.stake_minor for row in awards(misdealt) if row.claim.player == answer.player)
    yield done(said.ClaimStated(by="I7", role="investigator", player=answer.player, amount_minor=asked, reason=REASON))
    taken = ruling_taken(ledger, name, "I7", "investigator")
    yield done(taken)
    yield done(said.RulingProposed(by="D7", role="dispute_manager", answers=(answer,), rulings=(taken.digest,)))
    proposal = work.case(number).digest or ""
    yield done(said.RulingApproved(by="D7", role="approver", proposal=proposal))
    yield done(said.RulingApproved(by="A7", role="approver", proposal=proposal))
    yield done(said.CaseSettled(by="D7", role="dispute_manager", proposal=proposal))
    if answer.pay_minor:
        yield done(said.PlayerPaid(by="D7", role="dispute_manager", player=answer.player, amount_minor=answer.pay_minor))


def most_owed(rulings: Iterable[Ruling]) -> Ruling:
    """The misdealt round, of those that were paid and are ruled on to the end, in which a player is owed most."""
    misdealt = [ruling for ruling in rulings if ruling.branches[0].outcome.standing and _finished(ruling)]
    return max(misdealt, key=lambda ruling: max(_owed(ruling).values(), default=0))


def _finished(ruling: Ruling) -> bool:
    return all(row.claim.paid_minor is not None and row.awarded_minor is not None for row in awards(ruling))


def _owed(ruling: Ruling) -> dict[str, int]:
    """What each player is owed beyond what was paid, in minor units; negative where too much was paid."""
    sums: dict[str, int] = {}
    for row in awards(ruling):
        player = row.claim.player
        sums[player] = sums.get(player, 0) + _due(row) - (row.claim.paid_minor or 0)
    return sums


def _due(row: Award) -> int:
    """What goes back on a wager: as awarded, as if claimed, else the stake."""
    known = (row.awarded_minor, row.if_claimed_minor, row.claim.stake_minor)
    return next(minor for minor in known if minor is not None)


def _answer(misdealt: Ruling) -> said.Answer:
    """The answer to the player who is owed most."""
    owed = _owed(misdealt)
    player = max(owed, key=lambda one: owed[one])
    pay = max(owed[player], 0)
    given = tuple(
        said.WagerAward(round=misdealt.round.name, wager=row.claim.wager, due_minor=_due(row))
        for row in awards(misdealt)
        if row.claim.player == player
    )
    outcome = "upheld" if pay else "rejected"
    said_of = {"player": player, "outcome": outcome, "pay_minor": pay, "awards": given, "clauses": misdealt.clauses}
    return said.Answer.model_validate(said_of)

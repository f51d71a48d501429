"""The roster of a ledger: enrolling, confirming, revoking, requiring."""

import os
from typing import Final

from ledger.acts.refusal import refused_act
from ledger.acts.roster import ROSTER, RosterRow
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import UnusableKey
from ledger.events import Event
from ledger.events.roster import PersonEnrolled, RosterAct, RosterActRefused
from ledger.ingest import PendingEntry
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant

_ID_BYTES: Final = 16


def act_on_roster(ledger: Ledger, event: RosterAct) -> RosterRow:
    """Do something to the roster, signed by the ledger's signer; what is refused is recorded as an attempt.

    The first enrolment draws the ledger's id. Raises UnusableKey where nobody signs.
    """
    if ledger.signer is None:
        raise UnusableKey("the roster goes by signatures; name your key with --sign FILE")
    drawn = os.urandom(_ID_BYTES).hex()

    def decide() -> tuple[list[PendingEntry], dict[str, int]]:
        roster = ledger.roster()
        act = event
        if isinstance(act, PersonEnrolled) and not roster.members:
            act = act.model_copy(update={"ledger": drawn})
        when = format_instant(ledger.clock())
        refused = roster.act_refusal(act, ledger.signed_by(act), when[:10])
        entered = act if refused is None else refused_act(RosterActRefused, act, refused)
        assert isinstance(entered, Event)
        ident = f"{ROSTER}:{roster.version + 1:06}"
        delivery = Delivery(entered, HOUSE, ident, None, ROSTER, when)
        return [PendingEntry(delivery, ROSTER)], {ROSTER: roster.version}

    delivery = ledger.take_act(decide, "do that again")
    return next(row for row in reversed(ledger.roster().rows) if row.entry.delivery.id == delivery.id)

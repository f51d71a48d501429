"""What came back of the payments on a wager: how much, and whether in time."""

from typing import NamedTuple

from ledger.events.play import PaymentTakenBack
from replay.table_day.round import Round, RoundEntry


class TakenBack(NamedTuple):
    """What a player gave back of the payments on one wager, in minor units.

    `position` is where the last amount came back. `late_position` is where the first one did after the next round had
    begun, `beyond_position` where more had come back for the first time than had been paid. Each is None where there is no
    such entry.
    """

    amount_minor: int = 0
    position: int | None = None
    late_position: int | None = None
    beyond_position: int | None = None

    def after(self, event: PaymentTakenBack, round_entry: RoundEntry, round_: Round, paid_minor: int | None) -> "TakenBack":
        """Return the same after another amount came back, of `paid_minor` that had been paid until then."""
        at, amount_minor = round_entry.position, self.amount_minor + event.amount_minor
        is_late, is_beyond = round_.is_after_later_round(round_entry), amount_minor > (paid_minor or 0)
        return TakenBack(
            amount_minor,
            at,
            at if self.late_position is None and is_late else self.late_position,
            at if self.beyond_position is None and is_beyond else self.beyond_position,
        )


NOTHING_TAKEN_BACK = TakenBack()

"""What is recorded at the desk is ruled on at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from sqlalchemy import Engine

from ledger.application import Ledger
from ledger.errors import RecoupError
from projections.following.read_models import catch_up

PATIENCE_SECONDS: Final = 10
"""For so long a person waits at most for what they recorded to be ruled on; it is ruled on afterwards all the same."""


class Upkeep:
    """Sees to it, in a thread of its own, that what people record at the desk is ruled on, whoever else rules."""

    def __init__(self, ledger: Ledger, models: Engine):
        self._ledger, self._models = ledger.for_thread(), models
        self._thread = ThreadPoolExecutor(1, "rulings")

    def bring_up(self) -> None:
        """Has everything that is on record now ruled on, and waits for it a while."""
        ruled = self._thread.submit(self._catch_up)
        with suppress(TimeoutError):
            ruled.result(PATIENCE_SECONDS)

    def _catch_up(self) -> None:
        with suppress(RecoupError):  # whoever rules next goes on
            catch_up(self._ledger, self._models)

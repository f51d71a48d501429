"""Another engine: one that does not see what this one sees, and says that its rulings mean something else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from ledger.application import Ledger
from ledger.edition_acts import adopt_engine, confirm_engine
from ledger.events.house import EngineAdopted, EngineAdoptionConfirmed
from projections.rulings.events import engine_digest
from replay import ENGINE, MEANING
from replay.ruling import ruling

ITS_MEANING: Final = MEANING + 1


@contextmanager
def engine_that_overlooks(kind: str, *, is_declared: bool = True, gives_more: int = 0) -> Iterator[None]:
    """As long as it is entered, the engine is another one that never finds this kind, and awards so much more on w1.

    That it is another one it says if it is declared.
    """
    conditional_findings, awards = ruling._conditional_findings, ruling._awards

    def without(*given: Any) -> Any:
        return [finding for finding in conditional_findings(*given) if finding.kind != kind]

    def more(*given: Any) -> Any:
        return tuple(
            award._replace(awarded_minor=award.awarded_minor + gives_more)
            if award.wager_due.wager == "w1" and award.awarded_minor is not None
            else award
            for award in awards(*given)
        )

    with pytest.MonkeyPatch.context() as patch:
        if is_declared:
            patch.setattr("projections.rulings.events.MEANING", ITS_MEANING)
        patch.setattr(ruling, "_conditional_findings", without)
        patch.setattr(ruling, "_awards", more)
        engine_digest.cache_clear()
        yield
    engine_digest.cache_clear()


def adoption(since: str | None = None, by: str = "M1", role: str | None = "management") -> EngineAdopted:
    """The house adopts the engine that runs."""
    return EngineAdopted(by=by, role=role, engine=ENGINE, engine_digest=engine_digest(), since=since)


def adopted(ledger: Ledger, since: str | None = None) -> int:
    """The engine that runs is adopted and confirmed; where the adoption stands."""
    row, refused = adopt_engine(ledger, adoption(since))
    assert row is not None
    assert refused is None
    confirmation = EngineAdoptionConfirmed(by="M2", role="management", adoption=row.entry.position)
    assert confirm_engine(ledger, confirmation) is None
    return row.entry.position

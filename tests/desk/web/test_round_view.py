"""A round's page, whatever else is asked of the desk meanwhile."""

from pathlib import Path
from typing import Final

from desk.opening import open_or_create
from desk.web.ledger_view import LedgerView
from desk.web.replay_page import round_view
from desk.web.round_view import MomentQuery, RoundView
from drill.sample import evening
from ledger.ingest import incoming_deliveries
from projections.following.read_models import open_read_models
from projections.table_days import TableDays

COUP: Final = f"{evening.BACCARAT}/7"


def test_a_coup_has_its_roads_though_its_day_is_told_by_two_at_once(tmp_path: Path) -> None:
    """Whoever asks at the same moment may have told the day of the page anew, and the ruling not."""
    with open_or_create(f"sqlite:///{tmp_path / 'recoup.db'}") as ledger, open_read_models(ledger) as models:
        ledger.ingest(incoming_deliveries(evening.deliveries("baccarat"), "evening"))
        view = LedgerView(ledger, models)
        here = round_view(view, COUP, MomentQuery(), masked=False)
        day_again = TableDays(ledger).get(evening.BACCARAT)
        again = RoundView(day_again, here.answer, MomentQuery(), view.words, here.moments)
        drawn, drawn_again = here.roads, again.roads
    assert drawn is not None
    assert drawn_again is not None
    assert drawn_again.shapes == drawn.shapes

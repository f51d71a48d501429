"""Times that are typed at the desk by the table's clock: one that came twice, or never, is asked for with its offset."""

import pytest

from desk.web.case_acting import _instant
from ledger.errors import MalformedAct

ZONE = "Europe/Zurich"


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("2026-01-20 22:15", "2026-01-20T21:15:00.000000Z"),
        ("2026-10-25 01:59", "2026-10-24T23:59:00.000000Z"),
        ("2026-10-25 02:30+01:00", "2026-10-25T01:30:00.000000Z"),
    ],
)
def test_a_time_by_the_tables_clock_or_with_its_offset(text: str, stored: str) -> None:
    assert _instant(text, ZONE) == stored


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-10-25 02:30", "'2026-10-25 02:30' came twice by the table's clock; write it with its offset"),
        ("2026-03-29 02:30", "'2026-03-29 02:30' did not exist by the table's clock; write it with its offset"),
        ("noon", "'noon' is not a time; write 2026-01-20 22:15, by the table's clock"),
    ],
)
def test_a_time_that_is_no_one_instant_is_refused(text: str, why: str) -> None:
    with pytest.raises(MalformedAct) as refused:
        _instant(text, ZONE)
    assert str(refused.value).startswith(why)

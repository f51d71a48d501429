"""Every worked case, recorded and ruled on as any table's day is."""

from tests.cases import championships
from tests.cases.comparing import differences
from tests.cases.telling import Case, rulings


def test_case(worked_case: Case, ledger_url: str) -> None:
    if worked_case.game == "championship":
        wrong = championships.differences(worked_case, ledger_url)
    else:
        wrong = differences(worked_case, rulings(worked_case, ledger_url))
    assert not wrong, "\n".join([*wrong, f"why: {worked_case.content['why']}"])

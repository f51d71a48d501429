"""What the desk refuses and confirms is written in the reader's language, whatever it is about."""

from typing import Any

import pytest

from desk.acts.forms import validated
from desk.acts.taking import take_decision
from desk.terminal.cases import act_line
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Casework, Complaint
from ledger.errors import MalformedAct
from ledger.events.decisions import ShoeVoided
from ledger.values.money import parse_amount
from projections.messages.catalogue import Catalogue
from tests import ledgers
from tests.desk.web.conftest import Desk
from tests.ledgers import NOTHING_JUDGED
from tests.projections import disputes, floor

GERMAN = Catalogue("de")


@pytest.fixture
def ledger(tmp_path: Any) -> Any:
    with ledgers.opened(floor.record(tmp_path)) as opened:
        yield opened


def test_an_amount_that_is_none_is_refused_in_german() -> None:
    with pytest.raises(ValueError, match="'1,950' is not an amount of money, or could be two; write it like") as refused:
        parse_amount("1,950")
    german = GERMAN.value(refused.value.args[0])
    assert german == "'1,950' ist kein Geldbetrag oder könnte zwei bedeuten; schreiben Sie ihn wie 78.00 oder 1950"


def test_a_field_that_cannot_be_recorded_is_refused_in_german() -> None:
    with pytest.raises(MalformedAct, match="by 'no one' is not of its form") as refused:
        validated(ShoeVoided, {"by": "no one", "role": "management", "shoe": "S1"})
    german = GERMAN.value(refused.value.args[0])
    assert german == "by 'no one' hat nicht die vorgesehene Form; berichtigen Sie das und versuchen Sie es noch einmal"


def test_what_became_of_a_decision_is_said_in_german(ledger: Any) -> None:
    fields = {"by": "DeVries", "role": "dealer", "shoe": "S1", "reason": "riffle_short"}
    taken = take_decision(ledger, ShoeVoided, disputes.DAY, fields, GERMAN)
    assert taken.refused is not None
    assert taken.sentence.startswith("DeVries (Croupier), ungeprüft hat versucht")
    assert "the " not in taken.sentence


def test_what_became_of_an_act_of_a_case_is_said_in_german(ledger: Any) -> None:
    number = Casework(ledger, NOTHING_JUDGED).open(Complaint("Ines", "investigator", disputes.DAY, (floor.UNDERDRAWN,)))
    work = Casebook(ledger)
    case = work.case(number)
    line = act_line(case, case.taken[0], work.table_opening(case), GERMAN)
    assert line.endswith(f"; Fall {number}: offen (Position {case.taken[0].position})")


@pytest.mark.slow
def test_a_page_that_is_not_there_says_so_in_german(desk: Desk) -> None:
    with desk.client() as client:
        page = client.get("/cases/2031-0001", headers={"accept-language": "de"})
    assert (page.status_code, "Fall 2031-0001 ist nicht erfasst" in page.text) == (404, True)

"""How a case becomes events: nothing that it says is passed over in silence."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from ledger.events import play, table
from replay.editions.loader import parse_edition, shipped_edition
from tests.cases.telling import SOURCE, Case, deliveries
from tests.cases.words import DAY, UnknownKey


def _case(*events: dict[str, Any], **setup: object) -> Case:
    fields = {
        "id": "T-1",
        "title": "A case.",
        "rulebook": "dcb",
        "setup": {"currency": "GBP", **setup},
        "events": [*events],
    }
    return Case("T-1", fields)


OPENS = {"t": "place_your_bets", "round": 1}


@pytest.mark.parametrize(
    "case",
    [
        _case({"t": "earthquake"}),
        _case(OPENS, {"t": "no_more_bets", "by": "dealer"}),
        _case(OPENS, {"t": "card", "card": "As", "to": "box 3"}),
        _case(OPENS, {"t": "correction", "by": "dealer"}),
        _case(seats={"3": "P1"}),
        _case(limits={"banco": {"min": 1, "max": 2, "mean": 1}}),
        _case(agreed_percent={"P1": Decimal("2.345")}),
        Case("T-1", {**_case().content, "expected": {}}),
    ],
)
def test_what_the_adapter_does_not_know_fails(case: Case) -> None:
    with pytest.raises(UnknownKey):
        deliveries(case)


def test_what_is_missing_fails() -> None:
    with pytest.raises(ValidationError):
        deliveries(_case(OPENS, {"t": "wager", "id": "w1", "player": "P1", "kind": "banco"}))


def test_everything_comes_from_one_source_in_the_order_of_the_file() -> None:
    case = _case({"t": "shoe", "decks": 8}, OPENS, {"t": "burn", "card": "??", "n": 2}, {"t": "shoe_closed"})
    deliveries_ = deliveries(case)
    assert {delivery.source for delivery in deliveries_} == {SOURCE}
    assert [delivery.sequence for delivery in deliveries_] == [1, 2, 3, 4, 5, 6]
    assert [delivery.event.WORD for delivery in deliveries_] == ["table", "shoe", "open", "burn", "burn", "shoe_closed"]


def test_an_event_belongs_to_the_round_that_it_names_else_to_the_one_that_is_open() -> None:
    notice = {"t": "notice", "by": "P1", "to": "dealer", "text": "what he said"}
    deliveries_ = deliveries(_case(OPENS, {"t": "place_your_bets", "round": 2}, notice, {**notice, "round": 1}))
    assert [delivery.subject for delivery in deliveries_] == [DAY, f"{DAY}/1", f"{DAY}/2", f"{DAY}/2", f"{DAY}/1"]
    assert deliveries_[-1].event == play.NoticeGiven(by="P1", to="dealer")


def test_the_setup_is_posted_before_anything_happens() -> None:
    case = _case(
        limits={"banco": {"min": 500, "max": 900}},
        odds={"any_tie": "8:1", "ur_way": {"0": "150:1"}},
        agreed_percent={"P1": Decimal("2.5")},
    )
    assert [delivery.event for delivery in deliveries(case)[1:]] == [
        table.LimitsPosted(kind="banco", least_minor=500, most_minor=900),
        table.OddsPosted(kind="any_tie", odds="8:1"),
        table.OddsPosted(kind="ur_way", odds="150:1", total=0),
        table.TermsAgreed(player="P1", tie_share_bp=250),
    ]


def test_an_edition_that_leaves_ambiguities_open_is_an_edition_of_its_own() -> None:
    edition = parse_edition(_case(unresolved=["DCB-12b?", "DCB-17a?", "DCB-21a?"]).edition)
    assert shipped_edition("dcb").resolved_letters.keys() - edition.resolved_letters.keys() == {"DCB-12b?", "DCB-17a?"}
    assert edition.name != shipped_edition("dcb").name
    assert edition.values == shipped_edition("dcb").values


def test_only_an_ambiguity_can_be_left_open() -> None:
    with pytest.raises(UnknownKey):
        assert _case(unresolved=["DCB-12"]).edition

"""The office's papers on a few rounds: every figure worked out by hand from what was dealt, paid and is due.

Of the baccarat day: 1 is clean. In 2 banco's natural 9 ends the coup, punto takes a card too many, and 175 goes back for
100 on banco (195 is due); a coup dealt wrongly is for management, so its wager is open. In 3 the 10 on punto win 10 and 30
go back: 10 too much. In 4 the 20 on banco come after the first card; they go back by the rules and are collected: 20 too
little. In 5 banco is called where punto has won, and 14 go back as due. In 6 nothing is wrong, and a player disputes it.
"""

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Final

import pytest

from ledger.errors import UnknownRound
from projections.messages.catalogue import Catalogue
from projections.office_reports.days import Period
from projections.office_reports.dealers import DealingError, errors_in_round
from projections.office_reports.report import Cell, OfficeReport, cell_text, per_thousand
from projections.office_reports.stakes import MoneyAtStake
from projections.rulings.process import catch_up as follow_rulings
from projections.rulings.ruled_day import ruled_day
from projections.table_days import TableDays
from replay.judging.finding import Finding
from tests import ledgers
from tests.projections import six_disputes
from tests.projections.papers import office

ONE_DAY: Final = Period(date(2026, 1, 20), date(2026, 1, 20))


def printed_rows(paper: OfficeReport, key: str, *columns: str) -> list[tuple[str, ...]]:
    """A table's rows as they are printed, only these columns of them."""
    (section,) = (table for table in paper.sections if table.key == key)
    wanted = columns or tuple(column.key for column in section.columns)
    return [tuple(cell_text(row[column], Catalogue()) for column in wanted) for row in section.rows]


def facts(paper: OfficeReport) -> dict[str, str]:
    return {fact.label: fact.told for fact in paper.facts}


def test_the_daily_log_opens_counts_and_closes(worked: str) -> None:
    log = office.paper(worked, "day")
    assert log.title == "Daily log of table BAC-1, 2026-01-20"
    assert facts(log)["Opened"] == "2026-01-20 19:00:00"
    assert facts(log)["Closed"] == "2026-01-20 23:00:00"
    assert facts(log)["Float"] == "not on record"
    assert facts(log)["Rounds"] == "6, with 156.00 GBP staked in all"
    assert printed_rows(log, "posted") == [
        ("2026-01-20 19:00:10", "punto", "5.00 GBP", "1,000.00 GBP", ""),
        ("2026-01-20 19:00:20", "banco", "5.00 GBP", "1,000.00 GBP", ""),
    ]
    assert printed_rows(log, "dealers") == [
        ("2026-01-20 19:01:00", "2026-01-20 19:30:00", "DeVries", "2"),
        ("2026-01-20 19:30:00", "2026-01-20 23:00:00", "Lindqvist", "4"),
    ]
    assert printed_rows(log, "shoes") == [("S1", "2026-01-20 19:02:00", "8", "6", "25", "7", "for decision")]
    assert printed_rows(log, "rounds") == [
        ("closed", "2", "1", "2", "17.00 GBP"),
        ("disputed", "1", "0", "1", "9.00 GBP"),
        ("for decision", "1", "1", "1", "100.00 GBP"),
        ("to be corrected", "2", "2", "2", "30.00 GBP"),
    ]


def test_the_daily_log_has_every_irregularity_with_its_dealer_status_and_clauses(worked: str) -> None:
    log = office.paper(worked, "day")
    assert printed_rows(log, "found", "round", "dealer", "clauses", "standing", "decides") == [
        (f"{office.DAY}/2", "DeVries", "DCB-5, DCB-11, DCB-13", "for decision", "management"),
        (f"{office.DAY}/2", "DeVries", "DCB-10, DCB-15", "for decision", "management"),
        (f"{office.DAY}/2", "DeVries", "DCB-21, DCB-21a?", "for decision", "management"),
        (f"{office.DAY}/3", "Lindqvist", "DCB-10, DCB-16", "to be corrected", ""),
        (f"{office.DAY}/4", "Lindqvist", "DCB-3", "to be corrected", ""),
        (f"{office.DAY}/4", "Lindqvist", "DCB-BETS", "to be corrected", ""),
        (f"{office.DAY}/5", "Lindqvist", "DCB-10", "closed", ""),
    ]
    assert printed_rows(log, "found", "time")[1] == ("2026-01-20 19:10:00",)
    assert printed_rows(log, "reported", "round", "told") == [(f"{office.DAY}/6", "anna tells inspector of an error")]
    assert printed_rows(log, "decided", "act", "by", "refused") == [
        ("shoe suspected", "Lindqvist (dealer), unverified", ""),
        (
            "attempted: shoe declared void",
            "Lindqvist (dealer), unverified",
            "the rulebook gives nobody authority to void shoe",
        ),
    ]


def test_the_incident_list_has_what_needs_somebody_first_with_the_money_at_stake(worked: str) -> None:
    listed = office.paper(worked, "incidents")
    money = ("round", "staked", "short", "over", "open")
    assert printed_rows(listed, "needs_disputed", "in_question") == [("330.00 CZK",), ("0.00 GBP",)]
    assert printed_rows(listed, "needs_undecided", "in_question") == [("20.00 GBP",), ("",), ("",)]
    assert printed_rows(listed, "needs_disputed", *money) == [
        (f"{office.BLACKJACK}/1", "330.00 CZK", "0.00 CZK", "0.00 CZK", "3"),
        (f"{office.DAY}/6", "9.00 GBP", "0.00 GBP", "0.00 GBP", "0"),
    ]
    assert printed_rows(listed, "needs_undecided", *money) == 3 * [
        (f"{office.DAY}/2", "100.00 GBP", "0.00 GBP", "0.00 GBP", "1")
    ]
    assert printed_rows(listed, "needs_money", *money) == [
        (f"{office.DAY}/4", "20.00 GBP", "20.00 GBP", "0.00 GBP", "0"),
        (f"{office.DAY}/4", "20.00 GBP", "20.00 GBP", "0.00 GBP", "0"),
        (f"{office.DAY}/3", "10.00 GBP", "0.00 GBP", "10.00 GBP", "0"),
    ]
    assert printed_rows(listed, "needs_nothing", *money) == [(f"{office.DAY}/5", "7.00 GBP", "0.00 GBP", "0.00 GBP", "0")]


def test_a_wager_beside_two_findings_counts_once_in_the_day_s_money(worked: str) -> None:
    """Staked 100 + 10 + 20 + 7 + 9; 20 too little in round 4, 10 too much in round 3, the wager of round 2 open."""
    listed = office.paper(worked, "incidents", period=Period(table="BAC-1"))
    assert printed_rows(listed, "by_day") == [
        ("2026-01-20", "BAC-1", "6", "4", "1", "1", "2", "1", "146.00 GBP", "20.00 GBP", "10.00 GBP", "1"),
        ("2026-01-21", "BAC-1", "1", "0", "0", "0", "0", "0", "0.00 GBP", "0.00 GBP", "0.00 GBP", "0"),
    ]


def test_what_a_case_paid_is_not_short_in_the_incident_list(tmp_path: Path) -> None:
    """Of the misdealt coup's 115 staked, 75 on banco bring 146.25, of which the table paid nothing and its case 100; 40 on
    punto are still to be decided. In box 3 a case gives 1000 for 500, and nothing is paid yet. The overdrawn coup's 50 wait
    for management. What the dealers' errors came to is what the table paid, as it was.
    """
    url = six_disputes.record(tmp_path)
    with ledgers.opened(url) as ledger:
        follow_rulings(ledger)
    listed = office.paper(url, "incidents")
    money = ("round", "staked", "short", "over", "open")
    assert (six_disputes.SHARED_BOX, "500.00 CZK", "1,000.00 CZK", "0.00 CZK", "0") in printed_rows(
        listed, "needs_money", *money
    )
    assert (six_disputes.MISDEAL, "115.00 GBP", "46.25 GBP", "0.00 GBP", "1") in printed_rows(listed, "needs_money", *money)
    assert printed_rows(listed, "by_day", "table", "staked", "short", "over", "open")[0] == (
        ("BAC-1", "165.00 GBP", "46.25 GBP", "0.00 GBP", "2")
    )
    errors = printed_rows(office.paper(url, "dealers"), "by_currency", "dealer", "short", "over")
    assert ("D7", "146.25 GBP", "0.00 GBP") in errors


def test_the_incident_list_has_the_largest_debt_of_a_currency_first_and_never_adds_currencies(tmp_path: Path) -> None:
    """In CZK the shared box waits for 1000 and the void round for its stake of 300; in GBP 46.25 of the misdeal's 146.25
    are unpaid, though its punto's 20 on a claim were paid already. The rejected spin owes nothing.
    """
    url = six_disputes.record(tmp_path)
    with ledgers.opened(url) as ledger:
        follow_rulings(ledger)
    listed = office.paper(url, "incidents")
    columns = ("round", "standing", "in_question")
    assert printed_rows(listed, "needs_money", *columns) == [
        (six_disputes.SHARED_BOX, "settled, 2026-0002", "1,000.00 CZK"),
        (six_disputes.VOID_SHOE[2], "void, 2026-0004", "300.00 CZK"),
        (six_disputes.MISDEAL, "settled, 2026-0001", "46.25 GBP"),
    ]
    assert printed_rows(listed, "needs_undecided", *columns) == [
        (f"BAC-1/{six_disputes.DAY}/1", "for decision", "50.00 GBP")
    ]


def test_errors_count_for_who_dealt_with_the_direction_of_their_money(worked: str) -> None:
    """DeVries dealt coups 1 and 2 and the blackjack round, Lindqvist coups 3 to 6; nobody is named for the next day."""
    counted = office.paper(worked, "dealers")
    assert printed_rows(counted, "by_dealer") == [
        ("DeVries", "3", "3", "1,000.00", "0", "0", "0", "1", "2"),
        ("Lindqvist", "4", "3", "750.00", "1", "1", "0", "1", "0"),
        ("not on record", "1", "0", "0.00", "0", "0", "0", "0", "0"),
    ]
    assert printed_rows(counted, "by_kind") == [
        ("DeVries", "card to an empty box", "1", "333.33", "0", "0", "0", "0", "1"),
        ("DeVries", "card too many", "1", "333.33", "0", "0", "0", "1", "0"),
        ("DeVries", "wrong payment", "1", "333.33", "0", "0", "0", "0", "1"),
        ("Lindqvist", "wrong announcement", "1", "250.00", "0", "0", "0", "1", "0"),
        ("Lindqvist", "wrong payment", "2", "500.00", "1", "1", "0", "0", "0"),
    ]
    assert printed_rows(counted, "by_currency") == [
        ("DeVries", "CZK", "0.00 CZK", "0.00 CZK", "3"),
        ("DeVries", "GBP", "0.00 GBP", "0.00 GBP", "1"),
        ("Lindqvist", "GBP", "20.00 GBP", "10.00 GBP", "0"),
    ]
    assert facts(counted)["Left out: what players did"] == "1"


def test_the_register_has_voids_resolutions_and_refusals(worked: str) -> None:
    kept = office.paper(worked, "register")
    assert printed_rows(kept, "voids", "about", "act", "by", "reason", "clause", "status") == [
        (
            "BJ-2/2026-01-20, shoe S4",
            "shoe declared void",
            "Moretti (management), unverified",
            "riffle short",
            "CCL-7",
            "took effect at once; not confirmed yet",
        )
    ]
    assert printed_rows(kept, "resolutions", "about", "act", "by") == [
        (office.NEXT, "ambiguity resolved", "Moretti (management), unverified")
    ]
    assert printed_rows(kept, "others", "act", "by") == [("shoe suspected", "Lindqvist (dealer), unverified")]
    assert printed_rows(kept, "refusals", "about", "by", "refused") == [
        ("BAC-1/2026-01-20, shoe S1", "Lindqvist (dealer), unverified", "the rulebook gives nobody authority to void shoe"),
        (
            "BJ-2/2026-01-20, shoe S4",
            "Lindqvist (inspector), unverified",
            "CCL-7 gives this to management; Lindqvist acted as inspector",
        ),
    ]


def test_a_period_and_a_table_narrow_what_is_told(worked: str) -> None:
    assert printed_rows(office.paper(worked, "register", period=ONE_DAY), "resolutions") == []
    assert printed_rows(office.paper(worked, "dealers", period=ONE_DAY), "by_dealer", "dealer", "rounds") == [
        ("DeVries", "3"),
        ("Lindqvist", "4"),
    ]
    assert facts(office.paper(worked, "incidents", period=ONE_DAY))["Period"] == "2026-01-20"
    with pytest.raises(UnknownRound, match="nothing is on record for these days"):
        office.paper(worked, "incidents", period=Period(first=date(2026, 2, 1)))


def test_every_finding_is_in_the_incident_list_once(worked: str) -> None:
    with ledgers.opened(worked) as ledger:
        archive = TableDays(ledger)
        rulings = [ruling for day in archive.days() for ruling in archive.rulings(archive.get(day).rounds)]
    found = Counter((ruling.round.name, ", ".join(finding.clauses)) for ruling in rulings for finding in ruling.findings)
    listed = office.paper(worked, "incidents")
    needs = [table.key for table in listed.sections if table.key.startswith("needs_")]
    lines = [line for key in needs for line in printed_rows(listed, key, "round", "clauses")]
    assert Counter(line for line in lines if line[1]) == found


def test_no_money_is_laid_at_two_errors(worked: str) -> None:
    """The open wager of coup 2 is laid at the payment that names it, not at the card too many besides."""
    with ledgers.opened(worked) as ledger:
        ruled = ruled_day(ledger, office.DAY).rounds[1]
    assert [(error.finding.kind, error.money.open, error.direction) for error in errors_in_round(ruled)] == [
        ("overdraw", 0, "none"),
        ("wrong_payment", 1, "open"),
    ]


@pytest.mark.parametrize(
    ("money", "direction"),
    [
        (MoneyAtStake(100, short_minor=5), "house"),
        (MoneyAtStake(100, over_minor=5), "player"),
        (MoneyAtStake(100, short_minor=5, over_minor=1, open=1), "both"),
        (MoneyAtStake(100, open=1), "open"),
        (MoneyAtStake(100), "none"),
    ],
)
def test_an_error_goes_towards_who_has_the_money_of_it(money: MoneyAtStake, direction: str) -> None:
    assert DealingError(Finding("wrong_payment", (), 1), money).direction == direction


@pytest.mark.parametrize(
    ("number", "of", "exact", "shown"),
    [(1, 3, "1000/3", "333.33"), (2, 3, "2000/3", "666.67"), (1, 1600, "5/8", "0.63"), (3, 1600, "15/8", "1.88")],
)
def test_a_rate_is_exact_and_rounded_half_up(number: int, of: int, exact: str, shown: str) -> None:
    """5/8 is 0.625 and 15/8 is 1.875: both end in a half."""
    rate = per_thousand(number, of)
    assert rate is not None
    assert (rate.exact, rate.rounded) == (exact, shown)
    assert per_thousand(number, 0) is None


def test_what_is_not_on_record_is_an_empty_field() -> None:
    empty: Cell = None
    assert cell_text(empty, Catalogue()) == ""

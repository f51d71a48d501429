"""How a clock of a case stands, in words of two languages; and the documented table of clocks."""

from datetime import date
from pathlib import Path

import pytest

from ledger.cases.clocks import ClockStanding
from ledger.cases.deadlines import Rule, jurisdictions
from ledger.events.cases import CaseClock
from projections.documents.cases import clock_document
from projections.messages.catalogue import Catalogue
from projections.reports.clocks import clock_words

DUTY = CaseClock(
    what="final_position",
    kind="duty",
    counts_from="received",
    after="8 weeks",
    met_by=("settled",),
    source="s",
    verified=True,
)
RIGHT = DUTY.model_copy(update={"kind": "right", "counts_from": "final_position"})
EXPIRY = DUTY.model_copy(update={"kind": "expiry", "met_by": ()})
UNKNOWN = DUTY.model_copy(update={"met_by": ()})
DUE, MET, STOPPED = date(2026, 3, 26), date(2026, 3, 29), date(2026, 3, 2)


@pytest.mark.parametrize(
    ("standing", "english", "german"),
    [
        (ClockStanding(DUTY, "running", DUE, days=5), "due in 5 days", "fällig in 5 Tagen"),
        (ClockStanding(DUTY, "running", DUE, days=1), "due tomorrow", "morgen fällig"),
        (ClockStanding(DUTY, "running", DUE, days=0), "due today", "heute fällig"),
        (ClockStanding(DUTY, "past", DUE, days=-1), "1 day late", "1 Tag überfällig"),
        (ClockStanding(DUTY, "past", DUE, days=-3), "3 days late", "3 Tage überfällig"),
        (
            ClockStanding(DUTY, "met", DUE, met_on=MET, days=0),
            "done on 29 March 2026, in time",
            "erledigt am 29. März 2026, rechtzeitig",
        ),
        (
            ClockStanding(DUTY, "met", DUE, met_on=MET, days=-3),
            "done on 29 March 2026, 3 days late",
            "erledigt am 29. März 2026, 3 Tage zu spät",
        ),
        (
            ClockStanding(DUTY, "paused", paused_on=STOPPED, days=24),
            "stopped since 2 March 2026, with 24 days left",
            "angehalten seit dem 2. März 2026, bei 24 verbleibenden Tagen",
        ),
        (ClockStanding(DUTY, "not_verified"), "not verified: no deadline is set", "nicht geprüft: keine Frist gesetzt"),
        (
            ClockStanding(RIGHT, "not_begun"),
            "does not run yet: it counts from the letter with the final decision of the house",
            "läuft noch nicht: zählt ab dem Schreiben mit der abschließenden Entscheidung des Hauses",
        ),
        (ClockStanding(RIGHT, "running", DUE, days=14), "14 days left", "noch 14 Tage"),
        (
            ClockStanding(RIGHT, "past", DUE, days=-1),
            "over since the end of 26 March 2026",
            "abgelaufen mit dem Ende des 26. März 2026",
        ),
        (ClockStanding(EXPIRY, "running", DUE, days=2), "ends in 2 days", "endet in 2 Tagen"),
        (
            ClockStanding(UNKNOWN, "past", DUE, days=-2),
            "was due 2 days ago; whether it was done is not on record",
            "war vor 2 Tagen fällig; ob es erledigt wurde, ist nicht verzeichnet",
        ),
    ],
)
def test_a_clock_says_how_it_stands(standing: ClockStanding, english: str, german: str) -> None:
    document = clock_document(standing)
    assert clock_words(document, Catalogue()) == english
    assert clock_words(document, Catalogue("de")) == german


CASES = Path(__file__).parents[2] / "docs" / "cases.md"
HEAD = f"| id | what | counts from | term | complaints received | source | verified |\n{'| --- ' * 7}|\n"


def _term(rule: Rule) -> str:
    if rule.after is None:
        return "none is set"
    first = "its day being the first" if rule.first_day_counts else None
    stops = "may be stopped" if rule.pauses else None
    return ", ".join(text for text in (rule.after.replace("_", " "), first, rule.calendar, stops) if text)


def _received(rule: Rule) -> str:
    edges = [f"from {rule.in_force_from}"] if rule.in_force_from else []
    return ", ".join([*edges, *([f"before {rule.until}"] if rule.until else [])]) or "all"


def _table() -> str:
    rows = [
        (f"`{name}`", f"`{rule.what}`", rule.counts_from.replace("_", " "), _term(rule), _received(rule), rule.source,
         "yes" if rule.verified else "no")
        for name, jurisdiction in jurisdictions().items()
        for rule in jurisdiction.clock
    ]  # fmt: skip
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def test_the_documented_table_of_clocks_is_what_the_data_says() -> None:
    assert _table() in CASES.read_text(encoding="utf-8")

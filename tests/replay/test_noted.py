"""What was noted on the floor stands in the ruling of its round, in every game, and moves no money by itself."""

from typing import Any, Final

import pytest

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import canonical, content
from ledger.merkle import leaf_hash
from projections.documents.rulings import ruling_document
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.ledgers import decode, encode

TABLE: Final = "T-1/2026-02-03"
BACCARAT: Final = f"{TABLE}: table baccarat dcb GBP; terms P1 500; shoe S1 8"
COUP: Final = "open; bet w1 P1 punto 3000; nmb; P 9h B 6c P Kd B As; call punto; pay w1 6000"
CCL: Final = f"{TABLE}: table blackjack ccl CZK; shoe S1 6"
ECA: Final = f"{TABLE}: table blackjack eca-blackjack EUR; shoe S1 6"
HAND: Final = "open; bet w1 P1 main 20000 box=2; nmb; 2 Kd D 9c 2 Qh; says 2 stand; D 9h; pay w1 40000"
WHEEL: Final = f"{TABLE}: table roulette eca-roulette EUR"
SPIN: Final = """open; bet w1 J1 red 50000; spin cw ccw; nmb; revolutions 10 after_call=4; rest 7; call 7; dolly 7;
pay w1 100000""".replace("\n", " ")


def ruled(*lines: str) -> dict[str, Any]:
    """The ruling on round 1, as JSON."""
    floor = Transcript("floor")
    entries: list[Entry] = []
    leaves: dict[int, bytes] = {}
    for line in "\n".join(lines).splitlines():
        for delivery in floor.read(line):
            fields, position = content(delivery), len(entries) + 1
            state = encode(fields, f"table/{TABLE}", position, "2026-02-03T23:00:00.000000Z")
            entries.append(decode(position, state))
            leaves[position] = leaf_hash(canonical(fields))
    return ruling_document(
        rule(build_table_day(entries, lambda rulebook, _: shipped_edition(rulebook)), f"{TABLE}/1"), leaves
    ).model_dump()


def noted(ruling: dict[str, Any]) -> list[str]:
    return [finding["text"] for finding in ruling["findings"] if finding["kind"] == "noted_irregularity"]


@pytest.mark.parametrize(("table", "play"), [(BACCARAT, COUP), (CCL, HAND), (WHEEL, SPIN)])
def test_it_is_found_with_what_by_whom_and_about_whom_and_moves_no_money(table: str, play: str) -> None:
    plain = ruled(table, f"{TABLE}/1: {play}; close")
    ruling = ruled(table, f"{TABLE}/1: {play}; irregular shouted_at_neighbour inspector about=P4; close")
    assert noted(ruling) == ["An irregularity was noted by the inspector: shouted at neighbour (P4)."]
    assert [finding["clauses"] for finding in ruling["findings"]] == [[]]
    assert (ruling["verdict"], ruling["money"]) == (plain["verdict"], plain["money"]) == ("stands", ruling["money"])


def test_a_person_is_named_by_the_id_and_the_step_it_is_about_is_told() -> None:
    ruling = ruled(BACCARAT, f"{TABLE}/1: {COUP}; irregular dropped_card M7 step=4; close")
    assert noted(ruling) == ["An irregularity was noted by M7: dropped card, at step 4."]


def test_it_rests_on_the_clause_that_the_house_has_for_that_word() -> None:
    ruling = ruled(BACCARAT, f"{TABLE}/1: {COUP}; irregular partnership inspector about=P1; close")
    assert [finding["clauses"] for finding in ruling["findings"]] == [["DCB-20"]]


@pytest.mark.parametrize(
    ("table", "kind", "found"),
    [
        (CCL, "appliance", "appliance"),
        (ECA, "touch", "card_touched"),
        (CCL, "touch", "noted_irregularity"),
        (ECA, "appliance", "noted_irregularity"),
    ],
)
def test_what_a_house_has_a_finding_of_its_own_for_is_told_once(table: str, kind: str, found: str) -> None:
    ruling = ruled(table, f"{TABLE}/1: {HAND}; irregular {kind} inspector about=P1; close")
    assert [finding["kind"] for finding in ruling["findings"] if finding["kind"] in (found, "noted_irregularity")] == [
        found
    ]


def test_chips_taken_when_they_might_be_are_noted_all_the_same() -> None:
    opened = f"{TABLE}: table blackjack fbj EUR; shoe S1 6"
    ruling = ruled(opened, f"{TABLE}/1: {HAND}; irregular takes_chips D1 about=P1; close")
    assert noted(ruling) == ["An irregularity was noted by D1: takes chips (P1)."]


def test_a_device_that_says_its_error_is_over_reports_no_irregularity() -> None:
    ruling = ruled(BACCARAT, f"{TABLE}/1: {COUP}; irregular cannot_read shoe; irregular cannot_read_cleared shoe; close")
    assert noted(ruling) == ["An irregularity was noted by shoe: cannot read."]


def test_what_another_account_of_the_round_notes_stands_too_and_is_part_of_the_basis() -> None:
    other = "!source transcript/night"
    ruling = ruled(BACCARAT, f"{TABLE}/1: {COUP}; close", other, f"{TABLE}/1: irregular dealer_peeked inspector")
    assert (ruling["account"], noted(ruling)) == ("floor", ["An irregularity was noted by the inspector: dealer peeked."])
    at = next(finding["at"] for finding in ruling["findings"] if finding["kind"] == "noted_irregularity")
    assert any(first <= at <= last for first, last in ruling["basis"]["ranges"])

"""Suspicions as findings: where they stand, what they say, and of which shoes."""

from random import Random

from drill.docket.tables import StagedTable, decks, shuffled, without
from ledger.events.shoe import ShoePrepared, ShoeShuffled
from replay.editions.loader import shipped_edition
from replay.judging.finding import Finding
from replay.ruling.ruling import rule


def table_with_cards_missing(*, empty_shoe_first: bool = False, shuffled_by: str | None = None) -> StagedTable:
    """Shoes of baccarat from which eight copies of the four of diamonds are missing."""
    table = StagedTable(shipped_edition("dcb"), Random(3))
    day = table.events[0][0]
    if empty_shoe_first:
        table.events.append((day, ShoePrepared(shoe="S0", decks=8, device="shoe")))
    cards = without(decks(8), ["4d"] * 8)
    for number in (1, 2):
        if shuffled_by is not None:
            table.events.append((day, ShoeShuffled(shoe=f"S{number}", procedure="riffle", by=shuffled_by)))
        table.deal_shoe(shuffled(cards, table.chance), number_of_decks=8)
    return table


def findings(table: StagedTable) -> list[tuple[str, Finding]]:
    """The findings that cards may be missing, each with its round."""
    day = table.table_day()
    found = ((name.split("/")[2], rule(day, name).findings) for name in day.rounds)
    return [(name, finding) for name, of_round in found for finding in of_round if finding.kind == "cards_missing"]


def test_missing_cards_are_named_with_the_rounds_in_question_and_what_to_do() -> None:
    name, finding = findings(table_with_cards_missing())[0]
    assert finding.text.startswith("Cards may be missing from shoe S1, likeliest " + ", ".join(["4d"] * 8))
    assert finding.text.endswith(f"(rounds 1 to {name}; no shuffle is on record). Count the decks.")


def test_who_shuffled_is_said() -> None:
    _, finding = findings(table_with_cards_missing(shuffled_by="D7"))[0]
    assert "shuffled by D7" in finding.text


def test_a_shoe_from_which_nothing_was_dealt_is_no_hindrance() -> None:
    _, finding = findings(table_with_cards_missing(empty_shoe_first=True))[0]
    assert "rounds 1 to" in finding.text

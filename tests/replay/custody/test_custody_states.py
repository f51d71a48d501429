"""The custody of a shoe, state by state: given what was done, when this is done next, then that is found."""

import pytest

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import content
from ledger.values.subjects import play_stream
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from replay.table_day.builder import TableDay
from replay.table_day.shoe_record import Shoe
from tests.ledgers import decode, encode

DAY = "BJ-1/2026-11-20"
NEXT_DAY = "BJ-1/2026-11-21"
BETS = "bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=3; nmb"
ROUND = f"{BETS}; 1 Th 3 9c D 8d 1 Kc 3 8s; says 1 stand; says 3 stand; D Jc; close"

TABLE = """
house | given                                            | when                                      | then
ccl   | a new table                                      | a round                                   | nothing
ccl   | shoe                                             | a round                                   | nothing
ccl   | shoe; chemmy                                     | a round                                   | all is missing
ccl   | shoe; shuffled                                   | cut well; a round                         | nothing
ccl   | shoe; shuffled                                   | offered to P2; cut by P2; burn 3; a round | the wrong one cuts
ccl   | shoe; shuffled; offered to P1                    | cut by P1; burn 3; a round                | nothing
ccl   | shoe; shuffled; offered to P1                    | cut by P2; burn 3; a round                | the wrong one cuts
ccl   | shoe; shuffled; offered to P1; cut short by P1   | burn 3; a round                           | the cut is too short
ccl   | shoe; shuffled; offered to P1; cut short by P1   | cut well; a round                         | nothing
ccl   | shoe; shuffled; offered to P1; cut short by P1   | offered to P2; cut by P2; burn 3; a round | the wrong one cuts
ccl   | shoe; shuffled; offered to P1; cut by P1         | riffle; burn 3; a round                   | the cut is missing
ccl   | shoe; shuffled; offered to P1; cut by P1         | a round                                   | the burn is missing
ccl   | shoe; shuffled; offered to P1; cut by P1; burn 3 | riffle; cut by P1; a round                | the burn is missing
ccl   | shoe; ready                                      | another dealer; a round                   | nothing
ccl   | shoe; ready; a round                             | another dealer; a round                   | his burn is missing
ccl   | shoe; ready; a round                             | another dealer; he burns; a round         | nothing
ccl   | shoe; ready; a round                             | two dealers; he burns; a round            | nothing
ccl   | shoe; ready; a round                             | he burns; a round                         | a burn for nothing
ccl   | shoe; ready; a round                             | closed with 312                           | nothing
ccl   | shoe; ready; a round                             | closed with 311                           | the count is wrong
ccl   | shoe; ready; a round                             | exchanged by dealer; a round              | exchanged wrongly
ccl   | shoe; ready; a round                             | exchanged by management; a round          | nothing
ccl   | shoe; ready; a round; closed with 312            | second shoe; a round                      | all is missing
dcb   | shoe; chemmy                                     | another dealer; a coup                    | nothing
fbj   | shoe; riffle; refused by P1                      | offered to P2; cut by P2; a round         | nothing
fbj   | shoe; riffle; refused by P1                      | offered to P1; cut by P1; a round         | the wrong one cuts
fbj   | shoe; riffle; refused by P1                      | a round                                   | the cut is missing
fbj   | shoe; riffle; refused by P1; refused by P2       | cut by supervisor; a round                | nothing
fbj   | shoe; riffle; refused by P1                      | cut by supervisor; a round                | the wrong one cuts
fbj   | shoe; riffle; refused by P1; refused by P2       | cut by P1; a round                        | the wrong one cuts
"""

WORDS = {
    "a new table": "",
    "shoe": "shoe S1 6",
    "second shoe": "shoe S2 6",
    "ready": "shuffled S1 chemmy; shuffled S1 riffle; cut S1 P1 104; burn ??; burn ??; burn ??",
    "shuffled": "shuffled S1 chemmy; shuffled S1 riffle",
    "cut well": "cut_offered S1 P1; cut S1 P1 104; burn ??; burn ??; burn ??",
    "chemmy": "shuffled S1 chemmy",
    "riffle": "shuffled S1 riffle",
    "burn 3": "burn ??; burn ??; burn ??",
    "he burns": "burn ?? reason=dealer_change",
    "another dealer": "dealer D2",
    "two dealers": "dealer D2; dealer D3",
}
FOUND = {
    "nothing": [],
    "all is missing": ["shuffle_missing", "not_cut", "wrong_burn"],
    "the cut is missing": ["not_cut"],
    "the burn is missing": ["wrong_burn"],
    "the wrong one cuts": ["wrong_cutter"],
    "the cut is too short": ["short_cut"],
    "his burn is missing": ["new_dealer_burn"],
    "a burn for nothing": ["idle_burn"],
    "the count is wrong": ["wrong_count"],
    "exchanged wrongly": ["wrong_exchanger"],
}
CASES = [tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines()[1:]]


def phrase(step: str) -> str:
    """One step of the table in the notation."""
    if step in WORDS:
        return WORDS[step]
    what, _, who = step.rpartition(" ")
    return {
        "offered to": f"cut_offered S1 {who}",
        "refused by": f"cut_offered S1 {who} refused=yes",
        "cut by": f"cut S1 {who} 104",
        "cut short by": f"cut S1 {who} 20",
        "closed with": f"shoe_closed S1 counted={who}",
        "exchanged by": f"exchanged S1 4s {who}",
    }[what]


def lines(house: str, steps: list[str]) -> list[str]:
    game = "baccarat" if house == "dcb" else "blackjack"
    transcript_lines, rounds = [f"{DAY}: table {game} {house} EUR; sits P1 1; sits P2 3"], 0
    for step in steps:
        rounds += step in ("a round", "a coup")
        if step == "a round":
            transcript_lines.append(f"{DAY}/{rounds}: {ROUND.replace('Th', 'Td') if rounds > 1 else ROUND}")
        elif step == "a coup":
            transcript_lines.append(f"{DAY}/{rounds}: P Th B 9c P 9d B Kc; close")
        elif phrase(step):
            transcript_lines.append(f"{DAY}: {phrase(step)}")
    return transcript_lines


def on_record(transcript_lines: list[str]) -> list[Entry]:
    """Lines of the notation as the ledger would hold them."""
    floor, entries = Transcript("floor"), list[Entry]()
    for delivery in (delivery for line in transcript_lines for delivery in floor.read(line)):
        position = len(entries) + 1
        state = encode(content(delivery), play_stream(delivery.subject), position, "2026-11-20T20:00:00.000000Z")
        entries.append(decode(position, state))
    return entries


def recorded_day(house: str, transcript_lines: list[str], carried: Shoe | None = None) -> TableDay:
    return build_table_day(on_record(transcript_lines), lambda *_: shipped_edition(house), carried)


def custody_of(story: TableDay) -> list[str]:
    """The findings about the shoe."""
    found = [finding for name in story.rounds for finding in rule(story, name).findings]
    return sorted(finding.kind for finding in found if "shoe" in finding.particulars and finding.kind != "wrong_decks")


@pytest.mark.parametrize(("house", "given", "when", "then"), CASES, ids=[" | ".join(case) for case in CASES])
def test_given_when_then(house: str, given: str, when: str, then: str) -> None:
    story = recorded_day(house, lines(house, [*given.split("; "), *when.split("; ")]))
    assert custody_of(story) == sorted(FOUND[then])


READY = f"{DAY}: shoe S1 6; shuffled S1 chemmy; shuffled S1 riffle; cut S1 P1 30; burn ??; burn ??; burn ??"
OPENS = "table blackjack ccl EUR; sits P1 1; sits P2 3"


def test_a_shoe_that_outlives_a_day_keeps_its_record_and_is_not_found_fault_with_twice() -> None:
    evening = recorded_day("ccl", [f"{DAY}: {OPENS}", READY, f"{DAY}/1: {ROUND}"])
    assert custody_of(evening) == ["short_cut"]
    after = [f"{NEXT_DAY}: {OPENS}; dealer D9", f"{NEXT_DAY}/1: {ROUND.replace('Th', 'Td')}"]
    morning = recorded_day("ccl", after, evening.shoe_left)
    assert custody_of(morning) == ["new_dealer_burn"]
    shoe = morning.rounds[f"{NEXT_DAY}/1"].shoe_record
    assert shoe is not None
    assert len(shoe.drawn_cards) == 3 + 6 + 6
    assert [drawn_card.round for drawn_card in shoe.dealt_cards][5:7] == [f"{DAY}/1", f"{NEXT_DAY}/1"]


def test_a_second_telling_of_a_day_finds_the_same() -> None:
    day = [f"{DAY}: {OPENS}", READY, f"{DAY}/1: {ROUND}"]
    evening = recorded_day("ccl", day)
    round_ = evening.rounds[f"{DAY}/1"]
    again = evening.round_in_order(evening.line_of(round_), round_)
    assert again.shoe_record is not None
    assert [act.event for act in again.shoe_record.acts] == [
        act.event for act in (evening.rounds[f"{DAY}/1"].shoe_record or again.shoe_record).acts
    ]

"""A round that was closed before a card was dealt is not finished: nothing is found of its cards, in any house."""

from datetime import date

import pytest

from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.values.effective import RoundOpening
from projections.timeline.timeline import timeline_steps
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule

BETS = {"baccarat": "bet w1 P1 punto 2000", "blackjack": "bet w1 P1 main 2000 box=1"}


@pytest.mark.parametrize("rulebook", [name for name in SHIPPED_RULEBOOKS if shipped_edition(name).game in BETS])
def test_a_round_in_which_nothing_was_dealt_is_ruled_on(rulebook: str) -> None:
    edition = shipped_edition(rulebook)
    day, table = "T-1/2026-01-20", Transcript("table/T-1")
    lines = (f"{day}: table {edition.game} {rulebook} GBP; shoe S1 6", f"{day}/1: open; {BETS[edition.game]}; close")
    delivered = [delivery for line in lines for delivery in table.read(line)]
    entries = [Entry(n, f"table/{day}", n, "2026-01-20T20:00:00.000000Z", each) for n, each in enumerate(delivered, 1)]

    def edition_of(_: str, __: date | RoundOpening) -> Edition:
        return edition

    ruling = rule(build_table_day(entries, edition_of), f"{day}/1")
    assert [finding.kind for finding in ruling.findings if finding.kind != "wrong_decks"] == []
    assert [award.awarded_minor for award in ruling.awards] == [None]


@pytest.mark.parametrize("begins", ["P Ks", "move Ks exposed punto"])
def test_a_coup_behind_a_misdraw_is_ruled_on_whatever_card_it_begins_with(begins: str) -> None:
    """DCB-22: punto stands on six and was given a card; that was noticed and nobody acted; the next coup began, with a card
    of the shoe or with the one that lay exposed.
    """
    edition, day, table = shipped_edition("dcb"), "T-1/2026-01-20", Transcript("table/T-1")
    lines = (
        f"{day}: table baccarat dcb CHF; shoe S1 8",
        f"{day}/1: open; nmb; P 6h B 2c P Kh B 5d P 2h; notice P1 dealer; call banco; close",
        f"{day}/2: open; bet w1 P1 banco 5000; nmb; {begins}; close",
    )
    delivered = [delivery for line in lines for delivery in table.read(line)]
    entries = [Entry(n, f"table/{day}", n, "2026-01-20T20:00:00.000000Z", each) for n, each in enumerate(delivered, 1)]

    def edition_of(_: str, __: date | RoundOpening) -> Edition:
        return edition

    ruling = rule(build_table_day(entries, edition_of), f"{day}/2")
    assert [award.awarded_minor for award in ruling.awards] == [None]


UNTOLD = {
    "a card from aside closes the window of the misdraw before": (
        "1: open; bet w1 P1 punto 3000; nmb; B 8? B Kd P J? B Kc P 6?; close",
        "2: open; move 4s exposed next; close",
    ),
    "a result is called before a card, and later cards are put right": (
        "1: open; call banco; P Js; corrected inspector; P 3s P 3c B 7d P Kh B 8s P 5d B 4h; pay w1 9750; P 6c; close",
    ),
}


@pytest.mark.parametrize("rounds", UNTOLD.values(), ids=UNTOLD)
def test_what_nobody_would_deal_is_ruled_on_all_the_same(rounds: tuple[str, ...]) -> None:
    """Play is never refused for being against the rules: each of these ended ruling in an error."""
    edition, day, table = shipped_edition("dcb"), "T-1/2026-01-20", Transcript("table/T-1")
    lines = (f"{day}: table baccarat dcb CHF; shoe S1 8", *(f"{day}/{line}" for line in rounds))
    delivered = [delivery for line in lines for delivery in table.read(line)]
    entries = [Entry(n, f"table/{day}", n, "2026-01-20T20:00:00.000000Z", each) for n, each in enumerate(delivered, 1)]

    def edition_of(_: str, __: date | RoundOpening) -> Edition:
        return edition

    table_day = build_table_day(entries, edition_of)
    for name in table_day.rounds:
        assert rule(table_day, name).verdict


def test_a_split_on_a_box_whose_second_hand_came_first_is_looked_at() -> None:
    """The nine is laid to a second hand of box 1, before there is a first; and somebody splits the dealer's pair."""
    edition, day, table = shipped_edition("eca-blackjack"), "T-1/2026-01-20", Transcript("table/T-1")
    lines = (
        f"{day}: table blackjack eca-blackjack CHF; shoe S1 8",
        f"{day}/1: open; nmb; 1.2 9c; 1 3c 1 Qd; says 1 split P1; D 8h D 8c; says D split; close",
    )
    delivered = [delivery for line in lines for delivery in table.read(line)]
    entries = [Entry(n, f"table/{day}", n, "2026-01-20T20:00:00.000000Z", each) for n, each in enumerate(delivered, 1)]

    def edition_of(_: str, __: date | RoundOpening) -> Edition:
        return edition

    steps = timeline_steps(rule(build_table_day(entries, edition_of), f"{day}/1"))
    assert "box1.3" in steps[-1].hands

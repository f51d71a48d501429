"""A card that nobody read, out of a shoe of which more came than it can hold: then it can have been of any rank."""

from collections.abc import Iterable

from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import CardDealt, RoundClosed, RoundOpened, WagerPlaced
from ledger.events.shoe import CardBurned, ShoePrepared
from ledger.events.table import TableOpened
from ledger.values.cards import RANKS, SUITS
from replay.editions.loader import shipped_edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from tests.replay.arrivals import ruled as ruled_on
from tests.replay.arrivals import transcribed

DAY = "BAC1/2026-01-01"
DEALT = (("punto", "??"), ("banco", "4h"), ("punto", "4d"), ("banco", "4c"))
"""A natural of banco; if the unread card is a four too, it is a tie."""


def ruled(burned: Iterable[str]) -> Ruling:
    """A coup out of a shoe of one deck from which these cards had come."""
    floor: list[Event] = [TableOpened(game="baccarat", rulebook="dcb", currency="GBP"), ShoePrepared(shoe="S1", decks=1)]
    floor += [CardBurned(card=card) for card in burned]
    coup: list[Event] = [RoundOpened(), WagerPlaced(wager="w1", player="P1", kind="any_tie", stake_minor=500)]
    coup += [*(CardDealt(place=place, card=card) for place, card in DEALT), RoundClosed()]
    events = [*((DAY, event) for event in floor), *((f"{DAY}/1", event) for event in coup)]
    entries = [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "floor", str(n), n, subject))
        for n, (subject, event) in enumerate(events, 1)
    ]
    return rule(build_table_day(entries, lambda _, __: shipped_edition("dcb")), f"{DAY}/1")


def all_but(*ranks: str) -> list[str]:
    return [rank + suit for rank in RANKS for suit in SUITS if rank not in ranks]


def test_what_is_left_in_the_shoe_says_what_the_card_was() -> None:
    ruling = ruled(all_but("4"))
    assert ruling.verdict == "stands"
    assert [finding.kind for finding in ruling.findings] == ["unread_card"]


def test_a_copy_too_many_before_it_leaves_that_open() -> None:
    ruling = ruled([*all_but("4"), "As"])
    assert ruling.verdict == "refer"
    assert [branch.outcome.is_held_up for branch in ruling.branches] == [True]


def test_nothing_breaks_down_after_the_last_card_of_the_shoe() -> None:
    ruling = ruled(all_but())
    assert {"unread_card", "too_many_cards"} <= {finding.kind for finding in ruling.findings}
    assert ruling.verdict == "refer"


def test_an_unread_card_may_be_moved_to_a_hand_though_its_own_coming_out_is_not_on_record() -> None:
    """CCL: box 1 has a ten and a card that is not known, against 19: what is due depends on that card."""
    ruling = ruled_on(
        transcribed("""
            table: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6
            1: open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 9s; move ?? exposed 1; says 1 stand P1; D Td; close
        """)
    )
    assert "unread_card" in {finding.kind for finding in ruling.findings}
    assert [award.awarded_minor for award in ruling.awards] == [None]

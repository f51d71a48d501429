"""A round as it is stepped through: its phases, how it stood, what each knew, both boards at the moment, two accounts."""

from collections.abc import Mapping

import pytest

from ledger.application import Ledger
from ledger.feeds.notation import Transcript
from ledger.ingest import incoming_deliveries
from projections.messages.catalogue import Catalogue
from projections.pictures.compare import build_boards
from projections.table_days import TableDays
from projections.timeline.accounts import align_steps, steps_of_account
from projections.timeline.phases import phases, standings_by_position
from projections.timeline.timeline import formatter_for, timeline_steps
from projections.timeline.visible_information import knowledge
from replay.editions.loader import shipped_edition, shipped_text
from replay.ruling.ruling import Ruling
from tests.ledgers import opened
from tests.projections import floor

Ruled = Mapping[str, Ruling]
ENGLISH = Catalogue()


def told_at(ruling: Ruling, step: int) -> dict[str, tuple[str, ...]]:
    steps = timeline_steps(ruling, formatter_for(ruling, ENGLISH))[:step]
    return {known.who: known.sentences for known in knowledge(ruling, steps, ENGLISH)}


def test_the_phases_of_a_coup_follow_one_another(ruled: Ruled) -> None:
    """Open and two bets; the call and five cards; the result; two payments; notice and correction; the end."""
    found = phases(timeline_steps(ruled[floor.OVERDRAWN]))
    assert [(stretch.phase, stretch.first, stretch.last) for stretch in found] == [
        ("bets", 1, 3),
        ("play", 4, 9),
        ("call", 10, 10),
        ("money", 11, 12),
        ("error", 13, 16),
        ("end", 17, 17),
    ]


def test_the_phases_of_a_spin_begin_with_the_ball(ruled: Ruled) -> None:
    found = [stretch.phase for stretch in phases(timeline_steps(ruled[floor.SPUN]))]
    assert found == ["bets", "play", "call", "end"]


def test_nobody_knows_what_comes(ruled: Ruled) -> None:
    assert told_at(ruled[floor.OVERDRAWN], 1)["everybody at the table"] == ()
    after = told_at(ruled[floor.OVERDRAWN], 6)
    assert after["everybody at the table"] == ("punto: 6♥, 6", "banco: 9♣, 9", "no more bets")
    assert after["Bertil"] == ("Bertil bets 30.00 GBP on punto (w2)",)
    assert "inspector" not in after


def test_whoever_is_told_of_an_error_knows_of_it_from_then_on(ruled: Ruled) -> None:
    assert "inspector" not in told_at(ruled[floor.OVERDRAWN], 12)
    assert told_at(ruled[floor.OVERDRAWN], 13)["inspector"] == ("anna-berger tells inspector of an error",)


def test_a_payment_is_known_to_the_player_whose_wager_it_was(ruled: Ruled) -> None:
    assert told_at(ruled[floor.OVERDRAWN], 11)["anna-berger"][-1] == "w1: 131.25 GBP back"
    assert "w1: 131.25 GBP back" not in told_at(ruled[floor.OVERDRAWN], 11)["Bertil"]


@pytest.mark.parametrize(
    ("step", "dealt", "lawful"),
    [
        (4, {"punto": (), "banco": ()}, {"punto": (), "banco": ()}),
        (6, {"punto": ("6h",), "banco": ("9c",)}, {"punto": ("6h",), "banco": ("9c",)}),
        (8, {"punto": ("6h", "Kh"), "banco": ("9c", "9d")}, {"punto": ("6h", "Kh"), "banco": ("9c", "9d")}),
        (9, {"punto": ("6h", "Kh", "2h"), "banco": ("9c", "9d")}, {"punto": ("6h", "Kh"), "banco": ("9c", "9d")}),
    ],
)
def test_both_boards_have_only_what_had_left_the_shoe(
    ruled: Ruled, step: int, dealt: dict[str, tuple[str, ...]], lawful: dict[str, tuple[str, ...]]
) -> None:
    both = build_boards(ruled[floor.OVERDRAWN], ruled[floor.OVERDRAWN].branches[0].outcome, step)
    assert both is not None
    assert (dict(both.dealt), dict(both.lawful)) == (dealt, lawful)
    assert [misplaced.card for misplaced in both.misplaced_cards] == (["2h"] if step == 9 else [])
    assert both.undrawn_slots == ()


def test_a_card_still_to_be_drawn_is_missing_only_at_the_end(ledger: Ledger) -> None:
    """Banco with 0 draws to punto's king, and was not given its card; the king is the eighth entry."""
    ruling = ruled_on(ledger, UNDERDRAWN, "BAC-9/2026-01-20/1")
    before = build_boards(ruling, ruling.branches[0].outcome, 7)
    after = build_boards(ruling, ruling.branches[0].outcome, 8)
    assert before is not None
    assert after is not None
    assert (before.undrawn_slots, after.undrawn_slots) == ((), (("banco", 2),))


def test_the_standing_is_told_entry_by_entry(played: str) -> None:
    with opened(played) as ledger:
        story = TableDays(ledger).get(floor.OVERDRAWN.rpartition("/")[0])
        round_ = story.rounds[floor.OVERDRAWN]
        found = standings_by_position(story, round_)
    assert list(found.values())[:12] == ["open"] * 12
    assert list(found.values())[12:16] == ["disputed"] * 4


UNDERDRAWN = """\
BAC-9/2026-01-20: table baccarat dcb GBP; limits banco 500 100000; shoe S1 8
BAC-9/2026-01-20/1: open; bet w1 P1 banco 1000; nmb; P 3c B Qh P 8s B Jc P Kd; call punto; notice P1 inspector
"""
TWICE = """\
!source table/BAC-9
BAC-9/2026-01-20: table baccarat dcb GBP; limits punto 500 100000; shoe S1 8
BAC-9/2026-01-20/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; close
!source transcript/I7
BAC-9/2026-01-20/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 6d; call punto; notice P1 inspector; close
"""


def ruled_on(ledger: Ledger, text: str, name: str) -> Ruling:
    ledger.adopt("dcb", shipped_edition("dcb").name, shipped_text("dcb"))
    transcript = Transcript("table/1")
    ledger.ingest(
        incoming_deliveries([delivery for line in text.splitlines() for delivery in transcript.read(line)], "feed")
    )
    return next(TableDays(ledger).rulings([name]))


def test_two_accounts_are_laid_side_by_side(ledger: Ledger) -> None:
    """The table tells 5d, the transcript 6d and a notice besides; all else is the same."""
    ruling = ruled_on(ledger, TWICE, "BAC-9/2026-01-20/1")
    here = timeline_steps(ruling, formatter_for(ruling, ENGLISH))
    rows = align_steps(here, steps_of_account(ruling, ruling.round.other_accounts[0], ENGLISH))
    differing = [(r.step.text if r.step else None, r.other_step.text if r.other_step else None) for r in rows if r.differs]
    assert differing == [("5♦ to banco", "6♦ to banco"), (None, "P1 tells inspector of an error")]
    assert len(rows) == len(here) + 1

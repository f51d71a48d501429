"""The drill for blackjack: it finds nothing wrong with the engine in any house, and much with a broken one."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.drill import drill_shoe
from drill.blackjack.faults.absence import somebody_away
from drill.blackjack.faults.catalogue import FAULTS, possible_faults
from drill.blackjack.recording import RoundRecording
from drill.blackjack.rounds import (
    LINE_CHANGING_FAULTS,
    ROUND_NAME,
    DrilledBlackjackRound,
    drilled_rounds,
    lawful_scenario,
    random_resolutions,
)
from drill.blackjack.scoring import score
from drill.record_variations import RECORD_KINDS
from drill.tally import Tally, run_drill
from ledger.events.play import PlayerAbsent
from replay.editions.loader import parse_edition, shipped_edition
from replay.games.blackjack import checks, settlement, table
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.table import BlackjackTable, Hand
from replay.procedure.procedure import Due
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

ROUNDS = 100
MANY_ROUNDS = 2000
RIVERBOAT = Path(__file__).parents[1] / "editions" / "riverboat.toml"


def house(name: str) -> Edition:
    return parse_edition(RIVERBOAT.read_text(encoding="utf-8")) if name == "riverboat" else shipped_edition(name)


HOUSES = ("ccl", "eca-blackjack", "scb", "fbj", "riverboat")


def judged(rounds: list[DrilledBlackjackRound]) -> Tally:
    """The tally of rounds that were recorded before."""
    tally = Tally(0)
    for drilled in rounds:
        score(tally, drilled, rule(drilled.table_day, ROUND_NAME))
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", HOUSES)
def test_the_engine_misses_and_invents_nothing_and_gets_the_money_right(name: str, rounds: int) -> None:
    tally = run_drill(drill_shoe, house(name), rounds, seed=3)
    assert tally.rounds == rounds
    assert tally.injected > rounds // 4
    assert (tally.missed, tally.invented, tally.wrong_money) == (0, 0, 0), "\n".join(tally.examples)
    assert tally.found == tally.injected
    assert tally.restored
    assert tally.drawn
    assert tally.asked
    assert tally.restored + tally.drawn + tally.asked + tally.impossible == tally.dealing_faults
    assert tally.injected // 6 < tally.two_faults <= tally.injected // 3


@pytest.mark.slow
def test_the_same_seed_gives_the_same_tally() -> None:
    tally, other = (run_drill(drill_shoe, house("riverboat"), 80, seed=5) for _ in range(2))
    assert tally.document() == other.document()
    assert tally.document() != run_drill(drill_shoe, house("riverboat"), 80, seed=6).document()


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOUSES)
def test_every_fault_that_the_house_knows_occurs(name: str) -> None:
    edition = house(name)
    wanted = set(possible_faults(Rules(edition)))
    for shoe in count(1):
        wanted -= {fault for drilled in drilled_rounds(edition, 3, shoe, 40) for fault in drilled.scenario.faults}
        if not wanted:
            break
        assert shoe < 400, f"{name}: {sorted(wanted)} never occurred"


def test_progress_is_told_round_by_round() -> None:
    seen: list[int] = []
    run_drill(drill_shoe, house("riverboat"), 7, seed=1, progress=seen.append)
    assert sum(seen) == 7


def test_who_is_away_does_nothing_at_the_table() -> None:
    rng, tried = Random(3), 0
    names = [name for name in possible_faults(Rules(house("fbj"))) if name not in LINE_CHANGING_FAULTS]
    while tried < 500:
        floor = SimulatedBlackjackTable(house("fbj").with_resolutions(random_resolutions(house("fbj"), rng)), 3 + tried)
        floor.next_round()
        script = lawful_scenario(floor)
        if not somebody_away(script, rng):
            continue
        for name in names:
            if FAULTS[name](faulty := deepcopy(script), rng):
                tried += 1
                events = [event for event, _ in RoundRecording(faulty).events()]
                leaves = max(at for at, event in enumerate(events) if isinstance(event, PlayerAbsent))
                acting = {getattr(event, role, None) for event in events[leaves + 1 :] for role in ("player", "by")}
                assert acting.isdisjoint(faulty.absent_players), name


SELDOM = {"late_bet", "late_raise", "late_withdrawal", "card_to_empty_box", "face_up_ill_treated"}
LOW = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


@pytest.fixture(scope="module")
def recorded_rounds() -> list[DrilledBlackjackRound]:
    """One house's rounds, recorded while the engine was whole: the first ones, and all with certain seldom faults or cards.

    Those with unread cards take long and show little: whatever is not certain is left open in them.
    """
    rounds = [drilled for shoe in range(1, 9) for drilled in drilled_rounds(house("riverboat"), 11, shoe, 40)]
    read = [drilled for drilled in rounds if "??" not in drilled.scenario.card_names.values()]
    return [
        drilled for at, drilled in enumerate(read) if at < 140 or SELDOM & set(drilled.scenario.faults) or soft_17(drilled)
    ]


def soft_17(drilled: DrilledBlackjackRound) -> bool:
    """Whether the dealer has an ace and six on the way."""
    ranks = [card[0] for card in drilled.scenario.line.final_board.dealer.all_cards]
    ways = [ranks[:number] for number in range(2, len(ranks) + 1)]
    return any("A" in way and sum(LOW.get(r) or int(r) for r in way) == 7 for way in ways)


@pytest.fixture(scope="module")
def whole(recorded_rounds: list[DrilledBlackjackRound]) -> Tally:
    """What the whole engine makes of them."""
    return judged(recorded_rounds)


def stops_at_two(play: Play, board: BlackjackTable, rules: Rules) -> Due | None:
    due = WHOLE_DEALER(play, board, rules)
    return None if len(board.dealer.all_cards) == 2 else due


WHOLE_DEALER = Play._due_to_dealer
WHOLE_TOTAL = table.total
WHOLE_DEALING = Play.due_first_card


def deals_dealer_first(play: Play, board: BlackjackTable, rules: Rules) -> Due | None:
    due = WHOLE_DEALING(play, board, rules)
    return Due("dealer") if due is not None and not board.dealer.due_cards else due


def ace_low(hand: Hand, rules: Rules) -> tuple[int, bool]:
    return WHOLE_TOTAL(hand, rules)[0] if len(hand.all_cards) > 2 else WHOLE_TOTAL(hand, rules)[0] - 1, False


def only_the_place_shows(_: Play, __: BlackjackTable, due: Due) -> str:
    return due.place


BROKEN: dict[str, tuple[object, str, Callable[..., object]]] = {
    "the dealer stops with two cards": (Play, "_due_to_dealer", stops_at_two),
    "the dealer is dealt first": (Play, "due_first_card", deals_dealer_first),
    "totals of two cards are one less in the settlement": (settlement, "total", ace_low),
    "a blackjack is paid like any hand": (settlement, "is_two_card_21", lambda *_: False),
    "decisions carry over whatever was seen": (Play, "visible_state", only_the_place_shows),
    "every decision is open": (Play, "is_legal", lambda *_: True),
    "split and double never settle as such": (settlement, "_is_lawful", lambda *_: False),
    "insurance is never open": (checks, "is_insurance_open", lambda *_: False),
}


@pytest.mark.slow
@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_engine_fails_the_drill(
    how: str, recorded_rounds: list[DrilledBlackjackRound], whole: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, broken = BROKEN[how]
    monkeypatch.setattr(owner, name, broken)
    tally = judged(recorded_rounds)
    assert tally.missed + tally.invented + tally.wrong_money > whole.missed + whole.invented + whole.wrong_money


FLIPPED: dict[str, object] = {
    "dealer.stands_on": 16,
    "dealer.stands_on_soft": True,
    "dealer.draws_for": "always",
    "double.totals": frozenset({11}),
    "split.most_hands": 1,
    "deal.rounds": (("boxes",), ("boxes", "dealer")),
    "win.odds": "2:1",
    "blackjack.odds": "3:2",
    "insurance.odds": "3:1",
    "insurance.share": "1:4",
    "equal_totals.are": "lost",
    "late_bet.becomes": "plays",
    "late_raise.becomes": "plays",
    "late_withdrawal.becomes": "off",
    "unlawful_extra_stake.becomes": "plays",
    "error.otherwise": "void",
    "error.noticed_at_once": "void",
    "error.card_to_empty_box": "as_dealt",
    "error.once_played_on": "as_dealt",
    "error.decisions_carry_over": "none",
    "error.face_up_in_shoe": "next",
    "error.face_up_in_machine": "next",
}
"""Values of the house other than what it plays by."""


@pytest.mark.slow
@pytest.mark.parametrize("key", FLIPPED)
def test_an_engine_with_one_rule_flipped_fails_the_drill(
    key: str, recorded_rounds: list[DrilledBlackjackRound], whole: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drilled in recorded_rounds:
        played = drilled.table_day.rounds[ROUND_NAME]
        value = (FLIPPED[key], played.edition.values[key][1])
        flipped = replace(played.edition, values={**played.edition.values, key: value})
        monkeypatch.setattr(played, "edition", flipped)
    tally = judged(recorded_rounds)
    assert tally.missed + tally.invented + tally.wrong_money > whole.missed + whole.invented + whole.wrong_money


DECIDED_UPON = ("shoe_void", "paid_after_the_announcement")
"""Drilled shoes that people announce void: money is at stake in them, and no finding."""


def test_a_judge_that_finds_nothing_misses_everything() -> None:
    def blind(story: TableDay, name: str) -> Ruling:
        ruling = rule(story, name)
        object.__setattr__(ruling, "findings", ())
        return ruling

    tally = run_drill(drill_shoe, house("riverboat"), 60, seed=2, judge=blind)
    found = {kind for kind, counts in tally.by_fault.items() if counts["found"]}
    assert {kind for kind in found if kind not in RECORD_KINDS and not kind.startswith(DECIDED_UPON)} == set()
    assert tally.missed > tally.injected / 2
    assert tally.examples[0].startswith("batch 1, seed 2: ")

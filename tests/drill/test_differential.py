"""The engine's money against the oracles', on lawful rounds of every house: few at once, many where there is time."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Final

import pytest

from drill.baccarat.expected_money import terms_of as terms_of_baccarat
from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.expected_money import hands_after, money_after
from drill.blackjack.recording import record_table_day
from drill.blackjack.rounds import ROUND_NAME, lawful_scenario, random_resolutions
from drill.blackjack.scenario import BlackjackScenario
from drill.oracles import baccarat as dcb
from drill.oracles import roulette as wheel
from drill.roulette.deal import PLACES_BY_KIND
from drill.roulette.expected_money import terms_of as terms_of_roulette
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, layout_of
from replay.editions.loader import shipped_edition
from replay.games.baccarat import settlement as engine_of_baccarat
from replay.games.baccarat.coup import CoupHands, Tableau
from replay.games.roulette import settlement as engine_of_roulette
from replay.games.roulette.bets import CALL_BETS, Spot
from replay.judging.wagers import round_to_minor
from replay.procedure.procedure import simulate
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import rule

AT_ONCE: Final = 200
MANY: Final = pytest.mark.parametrize(
    ("first", "rounds"), [(1, AT_ONCE), pytest.param(1001, 5000, marks=[pytest.mark.nightly, pytest.mark.timeout(3600)])]
)
CARDS: Final = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
KINDS: Final = ("banco", "punto", "any_tie", "3g8", *(f"ur_way {total}" for total in range(10)))


# Baccarat


def _wagers(rng: Random) -> Iterator[dcb.BaccaratWager]:
    for kind in KINDS:
        name, _, total = kind.partition(" ")
        stake = rng.choice((1, 5, 99, 1005, 2500, 99_999))
        yield dcb.BaccaratWager(kind, rng.choice(("Ann", "Bob", "Cy")), name, stake, int(total) if total else None)


@MANY
def test_baccarat(first: int, rounds: int) -> None:
    """Cards by the tableau, and what each kind of wager gets; on hands that no tableau gives too."""
    edition = shipped_edition("dcb")
    rules, terms, rng = Rules(edition), terms_of_baccarat(edition), Random(first)
    posted = dcb.PostedTerms(
        {total: Fraction(20 * total + 44) for total in range(10)}, {"Ann": 200, "Bob": 1000, "Cy": 333}
    )
    odds: dict[tuple[str, int | None], str] = {("ur_way", total): f"{20 * total + 44}:1" for total in range(10)}
    for number in range(rounds):
        shoe = rng.sample(CARDS * 8, 6)
        board, _ = simulate(Tableau(), CoupHands(), rules, list(reversed(shoe)).pop)
        hands = dcb.deal_hands(shoe, terms)
        assert (hands.punto, hands.banco) == (board.punto, board.banco), shoe
        if number % 4 == 0:
            hands = dcb.Hands(tuple(shoe[: rng.choice((2, 3))]), tuple(shoe[3 : 3 + rng.choice((2, 3))]))
            board = CoupHands(hands.punto, hands.banco)
        outcome = engine_of_baccarat.coup_result(board, rules)
        wagers = list(_wagers(rng))
        main = [dcb.BaccaratWager(f"main of {who}", who, "any_tie", 1) for who in ("Ann", "Bob", "Cy")]
        found = dcb.returns_by_wager([*wagers, *main], hands, posted, terms)
        for wager in wagers:
            stake = engine_of_baccarat.Stake(
                wager.kind, wager.stake_minor, wager.total, posted.shares_bp[wager.player], odds
            )
            exact = engine_of_baccarat.settle(outcome, stake, rules)
            assert exact is not None
            assert round_to_minor(exact, rules) == found[wager.name], (shoe, wager)


# Blackjack


def _scripts(edition: Edition, seed: int) -> Iterator[tuple[BlackjackScenario, Edition, int]]:
    """Lawful rounds, the house's open questions resolved now so, now otherwise."""
    rng = Random(seed)
    while True:
        held = edition.with_resolutions(random_resolutions(edition, rng))
        floor = SimulatedBlackjackTable(held, rng.randrange(1 << 30))
        for _ in range(10):
            floor.next_round()
            script = lawful_scenario(floor)
            yield script, held, floor.decks
            floor.remove_cards(len(script.cards_out), script.cards_out)


@pytest.mark.slow
@MANY
@pytest.mark.parametrize("house", ["ccl", "scb", "fbj", "eca-blackjack"])
def test_blackjack(house: str, first: int, rounds: int) -> None:
    """What a ruling says is due on every wager, and which cards lie where."""
    for script, held, decks in islice(_scripts(shipped_edition(house), first), rounds):
        table_day, _ = record_table_day(script, held, decks)
        ruling = rule(table_day, ROUND_NAME)
        assert len(ruling.branches) == 1
        acts, judgement = script.line.acts, ruling.branches[0].outcome
        assert {claim.wager: claim.due_minor for claim in judgement.wagers_due} == money_after(script, acts), acts
        assert judgement.lawful_hands == hands_after(script, acts)


# Roulette


def _spots() -> Iterator[Spot]:
    """Every place of the layout and every bet that stands for several."""
    for kind, groups in PLACES_BY_KIND.items():
        yield from (Spot(kind, numbers=group) for group in groups)
    yield from (Spot(kind, index=index) for kind in INDEXED_KINDS for index in (1, 2, 3))
    yield from (Spot(kind) for kind in (*EVEN_CHANCES, *CALL_BETS))
    yield from (Spot("neighbours", centre=pocket, pieces=number) for pocket in wheel.WHEEL for number in (3, 5, 7))


@pytest.mark.slow
def test_roulette() -> None:
    """Every place there is, and every compartment."""
    edition, layout = shipped_edition("eca-roulette"), layout_of(None)
    rules, terms, compared = Rules(edition), terms_of_roulette(edition), 0
    assert layout.wheel == wheel.WHEEL
    for spot in _spots():
        on = engine_of_roulette.pieces_of(spot, layout, rules)
        assert on is not None
        mine = wheel.placed_chips(spot.kind, spot.numbers, spot.index, spot.centre, spot.pieces or 1, wheel.WHEEL, terms)
        for pocket in wheel.WHEEL:
            for stake in (1, 100, 6300):
                exact = engine_of_roulette.settle(on, stake, pocket, layout, rules)
                assert exact == wheel.exact_return(mine, stake, pocket, terms), (spot, pocket)
                assert round_to_minor(Fraction(exact), rules) == wheel.owed_minor(
                    wheel.RouletteWager(mine, stake), pocket, terms
                )
                compared += 1
    assert compared > 20_000

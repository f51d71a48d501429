"""Who of a box's players has the say, criterion by criterion, in a house of the test's own."""

from pathlib import Path

import pytest

from replay.editions.loader import parse_edition
from replay.games.blackjack.box_control import calling_order
from replay.judging.wagers import Bet
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules, judge_branches
from replay.table_day.table_terms import TableTerms

RIVERBOAT = Path(__file__).parents[1] / "editions" / "riverboat.toml"
NOBODY_SEATED = TableTerms()
SEATED = TableTerms(seats={"P2": 3, "P3": 5, "P4": 1, "P5": 2})


def house(criteria: str) -> Edition:
    text = RIVERBOAT.read_text(encoding="utf-8")
    return parse_edition(text.replace("[values]\n", f'[values]\n"box.caller" = {{ {criteria}, clause = "RB-4" }}\n', 1))


def bets(*laid: str, under: TableTerms = NOBODY_SEATED) -> list[Bet]:
    """Wagers told as `P1 3 1000 2`: player, box, stake and, where it is known, the spot."""
    return [_bet(at, *line.split(), under=under) for at, line in enumerate(laid, 1)]


def _bet(at: int, player: str, box: str, stake: str, spot: str = "0", *, under: TableTerms) -> Bet:
    minor = int(stake)
    return Bet(f"w{at}", player, "main", None, minor, minor, 0, at, under, box=int(box), spot=int(spot) or None)


def says(criteria: str, laid: list[Bet], box: int = 3) -> str:
    words = ", ".join(f'"{word}"' for word in criteria.split())
    order = dict(calling_order(laid, Rules(house(f"value = [{words}]"))))
    return " ".join(order[box])


@pytest.mark.parametrize(
    ("criteria", "order"),
    [
        pytest.param("seated", "P2 P1 P3", id="who sits at the box, then the others as they laid"),
        pytest.param("seated_anywhere", "P2 P3 P1", id="whoever has a seat before whoever stands"),
        pytest.param("lowest_seat", "P2 P3 P1", id="the lowest seat, nobody's seat last"),
        pytest.param("highest_wager", "P3 P1 P2", id="the highest wager, then as they laid"),
        pytest.param("highest_wager nearest_dealer", "P3 P2 P1", id="equal wagers by the spot"),
        pytest.param("seated highest_wager", "P2 P3 P1", id="the next criterion only where the first leaves several"),
        pytest.param("nearest_dealer", "P2 P1 P3", id="an unknown spot is the last"),
    ],
)
def test_criteria_tell_the_players_of_a_box_apart(criteria: str, order: str) -> None:
    assert says(criteria, bets("P1 3 1000 2", "P2 3 1000 1", "P3 3 3000", under=SEATED)) == order


def test_the_nearest_seat_decides_and_at_the_same_distance_the_lower_one() -> None:
    laid = bets("P3 3 1000", "P4 3 1000", "P5 3 1000", "P6 3 1000", under=SEATED)
    assert says("nearest_seat lowest_seat", laid) == "P5 P4 P3 P6"
    assert says("nearest_seat", laid) == "P5 P3 P4 P6"


def test_a_tie_for_the_highest_wager_tells_nobody_apart_where_it_must_be_the_sole_one() -> None:
    laid = bets("P1 3 2000 3", "P2 3 1000 1", "P3 3 2000 2")
    assert says("highest_wager nearest_dealer", laid) == "P3 P1 P2"
    assert says("sole_highest_wager nearest_dealer", laid) == "P2 P3 P1"
    assert says("sole_highest_wager nearest_dealer", bets("P1 3 2000 3", "P2 3 1000 1", "P3 3 3000 2")) == "P3 P1 P2"


def test_wagers_of_one_player_on_a_box_add_up() -> None:
    laid = bets("P1 3 1500 1", "P2 3 1000 3", "P2 3 1000 2")
    assert says("highest_wager", laid) == "P2 P1"
    assert says("nearest_dealer", bets("P1 3 1500 2", "P2 3 1000 3", "P2 3 1000 1")) == "P2 P1"


def test_who_came_first_to_the_box_need_not_have_come_first_to_the_table() -> None:
    came = TableTerms(arrivals=(("P1", None), ("P2", None), ("P1", 5), ("P2", 3), ("P1", 3)))
    laid = bets("P1 3 1000", "P2 3 1000", under=came)
    assert says("first_at_box", laid) == "P2 P1"
    assert says("first_at_table", laid) == "P1 P2"


def test_whoever_was_not_seen_to_come_came_when_laying_a_wager() -> None:
    came = TableTerms(arrivals=(("P3", 3),))
    assert says("first_at_box lowest_seat", bets("P1 3 1000", "P2 3 1000", "P3 3 1000", under=came)) == "P3 P1 P2"


def test_each_box_has_its_own_order_from_the_dealers_left() -> None:
    laid = bets("P1 5 1000", "P2 3 2000", "P1 3 1000", "P2 5 500")
    assert calling_order(laid, Rules(house('value = ["highest_wager"]'))) == ((3, ("P2", "P1")), (5, ("P1", "P2")))


def test_readings_branch_only_where_the_order_differs() -> None:
    text = RIVERBOAT.read_text(encoding="utf-8").replace(
        "[values]\n",
        """
[clauses."RB-4a?"]
kind = "R"
title = "Whose box it is"
text = "Whether it is the box of whoever came first or of whoever stakes most."

[readings."RB-4a?".readings]
a = "whoever came first"
b = "whoever stakes most"

[values]
"box.caller" = { readings = { a = ["first_at_box"], b = ["highest_wager"] }, clause = "RB-4a?" }
""",
        1,
    )
    open_house = parse_edition(text)
    same = judge_branches(open_house, lambda rules: calling_order(bets("P1 3 2000", "P2 3 1000"), rules))
    assert [(b.choices, b.outcome) for b in same] == [({}, ((3, ("P1", "P2")),))]
    other = judge_branches(open_house, lambda rules: calling_order(bets("P1 3 1000", "P2 3 2000"), rules))
    assert [(b.choices, b.outcome) for b in other] == [
        ({"RB-4a?": "a"}, ((3, ("P1", "P2")),)),
        ({"RB-4a?": "b"}, ((3, ("P2", "P1")),)),
    ]


def test_one_player_alone_needs_no_rule() -> None:
    rules = Rules(house('value = ["seated"]'))
    assert calling_order(bets("P1 3 1000", "P1 3 2000"), rules) == ((3, ("P1",)),)
    assert not rules.cited_clauses

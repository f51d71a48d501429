"""A value with some of its fields otherwise is the one that `dataclasses.replace` makes."""

import dataclasses
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.altered import altered
from replay.blackjack.table import Hand, Table
from replay.posting import Posting
from replay.roulette.bets import Bet, Spot
from replay.roulette.no_spin import Attempt
from replay.roulette.spin import Wheel

SPOT: Final = Spot("straight", "17")
ONES: Final = (
    Hand("box1", ("As", "Kd"), ("As", "Kd"), split_from="A"),
    Table((Hand("box1"), Hand("box2"))),
    Wheel(previous="17", opened=True),
    Bet("w1", "P1", SPOT, 500, SPOT, 500, at=3, index=2, told_spot=SPOT, told_minor=500, last_spot=SPOT),
    Attempt(total=5),
    Posting(limits={"main": (100, 1000)}),
)
"""One of each kind of which the fast path is used."""


@given(st.data())
def test_it_is_the_one_that_replace_makes(data: st.DataObject) -> None:
    one: Any = data.draw(st.sampled_from(ONES))
    other: Any = data.draw(st.sampled_from([each for each in ONES if type(each) is type(one)]))
    names = data.draw(st.sets(st.sampled_from([field.name for field in dataclasses.fields(one)])))
    changes = {name: data.draw(st.sampled_from([getattr(other, name), "otherwise", None, 7])) for name in names}
    assert altered(one, **changes) == dataclasses.replace(one, **changes)


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        altered(Hand("box1"), colour="red")

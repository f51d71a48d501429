"""Keys become events: what each means where it is pressed, and what is said of one that fits nowhere."""

import pytest

from desk.typed.keys import ENTER, PaidAmount, ReadKeys, TypingTable, read_keys
from replay.games.registry import GAMES

COUP = TypingTable(
    keys=GAMES["baccarat"].typing_keys,  # type: ignore[arg-type]
    due="P",
    hand="P",
    next_wager="w2",
    stakes=(100, 200, 500),
    amounts={"w1": {"n": PaidAmount(0, "nothing"), "s": PaidAmount(500, "the stake"), "d": PaidAmount(975, "what is due")}},
)
SPIN = TypingTable(
    keys=GAMES["roulette"].typing_keys,  # type: ignore[arg-type]
    due=None,
    hand=None,
    next_wager="w1",
    stakes=(100,),
    amounts={},
)
BOX = TypingTable(
    keys=GAMES["blackjack"].typing_keys,  # type: ignore[arg-type]
    due="1",
    hand="1.2",
    next_wager="w1",
    stakes=(100, 200, 500),
    amounts={},
)


@pytest.mark.parametrize(
    ("table", "keys", "phrase"),
    [
        (COUP, "o", "open"),
        (COUP, "9h", "P 9h"),
        (COUP, "tc", "P Tc"),
        (COUP, "9?", "P 9?"),
        (COUP, "??", "P ??"),
        (COUP, "bkd", "B Kd"),
        (COUP, "w1b3", "bet w2 P1 banco 500"),
        (COUP, "n", "nmb"),
        (COUP, "ce", "call egalite"),
        (COUP, "y1n", "pay w1 0"),
        (COUP, "y1d", "pay w1 975"),
        (COUP, f"y11234{ENTER}", "pay w1 1234"),
        (COUP, f":notice P2 inspector{ENTER}", "notice P2 inspector"),
        (COUP, "e", "close"),
        (SPIN, "s", "spin"),
        (SPIN, "r17", "rest 17"),
        (SPIN, "r08", "rest 8"),
        (SPIN, f"r8{ENTER}", "rest 8"),
        (SPIN, "r00", "rest 00"),
        (SPIN, "zf", "no_spin foreign_object"),
        (SPIN, "w2r1", "bet w1 P2 red 100"),
        (BOX, "w213", "bet w1 P2 main 500 box=1"),
        (BOX, "x2tc", "2 Tc"),
        (BOX, "dkd", "D Kd"),
        (BOX, "ss", "says 1.2 stand"),
    ],
)
def test_keys_are_an_event(table: TypingTable, keys: str, phrase: str) -> None:
    assert read_keys(keys, table) == ReadKeys(phrase=phrase)
    for length in range(1, len(keys)):
        before = read_keys(keys[:length], table)
        assert before.phrase is None, "no event is taken before its last key"
        assert before.wrong is None


@pytest.mark.parametrize(
    ("table", "keys", "why"),
    [
        (COUP, "g", "'g' begins no event here: "),
        (COUP, "9x", "'x' is no suit here: s s, h h, d d, c c, ? ?"),
        (COUP, "w1x", "'x' is no kind here: p punto, b banco, e egalite, t any_tie"),
        (COUP, "y2", "'2' is no wager here: 1 w1"),
        (COUP, f":cal punto{ENTER}", "call"),
        (COUP, f":P 9h B 3c{ENTER}", "type one event at a time"),
        (COUP, f":{ENTER}", "type one event at a time"),
        (SPIN, "9h", "no hand is due here; say whose it is"),
        (SPIN, "rx", "'x' is no compartment"),
        (SPIN, "y", "there is none yet"),
    ],
)
def test_what_fits_nowhere_is_said_with_what_would(table: TypingTable, keys: str, why: str) -> None:
    read = read_keys(keys if keys != "y" else "y1", table)
    assert read.phrase is None
    assert read.wrong is not None
    assert why in read.wrong


def test_the_first_choices_name_the_place_that_is_due() -> None:
    card, *others = read_keys("", COUP).choices
    assert "P" in card.meaning
    assert {choice.key for choice in others} >= {"o", "n", "w", "p", "b", "c", "y", "e", ":"}


def test_no_two_patterns_begin_with_the_same_key() -> None:
    for table in (COUP, SPIN, BOX):
        keys = [pattern.key for pattern in table.patterns]
        assert len(keys) == len(set(keys))
        assert not set(keys) & set("a23456789tjqk?:") - ({"t"} if table is SPIN else set()), "a rank is a card"

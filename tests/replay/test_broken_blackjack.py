"""An engine for blackjack that is broken in any one place fails the drill.

Every value of three houses is flipped in turn, and every operator, number and condition in the code of the procedure,
of the table and of the settlement. Neither is chosen by hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from types import ModuleType
from typing import Any, Final

import pytest

from ledger.errors import MalformedRulebook
from replay.blackjack import play, settlement, table
from replay.blackjack.rounds import NAME, Drilled
from replay.blackjack.scoring import failures
from replay.blackjack.values import KEYS
from replay.rulebook import Edition, parse
from replay.rulings import Ruling, rule
from replay.story import Story
from tests.clauses.ccl import flips as plain
from tests.clauses.dcb.toml import written
from tests.clauses.eca_blackjack import flips as eca
from tests.replay.engines import Engine, mutilated, watched
from tests.replay.rounds import HOUSES, OTHERWISE, rounds, tables

pytestmark = pytest.mark.timeout(600)

CODE: Final = (play, table, settlement)
PATIENCE: Final = 5.0
"""So many seconds of work is a ruling given; our engine needs a few hundredths of one."""

_VALUES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "no stake of the drill leaves a fraction of a minor unit": {
        "riverboat": ("money.fraction_goes_to becomes player",),
        "eca-blackjack": ("money.fraction_goes_to  becomes house",),
        "ccl": ("money.fraction_goes_to becomes house",),
    },
    "what is late in the drill comes after the first card, and not between it and the call": {
        "riverboat": ("bets.close_with becomes call",),
        "eca-blackjack": ("bets.close_with  becomes call",),
        "ccl": ("bets.close_with in reading a becomes call", "bets.close_with in reading b becomes first_card"),
    },
    "nobody in the drill splits a split hand unlawfully": {
        "riverboat": ("split.most_hands becomes 3", "split.aces_again becomes True"),
        "ccl": (
            "split.most_hands becomes 5",
            "split.aces_again in reading a becomes False",
            "split.aces_again in reading b becomes True",
        ),
    },
    "the house has no finding for a decision of which only a half was given": {
        "riverboat": ("decision.needs becomes both",),
        "ccl": ("decision.needs becomes both",),
    },
    "a dealer's blackjack beats every other 21 there, and less has lost anyway": {
        "riverboat": ("double.lost_to_blackjack becomes False", "split.lost_to_blackjack becomes False"),
        "eca-blackjack": ("double.lost_to_blackjack  becomes False", "blackjack.beats_other_21 a becomes False"),
        "ccl": ("double.lost_to_blackjack becomes False", "split.lost_to_blackjack becomes False"),
    },
    "insurances in the drill are of the share or above it, none below": {
        "riverboat": ("insurance.amount becomes exactly",),
        "eca-blackjack": ("insurance.amount a becomes up_to", "insurance.amount b becomes exactly"),
        "ccl": ("insurance.amount becomes exactly",),
    },
    "when an insurance is collected is a matter of a finding only: of none there, or the drill pays at the right time": {
        "riverboat": ("insurance.is_collected becomes with_the_second_card",),
        "eca-blackjack": (
            "insurance.is_collected  becomes at_the_end",
            "conduct.insurance_not_collected is removed",
        ),
    },
    "nobody in these rounds doubles a pair of twos unlawfully": {"eca-blackjack": ("double.totals  has 4 besides",)},
    "every total may be doubled there": {"ccl": ("double.soft_total_counts becomes high",)},
    "the house has no even money": {
        "riverboat": ("even_money.odds becomes 2:1", "even_money.odds becomes 1:2"),
    },
    "even money that is not open is seldom asked for on a blackjack: never against this card": {
        "eca-blackjack": tuple(f"even_money.against  has {rank} besides" for rank in "23456789TJQK"),
        "ccl": tuple(f"even_money.against has {rank} besides" for rank in "TK92"),
    },
    "the limits posted at the table hold before the rulebook's": {
        "riverboat": ("limits.box becomes limits of its own",),
        "ccl": ("limits.box becomes limits of its own",),
    },
    "every stake of the drill is a multiple of half the unit": {
        "eca-blackjack": ("limits.box  most becomes 499", "limits.box  most becomes 501"),
    },
    "nobody in the drill places too many wagers on a box": {
        "riverboat": ("box.most_wagers becomes 2", "conduct.too_many_wagers is removed"),
        "eca-blackjack": (
            "box.most_wagers  becomes 3",
            "box.most_wagers  becomes 5",
            "conduct.too_many_wagers is removed",
        ),
    },
    "the drill compares what is due and not whether it is referred to somebody": {
        "riverboat": ("bet_off_limits.becomes becomes plays", "unlawful_extra_stake.becomes becomes refer"),
        "eca-blackjack": ("bet_off_limits.becomes  becomes plays", "unlawful_extra_stake.becomes  becomes returned"),
    },
    "there are no tips in the drill where they are allowed": {
        "riverboat": ("tips.allowed becomes False",),
        "ccl": ("tips.allowed becomes False",),
    },
    "cards to the dealer's completed hand and cards left over change no money and no lawful hand": {
        "riverboat": ("error.card_to_completed_dealer becomes next", "error.left_over_card becomes next"),
        "eca-blackjack": ("error.card_to_completed_dealer  becomes next", "error.left_over_card  becomes burn"),
        "ccl": (
            "error.card_to_completed_dealer becomes burn",
            "error.left_over_card in reading a becomes burn",
            "error.left_over_card in reading b becomes next",
        ),
    },
    "nobody in the drill refuses a card": {
        "riverboat": ("error.card_may_be_refused becomes out_of_turn", "error.card_may_be_refused becomes always"),
        "eca-blackjack": (
            "error.card_may_be_refused a becomes never",
            "error.card_may_be_refused a becomes always",
            "error.card_may_be_refused b becomes never",
            "error.card_may_be_refused b becomes out_of_turn",
        ),
        "ccl": ("error.card_may_be_refused becomes out_of_turn", "error.card_may_be_refused becomes always"),
    },
    "no round of the drill is beyond repair": {
        "riverboat": ("error.beyond_repair becomes refer",),
        "eca-blackjack": ("error.beyond_repair  becomes refer",),
        "ccl": ("error.beyond_repair becomes void",),
    },
    "of a misdeal the drill wants some finding: another one tells of it, or it carries no clause of its own": {
        "riverboat": ("conduct.split_not_filled is removed", "conduct.not_asked is removed"),
        "eca-blackjack": ("conduct.split_not_filled is removed", "conduct.not_asked is removed"),
    },
    "no shoe of these comes with a copy or a card too many, or of the wrong number of decks": {
        name: tuple(f"conduct.{kind} is removed" for kind in ("one_copy_too_many", "too_many_cards", "wrong_decks"))
        for name in ("riverboat", "eca-blackjack")
    },
}
"""By the reason: flips of a house's values that pass."""

_OPEN_YET: Final = "no round of these ends in between an unlawful double or split and the box's other decisions"
_TAKEN: Final = "where a dealer's blackjack takes doubled hands it beats every other 21 besides"
_GONE_ON: Final = "a card that was laid where it was not due is put right alike, however the dealer goes on"

_MAY_COME: Final = (
    "_may_come: if any((what == bet.kind and box_of(place) == parent.box for place, what in board.unlawful))"
    " -> if any((what {} bet.kind {} box_of(place) {} parent.box for place, what in board.unlawful))"
)
_LAY: Final = "Play.lay: dealing = place == DEALER or len(hand.cards) < 2 -> dealing = place {} or len(hand.cards) {}"
_SOMEBODY: Final = "in every round of the drill somebody has a wager"
_DEALERS: Final = (
    "Play.dealing: dealers = sum((row.count('dealer') for row in rows)) if board.hands else 0"
    " -> dealers = sum((row.count('dealer') for row in rows)) if board.hands else {}"
)
_PROCEDURE: Final[dict[str, str]] = {
    _DEALERS.format(1): _SOMEBODY,
    _DEALERS.format(-1): _SOMEBODY,
    _MAY_COME.format("==", "or", "=="): _OPEN_YET,
    _MAY_COME.format("!=", "and", "=="): _OPEN_YET,
    _MAY_COME.format("==", "and", "!="): _OPEN_YET,
    "_may_come: own = board.at(hand_place(parent.box or 0, bet.hand))"
    " -> own = board.at(hand_place(parent.box and 0, bet.hand))": _OPEN_YET,
    "_may_come: hands = (own,) if bet.kind == 'double' and own is not None else board.hands_of(parent.box)"
    " -> hands = (own,) if bet.kind != 'double' and own is not None else board.hands_of(parent.box)": _OPEN_YET,
    "_takes_all: doubled = hand.doubled and rules.value(values.DOUBLE_LOST)"
    " -> doubled = hand.doubled or rules.value(values.DOUBLE_LOST)": _TAKEN,
    _LAY.format("!= DEALER", "< 2"): _GONE_ON,
    _LAY.format("== DEALER", "<= 2"): _GONE_ON,
    _LAY.format("== DEALER", "< 3"): _GONE_ON,
}
"""Changes of the code that pass, each with the reason."""

EQUIVALENT: Final[Mapping[str, str]] = _PROCEDURE | {
    f"{name}: {flip}": why for why, houses in _VALUES.items() for name, flips in houses.items() for flip in flips
}
"""Engines that are changed and pass: no ruling on any round that the drill deals can differ. Each with the reason."""


# The engines


def misled(name: str) -> Iterator[Engine]:
    """One engine for each flip of a house's values; what an edition's loader refuses is none.

    Which clause a value cites and who decides what is referred are no matter of the drill.
    """
    for flip in (eca if name == "eca-blackjack" else plain).flips(tables(name)):
        if " cite" not in flip.name and not flip.name.startswith("edition."):
            try:
                key = flip.name.split(" ")[0]
                within = key if key in KEYS else ""
                yield Engine(f"{name}: {flip.name}", _Judge(parse(written(flip.tables))), within=within)
            except MalformedRulebook:
                continue


class _Judge:
    """Rules as the engine does, but by this edition, resolved as the round's is in what it leaves open."""

    def __init__(self, edition: Edition):
        self.edition = edition

    def __call__(self, story: Story, name: str) -> Ruling:
        played, mine = story.rounds[name], self.edition
        open_here = set(mine.sheet.readings) - set(mine.resolved)
        besides = {clause: letter for clause, letter in played.edition.resolved.items() if clause in open_here}
        edition = mine.with_resolved(besides)
        return rule(replace(story, rounds={name: replace(played, edition=edition)}), name)


# The rounds


@cache
def meeting(within: str, names: tuple[str, ...]) -> tuple[Drilled, ...]:
    """The rounds of some houses in whose judging a function is run, or a value read: in no other can its change show."""
    return tuple(one for name in names for one, met in _watched(name) if within in met or not within)


@cache
def _watched(name: str) -> tuple[tuple[Drilled, frozenset[str]], ...]:
    """The rounds of a house, each with the functions that its judging runs and the values that it reads."""
    found, told = [], rounds(name)
    with watched(CODE) as met:
        for one in told:
            met.clear()
            played = one.story.rounds[NAME]
            noted = replace(played.edition, values=_Noted(played.edition.values, met))
            rule(replace(one.story, rounds={NAME: replace(played, edition=noted)}), NAME)
            found.append((one, frozenset(met)))
    return tuple(found)


class _Noted(dict[str, tuple[Any, str]]):
    """Values that note which of them are read."""

    def __init__(self, values: Mapping[str, tuple[Any, str]], met: set[str]):
        super().__init__(values)
        self._met = met

    def __getitem__(self, key: str) -> tuple[Any, str]:
        self._met.add(key)
        return super().__getitem__(key)


# Judging


def passing(engines: Iterable[Engine], names: tuple[str, ...]) -> Iterator[str]:
    """The engines that no round catches. The rounds that caught others are tried first."""
    catching: list[Drilled] = []
    for engine in engines:
        held = meeting(engine.within, names)
        known = {id(one) for one in held}
        first = [one for one in catching if id(one) in known]
        tried = {id(one) for one in first}
        by = next((one for one in (*first, *(o for o in held if id(o) not in tried)) if _catches(one, engine)), None)
        if by is None:
            yield engine.name
        else:
            catching[:] = [by, *(one for one in catching if one is not by)]


def _catches(one: Drilled, engine: Engine) -> bool:
    """Whether the drill fails, or the engine breaks down or comes to no end."""
    try:
        with engine.broken():
            setitimer(ITIMER_VIRTUAL, PATIENCE)
            try:
                ruling = engine.judge(one.story, NAME)
            finally:
                setitimer(ITIMER_VIRTUAL, 0)
    except Exception:
        return True
    return any(failures(one, ruling))


@pytest.fixture(autouse=True)
def _impatient() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal(SIGVTALRM, stop)
    yield
    signal(SIGVTALRM, before)


@pytest.mark.parametrize("name", [*HOUSES, *OTHERWISE])
def test_the_engine_itself_passes(name: str) -> None:
    wrong = [found for one in rounds(name) for found in failures(one, rule(one.story, NAME))]
    assert not wrong, "\n".join(f"{what}: {why}" for what, why in wrong)


@pytest.mark.parametrize(("name", "at_least"), [("riverboat", 100), ("eca-blackjack", 100), ("ccl", 100)])
def test_no_flip_of_a_value_passes(name: str, at_least: int) -> None:
    _all_are_caught(list(misled(name)), (name,), at_least)


@pytest.mark.parametrize(("module", "at_least"), [(play, 100), (table, 50), (settlement, 100)])
def test_no_change_of_the_procedure_passes(module: ModuleType, at_least: int) -> None:
    _all_are_caught(list(mutilated(module)), (*OTHERWISE, *HOUSES), at_least)


def _all_are_caught(engines: list[Engine], houses: tuple[str, ...], at_least: int) -> None:
    names = [engine.name for engine in engines]
    assert len(names) == len(set(names)) > at_least
    passed = set(passing(engines, houses))
    expected = {name for name in EQUIVALENT if name in names}
    assert passed == expected, "\n".join(
        [f"passes: {name}" for name in sorted(passed - expected)]
        + [f"is caught after all: {name}" for name in sorted(expected - passed)]
    )


def test_no_exception_is_of_an_engine_that_is_none() -> None:
    names = {engine.name for name in HOUSES for engine in misled(name)}
    names |= {engine.name for module in CODE for engine in mutilated(module)}
    assert not set(EQUIVALENT) - names

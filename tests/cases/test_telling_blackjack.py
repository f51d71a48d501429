"""How a blackjack case becomes events: every event and key that the READMEs of the sets name."""

from typing import Any

import pytest

from ledger.events import Event, play, shoe, table
from tests.cases.telling import Case, deliveries
from tests.cases.waiting import CUSTODY, SHARED, waits_for
from tests.cases.wording import DAY, UnknownKey, place, raises

OPENS = {"t": "place_your_bets", "round": 1}
ROUND = f"{DAY}/1"


def _told(*events: dict[str, Any], **setup: object) -> list[tuple[str, Any]]:
    told = {"id": "T-1", "title": "A case.", "rulebook": "ccl", "setup": {"currency": "CZK", **setup}, "events": [*events]}
    return [(delivery.subject, delivery.event) for delivery in deliveries(Case("T-1", told))[1:]]


def _events(*events: dict[str, Any], **setup: object) -> list[Any]:
    return [event for _, event in _told(*events, **setup)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("box 3", "box3"),
        ("box 3 hand 1", "box3"),
        ("box 3 hand 2", "box3.2"),
        ("empty box 5", "box5"),
        ("dealer", "dealer"),
        ("next", "next"),
    ],
)
def test_a_place(said: str, meant: str) -> None:
    assert place(said) == meant


WAGER = {"t": "wager", "id": "w1", "player": "P1", "box": 3, "kind": "main", "amount": 1000}
SAYS: list[tuple[dict[str, Any], Event]] = [
    (
        {**WAGER, "id": "w1s", "kind": "split", "of": "w1", "hand": 2, "line": 1},
        play.WagerPlaced(wager="w1s", player="P1", box=3, hand=2, kind="split", stake_minor=1000, parent="w1"),
    ),
    ({"t": "card", "card": "7c", "to": "box 3 hand 2"}, play.CardDealt(card="7c", place="box3.2")),
    (
        {"t": "card", "card": "??", "to": "empty box 5", "face": "down"},
        play.CardDealt(card="??", place="box5", face="down"),
    ),
    (
        {"t": "card", "card": "7c", "to": "box 1", "how": "face up in the device"},
        play.CardDealt(card="7c", place="box1", found="face_up"),
    ),
    (
        {"t": "burn", "card": "7c", "how": "face up in the shoe"},
        play.CardDealt(card="7c", place="burn", found="face_up"),
    ),
    (
        {"t": "decision", "box": 3, "hand": 2, "player": "P1", "action": "hit", "signal": "hand"},
        play.DecisionMade(place="box3.2", what="hit", by="P1", signal="hand"),
    ),
    ({"t": "decision", "box": 3, "action": "stand"}, play.DecisionMade(place="box3", what="stand")),
    ({"t": "announce", "box": 3, "hand": 2, "total": 17}, play.TotalAnnounced(place="box3.2", total=17)),
    ({"t": "announce", "at": "dealer", "total": 17}, play.TotalAnnounced(place="dealer", total=17)),
    ({"t": "announce", "to": "box 3", "text": "17"}, play.TotalAnnounced(place="box3", total=17)),
    ({"t": "announce", "text": "No more bets"}, play.Announced(result="no_more_bets")),
    ({"t": "caller", "box": 3, "player": "J1"}, play.CallerNamed(box=3, player="J1")),
    ({"t": "clear", "from": "box 3"}, play.CardsCollected(place="box3")),
    (
        {"t": "moved", "card": "7c", "from": "empty box 2", "to": "next"},
        play.CardMoved(card="7c", origin="box2", place="next"),
    ),
    (
        {"t": "touch", "by": "J2", "card": "9c", "at": "box 2"},
        play.IrregularityReported(kind="touch", by="dealer", about="J2"),
    ),
    ({"t": "tip", "player": "J2", "amount": 500}, play.TipGiven(player="J2", amount_minor=500)),
    ({"t": "notice", "by": "P1", "to": "championship director"}, play.NoticeGiven(by="P1", to="championship_director")),
]


@pytest.mark.parametrize(("line", "event"), SAYS, ids=[str(n) for n in range(len(SAYS))])
def test_a_line(line: dict[str, Any], event: Event) -> None:
    assert _told(OPENS, line)[1:] == [(ROUND, event)]


def test_wagers_are_raised_reduced_and_taken_back() -> None:
    raised = {"t": "wager", "id": "w9", "player": "P1", "box": 3, "kind": "main", "amount": 500, "raise_of": "w1"}
    lines: list[dict[str, Any]] = [
        WAGER,
        raised,
        {"t": "reduce", "wager": "w1", "amount": 800},
        {"t": "withdraw", "wager": "w1", "amount": 300},
        {"t": "withdraw", "wager": "w1", "amount": 500},
        {"t": "returned", "wager": "w9", "amount": 7},
    ]
    assert _events(OPENS, *lines)[2:] == [
        play.WagerChanged(wager="w1", stake_minor=1500),
        play.WagerChanged(wager="w1", stake_minor=800),
        play.WagerChanged(wager="w1", stake_minor=500),
        play.WagerWithdrawn(wager="w1"),
        play.WagerReturned(wager="w1", amount_minor=7),
    ]
    assert raises({"events": lines}) == {"w9": "w1"}


def test_cards_that_are_mixed_are_told_one_by_one() -> None:
    mixed = {"t": "mixed", "cards": ["??", "8c"], "into": "shuffling machine"}
    assert _events(OPENS, mixed)[1:] == [play.CardMixed(card="??"), play.CardMixed(card="8c")]


def test_the_shoe_is_told_step_by_step() -> None:
    prepared = {"t": "shoe", "n": 2, "decks": 6, "procedure": ["chemmy", "riffle"], "device": "shuffling device"}
    lines: list[dict[str, Any]] = [
        prepared,
        {"t": "cut_offered", "to": "P1"},
        {"t": "cut", "by": "P1", "depth": 104},
        {"t": "shoe_closed", "n": 2},
    ]
    assert _told(*lines) == [
        (DAY, shoe.ShoePrepared(shoe="shoe-2", decks=6, device="machine")),
        (DAY, shoe.ShoeShuffled(shoe="shoe-2", procedure="chemmy")),
        (DAY, shoe.ShoeShuffled(shoe="shoe-2", procedure="riffle")),
        (DAY, shoe.CutOffered(shoe="shoe-2", to="P1")),
        (DAY, shoe.CutMade(shoe="shoe-2", by="P1", depth=104)),
        (DAY, shoe.ShoeClosed(shoe="shoe-2")),
    ]


def test_why_a_card_is_burned_follows_from_the_place_in_the_record() -> None:
    burn, card, closed = {"t": "burn", "card": "??"}, {"t": "card", "card": "7c", "to": "box 1"}, {"t": "round_closed"}
    changed = {"t": "dealer_change"}
    told = _told({"t": "shoe", "decks": 6}, {**burn, "n": 2}, OPENS, burn, card, closed, burn, changed, burn, burn)
    assert [(subject, event.reason) for subject, event in told if isinstance(event, shoe.CardBurned)] == [
        (DAY, "shuffle"),
        (DAY, "shuffle"),
        (ROUND, "error"),
        (DAY, "other"),
        (DAY, "dealer_change"),
        (DAY, "other"),
    ]


def test_the_setup_has_one_limit_and_says_who_is_there() -> None:
    setup = {
        "limits": {"min": 1000, "max": 50000, "unit": 1000},
        "seats": {"1": "P1"},
        "arrivals": ["P1"],
        "judges": ["P1"],
    }
    assert _events(**setup) == [table.LimitsPosted(kind="main", least_minor=1000, most_minor=50000, unit_minor=1000)]


@pytest.mark.parametrize(
    "line",
    [
        {"t": "void_shoe", "by": "management"},
        {"t": "card", "card": "7c", "to": "box 1", "how": "torn"},
        {"t": "card", "card": "7c", "to": "box 1", "by": "P1"},
        {"t": "shoe", "decks": 6, "device": "hat"},
        {"t": "cut_offered", "to": "P1", "answer": "perhaps"},
        {"t": "announce", "box": 1, "text": "sixteen"},
        {"t": "announce", "total": 16},
        {**WAGER, "spot": 2},
    ],
)
def test_what_cannot_be_told_fails(line: dict[str, Any]) -> None:
    with pytest.raises(UnknownKey):
        _told(OPENS, line)


OTHER = {**WAGER, "id": "w2", "player": "P2"}
CARD = {"t": "card", "card": "7c", "to": "box 3"}


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"events": [OPENS, WAGER, CARD]}, None),
        ({"events": [OPENS, WAGER, {**OTHER, "box": 4}, CARD]}, None),
        ({"events": [OPENS, WAGER, CARD, OTHER]}, None),
        ({"events": [OPENS, WAGER, OTHER, CARD]}, SHARED),
        ({"topic": "shared box", "events": [OPENS, WAGER, CARD]}, SHARED),
        ({"topic": "void shoe", "events": [OPENS, WAGER, CARD]}, CUSTODY),
        ({"topic": "clean", "events": [OPENS, WAGER, CARD, {"t": "dealer_change"}]}, CUSTODY),
    ],
)
def test_what_a_case_waits_for(told: dict[str, Any], reason: str | None) -> None:
    assert waits_for(told) == reason

"""How a blackjack case becomes events: every event and key that the READMEs of the sets name."""

from decimal import Decimal
from typing import Any

import pytest

from ledger.events import Event, decisions, play, shoe, table
from tests.cases.telling import Case, deliveries
from tests.cases.words import DAY, UnknownKey, place, raises

OPENS = {"t": "place_your_bets", "round": 1}
ROUND = f"{DAY}/1"


def _told(*events: dict[str, Any], **setup: object) -> list[tuple[str, Any]]:
    fields = {
        "id": "T-1",
        "title": "A case.",
        "rulebook": "ccl",
        "setup": {"currency": "CZK", **setup},
        "events": [*events],
    }
    return [(delivery.subject, delivery.event) for delivery in deliveries(Case("T-1", fields))[1:]]


def _events(*events: dict[str, Any], **setup: object) -> list[Any]:
    return [event for _, event in _told(*events, **setup)]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("box 3", "box3"),
        ("box 3 hand 1", "box3"),
        ("box 3 hand 2", "box3.2"),
        ("empty box 5", "box5"),
        ("dealer", "dealer"),
        ("next", "next"),
    ],
)
def test_a_place(words: str, meant: str) -> None:
    assert place(words) == meant


WAGER = {"t": "wager", "id": "w1", "player": "P1", "box": 3, "kind": "main", "amount": 1000}
SAYS: list[tuple[dict[str, Any], Event]] = [
    (
        {**WAGER, "id": "w1s", "kind": "split", "of": "w1", "hand": 2, "line": 1},
        play.WagerPlaced(wager="w1s", player="P1", box=3, hand=2, kind="split", stake_minor=1000, parent="w1", spot=1),
    ),
    (
        {**WAGER, "id": "f2", "kind": "free_split", "of": "w1", "hand": 2},
        play.WagerPlaced(
            wager="f2", player="P1", box=3, hand=2, kind="free_split", stake_minor=0, nominal_minor=1000, parent="w1"
        ),
    ),
    (
        {**WAGER, "spot": 2, "by": "cash"},
        play.WagerPlaced(wager="w1", player="P1", box=3, kind="main", stake_minor=1000, spot=2, by="cash"),
    ),
    ({"t": "absent", "player": "P3", "box": 5}, play.PlayerAbsent(player="P3")),
    ({"t": "interrupted", "by": "supervisor"}, play.RoundInterrupted(by="supervisor")),
    (
        {"t": "takes_chips", "player": "P2", "box": 3},
        play.IrregularityReported(kind="takes_chips", by="dealer", about="P2"),
    ),
    (
        {"t": "decision", "box": 5, "player": "P3", "action": "hit", "by": "rule"},
        play.DecisionMade(place="box5", what="hit", how="rule"),
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
    entries = _told({"t": "shoe", "decks": 6}, {**burn, "n": 2}, OPENS, burn, card, closed, burn, changed, burn, burn)
    assert [(subject, event.reason) for subject, event in entries if isinstance(event, shoe.CardBurned)] == [
        (DAY, "shuffle"),
        (DAY, "shuffle"),
        (ROUND, "error"),
        (DAY, "other"),
        (DAY, "dealer_change"),
        (DAY, "other"),
    ]


@pytest.mark.parametrize("behind", [{"hand": 2}, {"to": "box 3 hand 2"}, {"box": 3, "from": "box 3", "to": "box 3 hand 2"}])
def test_a_stake_is_laid_behind_another_hand(behind: dict[str, Any]) -> None:
    moved = {"t": "move_wager", "wager": "w1", "player": "P1", **behind}
    assert _events(OPENS, WAGER, moved)[2:] == [play.WagerMoved(wager="w1", kind="main", hand=2)]


def test_whoever_is_called_to_an_absent_player_is_told_with_the_absence() -> None:
    absent, calling = {"t": "absent", "player": "P3"}, {"t": "notice", "by": "dealer", "to": "supervisor"}
    error = {"t": "notice", "by": "P1", "to": "supervisor"}
    assert _events(OPENS, error, absent, error, calling, calling)[1:] == [
        play.NoticeGiven(by="P1", to="supervisor"),
        play.PlayerAbsent(player="P3", called="supervisor"),
        play.NoticeGiven(by="P1", to="supervisor"),
        play.NoticeGiven(by="dealer", to="supervisor"),
    ]
    cutting = {**calling, "about": "nobody cuts"}
    assert _events(cutting, OPENS) == [play.RoundOpened()]


def test_the_setup_has_one_limit_and_says_who_is_there() -> None:
    setup = {
        "limits": {"min": 1000, "max": 50000, "unit": 1000},
        "seats": {"1": "P1"},
        "standing": ["P2"],
        "arrivals": ["P1"],
        "box_arrivals": {"3": ["P2", "P1"]},
        "judges": ["P1"],
        "shoe_in_progress": True,
    }
    assert _events(**setup) == [
        table.LimitsPosted(kind="main", least_minor=1000, most_minor=50000, unit_minor=1000),
        table.PlayerArrived(player="P1"),
        table.PlayerArrived(player="P2", box=3),
        table.PlayerArrived(player="P1", box=3),
        table.SeatTaken(player="P1", seat=1),
    ]


def test_where_nobody_sits_those_who_stand_are_told() -> None:
    assert _events(OPENS, {**WAGER, "standing": True}, seats={}, standing=["P2"])[:2] == [
        table.SeatLeft(player="P2"),
        table.SeatLeft(player="P1"),
    ]


def test_odds_for_pairs_are_posted_pair_by_pair() -> None:
    odds = {"perfect_pairs": {"mixed": 6, "coloured_pair": "12:1", "perfect": Decimal("2.5")}}
    assert _events(odds=odds) == [
        table.OddsPosted(kind="mixed_pair", odds="6:1"),
        table.OddsPosted(kind="coloured_pair", odds="12:1"),
        table.OddsPosted(kind="perfect_pair", odds="5:2"),
    ]
    with pytest.raises(UnknownKey):
        _events(odds={"perfect_pairs": {"royal": 6}})


@pytest.mark.parametrize(
    "line",
    [
        {"t": "void_shoe", "by": "management", "colour": "red"},
        {"t": "eject", "by": "management"},
        {"t": "card", "card": "7c", "to": "box 1", "how": "torn"},
        {"t": "card", "card": "7c", "to": "box 1", "by": "P1"},
        {"t": "shoe", "decks": 6, "device": "hat"},
        {"t": "cut_offered", "to": "P1", "answer": "perhaps"},
        {"t": "announce", "box": 1, "text": "sixteen"},
        {"t": "announce", "total": 16},
        {**WAGER, "sport": 2},
        {"t": "decision", "box": 3, "action": "hit", "by": "whim"},
    ],
)
def test_what_cannot_be_told_fails(line: dict[str, Any]) -> None:
    with pytest.raises(UnknownKey):
        _told(OPENS, line)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ({"t": "void_shoe", "by": "management", "ground": "x"}, decisions.ShoeVoided(shoe="shoe-1", by="management")),
        ({"t": "void_shoe", "by": "dealer", "shoe": 2}, decisions.ShoeVoided(shoe="shoe-2", by="dealer")),
        ({"t": "invalid_hand", "by": "management", "box": 1}, decisions.HandInvalidated(by="management", box=1)),
        ({"t": "terminate_game", "by": "M1", "role": "management", "scope": "round"},
         decisions.GameTerminated(by="M1", role="management", scope="round")),
    ],
)  # fmt: skip
def test_what_is_decided_is_told(line: dict[str, Any], event: Event) -> None:
    assert _events({"t": "shoe", "decks": 6}, OPENS, line)[-1] == event


OTHER = {**WAGER, "id": "w2", "player": "P2"}
CARD = {"t": "card", "card": "7c", "to": "box 3"}

"""Files of games: lines and lists, good and broken, a simulated night that is ruled on, and whatever may come."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from ledger.errors import MalformedDelivery
from ledger.feeds import reading
from ledger.feeds.reading import KEPT_HEAD_BYTES, digest_of
from projections.table_days import TableDays
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.games import DAY, GAME, STUDIO, TERMS, changed, history, lined, listed, pieces, read
from tests.ledger.feeds.roundtrip import comes_back
from tests.ledgers import as_cloudevents


class TestFiles:
    @pytest.mark.parametrize("form", [lined, listed])
    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\n \n"])
    def test_lines_and_lists_tell_the_same(self, form: Callable[[list[dict[str, Any]]], bytes], mark: bytes) -> None:
        games = [GAME, changed(id="2", startedAt="2026-11-20T03:13:00Z"), changed(id="3", table__id="tbl8")]
        found = pieces(mark + form(games))
        assert [piece.refused for piece in found] == [None] * 5
        openings = [piece for piece in found if piece.raw == STUDIO.encode()]
        assert [piece.deliveries[0].subject for piece in openings] == [DAY, "tbl8/2026-11-19"]
        items = [list(piece.deliveries) for piece in found if piece not in openings]
        assert items == [read(game) for game in games]

    @pytest.mark.parametrize("empty", [b"", b"\n\n", b"[]", b" [ ]\n"])
    def test_an_empty_history_is_no_error_and_opens_no_table(self, empty: bytes) -> None:
        assert pieces(empty) == []

    def test_a_bad_line_is_refused_alone(self) -> None:
        found = pieces(
            b"\n".join((json.dumps(GAME).encode(), b"{", b"\xff", b"[" * 100_000, b"17", lined([changed(id="2")])))
        )
        assert {piece.number: str(piece.refused)[:26] for piece in found if piece.refused} == {
            2: "the line is not JSON (Expe",
            3: "the line is not UTF-8 (byt",
            4: "the line is not JSON (maxi",
            5: "not a game of this feed: t",
        }
        assert [piece.number for piece in found if not piece.refused] == [0, 1, 6]

    def test_a_bad_game_of_a_list_is_refused_alone(self) -> None:
        found = pieces(listed([GAME, changed(gameType="roulette"), changed(id="2")]))
        assert [(piece.number, bool(piece.refused)) for piece in found] == [(0, False), (1, False), (2, True), (3, False)]
        assert json.loads(found[2].raw) == changed(gameType="roulette")

    def test_a_list_that_breaks_off_keeps_what_came(self) -> None:
        whole = listed([GAME, changed(id="2"), changed(id="3")])
        games = [list(piece.deliveries) for piece in pieces(whole)[1:]]
        for end in range(1, len(whole), 7):
            found = pieces(whole[:end])
            assert found[-1].refused
            assert [list(piece.deliveries) for piece in found[1:-1]] == games[: max(len(found) - 2, 0)]

    @pytest.mark.parametrize(
        ("feed", "sentence"),
        [
            (b'["\xff"]', "the list is not UTF-8 (byte 3); save the file as UTF-8"),
            (b"[" * 1_000_000, "from here on the list is not JSON (maximum recursion"),
            (b"[NaN]", "from here on the list is not JSON (NaN is no JSON)"),
            (b"[1 2]", "not a game of this feed: the data input should be a valid dictionary"),
            (b"[] []", "something stands after the list's end"),
            (b"[{]", "from here on the list is not JSON (Expecting property name"),
        ],
    )
    def test_a_list_that_is_none(self, feed: bytes, sentence: str) -> None:
        first = pieces(feed)[0]
        assert str(first.refused).startswith(sentence)
        assert len(first.raw) <= KEPT_HEAD_BYTES

    def test_a_list_beyond_the_bound_is_refused_with_a_sentence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading, "MAX_LIST_BYTES", 1 << 17)
        feed = listed([GAME] * 200)
        (piece,) = pieces(feed)
        assert str(piece.refused).startswith(f"the list has {len(feed):,} bytes, more than are read at once; write one")
        assert (piece.length, piece.raw, piece.digest) == (len(feed), feed[:KEPT_HEAD_BYTES], digest_of(feed))


class TestSessions:
    @pytest.mark.parametrize("form", [lined, listed])
    def test_a_simulated_night_stands_with_all_its_money(
        self, desk: Desk, form: Callable[[list[dict[str, Any]]], bytes]
    ) -> None:
        games = history()
        desk.feed(form(games), "live-history", "night.ndjson", STUDIO)
        desk.feed(as_cloudevents(TERMS), "cloudevents")
        assert desk.refused == []
        archive = TableDays(desk.ledger)
        story = archive.get("tbl7nd/2026-11-20")
        ruled = list(archive.rulings(story.rounds))
        assert [ruling.round.name.rpartition("/")[2] for ruling in ruled] == [game["id"] for game in games]
        assert {(ruling.verdict, tuple(finding.kind for finding in ruling.findings)) for ruling in ruled} == {
            ("stands", ())
        }
        assert sum(len(game["participants"]) for game in games) > 60

    def test_a_wrong_payout_and_an_unknown_wager_are_found(self, desk: Desk) -> None:
        games: list[dict[str, Any]] = json.loads(json.dumps(history()[:20]))
        at = next(n for n, first in enumerate(games) if first["participants"])
        games[at]["participants"][0]["bets"][0]["payout"] += 1
        games[at + 1]["participants"] = [{"playerId": "P1", "bets": [{"code": "BAC_PerfectPair", "stake": 5, "payout": 0}]}]
        desk.feed(lined(games), "live-history", "night.ndjson", STUDIO)
        desk.feed(as_cloudevents(TERMS), "cloudevents")
        archive = TableDays(desk.ledger)
        found = {
            ruling.round.name.rpartition("/")[2]: {finding.kind for finding in ruling.findings}
            for ruling in archive.rulings(archive.get("tbl7nd/2026-11-20").rounds)
            if ruling.findings
        }
        assert found == {f"game{at}": {"wrong_payment"}, f"game{at + 1}": {"unknown_wager"}}


FUZZED: Final = 1_000_000
SEEDS: Final = 4
STRANGE: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1.5, 0.1 + 0.2, 1e300, 10**30, "", "x", "\ud800", "As", "8H", "2026-11-20T03:12:04Z", "BAC_Tie",
    "\x1b[2J", [], [[]], {}, {"cards": ["TD", "4S"]}, ["TD", "8H"], "Player", "é" * 40,
)  # fmt: skip


def mutated(chance: random.Random, value: Any) -> Any:
    """JSON with something in it that is another."""
    if chance.random() < 0.08 or not isinstance(value, dict | list) or not value:
        return chance.choice(STRANGE)
    at = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    copy = value.copy()
    if chance.random() < 0.05:
        del copy[at]
    else:
        copy[at] = mutated(chance, value[at])
    return copy


def fuzzed(seed: int, length: int) -> Iterator[bytes]:
    """Games of which half have another value somewhere, and half have other bytes."""
    chance = random.Random(seed)
    while length > 0:
        game = chance.choice((*history(), GAME))
        if chance.random() < 0.5:
            raw = json.dumps(mutated(chance, game)).encode()
        else:
            cut = bytearray(json.dumps(game).encode())
            for _ in range(chance.randint(0, 3)):
                cut[chance.randrange(len(cut))] = chance.choice((chance.randrange(256), *b'"{}[],:0123456789TJQK'))
            raw = bytes(cut).replace(b"\n", b" ")
        length -= len(raw)
        yield raw


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("form", ["lines", "list"])
def test_whatever_comes_is_told_or_refused_and_what_is_told_comes_back(seed: int, form: str) -> None:
    games = list(fuzzed(seed, FUZZED // SEEDS // 2))
    found = (
        pieces(b"\n".join(games)) if form == "lines" else [item for game in games for item in pieces(b"[" + game + b"]")]
    )
    good = [piece for piece in found if piece.refused is None]
    assert len(good) > 40
    assert all(isinstance(piece.refused, MalformedDelivery | None) for piece in found)
    for piece in good:
        comes_back(piece.deliveries)

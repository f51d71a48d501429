"""What the tests of the live history share: one game with every field, files of games, and a simulated night."""

import json
from functools import cache
from io import BytesIO
from typing import Any, Final

from drill.baccarat.deal import Player, SimulatedBaccaratTable
from ledger.entry import Delivery
from ledger.feeds.live_history import LiveHistoryReader, parse_studio_mapping
from ledger.feeds.reading import EXACT_JSON, FeedItem
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition
from replay.games.baccarat.settlement import winner

STUDIO: Final = """\
source = "live"

[opening]
game = "baccarat"
rulebook = "dcb"
currency = "EUR"
zone = "Europe/Riga"
"""
DAY: Final = "tbl7nd/2026-11-19"
GAME: Final[dict[str, Any]] = {
    "id": "18aa3f0c77",
    "gameType": "baccarat",
    "gameSubType": "speed",
    "startedAt": "2026-11-20T03:12:04.250Z",
    "settledAt": "2026-11-20T03:12:31.904Z",
    "status": "Resolved",
    "table": {"id": "tbl7nd", "name": "Salon Baccarat 7"},
    "dealer": {"uid": "d31________", "name": "VERA"},
    "currency": "USD",
    "wager": 30.12549,
    "payout": 19.5,
    "participants": [
        {
            "playerId": "cas_4711",
            "playerGameId": "18aa3f0c77-1",
            "screenName": "night owl",
            "currency": "EUR",
            "bets": [
                {
                    "code": "BAC_Banker",
                    "stake": 10,
                    "payout": 19.5,
                    "placedOn": "2026-11-20T03:12:10.001Z",
                    "transactionId": "c0a8-1",
                },
                {
                    "code": "BAC_PlayerPair",
                    "stake": 2.5,
                    "payout": 0,
                    "placedOn": "2026-11-20T03:12:11.002Z",
                    "transactionId": "c0a8-1",
                },
            ],
        },
        {"playerId": "cas_0815", "currency": "EUR", "bets": [{"code": "BAC_Tie", "stake": 0.1, "payout": 0.0}]},
    ],
    "result": {
        "player": {"score": 5, "cards": ["TD", "5H", "KS"]},
        "banker": {"score": 7, "cards": ["3C", "4D"]},
        "outcome": "Banker",
        "sideBetPlayerPair": "Lose",
    },
}


def changed(**fields: Any) -> dict[str, Any]:
    """The game with other fields; None takes one away. `result_player` is within the result."""
    game: dict[str, Any] = json.loads(json.dumps(GAME))
    for name, value in fields.items():
        *path, last = name.split("__")
        place = game
        for step in path:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return game


def bet(**fields: Any) -> dict[str, Any]:
    """The game with one bet alone, and in it other fields."""
    first = {name: value for name, value in (GAME["participants"][0]["bets"][0] | fields).items() if value is not None}
    return changed(participants=[{"playerId": "P1", "currency": "EUR", "bets": [first]}])


def pieces(feed: bytes | str, mapping: str = STUDIO) -> list[FeedItem]:
    raw = feed.encode() if isinstance(feed, str) else feed
    return list(LiveHistoryReader(parse_studio_mapping(mapping), mapping.encode())(BytesIO(raw)))


def read(game: dict[str, Any], mapping: str = STUDIO) -> list[Delivery]:
    """The deliveries of a game, without the table's opening."""
    return LiveHistoryReader(parse_studio_mapping(mapping), b"").read_game(EXACT_JSON.decode(json.dumps(game)))


def lined(games: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(game).encode() + b"\n" for game in games)


def listed(games: list[dict[str, Any]]) -> bytes:
    return json.dumps(games, indent=1).encode()


PLAYERS: Final = (Player("P1", 500, 2500), Player("P2", 200, 1000), Player("P3", 1000, 20000))


@cache
def history(seed: int = 11, shoes: int = 1) -> list[dict[str, Any]]:
    """A night's simulated coups, as the supplier would tell them."""
    table = SimulatedBaccaratTable(shipped_edition("dcb"), PLAYERS, seed)
    games: list[dict[str, Any]] = []
    for _ in range(shoes):
        table.new_shoe()
        while not table.is_spent:
            games.append(_game(table, len(games)))
    return games


def _game(table: SimulatedBaccaratTable, number: int) -> dict[str, Any]:
    played = table.deal_coup()
    began = parse_instant("2026-11-20T05:00:00Z") + number * 30_000_000
    codes = {"banco": "BAC_Banker", "punto": "BAC_Player", "any_tie": "BAC_Tie"}
    words = {"banco": "Banker", "punto": "Player", "egalite": "Tie"}
    return {
        "id": f"game{number}",
        "gameType": "baccarat",
        "startedAt": format_instant(began),
        "settledAt": format_instant(began + 25_000_000),
        "status": "Resolved",
        "table": {"id": "tbl7nd", "name": "Salon"},
        "dealer": {"uid": "d31", "name": "VERA"},
        "currency": "EUR",
        "participants": [
            {
                "playerId": event.player,
                "bets": [
                    {
                        "code": codes[event.kind],
                        "stake": event.stake_minor / 100,
                        "payout": table.return_minor(event, played.result) / 100,
                        "placedOn": format_instant(began + 5_000_000),
                        "transactionId": f"t{number}-{event.wager}",
                    }
                ],
            }
            for event in played.bets
            if event.kind in codes
        ],
        "result": {
            "player": {"cards": [card.upper() for place, card in played.dealt_cards if place == "punto"]},
            "banker": {"cards": [card.upper() for place, card in played.dealt_cards if place == "banco"]},
            "outcome": words[winner(played.result, table.rules)],
        },
    }


TERMS: Final = "!source pit/1\ntbl7nd/2026-11-20: source pit/1 0 @2026-11-20T04:30:00Z; " + "; ".join(
    f"terms {player.name} {player.tie_share_bp} @2026-11-20T04:30:00Z" for player in PLAYERS
)

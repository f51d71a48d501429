"""What a re-ruling comes to: how much was ruled on, and whose money differs, by how much, on which clause."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from projections.reruling.compared import IF_CLAIMED, LESS, MORE, OPENED, SETTLED

CHANGES: Final = (MORE, LESS, OPENED, SETTLED, IF_CLAIMED)
MOST: Final = 20
"""So many players are named in a summary; all of them are in the table of changes."""


@dataclass
class Sum:
    """Wagers of one currency and one set of clauses, or of one player."""

    counts: Counter[str] = field(default_factory=Counter)
    more_minor: int = 0
    less_minor: int = 0
    players: set[tuple[str, str]] = field(default_factory=set)

    def add(self, row: Mapping[str, Any]) -> None:
        """Counts a wager whose money differs."""
        self.counts[row["change"]] += 1
        self.players.add((row["house"], row["player"]))
        amount = row["change_minor"] or 0
        self.more_minor += max(amount, 0)
        self.less_minor += max(-amount, 0)

    def document(self) -> dict[str, Any]:
        return {
            "wagers": sum(self.counts.values()),
            **{change: self.counts[change] for change in CHANGES},
            "more_minor": self.more_minor,
            "less_minor": self.less_minor,
        }


class Summary:
    """Adds up the rows of the changes."""

    def __init__(self) -> None:
        self._by_clause: dict[tuple[str, int, str], Sum] = {}
        self._by_player: dict[tuple[str, str, str, int], Sum] = {}

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Takes in rows whose money differs."""
        for row in rows:
            currency = row["currency"]
            self._by_clause.setdefault((currency, row["minor_digits"], row["on_clauses"]), Sum()).add(row)
            self._by_player.setdefault((row["house"], row["player"], currency, row["minor_digits"]), Sum()).add(row)

    def document(self) -> dict[str, Any]:
        """By clauses, the most money first within a currency; and the players with whom it changes most."""
        clauses = sorted(self._by_clause.items(), key=lambda pair: (pair[0][0], *_most_first(pair[1]), pair[0][2]))
        players = sorted(self._by_player.items(), key=lambda pair: (*_most_first(pair[1]), pair[0]))
        return {
            "clauses": [
                {
                    "currency": currency,
                    "minor_digits": digits,
                    "on_clauses": on.split(),
                    "players": len(total.players),
                    **total.document(),
                }
                for (currency, digits, on), total in clauses
            ],
            "players_concerned": len({(house, player) for house, player, *_ in self._by_player}),
            "players": [
                {
                    "house": house,
                    "player": player,
                    "currency": currency,
                    "minor_digits": digits,
                    **total.document(),
                }
                for (house, player, currency, digits), total in players[:MOST]
            ],
        }


def _most_first(total: Sum) -> tuple[int, int]:
    return -(total.more_minor + total.less_minor), -sum(total.counts.values())

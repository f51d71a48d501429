"""Faults that a drill injects into a lawful coup: of the cards, of the notice, of the bets, of the word and the money."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from ledger.events.play import WagerPlaced
from replay.baccarat.coup import Coup, total
from replay.baccarat.simulation import Played, Table

Notice = Literal["in_time", "next_bets_down", "unasked", "never", "late", "several_later", "players_word", "played_on"]
NOTICES: Final[tuple[Notice, ...]] = (
    "in_time",
    "next_bets_down",
    "unasked",
    "never",
    "late",
    "several_later",
    "players_word",
    "played_on",
)


LIMITS: Final = {
    "banco": (500, 100_000),
    "punto": (500, 100_000),
    "any_tie": (100, 20_000),
    "ur_way": (100, 5_000),
    "3g8": (100, 5_000),
}
"""What the drill's table has posted; no three lawful bets together exceed it."""


@dataclass(slots=True)
class Script:
    """A coup as it will be told: the truth, and what was done instead. `names` are the cards as the device read them."""

    truth: Played
    table: Table
    cards: list[tuple[str, str]]
    names: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    late_bets: list[tuple[int, WagerPlaced]] = field(default_factory=list)
    more_bets: list[WagerPlaced] = field(default_factory=list)
    goes_back: set[str] = field(default_factory=set)
    """Bets in time whose stake goes back whatever the cards say."""
    paid_later: str | None = None
    raises: list[tuple[int, str, int]] = field(default_factory=list)
    short_payments: dict[str, int] = field(default_factory=dict)
    wrong_call: bool = False
    notice: Notice | None = None
    undetectable: bool = False

    @property
    def misdealt(self) -> bool:
        """Whether the cards lie otherwise than they should."""
        return self.cards != self.truth.dealt

    @property
    def departs_at(self) -> int:
        """Index of the first card that departs; of the last card where one is missing at the end."""
        for at, (mine, right) in enumerate(zip(self.cards, self.truth.dealt, strict=False)):
            if mine[0] != right[0]:
                return at
        return min(len(self.truth.dealt), len(self.cards) - 1)

    @property
    def only_places(self) -> bool:
        """Whether each hand has as many cards as it should, or the cards are as many and only lie wrongly."""
        return len(self.cards) == len(self.truth.dealt)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """The cards that should have come and did not: the shoe's next."""
        return self.truth.dealt[len(self.cards) :]

    def next_card(self) -> str:
        """Another card from the same shoe."""
        return self.table.cards.pop()

    def give_back(self, card: str) -> None:
        """A card that was not drawn after all stays the shoe's next."""
        self.table.cards.append(card)


Fault = Callable[[Script, Random], bool]
"""Injects itself and says whether it could."""


def hands(cards: Sequence[tuple[str, str]]) -> Coup:
    """Both hands of a deal."""
    punto, banco = (tuple(card for place, card in cards if place == hand) for hand in ("punto", "banco"))
    return Coup(punto, banco)


def _count(script: Script, place: str) -> int:
    return [where for where, _ in script.cards].count(place)


def _extra(script: Script, place: str) -> bool:
    script.cards.append((place, script.next_card()))
    return True


def _punto_total(script: Script) -> int:
    hand = [card for place, card in script.cards if place == "punto"]
    return total(hand[:2], script.table.rules)


def _overdraw_punto(on: frozenset[int]) -> Fault:
    """Punto stands and is given a card; banco, if it was due one, gets the next."""

    def fault(script: Script, _: Random) -> bool:
        if script.misdealt or _count(script, "punto") != 2 or _punto_total(script) not in on:
            return False
        if len(script.cards) == 5:
            script.cards[4] = ("punto", script.cards[4][1])
            return _extra(script, "banco")
        return _extra(script, "punto")

    return fault


def _overdraw_banco(script: Script, _: Random) -> bool:
    return _count(script, "banco") == 2 and len(script.cards) >= 4 and not script.misdealt and _extra(script, "banco")


def _underdraw(place: str) -> Fault:
    def fault(script: Script, _rng: Random) -> bool:
        if script.misdealt or len(script.cards) < 5 or script.names:
            return False
        wanted = 4 if place == "punto" else len(script.cards) - 1
        if script.cards[wanted][0] != place:
            return False
        for _, card in reversed(script.cards[wanted:]):
            script.give_back(card)
        del script.cards[wanted:]
        return True

    return fault


def _thirds_swapped(script: Script, _: Random) -> bool:
    """Banco's third card is dealt before punto's."""
    if script.misdealt or len(script.cards) != 6:
        return False
    first, second = script.cards[4][1], script.cards[5][1]
    script.cards[4:] = [("banco", first), ("punto", second)]
    return True


def _third_to_wrong_hand(script: Script, _: Random) -> bool:
    if script.misdealt or len(script.cards) != 5:
        return False
    place, card = script.cards[4]
    script.cards[4] = ("banco" if place == "punto" else "punto", card)
    return True


def _fourth_card(script: Script, rng: Random) -> bool:
    full = [place for place in ("punto", "banco") if _count(script, place) == 3]
    return bool(full) and not script.misdealt and _extra(script, rng.choice(full))


def _natural_played_on(script: Script, _: Random) -> bool:
    """A natural, and both hands are given a third card all the same."""
    board = hands(script.cards)
    naturals = max(total(board.punto, script.table.rules), total(board.banco, script.table.rules)) >= 8
    return len(script.cards) == 4 and naturals and _extra(script, "punto") and _extra(script, "banco")


def _late_bet(script: Script, rng: Random) -> bool:
    bet = WagerPlaced(wager=f"late{len(script.late_bets)}", player="P1", kind="any_tie", stake_minor=700)
    script.late_bets.append((rng.randrange(1, len(script.cards)), bet))
    script.kinds.add("late_bet")
    return True


def _late_raise(script: Script, rng: Random) -> bool:
    bets = [bet for bet in script.truth.bets if bet.wager not in {wager for _, wager, _ in script.raises}]
    if not bets:
        return False
    bet = rng.choice(bets)
    script.raises.append((rng.randrange(1, len(script.cards)), bet.wager, bet.stake_minor + 300))
    script.kinds.add("changed_late")
    return True


def _wrong_payout(script: Script, rng: Random) -> bool:
    script.short_payments[rng.choice(script.truth.bets).wager] = rng.choice((100, 250, 999))
    script.kinds.add("wrong_payment")
    return True


def _wrong_call(script: Script, _: Random) -> bool:
    script.wrong_call = True
    script.kinds.add("wrong_announcement")
    return True


def _both_sides(script: Script, rng: Random) -> bool:
    mains = [bet for bet in script.truth.bets if bet.kind in ("banco", "punto")]
    if not mains or script.more_bets:
        return False
    bet = rng.choice(mains)
    other = "punto" if bet.kind == "banco" else "banco"
    script.more_bets.append(WagerPlaced(wager="both", player=bet.player, kind=other, stake_minor=1005))
    script.kinds.add("both_sides")
    return True


def _no_main_bet(script: Script, rng: Random) -> bool:
    if script.more_bets:
        return False
    bet = WagerPlaced(wager="alone", player="P9", kind="ur_way", stake_minor=500, total=rng.randrange(10))
    script.more_bets.append(bet)
    script.goes_back.add(bet.wager)
    script.kinds.add("without_main_bet")
    return True


def _off_limits(script: Script, rng: Random) -> bool:
    kind, (least, most) = rng.choice(sorted(LIMITS.items()))
    if script.more_bets or kind == "ur_way":
        return False
    stake = rng.choice((least - 1, most + 1))
    script.more_bets.append(WagerPlaced(wager="limit", player="P5", kind=kind, stake_minor=stake))
    script.kinds.add("off_limits")
    return True


def _no_share(script: Script, rng: Random) -> bool:
    """On a tie: a player with whom nothing was agreed."""
    outcome = script.truth.outcome
    if script.more_bets or outcome.punto != outcome.banco:
        return False
    kind = rng.choice(("banco", "punto"))
    script.more_bets.append(WagerPlaced(wager="share", player="P7", kind=kind, stake_minor=1005))
    script.kinds.add("no_agreed_share")
    return True


def _paid_later(script: Script, rng: Random) -> bool:
    """One bet is settled only when the next coup is being dealt."""
    script.paid_later = rng.choice(script.truth.bets).wager
    script.kinds.add("carried_over")
    return True


def _unread_card(script: Script, rng: Random) -> bool:
    if script.names:
        return False
    script.names[rng.randrange(len(script.cards))] = "??"
    script.kinds.add("unread_card")
    return True


def _misread_card(script: Script, rng: Random) -> bool:
    """A face read as another of the same count: nothing can show it."""
    if script.names:
        return False
    at = rng.randrange(len(script.cards))
    card = script.cards[at][1]
    alike = {"T": "J", "J": "Q", "Q": "K", "K": "T"}
    script.names[at] = alike.get(card[0], card[0]) + ("h" if card[1] == "s" else "s")
    script.undetectable = True
    return True


CARD_FAULTS: Final[dict[str, Fault]] = {
    "overdraw_punto_on_6": _overdraw_punto(frozenset({6})),
    "overdraw_punto_on_7": _overdraw_punto(frozenset({7})),
    "thirds_out_of_order": _thirds_swapped,
    "third_to_wrong_hand": _third_to_wrong_hand,
    "overdraw_punto_on_natural": _overdraw_punto(frozenset({8, 9})),
    "natural_played_on": _natural_played_on,
    "underdraw_banco": _underdraw("banco"),
    "underdraw_punto": _underdraw("punto"),
    "fourth_card": _fourth_card,
    "overdraw_banco": _overdraw_banco,
}
"""Those that seldom fit come first."""

OTHER_FAULTS: Final[dict[str, Fault]] = {
    "late_bet": _late_bet,
    "late_raise": _late_raise,
    "wrong_payout": _wrong_payout,
    "wrong_call": _wrong_call,
    "both_sides": _both_sides,
    "no_main_bet": _no_main_bet,
    "off_limits": _off_limits,
    "no_share": _no_share,
    "paid_later": _paid_later,
    "unread_card": _unread_card,
    "misread_card": _misread_card,
}

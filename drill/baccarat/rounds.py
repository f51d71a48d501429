"""The drill's shoes: lawful coups with lucky players, a house that posts and resolves things, and faults injected."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Final

from drill.baccarat.deal import UR_WAY_ODDS, Played, Player, Table
from drill.baccarat.expected_money import lies, money_on, terms_of
from drill.baccarat.faults.afterwards import FAULTS_AFTERWARDS
from drill.baccarat.faults.bets import OTHER_FAULTS, WHEN_TIED
from drill.baccarat.faults.cards import CARD_FAULTS
from drill.baccarat.faults.paying import as_it_lay
from drill.baccarat.scenario import NOTICES, PUT_RIGHT, Script
from drill.oracles.baccarat import Terms
from ledger.events.play import WagerPlaced
from ledger.values.cards import RANKS, SUITS
from replay.rulebooks.edition import Edition

PLAYERS: Final = (
    Player("P1", 500, 1005),
    Player("P2", 200, 500),
    Player("P3", 1000, 18_000),
)
PARTNERS: Final = ("Q1", "Q2")
FAULTY: Final = 4
"""Of ten coups, how many get a fault; a fifth of these get a second one."""

FAULTY_TIES: Final = 8
"""The same of ties, on which some faults fit that fit on nothing else."""

RESOLVABLE: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21e?", "DCB-21f?")


@dataclass(slots=True)
class Shoe:
    """One shoe as it will be told: `said` decks, and which coup comes after which resolution."""

    name: str
    said: int
    odds: Mapping[int, int]
    terms: Terms
    scripts: list[Script] = field(default_factory=list)
    resolution: tuple[int, str, str] | None = None
    """Before which coup (counted from 0) an ambiguity was resolved, which, and to which reading."""

    def copies_too_many(self) -> list[bool]:
        """Per coup, whether a card came that the shoe as it was said to be cannot hold."""
        seen: Counter[str] = Counter()
        found = []
        for script in self.scripts:
            known = [card for card in script.read if card != "??"]
            seen.update(known)
            found.append(any(seen[card] > self.said for card in known))
        return found

    def cards_too_many(self) -> list[bool]:
        """Per coup, whether a card came after the last one of the shoe as it was said to be."""
        out, found = 0, []
        for script in self.scripts:
            out += len(script.read)
            found.append(out > 52 * self.said)
        return found


def deal_shoe(edition: Edition, seed: int, most: int) -> Shoe:
    """A shoe of at most so many coups. Same seed, same shoe."""
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    table = Table(edition, PLAYERS, seed)
    name = table.new_shoe()
    posted = sorted(rng.sample(sorted(UR_WAY_ODDS), 6))
    shoe = Shoe(name, _prepare(table, rng), {total: UR_WAY_ODDS[total] for total in posted}, terms_of(edition))
    habits = _Habits(rng)
    resolves_at, clause = rng.randrange(20, 180), rng.choice(RESOLVABLE)
    while not table.spent and len(shoe.scripts) < most:
        at = len(shoe.scripts)
        if at == resolves_at and clause in edition.sheet.readings and clause not in edition.resolved_letters:
            shoe.resolution = (at, clause, rng.choice(edition.reading_letters(clause)))
        shoe.scripts.append(_script(table, shoe, habits, rng))
        if at:
            _ride(shoe.scripts[at - 1], shoe.scripts[at])
    return shoe


def _prepare(table: Table, rng: Random) -> int:
    """Mostly as many decks as there should be; sometimes others, or a deck more than was said. The decks said."""
    decks, chance = len(table.cards) // 52, rng.randrange(100)
    if chance < 8:
        table.cards += [rank + suit for rank in RANKS for suit in SUITS]
        rng.shuffle(table.cards)
    elif chance < 16:
        decks += rng.choice((-1, 1))
        table.cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
        rng.shuffle(table.cards)
    return decks


def _script(table: Table, shoe: Shoe, habits: "_Habits", rng: Random) -> Script:
    played = table.coup()
    habits.bet(played, shoe.odds)
    resolved = {shoe.resolution[1]: shoe.resolution[2]} if shoe.resolution else {}
    script = Script(played, table, list(played.dealt), shoe.odds, shoe.terms, resolved)
    script.bet_after_the_call = rng.randrange(8) == 0
    tied = played.outcome.punto == played.outcome.banco
    if rng.randrange(10) < (FAULTY_TIES if tied else FAULTY) or table.spent:
        chance = rng.randrange(10)
        _inject(script, rng, cards_first=chance < (3 if tied else 7))
        if rng.randrange(5) == 0:
            _inject(script, rng, cards_first=chance < 2)
            if rng.randrange(3) == 0:
                _inject(script, rng, cards_first=False)
    if script.misdealt:  # a deal that breaks off and goes on at once is no misdeal
        script.notice = rng.choice([one for one in NOTICES if not (script.short and one in PUT_RIGHT)])
    if script.misdealt and rng.randrange(2) == 0:
        _inject_afterwards(script, rng)
    if rng.randrange(10) == 0:
        _collect_without_a_word(script, rng)
    if script.put_right:
        del table.cards[len(table.cards) - len(script.missing) :]
    return script


def _inject(script: Script, rng: Random, *, cards_first: bool) -> None:
    """Tries faults until one fits, often those first that seldom fit."""
    names = list(OTHER_FAULTS)
    seldom, usual = names[:WHEN_TIED], names[WHEN_TIED:]
    rng.shuffle(seldom)
    rng.shuffle(usual)
    others = [*seldom, *usual] if rng.randrange(5) else [*usual, *seldom]
    first, *cards = CARD_FAULTS
    if rng.randrange(2):
        rng.shuffle(cards)
    cards.insert(0, first)
    for name in [*cards, *others] if cards_first else [*others, *cards]:
        fault = CARD_FAULTS.get(name) or OTHER_FAULTS[name]
        if name not in script.faults and fault(script, rng):
            script.faults.append(name)
            if name in CARD_FAULTS:
                script.card_faults.append(name)
            return


def _collect_without_a_word(script: Script, rng: Random) -> None:
    """A bet that lost is taken off, and the record does not tell it."""
    backs = money_on(script, lies(script)) if not script.short else {}
    lost = [bet.wager for bet in script.truth.bets if bet.wager not in script.touched and backs.get(bet.wager) == 0]
    if lost and len(script.truth.bets) > 1 and script.never_paid is None:
        script.never_paid = rng.choice(lost)


def _inject_afterwards(script: Script, rng: Random) -> None:
    names = list(FAULTS_AFTERWARDS)
    rng.shuffle(names)
    script.faults += islice((name for name in names if FAULTS_AFTERWARDS[name](script, rng)), 1)


def _ride(script: Script, following: Script) -> None:
    """A bet that was left to lie is paid by the next coup's hands."""
    wager = script.paid_later
    if not script.rides_on or wager is None or following.short:
        return
    back, then = money_on(script, lies(following))[wager], as_it_lay(script)[wager]
    if back is not None and then is not None and back != then:
        script.short_payments[wager] = back - then


class _Habits:
    """Players who happen to bet on what comes, so that rare wins are settled too, and two who bet together."""

    def __init__(self, rng: Random):
        self._rng = rng
        self._together = 0

    def bet(self, played: Played, odds: Mapping[int, int]) -> None:
        """Adds their bets to a coup's."""
        for at, bet in enumerate(played.bets):
            if bet.kind == "ur_way" and bet.total not in odds:
                played.bets[at] = bet.model_copy(update={"total": self._rng.choice(sorted(odds))})
        outcome = played.outcome
        tied = outcome.punto == outcome.banco
        if self._rng.randrange(2) and tied and outcome.punto in odds:
            self._add(played, "ur_way", 500, outcome.punto)
        if self._rng.randrange(2) and (outcome.banco_two_cards == 3 or outcome.third_by_right == 8):
            self._add(played, "3g8", 500)
        if self._rng.randrange(4) == 0:
            self._add(played, "any_tie", 500)
        if self._rng.randrange(40) == 0:
            self._add(played, "3g8", 500, player="P4")
        self._partners(played)

    def _add(
        self, played: Played, kind: str, stake_minor: int, total: int | None = None, player: str | None = None
    ) -> None:
        mains = [bet.player for bet in played.bets if bet.kind in ("banco", "punto", "any_tie")]
        name = f"w{len(played.bets) + 1}"
        bet = WagerPlaced(
            wager=name, player=player or self._rng.choice(mains), kind=kind, stake_minor=stake_minor, total=total
        )
        played.bets.append(bet)

    def _partners(self, played: Played) -> None:
        """Two players on one side, together over the maximum, for two to four coups; a third time it is a partnership."""
        if not self._together and self._rng.randrange(30) == 0:
            self._together = self._rng.choice((2, 3, 4))
        if self._together:
            self._together -= 1
            side = self._rng.choice(("banco", "punto"))
            for player in PARTNERS:
                self._add(played, side, 60_000, player=player)


def in_partnership(scripts: Sequence[Script], most: int, running: int) -> bool:
    """Whether two players have bet on the same sides so many coups running, each time over the maximum together."""
    if len(scripts) < running:
        return False
    sides: list[dict[str, tuple[str, int]]] = []
    for script in scripts[-running:]:
        bets = [bet for bet in (*script.truth.bets, *script.more_bets) if bet.kind in ("banco", "punto")]
        sides.append({bet.player: (bet.kind, 0) for bet in bets})
        for bet in bets:
            sides[-1][bet.player] = (bet.kind, sides[-1][bet.player][1] + bet.stake_minor)
    together: dict[tuple[str, ...], list[str]] = {}
    for player in set.intersection(*(set(coup) for coup in sides)):
        together.setdefault(tuple(coup[player][0] for coup in sides), []).append(player)
    return any(
        len(players) > 1 and all(sum(coup[player][1] for player in players) > most for coup in sides)
        for players in together.values()
    )

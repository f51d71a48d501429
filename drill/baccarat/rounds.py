"""The drill's shoes: lawful coups with lucky players, a house that posts and resolves things, and faults injected."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Final

from drill.baccarat.deal import UR_WAY_ODDS, Player, SimulatedBaccaratTable, SimulatedCoup
from drill.baccarat.expected_money import hands_as_left, money_on, terms_of
from drill.baccarat.faults.afterwards import FAULTS_AFTERWARDS
from drill.baccarat.faults.bets import OTHER_FAULTS, TIE_FAULT_COUNT
from drill.baccarat.faults.cards import CARD_FAULTS
from drill.baccarat.faults.paying import due_when_paid
from drill.baccarat.scenario import CORRECTED_NOTICES, NOTICES, BaccaratScenario
from drill.oracles.baccarat import BaccaratTerms
from ledger.events.play import WagerPlaced
from ledger.values.cards import RANKS, SUITS
from replay.rulebooks.edition import Edition

PLAYERS: Final = (
    Player("P1", 500, 1005),
    Player("P2", 200, 500),
    Player("P3", 1000, 18_000),
)
PARTNERS: Final = ("Q1", "Q2")
FAULTY_IN_TEN: Final = 4
"""Of ten coups, how many get a fault; a fifth of these get a second one."""

FAULTY_TIES_IN_TEN: Final = 8
"""The same of ties, on which some faults fit that fit on nothing else."""

RESOLVABLE_CLAUSES: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21e?", "DCB-21f?")


@dataclass(slots=True)
class DrilledShoe:
    """One shoe as it will be told: `announced_decks`, and which coup comes after which resolution."""

    name: str
    announced_decks: int
    ur_way_odds: Mapping[int, int]
    terms: BaccaratTerms
    scenarios: list[BaccaratScenario] = field(default_factory=list)
    resolution: tuple[int, str, str] | None = None
    """Before which coup (counted from 0) an ambiguity was resolved, which, and to which reading."""

    def has_copies_too_many(self) -> list[bool]:
        """Per coup, whether a card came that the shoe as it was said to be cannot hold."""
        seen: Counter[str] = Counter()
        found = []
        for script in self.scenarios:
            known = [card for card in script.cards_read if card != "??"]
            seen.update(known)
            found.append(any(seen[card] > self.announced_decks for card in known))
        return found

    def has_cards_too_many(self) -> list[bool]:
        """Per coup, whether a card came after the last one of the shoe as it was said to be."""
        out, found = 0, []
        for script in self.scenarios:
            out += len(script.cards_read)
            found.append(out > 52 * self.announced_decks)
        return found


def deal_shoe(edition: Edition, seed: int, most_coups: int) -> DrilledShoe:
    """A shoe of at most so many coups. Same seed, same shoe."""
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    table = SimulatedBaccaratTable(edition, PLAYERS, seed)
    name = table.new_shoe()
    posted = sorted(rng.sample(sorted(UR_WAY_ODDS), 6))
    shoe = DrilledShoe(name, _prepare_decks(table, rng), {total: UR_WAY_ODDS[total] for total in posted}, terms_of(edition))
    habits = _BettingHabits(rng)
    resolves_at, clause = rng.randrange(20, 180), rng.choice(RESOLVABLE_CLAUSES)
    while not table.is_spent and len(shoe.scenarios) < most_coups:
        at = len(shoe.scenarios)
        if at == resolves_at and clause in edition.sheet.readings and clause not in edition.resolved_letters:
            shoe.resolution = (at, clause, rng.choice(edition.reading_letters(clause)))
        shoe.scenarios.append(_deal_scenario(table, shoe, habits, rng))
        if at:
            _pay_riding_bet(shoe.scenarios[at - 1], shoe.scenarios[at])
    return shoe


def _prepare_decks(table: SimulatedBaccaratTable, rng: Random) -> int:
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


def _deal_scenario(
    table: SimulatedBaccaratTable, shoe: DrilledShoe, habits: "_BettingHabits", rng: Random
) -> BaccaratScenario:
    played = table.deal_coup()
    habits.add_bets(played, shoe.ur_way_odds)
    resolved = {shoe.resolution[1]: shoe.resolution[2]} if shoe.resolution else {}
    script = BaccaratScenario(played, table, list(played.dealt_cards), shoe.ur_way_odds, shoe.terms, resolved)
    script.has_bet_after_call = rng.randrange(8) == 0
    tied = played.result.punto == played.result.banco
    if rng.randrange(10) < (FAULTY_TIES_IN_TEN if tied else FAULTY_IN_TEN) or table.is_spent:
        chance = rng.randrange(10)
        _inject(script, rng, card_faults_first=chance < (3 if tied else 7))
        if rng.randrange(5) == 0:
            _inject(script, rng, card_faults_first=chance < 2)
            if rng.randrange(3) == 0:
                _inject(script, rng, card_faults_first=False)
    if script.is_misdealt:  # a deal that breaks off and goes on at once is no misdeal
        script.notice = rng.choice(
            [notice for notice in NOTICES if not (script.has_short_hand and notice in CORRECTED_NOTICES)]
        )
    if script.is_misdealt and rng.randrange(2) == 0:
        _inject_afterwards(script, rng)
    if rng.randrange(10) == 0:
        _collect_unrecorded(script, rng)
    if script.is_corrected:
        del table.cards[len(table.cards) - len(script.missing_cards) :]
    return script


def _inject(scenario: BaccaratScenario, rng: Random, *, card_faults_first: bool) -> None:
    """Tries faults until one fits, often those first that seldom fit."""
    names = list(OTHER_FAULTS)
    seldom, usual = names[:TIE_FAULT_COUNT], names[TIE_FAULT_COUNT:]
    rng.shuffle(seldom)
    rng.shuffle(usual)
    others = [*seldom, *usual] if rng.randrange(5) else [*usual, *seldom]
    first, *cards = CARD_FAULTS
    if rng.randrange(2):
        rng.shuffle(cards)
    cards.insert(0, first)
    for name in [*cards, *others] if card_faults_first else [*others, *cards]:
        fault = CARD_FAULTS.get(name) or OTHER_FAULTS[name]
        if name not in scenario.faults and fault(scenario, rng):
            scenario.faults.append(name)
            if name in CARD_FAULTS:
                scenario.card_faults.append(name)
            return


def _collect_unrecorded(scenario: BaccaratScenario, rng: Random) -> None:
    """A bet that lost is taken off, and the record does not tell it."""
    backs = money_on(scenario, hands_as_left(scenario)) if not scenario.has_short_hand else {}
    lost = [
        bet.wager for bet in scenario.truth.bets if bet.wager not in scenario.changed_wagers and backs.get(bet.wager) == 0
    ]
    if lost and len(scenario.truth.bets) > 1 and scenario.unpaid_wager is None:
        scenario.unpaid_wager = rng.choice(lost)


def _inject_afterwards(scenario: BaccaratScenario, rng: Random) -> None:
    names = list(FAULTS_AFTERWARDS)
    rng.shuffle(names)
    scenario.faults += islice((name for name in names if FAULTS_AFTERWARDS[name](scenario, rng)), 1)


def _pay_riding_bet(scenario: BaccaratScenario, next_scenario: BaccaratScenario) -> None:
    """A bet that was left to lie is paid by the next coup's hands."""
    wager = scenario.late_paid_wager
    if not scenario.is_left_riding or wager is None or next_scenario.has_short_hand:
        return
    back, then = money_on(scenario, hands_as_left(next_scenario))[wager], due_when_paid(scenario)[wager]
    if back is not None and then is not None and back != then:
        scenario.payment_errors[wager] = back - then


class _BettingHabits:
    """Players who happen to bet on what comes, so that rare wins are settled too, and two who bet together."""

    def __init__(self, rng: Random):
        self._rng = rng
        self._partner_coups_left = 0

    def add_bets(self, simulated_coup: SimulatedCoup, ur_way_odds: Mapping[int, int]) -> None:
        """Adds their bets to a coup's."""
        for at, bet in enumerate(simulated_coup.bets):
            if bet.kind == "ur_way" and bet.total not in ur_way_odds:
                simulated_coup.bets[at] = bet.model_copy(update={"total": self._rng.choice(sorted(ur_way_odds))})
        outcome = simulated_coup.result
        tied = outcome.punto == outcome.banco
        if self._rng.randrange(2) and tied and outcome.punto in ur_way_odds:
            self._add(simulated_coup, "ur_way", 500, outcome.punto)
        if self._rng.randrange(2) and (outcome.banco_two_cards == 3 or outcome.third_by_right == 8):
            self._add(simulated_coup, "3g8", 500)
        if self._rng.randrange(4) == 0:
            self._add(simulated_coup, "any_tie", 500)
        if self._rng.randrange(40) == 0:
            self._add(simulated_coup, "3g8", 500, player="P4")
        self._add_partners(simulated_coup)

    def _add(
        self,
        simulated_coup: SimulatedCoup,
        kind: str,
        stake_minor: int,
        total: int | None = None,
        player: str | None = None,
    ) -> None:
        mains = [bet.player for bet in simulated_coup.bets if bet.kind in ("banco", "punto", "any_tie")]
        name = f"w{len(simulated_coup.bets) + 1}"
        bet = WagerPlaced(
            wager=name, player=player or self._rng.choice(mains), kind=kind, stake_minor=stake_minor, total=total
        )
        simulated_coup.bets.append(bet)

    def _add_partners(self, simulated_coup: SimulatedCoup) -> None:
        """Two players on one side, together over the maximum, for two to four coups; a third time it is a partnership."""
        if not self._partner_coups_left and self._rng.randrange(30) == 0:
            self._partner_coups_left = self._rng.choice((2, 3, 4))
        if self._partner_coups_left:
            self._partner_coups_left -= 1
            side = self._rng.choice(("banco", "punto"))
            for player in PARTNERS:
                self._add(simulated_coup, side, 60_000, player=player)


def is_partnership(scenarios: Sequence[BaccaratScenario], most_minor: int, coups_running: int) -> bool:
    """Whether two players have bet on the same sides so many coups running, each time over the maximum together."""
    if len(scenarios) < coups_running:
        return False
    sides: list[dict[str, tuple[str, int]]] = []
    for script in scenarios[-coups_running:]:
        bets = [bet for bet in (*script.truth.bets, *script.added_bets) if bet.kind in ("banco", "punto")]
        sides.append({bet.player: (bet.kind, 0) for bet in bets})
        for bet in bets:
            sides[-1][bet.player] = (bet.kind, sides[-1][bet.player][1] + bet.stake_minor)
    together: dict[tuple[str, ...], list[str]] = {}
    for player in set.intersection(*(set(coup) for coup in sides)):
        together.setdefault(tuple(coup[player][0] for coup in sides), []).append(player)
    return any(
        len(players) > 1 and all(sum(coup[player][1] for player in players) > most_minor for coup in sides)
        for players in together.values()
    )

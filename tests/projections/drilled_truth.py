"""Drilled rounds with their rulings, and what the drill knows of their money. Nothing here comes from an answer."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from drill.baccarat import scoring as baccarat
from drill.baccarat.drill import SEATED_PLAYERS as BACCARAT_PLAYERS
from drill.baccarat.drill import CoupSource, record_shoe
from drill.baccarat.faults.paying import returned_by_wager as baccarat_returns
from drill.baccarat.recording import DAY
from drill.blackjack import scoring as blackjack
from drill.blackjack.drill import SEATED_PLAYERS as BLACKJACK_PLAYERS
from drill.blackjack.drill import BlackjackRoundSource
from drill.blackjack.rounds import ROUND_NAME
from drill.blackjack.rounds import drilled_rounds as blackjack_rounds
from drill.oracles.void_shoe import bet_money, void_shoe_terms, void_since
from drill.roulette.expected_money import returned_by_wager as roulette_returns
from drill.roulette.recording import ROUND_NAME as SPIN
from drill.roulette.rounds import drilled_rounds as roulette_rounds
from drill.shoe.void_drill import VoidShoeScenario, deal_void_shoe, reading_choices
from drill.taken_back import PAYMENTS_TAKEN_BACK
from ledger.cases.case import Case
from ledger.events.cases import Answer
from replay.editions.loader import shipped_edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

HOUSES: Final = ("dcb", "eca-roulette", "eca-blackjack", "scb", "ccl", "fbj")
ROUNDS: Final = 20
"""Of a sitting."""
SEED: Final = 58


class TrueBet(NamedTuple):
    """What is right of a bet, in minor units with the stake; None: somebody must decide, or the record does not say."""

    player: str
    awarded_minor: int | None
    if_claimed_minor: int | None
    had_minor: int | None
    """What its player has of it."""

    @property
    def is_open(self) -> bool:
        """Whether somebody must decide it."""
        return self.awarded_minor is None and self.if_claimed_minor is None


TrueBets = Mapping[str, TrueBet]


class DrilledRuling(NamedTuple):
    """The ruling on a drilled round, and what is right of its money."""

    kind: str
    ruling: Ruling
    truths: tuple[TrueBets, ...] = ()
    """One for each way in which the money may be awarded; none where the drill does not know it for certain."""
    is_void: bool = False


class TruePlayer(NamedTuple):
    """What is right of a player's money in a round, in minor units."""

    player: str
    is_open: bool
    unpaid_minor: int
    """What is awarded on bets of which no payment is on record."""
    outstanding_minor: int
    overpaid_minor: int
    on_claim_minor: int
    """What a claim would bring beyond what was paid."""
    is_answered: bool = False
    paid_by_case_minor: int = 0
    ex_gratia_minor: int = 0
    paid_ex_gratia_minor: int = 0
    reclaim_minor: int | None = None
    """What the house asks back; None where it has not decided."""


def players_of(truth: TrueBets, case: Case | None) -> list[TruePlayer]:
    """What is right player by player, by a case that is about this round alone where there is one."""
    answers = {answer.player: answer for answer in case.settled.answers} if case is not None and case.settled else {}
    claimants = frozenset(case.claims if case is not None else ())
    players = dict.fromkeys(bet.player for bet in truth.values())
    return [_player(player, truth, case, answers.get(player), claims=player in claimants) for player in players]


def _player(player: str, truth: TrueBets, case: Case | None, answer: Answer | None, *, claims: bool) -> TruePlayer:
    own = {name: bet for name, bet in truth.items() if bet.player == player}
    if claims:
        own = {
            name: bet._replace(awarded_minor=bet.if_claimed_minor, if_claimed_minor=None)
            if bet.if_claimed_minor is not None
            else bet
            for name, bet in own.items()
        }
    if answer is not None:
        for award in answer.awards:
            had = own[award.wager].had_minor or 0
            own[award.wager] = TrueBet(player, award.due_minor, None, had)
        own = {name: bet._replace(had_minor=bet.had_minor or 0) for name, bet in own.items()}
    on_claim = sum(max(bet.if_claimed_minor - (bet.had_minor or 0), 0) for bet in own.values() if bet.if_claimed_minor)
    known = [bet.awarded_minor - bet.had_minor for bet in own.values() if None not in (bet.awarded_minor, bet.had_minor)]  # type: ignore[operator]
    lacking, excess = sum(minor for minor in known if minor > 0), -sum(minor for minor in known if minor < 0)
    unpaid = sum(bet.awarded_minor or 0 for bet in own.values() if bet.had_minor is None)
    is_open = any(bet.is_open for bet in own.values())
    if answer is None or case is None:
        difference = lacking - excess
        return TruePlayer(player, is_open, unpaid, max(difference, 0), max(-difference, 0), on_claim)
    paid = case.paid.get((player, False), 0)
    given = answer.pay_minor if is_open else min(answer.pay_minor, lacking)
    excess -= min(max(lacking - answer.pay_minor, 0), excess)
    excess += max(paid - given, 0)
    return TruePlayer(
        player,
        is_open,
        unpaid,
        max(given - paid, 0),
        excess,
        on_claim,
        is_answered=True,
        paid_by_case_minor=paid,
        ex_gratia_minor=answer.ex_gratia_minor,
        paid_ex_gratia_minor=case.paid.get((player, True), 0),
        reclaim_minor=answer.ask_back_minor,
    )


def drilled(house: str, sitting: int) -> Iterator[DrilledRuling]:
    """The rounds of a sitting in which something was staked, some with a payment taken back, and those of a void shoe."""
    rounds = {"dcb": _baccarat, "eca-roulette": _roulette}.get(house)
    found = rounds(sitting) if rounds else _blackjack(house, sitting)
    shoe = () if house == "eca-roulette" else _void_shoe(house, sitting)
    yield from (each for each in (*found, *shoe) if each.ruling.awards)


def rounds_of(house: str, first: int, number: int) -> Iterator[DrilledRuling]:
    """So many rounds of a house, from the first."""
    every = (each for sitting in range(1, 1000) for each in drilled(house, sitting))
    return islice(every, first, first + number)


def _judged(table_day: TableDay, name: str, rng: Random) -> tuple[str, Ruling]:
    """The ruling on a round; now and then more was paid on a bet of it, and taken back at once."""
    if not rng.randrange(6):
        kind = rng.choice(sorted(PAYMENTS_TAKEN_BACK))
        varied = PAYMENTS_TAKEN_BACK[kind].vary(kind, table_day, name, rng)
        if varied is not None:
            return kind, rule(varied.table_day, name)
    return "drilled", rule(table_day, name)


def _baccarat(sitting: int) -> Iterator[DrilledRuling]:
    rng, edition = Random(sitting), shipped_edition("dcb")
    table_day, coups = record_shoe(edition, SEED * 1_000_003 + sitting, ROUNDS)
    for number, coup in enumerate(coups, 1):
        kind, ruling = _judged(table_day, f"{DAY}/{number}", rng)
        if not coup.expected.is_money_certain:
            yield DrilledRuling(kind, ruling)
            continue
        yield DrilledRuling(kind, ruling, tuple(_baccarat_bets(coup)))


def _baccarat_bets(coup: baccarat.DrilledCoup) -> Iterator[TrueBets]:
    """Each player gets one of the readings that are best for the player, whichever the others get."""
    by_player = baccarat.expected_awards(coup)
    for at in range(max(map(len, by_player.values()), default=0)):
        awards = {bet: row for rows in by_player.values() for bet, row in rows[min(at, len(rows) - 1)].items()}
        had = baccarat_returns(coup.scenario, {bet: row[0] for bet, row in awards.items()}, is_last=coup.is_last)
        players = coup.expected.player_by_wager
        yield {bet: TrueBet(players[bet], *row, had.get(bet)) for bet, row in awards.items()}


def _roulette(sitting: int) -> Iterator[DrilledRuling]:
    rng = Random(sitting)
    for each in roulette_rounds(shipped_edition("eca-roulette"), SEED, sitting, ROUNDS):
        kind, ruling = _judged(each.table_day, SPIN, rng)
        had, bets = roulette_returns(each.scenario), {}
        for award in ruling.awards:
            bet = award.wager_due.wager
            dues = {right.dues[bet] for _, right in each.expected}
            due = dues.pop() if len(dues) == 1 and not each.scenario.has_two_pockets else None
            bets[bet] = TrueBet(award.wager_due.player, due, None, had[bet])
        yield DrilledRuling(kind, ruling, (bets,))


def _blackjack(house: str, sitting: int) -> Iterator[DrilledRuling]:
    rng = Random(sitting)
    for each in blackjack_rounds(shipped_edition(house), SEED, sitting, ROUNDS):
        kind, ruling = _judged(each.table_day, ROUND_NAME, rng)
        script = each.scenario
        if each.expected.trace == "undetectable" or "misread_card" in script.faults or "??" in script.card_names.values():
            yield DrilledRuling(kind, ruling)
            continue
        had, players = blackjack.returned_by_wager(each), {a.wager_due.wager: a.wager_due.player for a in ruling.awards}
        awards = blackjack.expected_awards(each, ruling)
        bets = {bet: TrueBet(players[bet], minor, None, had.get(bet)) for bet, minor in awards.items()}
        yield DrilledRuling(kind, ruling, (bets,))


def _void_shoe(house: str, sitting: int) -> Iterator[DrilledRuling]:
    seed, edition = SEED * 1_000_003 + sitting, shipped_edition(house)
    if house == "dcb":
        shoe = deal_void_shoe(CoupSource(edition, seed), seed, BACCARAT_PLAYERS)
    else:
        shoe = deal_void_shoe(BlackjackRoundSource(edition, seed), seed, BLACKJACK_PLAYERS)
    end = len(shoe.story)
    table_day = shoe.table_day(end)
    for name in shoe.rounds:
        if name in table_day.rounds:
            yield _of_void_shoe(shoe, rule(table_day, name), end)


def _of_void_shoe(shoe: VoidShoeScenario, ruling: Ruling, end: int) -> DrilledRuling:
    since = void_since(shoe.acts(end), void_shoe_terms(shoe.edition.id, {}))
    bets = shoe.bets(ruling.round.name, end)
    dues: dict[str, set[int | None]] = {}
    for way in reading_choices(shoe.edition):
        for bet in bets:
            dues.setdefault(bet.bet, set()).add(bet_money(bet, since, void_shoe_terms(shoe.edition.id, way)).due_minor)
    true = {
        bet.bet: TrueBet(bet.player, _single(dues[bet.bet]), None, bet.paid_minor if bet.payments else None) for bet in bets
    }
    return DrilledRuling("void shoe" if since else "shoe", ruling, (true,), is_void=since is not None)


def _single(amounts: Iterable[int | None]) -> int | None:
    found = set(amounts)
    return found.pop() if len(found) == 1 else None

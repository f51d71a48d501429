"""The coups on which broken engines are tried: few enough to be quick, and no two that show the same."""

import gc
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from drill.baccarat.drill import record_shoe
from drill.baccarat.recording import DAY
from drill.baccarat.scenario import hands_of
from drill.baccarat.scoring import DrilledCoup
from drill.baccarat.truth import WINDOW_CLAUSES
from replay.games.baccarat.coup import total
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay

WHOLE: Final = 32
"""How many shoes are dealt to their end, so that copies and cards too many come."""

BEGUN: Final = 700
"""How many are dealt for a few coups only: what is seldom is found among these, and they are quickly told."""


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """A coup of a story with what is right in it."""

    story: TableDay
    name: str
    coup: DrilledCoup


def cases(edition: Edition, whole: int = WHOLE, begun: int = BEGUN, *, misdealt: bool = True) -> list[Case]:
    """Of some shoes each coup that shows something the ones before it do not; what is quickly judged comes first.

    Without misdealt ones only what the tableau makes of a house's values and readings is shown.
    """
    seen: set[Hashable] = set()
    found = []
    for seed in range(1, whole + begun + 1):
        story, coups = record_shoe(edition, seed, 1000 if seed <= whole else 10)
        for at, coup in enumerate(coups, 1):
            shown = set(_shown(coup) if misdealt else _lawful_cards(coup))
            if shown - seen:
                found.append(Case(story, f"{DAY}/{at}", coup))
                seen |= shown
    gc.freeze()  # what stays need not be looked through again and again
    return sorted(found, key=_cost)


def _cost(case: Case) -> int:
    """What is quick to judge comes first: unread cards are tried with every face."""
    script = case.coup.scenario
    return 3 if script.has_unread_card else 2 if script.is_misdealt else 1 if case.coup.expected.required_findings else 0


def _shown(coup: DrilledCoup) -> Iterator[Hashable]:
    """What there is to see in a coup: of the cards, of the bets, of the faults, of what is right."""
    script, right = coup.scenario, coup.expected
    if script.has_unread_card:  # every face is tried, so a few of these will do
        yield "unread", script.is_misdealt
        return
    yield from _cards(coup)
    yield from _bets(coup)
    for fault in script.faults:
        yield "fault", fault, script.is_misdealt
    if script.is_misdealt:
        outcomes = set(right.outcomes.values())
        yield "outcomes", script.notice, len(outcomes) > 1, bool(right.disputing_players)
        yield "last", coup.is_last, script.notice
    yield from (("found", kind) for kind in right.required_findings)
    resolution = coup.shoe.resolution
    if resolution and script.is_misdealt:
        yield "resolved", resolution[1:], coup.index < resolution[0], script.notice == "players_word"
        yield "resolved later", coup.index < resolution[0] and _other_than_open(coup, *resolution[1:])


def _other_than_open(coup: DrilledCoup, clause: str, letter: str) -> bool:
    """Whether this reading makes something else of the coup than the first one does."""
    at = WINDOW_CLAUSES.index(clause) if clause in WINDOW_CLAUSES else None
    if at is None:
        return False
    return any(
        outcome != coup.expected.outcomes[(*letters[:at], "a", *letters[at + 1 :])]
        for letters, outcome in coup.expected.outcomes.items()
        if letters[at] == letter
    )


def _cards(coup: DrilledCoup) -> Iterator[Hashable]:
    script = coup.scenario
    if script.is_misdealt:
        lying, rules = hands_of(script.cards), script.table.rules
        natural, two = total(lying.banco, rules) >= 8, total(lying.banco[:2], rules)
        yield script.card_faults[0], coup.expected.card_findings, natural, two >= 6, script.is_corrected
    else:
        yield from _lawful_cards(coup)


def _lawful_cards(coup: DrilledCoup) -> Iterator[Hashable]:
    script = coup.scenario
    if not script.is_misdealt and not script.card_names:
        board, rules = hands_of(script.truth.dealt_cards), script.table.rules
        two = total(board.punto[:2], rules), total(board.banco[:2], rules)
        third = total(board.punto[2:], rules) if len(board.punto) > 2 else None
        yield "third", *two, third is None, len(board.banco)
        yield "banco", two[1], third, total(board.punto, rules) >= 8
        yield from (("face", card[0]) for card in (*board.punto, *board.banco))


def _bets(coup: DrilledCoup) -> Iterator[Hashable]:
    script, right = coup.scenario, coup.expected
    outcome = script.truth.result
    tied = outcome.punto == outcome.banco
    for bet in script.bets:
        if bet.kind == "ur_way":
            yield "ur way", bet.total, tied and bet.total == outcome.punto, bet.total in script.ur_way_odds
        elif bet.kind == "3g8":
            yield "3g8", outcome.banco_two_cards == 3, outcome.third_by_right == 8
            yield "3g8", outcome.banco_two_cards, outcome.third_by_right == 8
            yield "3g8", outcome.banco_two_cards == 3, outcome.third_by_right
        else:
            yield bet.kind, bet.player, tied, outcome.punto < outcome.banco
        if "no_posted_odds" in right.required_findings:
            yield "unposted", bet.kind, bet.total
        yield "referred", bet.kind, bet.wager, bet.wager in right.referred_wagers
    for player in right.player_by_wager.values():
        yield "player", frozenset(bet.kind for bet in script.bets if bet.player == player)

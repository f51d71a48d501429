"""The rounds of blackjack on which broken engines are tried: few enough to be quick, and no two that show the same."""

import gc
import tomllib
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from drill.blackjack.deal import DEFAULT_PLAY, SimulatedAct, SimulatedBlackjackTable
from drill.blackjack.faults.catalogue import FAULTS, LAWFUL_FAULTS, OTHER_FAULTS, possible_faults
from drill.blackjack.recording import record_table_day
from drill.blackjack.rounds import ROUND_NAME, DrilledBlackjackRound, drilled_rounds, random_resolutions
from drill.blackjack.scenario import BlackjackScenario
from drill.blackjack.scoring import _has_copies_too_many
from drill.blackjack.truth import expected_ruling
from replay.editions.loader import parse_edition, shipped_text
from replay.games.blackjack import parameters
from replay.procedure.procedure import Due
from replay.rulebooks.edition import Edition
from tests.clauses.dcb.toml import written
from tests.replay.stacked import stacked
from tests.replay.unusual import unusual

RIVERBOAT: Final = Path(__file__).parents[1] / "editions" / "riverboat.toml"
SEED: Final = 11
WHOLE: Final = 3
"""How many shoes are dealt for as long as the drill deals one, so that copies too many come."""

BEGUN: Final = 60
"""How many are dealt for a few rounds only, under other resolutions each."""

HOPELESS: Final = 3
"""So many rounds are kept of which nobody can say any more what should have been."""

TRIES: Final = 50
"""So many first rounds of a shoe are tried for each fault that a player or the money can have."""

OTHERWISE: Final[Mapping[str, Mapping[str, Any]]] = {
    "riverboat, gentler": {
        "late_bet.becomes": "plays",
        "late_raise.becomes": "plays",
        "late_withdrawal.becomes": "off",
        "unlawful_extra_stake.becomes": "plays",
        "even_money.against": ["A"],
        "insurance.beyond_the_share": "counts_up_to_it",
        "split.hands_are_filled": "together",
        "split.most_hands": 4,
        "split.aces_again": True,
        "split.aces_get_one_card": False,
        "split.pair_is_of": "value",
        "double.after_split": True,
        "dealer.draws_for": "always",
        "double.soft_total_counts": "either",
        "double.lost_to_blackjack": False,
        "split.lost_to_blackjack": False,
        "blackjack.on_split_aces": True,
        "lower_total.is": "stand_off",
        "extra_stake.is": "up_to",
    },
    "riverboat, two cards to the dealer": {
        "deal.rounds": [["boxes", "dealer"], ["boxes", "dealer"]],
        "split.hands_are_filled": "together",
        "dealer.draws_for": "effect",
        "double.totals": "any",
        "equal_totals.are": "lost",
        "blackjack.on_split_tens": True,
        "blackjack.beats_other_21": False,
        "blackjack.paid_at_once": False,
        "double.lost_to_blackjack": False,
        "split.lost_to_blackjack": False,
        "insurance.amount": "exactly",
        "insurance.is_collected": "with_the_second_card",
    },
}
"""Houses with other values: what the code makes of these decides something only there."""

HOUSES: Final = ("riverboat", "eca-blackjack", "ccl")
FURTHER: Final = ("fbj", "scb")
"""Houses in which players may give up a part of the stake, or draw for themselves alone, and have free and side bets."""


def tables(name: str) -> Mapping[str, Any]:
    """The edition of a house as it is written."""
    if name in ("ccl", "eca-blackjack", *FURTHER):
        return tomllib.loads(shipped_text(name))
    held = tomllib.loads(RIVERBOAT.read_text(encoding="utf-8"))
    rows = held["values"]
    changed = {key: {**rows[key], "value": value} for key, value in OTHERWISE.get(name, {}).items()}
    return {**held, "values": {**rows, **changed}}


def house(name: str) -> Edition:
    """A house by its name."""
    return parse_edition(written(tables(name)))


@cache
def rounds(name: str) -> tuple[DrilledBlackjackRound, ...]:
    """Of some shoes of a house each round that shows something the ones before it do not.

    A misdealt round with an unread card takes long, since every face is tried, and shows little besides.
    """
    seen: set[Hashable] = set()
    found, hopeless = [], 0
    edition = house(name)
    for drilled in _told(edition):
        if "mixed_before_it_was_seen" in drilled.scenario.faults and hopeless < HOPELESS:
            found.append(drilled)
            hopeless += 1
        if not _too_soon_to_see(drilled) and not (_unread(drilled) and drilled.is_misdealt):
            shown = set(_shown(drilled))
            if shown - seen:
                found.append(drilled)
                seen |= shown
    found += unusual(edition)
    gc.freeze()  # what stays need not be looked through again and again
    return tuple(found)


def _told(edition: Edition) -> Iterator[DrilledBlackjackRound]:
    """Rounds as they come in a drill, and of each fault of the players and of the money so many tries."""
    for shoe in range(1, WHOLE + BEGUN + 1):
        yield from drilled_rounds(edition, SEED, shoe, 40 if shoe <= WHOLE else 8)
    for fault in (*OTHER_FAULTS, *LAWFUL_FAULTS):
        yield from (drilled for number in range(TRIES) if (drilled := _with_fault(edition, fault, number)) is not None)
    yield from stacked(edition)


def _with_fault(edition: Edition, fault: str, number: int) -> DrilledBlackjackRound | None:
    """The first round of a shoe with this fault, if it fits."""
    rng = Random(number)
    held = edition.with_resolutions(random_resolutions(edition, rng))
    floor = SimulatedBlackjackTable(held, rng.randrange(1 << 30))
    if fault not in possible_faults(floor.rules):
        return None
    shoe = tuple(floor.cards[:78])
    script = BlackjackScenario(
        floor.rules, floor.main_bets(), shoe, floor.device, limits=floor.limits, notice="after_payout"
    )
    if not FAULTS[fault](script, rng):
        return None
    script.faults.append(fault)
    if fault in OTHER_FAULTS:
        script.required_findings[fault] = {OTHER_FAULTS[fault][0]}
    table_day, positions = record_table_day(script, held, floor.decks)
    return DrilledBlackjackRound(number, script, table_day, positions, expected_ruling(script, held))


def _too_soon_to_see(drilled: DrilledBlackjackRound) -> bool:
    """Whether the dealer has his second card from the deal, and the drill or the engine takes that for the play."""
    dealt = drilled.scenario.rules.value(parameters.DEAL_ROUNDS)
    unplayed = not any(act.is_play_decision for act in drilled.scenario.line.acts)
    soon = unplayed or bool({"blackjack_paid_too_soon", "drawn_when_nothing_is_open"} & set(drilled.scenario.faults))
    return soon and sum(row.count("dealer") for row in dealt) > 1


def _unread(drilled: DrilledBlackjackRound) -> bool:
    return "??" in drilled.scenario.card_names.values()


def _shown(drilled: DrilledBlackjackRound) -> Iterator[Hashable]:
    """What there is to see in a round: of the faults, of what is right, of the hands."""
    script = drilled.scenario
    if _unread(drilled):  # every face is tried, so a few of these will do
        yield "unread", script.notice, len(script.card_names)
        return
    yield from (("fault", fault, script.notice if drilled.is_misdealt else "") for fault in script.faults)
    letters = drilled.table_day.rounds[ROUND_NAME].edition.resolved_letters.items()
    for kind in drilled.expected.required_findings:
        yield from (("resolved", kind, *chosen) for chosen in letters)
        dealer = "".join(card[0] for card in script.recorded_line.final_board.dealer.all_cards[:2])
        yield "wanted", kind, script.faults[0], dealer[:1], dealer[1:] == "A"
        yield from (
            ("decision", kind, *_of_act(act), _worth(act))
            for act in script.recorded_line.acts
            if _unlawful(drilled, kind, act)
        )
    if "boxes_in_wrong_order" in script.faults:
        yield "out of turn", frozenset(act.value for act in script.line.acts if act.is_play_decision)
    yield "copies", _has_copies_too_many(drilled), drilled.is_misdealt
    if drilled.is_misdealt:
        for expected in drilled.expected.outcomes.values():
            yield (
                "put right",
                expected.standing,
                bool(expected.draw_place),
                bool(expected.undecided_place),
                expected.places_to_decide,
            )
    else:
        for shown in _hands(drilled):
            yield shown
            yield from ((shown, *chosen) for chosen in letters)
        yield from (("act", *_of_act(act)) for act in script.truth.acts)


def _hands(drilled: DrilledBlackjackRound) -> Iterator[Hashable]:
    end = drilled.scenario.recorded_line.final_board
    dealer = drilled.expected.trace, _kind(end.dealer.all_cards), len(end.dealer.all_cards) < 2
    for hand in end.hands:
        insured = any(at == hand.box for at, _ in end.insurances)
        yield "hand", dealer, hand.split_from, hand.doubled, hand.state, _kind(hand.all_cards), insured


def _unlawful(drilled: DrilledBlackjackRound, kind: str, act: SimulatedAct) -> bool:
    """Whether a decision is the one that should not have been open."""
    due = Due(act.place, "choose")
    return (
        act.is_play_decision
        and kind == f"illegal_{act.value}"
        and not DEFAULT_PLAY.is_legal(act.board, due, act.value, drilled.scenario.rules)
    )


def _worth(act: SimulatedAct) -> tuple[int, bool]:
    """What the hand that is decided on comes to, aces as one, and whether it has any."""
    hand = act.board.hand_at(act.place)
    ranks = [card[0] for card in hand.all_cards if card[0] != "?"] if hand else []
    return sum(min(10, "A23456789TJQK".index(rank) + 1) for rank in ranks), "A" in ranks


def _kind(cards: tuple[str, ...]) -> tuple[bool, bool, bool]:
    """Whether they are a blackjack, 21 of more cards, or too much."""
    worth = sum(min(10, "A23456789TJQK".index(card[0]) + 1) if card[0] != "?" else 0 for card in cards)
    high = worth + 10 if any(card[0] == "A" for card in cards) and worth <= 11 else worth
    return len(cards) == 2 and high == 21, len(cards) > 2 and high == 21, high > 21


def _of_act(act: SimulatedAct) -> tuple[Hashable, ...]:
    hand = act.board.hand_at(act.place)
    held = "" if hand is None else hand.state + hand.split_from[:1] * hand.doubled
    return act.kind, act.value if act.kind == "choose" else act.place == "dealer", held, len(hand.all_cards if hand else ())

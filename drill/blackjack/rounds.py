"""The rounds of the drill for blackjack: dealt, a fault put in now and then, told as a table would tell them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.expected import ExpectedBlackjackRuling
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import FAULTS, LAWFUL_FAULTS, OTHER_FAULTS, WEIGHTS, possible_faults
from drill.blackjack.faults.people import ROUND_ENDING_FAULTS
from drill.blackjack.recording import record_table_day
from drill.blackjack.scenario import NOTICES, STOPPING_NOTICES, BlackjackScenario, Notice
from drill.blackjack.truth import expected_ruling, open_error_clauses, visible_trace
from replay.procedure.explanation import MOST_DEVIATIONS
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay

ROUND_NAME: Final = "DRILL/2026-01-01/1"
MOST_CARDS: Final = 150
"""So many cards suffice for a round, however often hands are split."""

TRIES: Final = 200
"""So often the shoe is cut for a round in which a fault can happen; then another fault is chosen."""

LINE_CHANGING_FAULTS: Final = frozenset(
    {"illegal_double", "illegal_split", "illegal_free_double", "illegal_free_split", "illegal_hit_on_21", "off_limits"}
    | {"player_away", "nobody_called", "played_against_the_rule", "late_and_dealt_to"}
)
"""Faults of players after which the round goes on otherwise, or for other money: they come first or not at all."""

_CARD_ASIDE_FAULTS: Final = frozenset({"exposed_and_not_used", "burned_in_error"})

_PASSED_OVER_FAULTS: Final = frozenset(
    {"box_skipped_in_round_one", "box_skipped_in_round_two", "dealer_skipped", "hit_not_given", "dealer_stopped"}
    | {"two_places_in_wrong_order"}
)

INDISTINGUISHABLE_FAULTS: Final[Mapping[str, frozenset[str]]] = {
    "boxes_in_wrong_order": frozenset({"box_dealt_twice", "box_skipped_in_round_two"}),
    "drawn_while_a_box_is_undecided": frozenset({"box_dealt_twice"}),
    "hit_to_neighbour": _CARD_ASIDE_FAULTS,
    **dict.fromkeys(_PASSED_OVER_FAULTS, _CARD_ASIDE_FAULTS),
    **dict.fromkeys(_CARD_ASIDE_FAULTS, _PASSED_OVER_FAULTS),
    **dict.fromkeys(("late_bet", "late_raise", "late_withdrawal"), frozenset({"late_and_dealt_to"})),
}
"""Faults after others that together look like a single one: a box that asked for a card before its turn, a card that was
meant for one hand and lies aside, while the deal goes on with the next, a box that was passed over between two others, a
late stake that is changed or joined by another one."""

FAULTS_ON_MISDEAL: Final = frozenset({"mixed_before_it_was_seen", "put_right_wrongly", "paid_by_no_reading"})
"""Faults that are something only where cards were dealt wrongly."""


@dataclass(frozen=True, slots=True)
class DrilledBlackjackRound:
    """A round of the drill as it is told, and what is right in it. It can be judged any number of times."""

    number: int
    scenario: BlackjackScenario
    table_day: TableDay
    position_by_act: dict[int, int]
    expected: ExpectedBlackjackRuling

    @property
    def is_misdealt(self) -> bool:
        return self.expected.trace == "misdealt"


def drilled_rounds(
    edition: Edition, seed: int, shoe_number: int, most_rounds: int, *, plays_new_hands_last: bool = False
) -> Iterator[DrilledBlackjackRound]:
    """The rounds of one shoe, played and told; what the house leaves open is resolved, save what concerns errors.

    `plays_new_hands_last` says that the dealer plays the hand of a further split last even where the house leaves it open.
    """
    rng = Random(seed * 1_000_003 + shoe_number)  # noqa: S311 - play that can be repeated, no secret
    held = edition.with_resolutions(random_resolutions(edition, rng))
    floor = SimulatedBlackjackTable(held, rng.randrange(1 << 30), plays_new_hands_last=plays_new_hands_last)
    for number in range(most_rounds):
        floor.next_round()
        script = _deal_scenario(floor, rng)
        table_day, positions = record_table_day(script, held, floor.decks)
        yield DrilledBlackjackRound(
            shoe_number * 1000 + number, script, table_day, positions, expected_ruling(script, held)
        )
        floor.remove_cards(
            len(script.cards_out), [script.card_names.get(n, card) for n, card in enumerate(script.cards_out)]
        )


def random_resolutions(edition: Edition, rng: Random) -> dict[str, str]:
    """One reading of each ambiguity that is open and does not concern errors of the deal."""
    of_error = open_error_clauses(edition)
    opened = [c for c in edition.sheet.readings if c not in of_error and c not in edition.resolved_letters]
    return {clause: rng.choice(edition.reading_letters(clause)) for clause in opened}


def _deal_scenario(table: SimulatedBlackjackTable, rng: Random) -> BlackjackScenario:
    """A round; nearly all have a fault."""
    script = _faulty_scenario(table, rng) if rng.randrange(20) else lawful_scenario(table)
    script.notice = _choose_notice(script, rng)
    if script.wrong_correction_place and visible_trace(script) != "misdealt":
        script.wrong_correction_place, script.notice = "", "after_payout"  # it may have been right: nobody set about it
        script.required_findings.pop(script.faults.pop())
    if script.notice in STOPPING_NOTICES and visible_trace(script) == "undetectable" and rng.randrange(4):
        script.notice = "after_payout"
    if script.notice == "put_right" and visible_trace(script) == "undetectable":
        script.notice = "at_once"
    return script


def lawful_scenario(table: SimulatedBlackjackTable) -> BlackjackScenario:
    """A lawful round with the shoe's next cards."""
    before = Counter(card for card in table.cards_out if card[1] != "?") if table.device == "shoe" else Counter[str]()
    mains = table.main_bets()
    others = table.co_player_bets(mains)
    laid = [bet for box, main in mains.items() for bet in (main, *others.get(box, ()))]
    return BlackjackScenario(
        rules=table.rules,
        main_bets=mains,
        co_player_bets=others,
        side_bets=table.side_bets(laid),
        next_cards=tuple(table.cards[:MOST_CARDS]),
        device=table.device,
        copies_out_before=before,
        cards_out_before=len(table.cards_out) if table.device == "shoe" else 0,
        limits=table.limits,
        hands_played_next=table.hands_played_next(mains),
    )


def _faulty_scenario(table: SimulatedBlackjackTable, rng: Random) -> BlackjackScenario:
    """A fault is chosen, and the shoe cut until a round comes in which it can happen; in some another one follows."""
    names = possible_faults(table.rules)
    weights = [WEIGHTS[name] for name in names]
    for name in rng.choices(names, weights, k=5):
        script = lawful_scenario(table)
        for _ in range(TRIES):
            if _has_misdeal_if_needed(script, name, names, rng) and _inject(script, name, rng):
                _inject_further(script, names, weights, rng)
                return script
            table.cut()
            script = lawful_scenario(table)
    return script


def _has_misdeal_if_needed(scenario: BlackjackScenario, name: str, names: list[str], rng: Random) -> bool:
    """Some faults come upon a misdeal."""
    upon = name in FAULTS_ON_MISDEAL or (name == "unread_card" and rng.randrange(2))
    return not upon or any(
        _inject(scenario, name, rng) for name in rng.sample([name for name in names if name in CARD_FAULTS], 3)
    )


def _inject_further(scenario: BlackjackScenario, names: list[str], weights: list[int], rng: Random) -> None:
    """After a fault now and then another one comes, after what was dealt with as it should be mostly."""
    while (
        _deal_fault_count(scenario) < MOST_DEVIATIONS
        and any(rng.randrange(2) or name in LAWFUL_FAULTS for name in scenario.faults[-1:])
        and visible_trace(scenario) != "undetectable"
    ):
        if not any(_inject(scenario, name, rng) for name in rng.choices(names, weights, k=4)):
            return


def _deal_fault_count(scenario: BlackjackScenario) -> int:
    """How many faults put cards where they do not belong: with more than MOST nobody looks for an explanation."""
    return sum(name not in LAWFUL_FAULTS and name not in OTHER_FAULTS for name in scenario.faults)


def _inject(scenario: BlackjackScenario, name: str, rng: Random) -> bool:
    """A fault after those that the script has, if it can happen there."""
    first = not scenario.faults
    if (
        name in scenario.faults
        or (scenario.required_findings and name not in OTHER_FAULTS)
        or (name in LINE_CHANGING_FAULTS and not first)
    ):
        return False
    if ROUND_ENDING_FAULTS.intersection(scenario.faults):
        return False
    if INDISTINGUISHABLE_FAULTS.get(name, frozenset()).intersection(scenario.faults):
        return False
    if not FAULTS[name](scenario, rng):
        return False
    scenario.faults.append(name)
    if name in OTHER_FAULTS:
        scenario.required_findings[name] = {OTHER_FAULTS[name][0]}
    return True


def _choose_notice(scenario: BlackjackScenario, rng: Random) -> Notice:
    notice = rng.choice(NOTICES)
    if scenario.interruption is not None:
        return "after_payout"
    if scenario.refusals:
        return "at_once"
    if scenario.wrong_correction_place:
        return "at_once" if scenario.is_wrong_correction_left else "put_right"
    if scenario.required_findings:
        return rng.choice(("after_payout", "next_round", "never"))
    if len(scenario.faults) > 1 and notice in STOPPING_NOTICES:
        notice = "after_payout"  # else the round would be cut before the last of them
    if notice == "put_right" and not (scenario.is_misdealt and scenario.is_correctable):
        notice = "at_once"
    return notice if scenario.is_misdealt or notice not in STOPPING_NOTICES else "after_payout"

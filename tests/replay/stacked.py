"""Rounds of blackjack from shoes whose first cards are chosen: what the drill's own shoes show too seldom.

The cards of a front leave the shoe in this order: the box's first card, the dealer's, the box's second, and the rest.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, Final

from drill.blackjack.deal import DEFAULT_PLAY, SimulatedAct, SimulatedBlackjackTable
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import FINDINGS_WITHOUT_CLAUSE, OTHER_FAULTS
from drill.blackjack.recording import record_table_day
from drill.blackjack.rounds import DrilledBlackjackRound, random_resolutions
from drill.blackjack.scenario import AlteredRound, BlackjackScenario, Fault
from drill.blackjack.truth import expected_ruling
from ledger.events.play import WagerPlaced
from ledger.values.cards import RANKS
from ledger.values.places import DEALER, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import is_two_card_21
from replay.procedure.procedure import Due, TableAct
from replay.rulebooks.edition import Edition
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

HANDS: Final = tuple(f"{first}{up}{second}" for first, second in combinations_with_replacement(RANKS, 2) for up in "T")
"""Every hand of two cards, against a card that the dealer goes over with and one that he does not."""

NATURALS: Final = tuple(f"A5{up}{'TJQK'[n % 4]}6{more}" for n, up in enumerate(RANKS) for more in ("A", "5", "TA"))
"""A blackjack in the first of two boxes."""

INSURED: Final = ("TAT5T5", "9A95T5", "8A85T5", "2A32T5T", "TATK5", "9A9Q5")
IN_TURN: Final = ("T56T65", "T86T8T", "T46T73", "56856T5")
"""Two boxes, of which the second doubles, splits or draws."""

PAIRS: Final = (
    *(f"{rank}{up}{rank}{more}" for rank in "A8T23" for up in "6AT" for more in (rank, f"T{rank}", "5", "33", "A")),
    "T6KQ",
    "TAJK",
    "8T88888888",
    "2T22222222",
)
LATER: Final = tuple(
    f"{first}{up}{second}{more}" for first, second in ("57", "5T", "56") for up in "AT5" for more in "6TA9"
)
DOUBLES: Final = tuple(f"5{up}6T{more}" for up in "AT6" for more in "ATK9")
OFFERS: Final = ("insurance_not_open", "insurance_late", "insurance_too_high", "insurance_collected_late")
BOXES: Final = ((1,), (2,))
"""Who sits at the table: an odd box takes even money, one of three does not insure."""

Chance = tuple[str, Fault]
"""What is done in a round, and the finding that it must lead to; none for what is lawful, and for cards astray."""

Chances = Mapping[str, Chance]
Tables = Sequence[Sequence[int]]


def stacked(edition: Edition) -> Iterator[DrilledBlackjackRound]:
    """Every round of these: lawful ones, ones with players of another mind, and ones with faults."""
    yield from _many(edition, HANDS, {"illegal_double": says("double"), "illegal_split": says("split")})
    offers = {fault: OTHER_FAULTS[fault] for fault in OFFERS}
    insured = {
        "insured after a card": ("late_insurance", _insures_later),
        "drawn_when_nothing_is_open": ("", _drawn_on_blackjack),
    }
    yield from _many(edition, INSURED, offers | insured, ((2,), (4,)))
    naturals = {
        "": _LAWFUL,
        "even money": ("even_money_not_open", _even_money),
        **offers,
    }
    yield from _many(edition, NATURALS, naturals, ((1, 5), (2, 5), (4, 5)))
    yield from _many(edition, IN_TURN, _OF_TURNS, ((1, 5),) * 4)
    yield from _many(edition, PAIRS, {"": _LAWFUL, **_of_choice("split", "double", "stand", "hit"), **_OF_SPLITS}, BOXES)
    yield from _many(edition, (*LATER, *DOUBLES), {"": _LAWFUL, **_of_choice("double", "stand", "hit"), **_OF_HITS})


def _many(
    edition: Edition, fronts: Sequence[str], chances: Chances, tables: Tables = BOXES[:1]
) -> Iterator[DrilledBlackjackRound]:
    """Every front before every table, each under other resolutions."""
    for number, (front, boxes) in enumerate(product(fronts, tables)):
        held = edition.with_resolutions(random_resolutions(edition, Random(number)))
        for fault, (kind, inject) in chances.items():
            if not kind or kind in FINDINGS_WITHOUT_CLAUSE or kind in edition.sheet.conduct:
                script = begun(held, number, front, boxes)
                if inject(script, Random(number)):
                    _note(script, fault, kind)
                    yield drilled_round(script, held, number)


def _note(script: BlackjackScenario, fault: str, kind: str) -> None:
    if kind:
        script.required_findings[fault] = {kind}
    if kind or script.is_misdealt:
        script.faults.append(fault)


def begun(
    held: Edition, number: int, front: str = "", boxes: Sequence[int] = (1,), stake: int = 20_00
) -> BlackjackScenario:
    """A round as it is played with these cards in front, by players of the drill's strategy."""
    return laid(held, number, front, [on_box(b, stake) for b in boxes])


def on_box(box: int, stake: int, other: int = 0, spot: int | None = None) -> WagerPlaced:
    """A wager on a box; of the other players of the box each has a number."""
    also = str(other) if other else ""
    return WagerPlaced(wager=f"w{box}{also}", player=f"P{box}{also}", kind=MAIN, stake_minor=stake, box=box, spot=spot)


def laid(held: Edition, number: int, front: str, wagers: Sequence[WagerPlaced]) -> BlackjackScenario:
    """The round with these wagers; of those on one box the first is that of its caller."""
    floor = SimulatedBlackjackTable(held, number)
    on_boxes: dict[int, tuple[WagerPlaced, ...]] = {}
    for bet in wagers:
        on_boxes[bet.box or 0] = (*on_boxes.get(bet.box or 0, ()), bet)
    return BlackjackScenario(
        rules=floor.rules,
        main_bets={box: bets[0] for box, bets in on_boxes.items()},
        co_player_bets={box: bets[1:] for box, bets in on_boxes.items() if bets[1:]},
        next_cards=_on_top(floor.cards, front),
        device=floor.device,
        limits=floor.limits,
        notice="after_payout",
    )


def resolved_to(held: Edition, key: Parameter[Any], wanted: object) -> Edition | None:
    """The house as it is where it says this, if one of the readings that it has for it does."""
    clause = held.values[key.name][1] if key.name in held.values else ""
    ways = (
        [held.with_resolutions({clause: letter}) for letter in held.reading_letters(clause)]
        if clause.endswith("?")
        else [held]
    )
    return next((way for way in ways if Rules(way).value(key) == wanted), None)


def drilled_round(script: BlackjackScenario, held: Edition, number: int, decks: int = 6) -> DrilledBlackjackRound:
    """The round as it is recorded, with the ruling that is expected on it."""
    table_day, positions = record_table_day(script, held, decks)
    return DrilledBlackjackRound(number, script, table_day, positions, expected_ruling(script, held))


def _on_top(cards: Sequence[str], front: str) -> tuple[str, ...]:
    left, top = list(cards), []
    for rank in front:
        top.append(left.pop(next(n for n, card in enumerate(left) if card[0] == rank)))
    return (*top, *left)[:78]


# What is done


def _nothing(_: BlackjackScenario, __: Random) -> bool:
    return True


def _of_choice(*decisions: str) -> Chances:
    """Players who decide, the first time or the second, as the strategy would not."""
    return {f"{what} at {nth}": ("", decides(what, nth)) for what in decisions for nth in (0, 1)}


def decides(what: str, nth: int) -> Fault:
    def decide(script: BlackjackScenario, _: Random) -> bool:
        begins = script.fault_indices(lambda act: act.is_play_decision)[nth : nth + 1]
        act = script.line.acts[begins[0]] if begins else None
        if act is None or act.value == what or not _open(script, act, what):
            return False
        dealing = script.alter_from(begins[0])
        dealing.add_act(act.place, what, DEFAULT_PLAY.after_due(dealing.board, Due(act.place, "choose"), what), "choose")
        return as_played(script, dealing)

    return decide


def _open(script: BlackjackScenario, act: SimulatedAct, what: str) -> bool:
    return DEFAULT_PLAY.is_legal(act.board, Due(act.place, "choose"), what, script.rules)


def as_played(script: BlackjackScenario, dealing: AlteredRound) -> bool:
    dealing.finish_round()
    script.truth, script.is_line_final = script.line, True
    return True


def says(what: str, *, split: bool = False) -> Chance:
    """A double or a split that is not open, of a hand as it was dealt or of a split one."""

    def say(script: BlackjackScenario, _: Random) -> bool:
        begins = script.fault_indices(
            lambda act: act.is_play_decision and split == _is_split(act) and not _open(script, act, what)
        )
        begins.sort(key=lambda at: not _is_pair(script.line.acts[at]))
        if not begins:
            return False
        place = script.line.acts[begins[0]].place
        dealing = script.alter_from(begins[0])
        dealing.follow_unlawful_stake(place, what)
        dealing.finish_round()
        if script.rules.value(parameters.UNLAWFUL_EXTRA) == "refer":
            extras = [bet for _, bet in script.extras_of(script.line)]
            script.referred_wagers |= {bet.wager for bet in extras if bet.kind == what and bet.box == box_of(place)}
        return True

    return f"illegal_{what}", say


def _is_split(act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and bool(hand.split_from)


def _is_pair(act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and len(hand.all_cards) == 2 and hand.all_cards[0][0] == hand.all_cards[1][0]


def _even_money(script: BlackjackScenario, _: Random) -> bool:
    """Even money for a blackjack against a card that the house does not give it against."""
    board, rules = script.line.final_board, script.rules
    begins = [at for at, act in enumerate(script.line.acts) if DEFAULT_PLAY.due_first_card(act.board, rules) is None]
    against = rules.value(parameters.EVEN_MONEY)
    if not begins or not is_two_card_21(board.hands[0], rules) or board.dealer.all_cards[0][0] in against:
        return False
    script.undue_even_money.append((begins[0], board.hands[0].place, f"P{board.hands[0].box}"))
    return True


def _insured(script: BlackjackScenario, at: int) -> bool:
    """An insurance of the first box that nobody expects."""
    main = next(iter(script.main_bets.values()))
    half = main.model_copy(
        update={"wager": "i", "kind": "insurance", "stake_minor": main.stake_minor // 2, "parent": main.wager}
    )
    script.undue_extras.append((at, half))
    return True


def insures_besides(script: BlackjackScenario, _: Random) -> bool:
    """Who takes even money has insured the hand as well."""
    taken = [at for at, act in enumerate(script.line.acts) if act.value == "even_money"]
    return bool(taken) and _insured(script, taken[0])


def _insures_later(script: BlackjackScenario, _: Random) -> bool:
    """An insurance once a card has been drawn."""
    if any(act.value == "insurance" for act in script.line.acts):
        return False
    drawn = [at for at, act in enumerate(script.line.acts) if act.value == "hit" and not _is_split(act)]
    against = script.rules.value(parameters.INSURED_AGAINST)
    fits = (
        bool(drawn) and drawn[0] + 2 < len(script.line.acts) and script.line.final_board.dealer.all_cards[0][0] in against
    )
    return fits and _insured(script, drawn[0] + 2)


def _drawn_on_blackjack(script: BlackjackScenario, rng: Random) -> bool:
    """The dealer draws on a blackjack, and the next round begins."""
    if not is_two_card_21(script.line.final_board.dealer, script.rules):
        return False
    script.cards_to_done_dealer.append(len(script.line.cards))
    dealing = script.alter_from(len(script.line.acts))
    dealing.lay_undue_card(DEALER, rng)
    script.notice = "next_round"
    return dealing.finish_round()


def _passed_over(fits: Callable[[BlackjackScenario, SimulatedAct], bool]) -> Chance:
    """A card or a decision that is due, and that the dealer forgets."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        begins = script.fault_indices(lambda act: fits(script, act))
        if not begins:
            return False
        dealing = script.alter_from(rng.choice(begins))
        dealing.skip_due_card()
        return dealing.finish_round()

    return "", fault


def _hits_after_standing(script: BlackjackScenario, rng: Random) -> bool:
    """A hand that stood asks for a card all the same, and gets it."""
    begins = script.fault_indices(lambda act: act.value == "stand")
    if not begins:
        return False
    at = rng.choice(begins)
    dealing = script.alter_from(at + 1)
    dealing.follow_decision(script.line.acts[at].place, "hit")
    dealing.deal_due_card()
    return dealing.finish_round()


def _belated(nth: int, cards: int) -> Chance:
    """The first box is passed over in a round of the deal, and gets its card after so many others."""

    def fault(script: BlackjackScenario, __: Random) -> bool:
        begins = script.fault_indices(lambda act: act.place == "box1")
        dealing = script.alter_from(begins[nth])
        dealing.skip_due_card()
        for _ in range(cards):
            dealing.deal_due_card()
        after = DEFAULT_PLAY.after_optional(dealing.board, TableAct("box1", dealing.next_card, 0), script.rules)
        if after is not None:
            dealing.add_act("box1", dealing.next_card, after)
        return after is not None and dealing.finish_round()

    return "", fault


def _fills(_: BlackjackScenario, act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and _is_split(act) and hand is not None and len(hand.due_cards) == 1


_LAWFUL: Final[Chance] = ("", _nothing)
_OF_SPLITS: Final[Chances] = {
    "split again": says("split", split=True),
    "doubled": says("double", split=True),
    "split_not_filled": _passed_over(_fills),
    "not_asked": _passed_over(lambda _, act: act.is_play_decision),
    **{name: ("", CARD_FAULTS[name]) for name in ("second_card_on_split_aces", "split_hands_filled_in_wrong_order")},
}
_OF_HITS: Final[Chances] = {"illegal_hit_on_21": ("illegal_hit", _hits_after_standing)}
_OF_TURNS: Final[Chances] = {
    "": _LAWFUL,
    "boxes_in_wrong_order": ("", CARD_FAULTS["boxes_in_wrong_order"]),
    **{f"belated {nth} {cards}": _belated(nth, cards) for nth, cards in ((0, 1), (0, 2), (0, 3), (1, 1))},
}

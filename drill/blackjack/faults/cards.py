"""Faults of the dealer: cards given too many, too few, too soon, to the wrong place, or not from the shoe's front."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final, Literal

from drill.blackjack.deal import BOXES, RoundLine, SimulatedAct, speaker_name
from drill.blackjack.faults.absence import is_by_rule
from drill.blackjack.scenario import AlteredRound, BlackjackScenario, Fault
from ledger.values.places import BURN, DEALER, EXPOSED, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.table import OUT_OF_PLAY, BlackjackTable, is_bust, is_two_card_21, total
from replay.procedure.procedure import Due

WaitingPlace = Literal["exposed", "burn"]
_WAITING_PLACES: Final[tuple[WaitingPlace, ...]] = (EXPOSED, BURN)


def exposed_and_used(place: WaitingPlace) -> Fault:
    """A card comes out while it is due, and is given to whom it is due."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        begins = script.fault_indices(lambda act: _is_due_card(script, act))
        if script.is_line_final or not begins:
            return False
        at = rng.choice(begins)
        _set_waiting_card(script, at, at, place)
        return True

    return fault


def _is_due_card(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    return act.kind == "card" and not act.card_origin and scenario.play.due(act.board, scenario.rules) == Due(act.place)


def _set_waiting_card(scenario: BlackjackScenario, out_index: int, given_index: int, place: WaitingPlace) -> None:
    """A card came out before one act, waited, and was given with another."""
    acts = list(scenario.line.acts)
    acts[given_index] = replace(acts[given_index], card_origin=place)
    scenario.waiting_cards[out_index] = place
    scenario.line, scenario.next_fault_index = RoundLine(tuple(acts), scenario.line.final_board), given_index + 1


def refused_by_one(scenario: BlackjackScenario, rng: Random) -> bool:
    """A card waits; one hand refuses it, another one asks for a card and takes it."""
    begins = scenario.fault_indices(_may_refuse)
    if scenario.is_line_final or scenario.is_misdealt or not begins:
        return False
    at = rng.choice(begins)
    place = scenario.line.acts[at].place
    line = _line_with_refusals(scenario, at, [scenario.line.acts[at]])
    given = next((n for n, act in enumerate(line.acts) if n > at and act.kind == "card"), None)
    if given is None or box_of(line.acts[given].place) in (None, box_of(place)):
        return False
    return _set_refused_card(scenario, line, at, given, rng)


def refused_by_all(scenario: BlackjackScenario, rng: Random) -> bool:
    """A card waits, and everybody who is still to decide refuses it: it is the dealer's next card."""
    begins = scenario.fault_indices(_may_refuse)
    if scenario.is_line_final or scenario.is_misdealt or not begins:
        return False
    at = rng.choice(begins)
    refusing = list(_refusals_from(scenario, at))
    if len(refusing) < 2:
        return False
    line = _line_with_refusals(scenario, at, refusing)
    given = at + len(refusing)
    if len(line.acts) <= given or line.acts[given].place != DEALER:
        return False
    return _set_refused_card(scenario, line, at, given, rng)


def refused_where_it_lies(scenario: BlackjackScenario, rng: Random) -> bool:
    """The dealer draws while boxes are undecided; it is noticed, and they refuse the card before anybody moves it."""
    begins = scenario.fault_indices(lambda act: act.is_play_decision)
    if scenario.faults or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    refusing = tuple(_refusals_from(scenario, at))
    hands = [act.board.hand_at(act.place) for act in refusing]
    then = scenario.play.after_due(refusing[-1].board, Due(refusing[-1].place, "choose"), "refuse_card")
    if any(hand is None or hand.split_from for hand in hands) or scenario.play.due(then, scenario.rules) != Due(DEALER):
        return False
    dealing = scenario.alter_from(at)
    dealing.lay_undue_card(DEALER, rng)
    scenario.refusals = refusing
    return dealing.finish_round()


def _may_refuse(act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return act.is_play_decision and hand is not None and not hand.split_from


def _refusals_from(scenario: BlackjackScenario, at: int) -> Iterator[SimulatedAct]:
    """The decisions that are due from an act on, as long as each refuses."""
    board: BlackjackTable = scenario.line.acts[at].board
    while (due := scenario.play.due(board, scenario.rules)) is not None and due.kind == "choose":
        yield SimulatedAct(board, due.place, "refuse_card", "choose", speaker=_speaker_name(scenario, board, due.place))
        board = scenario.play.after_due(board, due, "refuse_card")


def _speaker_name(scenario: BlackjackScenario, board: BlackjackTable, place: str) -> str:
    return speaker_name(scenario.play, board, place, scenario.play.caller(board, box_of(place)), scenario.rules)


def _line_with_refusals(scenario: BlackjackScenario, at: int, acts: list[SimulatedAct]) -> RoundLine:
    """The round if these refuse, from an act on."""
    refused = {scenario.play.visible_state(act.board, Due(act.place, "choose")) for act in acts}
    dealing: AlteredRound = scenario.alter_from(at)
    before, scenario.refused_views = scenario.refused_views, scenario.refused_views | refused
    line, scenario.refused_views = scenario.finish_lawfully(dealing.board, dealing.acts), before
    return line


def _set_refused_card(scenario: BlackjackScenario, line: RoundLine, out_index: int, given_index: int, rng: Random) -> bool:
    scenario.refused_views |= {
        scenario.play.visible_state(act.board, Due(act.place, "choose"))
        for act in line.acts[out_index:]
        if act.value == "refuse_card"
    }
    scenario.line = scenario.truth = line
    _set_waiting_card(scenario, out_index, given_index, rng.choice(_WAITING_PLACES))
    return True


def _fault_at_act(
    fits: Callable[[BlackjackScenario, SimulatedAct], bool],
    deviate: Callable[[BlackjackScenario, AlteredRound, Random], None],
    offset: int = 0,
) -> Fault:
    """Begins at an act that fits (or `after` it), and from there on the dealer goes on as he would."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        begins = script.fault_indices(lambda act: fits(script, act))
        if script.is_line_final or not begins:
            return False
        dealing = script.alter_from(rng.choice(begins) + offset)
        deviate(script, dealing, rng)
        return dealing.finish_round()

    return fault


def _is_first_card_in_round(number: int) -> Callable[[BlackjackScenario, SimulatedAct], bool]:
    """A first card to a box in a round of the deal."""

    def fits(script: BlackjackScenario, act: SimulatedAct) -> bool:
        hand = act.board.hand_at(act.place)
        boxed = box_of(act.place) is not None and hand is not None and len(hand.due_cards) == number - 1
        return boxed and script.is_first_card(act)

    return fits


def _is_repeatable_first_card(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """A card of the deal; its very last only if nothing else went wrong, for one card more looks asked for."""
    if not (_is_first_card_in_round(1)(scenario, act) or _is_first_card_in_round(2)(scenario, act)):
        return False
    then = scenario.play.after_due(act.board, Due(act.place), act.value)
    return not scenario.faults or scenario.play.due_first_card(then, scenario.rules) is not None


def _skip_card(_: BlackjackScenario, altered_round: AlteredRound, __: Random) -> None:
    altered_round.skip_due_card()


def _repeat_card(_: BlackjackScenario, altered_round: AlteredRound, rng: Random) -> None:
    altered_round.lay_undue_card(altered_round.acts[-1].place, rng)


def _deal_to_empty_box(scenario: BlackjackScenario, altered_round: AlteredRound, rng: Random) -> None:
    """A box behind which a stake was laid too late is not empty: a house may leave it open whether it is dealt to."""
    laid = {hand.box for hand in altered_round.board.hands} | {bet.box for _, bet in scenario.late_bets}
    altered_round.lay_undue_card(hand_place(rng.choice([box for box in BOXES if box not in laid])), rng)


def _deal_to_dealer(_: BlackjackScenario, altered_round: AlteredRound, rng: Random) -> None:
    altered_round.lay_undue_card(DEALER, rng)


def _is_second_card_before_box(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """A second card to a box, after which something else is due than the dealer's next card."""
    if not _is_first_card_in_round(2)(scenario, act):
        return False
    then = scenario.play.due(scenario.play.after_due(act.board, Due(act.place), act.value), scenario.rules)
    return then is not None and then != Due(DEALER)


def _is_swappable(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """A first card after which another place is due a first card."""
    then = scenario.play.due_first_card(scenario.play.after_due(act.board, Due(act.place), act.value), scenario.rules)
    return scenario.is_first_card(act) and then is not None and then.place != act.place


def _swap_two_cards(scenario: BlackjackScenario, altered_round: AlteredRound, _: Random) -> None:
    first = altered_round.due_act()
    assert first is not None
    second = scenario.play.due_first_card(
        scenario.play.after_due(altered_round.board, first, altered_round.next_card), scenario.rules
    )
    assert second is not None
    held, before = altered_round.next_card, altered_round.board
    altered_round.add_act(second.place, held, scenario.play.after_undue_card(before, second.place, held, scenario.rules)[0])
    both = scenario.play.after_due(before, first, altered_round.next_card)
    altered_round.add_act(first.place, altered_round.next_card, scenario.play.after_due(both, second, held))


def _later_undecided_places(scenario: BlackjackScenario, act: SimulatedAct) -> list[str]:
    """The hands that are still to be played after the one whose turn it is."""
    places = [hand.place for hand in act.board.hands]
    later = act.board.hands[places.index(act.place) + 1 :] if act.place in places else ()
    due = [
        hand.place
        for hand in later
        if scenario.play.due_to_hand(act.board, hand, scenario.rules) == Due(hand.place, "choose")
    ]
    own = {
        simulated_act.place for simulated_act in scenario.line.acts if simulated_act.value == "surrender"
    }  # that needs no turn
    return [place for place in due if box_of(place) != box_of(act.place) and place not in own]


def _play_out_of_turn(scenario: BlackjackScenario, altered_round: AlteredRound, rng: Random) -> None:
    board, due = altered_round.board, altered_round.due_act()
    assert due is not None
    place = rng.choice(_later_undecided_places(scenario, SimulatedAct(board, due.place, "", "choose")))
    hand = board.hand_at(place)
    assert hand is not None
    altered_round.board = board.with_hand_before(hand, due.place)


def _is_requested_card(_: BlackjackScenario, act: SimulatedAct) -> bool:
    """A card that a hand asked for."""
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and hand is not None and hand.state in ("hit", "doubled") and not act.card_origin


def _other_live_places(board: BlackjackTable, place: str, scenario: BlackjackScenario) -> list[str]:
    hands = [hand for hand in board.hands if hand.place != place and not is_bust(hand, scenario.rules)]
    return [hand.place for hand in hands if hand.state not in OUT_OF_PLAY and not is_two_card_21(hand, scenario.rules)]


def _deal_to_neighbour(scenario: BlackjackScenario, altered_round: AlteredRound, rng: Random) -> None:
    due = altered_round.due_act()
    assert due is not None
    place = rng.choice(_other_live_places(altered_round.board, due.place, scenario))
    if rng.randrange(2):
        altered_round.skip_due_card()
    altered_round.lay_undue_card(place, rng)


def _is_stand(_: BlackjackScenario, act: SimulatedAct) -> bool:
    return act.kind == "choose" and act.value == "stand"


def _is_card_on_double(_: BlackjackScenario, act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and hand is not None and hand.state == "doubled"


HANDS_AFTER_FIRST_SPLIT: Final = 2
"""So many hands a box has after one split."""


def _is_card_on_split_ace(_: BlackjackScenario, act: SimulatedAct) -> bool:
    """The one card of a split ace, of a pair that was split once: of further splits no order of play is written down."""
    hand = act.board.hand_at(act.place)
    is_of_ace = act.kind == "card" and hand is not None and hand.split_from == "A" and len(hand.all_cards) == 1
    return is_of_ace and len(act.board.hands_of(hand.box if hand else None)) <= HANDS_AFTER_FIRST_SPLIT


def _is_split_filling(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """A split hand's second card, while the next of the same pair waits for its own."""
    return act.kind == "card" and _waiting_split_place(act.board, act.place) is not None and not scenario.is_first_card(act)


def _waiting_split_place(board: BlackjackTable, place: str) -> str | None:
    hand = board.hand_at(place)
    if hand is None or not hand.split_from or len(hand.due_cards) != 1:
        return None
    if len(board.hands_of(hand.box)) > HANDS_AFTER_FIRST_SPLIT:
        return None  # of further splits the table has an order of its own
    waits = [
        other_hand.place
        for other_hand in board.hands_of(hand.box)
        if other_hand.place != place and len(other_hand.due_cards) == 1
    ]
    return next(iter(waits), None)


def _fill_other_split_first(_: BlackjackScenario, altered_round: AlteredRound, __: Random) -> None:
    due = altered_round.due_act()
    assert due is not None
    hand = altered_round.board.hand_at(_waiting_split_place(altered_round.board, due.place) or "")
    assert hand is not None
    card = altered_round.next_card
    altered_round.add_act(hand.place, card, altered_round.board.with_hand(hand.with_due_card(card)))


def _is_dealer_draw(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    return scenario.is_dealer_draw(act)


def _is_play_decision(_: BlackjackScenario, act: SimulatedAct) -> bool:
    return act.is_play_decision


def _is_due_from_shoe(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """Any card that was due, from the front of the shoe."""
    return act.kind == "card" and not act.card_origin and scenario.play.due(act.board, scenario.rules) == Due(act.place)


def _expose_card(_: BlackjackScenario, altered_round: AlteredRound, __: Random) -> None:
    altered_round.lay_aside(EXPOSED)


def _burn_card(_: BlackjackScenario, altered_round: AlteredRound, __: Random) -> None:
    altered_round.lay_aside(BURN)


def _dealer_draws_extra(fits: Callable[[int, bool, BlackjackScenario], bool], *, is_idle: bool = False) -> Fault:
    """The dealer, who is done, takes one card more."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        board, rules = script.line.final_board, script.rules
        if (
            script.is_line_final
            or script.cards_to_done_dealer
            or not board.dealer.all_cards
            or board.dealer.state == "passed"
        ):
            return False
        has, soft = total(board.dealer, rules)
        stands = rules.value(parameters.STANDS_ON)
        done = has > stands or (has == stands and (not soft or rules.value(parameters.SOFT_STANDS)))
        if done == is_idle or not fits(has, soft, script) or script.play.due(board, rules) is not None:
            return False
        script.cards_to_done_dealer.append(len(script.line.cards))
        dealing = script.alter_from(len(script.line.acts))
        dealing.lay_undue_card(DEALER, rng)
        return dealing.finish_round()

    return fault


def _face_up(scenario: BlackjackScenario, rng: Random, *, is_treated_rightly: bool) -> bool:
    """A card lies face up in the shoe, and is or is not treated as the house treats it."""
    begins = scenario.fault_indices(lambda act: _is_due_from_shoe(scenario, act))
    if scenario.is_line_final or not begins or scenario.is_misdealt or scenario.face_up_cards:
        return False
    at = rng.choice(begins)
    key = parameters.FACE_UP_MACHINE if scenario.device == "machine" else parameters.FACE_UP_SHOE
    burned = (scenario.rules.value(key) == "burn") == is_treated_rightly
    scenario.face_up_cards.append(sum(act.kind == "card" for act in scenario.line.acts[:at]))
    scenario.is_face_up_mistreated = not is_treated_rightly
    dealing = scenario.alter_from(at)
    if burned:
        dealing.lay_aside(BURN)
    else:
        dealing.deal_due_card()
    dealing.acts[-1] = replace(dealing.acts[-1], card_origin="face_up")
    dealing.finish_round()
    if is_treated_rightly:
        scenario.truth = scenario.line
    return True


def _face_up_treated_rightly(scenario: BlackjackScenario, rng: Random) -> bool:
    return _face_up(scenario, rng, is_treated_rightly=True)


def _face_up_mistreated(scenario: BlackjackScenario, rng: Random) -> bool:
    return _face_up(scenario, rng, is_treated_rightly=False)


def _hit_unrecorded(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hit that nobody noted: the card itself shows it."""
    hits = [at for at, act in enumerate(scenario.line.acts) if act.is_play_decision and act.value == "hit"]
    if scenario.is_misdealt or scenario.is_line_final or scenario.undue_extras or not hits:
        return False
    scenario.unrecorded_acts.add(rng.choice(hits))
    scenario.is_line_final = True
    return True


def _card_before_request(scenario: BlackjackScenario, rng: Random) -> bool:
    """A card to the hand in turn, before anything was decided: it looks as if it had been asked for."""
    begins = scenario.fault_indices(lambda act: _may_hit(act) and not is_by_rule(scenario, act))
    if scenario.is_misdealt or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    dealing = scenario.alter_from(at)
    dealing.lay_undue_card(scenario.line.acts[at].place, rng)
    return dealing.finish_round()


def _may_hit(act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return act.is_play_decision and act.value != "surrender" and hand is not None and not hand.split_from


CARD_FAULTS: Final[dict[str, Fault]] = {
    "second_card_on_split_aces": _fault_at_act(_is_card_on_split_ace, _repeat_card, offset=1),
    "split_hands_filled_in_wrong_order": _fault_at_act(_is_split_filling, _fill_other_split_first),
    "drawn_on_soft_17": _dealer_draws_extra(
        lambda has, soft, script: soft and has == script.rules.value(parameters.STANDS_ON)
    ),
    "drawn_when_nothing_is_open": _dealer_draws_extra(lambda *_: True, is_idle=True),
    "second_card_on_double": _fault_at_act(_is_card_on_double, _repeat_card, offset=1),
    "box_skipped_in_round_one": _fault_at_act(_is_first_card_in_round(1), _skip_card),
    "box_skipped_in_round_two": _fault_at_act(_is_first_card_in_round(2), _skip_card),
    "box_dealt_twice": _fault_at_act(_is_repeatable_first_card, _repeat_card, offset=1),
    "card_to_empty_box": _fault_at_act(lambda s, a: s.is_first_card(a), _deal_to_empty_box),
    "dealer_skipped": _fault_at_act(lambda s, a: s.is_first_card(a) and a.place == DEALER, _skip_card),
    "dealers_second_card_early": _fault_at_act(_is_second_card_before_box, _deal_to_dealer, offset=1),
    "two_places_in_wrong_order": _fault_at_act(_is_swappable, _swap_two_cards),
    "boxes_in_wrong_order": _fault_at_act(
        lambda s, a: a.is_play_decision and bool(_later_undecided_places(s, a)), _play_out_of_turn
    ),
    "hit_not_given": _fault_at_act(_is_requested_card, _skip_card),
    "hit_to_neighbour": _fault_at_act(
        lambda s, a: _is_requested_card(s, a) and bool(_other_live_places(a.board, a.place, s)), _deal_to_neighbour
    ),
    "card_to_hand_that_stood": _fault_at_act(_is_stand, _repeat_card, offset=1),
    "dealer_stopped": _fault_at_act(_is_dealer_draw, _skip_card),
    "drawn_on_17": _dealer_draws_extra(lambda _, soft, __: not soft),
    "drawn_while_a_box_is_undecided": _fault_at_act(_is_play_decision, _deal_to_dealer),
    "exposed_and_not_used": _fault_at_act(_is_due_from_shoe, _expose_card),
    "burned_in_error": _fault_at_act(_is_due_from_shoe, _burn_card),
    "face_up_ill_treated": _face_up_mistreated,
    "refused_where_it_lies": refused_where_it_lies,
}


def _mixed_after_seen(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hand goes into the discard when everybody has seen it: what it was is on record."""
    if scenario.mixed_places:
        return False
    scenario.mixed_places = (rng.choice([hand.place for hand in scenario.line.final_board.hands]),)
    return True


LAWFUL_MISHAPS: Final[dict[str, Fault]] = {
    "exposed_and_used": exposed_and_used(EXPOSED),
    "burned_and_used": exposed_and_used(BURN),
    "refused_by_one": refused_by_one,
    "refused_by_all": refused_by_all,
    "hands_mixed_after_all_was_seen": _mixed_after_seen,
    "face_up_well_treated": _face_up_treated_rightly,
    "hit_that_nobody_noted": _hit_unrecorded,
    "card_before_it_was_asked_for": _card_before_request,
}

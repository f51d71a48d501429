"""What is right in a drilled round: the truth line as far as the record goes, and the money under every reading.

The drill knows what it did; it looks for no explanation. Everything here is found out before anybody judges, and what
goes back on a wager is the oracle's to say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from drill.blackjack.deal import OfferAnswer, RoundLine, SimulatedAct, play_to_end
from drill.blackjack.expected import Dues, ExpectedBlackjackOutcome, ExpectedBlackjackRuling, ReadingChoice
from drill.blackjack.expected_money import hands_after, money_after, stakes_back
from drill.blackjack.faults.absence import is_by_rule
from drill.blackjack.faults.catalogue import LAWFUL_FAULTS
from drill.blackjack.faults.interruption import interrupted_outcome
from drill.blackjack.faults.shared import ILLEGAL_STAKES, SPOKEN_FAULTS
from drill.blackjack.scenario import STOPPING_NOTICES, BlackjackScenario, offer_acts
from ledger.values.places import BURN, DEALER, EXPOSED, NEXT, box_of
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import DecisionView, dealer_stands, may_still_insure
from replay.games.blackjack.table import BlackjackTable
from replay.judging.judgement import Move, Surplus
from replay.procedure.procedure import Due, TableAct
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

EXPOSURE_FAULTS: Final = frozenset({"exposed_and_not_used", "burned_in_error", "face_up_ill_treated"})
"""Faults of which the house says by itself that the card is the next one."""

NEXT_ROUND_NOTICES: Final = ("next_round", "never")
"""Notices after which the next round has begun, and the cards are off the table."""

AFTER_CLOSE_NOTICES: Final = ("after_the_round", "after_payout", *NEXT_ROUND_NOTICES)
"""Notices after the round was closed, or none."""

DEALER_HAND_FAULTS: Final = frozenset({"dealer_stopped", "drawn_on_17", "drawn_on_soft_17", "drawn_when_nothing_is_open"})
"""Faults in the dealer's own hand, once the boxes are played."""


def is_noticed_at_once(scenario: BlackjackScenario) -> bool:
    """Whether no card came on top of the card in error."""
    since = scenario.recorded_line.acts[scenario.deviation_index :]
    return sum(act.kind == "card" for act in since) <= 1 and not scenario.is_face_up_mistreated


def is_only_dealer_hand_wrong(scenario: BlackjackScenario) -> bool:
    """Whether the round is closed, and all that went wrong is in the dealer's hand, for which nobody waited any more."""
    if scenario.notice in STOPPING_NOTICES or not dealer_faults(scenario) <= DEALER_HAND_FAULTS:
        return False
    cards = [act for act in scenario.recorded_line.acts if act.place == DEALER and act.kind == "card"]
    drawn = [act.board for act in cards if scenario.play.due(act.board, scenario.rules) != Due(DEALER)]
    return not any(
        scenario.play.is_dealer_waited_for(board, scenario.rules) for board in (*drawn, scenario.recorded_line.final_board)
    )


def remedy_parameter(scenario: BlackjackScenario, *, is_at_once: bool) -> Parameter[str]:
    """What the house's word on such an error is found under."""
    key = parameters.OTHER_ERROR
    boxed = any(act.board.hand_at(act.place) is None and act.place.startswith("box") for act in scenario.recorded_line.acts)
    late = (
        scenario.notice in AFTER_CLOSE_NOTICES and scenario.rules.value_uncited(parameters.NAMED_ONCE_CLOSED) != "not_said"
    )
    if late and (is_only_exposure(scenario) or boxed):
        key = parameters.NAMED_ONCE_CLOSED
    elif scenario.notice in NEXT_ROUND_NOTICES:
        key = parameters.PLAYED_ON
    elif is_at_once:
        key = parameters.NOTICED_AT_ONCE
    elif is_only_exposure(scenario):
        key = parameters.EXPOSED_NOT_USED
    elif boxed:
        key = parameters.EMPTY_BOX
    return key


def merge_equal_readings(
    standing: str, parameter: Parameter[str] | None, rules: Rules, dues_by_standing: Mapping[str, Dues]
) -> str:
    """The first of the house's readings where all come to the same money: then there is no question."""
    value = rules.edition.values.get(parameter.name, (None,))[0] if parameter is not None else None
    if not isinstance(value, ValueByReading):
        return standing
    ways = list(value.by_letter.values())
    return ways[0] if all(dues_by_standing[way] == dues_by_standing[ways[0]] for way in ways) else standing


def is_only_exposure(scenario: BlackjackScenario) -> bool:
    """Whether all that went wrong is that a card came out and was not used as the next one."""
    ways = [act for act in scenario.recorded_line.acts if act.card_origin == "face_up"]
    if scenario.is_face_up_mistreated and any(act.place != BURN for act in ways):
        return False
    return dealer_faults(scenario) <= EXPOSURE_FAULTS


def is_only_spoken(scenario: BlackjackScenario) -> bool:
    """Whether all that went wrong is what was said: boxes were played out of turn, or what was not open was decided."""
    staked = {fault for fault, kinds in scenario.required_findings.items() if kinds & set(ILLEGAL_STAKES)}
    return dealer_faults(scenario) <= {"boxes_in_wrong_order", *SPOKEN_FAULTS, *staked}


def dealer_faults(scenario: BlackjackScenario) -> set[str]:
    """The faults that put cards where they do not belong; those upon an illegal hit, double or split are among them."""
    others = {fault for fault, kinds in scenario.required_findings.items() if not kinds & {"illegal_hit", *ILLEGAL_STAKES}}
    found = [fault for fault in scenario.faults if fault not in others and fault not in LAWFUL_FAULTS]
    return set(found[:1] if scenario.notice in STOPPING_NOTICES else found)


SETTLED_BEFORE_DEAL: Final = (
    parameters.FACE_UP_MACHINE,
    parameters.FACE_UP_SHOE,
    parameters.EXPOSED_CARD,
    parameters.CARD_TO_COMPLETED_DEALER,
)
"""What the house says of these is settled before the deal: it decides which card comes next."""

STAKE_FAULTS: Final = frozenset({"insurance_too_high", "insurance_off_step", "wrong_double_stake", "wrong_split_stake"})
"""Faults of extra stakes: they come to nothing where a later fault takes the stake away."""

DecisionsByView = Mapping[object, str]
"""What was decided, by what could be seen."""

CardsByPlace = Mapping[str, tuple[str, ...]]

CardRoute = tuple[str, str, str]
"""A card, where it lies, and where it belongs."""


def open_error_clauses(edition: Edition) -> list[str]:
    """The ambiguities on how errors are put right: these stay open in the drill."""
    asked = {c for key, (v, c) in edition.values.items() if key.startswith("error.") and isinstance(v, ValueByReading)}
    before = [edition.values[key.name] for key in SETTLED_BEFORE_DEAL]
    decided = {clause for value, clause in before if isinstance(value, ValueByReading)}
    return sorted(asked - decided - set(edition.resolved_letters))


def reading_choices(edition: Edition) -> Iterator[ReadingChoice]:
    """Every way to resolve these."""
    clauses = open_error_clauses(edition)
    for letters in product(*(edition.reading_letters(clause) for clause in clauses)):
        yield tuple(zip(clauses, letters, strict=True))


def visible_trace(scenario: BlackjackScenario) -> str:
    """What the record shows of the faults of the deal: `clean`, `noop`, `undetectable` or `misdealt`."""
    line, right = scenario.recorded_line, scenario.truth
    if not scenario.is_misdealt:
        return "noop" if [act.recorded_key for act in line.acts] == [act.recorded_key for act in right.acts] else "clean"
    if scenario.is_face_up_mistreated or not _may_be_lawful(scenario, line):
        return "misdealt"
    return "undetectable"


def _may_be_lawful(scenario: BlackjackScenario, line: RoundLine) -> bool:
    """Whether the record is that of some lawful round, if a card shows that it was asked for."""
    rules, board = scenario.rules, scenario.start_board
    closed = scenario.notice not in STOPPING_NOTICES
    tells = not closed or any(
        act.kind == "choose" for at, act in enumerate(line.acts) if at not in scenario.unrecorded_acts
    )
    for act in line.acts:
        if act.place == BURN and act.card_origin == "face_up":
            continue
        if closed and act.kind == "card" and act.place == DEALER and _is_idle_card(scenario, board):
            board = scenario.play.after_undue_card(board, DEALER, act.value, rules)[-1]
            continue
        if act.place in (BURN, EXPOSED):
            return act.place == EXPOSED and act is line.acts[-1] and not closed  # it may still be the next card
        due = scenario.play.due(board, rules)
        while due is not None and due.kind == "choose" and act.kind == "card" and (due.place == act.place or not tells):
            what = "hit" if due.place == act.place else "stand"
            if not scenario.play.is_legal(board, due, what, rules):
                return False
            board = scenario.play.after_due(board, due, what)
            due = scenario.play.due(board, rules)
        after = _after_lawful_act(scenario, board, due, act)
        if after is None:
            return False
        board = after
    while not tells and (due := scenario.play.due(board, rules)) is not None and due.kind == "choose":
        board = scenario.play.after_due(board, due, "stand")
    return not closed or scenario.play.due(board, rules) is None


def _is_idle_card(scenario: BlackjackScenario, board: BlackjackTable) -> bool:
    """Whether the dealer's next card is one for nobody, of which the house makes nothing."""
    rules = scenario.rules
    wanted = scenario.play.due(board, rules) is not None or dealer_stands(board.dealer, rules)
    return (
        not wanted
        and rules.value(parameters.IDLE_CARDS) == "nothing"
        and not scenario.play.is_dealer_waited_for(board, rules)
    )


def _after_lawful_act(
    scenario: BlackjackScenario, board: BlackjackTable, due: Due | None, act: SimulatedAct
) -> BlackjackTable | None:
    fits = due is not None and (due.place, due.kind) == (act.place, act.kind)
    due = due._replace(player=act.speaker) if due is not None else None
    if due is not None and fits and (act.kind == "card" or scenario.play.is_legal(board, due, act.value, scenario.rules)):
        return scenario.play.after_due(board, due, act.value)
    waits = due is not None and due.kind == "card" and box_of(due.place) not in (None, box_of(act.place))
    is_in_between = waits and scenario.notice != "never"  # somebody spoke of an error: the card that was asked for
    free = not act.is_play_decision or (act.value == "surrender" and not is_in_between)  # that needs no turn
    if act.kind == "choose" and free and scenario.play.due_first_card(board, scenario.rules) is None:
        return scenario.play.after_optional(board, TableAct(act.place, act.value, 0, "choose", act.speaker), scenario.rules)
    return None


def expected_ruling(scenario: BlackjackScenario, edition: Edition) -> ExpectedBlackjackRuling:
    """What is right in a round, under each reading of what the house has left open about errors."""
    shows = visible_trace(scenario)
    staked = any(bet.wager in scenario.wrong_stakes for bet in scenario.wagers)
    came = [kinds for fault, kinds in scenario.required_findings.items() if staked or fault not in STAKE_FAULTS]
    line = scenario.recorded_line
    lying = money_after(scenario, line.acts, is_over=shows not in ("clean", "noop"))
    if any(lying.get(wager) for wager in scenario.paid_late):
        came = [kinds - {"insurance_not_collected"} for kinds in came]  # it was not lost
    if not any(act.is_play_decision and is_by_rule(scenario, act) for act in line.acts):
        came = [kinds - {"nobody_called"} for kinds in came]  # nothing was asked of the hand
    if _are_decided(scenario, scenario.late_withdrawals):
        came = [kinds - {"withdrawn_late"} for kinds in came]
    if _are_decided(scenario, {wager: acts for wager, (acts, _) in scenario.late_raises.items()}):
        came = [kinds - {"changed_late"} for kinds in came]
    wanted = frozenset(kind for kinds in came for kind in kinds)
    if scenario.interruption is not None:
        ways = dict.fromkeys(reading_choices(edition), interrupted_outcome(scenario))
    elif shows != "misdealt":
        expected = ExpectedBlackjackOutcome("as it is", lying, hands_after(scenario, line.acts))
        ways = dict.fromkeys(reading_choices(edition), expected)
    else:
        ways = {
            way: expected_outcome(scenario, Rules(edition.with_resolutions(dict(way)))) for way in reading_choices(edition)
        }
    return ExpectedBlackjackRuling(shows, wanted, ways, frozenset(scenario.referred_wagers))


def _are_decided(scenario: BlackjackScenario, acts_by_wager: Mapping[str, int]) -> bool:
    """Whether each of these wagers was decided after so many acts."""
    bets = {bet.wager: bet for bet in scenario.main_bets.values()}
    return all(scenario.is_decided_after(bets[wager], acts) for wager, acts in acts_by_wager.items())


def expected_outcome(scenario: BlackjackScenario, rules: Rules) -> ExpectedBlackjackOutcome:
    """How a misdealt round stands under one choice of readings."""
    if is_only_dealer_hand_wrong(scenario):
        acts = scenario.recorded_line.acts
        return ExpectedBlackjackOutcome("as it is", money_after(scenario, acts, is_over=True), hands_after(scenario, acts))
    if scenario.notice == "put_right":
        acts = scenario.truth.acts
        return ExpectedBlackjackOutcome("put_right", money_after(scenario, acts), hands_after(scenario, acts))
    burned = _burned_numbers(scenario, rules)
    shoe = [card for number, card in enumerate(scenario.next_cards) if number not in burned]
    line, there = (
        scenario.recorded_line,
        {scenario.play.visible_state(act.board, Due(act.place, "choose")) for act in scenario.refusals},
    )
    refused = scenario.refused_views | there
    truth = play_to_end(
        scenario.play,
        rules,
        scenario.start_board,
        [],
        shoe,
        lambda board: _standing_offers(scenario, board),
        refused,
    )
    at_once = is_noticed_at_once(scenario)
    cards = len([n for n in range(len(line.cards)) if n not in burned])
    in_place = _is_only_out_of_turn(scenario, truth, cards)
    known: DecisionsByView = scenario.decisions_by_view() | dict.fromkeys(there, "refuse_card")
    lawful, stops = known_prefix(scenario, truth, cards, known)
    nothing = _is_nothing_to_remedy(scenario, truth, is_in_place=in_place) or _is_stop_harmless(scenario, lawful)
    key = None if nothing else remedy_parameter(scenario, is_at_once=at_once)
    how = "reconstruct" if key is None else rules.value(key)
    carried = at_once or in_place or _is_nothing_to_move(scenario, truth) or is_only_exposure(scenario)
    holds = "on_the_same_cards" if carried else rules.value(parameters.DECISIONS_CARRY_OVER)
    if holds == "none":
        known = {}
        truth = play_to_end(scenario.play, rules, scenario.start_board, [], shoe, lambda _: (), scenario.refused_views)
        lawful, stops = known_prefix(scenario, truth, cards, known)
    elif holds == "on_unchanged_hands":
        known = _decisions_on_unchanged_hands(known, hands_after(scenario, line.acts), hands_after(scenario, lawful.acts))
        lawful, stops = known_prefix(scenario, truth, cards, known)
    given_up: tuple[SimulatedAct, ...] = ()
    if holds != "none" and stops is not None:
        end, given_up = _with_surrenders(scenario, lawful)
        lawful = replace(lawful, final_board=end)
    money: dict[str, Dues] = {
        "reconstruct": money_after(scenario, (*lawful.acts, *given_up)),
        "void": stakes_back(scenario),
        "as_dealt": money_after(scenario, line.acts, is_over=True),
    }
    how = merge_equal_readings(how, key, rules, money)
    draw = stops.place if stops and stops.kind == "card" else None
    asks = stops.place if stops and stops.kind == "choose" else None
    again = _places_deciding_again(scenario, lawful, asks, known) if asks else frozenset[str]()
    idle = not again and is_only_spoken(scenario) and _is_every_card_in_place(scenario, truth)
    goes = list(_card_routes(scenario, rules, lawful, burned, is_decision_due=asks is not None))
    collected = scenario.notice in NEXT_ROUND_NOTICES
    moves = tuple(Move(card, lies, to) for card, lies, to in goes if lies != to and not collected)
    surplus = tuple(Surplus(card, to) for card, _, to in goes if to in (NEXT, BURN))
    return ExpectedBlackjackOutcome(
        how, money[how], hands_after(scenario, lawful.acts), draw, asks, again, moves, surplus, idle
    )


def _card_routes(
    scenario: BlackjackScenario, rules: Rules, lawful: RoundLine, burned_numbers: frozenset[int], *, is_decision_due: bool
) -> Iterator[CardRoute]:
    """Each card of the record; what is left over is kept as the next one while somebody is to decide."""
    left = (
        "discard"
        if scenario.notice in NEXT_ROUND_NOTICES
        else NEXT
        if is_decision_due
        else rules.value(parameters.LEFT_OVER_CARD)
    )
    belongs = iter([act.place for act in lawful.acts if act.kind == "card"])
    at_dealer = rules.value(parameters.LEFT_OVER_AT_DEALER) if left != "discard" and not is_decision_due else "as_left_over"
    cards = [act for act in scenario.recorded_line.acts if act.kind == "card"]
    for number, act in enumerate(cards, 1):
        lies = scenario.wrong_correction_place if scenario.wrong_correction_place and number == len(cards) else act.place
        over = left if lies != DEALER or at_dealer == "as_left_over" else BURN if at_dealer == "burn" else NEXT
        yield act.value, lies, BURN if number - 1 in burned_numbers else next(belongs, over)


def _is_nothing_to_remedy(scenario: BlackjackScenario, truth: RoundLine, *, is_in_place: bool) -> bool:
    """Whether boxes were merely played out of turn, and nobody has to decide otherwise, or still can at the table."""
    if not is_only_spoken(scenario):
        return False
    if is_in_place or not _is_every_card_in_place(scenario, truth):
        return is_in_place
    known = scenario.decisions_by_view()
    lawful, stops = known_prefix(scenario, truth, len(_cards_in_play(scenario)), known)
    if stops is None or stops.kind != "choose":
        ruled = dealer_faults(scenario) == {"played_against_the_rule"}
        return ruled and scenario.notice == "at_once"  # the rule says at once what is to be done
    return scenario.notice == "at_once" or not _places_deciding_again(scenario, lawful, stops.place, known)


def _with_surrenders(scenario: BlackjackScenario, lawful: RoundLine) -> tuple[BlackjackTable, tuple[SimulatedAct, ...]]:
    """The table when those have left who gave up their wagers on the same cards, though others are to come first."""
    found = []
    board, played = lawful.final_board, any(act.is_play_decision for act in lawful.acts)
    for at, act in enumerate(scenario.recorded_line.acts):
        due = Due(act.place, "choose", act.speaker)
        same = act.value == "surrender" and scenario.play.visible_state(act.board, due) == scenario.play.visible_state(
            board, due
        )
        until_own = scenario.rules.value(parameters.SURRENDER_UNTIL) == "box_decides"
        if same and (until_own or played == any(before.is_play_decision for before in scenario.recorded_line.acts[:at])):
            board = (
                scenario.play.after_optional(
                    board, TableAct(act.place, act.value, 0, "choose", act.speaker), scenario.rules
                )
                or board
            )
            found.append(act)
    return board, tuple(found)


def _is_stop_harmless(scenario: BlackjackScenario, lawful: RoundLine) -> bool:
    """Whether the dealer merely drew no card where none can change anybody's money."""
    due = money_after(scenario, lawful.acts)
    stopped = dealer_faults(scenario) == {"dealer_stopped"} and None not in due.values()
    return stopped and due == money_after(scenario, scenario.recorded_line.acts, is_over=True)


def _decisions_on_unchanged_hands(
    decisions: DecisionsByView, dealt_hands: CardsByPlace, lawful_hands: CardsByPlace
) -> DecisionsByView:
    """The decisions on hands of which no card comes to be another; none if it is the dealer's first."""
    if dealt_hands[DEALER][:1] != lawful_hands[DEALER][:1]:
        return {}
    places = {place for place, cards in lawful_hands.items() if place in dealt_hands}
    kept = {place for place in places if all(a == b for a, b in zip(dealt_hands[place], lawful_hands[place], strict=False))}
    return {seen: given for seen, given in decisions.items() if isinstance(seen, DecisionView) and seen.place in kept}


def _places_deciding_again(
    scenario: BlackjackScenario, lawful: RoundLine, undecided_place: str, decisions: DecisionsByView
) -> frozenset[str]:
    """The hands still to be played that decided on something else than what they see now.

    In a round that is over they are all those of which nobody knows what they would decide.
    """
    found = set()
    for hand in lawful.final_board.hands:
        decided = sum(act.is_play_decision and act.place == hand.place for act in scenario.recorded_line.acts)
        holds = sum(act.is_play_decision and act.place == hand.place for act in lawful.acts)
        sees = scenario.play.visible_state(lawful.final_board, Due(hand.place, "choose"))
        due = scenario.play.due_to_hand(lawful.final_board, hand, scenario.rules)
        never = scenario.notice not in STOPPING_NOTICES and due == Due(hand.place, "choose")
        if (
            (decided > holds or never)
            and due is not None
            and not scenario.play.is_by_rule(lawful.final_board, hand.box, scenario.rules)
            and (hand.place == undecided_place or sees not in decisions)
        ):
            found.add(hand.place)
    return frozenset(found)


def _burned_numbers(scenario: BlackjackScenario, rules: Rules) -> frozenset[int]:
    """The cards that the house burns, by their number."""
    key = parameters.FACE_UP_MACHINE if scenario.device == "machine" else parameters.FACE_UP_SHOE
    burned = set(scenario.face_up_cards) if scenario.face_up_cards and rules.value(key) == "burn" else set()
    if (
        scenario.cards_to_done_dealer
        and rules.value(parameters.CARD_TO_COMPLETED_DEALER) == "burn"
        and _is_first_error(scenario, scenario.cards_to_done_dealer[0])
    ):
        burned |= set(scenario.cards_to_done_dealer)
    return frozenset(burned)


def _is_first_error(scenario: BlackjackScenario, number: int) -> bool:
    """Whether nothing went wrong before a card: the dealer's hand was complete by right."""
    before = scenario.line.acts[: scenario.deviation_index]
    return sum(act.kind == "card" for act in before) >= number


def _standing_offers(scenario: BlackjackScenario, board: BlackjackTable) -> list[OfferAnswer]:
    """What was said before still holds: insurance against the same card, even money on the same hand besides."""
    holds = []
    for act in offer_acts(scenario.recorded_line.acts):
        due = Due(act.place, "choose", act.speaker)
        hand = board.hand_at(act.place)
        same = act.board.dealer.all_cards == board.dealer.all_cards and may_still_insure(act.board, scenario.rules)
        if act.value == "even_money":
            same = hand is not None and scenario.play.visible_state(act.board, due) == scenario.play.visible_state(
                board, due
            )
        if same and hand is not None:
            holds.append((act.place, act.value, act.speaker))
    return holds


def known_prefix(
    scenario: BlackjackScenario, truth: RoundLine, card_count: int, decisions: DecisionsByView
) -> tuple[RoundLine, SimulatedAct | None]:
    """The truth as far as the record's cards and the known decisions go, and what comes next in it."""
    for number, act in enumerate(truth.acts):
        if act.kind == "card":
            if not card_count:
                return truth.up_to(number), act
            card_count -= 1
        elif (
            act.is_play_decision
            and not is_by_rule(scenario, act)
            and _known_decision(scenario, act, decisions) != act.value
        ):
            return truth.up_to(number), act
    return truth, None


def _known_decision(scenario: BlackjackScenario, act: SimulatedAct, decisions: DecisionsByView) -> str | None:
    """What was decided on what an act's hand sees."""
    return decisions.get(scenario.play.visible_state(act.board, Due(act.place, "choose")))


def _is_only_out_of_turn(scenario: BlackjackScenario, truth: RoundLine, card_count: int) -> bool:
    """Whether only something was said out of turn, and every card lies where it belongs."""
    line, stops = known_prefix(scenario, truth, card_count, scenario.decisions_by_view())
    return stops is None and len(line.cards) == len(_cards_in_play(scenario)) and _is_every_card_in_place(scenario, truth)


def _is_nothing_to_move(scenario: BlackjackScenario, truth: RoundLine) -> bool:
    """Whether every card lies where it belongs, though something is missing, and nobody is asked again."""
    _, stops = known_prefix(scenario, truth, len(_cards_in_play(scenario)), scenario.decisions_by_view())
    if stops is not None and stops.kind == "choose":
        return False
    return _is_every_card_in_place(scenario, truth)


def _is_every_card_in_place(scenario: BlackjackScenario, truth: RoundLine) -> bool:
    """Whether every card lies where it belongs, though something may be missing."""
    mine = [(act.place, act.value) for act in _cards_in_play(scenario)]
    belongs = [(act.place, act.value) for act in truth.acts if act.kind == "card"]
    return not scenario.is_face_up_mistreated and mine == belongs[: len(mine)]


def _cards_in_play(scenario: BlackjackScenario) -> list[SimulatedAct]:
    """The cards of the record, without those that lay face up and were burned."""
    cards = [act for act in scenario.recorded_line.acts if act.kind == "card"]
    return [act for act in cards if not (act.place == BURN and act.card_origin == "face_up")]

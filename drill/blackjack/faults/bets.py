"""Faults of players and of the money: late and unlawful stakes, decisions that are not open, wrong totals and payments."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from drill.blackjack.deal import BOXES, SimulatedAct, players_there, speaker_name
from drill.blackjack.scenario import BlackjackScenario, Fault
from ledger.events.play import WagerPlaced
from ledger.values.cards import SUITS
from ledger.values.places import DEALER, box_of, hand_number_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import is_even_money_open, is_insurance_open, may_take_even_money
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import BlackjackTable, Hand, is_ten, is_two_card_21, total
from replay.judging.unreadable_cards import MOST_UNREAD
from replay.procedure.procedure import Due, TableAct


def _late_bet(scenario: BlackjackScenario, rng: Random) -> bool:
    dealt = {box_of(act.place) for act in scenario.line.acts if act.kind == "card"} - scenario.main_bets.keys()
    box = rng.choice([box for box in BOXES if box not in dealt])
    bet = WagerPlaced(wager="late", player="P9", kind=MAIN, stake_minor=scenario.limits[0], box=box)
    scenario.late_bets.append((rng.randrange(2, 4), bet))
    return True


def _late_raise(scenario: BlackjackScenario, rng: Random) -> bool:
    bet = rng.choice(list(scenario.main_bets.values()))
    if bet.wager in scenario.late_withdrawals:
        return False
    scenario.late_raises[bet.wager] = rng.randrange(2, 4), bet.stake_minor + scenario.limits[2]
    return True


def _late_withdrawal(scenario: BlackjackScenario, rng: Random) -> bool:
    bet = rng.choice(list(scenario.main_bets.values()))
    if bet.wager in scenario.late_raises or bet.player in scenario.absent_players:
        return False
    scenario.late_withdrawals[bet.wager] = rng.randrange(2, 4)
    return True


def _off_limits(scenario: BlackjackScenario, rng: Random) -> bool:
    box, bet = rng.choice(list(scenario.main_bets.items()))
    least, most, unit = scenario.limits
    if bet.wager in scenario.late_raises or scenario.wrong_stakes or box in scenario.co_player_bets:
        return False
    step = 2 * _insurance_step(scenario)  # an insurance of such a wager has to be a multiple of its own
    stake = rng.choice(
        [amount for amount in (least // 2, most + unit, least + unit // 2) if not step or amount % step == 0]
    )
    scenario.main_bets[box] = bet.model_copy(update={"stake_minor": stake})
    scenario.referred_wagers |= {bet.wager} if scenario.rules.value(parameters.OFF_LIMITS) == "refer" else set()
    return True


def _extras_of_kinds(scenario: BlackjackScenario, *kinds: str) -> list[WagerPlaced]:
    return [bet for _, bet in scenario.extras_of(scenario.line) if bet.kind in kinds]


def _wrong_extra_stake(kind: str) -> Fault:
    """A double or a split staked otherwise than it must be."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        extras = _extras_of_kinds(script, kind)
        if script.is_misdealt or script.is_line_final or not extras:
            return False
        bet = rng.choice(extras)
        too_high = rng.randrange(2) == 0 or script.rules.value(parameters.EACH_STAKE) == "up_to"
        script.wrong_stakes[bet.wager] = bet.stake_minor * 2 if too_high else bet.stake_minor // 2
        return True

    return fault


def _insurance_too_high(scenario: BlackjackScenario, rng: Random) -> bool:
    extras = [bet for bet in _extras_of_kinds(scenario, "insurance") if bet.wager not in scenario.wrong_stakes]
    if scenario.is_misdealt or not extras:
        return False
    bet = rng.choice(extras)
    scenario.wrong_stakes[bet.wager] = bet.stake_minor * 2
    return True


def _insurance_too_low(scenario: BlackjackScenario, rng: Random) -> bool:
    """An insurance below the share of the wager: where that is lawful nothing is to be found."""
    extras = [bet for bet in _extras_of_kinds(scenario, "insurance") if bet.wager not in scenario.wrong_stakes]
    if scenario.is_misdealt or not extras:
        return False
    bet, step = rng.choice(extras), _insurance_step(scenario)
    less = rng.randrange(1, 4) * bet.stake_minor // 4
    stake = bet.stake_minor - less if step == 0 else (bet.stake_minor - less) // step * step
    scenario.wrong_stakes[bet.wager] = stake or bet.stake_minor
    return stake > 0


def _insurance_step(scenario: BlackjackScenario) -> int:
    """What an insurance is a multiple of; 0 where it need not be."""
    step = scenario.rules.value(parameters.INSURANCE_STEP)
    if step == "none":
        return 0
    part, whole = map(int, step.split(":"))
    return scenario.limits[0] * part // whole


def _insurance_off_step(scenario: BlackjackScenario, rng: Random) -> bool:
    """An insurance that is no multiple of what the house's are, though it is below the share of the wager."""
    extras = [bet for bet in _extras_of_kinds(scenario, "insurance") if bet.wager not in scenario.wrong_stakes]
    if scenario.is_misdealt or not extras:
        return False
    bet = rng.choice(extras)
    scenario.wrong_stakes[bet.wager] = bet.stake_minor - _insurance_step(scenario) // 2
    return True


def _add_insurance(scenario: BlackjackScenario, box: int, act_index: int) -> None:
    main = scenario.main_bets[box]
    part, whole = map(int, scenario.rules.value(parameters.INSURANCE_SHARE).split(":"))
    bet = WagerPlaced(
        wager="insured",
        player=main.player,
        kind="insurance",
        stake_minor=main.stake_minor * part // whole,
        box=box,
        parent=main.wager,
    )
    scenario.undue_extras.append((act_index, bet))


def _insurance_not_open(scenario: BlackjackScenario, rng: Random) -> bool:
    begins = [
        at for at, act in enumerate(scenario.line.acts) if scenario.play.due_first_card(act.board, scenario.rules) is None
    ]
    there = [box for box, main in scenario.main_bets.items() if main.player not in scenario.absent_players]
    if scenario.is_misdealt or not begins or not there or is_insurance_open(scenario.line.final_board, scenario.rules):
        return False
    _add_insurance(scenario, rng.choice(there), begins[0])
    return True


def _insurance_late(scenario: BlackjackScenario, rng: Random) -> bool:
    begins = [at for at, act in enumerate(scenario.line.acts[:-1], 1) if _is_too_late_to_insure(scenario, act)]
    places = {act.place for act in scenario.line.acts if act.value in ("insurance", "even_money")}
    free = [
        box
        for box, main in scenario.main_bets.items()
        if hand_place(box) not in places and main.player not in scenario.absent_players
    ]
    if (
        scenario.is_misdealt
        or scenario.unrecorded_acts
        or not begins
        or not free
        or not is_insurance_open(scenario.line.final_board, scenario.rules)
    ):
        return False
    _add_insurance(scenario, rng.choice(free), rng.choice(begins))
    return True


def _is_too_late_to_insure(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    """Whether nobody may insure any more after an act."""
    dealt = scenario.play.due_first_card(act.board, scenario.rules) is None
    return (
        act.is_play_decision
        if scenario.rules.value(parameters.INSURANCE_UNTIL) == "first_decision"
        else dealt and act.kind == "card"
    )


def _even_money_not_open(scenario: BlackjackScenario, rng: Random) -> bool:
    begins = [
        at for at, act in enumerate(scenario.line.acts) if scenario.play.due_first_card(act.board, scenario.rules) is None
    ]
    shut = [
        hand.place
        for hand in scenario.line.final_board.hands
        if hand_number_of(hand.place) == 1
        and f"P{hand.box}" not in scenario.absent_players
        and not is_even_money_open(scenario.line.final_board, hand, scenario.rules)
    ]
    if scenario.is_misdealt or not begins or not shut:
        return False
    place = rng.choice(shut)
    scenario.undue_even_money.append((begins[0], place, f"P{box_of(place)}"))
    return True


def even_money_in_own_turn(scenario: BlackjackScenario, rng: Random) -> bool:
    """A player takes even money only when other boxes have decided, in the turn of the box."""
    if scenario.is_misdealt or scenario.is_line_final:
        return False
    played = [at for at, act in enumerate(scenario.line.acts) if act.is_play_decision][:1]
    begins = [at for at in scenario.fault_indices(lambda _: True) if played and at > played[0]]
    asking = [(at, hand, who) for at in begins for hand, who in _even_money_takers(scenario, scenario.line.acts[at].board)]
    if not asking:
        return False
    at, hand, player = rng.choice(asking)
    altered = scenario.alter_from(at)
    by = speaker_name(scenario.play, altered.board, hand.place, player, scenario.rules)
    act = TableAct(hand.place, "even_money", 0, "choose", by)
    after = scenario.play.after_optional(altered.board, act, scenario.rules)
    assert after is not None
    altered.acts.append(SimulatedAct(altered.board, hand.place, "even_money", "choose", speaker=by))
    altered.board = after
    altered.finish_round()
    scenario.truth = scenario.line
    return True


def _even_money_takers(scenario: BlackjackScenario, board: BlackjackTable) -> Iterator[tuple[Hand, str]]:
    """Who can take even money on a table, and has not yet."""
    for hand in board.hands:
        is_by_rule = scenario.play.is_by_rule(board, hand.box, scenario.rules)
        if not is_by_rule and may_take_even_money(board, hand, scenario.rules):
            there = players_there(scenario.play, board, hand.box)
            yield from ((hand, player) for player in there if not board.exit_of(hand.box, player))


def _unlawful_decision(decision: str, fits: Callable[[BlackjackScenario, SimulatedAct], bool]) -> Fault:
    """A decision that is not open to the hand in turn, and that the dealer follows.

    It is none: what was dealt upon it is in error, and the hand must decide again.
    """

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        begins = script.fault_indices(lambda act: act.is_play_decision and fits(script, act))
        if script.is_misdealt or script.is_line_final or script.face_up_cards or not begins:
            return False
        at = rng.choice(begins)
        dealing, place = script.alter_from(at), script.line.acts[at].place
        dealing.follow_unlawful_stake(place, decision)
        dealing.finish_round()
        _refer_extras(script, script.line.acts[at].place, decision)
        return True

    return fault


def _refer_extras(scenario: BlackjackScenario, place: str, kind: str) -> None:
    """Somebody must say what becomes of the stakes of the unlawful kind on the box, where the house has it so."""
    if scenario.rules.value(parameters.UNLAWFUL_EXTRA) == "refer":
        scenario.referred_wagers |= {b.wager for b in _extras_of_kinds(scenario, kind) if b.box == box_of(place)}


def _is_not_open(decision: str) -> Callable[[BlackjackScenario, SimulatedAct], bool]:
    return lambda script, act: not script.play.is_legal(act.board, Due(act.place, "choose"), decision, script.rules)


def _is_no_pair(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and len(hand.all_cards) == 2 and not hand.split_from and _is_not_open("split")(scenario, act)


def _is_no_free_pair(scenario: BlackjackScenario, act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return (
        hand is not None and len(hand.all_cards) == 2 and not hand.split_from and _is_not_open("free_split")(scenario, act)
    )


def _illegal_hit(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hand of 21 asks for a card and gets it."""
    rules = scenario.rules
    if scenario.is_misdealt or scenario.is_line_final:
        return False
    begins = [
        (at + 1, act.place)
        for at, act in enumerate(scenario.line.acts)
        if act.kind == "card"
        and box_of(act.place) is not None
        and scenario.play.due_first_card(scenario.line.board_after(at), rules) is None
        and (hand := scenario.line.board_after(at).hand_at(act.place)) is not None
        and total(hand, rules)[0] == rules.value(parameters.NO_DRAW_AT)
        and len(hand.all_cards) > 2
    ]
    if not begins:
        return False
    at, place = rng.choice(begins)
    dealing = scenario.alter_from(at)
    dealing.follow_decision(place, "hit")
    dealing.deal_due_card()
    return dealing.finish_round()


def _missing_signal(scenario: BlackjackScenario, rng: Random) -> bool:
    decision_indexes = [at for at, act in enumerate(scenario.line.acts) if act.is_play_decision]
    if scenario.is_misdealt or scenario.unrecorded_acts or not decision_indexes:
        return False
    scenario.signals[rng.choice(decision_indexes)] = rng.choice(("hand", "voice"))
    return True


def _wrong_total(scenario: BlackjackScenario, rng: Random) -> bool:
    begins = [
        at
        for at, act in enumerate(scenario.line.acts)
        if act.kind == "card" and not act.card_origin and act.board.hand_at(act.place) is not None
    ]
    if scenario.is_misdealt or not begins:
        return False
    at = rng.choice(begins)
    place = scenario.line.acts[at].place
    hand = scenario.line.board_after(at).hand_at(place)
    assert hand is not None
    scenario.announced_totals.append((at, place, total(hand, scenario.rules)[0] + rng.choice((1, 2, -1))))
    return len(hand.all_cards) > 1 or scenario.announced_totals.pop() is None


def _wrong_payout(scenario: BlackjackScenario, rng: Random) -> bool:
    if scenario.is_misdealt:
        return False
    scenario.payment_errors[rng.choice(list(scenario.main_bets.values())).wager] = rng.choice((-100, 100))
    return True


def _blackjack_wagers(scenario: BlackjackScenario, *, may_dealer_have_one: bool) -> list[str]:
    """The wagers on blackjacks, where the dealer can or cannot have one too."""
    board, rules = scenario.line.final_board, scenario.rules
    upcard = board.dealer.all_cards[0]
    if (upcard[0] == "A" or is_ten(upcard, rules)) != may_dealer_have_one:
        return []
    natural = [h for h in board.hands if not h.split_from and is_two_card_21(h, rules)]
    lying = [bet for hand in natural for bet in scenario.bets_on_box(hand.box or 0)]
    return [bet.wager for bet in lying if not board.exit_of(bet.box, bet.player)]


def _blackjack_paid_late(scenario: BlackjackScenario, rng: Random) -> bool:
    played = any(act.is_play_decision for act in scenario.line.acts)
    if scenario.is_misdealt or not played:
        return False
    found = _blackjack_wagers(scenario, may_dealer_have_one=False)
    scenario.paid_late |= {rng.choice(found)} if found else set()
    return bool(found)


def _blackjack_paid_early(scenario: BlackjackScenario, rng: Random) -> bool:
    second = sum(act.place == DEALER and act.kind == "card" for act in scenario.line.acts) > 1
    found = _blackjack_wagers(scenario, may_dealer_have_one=True) if not scenario.is_misdealt and second else []
    scenario.paid_early |= {rng.choice(found)} if found else set()
    return bool(found)


def _insurance_collected_late(scenario: BlackjackScenario, rng: Random) -> bool:
    extras = _extras_of_kinds(scenario, "insurance")
    if scenario.is_misdealt or not extras or len(scenario.line.final_board.dealer.all_cards) < 3:
        return False
    scenario.paid_late.add(rng.choice(extras).wager)
    return True


def _incident(kind: str) -> Fault:
    def fault(script: BlackjackScenario, rng: Random) -> bool:
        script.incidents.append((rng.randrange(len(script.line.acts)), kind))
        return True

    return fault


def _face_down(scenario: BlackjackScenario, rng: Random) -> bool:
    cards = [at for at, act in enumerate(scenario.line.acts) if act.kind == "card" and not act.card_origin]
    if scenario.is_misdealt:
        return False
    scenario.face_down_acts.add(rng.choice(cards))
    return True


def _unread_card(scenario: BlackjackScenario, rng: Random) -> bool:
    if scenario.card_names:
        return False
    scenario.card_names[rng.randrange(len(scenario.line.cards))] = "??"
    return True


def _mixed_before_seen(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hand goes into the discard before anybody has read its cards; what was dealt wrongly cannot be put right."""
    cards = [act for act in scenario.line.acts if act.kind == "card"]
    long = [
        hand.place
        for hand in scenario.line.final_board.hands
        if sum(act.place == hand.place for act in cards) > MOST_UNREAD
    ]
    if not scenario.is_misdealt or scenario.card_names or scenario.mixed_places or not long:
        return False
    scenario.mixed_places = (rng.choice(long),)
    scenario.card_names = {number: "??" for number, act in enumerate(cards) if act.place in scenario.mixed_places}
    return True


def _misread_card(scenario: BlackjackScenario, rng: Random) -> bool:
    """A suit read as another one: unless a copy too many appears nothing can show it."""
    if scenario.card_names or scenario.is_misdealt or scenario.face_up_cards:
        return False
    at = rng.randrange(len(scenario.line.cards))
    card = scenario.line.cards[at]
    scenario.card_names[at] = card[0] + SUITS[(SUITS.index(card[1]) + 1) % 4]
    return True


BET_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "blackjack_paid_too_soon": ("paid_too_soon", _blackjack_paid_early),
    "insurance_collected_late": ("insurance_not_collected", _insurance_collected_late),
    "blackjack_paid_late": ("not_paid_at_once", _blackjack_paid_late),
    "insurance_late": ("late_insurance", _insurance_late),
    "illegal_hit_on_21": ("illegal_hit", _illegal_hit),
    "insurance_too_high": ("insurance_amount", _insurance_too_high),
    "insurance_too_low": ("insurance_amount", _insurance_too_low),
    "insurance_off_step": ("insurance_amount", _insurance_off_step),
    "wrong_double_stake": ("wrong_double_stake", _wrong_extra_stake("double")),
    "wrong_split_stake": ("wrong_split_stake", _wrong_extra_stake("split")),
    "insurance_not_open": ("insurance_not_open", _insurance_not_open),
    "even_money_not_open": ("even_money_not_open", _even_money_not_open),
    "illegal_double": ("illegal_double", _unlawful_decision("double", _is_not_open("double"))),
    "illegal_split": ("illegal_split", _unlawful_decision("split", _is_no_pair)),
    "illegal_free_double": ("illegal_free_double", _unlawful_decision("free_double", _is_not_open("free_double"))),
    "illegal_free_split": ("illegal_free_split", _unlawful_decision("free_split", _is_no_free_pair)),
    "late_bet": ("late_bet", _late_bet),
    "late_raise": ("changed_late", _late_raise),
    "late_withdrawal": ("withdrawn_late", _late_withdrawal),
    "off_limits": ("off_limits", _off_limits),
    "missing_signal": ("missing_signal", _missing_signal),
    "wrong_total": ("wrong_total", _wrong_total),
    "wrong_payout": ("wrong_payment", _wrong_payout),
    "card_touched": ("card_touched", _incident("touch")),
    "tip": ("tip", _incident("tip")),
    "face_down": ("face_down", _face_down),
    "unread_card": ("unread_card", _unread_card),
    "mixed_before_it_was_seen": ("unread_card", _mixed_before_seen),
    "misread_card": ("one_copy_too_many", _misread_card),
}
"""Each with the finding that it must lead to."""

LAWFUL_STAKES: Final[dict[str, Fault]] = {
    "insurance_below_the_share": _insurance_too_low,
    "even_money_in_own_turn": even_money_in_own_turn,
}


def late_and_dealt_to(scenario: BlackjackScenario, rng: Random) -> bool:
    """The only stake on a box is laid once other boxes have their first card, and the box gets its own all the same.

    Under the reading by which such a stake plays it is one like any other.
    """
    free = [box for box in BOXES if box > min(scenario.main_bets) and box not in scenario.main_bets]
    if scenario.is_misdealt or not free:
        return False
    box = rng.choice(free)
    bet = WagerPlaced(wager=f"w{box}", player=f"P{box}", kind=MAIN, stake_minor=scenario.limits[0], box=box)
    scenario.add_bet(bet)
    scenario.accepted_late_bets[bet.wager] = rng.randint(
        1, next(at for at, act in enumerate(scenario.line.acts) if _is_first_card_to(act, bet))
    )
    scenario.is_line_final = True
    return True


def _is_first_card_to(act: SimulatedAct, bet: WagerPlaced) -> bool:
    """Whether it is the first card to a wager's box."""
    return act.kind == "card" and act.place == hand_place(bet.box or 0)

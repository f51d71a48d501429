"""Faults of those who share a box, and of free and side bets: whose call it was, what others may add, what is paid."""

from random import Random
from typing import Final

from drill.blackjack.deal import SimulatedAct, co_player_number, needs_seat, riding_place, side_stake_rule
from drill.blackjack.faults.absence import against_the_rule, is_by_rule
from drill.blackjack.scenario import AlteredRound, BlackjackScenario, Fault
from ledger.events.play import WagerPlaced
from ledger.values.places import box_of, hand_number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import FREE_KINDS
from replay.games.blackjack.table import is_bust
from replay.procedure.procedure import Due
from replay.rulebooks.rules import Rules

FIRST_CARD_COUNT: Final = 2
"""So many cards everybody has before anybody decides."""

OUTSIDER: Final = "P9"
"""Somebody who has no wager on any box."""


def _caller_not_named(scenario: BlackjackScenario, rng: Random) -> bool:
    """Nobody makes sure who calls a box that several share."""
    free = [box for box in scenario.co_player_bets if box not in scenario.named_callers]
    if not free:
        return False
    scenario.named_callers[rng.choice(free)] = ""
    return True


def _wrongly_named(scenario: BlackjackScenario, rng: Random) -> bool:
    free = [box for box in scenario.co_player_bets if box not in scenario.named_callers]
    if not free:
        return False
    box = rng.choice(free)
    scenario.named_callers[box] = rng.choice(scenario.co_player_bets[box]).player
    return True


def _wrong_side_payment(scenario: BlackjackScenario, rng: Random) -> bool:
    if scenario.is_misdealt or not scenario.side_bets:
        return False
    scenario.payment_errors[rng.choice(scenario.side_bets).wager] = rng.choice((-100, 100))
    return True


def _free_paid_as_stake(scenario: BlackjackScenario, rng: Random) -> bool:
    """The chip of a free bet is changed for what it stands for, as if it were a stake."""
    free = [bet for _, bet in scenario.extras_of(scenario.line) if bet.kind in FREE_KINDS]
    if scenario.is_misdealt or scenario.is_line_final or not free:
        return False
    bet = rng.choice(free)
    scenario.payment_errors[bet.wager] = bet.nominal_minor or 0
    return True


def _free_for_another_sum(scenario: BlackjackScenario, rng: Random) -> bool:
    free = [bet for _, bet in scenario.extras_of(scenario.line) if bet.kind in FREE_KINDS]
    if scenario.is_misdealt or scenario.is_line_final or not free:
        return False
    bet = rng.choice(free)
    scenario.wrong_nominals[bet.wager] = (bet.nominal_minor or 0) + rng.choice((-500, 1000))
    return True


def is_crowd_referred(rules: Rules) -> bool:
    """Whether a person decides on wagers of a box that has too much on it."""
    becomes = rules.value(parameters.CROWDED_BOX)
    return (rules.value(parameters.OFF_LIMITS) if becomes == "as_off_limits" else becomes) == "refer"


def _refer_wager(scenario: BlackjackScenario, wager: str) -> None:
    scenario.referred_wagers |= {wager}


def _wrong_side_stake(scenario: BlackjackScenario, rng: Random) -> bool:
    """A side bet that is not what the table's minimum makes it."""
    kinds = scenario.rules.value(parameters.SIDE_BETS)
    bound = [bet for bet in scenario.side_bets if side_stake_rule(kinds[bet.kind], scenario.rules) != "posted"]
    if not bound or scenario.payment_errors:
        return False
    bet = rng.choice(bound)
    changed = bet.model_copy(update={"stake_minor": scenario.limits[0] * 2})
    scenario.side_bets = tuple(changed if event is bet else event for event in scenario.side_bets)
    if scenario.rules.value(parameters.OFF_LIMITS) == "refer":
        _refer_wager(scenario, bet.wager)
    return True


def _side_bet_without_seat(scenario: BlackjackScenario, rng: Random) -> bool:
    """Somebody who has no seat makes a bet that is for those who sit."""
    kinds = scenario.rules.value(parameters.SIDE_BETS)
    seated = [
        bet
        for bet in scenario.side_bets
        if needs_seat(kinds[bet.kind], scenario.rules) and co_player_number(bet.player) == 0
    ]
    alike = [(bet, event) for bet in seated for event in scenario.co_player_bets.get(bet.box or 0, ())]
    if not alike:
        return False
    bet, event = rng.choice(alike)
    scenario.side_bets = (*scenario.side_bets, bet.model_copy(update={"wager": "standing", "player": event.player}))
    _refer_wager(scenario, "standing")
    return True


def _side_bet_without_box(scenario: BlackjackScenario, rng: Random) -> bool:
    """Somebody makes a side bet who has no wager on a box."""
    if not scenario.side_bets:
        return False
    bet = rng.choice(scenario.side_bets)
    scenario.side_bets = (*scenario.side_bets, bet.model_copy(update={"wager": "alone", "player": OUTSIDER}))
    _refer_wager(scenario, "alone")
    return True


def _box_over_maximum(scenario: BlackjackScenario, rng: Random) -> bool:
    """The last player of a box stakes more than there is room for: what is over goes back."""
    rules, (_, most, unit) = scenario.rules, scenario.limits
    laid_on = {bet.parent for _, bet in scenario.extras_of(scenario.line)}
    boxes = [box for box, others in scenario.co_player_bets.items() if others[-1].wager not in laid_on]
    troubled = scenario.is_misdealt or scenario.non_followers
    if (
        rules.value(parameters.BOX_MAXIMUM_REDUCES) != "last"
        or troubled
        or scenario.late_raises
        or scenario.wrong_stakes
        or not boxes
    ):
        return False
    box = rng.choice(boxes)
    *before, last = scenario.co_player_bets[box]
    over = unit * rng.randrange(1, 4)
    room = most - sum(bet.stake_minor for bet in (scenario.main_bets[box], *before))
    more = last.model_copy(update={"stake_minor": room + over})
    scenario.co_player_bets = {**scenario.co_player_bets, box: (*before, more)}
    scenario.over_maximum[last.wager] = over
    if is_crowd_referred(rules):
        _refer_wager(scenario, last.wager)
    return True


def _extra_by_other(kind: str) -> Fault:
    """Another player of a box adds to a hand what its caller does not."""

    def fault(script: BlackjackScenario, rng: Random) -> bool:
        begins = [(at, bet) for at, act in enumerate(script.line.acts) for bet in _addable_wagers(script, act, kind)]
        if script.is_misdealt or script.is_line_final or not begins:
            return False
        script.undue_extras.append(rng.choice(begins))
        return True

    return fault


def _addable_wagers(scenario: BlackjackScenario, act: SimulatedAct, kind: str) -> list[WagerPlaced]:
    """The wagers that others could add to a hand which nobody ever doubles, or on a box which nobody splits."""
    box, end = box_of(act.place) or 0, scenario.line.final_board
    hand = end.hand_at(act.place)
    if not act.is_play_decision or hand is None or hand.doubled or (kind == "split" and hand.split_from):
        return []
    number = hand_number_of(act.place) if kind == "double" else 2
    calls = scenario.play.caller(act.board, box)
    others = [bet for bet in scenario.co_player_bets.get(box, ()) if bet.player != calls and hand_number_of(act.place) == 1]
    there = [bet for bet in others if not end.exit_of(box, bet.player) and bet.player not in scenario.absent_players]
    return [
        WagerPlaced(
            wager=f"added-{kind}",
            player=bet.player,
            kind=kind,
            stake_minor=bet.stake_minor,
            box=box,
            hand=number,
            parent=bet.wager,
        )
        for bet in there
    ]


def _laid_behind_another_hand(scenario: BlackjackScenario, rng: Random) -> bool:
    """The stake of somebody who did not follow a split is laid behind another hand than the first."""
    if scenario.is_misdealt or scenario.is_line_final:
        return False
    followed = {bet.parent for _, bet in scenario.extras_of(scenario.line) if bet.kind.endswith("split")}
    begins = [
        (at, bet.wager)
        for at, act in enumerate(scenario.line.acts, 1)
        if act.value.endswith("split")
        for bet in scenario.co_player_bets.get(box_of(act.place) or 0, ())
        if bet.wager not in followed
        and bet.player not in scenario.non_followers
        and at < len(scenario.line.acts)
        and not _is_hand_lost(scenario, at, bet)
    ]
    if not begins:
        return False
    scenario.moved_wagers.append(rng.choice(begins))
    return True


def _is_hand_lost(scenario: BlackjackScenario, at: int, bet: WagerPlaced) -> bool:
    """Whether a wager's hand was over before an act, so that its stake has been collected."""
    hand = scenario.line.acts[at].board.hand_at(riding_place(bet))
    return hand is not None and is_bust(hand, scenario.rules)


def _told_by_another(scenario: BlackjackScenario, rng: Random) -> bool:
    """A player who does not call the box decides otherwise than its caller would, and the dealer follows him."""
    begins = scenario.fault_indices(lambda act: act.is_play_decision and bool(_other_speakers(scenario, act)))
    if scenario.is_misdealt or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    act = scenario.line.acts[at]
    what = "stand" if act.value == "hit" else "hit"
    dealing: AlteredRound = scenario.alter_from(at)
    speaker = rng.choice(_other_speakers(scenario, act))
    dealing.follow_speaker(speaker, act.place, what)
    return dealing.finish_round()


def _other_speakers(scenario: BlackjackScenario, act: SimulatedAct) -> list[str]:
    """Who else plays on a hand on which somebody else hits or stands, and could say the other thing."""
    other = {"hit": "stand", "stand": "hit"}.get(act.value)
    due = Due(act.place, "choose")
    if other is None or not scenario.play.is_legal(act.board, due, other, scenario.rules):
        return []
    there = scenario.co_player_bets.get(box_of(act.place) or 0, ())
    caller = scenario.play.caller(act.board, box_of(act.place))
    away = {caller, *act.board.absent_players([bet.player for bet in there])}
    return [bet.player for bet in there if bet.player not in away and not act.board.exit_of(bet.box, bet.player)]


def _stood_too_low(scenario: BlackjackScenario, rng: Random) -> bool:
    """A hand that must draw stands, and the dealer goes on."""
    due = Due("", "choose")
    begins = scenario.fault_indices(
        lambda act: (
            act.is_play_decision
            and act.value == "hit"
            and not is_by_rule(scenario, act)
            and not scenario.play.is_legal(act.board, Due(act.place, due.kind), "stand", scenario.rules)
        )
    )
    if scenario.is_misdealt or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    dealing = scenario.alter_from(at)
    dealing.follow_decision(scenario.line.acts[at].place, "stand")
    return dealing.finish_round()


def _given_up_too_late(scenario: BlackjackScenario, rng: Random) -> bool:
    """Who has drawn already gives up, and the dealer goes along with it."""
    begins = scenario.fault_indices(lambda act: act.is_play_decision and _is_drawn_hand(act))
    if scenario.is_misdealt or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    dealing = scenario.alter_from(at)
    dealing.follow_decision(scenario.line.acts[at].place, "surrender")
    return dealing.finish_round()


def _is_drawn_hand(act: SimulatedAct) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and not hand.split_from and len(hand.all_cards) > FIRST_CARD_COUNT


def _told_by_who_left(scenario: BlackjackScenario, rng: Random) -> bool:
    """Who gave up his wager goes on calling the box, which another has to call now, and the dealer follows him."""
    begins = scenario.fault_indices(lambda act: act.is_play_decision and bool(_surrendered_players(scenario, act)))
    if scenario.is_misdealt or scenario.is_line_final or not begins:
        return False
    at = rng.choice(begins)
    act = scenario.line.acts[at]
    dealing: AlteredRound = scenario.alter_from(at)
    dealing.follow_speaker(
        rng.choice(_surrendered_players(scenario, act)), act.place, "stand" if act.value == "hit" else "hit"
    )
    return dealing.finish_round()


def _surrendered_players(scenario: BlackjackScenario, act: SimulatedAct) -> list[str]:
    """Who gave up on a hand on which somebody else hits or stands now, and could say the other thing."""
    other = {"hit": "stand", "stand": "hit"}.get(act.value)
    if other is None or not scenario.play.is_legal(act.board, Due(act.place, "choose"), other, scenario.rules):
        return []
    of_box = scenario.bets_on_box(box_of(act.place) or 0)
    return [bet.player for bet in of_box if act.board.exit_of(bet.box, bet.player) == "surrendered"]


ILLEGAL_STAKES: Final = {
    "illegal_split": "split",
    "illegal_free_split": "free_split",
    "illegal_double": "double",
    "illegal_free_double": "free_double",
}
"""Faults of players who double or split what may not be, and the decisions: these are none, and the hand must decide."""

SPOKEN_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "played_against_the_rule": ("against_the_rule", against_the_rule),
    "told_by_another": ("not_his_call", _told_by_another),
    "stood_too_low": ("illegal_stand", _stood_too_low),
    "given_up_too_late": ("illegal_surrender", _given_up_too_late),
    "told_by_who_left": ("not_his_call", _told_by_who_left),
}
"""Decisions that the dealer should not have followed, with what they are called: the round must be put right."""

SHARED_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "caller_not_named": ("caller_not_named", _caller_not_named),
    "wrong_caller": ("wrong_caller", _wrongly_named),
    "wrong_side_payment": ("wrong_payment", _wrong_side_payment),
    "free_bet_paid_as_stake": ("wrong_payment", _free_paid_as_stake),
    "wrong_free_bet": ("wrong_free_bet", _free_for_another_sum),
    "side_bet_stake": ("side_bet_stake", _wrong_side_stake),
    "side_bet_without_seat": ("side_bet_without_seat", _side_bet_without_seat),
    "side_bet_without_box": ("side_bet_without_box", _side_bet_without_box),
    "box_over_maximum": ("over_box_maximum", _box_over_maximum),
    "double_by_another": ("may_not_follow", _extra_by_other("double")),
    "split_by_another": ("may_not_follow", _extra_by_other("split")),
    "laid_behind_another_hand": ("moved_to_wrong_hand", _laid_behind_another_hand),
}
"""Each with the finding that it must lead to."""

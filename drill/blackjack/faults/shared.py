"""Faults of those who share a box, and of free and side bets: whose call it was, what others may add, what is paid."""

from random import Random
from typing import Final

from drill.blackjack.deal import Act, co_player_number, needs_seat, rides_on, side_stake_rule
from drill.blackjack.faults.absence import against_the_rule, by_rule
from drill.blackjack.scenario import Dealing, Fault, Script
from ledger.events.play import WagerPlaced
from ledger.values.places import box_of, number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import FREE_KINDS
from replay.games.blackjack.table import is_bust
from replay.procedure.procedure import Due

FIRST: Final = 2
"""So many cards everybody has before anybody decides."""

P9: Final = "P9"
"""Somebody who has no wager on any box."""


def _not_named(script: Script, rng: Random) -> bool:
    """Nobody makes sure who calls a box that several share."""
    free = [box for box in script.others if box not in script.named]
    if not free:
        return False
    script.named[rng.choice(free)] = ""
    return True


def _wrongly_named(script: Script, rng: Random) -> bool:
    free = [box for box in script.others if box not in script.named]
    if not free:
        return False
    box = rng.choice(free)
    script.named[box] = rng.choice(script.others[box]).player
    return True


def _side_payment(script: Script, rng: Random) -> bool:
    if script.misdealt or not script.sides:
        return False
    script.payouts[rng.choice(script.sides).wager] = rng.choice((-100, 100))
    return True


def _free_paid_as_stake(script: Script, rng: Random) -> bool:
    """The chip of a free bet is changed for what it stands for, as if it were a stake."""
    free = [bet for _, bet in script.extras(script.line) if bet.kind in FREE_KINDS]
    if script.misdealt or script.fixed or not free:
        return False
    bet = rng.choice(free)
    script.payouts[bet.wager] = bet.nominal_minor or 0
    return True


def _free_for_another_sum(script: Script, rng: Random) -> bool:
    free = [bet for _, bet in script.extras(script.line) if bet.kind in FREE_KINDS]
    if script.misdealt or script.fixed or not free:
        return False
    bet = rng.choice(free)
    script.nominals[bet.wager] = (bet.nominal_minor or 0) + rng.choice((-500, 1000))
    return True


def _refer(script: Script, wager: str) -> None:
    script.referred |= {wager}


def _side_stake(script: Script, rng: Random) -> bool:
    """A side bet that is not what the table's minimum makes it."""
    kinds = script.rules.value(parameters.SIDE_BETS)
    bound = [bet for bet in script.sides if side_stake_rule(kinds[bet.kind], script.rules) != "posted"]
    if not bound or script.payouts:
        return False
    bet = rng.choice(bound)
    changed = bet.model_copy(update={"stake_minor": script.limits[0] * 2})
    script.sides = tuple(changed if one is bet else one for one in script.sides)
    if script.rules.value(parameters.OFF_LIMITS) == "refer":
        _refer(script, bet.wager)
    return True


def _side_bet_standing(script: Script, rng: Random) -> bool:
    """Somebody who has no seat makes a bet that is for those who sit."""
    kinds = script.rules.value(parameters.SIDE_BETS)
    seated = [
        bet for bet in script.sides if needs_seat(kinds[bet.kind], script.rules) and co_player_number(bet.player) == 0
    ]
    alike = [(bet, one) for bet in seated for one in script.others.get(bet.box or 0, ())]
    if not alike:
        return False
    bet, one = rng.choice(alike)
    script.sides = (*script.sides, bet.model_copy(update={"wager": "standing", "player": one.player}))
    _refer(script, "standing")
    return True


def _side_bet_alone(script: Script, rng: Random) -> bool:
    """Somebody makes a side bet who has no wager on a box."""
    if not script.sides:
        return False
    bet = rng.choice(script.sides)
    script.sides = (*script.sides, bet.model_copy(update={"wager": "alone", "player": P9}))
    _refer(script, "alone")
    return True


def _box_over_maximum(script: Script, rng: Random) -> bool:
    """The last player of a box stakes more than there is room for: what is over goes back."""
    rules, (_, most, unit) = script.rules, script.limits
    laid_on = {bet.parent for _, bet in script.extras(script.line)}
    boxes = [box for box, others in script.others.items() if others[-1].wager not in laid_on]
    troubled = script.misdealt or script.unfollowing
    if rules.value(parameters.BOX_MAXIMUM_REDUCES) != "last" or troubled or script.raises or script.stakes or not boxes:
        return False
    box = rng.choice(boxes)
    *before, last = script.others[box]
    over = unit * rng.randrange(1, 4)
    room = most - sum(bet.stake_minor for bet in (script.mains[box], *before))
    more = last.model_copy(update={"stake_minor": room + over})
    script.others = {**script.others, box: (*before, more)}
    script.over[last.wager] = over
    if rules.value(parameters.OFF_LIMITS) == "refer":
        _refer(script, last.wager)
    return True


def _added(kind: str) -> Fault:
    """Another player of a box adds to a hand what its caller does not."""

    def fault(script: Script, rng: Random) -> bool:
        begins = [(at, bet) for at, act in enumerate(script.line.acts) for bet in _may_add(script, act, kind)]
        if script.misdealt or script.fixed or not begins:
            return False
        script.more.append(rng.choice(begins))
        return True

    return fault


def _may_add(script: Script, act: Act, kind: str) -> list[WagerPlaced]:
    """The wagers that others could add to a hand which nobody ever doubles, or on a box which nobody splits."""
    box, end = box_of(act.place) or 0, script.line.end
    hand = end.hand_at(act.place)
    if not act.played or hand is None or hand.doubled or (kind == "split" and hand.split_from):
        return []
    number = number_of(act.place) if kind == "double" else 2
    calls = script.play.caller(act.board, box)
    others = [bet for bet in script.others.get(box, ()) if bet.player != calls and number_of(act.place) == 1]
    there = [bet for bet in others if not end.exit_of(box, bet.player)]
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


def _laid_behind_another_hand(script: Script, rng: Random) -> bool:
    """The stake of somebody who did not follow a split is laid behind another hand than the first."""
    if script.misdealt or script.fixed:
        return False
    followed = {bet.parent for _, bet in script.extras(script.line) if bet.kind.endswith("split")}
    begins = [
        (at, bet.wager)
        for at, act in enumerate(script.line.acts, 1)
        if act.given.endswith("split")
        for bet in script.others.get(box_of(act.place) or 0, ())
        if bet.wager not in followed
        and bet.player not in script.unfollowing
        and at < len(script.line.acts)
        and not _lost(script, at, bet)
    ]
    if not begins:
        return False
    script.shifted.append(rng.choice(begins))
    return True


def _lost(script: Script, at: int, bet: WagerPlaced) -> bool:
    """Whether a wager's hand was over before an act, so that its stake has been collected."""
    hand = script.line.acts[at].board.hand_at(rides_on(bet))
    return hand is not None and is_bust(hand, script.rules)


def _told_by_another(script: Script, rng: Random) -> bool:
    """A player who does not call the box decides otherwise than its caller would, and the dealer follows him."""
    begins = script.begins(lambda act: act.played and bool(_could_speak(script, act)))
    if script.misdealt or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    act = script.line.acts[at]
    what = "stand" if act.given == "hit" else "hit"
    dealing: Dealing = script.back_to(at)
    speaker = rng.choice(_could_speak(script, act))
    dealing.said_by(speaker, act.place, what)
    return dealing.go_on()


def _could_speak(script: Script, act: Act) -> list[str]:
    """Who else plays on a hand on which somebody else hits or stands, and could say the other thing."""
    other = {"hit": "stand", "stand": "hit"}.get(act.given)
    due = Due(act.place, "choose")
    if other is None or not script.play.is_legal(act.board, due, other, script.rules):
        return []
    there = script.others.get(box_of(act.place) or 0, ())
    caller = script.play.caller(act.board, box_of(act.place))
    away = {caller, *script.absent}
    return [bet.player for bet in there if bet.player not in away and not act.board.exit_of(bet.box, bet.player)]


def _stood_too_low(script: Script, rng: Random) -> bool:
    """A hand that must draw stands, and the dealer goes on."""
    due = Due("", "choose")
    begins = script.begins(
        lambda act: (
            act.played
            and act.given == "hit"
            and not by_rule(script, act)
            and not script.play.is_legal(act.board, Due(act.place, due.kind), "stand", script.rules)
        )
    )
    if script.misdealt or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    dealing = script.back_to(at)
    dealing.say(script.line.acts[at].place, "stand")
    return dealing.go_on()


def _given_up_too_late(script: Script, rng: Random) -> bool:
    """Who has drawn already gives up, and the dealer goes along with it."""
    begins = script.begins(lambda act: act.played and _has_drawn(act))
    if script.misdealt or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    dealing = script.back_to(at)
    dealing.say(script.line.acts[at].place, "surrender")
    return dealing.go_on()


def _has_drawn(act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and not hand.split_from and len(hand.all_cards) > FIRST


def _told_by_who_left(script: Script, rng: Random) -> bool:
    """Who gave up his wager goes on calling the box, which another has to call now, and the dealer follows him."""
    begins = script.begins(lambda act: act.played and bool(_has_left(script, act)))
    if script.misdealt or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    act = script.line.acts[at]
    dealing: Dealing = script.back_to(at)
    dealing.said_by(rng.choice(_has_left(script, act)), act.place, "stand" if act.given == "hit" else "hit")
    return dealing.go_on()


def _has_left(script: Script, act: Act) -> list[str]:
    """Who gave up on a hand on which somebody else hits or stands now, and could say the other thing."""
    other = {"hit": "stand", "stand": "hit"}.get(act.given)
    if other is None or not script.play.is_legal(act.board, Due(act.place, "choose"), other, script.rules):
        return []
    of_box = script.on_box(box_of(act.place) or 0)
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
    "caller_not_named": ("caller_not_named", _not_named),
    "wrong_caller": ("wrong_caller", _wrongly_named),
    "wrong_side_payment": ("wrong_payment", _side_payment),
    "free_bet_paid_as_stake": ("wrong_payment", _free_paid_as_stake),
    "wrong_free_bet": ("wrong_free_bet", _free_for_another_sum),
    "side_bet_stake": ("side_bet_stake", _side_stake),
    "side_bet_without_seat": ("side_bet_without_seat", _side_bet_standing),
    "side_bet_without_box": ("side_bet_without_box", _side_bet_alone),
    "box_over_maximum": ("over_box_maximum", _box_over_maximum),
    "double_by_another": ("may_not_follow", _added("double")),
    "split_by_another": ("may_not_follow", _added("split")),
    "laid_behind_another_hand": ("moved_to_wrong_hand", _laid_behind_another_hand),
}
"""Each with the finding that it must lead to."""

"""Faults of players and of the money: late and unlawful stakes, decisions that are not open, wrong totals and payments."""

from collections.abc import Callable
from random import Random
from typing import Final

from drill.blackjack.deal import BOXES, Act
from drill.blackjack.scenario import Fault, Script
from ledger.events.play import WagerPlaced
from ledger.values.cards import SUITS
from ledger.values.places import DEALER, box_of, hand_place, number_of
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import is_even_money_open, is_insurance_open
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import is_ten, is_two_card_21, total
from replay.judging.unreadable_cards import MOST_UNREAD
from replay.procedure.procedure import Due


def _late_bet(script: Script, rng: Random) -> bool:
    dealt = {box_of(act.place) for act in script.line.acts if act.kind == "card"} - script.mains.keys()
    box = rng.choice([box for box in BOXES if box not in dealt])
    bet = WagerPlaced(wager="late", player="P9", kind=MAIN, stake_minor=script.limits[0], box=box)
    script.late.append((rng.randrange(2, 4), bet))
    return True


def _late_raise(script: Script, rng: Random) -> bool:
    bet = rng.choice(list(script.mains.values()))
    if bet.wager in script.withdrawals:
        return False
    script.raises[bet.wager] = rng.randrange(2, 4), bet.stake_minor + script.limits[2]
    return True


def _late_withdrawal(script: Script, rng: Random) -> bool:
    bet = rng.choice(list(script.mains.values()))
    if bet.wager in script.raises:
        return False
    script.withdrawals[bet.wager] = rng.randrange(2, 4)
    return True


def _off_limits(script: Script, rng: Random) -> bool:
    box, bet = rng.choice(list(script.mains.items()))
    least, most, unit = script.limits
    if bet.wager in script.raises or script.stakes or box in script.others:
        return False
    step = 2 * _step(script)  # an insurance of such a wager has to be a multiple of its own
    stake = rng.choice([one for one in (least // 2, most + unit, least + unit // 2) if not step or one % step == 0])
    script.mains[box] = bet.model_copy(update={"stake_minor": stake})
    script.referred |= {bet.wager} if script.rules.value(parameters.OFF_LIMITS) == "refer" else set()
    return True


def _extra_kinds(script: Script, *kinds: str) -> list[WagerPlaced]:
    return [bet for _, bet in script.extras(script.line) if bet.kind in kinds]


def _wrong_extra_stake(kind: str) -> Fault:
    """A double or a split staked otherwise than it must be."""

    def fault(script: Script, rng: Random) -> bool:
        extras = _extra_kinds(script, kind)
        if script.misdealt or script.fixed or not extras:
            return False
        bet = rng.choice(extras)
        too_high = rng.randrange(2) == 0 or script.rules.value(parameters.EACH_STAKE) == "up_to"
        script.stakes[bet.wager] = bet.stake_minor * 2 if too_high else bet.stake_minor // 2
        return True

    return fault


def _insurance_too_high(script: Script, rng: Random) -> bool:
    extras = [bet for bet in _extra_kinds(script, "insurance") if bet.wager not in script.stakes]
    if script.misdealt or not extras:
        return False
    bet = rng.choice(extras)
    script.stakes[bet.wager] = bet.stake_minor * 2
    return True


def _insurance_too_low(script: Script, rng: Random) -> bool:
    """An insurance below the share of the wager: where that is lawful nothing is to be found."""
    extras = [bet for bet in _extra_kinds(script, "insurance") if bet.wager not in script.stakes]
    if script.misdealt or not extras:
        return False
    bet, step = rng.choice(extras), _step(script)
    less = rng.randrange(1, 4) * bet.stake_minor // 4
    stake = bet.stake_minor - less if step == 0 else (bet.stake_minor - less) // step * step
    script.stakes[bet.wager] = stake or bet.stake_minor
    return stake > 0


def _step(script: Script) -> int:
    """What an insurance is a multiple of; 0 where it need not be."""
    step = script.rules.value(parameters.INSURANCE_STEP)
    if step == "none":
        return 0
    part, whole = map(int, step.split(":"))
    return script.limits[0] * part // whole


def _insurance_off_step(script: Script, rng: Random) -> bool:
    """An insurance that is no multiple of what the house's are, though it is below the share of the wager."""
    extras = [bet for bet in _extra_kinds(script, "insurance") if bet.wager not in script.stakes]
    if script.misdealt or not extras:
        return False
    bet = rng.choice(extras)
    script.stakes[bet.wager] = bet.stake_minor - _step(script) // 2
    return True


def _insurance(script: Script, box: int, at: int) -> None:
    main = script.mains[box]
    part, whole = map(int, script.rules.value(parameters.INSURANCE_SHARE).split(":"))
    bet = WagerPlaced(
        wager="insured",
        player=main.player,
        kind="insurance",
        stake_minor=main.stake_minor * part // whole,
        box=box,
        parent=main.wager,
    )
    script.more.append((at, bet))


def _insurance_not_open(script: Script, rng: Random) -> bool:
    begins = [at for at, act in enumerate(script.line.acts) if script.play.due_first_card(act.board, script.rules) is None]
    if script.misdealt or not begins or is_insurance_open(script.line.end, script.rules):
        return False
    _insurance(script, rng.choice(list(script.mains)), begins[0])
    return True


def _insurance_late(script: Script, rng: Random) -> bool:
    begins = [at for at, act in enumerate(script.line.acts[:-1], 1) if _too_late_to_insure(script, act)]
    said = {act.place for act in script.line.acts if act.given in ("insurance", "even_money")}
    free = [box for box in script.mains if hand_place(box) not in said]
    if script.misdealt or script.untold or not begins or not free or not is_insurance_open(script.line.end, script.rules):
        return False
    _insurance(script, rng.choice(free), rng.choice(begins))
    return True


def _too_late_to_insure(script: Script, act: Act) -> bool:
    """Whether nobody may insure any more after an act."""
    dealt = script.play.due_first_card(act.board, script.rules) is None
    return (
        act.played if script.rules.value(parameters.INSURANCE_UNTIL) == "first_decision" else dealt and act.kind == "card"
    )


def _even_money_not_open(script: Script, rng: Random) -> bool:
    begins = [at for at, act in enumerate(script.line.acts) if script.play.due_first_card(act.board, script.rules) is None]
    shut = [
        hand.place
        for hand in script.line.end.hands
        if number_of(hand.place) == 1 and not is_even_money_open(script.line.end, hand, script.rules)
    ]
    if script.misdealt or not begins or not shut:
        return False
    place = rng.choice(shut)
    script.misstatements.append((begins[0], place, f"P{box_of(place)}"))
    return True


def _decision(what: str, fits: Callable[[Script, Act], bool]) -> Fault:
    """A decision that is not open to the hand in turn, and that the dealer follows.

    It is none: what was dealt upon it is in error, and the hand must decide again.
    """

    def fault(script: Script, rng: Random) -> bool:
        begins = script.begins(lambda act: act.played and fits(script, act))
        if script.misdealt or script.fixed or script.wrong_way or not begins:
            return False
        at = rng.choice(begins)
        dealing, place = script.back_to(at), script.line.acts[at].place
        dealing.stake(place, what)
        dealing.go_on()
        _refer(script, script.line.acts[at].place, what)
        return True

    return fault


def _refer(script: Script, place: str, what: str) -> None:
    """Somebody must say what becomes of the stakes of the unlawful kind on the box, where the house has it so."""
    if script.rules.value(parameters.UNLAWFUL_EXTRA) == "refer":
        script.referred |= {b.wager for b in _extra_kinds(script, what) if b.box == box_of(place)}


def _shut(what: str) -> Callable[[Script, Act], bool]:
    return lambda script, act: not script.play.is_legal(act.board, Due(act.place, "choose"), what, script.rules)


def _no_pair(script: Script, act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and len(hand.all_cards) == 2 and not hand.split_from and _shut("split")(script, act)


def _no_free_pair(script: Script, act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return hand is not None and len(hand.all_cards) == 2 and not hand.split_from and _shut("free_split")(script, act)


def _illegal_hit(script: Script, rng: Random) -> bool:
    """A hand of 21 asks for a card and gets it."""
    rules = script.rules
    if script.misdealt or script.fixed:
        return False
    begins = [
        (at + 1, act.place)
        for at, act in enumerate(script.line.acts)
        if act.kind == "card"
        and box_of(act.place) is not None
        and script.play.due_first_card(script.line.after(at), rules) is None
        and (hand := script.line.after(at).hand_at(act.place)) is not None
        and total(hand, rules)[0] == rules.value(parameters.NO_DRAW_AT)
        and len(hand.all_cards) > 2
    ]
    if not begins:
        return False
    at, place = rng.choice(begins)
    dealing = script.back_to(at)
    dealing.say(place, "hit")
    dealing.lawful()
    return dealing.go_on()


def _missing_signal(script: Script, rng: Random) -> bool:
    said = [at for at, act in enumerate(script.line.acts) if act.played]
    if script.misdealt or script.untold or not said:
        return False
    script.signals[rng.choice(said)] = rng.choice(("hand", "voice"))
    return True


def _wrong_total(script: Script, rng: Random) -> bool:
    begins = [
        at
        for at, act in enumerate(script.line.acts)
        if act.kind == "card" and not act.by_way_of and act.board.hand_at(act.place) is not None
    ]
    if script.misdealt or not begins:
        return False
    at = rng.choice(begins)
    place = script.line.acts[at].place
    hand = script.line.after(at).hand_at(place)
    assert hand is not None
    script.totals.append((at, place, total(hand, script.rules)[0] + rng.choice((1, 2, -1))))
    return len(hand.all_cards) > 1 or script.totals.pop() is None


def _wrong_payout(script: Script, rng: Random) -> bool:
    if script.misdealt:
        return False
    script.payouts[rng.choice(list(script.mains.values())).wager] = rng.choice((-100, 100))
    return True


def _blackjacks(script: Script, *, half: bool) -> list[str]:
    """The wagers on blackjacks, where the dealer can or cannot have one too."""
    board, rules = script.line.end, script.rules
    upcard = board.dealer.all_cards[0]
    if (upcard[0] == "A" or is_ten(upcard, rules)) != half:
        return []
    natural = [h for h in board.hands if not h.split_from and is_two_card_21(h, rules)]
    lying = [bet for hand in natural for bet in script.on_box(hand.box or 0)]
    return [bet.wager for bet in lying if not board.exit_of(bet.box, bet.player)]


def _blackjack_paid_late(script: Script, rng: Random) -> bool:
    played = any(act.played for act in script.line.acts)
    if script.misdealt or not played:
        return False
    found = _blackjacks(script, half=False)
    script.paid_late |= {rng.choice(found)} if found else set()
    return bool(found)


def _blackjack_paid_soon(script: Script, rng: Random) -> bool:
    second = sum(act.place == DEALER and act.kind == "card" for act in script.line.acts) > 1
    found = _blackjacks(script, half=True) if not script.misdealt and second else []
    script.paid_soon |= {rng.choice(found)} if found else set()
    return bool(found)


def _insurance_collected_late(script: Script, rng: Random) -> bool:
    extras = _extra_kinds(script, "insurance")
    if script.misdealt or not extras or len(script.line.end.dealer.all_cards) < 3:
        return False
    script.paid_late.add(rng.choice(extras).wager)
    return True


def _manner(what: str) -> Fault:
    def fault(script: Script, rng: Random) -> bool:
        script.manners.append((rng.randrange(len(script.line.acts)), what))
        return True

    return fault


def _face_down(script: Script, rng: Random) -> bool:
    cards = [at for at, act in enumerate(script.line.acts) if act.kind == "card" and not act.by_way_of]
    if script.misdealt:
        return False
    script.face_down.add(rng.choice(cards))
    return True


def _unread_card(script: Script, rng: Random) -> bool:
    if script.names:
        return False
    script.names[rng.randrange(len(script.line.cards))] = "??"
    return True


def _mixed_unseen(script: Script, rng: Random) -> bool:
    """A hand goes into the discard before anybody has read its cards; what was dealt wrongly cannot be put right."""
    cards = [act for act in script.line.acts if act.kind == "card"]
    long = [hand.place for hand in script.line.end.hands if sum(act.place == hand.place for act in cards) > MOST_UNREAD]
    if not script.misdealt or script.names or script.mixed or not long:
        return False
    script.mixed = (rng.choice(long),)
    script.names = {number: "??" for number, act in enumerate(cards) if act.place in script.mixed}
    return True


def _misread_card(script: Script, rng: Random) -> bool:
    """A suit read as another one: unless a copy too many appears nothing can show it."""
    if script.names or script.misdealt or script.wrong_way:
        return False
    at = rng.randrange(len(script.line.cards))
    card = script.line.cards[at]
    script.names[at] = card[0] + SUITS[(SUITS.index(card[1]) + 1) % 4]
    return True


BET_FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "blackjack_paid_too_soon": ("paid_too_soon", _blackjack_paid_soon),
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
    "illegal_double": ("illegal_double", _decision("double", _shut("double"))),
    "illegal_split": ("illegal_split", _decision("split", _no_pair)),
    "illegal_free_double": ("illegal_free_double", _decision("free_double", _shut("free_double"))),
    "illegal_free_split": ("illegal_free_split", _decision("free_split", _no_free_pair)),
    "late_bet": ("late_bet", _late_bet),
    "late_raise": ("changed_late", _late_raise),
    "late_withdrawal": ("withdrawn_late", _late_withdrawal),
    "off_limits": ("off_limits", _off_limits),
    "missing_signal": ("missing_signal", _missing_signal),
    "wrong_total": ("wrong_total", _wrong_total),
    "wrong_payout": ("wrong_payment", _wrong_payout),
    "card_touched": ("card_touched", _manner("touch")),
    "tip": ("tip", _manner("tip")),
    "face_down": ("face_down", _face_down),
    "unread_card": ("unread_card", _unread_card),
    "mixed_before_it_was_seen": ("unread_card", _mixed_unseen),
    "misread_card": ("one_copy_too_many", _misread_card),
}
"""Each with the finding that it must lead to."""

LAWFUL_STAKES: Final[dict[str, Fault]] = {"insurance_below_the_share": _insurance_too_low}


def late_and_dealt_to(script: Script, rng: Random) -> bool:
    """The only stake on a box is laid once other boxes have their first card, and the box gets its own all the same.

    Under the reading by which such a stake plays it is one like any other.
    """
    free = [box for box in BOXES if box > min(script.mains) and box not in script.mains]
    if script.misdealt or not free:
        return False
    box = rng.choice(free)
    bet = WagerPlaced(wager=f"w{box}", player=f"P{box}", kind=MAIN, stake_minor=script.limits[0], box=box)
    script.joined_by(bet)
    script.accepted[bet.wager] = rng.randint(1, next(at for at, act in enumerate(script.line.acts) if _first(act, bet)))
    script.fixed = True
    return True


def _first(act: Act, bet: WagerPlaced) -> bool:
    """Whether it is the first card to a wager's box."""
    return act.kind == "card" and act.place == hand_place(bet.box or 0)

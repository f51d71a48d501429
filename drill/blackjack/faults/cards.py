"""Faults of the dealer: cards given too many, too few, too soon, to the wrong place, or not from the shoe's front."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final, Literal

from drill.blackjack.deal import BOXES, Act, Line, named
from drill.blackjack.faults.absence import by_rule
from drill.blackjack.scenario import Dealing, Fault, Script
from ledger.values.places import BURN, DEALER, EXPOSED, box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.table import OUT_OF_PLAY, BlackjackTable, is_bust, is_two_card_21, total
from replay.procedure.procedure import Due

Place = Literal["exposed", "burn"]
_PLACES: Final[tuple[Place, ...]] = (EXPOSED, BURN)


def used(place: Place) -> Fault:
    """A card comes out while it is due, and is given to whom it is due."""

    def fault(script: Script, rng: Random) -> bool:
        begins = script.begins(lambda act: _due(script, act))
        if script.fixed or not begins:
            return False
        at = rng.choice(begins)
        _given_at(script, at, at, place)
        return True

    return fault


def _due(script: Script, act: Act) -> bool:
    return act.kind == "card" and not act.by_way_of and script.play.due(act.board, script.rules) == Due(act.place)


def _given_at(script: Script, out: int, given: int, place: Place) -> None:
    """A card came out before one act, waited, and was given with another."""
    acts = list(script.line.acts)
    acts[given] = replace(acts[given], by_way_of=place)
    script.laid_out[out] = place
    script.line, script.since = Line(tuple(acts), script.line.end), given + 1


def refused_by_one(script: Script, rng: Random) -> bool:
    """A card waits; one hand refuses it, another one asks for a card and takes it."""
    begins = script.begins(_could_refuse)
    if script.fixed or script.misdealt or not begins:
        return False
    at = rng.choice(begins)
    place = script.line.acts[at].place
    line = _refusing(script, at, [script.line.acts[at]])
    given = next((n for n, act in enumerate(line.acts) if n > at and act.kind == "card"), None)
    if given is None or box_of(line.acts[given].place) in (None, box_of(place)):
        return False
    return _refused(script, line, at, given, rng)


def refused_by_all(script: Script, rng: Random) -> bool:
    """A card waits, and everybody who is still to decide refuses it: it is the dealer's next card."""
    begins = script.begins(_could_refuse)
    if script.fixed or script.misdealt or not begins:
        return False
    at = rng.choice(begins)
    refusing = list(_all_from(script, at))
    if len(refusing) < 2:
        return False
    line = _refusing(script, at, refusing)
    given = at + len(refusing)
    if len(line.acts) <= given or line.acts[given].place != DEALER:
        return False
    return _refused(script, line, at, given, rng)


def refused_where_it_lies(script: Script, rng: Random) -> bool:
    """The dealer draws while boxes are undecided; it is noticed, and they refuse the card before anybody moves it."""
    begins = script.begins(lambda act: act.played)
    if script.faults or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    refusing = tuple(_all_from(script, at))
    hands = [act.board.hand_at(act.place) for act in refusing]
    then = script.play.after_due(refusing[-1].board, Due(refusing[-1].place, "choose"), "refuse_card")
    if any(hand is None or hand.split_from for hand in hands) or script.play.due(then, script.rules) != Due(DEALER):
        return False
    dealing = script.back_to(at)
    dealing.lay(DEALER, rng)
    script.refusing = refusing
    return dealing.go_on()


def _could_refuse(act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return act.played and hand is not None and not hand.split_from


def _all_from(script: Script, at: int) -> Iterator[Act]:
    """The decisions that are due from an act on, as long as each refuses."""
    board: BlackjackTable = script.line.acts[at].board
    while (due := script.play.due(board, script.rules)) is not None and due.kind == "choose":
        yield Act(board, due.place, "refuse_card", "choose", by=_speaker(script, board, due.place))
        board = script.play.after_due(board, due, "refuse_card")


def _speaker(script: Script, board: BlackjackTable, place: str) -> str:
    return named(script.play, place, script.play.caller(board, box_of(place)))


def _refusing(script: Script, at: int, acts: list[Act]) -> Line:
    """The round if these refuse, from an act on."""
    refused = {script.play.visible_state(act.board, Due(act.place, "choose")) for act in acts}
    dealing: Dealing = script.back_to(at)
    before, script.refused = script.refused, script.refused | refused
    line, script.refused = script.lawful(dealing.board, dealing.acts), before
    return line


def _refused(script: Script, line: Line, out: int, given: int, rng: Random) -> bool:
    script.refused |= {
        script.play.visible_state(act.board, Due(act.place, "choose"))
        for act in line.acts[out:]
        if act.given == "refuse_card"
    }
    script.line = script.truth = line
    _given_at(script, out, given, rng.choice(_PLACES))
    return True


def _at(fits: Callable[[Script, Act], bool], goes: Callable[[Script, Dealing, Random], None], after: int = 0) -> Fault:
    """Begins at an act that fits (or `after` it), and from there on the dealer goes on as he would."""

    def fault(script: Script, rng: Random) -> bool:
        begins = script.begins(lambda act: fits(script, act))
        if script.fixed or not begins:
            return False
        dealing = script.back_to(rng.choice(begins) + after)
        goes(script, dealing, rng)
        return dealing.go_on()

    return fault


def _deals_round(number: int) -> Callable[[Script, Act], bool]:
    """A first card to a box in a round of the deal."""

    def fits(script: Script, act: Act) -> bool:
        hand = act.board.hand_at(act.place)
        boxed = box_of(act.place) is not None and hand is not None and len(hand.due_cards) == number - 1
        return boxed and script.deals(act)

    return fits


def _dealt(script: Script, act: Act) -> bool:
    """A card of the deal; its very last only if nothing else went wrong, for one card more looks asked for."""
    if not (_deals_round(1)(script, act) or _deals_round(2)(script, act)):
        return False
    then = script.play.after_due(act.board, Due(act.place), act.given)
    return not script.faults or script.play.due_first_card(then, script.rules) is not None


def _skip(_: Script, dealing: Dealing, __: Random) -> None:
    dealing.skip()


def _again(_: Script, dealing: Dealing, rng: Random) -> None:
    dealing.lay(dealing.acts[-1].place, rng)


def _to_empty_box(script: Script, dealing: Dealing, rng: Random) -> None:
    """A box behind which a stake was laid too late is not empty: a house may leave it open whether it is dealt to."""
    laid = {hand.box for hand in dealing.board.hands} | {bet.box for _, bet in script.late}
    dealing.lay(hand_place(rng.choice([box for box in BOXES if box not in laid])), rng)


def _to_dealer(_: Script, dealing: Dealing, rng: Random) -> None:
    dealing.lay(DEALER, rng)


def _second_deals(script: Script, act: Act) -> bool:
    """A second card to a box, after which something else is due than the dealer's next card."""
    if not _deals_round(2)(script, act):
        return False
    then = script.play.due(script.play.after_due(act.board, Due(act.place), act.given), script.rules)
    return then is not None and then != Due(DEALER)


def _swaps(script: Script, act: Act) -> bool:
    """A first card after which another place is due a first card."""
    then = script.play.due_first_card(script.play.after_due(act.board, Due(act.place), act.given), script.rules)
    return script.deals(act) and then is not None and then.place != act.place


def _two_in_one_motion(script: Script, dealing: Dealing, _: Random) -> None:
    first = dealing.due()
    assert first is not None
    second = script.play.due_first_card(script.play.after_due(dealing.board, first, dealing.next_card), script.rules)
    assert second is not None
    held, before = dealing.next_card, dealing.board
    dealing.do(second.place, held, script.play.after_undue_card(before, second.place, held, script.rules)[0])
    both = script.play.after_due(before, first, dealing.next_card)
    dealing.do(first.place, dealing.next_card, script.play.after_due(both, second, held))


def _later_hands(script: Script, act: Act) -> list[str]:
    """The hands that are still to be played after the one whose turn it is."""
    places = [hand.place for hand in act.board.hands]
    later = act.board.hands[places.index(act.place) + 1 :] if act.place in places else ()
    due = [
        hand.place for hand in later if script.play.due_to_hand(act.board, hand, script.rules) == Due(hand.place, "choose")
    ]
    own = {one.place for one in script.line.acts if one.given == "surrender"}  # that needs no turn
    return [place for place in due if box_of(place) != box_of(act.place) and place not in own]


def _out_of_turn(script: Script, dealing: Dealing, rng: Random) -> None:
    board, due = dealing.board, dealing.due()
    assert due is not None
    place = rng.choice(_later_hands(script, Act(board, due.place, "", "choose")))
    hand = board.hand_at(place)
    assert hand is not None
    dealing.board = board.with_hand_before(hand, due.place)


def _card_to_hand(_: Script, act: Act) -> bool:
    """A card that a hand asked for."""
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and hand is not None and hand.state in ("hit", "doubled") and not act.by_way_of


def _others(board: BlackjackTable, place: str, script: Script) -> list[str]:
    hands = [hand for hand in board.hands if hand.place != place and not is_bust(hand, script.rules)]
    return [hand.place for hand in hands if hand.state not in OUT_OF_PLAY and not is_two_card_21(hand, script.rules)]


def _to_neighbour(script: Script, dealing: Dealing, rng: Random) -> None:
    due = dealing.due()
    assert due is not None
    place = rng.choice(_others(dealing.board, due.place, script))
    if rng.randrange(2):
        dealing.skip()
    dealing.lay(place, rng)


def _stood(_: Script, act: Act) -> bool:
    return act.kind == "choose" and act.given == "stand"


def _doubled(_: Script, act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and hand is not None and hand.state == "doubled"


def _split_ace_done(_: Script, act: Act) -> bool:
    """The one card of a split ace."""
    hand = act.board.hand_at(act.place)
    return act.kind == "card" and hand is not None and hand.split_from == "A" and len(hand.all_cards) == 1


def _fills(script: Script, act: Act) -> bool:
    """A split hand's second card, while the next of the same pair waits for its own."""
    return act.kind == "card" and _waiting(act.board, act.place) is not None and not script.deals(act)


FIRST_SPLIT: Final = 2
"""So many hands a box has after one split."""


def _waiting(board: BlackjackTable, place: str) -> str | None:
    hand = board.hand_at(place)
    if hand is None or not hand.split_from or len(hand.due_cards) != 1:
        return None
    if len(board.hands_of(hand.box)) > FIRST_SPLIT:
        return None  # of further splits the table has an order of its own
    waits = [one.place for one in board.hands_of(hand.box) if one.place != place and len(one.due_cards) == 1]
    return next(iter(waits), None)


def _filled_first(_: Script, dealing: Dealing, __: Random) -> None:
    due = dealing.due()
    assert due is not None
    hand = dealing.board.hand_at(_waiting(dealing.board, due.place) or "")
    assert hand is not None
    card = dealing.next_card
    dealing.do(hand.place, card, dealing.board.with_hand(hand.with_due_card(card)))


def _dealer_draws(script: Script, act: Act) -> bool:
    return script.dealer_left(act)


def _asked(_: Script, act: Act) -> bool:
    return act.played


def _given(script: Script, act: Act) -> bool:
    """Any card that was due, from the front of the shoe."""
    return act.kind == "card" and not act.by_way_of and script.play.due(act.board, script.rules) == Due(act.place)


def _exposed(_: Script, dealing: Dealing, __: Random) -> None:
    dealing.aside(EXPOSED)


def _burned(_: Script, dealing: Dealing, __: Random) -> None:
    dealing.aside(BURN)


def _drawn_at_the_end(fits: Callable[[int, bool, Script], bool], *, idle: bool = False) -> Fault:
    """The dealer, who is done, takes one card more."""

    def fault(script: Script, rng: Random) -> bool:
        board, rules = script.line.end, script.rules
        if script.fixed or script.in_error or not board.dealer.all_cards or board.dealer.state == "passed":
            return False
        has, soft = total(board.dealer, rules)
        stands = rules.value(parameters.STANDS_ON)
        done = has > stands or (has == stands and (not soft or rules.value(parameters.SOFT_STANDS)))
        if done == idle or not fits(has, soft, script) or script.play.due(board, rules) is not None:
            return False
        script.in_error.append(len(script.line.cards))
        dealing = script.back_to(len(script.line.acts))
        dealing.lay(DEALER, rng)
        return dealing.go_on()

    return fault


def _face_up(script: Script, rng: Random, *, well: bool) -> bool:
    """A card lies face up in the shoe, and is or is not treated as the house treats it."""
    begins = script.begins(lambda act: _given(script, act))
    if script.fixed or not begins or script.misdealt or script.wrong_way:
        return False
    at = rng.choice(begins)
    key = parameters.FACE_UP_MACHINE if script.device == "machine" else parameters.FACE_UP_SHOE
    burned = (script.rules.value(key) == "burn") == well
    script.wrong_way.append(sum(act.kind == "card" for act in script.line.acts[:at]))
    script.ill_treated = not well
    dealing = script.back_to(at)
    if burned:
        dealing.aside(BURN)
    else:
        dealing.lawful()
    dealing.acts[-1] = replace(dealing.acts[-1], by_way_of="face_up")
    dealing.go_on()
    if well:
        script.truth = script.line
    return True


def _face_up_well(script: Script, rng: Random) -> bool:
    return _face_up(script, rng, well=True)


def _face_up_ill(script: Script, rng: Random) -> bool:
    return _face_up(script, rng, well=False)


def _hit_untold(script: Script, rng: Random) -> bool:
    """A hit that nobody noted: the card itself shows it."""
    hits = [at for at, act in enumerate(script.line.acts) if act.played and act.given == "hit"]
    if script.misdealt or script.fixed or script.more or not hits:
        return False
    script.untold.add(rng.choice(hits))
    script.fixed = True
    return True


def _card_unasked(script: Script, rng: Random) -> bool:
    """A card to the hand in turn, before anything was decided: it looks as if it had been asked for."""
    begins = script.begins(lambda act: _may_hit(act) and not by_rule(script, act))
    if script.misdealt or script.fixed or not begins:
        return False
    at = rng.choice(begins)
    dealing = script.back_to(at)
    dealing.lay(script.line.acts[at].place, rng)
    return dealing.go_on()


def _may_hit(act: Act) -> bool:
    hand = act.board.hand_at(act.place)
    return act.played and act.given != "surrender" and hand is not None and not hand.split_from


CARD_FAULTS: Final[dict[str, Fault]] = {
    "second_card_on_split_aces": _at(_split_ace_done, _again, after=1),
    "split_hands_filled_in_wrong_order": _at(_fills, _filled_first),
    "drawn_on_soft_17": _drawn_at_the_end(
        lambda has, soft, script: soft and has == script.rules.value(parameters.STANDS_ON)
    ),
    "drawn_when_nothing_is_open": _drawn_at_the_end(lambda *_: True, idle=True),
    "second_card_on_double": _at(_doubled, _again, after=1),
    "box_skipped_in_round_one": _at(_deals_round(1), _skip),
    "box_skipped_in_round_two": _at(_deals_round(2), _skip),
    "box_dealt_twice": _at(_dealt, _again, after=1),
    "card_to_empty_box": _at(lambda s, a: s.deals(a), _to_empty_box),
    "dealer_skipped": _at(lambda s, a: s.deals(a) and a.place == DEALER, _skip),
    "dealers_second_card_early": _at(_second_deals, _to_dealer, after=1),
    "two_places_in_wrong_order": _at(_swaps, _two_in_one_motion),
    "boxes_in_wrong_order": _at(lambda s, a: a.played and bool(_later_hands(s, a)), _out_of_turn),
    "hit_not_given": _at(_card_to_hand, _skip),
    "hit_to_neighbour": _at(lambda s, a: _card_to_hand(s, a) and bool(_others(a.board, a.place, s)), _to_neighbour),
    "card_to_hand_that_stood": _at(_stood, _again, after=1),
    "dealer_stopped": _at(_dealer_draws, _skip),
    "drawn_on_17": _drawn_at_the_end(lambda _, soft, __: not soft),
    "drawn_while_a_box_is_undecided": _at(_asked, _to_dealer),
    "exposed_and_not_used": _at(_given, _exposed),
    "burned_in_error": _at(_given, _burned),
    "face_up_ill_treated": _face_up_ill,
    "refused_where_it_lies": refused_where_it_lies,
}


def _mixed(script: Script, rng: Random) -> bool:
    """A hand goes into the discard when everybody has seen it: what it was is on record."""
    if script.mixed:
        return False
    script.mixed = (rng.choice([hand.place for hand in script.line.end.hands]),)
    return True


LAWFUL_MISHAPS: Final[dict[str, Fault]] = {
    "exposed_and_used": used(EXPOSED),
    "burned_and_used": used(BURN),
    "refused_by_one": refused_by_one,
    "refused_by_all": refused_by_all,
    "hands_mixed_after_all_was_seen": _mixed,
    "face_up_well_treated": _face_up_well,
    "hit_that_nobody_noted": _hit_untold,
    "card_before_it_was_asked_for": _card_unasked,
}

"""Rounds of blackjack in circumstances that the drill does not have: what is posted, who wagers when, what is out."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from drill.blackjack.deal import board_before_deal
from drill.blackjack.expected import ReadingChoice
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import FAULT_CONDITIONS, LAWFUL_FAULTS
from drill.blackjack.rounds import DrilledBlackjackRound, random_resolutions
from drill.blackjack.scenario import BlackjackScenario, Notice
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    NoticeGiven,
    PlayerAbsent,
    RoundClosed,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.table import LimitsPosted
from ledger.values.places import hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.settlement import MAIN
from replay.procedure.procedure import TableAct
from replay.rulebooks.common_parameters import BETS_CLOSE, DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from tests.replay.corrected import corrected
from tests.replay.retold import Line, retold
from tests.replay.shared_boxes import shared_boxes
from tests.replay.stacked import as_played, begun, decides, drilled_round, insures_besides, resolved_to, says
from tests.replay.unheard import unheard

AGAIN: Final = 6
"""So many times is each dealt, under other resolutions."""

Way = Callable[[Edition, int], DrilledBlackjackRound | None]


def unusual(edition: Edition) -> Iterator[DrilledBlackjackRound]:
    """Each of these, where the house knows it."""
    for number in range(AGAIN):
        held = edition.with_resolutions(random_resolutions(edition, Random(number)))
        for way in (*_STAKES, *_INSURED, *_RECORDS, *_SHOES, *_BOXES, *_ABSENT, *_FREE, *_DOUBLES, *_SEVENS, *_EMPTY_BOXES):
            drilled = way(held, number)
            if drilled is not None:
                yield drilled
        yield from shared_boxes(held, number)
        yield from corrected(held, number)
        yield from unheard(held, number)


def _wants(script: BlackjackScenario, held: Edition, *kinds: str) -> bool:
    """Takes note of what must be found, if the house knows it."""
    known = {kind for kind in kinds if kind in held.sheet.conduct}
    for kind in known:
        script.faults.append(kind)
        script.required_findings[kind] = {kind}
    return bool(known)


# The stakes


def _odd_stake(held: Edition, number: int) -> DrilledBlackjackRound:
    """A blackjack on a stake of which no half is whole."""
    script = begun(held, number, "A6T", stake=10_01)
    if _posted(held):
        script.limits = (1, 500_00, 1)
    else:
        _wants(script, held, "off_limits")
        script.referred_wagers |= {"w1"} if script.rules.value(parameters.OFF_LIMITS) == "refer" else set()
    return drilled_round(script, held, number)


def _posted(held: Edition) -> bool:
    return bool(held.values[parameters.BOX_LIMITS.name][0] == "posted")


def _at_most(held: Edition, number: int) -> DrilledBlackjackRound:
    """As much on a box as may be."""
    return drilled_round(begun(held, number, "T6T", stake=500_00), held, number)


def _shared(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """As many wagers on a box as may be."""
    return _wagers(held, number, 0)


def _one_too_many(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """One more than that."""
    return _wagers(held, number, 1)


def _wagers(held: Edition, number: int, besides: int) -> DrilledBlackjackRound | None:
    script = begun(held, number, "T69")
    rules = script.rules
    if rules.value(BETS_CLOSE) == "call":
        return None
    most = {"too_many_wagers": rules.value(parameters.MOST_BETS), "too_many_players": rules.value(parameters.MOST_PLAYERS)}
    together = min(most.values()) + besides
    names = [f"m{n}" for n in range(1, together)]
    script.undue_extras += [
        (0, WagerPlaced(wager=name, player=f"Q{name}", kind=MAIN, stake_minor=10_00, box=1)) for name in names
    ]
    if together > 1 and len(rules.value(parameters.CALLER)) > 1:
        _wants(script, held, "caller_not_named")
    if besides:
        beyond = [kind for kind, number in most.items() if number < together]
        script.referred_wagers |= {"w1", *names} if "too_many_wagers" in beyond else {names[-1]}
        if not _wants(script, held, *beyond):
            return None
    return drilled_round(script, held, number)


def _in_cash(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A wager that was not laid in chips."""
    script = begun(held, number, "T6T")
    script.main_bets[1] = script.main_bets[1].model_copy(update={"by": "cash"})
    return drilled_round(script, held, number) if _wants(script, held, "not_in_chips") else None


def _below_the_share(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """An insurance of less than might be insured, where that is as good."""
    script = begun(held, number, "9A95T", (2,))
    name = "insurance_below_the_share"
    if not FAULT_CONDITIONS[name](script.rules) or not LAWFUL_FAULTS[name](script, Random(number)):
        return None
    script.faults.append(name)
    return drilled_round(script, held, number)


def _insures_a_double(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """Who has insured his wager and doubled it insures the double as well."""
    script = begun(held, number, "5A69T", (2,))
    doubled = next((at for at, act in enumerate(script.line.acts) if act.is_play_decision), None)
    if doubled is None or not decides("double", 0)(script, Random(number)) or doubled + 2 >= len(script.line.acts):
        return None
    double = next(bet for _, bet in script.extras_of(script.line) if bet.kind == "double")
    half = double.stake_minor // 2
    more = {"wager": "more", "kind": "insurance", "stake_minor": half, "parent": double.wager, "hand": None}
    script.undue_extras.append((doubled + 2, double.model_copy(update=more)))
    open_to_it = script.rules.value(parameters.INSURED_EXTRAS)
    return drilled_round(script, held, number) if open_to_it or _wants(script, held, "late_insurance") else None


# What the record has otherwise


def _unposted(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A table on which no limits are posted."""

    def without(line: Line) -> None:
        line[:] = [entry for entry in line if not isinstance(entry[1], LimitsPosted)]

    return retold(drilled_round(begun(held, number, "T6T"), held, number), without) if _posted(held) else None


def _at_the_call(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A wager between the call and the first card."""
    script = begun(held, number, "T6T")
    if script.rules.value(BETS_CLOSE) == "first_card":
        return retold(drilled_round(script, held, number), _called_before)
    script.late_bets.append((1, WagerPlaced(wager="late", player="P9", kind=MAIN, stake_minor=script.limits[0], box=2)))
    return retold(drilled_round(script, held, number), _dealt_after) if _wants(script, held, "late_bet") else None


def _appliance(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """Somebody has an appliance with him."""
    script = begun(held, number, "T6T")
    script.incidents.append((0, "appliance"))
    return drilled_round(script, held, number) if _wants(script, held, "appliance") else None


def _called_before(line: Line) -> None:
    """The last wager comes after the call."""
    at = next(n for n, (_, event) in enumerate(line) if isinstance(event, BetsClosed))
    line[at - 1 : at + 1] = reversed(line[at - 1 : at + 1])


def _dealt_after(line: Line) -> None:
    """The first card comes after the late wager."""
    at = next(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt))
    line[at : at + 2] = reversed(line[at : at + 2])


# The shoe


def _decks(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A shoe of more decks than the house deals from, and yet a card comes once too often."""
    script = begun(held, number, "T6T")
    return _once_too_often(script, held, number, 1) if _wants(script, held, "wrong_decks") else None


def _copies(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A card of which all copies are out comes once more."""
    return _once_too_often(begun(held, number, "T6T"), held, number)


def _cards(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """More cards than the shoe has."""
    script = begun(held, number, "T6T")
    out = 52 * script.rules.value(DECKS) - 1
    return _once_too_often(script, held, number, out=out) if _wants(script, held, "too_many_cards") else None


def _once_too_often(
    script: BlackjackScenario, held: Edition, number: int, more: int = 0, out: int = 0
) -> DrilledBlackjackRound | None:
    decks = script.rules.value(DECKS) + more
    script.device, script.copies_out_before = "shoe", Counter({script.next_cards[0]: decks})
    script.cards_out_before = out or (0 if more else decks)
    return drilled_round(script, held, number, decks) if _wants(script, held, "one_copy_too_many") else None


# The boxes


def _nobody(held: Edition, number: int) -> DrilledBlackjackRound:
    """A round in which nobody has a wager."""
    return drilled_round(begun(held, number, boxes=()), held, number)


def _alone(held: Edition, number: int) -> DrilledBlackjackRound:
    """A blackjack against an ace, of somebody who takes neither insurance nor even money."""
    return drilled_round(begun(held, number, "AATT", (4,)), held, number)


def _both(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A blackjack that is insured, and for which even money is taken."""
    script = begun(held, number, "AATT")
    return drilled_round(script, held, number) if insures_besides(script, Random(number)) else None


def _spoken_for(held: Edition, number: int) -> DrilledBlackjackRound:
    """Somebody speaks for a box without a wager."""

    def speak(line: Line) -> None:
        at = next(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt))
        line.insert(at + 1, (line[at][0], DecisionMade(place="box7", what="stand")))

    return retold(drilled_round(begun(held, number, "T6T"), held, number), speak)


def _away(front: str) -> Way:
    """Whoever has the only wager is not there, and the house's rule plays it."""

    def way(held: Edition, number: int) -> DrilledBlackjackRound | None:
        script = begun(held, number, front)
        if not script.rules.value(parameters.ABSENT_STANDS_ON):
            return None
        script.line = script.truth = script.finish_lawfully(board_before_deal(script.main_bets, ("P1",)), [])

        def absent(line: Line) -> None:
            at = next(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt))
            line.insert(at, (line[at][0], PlayerAbsent(player="P1", called=held.authority)))

        return retold(drilled_round(script, held, number), absent)

    return way


def _gives_up_three_cards(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A hand that has drawn is given up, where only two cards can be, and the dealer goes on."""
    script = begun(held, number, "2T345T")
    if script.rules.value(parameters.SURRENDER) == "none":
        return None
    at = next(at for at, act in enumerate(script.line.acts) if act.value == "hit") + 2
    dealing = script.alter_from(at)
    dealing.follow_decision(script.line.acts[at].place, "surrender")
    script.faults.append("stood_too_low")
    return drilled_round(script, held, number) if dealing.finish_round() else None


def _stands_all_the_same(held: Edition, number: int) -> DrilledBlackjackRound:
    """Somebody says that he stands on 21, when nobody has asked him."""

    def stand(line: Line) -> None:
        last = max(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt) and event.place == "box1")
        line.insert(last + 1, (line[last][0], DecisionMade(place="box1", what="stand")))

    return retold(drilled_round(begun(held, number, "6T78T"), held, number), stand)


def _doubles_a_blackjack(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A blackjack is doubled, where that may be."""
    house = resolved_to(held, parameters.DOUBLE_BLACKJACK, True)
    if house is None:
        return None
    script = begun(house, number, "A6T9T")
    dealing = script.alter_from(3)
    doubled = script.play.after_optional(dealing.board, TableAct("box1", "double", 0, "choose"), script.rules)
    assert doubled is not None
    dealing.add_act("box1", "double", doubled, "choose")
    as_played(script, dealing)
    return drilled_round(script, house, number)


def _broken_off(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A round that is not played to its end, with a late wager on a hand that is not yet decided."""
    script = begun(held, number, "56T")
    script.line = script.truth = script.line.up_to(3)
    script.late_bets.append((2, WagerPlaced(wager="late", player="P9", kind=MAIN, stake_minor=script.limits[0], box=1)))

    return retold(drilled_round(script, held, number), _unclosed) if _wants(script, held, "late_bet") else None


def _stopped(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The dealer leaves his one card as it is, and the next round begins."""
    script = begun(held, number, "T6T5T")
    script.notice = "next_round"
    script.faults.append("dealer_stopped")
    return drilled_round(script, held, number) if CARD_FAULTS["dealer_stopped"](script, Random(number)) else None


def _drawn_too_far(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The dealer draws on 17, and the next round begins."""
    script = begun(held, number, "T7TT5")
    if not CARD_FAULTS["drawn_on_17"](script, Random(number)):
        return None
    script.faults.append("drawn_on_17")
    script.notice = "next_round"
    return drilled_round(script, held, number)


def _split_open(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A split that was not open, before either hand is played on."""
    script = begun(held, number, "T69")
    kind, split = says("split")
    if not split(script, Random(number)) or not _wants(script, held, kind):
        return None
    at = next(at for at, act in enumerate(script.line.acts) if act.value == "split")
    script.line, script.notice = script.line.up_to(at + 1), "at_once"
    script.referred_wagers &= {bet.wager for bet in script.wagers}
    return retold(drilled_round(script, held, number), _unclosed)


def _free_after_a_split(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """Both hands of a split pair come to what may be doubled free: the first one perhaps not."""
    shut = resolved_to(held, parameters.FREE_ON_FIRST, number % 2 == 0) or held
    script = begun(shut, number, "26289T")
    return drilled_round(script, shut, number) if script.rules.value(parameters.FREE_DOUBLE) else None


def _free_all_the_same(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The first hand of a split pair is doubled free although it may not be."""
    shut = resolved_to(held, parameters.FREE_ON_FIRST, False) or held
    script = begun(shut, number, "26289T")
    kind, double = says("free_double", split=True)
    if not script.rules.value(parameters.FREE_DOUBLE) or not double(script, Random(number)):
        return None
    return drilled_round(script, shut, number) if _wants(script, shut, kind) else None


def _sevens(then: str, front: str, decision: int) -> Way:
    """A hand of three sevens, split or not, of which the stake plays on, or lies for the next round."""

    def way(held: Edition, number: int) -> DrilledBlackjackRound | None:
        house = resolved_to(held, parameters.SEVENS_STAKE, then)
        if house is None or Rules(house).value(parameters.SEVENS) == "none":
            return None
        script = begun(house, number, front)
        return drilled_round(script, house, number) if decides("hit", decision)(script, Random(number)) else None

    return way


def _waiting(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A double is laid before the box decides, of which the one before was doubled though it was not open to it."""
    script = begun(held, number, "T5796T", (1, 2))
    kind, double = says("double")
    if not double(script, Random(number)) or not _wants(script, held, kind, "late_bet"):
        return None
    at = next(at for at, act in enumerate(script.line.acts) if act.value == "double")
    if script.line.acts[at + 2].place != "box2":
        return None
    bet = script.main_bets[2].model_copy(update={"wager": "early", "kind": "double", "parent": "w2"})
    script.undue_extras.append((at, bet))
    script.notice = "at_once"
    script.referred_wagers &= {event.wager for event in script.wagers}
    return drilled_round(script, held, number)


def _unclosed(line: Line) -> None:
    line[:] = [entry for entry in line if not isinstance(entry[1], RoundClosed | WagerReturned)]


# Cards to a box without a wager


def _late_and_not_taken(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """A wager after the first card, alone on its box, which is dealt to: it goes back, and the card was for no wager."""
    house = resolved_to(held, parameters.LATE_DEALT_TO, "as_late")
    if house is None or not house.values[parameters.LATE_DEALT_TO.name][1].endswith("?"):
        return None
    script = begun(house, number, "T9T23K5", (1, 3))
    script.late_bets.append((1, WagerPlaced(wager="late", player="P9", kind=MAIN, stake_minor=script.limits[0], box=2)))
    _deal_to_second_box(script, "at_once")
    return drilled_round(script, house, number) if _wants(script, house, "late_bet") else None


def _nobody_supervises(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The dealer alone puts right what was dealt to a box without a wager."""
    script = begun(held, number, "T9T23K5", (1, 3))
    if script.rules.value(parameters.SUPERVISED_BY) != "inspector" or not _wants(script, held, "not_supervised"):
        return None
    _deal_to_second_box(script, "put_right")

    def alone(line: Line) -> None:
        line[:] = [
            (subject, event.model_copy(update={"by": "dealer"}) if isinstance(event, _CORRECTIONS) else event)
            for subject, event in line
        ]

    return retold(retold(drilled_round(script, held, number), _unannounced), alone)


def _inspector_supervises(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The same under the inspector, as the house wants it."""
    if "not_supervised" not in held.sheet.conduct:
        return None
    script = begun(held, number, "T9T23K5", (1, 3))
    _deal_to_second_box(script, "put_right")
    return retold(drilled_round(script, held, number), _unannounced)


def _unannounced(line: Line) -> None:
    """Nobody above the dealer is told before it is put right."""
    line[:] = [entry for entry in line if not isinstance(entry[1], NoticeGiven)]


def _noticed_in_play(held: Edition, number: int) -> DrilledBlackjackRound:
    """The error comes to light when the others have their cards, and before the round is closed."""
    script = begun(held, number, "T9T23K5", (1, 3))
    _deal_to_second_box(script, "after_the_round")

    def sooner(line: Line) -> None:
        at = next(n for n, (_, event) in enumerate(line) if isinstance(event, NoticeGiven))
        last = max(n for n, (_, event) in enumerate(line) if isinstance(event, CardDealt))
        line.insert(last + 1, line.pop(at))

    return _not_too_late(retold(drilled_round(script, held, number), sooner), held)


def _not_too_late(drilled: DrilledBlackjackRound, held: Edition) -> DrilledBlackjackRound:
    """The round without what a house leaves open for errors that come to light once it is closed."""
    clause = held.values[parameters.NAMED_ONCE_CLOSED.name][1]
    outcomes = drilled.expected.outcomes

    def other_choices(way: ReadingChoice) -> frozenset[tuple[str, str]]:
        return frozenset(choice for choice in way if choice[0] != clause)

    in_time = {other_choices(way): outcome for way, outcome in outcomes.items() if outcome.standing == "reconstruct"}
    outcomes = {way: in_time.get(other_choices(way), outcome) for way, outcome in outcomes.items()}
    return replace(drilled, expected=replace(drilled.expected, outcomes=outcomes))


def _deal_to_second_box(script: BlackjackScenario, notice: Notice) -> None:
    """The second card of the round goes to the second box, which has no wager."""
    dealing = script.alter_from(1)
    dealing.lay_undue_card(hand_place(2), Random(0))
    dealing.finish_round()
    script.faults.append("card_to_empty_box")
    script.notice = notice


_CORRECTIONS: Final = (CorrectionBegun, CorrectionCompleted)
_STAKES: Final[tuple[Way, ...]] = (_odd_stake, _at_most, _shared, _one_too_many, _in_cash)
_INSURED: Final[tuple[Way, ...]] = (_below_the_share, _insures_a_double)
_RECORDS: Final[tuple[Way, ...]] = (_unposted, _at_the_call, _appliance)
_BOXES: Final[tuple[Way, ...]] = (
    _nobody,
    _alone,
    _both,
    _spoken_for,
    _stands_all_the_same,
    _broken_off,
    _stopped,
    _drawn_too_far,
    _split_open,
    _waiting,
)
_FREE: Final[tuple[Way, ...]] = (_free_after_a_split, _free_all_the_same)
_DOUBLES: Final[tuple[Way, ...]] = (_doubles_a_blackjack,)
_SEVENS: Final[tuple[Way, ...]] = tuple(
    _sevens(then, *how) for then in ("plays_on", "lies_for_the_next") for how in (("7T779", 0), ("7T777T9", 1))
)
_EMPTY_BOXES: Final[tuple[Way, ...]] = (_late_and_not_taken, _nobody_supervises, _inspector_supervises, _noticed_in_play)
_ABSENT: Final[tuple[Way, ...]] = (_away("TT7"), _away("T635"), _gives_up_three_cards)
_SHOES: Final[tuple[Way, ...]] = (_decks, _copies, _cards)

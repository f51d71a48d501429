"""Misdealt rounds of blackjack in which somebody refuses a card as it is put right, or a hand is mixed away unseen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from drill.blackjack.expected import ExpectedBlackjackOutcome
from drill.blackjack.faults.bets import BET_FAULTS
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.rounds import DrilledBlackjackRound
from drill.blackjack.scenario import BlackjackScenario
from ledger.events.play import CardMoved, CorrectionBegun, DecisionMade
from ledger.values.places import DEALER, NEXT, hand_place
from replay.games.blackjack import parameters
from replay.judging.judgement import Move, Surplus
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from tests.replay.retold import Line, retold
from tests.replay.stacked import begun, drilled_round

FIRST: Final = hand_place(1)
MIXED: Final = "mixed_before_it_was_seen"


def corrected(held: Edition, number: int) -> Iterator[DrilledBlackjackRound]:
    """Each of these, where the dealer has one card from the deal."""
    if sum(row.count("dealer") for row in begun(held, number).rules.value(parameters.DEAL_ROUNDS)) == 1:
        yield _refuses_his_own(held, number)
        yield _refuses_what_came_out_of_turn(held, number)
    mixed = _mixed_away(held, number)
    if mixed is not None:
        yield mixed


def _stopped(script: BlackjackScenario, name: str, place: str, before: Callable[[str], bool]) -> BlackjackScenario:
    """The next card is laid at a place where it is not due, and somebody notices at once."""
    at = next(at for at, act in enumerate(script.line.acts) if before(act.value))
    dealing = script.alter_from(at)
    dealing.lay_undue_card(place, Random(0))
    dealing.finish_round()
    script.faults.append(name)
    script.notice = "at_once"
    return script


def _refusing(line: Line) -> None:
    """The round is being put right, and whoever calls the first box refuses the card."""
    subject = line[-1][0]
    line += [(subject, CorrectionBegun(by="dealer")), (subject, DecisionMade(place=FIRST, what="refuse_card"))]


def _under_each(
    drilled: DrilledBlackjackRound, change: Callable[[ExpectedBlackjackOutcome, Rules], ExpectedBlackjackOutcome]
) -> DrilledBlackjackRound:
    """The round with something else right under each choice of readings, for what the house says there."""
    held = drilled.table_day.rounds["DRILL/2026-01-01/1"].edition
    ways = {way: change(was, Rules(held.with_resolutions(dict(way)))) for way, was in drilled.expected.outcomes.items()}
    return replace(drilled, expected=replace(drilled.expected, outcomes=ways))


def _refuses_his_own(held: Edition, number: int) -> DrilledBlackjackRound:
    """The first box's card lay on the second: it is bound to it, unless any card in error may be refused."""
    script = begun(held, number, "T9T23K5", (1, 2))
    card = next(at for at, act in enumerate(script.line.acts) if act.value == "hit") + 1
    given = script.line.acts[card].value
    drilled = drilled_round(_stopped(script, "hit_to_neighbour", hand_place(2), lambda what: what == given), held, number)

    def refused(was: ExpectedBlackjackOutcome, rules: Rules) -> ExpectedBlackjackOutcome:
        if rules.value(parameters.CARD_MAY_BE_REFUSED) != "always":
            return was
        hands = {**was.hands, FIRST: was.hands[FIRST][:-1]}
        moves, left = (Move(given, hand_place(2), NEXT),), (Surplus(given, NEXT),)
        return replace(was, dues=dict.fromkeys(was.dues), hands=hands, moves=moves, surplus=left)

    return _under_each(retold(drilled, _refusing), refused)


def _refuses_what_came_out_of_turn(held: Edition, number: int) -> DrilledBlackjackRound:
    """The dealer draws before anybody decides, and the box refuses the card: it is the dealer's, or is offered still."""
    script = begun(held, number, "T62KT")
    drilled = drilled_round(
        _stopped(script, "drawn_while_a_box_is_undecided", DEALER, lambda what: what == "stand"), held, number
    )
    given = script.recorded_line.cards[-1]

    def moved(line: Line) -> None:
        _refusing(line)
        line.insert(-1, (line[-1][0], CardMoved(card=given, origin=DEALER, place=NEXT)))

    def refused(was: ExpectedBlackjackOutcome, rules: Rules) -> ExpectedBlackjackOutcome:
        if rules.value(parameters.CARD_MAY_BE_REFUSED) == "never":
            return replace(was, moves=(), surplus=(Surplus(given, NEXT),), places_to_decide=frozenset({FIRST}))
        hands = {**was.hands, DEALER: (*was.hands[DEALER], given)}
        return replace(
            was,
            hands=hands,
            draw_place=DEALER,
            undecided_place=None,
            places_to_decide=frozenset(),
            moves=(Move(given, NEXT, DEALER),),
            surplus=(),
        )

    return _under_each(_put_right(retold(drilled, moved)), refused)


def _put_right(drilled: DrilledBlackjackRound) -> DrilledBlackjackRound:
    """The round with one outcome: the card is back already, so nobody is asked any more whether that is how it is done."""
    outcomes = drilled.expected.outcomes
    way = next(outcome for outcome in outcomes.values() if outcome.standing == "reconstruct")
    return replace(drilled, expected=replace(drilled.expected, outcomes=dict.fromkeys(outcomes, way)))


def _mixed_away(held: Edition, number: int) -> DrilledBlackjackRound | None:
    """The dealer draws on 17, and a hand of four cards is mixed away before anybody reads it."""
    script = begun(held, number, "2T34T7")
    kind, mixed = BET_FAULTS[MIXED]
    if not CARD_FAULTS["drawn_on_17"](script, Random(number)) or not mixed(script, Random(number)):
        return None
    script.faults += ["drawn_on_17", MIXED]
    script.required_findings[MIXED] = {kind}
    return drilled_round(script, held, number)

"""What is right in a drilled round: the truth line as far as the record goes, and the money under every reading.

The drill knows what it did; it looks for no explanation. Everything here is found out before anybody judges, and what
goes back on a wager is the oracle's to say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from drill.blackjack.deal import Act, Answer, Line, play_on, start
from drill.blackjack.expected import Dues, Expected, Letters, Right
from drill.blackjack.expected_money import hands_after, money_after, stakes_back
from drill.blackjack.faults.absence import by_rule
from drill.blackjack.faults.catalogue import LAWFUL
from drill.blackjack.faults.interruption import when_interrupted
from drill.blackjack.faults.shared import ILLEGAL_STAKES, SPOKEN_FAULTS
from drill.blackjack.scenario import CUT, Script, offers_of
from ledger.values.places import BURN, DEALER, EXPOSED, NEXT
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import DecisionView, dealer_stands, may_still_insure
from replay.games.blackjack.table import BlackjackTable
from replay.judging.judgement import Move, Surplus
from replay.procedure.procedure import Due, TableAct
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

MERELY_OUT: Final = frozenset({"exposed_and_not_used", "burned_in_error", "face_up_ill_treated"})
"""Faults of which the house says by itself that the card is the next one."""

PLAYED_ON: Final = ("next_round", "never")
"""Notices after which the next round has begun, and the cards are off the table."""

AFTERWARDS: Final = ("after_the_round", "after_payout", *PLAYED_ON)
"""Notices after the round was closed, or none."""

AT_THE_END: Final = frozenset({"dealer_stopped", "drawn_on_17", "drawn_on_soft_17", "drawn_when_nothing_is_open"})
"""Faults in the dealer's own hand, once the boxes are played."""


def is_at_once(script: Script) -> bool:
    """Whether no card came on top of the card in error."""
    since = script.told_line.acts[script.departs_at :]
    return sum(act.kind == "card" for act in since) <= 1 and not script.ill_treated


def after_all(script: Script) -> bool:
    """Whether the round is closed, and all that went wrong is in the dealer's hand, for which nobody waited any more."""
    if script.notice in CUT or not of_the_dealer(script) <= AT_THE_END:
        return False
    cards = [act for act in script.told_line.acts if act.place == DEALER and act.kind == "card"]
    drawn = [act.board for act in cards if script.play.due(act.board, script.rules) != Due(DEALER)]
    return not any(script.play.is_dealer_waited_for(board, script.rules) for board in (*drawn, script.told_line.end))


def remedy(script: Script, *, at_once: bool) -> Parameter[str]:
    """What the house's word on such an error is found under."""
    key = parameters.OTHER_ERROR
    boxed = any(act.board.hand_at(act.place) is None and act.place.startswith("box") for act in script.told_line.acts)
    late = script.notice in AFTERWARDS and script.rules.value_uncited(parameters.NAMED_ONCE_CLOSED) != "not_said"
    if late and (merely_out(script) or boxed):
        key = parameters.NAMED_ONCE_CLOSED
    elif script.notice in PLAYED_ON:
        key = parameters.PLAYED_ON
    elif at_once:
        key = parameters.NOTICED_AT_ONCE
    elif merely_out(script):
        key = parameters.EXPOSED_NOT_USED
    elif boxed:
        key = parameters.EMPTY_BOX
    return key


def told_apart(how: str, key: Parameter[str] | None, rules: Rules, money: Mapping[str, Dues]) -> str:
    """The first of the house's readings where all come to the same money: then there is no question."""
    value = rules.edition.values.get(key.name, (None,))[0] if key is not None else None
    if not isinstance(value, ValueByReading):
        return how
    ways = list(value.by_letter.values())
    return ways[0] if all(money[way] == money[ways[0]] for way in ways) else how


def merely_out(script: Script) -> bool:
    """Whether all that went wrong is that a card came out and was not used as the next one."""
    ways = [act for act in script.told_line.acts if act.by_way_of == "face_up"]
    if script.ill_treated and any(act.place != BURN for act in ways):
        return False
    return of_the_dealer(script) <= MERELY_OUT


def merely_said(script: Script) -> bool:
    """Whether all that went wrong is what was said: boxes were played out of turn, or what was not open was decided."""
    staked = {fault for fault, kinds in script.wanted.items() if kinds & set(ILLEGAL_STAKES)}
    return of_the_dealer(script) <= {"boxes_in_wrong_order", *SPOKEN_FAULTS, *staked}


def of_the_dealer(script: Script) -> set[str]:
    """The faults that put cards where they do not belong; those upon an illegal hit, double or split are among them."""
    others = {fault for fault, kinds in script.wanted.items() if not kinds & {"illegal_hit", *ILLEGAL_STAKES}}
    found = [fault for fault in script.faults if fault not in others and fault not in LAWFUL]
    return set(found[:1] if script.notice in CUT else found)


DECIDED: Final = (
    parameters.FACE_UP_MACHINE,
    parameters.FACE_UP_SHOE,
    parameters.EXPOSED_CARD,
    parameters.CARD_TO_COMPLETED_DEALER,
)
"""What the house says of these is settled before the deal: it decides which card comes next."""

STAKED: Final = frozenset({"insurance_too_high", "insurance_off_step", "wrong_double_stake", "wrong_split_stake"})
"""Faults of extra stakes: they come to nothing where a later fault takes the stake away."""

Known = Mapping[object, str]
"""What was decided, by what could be seen."""

Hands = Mapping[str, tuple[str, ...]]

Going = tuple[str, str, str]
"""A card, where it lies, and where it belongs."""


def of_errors(edition: Edition) -> list[str]:
    """The ambiguities on how errors are put right: these stay open in the drill."""
    asked = {c for key, (v, c) in edition.values.items() if key.startswith("error.") and isinstance(v, ValueByReading)}
    before = [edition.values[key.name] for key in DECIDED]
    decided = {clause for value, clause in before if isinstance(value, ValueByReading)}
    return sorted(asked - decided - set(edition.resolved_letters))


def resolutions(edition: Edition) -> Iterator[Letters]:
    """Every way to resolve these."""
    clauses = of_errors(edition)
    for letters in product(*(edition.reading_letters(clause) for clause in clauses)):
        yield tuple(zip(clauses, letters, strict=True))


def trace(script: Script) -> str:
    """What the record shows of the faults of the deal: `clean`, `noop`, `undetectable` or `misdealt`."""
    line, right = script.told_line, script.truth
    if not script.misdealt:
        return "noop" if [act.told for act in line.acts] == [act.told for act in right.acts] else "clean"
    if script.ill_treated or not _could_be_lawful(script, line):
        return "misdealt"
    return "undetectable"


def _could_be_lawful(script: Script, line: Line) -> bool:
    """Whether the record is that of some lawful round, if a card shows that it was asked for."""
    rules, board = script.rules, start(script.mains)
    closed = script.notice not in CUT
    tells = not closed or any(act.kind == "choose" for at, act in enumerate(line.acts) if at not in script.untold)
    for act in line.acts:
        if act.place == BURN and act.by_way_of == "face_up":
            continue
        if closed and act.kind == "card" and act.place == DEALER and _idle(script, board):
            board = script.play.after_undue_card(board, DEALER, act.given, rules)[-1]
            continue
        if act.place in (BURN, EXPOSED):
            return act.place == EXPOSED and act is line.acts[-1] and not closed  # it may still be the next card
        due = script.play.due(board, rules)
        while due is not None and due.kind == "choose" and act.kind == "card" and (due.place == act.place or not tells):
            what = "hit" if due.place == act.place else "stand"
            if not script.play.is_legal(board, due, what, rules):
                return False
            board = script.play.after_due(board, due, what)
            due = script.play.due(board, rules)
        after = _lawfully(script, board, due, act)
        if after is None:
            return False
        board = after
    while not tells and (due := script.play.due(board, rules)) is not None and due.kind == "choose":
        board = script.play.after_due(board, due, "stand")
    return not closed or script.play.due(board, rules) is None


def _idle(script: Script, board: BlackjackTable) -> bool:
    """Whether the dealer's next card is one for nobody, of which the house makes nothing."""
    rules = script.rules
    wanted = script.play.due(board, rules) is not None or dealer_stands(board.dealer, rules)
    return (
        not wanted
        and rules.value(parameters.IDLE_CARDS) == "nothing"
        and not script.play.is_dealer_waited_for(board, rules)
    )


def _lawfully(script: Script, board: BlackjackTable, due: Due | None, act: Act) -> BlackjackTable | None:
    fits = due is not None and (due.place, due.kind) == (act.place, act.kind)
    due = replace(due, player=act.by) if due is not None else None
    if due is not None and fits and (act.kind == "card" or script.play.is_legal(board, due, act.given, script.rules)):
        return script.play.after_due(board, due, act.given)
    free = not act.played or act.given == "surrender"  # that needs no turn
    if act.kind == "choose" and free and script.play.due_first_card(board, script.rules) is None:
        return script.play.after_optional(board, TableAct(act.place, act.given, 0, "choose", act.by), script.rules)
    return None


def right(script: Script, edition: Edition) -> Right:
    """What is right in a round, under each reading of what the house has left open about errors."""
    shows = trace(script)
    staked = any(bet.wager in script.stakes for bet in script.wagers)
    came = [kinds for fault, kinds in script.wanted.items() if staked or fault not in STAKED]
    line = script.told_line
    lying = money_after(script, line.acts, over=shows not in ("clean", "noop"))
    if any(lying.get(wager) for wager in script.paid_late):
        came = [kinds - {"insurance_not_collected"} for kinds in came]  # it was not lost
    wanted = frozenset(kind for kinds in came for kind in kinds)
    if script.broken_off is not None:
        ways = dict.fromkeys(resolutions(edition), when_interrupted(script))
    elif shows != "misdealt":
        one = Expected("as it is", lying, hands_after(script, line.acts))
        ways = dict.fromkeys(resolutions(edition), one)
    else:
        ways = {way: expected(script, Rules(edition.with_resolutions(dict(way)))) for way in resolutions(edition)}
    return Right(shows, wanted, ways, frozenset(script.referred))


def expected(script: Script, rules: Rules) -> Expected:
    """How a misdealt round stands under one choice of readings."""
    if after_all(script):
        acts = script.told_line.acts
        return Expected("as it is", money_after(script, acts, over=True), hands_after(script, acts))
    if script.notice == "put_right":
        acts = script.truth.acts
        return Expected("put_right", money_after(script, acts), hands_after(script, acts))
    burned = _burned(script, rules)
    shoe = [card for number, card in enumerate(script.shoe) if number not in burned]
    told, there = (
        script.told_line,
        {script.play.visible_state(act.board, Due(act.place, "choose")) for act in script.refusing},
    )
    refused = script.refused | there
    truth = play_on(script.play, rules, start(script.mains), [], shoe, lambda board: _offers(script, board), refused)
    at_once = is_at_once(script)
    cards = len([n for n in range(len(told.cards)) if n not in burned])
    in_place = _lies_right(script, truth, cards)
    known: Known = script.seen() | dict.fromkeys(there, "refuse_card")
    lawful, stops = prefix(script, truth, cards, known)
    nothing = _nothing_to_remedy(script, truth, in_place=in_place) or _stopped_for_nobody(script, lawful)
    key = None if nothing else remedy(script, at_once=at_once)
    how = "reconstruct" if key is None else rules.value(key)
    carried = at_once or in_place or _nothing_moves(script, truth) or merely_out(script)
    holds = "on_the_same_cards" if carried else rules.value(parameters.DECISIONS_CARRY_OVER)
    if holds == "none":
        known = {}
        truth = play_on(script.play, rules, start(script.mains), [], shoe, lambda _: (), script.refused)
        lawful, stops = prefix(script, truth, cards, known)
    elif holds == "on_unchanged_hands":
        known = _on_unchanged(known, hands_after(script, told.acts), hands_after(script, lawful.acts))
        lawful, stops = prefix(script, truth, cards, known)
    given_up: tuple[Act, ...] = ()
    if holds != "none" and stops is not None:
        end, given_up = _given_up(script, lawful)
        lawful = replace(lawful, end=end)
    money: dict[str, Dues] = {
        "reconstruct": money_after(script, (*lawful.acts, *given_up)),
        "void": stakes_back(script),
        "as_dealt": money_after(script, told.acts, over=True),
    }
    how = told_apart(how, key, rules, money)
    draw = stops.place if stops and stops.kind == "card" else None
    asks = stops.place if stops and stops.kind == "choose" else None
    again = _again(script, lawful, asks, known) if asks else frozenset[str]()
    idle = not again and merely_said(script) and _all_in_place(script, truth)
    goes = list(_goes(script, rules, lawful, burned, asks=asks is not None))
    collected = script.notice in PLAYED_ON
    moves = tuple(Move(card, lies, to) for card, lies, to in goes if lies != to and not collected)
    surplus = tuple(Surplus(card, to) for card, _, to in goes if to in (NEXT, BURN))
    return Expected(how, money[how], hands_after(script, lawful.acts), draw, asks, again, moves, surplus, idle)


def _goes(script: Script, rules: Rules, lawful: Line, burned: frozenset[int], *, asks: bool) -> Iterator[Going]:
    """Each card of the record; what is left over is kept as the next one while somebody is to decide."""
    left = "discard" if script.notice in PLAYED_ON else NEXT if asks else rules.value(parameters.LEFT_OVER_CARD)
    belongs = iter([act.place for act in lawful.acts if act.kind == "card"])
    at_dealer = rules.value(parameters.LEFT_OVER_AT_DEALER) if left != "discard" and not asks else "as_left_over"
    cards = [act for act in script.told_line.acts if act.kind == "card"]
    for number, act in enumerate(cards, 1):
        lies = script.misput if script.misput and number == len(cards) else act.place
        over = left if lies != DEALER or at_dealer == "as_left_over" else BURN if at_dealer == "burn" else NEXT
        yield act.given, lies, BURN if number - 1 in burned else next(belongs, over)


def _nothing_to_remedy(script: Script, truth: Line, *, in_place: bool) -> bool:
    """Whether boxes were merely played out of turn, and nobody has to decide otherwise, or still can at the table."""
    if not merely_said(script):
        return False
    if in_place or not _all_in_place(script, truth):
        return in_place
    known = script.seen()
    lawful, stops = prefix(script, truth, len(_in_play(script)), known)
    if stops is None or stops.kind != "choose":
        ruled = of_the_dealer(script) == {"played_against_the_rule"}
        return ruled and script.notice == "at_once"  # the rule says at once what is to be done
    return script.notice == "at_once" or not _again(script, lawful, stops.place, known)


def _given_up(script: Script, lawful: Line) -> tuple[BlackjackTable, tuple[Act, ...]]:
    """The table when those have left who gave up their wagers on the same cards, though others are to come first."""
    found = []
    board, played = lawful.end, any(act.played for act in lawful.acts)
    for at, act in enumerate(script.told_line.acts):
        due = Due(act.place, "choose", act.by)
        same = act.given == "surrender" and script.play.visible_state(act.board, due) == script.play.visible_state(
            board, due
        )
        until_own = script.rules.value(parameters.SURRENDER_UNTIL) == "box_decides"
        if same and (until_own or played == any(before.played for before in script.told_line.acts[:at])):
            board = (
                script.play.after_optional(board, TableAct(act.place, act.given, 0, "choose", act.by), script.rules)
                or board
            )
            found.append(act)
    return board, tuple(found)


def _stopped_for_nobody(script: Script, lawful: Line) -> bool:
    """Whether the dealer merely drew no card where none can change anybody's money."""
    due = money_after(script, lawful.acts)
    stopped = of_the_dealer(script) == {"dealer_stopped"} and None not in due.values()
    return stopped and due == money_after(script, script.told_line.acts, over=True)


def _on_unchanged(known: Known, dealt: Hands, lawful: Hands) -> Known:
    """The decisions on hands of which no card comes to be another; none if it is the dealer's first."""
    if dealt[DEALER][:1] != lawful[DEALER][:1]:
        return {}
    places = {place for place, cards in lawful.items() if place in dealt}
    kept = {place for place in places if all(a == b for a, b in zip(dealt[place], lawful[place], strict=False))}
    return {seen: given for seen, given in known.items() if isinstance(seen, DecisionView) and seen.place in kept}


def _again(script: Script, lawful: Line, asks: str, known: Known) -> frozenset[str]:
    """The hands still to be played that decided on something else than what they see now.

    In a round that is over they are all those of which nobody knows what they would decide.
    """
    found = set()
    for hand in lawful.end.hands:
        decided = sum(act.played and act.place == hand.place for act in script.told_line.acts)
        holds = sum(act.played and act.place == hand.place for act in lawful.acts)
        sees = script.play.visible_state(lawful.end, Due(hand.place, "choose"))
        due = script.play.due_to_hand(lawful.end, hand, script.rules)
        never = script.notice not in CUT and due == Due(hand.place, "choose")
        if (
            (decided > holds or never)
            and due is not None
            and hand.box not in script.play.boxes_by_rule
            and (hand.place == asks or sees not in known)
        ):
            found.add(hand.place)
    return frozenset(found)


def _burned(script: Script, rules: Rules) -> frozenset[int]:
    """The cards that the house burns, by their number."""
    key = parameters.FACE_UP_MACHINE if script.device == "machine" else parameters.FACE_UP_SHOE
    burned = set(script.wrong_way) if script.wrong_way and rules.value(key) == "burn" else set()
    if (
        script.in_error
        and rules.value(parameters.CARD_TO_COMPLETED_DEALER) == "burn"
        and _first_of_all(script, script.in_error[0])
    ):
        burned |= set(script.in_error)
    return frozenset(burned)


def _first_of_all(script: Script, number: int) -> bool:
    """Whether nothing went wrong before a card: the dealer's hand was complete by right."""
    before = script.line.acts[: script.departs_at]
    return sum(act.kind == "card" for act in before) >= number


def _offers(script: Script, board: BlackjackTable) -> list[Answer]:
    """What was said before still holds: insurance against the same card, even money on the same hand besides."""
    holds = []
    for act in offers_of(script.told_line.acts):
        due = Due(act.place, "choose", act.by)
        hand = board.hand_at(act.place)
        same = act.board.dealer.all_cards == board.dealer.all_cards and may_still_insure(act.board, script.rules)
        if act.given == "even_money":
            same = hand is not None and script.play.visible_state(act.board, due) == script.play.visible_state(board, due)
        if same and hand is not None:
            holds.append((act.place, act.given, act.by))
    return holds


def prefix(script: Script, truth: Line, cards: int, known: Known) -> tuple[Line, Act | None]:
    """The truth as far as the record's cards and the known decisions go, and what comes next in it."""
    for number, act in enumerate(truth.acts):
        if act.kind == "card":
            if not cards:
                return truth.upto(number), act
            cards -= 1
        elif act.played and not by_rule(script, act) and _known(script, act, known) != act.given:
            return truth.upto(number), act
    return truth, None


def _known(script: Script, act: Act, known: Known) -> str | None:
    """What was decided on what an act's hand sees."""
    return known.get(script.play.visible_state(act.board, Due(act.place, "choose")))


def _lies_right(script: Script, truth: Line, cards: int) -> bool:
    """Whether only something was said out of turn, and every card lies where it belongs."""
    line, stops = prefix(script, truth, cards, script.seen())
    return stops is None and len(line.cards) == len(_in_play(script)) and _all_in_place(script, truth)


def _nothing_moves(script: Script, truth: Line) -> bool:
    """Whether every card lies where it belongs, though something is missing, and nobody is asked again."""
    _, stops = prefix(script, truth, len(_in_play(script)), script.seen())
    if stops is not None and stops.kind == "choose":
        return False
    return _all_in_place(script, truth)


def _all_in_place(script: Script, truth: Line) -> bool:
    """Whether every card lies where it belongs, though something may be missing."""
    mine = [(act.place, act.given) for act in _in_play(script)]
    belongs = [(act.place, act.given) for act in truth.acts if act.kind == "card"]
    return not script.ill_treated and mine == belongs[: len(mine)]


def _in_play(script: Script) -> list[Act]:
    """The cards of the record, without those that lay face up and were burned."""
    cards = [act for act in script.told_line.acts if act.kind == "card"]
    return [act for act in cards if not (act.place == BURN and act.by_way_of == "face_up")]

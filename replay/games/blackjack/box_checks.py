"""Who may do what on a box that several share: limits, whose call it is, what the others may add, absent players."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from typing import Final

from ledger.events.play import (
    CallerNamed,
    CardDealt,
    DecisionMade,
    WagerPlaced,
)
from ledger.values.message import NO_CARD, Message, Term, both
from ledger.values.places import box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.box_control import calling_order
from replay.games.blackjack.checks import BlackjackCheckContext, Bounds, bounds, check
from replay.games.blackjack.deal import interruption_index
from replay.games.blackjack.offered import clause_of_offer, is_offered
from replay.games.blackjack.presence import absent_at
from replay.games.blackjack.settlement import FREE_KINDS
from replay.games.blackjack.table import place_name
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.judging.wagers import Bet, closing_event_text
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

declare(
    __name__,
    Phase.DECISIONS,
    "dealing",
    {
        "caller_not_named": "Who calls the cards of box {box} was not established before the deal.",
        "caller_behind": "On box {box} the wager of {caller}, who calls its cards, does not lie in front of "
        "that of {others}.",
    },
    {
        "caller_not_named": Absence((CallerNamed,)),
    },
)
declare(
    __name__,
    Phase.DECISIONS,
    "players",
    {
        "wrong_caller": "Player {player} was named to call the cards of box {box}; they are for {caller} to call.",
    },
)
declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "no_such_box": "Wager {wager} of {player} lies on box {box}; the table has {most} boxes.",
        "too_many_wagers": "On box {box} there are {number} wagers; at most {most} are allowed.",
        "too_many_players": "On box {box} there are {number} players; at most {most} are allowed.",
        "over_box_maximum": "Box {box} holds {amount}, {over} above the maximum of {most}: {who} must take back {back}.",
        "wrong_free_bet": "The {kind} ({wager}) of {player} stands for {amount}; it must stand for {due}.",
        "may_not_follow": "Player {player} put down {amount} for a {kind} ({wager}) that whoever calls box "
        "{box} had not decided on.",
        "must_follow": "Player {player} did not follow the split of box {box}, and {wager} was not taken back.",
        "moved_to_wrong_hand": "Wager {wager} of {player} was laid behind hand {hand} of box {box}; it rides on the first.",
    },
    {
        "may_not_follow": Absence((DecisionMade,), "before"),
        "must_follow": Absence((WagerPlaced,), "after"),
    },
    holds_anyhow=("no_such_box",),
)


DOUBLES: Final = frozenset({"double", "free_double"})
SPLITS: Final = frozenset({"split", "free_split"})
LEAVING_DECISIONS: Final = frozenset({"surrender", "even_money"})
"""Decisions with which a player's wager is out of the round."""


def bets_by_box(main_bets: Sequence[Bet]) -> Iterator[tuple[int, list[Bet]]]:
    """The wagers of each box, in the order in which they were laid."""
    laid = sorted((bet for bet in main_bets if bet.box is not None), key=attrgetter("box", "position"))
    for box, bets in groupby(laid, key=attrgetter("box")):
        yield box, list(bets)


def players_of(bets: Sequence[Bet]) -> list[str]:
    """Whose wagers these are, each once."""
    return list(dict.fromkeys(bet.player for bet in bets))


# Whose call it is


@dataclass(frozen=True)
class BoxCallers:
    """Who had the say on the boxes of a round, and what those who had it decided."""

    context: BlackjackCheckContext
    rules: Rules

    @cached_property
    def order(self) -> Mapping[int, tuple[str, ...]]:
        return dict(calling_order(self.context.main_bets, self.rules))

    @cached_property
    def _decisions(self) -> list[tuple[int, DecisionMade]]:
        return [(round_entry.index, event) for round_entry, event in self.context.round.entries_of(DecisionMade)]

    def caller(self, box: int | None, index: int) -> str:
        """Who has the say on a box at a place in the line: the first of its players who is there and in the round."""
        order = self.order.get(box or 0, ())
        gone = {*absent_at(self.context.round, index)}
        for at, event in self._decisions:
            if at < index and box_of(event.place) == box and event.what in LEAVING_DECISIONS:
                who = event.by or next((player for player in order if player not in gone), "")
                gone |= {who} if self.context.board.exit_of(box, who) else set()
        return next((player for player in order if player not in gone), next(iter(order), ""))

    def decisions_by_caller(
        self, box: int | None, decisions: frozenset[str], place: str = ""
    ) -> list[tuple[int, DecisionMade]]:
        """Where whoever had the say on a box decided so, on one hand of it or on any; nobody's word is that person's."""
        return [
            (index, event)
            for index, event in self._decisions
            if event.what in decisions
            and box_of(event.place) == box
            and place in ("", event.place)
            and event.by in (None, self.caller(box, index))
        ]

    def splitter(self, box: int | None) -> str | None:
        """Who had the say on a box when it was split; None where nobody is on record as having split it."""
        splits = self.decisions_by_caller(box, SPLITS)
        return self.caller(box, splits[0][0]) if splits else None

    def is_shared(self, box: int | None) -> bool:
        return len(self.order.get(box or 0, ())) > 1


def unfollowed_wagers(context: BlackjackCheckContext, rules: Rules) -> frozenset[str]:
    """Doubles, splits and free bets that do not play, because their players do not call the box."""
    return frozenset(_unfollowed_kinds(context, rules))


def _unfollowed_kinds(context: BlackjackCheckContext, rules: Rules) -> Mapping[str, str]:
    """These wagers, and how each is told: the caller of the box did not decide it, or the house does not give it to
    others, or the hand had its card already.
    """
    say, found = BoxCallers(context, rules), {}
    for bet in context.bets:
        if bet.kind in DOUBLES | SPLITS and say.is_shared(context.box_of(bet)) and not bet.withdrawn:
            if not _is_following(bet, say):
                found[bet.wager] = "may_not_follow"
            elif bet.kind in DOUBLES and _is_after_double_card(bet, say):
                found[bet.wager] = "late_bet"
    return found


def _is_following(bet: Bet, box_callers: BoxCallers) -> bool:
    box, kinds = box_callers.context.box_of(bet), DOUBLES if bet.kind in DOUBLES else SPLITS
    laid = next(
        round_entry.index for round_entry in box_callers.context.round.entries if round_entry.position == bet.position
    )
    if bet.player == box_callers.caller(box, laid) or not box_callers.context.round.records_decisions:
        return True
    if bet.kind in FREE_KINDS and box_callers.rules.evaluate(parameters.FREE_FOR, lambda whose: whose == "caller"):
        return False
    if kinds == SPLITS:
        return len(box_callers.decisions_by_caller(box, kinds)) >= max(bet.hand - 1, 1)
    return bool(box_callers.decisions_by_caller(box, kinds, hand_place(box or 0, bet.hand)))


@check
def followers(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """What others than the caller added to a box; what is said of those who do not follow a split is a ground besides."""
    for wager, kind in _unfollowed_kinds(context, rules).items():
        bet = context.round_wagers.bets[wager]
        about = {**context.particulars(bet), "box": context.box_of(bet) or 0}
        of_split = rules.clause_of_value(parameters.SPLIT_ALONE) if bet.kind in SPLITS else ""
        with rules.scope() as grounds:
            if bet.kind in SPLITS:
                rules.evaluate(parameters.SPLIT_OTHERS, lambda _: True)
        for finding in breach(rules, kind, bet.position, {**about, "kind": Term(bet.kind)}, wager):
            own = {of_split} if of_split else finding.clauses
            yield replace(finding, clauses=sorted_clauses({*own, *grounds}))


def _is_after_double_card(bet: Bet, box_callers: BoxCallers) -> bool:
    """Whether a double was laid when the one card of the doubled hand had come."""
    place = hand_place(box_callers.context.box_of(bet) or 0, bet.hand)
    doubled = next((index for index, _ in box_callers.decisions_by_caller(box_of(place), DOUBLES, place)), None)
    laid = next(
        round_entry.index for round_entry in box_callers.context.round.entries if round_entry.position == bet.position
    )
    cards = (
        round_entry.index for round_entry, card in box_callers.context.round.entries_of(CardDealt) if card.place == place
    )
    return doubled is not None and any(doubled < index < laid for index in cards)


@check
def split_boxes(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Players who did not follow a split, where they must, and stakes that were laid behind another hand."""
    say = BoxCallers(context, rules)
    for bet in context.main_bets:
        about = context.particulars(bet)
        stays = _is_left_behind(bet, say)
        if bet.moved_to_hand is not None and bet.moved_to_hand != bet.hand and not (stays and _must_follow(rules)):
            particulars: dict[str, str | int] = {**about, "hand": bet.moved_to_hand, "box": bet.box or 0}
            yield from breach(rules, "moved_to_wrong_hand", bet.position, particulars, bet.wager)
        if stays and bet.withdrawn_late_position is None and _must_follow(rules):
            yield from breach(rules, "must_follow", bet.position, {**about, "box": bet.box or 0}, bet.wager)


def _must_follow(rules: Rules) -> bool:
    return rules.evaluate(parameters.SPLIT_OTHERS, lambda others: others == "must_follow")


def _is_left_behind(bet: Bet, box_callers: BoxCallers) -> bool:
    """Whether a wager's player, not being the caller of the box nor out of the round, did not follow its split."""
    if not box_callers.is_shared(bet.box) or box_callers.context.board.exit_of(bet.box, bet.player):
        return False
    splitter = box_callers.splitter(bet.box)
    return splitter not in (None, bet.player) and not box_callers.context.has_followed_split(bet)


@check
def withdrawals(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Wagers taken back too late, but for one that must not stay where its player does not follow a split, and for those
    of a round that is void because the game was interrupted.
    """
    say, broken = BoxCallers(context, rules), interruption_index(context.round)
    over = {
        round_entry.position for round_entry in context.round.entries if broken is not None and round_entry.index > broken
    }
    for bet in context.bets:
        if bet.withdrawn_late_position in over and rules.evaluate(parameters.INTERRUPTED, lambda then: then == "void"):
            continue
        if bet.withdrawn_late_position is not None and not (_is_left_behind(bet, say) and _must_follow(rules)):
            about = {**context.particulars(bet), "closing": closing_event_text(context.round, bet.withdrawn_late_position)}
            yield from breach(rules, "withdrawn_late", bet.withdrawn_late_position, about, bet.wager)


@check
def callers(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """Whether it was established before the deal who calls a box that several share, and rightly."""
    say = BoxCallers(context, rules)
    named = {event.box: (round_entry, event) for round_entry, event in context.round.entries_of(CallerNamed)}
    first = next((round_entry.index for round_entry in context.round.card_entries), None)
    for box, bets in bets_by_box(context.main_bets):
        round_entry, caller_named = named.get(box, (None, None))
        caller = say.order[box][0]
        if say.is_shared(box) and first is not None and (round_entry is None or round_entry.index > first):
            yield from breach(rules, "caller_not_named", bets[0].position, {"box": box}, *(bet.wager for bet in bets))
        if round_entry is not None and caller_named is not None and caller_named.player != caller:
            about: dict[str, str | int] = {"box": box, "player": caller_named.player, "caller": caller}
            yield from breach(rules, "wrong_caller", round_entry.position, about)
        yield from _behind_another(box, bets, caller, rules)


def _behind_another(box: int, bets: Sequence[Bet], caller: str, rules: Rules) -> Iterator[Finding]:
    """The wager of whoever calls a box, where it does not lie before those of the others, as far as the spots are told."""
    spots = {bet.wager: bet.spot for bet in bets if bet.player == caller and bet.spot is not None}
    others = [bet for bet in bets if bet.player != caller and bet.spot is not None]
    ahead = [bet for bet in others if spots and (bet.spot or 0) <= min(spots.values())]
    if ahead:
        about: dict[str, str | int] = {"box": box, "caller": caller, "others": both(players_of(ahead))}
        yield from breach(rules, "caller_behind", ahead[0].position, about, *spots)


# Limits


@dataclass(frozen=True)
class StakeOffLimits:
    """Wagers outside a limit: their amount, on which side of which limit, and what of each is too much.

    `whose` are the keys that say whose limit it is, where that mattered.
    """

    bets: Sequence[Bet]
    minor: int
    side: str
    limit: str
    excess_minor: Mapping[str, int]
    whose: Sequence[Parameter[str]] = ()

    def findings(self, context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
        """Wagers off the limits; on a box of several players it is a ground, too, whose limit it is."""
        about = {
            **context.particulars(self.bets[-1]),
            "amount": context.format_money(self.minor),
            "side": self.side,
            "limit": self.limit,
        }
        for finding in breach(rules, "off_limits", self.bets[-1].position, about, *(bet.wager for bet in self.bets)):
            yield _with_grounds_of(finding, rules, *self.whose)


@check
def limits(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """The least is each player's on a box, the most is the box's."""
    for box, bets in bets_by_box(context.main_bets):
        yield from _beyond_last_box(context, box, bets, rules)
        yield from _over_box_maximum(context, bets, rules)
        most = rules.value(parameters.MOST_BETS)
        if len(bets) > most:
            number: dict[str, str | int] = {"box": box, "number": len(bets), "most": most}
            yield from breach(rules, "too_many_wagers", bets[-1].position, number, *(bet.wager for bet in bets))
        yield from _too_many_players(box, bets, rules)
    for off_limits in stakes_off_limits(context, rules):
        yield from off_limits.findings(context, rules)


def stakes_off_limits(context: BlackjackCheckContext, rules: Rules) -> tuple[StakeOffLimits, ...]:
    """Return what is outside the limits of the boxes, apart from what players of a shared box must take back."""
    return rules.memoize(("box limits", id(context)), lambda: tuple(_stakes_off_limits(context, rules)))


def _stakes_off_limits(context: BlackjackCheckContext, rules: Rules) -> Iterator[StakeOffLimits]:
    for _, bets in bets_by_box(context.main_bets):
        held = bounds(bets[-1], context, rules)
        if held is not None:
            below = list(_below_minimum(context, bets, held, rules))
            yield from below
            yield from _above_maximum(context, bets, held, below, rules)


def _beyond_last_box(context: BlackjackCheckContext, box: int, bets: Sequence[Bet], rules: Rules) -> Iterator[Finding]:
    """Wagers on a box that the table does not have."""
    boxes = rules.value(parameters.BOXES)
    for bet in bets if box > boxes else ():
        yield from breach(
            rules, "no_such_box", bet.position, {**context.particulars(bet), "box": box, "most": boxes}, bet.wager
        )


def _below_minimum(
    context: BlackjackCheckContext, bets: Sequence[Bet], box_bounds: Bounds, rules: Rules
) -> Iterator[StakeOffLimits]:
    """Too little on a box, of which nothing is too much, and wagers that are no whole number of units."""
    least, _, unit = box_bounds
    of_all = rules.evaluate(parameters.LEAST_IS_OF, lambda whose: whose == "box")
    for own in [list(bets)] if of_all else [[bet for bet in bets if bet.player == player] for player in players_of(bets)]:
        whole = sum(bet.playing_minor for bet in own)
        if whole < least:
            limit = Message("minimum of {amount}", amount=context.format_money(least))
            shared = [parameters.LEAST_IS_OF] if len(players_of(bets)) > 1 else []
            yield StakeOffLimits(own, whole, Term("below"), limit, {bet.wager: 0 for bet in own}, shared)
        for bet in own if whole >= least else ():
            if over := bet.playing_minor % unit:
                limit = Message("units of {amount}", amount=context.format_money(unit))
                yield StakeOffLimits([bet], bet.playing_minor, Term("not in"), limit, {bet.wager: over})


def _over_box_maximum(context: BlackjackCheckContext, bets: Sequence[Bet], rules: Rules) -> Iterator[Finding]:
    """A box of several players above its maximum, where the house says who must reduce."""
    held = bounds(bets[-1], context, rules)
    back = {} if held is None else reductions(bets, held, rules)
    if held is None or not back:
        return
    most = held[1]
    whole, reduced = sum(bet.playing_minor for bet in bets), [bet for bet in bets if bet.wager in back]
    about: dict[str, str | int] = {
        "box": bets[0].box or 0,
        "amount": context.format_money(whole),
        "over": context.format_money(whole - most),
        "most": context.format_money(most),
        "who": both(players_of(reduced)),
        "back": both([context.format_money(back[bet.wager]) for bet in reduced]),
    }
    for finding in breach(rules, "over_box_maximum", reduced[-1].position, about, *(bet.wager for bet in reduced)):
        yield _with_grounds_of(finding, rules, parameters.MOST_IS_OF)


def _above_maximum(
    context: BlackjackCheckContext, bets: Sequence[Bet], box_bounds: Bounds, below: Sequence[StakeOffLimits], rules: Rules
) -> Iterator[StakeOffLimits]:
    """The last wagers of a box, or of each of its players, that are together above the maximum."""
    most, back = box_bounds[1], reductions(bets, box_bounds, rules)
    odd = {wager: over for off_limits in below for wager, over in off_limits.excess_minor.items()}
    kept = [(bet, bet.playing_minor - back.get(bet.wager, 0)) for bet in _caller_first(context, bets, rules)]
    for own in rules.evaluate(parameters.MOST_IS_OF, partial(_wagers_above, kept, most)):
        counted = [(bet, minor - odd.get(bet.wager, 0)) for bet, minor in own]
        over = _share_excess(counted, sum(minor for _, minor in counted) - most)
        yield StakeOffLimits(
            [bet for bet, _ in own if bet.wager in over] or [own[-1][0]],
            sum(minor for _, minor in own),
            Term("above"),
            Message("maximum of {amount}", amount=context.format_money(most)),
            over,
            [parameters.MOST_IS_OF] if len(players_of(bets)) > 1 else [],
        )


def _caller_first(context: BlackjackCheckContext, bets: Sequence[Bet], rules: Rules) -> Sequence[Bet]:
    """The wagers of a box in order, those of its caller first where the house lets others play along up to a maximum."""
    if not rules.clause_of_value(parameters.BOX_MAXIMUM_REDUCES) or len(players_of(bets)) == 1:
        return bets
    caller = dict(calling_order(context.main_bets, rules))[context.box_of(bets[0]) or 0][0]
    return sorted(bets, key=lambda bet: bet.player != caller)


def _wagers_above(kept: Sequence[tuple[Bet, int]], most: int, whose: str) -> list[list[tuple[Bet, int]]]:
    """The wagers of a box, or of each of its players, that are together above the maximum, with what is kept of each."""
    lying = [(bet, minor) for bet, minor in kept if minor]
    of = [lying] if whose == "box" else [[held for held in lying if held[0].player == player] for player in _owners(lying)]
    return [own for own in of if sum(minor for _, minor in own) > most]


def _share_excess(counted: Sequence[tuple[Bet, int]], over_minor: int) -> dict[str, int]:
    """By wager what is above a maximum: it lies in the chips that came last."""
    excess: dict[str, int] = {}
    for bet, minor in reversed(counted):
        if over_minor > 0 and minor:
            excess[bet.wager] = min(over_minor, minor)
            over_minor -= excess[bet.wager]
    return excess


def _owners(lying: Sequence[tuple[Bet, int]]) -> list[str]:
    return players_of([bet for bet, _ in lying])


def _too_many_players(box: int, bets: Sequence[Bet], rules: Rules) -> Iterator[Finding]:
    most, there = rules.value(parameters.MOST_PLAYERS), players_of(bets)
    if len(there) > most:
        beyond = [bet for bet in bets if bet.player in there[most:]]
        number: dict[str, str | int] = {"box": box, "number": len(there), "most": most}
        yield from breach(rules, "too_many_players", beyond[0].position, number, *(bet.wager for bet in beyond))


def _with_grounds_of(finding: Finding, rules: Rules, *parameters: Parameter[str]) -> Finding:
    """A finding that rests on what the house says of these keys besides."""
    with rules.scope() as grounds:
        for key in parameters:
            rules.evaluate(key, lambda _: None)
    return replace(finding, clauses=sorted_clauses({*finding.clauses, *grounds}))


def reductions(main_bets: Sequence[Bet], box_bounds: Bounds, rules: Rules) -> dict[str, int]:
    """What must be taken back of which wagers, in minor units, so that no shared box is above its maximum.

    Nothing where the house does not say that the others reduce, and never a stake of the box's caller.
    """
    if rules.clause_of("over_box_maximum") is None:
        return {}
    return rules.evaluate(
        parameters.MOST_IS_OF, lambda whose: _box_reductions(main_bets, box_bounds, rules) if whose == "box" else {}
    )


def _box_reductions(main_bets: Sequence[Bet], box_bounds: Bounds, rules: Rules) -> dict[str, int]:
    back: dict[str, int] = {}
    for box, bets in bets_by_box(main_bets):
        above = sum(bet.playing_minor for bet in bets) - box_bounds[1]
        caller = dict(calling_order(main_bets, rules))[box][0] if above > 0 else ""
        others = [bet for bet in bets if bet.player != caller]
        if above > 0 and others:
            back |= rules.evaluate(parameters.BOX_MAXIMUM_REDUCES, partial(_share_reduction, above, others))
    return back


def _share_reduction(above: int, others: Sequence[Bet], rule: str) -> dict[str, int]:
    """What is above the maximum, taken back from the last wager on, or from all in proportion to their stakes."""
    whole = sum(bet.playing_minor for bet in others)
    above, back = min(above, whole), {}
    left = above
    for bet in reversed(others):
        share = min(left, bet.playing_minor if rule == "last" else -(-above * bet.playing_minor // whole))
        back[bet.wager], left = share, left - share
    return {wager: minor for wager, minor in back.items() if minor}


@check
def free_bets(context: BlackjackCheckContext, rules: Rules) -> Iterator[Finding]:
    """A free bet stands for as much as the wager that it hangs on."""
    for bet in context.bets:
        parent = context.parent(bet) if bet.kind in FREE_KINDS else None
        if bet.withdrawn or parent is None:
            continue
        if not is_offered(bet.kind, rules):
            yield from _unoffered_chip(context, bet, rules)
        if bet.nominal_minor is None:
            continue
        due = parent.value_in_play_minor
        if bet.nominal_minor != due:
            about = {
                **context.particulars(bet),
                "kind": Term(bet.kind),
                "amount": context.format_money(bet.nominal_minor),
            }
            yield from breach(rules, "wrong_free_bet", bet.position, {**about, "due": context.format_money(due)}, bet.wager)


def _unoffered_chip(context: BlackjackCheckContext, bet: Bet, rules: Rules) -> Iterator[Finding]:
    """A free bet in a house that has none; a decision of its kind is a finding of its own."""
    box = context.box_of(bet)
    decided = (event for _, event in context.round.entries_of(DecisionMade) if event.what == bet.kind)
    if any(box_of(event.place) == box for event in decided):
        return
    hand = context.board.hand_at(hand_place(box or 0, bet.hand))
    has = " ".join(hand.all_cards) if hand is not None and hand.all_cards else NO_CARD
    about: dict[str, str | int] = {"place": place_name(hand_place(box or 0, bet.hand)), "has": has}
    yield Finding(f"illegal_{bet.kind}", (clause_of_offer(bet.kind, rules),), bet.position, about, (bet.wager,))

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
)
from ledger.values.places import box_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.box_control import absentees, order_of_say
from replay.games.blackjack.checks import Bounds, Facts, bounds, check
from replay.games.blackjack.deal import interruption
from replay.games.blackjack.settlement import FREE
from replay.judging.composition import breach
from replay.judging.finding import Finding, cited
from replay.judging.wagers import Bet, closing_before
from replay.rulebooks.parameter import Key
from replay.rulebooks.rules import Rules

DOUBLES: Final = frozenset({"double", "free_double"})
SPLITS: Final = frozenset({"split", "free_split"})
LEAVING: Final = frozenset({"surrender", "even_money"})
"""Decisions with which a player's wager is out of the round."""


def on_boxes(mains: Sequence[Bet]) -> Iterator[tuple[int, list[Bet]]]:
    """The wagers of each box, in the order in which they were laid."""
    laid = sorted((bet for bet in mains if bet.box is not None), key=attrgetter("box", "at"))
    for box, bets in groupby(laid, key=attrgetter("box")):
        yield box, list(bets)


def players(bets: Sequence[Bet]) -> list[str]:
    """Whose wagers these are, each once."""
    return list(dict.fromkeys(bet.player for bet in bets))


# Whose call it is


@dataclass(frozen=True)
class Say:
    """Who had the say on the boxes of a round, and what those who had it decided."""

    facts: Facts
    rules: Rules

    @cached_property
    def order(self) -> Mapping[int, tuple[str, ...]]:
        return dict(order_of_say(self.facts.mains, self.rules))

    @cached_property
    def _decisions(self) -> list[tuple[int, DecisionMade]]:
        return [(told.index, said) for told, said in self.facts.one.of(DecisionMade)]

    def caller(self, box: int | None, index: int) -> str:
        """Who has the say on a box at a place in the line: the first of its players who is there and in the round."""
        order = self.order.get(box or 0, ())
        gone = {*absentees(self.facts.one)}
        for at, said in self._decisions:
            if at < index and box_of(said.place) == box and said.what in LEAVING:
                who = said.by or next((one for one in order if one not in gone), "")
                gone |= {who} if self.facts.board.left(box, who) else set()
        return next((one for one in order if one not in gone), next(iter(order), ""))

    def decided(self, box: int | None, what: frozenset[str], place: str = "") -> list[tuple[int, DecisionMade]]:
        """Where whoever had the say on a box decided so, on one hand of it or on any; nobody's word is that person's."""
        return [
            (index, said)
            for index, said in self._decisions
            if said.what in what
            and box_of(said.place) == box
            and place in ("", said.place)
            and said.by in (None, self.caller(box, index))
        ]

    def shared(self, box: int | None) -> bool:
        return len(self.order.get(box or 0, ())) > 1


def unfollowed(facts: Facts, rules: Rules) -> frozenset[str]:
    """Doubles, splits and free bets that do not play, because their players do not call the box."""
    return frozenset(_unfollowed(facts, rules))


def _unfollowed(facts: Facts, rules: Rules) -> Mapping[str, str]:
    """These wagers, and how each is told: the caller of the box did not decide it, or the house does not give it to
    others, or the hand had its card already.
    """
    say, found = Say(facts, rules), {}
    for bet in facts.bets:
        if bet.kind in DOUBLES | SPLITS and say.shared(facts.box_of(bet)) and not bet.withdrawn:
            if not _follows(bet, say):
                found[bet.wager] = "may_not_follow"
            elif bet.kind in DOUBLES and _after_its_card(bet, say):
                found[bet.wager] = "late_bet"
    return found


def _follows(bet: Bet, say: Say) -> bool:
    box, kinds = say.facts.box_of(bet), DOUBLES if bet.kind in DOUBLES else SPLITS
    laid = next(told.index for told in say.facts.one.told if told.position == bet.at)
    if bet.player == say.caller(box, laid) or not say.facts.one.decisions_told:
        return True
    if bet.kind in FREE and say.rules.depends(parameters.FREE_FOR, lambda whose: whose == "caller"):
        return False
    if kinds == SPLITS:
        return len(say.decided(box, kinds)) >= max(bet.hand - 1, 1)
    return bool(say.decided(box, kinds, hand_place(box or 0, bet.hand)))


@check
def followers(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """What others than the caller added to a box; what is said of those who do not follow a split is a ground besides."""
    for wager, kind in _unfollowed(facts, rules).items():
        bet = facts.layout.bets[wager]
        about = {**facts.about(bet), "box": facts.box_of(bet) or 0}
        with rules.scope() as grounds:
            if bet.kind in SPLITS:
                rules.depends(parameters.SPLIT_OTHERS, lambda _: True)
        for finding in breach(rules, kind, bet.at, {**about, "kind": bet.kind.replace("_", " ")}, wager):
            yield replace(finding, clauses=cited({*finding.clauses, *grounds}))


def _after_its_card(bet: Bet, say: Say) -> bool:
    """Whether a double was laid when the one card of the doubled hand had come."""
    place = hand_place(say.facts.box_of(bet) or 0, bet.hand)
    doubled = next((index for index, _ in say.decided(box_of(place), DOUBLES, place)), None)
    laid = next(told.index for told in say.facts.one.told if told.position == bet.at)
    cards = (told.index for told, card in say.facts.one.of(CardDealt) if card.place == place)
    return doubled is not None and any(doubled < index < laid for index in cards)


@check
def split_boxes(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Players who did not follow a split, where they must, and stakes that were laid behind another hand."""
    say = Say(facts, rules)
    for bet in facts.mains:
        about = facts.about(bet)
        stays = _stays_behind(bet, say)
        if bet.moved_to is not None and bet.moved_to != bet.hand and not (stays and _must_follow(rules)):
            told: dict[str, str | int] = {**about, "hand": bet.moved_to, "box": bet.box or 0}
            yield from breach(rules, "moved_to_wrong_hand", bet.at, told, bet.wager)
        if stays and bet.withdrawn_late is None and _must_follow(rules):
            yield from breach(rules, "must_follow", bet.at, {**about, "box": bet.box or 0}, bet.wager)


def _must_follow(rules: Rules) -> bool:
    return rules.depends(parameters.SPLIT_OTHERS, lambda others: others == "must_follow")


def _stays_behind(bet: Bet, say: Say) -> bool:
    """Whether a wager's player, not being the caller of the box nor out of the round, did not follow its split."""
    if not say.shared(bet.box) or say.facts.board.left(bet.box, bet.player):
        return False
    splits = say.decided(bet.box, SPLITS)
    return bool(splits) and bet.player != say.caller(bet.box, splits[0][0]) and not say.facts.followed(bet)


@check
def withdrawals(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Wagers taken back too late, but for one that must not stay where its player does not follow a split, and for those
    of a round that is void because the game was interrupted.
    """
    say, broken = Say(facts, rules), interruption(facts.one)
    over = {told.position for told in facts.one.told if broken is not None and told.index > broken}
    for bet in facts.bets:
        if bet.withdrawn_late in over and rules.depends(parameters.INTERRUPTED, lambda then: then == "void"):
            continue
        if bet.withdrawn_late is not None and not (_stays_behind(bet, say) and _must_follow(rules)):
            about = {**facts.about(bet), "closing": closing_before(facts.one, bet.withdrawn_late)}
            yield from breach(rules, "withdrawn_late", bet.withdrawn_late, about, bet.wager)


@check
def callers(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Whether it was established before the deal who calls a box that several share, and rightly."""
    say = Say(facts, rules)
    named = {event.box: (told, event) for told, event in facts.one.of(CallerNamed)}
    first = next((told.index for told in facts.one.cards), None)
    for box, bets in on_boxes(facts.mains):
        told, said = named.get(box, (None, None))
        caller = say.order[box][0]
        if say.shared(box) and first is not None and (told is None or told.index > first):
            yield from breach(rules, "caller_not_named", bets[0].at, {"box": box}, *(bet.wager for bet in bets))
        if told is not None and said is not None and said.player != caller:
            about: dict[str, str | int] = {"box": box, "player": said.player, "caller": caller}
            yield from breach(rules, "wrong_caller", told.position, about)
        yield from _behind_another(box, bets, caller, rules)


def _behind_another(box: int, bets: Sequence[Bet], caller: str, rules: Rules) -> Iterator[Finding]:
    """The wager of whoever calls a box, where it does not lie before those of the others, as far as the spots are told."""
    spots = {bet.wager: bet.spot for bet in bets if bet.player == caller and bet.spot is not None}
    others = [bet for bet in bets if bet.player != caller and bet.spot is not None]
    ahead = [bet for bet in others if spots and (bet.spot or 0) <= min(spots.values())]
    if ahead:
        about: dict[str, str | int] = {"box": box, "caller": caller, "others": " and ".join(players(ahead))}
        yield from breach(rules, "caller_behind", ahead[0].at, about, *spots)


# Limits


@check
def limits(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """The least is each player's on a box, the most is the box's."""
    for box, bets in on_boxes(facts.mains):
        yield from _beyond(facts, box, bets, rules)
        held = bounds(bets[-1], facts, rules)
        if held is not None:
            yield from _too_little(facts, bets, held, rules)
            yield from _too_much(facts, bets, held, rules)
        most = rules.value(parameters.MOST_BETS)
        if len(bets) > most:
            number: dict[str, str | int] = {"box": box, "number": len(bets), "most": most}
            yield from breach(rules, "too_many_wagers", bets[-1].at, number, *(bet.wager for bet in bets))
        yield from _too_many(box, bets, rules)


def _beyond(facts: Facts, box: int, bets: Sequence[Bet], rules: Rules) -> Iterator[Finding]:
    """Wagers on a box that the table does not have."""
    boxes = rules.value(parameters.BOXES)
    for bet in bets if box > boxes else ():
        yield from breach(rules, "no_such_box", bet.at, {**facts.about(bet), "box": box, "most": boxes}, bet.wager)


def _too_little(facts: Facts, bets: Sequence[Bet], held: Bounds, rules: Rules) -> Iterator[Finding]:
    least, _, unit = held
    of_all = rules.depends(parameters.LEAST_IS_OF, lambda whose: whose == "box")
    for own in [list(bets)] if of_all else [[bet for bet in bets if bet.player == one] for one in players(bets)]:
        whole = sum(bet.playing_minor for bet in own)
        if whole < least:
            shared = [parameters.LEAST_IS_OF] if len(players(bets)) > 1 else []
            yield from _off(facts, rules, own, whole, "below", f"minimum of {facts.money(least)}", *shared)
        for bet in own if whole >= least else ():
            if bet.playing_minor % unit:
                yield from _off(facts, rules, [bet], bet.playing_minor, "not in", f"units of {facts.money(unit)}")


def _too_much(facts: Facts, bets: Sequence[Bet], held: Bounds, rules: Rules) -> Iterator[Finding]:
    """A box above its maximum: where the house says who must reduce that is named, else the last wager is off."""
    most, back = held[1], reductions(bets, held, rules)
    if back:
        whole, reduced = sum(bet.playing_minor for bet in bets), [bet for bet in bets if bet.wager in back]
        about: dict[str, str | int] = {
            "box": bets[0].box or 0,
            "amount": facts.money(whole),
            "over": facts.money(whole - most),
            "most": facts.money(most),
            "who": " and ".join(players(reduced)),
            "back": " and ".join(facts.money(back[bet.wager]) for bet in reduced),
        }
        for finding in breach(rules, "over_box_maximum", reduced[-1].at, about, *(bet.wager for bet in reduced)):
            yield _resting_on(finding, rules, parameters.MOST_IS_OF)
    kept = [(bet, bet.playing_minor - back.get(bet.wager, 0)) for bet in bets]
    for bet, whole in rules.depends(parameters.MOST_IS_OF, partial(_above, kept, most)):
        shared = [parameters.MOST_IS_OF] if len(players(bets)) > 1 else []
        yield from _off(facts, rules, [bet], whole, "above", f"maximum of {facts.money(most)}", *shared)


def _above(kept: Sequence[tuple[Bet, int]], most: int, whose: str) -> list[tuple[Bet, int]]:
    """The last wagers of a box, or of each of its players, that are together above the maximum; with the whole."""
    lying = [(bet, minor) for bet, minor in kept if minor]
    of = [lying] if whose == "box" else [[one for one in lying if one[0].player == player] for player in _owners(lying)]
    wholes = [(own[-1][0], sum(minor for _, minor in own)) for own in of]
    return [(bet, whole) for bet, whole in wholes if whole > most]


def _owners(lying: Sequence[tuple[Bet, int]]) -> list[str]:
    return players([bet for bet, _ in lying])


def _too_many(box: int, bets: Sequence[Bet], rules: Rules) -> Iterator[Finding]:
    most, there = rules.value(parameters.MOST_PLAYERS), players(bets)
    if len(there) > most:
        beyond = [bet for bet in bets if bet.player in there[most:]]
        number: dict[str, str | int] = {"box": box, "number": len(there), "most": most}
        yield from breach(rules, "too_many_players", beyond[0].at, number, *(bet.wager for bet in beyond))


def _off(
    facts: Facts, rules: Rules, bets: Sequence[Bet], minor: int, side: str, limit: str, *whose: Key[str]
) -> Iterator[Finding]:
    """Wagers off the limits; on a box of several players it is a ground, too, `whose` limit it is."""
    about = {**facts.about(bets[-1]), "amount": facts.money(minor), "side": side, "limit": limit}
    for finding in breach(rules, "off_limits", bets[-1].at, about, *(bet.wager for bet in bets)):
        yield _resting_on(finding, rules, *whose)


def _resting_on(finding: Finding, rules: Rules, *keys: Key[str]) -> Finding:
    """A finding that rests on what the house says of these keys besides."""
    with rules.scope() as grounds:
        for key in keys:
            rules.depends(key, lambda _: None)
    return replace(finding, clauses=cited({*finding.clauses, *grounds}))


def reductions(mains: Sequence[Bet], held: Bounds, rules: Rules) -> dict[str, int]:
    """What must be taken back of which wagers, in minor units, so that no shared box is above its maximum.

    Nothing where the house does not say that the others reduce, and never a stake of the box's caller.
    """
    if rules.conduct("over_box_maximum") is None:
        return {}
    return rules.depends(parameters.MOST_IS_OF, lambda whose: _reduced(mains, held, rules) if whose == "box" else {})


def _reduced(mains: Sequence[Bet], held: Bounds, rules: Rules) -> dict[str, int]:
    back: dict[str, int] = {}
    for box, bets in on_boxes(mains):
        above = sum(bet.playing_minor for bet in bets) - held[1]
        caller = dict(order_of_say(mains, rules))[box][0] if above > 0 else ""
        others = [bet for bet in bets if bet.player != caller]
        if above > 0 and others:
            back |= rules.depends(parameters.REDUCES, partial(_shared_out, above, others))
    return back


def _shared_out(above: int, others: Sequence[Bet], who: str) -> dict[str, int]:
    """What is above the maximum, taken back from the last wager on, or from all in proportion to their stakes."""
    whole = sum(bet.playing_minor for bet in others)
    above, back = min(above, whole), {}
    left = above
    for bet in reversed(others):
        share = min(left, bet.playing_minor if who == "last" else -(-above * bet.playing_minor // whole))
        back[bet.wager], left = share, left - share
    return {wager: minor for wager, minor in back.items() if minor}


@check
def free_bets(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """A free bet stands for as much as the wager that it hangs on."""
    for bet in facts.bets:
        parent = facts.parent(bet) if bet.kind in FREE else None
        if bet.withdrawn or parent is None or bet.nominal_minor is None:
            continue
        due = parent.worth_minor
        if bet.nominal_minor != due:
            about = {**facts.about(bet), "kind": bet.kind.replace("_", " "), "amount": facts.money(bet.nominal_minor)}
            yield from breach(rules, "wrong_free_bet", bet.at, {**about, "due": facts.money(due)}, bet.wager)

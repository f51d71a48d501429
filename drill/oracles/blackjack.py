"""What a house of blackjack gives for each wager: main wagers, doubles, splits, free bets, insurance and side bets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final

from drill.oracles.blackjack_table import OracleAct, OracleHand, OracleTable, is_ten, natural, total
from drill.oracles.blackjack_terms import BlackjackTerms
from ledger.values.cards import rank

__all__ = [
    "BlackjackWager",
    "OracleAct",
    "OracleTable",
    "PostedPairOdds",
    "reductions",
    "returns_by_wager",
    "void_returns",
]

NOTHING: Final = Fraction(0)
STAKE: Final = Fraction(1)
FREE_KINDS: Final = ("free_double", "free_split")
EXTRA_KINDS: Final = ("double", "split", *FREE_KINDS, "insurance")
RED_SUITS: Final = "hd"


@dataclass(frozen=True, slots=True)
class BlackjackWager:
    """A wager as it was laid: `stake_minor` in time, `late_minor` too late or above what the box may hold.

    `parent` is the wager that an extra one hangs on, `nominal_minor` what a free bet stands for.
    """

    name: str
    player: str
    kind: str
    stake_minor: int
    box: int | None = None
    hand: int = 1
    parent: str | None = None
    nominal_minor: int | None = None
    late_minor: int = 0
    is_not_open: bool = False
    """Whether it was laid for a split that the hand did not allow."""

    @property
    def worth_minor(self) -> int:
        """What it counts for another that hangs on it."""
        return self.stake_minor if self.nominal_minor is None else self.nominal_minor


@dataclass(frozen=True, slots=True)
class PostedPairOdds:
    """What the house has posted: the odds of pairs, winnings to a stake of one."""

    pairs: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StakeLimits:
    """The least and the most of a wager on a box, and the unit between."""

    least_minor: int
    most_minor: int
    unit_minor: int

    def excess(self, minor: int) -> int:
        """What of a stake is too much: above the most, or beyond the last full unit; nothing of one that is too small."""
        if minor < self.least_minor:
            return 0
        return minor - min(minor - minor % self.unit_minor, self.most_minor)


def returns_by_wager(
    table: OracleTable, laid_wagers: Sequence[BlackjackWager], posted: PostedPairOdds, limits: StakeLimits | None = None
) -> dict[str, int | None]:
    """What goes back for each wager; None for what play has not decided, or what the house has not, or posts no odds for.

    CCL-ROUND, SCB-ROUND, FBJ-ROUND, ECA-ROUND: a fraction of the smallest unit goes to the player, of each wager by itself.
    """
    terms = table.terms
    laid = {wager.name: wager for wager in laid_wagers}
    wagers = [_counted(wager, laid, limits, terms) for wager in laid_wagers]
    by_name = {wager.name: wager for wager in wagers}
    followed = {
        wager.parent
        for wager in laid_wagers
        if wager.kind in ("split", "free_split") and wager.stake_minor + wager.worth_minor
    }
    found: dict[str, int | None] = {}
    for wager in wagers:
        back = (
            NOTHING
            if wager.late_minor and not wager.stake_minor
            else _wager_return(table, wager, by_name, followed, posted)
        )
        if back is not None and limits is not None and _is_returned_off_step(wager, laid, limits, terms):
            back = Fraction(wager.stake_minor)
        apart = laid[wager.name].stake_minor - wager.stake_minor
        exact = None if back is None else back + wager.late_minor + apart
        found[wager.name] = None if exact is None else ceil(exact) if terms.fraction_to == "player" else floor(exact)
    return found


def _counted(
    wager: BlackjackWager, laid: Mapping[str, BlackjackWager], limits: StakeLimits | None, terms: BlackjackTerms
) -> BlackjackWager:
    """A wager with what counts of its stake: outside the limits (OFF_LIMITS) and unequal (UNEQUAL) it may be less."""
    minor = wager.stake_minor
    if limits is not None and wager.kind == "main" and (minor < limits.least_minor or limits.excess(minor)):
        minor = {"up_to": minor - limits.excess(minor), "returned": 0}.get(terms.off_limits, minor)
    if limits is not None and _is_off_its_minimum(minor, terms.side_stakes.get(wager.kind), limits.least_minor):
        minor = {"up_to": min(minor, limits.least_minor), "returned": 0}.get(terms.off_limits, minor)
    parent = _parent(wager, laid) if wager.kind in ("double", "split") else None
    if parent is not None and terms.unequal_extra == "returned":
        unequal = minor != parent.worth_minor and (terms.extra_equal or minor > parent.worth_minor)
        minor = 0 if unequal else minor
    return replace(wager, stake_minor=minor)


def _is_off_its_minimum(minor: int, rule: str | None, least: int) -> bool:
    """SCB-15, SCB-16: a side bet that is not the table's minimum, or above it."""
    return (rule == "least" and minor != least) or (rule == "up_to_least" and minor > least)


def _is_returned_off_step(
    wager: BlackjackWager, laid: Mapping[str, BlackjackWager], limits: StakeLimits, terms: BlackjackTerms
) -> bool:
    """FBJ-40, 40a?: an insurance within its part that is no multiple of the step, and so no bet."""
    parent = laid.get(wager.parent or "")
    if wager.kind != "insurance" or parent is None or terms.insurance_step is None or terms.off_step == "counts":
        return False
    step = limits.least_minor * terms.insurance_step
    return bool(wager.stake_minor % step) and wager.stake_minor <= parent.worth_minor * terms.insured_part


def void_returns(wagers: Sequence[BlackjackWager]) -> dict[str, int]:
    """Every stake goes back, all that lay there of it: CCL-ERR?, SCB-ERR?, FBJ-ERR? and 44?, ECA-B-I4c."""
    return {wager.name: wager.stake_minor + wager.late_minor for wager in wagers}


def _wager_return(
    table: OracleTable,
    wager: BlackjackWager,
    by_name: Mapping[str, BlackjackWager],
    followed_wagers: set[str | None],
    posted: PostedPairOdds,
) -> Fraction | None:
    parent = _parent(wager, by_name)
    match wager.kind:
        case "main":
            return _main_return(table, wager, wager.name in followed_wagers)
        case "double" | "split":
            return _extra_return(table, wager, parent)
        case "free_double" | "free_split":
            return _free_return(table, wager, parent)
        case "insurance":
            return _insurance_return(table, wager, parent)
    what = table.terms.sides.get(wager.kind)
    return None if what is None else _side_return(table, wager, what, posted)


def _parent(wager: BlackjackWager, by_name: Mapping[str, BlackjackWager]) -> BlackjackWager | None:
    """FBJ-33, FBJ-35: what an extra wager hangs on; a free bet counts for the original bet, whatever its chip says."""
    parent = original = by_name.get(wager.parent or "")
    while original is not None and original.kind in FREE_KINDS:
        original = by_name.get(original.parent or "")
    if parent is None or original is None or parent is original:
        return parent
    return replace(parent, nominal_minor=original.stake_minor)


# On hands


def _main_return(table: OracleTable, wager: BlackjackWager, is_followed: bool) -> Fraction | None:  # noqa: FBT001 - a fact about it
    """A wager on a box.

    SCB-14 half of it back on surrender; CCL-34, ECA-B-S2, FBJ-23 even money. CCL-37, ECA-B-SP7, FBJ-26: a co-player's stays
    on the first hand where its player does not follow a split; under SCB-2b? (b) it is withdrawn. FBJ-9a? (b): it stands on
    the total before the card that its player did not follow.
    """
    terms, hand = table.terms, table.hands.get((wager.box or 0, wager.hand))
    if hand is None:
        return Fraction(wager.stake_minor)
    how = table.exits.get((hand.box, wager.player))
    if how == "surrendered":
        return wager.stake_minor * (terms.surrender or STAKE)
    if how == "paid":
        return wager.stake_minor * (1 + terms.even_money)
    players = table.players.get(hand.box, ())
    if hand.split_rank and not is_followed and len(players) > 1 and wager.player != players[0] and not terms.others_stay:
        return Fraction(wager.stake_minor)
    had = table.cards_when_stayed.get((hand.box, hand.number, wager.player))
    if had is not None and not terms.draws_ride:
        hand = OracleHand(hand.box, hand.number, hand.cards[:had], hand.split_rank, is_closed=True)
    worth = _stake_multiple(table, hand)
    return None if worth is None else wager.stake_minor * worth


def _is_lawful(wager: BlackjackWager, hand: OracleHand) -> bool:
    """Whether the hand was doubled, or came of a split, as the wager says, and that was open to it."""
    if wager.kind.endswith("double"):
        return hand.is_lawfully_doubled
    return bool(hand.split_rank) and hand.is_lawfully_split


def _may_still_come(table: OracleTable, wager: BlackjackWager, parent: BlackjackWager) -> bool:
    """Whether the hand, or one of the box, is still open, so that it may yet be doubled or split."""
    if wager.is_not_open:
        return False
    of_box = [hand for hand in table.hands.values() if hand.box == parent.box]
    doubles = wager.kind.endswith("double")
    if any(hand.is_doubled and not hand.is_lawfully_doubled if doubles else not hand.is_lawfully_split for hand in of_box):
        return False
    own = [hand for hand in of_box if hand.number == wager.hand]
    return any(not table.is_done(hand) for hand in (own if doubles and own else of_box))


def _extra_return(table: OracleTable, wager: BlackjackWager, parent: BlackjackWager | None) -> Fraction | None:
    """A double or a split that was paid for.

    ECA-B-DB1 and SP1, CCL-29 and 30, SCB-3, FBJ-25 and 36: as much as the wager, so that what is above it goes back; what
    was not open goes back whole (ECA-B-DB1b, CCL-LATE, SCB-LATE, FBJ-LATE).
    """
    hand = table.hands.get((wager.box or 0, wager.hand))
    if parent is None or hand is None or not _is_lawful(wager, hand):
        if parent is not None and _may_still_come(table, wager, parent):
            return None
        worth = _stake_multiple(table, hand) if hand is not None and table.terms.unlawful == "plays" else STAKE
        return None if worth is None else wager.stake_minor * worth
    worth = _stake_multiple(table, hand)
    plays = min(wager.stake_minor, parent.worth_minor)
    return None if worth is None else plays * worth + wager.stake_minor - plays


def _free_return(table: OracleTable, wager: BlackjackWager, parent: BlackjackWager | None) -> Fraction | None:
    """FBJ-33, FBJ-35, FBJ-45: a win is paid as the original bet's, and the chip never comes back; FBJ-32a? whose it is."""
    terms, hand = table.terms, table.hands.get((wager.box or 0, wager.hand))
    if parent is None or hand is None or not _is_lawful(wager, hand):
        if parent is not None and _may_still_come(table, wager, parent):
            return None
        if hand is None or terms.unlawful != "plays":
            return NOTHING
    players = table.players.get(hand.box, ())
    if not terms.free_for_each and wager.player not in players[:1]:
        return NOTHING
    worth = _stake_multiple(table, hand)
    if worth is None or worth <= 1:
        return None if worth is None else NOTHING
    original = wager if parent is None else parent
    return original.worth_minor * (terms.free_double if wager.kind == "free_double" else terms.free_split)


def _stake_multiple(table: OracleTable, hand: OracleHand) -> Fraction | None:
    """How many times its stake a hand gives back; None while it, or the dealer's hand, is not done."""
    terms = table.terms
    if len(hand.cards) < 2 or not (hand.is_closed or table.is_done(hand)):
        return None
    if total(hand.cards, terms)[0] > terms.most:
        return NOTHING
    sevens = [rank(card) for card in hand.cards] == ["7"] * 3 and (not hand.split_rank or terms.sevens_on_split)
    if sevens and terms.sevens is not None:
        return _three_sevens_multiple(table, hand, terms.sevens)
    if not natural(hand.cards, terms):
        return _compared_multiple(table, hand)
    counts = {"": True, "A": terms.split_aces_blackjack}.get(hand.split_rank, terms.split_tens_blackjack)
    return _blackjack_multiple(table) if counts else _compared_multiple(table, hand)


def _three_sevens_multiple(table: OracleTable, hand: OracleHand, odds: Fraction) -> Fraction | None:
    """SCB-23: paid 1 to 1, and the stake plays on; under SCB-23b? (b) it lies for the next round."""
    on = _compared_multiple(table, hand) if table.terms.sevens_play_on else STAKE
    return None if on is None else odds + on


def _blackjack_multiple(table: OracleTable) -> Fraction | None:
    """ECA-B-F1, S1 and S3, CCL-16, SCB-22, FBJ-22: 3 to 2, a stand-off against the dealer's own."""
    terms, dealer = table.terms, table.dealer_cards
    if not dealer:
        return None
    if rank(dealer[0]) != "A" and not is_ten(dealer[0], terms):
        return 1 + terms.blackjack
    if len(dealer) < 2:
        return None
    if natural(dealer[:2], terms):
        return STAKE if terms.equal_keeps else NOTHING
    return 1 + terms.blackjack


def _compared_multiple(table: OracleTable, hand: OracleHand) -> Fraction | None:
    """A hand against the dealer's.

    ECA-B-F2, F3 and F5, CCL-14 and 15, SCB-21 and 22, FBJ-15, 16 and 20; a dealer's blackjack takes what was doubled or
    split (ECA-B-DB3, SP8) and beats any other 21 (CCL-32, SCB-1, FBJ-21; ECA-B-F5a?).
    """
    terms, dealer = table.terms, table.dealer_cards
    if not table.is_complete or len(dealer) < 2:
        return None
    has, shows = total(hand.cards, terms)[0], total(dealer, terms)[0]
    if shows > terms.most:
        return STAKE if shows in terms.pushes else 1 + terms.dealer_over
    theirs = natural(dealer, terms)
    if theirs and ((hand.is_doubled and terms.takes_doubled) or (hand.split_rank and terms.takes_split)):
        return NOTHING
    if has != shows:
        return 1 + terms.win if has > shows else STAKE if terms.lower_keeps else NOTHING
    return NOTHING if (theirs and terms.beats_21) or not terms.equal_keeps else STAKE


# Insurance


def _insurance_return(table: OracleTable, wager: BlackjackWager, parent: BlackjackWager | None) -> Fraction | None:
    """CCL-17, 33 and 33a?, SCB-8 and 8b?, FBJ-38 and 40, ECA-B-F4, N1 and N1a?: 2 to 1 on half the wager.

    ECA-B-S2: void, and returned, where its player has taken even money.
    """
    terms, box = table.terms, wager.box or 0
    if table.exits.get((box, wager.player)) == "paid" or parent is None:
        return Fraction(wager.stake_minor)
    if parent.kind != "main":
        against = rank((table.dealer_cards or ["??"])[0]) in terms.insurance_against
        return _insured_return(table, wager, parent) if terms.insured_extras and against else Fraction(wager.stake_minor)
    if (box, wager.player) in table.insurances:
        return _insured_return(table, wager, parent)
    still = table.is_insurance_open and len(table.dealer_cards) == 1 and not table.is_over
    return None if still else Fraction(wager.stake_minor)


def _insured_return(table: OracleTable, wager: BlackjackWager, parent: BlackjackWager) -> Fraction | None:
    terms, part = table.terms, parent.worth_minor * table.terms.insured_part
    if wager.stake_minor > part and terms.above_part == "void":
        return Fraction(wager.stake_minor)
    if wager.stake_minor < part and terms.insured_exactly:
        return Fraction(wager.stake_minor)
    if len(table.dealer_cards) < 2:
        return None
    plays = min(Fraction(wager.stake_minor), part)
    won = natural(table.dealer_cards[:2], terms)
    return (plays * (1 + terms.insurance) if won else NOTHING) + wager.stake_minor - plays


# Side bets


def _side_return(table: OracleTable, wager: BlackjackWager, outcome_kind: str, posted: PostedPairOdds) -> Fraction | None:
    """A side bet; after a surrender it is lost under SCB-14b? (b), unless the first two cards have decided it by then."""
    if outcome_kind == "pair":
        worth = _pair_multiple(table, wager, posted)
    elif not table.terms.sides_after_surrender and _has_surrendered(table, wager):
        worth = NOTHING
    else:
        worth = {"blackjack": _dealer_blackjack_multiple, "over": _dealer_bust_multiple, "total": _dealer_total_multiple}[
            outcome_kind
        ](table)
    return None if worth is None else wager.stake_minor * worth


def _has_surrendered(table: OracleTable, wager: BlackjackWager) -> bool:
    boxes = [box for box, players in table.players.items() if wager.player in players and wager.box in (None, box)]
    return bool(boxes) and all(table.exits.get((box, wager.player)) == "surrendered" for box in boxes)


def pair_line(card: str, other_card: str, terms: BlackjackTerms) -> str | None:
    """SCB-13, 13b?: an identical pair is perfect, one of a colour coloured, one red and one black mixed."""
    if card == other_card:
        return "perfect_pair"
    worth = terms.pips
    if rank(card) != rank(other_card) and (terms.pair_bet_by == "rank" or worth[rank(card)] != worth[rank(other_card)]):
        return None
    if (card[1] in RED_SUITS) != (other_card[1] in RED_SUITS):
        return "mixed_pair"
    return "coloured_pair" if card[1] != other_card[1] else None


def _pair_multiple(table: OracleTable, wager: BlackjackWager, posted: PostedPairOdds) -> Fraction | None:
    """SCB-13, 13a?: a box's first two cards, at the posted odds."""
    cards = table.first_two.get(wager.box or 0, [])
    if len(cards) < 2:
        return None if (wager.box or 0, 1) in table.hands else STAKE
    line = pair_line(cards[0], cards[1], table.terms)
    if line is None:
        return NOTHING
    return 1 + posted.pairs[line] if line in posted.pairs else None


def _dealer_blackjack_multiple(table: OracleTable) -> Fraction | None:
    """SCB-15, 15a: a black jack with any ace 50 to 1, a red ace with a red ten-value 25 to 1, any other 10 to 1."""
    terms, cards = table.terms, table.dealer_cards[:2]
    if len(cards) < 2:
        alive = not cards or rank(cards[0]) == "A" or is_ten(cards[0], terms)
        return _undrawn_multiple(table) if alive else NOTHING
    if not natural(cards, terms):
        return NOTHING
    ace, ten = cards if rank(cards[0]) == "A" else cards[::-1]
    for line in terms.jack:
        if _is_of_colour(ace, line.ace_colour) and _is_of_colour(ten, line.ten_colour) and rank(ten) in line.ten_ranks:
            return 1 + line.odds
    return NOTHING


def _is_of_colour(card: str, colour: str) -> bool:
    return colour == "any" or (card[1] in RED_SUITS) == (colour == "red")


def _dealer_bust_multiple(table: OracleTable) -> Fraction | None:
    """SCB-16, 16a?: 2.5 times the stake when the bank is over 21."""
    if not table.is_dealer_done:
        return _undrawn_multiple(table)
    return 1 + table.terms.over_bet if total(table.dealer_cards, table.terms)[0] > table.terms.most else NOTHING


def _dealer_total_multiple(table: OracleTable) -> Fraction | None:
    """FBJ-37: 1 to 1 when the dealer totals 22."""
    if not table.is_dealer_done:
        return _undrawn_multiple(table)
    wins = total(table.dealer_cards, table.terms)[0] == table.terms.total_bet_on
    return 1 + table.terms.total_bet if wins else NOTHING


def _undrawn_multiple(table: OracleTable) -> Fraction | None:
    """SCB-20a?, FBJ-37a?: it waits for a card, or goes back where the dealer draws for none."""
    if not table.is_complete or table.is_dealer_drawing:
        return None
    return None if table.terms.draws_for_sides else STAKE


# Boxes


def reductions(stakes: Sequence[tuple[str, int]], most_minor: int, terms: BlackjackTerms) -> dict[str, int]:
    """CCL-38, 38a?: what players of a box take back of what it has above its maximum, and so does not play.

    `stakes` are the box's in the order in which they were laid, the caller's first, who has priority: the others reduce.
    """
    over, others = sum(stake for _, stake in stakes) - most_minor, stakes[1:]
    whole = sum(stake for _, stake in others)
    left = over = min(over, whole)
    found: dict[str, int] = {}
    for name, stake in reversed(others):
        share = ceil(Fraction(over * stake, whole)) if terms.reduces == "proportion" else stake
        found[name] = min(left, share)
        left -= found[name]
    return {name: taken for name, taken in found.items() if taken > 0}

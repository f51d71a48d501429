"""What a house must say so that its blackjack can be played, settled, put right and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.cards import RANKS
from ledger.values.money import Odds
from ledger.values.subjects import Word
from replay.rulebooks.common_parameters import COMMON_PARAMETERS
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.remedies import GeneralRemedy

Rank = Annotated[str, Field(pattern=r"^[A23456789TJQK]$")]
Total = Annotated[int, Field(strict=True, ge=0, le=99)]
Row = Literal["boxes", "dealer"]
Share = Annotated[str, Field(pattern=r"^[1-9][0-9]?:[1-9][0-9]?$", description="a part of the wager: `1:2` is half")]
CallerCriterion = Literal[
    "seated",
    "first_at_box",
    "first_at_table",
    "highest_wager",
    "sole_highest_wager",
    "nearest_dealer",
    "seated_anywhere",
    "nearest_seat",
    "lowest_seat",
]
"""What tells the players of a box apart: who sits at it, who came first, who staked most, who is nearest."""
SideBet = Literal["pair", "dealer_blackjack", "dealer_over", "dealer_total"]
SideStake = Literal["posted", "least", "up_to_least"]
"""A side bet's stake: within limits of its own, where some are posted; the table's minimum exactly; or that at most."""

TEN: Final = 10
"""What tens and court cards count in every house; two of them are a pair of tens."""

PARAMETERS: Final[dict[str, Parameter[Any]]] = dict(COMMON_PARAMETERS)
"""Every key that blackjack reads: an edition gives each that is not `absent` in some houses, and no other."""


class BoxLimits(BaseModel):
    """The least and the most for a box, in whole units of the currency, and the step between."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least: Annotated[int, Field(strict=True, ge=1)]
    most: Annotated[int, Field(strict=True, ge=1)]
    unit: Annotated[int, Field(strict=True, ge=1)] = 1


class JackLine(BaseModel):
    """Dealer's blackjacks that a side bet on them is paid alike: by the colours of the two cards, and the ten's rank."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ace: Literal["any", "red", "black"] = "any"
    ten: Literal["any", "red", "black"] = "any"
    ranks: frozenset[Rank] = frozenset("TJQK")
    odds: Odds


# The cards
POINTS: Final = Parameter[Mapping[str, int]](
    PARAMETERS,
    "cards.points",
    Annotated[Mapping[Rank, Annotated[int, Field(strict=True, ge=0, le=11)]], Field(min_length=len(RANKS))],
)
"""An ace by its lower count."""
ACE_HIGH: Final = Parameter[int](PARAMETERS, "cards.ace_counts_also", Annotated[int, Field(strict=True, ge=1, le=20)])
MOST_POINTS: Final = Parameter[int](PARAMETERS, "hand.most", Total)

# The deal
DEAL_ROUNDS: Final = Parameter[tuple[tuple[Row, ...], ...]](PARAMETERS, "deal.rounds", tuple[tuple[Row, ...], ...])
FACE_UP: Final = Parameter[bool](PARAMETERS, "deal.face_up", bool)
"""Whether every card is dealt face up."""

# The players' hands
NO_DRAW_AT: Final = Parameter[int](PARAMETERS, "player.no_draw_at", Total)
DOUBLE_ON: Final = Parameter[frozenset[int] | str](PARAMETERS, "double.totals", frozenset[Total] | Literal["any"])
DOUBLE_SOFT: Final = Parameter[str](PARAMETERS, "double.soft_total_counts", Literal["high", "either"])
"""Whether ace and eight, 9 or 19, may be doubled where 9 may: only by its `high` count, or by `either`."""
DOUBLE_SPLIT: Final = Parameter[bool](PARAMETERS, "double.after_split", bool)
PAIR_IS_OF: Final = Parameter[str](PARAMETERS, "split.pair_is_of", Literal["rank", "value"])
MOST_SPLIT_HANDS: Final = Parameter[int](PARAMETERS, "split.most_hands", Annotated[int, Field(strict=True, ge=1, le=99)])
"""How many hands a box may have; 1 where nothing may be split, 99 where there is no limit."""
SPLIT_HANDS_FILLED: Final = Parameter[str](PARAMETERS, "split.hands_are_filled", Literal["one_by_one", "together"])
NEW_HAND: Final = Parameter[str](PARAMETERS, "split.new_hand_is_played", Literal["last", "last_or_next"], default="last")
"""When the hand that a further split makes is played: after the box's others, or as well right after the split one."""
SPLIT_ALONE: Final = Parameter[str](PARAMETERS, "split.by_another_alone", Literal["not_open"], default="not_open")
"""That another player of a box may not split where its caller does not: nowhere is it open, the clause is the house's."""
ACES_ONE: Final = Parameter[bool](PARAMETERS, "split.aces_get_one_card", bool)
ACES_AGAIN: Final = Parameter[bool](PARAMETERS, "split.aces_again", bool)
EACH_STAKE: Final = Parameter[str](PARAMETERS, "extra_stake.is", Literal["equal", "up_to"])
"""What a double or a split hand is staked: as much as the wager, or at most as much."""
EXTRA_UNEQUAL: Final = Parameter[str](
    PARAMETERS, "extra_stake.unequal", Literal["plays_up_to_it", "returned"], default="plays_up_to_it"
)
"""What becomes of such a stake that is not what it must be: it plays, at most for the wager, or it goes back."""
SIGNALS: Final = Parameter[str](PARAMETERS, "decision.needs", Literal["either", "both"])

# The dealer's hand
STANDS_ON: Final = Parameter[int](PARAMETERS, "dealer.stands_on", Total)
SOFT_STANDS: Final = Parameter[bool](PARAMETERS, "dealer.stands_on_soft", bool)
"""Whether the dealer stands on that total when it is soft."""
DRAWS_FOR: Final = Parameter[str](PARAMETERS, "dealer.draws_for", Literal["effect", "any_hand_left", "always"])
"""Only while a card can change somebody's money; while a hand is left that is not over; or always."""
IDLE_CARDS: Final = Parameter[str](PARAMETERS, "dealer.idle_cards_are", Literal["breach", "nothing"], default="breach")
"""What the house makes of cards that the dealer took for nobody in a round that is closed."""

# What is paid
DEALER_OVER: Final = Parameter[str](PARAMETERS, "dealer_over.odds", Odds)
"""What a hand that is not over is paid once the dealer's is."""
LOWER_TOTAL: Final = Parameter[str](PARAMETERS, "lower_total.is", Literal["lost", "stand_off"])
WIN_ODDS: Final = Parameter[str](PARAMETERS, "win.odds", Odds)
BLACKJACK_ODDS: Final = Parameter[str](PARAMETERS, "blackjack.odds", Odds)
SPLIT_ACES_BJ: Final = Parameter[bool](PARAMETERS, "blackjack.on_split_aces", bool)
SPLIT_TENS_BJ: Final = Parameter[bool](PARAMETERS, "blackjack.on_split_tens", bool)
BEATS_21: Final = Parameter[bool](PARAMETERS, "blackjack.beats_other_21", bool)
"""Whether a dealer's blackjack beats a 21 of more cards, or of a split hand."""
DOUBLE_LOST: Final = Parameter[bool](PARAMETERS, "double.lost_to_blackjack", bool)
SPLIT_LOST: Final = Parameter[bool](PARAMETERS, "split.lost_to_blackjack", bool)
"""Whether a dealer's blackjack takes all of a doubled or split hand, even of one with 21."""
EQUAL_TOTALS: Final = Parameter[str](PARAMETERS, "equal_totals.are", Literal["stand_off", "lost"])
AGAINST_BLACKJACK: Final = Parameter[str](
    PARAMETERS, "blackjack.against_blackjack", Literal["as_equal_totals", "stand_off", "lost"], default="as_equal_totals"
)
"""What a blackjack is against the dealer's, where the house has a word of its own on it."""
PAID_AT_ONCE: Final = Parameter[bool](PARAMETERS, "blackjack.paid_at_once", bool)
"""Whether a blackjack is paid after the deal where the dealer's card is neither an ace nor a ten."""
INSURED_AGAINST: Final = Parameter[frozenset[str]](PARAMETERS, "insurance.against", frozenset[Rank])
INSURANCE_ODDS: Final = Parameter[str](PARAMETERS, "insurance.odds", Odds)
INSURANCE_SHARE: Final = Parameter[str](PARAMETERS, "insurance.share", Share)
INSURANCE_AMOUNT: Final = Parameter[str](PARAMETERS, "insurance.amount", Literal["up_to", "exactly"])
INSURANCE_OVER: Final = Parameter[str](PARAMETERS, "insurance.beyond_the_share", Literal["counts_up_to_it", "void"])
INSURANCE_LOST: Final = Parameter[str](PARAMETERS, "insurance.is_collected", Literal["with_the_second_card", "at_the_end"])
EVEN_MONEY: Final = Parameter[frozenset[str]](PARAMETERS, "even_money.against", frozenset[Rank])
EVEN_ODDS: Final = Parameter[str](PARAMETERS, "even_money.odds", Odds)

EVEN_UNTIL: Final = Parameter[str](
    PARAMETERS, "even_money.until", Literal["first_decision", "own_turn"], default="first_decision"
)
"""Until when even money may be asked for: before anybody has decided on a hand, or until the box's own turn is over."""

# The conduct of the players
BOX_LIMITS: Final = Parameter[BoxLimits | str](PARAMETERS, "limits.box", BoxLimits | Literal["posted"])
LEAST_IS_OF: Final = Parameter[str](PARAMETERS, "limits.least_is_of", Literal["player", "box"], default="player")
"""Whether each player on a box must lay the least, or all of them together."""
MOST_IS_OF: Final = Parameter[str](PARAMETERS, "limits.most_is_of", Literal["box", "player"], default="box")
"""Whether the most is what a box may hold, or what each player may lay on it."""
MOST_BETS: Final = Parameter[int](PARAMETERS, "box.most_wagers", Annotated[int, Field(strict=True, ge=1, le=99)])
OFF_LIMITS: Final = Parameter[str](
    PARAMETERS, "bet_off_limits.becomes", Literal["refer", "plays", "up_to_limit", "returned"]
)
"""What becomes of a stake outside the limits that was accepted: `refer` settles it whole, and somebody must decide."""
CROWDED_BOX: Final = Parameter[str](
    PARAMETERS, "crowded_box.becomes", Literal["as_off_limits", "refer", "plays"], default="as_off_limits"
)
"""What becomes of wagers on a box that has too many of them, too many players, or more than the box's maximum."""
UNLAWFUL_EXTRA: Final = Parameter[str](PARAMETERS, "unlawful_extra_stake.becomes", Literal["returned", "refer", "plays"])
"""What becomes of the stake of a double, split or insurance that the rules do not allow: `refer` gives it back too, and
somebody must say what becomes of the cards."""
TIPS: Final = Parameter[bool](PARAMETERS, "tips.allowed", bool)

LATE_DEALT_TO: Final = Parameter[str](PARAMETERS, "late_bet.dealt_to", Literal["as_late", "accepted"], default="as_late")
"""What a late stake is that the dealer dealt to: the only one on its box, which then got a card."""

# Several players on a box
CALLER: Final = Parameter[tuple[CallerCriterion, ...]](
    PARAMETERS, "box.caller", tuple[CallerCriterion, ...], default=("first_at_box",)
)
"""Who of a box's players calls its cards: the first of these that tells them apart decides."""
MOST_BOXES: Final = 99
BOXES: Final = Parameter[int](
    PARAMETERS, "table.boxes", Annotated[int, Field(strict=True, ge=1, le=MOST_BOXES)], default=MOST_BOXES
)
"""How many boxes a table has: a wager on one beyond them is none."""
NEXT_CALLER: Final = Parameter[str](
    PARAMETERS, "box.next_caller", Literal["by_the_same", "next_stake"], default="by_the_same"
)
"""Who calls the box after its caller has left it: the next by the same criteria, or whoever staked next."""
MOST_PLAYERS: Final = Parameter[int](
    PARAMETERS, "box.most_players", Annotated[int, Field(strict=True, ge=1, le=99)], default=99
)
BOX_MAXIMUM_REDUCES: Final = Parameter[str](
    PARAMETERS, "box_over_maximum.reduces", Literal["last", "others_in_proportion"], default="last"
)
"""Who takes back what a box has above its maximum: never the caller as long as others can."""
SPLIT_OTHERS: Final = Parameter[str](PARAMETERS, "split.others", Literal["may_stay", "must_follow"], default="may_stay")
"""Whether the stake of another player, who does not follow a split, stays on the first hand or is taken back."""
ABSENT_STANDS_ON: Final = Parameter[int](PARAMETERS, "absent.stands_on", Total, default=0)
"""From which total on a hand stands that nobody is there to call; 0 where there is no such rule."""
DRAW_OTHERS: Final = Parameter[str](PARAMETERS, "draw.others", Literal["no_say", "ride", "stay"], default="no_say")
"""Whether a co-player may say that he does not follow a draw, and what his wager then stands on: the cards as drawn, or
the total before the card."""
ABSENT_CALLER: Final = Parameter[str](PARAMETERS, "absent.caller", Literal["next", "rule"], default="next")
ABSENT_NEXT: Final = Parameter[str](
    PARAMETERS, "absent.next_caller", Literal["by_the_same", "nobody"], default="by_the_same"
)
"""Whether another player of the box has the say for a caller who is not there."""
ABSENT_BET: Final = Parameter[str](PARAMETERS, "absent.bet", Literal["stays", "taken_off"], default="stays")
"""What becomes of the bet of a player who is not there, once it has won or tied: it lies on the box like any other, or
the house takes it off and keeps it for the player."""

# Free bets
FREE_SPLIT: Final = Parameter[frozenset[str]](PARAMETERS, "free_split.pairs", frozenset[Rank], default=frozenset())
FREE_DOUBLE: Final = Parameter[frozenset[int]](PARAMETERS, "free_double.totals", frozenset[Total], default=frozenset())
"""Of two cards without an ace."""
FREE_ON_FIRST: Final = Parameter[bool](PARAMETERS, "free_double.on_first_split_hand", bool, default=True)
FREE_SPLIT_ODDS: Final = Parameter[str](PARAMETERS, "free_split.odds", Odds, default="1:1")
FREE_DOUBLE_ODDS: Final = Parameter[str](PARAMETERS, "free_double.odds", Odds, default="1:1")
"""What a chip that wins is paid for what it stands for."""
FREE_FOR: Final = Parameter[str](PARAMETERS, "free_bet.for", Literal["each", "caller"], default="each")

# What only some houses have
MUST_DRAW: Final = Parameter[int](PARAMETERS, "player.must_draw_to", Total, default=0)
"""Up to which total a hand may not stand."""
MUST_DRAW_COUNTS: Final = Parameter[str](PARAMETERS, "player.must_draw_counts", Literal["high", "low"], default="high")
DOUBLE_BLACKJACK: Final = Parameter[bool](PARAMETERS, "double.on_blackjack", bool, default=False)
PUSHES_ON: Final = Parameter[frozenset[int]](PARAMETERS, "dealer.pushes_on", frozenset[Total], default=frozenset())
"""Totals above the most with which the dealer takes and pays nothing; a blackjack is paid all the same."""
SURRENDER: Final = Parameter[str](PARAMETERS, "surrender.returns", Share | Literal["none"], default="none")
SURRENDER_UNTIL: Final = Parameter[str](
    PARAMETERS, "surrender.until", Literal["box_decides", "any_box_decides"], default="box_decides"
)
SURRENDERED_SIDES: Final = Parameter[str](PARAMETERS, "surrender.side_bets", Literal["live", "lost"], default="live")
SEVENS: Final = Parameter[str](PARAMETERS, "three_sevens.odds", Odds | Literal["none"], default="none")
"""What three sevens are paid at once, besides what the hand comes to."""
SEVENS_SPLIT: Final = Parameter[bool](PARAMETERS, "three_sevens.on_split_hands", bool, default=False)
SEVENS_STAKE: Final = Parameter[str](
    PARAMETERS, "three_sevens.stake", Literal["plays_on", "lies_for_the_next"], default="plays_on"
)
INSURANCE_UNTIL: Final = Parameter[str](
    PARAMETERS, "insurance.until", Literal["first_decision", "first_card"], default="first_decision"
)
"""Until when insurance may be laid: before anybody has decided on a hand, or before the first card after the deal."""
INSURANCE_STEP: Final = Parameter[str](PARAMETERS, "insurance.step", Share | Literal["none"], default="none")
"""The part of the table's minimum that an insurance is a multiple of."""
INSURANCE_OFF_STEP: Final = Parameter[str](
    PARAMETERS, "insurance.off_its_step", Literal["counts", "returned"], default="counts"
)
"""What becomes of an insurance that is no such multiple."""
INSURED_EXTRAS: Final = Parameter[bool](PARAMETERS, "insurance.on_extras", bool, default=False)
"""Whether doubles and splits may be insured besides, once they lie there."""
EVEN_PAID: Final = Parameter[str](
    PARAMETERS, "even_money.is_paid", Literal["at_once", "with_the_others"], default="at_once"
)
DEALER_FIRST: Final = Parameter[frozenset[str]](
    PARAMETERS, "dealer.finishes_first_with", frozenset[Rank], default=frozenset()
)
"""First cards of the dealer's with which nothing is won before the dealer's hand is complete."""
INTERRUPTED: Final = Parameter[str](PARAMETERS, "interrupted_round.is", Literal["finished", "void"], default="finished")

# Side bets
SIDE_BETS: Final = Parameter[Mapping[str, SideBet]](PARAMETERS, "side_bets.offered", Mapping[Word, SideBet], default={})
"""By the name of the wager, what it is on."""
SIDE_DRAWS: Final = Parameter[bool](PARAMETERS, "dealer.draws_for_side_bets", bool, default=False)
"""Whether the dealer draws for a side bet when nobody else is left; it goes back where not."""
SIDE_NEEDS_BOX: Final = Parameter[bool](PARAMETERS, "side_bets.need_a_box", bool, default=False)
PAIR_BET_OF: Final = Parameter[str](PARAMETERS, "pair_bet.pair_is_of", Literal["rank", "value"], default="rank")
PAIR_ODDS: Final = Parameter[str](PARAMETERS, "pair_bet.odds", Literal["posted"], default="posted")
JACK_LINES: Final = Parameter[tuple[JackLine, ...]](
    PARAMETERS, "dealer_blackjack_bet.lines", tuple[JackLine, ...], default=()
)
"""The first line that the dealer's blackjack fits is paid."""
JACK_STAKE: Final = Parameter[str](PARAMETERS, "dealer_blackjack_bet.stake", SideStake, default="posted")
JACK_UNTIL: Final = Parameter[str](
    PARAMETERS, "dealer_blackjack_bet.until", Literal["bets_close", "first_card"], default="bets_close"
)
"""Until when the bet may be laid: as all others, or before the first card even where others close with the call."""
JACK_FOR: Final = Parameter[str](PARAMETERS, "dealer_blackjack_bet.for", Literal["anybody", "seated"], default="anybody")
OVER_BET_ODDS: Final = Parameter[str](PARAMETERS, "dealer_over_bet.odds", Odds, default="1:1")
OVER_BET_STAKE: Final = Parameter[str](PARAMETERS, "dealer_over_bet.stake", SideStake, default="posted")
OVER_BET_FOR: Final = Parameter[str](PARAMETERS, "dealer_over_bet.for", Literal["anybody", "seated"], default="anybody")
TOTAL_BET: Final = Parameter[int](PARAMETERS, "dealer_total_bet.total", Total, default=22)
TOTAL_BET_ODDS: Final = Parameter[str](PARAMETERS, "dealer_total_bet.odds", Odds, default="1:1")

# How a deal is put right
DECISIONS_CARRY_OVER: Final = Parameter[str](
    PARAMETERS, "error.decisions_carry_over", Literal["on_the_same_cards", "on_unchanged_hands", "none"]
)
"""Which decisions hold for the cards as they should have been: all that were made on the same ones; of these only those on
hands of which no card comes to be another; or none.
"""
EMPTY_BOX: Final = Parameter[str](PARAMETERS, "error.card_to_empty_box", GeneralRemedy)
SUPERVISED_BY: Final = Parameter[str](
    PARAMETERS, "error.empty_box_supervised_by", Literal["nobody", "inspector", "supervisor"], default="nobody"
)
"""Who, or whose superior, must be there when cards of a box without a wager are put right, if anybody."""
EXPOSED_CARD: Final = Parameter[str](PARAMETERS, "error.exposed_card", Literal["next", "burn"])
NOTICED_AT_ONCE: Final = Parameter[str](PARAMETERS, "error.noticed_at_once", GeneralRemedy)
"""A card out of turn with no other on top of it, and what is merely unfinished."""
OTHER_ERROR: Final = Parameter[str](PARAMETERS, "error.otherwise", GeneralRemedy)
PLAYED_ON: Final = Parameter[str](PARAMETERS, "error.once_played_on", GeneralRemedy)
"""An error of a round after which the next one has begun."""
NAMED_ONCE_CLOSED: Final = Parameter[str](
    PARAMETERS, "error.named_once_closed", GeneralRemedy | Literal["not_said"], default="not_said"
)
"""A card to an empty box, or one exposed and not used, that comes to light after its round was closed."""
EXPOSED_NOT_USED: Final = Parameter[str](PARAMETERS, "error.exposed_not_used", GeneralRemedy, default="reconstruct")
"""A card that had shown its face, or was burned in error, and was not used as the next one."""
CARD_TO_COMPLETED_DEALER: Final = Parameter[str](PARAMETERS, "error.card_to_completed_dealer", Literal["burn", "next"])
LEFT_OVER_CARD: Final = Parameter[str](PARAMETERS, "error.left_over_card", Literal["next", "burn"])
"""A card in error for which the round has no more use."""
LEFT_OVER_AT_DEALER: Final = Parameter[str](
    PARAMETERS, "error.left_over_at_dealer", Literal["burn", "next", "as_left_over"], default="as_left_over"
)
"""A left-over card at a dealer's hand that is complete only once the round is put right."""
FACE_UP_MACHINE: Final = Parameter[str](PARAMETERS, "error.face_up_in_machine", Literal["burn", "next"])
FACE_UP_SHOE: Final = Parameter[str](PARAMETERS, "error.face_up_in_shoe", Literal["burn", "next"])
CARD_MAY_BE_REFUSED: Final = Parameter[str](
    PARAMETERS, "error.card_may_be_refused", Literal["never", "out_of_turn", "always"]
)
BEYOND_REPAIR: Final = Parameter[str](PARAMETERS, "error.beyond_repair", Literal["void", "refer"])


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    deal = values[DEAL_ROUNDS.name]
    if not deal or not any("dealer" in row for row in deal) or sum("boxes" in row for row in deal) != 2:
        yield f"{DEAL_ROUNDS.name}: the boxes are dealt two cards each, and the dealer at least one"
    limits = values[BOX_LIMITS.name]
    if isinstance(limits, BoxLimits) and (limits.least > limits.most or limits.least % limits.unit):
        yield f"{BOX_LIMITS.name}: the least is a whole number of units and not above the most"
    if values[STANDS_ON.name] > values[MOST_POINTS.name]:
        yield f"{STANDS_ON.name}: nobody stands above {values[MOST_POINTS.name]}"

"""What a house must say so that its blackjack can be played, settled, put right and audited."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.cards import RANKS
from ledger.values.money import Odds
from ledger.values.subjects import Word
from replay.rulebooks.common_parameters import COMMON
from replay.rulebooks.parameter import Key

Rank = Annotated[str, Field(pattern=r"^[A23456789TJQK]$")]
Total = Annotated[int, Field(strict=True, ge=0, le=99)]
Row = Literal["boxes", "dealer"]
Share = Annotated[str, Field(pattern=r"^[1-9][0-9]?:[1-9][0-9]?$", description="a part of the wager: `1:2` is half")]
Remedy = Literal["reconstruct", "void", "as_dealt"]
Say = Literal[
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

KEYS: Final[dict[str, Key[Any]]] = dict(COMMON)
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
POINTS: Final = Key[Mapping[str, int]](
    KEYS,
    "cards.points",
    Annotated[Mapping[Rank, Annotated[int, Field(strict=True, ge=0, le=11)]], Field(min_length=len(RANKS))],
)
"""An ace by its lower count."""
ACE_HIGH: Final = Key[int](KEYS, "cards.ace_counts_also", Annotated[int, Field(strict=True, ge=1, le=20)])
MOST: Final = Key[int](KEYS, "hand.most", Total)

# The deal
DEAL: Final = Key[tuple[tuple[Row, ...], ...]](KEYS, "deal.rounds", tuple[tuple[Row, ...], ...])
FACE_UP: Final = Key[bool](KEYS, "deal.face_up", bool)
"""Whether every card is dealt face up."""

# The players' hands
NO_DRAW_AT: Final = Key[int](KEYS, "player.no_draw_at", Total)
DOUBLE_ON: Final = Key[frozenset[int] | str](KEYS, "double.totals", frozenset[Total] | Literal["any"])
DOUBLE_SOFT: Final = Key[str](KEYS, "double.soft_total_counts", Literal["high", "either"])
"""Whether ace and eight, 9 or 19, may be doubled where 9 may: only by its `high` count, or by `either`."""
DOUBLE_SPLIT: Final = Key[bool](KEYS, "double.after_split", bool)
PAIR: Final = Key[str](KEYS, "split.pair_is_of", Literal["rank", "value"])
SPLITS: Final = Key[int](KEYS, "split.most_hands", Annotated[int, Field(strict=True, ge=1, le=99)])
"""How many hands a box may have; 1 where nothing may be split, 99 where there is no limit."""
FILLS: Final = Key[str](KEYS, "split.hands_are_filled", Literal["one_by_one", "together"])
NEW_HAND: Final = Key[str](KEYS, "split.new_hand_is_played", Literal["last", "last_or_next"], absent="last")
"""When the hand that a further split makes is played: after the box's others, or as well right after the split one."""
ACES_ONE: Final = Key[bool](KEYS, "split.aces_get_one_card", bool)
ACES_AGAIN: Final = Key[bool](KEYS, "split.aces_again", bool)
EACH_STAKE: Final = Key[str](KEYS, "extra_stake.is", Literal["equal", "up_to"])
"""What a double or a split hand is staked: as much as the wager, or at most as much."""
SIGNALS: Final = Key[str](KEYS, "decision.needs", Literal["either", "both"])

# The dealer's hand
STANDS_ON: Final = Key[int](KEYS, "dealer.stands_on", Total)
SOFT_STANDS: Final = Key[bool](KEYS, "dealer.stands_on_soft", bool)
"""Whether the dealer stands on that total when it is soft."""
DRAWS_FOR: Final = Key[str](KEYS, "dealer.draws_for", Literal["effect", "any_hand_left", "always"])
"""Only while a card can change somebody's money; while a hand is left that is not over; or always."""
IDLE_CARDS: Final = Key[str](KEYS, "dealer.idle_cards_are", Literal["breach", "nothing"], absent="breach")
"""What the house makes of cards that the dealer took for nobody in a round that is closed."""

# What is paid
DEALER_OVER: Final = Key[str](KEYS, "dealer_over.odds", Odds)
"""What a hand that is not over is paid once the dealer's is."""
LOWER: Final = Key[str](KEYS, "lower_total.is", Literal["lost", "stand_off"])
WIN_ODDS: Final = Key[str](KEYS, "win.odds", Odds)
BLACKJACK_ODDS: Final = Key[str](KEYS, "blackjack.odds", Odds)
SPLIT_ACES_BJ: Final = Key[bool](KEYS, "blackjack.on_split_aces", bool)
SPLIT_TENS_BJ: Final = Key[bool](KEYS, "blackjack.on_split_tens", bool)
BEATS_21: Final = Key[bool](KEYS, "blackjack.beats_other_21", bool)
"""Whether a dealer's blackjack beats a 21 of more cards, or of a split hand."""
DOUBLE_LOST: Final = Key[bool](KEYS, "double.lost_to_blackjack", bool)
SPLIT_LOST: Final = Key[bool](KEYS, "split.lost_to_blackjack", bool)
"""Whether a dealer's blackjack takes all of a doubled or split hand, even of one with 21."""
EQUAL: Final = Key[str](KEYS, "equal_totals.are", Literal["stand_off", "lost"])
AGAINST_BLACKJACK: Final = Key[str](
    KEYS, "blackjack.against_blackjack", Literal["as_equal_totals", "stand_off", "lost"], absent="as_equal_totals"
)
"""What a blackjack is against the dealer's, where the house has a word of its own on it."""
PAID_AT_ONCE: Final = Key[bool](KEYS, "blackjack.paid_at_once", bool)
"""Whether a blackjack is paid after the deal where the dealer's card is neither an ace nor a ten."""
INSURED_AGAINST: Final = Key[frozenset[str]](KEYS, "insurance.against", frozenset[Rank])
INSURANCE_ODDS: Final = Key[str](KEYS, "insurance.odds", Odds)
INSURANCE_SHARE: Final = Key[str](KEYS, "insurance.share", Share)
INSURANCE_AMOUNT: Final = Key[str](KEYS, "insurance.amount", Literal["up_to", "exactly"])
INSURANCE_OVER: Final = Key[str](KEYS, "insurance.beyond_the_share", Literal["counts_up_to_it", "void"])
INSURANCE_LOST: Final = Key[str](KEYS, "insurance.is_collected", Literal["with_the_second_card", "at_the_end"])
EVEN_MONEY: Final = Key[frozenset[str]](KEYS, "even_money.against", frozenset[Rank])
EVEN_ODDS: Final = Key[str](KEYS, "even_money.odds", Odds)

# The conduct of the players
BOX_LIMITS: Final = Key[BoxLimits | str](KEYS, "limits.box", BoxLimits | Literal["posted"])
LEAST_IS_OF: Final = Key[str](KEYS, "limits.least_is_of", Literal["player", "box"], absent="player")
"""Whether each player on a box must lay the least, or all of them together."""
MOST_IS_OF: Final = Key[str](KEYS, "limits.most_is_of", Literal["box", "player"], absent="box")
"""Whether the most is what a box may hold, or what each player may lay on it."""
MOST_BETS: Final = Key[int](KEYS, "box.most_wagers", Annotated[int, Field(strict=True, ge=1, le=99)])
OFF_LIMITS: Final = Key[str](KEYS, "bet_off_limits.becomes", Literal["refer", "plays"])
UNLAWFUL_EXTRA: Final = Key[str](KEYS, "unlawful_extra_stake.becomes", Literal["returned", "refer", "plays"])
"""What becomes of the stake of a double, split or insurance that the rules do not allow: `refer` gives it back too, and
somebody must say what becomes of the cards."""
TIPS: Final = Key[bool](KEYS, "tips.allowed", bool)

LATE_DEALT_TO: Final = Key[str](KEYS, "late_bet.dealt_to", Literal["as_late", "accepted"], absent="as_late")
"""What a late stake is that the dealer dealt to: the only one on its box, which then got a card."""

# Several players on a box
CALLER: Final = Key[tuple[Say, ...]](KEYS, "box.caller", tuple[Say, ...], absent=("first_at_box",))
"""Who of a box's players calls its cards: the first of these that tells them apart decides."""
MOST_BOXES: Final = 99
BOXES: Final = Key[int](KEYS, "table.boxes", Annotated[int, Field(strict=True, ge=1, le=MOST_BOXES)], absent=MOST_BOXES)
"""How many boxes a table has: a wager on one beyond them is none."""
NEXT_CALLER: Final = Key[str](KEYS, "box.next_caller", Literal["by_the_same", "next_stake"], absent="by_the_same")
"""Who calls the box after its caller has left it: the next by the same criteria, or whoever staked next."""
MOST_PLAYERS: Final = Key[int](KEYS, "box.most_players", Annotated[int, Field(strict=True, ge=1, le=99)], absent=99)
REDUCES: Final = Key[str](KEYS, "box_over_maximum.reduces", Literal["last", "others_in_proportion"], absent="last")
"""Who takes back what a box has above its maximum: never the caller as long as others can."""
SPLIT_OTHERS: Final = Key[str](KEYS, "split.others", Literal["may_stay", "must_follow"], absent="may_stay")
"""Whether the stake of another player, who does not follow a split, stays on the first hand or is taken back."""
ABSENT_STANDS_ON: Final = Key[int](KEYS, "absent.stands_on", Total, absent=0)
"""From which total on a hand stands that nobody is there to call; 0 where there is no such rule."""
DRAW_OTHERS: Final = Key[str](KEYS, "draw.others", Literal["no_say", "ride", "stay"], absent="no_say")
"""Whether a co-player may say that he does not follow a draw, and what his wager then stands on: the cards as drawn, or
the total before the card."""
ABSENT_CALLER: Final = Key[str](KEYS, "absent.caller", Literal["next", "rule"], absent="next")
ABSENT_NEXT: Final = Key[str](KEYS, "absent.next_caller", Literal["by_the_same", "nobody"], absent="by_the_same")
"""Whether another player of the box has the say for a caller who is not there."""
ABSENT_BET: Final = Key[str](KEYS, "absent.bet", Literal["stays", "taken_off"], absent="stays")
"""What becomes of the bet of a player who is not there, once it has won or tied: it lies on the box like any other, or
the house takes it off and keeps it for the player."""

# Free bets
FREE_SPLIT: Final = Key[frozenset[str]](KEYS, "free_split.pairs", frozenset[Rank], absent=frozenset())
FREE_DOUBLE: Final = Key[frozenset[int]](KEYS, "free_double.totals", frozenset[Total], absent=frozenset())
"""Of two cards without an ace."""
FREE_ON_FIRST: Final = Key[bool](KEYS, "free_double.on_first_split_hand", bool, absent=True)
FREE_SPLIT_ODDS: Final = Key[str](KEYS, "free_split.odds", Odds, absent="1:1")
FREE_DOUBLE_ODDS: Final = Key[str](KEYS, "free_double.odds", Odds, absent="1:1")
"""What a chip that wins is paid for what it stands for."""
FREE_FOR: Final = Key[str](KEYS, "free_bet.for", Literal["each", "caller"], absent="each")

# What only some houses have
MUST_DRAW: Final = Key[int](KEYS, "player.must_draw_to", Total, absent=0)
"""Up to which total a hand may not stand."""
MUST_DRAW_COUNTS: Final = Key[str](KEYS, "player.must_draw_counts", Literal["high", "low"], absent="high")
DOUBLE_BLACKJACK: Final = Key[bool](KEYS, "double.on_blackjack", bool, absent=False)
PUSHES_ON: Final = Key[frozenset[int]](KEYS, "dealer.pushes_on", frozenset[Total], absent=frozenset())
"""Totals above the most with which the dealer takes and pays nothing; a blackjack is paid all the same."""
SURRENDER: Final = Key[str](KEYS, "surrender.returns", Share | Literal["none"], absent="none")
SURRENDER_UNTIL: Final = Key[str](KEYS, "surrender.until", Literal["box_decides", "any_box_decides"], absent="box_decides")
SURRENDERED_SIDES: Final = Key[str](KEYS, "surrender.side_bets", Literal["live", "lost"], absent="live")
SEVENS: Final = Key[str](KEYS, "three_sevens.odds", Odds | Literal["none"], absent="none")
"""What three sevens are paid at once, besides what the hand comes to."""
SEVENS_SPLIT: Final = Key[bool](KEYS, "three_sevens.on_split_hands", bool, absent=False)
SEVENS_STAKE: Final = Key[str](KEYS, "three_sevens.stake", Literal["plays_on", "lies_for_the_next"], absent="plays_on")
INSURANCE_UNTIL: Final = Key[str](KEYS, "insurance.until", Literal["first_decision", "first_card"], absent="first_decision")
"""Until when insurance may be laid: before anybody has decided on a hand, or before the first card after the deal."""
INSURANCE_STEP: Final = Key[str](KEYS, "insurance.step", Share | Literal["none"], absent="none")
"""The part of the table's minimum that an insurance is a multiple of."""
INSURED_EXTRAS: Final = Key[bool](KEYS, "insurance.on_extras", bool, absent=False)
"""Whether doubles and splits may be insured besides, once they lie there."""
EVEN_PAID: Final = Key[str](KEYS, "even_money.is_paid", Literal["at_once", "with_the_others"], absent="at_once")
DEALER_FIRST: Final = Key[frozenset[str]](KEYS, "dealer.finishes_first_with", frozenset[Rank], absent=frozenset())
"""First cards of the dealer's with which nothing is won before the dealer's hand is complete."""
INTERRUPTED: Final = Key[str](KEYS, "interrupted_round.is", Literal["finished", "void"], absent="finished")

# Side bets
SIDE_BETS: Final = Key[Mapping[str, SideBet]](KEYS, "side_bets.offered", Mapping[Word, SideBet], absent={})
"""By the name of the wager, what it is on."""
SIDE_DRAWS: Final = Key[bool](KEYS, "dealer.draws_for_side_bets", bool, absent=False)
"""Whether the dealer draws for a side bet when nobody else is left; it goes back where not."""
SIDE_NEEDS_BOX: Final = Key[bool](KEYS, "side_bets.need_a_box", bool, absent=False)
PAIR_BET_OF: Final = Key[str](KEYS, "pair_bet.pair_is_of", Literal["rank", "value"], absent="rank")
PAIR_ODDS: Final = Key[str](KEYS, "pair_bet.odds", Literal["posted"], absent="posted")
JACK_LINES: Final = Key[tuple[JackLine, ...]](KEYS, "dealer_blackjack_bet.lines", tuple[JackLine, ...], absent=())
"""The first line that the dealer's blackjack fits is paid."""
JACK_STAKE: Final = Key[str](KEYS, "dealer_blackjack_bet.stake", SideStake, absent="posted")
JACK_UNTIL: Final = Key[str](KEYS, "dealer_blackjack_bet.until", Literal["bets_close", "first_card"], absent="bets_close")
"""Until when the bet may be laid: as all others, or before the first card even where others close with the call."""
JACK_FOR: Final = Key[str](KEYS, "dealer_blackjack_bet.for", Literal["anybody", "seated"], absent="anybody")
OVER_BET_ODDS: Final = Key[str](KEYS, "dealer_over_bet.odds", Odds, absent="1:1")
OVER_BET_STAKE: Final = Key[str](KEYS, "dealer_over_bet.stake", SideStake, absent="posted")
OVER_BET_FOR: Final = Key[str](KEYS, "dealer_over_bet.for", Literal["anybody", "seated"], absent="anybody")
TOTAL_BET: Final = Key[int](KEYS, "dealer_total_bet.total", Total, absent=22)
TOTAL_BET_ODDS: Final = Key[str](KEYS, "dealer_total_bet.odds", Odds, absent="1:1")

# How a deal is put right
CARRY: Final = Key[str](KEYS, "error.decisions_carry_over", Literal["on_the_same_cards", "on_unchanged_hands", "none"])
"""Which decisions hold for the cards as they should have been: all that were made on the same ones; of these only those on
hands of which no card comes to be another; or none.
"""
EMPTY_BOX: Final = Key[str](KEYS, "error.card_to_empty_box", Remedy)
SUPERVISED_BY: Final = Key[str](
    KEYS, "error.empty_box_supervised_by", Literal["nobody", "inspector", "supervisor"], absent="nobody"
)
"""Who, or whose superior, must be there when cards of a box without a wager are put right, if anybody."""
EXPOSED: Final = Key[str](KEYS, "error.exposed_card", Literal["next", "burn"])
AT_ONCE: Final = Key[str](KEYS, "error.noticed_at_once", Remedy)
"""A card out of turn with no other on top of it, and what is merely unfinished."""
OTHERWISE: Final = Key[str](KEYS, "error.otherwise", Remedy)
PLAYED_ON: Final = Key[str](KEYS, "error.once_played_on", Remedy)
"""An error of a round after which the next one has begun."""
ONCE_CLOSED: Final = Key[str](KEYS, "error.named_once_closed", Remedy | Literal["not_said"], absent="not_said")
"""A card to an empty box, or one exposed and not used, that comes to light after its round was closed."""
NOT_USED: Final = Key[str](KEYS, "error.exposed_not_used", Remedy, absent="reconstruct")
"""A card that had shown its face, or was burned in error, and was not used as the next one."""
DONE_DEALER: Final = Key[str](KEYS, "error.card_to_completed_dealer", Literal["burn", "next"])
TOO_LATE: Final = Key[str](KEYS, "error.left_over_card", Literal["next", "burn"])
"""A card in error for which the round has no more use."""
LEFT_AT_DEALER: Final = Key[str](
    KEYS, "error.left_over_at_dealer", Literal["burn", "next", "as_left_over"], absent="as_left_over"
)
"""A left-over card at a dealer's hand that is complete only once the round is put right."""
FACE_UP_MACHINE: Final = Key[str](KEYS, "error.face_up_in_machine", Literal["burn", "next"])
FACE_UP_SHOE: Final = Key[str](KEYS, "error.face_up_in_shoe", Literal["burn", "next"])
REFUSAL: Final = Key[str](KEYS, "error.card_may_be_refused", Literal["never", "out_of_turn", "always"])
HOPELESS: Final = Key[str](KEYS, "error.beyond_repair", Literal["void", "refer"])


def contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What in an edition's values cannot be meant together: each a row and why."""
    deal = values[DEAL.name]
    if not deal or not any("dealer" in row for row in deal) or sum("boxes" in row for row in deal) != 2:
        yield f"{DEAL.name}: the boxes are dealt two cards each, and the dealer at least one"
    limits = values[BOX_LIMITS.name]
    if isinstance(limits, BoxLimits) and (limits.least > limits.most or limits.least % limits.unit):
        yield f"{BOX_LIMITS.name}: the least is a whole number of units and not above the most"
    if values[STANDS_ON.name] > values[MOST.name]:
        yield f"{STANDS_ON.name}: nobody stands above {values[MOST.name]}"

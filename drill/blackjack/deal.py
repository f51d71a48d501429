"""A simulated blackjack table: lawful rounds with players of a fixed strategy, dealt from a seed.

It deals through the same procedure that rules on disputes. What a player decides depends on what he sees and on
nothing else, so that a decision that must be made again can be made by the drill.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from ledger.events.play import WagerPlaced
from ledger.values.cards import RANKS, SUITS
from ledger.values.places import box_of, hand_number_of, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import UNASKED_DECISIONS, Play, is_even_money_open, is_insurance_open
from replay.games.blackjack.settlement import FREE_KINDS, MAIN
from replay.games.blackjack.table import BlackjackTable, Hand, total
from replay.procedure.procedure import ActKind, Due, TableAct, simulate
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

CoPlayerBets = Mapping[int, tuple[WagerPlaced, ...]]
Limits = tuple[int, int, int]

MOST_AT_A_BOX: Final = 4
ODDS: Final[Mapping[str, str]] = {"mixed_pair": "6:1", "coloured_pair": "12:1", "perfect_pair": "25:1"}
"""What the drill's houses post for pairs."""


def co_player_number(player: str) -> int:
    """Which of a box's other players somebody is; 0 for who calls it."""
    return int(player[2:] or 0)


def own_box(player: str) -> int:
    """The box on which somebody plays."""
    return int(player[1])


def follows(player: str, decision: str, rules: Rules) -> bool:
    """Who adds his own stake where the caller of the box doubles or splits."""
    if decision in FREE_KINDS and rules.value(parameters.FREE_FOR) == "caller":
        return False
    if decision.endswith("split"):
        return co_player_number(player) == 1 or rules.value(parameters.SPLIT_OTHERS) == "must_follow"
    return co_player_number(player) in (1, 2)


def insures(player: str) -> bool:
    return own_box(player) % 3 != 1 if co_player_number(player) == 0 else co_player_number(player) % 2 == 1


def takes_even_money(player: str) -> bool:
    return (own_box(player) + co_player_number(player)) % 2 == 1


def surrenders(player: str, rules: Rules) -> bool:
    """Who gives up a bad hand: only where that does not turn on what others did before."""
    open_to_all = rules.value(parameters.SURRENDER) != "none" and rules.value(parameters.SURRENDER_UNTIL) == "box_decides"
    return open_to_all and bool(player) and (own_box(player) + co_player_number(player)) % 2 == 0


def co_player_bets(mains: Mapping[int, WagerPlaced], limits: Limits, rules: Rules, rng: Random) -> CoPlayerBets:
    """Up to three players more on every other box, with smaller stakes where the higher one would have the say."""
    least, most, unit = limits
    can = min(MOST_AT_A_BOX, rules.value(parameters.MOST_PLAYERS), rules.value(parameters.MOST_BETS))
    seated = rules.value(parameters.CALLER)[0] == "seated"
    found: dict[int, tuple[WagerPlaced, ...]] = {}
    for box, main in mains.items():
        number = rng.randrange(can) if rng.randrange(2) else 0
        steps = (most // (MOST_AT_A_BOX + 1) - least) // unit
        stakes = sorted((least + unit * rng.randint(0, steps) for _ in range(number)), reverse=True)
        if stakes:
            found[box] = tuple(
                _co_player_bet(main, n, stake if seated else min(stake, main.stake_minor))
                for n, stake in enumerate(stakes, 1)
            )
    return found


def _co_player_bet(main: WagerPlaced, number: int, stake: int) -> WagerPlaced:
    wager, player = f"{main.wager}{number}", f"{main.player}{number}"
    return WagerPlaced(wager=wager, player=player, kind=MAIN, stake_minor=stake, box=main.box, spot=number + 1)


def side_bets(bets: Iterable[WagerPlaced], limits: Limits, rules: Rules, rng: Random) -> tuple[WagerPlaced, ...]:
    """Side bets of whoever may make them, as high as they must be."""
    found = []
    for bet in bets:
        for number, (name, kind) in enumerate(sorted(rules.value(parameters.SIDE_BETS).items()), 1):
            if rng.randrange(4) == 0 and (co_player_number(bet.player) == 0 or not needs_seat(kind, rules)):
                wager, stake = f"{bet.wager}-s{number}", _side_stake(kind, limits[0], rules, rng)
                found.append(WagerPlaced(wager=wager, player=bet.player, kind=name, stake_minor=stake, box=bet.box))
    return tuple(found)


def needs_seat(kind: str, rules: Rules) -> bool:
    """Whether a side bet is for those alone who sit."""
    keys = {"dealer_blackjack": parameters.JACK_FOR, "dealer_over": parameters.OVER_BET_FOR}
    return kind in keys and rules.value(keys[kind]) == "seated"


def side_stake_rule(kind: str, rules: Rules) -> str:
    """What the stake of a side bet must be."""
    keys = {"dealer_blackjack": parameters.JACK_STAKE, "dealer_over": parameters.OVER_BET_STAKE}
    return rules.value(keys[kind]) if kind in keys else "posted"


def _side_stake(kind: str, least: int, rules: Rules, rng: Random) -> int:
    return least // 2 if side_stake_rule(kind, rules) == "up_to_least" and rng.randrange(2) else least


def play_at(
    mains: Mapping[int, WagerPlaced],
    co_players: CoPlayerBets,
    side_wagers: Sequence[WagerPlaced],
    rules: Rules,
    hands_played_next: frozenset[str] = frozenset(),
) -> Play:
    """The play at a table with these wagers."""
    offered = rules.value(parameters.SIDE_BETS)
    say = [(box, (main.player, *(bet.player for bet in co_players.get(box, ())))) for box, main in sorted(mains.items())]
    return Play(
        calling_order=tuple(say),
        has_absence_rule=rules.value(parameters.ABSENT_STANDS_ON) > 0,
        side_bet_kinds=frozenset(offered[bet.kind] for bet in side_wagers),
        hands_played_next=hands_played_next,
    )


DEFAULT_PLAY: Final = Play()
FURTHER_HANDS: Final = range(3, 10)
"""The numbers of the hands that further splits of a box make."""
SHOWN_CARDS: Final = 8
"""So many of the next cards decide in which order a dealer plays these hands."""
BOXES: Final = range(1, 8)
ABSENT_HAND_DRAWS_TO: Final = 16
"""Up to this total a hand draws that nobody is there to call."""

DEFAULT_BOX_LIMITS: Final = (10_00, 500_00, 10_00)
"""Least, most and unit of a box, in minor units, where the rulebook leaves them to the table."""


@dataclass(frozen=True, slots=True)
class FirstCardsPlay(Play):
    """The deal without the play after it."""

    def due(self, board: BlackjackTable, rules: Rules) -> Due | None:
        return self.due_first_card(board, rules)


@dataclass(frozen=True, slots=True)
class SimulatedAct:
    """One thing that the dealer did or a player said, and the table before it, as the dealer takes it to be."""

    board: BlackjackTable
    place: str
    value: str
    kind: ActKind = "card"
    card_origin: Literal["", "exposed", "burn", "face_up"] = ""
    """A card that had been exposed or burned before it was given, or that lay face up in the shoe."""
    speaker: str = ""
    """Who said it, where several play on the box."""

    @property
    def is_play_decision(self) -> bool:
        """Whether it belongs to the play after the deal."""
        return self.kind == "choose" and self.value not in UNASKED_DECISIONS

    @property
    def recorded_key(self) -> tuple[str, str, str, str]:
        """What the record has of it."""
        return self.place, self.value, self.kind, self.speaker


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round from its first card to its last, and the table at the end."""

    acts: tuple[SimulatedAct, ...]
    final_board: BlackjackTable

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that left the shoe."""
        return tuple(act.value for act in self.acts if act.kind == "card")

    def board_after(self, index: int) -> BlackjackTable:
        """The table after an act."""
        return self.acts[index + 1].board if index + 1 < len(self.acts) else self.final_board

    def up_to(self, number: int) -> "RoundLine":
        """The round as far as its first so many acts."""
        return RoundLine(self.acts[:number], self.board_after(number - 1) if number else self.acts[0].board)


OfferAnswer = tuple[str, str, str]
"""Place, answer, and whose it is."""

OfferStrategy = Callable[[BlackjackTable], Sequence[OfferAnswer]]
"""What players answer to insurance and even money, once the first cards lie."""


def strategy(board: BlackjackTable, due: Due, rules: Rules, play: Play = DEFAULT_PLAY) -> str:
    """What every player of the drill decides on what he sees; nothing is paid for that the house gives."""
    hand = board.hand_at(due.place)
    assert hand is not None
    if play.is_by_rule(board, hand.box, rules):
        return "hit" if total(hand, rules)[0] <= ABSENT_HAND_DRAWS_TO else "stand"

    def may(*ways: str) -> str:
        return next((what for what in ways if play.is_legal(board, due, what, rules)), "")

    if _is_worth_splitting(hand, _upcard_points(board, rules), rules) and (split := may("free_split", "split")):
        return split
    if not may("hit"):
        return "stand"
    has, soft = total(hand, rules)
    shown = _upcard_points(board, rules)
    bad = not soft and has in (15, 16) and shown in (1, 10)
    if bad and surrenders(play.caller(board, hand.box), rules) and may("surrender"):
        return "surrender"
    if _is_worth_doubling(has, shown, is_soft=soft) and (double := may("free_double", "double")):
        return double
    if (has >= (18 if soft else 17) or (not soft and has >= 12 and 2 <= shown <= 6)) and may("stand"):
        return "stand"
    return "hit"


def _upcard_points(board: BlackjackTable, rules: Rules) -> int:
    """What the dealer's first card counts, an ace one; an unseen card is taken for a ten."""
    return next((rules.value(parameters.POINTS)[card[0]] for card in board.dealer.all_cards[:1]), 10)


def _is_worth_splitting(hand: Hand, upcard_points: int, rules: Rules) -> bool:
    ranks = "".join(card[0] for card in hand.all_cards)
    tens = total(hand, rules)[0] == 20
    return ranks in ("88", "AA", "99", "77", "22", "33") or (tens and upcard_points in (4, 5, 6))


def _is_worth_doubling(points: int, upcard_points: int, *, is_soft: bool) -> bool:
    return (9 <= points <= 11 and 2 <= upcard_points <= 9) or (
        is_soft and points in (13, 17, 18, 19) and upcard_points in (5, 6)
    )


def offer_answers(board: BlackjackTable, rules: Rules, play: Play) -> list[OfferAnswer]:
    """Who insures and who takes even money: each by a rule of his own."""
    answers: list[OfferAnswer] = []
    for hand in board.hands:
        for player in players_there(play, board, hand.box) if not play.is_by_rule(board, hand.box, rules) else ():
            by = speaker_name(play, board, hand.place, player, rules)
            if is_even_money_open(board, hand, rules) and takes_even_money(player):
                answers.append((hand.place, "even_money", by))
            elif is_insurance_open(board, rules):
                answers.append((hand.place, "insurance" if insures(player) else "no_insurance", by))
    return answers


def players_there(play: Play, board: BlackjackTable, box: int | None) -> list[str]:
    """The players of a box who are at the table; all of them where none is."""
    players = play.players(box)
    absent = board.absent_players(players)
    return [player for player in players if player not in absent] or list(players)


def speaker_name(play: Play, board: BlackjackTable, place: str, player: str, rules: Rules) -> str:
    """A player's name where it takes a name to know who spoke."""
    box = box_of(place)
    shared = len(players_there(play, board, box)) > 1
    return player if shared and not play.is_by_rule(board, box, rules) else ""


def play_to_end(
    play: Play,
    rules: Rules,
    board: BlackjackTable,
    acts: list[SimulatedAct],
    cards: Sequence[str],
    answer_offers: OfferStrategy | None = None,
    refused_views: Collection[Hashable] = (),
) -> RoundLine:
    """Goes on lawfully from a table, with the shoe's next cards and the players' strategy, to the end of the round.

    Who sees what is in `refused_views` does not take the card that waits there.
    """
    shoe = iter(cards[sum(act.kind == "card" for act in acts) :])
    acts = list(acts)

    def decide(board: BlackjackTable, due: Due) -> str:
        return "refuse_card" if play.visible_state(board, due) in refused_views else strategy(board, due, rules, play)

    def go(procedure: Play, board: BlackjackTable) -> BlackjackTable:
        end, played = simulate(procedure, board, rules, lambda: next(shoe), decide)
        for due, given in played:
            caller = play.caller(board, box_of(due.place))
            by = speaker_name(play, board, due.place, caller, rules) if due.kind == "choose" else ""
            acts.append(SimulatedAct(board, due.place, given, due.kind, speaker=by))
            board = procedure.after_due(board, due, given)
        return end

    if not any(act.kind == "choose" for act in acts):
        board = go(FirstCardsPlay(), board)
        for place, what, by in answer_offers(board) if answer_offers else offer_answers(board, rules, play):
            acts.append(SimulatedAct(board, place, what, "choose", speaker=by))
            taken = play.after_optional(board, TableAct(place, what, 0, "choose", by), rules)
            board = board if taken is None else taken
    end = go(play, board)
    return RoundLine(tuple(acts), end)


EXTRA_WAGER_DECISIONS: Final = frozenset({"double", "split", "free_double", "free_split", "insurance"})
"""Decisions upon which a wager is laid."""


def extra_wagers(
    line: RoundLine, main_bets: Mapping[int, Sequence[WagerPlaced]], rules: Rules, play: Play
) -> list[tuple[int, WagerPlaced]]:
    """The wagers that hang on decisions, each with the number of its act; `mains` are those of each box."""
    found: list[tuple[int, WagerPlaced]] = []
    for at, act in enumerate(line.acts):
        box = box_of(act.place) or 0
        if act.kind != "choose" or act.value not in EXTRA_WAGER_DECISIONS:
            continue
        speaker = act.speaker or play.caller(act.board, box)
        hand = _riding_hand_number(act, box)
        for main in main_bets.get(box, ()):
            if main.player == speaker or _adds_with_caller(main, act, rules, [bet for _, bet in found]):
                found.append((at, _extra_wager(main, at, act.value, hand, rules)))
    return found


def _riding_hand_number(act: SimulatedAct, box: int) -> int:
    """The hand on which a wager will ride."""
    if act.value.endswith("split"):
        return 1 + max(hand_number_of(hand.place) for hand in act.board.hands_of(box))
    return hand_number_of(act.place)


def _adds_with_caller(main_bet: WagerPlaced, act: SimulatedAct, rules: Rules, laid_bets: Sequence[WagerPlaced]) -> bool:
    """Whether another player adds to a hand what its caller added: only who has a stake there."""
    number = hand_number_of(act.place)
    there = number == 1 or any(
        bet.parent == main_bet.wager and bet.kind.endswith("split") and bet.hand == number for bet in laid_bets
    )
    in_play = not act.board.exit_of(main_bet.box, main_bet.player) and not act.board.absent_players([main_bet.player])
    return act.value != "insurance" and there and in_play and follows(main_bet.player, act.value, rules)


def _extra_wager(main_bet: WagerPlaced, at: int, kind: str, hand_number: int, rules: Rules) -> WagerPlaced:
    part, whole = map(int, rules.value(parameters.INSURANCE_SHARE).split(":"))
    free = kind in FREE_KINDS
    share = main_bet.stake_minor * part // whole if kind == "insurance" else main_bet.stake_minor
    return WagerPlaced(
        wager=f"{main_bet.wager}-{kind}-{at}",
        player=main_bet.player,
        kind=kind,
        stake_minor=0 if free else share,
        nominal_minor=share if free else None,
        box=main_bet.box,
        hand=hand_number,
        parent=main_bet.wager,
    )


@dataclass(slots=True)
class SimulatedBlackjackTable:
    """A table with a shoe and players. Same seed, same play."""

    edition: Edition
    seed: int
    cards: list[str] = field(default_factory=list)
    cards_out: list[str] = field(default_factory=list)
    """The cards of the shoe that are out, as they were read."""
    device: Literal["shoe", "machine"] = "shoe"
    shoe_count: int = 0
    plays_new_hands_last: bool = False
    random: Random = field(init=False)
    rules: Rules = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311 - play that can be repeated, no secret
        self.rules = Rules(self.edition)
        self.new_shoe()

    @property
    def decks(self) -> int:
        return self.rules.value(DECKS)

    def new_shoe(self) -> None:
        """Shuffles a fresh shoe; a machine takes the cards back after each round."""
        self.cards = [rank + suit for rank in RANKS for suit in SUITS] * self.decks
        self.random.shuffle(self.cards)
        self.cards_out = []
        self.shoe_count += 1
        self.device = "machine" if self.random.randrange(3) == 0 else "shoe"

    def next_round(self) -> None:
        """Makes the shoe ready: it is shuffled when less than half is left."""
        if self.device == "machine":
            self.cards += self.cards_out
            self.cards_out = []
            self.random.shuffle(self.cards)
        if 2 * len(self.cards) < 52 * self.decks:
            self.new_shoe()

    def cut(self) -> None:
        """Cuts the cards that are left, so that other ones come next."""
        at = self.random.randrange(len(self.cards))
        self.cards = self.cards[at:] + self.cards[:at]

    def remove_cards(self, number: int, card_names: Sequence[str]) -> None:
        """So many cards have left the shoe, and were read so."""
        left = self.cards[:number]
        del self.cards[:number]
        self.cards_out += left if self.device == "machine" else card_names

    @property
    def limits(self) -> tuple[int, int, int]:
        """Least, most and unit of a box, in minor units."""
        held = self.rules.value(parameters.BOX_LIMITS)
        return DEFAULT_BOX_LIMITS if isinstance(held, str) else (held.least * 100, held.most * 100, held.unit * 100)

    def co_player_bets(self, main_bets: Mapping[int, WagerPlaced]) -> CoPlayerBets:
        """Wagers of other players on these boxes."""
        return co_player_bets(main_bets, self.limits, self.rules, self.random)

    def side_bets(self, bets: Sequence[WagerPlaced]) -> tuple[WagerPlaced, ...]:
        """Side bets of those who made these."""
        return side_bets(bets, self.limits, self.rules, self.random)

    def hands_played_next(self, boxes: Iterable[int]) -> frozenset[str]:
        """The hands of further splits that the dealer will play right after the one that was split, where that is open."""
        if self.plays_new_hands_last or self.rules.value(parameters.NEW_HAND) == "last":
            return frozenset()
        coin = Random("".join(self.cards[:SHOWN_CARDS]))  # noqa: S311 - play that can be repeated, no secret
        further = [hand_place(box, number) for box in boxes for number in FURTHER_HANDS]
        return frozenset(place for place in further if coin.randrange(2))

    def main_bets(self) -> dict[int, WagerPlaced]:
        """A wager on each of one to five boxes."""
        least, most, unit = self.limits
        boxes = sorted(self.random.sample(list(BOXES), self.random.randint(1, 5)))
        return {
            box: WagerPlaced(
                wager=f"w{box}",
                player=f"P{box}",
                kind=MAIN,
                stake_minor=min(most, least + unit * self.random.randrange(20)),
                box=box,
            )
            for box in boxes
        }


def board_before_deal(main_bets: Iterable[int], absent: Iterable[str] = ()) -> BlackjackTable:
    """The table before the deal, and who is not at it."""
    return BlackjackTable.before_deal(main_bets)._replace(absences=frozenset((player, 0) for player in absent))


def riding_place(bet: WagerPlaced) -> str:
    """The hand on which a wager rides."""
    return hand_place(bet.box or 0, bet.hand or 1)

"""Baccarat, as the registry offers it.

The keys by which a coup is typed beside the footage.

Bets that say what the first card will be: a six to a nine, which helps punto, or another one.

A coup as it is looked at, card by card.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from ledger.events.play import WagerPlaced
from ledger.values.cards import SUITS, is_known, rank
from ledger.values.message import Message, Term
from ledger.values.places import BANCO, PUNTO
from replay.games.baccarat.coup import CoupHands, Tableau, total
from replay.games.baccarat.judge import judge
from replay.games.baccarat.normal_form import HANDS
from replay.games.baccarat.settlement import Result, wager_name, winner
from replay.games.baccarat.sightings import CoupWeigher
from replay.judging.game import BetTrial, Frames, Game, Hands, KeyPattern, RoundFrame, TypingKeys, hands_after
from replay.procedure.procedure import Due, TableAct, lawful_step
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round


def frames(coup: Round, rules: Rules) -> Frames:
    """The table after each entry of a coup."""
    hands: Hands = {"punto": (), "banco": ()}
    board: CoupHands | None = CoupHands()
    for round_entry in coup.entries:
        hands, touched = hands_after(hands, round_entry)
        if touched is not None and touched in hands and board is not None:
            card = hands[touched][-1] if hands[touched] else "??"
            went = (
                lawful_step(Tableau(), board, rules, TableAct(touched, card, round_entry.position))
                if card[0] != "?"
                else None
            )
            board = went[0] if went else None
        due = None if board is None else Tableau().due(board, rules)
        yield RoundFrame(round_entry, hands, touched, _due_text(board, due), due.place if due else None)


def _due_text(board: CoupHands | None, due: Due | None) -> str | None:
    if board is None:
        return None
    return Message("card to {place}", place=Term(due.place)) if due else Term("no more cards")


def count(cards: tuple[str, ...], rules: Rules) -> str:
    """A hand's total."""
    return str(total(cards, rules))


_HELPING: Final = "6789"
"""Ranks that make punto likelier to win, as its first card."""


def bet_trials(round_: Round, _: Rules) -> Iterator[BetTrial]:
    """For each player who backed one side alone before the cards: whether the first card helped it."""
    cards = round_.card_entries
    first = next(iter(round_.entries), None)
    if not cards or first is None or round_.decks is None or round_.device == "machine":
        return
    card = cards[0].event
    face, place = getattr(card, "card", "??"), getattr(card, "place", "")
    if place != PUNTO or not is_known(face):
        return
    chance = _chance_of_helping(round_.copies_out_before, round_.decks)
    sides: dict[str, set[str]] = {}
    for round_entry, bet in round_.entries_of(WagerPlaced):
        if round_entry.index < cards[0].index and bet.kind in (PUNTO, BANCO):
            sides.setdefault(bet.player, set()).add(bet.kind)
    if 0 < chance < 1:
        for player, backed in sides.items():
            if len(backed) == 1:
                yield BetTrial(player, "next_card", rank(face) in _HELPING, chance, predicted=backed == {PUNTO})


def _chance_of_helping(copies_out: Mapping[str, int], decks: int) -> Fraction:
    """By the cards that were read, how likely the next one is a six to a nine."""
    out = sum(copies_out.values())
    helping_out = sum(number for card, number in copies_out.items() if rank(card) in _HELPING)
    left = 52 * decks - out
    return Fraction(len(_HELPING) * len(SUITS) * decks - helping_out, left) if left > 0 else Fraction(0)


KEYS: Final = TypingKeys(
    patterns=(
        KeyPattern("w", "bet {wager} {player} {kind} {stake}", Message("a wager"), ("player", "kind", "stake")),
        KeyPattern("p", "P {rank}{suit}", Message("a card to punto"), ("rank", "suit")),
        KeyPattern("b", "B {rank}{suit}", Message("a card to banco"), ("rank", "suit")),
        KeyPattern("c", "call {result}", Message("the call"), ("result",)),
    ),
    choices={
        "kind": {"p": "punto", "b": "banco", "e": "egalite", "t": "any_tie"},
        "result": {"p": "punto", "b": "banco", "e": "egalite"},
    },
)


def _name_of_kind(kind: str) -> str:
    """A bet's name in words, as UR WAY 6."""
    on_total = kind.removeprefix("ur_way_")
    return wager_name("ur_way", int(on_total)) if on_total != kind else wager_name(kind)


def _result_of(hands: Mapping[str, tuple[str, ...]], rules: Rules) -> str:
    """`banco`, `punto` or `egalite`."""
    punto, banco = (total(hands[hand], rules) for hand in HANDS)
    return winner(Result(punto, banco, banco, None), rules)


GAME: Final = Game(
    judge,
    frames,
    count,
    wager_name=_name_of_kind,
    place_name=Term,
    has_roads=True,
    result_of=_result_of,
    deal_weigher=CoupWeigher,
    typing_keys=KEYS,
    bet_trials=bet_trials,
)

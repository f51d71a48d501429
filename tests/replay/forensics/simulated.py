"""Shoes with something wrong with them, dealt from a seed: nothing here knows the program.

Baccarat: eight decks, the cut card fourteen cards from the end. Blackjack: six decks, three quarters of them dealt, three
boxes that draw to hard 16 and soft 17. Faces are numbers: the suits one after the other, each from the ace to the king.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

DECKS = {"baccarat": 8, "blackjack": 6}
RANKS, SUITS = "A23456789TJQK", "shdc"
BANCO_DRAWS = {0: range(11), 1: range(11), 2: range(11), 3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
"""By banco's points, the third cards of punto after which it draws."""

DealtRound = list[tuple[str, int]]
"""The cards of a round with their places, in the order in which they left the shoe."""


@dataclass(frozen=True)
class Card:
    """A card as the examination takes it in."""

    card: str
    place: str
    round: str


def faces_of(rounds: Sequence[DealtRound], first: int = 0) -> list[Card]:
    """The cards of rounds, which are numbered on from there."""
    return [
        Card(RANKS[face % 13] + SUITS[face // 13], place, str(first + number))
        for number, dealt in enumerate(rounds)
        for place, face in dealt
    ]


def dealt(game: str, order: Sequence[int]) -> list[DealtRound]:
    """The rounds that an order of cards is dealt in."""
    return list(_coups(order) if game == "baccarat" else _blackjack_rounds(order))


def _points(face: int) -> int:
    return 0 if face % 13 >= 9 else face % 13 + 1


def _coups(order: Sequence[int]) -> Iterator[DealtRound]:
    at = 0
    while at < len(order) - 14:
        coup = [(place, order[at + number]) for number, place in enumerate("PBPB")]
        at += 4
        punto, banco = (sum(_points(face) for place, face in coup if place == side) % 10 for side in "PB")
        if max(punto, banco) < 8:
            third = None
            if punto <= 5:
                third = _points(order[at])
                coup.append(("P", order[at]))
                at += 1
            if banco <= 5 if third is None else third in BANCO_DRAWS.get(banco, ()):
                coup.append(("B", order[at]))
                at += 1
        yield coup


def _total(hand: Sequence[int]) -> tuple[int, bool]:
    """A hand's total, and whether an ace counts eleven in it."""
    low = sum(min(face % 13 + 1, 10) for face in hand)
    return (low + 10, True) if low <= 11 and any(face % 13 == 0 for face in hand) else (low, False)


def _blackjack_rounds(order: Sequence[int]) -> Iterator[DealtRound]:
    cards = iter(order)
    out = 0
    while out < len(order) * 3 // 4:
        hands: dict[str, list[int]] = {place: [] for place in "135D"}
        played: DealtRound = []

        def draw(place: str, hands: dict[str, list[int]] = hands, played: DealtRound = played) -> None:
            face = next(cards)
            hands[place].append(face)
            played.append((place, face))

        for place in "135D135":
            draw(place)
        for place in "135":
            while _total(hands[place])[0] <= 16 or _total(hands[place]) == (17, True):
                draw(place)
        while _total(hands["D"])[0] < 17:
            draw("D")
        out += len(played)
        yield played


def decks(game: str) -> list[int]:
    """The cards of complete decks."""
    return list(range(52)) * DECKS[game]


def shuffled(cards: Iterable[int], chance: Random) -> list[int]:
    """The cards, well shuffled."""
    pile = list(cards)
    chance.shuffle(pile)
    return pile


def cut(cards: Sequence[int], chance: Random) -> list[int]:
    """The cards, cut."""
    at = chance.randrange(len(cards))
    return [*cards[at:], *cards[:at]]


def riffled(cards: Sequence[int], times: int, chance: Random) -> list[int]:
    """The cards after so many riffles, by Gilbert, Shannon and Reeds."""
    pile = list(cards)
    for _ in range(times):
        from_left = [chance.random() < 0.5 for _ in pile]
        left, right = iter(pile[: sum(from_left)]), iter(pile[sum(from_left) :])
        pile = [next(left if is_left else right) for is_left in from_left]
    return pile


def picked_up(rounds: Sequence[DealtRound]) -> list[int]:
    """The cards as they are picked up: round by round, and place by place."""
    found = []
    for played in rounds:
        for place in dict.fromkeys(place for place, _ in played):
            found += [face for other, face in played if other == place]
    return found


NEW_DECK = [*range(26), *reversed(range(26, 39)), *reversed(range(39, 52))]
"""A deck as it leaves the maker: two suits upwards, two downwards."""


@dataclass(frozen=True)
class Faulty:
    """Shoes of a table, and the round of the day before which the fault began."""

    shoes: Iterator[list[DealtRound]]
    rounds_before: int = 0


def _composition(game: str, chance: Random, number: int, *, missing: bool, same: bool) -> Faulty:
    faces = [chance.randrange(52)] * number if same else chance.sample(range(52), number)
    cards = decks(game)
    for face in faces:
        if missing:
            cards.remove(face)
        else:
            cards.append(face)
    return Faulty(dealt(game, shuffled(cards, chance)) for _ in range(150))


def _round_of(rounds: Sequence[DealtRound], place: int) -> int:
    """How many rounds are over before the card of this number, counted from nought."""
    for number, played in enumerate(rounds):
        place -= len(played)
        if place < 0:
            return number
    return len(rounds)


def _factory(game: str, chance: Random) -> Faulty:
    return Faulty(iter([dealt(game, cut(NEW_DECK * DECKS[game], chance))]))


def _factory_one_deck(game: str, chance: Random) -> Faulty:
    others = shuffled(decks(game)[52:], chance)
    at = chance.randrange(len(others) * 2 // 3)
    rounds = dealt(game, [*others[:at], *cut(NEW_DECK, chance), *others[at:]])
    return Faulty(iter([rounds]), _round_of(rounds, at))


def _repeated_deck(game: str, chance: Random) -> Faulty:
    return Faulty(iter([dealt(game, shuffled(range(52), chance) * DECKS[game])]))


def _slug(game: str, chance: Random, length: int, *, by_hand: bool = False, backwards: bool = False) -> Faulty:
    earlier = [dealt(game, shuffled(decks(game), chance)) for _ in range(chance.randint(1, 3))]
    source = chance.choice(earlier)
    cards = picked_up(source) if by_hand else [face for _, face in chain(*source)]
    first = chance.randrange(len(cards) - length)
    slug = cards[first : first + length]
    others = decks(game)
    for face in slug:
        others.remove(face)
    others, at = shuffled(others, chance), chance.randrange(150)
    rounds = dealt(game, [*others[:at], *(slug[::-1] if backwards else slug), *others[at:]])
    return Faulty(iter([*earlier, rounds]), sum(map(len, earlier)) + _round_of(rounds, at))


def _riffle(game: str, chance: Random, times: int) -> Faulty:
    whole = shuffled(decks(game), chance)
    earlier = dealt(game, whole)
    return Faulty(iter([earlier, dealt(game, cut(riffled(whole, times, chance), chance))]), len(earlier))


KINDS: dict[str, tuple[str, Callable[[str, Random], Faulty]]] = {
    "factory": ("deck_order", _factory),
    "factory one deck": ("deck_order", _factory_one_deck),
    "repeated deck": ("repeated_deck", _repeated_deck),
}
"""By fault, the suspicion that it is to raise, and how it is made."""


def _add_kinds() -> None:
    for number in (1, 2, 3, 4, 5, 6, 8, 16):
        for what in ("missing", "surplus"):
            for face in ("same", "different"):
                KINDS[f"{number} {what}, {face} face"] = (
                    f"cards_{what}",
                    lambda game, chance, number=number, what=what, face=face: _composition(  # type: ignore[misc]
                        game, chance, number, missing=what == "missing", same=face == "same"
                    ),
                )
    for length in (6, 8, 10, 15, 20, 26):
        for name, how in (
            ("", {}),
            (" reversed", {"backwards": True}),
            (" by hand", {"by_hand": True}),
            (" by hand reversed", {"by_hand": True, "backwards": True}),
        ):
            KINDS[f"slug{name} {length}"] = (
                "repeated_run",
                lambda game, chance, length=length, how=how: _slug(game, chance, length, **how),  # type: ignore[misc]
            )
    for times in (1, 2, 3, 4, 5):
        KINDS[f"riffle {times}"] = (
            "poor_shuffle",
            lambda game, chance, times=times: _riffle(game, chance, times),  # type: ignore[misc]
        )


_add_kinds()

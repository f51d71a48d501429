"""What lies on a table after a step of a round: hands, cards that are out of order, and the wagers with their money."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.cards import is_known
from ledger.events.play import (
    Announced,
    CardDealt,
    DecisionMade,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.places import box_of
from projections.phrases import amount
from projections.walk import Step, spelling_of, walk
from projections.words import Words, pretty
from replay.games import GAMES
from replay.rules import Rules
from replay.rulings import Ruling

_MISSED: Final = frozenset(
    {"underdraw", "short_hand", "hit_not_given", "split_not_filled", "dealer_stopped", "skipped_box", "skipped_dealer"}
)
"""Findings that a card was due and not given."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table. `wrong` says that a finding is about its being dealt there."""

    card: str
    down: bool = False
    sideways: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a place, its name as it is said, what they come to, and whether a card was due to it and not given."""

    place: str
    name: str
    cards: tuple[Lying, ...]
    count: str
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Chips:
    """A wager on the table, its amounts written out. `back` is what went back: None as long as it lies there,
    empty where it was collected. `wrong` says that a finding is about it.
    """

    wager: str
    player: str
    kind: str
    on: str
    amount: str
    box: int | None
    hand: int = 1
    free: bool = False
    back: str | None = None
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A table after a step."""

    game: str
    round: str
    step: int
    told: str
    hands: tuple[Hand, ...]
    chips: tuple[Chips, ...]
    called: str | None
    boxes: int = 0


@dataclass(slots=True)
class _Watched:
    """What is kept while the round is followed: which cards lie face down, are wrong, or lie sideways."""

    down: set[tuple[str, str]] = field(default_factory=set)
    wrong: set[tuple[str, str]] = field(default_factory=set)
    missed: set[str] = field(default_factory=set)
    doubled: dict[str, int] = field(default_factory=dict)
    chips: dict[str, Chips] = field(default_factory=dict)
    paid_minor: Counter[str] = field(default_factory=Counter)
    called: str | None = None


def scene(ruling: Ruling, words: Words, at: int | None = None) -> Scene:
    """The table after step `at` of a round; after its last step where none is named."""
    spelling = spelling_of(ruling, words)
    steps = walk(ruling, spelling)[: at or None]
    watched = _Watched()
    for step in steps:
        _watch(watched, step, ruling, words)
    rules, game = Rules(ruling.edition), GAMES[ruling.edition.game]
    hands = tuple(
        Hand(
            place,
            words.value(game.place(place)),
            _lying(place, cards, watched),
            _count(cards, ruling, rules),
            missed=game.place(place) in watched.missed,
        )
        for place, cards in (steps[-1].hands if steps else {}).items()
    )
    boxes = {box_of(hand.place) or 0 for hand in hands} | {chips.box or 0 for chips in watched.chips.values()}
    return Scene(
        game=ruling.edition.game,
        round=ruling.round.name,
        step=len(steps),
        told=steps[-1].text if steps else "",
        hands=hands,
        chips=tuple(watched.chips.values()),
        called=watched.called,
        boxes=max(ruling.round.opening.seats or 0, 7 if ruling.edition.game == "blackjack" else 0, *boxes, 0),
    )


def decisive(ruling: Ruling, steps: list[Step]) -> int:
    """The step of the gravest finding; where nothing was found the last one that changed a hand."""
    by_position = {step.told.position: step.number for step in steps}
    found = (by_position[finding.at] for finding in ruling.findings if finding.at in by_position)
    dealt = (step.number for step in reversed(steps) if step.touched is not None)
    return next(found, None) or next(dealt, len(steps))


def _watch(watched: _Watched, step: Step, ruling: Ruling, words: Words) -> None:
    """Takes in a step; what a finding of it is about is marked from then on."""
    _take(watched, step, ruling, words)
    watched.missed |= {str(finding.about.get("place")) for finding in step.findings if finding.kind in _MISSED}
    for wager in {wager for finding in step.findings for wager in finding.wagers} & set(watched.chips):
        watched.chips[wager] = replace(watched.chips[wager], wrong=True)


def _take(watched: _Watched, step: Step, ruling: Ruling, words: Words) -> None:
    opening, game = ruling.round.opening, GAMES[ruling.edition.game]
    money = amount(opening.minor_digits, opening.currency)
    chips = watched.chips
    match step.told.event:
        case CardDealt() as dealt:
            watched.down |= {(dealt.place, dealt.card)} if dealt.face == "down" else set()
            named = any(dealt.card in finding.text for finding in step.findings)
            watched.wrong |= {(dealt.place, dealt.card)} if named else set()
        case DecisionMade(what="double" | "free_double") as made:
            watched.doubled[made.place] = len(step.hands.get(made.place, ()))
        case WagerPlaced() as bet:
            size = money(bet.stake_minor or bet.nominal_minor or 0)
            kind = bet.kind if bet.total is None else f"{bet.kind}_{bet.total}"
            said = words.value(game.wager(kind).replace("_", " "))
            on = bet.box or next((chips[p].box for p in [bet.parent] if p in chips), None)
            free = not bet.stake_minor
            chips[bet.wager] = Chips(bet.wager, bet.player, bet.kind, said, size, on, bet.hand or 1, free)
        case WagerChanged() as changed if changed.wager in chips:
            chips[changed.wager] = replace(chips[changed.wager], amount=money(changed.stake_minor))
        case WagerMoved() as moved if moved.wager in chips:
            lies = chips[moved.wager]
            chips[moved.wager] = (
                replace(lies, hand=moved.hand) if moved.hand else replace(lies, kind=moved.kind, on=game.wager(moved.kind))
            )
        case WagerWithdrawn() as taken:
            chips.pop(taken.wager, None)
        case WagerReturned() as paid if paid.wager in chips:
            watched.paid_minor[paid.wager] += paid.amount_minor
            back = watched.paid_minor[paid.wager]
            chips[paid.wager] = replace(chips[paid.wager], back=money(back) if back else "")
        case Announced() as said:
            watched.called = said.result


def _lying(place: str, cards: tuple[str, ...], watched: _Watched) -> tuple[Lying, ...]:
    last = {card: index for index, card in enumerate(cards)}
    return tuple(
        Lying(
            card,
            down=(place, card) in watched.down,
            sideways=watched.doubled.get(place) == index,
            wrong=(place, card) in watched.wrong and last[card] == index,
        )
        for index, card in enumerate(cards)
    )


def _count(cards: tuple[str, ...], ruling: Ruling, rules: Rules) -> str:
    if not cards:
        return ""
    return GAMES[ruling.edition.game].count(cards, rules) if all(map(is_known, cards)) else "?"


def described(shown: Scene, words: Words) -> str:
    """The scene in words, for whoever cannot see it."""
    told = [words.say("picture.seen", step=shown.step, told=shown.told)] if shown.told else []
    told += [hand_in_words(hand.name, [one.card for one in hand.cards], hand.count, words) for hand in shown.hands]
    told += [words.say("picture.wager", player=one.player, amount=one.amount, on=_where(one, words)) for one in shown.chips]
    return "".join(told).strip()


def hand_in_words(name: str, cards: Sequence[str], count: str, words: Words) -> str:
    """A hand in a picture's description."""
    if not cards:
        return words.say("picture.no_cards", place=name)
    return words.say("picture.hand", place=name, cards=" ".join(map(pretty, cards)), count=count)


def _where(chips: Chips, words: Words) -> str:
    return chips.on if chips.box is None else f"{chips.on}, {words.say('picture.box', box=chips.box)}"

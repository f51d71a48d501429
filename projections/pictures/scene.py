"""What lies on a table after a step of a round: hands, cards that are out of order, and the wagers with their money."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events import Event
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
from ledger.events.wheel import BallSpun, DollyPlaced
from ledger.values.cards import is_known
from ledger.values.places import box_of
from projections.certainty import Mark, graver, mark
from projections.messages.catalogue import Words, pretty
from projections.timeline.event_text import Money, amount, on_layout
from projections.timeline.timeline import Step, spelling_of, walk
from replay.games.registry import load_game
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_MISSED: Final = frozenset(
    {"underdraw", "short_hand", "hit_not_given", "split_not_filled", "dealer_stopped", "skipped_box", "skipped_dealer"}
)
"""Findings that a card was due and not given."""


POCKET: Final = "pocket"
"""Where the ball lies, as a round of roulette is looked at."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table. `mark` says that a finding is about its being dealt there."""

    card: str
    down: bool = False
    sideways: bool = False
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of a place, its name as it is said, what they come to, and whether a card was due to it and not given."""

    place: str
    name: str
    cards: tuple[Lying, ...]
    count: str
    missed: Mark = ""


@dataclass(frozen=True, slots=True)
class Chips:
    """A wager on the table, its amounts written out. `back` is what went back: None as long as it lies there,
    empty where it was collected. `mark` says that a finding is about it.
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
    mark: Mark = ""
    numbers: str | None = None
    index: int | None = None
    on_print: bool = False


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
    wheel: str | None = None
    pocket: str | None = None
    dolly: str | None = None


@dataclass(slots=True)
class _Watched:
    """What is kept while the round is followed: which cards lie face down, are wrong, or lie sideways."""

    down: set[tuple[str, str]] = field(default_factory=set)
    marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    missed: dict[str, Mark] = field(default_factory=dict)
    doubled: dict[str, int] = field(default_factory=dict)
    chips: dict[str, Chips] = field(default_factory=dict)
    paid_minor: Counter[str] = field(default_factory=Counter)
    called: str | None = None
    dolly: str | None = None


def scene(ruling: Ruling, words: Words, at: int | None = None) -> Scene:
    """The table after step `at` of a round; after its last step where none is named."""
    spelling = spelling_of(ruling, words)
    steps = walk(ruling, spelling)[: at or None]
    watched = _Watched()
    for step in steps:
        _watch(watched, step, ruling, words)
    rules, game = Rules(ruling.edition), load_game(ruling.edition.game)
    hands = tuple(
        Hand(
            place,
            words.value(game.place_name(place)),
            _lying(place, cards, watched),
            _count(cards, ruling, rules),
            missed=watched.missed.get(game.place_name(place), ""),
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
        wheel=ruling.round.table_opening.wheel,
        pocket=next((hand.cards[-1].card for hand in hands if hand.place == POCKET and hand.cards), None),
        dolly=watched.dolly,
        boxes=max(ruling.round.table_opening.seats or 0, 7 if ruling.edition.game == "blackjack" else 0, *boxes, 0),
    )


def decisive(ruling: Ruling, steps: list[Step]) -> int:
    """The step of the gravest finding; at roulette not before the ball rests. Where nothing was found the last one that
    changed a hand.
    """
    by_position = {step.told.position: step.number for step in steps}
    found = next((by_position[finding.position] for finding in ruling.findings if finding.position in by_position), None)
    dealt = next((step.number for step in reversed(steps) if step.touched is not None), len(steps))
    if found is None:
        return dealt
    return max(found, dealt) if ruling.edition.game == "roulette" else found


def _watch(watched: _Watched, step: Step, ruling: Ruling, words: Words) -> None:
    """Takes in a step; what a finding of it is about is marked from then on."""
    _take(watched, step, ruling, words)
    for finding in step.findings:
        told = mark(ruling, [finding])
        if finding.kind in _MISSED:
            place = str(finding.particulars.get("place"))
            watched.missed[place] = graver(watched.missed.get(place, ""), told)
        for wager in set(finding.wagers) & set(watched.chips):
            chips = watched.chips[wager]
            watched.chips[wager] = replace(chips, mark=graver(chips.mark, told))


def _take(watched: _Watched, step: Step, ruling: Ruling, words: Words) -> None:
    match step.told.event:
        case CardDealt() as dealt:
            watched.down |= {(dealt.place, dealt.card)} if dealt.face == "down" else set()
            named = [finding for finding in step.findings if dealt.card in finding.text]
            at = dealt.place, dealt.card
            watched.marks[at] = graver(watched.marks.get(at, ""), mark(ruling, named))
        case DecisionMade(what="double" | "free_double") as event:
            watched.doubled[event.place] = len(step.hands.get(event.place, ()))
        case Announced() as event:
            watched.called = event.result
        case DollyPlaced() as placed:
            watched.dolly = placed.pocket
        case BallSpun():
            watched.dolly = None
        case _:
            _follow(watched, step.told.event, ruling, words)


def _follow(watched: _Watched, event: Event, ruling: Ruling, words: Words) -> None:
    """What happens to the wagers."""
    opening, chips = ruling.round.table_opening, watched.chips
    money = amount(opening.minor_digits, opening.currency)
    match event:
        case WagerPlaced() as bet:
            box = bet.box or next((chips[p].box for p in [bet.parent] if p in chips), None)
            chips[bet.wager] = _placed(bet, box, money, ruling, words)
        case WagerChanged() as changed if changed.wager in chips:
            chips[changed.wager] = replace(chips[changed.wager], amount=money(changed.stake_minor))
        case WagerMoved() as moved if moved.wager in chips:
            chips[moved.wager] = _moved(chips[moved.wager], moved, ruling, words)
        case WagerWithdrawn() as taken:
            chips.pop(taken.wager, None)
        case WagerReturned() as paid if paid.wager in chips:
            watched.paid_minor[paid.wager] += paid.amount_minor
            back = watched.paid_minor[paid.wager]
            chips[paid.wager] = replace(chips[paid.wager], back=money(back) if back else "")


def _placed(bet: WagerPlaced, box: int | None, money: Money, ruling: Ruling, words: Words) -> Chips:
    kind = bet.kind if bet.total is None else f"{bet.kind}_{bet.total}"
    game = ruling.edition.game
    said = on_layout(bet) if game == "roulette" else load_game(game).wager_name(kind).replace("_", " ")
    return Chips(
        bet.wager,
        bet.player,
        bet.kind,
        words.value(said),
        money(bet.stake_minor or bet.nominal_minor or 0),
        box,
        bet.hand or 1,
        free=not bet.stake_minor,
        numbers=bet.numbers,
        index=bet.index,
        on_print=bet.on == "print" or bet.of is not None,
    )


def _moved(lies: Chips, moved: WagerMoved, ruling: Ruling, words: Words) -> Chips:
    if moved.hand is not None:
        return replace(lies, hand=moved.hand)
    on = on_layout(moved) if moved.numbers or moved.index else load_game(ruling.edition.game).wager_name(moved.kind)
    return replace(lies, kind=moved.kind, on=words.value(on), numbers=moved.numbers, index=moved.index)


def _lying(place: str, cards: tuple[str, ...], watched: _Watched) -> tuple[Lying, ...]:
    last = {card: index for index, card in enumerate(cards)}
    return tuple(
        Lying(
            card,
            down=(place, card) in watched.down,
            sideways=watched.doubled.get(place) == index,
            mark=watched.marks.get((place, card), "") if last[card] == index else "",
        )
        for index, card in enumerate(cards)
    )


def _count(cards: tuple[str, ...], ruling: Ruling, rules: Rules) -> str:
    if not cards:
        return ""
    return load_game(ruling.edition.game).count(cards, rules) if all(map(is_known, cards)) else "?"


def described(shown: Scene, words: Words) -> str:
    """The scene in words, for whoever cannot see it."""
    told = [words.say("picture.seen", step=shown.step, told=shown.told)] if shown.told else []
    told += [
        hand_in_words(hand.name, [one.card for one in hand.cards], hand.count, words)
        for hand in shown.hands
        if hand.place != POCKET
    ]
    told += [words.say("picture.wager", player=one.player, amount=one.amount, on=_where(one, words)) for one in shown.chips]
    return "".join(told).strip()


def said_of(mark: Mark, what: str, words: Words) -> str:
    """What is written beside what is marked: `wrong`, say, or that it is a fault only if the rules are read so."""
    return words.say("picture.if_read_so" if mark == "conditional" else f"picture.{what}")


def hand_in_words(name: str, cards: Sequence[str], count: str, words: Words) -> str:
    """A hand in a picture's description."""
    if not cards:
        return words.say("picture.no_cards", place=name)
    return words.say("picture.hand", place=name, cards=" ".join(map(pretty, cards)), count=count)


def _where(chips: Chips, words: Words) -> str:
    if chips.box is None:
        return chips.on
    box = words.say("picture.box", box=chips.box)
    return box if chips.kind == "main" else f"{chips.on}, {box}"

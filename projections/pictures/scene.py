"""What lies on a table after a step of a round: hands, cards that are out of order, and the wagers with their money."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ledger.events import Event
from ledger.events.play import (
    Announced,
    CardDealt,
    DecisionMade,
    PaymentTakenBack,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.wheel import (
    BallRemoved,
    BallRested,
    BallReturned,
    BallSpun,
    DollyPlaced,
    NoSpinCalled,
    PrintAdded,
)
from ledger.values.cards import is_known
from ledger.values.message import Term
from ledger.values.places import box_of
from ledger.values.wheel_layout import layout_of, position_text
from projections.certainty import graver_mark, mark
from projections.messages.catalogue import Catalogue, with_suit_signs
from projections.timeline.event_text import FormatMoney, amount_formatter
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay.games.registry import load_game
from replay.judging.felt import Chips, Scene, SceneCard, SceneHand, Way
from replay.judging.finding import Mark
from replay.judging.house_acts import is_dealers_act
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling

_MISSING_CARD_FINDINGS: Final = frozenset(
    {"underdraw", "short_hand", "hit_not_given", "split_not_filled", "dealer_stopped", "skipped_box", "skipped_dealer"}
)
"""Findings that a card was due and not given."""


POCKET_PLACE: Final = "pocket"
"""Where the ball lies, as a round of roulette is looked at."""


_Room = tuple[tuple[str, ...], tuple[Chips, ...]]
"""The places that have cards at some time of a round, and its wagers wherever they lie at some time of it."""


@dataclass(slots=True)
class _WheelState:
    """What is kept of the wheel: the last spin, and the dolly."""

    dolly: str | None = None
    ball_way: Way | None = None
    wheel_way: Way | None = None
    is_ball_running: bool = False
    no_spin: Term | None = None

    def apply(self, event: Event) -> None:
        match event:
            case BallSpun():
                self.ball_way, self.wheel_way, self.is_ball_running = event.ball, event.wheel, True
                self.dolly = self.no_spin = None
            case BallRested():
                self.is_ball_running = False
            case BallRemoved() | BallReturned():
                self.ball_way, self.is_ball_running = None, False
            case NoSpinCalled():
                self.no_spin = Term(event.ground)
            case DollyPlaced():
                self.dolly = event.pocket


@dataclass(slots=True)
class _SceneState:
    """What is kept while the round is followed: which cards lie face down, are wrong, or lie sideways."""

    face_down: set[tuple[str, str]] = field(default_factory=set)
    card_marks: dict[tuple[str, str], Mark] = field(default_factory=dict)
    missing_card_marks: dict[str, Mark] = field(default_factory=dict)
    double_index: dict[str, int] = field(default_factory=dict)
    chips: dict[str, Chips] = field(default_factory=dict)
    paid_minor: Counter[str] = field(default_factory=Counter)
    announced: str | None = None
    placed: dict[str, WagerPlaced] = field(default_factory=dict)
    wheel: _WheelState = field(default_factory=_WheelState)


def build_scene(ruling: Ruling, words: Catalogue, step_number: int | None = None) -> Scene:
    """The table after the step of this number of a round; after its last step where none is named."""
    steps = timeline_steps(ruling, formatter_for(ruling, words))
    last = step_number or len(steps)
    watched = _SceneState()
    for step in steps[:last]:
        _apply_step(watched, step, ruling, words)
    return _scene_of(watched, ruling, words, steps[:last], _room(ruling, words, steps))


def build_scenes(ruling: Ruling, words: Catalogue, steps: Sequence[Step]) -> Iterator[Scene]:
    """The table after each step of a round."""
    watched, room = _SceneState(), _room(ruling, words, steps)
    for number, step in enumerate(steps, 1):
        _apply_step(watched, step, ruling, words)
        yield _scene_of(watched, ruling, words, steps[:number], room)


def _room(ruling: Ruling, words: Catalogue, steps: Sequence[Step]) -> _Room:
    """What lies on the table at some time of the round."""
    watched, laid = _SceneState(), dict[tuple[object, ...], Chips]()
    for step in steps:
        _apply_wager_event(watched, step.round_entry.event, ruling, words)
        for chips in watched.chips.values():
            laid.setdefault((chips.wager, chips.kind, chips.box, chips.hand), chips)
    return tuple(dict.fromkeys(place for step in steps for place in step.hands)), tuple(laid.values())


def _scene_of(watched: _SceneState, ruling: Ruling, words: Catalogue, steps: Sequence[Step], room: _Room) -> Scene:
    """The table after the last of these steps."""
    places, laid = room
    rules, game = Rules(ruling.edition), load_game(ruling.edition.game)
    hands = tuple(
        SceneHand(
            place,
            words.value(game.place_name(place)),
            _cards_on_table(place, cards, watched),
            _hand_count(cards, ruling, rules),
            missing_card_mark=watched.missing_card_marks.get(game.place_name(place), ""),
        )
        for place, cards in (steps[-1].hands if steps else {}).items()
    )
    boxes = {box_of(place) or 0 for place in places} | {chips.box or 0 for chips in laid}
    return Scene(
        game=ruling.edition.game,
        round=ruling.round.name,
        step=len(steps),
        step_text=steps[-1].text if steps else "",
        hands=hands,
        chips=tuple(watched.chips.values()),
        announced=watched.announced,
        wheel=ruling.round.table_opening.wheel,
        pocket=next((hand.cards[-1].card for hand in hands if hand.place == POCKET_PLACE and hand.cards), None),
        dolly=watched.wheel.dolly,
        ball_way=watched.wheel.ball_way,
        wheel_way=watched.wheel.wheel_way,
        is_ball_running=watched.wheel.is_ball_running,
        no_spin=watched.wheel.no_spin,
        box_count=max(ruling.round.table_opening.seats or 0, game.boxes, *boxes, 0),
        places=places,
        laid=laid,
    )


def decisive_step(ruling: Ruling, steps: list[Step]) -> int:
    """The step of the gravest finding; at a wheel not before the ball rests. Where nothing was found the last one that
    changed a hand.
    """
    by_position = {step.round_entry.position: step.number for step in steps}
    found = next((by_position[finding.position] for finding in ruling.findings if finding.position in by_position), None)
    dealt = next((step.number for step in reversed(steps) if step.changed_place is not None), len(steps))
    if found is None:
        return dealt
    return max(found, dealt) if load_game(ruling.edition.game).has_wheel else found


def _apply_step(state: _SceneState, step: Step, ruling: Ruling, words: Catalogue) -> None:
    """Takes in a step; what a finding of it is about is marked from then on."""
    _apply_event(state, step, ruling, words)
    for finding in step.findings:
        certainty = mark(ruling, [finding])
        if finding.kind in _MISSING_CARD_FINDINGS:
            place = str(finding.particulars.get("place"))
            state.missing_card_marks[place] = graver_mark(state.missing_card_marks.get(place, ""), certainty)
        for wager in set(finding.wagers) & set(state.chips):
            chips = state.chips[wager]
            state.chips[wager] = replace(chips, mark=graver_mark(chips.mark, certainty))


def _apply_event(state: _SceneState, step: Step, ruling: Ruling, words: Catalogue) -> None:
    match step.round_entry.event:
        case CardDealt() as dealt:
            state.face_down |= {(dealt.place, dealt.card)} if dealt.face == "down" else set()
            named = [finding for finding in step.findings if dealt.card in finding.text]
            at = dealt.place, dealt.card
            state.card_marks[at] = graver_mark(state.card_marks.get(at, ""), mark(ruling, named))
        case DecisionMade(what="double" | "free_double") as event:
            state.double_index[event.place] = len(step.hands.get(event.place, ()))
        case Announced() as event:
            state.announced = event.result
        case PrintAdded() as added if added.wager in state.placed:
            state.chips[added.wager] = _added_from_print(state, added.wager, step)
        case NoSpinCalled() as called if not is_dealers_act(called.by, ruling.round):
            return
        case event:
            state.wheel.apply(event)
            _apply_wager_event(state, event, ruling, words)


def _added_from_print(state: _SceneState, wager: str, step: Step) -> Chips:
    """A wager on the print, of which the pieces on the number that won were put on the layout."""
    chips, won = state.chips[wager], step.hands.get(POCKET_PLACE, ())
    return replace(chips, is_on_layout=True, pieces=tuple(piece for piece in chips.pieces if {*won} & {*piece.numbers}))


def _apply_wager_event(state: _SceneState, event: Event, ruling: Ruling, words: Catalogue) -> None:
    """What happens to the wagers."""
    opening, chips = ruling.round.table_opening, state.chips
    money = amount_formatter(opening.minor_digits, opening.currency, words)
    match event:
        case WagerPlaced() as bet:
            box = bet.box or next((chips[p].box for p in [bet.parent] if p in chips), None)
            state.placed[bet.wager] = bet
            chips[bet.wager] = _placed_chips(bet, box, money, ruling, words)
        case WagerLaid() as laid if laid.wager in chips and state.placed[laid.wager].on != "print":
            chips[laid.wager] = replace(chips[laid.wager], is_on_layout=True)
        case WagerChanged() as changed if changed.wager in chips:
            stake = changed.stake_minor
            chips[changed.wager] = replace(chips[changed.wager], amount=money(stake), amount_minor=stake)
        case WagerMoved() as moved if moved.wager in chips:
            chips[moved.wager] = _moved_chips(chips[moved.wager], moved, ruling, words)
        case WagerWithdrawn() as taken:
            chips.pop(taken.wager, None)
        case WagerReturned() | PaymentTakenBack() as paid if paid.wager in chips:
            amount_minor = paid.amount_minor if isinstance(paid, WagerReturned) else -paid.amount_minor
            state.paid_minor[paid.wager] += amount_minor
            back = max(state.paid_minor[paid.wager], 0)
            plain = amount_formatter(opening.minor_digits, "", words)
            chips[paid.wager] = replace(chips[paid.wager], returned_amount=plain(back) if back else "")


def _placed_chips(bet: WagerPlaced, box: int | None, money: FormatMoney, ruling: Ruling, words: Catalogue) -> Chips:
    kind = bet.kind if bet.total is None else f"{bet.kind}_{bet.total}"
    game = load_game(ruling.edition.game)
    wager_text = game.wager_position(bet) or game.wager_name(kind).replace("_", " ")
    amount_minor = bet.stake_minor or bet.nominal_minor or 0
    pieces = game.laid_pieces(bet, ruling.round, Rules(ruling.edition))
    return Chips(
        bet.wager,
        bet.player,
        bet.kind,
        words.value(wager_text),
        money(amount_minor),
        amount_minor,
        ruling.round.table_opening.minor_digits,
        box,
        bet.hand or 1,
        is_free=not bet.stake_minor,
        numbers=bet.numbers,
        index=bet.index,
        is_on_layout=bet.on != "print" and bet.by != "word",
        pieces=pieces,
        called=tuple(dict.fromkeys(number for piece in pieces for number in piece.numbers)),
    )


def _moved_chips(chips: Chips, moved: WagerMoved, ruling: Ruling, words: Catalogue) -> Chips:
    if moved.hand is not None:
        return replace(chips, hand=moved.hand)
    on = (
        position_text(moved.kind, moved.numbers, moved.index)
        if moved.numbers or moved.index
        else load_game(ruling.edition.game).wager_name(moved.kind)
    )
    return replace(
        chips,
        kind=moved.kind,
        placed_on=words.value(on),
        numbers=moved.numbers,
        index=moved.index,
        is_on_layout=True,
        pieces=(),
        called=(),
    )


def _cards_on_table(place: str, cards: tuple[str, ...], state: _SceneState) -> tuple[SceneCard, ...]:
    last = {card: index for index, card in enumerate(cards)}
    return tuple(
        SceneCard(
            card,
            is_face_down=(place, card) in state.face_down,
            is_sideways=state.double_index.get(place) == index,
            mark=state.card_marks.get((place, card), "") if last[card] == index else "",
        )
        for index, card in enumerate(cards)
    )


def _hand_count(cards: tuple[str, ...], ruling: Ruling, rules: Rules) -> str:
    if not cards:
        return ""
    return load_game(ruling.edition.game).count(cards, rules) if all(map(is_known, cards)) else "?"


def describe_scene(scene: Scene, words: Catalogue) -> str:
    """The table in words, for whoever cannot see it."""
    sentences = [words.say("picture.seen", step=scene.step, sentence=scene.step_text)] if scene.step_text else []
    sentences += [
        hand_in_words(hand.name, [scene_card.card for scene_card in hand.cards], hand.count, words)
        for hand in scene.hands
        if hand.place != POCKET_PLACE
    ]
    sentences += [
        words.say("picture.wager", player=chips.player, amount=chips.amount, on=_wager_place(chips, words))
        for chips in scene.chips
    ]
    seen = "".join(sentences).strip()
    return f"{seen} {_describe_wheel(scene, words)}".strip() if load_game(scene.game).has_wheel else seen


def _describe_wheel(scene: Scene, words: Catalogue) -> str:
    """Where the ball lies and on which number the dolly stands."""
    layout = layout_of(scene.wheel)
    sentence = words.say("picture.no_ball")
    if scene.pocket is not None and scene.pocket in layout.wheel:
        sentence = words.say("picture.rests", pocket=scene.pocket, colour=words.value(layout.colour(scene.pocket)))
    if scene.is_ball_running:
        sentence = words.say("picture.ball_runs")
    if scene.no_spin is not None:
        sentence += words.say("picture.no_spin_called", ground=words.value(scene.no_spin))
    return sentence + (words.say("picture.dolly_on", pocket=scene.dolly) if scene.dolly else "")


def hand_in_words(name: str, cards: Sequence[str], count: str, words: Catalogue) -> str:
    """A hand in a picture's description."""
    if not cards:
        return words.say("picture.no_cards", place=name)
    return words.say("picture.hand", place=name, cards=" ".join(map(with_suit_signs, cards)), count=count)


def _wager_place(chips: Chips, words: Catalogue) -> str:
    if chips.box is None:
        return chips.placed_on
    box = words.say("picture.box", box=chips.box)
    return box if chips.kind == "main" else f"{chips.placed_on}, {box}"

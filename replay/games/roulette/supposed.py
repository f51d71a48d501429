"""What may have been done in a round although it is not on record: the ball spun anew, "no spin" or "no more bets" called.

It is supposed only where what is on record gives reason to: a ball that came to rest after a no spin, a spin that was
followed by another one or was none by the rules, a wager that was laid or changed when the ball ran.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Final, NamedTuple

from ledger.events import Event
from ledger.events.play import Announced, BetsClosed, WagerChanged, WagerLaid, WagerMoved, WagerPlaced, WagerWithdrawn
from ledger.events.wheel import BallExamined, BallRested, BallRetrieved, BallReturned, BallSpun, DollyPlaced, NoSpinCalled
from replay.games.roulette.no_spin import SpinAttempt, is_word_of_another, spin_attempts
from replay.judging.supposed import SupposedRound
from replay.table_day.round import Round, RoundEntry

MOST_SUPPOSED: Final = 200
"""So many suppositions are judged of a round: of a record that gives reason to more, these leave open what there is."""

_BALL_IS_BACK: Final = (BallRetrieved, BallExamined, BallReturned)
"""What is done with the ball of a spin that was none, before it is spun again."""

_OF_WAGERS: Final = (WagerPlaced, WagerLaid, WagerMoved, WagerChanged, WagerWithdrawn)


class _Place(NamedTuple):
    """Behind which entry an act may have been, and which one shows that it was no later."""

    after: RoundEntry
    before: RoundEntry | None


def supposed_rounds(round_: Round) -> Iterator[SupposedRound]:
    """The round with acts that it may lack, or that no source of it can report: each where it may have been."""
    return islice(_supposed_rounds(round_), MOST_SUPPOSED)


def _supposed_rounds(round_: Round) -> Iterator[SupposedRound]:
    rounds = [SupposedRound(round_)]
    for event, possible_places in _SUPPOSED:
        if round_.is_taken_as_complete and round_.can_report(type(event)):
            continue
        for known in tuple(rounds):
            for places in possible_places(known.round):
                if all(_is_possible(type(event), round_, known.round, place) for place in places):
                    supposed = known.round.with_supposed(event, [place.after.index for place in places])
                    rounds.append(SupposedRound(supposed, known.kinds | {type(event)}))
                    yield rounds[-1]


def _is_possible(kind: type[Event], round_: Round, lacking: Round, place: _Place) -> bool:
    """Whether such an act may have been there although it is not on record."""
    before = None if place.before is None else place.before.index
    return not round_.can_report(kind) or lacking.may_lack(kind, after=place.after.index, before=before)


def _each_and_all(places: Sequence[_Place]) -> Iterator[tuple[_Place, ...]]:
    """All of the places together, then each by itself."""
    if len(places) > 1:
        yield tuple(places)
    yield from ((place,) for place in places)


def _spin_places(round_: Round) -> Iterator[tuple[_Place, ...]]:
    """Where the ball may have been spun: between a no spin, or what followed it, and a rest; and then at first, too."""
    places: list[_Place] = []
    first: _Place | None = None
    ended: RoundEntry | None = None
    is_first = True
    for before, round_entry in pairwise(round_.entries):
        event = round_entry.event
        if is_first and isinstance(event, BetsClosed | NoSpinCalled | BallRested):
            first = _Place(before, round_entry)
        is_first &= first is None and not isinstance(event, BallSpun)
        if isinstance(event, BallSpun):
            ended = None
        elif isinstance(event, BallRested) and ended is not None:
            places.append(_Place(ended, round_entry))
        if isinstance(event, (BallRested, NoSpinCalled, *_BALL_IS_BACK)) and not is_word_of_another(round_entry, round_):
            ended = round_entry
    for chosen in _each_and_all(places):
        yield chosen
        if first is not None:
            yield first, *chosen


def _no_spin_places(round_: Round) -> Iterator[tuple[_Place, ...]]:
    """Where "no spin" may have been called: in a spin that was followed by another one, or may have been none."""
    spins = spin_attempts(round_)
    found: list[Sequence[_Place]] = []
    for spin, following in zip(spins, (*spins[1:], None), strict=False):
        during = _entries_during(round_, spin, following)
        is_over = following is not None or any(isinstance(entry.event, _BALL_IS_BACK) for entry in during)
        if spin.no_spin_call is None and (is_over or _may_be_none(spin) or _is_unsaid(round_, spin, during)):
            found.append(_places_before_end(during))
    if len(found) > 1:
        yield tuple(places[0] for places in found if places)
        yield tuple(places[-1] for places in found if places)
    yield from ((place,) for places in found for place in places)


def _entries_during(round_: Round, spin: SpinAttempt, following: SpinAttempt | None) -> Sequence[RoundEntry]:
    """What is told from a spin's beginning to the next one's."""
    since, until = spin.first_entry.index, None if following is None else following.first_entry.index
    before = [entry for entry in round_.entries if until is None or entry.index < until]
    return [entry for entry in before if entry.index >= since]


def _may_be_none(spin: SpinAttempt) -> bool:
    """Whether something is on record of a spin that can make it none."""
    is_with_the_wheel = spin.ball_direction is not None and spin.ball_direction == spin.wheel_direction
    return bool(spin.disturbances) or is_with_the_wheel or spin.revolutions is not None or spin.is_ball_removed


def _is_unsaid(round_: Round, spin: SpinAttempt, during: Sequence[RoundEntry]) -> bool:
    """Whether a number was neither announced nor marked by a record that would tell it, but no word "no spin"."""
    is_told = any(isinstance(entry.event, Announced | DollyPlaced) for entry in during)
    is_silent = spin.rest is not None and not is_told and bool(round_.recorded_signs)
    return is_silent and not round_.can_report(NoSpinCalled)


def _places_before_end(during: Sequence[RoundEntry]) -> Sequence[_Place]:
    """Behind the launch, the call and each change of a wager, as long as the ball ran."""
    places: list[_Place] = []
    for round_entry, following in zip(during, (*during[1:], None), strict=False):
        if isinstance(round_entry.event, (BallRested, *_BALL_IS_BACK)):
            break
        last = following is None or isinstance(following.event, (BallRested, *_BALL_IS_BACK))
        if last or isinstance(round_entry.event, (BallSpun, BetsClosed, *_OF_WAGERS)):
            places.append(_Place(round_entry, following))
    return places


def _closing_places(round_: Round) -> Iterator[tuple[_Place, ...]]:
    """Where "no more bets" may have been called, so that it makes a difference: before wagers that were laid or changed
    after the ball had been spun. In all later spins it was called then, too.
    """
    launches = [entry for entry, _ in round_.entries_of(BallSpun)]
    spins = [
        [
            entry
            for entry in round_.entries
            if launch.index <= entry.index and (following is None or entry.index < following)
        ]
        for launch, following in zip(launches, (*(launch.index for launch in launches[1:]), None), strict=False)
    ]
    uncalled = [during for during in spins if not any(isinstance(entry.event, BetsClosed) for entry in during)]
    if not any(map(_places_before_changes, uncalled)):
        return
    at_launch = [_Place(during[0], during[1] if len(during) > 1 else None) for during in uncalled]
    if len(uncalled) > 1:
        yield tuple(at_launch)
    for number, during in enumerate(uncalled):
        yield from ((place, *at_launch[number + 1 :]) for place in _places_before_changes(during))


def _places_before_changes(during: Sequence[RoundEntry]) -> Sequence[_Place]:
    """Behind a spin's launch, and each change of a wager while the ball ran, as far as another change follows."""
    ends = [entry.index for entry in during if isinstance(entry.event, BallRested | NoSpinCalled)]
    changes = [entry for entry in during if isinstance(entry.event, _OF_WAGERS)]
    acts = [during[0], *changes]
    return [_Place(act, change) for act, change in zip(acts, changes, strict=False) if not ends or act.index < ends[0]]


_SUPPOSED: Final[tuple[tuple[Event, Callable[[Round], Iterator[tuple[_Place, ...]]]], ...]] = (
    (BallSpun(), _spin_places),
    (NoSpinCalled(ground="other"), _no_spin_places),
    (BetsClosed(), _closing_places),
)
"""What may have been done, and where; the ball's spin first, as the words are said in a spin."""

"""Bets that are changed around a no spin: what is at stake, what is in the player's hand, what is due.

ECA-R-W5 forbids every change after "no more bets". ECA-R-I8 has the ball spun again after a no spin and says nothing of the
bets. Three questions stay open:

- ECA-R-I8a?: (a) the bets stay as they were at the call, (b) betting is open again until the next call.
- ECA-R-W8a?: chips moved or taken after the call count (a) by the position at the call, (b) by the position at rest.
- ECA-R-W8b?: chips laid after the call that lie there at the rest (a) are no bet and go back, (b) are a bet.

Every chip that is not at stake belongs to its player. So a player must have in the end what the chips at stake return,
and all other chips of the bet; what the player took up is a part of that already.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from drill.oracles.roulette import PlacedChips, RouletteTerms, exact_return, rounded

BetPhase = Literal["betting", "stopped", "between", "running", "rested"]
"""Before the call; after the call of a spin that is then a no spin; from there to the re-spin's call; from that call to the
ball's rest; after it.
"""
BetAct = Literal["placed", "raised", "lowered", "moved", "withdrawn"]
Places = tuple[PlacedChips, ...]


@dataclass(frozen=True, slots=True)
class BetStep:
    """Something done to a bet: placed on or moved to `places`, or so much put down or taken up."""

    phase: BetPhase
    act: BetAct
    amount_minor: int = 0
    places: Places = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RespinReading:
    """One choice of readings, as what it says."""

    is_open_again: bool
    """ECA-R-I8a? (b)."""
    counts_at_rest: bool
    """ECA-R-W8a? (b)."""
    late_chips_play: bool | None
    """ECA-R-W8b? (b); None where a house says no more of them than of others that are late."""
    other_late_bet_plays: bool = False
    """Whether chips play that were laid too late, of which W8b? does not speak: between a no spin and the re-spin where the
    bets stay, or after the rest (ECA-LATE).
    """
    other_late_raise_plays: bool = False


def reading_of(terms: RouletteTerms) -> RespinReading:
    """The reading that a house's terms choose."""
    return RespinReading(
        is_open_again=terms.reading_of("ECA-R-I8a?") == "b",
        counts_at_rest=terms.reading_of("ECA-R-W8a?") == "b",
        late_chips_play=terms.reading_of("ECA-R-W8b?") == "b",
    )


@dataclass(frozen=True, slots=True)
class RespunBet:
    """What a bet comes to under one reading."""

    put_down_minor: int
    """All chips that were ever put down for it."""
    taken_up_minor: int
    """What of these the player took up again."""
    at_stake: tuple[tuple[Places, int], ...]
    """The places on which chips play, with how much."""

    @property
    def at_stake_minor(self) -> int:
        """How much plays."""
        return sum(amount for _, amount in self.at_stake)

    @property
    def is_gone(self) -> bool:
        """Whether all chips are in the player's hand."""
        return self.taken_up_minor == self.put_down_minor

    def owed_minor(self, pocket: str, terms: RouletteTerms) -> int:
        """What the player must have in the end, the chips included that were taken up."""
        returned = sum((exact_return(places, amount, pocket, terms) for places, amount in self.at_stake), Fraction(0))
        return rounded(returned + self.put_down_minor - self.at_stake_minor, terms)

    def outstanding_minor(self, pocket: str, given_minor: int | None, terms: RouletteTerms) -> int | None:
        """What the player is still owed; what the player has too much is negative. None where the record does not tell.

        `given_minor` is what the dealer paid on the bet (0: collected), None where that is not on record. Then it is known
        only whether what was taken up is too much, or that nothing was left to pay on.
        """
        owed = self.owed_minor(pocket, terms)
        if given_minor is not None:
            return owed - self.taken_up_minor - given_minor
        return owed - self.taken_up_minor if self.is_gone or self.taken_up_minor > owed else None


def put_down_minor(steps: Sequence[BetStep]) -> int:
    """All chips that were ever put down for a bet."""
    return sum(step.amount_minor for step in steps if step.act in ("placed", "raised"))


def taken_up_minor(steps: Sequence[BetStep]) -> int:
    """What of these the player took up again."""
    lying = 0
    for step in steps:
        change = {
            "placed": step.amount_minor,
            "raised": step.amount_minor,
            "lowered": -step.amount_minor,
            "withdrawn": -lying,
        }
        lying += change.get(step.act, 0)
    return put_down_minor(steps) - lying


def follow_bet(steps: Sequence[BetStep], reading: RespinReading) -> RespunBet:
    """What a bet comes to that was treated so, one step after the other."""
    bet = _FollowedBet(reading)
    for step in steps:
        bet.reach(step.phase)
        bet.apply(step)
    bet.reach("rested")
    return RespunBet(put_down_minor(steps), taken_up_minor(steps), tuple(bet.stakes()))


def late_steps(steps: Sequence[BetStep], reading: RespinReading) -> tuple[BetStep, ...]:
    """W5: what was done while nothing could be withdrawn, placed or changed."""
    closed = {"stopped", "running", "rested", *(() if reading.is_open_again else ("between",))}
    return tuple(step for step in steps if step.phase in closed)


@dataclass(slots=True, eq=False)
class _Chips:
    """Some chips of a bet: where they lie, and where they count by the call and by the rest.

    None where they do not lie, or count nowhere. `is_late` are chips that were laid too late.
    """

    amount_minor: int
    lie_on: Places | None
    at_call: Places | None = None
    at_rest: Places | None = None
    is_late: bool = False
    plays_late: bool = False


@dataclass(slots=True)
class _FollowedBet:
    reading: RespinReading
    chips: list[_Chips] = field(default_factory=list)
    phase: BetPhase = "betting"

    @property
    def lying_minor(self) -> int:
        return sum(chips.amount_minor for chips in self.chips if chips.lie_on is not None)

    def stakes(self) -> Iterator[tuple[Places, int]]:
        """The chips that play, each by the place that counts."""
        for chips in self.chips:
            if chips.is_late:
                places = (chips.at_rest or chips.lie_on) if chips.plays_late else None
            else:
                places = chips.at_rest if self.reading.counts_at_rest else chips.at_call
            if places is not None:
                yield places, chips.amount_minor

    def reach(self, phase: BetPhase) -> None:
        """Go on to a phase. Where betting is open again after a no spin, whatever lies there then is a bet."""
        if self.phase in ("betting", "stopped") and phase not in ("betting", "stopped") and self.reading.is_open_again:
            for chips in self.chips:
                chips.at_call = chips.at_rest = chips.lie_on
                chips.is_late = False
        self.phase = phase

    def apply(self, step: BetStep) -> None:
        match step.act:
            case "placed" | "raised":
                self._lay(step)
            case "moved":
                self._move(step.places)
            case "lowered":
                self._take_up(step.amount_minor)
            case "withdrawn":
                self._take_up(self.lying_minor)

    @property
    def _is_open(self) -> bool:
        return self.phase == "betting" or (self.phase == "between" and self.reading.is_open_again)

    @property
    def _is_ball_running(self) -> bool:
        """Whether what is done now is too late, and is done before the rest that W8 speaks of."""
        return self.phase in ("stopped", "running")

    def _lay(self, step: BetStep) -> None:
        places = step.places or next(chips.lie_on for chips in reversed(self.chips) if chips.lie_on is not None)
        if self._is_open:
            self.chips.append(_Chips(step.amount_minor, places, places, places))
            return
        reading, at_rest = self.reading, places if self._is_ball_running else None
        otherwise = reading.other_late_bet_plays if step.act == "placed" else reading.other_late_raise_plays
        lie_there = reading.late_chips_play if at_rest else None
        plays = otherwise if lie_there is None else lie_there
        self.chips.append(_Chips(step.amount_minor, places, None, at_rest, is_late=True, plays_late=plays))

    def _move(self, places: Places) -> None:
        for chips in self.chips:
            if chips.lie_on is None:
                continue
            chips.lie_on = places
            if self._is_open:
                chips.at_call = chips.at_rest = places
            elif self._is_ball_running and chips.at_rest is not None:
                chips.at_rest = places

    def _take_up(self, amount_minor: int) -> None:
        """Chips that were laid too late first, and of these and of the others the last first."""
        lying = [chips for chips in reversed(self.chips) if chips.lie_on is not None]
        for chips in sorted(lying, key=lambda chips: not chips.is_late):
            taken, amount_minor = (
                min(chips.amount_minor, amount_minor),
                amount_minor - min(chips.amount_minor, amount_minor),
            )
            if taken:
                self._remove(chips, taken)

    def _remove(self, chips: _Chips, taken_minor: int) -> None:
        if taken_minor < chips.amount_minor:
            rest = replace(chips, amount_minor=chips.amount_minor - taken_minor)
            self.chips.insert(self.chips.index(chips), rest)
            chips.amount_minor = taken_minor
        chips.lie_on = None
        if self._is_open:
            chips.at_call = chips.at_rest = None
        elif self._is_ball_running:
            chips.at_rest = None
        if chips.is_late and self.phase != "rested":
            self.chips.remove(chips)

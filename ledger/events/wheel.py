"""The roulette wheel: the ball, its result, what is put on the layout by it, and what a wheel's own device says."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ledger.events.base import Event
from ledger.values.money import Minor
from ledger.values.offices import Person
from ledger.values.pockets import Pocket
from ledger.values.subjects import Name, Word

Direction = Literal["cw", "ccw"]
Revolutions = Annotated[int, Field(strict=True, ge=0, le=1000)]
Counter = Annotated[int, Field(strict=True, ge=0, le=9999, description="the spin's number by the wheel's device")]
WheelSpeed = Annotated[
    int,
    Field(
        strict=True,
        ge=0,
        le=9999,
        description="the wheel's speed in tenths of a revolution a minute, without a sign: `wheel` is the direction",
    ),
]
Ground = Literal[
    "with_the_wheel",
    "too_few_revolutions",
    "foreign_object",
    "no_compartment",
    "left_the_wheel",
    "interference",
    "other",
]
"""What makes a spin no spin: the ball runs with the wheel, will not make its revolutions, meets a foreign object, falls
into no compartment, leaves the wheel, or somebody interferes with ball or wheel."""

DeviceWarning = Literal[
    "ball_removed",
    "wrong_ball_direction",
    "sensor_fault",
    "failed_launch",
    "counter_skipped",
    "winning_line_missing",
    "winning_line_doubled",
    "winning_line_contradicts",
]


class BallSpun(Event):
    """The ball was spun; the directions of ball and wheel, the spin's number by the device, and the speed of the wheel as
    its device measured it when the ball was spun, where they are known.
    """

    TOPIC: ClassVar = "ball.spun.v2"
    WORD: ClassVar = "spin"
    SAID: ClassVar = ("ball", "wheel")
    ball: Direction | None = None
    wheel: Direction | None = None
    number: Counter | None = None
    wheel_rpm_tenths: WheelSpeed | None = None


class RevolutionsCounted(Event):
    """How often the ball went around the track before it fell or was stopped, and how often after "no more bets"."""

    TOPIC: ClassVar = "ball.revolutions_counted.v1"
    WORD: ClassVar = "revolutions"
    SAID: ClassVar = ("total",)
    total: Revolutions
    after_call: Revolutions | None = None


class NoSpinCalled(Event):
    """The dealer's word "no spin", and its ground."""

    TOPIC: ClassVar = "spin.no_spin_called.v1"
    WORD: ClassVar = "no_spin"
    SAID: ClassVar = ("ground",)
    ground: Ground
    by: Person | None = None


class SpinDisturbed(Event):
    """A ground for a no spin occurred, whether or not the dealer called it; `by` is who interfered."""

    TOPIC: ClassVar = "spin.disturbed.v1"
    WORD: ClassVar = "incident"
    SAID: ClassVar = ("what",)
    what: Ground
    by: Person | None = None


class BallRemoved(Event):
    """The dealer took the ball out of the wheel."""

    TOPIC: ClassVar = "ball.removed.v1"
    WORD: ClassVar = "ball_out"


class BallRetrieved(Event):
    """A ball that had left the wheel came back."""

    TOPIC: ClassVar = "ball.retrieved.v1"
    WORD: ClassVar = "ball_back"


class BallExamined(Event):
    """The ball was examined."""

    TOPIC: ClassVar = "ball.examined.v1"
    WORD: ClassVar = "ball_examined"
    by: Person | None = None


class BallReturned(Event):
    """The ball was put into a compartment by hand, from which it is spun again."""

    TOPIC: ClassVar = "ball.returned.v1"
    WORD: ClassVar = "ball_in"
    SAID: ClassVar = ("pocket",)
    pocket: Pocket


class BallRested(Event):
    """The ball came to rest in a compartment."""

    TOPIC: ClassVar = "ball.rested.v1"
    WORD: ClassVar = "rest"
    SAID: ClassVar = ("pocket",)
    pocket: Pocket


class DollyPlaced(Event):
    """The dealer put the dolly on a number of the layout."""

    TOPIC: ClassVar = "dolly.placed.v1"
    WORD: ClassVar = "dolly"
    SAID: ClassVar = ("pocket",)
    pocket: Pocket


class DisplayShown(Event):
    """The winning number display showed a number."""

    TOPIC: ClassVar = "display.shown.v1"
    WORD: ClassVar = "display"
    SAID: ClassVar = ("pocket",)
    pocket: Pocket


class PrintAdded(Event):
    """The winning pieces of a wager on the print of the wheel were put on the layout."""

    TOPIC: ClassVar = "print.added.v1"
    WORD: ClassVar = "from_print"
    SAID: ClassVar = ("wager",)
    wager: Name


class ColourValued(Event):
    """A marker button: what one colour chip of a player is worth, from here on."""

    TOPIC: ClassVar = "colour.valued.v1"
    WORD: ClassVar = "colour"
    SAID: ClassVar = ("player", "colour", "value_minor")
    player: Person
    colour: Word
    value_minor: Minor


class WheelReported(Event):
    """What a wheel's own device said of a spin that it had a doubt about."""

    TOPIC: ClassVar = "wheel.reported.v1"
    WORD: ClassVar = "wheel"
    SAID: ClassVar = ("warning",)
    warning: DeviceWarning
    pocket: Pocket | None = None
    counter: Counter | None = None

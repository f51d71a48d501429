"""The wheel's side of the wire, written apart from the reader: games as lines, as the wheel says them twice a second."""

from dataclasses import dataclass, field
from typing import Final

MAPPING: Final = """\
source = "wheel/ROU-1"
table = "ROU-1"
day = "2026-11-20"

[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "CHF"
"""


def status(state: int, counter: int, number: str, warning: int = 0, speed: int = 150, direction: int = 0) -> bytes:
    """A status line without its end."""
    return b"*X;%d;%03d;%2s;%X;%03d;%d" % (state, counter, number.encode(), warning, speed, direction)


@dataclass
class Wheel:
    """Says lines; `said` are all of them in order. `last` is the number that won before."""

    counter: int = 17
    last: str = "3"
    direction: int = 0
    end: bytes = b"\r\n"
    lines_sent: list[bytes] = field(default_factory=list)

    def say(self, *lines: bytes) -> "Wheel":
        self.lines_sent += lines
        return self

    def at(self, state: int, times: int = 3, warning: int = 0, number: str | None = None) -> "Wheel":
        """The status of a state, as often as said."""
        line = status(state, self.counter, number or self.last, warning, direction=self.direction)
        return self.say(*[line] * times)

    def spin(self, times: int = 3) -> "Wheel":
        """Bets are placed, the other way around the wheel is turned, the ball launched, the bets closed."""
        self.at(2, times)
        self.direction = 1 - self.direction
        return self.at(2, 1).at(3, times).at(4, times)

    def win(self, number: str, *bare: str, times: int = 3) -> "Wheel":
        """A number: the bare lines (one that agrees, unless said), then the status; the counter goes on."""
        self.say(*(b"%2s" % item.encode() for item in bare or (number,) if item)).at(5, times, number=number)
        return self.on(number)

    def on(self, number: str) -> "Wheel":
        """The counter goes on."""
        self.counter, self.last = self.counter % 256 + 1, number
        return self

    def game(self, number: str, *bare: str) -> "Wheel":
        return self.spin().win(number, *bare)

    @property
    def capture(self) -> bytes:
        return b"".join(line + self.end for line in self.lines_sent)

"""Work on many days that several processes can do at once: how much each gets at a time, and how it comes back."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

T = TypeVar("T")

_STRETCHES_EACH: Final = 16
"""So many stretches a worker gets, one after the other: who is quick takes more of them."""


class Workers(NamedTuple):
    """So many workers. `hand_out` gives them work, a function and what it is to be done with, and passes on what comes of
    each, as it is ready.
    """

    number: int
    hand_out: Callable[[Callable[[Any], Any], Any], Iterator[Any]]

    def stretches(self, items: Sequence[T]) -> Iterator[Sequence[T]]:
        """Neighbours together, as one worker reads what they have in common once; all of them where there is one worker."""
        length = max(1, len(items) if self.number == 1 else -(-len(items) // (self.number * _STRETCHES_EACH)))
        return (items[at : at + length] for at in range(0, len(items), length))


ALONE: Final = Workers(1, map)
"""This process alone."""

"""When Python sweeps for garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """No sweep inside, whatever happens; afterwards as before.

    What goes through thousands of events makes as many objects and no cycles, so that the sweeps, which go over all models
    of the vocabulary each time, find nothing. What is done inside must have an end, as a batch or a page has.
    """
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()

"""Python's sweep for garbage that holds on to itself, put off while a batch is taken in."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unswept() -> Iterator[None]:
    """No sweep inside, whatever happens; afterwards as before.

    Taking in makes thousands of objects and no cycles, so that the sweeps, which go over all models of the vocabulary
    each time, find nothing. A refusal may make a cycle: what is done inside must have an end, as a batch has.
    """
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()

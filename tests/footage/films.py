"""Films made for the tests: a lamp on the table goes on at known frames, and each frame has its number in its pixels."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import av
import numpy as np
from av.video.stream import VideoStream

WIDTH: Final = 320
HEIGHT: Final = 180
BITS: Final = 16
LIT: Final = 235
DARK: Final = 20


def make_film(path: Path, *, frames: int, rate: int = 25, lamps: Iterable[int] = ()) -> Path:
    """Writes a film. The lamp, at the top left, is lit for half a second from each of these frames on.

    The number of a frame stands along the bottom as a row of bright and dark fields, the lowest bit on the left.
    """
    lit = {frame for first in lamps for frame in range(first, first + rate // 2)}
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate, options={"crf": "18", "g": "25"})
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for number in range(frames):
            picture = np.full((HEIGHT, WIDTH, 3), (30, 90, 60), dtype=np.uint8)
            if number in lit:
                picture[20:60, 20:60] = LIT
            for bit in range(BITS):
                picture[160:, bit * 20 : bit * 20 + 20] = LIT if number >> bit & 1 else DARK
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())
    return path


def frame_number(picture: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]") -> int:
    """The number that stands in a picture."""
    return sum(1 << bit for bit in range(BITS) if picture[170, bit * 20 + 10].mean() > 128)

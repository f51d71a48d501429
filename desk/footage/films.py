"""Films as they are read: how long they are, and single frames of them."""

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import av
from av.error import FFmpegError
from PIL import Image

from ledger.errors import MalformedDecision


class Film(NamedTuple):
    """What a file of footage holds."""

    rate: Fraction
    """Frames a second."""
    frames: int
    width: int
    height: int


def film(path: Path) -> Film:
    """What a file holds. Raises MalformedDecision where no film can be read in it."""
    try:
        with av.open(str(path)) as container:
            if not container.streams.video:
                raise MalformedDecision(f"{path.name} has no picture in it")
            stream = container.streams.video[0]
            rate = stream.average_rate
            if rate is None:
                raise MalformedDecision(f"{path.name} does not say how many frames a second it has")
            frames = sum(1 for packet in container.demux(stream) if packet.size)
            return Film(Fraction(rate), frames, stream.width, stream.height)
    except (FFmpegError, OSError) as error:
        raise MalformedDecision(f"{path.name} cannot be read as a film ({error})") from error


def frame_picture(path: Path, number: int) -> Image.Image:
    """A frame by its number, from 0: the one that is shown from then on. Raises MalformedDecision where there is none."""
    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            rate, unit, begins = stream.average_rate, stream.time_base, stream.start_time or 0
            assert rate is not None
            assert unit is not None
            at = begins + number / rate / unit
            container.seek(int(at), stream=stream)
            half = 1 / rate / unit / 2
            for frame in container.decode(stream):
                if frame.pts is not None and frame.pts > at - half:
                    if frame.pts > at + half:
                        break
                    return Image.fromarray(frame.to_ndarray(format="rgb24"))
    except (FFmpegError, OSError) as error:
        raise MalformedDecision(f"{path.name} cannot be read as a film ({error})") from error
    raise MalformedDecision(f"{path.name} has no frame {number:,}")

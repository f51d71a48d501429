"""All moments of a round at once: each is drawn as it is drawn alone, the same every time, and in few bytes."""

import gzip
from base64 import b64decode
from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

import orjson
import pytest

from projections.messages.catalogue import Catalogue
from projections.moments import RoundMoments, boards_picture, round_moments, table_picture
from projections.timeline.timeline import formatter_for, timeline_steps
from replay.ruling.ruling import Ruling
from tests.projections import floor

MOST_BYTES: Final = 60_000
"""Of a long round's moments, as they stand in its page."""


def moments_of(ruling: Ruling, language: str = "en") -> RoundMoments:
    words = Catalogue(language)
    steps = timeline_steps(ruling, formatter_for(ruling, words))
    return round_moments(ruling, steps, words, lambda step: step.text, lambda at: [at or ""])


def shapes_of(svg: str) -> list[str]:
    """The shapes of a drawing that is whole, without what names the whole."""
    root = ET.fromstring(svg)
    plain = [ET.tostring(part, encoding="unicode") for part in root]
    return [part.replace(' xmlns:ns0="http://www.w3.org/2000/svg"', "").replace("ns0:", "") for part in plain[3:]]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_moment_is_drawn_as_it_is_alone(ruled: Mapping[str, Ruling], language: str) -> None:
    words = Catalogue(language)
    for ruling in ruled.values():
        moments = moments_of(ruling, language)
        for number, moment in enumerate(moments.moments, 1):
            assert moments.picture(moment.table) == "".join(shapes_of(table_picture(ruling, number, words)))
            for outcome in ruling.outcomes:
                drawn, alone = moment.boards[outcome.id], boards_picture(ruling, outcome.judgement, number, words)
                assert (drawn is None) == (alone is None)
                if drawn is not None and alone is not None:
                    assert moments.picture(drawn) == "".join(shapes_of(alone))


def test_they_are_the_same_every_time_and_small(ruled: Mapping[str, Ruling]) -> None:
    for ruling in ruled.values():
        moments = moments_of(ruling)
        assert moments.packed == moments_of(ruling).packed
        assert len(moments.packed) <= MOST_BYTES
        unpacked = orjson.loads(gzip.decompress(b64decode(moments.packed)))
        assert [row["position"] for row in unpacked["moments"]] == [row.position for row in ruling.round.entries]


def test_what_is_amiss_is_said_at_its_step_alone(ruled: Mapping[str, Ruling]) -> None:
    """Punto has 6h Kh, six, and stands; the fifth card is the ninth event."""
    moments = moments_of(ruled[floor.OVERDRAWN]).moments
    assert next(number for number, moment in enumerate(moments, 1) if moment.mark) == 9
    assert moments[8].amiss == ("Punto had 6 points and should have stood; the dealer gave it 2♥.",)
    assert not any(moment.amiss for moment in moments if not moment.mark)

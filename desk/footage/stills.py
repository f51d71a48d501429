"""Stills: a frame of a clip, with what it is written below it and nothing over it, and its credentials in the file."""

import io
import json
from collections.abc import Sequence
from typing import Final, NamedTuple

import c2pa
from PIL import Image, ImageDraw, ImageFont

from desk.footage.films import frame_picture
from ledger.errors import UnusableKey
from ledger.footage import Clip, ClipFiles
from ledger.values.times import format_instant
from projections.footage import offset_in_words

_MARGIN: Final = 8
_TEXT_SIZE: Final = 16
_LINE_HEIGHT: Final = 22


class StillSigner(NamedTuple):
    """With what a still's credentials are signed: the chain of certificates, and the key of the first (PEM both)."""

    certificates: bytes
    key: bytes


def cut_still(files: ClipFiles, clip: Clip, frame: int, about: str) -> bytes:
    """A frame of a clip as PNG, with its number and its times below the picture; `about` says what it is to show.

    Raises MalformedDecision where the clip's file is not the one that was registered.
    """
    picture = frame_picture(files.checked(clip), frame)
    lines, font = still_lines(clip, frame, about), ImageFont.load_default(_TEXT_SIZE)
    text_width = max(int(font.getlength(line)) for line in lines) + 2 * _MARGIN
    text_height = _LINE_HEIGHT * len(lines) + 2 * _MARGIN
    sheet = Image.new("RGB", (max(picture.width, text_width), picture.height + text_height), "white")
    sheet.paste(picture, (0, 0))
    draw = ImageDraw.Draw(sheet)
    for number, line in enumerate(lines):
        draw.text((_MARGIN, picture.height + _MARGIN + number * _LINE_HEIGHT), line, fill="black", font=font)
    written = io.BytesIO()
    sheet.save(written, "PNG", optimize=True)
    return written.getvalue()


def still_lines(clip: Clip, frame: int, about: str) -> Sequence[str]:
    """What is written below a still."""
    table = clip.table_time(frame)
    when = "not matched to the table's time" if table is None else f"table's time {format_instant(table)}"
    return (
        f"{about}, clip {clip.name}, camera {clip.registered.camera}, frame {frame:,}",
        f"camera's clock {format_instant(int(clip.own_time(frame)))}",
        when,
        *([offset_in_words(clip)] if clip.matched else []),
        clip.registered.digest,
    )


def with_credentials(still: bytes, clip: Clip, frame: int, about: str, signer: StillSigner) -> bytes:
    """The still with content credentials (C2PA): of which clip and frame it is, signed. Raises UnusableKey."""
    manifest = {
        "claim_generator_info": [{"name": "recoup"}],
        "title": about,
        "format": "image/png",
        "assertions": [
            {
                "label": "c2pa.actions",
                "data": {
                    "actions": [
                        {
                            "action": "c2pa.created",
                            "digitalSourceType": "http://cv.iptc.org/newscodes/digitalsourcetype/screenCapture",
                        }
                    ]
                },
            },
            {
                "label": "org.recoup.still",
                "data": {
                    "about": about,
                    "clip": clip.name,
                    "digest": clip.registered.digest,
                    "camera": clip.registered.camera,
                    "frame": frame,
                    "camera_time": format_instant(int(clip.own_time(frame))),
                    "offset": offset_in_words(clip) if clip.matched else None,
                },
            },
        ],
    }
    try:
        info = c2pa.C2paSignerInfo(
            alg=c2pa.C2paSigningAlg.ES256, sign_cert=signer.certificates, private_key=signer.key, ta_url=None
        )
        written = io.BytesIO()
        with c2pa.Signer.from_info(info) as signing, c2pa.Builder(json.dumps(manifest)) as builder:
            builder.sign(signing, "image/png", io.BytesIO(still), written)
    except c2pa.C2paError as error:
        raise UnusableKey(
            f"the still cannot be signed: {error}; it takes a chain of certificates and its P-256 key"
        ) from error
    return written.getvalue()

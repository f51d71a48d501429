"""Clips as evidence: registered by their digests, matched to the table's time, held, handed out, cut into stills."""

import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import av
import c2pa
import numpy as np
import opentimelineio as otio
import pytest
import srt
import webvtt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from PIL import Image

from tests.commands import Recoup
from tests.footage.films import HEIGHT, WIDTH, frame_number, make_film

DAY: Final = "BAC-1/2026-11-20"
ROUND: Final = f"{DAY}/1"
RATE: Final = 25
FRAMES: Final = 750
FIRST_FRAME: Final = datetime(2026, 11, 20, 21, 0, 0, tzinfo=UTC)
"""The table's time at the clip's first frame."""
BEHIND: Final = timedelta(milliseconds=37_400)
"""By how much the camera's clock is behind the table's."""

STEPS: Final[tuple[tuple[int, str, dict[str, Any]], ...]] = (
    (50, "round.opened.v1", {}),
    (60, "wager.placed.v1", {"wager": "w1", "player": "P1", "kind": "banco", "stake_minor": 1000}),
    (75, "round.bets_closed.v1", {}),
    (100, "card.dealt.v1", {"place": "punto", "card": "9h"}),
    (150, "card.dealt.v1", {"place": "banco", "card": "3c"}),
    (200, "card.dealt.v1", {"place": "punto", "card": "Tc"}),
    (250, "card.dealt.v1", {"place": "banco", "card": "5d"}),
    (300, "round.announced.v1", {"result": "banco"}),
    (400, "wager.returned.v1", {"wager": "w1", "amount_minor": 1950}),
    (500, "round.closed.v1", {}),
)
"""What the shoe tells, and the frame at which it happens: punto's nine wins, and banco is called and paid."""
LAMPS: Final = (100, 400)


def instant(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def event(number: int, topic: str, data: Mapping[str, Any], subject: str, frame: int | None = None) -> str:
    # an event happens in the middle between the frame before and the first that shows it
    when = None if frame is None else instant(FIRST_FRAME + timedelta(seconds=(frame - 0.5) / RATE))
    box = {"specversion": "1.0", "type": topic, "source": "shoe/BAC-1", "id": str(number), "sequence": str(number)}
    return json.dumps(box | {"subject": subject, "data": dict(data)} | ({"time": when} if when else {}))


def feed() -> str:
    lines = [
        event(1, "table.opened.v1", {"game": "baccarat", "rulebook": "dcb", "currency": "CHF"}, DAY),
        event(2, "source.declared.v1", {"about": "shoe/BAC-1", "uncertainty_ms": 0}, DAY),
    ]
    lines += [event(number, topic, data, ROUND, frame) for number, (frame, topic, data) in enumerate(STEPS, 3)]
    return "".join(line + "\n" for line in lines)


def event_id(frame: int) -> str:
    return f"shoe/BAC-1#{3 + [step[0] for step in STEPS].index(frame)}"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_film(tmp_path_factory.mktemp("film") / "camera14.mp4", frames=FRAMES, rate=RATE, lamps=LAMPS)


@pytest.fixture
def recorded(recoup: Recoup, tmp_path: Path) -> Recoup:
    """A ledger with the round on record."""
    (tmp_path / "shoe.ndjson").write_text(feed())
    assert recoup("record", str(tmp_path / "shoe.ndjson")).code == 0
    return recoup


def register(recoup: Recoup, film: Path, *more: str) -> None:
    begins = instant(FIRST_FRAME - BEHIND)
    ran = recoup(
        "clip",
        "register",
        DAY,
        "c14",
        str(film),
        "--camera",
        "cam14",
        "--begins",
        begins,
        "--by",
        "I7",
        "--from",
        "nvr2",
        *more,
    )
    assert ran.code == 0, ran.err


@pytest.fixture
def registered(recorded: Recoup, film: Path) -> Recoup:
    register(recorded, film, "--expires", "2026-12-20")
    return recorded


@pytest.fixture
def matched(registered: Recoup) -> Recoup:
    seen = [f"{frame}={event_id(frame)}" for frame in LAMPS]
    ran = registered("clip", "match", DAY, "c14", "--seen", seen[0], "--seen", seen[1], "--by", "I7")
    assert ran.code == 0, ran.err
    return registered


class TestTheClipIsRegistered:
    def test_by_its_digest_its_frames_and_its_rate(self, registered: Recoup) -> None:
        (clip,) = registered("clip", "list", DAY, "--json").json
        assert (clip["clip"], clip["camera"], clip["rate"], clip["frames"]) == ("c14", "cam14", "25/1", FRAMES)
        assert (clip["keepers"], clip["received_from"], clip["expires_on"]) == (["I7"], "nvr2", "2026-12-20")
        assert clip["digest"].startswith("sha256:")

    def test_a_flipped_bit_is_found(self, registered: Recoup, tmp_path: Path) -> None:
        assert registered("clip", "check", DAY).out == "1 of 1 clips are as they were registered\n"
        (kept,) = next(tmp_path.rglob("clips")).iterdir()
        data = bytearray(kept.read_bytes())
        data[len(data) // 2] ^= 1
        kept.write_bytes(data)
        ran = registered("clip", "check", DAY)
        assert (ran.code, ran.out) == (1, "0 of 1 clips are as they were registered\n")
        assert "is not the one that was registered" in ran.err
        still = registered("clip", "still", ROUND, "c14", "--frame", "100", "-o", str(tmp_path / "still.png"))
        assert still.code != 0
        assert not (tmp_path / "still.png").exists()

    def test_the_same_film_is_one_clip(self, registered: Recoup, film: Path) -> None:
        begins = instant(FIRST_FRAME)
        ran = registered("clip", "register", DAY, "c15", str(film), "--camera", "cam15", "--begins", begins, "--by", "I7")
        assert ran.code == 2
        assert "has clip c14 already" in ran.err

    def test_what_is_no_film_is_said_so(self, recorded: Recoup, tmp_path: Path) -> None:
        (tmp_path / "no.mp4").write_text("no film")
        begins = instant(FIRST_FRAME)
        film = str(tmp_path / "no.mp4")
        ran = recorded("clip", "register", DAY, "c15", film, "--camera", "cam15", "--begins", begins, "--by", "I7")
        assert ran.code == 2
        assert "no.mp4 cannot be read as a film" in ran.err


class TestItsTimeIsMatched:
    def test_the_offset_is_right_within_a_frame_and_as_it_says(self, matched: Recoup) -> None:
        """The camera is 37.400 s behind."""
        (clip,) = matched("clip", "list", DAY, "--json").json
        off = abs(clip["offset_us"] - 37_400_000)
        assert off <= clip["uncertainty_us"] <= 1_000_000 // RATE

    def test_a_clock_that_may_be_off_makes_the_offset_as_uncertain(
        self, recoup: Recoup, tmp_path: Path, film: Path
    ) -> None:
        """The shoe's clock may be off by 250 ms; two matches of the same clock cannot tell."""
        (tmp_path / "shoe.ndjson").write_text(feed().replace('"uncertainty_ms": 0', '"uncertainty_ms": 250'))
        recoup("record", str(tmp_path / "shoe.ndjson"))
        register(recoup, film)
        seen = [f"{frame}={event_id(frame)}" for frame in LAMPS]
        recoup("clip", "match", DAY, "c14", "--seen", seen[0], "--seen", seen[1], "--by", "I7")
        (clip,) = recoup("clip", "list", DAY, "--json").json
        assert clip["uncertainty_us"] == 250_000 + 1_000_000 // RATE // 2

    def test_matches_that_contradict_each_other_are_refused(self, registered: Recoup) -> None:
        wrong = ["--seen", f"100={event_id(100)}", "--seen", f"410={event_id(400)}"]
        ran = registered("clip", "match", DAY, "c14", *wrong, "--by", "I7")
        assert ran.code == 2
        assert "contradict each other by 361 ms" in ran.err

    @pytest.mark.parametrize(
        ("seen", "why"),
        [
            ("100=shoe/BAC-1#99", "shoe/BAC-1#99 is not on record"),
            ("100=shoe/BAC-1#1", "shoe/BAC-1#1 has no time"),
            (f"900={event_id(400)}", "there is no 900"),
            ("card", "is no FRAME=SOURCE#ID"),
        ],
    )
    def test_what_cannot_be_matched_is_said_so(self, registered: Recoup, seen: str, why: str) -> None:
        ran = registered("clip", "match", DAY, "c14", "--seen", f"100={event_id(100)}", "--seen", seen, "--by", "I7")
        assert ran.code == 2
        assert why in ran.err

    def test_the_clips_own_time_is_not_taken_for_true(self, registered: Recoup, tmp_path: Path) -> None:
        ran = registered("clip", "cues", ROUND, "c14", "-o", str(tmp_path / "round.vtt"))
        assert ran.code == 2
        assert "is not matched to the table's time" in ran.err


def seconds(text: str) -> float:
    """Of `00:01:02.345`."""
    hours, minutes, rest = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


class TestCues:
    """The steps stand at the frames at which they happen; each reader is another library's."""

    def frames(self) -> list[int]:
        return [frame for frame, _, _ in STEPS]

    def near(self, seconds: float, frame: int) -> bool:
        return abs(seconds * RATE - frame) <= 1

    def test_webvtt(self, matched: Recoup, tmp_path: Path) -> None:
        path = tmp_path / "round.vtt"
        matched("clip", "cues", ROUND, "c14", "-o", str(path))
        captions = webvtt.read(str(path)).captions
        assert len(captions) == len(STEPS)
        assert all(map(self.near, [seconds(caption.start) for caption in captions], self.frames()))
        assert "9♥" in captions[3].text
        with av.open(str(path)) as container:
            starts = [packet.pts / 1000 for packet in container.demux() if packet.pts is not None]
        assert all(map(self.near, starts, self.frames()))

    def test_srt(self, matched: Recoup, tmp_path: Path) -> None:
        path = tmp_path / "round.srt"
        matched("clip", "cues", ROUND, "c14", "-o", str(path))
        subtitles = list(srt.parse(path.read_text()))
        assert all(map(self.near, [line.start.total_seconds() for line in subtitles], self.frames()))
        assert [line.end for line in subtitles[:-1]] == [line.start for line in subtitles[1:]]
        assert "! " in subtitles[7].content, "banco was called and punto had won"

    def test_opentimelineio(self, matched: Recoup, tmp_path: Path) -> None:
        path = tmp_path / "round.otio"
        matched("clip", "cues", ROUND, "c14", "-o", str(path))
        (clip,) = otio.adapters.read_from_file(str(path)).find_clips()
        assert all(map(self.near, [m.marked_range.start_time.to_seconds() for m in clip.markers], self.frames()))
        assert [m.color for m in clip.markers].index("RED") == 7

    def test_edit_decision_list(self, matched: Recoup, tmp_path: Path) -> None:
        path = tmp_path / "round.edl"
        matched("clip", "cues", ROUND, "c14", "-o", str(path))
        (clip,) = otio.adapters.read_from_file(str(path), adapter_name="cmx_3600", rate=RATE).find_clips()
        starts = [marker.marked_range.start_time.value for marker in clip.markers]
        assert all(abs(start - frame) <= 1 for start, frame in zip(starts, self.frames(), strict=True))
        assert [marker.color for marker in clip.markers].index("RED") == 7


class TestStills:
    def test_a_step_is_cut_at_its_frame_with_nothing_over_the_picture(self, matched: Recoup, tmp_path: Path) -> None:
        path = tmp_path / "still.png"
        ran = matched("clip", "still", ROUND, "c14", "--step", "4", "-o", str(path))
        assert ran.code == 0, ran.err
        sheet = np.asarray(Image.open(path).convert("RGB"))
        picture = sheet[:HEIGHT, :WIDTH]
        assert abs(frame_number(picture) - 100) <= 1
        assert sheet.shape[0] > HEIGHT, "the words stand below"
        assert (sheet[:HEIGHT, WIDTH:] == 255).all()

    def test_its_credentials_are_verified_by_their_own_tool(self, matched: Recoup, tmp_path: Path) -> None:
        chain, key = certificates()
        (tmp_path / "chain.pem").write_bytes(chain)
        (tmp_path / "key.pem").write_bytes(key)
        path = tmp_path / "still.png"
        signing = ("--certificates", str(tmp_path / "chain.pem"), "--certificate-key", str(tmp_path / "key.pem"))
        ran = matched("clip", "still", ROUND, "c14", "--step", "4", "-o", str(path), *signing)
        assert ran.code == 0, ran.err
        read = credentials(path.read_bytes())
        assert read["validation_state"] in ("Valid", "Trusted")
        (claim,) = [
            assertion["data"]
            for assertion in read["manifests"][read["active_manifest"]]["assertions"]
            if assertion["label"] == "org.recoup.still"
        ]
        assert abs(claim["frame"] - 100) <= 1
        assert claim["about"] == f"{ROUND} step 4"

        data = bytearray(path.read_bytes())
        data[-40] ^= 1
        assert credentials(bytes(data))["validation_state"] == "Invalid"


def credentials(data: bytes) -> Any:
    with c2pa.Reader("image/png", io.BytesIO(data)) as reader:
        return json.loads(reader.json())


def certificates() -> tuple[bytes, bytes]:
    """A chain of two certificates for content credentials, and the key of the first."""
    now = datetime.now(UTC)

    def certificate(
        name: str, key: ec.EllipticCurvePrivateKey, by: tuple[str, ec.EllipticCurvePrivateKey], *, ca: bool
    ) -> Any:
        def named(common: str) -> x509.Name:
            return x509.Name(
                [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Test"), x509.NameAttribute(NameOID.COMMON_NAME, common)]
            )

        usage = dict.fromkeys(
            [
                "content_commitment",
                "key_encipherment",
                "data_encipherment",
                "key_agreement",
                "encipher_only",
                "decipher_only",
            ],
            False,
        )
        built = (
            x509.CertificateBuilder()
            .subject_name(named(name))
            .issuer_name(named(by[0]))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=30))
            .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
            .add_extension(x509.KeyUsage(digital_signature=not ca, key_cert_sign=ca, crl_sign=ca, **usage), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by[1].public_key()), critical=False)
        )
        if not ca:
            built = built.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION]), critical=True)
        return built.sign(by[1], hashes.SHA256())

    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = certificate("root", root_key, ("root", root_key), ca=True)
    own = certificate("still", key, ("root", root_key), ca=False)
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return own.public_bytes(pem) + root.public_bytes(pem), private


class TestHoldsAndCopies:
    def test_a_clip_that_is_held_is_not_destroyed(self, registered: Recoup) -> None:
        registered("clip", "hold", DAY, "c14", "--by", "I7", "--reason", "a dispute is open")
        ran = registered("clip", "destroy", DAY, "c14", "--by", "I7", "--reason", "its last day is over")
        assert ran.code == 2
        assert "is held: a dispute is open" in ran.err
        (clip,) = registered("clip", "list", DAY, "--json").json
        assert (clip["held_for"], clip["destroyed"]) == ("a dispute is open", False)

    def test_before_its_last_day_it_is_kept(self, registered: Recoup) -> None:
        ran = registered("clip", "destroy", DAY, "c14", "--by", "I7", "--reason", "to make room")
        assert "is kept until 2026-12-20" in ran.err

    def test_once_its_last_day_is_over_its_file_goes_and_its_record_stays(
        self, recorded: Recoup, film: Path, tmp_path: Path
    ) -> None:
        register(recorded, film, "--expires", "2026-01-01")
        ran = recorded("clip", "destroy", DAY, "c14", "--by", "I7", "--reason", "its last day is over")
        assert ran.code == 0, ran.err
        assert list(next(tmp_path.rglob("clips")).iterdir()) == []
        (clip,) = recorded("clip", "list", DAY, "--json").json
        assert clip["destroyed"]
        assert "is no longer kept" in recorded("clip", "hold", DAY, "c14", "--by", "I7", "--reason", "too late").err

    def test_who_keeps_it_and_who_was_given_a_copy_is_on_record(self, registered: Recoup) -> None:
        registered("clip", "hand-over", DAY, "c14", "M1", "--by", "I7", "--reason", "end of the shift")
        registered("clip", "copy", DAY, "c14", "police", "--by", "M1", "--reason", "they asked for it")
        (clip,) = registered("clip", "list", DAY, "--json").json
        assert (clip["keepers"], clip["copies"]) == (["I7", "M1"], ["police"])
        assert "everything fits" in registered("verify").out

    def test_a_clip_that_is_mistyped_is_suggested(self, registered: Recoup) -> None:
        ran = registered("clip", "hold", DAY, "c41", "--by", "I7", "--reason", "a dispute is open")
        assert "did you mean c14?" in ran.err

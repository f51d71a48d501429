"""`recoup examine`: what the record of a table's days says of its wheel and of who bets at it."""

from pathlib import Path
from random import Random

from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import SINGLE_ZERO
from tests.commands import Recoup

WHEEL = pockets_of(SINGLE_ZERO)


def spins(number: int) -> str:
    """A day of roulette whose ball falls into five pockets twice as often; a player bets on the number that lies there."""
    chance, lines = Random(31), ["RO-9/2026-11-20: table roulette eca-roulette EUR; dealer D1"]
    weights = [3 if 10 <= place < 15 else 1 for place in range(37)]
    for n, place in enumerate(chance.choices(range(37), weights, k=number), 1):
        pocket = WHEEL[place]
        late = f"; bet x{n} P9 straight 100 numbers={pocket}" if n % 20 == 0 else ""
        lines.append(
            f"RO-9/2026-11-20/{n}: open; spin cw ccw; nmb; rest {pocket}{late}; call {pocket}; dolly {pocket}; close"
        )
    return "\n".join(lines) + "\n"


def test_a_leaning_wheel_and_late_money_are_shown(tmp_path: Path, recoup: Recoup) -> None:
    path = tmp_path / "night.txt"
    path.write_text(spins(370))
    assert recoup("record", str(path)).code == 0
    examined = recoup("examine", "RO-9", "--json").json
    assert (examined["days"], examined["rounds"], examined["spins"]) == (1, 370, 370)
    assert examined["wheel"]["one_in"] > 1_000_000
    assert set(examined["wheel"]["pockets"]) & set(WHEEL[10:15])
    assert [(who["player"], who["kind"], who["bets"], who["hits"]) for who in examined["bettors"]] == [
        ("P9", "ball_at_rest", 18, 18)
    ]
    assert examined["bettors"][0]["one_in"] > 1_000_000
    out = recoup("examine", "RO-9").out
    assert "Wheel, 370 spins: pockets" in out
    assert "no verdict on anybody" in " ".join(out.split())


def test_bets_that_follow_the_first_card_are_shown(tmp_path: Path, recoup: Recoup) -> None:
    """P1 backs punto whenever its first card is a six to a nine; P2 always does."""
    chance = Random(5)
    lines = ["BAC-9/2026-11-20: table baccarat dcb EUR; shoe S1 8"]
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"] * 8
    chance.shuffle(cards)
    for n in range(1, 61):
        drawn = [cards.pop() for _ in range(4)]
        side = "punto" if drawn[0][0] in "6789" else "banco"
        bets = f"bet a{n} P1 {side} 1000; bet b{n} P2 punto 1000"
        deal = " ".join(f"{place} {card}" for place, card in zip("PBPB", drawn, strict=True))
        lines.append(f"BAC-9/2026-11-20/{n}: open; {bets}; nmb; {deal}; close")
    path = tmp_path / "night.txt"
    path.write_text("\n".join(lines) + "\n")
    assert recoup("record", str(path)).code == 0
    bettors = {who["player"]: who for who in recoup("examine", "BAC-9", "--json").json["bettors"]}
    assert (bettors["P1"]["hits"], bettors["P1"]["one_in"] > 1_000_000) == (60, True)
    assert bettors["P2"]["one_in"] < 100


def test_an_unknown_table_is_a_clear_refusal(tmp_path: Path, recoup: Recoup) -> None:
    path = tmp_path / "night.txt"
    path.write_text(spins(1))
    recoup("record", str(path))
    ran = recoup("examine", "RO-8")
    assert ran.code != 0
    assert "nothing is on record of a table RO-8" in ran.err


LOG = """\
source = "wheel/RO-9"
table = "RO-9"
day = "2026-11-20"

[log]
zone = "UTC"
uncertainty_ms = 600

[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
"""


def wheel_log(seconds_in_rim: list[int]) -> str:
    """Games of a wheel: bets for 20 s, the ball in the rim, 15 s until the number, and 5 s with the number up."""
    at, lines, last = 0, list[str](), " 3"

    def say(line: str, seconds: int) -> None:
        nonlocal at
        for _ in range(2):
            lines.append(f"[2026-11-20 {at // 3600:02}:{at % 3600 // 60:02}:{at % 60:02}.000] Receive >>> {line}")
        at += seconds

    for counter, rim in enumerate(seconds_in_rim, 1):
        say(f"*X;2;{counter:03};{last};0;150;0", 20)
        say(f"*X;3;{counter:03};{last};0;150;1", rim)
        say(f"*X;4;{counter:03};{last};0;150;1", 15)
        lines.append(lines[-1].partition("*")[0] + "23")
        last = "23"
        say(f"*X;5;{counter:03};{last};0;150;1", 5)
    return "\n".join(lines) + "\n"


def test_how_long_a_wheel_takes_and_what_is_unusual_for_it(tmp_path: Path, recoup: Recoup) -> None:
    (tmp_path / "wheel.log").write_text(wheel_log([12, 13, 14] * 8 + [31, 13]))
    (tmp_path / "wheel.toml").write_text(LOG)
    ran = recoup("record", str(tmp_path / "wheel.log"), "--format", "cammegh", "--map", str(tmp_path / "wheel.toml"))
    assert ran.code == 0
    stages = {row["stage"]: row for row in recoup("examine", "RO-9", "--json").json["durations"]}
    assert [(name, row["games"], row["median_ms"]) for name, row in stages.items()] == [
        ("betting", 26, 20_000),
        ("ball_in_rim", 26, 13_000),
        ("ball_falling", 26, 15_000),
        ("between_games", 25, 5_000),
    ]
    rim = stages["ball_in_rim"]
    assert (rim["usual_from_ms"], rim["usual_to_ms"]) == (6_000, 20_000)
    assert rim["unusual"] == [{"round": "RO-9/2026-11-20/r25", "milliseconds": 31_000}]
    assert "usually 6.0 s to 20.0 s. Unusual: r25 31.0 s." in " ".join(recoup("examine", "RO-9").out.split())


def speed_capture(speeds: list[int]) -> bytes:
    """Games of a wheel without times: the wheel turns evenly, at another speed in each game."""
    lines = [
        line
        for counter, speed in enumerate(speeds, 1)
        for state in (2, 3, 4, 5)
        for line in [f"*X;{state};{counter:03};23;0;{speed:03};1"] * 2
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def test_how_fast_a_wheel_turns_and_which_spin_is_unusual_for_it(tmp_path: Path, recoup: Recoup) -> None:
    """The middle half of the speeds is 14.9 to 15.1; three tenths is the least breadth, so 0.9 on either side is usual."""
    (tmp_path / "wheel.bin").write_bytes(speed_capture([149, 150, 151] * 8 + [142, 139, 161]))
    (tmp_path / "wheel.toml").write_text(LOG.replace('[log]\nzone = "UTC"\nuncertainty_ms = 600\n', ""))
    ran = recoup("record", str(tmp_path / "wheel.bin"), "--format", "cammegh", "--map", str(tmp_path / "wheel.toml"))
    assert ran.code == 0
    assert recoup("examine", "RO-9", "--json").json["speeds"] == {
        "spins": 27,
        "median_rpm_tenths": 150,
        "usual_from_rpm_tenths": 140,
        "usual_to_rpm_tenths": 160,
        "unusual": [
            {"round": "RO-9/2026-11-20/r26", "rpm_tenths": 139},
            {"round": "RO-9/2026-11-20/r27", "rpm_tenths": 161},
        ],
    }
    shown = " ".join(recoup("examine", "RO-9").out.split())
    assert "15.0 rpm in the median of 27 spins, usually 14.0 rpm to 16.0 rpm. Unusual: r26 13.9 rpm, r27 16.1 rpm." in shown


def test_without_times_nothing_is_said_of_durations(tmp_path: Path, recoup: Recoup) -> None:
    (tmp_path / "night.txt").write_text(spins(3))
    recoup("record", str(tmp_path / "night.txt"))
    assert "durations" not in recoup("examine", "RO-9", "--json").json

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

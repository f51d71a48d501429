"""The shoe, what cards count, and who draws: DCB-4, 5, 11, 12, 13, 14 and the order of the deal."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, floor, holds, keeps
from tests.clauses.dcb.tableau import TABLEAU
from tests.clauses.table import Row, Ruled

CLEAN: Final = Ruled()
BANCO_WINS: Final = "P 9h B 6c P 9d B 3s; close"
OVER: Final = (("overdraw", "DCB-13"),)
UNDER: Final = (("underdraw", "DCB-13"),)
ASTRAY: Final = (("card_astray", "DCB-13"),)
FOURTH: Final = (("fourth_card", "DCB-14"),)
ORDER: Final = (("out_of_order", "DCB-DEAL"),)
SHORT: Final = (("short_hand", "DCB-14"),)
FIRST: Final = (("wrong_deal_order", "DCB-DEAL"),)


def burned(count: int, card: str = "??") -> str:
    """Cards that have left the shoe before the coup."""
    return "table: " + "; ".join([f"burn {card}"] * count)


SHOE: Final = (
    keeps(
        "DCB-4",
        "The shoe is made of eight decks.",
        f"1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(verdict="stands", awarded={"w1": 19_500}, cites=("DCB-4",)),
    ),
    keeps(
        "DCB-4",
        "A nine of hearts is the eighth that comes out of the shoe.",
        f"{burned(7, '9h')}\n1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(awarded={"w1": 19_500}),
    ),
    keeps(
        "DCB-4",
        "The coup ends with the 416th card of the shoe.",
        f"{burned(412)}\n1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-4",
        "The shoe is made of six decks: nobody but management says what the coup is worth.",
        f"1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(findings=(("wrong_decks", "DCB-4"),), verdict="refer", authority="management", awarded={"w1": None}),
        before=floor(shoe="table: shoe S1 6"),
    ),
    breaks(
        "DCB-4",
        "A nine of hearts is the ninth that comes out of the shoe.",
        f"{burned(8, '9h')}\n1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(findings=(("one_copy_too_many", "DCB-4"),), verdict="refer", awarded={"w1": None}),
    ),
    breaks(
        "DCB-4",
        "The coup ends with the 417th card of the shoe.",
        f"{burned(413)}\n1: bet w1 P1 banco 10000; {BANCO_WINS}",
        Ruled(findings=(("too_many_cards", "DCB-4"),), verdict="refer", awarded={"w1": None}),
    ),
)

POINTS: Final = (
    # Each rank with a filler to eight, in punto, against a banco that has eight without that rank.
    *(
        keeps(
            "DCB-5",
            f"{card[0]} and {filler} count eight, and tie with banco's eight.",
            f"1: bet w1 P1 any_tie 500; P {card}h B {first} P {filler}d B {other}; close",
            Ruled(lawful="egalite", due={"w1": 5_000}, hands={"punto": f"{card}h {filler}d"}),
        )
        for card, filler, first, other in (
            ("A", "7", "6c", "2s"),
            ("2", "6", "5c", "3s"),
            ("3", "5", "6c", "2s"),
            ("4", "4", "6c", "2s"),
            ("5", "3", "6c", "2s"),
            ("6", "2", "5c", "3s"),
            ("7", "A", "6c", "2s"),
            ("8", "T", "6c", "2s"),
            ("9", "9", "6c", "2s"),
            ("T", "8", "6c", "2s"),
            ("J", "8", "6c", "2s"),
            ("Q", "8", "6c", "2s"),
            ("K", "8", "6c", "2s"),
        )
    ),
    keeps(
        "DCB-5",
        "A sum of ten is nothing: with a six and a four punto draws.",
        "1: P 6h B 6c P 4d B As P 9h; close",
        Ruled(lawful="punto", hands={"punto": "6h 4d 9h"}, cites=("DCB-5",)),
    ),
    breaks(
        "DCB-5",
        "Two nines are not eighteen but eight: the dealer calls punto, and banco's nine is nearer.",
        "1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; call punto; close",
        Ruled(findings=(("wrong_announcement", "DCB-10"),), verdict="correct", due={"w1": 19_500}),
    ),
    breaks(
        "DCB-5",
        "A king is not ten more but nothing: three, king and six are nine.",
        "1: bet w1 P1 punto 10000; P 3h B 3c P Kd B 4s P 6h; call banco; close",
        Ruled(findings=(("wrong_announcement", "DCB-10"),), lawful="punto", due={"w1": 20_000}),
    ),
)

THREE_CARD_EIGHT: Final = "bet w1 P1 banco 10000; bet w2 P2 punto 10000; P Ah B 2c P Ad B 3s P 6h"
BANCO_WITH_TWO: Final = "bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 4h B Ac P 2d B As"
BANCO_WITH_THREE: Final = "bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 4h B 2c P 3d B As"
BANCO_WITH_FIVE: Final = "bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 4h B 2c P 3d B 3s"

READINGS: Final = (
    keeps(
        "DCB-11a?",
        "Punto's eight in three cards is no natural: banco with five, giving six, draws a four and wins with nine.",
        f"1: {THREE_CARD_EIGHT} B 4d; close",
        Ruled(lawful="banco", awarded={"w1": 19_500, "w2": 0}, cites=("DCB-11a?",)),
    ),
    breaks(
        "DCB-11a?",
        "Banco stops at punto's eight in three cards, as if it were a natural.",
        f"1: {THREE_CARD_EIGHT}; close",
        Ruled(findings=UNDER),
    ),
    breaks(
        "DCB-11a?",
        "As long as the house has left it open, punto's eight in three cards may have stopped banco on five.",
        f"1: {THREE_CARD_EIGHT} B 4d; close",
        Ruled(
            findings=OVER,
            verdict="refer",
            branches={"DCB-11a?:a": {"w1": 19_500, "w2": 0}, "DCB-11a?:b": {"w1": 0, "w2": 20_000}},
        ),
        unresolved=("DCB-11a?",),
    ),
    breaks(
        "DCB-12a?",
        "As long as the house has left it open, banco may have had to stand on two.",
        f"1: {BANCO_WITH_TWO} B 6d; close",
        Ruled(
            findings=OVER,
            verdict="refer",
            branches={"DCB-12a?:a": {"w1": 19_500, "w2": 0}, "DCB-12a?:b": {"w1": 0, "w2": 20_000}},
        ),
        unresolved=("DCB-12a?",),
    ),
    breaks(
        "DCB-12b?",
        "As long as the house has left it open, banco with three, nothing given, may have had to stand.",
        f"1: {BANCO_WITH_THREE} B 5d; close",
        Ruled(
            findings=OVER,
            verdict="refer",
            branches={
                "DCB-12b?:a": {"w1": 19_500, "w2": 0},
                "DCB-12b?:b": {"w1": 0, "w2": 20_000},
                "DCB-12b?:c": {"w1": 19_500, "w2": 0},
            },
        ),
        unresolved=("DCB-12b?",),
    ),
    breaks(
        "DCB-12b?",
        "As long as the house has left it open, banco with five, nothing given, may have had to stand.",
        f"1: {BANCO_WITH_FIVE} B 3d; close",
        Ruled(
            findings=OVER,
            verdict="refer",
            branches={
                "DCB-12b?:a": {"w1": 19_500, "w2": 0},
                "DCB-12b?:b": {"w1": 0, "w2": 20_000},
                "DCB-12b?:c": {"w1": 0, "w2": 20_000},
            },
        ),
        unresolved=("DCB-12b?",),
    ),
    keeps(
        "DCB-12b?",
        "Left open or not, banco with six stands when nothing was given, and with seven always.",
        """1: bet w1 P1 banco 10000; P 4h B 4c P 3d B 2s; close
        2: bet w2 P1 banco 10000; P 4h B 4c P 2d B 3s; close""",
        Ruled(lawful="punto", awarded={"w1": 0}),
        Ruled(lawful="banco", awarded={"w2": 19_500}),
        unresolved=("DCB-12b?",),
    ),
)

NO_CHOICE: Final = (
    keeps(
        "DCB-13",
        "Punto with five draws and banco with five, giving four, draws.",
        "1: bet w1 P1 punto 10000; P 2h B 2c P 3d B 3s P 4h B Ks; close",
        Ruled(verdict="stands", lawful="punto", awarded={"w1": 20_000}),
    ),
    breaks(
        "DCB-13",
        "Punto may not ask for a card on six: the king was not due.",
        "1: P 4h B 4c P 2d B 3s P Kh; close",
        Ruled(findings=OVER, hands={"punto": "4h 2d", "banco": "4c 3s"}),
    ),
    breaks(
        "DCB-13",
        "Punto may not refuse a card on five.",
        "1: P 2h B 4c P 3d B 3s; close",
        Ruled(findings=UNDER),
    ),
    breaks(
        "DCB-13",
        "Banco may not draw on seven.",
        "1: P 2h B 4c P 3d B 3s P Kh B 2s; close",
        Ruled(findings=OVER, hands={"punto": "2h 3d Kh", "banco": "4c 3s"}),
    ),
    breaks(
        "DCB-13",
        "Banco may not stand on five when it gave four.",
        "1: P 2h B 2c P 3d B 3s P 4h; close",
        Ruled(findings=UNDER),
    ),
    breaks(
        "DCB-13",
        "The fourth card is laid to punto and banco is left with one: it belongs to banco.",
        "1: bet w1 P1 punto 10000; P 9h B 2c P Kd P 6s; close",
        Ruled(findings=ASTRAY, lawful="punto", hands={"punto": "9h Kd", "banco": "2c 6s"}, due={"w1": 20_000}),
    ),
    breaks(
        "DCB-13",
        "Punto's third card is laid to banco, which stands on seven: it belongs to punto.",
        "1: bet w1 P1 punto 10000; P 2h B 4c P 3d B 3s B 4d; close",
        Ruled(
            findings=ASTRAY,
            lawful="punto",
            hands={"punto": "2h 3d 4d", "banco": "4c 3s"},
            due={"w1": 20_000},
        ),
    ),
)

SIZE: Final = (
    keeps(
        "DCB-14",
        "Both hands have three cards.",
        "1: bet w1 P1 banco 10000; P Th B 3c P Kd B Qs P 2h B 5d; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}, hands={"punto": "Th Kd 2h", "banco": "3c Qs 5d"}),
    ),
    keeps(
        "DCB-14",
        "Both hands have two cards.",
        "1: bet w1 P1 banco 10000; P 4h B 4c P 2d B 3s; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-14",
        "Punto is given a fourth card.",
        "1: P Th B 3c P Kd B Qs P 2h B 5d P 4s; close",
        Ruled(findings=FOURTH, grounds={"fourth_card": ("DCB-14",)}, hands={"punto": "Th Kd 2h", "banco": "3c Qs 5d"}),
    ),
    breaks(
        "DCB-14",
        "Banco is given a fourth card.",
        "1: P Th B 3c P Kd B Qs P 2h B 5d B 4s; close",
        Ruled(findings=FOURTH, grounds={"fourth_card": ("DCB-14",)}, hands={"punto": "Th Kd 2h", "banco": "3c Qs 5d"}),
    ),
    breaks(
        "DCB-14",
        "Banco is left with one card.",
        "1: P 9h B 6c P 9d; close",
        Ruled(findings=SHORT),
    ),
    breaks(
        "DCB-14",
        "Banco is left with one card, and with that much would be due a third: one is missing, and it is found once.",
        "1: bet w1 P1 punto 10000; P 9h B 3c P Kd; call punto; pay w1 20000; close",
        Ruled(findings=SHORT, grounds={"short_hand": ("DCB-14", "DCB-DEAL")}, due={"w1": None}),
    ),
    breaks(
        "DCB-14",
        "Punto's second card is left out, and banco gets both of its own: punto is left with one.",
        "1: bet w1 P1 any_tie 1000; P 2h B 4c B 3s; call banco; close",
        Ruled(findings=SHORT, hands={"punto": "2h 3s", "banco": "4c"}, due={"w1": None}),
    ),
    breaks(
        "DCB-14",
        "The deal breaks off after two cards: both hands are left with one.",
        "1: bet w1 P1 banco 10000; bet w2 P1 3g8 100; P 9h B 6c; close",
        Ruled(findings=SHORT * 2, due={"w1": None, "w2": None}),
    ),
    breaks(
        "DCB-14",
        "Banco is left with one card, but punto has a natural nine: 3G8 is lost whatever banco's other card is.",
        "1: bet w1 P1 banco 10000; bet w2 P1 3g8 100; bet w3 P1 any_tie 500; P 9h B 6c P Kd; close\n"
        "1: notice inspector management",
        Ruled(
            findings=SHORT,
            verdict="reconstruct",
            branches={"1": {"w1": None, "w2": 0, "w3": None}},
            awarded={"w2": 0},
            draw={"": "banco"},
        ),
    ),
    breaks(
        "DCB-14",
        "A fourth card would make punto nine, but counts nothing: banco, called and paid as it lies, has won.",
        "1: bet w1 P1 banco 10000; P Th B 3c P Kd B 2s P 4h B 2d P 5s; call banco; pay w1 19500; close\n"
        "2: P 9h B 6c P 9d B 3s; close",
        Ruled(
            findings=FOURTH,
            branches={"DCB-21a?:a": {"w1": 19_500}, "DCB-21a?:b": {"w1": 19_500}, "DCB-21a?:c": {"w1": 10_000}},
            dealt="banco",
            laid={"DCB-21a?:a": "Th Kd 4h / 3c 2s 2d"},
        ),
        CLEAN,
    ),
    breaks(
        "DCB-14",
        "Punto's fourth card was banco's third: punto's four beats nobody's five, whatever was laid on top of it.",
        "1: bet w1 P1 punto 10000; P Th B 2c P Kd B 3s P 4h P 9c; call banco; pay w1 0; close; notice inspector management",
        Ruled(findings=FOURTH, lawful="egalite", verdict="reconstruct", hands={"punto": "Th Kd 4h", "banco": "2c 3s 9c"}),
    ),
)

DEALT: Final = (
    keeps(
        "DCB-DEAL",
        "Punto, banco, punto, banco, then punto's third card, then banco's.",
        "1: bet w1 P1 banco 10000; P Th B 3c P Kd B Qs P 2h B 5d; close",
        Ruled(
            verdict="stands", awarded={"w1": 19_500}, hands={"punto": "Th Kd 2h", "banco": "3c Qs 5d"}, cites=("DCB-DEAL",)
        ),
    ),
    keeps(
        "DCB-DEAL",
        "Four cards make a coup with a natural.",
        "1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-DEAL",
        "Banco has the first card and punto the second: they change places.",
        "1: B 9h P 8c P Ad B Ts; close",
        Ruled(
            findings=FIRST,
            grounds={"wrong_deal_order": ("DCB-DEAL",)},
            lawful="banco",
            hands={"punto": "9h Ad", "banco": "8c Ts"},
        ),
    ),
    breaks(
        "DCB-DEAL",
        "Punto has both its cards before banco has its first.",
        "1: P 9h P 9c B 9d B Ks; close",
        Ruled(
            findings=FIRST,
            grounds={"wrong_deal_order": ("DCB-DEAL",)},
            lawful="banco",
            hands={"punto": "9h 9d", "banco": "9c Ks"},
        ),
    ),
    breaks(
        "DCB-DEAL",
        "Banco has its third card before punto: they change places.",
        "1: P Th B 2c P Kd B Qs B 5d P 2h; close",
        Ruled(findings=ORDER, lawful="punto", hands={"punto": "Th Kd 5d", "banco": "2c Qs 2h"}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SHOE, *POINTS, *READINGS, *NO_CHOICE, *SIZE, *DEALT, *TABLEAU)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_cards(row: Row) -> None:
    holds(row)

"""Misdraws, each worked out by hand: the cards as dealt and as they belong, and what every kind of bet gets of either."""

from dataclasses import dataclass, field
from typing import Final

Money = dict[str, int | None]

BANCO: Final[Money] = {"b": 19_500, "p": 0, "t": 0, "u": 0, "g": 0}
PUNTO: Final[Money] = {"b": 0, "p": 20_000, "t": 0, "u": 0, "g": 0}
TIE: Final[Money] = {"b": 10_500, "p": 10_200, "t": 5_000, "u": 0, "g": 0}
"""P1 has agreed on 5%, P2 on 2%. `u` has another total."""
VOID: Final[Money] = {"b": 10_000, "p": 10_000, "t": 500, "u": 100, "g": 100}
OPEN: Final[Money] = {"b": None, "p": None, "t": None, "u": None, "g": None}
EIGHT: Final[Money] = {"g": 18_100}
"""Three giving eight: 180 to 1."""


def with_total(minor: int) -> Money:
    """A tie on the total of the UR WAY bet, which gives this."""
    return {**TIE, "u": minor}


def bets(ur_way: int = 6) -> str:
    """A bet of every kind: P1 bets with the bank, P2 with punto, P4 on egalites, P3 on 3G8."""
    return (
        "bet b P1 banco 10000; bet p P2 punto 10000; bet t P4 any_tie 500; "
        f"bet u P4 ur_way 100 total={ur_way}; bet g P3 3g8 100"
    )


def paid(money: Money) -> str:
    """All of these bets settled by a result."""
    return "; ".join(f"pay {wager} {minor}" for wager, minor in money.items())


NEXT: Final = "bet n P1 banco 10000; P 4s B 8h P 3d B Kh; call banco; pay n 19500; close"
"""A coup that is dealt by the rules: banco's natural 8 beats 7. Its first card is a four."""
NEXT_STANDS: Final[Money] = {"n": 19_500}

OVER: Final = ("overdraw", "DCB-13")
UNDER: Final = ("underdraw", "DCB-13")
ASTRAY: Final = ("card_astray", "DCB-13")
ORDER: Final = ("out_of_order", "DCB-DEAL")
FIRST: Final = ("wrong_deal_order", "DCB-DEAL")
FOURTH: Final = ("fourth_card", "DCB-14")


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdraw:
    """A coup that was dealt off the tableau.

    `called` and `dealt` are the result and the money of the cards as they lie, `hands` and `lawful` of the cards where
    they belong; `moves` are made if it is put right in time, a surplus card going where `>` stands open. What is
    missing is drawn at `draw`, or, once the next coup was dealt, is its first card: then `late_hands` are the hands.
    """

    about: str
    cards: str
    called: str
    dealt: Money
    hands: tuple[str, str]
    lawful: Money
    findings: tuple[tuple[str, str], ...] = (OVER,)
    moves: str = ""
    draw: str = ""
    ur_way: int = 6
    late_hands: tuple[str, str] | None = None
    decided: Money = field(default_factory=dict)
    """Of what is missing, what is decided all the same: whatever the card is, it can be nothing else."""
    astray: bool = False
    """Whether only a place or the order was wrong, and as many cards came as were due (DCB-21f?)."""

    @property
    def coup(self) -> str:
        """The bets, the cards, the dealer's word."""
        return f"{bets(self.ur_way)}; {self.cards}; call {self.called}"


ON_SIX: Final = Misdraw(
    about="Punto is given a card on six",  # 8 to 7 as dealt, 6 to 7 by the rules
    cards="P Td B 3h P 6s B 4d P 2s",
    called="punto",
    dealt=PUNTO,
    hands=("Td 6s", "3h 4d"),
    lawful=BANCO,
    moves="2s punto>",
)
ON_SEVEN: Final = Misdraw(
    about="Punto is given a card on seven",  # 7 and 9 make 6, to banco's 6; 7 to 6 by the rules
    cards="P 4h B 2c P 3d B 4s P 9h",
    called="egalite",
    dealt=with_total(4_500),
    hands=("4h 3d", "2c 4s"),
    lawful=PUNTO,
    moves="9h punto>",
)
ON_NATURAL: Final = Misdraw(
    about="Punto is given a card on its natural eight",  # 8 and 5 make 3, to 7; 8 to 7 by the rules
    cards="P 9h B 4c P 9d B 3s P 5h",
    called="banco",
    dealt=BANCO,
    hands=("9h 9d", "4c 3s"),
    lawful=PUNTO,
    moves="5h punto>",
)
AGAINST_NATURAL: Final = Misdraw(
    about="Punto with three is given a card against banco's natural eight",  # 3 and 5 make 8: 8 to 8; 3 to 8 by the rules
    cards="P 2h B 5c P Ad B 3s P 5h",
    called="egalite",
    dealt=with_total(8_100),
    hands=("2h Ad", "5c 3s"),
    lawful=BANCO,
    moves="5h punto>",
    ur_way=8,
)
NATURAL_EIGHT: Final = Misdraw(
    about="Punto with a natural against banco's three is given an eight, to which it was not entitled",
    cards="P 9h B 2c P 9d B As P 8h",  # 8 and 8 make 6, to 3; 8 to 3 by the rules: 3G8 is lost either way
    called="punto",
    dealt=PUNTO,
    hands=("9h 9d", "2c As"),
    lawful=PUNTO,
    moves="8h punto>",
)
PLAYED_ON: Final = Misdraw(
    about="A natural eight is played on: both hands are given a third card",  # 13 and 13: 3 to 3; 8 to 7 by the rules
    cards="P 9h B 4c P 9d B 3s P 5h B 6c",
    called="egalite",
    dealt=with_total(20_100),
    hands=("9h 9d", "4c 3s"),
    lawful=PUNTO,
    findings=(OVER, OVER),
    moves="5h punto>, 6c banco>",
    ur_way=3,
)
BOTH_OVER: Final = Misdraw(
    about="Two errors: punto is given a card on six and banco one on seven",  # 8 to 16: 8 to 6; 6 to 7 by the rules
    cards="P Td B 3h P 6s B 4d P 2s B 9c",
    called="punto",
    dealt=PUNTO,
    hands=("Td 6s", "3h 4d"),
    lawful=BANCO,
    findings=(OVER, OVER),
    moves="2s punto>, 9c banco>",
)
PUSHED_ON: Final = Misdraw(
    about="Punto is given a card on six, and banco the one after: the first of them was banco's",
    cards="P Td B 2h P 6s B 3d P 2s B 5h",  # 8 to 10: 8 to 0; by the rules 6 to 2 and 3 and 2: 7
    called="punto",
    dealt=PUNTO,
    hands=("Td 6s", "2h 3d 2s"),
    lawful=BANCO,
    moves="2s punto>banco, 5h banco>",
)
NEEDED: Final = Misdraw(
    about="The card that punto is given on seven was banco's",  # 7 and 5 make 2, to 5; by the rules 7 to 10: 0
    cards="P 4h B 2c P 3d B 3s P 5h",
    called="banco",
    dealt=BANCO,
    hands=("4h 3d", "2c 3s 5h"),
    lawful=PUNTO,
    findings=(ASTRAY,),
    moves="5h punto>banco",
    astray=True,
)
NO_THIRD_PUNTO: Final = Misdraw(
    about="Punto with five is given no card",  # 5 to 7; with the four 9 to 7, and banco stands
    cards="P 2h B 4c P 3d B 3s",
    called="banco",
    dealt=BANCO,
    hands=("2h 3d", "4c 3s"),
    lawful=PUNTO,
    findings=(UNDER,),
    draw="punto",
    decided={"u": 0, "g": 0},  # banco stands on seven, so no tie on six; and seven is not three
    late_hands=("2h 3d 4s", "4c 3s"),
)
NO_THIRD_BANCO: Final = Misdraw(
    about="Banco with five, giving four, is given no card",  # 9 to 5; with the four 9 to 9
    cards="P 2h B 2c P 3d B 3s P 4h",
    called="punto",
    dealt=PUNTO,
    hands=("2h 3d 4h", "2c 3s"),
    lawful=with_total(8_100),
    findings=(UNDER,),
    draw="banco",
    ur_way=9,
    decided={"g": 0},
    late_hands=("2h 3d 4h", "2c 3s 4s"),
)
NO_THIRDS: Final = Misdraw(
    about="Two errors: both hands with five are given no card",  # 5 to 5; with four and eight 9 to 13: 9 to 3
    cards="P 2h B 2c P 3d B 3s",
    called="egalite",
    dealt=with_total(11_100),
    hands=("2h 3d", "2c 3s"),
    lawful=PUNTO,
    findings=(UNDER, UNDER),
    draw="punto",
    ur_way=5,
    decided={"g": 0},
    late_hands=("2h 3d 4s", "2c 3s 8h"),
)
SWAPPED: Final = Misdraw(
    about="Banco has its third card before punto",  # 2 to 7; by the rules 5 to 4
    cards="P Th B 2c P Kd B Qs B 5d P 2h",
    called="banco",
    dealt=BANCO,
    hands=("Th Kd 5d", "2c Qs 2h"),
    lawful=PUNTO,
    findings=(ORDER,),
    moves="5d banco>punto, 2h punto>banco",
    astray=True,
)
FIRST_TO_BANCO: Final = Misdraw(
    about="Of the first four cards banco is given the first and the third",  # 7 to 6; by the rules 6 to 7
    cards="B Td P 3h B 6s P 4d",
    called="punto",
    dealt=PUNTO,
    hands=("Td 6s", "3h 4d"),
    lawful=BANCO,
    findings=(FIRST,),
    moves="Td banco>punto, 3h punto>banco, 6s banco>punto, 4d punto>banco",
    astray=True,
)
FIRST_IN_PAIRS: Final = Misdraw(
    about="The first four cards come two by two, and a third card as if that were right",
    cards="P 2h P 3d B 4c B 3s P 4h",  # 5 and 4: 9 to 7; by the rules 6 to 6, which both stand: a card too many
    called="punto",
    dealt=PUNTO,
    hands=("2h 4c", "3d 3s"),
    lawful=with_total(4_500),
    findings=(FIRST,),
    moves="3d punto>banco, 4c banco>punto, 4h punto>",
)
EIGHT_TO_BANCO: Final = Misdraw(
    about="Banco has its third card before punto, and it is the eight that three was to give",
    cards="P Th B 2c P 4d B As B 8h P 5d",  # 9 to 1; by the rules 4 and 8 make 2, to 3, which stands: a card too many
    called="punto",
    dealt=PUNTO,
    hands=("Th 4d 8h", "2c As"),
    lawful={**BANCO, **EIGHT},
    findings=(ORDER,),
    moves="8h banco>punto, 5d punto>",
)
PUNTO_TO_BANCO: Final = Misdraw(
    about="Punto's third card is laid to banco",  # 5 to 15: 5 to 5; by the rules 5 and 8 make 3, to 7
    cards="P 2h B 4c P 3d B 3s B 8d",
    called="egalite",
    dealt=with_total(11_100),
    hands=("2h 3d 8d", "4c 3s"),
    lawful=BANCO,
    findings=(ASTRAY,),
    moves="8d banco>punto",
    ur_way=5,
    astray=True,
)
BANCO_TO_PUNTO: Final = Misdraw(
    about="Banco's third card is laid to punto, which has three",  # 4 to 5, a fourth counts nothing; by the rules 4 to 11
    cards="P Th B 2c P Kd B 3s P 4h P 6c",
    called="banco",
    dealt=BANCO,
    hands=("Th Kd 4h", "2c 3s 6c"),
    lawful=PUNTO,
    findings=(FOURTH,),
    moves="6c punto>banco",
    astray=True,
)
GIVEN_AWAY: Final = Misdraw(
    about="Banco's third card is laid to punto, which has six; giving that card banco would have stood",
    cards="P Td B 2h P 6s B 3d P 2s",  # 8 to 5; by the rules 6 to 7: five cards are due, and five came
    called="punto",
    dealt=PUNTO,
    hands=("Td 6s", "2h 3d 2s"),
    lawful=BANCO,
    findings=(OVER,),
    moves="2s punto>banco",
    astray=True,
)
TAKEN_AWAY: Final = Misdraw(
    about="Punto's third card is laid to banco, which would have drawn had punto stood",
    cards="P 2h B 2c P 3d B 3s B 8d",  # 5 to 3; by the rules 3 to 5, which stands: five cards are due, and five came
    called="punto",
    dealt=PUNTO,
    hands=("2h 3d 8d", "2c 3s"),
    lawful=BANCO,
    findings=(UNDER,),
    moves="8d banco>punto",
    astray=True,
)
FOURTH_BANCO: Final = Misdraw(
    about="Banco is given a fourth card",  # 2 to 8: a fourth card never counts
    cards="P Th B 3c P Kd B Qs P 2h B 5d B 2s",
    called="banco",
    dealt=BANCO,
    hands=("Th Kd 2h", "3c Qs 5d"),
    lawful=BANCO,
    findings=(FOURTH,),
    moves="2s banco>",
)
FOURTH_PUNTO: Final = Misdraw(
    about="Punto is given a fourth card",  # 2 to 8: a fourth card never counts
    cards="P Th B 3c P Kd B Qs P 2h B 5d P 7s",
    called="banco",
    dealt=BANCO,
    hands=("Th Kd 2h", "3c Qs 5d"),
    lawful=BANCO,
    findings=(FOURTH,),
    moves="7s punto>",
)

MISDRAWS: Final = (
    ON_SIX,
    ON_SEVEN,
    ON_NATURAL,
    AGAINST_NATURAL,
    NATURAL_EIGHT,
    PLAYED_ON,
    BOTH_OVER,
    PUSHED_ON,
    NEEDED,
    NO_THIRD_PUNTO,
    NO_THIRD_BANCO,
    NO_THIRDS,
    SWAPPED,
    FIRST_TO_BANCO,
    FIRST_IN_PAIRS,
    EIGHT_TO_BANCO,
    PUNTO_TO_BANCO,
    BANCO_TO_PUNTO,
    GIVEN_AWAY,
    TAKEN_AWAY,
    FOURTH_BANCO,
    FOURTH_PUNTO,
)

"""How a championship is run: entries, decisions, amendments, prizes, and what is played at its tables."""

from typing import Final

from tests.clauses.eca_championship.floor import breaks, keeps
from tests.clauses.eca_championship.given import AMENDED, BY_GUEST, BY_JUDGE, LISTED, RANKED, THREE, TWO

RUNNING: Final = (
    keeps(
        "ECA-G2",
        "The Director disqualifies the leader, who is out of the ranking from then on.",
        f"{RANKED}; DIR: disqualify C01 tips",
        advance={"": "C02"},
    ),
    keeps(
        "ECA-G2",
        "Who is disqualified after a round was decided keeps the place in that round.",
        f"{RANKED}; DIR: advance 1 C01; DIR: disqualify C01 tips",
        advance={"": "C01"},
    ),
    breaks(
        "ECA-G2",
        "Another casino disqualifies the leader; it is refused and the ranking stays.",
        f"{RANKED}; K09: disqualify C01 no_uniform",
        refused=("ECA-G2",),
        advance={"": "C01"},
    ),
    keeps(
        "ECA-G3",
        "A recorded designee settles the dispute, and the round goes on.",
        f"{THREE}; DIR: designate D2; K03: dispute Q1 the_box; D2: settle Q1 it_stands; J1: give_scores 1 C01 49 48 47",
        standing="open",
    ),
    breaks(
        "ECA-G3",
        "Scores are given while a dispute is open, which a casino then claims to settle.",
        f"{THREE}; K03: dispute Q1 the_box; J1: give_scores 1 C01 49 48 47; K01: settle Q1 it_stands",
        refused=("ECA-G3", "ECA-G3"),
        standing="held",
    ),
    breaks(
        "ECA-G3",
        "A round is dealt at a table while a dispute is open.",
        f"{THREE}; K03: dispute Q1 the_box",
        BY_JUDGE,
        findings=("played_in_dispute ECA-G3",),
        about=("Q1", "BJ-1/2026-05-03/1"),
        standing="held",
    ),
    keeps(
        "ECA-G3",
        "A round is dealt at a table once the dispute is settled.",
        f"{THREE}; K03: dispute Q1 the_box; DIR: settle Q1 it_stands",
        BY_JUDGE,
    ),
    keeps("ECA-G4", "The rules are amended, and all casinos are informed.", f"{AMENDED}; ECA: notify A1 K02"),
    keeps(
        "ECA-G4",
        "A casino that enters after an amendment enters under the rules as amended.",
        f"{AMENDED}; ECA: notify A1 K02; K04: enter C04 K04",
    ),
    breaks(
        "ECA-G4",
        "The rules are amended, and one casino is not informed.",
        AMENDED,
        findings=("not_informed ECA-G4",),
        about=("K02", "A1"),
    ),
    breaks(
        "ECA-G4",
        "A casino amends the rules.",
        "open 3; K01: amend A1 higher_limits 2026-05-03T14:00:00.000000Z",
        refused=("ECA-G4",),
    ),
    keeps("ECA-G5", "With sixteen entries the first round is scheduled.", "open; DIR: schedule 1 C01-C16 8"),
    keeps(
        "ECA-G5",
        "With fifteen entries a national runner-up is invited, and the first round is scheduled.",
        "open 15; ECA: invite C16 K16; DIR: schedule 1 C01-C16 8",
    ),
    keeps("ECA-G5", "With fifteen entries the organiser cancels.", "open 15; ECA: cancel too_few", standing="cancelled"),
    breaks(
        "ECA-G5",
        "With fifteen entries the first round is scheduled.",
        "open 15; DIR: schedule 1 C01-C15 8",
        refused=("ECA-G5",),
    ),
    breaks("ECA-G5", "A seventeenth is invited.", "open; ECA: invite C17 K17", refused=("ECA-G5",)),
    breaks(
        "ECA-G5",
        "Somebody is invited who is no runner-up.",
        "open 15; ECA: invite C16 K16 sponsor",
        findings=("not_runner_up ECA-G5",),
        about=("C16", "K16"),
    ),
    keeps("ECA-G6", "The organiser cancels.", "open; ECA: cancel rain", standing="cancelled"),
    breaks("ECA-G6", "The Director cancels.", "open; DIR: cancel rain", refused=("ECA-G6",), standing="open"),
    keeps("ECA-G7", "The winner is given the prize of the list.", f"{LISTED}; ECA: award 1 C01 cup"),
    breaks(
        "ECA-G7",
        "The winner is given another prize than the list has.",
        f"{LISTED}; ECA: award 1 C01 watch",
        findings=("prize_not_listed ECA-G7",),
        about=("C01", "watch", "cup"),
    ),
    breaks(
        "ECA-G7",
        "A prize is given for a place that the list does not have.",
        f"{LISTED}; ECA: award 3 C03 book",
        findings=("prize_not_listed ECA-G7",),
        about=("C03", "book"),
    ),
    keeps("ECA-G8", "A recorded designee schedules the round.", "open; DIR: designate D2; D2: schedule 1 C01-C16 8"),
    breaks(
        "ECA-G8",
        "Somebody whom nobody designated schedules the round.",
        "open; D2: schedule 1 C01-C16 8",
        refused=("ECA-G8",),
    ),
    breaks(
        "ECA-G8",
        "A designee names a further one.",
        "open; DIR: designate D2; D2: designate D3; D3: schedule 1 C01-C16 8",
        refused=("ECA-G8", "ECA-G8"),
    ),
)

TABLES: Final = (
    keeps("ECA-C2", "A judge places the wager.", TWO, BY_JUDGE),
    breaks(
        "ECA-C2",
        "A guest places the wager.",
        TWO,
        BY_GUEST,
        findings=("not_by_judge ECA-C2",),
        about=("w1", "P1"),
    ),
    keeps("ECA-C7", "A judge's wager keeps the game's rules and the championship's.", TWO, BY_JUDGE),
    breaks(
        "ECA-C7",
        "A guest's wager that the game's own rules allow breaks the championship's, which come on top.",
        TWO,
        BY_GUEST,
        findings=("not_by_judge ECA-C2",),
    ),
    keeps("ECA-C8", "Nobody gives a tip.", TWO, BY_JUDGE),
    breaks(
        "ECA-C8", "A judge gives a tip.", TWO, f"{BY_JUDGE}; tip J1 500", findings=("tip ECA-C8",), about=("J1", "5.00")
    ),
)

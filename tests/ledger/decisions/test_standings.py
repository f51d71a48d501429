"""How shoes and rounds go from one standing to the next, as text tables: given, when, then."""

from itertools import product
from typing import Final, get_args

import pytest

from ledger.acts.roster import Roster
from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from ledger.mapper import content
from ledger.table_standing import RoundStanding, ShoeStanding, TableStanding
from ledger.values.subjects import play_stream
from replay.editions.loader import shipped_edition
from tests.ledgers import decode, encode

DAY: Final = "BJ-1/2026-11-20"
ROUND: Final = f"{DAY}/1"

SHOE: Final = """
given     when                                            then      refused
in_play   suspect_shoe S1 dealer                          suspect   -
in_play   void_shoe S1 management                         void      -
in_play   void_shoe S1 M1 role=management                 void      -
in_play   void_shoe S1 M1                                 in_play   gives this to management; M1 acted as no office
in_play   void_shoe S1 dealer                             in_play   gives this to management; dealer acted as dealer
in_play   void_shoe S1 D1 role=inspector                  in_play   gives this to management; D1 acted as inspector
in_play   void_shoe S9 management                         in_play   no shoe that is on record
in_play   reverse_void_shoe S1 management                 in_play   the shoe is not void
in_play   terminate_game management scope=shoe shoe=S1    void      -
in_play   terminate_game management scope=shoe            in_play   no shoe that is on record
suspect   suspect_shoe S1 inspector                       suspect   -
suspect   void_shoe S1 management                         void      -
suspect   void_shoe S1 supervisor                         suspect   gives this to management
suspect   reverse_void_shoe S1 management                 suspect   the shoe is not void
void      suspect_shoe S1 dealer                          void      -
void      void_shoe S1 management                         void      the shoe is void already
void      void_shoe S1 dealer                             void      gives this to management
void      invalid_game management scope=shoe shoe=S1      void      the shoe is void already
void      reverse_void_shoe S1 management                 reversed  -
void      reverse_void_shoe S1 inspector                  void      gives this to management
reversed  suspect_shoe S1 dealer                          suspect   -
reversed  void_shoe S1 management                         void      -
reversed  void_shoe S1 dealer                             reversed  gives this to management
reversed  reverse_void_shoe S1 management                 reversed  the shoe is not void
"""
ROUNDS: Final = """
given      when                                      then       refused
open       close                                     closed     -
open       notice P2 inspector                       disputed   -
open       notice dealer inspector                   open       -
open       void_round management                     void       -
open       void_round dealer                         open       gives this to management
open       reverse_void_round management             open       nothing was decided
open       settle_round stands management            open       not under dispute
open       settle_round corrected management         open       not under dispute
open       invalid_hand management box=1             open       -
open       invalid_hand management scope=round       void       -
open       invalid_game management scope=round       void       -
open       withhold_payment management wager=w1      open       -
closed     close                                     closed     -
closed     notice P2 inspector                       disputed   -
closed     void_round management                     void       -
closed     void_round inspector                      closed     gives this to management
closed     reverse_void_round management             closed     nothing was decided
closed     settle_round stands management            stands     -
closed     settle_round corrected management         corrected  -
closed     invalid_hand management box=1             closed     -
disputed   close                                     disputed   -
disputed   notice P3 inspector                       disputed   -
disputed   void_round management                     void       -
disputed   reverse_void_round management             disputed   nothing was decided
disputed   settle_round stands management            stands     -
disputed   settle_round stands inspector             disputed   gives this to management
disputed   settle_round corrected management         corrected  -
disputed   invalid_hand management box=1             disputed   -
stands     close                                     stands     -
stands     notice P2 inspector                       disputed   -
stands     void_round management                     void       -
stands     reverse_void_round management             stands     nothing was decided
stands     settle_round stands management            stands     not under dispute
stands     settle_round corrected management         stands     not under dispute
stands     invalid_hand management box=1             stands     -
corrected  close                                     corrected  -
corrected  notice P2 inspector                       disputed   -
corrected  void_round management                     void       -
corrected  reverse_void_round management             corrected  nothing was decided
corrected  settle_round stands management            corrected  not under dispute
corrected  settle_round corrected management         corrected  not under dispute
corrected  invalid_hand management box=1             corrected  -
void       close                                     void       -
void       notice P2 inspector                       void       -
void       void_round management                     void       the round is void
void       settle_round stands management            void       the round is void
void       settle_round corrected management         void       the round is void
void       invalid_hand management box=1             void       the round is void
void       reverse_void_round management             closed     -
void       reverse_void_round dealer                 void       gives this to management
"""
GIVEN: Final = {
    "in_play": "",
    "suspect": "suspect_shoe S1 inspector",
    "reversed": "void_shoe S1 management; reverse_void_shoe S1 management",
    "open": "",
    "closed": "close",
    "disputed": "close; notice P2 inspector",
    "stands": "close; notice P2 inspector; settle_round stands management",
    "corrected": "close; notice P2 inspector; settle_round corrected management",
}
VOID: Final = {"shoe": "void_shoe S1 management", "round": "close; void_round management"}


def rows(table: str) -> list[tuple[str, str, str, str]]:
    """The rows of a text table, by the columns that its head marks."""
    head, *lines = table.strip().splitlines()
    starts = [head.index(word) for word in ("given", "when", "then", "refused")]
    cut = [[line[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)] for line in lines]
    return [(given, when, then, refused) for given, when, then, refused in cut]


def entries(*lines: str) -> list[Entry]:
    """Lines of a transcript as the ledger would hold them, one recorded after the other."""
    floor, found = Transcript("floor"), list[Entry]()
    for line in filter(lambda line: not line.endswith(": "), lines):
        for delivery in floor.read(line):
            n = len(found) + 1
            state = encode(content(delivery), play_stream(delivery.subject), n, "2026-11-20T20:00:00.000000Z")
            found.append(decode(n, state))
    return found


def standings(*lines: str) -> TableStanding:
    """Where a table of the Czech house stands after these lines."""
    before = (f"{DAY}: table blackjack ccl CZK; shoe S1 6", f"{ROUND}: open; bet w1 P1 main 10000 box=1")
    return TableStanding(shipped_edition("ccl").authorities, Roster()).apply_all(entries(*before, *lines))


@pytest.mark.parametrize(("given", "when", "then", "refused"), rows(SHOE))
def test_a_shoe(given: str, when: str, then: str, refused: str) -> None:
    after = standings(f"{DAY}: {VOID['shoe'] if given == 'void' else GIVEN[given]}", f"{DAY}: {when}")
    assert after.shoes["S1"].standing == then
    assert bool(after.shoes["S1"].void_decisions) == (then == "void")
    assert after.round_standing(ROUND, "S1") == ("void" if then == "void" else "open")
    _was_refused(after, refused)


@pytest.mark.parametrize(("given", "when", "then", "refused"), rows(ROUNDS))
def test_a_round(given: str, when: str, then: str, refused: str) -> None:
    after = standings(f"{ROUND}: {VOID['round'] if given == 'void' else GIVEN[given]}", f"{ROUND}: {when}")
    assert after.round_standing(ROUND, "S1") == then
    _was_refused(after, refused)


def _was_refused(after: TableStanding, why: str) -> None:
    last = after.decisions[-1].refused if after.decisions else None
    assert last is None if why == "-" else why in (last or "")


def test_every_act_is_tried_on_every_standing() -> None:
    shoe = {(given, when.split()[0]) for given, when, _, _ in rows(SHOE)}
    assert shoe >= set(product(get_args(ShoeStanding), ("suspect_shoe", "void_shoe", "reverse_void_shoe")))
    acts = (
        "close",
        "notice",
        "void_round",
        "reverse_void_round",
        "settle_round stands",
        "settle_round corrected",
        "invalid_hand",
    )
    tried = {(given, act) for given, when, _, _ in rows(ROUNDS) for act in acts if when.startswith(act)}
    assert tried >= set(product(get_args(RoundStanding), acts))


GAME: Final = """
given                        when                                   then      refused
-                            invalid_game management                void      -
-                            invalid_game dealer                    open      gives this to management
-                            reinstate_game management              open      nothing was decided
-                            terminate_game management scope=round  open      no round that is on record
terminate_game management    terminate_game management              void      decided already
terminate_game management    reinstate_game management              open      -
terminate_game management    reinstate_game inspector               void      gives this to management
terminate_game management    void_shoe S1 management                void      -
"""


@pytest.mark.parametrize(("given", "when", "then", "refused"), rows(GAME))
def test_a_game(given: str, when: str, then: str, refused: str) -> None:
    after = standings(f"{DAY}: {'' if given == '-' else given}", f"{DAY}: {when}")
    assert after.round_standing(ROUND, "S1") == then
    _was_refused(after, refused)


def test_a_dispute_that_arises_while_a_round_is_void_is_there_when_that_is_taken_back() -> None:
    after = standings(f"{ROUND}: close; void_round management; notice P2 inspector; reverse_void_round management")
    assert after.round_standing(ROUND, "S1") == "disputed"


def test_a_round_of_a_void_shoe_keeps_its_own_standing() -> None:
    lines = (f"{ROUND}: close; notice P2 inspector", f"{DAY}: void_shoe S1 management")
    assert standings(*lines).round_standing(ROUND, "S1") == "void"
    assert standings(*lines, f"{DAY}: reverse_void_shoe S1 management").round_standing(ROUND, "S1") == "disputed"


def test_a_house_that_gives_an_act_to_nobody_refuses_it_to_everybody() -> None:
    table_standing = TableStanding(shipped_edition("scb").authorities, Roster())
    table_standing.apply_all(entries(f"{DAY}: table blackjack scb CHF; shoe S1 6", f"{DAY}: void_shoe S1 direction"))
    assert table_standing.decisions[0].refused == (
        "the rulebook gives nobody authority to void shoe; it gives void round to direction (SCB-24)"
    )


def test_a_decision_that_the_rules_give_no_ground_for_is_an_attempt_and_so_is_taking_it_back() -> None:
    table_standing = TableStanding(shipped_edition("ccl").authorities, Roster(), groundless={3: "there is none"})
    table_standing.apply_all(entries(f"{ROUND}: open; close; void_round management; reverse_void_round management"))
    assert [decision.refused for decision in table_standing.decisions] == [
        "there is none",
        "nothing was decided that could be taken back",
    ]
    assert table_standing.round_standing(ROUND, None) == "closed"


@pytest.mark.parametrize(("rulebook", "who"), [("dcb", "management"), ("fbj", "supervisor"), ("scb", "direction")])
def test_whoever_decides_what_the_rules_leave_open_may_void_a_round(rulebook: str, who: str) -> None:
    for by in ("dealer", "inspector", who):
        table_standing = TableStanding(shipped_edition(rulebook).authorities, Roster())
        table_standing.apply_all(entries(f"{DAY}: shoe S1 6", f"{ROUND}: open", f"{ROUND}: void_round {by}"))
        assert (table_standing.round_standing(ROUND, "S1") == "void") == (by == who)

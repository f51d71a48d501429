"""Every act of a championship: given what was done, when somebody does it, then it holds or is refused and why.

A row is `given | when | then`; then is `holds`, or a part of the sentence of the refusal with its clause.
"""

from typing import Final

import pytest

from ledger.championships.championship import NOT_OPENED
from ledger.championships.refusals import refusal
from ledger.events.championships import ACT_KINDS
from tests.championship.lines import act, after, house, lines, opening

WAGERS: Final = "9_split_17-20_on_17,25_column_2_on_17"
TWO_ZEROS: Final = "0-28-9-26-30-11-7-20-32-17-5-22-34-15-3-24-36-13-1-00-27-10-25-29-12-8-19-31-18-6-21-33-16-4-23-35-14-2"
ROUND: Final = "open; DIR: schedule 1 C01-C16 8"
EXERCISE: Final = f"{ROUND}; DIR: set_exercise 1 1 C08,C09 {WAGERS} 7"
HELD: Final = f"{EXERCISE}; K03: dispute Q1 the_scores"
AMENDED: Final = "open; DIR: amend A1 higher_limits 2026-05-03T14:00:00.000000Z ECA"

TABLE: Final = f"""
# the Director and the designees
open                                      | DIR: designate D2                    | holds
open                                      | ECA: designate D2                    | holds
open                                      | K01: designate K01                   | only the championship director or the organiser ECA-G8
open; DIR: designate D2                   | D2: designate D3                     | only the championship director or the organiser ECA-G8
open; DIR: designate D2                   | DIR: designate D2                    | a designee already
open; DIR: designate D2                   | D2: schedule 1 C01-C16 8             | holds
open                                      | D2: schedule 1 C01-C16 8             | D2 holds no office ECA-G8
open                                      | J1: schedule 1 C01-C16 8             | J1 is the judge ECA-G8
open                                      | ECA: name_judges J3                  | holds
open                                      | K01: name_judges K01                 | K01 holds no office ECA-G8
# entries, invitations, the minimum
open 3                                    | K04: enter C04 K04                   | holds
open 3                                    | K09: enter C03 K09                   | C03 takes part already
open 15                                   | ECA: invite C16 K16                  | holds
open 15                                   | DIR: invite C16 K16                  | only the organiser ECA-G5
open 15                                   | ECA: invite C15 K15                  | C15 takes part already
open 16                                   | ECA: invite C17 K17                  | only to make 16 ECA-G5
open 15                                   | DIR: schedule 1 C01-C15 8            | 15 take part, fewer than 16 ECA-G5
open 15; ECA: invite C16 K16              | DIR: schedule 1 C01-C16 8            | holds
# cancelling
open 15                                   | ECA: cancel too_few                  | holds
open 16                                   | ECA: cancel rain                     | holds
open 16                                   | DIR: cancel rain                     | only the organiser ECA-G6
open 16; ECA: cancel rain                 | DIR: schedule 1 C01-C16 8            | was cancelled by ECA ECA-G6
open 16; ECA: cancel rain                 | ECA: cancel rain                     | was cancelled by ECA ECA-G6
# rounds
open                                      | DIR: schedule 2 C01-C16 8            | round 1 comes next
{ROUND}                                   | DIR: schedule 1 C01-C16 8            | scheduled already
{ROUND}                                   | DIR: schedule 2 C01-C08 1            | holds
open                                      | DIR: schedule 1 C01-C17 8            | C17 does not take part
open                                      | DIR: schedule 1 C01,C02,C01 1        | named twice
open; DIR: disqualify C03 tips            | DIR: schedule 1 C01-C16 8            | C03 is disqualified
# scores
{ROUND}                                   | J1: give_scores 1 C01 49 48 47       | holds
{ROUND}                                   | K01: give_scores 1 C01 49 48 47      | only the judge ECA-G8
{ROUND}                                   | DIR: give_scores 1 C01 49 48 47      | only the judge ECA-G8
open                                      | J1: give_scores 1 C01 49 48 47       | round 1 is not scheduled
{ROUND}; J1: give_scores 1 C01 49 48 47   | J1: give_scores 1 C01 50 48 47       | J1 has given C01 scores
{ROUND}; J1: give_scores 1 C01 49 48 47   | J2: give_scores 1 C01 50 48 47       | holds
{ROUND}; DIR: disqualify C01 tips         | J1: give_scores 1 C01 49 48 47       | C01 is disqualified
open; DIR: schedule 1 C01,C02 1           | J1: give_scores 1 C03 49 48 47       | C03 does not deal in round 1
{ROUND}; DIR: advance 1 C01               | J1: give_scores 1 C02 49 48 47       | round 1 is decided
# draws and exercises
{ROUND}                                   | DIR: find_drawn 1 C08,C09            | holds
{ROUND}                                   | DIR: find_drawn 1 C08                | between two contestants
{ROUND}                                   | J1: find_drawn 1 C08,C09             | only the championship director ECA-G8
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 {WAGERS} 7 | holds
{ROUND}                                   | J1: set_exercise 1 1 C08,C09 {WAGERS} 7 | only the championship director ECA-G8
{EXERCISE}                                | DIR: set_exercise 2 1 C08,C09 {WAGERS} 8 | a further exercise is a new one ECA-D5
{EXERCISE}                                | DIR: set_exercise 2 1 C08,C09 5_red_on_1 7 | a further exercise is a new one ECA-D5
{EXERCISE}                                | DIR: set_exercise 1 1 C08,C09 5_red_on_1 8 | exercise 1 was set already
{EXERCISE}                                | DIR: set_exercise 2 1 C08,C09 5_red_on_1 8 | holds
{EXERCISE}                                | DIR: set_exercise 2 1 C08 5_red_on_1 8 | two drawn contestants
{EXERCISE}                                | DIR: set_exercise 2 3 C08,C09 5_red_on_1 8 | round 3 is not scheduled
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 9_split_1-17_on_17 7 | 1-17 is no split on a layout of 37 numbers ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_red_on_1,5_red_on_2 7 | `5 red on 2`: that does not win ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_straight_00_on_00 7 | the wheel has no compartment 00 ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_straight_40_on_40 7 | the wheel has no compartment 40 ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_dozen_4_on_1 7 | there is no wager dozen 4 in an exercise ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_basket_1-2_on_1 7 | there is no wager basket 1-2 in an exercise ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_dozen_on_1 7 | a dozen is the first, second or third ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_straight_00_on_00 7 {TWO_ZEROS} | holds
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_first__four_0-1-2-3_on_0 7 {TWO_ZEROS} | is no first four ECA-D2
{ROUND}                                   | DIR: set_exercise 1 1 C08,C09 5_red_on_1 7 0-1-2-3-4-5-6 | on another wheel than the rules have ECA-D6?
{EXERCISE}                                | C08: answer 1 C08 153,50 95000       | holds
{EXERCISE}                                | C10: answer 1 C10 153,50 95000       | is for C08, C09
{EXERCISE}                                | C08: answer 2 C08 153,50 95000       | exercise 2 was never set
{EXERCISE}                                | C08: answer 1 C08 153,50,1 95000     | has 2 wagers, 3 payouts
{EXERCISE}; C08: answer 1 C08 153,50 95000 | C08: answer 1 C08 153,50 60000      | has answered exercise 1 already
{EXERCISE}; DIR: disqualify C08 tips      | C08: answer 1 C08 153,50 60000       | C08 is disqualified
# who goes on
{ROUND}                                   | DIR: advance 1 C01-C08               | holds
{ROUND}                                   | C01: advance 1 C01-C08               | only the championship director ECA-G8
{ROUND}; DIR: disqualify C03 tips         | DIR: advance 1 C01-C08               | C03 is disqualified
{ROUND}; DIR: advance 1 C01-C08           | DIR: advance 1 C01-C08               | round 1 is decided
open; DIR: schedule 1 C01,C02 1           | DIR: advance 1 C03                   | C03 does not deal in round 1
# disqualification
open                                      | DIR: disqualify C03 tips             | holds
open                                      | K09: disqualify C03 no_uniform       | K09 holds no office ECA-G2
open                                      | ECA: disqualify C03 no_uniform       | only the championship director ECA-G2
open                                      | DIR: disqualify C99 tips             | C99 does not take part
open; DIR: disqualify C03 tips            | DIR: disqualify C03 tips             | disqualified already
# withdrawal
open                                      | C03: withdraw_contestant C03         | holds
open                                      | K03: withdraw_contestant C03 illness | holds
open                                      | K09: withdraw_contestant C03         | only the contestant or casino K03 may withdraw the contestant; K09 is neither
open                                      | DIR: withdraw_contestant C03         | only the contestant or casino K03 may withdraw the contestant; DIR is neither
open                                      | C99: withdraw_contestant C99         | C99 does not take part
open; C03: withdraw_contestant C03        | K03: withdraw_contestant C03         | C03 has withdrawn
open; DIR: disqualify C03 tips            | C03: withdraw_contestant C03         | C03 is disqualified
open; C03: withdraw_contestant C03        | DIR: disqualify C03 tips             | holds
open; C03: withdraw_contestant C03        | DIR: schedule 1 C01-C16 8            | C03 has withdrawn
open; C03: withdraw_contestant C03        | DIR: schedule 1 C01,C02 1            | holds
open 15; C03: withdraw_contestant C03     | DIR: schedule 1 C01,C02 1            | 15 take part, fewer than 16 ECA-G5
open; C03: withdraw_contestant C03        | ECA: invite C17 K17                  | holds
{ROUND}; C01: withdraw_contestant C01     | J1: give_scores 1 C01 49 48 47       | holds
{ROUND}; C01: withdraw_contestant C01     | DIR: advance 1 C01                   | C01 has withdrawn
{EXERCISE}; C08: withdraw_contestant C08  | C08: answer 1 C08 153,50 95000       | C08 has withdrawn
{ROUND}; C08: withdraw_contestant C08     | DIR: set_exercise 1 1 C08,C09 {WAGERS} 7 | C08 has withdrawn
{HELD}                                    | C03: withdraw_contestant C03         | holds
open; C03: withdraw_contestant C03        | DIR: award 1 C03 cup                 | holds
# prizes
open                                      | ECA: list_prize 1 cup                | holds
open                                      | DIR: list_prize 1 cup                | only the organiser ECA-G7
open; ECA: list_prize 1 cup               | ECA: list_prize 1 car                | the list is published
open                                      | DIR: award 1 C01 cup                 | holds
open                                      | K01: award 1 C01 cup                 | K01 holds no office ECA-G7
open; DIR: award 1 C01 cup                | DIR: award 1 C02 cup                 | given to C01 already
open; DIR: disqualify C03 tips            | DIR: award 1 C03 cup                 | C03 is disqualified
# amendments and notices
open                                      | DIR: amend A1 limits 2026-05-03T14:00:00.000000Z | holds
open                                      | DIR: amend A1 limits 2026-05-03T14:00:00.000000Z K01 | K01 holds no office ECA-G4
open                                      | K01: amend A1 limits 2026-05-03T14:00:00.000000Z | K01 holds no office ECA-G4
{AMENDED}                                 | DIR: amend A1 limits 2026-05-03T14:00:00.000000Z | amendment A1 already
{AMENDED}                                 | ECA: notify A1 K01                   | holds
{AMENDED}                                 | K02: notify A1 K01                   | K02 holds no office ECA-G4
{AMENDED}                                 | ECA: notify A2 K01                   | no amendment A2
{AMENDED}                                 | ECA: notify A1 K99                   | K99 does not take part
{AMENDED}; ECA: notify A1 K01             | ECA: notify A1 K01                   | informed of A1 already
{AMENDED}                                 | K01: inform_team K01 A1              | holds
{AMENDED}                                 | K01: inform_team K01 A2              | no amendment A2
{AMENDED}                                 | K99: inform_team K99                 | K99 does not take part
# disputes: what is a step waits, what is none does not
{EXERCISE}                                | K03: dispute Q1 the_scores           | holds
{EXERCISE}                                | K03: dispute Q1 the_scores 4         | round 4 is not scheduled
{HELD}                                    | K04: dispute Q1 the_scores           | there was a dispute Q1
{HELD}                                    | K04: dispute Q2 the_time             | holds
{HELD}                                    | K17: enter C17 K17                   | dispute Q1 is open ECA-G3
{HELD}                                    | ECA: invite C17 K17                  | dispute Q1 is open ECA-G3
{HELD}                                    | ECA: name_judges J3                  | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: schedule 2 C01-C08 1            | dispute Q1 is open ECA-G3
{HELD}                                    | J1: give_scores 1 C01 49 48 47       | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: find_drawn 1 C08,C09            | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: set_exercise 2 1 C08,C09 5_red_on_1 8 | dispute Q1 is open ECA-G3
{HELD}                                    | C08: answer 1 C08 153,50 95000       | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: advance 1 C01-C08               | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: disqualify C03 tips             | dispute Q1 is open ECA-G3
{HELD}                                    | ECA: list_prize 1 cup                | dispute Q1 is open ECA-G3
{HELD}                                    | DIR: award 1 C01 cup                 | dispute Q1 is open ECA-G3
{HELD}; K04: dispute Q2 the_time          | DIR: advance 1 C01-C08               | dispute Q1 and Q2 are open ECA-G3
{HELD}                                    | DIR: designate D2                    | holds
{HELD}                                    | DIR: amend A1 limits 2026-05-03T14:00:00.000000Z | holds
{HELD}                                    | ECA: cancel rain                     | holds
{HELD}                                    | DIR: settle Q1 they_stand            | holds
{HELD}                                    | ECA: settle Q1 they_stand            | only the championship director or the designee ECA-G3
{HELD}                                    | K03: settle Q1 they_stand            | K03 holds no office ECA-G3
{HELD}; DIR: designate D2                 | D2: settle Q1 they_stand             | holds
{HELD}                                    | DIR: settle Q9 they_stand            | no dispute Q9
{HELD}                                    | DIR: settle Q1 they_stand ECA-D1b?   | names the clause and the reading
{HELD}; DIR: settle Q1 they_stand         | DIR: settle Q1 they_fall             | settled already
{HELD}; DIR: settle Q1 they_stand         | DIR: advance 1 C01-C08               | holds
{HELD}; K04: dispute Q2 the_time; DIR: settle Q1 they_stand | DIR: advance 1 C01-C08 | dispute Q2 is open ECA-G3
"""  # noqa: E501 - a table's rows are as wide as they are

ROWS: Final = [
    tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize(("given", "when", "then"), ROWS, ids=[f"{given} | {when}" for given, when, _ in ROWS])
def test_an_act_holds_or_is_refused(given: str, when: str, then: str) -> None:
    championship = after(lines(given))
    refused = refusal(championship, act(when), house())
    if then == "holds":
        assert refused is None, refused
        return
    assert refused is not None
    sentence, _, clause = then.rpartition(" ") if "ECA-" in then else (then, "", None)
    assert sentence in refused.sentence
    assert refused.clause == clause


def test_what_is_given_was_possible() -> None:
    """No row rests on acts that would themselves have been refused."""
    for given in {row[0] for row in ROWS}:
        championship = NOT_OPENED
        for event in lines(given):
            assert refusal(championship, event, house()) is None, given
            championship = after([event], championship)


@pytest.mark.parametrize("kind", ACT_KINDS, ids=lambda kind: kind.WORD)
def test_every_act_but_the_opening_stands_in_the_table_allowed_and_refused(kind: type) -> None:
    word = str(getattr(kind, "WORD", ""))
    found = {then == "holds" for _, when, then in ROWS if when.split()[1] == word}
    assert word == "open_championship" or found == {True, False}


def test_a_championship_is_opened_once_and_first() -> None:
    assert refusal(NOT_OPENED, opening(), house()) is None
    again = refusal(after([opening()]), opening(), house())
    assert again is not None
    assert again.sentence == "the championship is open already"
    early = refusal(NOT_OPENED, act("DIR: designate D2"), house())
    assert early is not None
    assert early.sentence == "there is no championship of this name; open it first"


def test_where_the_rules_give_nobody_an_act_it_is_refused_to_all() -> None:
    nobody = house().model_copy(update={"authority": {}})
    refused = refusal(after(lines("open")), act("DIR: disqualify C03 tips"), nobody)
    assert refused is not None
    assert refused.sentence == "the rulebook gives nobody authority to disqualify"

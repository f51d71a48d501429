"""What may be done about a case in every state, by whom, and what is refused: given, when, then, refused."""

from typing import Final

from ledger.cases.case import CASE

ACTS: Final = """
given     when                                  then      refused
open      claim I1 investigator P2              open      -
open      withdraw I1 investigator P1           open      -
open      withdraw I1 investigator P2           open      P2 has no claim
open      name I1 investigator                  open      -
open      attach I1 investigator                open      -
open      attach R1 regulator                   open      dispute manager; R1 acted as regulator
open      hold I1 investigator                  open      -
open      release D1 dispute_manager            open      nothing is held
open      attempt D1 dispute_manager            open      -
open      ruling I1 investigator                open      -
open      ruling_elsewhere I1 investigator      open      is not of this case
open      note A1 approver                      open      -
open      note R1 regulator                     open      R1 acted as regulator
open      note R1                               open      R1 acted as no office
open      propose D1 dispute_manager            proposed  -
open      propose I1 investigator               proposed  -
open      propose A1 approver                   open      gives this to investigator or dispute manager
open      propose Z1 administrator              open      gives this to investigator or dispute manager
open      propose dispute_manager               open      is an office; a person must answer for this
open      propose_nobody D1 dispute_manager     open      the claim of P1 has no answer
open      propose_twice D1 dispute_manager      open      a player has two answers
open      propose_elsewhere D1 dispute_manager  open      is not of this case
open      propose_double D1 dispute_manager     open      a wager is awarded twice
open      propose_unread D1 dispute_manager     open      a ruling that the case has not taken in
open      alter D1 dispute_manager              open      the case is open
open      approve A1 approver                   open      the case is open
open      reject A1 approver                    open      the case is open
open      settle D1 dispute_manager             open      the case is open
open      pay D1 dispute_manager                open      the case is open
open      appeal D1 dispute_manager             open      the case is open
open      reopen D1 dispute_manager             open      the case is open
open      close D1 dispute_manager              open      the claim of P1 has no answer
proposed  claim I1 investigator P2              proposed  -
proposed  attach I1 investigator                proposed  -
proposed  propose D1 dispute_manager            proposed  the case is proposed
proposed  alter I1 investigator                 proposed  -
proposed  alter Z1 administrator                proposed  gives this to
proposed  approve A1 approver                   approved  -
proposed  approve M1 management                 approved  -
proposed  approve D1 approver                   proposed  D1 wrote or altered the answers
proposed  approve d1 approver                   proposed  D1 wrote or altered the answers
proposed  approve D1 management                 proposed  D1 wrote or altered the answers
proposed  approve S1 supervisor                 proposed  CCL-40 gives this to approver or management
proposed  approve D2 dispute_manager            proposed  gives this to approver or management
proposed  approve Z1 administrator              proposed  gives this to approver or management
proposed  approve R1 regulator                  proposed  gives this to approver or management
proposed  approve management                    proposed  is an office; a person must answer for this
proposed  approve_other A1 approver             proposed  that is not the proposal as it stands
proposed  reject A1 approver                    open      -
proposed  reject D2 dispute_manager             proposed  gives this to approver or management
proposed  reject_other A1 approver              proposed  that is not the proposal as it stands
proposed  settle D1 dispute_manager             proposed  the case is proposed
proposed  pay D1 dispute_manager                proposed  the case is proposed
proposed  appeal D1 dispute_manager             proposed  the case is proposed
proposed  reopen D1 dispute_manager             proposed  the case is proposed
proposed  close D1 dispute_manager              proposed  the case is proposed
approved  claim I1 investigator P2              proposed  -
approved  attach I1 investigator                proposed  -
approved  ruling I1 investigator                proposed  -
approved  note A1 approver                      approved  -
approved  hold I1 investigator                  approved  -
approved  propose D1 dispute_manager            approved  the case is approved
approved  alter I1 investigator                 proposed  -
approved  alter D1 dispute_manager              proposed  -
approved  alter Z1 administrator                approved  gives this to
approved  approve A2 approver                   approved  the case is approved
approved  reject A1 approver                    open      -
approved  settle D1 dispute_manager             settled   -
approved  settle M1 management                  settled   -
approved  settle I1 investigator                approved  gives this to dispute manager or approver or management
approved  settle dispute_manager                approved  is an office
approved  settle_other D1 dispute_manager       approved  that is not the proposal as it stands
approved  pay D1 dispute_manager                approved  the case is approved
approved  appeal D1 dispute_manager             approved  the case is approved
approved  reopen D1 dispute_manager             approved  the case is approved
approved  close D1 dispute_manager              approved  the case is approved
settled   claim I1 investigator P2              settled   -
settled   propose D1 dispute_manager            settled   the case is settled
settled   alter D1 dispute_manager              settled   the case is settled
settled   approve A1 approver                   settled   the case is settled
settled   reject A1 approver                    settled   the case is settled
settled   settle D1 dispute_manager             settled   the case is settled
settled   pay D1 dispute_manager                settled   -
settled   pay I1 investigator                   settled   gives this to dispute manager
settled   pay_much D1 dispute_manager           settled   that is more than is still to be paid to P1
settled   pay_kindly D1 dispute_manager         settled   -
settled   appeal D1 dispute_manager             appealed  -
settled   reopen A1 approver                    open      -
settled   reopen I1 investigator                settled   gives this to
settled   close D1 dispute_manager              settled   P1 has not been paid all of the settlement
appealed  pay D1 dispute_manager                appealed  -
appealed  propose D1 dispute_manager            appealed  the case is appealed
appealed  alter D1 dispute_manager              appealed  the case is appealed
appealed  approve A1 approver                   appealed  the case is appealed
appealed  reject A1 approver                    appealed  the case is appealed
appealed  settle D1 dispute_manager             appealed  the case is appealed
appealed  appeal D1 dispute_manager             appealed  the case is appealed
appealed  reopen D1 dispute_manager             open      -
appealed  close D1 dispute_manager              appealed  P1 has not been paid all of the settlement
closed    claim I1 investigator P2              closed    the case is closed
closed    attach I1 investigator                closed    the case is closed
closed    ruling I1 investigator                closed    the case is closed
closed    note A1 approver                      closed    -
closed    propose D1 dispute_manager            closed    the case is closed
closed    alter D1 dispute_manager              closed    the case is closed
closed    approve A1 approver                   closed    the case is closed
closed    reject A1 approver                    closed    the case is closed
closed    settle D1 dispute_manager             closed    the case is closed
closed    pay D1 dispute_manager                closed    the case is closed
closed    appeal D1 dispute_manager             appealed  -
closed    reopen D1 dispute_manager             open      -
closed    close D1 dispute_manager              closed    the case is closed
"""
FILE: Final = """
given      when                                  then       refused
open       position I1 investigator              open       -
open       position A1 approver                  open       gives this to investigator or dispute manager
open       letter D1 dispute_manager             open       -
open       letter I1 investigator                open       gives this to dispute manager
proposed   position D1 dispute_manager           proposed   -
proposed   letter D1 dispute_manager             proposed   -
approved   position D1 dispute_manager           proposed   -
approved   letter D1 dispute_manager             approved   -
settled    position D1 dispute_manager           settled    -
settled    letter D1 dispute_manager             settled    -
appealed   position D1 dispute_manager           appealed   -
appealed   letter D1 dispute_manager             appealed   -
closed     position D1 dispute_manager           closed     the case is closed
closed     letter D1 dispute_manager             closed     -
proposed   withdraw I1 investigator              proposed   -
proposed   ruling I1 investigator                proposed   -
proposed   name I1 investigator                  proposed   -
proposed   attempt D1 dispute_manager            proposed   -
proposed   hold I1 investigator                  proposed   -
proposed   release D1 dispute_manager            proposed   nothing is held
proposed   note A1 approver                      proposed   -
approved   withdraw I1 investigator              proposed   -
approved   name I1 investigator                  approved   -
approved   attempt D1 dispute_manager            approved   -
approved   release D1 dispute_manager            approved   nothing is held
settled    withdraw I1 investigator              settled    -
settled    attach I1 investigator                settled    -
settled    ruling I1 investigator                settled    -
settled    name I1 investigator                  settled    -
settled    attempt D1 dispute_manager            settled    -
settled    hold I1 investigator                  settled    -
settled    release D1 dispute_manager            settled    nothing is held
settled    note A1 approver                      settled    -
appealed   claim I1 investigator P2              appealed   -
appealed   withdraw I1 investigator              appealed   -
appealed   attach I1 investigator                appealed   -
appealed   ruling I1 investigator                appealed   -
appealed   name I1 investigator                  appealed   -
appealed   attempt D1 dispute_manager            appealed   -
appealed   hold I1 investigator                  appealed   -
appealed   release D1 dispute_manager            appealed   nothing is held
appealed   note A1 approver                      appealed   -
closed     withdraw I1 investigator              closed     the case is closed
closed     name I1 investigator                  closed     -
closed     attempt D1 dispute_manager            closed     -
closed     hold I1 investigator                  closed     -
closed     release D1 dispute_manager            closed     nothing is held
held       hold I1 investigator                  open       -
held       release A1 approver                   open       -
held       release I1 investigator               open       gives this to dispute manager or approver
unclaimed  close D1 dispute_manager              closed     -
unclaimed  close A1 approver                     closed     -
unclaimed  close I1 investigator                 open       gives this to dispute manager
unclaimed  propose D1 dispute_manager            proposed   -
paid       close D1 dispute_manager              closed     -
paid       close M1 management                   closed     -
paid       close Z1 administrator                settled    gives this to
paid       pay D1 dispute_manager                settled    that is more than is still to be paid to P1
paid       pay_kindly D1 dispute_manager         settled    that is more than is still to be paid to P1
paid       claim I1 investigator P2              settled    -
paid_adr   close D1 dispute_manager              closed     -
late       close D1 dispute_manager              settled    the claim of P2 has no answer
open       pause D1 dispute_manager              open       -
open       pause R1 regulator                    open       gives this to investigator or dispute manager or approver
open       pause_receipt I1 investigator         open       no source lets the clock acknowledgement be stopped
open       resume I1 investigator                open       the clock final_position is not stopped
proposed   pause I1 investigator                 proposed   -
proposed   resume I1 investigator                proposed   is not stopped
approved   pause A1 approver                     approved   -
approved   resume I1 investigator                approved   is not stopped
settled    pause I1 investigator                 settled    the clock final_position was met on 2026-11-20
settled    resume I1 investigator                settled    is not stopped
appealed   pause I1 investigator                 appealed   was met on 2026-11-20
appealed   resume I1 investigator                appealed   is not stopped
closed     pause I1 investigator                 closed     was met on 2026-11-20
closed     resume I1 investigator                closed     is not stopped
stopped    pause I1 investigator                 open       the clock final_position is stopped already
stopped    resume I1 investigator                open       -
"""
"""The acts that put something on file, in every state; and states within a state: held, without a claim, paid."""
WITHOUT_OFFICE: Final = """
given     acts
open      claim withdraw position letter name attach hold pause attempt ruling note propose close
proposed  alter approve reject
approved  settle alter reject
settled   pay appeal reopen close
closed    appeal reopen
held      release
stopped   resume
"""
"""What a regulator, an administrator, a dealer and somebody without an office are refused in each state."""
GIVEN: Final[dict[str, tuple[str, ...]]] = {
    "open": (),
    "proposed": ("propose D1 dispute_manager",),
    "approved": ("propose D1 dispute_manager", "approve A1 approver"),
    "settled": ("propose D1 dispute_manager", "approve A1 approver", "settle D1 dispute_manager"),
}
GIVEN["held"] = ("hold I1 investigator",)
GIVEN["stopped"] = ("pause I1 investigator",)
GIVEN["unclaimed"] = ("withdraw I1 investigator P1",)
GIVEN["appealed"] = (*GIVEN["settled"], "appeal D1 dispute_manager")
GIVEN["closed"] = (*GIVEN["settled"], "pay D1 dispute_manager", "pay_kindly D1 dispute_manager", "close D1 dispute_manager")

GIVEN["paid"] = GIVEN["closed"][:-1]
GIVEN["paid_adr"] = (*GIVEN["paid"], "appeal D1 dispute_manager")
GIVEN["late"] = (*GIVEN["paid"], "claim I1 investigator P2")
SAID: Final = (
    *(
        "claim",
        "withdraw",
        "position",
        "letter",
        "name",
        "attach",
        "hold",
        "release",
        "pause",
        "resume",
        "attempt",
        "ruling",
        "note",
    ),
    *("propose", "alter", "approve", "reject", "settle", "pay", "appeal", "reopen", "close"),
)
DECIDED: Final = frozenset(act for _, act in CASE)
OUTSIDERS: Final = ("R1 regulator", "Z1 administrator", "C1 dealer", "X1")
WITHIN: Final = {
    "held": "open",
    "stopped": "open",
    "unclaimed": "open",
    "paid": "settled",
    "paid_adr": "appealed",
    "late": "settled",
}

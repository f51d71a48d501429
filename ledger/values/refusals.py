"""Why acts are refused: each reason by a code, with a sentence and its particulars. A language has its own sentence."""

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any, Final, Self

from ledger.values.message import Message, Term, data_of, either, from_data

REFUSALS: Final[Mapping[str, str]] = {
    # by who acts
    "not_signed": "the roster is required here; {by} must sign this with a key that is on it",
    "key_not_held": "the key {key} is not on the roster, or was revoked",
    "key_not_on_roster": "the key {key} is not on the roster",
    "key_never_on_roster": "the key {key} was never on the roster",
    "key_of_another_person": "the key is {owner}'s, and {by} is named; nobody signs for somebody else",
    "role_not_on_roster": "the roster has {by} as {known} on {day}, not as {role}",
    "role_without_authority": "{source} gives this to {roles}; {by} acted as {held}",
    "role_not_a_person": "{by} is an office; two persons answer for this, each with an id and a role",
    "person_required": "{by} is an office; a person must answer for this, with an id and a role",
    "first_act_by_role": "{by} {did} as an office, and nobody can say that {second} is another person",
    "second_person_required": "{by} {did}; another person must {then}",
    "first_act_not_signed": "nobody signed that {by} {did}, and the roster is required here; it must be done again "
    "with a key",
    "case_opened_without_authority": "only {roles} opens a case; {by} acted as {held}",
    # decisions at a table
    "no_authority_in_rulebook": "the rulebook gives nobody authority to {act}",
    "other_authority_in_rulebook": "the rulebook gives nobody authority to {act}; it gives {given}",
    "clause_without_authority": "{clause} gives nobody authority to {act}; {other} does",
    "nothing_to_confirm": "no decision that needs authority was taken there",
    "already_confirmed": "that is confirmed already",
    "shoe_not_void": "the shoe is not void",
    "shoe_already_void": "the shoe is void already",
    "shoe_unknown": "it names no shoe that is on record",
    "round_unknown": "it names no round that is on record",
    "round_not_disputed": "the round is not under dispute, nor closed and undecided",
    "round_void": "the round is void",
    "already_decided": "that is decided already",
    "nothing_to_reverse": "nothing was decided that could be taken back",
    "dealer_of_the_day": "{by} dealt at this table that day, and does not say whose account counts",
    # acts of a case
    "overpayment_unsaid": "{player} was paid {amount} too much; say how much is asked back, or 0 where nothing is: "
    "--ask-back {player}=0",
    "act_not_covered_unknown": "{cause}, from which it is said to follow, is no act of the case",
    "act_not_covered_refused": "{cause}, from which it is said to follow, was refused",
    "act_not_covered": "{cause}, which is said to give it, does not cover it",
    "act_gave_something_else": "{cause}, which is said to give it, gave something else",
    "evidence_ends_first": "{evidence} ends before it begins",
    "evidence_of_the_future": "{evidence} is of {at}, and that is still to come",
    "evidence_differs": "{evidence} is on file with another digest; give this one a name of its own",
    "no_authority_in_case": "the case gives nobody authority to {act}",
    "not_in_this_state": "the case is {state}; one cannot {act} now",
    "not_the_proposal": "that is not the proposal as it stands; read it again and name its digest",
    "no_claim": "{player} has no claim in this case",
    "person_not_named": "{person} is not named in this case; state the claim or name the person first",
    "nothing_held": "nothing is held",
    "round_not_of_case": "round {round} is not of this case",
    "two_answers": "a player has two answers; give each one",
    "claim_not_answered": "the claim of {players} has no answer",
    "bet_awarded_twice": "a wager is awarded twice",
    "ruling_not_taken_in": "it names a ruling that the case has not taken in",
    "more_than_owed": "that is more than is still to be paid to {player}",
    "not_all_paid": "{player} has not been paid all of the settlement",
    "claim_already_answered": "the claim of {player} is answered; reopen the case, then it may be another one",
    # clocks of a case
    "no_clock": "the case has no clock {clock}",
    "no_clock_but": "the case has no clock {clock}; it has {others}",
    "clock_not_stopped": "the clock {clock} is not stopped",
    "clock_never_stops": "no source lets the clock {clock} be stopped",
    "clock_stopped": "the clock {clock} is stopped already",
    "clock_met": "the clock {clock} was met on {day}",
    "clock_ran_out": "the clock {clock} ran out on {day}",
    # answers that contradict the record
    "round_in_play": "round {round} is still being played; answer once it is over, and propose again",
    "ruling_changed": "the ruling on {round} has changed since these answers were written; look at it again, and alter "
    "the answers or write them anew",
    "upheld_without_payment": "the claim of {player} is upheld and nothing is to be paid on it; say what is paid, or "
    "reject it, and give what is not owed ex gratia",
    "upheld_in_full": "{player} asks for {asked} and is to have {given}; that is upheld, not partly upheld",
    "upheld_in_part": "{player} asks for {asked} and is to have {given}; that is partly upheld",
    "less_than_paid": "{player} has had {had} from this case, and the answer gives {given}; ask the rest back, or give "
    "no less",
    "claim_withdrawn": "{player} has withdrawn the claim, so nothing is upheld; what is given is ex gratia",
    "paid_and_reclaimed": "{player} is to be paid and to pay back; set one against the other, and say which remains",
    "answer_without_bet": "{player} has no wager in the rounds of this case and claims nothing; leave that answer out",
    "payment_without_bet": "{player} has no wager in the rounds of this case, so nothing is owed; what is given is ex "
    "gratia",
    "bet_of_another_case": "{bet} of {player} in {round} is answered by case {case}; reopen that one instead",
    "more_than_any_reading": "{bet} of {player} in {round} gives {most} at most, under any reading, and is awarded "
    "{given}; give what is beyond that ex gratia",
    "awards_differ": "the awards give {player} {beyond} beyond what the table paid, and the answer {given}; make them "
    "the same",
    "no_award": "{player} is to be paid {given}, and no wager is awarded it; say on which wager it is owed, or give it "
    "ex gratia",
    "fact_without_evidence": "a finding of fact rests on {evidence}, which is not on file; attach it first",
    # letters of a case
    "house_not_set": "no letter leaves without the house's name and licence; set them with `recoup house set FILE`",
    "language_not_written": "the house writes in {languages}; set more with `recoup house set FILE`",
    "not_a_signatory": "{signatory} does not sign for the house; {signatories} do",
    "case_not_settled_again": "the case is {state} again; settle it first, or send a holding letter",
    "no_deadlock_yet": "there is no deadlock before the parties have said something; record a position, or an attempt "
    "to settle",
    "nothing_settled": "nothing is settled for {player}; settle the case first, or send a holding letter",
    "final_letter_due": "the case is {state}; what goes to {player} now is the final letter",
    "no_dispute_body": "a deadlock letter says to whom the player may go; set the dispute body with `recoup house set "
    "FILE`",
}
"""The sentences by code. A code is never used for another reason, and its particulars keep their names."""


PERSON_PARTICULARS: Final = frozenset({"by", "owner", "person", "player", "players", "second"})
"""The particulars that name persons; several are separated by a comma and a blank."""


class Refusal(Message):
    """Why an act is refused. It is its English sentence wherever a text is wanted."""

    code: str

    __slots__ = ("code",)

    def __new__(cls, code: str, /, **particulars: object) -> Self:
        refusal = super().__new__(cls, REFUSALS[code], **particulars)
        refusal.code = code
        return refusal

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.code,), dict(self.particulars)

    @property
    def data(self) -> dict[str, Any]:
        """Its particulars as data."""
        return {name: data_of(value) for name, value in self.particulars.items()}


def refusal_fields(refused: str | None) -> dict[str, Any]:
    """Return the fields by which a refusal is stored besides its sentence; none for a sentence without a code."""
    return {"code": refused.code, "particulars": refused.data} if isinstance(refused, Refusal) else {}


def stored_refusal(sentence: str, code: str | None, particulars: Mapping[str, Any] | None) -> str:
    """Return a refusal as it is on record: with its code where it has one that is known, else as the sentence alone."""
    given = particulars or {}
    if code is None or code not in REFUSALS or not _places(REFUSALS[code]) <= given.keys():
        return sentence
    return Refusal(code, **{name: from_data(value) for name, value in given.items()})


def _places(sentence: str) -> set[str]:
    """The names of the particulars that a sentence has."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def any_role(names: Iterable[str]) -> str:
    """Roles, or acts, as a sentence has them: `inspector or management`."""
    return either([Term(name) for name in names])

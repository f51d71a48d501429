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
    "case_of_act_unknown": "there is no case of {cause}, which is said to give it",
    # entries that cannot be read
    "entry_altered": "position {position} of the ledger cannot be read ({why}), so it was altered; `recoup verify` says "
    "more, and a backup has what it was",
    "entry_of_newer_version": "position {position} of the ledger is {topic}, which this version does not know: a newer one "
    "wrote it, and can read it",
    # the roster
    "roster_not_signed": "the roster goes by signatures; {by} must sign this with --sign KEY",
    "no_roster": "this ledger has no roster yet; `recoup roster enrol` begins one",
    "first_enrols_another": "the first person on a roster enrols themselves, with the key that signs",
    "first_without_role": "the first person on a roster holds {roles} today: else nobody could go on",
    "second_confirms_otherwise": "the second person on a roster confirms the enrolment with the key that it names",
    "second_without_role": "the second person on a roster holds {roles} today: else no third could be enrolled",
    "not_a_keeper": "the roster is kept by {roles}; {by} is none of them",
    "nothing_waits": "nothing waits there for a second person; `recoup roster list` shows what does",
    "no_such_key": "{person} has no key {key} that holds",
    "key_taken": "the key {key} is, or was, {owner}'s; a key is one person's, and is enrolled once",
    "no_such_account": "{person} has no account {account}",
    "account_taken": "the account {account} is {owner}'s; an account is one person's",
    "ledger_has_id": "the ledger has its id already",
    "id_too_like": "{person} cannot be told from {second}, who is enrolled; take another id",
    "enrolled_without_key": "{person} needs a key to be enrolled with",
    "person_not_on_roster": "{person} is not on the roster",
    "role_on_roster": "{person} is an office; a roster has persons, each with an id",
    "roster_required_already": "the roster is required already",
    "roster_of_one": "a roster of one person cannot be required: four eyes need two",
    "source_is_the_ledger": "{source} is the ledger's own",
    "sources_required_already": "enrolled sources are required already",
    "no_source_enrolled": "no source is enrolled yet; `recoup source enrol` enrols one",
    # editions, engines, witness policies and personal data
    "edition_not_released": "nobody signed it, and it is none of the editions that come with the program",
    "dated_back_by_nobody": "who dates an edition back says who, in which office and why: --by, --role, --reason",
    "dated_back_without_reason": "an edition is dated back for a reason; name it with --reason",
    "no_edition_waits": "no edition waits there for a second person",
    "no_engine_waits": "no engine waits there for a second person",
    "no_policy_waits": "no witness policy waits there for a second person",
    "policy_malformed": "the text is not a witness policy ({why})",
    "policy_stated_by_one": "one person stated it, unsigned; adopt it with `recoup witness policy FILE`",
    "nothing_proposed": "nobody has proposed it yet",
    # championships
    "championship_open": "the championship is open already",
    "championship_unknown": "there is no championship of this name; open it first",
    "championship_cancelled": "the championship was cancelled by {by}",
    "championship_other_role": "only {roles} may {act}; {person} is {held}",
    "championship_no_role": "only {roles} may {act}; {person} holds no office",
    "dispute_open": "dispute {disputes} is open: nothing goes on until the Director, or a recorded designee, has settled "
    "it",
    "disputes_open": "dispute {disputes} are open: nothing goes on until the Director, or a recorded designee, has settled "
    "it",
    "dispute_already": "there was a dispute {dispute} already",
    "dispute_unknown": "there is no dispute {dispute}",
    "dispute_settled_already": "dispute {dispute} is settled already",
    "reading_without_clause": "a decision between readings names the clause and the reading",
    "designee_already": "{person} is a designee already",
    "contestant_already": "{player} takes part already",
    "contestant_unknown": "{player} does not take part",
    "casino_not_taking_part": "{casino} does not take part",
    "contestants_enough": "{number} take part: contestants are invited only to make {least}",
    "contestants_too_few": "{number} take part, fewer than {least}: cancel, or invite others to make {least}",
    "contestant_twice": "a contestant is named twice",
    "contestant_twice_in_round": "a contestant is named twice in round {round}",
    "disqualified": "{player} is disqualified",
    "disqualified_already": "{player} is disqualified already",
    "withdrawn": "{player} has withdrawn",
    "withdrawn_by_another": "only the contestant or casino {casino} may withdraw the contestant; {by} is neither",
    "round_scheduled_already": "round {round} is scheduled already",
    "round_not_scheduled": "round {round} is not scheduled",
    "round_out_of_turn": "round {next} comes next, not round {round}",
    "round_decided": "round {round} is decided: {players} went on from it",
    "not_in_round": "{player} does not deal in round {round}",
    "scored_already": "{by} has given {player} scores for round {round} already",
    "drawn_alone": "a drawn result is one between two contestants at least",
    "exercise_for_one": "an exercise is for two drawn contestants at least",
    "exercise_repeated": "exercise {exercise} was the same; a further exercise is a new one",
    "exercise_set_already": "exercise {exercise} was set already",
    "exercise_unknown": "exercise {exercise} was never set",
    "exercise_on_other_wheel": "exercise {exercise} is on another wheel than the rules have",
    "exercise_unanswerable": "nobody could answer exercise {exercise}: {fault}",
    "exercise_of_others": "exercise {exercise} is for {players}, not for {player}",
    "answered_already": "{player} has answered exercise {exercise} already",
    "payouts_too_many": "exercise {exercise} has {wagers} wagers, {payouts} payouts are stated",
    "prize_listed_already": "the list is published with {prize} for place {place}",
    "prize_given_already": "the prize for place {place} was given to {player} already",
    "amendment_already": "there is an amendment {amendment} already",
    "amendment_unknown": "there is no amendment {amendment}",
    "casino_informed_already": "{casino} was informed of {amendment} already",
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
    "round_beyond_engine": "this version of recoup fails on round {round}, so nothing can be claimed, answered or paid on "
    "it; report the fault, and act with a version that rules on it",
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
    # deliveries, by where they come from
    "source_of_ledger": "the source {source} is the ledger's own; name the device or account that tells this",
    "other_source": "{source} delivers here, and this is said to be of {other}",
    "source_not_enrolled": "enrolled sources are required here: {why}",
    "source_unknown": "{source} is no enrolled source",
    "source_revoked": "{source} is no enrolled source, it was revoked",
    "source_enrolled_from": "{source} is enrolled from {since}",
    "source_enrolled_until": "{source} is enrolled from {since} to {until}",
    "source_of_others": "{source} is enrolled for {others}, not for {what}",
    "source_key_missing": "{source} is known by the key {key}; whoever feeds it must have it (--sign)",
    "source_token_missing": "{source} is known by a token; whoever feeds it must have it (--token)",
    "device_decides": "{topic} is a decision, and {source} is a device, which decides nothing; whoever has the authority "
    "takes it with `recoup`, or it is written into a transcript as claimed",
    "account_of_device": "a transcript cannot say whose account the device {source} tells; the device's own feed "
    "declares it",
    "topics_of_device": "a transcript cannot say what the device {source} can report; the device's own feed declares it",
    # deliveries that do not fit the table
    "time_in_future": "time {at} lies in the future; set the device's clock and feed it again",
    "table_not_opened": "table and day {day} never opened; record its table.opened first, then feed this again",
    "opens_for_round": "a table opens for a day, not for a round; write TABLE/DAY",
    "rulebook_not_adopted": "no edition of rulebook {rulebook} was adopted; run `recoup rulebook adopt FILE` first",
    "rulebook_not_adopted_near": "no edition of rulebook {rulebook} was adopted; {near} run `recoup rulebook adopt FILE` "
    "first",
    "rulebook_of_championship": "{rulebook} are the rules of a championship; name the rulebook of the table's game",
    "rulebook_of_other_game": "{subject} opens as a table of {game}, and {rulebook} is a rulebook of {other}; name one of "
    "{game}: {fit}",
    "wheel_impossible": "the wheel {wheel} cannot be: {faults}; name its compartments clockwise",
    "compartment_unknown": "the wheel of this table has no compartment {pocket}; look again, or name the wheel when the "
    "table opens",
    "placement_impossible": "the wager's place cannot be: {why}; look again where the chips lay",
    # lines, lists and events that cannot be read
    "in_words": "{text}",
    "at_line": "line {line}: {why}",
    "at_byte": "byte {byte}: {why}",
    "line_too_long": "the line has {length} bytes, more than an event can have; its first part is kept",
    "event_too_long": "the event has {length} bytes, more than one can have; its first part is kept",
    "list_too_long": "the list has {length} bytes, more than are read at once; write one item a line: `jq -c '.[]' FILE`",
    "line_not_utf8": "the line is not UTF-8 (byte {byte}); save the file as UTF-8",
    "list_not_utf8": "the list is not UTF-8 (byte {byte}); save the file as UTF-8",
    "line_not_json": "the line is not JSON ({error})",
    "list_not_json": "from here on the list is not JSON ({error})",
    "data_not_json": "the event's data are not JSON ({error})",
    "data_not_base64": "the event's data_base64 is not Base64 text",
    "data_twice": "the event has both data and data_base64; send one of them",
    "charset_unknown": "the charset {charset} is not read; send UTF-8",
    "not_in_charset": "the bytes are not in the charset {charset} that their media type names",
    "header_malformed": "the header {header} is not percent-encoded UTF-8; write % as %25",
    "list_breaks_off": "the list breaks off",
    "list_goes_on": "something stands after the list's end",
    "key_twice": "the event has the key {key} twice",
    "not_a_batch": "a batch is a JSON list of CloudEvents",
    "not_one_event": "the line is JSON, but not one CloudEvent as an object",
    "not_a_cloudevent": "not a CloudEvent of this ledger: {faults}",
    "other_table": "table {table} is not the table of the subject {subject}",
    "other_schema": "dataschema is not {schema}",
    "after_not_references": "after must list deliveries as source#id",
    "topic_unknown": "{topic} is no topic of this ledger; `recoup schema` lists them",
    "topic_of_ledger": "{topic} is entered by the ledger itself and cannot come from a feed",
    "fields_wrong": "{topic}: {faults}",
    "not_a_time": "{field} {text} is no RFC 3339 time with a zone",
    "not_a_leap_second": "{field} {text} has a leap second, which can only be at the end of a month in UTC",
    "not_a_day": "{day} is no day of the calendar; write it as YYYY-MM-DD, such as 2026-01-20",
    # transcripts
    "source_line_refused": "the !source line before this one was refused; mend that, then feed the file again",
    "source_not_named": "{line} does not name a source as !source NAME",
    "source_not_a_transcript": "a transcript tells what somebody saw and cannot speak as {source}: name transcript/NAME, "
    "and feed what a device tells in its own format",
    "line_without_subject": "a line begins with TABLE/DAY or TABLE/DAY/ROUND, a colon and a blank",
    "sequence_beyond": "a sequence number is beyond {largest}",
    "phrase_empty": "there is nothing between two semicolons",
    "phrase_unknown": "{phrase} begins with no word of the notation",
    "phrase_unknown_near": "{phrase} begins with no word of the notation; {near}",
    "cards_not_in_pairs": "cards are written in pairs, place and card; a mark goes with one pair only",
    "not_a_place": "{place} is no place; write {codes} or a box's number",
    "mark_twice": "{mark}: the {name} is said twice",
    "field_twice": "{word}: {field} is said twice",
    "not_a_reference": "{mark} does not name a delivery as source#id",
    "not_a_sequence": "{mark} is no sequence number",
    "not_a_delivery_id": "{mark} is no id of a delivery",
    "too_many_words": "{word} takes {fields}; the rest is written field=value",
    "not_one_phrase": "type one event at a time: one phrase of the notation, one card",
    "device_retyped": "{source} is a device; only what was typed can be mended",
    "too_much_retyped": "nothing more can be put behind {delivery}; its id is too long, or too much is mended at once",
    # rows of tables
    "row_not_csv": "the row is not CSV ({error})",
    "row_cells": "the row has {cells} cells, the header {columns}",
    "row_too_full": "the row tells {events} events; there is room for {room}",
    "not_a_round": "{name} is no name of a round",
    "cell_not_a_card": "{column}: {cell} is no card spelt {spelling}",
    "cell_not_a_session": "{column}: {cell} is no session that the mapping names",
    "cell_not_a_time": "{column}: {cell} is no time of the form {form}",
    "cell_skipped": "{column}: {cell} does not exist in {zone}: the clocks were put forward past it; correct the time or "
    "the zone",
    "cell_twice": "{column}: {cell} came twice in {zone}, and the rows around it fit both; give times with their offset, "
    "with %z in the format",
    "cell_too_full": "{column}: {number} cards for {places} places",
    "cell_not_among": "{column}: {cell} is not among {words}",
    "cell_beyond": "{column}: {cell} is beyond {largest} minor units",
    "cell_not_an_amount": "{column}: {cell} is no amount",
    # cards that a camera recognised
    "confidence_twice": "card {number} of {place} has a confidence for {card} already",
    "confidences_beyond": "the confidences of card {number} of {place} come to more than 1",
    "other_result": "the round has result {earlier} on an earlier line, and here {now}",
    "other_shoe": "the round has shoe {earlier} on an earlier line, and here {now}",
    "other_total": "{place} has the total {earlier} on an earlier line, and here {now}",
    "not_a_round_of_day": "{name} is no name of a round of {day}",
    "not_of_a_recogniser": "a recogniser tells {topic}, and the dealer's calls; not {other}",
    "not_a_recognised_card": "not a card that was recognised: {faults}",
    "not_a_total": "{text} is no total of a hand",
    # wheels
    "wheel_line_unknown": "bytes that are no line of this wheel",
    "status_fields": "the status has {number} fields after *X, not {needed}",
    "status_form": "the status' {name} {value} is not of its form",
    "status_counter": "the status' counter {counter} is not from 1 to {largest}",
    "status_unconfirmed": "the status stands alone: the lines before and after it agree that something else was going on",
    "log_time_skipped": "the time before the line does not exist in the log's zone: the clocks were put forward past it",
    "log_time_missing": "neither the line nor one before it has a time, so its gaming day is not known",
    "log_time_impossible": "the time before the line is not one at which a wheel's log can be kept",
    "log_time_twice": "the time before the line came twice in the log's zone, and the lines around it fit both",
    "not_a_compartment": "{pocket} is no compartment of this wheel",
    # electronic shoes
    "frame_unknown": "bytes that belong to no frame",
    "frame_form": "the frame is not of the form ENQ, counter, data, ETX, checksum",
    "frame_without_end": "the frame has no end (ETX)",
    "frame_checksum": "the frame says that its checksum is {sent}, but it is {right}",
    "frame_data": "data {data} is none that this shoe sends",
    "frame_counter": "the frame's counter {counter} is not from {low} to {high}; the mapping's `counter` names the first "
    "and the last",
    "not_a_card": "{code} is no card",
    "card_again_without_round": "a card is sent again, but no round is open",
    "other_card_again": "a card is sent again as {card}, but was {has}",
    "mode_without_cards": "mode {mode} is none in which this shoe gives cards",
    "not_a_result": "{code} is no result",
    "result_without_round": "a result is told, but no round is open",
    "not_a_target": "target {target} is none that a card goes to",
    "not_an_error": "error {code} is none that this shoe has",
    # games of a studio
    "not_a_game": "not a game of this feed: {faults}",
    "other_game": "{game} is another game; this feed reads {read}",
    "begun_impossibly": "startedAt {at} is no time at which a game of this feed can have begun",
    "game_time_local": "{field} {text} has no offset; name the zone of the supplier's clock as `zone` under [time] in the "
    "mapping",
    "game_time_twice": "{field}: {text} came twice in {zone}, and the games around it fit both; ask the supplier for times "
    "with their offset",
    "not_a_table": "table.id {name} is no name of a table",
    "fields_unknown": "nobody knows what these fields are: {fields}; the rest of the game is on record",
    "game_too_full": "the game tells {events} events; there is room for {room}",
    "other_currency": "a bet is in {currency}, but the table plays in {own}",
    "not_a_currency": "a bet is in {currency}, which is not a currency of ISO 4217",
    "not_a_transaction": "transactionId {text} is no id",
    "not_an_amount": "{field} {text} is no amount written out in decimals",
    "amount_too_fine": "{field} {text} is finer than the {digits} decimals in which the table's money counts",
    "outcome_unknown": "outcome {outcome} is not among {words}",
    "not_a_seat": "result.seats.{name} is no seat; one is called Seat1 to Seat9",
    "bet_without_seat": "code {code} names no seat",
    "decision_unknown": "decision {decision} is not among {words}",
    "decision_unread": "{topic}: decision {decision} at {place} is a word that is not known; `decisions` in the "
    "mapping gives its meaning, and the rest of the game is on record",
    "outcome_unread": "{topic}: outcome {outcome} is not among {words}; the rest of the game is on record",
    "message_unknown": "message {kind} is not known to this feed and brings no game; `read_past` in the mapping names "
    "messages to read past",
    "game_without_number": "not a game of this feed: result.outcomes tells no number",
}
"""The sentences by code. A code is never used for another reason, and its particulars keep their names."""


MOST_STORED: Final = 500
"""The characters of a sentence that are stored."""

PERSON_PARTICULARS: Final = frozenset({"by", "owner", "person", "player", "players", "second"})
BET_PARTICULARS: Final = frozenset({"bet"})
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
        """Its particulars as data; one that is a refusal itself by its code."""
        return {
            name: {"refusal": value.code, "of": value.data} if isinstance(value, Refusal) else data_of(value)
            for name, value in self.particulars.items()
        }


def refusal_fields(refused: str | None) -> dict[str, Any]:
    """Return the fields by which a refusal is stored besides its sentence; none for a sentence without a code, and for one
    that is too long to be stored whole.
    """
    if not isinstance(refused, Refusal) or len(refused) > MOST_STORED:
        return {}
    return {"code": refused.code, "particulars": refused.data}


def stored_refusal(sentence: str, code: str | None, particulars: Mapping[str, Any] | None) -> str:
    """Return a refusal as it is on record: with its code where it has one that is known, else as the sentence alone."""
    given = particulars or {}
    if code is None or code not in REFUSALS or not _places(REFUSALS[code]) <= given.keys():
        return sentence
    return Refusal(code, **{name: _particular(value) for name, value in given.items()})


def _particular(data: Any) -> Any:
    """A particular from its data."""
    if isinstance(data, Mapping) and "refusal" in data:
        return Refusal(data["refusal"], **{name: _particular(value) for name, value in data["of"].items()})
    return from_data(data)


def _places(sentence: str) -> set[str]:
    """The names of the particulars that a sentence has."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def any_role(names: Iterable[str]) -> str:
    """Roles, or acts, as a sentence has them: `inspector or management`."""
    return either([Term(name) for name in names])

"""The tables of a package, in the order in which they are written: those whose sentences may name persons come last.

A table may get further columns and further tables may come; what a column means never changes. One that goes is announced
in the changelog an edition before.
"""

from typing import Final

from projections.export.columns import (
    ExportedColumn,
    ExportedTable,
    TableReference,
    amount,
    bet,
    count,
    day,
    fact,
    instant,
    person,
    text,
    utc,
)
from replay.games.registry import ANY_GAME

_ROUND: Final = text("round", "TABLE/DAY/ROUND")
_TABLE: Final = text("table_name", "the table")
_DAY: Final = day("day", "the gaming day")
_CASE: Final = text("case", "the case: year and sequence")
_MONEY: Final = (
    text("currency", "the table's currency, ISO 4217"),
    count("minor_digits", "how many digits of an amount are behind the point"),
)
_OF_ROUND: Final = TableReference(("round",), "rounds")
_OF_WAGER: Final = TableReference(("round", "wager"), "wagers")
_OF_CASE: Final = TableReference(("case",), "cases")


def _position(name: str, means: str) -> ExportedColumn:
    return count(name, means, "position in the ledger")


ROUNDS: Final = ExportedTable(
    "rounds",
    "One row a round, in the order of its day.",
    key=("round",),
    columns=(
        _ROUND,
        _TABLE,
        _DAY,
        text("shoe", "the shoe that was in play; empty where none was"),
        text("game", ANY_GAME, codes="game"),
        text("rulebook", "the rulebook under which the table was open"),
        text("edition", "the edition in force; its bytes are in data/editions"),
        text("account", "whose account of the round is ruled on: the floor's, a feed's, a transcript's"),
        text("standing", "how it stands by what happened and was decided", codes="standing"),
        text("verdict", "what is to be done about it", codes="verdict"),
        count("findings", "how many findings there are"),
        count("wagers", "how many wagers there are"),
        *amount("staked", "the stakes together"),
        _position("first_position", "the first entry that the ruling rests on"),
        _position("last_position", "the last one"),
        *instant("opened", "when it began; where the source sent no time, when its first entry was recorded"),
        text("zone", "the time zone of the table's clock"),
        person("dealer", "who dealt it, as an id; empty where the record does not tell"),
        text("drawn", "the cards in the order in which they were dealt, or the pockets, each between blanks"),
        *_MONEY,
        count("attention", "how much it needs somebody: 4 disputed, 3 to decide, 2 money to correct, 1 found, 0 nothing"),
        text("status", "how it stands by its ruling and by the cases about it, in one word", codes="round_status"),
        text("case", "the cases about it, separated by blanks; empty where none is"),
        text("decider", "the role that must decide; empty where none must"),
        *amount("in_question", "what players are owed, or would be at most where a role must decide"),
        *amount("overpaid", "what players were paid too much, or would have been at most where a role must decide"),
    ),
)
SHOES: Final = ExportedTable(
    "shoes",
    "One row a shoe and day: a shoe that outlives a day has one for each.",
    key=("table_name", "day", "shoe"),
    columns=(
        _TABLE,
        _DAY,
        text("shoe", "the shoe"),
        count("decks", "how many decks it was made of; empty where nobody said"),
        count("rounds", "how many rounds were dealt from it on this day"),
        count("cards", "how many cards were dealt from it on this day"),
        count("findings", "how many findings its rounds have on this day"),
        text("standing", "how it stands", codes="shoe_standing"),
        text("status", "its status in one word", codes="round_status"),
    ),
)
WAGERS: Final = ExportedTable(
    "wagers",
    "One row a wager, as the account tells it that the ruling goes by.",
    key=("round", "wager"),
    columns=(
        _ROUND,
        bet("wager", "the wager, by its id in the round"),
        person("player", "whose it is, as an id"),
        text("kind", "on what"),
        text("box", "the box, where the game has boxes"),
        bet("parent", "the wager on which it hangs: of a double, a split, an insurance"),
        text("numbers", "the pockets that it covers, where it names them, as `8-9-11-12`"),
        *amount("stake", "the stake, after changes on record"),
        fact("withdrawn", "whether its player took it back"),
        *amount("returned", "what the record says went back in all, stake included; empty where it says nothing"),
        _position("position", "the entry that placed it"),
        *instant("placed", "when it was placed; where the source sent no time, when that was recorded"),
        *_MONEY,
        *amount("taken_back", "what the record says came back of the payments on it; empty where it says nothing"),
        count("total", "the points that both hands must have, of a bet on one total of a tie"),
        count("layout_index", "which dozen or which column of the layout, from 1"),
        text("neighbours_of", "the pocket around which neighbours lie"),
        count("pieces", "how many pieces a bet on neighbours has"),
        count("hand", "the hand of the box on which it rides, where the box was split"),
        *amount("nominal", "the amount by which a free bet is paid; empty where the bet is not free"),
    ),
    references=(_OF_ROUND,),
)
PLAYERS: Final = ExportedTable(
    "players",
    "One row for each player who has a wager in a round.",
    key=("player", "round"),
    columns=(person("player", "the player, as an id"), _ROUND),
    references=(_OF_ROUND,),
)
OUTCOMES: Final = ExportedTable(
    "outcomes",
    "One row a wager and outcome of a round: what is due on it, reading by reading.",
    key=("round", "outcome", "wager"),
    columns=(
        _ROUND,
        count("outcome", "the outcome's number in its round, from 1"),
        text("verdict", "what is to be done about the round under it", codes="verdict"),
        text(
            "readings",
            "the readings that lead to it, as CLAUSE=CHOICE, several as CLAUSE=CHOICE|CHOICE; ways to it are separated by "
            "semicolons; empty where there is no other outcome",
        ),
        bet("wager", "the wager, by its id in the round"),
        *amount("due", "what is due on it, its stake included; empty where that is not established"),
        *_MONEY,
    ),
    references=(_OF_ROUND, _OF_WAGER),
)
OWED: Final = ExportedTable(
    "owed",
    "One row a wager whose money is not as the table paid it, also where a case has paid since.",
    key=("round", "wager"),
    columns=(
        _ROUND,
        bet("wager", "the wager, by its id in the round"),
        person("player", "whose it is, as an id"),
        text("kind", "on what; of a bet on one total with the total, as `ur_way_6`"),
        *amount("stake", "its stake"),
        *amount("paid", "what went back, stake included; empty where that is not on record"),
        *amount("awarded", "what its player gets; empty where somebody must decide"),
        *amount("if_claimed", "what would be given on a claim; empty where that is not so"),
        *amount(
            "too_much",
            "what the table paid and did not take back, beyond the award; negative where it fell short; empty where either "
            "is not known; what a case paid is not counted",
        ),
        *_MONEY,
        *amount("taken_back", "what the player gave back of the payments on it; empty where nothing"),
        *amount("paid_by_case", "what settled cases have paid on it"),
        *amount("outstanding", "what is still to be paid to the player, never negative; empty where that is not known"),
        *amount(
            "overpaid",
            "what the player has beyond the award, from table and cases, never negative; empty where that is not known",
        ),
    ),
    references=(_OF_ROUND, _OF_WAGER),
)
DEALERS: Final = ExportedTable(
    "dealers",
    "One row a dealer and table's day.",
    key=("table_name", "day", "dealer"),
    columns=(
        _TABLE,
        _DAY,
        person("dealer", "who dealt, as an id"),
        count("rounds", "how many rounds"),
        count("with_findings", "in how many of them something was found"),
        count("wagers", "how many wagers they had"),
        count("wagers_wrong", "on how many of these the money is not as it was paid"),
        *amount("short", "what the table paid too little in them, whatever a case has paid since"),
        *amount("over", "what the table paid too much in them"),
        *instant("first", "when the first of the rounds began"),
        *instant("last", "when the last one began"),
        *_MONEY,
    ),
)
RULINGS: Final = ExportedTable(
    "rulings",
    "One row a ruling on a round that was put on record, those that another one replaced too.",
    key=("position",),
    columns=(
        _position("position", "the entry with the ruling"),
        _ROUND,
        *instant("ruled", "when it was put on record"),
        text("engine", "the engine's name and version"),
        text("rulebook", "the rulebook"),
        text("edition", "the edition by which it was ruled"),
        text("verdict", "what is to be done about the round", codes="verdict"),
        text("standing", "how the round stands", codes="standing"),
        text("authority", "who must decide; empty where nobody need"),
        count("outcomes", "how many outcomes the readings lead to"),
        _position("head", "up to which position the ledger was known"),
        _position("supersedes", "the ruling whose place it takes"),
        _position("superseded_by", "the ruling that took its place; empty where it stands"),
        text("reason", "why it takes the other one's place", codes="withdrawal"),
        text("digest", "the SHA-256 of the whole ruling"),
    ),
    references=(_OF_ROUND,),
)
CHECKPOINTS: Final = ExportedTable(
    "checkpoints",
    "One row a checkpoint up to the one as of which the package tells.",
    key=("number",),
    columns=(
        count("number", "its number"),
        count("size", "how many entries it covers", "entries"),
        text("root", "the root of the tree over them, SHA-256"),
        utc("made", "when it was made, by the ledger's clock"),
        text("occasion", "on what occasion"),
        text("signed_by", "the names of those whose signatures it bears, separated by blanks"),
        text("file", "where it is in the package; empty where it is not in it"),
    ),
)
CLAUSES: Final = ExportedTable(
    "clauses",
    "One row a clause of the editions that the package holds.",
    key=("clause",),
    columns=(
        text("clause", "the clause's id"),
        text("document", "the document that it stands in"),
        text(
            "kind",
            "R: a rule that rulings apply; P: a decision of a person with authority; E: a fact to be recorded; "
            "S: an answer where the document is silent; N: a notice",
        ),
        text("title", "its heading"),
        text("text", "what it says, in other words than the document's"),
    ),
)
CASES: Final = ExportedTable(
    "cases",
    "One row a case.",
    key=("case",),
    columns=(
        _CASE,
        text("status", "its status", codes="round_status"),
        text("state", "which step of the procedure it has reached", codes="case_state"),
        _TABLE,
        _DAY,
        text("shoe", "the shoe that it is about"),
        text("rulebook", "the rulebook of the table"),
        text("edition", "its edition that was in force"),
        text("jurisdiction", "whose deadlines hold"),
        person("opened_by", "who opened it, as an id"),
        *instant("incident", "when it happened; empty where nobody said"),
        *instant("received", "when the complaint came"),
        *instant("opened", "when it was opened"),
        *instant("settled", "when it was settled last"),
        *instant("closed", "when it was closed last"),
        fact("held", "whether its evidence is on hold"),
    ),
)
CASE_ROUNDS: Final = ExportedTable(
    "case_rounds",
    "One row a case and round that it is about.",
    key=("case", "round"),
    columns=(_CASE, _ROUND),
    references=(_OF_CASE,),
)
DEADLINES: Final = ExportedTable(
    "deadlines",
    "One row a term of a case, as it stood when the case's last entry was recorded.",
    key=("case", "number"),
    columns=(
        _CASE,
        count("number", "its number in the case, from 1"),
        text("what", "what it is the time for", codes="deadline"),
        text("kind", "duty: the house must do it; right: the player may; expiry: something is gone afterwards"),
        text("state", "how it stood on the day as_of", codes="clock_state"),
        day("due_on", "its last day"),
        day("met_on", "the day on which it was met"),
        count("days_late", "by how many days it was late on the day as_of, or was met late", "days"),
        text("source", "where it comes from"),
        day("as_of", "the day on which the case's last entry was recorded, in the zone of its jurisdiction"),
    ),
    references=(_OF_CASE,),
)
CLAIMS: Final = ExportedTable(
    "claims",
    "One row a claim that a player stated in a case; a later one of the same player takes its place.",
    key=("position",),
    columns=(
        _position("position", "the entry that states it"),
        _CASE,
        person("player", "who claims, as an id"),
        *amount("claimed", "what is asked for"),
        *instant("stated", "when it was stated"),
        text("status", "stands, replaced, withdrawn or refused", codes="claim_status"),
        *_MONEY,
        text("reason", "why, in a few plain words", may_name=True),
    ),
    references=(_OF_CASE,),
)
SETTLEMENTS: Final = ExportedTable(
    "settlements",
    "One row for each player's answer in a settlement of a case.",
    key=("position", "player"),
    columns=(
        _position("position", "the entry that settled it"),
        _CASE,
        person("player", "who is answered, as an id"),
        text("status", "stands, or replaced by a later settlement", codes="settlement_status"),
        text("outcome", "whether the claim was upheld", codes="outcome"),
        *instant("settled", "when it was settled"),
        *amount("claimed", "what was asked for; empty without a claim"),
        *amount("pay", "what is given as owed, beyond what the table paid"),
        *amount("ex_gratia", "what is given besides without being owed"),
        *amount("ask_back", "what the player is asked to return"),
        *amount("paid", "what the player has had of what is owed"),
        *amount("paid_ex_gratia", "what the player has had of what is given besides"),
        *amount("open", "what is still to be paid by it"),
        text("clauses", "the clauses that it rests on, separated by blanks"),
        person("proposed_by", "who wrote the answers, as an id"),
        person("approved_by", "the second person, as an id"),
        person("settled_by", "who gave them, as an id"),
        fact("claimed_only", "whether nobody signed the approval: whoever is named is only claimed"),
        *_MONEY,
        text("reason", "why, in a few plain words", may_name=True),
    ),
    references=(_OF_CASE,),
)
AWARDS: Final = ExportedTable(
    "awards",
    "One row a wager on which a settlement says what goes back.",
    key=("position", "player", "round", "wager"),
    columns=(
        _position("position", "the entry that settled it"),
        _CASE,
        person("player", "who is answered, as an id"),
        _ROUND,
        bet("wager", "the wager, by its id in the round"),
        *amount("due", "what goes back on it in all, stake included"),
        *_MONEY,
    ),
    references=(_OF_CASE, TableReference(("position", "player"), "settlements")),
)
READINGS: Final = ExportedTable(
    "readings",
    "One row a reading of a clause that the document leaves open, in each edition that the package holds.",
    key=("rulebook", "edition", "clause", "reading"),
    columns=(
        text("rulebook", "the rulebook"),
        text("edition", "its edition"),
        text("clause", "the clause's id"),
        text("reading", "the letter of the reading, as outcomes have it"),
        text("means", "how the clause is read"),
        fact("applied", "whether the edition follows this reading; empty where it follows none"),
        text("resolved_by", "on whose word it follows one: trade or house"),
        text("source", "what that rests on"),
    ),
)
EDITIONS: Final = ExportedTable(
    "editions",
    "One row an adoption of an edition of the house's rules.",
    key=("position",),
    columns=(
        _position("position", "the entry that adopts it"),
        text("rulebook", "the rulebook"),
        text("edition", "its edition"),
        text("holds_from", "the day or instant from which it holds; empty where its adoption does not hold"),
        person("by", "who adopted it, as an id; empty for one that came with the program"),
        person("confirmed_by", "the second person, as an id"),
        fact("back_dated", "whether it holds for rounds that had been played before it was adopted"),
        text("digest", "the SHA-256 of its text"),
        text("file", "its text, by its place in the package"),
    ),
)
SOURCES: Final = ExportedTable(
    "sources",
    "One row a source and table's day.",
    key=("source", "table_name", "day"),
    columns=(
        text("source", "the source, as it names itself"),
        _TABLE,
        _DAY,
        count("entries", "how many entries of the day come from it"),
        *instant("first", "the earliest time of these; of an entry without a time, when it was recorded"),
        *instant("last", "the latest one"),
        text("status", "whether the house has enrolled it", codes="source_status"),
        text("known_by", "the fingerprint of its key, or `token`; empty where it shows neither"),
        day("since", "the first day on which it may deliver"),
        day("until", "the last one"),
    ),
)
FINDINGS: Final = ExportedTable(
    "findings",
    "One row for everything that was found in a round, what was withdrawn since too.",
    key=("position",),
    columns=(
        _position("position", "the entry with the finding"),
        _ROUND,
        count("number", "its place by precedence in its round, from 1; empty where the ruling in force has it no more"),
        text("kind", "what kind of finding it is", codes="finding"),
        text("clauses", "the clauses that it rests on, separated by blanks"),
        _position("at", "the entry that it is about"),
        *instant("found", "when it was put on record"),
        *instant("withdrawn", "when it was withdrawn; empty where it was not"),
        text("withdrawn_reason", "why it was withdrawn", codes="withdrawal"),
        _position("withdrawn_cause", "the entry that brought that about"),
        text("text", "the finding in a sentence", may_name=True),
    ),
    references=(_OF_ROUND,),
)
FINDING_CLAUSES: Final = ExportedTable(
    "finding_clauses",
    "One row a finding and clause that it rests on.",
    key=("position", "clause"),
    columns=(_position("position", "the finding"), text("clause", "the clause")),
    references=(TableReference(("position",), "findings"), TableReference(("clause",), "clauses")),
)
ACTS: Final = ExportedTable(
    "acts",
    "One row a decision at a table, in a case, in a championship, about an edition or the engine, or an attempt at one.",
    key=("position",),
    columns=(
        _position("position", "its entry"),
        text("act", "what was decided", codes="act"),
        text("status", "whether it holds", codes="status"),
        text("table_name", "the table; empty where it is about none"),
        _DAY,
        text("round", "the round that it is about; empty where it is about a shoe, the day or a case"),
        text("shoe", "the shoe that it is about"),
        text("case", "the case that it was taken in"),
        text("championship", "the championship that it was taken in"),
        text("rulebook", "the rulebook and edition that it is about"),
        text("engine", "the engine that it is about"),
        text("scope", "about what at the table: shoe, round, hand, stakes, payment, game"),
        person("by", "who decided, as an id"),
        text("role", "in which office; empty where the entry names none"),
        fact(
            "claimed",
            "whether it is unsigned, so that the person is only claimed; what follows from an act of a case "
            "(dispute_round, answer_round, answer_wager) counts as signed where that act is",
        ),
        person("confirmed_by", "the second person, as an id"),
        *instant("decided", "when, by its own account"),
        text("clause", "the clause that gives the authority"),
        text("basis", "the positions on which it rests"),
        text("reason", "why, in a word of the trade", may_name=True),
        text("refused", "why it does not hold; empty where it holds", may_name=True),
    ),
    references=(_OF_CASE,),
)
CODES: Final = ExportedTable(
    "codes",
    "One row a code of a list, as columns have them.",
    key=("list", "code"),
    columns=(text("list", "the list"), text("code", "the code"), text("means", "what it stands for")),
)
OF_A_DAY: Final = (
    ROUNDS,
    SHOES,
    WAGERS,
    PLAYERS,
    OUTCOMES,
    OWED,
    DEALERS,
    RULINGS,
    SOURCES,
    FINDINGS,
    FINDING_CLAUSES,
)
"""Those with rows of single days."""
OF_THE_HOUSE: Final = (
    CHECKPOINTS,
    CLAUSES,
    CASES,
    CASE_ROUNDS,
    DEADLINES,
    CLAIMS,
    SETTLEMENTS,
    AWARDS,
    READINGS,
    EDITIONS,
    ACTS,
    CODES,
)
"""Those with rows of the whole package."""
EXPORTED_TABLES: Final = (*OF_A_DAY, *OF_THE_HOUSE)

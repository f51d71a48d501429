"""`recoup case`: disputes, from the player's first word to the signed answer."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, cast, get_args

import typer
from pydantic import ValidationError

from desk.acts.case_acts import CaseActs, differences, note_fields, questions
from desk.acts.commands import CaseName, FieldAdapter, add_commands
from desk.acts.forms import instant_typed, malformed
from desk.acts.taking import who_acts
from desk.cli.completion import DayName, complete_round, complete_shoe
from desk.cli.persons import STDIN, VAULT, VaultFolder
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.cases import act_line, show_case, show_cases, show_due, show_register, show_settlements
from desk.terminal.console import (
    DEFAULT,
    FILES,
    NO,
    FilesFolder,
    Json,
    LedgerUrl,
    SignWith,
    console,
    print_json,
    text_of,
)
from ledger.acts.authority import case_grants
from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casebook import Casebook
from ledger.cases.casework import Complaint
from ledger.cases.contradictions import Weighing
from ledger.cases.files import MOST_BYTES, CaseFiles, media_type_of
from ledger.errors import MalformedDecision
from ledger.events.cases import (
    Answer,
    CaseOpened,
    CaseSettled,
    CaseworkAct,
    EvidenceAttached,
    LetterSent,
    NoteAdded,
    PlayerPaid,
    RulingApproved,
)
from ledger.house import house_settings
from ledger.personal_data.key_store import KeyStore
from ledger.values.offices import CaseRole
from ledger.values.terminal import harmless, say
from ledger.values.times import format_instant
from projections.answers.case_answer import CaseAnswer
from projections.documents.cases import case_document, case_line_document
from projections.read_models.cases import case_register, open_deadlines
from projections.read_models.settlements import settlements
from projections.rulings.judge import LedgerJudge

app: Final = typer.Typer(help="Disputes: open, investigate, propose, approve, settle, pay, appeal.", no_args_is_help=True)

By = Annotated[str | None, typer.Option("--by", help="Who does it: a person's id. Without it whose key signs.")]
AsRole = Annotated[
    str | None, typer.Option("--role", help="In which office. Without it the only one of this person that may do it.")
]
Sure = Annotated[bool, typer.Option("--sure", help="Take it without asking what may be a slip.")]


def _act(
    kind: type[CaseworkAct],
    subject: str,
    fields: dict[str, Any],
    *,
    file: Path | None = None,
    sure: Sure = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    files: FilesFolder = FILES,
    as_json: Json = False,
) -> None:
    """Does something about a case and says whether it holds. Exits 1 where it was refused.

    What a file says of a person, or by one, is sealed with a key from the vault; evidence is kept among the files.
    """
    with open_existing(ledger, sign) as opened:
        rule_on_new(opened)
        acts = CaseActs(opened, LedgerJudge(opened), CaseFiles(files), KeyStore(vault), opens_names=True)
        words = _words(file) if file is not None and kind.SEALS is not None else None
        data = _bytes(file) if file is not None and kind.KEEPS is not None else None
        weighing = acts.weigh(subject)
        fields |= acting_person(opened, weighing.case, kind, fields.get("by"), fields.get("role"))
        if issubclass(kind, NoteAdded):
            fields = note_fields(fields, words)
        taken = take_each(acts, weighing, acts.prepare(kind, weighing, fields, data), words, sure=sure)
        rule_on_new(opened)
        case = acts.casework.case(subject)
        _show_taken(opened, case, taken, as_json=as_json)
    if any(act.refused for act in taken):
        raise typer.Exit(NO)


def take_each(
    acts: CaseActs, weighing: Weighing, prepared: Sequence[CaseworkAct], words: str | None = None, *, sure: bool
) -> list[CaseAct]:
    """Takes acts one after the other, up to the first that is refused. What may be a slip is asked about first."""
    show_differences(differences(weighing, prepared))
    ask([] if sure else questions(weighing, prepared), sure=sure)
    taken: list[CaseAct] = []
    for act in prepared:
        taken.append(acts.take(weighing.case.number, act, words))
        if taken[-1].refused:
            break
    return taken


def show_differences(sentences: Sequence[str]) -> None:
    """Say on standard error how rulings on record differ from those that count here."""
    for sentence in sentences:
        say(f"recoup: {sentence}", err=True)


def ask(questions: Sequence[str], *, sure: bool) -> None:
    """Asks whether what may be a slip is meant. Raises MalformedDecision where nobody says so."""
    asked = "; ".join(questions)
    if questions and not sure and not (sys.stdin.isatty() and typer.confirm(harmless(f"{asked}. Is that right?"))):
        raise MalformedDecision(f"{asked}. If that is right, say so with --sure; nothing was recorded")


def _show_taken(ledger: Ledger, case: Case, taken: Sequence[CaseAct], *, as_json: bool) -> None:
    if as_json:
        print_json(case_document(case, Casebook(ledger).table_opening(case), format_instant(ledger.clock())))
        return
    for act in taken:
        console().print(act_line(case, act, Casebook(ledger).table_opening(case)), soft_wrap=True)


def _words(file: Path) -> str:
    return text_of(STDIN if str(file) == "-" else file, MalformedDecision).strip()


def _bytes(file: Path) -> bytes:
    """The bytes of a file. Raises MalformedDecision where it cannot be read, or is too large to be kept."""
    path = STDIN if str(file) == "-" else file
    if path != STDIN and path.exists() and not path.is_file():
        raise MalformedDecision(f"{file} is no plain file; name one")
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise MalformedDecision(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from error


def acting_person(
    ledger: Ledger, case: Case | None, kind: type[CaseworkAct], by: str | None, role: str | None
) -> dict[str, str]:
    """Who does it and in which office: as typed, else as the key that signs and the roster say. Of several offices it is
    the one in which this person acted in the case last.

    Raises MalformedDecision where that leaves it open.
    """
    by = who_acts(ledger, by)
    if not role:
        grant = case.grant(kind.WORD) if case else next(row for row in case_grants({}) if row.act == kind.WORD)
        may: tuple[str, ...] = grant.roles if grant else ()
        offices = [office for office in ledger.roster().offices(by, format_instant(ledger.clock())[:10]) if office in may]
        earlier = [act.event.office for act in case.taken if act.event.by == by] if case else []
        offices = [office for office in earlier[-1:] if office in offices] or offices
        if len(set(offices)) != 1:
            raise MalformedDecision(f"say in which office {by} does it: --role {' or '.join(offices or may)}")
        role = offices[0]
    return {"by": by, "role": role}


def _parts(texts: Sequence[str] | None, shape: str) -> Iterator[tuple[str, str]]:
    """`P1=why` as its two parts. Raises MalformedDecision."""
    for text in texts or ():
        name, mark, rest = text.partition("=")
        if not mark or not name or not rest:
            raise MalformedDecision(f"{text!r} is none of {shape}; write it so")
        yield name, rest


def answers_of(
    answer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER=OUTCOME[:PAY[:EX_GRATIA]]",
            help="rejected, partly_upheld or upheld; what is left out follows from the ruling. Amounts as 78.50.",
        ),
    ] = None,
    award: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=ROUND:WAGER:DUE", help="What goes back on a wager in all, stake included, as 125.00."),
    ] = None,
    ask_back: Annotated[
        list[str] | None,
        typer.Option(
            "--ask-back", metavar="PLAYER=AMOUNT", help="What a player who was paid too much is asked to return, or 0."
        ),
    ] = None,
    ground: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER=TEXT", help="Why, in a sentence that the player reads.")
    ] = None,
    ex_gratia_ground: Annotated[
        list[str] | None,
        typer.Option("--ex-gratia-ground", metavar="PLAYER=TEXT", help="Why something is given without being owed."),
    ] = None,
) -> list[dict[str, Any]]:
    """`P1=upheld:45.00` and `P1=BJ-1/2026-01-20/1:w1:125.00` as an answer. Raises MalformedDecision."""
    answers: dict[str, dict[str, Any]] = {}
    for text in answer or ():
        player, _, rest = text.partition("=")
        named = dict(zip(("outcome", "pay", "ex_gratia"), rest.split(":"), strict=False)) if rest else {}
        if rest.count(":") > 2 or player in answers or named.get("outcome") not in (None, *OUTCOMES):
            raise MalformedDecision(f"{text!r} is no answer; write PLAYER=OUTCOME:PAY:EX_GRATIA, each player once")
        answers[player] = {"player": player, "awards": [], **{name: part for name, part in named.items() if part}}
    for player, rest in _parts(award, "PLAYER=ROUND:WAGER:DUE"):
        parts = rest.rsplit(":", 2)
        if len(parts) != 3 or player not in answers:
            raise MalformedDecision(
                f"{player}={rest} is no award of an answer; write PLAYER=ROUND:WAGER:DUE beside --answer"
            )
        answers[player]["awards"].append(dict(zip(("round", "wager", "due"), parts, strict=True)))
    for field, texts in (("ask_back", ask_back), ("ground", ground), ("ex_gratia_ground", ex_gratia_ground)):
        for player, rest in _parts(texts, f"PLAYER={field.upper()}"):
            answers.setdefault(player, {"player": player})[field] = rest
    return list(answers.values())


def facts_of(
    fact: Annotated[
        list[str] | None,
        typer.Option(metavar="SOURCE=TEXT", help="A finding of fact, by the evidence or the position that shows it."),
    ] = None,
) -> list[dict[str, Any]]:
    """`e1=the card lay on box 3` and `214=…` as findings of fact. Raises MalformedDecision."""
    return [
        {"text": text, "entry": int(source)}
        if source.isascii() and source.isdigit()
        else {"text": text, "evidence": source}
        for source, text in _parts(fact, "SOURCE=TEXT")
    ]


def readings_of(
    reading: Annotated[
        list[str] | None,
        typer.Option(metavar="CLAUSE=LETTER:WHY", help="The reading of an ambiguous clause that is followed, and why."),
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="CLAUSE=LETTER:WHY", help="A reading that is not followed, and why not.")
    ] = None,
) -> list[dict[str, Any]]:
    """`CLAUSE=a:the shoe was …` as a reading. Raises MalformedDecision."""
    rows = []
    for texts, is_followed in ((reading, True), (against, False)):
        for clause, rest in _parts(texts, "CLAUSE=LETTER:WHY"):
            letter, mark, why = rest.partition(":")
            if not mark or not why.strip():
                raise MalformedDecision(f"say why ({letter}) of {clause} is followed or not: {clause}={letter}:WHY")
            rows.append({"clause": clause, "reading": letter, "is_followed": is_followed, "ground": why.strip()})
    return rows


OUTCOMES: Final = get_args(Answer.model_fields["outcome"].annotation)
ADAPTERS: Final[Mapping[str, FieldAdapter]] = {"answers": answers_of, "facts": facts_of, "readings": readings_of}

add_commands(app, "case", _act, ADAPTERS, last="note")


@app.command("open")
def open_case(
    day: DayName,
    by: By = None,
    role: AsRole = None,
    rounds: Annotated[
        list[str] | None,
        typer.Option("--round", help="A round it is about; repeat for more.", autocompletion=complete_round),
    ] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="A shoe it is about.", autocompletion=complete_shoe)] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it happened, with its time zone.")] = None,
    received: Annotated[str | None, typer.Option("--received", help="When the complaint came; without it now.")] = None,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", help="Whose deadlines hold, such as uk; without it the house's.")
    ] = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=AMOUNT[:LANGUAGE]", help="What a player asks for, as P1=78.50 or P1=78.50:de."),
    ] = None,
    attach: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="A file of evidence, which is kept beside the ledger.")
    ] = None,
    sure: Sure = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    files: FilesFolder = FILES,
    as_json: Json = False,
) -> None:
    """Open a case on rounds, a shoe, or a table at a time; with what is claimed, and what shows it."""
    claims = [_claim_typed(text) for text in claim or ()]
    evidence = [_bytes(path) for path in attach or ()]
    for data in evidence:
        media_type_of(data)
    with open_existing(ledger, sign) as opened:
        rule_on_new(opened)
        acts = CaseActs(opened, LedgerJudge(opened), CaseFiles(files))
        who = acting_person(opened, None, CaseOpened, by, role)
        house = house_settings(opened)
        complaint = Complaint(
            who["by"],
            cast("CaseRole", who["role"]),
            day,
            tuple(dict.fromkeys(rounds or ())),
            shoe,
            instant_typed(at),
            instant_typed(received),
            jurisdiction or (house.jurisdiction if house else None),
        )
        prepared = acts.claims(complaint, [{**who, **fields} for fields in claims])
        weighed = acts.casework.weigh_complaint(complaint)
        show_differences(weighed.differences if prepared else ())
        ask([question for act in prepared for question in weighed.asked_of_claim(act)], sure=sure)
        try:
            number = acts.casework.open(complaint)
        except ValidationError as error:
            raise malformed(error) from error
        rule_on_new(opened)
        if not as_json:
            console().print(f"Case {number} is open.")
        taken = take_each(acts, acts.weigh(number), prepared, sure=True)
        for data in evidence:
            weighing = acts.weigh(number)
            taken += take_each(acts, weighing, acts.prepare(EvidenceAttached, weighing, who, data), sure=True)
        _show_taken(opened, acts.casework.case(number), taken, as_json=as_json)
    if any(act.refused for act in taken):
        raise typer.Exit(NO)


def _claim_typed(text: str) -> dict[str, str]:
    """`P1=78.50:de` as the fields of a claim. Raises MalformedDecision."""
    ((player, rest),) = _parts([text], "PLAYER=AMOUNT[:LANGUAGE]")
    amount, _, language = rest.partition(":")
    return {"player": player, "amount_minor": amount, **({"language": language} if language else {})}


@app.command("approve")
def approve(
    number: CaseName,
    by: By = None,
    role: AsRole = None,
    proposal: Annotated[
        str | None, typer.Option("--proposal", help="The proposal's digest; without it the one that stands.")
    ] = None,
    settle: Annotated[bool, typer.Option("--settle", help="Give the answers at once.")] = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Approve the proposed answers, as another person than those who wrote or altered them."""
    with open_existing(ledger, sign) as opened:
        rule_on_new(opened)
        acts, taken = CaseActs(opened, LedgerJudge(opened), CaseFiles(FILES)), list[CaseAct]()
        for kind in (RulingApproved, CaseSettled) if settle else (RulingApproved,):
            weighing = acts.weigh(number)
            who = acting_person(opened, weighing.case, kind, by, role)
            taken += take_each(acts, weighing, acts.prepare(kind, weighing, {**who, "proposal": proposal}), sure=True)
            if taken[-1].refused:
                break
        rule_on_new(opened)
        _show_taken(opened, acts.casework.case(number), taken, as_json=as_json)
    if taken[-1].refused:
        raise typer.Exit(NO)


@app.command("pay")
def pay(
    number: CaseName,
    by: By = None,
    role: AsRole = None,
    player: Annotated[
        str, typer.Option("--player", help="The player's id; without it everybody who is still owed something.")
    ] = "",
    amount: Annotated[
        str, typer.Option("--amount", help="What was paid, as 78.50; without it all that is still owed.")
    ] = "",
    ex_gratia: Annotated[bool, typer.Option("--ex-gratia", help="Given without being owed.")] = False,
    send: Annotated[bool, typer.Option("--send", help="Send the final letters too.")] = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    files: FilesFolder = FILES,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Record what was paid by the settlement: to a player, or to everybody all that is still owed."""
    typed = {"player": player, "amount_minor": amount, "ex_gratia": ex_gratia}
    with open_existing(ledger, sign) as opened:
        acts = CaseActs(opened, LedgerJudge(opened), CaseFiles(files), KeyStore(vault), opens_names=True)
        weighing = acts.weigh(number)
        who = acting_person(opened, weighing.case, PlayerPaid, by, role)
        payments = acts.prepare(PlayerPaid, weighing, {**who, **typed})
        if send and not player and not weighing.case.claims:
            raise MalformedDecision("nobody claims anything in this case; say with --player to whom you write")
        taken = take_each(acts, weighing, payments, sure=True)
        if send and not taken[-1].refused:
            paid = acts.weigh(number)
            letters = acts.prepare(LetterSent, paid, {**who, "letter": "final", "player": player})
            taken += take_each(acts, paid, letters, sure=True)
        rule_on_new(opened)
        _show_taken(opened, acts.casework.case(number), taken, as_json=as_json)
    if taken[-1].refused:
        raise typer.Exit(NO)


@app.command("list")
def list_cases(
    ledger: LedgerUrl = DEFAULT,
    due_only: Annotated[bool, typer.Option("--due", help="What is due when, the soonest first.")] = False,
    state: Annotated[str | None, typer.Option("--state", help="Only cases in this state.")] = None,
    as_json: Json = False,
) -> None:
    """List cases, the most urgent first, or what is due in them."""
    with open_existing(ledger) as opened:
        deadlines = open_deadlines(opened) if due_only else []
        work = Casebook(opened)
        cases = [] if due_only else list(work.cases())
        now = format_instant(opened.clock())
        answers = [CaseAnswer(case, now) for case in cases if state in (None, case.state)]
        answers.sort(key=lambda answer: answer.urgency(work.table_opening(answer.case).currency).key, reverse=True)
        lines = [case_line_document(answer.case, work.table_opening(answer.case)) for answer in answers]
        amounts = [
            (work.money(answer.case)(line.in_question_minor), work.money(answer.case)(line.claimed_minor))
            for answer, line in zip(answers, lines, strict=True)
        ]
    if as_json:
        print_json(deadlines if due_only else lines)
    elif due_only:
        show_due(console(), deadlines)
    else:
        show_cases(console(), lines, amounts)


@app.command("show")
def show(number: CaseName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show a case: claims, evidence, rulings, answers, what is owed, and who did what."""
    with open_existing(ledger) as opened:
        work = Casebook(opened)
        case = work.case(number)
        document, money = case_document(case, work.table_opening(case), format_instant(opened.clock())), work.money(case)
    if as_json:
        print_json(document)
    else:
        show_case(console(), case, document, money)


@app.command("register")
def register_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """The register of what was decided in cases, and of what was refused."""
    with open_existing(ledger) as opened:
        rows = case_register(opened)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)


@app.command("settlements")
def settlements_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """The register of settlements: what each player was given and why, by whom, and what is paid until now."""
    with open_existing(ledger) as opened:
        rows = settlements(opened)
    if as_json:
        print_json(rows)
    else:
        show_settlements(console(), rows)


add_commands(app, "case", _act, ADAPTERS)

"""Acts of a case, by a command or at the desk: what was typed becomes the acts that are recorded.

Amounts are typed as people write them, in the table's currency. A proposal begins from the rulings as judged now: what is
not typed of an answer follows from them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from desk.acts.forms import malformed, validated
from ledger.acts.adoptions import house_roles
from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casework import Casework, Complaint
from ledger.cases.contradictions import RoundsWeighed, Weighing
from ledger.cases.drafting import DraftedAnswer, drafted_answer
from ledger.cases.files import CaseFiles
from ledger.cases.rounds import Judge
from ledger.errors import MalformedAct, MalformedDecision
from ledger.events.cases import (
    Answer,
    CaseSettled,
    CaseworkAct,
    ClaimStated,
    EvidenceAttached,
    LetterKind,
    LetterSent,
    PlayerPaid,
    Proposal,
    RulingApproved,
    RulingTaken,
    WagerAward,
)
from ledger.events.personal_data import AboutPerson
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData
from ledger.values.message import Message, Term
from ledger.values.money import parse_amount
from ledger.values.times import format_instant
from projections.messages.catalogue import Catalogue, languages
from projections.read_models.cases import ruling_taken

if TYPE_CHECKING:
    from projections.reports.case_letter import Addressee

NONE_STANDS: Final = "sha256:" + "0" * 64
"""What is named where nothing is proposed: the state refuses the act."""

MAY_LOOK: Final = house_roles()["look_at_person"]
"""The roles that may open what is noted about a person."""

MAY_BE_PAID: Final = (False, True)
"""As owed, and ex gratia."""


ON_RULINGS: Final = (ClaimStated, Proposal, RulingApproved, CaseSettled, PlayerPaid, LetterSent)
"""The acts that rest on rulings."""


class TypedAward(BaseModel):
    """What goes back on a wager in all, stake included, as it was typed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    round: str
    wager: str
    due: str


class TypedAnswer(BaseModel):
    """The answer to a player as it was typed. What is left out follows from the rulings as judged now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player: str
    outcome: Literal["rejected", "partly_upheld", "upheld"] | None = None
    pay: str | None = None
    ex_gratia: str | None = None
    ask_back: str | None = None
    ground: str | None = None
    ex_gratia_ground: str | None = None
    awards: tuple[TypedAward, ...] = ()


def questions(weighing: Weighing, acts: Iterable[CaseworkAct]) -> list[str]:
    """What is asked before acts are taken, because it may be a slip."""
    return [question for act in acts for question in weighing.questions(act)]


def differences(weighing: Weighing, acts: Iterable[CaseworkAct]) -> list[str]:
    """How rulings on record differ from those on which acts rest, in sentences."""
    return weighing.differences if any(isinstance(act, ON_RULINGS) for act in acts) else []


@dataclass(frozen=True, slots=True)
class CaseActs:
    """Takes acts of the cases of a ledger, with the files that are kept beside it and the keys of persons' words."""

    ledger: Ledger
    judge: Judge
    files: CaseFiles
    keys: KeyStore | None = None
    opens_names: bool = False
    """Whether letters are addressed by the name on record: that it was opened goes on record."""

    @property
    def casework(self) -> Casework:
        """The cases."""
        return Casework(self.ledger, self.judge)

    def weigh(self, number: str) -> Weighing:
        """What acts of a case are weighed against, as it stands. Raises UnknownCase."""
        return self.casework.weighing(self.casework.case(number))

    def prepare(
        self, kind: type[CaseworkAct], weighing: Weighing, typed: Mapping[str, Any], file: bytes | None = None
    ) -> list[CaseworkAct]:
        """The acts that were typed, complete: `pay` without a player is one for each who is owed something.

        `file` is what is attached. Raises MalformedAct and MalformedDecision, which say what to do.
        """
        case = weighing.case
        fields = with_amounts(kind, typed, weighing)
        if issubclass(kind, Proposal):
            proposal = validated(kind, _proposal_fields(weighing, fields))
            for unsaid in weighing.unsaid_overpayments(proposal):
                raise MalformedDecision(unsaid)
            return [proposal]
        if issubclass(kind, PlayerPaid):
            return [validated(kind, payment) for payment in _payments(case, fields)]
        if issubclass(kind, LetterSent):
            return [self._letter(kind, weighing, fields, player) for player in _addressees(case, fields)]
        if issubclass(kind, EvidenceAttached):
            return [validated(kind, self._evidence_fields(case, fields, file))]
        if issubclass(kind, RulingTaken):
            validated(CaseworkAct, {name: fields[name] for name in CaseworkAct.model_fields})
            taken = ruling_taken(self.ledger, fields["round"], fields["by"], fields["role"])
            return [validated(kind, taken.model_dump())]
        if issubclass(kind, ClaimStated):
            _require_texts_in(fields.get("language") or None)
        if "proposal" in kind.model_fields and not fields.get("proposal"):
            fields["proposal"] = case.digest or NONE_STANDS
        return [validated(kind, fields)]

    def claims(self, complaint: Complaint, typed: Iterable[Mapping[str, Any]]) -> list[ClaimStated]:
        """The claims with which a case is to be opened. Raises MalformedAct, and UnknownRound."""
        weighed = self.casework.weigh_complaint(complaint)
        claims = [validated(ClaimStated, with_amounts(ClaimStated, claim, weighed)) for claim in typed]
        for claim in claims:
            _require_texts_in(claim.language)
        return claims

    def take(self, number: str, act: CaseworkAct, words: str | None = None) -> CaseAct:
        """Takes an act; `words` are what a person said, or what is said of a person, and are sealed with that person's key.

        Raises MalformedDecision where there is no place for such keys.
        """
        if words is not None:
            if self.keys is None:
                raise MalformedDecision(Message("there is no folder of persons' keys here; name one with --vault"))
            act = self.casework.with_words(number, act, self.keys, words)
        return self.casework.act(number, act)

    def letter(
        self,
        number: str,
        letter: LetterKind,
        player: str,
        language: str | None,
        signed_by: str | None,
        sender: CaseworkAct | None = None,
    ) -> bytes:
        """A letter as a PDF, as it would be sent now; of a `sender` who may open the player's name, to that name.

        Raises MalformedDecision where case or house lacks something.
        """
        from projections.reports.case_file import gather_case_file  # noqa: PLC0415 - only letters need what sets type
        from projections.reports.case_letter import case_letter  # noqa: PLC0415
        from projections.reports.forms import render  # noqa: PLC0415

        case = self.casework.case(number)
        weighing = self.casework.weighing(case)
        house = weighing.house
        named = {"player": player, "letter": letter, "language": language, "signed_by": signed_by}
        draft = validated(LetterSent, {"by": "house", "digest": NONE_STANDS, **named})
        if (why := weighing.contradiction(draft)) is not None or house is None:
            raise MalformedDecision(why or "")
        words = Catalogue(_language(case, player, language, house.languages))
        file = gather_case_file(self.ledger, number, words, mask_names=False)
        at = format_instant(self.ledger.clock())
        addressee = self._addressee(player, sender) if sender else None
        return render("pdf", case_letter(file, letter, player, words, house, signed_by, at, addressee))

    def _addressee(self, player: str, sender: CaseworkAct) -> "Addressee | None":
        """To whom a letter goes by the last name on record: its first line is the name, the others the address."""
        from projections.reports.case_letter import Addressee  # noqa: PLC0415

        if not self.opens_names or self.keys is None or sender.role not in MAY_LOOK or not self.keys.has_key(player):
            return None
        persons = PersonalData(self.ledger, self.keys)
        if not persons.has_name(player):
            return None
        look = AboutPerson(person=player, by=sender.by, role=sender.role, reason=LetterSent.WORD)
        names = [note.text for note in persons.read_notes(look) if note.kind == "name"]
        name, *address = filter(None, map(str.strip, names[-1].splitlines()))
        return Addressee(name, tuple(address))

    def _letter(self, kind: type[CaseworkAct], weighing: Weighing, fields: Mapping[str, Any], player: str) -> CaseworkAct:
        usual = weighing.house.languages if weighing.house else ("en",)
        language = _language(weighing.case, player, fields.get("language"), usual)
        known = {"player": player, "language": language}
        named = validated(LetterSent, {**fields, **known, "digest": NONE_STANDS})
        data = self.letter(weighing.case.number, named.letter, player, language, named.signed_by, named)
        return validated(kind, {**fields, **known, "digest": self.files.keep(data).digest})

    def _evidence_fields(self, case: Case, fields: dict[str, Any], file: bytes | None) -> dict[str, Any]:
        if file is not None:
            kept = self.files.keep(file)
            if fields.get("digest") not in (None, kept.digest):
                named = {"digest": kept.digest, "named": fields["digest"]}
                raise MalformedDecision(
                    Message("the file's digest is {digest}, not {named}; attach the right one", **named)
                )
            fields |= {"digest": kept.digest, "media_type": kept.media_type, "size_bytes": kept.size_bytes}
        if not fields.get("evidence"):
            names = {evidence.evidence for evidence in case.evidence}
            fields["evidence"] = next(name for n in range(1, len(names) + 2) if (name := f"e{n}") not in names)
        return fields


def note_fields(fields: Mapping[str, Any], words: str | None) -> dict[str, Any]:
    """A note's text: the remark, or that it is sealed. Raises MalformedDecision where it is neither or both."""
    if ("person" in fields) != (words is not None) or bool(fields["text"]) == (words is not None):
        raise MalformedDecision(Message("write a remark, or name a person with --about and the text's file with --file"))
    return dict(fields) if words is None else {**fields, "text": f"about {fields['person']}, sealed"}


def _language(case: Case, player: str, typed: str | None, usual: Sequence[str]) -> str:
    """The language of a letter: as typed, else as the player asked for, else the house's usual one."""
    language = typed or case.language_of(player) or usual[0]
    _require_texts_in(language)
    return language


def _require_texts_in(language: str | None) -> None:
    if language is not None and language not in languages():
        known = ", ".join(languages())
        raise MalformedDecision(
            Message("there are no texts in {language}; there are {known}", language=repr(language), known=known)
        )


def _addressees(case: Case, fields: Mapping[str, Any]) -> list[str]:
    if fields.get("player"):
        return [fields["player"]]
    if not case.claims:
        raise MalformedDecision(Message("nobody claims anything in this case; say with --player to whom you write"))
    return list(case.claims)


# Amounts


def with_amounts(kind: type[CaseworkAct], typed: Mapping[str, Any], weighing: RoundsWeighed) -> dict[str, Any]:
    """The fields with amounts in minor units, and without those that were left empty."""
    fields = {name: value for name, value in typed.items() if value != ""}
    for name in kind.model_fields:
        if name.endswith("_minor") and isinstance(fields.get(name), str):
            fields[name] = _minor(fields[name], name, weighing)
    return fields


def _minor(text: str, name: str, weighing: RoundsWeighed) -> int:
    """An amount in minor units. Raises MalformedAct."""
    written = text.strip().removesuffix(weighing.currency).removeprefix(weighing.currency)
    try:
        return parse_amount(written, weighing.minor_digits)
    except ValueError as error:
        raise MalformedAct(Message("{field}: {why}", field=Term(name.removesuffix("_minor")), why=error.args[0])) from error


def _payments(case: Case, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each payment of the settlement: the one that was typed, or all that are still owed."""
    if "amount_minor" in fields and "player" not in fields:
        raise MalformedDecision(
            Message("say with --player to whom that was paid; without an amount everybody is paid what is owed")
        )
    if fields.get("amount_minor") == 0:
        raise MalformedDecision(Message("nothing is no payment; say what was paid, as 78.50"))
    players = [fields["player"]] if "player" in fields else list(case.answers())
    kinds = (True,) if fields.get("ex_gratia") else (False,) if "amount_minor" in fields else MAY_BE_PAID
    payments = [
        {**fields, "player": player, "ex_gratia": kindly, "amount_minor": amount_minor}
        for player in players
        for kindly in kinds
        for amount_minor in (fields.get("amount_minor", case.owed(player, ex_gratia=kindly)),)
    ]
    due = [payment for payment in payments if payment["amount_minor"] > 0 or "amount_minor" in fields]
    if not due:
        raise MalformedDecision(Message("nothing is still to be paid in this case"))
    return due


# Proposals


def _proposal_fields(weighing: Weighing, typed: dict[str, Any]) -> dict[str, Any]:
    """A proposal as it is recorded: what was typed, and what follows from the rulings for the rest."""
    grounds = typed.get("readings") or ()
    followed = {row["clause"]: row["reading"] for row in grounds if row["is_followed"]}
    answers = [TypedAnswer.model_validate(answer) for answer in typed.get("answers") or ()]
    typed_players = {answer.player for answer in answers}
    answers += [TypedAnswer(player=player) for player in weighing.case.claims if player not in typed_players]
    if not answers:
        raise MalformedDecision(Message("nobody claims anything in this case; state a claim first, or say whom you answer"))
    typed["answers"] = [_answer(weighing, answer, drafted_answer(weighing, answer.player, followed)) for answer in answers]
    _require_grounds(weighing, answers, followed, grounds)
    typed["rests_on"] = _rulings_rested_on(weighing, typed["answers"]) or None
    return {name: value for name, value in typed.items() if value not in (None, ())}


def _answer(weighing: Weighing, typed: TypedAnswer, draft: DraftedAnswer) -> dict[str, Any]:
    """An answer as it is recorded. Raises MalformedDecision where what is left out does not follow from the rulings."""
    if (typed.outcome is None or (typed.outcome != "rejected" and typed.pay is None)) and draft.answer is None:
        raise MalformedDecision(_why_no_draft(draft))
    drafted = draft.answer
    outcome = typed.outcome or (drafted.outcome if drafted else "rejected")
    upheld_minor = drafted.pay_minor if drafted and outcome != "rejected" else 0
    pay_minor = _minor(typed.pay, "pay", weighing) if typed.pay else upheld_minor
    awards = tuple(
        WagerAward(round=award.round, wager=award.wager, due_minor=_minor(award.due, "due", weighing))
        for award in typed.awards
    )
    if not awards and drafted is not None and drafted.pay_minor == pay_minor and outcome != "rejected":
        awards = drafted.awards
    fields = {
        "player": typed.player,
        "outcome": outcome,
        "pay_minor": pay_minor,
        "ex_gratia_minor": _minor(typed.ex_gratia, "ex gratia", weighing) if typed.ex_gratia else 0,
        "ask_back_minor": _minor(typed.ask_back, "ask back", weighing) if typed.ask_back else None,
        "ground": typed.ground or None,
        "ex_gratia_ground": typed.ex_gratia_ground or None,
        "awards": [award.model_dump() for award in awards],
    }
    return _validated_answer(fields).model_dump()


def _validated_answer(fields: Mapping[str, Any]) -> Answer:
    """An answer of these fields. Raises MalformedAct."""
    try:
        return Answer.model_validate(dict(fields))
    except ValidationError as error:
        raise malformed(error) from error


def _why_no_draft(draft: DraftedAnswer) -> str:
    if draft.open_clauses:
        clause = draft.open_clauses[0]
        return (
            f"what is due to {draft.player} hangs on how {clause} is read; say which reading you follow, and why: "
            f"--reading '{clause}=LETTER:WHY', and why not the others: --against '{clause}=LETTER:WHY'"
        )
    rounds = ", ".join(draft.open_rounds)
    return (
        f"of {rounds} it is not established what is due to {draft.player}, or what the table paid; say what is paid: "
        f"--answer {draft.player}=OUTCOME:AMOUNT"
    )


def _require_grounds(
    weighing: Weighing, answers: Sequence[TypedAnswer], followed: Mapping[str, str], grounds: Sequence[Mapping[str, Any]]
) -> None:
    """Raises MalformedDecision where a reading that leads elsewhere is not followed and nothing is said why."""
    given = {(row["clause"], row["reading"]) for row in grounds}
    if len(given) < len(grounds):
        raise MalformedDecision(Message("a reading is followed, or not followed, once; leave one of both out"))
    possible = {
        (clause, letter)
        for round_ in weighing.rounds.values()
        for outcome in (round_.ruling.outcomes if round_.ruling else ())
        for alternative in outcome.under or ()
        for clause, letters in alternative.items()
        for letter in letters
    }
    if foreign := sorted(given - possible):
        clause, letter = foreign[0]
        known = ", ".join(f"{clause}={letter}" for clause, letter in sorted(possible)) or Message("none")
        raise MalformedDecision(
            Message(
                "no ruling of this case depends on reading {letter} of {clause}; rulings depend on: {known}",
                letter=letter,
                clause=clause,
                known=known,
            )
        )
    for answer in answers:
        for outcome in drafted_answer(weighing, answer.player, {}).outcomes:
            for alternative in outcome.under:
                for clause, letters in alternative.items():
                    missing = [letter for letter in letters if clause in followed and (clause, letter) not in given]
                    if missing:
                        raise MalformedDecision(
                            Message(
                                "{clause} can be read as ({letter}) too; say why that is not followed: "
                                "--against '{clause}={letter}:WHY'",
                                clause=clause,
                                letter=missing[0],
                            )
                        )


def _rulings_rested_on(weighing: Weighing, answers: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Where the rulings are on record that the answers rest on; one that the entries do not give is left out."""
    awarded = [award["round"] for answer in answers for award in answer["awards"]]
    names = dict.fromkeys((*weighing.case.opened.rounds, *awarded))
    rounds = [weighing.rounds[name] for name in names if name in weighing.rounds]
    return tuple(sorted(round_.position for round_ in rounds if round_.position is not None))

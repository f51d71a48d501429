"""A letter of the house to a player, and the one about his bets in a round of which no case was made."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.errors import UnknownRound
from ledger.events.house import HouseSettingsRecorded
from projections.answers.money import BetAnswer, PlayerAnswer
from projections.answers.round_answer import RoundAnswer
from projections.messages import numbers
from projections.messages.catalogue import Catalogue, english_texts, labels, particulars
from projections.reports.decisions import decision_sentence
from projections.reports.money import award_text, bet_description, money_formatter, table_paid_text
from projections.reports.person_names import PersonNames
from projections.reports.readings import last_recorded_at, standing_sentence, status_sentence, verdict_sentence
from projections.reports.sections import (
    Block,
    ColumnSort,
    Letterhead,
    Lines,
    Numbered,
    ReportPart,
    Section,
    SectionedDocument,
    Table,
    strong,
    table_of,
    with_quote,
)
from replay.judging.finding import Finding, kind_of, sorted_clauses
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling

OF_PLAY: Final = ("reconstruct", "ask", "respin")
"""Verdicts on the cards or the spin, which concern everybody with a bet in the round."""

NOT_FOR_PLAYERS: Final = frozenset({"suspect_shoe", "dispute_round", "answer_round", "answer_wager"})
"""Acts on record that decide nothing for a player, or that a case gives in words of its own."""

MAX_FINDINGS: Final = 5
"""More than this does not go on a page; the full report has all of them."""


class LetterBet(ReportPart):
    """A bet of the player's: what it was on, the stake, what was paid, what is due, and what a case gives on it."""

    on: str
    stake: str
    back: str
    owed: str
    given: str = ""


class LetterParagraph(ReportPart):
    """A paragraph; with a number it is one of the decision's reasons. `quote` is the rule document's own wording."""

    text: str
    number: int | None = None
    quote: str = ""
    quote_language: str = ""
    quote_translation: str = ""
    is_strong: bool = False


class LetterSection(ReportPart):
    """Paragraphs under a heading, or under none, and the table of the player's bets."""

    title: str
    paragraphs: tuple[LetterParagraph, ...]
    bets: tuple[LetterBet, ...] = ()


class LetterHouse(ReportPart):
    """Who writes, as it stands at the head of the letter."""

    name: str
    licence: str
    address: tuple[str, ...]
    contact: str


class Letter(ReportPart):
    """A letter, ready to be set. Without a house, a date and a signature it is none that can be sent."""

    language: str
    title: str
    house: LetterHouse | None = None
    draft: str = ""
    date: str = ""
    recipient: str = ""
    address: tuple[str, ...] = ()
    reference: str
    dear: str
    sections: tuple[LetterSection, ...]
    closing: str = ""
    signature: tuple[str, ...] = ()
    foot: str = ""
    recorded_at: str


def letter_house(house: HouseSettingsRecorded) -> LetterHouse:
    """The head of the house's letters."""
    return LetterHouse(name=house.name, licence=house.licence, address=house.address, contact=house.contact)


def letter_foot(edition: Edition, leaves_digest: str, words: Catalogue) -> str:
    """The line at the foot of a letter: by which rules and which record it was written."""
    rules = f"{edition.sheet.edition.document}, {edition.name}"
    return words.say("letter.foot", rules=rules, digest=leaves_digest[:23])


def compose_letter(
    answer: RoundAnswer, player: str, leaves_digest: str, words: Catalogue, house: HouseSettingsRecorded | None = None
) -> Letter:
    """The letter to a player about a round, dated when its last entry was recorded: it decides nothing of its own.

    Raises UnknownRound where the player had no bet in the round.
    """
    ruling, own = answer.ruling, answer.player(player)
    if own is None:
        players = ", ".join(row.player for row in answer.players) or "nobody"
        raise UnknownRound(f"player {player} has no bet in round {ruling.round.name}; {players} had")
    table, day, number = ruling.round.name.split("/")
    texts = labels(words, "letter")
    rules, recorded_at = rules_applied(answer, player, words), last_recorded_at(ruling)
    zone = house.zone if house else ruling.round.table_opening.zone
    opening = words.say("letter.intro", day=words.day(day), table=table, round=number)
    return Letter(
        language=words.language,
        title=words.say("letter.title", round=number, table=table),
        house=house and letter_house(house),
        draft="" if house else words.say("case_letter.draft"),
        date=words.day(numbers.local_day(recorded_at, zone)) if recorded_at else "",
        recipient=words.say("case_letter.recipient", player=player),
        reference=ruling.round.name,
        dear=words.say("letter.dear"),
        sections=(
            LetterSection(title="", paragraphs=(LetterParagraph(text=opening), *_whether_open(answer, own, words))),
            plain_section(texts["happened"], *finding_sentences(answer, player, words)[:MAX_FINDINGS]),
            plain_section(texts["should"], *consequences(answer, own, words)),
            LetterSection(
                title=texts["money"],
                bets=tuple(letter_bet(ruling, bet, words) for bet in own.bets),
                paragraphs=(LetterParagraph(text=_outcome_sentence(answer, own, words), is_strong=True),),
            ),
            *([plain_section(texts["why"], *rules)] if rules else []),
            plain_section(texts["disagree"], *_what_to_do(answer, own, house, words)),
        ),
        closing=words.say("case_letter.closing"),
        signature=(words.say("case_letter.for_house", house=house.name), *house.signatories[0].printed) if house else (),
        foot=letter_foot(ruling.edition, leaves_digest, words),
        recorded_at=recorded_at,
    )


def _is_decided_for(answer: RoundAnswer, player: PlayerAnswer) -> bool:
    """Whether a case has answered a player, or a decision settled the round."""
    is_settled = any(bet.is_settled for bet in player.bets)
    return player.is_answered or is_settled or (answer.is_decided and not answer.status.cases)


def _whether_open(answer: RoundAnswer, player: PlayerAnswer, words: Catalogue) -> Iterator[LetterParagraph]:
    """That the matter is open for a player, unless it was decided."""
    if _is_decided_for(answer, player):
        return
    cases = () if answer.is_decided else answer.status.cases
    text = words.say("letter.open_case", case=", ".join(cases)) if cases else words.say("letter.open_matter")
    yield LetterParagraph(text=text, is_strong=True)


def _what_to_do(
    answer: RoundAnswer, player: PlayerAnswer, house: HouseSettingsRecorded | None, words: Catalogue
) -> Iterator[str]:
    """How the player has the round decided, what may be asked for, and where to go after that."""
    contact = house.contact if house else words.say("letter.casino")
    if player.is_answered:
        yield words.say("letter.answered_how", contact=contact, case=", ".join(answer.status.cases))
        return
    yield words.say("letter.disagree_how", contact=contact, round=answer.name)
    yield words.say("letter.may_ask")
    body = house.dispute_body if house else None
    if body is None:
        yield words.say("letter.licence_body")
    else:
        yield words.say("letter.body", body=", ".join(filter(None, (body.name, *body.address, body.web))))


def plain_section(title: str, *texts: str) -> LetterSection:
    """Paragraphs without numbers."""
    return LetterSection(title=title, paragraphs=tuple(LetterParagraph(text=text) for text in texts))


def letter_document(letter: Letter) -> SectionedDocument:
    """The letter as sections."""
    texts = labels(Catalogue(letter.language), "letter")
    marks = labels(Catalogue(letter.language), "report")
    house = letter.house
    head = Letterhead(
        house.name if house else "",
        (*(house.address if house else ()), *([house.licence, house.contact] if house else [])),
        tuple(filter(None, (letter.recipient, *letter.address))),
        letter.date,
        f"{texts['reference']}: {letter.reference}",
        letter.draft,
    )
    return SectionedDocument(
        language=letter.language,
        title=letter.title,
        recorded_at=letter.recorded_at,
        layout="letter",
        letterhead=head,
        sections=[
            Section("", [letter.dear]),
            *(Section(section.title, [*_letter_blocks(section, texts, marks)]) for section in letter.sections),
            *([Section("", [letter.closing])] if letter.closing else []),
        ],
        signature=letter.signature,
        foot=letter.foot,
    )


def _letter_blocks(section: LetterSection, texts: dict[str, str], marks: dict[str, str]) -> list[Block]:
    numbered = [paragraph for paragraph in section.paragraphs if paragraph.number is not None]
    plain = [paragraph for paragraph in section.paragraphs if paragraph.number is None]
    first_strong = next((at for at, row in enumerate(plain) if row.is_strong), 0)
    opening, plain = plain[:first_strong], plain[first_strong:]
    table = [_bets_table(section.bets, texts)] if section.bets else []
    boxed = [Lines(strong(row.text for row in plain if row.is_strong), "boxed")] if any(r.is_strong for r in plain) else []
    cited = [
        (row.number or 0, with_quote(row.text, row.quote, row.quote_language, row.quote_translation, marks))
        for row in numbered
    ]
    quoted = [Numbered(cited)] if cited else []
    return [*(row.text for row in opening), *table, *boxed, *quoted, *(row.text for row in plain if not row.is_strong)]


def _bets_table(bets: Sequence[LetterBet], texts: dict[str, str]) -> Table:
    keys = ("stake", "owed", "back", *(["given"] if any(bet.given for bet in bets) else []))
    heads: list[tuple[str, ColumnSort]] = [(texts["bet"], "wide"), *((texts[key], "money") for key in keys)]
    return table_of([(bet.on, *(getattr(bet, key) for key in keys)) for bet in bets], heads)


def finding_to_player(answer: RoundAnswer, finding: Finding, player: str, words: Catalogue) -> str:
    """A finding as the house writes it to a player: about a bet of the player's it names that bet, and nobody."""
    own = [bet for bet in answer.bets if bet.player == player and bet.bet in finding.wagers]
    if not own and not {"wager", "wagers"} & particulars(kind_of(finding.kind).text):
        return words.plain_finding(finding)
    bets = own or [bet for bet in answer.bets if bet.player == player]
    on = words.all_of(list(dict.fromkeys(bet_description(answer.ruling, bet, words) for bet in bets)))
    key = f"finding_letter.{finding.kind}"
    fields = words.finding_particulars(finding)
    return words.say(key if key in english_texts() and own else "finding_letter.other", **{**fields, "on": on})


def table_decisions(answers: Iterable[RoundAnswer], words: Catalogue, zone: str | None = None) -> Iterator[str]:
    """What was decided at the table about rounds, as it holds: a suspicion alone decides nothing."""
    found = ((decision, answer.ruling) for answer in answers for decision in answer.ruling.round.decisions_in_force)
    known = {decision.position: (decision, ruling) for decision, ruling in found if decision.act not in NOT_FOR_PLAYERS}
    for _, (decision, ruling) in sorted(known.items()):
        opening = ruling.round.table_opening
        what = decision_sentence(decision, opening, words)
        by = words.office(decision.event.office or decision.event.by)
        at = decision.entry.delivery.time or decision.entry.recorded_at
        moment = words.moment(at, zone or opening.zone, seconds=False)
        yield words.say("letter_reason.decided", by=by, at=moment, what=what)


def without_others(text: str, others: Iterable[str], words: Catalogue, *, is_quoted: bool = False) -> str:
    """A text that names none of the other players; the player's own words, as `is_quoted`, mark the change by brackets."""
    another = words.say("case_letter.another_player")
    another = f"[{another}]" if is_quoted else another
    hidden = PersonNames(dict.fromkeys(others, another), words=words).apply_to(text)
    hidden = hidden.replace(words.say("case_letter.player_named", player=another), another)
    return re.sub(rf"(^|[.!?] ){another}", lambda found: f"{found[1]}{another[0].upper()}{another[1:]}", hidden)


def meaning_for_player(answer: RoundAnswer, player: str, words: Catalogue) -> Iterator[str]:
    """What an undecided round means for a player: for the cards, for the payments, and that a complaint is open."""
    ruling, row = answer.ruling, answer.player(player)
    corrections = [outcome.judgement.reconstruction for outcome in ruling.outcomes]
    is_misplaced = any(correction is not None and correction.moves for correction in corrections)
    if is_misplaced:
        yield words.say("letter.means_cards")
    elif ruling.verdict == "void":
        yield words.say("letter.means_void")
    elif ruling.verdict in OF_PLAY:
        yield verdict_sentence(ruling, words)
    if row is not None and row.is_open and not is_misplaced:
        yield words.say("letter.means_open")
    elif row is not None and row.difference_minor and not row.is_open:
        yield words.say("letter.means_payment")
    if answer.status.word == "disputed":
        yield words.say("letter.means_disputed")


def _findings_concerning(answer: RoundAnswer, player: str) -> list[Finding]:
    """The findings about the round as a whole, or about a player's own bets, that hold however the rules are read. What a
    payment was by the cards as dealt is for the office: to a player only the payment that is due matters.
    """
    bets = {bet.bet for bet in answer.bets if bet.player == player}
    established = answer.ruling.established_findings
    found = [finding for finding in answer.findings if finding in established and finding.kind != "mispaid_as_dealt"]
    return [finding for finding in found if not finding.wagers or bets & set(finding.wagers)]


def finding_sentences(answer: RoundAnswer, player: str, words: Catalogue) -> tuple[str, ...]:
    """The findings that concern a player, those with consequences first."""
    others = [row.player for row in answer.players if row.player != player]
    found = tuple(
        without_others(finding_to_player(answer, finding, player, words), others, words)
        for finding in _findings_concerning(answer, player)
    )
    decided = tuple(table_decisions([answer], words))
    is_open = answer.outcome is None and not decided
    return (*found, *decided) or (words.say("letter.open" if is_open else "letter.fine"),)


def rules_applied(answer: RoundAnswer, player: str, words: Catalogue) -> tuple[str, ...]:
    """The clauses that decide the round, and those by which the player's bets are awarded, by their titles."""
    awarding = [clause for bet in answer.bets if bet.player == player for clause in sorted_clauses(bet.clauses)]
    concerned = _findings_concerning(answer, player) or any(row.is_open for row in answer.players if row.player == player)
    deciding = answer.decisive_clauses if concerned else ()
    clauses = [clause for clause in (*deciding, *awarding) if not clause.endswith("?")]
    sheet = answer.ruling.edition.sheet.clauses
    return tuple(
        f"{clause}: {words.clause_text(sheet[clause].title)}" for clause in dict.fromkeys(clauses) if clause in sheet
    )


def consequences(answer: RoundAnswer, player: PlayerAnswer, words: Catalogue) -> tuple[str, ...]:
    """What follows for the cards and the money of a player."""
    is_decided, outcome = _is_decided_for(answer, player), answer.outcome
    if is_decided:
        cases = ", ".join(answer.status.cases)
        sentences = [words.say("letter.decided_case", case=cases) if cases else status_sentence(answer, words)]
    else:
        sentences = [*meaning_for_player(answer, player.player, words)]
    if outcome is not None and (is_decided or not answer.is_to_be_reconstructed):
        judged = answer.ruling.branches[outcome.branches[0]].outcome
        sentences += [standing_sentence(answer.ruling, judged, words, to_player=is_decided)] if judged.standing else []
    return tuple(sentences) or (words.say("letter.means_nothing"),)


def letter_bet(ruling: Ruling, bet: BetAnswer, words: Catalogue) -> LetterBet:
    """A bet with its money."""
    money = money_formatter(ruling, words)
    return LetterBet(
        on=bet_description(ruling, bet, words),
        stake=money(bet.stake_minor),
        back=table_paid_text(bet, words, money) or "",
        owed=award_text(bet, words, money),
    )


def _outcome_sentence(answer: RoundAnswer, player: PlayerAnswer, words: Catalogue) -> str:
    """What the player is owed in all, in one sentence."""
    money = money_formatter(answer.ruling, words)
    if player.is_answered:
        key = "outstanding" if player.outstanding_minor else "answered"
        fields = {"case": ", ".join(answer.status.cases), "amount": money(player.outstanding_minor or 0)}
        return words.say(f"letter.{key}", **fields, paid=money(player.paid_by_case_minor))
    if player.if_claimed_minor is not None:
        further = player.if_claimed_minor
        return words.say("letter.claimed", amount=money(further)) if further else words.say("letter.even")
    if player.is_open:
        authority = words.term(answer.status.decider) if answer.status.decider else words.say("letter.house")
        return words.say("letter.waits", authority=authority)
    if player.unpaid_minor:
        return words.say("letter.unpaid", amount=money(player.unpaid_minor))
    if not player.difference_minor:
        return words.say("letter.even" if any(bet.awarded_minor for bet in player.bets) else "letter.nothing")
    key = "more" if player.difference_minor > 0 else "less"
    return words.say(f"letter.{key}", amount=money(abs(player.difference_minor)))

"""The letter to a player: one page in plain words about his own bets in a round."""

from ledger.errors import UnknownRound
from projections.messages.catalogue import Catalogue, labels
from projections.reports.money import award_text, money_formatter, outstanding_minor, wager_description
from projections.reports.readings import (
    followed_branches,
    last_recorded_at,
    reconstruction_sentences,
    standing_sentence,
    verdict_sentence,
)
from projections.reports.report import ReportPart
from projections.reports.sections import Lines, Section, SectionedDocument, Table, columns_of, strong
from replay.judging.finding import Finding, sorted_clauses
from replay.ruling.ruling import Award, Ruling

MAX_FINDINGS = 5
"""More than this does not go on a page; the full report has all of them."""


class LetterBet(ReportPart):
    """A bet of the player's: what it was on, what was put down, what was given back, what is due."""

    on: str
    stake: str
    back: str
    owed: str


class Letter(ReportPart):
    """A letter, ready to be set."""

    language: str
    title: str
    dear: str
    intro: str
    happened: tuple[str, ...]
    follows: tuple[str, ...]
    bets: tuple[LetterBet, ...]
    outcome: tuple[str, ...]
    rules: tuple[str, ...]
    disagree: str
    reference: str
    recorded_at: str


def compose_letter(ruling: Ruling, player: str, leaves_digest: str, words: Catalogue, *, reclaims: bool = False) -> Letter:
    """The letter to a player; `reclaims` where the house asks back what it paid too much.

    Raises UnknownRound where he had no bet in the round.
    """
    own = [row for row in ruling.awards if row.wager_due.player == player]
    if not own:
        players = ", ".join(dict.fromkeys(row.wager_due.player for row in ruling.awards)) or "nobody"
        raise UnknownRound(f"player {player} has no bet in round {ruling.round.name}; {players} had")
    table, day, _ = ruling.round.name.split("/")
    return Letter(
        language=words.language,
        title=words.say("letter.title", round=ruling.round.name),
        dear=words.say("letter.dear", player=player),
        intro=words.say("letter.intro", day=words.day(day), table=table, round=ruling.round.name),
        happened=finding_sentences(ruling, player, words)[:MAX_FINDINGS],
        follows=consequences(ruling, words),
        bets=tuple(letter_bet(ruling, row, words) for row in own),
        outcome=_outcome_sentences(ruling, own, words, reclaims=reclaims),
        rules=rules_applied(ruling, player, words),
        disagree=words.say("letter.disagree_how"),
        reference=f"{ruling.round.name} · {ruling.edition.id} {ruling.edition.name} · {leaves_digest[:23]}…",
        recorded_at=last_recorded_at(ruling),
    )


def letter_document(letter: Letter) -> SectionedDocument:
    """The letter as sections."""
    texts = labels(Catalogue(letter.language), "letter")
    amounts = columns_of(letter.bets, {key: texts[key] for key in ("stake", "back", "owed")}, "money")
    bets = Table([*columns_of(letter.bets, {"on": texts["bet"]}, "wide"), *amounts])
    return SectionedDocument(
        language=letter.language,
        title=letter.title,
        recorded_at=letter.recorded_at,
        layout="letter",
        sections=[
            Section("", [letter.dear, letter.intro]),
            Section(texts["happened"], letter.happened),
            Section(texts["should"], letter.follows),
            Section(texts["money"], [bets, *strong(letter.outcome)]),
            *([Section(texts["why"], [Lines(letter.rules, "marked")])] if letter.rules else []),
            Section(texts["disagree"], [letter.disagree]),
        ],
        foot=f"{texts['reference']}: {letter.reference}",
    )


def _findings_concerning(ruling: Ruling, player: str) -> list[Finding]:
    """What was found of the round as a whole, or of a player's own wagers, however the rules are read. What a payment was
    by the table as it lay is for the office: to a player only what governs matters.
    """
    wagers = {row.wager_due.wager for row in ruling.awards if row.wager_due.player == player}
    found = [finding for finding in ruling.established_findings if finding.kind != "mispaid_as_dealt"]
    return [finding for finding in found if not finding.wagers or wagers & set(finding.wagers)]


def finding_sentences(ruling: Ruling, player: str, words: Catalogue) -> tuple[str, ...]:
    """What was found, as far as it concerns a player, the gravest first."""
    found = tuple(words.finding(finding) for finding in _findings_concerning(ruling, player))
    return found or (words.say("letter.open" if len(ruling.outcomes) > 1 else "letter.fine"),)


def rules_applied(ruling: Ruling, player: str, words: Catalogue) -> tuple[str, ...]:
    """The clauses that what concerns a player rests on, and those that can be read in several ways, by their titles."""
    clauses = [clause for finding in _findings_concerning(ruling, player) for clause in finding.clauses]
    clauses += [clause for row in ruling.awards if row.wager_due.player == player for clause in sorted_clauses(row.clauses)]
    clauses += sorted_clauses({clause for branch in ruling.branches for clause in branch.choices})
    sheet = ruling.edition.sheet.clauses
    return tuple(
        f"{clause}: {words.clause_text(sheet[clause].title)}" for clause in dict.fromkeys(clauses) if clause in sheet
    )


def consequences(ruling: Ruling, words: Catalogue, *, settled: bool = False) -> tuple[str, ...]:
    """What follows from it for the cards and the money; once it is settled, no verdict that waits for somebody."""
    sentences = [] if settled and ruling.authority else [verdict_sentence(ruling, words)]
    if len(ruling.outcomes) == 1:
        judged = ruling.branches[followed_branches(ruling, ruling.outcomes[0])[0]].outcome
        sentences += [standing_sentence(ruling, judged, words, to_player=True)] if judged.standing else []
        sentences += reconstruction_sentences(ruling, ruling.outcomes[0], words)
    return tuple(sentences)


def letter_bet(ruling: Ruling, award: Award, words: Catalogue, settled: int | None = None) -> LetterBet:
    """A bet with its money; `settled` is what a case gives on it in all, in minor units."""
    money, claim = money_formatter(ruling, words), award.wager_due
    return LetterBet(
        on=wager_description(ruling, claim, words),
        stake=money(claim.stake_minor),
        back="" if claim.paid_minor is None else money(claim.paid_minor),
        owed=award_text(award, words, money) if settled is None else money(settled),
    )


def _outcome_sentences(ruling: Ruling, awards: list[Award], words: Catalogue, *, reclaims: bool) -> tuple[str, ...]:
    """What the player is owed in all, in one sentence."""
    money = money_formatter(ruling, words)
    authority = words.term(ruling.authority) if ruling.authority else words.say("letter.house")
    claimed = [row.if_claimed_minor for row in awards if row.if_claimed_minor is not None]
    if claimed:
        return (words.say("letter.claimed", amount=money(sum(claimed))),)
    due = [row.awarded_minor for row in awards]
    if None in due:
        return (words.say("letter.waits", authority=authority),)
    difference = outstanding_minor(awards)
    if difference is None:
        total = sum(filter(None, due))
        return (words.say("letter.unpaid" if total else "letter.nothing", amount=money(total)),)
    if not difference:
        return (words.say("letter.even"),)
    key = "more" if difference > 0 else "less_reclaimed" if reclaims else "less"
    return (words.say(f"letter.{key}", amount=money(abs(difference))),)

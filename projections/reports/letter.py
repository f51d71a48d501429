"""The letter to a player: one page in plain words about his own bets in a round."""

from ledger.errors import UnknownRound
from projections.reports.money import awarded, lies, money_of, owing
from projections.reports.readings import holds, put_right, recorded_at, verdict
from projections.reports.report import Part
from projections.words import Words
from replay.findings import Finding
from replay.rulings import Award, Ruling, awards

MOST_FINDINGS = 5
"""More than this does not go on a page; the full report has all of them."""


class BetTold(Part):
    """A bet of the player's: what it was on, what was put down, what was given back, what is due."""

    on: str
    stake: str
    back: str
    owed: str


class Letter(Part):
    """A letter, ready to be set."""

    language: str
    title: str
    dear: str
    intro: str
    happened: tuple[str, ...]
    follows: tuple[str, ...]
    bets: tuple[BetTold, ...]
    outcome: tuple[str, ...]
    rules: tuple[str, ...]
    disagree: str
    reference: str
    recorded_at: str


def write(ruling: Ruling, player: str, leaves_digest: str, words: Words) -> Letter:
    """The letter to a player. Raises UnknownRound where he had no bet in the round."""
    own = [row for row in awards(ruling) if row.claim.player == player]
    if not own:
        players = ", ".join(dict.fromkeys(row.claim.player for row in awards(ruling))) or "nobody"
        raise UnknownRound(f"player {player} has no bet in round {ruling.round.name}; {players} had")
    table, day, _ = ruling.round.name.split("/")
    wagers = {row.claim.wager for row in own}
    found = [one for one in ruling.findings if not one.wagers or wagers & set(one.wagers)]
    clauses = dict.fromkeys(clause for one in found for clause in one.clauses)
    sheet = ruling.edition.sheet.clauses
    return Letter(
        language=words.language,
        title=words.say("letter.title", round=ruling.round.name),
        dear=words.say("letter.dear", player=player),
        intro=words.say("letter.intro", day=day, table=table, round=ruling.round.name),
        happened=_happened(found, words),
        follows=_follows(ruling, words),
        bets=tuple(_bet(ruling, row, words) for row in own),
        outcome=_outcome(ruling, own, words),
        rules=tuple(f"{clause}: {sheet[clause].title}" for clause in clauses if clause in sheet),
        disagree=words.say("letter.disagree_how"),
        reference=f"{ruling.round.name} · {ruling.edition.id} {ruling.edition.name} · {leaves_digest[:23]}…",
        recorded_at=recorded_at(ruling),
    )


def _happened(found: list[Finding], words: Words) -> tuple[str, ...]:
    if not found:
        return (words.say("letter.fine"),)
    return tuple(words.finding(one) for one in found[:MOST_FINDINGS])


def _follows(ruling: Ruling, words: Words) -> tuple[str, ...]:
    told = [verdict(ruling, words)]
    if len(ruling.branches) == 1:
        judged = ruling.branches[0].outcome
        told += [holds(ruling, judged, words)] if judged.standing else []
        told += [put_right(judged.reconstruction, ruling.edition.game, words)] if judged.reconstruction else []
    return tuple(told)


def _bet(ruling: Ruling, row: Award, words: Words) -> BetTold:
    money, claim = money_of(ruling), row.claim
    return BetTold(
        on=lies(ruling, claim, words),
        stake=money(claim.stake_minor),
        back="" if claim.paid_minor is None else money(claim.paid_minor),
        owed=awarded(row, words, money),
    )


def _outcome(ruling: Ruling, own: list[Award], words: Words) -> tuple[str, ...]:
    """What the player is owed in all, in one sentence."""
    money = money_of(ruling)
    authority = words.value(ruling.authority) if ruling.authority else words.say("letter.house")
    claimed = [row.if_claimed_minor for row in own if row.if_claimed_minor is not None]
    if claimed:
        return (words.say("letter.claimed", amount=money(sum(claimed))),)
    due = [row.awarded_minor for row in own]
    if None in due:
        return (words.say("letter.waits", authority=authority),)
    difference = owing(own)
    if difference is None:
        return (words.say("letter.unpaid", amount=money(sum(filter(None, due)))),)
    if not difference:
        return (words.say("letter.even"),)
    key = "more" if difference > 0 else "less"
    return (words.say(f"letter.{key}", amount=money(abs(difference)), authority=authority),)

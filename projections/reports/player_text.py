"""What a letter says to a player of a round: findings about the player's own bets, and what the round means for them."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue, english_texts, particulars
from projections.reports.decisions import decision_sentence
from projections.reports.money import bet_description
from projections.reports.person_names import PersonNames
from projections.reports.readings import verdict_sentence
from replay.judging.finding import Finding, kind_of

OF_PLAY: Final = ("reconstruct", "ask", "respin")
"""Verdicts on the cards or the spin, which concern everybody with a bet in the round."""

NOT_FOR_PLAYERS: Final = frozenset({"suspect_shoe", "dispute_round", "answer_round", "answer_wager"})
"""Acts on record that decide nothing for a player, or that a case gives in words of its own."""


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

"""The clauses that decide a round, apart from those that were consulted."""

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from ledger.events.cases import Answer
from replay.games.registry import load_game
from replay.judging.finding import RECORD_CHOICES, Finding, Phase, kind_of, sorted_clauses
from replay.judging.house_acts import no_spin_calls
from replay.judging.judgement import Judgement
from replay.rulebooks.edition import Edition
from replay.ruling.counterfactual import turning_clauses
from replay.ruling.outcomes import card_actions
from replay.ruling.ruling import Ruling

if TYPE_CHECKING:
    from projections.answers.round_answer import RoundAnswer

OF_PLAY: Final = (Phase.CARDS, Phase.WHEEL, Phase.DECISIONS, Phase.BETS)
"""Findings of these phases bear on the result of a misdealt round although they name no bet."""

WINS_BY: Final = ("hands.nearest_to_wins", "win.odds")
"""The values of an edition that say which bets win."""

AS_PLAYED: Final = ("stands", "correct")
"""Verdicts that leave the round as it was played: at most money is to be corrected."""


def decisive_clauses(answer: "RoundAnswer") -> tuple[str, ...]:
    """Return the clauses without which the result of a round would be another, in the order in which they apply.

    The result is the money of the bets in question, the place of the cards and who must decide. A round in which nothing
    differs from what the table did, and nothing is left to decide, has none. The others have:

    1. the rule by which a spin is no spin;
    2. of each breach with consequences the reading that makes it one, otherwise the clause that names the breach;
    3. the readings between which the outcomes differ, and the clauses of which another value gives another result
       (`turning_clauses`): how an error is corrected, what becomes of a late bet, how a bet is settled. Odds decide only
       where the payment was wrong, and not the cards;
    4. the clauses of the decisions in force, then those by which money is awarded.

    A number of decks, a card value or a layout has no alternative to judge by, and never decides.
    """
    ruling = answer.ruling
    findings = tuple(_bearing_findings(answer))
    no_spins = tuple(no_spin_clauses(ruling))
    decided = [decision.clause for decision in ruling.round.decisions_in_force if decision.clause]
    if ruling.verdict == "stands" and not (findings or no_spins or decided or len(ruling.outcomes) > 1):
        return ()
    breaches = chain.from_iterable(_breach_clauses(answer, finding) for finding in findings)
    readings = {
        clause for outcome in ruling.outcomes for alternative in outcome.condition for clause, _ in alternative
    } - RECORD_CHOICES
    applied = sorted_clauses(readings | _applied_clauses(answer, findings))
    clauses = dict.fromkeys((*no_spins, *breaches, *applied, *decided, *answer.award_clauses))
    return tuple(clause for clause in clauses if clause in ruling.edition.sheet.clauses)


def answer_clauses(given: Answer | None, rounds: Sequence["RoundAnswer"]) -> tuple[str, ...]:
    """Return the clauses that decide what a case answers a player: those that the answer names, then those that decide its
    rounds.

    An answer that names most of the clauses consulted names none in particular. A clause that leaves open the question on
    which the amounts depend is a reason only where a claim is rejected and the round counts as it was dealt; otherwise the
    reading that is followed is the reason.
    """
    consulted = {clause for row in rounds for clause in row.ruling.clauses}
    named = given.clauses if given and (not consulted or 2 * len(given.clauses) < len(consulted)) else ()
    left_open = open_questions(rounds)
    is_bar = given is not None and not given.pay_minor and rounds and all(map(_counts_as_dealt, rounds))
    barring = [clause for clause in left_open if clause in consulted] if is_bar else []
    clauses = dict.fromkeys((*barring, *named, *chain.from_iterable(row.decisive_clauses for row in rounds)))
    return tuple(clause for clause in clauses if is_bar or clause not in left_open)


def open_questions(rounds: Iterable["RoundAnswer"]) -> tuple[str, ...]:
    """Return the clauses of which a question is open that gives some rounds different outcomes."""
    conditions = (outcome.condition for row in rounds for outcome in row.ruling.outcomes)
    clauses = (clause for condition in conditions for alternative in condition for clause, _ in alternative)
    return tuple(dict.fromkeys(parent_clause(clause) for clause in clauses if clause not in RECORD_CHOICES))


def parent_clause(clause: str) -> str:
    """Return the clause of which a clause with readings is a question: `XY-21` of `XY-21a?`."""
    return re.sub(r"[a-z]*\?$", "", clause)


def _counts_as_dealt(answer: "RoundAnswer") -> bool:
    dues = answer.shown_judgement.wagers_due
    return answer.outcome is not None and all(due.due_minor == due.as_dealt_minor for due in dues)


def player_clauses(answer: "RoundAnswer", player: str) -> tuple[str, ...]:
    """Return the clauses on which the money of a player's bets depends, with the cards as they are.

    Another value of each gives other money; where no clause does, it is the rule by which bets win.
    """
    ruling = answer.ruling
    branch = ruling.branches[answer.shown_outcome.branches[0]]
    own = [bet for bet in answer.bets if bet.player == player]
    names, has_wheel = {bet.bet for bet in own}, load_game(ruling.edition.game).has_wheel

    def money(judgement: Judgement) -> Hashable:
        if not has_wheel and judgement.hands != branch.outcome.hands:
            return None
        return tuple(sorted((due.wager, due.due_minor) for due in judgement.wagers_due if due.wager in names))

    is_wrong = any(bet.outstanding_minor or bet.overpaid_minor for bet in own)
    turning = turning_clauses(ruling, branch, set(ruling.clauses), money, is_about_odds=is_wrong)
    values = ruling.edition.values
    winning = (values[key][1] for key in WINS_BY if key in values and own)
    return sorted_clauses(turning) or tuple(dict.fromkeys(winning))


def _bearing_findings(answer: "RoundAnswer") -> Iterator[Finding]:
    """The findings from which the result follows: money at stake; where there is none, what remains to be decided."""
    grave = [[finding for finding in answer.findings if answer.consequence(finding) == rank] for rank in (0, 1)]
    for finding in next(filter(None, grave), []):
        if finding.wagers or kind_of(finding.kind).phase in OF_PLAY:
            yield finding


def no_spin_clauses(ruling: Ruling) -> Iterator[str]:
    """Give the clauses by which spins were no spins."""
    values = ruling.edition.values
    for _, call in no_spin_calls(ruling.round):
        yield from (values[key][1] for key in (f"no_spin.{call.ground}", "no_spin.is") if key in values)


def _breach_clauses(answer: "RoundAnswer", finding: Finding) -> tuple[str, ...]:
    """The readings that make a finding a breach, otherwise the clause that names the breach.

    A wrong payment breaks no rule of its own: the clauses by which the bet is settled decide.
    """
    edition = answer.ruling.edition
    sheet = edition.sheet
    readings = tuple(clause for clause in finding.clauses if clause in sheet.readings)
    named = sheet.conduct.get(finding.kind)
    if _is_wrong_payment(finding, edition):
        return ()
    return readings or ((named,) if named in finding.clauses else finding.clauses)


def _applied_clauses(answer: "RoundAnswer", findings: Collection[Finding]) -> set[str]:
    """The clauses of which another value gives another result, under the readings of the outcome that is shown.

    The result is the cards that count, what is to be done with them, and whether somebody must decide. The money follows
    from these; it is compared for the bets that are a breach themselves, and in a well-dealt round for those wrongly paid.
    There another value must leave the play without fault, otherwise it is another round.
    """
    ruling = answer.ruling
    branch = ruling.branches[answer.shown_outcome.branches[0]]
    wrongly_paid = [finding for finding in findings if _is_wrong_payment(finding, ruling.edition)]
    in_breach = {bet for finding in findings if kind_of(finding.kind).phase is Phase.BETS for bet in finding.wagers}
    is_held = ruling.verdict not in AS_PLAYED
    is_misdealt = any(other.outcome.standing for other in ruling.branches)

    def result(bets: Collection[str], judgement: Judgement) -> Hashable:
        if not is_misdealt and _faults_of_play(judgement) != _faults_of_play(branch.outcome):
            return None
        money = {due.wager: (due.due_minor, due.referred) for due in judgement.wagers_due}
        held = is_held and judgement.verdict not in AS_PLAYED and (judgement.verdict, judgement.is_held_up)
        cards = judgement.standing and (judgement.standing, tuple(sorted(judgement.hands.items())))
        return tuple(map(money.get, sorted(bets))), held, cards, card_actions(judgement)

    turning = turning_clauses(ruling, branch, set(ruling.clauses), partial(result, in_breach))
    if wrongly_paid and not is_misdealt:
        bets = {bet for finding in wrongly_paid for bet in finding.wagers}
        settling = {clause for finding in wrongly_paid for clause in finding.clauses}
        turning |= turning_clauses(ruling, branch, settling, partial(result, bets), is_about_odds=True)
    return turning


def _faults_of_play(judgement: Judgement) -> frozenset[tuple[str, int]]:
    phases = (Phase.CARDS, Phase.WHEEL, Phase.DECISIONS)
    found = (finding for finding in judgement.findings if kind_of(finding.kind).phase in phases)
    return frozenset((finding.kind, finding.position) for finding in found)


def _is_wrong_payment(finding: Finding, edition: Edition) -> bool:
    """Whether a finding is that a bet was not paid what is due: it breaks no rule of its own."""
    return bool(finding.wagers) and finding.kind not in edition.sheet.conduct and kind_of(finding.kind).phase is Phase.MONEY

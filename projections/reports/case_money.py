"""The money of a case: per player what is asked, what the table did, what the rules give, what the answer gives."""

from collections.abc import Iterator, Sequence

from ledger.events.cases import Answer
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.case_report import PlayerMoney
from projections.timeline.event_text import FormatMoney
from replay.ruling.ruling import Award, Ruling


def players(file: CaseFile) -> list[str]:
    """Everybody with a claim, an answer or a wager in the case, by the names by which they are told."""
    asking = [file.person_names.name_of(player) for player in (*file.case.claims, *file.case.answers())]
    return list(dict.fromkeys((*asking, *(row.wager_due.player for ruling in file.rulings for row in ruling.awards))))


def wagers_in_case(file: CaseFile, player: str) -> list[Award]:
    """A player's wagers in all rounds of the case."""
    return [row for ruling in file.rulings for row in wagers_in_round(ruling, player)]


def wagers_in_round(ruling: Ruling, player: str) -> list[Award]:
    """A player's wagers in a round."""
    return [row for row in ruling.awards if row.wager_due.player == player]


def player_money(file: CaseFile, words: Catalogue) -> Iterator[PlayerMoney]:
    """One row a player."""
    claims = {file.person_names.name_of(player): claim for player, claim in file.case.claims.items()}
    answers = {file.person_names.name_of(player): answer for player, answer in file.case.answers().items()}
    ids = {file.person_names.name_of(player): player for player in file.case.answers()}
    for player in players(file):
        own, money, claim = wagers_in_case(file, player), file.plain_money(words), claims.get(player)
        answer = answers.get(player)
        yield PlayerMoney(
            player=player,
            asked=None if claim is None else money(claim.amount_minor),
            stake=money(sum(row.wager_due.stake_minor for row in own)),
            back=_sum_text([row.wager_due.paid_minor for row in own], money),
            due=_sum_text([due_minor(row, claims=player in claims) for row in own], money),
            answer=claim_outcome(answer, words, claimed=player in claims),
            award=answer and money(answer.pay_minor),
            ex_gratia=answer and money(answer.ex_gratia_minor),
            paid=answer and money(_paid_minor(file, ids[player])),
            owed=answer and money(owed_minor(file, ids[player])),
        )


def due_minor(award: Award, *, claims: bool) -> int | None:
    """What the rules give back on a wager in all, in minor units; a claim makes a reading that needs one count."""
    return award.if_claimed_minor if claims and award.awarded_minor is None else award.awarded_minor


def claim_outcome(answer: Answer | None, words: Catalogue, *, claimed: bool) -> str:
    """What became of a claim, in a word or two."""
    if answer is None:
        return words.say("case.unanswered") if claimed else words.say("case.no_claim")
    return words.say(f"case.{answer.outcome}")


def owed_minor(file: CaseFile, player: str) -> int:
    """What is still to be paid to a player, in minor units; `player` is the id."""
    return file.case.owed(player) + file.case.owed(player, ex_gratia=True)


def _paid_minor(file: CaseFile, player: str) -> int:
    return sum(minor for (who, _), minor in file.case.paid.items() if who == player)


def _sum_text(amounts: Sequence[int | None], money: FormatMoney) -> str | None:
    return None if None in amounts else money(sum(filter(None, amounts)))

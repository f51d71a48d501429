"""The answer of a case to one player: one page in plain words about his own claim and his own bets."""

from collections.abc import Iterator

from ledger.errors import UnknownCase
from ledger.events.cases import LetterKind
from ledger.events.house import HouseSettingsRecorded
from projections.messages.catalogue import Catalogue
from projections.reports.case_compose import FINAL_POSITION
from projections.reports.case_file import CaseFile
from projections.reports.case_money import owed_minor, players, wagers_in_round
from projections.reports.compose import CaseContext, round_section
from projections.reports.letter import (
    MAX_FINDINGS,
    Letter,
    LetterBet,
    consequences,
    finding_sentences,
    letter_bet,
    rules_applied,
)
from replay.ruling.ruling import Ruling


def answer_letter(file: CaseFile, player: str, words: Catalogue) -> Letter:
    """The letter to a player. Raises UnknownCase where he has neither a claim nor an answer nor a bet in the case."""
    if player not in players(file):
        others = ", ".join(players(file)) or "nobody"
        raise UnknownCase(f"player {player} has no part in case {file.case.number}; {others} has")
    case, opened = file.case, file.case.opened
    table, day = opened.day.split("/")
    own = [ruling for ruling in file.rulings if wagers_in_round(ruling, player)]
    names = ", ".join(ruling.round.name for ruling in own) or opened.day
    sentences = [line for ruling in own for line in finding_sentences(ruling, player, words)]
    return Letter(
        language=words.language,
        title=words.say("case_letter.title", case=case.number),
        dear=words.say("letter.dear", player=player),
        intro=words.say("case_letter.intro", day=words.day(day), table=table, rounds=names),
        happened=tuple(dict.fromkeys(sentences))[:MAX_FINDINGS],
        follows=tuple(dict.fromkeys(line for ruling in own for line in _consequences(file, ruling, words))),
        bets=tuple(_bets(file, player, words)),
        outcome=tuple(_outcome_sentences(file, player, words)),
        rules=tuple(dict.fromkeys(line for ruling in own for line in rules_applied(ruling, player, words))),
        disagree=_disagree(file, words),
        reference=f"{case.number} · {opened.rulebook} {opened.edition} · {file.leaves_digest[:23]}…",
        recorded_at=file.recorded_at,
    )


def _consequences(file: CaseFile, ruling: Ruling, words: Catalogue) -> tuple[str, ...]:
    """What follows for a round; of several readings the one that the answer follows."""
    settled = file.settled_minor(ruling.round.name)
    report_branches = (
        round_section(ruling, words, CaseContext(settled)).branches if settled and len(ruling.outcomes) > 1 else ()
    )
    chosen = [
        line
        for report_branch in report_branches
        if report_branch.status == "chosen"
        for line in (words.say("case_letter.read"), report_branch.holds)
    ]
    return (*consequences(ruling, words, settled=bool(settled)), *chosen)


def _bets(file: CaseFile, player: str, words: Catalogue) -> Iterator[LetterBet]:
    """A player's bets, with what the answer gives on each where it says."""
    for ruling in file.rulings:
        settled, number = file.settled_minor(ruling.round.name), ruling.round.name.rsplit("/", 1)[1]
        for row in wagers_in_round(ruling, player):
            player_bet = letter_bet(ruling, row, words, settled.get(row.wager_due.wager))
            yield (
                player_bet
                if len(file.rulings) == 1
                else player_bet.model_copy(update={"on": words.say("case_letter.in_round", round=number, on=player_bet.on)})
            )


def _outcome_sentences(file: CaseFile, player: str, words: Catalogue) -> Iterator[str]:
    """What became of the claim, in sentences."""
    case, money = file.case, file.money(words)
    if (claim := case.claims.get(player)) is not None:
        yield words.say("case_letter.claimed", amount=money(claim.amount_minor))
    answer = case.answers().get(player)
    if answer is None:
        final = _final_position(file)
        yield words.say("case_letter.waits_until", day=words.day(final)) if final else words.say("case_letter.waits")
        return
    yield words.say(f"case_letter.{answer.outcome}", amount=money(answer.pay_minor))
    if answer.ex_gratia_minor:
        yield words.say("case_letter.ex_gratia", amount=money(answer.ex_gratia_minor))
    if answer.pay_minor or answer.ex_gratia_minor:
        left, total = owed_minor(file, player), answer.pay_minor + answer.ex_gratia_minor
        key = "paid" if left <= 0 else "to_pay_all" if left == total else "to_pay"
        yield words.say(f"case_letter.{key}", amount=money(left), total=money(total))


def _final_position(file: CaseFile) -> str | None:
    return file.case.due_on(FINAL_POSITION)


def _disagree(file: CaseFile, words: Catalogue) -> str:
    final = _final_position(file)
    if final is None:
        further = words.say("case_letter.body")
    elif file.case.answers():
        further = words.say("case_letter.adr_final")
    else:
        further = words.say("case_letter.adr", day=words.day(final))
    return f"{words.say('case_letter.disagree', case=file.case.number)} {further}"


def case_letter(
    file: CaseFile,
    letter: LetterKind,
    player: str,
    words: Catalogue,
    house: HouseSettingsRecorded,
    signed_by: str | None,
    at: str,
) -> Letter:
    """A letter to a player."""
    del letter, house, signed_by, at
    return answer_letter(file, player, words)

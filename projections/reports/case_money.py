"""The money of a case in numbers: the one place from which reasons, letters and reports take an amount."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.events.cases import Answer
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.money import paid_text, with_taken_back
from projections.timeline.event_text import FormatMoney
from replay.judging.judgement import WagerDue
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Award, Ruling


@dataclass(frozen=True, slots=True)
class WagerAmounts:
    """A wager of the case, in minor units, stake included; None is what is not on record, or not decided.

    `is_answered` says whether the answer names what goes back on it; else `due_minor` is what the ruling gives.
    """

    ruling: Ruling
    award: Award
    due_minor: int | None
    is_answered: bool
    is_unclaimed: bool = False
    """Whether the rules leave open what is due, and its player asks for nothing: then the payment is not gone into."""

    @property
    def wager_due(self) -> WagerDue:
        """The wager as the rules have it."""
        return self.award.wager_due

    @property
    def paid_minor(self) -> int | None:
        """What the table gave back."""
        return self.wager_due.returned_minor(self.due_minor)

    @property
    def difference_minor(self) -> int | None:
        """What is due beyond what the table gave back; below 0 what went back too much."""
        return None if self.due_minor is None or self.paid_minor is None else self.due_minor - self.paid_minor


@dataclass(frozen=True, slots=True)
class PlayerAmounts:
    """What a player asks, what is given and what was paid, in minor units. `player` is the id, `name` what it is called."""

    player: str
    name: str
    claimed_minor: int | None
    answer: Answer | None
    wagers: tuple[WagerAmounts, ...]
    paid_as_owed_minor: int
    paid_ex_gratia_minor: int

    @property
    def pay_minor(self) -> int:
        """What the answer gives beyond what the table paid."""
        return self.answer.pay_minor if self.answer else 0

    @property
    def ex_gratia_minor(self) -> int:
        """What the answer gives without its being owed."""
        return self.answer.ex_gratia_minor if self.answer else 0

    @property
    def ask_back_minor(self) -> int:
        """What the player is asked to return."""
        return (self.answer.ask_back_minor or 0) if self.answer else 0

    @property
    def outstanding_minor(self) -> int:
        """What of the answer is still to be paid; below 0 where an earlier answer gave more."""
        return self.pay_minor + self.ex_gratia_minor - self.paid_as_owed_minor - self.paid_ex_gratia_minor

    @property
    def paid_minor(self) -> int:
        """What of the answer was paid."""
        return self.paid_as_owed_minor + self.paid_ex_gratia_minor

    @property
    def stake_minor(self) -> int:
        """All stakes in the rounds of the case."""
        return sum(wager.wager_due.stake_minor for wager in self.wagers)

    @property
    def back_minor(self) -> int | None:
        """What the table gave back in all."""
        return _total([wager.paid_minor for wager in self.wagers])

    @property
    def due_minor(self) -> int | None:
        """What is due on all wagers together."""
        return _total([wager.due_minor for wager in self.wagers])

    @property
    def overpaid_minor(self) -> int:
        """What went back too much over all wagers, where more is due on none of them; else 0."""
        differences = [wager.difference_minor or 0 for wager in self.wagers]
        return max(0, -sum(differences))


def wager_paid_text(wager: WagerAmounts, words: Catalogue, money: FormatMoney) -> str:
    """Return what the table paid on a wager, and what of it was taken back; empty where the record does not say."""
    if wager.paid_minor is None:
        return ""
    return with_taken_back(paid_text(wager.ruling, wager.award, money), wager.wager_due, words, money) or ""


def amounts_of_players(file: CaseFile) -> Mapping[str, PlayerAmounts]:
    """By the name by which a player is called, everybody with a claim, an answer or a wager in the case."""
    case, name_of = file.case, file.person_names.name_of
    answers = {answer.player: answer for answer in file.answers}
    ids = {name_of(player): player for player in (*case.claims, *answers)}
    names = dict.fromkeys((*ids, *(row.wager_due.player for ruling in file.rulings for row in ruling.awards)))
    amounts = {}
    for name in names:
        player = ids.get(name, name)
        claim, answer = case.claims.get(player), answers.get(player)
        amounts[name] = PlayerAmounts(
            player,
            name,
            None if claim is None else claim.amount_minor,
            answer,
            tuple(_wagers(file, name, claims=claim is not None)),
            case.paid.get((player, False), 0),
            case.paid.get((player, True), 0),
        )
    return amounts


def _wagers(file: CaseFile, name: str, *, claims: bool) -> list[WagerAmounts]:
    rows = []
    for ruling in file.rulings:
        answered, followed = file.answered_minor(ruling.round.name), followed_outcomes(file, ruling)
        for award in wagers_in_round(ruling, name):
            wager = award.wager_due.wager
            due = answered.get(wager, ruled_minor(award, claims=claims))
            is_unclaimed = due is None and not claims
            if due is None and claims and followed:
                due = next((row.due_minor for row in followed[0].judgement.wagers_due if row.wager == wager), None)
            rows.append(WagerAmounts(ruling, award, due, wager in answered, is_unclaimed))
    return rows


def followed_outcomes(file: CaseFile, ruling: Ruling) -> list[RulingOutcome]:
    """The outcomes of a ruling that the answers follow: by the readings that they name, and by what they give; none where
    that is open.
    """
    if len(ruling.outcomes) == 1:
        return list(ruling.outcomes)
    named = (file.decision.readings or ()) if file.decision else ()
    letters: dict[str, set[str]] = {}
    for row in named:
        if row.is_followed:
            letters.setdefault(row.clause, set()).add(row.reading)
    left = [outcome for outcome in ruling.outcomes if _holds_under(ruling, outcome, letters)]
    decided = _decided_minor(file, ruling)
    found = [outcome for outcome in left if _gives(outcome, decided)]
    return found if len(found) < len(ruling.outcomes) else []


def _holds_under(ruling: Ruling, outcome: RulingOutcome, letters: Mapping[str, set[str]]) -> bool:
    choices = (ruling.branches[number].choices for number in outcome.branches)
    return any(all(row.get(clause) in (None, *held) for clause, held in letters.items()) for row in choices)


def _decided_minor(file: CaseFile, ruling: Ruling) -> Mapping[str, int]:
    """What goes back on each wager where that is decided, in minor units: by the answers, or by the ruling's own award."""
    answered = file.answered_minor(ruling.round.name)
    claimants = {file.person_names.name_of(player) for player in file.case.claims}
    decided: dict[str, int] = {}
    for award in ruling.awards:
        wager = award.wager_due.wager
        due = answered.get(wager, ruled_minor(award, claims=award.wager_due.player in claimants))
        if due is not None:
            decided[wager] = due
    return decided


def _gives(outcome: RulingOutcome, decided: Mapping[str, int]) -> bool:
    dues = {due.wager: due.due_minor for due in outcome.judgement.wagers_due}
    return all(dues.get(wager, 0) == minor for wager, minor in decided.items())


def wagers_in_round(ruling: Ruling, player: str) -> list[Award]:
    """A player's wagers in a round."""
    return [row for row in ruling.awards if row.wager_due.player == player]


def ruled_minor(award: Award, *, claims: bool) -> int | None:
    """What the rules give back on a wager in all, in minor units; a claim makes a reading that needs one count."""
    return award.if_claimed_minor if claims and award.awarded_minor is None else award.awarded_minor


def _total(amounts: list[int | None]) -> int | None:
    return None if None in amounts else sum(filter(None, amounts))

"""The money of a case in numbers: the one place from which reasons, letters and reports take an amount."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ledger.events.cases import Answer
from projections.answers.money import BetAnswer
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.money import table_paid_text
from projections.timeline.event_text import FormatMoney
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class WagerAmounts:
    """A bet of the case, in minor units, stake included; None is what is not on record, or not decided.

    `due_minor` is what the answer names, else what the ruling gives.
    """

    answer: RoundAnswer
    bet: BetAnswer
    due_minor: int | None
    due_by_rules_minor: int | None
    """What the outcome that holds gives; None where none holds."""
    is_unclaimed: bool = False
    """Whether the rules leave open what is due, and its player asks for nothing: then the payment is not gone into."""

    @property
    def ruling(self) -> Ruling:
        """The ruling on its round."""
        return self.answer.ruling

    @property
    def paid_minor(self) -> int | None:
        """What its player has from the table."""
        return self.bet.kept_minor

    @property
    def difference_minor(self) -> int | None:
        """What is due beyond what the table paid; below 0 what it paid too much."""
        return None if self.due_minor is None or self.paid_minor is None else self.due_minor - self.paid_minor


@dataclass(frozen=True, slots=True)
class PlayerAmounts:
    """What a player asks, what is given and what was paid, in minor units. `player` is the id, `name` what it is called."""

    player: str
    name: str
    claimed_minor: int | None
    answer: Answer | None
    wagers: tuple[WagerAmounts, ...]
    paid_minor: int
    """What of the answer was paid."""
    overpaid_minor: int
    """What the player keeps of what the table paid too much, after the answer."""

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
    def is_reclaim_decided(self) -> bool:
        """Whether the answer says if the player is asked to return anything."""
        return self.answer is not None and self.answer.ask_back_minor is not None

    @property
    def outstanding_minor(self) -> int:
        """What of the answer is still to be paid; below 0 where an earlier answer gave more."""
        return self.pay_minor + self.ex_gratia_minor - self.paid_minor


def void_stakes(wagers: Sequence[WagerAmounts]) -> Literal["void_left", "void_stakes_back", ""]:
    """What becomes of the wagers of a void round, where the same becomes of all of them, as a key of texts."""
    if wagers and all(wager.due_minor == wager.paid_minor for wager in wagers):
        return "void_left"
    is_back = wagers and all(wager.due_minor == wager.bet.stake_minor for wager in wagers)
    return "void_stakes_back" if is_back else ""


def wager_paid_text(wager: WagerAmounts, words: Catalogue, money: FormatMoney) -> str:
    """What the table paid on a bet, and what of it was taken back; empty where the record does not say."""
    return "" if wager.paid_minor is None else table_paid_text(wager.bet, words, money) or ""


def amounts_of_players(file: CaseFile) -> Mapping[str, PlayerAmounts]:
    """By the name by which a player is called, everybody with a claim, an answer or a bet in the case."""
    case, name_of = file.case, file.person_names.name_of
    given = {answer.player: answer for answer in file.answers}
    ids = {name_of(player): player for player in (*case.claims, *given)}
    names = dict.fromkeys((*ids, *(row.player for answer in file.round_answers for row in answer.players)))
    amounts = {}
    for name in names:
        player = ids.get(name, name)
        claim = case.claims.get(player)
        amounts[name] = PlayerAmounts(
            player,
            name,
            None if claim is None else claim.amount_minor,
            given.get(player),
            tuple(_wagers(file, name, claims=claim is not None)),
            sum(case.paid.get((player, is_ex_gratia), 0) for is_ex_gratia in (False, True)),
            sum(row.overpaid_minor for answer in file.round_answers if (row := answer.player(name))),
        )
    return amounts


def _wagers(file: CaseFile, name: str, *, claims: bool) -> Iterator[WagerAmounts]:
    for answer in file.round_answers:
        for bet in answer.bets:
            if bet.player == name:
                by_rules = bet.due_by_outcome[answer.outcome.id] if answer.outcome else None
                due = by_rules if bet.awarded_minor is None and claims else bet.awarded_minor
                yield WagerAmounts(answer, bet, due, by_rules, is_unclaimed=bet.awarded_minor is None and not claims)

"""What happened in a round before all else: the gravest irregularity, what it means, the money, and who must decide."""

from dataclasses import dataclass

from projections.certainty import finding_in_words, mark
from projections.messages.catalogue import Catalogue
from projections.reports.compose import case_payments, decider_sentence
from projections.reports.money import balances
from projections.reports.readings import outcome_sentence, verdict_sentence
from projections.timeline.event_text import describe_event
from projections.timeline.timeline import formatter_for
from replay.judging.finding import Mark
from replay.judging.house_acts import no_spin_calls
from replay.ruling.ruling import Ruling, round_standing


@dataclass(frozen=True, slots=True)
class Headline:
    """A round in a few sentences; `mark` says whether what was found holds in any case."""

    found: str
    mark: Mark
    holds: str
    money: tuple[str, ...]
    decides: str
    no_spins: tuple[str, ...] = ()
    """The spins that were declared none, and why."""


def headline(ruling: Ruling, words: Catalogue) -> Headline:
    """What happened in a round. Where a case settled it, the money is what the case gave."""
    first = next(iter(ruling.findings), None)
    settled = {
        wager: minor
        for branch in ruling.branches[:1]
        for wager, minor in branch.outcome.settled_minor.items()
        if minor is not None
    }
    is_one = len(ruling.outcomes) == 1 and any(branch.outcome.standing for branch in ruling.branches)
    paid = tuple(case_payments(ruling, settled, words))
    owed = [balance.told for balance in balances(ruling, words) if balance.told != _paid_correctly(balance.player, words)]
    return Headline(
        found=words.say("report.found_none") if first is None else finding_in_words(ruling, first, words),
        mark="" if first is None else mark(ruling, [first]),
        holds=outcome_sentence(ruling, ruling.outcomes[0], words) if is_one else verdict_sentence(ruling, words),
        money=paid or tuple(owed) or ((words.say("report.all_paid"),) if ruling.awards else ()),
        decides="" if paid else _decider(ruling, words),
        no_spins=tuple(describe_event(call, formatter_for(ruling, words)) for _, call in no_spin_calls(ruling.round)),
    )


def _decider(ruling: Ruling, words: Catalogue) -> str:
    """Who must decide by the rules; of a round under dispute of which nobody must, that its case must be answered."""
    if ruling.authority is None and round_standing(ruling.round) == "disputed":
        return words.say("headline.disputed")
    return decider_sentence(ruling, words)


def _paid_correctly(player: str, words: Catalogue) -> str:
    return words.say("balance.even", player=player, amount="")

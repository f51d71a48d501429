"""What is played at a championship's tables: whose wagers they are, tips, and rounds while a dispute is open."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ledger.championships.championship import Championship
from ledger.events.championships import DisputeOpened, DisputeSettled, JudgesNamed
from ledger.events.play import RoundOpened, TipGiven, WagerPlaced
from ledger.values.money import pounds_and_pence
from replay.championship import values
from replay.championship.checks import found
from replay.findings import Finding
from replay.round import Round, Told
from replay.rules import Rules


def at_tables(one: Championship, rounds: Iterable[Round], rules: Rules) -> Iterator[Finding]:
    """The findings that the championship's own rules make on rounds at its tables, besides those of the game."""
    for dealt in rounds:
        for told in dealt.told:
            match told.event:
                case WagerPlaced():
                    yield from _placed(one, dealt, told, rules)
                case TipGiven():
                    amount = pounds_and_pence(told.event.amount_minor, dealt.opening.minor_digits)
                    about = {"player": told.event.player, "amount": amount, "round": dealt.name}
                    yield from found("tip", told.position, rules, **about)
                case RoundOpened():
                    yield from _in_dispute(one, dealt, told, rules)


def _placed(one: Championship, dealt: Round, told: Told, rules: Rules) -> Iterator[Finding]:
    """Whose hand put the wager down, where that is told; else the player whose wager it is."""
    wager: Any = told.event
    person = wager.placed_by or wager.player
    if rules.value(values.WAGERS_BY) == "judges" and person not in judges(one, _when(told)):
        about = {"wager": wager.wager, "player": person, "round": dealt.name}
        for finding in found("not_by_judge", told.position, rules, **about):
            yield replace(finding, wagers=(wager.wager,))


def judges(one: Championship, at: str) -> frozenset[str]:
    """Who judged at a time."""
    named = (act.event for act in one.acts if isinstance(act.event, JudgesNamed) and act.at <= at)
    return frozenset(judge for event in named for judge in event.judges)


def _in_dispute(one: Championship, dealt: Round, told: Told, rules: Rules) -> Iterator[Finding]:
    at = _when(told)
    settled = {act.event.dispute: act.at for act in one.acts if isinstance(act.event, DisputeSettled)}
    for act in one.acts:
        if isinstance(act.event, DisputeOpened) and act.at <= at:
            name = act.event.dispute
            if name not in settled or at < settled[name]:
                yield from found("played_in_dispute", told.position, rules, round=dealt.name, dispute=name)


def _when(told: Told) -> str:
    return told.entry.delivery.time or told.entry.recorded_at

"""The money of an answer in words and cells: bet by bet, outcome by outcome, and player by player."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.events.play import WagerPlaced
from ledger.values.places import hand_place
from projections.answers.money import BetAnswer, PlayerAnswer
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.timeline.event_text import FormatMoney, amount_formatter
from replay.games.registry import load_game
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import MoneyTotals, ShoeTotals

_ENGLISH: Final = Catalogue()


def bet_description(ruling: Ruling, bet: BetAnswer, words: Catalogue) -> str:
    """What a bet is on: its kind, with its box or its hand."""
    game, placed = load_game(ruling.edition.game), _placed(ruling)
    position = game.wager_position(placed[bet.bet]) if bet.bet in placed else None
    if position is not None:
        return words.value(position)
    hand = hand_of_bet(ruling, bet)
    if hand is None:
        return words.value(game.wager_name(bet.kind))
    place = words.value(game.place_name(hand))
    return place if bet.kind == "main" else f"{words.term(bet.kind)}, {place}"


def hand_of_bet(ruling: Ruling, bet: BetAnswer) -> str | None:
    """The hand that a bet is on, its own or that of the bet on which it depends; None in a game without boxes."""
    placed = _placed(ruling)
    own, parent = placed.get(bet.bet), placed.get(bet.parent or "")
    box = (own and own.box) or (parent and parent.box)
    return hand_place(box, own.hand or 1) if own and box else None


def _placed(ruling: Ruling) -> dict[str, WagerPlaced]:
    events = (row.event for row in ruling.round.entries)
    return {event.wager: event for event in events if isinstance(event, WagerPlaced)}


def money_formatter(ruling: Ruling, words: Catalogue = _ENGLISH) -> FormatMoney:
    """Writes amounts in the currency of the round's table."""
    opening = ruling.round.table_opening
    return amount_formatter(opening.minor_digits, opening.currency, words)


def plain_formatter(ruling: Ruling, words: Catalogue = _ENGLISH) -> FormatMoney:
    """Writes amounts without their currency, for a table that names it once."""
    return amount_formatter(ruling.round.table_opening.minor_digits, "", words)


@dataclass(frozen=True, slots=True)
class DueColumns:
    """The different amounts due, one column for each set of amounts, in minor units; None where it is open."""

    heads: tuple[tuple[int, ...], ...]
    """Per column the numbers of its outcomes, from 1."""
    due_minor: tuple[tuple[int | None, ...], ...]


def due_columns(answer: RoundAnswer) -> DueColumns:
    """The amounts due on the bets of a round, column by column."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for number, outcome in enumerate(answer.ruling.outcomes, 1):
        found.setdefault(tuple(bet.due_by_outcome[outcome.id] for bet in answer.bets), []).append(number)
    return DueColumns(tuple(map(tuple, found.values())), tuple(found))


def stake_text(bet: BetAnswer, words: Catalogue, money: FormatMoney) -> str:
    """The stake of a bet; of a free bet its size."""
    free = bet.nominal_minor != bet.stake_minor
    return words.say("report.free", amount=money(bet.nominal_minor)) if free else money(bet.stake_minor)


def difference_text(bet: BetAnswer, due_minor: int | None, words: Catalogue, money: FormatMoney) -> str:
    """By how much an amount due differs from the amount paid; empty where it does not, or where that is not known.

    What a case paid on the bet counts for the amount awarded alone.
    """
    if due_minor is None or bet.kept_minor is None or due_minor == bet.kept_minor:
        return ""
    if due_minor == bet.awarded_minor and not (bet.outstanding_minor or bet.overpaid_minor):
        return ""
    difference = due_minor - bet.kept_minor
    return words.say("report.more" if difference > 0 else "report.less", amount=money(abs(difference)))


def as_dealt_text(answer: RoundAnswer, bet: BetAnswer, money: FormatMoney) -> str | None:
    """What the cards as dealt give on a bet; where that depends on the readings, each amount with its outcomes.

    None where it is what is due on every bet of the round.
    """
    if not answer.is_due_changed:
        return None
    known = [(minor, id_) for id_, amounts in bet.as_dealt_by_outcome.items() for minor in amounts]
    if len({minor for minor, _ in known}) == 1 or len(answer.ruling.outcomes) == 1:
        return " / ".join(map(money, dict.fromkeys(minor for minor, _ in known if minor is not None)))
    return _by_outcome(known, money)


def _by_outcome(found: Iterable[tuple[int | None, str]], money: FormatMoney) -> str:
    """The amounts that are known, line by line, each with the outcomes in which it is."""
    ids: dict[int, list[str]] = {}
    for minor, outcome in found:
        if minor is not None:
            ids.setdefault(minor, []).append(outcome)
    return "\n".join(f"{money(minor)} ({', '.join(outcomes)})" for minor, outcomes in ids.items())


def paid_text(bet: BetAnswer, money: FormatMoney) -> str | None:
    """What the table paid on a bet; where that depends on the readings, each amount with its outcomes.

    None where the record does not say.
    """
    if not bet.is_paid_by_outcome:
        return None if bet.paid_minor is None else money(bet.paid_minor)
    return _by_outcome(((minor or 0, outcome) for outcome, minor in bet.paid_by_outcome.items()), money)


def table_paid_text(bet: BetAnswer, words: Catalogue, money: FormatMoney) -> str | None:
    """What the table paid on a bet, less what it took back; None where neither is on record."""
    paid = paid_text(bet, money)
    if not bet.taken_back_minor:
        return paid
    return words.say("report.paid_less", paid=paid or money(0), back=money(bet.taken_back_minor))


def all_paid_text(bet: BetAnswer, words: Catalogue, money: FormatMoney) -> str | None:
    """What was paid on a bet, by the table and by a case; None where nothing is on record."""
    paid = table_paid_text(bet, words, money)
    if bet.paid_by_case_minor:
        paid = words.say("report.paid_more", paid=paid or money(0), more=money(bet.paid_by_case_minor))
    return paid


def award_text(bet: BetAnswer, words: Catalogue, money: FormatMoney) -> str:
    """What is awarded on a bet; open where somebody must decide."""
    if bet.if_claimed_minor is not None:
        return words.say("report.if_claimed", amount=money(bet.if_claimed_minor))
    return words.say("report.open") if bet.awarded_minor is None else money(bet.awarded_minor)


def balances_in_outcome(answer: RoundAnswer, outcome: RulingOutcome, words: Catalogue) -> list[str]:
    """By how much an outcome gives each player more or less than the table paid; nothing where it gives the same."""
    sentences = []
    for player in answer.players:
        differences = [bet.difference_in_outcome_minor(outcome.id) for bet in player.bets]
        if None in differences or not (difference := sum(filter(None, differences))):
            continue
        key = "short" if difference > 0 else "too_much"
        amount = money_formatter(answer.ruling, words)(abs(difference))
        sentences.append(words.say(f"balance.in_outcome_{key}", player=player.player, amount=amount))
    return sentences


class PlayerBalance(NamedTuple):
    """What is still to go to a player, or to several of whom it is open, in words."""

    player: str
    text: str


def balances(answer: RoundAnswer, words: Catalogue) -> tuple[PlayerBalance, ...]:
    """How each player stands; those of whom it is open together."""
    waiting = ", ".join(player.player for player in answer.players if _is_waiting(player))
    known = [
        PlayerBalance(player.player, " ".join(_sentences(answer, player, words)))
        for player in answer.players
        if not _is_waiting(player)
    ]
    together = [PlayerBalance(waiting, words.say("balance.unknown", players=waiting))] if waiting else []
    return (*known, *together)


def balances_to_act_on(answer: RoundAnswer, words: Catalogue) -> list[str]:
    """The same without those who were paid correctly, or have nothing to get."""
    done = {player.player for player in answer.players if player.is_even}
    return [balance.text for balance in balances(answer, words) if balance.player not in done]


def no_balances_text(answer: RoundAnswer, words: Catalogue) -> str:
    """That nothing remains to be paid: everybody was paid correctly, or nothing is due and no payment is on record."""
    if not answer.bets:
        return ""
    unpaid = [player.player for player in answer.players if player.is_even and not player.has_been_paid]
    if unpaid:
        return words.say("balance.nothing", player=words.all_of(unpaid))
    return words.say("report.all_paid")


def _is_waiting(player: PlayerAnswer) -> bool:
    return player.is_open and not player.is_answered


def _sentences(answer: RoundAnswer, player: PlayerAnswer, words: Catalogue) -> Iterator[str]:
    """How a player stands, in one sentence, or in one for each thing that a case gave or a claim would bring."""
    if player.is_answered:
        yield from _answered_sentences(answer, player, words)
        return
    money = money_formatter(answer.ruling, words)
    amounts = {
        "unpaid": player.unpaid_minor,
        "short": player.outstanding_minor,
        "too_much": player.overpaid_minor,
        "claimed": player.if_claimed_minor,
    }
    keys = [key for key, minor in amounts.items() if minor]
    if not keys:
        on_claim = "even_on_claim" if player.if_claimed_minor is not None else None
        keys = [on_claim or ("even" if player.has_been_paid else "nothing")]
    for key in keys:
        yield words.say(f"balance.{key}", player=player.player, amount=money(amounts.get(key) or 0))


def _answered_sentences(answer: RoundAnswer, player: PlayerAnswer, words: Catalogue) -> Iterator[str]:
    """What the cases that answered a player gave in this round, paid and left, and what is asked back."""
    money = money_formatter(answer.ruling, words)
    settled = [case.number for case in answer.cases if case.settled is not None]
    fields = {"player": player.player, "cases": ", ".join(settled or answer.status.cases)}
    paid, left = player.paid_by_case_minor, player.outstanding_minor
    if paid:
        yield words.say("balance.case_paid", amount=money(paid), **fields)
    if left:
        yield words.say("balance.short", player=player.player, amount=money(left))
    if not paid and not left:
        yield words.say("balance.case_nothing", **fields)
    if player.ex_gratia_minor:
        key = "ex_gratia_paid" if player.paid_ex_gratia_minor >= player.ex_gratia_minor else "ex_gratia"
        yield words.say(f"balance.{key}", amount=money(player.ex_gratia_minor), **fields)
    if player.overpaid_minor:
        key = "reclaimed" if player.reclaim_minor else "too_much" if player.reclaim_minor is None else "not_reclaimed"
        amounts = {"amount": money(player.overpaid_minor), "reclaim": money(player.reclaim_minor or 0)}
        yield words.say(f"balance.{key}", **amounts, player=player.player)


ShoeMoney = tuple[str, tuple[tuple[str, ...], ...]]
"""A choice of readings, and what a shoe comes to under it: player by player, in the last line all of them together."""


def shoe_money(totals: Sequence[ShoeTotals], digits: int, words: Catalogue) -> list[ShoeMoney]:
    """What a whole shoe comes to."""

    def cells(name: str, sums: MoneyTotals) -> tuple[str, ...]:
        amounts = (sums.stake_minor, sums.paid_minor, sums.due_minor, sums.withheld_minor, sums.balance_minor)
        stake, paid, *others = (
            words.say("shoe.open") if minor is None else words.money(minor, digits) for minor in amounts
        )
        if back := sums.taken_back_minor:
            paid = words.say("report.paid_less", paid=paid, back=words.money(back, digits))
        return name, stake, paid, *others

    return [
        (
            ", ".join(f"{clause} ({letter})" for clause, letter in shoe_totals.choices.items()),
            (
                *(cells(player, sums) for player, sums in shoe_totals.players.items()),
                cells(words.say("shoe.all"), shoe_totals.total),
            ),
        )
        for shoe_totals in totals
    ]

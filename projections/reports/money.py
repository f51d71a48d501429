"""The money of a ruling for people: wager by wager, and what is still to go to each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ledger.events.play import WagerPlaced
from ledger.values.places import hand_place
from projections.messages.catalogue import Catalogue
from projections.timeline.event_text import FormatMoney, amount_formatter
from replay.games.registry import load_game
from replay.judging.judgement import WagerDue
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Award, Ruling

if TYPE_CHECKING:
    from projections.reports.report import PlayerBalance, WagerMoney

_ENGLISH: Final = Catalogue()


def wager_description(ruling: Ruling, wager_due: WagerDue, words: Catalogue) -> str:
    """What a wager is on: its kind, and the box or the hand of it on which it rides."""
    game = load_game(ruling.edition.game)
    placed = {
        round_entry.event.wager: round_entry.event
        for round_entry in ruling.round.entries
        if isinstance(round_entry.event, WagerPlaced)
    }
    own, parent = placed.get(wager_due.wager), placed.get(wager_due.parent or "")
    lies_at = None if own is None else game.wager_position(own)
    if lies_at is not None:
        return words.value(lies_at)
    box = own.box if own and own.box else parent.box if parent else None
    if own is None or box is None:
        return words.value(game.wager_name(wager_due.kind))
    place = words.value(game.place_name(hand_place(box, own.hand or 1)))
    return place if wager_due.kind == "main" else f"{words.term(wager_due.kind)}, {place}"


def money_formatter(ruling: Ruling, words: Catalogue = _ENGLISH) -> FormatMoney:
    """Writes amounts in the currency of the round's table."""
    opening = ruling.round.table_opening
    return amount_formatter(opening.minor_digits, opening.currency, words)


@dataclass(frozen=True, slots=True)
class DueColumns:
    """What is due on each wager, by the readings under which it is: one column for each amount they come to."""

    heads: tuple[tuple[int, ...], ...]
    """Per column the numbers of its outcomes, from 1."""
    due_minor: tuple[tuple[int | None, ...], ...]


def plain_formatter(ruling: Ruling, words: Catalogue = _ENGLISH) -> FormatMoney:
    """Writes amounts without their currency, for a table that names it once."""
    return amount_formatter(ruling.round.table_opening.minor_digits, "", words)


def due_columns(ruling: Ruling, awards: Sequence[Award]) -> DueColumns:
    """The different dues of a ruling."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for number, outcome in enumerate(ruling.outcomes, 1):
        dues = {claim.wager: claim.due_minor for claim in outcome.judgement.wagers_due}
        found.setdefault(tuple(dues.get(row.wager_due.wager, 0) for row in awards), []).append(number)
    return DueColumns(tuple(map(tuple, found.values())), tuple(found))


def money_note(ruling: Ruling, words: Catalogue) -> str:
    """What the amounts of a round are in, and what its columns mean."""
    sentences = [words.say("report.money_is", currency=ruling.round.table_opening.currency)]
    has_dealt = any(as_dealt_text(ruling, row, plain_formatter(ruling, words)) for row in ruling.awards)
    if has_dealt:
        sentences.append(words.say("report.dealt_is"))
    if (has_dealt and len(ruling.outcomes) > 1) or any(row.wager_due.is_paid_by_reading for row in ruling.awards):
        sentences.append(words.say("report.dealt_by_outcome"))
    return " ".join(sentences)


def money_table(
    ruling: Ruling, words: Catalogue, settled: Mapping[str, int]
) -> "tuple[tuple[str, ...], tuple[WagerMoney, ...]]":
    """The heads of the columns of what is due, and one row a wager; `settled` is what a case gave on wagers."""
    rows, money = ruling.awards, plain_formatter(ruling, words)
    shown = due_columns(ruling, rows)
    several = len(shown.heads) > 1
    heads = tuple(
        words.say("report.under_reading", number=", ".join(map(str, head))) if several else words.say("report.owed")
        for head in shown.heads
    )
    return heads, tuple(
        _wager_money(
            row._replace(awarded_minor=settled[row.wager_due.wager], if_claimed_minor=None)
            if row.wager_due.wager in settled
            else row,
            wager_description(ruling, row.wager_due, words),
            paid_text(ruling, row, money),
            as_dealt_text(ruling, row, money),
            [due[at] for due in shown.due_minor],
            words,
            money,
        )
        for at, row in enumerate(rows)
    )


def _wager_money(
    award: Award,
    description: str,
    paid: str | None,
    dealt: str | None,
    dues: Sequence[int | None],
    words: Catalogue,
    money: FormatMoney,
) -> "WagerMoney":
    from projections.reports.report import WagerMoney

    claim = award.wager_due
    free = claim.nominal_minor != claim.stake_minor
    return WagerMoney(
        player=claim.player,
        wager=claim.wager,
        on=description,
        stake=words.say("report.free", amount=money(claim.nominal_minor)) if free else money(claim.stake_minor),
        back=with_taken_back(paid, claim, words, money),
        as_dealt=dealt,
        dues=tuple(None if due is None else money(due) for due in dues),
        awarded=award_text(award, words, money),
        differs=bool(difference := difference_text(claim, award.awarded_minor, words, money)),
        difference=difference,
    )


def difference_text(wager_due: WagerDue, due_minor: int | None, words: Catalogue, money: FormatMoney) -> str:
    """By how much something due is not what went back, in words; empty where it is, or where nobody can say."""
    back = wager_due.returned_minor(due_minor)
    if due_minor is None or back is None or back == due_minor:
        return ""
    return words.say("report.more" if due_minor > back else "report.less", amount=money(abs(due_minor - back)))


def as_dealt_text(ruling: Ruling, award: Award, money: FormatMoney) -> str | None:
    """What would be due on a wager for the cards as they lay; where that depends on the readings, each amount with its
    outcomes. None where it is on no wager of the round another amount than what is due.
    """
    if not any(
        claim.as_dealt_minor != claim.due_minor for outcome in ruling.outcomes for claim in _wagers_due(ruling, outcome)
    ):
        return None
    found: dict[int | None, list[str]] = {}
    for outcome in ruling.outcomes:
        for claim in _wagers_due(ruling, outcome):
            if claim.wager == award.wager_due.wager and outcome.id not in found.setdefault(claim.as_dealt_minor, []):
                found[claim.as_dealt_minor].append(outcome.id)
    known = {minor: ids for minor, ids in found.items() if minor is not None}
    if len(found) == 1 or len(ruling.outcomes) == 1:
        return " / ".join(map(money, known))
    return "\n".join(f"{money(minor)} ({', '.join(ids)})" for minor, ids in known.items())


def paid_text(ruling: Ruling, award: Award, money: FormatMoney) -> str | None:
    """Return what was paid on a wager; where that depends on the readings, each amount with its outcomes.

    None where the record does not say.
    """
    if not award.wager_due.is_paid_by_reading:
        return None if award.wager_due.paid_minor is None else money(award.wager_due.paid_minor)
    found: dict[int, list[str]] = {}
    for outcome in ruling.outcomes:
        found.setdefault(outcome.paid_minor.get(award.wager_due.wager) or 0, []).append(outcome.id)
    return "\n".join(f"{money(minor)} ({', '.join(ids)})" for minor, ids in found.items())


def with_taken_back(paid: str | None, wager_due: WagerDue, words: Catalogue, money: FormatMoney) -> str | None:
    """Return what was paid on a wager with what of it was taken back; None where the record has neither."""
    if not wager_due.taken_back_minor:
        return paid
    return words.say("report.paid_less", paid=paid or money(0), back=money(wager_due.taken_back_minor))


def _wagers_due(ruling: Ruling, outcome: RulingOutcome) -> list[WagerDue]:
    """The claims of all branches of an outcome."""
    return [claim for number in outcome.branches for claim in ruling.branches[number].outcome.wagers_due]


def balances_in_outcome(ruling: Ruling, outcome: RulingOutcome, words: Catalogue) -> list[str]:
    """What is still to go to each player in an outcome, and what went back too much; nothing of those who have theirs."""
    own = {wager_due.wager: wager_due for wager_due in outcome.judgement.wagers_due}
    rows = [
        Award(wager_due, awarded_minor=wager_due.due_minor)
        for row in ruling.awards
        for wager_due in (own.get(row.wager_due.wager) or row.wager_due._replace(due_minor=0),)
    ]
    sentences = []
    for player in dict.fromkeys(row.wager_due.player for row in rows):
        difference = outstanding_minor([row for row in rows if row.wager_due.player == player])
        if difference:
            key = "short" if difference > 0 else "too_much"
            sentences.append(
                words.say(f"balance.{key}", player=player, amount=money_formatter(ruling, words)(abs(difference)))
            )
    return sentences


def award_text(award: Award, words: Catalogue, money: FormatMoney) -> str:
    """What is awarded on a wager; open where somebody must decide."""
    if award.if_claimed_minor is not None:
        return words.say("report.if_claimed", amount=money(award.if_claimed_minor))
    return words.say("report.open") if award.awarded_minor is None else money(award.awarded_minor)


def balances(ruling: Ruling, words: Catalogue) -> "tuple[PlayerBalance, ...]":
    """Per player what is awarded and did not go back yet; those of whom it is open are told together."""
    from projections.reports.report import PlayerBalance

    rows = ruling.awards
    players = dict.fromkeys(row.wager_due.player for row in rows)
    balance_texts = {
        player: _balance_sentence(player, [row for row in rows if row.wager_due.player == player], ruling, words)
        for player in players
    }
    waiting = ", ".join(player for player, text in balance_texts.items() if text is None)
    known = [PlayerBalance(player=player, told=text) for player, text in balance_texts.items() if text is not None]
    together = [PlayerBalance(player=waiting, told=words.say("balance.unknown", players=waiting))] if waiting else []
    return (*known, *together)


def _balance_sentence(player: str, awards: Sequence[Award], ruling: Ruling, words: Catalogue) -> str | None:
    """What is still to go to a player, in one sentence; None where it is open."""
    claimed = [row.if_claimed_minor for row in awards if row.if_claimed_minor is not None]
    due = [row.awarded_minor for row in awards]
    difference = outstanding_minor(awards)
    if claimed:
        key, minor = "claimed", sum(claimed)
    elif difference is not None:
        key, minor = "short" if difference > 0 else "too_much" if difference else "even", abs(difference)
    elif None in due:
        return None
    else:
        minor = sum(filter(None, due))
        key = "unpaid" if minor else "nothing"
    return words.say(f"balance.{key}", player=player, amount=money_formatter(ruling, words)(minor))


def outstanding_minor(awards: Sequence[Award]) -> int | None:
    """What is still to go to the player of these wagers, in minor units; below 0 what went back too much.

    None where an award is open, or where it is not on record what went back.
    """
    due = [row.awarded_minor for row in awards]
    paid = [row.wager_due.returned_minor(row.awarded_minor) for row in awards]
    if None in due or None in paid:
        return None
    return sum(filter(None, due)) - sum(filter(None, paid))

"""The money of a ruling for people: wager by wager, and what is still to go to each player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.events.play import WagerPlaced
from ledger.values.money import pounds_and_pence
from ledger.values.places import hand_place
from projections.messages.catalogue import Words
from projections.reports.report import Balance, MoneyTold
from projections.timeline.event_text import Money, amount, on_layout
from replay.games.registry import load_game
from replay.judging.judgement import WagerDue
from replay.ruling.outcomes import RulingOutcome
from replay.ruling.ruling import Award, Ruling


def lies(ruling: Ruling, claim: WagerDue, words: Words) -> str:
    """What a wager is on: its kind, and the box or the hand of it on which it rides."""
    game = load_game(ruling.edition.game)
    placed = {
        round_entry.event.wager: round_entry.event
        for round_entry in ruling.round.entries
        if isinstance(round_entry.event, WagerPlaced)
    }
    own, parent = placed.get(claim.wager), placed.get(claim.parent or "")
    if own is not None and ruling.edition.game == "roulette":
        return words.value(on_layout(own))
    box = own.box if own and own.box else parent.box if parent else None
    if own is None or box is None:
        return words.value(game.wager_name(claim.kind))
    place = words.value(game.place_name(hand_place(box, own.hand or 1)))
    return place if claim.kind == "main" else f"{words.value(claim.kind.replace('_', ' '))}, {place}"


def money_of(ruling: Ruling) -> Money:
    """Writes amounts in the currency of the round's table."""
    return amount(ruling.round.table_opening.minor_digits, ruling.round.table_opening.currency)


@dataclass(frozen=True, slots=True)
class Columns:
    """What is due on each wager, by the readings under which it is: one column for each amount they come to."""

    heads: tuple[tuple[int, ...], ...]
    """Per column the numbers of its outcomes, from 1."""
    due_minor: tuple[tuple[int | None, ...], ...]


def plain(ruling: Ruling) -> Money:
    """Writes amounts without their currency, for a table that names it once."""
    return lambda minor: pounds_and_pence(minor, ruling.round.table_opening.minor_digits)


def columns(ruling: Ruling, rows: Sequence[Award]) -> Columns:
    """The different dues of a ruling."""
    found: dict[tuple[int | None, ...], list[int]] = {}
    for number, outcome in enumerate(ruling.outcomes, 1):
        dues = {claim.wager: claim.due_minor for claim in outcome.judgement.wagers_due}
        found.setdefault(tuple(dues.get(row.wager_due.wager, 0) for row in rows), []).append(number)
    return Columns(tuple(map(tuple, found.values())), tuple(found))


def money_is(ruling: Ruling, words: Words) -> str:
    """What the amounts of a round are in, and what its columns mean."""
    told = [words.say("report.money_is", currency=ruling.round.table_opening.currency)]
    if any(as_dealt(ruling, row, plain(ruling)) for row in ruling.awards):
        told.append(words.say("report.dealt_is"))
        told += [words.say("report.dealt_by_outcome")] if len(ruling.outcomes) > 1 else []
    return " ".join(told)


def money_told(ruling: Ruling, words: Words, settled: Mapping[str, int]) -> tuple[tuple[str, ...], tuple[MoneyTold, ...]]:
    """The heads of the columns of what is due, and one row a wager; `settled` is what a case gave on wagers."""
    rows, money = ruling.awards, plain(ruling)
    shown = columns(ruling, rows)
    several = len(shown.heads) > 1
    heads = tuple(
        words.say("report.under_reading", number=", ".join(map(str, head))) if several else words.say("report.owed")
        for head in shown.heads
    )
    return heads, tuple(
        _row(
            replace(row, awarded_minor=settled[row.wager_due.wager], if_claimed_minor=None)
            if row.wager_due.wager in settled
            else row,
            lies(ruling, row.wager_due, words),
            as_dealt(ruling, row, money),
            [due[at] for due in shown.due_minor],
            words,
            money,
        )
        for at, row in enumerate(rows)
    )


def _row(row: Award, on: str, dealt: str | None, dues: Sequence[int | None], words: Words, money: Money) -> MoneyTold:
    claim = row.wager_due
    free = claim.nominal_minor != claim.stake_minor
    return MoneyTold(
        player=claim.player,
        wager=claim.wager,
        on=on,
        stake=words.say("report.free", amount=money(claim.nominal_minor)) if free else money(claim.stake_minor),
        back=None if claim.paid_minor is None else money(claim.paid_minor),
        as_dealt=dealt,
        dues=tuple(None if due is None else money(due) for due in dues),
        awarded=awarded(row, words, money),
        differs=bool(difference := beyond(claim, row.awarded_minor, words, money)),
        difference=difference,
    )


def beyond(claim: WagerDue, due_minor: int | None, words: Words, money: Money) -> str:
    """By how much something due is not what went back, in words; empty where it is, or where nobody can say."""
    back = claim.returned_minor(due_minor)
    if due_minor is None or back is None or back == due_minor:
        return ""
    return words.say("report.more" if due_minor > back else "report.less", amount=money(abs(due_minor - back)))


def as_dealt(ruling: Ruling, row: Award, money: Money) -> str | None:
    """What would be due on a wager for the cards as they lay; where that depends on the readings, each amount with its
    outcomes. None where it is on no wager of the round another amount than what is due.
    """
    if not any(claim.as_dealt_minor != claim.due_minor for one in ruling.outcomes for claim in _claims(ruling, one)):
        return None
    found: dict[int | None, list[str]] = {}
    for outcome in ruling.outcomes:
        for claim in _claims(ruling, outcome):
            if claim.wager == row.wager_due.wager and outcome.id not in found.setdefault(claim.as_dealt_minor, []):
                found[claim.as_dealt_minor].append(outcome.id)
    known = {minor: ids for minor, ids in found.items() if minor is not None}
    if len(found) == 1 or len(ruling.outcomes) == 1:
        return " / ".join(map(money, known))
    return "\n".join(f"{money(minor)} ({', '.join(ids)})" for minor, ids in known.items())


def _claims(ruling: Ruling, outcome: RulingOutcome) -> list[WagerDue]:
    """The claims of all branches of an outcome."""
    return [claim for number in outcome.branches for claim in ruling.branches[number].outcome.wagers_due]


def still_due(ruling: Ruling, outcome: RulingOutcome, words: Words) -> list[str]:
    """What is still to go to each player in an outcome, and what went back too much; nothing of those who have theirs."""
    due = {claim.wager: claim.due_minor for claim in outcome.judgement.wagers_due}
    rows = [Award(row.wager_due, awarded_minor=due.get(row.wager_due.wager, 0)) for row in ruling.awards]
    told = []
    for player in dict.fromkeys(row.wager_due.player for row in rows):
        difference = owing([row for row in rows if row.wager_due.player == player])
        if difference:
            key = "short" if difference > 0 else "too_much"
            told.append(words.say(f"balance.{key}", player=player, amount=money_of(ruling)(abs(difference))))
    return told


def awarded(row: Award, words: Words, money: Money) -> str:
    """What is awarded on a wager; open where somebody must decide."""
    if row.if_claimed_minor is not None:
        return words.say("report.if_claimed", amount=money(row.if_claimed_minor))
    return words.say("report.open") if row.awarded_minor is None else money(row.awarded_minor)


def balances(ruling: Ruling, words: Words) -> tuple[Balance, ...]:
    """Per player what is awarded and did not go back yet; those of whom it is open are told together."""
    rows = ruling.awards
    players = dict.fromkeys(row.wager_due.player for row in rows)
    told = {
        player: _balance(player, [row for row in rows if row.wager_due.player == player], ruling, words)
        for player in players
    }
    waiting = ", ".join(player for player, said in told.items() if said is None)
    known = [Balance(player=player, told=said) for player, said in told.items() if said is not None]
    together = [Balance(player=waiting, told=words.say("balance.unknown", players=waiting))] if waiting else []
    return (*known, *together)


def _balance(player: str, own: Sequence[Award], ruling: Ruling, words: Words) -> str | None:
    """What is still to go to a player, in one sentence; None where it is open."""
    claimed = [row.if_claimed_minor for row in own if row.if_claimed_minor is not None]
    due = [row.awarded_minor for row in own]
    difference = owing(own)
    if claimed:
        key, minor = "claimed", sum(claimed)
    elif difference is not None:
        key, minor = "short" if difference > 0 else "too_much" if difference else "even", abs(difference)
    elif None in due:
        return None
    else:
        key, minor = "unpaid", sum(filter(None, due))
    return words.say(f"balance.{key}", player=player, amount=money_of(ruling)(minor))


def owing(rows: Sequence[Award]) -> int | None:
    """What is still to go to the player of these wagers, in minor units; below 0 what went back too much.

    None where an award is open, or where it is not on record what went back.
    """
    due = [row.awarded_minor for row in rows]
    paid = [row.wager_due.returned_minor(row.awarded_minor) for row in rows]
    if None in due or None in paid:
        return None
    return sum(filter(None, due)) - sum(filter(None, paid))

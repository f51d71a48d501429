"""What the dealer of a drilled coup hands over, what players have taken up, and what of it was wrong."""

from collections.abc import Mapping

from drill.baccarat.expected_money import lawful, lies, money_on
from drill.baccarat.scenario import Script


def in_hand(script: Script) -> dict[str, int]:
    """What players took up of bets that play all the same: it is not to be given to them once more."""
    taken = {wager for _, wager in script.withdrawals}
    left = {wager: minor for _, wager, minor in script.lowered}
    return {
        bet.wager: bet.stake_minor - left.get(bet.wager, 0)
        for bet in script.truth.bets
        if bet.wager in taken or bet.wager in left
    }


def as_it_lay(script: Script) -> Mapping[str, int | None]:
    """What was right to give when the dealer paid: by the hands as they lie, or as they were put right."""
    return money_on(script, lawful(script) if script.put_right else lies(script))


def right_then(script: Script, wager: str) -> frozenset[int]:
    """All that was right to give for a bet when it was paid: once somebody has spoken up, by the lawful hands too."""
    then = [as_it_lay(script)]
    if wager == script.paid_later and script.notice in ("players_word", "played_on", "late"):
        then.append(money_on(script, lawful(script)))
    return frozenset(minor for backs in then if (minor := backs[wager]) is not None)


def paid(script: Script) -> dict[str, int]:
    """What the dealer hands over per wager."""
    taken, backs = in_hand(script), as_it_lay(script)
    right = {wager: max(back - taken.get(wager, 0), 0) for wager, back in backs.items() if back is not None}
    return {
        wager: _given(minor, script.short_payments.get(wager, 0))
        for wager, minor in right.items()
        if wager != script.never_paid
    }


def _given(right_minor: int, off_minor: int) -> int:
    """What is given wrongly: less than nothing cannot be."""
    return right_minor + (off_minor if right_minor + off_minor >= 0 else -off_minor)


def pays_later(script: Script, *, last: bool) -> bool:
    """Whether a bet is settled only when the next coup is dealt."""
    return script.paid_later not in (None, script.never_paid) and not last and not script.silent


def unsettled(script: Script, *, last: bool) -> frozenset[str]:
    """The wagers that the record leaves unpaid."""
    named = {script.never_paid, script.paid_later if last else None}
    return frozenset(wager for wager in named if wager is not None)


def mispaid(script: Script, *, last: bool) -> frozenset[str]:
    """The wagers for which a wrong amount was given: of one that the record leaves unpaid it was not."""
    return frozenset() if script.silent else frozenset(script.short_payments) - unsettled(script, last=last)


def went_back(script: Script, dues: Mapping[str, int | None], *, last: bool) -> dict[str, int]:
    """What players have of each wager by the record: what was handed over, and what they took up.

    Of a bet that was lowered and never settled it tells no more than whether what was taken up is already too much.
    """
    given, taken = {} if script.silent else paid(script), in_hand(script)
    given = {wager: minor for wager, minor in given.items() if wager not in unsettled(script, last=last)}
    whole = {wager for _, wager in script.withdrawals}
    too_much = {wager for wager, minor in taken.items() if (due := dues[wager]) is not None and minor > due}
    return {wager: given.get(wager, 0) + taken.get(wager, 0) for wager in {*given, *whole, *too_much}}

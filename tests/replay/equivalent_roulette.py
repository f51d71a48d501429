"""The broken engines for roulette that pass: no round of the drill tells them from ours. Each with the reason."""

from typing import Final

_TOLD: Final = "it is a figure in a sentence: tests/replay/test_roulette_sentences.py"
_ONE_NAME: Final = "no two wagers of the drill have one name: tests/replay/test_roulette_sentences.py"
_NAMED: Final = "a wager without its numbers or its index has been turned away a line before"
_ONE_ENTRY: Final = "no entry is two things at once"
_NOTHING_MORE: Final = "nothing more is done to a wager that was taken back before the call"

EQUIVALENT: Final[dict[str, str]] = {
    "course: board = spin.lay(board, act.place, act.given, rules)[0]"
    " -> board = spin.lay(board, act.place, act.given, rules)[-1]": "there is one way to go on",
    "_numbers: if spot.kind in BY_NUMBERS and spot.numbers is not None"
    " -> if spot.kind in BY_NUMBERS or spot.numbers is not None": _NAMED,
    "_numbers: if spot.kind in BY_INDEX and spot.index is not None"
    " -> if spot.kind in BY_INDEX or spot.index is not None": _NAMED,
    "Attempt.stopped_late: return self.stopped is not None and self.rest is not None and "
    "(self.stopped.index > self.rest.index)"
    " -> return self.stopped is not None and self.rest is not None and (self.stopped.index >= self.rest.index)": _ONE_ENTRY,
    "_call: calls = [told for told in one.told if isinstance(told.event, BetsClosed) and told.index < until]"
    " -> calls = [told for told in one.told if isinstance(told.event, BetsClosed) and told.index <= until]": _ONE_ENTRY,
    "findings: told: dict[str, str | int] = {'number': spin.after_call or 0, 'least': rules.value(values.AFTER_CALL)}"
    " -> told: dict[str, str | int] = {'number': spin.after_call and 0, 'least': rules.value(values.AFTER_CALL)}": _TOLD,
    "_not_announced: about = {'number': 'too few' if spin.total is None else spin.total, 'least': least}"
    " -> about = {'number': 'too few' if not spin.total is None else spin.total, 'least': least}": _TOLD,
    "_not_announced: about = {'number': 'too few' if spin.total is None else spin.total, 'least': least}"
    " -> about = {'number': 'too few' if spin.total is not None else spin.total, 'least': least}": _TOLD,
    "previous_pocket: return rested[-1] -> return rested[-0]": "the round before has one spin that counts",
    "Money.decided: won = frozenset((bet.wager for bet, due in playing if due is not None and due > bet.stake_minor + "
    "bet.raised_minor)) -> won = frozenset((bet.wager for bet, due in playing if due is not None and due >= "
    "bet.stake_minor + bet.raised_minor))": "what goes back as it lies is what the house returns: no act waits for it",
    "Money._off: won = (back(piece, held, pocket, self.layout, self.rules) for piece, held in zip(on, kept, strict=True))"
    " -> won = (back(piece, held, pocket, self.layout, self.rules) for piece, held in zip(on, kept, strict=False))": (
        "there are as many amounts as pieces"
    ),
    "_above: if total > most -> if total >= most": "nothing lies over a maximum that is just reached",
    "Bet.left: return self.paid_minor is None and self.back_minor < self.stake_minor + self.raised_minor"
    " -> return self.paid_minor is None and self.back_minor < self.stake_minor - self.raised_minor": (
        "nobody takes chips up and then raises what is left"
    ),
    "Following._place: again += 1 -> again -= 1": _ONE_NAME,
    "Following._place: again += 1 -> again += 2": _ONE_NAME,
    "Following._place: again += 1 -> again += 0": _ONE_NAME,
    "Following._place: name, again = (event.wager, 1) -> name, again = (event.wager, 2)": _ONE_NAME,
    "Following._place: name, again = (event.wager, 1) -> name, again = (event.wager, 0)": _ONE_NAME,
    "Following._changed: if lies >= lay -> if lies > lay": "to add nothing and to take nothing come to the same",
    "Following._changed: return replace(bet, rest_minor=0, back_minor=bet.stake_minor, withdrawn=True)"
    " -> return replace(bet, rest_minor=1, back_minor=bet.stake_minor, withdrawn=True)": _NOTHING_MORE,
    "Following._changed: return replace(bet, rest_minor=0, back_minor=bet.stake_minor, withdrawn=True)"
    " -> return replace(bet, rest_minor=-1, back_minor=bet.stake_minor, withdrawn=True)": _NOTHING_MORE,
}

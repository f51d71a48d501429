"""What a case of blackjack asserts about the cards: ccl/README.md and eca_blackjack/README.md say how it is read."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.values.money import format_minor
from ledger.values.places import BURN, NEXT, hand_place
from tests.cases.view import Branch, View, compares
from tests.cases.words import UnknownKey, place

OfBranch = Callable[[View, Branch, Any], Iterator[str]]
_CARDS: Final[dict[str, OfBranch]] = {}
"""What is said of the cards must all hold in one and the same branch."""


def fitting(view: View) -> Branch:
    """The branch in which the cards are most as they are expected: one that puts them right, where there is one."""
    fields = {key: value for key, value in view.wanted.items() if key in _CARDS}
    branches: Sequence[Branch] = view.document["branches"]
    branches = [branch for branch in branches if branch["reconstruction"]] or branches
    return min(branches, key=lambda branch: sum(len([*_CARDS[key](view, branch, fields[key])]) for key in fields))


def _in_one_branch(key: str) -> Callable[[OfBranch], OfBranch]:
    def register(compare: OfBranch) -> OfBranch:
        def in_fitting(view: View, wanted: object) -> Iterator[str]:
            branch = fitting(view)
            yield from (f"{sentence} in branch {branch['id']}" for sentence in compare(view, branch, wanted))

        _CARDS[key] = compare
        compares(key, "blackjack")(in_fitting)
        return compare

    return register


def _made(branch: Branch, what: str) -> list[Any]:
    """A part of the reconstruction, empty where there is none."""
    return [*(branch["reconstruction"] or {}).get(what, ())]


def _places_of(view: View) -> dict[str, list[str]]:
    """The cards for which two places are right, and those."""
    return {card: [place(place_) for place_ in places] for card, places in view.wanted.get("either", {}).items()}


def _lying(view: View, branch: Branch) -> dict[str, list[str]]:
    """Where the cards belong, without those for which two places are right."""
    surplus = _made(branch, "surplus")
    going = {goes: [item["card"] for item in surplus if item["goes"] == goes] for goes in (NEXT, BURN)}
    if branch["reconstruction"] is None:
        going[BURN] = branch["burned"]
    lying = {at: [*cards] for at, cards in (branch["lawful_hands"] | going).items()}
    for card, places in _places_of(view).items():
        wanted = _wanted(view)
        held = next((at for at in places if lying.get(at, []).count(card) > wanted.get(at, []).count(card)), None)
        if held is not None:
            lying[held].remove(card)
    return lying


def _wanted(view: View) -> dict[str, list[str]]:
    wanted = {place(at): [*cards] for at, cards in view.wanted.get("lawful", {}).items()}
    return {**wanted, NEXT: [*view.wanted.get("surplus", ())]}


@_in_one_branch("lawful")
def lawful(view: View, branch: Branch, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    lying = _lying(view, branch)
    for at, cards in wanted.items():
        if lying.get(place(at), []) != [*cards]:
            yield f"{at} {lying.get(place(at), [])} instead of {cards}"


@_in_one_branch("surplus")
def surplus(view: View, branch: Branch, wanted: Sequence[str]) -> Iterator[str]:
    left = _lying(view, branch)[NEXT]
    if left != [*wanted]:
        yield f"{left} instead of {wanted}"


@_in_one_branch("either")
def either(_: View, branch: Branch, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """It lies in one of the places; what that changes for the others is taken out of them."""
    going = [(item["card"], item["goes"]) for item in _made(branch, "surplus")]
    going += [(card, at) for at, cards in branch["lawful_hands"].items() for card in cards]
    for card, places in wanted.items():
        if not any((card, place(at)) in going for at in places):
            yield f"{card} lies in none of {', '.join(places)}"


@_in_one_branch("moves")
def moves(view: View, branch: Branch, wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    left = _made(branch, "moves")
    for move in wanted:
        if set(move) != {"card", "from", "to"}:
            raise UnknownKey(f"a move with {', '.join(sorted(move))}")
        ends = [place(to) for to in ([move["to"]] if isinstance(move["to"], str) else move["to"])]
        items = (move["card"], place(move["from"]))
        match = next((item for item in left if (item["card"], item["from"]) == items and item["to"] in ends), None)
        if match is None:
            yield f"{move['card']} from {move['from']} to {' or '.join(ends)} is missing"
        else:
            left.remove(match)
    for move in left:
        if move["to"] not in _places_of(view).get(move["card"], ()):
            yield f"{move['card']} from {move['from']} to {move['to']} is too much"


@_in_one_branch("ask")
def ask(view: View, branch: Branch, wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The hands whose decisions do not carry over; on whichever nobody has decided yet is no part of it."""
    again = [*dict.fromkeys(_hand(item) for item in wanted)]
    nobody = {_hand(item) for item in view.wanted.get("open", ())} - set(again)
    asked = [fromkey for fromkey in dict.fromkeys(item["place"] for item in _made(branch, "ask")) if fromkey not in nobody]
    if asked != again:
        yield f"{asked} instead of {again}"


def _hand(fields: Mapping[str, Any]) -> str:
    unknown = set(fields) - {"box", "hand", "why", "offer", "player"}
    if unknown or "box" not in fields:
        raise UnknownKey(f"a decision with {', '.join(sorted(fields))}")
    return hand_place(fields["box"], fields.get("hand", 1))


@_in_one_branch("draw")
def draw(_: View, branch: Branch, wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The product names where the next card goes; how many follow is not to be known from the cards on record."""
    if any(set(item) - {"to", "n", "at_least"} for item in wanted):
        raise UnknownKey(f"a draw with {wanted}")
    drawn = Counter(_made(branch, "draw")[:1])
    if wanted and place(wanted[0]["to"]) not in drawn:
        yield f"{[*drawn]} instead of {wanted[0]['to']}"


@compares("findings_at", "blackjack")
def findings_at(view: View, wanted: Mapping[str, str | Sequence[str]] | Sequence[str]) -> Iterator[str]:
    """Wagers that a finding names: one on the clause, where the expectation says on which."""
    by_clause = wanted if isinstance(wanted, Mapping) else {"": wanted}
    for clause, wagers in by_clause.items():
        named = {
            wager for finding in view.findings if not clause or clause in finding["clauses"] for wager in finding["wagers"]
        }
        for wager in [wagers] if isinstance(wagers, str) else wagers:
            if view.raised.get(wager, wager) not in named:
                yield f"no finding{' on ' + clause if clause else ''} names {wager}: {sorted(named)}"


@compares("reduce", "blackjack")
def reduce(view: View, wanted: Mapping[str, int]) -> Iterator[str]:
    """By how much a stake must be reduced, or a player's: the finding on the box's maximum tells it."""
    items = [finding for finding in view.findings if finding["kind"] == "over_box_maximum"]
    for whose, minor in wanted.items():
        back = [item["text"].partition(": ")[2] for item in items if view.raised.get(whose, whose) in item["wagers"]]
        back += [text for item in items if whose in (text := item["text"].partition(": ")[2]).split()]
        if not any(f" {format_minor(minor)} " in text for text in back):
            yield f"no finding says that {whose} must be reduced by {format_minor(minor)}: {back}"


@compares("withheld")
def withheld(view: View, wanted: Mapping[str, int | Mapping[str, int]]) -> Iterator[str]:
    """The winnings that are kept back: in every branch, or under the readings that a key names."""
    for wager, amount in wanted.items():
        own = [item for item in view.branches if wager in item["withheld_minor"]]
        held_by_key = {key: view.holding(key, own) for key in amount} if isinstance(amount, Mapping) else {"": own}
        for key, branches in held_by_key.items():
            minor = amount[key] if isinstance(amount, Mapping) else amount
            if not branches and minor:
                yield f"nothing is withheld on {wager}"
            for branch in branches:
                if branch["withheld_minor"][wager] != minor:
                    yield f"{branch['withheld_minor'][wager]} instead of {minor} on {wager} in branch {branch['id']}"


@compares("refused")
def refused(view: View, wanted: bool | str | Sequence[Any]) -> Iterator[str]:
    """Commands by somebody without authority, by what was tried: each was refused, and no other was."""
    tried = {
        decision["at"]: decision["act"]
        for document in view.documents
        for decision in document["decisions"]
        if decision["refused"]
    }
    left = [*tried.values()]
    for item in [] if isinstance(wanted, bool) else [wanted] if isinstance(wanted, str) else wanted:
        act = item.get("t", item.get("act")) if isinstance(item, Mapping) else item
        if act in left:
            left.remove(act)
        else:
            yield f"{act} was not refused"
    if left and not isinstance(wanted, bool):
        yield f"{', '.join(left)} refused besides"
    if isinstance(wanted, bool) and wanted != bool(left):
        yield f"{left or 'nothing'} was refused"

"""What a case of baccarat asserts besides: dcb/README.md says how it is read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.cases.view import Branch, View, agree, compares, unless_same
from tests.cases.words import UnknownKey


@compares("branches", "baccarat")
def branches(view: View, wanted: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    for key, verdicts in wanted.items():
        allowed = {verdicts} if isinstance(verdicts, str) else set(verdicts)
        held = view.holding(key, view.document["branches"])
        if not held:
            yield f"there is no branch {key}"
        for branch in held:
            void = branch["choices"].get("DCB-21a?") == "c" and allowed & {"void", "correct"}
            if branch["verdict"] not in (allowed | {"void", "correct"} if void else allowed):
                yield f"{key}: {branch['verdict']} instead of {' or '.join(sorted(allowed))}"


@compares("dcb2", "baccarat")
def dcb2(view: View, wanted: Mapping[str, int]) -> Iterator[str]:
    for player, minor in wanted.items():
        rows = [row for row in view.document["money"] if row["player"] == player]
        shown = [row["if_claimed_minor"] if row["awarded_minor"] is None else row["awarded_minor"] for row in rows]
        if not shown or None in shown or sum(shown) != minor:
            yield f"{player} gets {' + '.join(str(item) for item in shown) or 'nothing'} instead of {minor}"


@compares("lawful", "baccarat")
def lawful(view: View, wanted: Mapping[str, Sequence[str]]) -> Iterator[str]:
    hands = view.settled()["hands"]
    for place, cards in wanted.items():
        if hands.get(place) != list(cards):
            yield f"{place} {hands.get(place)} instead of {list(cards)}"


@compares("moves", "baccarat")
def moves(view: View, wanted: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """In the settled branch, and in those that differ from it only in readings by which a card goes elsewhere."""
    unknown = {key for move in wanted for key in move} - {"card", "from", "to"}
    if unknown:
        raise UnknownKey(f"a move with {', '.join(sorted(unknown))}")
    ways = {
        clause for move in wanted if isinstance(move["to"], Mapping) for key in move["to"] for clause in view.choices(key)
    }
    fixed = {clause: reading for clause, reading in view.settled()["choices"].items() if clause not in ways}
    for branch in view.document["branches"]:
        if not agree(branch["choices"], fixed):
            continue
        left = [*(branch["reconstruction"] or {"moves": ()})["moves"]]
        for move in wanted:
            places = _places(view, move["to"], branch)
            match = next(
                (m for m in left if (m["card"], m["from"]) == (move["card"], move["from"]) and m["to"] in places), None
            )
            if match:
                left.remove(match)
            else:
                yield f"{move['card']} from {move['from']} to {' or '.join(places)} is missing in branch {branch['id']}"
        for move in left:
            yield f"{move['card']} from {move['from']} to {move['to']} is too much in branch {branch['id']}"


def _places(view: View, to: str | Mapping[str, str], branch: Branch) -> list[str]:
    """Where the card may go: where the branch leaves the reading open, a place under any of them."""
    if isinstance(to, str):
        return [to]
    return [place for key, place in to.items() if view.holding(key, [branch])]


@compares("outcome", "baccarat")
def outcome(view: View, wanted: str) -> Iterator[str]:
    yield from unless_same((view.settled()["reconstruction"] or {}).get("outcome"), wanted)


@compares("draw", "baccarat")
def draw(view: View, wanted: str | Sequence[str]) -> Iterator[str]:
    places = (view.settled()["reconstruction"] or {"draw": []})["draw"]
    yield from unless_same(
        places[:1] if isinstance(wanted, str) else places, [wanted] if isinstance(wanted, str) else wanted
    )


@compares("declared", "baccarat")
def declared(view: View, wanted: str) -> Iterator[str]:
    yield from unless_same(view.settled()["result"]["declared"], wanted)


@compares("result", "baccarat")
def result(view: View, wanted: str) -> Iterator[str]:
    yield from unless_same(view.settled()["result"]["lawful"], wanted)

"""The rounds of the drill for blackjack: dealt, a fault put in now and then, told as a table would tell them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from drill.blackjack.deal import Floor
from drill.blackjack.expected import Right
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import FAULTS, LAWFUL, OTHER_FAULTS, WEIGHTS, known
from drill.blackjack.faults.people import AT_THE_END
from drill.blackjack.recording import story
from drill.blackjack.scenario import CUT, NOTICES, Notice, Script
from drill.blackjack.truth import of_errors, right, trace
from replay.procedure.explanation import MOST_DEVIATIONS
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay

NAME: Final = "DRILL/2026-01-01/1"
MOST_CARDS: Final = 150
"""So many cards suffice for a round, however often hands are split."""

TRIES: Final = 200
"""So often the shoe is cut for a round in which a fault can happen; then another fault is chosen."""

CHANGES_THE_LINE: Final = frozenset(
    {"illegal_double", "illegal_split", "illegal_free_double", "illegal_free_split", "illegal_hit_on_21", "off_limits"}
    | {"player_away", "nobody_called", "played_against_the_rule", "late_and_dealt_to"}
)
"""Faults of players after which the round goes on otherwise, or for other money: they come first or not at all."""

_ASIDE: Final = frozenset({"exposed_and_not_used", "burned_in_error"})

_PASSED_OVER: Final = frozenset(
    {"box_skipped_in_round_one", "box_skipped_in_round_two", "dealer_skipped", "hit_not_given", "dealer_stopped"}
    | {"two_places_in_wrong_order"}
)

LOOKS_LIKE_ONE: Final[Mapping[str, frozenset[str]]] = {
    "boxes_in_wrong_order": frozenset({"box_dealt_twice", "box_skipped_in_round_two"}),
    "drawn_while_a_box_is_undecided": frozenset({"box_dealt_twice"}),
    "hit_to_neighbour": _ASIDE,
    **dict.fromkeys(_PASSED_OVER, _ASIDE),
    **dict.fromkeys(_ASIDE, _PASSED_OVER),
    **dict.fromkeys(("late_bet", "late_raise", "late_withdrawal"), frozenset({"late_and_dealt_to"})),
}
"""Faults after others that together look like a single one: a box that asked for a card before its turn, a card that was
meant for one hand and lies aside, while the deal goes on with the next, a box that was passed over between two others, a
late stake that is changed or joined by another one."""

UPON_A_MISDEAL: Final = frozenset({"mixed_before_it_was_seen", "put_right_wrongly", "paid_by_no_reading"})
"""Faults that are something only where cards were dealt wrongly."""


@dataclass(frozen=True, slots=True)
class Drilled:
    """A round of the drill as it is told, and what is right in it. It can be judged any number of times."""

    number: int
    script: Script
    story: TableDay
    positions: dict[int, int]
    right: Right

    @property
    def misdealt(self) -> bool:
        return self.right.trace == "misdealt"


def told_rounds(edition: Edition, seed: int, shoe: int, most: int) -> Iterator[Drilled]:
    """The rounds of one shoe, played and told; what the house leaves open is resolved, save what concerns errors."""
    rng = Random(seed * 1_000_003 + shoe)  # noqa: S311 - play that can be repeated, no secret
    held = edition.with_resolutions(resolved(edition, rng))
    floor = Floor(held, rng.randrange(1 << 30))
    for number in range(most):
        floor.next_round()
        script = _script(floor, rng)
        told, positions = story(script, held, floor.decks)
        yield Drilled(shoe * 1000 + number, script, told, positions, right(script, held))
        floor.out(len(script.out), [script.names.get(n, card) for n, card in enumerate(script.out)])


def resolved(edition: Edition, rng: Random) -> dict[str, str]:
    """One reading of each ambiguity that is open and does not concern errors of the deal."""
    of_error = of_errors(edition)
    opened = [c for c in edition.sheet.readings if c not in of_error and c not in edition.resolved_letters]
    return {clause: rng.choice(edition.reading_letters(clause)) for clause in opened}


def _script(floor: Floor, rng: Random) -> Script:
    """A round; nearly all have a fault."""
    script = _faulted(floor, rng) if rng.randrange(20) else lawful(floor)
    script.notice = _notice(script, rng)
    if script.misput and trace(script) != "misdealt":
        script.misput, script.notice = "", "after_payout"  # it may have been right: nobody set about it
        script.wanted.pop(script.faults.pop())
    if script.notice in CUT and trace(script) == "undetectable" and rng.randrange(4):
        script.notice = "after_payout"
    if script.notice == "put_right" and trace(script) == "undetectable":
        script.notice = "at_once"
    return script


def lawful(floor: Floor) -> Script:
    """A lawful round with the shoe's next cards."""
    before = Counter(card for card in floor.gone if card[1] != "?") if floor.device == "shoe" else Counter[str]()
    mains = floor.bets()
    others = floor.others(mains)
    laid = [bet for box, main in mains.items() for bet in (main, *others.get(box, ()))]
    return Script(
        rules=floor.rules,
        mains=mains,
        others=others,
        sides=floor.side_bets(laid),
        shoe=tuple(floor.cards[:MOST_CARDS]),
        device=floor.device,
        before=before,
        out_before=len(floor.gone) if floor.device == "shoe" else 0,
        limits=floor.limits,
    )


def _faulted(floor: Floor, rng: Random) -> Script:
    """A fault is chosen, and the shoe cut until a round comes in which it can happen; in some another one follows."""
    names = known(floor.rules)
    weights = [WEIGHTS[name] for name in names]
    for name in rng.choices(names, weights, k=5):
        script = lawful(floor)
        for _ in range(TRIES):
            if _opened(script, name, names, rng) and _inject(script, name, rng):
                _follow(script, names, weights, rng)
                return script
            floor.cut()
            script = lawful(floor)
    return script


def _opened(script: Script, name: str, names: list[str], rng: Random) -> bool:
    """Some faults come upon a misdeal."""
    upon = name in UPON_A_MISDEAL or (name == "unread_card" and rng.randrange(2))
    return not upon or any(_inject(script, one, rng) for one in rng.sample([one for one in names if one in CARD_FAULTS], 3))


def _follow(script: Script, names: list[str], weights: list[int], rng: Random) -> None:
    """After a fault now and then another one comes, after what was dealt with as it should be mostly."""
    while (
        _of_the_deal(script) < MOST_DEVIATIONS
        and any(rng.randrange(2) or name in LAWFUL for name in script.faults[-1:])
        and trace(script) != "undetectable"
    ):
        if not any(_inject(script, name, rng) for name in rng.choices(names, weights, k=4)):
            return


def _of_the_deal(script: Script) -> int:
    """How many faults put cards where they do not belong: with more than MOST nobody looks for an explanation."""
    return sum(name not in LAWFUL and name not in OTHER_FAULTS for name in script.faults)


def _inject(script: Script, name: str, rng: Random) -> bool:
    """A fault after those that the script has, if it can happen there."""
    first = not script.faults
    if name in script.faults or (script.wanted and name not in OTHER_FAULTS) or (name in CHANGES_THE_LINE and not first):
        return False
    if AT_THE_END.intersection(script.faults):
        return False
    if LOOKS_LIKE_ONE.get(name, frozenset()).intersection(script.faults):
        return False
    if not FAULTS[name](script, rng):
        return False
    script.faults.append(name)
    if name in OTHER_FAULTS:
        script.wanted[name] = {OTHER_FAULTS[name][0]}
    return True


def _notice(script: Script, rng: Random) -> Notice:
    notice = rng.choice(NOTICES)
    if script.broken_off is not None:
        return "after_payout"
    if script.refusing:
        return "at_once"
    if script.misput:
        return "at_once" if script.misput_stays else "put_right"
    if script.wanted:
        return rng.choice(("after_payout", "next_round", "never"))
    if len(script.faults) > 1 and notice in CUT:
        notice = "after_payout"  # else the round would be cut before the last of them
    if notice == "put_right" and not (script.misdealt and script.can_be_put_right):
        notice = "at_once"
    return notice if script.misdealt or notice not in CUT else "after_payout"

"""What was done to put a coup right, and after it, held against the tableau like all else."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ledger.events.play import CardDealt, CardMoved, CorrectionCompleted
from replay.baccarat.deal import DONE, HANDS, TABLEAU, Deal, departure, lying, lying_hands
from replay.explanation import Departure, Fault
from replay.findings import Finding
from replay.round import Round, Told
from replay.rules import Rules


def corrections(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    """Cards that were drawn off the tableau, a card that was due and did not come, and cards that ended elsewhere."""
    touches = [told for told in _touches(coup, one) if not coup.played_on(told)]
    if not touches or not (one.clean or one.explanation):
        return
    yield from _drawn(coup, one, rules)
    if _over(coup, touches):
        yield from _not_drawn(one, rules)
    clause, ended = rules.conduct("wrong_correction"), _ended(coup, touches)
    if clause is not None and ended is not None:
        until, position = ended
        if wrong := "; ".join(_misplaced(coup, one, until)):
            yield Finding("wrong_correction", (clause,), position, {"what": wrong})


def reopened_at(coup: Round, one: Deal) -> int | None:
    """Where in the line a coup that had been put right was dealt off the tableau again; None if it was not."""
    index = {told.position: told.index for told in coup.cards}
    astray = [index[act.position] for step, act in enumerate(one.drawn, len(one.done)) if _belongs(one, step) != act.place]
    for told, _ in coup.of(CorrectionCompleted):
        again = [at for at in astray if at > told.index]
        if again and not any(_misplaced(coup, one, told.index)):
            return again[0]
    return None


def _belongs(one: Deal, step: int) -> str | None:
    """The hand to which a card belongs, in the order of the shoe; None if it is over."""
    return one.lawful.places[step] if step < len(one.lawful.places) else None


def _touches(coup: Round, one: Deal) -> list[Told]:
    """The cards that were moved, and those drawn to put the coup right, in order."""
    drawn = {act.position for act in one.drawn}
    found = [told for told, _ in coup.of(CardMoved)]
    found += [told for told, _ in coup.of(CardDealt) if told.position in drawn]
    return sorted(found, key=lambda told: told.index)


def _ended(coup: Round, touches: Sequence[Told]) -> tuple[int, int] | None:
    """Where in the line, and at which position, the coup had been put right in the eyes of who did it; None if not yet.

    That is when it was said; else with the next word or money of the dealer's, or the next coup's first card.
    """
    said = [told for told, _ in coup.of(CorrectionCompleted) if told.index > touches[0].index]
    done = [told for kind in DONE for told, _ in coup.of(kind) if told.index > touches[-1].index]
    first = min((told for told in said or done if not coup.played_on(told)), key=lambda told: told.index, default=None)
    if first is not None:
        return first.index, first.position
    return (coup.played_on_at, touches[-1].position) if coup.played_on_at is not None else None


def _over(coup: Round, touches: Sequence[Told]) -> bool:
    """Whether no further card was to come."""
    done = any(told.index > touches[-1].index for kind in DONE for told, _ in coup.of(kind))
    return done or coup.played_on_at is not None


def _drawn(coup: Round, one: Deal, rules: Rules) -> Iterator[Finding]:
    at = {told.position: told.index for told in coup.cards}
    for step, act in enumerate(one.drawn, len(one.done)):
        due = _belongs(one, step)
        if due == act.place:
            continue
        lay = lying(coup, one.names, at[act.position])
        board = lying_hands((place, other.given) for place, other in zip(lay, one.acts, strict=True))
        with rules.scope() as grounds:
            TABLEAU.grounds(board, due or act.place, rules)
        kind: Departure = "overdraw" if due is None else "card_astray"
        yield from departure(one, Fault(kind, step, act.place, due, frozenset(grounds), board), rules)


def _not_drawn(one: Deal, rules: Rules) -> Iterator[Finding]:
    """A card that was due once the others lay right, and that nobody had missed before."""
    faults = one.explanation.faults if one.explanation else ()
    for place in one.lawful.draw:
        if any((fault.kind, fault.place) == ("underdraw", place) for fault in faults):
            continue
        with rules.scope() as grounds:
            TABLEAU.grounds(one.lawful.board, place, rules)
        step = len(one.acts)
        yield from departure(one, Fault("underdraw", step, place, place, frozenset(grounds), one.lawful.board), rules)


def _misplaced(coup: Round, one: Deal, until: int) -> Iterator[str]:
    """The cards that lay elsewhere than they belong when the coup had been put right.

    Nothing tells two cards of one name apart: which of them is moved is all the same.
    """
    names, places = one.names, lying(coup, one.names, until)
    lie = Counter((name, place) for name, place in zip(names, places, strict=True) if place)
    belong = Counter((name, _belongs(one, at) or "nobody") for at, name in enumerate(names) if places[at])
    lacking = belong - lie
    for name, place in (lie - belong).elements():
        due = next(due for other, due in lacking.elements() if other == name)
        lacking[name, due] -= 1
        if due != "nobody" or place in HANDS:
            yield f"{name} lies at {place} and belongs to {due}"

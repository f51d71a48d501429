"""What is out of order with a shoe's custody. It stands with the first round after it, and shifts no card."""

from collections.abc import Iterator

from ledger.events.shoe import CardExchanged, ShoeClosed
from ledger.values.offices import ROLES
from replay.judging.finding import Finding, cited
from replay.rulebooks.common_parameters import DECKS, EXCHANGED_BY
from replay.rulebooks.rules import Rules
from replay.shoe.cutting import cut_cards, cutting
from replay.shoe.preparation import About, burned_by, burns, idle_burn, new_dealers, preparations, shuffles
from replay.table_day.repeated_runs import SELDOM
from replay.table_day.round import Round
from replay.table_day.shoe_record import Act, Run, ShoeRecord


def custody(one: Round, rules: Rules) -> Iterator[Finding]:
    """The findings about the custody of a round's shoe, or of the one before it, that stand with this round."""
    shoe = one.dealt_from
    for record in (shoe.before, shoe) if shoe else ():
        if record is not None:
            yield from of_shoe(record, one.name, rules)


def of_shoe(shoe: ShoeRecord, name: str | None, rules: Rules) -> Iterator[Finding]:
    """The findings about a shoe that stand with the round of this name; None for those that stand with none."""
    for made in (made for made in preparations(shoe) if made.first.round == name):
        for check in (shuffles, cutting, cut_cards, burns):
            yield from check(made, rules)
    for came, first in new_dealers(shoe):
        if first.round == name:
            yield from burned_by(shoe, came, first, rules)
    for act in shoe.acts:
        if shoe.stands_with(act.index) == name:
            for look in (idle_burn, _exchanged, _counted):
                yield from look(shoe, act, rules)
    run = repeated(shoe)
    if run is not None and shoe.stands_with(run.last.index) == name:
        yield _repeated(shoe, run, rules)


def _exchanged(shoe: ShoeRecord, act: Act, rules: Rules) -> Iterator[Finding]:
    """A card exchanged by somebody who may not. Nothing is said of a person whose office is not known."""
    if not isinstance(act.event, CardExchanged):
        return
    with rules.scope() as grounds:
        due = rules.value(EXCHANGED_BY)
    office = _office(shoe, act, act.event)
    if due != "not_said" and office not in (None, due):
        about: About = {"shoe": shoe.name, "card": act.event.card, "who": act.event.by, "due": due.replace("_", " ")}
        yield Finding("wrong_exchanger", cited(grounds), act.position, about)


def _office(shoe: ShoeRecord, act: Act, exchanged: CardExchanged) -> str | None:
    """In which office somebody exchanged a card, as far as the record tells."""
    by = exchanged.by
    if exchanged.role is not None or by in ROLES:
        return exchanged.role or by
    if by == act.dealer:
        return "dealer"
    return "player" if by in shoe.players or by in act.under.seats or (by, None) in act.under.arrived else None


def _counted(shoe: ShoeRecord, act: Act, rules: Rules) -> Iterator[Finding]:
    """A shoe that was counted at its end, and has not the cards that its decks have."""
    counted, cards = act.event.counted if isinstance(act.event, ShoeClosed) else None, 52 * shoe.decks
    if counted is not None and counted != cards:
        with rules.scope() as grounds:
            rules.value(DECKS)
        about: About = {"shoe": shoe.name, "number": counted, "decks": shoe.decks, "cards": cards}
        yield Finding("wrong_count", cited(grounds), act.position, about)


def repeated(shoe: ShoeRecord) -> Run | None:
    """The longest run that an earlier shoe had too, if it is too long for chance."""
    return shoe.run if shoe.run is not None and shoe.run.chance < SELDOM else None


def _repeated(shoe: ShoeRecord, run: Run, rules: Rules) -> Finding:
    clause = rules.conduct("repeated_run")
    about: About = {"shoe": shoe.name, "other": run.shoe, "length": run.length, "number": run.was}
    about |= {"first": run.first.card, "last": run.last.card, "chance": f"{int(1 / run.chance):,}"}
    return Finding("repeated_run", (clause,) if clause else (), run.last.position, about)

"""How players and dealer behave about a box: absence, appliances, chips, interruptions, and when winners are paid."""

from collections.abc import Iterator, Sequence

from ledger.events.play import (
    CardDealt,
    CardMoved,
    DecisionMade,
    IrregularityReported,
    PlayerAbsent,
    RoundInterrupted,
)
from ledger.values.places import DEALER, box_of
from replay.blackjack import values
from replay.blackjack.checks import Facts, check
from replay.blackjack.control import Say
from replay.blackjack.settlement import MAIN
from replay.composition import breach
from replay.findings import Finding
from replay.round import Told
from replay.rules import Rules
from replay.wagers import Bet


@check
def absent_players(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Hands that nobody is there to call, and to which the dealer called nobody."""
    absent = {event.player: (told, event) for told, event in facts.one.of(PlayerAbsent)}
    order, due = Say(facts, rules).order, rules.edition.authority.replace("_", " ")
    for player, (told, event) in absent.items():
        theirs = [there for there in order.values() if there[0] == player]
        unheld = any(_by_rule(there, frozenset(absent), rules) for there in theirs)
        if event.called != rules.edition.authority and unheld:
            yield from breach(rules, "nobody_called", told.position, {"player": player, "due": due})


def _by_rule(there: Sequence[str], absent: frozenset[str], rules: Rules) -> bool:
    """Whether the house's rule plays a box whose first player is absent, and nobody else of it."""
    if not rules.value(values.ABSENT_STANDS_ON):
        return False
    return set(there) <= absent or rules.depends(values.ABSENT_CALLER, lambda who: who == "rule")


@check
def irregularities(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for told, seen in facts.one.of(IrregularityReported):
        if seen.kind == "appliance":
            yield from breach(rules, "appliance", told.position, {"player": seen.about or "somebody"})
        elif seen.kind == "partnership":
            yield from breach(rules, "partnership", told.position, _partners(seen.about, facts))
    for told, broken in facts.one.of(RoundInterrupted):
        if any(made.position == told.position and made.refused for made in facts.one.decisions):
            may = rules.edition.authorities.get("interrupt_game")
            due = " or ".join(role.replace("_", " ") for role in may.roles) if may else "nobody"
            yield from breach(rules, "interrupted_by_another", told.position, {"by": broken.by, "due": due})


def _partners(player: str | None, facts: Facts) -> dict[str, str | int]:
    most = max((limit[1] for bet in facts.mains for kind, limit in bet.under.limits.items() if kind == MAIN), default=0)
    return {"players": f"{player or 'somebody'} and others", "how": "in partnership", "most": facts.money(most)}


@check
def other_than_chips(facts: Facts, rules: Rules) -> Iterator[Finding]:
    for bet in facts.bets:
        if bet.how != "chips":
            yield from breach(rules, "not_in_chips", bet.at, facts.about(bet), bet.wager)


@check
def winners_paid(facts: Facts, rules: Rules) -> Iterator[Finding]:
    """Winners who were paid before the dealer's hand was complete, where that comes first."""
    upcard = facts.board.dealer.lying[:1]
    if not upcard or upcard[0][0] not in rules.value(values.DEALER_FIRST):
        return
    came: list[tuple[Told, CardDealt | CardMoved]] = [*facts.one.of(CardDealt), *facts.one.of(CardMoved)]
    cards = sorted(told.index for told, card in came if card.place == DEALER)
    incomplete = len(cards) < 2 and facts.deal.play.due(facts.board, rules) is not None
    for bet in facts.bets:
        paid = facts.paid(bet)
        if paid is None or (bet.paid_minor or 0) <= bet.stake_minor or _evenly(bet, facts, rules):
            continue
        if incomplete or (cards and paid.index < cards[-1]):
            yield from breach(
                rules, "paid_before_dealer", paid.position, {**facts.about(bet), "upcard": upcard[0]}, bet.wager
            )


def _evenly(bet: Bet, facts: Facts, rules: Rules) -> bool:
    """Whether a player took even money, which is paid at once."""
    box, say = facts.box_of(bet), Say(facts, rules)
    taken = (
        said.by or say.caller(box, told.index)
        for told, said in facts.one.of(DecisionMade)
        if said.what == "even_money" and box_of(said.place) == box
    )
    return bet.player in taken and rules.depends(values.EVEN_PAID, lambda when: when == "at_once")

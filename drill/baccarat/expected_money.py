"""What a drilled coup comes to: the oracle's terms for a house, and a script's cards and bets as the oracle takes them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from drill.baccarat.scenario import SHARES, Script
from drill.oracles.baccarat import DOCUMENTS, Hands, Posted, Terms, Wager, dealt, due, lying, money, void, winner
from ledger.events.play import WagerPlaced
from ledger.values.money import ratio
from replay.editions.loader import shipped
from replay.games.baccarat import parameters
from replay.games.baccarat.deal import HANDS
from replay.rulebooks.common_parameters import FRACTION_GOES_TO
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

KINDS: Final = frozenset({"banco", "punto", "any_tie", "ur_way", "3g8"})
"""What can be bet on."""


def terms_of(edition: Edition) -> Terms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself."""
    own = DOCUMENTS.get(edition.id)
    if own is not None and edition.digest == shipped(edition.id).digest:
        return own(edition.resolved_letters)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> Terms:
    """The terms that an edition's values come to."""
    value = Rules(edition).value
    first, thirds = value(parameters.FIRST_CARDS), value(parameters.THIRD_CARDS)
    needs = {
        "any_tie": value(parameters.ANY_TIE_NEEDS),
        "ur_way": value(parameters.UR_WAY_NEEDS),
        "3g8": value(parameters.G38_NEEDS),
    }
    return Terms(
        pips=value(parameters.POINTS),
        drops=value(parameters.MODULUS),
        first=first,
        thirds=thirds,
        most_cards=value(parameters.MOST_CARDS),
        natural=value(parameters.NATURAL),
        natural_of_three=value(parameters.NATURAL_OF) == "two_or_three",
        punto_draws=value(parameters.PUNTO_DRAWS),
        banco_draws=value(parameters.BANCO_DRAWS),
        below_draws=value(parameters.BANCO_BELOW) == "draws",
        given_nothing=value(parameters.BANCO_GIVEN_NOTHING),
        nearest=value(parameters.NEAREST_TO),
        banco=ratio(value(parameters.BANCO_ODDS)),
        punto=ratio(value(parameters.PUNTO_ODDS)),
        tie=value(parameters.TIE_PAYS),
        tie_keeps_stake=value(parameters.TIE_STAKE) == "kept",
        least_share_bp=value(parameters.TIE_LEAST_BP),
        most_share_bp=value(parameters.TIE_MOST_BP),
        without_share="least" if value(parameters.TIE_WITHOUT_AGREEMENT) == "least_and_refer" else "most",
        any_tie=ratio(value(parameters.ANY_TIE_ODDS)),
        ur_way={total: ratio(odds) for total, odds in value(parameters.UR_WAY_ODDS).items()},
        ur_way_totals=value(parameters.UR_WAY_TOTALS),
        ur_way_else=value(parameters.UR_WAY_ELSE),
        needs={kind: kinds for kind, kinds in needs.items() if kinds},
        without_main=value(parameters.BET_WITHOUT_MAIN),
        g38=ratio(value(parameters.G38_ODDS)),
        g38_banco=value(parameters.G38_BANCO),
        g38_third=value(parameters.G38_THIRD),
        g38_else=value(parameters.G38_ELSE),
        fraction_to=value(FRACTION_GOES_TO),
    )


def wagers_of(script: Script) -> list[Wager]:
    """All bets of a coup, and what of each came after the first card."""
    late = {bet.wager for _, bet in script.late_bets}
    raised = {wager: stake for _, wager, stake in script.raises}

    def laid(bet: WagerPlaced) -> Wager:
        whole = raised.get(bet.wager, bet.stake_minor)
        in_time = 0 if bet.wager in late else bet.stake_minor
        return Wager(bet.wager, bet.player, bet.kind, in_time, bet.total, whole - in_time)

    return [laid(bet) for bet in script.bets]


def money_on(script: Script, hands: Hands | None) -> Mapping[str, int | None]:
    """What goes back for each bet on these hands; None for a bet for which nobody can say, or for all without hands."""
    wagers = wagers_of(script)
    if hands is None:
        return dict.fromkeys(one.name for one in wagers)
    posted = Posted({total: Fraction(odds) for total, odds in script.odds.items()}, SHARES)
    return money(wagers, hands, posted, script.terms)


def decided_on(script: Script, hands: Hands) -> Mapping[str, int | None]:
    """What goes back for each bet whatever the cards are that these hands still lack; None where that depends on them."""
    found = [money_on(script, whole) for whole in _completed(script, hands)]
    return {name: back if all(one[name] == back for one in found) else None for name, back in found[0].items()}


def _completed(script: Script, hands: Hands) -> list[Hands]:
    """Every way in which unfinished hands can go on, one face for each count."""
    place = due(hands, script.terms)
    if place is None:
        return [hands]
    faces = {pips % script.terms.drops: rank + "?" for rank, pips in script.terms.pips.items()}
    return [whole for face in faces.values() for whole in _completed(script, hands.with_card(place, face))]


def stakes_back(script: Script) -> Mapping[str, int]:
    """What lies there of each bet in the end."""
    return void(wagers_of(script))


def lies(script: Script) -> Hands:
    """The hands as the dealer left them."""
    return lying((place, card) for place, card in script.lies_at if place in HANDS)


def lawful(script: Script) -> Hands:
    """The hands that the coup's cards make by right, in the order in which they left the shoe."""
    return dealt((card for _, card in script.truth.dealt), script.terms)


def complete(script: Script, hands: Hands) -> bool:
    """Whether the coup has all its cards."""
    return due(hands, script.terms) is None


def called(script: Script) -> str:
    """What the dealer should call, by the cards as they lie or as they were put right."""
    return winner(lawful(script) if script.put_right else lies(script), script.terms)

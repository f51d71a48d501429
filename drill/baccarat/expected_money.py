"""What a drilled coup comes to: the oracle's terms for a house, and a script's cards and bets as the oracle takes them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from drill.baccarat.scenario import SHARES, BaccaratScenario
from drill.oracles.baccarat import (
    TERMS_BY_RULEBOOK,
    BaccaratTerms,
    BaccaratWager,
    Hands,
    PostedTerms,
    deal_hands,
    due_place,
    hands_as_laid,
    returns_by_wager,
    void_returns,
    winner,
)
from ledger.acts.adoptions import released_editions
from ledger.events.play import WagerPlaced
from ledger.values.money import odds_ratio
from replay.games.baccarat import parameters
from replay.games.baccarat.normal_form import HANDS
from replay.rulebooks.common_parameters import FRACTION_GOES_TO
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

WAGER_KINDS: Final = frozenset({"banco", "punto", "any_tie", "ur_way", "3g8"})
"""What can be bet on."""


def terms_of(edition: Edition) -> BaccaratTerms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself."""
    own = TERMS_BY_RULEBOOK.get(edition.id)
    if own is not None and edition.digest in released_editions():
        return own(edition.resolved_letters)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> BaccaratTerms:
    """The terms that an edition's values come to."""
    value = Rules(edition).value
    first, thirds = value(parameters.FIRST_CARDS), value(parameters.THIRD_CARDS)
    needs = {
        "any_tie": value(parameters.ANY_TIE_NEEDS),
        "ur_way": value(parameters.UR_WAY_NEEDS),
        "3g8": value(parameters.G38_NEEDS),
    }
    return BaccaratTerms(
        pips=value(parameters.POINTS),
        modulus=value(parameters.MODULUS),
        first_places=first,
        third_places=thirds,
        most_cards=value(parameters.MOST_CARDS),
        natural=value(parameters.NATURAL),
        has_three_card_natural=value(parameters.NATURAL_OF) == "two_or_three",
        punto_draws=value(parameters.PUNTO_DRAWS),
        banco_draws=value(parameters.BANCO_DRAWS),
        draws_below_table=value(parameters.BANCO_BELOW) == "draws",
        banco_after_stand=value(parameters.BANCO_GIVEN_NOTHING),
        target=value(parameters.NEAREST_TO),
        banco_odds=odds_ratio(value(parameters.BANCO_ODDS)),
        punto_odds=odds_ratio(value(parameters.PUNTO_ODDS)),
        tie_rule=value(parameters.TIE_PAYS),
        tie_keeps_stake=value(parameters.TIE_STAKE) == "kept",
        least_share_bp=value(parameters.TIE_LEAST_BP),
        most_share_bp=value(parameters.TIE_MOST_BP),
        without_share="least" if value(parameters.TIE_WITHOUT_AGREEMENT) == "least_and_refer" else "most",
        any_tie_odds=odds_ratio(value(parameters.ANY_TIE_ODDS)),
        ur_way_odds={total: odds_ratio(odds) for total, odds in value(parameters.UR_WAY_ODDS).items()},
        ur_way_totals=value(parameters.UR_WAY_TOTALS),
        ur_way_else=value(parameters.UR_WAY_ELSE),
        required_kinds={kind: kinds for kind, kinds in needs.items() if kinds},
        without_main=value(parameters.BET_WITHOUT_MAIN),
        g38_odds=odds_ratio(value(parameters.G38_ODDS)),
        g38_banco_total=value(parameters.G38_BANCO),
        g38_third_points=value(parameters.G38_THIRD),
        g38_else=value(parameters.G38_ELSE),
        fraction_to=value(FRACTION_GOES_TO),
    )


def wagers_of(scenario: BaccaratScenario) -> list[BaccaratWager]:
    """All bets of a coup, and what of each came after the first card."""
    late = {bet.wager for _, bet in scenario.late_bets}
    raised = {wager: stake for _, wager, stake in scenario.late_raises}

    def laid(bet: WagerPlaced) -> BaccaratWager:
        whole = raised.get(bet.wager, bet.stake_minor)
        in_time = 0 if bet.wager in late else bet.stake_minor
        return BaccaratWager(bet.wager, bet.player, bet.kind, in_time, bet.total, whole - in_time)

    return [laid(bet) for bet in scenario.bets]


def money_on(scenario: BaccaratScenario, hands: Hands | None) -> Mapping[str, int | None]:
    """What goes back for each bet on these hands; None for a bet for which nobody can say, or for all without hands."""
    wagers = wagers_of(scenario)
    if hands is None:
        return dict.fromkeys(wager.name for wager in wagers)
    posted = PostedTerms({total: Fraction(odds) for total, odds in scenario.ur_way_odds.items()}, SHARES)
    return returns_by_wager(wagers, hands, posted, scenario.terms)


def certain_money_on(scenario: BaccaratScenario, hands: Hands) -> Mapping[str, int | None]:
    """What goes back for each bet whatever the cards are that these hands still lack; None where that depends on them."""
    found = [money_on(scenario, whole) for whole in _completions(scenario, hands)]
    return {name: back if all(returns[name] == back for returns in found) else None for name, back in found[0].items()}


def _completions(scenario: BaccaratScenario, hands: Hands) -> list[Hands]:
    """Every way in which unfinished hands can go on, one face for each count."""
    place = due_place(hands, scenario.terms)
    if place is None:
        return [hands]
    faces = {pips % scenario.terms.modulus: rank + "?" for rank, pips in scenario.terms.pips.items()}
    return [whole for face in faces.values() for whole in _completions(scenario, hands.with_card(place, face))]


def stakes_back(scenario: BaccaratScenario) -> Mapping[str, int]:
    """What lies there of each bet in the end."""
    return void_returns(wagers_of(scenario))


def hands_as_left(scenario: BaccaratScenario) -> Hands:
    """The hands as the dealer left them."""
    return hands_as_laid((place, card) for place, card in scenario.cards_when_called if place in HANDS)


def lawful_hands(scenario: BaccaratScenario) -> Hands:
    """The hands that the coup's cards make by right, in the order in which they left the shoe."""
    return deal_hands((card for _, card in scenario.truth.dealt_cards), scenario.terms)


def is_complete(scenario: BaccaratScenario, hands: Hands) -> bool:
    """Whether the coup has all its cards."""
    return due_place(hands, scenario.terms) is None


def right_call(scenario: BaccaratScenario) -> str:
    """What the dealer should call, by the cards as they lie or as they were put right."""
    return winner(lawful_hands(scenario) if scenario.is_corrected else hands_as_left(scenario), scenario.terms)

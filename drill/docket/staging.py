"""The cases as they are staged: what a ledger would have held of each, and what is found in it.

Where the sequence of the cards was not published, one of the published kind is dealt from a fixed seed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from drill.docket.tables import (
    StagedTable,
    decks,
    new_deck,
    picked_up,
    shuffled,
    typed,
    without,
)
from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import SINGLE_ZERO
from projections.messages.catalogue import Catalogue
from projections.pictures.roads import DERIVED, derived_road, results_of
from projections.reports.shoe_examination import power_sentences
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.forensics.foreknowledge import ForeknowledgeBets
from replay.forensics.wheels import ArcBets
from replay.games.registry import load_game
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

_SEED: Final = 2012


def _chance() -> Random:
    return Random(_SEED)  # noqa: S311 - a staging that comes out the same


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was found: its kind, after how many rounds since it began, and in words."""

    kind: str
    after_rounds: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a staged case: over how many rounds, what was found, and what else there is to say, as of money."""

    rounds: int
    found: tuple[Found, ...]
    notes: tuple[str, ...] = ()


Staging = Callable[[], Outcome]
STAGINGS: Final[dict[str, Staging]] = {}
"""By the number of the case, and of its incident where it has several."""


def _stages(name: str) -> Callable[[Staging], Staging]:
    def register(staging: Staging) -> Staging:
        STAGINGS[name] = staging
        return staging

    return register


def _rulings(table_day: TableDay) -> list[Ruling]:
    return [rule(table_day, name) for name in table_day.rounds]


def _looked_for(rulings: Sequence[Ruling], kinds: Iterable[str], rounds_before: int = 0) -> tuple[Found, ...]:
    """The first finding of each of these kinds."""
    first: dict[str, Found] = {}
    for number, ruling in enumerate(rulings, 1):
        for finding in ruling.findings:
            if finding.kind in kinds:
                first.setdefault(finding.kind, Found(finding.kind, number - rounds_before, finding.text))
    return tuple(first.values())


def _power(table_day: TableDay) -> tuple[str, ...]:
    """How little could have been found by the end."""
    shoe = next((round_.shoe_record for round_ in reversed(list(table_day.rounds.values())) if round_.shoe_record), None)
    return tuple(power_sentences(shoe, Catalogue())) if shoe is not None else ()


def _money(rulings: Sequence[Ruling]) -> list[tuple[int, int, int]]:
    """Of each wager: stake, what was paid, and what is due where every reading agrees on it."""
    return [
        (claim.stake_minor, claim.paid_minor or 0, claim.due_minor or 0)
        for ruling in rulings
        for claim in ruling.branches[0].outcome.wagers_due
    ]


def _amount(minor: int) -> str:
    return f"{minor // 100:,}.{abs(minor) % 100:02d}"


# What is in the shoe, and in which order


@_stages("1")
def _one_order_in_every_deck() -> Outcome:
    table = StagedTable(shipped_edition("dcb"), _chance())
    table.deal_shoe(shuffled(decks(1), table.chance) * 8, 41)
    rulings = _rulings(table.table_day())
    money = _money(rulings)
    won = sum(paid - staked for staked, paid, _ in money)
    amount, winners = _amount(abs(won)), "the players" if won >= 0 else "the house"
    goes_back = f"{amount} is claimed from the players" if won >= 0 else f"{amount} goes to the players"
    notes = (
        f"If the game was valid: as dealt, and {winners} keep{'s' if won < 0 else ''} {amount}.",
        f"If it was void: stakes and winnings go back, and {goes_back}.",
    )
    return Outcome(len(rulings), _looked_for(rulings, ["repeated_deck", "shuffle_missing"]), notes)


@_stages("2")
def _decks_as_the_maker_left_them() -> Outcome:
    table = StagedTable(shipped_edition("dcb"), _chance())
    table.deal_shoe((new_deck() * 8)[150:] + (new_deck() * 8)[:150], 60)
    rulings = _rulings(table.table_day())
    return Outcome(len(rulings), _looked_for(rulings, ["deck_order", "shuffle_missing"]))


def _discards_dealt_again(rounds: int) -> tuple[int, TableDay]:
    """A shoe of blackjack, and its discards dealt on as they were picked up."""
    table = StagedTable(shipped_edition("ccl"), _chance())
    table.deal_shoe(shuffled(decks(6), table.chance))
    before, discards = table.round_count, picked_up(table.dealt)
    table.deal_shoe(discards + without(decks(6), discards), rounds, 6)
    return before, table.table_day()


@_stages("3")
def _discards_not_shuffled() -> Outcome:
    before, table_day = _discards_dealt_again(25)
    rulings = _rulings(table_day)
    found = _looked_for(rulings, ["repeated_run", "poor_shuffle"], before)
    return Outcome(len(rulings) - before, found)


@_stages("4")
def _nine_times_unshuffled() -> Outcome:
    found: list[Found] = []
    shown = 0
    for rounds in (12, 6, 4, 2, 2):
        before, table_day = _discards_dealt_again(rounds)
        here = _looked_for(_rulings(table_day), ["repeated_run", "poor_shuffle"], before)
        found += here
        shown += bool(here)
    return Outcome(26, tuple(found[:1]), (f"Found in {shown} of the 5 incidents whose rounds are known (12, 6, 4, 2, 2).",))


@_stages("5")
def _paid_without_a_ruling() -> Outcome:
    before, table_day = _discards_dealt_again(4)
    compensated = typed(
        """
        table: table blackjack ccl USD; shoe S1 6
        1: open; bet w1 P1 main 160000 box=1; nmb; 1 Th D 9c 1 8d; says 1 stand; D Jc; pay w1 160000; close
        """,
        "ccl",
    )
    found = _looked_for(_rulings(table_day), ["repeated_run", "poor_shuffle"], before)
    return Outcome(4, (*found, *_looked_for(_rulings(compensated), ["wrong_payment"])))


@_stages("6a")
def _dealer_skipped_himself() -> Outcome:
    table_day = typed(
        """
        table: table blackjack ccl EUR; shoe S1 6
        1: open; bet w1 P1 main 2000 box=1; bet w2 P2 main 2000 box=2; bet w3 P3 main 2000 box=3;
           bet w4 P4 main 2000 box=4; nmb; 1 Th 2 9c 3 5d 4 8s 1 7h 2 8d 3 Jc 4 9h; notice P1 inspector; close
        """,
        "ccl",
    )
    rulings = _rulings(table_day)
    kinds = {finding.kind for ruling in rulings for finding in ruling.findings}
    return Outcome(
        1, _looked_for(rulings, kinds)[:2], ("The house's rule that is used puts the cards where they belong in turn.",)
    )


def _flipped(name: str, key: str, value: str, other: str) -> Edition:
    """A shipped edition with one value changed."""
    lines = shipped_text(name).splitlines()
    changed = [line.replace(value, other) if line.startswith(f'"{key}"') else line for line in lines]
    return parse_edition("\n".join(changed))


@_stages("6b")
def _posted_and_in_force() -> Outcome:
    text = """
        table: table blackjack ccl EUR; shoe S1 6
        1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D Ac 1 8d; says 1 stand; D 6c; pay w1 4000; close
        2: open; bet w2 P1 main 2000 box=1; nmb; 1 Td D 9c 1 9d; says 1 stand; D 8c; pay w2 4000; close
        """
    stands = _rulings(typed(text, "ccl"))
    hits = _rulings(typed(text, _flipped("ccl", "dealer.stands_on_soft", "value = true", "value = false")))
    differing = [
        n
        for n, (a, b) in enumerate(zip(stands, hits, strict=True), 1)
        if _money([a]) != _money([b]) or a.verdict != b.verdict
    ]
    notes = (
        f"Ruled on under both editions: they differ in round "
        f"{', '.join(map(str, differing))}, where the dealer has a soft 17.",
        f"Where he stands: “{stands[0].verdict}”; where he draws: “{hits[0].verdict}”, for a card is due to him.",
    )
    return Outcome(2, (), notes)


@_stages("6c")
def _three_revolutions() -> Outcome:
    table_day = typed(
        """
        table: table roulette eca-roulette EUR; limits inside 500 100000
        1: open; bet w1 P1 straight 1000 numbers=17; spin cw ccw; nmb motion=yes; revolutions 3;
           no_spin too_few_revolutions by=dealer; ball_out; ball_in 8; spin ccw cw; nmb motion=yes;
           revolutions 9 after_call=4; rest 4; call 4; dolly 4; pay w1 0; close
        """,
        "eca-roulette",
    )
    (ruling,) = _rulings(table_day)
    return Outcome(
        1, (), (f"Three revolutions are too few, no spin was due and the re-spin is right: “{ruling.verdict}”.",)
    )


def _short_shoes(missing: Sequence[str], rounds: int, *, surplus: Sequence[str] = (), number: int = 6) -> TableDay:
    table = StagedTable(shipped_edition("ccl"), _chance())
    cards = [*without(decks(number), missing), *surplus]
    while table.round_count < rounds:
        table.deal_shoe(shuffled(cards, table.chance), rounds - table.round_count, number)
    return table.table_day()


def _composition(table_day: TableDay) -> Outcome:
    rulings = _rulings(table_day)
    found = _looked_for(rulings, ["cards_missing", "cards_surplus", "one_copy_too_many"])
    return Outcome(len(rulings), found, () if found else _power(table_day))


@_stages("6d")
def _five_cards_missing() -> Outcome:
    return _composition(_short_shoes(["8s", "Qs", "5s", "Ac", "Jc"], 438))


@_stages("7")
def _sixteen_cards_missing() -> Outcome:
    missing = [card for card in decks(1) if card[1] == "s"] + ["Ah", "2h", "3h"]
    return _composition(_short_shoes(missing, 46))


@_stages("8")
def _wrong_replacement() -> Outcome:
    return _composition(_short_shoes(["Qd"], 420, surplus=["Jd"]))


@_stages("8a")
def _wrong_replacement_on_record() -> Outcome:
    table_day = typed(
        """
        table: table blackjack ccl USD; shoe S1 6; exchanged S1 Qd management replacement=Jd
        1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9c 1 8d; says 1 stand; D Jc; pay w1 0; close
        """,
        "ccl",
    )
    return Outcome(1, _looked_for(_rulings(table_day), ["wrong_replacement"]))


@_stages("9")
def _extra_card() -> Outcome:
    return _composition(_short_shoes([], 400, surplus=["7h"]))


@_stages("10")
def _card_in_the_well() -> Outcome:
    return _composition(_short_shoes(["Js"], 32, number=1))


@_stages("10a")
def _damaged_card_put_aside() -> Outcome:
    table_day = typed(
        """
        table: table blackjack ccl USD; shoe S1 6; set_aside S1 7h management
        1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9c 1 8d; says 1 stand; D Jc; pay w1 0; close
        """,
        "ccl",
    )
    return Outcome(1, _looked_for(_rulings(table_day), ["card_set_aside"]))


@_stages("12")
def _slug_left_unshuffled() -> Outcome:
    table = StagedTable(shipped_edition("dcb"), _chance())
    table.deal_shoe(shuffled(decks(8), table.chance))
    before = table.round_count
    slug = [card for _, _, card in table.dealt[120:160]]
    table.deal_shoe(slug + shuffled(without(decks(8), slug), table.chance), 12, 8)
    rulings = _rulings(table.table_day())
    return Outcome(len(rulings) - before, _looked_for(rulings, ["repeated_run", "poor_shuffle"], before))


# Knowledge of the cards or of the wheel


def _bets_after_the_first_card(right: int, coups: int) -> Outcome:
    """A player who backs punto when its first card is a six to a nine, in so many of a hundred coups, else banco."""
    chance, rules = _chance(), Rules(shipped_edition("dcb"))
    bets, found, number = ForeknowledgeBets(), list[Found](), 0
    while number < coups:
        cards = shuffled(decks(8), chance)
        lines = ["table: table baccarat dcb EUR; shoe S1 8"]
        for n in range(1, 71):
            drawn = [cards.pop() for _ in range(4)]
            knows = chance.randrange(100) < right
            backs = "punto" if (drawn[0][0] in "6789") == knows else "banco"
            deal = " ".join(f"{place} {card}" for place, card in zip("PBPB", drawn, strict=True))
            lines.append(f"{n}: open; bet w{n} P1 {backs} 100000; nmb; {deal}; close")
        for round_ in typed("\n".join(lines), "dcb").rounds.values():
            number += 1
            for trial in load_game("baccarat").bet_trials(round_, rules):
                bets.follow_sign(happened=trial.happened, chance=trial.chance, predicted=bool(trial.predicted))
            if bets.one_in >= 1_000_000 and not found:
                text = f"The bets of P1 follow the next card: right {bets.hits} times of {bets.trials}, by chance once in "
                found.append(Found("bets_follow_next_card", number, f"{text}{bets.one_in:,} at most."))
    return Outcome(number, tuple(found))


@_stages("13")
def _dealer_who_looked() -> Outcome:
    return _bets_after_the_first_card(80, 140)


@_stages("14")
def _edges_sorted() -> Outcome:
    return _bets_after_the_first_card(100, 70)


@_stages("15")
def _edges_sorted_again() -> Outcome:
    return _bets_after_the_first_card(90, 140)


_WHEEL: Final = pockets_of(SINGLE_ZERO)


@_stages("19")
def _leaning_wheel() -> Outcome:
    chance, bets, spins = _chance(), ArcBets(len(_WHEEL)), 0
    weights = [7 if 10 <= place < 15 else 5 for place in range(len(_WHEEL))]
    while bets.one_in < 1_000_000 and spins < 10_000:
        spins += 1
        bets.add(chance.choices(range(len(_WHEEL)), weights)[0])
    arc = bets.highest_at
    if arc is None or bets.one_in < 1_000_000:
        return Outcome(spins, ())
    names = f"{_WHEEL[arc.first]} to {_WHEEL[(arc.first + arc.width - 1) % len(_WHEEL)]}"
    text = (
        f"The pockets {names} came {arc.hits:,} times in {arc.spins:,} spins; a fair wheel does so once in {bets.one_in:,}."
    )
    return Outcome(spins, (Found("wheel_favours_sector", spins, text),))


@_stages("20")
def _bets_before_the_call() -> Outcome:
    lines = ["table: table roulette eca-roulette GBP; limits inside 500 10000000"]
    for n, pocket in enumerate(("14", "31", "9", "20"), 1):
        play = f"bet w{n} P1 straight 100000 numbers={pocket}; nmb motion=yes; revolutions 9 after_call=4; rest {pocket}"
        paid = f"call {pocket}; dolly {pocket}; pay w{n} 3600000; close"
        lines.append(f"{n}: open; spin {'cw ccw' if n % 2 else 'ccw cw'}; {play}; {paid}")
    rulings = _rulings(typed("\n".join(lines), "eca-roulette"))
    late = _looked_for(rulings, ["bet_after_call"])
    return Outcome(
        len(rulings), late, () if late else ("All bets were laid in time: the ball ran, and nothing was called.",)
    )


# The rule of play, and the money


@_stages("21")
def _floating_ball() -> Outcome:
    text = """
        table: table roulette eca-roulette CAD; limits inside 500 100000
        1: open; bet w1 P1 straight 1000 numbers=17; spin cw ccw; nmb motion=yes; no_spin no_compartment by=dealer;
           {again}
        """.replace(
        "{again}",
        "ball_out; ball_in 8; spin ccw cw; nmb motion=yes; revolutions 9 after_call=4; rest 4; call 4; dolly 4; "
        "pay w1 0; close",
    )
    with_rule = _rulings(typed(text, "eca-roulette"))
    earlier = _flipped("eca-roulette", "no_spin.no_compartment", "value = true", "value = false")
    without_rule = _rulings(typed(text, earlier))
    kinds = {finding.kind for finding in without_rule[0].findings} - {finding.kind for finding in with_rule[0].findings}
    notes = (
        f"Under an edition with the ground: “{with_rule[0].verdict}”, {len(with_rule[0].findings)} findings.",
        f"Under one without it: “{without_rule[0].verdict}”.",
    )
    return Outcome(1, _looked_for(without_rule, kinds), notes)


@_stages("23")
def _refused_stake() -> Outcome:
    table_day = typed(
        """
        table: table baccarat dcb USD; limits banco 10000 500000; limits punto 10000 500000; shoe S1 8
        1: open; decline P1 punto 2000000; bet w1 P1 punto 500000; nmb; P 9h B 3c P Tc B 5d; call punto;
           pay w1 1000000; close
        """,
        "dcb",
    )
    rulings = _rulings(table_day)
    ((stake, paid, due),) = _money(rulings)
    notes = (
        f"Due is what the stake of {_amount(stake)} that lay there won: {_amount(due)}, and {_amount(paid)} was paid.",
        "The stake of 20,000.00 that was declined is on record, and is no wager.",
    )
    return Outcome(1, _looked_for(rulings, ["wrong_payment"]), notes)


@_stages("24")
def _six_to_five() -> Outcome:
    text = """
        table: table blackjack ccl USD; shoe S1 6
        1: open; bet w1 P1 main 5000 box=1; nmb; 1 Ah D 9c 1 Kd; D 9d; pay w1 11000; close
        """
    dues = [
        _money(_rulings(typed(text, edition)))[0][2] - 5000
        for edition in ("ccl", _flipped("ccl", "blackjack.odds", '"3:2"', '"6:5"'))
    ]
    notes = (f"A blackjack of 50.00 wins {_amount(dues[0])} at 3 to 2, and {_amount(dues[1])} at 6 to 5.",)
    return Outcome(1, _looked_for(_rulings(typed(text, "ccl")), ["wrong_payment"]), notes)


@_stages("26")
def _roads_recomputed() -> Outcome:
    table = StagedTable(shipped_edition("dcb"), _chance())
    table.deal_shoe(shuffled(decks(8), table.chance), 60)
    results = results_of(table.table_day().rounds.values())
    road = "".join("R" if red else "B" for red, _ in derived_road(results, DERIVED["big_eye"]))
    notes = (
        f"The big eye road of these {len(results)} coups, recomputed from the cards: {road}.",
        "No wager turns on it: 0.00.",
    )
    return Outcome(len(results), (), notes)


@_stages("27")
def _past_posting() -> Outcome:
    table_day = typed(
        """
        table: table roulette eca-roulette USD; limits red 500 100000
        1: open; bet w1 P1 red 1000; spin cw ccw; revolutions 9; rest 14; bet w2 P2 red 5000; call 14; dolly 14;
           pay w1 2000; pay w2 10000; close
        """,
        "eca-roulette",
    )
    rulings = _rulings(table_day)
    kinds = {finding.kind for ruling in rulings for finding in ruling.findings}
    return Outcome(1, _looked_for(rulings, kinds))


@_stages("28")
def _second_card_dealt() -> Outcome:
    table_day = typed(
        """
        table: table blackjack ccl USD; shoe S1 6
        1: open; bet w1 P1 main 2000 box=1; nmb; 1 5h D Kc 1 6d; says 1 hit; 1 6s; says 1 stand; D 8h; pay w1 0; close
        """,
        "ccl",
    )
    swapped = typed(
        """
        table: table blackjack ccl USD; shoe S1 6
        1: open; bet w1 P1 main 2000 box=1; nmb; 1 5h D Kc 1 6d; says 1 hit; D 8h 1 6s; says 1 stand; pay w1 0; close
        """,
        "ccl",
    )
    rulings, other = _rulings(table_day), _rulings(swapped)
    kinds = {finding.kind for ruling in other for finding in ruling.findings}
    notes = (
        f"As the table saw it: “{rulings[0].verdict}”, the player has 17 and the dealer 18.",
        f"By the order of the shoe: “{other[0].verdict}”; the eight was the player's (19); the dealer has 16 and draws.",
    )
    return Outcome(1, _looked_for(other, kinds)[:2], notes)


@_stages("31")
def _overpaid_by_one_dealer() -> Outcome:
    chance, lines = _chance(), ["table: table baccarat dcb USD; shoe S1 8; dealer D1"]
    cards = shuffled(decks(8), chance)
    for n in range(1, 61):
        drawn = [cards.pop() for _ in range(4)]
        deal = " ".join(f"{place} {card}" for place, card in zip("PBPB", drawn, strict=True))
        wrong = f"; pay w{n} 20000" if n % 3 == 0 else ""
        lines.append(f"{n}: open; bet w{n} P1 punto 10000; nmb; {deal}{wrong}; close")
    rulings = _rulings(typed("\n".join(lines), "dcb"))
    times = sum(any(finding.kind == "wrong_payment" for finding in ruling.findings) for ruling in rulings)
    return Outcome(
        60,
        _looked_for(rulings, ["wrong_payment"]),
        (f"Wrong payments in {times} rounds, all to one player at one dealer.",),
    )

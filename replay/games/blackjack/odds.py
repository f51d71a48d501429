"""Exact odds of the dealer's hand and of side bets, by walking every way in which the cards can come.

They come through the play and the settlement that rule on disputes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, perm
from typing import Final

from ledger.values.cards import RANKS, SUITS
from ledger.values.document import Decimal, Digits, Document
from ledger.values.money import odds_ratio
from ledger.values.places import DEALER, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.side_bets import jack_line, pair_line, side_bet_return
from replay.games.blackjack.table import BlackjackTable, Hand, is_bust, is_two_card_21, total
from replay.judging.odds import GameOdds, OddsReport, OddsTable, decimal_text, percent_text
from replay.judging.wagers import Bet
from replay.procedure.procedure import enumerate_exact
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules, judge_branches
from replay.table_day.table_terms import TableTerms

PAIR_LINES: Final = ("mixed_pair", "coloured_pair", "perfect_pair")
TWO_CARD_BETS: Final = frozenset({"pair", "dealer_blackjack"})
"""Side bets that two cards decide."""

SUSPICIOUS_EDGE: Final = Fraction(1, 2)
"""A house that keeps more of a stake than this hardly means to."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely it is that the dealer's hand comes to something: `17` to `21`, `blackjack`, `22` and more, `over`."""

    outcome: str
    probability: Fraction


def shoe_by_value(rules: Rules) -> dict[str, int]:
    """A fresh shoe, cards that count alike taken together."""
    worth, decks = rules.value(parameters.POINTS), rules.value(DECKS)
    alike: dict[int, list[str]] = {}
    for rank in RANKS:
        alike.setdefault(worth[rank], []).append(rank)
    return {ranks[0] + "?": 4 * decks * len(ranks) for ranks in alike.values()}


def dealer_chances(edition: Edition) -> Iterator[Chance]:
    """The dealer's hand from a fresh shoe, drawn to its end whatever the players have."""
    rules = Rules(edition)
    exact: dict[str, Fraction] = {}
    for board, chance in _dealer_hands(rules):
        outcome = _outcome(board, rules)
        exact[outcome] = exact.get(outcome, Fraction(0)) + chance
    most = rules.value(parameters.MOST_POINTS)
    yield from (Chance(outcome, exact[outcome]) for outcome in sorted(exact, key=_outcome_sort_key))
    yield Chance("over", sum((exact[o] for o in exact if o.isdigit() and int(o) > most), Fraction(0)))


def _dealer_hands(rules: Rules) -> Iterator[tuple[BlackjackTable, Fraction]]:
    """Every hand that the dealer can draw from a fresh shoe, cards in no order, with its probability."""
    shoe = shoe_by_value(rules)
    cards = sum(shoe.values())
    found: Counter[tuple[str, ...]] = Counter()
    for board, ways, _ in enumerate_exact(Play(to_the_end=True), BlackjackTable(()), rules, shoe):
        found[tuple(sorted(board.dealer.all_cards))] += ways
    for hand, ways in found.items():
        yield _dealer_board(*hand), Fraction(ways, perm(cards, len(hand)))


def insurance_edge(edition: Edition) -> Fraction:
    """The expected loss per stake insured when nothing but the dealer's ace has been seen."""
    rules = Rules(edition)
    shoe = shoe_by_value(rules)
    cards = sum(shoe.values()) - 1
    tens = sum(copies for card, copies in shoe.items() if rules.value(parameters.POINTS)[card[0]] == parameters.TEN)
    return 1 - Fraction(tens, cards) * (1 + odds_ratio(rules.value(parameters.INSURANCE_ODDS)))


def _outcome(board: BlackjackTable, rules: Rules) -> str:
    return "blackjack" if is_two_card_21(board.dealer, rules) else str(total(board.dealer, rules)[0])


def _outcome_sort_key(outcome: str) -> tuple[int, str]:
    return (int(outcome), "") if outcome.isdigit() else (21, outcome)


# Side bets


@dataclass(frozen=True, slots=True)
class SideBetLine:
    """What a side bet can be paid on: its odds, None where the house must post them, and how likely it is.

    `ways` counts the pairs of cards, in no order, where two cards decide.
    """

    name: str
    odds: str | None
    probability: Fraction
    ways: int | None = None


@dataclass(frozen=True, slots=True)
class SideBetOdds:
    """A side bet's exact odds under a choice of readings. The edge is the expected loss per stake, None without odds.

    `of` is how many pairs of cards a fresh shoe holds, where two cards decide. `published` and `convention` are what
    the edition says of a figure that the odds are compared with.
    """

    wager: str
    kind: parameters.SideBet
    readings: Mapping[str, str]
    lines: tuple[SideBetLine, ...]
    edge: Fraction | None
    pair_count: int | None = None
    published: str | None = None
    convention: str | None = None

    @property
    def remark(self) -> str | None:
        """A word of warning where the house would keep so much that the odds look misprinted."""
        if self.edge is None or self.edge <= SUSPICIOUS_EDGE:
            return None
        return "the house keeps more than half of what is staked: are the odds misprinted?"


def side_bets(edition: Edition, posted: Mapping[str, str] | None = None) -> Iterator[SideBetOdds]:
    """The odds of every side bet that a house offers, under each reading; then with what the edition compares them.

    `posted` are the odds that a table has posted for the lines of a pair.
    """
    for wager in Rules(edition).value(parameters.SIDE_BETS):
        published = edition.sheet.published.get(wager)
        found = judge_branches(edition, partial(_side_bet, wager, posted or {}))
        for branch in found:
            exact = replace(branch.outcome, readings=branch.choices)
            if published is None or published.implied_odds:
                yield exact
            else:
                yield replace(exact, published=published.edge, convention=published.convention)
        if published is not None and published.implied_odds and len(found[0].outcome.lines) == 1:
            line = replace(found[0].outcome.lines[0], odds=published.implied_odds)
            edge = 1 - line.probability * (1 + odds_ratio(published.implied_odds))
            compared = replace(found[0].outcome, lines=(line,), edge=edge)
            yield replace(compared, published=published.edge, convention=published.convention)


def _side_bet(wager: str, posted: Mapping[str, str], rules: Rules) -> SideBetOdds:
    """A side bet settled on everything that can be dealt from a fresh shoe."""
    kind = rules.value(parameters.SIDE_BETS)[wager]
    under = TableTerms(odds={(line, None): odds for line, odds in posted.items()})
    bet = Bet(wager, "", wager, None, stake_minor=1, playing_minor=1, late_minor=0, position=0, terms=under, box=1)
    likely: dict[str, Fraction] = {}
    edge: Fraction | None = Fraction(1)
    for board, chance in _deciding_boards(kind, rules):
        worth, on = side_bet_return(board, bet, rules), _winning_line(kind, board, rules)
        if on is not None:
            likely[on] = likely.get(on, Fraction(0)) + chance
        edge = None if edge is None or worth is None else edge - worth * chance
    cards = 52 * rules.value(DECKS)
    of = comb(cards, 2) if kind in TWO_CARD_BETS else None
    lines = tuple(
        SideBetLine(on, odds, likely[on], None if of is None else int(likely[on] * of))
        for on, odds in _odds_of(kind, posted, rules).items()
        if on in likely
    )
    return SideBetOdds(wager, kind, {}, lines, edge, of)


def _deciding_boards(kind: parameters.SideBet, rules: Rules) -> Iterator[tuple[BlackjackTable, Fraction]]:
    """What decides a side bet, with its probability: two cards of a box or of the dealer's, or all of the dealer's."""
    if kind not in TWO_CARD_BETS:
        yield from rules.memoize("the dealer's hands", lambda: list(_dealer_hands(rules)))
        return
    decks = rules.value(DECKS)
    shoe = [rank + suit for rank in RANKS for suit in SUITS]
    for first_card, two in product(shoe, repeat=2):
        board = (
            BlackjackTable((Hand(hand_place(1), (first_card, two), (first_card, two)),))
            if kind == "pair"
            else _dealer_board(first_card, two)
        )
        yield board, Fraction(decks * (decks - (first_card == two)), perm(52 * decks, 2))


def _dealer_board(*cards: str) -> BlackjackTable:
    return BlackjackTable((), Hand(DEALER, cards, cards))


def _odds_of(kind: parameters.SideBet, posted: Mapping[str, str], rules: Rules) -> dict[str, str | None]:
    """The lines of a side bet in their order, each with its odds."""
    match kind:
        case "pair":
            return {line: posted.get(line) for line in PAIR_LINES}
        case "dealer_blackjack":
            return {_line_name(line): line.odds for line in rules.value(parameters.JACK_LINES)}
        case "dealer_over":
            return {f"over {rules.value(parameters.MOST_POINTS)}": rules.value(parameters.OVER_BET_ODDS)}
        case "dealer_total":
            return {str(rules.value(parameters.TOTAL_BET)): rules.value(parameters.TOTAL_BET_ODDS)}


def _winning_line(kind: parameters.SideBet, board: BlackjackTable, rules: Rules) -> str | None:
    """The line that a side bet wins on; None where it loses."""
    match kind:
        case "pair":
            first_card, two = board.hands[0].all_cards
            worth = rules.value(parameters.POINTS)
            return rules.evaluate(parameters.PAIR_BET_OF, lambda of: pair_line(first_card, two, of, worth))
        case "dealer_blackjack":
            ace, ten = board.dealer.all_cards
            line = jack_line(ace, ten, rules.value(parameters.JACK_LINES), rules)
            return None if line is None else _line_name(line)
        case "dealer_over":
            return f"over {rules.value(parameters.MOST_POINTS)}" if is_bust(board.dealer, rules) else None
        case "dealer_total":
            wanted = rules.value(parameters.TOTAL_BET)
            return str(wanted) if total(board.dealer, rules)[0] == wanted else None


def _line_name(line: parameters.JackLine) -> str:
    """A line as it is said: `any ace, black J`."""
    tens = "/".join(rank for rank in RANKS if rank in line.ranks)
    return f"{line.ace} ace, {line.ten} {tens}"


# The report


class DealerOutcomeDocument(Document):
    """How likely it is that the dealer's hand comes to something."""

    outcome: str
    probability: Decimal


class SideBetLineDocument(Document):
    """What a side bet can be paid on; `ways` counts pairs of cards, where two cards decide."""

    on: str
    odds: str | None
    probability: Decimal
    ways: Digits | None


class SideBetOddsDocument(Document):
    """A side bet's exact odds under a choice of readings; no edge where the house must post the odds.

    `published` and `convention` belong to odds that the printed ones are compared with; `remark` is a warning.
    """

    wager: str
    readings: dict[str, str]
    lines: list[SideBetLineDocument]
    of: Digits | None
    edge: Decimal | None
    published: str | None
    convention: str | None
    remark: str | None


class DealerOddsDocument(Document):
    """The exact odds of a blackjack dealer's hand, what an insurance costs per stake, and the side bets."""

    rulebook: str
    edition: str
    dealer: list[DealerOutcomeDocument]
    insurance_edge: Decimal
    side_bets: list[SideBetOddsDocument]


def _report(edition: Edition, _: str | None) -> OddsReport:
    """The dealer's hand from a fresh shoe, what an insurance costs, and the side bets."""
    chances, rows, edge = list(dealer_chances(edition)), list(side_bets(edition)), insurance_edge(edition)
    dealer = OddsTable(
        ("the dealer comes to", "probability"),
        tuple(
            ("over, altogether" if chance.outcome == "over" else chance.outcome, percent_text(chance.probability))
            for chance in chances
        ),
        right=frozenset({1}),
    )
    insurance = f"Of an insurance against an ace the house keeps {percent_text(edge)} on average."
    return OddsReport(
        f"{edition.sheet.edition.document}: the dealer's hand from a fresh shoe, exactly",
        (dealer, insurance, *_side_bet_parts(rows)),
        DealerOddsDocument(
            rulebook=edition.id,
            edition=edition.name,
            dealer=[
                DealerOutcomeDocument(outcome=chance.outcome, probability=decimal_text(chance.probability))
                for chance in chances
            ],
            insurance_edge=decimal_text(edge),
            side_bets=list(map(_side_bet_document, rows)),
        ),
    )


def _side_bet_document(row: SideBetOdds) -> SideBetOddsDocument:
    return SideBetOddsDocument.from_object(
        row,
        lines=list(map(_line_document, row.lines)),
        of=None if row.pair_count is None else str(row.pair_count),
        edge=None if row.edge is None else decimal_text(row.edge),
    )


def _line_document(line: SideBetLine) -> SideBetLineDocument:
    ways = None if line.ways is None else str(line.ways)
    return SideBetLineDocument.from_object(line, on=line.name, probability=decimal_text(line.probability), ways=ways)


def _side_bet_parts(rows: Sequence[SideBetOdds]) -> Iterator[OddsTable | str]:
    if not rows:
        return
    yield OddsTable(
        ("side bet", "on", "odds", "probability", "ways", "edge", "published", ""),
        tuple(cells for row in rows for cells in _side_bet_cells(row)),
        right=frozenset({3, 4, 5, 6}),
        dim=frozenset({7}),
    )
    for row in rows:
        if row.remark:
            yield f"{row.wager} at {' and '.join(line.odds or '' for line in row.lines)}: {row.remark}"


def _side_bet_cells(row: SideBetOdds) -> Iterator[tuple[str, ...]]:
    """A row a line; what is true of the whole bet stands beside the first."""
    readings = ", ".join(f"{clause} ({letter})" for clause, letter in row.readings.items())
    explanation = "; ".join(filter(None, (readings, row.convention)))
    whole = ("" if row.edge is None else percent_text(row.edge), row.published or "", explanation)
    for number, line in enumerate(row.lines):
        yield (
            "" if number else row.wager,
            line.name.replace("_", " "),
            line.odds or "not posted",
            percent_text(line.probability),
            "" if line.ways is None else f"{line.ways:,} of {row.pair_count:,}",
            *(("", "", "") if number else whole),
        )


def _misprints(edition: Edition) -> Iterator[str]:
    """Side bets of which the house would keep so much that it hardly means to."""
    for row in side_bets(edition):
        if row.remark and row.edge is not None and not row.published:
            under = "".join(f" under {clause} ({letter})" for clause, letter in row.readings.items())
            yield f"{row.wager}{under}: of a stake {percent_text(row.edge, 2)} is lost on average; {row.remark}"


ODDS: Final = GameOdds("drawing the dealer's hand in every way", _report, misprints=_misprints, document=DealerOddsDocument)

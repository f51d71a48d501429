"""Rounds that a recogniser saw badly: those that are claimed are as exact as they are said to be, and are nearly all those
that an exact Bayes decoder would claim.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest

from ledger.values.sightings import MILLION, SeenRound, Sighting, SightingRates
from replay.editions.loader import shipped_edition
from replay.games.baccarat.sightings import CoupWeigher
from replay.judging.sightings import CardsApart, DecodedRound, SightingDecoder
from tests.replay.sightings import bayes, simulated

LEVEL = Fraction(95, 100)
RECALL_068 = 0.42
"""So many cards of a hundred must be seen clearly for 0.68 of all to be taken for what they are."""


@dataclass
class Claims:
    """Rounds that are claimed, with how likely they are said to be."""

    count: int = 0
    exact: int = 0
    stated: Fraction = Fraction(0)

    def add(self, confidence: Fraction, *, is_exact: bool) -> None:
        self.count += 1
        self.exact += is_exact
        self.stated += confidence

    @property
    def exact_share(self) -> float:
        return self.exact / self.count

    @property
    def stated_share(self) -> float:
        return float(self.stated) / self.count


@dataclass
class Measured:
    """Cards seen, and those whose likeliest face was the true one; claims of faces, of ranks, of the Bayes decoder."""

    cards: int
    right: int
    faces: Claims
    ranks: Claims
    bayes: Claims

    @property
    def recall(self) -> float:
        return self.right / self.cards


def seen_round(number: int, coup: simulated.Coup) -> SeenRound:
    sightings = tuple(
        Sighting(place, index, {face: round(trust * MILLION) for face, trust in faces.items()})
        for (place, index), faces in coup.seen.items()
    )
    return SeenRound(f"BAC-1/2026-11-20/{number}", sightings, result=coup.call)


def decoded(coups: "list[simulated.Coup]") -> Iterator[DecodedRound]:
    decoder = SightingDecoder(CoupWeigher(shipped_edition("dcb")), SightingRates(), LEVEL, decks=8)
    yield from (decoder.decode(seen_round(number, coup)) for number, coup in enumerate(coups))


def truth(coup: simulated.Coup) -> dict[tuple[str, int], str]:
    return {(place, index): card for place in ("punto", "banco") for index, card in enumerate(getattr(coup, place), 1)}


def agrees(card: str, dealt: str) -> bool:
    return card[0] == dealt[0] and card[1] in ("?", dealt[1])


def measure(seed: int, clear: float, rounds: int) -> Measured:
    measured = Measured(0, 0, Claims(), Claims(), Claims())
    for coups in simulated.shoes(seed, clear, rounds):
        for coup, round_, (deal, probability) in zip(
            coups, decoded(list(coups)), bayes.decoded(coups, float(LEVEL)), strict=True
        ):
            lies = truth(coup)
            for place, faces in coup.seen.items():
                measured.cards += 1
                measured.right += max(faces, key=faces.__getitem__) == lies.get(place)
            if probability >= LEVEL:
                is_exact = deal == tuple(lies.get(place) for place in bayes.PLACES)
                measured.bayes.add(Fraction(probability), is_exact=is_exact)
            if round_.is_sure:
                read = [(card.place, card.card) for card in round_.cards]
                dealt = [(place, card) for (place, _), card in lies.items()]
                is_exact = len(read) == len(dealt) and all(
                    agrees(card, right)
                    for place in ("punto", "banco")
                    for card, right in zip(
                        [card for at, card in read if at == place],
                        [card for at, card in dealt if at == place],
                        strict=False,
                    )
                )
                claims = measured.faces if all(card[1] != "?" for _, card in read) else measured.ranks
                claims.add(round_.confidence, is_exact=is_exact)
    return measured


def assert_as_good_as_stated(claims: Claims, spread: float) -> None:
    """Exact as often as stated, within so many points."""
    assert abs(claims.exact_share - claims.stated_share) <= spread, claims


@pytest.mark.nightly
@pytest.mark.timeout(1_800)
def test_at_068_recall_claims_are_exact_calibrated_and_nearly_all_that_bayes_would_claim() -> None:
    measured = measure(seed=30, clear=RECALL_068, rounds=20_000)
    assert abs(measured.recall - 0.68) < 0.01
    assert measured.faces.exact_share >= 0.95
    assert_as_good_as_stated(measured.faces, 0.02)
    assert_as_good_as_stated(measured.ranks, 0.02)
    assert measured.faces.count >= 0.9 * measured.bayes.count


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("clear", "recall"), [(0.07, 0.5), (0.26, 0.6), (0.44, 0.7), (0.63, 0.8), (0.81, 0.9), (0.98, 0.99)]
)
def test_claims_are_as_exact_as_stated_whatever_the_eyes(clear: float, recall: float) -> None:
    measured = measure(seed=31, clear=clear, rounds=3_000)
    assert abs(measured.recall - recall) < 0.02
    for claims in (measured.faces, measured.ranks):
        # three standard deviations of a count that is 0.98 right, besides the two points
        if claims.count:
            assert_as_good_as_stated(claims, 0.02 + 3 * (0.02 / claims.count) ** 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("clear", [RECALL_068, 0.9])
def test_some_hundred_rounds(clear: float) -> None:
    """The bounded form of the long ones."""
    measured = measure(seed=32, clear=clear, rounds=300)
    assert measured.faces.count >= 0.9 * measured.bayes.count - 1
    assert measured.faces.count - measured.faces.exact <= 2 + 0.05 * measured.faces.count


def saw(
    *sightings: tuple[str, int, dict[str, int]], result: str | None = None, rates: SightingRates | None = None
) -> DecodedRound:
    decoder = SightingDecoder(CoupWeigher(shipped_edition("dcb")), rates or SightingRates(), LEVEL, decks=8)
    return decoder.decode(
        SeenRound("BAC-1/2026-11-20/1", tuple(Sighting(*sighting) for sighting in sightings), result=result)
    )


def cards_of(round_: DecodedRound) -> list[tuple[str, str]]:
    return [(card.place, card.card) for card in round_.cards]


SURE = MILLION - 10
NATURAL_OR_DRAW = (
    ("punto", 1, {"9h": 500_000, "4h": 500_000}),
    ("punto", 2, {"Kd": SURE}),
    ("banco", 1, {"Tc": SURE}),
    ("banco", 2, {"7s": SURE}),
)
"""Punto 9 or 4, banco 7: with 4 punto draws, with 9 nobody does."""


class TestTheProcedureTellsWhatTheEyesDoNot:
    def test_no_third_card_was_seen_so_punto_had_its_natural(self) -> None:
        """With the 4 a third card would have been missed (2 in 100) or not drawn (5 in 3,000)."""
        round_ = saw(*NATURAL_OR_DRAW)
        assert (round_.is_sure, cards_of(round_)[0]) == (True, ("punto", "9h"))

    def test_a_third_card_was_seen_so_punto_had_to_draw(self) -> None:
        round_ = saw(*NATURAL_OR_DRAW, ("punto", 3, {"2c": SURE}))
        assert (round_.is_sure, cards_of(round_)[0]) == (True, ("punto", "4h"))

    @pytest.mark.parametrize(("result", "card"), [("punto", "9h"), ("banco", "6h")])
    def test_the_call_tells_two_hands_apart_that_both_stand(self, result: str, card: str) -> None:
        """Punto 9 or 6, banco 7; with 6 and 7 nobody draws either."""
        first = ("punto", 1, {"9h": 500_000, "6h": 500_000})
        round_ = saw(first, *NATURAL_OR_DRAW[1:], result=result)
        assert (round_.is_sure, cards_of(round_)[0]) == (True, ("punto", card))
        assert not saw(first, *NATURAL_OR_DRAW[1:]).is_sure

    def test_a_deal_against_the_rules_is_unlikely_and_not_impossible(self) -> None:
        """Punto's natural nine, read beyond doubt, and a third card beside it: of eyes that invent nothing it is the
        dealer's error; of eyes that may, it is not sure that a card lies there.
        """
        cards = (("punto", 1, {"9h": SURE}), *NATURAL_OR_DRAW[1:], ("punto", 3, {"2c": SURE}))
        round_ = saw(*cards, rates=SightingRates(invented=10))
        assert (round_.is_sure, cards_of(round_)[-1]) == (True, ("punto", "2c"))
        assert not saw(*cards, rates=SightingRates(invented=1_000)).is_sure

    def test_of_a_card_whose_rank_alone_is_sure_the_rank_is_said(self) -> None:
        round_ = saw(("punto", 1, {"9h": 500_000, "9d": 499_990}), *NATURAL_OR_DRAW[1:])
        assert (round_.is_sure, cards_of(round_)[0]) == (True, ("punto", "9?"))

    def test_a_rank_without_its_suit_may_be_what_was_seen(self) -> None:
        round_ = saw(("punto", 1, {"9?": SURE}), *NATURAL_OR_DRAW[1:])
        assert (round_.is_sure, cards_of(round_)[0]) == (True, ("punto", "9?"))


class TestTheShoe:
    def test_a_face_of_which_all_copies_are_out_is_not_seen_again(self) -> None:
        """One deck: the nine of hearts went in the first coup, so that of the two in the second it is the eight."""
        decoder = SightingDecoder(CoupWeigher(shipped_edition("dcb")), SightingRates(), LEVEL, decks=1)
        first = (
            ("punto", 1, {"9h": SURE}),
            ("punto", 2, {"Kd": SURE}),
            ("banco", 1, {"Tc": SURE}),
            ("banco", 2, {"7s": SURE}),
        )
        second = (
            ("punto", 1, {"9h": 600_000, "8h": 400_000}),
            ("punto", 2, {"Kh": SURE}),
            ("banco", 1, {"Th": SURE}),
            ("banco", 2, {"7h": SURE}),
        )
        rounds = [
            decoder.decode(SeenRound(f"BAC-1/2026-11-20/{number}", tuple(Sighting(*card) for card in cards), shoe="S1"))
            for number, cards in enumerate((first, second), 1)
        ]
        assert (rounds[1].is_sure, cards_of(rounds[1])[0]) == (True, ("punto", "8h"))
        again = decoder.decode(SeenRound("BAC-1/2026-11-20/3", tuple(Sighting(*card) for card in second), shoe="S2"))
        assert not again.is_sure, "a new shoe holds it again"


def test_where_nothing_is_known_of_the_deal_each_card_stands_for_itself() -> None:
    decoder = SightingDecoder(CardsApart(), SightingRates(), LEVEL, decks=6)
    cards = (Sighting("box1", 1, {"8h": 990_000}), Sighting("dealer", 1, {"6s": 500_000, "9s": 500_000}))
    round_ = decoder.decode(SeenRound("BJ-1/2026-11-20/1", cards))
    assert (round_.is_sure, cards_of(round_)) == (False, [("box1", "8h"), ("dealer", "??")])


def test_cards_where_none_can_lie_leave_the_round_to_a_person() -> None:
    round_ = saw(("punto", 1, {"9h": SURE}), ("box1", 1, {"9h": SURE}))
    assert (round_.is_sure, cards_of(round_)) == (False, [("punto", "??"), ("box1", "??")])

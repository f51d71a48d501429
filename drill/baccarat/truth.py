"""What is right in a drilled coup: what must be found, what each reading makes of it, who gets what.

All of it follows from what the drill itself did; the cards of a coup and its money are the oracle's to say, and nothing
here asks the judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from drill.baccarat.expected_money import (
    WAGER_KINDS,
    certain_money_on,
    hands_as_left,
    is_complete,
    lawful_hands,
    money_on,
    stakes_back,
)
from drill.baccarat.faults.paying import (
    acceptable_amounts,
    is_paid_later,
    mispaid_wagers,
    paid_by_wager,
    returned_by_wager,
    taken_up_by_wager,
    unsettled_wagers,
)
from drill.baccarat.rounds import DrilledShoe, is_partnership
from drill.baccarat.scenario import CORRECTED_NOTICES, LIMITS, SHARES, UNANSWERED_NOTICES
from drill.oracles.baccarat import Hands, deal_hands, is_due_third_card
from replay.games.baccarat.parameters import PARTNER_COUPS
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

CARD_FINDINGS: Final = frozenset(
    {"underdraw", "overdraw", "fourth_card", "short_hand", "wrong_deal_order", "out_of_order", "card_astray", "unexplained"}
)
WINDOW_CLAUSES: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21e?", "DCB-21f?", "DCB-21g?")
"""The ambiguities that decide what becomes of a misdealt coup."""

REFERRED_FINDINGS: Final = frozenset({"one_copy_too_many", "wrong_decks", "too_many_cards"})
"""What makes it doubtful from which cards a coup was dealt: a person decides on it whatever the readings."""

FINDINGS_NEEDING_CARDS: Final = frozenset(
    {
        "wrong_payment",
        "mispaid_as_dealt",
        "unpaid",
        "wrong_announcement",
        "no_agreed_share",
        "share_out_of_range",
        "no_posted_odds",
    }
)
"""What is found only where the cards say enough."""

SIDES: Final = ("banco", "punto")
Dues = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class ExpectedCoupOutcome:
    """What a coup comes to under one choice of readings: how it stands, what is due, whether it waits for somebody."""

    standing: str | None
    dues: Dues
    is_held_up: bool
    verdict: str
    money_findings: frozenset[str] = frozenset()
    """What must be found of the payments."""
    card_actions: frozenset[object] = frozenset()
    """The cards to be moved to another hand, and those to be drawn."""


ReadingLetters = tuple[str, ...]
"""A choice of readings, one per ambiguity of the window."""


@dataclass(frozen=True, slots=True)
class ExpectedCoupRuling:
    """What a ruling on a coup must say."""

    required_findings: frozenset[str]
    allowed_findings: frozenset[str]
    """What may be found: where a card was not read, some findings depend on what it was."""
    card_findings: tuple[str, ...] | None
    """What must be found of the cards' order, each error by itself; None where that can be read in several ways."""
    outcomes: Mapping[ReadingLetters, ExpectedCoupOutcome]
    """What comes of each choice."""
    resolutions: Mapping[str, str]
    referred_wagers: frozenset[str]
    player_by_wager: Mapping[str, str]
    disputing_players: frozenset[str]
    is_next_coup_read: bool
    """Whether the cards were read that are missing here and came in the next coup."""

    @property
    def is_money_certain(self) -> bool:
        """Whether all cards were read on which the money turns."""
        return self.is_next_coup_read and "unread_card" not in self.required_findings


def expected_rulings(edition: Edition, shoe: DrilledShoe) -> list[ExpectedCoupRuling]:
    """What is right in each coup of a shoe."""
    rules = Rules(edition)
    copies, cards = shoe.has_copies_too_many(), shoe.has_cards_too_many()
    found = []
    for at in range(len(shoe.scenarios)):
        kinds = {"one_copy_too_many"} if copies[at] else set[str]()
        kinds |= {"too_many_cards"} if cards[at] else set()
        kinds |= {"wrong_decks"} if at == 0 and shoe.announced_decks != rules.value(DECKS) else set()
        if is_partnership(shoe.scenarios[: at + 1], LIMITS["banco"][1], rules.value(PARTNER_COUPS)):
            kinds.add("partnership")
        found.append(_CoupTruth(edition, shoe, at, frozenset(kinds)).expected_ruling())
    return found


@dataclass
class _CoupTruth:
    """One coup of a shoe. `shoe_findings` is what must be found in it besides what its own faults lead to."""

    edition: Edition
    shoe: DrilledShoe
    index: int
    shoe_findings: frozenset[str]

    def __post_init__(self) -> None:
        script = self.scenario = self.shoe.scenarios[self.index]
        self.is_last = self.index == len(self.shoe.scenarios) - 1
        self.has_all_cards = script.is_corrected or not script.missing_cards
        self.hands_as_left = None if script.has_short_hand else hands_as_left(script)
        self.lawful_hands = lawful_hands(script)
        self.resolutions = {**self.edition.resolved_letters, **script.resolutions}

    def expected_ruling(self) -> ExpectedCoupRuling:
        script = self.scenario
        comes_to = self._outcomes_by_letters()
        wanted = self._required_findings() | {kind for outcome in comes_to.values() for kind in outcome.money_findings}
        allowed = wanted | (CARD_FINDINGS if script.is_misdealt else frozenset())
        following = self.shoe.scenarios[self.index + 1 : self.index + 2]
        is_next_read = not (script.missing_cards and any(scenario.card_names for scenario in following))
        if mispaid_wagers(script, is_last=self.is_last) and (script.has_unread_card or not is_next_read):
            allowed |= {"mispaid_as_dealt"}
        if script.has_unread_card:
            allowed |= script.required_findings
            wanted -= FINDINGS_NEEDING_CARDS
        return ExpectedCoupRuling(
            required_findings=wanted,
            allowed_findings=allowed,
            card_findings=self._card_findings,
            outcomes=comes_to,
            resolutions=self.resolutions,
            referred_wagers=self._referred_wagers(),
            player_by_wager={bet.wager: bet.player for bet in script.bets},
            disputing_players=frozenset({"P2"} if self._is_disputed() else ()),
            is_next_coup_read=is_next_read,
        )

    @property
    def is_only_misplaced(self) -> bool:
        """Whether as many cards were dealt as were due, only not where or when they were due."""
        return self.scenario.is_misdealt and len(self.scenario.cards) == len(self.scenario.truth.dealt_cards)

    @cached_property
    def _is_previous_only_misplaced(self) -> bool:
        """The same of the coup before, on which it depends whether this one is protected."""
        before = _CoupTruth(self.edition, self.shoe, self.index - 1, frozenset()) if self.index else None
        return before is not None and before.is_only_misplaced and not before.scenario.has_unread_card

    @cached_property
    def _card_findings(self) -> tuple[str, ...] | None:
        """What the cards by themselves look like, by the fewest errors; None where they can be read in several ways."""
        script = self.scenario
        if len(script.card_faults) != 1 or not script.is_misdealt or script.has_short_hand or script.has_unread_card:
            return None
        (fault,) = script.card_faults
        if fault == "first_cards_out_of_order":
            return ("wrong_deal_order",)
        if fault == "thirds_out_of_order_and_one_over":
            return ("out_of_order",)
        if fault in ("underdraw_punto", "punto_passed_over", "third_to_wrong_hand", "thirds_out_of_order"):
            return self._third_card_findings(fault)
        kind = "fourth_card" if fault == "fourth_card" else fault.split("_")[0]
        return ("overdraw", "overdraw") if fault == "natural_played_on" else (kind,)

    def _third_card_findings(self, fault: str) -> tuple[str, ...]:
        """A third card that did not come, or came to the other hand: it depends on what banco is then due."""
        script, by_itself = self.scenario, self._is_banco_due_third()
        if fault == "underdraw_punto":
            return ("underdraw", "underdraw") if by_itself else ("underdraw",)
        if fault == "thirds_out_of_order":
            return ("out_of_order",) if self._is_banco_due_third(script.cards[5][1]) else ("overdraw",)
        place, card = script.cards[4]
        if place == "banco" and by_itself:
            return ("underdraw",)
        stopped_there = script.notice in CORRECTED_NOTICES or (place == "punto" and not self._is_banco_due_third(card))
        return ("overdraw",) if stopped_there else ("card_astray",)

    def _is_banco_due_third(self, *third_cards: str) -> bool:
        """Whether banco is due a card once punto was given this one, or none."""
        two = Hands(self.lawful_hands.punto[:2], self.lawful_hands.banco[:2])
        return is_due_third_card("banco", Hands((*two.punto, *third_cards), two.banco), self.scenario.terms)

    def _required_findings(self) -> frozenset[str]:
        """What the faults must lead to, as far as the dealer came to commit them and the cards that count are out."""
        script, wanted = self.scenario, set(self.scenario.required_findings)
        if script.is_never_called:
            wanted -= {"wrong_announcement", "payment_without_wager"}
        wanted.discard("wrong_payment")  # what is wrong with the money hangs on how the coup stands
        if not self.has_all_cards:
            wanted -= {"no_agreed_share", "share_out_of_range"}
        if not is_paid_later(script, is_last=self.is_last):
            wanted.discard("carried_over")
        if not self._wagers_without_odds(self.hands_as_left):
            wanted.discard("no_posted_odds")
        if any(self._is_exposed(letters) for letters in self._letter_choices):
            wanted.add("played_on")
        return frozenset(wanted) | self.shoe_findings

    def _wagers_without_odds(self, hands: Hands | None) -> set[str]:
        """The bets that win on these hands and for which nothing is posted."""
        if hands is None:
            return set()
        backs = money_on(self.scenario, hands)
        return {bet.wager for bet in self.scenario.bets if bet.kind in WAGER_KINDS and backs[bet.wager] is None}

    def _referred_wagers(self) -> frozenset[str]:
        """The bets that a person decides on."""
        by_right = self.lawful_hands if self.has_all_cards else None
        found = (
            self.scenario.referred_bets
            | self._wagers_without_odds(self.hands_as_left)
            | self._wagers_without_odds(by_right)
        )
        if self.has_all_cards:
            found |= {bet.wager for bet in self.scenario.added_bets if bet.player not in SHARES and bet.kind in SIDES}
        return frozenset(found)

    def _is_disputed(self) -> bool:
        """Whether a player's notice of an error is on record."""
        after = {"players_word": 0, "played_on": 0, "late": 1, "several_later": 3}.get(self.scenario.notice or "")
        return after is not None and self.index + after < len(self.shoe.scenarios)

    # What each choice of readings makes of it

    @cached_property
    def _letter_choices(self) -> list[ReadingLetters]:
        """Every choice that the house has left open."""
        known = self.edition.sheet.readings
        letters = [
            (self.resolutions[clause],)
            if clause in self.resolutions
            else self.edition.reading_letters(clause)
            if clause in known
            else "a"
            for clause in WINDOW_CLAUSES
        ]
        return list(product(*letters))

    def _outcomes_by_letters(self) -> Mapping[ReadingLetters, ExpectedCoupOutcome]:
        outcomes: dict[tuple[str | None, bool], ExpectedCoupOutcome] = {}
        found = {}
        for letters in self._letter_choices:
            key = self._standing(letters), self._is_exposed(letters)
            if key not in outcomes:
                outcomes[key] = self._outcome(*key)
            found[letters] = outcomes[key]
        return found

    def _is_exposed(self, letters: ReadingLetters) -> bool:
        """Whether the coup before had been brought to attention in time and nobody acted: management decides.

        Where that had only its cards astray, and only their number counts, it was no over- or under-drawing at all.
        """
        _, heard_by, played_on, _, what_counts, _ = letters
        if not self.index or (self._is_previous_only_misplaced and what_counts == "b"):
            return False
        notice = self.shoe.scenarios[self.index - 1].notice
        return notice in UNANSWERED_NOTICES and played_on == "a" and (notice != "players_word" or heard_by == "b")

    def _standing(self, letters: ReadingLetters) -> str | None:
        """What a misdealt coup stands as under these readings, from what the drill itself did."""
        once_closed, heard_by, _, shoe_ends, what_counts, purpose = letters
        script = self.scenario
        if not script.is_misdealt:
            return None
        if script.is_corrected:
            return "put_right"
        heard = script.notice in ("in_time", "played_on", "next_bets_down") or script.is_wrong_correction_left
        heard = heard or (script.notice == "players_word" and heard_by == "b")
        if heard or (self.is_last and shoe_ends == "b"):
            return "reconstruct"
        if self.is_only_misplaced and what_counts == "b":
            return "as_money"
        if script.is_noted_deliberate and purpose == "b":
            return "as_money"
        return {"a": "as_dealt", "b": "decided_again", "c": "void"}[once_closed]

    def _outcome(self, standing: str | None, is_exposed: bool) -> ExpectedCoupOutcome:  # noqa: FBT001 - the two make a key
        script = self.scenario
        dues: dict[str, int | None] = dict(stakes_back(script) if standing == "void" else self._money_due(standing))
        if is_exposed:
            dues = dict.fromkeys(dues)
        held_up = is_exposed or not REFERRED_FINDINGS.isdisjoint(self.shoe_findings)
        verdict = "refer" if held_up or self._referred_wagers() else self._verdict(standing, dues)
        to_do = self._card_actions() if standing == "reconstruct" else frozenset[object]()
        return ExpectedCoupOutcome(
            standing, tuple(sorted(dues.items())), held_up, verdict, self._money_findings(standing, dues), to_do
        )

    def _card_actions(self) -> frozenset[object]:
        """What is to be done with the cards of a coup that is to be put right: once collected none is moved any more."""
        script, by_right = self.scenario, self.scenario.truth.dealt_cards
        pairs = enumerate(zip(script.cards_when_called, by_right, strict=False)) if self.is_last else ()
        moves = {(at, place, to) for at, ((place, _), (to, _)) in pairs if place != to}
        return frozenset(moves | {place for place, _ in script.missing_cards})

    def _money_findings(self, standing: str | None, dues: Mapping[str, int | None]) -> frozenset[str]:
        """What is to be found of the payments where this is due."""
        script, found = self.scenario, {"unpaid"} if self._has_unpaid_winnings(dues) else set()
        given, taken = paid_by_wager(script), taken_up_by_wager(script)
        for wager in mispaid_wagers(script, is_last=self.is_last) & set(given):
            then, due = acceptable_amounts(script, wager), dues[wager]
            right = then if due is None else then | {due}
            if given[wager] not in {max(minor - taken.get(wager, 0), 0) for minor in right}:
                found |= {"wrong_payment"} if due is not None else set()
                found |= {"mispaid_as_dealt"} if due not in then and standing != "void" else set()
        return frozenset(found)

    def _has_unpaid_winnings(self, dues: Mapping[str, int | None]) -> bool:
        """Whether winnings, by what counts and as it lay, were left unpaid where others of the coup were settled."""
        script, unpaid = self.scenario, unsettled_wagers(self.scenario, is_last=self.is_last)
        if script.is_never_called or not set(paid_by_wager(script)) - unpaid:
            return False
        stakes, as_it_lies, has = stakes_back(script), money_on(script, self.hands_as_left), taken_up_by_wager(script)
        return any(
            all(
                minor not in (None, stakes[wager]) and minor > has.get(wager, 0)
                for minor in (dues[wager], as_it_lies[wager])
            )
            for wager in unpaid - self._referred_wagers()
        )

    def _money_due(self, standing: str | None) -> Mapping[str, int | None]:
        script = self.scenario
        if standing == "as_dealt":
            return money_on(script, self.hands_as_left)
        if (self.has_all_cards or self._is_missing_in_next_coup()) and is_complete(script, self.lawful_hands):
            return money_on(script, self.lawful_hands)
        return certain_money_on(script, deal_hands((card for _, card in script.cards), script.terms))

    @property
    def _is_only_money_left(self) -> bool:
        """Whether the next coup lies over the cards and none is missing that it does not show."""
        return not self.is_last and (self.has_all_cards or self._is_missing_in_next_coup())

    def _is_missing_in_next_coup(self) -> bool:
        """Whether the cards that are missing were all dealt in the next coup."""
        return any(
            len(self.scenario.missing_cards) <= len(scenario.cards_read)
            for scenario in self.shoe.scenarios[self.index + 1 : self.index + 2]
        )

    def _verdict(self, standing: str | None, dues: Mapping[str, int | None]) -> str:
        back, settled = returned_by_wager(self.scenario, dues, is_last=self.is_last), not self.scenario.is_never_called
        right = settled and back == dues
        if not right and (standing == "void" or (standing == "reconstruct" and not self._is_only_money_left)):
            return standing
        if standing is not None and None in dues.values():
            return "refer"
        amiss = any(dues[wager] != minor for wager, minor in back.items()) or self._has_unpaid_winnings(dues)
        return "correct" if amiss else "stands"

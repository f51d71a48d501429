"""What is right in a drilled coup: what must be found, what each reading makes of it, who gets what.

All of it follows from what the drill itself did; the cards of a coup and its money are the oracle's to say, and nothing
here asks the judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from drill.baccarat.expected_money import KINDS, complete, decided_on, lawful, lies, money_on, stakes_back
from drill.baccarat.faults.paying import in_hand, mispaid, paid, pays_later, right_then, unsettled, went_back
from drill.baccarat.rounds import Shoe, in_partnership
from drill.baccarat.scenario import LIMITS, OPEN_NOTICES, PUT_RIGHT, SHARES
from drill.oracles.baccarat import Hands, dealt, draws
from replay.games.baccarat.parameters import PARTNER_COUPS
from replay.rulebooks.common_parameters import DECKS
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

CARDS: Final = frozenset(
    {"underdraw", "overdraw", "fourth_card", "short_hand", "wrong_deal_order", "out_of_order", "card_astray", "unexplained"}
)
WINDOW: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21e?", "DCB-21f?", "DCB-21g?")
"""The ambiguities that decide what becomes of a misdealt coup."""

GRAVE: Final = frozenset({"one_copy_too_many", "wrong_decks", "too_many_cards"})
"""What makes it doubtful from which cards a coup was dealt: a person decides on it whatever the readings."""

OF_THE_CARDS: Final = frozenset(
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
class Outcome:
    """What a coup comes to under one choice of readings: how it stands, what is due, whether it waits for somebody."""

    standing: str | None
    dues: Dues
    held_up: bool
    verdict: str
    of_the_money: frozenset[str] = frozenset()
    """What must be found of the payments."""
    to_do: frozenset[object] = frozenset()
    """The cards to be moved to another hand, and those to be drawn."""


Letters = tuple[str, ...]
"""A choice of readings, one per ambiguity of the window."""


@dataclass(frozen=True, slots=True)
class Right:
    """What a ruling on a coup must say."""

    wanted: frozenset[str]
    allowed: frozenset[str]
    """What may be found: where a card was not read, some findings depend on what it was."""
    of_the_cards: tuple[str, ...] | None
    """What must be found of the cards' order, each error by itself; None where that can be read in several ways."""
    comes_to: Mapping[Letters, Outcome]
    """What comes of each choice."""
    resolved: Mapping[str, str]
    referred: frozenset[str]
    players: Mapping[str, str]
    disputing: frozenset[str]
    told: bool
    """Whether the cards were read that are missing here and came in the next coup."""

    @property
    def settled(self) -> bool:
        """Whether all cards were read on which the money turns."""
        return self.told and "unread_card" not in self.wanted


def rights(edition: Edition, shoe: Shoe) -> list[Right]:
    """What is right in each coup of a shoe."""
    rules = Rules(edition)
    copies, cards = shoe.copies_too_many(), shoe.cards_too_many()
    found = []
    for at in range(len(shoe.scripts)):
        kinds = {"one_copy_too_many"} if copies[at] else set[str]()
        kinds |= {"too_many_cards"} if cards[at] else set()
        kinds |= {"wrong_decks"} if at == 0 and shoe.said != rules.value(DECKS) else set()
        if in_partnership(shoe.scripts[: at + 1], LIMITS["banco"][1], rules.value(PARTNER_COUPS)):
            kinds.add("partnership")
        found.append(_Truth(edition, shoe, at, frozenset(kinds)).right())
    return found


@dataclass
class _Truth:
    """One coup of a shoe. `beside` is what must be found in it besides what its own faults lead to."""

    edition: Edition
    shoe: Shoe
    at: int
    beside: frozenset[str]

    def __post_init__(self) -> None:
        script = self.script = self.shoe.scripts[self.at]
        self.last = self.at == len(self.shoe.scripts) - 1
        self.out = script.put_right or not script.missing
        self.lying = None if script.short else lies(script)
        self.right_hands = lawful(script)
        self.resolved = {**self.edition.resolved_letters, **script.resolved}

    def right(self) -> Right:
        script = self.script
        comes_to = self._outcomes()
        wanted = self._wanted() | {kind for one in comes_to.values() for kind in one.of_the_money}
        allowed = wanted | (CARDS if script.misdealt else frozenset())
        if script.unread:
            allowed |= script.kinds | ({"mispaid_as_dealt"} if mispaid(script, last=self.last) else set())
            wanted -= OF_THE_CARDS
        following = self.shoe.scripts[self.at + 1 : self.at + 2]
        return Right(
            wanted=wanted,
            allowed=allowed,
            of_the_cards=self._of_the_cards,
            comes_to=comes_to,
            resolved=self.resolved,
            referred=self._referred(),
            players={bet.wager: bet.player for bet in script.bets},
            disputing=frozenset({"P2"} if self._disputed() else ()),
            told=not (script.missing and any(one.names for one in following)),
        )

    @property
    def astray(self) -> bool:
        """Whether as many cards were dealt as were due, only not where or when they were due."""
        return self.script.misdealt and len(self.script.cards) == len(self.script.truth.dealt)

    @cached_property
    def _astray_before(self) -> bool:
        """The same of the coup before, on which it depends whether this one is protected."""
        before = _Truth(self.edition, self.shoe, self.at - 1, frozenset()) if self.at else None
        return before is not None and before.astray and not before.script.unread

    @cached_property
    def _of_the_cards(self) -> tuple[str, ...] | None:
        """What the cards by themselves look like, by the fewest errors; None where they can be read in several ways."""
        script = self.script
        if len(script.card_faults) != 1 or not script.misdealt or script.short or script.unread:
            return None
        (fault,) = script.card_faults
        if fault == "first_cards_out_of_order":
            return ("wrong_deal_order",)
        if fault == "thirds_out_of_order_and_one_over":
            return ("out_of_order",)
        if fault in ("underdraw_punto", "punto_passed_over", "third_to_wrong_hand", "thirds_out_of_order"):
            return self._of_a_third_card(fault)
        kind = "fourth_card" if fault == "fourth_card" else fault.split("_")[0]
        return ("overdraw", "overdraw") if fault == "natural_played_on" else (kind,)

    def _of_a_third_card(self, fault: str) -> tuple[str, ...]:
        """A third card that did not come, or came to the other hand: it depends on what banco is then due."""
        script, by_itself = self.script, self._banco_draws()
        if fault == "underdraw_punto":
            return ("underdraw", "underdraw") if by_itself else ("underdraw",)
        if fault == "thirds_out_of_order":
            return ("out_of_order",) if self._banco_draws(script.cards[5][1]) else ("overdraw",)
        place, card = script.cards[4]
        if place == "banco" and by_itself:
            return ("underdraw",)
        stopped_there = script.notice in PUT_RIGHT or (place == "punto" and not self._banco_draws(card))
        return ("overdraw",) if stopped_there else ("card_astray",)

    def _banco_draws(self, *given: str) -> bool:
        """Whether banco is due a card once punto was given this one, or none."""
        two = Hands(self.right_hands.punto[:2], self.right_hands.banco[:2])
        return draws("banco", Hands((*two.punto, *given), two.banco), self.script.terms)

    def _wanted(self) -> frozenset[str]:
        """What the faults must lead to, as far as the dealer came to commit them and the cards that count are out."""
        script, wanted = self.script, set(self.script.kinds)
        if script.silent:
            wanted -= {"wrong_announcement", "payment_without_wager"}
        wanted.discard("wrong_payment")  # what is wrong with the money hangs on how the coup stands
        if not self.out:
            wanted -= {"no_agreed_share", "share_out_of_range"}
        if not pays_later(script, last=self.last):
            wanted.discard("carried_over")
        if not self._without_odds(self.lying):
            wanted.discard("no_posted_odds")
        if any(self._exposed(letters) for letters in self._choices):
            wanted.add("played_on")
        return frozenset(wanted) | self.beside

    def _without_odds(self, hands: Hands | None) -> set[str]:
        """The bets that win on these hands and for which nothing is posted."""
        if hands is None:
            return set()
        backs = money_on(self.script, hands)
        return {bet.wager for bet in self.script.bets if bet.kind in KINDS and backs[bet.wager] is None}

    def _referred(self) -> frozenset[str]:
        """The bets that a person decides on."""
        by_right = self.right_hands if self.out else None
        found = self.script.referred | self._without_odds(self.lying) | self._without_odds(by_right)
        if self.out:
            found |= {bet.wager for bet in self.script.more_bets if bet.player not in SHARES and bet.kind in SIDES}
        return frozenset(found)

    def _disputed(self) -> bool:
        """Whether a player's notice of an error is on record."""
        after = {"players_word": 0, "played_on": 0, "late": 1, "several_later": 3}.get(self.script.notice or "")
        return after is not None and self.at + after < len(self.shoe.scripts)

    # What each choice of readings makes of it

    @cached_property
    def _choices(self) -> list[Letters]:
        """Every choice that the house has left open."""
        known = self.edition.sheet.readings
        letters = [
            (self.resolved[clause],)
            if clause in self.resolved
            else self.edition.reading_letters(clause)
            if clause in known
            else "a"
            for clause in WINDOW
        ]
        return list(product(*letters))

    def _outcomes(self) -> Mapping[Letters, Outcome]:
        made: dict[tuple[str | None, bool], Outcome] = {}
        found = {}
        for letters in self._choices:
            key = self._standing(letters), self._exposed(letters)
            if key not in made:
                made[key] = self._outcome(*key)
            found[letters] = made[key]
        return found

    def _exposed(self, letters: Letters) -> bool:
        """Whether the coup before had been brought to attention in time and nobody acted: management decides.

        Where that had only its cards astray, and only their number counts, it was no over- or under-drawing at all.
        """
        _, heard_by, played_on, _, what_counts, _ = letters
        if not self.at or (self._astray_before and what_counts == "b"):
            return False
        notice = self.shoe.scripts[self.at - 1].notice
        return notice in OPEN_NOTICES and played_on == "a" and (notice != "players_word" or heard_by == "b")

    def _standing(self, letters: Letters) -> str | None:
        """What a misdealt coup stands as under these readings, from what the drill itself did."""
        once_closed, heard_by, _, shoe_ends, what_counts, purpose = letters
        script = self.script
        if not script.misdealt:
            return None
        if script.put_right:
            return "put_right"
        heard = script.notice in ("in_time", "played_on", "next_bets_down") or script.misput_stays
        heard = heard or (script.notice == "players_word" and heard_by == "b")
        if heard or (self.last and shoe_ends == "b"):
            return "reconstruct"
        if self.astray and what_counts == "b":
            return "as_money"
        if script.on_purpose and purpose == "b":
            return "as_money"
        return {"a": "as_dealt", "b": "decided_again", "c": "void"}[once_closed]

    def _outcome(self, standing: str | None, exposed: bool) -> Outcome:  # noqa: FBT001 - the two make a key
        script = self.script
        dues: dict[str, int | None] = dict(stakes_back(script) if standing == "void" else self._money(standing))
        if exposed:
            dues = dict.fromkeys(dues)
        held_up = exposed or not GRAVE.isdisjoint(self.beside)
        verdict = "refer" if held_up or self._referred() else self._verdict(standing, dues)
        to_do = self._to_do() if standing == "reconstruct" else frozenset[object]()
        return Outcome(standing, tuple(sorted(dues.items())), held_up, verdict, self._of_the_money(standing, dues), to_do)

    def _to_do(self) -> frozenset[object]:
        """What is to be done with the cards of a coup that is to be put right: once collected none is moved any more."""
        script, by_right = self.script, self.script.truth.dealt
        pairs = enumerate(zip(script.lies_at, by_right, strict=False)) if self.last else ()
        moves = {(at, place, to) for at, ((place, _), (to, _)) in pairs if place != to}
        return frozenset(moves | {place for place, _ in script.missing})

    def _of_the_money(self, standing: str | None, dues: Mapping[str, int | None]) -> frozenset[str]:
        """What is to be found of the payments where this is due."""
        script, found = self.script, {"unpaid"} if self._unpaid(dues) else set()
        given, taken = paid(script), in_hand(script)
        for wager in mispaid(script, last=self.last) & set(given):
            then, due = right_then(script, wager), dues[wager]
            right = then if due is None else then | {due}
            if given[wager] not in {max(minor - taken.get(wager, 0), 0) for minor in right}:
                found |= {"wrong_payment"} if due is not None else set()
                found |= {"mispaid_as_dealt"} if due not in then and standing != "void" else set()
        return frozenset(found)

    def _unpaid(self, dues: Mapping[str, int | None]) -> bool:
        """Whether winnings, by what counts and as it lay, were left unpaid where others of the coup were settled."""
        script, unpaid = self.script, unsettled(self.script, last=self.last)
        if script.silent or not set(paid(script)) - unpaid:
            return False
        stakes, as_it_lies, has = stakes_back(script), money_on(script, self.lying), in_hand(script)
        return any(
            all(
                minor not in (None, stakes[wager]) and minor > has.get(wager, 0)
                for minor in (dues[wager], as_it_lies[wager])
            )
            for wager in unpaid - self._referred()
        )

    def _money(self, standing: str | None) -> Mapping[str, int | None]:
        script = self.script
        if standing == "as_dealt":
            return money_on(script, self.lying)
        if (self.out or self._in_the_next()) and complete(script, self.right_hands):
            return money_on(script, self.right_hands)
        return decided_on(script, dealt((card for _, card in script.cards), script.terms))

    @property
    def _only_money_is_left(self) -> bool:
        """Whether the next coup lies over the cards and none is missing that it does not show."""
        return not self.last and (self.out or self._in_the_next())

    def _in_the_next(self) -> bool:
        """Whether the cards that are missing were all dealt in the next coup."""
        return any(len(self.script.missing) <= len(one.read) for one in self.shoe.scripts[self.at + 1 : self.at + 2])

    def _verdict(self, standing: str | None, dues: Mapping[str, int | None]) -> str:
        back, settled = went_back(self.script, dues, last=self.last), not self.script.silent
        right = settled and back == dues
        if not right and (standing == "void" or (standing == "reconstruct" and not self._only_money_is_left)):
            return standing
        if standing is not None and None in dues.values():
            return "refer"
        amiss = any(dues[wager] != minor for wager, minor in back.items()) or self._unpaid(dues)
        return "correct" if amiss else "stands"

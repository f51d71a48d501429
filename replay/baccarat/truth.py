"""What is right in a drilled coup: what must be found, what each reading makes of it, who gets what.

All of it follows from what the drill itself did and from the procedure that dealt the shoe; nothing here asks the judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from ledger.events.play import WagerPlaced
from replay.baccarat.coup import Coup, Tableau
from replay.baccarat.faults.script import LIMITS, OPEN_NOTICES, SHARES, Script, hands
from replay.baccarat.settlement import KINDS, Result, Stake, result, settle
from replay.baccarat.shoes import Shoe, in_partnership
from replay.baccarat.values import PARTNER_COUPS
from replay.customs import DECKS
from replay.procedure import HOLE
from replay.rulebook import Edition
from replay.rules import Rules
from replay.wagers import rounded

CARDS: Final = frozenset(
    {"underdraw", "overdraw", "fourth_card", "short_hand", "out_of_order", "card_astray", "unexplained"}
)
WINDOW: Final = ("DCB-21a?", "DCB-21b?", "DCB-21d?", "DCB-21e?", "DCB-21f?")
"""The ambiguities that decide what becomes of a misdealt coup."""

GRAVE: Final = frozenset({"one_copy_too_many", "wrong_decks", "too_many_cards"})
"""What makes it doubtful from which cards a coup was dealt: a person decides on it whatever the readings."""

OF_THE_CARDS: Final = frozenset(
    {"wrong_payment", "wrong_announcement", "no_agreed_share", "share_out_of_range", "no_posted_odds"}
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
    ways: tuple[Mapping[Letters, Outcome], ...]
    """What comes of each choice; two ways where the same cards can have come of two errors or of one card astray."""
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


def paid(script: Script) -> dict[str, int]:
    """What the dealer gives back per wager, by the hands as they lie or as they were put right."""
    outcome = result(hands(script.truth.dealt if script.put_right else script.cards), script.table.rules)
    backs = {bet.wager: _back(script, bet, outcome) for bet in script.bets}
    return {wager: back + script.short_payments.get(wager, 0) for wager, back in backs.items() if back is not None}


def pays_later(script: Script, *, last: bool) -> bool:
    """Whether a bet is settled only when the next coup is dealt."""
    return script.paid_later is not None and not last and not script.silent


def mispaid(script: Script, *, last: bool) -> bool:
    """Whether a wrong amount was given back: of a bet that the record leaves unpaid it was not."""
    unpaid = {script.paid_later} if last else set()
    return not script.silent and bool(set(script.short_payments) - unpaid)


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


def _back(script: Script, bet: WagerPlaced, outcome: Result | None) -> int | None:
    """What should go back with this result: late stakes whole, others as settled; None if nobody can say."""
    if outcome is None or bet.kind not in KINDS:
        return None
    if bet.wager in script.goes_back or bet in [late for _, late in script.late_bets]:
        return bet.stake_minor
    posted: dict[tuple[str, int | None], str] = {("ur_way", total): f"{odds}:1" for total, odds in script.odds.items()}
    stake = Stake(bet.kind, bet.stake_minor, bet.total, SHARES.get(bet.player), posted)
    back = settle(outcome, stake, script.table.rules)
    return None if back is None else rounded(back, script.table.rules) + _laid(script, bet) - bet.stake_minor


def _laid(script: Script, bet: WagerPlaced) -> int:
    """What lies there in the end."""
    raised = [stake for _, wager, stake in script.raises if wager == bet.wager]
    return raised[-1] if raised else bet.stake_minor


@dataclass
class _Truth:
    """One coup of a shoe. `beside` is what must be found in it besides what its own faults lead to."""

    edition: Edition
    shoe: Shoe
    at: int
    beside: frozenset[str]

    def __post_init__(self) -> None:
        script = self.script = self.shoe.scripts[self.at]
        rules = script.table.rules
        self.last = self.at == len(self.shoe.scripts) - 1
        self.out = script.put_right or not script.missing
        self.lying = None if script.short else result(hands(script.cards), rules)
        self.resolved = {**self.edition.resolved, **script.resolved}

    def right(self) -> Right:
        script, wanted = self.script, self._wanted()
        allowed = wanted | (CARDS if script.misdealt else frozenset())
        if script.unread:
            allowed |= script.kinds
            wanted -= OF_THE_CARDS
        seen = self._of_the_cards
        twofold = script.misdealt and seen is None and not script.short
        ways = (False, True) if twofold else (seen in (("card_astray",), ("out_of_order",)),)
        following = self.shoe.scripts[self.at + 1 : self.at + 2]
        return Right(
            wanted=wanted,
            allowed=allowed,
            of_the_cards=seen,
            ways=tuple(self._outcomes(astray=astray) for astray in ways),
            resolved=self.resolved,
            referred=self._referred(),
            players={bet.wager: bet.player for bet in script.bets},
            disputing=frozenset({"P2"} if self._disputed() else ()),
            told=not (script.missing and any(one.names for one in following)),
        )

    @cached_property
    def _of_the_cards(self) -> tuple[str, ...] | None:
        """What the cards by themselves look like, by the fewest errors; None where they can be read in several ways."""
        script = self.script
        if len(script.card_faults) != 1 or not script.misdealt or script.short or script.unread:
            return None
        (fault,) = script.card_faults
        if fault in ("underdraw_punto", "punto_passed_over", "third_to_wrong_hand", "thirds_out_of_order"):
            return self._of_a_third_card(fault)
        kind = "fourth_card" if fault == "fourth_card" else fault.split("_")[0]
        return ("overdraw", "overdraw") if fault == "natural_played_on" else (kind,)

    def _of_a_third_card(self, fault: str) -> tuple[str, ...]:
        """A third card that did not come, or came to the other hand: it depends on what banco is then due."""
        script, by_itself = self.script, self._banco_draws(HOLE)
        if fault == "underdraw_punto":
            return ("underdraw", "underdraw") if by_itself else ("underdraw",)
        if fault == "thirds_out_of_order":
            return ("out_of_order",) if self._banco_draws(script.cards[5][1]) else ("overdraw",)
        place, card = script.cards[4]
        if place == "banco" and by_itself:
            return ("underdraw",)
        stopped_there = script.put_right or (place == "punto" and not self._banco_draws(card))
        return ("overdraw",) if stopped_there else ("card_astray",)

    def _banco_draws(self, given: str) -> bool:
        """Whether banco is due a card once punto was given this one."""
        board = hands(self.script.truth.dealt[:4])
        due = Tableau().due(Coup((*board.punto, given), board.banco), self.script.table.rules)
        return due is not None

    def _wanted(self) -> frozenset[str]:
        """What the faults must lead to, as far as the dealer came to commit them and the cards that count are out."""
        script, wanted = self.script, set(self.script.kinds)
        if script.silent:
            wanted -= {"wrong_announcement", "payment_without_wager"}
        if not mispaid(script, last=self.last):
            wanted.discard("wrong_payment")
        if not self.out:
            wanted -= {"no_agreed_share", "share_out_of_range"}
        if not pays_later(script, last=self.last):
            wanted.discard("carried_over")
        if not self._without_odds(self.lying):
            wanted.discard("no_posted_odds")
        if any(self._exposed(letters) for letters in self._choices):
            wanted.add("played_on")
        return frozenset(wanted) | self.beside

    def _without_odds(self, outcome: Result | None) -> set[str]:
        """The bets that win with this result and for which nothing is posted."""
        script = self.script
        bets = [bet for bet in script.bets if outcome is not None and bet.kind in KINDS]
        return {bet.wager for bet in bets if _back(script, bet, outcome) is None}

    def _referred(self) -> frozenset[str]:
        """The bets that a person decides on."""
        lawful = self.script.truth.outcome if self.out else None
        found = self.script.referred | self._without_odds(self.lying) | self._without_odds(lawful)
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
            else self.edition.readings(clause)
            if clause in known
            else "a"
            for clause in WINDOW
        ]
        return list(product(*letters))

    def _outcomes(self, *, astray: bool) -> Mapping[Letters, Outcome]:
        made: dict[tuple[str | None, bool], Outcome] = {}
        found = {}
        for letters in self._choices:
            key = self._standing(letters, astray=astray), self._exposed(letters)
            if key not in made:
                made[key] = self._outcome(*key)
            found[letters] = made[key]
        return found

    def _exposed(self, letters: Letters) -> bool:
        """Whether the coup before had been brought to attention in time and nobody acted: management decides."""
        _, heard_by, played_on, _, _ = letters
        notice = self.shoe.scripts[self.at - 1].notice if self.at else None
        return notice in OPEN_NOTICES and played_on == "a" and (notice != "players_word" or heard_by == "b")

    def _standing(self, letters: Letters, *, astray: bool) -> str | None:
        """What a misdealt coup stands as under these readings, from what the drill itself did."""
        once_closed, heard_by, _, shoe_ends, what_counts = letters
        script = self.script
        if not script.misdealt:
            return None
        if script.put_right:
            return "put_right"
        if astray and what_counts == "b":
            return "as_money"
        heard = script.notice in ("in_time", "played_on", "next_bets_down")
        heard = heard or (script.notice == "players_word" and heard_by == "b")
        if heard or (self.last and shoe_ends == "b"):
            return "reconstruct"
        return {"a": "as_dealt", "b": "decided_again", "c": "void"}[once_closed]

    def _outcome(self, standing: str | None, exposed: bool) -> Outcome:  # noqa: FBT001 - the two make a key
        script = self.script
        lawful = script.truth.outcome if self.out or self._in_the_next() else None
        outcome = self.lying if standing == "as_dealt" else lawful
        dues: dict[str, int | None] = {
            bet.wager: _laid(script, bet) if standing == "void" else _back(script, bet, outcome) for bet in script.bets
        }
        if exposed:
            dues = dict.fromkeys(dues)
        held_up = exposed or not GRAVE.isdisjoint(self.beside)
        verdict = "refer" if held_up or self._referred() else self._verdict(standing, dues)
        return Outcome(standing, tuple(sorted(dues.items())), held_up, verdict)

    def _in_the_next(self) -> bool:
        """Whether the cards that are missing were all dealt in the next coup."""
        return any(len(self.script.missing) <= len(one.read) for one in self.shoe.scripts[self.at + 1 : self.at + 2])

    def _verdict(self, standing: str | None, dues: Mapping[str, int | None]) -> str:
        back = {} if self.script.silent else paid(self.script)
        if self.last:
            back = {wager: minor for wager, minor in back.items() if wager != self.script.paid_later}
        if standing in ("reconstruct", "void") and back != dues:
            return standing
        if standing is not None and None in dues.values():
            return "refer"
        return "correct" if any(dues[wager] != minor for wager, minor in back.items()) else "stands"

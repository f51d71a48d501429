"""The drill for baccarat: seeded shoes with players and wagers of every kind, faults of every kind, judged and counted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    RoundClosed,
    RoundOpened,
    WagerChanged,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import LimitsPosted, OddsPosted, TableOpened, TermsAgreed
from replay.baccarat.faults import CARD_FAULTS, LIMITS, NOTICES, OTHER_FAULTS, Notice, Script, hands
from replay.baccarat.settlement import Result, result, winner
from replay.baccarat.simulation import UR_WAY_ODDS, Player, Table
from replay.drill import Tally
from replay.judgement import Judgement
from replay.rulebook import Edition
from replay.rulings import Ruling, rule
from replay.story import tell

PLAYERS: Final = (
    Player("P1", 500, 1005),
    Player("P2", 200, 500),
    Player("P3", 1000, 18_000),
)
CARDS: Final = frozenset(
    {"underdraw", "overdraw", "fourth_card", "short_hand", "out_of_order", "card_astray", "unexplained"}
)
DAY: Final = "DRILL/2026-01-01"
SILENT: Final = frozenset({"in_time", "next_bets_down"})
"""Notices that come before the dealer has called and paid: he then does neither."""

OPEN_NOTICES: Final = frozenset({"in_time", "next_bets_down", "played_on", "players_word"})
"""Notices in time that nobody acts on before the next coup is dealt; management acts after it."""

FAULTY: Final = 4
"""Of ten coups, how many get a fault; a fifth of these get a second one."""


def drill(
    edition: Edition,
    rounds: int,
    seed: int,
    judged_by: Edition | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Plays `rounds` coups shoe by shoe under `edition`, injects faults, judges by `judged_by`, and counts."""
    tally = Tally(seed)
    shoe = 0
    while tally.rounds < rounds:
        shoe += 1
        scripts = _shoe(edition, seed * 1_000_003 + shoe, rounds - tally.rounds)
        entries = _entries(edition, scripts)
        story = tell(entries, lambda _, __: judged_by or edition)
        for at in range(len(scripts)):
            _Scoring(tally, scripts, at, rule(story, f"{DAY}/{at + 1}")).score()
            tally.rounds += 1
        progress(len(scripts))
    return tally


def _shoe(edition: Edition, seed: int, most: int) -> list[Script]:
    """One shoe of coups, faults injected."""
    table = Table(edition, PLAYERS, seed)
    table.new_shoe()
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    scripts: list[Script] = []
    while not table.spent and len(scripts) < most:
        played = table.coup()
        script = Script(played, table, list(played.dealt))
        if rng.randrange(10) < FAULTY:
            for _ in range(2 if rng.randrange(5) == 0 else 1):
                _inject(script, rng)
        if script.misdealt:
            script.notice = rng.choice(NOTICES)
        if script.notice == "unasked":
            del table.cards[len(table.cards) - len(script.missing) :]
        scripts.append(script)
    return scripts


def _inject(script: Script, rng: Random) -> None:
    """Tries faults until one fits: mostly those of the cards first, and among these often the ones that seldom fit."""
    names = list(OTHER_FAULTS)
    rng.shuffle(names)
    cards = list(CARD_FAULTS)
    if rng.randrange(2):
        rng.shuffle(cards)
    for name in cards + names if rng.randrange(10) < 7 else names + cards:
        fault = CARD_FAULTS.get(name) or OTHER_FAULTS[name]
        if name not in script.faults and fault(script, rng):
            script.faults.append(name)
            return


# Telling


def _entries(edition: Edition, scripts: Sequence[Script]) -> list[Entry]:
    """The shoe as one source tells it."""
    events = list(_told(edition, scripts))
    return [
        Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
        for n, (subject, event) in enumerate(events, 1)
    ]


def _told(edition: Edition, scripts: Sequence[Script]) -> Iterator[tuple[str, Event]]:
    yield DAY, TableOpened(game="baccarat", rulebook=edition.id, currency="GBP")
    for total, odds in UR_WAY_ODDS.items():
        yield DAY, OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total)
    for kind, (least, most) in LIMITS.items():
        yield DAY, LimitsPosted(kind=kind, least_minor=least, most_minor=most)
    for player in PLAYERS:
        yield DAY, TermsAgreed(player=player.name, tie_share_bp=player.tie_share_bp)
    yield DAY, TermsAgreed(player="P5", tie_share_bp=200)
    yield DAY, ShoePrepared(shoe="S1", decks=8)
    late: dict[int, list[tuple[str, Event]]] = {}
    for number, script in enumerate(scripts, 1):
        name = f"{DAY}/{number}"
        opening, cards, ending = _acts(script)
        before = scripts[number - 2] if number > 1 else None
        yield from ((name, event) for event in opening)
        if before is not None and before.notice == "next_bets_down":
            yield f"{DAY}/{number - 1}", NoticeGiven(by="management", to="management")
        yield from ((name, event) for event in cards[:1])
        yield from late.pop(number, [])
        yield from ((name, event) for event in (*cards[1:], *ending))
        if before is not None and before.notice in OPEN_NOTICES:
            yield f"{DAY}/{number - 1}", CorrectionCompleted(by="management")
        if script.notice in ("late", "several_later"):
            after = number + (1 if script.notice == "late" else 3)
            late.setdefault(after, []).append((name, NoticeGiven(by="P2", to="management")))
        if _pays_later(script, last=number == len(scripts)):
            late.setdefault(number + 1, []).extend(
                (name, paid) for paid in _payments(script) if paid.wager == script.paid_later
            )
    if scripts and scripts[-1].notice == "next_bets_down":
        yield f"{DAY}/{len(scripts)}", NoticeGiven(by="management", to="management")
    yield DAY, ShoeClosed(shoe="S1")


def _acts(script: Script) -> tuple[list[Event], list[Event], list[Event]]:
    """A coup's bets, its cards with what happened among them, and its end."""
    opening: list[Event] = [RoundOpened(), *script.truth.bets, *script.more_bets, BetsClosed()]
    cards: list[Event] = []
    last = len(script.cards) - 1
    for at, (place, card) in enumerate(script.cards):
        cards += [bet for when, bet in script.late_bets if min(when, last) == at]
        cards += [
            WagerChanged(wager=wager, stake_minor=stake) for when, wager, stake in script.raises if min(when, last) == at
        ]
        cards.append(CardDealt(place=place, card=script.names.get(at, card)))
    return opening, cards, list(_ending(script))


def _ending(script: Script) -> Iterator[Event]:
    """The dealer's word and the money, by the cards as they lie or, once put right, by the lawful ones."""
    dealt = hands(script.cards)
    if script.notice == "unasked":
        yield from _put_right(script)
        dealt = hands(script.truth.dealt)
    outcome = result(dealt, script.table.rules)
    if script.notice == "in_time":
        yield NoticeGiven(by="inspector", to="management")
    word = winner(outcome, script.table.rules)
    if script.notice not in SILENT:
        yield Announced(
            result={"banco": "punto", "punto": "banco", "egalite": "punto"}[word] if script.wrong_call else word
        )
        yield from (paid for paid in _payments(script) if paid.wager != script.paid_later)
    if script.notice == "players_word":
        yield NoticeGiven(by="P2", to="dealer")
    if script.notice == "played_on":
        yield NoticeGiven(by="P2", to="management")
    yield RoundClosed()


def _bets(script: Script) -> tuple[WagerPlaced, ...]:
    """All bets of a coup, lawful or not."""
    return (*script.truth.bets, *script.more_bets, *(bet for _, bet in script.late_bets))


def _payments(script: Script) -> list[WagerReturned]:
    """What the dealer gives back, by the hands as they lie or as he put them right."""
    cards = script.truth.dealt if script.notice == "unasked" else script.cards
    outcome = result(hands(cards), script.table.rules)
    return [
        WagerReturned(wager=bet.wager, amount_minor=_paid(script, bet, outcome) + script.short_payments.get(bet.wager, 0))
        for bet in _bets(script)
    ]


def _pays_later(script: Script, *, last: bool) -> bool:
    """Whether a bet is settled only when the next coup is dealt."""
    return script.paid_later is not None and not last and script.notice not in SILENT


def _put_right(script: Script) -> Iterator[Event]:
    """The dealer moves each card to where it belongs, burns what is over and draws what is missing."""
    yield CorrectionBegun(by="dealer")
    right = script.truth.dealt
    for at, (place, card) in enumerate(script.cards):
        name = script.names.get(at, card)
        if at >= len(right):
            yield CardMoved(card=name, origin=place, place="burn")
        elif right[at][0] != place:
            yield CardMoved(card=name, origin=place, place=right[at][0])
    for place, card in script.missing:
        yield CardDealt(place=place, card=card)
    yield CorrectionCompleted(by="dealer")


# What is right


def _paid(script: Script, bet: WagerPlaced, outcome: Result) -> int:
    """What should go back on a bet with this result: late stakes whole, others as settled."""
    if bet.wager in script.goes_back or bet in [late for _, late in script.late_bets]:
        return bet.stake_minor
    raised = [stake for _, wager, stake in script.raises if wager == bet.wager]
    return script.table.returned(bet, outcome) + (raised[-1] - bet.stake_minor if raised else 0)


@dataclass
class _Scoring:
    """One coup's ruling against the truth."""

    tally: Tally
    scripts: Sequence[Script]
    at: int
    ruling: Ruling

    @property
    def script(self) -> Script:
        return self.scripts[self.at]

    def score(self) -> None:
        script, tally, faults = self.script, self.tally, tuple(self.script.faults)
        if script.undetectable:
            tally.count("undetectable", *faults)
            return
        if faults:
            tally.count("injected", *faults)
        self._score_findings()
        for branch in self.ruling.branches:
            self._score_branch(branch.choices, branch.outcome)
        if script.misdealt:
            self._score_cards()

    def _wrong(self, what: str, why: str) -> None:
        found = "; ".join(f"{f.kind} at {f.at}" for f in self.ruling.findings)
        cards = " ".join(f"{place[0].upper()} {card}" for place, card in self.script.cards)
        self.tally.wrong(what, tuple(self.script.faults), f"{self.ruling.round.name} {cards}: {why}; found {found}")

    def _score_findings(self) -> None:
        script, faults = self.script, tuple(self.script.faults)
        kinds = {finding.kind for finding in self.ruling.findings}
        wanted = self._wanted()
        missing = wanted - kinds
        if script.misdealt and not script.names:
            position = self.ruling.round.cards[script.departs_at].position
            if not any(finding.kind in CARDS and finding.at <= position for finding in self.ruling.findings):
                missing.add("the misdeal")
        if self._exposed() and "played_on" not in kinds:
            missing.add("played_on")
        if missing:
            self._wrong("missed", f"{', '.join(sorted(missing))} missing")
        elif faults:
            self.tally.count("found", *faults)
        allowed = script.kinds | (CARDS if script.misdealt else set()) | ({"played_on"} if self._exposed() else set())
        allowed |= {"unread_card"} if script.names else set()
        if any("misread_card" in earlier.faults for earlier in self.scripts[: self.at + 1]):
            allowed.add("one_copy_too_many")
        if kinds - allowed:
            self._wrong("invented", f"{', '.join(sorted(kinds - allowed))} invented")

    def _wanted(self) -> set[str]:
        """The findings that the faults besides the cards must lead to, as far as the dealer came to commit them."""
        script, wanted = self.script, set(self.script.kinds)
        if script.notice in SILENT or script.names:
            wanted -= {"wrong_payment", "wrong_announcement", "no_agreed_share"}
        if script.missing:
            wanted.discard("no_agreed_share")
        if not _pays_later(script, last=self.at == len(self.scripts) - 1):
            wanted.discard("carried_over")
        return wanted

    def _exposed(self) -> bool:
        """Whether the coup before had been noticed in time and nobody acted: management decides under DCB-21d? (a)."""
        return self.at > 0 and self.scripts[self.at - 1].notice in OPEN_NOTICES

    def _score_branch(self, choices: Mapping[str, str], outcome: Judgement) -> None:
        script = self.script
        if self._exposed() and outcome.held_up:
            return
        expected = _standing(script, choices, last=self.at == len(self.scripts) - 1)
        if outcome.standing != expected and not (script.names and outcome.held_up):
            self._wrong("wrong_money", f"stands as {outcome.standing}, not {expected}, under {dict(choices)}")
            return
        due = {claim.wager: claim.due_minor for claim in outcome.claims}
        for bet in _bets(script):
            right = self._due(bet, expected)
            if due.get(bet.wager) != right and not self._unsettled(outcome):
                self._wrong("wrong_money", f"{bet.wager} is due {right}, not {due.get(bet.wager)}, under {dict(choices)}")
                return

    def _next_misread(self) -> bool:
        """A missing card is the next coup's first: what that was read as is all there is."""
        return any(script.names for script in self.scripts[self.at + 1 : self.at + 2])

    def _unsettled(self, outcome: Judgement) -> bool:
        """While a card is missing, or where an unread one matters, nothing is due yet."""
        how = outcome.reconstruction
        return self._lost() or self._next_misread() or (how is not None and how.outcome in ("draw", "impossible"))

    def _lost(self) -> bool:
        """The missing cards of a shoe's last coup are nobody's any more."""
        script = self.script
        last = self.at == len(self.scripts) - 1
        return last and script.notice != "unasked" and len(script.cards) < len(script.truth.dealt)

    def _due(self, bet: WagerPlaced, standing: str | None) -> int:
        rules = self.script.table.rules
        if standing == "void":
            raised = [stake for _, wager, stake in self.script.raises if wager == bet.wager]
            return raised[-1] if raised else bet.stake_minor
        cards = self.script.cards if standing == "as_dealt" else self.script.truth.dealt
        return _paid(self.script, bet, result(hands(cards), rules))

    def _score_cards(self) -> None:
        """Whether the lawful hands are the truth."""
        faults = tuple(self.script.faults)
        right = hands(self.script.truth.dealt)
        for branch in self.ruling.branches:
            how, laid = branch.outcome.reconstruction, branch.outcome.hands
            if how is not None and how.outcome == "impossible":
                self.tally.count("impossible", *faults)
                return
            if (
                branch.outcome.standing in (None, "as_dealt", "void")
                or self.script.names
                or self._next_misread()
                or self._lost()
            ):
                continue
            missing = len(right.punto) + len(right.banco) - sum(map(len, laid.values()))
            for hand in ("punto", "banco"):
                if laid[hand] != right.hand(hand)[: len(laid[hand])] or (missing and not (how and how.draw)):
                    self._wrong(
                        "wrong_money", f"{hand} should have {' '.join(right.hand(hand))}, not {' '.join(laid[hand])}"
                    )
                    return
            self.tally.count("drawn" if missing else "restored", *faults)
            return
        self.tally.count("restored", *faults)


def _standing(script: Script, choices: Mapping[str, str], *, last: bool) -> str | None:
    """What a misdealt coup stands as under these readings, from what the drill itself did."""
    if not script.misdealt:
        return None
    if choices.get("DCB-21f?") == "b":
        return "as_money"
    notice: Notice | None = script.notice
    if notice == "unasked":
        return "put_right"
    heard = notice in ("in_time", "played_on", "next_bets_down") or (
        notice == "players_word" and choices.get("DCB-21b?") == "b"
    )
    if heard:
        return "reconstruct"
    if last and choices.get("DCB-21e?", "a") == "b":
        return "reconstruct"
    return {"a": "as_dealt", "b": "decided_again", "c": "void"}[choices.get("DCB-21a?", "a")]

"""Judges one coup under one choice of readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile
from typing import Final

from ledger.cards import RANKS, SUITS, is_known
from ledger.events.play import CardDealt, CardMoved, CorrectionBegun, CorrectionCompleted, NoticeGiven
from ledger.people import ROLES
from replay.baccarat import values
from replay.baccarat.bets import Layout
from replay.baccarat.checks import CHECKS, Facts, declared
from replay.baccarat.claims import Settling
from replay.baccarat.coup import Coup
from replay.baccarat.deal import TABLEAU, Deal, deal, dealt_result, departures, unread
from replay.baccarat.settlement import result, winner
from replay.baccarat.window import Money, Standing, exposed, standing
from replay.findings import Finding, in_order
from replay.judgement import Claim, Judgement, Move, Reconstruction, Surplus, Verdict, Window
from replay.procedure import reconstruct
from replay.rules import Rules
from replay.story import Round

GRAVE: Final = frozenset({"one_copy_too_many", "too_many_cards", "wrong_decks", "unexplained"})
"""Findings after which nobody but the authority says what the coup is worth."""

MOST_UNREAD: Final = 2
"""With more unread cards than this a coup is not tried face by face."""


def judge(coup: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a coup.

    Unread cards are tried with every face still in the shoe: only where something differs they matter.
    """
    cards = unread(coup)
    if not cards:
        return _Judging(coup, rules).judgement()
    if cards > MOST_UNREAD:
        return _impossible(_Judging(coup, rules, tuple("A?" for _ in range(cards))).judgement())
    tried = [_Judging(coup, rules, faces).judgement() for faces in product(_faces(coup, rules), repeat=cards)]
    certain = replace(tried[0], findings=_common([one.findings for one in tried]))
    return certain if all(_essence(one) == _essence(certain) for one in tried) else _impossible(certain)


def _faces(coup: Round, rules: Rules) -> list[str]:
    """A card of each rank of which a copy can still be in the shoe."""
    copies = 4 * (coup.decks or rules.value(values.DECKS))
    return [rank + "?" for rank in RANKS if sum(coup.out_before.get(rank + suit, 0) for suit in SUITS) < copies]


def _essence(one: Judgement) -> tuple[object, ...]:
    """What must be the same whatever an unread card was."""
    return one.verdict, one.claims, one.reconstruction, one.dealt, one.lawful, one.hands


def _common(tried: Sequence[Sequence[Finding]]) -> tuple[Finding, ...]:
    """What is found whatever the unread card was; a total that depends on it is not named."""
    shared = [one for one in tried[0] if all(any(_same(one, other) for other in others) for others in tried)]
    alike = {one for others in tried for one in others}
    return tuple(
        one
        if all(not _same(one, other) or one.text == other.text for other in alike)
        else replace(one, about={**one.about, "total": "an unread card", "given": ""})
        for one in shared
    )


def _same(one: Finding, other: Finding) -> bool:
    return (one.kind, one.at, one.wagers) == (other.kind, other.at, other.wagers)


def _impossible(one: Judgement) -> Judgement:
    """Nobody can say what was due: the money is open."""
    why = "a card was not read, and what is due depends on what it was"
    return replace(
        one,
        verdict="refer",
        dealt=None,
        lawful=None,
        reconstruction=Reconstruction("impossible", why=why),
        claims=tuple(replace(claim, due_minor=None, as_dealt_minor=None) for claim in one.claims),
        held_up=True,
    )


@dataclass
class _Judging:
    """The steps of judging one coup: cards, bets, findings, standing, money, verdict."""

    coup: Round
    rules: Rules
    faces: Sequence[str] = ()

    def __post_init__(self) -> None:
        coup, rules = self.coup, self.rules
        self.one = one = deal(coup, rules, self.faces)
        ended = one.complete and TABLEAU.due(one.lawful.board, rules) is None
        posted = next((told.under for told in coup.cards), coup.opened_under)
        dealt = dealt_result(one, rules) if ended or coup.closed else None
        lawful = result(one.lawful.board, rules) if ended else None
        self.facts = Facts(
            coup, Layout(rules).follow(coup), posted, dealt, lawful, _heeded_at(coup), _righted_at(coup, one)
        )
        self.settlings = [Settling(self.facts, bet, rules) for bet in self.facts.bets if not bet.withdrawn]
        self.findings = [*departures(coup, one, rules), *(f for check in CHECKS for f in check(self.facts, rules))]
        for settling in self.settlings:
            self.findings += settling.findings()

    def judgement(self) -> Judgement:
        how, window = self._standing()
        earlier = exposed(self.coup, self.rules) if self.coup.noticed_before else None
        if earlier is not None:
            self.findings += self._played_on(earlier)
        dues = self._money(how) if earlier is None else [None] * len(self.settlings)
        claims = [s.claim(due, self.findings) for s, due in zip(self.settlings, dues, strict=True)]
        held_up = earlier is not None or how == "not_told" or any(finding.kind in GRAVE for finding in self.findings)
        said = declared(self.coup)
        return Judgement(
            findings=in_order(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(how, claims),
            declared=said[0] if said else None,
            dealt=winner(self.facts.dealt, self.rules) if self.facts.dealt else None,
            lawful=winner(self.facts.lawful, self.rules) if self.facts.lawful else None,
            hands=self._hands(how),
            reconstruction=self._reconstruction(how),
            claims=tuple(claims),
            cites=frozenset(self.rules.cites),
            held_up=held_up,
            standing=how,
            window=window,
            disputing=frozenset(_disputing(self.coup)),
        )

    def _standing(self) -> tuple[Standing | None, Window | None]:
        """None for a coup that was dealt by the tableau."""
        if self.one.clean:
            return None, None
        if not self.one.explanations:
            return "not_told", None
        standings: tuple[Standing, ...] = ("as_dealt", "decided_again", "void")
        money: Money = {how: tuple(self._money(how)) for how in standings}
        how, window = standing(self.coup, self.one, money, self.rules)
        if how == "reconstruct" and self.rules.value(values.PUT_RIGHT) == "refer":
            return "not_told", window
        return how, window

    def _money(self, how: Standing | None) -> list[int | None]:
        """What goes back on each bet if the coup stands so."""
        if how == "as_dealt":
            return [settling.as_dealt for settling in self.settlings]
        if how == "void":
            return [settling.bet.stake_minor for settling in self.settlings]
        if how in ("decided_again", "as_money") and not self.one.complete:
            again = self._decided_again()
            outcome = None if again is None else result(again, self.rules)
            return [settling.on(outcome) for settling in self.settlings]
        return [settling.lawful for settling in self.settlings]

    def _decided_again(self) -> Coup | None:
        """The lawful hands once the next coup was dealt: what was missing is the card that left the shoe next."""
        following = self.coup.following
        if following is None or self.coup.shoe_over_at is not None:
            return None
        acts = [act.card for act in (*self.one.done, *self.one.drawn)]
        more = [told.event.card for told in following.cards if isinstance(told.event, CardDealt)]
        read = list(takewhile(is_known, more))
        lawful = reconstruct(TABLEAU, Coup(), self.rules, [*acts, *read])
        return None if lawful.draw else lawful.board

    def _hands(self, how: Standing | None) -> dict[str, tuple[str, ...]]:
        if how == "as_dealt":
            places = [act.place for act in self.one.done]
            named = list(zip(places, self.one.names, strict=False))
            return {hand: tuple(name for place, name in named if place == hand) for hand in ("punto", "banco")}
        again = self._decided_again() if how in ("decided_again", "as_money") and not self.one.complete else None
        if again is not None:
            return {"punto": again.hand("punto"), "banco": again.hand("banco")}
        return self.one.hands()

    def _reconstruction(self, how: Standing | None) -> Reconstruction | None:
        """Where each card goes that does not lie where it belongs; once cards are collected, only what is surplus."""
        if how not in ("reconstruct", "not_told"):
            return None
        acts, one = (*self.one.done, *self.one.drawn), self.one
        gone = self.coup.played_on_at is not None
        moves = [
            Move(name, act.place, place)
            for act, name, place in zip(acts, one.names, one.lawful.places, strict=False)
            if act.place != place and not gone
        ]
        surplus = []
        for index in one.lawful.surplus:
            goes = "discard" if gone else self.rules.read("DCB-21c?", {"a": lambda: "next", "b": lambda: "burn"})
            surplus.append(Surplus(one.names[index], goes))
            if not gone:
                moves.append(Move(one.names[index], acts[index].place, goes))
        return Reconstruction("draw" if one.lawful.draw else "exact", tuple(moves), one.lawful.draw, tuple(surplus))

    def _verdict(self, how: Standing | None, claims: Sequence[Claim]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        paid = {claim.wager: claim.paid_minor for claim in claims}
        if all(minor is None for minor in paid.values()):
            paid = {settling.bet.wager: settling.by_the_call() for settling in self.settlings}
            settled = False
        else:
            settled = all(paid[c.wager] == c.due_minor is not None for c in claims)
        if how in ("reconstruct", "void") and not settled:
            return how
        short = any(paid[c.wager] is not None and c.due_minor is not None and paid[c.wager] != c.due_minor for c in claims)
        return "correct" if short else "stands"

    def _played_on(self, earlier: Round) -> Iterator[Finding]:
        clause = self.rules.conduct("played_on")
        if clause is not None and self.coup.cards:
            yield Finding("played_on", (clause,), self.coup.cards[0].position, {"earlier": earlier.name})


def _heeded_at(coup: Round) -> int | None:
    """Where in the line somebody first spoke up or began to put the coup right."""
    acts = (NoticeGiven, CorrectionBegun, CorrectionCompleted, CardMoved)
    return next((told.index for told in coup.told if isinstance(told.event, acts)), None)


def _righted_at(coup: Round, one: Deal) -> int | None:
    """Where in the line the coup had been put right, if it was."""
    completed = (told.index for told in coup.told if isinstance(told.event, CorrectionCompleted))
    return next(completed, None) if one.put_right else None


def _disputing(coup: Round) -> Iterator[str]:
    """A player who gives notice of an error disputes the coup."""
    for told in coup.told:
        if isinstance(told.event, NoticeGiven) and told.event.by not in ROLES:
            yield told.event.by

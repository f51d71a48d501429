"""Judges one coup under one choice of readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from ledger.cards import is_known
from ledger.events.play import CardDealt, NoticeGiven
from ledger.people import ROLES
from replay.baccarat import values
from replay.baccarat.checks import CHECKS, declared
from replay.baccarat.claims import facts_of, settlings_of
from replay.baccarat.coup import Coup
from replay.baccarat.deal import HANDS, TABLEAU, deal, departures, unread
from replay.baccarat.settlement import result, winner
from replay.baccarat.window import Standing, exposed, standing
from replay.findings import Finding, in_order
from replay.judgement import Claim, Judgement, Move, Reconstruction, Surplus, Verdict, Window
from replay.procedure import reconstruct
from replay.round import Round
from replay.rules import Rules
from replay.unread import over_faces

GRAVE: Final = frozenset({"one_copy_too_many", "too_many_of_rank", "too_many_cards", "wrong_decks", "unexplained"})
"""Findings after which nobody but the authority says what the coup is worth."""

KEPT: Final = "the missing card left the shoe next: the coup after this one was dealt with it and keeps it"


def judge(coup: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a coup."""
    return over_faces(coup, unread(coup), rules, lambda faces: _Judging(coup, rules, faces).judgement())


@dataclass
class _Judging:
    """The steps of judging one coup: cards, bets, findings, standing, money, verdict."""

    coup: Round
    rules: Rules
    faces: Sequence[str] = ()

    def __post_init__(self) -> None:
        coup, rules = self.coup, self.rules
        self.one = deal(coup, rules, self.faces)
        self.facts = facts_of(coup, self.one, rules)
        self.settlings = settlings_of(self.facts, rules)
        self.findings = [*departures(coup, self.one, rules), *(f for check in CHECKS for f in check(self.facts, rules))]

    def judgement(self) -> Judgement:
        how, window = self._standing()
        earlier = exposed(self.coup, self.rules)
        if earlier is not None:
            self.findings += self._played_on(earlier)
        dues = self._money(how) if earlier is None else [None] * len(self.settlings)
        self.findings += (f for s, due in zip(self.settlings, dues, strict=True) for f in s.findings(due))
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
            lawful_hands=self.one.hands(),
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
        if not self.one.explanation:
            return "not_told", None
        how, window = standing(self.coup, self.one, self._money, self.rules)
        if how in ("reconstruct", "decided_again", "as_money") and self.rules.value(values.PUT_RIGHT) == "refer":
            return "not_told", window
        return how, window

    def _money(self, how: Standing | None) -> list[int | None]:
        """What goes back on each bet if the coup stands so."""
        if how == "as_dealt":
            return [settling.as_dealt for settling in self.settlings]
        if how == "void":
            return [settling.bet.stake_minor for settling in self.settlings]
        if how != "not_told" and self.completed is not None:
            outcome = result(self.completed, self.rules)
            return [settling.on(outcome) for settling in self.settlings]
        return [settling.lawful for settling in self.settlings]

    @cached_property
    def completed(self) -> Coup | None:
        """The lawful hands of an under-drawn coup once the next was dealt: what was missing is what left the shoe next."""
        coup, following = self.coup, self.coup.following
        if self.one.complete or following is None or coup.shoe_over_at is not None or _burned_between(coup, following):
            return None
        acts = [act.given for act in (*self.one.done, *self.one.drawn)]
        more = takewhile(is_known, (dealt.card for _, dealt in following.of(CardDealt)))
        lawful = reconstruct(TABLEAU, Coup(), self.rules, [*acts, *more])
        return None if lawful.draw else lawful.board

    def _hands(self, how: Standing | None) -> dict[str, tuple[str, ...]]:
        if how == "as_dealt":
            places = [act.place for act in self.one.done]
            named = list(zip(places, self.one.names, strict=False))
            return {hand: tuple(name for place, name in named if place == hand) for hand in HANDS}
        if how is not None and self.completed is not None:
            return {hand: self.completed.hand(hand) for hand in HANDS}
        return self.one.hands()

    def _reconstruction(self, how: Standing | None) -> Reconstruction | None:
        """Where each card goes that does not lie where it belongs; once cards are collected, only what is surplus."""
        if how not in ("reconstruct", "not_told"):
            return None
        one, goes = self.one, self._surplus_goes
        collected = self.coup.played_on_at is not None
        belongs = (*one.lawful.places, *(goes for _ in one.lawful.surplus))
        lying = zip(one.names, one.lies, belongs, strict=True)
        moves = tuple(Move(name, lies, to) for name, lies, to in lying if lies != to and not collected)
        surplus = tuple(Surplus(one.names[index], goes) for index in one.lawful.surplus)
        why = KEPT if self.completed is not None else None
        return Reconstruction("draw" if one.lawful.draw else "exact", moves, one.lawful.draw, surplus, why)

    @property
    def _surplus_goes(self) -> str:
        """Where a card goes that the coup does not need."""
        if self.coup.played_on_at is not None or self.coup.shoe_over_at is not None or not self.one.lawful.surplus:
            return "discard"
        return self.rules.read("DCB-21c?", {"a": lambda: "next", "b": lambda: "burn"})

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
        if how is not None and any(claim.due_minor is None for claim in claims):
            return "refer"
        short = any(paid[c.wager] is not None and c.due_minor is not None and paid[c.wager] != c.due_minor for c in claims)
        return "correct" if short else "stands"

    def _played_on(self, earlier: Round) -> Iterator[Finding]:
        clause = self.rules.conduct("played_on")
        if clause is not None and self.coup.cards:
            yield Finding("played_on", (clause,), self.coup.cards[0].position, {"earlier": earlier.name})


def _burned_between(coup: Round, following: Round) -> bool:
    """Whether other cards had left the shoe before the next coup's bets were called for."""
    dealt = sum(told.index < following.told[0].index for told in coup.cards)
    return following.cards_out_before > coup.cards_out_before + dealt


def _disputing(coup: Round) -> Iterator[str]:
    """A player who gives notice of an error disputes the coup."""
    return (notice.by for _, notice in coup.of(NoticeGiven) if notice.by not in ROLES)

"""Judges one coup under one choice of readings."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Final

from ledger.events.play import CardDealt, NoticeGiven
from ledger.values.cards import is_known
from ledger.values.offices import ROLES
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import CHECKS, declared
from replay.games.baccarat.coup import Coup
from replay.games.baccarat.deal import HANDS, TABLEAU, deal, departures, unread
from replay.games.baccarat.reconstruction import Standing, corrections, exposed, standing
from replay.games.baccarat.settlement import result, winner
from replay.games.baccarat.wagers_due import Settling, facts_of, settlings_of
from replay.judging.finding import Finding, in_order
from replay.judging.judgement import Claim, Judgement, Move, Reconstruction, Surplus, Verdict, Window
from replay.judging.payments import Payment, as_shown, outstanding, payment_findings, settled_as_due, with_unpaid
from replay.judging.unreadable_cards import over_faces
from replay.procedure.procedure import reconstruct
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

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
        self.findings = [*departures(coup, self.one, rules), *corrections(coup, self.one, rules)]
        self.findings += (finding for check in CHECKS for finding in check(self.facts, rules))

    def judgement(self) -> Judgement:
        with self.rules.scope() as self.of_the_standing:
            how, window = self._standing()
        earlier = exposed(self.coup, self.rules)
        if earlier is not None:
            self.findings += self._played_on(earlier)
        dues = self._money(how) if earlier is None else [None] * len(self.settlings)
        self.findings += (finding for settling in self.settlings for finding in settling.odds_findings())
        claims = with_unpaid(
            [s.claim(due, self.findings) for s, due in zip(self.settlings, dues, strict=True)],
            self.coup,
            misdealt=how is not None,
        )
        self.findings += payment_findings(self._payments(claims, how), self.facts.money)
        self.findings += (finding for settling in self.settlings for finding in settling.late_findings())
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
        how, window = standing(self.coup, self.one, self._worth, self.rules)
        if how in ("reconstruct", "decided_again", "as_money") and self.rules.value(parameters.PUT_RIGHT) == "refer":
            return "not_told", window
        return how, window

    def _money(self, how: Standing | None) -> list[int | None]:
        """What goes back on each bet if the coup stands so."""
        if how == "as_dealt":
            return [settling.as_dealt for settling in self.settlings]
        if how == "void":
            return [settling.bet.staked_minor for settling in self.settlings]
        if how != "not_told" and self.completed is not None:
            outcome = result(self.completed, self.rules)
            return [settling.on(outcome) for settling in self.settlings]
        return [settling.lawful for settling in self.settlings]

    def _worth(self, how: Standing) -> Hashable:
        """The money, and the cards that are to be moved to another hand or drawn, if the coup stands so."""
        one, dues = self.one, tuple(self._money(how))
        has = tuple(settling.bet.went_back_minor for settling in self.settlings)
        if how != "reconstruct" or (has == dues and any(s.bet.paid_minor is not None for s in self.settlings)):
            return dues, None
        return dues, (self._to_move, one.lawful.draw) if self._to_move or one.lawful.draw else None

    @cached_property
    def _to_move(self) -> tuple[tuple[int, str], ...]:
        """The cards that lie elsewhere than they belong, and where to; once collected none is moved any more."""
        one = self.one
        lies = zip(one.moved.lies, one.lawful.places, strict=False) if self.coup.played_on_at is None else ()
        return tuple((at, to) for at, (place, to) in enumerate(lies) if place != to)

    def _payments(self, claims: Sequence[Claim], how: Standing | None) -> Iterator[Payment]:
        """What was paid on each bet, beside what is due if the coup stands so."""
        for settling, claim in zip(self.settlings, claims, strict=True):
            payment = settling.payment(claim, self._grounds(settling, how))
            yield replace(payment, then_grounds=() if how == "void" else payment.then_grounds, governed=how != "not_told")

    def _grounds(self, settling: Settling, how: Standing | None) -> set[str]:
        if how == "void":
            return self.of_the_standing
        if how == "as_dealt":
            return settling.cited
        if how != "not_told" and self.completed is not None:
            with self.rules.scope() as grounds:
                settling.on(result(self.completed, self.rules))
            return grounds
        return settling.cited_lawful

    @cached_property
    def completed(self) -> Coup | None:
        """The lawful hands of an under-drawn coup once the next was dealt: what was missing is what left the shoe next."""
        coup, following = self.coup, self.coup.following
        if self.one.complete or following is None or coup.shoe_over_at is not None or _burned_between(coup, following):
            return None
        acts = [act.given for act in self.one.acts]
        more = takewhile(is_known, (dealt.card for _, dealt in following.of(CardDealt)))
        lawful = reconstruct(TABLEAU, Coup(), self.rules, [*acts, *more])
        return None if lawful.draw else lawful.board

    def _hands(self, how: Standing | None) -> dict[str, tuple[str, ...]]:
        if how == "as_dealt":
            most = self.rules.value(parameters.MOST_CARDS)
            return {hand: cards[:most] for hand, cards in self.one.hands(self.one.lay).items()}
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
        lying = zip(one.names, one.moved.lies, belongs, strict=True)
        moves = tuple(Move(name, lies, to) for name, lies, to in lying if lies != to and not collected)
        surplus = tuple(Surplus(one.names[index], goes) for index in one.lawful.surplus)
        why = KEPT if self.completed is not None else None
        return Reconstruction("draw" if one.lawful.draw else "exact", moves, one.lawful.draw, surplus, why)

    @property
    def _surplus_goes(self) -> str:
        """Where a card goes that the coup does not need."""
        if self.coup.played_on_at is not None or self.coup.shoe_over_at is not None or not self.one.lawful.surplus:
            return "discard"
        return self.rules.value(parameters.SURPLUS_GOES)

    def _verdict(self, how: Standing | None, claims: Sequence[Claim]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if not any(claim.on_record for claim in claims):
            called = {settling.bet.wager: settling.by_the_call() for settling in self.settlings}
            claims, settled = as_shown(claims, called), False
        else:
            settled = settled_as_due(claims)
        if how == "void" and not settled:
            return how
        if how == "reconstruct" and not settled and not self._only_money_is_left:
            return how
        if how is not None and any(claim.due_minor is None for claim in claims):
            return "refer"
        return "correct" if outstanding(claims) else "stands"

    @property
    def _only_money_is_left(self) -> bool:
        """Whether the next coup was dealt over the cards and the record says what they come to."""
        return self.coup.played_on_at is not None and (not self.one.lawful.draw or self.completed is not None)

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

"""Judges one coup under one choice of readings."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from ledger.events.play import CorrectionCompleted, NoticeGiven
from ledger.values.cards import is_known
from ledger.values.message import Message
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import CHECKS, declared_result
from replay.games.baccarat.coup import CoupHands
from replay.games.baccarat.deal import TABLEAU, card_name, coup_cards, deviation_findings, read_deal, unread_count
from replay.games.baccarat.normal_form import HANDS, normal_form
from replay.games.baccarat.reconstruction import Standing, correction_findings, decide_standing, unprotecting_coup
from replay.games.baccarat.settlement import coup_result, winner
from replay.games.baccarat.wagers_due import BetSettlement, bet_settlements, check_context_of
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_findings
from replay.judging.house_acts import office_of
from replay.judging.judgement import Judgement, MisdrawWindow, Move, Reconstruction, Surplus, Verdict, WagerDue
from replay.judging.payments import (
    Payment,
    has_outstanding_money,
    is_all_settled_as_due,
    mark_unpaid,
    payment_findings,
    with_shown_payments,
)
from replay.judging.unreadable_cards import judge_over_faces
from replay.procedure.procedure import reconstruct
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

declare(
    __name__,
    Phase.BETS,
    "dealing",
    {
        "played_on": "An error in {earlier} had been noticed but not corrected when this coup was dealt.",
    },
    {
        "played_on": Absence((CorrectionCompleted,), "before"),
    },
)


REFERS_WHOLE_COUP: Final = frozenset(
    {"one_copy_too_many", "too_many_of_rank", "too_many_cards", "wrong_decks", "unexplained"}
)
"""Findings after which nobody but the authority says what the coup is worth."""

MISSING_CARD_STAYS_WITH_NEXT_COUP: Final = Message(
    "the missing card left the shoe next: the coup after this one was dealt with it and keeps it"
)


def judge(coup: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a coup."""
    coup = normal_form(coup)
    return judge_over_faces(coup, unread_count(coup), rules, lambda faces: BaccaratJudge(coup, rules, faces).judgement())


@dataclass
class BaccaratJudge:
    """The steps of judging one coup: cards, bets, findings, standing, money, verdict."""

    coup: Round
    rules: Rules
    faces: Sequence[str] = ()

    def __post_init__(self) -> None:
        coup, rules, faces = self.coup, self.rules, tuple(self.faces)
        self.deal = rules.memoize(("deal", faces), lambda: read_deal(coup, rules, faces))
        of_deal = "context", id(self.deal)  # it is made once and kept, as what is found is
        self.context = rules.memoize(of_deal, lambda: check_context_of(coup, self.deal, rules))
        self.settlements = bet_settlements(self.context, rules)
        self.findings = [*rules.memoize(("findings", id(self.context)), self._findings)]

    def _findings(self) -> tuple[Finding, ...]:
        """What is found of the cards and by the checks, whatever the coup comes to in the end."""
        coup, deal, rules = self.coup, self.deal, self.rules
        of_cards = *deviation_findings(deal, rules), *correction_findings(coup, deal, rules)
        return *of_cards, *(finding for check in CHECKS for finding in check(self.context, rules))

    def judgement(self) -> Judgement:
        with self.rules.scope() as self.standing_clauses:
            how, window = self._standing()
        earlier = self.rules.memoize("unprotecting", lambda: unprotecting_coup(self.coup, self.rules))
        if earlier is not None:
            self.findings += self._played_on_findings(earlier)
        dues = self._dues(how) if earlier is None else [None] * len(self.settlements)
        self.findings += (finding for settling in self.settlements for finding in settling.odds_findings())
        claims = mark_unpaid(
            [s.wager_due(due, self.findings) for s, due in zip(self.settlements, dues, strict=True)],
            self.coup,
            is_misdealt=how is not None,
        )
        self.findings += payment_findings(self._payments(claims, how), self.context.format_money)
        self.findings += (finding for settling in self.settlements for finding in settling.late_findings())
        held_up = (
            earlier is not None or how == "not_told" or any(finding.kind in REFERS_WHOLE_COUP for finding in self.findings)
        )
        declared = declared_result(self.coup)
        return Judgement(
            findings=sorted_findings(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(how, claims),
            declared_result=declared[0] if declared else None,
            dealt_result=winner(self.context.dealt_result, self.rules) if self.context.dealt_result else None,
            lawful_result=winner(self.context.lawful_result, self.rules) if self.context.lawful_result else None,
            hands=self._hands(how),
            lawful_hands=self.deal.hands_at(),
            reconstruction=self._reconstruction(how),
            wagers_due=tuple(claims),
            cited_clauses=frozenset(self.rules.cited_clauses),
            is_held_up=held_up,
            standing=how,
            window=window,
            disputing_players=frozenset(_disputing_players(self.coup)),
        )

    def _standing(self) -> tuple[Standing | None, MisdrawWindow | None]:
        """None for a coup that was dealt by the tableau."""
        if self.deal.is_clean:
            return None, None
        if not self.deal.explanation:
            return "not_told", None
        how, window = decide_standing(self.coup, self.deal, self._value_of, self.rules)
        if how in ("reconstruct", "decided_again", "as_money") and self.rules.value(parameters.IS_PUT_RIGHT) == "refer":
            return "not_told", window
        return how, window

    def _dues(self, standing: Standing | None) -> list[int | None]:
        """What goes back on each bet if the coup stands so."""
        if standing == "as_dealt":
            return [settling.as_dealt_minor for settling in self.settlements]
        if standing == "void":
            return [settling.bet.staked_minor for settling in self.settlements]
        if standing != "not_told" and self.completed_hands is not None:
            outcome = coup_result(self.completed_hands, self.rules)
            return [settling.due_on(outcome) for settling in self.settlements]
        return [settling.lawful_minor for settling in self.settlements]

    def _value_of(self, standing: Standing) -> Hashable:
        """The money, and the cards that are to be moved to another hand or drawn, if the coup stands so."""
        deal, dues = self.deal, tuple(self._dues(standing))
        has = tuple(settling.bet.kept_minor for settling in self.settlements)
        if standing != "reconstruct" or (has == dues and any(s.bet.is_settled_on_record for s in self.settlements)):
            return dues, None
        return dues, (self._cards_to_move, deal.lawful.draw) if self._cards_to_move or deal.lawful.draw else None

    @cached_property
    def _cards_to_move(self) -> tuple[tuple[int, str], ...]:
        """The cards that lie elsewhere than they belong, and where to; once collected none is moved any more."""
        deal = self.deal
        lies = (
            zip(deal.card_moves.final_places, deal.lawful.places, strict=False)
            if self.coup.next_round_index is None
            else ()
        )
        return tuple((at, to) for at, (place, to) in enumerate(lies) if place != to)

    def _payments(self, wagers_due: Sequence[WagerDue], standing: Standing | None) -> Iterator[Payment]:
        """What was paid on each bet, beside what is due if the coup stands so."""
        for settling, claim in zip(self.settlements, wagers_due, strict=True):
            payment = settling.payment(claim, self._due_clauses(settling, standing))
            yield payment._replace(
                as_dealt_clauses=() if standing == "void" else payment.as_dealt_clauses,
                is_due_known=standing != "not_told",
            )

    def _due_clauses(self, settlement: BetSettlement, standing: Standing | None) -> set[str]:
        if standing == "void":
            return self.standing_clauses
        if standing == "as_dealt":
            return settlement.as_dealt_clauses
        if standing != "not_told" and self.completed_hands is not None:
            with self.rules.scope() as grounds:
                settlement.due_on(coup_result(self.completed_hands, self.rules))
            return grounds
        return settlement.lawful_clauses

    @cached_property
    def completed_hands(self) -> CoupHands | None:
        """The lawful hands of an under-drawn coup once the next was dealt: what was missing is what left the shoe next."""
        coup, following = self.coup, self.coup.following
        if (
            self.deal.is_complete
            or following is None
            or coup.shoe_end_index is not None
            or _is_burned_between(coup, following)
        ):
            return None
        acts = [act.value for act in self.deal.acts]
        more = takewhile(is_known, map(card_name, coup_cards(normal_form(following))))
        lawful = reconstruct(TABLEAU, CoupHands(), self.rules, [*acts, *more])
        return None if lawful.draw else lawful.board

    def _hands(self, standing: Standing | None) -> dict[str, tuple[str, ...]]:
        if standing == "as_dealt":
            most = self.rules.value(parameters.MOST_CARDS)
            return {hand: cards[:most] for hand, cards in self.deal.hands_at(self.deal.dealt_places).items()}
        if standing is not None and self.completed_hands is not None:
            return {hand: self.completed_hands.hand(hand) for hand in HANDS}
        return self.deal.hands_at()

    def _reconstruction(self, standing: Standing | None) -> Reconstruction | None:
        """Where each card goes that does not lie where it belongs; once cards are collected, only what is surplus."""
        if standing not in ("reconstruct", "not_told"):
            return None
        deal, goes = self.deal, self._surplus_place
        collected = self.coup.next_round_index is not None
        belongs = (*deal.lawful.places, *(goes for _ in deal.lawful.surplus))
        lying = zip(deal.card_names, deal.card_moves.final_places, belongs, strict=True)
        moves = tuple(Move(name, lies, to) for name, lies, to in lying if lies != to and not collected)
        surplus = tuple(Surplus(deal.card_names[index], goes) for index in deal.lawful.surplus)
        why = MISSING_CARD_STAYS_WITH_NEXT_COUP if self.completed_hands is not None else None
        return Reconstruction("draw" if deal.lawful.draw else "exact", moves, deal.lawful.draw, surplus, why)

    @property
    def _surplus_place(self) -> str:
        """Where a card goes that the coup does not need."""
        if self.coup.next_round_index is not None or self.coup.shoe_end_index is not None or not self.deal.lawful.surplus:
            return "discard"
        return self.rules.value(parameters.SURPLUS_GOES)

    def _verdict(self, standing: Standing | None, wagers_due: Sequence[WagerDue]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if not any(claim.on_record for claim in wagers_due):
            called = {settling.bet.wager: settling.due_by_call() for settling in self.settlements}
            wagers_due, settled = with_shown_payments(wagers_due, called, self.coup), False
        else:
            settled = is_all_settled_as_due(wagers_due)
        if standing == "void" and not settled:
            return standing
        if standing == "reconstruct" and not settled and not self._is_only_money_left:
            return standing
        if standing is not None and any(claim.due_minor is None for claim in wagers_due):
            return "refer"
        return "correct" if has_outstanding_money(wagers_due) else "stands"

    @property
    def _is_only_money_left(self) -> bool:
        """Whether the next coup was dealt over the cards and the record says what they come to."""
        return self.coup.next_round_index is not None and (not self.deal.lawful.draw or self.completed_hands is not None)

    def _played_on_findings(self, earlier: Round) -> Iterator[Finding]:
        clause = self.rules.clause_of("played_on")
        if clause is not None and self.coup.first_draw is not None:
            yield Finding("played_on", (clause,), self.coup.first_draw.position, {"earlier": earlier.name})


def _is_burned_between(coup: Round, following: Round) -> bool:
    """Whether other cards had left the shoe before the next coup's bets were called for."""
    dealt = sum(round_entry.index < following.entries[0].index for round_entry in coup_cards(coup))
    return following.cards_out_before > coup.cards_out_before + dealt


def _disputing_players(coup: Round) -> Iterator[str]:
    """A player who gives notice of an error disputes the coup."""
    return (notice.by for _, notice in coup.entries_of(NoticeGiven) if office_of(notice.by, coup) is None)

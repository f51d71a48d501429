"""Judges one blackjack round under one choice of readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Literal

from ledger.events.play import CorrectionBegun, CorrectionCompleted, NoticeGiven
from ledger.people import ROLES
from ledger.places import BURN, NEXT, box_of
from replay.blackjack import conduct, values  # noqa: F401 - it registers checks
from replay.blackjack.boxes import on_time, play_of
from replay.blackjack.checks import CHECKS, Check, Facts
from replay.blackjack.claims import Money
from replay.blackjack.deal import ASIDE, completed_dealer, deal, unread
from replay.blackjack.departures import ILLEGAL, departures, kinds
from replay.blackjack.righting import Righted, put_right
from replay.blackjack.settlement import EXTRAS
from replay.blackjack.side_checks import to_the_card
from replay.blackjack.table import Table, over, spoken, total, two_card_21
from replay.composition import breach
from replay.findings import Finding, in_order
from replay.judgement import Ask, Claim, Judgement, Move, Reconstruction, Surplus, Verdict
from replay.keys import Key
from replay.round import Round
from replay.rules import Rules
from replay.unread import over_faces
from replay.wagers import Layout

GRAVE: Final = frozenset({"one_copy_too_many", "too_many_of_rank", "too_many_cards", "wrong_decks", "unexplained"})
"""Findings after which nobody but the authority says what the round is worth."""

UNHEEDED: Final = frozenset(
    {*ILLEGAL.values(), "illegal_hit", "not_his_call", "against_the_rule", "not_asked", "out_of_turn"}
)
"""Departures that move no card by themselves."""

Standing = Literal["reconstruct", "put_right", "as_dealt", "void", "not_told"]


def judge(one: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""

    def hopeless(judged: Judgement) -> Judgement:
        if judged.standing is None or rules.value(values.HOPELESS) == "refer":
            return replace(judged, verdict="refer", cites=frozenset(rules.cites))
        claims = tuple(replace(claim, due_minor=claim.stake_minor) for claim in judged.claims)
        return replace(judged, verdict="void", claims=claims, standing="void", cites=frozenset(rules.cites))

    return over_faces(one, unread(one), rules, lambda faces: _Judging(one, rules, faces).judgement(), hopeless)


@dataclass(frozen=True, slots=True)
class _Remedy:
    """How the round stands, and the money of it; two are alike if the money is."""

    how: Standing = field(compare=False)
    money: tuple[int | None, ...]


@dataclass
class _Judging:
    """The steps of judging one round: wagers, cards, findings, standing, money, verdict."""

    one: Round
    rules: Rules
    faces: Sequence[str] = ()

    def __post_init__(self) -> None:
        one, rules = self.one, self.rules
        self.layout = rules.once("layout", lambda: Layout(rules, EXTRAS, to_the_card(rules)).follow(one))
        bets = tuple(self.layout.bets.values())
        mains = on_time(bets)
        boxes = tuple(bet.box for bet in mains if bet.box is not None)
        faces = tuple(self.faces)
        play = play_of(one, bets, rules)
        self.deal = rules.once(("deal", boxes, play, faces), lambda: deal(one, boxes, rules, play, faces))
        board = self.deal.board if self.deal.touched is None else self._carrying.board
        what = "facts", id(self.layout), id(self.deal), id(board)  # these are made once and kept, as the facts are
        self.facts = rules.once(what, lambda: Facts(one, self.layout, self.deal, board))
        self.bets = [bet for bet in self.layout.bets.values() if not bet.withdrawn]
        self.findings = [
            *departures(self.deal, rules),
            *self._wrong_way(),
            *(finding for check in CHECKS for finding in self._found(check)),
        ]
        self.money = Money(self.facts, self.bets, self.deal, rules)
        self.as_dealt = self.money.on(self.deal.board)

    def _found(self, check: Check) -> tuple[Finding, ...]:
        """What a check finds; the same for all readings that it does not ask for."""
        return self.rules.once((check, id(self.facts)), lambda: tuple(check(self.facts, self.rules)))

    def judgement(self) -> Judgement:
        how = self._standing()
        dues = self._money(how)
        claims = [self.money.claim(n, due, self.as_dealt[n], self.findings) for n, due in enumerate(dues)]
        counts = self._lawful_board(how) if how == "put_right" else self.deal.board
        for n, due in enumerate(dues):
            right = self._right(due, self.as_dealt[n], how)
            self.findings += self.money.wrong_payment(n, right, counts)
        held_up = how == "not_told" or any(finding.kind in GRAVE for finding in self.findings)
        return Judgement(
            findings=in_order(self.findings),
            verdict="refer" if held_up or any(c.referred for c in claims) else self._verdict(how, claims),
            declared=None,
            dealt=self._result(self.deal.board),
            lawful=self._result(self._lawful_board(how)),
            hands=self._hands(self.deal.board if how == "as_dealt" else self._lawful_board(how)),
            lawful_hands=self._hands(self._lawful_board(how)),
            reconstruction=self._reconstruction(how),
            claims=tuple(claims),
            cites=frozenset(self.rules.cites),
            held_up=held_up,
            standing=how,
            disputing=frozenset(self._disputing()),
        )

    # How the round stands

    def _standing(self) -> Standing | None:
        """None for a round that was dealt by the rules, or whose departures moved no card."""
        one = self.deal
        if one.clean and one.touched is None and not self._astray:
            return None
        if not one.explanation:
            return "not_told"
        if self._was_put_right and self.righted.lies_right(one.cards):
            return "put_right"
        if set(self.kinds) <= UNHEEDED and not self._astray and one.touched is None and self._cards_lie_right():
            if not self._carrying.asks:
                return None
            if not one.closed:
                return "reconstruct"  # no card is in error: a decision that was not open is asked for again
        if set(self.kinds) == {"dealer_stopped"} and not self._astray and self._for_nobody():
            return "reconstruct"
        return self.rules.depends(self._remedy(), self._under).how

    @property
    def _was_put_right(self) -> bool:
        """Whether somebody put the round right: where every card lay as it should, none was moved for it."""
        return bool(self.one.of(CorrectionCompleted)) or self.deal.touched is not None

    def _for_nobody(self) -> bool:
        """Whether all money is decided as it should be without the cards that the dealer did not draw."""
        due = self.money.on(self.righted.board)
        return None not in due and due == self.as_dealt

    def _cards_lie_right(self) -> bool:
        """Whether nothing has to be moved as long as the decisions hold."""
        return self._carrying.all_lie_right(self.deal.cards)

    def _under(self, remedy: str) -> _Remedy:
        how: Standing = "reconstruct" if remedy == "reconstruct" else "void" if remedy == "void" else "as_dealt"
        return _Remedy(how, tuple(self._money(how)))

    def _remedy(self) -> Key[str]:
        """Which of the house's rules on errors speaks of this one."""
        if self.one.played_on_at is not None:
            return values.PLAYED_ON
        if self._at_once:
            return values.AT_ONCE
        if self._only_exposed:
            self.rules.value(values.EXPOSED)
            return values.NOT_USED
        return values.EMPTY_BOX if "empty_box" in self.kinds else values.OTHERWISE

    @cached_property
    def _at_once(self) -> bool:
        """Whether no card came after the one in error: it was merely out of turn, or something is merely unfinished."""
        cards = [n for n, act in enumerate(self.deal.acts) if act.act == "card"]
        last = cards[-1] if cards else -1
        faults = self.deal.explanation.faults if self.deal.explanation else ()
        in_error = [next((n for n in cards if n >= fault.step), last) for fault in faults]
        return all(n >= last for n in in_error) and not self._astray

    @property
    def _only_exposed(self) -> bool:
        """Whether all that went wrong is that a card was not used as the next one."""
        found = set(self.kinds)
        if any(self.deal.cards[n].laid != BURN for n in self._astray):
            return False
        return bool(found or self._astray) and found <= {"exposed_not_next", "burned_in_error"}

    @cached_property
    def kinds(self) -> list[str]:
        return kinds(self.deal, self.rules)

    @cached_property
    def righted(self) -> Righted:
        """The round put right, with the decisions that carry over as the house says."""
        again = self.deal.explanation and not self._at_once and not self._only_exposed
        if not again or self._cards_lie_right():
            return self._carrying
        return self.rules.depends(
            values.CARRY,
            lambda which: self._carrying if which == "on_the_same_cards" else self._put_right(carry=False),
        )

    @cached_property
    def _carrying(self) -> Righted:
        return self._put_right(carry=True)

    def _put_right(self, *, carry: bool) -> Righted:
        burned = self._burned()
        what = "righted", id(self.deal), burned, carry  # deals are made once and kept, so that each is its own
        return self.rules.once(what, lambda: put_right(self.deal, self.rules, burned=burned, carry=carry))

    def _burned(self) -> frozenset[int]:
        """The cards that the house burns: face up in the shoe or machine, or laid to a dealer's hand that was complete."""
        burned = {n for n, card in enumerate(self.deal.cards) if card.wrong_way and self._way_goes() == "burn"}
        if any(card.laid in ASIDE for card in self.deal.cards) and self.rules.value(values.EXPOSED) == "burn":
            burned |= {n for n, card in enumerate(self.deal.cards) if card.laid in ASIDE and not card.wrong_way}
        done = [*completed_dealer(self.deal)]
        if done and not self._astray and self.rules.value(values.DONE_DEALER) == "burn":
            burned.update(done)
        return frozenset(burned)

    def _way_goes(self) -> str:
        machine = self.one.device == "machine"
        return self.rules.value(values.FACE_UP_MACHINE if machine else values.FACE_UP_SHOE)

    @cached_property
    def _astray(self) -> list[int]:
        """Cards that lay face up in the shoe, and were not treated as the house treats them."""
        return [
            n
            for n, card in enumerate(self.deal.cards)
            if card.wrong_way and (card.laid == BURN) != (self._way_goes() == "burn")
        ]

    def _wrong_way(self) -> Iterator[Finding]:
        for n in self._astray:
            card = self.deal.cards[n]
            kind = "burned_in_error" if card.laid == BURN else "face_up_not_burned"
            yield from breach(self.rules, kind, card.told.position, {"card": card.name, "place": spoken(card.laid)})

    # The money

    def _lawful_board(self, how: Standing | None) -> Table:
        unfaulted = how is None and not self.deal.explanation
        return self.deal.board if unfaulted or how == "not_told" else self.righted.board

    def _money(self, how: Standing | None) -> list[int | None]:
        """What goes back on each wager if the round stands so."""
        if how == "as_dealt":
            return self.as_dealt
        if how == "void":
            return [bet.stake_minor for bet in self.bets]
        if how == "not_told":
            return [None for _ in self.bets]
        return self.money.on(self._lawful_board(how))

    def _right(self, due: int | None, dealt: int | None, how: Standing | None) -> list[int | None]:
        """What it was right to give, the likeliest first: by the cards as they lay; once somebody spoke up, what counts."""
        if how == "put_right":
            return [due]
        if how is None:
            return [due, dealt] if due is not None else [dealt, due]
        return [dealt, due] if self._heeded else [dealt]

    @cached_property
    def _heeded(self) -> bool:
        """Whether somebody spoke up."""
        return any(self.one.of(kind) for kind in (NoticeGiven, CorrectionBegun, CorrectionCompleted))

    # What is said of it

    def _result(self, board: Table) -> str | None:
        """What the dealer's hand came to."""
        if len(board.dealer.lying) < 2:
            return None
        if two_card_21(board.dealer, self.rules):
            return "dealer blackjack"
        has = total(board.dealer, self.rules)[0]
        return f"dealer over with {has}" if over(board.dealer, self.rules) else f"dealer {has}"

    def _hands(self, board: Table) -> dict[str, tuple[str, ...]]:
        seen = {hand.place: hand.lying for hand in (*board.hands, board.dealer)}
        return {place: tuple("??" if card in self.faces else card for card in cards) for place, cards in seen.items()}

    def _reconstruction(self, how: Standing | None) -> Reconstruction | None:
        """Every card that must move, what is to be drawn, asked again and left over."""
        if how not in ("reconstruct", "not_told") or not self.deal.explanation:
            return None
        righted, cards = self.righted, self.deal.cards
        collected = self.one.played_on_at is not None
        pairs = list(zip(cards, righted.belongs, strict=True))
        moves = tuple(Move(card.name, card.lies, to) for card, to in pairs if card.lies != to and not collected)
        surplus = tuple(Surplus(card.name, to) for card, to in pairs if to in (NEXT, BURN))
        in_view = [card.name for card, to in pairs if to == NEXT]
        asks = tuple(Ask(place, _in_view(why, in_view), self._caller(place)) for place, why in righted.asks)
        outcome: Literal["exact", "draw", "ask"] = "ask" if asks else "draw" if righted.lawful.draw else "exact"
        return Reconstruction(outcome, moves, righted.lawful.draw, surplus, None, asks, tuple(righted.lawful.carried))

    def _caller(self, place: str) -> str | None:
        return self.deal.play.caller(self._carrying.board, box_of(place)) or None

    def _verdict(self, how: Standing | None, claims: Sequence[Claim]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if self.money.interrupted and self.rules.depends(values.INTERRUPTED, lambda then: then == "void"):
            return "void"
        known = [claim for claim in claims if claim.paid_minor is not None]
        all_paid = bool(known) and all(c.paid_minor == c.due_minor is not None for c in claims)
        settled = all_paid and self.one.closed
        if how in ("reconstruct", "void") and not settled:
            asked = how == "reconstruct" and self.righted.asks
            return "ask" if asked else how
        short = any(claim.due_minor is not None and claim.paid_minor != claim.due_minor for claim in known)
        return "correct" if short else "stands"

    def _disputing(self) -> Iterator[str]:
        """A player who gives notice of an error disputes the round."""
        return (notice.by for _, notice in self.one.of(NoticeGiven) if notice.by not in ROLES)


def _in_view(why: str, cards: Sequence[str]) -> str:
    """The reason, with what lies in view that should not."""
    return f"{why}; {' '.join(cards)} can be seen and should not be" if cards else why

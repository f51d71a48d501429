"""Judges one blackjack round under one choice of readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Final, Literal

from ledger.events.play import CorrectionBegun, CorrectionCompleted, NoticeGiven, RoundClosed
from ledger.values.offices import ROLES
from ledger.values.places import BURN, EXPOSED, NEXT, box_of
from replay.games.blackjack import conduct_checks, parameters  # noqa: F401 - it registers checks
from replay.games.blackjack.after_correction import with_sequel
from replay.games.blackjack.box_control import boxes_in_play, layout_of, on_time, play_of
from replay.games.blackjack.burning import astray, burned
from replay.games.blackjack.checks import CHECKS, Check, Facts
from replay.games.blackjack.conduct_checks import Chips, supervision
from replay.games.blackjack.correction import corrections
from replay.games.blackjack.deal import deal
from replay.games.blackjack.dealt_line import DISCARD, cards, unread
from replay.games.blackjack.deviations import ILLEGAL, departures, kinds
from replay.games.blackjack.reconstruction import Righted, changed_hands, put_right
from replay.games.blackjack.table import Table, over, spoken, total, two_card_21
from replay.games.blackjack.wagers_due import Money
from replay.judging.composition import breach
from replay.judging.finding import Finding, in_order
from replay.judging.judgement import Claim, Judgement, Move, Reconstruction, Surplus, Verdict
from replay.judging.payments import outstanding, payment_findings, settled_as_due, with_unpaid
from replay.judging.unreadable_cards import over_faces
from replay.rulebooks.parameter import Key
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

GRAVE: Final = frozenset({"one_copy_too_many", "too_many_of_rank", "too_many_cards", "wrong_decks", "unexplained"})
"""Findings after which nobody but the authority says what the round is worth."""

UNHEEDED: Final = frozenset(
    {*ILLEGAL.values(), "illegal_hit", "not_his_call", "against_the_rule", "not_asked", "out_of_turn", "offered_early"}
)
"""Departures that move no card by themselves."""

OF_THE_DEALER: Final = frozenset({"dealer_stopped", "dealer_overdrew", "idle_draw"})
"""Departures in the dealer's own hand: nothing once nobody waits for it any more."""

SPOKEN_UP: Final = (NoticeGiven, CorrectionBegun)
"""Events that show that somebody had seen an error."""

Standing = Literal["reconstruct", "put_right", "as_dealt", "void", "not_told", "to_finish", "called_off"]
"""The last two are those of a game that was broken off: it is played to its end, or it is void."""

NOT_MISDEALT: Final = (None, "to_finish", "called_off")


def judge(one: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""

    def hopeless(judged: Judgement) -> Judgement:
        if judged.standing is None or rules.value(parameters.HOPELESS) == "refer":
            return replace(judged, verdict="refer", cites=frozenset(rules.cites))
        claims = tuple(replace(claim, due_minor=claim.stake_minor) for claim in judged.claims)
        cites = frozenset(rules.cites)
        return replace(judged, verdict="void", claims=claims, standing="void", held_up=True, cites=cites)

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
        self.layout = rules.once("layout", lambda: layout_of(one, rules))
        bets = tuple(self.layout.bets.values())
        mains = on_time(bets)
        boxes = boxes_in_play(one, mains, rules)
        faces = tuple(self.faces)
        play = play_of(one, bets, rules)
        self.deal = rules.once(
            ("deal", boxes, play, faces), lambda: with_sequel(one, deal(one, boxes, rules, play, faces), rules)
        )
        board = self.deal.board if self.deal.touched is None else self._carrying.board
        what = "facts", id(self.layout), id(self.deal), id(board)  # these are made once and kept, as the facts are
        self.facts = rules.once(what, lambda: Facts(one, self.layout, self.deal, board))
        self.bets = [bet for bet in self.layout.bets.values() if not bet.withdrawn]
        self.findings = [
            *departures(self.deal, rules),
            *supervision(one, self.deal, rules),
            *self._wrong_way(),
            *self._too_late(),
            *(finding for check in CHECKS for finding in self._found(check)),
        ]
        self.money = Money(self.facts, self.bets, self.deal, rules)
        self.as_dealt = self.money.on(self.deal.board)

    def _found(self, check: Check) -> tuple[Finding, ...]:
        """What a check finds; the same for all readings that it does not ask for."""
        return self.rules.once((check, id(self.facts)), lambda: tuple(check(self.facts, self.rules)))

    def judgement(self) -> Judgement:
        with self.rules.scope() as of_the_standing:
            how = self._standing()
        if how in ("reconstruct", "put_right"):
            self.findings += corrections(self.one, self.deal, self._carrying, self.rules)
        dues = self._money(how)
        claims = with_unpaid(
            [self.money.claim(n, due, self.as_dealt[n], self.findings) for n, due in enumerate(dues)],
            self.one,
            misdealt=how not in NOT_MISDEALT,
        )
        counts = self.deal.board if how == "as_dealt" else self._lawful_board(how)
        then = [() if how in (None, "put_right") else (dealt,) for dealt in self.as_dealt]
        payments = self.money.payments(claims, then, counts)
        if how == "void":
            payments = [replace(payment, grounds=of_the_standing, then_grounds=()) for payment in payments]
        self.findings += payment_findings(payments, self.facts.money)
        self.findings += Chips(self.facts, {claim.wager: claim for claim in claims}, self.rules).found()
        held_up = how != "called_off" and (how == "not_told" or any(one.kind in GRAVE for one in self.findings))
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
        """How the round stands once a game that was broken off is finished, or called off."""
        interrupted = self.money.interrupted
        if interrupted and self.rules.depends(parameters.INTERRUPTED, lambda then: then == "void"):
            return "called_off"
        how = self._as_played()
        unfinished = interrupted and self.deal.interrupted and how is None and not self.righted.lies_right(self.deal.cards)
        return "to_finish" if unfinished else how

    def _as_played(self) -> Standing | None:
        """None for a round that was dealt by the rules, or whose departures moved no card."""
        one = self.deal
        if one.clean and one.touched is None and not self._astray:
            return "reconstruct" if self._left_lying else None
        if not one.explanation:
            return "not_told"
        if self._was_put_right and self.righted.lies_right(one.cards):
            return "put_right"
        if set(self.kinds) <= UNHEEDED and not self._astray and self._untouched and self._cards_lie_right():
            if not self._carrying.asks or one.interrupted:
                return None
            if not one.closed:
                return "reconstruct"  # no card is in error: a decision that was not open is asked for again
        if self._after_all:
            return None
        if set(self.kinds) == {"dealer_stopped"} and not self._astray and self._for_nobody():
            return "reconstruct"
        return self.rules.depends(self._remedy(), self._under).how

    @property
    def _left_lying(self) -> bool:
        """Whether a card that came out too late for the round does not lie where it goes, and can still be put there."""
        if not self.deal.left_over or self.deal.gone:
            return False
        belongs = self.righted.belongs
        return any(self.deal.cards[n].lies != belongs[n] for n in self.deal.left_over)

    @property
    def _was_put_right(self) -> bool:
        """Whether somebody put the round right: where every card lay as it should, none was moved for it."""
        return bool(self.one.of(CorrectionCompleted)) or self.deal.touched is not None

    @cached_property
    def _after_all(self) -> bool:
        """Whether all that went wrong is in the dealer's hand of a closed round, and nobody waited for it any more."""
        if not self.one.closed or self._astray or not self._untouched or not self.kinds:
            return False
        boards = [fault.board for fault in self.deal.amiss.faults if isinstance(fault.board, Table)]
        waited = any(self.deal.play.waited_for(board, self.rules) for board in boards)
        return set(self.kinds) <= OF_THE_DEALER and not waited

    @property
    def _untouched(self) -> bool:
        """Whether no card was moved for an error, or the play has gone on from where it should have been."""
        return self.deal.touched is None or self.deal.sequel is not None

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
        named = self._only_exposed or "empty_box" in self.kinds
        if named and self._came_to_light_late and self.rules.held(parameters.ONCE_CLOSED) != "not_said":
            return parameters.ONCE_CLOSED
        if self.one.played_on_at is not None:
            return parameters.PLAYED_ON
        if self._at_once:
            return parameters.AT_ONCE
        if self._only_exposed:
            self.rules.value(parameters.EXPOSED)
            return parameters.NOT_USED
        return parameters.EMPTY_BOX if named else parameters.OTHERWISE

    @property
    def _came_to_light_late(self) -> bool:
        """Whether nobody spoke up before the round was closed."""
        if not self.one.closed:
            return False
        ends = [told.index for told, _ in self.one.of(RoundClosed)]
        end = min((*ends, *([] if self.one.played_on_at is None else [self.one.played_on_at])), default=None)
        told = (told.index for kind in SPOKEN_UP for told, _ in self.one.of(kind))
        return end is None or not any(index < end for index in told)

    @cached_property
    def _at_once(self) -> bool:
        """Whether no card came after the one in error: it was merely out of turn, or something is merely unfinished."""
        cards = [n for n, act in enumerate(self.deal.amiss.acts) if act.act == "card"]
        last = cards[-1] if cards else -1
        in_error = [next((n for n in cards if n >= fault.step), last) for fault in self.deal.amiss.faults]
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
        return self.rules.depends(parameters.CARRY, self._keeping)

    def _keeping(self, which: str) -> Righted:
        """The round put right with those decisions."""
        if which == "on_the_same_cards":
            return self._carrying
        if which == "none":
            return self._put_right(again=None)
        return self._put_right(again=changed_hands(self.deal.board, self._carrying.board))

    @cached_property
    def _carrying(self) -> Righted:
        return self._put_right(again=frozenset())

    def _put_right(self, *, again: frozenset[str] | None) -> Righted:
        out = burned(self.deal, self.one.device, self.rules)
        what = "righted", id(self.deal), out, again  # deals are made once and kept, so that each is its own
        gone = self.deal.gone or self._after_all
        return self.rules.once(what, lambda: put_right(self.deal, self.rules, burned=out, again=again, gone=gone))

    @cached_property
    def _astray(self) -> tuple[int, ...]:
        return astray(self.deal, self.one.device, self.rules)

    def _wrong_way(self) -> Iterator[Finding]:
        for n in self._astray:
            card = self.deal.cards[n]
            kind = "burned_in_error" if card.laid == BURN else "face_up_not_burned"
            yield from breach(self.rules, kind, card.told.position, {"card": card.name, "place": spoken(card.laid)})

    def _too_late(self) -> Iterator[Finding]:
        """Cards that came out too late for the round, and did not go where the house sends such a card."""
        opening = self.one.following and [card.name for card in cards(self.one.following)]
        for number, n in enumerate(self.deal.left_over):
            card, used = self.deal.cards[n], opening and opening[number : number + 1]
            went = BURN if card.lies == BURN else None if used is None else NEXT if used == [card.name] else EXPOSED
            kind = self.rules.depends(parameters.TOO_LATE, partial(_ill_kept, card.laid, went))
            if kind is not None:
                yield from breach(self.rules, kind, card.told.position, {"card": card.name})

    # The money

    def _lawful_board(self, how: Standing | None) -> Table:
        told = self.deal.explanation and how != "not_told"
        return self.righted.board if told else self.deal.board

    def _money(self, how: Standing | None) -> list[int | None]:
        """What goes back on each wager if the round stands so."""
        if how == "as_dealt":
            return self.as_dealt
        if how == "void":
            return [bet.staked_minor for bet in self.bets]
        if how == "not_told":
            return [None for _ in self.bets]
        return self.money.on(self._lawful_board(how))

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
        if (how not in ("reconstruct", "not_told", "to_finish") and not self._after_all) or not self.deal.explanation:
            return None
        righted, cards = self.righted, self.deal.cards
        collected = self.one.played_on_at is not None
        pairs = list(zip(cards, righted.belongs, strict=True))
        moved = [] if collected else [(card, to) for card, to in pairs if to not in (card.lies, DISCARD)]
        moves = tuple(Move(card.name, card.lies, to) for card, to in moved)
        surplus = tuple(Surplus(card.name, to) for card, to in pairs if to in (NEXT, BURN))
        in_view = [card.name for card, to in pairs if to == NEXT]
        asks = tuple(replace(a, why=_in_view(a.why, in_view), who=self._caller(a.place)) for a in righted.asks)
        outcome: Literal["exact", "draw", "ask"] = "ask" if asks else "draw" if righted.lawful.draw else "exact"
        carried, finishing = tuple(righted.lawful.carried), how == "to_finish"
        return Reconstruction(outcome, moves, righted.lawful.draw, surplus, None, asks, carried, finishing=finishing)

    def _caller(self, place: str) -> str | None:
        return self.deal.play.caller(self._carrying.board, box_of(place)) or None

    def _verdict(self, how: Standing | None, claims: Sequence[Claim]) -> Verdict:
        """`stands` where everything that went back is what is due; else what is to be done about it."""
        if how == "called_off":
            return "void"
        settled = bool(claims) and settled_as_due(claims) and self.one.closed
        if how == "void" and not settled:
            return "void"
        if how in ("reconstruct", "to_finish") and not settled:
            return "ask" if self.righted.asks else "reconstruct"
        return "correct" if outstanding(claims) else "stands"

    def _disputing(self) -> Iterator[str]:
        """A player who gives notice of an error disputes the round."""
        return (notice.by for _, notice in self.one.of(NoticeGiven) if notice.by not in ROLES)


def _ill_kept(laid: str, went: str | None, goes: str) -> str | None:
    """What is wrong with where a card went that came out too late, `went` being None while that is not known."""
    if goes == BURN:
        return "late_card_used" if went == NEXT else None
    unused = "burned_in_error" if laid == BURN else "exposed_not_next"
    return unused if went in (BURN, EXPOSED) else None


def _in_view(why: str, cards: Sequence[str]) -> str:
    """The reason, with what lies in view that should not."""
    return f"{why}; {' '.join(cards)} can be seen and should not be" if cards else why

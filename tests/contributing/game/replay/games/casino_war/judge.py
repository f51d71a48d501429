"""Judges one round of Casino War under one choice of readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from replay.games.casino_war import parameters
from replay.games.casino_war.deal import boxes_in_play, read_deal, unread_count
from replay.games.casino_war.settlement import WAGER_KINDS, box_result, settle

from ledger.events.play import Announced, NoticeGiven
from ledger.values.money import format_minor
from ledger.values.offices import ROLES
from ledger.values.places import DEALER
from replay.judging.composition import breach, composition
from replay.judging.finding import Finding, Phase, declare, sorted_findings
from replay.judging.judgement import Judgement, WagerDue
from replay.judging.payments import Payment, has_outstanding_money, mark_unpaid, payment_findings
from replay.judging.unreadable_cards import judge_over_faces
from replay.judging.wagers import Bet, RoundWagers, closing_event_text, round_to_minor
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round

declare(
    __name__,
    Phase.BETS,
    "players",
    {
        "unequal_raise": "Player {player} went to war with {amount} ({wager}); the first stake is {stake}.",
        "raise_without_tie": "Player {player} laid {amount} for a war ({wager}), and {place} had no tie.",
    },
)


def judge(round_: Round, rules: Rules) -> Judgement:
    """Findings, verdict and money of a round."""
    return judge_over_faces(round_, unread_count(round_), rules, lambda faces: WarJudge(round_, rules, faces).judgement())


@dataclass
class WarJudge:
    """The steps of judging one round: cards, wagers, money, verdict."""

    round: Round
    rules: Rules
    faces: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.bets_by_name = RoundWagers(self.rules, ("war",)).follow_round(self.round).bets
        self.bets = [bet for bet in self.bets_by_name.values() if not bet.withdrawn]
        self.deal = read_deal(self.round, boxes_in_play(self.bets), self.rules, self.faces)

    def judgement(self) -> Judgement:
        dues = [self._due(bet) for bet in self.bets]
        claims = mark_unpaid(
            [self._wager_due(bet, minor) for bet, (minor, _) in zip(self.bets, dues, strict=True)], self.round
        )
        findings = [*self.deal.findings, *self._wager_findings(), *composition(self.round, self.rules)]
        findings += payment_findings(
            (self._payment(bet, claim, cites) for bet, claim, (_, cites) in zip(self.bets, claims, dues, strict=True)),
            self._money,
        )
        held_up = self.deal.is_unexplained
        is_referred = held_up or any(claim.referred for claim in claims)
        table = self.deal.table
        hands = {place: table.hand(place) for place in table.places}
        shown = f"dealer {', then '.join(card[0] for card in hands[DEALER])}" if hands[DEALER] else None
        called = self.round.entries_of(Announced)
        return Judgement(
            findings=sorted_findings(findings),
            verdict="refer" if is_referred else "correct" if has_outstanding_money(claims) else "stands",
            declared_result=called[-1][1].result if called else None,
            dealt_result=shown,
            lawful_result=shown,
            hands=hands,
            lawful_hands=hands,
            reconstruction=None,
            wagers_due=claims,
            cited_clauses=frozenset(self.rules.cited_clauses),
            is_held_up=held_up,
            disputing_players=frozenset(
                notice.by for _, notice in self.round.entries_of(NoticeGiven) if notice.by not in ROLES
            ),
        )

    def _box(self, bet: Bet) -> int | None:
        parent = self.bets_by_name.get(bet.parent or "")
        return bet.box or (parent.box if parent else None)

    def _due(self, bet: Bet) -> tuple[int | None, set[str]]:
        """What goes back on a wager, and the clauses by which it does."""
        with self.rules.scope() as cites:
            box = self._box(bet)
            if bet.kind not in WAGER_KINDS or box is None or self._is_in_doubt(bet):
                return None, cites
            back = settle(bet.kind, bet.playing_minor, self.deal.table, box, self.rules, is_over=self.round.is_over)
            return None if back is None else round_to_minor(bet.late_minor + back, self.rules), cites

    def _is_in_doubt(self, bet: Bet) -> bool:
        """Whether it rides on a war that was decided on after a card had been shown."""
        in_doubt = self._box(bet) in self.deal.boxes_in_doubt and bet.kind in ("main", "war")
        return in_doubt and self.rules.value(parameters.EXPOSED) == "refer"

    def _wager_due(self, bet: Bet, due_minor: int | None) -> WagerDue:
        return WagerDue(
            wager=bet.wager,
            player=bet.player,
            kind=bet.kind,
            stake_minor=bet.staked_minor,
            nominal_minor=bet.staked_minor,
            paid_minor=bet.returned_minor,
            due_minor=due_minor,
            as_dealt_minor=due_minor,
            referred=due_minor is None and (self.round.is_over or self._is_in_doubt(bet)),
            parent=bet.parent,
            late_minor=bet.late_minor,
            on_record=bet.paid_minor is not None,
        )

    def _payment(self, bet: Bet, wager_due: WagerDue, clauses: set[str]) -> Payment:
        about = self._particulars(bet)
        return Payment(wager_due, bet.paid_position or bet.position, about, clauses, taken_up_minor=bet.taken_up_minor)

    def _particulars(self, bet: Bet) -> dict[str, str | int]:
        amount = self._money(bet.staked_minor)
        return {"wager": bet.wager, "player": bet.player, "kind": bet.kind, "amount": amount}

    def _money(self, minor: int) -> str:
        opening = self.round.table_opening
        return f"{format_minor(minor, opening.minor_digits)} {opening.currency}"

    def _wager_findings(self) -> Iterator[Finding]:
        for bet in self.bets:
            about, box = self._particulars(bet), self._box(bet)
            if bet.kind not in WAGER_KINDS:
                yield Finding("unknown_wager", (), bet.position, about, (bet.wager,))
            if bet.late:
                closing = {"closing": closing_event_text(self.round, bet.position)}
                yield from breach(self.rules, "late_bet", bet.position, {**about, **closing}, bet.wager)
            if bet.kind == "war" and box is not None:
                yield from self._raise_findings(bet, box, about)

    def _raise_findings(self, bet: Bet, box: int, about: dict[str, str | int]) -> Iterator[Finding]:
        parent = self.bets_by_name.get(bet.parent or "")
        if box_result(self.deal.table, box, self.rules) not in ("tie", "open"):
            where = {**about, "place": f"box {box}"}
            yield from breach(self.rules, "raise_without_tie", bet.position, where, bet.wager)
        elif parent is not None and parent.playing_minor != bet.staked_minor:
            stake = {**about, "stake": self._money(parent.playing_minor)}
            yield from breach(self.rules, "unequal_raise", bet.position, stake, bet.wager)

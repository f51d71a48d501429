"""The drill of void shoes: lawful rounds, some unpaid or undecided, of a shoe that is announced void and taken back.

It is judged after every act on the shoe: each round of it, and all of them together, player by player.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import Final, Literal, NamedTuple

from drill.oracles.void_shoe import (
    MANAGEMENT,
    BetMoney,
    PlayerMoney,
    ShoeAnnouncement,
    ShoeBet,
    bet_money,
    is_effective,
    player_totals,
    void_shoe_terms,
    void_since,
)
from drill.shoe.shift import DAY, RoundSource, Shift
from drill.tally import Judge, Tally
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.decisions import RoundSettled, ShoeVoided, ShoeVoidReversed
from ledger.events.play import DecisionMade, NoticeGiven, RoundClosed, WagerPlaced, WagerReturned
from ledger.events.shoe import ShoePrepared
from replay.judging.judgement import Judgement
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Branch
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, round_standing
from replay.ruling.shoe_totals import MoneyTotals, running_totals
from replay.table_day.builder import TableDay

SHOES: Final = 2
RECORDED_AT: Final = f"{DAY.rpartition('/')[2]}T22:00:00.000000Z"
ACTS: Final[tuple[tuple[str, ...], ...]] = (
    ("shoe_void",),
    ("shoe_void", "shoe_void_taken_back"),
    ("shoe_void", "shoe_void_taken_back", "shoe_void_again"),
    ("shoe_void", "shoe_void_twice"),
    ("shoe_void_by_another",),
    ("shoe_void_by_another", "shoe_void"),
    ("shoe_void", "taken_back_by_another"),
    ("taken_back_without_being_void",),
)
"""What is announced of a shoe, one thing after the other."""
OTHERS: Final = ("dealer", "inspector", "P1")
"""Whose word voids no shoe."""
ReadingChoice = Mapping[str, str]
Failure = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


class Happening(NamedTuple):
    """Something that happened: an event, and the round or table that it is about."""

    subject: str
    event: Event


@dataclass
class VoidShoeScenario:
    """Two shoes of a table, of which `shoe` is announced void, and all that happened, in order."""

    edition: Edition
    shoe: str
    story: list[Happening]
    faults: list[str] = field(default_factory=list)
    won_by_bet: dict[tuple[str, str], int] = field(default_factory=dict)
    """By round and bet, what the cards give, stake included."""
    undecided: set[str] = field(default_factory=set)
    """Rounds whose record ends before they are decided."""
    unpaid: list[Happening] = field(default_factory=list)
    """Payments that were not made."""

    @property
    def first_at(self) -> int:
        """Where the shoe is made ready."""
        return next(at for at, (_, e) in enumerate(self.story) if isinstance(e, ShoePrepared) and e.shoe == self.shoe)

    @property
    def rounds(self) -> list[str]:
        """The rounds that were dealt from the shoe."""
        after = self.story[self.first_at + 1 :]
        ends = next((at for at, (_, event) in enumerate(after) if isinstance(event, ShoePrepared)), len(after))
        return list(dict.fromkeys(subject for subject, _ in after[:ends] if subject != DAY))

    def acts(self, until: int) -> list[ShoeAnnouncement]:
        """What was announced of the shoe by then."""
        return [
            ShoeAnnouncement(at, "void" if isinstance(event, ShoeVoided) else "reverse", event.office)
            for at, (_, event) in enumerate(self.story[:until])
            if isinstance(event, ShoeVoided | ShoeVoidReversed)
        ]

    def _is_decided(self, name: str, until: int) -> bool:
        """Whether all that decides a round has happened by then."""
        after = [event for subject, event in self.story[until:] if subject == name]
        return name not in self.undecided and all(isinstance(e, WagerReturned | RoundClosed | NoticeGiven) for e in after)

    def bets(self, name: str, until: int) -> list[ShoeBet]:
        """The bets of a round, and what had been paid on them by then."""
        decided = self._is_decided(name, until)
        own = [(at, event) for at, (subject, event) in enumerate(self.story[:until]) if subject == name]
        return [
            ShoeBet(
                bet.wager,
                bet.player,
                bet.stake_minor,
                self.won_by_bet[name, bet.wager] if decided else None,
                tuple((at, e.amount_minor) for at, e in own if isinstance(e, WagerReturned) and e.wager == bet.wager),
            )
            for _, bet in own
            if isinstance(bet, WagerPlaced)
        ]

    def standing(self, name: str, until: int) -> str:
        """How a round stands by then where its shoe is not void."""
        own = [event for subject, event in self.story[:until] if subject == name]
        disputes = [event for event in own if isinstance(event, NoticeGiven | RoundSettled)]
        if disputes:
            return disputes[-1].outcome if isinstance(disputes[-1], RoundSettled) else "disputed"
        begun = list(dict.fromkeys(subject for subject, _ in self.story[:until] if subject != DAY))
        over = any(isinstance(event, RoundClosed) for event in own) or begun[-1] != name
        return "closed" if over else "open"

    def moments(self) -> list[int]:
        """Just after each act on the shoe, and at the end."""
        return sorted({*(act.at + 1 for act in self.acts(len(self.story))), len(self.story)})

    def table_day(self, until: int) -> TableDay:
        """The day as one source had recorded it by then."""
        entries = [
            Entry(n, f"table/{DAY}", n, RECORDED_AT, Delivery(event, "drill", str(n), n, subject))
            for n, (subject, event) in enumerate(self.story[:until], 1)
        ]
        return build_table_day(entries, lambda _, __: self.edition)


# Dealing


def deal_void_shoe(source: RoundSource, seed: int, players: tuple[str, ...]) -> VoidShoeScenario:
    """Two shoes, and what happens to one of them. Same seed, same shoes."""
    rng = Random(seed)  # noqa: S311 - play that can be repeated, no secret
    shift = Shift(source, rng, players)
    for _ in range(SHOES):
        shift.deal(shift.next_shoe())
    story = [Happening(*happened) for happened in shift.events]
    scenario = VoidShoeScenario(_with_questions(source.edition, rng), rng.choice(shift.shoes).name, story)
    for name, event in story:
        if isinstance(event, WagerReturned):
            key = name, event.wager
            scenario.won_by_bet[key] = scenario.won_by_bet.get(key, 0) + event.amount_minor
    _leave_unpaid(scenario, rng)
    _leave_undecided(scenario, rng)
    _announce(scenario, rng)
    if rng.randrange(2):
        _dispute(scenario, rng)
    if scenario.unpaid and rng.randrange(2):
        scenario.faults.append("paid_after_the_announcement")
        scenario.story.append(rng.choice(scenario.unpaid))
    return scenario


def _with_questions(edition: Edition, rng: Random) -> Edition:
    """The house with its questions on void shoes open, or now and then one of them resolved."""
    terms = void_shoe_terms(edition.id, {})
    asked = [question for question in (terms.paid_question, terms.stakes_question) if question]
    letters = {clause: letter for clause, letter in edition.resolved_letters.items() if clause not in asked}
    if asked and not rng.randrange(4):
        question = rng.choice(asked)
        letters[question] = rng.choice(edition.reading_letters(question))
    return replace(edition, resolved_letters=letters)


def _leave_unpaid(scenario: VoidShoeScenario, rng: Random) -> None:
    """Some rounds of the shoe are not paid, or not all bets of them."""
    for name in scenario.rounds:
        part = rng.choice((0, 0, 1, 2))
        for happened in [h for h in scenario.story if h.subject == name and isinstance(h.event, WagerReturned)]:
            if part == 1 or (part == 2 and rng.randrange(2)):
                scenario.story.remove(happened)
                scenario.unpaid.append(happened)


def _leave_undecided(scenario: VoidShoeScenario, rng: Random) -> None:
    """The record of the last shoe ends in the middle of its last round."""
    last = scenario.rounds[-1]
    decided = [at for at, (name, event) in enumerate(scenario.story) if name == last and isinstance(event, DecisionMade)]
    if not decided or any(isinstance(event, ShoePrepared) for _, event in scenario.story[decided[0] :]) or rng.randrange(2):
        return
    del scenario.story[decided[0] :]
    scenario.unpaid = [happened for happened in scenario.unpaid if happened.subject != last]
    scenario.undecided.add(last)


def _announce(scenario: VoidShoeScenario, rng: Random) -> None:
    """What is announced comes while the shoe is played, or later."""
    after = next(at for at, (name, _) in enumerate(scenario.story) if name == scenario.rounds[0])
    for kind in rng.choice(ACTS):
        end = len(scenario.story)
        after = rng.randint(after + 1, end) if rng.randrange(2) else end
        scenario.story.insert(after, Happening(DAY, _act_event(scenario.shoe, kind, rng)))
        scenario.faults.append(kind)


def _act_event(shoe: str, kind: str, rng: Random) -> ShoeVoided | ShoeVoidReversed:
    by, role = rng.choice((("M1", MANAGEMENT), (MANAGEMENT, None)))
    if kind.endswith("_by_another"):
        by, role = rng.choice(OTHERS), None
    act = ShoeVoidReversed if "taken_back" in kind else ShoeVoided
    return act(shoe=shoe, by=by, role=role, reason="no_riffle")


def _dispute(scenario: VoidShoeScenario, rng: Random) -> None:
    """A player disputes a round of the shoe, once that is over; now and then that is settled while the shoe is not void."""
    name = rng.choice(scenario.rounds)
    closed = [
        at for at, (subject, event) in enumerate(scenario.story) if subject == name and isinstance(event, RoundClosed)
    ]
    players = [event.player for subject, event in scenario.story if subject == name and isinstance(event, WagerPlaced)]
    if closed and players:
        at = rng.randint(closed[0] + 1, len(scenario.story))
        scenario.story.insert(at, Happening(name, NoticeGiven(by=rng.choice(players), to="inspector")))
        scenario.faults.append("round_of_the_shoe_disputed")
        _settle(scenario, rng, name, at)


def _settle(scenario: VoidShoeScenario, rng: Random, name: str, disputed_at: int) -> None:
    terms, at = void_shoe_terms(scenario.edition.id, {}), rng.randint(disputed_at + 1, len(scenario.story))
    if terms.settling_office and void_since(scenario.acts(at), terms) is None:
        outcome: Literal["stands", "corrected"] = rng.choice(("stands", "corrected"))
        scenario.story.insert(at, Happening(name, RoundSettled(outcome=outcome, by=terms.settling_office)))
        scenario.faults.append("round_of_the_shoe_settled")


# Scoring


def score_void_shoe(scenario: VoidShoeScenario, seed: int, tally: Tally, judge: Judge) -> None:
    """Count the acts on a shoe, and what a judge makes wrong at the first moment at which something is."""
    faults = tuple(dict.fromkeys(scenario.faults))
    tally.count("injected", faults)
    wrong = next(filter(None, (list(failures(scenario, until, judge)) for until in scenario.moments())), [])
    if not any(what == "missed" for what, _ in wrong):
        tally.count("found", faults)
    for what, why in dict(reversed(wrong)).items():
        tally.count(what, faults)
        tally.add_example(f"void shoe {seed}, {what} ({', '.join(faults)}): {why}")


def failures(scenario: VoidShoeScenario, until: int, judge: Judge) -> Iterator[Failure]:
    """All that is wrong at a moment."""
    day, since = scenario.table_day(until), void_since(scenario.acts(until), void_shoe_terms(scenario.edition.id, {}))
    rulings = [judge(day, name) for name in day.rounds]
    for ruling in rulings:
        own = ruling.round.name in scenario.rounds
        if own:
            yield from _act_errors(scenario, ruling, until)
        yield from (("wrong_money", why) for why in _round_errors(scenario, ruling, since if own else None, until))
    own_rulings = [ruling for ruling in rulings if ruling.round.name in scenario.rounds]
    yield from (("wrong_money", why) for why in _total_errors(scenario, own_rulings, since, until))


def _act_errors(scenario: VoidShoeScenario, ruling: Ruling, until: int) -> Iterator[Failure]:
    """Whether each act on the shoe took effect where it should, and nowhere else."""
    acts, terms = scenario.acts(until), void_shoe_terms(scenario.edition.id, {})
    right = [is_effective(acts, act, terms) for act in acts]
    held = [decision.refused is None for decision in ruling.round.decisions if decision.scope == "shoe"]
    if held != right:
        more = len(held) != len(right) or any(holds and not may for holds, may in zip(held, right, strict=True))
        yield "invented" if more else "missed", f"{ruling.round.name}: of the acts on the shoe {held} hold, not {right}"


def _round_errors(scenario: VoidShoeScenario, ruling: Ruling, since: int | None, until: int) -> Iterator[str]:
    name = ruling.round.name
    standing = "void" if since is not None else scenario.standing(name, until)
    if (found := round_standing(ruling.round)) != standing:
        yield f"{name} stands as {found}, not {standing}"
    if (ruling.verdict == "void") != (since is not None):
        yield f"{name}: the verdict is {ruling.verdict}"
    if since is not None and ruling.authority != MANAGEMENT:
        yield f"{name}: {ruling.authority} decides"
    bets, dues = scenario.bets(name, until), dict[str, set[int | None]]()
    for way in reading_choices(scenario.edition):
        terms = void_shoe_terms(scenario.edition.id, way)
        money = {bet.bet: bet_money(bet, since, terms) for bet in bets}
        for branch in _fitting(ruling.branches, way):
            yield from (f"{name}: {why} under {dict(way)}" for why in _branch_errors(bets, money, branch, since))
        for bet, right in money.items():
            dues.setdefault(bet, set()).add(right.due_minor)
    for award in ruling.awards:
        expected = dues[award.wager_due.wager]
        settled = next(iter(expected)) if len(expected) == 1 else None
        if award.awarded_minor != settled and (settled is not None or since is not None):
            yield f"{name}: {award.wager_due.wager} is awarded {award.awarded_minor}, not {settled}"


def _branch_errors(
    bets: Sequence[ShoeBet], money: Mapping[str, BetMoney], branch: Branch[Judgement], since: int | None
) -> Iterator[str]:
    """Where the amounts of a branch are not right."""
    claims = {claim.wager: claim for claim in branch.outcome.wagers_due}
    if set(claims) != set(money):
        yield f"it is about {sorted(claims)}, not {sorted(money)}"
        return
    for bet in bets:
        claim, right = claims[bet.bet], money[bet.bet]
        if claim.due_minor != right.due_minor and right.due_minor is not None:
            yield f"{bet.bet} is due {claim.due_minor}, not {right.due_minor}"
        if (claim.paid_minor or 0) != bet.paid_minor:
            yield f"{bet.bet} was paid {claim.paid_minor}, not {bet.paid_minor}"
        withheld = branch.outcome.withheld_minor.get(bet.bet)
        if since is not None and withheld != right.withheld_minor is not None:
            yield f"{withheld} is withheld on {bet.bet}, not {right.withheld_minor}"


def _total_errors(scenario: VoidShoeScenario, rulings: Sequence[Ruling], since: int | None, until: int) -> Iterator[str]:
    """Where the money of the shoe is not right, player by player, after each of its rounds."""
    bets = [scenario.bets(ruling.round.name, until) for ruling in rulings]
    for number, totals in enumerate(running_totals(rulings), 1):
        for way in reading_choices(scenario.edition):
            right = player_totals(
                [bet for own in bets[:number] for bet in own], since, void_shoe_terms(scenario.edition.id, way)
            )
            for found in totals:
                if all(way.get(clause, letter) == letter for clause, letter in found.choices.items()):
                    for player, money in right.items():
                        had = _as_player_money(found.players.get(player, MoneyTotals()), money)
                        if had != money:
                            yield f"after {number} rounds {player} has {had}, not {money} under {dict(way)}"


def _as_player_money(totals: MoneyTotals, right: PlayerMoney) -> PlayerMoney:
    """What a shoe's totals say of a player, as far as it is known what is right."""
    return PlayerMoney(
        totals.stake_minor,
        totals.paid_minor or 0,
        None if right.due_minor is None else totals.due_minor,
        None if right.withheld_minor is None else totals.withheld_minor,
    )


def reading_choices(edition: Edition) -> list[ReadingChoice]:
    """Every choice among the readings of what the house has not resolved."""
    terms = void_shoe_terms(edition.id, {})
    asked = [question for question in (terms.paid_question, terms.stakes_question) if question]
    letters = [
        (edition.resolved_letters[question],) if question in edition.resolved_letters else edition.reading_letters(question)
        for question in asked
    ]
    return [dict(zip(asked, chosen, strict=True)) for chosen in product(*letters)]


def _fitting(branches: Sequence[Branch[Judgement]], way: ReadingChoice) -> list[Branch[Judgement]]:
    return [b for b in branches if all(way.get(clause, letter) == letter for clause, letter in b.choices.items())]

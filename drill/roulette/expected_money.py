"""What is right in a round of the drill: the compartment that counts, and the money, which the oracle reckons."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from drill.oracles.roulette import HALF, TERMS_BY_RULEBOOK, RouletteTerms, exact_return, placed_chips, rounded
from drill.oracles.roulette_respin import RespinReading, RespunBet, follow_bet, late_steps
from drill.roulette.scenario import Chips, ReadingChoice, RouletteScenario, ScenarioWager
from ledger.acts.adoptions import released_editions
from ledger.events.play import Announced, WagerPlaced, WagerReturned
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced, NoSpinCalled
from ledger.values.money import odds_ratio
from replay.games.roulette import parameters
from replay.judging.judgement import Verdict
from replay.rulebooks.common_parameters import FRACTION_GOES_TO, LATE_BET, LATE_RAISE
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter


def terms_of(edition: Edition) -> RouletteTerms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself."""
    own = TERMS_BY_RULEBOOK.get(edition.id)
    if own is not None and edition.digest in released_editions():
        return own(edition.resolved_letters)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> RouletteTerms:
    """The terms that an edition's values come to."""
    held = {name: value for name, (value, _) in edition.values.items()}
    listed = held[parameters.CALL_BETS.name]
    return RouletteTerms(
        odds={kind: odds_ratio(odds) for kind, odds in held[parameters.ODDS.name].items()},
        even_chance_kept_part=_kept_part(held[parameters.EVEN_ON_ZERO.name]),
        third_kept_part=_kept_part(held[parameters.THIRD_ON_ZERO.name]),
        call_bets={bet: tuple((piece.kind, piece.numbers, piece.pieces) for piece in listed[bet]) for bet in listed},
        fraction_to=held[FRACTION_GOES_TO.name],
        readings=edition.resolved_letters,
    )


def _kept_part(on_zero: str) -> Fraction:
    return HALF if on_zero == "half" else Fraction(0)


def chips_of(bet: WagerPlaced, wheel: tuple[str, ...], edition: Edition) -> tuple[Chips, ...]:
    """The places on which a wager lies."""
    return placed_chips(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces or 1, wheel, terms_of(edition))


def chips_return(chips: tuple[Chips, ...], stake_minor: int, pocket: str, edition: Edition) -> Fraction:
    """What the house gives back for chips when the ball lies there."""
    return exact_return(chips, stake_minor, pocket, terms_of(edition))


# The readings


def reading_choices(scenario: RouletteScenario, edition: Edition) -> list[ReadingChoice]:
    """Every choice among the readings of what the round leaves open; what the house has settled is no choice."""
    names = sorted(scenario.open_clauses)
    letters = [
        edition.reading_letters(name) if name not in edition.resolved_letters else (edition.resolved_letters[name],)
        for name in names
    ]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*letters)]


def clause_of(parameter: Parameter[Any], edition: Edition) -> str:
    """The clause that leaves a value open."""
    return edition.values[parameter.name][1]


def is_settled_as(parameter: Parameter[Any], value: str, edition: Edition) -> bool:
    """Whether the house has settled that it is so."""
    clause = clause_of(parameter, edition)
    return (clause in edition.resolved_letters or not clause.endswith("?")) and value_under(parameter, {}, edition) == value


def value_under(parameter: Parameter[Any], reading_choice: ReadingChoice, edition: Edition) -> Any:
    """A value of the house's under a choice of readings."""
    value, clause = edition.values[parameter.name]
    if not isinstance(value, ValueByReading):
        return value
    return value.by_letter[reading_choice.get(clause) or edition.resolved_letters.get(clause) or "a"]


# What is right


@dataclass(frozen=True, slots=True)
class ExpectedRouletteOutcome:
    """What there must be under one choice of readings."""

    pocket: str | None
    dues: dict[str, int | None]
    playing_wagers: frozenset[str]
    """The wagers that the ball decides."""
    verdict: Verdict
    mispaid_wagers: frozenset[str] = frozenset()
    unpaid_wagers: frozenset[str] = frozenset()
    late_wagers: frozenset[str] = frozenset()
    """The wagers to which something was done too late."""


def expected_outcome(
    scenario: RouletteScenario, edition: Edition, reading_choice: ReadingChoice
) -> ExpectedRouletteOutcome:
    """What is right under one choice of readings."""
    late = {wager.event.wager for wager in scenario.wagers if _is_late(wager, edition, reading_choice)}
    return replace(_expected_money(scenario, edition, reading_choice), late_wagers=frozenset(late))


def _is_late(wager: ScenarioWager, edition: Edition, reading_choice: ReadingChoice) -> bool:
    """Whether something was done to it too late."""
    if wager.steps:
        return bool(late_steps(wager.steps, respin_reading(edition, reading_choice)))
    return wager.late_phase is not None and not _is_in_time(wager, edition, reading_choice)


def respin_reading(edition: Edition, reading_choice: ReadingChoice) -> RespinReading:
    """What a choice of readings says of bets that are changed after the call."""

    def value(parameter: Parameter[Any]) -> Any:
        return value_under(parameter, reading_choice, edition)

    at_rest = value(parameters.LATE_AT_REST)
    return RespinReading(
        is_open_again=value(parameters.BEFORE_RESPIN) == "open",
        counts_at_rest=value(parameters.SETTLED_AT) == "rest",
        late_chips_play=None if at_rest == "not_said" else at_rest == "plays",
        other_late_bet_plays=value(LATE_BET) == "plays",
        other_late_raise_plays=value(LATE_RAISE) == "plays",
    )


def respun_bet(wager: ScenarioWager, edition: Edition, reading_choice: ReadingChoice) -> RespunBet:
    """What a wager comes to to which several things were done."""
    return follow_bet(wager.steps, respin_reading(edition, reading_choice))


def _is_in_time(wager: ScenarioWager, edition: Edition, reading_choice: ReadingChoice) -> bool:
    """Whether it was done between two spins, and betting was open then."""
    return wager.late_phase == "between" and _is_changed_while_open(wager, edition, reading_choice)


def _expected_money(scenario: RouletteScenario, edition: Edition, reading_choice: ReadingChoice) -> ExpectedRouletteOutcome:
    """The compartment, the money and the verdict under one choice of readings."""
    n = _counting_spin_index(scenario, edition, reading_choice)
    pocket = None if n is None else scenario.spins[n].pocket
    dues = {wager.event.wager: due_minor(wager, pocket, edition, reading_choice) for wager in scenario.wagers}
    back = _comparable_returns(scenario, dues)
    playing = frozenset(
        wager.event.wager for wager in scenario.wagers if is_playing(wager, pocket, edition, reading_choice)
    )
    if (
        pocket is None
        and scenario.is_paid_on_no_spin
        and scenario.is_closed
        and value_under(parameters.ONCE_PAID, reading_choice, edition) == "left"
    ):
        kept = {name: dues[name] if minor is None else minor for name, minor in back.items()}
        open_still = None in kept.values()
        return ExpectedRouletteOutcome(
            pocket, kept, playing, _verdict_unless_referred(scenario, "respin" if open_still else "stands")
        )
    mispaid, unpaid = _mispaid_wagers(scenario, dues), _unpaid_wagers(scenario, dues)
    if pocket is None:
        return ExpectedRouletteOutcome(pocket, dues, playing, _verdict_unless_referred(scenario, "respin"), mispaid, unpaid)
    if not recorded_payments(scenario):
        number = _marked_number(scenario, n or 0)
        marked = {
            wager.event.wager: due_minor(wager, number, edition, reading_choice) if number else None
            for wager in scenario.wagers
        }
        back = {name: marked[name] if minor is None else minor for name, minor in back.items()}
    short = any(None not in (minor, dues[name]) and minor != dues[name] for name, minor in back.items())
    return ExpectedRouletteOutcome(
        pocket,
        dues,
        playing,
        _verdict_unless_referred(scenario, "correct" if short or unpaid else "stands"),
        mispaid,
        unpaid,
    )


def _mispaid_wagers(scenario: RouletteScenario, dues: dict[str, int | None]) -> frozenset[str]:
    """Wagers on which the dealer gave another amount than was left to give: what the player took up was not."""
    payments, wrong = recorded_payments(scenario), set()
    for name, due in dues.items():
        if name in payments and due is not None and payments[name] != max(due - scenario.wager(name).taken_up_minor, 0):
            wrong.add(name)
    return frozenset(wrong)


def _unpaid_wagers(scenario: RouletteScenario, dues: dict[str, int | None]) -> frozenset[str]:
    """Winners of a round that is over which nobody paid, while others were settled."""
    payments = recorded_payments(scenario)
    if not (scenario.is_closed and payments):
        return frozenset()
    laid = {wager.event.wager: wager for wager in scenario.wagers if wager.treatment != "referred"}
    more = {name: due for name, due in dues.items() if name in laid and name not in payments and due is not None}
    return frozenset(
        name for name, due in more.items() if due != laid[name].total_minor and due > laid[name].taken_up_minor
    )


def _verdict_unless_referred(scenario: RouletteScenario, otherwise: Verdict) -> Verdict:
    referred = any(wager.treatment == "referred" for wager in scenario.wagers)
    return "refer" if referred or scenario.has_two_pockets else otherwise


def _counting_spin_index(scenario: RouletteScenario, edition: Edition, reading_choice: ReadingChoice) -> int | None:
    """Which spin counts."""
    for n, spin in enumerate(scenario.spins):
        if spin.no_spin_call == "late" and value_under(parameters.AFTER_REST, reading_choice, edition) == "too_late":
            return n
        if spin.no_spin_call is not None or spin.pocket is None:
            continue
        stands = not spin.has_uncalled_ground or value_under(parameters.UNANNOUNCED, reading_choice, edition) == "stands"
        if stands and not (
            spin.has_few_after_call and value_under(parameters.TOO_FEW_AFTER_CALL, reading_choice, edition) == "no_spin"
        ):
            return n
    return None


def due_minor(wager: ScenarioWager, pocket: str | None, edition: Edition, reading_choice: ReadingChoice) -> int | None:
    """What goes back for a wager, stake included; None where nothing decides it."""
    stake = wager.event.stake_minor
    if wager.treatment == "nothing":
        return 0
    if wager.steps:
        bet = respun_bet(wager, edition, reading_choice)
        if pocket is None:
            return None if bet.at_stake else bet.put_down_minor
        return bet.owed_minor(pocket, terms_of(edition))
    what, when = wager.late_act or ("placed", "betting")
    changed = _is_changed_while_open(wager, edition, reading_choice)
    if changed and what == "withdrawn":
        return stake
    if not is_playing(wager, pocket, edition, reading_choice):
        return stake
    if pocket is None or wager.treatment == "referred":
        return None
    by_rest = when in ("stopped", "running") and value_under(parameters.SETTLED_AT, reading_choice, edition) == "rest"
    counts = _is_late_part_playing(wager, pocket, edition, reading_choice) if what == "raised" else changed or by_rest
    return _rounded_minor(_playing_return(wager, pocket, edition, reading_choice, as_changed=counts), edition)


def _is_changed_while_open(wager: ScenarioWager, edition: Edition, reading_choice: ReadingChoice) -> bool:
    """Whether it was done while betting was open again before a re-spin."""
    return (
        wager.late_phase in ("stopped", "between")
        and value_under(parameters.BEFORE_RESPIN, reading_choice, edition) == "open"
    )


def _is_late_part_playing(
    wager: ScenarioWager, pocket: str | None, edition: Edition, reading_choice: ReadingChoice
) -> bool:
    """Whether what was laid too late plays: what lay there at the ball's rest may be a case of its own."""
    if _is_changed_while_open(wager, edition, reading_choice):
        return True
    lay_there = wager.late_phase in ("stopped", "running") and pocket is not None
    at_rest = value_under(parameters.LATE_AT_REST, reading_choice, edition) if lay_there else "not_said"
    placed = wager.late_act is not None and wager.late_act[0] == "placed"
    general = value_under(LATE_BET if placed else LATE_RAISE, reading_choice, edition)
    return bool((general if at_rest == "not_said" else at_rest) == "plays")


def is_playing(wager: ScenarioWager, pocket: str | None, edition: Edition, reading_choice: ReadingChoice) -> bool:
    """Whether the ball decides on a wager."""
    if wager.steps:
        return bool(respun_bet(wager, edition, reading_choice).at_stake)
    if wager.treatment == "goes back" and wager.late_act is not None and wager.late_act[0] == "placed":
        return _is_late_part_playing(wager, pocket, edition, reading_choice)
    return wager.treatment in ("plays", "referred") and not (
        wager.late_act is not None
        and wager.late_act[0] == "withdrawn"
        and _is_changed_while_open(wager, edition, reading_choice)
    )


def _playing_return(
    wager: ScenarioWager, pocket: str, edition: Edition, reading_choice: ReadingChoice, *, as_changed: bool
) -> Fraction:
    """What a wager that plays comes to, as it lay at the call or `otherwise`."""
    stake, what = wager.event.stake_minor, wager.late_act[0] if wager.late_act else "placed"
    if what == "raised":
        counting = wager.changed_minor if as_changed else stake
        return chips_return(wager.chips, counting, pocket, edition) + wager.changed_minor - counting
    if as_changed and what == "withdrawn":
        return Fraction(stake)
    if as_changed and what == "lowered":
        return chips_return(wager.chips, wager.changed_minor, pocket, edition) + stake - wager.changed_minor
    if as_changed and what == "moved":
        return chips_return(wager.moved_chips, stake, pocket, edition)
    if wager.above_limit_minor is None or (
        wager.is_above_together and value_under(parameters.MOST_IS_OF, reading_choice, edition) == "player"
    ):
        return chips_return(wager.chips, stake, pocket, edition)
    then = value_under(parameters.OFF_LIMITS, reading_choice, edition)
    over = 0 if then == "settled" else wager.above_limit_minor
    if then == "returned":
        return Fraction(stake)
    if wager.chips_within_limits is not None and over:
        return chips_return(wager.chips_within_limits, stake, pocket, edition) + over
    return chips_return(wager.chips, stake - over, pocket, edition) + over


def _rounded_minor(amount: Fraction, edition: Edition) -> int:
    return rounded(amount, terms_of(edition))


# What is on record


def recorded_payments(scenario: RouletteScenario) -> Counter[str]:
    """What the record says was paid; 0 for what was collected."""
    back: Counter[str] = Counter()
    for event in (*scenario.spin_events, *scenario.money_events):
        if isinstance(event, WagerReturned):
            back[event.wager] += event.amount_minor
    return back


def returned_by_wager(scenario: RouletteScenario) -> dict[str, int | None]:
    """What each player has of each wager; None where the record does not say."""
    paid = recorded_payments(scenario)
    return {
        wager.event.wager: paid[wager.event.wager] + wager.taken_up_minor
        if wager.event.wager in paid or wager.taken_up_minor
        else None
        for wager in scenario.wagers
    }


def _comparable_returns(scenario: RouletteScenario, dues: Mapping[str, int | None]) -> dict[str, int | None]:
    """The same, as far as it can be held against what is due.

    Where a part of a wager was taken up and nothing paid on it, nobody tells what came of the rest; but the part may be
    too much.
    """
    paid, back, found = recorded_payments(scenario), returned_by_wager(scenario), dict[str, int | None]()
    for wager in scenario.wagers:
        name = wager.event.wager
        in_part, due = name not in paid and wager.taken_up_minor < wager.total_minor, dues[name]
        found[name] = None if in_part and (due is None or wager.taken_up_minor <= due) else back[name]
    return found


def _marked_number(scenario: RouletteScenario, spin_index: int) -> str | None:
    """The number that the dolly marks, or the dealer called, after the spin that counts and before the next."""
    after = list(_events_after_spin(scenario, spin_index))
    dollies = [event.pocket for event in after if isinstance(event, DollyPlaced)]
    called = ["0" if event.result == "zero" else event.result for event in after if isinstance(event, Announced)]
    return dollies[-1] if dollies else called[-1] if called else None


def _events_after_spin(scenario: RouletteScenario, spin_index: int) -> Iterator[object]:
    launched, rested = -1, False
    for event in (*scenario.spin_events, *scenario.money_events):
        launched += isinstance(event, BallSpun)
        rested = rested or (launched == spin_index and isinstance(event, BallRested))
        marked_before = launched == spin_index and isinstance(event, (DollyPlaced, Announced))
        if marked_before or (launched == spin_index and rested and not isinstance(event, NoSpinCalled)):
            yield event

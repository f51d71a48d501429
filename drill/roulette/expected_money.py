"""What is right in a round of the drill: the compartment that counts, and the money, which the oracle reckons."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from drill.oracles.roulette import DOCUMENTS, HALF, Terms, back, pieces, rounded
from drill.roulette.scenario import Chips, Laid, Script, Way
from ledger.events.play import Announced, WagerPlaced, WagerReturned
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced, NoSpinCalled
from ledger.values.money import ratio
from replay.editions.loader import shipped
from replay.games.roulette import parameters
from replay.judging.judgement import Verdict
from replay.rulebooks.common_parameters import FRACTION_GOES_TO, LATE_BET, LATE_RAISE
from replay.rulebooks.edition import Edition, ValueByReading
from replay.rulebooks.parameter import Parameter


def terms_of(edition: Edition) -> Terms:
    """The document's own terms for the edition that is shipped of it; for any other edition what it says itself."""
    own = DOCUMENTS.get(edition.id)
    if own is not None and edition.digest == shipped(edition.id).digest:
        return own(edition.resolved_letters)
    return terms_by_values(edition)


def terms_by_values(edition: Edition) -> Terms:
    """The terms that an edition's values come to."""
    held = {name: value for name, (value, _) in edition.values.items()}
    listed = held[parameters.CALL_BETS.name]
    return Terms(
        odds={kind: ratio(odds) for kind, odds in held[parameters.ODDS.name].items()},
        even_keeps=_kept(held[parameters.EVEN_ON_ZERO.name]),
        third_keeps=_kept(held[parameters.THIRD_ON_ZERO.name]),
        call_bets={bet: tuple((one.kind, one.numbers, one.pieces) for one in listed[bet]) for bet in listed},
        fraction_to=held[FRACTION_GOES_TO.name],
        readings=edition.resolved_letters,
    )


def _kept(on_zero: str) -> Fraction:
    return HALF if on_zero == "half" else Fraction(0)


def chips_of(bet: WagerPlaced, wheel: tuple[str, ...], edition: Edition) -> tuple[Chips, ...]:
    """The places on which a wager lies."""
    return pieces(bet.kind, bet.numbers, bet.index, bet.of, bet.pieces or 1, wheel, terms_of(edition))


def settled(chips: tuple[Chips, ...], stake_minor: int, pocket: str, edition: Edition) -> Fraction:
    """What the house gives back for chips when the ball lies there."""
    return back(chips, stake_minor, pocket, terms_of(edition))


# The readings


def ways(script: Script, edition: Edition) -> list[Way]:
    """Every choice among the readings of what the round leaves open; what the house has settled is no choice."""
    names = sorted(script.questions)
    letters = [
        edition.reading_letters(name) if name not in edition.resolved_letters else (edition.resolved_letters[name],)
        for name in names
    ]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*letters)]


def clause_of(key: Parameter[Any], edition: Edition) -> str:
    """The clause that leaves a value open."""
    return edition.values[key.name][1]


def permits(key: Parameter[Any], what: str, edition: Edition) -> bool:
    """Whether the house has settled that it is so."""
    clause = clause_of(key, edition)
    return (clause in edition.resolved_letters or not clause.endswith("?")) and said(key, {}, edition) == what


def said(key: Parameter[Any], way: Way, edition: Edition) -> Any:
    """A value of the house's under a choice of readings."""
    value, clause = edition.values[key.name]
    if not isinstance(value, ValueByReading):
        return value
    return value.by_letter[way.get(clause) or edition.resolved_letters.get(clause) or "a"]


# What is right


@dataclass(frozen=True, slots=True)
class Expected:
    """What there must be under one choice of readings."""

    pocket: str | None
    dues: dict[str, int | None]
    playing: frozenset[str]
    """The wagers that the ball decides."""
    verdict: Verdict
    mispaid: frozenset[str] = frozenset()
    unpaid: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    """The wagers to which something was done too late."""


def expected(script: Script, edition: Edition, way: Way) -> Expected:
    """What is right under one choice of readings."""
    late = {one.event.wager for one in script.wagers if one.when_late and not _in_time(one, edition, way)}
    return replace(_money(script, edition, way), late=frozenset(late))


def _in_time(one: Laid, edition: Edition, way: Way) -> bool:
    """Whether it was done between two spins, and betting was open then."""
    return one.when_late == "between" and _changed(one, edition, way)


def _money(script: Script, edition: Edition, way: Way) -> Expected:
    """The compartment, the money and the verdict under one choice of readings."""
    n = _counts(script, edition, way)
    pocket = None if n is None else script.spins[n].pocket
    dues = {one.event.wager: due(one, pocket, edition, way) for one in script.wagers}
    back = _told(script, dues)
    playing = frozenset(one.event.wager for one in script.wagers if plays(one, pocket, edition, way))
    if pocket is None and script.paid_on_no_spin and script.closed and said(parameters.ONCE_PAID, way, edition) == "left":
        kept = {name: dues[name] if minor is None else minor for name, minor in back.items()}
        open_still = None in kept.values()
        return Expected(pocket, kept, playing, _verdict(script, "respin" if open_still else "stands"))
    mispaid, unpaid = _mispaid(script, dues), _unpaid(script, dues)
    if pocket is None:
        return Expected(pocket, dues, playing, _verdict(script, "respin"), mispaid, unpaid)
    if not returned(script):
        number = _marked(script, n or 0)
        marked = {one.event.wager: due(one, number, edition, way) if number else None for one in script.wagers}
        back = {name: marked[name] if minor is None else minor for name, minor in back.items()}
    short = any(None not in (minor, dues[name]) and minor != dues[name] for name, minor in back.items())
    return Expected(pocket, dues, playing, _verdict(script, "correct" if short or unpaid else "stands"), mispaid, unpaid)


def _mispaid(script: Script, dues: dict[str, int | None]) -> frozenset[str]:
    """Wagers on which the dealer gave another amount than was left to give: what the player took up was not."""
    told, wrong = returned(script), set()
    for name, due in dues.items():
        if name in told and due is not None and told[name] != max(due - script.wager(name).back_minor, 0):
            wrong.add(name)
    return frozenset(wrong)


def _unpaid(script: Script, dues: dict[str, int | None]) -> frozenset[str]:
    """Winners of a round that is over which nobody paid, while others were settled."""
    told = returned(script)
    if not (script.closed and told):
        return frozenset()
    laid = {one.event.wager: one for one in script.wagers if one.fate != "referred"}
    more = {name: due for name, due in dues.items() if name in laid and name not in told and due is not None}
    return frozenset(name for name, due in more.items() if due != laid[name].all_minor and due > laid[name].back_minor)


def _verdict(script: Script, otherwise: Verdict) -> Verdict:
    referred = any(one.fate == "referred" for one in script.wagers)
    return "refer" if referred or script.two_pockets else otherwise


def _counts(script: Script, edition: Edition, way: Way) -> int | None:
    """Which spin counts."""
    for n, spin in enumerate(script.spins):
        if spin.stopped == "late" and said(parameters.AFTER_REST, way, edition) == "too_late":
            return n
        if spin.stopped is not None or spin.pocket is None:
            continue
        stands = not spin.ground or said(parameters.UNANNOUNCED, way, edition) == "stands"
        if stands and not (spin.few_after_call and said(parameters.TOO_FEW_AFTER_CALL, way, edition) == "no_spin"):
            return n
    return None


def due(one: Laid, pocket: str | None, edition: Edition, way: Way) -> int | None:
    """What goes back for a wager, stake included; None where nothing decides it."""
    stake = one.event.stake_minor
    if one.fate == "nothing":
        return 0
    what, when = one.late or ("placed", "betting")
    changed = _changed(one, edition, way)
    if changed and what == "withdrawn":
        return stake
    if not plays(one, pocket, edition, way):
        return stake
    if pocket is None or one.fate == "referred":
        return None
    by_rest = when in ("stopped", "running") and said(parameters.SETTLED_AT, way, edition) == "rest"
    counts = _late_counts(one, pocket, edition, way) if what == "raised" else changed or by_rest
    return _rounded(_plays(one, pocket, edition, way, otherwise=counts), edition)


def _changed(one: Laid, edition: Edition, way: Way) -> bool:
    """Whether it was done while betting was open again before a re-spin."""
    return one.when_late in ("stopped", "between") and said(parameters.BEFORE_RESPIN, way, edition) == "open"


def _late_counts(one: Laid, pocket: str | None, edition: Edition, way: Way) -> bool:
    """Whether what was laid too late plays: what lay there at the ball's rest may be a case of its own."""
    if _changed(one, edition, way):
        return True
    lay_there = one.when_late in ("stopped", "running") and pocket is not None
    at_rest = said(parameters.LATE_AT_REST, way, edition) if lay_there else "not_said"
    placed = one.late is not None and one.late[0] == "placed"
    general = said(LATE_BET if placed else LATE_RAISE, way, edition)
    return bool((general if at_rest == "not_said" else at_rest) == "plays")


def plays(one: Laid, pocket: str | None, edition: Edition, way: Way) -> bool:
    """Whether the ball decides on a wager."""
    if one.fate == "goes back" and one.late is not None and one.late[0] == "placed":
        return _late_counts(one, pocket, edition, way)
    return one.fate in ("plays", "referred") and not (
        one.late is not None and one.late[0] == "withdrawn" and _changed(one, edition, way)
    )


def _plays(one: Laid, pocket: str, edition: Edition, way: Way, *, otherwise: bool) -> Fraction:
    """What a wager that plays comes to, as it lay at the call or `otherwise`."""
    stake, what = one.event.stake_minor, one.late[0] if one.late else "placed"
    if what == "raised":
        counting = one.other_minor if otherwise else stake
        return settled(one.chips, counting, pocket, edition) + one.other_minor - counting
    if otherwise and what == "withdrawn":
        return Fraction(stake)
    if otherwise and what == "lowered":
        return settled(one.chips, one.other_minor, pocket, edition) + stake - one.other_minor
    if otherwise and what == "moved":
        return settled(one.other_chips, stake, pocket, edition)
    if one.over_minor is None or (one.over_for_all and said(parameters.MOST_IS_OF, way, edition) == "player"):
        return settled(one.chips, stake, pocket, edition)
    then = said(parameters.OFF_LIMITS, way, edition)
    over = 0 if then == "settled" else one.over_minor
    if then == "returned":
        return Fraction(stake)
    if one.kept is not None and over:
        return settled(one.kept, stake, pocket, edition) + over
    return settled(one.chips, stake - over, pocket, edition) + over


def _rounded(amount: Fraction, edition: Edition) -> int:
    return rounded(amount, terms_of(edition))


# What is on record


def returned(script: Script) -> Counter[str]:
    """What the record says was paid; 0 for what was collected."""
    back: Counter[str] = Counter()
    for event in (*script.line, *script.money):
        if isinstance(event, WagerReturned):
            back[event.wager] += event.amount_minor
    return back


def went_back(script: Script) -> dict[str, int | None]:
    """What each player has of each wager; None where the record does not say."""
    paid = returned(script)
    return {
        one.event.wager: paid[one.event.wager] + one.back_minor if one.event.wager in paid or one.back_minor else None
        for one in script.wagers
    }


def _told(script: Script, dues: Mapping[str, int | None]) -> dict[str, int | None]:
    """The same, as far as it can be held against what is due.

    Where a part of a wager was taken up and nothing paid on it, nobody tells what came of the rest; but the part may be
    too much.
    """
    paid, back, found = returned(script), went_back(script), dict[str, int | None]()
    for one in script.wagers:
        name = one.event.wager
        in_part, due = name not in paid and one.back_minor < one.all_minor, dues[name]
        found[name] = None if in_part and (due is None or one.back_minor <= due) else back[name]
    return found


def _marked(script: Script, spin: int) -> str | None:
    """The number that the dolly marks, or the dealer called, after the spin that counts and before the next."""
    after = list(_after(script, spin))
    dollies = [event.pocket for event in after if isinstance(event, DollyPlaced)]
    called = ["0" if event.result == "zero" else event.result for event in after if isinstance(event, Announced)]
    return dollies[-1] if dollies else called[-1] if called else None


def _after(script: Script, spin: int) -> Iterator[object]:
    launched, rested = -1, False
    for event in (*script.line, *script.money):
        launched += isinstance(event, BallSpun)
        rested = rested or (launched == spin and isinstance(event, BallRested))
        marked_before = launched == spin and isinstance(event, (DollyPlaced, Announced))
        if marked_before or (launched == spin and rested and not isinstance(event, NoSpinCalled)):
            yield event

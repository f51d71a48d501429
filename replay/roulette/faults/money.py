"""What is right in a round of the drill, by a table of the drill's own: the compartment that counts, and the money.

Where chips win is told from the rows and the colours of the layout number by number, and not by the code that is drilled.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any, Final

from ledger.events.play import Announced, WagerPlaced, WagerReturned
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced, NoSpinCalled
from ledger.money import ratio
from replay.customs import FRACTION, LATE_RAISE
from replay.judgement import Verdict
from replay.keys import Key
from replay.roulette import values
from replay.roulette.faults.script import Chips, Laid, Script, Way
from replay.rulebook import Edition, Readings

NUMBERS: Final = tuple(range(1, 37))
EVEN: Final = ("low", "high", "even", "odd", "red", "black")


def _is_red(n: int) -> bool:
    """Odd numbers are red up to 10 and from 19 to 28, even ones elsewhere."""
    return (n % 2 == 1) == (n <= 10 or 19 <= n <= 28)


def chips_of(bet: WagerPlaced, wheel: tuple[str, ...], edition: Edition) -> tuple[Chips, ...]:
    """The places on which a wager lies."""
    match bet.kind:
        case "neighbours":
            at, number = wheel.index(bet.of or ""), bet.pieces or 1
            around = [wheel[(at + step) % len(wheel)] for step in range(-(number // 2), number // 2 + 1)]
            return tuple(Chips(frozenset({pocket}), "straight", Fraction(1, number)) for pocket in around)
        case "series_5_8" | "orphans" | "grand_series" | "zero_game":
            listed = edition.values[values.CALL_BETS.name][0][bet.kind]
            whole = sum(piece.pieces for piece in listed)
            return tuple(
                Chips(frozenset(piece.numbers.split("-")), piece.kind, Fraction(piece.pieces, whole)) for piece in listed
            )
    if bet.numbers is not None:
        return (Chips(frozenset(bet.numbers.split("-")), bet.kind),)
    covers: dict[str, Callable[[int], bool]] = {
        "dozen": lambda n: (n - 1) // 12 + 1 == bet.index,
        "column": lambda n: (n - 1) % 3 + 1 == bet.index,
        "low": lambda n: n < 19,
        "high": lambda n: n > 18,
        "even": lambda n: n % 2 == 0,
        "odd": lambda n: n % 2 == 1,
        "red": _is_red,
        "black": lambda n: not _is_red(n),
    }
    return (Chips(frozenset(str(n) for n in NUMBERS if covers[bet.kind](n)), bet.kind),)


def settled(chips: tuple[Chips, ...], stake_minor: int, pocket: str, edition: Edition) -> Fraction:
    """What the house gives back for chips when the ball lies there."""
    return sum((_back(one, one.share * stake_minor, pocket, edition) for one in chips), Fraction(0))


def _back(one: Chips, stake: Fraction, pocket: str, edition: Edition) -> Fraction:
    even = one.paid_as in EVEN
    if pocket in one.numbers:
        return stake * (1 + ratio(edition.values[values.ODDS.name][0]["even_chance" if even else one.paid_as]))
    kept = {values.EVEN_ON_ZERO: even, values.THIRD_ON_ZERO: one.paid_as in ("dozen", "column")}
    halved = any(on and edition.values[key.name][0] == "half" for key, on in kept.items())
    return stake / 2 if pocket == "0" and halved else Fraction(0)


# The readings


def ways(script: Script, edition: Edition) -> list[Way]:
    """Every choice among the readings of what the round leaves open; what the house has settled is no choice."""
    names = sorted(script.questions)
    letters = [edition.readings(name) if name not in edition.resolved else (edition.resolved[name],) for name in names]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*letters)]


def clause_of(key: Key[Any], edition: Edition) -> str:
    """The clause that leaves a value open."""
    return edition.values[key.name][1]


def permits(key: Key[Any], what: str, edition: Edition) -> bool:
    """Whether the house has settled that it is so."""
    clause = clause_of(key, edition)
    return (clause in edition.resolved or not clause.endswith("?")) and said(key, {}, edition) == what


def said(key: Key[Any], way: Way, edition: Edition) -> Any:
    """A value of the house's under a choice of readings."""
    value, clause = edition.values[key.name]
    if not isinstance(value, Readings):
        return value
    return value.by_letter[way.get(clause) or edition.resolved.get(clause) or "a"]


# What is right


@dataclass(frozen=True, slots=True)
class Expected:
    """What there must be under one choice of readings."""

    pocket: str | None
    dues: dict[str, int | None]
    verdict: Verdict
    mispaid: frozenset[str]


def expected(script: Script, edition: Edition, way: Way) -> Expected:
    """The compartment, the money and the verdict under one choice of readings."""
    n = _counts(script, edition, way)
    pocket = None if n is None else script.spins[n].pocket
    dues = {one.event.wager: due(one, pocket, edition, way) for one in script.wagers}
    back = went_back(script)
    if pocket is None and script.paid_on_no_spin and script.closed and said(values.ONCE_PAID, way, edition) == "left":
        kept = {name: dues[name] if minor is None else minor for name, minor in back.items()}
        return Expected(pocket, kept, _verdict(script, "stands"), frozenset())
    told = set(returned(script))
    mispaid = frozenset(name for name, due in dues.items() if name in told and due not in (None, back[name]))
    if pocket is None:
        return Expected(pocket, dues, _verdict(script, "respin"), mispaid)
    if all(minor is None for minor in back.values()):
        number = _marked(script, n or 0)
        back = {one.event.wager: due(one, number, edition, way) if number else None for one in script.wagers}
    short = any(None not in (minor, dues[name]) and minor != dues[name] for name, minor in back.items())
    return Expected(pocket, dues, _verdict(script, "correct" if short else "stands"), mispaid)


def _verdict(script: Script, otherwise: Verdict) -> Verdict:
    referred = any(one.fate == "referred" for one in script.wagers)
    return "refer" if referred or script.two_pockets else otherwise


def _counts(script: Script, edition: Edition, way: Way) -> int | None:
    """Which spin counts."""
    for n, spin in enumerate(script.spins):
        if spin.stopped == "late" and said(values.AFTER_REST, way, edition) == "too_late":
            return n
        if spin.stopped is not None or spin.pocket is None:
            continue
        stands = not spin.ground or said(values.UNANNOUNCED, way, edition) == "stands"
        if stands and not (spin.few_after_call and said(values.TOO_FEW_AFTER, way, edition) == "no_spin"):
            return n
    return None


def due(one: Laid, pocket: str | None, edition: Edition, way: Way) -> int | None:
    """What goes back for a wager, stake included; None where nothing decides it."""
    stake = one.event.stake_minor
    if one.fate == "nothing":
        return 0
    what, when = one.late or ("placed", "betting")
    changed = when in ("stopped", "between") and said(values.BEFORE_RESPIN, way, edition) == "open"
    if changed and what == "withdrawn":
        return stake
    if one.fate == "goes back" and not changed:
        return stake
    if pocket is None or one.fate == "referred":
        return None
    by_rest = when in ("stopped", "running") and said(values.SETTLED_AT, way, edition) == "rest"
    in_time = changed or said(LATE_RAISE, way, edition) == "plays"
    return _rounded(
        _plays(one, pocket, edition, way, otherwise=in_time if what == "raised" else changed or by_rest), edition
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
    if one.over_minor is None or (one.over_for_all and said(values.MOST_IS_OF, way, edition) == "player"):
        return settled(one.chips, stake, pocket, edition)
    then = said(values.OFF_LIMITS, way, edition)
    over = 0 if then == "settled" else one.over_minor
    if then == "returned":
        return Fraction(stake)
    if one.kept is not None and over:
        return settled(one.kept, stake, pocket, edition) + over
    return settled(one.chips, stake - over, pocket, edition) + over


def _rounded(amount: Fraction, edition: Edition) -> int:
    return ceil(amount) if edition.values[FRACTION.name][0] == "player" else floor(amount)


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
        one.event.wager: None
        if one.event.wager not in paid and one.back_minor < one.all_minor
        else paid[one.event.wager] + one.back_minor
        for one in script.wagers
    }


def _marked(script: Script, spin: int) -> str | None:
    """The number that the dolly marks, or the dealer called, after the spin that counts and before the next."""
    after = list(_after(script, spin))
    dollies = [event.pocket for event in after if isinstance(event, DollyPlaced)]
    called = [event.result for event in after if isinstance(event, Announced)]
    return dollies[-1] if dollies else called[-1] if called else None


def _after(script: Script, spin: int) -> Iterator[object]:
    launched, rested = -1, False
    for event in (*script.line, *script.money):
        launched += isinstance(event, BallSpun)
        rested = rested or (launched == spin and isinstance(event, BallRested))
        if launched == spin and rested and not isinstance(event, NoSpinCalled):
            yield event

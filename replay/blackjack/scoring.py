"""A ruling on a drilled round of blackjack held against what is right."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ledger.events import Event
from ledger.events.play import RoundClosed, WagerReturned
from ledger.places import DEALER
from replay.blackjack.faults.cards import CARD_FAULTS
from replay.blackjack.faults.catalogue import LAWFUL
from replay.blackjack.faults.script import CUT, offers_of
from replay.blackjack.faults.shared import SPOKEN_FAULTS
from replay.blackjack.faults.truth import Expected, Letters
from replay.blackjack.options import still_insures
from replay.blackjack.rounds import NAME, Drilled
from replay.drill import Tally
from replay.judgement import Judgement, Reconstruction, Verdict
from replay.rulings import Ruling, awards

OF_THE_DEAL: Final = frozenset(
    {
        "skipped_box",
        "skipped_dealer",
        "extra_card",
        "empty_box",
        "out_of_order",
        "card_astray",
        "hit_not_given",
        "split_not_filled",
        "split_order",
        "card_not_asked_for",
        "card_on_double",
        "card_on_split_aces",
        "dealer_too_soon",
        "dealer_stopped",
        "dealer_overdrew",
        "idle_draw",
        "exposed_not_next",
        "burned_in_error",
        "face_up_not_burned",
        "not_asked",
        "out_of_turn",
        "illegal_hit",
        "unexplained",
        "not_his_call",
        "illegal_stand",
    }
)
"""Findings that a misdeal may lead to."""

OF_THE_DEALER: Final = frozenset({*CARD_FAULTS, *SPOKEN_FAULTS, "illegal_hit_on_21"})
"""Faults that put a card where it does not belong, or keep it from where it does."""

DECIDED_BY_SOMEBODY: Final = frozenset({"refer", "void", "reconstruct", "ask"})
"""Verdicts with which the house's authority has something to do."""

Wrong = tuple[str, str]
"""`missed`, `invented` or `wrong_money`, and why."""


def score(tally: Tally, one: Drilled, ruling: Ruling) -> None:
    """Counts a round's faults and what a ruling made of them."""
    wrong = list(failures(one, ruling))
    counted = _counted(tally, one)
    if counted:
        tally.count("injected", counted)
        if len(counted) > 1:
            tally.count("two_faults", counted)
        if not any(what == "missed" for what, _ in wrong):
            tally.count("found", counted)
    for what, why in wrong:
        tally.count(what, counted)
        tally.example(f"round {one.number}, {what} ({', '.join(one.script.faults)}): {why}")
    around = (f"noticed {one.script.notice.replace('_', ' ')}",)
    for fault in counted:
        if fault in OF_THE_DEALER:
            tally.count("dealing_faults", (fault,), around)
            if not wrong:
                tally.count(_restored(one, ruling), (fault,), around)


def _counted(tally: Tally, one: Drilled) -> tuple[str, ...]:
    """The faults that count; what is no fault, what left no trace and what cannot be seen are counted apart."""
    counted = []
    for fault in one.script.faults:
        if fault in LAWFUL:
            tally.count("lawful", (fault,))
        elif fault == "misread_card" and not _copies_too_many(one):
            tally.count("undetectable", (fault,))
        elif fault in one.script.wanted or one.misdealt:
            counted.append(fault)
        else:
            tally.count("undetectable" if one.right.trace == "undetectable" else "noop", (fault,))
    return tuple(counted)


def _copies_too_many(one: Drilled) -> bool:
    """Whether the cards, as they were read, hold a copy more than there can be."""
    script, seen = one.script, Counter(one.script.before)
    told = [script.names.get(n, card) for n, card in enumerate(script.out)]
    for card in told:
        seen[card] += 1
    decks = one.story.carried.decks if one.story.carried else 0
    return any(seen[card] > decks for card in told if card != "??")


def failures(one: Drilled, ruling: Ruling) -> Iterator[Wrong]:
    """All that is wrong with a ruling."""
    kinds = {finding.kind for finding in ruling.findings}
    wanted = set(one.right.wanted)
    surplus = {"one_copy_too_many"} if _copies_too_many(one) else set()
    if "misread_card" in one.script.faults:
        wanted -= {"one_copy_too_many"} - surplus
    unread = "??" in one.script.names.values()
    missing = (wanted & {"unread_card"} if unread else wanted) - kinds  # the rest may turn on what the card was
    if one.misdealt and not _departure_found(one, ruling):
        missing.add("the misdeal")
    if missing:
        yield "missed", f"{_told(one, ruling)}: {', '.join(sorted(missing))} missing"
    allowed = wanted | surplus | _allowed(one)
    if invented := kinds - allowed:
        yield "invented", f"{_told(one, ruling)}: {', '.join(sorted(invented))} invented"
    if one.right.trace != "undetectable" and "misread_card" not in one.script.faults and (why := _money(one, ruling)):
        yield "wrong_money", f"{_told(one, ruling)}: {why}"
    if why := _possible(one, ruling):
        yield "wrong_money", f"{_told(one, ruling)}: {why}"


def _allowed(one: Drilled) -> set[str]:
    """What may be found besides, for what the faults of the deal or an unread card make of the rest."""
    script, allowed = one.script, set(OF_THE_DEAL if one.misdealt else ())
    if one.misdealt:
        allowed |= {"not_paid_at_once"}  # when the deal ended, and the play began, is a question then
    allowed |= {"late_insurance"} if _insured_upon_a_card(one) else set()
    allowed |= {"even_money_not_open"} if _offered_upon_a_draw(one) else set()
    if "free_bet_paid_as_stake" in script.faults:  # and as soon as its hand was over
        allowed |= {"paid_before_dealer"}
    if script.sides:  # one may be on the very card that nobody read, or on the suit that was misread
        allowed |= {"unread_suit"} if "??" in script.names.values() else set()
        allowed |= {"wrong_payment"} if "misread_card" in script.faults else set()
    if one.right.trace == "undetectable" and offers_of(script.told_line.acts):
        allowed |= {"wrong_payment"}  # a card that looks asked for makes an insurance after it too late
    return allowed


def _insured_upon_a_card(one: Drilled) -> bool:
    """Whether somebody insured when a card in error lay there that made it too late."""
    said = [act for act in one.script.told_line.acts if act.given == "insurance"]
    return any(not still_insures(act.board, one.script.rules) for act in said)


def _offered_upon_a_draw(one: Drilled) -> bool:
    """Whether even money was asked for when the dealer, in error, had more than the first card."""
    acts = one.script.told_line.acts
    drawn = [at for at, act in enumerate(acts) if act.kind == "card" and act.place == DEALER][1:2]
    return any(act.given == "even_money" for act in acts[drawn[0] :]) if drawn and one.script.misdealt else False


def _possible(one: Drilled, ruling: Ruling) -> str:
    """Empty if the round is beyond repair only where the faces of cards are lost, and is so where a whole hand's are."""
    said = [how is not None and how.outcome == "impossible" for how in _hows(ruling)]
    if any(said) and "??" not in one.script.names.values():
        return "nobody lost a card's face, and yet it is said to be impossible"
    if "mixed_before_it_was_seen" in one.script.faults and not all(said):
        return "a hand was mixed away unseen, and yet it is said to be possible"
    return ""


def _hows(ruling: Ruling) -> list[Reconstruction | None]:
    return [branch.outcome.reconstruction for branch in ruling.branches]


def _departure_found(one: Drilled, ruling: Ruling) -> bool:
    """Whether something is found at the first event that departs, or before it."""
    acts, departs = one.script.told_line.acts, one.script.departs_at
    while departs < len(acts) and acts[departs].given == "surrender":  # that needs no turn: what is missing shows later
        departs += 1
    at = one.positions.get(departs, max(one.positions.values()))
    unread = "??" in one.script.names.values()
    return unread or any(finding.kind in OF_THE_DEAL and finding.at <= at for finding in ruling.findings)


def _money(one: Drilled, ruling: Ruling) -> str:
    """Empty if under every reading of what is open the money and the lawful line are right, else why not."""
    for way, expected in one.right.expected.items():
        fits = [branch for branch in ruling.branches if _fits(dict(branch.choices), way)]
        if not fits:
            return f"no branch for {dict(way)}"
        why = [_of_branch(one, expected, branch.outcome) for branch in fits]
        if "" not in why:
            return f"{why[0]} under {dict(way)}"
    return "" if "??" in one.script.names.values() else _common(one, ruling)


def _common(one: Drilled, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, who decides and what each player gets are right, else why not."""
    verdicts = {_right_verdict(one, expected) for expected in one.right.expected.values()}
    verdict = verdicts.pop() if len(verdicts) == 1 else "refer"
    if ruling.verdict != verdict:
        return f"the common verdict is {ruling.verdict}, not {verdict}"
    decides = ruling.edition.authority if verdict in DECIDED_BY_SOMEBODY else None
    if ruling.authority != decides:
        return f"{ruling.authority} decides, not {decides}"
    given = {award.claim.wager: award.awarded_minor for award in awards(ruling)}
    right = {wager: _award(one, wager) for wager in given}
    return "" if given == right else f"awarded is {given}, not {right}"


def _award(one: Drilled, wager: str) -> int | None:
    """What a wager's player gets: what is due under every reading; nothing is said while somebody must decide on it."""
    dues = {expected.dues[wager] for expected in one.right.expected.values()}
    return None if len(dues) > 1 or wager in one.right.referred or _copies_too_many(one) else dues.pop()


def _fits(choices: dict[str, str], way: Letters) -> bool:
    return all(dict(way).get(clause, letter) == letter for clause, letter in choices.items())


def _of_branch(one: Drilled, expected: Expected, judgement: Judgement) -> str:
    if "??" in one.script.names.values():
        if judgement.held_up:
            return ""
        return _dues(one, expected, judgement)
    why = _dues(one, expected, judgement) or _referred(one, judgement) or _verdict(one, expected, judgement)
    if why or not one.misdealt or expected.how not in ("reconstruct", "put_right"):
        return why
    return _line(expected, judgement)


def _referred(one: Drilled, judgement: Judgement) -> str:
    referred = {claim.wager for claim in judgement.claims if claim.referred}
    right = one.right.referred
    return "" if referred == right else f"{sorted(referred)} are referred, not {sorted(right)}"


def _verdict(one: Drilled, expected: Expected, judgement: Judgement) -> str:
    right = _right_verdict(one, expected)
    return "" if judgement.verdict == right else f"the verdict is {judgement.verdict}, not {right}"


def _right_verdict(one: Drilled, expected: Expected) -> Verdict:
    """Somebody must say, or do something, unless all that went back is what was due."""
    back = _paid(one)
    closed = any(isinstance(told.event, RoundClosed) for told in one.story.rounds[NAME].told)
    if one.right.referred or _copies_too_many(one):
        return "refer"
    if expected.to_be_done and not (closed and back == dict(expected.dues)):
        return expected.to_be_done
    return "correct" if any(expected.dues[w] not in (minor, None) for w, minor in back.items()) else "stands"


def _paid(one: Drilled) -> dict[str, int]:
    """What went back for each wager, as it was told."""
    back: Counter[str] = Counter()
    for told in one.story.rounds[NAME].told:
        if isinstance(told.event, WagerReturned):
            back[told.event.wager] += told.event.amount_minor
    return dict(back)


def _dues(one: Drilled, expected: Expected, judgement: Judgement) -> str:
    """Where the money differs. Where a deal stands as it was stopped it may be open whether a card counts for a hand."""
    dues = {claim.wager: claim.due_minor for claim in judgement.claims}
    stopped = expected.how == "as_dealt" and one.script.notice in CUT
    parts = {w: (dues.get(w), expected.dues.get(w)) for w in sorted({*dues, *expected.dues})}
    if all(mine == right or (stopped and None in (mine, right)) for mine, right in parts.values()):
        return ""
    differ = ", ".join(f"{w}: {mine} not {right}" for w, (mine, right) in parts.items() if mine != right)
    return f"stands {judgement.standing}, should be {expected.how}; due is {differ}"


def _line(expected: Expected, judgement: Judgement) -> str:
    """Whether the lawful line is the truth as far as the record goes, and asks and draws what comes next in it."""
    laid = {place: cards for place, cards in judgement.lawful_hands.items() if cards}
    if laid != {place: cards for place, cards in expected.hands.items() if cards}:
        return f"the lawful hands are {laid}, not {dict(expected.hands)}"
    how = judgement.reconstruction
    if how is None or expected.how == "put_right":
        return ""
    if how.draw != ((expected.draw,) if expected.draw else ()):
        return f"it draws {how.draw}, not {expected.draw}"
    asked = [ask.place for ask in how.ask]
    return "" if expected.again == set(asked) else f"it asks {asked} again, not {sorted(expected.again)}"


def _restored(one: Drilled, ruling: Ruling) -> str:
    """Whether the lawful line was all on record, or cards are to be drawn, or decisions asked, or nobody can say."""
    if any(how is not None and how.outcome == "impossible" for how in _hows(ruling)):
        return "impossible"
    ways = list(one.right.expected.values())
    if any(way.asks for way in ways):
        return "asked"
    return "drawn" if any(way.draw for way in ways) else "restored"


def _told(one: Drilled, ruling: Ruling) -> str:
    """The round event by event, and what was found."""
    found = "; ".join(f"{finding.kind} at {finding.at}" for finding in ruling.findings)
    line = "; ".join(_words(told.event) for told in one.story.rounds[NAME].told)
    held = " ".join(f"{clause}:{letter}" for clause, letter in one.story.rounds[NAME].edition.resolved.items())
    return f"{line} [{one.script.notice}, {one.script.device}, {held}], found {found or 'nothing'}"


def _words(event: Event) -> str:
    said = event.model_dump(exclude_defaults=True)
    return " ".join([event.WORD, *map(str, said.values())])

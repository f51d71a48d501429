"""A ruling on a drilled round of blackjack held against what is right."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from drill.blackjack.expected import Dues, Expected, Letters
from drill.blackjack.expected_money import in_hand, money_after, stakes_back
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.faults.catalogue import LAWFUL
from drill.blackjack.faults.shared import ILLEGAL_STAKES, SPOKEN_FAULTS
from drill.blackjack.rounds import NAME, Drilled
from drill.blackjack.scenario import CUT, offers_of
from drill.oracles.merging import Way, award, decides, different_outcomes, verdicts
from drill.tally import Tally
from ledger.events import Event
from ledger.events.play import CorrectionBegun, RoundClosed, WagerReturned
from ledger.values.places import BURN, DEALER, NEXT
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import may_still_insure
from replay.judging.judgement import Judgement, Reconstruction, Verdict
from replay.ruling.ruling import Ruling

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
        "late_card_used",
        "burned_in_error",
        "face_up_not_burned",
        "not_asked",
        "out_of_turn",
        "illegal_hit",
        "unexplained",
        "not_his_call",
        "illegal_stand",
        "illegal_surrender",
        "against_the_rule",
        *ILLEGAL_STAKES,
    }
)
"""Findings that a misdeal may lead to."""

OF_THE_DEALER: Final = frozenset({*CARD_FAULTS, *SPOKEN_FAULTS, *ILLEGAL_STAKES, "illegal_hit_on_21"})
"""Faults that put a card where it does not belong, or keep it from where it does."""

LEFT_OVER: Final = frozenset({NEXT, BURN, "discard"})
"""Where a card goes that no hand needs: which of them it is changes nothing."""

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
    decks = one.story.carried_shoe.decks if one.story.carried_shoe else 0
    return any(seen[card] > decks for card in told if card != "??")


def failures(one: Drilled, ruling: Ruling) -> Iterator[Wrong]:
    """All that is wrong with a ruling."""
    kinds = {finding.kind for finding in ruling.findings}
    if "paid_by_no_reading" in one.script.faults and "mispaid_as_dealt" in kinds:  # what was wrong when it was paid
        kinds = kinds - {"mispaid_as_dealt"} | {"wrong_payment"}
    unpaid = any(_unpaid(one, expected) for expected in one.right.expected.values())
    wanted = set(one.right.wanted) | ({"unpaid"} if unpaid and not _offered_in_doubt(one) else set())
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
    if invented := (kinds - allowed) | _after_the_correction(one, ruling):
        yield "invented", f"{_told(one, ruling)}: {', '.join(sorted(invented))} invented"
    if one.right.trace != "undetectable" and "misread_card" not in one.script.faults and (why := _money(one, ruling)):
        yield "wrong_money", f"{_told(one, ruling)}: {why}"
    if why := _possible(one, ruling):
        yield "wrong_money", f"{_told(one, ruling)}: {why}"


def _offered_in_doubt(one: Drilled) -> bool:
    """Whether an insurance was laid upon a card that nobody need have asked for: it may be good or too late."""
    return one.right.trace == "undetectable" and _insured_upon_a_card(one)


def _after_the_correction(one: Drilled, ruling: Ruling) -> set[str]:
    """What is found of the cards in how an error was put right and play went on, where that was done as it should be."""
    begun = [told.position for told, _ in ruling.round.entries_of(CorrectionBegun)]
    if not begun or one.script.misput or not one.misdealt:
        return set()
    return {finding.kind for finding in ruling.findings if finding.position > begun[0]} & OF_THE_DEAL


def _allowed(one: Drilled) -> set[str]:
    """What may be found besides, for what the faults of the deal or an unread card make of the rest."""
    script, allowed = one.script, set(OF_THE_DEAL if one.misdealt else ())
    if one.misdealt:
        allowed |= {"not_paid_at_once"}  # when the deal ended, and the play began, is a question then
    allowed |= {"late_insurance"} if _insured_upon_a_card(one) else set()
    allowed |= {"unpaid"} if _offered_in_doubt(one) else set()
    allowed |= {"even_money_not_open"} if _offered_upon_a_draw(one, "even_money") else set()
    allowed |= {"late_insurance"} if _offered_upon_a_draw(one, "insurance") else set()
    if one.misdealt and script.absent:  # a tied bet is taken off, but not before what went wrong is decided
        allowed |= {"left_on_the_box"}
    if "free_bet_paid_as_stake" in script.faults:  # and as soon as its hand was over
        allowed |= {"paid_before_dealer"}
    if "??" in script.names.values():  # what it was decides what is due, and to whom
        allowed |= {"unpaid"}
    if script.sides:  # one may be on the very card that nobody read, or on the suit that was misread
        allowed |= {"unread_suit"} if "??" in script.names.values() else set()
        allowed |= {"wrong_payment"} if "misread_card" in script.faults else set()
    if one.right.trace == "undetectable" and offers_of(script.told_line.acts):
        allowed |= {"wrong_payment", "paid_too_soon"}  # a card that looks asked for makes an offer after it too late
    return allowed


def _insured_upon_a_card(one: Drilled) -> bool:
    """Whether somebody insured when a card in error lay there that made it too late."""
    boards = [act.board for act in one.script.told_line.acts if act.given == "insurance"]
    drawn = any(len(hand.all_cards) > 2 for board in boards for hand in board.hands)
    return drawn or any(not may_still_insure(board, one.script.rules) for board in boards)


def _offered_upon_a_draw(one: Drilled, what: str) -> bool:
    """Whether somebody said so when the dealer, in error, had more than the first card."""
    acts = one.script.told_line.acts
    drawn = [at for at, act in enumerate(acts) if act.kind == "card" and act.place == DEALER][1:2]
    return any(act.given == what for act in acts[drawn[0] :]) if drawn and one.script.misdealt else False


def _possible(one: Drilled, ruling: Ruling) -> str:
    """Empty if the round is beyond repair only where the faces of cards are lost, and is so where a whole hand's are."""
    said = [how is not None and how.outcome == "impossible" for how in _hows(ruling)]
    if any(said) and "??" not in one.script.names.values():
        return "nobody lost a card's face, and yet it is said to be impossible"
    sure = any(branch.outcome.standing is not None and not how for branch, how in zip(ruling.branches, said, strict=True))
    if "mixed_before_it_was_seen" in one.script.faults and sure:
        return "a hand was mixed away unseen, and yet it is said to be possible"
    return next((why for branch in ruling.branches if (why := _beyond_repair(one, branch.outcome))), "")


def _beyond_repair(one: Drilled, judgement: Judgement) -> str:
    """Empty if a round beyond repair is what the house says it is: void, where it is certain that it must be put right.

    What is known of the money of one that is referred is held against the oracle's with that of every round with an
    unread card.
    """
    how = judgement.reconstruction
    if how is None or how.outcome != "impossible":
        return ""
    void = one.script.rules.value(parameters.BEYOND_REPAIR) == "void" and judgement.standing is not None
    if judgement.verdict != (right := "void" if void else "refer"):
        return f"beyond repair it is {judgement.verdict}, not {right}"
    if void and any(claim.due_minor != claim.stake_minor for claim in judgement.wagers_due):
        return "it is void beyond repair, and yet a stake does not go back as it was"
    return ""


def _hows(ruling: Ruling) -> list[Reconstruction | None]:
    return [branch.outcome.reconstruction for branch in ruling.branches]


def _departure_found(one: Drilled, ruling: Ruling) -> bool:
    """Whether something is found at the first event that departs, or before it."""
    acts, departs = one.script.told_line.acts, one.script.departs_at
    while departs < len(acts) and acts[departs].given == "surrender":  # that needs no turn: what is missing shows later
        departs += 1
    end = max(told.position for told, _ in ruling.round.entries_of(RoundClosed)) if ruling.round.is_over else 0
    at = one.positions.get(departs, max(end, *one.positions.values()))
    unread = "??" in one.script.names.values()
    return unread or any(finding.kind in OF_THE_DEAL and finding.position <= at for finding in ruling.findings)


def _money(one: Drilled, ruling: Ruling) -> str:
    """Empty if under every reading of what is open the money and the lawful line are right, else why not."""
    for way, expected in one.right.expected.items():
        fits = [branch for branch in ruling.branches if _fits(dict(branch.choices), way)]
        if not fits:
            return f"no branch for {dict(way)}"
        wrong = [why for branch in fits if (why := _of_branch(one, expected, branch.outcome))]
        if wrong:
            return f"{wrong[0]} under {dict(way)}"
    return "" if "??" in one.script.names.values() else _common(one, ruling)


def _common(one: Drilled, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, who decides and what each player gets are right, else why not."""
    ways = [_way(one, replace(way, dues=_open(one, letters, way, ruling))) for letters, way in one.right.expected.items()]
    given = {award.wager_due.wager: award.awarded_minor for award in ruling.awards}
    right = {wager: None if wager in one.right.referred else award(ways, wager) for wager in given}
    should = verdicts(ways, right, _went_back(one))
    if ruling.verdict not in should:
        return f"the common verdict is {ruling.verdict}, not {' or '.join(sorted(should))}"
    if len(ruling.outcomes) not in (different := different_outcomes(ways)):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {different.start} to {different.stop - 1}"
    if ruling.authority != (who := decides(ruling.verdict, ruling.edition.authority)):
        return f"{ruling.authority} decides, not {who}"
    return "" if given == right else f"awarded is {given}, not {right}"


def _open(one: Drilled, letters: Letters, expected: Expected, ruling: Ruling) -> Dues:
    """What is due, without what may be open where a deal stands as it was stopped, and is left open."""
    branches = [branch.outcome for branch in ruling.branches if _fits(dict(branch.choices), letters)]
    left = {claim.wager for branch in branches for claim in branch.wagers_due if claim.due_minor is None}
    stopped = _stopped(one, expected)
    return {wager: None if stopped and wager in left else minor for wager, minor in expected.dues.items()}


def _stopped(one: Drilled, expected: Expected) -> bool:
    """Whether a deal stands as it was stopped: it may be open then whether a card counts for a hand."""
    return expected.how == "as_dealt" and one.script.notice in CUT


def _way(one: Drilled, expected: Expected) -> Way:
    to_do = {(move.card, move.origin, move.destination) for move in expected.moves if move.destination not in LEFT_OVER}
    asked = expected.again | ({expected.draw} if expected.draw else set())
    held_up = _copies_too_many(one)
    return Way(_right_verdict(one, expected), expected.dues, frozenset(to_do | asked), held_up)


def _fits(choices: dict[str, str], way: Letters) -> bool:
    return all(dict(way).get(clause, letter) == letter for clause, letter in choices.items())


def _of_branch(one: Drilled, expected: Expected, judgement: Judgement) -> str:
    if "??" in one.script.names.values():
        return "" if judgement.is_held_up else _dues(one, expected, judgement, unread=True)
    why = _dues(one, expected, judgement) or _referred(one, judgement) or _verdict(one, expected, judgement)
    if why or (one.misdealt and expected.how not in ("reconstruct", "put_right")):
        return why
    return _line(expected, judgement) if one.misdealt or expected.how == "to_finish" else _hands(expected, judgement)


def _referred(one: Drilled, judgement: Judgement) -> str:
    referred = {claim.wager for claim in judgement.wagers_due if claim.referred}
    right = one.right.referred
    return "" if referred == right else f"{sorted(referred)} are referred, not {sorted(right)}"


def _verdict(one: Drilled, expected: Expected, judgement: Judgement) -> str:
    right = _right_verdict(one, expected)
    return "" if judgement.verdict == right else f"the verdict is {judgement.verdict}, not {right}"


def _right_verdict(one: Drilled, expected: Expected) -> Verdict:
    """Somebody must say, or do something, unless all that went back is what was due."""
    back = _went_back(one)
    if one.right.referred or _copies_too_many(one):
        return "refer"
    if expected.to_be_done and not (_closed(one) and back == dict(expected.dues)):
        return expected.to_be_done
    amiss = any(expected.dues[w] not in (minor, None) for w, minor in back.items())
    return "correct" if amiss or _unpaid(one, expected) else "stands"


def _closed(one: Drilled) -> bool:
    return any(isinstance(told.event, RoundClosed) for told in one.story.rounds[NAME].entries)


def _paid(one: Drilled) -> dict[str, int]:
    """What was handed over for each wager, as it was told."""
    back: Counter[str] = Counter()
    for told in one.story.rounds[NAME].entries:
        if isinstance(told.event, WagerReturned):
            back[told.event.wager] += told.event.amount_minor
    return dict(back)


def _went_back(one: Drilled) -> dict[str, int]:
    """What players have of each wager: what was handed over, and what they took up."""
    given, taken = _paid(one), in_hand(one.script)
    return {wager: given.get(wager, 0) + taken.get(wager, 0) for wager in (*given, *taken)}


def _unpaid(one: Drilled, expected: Expected) -> bool:
    """Whether winnings, by what counts and as it lay, were left unpaid in a round of which something was settled."""
    script, given = one.script, _paid(one)
    taken, stakes = in_hand(script), stakes_back(script)
    lay = money_after(script, script.told_line.acts, over=True)

    def won(wager: str, minor: int | None) -> bool:
        return minor is not None and minor != stakes[wager] and minor > taken.get(wager, 0)

    left = [wager for wager in expected.dues if wager not in given and wager not in one.right.referred]
    winners = [wager for wager in left if won(wager, expected.dues[wager]) and won(wager, lay[wager])]
    return bool(given and winners) and _closed(one)


def _dues(one: Drilled, expected: Expected, judgement: Judgement, *, unread: bool = False) -> str:
    """Where the money differs. What is due may be open where a deal stands as it was stopped, or a card was not read."""
    dues = {claim.wager: claim.due_minor for claim in judgement.wagers_due}
    stopped = _stopped(one, expected)
    parts = {w: (dues.get(w), expected.dues.get(w)) for w in sorted({*dues, *expected.dues})}
    if all(
        mine == right or (stopped and None in (mine, right)) or (unread and mine is None) for mine, right in parts.values()
    ):
        return ""
    differ = ", ".join(f"{w}: {mine} not {right}" for w, (mine, right) in parts.items() if mine != right)
    return f"stands {judgement.standing}, should be {expected.how}; due is {differ}"


def _line(expected: Expected, judgement: Judgement) -> str:
    """Whether the lawful line is the truth as far as the record goes, and asks and draws what comes next in it."""
    if why := _hands(expected, judgement):
        return why
    how = judgement.reconstruction
    if how is None or expected.how == "put_right":
        return ""
    if how.draw != ((expected.draw,) if expected.draw else ()):
        return f"it draws {how.draw}, not {expected.draw}"
    asked = [ask.place for ask in how.requests]
    if expected.again != set(asked):
        return f"it asks {asked} again, not {sorted(expected.again)}"
    if Counter(how.moves) != Counter(expected.moves):
        return f"it moves {how.moves}, not {expected.moves}"
    if Counter(how.surplus) != Counter(expected.surplus):
        return f"left over are {how.surplus}, not {expected.surplus}"
    return ""


def _hands(expected: Expected, judgement: Judgement) -> str:
    laid = {place: cards for place, cards in judgement.lawful_hands.items() if cards}
    right = {place: cards for place, cards in expected.hands.items() if cards}
    return "" if laid == right else f"the lawful hands are {laid}, not {right}"


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
    found = "; ".join(f"{finding.kind} at {finding.position}" for finding in ruling.findings)
    line = "; ".join(_words(told.event) for told in one.story.rounds[NAME].entries)
    held = " ".join(f"{clause}:{letter}" for clause, letter in one.story.rounds[NAME].edition.resolved_letters.items())
    return f"{line} [{one.script.notice}, {one.script.device}, {held}], found {found or 'nothing'}"


def _words(event: Event) -> str:
    said = event.model_dump(exclude_defaults=True)
    return " ".join([event.WORD, *map(str, said.values())])

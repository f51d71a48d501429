"""A ruling on a drilled coup held against what is right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from drill.baccarat.expected_money import lawful
from drill.baccarat.faults.paying import pays_later, went_back
from drill.baccarat.rounds import Shoe
from drill.baccarat.scenario import Script
from drill.baccarat.truth import CARDS, WINDOW, Outcome, Right
from drill.oracles.merging import Way, decides, different_outcomes, verdicts
from drill.tally import Tally
from replay.judging.judgement import Judgement
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling

Wrong = tuple[Literal["missed", "invented", "wrong_money"], str]
"""What went wrong with a ruling, and why."""

OF_THE_DEALER: Final = frozenset({"wrong_call", "paid_for_nothing"})
"""Faults that leave no trace where the dealer neither calls nor pays."""


@dataclass(frozen=True, slots=True)
class Drilled:
    """One coup of a drilled shoe with what is right in it."""

    edition: Edition
    shoe: Shoe
    at: int
    right: Right

    @property
    def script(self) -> Script:
        return self.shoe.scripts[self.at]

    @property
    def last(self) -> bool:
        return self.at == len(self.shoe.scripts) - 1

    @property
    def circumstances(self) -> tuple[str, ...]:
        """When a misdeal was noticed and where it fell."""
        script = self.script
        if not script.misdealt:
            return ()
        found = [f"noticed {script.notice}".replace("_", " ")] if script.notice != "never" else ["never noticed"]
        found += ["last coup of the shoe"] if self.last else []
        found += ["two errors of the cards"] if len(script.card_faults) > 1 else []
        found += ["with an unread card"] if script.unread else []
        return tuple(found)

    def without_trace(self) -> set[str]:
        """The faults of the coup of which the record shows nothing."""
        script = self.script
        idle = set() if script.misdealt else set(script.card_faults)
        if script.silent:
            idle |= OF_THE_DEALER & set(script.faults)
        if self.right.allowed.isdisjoint({"wrong_payment", "mispaid_as_dealt"}):
            idle |= {"wrong_payout", "fits_no_reading", "fits_the_tableau_only"} & set(script.faults)
        if "unpaid" not in self.right.allowed:
            idle |= {"never_paid"} & set(script.faults)
        if not pays_later(script, last=self.last):
            idle |= {"paid_later", "rides_on"} & set(script.faults)
        return idle

    def undetectable(self) -> set[str]:
        """The faults of the coup that nothing on record can show."""
        return set() if "one_copy_too_many" in self.right.wanted else {"misread_card"} & set(self.script.faults)


def score(tally: Tally, coup: Drilled, ruling: Ruling) -> None:
    """Counts a coup's faults and what a ruling made of them."""
    idle, unseen = coup.without_trace(), coup.undetectable()
    faults = tuple(fault for fault in coup.script.faults if fault not in idle | unseen)
    for fault in coup.script.faults:
        if fault in idle | unseen:
            tally.count("noop" if fault in idle else "undetectable", (fault,))
    around = coup.circumstances
    if faults:
        tally.count("injected", faults, around)
    if len(faults) > 1:
        tally.count("two_faults", faults)
    wrong = list(failures(coup, ruling))
    for what, why in wrong:
        tally.count(what, faults, around)
        tally.example(f"{what} ({', '.join(faults) or 'no fault'}): {_told(coup, ruling)}: {why}")
    if faults and not any(what == "missed" for what, _ in wrong):
        tally.count("found", faults, around)
    for fault in set(faults) & set(coup.script.card_faults):
        tally.count("dealing_faults", (fault,), around)
        if not wrong:
            tally.count(_restored(ruling), (fault,), around)


def _told(coup: Drilled, ruling: Ruling) -> str:
    found = "; ".join(f"{f.kind} at {f.position}" for f in ruling.findings)
    cards = " ".join(f"{place[0].upper()} {card}" for place, card in coup.script.cards)
    return f"{ruling.round.name} {cards}, {coup.script.notice}, found {found or 'nothing'}"


def failures(coup: Drilled, ruling: Ruling) -> list[Wrong]:
    """All that is wrong with a ruling."""
    found = [*_findings(coup, ruling), *_judgements(coup, ruling), *_hands(coup, ruling)]
    if coup.right.settled and not found:
        found += _awards(coup, ruling)
    return found


def _findings(coup: Drilled, ruling: Ruling) -> list[Wrong]:
    script, right = coup.script, coup.right
    kinds = {finding.kind for finding in ruling.findings}
    missing = set(right.wanted - kinds)
    if script.misdealt and not script.unread:
        position = ruling.round.card_entries[script.departs_at].position
        if not any(finding.kind in CARDS and finding.position <= position for finding in ruling.findings):
            missing.add("the misdeal")
    seen = tuple(finding.kind for finding in ruling.findings if finding.kind in CARDS)
    if right.of_the_cards not in (None, seen):
        missing.add(f"{', '.join(right.of_the_cards or ())} instead of {', '.join(seen) or 'nothing'}")
    wrong: list[Wrong] = [("missed", f"{', '.join(sorted(missing))} missing")] if missing else []
    if invented := kinds - right.allowed:
        wrong.append(("invented", f"{', '.join(sorted(invented))} invented"))
    return wrong


def _judgements(coup: Drilled, ruling: Ruling) -> list[Wrong]:
    """Each branch by itself, and whether there are as many as there should be."""
    why = _otherwise(coup, ruling)
    return [("wrong_money", why)] if why else []


def _otherwise(coup: Drilled, ruling: Ruling) -> str:
    """Empty if all is as it should be, else why it is not."""
    right, come_to = coup.right, coup.right.comes_to
    for branch in ruling.branches:
        outcome = come_to.get(tuple(branch.choices.get(clause) or right.resolved.get(clause, "a") for clause in WINDOW))
        if outcome is None:
            return f"there is no choice {dict(branch.choices)}"
        if why := _of_branch(coup, outcome, branch.outcome):
            return f"{why} under {dict(branch.choices)}"
    if right.settled:
        given = {(_dues(branch.outcome), branch.outcome.is_held_up) for branch in ruling.branches}
        if given != {(outcome.dues, outcome.held_up) for outcome in come_to.values()}:
            return f"{len(given)} different outcomes, not {len(set(come_to.values()))}"
    return _common(coup, ruling) if right.settled else ""


def _common(coup: Drilled, ruling: Ruling) -> str:
    """Empty if the verdict for all readings, and who decides, are right, else why not."""
    ways = [Way(one.verdict, dict(one.dues), one.to_do, one.held_up) for one in coup.right.comes_to.values()]
    given = {award.wager_due.wager: award.awarded_minor for award in ruling.awards}  # of these `_awards` says more
    should = verdicts(ways, given, went_back(coup.script, given, last=coup.last))
    if ruling.verdict not in should:
        return f"the common verdict is {ruling.verdict}, not {' or '.join(sorted(should))}"
    if len(ruling.outcomes) not in (different := different_outcomes(ways)):
        return f"the readings come to {len(ruling.outcomes)} outcomes, not {different.start} to {different.stop - 1}"
    who = decides(ruling.verdict, coup.edition.authority)
    return "" if ruling.authority == who else f"{ruling.authority} decides, not {who}"


def _dues(judgement: Judgement) -> tuple[tuple[str, int | None], ...]:
    return tuple(sorted((claim.wager, claim.due_minor) for claim in judgement.wagers_due))


def _of_branch(coup: Drilled, outcome: Outcome, judgement: Judgement) -> str:
    if coup.script.unread and judgement.is_held_up:
        return ""
    how = judgement.reconstruction
    unsaid = coup.script.unread and how is not None and how.outcome == "impossible"
    if judgement.standing != outcome.standing and not unsaid:
        return f"stands as {judgement.standing}, not {outcome.standing}"
    if not coup.right.told:
        return ""
    dues, right = dict(_dues(judgement)), dict(outcome.dues)
    if coup.script.unread:  # what hangs on the card is open
        dues |= {wager: right.get(wager) for wager, due in dues.items() if due is None}
    if dues != right:
        return f"due is {dues}, not {right}"
    if coup.script.unread:
        return ""
    referred = {claim.wager for claim in judgement.wagers_due if claim.referred}
    if referred != coup.right.referred:
        return f"{sorted(referred)} are referred, not {sorted(coup.right.referred)}"
    return "" if judgement.verdict == outcome.verdict else f"the verdict is {judgement.verdict}, not {outcome.verdict}"


def _hands(coup: Drilled, ruling: Ruling) -> list[Wrong]:
    """Whether the lawful hands are the truth, as far as the cards were read."""
    script = coup.script
    if script.names:
        return []
    right = lawful(script)
    for branch in ruling.branches:
        laid = branch.outcome.lawful_hands
        for hand in ("punto", "banco"):
            if laid[hand] != right.of(hand)[: len(laid[hand])]:
                return [("wrong_money", f"{hand} should have {' '.join(right.of(hand))}, not {' '.join(laid[hand])}")]
        if (not script.missing or script.put_right) and sum(map(len, laid.values())) != len(right.punto + right.banco):
            return [("wrong_money", "not all cards are where they belong")]
    return []


def _restored(ruling: Ruling) -> str:
    """Whether the lawful line was all on record, or cards are to be drawn, or nobody can say."""
    hows = [branch.outcome.reconstruction for branch in ruling.branches]
    if any(how is not None and how.outcome == "impossible" for how in hows):
        return "impossible"
    return "drawn" if any(how is not None and how.draw for how in hows) else "restored"


def _awards(coup: Drilled, ruling: Ruling) -> list[Wrong]:
    """Whether everybody gets what is due whatever the readings, or else the reading that is best for him (DCB-2)."""
    given = {award.wager_due.wager: (award.awarded_minor, award.if_claimed_minor) for award in ruling.awards}
    why = _not_awarded(coup, given)
    return [("wrong_money", why)] if why else []


def _not_awarded(coup: Drilled, given: Mapping[str, tuple[int | None, int | None]]) -> str:
    outcomes = list(dict.fromkeys(coup.right.comes_to.values()))
    dues = [dict(outcome.dues) for outcome in outcomes]
    held_up = any(outcome.held_up for outcome in outcomes)
    for player in set(coup.right.players.values()):
        wagers = [wager for wager, whose in coup.right.players.items() if whose == player]
        most = max(sum(one[wager] or 0 for wager in wagers) for one in dues)
        best = [one for one in dues if sum(one[wager] or 0 for wager in wagers) == most]
        possible = [[_award(coup, wager, dues, one, held_up=held_up) for wager in wagers] for one in best]
        if [given[wager] for wager in wagers] not in possible:
            return f"{player} is awarded {[given[wager] for wager in wagers]}, not {possible[0]}"
    return ""


def _award(
    coup: Drilled,
    wager: str,
    dues: list[dict[str, int | None]],
    best: Mapping[str, int | None],
    *,
    held_up: bool,
) -> tuple[int | None, int | None]:
    """What is awarded, and what would be on a claim."""
    column = {one[wager] for one in dues}
    if held_up or wager in coup.right.referred or None in column:
        return None, None
    if len(column) == 1 or coup.right.players[wager] in coup.right.disputing:
        return best[wager], None
    return None, best[wager]

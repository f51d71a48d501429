"""The lines of a case in the product's words: what FORMAT.md and the sets' READMEs name, and nothing else."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from ledger.events import Event, decisions, play, shoe, table
from ledger.values.places import BANCO, PUNTO, hand_number_of, hand_place
from tests.cases.words import DAY, Said, UnknownKey, basis_points, person, place

FREE: Final = ("free_split", "free_double")
"""Wagers whose `amount` is what they stand for: they have no stake."""

_DEVICES: Final = {"card shoe": "shoe", "shuffling device": "machine", "shuffling machine": "machine"}
_WRONG_WAY: Final = re.compile(r"face up in the (?:device|shoe|machine|shuffling device|shuffling machine|card shoe)\Z")
_OF_TABLE: Final = (
    shoe.ShoePrepared,
    shoe.ShoeShuffled,
    shoe.CutOffered,
    shoe.CutMade,
    shoe.CutCardPlaced,
    shoe.CutCardReached,
    shoe.CardBurned,
    shoe.CardExchanged,
    shoe.ShoeClosed,
    table.DealerChanged,
    table.TermsAgreed,
    table.AmbiguityResolved,
    decisions.ShoeVoided,
    decisions.ShoeVoidReversed,
    decisions.GameInvalidated,
    decisions.GameTerminated,
    decisions.GameReinstated,
)
"""What concerns the table, so that it belongs to no round unless it names one."""


@dataclass(frozen=True)
class _Form:
    """How a line is said where its keys are the event's fields under other names.

    `passed_over` is not recorded: free text about persons, and what follows from the rest.
    """

    event: type[Event]
    fields: Mapping[str, str] = field(default_factory=dict)
    passed_over: frozenset[str] = frozenset()


_FORMS: Final[Mapping[str, _Form]] = {
    "place_your_bets": _Form(play.RoundOpened),
    "wager_changed": _Form(play.WagerChanged, {"wager": "wager", "amount": "stake_minor"}),
    "wager_withdrawn": _Form(play.WagerWithdrawn, {"wager": "wager"}),
    "no_more_bets": _Form(play.BetsClosed),
    "moved": _Form(play.CardMoved, {"card": "card", "from": "origin", "to": "place"}),
    "clear": _Form(play.CardsCollected, {"from": "place"}),
    "caller": _Form(play.CallerNamed, {"box": "box", "player": "player"}),
    # Whose box and what for follows from the rest of the round.
    "absent": _Form(play.PlayerAbsent, {"player": "player", "called": "called"}, frozenset({"box", "hand"})),
    "interrupted": _Form(play.RoundInterrupted, {"by": "by"}, frozenset({"ground", "reason", "text", "why"})),
    "tip": _Form(play.TipGiven, {"player": "player", "by": "player", "amount": "amount_minor"}, frozenset({"to"})),
    "correction begun": _Form(play.CorrectionBegun, {"by": "by"}),
    "correction completed": _Form(play.CorrectionCompleted, {"by": "by"}),
    "notice": _Form(play.NoticeGiven, {"by": "by", "to": "to"}, frozenset({"text", "about"})),
    "round_closed": _Form(play.RoundClosed),
    "cut": _Form(shoe.CutMade, {"by": "by", "depth": "depth"}),
    "cutting_card": _Form(shoe.CutCardReached, {"at": "place"}),
    "exchange": _Form(shoe.CardExchanged, {"card": "card", "by": "by"}, frozenset({"ground"})),
    "terms_agreed": _Form(table.TermsAgreed, {"player": "player", "percent": "tie_share_bp"}),
    "ambiguity_resolved": _Form(table.AmbiguityResolved, {"clause": "clause", "reading": "reading", "by": "by"}),
}
_CONVERTED: Final[Mapping[str, Callable[[Any], Any]]] = {
    "origin": place,
    "place": place,
    "by": person,
    "to": person,
    "player": person,
    "called": person,
    "tie_share_bp": basis_points,
}


@dataclass
class Wording:
    """Goes along the lines of a case and keeps the round, the shoe and the stakes that they speak of."""

    game: str
    subject: str = DAY
    shoe_number: int = 0
    stakes: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    raised: dict[str, str] = field(default_factory=dict)
    in_round: bool = False
    burns_for: str = "other"
    """Why a card that is burned now is burned, if nothing is wrong with that."""
    burn_is_due: bool = False
    """Whether the shoe was shuffled, or the dealer changed, and nothing was burned or dealt since."""
    decks: int = 0
    dealers: int = 0

    def tell(self, line: Mapping[str, Any]) -> Iterator[tuple[str, Event]]:
        """What the line says, and about what. Raises UnknownKey."""
        fields = dict(line)
        kind = fields.pop("t")
        kind = f"correction {fields.pop('phase', '?')}" if kind == "correction" else kind
        named = f"{DAY}/{fields.pop('round')}" if "round" in fields else None
        if kind == "place_your_bets":
            self.subject = named or self.subject
        special = _SPECIAL.get(kind)
        if special is None and kind not in _FORMS:
            raise UnknownKey(f"an event {kind}")
        events = [self._formed(kind, _FORMS[kind], fields)] if special is None else [*special(self, fields)]
        if fields and special is not None:
            raise UnknownKey(f"an event {kind} with {_keys(fields)}")
        self._goes_on(kind)
        for event in events:
            in_error = isinstance(event, shoe.CardBurned) and event.reason == "error"
            of_table = isinstance(event, _OF_TABLE) and not in_error
            yield named or (DAY if of_table else self.subject), event

    def _formed(self, kind: str, form: _Form, fields: Said) -> Event:
        if set(fields) - set(form.fields) - form.passed_over:
            raise UnknownKey(f"an event {kind} with {_keys(fields)}")
        data = {form.fields[key]: value for key, value in fields.items() if key in form.fields}
        data = {name: _CONVERTED.get(name, _same)(value) for name, value in data.items()}
        return form.event(**data, **({"shoe": self.shoe} if "shoe" in form.event.SAID else {}))

    def _goes_on(self, kind: str) -> None:
        """A burn is due after a shuffle and a change of dealers; any other one in the course of a round is an error."""
        self.in_round = kind == "place_your_bets" or (self.in_round and kind != "round_closed")
        if kind in ("shoe", "dealer_change"):
            self.burns_for, self.burn_is_due = "shuffle" if kind == "shoe" else "dealer_change", True
        elif kind in ("place_your_bets", "round_closed") and self.burn_is_due:
            return
        elif kind in ("place_your_bets", "round_closed", "card", "burn") and not (
            kind == "burn" and self.burns_for == "shuffle"
        ):
            self.burns_for = "error" if self.in_round else "other"
        if kind in ("card", "burn"):
            self.burn_is_due = False

    @property
    def shoe(self) -> str:
        return f"shoe-{self.shoe_number}"

    # The shoe

    def prepared(self, fields: Said) -> Iterator[Event]:
        self.shoe_number = fields.pop("n", self.shoe_number + 1)
        device = fields.pop("device", None)
        if device is not None and device not in _DEVICES:
            raise UnknownKey(f"a shoe in a {device}")
        self.decks = fields.pop("decks")
        yield shoe.ShoePrepared(shoe=self.shoe, decks=self.decks, device=_DEVICES.get(device))
        for step in fields.pop("procedure", ()):
            yield shoe.ShoeShuffled(shoe=self.shoe, procedure=step.replace(" ", "_"))

    def closed(self, fields: Said) -> Iterator[Event]:
        counted = fields.pop("counted", None)
        yield shoe.ShoeClosed(shoe=f"shoe-{fields.pop('n', self.shoe_number)}", counted=counted)

    def cut_card(self, fields: Said) -> Iterator[Event]:
        """How deep it lies is told as the house counts it, from the cards that are left undealt."""
        fields.pop("by", None)
        depth, end = fields.pop("depth", None), fields.pop("from", "back")
        if end not in ("back", "front"):
            raise UnknownKey(f"a cut card so deep from the {end}")
        if depth is not None and end == "back":
            depth = 52 * self.decks - depth
        yield shoe.CutCardPlaced(shoe=self.shoe, depth=depth)

    def offered(self, fields: Said) -> Iterator[Event]:
        answer = fields.pop("answer", "accepted")
        if answer not in ("accepted", "refused"):
            raise UnknownKey(f"a cut offered and {answer}")
        yield shoe.CutOffered(shoe=self.shoe, to=person(fields.pop("to")), refused=answer == "refused")

    def burned(self, fields: Said) -> Iterator[Event]:
        times, card = fields.pop("n", 1), fields.pop("card", "??")
        if _wrong_way(fields):
            yield play.CardDealt(card=card, place="burn", found="face_up")
            return
        reason = self.burns_for if self.game == "blackjack" else "shuffle"
        seen = "up" if card != "??" and reason in ("shuffle", "dealer_change") and self.game == "blackjack" else None
        for _ in range(times):
            yield shoe.CardBurned(card=card, reason=reason, face=fields.get("face", seen))
        fields.pop("face", None)

    def dealer_changed(self, fields: Said) -> Iterator[Event]:
        """The dealers of a case have no names mostly; one who comes is another one."""
        named = fields.pop("to", None) or fields.pop("dealer", None)
        self.dealers += 1
        yield table.DealerChanged(dealer=person(named or f"another{self.dealers}"))

    # Decisions of people with authority

    def decided_by_authority(self, fields: Said, *, act: str) -> Iterator[Event]:
        """Who decides, why, and what it is about; the shoe is the one that is dealt from unless it is named."""
        kind = _DECISIONS[act]
        data: Said = {"by": person(fields.pop("by"))}
        named = fields.pop("shoe", None) or fields.pop("n", None)
        if "shoe" in kind.model_fields and (
            named is not None or kind in (decisions.ShoeVoided, decisions.ShoeVoidReversed)
        ):
            data["shoe"] = self.shoe if named is None else f"shoe-{str(named).removeprefix('shoe-')}"
        data |= {key: fields.pop(key) for key in ("box", "scope", "wager") if key in fields}
        data |= {key: person(fields.pop(key)) for key in ("role", "player") if key in fields}
        for key in ("ground", "reason", "text", "why", "id", "hand"):
            fields.pop(key, None)  # free text about persons is not recorded
        yield kind(**data)

    # The wagers

    def wagered(self, line: Said) -> Iterator[Event]:
        if "raise_of" in line:
            yield from self._raised(line)
            return
        self.stakes[line.get("id", "")] = line.get("amount", 0)
        fields = {"id": "wager", "kind": "kind", "amount": "stake_minor", "total": "total"}
        if self.game == "blackjack":
            fields |= {"box": "box", "hand": "hand", "of": "parent", "spot": "spot", "line": "spot"}
            line.pop("standing", None)  # the setup tells who sits
        if line.get("kind") in FREE:
            fields["amount"] = "nominal_minor"
        self.kinds[line.get("id", "")] = line.get("kind", "")
        data = {name: line.pop(key) for key, name in fields.items() if key in line}
        data |= {"stake_minor": 0} if data.get("kind") in FREE else {}
        data |= {"by": line.pop("by")} if "by" in line else {}
        yield play.WagerPlaced(player=person(line.pop("player")), **data)

    def moved(self, fields: Said) -> Iterator[Event]:
        """A stake laid behind another hand: by the number of the hand, or by its place."""
        wager, to = fields.pop("wager"), fields.pop("to", None)
        for key in ("player", "box", "from", "by"):
            fields.pop(key, None)
        hand = fields.pop("hand", None) or hand_number_of(place(str(to)))
        yield play.WagerMoved(wager=wager, kind=self.kinds[wager], hand=hand)

    def _raised(self, fields: Said) -> Iterator[Event]:
        wager = fields.pop("raise_of")
        for key in ("player", "box", "hand", "kind", "line", "spot"):
            fields.pop(key, None)
        self.raised[fields.pop("id", wager)] = wager
        yield self._staked(wager, self.stakes[wager] + fields.pop("amount"))

    def reduced(self, fields: Said) -> Iterator[Event]:
        fields.pop("player", None)
        yield self._staked(fields.pop("wager"), fields.pop("amount"))

    def withdrawn(self, fields: Said) -> Iterator[Event]:
        fields.pop("player", None)
        wager = fields.pop("wager")
        left = self.stakes[wager] - fields.pop("amount", self.stakes[wager])
        yield self._staked(wager, left) if left else play.WagerWithdrawn(wager=wager)

    def _staked(self, wager: str, whole: int) -> Event:
        self.stakes[wager] = whole
        return play.WagerChanged(wager=wager, stake_minor=whole)

    def returned(self, fields: Said) -> Iterator[Event]:
        wager = fields.pop("wager")
        yield play.WagerReturned(wager=self.raised.get(wager, wager), amount_minor=fields.pop("amount"))

    # The cards and what is said about them

    def dealt(self, fields: Said) -> Iterator[Event]:
        to = fields.pop("to")
        if self.game == "baccarat" and (to not in (PUNTO, BANCO) or set(fields) != {"card"}):
            raise UnknownKey(f"an event card to {to} with {_keys(fields)}")
        found = "face_up" if _wrong_way(fields) else None
        yield play.CardDealt(card=fields.pop("card"), place=place(to), face=fields.pop("face", "up"), found=found)

    def mixed(self, fields: Said) -> Iterator[Event]:
        fields.pop("into", None)
        for card in fields.pop("cards"):
            yield play.CardMixed(card=card)

    def decided(self, fields: Said) -> Iterator[Event]:
        who, how = fields.pop("player", None), fields.pop("by", None)
        if how not in (None, "rule"):
            raise UnknownKey(f"a decision by {how}")
        yield play.DecisionMade(
            place=hand_place(fields.pop("box"), fields.pop("hand", 1)),
            what=fields.pop("action"),
            by=None if who is None or how == "rule" else person(who),
            signal=fields.pop("signal", "both"),
            how=how,
        )

    def announced(self, fields: Said) -> Iterator[Event]:
        """A total of a hand, else the dealer's word on the round."""
        at, text, total = self._about(fields), fields.pop("text", None), fields.pop("total", None)
        if at is not None and total is None and text is not None and text.isdigit():
            total = int(text)
        if at is not None and total is not None:
            yield play.TotalAnnounced(place=at, total=total)
        elif at is None and total is None and text is not None:
            yield play.Announced(result=text.lower().replace(" ", "_"))
        else:
            raise UnknownKey(f"an announcement of {text} and {total} about {at}")

    @staticmethod
    def _about(fields: Said) -> str | None:
        """The hand that a line speaks of, by its box or by its place."""
        if "box" in fields:
            return hand_place(fields.pop("box"), fields.pop("hand", 1))
        named = next((fields.pop(key) for key in ("place", "at", "of", "to") if key in fields), None)
        return None if named is None else place(named)

    def took(self, fields: Said) -> Iterator[Event]:
        """Of which box it was the product does not tell."""
        for key in ("box", "wager", "amount", "hand"):
            fields.pop(key, None)
        who = fields.pop("player", None) or fields.pop("by")
        yield play.IrregularityReported(kind="takes_chips", by="dealer", about=person(who))

    def touched(self, fields: Said) -> Iterator[Event]:
        """Which card it was the product does not tell."""
        for key in ("card", "at"):
            fields.pop(key, None)
        yield play.IrregularityReported(kind="touch", by="dealer", about=person(fields.pop("by")))


def _keys(fields: Said) -> str:
    return ", ".join(f"{key} {value}" for key, value in fields.items()) or "nothing"


def _same(value: object) -> object:
    return value


def _wrong_way(fields: Said) -> bool:
    how = fields.pop("how", None)
    if how is not None and not _WRONG_WAY.match(how):
        raise UnknownKey(f"a card {how}")
    return how is not None


_DECISIONS: Final[Mapping[str, type[Event]]] = {
    "void_shoe": decisions.ShoeVoided,
    "reverse_void_shoe": decisions.ShoeVoidReversed,
    "void_round": decisions.RoundVoided,
    "reverse_void_round": decisions.RoundVoidReversed,
    "invalid_hand": decisions.HandInvalidated,
    "invalid_stakes": decisions.StakesInvalidated,
    "withhold_payment": decisions.PaymentWithheld,
    "invalid_game": decisions.GameInvalidated,
    "terminate_game": decisions.GameTerminated,
}
"""Decisions as the cases name them."""

_SPECIAL: Final[Mapping[str, Callable[[Wording, Said], Iterator[Event]]]] = {
    "shoe": Wording.prepared,
    "shoe_closed": Wording.closed,
    "cut_offered": Wording.offered,
    "cut_card_placed": Wording.cut_card,
    "burn": Wording.burned,
    "dealer_change": Wording.dealer_changed,
    "wager": Wording.wagered,
    "reduce": Wording.reduced,
    "withdraw": Wording.withdrawn,
    "returned": Wording.returned,
    "card": Wording.dealt,
    "mixed": Wording.mixed,
    "decision": Wording.decided,
    "announce": Wording.announced,
    "touch": Wording.touched,
    "takes_chips": Wording.took,
    "move_wager": Wording.moved,
    **{act: partial(Wording.decided_by_authority, act=act) for act in _DECISIONS},
}

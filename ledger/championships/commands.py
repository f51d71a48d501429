"""Championships in the ledger: one stream each, in which every act and every refused attempt is recorded."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ledger.acts.authority import LEAST_ENTRIES_KEY, ChampionshipTerms, championship_terms
from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.championships.championship import NOT_OPENED, Championship, project_championship
from ledger.championships.refusals import ActRefusal, refusal
from ledger.entry import Delivery
from ledger.errors import MalformedAct, UnknownChampionship, UnknownRulebook
from ledger.events import Event
from ledger.events.base import Act
from ledger.events.championships import (
    LONGEST_ATTEMPT,
    ChampionshipActRefused,
    ChampionshipOpened,
    RulesAmended,
)
from ledger.ingest import PendingEntry
from ledger.mapper import canonical
from ledger.values.subjects import HOUSE, NAME
from ledger.values.times import canonical_instant as instant_of
from ledger.values.times import format_instant

PREFIX: Final = "championship/"


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What became of an act: the championship after it, and why it was refused where it was."""

    championship: Championship
    refused: ActRefusal | None


class Championships:
    """The championships of a ledger: doing something in one, and reading how one stands."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger

    def names(self) -> list[str]:
        """All championships on record, by name."""
        names = sorted(stream.removeprefix(PREFIX) for stream in self._ledger.streams(PREFIX))
        return [name for name in names if self._on_record(name).opened]

    def get(self, name: str) -> Championship:
        """How a championship stands. Raises UnknownChampionship."""
        championship = self._on_record(name) if NAME.match(name) else NOT_OPENED
        if championship.opened is None:
            known = ", ".join(self.names()) or "none"
            raise UnknownChampionship(f"there is no championship {name}; on record are: {known}")
        return championship

    def _on_record(self, name: str) -> Championship:
        """What the stream of a championship comes to, which nobody need have opened."""
        projector = partial(project_championship, roster=self._ledger.roster())
        return self._ledger.aggregate(PREFIX + name, projector) or NOT_OPENED

    def act(self, name: str, event: Event, at: str | None = None) -> ActOutcome:
        """Does an act of a championship, if whoever does it may and the championship's state allows it.

        What is refused is recorded as an attempt and changes nothing else. `at` is when it was done (RFC 3339), else
        now. Raises UnknownChampionship where it was never opened, UnknownRulebook for an edition that was not adopted,
        MalformedAct for a name or a time that is none.
        """
        if not NAME.match(name):
            raise MalformedAct(f"{name!r} is no name: write letters, digits, `_`, `.`, `-`")
        stream, when = PREFIX + name, self._time(at)
        self._require_adopted(event)
        refused: ActRefusal | None = None

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            nonlocal refused
            championship = self._on_record(name) if isinstance(event, ChampionshipOpened) else self.get(name)
            terms = self._terms(championship if championship.opened else NOT_OPENED.after(event), when)
            unsigned = self._ledger.roster_refusal(event, when) if isinstance(event, Act) else None
            refused = ActRefusal(unsigned, None) if unsigned else refusal(championship, event, terms)
            recorded_event = event if refused is None else _refused(event, refused)
            key = f"{stream}:{championship.version + 1:06}"
            delivery = Delivery(recorded_event, HOUSE, key, None, stream, when)
            return [PendingEntry(delivery, stream)], {stream: championship.version}

        self._ledger.take_act(decide, "try again")
        return ActOutcome(self._on_record(name), refused)

    def text(self, rulebook: str, edition: str) -> str:
        """The text of an adopted edition. Raises UnknownRulebook."""
        for adoption in self._ledger.adoptions().holding(rulebook):
            if adoption.event.edition == edition:
                return adoption.event.text
        raise UnknownRulebook(
            f"edition {edition} of rulebook {rulebook} was not adopted; `recoup rulebook list` shows what was"
        )

    def _time(self, at: str | None) -> str:
        try:
            return instant_of(at) if at else format_instant(self._ledger.clock())
        except ValueError as error:
            raise MalformedAct(f"{at!r} is not a time with its zone, such as 2026-11-20T20:00:00Z") from error

    def _terms(self, championship: Championship, at: str) -> ChampionshipTerms:
        return championship_terms(self.text(*championship.edition(at)))

    def _require_adopted(self, event: Event) -> None:
        if isinstance(event, RulesAmended) and event.rulebook and event.edition:
            self.text(event.rulebook, event.edition)
        if isinstance(event, ChampionshipOpened):
            found = championship_terms(self.text(event.rulebook, event.edition))
            if LEAST_ENTRIES_KEY not in found.values:
                raise UnknownRulebook(f"{event.rulebook} is no rulebook of a championship")


def _refused(event: Any, refused: ActRefusal) -> Event:
    text = canonical(event.model_dump(mode="json", exclude_none=True)).decode()
    attempted = text[:LONGEST_ATTEMPT]
    return refused_act(ChampionshipActRefused, event, refused.sentence, attempted=attempted, clause=refused.clause)

"""Tables at which a supplier has several games on one day: the record knows a table of each game."""

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.table import SourceDeclared, SourceTopicsDeclared, TableOpened
from ledger.feeds.reading import FeedItem, MalformedLine
from ledger.values.subjects import table_day


class SharedTables:
    """Goes along the items of a feed that say which game they are about.

    A table is of the game that opened it first on that day. What is about another game is recorded at a table of that
    game's own, which bears its name: `T7.roulette`.
    """

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._games: dict[str, str] = {}

    def at_own_table(self, item: FeedItem) -> FeedItem:
        """Return an item at the table of its game; one that names none as it is."""
        if item.game is None:
            return item
        if isinstance(item.refused, MalformedLine) and (subject := item.refused.partial.get("subject")):
            own = self._own_subject(subject, item.game)
            return item._replace(refused=MalformedLine(item.refused.refusal, {**item.refused.partial, "subject": own}))
        return item._replace(deliveries=[self._at_own_table(delivery.whole, item.game) for delivery in item.deliveries])

    def _at_own_table(self, delivery: Delivery, game: str) -> Delivery:
        subject = self._own_subject(delivery.subject, game)
        if subject == delivery.subject:
            return delivery
        is_of_table = isinstance(delivery.event, TableOpened | SourceDeclared | SourceTopicsDeclared)
        return delivery._replace(subject=subject, id=f"{game}.{delivery.id}" if is_of_table else delivery.id)

    def _own_subject(self, subject: str, game: str) -> str:
        day = table_day(subject)
        if day not in self._games:
            opening = self._ledger.table_opening(day)
            self._games[day] = game if opening is None else opening.game
        if self._games[day] == game:
            return subject
        table, _, rest = subject.partition("/")
        return f"{table}.{game}/{rest}"

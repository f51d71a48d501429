"""What persons and bets are called where names are masked, and where in a text a person stands: nothing else is masked."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Final

from ledger.values.cards import RANKS, SUITS
from ledger.values.message import Message, Term
from ledger.values.refusals import BET_PARTICULARS, PERSON_PARTICULARS, Refusal
from ledger.values.subjects import TRANSCRIPT
from projections.messages.catalogue import Catalogue, words_of_language

_ID: Final = r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"
_ONE: Final = rf"(?<![A-Za-z0-9])({_ID})"
_MANY: Final = rf"(?<![A-Za-z0-9])({_ID}(?:, {_ID})*)"
_PERSON_PLACES: Final = tuple(
    re.compile(place)
    for place in (
        # who acted, and in which office
        rf"; {_ONE} acted as ",
        rf"(?:^|; ){_ONE} is an office",
        rf"; {_ONE} must sign this",
        rf"^the roster has {_ONE} as ",
        rf"^{_ONE} (?:[a-z]+ )+as an office, and nobody can say that ",
        rf" and nobody can say that {_ONE} is another person",
        rf"^{_ONE} (?:[a-z]+ )+(?:the answers|it|this|that|them|[a-z]+); another person must ",
        rf"^nobody signed that {_ONE} ",
        rf"; {_ONE} is none of them",
        rf"^{_ONE} (?:has no key |cannot be told from |needs a key |is not on the roster|has no account )",
        rf" cannot be told from {_ONE}, who is enrolled",
        rf" is, or was, {_ONE}'s; a key is",
        rf" is {_ONE}'s; an account is",
        rf"^the key is {_ONE}'s, and ",
        rf"'s, and {_ONE} is named; ",
        rf"^{_ONE} dealt at this table that day",
        # championships
        rf"was cancelled by {_ONE}$",
        rf" may [^;]+; {_ONE} (?:is |holds no office)",
        rf"^{_ONE} (?:is a designee already|takes part already|is disqualified|does not take part|does not deal in round )",
        rf"^{_ONE} has (?:given |answered |withdrawn$)",
        rf"; {_ONE} is neither$",
        rf"^{_ID} has given {_ONE} scores for round ",
        rf" is decided: {_MANY} went on from it",
        rf" is for {_MANY}, not for ",
        rf", not for {_ONE}$",
        rf" was given to {_ONE} already",
        # cases
        rf"^{_ONE} (?:has no claim in this case|is not named in this case|has not been paid )",
        rf"^{_ONE} (?:asks for |is to be paid|is to have |is given |has no wager |has had |has withdrawn the claim)",
        rf"^the claim of {_MANY} (?:has no answer|is upheld |is answered;)",
        rf" still to be paid to {_ONE} so, not more",
        rf" than is still to be paid to {_ONE}$",
        rf"^\S+ of {_ONE} in \S+ (?:gives |is answered by )",
        rf"^the awards give {_ONE} ",
        rf"^nothing is settled for {_ONE};",
        rf" what goes to {_ONE} now is ",
        rf"^{_ONE} was paid ",
        rf" where nothing is: --ask-back {_ONE}=0$",
    )
)
"""Where a person stands in a sentence by which the ledger refuses an act, told by the words about the id."""

_UNTOUCHED: Final = re.compile(
    r"sha256:[0-9a-f]+|SHA256:[A-Za-z0-9+/=]+"
    r"|[A-Za-z0-9][A-Za-z0-9_.-]{0,63}/[0-9]{4}-[0-9]{2}-[0-9]{2}(?:/[A-Za-z0-9][A-Za-z0-9_.-]{0,63})?"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]+Z?)?"
    r"|[0-9][0-9,]*\.[0-9]+"
    r"|(?P<name>[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)"
)
"""Digests, rounds and days, times, amounts; and `name`, which may be a person's."""

_NO_WORD: Final = re.compile(rf"[0-9]+|[{RANKS}][{SUITS}]")
"""Numbers and cards."""

_BET_PLACES: Final = re.compile(
    r"sha256:[0-9a-f]+|SHA256:[A-Za-z0-9+/=]+"
    r"|[A-Za-z0-9][A-Za-z0-9_.-]{0,63}/[0-9]{4}-[0-9]{2}-[0-9]{2}(?:/[A-Za-z0-9][A-Za-z0-9_.-]{0,63})?"
    r"|(?P<name>[A-Za-z0-9][A-Za-z0-9_.-]*)"
)
"""Digests, rounds and days; and `name`, in which a bet's id may be."""

_PIECES: Final = re.compile(r"[A-Za-z0-9]+|[_.-]+")
_MOST_PIECES: Final = 64
AGAIN: Final = "~"
"""What follows it in a bet's id tells apart bets of one id in a round."""


class BetTokens:
    """The tokens of bets where names are masked: a bet's id may hold a name.

    `others` are words, persons and things. In a text a bet keeps an id that is one of these too, a number or a card.
    """

    def __init__(self, token_by_bet: Mapping[str, str], others: Collection[str] = ()):
        self._token_by_bet = token_by_bet
        self._by_folded = {bet.casefold(): token for bet, token in token_by_bet.items() if _is_name(bet)}
        for word in self._by_folded.keys() & others:
            del self._by_folded[word]

    def __bool__(self) -> bool:
        return bool(self._token_by_bet)

    def __iter__(self) -> Iterator[str]:
        return iter(self._token_by_bet)

    def token_of(self, bet: str) -> str:
        """The token of a bet, by its id as rulings write it."""
        own, mark, number = bet.partition(AGAIN)
        return self._token_by_bet.get(own, own) + mark + number

    def places_in(self, text: str) -> Iterator[tuple[int, int, str]]:
        """The ids of bets in a text: from where to where, and the token of each."""
        if not self._by_folded:
            return
        for found in _BET_PLACES.finditer(text):
            if found["name"] is not None:
                yield from self._in_name(found["name"], found.start())

    def _in_name(self, name: str, begins: int) -> Iterator[tuple[int, int, str]]:
        """The longest ids first, from the left: an id is a run of pieces between `_`, `.` and `-`."""
        pieces = [(found.start(), found.end()) for found in _PIECES.finditer(name)][:_MOST_PIECES]
        first = 0
        while first < len(pieces):
            start = pieces[first][0]
            for last in range(len(pieces) - 1, first - 1, -1):
                end = pieces[last][1]
                if token := self._by_folded.get(name[start:end].casefold()):
                    yield begins + start, begins + end, token
                    first = last
                    break
            first += 1


def _is_name(bet: str) -> bool:
    """Whether a bet's id can hold a name: numbers and cards do not."""
    return any(letter.isalpha() for letter in bet) and not _NO_WORD.fullmatch(bet)


class PersonNames:
    """What persons are called: by letters where names are masked, by their ids where nothing is given.

    `things` are the names of what else is on record, such as shoes and cameras. An id that is also a word of `words`, a
    number, a card or a thing's name is masked only where a person is sure to stand; a text that somebody wrote, in which
    nobody can say which it is, is withheld. `token_by_bet` has the tokens of bets.
    """

    def __init__(
        self,
        name_by_person: Mapping[str, str],
        things: Collection[str] = (),
        words: Catalogue | None = None,
        token_by_bet: Mapping[str, str] = {},
    ):
        self._name_by_person, self._things, self._words = name_by_person, frozenset(things), words or Catalogue()
        self._name_by_folded = {who.casefold(): name for who, name in reversed(list(name_by_person.items()))}
        longest = sorted(name_by_person, key=len, reverse=True)
        self._person_pattern = re.compile(
            "|".join(rf"(?<![A-Za-z0-9]){re.escape(who)}(?![A-Za-z0-9])" for who in longest) or r"(?!)", re.IGNORECASE
        )
        vocabulary = words_of_language(self._words.language) if name_by_person or token_by_bet else frozenset()
        other = vocabulary | {thing.casefold() for thing in self._things}
        self._bets = BetTokens(token_by_bet, other | self._name_by_folded.keys())
        other |= {bet.casefold() for bet in token_by_bet}
        self._unsure = frozenset(
            who.casefold() for who in name_by_person if who.casefold() in other or _NO_WORD.fullmatch(who)
        )

    @property
    def are_given(self) -> bool:
        """Whether a person or a bet is called otherwise than by the id."""
        return bool(self._name_by_person) or bool(self._bets)

    def name_of(self, person: str) -> str:
        """What a person is called."""
        return self._name_by_person.get(person, person)

    def bet_of(self, bet: str) -> str:
        """The token of a bet; its id where it has none."""
        return self._bets.token_of(bet)

    def apply_to(self, text: str) -> str:
        """A text that somebody wrote, with persons and bets as they are called; withheld where it may name somebody."""
        masked, is_unsure = self._masked(text, frozenset())
        return self._words.say("masking.withheld") if is_unsure else masked

    def apply_to_label(self, text: str) -> str:
        """A name that somebody gave to a thing, or a reason, with every name of a person in it as it is called."""
        return self._masked(text, frozenset())[0]

    def apply_to_refusal(self, sentence: str) -> str:
        """A sentence by which the ledger refuses an act, with the persons in it as they are called."""
        if isinstance(sentence, Refusal):
            return Refusal(sentence.code, **self._in_particulars(sentence))
        return self._masked(sentence, frozenset(self._places_in(sentence)))[0]

    def _in_particulars(self, message: Message) -> dict[str, object]:
        """The particulars of a refusal, or of a phrase in it, with the persons in them as they are called."""
        return {name: self._in_particular(name, value) for name, value in message.particulars.items()}

    def _in_particular(self, name: str, value: object) -> object:
        match value:
            case Refusal():
                return self.apply_to_refusal(value)
            case Term():
                return value
            case Message():
                return Message(value.template, **self._in_particulars(value))
            case str() if name in PERSON_PARTICULARS:
                return ", ".join(map(self.name_of, value.split(", ")))
            case str() if name in BET_PARTICULARS:
                return self.bet_of(value)
            case str():
                return self.apply_to_label(value)
        return value

    def source_of(self, source: str) -> str:
        """The source of a delivery: that of an account which somebody typed names who did."""
        return self._after_prefix(source, TRANSCRIPT)

    def account_of(self, account: str) -> str:
        """An account of a round: one that somebody typed is called by its source."""
        masked = self._after_prefix(account, TRANSCRIPT.replace("/", "."))
        return self.apply_to_label(account) if masked == account else masked

    def reference_of(self, reference: str) -> str:
        """A delivery as another source names it, `source#id`."""
        source, mark, delivery = reference.partition("#")
        return self.source_of(source) + mark + delivery

    def _after_prefix(self, name: str, prefix: str) -> str:
        return prefix + self.name_of(name.removeprefix(prefix)) if name.startswith(prefix) else name

    def _masked(self, text: str, places: frozenset[tuple[int, int]]) -> tuple[str, bool]:
        """The text with persons as they are called, and whether it may name somebody who is not.

        A person stands at each of the `places`; elsewhere one does where the id cannot be anything else. Bets have their
        tokens.
        """
        is_unsure, parts, done = False, list[str](), 0

        def called(found: re.Match[str], begins: int) -> str:
            nonlocal is_unsure
            who = found.group().casefold()
            if (begins + found.start(), begins + found.end()) in places or who not in self._unsure:
                return self._name_by_person.get(found.group(), self._name_by_folded[who])
            is_unsure = True
            return found.group()

        def replaced(found: re.Match[str], begins: int) -> str:
            name = found["name"]
            if name is None or (name in self._things and name.casefold() not in self._name_by_folded):
                return found.group()
            return self._person_pattern.sub(lambda person: called(person, begins + found.start()), name)

        for start, end, token in (*self._bets.places_in(text), (len(text), len(text), "")):
            parts += [_UNTOUCHED.sub(partial(replaced, begins=done), text[done:start]), token]
            done = end
        return "".join(parts), is_unsure

    def _places_in(self, sentence: str) -> Iterator[tuple[int, int]]:
        """Where in a refusal a person stands: from where to where."""
        for place in _PERSON_PLACES:
            for found in place.finditer(sentence):
                for person in re.finditer(_ID, found[1]):
                    if person.group() in self._name_by_person:
                        yield found.start(1) + person.start(), found.start(1) + person.end()

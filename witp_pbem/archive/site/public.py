"""What may be shown of a campaign: people by the names agreed on, and nobody's address."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from witp_pbem.archive.derive import person_of
from witp_pbem.archive.store.full_text import NARROW, WIDE, alone
from witp_pbem.campaign.folder import data_files, games
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import FOUNDING, PLAYER
from witp_pbem.table import names as spelled
from witp_pbem.table import talk
from witp_pbem.table.game import Game
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.tokens import HEADER_KEYS
from witp_pbem.table.tuples import NamedTuple

# An address: a name, in quotation marks where it has blanks, and a domain. Japanese goes on before and behind it
# without a blank: to the last part of the domain it never belongs, to the name only where that has no other letters.
_NAMED = rf"(?:{NARROW}|[_.．+%'’&=~!$*?^`{{}}-])"
_ADDRESS = re.compile(rf'(?:"[^"\n]{{1,64}}"|(?<!{_NAMED}){_NAMED}++|(?<![{WIDE}])[{WIDE}]++)?'
                      rf"(?<=\S)[@＠](?:[\w-]+[.．])+(?:{NARROW}|-)*{NARROW}")
_HIDDEN = "…@…"  # in its place
_REMARK = re.compile(rf"[#＃][^\n]*(?:\n[^\S\n]*[#＃][^\n]*)*|{talk.LINE.pattern}", talk.LINE.flags)
_BLANK = r"[\s>#＃]"  # within a name: a line may end there, and the next begin as quotations and remarks do
_WORD = re.compile(rf"{NARROW}+|\S")
_JAPANESE = re.compile(rf"(?<=[{WIDE}])\s*(?=[{WIDE}])")  # between two letters, where a blank means nothing
_ORDERS = frozenset(("content", "parts", "orders", "rulings"))  # the fields in which people write orders
# The fields that the program and the game write with all that is in them, and signatures, which are shown nowhere. In
# all others people may write what they like.
CODES = frozenset((
    "type", "was", "program", "game", "rules_version", "data_version", "scenario", "options", "keeper", "keys", "key",
    "signature", "mode", "deal", "decks", "chains", "publish", "closing", "data", "replaced", "opening", "side",
    "ruling", "phase", "slot", "card", "deck", "decks_made", "acts", "owed", "outcome"))


class Cleaner(NamedTuple):
    """What makes of a text one in which no address and no name stands that is not to be shown.

    Attributes:
        words: of what people say.
        orders: of orders, in which a name of somebody stays that means something in the game as well; what is only
            remarked there is said.
    """

    words: Callable[[str], str]
    orders: Callable[[str], str]


def public(campaign: Campaign, names: Mapping[str, str]) -> Campaign:
    """The campaign with everybody under the name that is shown.

    Args:
        names: person -> name, of those who are shown under another than their own.
    """
    clean = Cleaner(cleaner(names), _orders_cleaner(names, campaign.game))
    return Campaign(campaign.folder, campaign.game, [_entry(entry, names, clean) for entry in campaign.entries], None)


def _entry(entry: Entry, names: Mapping[str, str], clean: Cleaner) -> Entry:
    shown: dict[str, Any] = _cleaned({**entry}, clean, clean.words)
    if entry["type"] == FOUNDING:
        shown["players"] = {side: called(who, names) for side, who in entry["players"].items()}
    if entry["type"] == PLAYER:
        shown["player"] = called(entry["player"], names)
    return shown  # type: ignore[return-value]


def _cleaned(value: Any, clean: Cleaner, written: Callable[[str], str]) -> Any:
    """A value with what people wrote in it cleaned, the texts in it with `written`."""
    match value:
        case str():
            return written(value)
        case list():
            return [_cleaned(part, clean, written) for part in value]
        case dict():
            return {field: part if field in CODES else _cleaned(
                part, clean, clean.orders if field in _ORDERS else written) for field, part in value.items()}
    return value


def called(who: str, names: Mapping[str, str]) -> str:
    """The name under which a person is shown."""
    person = person_of(who)
    return names.get(person, person)


def cleaner(names: Mapping[str, str]) -> Callable[[str], str]:
    """What makes of words such in which no address and none of these names stands, in whatever case it is written and
    wherever its line ends."""
    beginning: dict[str, list[str]] = {}  # with a word: few of many names begin with one that stands in a text
    for name in names:
        for word in _WORD.findall(_folded(name))[:1]:
            beginning.setdefault(word, []).append(name)

    def clean(text: str) -> str:
        text = _ADDRESS.sub(_HIDDEN, text)
        words = dict.fromkeys(_WORD.findall(_folded(text))) if names else ()
        there = (name for word in words for name in beginning.get(word, ()))
        people = tuple(sorted(there, key=len, reverse=True))  # the longest that fits is meant
        return _any_of(people).sub(lambda match: names.get(
            match[0], names[people[(match.lastindex or 0) - 1]]), text) if people else text

    return clean


def _folded(text: str) -> str:
    """A text in one case, the dotless i and the dotted one of Turkish in that of all other languages."""
    return text.casefold().replace("ı", "i").replace("\N{COMBINING DOT ABOVE}", "")


@lru_cache(maxsize=256)
def _any_of(people: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these names as a word of its own, each a group."""
    return re.compile("|".join(f"({_as_written(name)})" for name in people), re.IGNORECASE)


def _as_written(name: str) -> str:
    """A pattern of a name as a word of its own."""
    words = (f"{_BLANK}{{,3}}".join(map(re.escape, _JAPANESE.split(word))) for word in _words(name))
    return alone(name[0], f"{_BLANK}+".join(words).replace("ß", "(?:ß|ss)"), name[-1])


def _words(name: str) -> list[str]:
    """The words of a name, its Japanese in one."""
    return _JAPANESE.sub("", name).split()


def _orders_cleaner(names: Mapping[str, str], game: Game) -> Callable[[str], str]:
    """What does so with orders: they are read again to be explained, and must say the same as before."""
    remarked = cleaner(names)
    people = {name: shown for name, shown in names.items() if not _is_in_orders(name, game)}
    ordered = cleaner({**people, **{label: label for label in _labels_with(frozenset(people), game)}})

    def clean(text: str) -> str:
        end, parts = 0, []
        for remark in _REMARK.finditer(text):
            parts += [ordered(text[end:remark.start()]), remarked(remark[0])]
            end = remark.end()
        return "".join(parts) + ordered(text[end:])

    return clean


def _is_in_orders(name: str, game: Game) -> bool:
    """Whether somebody's name means something in orders of a game, as that of a ship does, or each word of it does."""
    lexicon = full_lexicon(game)

    def means(word: str) -> bool:
        key = spelled.key(word)
        return lexicon.known(key) or key in HEADER_KEYS or key in lexicon.sides or key in lexicon.phases

    return means(name) or all(map(means, name.split()))


@lru_cache(maxsize=games.REMEMBERED)
def _labels_with(people: frozenset[str], game: Game) -> tuple[str, ...]:
    """The names in a game of which somebody's name is a part: "Prince of Wales" where one is called "Prince"."""
    names = cleaner(dict.fromkeys(people, ""))
    return tuple(label for label in dict.fromkeys(full_lexicon(game).index.labels.values())
                 if label not in people and names(label) != label)


def says_who(campaign: Campaign, shown: Campaign, data: Mapping[str, bytes], names: Mapping[str, str]) -> bool:
    """Whether a pack of a campaign names an address, or somebody who is shown under another name.

    Args:
        shown: the campaign as the site shows it.
        data: its data files by name.
    """
    printed = data_files.packaged(games.packaged(campaign.game.id))
    own = [content for name, content in data.items() if name not in printed or printed[name].content != content]
    clean = cleaner(names)
    return (campaign.entries != shown.entries or any(map(_ADDRESS.search, _texts(campaign.entries)))
            or any(clean(text) != text for content in own for text in _texts(_read(content))))


def _read(content: bytes) -> Any:
    """What stands in a data file; of one that is no JSON its text."""
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, the names of fields too."""
    match value:
        case str():
            yield value
        case list():
            for part in value:
                yield from _texts(part)
        case dict():
            for name, part in value.items():
                yield name
                yield from _texts(part)

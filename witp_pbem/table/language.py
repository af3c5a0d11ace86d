"""The language the program speaks, and the catalogues that hold its words.

Everything is written in English in the code; a gettext catalogue beside it holds the other languages. Rules know
nothing of this: events, problems and demands carry codes and values, and only what puts them into words asks here.

    say = Messages(Path(__file__).parent / "locale", "witp")
    say("{side} built {place}.", side=…, place=…)            one message
    say.plural(3, "{n} hit", "{n} hits")                      one that depends on a number
    say.term("site", "port")                                  a word that means several things, by its vocabulary
    say.heads("Side", "Units")                                the headings of a table
    problems = say.sentences({"no-such-place": "There is …"})   mappings of code to message, translated when read
    words = say.vocabularies({"site": {"port": "port"}})      the same by vocabulary

`python -m witp_pbem.locale.catalogues update` collects the messages of all these calls, and those of
tellers (`table.telling`).
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, reduce
from pathlib import Path
from typing import Any

ENGLISH, JAPANESE = "en", "ja"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", JAPANESE: "日本語"}
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")  # as gettext has them: the first that is set counts
HOUSE = Path(__file__).parent.parent / "locale"

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The code of the language spoken now: a key of `LANGUAGES`."""
    return _spoken.get()


def speak(code: str) -> None:
    """Speaks a language from now on."""
    _spoken.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speaks a language for a while."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def of_the_system(environment: Mapping[str, str] = os.environ) -> str:
    """The language the user's system is set to, English where the program does not speak it."""
    named = next((environment[name] for name in SYSTEM if environment.get(name)), "")
    code = named.partition(".")[0].partition("_")[0].casefold()
    return code if code in LANGUAGES else ENGLISH


def listing(words: Iterable[str]) -> str:
    """Things in a list, as the language separates them."""
    return ("、" if language() == JAPANESE else ", ").join(words)


def in_a_row(sentences: Iterable[str]) -> str:
    """Sentences one after another, as the language separates them."""
    return ("" if language() == JAPANESE else " ").join(sentences)


def parts(words: Iterable[str]) -> str:
    """Things in a list whose parts may be lists themselves: "one, two; three"."""
    return ("；" if language() == JAPANESE else "; ").join(words)


def labelled(label: str, text: str) -> str:
    """A text after what it is about: "support: 2 air"."""
    return say("{label}: {text}", label=label, text=text)


def bracketed(text: str, remark: str) -> str:
    """A text with a remark on it in brackets."""
    return say("{text} ({remark})", text=text, remark=remark)


def together(words: Iterable[str]) -> str:
    """Things all of which are meant, at least one: "one and two"."""
    first, *others = words
    return reduce(lambda sentence, word: say("{one} and {other}", one=sentence, other=word), others, first)


def at_once(clauses: Iterable[str]) -> str:
    """What is so at the same time, at least one clause: "Red passes and Blue attacks Hawaii"."""
    first, *others = clauses
    return reduce(lambda sentence, clause: say.term("clauses", "{one} and {other}").format(one=sentence, other=clause),
                  others, first)


def either(words: Iterable[str]) -> str:
    """Things one of which is meant, at least one: "one or two"."""
    first, *others = words
    return reduce(lambda sentence, word: say("{one} or {other}", one=sentence, other=word), others, first)


def noted(*messages: str | tuple[str, str]) -> tuple[str | tuple[str, str], ...]:
    """Marks for collection messages that are said elsewhere; a pair is a singular with its plural."""
    return messages


class Messages:
    """The messages of one catalogue, `folder`/LANGUAGE/LC_MESSAGES/`domain`.mo, in the language spoken now."""

    def __init__(self, folder: Path, domain: str) -> None:
        self.folder, self.domain = folder, domain

    def __call__(self, message: str, /, **values: Any) -> str:
        """A message with its values in their places; one without values is taken as it stands, braces and all."""
        translated = message if language() == ENGLISH or not message else self._catalogue().gettext(message)
        return translated.format(**values) if values else translated

    def plural(self, number: int, one: str, more: str, /, **values: Any) -> str:
        """A message that depends on a number, which stands at {n}."""
        if language() == ENGLISH:
            sentence = one if number == 1 else more
        else:
            sentence = self._catalogue().ngettext(one, more, number)
        return sentence.format(n=number, **values)

    def term(self, vocabulary: str, word: str, /) -> str:
        """A word of a vocabulary."""
        if language() == ENGLISH or not word:
            return word
        return self._catalogue().pgettext(vocabulary, word)

    def heads(self, *words: str) -> tuple[str, ...]:
        """The headings of a table's columns, "" for one without."""
        return tuple(self.term("column", word) for word in words)

    def sentences(self, messages: Mapping[str, str]) -> Mapping[str, str]:
        """Messages by code, each put into the language spoken when it is looked up."""
        return _Spoken(self, messages)

    def vocabularies(self, messages: Mapping[str, Mapping[str, str] | tuple[str, ...]]
                     ) -> Mapping[str, Mapping[str, str]]:
        """Words by code, vocabulary by vocabulary, each put into the language spoken when it is looked up; in a tuple
        stand words that are their own codes."""
        return {name: _Spoken(self, words if isinstance(words, Mapping) else {word: word for word in words}, name)
                for name, words in messages.items()}

    def terms(self, vocabulary: str, *others: Messages) -> Mapping[str, str]:
        """The words of a vocabulary that are their own codes, wherever they stand in the code: any word may be asked
        for. Where this catalogue does not know one, others do."""
        return _Terms((self, *others), vocabulary)

    def _catalogue(self) -> gettext.NullTranslations:
        return _catalogue(self.folder, self.domain, language())


class _Spoken(Mapping[str, str]):
    """Messages by code, translated when looked up."""

    def __init__(self, messages: Messages, by_code: Mapping[str, str], vocabulary: str = "") -> None:
        self.messages, self.by_code, self.vocabulary = messages, by_code, vocabulary

    def __getitem__(self, code: str) -> str:
        message = self.by_code[code]
        return self.messages.term(self.vocabulary, message) if self.vocabulary else self.messages(message)

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_code)

    def __len__(self) -> int:
        return len(self.by_code)


class _Terms(Mapping[str, str]):
    """Words that are their own codes, translated when looked up; one of no vocabulary stays as it is."""

    def __init__(self, catalogues: Sequence[Messages], vocabulary: str) -> None:
        self.catalogues, self.vocabulary = catalogues, vocabulary

    def __getitem__(self, word: str) -> str:
        spoken = (messages.term(self.vocabulary, word) for messages in self.catalogues)
        return next((other for other in spoken if other != word), word)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@cache
def _catalogue(folder: Path, domain: str, code: str) -> gettext.NullTranslations:
    return gettext.translation(domain, folder, [code], fallback=True)


say = Messages(HOUSE, "witp_pbem")

"""`rule` and `places`: the rules of a game, and what its places are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from witp_pbem.campaign.folder import games
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import colours, printing
from witp_pbem.cli.parameters import CAMPAIGN, GAME
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import rule_search
from witp_pbem.table.columns import wrap
from witp_pbem.table.game import Game
from witp_pbem.table.language import in_a_row, labelled, listing, parts, say
from witp_pbem.table.names import Names, is_japanese, key
from witp_pbem.table.tuples import NamedTuple

MOST_FOUND = 8  # rules found by words that are shown


class NoSuchRule(Refusal):
    """The game has no rule of that id, or none that speaks of the words."""

    exit_code = USAGE


class NoSuchPlace(Refusal):
    """The map has no place of that name."""

    exit_code = USAGE


class TextPassage(NamedTuple):
    """A rule or a source: its id or title, and its text."""

    title: str
    text: str


class NamedPlace(NamedTuple):
    """A place: its id, its names in English and in Japanese ("" for none), and what else it is called."""

    id: str
    name: str
    name_ja: str
    aliases: tuple[str, ...]


def meant(game: str, campaign: str) -> Game:
    """The game named, or that of the campaign named, else the only one there is.

    Raises:
        games.NoSuchGame: it is not installed. games.NoGameNamed: there are several. NoCampaign: there is none.
    """
    return open_campaign(Path(campaign)).game if campaign and not game else games.packaged(game or games.usual())


@click.command(cls=Spoken)
@click.argument("words", metavar="ID|WORDS", nargs=-1, required=True)
@GAME
@CAMPAIGN
def rule(words: tuple[str, ...], game: str, campaign: str) -> Result[list[TextPassage]]:
    """Show a rule in our own words: one rule, or all of a section; or find the rules that speak of some words.

    Problems and reports name rules by such ids. A game's name in front, or the word its rules are cited with, says
    which game is meant; an id that only one game has needs neither. Of the rules that speak of what you look for, the
    best come first, each with the sentence that does.

    \b
    Examples:  witp-pbem rule witp 6.3
               witp-pbem rule 6.3.b --campaign isles
               witp-pbem rule out of supply --game NAME
    """
    identifier = " ".join(" ".join(words).split())
    named, _, rest = identifier.partition(" ")
    if rest and (cited := games.cited(named)):
        game, identifier = cited, rest
    asked = [meant(game, campaign)] if game or campaign else list(map(games.packaged, games.own()))
    having = [one for one in asked if one.reference(identifier)]
    if len(having) > 1:
        raise games.NoGameNamed(one.id for one in having)
    if having:
        return passages(having[0].reference(identifier), r"\n\s*\n")
    if any(letter.isdecimal() for letter in identifier):
        near = listing(f"{one.cites} {rule}" if len(asked) > 1 else rule
                       for one in asked for rule in one.nearest(identifier))
        sentence = (say('There is no rule "{rule}". Near it: {near}.', rule=identifier, near=near) if near
                    else say('There is no rule "{rule}".', rule=identifier))
        raise NoSuchRule(sentence)
    return _speaking_of(meant(game, campaign), identifier)


def _speaking_of(game: Game, words: str) -> Result[list[TextPassage]]:
    """The rules that speak of some words.

    Raises:
        NoSuchRule: there are none.
    """
    search = rule_search.search(game, words)
    if not search.rules:
        sentences = [say("No rule speaks of “{words}”.", words=words)]
        if search.meant:
            sentences.append(say("Did you mean {words}?", words=search.meant))
        raise NoSuchRule(in_a_row(sentences))

    def show() -> None:
        for rule in search.rules[:MOST_FOUND]:
            for line in [*wrap(rule.heading, rest="  "), *wrap(rule.sentence, first="  ", rest="  ")]:
                printing.line(search.pattern.sub(lambda words: colours.title(words[0]), line))
        if (more := len(search.rules) - MOST_FOUND) > 0:
            printing.line(say.plural(more, "{n} more rule speaks of it; more words find fewer.",
                                     "{n} more rules speak of it; more words find fewer."))

    return Result(lambda: [TextPassage(*rule) for rule in search.rules], show)


@click.command(cls=Spoken)
@click.argument("words", metavar="[NAME]", nargs=-1)
@GAME
@CAMPAIGN
def places(words: tuple[str, ...], game: str, campaign: str) -> Result[list[NamedPlace]]:
    """List the places of the map with their ids, their names in both languages and what else they are called.

    With a name, or a part of one, only the places that are called so. Orders may use any of these, and the beginning
    of a name that begins no other. What is said of several places is answered with all of them.

    \b
    Examples:  witp-pbem places --game NAME
               witp-pbem places Formosa --campaign isles
    """
    lexicon = meant(game, campaign).lexicon
    wanted = " ".join(words)
    named = [place for place in _places(lexicon.places) if _is_called(place, wanted)]
    if not named:
        near = lexicon.nearest(wanted, "place")
        raise NoSuchPlace(say('there is no place called "{name}". Near it: {near}.', name=wanted, near=near) if near
                          else say('there is no place called "{name}".', name=wanted))

    def show() -> None:
        for place in named:
            called = " / ".join(filter(None, (place.name, place.name_ja)))
            also = say("also {aliases}", aliases=listing(place.aliases)) if place.aliases else ""
            printing.paragraph(parts(filter(None, (labelled(place.id, called), also))), rest="    ")

    return Result(lambda: named, show)


def _places(named: Names) -> Iterator[NamedPlace]:
    """The places that have a name, in the order of the map."""
    for place, labels in named.own.items():
        english = next((label for label in labels if not is_japanese(label)), "")
        japanese = next(filter(is_japanese, labels), "")
        if labels:
            yield NamedPlace(place, english, japanese, named.aliases.get(place, ()))


def _is_called(place: NamedPlace, words: str) -> bool:
    """Whether a place is called so, or in words of which these are a part."""
    return any(key(words) in key(name) for name in (place.id, place.name, place.name_ja, *place.aliases))


def passages(passages: Iterable[tuple[str, str]], parted_by: str) -> Result[list[TextPassage]]:
    """Passages with their titles, in paragraphs.

    Args:
        parted_by: the pattern between two paragraphs of a text.
    """
    paragraphed = [TextPassage(*passage) for passage in passages]

    def show() -> None:
        for number, passage in enumerate(paragraphed):
            if number:
                printing.line()
            printing.line(passage.title)
            for paragraph in re.split(parted_by, passage.text):
                printing.paragraph(paragraph, first="  ", rest="  ")

    return Result(lambda: paragraphed, show)

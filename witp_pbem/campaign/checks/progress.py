"""In what order entries can come, and what needs nothing but the entries before: sittings with their closings, the
keeper's chain of links, releases, and what is said about other entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.record import logbook, upgrades
from witp_pbem.campaign.record.branches import is_point
from witp_pbem.campaign.record.entries import Closed, Entry, Published, Sitting
from witp_pbem.campaign.record.logbook import founding
from witp_pbem.table.dice import CHAIN_LENGTH, follows, leads
from witp_pbem.table.language import say


class Progress:
    """The course of a logbook so far.

    Attributes:
        entries: those taken so far.
        sittings, links: how many sittings there were, and how many links of the keeper's chain are published.
        in_league: whether sittings use the links of their turns, which are published later.
        closed: the entry that has closed the next sitting, None while it is open.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = []
        self.sittings = self.links = 0
        self.closed: Closed | None = None
        self.in_league = False
        self._link = b""
        self._answered: set[int] = set()
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Goes on by an entry, whatever it is."""
        if entry["type"] == logbook.FOUNDING:
            self._link = bytes.fromhex(entry["dice"]["anchor"])
            self.in_league = "league" in entry["dice"]
        elif entry["type"] == logbook.PUBLISHED:
            self.links, self._link = entry["number"], bytes.fromhex(entry["link"])
        elif entry["type"] in (logbook.CLOSED, logbook.REWIND, logbook.SITTING):
            self.closed = entry if entry["type"] == logbook.CLOSED else None
        if entry["type"] == logbook.SITTING:
            self.sittings += 1
            if entry["link"] is not None:
                self.links += 1
                self._link = bytes.fromhex(entry["link"])
        if entry["type"] == logbook.RULING and entry["answers"] is not None:
            self._answered.add(entry["answers"])
        self.entries.append(entry)

    def order(self, entry: Entry) -> Iterator[EntryFault]:
        """What every later look at the logbook relies on: its sequence of sittings, and numbers of entries before."""
        if (entry["type"] == logbook.FOUNDING) != (not self.entries):
            yield EntryFault("founding-misplaced", say("A logbook begins with its founding and has only one."))
        elif entry["type"] == logbook.CLOSED:
            yield from self._closing(entry)
        elif entry["type"] == logbook.SITTING:
            yield from self._sitting(entry)
        elif entry["type"] == logbook.PUBLISHED:
            yield from self._published(entry)
        elif entry["type"] == logbook.REWIND and not is_point(self.entries, entry["to"]):
            yield EntryFault("rewind-wrong", say("It goes back to a point that does not exist before it."))

    def _closing(self, entry: Closed) -> Iterator[EntryFault]:
        if self.closed is not None or founding(self.entries)["dice"]["mode"] != "chain":
            yield EntryFault("closed-twice", say("The sitting was already closed, or needs no closing."))
        if self.in_league and entry["link"] <= self.links:
            yield EntryFault("link-known", say("The link of turn {link} is published already: whoever ordered since "
                                               "then could know the dice.", link=entry["link"]))
        due_link = entry["link"] if self.in_league else self.links + 1
        if (entry["sitting"], entry["link"]) != (self.sittings + 1, due_link):
            yield EntryFault("closed-wrong", say("The next sitting is {due} with link {due_link}, not {sitting} with "
                                                 "link {link}.", due=self.sittings + 1, due_link=due_link,
                                                 sitting=entry["sitting"], link=entry["link"]))
        if any(number >= len(self.entries) or self.entries[number]["type"] != logbook.LINK
               for number in entry["links"].values()):
            yield EntryFault("closed-wrong", say("It names an entry as a player's link that is not one."))

    def _sitting(self, entry: Sitting) -> Iterator[EntryFault]:
        if entry["number"] != self.sittings + 1:
            yield EntryFault("sitting-number", say("This is sitting {due}, not {number}.", due=self.sittings + 1,
                                                   number=entry["number"]))
        if entry["closed"] != (self.closed["n"] if self.closed else None):
            yield EntryFault("closed-ignored", say("The sitting does not name the entry that closed it."))
        if entry["link"] is not None and (self.in_league or self.closed is None
                                          or not follows(bytes.fromhex(entry["link"]), self._link)):
            yield EntryFault("link-wrong", say("This is not link {link} of the dice chain: its hash is not the link "
                                               "before.",
                                               link=self.links + 1))

    def _published(self, entry: Published) -> Iterator[EntryFault]:
        steps = entry["number"] - self.links
        if not self.in_league or not 0 < steps <= CHAIN_LENGTH or not leads(bytes.fromhex(entry["link"]), self._link,
                                                                            steps):
            yield EntryFault("link-wrong", say("This is not link {link} of the dice chain: it does not lead to the "
                                               "link published before.", link=entry["number"]))

    def references(self, entry: Entry) -> Iterator[EntryFault]:
        """What is said about an entry is said of one before, and what is answered is a protest still open."""
        if "about" in entry and entry["about"] is not None and entry["about"] >= len(self.entries):
            yield EntryFault("about-nothing", say("There is no entry {entry} before it.",
                                                  entry=entry["about"]), "about")
        answers = entry["answers"] if entry["type"] in (logbook.RULING, logbook.PROPOSAL) else None
        if answers is not None and (answers >= len(self.entries) or answers in self._answered
                                    or self.entries[answers]["type"] != logbook.PROTEST):
            yield EntryFault("answers-nothing", say("Entry {entry} is no protest that waits for an answer.",
                                                    entry=answers),
                             "answers")

    def releases(self, entry: Entry) -> Iterator[EntryFault]:
        """No release takes over from itself, and none from newer rules, data or formats; all count from 1."""
        if entry["type"] not in (logbook.FOUNDING, logbook.UPGRADE):
            return
        after = upgrades.named(entry)
        before = upgrades.in_force(self.entries) if self.entries else after
        now, then = _numbers(after), _numbers(before)
        if min(now) < 1 or any(one < other for one, other in zip(now, then, strict=True)) or (
                self.entries and after == before):
            yield EntryFault("upgrade-wrong", say("No release takes over a campaign in this way: {release}.",
                                                  release=after))


def _numbers(release: upgrades.Versions) -> tuple[int, int, int]:
    return release.format, upgrades.number(release.rules), upgrades.number(release.data)

"""What the players have agreed on about time: `deadlines.json`, beside the logbook, for all to read.

    {"every": "3d", "minimum": "1d", "grace": "12h", "clock": "21:00", "weekends": true, "zone": "UTC",
     "zones": {"red": "Asia/Tokyo"}, "away": {"red": [["2026-12-24", "2027-01-02"]]}, "remind": ["1d", "3h"],
     "then": ["extend", "default"], "default": {"": "pass"}, "replacement": {"red": "Kenji <k@example.org>"}}

A side may be named by its player; what holds for all stands under "".
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from datetime import date, time, timedelta
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeVar
from zoneinfo import available_timezones

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError, model_validator

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.recorded_rulings import plays_default
from witp_pbem.campaign.folder.settings import BadSettings
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import disk, who_plays
from witp_pbem.campaign.record.entries import AgreedRuling
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.exchange import times
from witp_pbem.exchange.deadlines.calendar import Absence, Terms
from witp_pbem.report import mail
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Order
from witp_pbem.table.language import in_a_row, listing, parts, say
from witp_pbem.table.sitting import full_lexicon, read_statement
from witp_pbem.table.wording import problem_sentence, side_name

FILE = "deadlines.json"
ALL = ""  # in place of a side: what holds for all
EXTEND, STANDING, DEFAULT, REPLACEMENT, REFEREE = "extend", "standing", "default", "replacement", "referee"
POLICIES = say.sentences({
    EXTEND: "the deadline is extended by the same time",
    STANDING: "the orders on file and the standing orders are played as far as they go",
    DEFAULT: "the agreed default orders are played for that side",
    REPLACEMENT: "the agreed replacement takes over the side",
    REFEREE: "the referee decides what is to be done",
})
LONGEST_ABSENCE = timedelta(days=366)
LONGEST_ORDERS = 2000  # characters of default orders


class NotAgreed(Refusal):
    """Deadlines cannot be set like that; one reason a line."""

    exit_code = USAGE


def _length(value: Any) -> Any:
    length = times.duration(value) if isinstance(value, str) else value
    if not isinstance(length, timedelta):
        raise ValueError(value)
    return length


def clock_of(text: str) -> time | None:
    """A time of day as typed ("21:00"), None where it is none."""
    hours, colon, minutes = text.strip().partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2 and len(hours) <= 2):
        return None
    return time(int(hours), int(minutes)) if int(hours) < 24 and int(minutes) < 60 else None


def _clock(value: Any) -> Any:
    clock = clock_of(value) if isinstance(value, str) else value
    if not isinstance(clock, time) and value is not None:
        raise ValueError(value)
    return clock


def _zone(value: Any) -> Any:
    if not isinstance(value, str) or times.zone(value) is None:
        raise ValueError(value)
    return value


Length = Annotated[timedelta, BeforeValidator(_length), PlainSerializer(times.in_short)]
Clock = Annotated[time | None, BeforeValidator(_clock), PlainSerializer(lambda at: f"{at:%H:%M}" if at else None)]
Zone = Annotated[str, BeforeValidator(_zone)]
Policy = Annotated[str, Field(pattern=f"^({'|'.join((EXTEND, STANDING, DEFAULT, REPLACEMENT, REFEREE))})$")]
T = TypeVar("T")


class Agreement(BaseModel):
    """What was agreed on.

    Attributes:
        every: how long a decision may take.
        minimum: how long at least, whatever else holds.
        grace: how long after the deadline orders still come in time.
        clock: the time of day at which deadlines fall, None for any.
        weekends: whether they count.
        zone: of the campaign.
        zones: of each player, where they have told theirs.
        away: on which days a player is away.
        remind: how long before the deadline they are reminded.
        then: what follows the first miss, the second in a row, and so on; the last goes on.
        default: the orders for that, by side.
        replacement: the person for that ("Name <address>"), by side.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    every: Length = timedelta(days=3)
    minimum: Length = timedelta(days=1)
    grace: Length = timedelta(hours=12)
    clock: Clock = None
    weekends: bool = True
    zone: Zone = "UTC"
    zones: Mapping[str, Zone] = {}
    away: Mapping[str, tuple[Absence, ...]] = {}
    remind: tuple[Length, ...] = (timedelta(days=1),)
    then: Annotated[tuple[Policy, ...], Field(min_length=1)] = (REFEREE,)
    default: Mapping[str, Annotated[str, Field(max_length=LONGEST_ORDERS)]] = {}
    replacement: Mapping[str, str] = {}

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Agreement:
        if any(away.last < away.first for absences in self.away.values() for away in absences):
            raise ValueError("an absence ends before it begins")
        return self


def read(folder: Path) -> Agreement | None:
    """What was agreed on in a campaign, None where there are no deadlines.

    Raises:
        BadSettings: the file is not what `keep` writes.
    """
    path = folder / FILE
    try:
        return Agreement.model_validate_json(path.read_bytes()) if path.is_file() else None
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise BadSettings(path, "deadlines", place or say("it is not what the program wrote")) from error


def keep(folder: Path, agreement: Agreement | None) -> None:
    """Writes down what was agreed on; None: there are no deadlines any more.

    Raises:
        Busy, ReadOnly: see `locked`. NotWritten: the disk did not take it.
    """
    with locked(folder):
        disk.sweep(folder, FILE)
        if agreement is not None:
            record = json.dumps(agreement.model_dump(mode="json"), indent=1, ensure_ascii=False)
            disk.write(folder / FILE, f"{record}\n".encode())
        else:
            (folder / FILE).unlink(missing_ok=True)


def of_side(by_side: Mapping[str, T], campaign: Campaign, side: str) -> T | None:
    """The value for a side: under its own name, under the name its player began with, or for all."""
    names = (side, campaign.founded_as(side), ALL)
    return next((by_side[name] for name in names if name in by_side), None)


def zone_of(agreement: Agreement, campaign: Campaign, side: str) -> str:
    """The name of the zone a side's player lives in; of the campaign, where they have told none."""
    return of_side(agreement.zones, campaign, side) or agreement.zone


def terms(agreement: Agreement, campaign: Campaign, side: str) -> Terms:
    """The terms by which a side's deadlines are computed."""
    zone = times.zone(zone_of(agreement, campaign, side))
    assert zone is not None
    away = tuple(absence for name in dict.fromkeys((side, campaign.founded_as(side)))
                 for absence in agreement.away.get(name, ()))
    return Terms(agreement.every, agreement.minimum, agreement.clock, zone, agreement.weekends, away)


def policy(agreement: Agreement, misses: int) -> tuple[str, ...]:
    """What follows a missed deadline, with the alternatives where that cannot be done; in the end the referee decides.

    Args:
        misses: how many deadlines in a row were missed before it.
    """
    rest = agreement.then[min(misses, len(agreement.then) - 1):]
    return tuple(dict.fromkeys((*rest, REFEREE)))


def rulings(campaign: Campaign, side: str, text: str) -> list[AgreedRuling]:
    """The rulings that give default orders for a side, in the order written. Only an unconditional order can be given
    by a ruling."""
    rulings = []
    for statement in orders_text.read(text, full_lexicon(campaign.game)).statements:
        order = " ".join(slips.plain(statement, text).split())
        if not statement.scope and isinstance(slips.read_order(order, campaign.game), Order):
            rulings.append(plays_default(side, order))
    return rulings


def _unread(campaign: Campaign, text: str) -> Iterator[str]:
    """What is wrong with default orders, in sentences."""
    orders = orders_text.read(text, full_lexicon(campaign.game))
    problems = [*orders.problems]
    for statement in orders.statements:
        order = read_statement(campaign.game, statement)
        problems += () if isinstance(order, Order) else order
    for problem in problems:
        yield say('The default orders "{orders}" cannot be read: {why}', orders=text,
                  why=problem_sentence(problem, campaign.game.catalogue))
    if not problems and len(rulings(campaign, campaign.game.sides[0], text)) < max(len(orders.statements), 1):
        yield say("The default orders \"{orders}\" cannot be played on a player's behalf: each must be an order "
                  "without conditions.", orders=text)


def problems(agreement: Agreement, campaign: Campaign) -> Iterator[str]:
    """What is missing or not possible in an agreement, in sentences."""
    for policy in (DEFAULT, REPLACEMENT):
        for_whom = agreement.default if policy == DEFAULT else agreement.replacement
        if policy in agreement.then and not for_whom:
            yield (say("After a miss default orders are to be played, but none are agreed on: add --default ORDERS.")
                   if policy == DEFAULT else
                   say("After a miss somebody is to take over, but nobody is named: add --replacement SIDE=\"Name "
                       "<address>\"."))
    if DEFAULT in agreement.then and consent.is_needed(campaign):
        yield say("A player keeps this campaign, and rulings need the consent of all. So no default orders can "
                  "be played for anybody here: leave out --then default.")
    for text in agreement.default.values():
        yield from _unread(campaign, text)
    for player in agreement.replacement.values():
        if not who_plays.is_player(player) or not mail.addresses([player]):
            yield say('"{player}" is not a replacement; write "Name <address>".', player=player)
    for side, absences in agreement.away.items():
        for away in absences:
            if away.last - away.first >= LONGEST_ABSENCE:
                yield say("{side}: an absence from {first} to {last} is longer than a year. Name a replacement "
                          "instead.", side=_whose(campaign, side), first=away.first, last=away.last)


def _whose(campaign: Campaign, side: str) -> str:
    return side_name(side, campaign.game.catalogue) if side else say("all sides")


def nearest_zone(name: str) -> str:
    """The time zone whose name is most like one that does not exist, "" for none."""
    known = _zones()
    folded = name.strip().casefold().replace(" ", "_")
    towns = {zone.rpartition("/")[2]: zone for zone in sorted(known, reverse=True) if "/" in zone}
    for among, wanted in ((known, folded), (towns, folded), (towns, folded.rpartition("/")[2])):
        if wanted in among:
            return known[among[wanted] if among is towns else wanted]
    close = difflib.get_close_matches(folded, known, 1, 0.7)
    return known[close[0]] if close else ""


@cache
def _zones() -> Mapping[str, str]:
    """The name of every time zone, by its name in small letters."""
    return {name.casefold(): name for name in sorted(available_timezones())
            if not name.startswith(("posix/", "right/", "SystemV/"))}


def in_words(agreement: Agreement, campaign: Campaign) -> list[str]:
    """What was agreed on, in sentences."""
    sentences = [say("Each decision may take {every}, at least {minimum}.", every=times.lasting(agreement.every),
                     minimum=times.lasting(agreement.minimum))]
    if agreement.clock:
        sentences.append(say("Deadlines fall at {clock}, in the time of the player who decides.",
                             clock=f"{agreement.clock:%H:%M}"))
    sentences.append(say("Weekends count.") if agreement.weekends else
                     say("Weekends do not count, and nothing is due then."))
    sentences.append(say("Orders that arrive within {grace} of the deadline still count.",
                         grace=times.lasting(agreement.grace)) if agreement.grace else
                     say("There is no grace period."))
    zones = [say("the campaign {zone}", zone=agreement.zone)]
    zones += (say("{side} {zone}", side=_whose(campaign, side), zone=zone) for side, zone in agreement.zones.items())
    sentences.append(say("Time zones: {zones}.", zones=listing(zones)) if agreement.zones else
                     say("Time zone: {zone}.", zone=agreement.zone))
    sentences += (say("{side} is away {days}.", side=_whose(campaign, side), days=parts(
        say("from {first} to {last}", first=away.first, last=away.last) for away in absences))
        for side, absences in agreement.away.items() if absences)
    if agreement.remind:
        sentences.append(say("Reminders are sent {times} before the deadline.",
                             times=listing(map(times.lasting, sorted(agreement.remind, reverse=True)))))
    sentences.append(_then(agreement))
    sentences += (say("Default orders of {side}: {orders}", side=_whose(campaign, side),
                      orders=" / ".join(filter(None, map(str.strip, orders.splitlines()))))
                  for side, orders in agreement.default.items())
    sentences += (say("Replacement for {side}: {name}.", side=_whose(campaign, side), name=who_plays.name_of(name))
                  for side, name in agreement.replacement.items())
    return sentences


def _then(agreement: Agreement) -> str:
    if len(agreement.then) == 1:
        return say("Whoever misses a deadline: {what}.", what=POLICIES[agreement.then[0]])
    sentences = [say("Whoever misses a deadline: at the first miss, {what}.", what=POLICIES[agreement.then[0]])]
    for number, policy in enumerate(agreement.then[1:], 2):
        what = POLICIES[policy]
        sentences.append(say("After {number} misses in a row and from then on: {what}.", number=number, what=what)
                         if number == len(agreement.then) else
                         say("After {number} misses in a row: {what}.", number=number, what=what))
    return in_a_row(sentences)


def dates(text: str) -> Absence | None:
    """An absence as typed, "2026-12-24..2027-01-02" or one day; None where it is none."""
    first, dots, last = text.strip().partition("..")
    try:
        absence = Absence(date.fromisoformat(first.strip()), date.fromisoformat((last if dots else first).strip()))
    except ValueError:
        return None
    return absence if absence.first <= absence.last else None

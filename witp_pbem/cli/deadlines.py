"""`deadlines`: until when who has to decide, what happens if they do not, and when sittings are held."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
from witp_pbem.cli import printing
from witp_pbem.cli.offices import account_in
from witp_pbem.cli.parameters import ACCOUNT, FOLDER, NOW, no_moment, no_span
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.exchange import times
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.exchange.deadlines.agreement import Agreement
    from witp_pbem.exchange.desk.habits import Habits

T = TypeVar("T")


class RunningClock(NamedTuple):
    """A deadline that is running.

    Attributes:
        side: who has to decide.
        number: which decision of theirs it is.
        begun, until, grace_until: moments in UTC.
        local: `until` in the player's `zone`.
        why: code of what set it last.
    """

    side: str
    number: int
    begun: datetime
    until: datetime
    local: str
    zone: str
    grace_until: datetime
    why: str


class Deadlines(NamedTuple):
    """What is agreed on (null where nothing is), what was changed now, in sentences, the clocks that run, and when the
    desk holds sittings (null for a copy, which holds none)."""

    agreement: Mapping[str, Any] | None
    changes: list[str]
    running: list[RunningClock]
    sittings: Habits | None


@click.command(cls=Spoken)
@FOLDER
@click.option("--every", metavar="TIME", help="How long a decision may take: 3d, 36h.")
@click.option("--minimum", metavar="TIME", help="How long at least, whatever else holds.")
@click.option("--grace", metavar="TIME", help="How long after a deadline orders still count.")
@click.option("--clock", metavar="HH:MM", help='The time of day at which deadlines fall, or "any".')
@click.option("--weekends/--no-weekends", default=None, help="Whether weekends count.")
@click.option("--zone", "zones", metavar="[SIDE=]ZONE", multiple=True,
              help="The time zone of the campaign, or of a player, such as Asia/Tokyo.")
@click.option("--away", metavar="SIDE=FROM..TO", multiple=True,
              help="Days on which a player is away, both included; may be repeated.")
@click.option("--back", metavar="SIDE", multiple=True, help="Forget the absences of a player.")
@click.option("--remind", metavar="TIME", multiple=True,
              help='How long before the deadline to remind; may be repeated, or "never".')
@click.option("--then", metavar="POLICY", multiple=True,
              help="What follows the first miss, the second in a row and so on: extend, standing, default, "
                   "replacement or referee.")
@click.option("--default", metavar="[SIDE=]ORDERS", multiple=True, help="The default orders agreed on.")
@click.option("--replacement", metavar="SIDE=PLAYER", multiple=True, help='Who takes over: SIDE="Name <address>".')
@click.option("--until", metavar="SIDE=TIME", multiple=True,
              help="Set a running deadline by hand, such as 2026-11-30T20:00Z.")
@click.option("--off", is_flag=True, help="Remove the deadlines.")
@click.option("--auto/--by-hand", "by_itself", default=None,
              help="Whether `serve` holds a sitting as soon as all orders are in, or you do so with `adjudicate`.")
@click.option("--early/--at-deadline", "early", default=None,
              help="Whether it does so before the deadline, too, or lets everybody change their orders until then.")
@click.option("--words", type=click.IntRange(0, 60), metavar="DAYS", default=None,
              help="How long the first dice wait for founding words, from when the desk first sees the campaign.")
@ACCOUNT
@NOW
def deadlines(folder: str, now: datetime, off: bool, until: tuple[str, ...], account_file: Path | None,
              by_itself: bool | None, early: bool | None, words: int | None, **wishes: Any) -> Result[Deadlines]:
    """Agree on deadlines and on when sittings are held, or show what is agreed on and which deadlines are running.

    A change of the deadlines is put into the logbook as a note, so that everybody has it. The clocks run in the rounds
    of `serve`: they start them, remind the players, put misses on record, and do what was agreed on. An absence moves a
    deadline that runs already; nothing but --until brings one nearer.

    \b
    Examples:  witp-pbem deadlines isles --every 3d --clock 21:00 --grace 12h --zone red=Asia/Tokyo
               witp-pbem deadlines isles --then extend --then default --default pass
               witp-pbem deadlines isles --away red=2026-12-24..2027-01-02
               witp-pbem deadlines isles --at-deadline
               witp-pbem deadlines isles
    """
    from witp_pbem.exchange.deadlines import agreeing
    from witp_pbem.exchange.deadlines import agreement as agreements

    path = Path(folder)
    campaign = open_campaign(path)
    wishes = {name: value for name, value in wishes.items() if value not in (None, ())}
    changes: list[str] = []
    if off and (wishes or until):
        raise click.UsageError(say("--off cannot be combined with other options."))
    wrong: list[str] = []
    moments = dict(_by_side(campaign, "--until", until, _moment, wrong))
    before = agreements.read(path)
    agreed = None if off else _changed(campaign, before or agreements.Agreement(), wishes, wrong)
    if wrong:
        raise agreements.NotAgreed("\n".join(wrong))
    _keep_habits(campaign, {"by_itself": by_itself, "early": early, "words": words})
    is_change = bool(off or wishes or until)
    account = account_in(account_file) if is_change else None
    if off or wishes:
        changes += agreeing.agree(path, agreed, now, account)
    for side, moment in moments.items():
        changes += agreeing.set_until(path, side, moment, now, account)
    return _result(open_campaign(path) if is_change else campaign, now, changes)


def _keep_habits(campaign: Campaign, wishes: Mapping[str, bool | int | None]) -> None:
    """Sets when the desk holds sittings, as far as it is typed.

    Raises:
        NoCampaign: this is a copy, which holds none.
    """
    from witp_pbem.exchange.desk import habits

    typed: Any = {name: value for name, value in wishes.items() if value is not None}
    if not typed:
        return
    if campaign.private is None:
        raise NoCampaign(say('"{folder}" is a copy without private/: sittings are held by the keeper\'s desk.',
                             folder=campaign.folder))
    before = habits.of(campaign.folder)
    if (kept := before._replace(**typed)) != before:
        habits.keep(campaign.folder, kept)


def _result(campaign: Campaign, now: datetime, changes: list[str]) -> Result[Deadlines]:
    """What is agreed on, the deadlines that are running, and when sittings are held."""
    from witp_pbem.exchange.deadlines import agreement as agreements
    from witp_pbem.exchange.deadlines.clock import running
    from witp_pbem.exchange.desk import habits

    agreement = agreements.read(campaign.folder)
    sittings = habits.of(campaign.folder) if campaign.private is not None else None

    def show() -> None:
        _show(campaign, agreement, now, changes)
        for sentence in habits.in_words(sittings) if sittings else ():
            printing.paragraph(sentence)

    return Result(lambda: Deadlines(
        agreement.model_dump(mode="json") if agreement else None, changes,
        [_clock(campaign, agreement, clock) for clock in running(campaign, now)] if agreement else [], sittings), show)


def _show(campaign: Campaign, agreement: Agreement | None, now: datetime, changes: list[str]) -> None:
    from witp_pbem.exchange.deadlines import agreement as agreements
    from witp_pbem.exchange.deadlines.clock import sentences as clock_sentences

    for sentence in changes:
        printing.paragraph(sentence)
    if agreement is None and campaign.private is None:
        printing.paragraph(say("This is a copy: what was agreed on stands in its logbook and in every report "
                               "(`witp-pbem log`), and the clocks run at the keeper's desk."))
        return
    if agreement is None:
        printing.line(say("There are no deadlines."))
        return
    printing.line(say("Agreed on:"))
    printing.items(agreements.in_words(agreement, campaign))
    if campaign.private is None:
        printing.line(say("The clocks run at the keeper's desk; its mails say until when."))
        return
    waiting = clock_sentences(campaign, now)
    printing.line(say("Running:") if waiting else say("No deadline is running."))
    printing.items(waiting)


def _clock(campaign: Campaign, agreement: Agreement, clock: Any) -> RunningClock:
    from witp_pbem.exchange.deadlines.agreement import zone_of

    zone = zone_of(agreement, campaign, clock.side)
    return RunningClock(clock.side, clock.number, clock.begun, clock.until,
                        clock.until.astimezone(times.zone(zone)).isoformat(), zone, clock.until + agreement.grace,
                        clock.why)


# -- what is typed ----------------------------------------------------------------------------------------------


def _changed(campaign: Campaign, agreement: Agreement, wishes: Mapping[str, Any], wrong: list[str]) -> Agreement:
    """An agreement with what is typed in it; every mistake is added to those that are wrong."""
    from witp_pbem.exchange.deadlines import agreement as agreements

    new: dict[str, Any] = {}
    for name in ("every", "minimum", "grace"):
        if name in wishes:
            new[name] = _length(wishes[name], wrong, some=name == "every")
    every, least = new.get("every"), new.get("minimum", agreement.minimum)
    if every and least and every < least:
        wrong.append(say("--every {every} is shorter than a decision may take at least, {least}. Add --minimum {every} "
                         "if you mean it.", every=times.in_short(every), least=times.in_short(least)))
    if "clock" in wishes:
        new["clock"] = None if wishes["clock"] == "any" else agreements.clock_of(wishes["clock"])
        if new["clock"] is None and wishes["clock"] != "any":
            wrong.append(say('"{text}" is not a time of day; write it like 21:00, or "any".', text=wishes["clock"]))
    if "weekends" in wishes:
        new["weekends"] = wishes["weekends"]
    if "remind" in wishes:
        new["remind"] = () if wishes["remind"] == ("never",) else tuple(
            _length(text, wrong, some=True) for text in wishes["remind"])
    if "then" in wishes:
        new["then"] = wishes["then"]
        wrong += (say('"{text}" is not a policy; the policies are {policies}.',
                      text=policy, policies=listing(agreements.POLICIES))
                  for policy in wishes["then"] if policy not in agreements.POLICIES)
    zones = dict(_by_side(campaign, "--zone", wishes.get("zones", ()), _zone, wrong, for_all=True))
    if agreements.ALL in zones:
        new["zone"] = zones.pop(agreements.ALL)
    new["zones"] = {**agreement.zones, **zones}
    gone = {side for side in (_side(campaign, "--back", name, wrong) for name in wishes.get("back", ()))
            if side is not None}
    away = {side: days for side, days in agreement.away.items() if side not in gone}
    for side, days in _by_side(campaign, "--away", wishes.get("away", ()), _days, wrong):
        away[side] = tuple(sorted({*away.get(side, ()), days}))
    new["away"] = away
    new["default"] = {**agreement.default, **dict(_by_side(
        campaign, "--default", wishes.get("default", ()), lambda text, _: text, wrong, for_all=True))}
    new["replacement"] = {**agreement.replacement, **dict(_by_side(
        campaign, "--replacement", wishes.get("replacement", ()), lambda text, _: text, wrong))}
    return agreement if wrong else agreement.model_copy(update=new)


def _by_side(campaign: Campaign, option: str, typed: Iterable[str], read: Callable[[str, list[str]], T | None],
             wrong: list[str], *, for_all: bool = False) -> Iterator[tuple[str, T]]:
    """Values typed as SIDE=VALUE, by side; under "" those for all, where there can be such."""
    known = {*campaign.game.lexicon.sides, *campaign.senders}
    for pair in typed:
        side, equals, text = pair.partition("=")
        named: str | None = ""
        if not (for_all and (not equals or side.strip().casefold() not in known)):
            if not equals:
                wrong.append(say('{option} "{text}": whose? Write SIDE=…; the sides are {sides}.', option=option,
                                 text=pair, sides=listing(campaign.senders)))
                continue
            named = _side(campaign, option, side, wrong)
        value = read(text if named != "" else pair, wrong)
        if named is not None and value is not None:
            yield named, value


def _side(campaign: Campaign, option: str, typed: str, wrong: list[str]) -> str | None:
    """A side as typed, None where there is none of that name."""
    side = campaign.game.lexicon.side(typed)
    if side in campaign.senders:
        return side
    wrong.append(say('{option}: nobody sends orders as "{side}"; the names are {sides}.', option=option, side=typed,
                     sides=listing(campaign.senders)))
    return None


def _length(text: str, wrong: list[str], *, some: bool) -> timedelta | None:
    length = times.duration(text)
    if length is None or (some and not length):
        wrong.append(no_span(text))
    return length


def _zone(text: str, wrong: list[str]) -> str | None:
    from witp_pbem.exchange.deadlines.agreement import nearest_zone

    if times.zone(text) is not None:
        return text
    near = nearest_zone(text)
    wrong.append(say('There is no time zone "{zone}". Do you mean {nearest}?', zone=text, nearest=near) if near else
                 say('There is no time zone "{zone}". Time zones have names like Asia/Tokyo or Europe/Berlin.',
                     zone=text))
    return None


def _days(text: str, wrong: list[str]) -> Any:
    from witp_pbem.exchange.deadlines.agreement import dates

    days = dates(text)
    if days is None:
        wrong.append(say('"{text}" is not a range of days; write it like 2026-12-24..2027-01-02, the first day first.',
                         text=text))
    return days


def _moment(text: str, wrong: list[str]) -> datetime | None:
    moment = times.moment(text)
    if moment is None:
        wrong.append(no_moment(text))
    return moment

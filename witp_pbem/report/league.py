"""The table of results of a league, as text and as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from witp_pbem.campaign.folder.leagues import CLOSING
from witp_pbem.campaign.proof.league_results import LeagueResults, MemberResult
from witp_pbem.campaign.record.logbook import DIGITS
from witp_pbem.report.templates import render as fill
from witp_pbem.table.columns import wrap
from witp_pbem.table.language import say

TEMPLATE = "league.html.j2"


def text(results: LeagueResults) -> str:
    """The table as plain text, a paragraph for each member."""
    lines = [*wrap(title(results)), *(line for sentence in luck(results) for line in wrap(sentence))]
    for member in results.members:
        lines += ["", *wrap(say("{member}: {reached}", member=player(member), reached=reached(member)), rest="  ")]
        lines += [line for sentence in (*came_to(member), *proof(member)) for line in wrap(sentence, first="  ",
                                                                                          rest="  ")]
    return "\n".join(lines)


def page(results: LeagueResults, templates: Path | None = None) -> str:
    """The table as one HTML file. `templates` is a folder of the user's own templates."""
    return fill(TEMPLATE, None, templates, {
        "results": results, "title": title(results), "luck": tuple(luck(results)), "head": (
            say("Member"), say("Turn"), say("Result"), say("Proof")),
        "rows": [(member, player(member), reached(member), tuple(came_to(member)), tuple(proof(member)))
                 for member in results.members]})


def title(results: LeagueResults) -> str:
    """What is played."""
    return say("League {name}: {game}, {scenario}", name=results.name, game=results.game, scenario=results.scenario)


def luck(results: LeagueResults) -> Iterator[str]:
    """What the luck of the league promises, and what proves it."""
    yield say("The same decision meets the same luck in every campaign. Anchor of the common chain: {anchor}",
              anchor=results.anchor)
    if results.publish == CLOSING:
        yield say("Everybody plays alone until {day}; the links that prove the dice are published then.",
                  day=results.closing)
    else:
        yield say("The links that prove the dice of a turn are published when it lies behind all members.")


def player(member: MemberResult) -> str:
    """Who it is."""
    return say("{member} ({name})", member=member.member, name=member.player) if member.player else member.member


def reached(member: MemberResult) -> str:
    """How far they have come."""
    return say("turn {turn}, over", turn=member.turn) if member.outcome else say("turn {turn}", turn=member.turn)


def came_to(member: MemberResult) -> Iterator[str]:
    """What they have come to, and what readers should know of it."""
    yield from filter(None, (member.outcome, member.score))
    if member.late:
        yield say("Late: nobody waited for this member any more, who could have heard of luck before deciding.")
    if member.rewinds:
        yield say.plural(member.rewinds, "Went back once.", "Went back {n} times.")


def proof(member: MemberResult) -> Iterator[str]:
    """Whether it is proved, and by what anybody can prove it again."""
    yield say("Verified: it holds.") if member.holds else say("IT DOES NOT HOLD. Run verify.")
    if member.proven < member.dice:
        yield say("{proven} of {dice} dice are proved; the others wait for a link.", proven=member.proven,
                  dice=member.dice)
    elif member.dice:
        yield say.plural(member.dice, "The one die is proved.", "All {n} dice are proved.")
    yield say.plural(member.entries, "{n} entry, head {head}", "{n} entries, head {head}", head=member.head[:DIGITS])

"""A league on disk: a folder with the campaigns of its members side by side, and what they have in common.

It is created from a file its keeper writes (docs/leagues.md). The chain's seed lies in private/ of every member's
campaign, all of which are the keeper's.
"""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from witp_pbem.campaign.folder.creation import CannotCreate, LeagueLuck, Wishes, create
from witp_pbem.campaign.folder.own_data import BadFile
from witp_pbem.campaign.record import copied, disk
from witp_pbem.campaign.record.entries import Hash, LeagueTerms, Player
from witp_pbem.campaign.record.private import Secrets
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.dice import chain_link
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.shape import Length, Matching, ShapeError, fit
from witp_pbem.table.tuples import NamedTuple

FILE = "league.json"
TURN: Final = "turn"
CLOSING: Final = "closing"
ShortName = Annotated[str, Matching("[a-z][a-z0-9-]{0,39}")]
Day = Annotated[str, Matching("20[0-9]{2}-[0-9]{2}-[0-9]{2}")]


class _Plan(TypedDict):
    """The file a league is created from."""

    name: ShortName
    game: str
    scenario: NotRequired[str]
    options: NotRequired[dict[str, str]]
    publish: NotRequired[Literal["turn", "closing"]]
    closing: NotRequired[Day]
    seed: NotRequired[Annotated[str, Length(1, 200)]]
    members: dict[ShortName, Player]


class Member(TypedDict):
    """A member: who it is, and whether nobody waits for them any more."""

    player: Player
    late: bool


class _Record(TypedDict):
    """`league.json`."""

    name: ShortName
    game: str
    scenario: str
    options: dict[str, str]
    publish: Literal["turn", "closing"]
    closing: str
    anchor: Hash
    members: dict[ShortName, Member]


class NoLeague(Refusal):
    """There is no league where the user said, or none around a member's campaign."""

    exit_code = USAGE


class League(NamedTuple):
    """A league.

    Attributes:
        folder: its folder; the campaign of each member is the folder of the member's name in it.
        publish: when links are published: once a `TURN` lies behind all members, or at the `CLOSING`.
        closing: its day, "" for none.
        anchor: of the chain.
        members: by name.
    """

    folder: Path
    name: str
    game: str
    scenario: str
    options: Mapping[str, str]
    publish: str
    closing: str
    anchor: str
    members: Mapping[str, Member]

    def campaign(self, member: str) -> Path:
        """The folder of a member's campaign."""
        return self.folder / member

    def is_closed(self, today: date) -> bool:
        """Whether its closing day has come."""
        return bool(self.closing) and today.isoformat() >= self.closing

    def awaited(self) -> list[str]:
        """The members the others wait for."""
        return [name for name, member in self.members.items() if not member["late"]]


def read(folder: Path) -> League:
    """The league in a folder.

    Raises:
        NoLeague: there is none, or its file is damaged.
    """
    path = folder / FILE
    try:
        record: _Record = copied.value(path.read_bytes(), _Record)
    except OSError as error:
        raise NoLeague(say('"{folder}" is not a league: it has no {file}.', folder=folder, file=FILE)) from error
    except ShapeError as fault:
        raise NoLeague(say('"{file}" is damaged ({where}). Restore it from a copy.', file=path, where=fault)) from None
    return League(folder, **record)


def around(campaign: Path) -> League:
    """The league a member's campaign lies in.

    Raises:
        NoLeague: the folder around it is none.
    """
    return read(campaign.resolve().parent)


def create_league(folder: Path, plan: Path) -> League:
    """Creates a league in a new folder, with a campaign for each member.

    Raises:
        BadFile: the file does not say what a league needs.
        CannotCreate: the folder is taken, or the game cannot be played so.
        OSError: a file cannot be read or written.
    """
    if folder.exists():
        raise CannotCreate(say('"{folder}" already exists; name a new folder.', folder=folder))
    wanted = _plan(plan)
    text = wanted.get("seed", "")
    seed = Secrets.new((), text, True).seed
    terms: LeagueTerms = {"name": wanted["name"], "publish": wanted.get("publish", TURN),
                          "closing": wanted.get("closing", "")}
    workshop = folder.absolute().parent / f".{folder.name}.{os.urandom(4).hex()}"
    try:
        for name, player in wanted["members"].items():
            founding = create(workshop / name, Wishes(
                game=wanted["game"], scenario=wanted.get("scenario", ""), campaign=f"{wanted['name']}-{name}",
                options=wanted.get("options", {}), seed=text, keeper=REFEREE, alone=player,
                league=LeagueLuck(terms, seed)))
        record: _Record = {
            **terms, "game": wanted["game"], "scenario": founding["scenario"], "options": founding["options"],
            "anchor": chain_link(bytes.fromhex(seed), 0).hex(),
            "members": {name: {"player": player, "late": False} for name, player in wanted["members"].items()}}
        _write(workshop, record)
        workshop.rename(folder)
    except BaseException:
        shutil.rmtree(workshop, ignore_errors=True)
        raise
    return read(folder)


def let_be_late(league: League, name: str) -> League:
    """Lets nobody wait any more for a member, for ever.

    Raises:
        NoLeague: there is no such member.
    """
    if name not in league.members:
        raise NoLeague(say('The league has no member "{name}"; its members are {names}.', name=name,
                           names=", ".join(league.members)))
    record = {key: value for key, value in league._asdict().items() if key != "folder"}
    record["members"] = {**league.members, name: {**league.members[name], "late": True}}
    _write(league.folder, record)
    return read(league.folder)


def _write(folder: Path, record: Mapping[str, Any]) -> None:
    disk.write(folder / FILE, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())


def _plan(path: Path) -> _Plan:
    """What a file wants of a league."""
    try:
        plan = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
        if isinstance(plan.get("closing"), date):
            plan["closing"] = plan["closing"].isoformat()
        fit(plan, _Plan)
    except ShapeError as fault:
        raise BadFile(say('"{file}" cannot be used ({where}). `witp-pbem guide leagues` shows such a file.', file=path,
                          where=fault)) from None
    except ValueError as error:
        raise BadFile(say('"{file}" is not a TOML file: {error}', file=path, error=error)) from None
    if not plan["members"]:
        raise BadFile(say('"{file}" names no members.', file=path))
    if (plan.get("publish", TURN) == CLOSING) != ("closing" in plan):
        raise BadFile(say('"{file}": a closing day goes with publish = "closing", and with nothing else.', file=path))
    return plan  # type: ignore[return-value]  # `fit` has made sure of it

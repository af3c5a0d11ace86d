"""Creating a campaign: its folder is built beside its place and then put there at once."""

from __future__ import annotations

import glob
import hashlib
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from witp_pbem import __version__
from witp_pbem.campaign.checks.fair_keeping import keeping_faults
from witp_pbem.campaign.folder import data_files, games, keys, own_data
from witp_pbem.campaign.folder.campaign import DATA
from witp_pbem.campaign.folder.fates import CHAIN, SEALED
from witp_pbem.campaign.folder.own_data import UNFIT, BadFile
from witp_pbem.campaign.record import disk, logbook, private, written_heads
from witp_pbem.campaign.record.entries import DiceTerms, Founding, LeagueTerms
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.campaign.record.private import Secrets
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.canonical import canonical, commitment
from witp_pbem.table.dice import CHAIN_LENGTH, chain_link
from witp_pbem.table.game import Game
from witp_pbem.table.language import either, listing, say, together
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence, side_name

# What git is told of a campaign's folder: to leave line ends alone, and to share nothing private.
FOR_GIT = {".gitattributes": b"logbook.jsonl -text\ndata/*.json -text\nprivate/* -text\n", ".gitignore": b"private/\n"}


class CannotCreate(Refusal):
    """The campaign cannot be created as wished."""

    exit_code = USAGE


class LeagueLuck(NamedTuple):
    """The luck a league's campaigns have in common: what is published of it, and the seed of its chain."""

    terms: LeagueTerms
    seed: str


@dataclass(frozen=True)
class Wishes:
    """What the user wants.

    Attributes:
        scenario: its name, by default the first the game offers.
        campaign: short name, by default made of the folder's name.
        options: name -> value, of those that differ from the default.
        players: the game's name for a player -> "Name <address>".
        dice: chain or manual.
        seed: a text everything grows from, or "".
        data: files to be merged into the data, as (name, bytes).
        position: a position to start from, as bytes.
        keeper: the player who keeps the campaign, REFEREE for a neutral referee; "" for the one player of a game for
            one, else for a referee.
        keys: player -> public key.
        signed: whether everything the players send must be signed.
        chains: player -> the anchor of a hash chain of their own, which enters every die.
        deal: sealed or open cards.
        words: whether all players must have sent a founding word before the first die.
        alone: "Name <address>" of the one player of a game for one, whatever the game calls them.
        league: the luck of the league it belongs to, None for its own.
    """

    game: str = field(default_factory=games.usual)
    scenario: str = ""
    campaign: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    dice: str = CHAIN
    seed: str = ""
    data: Sequence[tuple[str, bytes]] = ()
    position: bytes | None = None
    keeper: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    signed: bool = False
    chains: Mapping[str, str] = field(default_factory=dict)
    deal: str = SEALED
    words: bool = False
    alone: str = ""
    league: LeagueLuck | None = None


def create(folder: Path, wishes: Wishes) -> Founding:
    """Creates a campaign in a folder that is empty or does not exist yet; returns its founding entry.

    Raises:
        CannotCreate: the folder is taken, or the game does not accept the wishes.
        BadFile: a data or position file cannot be used.
        games.NoSuchGame: the game is not installed.
        OSError: the disk did not take it.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotCreate(say('"{folder}" already exists and is not empty; name a new folder.', folder=folder))
    game, records, replaced = own_data.own_game(wishes.game, wishes.data)
    wishes = replace(wishes, scenario=wishes.scenario or game.scenarios()[0].name)
    files = {f"{name}.json": data_files.text(record) for name, record in sorted(records.items())}
    opening = _opening(game, wishes)
    player_names = _player_names(game, wishes, opening)
    wishes = replace(wishes, keeper=_keeper(wishes, player_names))
    own = Secrets.new(game.decks if wishes.deal == SEALED else (), wishes.seed, wishes.dice == CHAIN)
    if wishes.league:
        _require_keyed(game, wishes.scenario, player_names)
        own = own._replace(seed=wishes.league.seed)
    dice = _dice(own, wishes)
    _require_fair(game, wishes, player_names, dice)
    entry = logbook.following(None, logbook.FOUNDING, {
        "format": logbook.FORMAT,
        "program": __version__,
        "game": game.id,
        "rules_version": game.rules_version,
        "data_version": game.data_version,
        "campaign": wishes.campaign or short_name(folder.resolve().name),
        "scenario": wishes.scenario,
        "options": dict(wishes.options),
        "players": {name: wishes.players.get(name, wishes.alone) for name in player_names},
        "keeper": wishes.keeper,
        "keys": keys.for_founding(wishes.keys, player_names, wishes.keeper, wishes.signed),
        "signed": wishes.signed,
        "dice": dice,
        "data": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        "replaced": list(replaced),
        "reconstructed": data_files.is_reconstructed(records),
        "position_given": wishes.position is not None,
        "opening": game.to_json(opening),
    })
    build(folder, {**{f"{DATA}/{name}": (content, 0o644) for name, content in files.items()},
                   logbook.FILE: (logbook.line(entry), 0o644),
                   **{name: (content, 0o644) for name, content in FOR_GIT.items()},
                   f"{private.FOLDER}/{private.SECRETS}": (canonical(own.to_json()) + b"\n", private.FILE_RIGHTS),
                   f"{private.FOLDER}/{written_heads.FILE}": (written_heads.line([entry]), written_heads.RIGHTS)})
    return logbook.founding([entry])


def short_name(folder: str) -> str:
    """A folder's name as orders can be headed with it: lower case, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", folder.casefold()).strip("-") or "campaign"


def _opening(game: Game, wishes: Wishes) -> Any:
    """The position the campaign starts from: the scenario's, or the one given."""
    opening = game.open(wishes.scenario, wishes.options)
    if isinstance(opening, tuple) and opening and isinstance(opening[0], Problem):
        raise CannotCreate(" ".join(problem_sentence(problem, game.catalogue) for problem in opening))
    scenarios = [offer.name for offer in game.scenarios()]
    if wishes.scenario not in scenarios:
        raise CannotCreate(say('There is no scenario "{scenario}". Scenarios that can be played: {scenarios}.',
                               scenario=wishes.scenario, scenarios=listing(scenarios)))
    if wishes.position is None:
        return opening
    record = own_data.read(wishes.position, say("The position"))
    if not isinstance(record, dict):
        raise BadFile(say("The position cannot be used: it must be one JSON object, in braces."))
    wished, own = game.to_json(opening).get("options"), record.get("options", {})
    if wished and isinstance(own, dict):
        record["options"] = {**own, **wished}
    try:
        own_data.refuse(say("The position cannot be used."), game, game.check_position(record))
        return game.from_json(record)
    except UNFIT as error:  # what the check overlooked
        raise BadFile(say("The position cannot be used: it is not one of this game.")) from error


def _keeper(wishes: Wishes, player_names: Sequence[str]) -> str:
    """The player who keeps the campaign, "" for a neutral referee. Whoever plays alone keeps it, unless a referee is
    wished for."""
    if wishes.keeper:
        return "" if wishes.keeper == REFEREE else wishes.keeper
    return player_names[0] if len(player_names) == 1 else ""


def _player_names(game: Game, wishes: Wishes, opening: Any) -> tuple[str, ...]:
    """The names players are founded under in a scenario, as the game has them."""
    players_at = game.players_at(opening)
    wrong = [name for name in wishes.players if name not in players_at.values()]
    if wrong:
        if not any(map(game.side_of, players_at)):
            why = say("who plays which side is settled in the game itself")
        elif not any(map(game.side_of, players_at.values())):
            why = say("the position says {players}", players=together(
                say("{player} plays {side}", player=player, side=side) for side, player in players_at.items()))
        else:
            why = say("it has no player of that name")
        raise CannotCreate(say('In the scenario "{scenario}" nobody can be named with {wrong}: {why}. Name the players '
                               "with {options}.", scenario=wishes.scenario, wrong=either(f"--{name}" for name in wrong),
                               why=why, options=together(f"--{name}" for name in players_at.values())))
    return tuple(dict.fromkeys(players_at.values()))


def _require_keyed(game: Game, scenario: str, player_names: Sequence[str]) -> None:
    """Refuses what no league can be played of."""
    if len(player_names) != 1:
        raise CannotCreate(say("A league is played by people who play alone, each against the game: this scenario has "
                               "{count} players.", count=len(player_names)))
    if scenario not in game.keyed or game.decks:
        raise CannotCreate(say("{game}, scenario {scenario}, cannot be played in a league: its luck depends on what "
                               "was thrown or drawn before, so that the same decision would not meet the same luck.",
                               game=game.title, scenario=scenario))


def _require_fair(game: Game, wishes: Wishes, player_names: Sequence[str], dice: DiceTerms) -> None:
    """Refuses what would promise more than it can hold.

    Raises:
        CannotCreate: the keeper or the holder of a chain does not play, or the arrangement protects nobody.
    """
    names = {name: side_name(name, game.catalogue) for name in player_names}
    faults = keeping_faults(wishes.keeper, player_names, dice)
    if faults.strangers:
        raise CannotCreate(say('Nobody plays as "{name}" in the scenario "{scenario}"; the players are {names}.',
                               name=faults.strangers[0], scenario=wishes.scenario, names=listing(player_names)))
    if wishes.dice != CHAIN:
        if wishes.chains or wishes.words or wishes.deal != SEALED:
            raise CannotCreate(say("Where dice and cards are typed in, chains, founding words and an open deal have no "
                                   "meaning: leave out --chain, --words and --deal, or --dice manual."))
        return
    unusable = [name for name, anchor in wishes.chains.items() if not HASH.fullmatch(anchor)]
    for name in (*unusable, *faults.shared):
        raise CannotCreate(say("The anchor of {name} must be the 64 digits that `witp-pbem key chain` printed for "
                               "{name}, and nobody else's.", name=names[name]))
    if faults.keepers_chain:
        raise CannotCreate(say("{name} keeps the campaign, and its chain with it; leave out --chain {side}=….",
                               name=names[wishes.keeper], side=wishes.keeper))
    if without := faults.without_chain:
        raise CannotCreate(say("{keeper} keeps the campaign and plays: without a chain held by {others}, {keeper} "
                               "would know all dice in advance. {others} can make one with `witp-pbem key chain "
                               "FILE` and send you the anchor for --chain {side}=ANCHOR; or roll on a table, with "
                               "--dice manual.", keeper=names[wishes.keeper], side=without[0],
                               others=together(names[name] for name in without)))
    if faults.knows_cards:
        raise CannotCreate(say("{keeper} keeps the campaign and plays: with sealed decks {keeper} would know "
                               "every card, in every hand. Deal openly, with --deal open, or let a third person "
                               "keep the campaign, with a chain for each player.", keeper=names[wishes.keeper]))


def _dice(own: Secrets, wishes: Wishes) -> DiceTerms:
    """What is published of the campaign's luck."""
    is_chained = wishes.dice == CHAIN
    league = {"league": wishes.league.terms} if wishes.league else {}
    return cast(DiceTerms, {  # mode and deal are of those there are: the command takes no others
        "mode": wishes.dice, "seeded": bool(wishes.seed), "length": CHAIN_LENGTH if is_chained else 0,
        "anchor": chain_link(bytes.fromhex(own.seed), 0).hex() if is_chained else "",
        "decks": {name: commitment(deck.salt, deck.secret) for name, deck in own.decks.items()},
        "chains": dict(wishes.chains), "deal": wishes.deal, "words": wishes.words, **league})


def build(folder: Path, files: Mapping[str, tuple[bytes, int]]) -> None:
    """Makes the folder under another name, then gives it its own; a killed process leaves nothing half made.

    Args:
        files: path in the folder -> (bytes, rights). A file in `private/` makes it the keeper's folder.

    Raises:
        NotWritten: the disk did not take it; nothing is left of it.
    """
    folder = folder.absolute()
    workshop = folder.parent / f".{folder.name}.{os.urandom(4).hex()}"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        workshop.mkdir()
        if any(Path(name).parts[0] == private.FOLDER for name in files):
            (workshop / private.FOLDER).mkdir(private.FOLDER_RIGHTS)
        for name, (content, rights) in files.items():
            path = workshop / name
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.write(path, content, rights)
        disk.sync_folder(workshop)
        if os.name != "posix" and folder.exists():  # elsewhere a folder does not take the place of an empty one
            folder.rmdir()
        workshop.rename(folder)
    except BaseException as error:
        shutil.rmtree(workshop, ignore_errors=True)
        if isinstance(error, OSError):
            raise disk.NotWritten(error.errno, error.strerror, str(folder)) from error
        raise
    disk.sync_folder(folder.parent)
    for left in folder.parent.glob(f".{glob.escape(folder.name)}.{'[0-9a-f]' * 8}"):  # of killed foundings
        shutil.rmtree(left, ignore_errors=True)

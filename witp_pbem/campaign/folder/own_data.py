"""The data files of a user's own, merged into those of a game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import data_files, games
from witp_pbem.campaign.folder.data_files import DataError
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import problem_sentence

UNFIT = (LookupError, TypeError, ValueError, AttributeError)  # what unfit data make the game's code raise


class BadFile(Refusal):
    """A data or position file cannot be used."""


def own_game(name: str, files: Sequence[tuple[str, bytes]]) -> tuple[Game, data_files.Records, tuple[str, ...]]:
    """A game with a user's data merged in, its records, and the names of those that were changed.

    Args:
        name: of the game.
        files: to be merged in their order, as (name, bytes).
    Raises:
        BadFile: one cannot be used.
        games.NoSuchGame: the game is not installed.
    """
    maker = games.find(name)
    game = games.packaged(name)
    records: data_files.Records = dict(game.records)
    replaced: set[str] = set()
    for file, content in files:
        try:
            records, names = data_files.merge(records, Path(file).stem, read(content, f'"{file}"'))
        except DataError as error:
            raise BadFile(say("{name} cannot be used: {why}.", name=f'"{file}"', why=error)) from error
        except RecursionError as error:
            raise BadFile(_nested(f'"{file}"')) from error
        replaced.update(names)
    # Built from the text that goes to disk, so that the campaign is what will be read again.
    records = {name: json.loads(data_files.text(record)) for name, record in records.items()}
    if not files:
        return maker(records), records, ()
    named = ", ".join(f'"{file}"' for file, _ in files)
    try:
        refuse(say("{files} cannot be used.", files=named), game, game.check_data(records))
        return maker(records), records, tuple(sorted(replaced))
    except UNFIT as error:  # what the check overlooked
        raise BadFile(say("{files} cannot be used: the data do not make a game.", files=named)) from error


def _nested(name: str) -> str:
    return say("{name} cannot be used: lists and tables are nested too deeply.", name=name)


def refuse(beginning: str, game: Game, problems: Sequence[Problem]) -> None:
    """Raises BadFile with all problems, if there are any, one on a line."""
    if problems:
        sentences = dict.fromkeys(problem_sentence(problem, game.catalogue) for problem in problems)
        raise BadFile("\n  ".join([beginning, *sentences]))


def read(content: bytes, name: str) -> Any:
    """What a JSON file says.

    Raises:
        BadFile: it is not JSON, or cannot be used as such.
    """
    try:
        value = json.loads(content.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise BadFile(say("{name} is not JSON: line {line}, column {column}: {error}.", name=name, line=error.lineno,
                          column=error.colno, error=_plain(error.msg))) from error
    except RecursionError as error:
        raise BadFile(_nested(name)) from error
    except UnicodeDecodeError as error:
        raise BadFile(say("{name} is not plain text (UTF-8).", name=name)) from error
    except UnicodeEncodeError as error:
        raise BadFile(say("{name} cannot be used: it contains half a character.", name=name)) from error
    except DataError as error:
        raise BadFile(say("{name} is not JSON: {error}.", name=name, error=error)) from error
    except ValueError as error:
        raise BadFile(say("{name} cannot be used: a number in it is too long.", name=name)) from error
    return value


def _no_number(word: str) -> Any:
    raise DataError(say("{word} is not a JSON number", word=word))


def _plain(message: str) -> str:
    """The JSON reader's message inside a sentence."""
    return message[:1].lower() + message[1:]

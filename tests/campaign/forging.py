"""Logbooks as a cheating keeper would forge them: other words behind a seal, and the seal remade."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.record import laid_open, order_tree
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.table.game import Game

Entries = list[dict[str, Any]]


def first_file(entries: Entries) -> int:
    """The first submission that lies open."""
    return int(next(item["file"] for item in entries[-1]["opened"] if "file" in item))


def forge(entries: Entries, number: int, game: Game, change: Callable[[dict[str, str], list[dict[str, Any]]], None],
          ) -> None:
    """Changes a file of a finished game and the orders sealed of it, and remakes the seal.

    Args:
        change: is given the file, `{"text", "signature"}`, and its slips, as they are read.
    """
    file = laid_open.files(cast(list[Entry], entries))[number]
    before = slips.sealed(file, game).slips
    content = {"text": file.content["text"], "signature": file.content["signature"]}
    sealed = [{name: slip[name] for name in ("phase", "blocks", "text")} for slip in before.values()]
    change(content, sealed)
    _reseal(entries, number, list(before), file.secret, content, sealed)


def _reseal(entries: Entries, number: int, places: list[int], secret: str, content: dict[str, str],
            sealed: list[dict[str, Any]]) -> None:
    tree = order_tree.grow(secret, content, sealed)
    moved = dict(zip(places, tree.places, strict=True))
    nodes = {str(place): value for place, value in tree.hashes.items()}
    contents = dict(zip(tree.places, zip(tree.salts, sealed, strict=True), strict=True))
    for sitting in (entry for entry in entries if entry["type"] == "sitting"):
        for item in sitting["opened"]:
            if item.get("entry") == number:
                salt, slip = contents[moved[item["index"]]]
                item |= {"index": moved[item["index"]], "salt": salt, "content": slip, "nodes": nodes}
            elif item.get("file") == number:
                item |= {"parts": [content["text"]], "signature": content["signature"], "secret": secret,
                         "nodes": nodes}
        for act in sitting["acts"]:
            for name in ("source", "triggered", "cancelled"):
                if act.get(name, [None])[0] == number:
                    act[name] = [number, moved[act[name][1]]]
    entries[number]["seal"] = tree.seal

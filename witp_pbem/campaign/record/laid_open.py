"""What of the files of orders lies open: single orders while the game goes on, whole files at its end.

A file is told in parts: its text, but for orders that were opened before, in whose stead their places stand, and for
the usual head, in whose stead HEAD stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from witp_pbem.campaign.record import order_tree
from witp_pbem.campaign.record.entries import Entry, FileContent, Opened, OpenedFile, OpenedOrder, Slip
from witp_pbem.campaign.record.logbook import founding
from witp_pbem.campaign.record.order_tree import ALONE, FILE, OTHERS, Known, Tree
from witp_pbem.campaign.record.private import file_secret
from witp_pbem.table.canonical import commitment
from witp_pbem.table.tuples import NamedTuple

HEAD = 0  # in the parts of a file


class WholeFile(NamedTuple):
    """A file that lies open, and the secret of the tree of its seal."""

    secret: str
    content: FileContent


def head(entries: Sequence[Entry], number: int) -> str:
    """The lines that head the file of a submission, as forms have them: they say what its entry says. "" of others."""
    entry = entries[number] if number < len(entries) else None
    if entry is None or entry["type"] != "submission":
        return ""
    return f"Campaign: {founding(entries)['campaign']}\nTurn: {entry['turn']}\nSide: {entry['side']}\n"


def parts(text: str, head: str, orders: Iterable[tuple[int, str]]) -> list[str | int]:
    """A text in parts.

    Args:
        head: its usual head.
        orders: places and words of those opened, as they are read.
    """
    parts: list[str | int] = []
    begin = 0
    for place, words in ((HEAD, head), *orders):
        end = text.find(words, begin)
        if words and end >= 0:
            parts += [text[begin:end], place] if end > begin else [place]
            begin = end + len(words)
    return [*parts, text[begin:]] if begin < len(text) else parts


def items(entries: Iterable[Entry]) -> Iterator[Opened]:
    """Whatever some sittings have opened, in turn."""
    for entry in entries:
        if entry["type"] == "sitting":
            yield from entry["opened"]


def orders(entries: Iterable[Entry]) -> dict[tuple[int, int], Slip]:
    """The orders that were opened one by one: source -> slip."""
    return {(item["entry"], item["index"]): item["content"] for item in items(entries) if "index" in item}


def files(entries: Sequence[Entry]) -> dict[int, WholeFile]:
    """The files that lie open, by entry."""
    opened = list(items(entries))
    salts = next((item["salts"] for item in opened if "salts" in item), "")
    whole_files = [item for item in opened if "file" in item]
    slips = orders(entries) if whole_files else {}
    return {item["file"]: whole(entries, item, slips, salts) for item in whole_files}


def whole(entries: Sequence[Entry], item: OpenedFile, slips: Mapping[tuple[int, int], Slip], salts: str) -> WholeFile:
    """A file of which the parts were told; an order that does not lie open leaves a gap, which no hash will fit."""
    number = item["file"]
    text = "".join(part if isinstance(part, str) else head(entries, number) if part == HEAD
                   else slips.get((number, part), {"text": ""})["text"] for part in item["parts"])
    content = FileContent(text=text, signature=item.get("signature", ""))
    return WholeFile(item.get("secret") or file_secret(salts, item["file"], content), content)


def known(entries: Iterable[Entry], wanted: Collection[int] | None = None) -> dict[int, Known]:
    """What is known of the trees of submissions by what was opened of them: entry -> tree.

    Args:
        wanted: the submissions to look at, by default all.
    """
    trees: dict[int, Known] = {}
    for entry in entries:
        if entry["type"] == "submission" and (wanted is None or entry["n"] in wanted):
            trees[entry["n"]] = Known(entry["seal"])
        for item in entry["opened"] if entry["type"] == "sitting" else ():
            take(trees, item)
    return trees


def take(trees: Mapping[int, Known], item: Opened) -> str:
    """Adds to what is known of trees what something that was opened says of them; returns the leaf of an
    order, "" of anything else."""
    if "index" not in item and "file" not in item:
        return ""
    tree = trees.get(item["entry"] if "index" in item else item["file"])
    if tree is None:
        return ""
    nodes_given = _nodes(item)
    leaf = commitment(item["salt"], item["content"]) if "index" in item else ""
    order_tree.lay(tree, {**nodes_given, item["index"]: leaf} if "index" in item else nodes_given)
    return leaf


def _nodes(item: OpenedOrder | OpenedFile) -> dict[int, str]:
    """The hashes told with an opening, by place."""
    return {int(place): value for place, value in item.get("nodes", {}).items()}


def file_place(tree: Known) -> int:
    """Where the file of a tree lies, by what is known of the tree."""
    return FILE if max(tree) >= OTHERS else ALONE


def fits(tree: Known, file: WholeFile, item: OpenedFile) -> bool:
    """Whether a file is what lies behind a seal."""
    return leaf_fits(tree, file_place(tree), commitment(file.secret, file.content), item)


def leaf_fits(tree: Known, place: int, leaf: str, item: OpenedOrder | OpenedFile) -> bool:
    """Whether a leaf, and the hashes told with its opening, lie behind a seal."""
    order_tree.lay(tree, {place: leaf})
    return all(order_tree.fits(tree, place, value) for place, value in {**_nodes(item), place: leaf}.items())


def nodes(tree: Known, of: Tree, places: Iterable[int]) -> dict[str, dict[str, str]]:
    """The field of an opening that tells the hashes beside some places, {} where all are known."""
    hashes = order_tree.beside(tree, of, places)
    return {"nodes": {str(place): value for place, value in sorted(hashes.items())}} if hashes else {}

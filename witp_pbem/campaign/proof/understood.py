"""Whether what was recorded is what the players sent: files read again give the orders that were sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.proof.subjects import Difference, Verification, rules_in_force
from witp_pbem.campaign.record.entries import FileContent, Slip, Submission
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import SUBMISSION
from witp_pbem.table import text as orders_text
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.tokens import YES

Slips = Sequence[Mapping[str, Any] | None]


def check(proof: Verification) -> Iterator[Finding]:
    """Every file that lies open or that private/ holds. (Of letters see `checks.letter_matches`.)"""
    files = [entry for entry in proof.entries if entry["type"] == SUBMISSION]
    raws, sealed = proof.files(), _sealed(proof)
    reached = 0
    for entry in files if proof.game else ():
        if entry["n"] in raws:
            reached += 1
            yield from _file(proof, entry, raws[entry["n"]], sealed[entry["n"]])
    lettered = sum("letter" in entry and bool(entry["letter"]) for entry in proof.entries)
    proof.count("orders", len(files) + lettered, reached + lettered)


def _sealed(proof: Verification) -> dict[int, Slips]:
    """The orders sealed of each file that can be read, as they are read, by entry."""
    kept = proof.own.sealed if proof.own else {}
    sealed: dict[int, Slips] = {entry["n"]: [order.content for order in kept[entry["hash"]]]
                                for entry in proof.entries if entry["hash"] in kept}
    items = [item for sitting in proof.sittings for item in sitting["opened"]]
    public: dict[int, dict[int, Slip]] = {}
    for item in items:
        if "index" in item:
            public.setdefault(item["entry"], {})[item["index"]] = item["content"]
    for item in items:
        if "raw" in item:
            opened = public.get(item["raw"], {})
            left = opened.keys() - item["orders"]
            sealed[item["raw"]] = [opened.get(index) for index in (*item["orders"], *left)]
    return sealed


def _file(proof: Verification, entry: Submission, raw: FileContent, sealed: Slips) -> Iterator[Finding]:
    """Whether a file says in its header and its orders what was recorded of it."""
    assert proof.game is not None
    text = orders_text.decode(str(raw.get("text", "")).encode("utf-8", "replace"))
    if isinstance(text, Problem):
        yield Finding(entry["n"], "orders-differ", say("The file that was sent cannot be read."))
        return
    orders_file = orders_text.read(text, full_lexicon(proof.game))
    header = {key: value.value for key, value in orders_file.header.items()}
    headed = (header.get("campaign", "").casefold(), header.get("side"), header.get("turn"), header.get("luck", ""),
              header.get("after", "").lower() or None, header.get("add", "") == YES, bool(raw["signature"]))
    if headed != (proof.founding["campaign"].casefold(), entry["side"], str(entry["turn"]), entry["luck"],
                  entry["after"], entry["adds"], entry["signed"]):
        yield Finding(entry["n"], "orders-differ", say("The header of the file that was sent does not say what this "
                                                       "entry says."))
    meant = [slip for _, slip in slips.all_of(orders_file.statements, orders_file.talk, text)]
    index, (sent, kept) = next(((place, pair) for place, pair in enumerate(zip_longest(meant, sealed))
                                if pair[0] != pair[1]), (0, (None, None)))
    if sent == kept and len(meant) == len(sealed):
        return
    was, now = kept["text"] if kept else say("nothing"), sent["text"] if sent else say("nothing")
    sentence = say('Order {index} of the file that was sent reads "{sent}"; what was sealed is "{sealed}".',
                   index=index + 1, sent=now, sealed=was)
    version = rules_in_force(proof.entries[:entry["n"] + 1])[-1]
    if version == proof.game.rules_version:
        yield Finding(entry["n"], "orders-differ", sentence)
    else:  # the words of another release
        proof.differences.append(Difference(entry["n"], 0, "orders-differ", sentence, was, now, version,
                                            proof.game.rules_version))

"""Whether what was recorded is what the players sent: files read again give the orders that were sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.proof.subjects import Difference, Verification, rules_in_force
from witp_pbem.campaign.record.entries import Submission
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import SUBMISSION
from witp_pbem.table.language import say
from witp_pbem.table.tokens import YES


def check(proof: Verification) -> Iterator[Finding]:
    """Every file that lies open or that private/ holds. (Of letters see `checks.letter_matches`.)"""
    files = [entry for entry in proof.entries if entry["type"] == SUBMISSION]
    whole = proof.files
    reached = 0
    for entry in files if proof.game else ():
        if entry["n"] in whole:
            reached += 1
            yield from _file(proof, entry, bool(whole[entry["n"]].content["signature"]))
    lettered = sum("letter" in entry and bool(entry["letter"]) for entry in proof.entries)
    proof.count("orders", len(files) + lettered, reached + lettered)


def _file(proof: Verification, entry: Submission, is_signed: bool) -> Iterator[Finding]:
    """Whether a file says in its header and its orders what was recorded of it."""
    assert proof.game is not None
    header, sealed, _ = proof.readings[entry["n"]]
    if header is None:
        yield Finding(entry["n"], "orders-differ", say("The file that was sent cannot be read."))
        return
    headed = (header.get("campaign", "").casefold(), header.get("side"), header.get("turn"), header.get("luck", ""),
              header.get("after", "").lower() or None, header.get("add", "") == YES, is_signed)
    if headed != (proof.founding["campaign"].casefold(), entry["side"], str(entry["turn"]), entry["luck"],
                  entry["after"], entry["adds"], entry["signed"]):
        yield Finding(entry["n"], "orders-differ", say("The header of the file that was sent does not say what this "
                                                       "entry says."))
    if sealed.seal == entry["seal"]:
        return
    sent, kept = _first_difference(list(sealed.slips.values()), proof, entry)
    sentence = say('The file that was sent reads "{sent}"; what was sealed is "{sealed}".', sent=sent, sealed=kept)
    version = rules_in_force(proof.entries[:entry["n"] + 1])[-1]
    if version == proof.game.rules_version:
        yield Finding(entry["n"], "orders-differ", sentence)
    else:  # the words of another release
        proof.differences.append(Difference(entry["n"], 0, "orders-differ", sentence, kept, sent, version,
                                            proof.game.rules_version))


def _first_difference(meant: Sequence[Mapping[str, Any]], proof: Verification, entry: Submission) -> tuple[str, str]:
    """The words of the first order of a file that was sealed otherwise, and those sealed, as far as they are known."""
    kept = proof.own.sealed.get(entry["hash"], ()) if proof.own else ()
    sealed = [order.content for order in kept] or [
        dict(content) for (number, _), content in proof.opened_orders.items() if number == entry["n"]]
    read = [{name: slip[name] for name in ("phase", "blocks", "text")} for slip in meant]
    sent = next((slip for slip in read if slip not in sealed), None)
    was = next((slip for slip in sealed if slip not in read), None)
    return str(sent["text"]) if sent else say("nothing"), str(was["text"]) if was else say("something else")

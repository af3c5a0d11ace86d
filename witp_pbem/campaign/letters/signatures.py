"""Signatures under what players send: found, checked against the key in force of a side, and required.

A signature stands behind the text, as the armored block of SSHSIG (`sshsig`). It is valid over the bytes as they came
or over what mail programs make of them: other line ends, blank lines at the end, blanks at the ends of lines,
quotation marks. What was signed is what counts: just those bytes are read, kept and recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import letter_text, sshsig, who_plays
from witp_pbem.campaign.record.entries import Founding
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.sshsig import BEGIN, END, NotSsh
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem, Span, invalid
from witp_pbem.table.text import MAX_BYTES
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

SUFFIX = ".sig"  # of the file a signature lies in, beside what it signs
_BLANK = rb"(?:[> \t]|\xc2\xa0)*"
_BEGIN = re.compile(rb"(?<![^\r\n])" + _BLANK + BEGIN.encode() + rb"(?:[ \t]|\xc2\xa0)*(?![^\r\n])")
_QUOTED = re.compile(rb"^(?:> ?)+")
_BOM = b"\xef\xbb\xbf"
MOST_BYTES = MAX_BYTES + 4096  # of a text with its signature


class Unsigned(Refusal):
    """A player wants something without the signature that the campaign requires."""


class Signed(NamedTuple):
    """A file taken apart.

    Attributes:
        raw: what was signed; without a signature, the whole file.
        signature: in the one way it is written (`sshsig.write`), "" without one or where it does not hold.
        key: the public key it was made with, "" likewise.
        problems: what is wrong with the signature.
    """

    raw: bytes
    signature: str = ""
    key: str = ""
    problems: tuple[Problem, ...] = ()


def split(data: bytes) -> tuple[bytes, bytes]:
    """A text and the armored block behind it, with whatever follows; b"" where there is none."""
    if BEGIN.encode() not in data or len(data) > MOST_BYTES:
        return data, b""
    start = max((match.start() for match in _BEGIN.finditer(data)), default=len(data))
    return data[:start], data[start:]


def join(data: bytes, signature: bytes) -> bytes:
    """A text with the content of its .sig file after it. Where that is no signature it becomes a block that cannot be
    read, and is reported like one."""
    block = split(signature)[1] or f"{BEGIN}\n".encode()
    return data + (b"" if data.endswith(b"\n") else b"\n") + block


def read(data: bytes) -> Signed:
    """Takes a file apart and sees whether its signature holds, whoever made it."""
    raw, block = split(data)
    if not block:
        return Signed(raw)
    line = re.sub(rb"\r\n?", b"\n", raw).count(b"\n") + 1
    place = Span(line, 1, line, 1 + len(BEGIN))
    text = block.decode("utf-8", "replace")
    try:
        frame = sshsig.read(text)
    except NotSsh as unfit:
        return Signed(raw, problems=(invalid("signature-kind", place, kind=unfit.kind) if unfit.kind
                                     else invalid("signature-garbled", place),))
    behind = text.partition(END)[2].strip("> \t\r\n\xa0")
    if behind:
        return Signed(raw, problems=(invalid("text-behind-signature", place, line=behind.splitlines()[0][:60]),))
    if frame.namespace != sshsig.NAMESPACE.encode():
        return Signed(raw, problems=(invalid("signature-namespace", place, wanted=sshsig.NAMESPACE,
                                             given=frame.namespace.decode("utf-8", "replace")),))
    for meant in _readings(raw):
        if sshsig.fits(frame, meant):
            return Signed(meant, sshsig.write(frame), sshsig.public_line(frame.key))
    return Signed(raw, problems=(invalid("signature-wrong", place),))


def _readings(raw: bytes) -> Iterator[bytes]:
    """The bytes as they came, and what they may have been before a mail program or an editor changed them."""
    yield raw
    yield raw.removesuffix(b"\n")  # which `join` adds
    lines = re.sub(rb"\r\n?", b"\n", raw.removeprefix(_BOM)).split(b"\n")
    forms = [lines, [line.rstrip(b" \t") for line in lines], [_QUOTED.sub(b"", line) for line in lines]]
    for form in forms:
        while form and not form[-1].strip():
            form.pop()
        for end in (b"\n", b"\r\n"):
            for mark in (b"", _BOM):
                for blank in (1, 0, 2):
                    yield mark + end.join(form) + end * blank


def problems(campaign: Campaign, side: str, signed: Signed, before: Sequence[str] = (),
             sealed: int | None = None) -> tuple[Problem, ...]:
    """What is wrong with the signature of a file, or with its lack, for the side the file is headed with.

    Args:
        before: signatures of files recorded in the same batch.
        sealed: the entry of the seal that binds the file, whose key counts: the player may have changed since.
    """
    if signed.problems or not side:
        return signed.problems
    if not signed.signature:
        return (invalid("signature-missing", side=side),) if needs(campaign.founding, side) else ()
    key = key_of(campaign, side, sealed)
    if not key:  # nobody could ever prove it; it must not look as though somebody had
        return (invalid("signature-without-key", side=side),)
    if key != signed.key:
        return (invalid("signature-of-another", side=side, key=signed.key),)
    place = say("in this batch") if signed.signature in before else _recorded(campaign, signed.signature)
    return (invalid("signature-used", where=place),) if place else ()


def _recorded(campaign: Campaign, signature: str) -> str:
    """Where a signature has been recorded already, "" if nowhere: whoever sends something again changes and signs it
    again, so that nobody can record an old file of theirs after a newer one."""
    raws = campaign.private.raws if campaign.private else {}
    for entry in campaign.entries:
        kept = raws.get(entry["hash"])
        if ("signature" in entry and entry["signature"] == signature) or (
                kept and kept.content["signature"] == signature):
            return say("as entry {entry}", entry=entry["n"])
    return ""


def key_of(campaign: Campaign, side: str, before: int | None = None) -> str:
    """The public key in force of a side, or of the player who plays it, "" where there is none; that of now, or before
    an entry."""
    return who_plays.key_of(campaign.entries[:before], side, campaign.founded_as(side))


def needs(founding: Founding, side: str) -> bool:
    """Whether what a side sends must be signed in a campaign that was created so. A neutral referee signs where a key
    was founded for them; a player who keeps the campaign signs the referee's files as their own."""
    if side == REFEREE and not founding["keeper"]:
        return REFEREE in founding["keys"]
    return founding["signed"]


def required(campaign: Campaign, side: str, kind: str = "", values: Mapping[str, str | int] | None = None,
             ) -> Refusal | None:
    """Why a bare command cannot speak for a side: what it sends must be signed.

    Args:
        kind, values: the letter that says the same, to be shown ready for signing.
    """
    if not needs(campaign.founding, side):
        return None
    name = side_name(side, campaign.game.catalogue)
    if not kind:
        return Unsigned(say("In this campaign everything {side} says must be signed: write it as a letter, sign that, "
                            "and record it with `submit` (see `witp-pbem guide signatures`).", side=name))
    letter = letter_text.write(kind, campaign.name, side, {"after": campaign.last_sitting["hash"], **(values or {})})
    advice = say("In this campaign everything {side} says must be signed. Let {side} put these lines into a file and "
                 "sign it, then record it with `submit` (see `witp-pbem guide signatures`):", side=name)
    return Unsigned("\n  ".join([advice, *letter.splitlines()]))

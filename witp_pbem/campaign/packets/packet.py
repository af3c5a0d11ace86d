"""Packets: the public entries of a logbook as they travel with a mail, one JSON text a line.

    {"packet": {"campaign": "isles", "founding": HASH}}   the heading: which campaign it is of
    {"file": "data/map.json", "text": "…"}                 the data files, where it begins with the founding
    {"after": HASH}                                        the entry that the next line follows, where no line before
                                                           it is that: its hash is made with this one
    {"n": 12, "type": "submission", …}                     entries, each line as it stands in the logbook

A packet that begins with the founding is compressed (gzip): the data alone are some 180 kB, and 20 kB so. The same
entries always give the same packet.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable

from witp_pbem.campaign.folder import data_files
from witp_pbem.campaign.folder.campaign import DATA, Campaign
from witp_pbem.campaign.folder.creation import short_name
from witp_pbem.campaign.packets.unpacking import ReceivedEntry
from witp_pbem.campaign.record import logbook
from witp_pbem.table.canonical import canonical

ENDING, PACKED = ".jsonl", ".jsonl.gz"
LONGEST_NAME = 40  # letters of a campaign's name used in a file's name


def packet(campaign: Campaign, since: int) -> bytes:
    """The entries of a campaign from one on, with the data files where that is the founding.

    Args:
        since: the number of the first entry; the number after the last makes a packet without entries.
    Raises:
        Damaged: a data file is missing or changed. OSError: one cannot be read.
    """
    founding = campaign.founding
    lines = [heading(founding["campaign"], founding["hash"])]
    if since == 0:
        files, _ = data_files.read(campaign.folder / DATA, founding["data"])
        lines += [canonical({"file": f"{DATA}/{name}.json", "text": text.decode()}) + b"\n"
                  for name, text in sorted(files.items())]
    elif since < len(campaign.entries):
        lines.append(after(campaign.entries[since - 1]["hash"]))
    lines += [logbook.line(entry) for entry in campaign.entries[since:]]
    content = b"".join(lines)
    return gzip.compress(content, mtime=0) if since == 0 else content


def heading(campaign: str, founding: str) -> bytes:
    """The line that says which campaign a packet is of: its name, and the hash of its first entry."""
    return canonical({"packet": {"campaign": campaign, "founding": founding}}) + b"\n"


def after(hash: str) -> bytes:
    """The line that says behind which entry the next one stands."""
    return canonical({"after": hash}) + b"\n"


def of_entries(campaign: str, founding: str, received: Iterable[ReceivedEntry]) -> bytes:
    """Received entries as a packet again, with a line that says what an entry follows wherever that is not the one
    before it.

    Args:
        campaign, founding: the name of the campaign, and the hash of its first entry.
    """
    lines, last = [heading(campaign, founding)], logbook.BEGINNING
    for entry in received:
        lines += [after(entry.previous)] if entry.previous != last else []
        lines.append(entry.line + b"\n")
        last = entry.hash
    return b"".join(lines)


def file_name(campaign: Campaign, since: int) -> str:
    """What the packet of these entries is called: "isles-entries-12-17.jsonl"."""
    name = short_name(campaign.name)[:LONGEST_NAME].strip("-")
    return f"{name}-entries-{since}-{len(campaign.entries) - 1}{PACKED if since == 0 else ENDING}"

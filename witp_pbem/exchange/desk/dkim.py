"""DKIM (RFC 6376): whether the domain in From vouches for a mail.

The key is in the domain's DNS and changes now and then, so the result is kept with the key record it rests on and can
be checked years later. A desk without a network, and tests, take keys from a file, by their names in DNS:

    "s1._domainkey.example.org" = "v=DKIM1; k=rsa; p=MIIBIjANBgkq…"
"""

from __future__ import annotations

import hashlib
import logging
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from witp_pbem.campaign.mails import heads
from witp_pbem.table.tuples import NamedTuple

FILE = "dkim-keys.toml"  # beside the mail account's file, or in the office
PASS, FAIL, NONE, UNKNOWN = "pass", "fail", "none", "unknown (no network)"
WORTH = (PASS, UNKNOWN, FAIL, NONE)  # the best signature of a mail is the first of these
TIME_OUT = 5.0  # seconds for one DNS query
MOST = 4  # signatures that are looked at
LARGEST = 4 * 1024 * 1024  # bytes of a mail that is looked at
LONGEST_KEY = 4096  # characters of a key's record: with an endless key a signature could take hours to verify
WEAK = b"rsa-sha1"  # not to be trusted (RFC 8301)
# Lines a head has once (RFC 5322, 3.6). Of several the lowest was signed, and readers take the topmost.
ONCE = frozenset({b"from", b"sender", b"date", b"subject", b"message-id", b"in-reply-to", b"references",
                  b"content-type", b"content-transfer-encoding", b"mime-version"})
# Lines that give a mail its meaning: anybody could have added one that is there and was not signed.
NEEDED = frozenset({b"from", b"to", b"cc", b"date", b"subject", b"message-id", b"in-reply-to", b"references",
                    b"content-type", b"content-transfer-encoding"})
_TESTING = re.compile(r"(?:^|;)\s*t\s*=[a-z:\s]{0,40}\by\b", re.IGNORECASE)

# What the DNS says under a name, None where it says nothing. Raises whatever it likes where it cannot be asked.
Dns = Callable[[str], str | None]

_silent = logging.getLogger(__name__)
_silent.addHandler(logging.NullHandler())
_silent.propagate = False


class SignatureCheck(NamedTuple):
    """The check of the best of a mail's signatures.

    Attributes:
        result: one of the four above.
        domain, selector: as signed.
        record: the key's record, as it was in DNS.
        aligned: whether the domain is that of From, or one above it.
        id: a hash of what was signed, by which the same mail is recognised whatever else was changed about it.
        to: the addresses of To and Cc that were signed, so that nobody can have added them.
        date: the Date that was signed.
    """

    result: str = NONE
    domain: str = ""
    selector: str = ""
    record: str = ""
    aligned: bool = False
    id: str = ""
    to: tuple[str, ...] = ()
    date: datetime | None = None

    @property
    def proves(self) -> bool:
        """Whether the domain in From vouches for the mail."""
        return self.result == PASS and self.aligned

    def as_recorded(self) -> dict[str, str]:
        """The check as the journal has it; empty without a signature."""
        if self.result == NONE:
            return {}
        return {"result": self.result, "domain": self.domain, "selector": self.selector, "record": self.record,
                "aligned": "yes" if self.aligned else "no", "id": self.id}


def is_signed(raw: bytes) -> bool:
    """Whether a mail carries a DKIM signature at all, good or bad."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].lower()
    return head.startswith(b"dkim-signature:") or b"\ndkim-signature:" in head


def look(raw: bytes, sender: str, dns: Dns | None = None) -> SignatureCheck:
    """Checks the DKIM signatures of a mail; never raises.

    Args:
        sender: the address in From.
        dns: how keys are looked up, in the network's DNS if None.
    """
    if not is_signed(raw) or len(raw) > LARGEST:
        return SignatureCheck()
    domain = sender.rpartition("@")[2].casefold().rstrip(".")
    signatures = list(_signatures(raw, domain, dns or ask))
    return min(signatures, default=SignatureCheck(FAIL),
               key=lambda seen: (not seen.proves, WORTH.index(seen.result), not seen.aligned))


def _signatures(raw: bytes, domain: str, dns: Dns) -> Iterator[SignatureCheck]:
    """The check of each signature, the topmost first."""
    import dkim

    for index in range(MOST):
        asked: dict[str, str | None] = {}
        unreachable: list[str] = []

        def record(name: bytes, timeout: float = TIME_OUT, *, asked: dict[str, str | None] = asked,
                   unreachable: list[str] = unreachable) -> bytes | None:
            plain = name.decode("ascii").rstrip(".").casefold()
            try:
                asked[plain] = dns(plain)
            except Exception as error:  # whatever error a resolver reports: the key is not known now
                unreachable.append(plain)
                raise dkim.DnsTimeoutError(str(error)) from error
            text = asked[plain] or ""
            return text.encode("utf-8", "replace") if 0 < len(text) <= LONGEST_KEY else None

        try:
            seen = dkim.DKIM(raw, logger=_silent, timeout=TIME_OUT)
            lines = [value for name, value in seen.headers if name.lower() == b"dkim-signature"]
            if index >= len(lines):
                return
            counts = Counter(name.lower() for name, _ in seen.headers)
            plain = counts[b"from"] == 1 and all(counts[name] < 2 for name in ONCE)
        except Exception:  # the library reads foreign bytes; nothing in them may stop the desk
            return
        try:
            good = bool(seen.verify(index, dnsfunc=record))
        except Exception:  # likewise
            good = False
        fields: Mapping[bytes, bytes] = seen.signature_fields
        key_record = next((text for text in asked.values() if text), "")[:LONGEST_KEY]
        # Anybody can have added to a body signed only to some length, or to a line that occurs twice; who is only
        # testing vouches for nothing.
        sound = good and plain and b"l" not in fields and fields.get(b"a") != WEAK and not _TESTING.search(key_record)
        covered = [(name.lower(), value.decode("utf-8", "replace")) for name, value in seen.signed_headers]
        sound = sound and NEEDED & counts.keys() <= {name for name, _ in covered}
        by, selector = _plain(fields.get(b"d")), _plain(fields.get(b"s"))
        result = PASS if sound else UNKNOWN if unreachable else FAIL
        yield SignatureCheck(result, by, selector, key_record, _is_aligned(by, domain),
                             hashlib.sha256(repr((seen.signed_headers, fields.get(b"bh"))).encode()).hexdigest(),
                             tuple(address for _, address in heads.people(
                       value for name, value in covered if name in (b"to", b"cc"))),
                             next((heads.moment(value) for name, value in covered if name == b"date"), None))


def of_domain(sender: str, dns: Dns) -> Dns:
    """Asks only for the keys of a sender's domain and those above it: others prove nothing, and may be slow on
    purpose."""
    domain = sender.rpartition("@")[2].casefold().rstrip(".")
    return lambda name: dns(name) if _is_aligned(name.partition("._domainkey.")[2], domain) else None


def _is_aligned(by: str, domain: str) -> bool:
    """Whether the domain that signed is that of From, or one above it."""
    return bool(by) and (by == domain or ("." in by and domain.endswith(f".{by}")))


def _plain(value: bytes | None) -> str:
    return (value or b"").decode("ascii", "replace").strip().casefold().rstrip(".")[:253]


# -- where keys come from --------------------------------------------------------------------------------------------


def ask(name: str) -> str | None:
    """What the network's DNS says under a name.

    Raises:
        dns.exception.DNSException, OSError: it cannot be asked now.
    """
    import dns.resolver

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=TIME_OUT)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    return next((b"".join(record.strings).decode("utf-8", "replace") for record in answer), None)


def pinned(*files: Path) -> dict[str, str]:
    """The keys in some files, as far as these are there and can be read, by their names in DNS."""
    keys: dict[str, str] = {}
    for file in files:
        try:
            content = tomllib.loads(file.read_text("utf-8-sig"))
        except (OSError, ValueError, RecursionError):
            continue
        keys |= {name.rstrip(".").casefold(): text for name, text in content.items() if isinstance(text, str)}
    return keys


def with_pinned(keys: Mapping[str, str], dns: Dns | None = None) -> Dns:
    """Looks into some pinned keys first, and for what is not among them into the DNS."""
    return lambda name: keys[name] if name in keys else (dns or ask)(name)

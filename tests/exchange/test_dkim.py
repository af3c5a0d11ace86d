"""What a DKIM signature is worth: signed here with keys made here, looked up in a DNS that is a dictionary."""

from __future__ import annotations

import base64
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dkim as library
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from dns import resolver

from tests.exchange.posting import ACCOUNT, NOW, PostOffice, install
from tests.stand_ins import instead
from witp_pbem.exchange import journal, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import dkim, intake, recording

MAIL = (b"From: Ken <ken@example.org>\r\nTo: desk@example.net\r\nSubject: orders\r\nMessage-ID: <1@example.org>\r\n"
        b"Date: Sun, 22 Nov 2026 08:00:00 +0000\r\n\r\nbid 3\r\n")
NAME = "s1._domainkey.example.org"


@cache
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)


def record() -> str:
    """The key as the DNS tells it."""
    public = key().public_key().public_bytes(serialization.Encoding.DER,
                                             serialization.PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def signed(mail: bytes = MAIL, domain: bytes = b"example.org", **named: Any) -> bytes:
    """A mail with a signature of the domain."""
    private = key().private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL,
                                  serialization.NoEncryption())
    return bytes(library.sign(mail, b"s1", domain, private, **named)) + mail


def dns(*names: str) -> dkim.Dns:
    keys = {name: record() for name in names or (NAME,)}
    return keys.get


def broken(name: str) -> str | None:
    raise OSError("no network")


def test_a_good_signature_of_the_senders_domain_proves_him() -> None:
    seen = dkim.look(signed(), "ken@example.org", dns())
    assert seen.proves and seen[:5] == (dkim.PASS, "example.org", "s1", record(), True)
    assert seen.as_recorded() == {"result": "pass", "domain": "example.org", "selector": "s1", "record": record(),
                           "aligned": "yes", "id": seen.id}


def test_a_mail_without_signature_is_not_looked_up() -> None:
    assert dkim.look(MAIL, "ken@example.org", broken) == dkim.SignatureCheck()
    assert dkim.SignatureCheck().as_recorded() == {}
    quoted = MAIL + b"\r\nDKIM-Signature: v=1; in the text\r\n"
    assert dkim.look(quoted, "ken@example.org", broken).result == dkim.NONE


@pytest.mark.parametrize("change", [
    lambda raw: raw.replace(b"bid 3", b"bid 0"), lambda raw: raw.replace(b"From: Ken", b"From: Kim"),
    lambda raw: b"From: Eve <eve@example.com>\r\n" + raw, lambda raw: raw.replace(b"d=example.org", b"d=example.net"),
    lambda raw: re.sub(rb"(\sb=)", rb"\1BBBB", raw), lambda raw: raw.replace(b"bh=", b"bx="),
    lambda raw: raw.replace(b"a=rsa-sha256", b"a=rsa-sha1"), lambda raw: raw.replace(b"v=1", b"v=9")])
def test_a_changed_mail_fails(change: Any) -> None:
    seen = dkim.look(change(signed()), "ken@example.org", dns(NAME, "s1._domainkey.example.net"))
    assert (seen.result, seen.proves) == (dkim.FAIL, False)


def test_a_signature_written_in_another_way_is_the_same_mail() -> None:
    raw = signed()
    other = re.sub(rb"(\sb=)", rb"\1AAAA", raw)  # nothing more than noughts before a number
    assert other != raw
    assert dkim.look(raw, "ken@example.org", dns()) == dkim.look(other, "ken@example.org", dns())


def test_text_behind_the_signed_length_is_not_vouched_for() -> None:
    raw = signed(length=True)
    assert b"l=" in raw and not dkim.look(raw + b"bid 0\r\n", "ken@example.org", dns()).proves
    assert not dkim.look(raw, "ken@example.org", dns()).proves


def test_a_mail_with_two_senders_is_nobodys_even_if_it_was_signed_so() -> None:
    raw = signed(b"From: Eve <eve@example.com>\r\n" + MAIL)
    assert library.verify(raw, dnsfunc=lambda name, timeout=5: record().encode())
    assert not dkim.look(raw, "ken@example.org", dns()).proves


def test_weak_hashes_are_not_believed() -> None:
    assert dkim.look(signed(signature_algorithm=b"rsa-sha1"), "ken@example.org", dns()).result == dkim.FAIL


@pytest.mark.parametrize(("by", "sender", "aligned"), [
    (b"example.org", "ken@example.org", True), (b"example.org", "ken@mail.example.org", True),
    (b"mail.example.org", "ken@example.org", False), (b"example.com", "ken@example.org", False),
    (b"le.org", "ken@example.org", False), (b"org", "ken@example.org", False)])
def test_only_the_domain_of_from_or_one_above_it_counts(by: bytes, sender: str, aligned: bool) -> None:
    seen = dkim.look(signed(domain=by), sender, dns(f"s1._domainkey.{by.decode()}"))
    assert (seen.result, seen.aligned, seen.proves) == (dkim.PASS, aligned, aligned)


def test_the_best_of_several_signatures_counts() -> None:
    raw = signed(signed(domain=b"list.example.com"), domain=b"bulk.example.com")
    raw = raw.replace(b"d=bulk", b"d=bulb")
    own = signed(raw)
    both = dns(NAME, "s1._domainkey.list.example.com")
    assert dkim.look(raw, "ken@example.org", both).domain == "list.example.com"
    assert dkim.look(own, "ken@example.org", both).proves


def test_without_network_nothing_is_known_and_nothing_is_proved() -> None:
    seen = dkim.look(signed(), "ken@example.org", broken)
    assert (seen.result, seen.domain, seen.record, seen.proves) == (dkim.UNKNOWN, "example.org", "", False)
    assert dkim.look(signed(), "ken@example.org", lambda name: None).result == dkim.FAIL


def test_the_networks_dns_is_asked() -> None:
    def resolve(name: str, kind: str, lifetime: float) -> list[SimpleNamespace]:
        assert kind == "TXT" and 0 < lifetime <= 10
        if name != NAME:
            raise resolver.NXDOMAIN
        text = record().encode()
        return [SimpleNamespace(strings=(text[:200], text[200:])), SimpleNamespace(strings=(b"another",))]

    with instead(resolver, resolve=resolve):
        assert dkim.look(signed(), "ken@example.org").proves
        assert dkim.ask("s2._domainkey.example.org") is None
        assert dkim.look(signed(domain=b"example.net"), "ken@example.net").result == dkim.FAIL
    with instead(resolver, resolve=lambda *question, **more: []):
        assert dkim.ask(NAME) is None


@pytest.mark.parametrize("raw", [b"DKIM-Signature: ", b"DKIM-Signature:\r\n\r\n", b"DKIM-Signature: v=1; d=\xff; s=\0",
                                 b"dkim-signature: a=b; a=b\n\nx", b"DKIM-Signature: v=1\r\nrubbish\xe9\r\n\r\n"])
def test_rubbish_never_raises(raw: bytes) -> None:
    assert not dkim.look(raw, "\udce9@", dns()).proves


def test_keys_are_pinned_in_a_file_by_the_names_they_have_in_dns(tmp_path: Path) -> None:
    (tmp_path / dkim.FILE).write_text(f'"{NAME}." = "{record()}"\nnumber = 3\n', encoding="utf-8")
    (tmp_path / "broken").write_text("= [", encoding="utf-8")
    keys = dkim.pinned(tmp_path / "missing", tmp_path / "broken", tmp_path / dkim.FILE)
    assert keys == {NAME: record()}
    assert dkim.look(signed(), "ken@example.org", dkim.with_pinned(keys, broken)).proves
    assert dkim.with_pinned(keys, lambda name: name.upper())("other") == "OTHER"


def test_a_signed_mail_is_recorded_with_the_key_that_was_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    post = PostOffice(tmp_path)
    post.desk.sit()
    raw = signed(post.orders("red", "bid 3", re=""))
    post.office.mkdir()
    (post.office / dkim.FILE).write_text(f'"{NAME}" = "{record()}"\n', encoding="utf-8")
    taken = intake.take(post.folders, post.office, raw, NOW, ACCOUNT)
    assert (taken.verdict, taken.handled[0].proof) == (verdicts.RECORDED, verdicts.DKIM)
    (line,) = journal.read(offices.of_campaign(post.desk.folder), recording.HANDLED)
    assert line.values["dkim"]["record"] == record()
    changed = raw.replace(b"Message-ID: <mail", b"Message-ID: <nail").replace(b"bid 3", b"bid 4")
    assert intake.take(post.folders, post.office, changed, NOW, ACCOUNT).verdict == verdicts.HELD

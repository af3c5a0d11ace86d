"""SSHSIG, the signatures `ssh-keygen -Y sign` makes, with Ed25519 keys.

The form is that of PROTOCOL.sshsig in the sources of OpenSSH: behind the six bytes `SSHSIG` and a version number stand
the public key, the namespace, a reserved string, the name of the hash and the signature, each as an SSH string (a
32-bit length, then the bytes); all of it in base64 between two lines of dashes. What is signed is `SSHSIG`, then
namespace, reserved string, name of the hash and hash of the message, likewise as SSH strings.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from witp_pbem.campaign.record import extras
from witp_pbem.table.tuples import NamedTuple

NAMESPACE = "witp-pbem"
BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
KIND = "ssh-ed25519"
PRIVATE = "PRIVATE KEY"  # stands in the first line of every file with one
KEY_BYTES, SIGNATURE_BYTES = 32, 64
_MAGIC, _VERSION, _HASHES = b"SSHSIG", 1, ("sha256", "sha512")
_COLUMNS = 70  # of base64 on a line, as ssh-keygen writes them
_MAILED = re.compile(r"[>\s\u200b\ufeff]+")  # what mail programs put between letters: quotation marks and blanks


class NotSsh(ValueError):  # noqa: N818 - a fact about what somebody sent
    """These bytes are no key or signature of the kind wanted.

    Attributes:
        kind: of key or signature they are instead, "" for nothing known.
    """

    def __init__(self, kind: str = "") -> None:
        super().__init__(kind)
        self.kind = kind


class Signature(NamedTuple):
    """A signature as read.

    Attributes:
        key: the public key, 32 bytes.
        namespace: what it is meant for.
        reserved: nothing, so far.
        hash: the name of the hash over the message.
        signature: 64 bytes.
    """

    key: bytes
    namespace: bytes
    reserved: bytes
    hash: str
    signature: bytes


def read(armored: str) -> Signature:
    """The signature in an armored block, however a mail program has quoted or broken its lines.

    Raises:
        NotSsh: it is none, or not one of an Ed25519 key.
    """
    _, begun, rest = armored.partition(BEGIN)
    inside, ended, _ = rest.partition(END)
    if not begun or not ended:
        raise NotSsh
    try:
        blob = base64.b64decode(_MAILED.sub("", inside), validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotSsh from error
    if not blob.startswith(_MAGIC + _VERSION.to_bytes(4, "big")):
        raise NotSsh
    key, namespace, reserved, name, signature = _strings(blob[len(_MAGIC) + 4:], 5)
    if name.decode("ascii", "replace") not in _HASHES:
        raise NotSsh
    return Signature(_inner(key, KEY_BYTES), namespace, reserved, name.decode(), _inner(signature, SIGNATURE_BYTES))


def write(frame: Signature) -> str:
    """The armored block of a signature, as ssh-keygen writes it."""
    blob = b"".join([_MAGIC, _VERSION.to_bytes(4, "big"), _string(_wrapped(frame.key)), _string(frame.namespace),
                     _string(frame.reserved), _string(frame.hash.encode()), _string(_wrapped(frame.signature))])
    text = base64.b64encode(blob).decode()
    lines = [text[start:start + _COLUMNS] for start in range(0, len(text), _COLUMNS)]
    return "".join(f"{line}\n" for line in (BEGIN, *lines, END))


def message(frame: Signature, data: bytes) -> bytes:
    """The bytes that are signed when some data are signed."""
    digest = hashlib.new(frame.hash, data).digest()
    return _MAGIC + b"".join(map(_string, (frame.namespace, frame.reserved, frame.hash.encode(), digest)))


def fits(frame: Signature, data: bytes) -> bool:
    """Whether a signature was made under exactly these data.

    Raises:
        NotInstalled: see `extras.require`.
    """
    extras.require(extras.SIGN)
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(frame.key).verify(frame.signature, message(frame, data))
    except (InvalidSignature, ValueError):
        return False
    return True


def public_line(key: bytes) -> str:
    """A public key as one line, as OpenSSH writes it, without comment."""
    return f"{KIND} {base64.b64encode(_wrapped(key)).decode()}"


def read_public(text: str) -> str:
    """The one public key of a .pub file or line, without comment.

    Raises:
        NotSsh: there is none or more than one, or it is no Ed25519 key.
    """
    if PRIVATE in text:
        raise NotSsh(PRIVATE)
    lines = [line.split() for line in text.lstrip("\ufeff").splitlines() if line.strip() and line.strip()[0] != "#"]
    if len(lines) != 1 or len(lines[0]) < 2:
        raise NotSsh
    kind, encoded = lines[0][:2]
    if kind != KIND:
        raise NotSsh(kind)
    try:
        return public_line(_inner(base64.b64decode(encoded, validate=True), KEY_BYTES))
    except (binascii.Error, ValueError) as error:
        raise NotSsh from error


def _inner(blob: bytes, size: int) -> bytes:
    """The bytes of an Ed25519 key or signature inside the string that names their kind."""
    kind, content = _strings(blob, 2, exact=blob.startswith(_string(KIND.encode())))
    if kind != KIND.encode():
        raise NotSsh(kind.decode("ascii", "replace") if kind.isascii() and kind.decode().isprintable() else "")
    if len(content) != size:
        raise NotSsh
    return content


def _wrapped(content: bytes) -> bytes:
    return _string(KIND.encode()) + _string(content)


def _string(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def _strings(blob: bytes, count: int, exact: bool = True) -> list[bytes]:
    """The first SSH strings of some bytes; `exact` where nothing may stand behind them.

    Raises:
        NotSsh: there are fewer, or more.
    """
    strings: list[bytes] = []
    for _ in range(count):
        size = int.from_bytes(blob[:4], "big")
        if len(blob) < 4 + size:
            raise NotSsh
        strings.append(blob[4:4 + size])
        blob = blob[4 + size:]
    if blob and exact:
        raise NotSsh
    return strings

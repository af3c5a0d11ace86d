"""Keys players sign with: Ed25519 key pairs in the files of OpenSSH, and the public keys a campaign is created with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.record import disk, extras, sshsig
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.campaign.record.sshsig import NotSsh, Signature
from witp_pbem.table.language import listing, say
from witp_pbem.table.manual_dice import REFEREE

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PUBLIC = ".pub"  # behind the name of the file with the public half
RIGHTS = 0o600


class BadKey(Refusal):
    """A key cannot be used."""


class NoKeyFor(Refusal):
    """The keys a campaign is to be created with are not those of its players."""

    exit_code = USAGE


class Locked(Exception):  # noqa: N818 - not an error: the passphrase has to be asked for
    """A private key is kept under a passphrase that has not been given."""


def make(path: Path, passphrase: str = "") -> str:
    """Makes a key pair in two files that must not exist yet; returns the public line.

    Raises:
        BadKey: one of the files is there already.
        NotWritten: the disk did not take it. NotInstalled: see `extras.require`.
    """
    extras.require(extras.SIGN)
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    public = path.with_name(path.name + PUBLIC)
    for file in (path, public):
        if file.exists() or file.is_symlink():
            raise BadKey(say('"{name}" already exists and was left alone: whoever loses a key can no longer sign. '
                             'Name another file.', name=file))
    key = Ed25519PrivateKey.generate()
    kept = (serialization.BestAvailableEncryption(passphrase.encode()) if passphrase
            else serialization.NoEncryption())
    content = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, kept)
    line = sshsig.public_line(key.public_key().public_bytes_raw())
    disk.write(path, content, RIGHTS)
    try:
        disk.write(public, f"{line}\n".encode(), disk.NEW)
    except disk.NotWritten:  # half a pair would only be in the way of the next one
        path.unlink(missing_ok=True)
        raise
    return line


def load(content: bytes, name: str, passphrase: str | None = None) -> Ed25519PrivateKey:
    """The private key in a file of OpenSSH.

    Raises:
        Locked: it needs a passphrase.
        BadKey: it is none, no Ed25519 key, or the passphrase is wrong.
        NotInstalled: see `extras.require`.
    """
    extras.require(extras.SIGN)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    if content.startswith(b"PuTTY-User-Key-File"):
        raise BadKey(say('"{name}" is a PuTTY key. Export it from PUTTYgen as an OpenSSH key (menu Conversions, '
                         'Export OpenSSH key), and name that file.', name=name))
    if b"PRIVATE KEY-----" not in content:
        raise BadKey(say('"{name}" is not a private key. Name the file that `witp-pbem key new` or ssh-keygen made, '
                         'the one without .pub.', name=name))
    try:
        key = load_ssh_private_key(content.replace(b"\r\n", b"\n"), passphrase.encode() if passphrase else None)
    except TypeError as error:  # it is kept under a passphrase and none was given, or the other way round
        if passphrase:
            return load(content, name)
        raise Locked from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise BadKey(say('The passphrase of "{name}" is wrong, or the file is damaged.', name=name) if passphrase
                     else say('"{name}" cannot be read as a key of OpenSSH.', name=name)) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(say('"{name}" is not an Ed25519 key. Make one with `witp-pbem key new` or '
                         '`ssh-keygen -t ed25519`.', name=name))
    return key


def sign(key: Ed25519PrivateKey, data: bytes) -> str:
    """The armored signature of some data."""
    frame = Signature(key.public_key().public_bytes_raw(), sshsig.NAMESPACE.encode(), b"", "sha512", b"")
    return sshsig.write(frame._replace(signature=key.sign(sshsig.message(frame, data))))


def for_founding(named_keys: Mapping[str, str], players: Sequence[str], keeper: str,
                 all_of_them: bool) -> dict[str, str]:
    """The public keys a campaign is created with, in the one way they are written, by player.

    Args:
        named_keys: player or referee -> the public line, or the content of a .pub file.
        players: who plays, in the names they are founded under.
        keeper: the player who keeps the campaign, "" for a neutral referee.
        all_of_them: whether every player needs a key.
    Raises:
        NoKeyFor: a key is named for somebody who takes no part, or a player has none.
        BadKey: one is no Ed25519 key, or is given to two.
    """
    names = players if keeper else (*players, REFEREE)
    wrong = [name for name in named_keys if name not in names]
    if wrong:
        raise NoKeyFor(say("Nobody signs as {wrong} here; keys can be given for {names}.", wrong=listing(wrong),
                           names=listing(names)))
    missing = [name for name in players if name not in named_keys]
    if all_of_them and missing:
        raise NoKeyFor(say("If everything is to be signed, every player needs a key; add {options}.",
                           options=listing(f"--key {name}=FILE" for name in missing)))
    keys = {name: public(name, named_keys[name]) for name in names if name in named_keys}
    for name, key in keys.items():
        twin = next((other for other in keys if other != name and keys[other] == key), "")
        if twin:
            raise BadKey(say("{name} and {twin} have the same key; a signature would not show who signed.", name=name,
                             twin=twin))
    return keys


def public(name: str, text: str) -> str:
    """A public key in the one way it is written in a logbook.

    Raises:
        BadKey: it is none, or of another kind.
        NotInstalled: what is signed with it could not be checked here.
    """
    extras.require(extras.SIGN)
    try:
        return sshsig.read_public(text)
    except NotSsh as unfit:
        if unfit.kind == sshsig.PRIVATE:
            raise BadKey(say("What is given as the key of {name} is a private key, which nobody else may see. Give the "
                             "public one: the file that ends in .pub.", name=name)) from unfit
        if unfit.kind.startswith("sk-"):
            raise BadKey(say("The key of {name} is on a security key ({kind}), which signs in a different way. Use a "
                             "key made with `witp-pbem key new` or `ssh-keygen -t ed25519`.", name=name,
                             kind=unfit.kind)) from unfit
        if unfit.kind:
            raise BadKey(say("The key of {name} is of the kind {kind}; only Ed25519 keys are accepted. Make one with "
                             "`witp-pbem key new` or `ssh-keygen -t ed25519`.", name=name, kind=unfit.kind)) from unfit
        raise BadKey(say('What is given as the key of {name} is not a public key, which is one line that begins with '
                         '"ssh-ed25519".', name=name)) from unfit

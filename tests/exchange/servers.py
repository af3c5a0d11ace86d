"""A real Postfix and a real Dovecot on this computer alone, on free ports, started and stopped by the tests.

Everything they need lies in a folder of their own: settings, queue, mailboxes, log. Postfix takes mails for the users
named and puts them into Maildirs, which Dovecot serves; both know the same passwords and have a certificate made for
the occasion. Nothing leaves the computer: other domains are refused.

Two addresses are never delivered to: `later@…` is refused for now (450), `never@…` for good (550).
"""

from __future__ import annotations

import ctypes
import datetime
import imaplib
import ipaddress
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

DOMAIN = "example.org"
USERS = ("desk", "ken", "ann", "referee")
PASSWORD = "a word for tests"
OWNER = 5000  # the user the mailboxes belong to; he needs no name
TRIES = 3  # to start both
READY = 20.0  # seconds until both must answer
LATER, NEVER = f"later@{DOMAIN}", f"never@{DOMAIN}"
SERVICES = (  # of Postfix: name, kind, private, privileged, wakes up, processes, program
    ("pickup", "unix", "n", "-", "60", "1", "pickup"), ("cleanup", "unix", "n", "-", "-", "0", "cleanup"),
    ("qmgr", "unix", "n", "-", "300", "1", "qmgr"), ("tlsmgr", "unix", "-", "-", "1000?", "1", "tlsmgr"),
    ("rewrite", "unix", "-", "-", "-", "-", "trivial-rewrite"), ("bounce", "unix", "-", "-", "-", "0", "bounce"),
    ("defer", "unix", "-", "-", "-", "0", "bounce"), ("trace", "unix", "-", "-", "-", "0", "bounce"),
    ("error", "unix", "-", "-", "-", "-", "error"), ("retry", "unix", "-", "-", "-", "-", "error"),
    ("proxymap", "unix", "-", "-", "-", "-", "proxymap"), ("virtual", "unix", "-", "n", "-", "-", "virtual"),
    ("anvil", "unix", "-", "-", "-", "1", "anvil"),
    ("postlog", "unix-dgram", "n", "-", "-", "1", "postlogd"))


@dataclass
class Servers:
    """Both servers at work.

    Attributes:
        folder: where everything of theirs lies. users: addresses with a mailbox. smtp_port, smtps_port, imap_port,
            imaps_port: the ports without (STARTTLS) and with TLS. certificate: the file to trust.
    """

    folder: Path
    users: tuple[str, ...]
    smtp_port: int
    smtps_port: int
    imap_port: int
    imaps_port: int
    certificate: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def account_toml(self, user: str = "desk", *, security: str = "none", dedicated: bool = False,
                     timeout: int = 20) -> str:
        """A file with the account of a user ("desk", or his whole address); the password lies in a file beside the
        mailboxes. `security` is none, starttls or tls."""
        imap, smtp = ((self.imaps_port, self.smtps_port) if security == "tls" else (self.imap_port, self.smtp_port))
        servers = [f'\n[{name}]\nhost = "localhost"\nport = {port}\nsecurity = "{security}"\ntimeout = {timeout}\n'
                   f'certificate = "{self.certificate}"\n' for name, port in (("imap", imap), ("smtp", smtp))]
        return (f'address = "{self.address(user)}"\nname = "The desk"\ndedicated = {str(dedicated).lower()}\n'
                f'password_file = "{self.folder / "password"}"\n{"".join(servers)}')

    def address(self, user: str) -> str:
        return user if "@" in user else f"{user}@{DOMAIN}"

    def maildir(self, user: str) -> Path:
        """The Maildir of a user, as a mail program on the server would see it."""
        return self.folder / "mailboxes" / self.address(user)

    def deliver(self, raw: bytes, to: str = "desk", sender: str = f"ken@{DOMAIN}") -> None:
        """Hands a mail to Postfix, and waits until it lies in the mailbox."""
        before = self.count(to)
        with smtplib.SMTP("localhost", self.smtp_port, timeout=20) as client:
            client.sendmail(sender, [self.address(to)], raw)
        self.wait_for(to, before + 1)

    def count(self, user: str) -> int:
        """How many mails lie in a user's mailbox."""
        return sum(1 for part in ("new", "cur") for _ in (self.maildir(user) / part).glob("*"))

    def wait_for(self, user: str, count: int) -> None:
        """Waits until so many mails lie in a user's mailbox."""
        until = time.monotonic() + READY
        while self.count(user) < count:
            assert time.monotonic() < until, f"no mail for {user}\n{self.log()}"
            time.sleep(0.01)

    def mails(self, user: str) -> list[bytes]:
        """The mails in a user's mailbox, in the order of their coming."""
        paths = [path for part in ("new", "cur") for path in (self.maildir(user) / part).glob("*")]
        return [path.read_bytes() for path in sorted(paths, key=lambda path: (path.stat().st_mtime_ns, path.name))]

    def empty(self) -> None:
        """Throws every mail away, so that the next test finds empty mailboxes. (UIDs go on.)"""
        for user in self.users:
            for part in ("new", "cur"):
                for path in (self.maildir(user) / part).glob("*"):
                    path.unlink(missing_ok=True)

    def log(self) -> str:
        """What both have written down, for failures."""
        return "\n".join(path.read_text("utf-8", "replace")[-3000:] for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        """Ends both, and whatever they have started."""
        for process in self.running:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(5)
        self.running.clear()


def missing() -> str:
    """Why the servers cannot be started here, "" where they can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "Postfix and Dovecot are started by root only"
    wanted = [name for name in ("postfix", "postconf", "dovecot") if _program(name) is None]
    if wanted:
        return f"not installed: {', '.join(wanted)}"
    try:
        for name in ("postfix", "dovecot", "dovenull"):
            pwd.getpwnam(name)
    except KeyError as error:
        return f"no such user on this system: {error}"
    return ""


def _program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def _require(name: str) -> str:
    path = _program(name)
    assert path is not None, name
    return path


@contextmanager
def running(users: Sequence[str] = USERS) -> Iterator[Servers]:
    """Both servers in a new folder, for as long as they are needed. (Not pytest's own folder: the servers' users may
    not enter that one, and its name is too long for sockets.)"""
    with ExitStack() as stack:
        for left in reversed(range(TRIES)):
            folder = Path(tempfile.mkdtemp(prefix="wp-mail-", dir="/tmp"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            folder.chmod(0o755)
            try:
                servers = start(folder, users)
                break
            except AssertionError:  # somebody else may have taken a port between
                if not left:
                    raise
        stack.callback(servers.stop)
        yield servers


def start(folder: Path, users: Sequence[str] = USERS) -> Servers:
    """Starts both servers in an empty folder that everybody may enter; waits until they answer.

    Args:
        users: names at example.org, or whole addresses, each of which gets a mailbox.
    """
    if why := missing():
        pytest.skip(why)
    addresses = tuple(user if "@" in user else f"{user}@{DOMAIN}" for user in users)
    with _reserved(4) as ports:
        servers = Servers(folder, addresses, *ports, folder / "certificate.pem")
    _certificate(folder)
    _write(folder / "password", f"{PASSWORD}\n", 0o600)
    for address in addresses:
        for part in ("new", "cur", "tmp"):
            (servers.maildir(address) / part).mkdir(parents=True)
    for path in (folder / "mailboxes", *(folder / "mailboxes").rglob("*")):
        os.chown(path, OWNER, OWNER)
    for command in (_dovecot(servers), _postfix(servers)):
        servers.running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                stderr=(folder / "errors.log").open("ab"), start_new_session=True,
                                                preexec_fn=_end_with_us))
    try:
        _wait(servers)
    except BaseException:
        servers.stop()
        raise
    return servers


@contextmanager
def _reserved(count: int) -> Iterator[list[int]]:
    """Free ports, held until all of them are known."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        yield [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def _end_with_us() -> None:
    """Has the system end a server when the tests are killed (Linux)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


def _wait(servers: Servers) -> None:
    """Waits until both say that they are ready."""
    until = time.monotonic() + READY
    while True:
        try:
            with smtplib.SMTP("localhost", servers.smtp_port, timeout=5):
                pass
            imaplib.IMAP4("localhost", servers.imap_port, timeout=5).shutdown()
            return
        except (OSError, smtplib.SMTPException, imaplib.IMAP4.error) as error:
            ended = [process.args for process in servers.running if process.poll() is not None]
            assert not ended and time.monotonic() < until, f"{ended} {error}\n{servers.log()}"
            time.sleep(0.02)


# -- what they are told ------------------------------------------------------------------------------------------


def _postfix(servers: Servers) -> list[str]:
    """Postfix's settings and queue; returns how it is started. (The command `postfix` would look through the whole
    installation first.)"""
    folder, home = servers.folder, servers.folder / "postfix"
    queue, data = home / "queue", home / "data"
    for name in ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved",
                 "trace", "public", "maildrop", "pid"):
        (queue / name).mkdir(parents=True)
        if name != "pid":
            shutil.chown(queue / name, "postfix")
    data.mkdir()
    shutil.chown(data, "postfix")
    programs = Path(subprocess.run([_require("postconf"), "-h", "-d", "daemon_directory"], capture_output=True,
                                   text=True, check=True).stdout.strip())
    domains = sorted({address.partition("@")[2] for address in servers.users})
    _write(folder / "boxes", "".join(f"{address} {address}/\n" for address in servers.users))
    _write(folder / "refused", f"{LATER} 450 4.2.1 Come back later\n{NEVER} 550 5.1.1 Nobody of that name\n")
    _write(home / "main.cf", f"""\
compatibility_level = 3.6
queue_directory = {queue}
data_directory = {data}
command_directory = {Path(_require("postconf")).parent}
daemon_directory = {programs}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/postfix.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.{DOMAIN}
mydestination =
mynetworks = 127.0.0.0/32
alias_maps =
local_recipient_maps =
alias_database =
local_transport = error:nobody is local
default_transport = error:nothing leaves this computer
fast_flush_domains =
recipient_delimiter = +
virtual_transport = virtual
virtual_mailbox_domains = {", ".join(domains)}
virtual_mailbox_base = {folder}/mailboxes
virtual_mailbox_maps = texthash:{folder}/boxes
virtual_uid_maps = static:{OWNER}
virtual_gid_maps = static:{OWNER}
smtpd_peername_lookup = no
smtpd_client_connection_rate_limit = 0
smtpd_error_sleep_time = 0
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = {folder}/auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access texthash:{folder}/refused
smtpd_tls_security_level = may
smtpd_tls_cert_file = {servers.certificate}
smtpd_tls_key_file = {folder}/key.pem
smtpd_tls_session_cache_database =
message_size_limit = 20000000
""")
    listening = [f"127.0.0.1:{servers.smtp_port} inet n - n - - smtpd",
                 f"127.0.0.1:{servers.smtps_port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes"]
    _write(home / "master.cf", "".join(f"{line}\n" for line in [*listening, *(
        f"{name} {kind} {private} {privileged} n {wakes} {most} {program}"
        for name, kind, private, privileged, wakes, most, program in SERVICES)]))
    return [str(programs / "master"), "-c", str(home), "-d"]


def _dovecot(servers: Servers) -> list[str]:
    """Dovecot's settings; returns how it is started."""
    folder = servers.folder
    _write(folder / "passwd", "".join(f"{address}:{{PLAIN}}{PASSWORD}\n" for address in servers.users))
    for name in ("run", "state"):
        (folder / name).mkdir()
    _write(folder / "dovecot.conf", f"""\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{servers.certificate}
ssl_key = <{folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:{folder}/mailboxes/%u
first_valid_uid = 1
namespace inbox {{
  inbox = yes
}}
passdb {{
  driver = passwd-file
  args = username_format=%u {folder}/passwd
}}
userdb {{
  driver = static
  args = uid={OWNER} gid={OWNER} home={folder}/mailboxes/%u
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {servers.imap_port}
  }}
  inet_listener imaps {{
    port = {servers.imaps_port}
    ssl = yes
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  unix_listener {folder}/auth {{
    mode = 0666
  }}
}}
""")
    return [_require("dovecot"), "-F", "-c", str(folder / "dovecot.conf")]


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)


def _certificate(folder: Path) -> None:
    """A certificate for this computer, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.UTC)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(today - datetime.timedelta(days=1))
            .not_valid_after(today + datetime.timedelta(days=2))
            .add_extension(x509.SubjectAlternativeName([
                x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(key, hashes.SHA256()))
    (folder / "certificate.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    _write(folder / "key.pem", key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                                 serialization.NoEncryption()).decode(), 0o600)

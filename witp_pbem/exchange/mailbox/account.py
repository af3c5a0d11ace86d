"""The mail account the desk works with: a small file (TOML) outside the campaigns, and a password that is never in it.

    address = "referee@example.org"
    name = "The referee"
    dedicated = true                      # every mail in this mailbox is for the desk
    referee = "kay@example.org"           # where the referee writes from, if not from the address above

    [imap]                                # where mails are fetched; without it mails come as files
    host = "imap.example.org"

    [smtp]                                # where mails are sent; without it they become drafts
    host = "smtp.example.org"

The password comes from the environment (`WITP_PBEM_PASSWORD`), from the file named with `password_file`, or from the
system's keyring, in this order.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from email.headerregistry import Address
from pathlib import Path
from typing import Annotated, Any, Literal

import click
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from witp_pbem.campaign.record import extras, logbook
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange.mailbox.providers import NONE, STARTTLS, TLS, Server
from witp_pbem.report.address import is_plain
from witp_pbem.table.language import in_a_row, labelled, listing, say

PROGRAM, FILE = "witp-pbem", "mail.toml"
NAMED, PASSWORD = "WITP_PBEM_ACCOUNT", "WITP_PBEM_PASSWORD"  # variables of the environment
LARGEST = 64 * 1024  # bytes of such a file
HOST = re.compile("^[A-Za-z0-9.:_-]+$")
HERE = ("localhost", "127.0.0.1", "::1")  # needs no TLS, as nobody can listen


class BadAccount(Refusal):
    """The file with the mail account cannot be used, or there is no password."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _without_password(cls, table: Any) -> Any:
        if isinstance(table, dict) and any(str(key).casefold() in ("password", "passwd", "secret") for key in table):
            raise PydanticCustomError("password", "password")
        return table


class _Server(_Table):
    host: Annotated[str, Field(pattern=HOST.pattern, max_length=253)]
    port: Annotated[int, Field(ge=1, le=65535)]
    security: Literal["tls", "starttls", "none"] = TLS  # type: ignore[assignment]
    user: Annotated[str | None, Field(max_length=320)] = None
    timeout: Annotated[int, Field(ge=1, le=600)] = 60
    certificate: str = ""

    @model_validator(mode="after")
    def _safe(self) -> _Server:
        if self.security == NONE and self.host not in HERE:
            raise PydanticCustomError("unsafe", "unsafe")
        return self


class Imap(_Server):
    """The server mails are fetched from.

    Attributes:
        user: the account's address where it is not given.
        timeout: in seconds.
        certificate: a file with the certificate of a private server, "" for the system's.
    """

    port: Annotated[int, Field(ge=1, le=65535)] = 993
    folder: Annotated[str, Field(min_length=1, max_length=200)] = "INBOX"


class Smtp(_Server):
    """The server mails are sent by; with user = "" it is not logged in to."""

    port: Annotated[int, Field(ge=1, le=65535)] = 465


class Account(_Table):
    """A mail account.

    Attributes:
        address, name: what stands in From.
        dedicated: whether every mail in the mailbox is for the desk.
        referee: the referee's own address, "" where it is that of the desk.
        imap, smtp: the servers, None where mails are not fetched or sent by one.
        password_file: a file whose first line is the password, "" where there is none.
    """

    address: str
    name: str = ""
    dedicated: bool = False
    referee: str = ""
    password_file: str = ""
    imap: Imap | None = None
    smtp: Smtp | None = None
    _file: Path | None = PrivateAttr(None)

    @property
    def file(self) -> Path | None:
        """Where this was read from."""
        return self._file

    @property
    def sender(self) -> Address:
        """Whom letters are from."""
        from witp_pbem.report.mail import before_address

        return Address(before_address(self.name), addr_spec=self.address)

    @property
    def to_referee(self) -> str:
        """Where the referee reads mails, and writes from."""
        return self.referee or self.address

    @field_validator("address", "referee")
    @classmethod
    def _plain(cls, address: str, about: ValidationInfo) -> str:
        if not is_plain(address) and (address or about.field_name == "address"):
            raise PydanticCustomError("address", "address")
        return address

    @field_validator("name")
    @classmethod
    def _on_one_line(cls, name: str) -> str:
        if not name.isprintable() or len(name) > 100:
            raise PydanticCustomError("name", "name")
        return name

    def user(self, server: Imap | Smtp) -> str:
        """The name to log in with, "" where none is wanted."""
        return self.address if server.user is None else server.user


TABLES: Mapping[str, type[BaseModel]] = {"": Account, "imap": Imap, "smtp": Smtp}
# What is expected, by the code of the fault and by the last part of its place.
WANTED = say.sentences({
    "missing": "this is missing",
    "extra_forbidden": "there is no such key",
    "password": "a password is never written here, where it would be copied along; put it into the system's keyring "
                "with `witp-pbem mail password`, or name a file outside the campaigns with password_file",
    "unsafe": 'security = "none" would show the password to everybody on the way; it is for localhost only. Write '
              '"tls" or "starttls"',
    "address": "this must be a mail address like referee@example.org, with nothing around it",
    "name": "this must be a name on one line, of 100 letters at most",
    "host": 'this must be the name of a server, like "imap.example.org"',
    "port": "this must be a whole number from 1 to 65535; IMAP usually has 993, SMTP 465 or 587",
    "security": 'this must be "tls", "starttls" or, for localhost, "none"',
    "timeout": "this must be a number of seconds from 1 to 600",
    "dedicated": "this must be true or false, without quotation marks",
    "table": "this must be a table: a line with its name in square brackets, and its keys below",
    "text": "this must be a text between quotation marks",
})


def default() -> Path:
    """Where the file lies by default."""
    return Path(click.get_app_dir(PROGRAM)) / FILE


def find(path: Path | None, environment: Mapping[str, str] = os.environ) -> Account | None:
    """The account to work with: from the file named, from the one the environment names, or from the default one;
    None where that does not exist.

    Raises:
        BadAccount: the file is not there or cannot be used.
    """
    if path is not None:
        return read(path)
    if environment.get(NAMED):
        return read(Path(environment[NAMED]))
    return read(default()) if default().is_file() else None


def read(path: Path) -> Account:
    """An account from its file.

    Raises:
        BadAccount: it cannot be used; with everything that is wrong.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadAccount(say("{file} is too large for a file with a mail account.", file=path))
        content = tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        raise BadAccount(say("{file} cannot be read: {error}. Write one with `witp-pbem mail setup`.", file=path,
                             error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise BadAccount(say("{file} is not plain text (UTF-8).", file=path)) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadAccount(say("{file} is not TOML: {error}. Texts stand between quotation marks.", file=path,
                             error=error)) from error
    try:
        account = Account.model_validate(content)
    except ValidationError as error:
        raise BadAccount("\n  ".join([say("{file} cannot be used as it is:", file=path),
                                      *_sentences(error.errors(include_url=False))])) from error
    account._file = path
    _refuse_open(account)
    return account


def _sentences(errors: Iterable[ErrorDetails]) -> Iterator[str]:
    """Everything that is wrong, in sentences."""
    for error in errors:
        place = ".".join(str(part) for part in error["loc"]) or FILE
        kind, key = error["type"], str(error["loc"][-1]) if error["loc"] else ""
        code = kind if kind in WANTED else key if key in WANTED else "table" if kind.startswith("model") else "text"
        sentence = labelled(place.strip(), WANTED[code])
        if kind == "extra_forbidden":
            known: type[BaseModel] = TABLES[str(error["loc"][0]) if len(error["loc"]) > 1 else ""]
            sentence = in_a_row([sentence, say("(known are {keys})", keys=listing(known.model_fields))])
        yield sentence


# -- the password ----------------------------------------------------------------------------------------------


def password(account: Account, environment: Mapping[str, str] = os.environ) -> str:
    """The account's password.

    Raises:
        BadAccount: there is none. NotInstalled: it would be in the keyring; see `extras.require`.
    """
    if environment.get(PASSWORD):
        return environment[PASSWORD]
    if account.password_file:
        return _from_file(account)
    password = _from_keyring(account)
    if not password:
        raise BadAccount(say("There is no password for {address}. Put it into the system's keyring with `witp-pbem "
                             "mail password`, or name a file that holds it with password_file in {file}.",
                             address=account.address, file=account.file or FILE))
    return password


def keep_password(account: Account, words: str) -> None:
    """Puts the password into the system's keyring.

    Raises:
        BadAccount: the system has none that can be used.
    """
    import keyring
    from keyring.errors import KeyringError

    try:
        keyring.set_password(PROGRAM, account.address, words)
    except (KeyringError, RuntimeError, OSError) as error:
        raise BadAccount(say("This system has no usable keyring. Write the password into a file outside the "
                             "campaigns that only you can read, and name it with password_file in {file}.",
                             file=account.file or FILE)) from error


def _from_keyring(account: Account) -> str:
    extras.require(extras.MAIL)
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(PROGRAM, account.address) or ""
    except (KeyringError, RuntimeError, OSError):
        return ""


def _from_file(account: Account) -> str:
    path = _password_file(account)
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadAccount(say("The password file {file} cannot be read: {error}.", file=path,
                             error=getattr(error, "strerror", None) or "UTF-8")) from error
    if not lines or not lines[0].strip():
        raise BadAccount(say("The password file {file} is empty; its first line is the password.", file=path))
    return lines[0].strip()


def _password_file(account: Account) -> Path:
    """The file with the password: relative names start at the account's own file."""
    path = at_home(account.password_file)
    return path if path.is_absolute() or account.file is None else account.file.absolute().parent / path


def at_home(name: str) -> Path:
    """A file by its name, in which ~ stands for the home folder, where there is one."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _refuse_open(account: Account) -> None:
    """Refuses a password file that others could get to see.

    Raises:
        BadAccount: it lies in a campaign's folder, or others on this system can read it.
    """
    if not account.password_file:
        return
    path = _password_file(account)
    if any((folder / logbook.FILE).is_file() for folder in path.resolve().parents):
        raise BadAccount(say("The password file {file} lies in a campaign's folder, with which it would travel. Put it "
                             "somewhere else.", file=path))
    if os.name == "posix" and path.is_file() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadAccount(say("Others on this system can read the password file {file}. Stop that with: chmod 600 "
                             "{file}", file=path))


# -- writing one -------------------------------------------------------------------------------------------------


def template(address: str, imap: Server, smtp: Server) -> str:
    """A commented file to fill in, in the language spoken."""
    sections = [
        (say("The mail account the desk works with. Lines that begin with # are comments."), ""),
        (say("The address mails come to and go out from."), f'address = "{address}"'),
        (say("The name shown beside it."), 'name = ""'),
        (say("true: every mail in this mailbox is for the desk. false: a private mailbox; mails that are not for the "
             "desk are left alone, unread and unanswered."), "dedicated = false"),
        (say("Where the referee in person reads and writes mails, if that is not the address above: dice and cards "
             "thrown and drawn by hand, rulings, and what only the referee can decide."),
         '# referee = "me@example.org"'),
        (say("The password is never written here: `witp-pbem mail password` puts it into the system's keyring. Where "
             "there is no keyring, name a file outside the campaigns that only you can read."),
         '# password_file = "~/.mail-password"'),
        (say("Where mails are fetched. Without these lines, mails come as files: witp-pbem mail fetch DIR FILE."),
         "\n".join(["[imap]", *_server(imap), "# user = \"\"", '# folder = "INBOX"'])),
        (say("Where mails are sent. Without these lines, they become drafts for your own mail program."),
         "\n".join(["[smtp]", *_server(smtp), '# user = ""'])),
    ]
    return "\n\n".join("\n".join([*_comment(words), *([lines] if lines else [])]) for words, lines in sections) + "\n"


def _server(server: Server) -> list[str]:
    return [f'host = "{server.host}"', f"port = {server.port}", f'security = "{server.security}"  # {TLS}, {STARTTLS}']


def _comment(words: str) -> list[str]:
    from witp_pbem.table.columns import wrap

    return wrap(words, 100, "# ", "# ")

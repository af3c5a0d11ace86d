"""The file with the mail account: what is wrong is told all at once, and a password never lies about."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.exchange.mailbox.keyrings import Keys, keyring_of
from tests.stand_ins import settings_in
from witp_pbem.exchange.mailbox import account, providers
from witp_pbem.exchange.mailbox.account import Account, BadAccount, find, read
from witp_pbem.report.address import is_plain

SOUND = """
address = "desk@example.org"
name = "The desk"
dedicated = true
[imap]
host = "imap.example.org"
[smtp]
host = "smtp.example.org"
port = 587
security = "starttls"
user = "desk"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mail.toml"
    path.write_text(SOUND, encoding="utf-8")
    return path


def test_an_account_is_read(file: Path) -> None:
    settings = read(file)
    assert (settings.address, settings.name, settings.dedicated, settings.file) == (
        "desk@example.org", "The desk", True, file)
    assert settings.imap is not None and settings.smtp is not None
    assert (settings.imap.port, settings.imap.security, settings.imap.folder, settings.user(settings.imap)) == (
        993, "tls", "INBOX", "desk@example.org")
    assert (settings.smtp.port, settings.smtp.security, settings.user(settings.smtp)) == (587, "starttls", "desk")


def test_the_referee_reads_at_the_desk_unless_he_has_an_address_of_his_own(file: Path) -> None:
    assert read(file).to_referee == "desk@example.org"
    file.write_text('referee = "kay@example.com"\n' + SOUND)
    assert (read(file).to_referee, read(file).address) == ("kay@example.com", "desk@example.org")
    file.write_text('referee = "Kay <kay@example.com>"\n' + SOUND)
    with pytest.raises(BadAccount, match="referee: this must be a mail address"):
        read(file)


def test_everything_wrong_is_told_at_once(file: Path) -> None:
    file.write_text('adress = "x"\naddress = "Ken <ken@example.org>"\nname = 3\ndedicated = "yes"\n'
                    '[imap]\nport = 70000\nsecurity = "ssl"\nhots = "a"\n[smtp]\nhost = "a b"\nsecurity = "none"\n')
    with pytest.raises(BadAccount) as fault:
        read(file)
    lines = [line.strip() for line in str(fault.value).splitlines()]
    assert lines[0] == f"{file} cannot be used as it is:"
    beginnings = ["adress: there is no such key (known are address, ", "address: this must be a mail address",
                  "name: this must be a", "dedicated: this must be true or false", "imap.host: this is missing",
                  "imap.port: this must be a whole number", 'imap.security: this must be "tls"',
                  "imap.hots: there is no such key (known are host, ", "smtp.host: this must be the name of a server"]
    assert sorted(beginnings) == sorted(beginning for beginning in beginnings
                                        if any(line.startswith(beginning) for line in lines)), lines
    assert len(lines) == 1 + len(beginnings)


@pytest.mark.parametrize("where", ["", "[imap]\nhost = 'a'\n", "[smtp]\nhost = 'a'\n"])
def test_a_password_in_the_file_is_refused(where: str, file: Path) -> None:
    file.write_text(f'address = "desk@example.org"\n{where}password = "secret words"\n')
    with pytest.raises(BadAccount, match="witp-pbem mail password") as fault:
        read(file)
    assert "secret words" not in str(fault.value)


def test_a_connection_without_tls_is_for_this_computer_only(file: Path) -> None:
    file.write_text('address = "desk@example.org"\n[smtp]\nhost = "smtp.example.org"\nsecurity = "none"\n')
    with pytest.raises(BadAccount, match="localhost only"):
        read(file)
    file.write_text(file.read_text().replace("smtp.example.org", "localhost"))
    assert read(file).smtp is not None


@pytest.mark.parametrize(("content", "expected"), [
    (b"address = desk@example.org", "not TOML"), (b"\xff\xfe", "UTF-8"), (b"#" * 70_000, "too large"),
    (b"imap = 3\naddress = 'a@b'", "imap: this must be a table"), (b"", "address: this is missing")])
def test_what_is_no_such_file_is_told(content: bytes, expected: str, file: Path) -> None:
    file.write_bytes(content)
    with pytest.raises(BadAccount, match=expected):
        read(file)


def test_where_the_account_is_looked_for(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_in(monkeypatch, tmp_path)
    assert find(None, {}) is None
    with pytest.raises(BadAccount, match="witp-pbem mail setup"):
        find(tmp_path / "nowhere.toml", {})
    assert find(None, {account.NAMED: str(file)}) == find(file, {}) == read(file)
    account.default().parent.mkdir(parents=True)
    account.default().write_text('address = "other@example.org"\n')
    assert str(find(None, {}) and find(None, {}).address) == "other@example.org"  # type: ignore[union-attr]


# -- the password ----------------------------------------------------------------------------------------------


def with_file(file: Path, password: Path | str) -> Account:
    file.write_text(f'password_file = "{password}"\n{SOUND}')
    return read(file)


def test_the_password_comes_from_the_environment_a_file_or_the_keyring(file: Path, tmp_path: Path) -> None:
    ring = Keys()
    with keyring_of(ring):
        with pytest.raises(BadAccount, match="no password for desk@example.org"):
            account.password(read(file), {})
        account.keep_password(read(file), "of the ring")
        assert ring.kept == {("witp-pbem", "desk@example.org"): "of the ring"}
        assert account.password(read(file), {}) == "of the ring"
        (tmp_path / "words").write_text("of the file\nmore\n")
        (tmp_path / "words").chmod(0o600)
        for name in ("words", tmp_path / "words"):
            assert account.password(with_file(file, name), {}) == "of the file"
        assert account.password(read(file), {account.PASSWORD: "of the environment"}) == "of the environment"


def test_where_the_system_has_no_keyring_the_file_is_named(file: Path) -> None:
    from keyring.backends.fail import Keyring

    with keyring_of(Keyring()):
        with pytest.raises(BadAccount, match="password_file"):
            account.keep_password(read(file), "x")
        with pytest.raises(BadAccount, match="password_file"):
            account.password(read(file), {})


def test_a_password_file_that_others_could_get_is_refused(file: Path, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("secret\n")
    words.chmod(0o640)
    with pytest.raises(BadAccount, match="chmod 600"):
        with_file(file, words)
    campaign = tmp_path / "isles"
    (campaign / "private").mkdir(parents=True)
    (campaign / "logbook.jsonl").write_text("{}\n")
    inside = campaign / "private" / "words"
    inside.write_text("secret\n")
    inside.chmod(0o600)
    with pytest.raises(BadAccount, match="campaign's folder"):
        with_file(file, inside)
    (tmp_path / "link").symlink_to(inside)
    with pytest.raises(BadAccount, match="campaign's folder"):
        with_file(file, tmp_path / "link")


@pytest.mark.parametrize(("content", "expected"), [(b"", "is empty"), (b"\n", "is empty"), (b"\xff", "cannot be read"),
                                                   (None, "cannot be read")])
def test_a_password_file_without_a_password_is_told(content: bytes | None, expected: str, file: Path,
                                                   tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "words").write_bytes(content)
        (tmp_path / "words").chmod(0o600)
    with pytest.raises(BadAccount, match=expected):
        account.password(with_file(file, tmp_path / "words"), {})


# -- writing one -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", [*providers.PROVIDERS, "example.org"])
def test_what_setup_writes_can_be_read(domain: str, file: Path) -> None:
    known = providers.of(f"desk@{domain.upper()}")
    servers = (known.imap, known.smtp) if known else (providers.Server("imap.example.org", 993, "tls"),
                                                      providers.Server("smtp.example.org", 465, "tls"))
    file.write_text(account.template(f"desk@{domain}", *servers), encoding="utf-8")
    settings = read(file)
    assert settings.imap is not None and settings.smtp is not None
    assert [(each.host, each.port, each.security) for each in (settings.imap, settings.smtp)] == list(servers)
    assert not settings.dedicated and "password" not in tomllib.loads(file.read_text("utf-8"))
    assert known is None or (known.words in providers.WORDS and "none" not in {known.imap[2], known.smtp[2]})


@pytest.mark.parametrize("address", ["ken@example.org", "ken+isles@mail.example.org", "o'neil@example.org",
                                     "k@localhost"])
def test_plain_addresses(address: str) -> None:
    assert is_plain(address)


@given(some.text(alphabet=some.sampled_from("ab@.<>\"\r\n\t ,;:()\\é日")))
def test_no_address_holds_more_than_one(text: str) -> None:
    if is_plain(text):
        assert text.isascii() and text.count("@") == 1 and not set(text) & set("<>\"\r\n\t ,;:()\\")

"""`key`, `sign`, and signed files with `new`, `check` and `submit`, through the installed program."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import Ran, contents, here


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two keys, and a campaign in which everything must be signed with them."""
    folder = tmp_path_factory.mktemp("signed")
    for name in ("ken", "ann"):
        assert here("key", "new", folder / f"{name}.key").code == 0
    line = (folder / "ann.key.pub").read_text().strip()
    made = here("new", folder / "isles", "--game", "witp", "--seed", "signed", "--key",
                f"japan={folder / 'ken.key.pub'}", "--key", f"allies={line} ann@example.org", "--signed", "--verbose")
    assert made.code == 0 and f"Key of Allies: {line}\n" in made.out and "Signed: " in made.out, made.err
    assert here("adjudicate", folder / "isles").code == 0
    return folder


def orders(folder: Path, words: str, name: str = "japan.txt") -> Path:
    path = folder / name
    path.write_text(f"Campaign: isles\nTurn: 1\nSide: japan\n\n{words}\n", encoding="utf-8")
    return path


def signed(folder: Path, path: Path, key: str = "ken") -> Ran:
    return here("key", "sign", path, "--key", folder / f"{key}.key")


def typing(words: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs the program and types words wherever it asks for hidden ones."""
    program = f"import click, witp_pbem.cli as c; click.termui.hidden_prompt_func = lambda _: {words!r}; c.main()"
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def test_a_key_is_made_once(tmp_path: Path) -> None:
    done = here("key", "new", tmp_path / "my key")
    line = (tmp_path / "my key.pub").read_text()
    assert done.code == 0 and done.out.endswith(f"\n{line}") and line.startswith("ssh-ed25519 AAAA")
    assert stat.S_IMODE((tmp_path / "my key").stat().st_mode) == 0o600
    before = contents(tmp_path)
    again = here("key", "new", tmp_path / "my key")
    assert again.code == 1 and "left alone" in again.err and contents(tmp_path) == before
    assert here("key", "new", tmp_path).code == 2


def test_signed_orders_from_key_to_logbook(desk: Path, tmp_path: Path) -> None:
    path = orders(tmp_path, "build Taiwan pass")
    unsigned = here("check", desk / "isles", path)
    assert unsigned.code == 1 and "signature-missing" in unsigned.out and "witp-pbem key sign" in unsigned.out
    assert signed(desk, path, "ann").code == 0
    assert "signature-of-another" in here("check", desk / "isles", path).out
    assert signed(desk, path).code == 0, "a signature can be made anew"
    ran = here("check", desk / "isles", path, "--json")
    assert ran.code == 0 and json.loads(ran.out)["files"][0]["problems"] == []
    path.write_text(path.read_text().replace("Taiwan", "Hainan"))
    changed = here("check", desk / "isles", path, "--json")
    assert [each["code"] for each in json.loads(changed.out)["files"][0]["problems"]] == ["signature-wrong"]
    assert signed(desk, path).code == 0
    assert here("submit", desk / "isles", path, f"{path}.sig").code == 0, "both files may be named"
    assert here("verify", desk / "isles").code == 0


def test_orders_with_the_signature_below(desk: Path, tmp_path: Path) -> None:
    path = orders(tmp_path, "Phase: bases\npass")
    assert here("key", "sign", path, "--key", desk / "ken.key", "-o", tmp_path / "block").code == 0
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n") + b"\r\n" + (tmp_path / "block").read_bytes())
    assert here("check", desk / "isles", path).code == 0
    twice = here("key", "sign", path, "--key", desk / "ken.key")
    assert twice.code == 2 and "already" in twice.err


def test_what_cannot_be_signed_or_written(desk: Path, tmp_path: Path) -> None:
    path = orders(tmp_path, "pass")
    for key, words in ((desk / "ken.key.pub", "without .pub"), (path, "not a private key")):
        done = here("key", "sign", path, "--key", key)
        assert done.code == 1 and words in done.err
    (tmp_path / "putty.ppk").write_text("PuTTY-User-Key-File-3: ssh-ed25519\n")
    assert "PUTTYgen" in here("key", "sign", path, "--key", tmp_path / "putty.ppk").err
    before = contents(tmp_path)
    assert here("key", "sign", path, "--key", desk / "ken.key", "-o", path).code == 2, "the orders are not written over"
    assert here("key", "sign", path, "--key", tmp_path / "none").code == 2
    assert contents(tmp_path) == before


def test_a_signature_file_that_is_none_is_told_like_one(desk: Path, tmp_path: Path) -> None:
    path = orders(tmp_path, "pass")
    (tmp_path / "japan.txt.sig").write_bytes(b"\x89PNG\x00")
    done = here("check", desk / "isles", path)
    assert done.code == 1
    assert "japan.txt, line 6: The signature that begins here was cut off" in " ".join(done.out.split())


def test_a_passphrase_is_asked_for(tmp_path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "four words", "-f", str(tmp_path / "ken")], check=True)
    path = orders(tmp_path, "pass")

    def sign(words: str) -> subprocess.CompletedProcess[str]:
        return typing(words, "key", "sign", path, "--key", tmp_path / "ken")

    assert "passphrase" in sign("other words").stderr
    assert not (tmp_path / "japan.txt.sig").exists()
    assert sign("four words").returncode == 0
    (tmp_path / "signers").write_text(f"ken {(tmp_path / 'ken.pub').read_text()}")
    proved = subprocess.run(["ssh-keygen", "-Y", "verify", "-f", str(tmp_path / "signers"), "-I", "ken", "-n",
                             "witp-pbem", "-s", f"{path}.sig"], input=path.read_bytes(), check=False)
    assert proved.returncode == 0


def test_a_key_is_made_with_a_passphrase(tmp_path: Path) -> None:
    assert typing("four words", "key", "new", tmp_path / "ken", "--passphrase").returncode == 0
    path = orders(tmp_path, "pass")
    assert typing("other words", "key", "sign", path, "--key", tmp_path / "ken").returncode == 1
    assert typing("four words", "key", "sign", path, "--key", tmp_path / "ken").returncode == 0


def test_bare_commands_show_the_letter_to_be_signed(desk: Path, tmp_path: Path) -> None:
    done = here("letter", "resign", desk / "isles", "--side", "japan", "--reason", "the fleet is gone")
    assert done.code == 1 and "Letter: resign" in done.err and "Text: the fleet is gone" in done.err
    path = tmp_path / "letter.txt"
    path.write_text("\n".join(line.strip() for line in done.err.splitlines()[1:]) + "\n")
    assert signed(desk, path).code == 0
    assert here("check", desk / "isles", path).code == 0


@pytest.mark.parametrize(("options", "words", "code"), [
    (["--signed"], "--key japan=FILE", 2), (["--key", "japan"], "KEY=VALUE", 2),
    (["--key", "japan=ssh-rsa AAAA"], "ssh-rsa", 1), (["--key", "japan=none.pub"], 'no "none.pub" here', 2),
    (["--key", "rome=ssh-ed25519 AAAA"], "Nobody signs as rome", 2)])
def test_a_campaign_that_is_not_founded(tmp_path: Path, options: list[str], words: str, code: int) -> None:
    done = here("new", "--game", "witp", tmp_path / "isles", *options)
    assert done.code == code and words in done.err and not (tmp_path / "isles").exists()


def test_unsigned_orders_are_checked_without_reading_the_library(begun: Path, tmp_path: Path) -> None:
    path = orders(tmp_path, "pass")
    done = subprocess.run([sys.executable, "-X", "importtime", "-m", "witp_pbem", "check", str(begun), str(path)],
                          capture_output=True, text=True, check=False)
    assert "witp_pbem.campaign.letters.signatures" in done.stderr and "cryptography" not in done.stderr

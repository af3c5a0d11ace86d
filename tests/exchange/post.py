"""Players who write mails: replies to what the desk has sent them, into a Maildir."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from witp_pbem.exchange import office, outbox


def maildir(folder: Path) -> Path:
    """An empty Maildir."""
    for part in ("new", "cur", "tmp"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    return folder


def newest(campaign: Path, address: str) -> EmailMessage:
    """The newest letter to an address."""
    letters = [letter for letter in outbox.letters(office.of_campaign(campaign)).values() if address in letter.to]
    message = message_from_bytes(letters[-1].path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def reply(letter: EmailMessage, sender: str, text: str, number: int = 1) -> bytes:
    """A player's reply to a letter."""
    mail = EmailMessage(policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, "desk@example.org", f"Re: {letter['Subject']}"
    mail["Date"] = f"Sun, 22 Nov 2026 07:{number:02}:00 +0000"
    mail["Message-ID"] = f"<{number}.{sender}>"
    mail["In-Reply-To"] = mail["References"] = letter["Message-ID"]
    mail.set_content(text)
    return mail.as_bytes()


def deliver(box: Path, raw: bytes, name: str) -> None:
    """Puts a mail into a Maildir."""
    (maildir(box) / "new" / name).write_bytes(raw)

"""A small mail server that answers as it is told, and breaks off where it is told, to try what real ones seldom do."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

DROP = "drop"  # instead of an answer: the connection is closed
TAKE_AND_DROP = "take and drop"  # the mail is taken, and the connection closed before that is said


class Taken(NamedTuple):
    """A mail the server has taken."""

    sender: str
    to: tuple[str, ...]
    words: bytes


@dataclass
class Script:
    """What the server answers to a command (the first word, or "dot" for the end of a mail), the last answer again and
    again; what it has taken. `said` is every command in its order."""

    answers: dict[str, list[str]] = field(default_factory=dict)
    port: int = 0
    taken: list[Taken] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    connections: int = 0

    def answer(self, command: str, usual: str) -> str:
        answers = self.answers.get(command)
        if not answers:
            return usual
        return (answers.pop(0) if len(answers) > 1 else answers[0]) or usual


@contextmanager
def serving(**answers: list[str] | str) -> Iterator[Script]:
    """A server on this computer; answers by command: `serving(rcpt="550 no")`."""
    script = Script({name: [answer] if isinstance(answer, str) else list(answer) for name, answer in answers.items()})
    with socket.create_server(("127.0.0.1", 0)) as listening:
        script.port = listening.getsockname()[1]
        thread = threading.Thread(target=_serve, args=(listening, script), daemon=True)
        thread.start()
        try:
            yield script
        finally:
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)


def account_toml(port: int) -> str:
    """A file with an account whose letters go to such a server, which wants no login."""
    return (f'address = "desk@example.org"\ndedicated = true\n\n[smtp]\nhost = "localhost"\nport = {port}\n'
            f'security = "none"\nuser = ""\ntimeout = 5\n')


def _serve(listening: socket.socket, script: Script) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        script.connections += 1
        with connection, suppress(OSError, _Dropped):
            _converse(connection, script)


class _Dropped(Exception):  # noqa: N818 - what the script wants, not an error
    """The connection is closed."""


def _converse(connection: socket.socket, script: Script) -> None:
    lines = connection.makefile("rb")

    def say(reply: str) -> None:
        if reply == DROP:
            raise _Dropped
        connection.sendall(reply.encode() + b"\r\n")

    say(script.answer("hello", "220 scripted ESMTP"))
    sender, to = "", []
    while line := lines.readline():
        command = line.decode("ascii", "replace").strip()
        script.said.append(command)
        word = command.split()[0].casefold() if command else ""
        if word == "ehlo":
            say(script.answer("ehlo", "250-scripted\r\n250-8BITMIME\r\n250 SIZE 1000000"))
        elif word == "mail":
            sender, to = command.split("<")[1].split(">")[0], []
            say(script.answer("mail", "250 ok"))
        elif word == "rcpt":
            answer = script.answer("rcpt", "250 ok")
            if answer.startswith("25"):
                to.append(command.split("<")[1].split(">")[0])
            say(answer)
        elif word == "data":
            answer = script.answer("data", "354 go on")
            say(answer)
            if answer.startswith("354"):
                words = b""
                while (line := lines.readline()) not in (b".\r\n", b""):
                    words += line.removeprefix(b".") if line.startswith(b"..") else line
                if not line:
                    return
                answer = script.answer("dot", "250 taken")
                if answer == TAKE_AND_DROP or answer.startswith("250"):
                    script.taken.append(Taken(sender, tuple(to), words))
                say(DROP if answer == TAKE_AND_DROP else answer)
        elif word == "quit":
            say("221 bye")
            return
        else:
            say(script.answer(word, "250 ok"))

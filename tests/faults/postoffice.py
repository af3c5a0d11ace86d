"""A mail server on this computer that takes letters and counts them, and whether each letter left once."""

from __future__ import annotations

import re
import socketserver
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from witp_pbem.exchange import office, outbox

ACCOUNT = "mail.toml"
_ID = re.compile(rb"(?im)^Message-ID:\s*<([^>]+)>")


class _Taking(socketserver.StreamRequestHandler):
    """One connection. A letter counts when the dot behind it has come: then the server answers for it."""

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"DATA":
                self._say("354 go on")
                if not self._take():
                    return
            self._say("221 bye" if word == b"QUIT" else "250 well")
            if word == b"QUIT":
                return

    def _take(self) -> bool:
        lines = []
        while line := self.rfile.readline():
            if line == b".\r\n":
                found = _ID.search(b"".join(lines))
                assert found
                self.server.taken.append(found[1].decode())  # type: ignore[attr-defined]
                return True
            lines.append(line)
        return False

    def _say(self, words: str) -> None:
        try:
            self.wfile.write(f"{words}\r\n".encode())
        except OSError:
            return


@contextmanager
def serving(place: Path) -> Iterator[list[str]]:
    """A server for the account in a folder's file, which it writes, for as long as it is needed; gives the ids of the
    letters it takes."""
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Taking)
    server.daemon_threads, server.taken = True, []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    (place / ACCOUNT).write_text(
        f'address = "desk@example.org"\ndedicated = true\n\n[smtp]\nhost = "localhost"\n'
        f'port = {server.server_address[1]}\nsecurity = "none"\nuser = ""\ntimeout = 5\n')
    try:
        yield server.taken  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


def left_once(campaign: Path, taken: list[str]) -> Iterator[str]:
    """What is wrong with the letters of a campaign: taken by the server more than once, counted as sent but never
    taken, or neither sent nor uncertain."""
    counted = Counter(taken)
    for key, letter in outbox.letters(office.of_campaign(campaign)).items():
        found = _ID.search(letter.path.read_bytes())
        times = counted[found[1].decode()] if found else 0
        if times > 1:
            yield f"{key} was sent {times} times"
        if letter.state not in (outbox.SENT, outbox.SENDING):
            yield f"{key} is {letter.state}"
        if letter.state == outbox.SENT and not times:
            yield f"{key} counts as sent"

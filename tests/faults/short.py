"""Runs the program as `witp-pbem` does, but one of its writes is cut short.

    python tests/faults/short.py NUMBER SHARE|half COMMAND ...

With a share, write NUMBER of the program's own (counted from 1) takes that share of its bytes, and the process kills
itself. With `half` every write from NUMBER on takes only half of what it is given, as a system may do at any time.
"""

from __future__ import annotations

import os
import signal
import sys

from witp_pbem.cli import main

number, share = int(sys.argv[1]), sys.argv[2]
write, count = os.write, 0


def short(handle: int, data: bytes) -> int:
    """A write that takes a part."""
    global count
    count += 1
    if share == "half" and count >= number:
        return write(handle, data[:max(1, len(data) // 2)])
    if share != "half" and count == number:
        write(handle, data[:int(len(data) * float(share))])
        os.kill(os.getpid(), signal.SIGKILL)
    return write(handle, data)


os.write = short
sys.argv[1:] = sys.argv[3:]
main()

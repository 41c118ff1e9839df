"""Memory of a long session: one thread reuses what another has freed."""
import os
import re

import pytest
from phone import sign_in

# Bytes: the size from which malloc begins another arena (HEAP_MAX_SIZE in glibc's arena.c).
ARENA = 64 << 20


def arenas(process):
    """Memory areas of single threads: each begins at a multiple of its size, and most of it is only reserved."""
    with open(f"/proc/{process}/maps") as file:
        areas = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ 0 *$", file.read(), re.M)
    areas = [(int(start, 16), int(end, 16), rights) for start, end, rights in areas]
    return sum(
        start % ARENA == 0 and rights == "rw-p" and after[0] == end and after[2] == "---p"
        for (start, end, rights), after in zip(areas, areas[1:]))


@pytest.mark.skipif(os.geteuid() != 0, reason="the app lets nobody else see its memory's map")
def test_threads_share_their_memory(phone):
    terminal = sign_in(phone.start())
    terminal.press("tab", "2", "3", "4", "S").settle()
    assert arenas(terminal.child.pid) == 0

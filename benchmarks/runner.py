"""Run one command and tell how long it took and how much memory it needed: `python runner.py COMMAND …`.

A process of its own, and a small one: what the starting process has in memory counts as the least peak of the started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time


def main() -> None:
    """Print seconds, bytes, the exit status and what was written to the standard error, as JSON."""
    started = time.perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    told = {"seconds": seconds, "peak": peak, "status": os.waitstatus_to_exitcode(status), "errors": errors}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()

"""Functions in a separate process: what they return, and what happens if they take too much or their process dies."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

from sheetgen import limited_process
from sheetgen.errors import InputError, Place, Problem
from sheetgen.interrupts import TERMINATION_SIGNALS
from sheetgen.limited_process import LimitedProcess, ProcessError, ProcessTimeoutError
from tests.helpers import PROJECT
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until

MEMORY = 300 * 1024 * 1024
LONG = "sum(range(10**12))"  # takes hours, and does not look for signals
OWN_ID = "__import__('os').getpid()"


@pytest.fixture
def process() -> Iterator[LimitedProcess]:
    """A process that evaluates any expression."""
    with closing(LimitedProcess(eval, (ZeroDivisionError,), MEMORY)) as opened:
        yield opened


def limits(name: str) -> str:
    return f"__import__('resource').getrlimit(__import__('resource').{name})"


def test_a_function_returns_its_result_or_raises_its_error(process: LimitedProcess) -> None:
    assert process.call("6 * 7") == 42
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        process.call("1 / 0")
    assert len(process.call("data", {"data": bytes(10**7)})) == 10**7


def test_one_process_serves_all_calls_and_ends_when_it_is_closed(process: LimitedProcess) -> None:
    (first, second) = (process.call(OWN_ID) for _ in range(2))
    assert first == second != os.getpid()
    process.close()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_what_a_library_prints_does_no_harm(process: LimitedProcess) -> None:
    assert process.call("print('hello') or __import__('os').write(1, b'hello')") == 5


@pytest.mark.parametrize("expression", ["unknown_name", "bytearray(10**9)", f"__import__('os').kill({OWN_ID}, 9)"])
def test_the_next_call_gets_a_new_process_if_one_has_died(expression: str, process: LimitedProcess) -> None:
    before = process.call(OWN_ID)
    with pytest.raises(ProcessError) as caught:
        process.call(expression)
    assert not isinstance(caught.value, ProcessTimeoutError)
    assert process.call(OWN_ID) != before


def test_a_function_that_uses_the_processor_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_process, "MAX_SECONDS", 0)  # until the next whole second
    with closing(LimitedProcess(eval, ())) as process:
        with pytest.raises(ProcessTimeoutError):
            process.call(LONG)
        assert process.call("6 * 7") == 42


def test_every_call_has_its_own_time(process: LimitedProcess) -> None:
    used = "sum(__import__('resource').getrusage(__import__('resource').RUSAGE_SELF)[:2])"
    process.call("sum(range(10**7))")
    assert process.call(f"{limits('RLIMIT_CPU')}[0] - int({used})") >= limited_process.MAX_SECONDS


def test_a_function_that_waits_too_long_is_ended(process: LimitedProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """As everywhere on systems that do not limit the time of the processor."""
    monkeypatch.setattr(limited_process, "MAX_WAITING_SECONDS", 0.1)
    with pytest.raises(ProcessTimeoutError):
        process.call(f"__import__('time').sleep({10 * TIMEOUT})")


@posix_only
def test_a_crash_leaves_no_core_dump(process: LimitedProcess) -> None:
    assert process.call(limits("RLIMIT_CORE")) == (0, 0)


@posix_only
@pytest.mark.parametrize("number", TERMINATION_SIGNALS)
def test_signals_to_the_whole_group_do_not_disturb_it(number: int, process: LimitedProcess) -> None:
    assert process.call(f"__import__('os').kill({OWN_ID}, {int(number)}) or 'still here'") == "still here"


SCRIPT = """
from sheetgen import limited_process
limited_process.MAX_SECONDS = 0
process = limited_process.LimitedProcess(eval, ())
print(process.call({own_id!r}), flush=True)
{then}
"""


@posix_only
@pytest.mark.parametrize("then", ["import time; time.sleep(1000)", f"process.call({LONG!r})"], ids=["idle", "busy"])
def test_it_ends_when_the_process_that_uses_it_is_killed(then: str) -> None:
    """An idle one at once, a busy one when its time is over."""
    script = SCRIPT.format(own_id=OWN_ID, then=then)
    with subprocess.Popen([sys.executable, "-c", script], cwd=PROJECT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        parent.kill()
    wait_until(lambda: is_gone(child), "the end of the separate process")


def is_gone(process: int) -> bool:
    """Has a process ended that is not ours, and that nobody may have waited for?"""
    state = subprocess.run(["ps", "-o", "state=", "-p", str(process)], capture_output=True, text=True, check=False)
    return state.stdout.strip() in ("", "Z")


def test_an_input_error_can_be_pickled() -> None:
    error = InputError([Problem("wrong", "a hint", Place("a.toml", 3, 1, "key = 1")), Problem("also wrong")])
    again = pickle.loads(pickle.dumps(error))
    assert again.problems == error.problems and str(again) == str(error)

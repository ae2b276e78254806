"""What all tests share: a real browser, the profile of hypothesis, and a summary of what was covered.

`python tests/run.py` finds or installs the browser and names it in SHEETGEN_BROWSER.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, is_hypothesis_test, settings
from hypothesis.strategies import none
from playwright.sync_api import Browser, expect, sync_playwright

from tests.profiles import THOROUGH, amount
from tests.timeouts import TIMEOUT_MS

# Parts of Chromium's own windows, which take longer to load than our pages do and which nobody sees here; then those
# that Playwright switches off and that could disturb us, for its own list is replaced by this one.
UNUSED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
DISTURBING = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",  # there is none, and to imitate one takes time
    "--disable-features=" + ",".join(UNUSED + DISTURBING),
    "--disable-sync",
]
# Chromium refuses its sandbox to root, which is what containers run as.
if getattr(os, "geteuid", lambda: 1)() == 0:
    ARGUMENTS += ["--no-sandbox"]

# How long an example takes depends on what else the machine does, so none has a deadline. By default the examples are
# always the same, so that a change and nothing else makes a run fail; the thorough profile looks for new ones.
# Nor is a slow one reported as a fault; and folders may be shared by the examples of a test.
settings.register_profile(
    "sheetgen",
    deadline=None,
    derandomize=not THOROUGH,
    max_examples=amount(50, 100),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("sheetgen")

expect.set_options(timeout=TIMEOUT_MS)

# The workers of pytest-xdist take all cores already; threads of OpenCV would only wait for one another.
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"


def pytest_collection_finish() -> None:
    """Spare the garbage collector all that collecting the tests has made, which stays until the end."""
    # In its first example, Hypothesis looks for what refers to its random numbers. It would not find what is frozen.
    given(none())(lambda _: None)()
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Count the tests that hypothesis makes examples for."""
    if is_hypothesis_test(getattr(item, "obj", None)):
        item.user_properties.append(("hypothesis tests", 1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests have covered, as they counted it with `record_property`."""
    counts: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for what, count in getattr(report, "user_properties", []):
            counts[what] += count
    terminalreporter.section(f"{'thorough' if THOROUGH else 'default'} profile")
    for what, count in sorted(counts.items()):
        terminalreporter.write_line(f"{count:>9,} {what}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("SHEETGEN_BROWSER")
    if path is None:
        pytest.fail("no browser is named: run `python tests/run.py`, which finds or installs one")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path or None, args=ARGUMENTS)
        yield running
        running.close()

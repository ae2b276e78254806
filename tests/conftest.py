"""A real browser: `python tests/run.py` finds or installs one and names it in SHEETGEN_BROWSER."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

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
    "--disable-features=" + ",".join(UNUSED + DISTURBING),
    "--disable-sync",
]
# Chromium refuses its sandbox to root, which is what containers run as.
if getattr(os, "geteuid", lambda: 1)() == 0:
    ARGUMENTS += ["--no-sandbox"]

# How long an example takes depends on what else the machine does.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("SHEETGEN_BROWSER")
    if path is None:
        pytest.fail("no browser is named: run `python tests/run.py`, which finds or installs one")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path or None, args=ARGUMENTS)
        yield running
        running.close()

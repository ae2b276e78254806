"""Run all tests: `python tests/run.py [PYTEST OPTIONS]`.

Needs Python and pip only. Installs the package with its test extra into the current virtual environment (or a new
one in .venv), finds a browser or installs one, then runs ruff, mypy and pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def main() -> int:
    """Set everything up, run everything, and tell whether all of it passed."""
    os.chdir(PROJECT)
    if sys.prefix == sys.base_prefix:
        return _again_in_a_virtual_environment()
    _call(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", ".[test]")
    browser = _find_browser() or _install_browser()
    if browser is None:
        print(
            "No browser was found, and none could be installed.\n"
            "Install Chromium or Chrome, or run `playwright install --with-deps chromium`, and try again;\n"
            "or name a browser yourself: SHEETGEN_BROWSER=/path/to/chromium python tests/run.py",
            file=sys.stderr,
        )
        return 1
    print(f"browser: {browser}", flush=True)
    environment = {**os.environ, "SHEETGEN_BROWSER": browser}
    checks = (
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
        ("pytest", "-n", "auto", *sys.argv[1:]),
    )
    failed = [check for check in checks if subprocess.call([sys.executable, "-m", *check], env=environment)]
    for check in failed:
        print("failed:", " ".join(check), file=sys.stderr)
    return 1 if failed else 0


def _again_in_a_virtual_environment() -> int:
    folder = PROJECT / ".venv"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        print(f"making a virtual environment in {folder}", flush=True)
        venv.create(folder, with_pip=True)
    return subprocess.call([str(python), __file__, *sys.argv[1:]])


def _call(*command: str) -> None:
    print("$", " ".join(command), flush=True)
    subprocess.run(command, check=True)


def _find_browser() -> str | None:
    """The one that is named, Playwright's own, or one of the system's."""
    named = os.environ.get("SHEETGEN_BROWSER")
    if named:
        return named
    script = "from playwright.sync_api import sync_playwright as p\nwith p() as w: print(w.chromium.executable_path)"
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    own = asked.stdout.strip()
    if own and Path(own).exists():
        return own
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def _install_browser() -> str | None:
    """Debian's when root on Debian, otherwise Playwright's own."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", "chromium")):
            print("$ apt-get", *command, flush=True)
            subprocess.run(["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False)
    else:
        print("$ playwright install chromium", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return _find_browser()


if __name__ == "__main__":
    sys.exit(main())

"""Run all tests: `python tests/run.py [--thorough] [PYTEST OPTIONS]`.

Needs Python and pip only. Installs the package with its test extra into the current virtual environment (or a new
one in .venv), finds the browsers or installs them, then runs ruff and mypy beside pytest.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Browser:
    """A browser that the tests drive: how to name one, its programs, and where to get it."""

    name: str
    variable: str
    programs: tuple[str, ...]
    debian: str


CHROMIUM = Browser(
    "chromium",
    "SHEETGEN_BROWSER",
    # The first one has no windows, which tests do not need, and takes a quarter less time.
    (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "msedge",
    ),
    "chromium-headless-shell",
)
FIREFOX = Browser(
    "firefox",
    "SHEETGEN_FIREFOX",
    ("firefox", "firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    "firefox-esr",
)


# One worker more than there are processors, because some wait for a browser. The tests of a file share what they make.
WORKERS = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "loadfile")
LINTERS = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))


def main() -> int:
    """Set everything up, run everything, and return the exit status: 0 if all of it passed."""
    parser = argparse.ArgumentParser(description="Run all tests. Other options are passed on to pytest.")
    parser.add_argument("--thorough", action="store_true", help="run the full matrix, with large numbers")
    options, pytest_options = parser.parse_known_args()
    os.chdir(PROJECT)
    if sys.prefix == sys.base_prefix:
        return _again_in_a_virtual_environment()
    _call(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-e", ".[test]")
    environment = dict(os.environ)
    # Many tests start a process, which would compile the whole package if nobody kept the bytecode.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if options.thorough:
        environment["SHEETGEN_THOROUGH"] = "1"
    for browser in (CHROMIUM, FIREFOX):
        program = _find(browser) or _install(browser)
        if program is None:
            print(
                f"No {browser.name} was found, and none could be installed.\n"
                f"Install it, or run `playwright install --with-deps {browser.name}`, and try again;\n"
                f"or name one yourself: {browser.variable}=/path/to/{browser.name} python tests/run.py",
                file=sys.stderr,
            )
            return 1
        print(f"{browser.name}: {program}", flush=True)
        environment[browser.variable] = program
    linting = [_start(*linter) for linter in LINTERS]
    tests = ("pytest", *WORKERS, *pytest_options)
    failed = [tests] if subprocess.call([sys.executable, "-m", *tests], env=environment) else []
    for linter, process in zip(LINTERS, linting, strict=True):
        print(process.communicate()[0], end="", flush=True)
        if process.returncode:
            failed.append(linter)
    for command in failed:
        print("failed:", " ".join(command), file=sys.stderr)
    return 1 if failed else 0


def _start(*module: str) -> subprocess.Popen[str]:
    """Start a Python module in the background and keep what it prints."""
    command = [sys.executable, "-m", *module]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


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


def _find(browser: Browser) -> str | None:
    """The one that is named, Playwright's own, or one of the system's."""
    named = os.environ.get(browser.variable)
    if named:
        return named
    script = (
        f"from playwright.sync_api import sync_playwright as p\nwith p() as w: print(w.{browser.name}.executable_path)"
    )
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    own = asked.stdout.strip()
    if own and Path(own).exists():
        return own
    return next((path for name in browser.programs if (path := shutil.which(name))), None)


def _install(browser: Browser) -> str | None:
    """Debian's when root on Debian, otherwise Playwright's own."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", browser.debian)):
            print("$ apt-get", *command, flush=True)
            subprocess.run(["apt-get", *command], env=environment, stdout=subprocess.DEVNULL, check=False)
    else:
        print("$ playwright install", browser.name, flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", browser.name], check=False)
    return _find(browser)


if __name__ == "__main__":
    sys.exit(main())

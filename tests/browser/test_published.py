"""The whole way of a published scorer: pushed to a repository, served as a host would, and opened by a printed code."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hosting import hosted
from tests.browser.phone import open_tab
from tests.helpers import decoded, rasters, run


def test_a_printed_code_opens_its_sheet(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
        monkeypatch.setenv(f"{name}_NAME", "Anna")
        monkeypatch.setenv(f"{name}_EMAIL", "anna@club.example")
    remote = tmp_path / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", remote], check=True)
    (tmp_path / "host").mkdir()
    with hosted(tmp_path / "host") as port:
        address = f"http://127.0.0.1:{port}/games"
        told = run(capsys, "publish", "--remote", str(remote), "--base-url", address, "--save")
        assert told.status == 0, told.errors
        clone: list[str | Path] = [
            "git",
            "clone",
            "--quiet",
            "--branch",
            "gh-pages",
            remote,
            tmp_path / "host" / "games",
        ]
        subprocess.run(clone, check=True)
        assert run(capsys, "pdf", "bigpoints", "--player", "Anna", "--serial-start", "7").status == 0
        (link,) = [link for page in rasters(Path("bigpoints.pdf")) for link in decoded(page)]
        assert link.startswith(f"{address}/bigpoints/#") and link.endswith(".7~Anna")
        tab = open_tab(browser)
        tab.goto(link)
        expect(tab.locator(".serial")).to_have_text("No. 7")
        assert not tab.locator(".notices p").count()
        tab.context.close()
